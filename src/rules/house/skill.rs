//! Class skills: on a d6 those of thieves and the like, on a d100 those of mages and trackers (section 3.13).

use super::asset::tables;
use super::inspiration::{self, Roll};
use super::options::{MAGE_INT, MageInt};
use super::tables::{Craft, CraftRow, MageSkill};
use super::{attribute, condition, figures, mage, reason, refusal};
use crate::rules::model::block::d20::{Ability, Attribute, D20};
use crate::rules::model::event::{Rolled, Told};
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Base chance in six of an expertise skill (`house.check.thief-d6`).
const FIRST_CHANCE: i32 = 1;
/// Maximum of expertise points in one skill, for five chances in six.
const MOST_POINTS: i32 = 4;
/// Modifier of armour that is not quiet to climbing and sneaking (`house.check.thief-armour`).
const IN_ARMOUR: i32 = -1;
/// Levels of the victim per chance less (`house.check.pick-pockets`).
const LEVELS_A_CHANCE: i32 = 3;
/// The skill that can be tried once per level and text (`house.class.mage-detect-read`).
const READING: Craft = Craft::Mage(MageSkill::ReadMagic);
/// Roll at which a victim always notices (`house.check.pick-pockets`).
const NOTICED: i32 = 6;

/// Rolls a skill check called for by the referee; it takes no stop.
pub const SKILL_CHECK: DeedRule = DeedRule {
    rule: "house.check.thief-d6",
    when: When::Ever,
    concerns: |at| !crafts(at, false).is_empty(),
    may: |at| at.unless(!crafts(at, false).is_empty(), refusal::NOT_ITS_CRAFT),
    shape: |at, offer| {
        let ids: Vec<CombatantId> = others(at).map(|other| other.id).collect();
        let first = crafts(at, false).first().and_then(|nth| tables().crafts.get(usize::from(*nth)));
        let again = at.c.has(condition::COULD_NOT_READ).then(|| FactField::flag(Fact::Insist));
        let own = [FactField::number(Fact::Modifier(0), -200, 200)];
        let facts = fields(at, false).chain(own).chain(again).collect();
        Offer {
            at: Targets { ids, least: usize::from(first.is_some_and(picks_pockets)), most: 1 },
            facts,
            ..offer
        }
    },
    check: |at, act| {
        let row = chosen(at, &act.facts, false)?;
        check_reading(at, act, row)?;
        at.unless(!picks_pockets(row) || act.at.len() == 1, Refusal::BAD_TARGET)?;
        at.unless(!act.at.contains(&at.c.id), Refusal::BAD_TARGET)
    },
    aims: |_, act, _| {
        let picks_pockets = row_of(&act.facts).is_some_and(picks_pockets);
        (usize::from(picks_pockets), usize::from(picks_pockets))
    },
    choices: |at, _, fact| choices(at, fact, false),
    run: |r, act| {
        let Some(row) = row_of(&act.facts) else { return Ok(()) };
        let made = check(r, act, row)?;
        note_reading(r, act.who, row, made);
        Ok(())
    },
    ..DeedRule::of(Deed::SkillCheck)
};

/// Checks that a failed reading is not repeated before the next level, unless the referee says that it is another text
/// (`house.class.mage-detect-read`).
fn check_reading(at: &At, act: &Act, row: &CraftRow) -> Allowed {
    let failed = at.c.effect(condition::COULD_NOT_READ).map(|effect| effect.value);
    let level = at.d20().map_or(0, figures::level);
    let waits = row.what == READING && failed.is_some_and(|failed| level <= failed);
    let again = Refusal::TOO_SOON.saying("it failed at this level; confirm that this is another text");
    at.unless(!waits || act.facts.has(&Fact::Insist), again)
}

fn note_reading(r: &mut Resolution, who: CombatantId, row: &CraftRow, made: bool) {
    if row.what != READING || made {
        return;
    }
    let value = r.encounter().d20(who).map_or(0, figures::level);
    r.relieve(who, condition::COULD_NOT_READ);
    r.afflict(who, Effect { value, ..r.effect(condition::COULD_NOT_READ, None) });
}

/// Indices of its skills in the table: those that take an action if `acting`, else the others.
pub fn crafts(at: &At, acting: bool) -> Vec<u8> {
    let Ok(d20) = at.d20() else { return Vec::new() };
    let rows = (0u8..).zip(&tables().crafts);
    let own = rows.filter(|(_, row)| row.what.is_action() == acting && has(d20, row.what));
    own.map(|(nth, _)| nth).collect()
}

/// Whether it has that skill.
fn has(d20: &D20, craft: Craft) -> bool {
    match craft {
        Craft::Expertise { points, .. } => {
            let by_class = || d20.block.class.and_then(|class| tables().expertise(class, 1)).is_some();
            figures::flag(d20, points) || by_class()
        }
        Craft::Mage(_) | Craft::StaffLight => figures::is_mage(&d20.block),
        Craft::Tracking => figures::is_warden(d20) || figures::flag(d20, attribute::TRACKING),
    }
}

/// Those of its skills that can be chosen now.
pub fn open(at: &At, acting: bool) -> impl Iterator<Item = (u8, &'static CraftRow)> {
    let own = crafts(at, acting).into_iter();
    let rows = own.filter_map(|nth| Some((nth, tables().crafts.get(usize::from(nth))?)));
    rows.filter(move |(_, row)| match row.what {
        Craft::Mage(_) | Craft::StaffLight => mage::is_open(at, row),
        _ => !picks_pockets(row) || others(at).next().is_some(),
    })
}

fn others<'a>(at: &'a At) -> impl Iterator<Item = &'a Combatant> {
    at.e.all().filter(|other| other.id != at.c.id && other.is_up())
}

/// Fields for its skills, the first as the default.
pub fn fields(at: &At, acting: bool) -> impl Iterator<Item = FactField> {
    let own = open(at, acting).map(|(nth, _)| nth).enumerate();
    own.map(|(nth, craft)| FactField {
        stands: nth == 0,
        needed: true,
        ..FactField::may(Fact::Craft(craft))
    })
}

/// Labels of those skills.
pub fn choices(at: &At, fact: &Fact, acting: bool) -> Vec<(Text, Fact)> {
    let Fact::Craft(_) = fact else { return Vec::new() };
    open(at, acting).map(|(nth, row)| (row.name.clone(), Fact::Craft(nth))).collect()
}

/// Returns the skill chosen, from the whole table.
pub fn row_of(facts: &Facts) -> Option<&'static CraftRow> {
    tables().crafts.get(usize::from(facts.craft()?))
}

/// Returns the skill chosen, if the combatant has it and it takes an action or not as `acting` says.
///
/// # Errors
/// `missing-fact` if no skill was chosen, `not-its-craft` if it is not a fitting one.
pub fn chosen(at: &At, facts: &Facts, acting: bool) -> Result<&'static CraftRow, RuleError> {
    let nth = facts.craft().ok_or_else(|| at.why(Refusal::MISSING_FACT.saying("which skill?")))?;
    let own = crafts(at, acting).contains(&nth);
    let row = row_of(facts).filter(|_| own);
    row.ok_or_else(|| at.why(refusal::NOT_ITS_CRAFT))
}

fn picks_pockets(row: &CraftRow) -> bool {
    matches!(row.what, Craft::Expertise { from_others: true, .. })
}

/// Rolls the skill check; returns whether it succeeded.
pub fn check(r: &mut Resolution, act: &Act, row: &CraftRow) -> Result<bool, Stop> {
    let e = r.encounter();
    let d20 = e.d20(act.who)?;
    let (mut chance, sides) = match row.what {
        Craft::Expertise { points, hampered, .. } => (expertise(d20, points, hampered), 6),
        Craft::Mage(skill) => (mage(e, d20, skill), 100),
        Craft::Tracking => (tracking(d20), 100),
        Craft::StaffLight => return Ok(true),
    };
    if let Some(victim) = act.target().filter(|_| picks_pockets(row)) {
        let level = e.d20(victim).map_or(0, figures::level);
        let harder = (level / LEVELS_A_CHANCE).min(chance.total().max(0));
        chance.add(reason::VICTIM_LEVEL, -harder);
    }
    chance.add(Reason::REFEREE, act.facts.modifier().unwrap_or(0));
    inspiration::add(&mut chance, e.who(act.who)?, Roll::Check);
    let rolled = roll(r, act, chance, sides, picks_pockets(row))?;
    inspiration::spend(r, act.who, Roll::Check);
    if picks_pockets(row) && rolled.dice == Some(NOTICED) {
        let text = "the victim notices";
        r.tell(|| Told::row(act.who, "house.check.pick-pockets", text));
    }
    Ok(rolled.outcome.succeeded())
}

/// Rolls a die that must not exceed the chance; if a victim can notice, that is an outcome of its own.
fn roll(
    r: &mut Resolution,
    act: &Act,
    chance: Tally,
    sides: u16,
    noticeable: bool,
) -> Result<Rolled, Stop> {
    let most = chance.total().max(0);
    let mut ask = RollRequest::new(Purpose::Craft, 1, sides).by(act.who).at_most(most);
    ask.bands.extend(noticeable.then_some(NOTICED));
    ask.bands.sort_unstable();
    ask.bands.dedup();
    ask.against = act.target();
    let rolled = r.throw(ask)?;
    let made = rolled.total() <= most;
    let rolled = Rolled { needing: chance, ..rolled.judged(made, most) };
    r.rolled(rolled.clone());
    Ok(rolled)
}

/// Chance in six: 1, plus 1 per expertise point (`house.check.thief-d6`, `house.check.thief-armour`).
fn expertise(d20: &D20, points: Attribute, hampered: bool) -> Tally {
    let points = figures::figure(d20, points).unwrap_or(0).clamp(0, MOST_POINTS);
    let worn = d20.block.protection.armour.and_then(|armour| tables().armour(armour));
    let loud = hampered && worn.is_some_and(|row| !row.quiet);
    let in_armour = if loud { IN_ARMOUR } else { 0 };
    Tally::new()
        .with(Reason::BASE, FIRST_CHANCE)
        .with(reason::EXPERTISE, points)
        .with(reason::THIEF_ARMOUR, in_armour)
}

/// Chance in percent: by level, plus the Intelligence score or, with the option, its modifier
/// (`house.check.mage-skill`, A25).
fn mage(e: &Encounter, d20: &D20, skill: MageSkill) -> Tally {
    let by_modifier = MAGE_INT.is(e, MageInt::Modifier);
    let wits = if by_modifier { figures::modifier } else { figures::score };
    Tally::new()
        .with(reason::LEVEL, tables().mage_skill(skill, figures::level(d20)))
        .with(Reason::INTELLIGENCE, wits(d20, Ability::Int))
}

/// Chance in percent: its own, else a warden's by level, plus the Wisdom score (`house.check.tracking`).
fn tracking(d20: &D20) -> Tally {
    let by_level = || tables().tracking.at(figures::level(d20)).copied();
    let chance = figures::figure(d20, attribute::TRACKING).or_else(by_level).unwrap_or(0);
    Tally::new().with(reason::LEVEL, chance).with(Reason::WISDOM, figures::score(d20, Ability::Wis))
}
