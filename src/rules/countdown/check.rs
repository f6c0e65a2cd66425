//! Refusals: every command is looked at here first, in the order of section 2.4.

use super::options::{self, MORALE};
use super::state::{self, MELEE_FEET};
use super::{aim, damage, declare, holding, movement, sequence, spell, weapon};
use crate::rules::d20::check;
use crate::rules::model::block::d20::{Tag, Trait};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::window::Phase;

/// Refuses a command, or lets it pass.
///
/// # Errors
/// Why not.
pub fn check(e: &Encounter, c: &Command) -> Result<(), RuleError> {
    match c {
        Command::Act(act) => check_act(e, act),
        Command::Skip => check_skip(e),
        Command::Harm { who, amount } | Command::Heal { who, amount } => check::amount(e, *amount, who),
        Command::Morale { side, adjustment } => {
            check::morale(e, *side, *adjustment, options::on(e, MORALE))
        }
        _ => Ok(()),
    }
}

/// Initiative is rolled or set by hand; what happened at once must take hold, and flames are felt.
fn check_skip(e: &Encounter) -> Result<(), RuleError> {
    let refuse = |detail: &str| Err(RuleError::new(Refusal::NotInThisPhase).saying(detail));
    match e.window().map(|window| window.phase) {
        Some(Phase::Initiative) if e.order.is_empty() => {
            refuse("roll it, or set the order by hand first")
        }
        Some(Phase::Commit) => refuse("what happened at once has to take hold"),
        _ => Ok(()),
    }
}

/// When a deed can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    /// At any time.
    Any,
    /// Before the dice fall.
    Declaring,
    /// Before the dice fall, or as the action.
    Holding,
    /// On its own number, beside the action; a move even while the number is being closed.
    Beside,
    /// On its own number, as the action.
    Action,
    /// Out of an open hold, on a number that is not its own.
    Joining,
}

fn time(deed: Deed) -> Time {
    match deed {
        Deed::Save | Deed::Check | Deed::Release | Deed::Drop | Deed::Sheathe => Time::Any,
        Deed::Declare | Deed::Undeclare => Time::Declaring,
        Deed::Hold | Deed::Await => Time::Holding,
        Deed::Move | Deed::Withdraw | Deed::Stand | Deed::LieDown | Deed::Draw => Time::Beside,
        Deed::CutIn => Time::Joining,
        _ => Time::Action,
    }
}

/// Whether the deed is the action of the round.
pub fn is_action(deed: Deed) -> bool {
    matches!(time(deed), Time::Action | Time::Holding)
}

/// Refuses an act, or lets it pass.
///
/// # Errors
/// Why not.
pub fn check_act(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let c = e.who(act.who)?;
    check_actor(e, c, act.deed)?;
    if !act.facts.has(&Fact::Insist) {
        check_hold(c, act.deed)?;
    }
    check_deed(e, c, act)
}

/// What bars the combatant from that deed, whatever the particulars.
///
/// # Errors
/// Why not.
pub fn check_actor(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    match c.standing {
        Standing::Dead => return refuse(Refusal::Dead),
        _ if matches!(deed, Deed::Save | Deed::Check) => return Ok(()),
        _ if c.has(Condition::Unconscious) => return refuse(Refusal::Unconscious),
        _ if !state::is_able(c) => return refuse(Refusal::Incapacitated),
        _ if c.has(Condition::Surprised) => return refuse(Refusal::Surprised),
        _ => {}
    }
    check_time(e, c, deed)?;
    // Whoever has kept a spell until now has nothing else to do here.
    if c.has(Condition::Forestalling) && is_action(deed) && deed != Deed::Cast {
        return refuse(Refusal::Casting);
    }
    declare::check(e, c, deed, None)?;
    match deed {
        Deed::Move | Deed::Withdraw | Deed::Run => movement::may_move(e, c, deed),
        Deed::Charge => movement::may_move(e, c, deed).and_then(|()| may_attack(e, c)),
        Deed::Strike | Deed::Shoot | Deed::TwoWeapons | Deed::Punch | Deed::Kick | Deed::Grab => {
            may_attack(e, c)
        }
        Deed::Brace => {
            may_attack(e, c)?;
            let set = e
                .d20(c.id)
                .is_ok_and(|d20| weapon::ready_lines(c, d20, Some(Tag::Brace)).next().is_some());
            if set { Ok(()) } else { refuse(Refusal::BadWeapon) }
        }
        Deed::Cast | Deed::Forestall => {
            spell::may_cast(e, c)?;
            let left = !spell::ready(e, c, false).is_empty();
            if left { Ok(()) } else { refuse(Refusal::NoSpellLeft) }
        }
        Deed::UsePower if spell::ready(e, c, true).is_empty() => refuse(Refusal::NoSpellLeft),
        Deed::BreakFree if !c.has(Condition::Held) => refuse(Refusal::HoldsNobody),
        Deed::Squeeze | Deed::Muffle | Deed::Snatch | Deed::Drag | Deed::Release
            if !c.has(Condition::Grappling) =>
        {
            refuse(Refusal::HoldsNobody)
        }
        Deed::Snatch => may_attack(e, c),
        Deed::Stand => movement::may_stand_up(e, c),
        Deed::LieDown if c.has(Condition::Prone) => refuse(Refusal::SamePosture),
        Deed::Extinguish if !c.has(Condition::Burning) => refuse(Refusal::NotBurning),
        Deed::Extinguish | Deed::Reload if c.spent.moved.is_some() => refuse(Refusal::AlreadyMoved),
        _ => Ok(()),
    }
}

fn may_attack(e: &Encounter, c: &Combatant) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if state::may_attack(e, c) {
        return Ok(());
    }
    if c.has(Condition::NoAttack) { refuse(Refusal::NoAttack) } else { refuse(Refusal::Barred) }
}

/// Phase, number, and whether it has acted already.
fn check_time(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    let phase = e.window().map(|window| window.phase);
    let declaring = phase == Some(Phase::Declare);
    match time(deed) {
        Time::Any => return Ok(()),
        Time::Declaring if declaring && deed == Deed::Undeclare => {
            let said = c.has(Condition::Declared) || holding::holds(c);
            return if said { Ok(()) } else { refuse(Refusal::NothingOpen) };
        }
        Time::Declaring | Time::Holding if declaring => return Ok(()),
        Time::Declaring => return refuse(Refusal::NotInThisPhase),
        Time::Joining => return check_joining(e, c),
        Time::Holding if phase == Some(Phase::Gap) => return refuse(Refusal::NotInThisPhase),
        Time::Holding | Time::Beside | Time::Action => {}
    }
    let late = phase == Some(Phase::Commit) && time(deed) == Time::Beside;
    let open = matches!(phase, Some(Phase::Number | Phase::Gap)) || late;
    if !open {
        return refuse(Refusal::NotInThisPhase);
    }
    if !sequence::stands_on_open_number(e, c.id) {
        return refuse(Refusal::NotYourSlot);
    }
    match time(deed) {
        Time::Beside => Ok(()),
        _ if goes_on(e, c, deed) => Ok(()),
        _ if state::has_action(e, c) && c.spent.attacks.is_empty() => Ok(()),
        _ if matches!(deed, Deed::Strike | Deed::Shoot) => refuse(Refusal::AlreadyAttacked),
        _ => refuse(Refusal::AlreadyActed),
    }
}

/// The rest of a routine (`countdown.attack.routine`).
fn goes_on(e: &Encounter, c: &Combatant, deed: Deed) -> bool {
    matches!(deed, Deed::Strike | Deed::Shoot) && state::in_routine(e, c)
}

/// Out of an open hold at a later number than its own (`countdown.initiative.hold`).
fn check_joining(e: &Encounter, c: &Combatant) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if !c.has(Condition::Holding) {
        return refuse(Refusal::NotHolding);
    }
    // Until the number is committed.
    let phase = e.window().map(|window| window.phase);
    if !matches!(phase, Some(Phase::Number | Phase::Commit)) {
        return refuse(Refusal::NotInThisPhase);
    }
    if sequence::has_come_to(e, c) { Ok(()) } else { refuse(Refusal::NotYourSlot) }
}

/// What can be done in a hold, on either side of it; anything else is the referee's to allow
/// (`countdown.special.grapple-held`, `countdown.special.grapple-hold`).
///
/// # Errors
/// `held`.
pub fn check_hold(c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let anyhow = matches!(time(deed), Time::Any | Time::Declaring | Time::Holding | Time::Joining);
    let of_the_held = matches!(deed, Deed::BreakFree | Deed::Cast);
    let of_the_holder = matches!(deed, Deed::Squeeze | Deed::Muffle | Deed::Snatch | Deed::Drag);
    let (held, holds) = (c.has(Condition::Held), c.has(Condition::Grappling));
    let allowed = (held && of_the_held) || (holds && of_the_holder);
    if anyhow || deed == Deed::UseItem || allowed || !(held || holds) {
        return Ok(());
    }
    let why = if held { Refusal::Held } else { Refusal::HasHold };
    Err(RuleError::new(why).of(c.id))
}

/// The particulars: weapon, target, facts.
fn check_deed(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    match act.deed {
        Deed::Move | Deed::Withdraw | Deed::Run | Deed::Drag => movement::check_way(e, c, act),
        Deed::Strike | Deed::Shoot => aim::at_one(e, c, act),
        Deed::Charge => aim::charge(e, c, act),
        Deed::TwoWeapons => aim::two_weapons(e, c, act),
        Deed::Punch | Deed::Kick => {
            aim::target(e, act, &damage::fist())?;
            aim::not_proof(e, act.target(), act, (Trait::BrawlProof, Refusal::BrawlProof))
        }
        Deed::Grab => {
            if c.has(Condition::Grappling) {
                return Err(refuse(Refusal::HasHold));
            }
            aim::target(e, act, &damage::fist())?;
            aim::not_proof(e, act.target(), act, (Trait::Shapeless, Refusal::GrappleProof))
        }
        Deed::Squeeze => {
            aim::not_proof(e, state::held_by(c), act, (Trait::BrawlProof, Refusal::BrawlProof))
        }
        Deed::Snatch => aim::hidden(act),
        Deed::Hold | Deed::Await | Deed::Forestall => holding::check(e, c, act),
        Deed::Declare => match act.facts.intent().and_then(declare::kind) {
            Some(kind) => check_hold(c, kind),
            None => Err(refuse(Refusal::MissingFact).saying("what does it mean to do?")),
        },
        Deed::Cast | Deed::UsePower => check_spell(e, c, act),
        Deed::Draw => check_draw(e, c, act),
        Deed::Drop | Deed::Sheathe => match act.with {
            Some(at) if weapon::is_ready(c, at) => Ok(()),
            _ => Err(refuse(Refusal::NotAtHand)),
        },
        Deed::Reload => check_reload(e, c, act),
        Deed::Kindle => check_kindling(e, act),
        Deed::Revive => check_revival(e, act),
        Deed::Save if act.facts.against().is_none() => {
            Err(refuse(Refusal::MissingFact).saying("against which category?"))
        }
        Deed::Check | Deed::Feat if act.facts.ability().is_none() => {
            Err(refuse(Refusal::MissingFact).saying("which ability?"))
        }
        _ => Ok(()),
    }
}

/// A crossbow that has shot and is at hand.
fn check_reload(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let loads = |at: &u8| {
        let line = e.d20(c.id).ok().and_then(|d20| state::line(d20, *at));
        line.is_some_and(weapon::is_crossbow) && weapon::is_spent(c, *at)
    };
    let at = act.with.filter(loads).ok_or_else(|| RuleError::new(Refusal::BadWeapon).of(c.id))?;
    weapon::at_hand(c, at)
}

/// Whoever stands in the oil is there to be burnt.
fn check_kindling(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    act.at.iter().try_for_each(|whom| match e.who(*whom)?.standing {
        Standing::Up | Standing::Down => Ok(()),
        _ => Err(RuleError::new(Refusal::BadTarget).of(act.who)),
    })
}

/// The spell is known and left, and its targets are there.
fn check_spell(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    let at = act.facts.spell().ok_or_else(|| refuse(Refusal::MissingFact).saying("which spell?"))?;
    if !spell::ready(e, c, act.deed == Deed::UsePower).contains(&at) {
        return Err(refuse(Refusal::NoSpellLeft));
    }
    if act.facts.has(&Fact::Unseen) {
        return Err(refuse(Refusal::BadTarget).saying("it cannot be seen"));
    }
    for &target in &act.at {
        if e.who(target)?.standing == Standing::Dead {
            return Err(refuse(Refusal::BadTarget));
        }
    }
    if act.facts.rounds().is_some_and(|n| n < 1) {
        return Err(refuse(Refusal::BadModifier).saying("rounds: expected 1 or more"));
    }
    Ok(())
}

fn check_draw(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    let at = act.with.ok_or_else(|| refuse(Refusal::BadWeapon))?;
    e.d20(c.id).ok().and_then(|d20| state::line(d20, at)).ok_or_else(|| refuse(Refusal::BadWeapon))?;
    may_draw(e, c, at)
}

/// Whether it can take that weapon up now, with its action where that is what it costs.
///
/// # Errors
/// Why not.
pub fn may_draw(e: &Encounter, c: &Combatant, at: u8) -> Result<(), RuleError> {
    weapon::may_take_up(e, c, at)?;
    declare::check(e, c, Deed::Draw, Some(at))?;
    let pays = weapon::takes_action(e, c, at);
    if pays && !(state::has_action(e, c) && c.spent.attacks.is_empty()) {
        return Err(RuleError::new(Refusal::AlreadyActed).of(c.id));
    }
    Ok(())
}

/// Somebody at hand who was knocked out, from a certain round on (`countdown.death.revive`).
///
/// # Errors
/// `bad-target`, `too-far`, `too-soon`.
pub fn check_revival(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(act.who);
    let target = act.target().ok_or_else(|| refuse(Refusal::BadTarget))?;
    let lies = e.who(target)?.effect(Condition::Unconscious);
    let lies = lies.filter(|_| target != act.who).ok_or_else(|| refuse(Refusal::BadTarget))?;
    if e.distance(act.who, target).is_some_and(|feet| feet > MELEE_FEET) {
        return Err(refuse(Refusal::TooFar));
    }
    if i64::from(e.round) < i64::from(lies.value) {
        let detail = format!("from round {} on", lies.value);
        return Err(refuse(Refusal::TooSoon).saying(detail));
    }
    Ok(())
}
