//! What everybody means to do, said before the dice fall.

use super::options::{self, DECLARATIONS, DODGE_WINDOW};
use super::{holding, movement, state, weapon};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Spending, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Moment;
use crate::rules::text::words;

/// The kinds of action that can be declared (`countdown.declare.action`); a declaration is kept as a
/// position in this list.
pub const KINDS: [Deed; 17] = [
    Deed::Strike,
    Deed::Move,
    Deed::Cast,
    Deed::Dodge,
    Deed::Hold,
    Deed::Run,
    Deed::Charge,
    Deed::Brace,
    Deed::Withdraw,
    Deed::Feat,
    Deed::Reload,
    Deed::Extinguish,
    Deed::Draw,
    Deed::Stand,
    Deed::Revive,
    Deed::BreakFree,
    Deed::Pass,
];

/// The kind a deed is of; `None`: it is free and nobody declares it.
pub fn kind(deed: Deed) -> Option<Deed> {
    Some(match deed {
        Deed::Strike
        | Deed::Shoot
        | Deed::TwoWeapons
        | Deed::Punch
        | Deed::Kick
        | Deed::Grab
        | Deed::Squeeze
        | Deed::Muffle
        | Deed::Snatch
        | Deed::Drag => Deed::Strike,
        Deed::Cast | Deed::UsePower | Deed::UseItem => Deed::Cast,
        Deed::Hold | Deed::Await | Deed::Forestall => Deed::Hold,
        Deed::Feat | Deed::Kindle | Deed::Other => Deed::Feat,
        deed if KINDS.contains(&deed) => deed,
        _ => return None,
    })
}

/// What it has declared.
pub fn declared(c: &Combatant) -> Option<Deed> {
    let at = c.effect(Condition::Declared)?.value;
    KINDS.get(usize::try_from(at).ok()?).copied()
}

/// Whether it still owes a declaration.
pub fn owes(c: &Combatant) -> bool {
    state::can_act(c) && !c.has(Condition::Declared) && !c.has(Condition::Dodging) && !holding::holds(c)
}

/// Declares an action (`countdown.declare.action`); a dodge begins at once and is locked
/// (`countdown.special.dodge`).
pub fn declare(r: &mut Resolution, act: &Act) {
    let Some(kind) = act.facts.intent().and_then(kind) else { return };
    undo(r, act.who);
    let at = KINDS.iter().position(|known| *known == kind).and_then(|at| i32::try_from(at).ok());
    let until = Some(state::this_round(r.encounter()));
    let label = Some(words::deed(kind).to_lowercase().into());
    let effect = Effect { value: at.unwrap_or(0), label, ..r.effect(Condition::Declared, until) };
    r.afflict(act.who, effect);
    if kind == Deed::Dodge && !until_next_turn(r.encounter()) {
        dodge(r, act.who);
    }
}

/// A dodge goes from its own number to its next turn (`countdown.option.dodge-window`).
pub fn until_next_turn(e: &Encounter) -> bool {
    options::is(e, DODGE_WINDOW, "until-next-turn")
}

/// Takes it back, while that is allowed.
pub fn undo(r: &mut Resolution, who: CombatantId) {
    r.relieve(who, Condition::Declared);
    r.relieve(who, Condition::Dodging);
    holding::end(r, who);
}

/// Harder to hit from now on (`countdown.special.dodge`): to the end of the round, or with the option
/// until its next turn begins.
pub fn dodge(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let until = if until_next_turn(e) {
        Moment::TurnStart(who, e.round + 1).at(state::ROUND_TAGS)
    } else {
        state::this_round(e)
    };
    if !e.get(who).is_some_and(|c| c.has(Condition::Dodging)) {
        let effect = r.effect(Condition::Dodging, Some(until));
        r.afflict(who, effect);
    }
}

/// Its turn begins: with the option a dodge from its last turn ends, and one it declared begins.
pub fn begin_turn(r: &mut Resolution, who: CombatantId) {
    if !until_next_turn(r.encounter()) {
        return;
    }
    if r.encounter().get(who).is_some_and(|c| c.has(Condition::Dodging)) {
        r.emit(Event::TurnBegan(who));
    }
    if r.encounter().get(who).and_then(declared) == Some(Deed::Dodge) {
        dodge(r, who);
    }
}

/// A dodge on its own number takes its action; one that was declared has it begin there.
pub fn dodge_now(r: &mut Resolution, who: CombatantId) {
    dodge(r, who);
    r.emit(Event::Spent(who, Spending::Action));
}

/// The kind the deed is of here; `None`: it is free. Getting up and taking up a weapon are actions only
/// where they cost one.
fn kind_now(e: &Encounter, c: &Combatant, deed: Deed, with: Option<u8>) -> Option<Deed> {
    let costs = match deed {
        Deed::Stand => movement::stand_up_takes_action(e),
        Deed::Draw => with.is_some_and(|at| weapon::takes_action(e, c, at)),
        _ => true,
    };
    if costs { kind(deed) } else { None }
}

/// Whether somebody who declared that keeps to it by an act of that kind: moving goes with anything,
/// what was held back may be anything, and whoever backs off may strike at who follows.
fn agrees(declared: Deed, kind: Deed) -> bool {
    let moves = matches!(kind, Deed::Move | Deed::Withdraw);
    let backs_off = (declared, kind) == (Deed::Withdraw, Deed::Strike);
    declared == kind || moves || declared == Deed::Hold || backs_off
}

/// A declared dodge is the one action of the round: moving is all that goes with it; with the option
/// every declaration is kept (`countdown.special.dodge`, `countdown.option.declarations`).
///
/// # Errors
/// `declared-otherwise`.
pub fn check(e: &Encounter, c: &Combatant, deed: Deed, with: Option<u8>) -> Result<(), RuleError> {
    let (Some(declared), Some(kind)) = (declared(c), kind_now(e, c, deed, with)) else { return Ok(()) };
    let kept = declared == Deed::Dodge || options::is(e, DECLARATIONS, "binding");
    if !kept || agrees(declared, kind) {
        return Ok(());
    }
    let detail = format!("it declared: {}", words::deed(declared));
    Err(RuleError::new(Refusal::DeclaredOtherwise).of(c.id).saying(detail))
}

/// An action of another kind than the one declared is told (`countdown.declare.action`).
pub fn note_change(r: &mut Resolution, act: &Act) {
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return };
    let done = kind_now(e, c, act.deed, act.with);
    let changed = |said: &Deed| done.is_some_and(|done| !agrees(*said, done));
    if let Some(said) = declared(c).filter(changed) {
        let text = format!("had declared: {}", words::deed(said).to_lowercase());
        let rule = "countdown.declare.action".into();
        r.emit(Event::Told(Told::Row(act.who, rule, text.into())));
    }
}
