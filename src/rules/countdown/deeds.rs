//! All deeds, what comes before and after each, and the declaration of one.

use super::action::action;
use super::declare::KINDS;
use super::{
    attack, brawl, charge, checks, condition, declare, fire, grapple, harm, hold, holding, missile,
    movement, number, sequence, spell, state, two_weapons, weapon,
};
use crate::rules::ruleset::deed::{self, Rows, When};
use crate::rules::ruleset::prelude::*;

/// All deeds, in the order in which the form lists them.
pub static DEEDS: Rows = Rows::of(&[
    &attack::STRIKE,
    &missile::SHOOT,
    &two_weapons::TWO_WEAPONS,
    &spell::CAST,
    &spell::USE_POWER,
    &charge::CHARGE,
    &movement::MOVE,
    &movement::WITHDRAW,
    &movement::RUN,
    &declare::DODGE,
    &holding::HOLD,
    &holding::AWAIT,
    &holding::FORESTALL,
    &holding::CUT_IN,
    &charge::BRACE,
    &grapple::GRAB,
    &grapple::BREAK_FREE,
    &grapple::SQUEEZE,
    &grapple::MUFFLE,
    &grapple::SNATCH,
    &grapple::DRAG,
    &grapple::RELEASE,
    &brawl::PUNCH,
    &brawl::KICK,
    &movement::STAND,
    &movement::LIE_DOWN,
    &weapon::DRAW,
    &weapon::DROP,
    &weapon::SHEATHE,
    &weapon::RELOAD,
    &fire::EXTINGUISH,
    &fire::KINDLE,
    &harm::REVIVE,
    &USE_ITEM,
    &checks::FEAT,
    &OTHER,
    &DECLARE,
    &declare::UNDECLARE,
    &checks::SAVE,
    &checks::CHECK,
    &PASS,
]);

const USE_ITEM: DeedRule = DeedRule {
    rule: "countdown.special.grapple-hold",
    announced: |_, _| Some(Deed::Cast),
    bar: |_| Ok(()),
    run: spend,
    ..action(Deed::UseItem)
};

const OTHER: DeedRule = DeedRule {
    rule: "countdown.declare.one-action",
    announced: |_, _| Some(Deed::Feat),
    run: spend,
    ..action(Deed::Other)
};

const PASS: DeedRule =
    deed::pass("countdown.declare.one-action", |at| deed::may_pass(at, sequence::owes));

const DECLARE: DeedRule = DeedRule {
    rule: "countdown.declare.action",
    when: When::Announcing,
    shape: |at, offer| {
        let free = |kind: &Deed| is_free_for(at, *kind).is_ok();
        let fact = Fact::Intent(KINDS.into_iter().find(free).unwrap_or(Deed::Pass));
        Offer { facts: vec![FactField { needed: true, ..FactField::may(fact) }], ..offer }
    },
    check: |at, act| match act.facts.intent().and_then(|deed| kind(at, deed)) {
        Some(kind) => is_free_for(at, kind),
        None => Err(at.why(Refusal::MISSING_FACT).saying("which action does it declare?")),
    },
    choices: |_, _, fact| match fact {
        Fact::Intent(_) => {
            KINDS.iter().map(|kind| (kind.words().name.into(), Fact::Intent(*kind))).collect()
        }
        _ => Vec::new(),
    },
    run: declare,
    ..DeedRule::of(Deed::Declare)
};

fn spend(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    Ok(())
}

/// Refuses a deed because of the actor's state or the time, before the deed's own checks (section 2.4).
pub fn gate(at: &At, row: &DeedRule) -> Allowed {
    let c = at.c;
    match c.standing {
        Standing::Dead => return at.no(Refusal::DEAD),
        _ if row.when == When::Ever => return Ok(()),
        _ if state::is_knocked_out(c) => return at.no(Refusal::UNCONSCIOUS),
        _ if !state::is_able(c) => return at.no(Refusal::INCAPACITATED),
        _ if c.has(Condition::SURPRISED) => return at.no(Refusal::SURPRISED),
        _ => {}
    }
    in_time(at, row)?;
    // A combatant that forestalls can only cast its spell here.
    if c.has(condition::FORESTALLING) && row.when.is_action() && row.deed != Deed::Cast {
        return at.no(Refusal::CASTING);
    }
    declare::keeps(at, row, None)
}

/// Checks the phase, the number, and whether it has acted.
fn in_time(at: &At, row: &DeedRule) -> Allowed {
    let phase = at.e.window().map(|window| window.phase);
    match (row.when, phase) {
        (When::Ever | When::Free | When::CuttingIn, _) => return Ok(()),
        (When::Announcing | When::Either, Some(Phase::Declare)) => return Ok(()),
        (When::Announcing, _) | (When::Either, Some(Phase::Gap)) => {
            return at.no(Refusal::NOT_IN_THIS_PHASE);
        }
        (_, Some(Phase::Number | Phase::Gap)) | (When::Beside, Some(Phase::Commit)) => {}
        _ => return at.no(Refusal::NOT_IN_THIS_PHASE),
    }
    if !number::stands_on_open_number(at.e, at.c.id) {
        return at.no(Refusal::NOT_YOUR_SLOT);
    }
    match row.when {
        When::Beside => Ok(()),
        _ if number::has_passed(at.e, at.c) => at.no(Refusal::ALREADY_ACTED),
        _ if row.repeats && state::in_routine(at.e, at.c) => Ok(()),
        _ if state::is_fresh(at.e, at.c) => Ok(()),
        _ if row.repeats => at.no(Refusal::ALREADY_ATTACKED),
        _ => at.no(Refusal::ALREADY_ACTED),
    }
}

/// Carries out an act: fire damage first, then the log entry; an action ends a hold.
pub fn carry_out(r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
    if !fire::before(r, act, row)? {
        return Ok(());
    }
    row.tell(r, act);
    declare::note_change(r, act, row);
    if row.when.is_action() && !declare::holds_back(r.encounter(), act, row) {
        hold::end_with_act(r, act.who);
    }
    (row.run)(r, act)
}

/// Checks that a hold does not bar that kind of action, which then cannot be declared either.
fn is_free_for(at: &At, kind: Deed) -> Allowed {
    DEEDS.row(kind).map_or(Ok(()), |row| (row.bar)(at))
}

/// Returns the kind under which that deed is declared; `None` if it is free and needs none.
fn kind(at: &At, deed: Deed) -> Option<Deed> {
    let of_row = || (DEEDS.row(deed)?.announced)(at, None);
    KINDS.contains(&deed).then_some(deed).or_else(of_row)
}

/// Declares an action (`countdown.declare.action`); a dodge begins at once and is binding (`countdown.special.dodge`).
fn declare(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let Some(kind) = act.facts.intent().and_then(|deed| kind(&at, deed)) else { return Ok(()) };
    declare::undo(r, act.who);
    let at = KINDS.iter().position(|known| *known == kind).and_then(|at| i32::try_from(at).ok());
    let until = Some(state::this_round(r.encounter()));
    let label = Some(kind.words().name.to_lowercase().into());
    let effect = Effect { value: at.unwrap_or(0), label, ..r.effect(condition::DECLARED, until) };
    r.afflict(act.who, effect);
    if kind == Deed::Dodge && !declare::until_next_turn(r.encounter()) {
        declare::dodge(r, act.who);
    }
    Ok(())
}
