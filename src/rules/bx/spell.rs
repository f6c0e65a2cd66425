//! Spells and powers: casting, spoiling, letting go.

use super::options::{self, DISRUPT_ON};
use super::sequence::{self, ROUND_TAGS};
use super::{declare, harm, saving, state, turning};
use crate::rules::d20::effect;
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::{Block, Save, Spell, Trait};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact, OnSave};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Source, SpellFate, Spending, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::about::Bar;

/// The spell it announced, by its position in the block.
pub fn announced(c: &Combatant) -> Option<u8> {
    c.effect(Condition::Casting).and_then(|effect| u8::try_from(effect.value).ok())
}

/// Speech and moving hands (`bx.spell.freedom`).
pub fn may_cast(e: &Encounter, c: &Combatant) -> Result<(), RuleError> {
    let block = &e.d20(c.id)?.block;
    let fit = !block.is(Trait::Mute) && !block.is(Trait::Handless) && !state::barred(c, Bar::Cast);
    if fit { Ok(()) } else { Err(RuleError::new(Refusal::CannotCast).of(c.id)) }
}

/// Has something to do in the Magic step: a spell announced, undead to turn, a power.
pub fn can_cast(e: &Encounter, c: &Combatant) -> bool {
    announced(c).is_some() || turning::can_turn(e, c) || !powers(e, c).is_empty()
}

/// The powers it could use now, by position.
pub fn powers(e: &Encounter, c: &Combatant) -> Vec<u8> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    if may_use_power(c).is_err() {
        return Vec::new();
    }
    let spells = d20.block.spells.iter().enumerate();
    let left = spells.filter(|(at, spell)| spell.power && declare::has_spell(e, c, *at));
    left.filter_map(|(at, _)| u8::try_from(at).ok()).collect()
}

/// A power is the action of the round.
pub fn may_use_power(c: &Combatant) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if !c.spent.attacks.is_empty() {
        return refuse(Refusal::AlreadyAttacked);
    }
    if c.spent.acted || c.has(Condition::Casting) || c.has(Condition::SpellDisrupted) {
        return refuse(Refusal::Casting);
    }
    if c.has(Condition::Retreating) || c.has(Condition::Fleeing) {
        return refuse(Refusal::Retreating);
    }
    if c.has(Condition::Turned) { refuse(Refusal::Barred) } else { Ok(()) }
}

/// The spell at that place of the block; one that no list has is whatever the referee says of it.
pub fn spell_at(block: &Block, at: u8) -> Option<Spell> {
    let unlisted = || Spell { name: "a spell".into(), power: false, copies: None, facts: Vec::new() };
    match at {
        declare::UNLISTED => Some(unlisted()),
        _ => block.spells.get(usize::from(at)).cloned(),
    }
}

fn spell_of(e: &Encounter, act: &Act) -> Option<(u8, Spell)> {
    let c = e.get(act.who)?;
    let at = if act.deed == Deed::Cast { announced(c)? } else { act.facts.spell()? };
    Some((at, spell_at(&e.d20(act.who).ok()?.block, at)?))
}

/// The spell goes off, or the power is used (`bx.spell.resolve`).
pub fn cast(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some((at, spell)) = spell_of(r.encounter(), act) else { return Ok(()) };
    r.emit(Event::Told(Told::Spell(act.who, at, SpellFate::Cast)));
    state::use_spell(r, act.who, at, &spell, Timing::Now);
    r.relieve(act.who, Condition::Casting);
    r.emit(Event::Spent(act.who, Spending::Action));
    work(r, act, &spell)
}

/// Damage dice once, then a save for each target in the order listed (section 1.3); whoever is to take
/// none of it saves against nothing.
fn work(r: &mut Resolution, act: &Act, spell: &Spell) -> Result<(), Stop> {
    let facts = &act.facts;
    let amounts = effect::amounts(r, act.who, facts)?;
    for target in act.reached() {
        let passed = match facts.against() {
            Some(category) => {
                let modifier = facts.modifier().unwrap_or(0);
                saving::save(r, target, category, modifier, facts.has(&Fact::Magical))?
            }
            None => false,
        };
        touch(r, act, spell, target, amounts.damage, passed)?;
        harm::heal_share(r, target, amounts.healing, act.share_of(target));
    }
    Ok(())
}

/// What it does to one target (`bx.save.success`): a made save halves damage and wards off
/// everything else, unless the description says otherwise.
fn touch(
    r: &mut Resolution,
    act: &Act,
    spell: &Spell,
    target: CombatantId,
    damage: i32,
    passed: bool,
) -> Result<(), Stop> {
    let facts = &act.facts;
    let helps = effect::helps(facts, passed);
    let half = |amount| harm::half(r.encounter(), amount);
    let tally = effect::taken(damage, act.share_of(target), helps, half);
    let destructive = facts.has(&Fact::Destructive).then(|| facts.against().unwrap_or(Save::Spells));
    if tally.total() > 0 {
        // A made save is no hit: what it still costs spoils only where lost hit points do (R8).
        if !passed || options::is(r.encounter(), DISRUPT_ON, "damage") {
            spoil(r, target, true);
        }
        harm::harm(r, target, tally, Source::Effect(act.who), destructive)?;
    }
    let lives = r.encounter().get(target).is_some_and(Combatant::is_up);
    match facts.inflicts().filter(|_| helps == OnSave::None && lives) {
        Some(Condition::Dead) => harm::kill(r, target, destructive),
        Some(condition) => {
            let rounds = facts.rounds().and_then(|n| u32::try_from(n).ok());
            harm::inflict(r, target, condition, rounds, Some(spell.name.clone()))
        }
        None => Ok(()),
    }
}

/// The spell is not cast and stays in memory; the round is spent (`bx.declare.binding`).
pub fn let_go(r: &mut Resolution, who: CombatantId) {
    if let Some(at) = r.encounter().get(who).and_then(announced) {
        r.emit(Event::Told(Told::Spell(who, at, SpellFate::LetGo)));
    }
    r.relieve(who, Condition::Casting);
    r.emit(Event::Spent(who, Spending::Action));
}

/// A hit or a failed save before the caster's slot spoils the announced spell
/// (`bx.spell.disruption`). `harmed`: hit points were lost, or the save failed.
pub fn spoil(r: &mut Resolution, who: CombatantId, harmed: bool) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let Some(at) = announced(c) else { return };
    let only_harm = options::is(e, DISRUPT_ON, "damage");
    let spoiled_already = e.pending.iter().any(|event| {
        matches!(event, Event::Afflicted(whom, effect)
            if *whom == who && effect.condition == Condition::SpellDisrupted)
    });
    if (only_harm && !harmed) || spoiled_already || !sequence::acts_after_others(e, who) {
        return;
    }
    let spell = e.d20(who).ok().and_then(|d20| d20.block.spells.get(usize::from(at))).cloned();
    let casting = c.effect(Condition::Casting).cloned();
    if let Some(casting) = casting {
        r.consequence(Event::relieved(who, &casting, false));
    }
    let until = Moment::RoundEnd(r.encounter().round).at(ROUND_TAGS);
    let effect = r.effect(Condition::SpellDisrupted, Some(until));
    r.consequence(Event::Afflicted(who, Box::new(effect)));
    if let Some(spell) = spell {
        state::use_spell(r, who, at, &spell, Timing::Together);
    }
    r.consequence(Event::Told(Told::Spell(who, at, SpellFate::Disrupted)));
}
