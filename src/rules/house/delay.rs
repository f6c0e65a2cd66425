//! What a combatant does with its round in place of attacking at its stop: holding back, parrying (section 3.9).

use super::counter;
use super::sequence::{self, this_round};
use super::{about, attack, spell, state};
use crate::rules::d20::movement::destinations;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Bearer, Event, Spending, Stop, Told};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::offer::{FactField, Offer, Targets};
use crate::rules::model::window::{Mode, Phase, Whose, Window};
use crate::rules::ruleset::deed::{self, Allowed, At, DeedRule};

/// The figure of what is held back when it is a spell; 0: attacks.
const SPELL: i32 = 1;

/// Gives up attacking and moving, harder to hit from now on (`house.attack.parry-dodge`).
pub const PARRY: DeedRule = DeedRule {
    rule: "house.attack.parry-dodge",
    told: deed::Told::Named,
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

/// Holds its attacks or its spell back until something happens, which is said; if that has to do with somebody, with
/// whom (`house.attack.delay`, `house.spell.delay`).
pub const HOLD: DeedRule = DeedRule {
    rule: "house.attack.delay",
    phase: Some(Phase::Action),
    told: deed::Told::Named,
    may: |at| {
        at.unless(!state::holds_back(at.c), Refusal::ALREADY_ACTED)?;
        has_something_to_hold(at)
    },
    shape: |at, offer| {
        let others = at.e.all().filter(|other| other.id != at.c.id && other.is_up()).collect();
        let (others, _) = destinations(about(), at, others);
        let until = FactField { stands: true, ..FactField::may(Fact::Intent(Deed::Other)) };
        Offer { at: Targets { most: others.most.min(1), ..others }, facts: vec![until], ..offer }
    },
    choices: |_, _, fact| match fact {
        Fact::Intent(_) => {
            REASONS.iter().map(|(words, deed, _)| (Text::from(*words), Fact::Intent(*deed))).collect()
        }
        _ => Vec::new(),
    },
    check: |at, act| {
        at.unless(act.at.len() <= 1 && act.target() != Some(at.c.id), Refusal::BAD_TARGET)?;
        let known = act.facts.intent().is_none_or(|deed| position(deed).is_some());
        at.unless(
            known,
            Refusal::MISSING_FACT.saying("until it moves, attacks, casts or something else?"),
        )
    },
    run: hold,
    ..DeedRule::of(Deed::Hold)
};

/// What can be waited for: its words, the deed that stands for it, and the deeds that bring it about.
const REASONS: [(&str, Deed, &[Deed]); 4] = [
    ("until something else happens", Deed::Other, &[]),
    (
        "until it moves",
        Deed::Move,
        &[Deed::Move, Deed::Run, Deed::Charge, Deed::Withdraw, Deed::Retreat, Deed::Crawl, Deed::Stand],
    ),
    // Every blow and shot counts, one out of turn as well.
    ("until it attacks", Deed::Strike, &[Deed::UsePower]),
    // Whoever is to cast comes to its stop: what waits for that comes before the spell.
    ("until it is about to cast", Deed::Cast, &[]),
];

fn position(deed: Deed) -> Option<usize> {
    REASONS.iter().position(|(_, known, _)| *known == deed)
}

fn hold(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let value = if r.encounter().has(act.who, Condition::CASTING) { SPELL } else { 0 };
    let nth = act.facts.intent().and_then(position).unwrap_or(0);
    let mut effect = Effect { value, toward: act.target(), ..this_round(r, Condition::HOLDING) };
    if let Some((words, ..)) = REASONS.get(nth).filter(|_| nth > 0) {
        effect.label = Some(Text::from(*words));
        effect.counters.set(counter::WAITS_FOR, i32::try_from(nth).unwrap_or(0));
        r.tell(|| Told::row(act.who, "house.attack.delay", *words));
    }
    r.afflict(act.who, effect);
    r.emit(Event::Passed(act.who));
    Ok(())
}

/// An act is done: who waited for that may come in now.
pub fn note_done(r: &mut Resolution, act: &Act) {
    comes(r, act.who, |deeds, _| deeds.contains(&act.deed));
}

/// Somebody attacks, in its stop or out of turn: who waited for that may come in when the act is done.
pub fn note_attack(r: &mut Resolution, by: CombatantId) {
    comes(r, by, |_, deed| deed == Deed::Strike);
}

/// A stop opens: whoever announced a spell is about to cast it.
pub fn note_opened(r: &mut Resolution, window: &Window) {
    let e = r.encounter();
    let acting = window.phase == Phase::Action;
    let casts = |c: &Combatant| acting && c.has(Condition::CASTING) && sequence::owes(e, window, c.id);
    for caster in e.those(casts) {
        comes(r, caster, |_, deed| deed == Deed::Cast);
    }
}

/// What some wait for has come about, by somebody: by the one they named, else by any opponent.
fn comes(r: &mut Resolution, by: CombatantId, is_that: impl Fn(&[Deed], Deed) -> bool) {
    let e = r.encounter();
    let reason = |held: &Effect| usize::try_from(held.count(counter::WAITS_FOR)).unwrap_or(0);
    let waits = |c: &Combatant| {
        let held = c.effect(Condition::HOLDING)?;
        let meant = held.toward.map_or_else(|| e.oppose(c.id, by), |whom| whom == by);
        let (_, deed, deeds) = REASONS.get(reason(held))?;
        (meant && is_that(deeds, *deed)).then_some((c.id, held.id))
    };
    let those: Vec<_> = e.all().filter_map(waits).collect();
    for (who, held) in those {
        r.emit(Event::Counted(Bearer::Effect(who, held), counter::HAS_COME, 1));
    }
}

/// The stop of whoever waited for what has come about, before anything else happens; where several act at once, when
/// all of them have.
pub fn pressing(e: &Encounter) -> Option<Window> {
    if e.windows.iter().any(|window| window.mode == Mode::Together) {
        return None;
    }
    let come = |c: &&Combatant| {
        let held = c.effect(Condition::HOLDING);
        held.is_some_and(|held| held.count(counter::HAS_COME) > 0) && is_ready(e, c)
    };
    let who = e.all().find(come)?.id;
    Some(Window::acts(Phase::Gap, e.place, Whose::One(who)))
}

/// It has had its stop: what it still holds back waits on.
pub fn note_closed(r: &mut Resolution, window: &Window) {
    let Whose::One(who) = window.whose else { return };
    let held = r.encounter().get(who).and_then(|c| c.effect(Condition::HOLDING)).map(|held| held.id);
    if let Some(held) = held.filter(|_| window.phase == Phase::Gap) {
        r.emit(Event::Counted(Bearer::Effect(who, held), counter::HAS_COME, 0));
    }
}

fn has_something_to_hold(at: &At) -> Allowed {
    if at.c.has(Condition::CASTING) { (spell::CAST.may)(at) } else { attack::may_attack(at) }
}

/// Whether it holds something back that it could still let go.
pub fn is_ready(e: &Encounter, c: &Combatant) -> bool {
    let held = c.effect(Condition::HOLDING).filter(|held| {
        // A spell that was spoiled leaves nothing to let go.
        held.value != SPELL || c.has(Condition::CASTING)
    });
    held.is_some() && has_something_to_hold(&At { e, c }).is_ok()
}

/// After a command: whoever has let go what it held back, or cannot any more, holds nothing.
pub fn note_let_go(r: &mut Resolution) {
    let e = r.encounter();
    for who in e.those(|c| state::holds_back(c) && !is_ready(e, c)) {
        r.relieve(who, Condition::HOLDING);
    }
}
