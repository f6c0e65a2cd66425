//! Saving throws.

use super::figures;
use crate::rules::d20::roll::Naturals;
use crate::rules::d20::save;
use crate::rules::model::block::d20::Save;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Makes a saving throw that the referee calls for.
pub const SAVE: DeedRule = DeedRule {
    rule: "zero.save.roll",
    when: When::Ever,
    shape: |_, offer| Offer { facts: vec![save::category(), save::modifier()], ..offer },
    check: save::check,
    choices: |_, _, fact| categories(fact),
    run: |r, act| {
        let Some(category) = act.facts.against() else { return Ok(()) };
        save(r, act.who, category, act.facts.modifier().unwrap_or(0)).map(|_| ())
    },
    ..DeedRule::of(Deed::Save)
};

/// Returns the categories to choose from where the fact is one: the five of every ruleset, and petrification.
pub fn categories(fact: &Fact) -> Vec<(Text, Fact)> {
    let Fact::Against(_) = fact else { return Vec::new() };
    let all = Save::ALL.into_iter().chain([Save::Stone]);
    all.map(|save| (save.word().into(), Fact::Against(save))).collect()
}

/// Makes a saving throw, without natural results (`zero.save.roll`).
pub fn save(r: &mut Resolution, who: CombatantId, category: Save, modifier: i32) -> Result<bool, Stop> {
    save_with(r, who, category, Tally::new(), modifier)
}

/// Makes a saving throw against a condition; petrification has a number of its own.
pub fn save_from(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    brings: Option<Condition>,
    modifier: i32,
) -> Result<bool, Stop> {
    let petrifies = category == Save::Paralysis && brings == Some(Condition::PETRIFIED);
    save(r, who, if petrifies { Save::Stone } else { category }, modifier)
}

/// Makes a saving throw with further modifiers.
pub fn save_with(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    terms: Tally,
    modifier: i32,
) -> Result<bool, Stop> {
    let d20 = r.encounter().d20(who)?;
    let need = match category {
        Save::Stone => figures::save_against_stone(d20),
        category => i32::from(d20.figures.saves[category.index()]),
    };
    save::against(r, who, (category, need), terms, modifier, Naturals::Plain)
}
