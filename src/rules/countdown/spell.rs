//! Spells and powers: a spell goes off with everything else of its number, unless an attack on the
//! caster broke it.

use super::condition;
use super::counter;
use super::deeds::action;
use super::options::{CASTING_WINDOW, DISRUPTION_EACH, DISRUPTION_SAVE};
use super::{about, checks, declare, grapple, harm, holding, movement, sequence, state};
use crate::rules::d20::harm::Rounding;
use crate::rules::d20::spell::{self, Touch, ready};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::{Save, Spell};
use crate::rules::model::combatant::{Combatant, OngoingAction};
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{self, Event, Source, SpellFate, Spending, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule, Told};

pub const CAST: DeedRule = DeedRule {
    rule: "countdown.spell.cast",
    concerns: |at| state::spells(at.e, at.c.id).next().is_some(),
    may: may_cast,
    // A hold leaves a caster its voice and a hand, but not the one who holds.
    bar: grapple::bar_holder,
    run: |r, act| movement::exerting(r, act, begin),
    ..effect_of(Deed::Cast)
};

pub const USE_POWER: DeedRule = DeedRule {
    rule: "countdown.spell.simultaneous",
    concerns: |at| spell::has_any(at, true),
    may: |at| at.unless(!ready(at.e, at.c, true).is_empty(), Refusal::NO_SPELL_LEFT),
    run: |r, act| movement::exerting(r, act, power),
    ..effect_of(Deed::UsePower)
};

const fn effect_of(deed: Deed) -> DeedRule {
    DeedRule {
        told: Told::ByOutcome,
        announced: |_, _| Some(Deed::Cast),
        shape,
        check,
        asked: |at, act, offer| spell::asked(at.e, act, offer),
        shares: |_, act| spell::has_shares(act),
        ..action(deed)
    }
}

/// A free hand and the power of speech, and a spell that is left (`countdown.spell.requirements`).
///
/// # Errors
/// `cannot-cast`, `no-spell-left`.
pub fn may_cast(at: &At) -> Allowed {
    spell::is_free_to_cast(about(), at)?;
    at.unless(!ready(at.e, at.c, false).is_empty(), Refusal::NO_SPELL_LEFT)
}

/// Anybody can be its target; what the block says of it stands.
fn shape(at: &At, offer: Offer) -> Offer {
    let ready = ready(at.e, at.c, offer.deed == Deed::UsePower);
    spell::form_of(at, offer, ready.first().copied(), &ready, state::is_there)
}

/// It is known and left, and its targets are there.
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

/// Casting is the action; what it does comes with the commit (`countdown.spell.cast`).
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

/// A power of its own: nothing breaks it, and it works like a blow.
fn power(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some((at, spell)) = spell_of(r.encounter(), act) else { return Ok(()) };
    pay(r, act.who, at, &spell, SpellFate::Cast);
    work(r, act, &spell)
}

fn pay(r: &mut Resolution, who: CombatantId, at: u8, spell: &Spell, fate: SpellFate) {
    r.tell(|| event::Told::Spell(who, at, fate));
    spell::use_up(r, who, at, spell, Timing::Now);
    r.emit(Event::Spent(who, Spending::Action));
}

/// Whether an attack on it now may break a spell of its: it stands on the open number and could cast,
/// or (with the option) has declared a spell that is still to come.
pub fn is_exposed(e: &Encounter, who: CombatantId) -> bool {
    let Some(c) = e.get(who) else { return false };
    if state::spells(e, who).next().is_none() || !state::is_able(c) {
        return false;
    }
    // Whoever holds openly, or waits for somebody that does, may still join this number.
    let joins = c.has(Condition::HOLDING) || c.has(condition::AWAITING);
    let here = joins || sequence::stands_on_open_number(e, who);
    here || is_exposed_all_round(e, c)
}

/// With the option: it has declared a spell that is still to come.
fn is_exposed_all_round(e: &Encounter, c: &Combatant) -> bool {
    counts_all_round(e) && declare::declared(c) == Some(Deed::Cast) && !c.spent.acted
}

/// Whether attacks count from the declaration on (`countdown.option.casting-window`).
fn counts_all_round(e: &Encounter) -> bool {
    about().is(e, CASTING_WINDOW, "from-declaration")
}

/// It stands on another number now: attacks on it before break nothing.
pub fn move_on(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if !counts_all_round(e) && e.get(who).is_some_and(|c| c.count(counter::ATTACKED) > 0) {
        r.count(who, counter::ATTACKED, 0);
    }
}

/// The number is about to be committed: spells begun on it go off, unless they are broken
/// (`countdown.spell.disruption`). What they do waits with the rest.
pub fn go_off(r: &mut Resolution) -> Result<(), Stop> {
    let casters: Vec<Act> = r.encounter().all().filter_map(begun).collect();
    let mut whole = Vec::new();
    for act in casters {
        let able = r.encounter().get(act.who).is_some_and(state::is_able);
        if !able || disrupted(r, act.who)? {
            lose(r, act.who);
        } else {
            whole.push(act);
        }
    }
    // What a spell does that was held against somebody counts on that one's number, still to come.
    forget_attacks(r);
    for act in whole {
        end(r, act.who);
        let Some((at, spell)) = spell_of(r.encounter(), &act) else { continue };
        r.tell(|| event::Told::Spell(act.who, at, SpellFate::Cast));
        work(r, &act, &spell)?;
        disturb_awaited(r, &act);
        r.relieve(act.who, condition::FORESTALLING);
    }
    Ok(())
}

/// The spell it has begun comes to nothing.
pub fn lose(r: &mut Resolution, who: CombatantId) {
    if let Some(act) = r.encounter().get(who).and_then(begun) {
        let at = act.facts.spell().unwrap_or(0);
        end(r, who);
        r.tell(|| event::Told::Spell(who, at, SpellFate::Disrupted));
    }
}

fn begun(c: &Combatant) -> Option<Act> {
    let act = c.ongoing.as_ref().map(|begun| begun.act.clone())?;
    (act.deed == Deed::Cast).then_some(act)
}

/// Whether somebody's spell waits for the commit.
pub fn any_begun(e: &Encounter) -> bool {
    e.all().any(|c| c.ongoing.is_some())
}

fn end(r: &mut Resolution, who: CombatantId) {
    r.relieve(who, Condition::CASTING);
    r.emit(Event::Undertook(who, None));
}

/// More attacks in one number than anybody survives the saves of.
const MOST_ATTACKS: i32 = 99;

/// One save however many attacks, or one each (`countdown.option.disruption-each`).
fn disrupted(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    let e = r.encounter();
    let attacks = e.get(who).map_or(0, |c| c.count(counter::ATTACKED));
    let most = if about().on(e, DISRUPTION_EACH) { MOST_ATTACKS } else { 1 };
    let saves = attacks.min(most);
    let category = match about().value(e, DISRUPTION_SAVE) {
        "death" => Save::Death,
        "wands" => Save::Wands,
        "paralysis" => Save::Paralysis,
        "breath" => Save::Breath,
        _ => Save::Spells,
    };
    for _ in 0..saves {
        if !checks::save(r, who, category, 0, checks::Against::Other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A spell held until just before its target acts counts as an attack on that one's casting
/// (`countdown.spell.counter-delay`).
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

/// One attack more on somebody who may be casting.
pub fn disturb(r: &mut Resolution, whom: CombatantId) {
    let times = r.encounter().get(whom).map_or(0, |c| c.count(counter::ATTACKED)).saturating_add(1);
    r.count(whom, counter::ATTACKED, times);
}

/// The attacks of a number that is over break nothing any more, unless they count all round for a spell
/// that is still to come.
fn forget_attacks(r: &mut Resolution) {
    let comes = |e: &Encounter, c: &Combatant| sequence::number_ahead(e, c.id) || holding::holds(c);
    forget(r, |e, c| !(is_exposed_all_round(e, c) && comes(e, c)));
}

/// A new round of numbers: nothing that was done before breaks anything, unless a declaration stands.
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

/// Damage once, then a save for each target in the order named.
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
