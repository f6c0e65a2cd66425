//! Damage, death and healing, and the commit of simultaneous results.

use super::options::{HALF_ROUNDING, HalfRounding, ITEM_SURVIVAL};
use super::{condition, disruption, saving};
use crate::rules::d20::harm::{self as kit, HitEffect, Rounding, is_alive, missing};
use crate::rules::d20::subdual::{self, unspent};
use crate::rules::model::block::d20::{Rider, Save};
use crate::rules::model::command::Share;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Deals damage and applies its consequences. `destructive` is the save category of an effect that destroys the gear of
/// those it kills.
pub fn harm(
    r: &mut Resolution,
    who: CombatantId,
    mut tally: Tally,
    source: Source,
    destructive: Option<Save>,
) -> Result<(), Stop> {
    r.harm_lands(who, &mut tally, source)?;
    if r.encounter().acts_together() {
        r.defer(Event::Harmed { who, amount: tally.total(), source, tally });
        defer_gear_loss(r, who, destructive);
        return Ok(());
    }
    kit::lose(r, who, tally, source, None);
    fall(r, who, destructive)
}

/// Kills it at 0 hit points or fewer (`bx.death.zero`); if its subdual damage is too much, it surrenders.
fn fall(r: &mut Resolution, who: CombatantId, destructive: Option<Save>) -> Result<(), Stop> {
    let gone = r.encounter().get(who).is_none_or(|c| c.vitals.hp() <= 0);
    if gone {
        return die(r, who, destructive);
    }
    surrender_if_beaten(r, who);
    Ok(())
}

/// Kills it, whatever its hit points.
pub fn kill(r: &mut Resolution, who: CombatantId, destructive: Option<Save>) -> Result<(), Stop> {
    if r.encounter().acts_together() {
        r.defer(Event::Stood(who, Standing::Dead));
        defer_gear_loss(r, who, destructive);
        return Ok(());
    }
    die(r, who, destructive)
}

/// Records that its gear is destroyed if it dies at the commit.
fn defer_gear_loss(r: &mut Resolution, who: CombatantId, destructive: Option<Save>) {
    if let Some(category) = destructive {
        let mark = gear_destroyed(r, category);
        r.defer(Event::Afflicted(who, Box::new(mark)));
    }
}

fn gear_destroyed(r: &Resolution, category: Save) -> Effect {
    let value = i32::try_from(category.index()).unwrap_or(0);
    Effect { value, ..r.effect(condition::GEAR_DESTROYED, None) }
}

/// Kills it at once; if the effect was destructive, its gear is destroyed (`bx.death.item-destruction`).
fn die(r: &mut Resolution, who: CombatantId, destructive: Option<Save>) -> Result<(), Stop> {
    if !is_alive(r.encounter(), who) {
        return Ok(());
    }
    r.emit(Event::Stood(who, Standing::Dead));
    let Some(category) = destructive else { return Ok(()) };
    let mark = gear_destroyed(r, category);
    r.afflict(who, mark);
    let items = r.encounter().d20(who)?.block.items.clone();
    for (name, bonus) in items {
        let outlasts = outlasts(r, who, category, &name, bonus)?;
        r.tell(|| Told::Item(who, name, outlasts));
    }
    Ok(())
}

/// Offers a magic item's save (`bx.death.magic-item-save`): against the killing effect's category, or another if the
/// referee says so (R18). Returns whether the item survives.
fn outlasts(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    name: &Text,
    bonus: i32,
) -> Result<bool, Stop> {
    if !ITEM_SURVIVAL.is_on(r.encounter()) {
        return Ok(false);
    }
    let others = Save::ALL.into_iter().filter(|save| *save != category);
    let categories: Vec<Save> = std::iter::once(category).chain(others).collect();
    let saves = categories.iter().map(|save| Pick::Item(name.clone(), *save));
    let ask = ChoiceRequest::one(Question::SaveItem, saves.chain([Pick::No]).collect());
    let Answer::One(at) = r.choose(ChoiceRequest { who: Some(who), ..ask })? else { return Ok(false) };
    categories.get(at).map_or(Ok(false), |category| saving::item_save(r, who, *category, bonus))
}

/// Commits pending results: damage first, then healing, then deaths (`bx.initiative.simultaneous`).
pub fn commit(r: &mut Resolution) -> Result<(), Stop> {
    r.under(|| Why::Outcome, apply_pending)
}

fn apply_pending(r: &mut Resolution) -> Result<(), Stop> {
    let pending = r.encounter().pending.clone();
    r.emit(Event::Committed);
    let marks: Vec<(CombatantId, Save)> = pending.iter().filter_map(marked).collect();
    let destructive =
        |who: CombatantId| marks.iter().find(|(marked, _)| *marked == who).map(|(_, save)| *save);
    for event in pending.iter().filter(|event| marked(event).is_none()) {
        match event {
            Event::Healed { .. } => {}
            Event::Harmed { who, source, tally, .. } => {
                kit::lose(r, *who, tally.clone(), *source, None);
            }
            Event::Stood(who, Standing::Dead) => die(r, *who, destructive(*who))?,
            Event::Afflicted(who, effect) if effect.condition == Condition::SUBDUED => {
                subdual::deal(r, *who, effect.value, None);
            }
            _ => r.emit(event.clone()),
        }
    }
    for event in pending.iter() {
        if let Event::Healed { who, amount } = event {
            heal(r, *who, *amount);
        }
    }
    let harmed = kit::concerned(&pending, harmed);
    harmed
        .into_iter()
        .try_for_each(|who| r.under(|| Why::Target(who), |r| fall(r, who, destructive(who))))
}

/// Returns whose gear is destroyed in case of death, with the save category.
fn marked(event: &Event) -> Option<(CombatantId, Save)> {
    match event {
        Event::Afflicted(who, effect) if effect.condition == condition::GEAR_DESTROYED => {
            let at = usize::try_from(effect.value).ok()?;
            Some((*who, *Save::ALL.get(at)?))
        }
        _ => None,
    }
}

/// Returns whom the event may have brought down.
fn harmed(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Harmed { who, .. } => Some(*who),
        Event::Afflicted(who, effect) if effect.condition == Condition::SUBDUED => Some(*who),
        _ => None,
    }
}

/// How halves are rounded (`bx.option.half-rounding`).
pub fn rounding(e: &Encounter) -> Rounding {
    if HALF_ROUNDING.is(e, HalfRounding::Up) { Rounding::Up } else { Rounding::Down }
}

/// Deals an amount set by the referee, which disrupts spells like any damage.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    let rounding = rounding(r.encounter());
    kit::by_referee(r, amount, who, rounding, |r, target, tally| {
        disruption::spoil(r, target, true);
        harm(r, target, tally, Source::Referee, None)
    })
}

/// Heals an amount at once, never above the maximum, never the dead (`bx.healing.magical`).
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    let rounding = rounding(r.encounter());
    kit::healing(r, amount, who, rounding, heal)
}

/// Restores hit points up to the maximum; simultaneous healing is limited at the commit.
pub fn heal(r: &mut Resolution, who: CombatantId, amount: i32) {
    let Some(c) = r.encounter().get(who).filter(|c| c.standing != Standing::Dead) else { return };
    let amount = if r.encounter().acts_together() { amount } else { amount.min(missing(c)) };
    if amount > 0 {
        r.consequence(Event::Healed { who, amount });
    }
}

/// Sets hit points as the referee says: 0 or fewer kills, more revives, and subdual damage may make it surrender.
pub fn set_hp(r: &mut Resolution, who: CombatantId, hp: i32) {
    r.emit(Event::HpSet(who, hp));
    match r.encounter().get(who).map(|c| c.standing == Standing::Dead) {
        Some(false) if hp <= 0 => r.emit(Event::Stood(who, Standing::Dead)),
        Some(true) if hp > 0 => r.emit(Event::Stood(who, Standing::Up)),
        _ => {}
    }
    surrender_if_beaten(r, who);
}

/// Deals subdual damage, which is kept apart from hit points (`bx.damage.subdual`).
pub fn subdue(r: &mut Resolution, who: CombatantId, points: i32) {
    if r.encounter().acts_together() {
        let waiting = Effect { value: points, ..r.effect(Condition::SUBDUED, None) };
        return r.defer(Event::Afflicted(who, Box::new(waiting)));
    }
    subdual::deal(r, who, points, None);
    surrender_if_beaten(r, who);
}

/// Makes it surrender if subdual damage has used up its remaining hit points.
pub fn surrender_if_beaten(r: &mut Resolution, who: CombatantId) {
    let beaten = |c: &Combatant| c.is_up() && c.vitals.hp() > 0 && unspent(c) <= 0;
    if r.encounter().get(who).is_some_and(beaten) {
        r.emit(Event::Stood(who, Standing::Surrendered));
    }
}

/// Begins what an attack or effect causes (`bx.save.poison`); the current round counts (R19).
pub fn bring(
    r: &mut Resolution,
    who: CombatantId,
    brings: HitEffect,
    label: Option<Text>,
) -> Result<(), Stop> {
    kit::bring(r, who, brings, label, Timing::Together, kit::after, inflict)
}

/// Begins a condition; `Dead` and `Surrendered` are standings.
fn inflict(r: &mut Resolution, who: CombatantId, effect: Effect) -> Result<(), Stop> {
    match kit::inflicted(who, effect) {
        Event::Stood(who, Standing::Dead) => return kill(r, who, None),
        event => r.consequence(event),
    }
    Ok(())
}

/// Whether the timer still has something to do: the splash is not washed off, or the poison not cured.
pub fn still_matters(e: &Encounter, timer: &Timer) -> bool {
    let wet = |who| is_alive(e, who) && e.has(who, condition::DOUSED);
    match timer.action {
        TimerAction::Splash(_) => timer.who.is_some_and(wet),
        _ => kit::still_matters(e, timer),
    }
}

/// Applies a timer that is due: a second splash or slow poison.
pub fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    let Some(who) = timer.who else { return Ok(()) };
    match &timer.action {
        TimerAction::Splash(dice) => {
            let amount = r.amount(Purpose::Splash, Some(who), *dice)?;
            end_splash(r, who);
            harm(r, who, Tally::new().with(Reason::DICE, amount), Source::Lasting, None)
        }
        TimerAction::Poison(_) => kit::poison_works(r, timer, inflict),
        _ => Ok(()),
    }
}

/// Ends one splash; others may remain.
fn end_splash(r: &mut Resolution, who: CombatantId) {
    let first = r.encounter().get(who).and_then(|c| c.effects_of(condition::DOUSED).next()).cloned();
    if let Some(first) = first {
        r.emit(Event::relieved(who, &first, false));
    }
}

/// Applies a rider if the save fails (`bx.save.poison`).
pub fn rider(r: &mut Resolution, who: CombatantId, rider: &Rider) -> Result<(), Stop> {
    if saving::save(r, who, rider.save, rider.modifier, false)? {
        return Ok(());
    }
    bring(r, who, rider.into(), None)
}
