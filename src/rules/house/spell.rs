//! Spells: casting what was announced, losing it, wild magic (section 3.16).

use super::attribute;
use super::condition;
use super::harm;
use super::options::SPELL_DISRUPTION;
use super::refusal;
use super::sequence::{self, this_round};
use super::{about, figures, movement, saving, state};
use crate::rules::d20::harm::Rounding;
use crate::rules::d20::spell::{self, Touch};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::Spell;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, Source, SpellFate, Spending, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::tally::Tally;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::about::Bar;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule};

/// Casts what it announced (`house.spell.cast`).
pub const CAST: DeedRule = DeedRule {
    rule: "house.spell.cast",
    phase: Some(Phase::Action),
    concerns: has_spells,
    may: may_cast,
    shape: |at, offer| form(at, offer, announced(at.c)),
    check: |at, act| spell::check(at, act),
    run: cast,
    asked: |at, act, offer| spell::asked(at.e, act, offer),
    shares: |_, act| spell::has_shares(act),
    ..DeedRule::of(Deed::Cast)
};

/// Uses a power of its own: breath, gaze.
pub const USE_POWER: DeedRule = DeedRule {
    concerns: |at| at.d20().is_ok_and(|d20| d20.block.spells.iter().any(|spell| spell.power)),
    may: |at| {
        state::has_not_acted(at)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)?;
        at.unless(!state::barred(at.c, Bar::Attack), Refusal::BARRED)
    },
    shape: |at, offer| {
        let powers = spell::ready(at.e, at.c, true);
        let known = powers.first().and_then(|nth| at.d20().ok()?.block.spells.get(usize::from(*nth)));
        let known = known.map(|spell| &*spell.facts);
        spell::form(at, offer, known, spell::spells(&powers).collect(), Combatant::is_up)
    },
    check: |at, act| match act.facts.spell() {
        None => at.no(Refusal::MISSING_FACT),
        Some(power) if !spell::ready(at.e, at.c, true).contains(&power) => at.no(Refusal::NO_SPELL_LEFT),
        Some(_) => spell::check(at, act),
    },
    run: |r, act| match act.facts.spell() {
        Some(nth) => go_off(r, act, nth),
        None => Ok(()),
    },
    deed: Deed::UsePower,
    ..CAST
};

/// Does not cast after all; the spell is kept (`house.declare.spell`).
pub const LET_GO: DeedRule = DeedRule {
    rule: "house.declare.spell",
    phase: Some(Phase::Action),
    concerns: |at| at.c.has(Condition::CASTING),
    may: |at| at.unless(at.c.has(Condition::CASTING), Refusal::NOT_DECLARED),
    run: |r, act| {
        let_go(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::LetGo)
};

/// The spell it announced, by position.
pub fn announced(c: &Combatant) -> Option<u8> {
    c.effect(Condition::CASTING).and_then(|effect| u8::try_from(effect.value).ok())
}

/// Has spells, as far as anybody knows.
pub fn has_spells(at: &At) -> bool {
    at.d20().is_ok_and(|d20| d20.block.spells.iter().any(|spell| !spell.power))
}

/// Able to speak and to gesture, with a focus about it (`house.spell.focus`).
///
/// # Errors
/// `cannot-cast`, `no-focus`.
pub fn is_fit_to_announce(at: &At) -> Allowed {
    at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)?;
    spell::is_free_to_cast(about(), at)?;
    let without = at.d20().is_ok_and(|d20| figures::figure(d20, attribute::FOCUS) == Some(0));
    at.unless(!without, refusal::NO_FOCUS)
}

fn may_cast(at: &At) -> Allowed {
    match announced(at.c) {
        Some(_) => {}
        None if at.c.has(Condition::SPELL_DISRUPTED) => return at.no(Refusal::SPELL_LOST),
        None => return at.no(Refusal::NOT_DECLARED),
    }
    state::has_not_acted(at)?;
    at.unless(movement::moved(at.c) == 0, Refusal::MOVED_TO_CAST)?;
    is_fit_to_announce(at)
}

fn form(at: &At, offer: Offer, nth: Option<u8>) -> Offer {
    let block = at.d20().ok().map(|d20| &d20.block);
    let spell = nth.zip(block).and_then(|(nth, block)| block.spells.get(usize::from(nth)));
    spell::form(at, offer, spell.map(|spell| &*spell.facts), Vec::new(), Combatant::is_up)
}

fn cast(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = announced(r.encounter().who(act.who)?) else { return Ok(()) };
    r.relieve(act.who, Condition::HOLDING);
    r.afflict(act.who, this_round(r, condition::HAS_CAST));
    r.afflict(act.who, this_round(r, condition::STAYS_PUT));
    go_off(r, act, nth)
}

/// The spell goes off, or the power is used.
fn go_off(r: &mut Resolution, act: &Act, nth: u8) -> Result<(), Stop> {
    let block = &r.encounter().d20(act.who)?.block;
    let Some(spell) = block.spells.get(usize::from(nth)).cloned() else { return Ok(()) };
    r.tell(|| Told::Spell(act.who, nth, SpellFate::Cast));
    spell::use_up(r, act.who, nth, &spell, Timing::Now);
    r.relieve(act.who, Condition::CASTING);
    r.emit(Event::Spent(act.who, Spending::Action));
    let (modifier, magical) =
        (act.facts.modifier().unwrap_or(0), !spell.power || act.facts.has(&Fact::Magical));
    let fear = act.facts.inflicts() == Some(Condition::FLEEING);
    let saves = |r: &mut Resolution, who, category| {
        let heart = if fear { saving::heart(r, who) } else { Tally::new() };
        saving::save_with(r, who, category, (modifier, magical), heart)
    };
    spell::work(r, act, Rounding::Down, saves, |r, touch| take_hold(r, act, &spell, touch))
}

/// What it does to one target; a failed save spoils a spell as a hit does.
fn take_hold(r: &mut Resolution, act: &Act, spell: &Spell, touch: Touch) -> Result<(), Stop> {
    let Touch { whom, saved, damage, healing, brings } = touch;
    if !saved && (act.facts.against().is_some() || damage.total() > 0) {
        disrupt(r, whom);
    }
    if damage.total() > 0 {
        harm::harm(r, whom, damage, Source::Effect(act.who))?;
    }
    let lives = r.encounter().get(whom).is_some_and(Combatant::is_up);
    if let Some(brings) = brings.filter(|_| lives) {
        harm::bring(r, whom, brings, Some(spell.name.clone()))?;
    }
    harm::heal(r, whom, healing, true);
    Ok(())
}

/// The spell is not cast, and kept.
pub fn let_go(r: &mut Resolution, who: CombatantId) {
    if let Some(nth) = r.encounter().get(who).and_then(announced) {
        r.tell(|| Told::Spell(who, nth, SpellFate::LetGo));
        r.relieve(who, Condition::CASTING);
    }
}

/// A hit or a failed save before it has cast what it announced: the spell is lost, and gone from memory
/// (`house.spell.disruption`).
pub fn disrupt(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if !about().on(e, SPELL_DISRUPTION) {
        return;
    }
    let Some(nth) = e.get(who).and_then(announced).filter(|_| sequence::action_ahead(e, who)) else {
        return;
    };
    let spell = e.d20(who).ok().and_then(|d20| d20.block.spells.get(usize::from(nth)).cloned());
    r.relieve(who, Condition::CASTING);
    r.afflict(who, this_round(r, Condition::SPELL_DISRUPTED));
    if let Some(spell) = spell {
        spell::use_up(r, who, nth, &spell, Timing::Now);
    }
    r.tell(|| Told::Spell(who, nth, SpellFate::Disrupted));
}
