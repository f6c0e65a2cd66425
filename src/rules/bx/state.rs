//! What is true of a combatant now.

use super::{about, options};
use crate::rules::combatant::{Combatant, Standing};
use crate::rules::d20::block::{Attack, Class, D20, Kind, Range, Tag, Trait};
use crate::rules::d20::relations::{holders, is_barred, is_out};
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::ids::{CombatantId, SideId};
use crate::rules::ruleset::Bar;

/// Feet within which blows are possible (`bx.melee.distance`).
pub const MELEE_FEET: i32 = 5;

/// Alive, present and not out of action.
pub fn is_able(c: &Combatant) -> bool {
    c.is_up() && !is_out(about(), c)
}

/// Able, not caught by surprise, and here in time: gets a die and a slot.
pub fn can_act(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::Surprised) && !c.has(Condition::Late)
}

/// Whether the two stand against one another.
pub fn foes(a: &Combatant, b: &Combatant) -> bool {
    a.side != b.side
}

/// In melee: an able foe within five feet (`bx.movement.in-melee`).
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    holders(about(), e, c).next().is_some()
}

/// The side's members that can act this round.
pub fn side_can_act(e: &Encounter, side: SideId) -> bool {
    e.all().any(|c| c.side == side && can_act(c))
}

/// Sides with anybody who is alive, present and has not surrendered.
pub fn sides_standing(e: &Encounter) -> usize {
    let fights = |c: &Combatant| c.standing == Standing::Up;
    e.side_ids().filter(|side| e.all().any(|c| c.side == *side && fights(c))).count()
}

/// Kept from that by a condition.
pub fn barred(c: &Combatant, bar: Bar) -> bool {
    is_barred(about(), c, bar)
}

/// The attack line, if it has one there.
pub fn line(d20: &D20, at: u8) -> Option<&Attack> {
    d20.figures.attacks.get(usize::from(at))
}

/// Whether the line can be used in that way.
pub fn reaches(attack: &Attack, range: Range) -> bool {
    let has = attack.range.unwrap_or(Range::Melee);
    has == range || has == Range::Both
}

/// How many more times it may use the line this round: a character attacks once whatever it
/// uses, a monster goes through its routine (`bx.attack.per-round`).
pub fn uses_left(c: &Combatant, d20: &D20, at: u8) -> u8 {
    let Some(attack) = line(d20, at) else { return 0 };
    if d20.block.is_character() {
        return u8::from(c.spent.attacks.is_empty());
    }
    attack.count.saturating_sub(c.spent.uses(at))
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

/// Strikes or shoots at a distance of that many feet or none known.
pub fn known_distance(e: &Encounter, a: CombatantId, b: CombatantId) -> Option<i32> {
    if e.engaged(a, b) { Some(MELEE_FEET) } else { e.distance(a, b) }
}

/// Foes it might strike: those in melee with it; where nobody knows where it stands, all whose
/// distance is unknown.
pub fn in_reach<'a>(e: &'a Encounter, c: &'a Combatant) -> Vec<&'a Combatant> {
    let target = |foe: &&Combatant| is_target(c, foe);
    let near = |foe: &&Combatant| known_distance(e, c.id, foe.id).is_some_and(|d| d <= MELEE_FEET);
    let close: Vec<&Combatant> = e.all().filter(target).filter(near).collect();
    if !close.is_empty() || knows_its_place(e, c) {
        return close;
    }
    e.all().filter(target).collect()
}

/// Whether there is anybody in reach. Asked of everybody for every window, so it looks at those the
/// combatant has to do with before it looks at the whole field.
pub fn any_in_reach(e: &Encounter, c: &Combatant) -> bool {
    if e.met_at.is_some_and(|feet| feet <= MELEE_FEET) {
        return !in_reach(e, c).is_empty();
    }
    let near = |id: CombatantId| known_distance(e, c.id, id).is_some_and(|feet| feet <= MELEE_FEET);
    let engaged = c.threatens.iter().chain(&c.threatened_by).copied();
    let mut named = engaged.chain(c.distances.iter().map(|(id, _)| *id));
    named.any(|id| e.get(id).is_some_and(|foe| is_target(c, foe)) && near(id))
        || (!knows_its_place(e, c) && e.all().any(|foe| is_target(c, foe)))
}

/// A foe that is still in the fight.
fn is_target(c: &Combatant, foe: &Combatant) -> bool {
    foes(c, foe) && foe.is_up()
}

/// Some distance to a foe is known: its own to that foe, or the one at which the sides met.
fn knows_its_place(e: &Encounter, c: &Combatant) -> bool {
    let own = c.distances.iter().filter_map(|(id, _)| e.get(*id)).any(|foe| is_target(c, foe));
    own || (e.met_at.is_some() && !c.strayed && e.all().any(|foe| is_target(c, foe) && !foe.strayed))
}

/// Foes it might shoot at with some line: farther than five feet, or nobody knows how far.
pub fn in_sight<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(move |foe| {
        foes(c, foe)
            && foe.is_up()
            && known_distance(e, c.id, foe.id).is_none_or(|feet| feet > MELEE_FEET)
    })
}

/// A turner of undead (`bx.special.turn-undead`).
pub fn turns_undead(d20: &D20) -> bool {
    d20.block.class == Some(Class::Cleric) && d20.block.is(Trait::HolySymbol)
}

/// Whether the undead trait is there.
pub fn is_undead(e: &Encounter, id: CombatantId) -> bool {
    e.d20(id).is_ok_and(|d20| d20.block.is(Trait::Undead))
}

/// Counts for the morale of its side: has a score (`bx.morale.first-death`).
pub fn bears_morale(e: &Encounter, c: &Combatant) -> Option<i32> {
    e.d20(c.id).ok().and_then(|d20| d20.block.morale).map(i32::from)
}

/// Whether the foes of a retreat profit from it now, that one in particular
/// (`bx.movement.retreat`).
pub fn exposed_to(e: &Encounter, c: &Combatant, foe: CombatantId) -> bool {
    let all = options::is(e, options::RETREAT_EXPOSURE, "all");
    c.effects.iter().any(|effect| {
        effect.condition == Condition::Retreating && effect.toward.is_some_and(|whom| all || whom == foe)
    })
}

/// A monster, not a character.
pub fn is_monster(d20: &D20) -> bool {
    d20.block.kind == Kind::Monster
}
