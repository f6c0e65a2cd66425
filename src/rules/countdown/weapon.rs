//! Weapons: drawing, dropping, using up and reloading them.

use super::action::action;
use super::blow::Blow;
use super::gear::{can_be_lost, is_crossbow};
use super::options::{DRAW_COST, DrawCost};
use super::{condition, counter, declare, gear, number, state};
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

pub const DRAW: DeedRule = DeedRule {
    rule: "countdown.equipment.weapon-state",
    when: When::Beside,
    announced: |at, with| with.is_some_and(|nth| takes_action(at.e, at.c, nth)).then_some(Deed::Draw),
    concerns: |at| {
        let away = |at| matches!(at, Whereabouts::Dropped | Whereabouts::Sheathed);
        at.c.gear.iter().any(|(thing, gear)| matches!(thing, Thing::Line(_)) && away(gear.at))
    },
    shape: |at, offer| {
        let drawn = with(at, offer, |nth, _| may_draw(at, nth).is_ok());
        if drawn.blocked.is_none() {
            return drawn;
        }
        // If a weapon could be drawn at another time, gives the reason why not now.
        let mut lies = state::lines(at).filter(|(nth, _)| !gear::is_ready(at.c, *nth));
        let why = lies.find_map(|(nth, _)| may_draw(at, nth).err());
        Offer { blocked: why.or(drawn.blocked), ..drawn }
    },
    check: |at, act| {
        let nth = act.with.filter(|nth| at.d20().is_ok_and(|d20| state::line(d20, *nth).is_some()));
        may_draw(at, nth.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?)
    },
    run: take_up,
    ..action(Deed::Draw)
};

pub const DROP: DeedRule = DeedRule {
    rule: "countdown.equipment.weapon-state",
    when: When::Free,
    concerns: |at| state::lines(at).any(|(_, line)| !gear::is_natural(line)),
    shape: |at, offer| with(at, offer, |nth, line| !gear::is_natural(line) && gear::is_ready(at.c, nth)),
    check: |at, act| {
        let held = act
            .with
            .filter(|nth| state::lines(at).any(|(own, line)| own == *nth && !gear::is_natural(line)));
        gear::at_hand(at.c, held.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?)
    },
    run: |r, act| let_go(r, act, Whereabouts::Dropped),
    bar: |_| Ok(()),
    ..action(Deed::Drop)
};

pub const SHEATHE: DeedRule =
    DeedRule { deed: Deed::Sheathe, run: |r, act| let_go(r, act, Whereabouts::Sheathed), ..DROP };

pub const RELOAD: DeedRule = DeedRule {
    rule: "countdown.missile.crossbow",
    announced: |_, _| Some(Deed::Reload),
    concerns: |at| state::lines(at).any(|(_, line)| is_crossbow(line)),
    may: |at| at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED),
    shape: |at, offer| {
        with(at, offer, |nth, line| {
            is_crossbow(line) && gear::is_spent(at.c, nth) && gear::is_ready(at.c, nth)
        })
    },
    check: |at, act| {
        let d20 = at.d20()?;
        let loads =
            |nth: &u8| state::line(d20, *nth).is_some_and(is_crossbow) && gear::is_spent(at.c, *nth);
        let nth = act.with.filter(loads);
        gear::at_hand(at.c, nth.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?)
    },
    run: reload,
    ..action(Deed::Reload)
};

/// Returns `offer` with the lines that fit, or blocked if there are none.
fn with(at: &At, offer: Offer, fits: impl Fn(u8, &Attack) -> bool) -> Offer {
    let fitting = state::lines(at).filter(|(nth, line)| fits(*nth, line));
    let with: Vec<u8> = fitting.map(|(nth, _)| nth).collect();
    if with.is_empty() {
        return Offer::blocked(offer.deed, at.why(Refusal::BAD_WEAPON));
    }
    Offer { with, ..offer }
}

/// Checks that the actor can draw or pick up that weapon now: neither in hand nor broken, only one stowed weapon a
/// round, and the action unspent if it costs that.
fn may_draw(at: &At, nth: u8) -> Allowed {
    let At { e, c } = *at;
    let pays = takes_action(e, c, nth);
    match c.thing(Thing::Line(nth)).at {
        Whereabouts::AtHand => return at.no(Refusal::BAD_WEAPON),
        Whereabouts::Destroyed => return at.no(Refusal::DESTROYED),
        Whereabouts::Lost => return at.no(Refusal::NOT_AT_HAND),
        _ if !pays && i64::from(c.count(counter::DREW)) == i64::from(e.round) => {
            return at.no(Refusal::ALREADY_SPENT);
        }
        _ => declare::keeps(at, &DRAW, Some(nth))?,
    }
    let acts = state::is_fresh(e, c) && !number::has_passed(e, c);
    at.unless(!pays || acts, Refusal::ALREADY_ACTED)
}

fn put(r: &mut Resolution, who: CombatantId, at: u8, to: Whereabouts) {
    let gear = r.encounter().get(who).map(|c| c.thing(Thing::Line(at))).unwrap_or_default();
    r.emit(Event::Geared(who, Thing::Line(at), Gear { at: to, ..gear }));
}

/// Drops or breaks a weapon that can be lost; returns whether it was.
pub fn lose(r: &mut Resolution, who: CombatantId, at: u8, to: Whereabouts) -> bool {
    let line = r.encounter().d20(who).ok().and_then(|d20| state::line(d20, at));
    let held = line.is_some_and(can_be_lost);
    if held {
        put(r, who, at, to);
    }
    held
}

/// Draws a stowed weapon, or picks one up as its action (`countdown.equipment.weapon-state`).
fn take_up(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (Some(at), Some(c)) = (act.with, r.encounter().get(act.who)) else { return Ok(()) };
    if takes_action(r.encounter(), c, at) {
        r.emit(Event::Spent(act.who, Spending::Action));
    } else {
        let round = r.encounter().round_number();
        r.count(act.who, counter::DREW, round);
    }
    put(r, act.who, at, Whereabouts::AtHand);
    Ok(())
}

/// Whether drawing it or picking it up costs the action.
fn takes_action(e: &Encounter, c: &Combatant, at: u8) -> bool {
    let lies = c.thing(Thing::Line(at)).at == Whereabouts::Dropped;
    lies || DRAW_COST.is(e, DrawCost::Action)
}

/// Drops or stows the weapon.
fn let_go(r: &mut Resolution, act: &Act, to: Whereabouts) -> Result<(), Stop> {
    if let Some(nth) = act.with {
        put(r, act.who, nth, to);
    }
    Ok(())
}

/// Spends ammunition, unloads a crossbow, and starts the wait of a slow engine; a crossbow loaded beforehand replaces
/// the spent one (`countdown.missile.preloaded`).
pub fn use_up(r: &mut Resolution, who: CombatantId, at: u8, line: &Attack, shoots: bool) {
    state::draw(r, who, line, shoots);
    if shoots {
        take_loaded(r, who, at);
    }
    if let Some(rounds) = line.loading.filter(|rounds| shoots && *rounds > 0) {
        let gear = r.encounter().get(who).map(|c| c.thing(Thing::Line(at))).unwrap_or_default();
        r.emit(Event::Geared(who, Thing::Line(at), Gear { fired: rounds, ..gear }));
    }
    if let Some(rate) = line.rate.filter(|rate| *rate > 1) {
        let recharging = state::rounds_on(r, condition::RECHARGING, u32::from(rate) - 1);
        let effect = Effect { value: at.into(), ..recharging };
        r.afflict(who, effect);
    }
}

fn take_loaded(r: &mut Resolution, who: CombatantId, at: u8) {
    let e = r.encounter();
    let (Some(c), Ok(d20)) = (e.get(who), e.d20(who)) else { return };
    if gear::is_ready(c, at) {
        return;
    }
    let mut lines = (0u8..).zip(&d20.figures.attacks);
    let spent = lines.find(|(other, line)| {
        is_crossbow(line) && gear::is_ready(c, *other) && gear::is_spent(c, *other)
    });
    if let Some((spent, _)) = spent {
        put(r, who, spent, Whereabouts::Dropped);
    }
    put(r, who, at, Whereabouts::AtHand);
}

/// Spends a whole round loading, which counts once the round is over (`countdown.missile.crossbow`).
fn reload(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(at) = act.with else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    let until = Some(state::this_round(r.encounter()));
    let effect = Effect { value: i32::from(at), ..r.effect(Condition::RELOADING, until) };
    r.afflict(act.who, effect);
    Ok(())
}

/// Counts a round of loading when it is over, unless the loader was put out of action or the weapon knocked from its
/// hand.
pub fn loaded(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    let Ok(at) = u8::try_from(effect.value) else { return };
    let Some(c) = r.encounter().get(who).filter(|c| state::is_able(c) && gear::is_ready(c, at)) else {
        return;
    };
    let gear = c.thing(Thing::Line(at));
    if gear.fired > 0 {
        let fired = gear.fired - 1;
        r.emit(Event::Geared(who, Thing::Line(at), Gear { fired, ..gear }));
    }
}

/// Takes a thrown weapon out of the hand: it lies where it hit (`countdown.equipment.weapon-state`) or is lost after a
/// miss (`countdown.missile.lost`), unless the line stands for several or the supply has more.
pub fn leave_hand(r: &mut Resolution, blow: &Blow, hit: bool) {
    let supply = r.encounter().get(blow.who).and_then(|c| c.supply_of(&blow.line.name));
    let more = supply.is_some_and(|supply| supply.left() > 0);
    if blow.line.range == Some(Range::Both) && blow.line.count == 1 && !more {
        let to = if hit { Whereabouts::Dropped } else { Whereabouts::Lost };
        lose(r, blow.who, blow.at, to);
    }
}
