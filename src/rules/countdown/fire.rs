//! Fire on creatures and on the ground; its damage is immediate.

use super::action::action;
use super::{condition, counter, declare, number, refusal, state, traits};
use crate::rules::model::block::d20::{Immunity, Tag};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::moment::{self, Moment, TIMED};
use crate::rules::model::window::{Subject, Whose};
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Damage of burning oil in the round after the hit (`countdown.missile.oil-burning`).
const BURNING: DiceExpr = DiceExpr::new(1, 8, 0);
/// Damage of a fire on the ground (`countdown.missile.oil-ground`).
const GROUND: DiceExpr = DiceExpr::new(1, 6, 0);
/// Rounds that it burns after the one in which it was lit.
const GROUND_ROUNDS: u32 = 9;

pub const EXTINGUISH: DeedRule = DeedRule {
    rule: "countdown.missile.oil-extinguish",
    announced: |_, _| Some(Deed::Extinguish),
    concerns: |at| at.c.has(Condition::BURNING),
    may: |at| match at.c.has(Condition::BURNING) {
        false => at.no(refusal::NOT_BURNING),
        true if at.c.spent.moved.is_some() => at.no(Refusal::ALREADY_MOVED),
        true => Ok(()),
    },
    shape: |_, offer| {
        let facts = vec![FactField { stands: true, ..FactField::flag(Fact::Suitable) }];
        Offer { facts, ..offer }
    },
    run: extinguish,
    ..action(Deed::Extinguish)
};

pub const KINDLE: DeedRule = DeedRule {
    rule: "countdown.missile.oil-ground",
    announced: |_, _| Some(Deed::Feat),
    concerns: |at| at.d20().is_ok_and(|d20| d20.block.is_character()),
    shape: |at, offer| {
        let others = at.e.all().filter(|other| state::is_there(other) && other.id != at.c.id);
        let ids: Vec<CombatantId> = others.map(|other| other.id).collect();
        Offer { at: Targets { most: ids.len(), least: 0, ids }, ..offer }
    },
    // Targets are those who stand in the oil.
    check: |at, act| {
        act.at.iter().try_for_each(|whom| match state::is_there(at.e.who(*whom)?) {
            true => Ok(()),
            false => at.no(Refusal::BAD_TARGET),
        })
    },
    run: kindle,
    ..action(Deed::Kindle)
};

/// Facts to ask about a way if a fire burns on the ground.
pub fn facts(e: &Encounter) -> Vec<FactField> {
    let burns = ground(e).is_some();
    let facts = [Fact::IntoFire, Fact::ThroughFire];
    facts.into_iter().filter(|_| burns).map(FactField::flag).collect()
}

/// Whether `who` is immune to fire (`countdown.missile.fire-immune`).
pub fn is_proof(e: &Encounter, who: CombatantId) -> bool {
    e.d20(who).is_ok_and(|d20| {
        let wards = matches!(&d20.block.immune, Some(Immunity::To(tags)) if tags.contains(&Tag::FIRE));
        d20.block.is(traits::FIREPROOF) || wards
    })
}

/// Whether the effect is fire that harms it this round.
fn is_due(round: i32, effect: &Effect) -> bool {
    effect.condition == Condition::BURNING && effect.value <= round
}

fn burns(e: &Encounter, c: &Combatant) -> bool {
    c.effects.iter().any(|effect| is_due(e.round_number(), effect))
}

/// Whether `c` stands in a fire that has not harmed it this round.
fn stands_in_fire(e: &Encounter, c: &Combatant) -> bool {
    c.has(condition::IN_FIRE) && c.count(counter::SCORCHED) != e.round_number()
}

/// Whether `c` has still to take fire damage this round, from itself or the ground.
pub fn owed(e: &Encounter, c: &Combatant) -> bool {
    state::is_reached(c) && !is_proof(e, c.id) && (burns(e, c) || stands_in_fire(e, c))
}

/// Returns the fire damage of a combatant that has passed on its number without an act.
pub fn pressing(e: &Encounter) -> Option<Window> {
    let at = number::open_slot(e)?;
    let slot = e.order.get(usize::from(at))?;
    let idle = |c: &&Combatant| {
        let open = e.window().filter(|window| window.phase == Phase::Number);
        owed(e, c) && open.is_none_or(|window| window.has_passed(c.id))
    };
    let who = slot.ones.iter().filter_map(|who| e.get(*who)).find(idle)?.id;
    let window = Window::procedure(Phase::Due, e.place, Whose::One(who));
    Some(window.about(Subject::Combatant(who)))
}

/// Deals fire damage before any act on its own number, unless it spends the round smothering the flames
/// (`countdown.missile.oil-burning`), which one that holds may still do. Returns whether it can still act.
pub fn before(r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<bool, Stop> {
    let e = r.encounter();
    let free = matches!(row.when, When::Ever | When::Free) || declare::holds_back(e, act, row);
    let here = number::stands_on_open_number(e, act.who);
    if free || !here || !e.get(act.who).is_some_and(|c| owed(e, c)) {
        return Ok(true);
    }
    if act.deed == Deed::Extinguish && act.facts.has(&Fact::Suitable) {
        r.relieve(act.who, Condition::BURNING);
    }
    burn(r, act.who)?;
    Ok(r.encounter().get(act.who).is_some_and(state::is_able))
}

/// Deals the fire damage on it: a die for each flask and one for the ground. All that burns it on its number does so at
/// one instant, so it is one sum: what knocks it out is not followed by what kills it.
pub fn burn(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    r.under(|| Why::Ticks(who), |r| blaze(r, who))
}

fn blaze(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let flames: Vec<Effect> = e
        .get(who)
        .map(|c| c.effects.iter().filter(|effect| is_due(e.round_number(), effect)).cloned().collect())
        .unwrap_or_default();
    let mut hurts = Vec::new();
    for _ in &flames {
        hurts.extend(flare(r, who, BURNING)?);
    }
    let e = r.encounter();
    if e.get(who).is_some_and(|c| stands_in_fire(e, c)) {
        feel_ground(r, who);
        hurts.extend(flare(r, who, GROUND)?);
    }
    super::harm::harm_at_once(r, who, &hurts, Source::Lasting)?;
    flames.iter().for_each(|flame| r.emit(Event::relieved(who, flame, false)));
    Ok(())
}

fn scorch_by_ground(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    feel_ground(r, who);
    let scorch = |r: &mut Resolution| {
        let hurts: Vec<Tally> = flare(r, who, GROUND)?.into_iter().collect();
        super::harm::harm_at_once(r, who, &hurts, Source::Lasting)
    };
    r.under(|| Why::Ticks(who), scorch)
}

/// Notes that the fire on the ground has harmed it this round.
fn feel_ground(r: &mut Resolution, who: CombatantId) {
    let now = r.encounter().round_number();
    r.count(who, counter::SCORCHED, now);
}

/// Rolls the damage of one fire; `None` if fire does not harm it.
fn flare(r: &mut Resolution, who: CombatantId, dice: DiceExpr) -> Result<Option<Tally>, Stop> {
    let e = r.encounter();
    if is_proof(e, who) || !e.get(who).is_some_and(state::is_reached) {
        return Ok(None);
    }
    let amount = r.figure(RollRequest::new(Purpose::Fire, dice.count, dice.sides).by(who))?;
    Ok(Some(Tally::new().with(Reason::DICE, amount)))
}

/// Spares it the fire damage of this round, as the referee says.
pub fn spare(r: &mut Resolution, who: CombatantId) {
    let now = r.encounter().round_number();
    r.relieve_where(who, |_, effect| is_due(now, effect));
    r.count(who, counter::SCORCHED, now);
}

/// Sets it alight with a flask, to burn again in the next round (`countdown.missile.oil-burning`).
pub fn set_alight(r: &mut Resolution, who: CombatantId) {
    let effect = next_round(r.encounter(), r.effect(Condition::BURNING, None));
    r.defer(Event::Afflicted(who, Box::new(effect)));
}

/// Returns flames that harm in the next round and end with it.
fn next_round(e: &Encounter, flames: Effect) -> Effect {
    let until = flames.until.or(Some(Moment::RoundEnd(e.round + 1).at(TIMED)));
    Effect { value: e.round_number() + 1, until, ..flames }
}

/// After a command, makes fire set by the referee or a spell burn like that of a hit.
pub fn catch_fire(r: &mut Resolution) {
    for who in r.began(Condition::BURNING) {
        let lit = r.encounter().get(who).and_then(|c| c.effects_of(Condition::BURNING).last()).cloned();
        if let Some(lit) = lit.filter(|lit| lit.value == 0) {
            let flames = next_round(r.encounter(), lit);
            r.afflict(who, flames);
        }
    }
}

/// Spends the whole round smothering the flames (`countdown.missile.oil-extinguish`).
fn extinguish(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    state::mark(r, act.who, condition::SMOTHERING);
    if act.facts.has(&Fact::Suitable) {
        r.relieve(act.who, Condition::BURNING);
    }
    Ok(())
}

/// End of the longest fire on the ground.
pub fn ground(e: &Encounter) -> Option<moment::When> {
    let fires = e.timers.iter().filter(|timer| timer.action == TimerAction::BurnOut);
    fires.map(|timer| timer.due).max()
}

/// Lights oil on the ground; the targets stand in it (`countdown.missile.oil-ground`).
fn kindle(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    let due = Moment::RoundEnd(r.encounter().round + GROUND_ROUNDS).at(TIMED);
    r.set_timer(due, None, TimerAction::BurnOut);
    for &who in &act.at {
        let stood = r.encounter().has(who, condition::IN_FIRE);
        r.begin(who, condition::IN_FIRE, Some(due));
        // One whose number is over takes the damage on its next; new oil does not spare one that stood in fire before.
        let e = r.encounter();
        if !stood && e.slot_of(who).is_some() && !number::number_ahead(e, who) {
            let now = r.encounter().round_number();
            r.count(who, counter::SCORCHED, now);
        }
    }
    Ok(())
}

/// Refuses a way through or into a fire if none burns.
///
/// # Errors
/// `bad-modifier`.
pub fn check_way(e: &Encounter, act: &Act) -> Allowed {
    let fire = act.facts.has(&Fact::IntoFire) || act.facts.has(&Fact::ThroughFire);
    if !fire || ground(e).is_some() {
        return Ok(());
    }
    Err(RuleError::new(Refusal::BAD_MODIFIER).of(act.who).saying("there is no fire on the ground"))
}

/// Whether the fire it stands in lasts at least to `until`.
fn outlasts(fire: &Effect, until: Option<moment::When>) -> bool {
    fire.until.is_none_or(|end| until.is_some_and(|until| end >= until))
}

/// Moves a combatant `feet` into, through or out of a fire, by any means. Returns whether it can still act.
pub fn cross(r: &mut Resolution, who: CombatantId, facts: &Facts, feet: i32) -> Result<bool, Stop> {
    let (into, through) = (facts.has(&Fact::IntoFire), facts.has(&Fact::ThroughFire));
    let stood = r.encounter().has(who, condition::IN_FIRE);
    if stood && !into && feet > 0 {
        r.relieve(who, condition::IN_FIRE);
    }
    let now = r.encounter().round_number();
    let felt = r.encounter().get(who).is_some_and(|c| c.count(counter::SCORCHED) == now);
    if (into || through) && !felt {
        scorch_by_ground(r, who)?;
    }
    let until = ground(r.encounter());
    let lasts = |c: &Combatant| c.effects_of(condition::IN_FIRE).any(|fire| outlasts(fire, until));
    if into && !r.encounter().get(who).is_some_and(lasts) {
        r.begin(who, condition::IN_FIRE, until);
    }
    Ok(r.encounter().get(who).is_some_and(state::is_able))
}
