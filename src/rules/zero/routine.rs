//! The number of melee attacks in a round, who may make them, and their distribution over its tiers.

use super::options::{FIRST_AND_LAST, FirstAndLast, MULTI_SCOPE, MultiScope};
use super::{attribute, condition, counter, figures, mass, refusal, state, surprise};
use crate::rules::model::block::d20::{CreatureKind, D20};
use crate::rules::model::window::Place;
use crate::rules::ruleset::prelude::*;

/// The tiers of slots in a round, in order (section 2.1); the value is the part of their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// Hasted combatants (`zero.initiative.haste`).
    Hasted = 10,
    /// Opening batches of multi-attack fighters (`zero.initiative.first-and-last`).
    Opening = 20,
    /// Ordinary slots.
    Ordinary = 30,
    /// Closing batches of multi-attack fighters.
    Closing = 40,
}

impl Tier {
    /// All tiers, in order.
    pub const ALL: [Self; 4] = [Self::Hasted, Self::Opening, Self::Ordinary, Self::Closing];

    /// The place of an initiative number in this tier; the highest comes first.
    pub const fn place(self, number: i32) -> Place {
        Place::new(self as i32, -number)
    }

    /// Returns the tier of a window.
    pub fn of(window: &Window) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|tier| window.phase == Phase::Number && window.place.part == *tier as i32)
    }
}

/// Returns the attacks of the ordinary routine: as its block says, otherwise one, for a monster one with each natural
/// weapon; one for a unit (`zero.mass.attack`).
pub fn ordinary(d20: &D20) -> u8 {
    if mass::men(d20).is_some() { 1 } else { figures::routine(d20) }
}

/// Returns the attacks of a round against normal types alone: as many as its level for those entitled to them
/// (`zero.attack.multi-vs-normal`), as its whole Hit Dice for a monster of more than one (`zero.attack.monster-multi`,
/// R54).
pub fn against_normal_types(e: &Encounter, d20: &D20) -> u8 {
    if mass::men(d20).is_some() {
        return 1;
    }
    let often = match d20.block.kind {
        CreatureKind::Monster if figures::is_more_than_one_die(d20) => figures::whole_dice(d20),
        CreatureKind::Monster => 1,
        _ if may_strike_often(e, d20) => figures::level(d20),
        _ => 1,
    };
    ordinary(d20).max(u8::try_from(often).unwrap_or(u8::MAX))
}

/// Whether it makes level attacks: player characters and important NPC fighter types (R4).
fn may_strike_often(e: &Encounter, d20: &D20) -> bool {
    let fighters_alone = || MULTI_SCOPE.is(e, MultiScope::FighterTypesOnly);
    match (figures::is_fighter(d20), d20.block.kind) {
        (true, CreatureKind::Pc) => true,
        (true, _) => figures::flag(d20, attribute::IMPORTANT) == Some(true),
        (false, kind) => kind == CreatureKind::Pc && !fighters_alone(),
    }
}

/// Returns the melee attacks of this round: as settled, otherwise many if it is in melee with normal types only, using
/// a weapon it is trained in.
pub fn planned(at: &At) -> u8 {
    if let Some(settled) = settled(at.c) {
        return u8::try_from(settled).unwrap_or(1);
    }
    let Ok(d20) = at.d20() else { return 1 };
    let mut foes = state::opponents(at.e, at.c).peekable();
    let normal = |foe: &Combatant| figures::is_normal(at.e, foe.id);
    let trained = state::weapon_in_use(at.e, at.c).is_none_or(|(_, line)| !line.is_untrained());
    match trained && foes.peek().is_some() && foes.all(normal) {
        true => against_normal_types(at.e, d20),
        false => ordinary(d20),
    }
}

/// Returns the number of attacks that its first one has settled for this round.
pub fn settled(c: &Combatant) -> Option<i32> {
    c.effect(condition::MANY_ATTACKS).map(|effect| effect.value)
}

/// Splits the attacks into opening batch, ordinary slot and closing batch (R5).
pub fn split(e: &Encounter, planned: u8) -> (u8, u8, u8) {
    if FIRST_AND_LAST.is(e, FirstAndLast::OneFirstOneLast) {
        (1, planned.saturating_sub(2), 1)
    } else {
        (planned.div_ceil(2), 0, planned / 2)
    }
}

/// Whether it attacks first and last in the round (`zero.initiative.first-and-last`). Not with no attacks at all, as
/// when parrying or grappling, nor in the surprise round, which has one slot for each (`zero.surprise.free-round`).
pub fn strikes_first_and_last(at: &At) -> bool {
    may_split(at) && planned(at) >= 2
}

/// Whether its attacks would be split if it had several.
fn may_split(at: &At) -> bool {
    let splits = || !FIRST_AND_LAST.is(at.e, FirstAndLast::Off) && !surprise::is_surprise_round(at.e);
    at.d20().is_ok_and(figures::is_fighter)
        && splits()
        && (state::attacks_made(at.c) > 0 || has_attacks(at).is_ok())
}

/// Whether it was engaged when this round's slots began; before that, whether it is now.
pub fn began_engaged(at: &At) -> bool {
    if is_settled(at.e) { at.c.has(condition::FIRST_BLOWS) } else { state::in_melee(at.e, at.c) }
}

/// Whether it was hasted when this round's slots began; before that, whether it is now (`zero.initiative.haste`).
pub fn began_hasted(at: &At) -> bool {
    if is_settled(at.e) { at.c.has(condition::WENT_AHEAD) } else { at.c.has(condition::HASTED) }
}

/// Whether some of its attacks fall in its ordinary slot, between opening and closing batch.
pub fn has_middle_blows(at: &At) -> bool {
    split(at.e, planned(at)).1 > 0
}

/// Whether it has anything left to do in that tier: a first act of any kind, or further attacks on a foe in reach.
pub fn has_blows(at: &At, tier: Tier) -> bool {
    let made = state::attacks_made(at.c);
    if made == 0 {
        return tier != Tier::Closing;
    }
    let all = planned(at);
    let until = match tier {
        Tier::Closing => all,
        _ if all < 2 || !may_split(at) => all,
        Tier::Opening => split(at.e, all).0,
        _ => {
            let (first, middle, _) = split(at.e, all);
            first.saturating_add(middle)
        }
    };
    made < until && !at.c.means(Meaning::CANNOT_ATTACK) && state::any_in_reach(at.e, at.c)
}

/// Whether the batches of this round are settled.
fn is_settled(e: &Encounter) -> bool {
    e.count_of(SideId(0), counter::BATCHES_SETTLED) == e.round_number()
}

/// As the slots of the round begin, marks the hasted and those that attack first and last, with their attacks.
pub fn settle(r: &mut Resolution) {
    if is_settled(r.encounter()) {
        return;
    }
    let e = r.encounter();
    let fights = e.all().filter(|c| state::can_act(c) && state::in_melee(e, c)).map(|c| At { e, c });
    let early = fights.filter(strikes_first_and_last).map(|at| (at.c.id, planned(&at)));
    let early: Vec<(CombatantId, u8)> = early.collect();
    let hasted = e.those(|c| c.has(condition::HASTED));
    let round = e.round_number();
    r.count(SideId(0), counter::BATCHES_SETTLED, round);
    for who in hasted {
        state::mark(r, who, condition::WENT_AHEAD);
    }
    for (who, blows) in early {
        fix(r, who, blows);
        state::mark(r, who, condition::FIRST_BLOWS);
    }
}

/// Ends its attacks of this round; it may still back off if it has declared that.
pub fn end(r: &mut Resolution, who: CombatantId) {
    let made = r.encounter().get(who).map_or(0, state::attacks_made);
    fix(r, who, made);
}

/// Sets its number of attacks this round.
pub fn fix(r: &mut Resolution, who: CombatantId, blows: u8) {
    let old = r.encounter().get(who).and_then(|c| c.effect(condition::MANY_ATTACKS)).cloned();
    let effect = old.unwrap_or_else(|| state::this_round(r, condition::MANY_ATTACKS));
    r.afflict(who, Effect { value: blows.into(), ..effect });
}

/// Refuses a combatant that has no attacks at all this round, used or not.
fn has_attacks(at: &At) -> Allowed {
    let c = at.c;
    at.unless_any([
        (c.has(Condition::PARRYING), Refusal::PARRYING),
        (c.has(Condition::FLEEING), Refusal::FLEEING),
        (state::runs(c), refusal::MORALE_BROKEN),
        (c.has(Condition::RUNNING), Refusal::RUNNING),
        (c.has(Condition::OVEREXTENDED), refusal::OVEREXTENDED),
        (c.has(condition::STRUGGLING), refusal::STRUGGLING),
        (c.has(Condition::GRAPPLING), refusal::GRAPPLING),
        (c.has(Condition::CASTING), Refusal::CASTING),
    ])
}

/// Refuses an attack of any kind, for the first reason that applies.
pub fn may_attack(at: &At) -> Allowed {
    has_attacks(at)?;
    at.unless_any([
        (at.c.spent.acted, Refusal::ALREADY_ATTACKED),
        (at.c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED),
    ])
}
