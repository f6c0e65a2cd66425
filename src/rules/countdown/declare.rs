//! Declarations, made before initiative.

use super::action::action;
use super::options::{DECLARATIONS, DODGE_WINDOW, Declarations, DodgeWindow};
use super::{condition, hold, number, refusal, state};
use crate::rules::model::event;
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

pub const UNDECLARE: DeedRule = DeedRule {
    rule: "countdown.declare.action",
    when: When::Announcing,
    told: LogForm::Named,
    concerns: has_declared,
    may: |at| at.unless(has_declared(at), Refusal::NOTHING_OPEN),
    run: |r, act| {
        undo(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::Undeclare)
};

/// Takes the action on its own number; a declared dodge begins there.
pub const DODGE: DeedRule = DeedRule {
    rule: "countdown.special.dodge",
    announced: |_, _| Some(Deed::Dodge),
    run: |r, act| {
        dodge(r, act.who);
        r.emit(Event::Spent(act.who, Spending::Action));
        Ok(())
    },
    ..action(Deed::Dodge)
};

fn has_declared(at: &At) -> bool {
    at.c.has(condition::DECLARED) || hold::holds(at.c)
}

/// Kinds of action that can be declared (`countdown.declare.action`); a declaration is stored as an index into this
/// list.
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

/// Returns the declared kind of action.
pub fn declared(c: &Combatant) -> Option<Deed> {
    let at = c.effect(condition::DECLARED)?.value;
    KINDS.get(usize::try_from(at).ok()?).copied()
}

/// Whether `c` has still to declare.
pub fn owes(c: &Combatant) -> bool {
    state::can_act(c) && !c.has(condition::DECLARED) && !c.has(condition::DODGING) && !hold::holds(c)
}

/// Whether a dodge lasts from its own number to its next turn (`countdown.option.dodge-window`).
pub fn until_next_turn(e: &Encounter) -> bool {
    DODGE_WINDOW.is(e, DodgeWindow::UntilNextTurn)
}

/// Takes back the declaration.
pub fn undo(r: &mut Resolution, who: CombatantId) {
    r.relieve(who, condition::DECLARED);
    r.relieve(who, condition::DODGING);
    hold::end(r, who);
}

/// Starts a dodge, to the end of the round or, with the option, to the start of its next turn
/// (`countdown.special.dodge`).
pub fn dodge(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let until = if until_next_turn(e) {
        Moment::TurnStart(who, e.round + 1).at(state::ROUND_TAGS)
    } else {
        state::this_round(e)
    };
    if !e.has(who, condition::DODGING) {
        r.begin(who, condition::DODGING, Some(until));
    }
}

/// Begins its turn: with the option the last dodge ends, and a declared one begins.
pub fn begin_turn(r: &mut Resolution, who: CombatantId) {
    if !until_next_turn(r.encounter()) {
        return;
    }
    if r.encounter().has(who, condition::DODGING) {
        r.emit(Event::TurnBegan(who));
    }
    if r.encounter().get(who).and_then(declared) == Some(Deed::Dodge) {
        dodge(r, who);
    }
}

/// Whether the act keeps a hold in force: another way to hold, or setting a weapon.
pub fn holds_back(e: &Encounter, act: &Act, row: &DeedRule) -> bool {
    let kind = e.get(act.who).and_then(|c| (row.announced)(&At { e, c }, act.with));
    matches!(kind, Some(Deed::Hold | Deed::Brace))
}

/// Whether an act of `kind` agrees with the declaration: moving agrees with any, a hold may become anything, and a
/// withdrawer may strike at pursuers.
fn agrees(at: &At, declared: Deed, kind: Deed) -> bool {
    let moves = matches!(kind, Deed::Move | Deed::Withdraw);
    let backs_off = (declared, kind) == (Deed::Withdraw, Deed::Strike);
    // On its own number, a combatant that declared a hold must still hold.
    let held = || hold::holds(at.c) || number::open_number(at.e) != at.c.number;
    declared == kind || moves || backs_off || (declared == Deed::Hold && held())
}

/// Checks the act against a binding declaration. A declared dodge is the only action of the round, beside movement;
/// with the option every declaration binds (`countdown.special.dodge`, `countdown.option.declarations`).
///
/// # Errors
/// `declared-otherwise`.
pub fn keeps(at: &At, row: &DeedRule, with: Option<u8>) -> Allowed {
    let Some((declared, kind)) = declared(at.c).zip((row.announced)(at, with)) else { return Ok(()) };
    let kept = declared == Deed::Dodge || DECLARATIONS.is(at.e, Declarations::Binding);
    if !kept || agrees(at, declared, kind) {
        return Ok(());
    }
    let detail = format!("it declared: {}", declared.words().name);
    Err(at.why(refusal::DECLARED_OTHERWISE).saying(detail))
}

/// Logs an action of another kind than declared (`countdown.declare.action`).
pub fn note_change(r: &mut Resolution, act: &Act, row: &DeedRule) {
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return };
    let at = &At { e, c };
    let done = (row.announced)(at, act.with);
    let changed = |said: &Deed| done.is_some_and(|done| !agrees(at, *said, done));
    if let Some(said) = declared(c).filter(changed) {
        let text = format!("had declared: {}", said.words().name.to_lowercase());
        r.tell(|| event::Told::row(act.who, "countdown.declare.action", text));
    }
}
