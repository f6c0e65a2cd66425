//! Refusals: every command is looked at here first, in the order of the catalogue's list.

use super::options::{self, MORALE, SUBDUING};
use super::{attack, declare, movement, pursuit, sequence, spell, state, turning};
use crate::rules::d20::check;
use crate::rules::model::block::d20::{Tag, Trait};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::window::{Mode, Phase, Whose, Window};
use crate::rules::ruleset::about::Bar;

/// The phases a slot goes through.
const SLOT: [Phase; 4] = [Phase::Movement, Phase::Missile, Phase::Magic, Phase::Melee];

/// Refuses a command, or lets it pass.
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

/// Initiative is rolled or set by hand; what happened at once must take hold.
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

/// Refuses an act, or lets it pass.
pub fn check_act(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let c = e.who(act.who)?;
    check_actor(e, c, act.deed)?;
    check_deed(e, c, act)
}

/// What bars the combatant from that deed, whatever the particulars.
pub fn check_actor(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if c.standing == Standing::Dead {
        return refuse(Refusal::Dead);
    }
    match deed {
        Deed::Save | Deed::Check => return Ok(()),
        Deed::Rest => return pursuit::may_rest(e, c),
        _ if !state::is_able(c) => return refuse(Refusal::Incapacitated),
        Deed::Evade => return pursuit::may_evade(e, c),
        Deed::Run => return pursuit::may_run(e, c),
        Deed::Distract => return Ok(()),
        _ if c.has(Condition::Surprised) => return refuse(Refusal::Surprised),
        _ if c.has(Condition::Late) => return refuse(Refusal::NotYourSlot),
        _ => {}
    }
    let Some(window) = e.window() else { return refuse(Refusal::NotInThisPhase) };
    check_phase(e, window, c, deed)?;
    match deed {
        Deed::Move | Deed::Withdraw | Deed::Retreat => movement::may_move(e, c, deed),
        Deed::Shoot | Deed::Strike => attack::may_attack(c),
        Deed::Cast | Deed::LetGo => match spell::announced(c) {
            Some(_) => Ok(()),
            None if c.has(Condition::SpellDisrupted) || c.spent.acted => refuse(Refusal::Casting),
            None => refuse(Refusal::NotDeclared),
        },
        Deed::UsePower => spell::may_use_power(c),
        Deed::TurnUndead if !e.d20(c.id).is_ok_and(state::turns_undead) => refuse(Refusal::Barred),
        Deed::TurnUndead if !c.spent.attacks.is_empty() => refuse(Refusal::AlreadyAttacked),
        Deed::TurnUndead => attack::may_attack(c),
        Deed::DeclareSpell | Deed::DeclareWithdrawal | Deed::DeclareRetreat => {
            check_declarer(e, c, deed)
        }
        Deed::Brace if attack::may_attack(c).is_err() => attack::may_attack(c),
        Deed::Brace => {
            let lines = e.d20(c.id).map(|d20| d20.figures.attacks.as_slice()).unwrap_or_default();
            let set = lines.iter().any(|line| line.has(Tag::Brace));
            if set { Ok(()) } else { refuse(Refusal::BadWeapon) }
        }
        Deed::Hasten | Deed::HangBack => check_pace(e, c, deed),
        _ => Ok(()),
    }
}

fn check_declarer(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if c.has(Condition::Fleeing) {
        return refuse(Refusal::Retreating);
    }
    if state::barred(c, Bar::Declare) {
        return refuse(Refusal::Barred);
    }
    if deed == Deed::DeclareSpell {
        let left = !declare::spells_ready(e, c).is_empty() || declare::is_unlisted(e, c);
        return if left { Ok(()) } else { refuse(Refusal::NoSpellLeft) };
    }
    if !state::in_melee(e, c) {
        return refuse(Refusal::NotInMelee);
    }
    Ok(())
}

/// In or out of the slow tail, as long as it has done nothing (`bx.initiative.slow-weapons`).
fn check_pace(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if !c.spent.attacks.is_empty() {
        return refuse(Refusal::AlreadyAttacked);
    }
    if c.spent.moved.is_some() {
        return refuse(Refusal::AlreadyMoved);
    }
    if c.has(Condition::Casting) || c.has(Condition::SpellDisrupted) || c.spent.acted {
        return refuse(Refusal::Casting);
    }
    if c.has(Condition::Retreating) || c.has(Condition::Fleeing) {
        return refuse(Refusal::Retreating);
    }
    let slow_line =
        || e.d20(c.id).is_ok_and(|d20| d20.figures.attacks.iter().any(|line| line.has(Tag::Slow)));
    let fits = match deed {
        Deed::Hasten => state::is_slow(e, c),
        _ => !state::is_slow(e, c) && slow_line(),
    };
    if fits { Ok(()) } else { refuse(Refusal::BadWeapon) }
}

/// Until its own slot is over; those whose slot would find nobody to act need the time before it.
fn check_pace_time(e: &Encounter, window: &Window, c: &Combatant) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if e.round == 0 {
        return refuse(Refusal::NotInThisPhase);
    }
    let own = matches!(window.whose, Whose::Slot(_)) && sequence::is_its_slot(e, window, c);
    let in_time = !sequence::is_tail(window) && (own || sequence::slot_ahead(e, c.id));
    if in_time { Ok(()) } else { refuse(Refusal::NotYourSlot) }
}

/// The phase a deed belongs to; `None`: any step of its slot.
fn phase_of(deed: Deed) -> Option<Phase> {
    match deed {
        Deed::DeclareSpell | Deed::DeclareWithdrawal | Deed::DeclareRetreat | Deed::Undeclare => {
            Some(Phase::Declare)
        }
        Deed::Move | Deed::Withdraw | Deed::Retreat | Deed::Brace => Some(Phase::Movement),
        Deed::Shoot => Some(Phase::Missile),
        Deed::Cast | Deed::LetGo | Deed::TurnUndead | Deed::UsePower => Some(Phase::Magic),
        Deed::Strike => Some(Phase::Melee),
        _ => None,
    }
}

fn check_phase(e: &Encounter, window: &Window, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    let wanted = phase_of(deed);
    if matches!(deed, Deed::Hasten | Deed::HangBack) {
        return check_pace_time(e, window, c);
    }
    // Declare is passed over when nobody has anything to announce: a weapon is set until the dice fall.
    let undecided = matches!(window.phase, Phase::Declare | Phase::Initiative);
    let braces = deed == Deed::Brace && undecided;
    if braces || (wanted == Some(Phase::Declare) && window.phase == Phase::Declare) {
        return Ok(());
    }
    if window.mode == Mode::Procedure || !SLOT.contains(&window.phase) || wanted == Some(Phase::Declare)
    {
        return refuse(Refusal::NotInThisPhase);
    }
    if wanted.is_some_and(|phase| phase != window.phase) {
        return refuse(Refusal::WrongStep);
    }
    if !sequence::is_its_slot(e, window, c) {
        return refuse(Refusal::NotYourSlot);
    }
    if !sequence::is_its_part(e, window, c) {
        return refuse(Refusal::NotYourSlot);
    }
    Ok(())
}

/// The particulars: weapon, target, facts.
fn check_deed(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    match act.deed {
        Deed::Move | Deed::Withdraw | Deed::Retreat => movement::check_way(e, c, act),
        Deed::Shoot | Deed::Strike => check_attack(e, c, act),
        Deed::Cast => {
            spell::may_cast(e, c)?;
            check_effect(e, act)
        }
        Deed::UsePower => {
            let spell = act.facts.spell().ok_or_else(|| refuse(Refusal::MissingFact))?;
            if !spell::powers(e, c).contains(&spell) {
                return Err(refuse(Refusal::NoSpellLeft));
            }
            check_effect(e, act)
        }
        Deed::DeclareSpell => {
            let missing = act.facts.spell().is_none();
            let why = if missing { Refusal::MissingFact } else { Refusal::NoSpellLeft };
            declare::announces(e, c, act.facts.spell()).map(|_| ()).ok_or_else(|| refuse(why))
        }
        Deed::TurnUndead => {
            let faced = turning::undead(e, c).any(|foe| act.at.is_empty() || act.at.contains(&foe.id));
            if faced { Ok(()) } else { Err(refuse(Refusal::BadTarget)) }
        }
        Deed::Save if act.facts.against().is_none() => {
            Err(refuse(Refusal::MissingFact).saying("against which category?"))
        }
        Deed::Check => {
            let ability = act.facts.ability().ok_or_else(|| refuse(Refusal::MissingFact))?;
            let known = e.d20(c.id)?.block.abilities.score(ability).is_some();
            if known { Ok(()) } else { Err(refuse(Refusal::BadStat).saying("its score is not known")) }
        }
        _ => Ok(()),
    }
}

fn check_attack(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    let d20 = e.d20(c.id)?;
    let line = attack::attack_line(d20, act.with).ok_or_else(|| refuse(Refusal::BadWeapon))?;
    attack::may_use(e, c, d20, line.0, act.deed)?;
    attack::check_target(e, act, &line.1)?;
    if act.facts.has(&Fact::Subdual) {
        if !options::on(e, SUBDUING) {
            return Err(refuse(Refusal::OptionOff));
        }
        let dull =
            act.target().and_then(|id| e.d20(id).ok()).is_some_and(|d| d.block.is(Trait::Mindless));
        if act.deed != Deed::Strike || dull {
            return Err(refuse(Refusal::BadTarget));
        }
    }
    Ok(())
}

/// An effect's targets must be there and in sight (`bx.spell.line-of-sight`).
fn check_effect(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(act.who);
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
