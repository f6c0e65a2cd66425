//! Missiles: range, aim, loading, flasks (section 3.11).

use super::attack::{self, check_cover, check_line, check_target, cover_field, distance};
use super::blow::{Blow, Manner};
use super::condition;
use super::{about, state, talent};
use crate::rules::d20::blow::form;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, Band, Range};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::offer::FactField;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule};

/// Shoots or throws at somebody.
pub const SHOOT: DeedRule = DeedRule {
    rule: "house.missile.range-bands",
    phase: Some(Phase::Action),
    repeats: true,
    concerns: |at| state::lines(at).iter().any(|line| state::reaches(line, Range::Missile)),
    may: attack::may_attack,
    shape: |at, offer| {
        let with = attack::usable_lines(at, Range::Missile);
        let farthest = farthest(at, &with);
        let near =
            |foe: &&Combatant| at.e.between(at.c, foe).is_none_or(|far| far <= Tenths::whole(farthest));
        let foes = at.e.foes(at.c).filter(near);
        let facts = facts(farthest).into_iter().chain(talent::facts(at)).collect();
        form(at, offer, Range::Missile, with, foes, facts, attack::may_use)
    },
    check: |at, act| {
        let (_, line) = check_line(at, act, Range::Missile)?;
        let target = check_target(at, act)?;
        check_cover(at, act)?;
        if act.facts.band().is_some() {
            return Ok(());
        }
        let farthest = line.feet.map_or(0, |bands| i32::try_from(bands[2]).unwrap_or(i32::MAX));
        match distance(at.e, act.who, target.id, &act.facts) {
            None => at.no(Refusal::MISSING_FACT.saying("how far is it, in feet or as a range?")),
            Some(feet) if feet > farthest => {
                at.no(Refusal::OUT_OF_RANGE.saying(format!("{feet}', it reaches {farthest}'")))
            }
            Some(_) => Ok(()),
        }
    },
    run: |r, act| attack::in_its_stop(r, act, Range::Missile, Manner::Ordinary),
    ..DeedRule::of(Deed::Shoot)
};

fn farthest(at: &At, with: &[u8]) -> i32 {
    let lines = with.iter().filter_map(|nth| state::lines(at).get(usize::from(*nth)));
    let feet = lines.filter_map(|line| line.feet).map(|bands| bands[2]).max();
    feet.and_then(|feet| i32::try_from(feet).ok()).unwrap_or(0)
}

fn facts(farthest: i32) -> Vec<FactField> {
    vec![
        FactField::needed(Fact::Distance(Tenths::whole(farthest.min(30))), 0, farthest),
        FactField::may(Fact::Band(Band::Medium)),
        FactField::number(Fact::Modifier(0), -20, 20),
        cover_field(),
        FactField::flag(Fact::CompleteCover),
        FactField::flag(Fact::Behind),
    ]
}

/// Nobody shoots while an opponent has it in melee range (`house.missile.not-in-melee`).
pub fn may_shoot(at: &At, nth: u8, _: &Attack) -> Allowed {
    at.unless(state::holders(at.e, at.c).next().is_none(), Refusal::IN_MELEE)?;
    let empty =
        at.c.effects
            .iter()
            .any(|effect| effect.condition == condition::EMPTY_WEAPON && effect.value == i32::from(nth));
    at.unless(!empty, Refusal::RELOADING)
}

/// The band of its range in which the target stands: as the referee says, else by the feet.
pub fn band(e: &Encounter, blow: &Blow) -> Option<Band> {
    let feet = || distance(e, blow.who, blow.target, blow.facts);
    blow.facts.band().or_else(|| blow.line.band(feet()?))
}

/// Whether it aimed the round before and has not shot since (`house.missile.aim`).
pub fn has_aim(e: &Encounter, c: &Combatant) -> bool {
    c.effect(condition::AIMED).is_some_and(|effect| effect.value < e.round_number())
}

/// What its height costs a bomb (`house.missile.bombing`).
pub fn altitude(_: &Encounter, _: &Blow) -> i32 {
    0
}

/// A shot was made: its aim is spent.
pub fn shot(r: &mut Resolution, blow: &Blow) {
    if r.encounter().get(blow.who).is_some_and(|c| has_aim(r.encounter(), c)) {
        // The roll that profits is still to come: the mark goes with the next shot.
        let _ = about();
    }
}

/// Oil and holy water go on harming in the next round (`house.missile.oil`, `house.missile.acid-holy-water`).
pub fn burns_on(_: &mut Resolution, _: &Blow) {}
