//! What a combatant does instead of attacking at its stop: delaying, parrying (section 3.9).

use super::asset::about;
use super::available::SPELL;
use super::state::this_round;
use super::{available, counter, state, stop};
use crate::rules::d20::aim;
use crate::rules::d20::movement::destinations;
use crate::rules::model::block::d20::Range;
use crate::rules::model::event::{Bearer, Told};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Mode, Whose};
use crate::rules::ruleset::deed;
use crate::rules::ruleset::prelude::*;

/// Gives up attacking and moving for a better armour class (`house.attack.parry-dodge`).
pub const PARRY: DeedRule = DeedRule {
    rule: "house.attack.parry-dodge",
    told: deed::LogForm::Named,
    may: |at| {
        state::has_not_acted(at)?;
        at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)?;
        at.unless(!at.c.has(Condition::CASTING), Refusal::CASTING)
    },
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        r.afflict(act.who, this_round(r, Condition::PARRYING));
        Ok(())
    },
    ..DeedRule::of(Deed::Parry)
};

/// Delays its attacks or spell until a stated trigger, which may name a combatant, or for a reason in the referee's own
/// words, who then calls it (`house.attack.delay`, `house.spell.delay`).
pub const HOLD: DeedRule = DeedRule {
    rule: "house.attack.delay",
    phase: Some(Phase::Action),
    told: deed::LogForm::Named,
    may: |at| {
        at.unless(!state::holds_back(at.c), Refusal::ALREADY_ACTED)?;
        available::has_something_to_hold(at)
    },
    shape: |at, offer| {
        let others = at.e.all().filter(|other| other.id != at.c.id && other.is_up()).collect();
        let (others, _) = destinations(about(), at, others);
        let until = FactField { stands: true, ..FactField::may(Fact::Intent(Deed::Move)) };
        let facts = vec![until, FactField::may(Fact::Reason("".into()))];
        Offer { at: Targets { most: others.most.min(1), ..others }, facts, ..offer }
    },
    choices: |_, act, fact| match fact {
        Fact::Intent(_) => {
            TRIGGERS.iter().map(|(what, deed, _)| (until(act, what), Fact::Intent(*deed))).collect()
        }
        _ => Vec::new(),
    },
    check: |at, act| {
        at.unless(act.at.len() <= 1 && act.target() != Some(at.c.id), Refusal::BAD_TARGET)?;
        let known = act.facts.intent().is_none_or(|deed| position(deed).is_some());
        let said = match act.facts.reason() {
            Some(words) => !words.trim().is_empty(),
            None => act.facts.intent().is_some_and(|deed| deed != Deed::Other),
        };
        let why = "until someone moves, attacks, casts or comes into range, or for what else?";
        at.unless(known && said, Refusal::MISSING_FACT.saying(why))?;
        let comes = act.facts.intent() != Some(COMES) || !awaited(at, act).any(|c| has_in_range(at, c));
        at.unless(comes, Refusal::BAD_TARGET.saying("it is in range already"))
    },
    run: hold,
    ..DeedRule::of(Deed::Hold)
};

/// Deeds by which somebody moves.
const MOVES: &[Deed] =
    &[Deed::Move, Deed::Run, Deed::Charge, Deed::Withdraw, Deed::Retreat, Deed::Crawl, Deed::Stand];

/// Represents the trigger of somebody coming into the range of the weapon in hand.
const COMES: Deed = Deed::Charge;

/// Triggers: the verb of the label, the deed that represents it, and the deeds that set it off. The first is a reason in
/// the referee's words, which only the referee can call.
const TRIGGERS: [(&str, Deed, &[Deed]); 5] = [
    ("", Deed::Other, &[]),
    ("moves", Deed::Move, MOVES),
    // Any attack counts, also one out of turn, so `note_attack` reports these.
    ("attacks", Deed::Strike, &[Deed::UsePower]),
    // Set off when the caster's stop opens, so that the delayed act comes before the spell.
    ("is about to cast", Deed::Cast, &[]),
    ("comes into range", COMES, MOVES),
];

/// Returns those whose deed sets off the trigger: the one named, otherwise every opponent.
fn awaited<'a>(at: &At<'a>, act: &Act) -> impl Iterator<Item = &'a Combatant> {
    let (e, c, named) = (at.e, at.c, act.target());
    e.all()
        .filter(move |other| named.map_or_else(|| e.oppose(c.id, other.id), |named| named == other.id))
}

/// Whether `other` is in the range of its weapon in hand, or within its reach.
fn has_in_range(at: &At, other: &Combatant) -> bool {
    let shoots =
        state::weapon_in_hand(at.e, at.c).filter(|(_, line)| state::reaches(line, Range::Missile));
    match shoots {
        Some((_, line)) => {
            at.e.between(at.c, other).is_some_and(|far| far <= Tenths::whole(aim::farthest(line)))
        }
        None => state::is_reached_by(at.e, other, at.c),
    }
}

/// Label of a trigger; without a combatant named, any opponent sets it off.
fn until(act: &Act, what: &str) -> Text {
    let whose = if act.at.is_empty() { "an opponent" } else { "it" };
    match what {
        "" => "for another reason".into(),
        _ => format!("until {whose} {what}").into(),
    }
}

fn position(deed: Deed) -> Option<usize> {
    TRIGGERS.iter().position(|(_, known, _)| *known == deed)
}

fn hold(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let value = if r.encounter().has(act.who, Condition::CASTING) { SPELL } else { 0 };
    let nth = act.facts.intent().and_then(position).unwrap_or(0);
    let words = match (act.facts.reason(), TRIGGERS.get(nth)) {
        (Some(words), _) => own_words(words),
        (None, trigger) => until(act, trigger.map_or("", |(what, ..)| what)),
    };
    let mut effect = Effect { value, toward: act.target(), ..this_round(r, Condition::HOLDING) };
    effect.label = Some(words.clone());
    if nth > 0 {
        effect.counters.set(counter::WAITS_FOR, i32::try_from(nth).unwrap_or(0));
    }
    r.tell(|| Told::row(act.who, "house.attack.delay", words));
    r.afflict(act.who, effect);
    r.emit(Event::Passed(act.who));
    Ok(())
}

/// Label of a reason in the referee's words.
fn own_words(words: &str) -> Text {
    let words = words.trim();
    format!("until {}", words.strip_prefix("until ").unwrap_or(words)).into()
}

/// Sets off the triggers that wait for the deed just done.
pub fn note_done(r: &mut Resolution, act: &Act) {
    trigger(r, act.who, |deeds, _| deeds.contains(&act.deed));
}

/// Sets off the triggers that wait for an attack by `by`, at its stop or out of turn.
pub fn note_attack(r: &mut Resolution, by: CombatantId) {
    trigger(r, by, |_, deed| deed == Deed::Strike);
}

/// When a stop opens, sets off the triggers that wait for its casters.
pub fn note_opened(r: &mut Resolution, window: &Window) {
    let e = r.encounter();
    let acting = window.phase == Phase::Action;
    let casts = |c: &Combatant| acting && c.has(Condition::CASTING) && stop::owes(e, window, c.id);
    for caster in e.those(casts) {
        trigger(r, caster, |_, deed| deed == Deed::Cast);
    }
}

/// Sets off matching triggers: those that name `by`, and those that name nobody but wait for an opponent.
fn trigger(r: &mut Resolution, by: CombatantId, sets_off: impl Fn(&[Deed], Deed) -> bool) {
    let e = r.encounter();
    let reason = |held: &Effect| usize::try_from(held.count(counter::WAITS_FOR)).unwrap_or(0);
    let waits = |c: &Combatant| {
        let held = c.effect(Condition::HOLDING)?;
        let meant = held.toward.map_or_else(|| e.oppose(c.id, by), |whom| whom == by);
        let (_, deed, deeds) = TRIGGERS.get(reason(held))?;
        let comes = *deed != COMES || e.get(by).is_some_and(|by| has_in_range(&At { e, c }, by));
        (meant && comes && sets_off(deeds, *deed)).then_some((c.id, held.id))
    };
    let those: Vec<_> = e.all().filter_map(waits).collect();
    for (who, held) in those {
        r.emit(Event::Counted(Bearer::Effect(who, held), counter::HAS_COME, 1));
    }
}

/// Returns the stop of a combatant whose trigger has occurred, before anything else happens; in a shared stop, once it
/// is over.
pub fn pressing(e: &Encounter) -> Option<Window> {
    if e.windows.iter().any(|window| window.mode == Mode::Together) {
        return None;
    }
    let come = |c: &&Combatant| {
        let held = c.effect(Condition::HOLDING);
        held.is_some_and(|held| held.count(counter::HAS_COME) > 0) && available::is_ready(e, c)
    };
    let who = e.all().find(come)?.id;
    Some(Window::acts(Phase::Gap, e.place, Whose::One(who)))
}

/// After its stop, lets what it still delays wait for its trigger again.
pub fn note_closed(r: &mut Resolution, window: &Window) {
    let Whose::One(who) = window.whose else { return };
    let held = r.encounter().get(who).and_then(|c| c.effect(Condition::HOLDING)).map(|held| held.id);
    if let Some(held) = held.filter(|_| window.phase == Phase::Gap) {
        r.emit(Event::Counted(Bearer::Effect(who, held), counter::HAS_COME, 0));
    }
}

/// After a command, ends the delay of those that have released what they delayed or can no longer do so.
pub fn note_let_go(r: &mut Resolution) {
    let e = r.encounter();
    for who in e.those(|c| state::holds_back(c) && !available::is_ready(e, c)) {
        r.relieve(who, Condition::HOLDING);
    }
}
