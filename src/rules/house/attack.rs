//! Melee attacks: who may attack whom (section 3.9). [`aim`](super::aim) checks the lines, [`strike`]
//! resolves the attack.

use super::aim::{check_cover, cover_field, may_use, usable_lines};
use super::asset::about;
use super::available::may_attack;
use super::blow::{self, Manner};
use super::{state, strike, talent};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::d20::mount;
use crate::rules::d20::state::ask_distance;
use crate::rules::model::block::d20::{Attack, Range, Tag};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Attacks a target in reach.
pub const STRIKE: DeedRule = DeedRule {
    rule: "house.attack.roll",
    phase: Some(Phase::Action),
    repeats: true,
    may: may_attack,
    shape: |at, offer| {
        let with = usable_lines(at, Range::Melee);
        let foes = in_reach(at, &with);
        let far = ask_distance(about(), at.e, at.c, &foes);
        let facts = melee_facts(at).into_iter().chain(far).chain(past_friends(at, &with)).collect();
        let offer = form(at, offer, Range::Melee, with, foes.into_iter(), facts, may_use);
        offer.within_reach(|nth, foe| at.e.get(foe).is_some_and(|foe| may_reach(at, nth, foe)))
    },
    check: |at, act| {
        let line = aim::line(at, act, Range::Melee, may_use)?;
        let target = aim::target(at, act)?;
        check_reach(at, act, line, target)?;
        check_friend(at, act, line)?;
        check_cover(at, act)
    },
    choices: |at, _, fact| match fact {
        Fact::Screen(_) => friends(at).map(|c| (c.name.clone(), Fact::Screen(c.id))).collect(),
        _ => Vec::new(),
    },
    run: |r, act| strike::in_its_stop(r, act, Range::Melee, Manner::Ordinary),
    known: cover::known,
    damage: |_, line| blow::dice(line),
    ..DeedRule::of(Deed::Strike)
};

/// Allies past which it might attack (`house.attack.second-rank`).
fn friends<'a>(at: &At<'a>) -> impl Iterator<Item = &'a Combatant> {
    let c = at.c;
    at.e.all().filter(move |other| other.side == c.side && other.id != c.id && other.is_up())
}

/// Asks which ally a weapon with reach strikes past.
fn past_friends(at: &At, with: &[u8]) -> Option<FactField> {
    let reaches = |nth: &u8| state::line_at(at, *nth).is_some_and(|line| line.has(Tag::REACH));
    let long = with.iter().copied().filter(reaches).collect();
    let friend = friends(at).next()?;
    FactField::may(Fact::Screen(friend.id)).only_with(long)
}

/// Checks that only a weapon with reach strikes past another combatant, and only past an ally.
fn check_friend(at: &At, act: &Act, line: &Attack) -> Allowed {
    let Some(friend) = act.facts.screen() else { return Ok(()) };
    at.unless(
        line.has(Tag::REACH),
        Refusal::BAD_WEAPON.saying("only a reach weapon can strike past an ally"),
    )?;
    let is_friend = friends(at).any(|c| c.id == friend);
    at.unless(is_friend, Refusal::BAD_TARGET.saying("it can only strike past an ally"))
}

/// Facts to ask about a melee attack.
fn melee_facts(at: &At) -> Vec<FactField> {
    let rides = mount::rides(at.e, at.c);
    let mut facts = vec![FactField::asks(Fact::Modifier(0)), cover_field()];
    facts.extend([
        FactField::flag(Fact::CompleteCover),
        FactField::flag(Fact::Behind),
        FactField::flag(Fact::Unaware),
    ]);
    facts.push(FactField { stands: rides, ..FactField::flag(Fact::Mounted) });
    facts.extend(talent::facts(at));
    facts
}

/// Checks that the target is in reach of that weapon.
fn check_reach(at: &At, act: &Act, line: &Attack, target: &Combatant) -> Allowed {
    let reach = state::reach_of(line);
    if state::has_left_reach(target, at.c) {
        return Ok(());
    }
    aim::check_reach(at.e, act.who, blow::distance(at.e, act.who, target.id, &act.facts), reach)
}

/// Whether `foe` is known to be within `reach`.
fn is_near(at: &At, foe: &Combatant, reach: i32) -> bool {
    at.e.engaged(at.c.id, foe.id)
        || state::has_left_reach(foe, at.c)
        || at.e.between(at.c, foe).is_some_and(|far| far <= Tenths::whole(reach))
}

/// Whether the attack line may reach `foe`: it does, or the distance is unknown.
fn may_reach(at: &At, nth: u8, foe: &Combatant) -> bool {
    let reach = state::line_at(at, nth).map_or(0, state::reach_of);
    at.e.between(at.c, foe).is_none() || is_near(at, foe, reach)
}

/// Foes that one of those lines may reach, near ones first: in reach or at unknown distance. If nobody measures
/// distances and any foe is near, only the near ones.
fn in_reach<'a>(at: &At<'a>, with: &[u8]) -> Vec<&'a Combatant> {
    let At { e, c } = *at;
    let lines = with.iter().filter_map(|nth| state::line_at(at, *nth));
    let reach = lines.map(state::reach_of).max().unwrap_or(about().melee_distance);
    let near = |foe: &Combatant| is_near(at, foe, reach);
    let mut foes: Vec<&Combatant> =
        e.foes(c).filter(|foe| near(foe) || e.between(c, foe).is_none()).collect();
    if !e.is_measured() && foes.iter().any(|foe| near(foe)) {
        foes.retain(|foe| near(foe));
    }
    foes.sort_by_key(|foe| !near(foe));
    foes
}
