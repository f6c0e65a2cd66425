//! Spells and powers as the referee enters them: casters, targets, shared rolls, saves.

use super::harm::{HitEffect, Rounding, is_alive};
use super::state::{foes, this_round};
use crate::rules::model::block::d20::{Save, Spell, Trait};
use crate::rules::model::command::{OnSave, Share};
use crate::rules::model::event::{SpellFate, Told};
use crate::rules::model::supply;
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// What casting a spell is in most rulesets.
pub const CAST: DeedRule = DeedRule {
    concerns: |at| has_any(at, false),
    check,
    asked: |at, act, offer| asked(at.e, act, offer),
    shares: |_, act| has_shares(act),
    ..DeedRule::of(Deed::Cast)
};

/// What using a power is in most rulesets.
pub const USE_POWER: DeedRule = DeedRule {
    concerns: |at| has_any(at, true),
    shape: |at, offer| {
        let powers = ready(at.e, at.c, true);
        form_of(at, offer, powers.first().copied(), &powers, Combatant::is_up)
    },
    check: check_power,
    deed: Deed::UsePower,
    ..CAST
};

/// Returns the indices of the spells, or powers, that can still be used.
pub fn ready(e: &Encounter, c: &Combatant, powers: bool) -> Vec<u8> {
    usable(e, c, powers).collect()
}

/// Whether one of the spells, or powers, can still be used.
pub fn has_ready(e: &Encounter, c: &Combatant, powers: bool) -> bool {
    usable(e, c, powers).next().is_some()
}

fn usable<'a>(e: &'a Encounter, c: &'a Combatant, powers: bool) -> impl Iterator<Item = u8> + 'a {
    let spells = e.d20_of(c).map_or(&[][..], |d20| &d20.block.spells);
    let left = move |(at, spell): &(u8, &Spell)| spell.power == powers && is_left(c, *at, spell);
    (0u8..).zip(spells).filter(left).map(|(at, _)| at)
}

/// Whether a copy is left, if copies are counted, and any supply that it uses up.
fn is_left(c: &Combatant, at: u8, spell: &Spell) -> bool {
    let copied = spell.copies.is_none() || c.spells.get(usize::from(at)).is_some_and(|left| *left > 0);
    copied && supply::check(c, &spell.name, 1).is_ok()
}

/// Uses up a copy of a cast or spoiled spell, if copies are counted, and its supply; the timing is that of its outcome
/// if acts happen together.
pub fn use_up(r: &mut Resolution, who: CombatantId, at: u8, spell: &Spell, timing: Timing) {
    if spell.copies.is_some() {
        r.take(Event::Spent(who, Spending::Spell(at)), timing);
    }
    r.use_up(who, &spell.name, timing);
}

/// Whether it has any spells, or powers, used up or not.
pub fn has_any(at: &At, powers: bool) -> bool {
    at.d20().is_ok_and(|d20| d20.block.spells.iter().any(|spell| spell.power == powers))
}

/// Returns the index of the declared spell.
pub fn announced(c: &Combatant) -> Option<u8> {
    c.effect(Condition::CASTING).and_then(|effect| u8::try_from(effect.value).ok())
}

/// Declares the spell for this round.
pub fn announce(r: &mut Resolution, who: CombatantId, at: u8) {
    let effect = Effect { value: at.into(), ..this_round(r, Condition::CASTING) };
    r.afflict(who, effect);
    r.tell_spell(who, at, SpellFate::Announced);
}

/// Drops the declared spell, which stays in memory, and spends the action.
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

/// Casts the spell: uses it up and spends the action.
pub fn go_off(r: &mut Resolution, who: CombatantId, at: u8, spell: &Spell) {
    r.tell_spell(who, at, SpellFate::Cast);
    use_up(r, who, at, spell, Timing::Now);
    r.relieve(who, Condition::CASTING);
    r.emit(Event::Spent(who, Spending::Action));
}

/// Disrupts a spell in preparation: it is used up; `lost` is the effect on its caster.
pub fn disrupt(r: &mut Resolution, who: CombatantId, at: u8, lost: Effect) {
    let spell = r.encounter().d20(who).ok().and_then(|d20| d20.block.spell(at).cloned());
    r.relieve(who, Condition::CASTING);
    r.afflict(who, lost);
    if let Some(spell) = spell {
        use_up(r, who, at, &spell, Timing::Now);
    }
    r.tell_spell(who, at, SpellFate::Disrupted);
}

/// Offers the spells that can be declared.
pub fn announceable(at: &At, offer: Offer) -> Offer {
    one_of(offer, &ready(at.e, at.c, false))
}

/// Offers one of the spells.
pub fn one_of(offer: Offer, ready: &[u8]) -> Offer {
    let spell = |nth: &u8| FactField { needed: true, ..FactField::may(Fact::Spell(*nth)) };
    Offer { facts: ready.iter().map(spell).collect(), ..offer }
}

/// Checks that the act names a spell or power that is ready.
///
/// # Errors
/// `missing-fact`, `no-spell-left`.
pub fn check_named(at: &At, act: &Act, ready: &[u8]) -> Allowed {
    let named = act.facts.spell().ok_or_else(|| at.why(Refusal::MISSING_FACT))?;
    at.unless(ready.contains(&named), Refusal::NO_SPELL_LEFT)
}

/// Checks that the power of the act is ready, and [the rest](check) of the act.
///
/// # Errors
/// `missing-fact`, `no-spell-left`.
pub fn check_power(at: &At, act: &Act) -> Allowed {
    check_named(at, act, &ready(at.e, at.c, true))?;
    check(at, act)
}

/// Returns the [`form`] of the spell or power at index `nth`, with a choice among `choice`.
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

/// Checks for the power of speech, a free hand, and no condition that bars casting.
///
/// # Errors
/// `cannot-cast`.
pub fn is_free_to_cast(at: &At) -> Allowed {
    let block = &at.d20()?.block;
    let fit = !block.is(Trait::MUTE) && !block.is(Trait::HANDLESS) && !at.c.means(Meaning::CANNOT_CAST);
    at.unless(fit, Refusal::CANNOT_CAST)
}

/// Offers a spell with the `known` facts: any number of the targets that it `reaches`, those up first, foes first;
/// the `choice` of spells comes before its facts. Blocked if there is no spell.
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

/// Checks that its targets are not dead and can be seen, and that its duration is at least a round.
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
        Some(found @ ..1) => at.no(Refusal::BAD_MODIFIER.at(Fault::new("rounds", found, "1 or more"))),
        _ => Ok(()),
    }
}

/// The effect of a spell on one target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// The target.
    pub whom: CombatantId,
    /// Whether it made its save.
    pub saved: bool,
    /// The damage after the save; the total may be 0.
    pub damage: Tally,
    /// Hit points restored.
    pub healing: i32,
    /// The condition or poison, unless the save averted it, with its duration.
    pub brings: Option<HitEffect>,
}

/// Carries out a spell: rolls damage and healing once, then makes each target save, in the order named, and applies the
/// effect. A target whose share is none makes no save.
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
        let reach = |r: &mut Resolution| {
            let saved = match facts.against() {
                Some(category) => saves(r, whom, category)?,
                None => false,
            };
            let (share, helps) = (act.share_of(whom), helps(facts, saved));
            let damage = taken(damage, share, helps, rounding);
            let healing = r.shared(Purpose::Healing, whom, healing, share, rounding.half(healing));
            let rounds = facts.rounds().and_then(|n| u32::try_from(n).ok());
            let brings = facts.inflicts().filter(|_| helps == OnSave::None);
            let brings = brings.map(|condition| HitEffect::of(condition, rounds, None));
            touch(r, Touch { whom, saved, damage, healing, brings })
        };
        r.under(|| Why::Target(whom), reach)?;
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

/// Returns what a save does: a successful one halves damage and averts everything else, unless the facts say otherwise.
fn helps(facts: &Facts, passed: bool) -> OnSave {
    if passed { facts.on_save().unwrap_or(OnSave::Half) } else { OnSave::None }
}

/// Whether the spell has an amount of which each target may take a share.
pub fn has_shares(act: &Act) -> bool {
    act.facts.damage().is_some() || act.facts.heals().is_some()
}

/// Returns the fields of a spell or power; if the act names another than the offered one, those of that one.
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

/// Returns a field for each spell to choose from; the first is the default.
pub fn spells(ready: &[u8]) -> impl Iterator<Item = FactField> {
    ready.iter().enumerate().map(|(nth, at)| FactField {
        stands: nth == 0,
        needed: true,
        ..FactField::may(Fact::Spell(*at))
    })
}

/// Returns the damage one target takes. The referee's share applies before the save: of 7 doubled, a successful save
/// leaves 7, not twice the half of 7, which is 6.
fn taken(damage: i32, share: Share, helps: OnSave, rounding: Rounding) -> Tally {
    let reaches = Tally::new().with(Reason::DICE, damage).shared(share, rounding.half(damage));
    let all = reaches.total();
    match helps {
        OnSave::Half => reaches.with(Reason::HALVED, rounding.half(all) - all),
        OnSave::Negates => reaches.with(Reason::HALVED, -all),
        OnSave::None => reaches,
    }
}

/// Returns every part of an effect as a field; those that the block names are set by default.
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
