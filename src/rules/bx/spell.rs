//! Spells and powers: casting, dropping a spell.

use super::options::{DISRUPT_ON, DisruptOn};
use super::{declare, disruption, harm, saving, state, turning};
use crate::rules::d20::harm::{HitEffect, is_alive};
use crate::rules::d20::spell::{self, Touch, announced};
use crate::rules::model::block::d20::{Block, Save, Spell};
use crate::rules::ruleset::prelude::*;

/// Casts the declared spell.
pub const CAST: DeedRule = DeedRule {
    rule: "bx.spell.resolve",
    phase: Some(Phase::Magic),
    concerns: declare::has_spells,
    may: has_announced,
    shape: |at, offer| match is_free_to_cast(at) {
        Ok(()) => form(at, offer),
        Err(why) => Offer::blocked(offer.deed, why),
    },
    check: |at, act| {
        is_free_to_cast(at)?;
        spell::check(at, act)
    },
    run: |r, act| cast(r, act, announced(r.encounter().who(act.who)?)),
    ..spell::CAST
};

/// Uses a power.
pub const USE_POWER: DeedRule = DeedRule {
    rule: CAST.rule,
    phase: CAST.phase,
    may: may_use_power,
    run: |r, act| cast(r, act, act.facts.spell()),
    ..spell::USE_POWER
};

/// Drops the declared spell, which stays in memory, and spends the action.
pub const LET_GO: DeedRule = DeedRule {
    rule: "bx.declare.binding",
    phase: Some(Phase::Magic),
    concerns: declare::has_spells,
    may: has_announced,
    run: spell::let_go,
    ..DeedRule::of(Deed::LetGo)
};

/// Checks that it has declared a spell and not lost it.
fn has_announced(at: &At) -> Allowed {
    match announced(at.c) {
        Some(_) => Ok(()),
        None if state::casts(at.c) => at.no(Refusal::CASTING),
        None => at.no(Refusal::NOT_DECLARED),
    }
}

/// Checks for speech and moving hands (`bx.spell.freedom`).
fn is_free_to_cast(at: &At) -> Allowed {
    spell::is_free_to_cast(at)
}

/// Whether it has something to do in the Magic step: a declared spell, undead to turn, or a power.
pub fn can_cast(at: &At) -> bool {
    announced(at.c).is_some() || turning::can_turn(at) || !powers(at).is_empty()
}

/// Returns the indices of the powers that it can use now.
fn powers(at: &At) -> Vec<u8> {
    if may_use_power(at).is_ok() { spell::ready(at.e, at.c, true) } else { Vec::new() }
}

/// Checks that it can use a power, which is its action of the round.
fn may_use_power(at: &At) -> Allowed {
    state::has_not_attacked(at)?;
    state::is_free(at)?;
    at.unless(!at.c.has(Condition::TURNED), Refusal::BARRED)
}

/// Offers the declared spell with the facts of its block; anyone can be a target (`bx.spell.line-of-sight`).
fn form(at: &At, offer: Offer) -> Offer {
    let block = at.d20().ok().map(|d20| &d20.block);
    let spell = announced(at.c).zip(block).and_then(|(nth, block)| spell_at(block, nth));
    spell::form(at, offer, spell.as_ref().map(|spell| &*spell.facts), Vec::new(), Combatant::is_up)
}

/// Returns the spell at an index of the block; one on no list is left to the referee.
fn spell_at(block: &Block, at: u8) -> Option<Spell> {
    let unlisted =
        || Spell { name: "a spell".into(), power: false, sight: false, copies: None, facts: Vec::new() };
    match at {
        declare::UNLISTED => Some(unlisted()),
        _ => block.spell(at).cloned(),
    }
}

/// Carries out a spell or power (`bx.spell.resolve`).
fn cast(r: &mut Resolution, act: &Act, spell: Option<u8>) -> Result<(), Stop> {
    let block = &r.encounter().d20(act.who)?.block;
    let Some((at, spell)) = spell.and_then(|at| Some((at, spell_at(block, at)?))) else { return Ok(()) };
    spell::go_off(r, act.who, at, &spell);
    work(r, act, &spell)
}

/// Rolls damage once, then a save for each target in the order listed (section 1.3).
fn work(r: &mut Resolution, act: &Act, spell: &Spell) -> Result<(), Stop> {
    let rounding = harm::rounding(r.encounter());
    let (modifier, magical) = (act.facts.modifier().unwrap_or(0), act.facts.has(&Fact::Magical));
    let saves = |r: &mut Resolution, who, category| saving::save(r, who, category, modifier, magical);
    spell::work(r, act, rounding, saves, |r, touch| take_hold(r, act, spell, touch))
}

/// Applies the effects to one target (`bx.save.success`).
fn take_hold(r: &mut Resolution, act: &Act, spell: &Spell, touch: Touch) -> Result<(), Stop> {
    let Touch { whom, saved, damage, healing, brings } = touch;
    let destroys = act.facts.has(&Fact::Destructive);
    let destructive = destroys.then(|| act.facts.against().unwrap_or(Save::Spells));
    if damage.total() > 0 {
        // A passed save is no hit: the remaining damage disrupts only where lost hit points do (R8).
        if !saved || DISRUPT_ON.is(r.encounter(), DisruptOn::Damage) {
            disruption::spoil(r, whom, true);
        }
        harm::harm(r, whom, damage, Source::Effect(act.who), destructive)?;
    }
    let lives = is_alive(r.encounter(), whom);
    match brings.filter(|_| lives) {
        Some(HitEffect::Condition(Condition::DEAD, _)) => harm::kill(r, whom, destructive)?,
        Some(brings) => harm::bring(r, whom, brings, Some(spell.name.clone()))?,
        None => {}
    }
    harm::heal(r, whom, healing);
    Ok(())
}
