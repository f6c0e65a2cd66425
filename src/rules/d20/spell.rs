//! Spells and powers as the referee enters them: who can use one, at whom, what is rolled once, and what a
//! save leaves of it.

use super::harm::{Brings, Rounding, is_alive};
use super::relations::is_barred;
use super::state::{foes, this_round};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::{Save, Spell, Trait};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Fact, Facts, OnSave, Share};
use crate::rules::model::dice::{DiceExpr, Purpose};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, SpellFate, Spending, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer, Targets};
use crate::rules::model::supply;
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::condition::Bar;
use crate::rules::ruleset::deed::{Allowed, At};
use std::borrow::Cow;

/// The spells of which one is left, or the powers, by position.
pub fn ready(e: &Encounter, c: &Combatant, powers: bool) -> Vec<u8> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    let spells = (0u8..).zip(&d20.block.spells);
    let left = spells.filter(|(at, spell)| spell.power == powers && is_left(c, *at, spell));
    left.map(|(at, _)| at).collect()
}

/// Whether it can still be used: a copy is left, where copies are counted, and what it uses up besides.
fn is_left(c: &Combatant, at: u8, spell: &Spell) -> bool {
    let copied = spell.copies.is_none() || c.spells.get(usize::from(at)).is_some_and(|left| *left > 0);
    copied && supply::check(c, &spell.name, 1).is_ok()
}

/// It was used, or spoiled: one copy less, where copies are counted, and one less of what it uses up;
/// with the outcome, where acts happen together and it waits for that.
pub fn use_up(r: &mut Resolution, who: CombatantId, at: u8, spell: &Spell, timing: Timing) {
    if spell.copies.is_some() {
        r.take(Event::Spent(who, Spending::Spell(at)), timing);
    }
    r.use_up(who, &spell.name, timing);
}

/// Whether it has any spells, or any powers, left or not.
pub fn has_any(at: &At, powers: bool) -> bool {
    at.d20().is_ok_and(|d20| d20.block.spells.iter().any(|spell| spell.power == powers))
}

/// The spell it announced, by its position in the block.
pub fn announced(c: &Combatant) -> Option<u8> {
    c.effect(Condition::CASTING).and_then(|effect| u8::try_from(effect.value).ok())
}

/// It announces that spell, for this round.
pub fn announce(r: &mut Resolution, who: CombatantId, at: u8) {
    let effect = Effect { value: at.into(), ..this_round(r, Condition::CASTING) };
    r.afflict(who, effect);
    r.tell(|| Told::Spell(who, at, SpellFate::Announced));
}

/// The announced spell is not cast and stays in memory; the round is spent.
///
/// # Errors
/// `unknown-combatant`.
pub fn let_go(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    if let Some(at) = announced(r.encounter().who(act.who)?) {
        r.tell(|| Told::Spell(act.who, at, SpellFate::LetGo));
    }
    r.relieve(act.who, Condition::CASTING);
    r.emit(Event::Spent(act.who, Spending::Action));
    Ok(())
}

/// The spell goes off: it is used up, and the round with it.
pub fn go_off(r: &mut Resolution, who: CombatantId, at: u8, spell: &Spell) {
    r.tell(|| Told::Spell(who, at, SpellFate::Cast));
    use_up(r, who, at, spell, Timing::Now);
    r.relieve(who, Condition::CASTING);
    r.emit(Event::Spent(who, Spending::Action));
}

/// Which spells can be announced, as a form: all that are left.
pub fn announceable(at: &At, offer: Offer) -> Offer {
    one_of(offer, &ready(at.e, at.c, false))
}

/// One of those spells, as a form.
pub fn one_of(offer: Offer, ready: &[u8]) -> Offer {
    let spell = |nth: &u8| FactField { needed: true, ..FactField::may(Fact::Spell(*nth)) };
    Offer { facts: ready.iter().map(spell).collect(), ..offer }
}

/// Checks that the act names a spell, or a power, that is ready.
///
/// # Errors
/// `missing-fact`, `no-spell-left`.
pub fn check_named(at: &At, act: &Act, ready: &[u8]) -> Allowed {
    let named = act.facts.spell().ok_or_else(|| at.why(Refusal::MISSING_FACT))?;
    at.unless(ready.contains(&named), Refusal::NO_SPELL_LEFT)
}

/// Checks that the power of the act is one that is left, and [the rest](check) of it.
///
/// # Errors
/// `missing-fact`, `no-spell-left`.
pub fn check_power(at: &At, act: &Act) -> Allowed {
    check_named(at, act, &ready(at.e, at.c, true))?;
    check(at, act)
}

/// The [`form`] of the spell or power at that place of its block, where it can choose among those.
pub fn form_of(
    at: &At,
    offer: Offer,
    nth: Option<u8>,
    choice: &[u8],
    reaches: impl Fn(&Combatant) -> bool,
) -> Offer {
    let block = at.d20().ok().map(|d20| &d20.block);
    let spell = nth.zip(block).and_then(|(nth, block)| block.spell(nth));
    form(at, offer, spell.map(|spell| &*spell.facts), spells(choice).collect(), reaches)
}

/// The power of speech, a free hand, and no condition that bars it.
///
/// # Errors
/// `cannot-cast`.
pub fn is_free_to_cast(about: &About, at: &At) -> Allowed {
    let block = &at.d20()?.block;
    let fit = !block.is(Trait::MUTE) && !block.is(Trait::HANDLESS) && !is_barred(about, at.c, Bar::Cast);
    at.unless(fit, Refusal::CANNOT_CAST)
}

/// What is asked of a spell of which the block says that much: any number of those that it `reaches`,
/// the fallen last, foes first; `choice` stands before its parts. Without a spell nothing is left to cast.
pub fn form(
    at: &At,
    offer: Offer,
    known: Option<&[Fact]>,
    choice: Vec<FactField>,
    reaches: impl Fn(&Combatant) -> bool,
) -> Offer {
    let Some(known) = known else {
        return Offer::blocked(offer.deed, at.why(Refusal::NO_SPELL_LEFT));
    };
    let mut everybody: Vec<&Combatant> = at.e.all().filter(|other| reaches(other)).collect();
    everybody.sort_by_key(|other| (!other.is_up(), !foes(at.c, other), other.id));
    let ids: Vec<CombatantId> = everybody.iter().map(|other| other.id).collect();
    let facts = choice.into_iter().chain(fields(known)).collect();
    Offer { at: Targets { most: ids.len(), least: 0, ids }, facts, ..offer }
}

/// Its targets are there and in sight, and what it brings lasts a round at least.
///
/// # Errors
/// `bad-target`, `unknown-combatant`, `bad-modifier`.
pub fn check(at: &At, act: &Act) -> Allowed {
    if act.facts.has(&Fact::Unseen) {
        return at.no(Refusal::BAD_TARGET.saying("it cannot be seen"));
    }
    for &target in &act.at {
        at.unless(at.e.who(target)?.standing != Standing::Dead, Refusal::BAD_TARGET)?;
    }
    match act.facts.rounds() {
        Some(..1) => at.no(Refusal::BAD_MODIFIER.saying("rounds: expected 1 or more")),
        _ => Ok(()),
    }
}

/// What a spell does to one of its targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// To whom.
    pub whom: CombatantId,
    /// It made its save.
    pub saved: bool,
    /// Hit points it costs, the save counted; the total may be 0.
    pub damage: Tally,
    /// Hit points it gives back.
    pub healing: i32,
    /// What it brings, if the save did not ward that off, and for how long.
    pub brings: Option<Brings>,
}

/// The spell does its work: damage and healing are rolled once, then everybody it reaches saves, in the
/// order in which they are named, and is touched. Whoever is to take none of it saves against nothing.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing; and whatever the two functions return.
pub fn work(
    r: &mut Resolution,
    act: &Act,
    rounding: Rounding,
    mut saves: impl FnMut(&mut Resolution, CombatantId, Save) -> Result<bool, Stop>,
    mut touch: impl FnMut(&mut Resolution, Touch) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let facts = &act.facts;
    let damage = amount(r, act.who, Purpose::Effect, facts.damage())?;
    let healing = amount(r, act.who, Purpose::Healing, facts.heals())?;
    for whom in act.reached() {
        if !is_alive(r.encounter(), whom) {
            continue;
        }
        let saved = match facts.against() {
            Some(category) => saves(r, whom, category)?,
            None => false,
        };
        let (share, helps) = (act.share_of(whom), helps(facts, saved));
        let damage = taken(damage, share, helps, rounding);
        let healing = r.shared(Purpose::Healing, whom, healing, share, rounding.half(healing));
        let rounds = facts.rounds().and_then(|n| u32::try_from(n).ok());
        let brings = facts.inflicts().filter(|_| helps == OnSave::None);
        let brings = brings.map(|condition| Brings::of(condition, rounds, None));
        touch(r, Touch { whom, saved, damage, healing, brings })?;
    }
    Ok(())
}

fn amount(
    r: &mut Resolution,
    who: CombatantId,
    purpose: Purpose,
    dice: Option<DiceExpr>,
) -> Result<i32, Stop> {
    dice.map_or(Ok(0), |dice| r.amount(purpose, Some(who), dice))
}

/// What a save does for its maker: a made one halves damage and wards off everything else, unless the
/// description says otherwise.
fn helps(facts: &Facts, passed: bool) -> OnSave {
    if passed { facts.on_save().unwrap_or(OnSave::Half) } else { OnSave::None }
}

/// Whether it brings its targets an amount of which each may take a share.
pub fn has_shares(act: &Act) -> bool {
    act.facts.damage().is_some() || act.facts.heals().is_some()
}

/// What is asked of a spell or power, as far as it is said: another than the one on offer has what the
/// block says of it.
pub fn asked<'a>(e: &Encounter, act: &Act, offer: &'a Offer) -> Cow<'a, [FactField]> {
    let is_spell = |field: &&FactField| matches!(field.fact, Fact::Spell(_));
    let first = offer.facts.iter().find(is_spell).map(|field| &field.fact);
    let said = act.facts.spell().filter(|at| first.is_some_and(|first| *first != Fact::Spell(*at)));
    let block = e.d20(act.who).ok().map(|d20| &d20.block);
    match said.and_then(|at| block?.spell(at)) {
        Some(spell) => {
            let spells = offer.facts.iter().filter(is_spell).cloned();
            spells.chain(fields(&spell.facts)).collect()
        }
        None => offer.asked_with(act.with),
    }
}

/// Which of them it could be: the first stands.
pub fn spells(ready: &[u8]) -> impl Iterator<Item = FactField> {
    ready.iter().enumerate().map(|(nth, at)| FactField {
        stands: nth == 0,
        needed: true,
        ..FactField::may(Fact::Spell(*at))
    })
}

/// What one target takes of the damage. The referee's share says how much of it reaches that one, so
/// the save takes its part of that: of 7 doubled, a made save leaves 7, not the 6 of half of 7 doubled.
fn taken(damage: i32, share: Share, helps: OnSave, rounding: Rounding) -> Tally {
    let reaches = Tally::new().with(Reason::DICE, damage).shared(share, rounding.half(damage));
    let all = reaches.total();
    match helps {
        OnSave::Half => reaches.with(Reason::HALVED, rounding.half(all) - all),
        OnSave::Negates => reaches.with(Reason::HALVED, -all),
        OnSave::None => reaches,
    }
}

/// Every part an effect may have as fields of a form: those the block names stand.
fn fields(known: &[Fact]) -> Vec<FactField> {
    let one = DiceExpr::new(1, 6, 0);
    let parts = [
        Fact::Damage(one),
        Fact::Heals(one),
        Fact::Against(Save::Spells),
        Fact::OnSave(OnSave::Half),
        Fact::Inflicts(Condition::PARALYSED),
        Fact::Rounds(10),
        Fact::Modifier(0),
        Fact::Destructive,
        Fact::Magical,
        Fact::Unseen,
    ];
    let parts = parts.into_iter().map(|part| {
        let kind = std::mem::discriminant(&part);
        let named = known.iter().find(|fact| std::mem::discriminant(*fact) == kind);
        FactField { stands: named.is_some(), ..FactField::may(named.cloned().unwrap_or(part)) }
    });
    parts.collect()
}
