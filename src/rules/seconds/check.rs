//! Refusals: the first reason of the catalogue's list that applies.

use super::attack::{self, Blow};
use super::{area, called, combo, defence, minds, movement, state, tables, weapon};
use crate::rules::model::block::wounds::{Attack, AttackKind, Reach, Tag, Technique};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Defence, Fact, Facts};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::model::window::Phase;

/// Doses at once at most: each drink is a die of its own (`seconds.poison.alcohol`).
pub const MOST_DOSES: i32 = 1000;

/// What a check of the rules comes to.
type Verdict = Result<(), RuleError>;

/// How far an act has come: the same is checked of it all the way, but for what is behind it by then
/// and for what is still ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It begins.
    Begins,
    /// It is gone on with and not paid yet: its targets are confirmed when it is
    /// (`seconds.time.carry-over`).
    GoesOn,
    /// It is paid in full, and happens.
    IsPaid,
    /// It takes effect after its delay, whatever has become of its author meanwhile
    /// (`seconds.time.effect-delay`).
    TakesEffect,
}

impl Step {
    /// Whether its author must be able to do it now.
    fn is_done(self) -> bool {
        self != Self::TakesEffect
    }

    /// Whether it is aimed now.
    fn is_aimed(self) -> bool {
        self != Self::GoesOn
    }
}

/// Refuses a command, or lets it pass.
pub fn check(e: &Encounter, c: &Command) -> Verdict {
    match c {
        Command::Act(act) => check_act(e, act),
        Command::Harm { amount, .. } | Command::Heal { amount, .. } if amount.range().1 < 0 => {
            Err(RuleError::new(Refusal::BadModifier).saying(format!("{amount}: expected 0 or more")))
        }
        Command::Morale { .. } => Err(RuleError::new(Refusal::NotInTheseRules)
            .saying("there is no morale score: use morale damage on a combatant")),
        _ => Ok(()),
    }
}

fn no(act: &Act, refusal: Refusal) -> Verdict {
    Err(RuleError::new(refusal).of(act.who))
}

fn check_act(e: &Encounter, act: &Act) -> Verdict {
    if is_event(act.deed) {
        return check_event(e, act);
    }
    let c = e.who(act.who)?;
    if super::possession::is_at_any_time(e, act.who, act.deed) {
        return super::possession::check(e, act);
    }
    check_turn(e, c, act)?;
    check_signs(act).and_then(|()| check_own(e, c, act))
}

/// What one does of its own will.
fn check_own(e: &Encounter, c: &Combatant, act: &Act) -> Verdict {
    match act.deed {
        Deed::Resume | Deed::Abandon if c.undertaking.is_none() => no(act, Refusal::NothingBegun),
        Deed::CutIn | Deed::Abandon => Ok(()),
        Deed::Resume => check_deed(e, &resumed(c, act), next_step(e, c)),
        Deed::Hold => check_hold(e, act),
        _ => check_seconds(e, act).and_then(|()| check_deed(e, act, Step::Begins)),
    }
}

/// How far what is in progress comes when it is gone on with now.
fn next_step(e: &Encounter, c: &Combatant) -> Step {
    let left = state::seconds_left(e, c.id);
    let is_paid = c.undertaking.as_ref().is_some_and(|begun| begun.owes <= left);
    if is_paid { Step::IsPaid } else { Step::GoesOn }
}

/// Whether what is in progress can be gone on with, at whomever it is aimed then.
pub fn check_going_on(e: &Encounter, c: &Combatant) -> Verdict {
    match &c.undertaking {
        Some(begun) => check_deed(e, &begun.act, Step::GoesOn),
        None => Err(RuleError::new(Refusal::NothingBegun).of(c.id)),
    }
}

/// Whether what was paid for earlier still comes to something.
pub fn check_effect(e: &Encounter, act: &Act) -> Verdict {
    check_deed(e, act, Step::TakesEffect)
}

/// What happens to somebody, in nobody's turn: the referee brings it about at any time.
pub fn is_event(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Quail
            | Deed::Fall
            | Deed::Collide
            | Deed::Exposure
            | Deed::Check
            | Deed::Contest
            | Deed::Rest
    )
}

fn check_event(e: &Encounter, act: &Act) -> Verdict {
    let c = e.who(act.who)?;
    if !state::is_here(c) && act.deed != Deed::Contest {
        return state::check_can_act(e, c);
    }
    check_signs(act)?;
    if act.facts.doses().is_some_and(|doses| !(1..=MOST_DOSES).contains(&doses)) {
        return no(act, Refusal::BadModifier);
    }
    let alone = act.at.iter().all(|who| *who == act.who);
    match act.deed {
        Deed::Quail if state::is_object(e, act.who) => no(act, Refusal::BadTarget),
        Deed::Quail if act.facts.damage().is_none() => no(act, Refusal::MissingFact),
        Deed::Fall if act.facts.metres().is_none() => no(act, Refusal::MissingFact),
        Deed::Collide if act.facts.speed().is_none() => no(act, Refusal::MissingFact),
        Deed::Collide if alone && !act.facts.has(&Fact::Crushed) => no(act, Refusal::BadTarget),
        Deed::Exposure | Deed::Rest if state::is_object(e, act.who) => no(act, Refusal::BadTarget),
        Deed::Exposure => {
            let known = act.facts.poison().is_some_and(|at| usize::from(at) < tables().poisons.len());
            if known { Ok(()) } else { no(act, Refusal::MissingFact) }
        }
        Deed::Contest if alone => no(act, Refusal::BadTarget),
        Deed::Check if alone && !act.at.is_empty() => no(act, Refusal::BadTarget),
        _ => Ok(()),
    }
}

/// No distance, speed, time or amount is below 0, whatever it is said of; a run and loaders have limits
/// of their own.
fn check_signs(act: &Act) -> Verdict {
    let of = |facts: &Facts| {
        let figures = [
            facts.distance(),
            facts.metres(),
            facts.feet(),
            facts.rough(),
            facts.diagonal(),
            facts.speed(),
            facts.run_up(),
            facts.seconds().filter(|_| act.deed != Deed::Run),
            facts.rounds(),
            facts.doses(),
            facts.damage().map(|dice| dice.range().1),
        ];
        figures.into_iter().flatten().any(|figure| figure < 0)
    };
    let parts = act.parts.iter().map(|part| &part.facts);
    if std::iter::once(&act.facts).chain(parts).any(of) { no(act, Refusal::BadModifier) } else { Ok(()) }
}

/// Whether it may do that now: in its own turn, in its rider's, or with a turn it held.
pub fn check_turn(e: &Encounter, c: &Combatant, act: &Act) -> Verdict {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    let Some(window) = e.window() else { return refuse(Refusal::NothingOpen) };
    if act.deed == Deed::CutIn {
        let busy = |who: CombatantId| e.get(who).is_some_and(|c| c.undertaking.is_some());
        let between = match state::turn_of(window) {
            Some(owner) => !state::party(e, owner).into_iter().any(busy),
            None => window.phase == Phase::Gap,
        };
        let holds = c.has(Condition::Holding) && state::rider_of(e, c.id).is_none();
        return match (holds, between) {
            (false, _) => refuse(Refusal::NotHolding),
            (true, false) if state::turn_of(window).is_some() => refuse(Refusal::InsideAction),
            (true, false) => refuse(Refusal::NotInThisPhase),
            (true, true) => state::check_can_act(e, c),
        };
    }
    let in_time = state::is_its_turn(e, c.id) || is_afterthought(e, act);
    if !in_time || c.has(Condition::Holding) {
        return refuse(Refusal::NotYourSlot);
    }
    state::check_can_act(e, c)?;
    let own = is_afterthought(e, act) || state::turn_of(window) == Some(c.id);
    if !own && !super::mount::obeys(e, c.id) {
        return refuse(Refusal::Uncontrolled);
    }
    Ok(())
}

/// Whether it takes no second and follows at once on its author's turn, which closes with the last of
/// its own (`seconds.time.zero-second`).
fn is_afterthought(e: &Encounter, act: &Act) -> bool {
    let of_a_turn = matches!(act.deed, Deed::Resume | Deed::Hold | Deed::ControlMount);
    !of_a_turn && cost(e, act) == 0 && state::has_just_ended(e, act.who)
}

/// A turn can be held once, before anything is spent and with nothing in progress
/// (`seconds.initiative.delay-turn`).
fn check_hold(e: &Encounter, act: &Act) -> Verdict {
    let c = e.who(act.who)?;
    let owner = e.window().and_then(state::turn_of);
    if owner != Some(act.who) {
        return no(act, Refusal::NotYourSlot);
    }
    let spent = state::has_spent(e, act.who) || state::is_held_turn(e);
    if spent || c.undertaking.is_some() { no(act, Refusal::AlreadySpent) } else { Ok(()) }
}

/// What is gone on with: the act as it was begun, at whom it is now said to go and with what is said
/// of it now; what its price hangs on is settled.
pub fn resumed(c: &Combatant, act: &Act) -> Act {
    let Some(begun) = &c.undertaking else { return act.clone() };
    let mut whole = begun.act.clone();
    if !act.at.is_empty() {
        whole.at = act.at.clone();
        if whole.deed == Deed::Combo {
            whole.parts.iter_mut().for_each(|part| part.at = None);
        }
    }
    if !act.parts.is_empty() {
        whole.parts = act.parts.clone();
    }
    let settled = |fact: &&Fact| matches!(fact, Fact::Combo(_) | Fact::Seconds(_) | Fact::Helpers(_));
    for fact in act.facts.0.iter().filter(|fact| !settled(fact)) {
        whole.facts.set(fact.clone());
    }
    whole
}

/// Whether the deed can be done, or gone on with, as it stands now.
fn check_deed(e: &Encounter, act: &Act, step: Step) -> Verdict {
    match act.deed {
        Deed::Strike | Deed::Shoot | Deed::Cast => check_single(e, act, step),
        Deed::Combo => check_combo(e, act, step),
        Deed::Possess if !step.is_aimed() => Ok(()),
        // Whoever is past it by then needs no die.
        Deed::Tend if step != Step::Begins => Ok(()),
        Deed::Move | Deed::Run | Deed::Crawl => movement::check(e, act),
        Deed::Crouch | Deed::LieDown | Deed::Rise | Deed::Stand => movement::check_posture(e, act),
        Deed::Aim => check_aim(e, act),
        Deed::Reload if act.facts.helpers().is_some_and(|n| n < 1) => no(act, Refusal::TooFewHelpers),
        Deed::Draw | Deed::Sheathe | Deed::Drop | Deed::Reload | Deed::Unjam => {
            let lines = weapon::handled(e, act.who, act.deed);
            let fits = act.with.is_some_and(|at| lines.contains(&at));
            let holds = act.deed != Deed::Draw || weapon::has_hand(e, act.who);
            match (fits, holds) {
                (false, _) => no(act, Refusal::BadWeapon),
                (true, false) => no(act, Refusal::Barred),
                (true, true) => Ok(()),
            }
        }
        Deed::ControlMount => super::mount::check(e, act.who, cost(e, act)),
        Deed::Tend => {
            let dying = act.target().and_then(|who| e.get(who)).is_some_and(|c| c.has(Condition::Dying));
            if dying { Ok(()) } else { no(act, Refusal::BadTarget) }
        }
        Deed::Other => match act.facts.seconds() {
            None => no(act, Refusal::MissingFact),
            Some(_) => Ok(()),
        },
        Deed::Possess | Deed::LeaveBody | Deed::Cooperate => super::possession::check(e, act),
        Deed::Retrieve | Deed::Talk => Ok(()),
        _ => no(act, Refusal::NotInTheseRules),
    }
}

fn check_single(e: &Encounter, act: &Act, step: Step) -> Verdict {
    let at = act.with.unwrap_or(0);
    let Some(line) = weapon::line(e, act.who, at).filter(|line| deed_of(line.kind) == act.deed) else {
        return no(act, Refusal::BadWeapon);
    };
    if step.is_done() || line.kind == AttackKind::Melee {
        weapon::check_ready(e, act.who, at, line, 1)?;
    }
    if step.is_aimed() && line.area.is_some() {
        check_area(e, act, step)?;
    } else if step.is_aimed() {
        let Some(blow) = attack::blow(e, act, 0) else { return no(act, Refusal::BadTarget) };
        check_blow(e, &blow, step)?;
        let known = combo::substitutes(&*minds::skills(e, act.who)?);
        if blow.maneuver.is_some_and(|maneuver| !known.contains(&maneuver)) {
            return no(act, Refusal::NoSuchCombo);
        }
    }
    if !step.is_done() {
        return Ok(());
    }
    weapon::check_light(e, act.who, line)?;
    check_calm(e, act.who, line)
}

/// Nobody casts in a rage (`seconds.spell.cast`).
fn check_calm(e: &Encounter, who: CombatantId, line: &Attack) -> Verdict {
    let raging = e.who(who)?.has(Condition::Raging) && line.kind.is_magic();
    if raging { Err(RuleError::new(Refusal::Raging).of(who)) } else { Ok(()) }
}

/// The deed that uses lines of that kind.
pub fn deed_of(kind: AttackKind) -> Deed {
    match kind {
        AttackKind::Melee => Deed::Strike,
        AttackKind::Ranged => Deed::Shoot,
        AttackKind::MagicMelee | AttackKind::MagicRanged => Deed::Cast,
    }
}

/// An area has no place to call and cannot be parried (`seconds.area.defence`). Where it goes off
/// later, it lies where it was thrown.
fn check_area(e: &Encounter, act: &Act, step: Step) -> Verdict {
    act.at.iter().try_for_each(|who| e.who(*who).map(|_| ()))?;
    let Some(blow) = area::at_square(e, act) else { return no(act, Refusal::BadWeapon) };
    let each = act.at.iter().map(|who| area::at_one(act, &blow, *who));
    for blow in std::iter::once(blow.clone()).chain(each) {
        if blow.called().is_some() {
            return no(act, Refusal::NoSuchLocation);
        }
        check_loosed(&blow, step)?;
    }
    if step.is_done() {
        check_range(e, &blow)?;
        act.at.iter().try_for_each(|who| check_area_defence(e, &area::at_one(act, &blow, *who)))?;
    }
    Ok(())
}

/// The defence that is said for one in the area.
fn check_area_defence(e: &Encounter, blow: &Blow) -> Verdict {
    match blow.facts.defence() {
        None | Some(Defence::None) => Ok(()),
        Some(how) if area::defences(e, blow).contains(&how) && defence::check(e, blow, how) => Ok(()),
        Some(_) => Err(RuleError::new(Refusal::NoSuchDefence).of(blow.target)),
    }
}

fn check_combo(e: &Encounter, act: &Act, step: Step) -> Verdict {
    let Some(combo) = combo::named(e, act) else { return no(act, Refusal::NoSuchCombo) };
    if step.is_aimed() && combo::lacks_target(act, &combo) {
        return no(act, Refusal::BadTarget);
    }
    let blows = combo::planned(e, act);
    if step.is_aimed() && blows.len() != combo::blows(&combo).count() {
        return no(act, Refusal::BadWeapon);
    }
    for blow in &blows {
        if blow.line.area.is_some() {
            return no(act, Refusal::BadWeapon);
        }
        let attacks = blows.iter().filter(|other| other.at == blow.at).count();
        weapon::check_ready(e, blow.who, blow.at, &blow.line, attacks)?;
        if step.is_aimed() {
            check_blow(e, blow, step)?;
        }
    }
    combo::check(e, act, step)?;
    blows.iter().try_for_each(|blow| check_calm(e, blow.who, &blow.line))
}

/// Target, place, distance, defence.
fn check_blow(e: &Encounter, blow: &Blow, step: Step) -> Verdict {
    let refuse = |refusal| Err(RuleError::new(refusal).of(blow.who));
    let target = e.who(blow.target)?;
    if blow.target == minds::body_of(e, blow.who) {
        return refuse(Refusal::BadTarget);
    }
    if let Some(screen) = blow.facts.screen() {
        e.who(screen)?;
        if !state::is_object(e, screen) || screen == blow.target {
            return refuse(Refusal::BadTarget);
        }
    }
    if let Some(location) = blow.called() {
        called::check(e, blow.target, location)?;
    }
    match target.standing {
        Standing::Up | Standing::Down => {}
        Standing::Fled | Standing::Gone => {
            return Err(RuleError::new(Refusal::UnknownCombatant).of(blow.target));
        }
        _ if blow.facts.has(&Fact::Insist) => {}
        Standing::Surrendered => return refuse(Refusal::BadTarget),
        Standing::Dead => return refuse(Refusal::TargetDead),
    }
    check_loosed(blow, step)?;
    check_reach(e, blow)?;
    check_range(e, blow)?;
    match blow.facts.defence() {
        Some(how) if step.is_done() && how != Defence::None && !defence::check(e, blow, how) => {
            refuse(Refusal::NoSuchDefence)
        }
        _ => Ok(()),
    }
}

/// Nothing has left the weapon before it was shot.
fn check_loosed(blow: &Blow, step: Step) -> Verdict {
    let loosed = step.is_done() && blow.facts.loosed().is_some();
    if loosed { Err(RuleError::new(Refusal::BadModifier).of(blow.who)) } else { Ok(()) }
}

/// Beyond its last range step (`seconds.missile.max-range`).
fn check_range(e: &Encounter, blow: &Blow) -> Verdict {
    let most = weapon::max_steps(&*minds::skills(e, blow.who)?, &blow.line);
    let steps = attack::range_steps(e, blow);
    if steps > most {
        let metres = attack::distance(e, blow).unwrap_or(0);
        let found = format!("{metres} m is step {steps}, at most {most}");
        return Err(RuleError::new(Refusal::OutOfRange).of(blow.who).saying(found));
    }
    Ok(())
}

/// Nearer or farther than its reach (`seconds.melee.reach`, `seconds.melee.too-close`); an unknown
/// distance is in reach.
fn check_reach(e: &Encounter, blow: &Blow) -> Verdict {
    let Some(metres) = attack::distance(e, blow).filter(|_| !blow.line.kind.is_ranged()) else {
        return Ok(());
    };
    let refuse = |refusal: Refusal, squares: i32, reach: Reach| {
        let found = format!("{squares} squares, reach {}", reach.squares());
        Err(RuleError::new(refusal).of(blow.who).saying(found))
    };
    let stats = e.wounds(minds::body_of(e, blow.who))?;
    let skills = minds::skills(e, blow.who)?;
    let squares = super::body::squares(metres, stats.scale);
    let reach = blow.line.reach;
    let near = blow.line.has(Tag::AnyReach)
        || skills.knows(&Technique::AnyReach)
        || super::options::is(e, super::options::STRICT_REACH, "off");
    if squares > reach.squares() {
        refuse(Refusal::TooFar, squares, reach)
    } else if squares < reach.squares() && !near {
        refuse(Refusal::TooClose, squares, reach)
    } else {
        Ok(())
    }
}

fn check_aim(e: &Encounter, act: &Act) -> Verdict {
    let Some(at) = act.with else { return no(act, Refusal::BadWeapon) };
    let Some(target) = act.target().filter(|target| *target != minds::body_of(e, act.who)) else {
        return no(act, Refusal::BadTarget);
    };
    let here = state::is_here(e.who(target)?);
    match weapon::line(e, act.who, at).map(|line| line.kind) {
        Some(AttackKind::Ranged | AttackKind::MagicRanged) if !here => no(act, Refusal::TargetDead),
        Some(kind) if kind.is_magic() => no(act, Refusal::CannotAim),
        Some(AttackKind::Ranged) if weapon::handled(e, act.who, Deed::Aim).contains(&at) => Ok(()),
        Some(AttackKind::Ranged) => no(act, Refusal::NotAtHand),
        _ => no(act, Refusal::BadWeapon),
    }
}

/// What takes time may begin with a second left (`seconds.time.carry-over`).
fn check_seconds(e: &Encounter, act: &Act) -> Verdict {
    let lacks = cost(e, act) > 0 && state::seconds_left(e, act.who) == 0;
    if lacks { no(act, Refusal::OutOfSeconds) } else { Ok(()) }
}

/// Seconds the act takes (`seconds.time.action-costs`).
pub fn cost(e: &Encounter, act: &Act) -> Second {
    let printed = tables().costs.get(&act.deed).copied().unwrap_or(0);
    let said = act.facts.seconds().and_then(|n| Second::try_from(n).ok());
    let line = act.with.and_then(|at| weapon::line(e, act.who, at));
    match act.deed {
        Deed::Strike | Deed::Shoot | Deed::Cast => {
            line.or(weapon::line(e, act.who, 0)).and_then(|line| line.cost).unwrap_or(printed)
        }
        Deed::Run | Deed::Other | Deed::Possess | Deed::Unjam => said.unwrap_or(printed),
        Deed::Aim => weapon::aim_time(e, printed),
        Deed::Reload => weapon::reload_time(e, act, printed),
        Deed::Stand => movement::standing_up(e, act.who, printed),
        Deed::ControlMount => super::mount::cost(e, act.who, printed),
        _ => printed,
    }
}

/// Whether the act is one that breaks an action in progress: any other action that takes time
/// (`seconds.time.consecutive`).
pub fn breaks(e: &Encounter, act: &Act) -> bool {
    cost(e, act) > 0 && e.get(act.who).is_some_and(|c| c.undertaking.is_some())
}
