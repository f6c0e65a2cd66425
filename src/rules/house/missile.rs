//! Missiles: range and aiming (section 3.11).

use super::aim::{check_cover, cover_field, may_use, usable_lines};
use super::asset::about;
use super::blow::{self, Manner, distance, height};
use super::state::{rounds_on, this_round};
use super::{available, condition, gear, state, strike, talent};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::model::block::d20::{Attack, Band, Range};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Maximum height of a bombing, in feet (`house.missile.bombing`).
const BOMB_HEIGHT: i32 = 300;

/// Shoots or throws at a target; not while in an opponent's melee range (`house.missile.not-in-melee`).
pub const SHOOT: DeedRule = DeedRule {
    rule: "house.missile.range-bands",
    phase: Some(Phase::Action),
    repeats: true,
    concerns: |at| state::lines(at).iter().any(|line| state::reaches(line, Range::Missile)),
    may: |at| {
        available::may_attack(at)?;
        at.unless(state::holders(at.e, at.c).next().is_none(), Refusal::IN_MELEE)
    },
    shape: |at, offer| {
        let with = usable_lines(at, Range::Missile);
        let farthest = farthest(at, &with);
        let near =
            |foe: &&Combatant| at.e.between(at.c, foe).is_none_or(|far| far <= Tenths::whole(farthest));
        let foes = at.e.foes(at.c).filter(near);
        let facts = facts(farthest).into_iter().chain(talent::facts(at)).collect();
        let offer = form(at, offer, Range::Missile, with, foes, facts, may_use);
        aim::within_range(about(), at, offer, reach)
    },
    check: |at, act| {
        let line = aim::line(at, act, Range::Missile, may_use)?;
        let target = aim::target(at, act)?;
        check_cover(at, act)?;
        if act.facts.band().is_some() {
            return Ok(());
        }
        let far = if blow::is_bomb(line) { height } else { distance };
        let feet = far(at.e, act.who, target.id, &act.facts);
        aim::check_range(act.who, feet, reach(line), "the distance, in feet or as a range")
    },
    run: |r, act| strike::in_its_stop(r, act, Range::Missile, Manner::Ordinary),
    strays: |_, _| true,
    known: cover::known,
    ..DeedRule::of(Deed::Shoot)
};

fn farthest(at: &At, with: &[u8]) -> i32 {
    let lines = with.iter().filter_map(|nth| state::line_at(at, *nth));
    lines.map(reach).max().unwrap_or(0)
}

/// End of its long range in feet, or a bomb's maximum height.
fn reach(line: &Attack) -> i32 {
    if blow::is_bomb(line) { BOMB_HEIGHT } else { aim::farthest(line) }
}

fn facts(farthest: i32) -> Vec<FactField> {
    vec![
        FactField::needed(Fact::Distance(Tenths::whole(farthest.min(30))), 0, farthest),
        FactField::may(Fact::Band(Band::Medium)),
        FactField::asks(Fact::Modifier(0)),
        cover_field(),
        FactField::flag(Fact::CompleteCover),
        FactField::flag(Fact::Behind),
    ]
}

/// Aims for a bonus on its first shot next round; it neither attacks nor moves this round (`house.missile.aim`, A16).
pub const AIM: DeedRule = DeedRule {
    rule: "house.missile.aim",
    when: When::Beside,
    told: LogForm::Named,
    concerns: SHOOT.concerns,
    may: |at| {
        available::may_attack(at)?;
        state::has_not_acted(at)?;
        at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED)
    },
    shape: |at, offer| {
        let shoots = |(_, line): &(u8, &Attack)| state::reaches(line, Range::Missile);
        state::with_lines(at, offer, shoots, may_aim)
    },
    check: |at, act| state::check_line(at, act, may_aim),
    run: aim,
    ..DeedRule::of(Deed::Aim)
};

/// Checks that the actor has a missile weapon in hand or can draw it.
fn may_aim(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(state::reaches(line, Range::Missile), Refusal::BAD_WEAPON)?;
    gear::may_wield(at, nth, line)
}

fn aim(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    if let Some(nth) = act.with {
        gear::take_in_hand(r, act.who, nth);
    }
    r.afflict(act.who, this_round(r, condition::STAYS_PUT));
    r.relieve(act.who, condition::AIMED);
    let effect = Effect { value: r.encounter().round_number(), ..rounds_on(r, condition::AIMED, 1) };
    r.afflict(act.who, effect);
    Ok(())
}
