//! What a combatant of the toy can do.

use super::{CUT_IN, HELD, HOLD, HUNTED, RIDES, harm, opened, seconds_left, up};
use wardrum::rules::engine::resolution::Resolution;
use wardrum::rules::model::combatant::OngoingAction;
use wardrum::rules::model::command::{Act, Deed};
use wardrum::rules::model::dice::{
    Answer, ChoiceRequest, HowMany, Keep, Pick, Purpose, Question, RollRequest,
};
use wardrum::rules::model::effect::{Condition, TimerAction};
use wardrum::rules::model::event::{Event, Source, Spending, Stop};
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::moment::Moment;
use wardrum::rules::model::tally::Tally;
use wardrum::rules::model::window::{Mode, Phase, Whose, Window};

/// Carries out an act.
pub fn act(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    if vetoed(r, act.who)? {
        return Ok(());
    }
    let shared = r.encounter().window().is_some_and(|window| window.mode == Mode::Together);
    match act.deed {
        HOLD => {
            let until = Moment::RoundEnd(r.encounter().round).at(0);
            let held = r.effect(HELD, Some(until));
            r.afflict(act.who, held);
            Ok(())
        }
        CUT_IN => {
            r.relieve(act.who, HELD);
            let window = Window::acts(Phase::Turn, r.encounter().place, Whose::One(act.who));
            r.emit(Event::Laid(Box::new(window.clone())));
            opened(r, &window);
            Ok(())
        }
        Deed::Strike if shared => {
            r.emit(Event::Spent(act.who, Spending::Action));
            strike(r, act)
        }
        _ => pay(r, act, cost(act.deed)),
    }
}

fn cost(deed: Deed) -> u32 {
    match deed {
        Deed::Strike => 2,
        Deed::Cast => 4,
        _ => 0,
    }
}

/// Two minds, one body: the other one may say no.
fn vetoed(r: &mut Resolution, body: CombatantId) -> Result<bool, Stop> {
    let rides = |c: &&wardrum::rules::model::combatant::Combatant| {
        c.effect(RIDES).is_some_and(|effect| effect.toward == Some(body))
    };
    let Some(rider) = r.encounter().all().find(rides).map(|c| c.id) else { return Ok(false) };
    Ok(!agrees(r, Question::CutIn, rider)?)
}

fn agrees(r: &mut Resolution, question: Question, who: CombatantId) -> Result<bool, Stop> {
    let picks = vec![Pick::Yes, Pick::No];
    let ask = ChoiceRequest {
        question,
        who: Some(who),
        side: None,
        among: Vec::new(),
        picks,
        how: HowMany::One,
        default: 0,
    };
    Ok(r.choose(ask)? == Answer::One(0))
}

/// Pays for an act, as far as its turn and the next thing to fall due allow; what is paid in full,
/// with nothing falling due on its last second, happens.
fn pay(r: &mut Resolution, act: &Act, owed: u32) -> Result<(), Stop> {
    let e = r.encounter();
    let clock = e.get(act.who).map_or(0, |c| c.clock);
    let due = e.timers.iter().filter_map(|timer| match timer.due.moment {
        Moment::OwnSecond(who, second) if who == act.who && second > clock => Some(second - clock),
        _ => None,
    });
    let due = due.min();
    let now = owed.min(seconds_left(e, act.who)).min(due.unwrap_or(u32::MAX));
    r.emit(Event::Spent(act.who, Spending::Seconds(now)));
    if now < owed || (now > 0 && due == Some(now)) {
        let begun = OngoingAction { act: act.clone(), owes: owed - now };
        r.emit(Event::Undertook(act.who, Some(Box::new(begun))));
        return Ok(());
    }
    perform(r, act)
}

/// Goes on with what was begun.
pub fn resume(r: &mut Resolution, body: CombatantId) -> Result<(), Stop> {
    let begun = r.encounter().get(body).and_then(|c| c.ongoing.clone());
    let Some(begun) = begun else { return Ok(()) };
    r.emit(Event::Undertook(body, None));
    pay(r, &begun.act, begun.owes)
}

fn perform(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    match (act.deed, act.target()) {
        (Deed::Strike, _) => strike(r, act),
        (Deed::Cast, Some(target)) => {
            let dice = r.roll(RollRequest::new(Purpose::Effect, 1, 6).by(act.who).against(target))?;
            harm(r, target, dice.total());
            Ok(())
        }
        (Deed::Begin, Some(target)) => {
            let clock = r.encounter().get(act.who).map_or(0, |c| c.clock);
            let due = Moment::OwnSecond(act.who, clock + 4).at(0);
            r.set_timer(due, Some(target), TimerAction::Deliver(Box::new(act.clone())));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A blow: a set spear strikes first and counts at once; the blow itself waits where blows fall
/// together.
fn strike(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let set = r.encounter().get(target).is_some_and(|c| c.has(Condition::BRACED));
    if set && agrees(r, Question::Strike, target)? {
        let dice = r.roll(RollRequest::new(Purpose::Damage(0), 1, 6).by(target).against(act.who))?;
        r.relieve(target, Condition::BRACED);
        harm(r, act.who, dice.total());
        if !up(r.encounter(), act.who) {
            return Ok(());
        }
    }
    if r.roll(to_hit(r, act.who, target))?.total() < 11 {
        return Ok(());
    }
    let dice = r.roll(RollRequest::new(Purpose::Damage(0), 1, 6).by(act.who).against(target))?.total();
    let who = target;
    let amount = dice + if blind_to(r, target, act.who) { 2 } else { 0 };
    r.consequence(Event::Harmed { who, amount, source: Source::Attack(act.who), tally: Tally::new() });
    Ok(())
}

/// One die; two the better counting at whoever is hunted, the worse where it is the hunted one that strikes.
fn to_hit(r: &Resolution, who: CombatantId, target: CombatantId) -> RollRequest {
    let hunted = |who| r.encounter().get(who).is_some_and(|c| c.has(HUNTED));
    let ask =
        |count| RollRequest::new(Purpose::Attack(0), count, 20).by(who).against(target).at_least(11);
    match (hunted(who), hunted(target)) {
        (true, false) => ask(2).keeping(Keep::Lowest),
        (false, true) => ask(2).keeping(Keep::Highest),
        _ => ask(1),
    }
}

/// Whether it does not see that foe.
fn blind_to(r: &Resolution, who: CombatantId, foe: CombatantId) -> bool {
    let blind = |effect: &wardrum::rules::model::effect::Effect| {
        effect.condition == Condition::BLIND && effect.toward.is_none_or(|toward| toward == foe)
    };
    r.encounter().get(who).is_some_and(|c| c.effects.iter().any(blind))
}
