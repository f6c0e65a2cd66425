//! Saving throws and ability checks.

use super::action::action;
use super::options::{STUMBLE_SCOPE, StumbleScope};
use super::{condition, figures, modifiers, reason};
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::d20::save;
use crate::rules::model::block::d20::{Ability, Save};
use crate::rules::model::custom::{self, Stat};
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Default difficulty of a feat (`countdown.special.feat`).
const FEAT_DC: i32 = 15;

pub const SAVE: DeedRule = DeedRule {
    rule: "countdown.save.roll",
    when: When::Ever,
    shape: |_, offer| {
        let against = FactField::may(Fact::Inflicts(Condition::POISONED));
        Offer { facts: vec![save::category(), save::modifier(), against], ..offer }
    },
    check: save::check,
    run: save_now,
    ..DeedRule::of(Deed::Save)
};

pub const CHECK: DeedRule = DeedRule {
    rule: "countdown.check.dc",
    when: When::Ever,
    shape: ask_ability,
    check: check_ability,
    run: check_now,
    ..DeedRule::of(Deed::Check)
};

pub const FEAT: DeedRule = DeedRule {
    rule: "countdown.special.feat",
    announced: |_, _| Some(Deed::Feat),
    shape: ask_ability,
    check: check_ability,
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        check_now(r, act)
    },
    ..action(Deed::Feat)
};

fn ask_ability(_: &At, offer: Offer) -> Offer {
    let ability = FactField { needed: true, ..FactField::may(Fact::Ability(Ability::Str)) };
    let difficulty = FactField::number(Fact::Difficulty(FEAT_DC), 1, 40);
    Offer { facts: vec![ability, difficulty, save::modifier()], ..offer }
}

fn check_ability(at: &At, act: &Act) -> Allowed {
    match act.facts.ability() {
        Some(_) => Ok(()),
        None => at.no(Refusal::MISSING_FACT.saying("which ability?")),
    }
}

/// What a saving throw is against, beside its category; some add an ability modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// Poison: adds Constitution.
    Poison,
    /// A charm: adds Wisdom.
    Charm,
    /// Anything else.
    Other,
}

impl Against {
    /// The cause of a condition.
    pub fn of(condition: Option<Condition>) -> Self {
        match condition {
            Some(Condition::POISONED) => Self::Poison,
            Some(condition::CHARMED) => Self::Charm,
            _ => Self::Other,
        }
    }
}

/// Adds the penalties to every d20 other than attacks: shaken, and a stumble if the option says so.
fn hampered(e: &Encounter, c: &Combatant, tally: &mut Tally) {
    modifiers::shaken(tally, c);
    if STUMBLE_SCOPE.is(e, StumbleScope::AllD20) {
        modifiers::stumbling(tally, c);
    }
}

/// Rolls a saving throw (`countdown.save.roll`): a 20 always succeeds, a 1 always fails.
pub fn save(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    modifier: i32,
    against: Against,
) -> Result<bool, Stop> {
    let e = r.encounter();
    let (d20, c) = (e.d20(who)?, e.who(who)?);
    let mut tally = Tally::new();
    tally.add(Reason::FOLK, figures::race_save(d20, category));
    tally.add(reason::OWN, figures::own_save(d20, category));
    match against {
        Against::Poison => tally.add(Reason::CONSTITUTION, figures::modifier(d20, Ability::Con)),
        Against::Charm => tally.add(Reason::WISDOM, figures::modifier(d20, Ability::Wis)),
        Against::Other => {}
    }
    hampered(e, c, &mut tally);
    save::roll(r, who, category, tally, modifier, Naturals::Decide)
}

/// Rolls a saving throw called for by the referee.
fn save_now(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(category) = act.facts.against() else { return Ok(()) };
    let modifier = act.facts.modifier().unwrap_or(0);
    let against = Against::of(act.facts.inflicts());
    save(r, act.who, category, modifier, against).map(|_| ())
}

/// Rolls an ability check against a difficulty (`countdown.check.dc`); naturals have no special effect.
pub fn check(
    r: &mut Resolution,
    who: CombatantId,
    ability: Ability,
    difficulty: i32,
    modifier: i32,
) -> Result<bool, Stop> {
    let e = r.encounter();
    let (d20, c) = (e.d20(who)?, e.who(who)?);
    let mut tally = Tally::new();
    tally.add(reason_of(ability), figures::modifier(d20, ability));
    hampered(e, c, &mut tally);
    custom::add(&mut tally, c, Stat::Checks);
    tally.add(Reason::REFEREE, modifier);
    D20Roll::plain(Purpose::Check(ability), who, tally, difficulty).test(r)
}

fn reason_of(ability: Ability) -> Reason {
    match ability {
        Ability::Str => Reason::STRENGTH,
        Ability::Int => Reason::INTELLIGENCE,
        Ability::Wis => Reason::WISDOM,
        Ability::Dex => Reason::DEXTERITY,
        Ability::Con => Reason::CONSTITUTION,
        Ability::Cha => Reason::CHARISMA,
    }
}

/// Rolls a check called for by the referee.
fn check_now(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let ability = act.facts.ability().unwrap_or(Ability::Str);
    let difficulty = act.facts.difficulty().unwrap_or(FEAT_DC);
    let modifier = act.facts.modifier().unwrap_or(0);
    check(r, act.who, ability, difficulty, modifier).map(|_| ())
}

/// Modifiers to a grapple check: Strength or Dexterity, size, and penalties.
pub fn grip(e: &Encounter, who: CombatantId) -> Tally {
    let mut tally = Tally::new().with(reason::MIGHT, figures::might(e, who));
    if let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) {
        tally.add(reason::SIZE, figures::grip(&d20.block));
        hampered(e, c, &mut tally);
    }
    tally
}
