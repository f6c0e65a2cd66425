//! Declarations before initiative.

use super::asset::tables;
use super::options::{RETREAT_TIMING, RetreatTiming};
use super::state::this_round;
use super::{figures, state};
use crate::rules::d20::relations::holders;
use crate::rules::d20::spell::{self as kit, has_ready, ready};
use crate::rules::model::block::d20::Class;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// The conditions of what can be declared.
const ANNOUNCED: [Condition; 3] = [Condition::CASTING, Condition::WITHDRAWING, Condition::RETREATING];

/// Declares a spell.
pub const DECLARE_SPELL: DeedRule = DeedRule {
    rule: "bx.declare.spell",
    when: When::Announcing,
    phase: Some(Phase::Declare),
    concerns: has_spells,
    may: |at| {
        may_declare(at)?;
        let left = has_ready(at.e, at.c, false) || is_unlisted(at);
        at.unless(left, Refusal::NO_SPELL_LEFT)
    },
    // Without a spell list there is no choice.
    shape: kit::announceable,
    check: |at, act| match (announces(at, act.facts.spell()), act.facts.spell()) {
        (Some(_), _) => Ok(()),
        (None, None) => at.no(Refusal::MISSING_FACT),
        (None, Some(_)) => at.no(Refusal::NO_SPELL_LEFT),
    },
    run: announce_spell,
    ..DeedRule::of(Deed::DeclareSpell)
};

/// Declares a fighting withdrawal.
pub const DECLARE_WITHDRAWAL: DeedRule = DeedRule {
    rule: "bx.declare.melee-move",
    when: When::Announcing,
    phase: Some(Phase::Declare),
    told: deed::LogForm::Named,
    may: |at| may_declare(at).and_then(|()| may_leave(at)),
    run: |r, act| {
        undo(r, act.who);
        state::marked(r, act, Condition::WITHDRAWING)
    },
    ..DeedRule::of(Deed::DeclareWithdrawal)
};

/// Declares a retreat. It exposes only from when declarations are locked.
pub const DECLARE_RETREAT: DeedRule = DeedRule {
    run: |r, act| {
        retreat(r, act.who);
        Ok(())
    },
    deed: Deed::DeclareRetreat,
    ..DECLARE_WITHDRAWAL
};

/// Withdraws the declaration.
pub const UNDECLARE: DeedRule = DeedRule {
    rule: "bx.declare.binding",
    when: When::Announcing,
    phase: Some(Phase::Declare),
    told: deed::LogForm::Named,
    concerns: has_declared,
    may: |at| at.unless(has_declared(at), Refusal::NOTHING_OPEN),
    run: |r, act| {
        undo(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::Undeclare)
};

/// Index of a spell that is on no list; its copies are not counted (1.1).
pub const UNLISTED: u8 = u8::MAX;

fn has_declared(at: &At) -> bool {
    ANNOUNCED.iter().any(|condition| at.c.has(*condition))
}

/// Refuses a combatant that cannot declare anything.
fn may_declare(at: &At) -> Allowed {
    match at.c {
        c if c.has(Condition::FLEEING) => at.no(Refusal::RETREATING),
        c if c.means(Meaning::CANNOT_DECLARE) => at.no(Refusal::BARRED),
        _ => Ok(()),
    }
}

/// Checks that it is in melee and could move out of it.
fn may_leave(at: &At) -> Allowed {
    figures::bears_its_load(at)?;
    at.unless(can_move(at.c), Refusal::BARRED)?;
    at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)
}

/// Whether nothing but a declaration, which it may withdraw, bars it from moving.
fn can_move(c: &Combatant) -> bool {
    let others = c.effects.iter().filter(|effect| !ANNOUNCED.contains(&effect.condition.id));
    !others.into_iter().any(|effect| effect.condition.is(Meaning::CANNOT_MOVE))
}

/// Whether it has anything to declare: a spell in memory, or a move out of melee.
pub fn can_declare(at: &At) -> bool {
    let has_spell = || has_ready(at.e, at.c, false) || is_caster_without_list(at);
    may_declare(at).is_ok() && (may_leave(at).is_ok() || has_spell())
}

/// Whether it may have spells: some are listed, its class has them, or it has declared one.
pub fn has_spells(at: &At) -> bool {
    kit::has_any(at, false) || is_caster_without_list(at) || kit::announced(at.c).is_some()
}

/// Returns the spell to declare: one of its list with a copy left, or [`UNLISTED`] if it has no list.
fn announces(at: &At, said: Option<u8>) -> Option<u8> {
    if is_unlisted(at) {
        Some(UNLISTED)
    } else {
        said.filter(|nth| ready(at.e, at.c, false).contains(nth))
    }
}

/// Whether its spells are not listed and it may have some, being of a casting class or of no class. A list of
/// nothing but powers counts as no list for a casting class.
fn is_unlisted(at: &At) -> bool {
    let Ok(d20) = at.d20() else { return false };
    match d20.block.class {
        Some(class) if spells_from(class).is_some() => d20.block.spells.iter().all(|spell| spell.power),
        Some(_) => false,
        None => d20.block.spells.is_empty(),
    }
}

/// Whether its spells are not listed and its class and level have some; a first-level cleric has none unless the
/// referee lists them.
fn is_caster_without_list(at: &At) -> bool {
    let Ok(block) = at.d20().map(|d20| &d20.block) else { return false };
    let from = block.class.and_then(spells_from);
    from.is_some_and(|from| block.level.unwrap_or(1) >= from) && is_unlisted(at)
}

/// Returns the lowest level at which a class has spells.
fn spells_from(class: Class) -> Option<u8> {
    tables().classes.iter().find(|table| table.class == class)?.spells_from
}

/// Withdraws its declaration; a new declaration does so first.
pub fn undo(r: &mut Resolution, who: CombatantId) {
    for condition in ANNOUNCED {
        r.relieve(who, condition);
    }
}

/// `bx.declare.spell`.
fn announce_spell(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let said = e.get(act.who).and_then(|c| announces(&At { e, c }, act.facts.spell()));
    let Some(spell) = said else { return Ok(()) };
    undo(r, act.who);
    kit::announce(r, act.who, spell);
    Ok(())
}

/// Begins a retreat, declared or not.
pub fn retreat(r: &mut Resolution, who: CombatantId) {
    undo(r, who);
    let effect = this_round(r, Condition::RETREATING);
    r.afflict(who, effect);
}

/// Locks declarations (`bx.declare.binding`): the fleeing count as retreating, and retreats begin to expose.
pub fn lock(r: &mut Resolution) {
    let e = r.encounter();
    let fleeing: Vec<CombatantId> = e
        .all()
        .filter(|c| c.has(Condition::FLEEING) && state::can_act(c) && state::in_melee(e, c))
        .map(|c| c.id)
        .collect();
    for who in fleeing {
        retreat(r, who);
    }
    if RETREAT_TIMING.is(r.encounter(), RetreatTiming::Movement) {
        return;
    }
    for who in r.encounter().those(|c| c.has(Condition::RETREATING)) {
        expose(r, who);
    }
}

/// Exposes a combatant that retreats by the referee's command at once, as if it had been declared; during Declare, it
/// is locked with the others.
pub fn on_retreating(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let announcing = e.window().is_some_and(|window| window.phase == Phase::Declare);
    let later = announcing || RETREAT_TIMING.is(e, RetreatTiming::Movement);
    let shown =
        |c: &Combatant| c.effects_of(Condition::RETREATING).any(|effect| effect.toward.is_some());
    if !later && !e.get(who).is_some_and(shown) {
        expose(r, who);
    }
}

/// Lets the foes that hold it in melee benefit from its retreat from now on (`bx.movement.retreat`).
pub fn expose(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let foes: Vec<CombatantId> = holders(e, c).map(|foe| foe.id).collect();
    for foe in foes {
        let effect = Effect { toward: Some(foe), ..this_round(r, Condition::RETREATING) };
        r.consequence(Event::Afflicted(who, Box::new(effect)));
    }
}
