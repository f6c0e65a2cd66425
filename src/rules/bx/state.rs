//! What is true of a combatant now.

pub use crate::rules::d20::state::{
    MELEE_FEET, any_in_reach, draw, foes, in_reach, in_sight, is_monster, is_undead, known_distance,
    line, reaches, sides_standing, spell_left, supplied, use_spell, uses_left, with_morale,
};

use super::{about, options};
use crate::rules::combatant::Combatant;
use crate::rules::d20::block::{Attack, Class, D20, Tag, Trait};
use crate::rules::d20::relations::is_barred;
use crate::rules::d20::state;
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::ids::{CombatantId, SideId};
use crate::rules::ruleset::Bar;

/// Alive, present and not out of action.
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(about(), c)
}

/// Able, not caught by surprise, and here in time: gets a die and a slot.
pub fn can_act(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::Surprised) && !c.has(Condition::Late)
}

/// In melee: an able foe within five feet (`bx.movement.in-melee`).
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    state::in_melee(about(), e, c)
}

/// The side's members that can act this round.
pub fn side_can_act(e: &Encounter, side: SideId) -> bool {
    e.all().any(|c| c.side == side && can_act(c))
}

/// Kept from that by a condition.
pub fn barred(c: &Combatant, bar: Bar) -> bool {
    is_barred(about(), c, bar)
}

/// Bare hands may be used: no attack made yet.
pub fn hands_left(c: &Combatant) -> bool {
    c.spent.attacks.is_empty()
}

/// The weapon in hand is the first line.
fn ready(d20: &D20) -> Option<&Attack> {
    d20.figures.attacks.first()
}

/// In the slow tail: by its weapon or by its own choice (`bx.initiative.slow-weapons`). Casting
/// and running are not slow, whatever is in hand.
pub fn is_slow(e: &Encounter, c: &Combatant) -> bool {
    let busy = [
        Condition::NotSlow,
        Condition::Casting,
        Condition::SpellDisrupted,
        Condition::Retreating,
        Condition::Fleeing,
    ];
    let slow = || e.d20(c.id).ok().and_then(ready).is_some_and(|weapon| weapon.has(Tag::Slow));
    !busy.iter().any(|condition| c.has(*condition)) && (c.has(Condition::Slow) || slow())
}

/// A turner of undead (`bx.special.turn-undead`).
pub fn turns_undead(d20: &D20) -> bool {
    d20.block.class == Some(Class::Cleric) && d20.block.is(Trait::HolySymbol)
}

/// Whether the foes of a retreat profit from it now, that one in particular
/// (`bx.movement.retreat`).
pub fn exposed_to(e: &Encounter, c: &Combatant, foe: CombatantId) -> bool {
    let all = options::is(e, options::RETREAT_EXPOSURE, "all");
    c.effects.iter().any(|effect| {
        effect.condition == Condition::Retreating && effect.toward.is_some_and(|whom| all || whom == foe)
    })
}
