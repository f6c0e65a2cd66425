//! Spells and powers: a spell takes effect at the commit of its number, unless an attack on the caster disrupts it.

use super::action::action;
use super::options::{CASTING_WINDOW, CastingWindow, DISRUPTION_EACH, DISRUPTION_SAVE, DisruptionSave};
use super::{checks, condition, counter, declare, fatigue, harm, hold, number, state};
use crate::rules::d20::harm::Rounding;
use crate::rules::d20::spell::{self, Touch, has_ready, ready};
use crate::rules::model::block::d20::{Save, Spell};
use crate::rules::model::combatant::OngoingAction;
use crate::rules::model::event::SpellFate;
use crate::rules::ruleset::deed::LogForm;
use crate::rules::ruleset::prelude::*;

pub const CAST: DeedRule = DeedRule {
    rule: "countdown.spell.cast",
    concerns: |at| state::spells(at.e, at.c.id).next().is_some(),
    may: may_cast,
    // A held caster keeps its voice and a free hand; a holder does not.
    bar: state::bar_holder,
    run: |r, act| fatigue::exerting(r, act, begin),
    ..effect_of(Deed::Cast)
};

pub const USE_POWER: DeedRule = DeedRule {
    rule: "countdown.spell.simultaneous",
    concerns: |at| spell::has_any(at, true),
    may: |at| at.unless(has_ready(at.e, at.c, true), Refusal::NO_SPELL_LEFT),
    run: |r, act| fatigue::exerting(r, act, power),
    ..effect_of(Deed::UsePower)
};

const fn effect_of(deed: Deed) -> DeedRule {
    DeedRule {
        told: LogForm::ByOutcome,
        announced: |_, _| Some(Deed::Cast),
        shape,
        check,
        asked: spell::CAST.asked,
        shares: spell::CAST.shares,
        ..action(deed)
    }
}

/// Checks that the actor has a free hand, can speak, and has a spell left (`countdown.spell.requirements`).
///
/// # Errors
/// `cannot-cast`, `no-spell-left`.
pub fn may_cast(at: &At) -> Allowed {
    spell::is_free_to_cast(at)?;
    at.unless(has_ready(at.e, at.c, false), Refusal::NO_SPELL_LEFT)
}

/// Form of a spell: anyone present can be a target, and the block's details are the defaults.
fn shape(at: &At, offer: Offer) -> Offer {
    let ready = ready(at.e, at.c, offer.deed == Deed::UsePower);
    spell::form_of(at, offer, ready.first().copied(), &ready, state::is_there)
}

/// Checks that the spell is known and left, and that its targets are valid.
fn check(at: &At, act: &Act) -> Allowed {
    let nth = act.facts.spell().ok_or_else(|| at.why(Refusal::MISSING_FACT.saying("which spell?")))?;
    at.unless(ready(at.e, at.c, act.deed == Deed::UsePower).contains(&nth), Refusal::NO_SPELL_LEFT)?;
    spell::check(at, act)
}

fn spell_of(e: &Encounter, act: &Act) -> Option<(u8, Spell)> {
    let at = act.facts.spell()?;
    let spell = e.d20(act.who).ok()?.block.spell(at)?.clone();
    Some((at, spell))
}

/// Begins a spell, which is the action; its effects come at the commit (`countdown.spell.cast`).
fn begin(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some((at, spell)) = spell_of(r.encounter(), act) else { return Ok(()) };
    pay(r, act.who, at, &spell, SpellFate::Begun);
    let until = Some(state::this_round(r.encounter()));
    let effect = Effect { value: i32::from(at), ..r.effect(Condition::CASTING, until) };
    r.afflict(act.who, effect);
    let begun = OngoingAction { act: act.clone(), owes: 0 };
    r.emit(Event::Undertook(act.who, Some(Box::new(begun))));
    Ok(())
}

/// Uses an innate power, which cannot be disrupted and takes effect like an attack.
fn power(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some((at, spell)) = spell_of(r.encounter(), act) else { return Ok(()) };
    pay(r, act.who, at, &spell, SpellFate::Cast);
    work(r, act, &spell)
}

fn pay(r: &mut Resolution, who: CombatantId, at: u8, spell: &Spell, fate: SpellFate) {
    r.tell_spell(who, at, fate);
    spell::use_up(r, who, at, spell, Timing::Now);
    r.emit(Event::Spent(who, Spending::Action));
}

/// Whether an attack now may disrupt its spell: it is on the open number and could cast or, with the option, has
/// declared a spell still to come.
pub fn is_exposed(e: &Encounter, who: CombatantId) -> bool {
    let Some(c) = e.get(who) else { return false };
    if state::spells(e, who).next().is_none() || !state::is_able(c) {
        return false;
    }
    // Those that hold openly, or wait for such, may still join this number.
    let joins = c.has(Condition::HOLDING) || c.has(condition::AWAITING);
    let here = joins || number::stands_on_open_number(e, who);
    here || is_exposed_all_round(e, c)
}

/// Whether, with the option, it has declared a spell still to come.
fn is_exposed_all_round(e: &Encounter, c: &Combatant) -> bool {
    counts_all_round(e) && declare::declared(c) == Some(Deed::Cast) && !c.spent.acted
}

/// Whether attacks count from the declaration on (`countdown.option.casting-window`).
fn counts_all_round(e: &Encounter) -> bool {
    CASTING_WINDOW.is(e, CastingWindow::FromDeclaration)
}

/// Forgets the attacks on a combatant that moves to another number, which then disrupt nothing.
pub fn move_on(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if !counts_all_round(e) && e.get(who).is_some_and(|c| c.count(counter::ATTACKED) > 0) {
        r.count(who, counter::ATTACKED, 0);
    }
}

/// Before the commit of a number, casts the spells begun on it that are not disrupted (`countdown.spell.disruption`).
/// Their effects are deferred with the rest.
pub fn go_off(r: &mut Resolution) -> Result<(), Stop> {
    let casters: Vec<Act> = r.encounter().all().filter_map(begun).collect();
    let mut whole = Vec::new();
    for act in casters {
        let scope = r.scope(|| Why::going_on(&act));
        if r.within(scope, |r| holds_out(r, act.who))? {
            whole.push((scope, act));
        }
    }
    // A forestalling spell counts as an attack on the number of its target, which is still to come.
    forget_attacks(r);
    whole.into_iter().try_for_each(|(scope, act)| r.within(scope, |r| complete(r, &act)))
}

/// Whether the caster is still able and its spell is not disrupted; else it is lost.
fn holds_out(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    let able = r.encounter().get(who).is_some_and(state::is_able);
    let lost = !able || disrupted(r, who)?;
    if lost {
        lose(r, who);
    }
    Ok(!lost)
}

/// Casts the spell that was begun.
fn complete(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    end(r, act.who);
    let Some((at, spell)) = spell_of(r.encounter(), act) else { return Ok(()) };
    r.tell_spell(act.who, at, SpellFate::Cast);
    work(r, act, &spell)?;
    disturb_awaited(r, act);
    r.relieve(act.who, condition::FORESTALLING);
    Ok(())
}

/// Disrupts the spell it has begun, if any.
pub fn lose(r: &mut Resolution, who: CombatantId) {
    if let Some(act) = r.encounter().get(who).and_then(begun) {
        let at = act.facts.spell().unwrap_or(0);
        end(r, who);
        r.tell_spell(who, at, SpellFate::Disrupted);
    }
}

fn begun(c: &Combatant) -> Option<Act> {
    let act = c.ongoing.as_ref().map(|begun| begun.act.clone())?;
    (act.deed == Deed::Cast).then_some(act)
}

/// Whether any spell is waiting for the commit.
pub fn any_begun(e: &Encounter) -> bool {
    e.all().any(|c| c.ongoing.is_some())
}

fn end(r: &mut Resolution, who: CombatantId) {
    r.relieve(who, Condition::CASTING);
    r.emit(Event::Undertook(who, None));
}

/// Limit on the saves for attacks in one number.
const MOST_ATTACKS: i32 = 99;

/// Rolls one save whatever the number of attacks, or one each (`countdown.option.disruption-each`).
fn disrupted(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    let e = r.encounter();
    let attacks = e.get(who).map_or(0, |c| c.count(counter::ATTACKED));
    let most = if DISRUPTION_EACH.is_on(e) { MOST_ATTACKS } else { 1 };
    let saves = attacks.min(most);
    let category = match DISRUPTION_SAVE.of(e) {
        DisruptionSave::Death => Save::Death,
        DisruptionSave::Wands => Save::Wands,
        DisruptionSave::Paralysis => Save::Paralysis,
        DisruptionSave::Breath => Save::Breath,
        DisruptionSave::Spells => Save::Spells,
    };
    for _ in 0..saves {
        if !checks::save(r, who, category, 0, checks::Against::Other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Counts a forestalling spell as an attack on the caster it was held for (`countdown.spell.counter-delay`).
fn disturb_awaited(r: &mut Resolution, act: &Act) {
    let awaited = r
        .encounter()
        .get(act.who)
        .and_then(|c| c.toward(condition::FORESTALLING))
        .filter(|whom| act.reached().any(|reached| reached == *whom));
    if let Some(whom) = awaited {
        disturb(r, whom);
    }
}

/// Counts an attack on a combatant that may be casting.
pub fn disturb(r: &mut Resolution, whom: CombatantId) {
    let times = r.encounter().get(whom).map_or(0, |c| c.count(counter::ATTACKED)).saturating_add(1);
    r.count(whom, counter::ATTACKED, times);
}

/// Forgets the attacks of a number that is over, except, with the option, those on a caster whose declared spell is
/// still to come.
fn forget_attacks(r: &mut Resolution) {
    let comes = |e: &Encounter, c: &Combatant| number::number_ahead(e, c.id) || hold::holds(c);
    forget(r, |e, c| !(is_exposed_all_round(e, c) && comes(e, c)));
}

/// Forgets the attacks of the last round.
pub fn forget_last_round(r: &mut Resolution) {
    forget(r, |_, _| true);
}

fn forget(r: &mut Resolution, done: impl Fn(&Encounter, &Combatant) -> bool) {
    let e = r.encounter();
    let over = e.all().filter(|c| c.count(counter::ATTACKED) > 0 && done(e, c));
    let whom: Vec<CombatantId> = over.map(|c| c.id).collect();
    for who in whom {
        r.count(who, counter::ATTACKED, 0);
    }
}

/// Rolls damage once, then a save for each target in the order given.
fn work(r: &mut Resolution, act: &Act, spell: &Spell) -> Result<(), Stop> {
    let against = checks::Against::of(act.facts.inflicts());
    let modifier = act.facts.modifier().unwrap_or(0);
    let saves = |r: &mut Resolution, who, category| checks::save(r, who, category, modifier, against);
    spell::work(r, act, Rounding::Down, saves, |r, touch| {
        let Touch { whom, damage, healing, brings, .. } = touch;
        harm::harm(r, whom, damage, Source::Effect(act.who), Timing::Together)?;
        if healing > 0 {
            r.defer(Event::Healed { who: whom, amount: healing });
        }
        let label = Some(spell.name.clone());
        brings.map_or(Ok(()), |brings| harm::bring(r, whom, brings, label, Timing::Together))
    })
}
