//! Spells and powers as the referee enters them: what is rolled once, and what a save leaves of it.

use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::Save;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Fact, Facts, OnSave, Share};
use crate::rules::model::dice::{DiceExpr, Purpose};
use crate::rules::model::effect::{Condition, Effect, Timer, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::When;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::tally::{Reason, Tally};

/// What an effect comes to, rolled once for all its targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    /// Hit points it costs.
    pub damage: i32,
    /// Hit points it gives back.
    pub healing: i32,
}

/// Rolls the amounts: damage first.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn amounts(r: &mut Resolution, who: CombatantId, facts: &Facts) -> Result<Amounts, Stop> {
    let mut roll = |purpose, dice: Option<DiceExpr>| match dice {
        Some(dice) => r.amount(purpose, Some(who), dice),
        None => Ok(0),
    };
    let damage = roll(Purpose::Effect, facts.damage())?;
    Ok(Amounts { damage, healing: roll(Purpose::Healing, facts.heals())? })
}

/// What a save does for its maker: a made one halves damage and wards off everything else, unless the
/// description says otherwise.
pub fn helps(facts: &Facts, passed: bool) -> OnSave {
    if passed { facts.on_save().unwrap_or(OnSave::Half) } else { OnSave::None }
}

/// Whether it brings its targets an amount of which each may take a share.
pub fn has_shares(act: &Act) -> bool {
    act.facts.damage().is_some() || act.facts.heals().is_some()
}

/// What is asked of a spell or power, as far as it is said: another than the one on offer has what the
/// block says of it.
pub fn asked(e: &Encounter, act: &Act, offer: &Offer) -> Vec<FactField> {
    let is_spell = |field: &&FactField| matches!(field.fact, Fact::Spell(_));
    let first = offer.facts.iter().find(is_spell).map(|field| &field.fact);
    let said = act.facts.spell().filter(|at| first.is_some_and(|first| *first != Fact::Spell(*at)));
    let block = e.d20(act.who).ok().map(|d20| &d20.block);
    match said.and_then(|at| block?.spells.get(usize::from(at))) {
        Some(spell) => {
            let spells = offer.facts.iter().filter(is_spell).cloned();
            spells.chain(fields(&spell.facts)).collect()
        }
        None => offer.asked(act.with).cloned().collect(),
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
pub fn taken(damage: i32, share: Share, helps: OnSave, half: impl Fn(i32) -> i32) -> Tally {
    let reaches = Tally::new().with(Reason::Dice, damage).shared(share, half(damage));
    let all = reaches.total();
    match helps {
        OnSave::Half => reaches.with(Reason::Halved, half(all) - all),
        OnSave::Negates => reaches.with(Reason::Halved, -all),
        OnSave::None => reaches,
    }
}

/// Poison that works later: what it brings at that moment; never, when none is named.
pub fn poison(
    r: &mut Resolution,
    who: CombatantId,
    brings: Condition,
    due: Option<When>,
    timing: Timing,
) {
    let effect = r.effect(Condition::Poisoned, None);
    r.take(Event::Afflicted(who, Box::new(effect)), timing);
    if let Some(due) = due {
        let timer = Timer { id: r.next_id(), due, who: Some(who), action: TimerAction::Poison(brings) };
        r.take(Event::Set(Box::new(timer)), timing);
    }
}

/// The poison whose work that timer is: the last that had begun when it was set. `None`: it is cured.
pub fn poison_of<'a>(c: &'a Combatant, timer: &Timer) -> Option<&'a Effect> {
    let poisons = c.effects.iter().filter(|effect| effect.condition == Condition::Poisoned);
    poisons.filter(|effect| effect.id < timer.id).max_by_key(|effect| effect.id)
}

/// Every part an effect may have as fields of a form: those the block names stand.
pub fn fields(known: &[Fact]) -> Vec<FactField> {
    let one = DiceExpr::new(1, 6, 0);
    let parts = [
        Fact::Damage(one),
        Fact::Heals(one),
        Fact::Against(Save::Spells),
        Fact::OnSave(OnSave::Half),
        Fact::Inflicts(Condition::Paralysed),
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
