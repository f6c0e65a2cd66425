//! Announcements before initiative.

use super::options::{self, RETREAT_TIMING};
use super::sequence::ROUND_TAGS;
use super::{about, state};
use crate::rules::d20::relations::holders;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Class;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Act;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, SpellFate, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Moment, When};
use crate::rules::ruleset::about::Bar;

/// The place of a spell that no list has: its caster's are not counted (1.1).
pub const UNLISTED: u8 = u8::MAX;

/// Whether there is anything it could announce: a spell in memory, or a way out of melee.
pub fn can_declare(e: &Encounter, c: &Combatant) -> bool {
    let free = !c.has(Condition::Fleeing) && !state::barred(c, Bar::Declare);
    free && (state::in_melee(e, c) || !spells_ready(e, c).is_empty() || is_caster_without_list(e, c))
}

/// The spells it could announce, by position: no powers, and a copy is left.
pub fn spells_ready(e: &Encounter, c: &Combatant) -> Vec<u8> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    let spells = d20.block.spells.iter().enumerate();
    let ready = spells.filter(|(at, spell)| !spell.power && has_spell(e, c, *at));
    ready.filter_map(|(at, _)| u8::try_from(at).ok()).collect()
}

/// Which spell it announces: one of its list with a copy left, or any at all where it has no list.
pub fn announces(e: &Encounter, c: &Combatant, said: Option<u8>) -> Option<u8> {
    if is_unlisted(e, c) {
        return Some(UNLISTED);
    }
    said.filter(|at| spells_ready(e, c).contains(at))
}

/// Nobody keeps a list of its spells, and it may have some: a casting class, or no class at all. A list
/// of powers is one, but for a caster by class.
pub fn is_unlisted(e: &Encounter, c: &Combatant) -> bool {
    let Ok(d20) = e.d20(c.id) else { return false };
    match d20.block.class {
        Some(class) if casts(class) => d20.block.spells.iter().all(|spell| spell.power),
        Some(_) => false,
        None => d20.block.spells.is_empty(),
    }
}

/// Nobody keeps a list of its spells, and by class and level it has some: a cleric of the first level
/// has none, unless the referee says so.
pub fn is_caster_without_list(e: &Encounter, c: &Combatant) -> bool {
    let Ok(block) = e.d20(c.id).map(|d20| &d20.block) else { return false };
    let novice = block.class == Some(Class::Cleric) && block.level.is_none_or(|level| level < 2);
    block.class.is_some_and(casts) && !novice && is_unlisted(e, c)
}

fn casts(class: Class) -> bool {
    matches!(class, Class::Cleric | Class::Elf | Class::MagicUser)
}

/// Whether a copy of the spell is left, where copies are counted.
pub fn has_spell(e: &Encounter, c: &Combatant, at: usize) -> bool {
    let Ok(d20) = e.d20(c.id) else { return false };
    d20.block.spells.get(at).is_some_and(|spell| state::spell_left(c, at, spell))
}

fn this_round(r: &Resolution) -> When {
    Moment::RoundEnd(r.encounter().round).at(ROUND_TAGS)
}

/// Takes back what it announced; a new announcement does so first.
pub fn undo(r: &mut Resolution, who: CombatantId) {
    for condition in [Condition::Casting, Condition::Withdrawing, Condition::Retreating] {
        r.relieve(who, condition);
    }
}

/// `bx.declare.spell`.
pub fn spell(r: &mut Resolution, act: &Act) {
    let e = r.encounter();
    let said = e.get(act.who).and_then(|c| announces(e, c, act.facts.spell()));
    let Some(spell) = said else { return };
    undo(r, act.who);
    let until = Some(this_round(r));
    let effect = Effect { value: i32::from(spell), ..r.effect(Condition::Casting, until) };
    r.afflict(act.who, effect);
    r.emit(Event::Told(Told::Spell(act.who, spell, SpellFate::Announced)));
}

/// `bx.declare.melee-move`: a fighting withdrawal.
pub fn withdrawal(r: &mut Resolution, who: CombatantId) {
    undo(r, who);
    let effect = r.effect(Condition::Withdrawing, Some(this_round(r)));
    r.afflict(who, effect);
}

/// `bx.declare.melee-move`: a retreat. What it costs begins when the announcements are locked.
pub fn retreat(r: &mut Resolution, who: CombatantId) {
    undo(r, who);
    let effect = r.effect(Condition::Retreating, Some(this_round(r)));
    r.afflict(who, effect);
}

/// Announcements are locked (`bx.declare.binding`): the fleeing count as retreating, and the foes
/// of a retreat begin to profit.
pub fn lock(r: &mut Resolution) {
    let e = r.encounter();
    let fleeing: Vec<CombatantId> = e
        .all()
        .filter(|c| c.has(Condition::Fleeing) && state::can_act(c) && state::in_melee(e, c))
        .map(|c| c.id)
        .collect();
    for who in fleeing {
        retreat(r, who);
    }
    if options::is(r.encounter(), RETREAT_TIMING, "movement") {
        return;
    }
    let e = r.encounter();
    let retreating: Vec<CombatantId> =
        e.all().filter(|c| c.has(Condition::Retreating)).map(|c| c.id).collect();
    for who in retreating {
        expose(r, who);
    }
}

/// From now on the foes that hold it in melee profit from its retreat (`bx.movement.retreat`).
pub fn expose(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let foes: Vec<CombatantId> = holders(about(), e, c).map(|foe| foe.id).collect();
    for foe in foes {
        let until = Some(this_round(r));
        let effect = Effect { toward: Some(foe), ..r.effect(Condition::Retreating, until) };
        r.consequence(Event::Afflicted(who, Box::new(effect)));
    }
}
