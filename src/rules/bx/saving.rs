//! Saving throws and ability checks.

use super::{disruption, figures};
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::d20::save;
use crate::rules::model::block::d20::{Ability, Save};
use crate::rules::ruleset::deed;
use crate::rules::ruleset::prelude::*;

/// Makes a saving throw that the referee calls for.
pub const SAVE: DeedRule = DeedRule {
    rule: "bx.save.roll",
    when: deed::When::Ever,
    shape: |_, offer| {
        let facts = vec![save::category(), save::modifier(), FactField::flag(Fact::Magical)];
        Offer { facts, ..offer }
    },
    check: save::check,
    run: save_now,
    ..DeedRule::of(Deed::Save)
};

/// Makes an ability check that the referee calls for.
pub const CHECK: DeedRule = DeedRule {
    rule: "bx.check.ability",
    when: deed::When::Ever,
    concerns: |at| abilities(at).next().is_some(),
    shape: |at, offer| {
        let ability = Fact::Ability(abilities(at).next().unwrap_or(Ability::Str));
        let facts = vec![FactField { needed: true, ..FactField::may(ability) }, save::modifier()];
        Offer { facts, ..offer }
    },
    check: |at, act| match act.facts.ability() {
        None => at.no(Refusal::MISSING_FACT),
        Some(ability) if abilities(at).any(|known| known == ability) => Ok(()),
        Some(_) => at.no(Refusal::BAD_STAT.saying("no score for that ability")),
    },
    run: ability_check,
    ..DeedRule::of(Deed::Check)
};

/// Returns the abilities whose scores are known.
fn abilities<'a>(at: &At<'a>) -> impl Iterator<Item = Ability> + use<'a> {
    let block = at.d20().ok().map(|d20| &d20.block);
    let known = move |ability: &Ability| block.is_some_and(|b| b.abilities.score(*ability).is_some());
    Ability::ALL.into_iter().filter(known)
}

/// Makes a saving throw (`bx.save.roll`), without natural results. A failure disrupts a declared spell.
pub fn save(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    modifier: i32,
    magical: bool,
) -> Result<bool, Stop> {
    let d20 = r.encounter().d20(who)?;
    let mut tally = Tally::new();
    if magical && category != Save::Breath && d20.block.is_character() {
        tally.add(Reason::WISDOM, figures::modifier(d20, Ability::Wis));
    }
    let passed = save::roll(r, who, category, tally, modifier, Naturals::Plain)?;
    if !passed {
        disruption::spoil(r, who, true);
    }
    Ok(passed)
}

/// Makes a saving throw that the referee calls for.
fn save_now(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(category) = act.facts.against() else { return Ok(()) };
    let modifier = act.facts.modifier().unwrap_or(0);
    save(r, act.who, category, modifier, act.facts.has(&Fact::Magical)).map(|_| ())
}

/// Makes a magic item's save against its owner's number (`bx.death.magic-item-save`).
pub fn item_save(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    bonus: i32,
) -> Result<bool, Stop> {
    let need = i32::from(r.encounter().d20(who)?.figures.saves[category.index()]);
    let tally = Tally::new().with(Reason::WEAPON, bonus);
    D20Roll::plain(Purpose::ItemSave, who, tally, need).test(r)
}

/// Makes an ability check (`bx.check.ability`, `bx.check.naturals`).
fn ability_check(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(ability) = act.facts.ability() else { return Ok(()) };
    let score = r.encounter().d20(act.who)?.block.abilities.score(ability).map_or(0, i32::from);
    let harder = Tally::new().with(Reason::DIFFICULTY, act.facts.modifier().unwrap_or(0));
    save::at_most(r, act.who, ability, score, harder).map(|_| ())
}
