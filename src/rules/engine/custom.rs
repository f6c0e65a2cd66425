//! Custom effects in play: applied, reminding, shaken off, ended.

use super::deeds;
use super::resolution::{Change, Resolution};
use super::temporary;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::Deed;
use crate::rules::model::custom::{CustomEffect, Lasting, MOST, Occasion, Stat};
use crate::rules::model::effect::{Condition, Effect, Timer, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Stop, Told};
use crate::rules::model::fault::Fault;
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::moment::{Moment, TIMED, When};
use crate::rules::model::window::{Phase, Place, Subject, Whose, Window};
use crate::rules::ruleset::Ruleset;
use std::sync::Arc;

/// Refuses a custom effect without a name or targets, or with totals the ruleset lacks.
pub(in crate::rules) fn check(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: &[CombatantId],
    custom: &CustomEffect,
) -> Result<(), RuleError> {
    let wrong = |fault| Err(Refusal::BAD_OVERRULE.at(fault));
    who.iter().try_for_each(|id| e.who(*id).map(|_| ()))?;
    if who.is_empty() {
        return wrong(Fault::missing("on", "at least one combatant"));
    }
    if custom.name.trim().is_empty() {
        return wrong(Fault::name("name", "", "what the effect is called"));
    }
    for (head, value) in &custom.adds {
        let Some(total) = rules.about().head(*head) else {
            let none = format!("{}: these rules have no such total to add to", custom.name);
            return Err(Refusal::BAD_OVERRULE.saying(none));
        };
        let found = format!("{value:+}");
        if *head == Stat::TemporaryHp && *value < 1 {
            return wrong(Fault::new(total, found, format!("+1 to +{MOST}")));
        }
        if value.abs() > MOST {
            return wrong(Fault::new(total, found, format!("−{MOST} to +{MOST}")));
        }
    }
    check_lasting(rules, e, who, &custom.lasting)
}

fn check_lasting(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: &[CombatantId],
    lasting: &Lasting,
) -> Result<(), RuleError> {
    match lasting {
        Lasting::Rounds(0) | Lasting::Clock(0) | Lasting::TurnStart(_, 0) | Lasting::TurnEnd(_, 0) => {
            Err(Refusal::BAD_OVERRULE.at(Fault::new("how long", 0, "1 or more")))
        }
        Lasting::TurnStart(Some(one), _) | Lasting::TurnEnd(Some(one), _) => e.who(*one).map(|_| ()),
        Lasting::SaveToEnd(save) if !matches!(save.deed, Deed::Save | Deed::Check) => {
            let why = "until it is shaken off: expected a saving throw or a check";
            Err(Refusal::BAD_OVERRULE.saying(why))
        }
        Lasting::SaveToEnd(save) => who.iter().try_for_each(|who| {
            let refused = deeds::check(rules, e, &save.act(*who)).err();
            match refused.filter(|error| error.refusal == Refusal::MISSING_FACT) {
                Some(error) => Err(error),
                None => Ok(()),
            }
        }),
        _ => Ok(()),
    }
}

/// Applies the effect to each of them, replacing an effect of the same name.
pub(in crate::rules) fn make(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: &[CombatantId],
    custom: &CustomEffect,
) {
    let custom = Arc::new(CustomEffect { name: custom.name.trim().into(), ..custom.clone() });
    for &who in who {
        let label = Some(Arc::clone(&custom.name));
        let custom = Some(Arc::clone(&custom));
        let effect = Effect { label, custom, ..r.effect(Condition::NAMED, None) };
        begin(rules, r, who, effect);
    }
}

/// Applies an effect with all that its definition brings: its end, unless it has one already, hit points, reminders. It
/// replaces an effect of the same name.
pub(in crate::rules) fn begin(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: CombatantId,
    effect: Effect,
) {
    let Some(custom) = effect.custom.clone() else { return r.afflict(who, effect) };
    let until = effect.until.or_else(|| end_of(rules, r.encounter(), who, &custom.lasting));
    let id = r.encounter().get(who).and_then(|c| find_named(c, &custom.name)).unwrap_or(effect.id);
    r.afflict(who, Effect { id, until, ..effect });
    let given = temporary::given_by(&custom);
    if given == 0 {
        temporary::end_with(r, who, id);
    } else {
        let pool = Effect { value: given, with: Some(id), ..r.effect(Condition::TEMPORARY_HP, until) };
        temporary::give(r, who, pool);
    }
    if let Some(each) = custom.each.filter(|_| custom.reminder.is_some()) {
        set_timer(rules, r, who, each, TimerAction::Recall(id));
    }
    if let Lasting::SaveToEnd(save) = &custom.lasting {
        set_timer(rules, r, who, save.at, TimerAction::ShakeOff(id));
    }
}

fn find_named(c: &Combatant, name: &str) -> Option<EffectId> {
    let same = |effect: &&Effect| effect.custom.as_deref().is_some_and(|made| &*made.name == name);
    c.effects.iter().find(same).map(|effect| effect.id)
}

/// Returns when it ends by itself.
fn end_of(rules: &dyn Ruleset, e: &Encounter, who: CombatantId, lasting: &Lasting) -> Option<When> {
    let moment = match lasting {
        Lasting::Open | Lasting::SaveToEnd(_) => return None,
        Lasting::Rounds(n) => return Some(rules.lasting(e, who, Condition::NAMED, *n)),
        Lasting::TurnStart(one, n) => e.turn_start(one.unwrap_or(who), *n),
        Lasting::TurnEnd(one, n) => e.turn_end(one.unwrap_or(who), *n),
        Lasting::Clock(seconds) => Moment::Clock(e.clock.saturating_add(*seconds)),
    };
    Some(moment.at(TIMED))
}

fn set_timer(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: CombatantId,
    at: Occasion,
    action: TimerAction,
) {
    let e = r.encounter();
    let moment = match at {
        Occasion::TurnStart => e.turn_start(who, 1),
        Occasion::TurnEnd => e.turn_end(who, 1),
        Occasion::RoundEnd => Moment::RoundEnd(e.round_ahead()),
    };
    let early = matches!(action, TimerAction::ShakeOff(_)) && rules.about().saves_first;
    let step = TIMED - u8::from(early);
    r.set_timer(moment.at(step), Some(who), action);
}

/// Returns the bearer and the effect that a recurring timer belongs to.
fn subject_of<'a>(e: &'a Encounter, timer: &Timer) -> Option<(&'a Combatant, &'a CustomEffect)> {
    let (TimerAction::Recall(id) | TimerAction::ShakeOff(id)) = &timer.action else { return None };
    let c = e.get(timer.who?)?;
    Some((c, c.effect_by_id(*id)?.custom.as_deref()?))
}

/// Handles a due timer of an effect, if it is one: shows the reminder or returns the window for the saving throw, and
/// sets the timer again.
pub(in crate::rules) fn fall_due(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    timer: &Timer,
) -> Option<Window> {
    let (c, custom) = subject_of(r.encounter(), timer)?;
    if !matches!(c.standing, Standing::Up | Standing::Down) {
        return None;
    }
    let (who, reminder) = (c.id, custom.reminder.clone());
    match (&timer.action, &custom.lasting) {
        (TimerAction::ShakeOff(_), Lasting::SaveToEnd(save)) => {
            let (at, act) = (save.at, save.act(who));
            set_timer(rules, r, who, at, timer.action.clone());
            deeds::check(rules, r.encounter(), &act).ok()?;
            // It has no place in the round, so the window below continues where it was.
            let window = Window::procedure(Phase::Due, Place::START, Whose::One(who));
            Some(window.about(Subject::Timer(timer.clone())))
        }
        _ => {
            let (name, each, reminder) = (Arc::clone(&custom.name), custom.each?, reminder?);
            r.tell(|| Told::Reminder(who, name, reminder));
            set_timer(rules, r, who, each, timer.action.clone());
            None
        }
    }
}

/// Makes the bearer's attempt to shake off the effect.
///
/// # Errors
/// Only [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
pub(in crate::rules) fn try_off(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    window: &Window,
) -> Result<(), Stop> {
    let Some(Subject::Timer(timer)) = &window.subject else { return Ok(()) };
    let Some((c, custom)) = subject_of(r.encounter(), timer) else { return Ok(()) };
    let Lasting::SaveToEnd(save) = &custom.lasting else { return Ok(()) };
    let (who, act, before) = (c.id, save.act(c.id), r.changes().len());
    deeds::resolve(rules, r, &act)?;
    let made = r.changes()[before..].iter().rev().find_map(|change| match change {
        Change::Rolled(one, made) if *one == who => Some(*made),
        _ => None,
    });
    let (TimerAction::ShakeOff(id) | TimerAction::Recall(id)) = timer.action else { return Ok(()) };
    if let Some(effect) = r.encounter().get(who).and_then(|c| c.effect_by_id(id)).cloned()
        && made == Some(true)
    {
        end(r, who, &effect);
    }
    Ok(())
}

/// Ends a lapsed effect and shows a reminder due at its end.
pub(in crate::rules) fn end(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    r.emit(Event::relieved(who, effect, true));
    temporary::end_with(r, who, effect.id);
    if let Some(custom) = effect.custom.as_deref()
        && custom.each.is_none()
        && let Some(reminder) = &custom.reminder
    {
        let (name, reminder) = (Arc::clone(&custom.name), Arc::clone(reminder));
        r.tell(|| Told::Reminder(who, name, reminder));
    }
}
