//! Mages: suggestion, open and close, rally, the staff, healing; and the use of magic items (section 3.15).

use super::asset::{about, tables};
use super::state::{rounds_on, this_round};
use super::tables::{Craft, CraftRow, MageSkill};
use super::{care, condition, counter, figures, harm, refusal, saving, skill, spell, state, traits};
use crate::rules::d20::movement::moved;
use crate::rules::d20::spell as kit;
use crate::rules::model::block::d20::Save;
use crate::rules::model::effect::TimerAction;
use crate::rules::model::event::Told;
use crate::rules::model::moment::{Moment, TIMED};
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Range of mage skills in feet (`house.class.mage-suggestion` and the like).
const REACH: i32 = 30;

/// Uses a skill as an action (`house.class.mage-suggestion`, `house.class.mage-open-close`, `house.class.mage-rally`,
/// `house.class.mage-staff`).
pub const USE_SKILL: DeedRule = DeedRule {
    rule: "house.check.mage-skill",
    phase: Some(Phase::Action),
    told: deed::LogForm::Named,
    concerns: |at| !skill::crafts(at, true).is_empty(),
    may: |at| {
        at.unless(!skill::crafts(at, true).is_empty(), refusal::NOT_ITS_CRAFT)?;
        state::is_free_to_act(at)
    },
    shape: |at, offer| {
        let aimed: Vec<&CraftRow> =
            skill::open(at, true).map(|(_, row)| row).filter(|row| is_aimed(row)).collect();
        let fits = |other: &&Combatant| aimed.iter().any(|row| may_affect(at, row, other).is_ok());
        let ids: Vec<CombatantId> = in_reach(at).filter(fits).map(|other| other.id).collect();
        let own = [FactField::number(Fact::Modifier(0), -100, 100), FactField::flag(Fact::Perilous)];
        let again = at.c.has(condition::TRIED_PORTAL).then(|| FactField::flag(Fact::Insist));
        let facts = skill::fields(at, true).chain(own).chain(again).collect();
        Offer { at: Targets { least: 0, most: ids.len(), ids }, facts, ..offer }
    },
    check: check_skill,
    aims: |_, act, offer| match skill::row_of(&act.facts).is_some_and(is_aimed) {
        true => (1, offer.at.most),
        false => (0, 0),
    },
    choices: |at, _, fact| skill::choices(at, fact, true),
    run: use_skill,
    ..DeedRule::of(Deed::UseSkill)
};

/// Heals an ally or grants it a new save against a harmful effect, once a day; it takes a turn, so only while no fight
/// goes on (`house.healing.mage`).
pub const LAY_HANDS: DeedRule = DeedRule {
    rule: "house.healing.mage",
    when: When::Free,
    told: deed::LogForm::Named,
    concerns: |at| is_mage(at),
    may: |at| {
        at.unless(is_mage(at), refusal::NOT_ITS_CRAFT)?;
        care::may_take_time(at)?;
        at.unless(at.c.count(counter::HEALED_TODAY) == 0, Refusal::ALREADY_SPENT)
    },
    shape: |at, offer| {
        let ids: Vec<CombatantId> =
            at.e.all().filter(|other| is_healed(at.c, other)).map(|c| c.id).collect();
        let harm = FactField::may(Fact::Inflicts(Condition::POISONED));
        let facts =
            vec![harm, FactField::may(Fact::Against(Save::Death)), FactField::flag(Fact::Magical)];
        Offer { at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
    },
    check: |at, act| {
        let friend = state::aimed_at(at, act)?;
        at.unless(is_healed(at.c, friend), Refusal::BAD_TARGET)?;
        match (act.facts.inflicts(), act.facts.against()) {
            (None, None) => Ok(()),
            (Some(condition), Some(_)) => at.unless(friend.has(condition), Refusal::BAD_TARGET),
            _ => at.no(Refusal::MISSING_FACT.saying("which effect, and against which category?")),
        }
    },
    run: heal,
    ..DeedRule::of(Deed::LayHands)
};

fn is_mage(at: &At) -> bool {
    at.d20().is_ok_and(|d20| figures::is_mage(&d20.block))
}

/// Whether the skill has targets.
fn is_aimed(row: &CraftRow) -> bool {
    matches!(row.what, Craft::Mage(MageSkill::Suggestion | MageSkill::Rally))
}

fn check_skill(at: &At, act: &Act) -> Allowed {
    let row = skill::chosen(at, &act.facts, true)?;
    if !is_aimed(row) {
        return check_plain(at, act, row);
    }
    at.unless(!act.at.is_empty(), Refusal::BAD_TARGET)?;
    for &target in &act.at {
        let other = at.e.who(target)?;
        at.unless(target != at.c.id && other.is_up(), Refusal::BAD_TARGET)?;
        at.unless(state::is_within(at.e, at.c, other, REACH), Refusal::OUT_OF_RANGE)?;
    }
    check_often(at, row)?;
    for &target in &act.at {
        may_affect(at, row, at.e.who(target)?)?;
    }
    if row.what == Craft::Mage(MageSkill::Suggestion) { check_dice(at, &act.at) } else { Ok(()) }
}

/// Checks that the skill can affect the target: a suggestion persons, rally the afraid.
fn may_affect(at: &At, row: &CraftRow, other: &Combatant) -> Allowed {
    match row.what {
        Craft::Mage(MageSkill::Suggestion) => {
            let block = &at.e.d20(other.id)?.block;
            let person = block.is_character() || block.is(traits::PERSON);
            at.unless(person, Refusal::BAD_TARGET.saying("not a person"))?;
            check_dice(at, &[other.id])
        }
        Craft::Mage(MageSkill::Rally) => {
            let afraid = other.has(Condition::FLEEING);
            at.unless(afraid, Refusal::BAD_TARGET.saying("not afraid"))
        }
        _ => Ok(()),
    }
}

/// Checks the limits on use: the staff's light once a day, suggestion and rally once a turn.
fn check_often(at: &At, row: &CraftRow) -> Allowed {
    match row.what {
        Craft::StaffLight if at.c.count(counter::STAFF_LIT_TODAY) > 0 => at.no(Refusal::ALREADY_SPENT),
        Craft::Mage(MageSkill::Rally) => at.unless(!at.c.has(condition::HAS_RALLIED), Refusal::TOO_SOON),
        Craft::Mage(MageSkill::Suggestion) => {
            at.unless(!at.c.has(condition::HAS_SUGGESTED), Refusal::TOO_SOON)
        }
        _ => Ok(()),
    }
}

/// Whether the skill can be chosen: not used up, and with a target in reach that it can affect if it needs one.
pub fn is_open(at: &At, row: &CraftRow) -> bool {
    let finds = || in_reach(at).any(|other| may_affect(at, row, other).is_ok());
    check_often(at, row).is_ok() && (!is_aimed(row) || finds())
}

/// Combatants in reach of its skills.
fn in_reach<'a>(at: &'a At) -> impl Iterator<Item = &'a Combatant> {
    let there = at.e.all().filter(|other| other.id != at.c.id && other.is_up());
    there.filter(|other| state::is_within(at.e, at.c, other, REACH))
}

/// Checks a skill without a target; a door or lid can be tried once, and the referee says whether it is another one.
fn check_plain(at: &At, act: &Act, row: &CraftRow) -> Allowed {
    check_often(at, row)?;
    let tried = row.what == Craft::Mage(MageSkill::OpenClose) && at.c.has(condition::TRIED_PORTAL);
    let again =
        Refusal::ALREADY_SPENT.saying("one attempt per door or lid; confirm that this is another");
    at.unless(!tried || act.facts.has(&Fact::Insist), again)
}

/// Checks that the targets have no more total Hit Dice than the mage's level.
fn check_dice(at: &At, whom: &[CombatantId]) -> Allowed {
    let dice: i32 = whom.iter().map(|who| at.e.d20(*who).map_or(0, figures::level)).sum();
    let level = at.d20().map_or(0, figures::level);
    let detail = format!("{dice} Hit Dice; at most {level}");
    at.unless(dice <= level, Refusal::BAD_TARGET.saying(detail))
}

fn use_skill(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(row) = skill::row_of(&act.facts) else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    note_use(r, act.who, row.what);
    if !skill::check(r, act, row)? {
        return Ok(());
    }
    match row.what {
        Craft::Mage(MageSkill::Suggestion) => suggest(r, act),
        Craft::Mage(MageSkill::Rally) => {
            act.at.iter().for_each(|who| r.relieve(*who, Condition::FLEEING));
            Ok(())
        }
        Craft::Mage(MageSkill::OpenClose) => {
            let rounds = level(r, act.who);
            remind(r, act.who, rounds, "the effect on the door or lid ends");
            Ok(())
        }
        Craft::StaffLight => {
            let rounds = level(r, act.who) * harm::ROUNDS_PER_TURN;
            remind(r, act.who, rounds, "the light of the staff goes out");
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Marks skills limited by the turn or day as used, whether they succeed or not.
fn note_use(r: &mut Resolution, who: CombatantId, craft: Craft) {
    let mark = match craft {
        Craft::Mage(MageSkill::Suggestion) => condition::HAS_SUGGESTED,
        Craft::Mage(MageSkill::Rally) => condition::HAS_RALLIED,
        Craft::StaffLight => return r.count(who, counter::STAFF_LIT_TODAY, 1),
        Craft::Mage(MageSkill::OpenClose) if !r.encounter().has(who, condition::TRIED_PORTAL) => {
            return r.begin(who, condition::TRIED_PORTAL, None);
        }
        _ => return,
    };
    let over = Moment::Clock(r.encounter().clock.saturating_add(about().turn_seconds())).at(TIMED);
    r.begin(who, mark, Some(over));
}

fn level(r: &Resolution, who: CombatantId) -> i32 {
    r.encounter().d20(who).map_or(1, figures::level)
}

/// Reminds the referee when it ends, after `rounds` rounds including this one.
fn remind(r: &mut Resolution, who: CombatantId, rounds: i32, text: &str) {
    let until = lasting(r, rounds).until;
    if let Some(until) = until {
        r.set_timer(until, Some(who), TimerAction::Remind(text.into()));
    }
}

/// Returns an effect of `rounds` rounds including this one.
fn lasting(r: &Resolution, rounds: i32) -> Effect {
    rounds_on(r, condition::SUGGESTED, u32::try_from(rounds - 1).unwrap_or(0))
}

/// Each target saves, or follows for one round per level. A perilous suggestion has no effect.
fn suggest(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    if act.facts.has(&Fact::Perilous) {
        return Ok(());
    }
    let rounds = level(r, act.who);
    for &target in &act.at {
        if saving::save(r, target, Save::Spells, 0, true)? {
            continue;
        }
        let follows = Effect { toward: Some(act.who), ..lasting(r, rounds) };
        r.afflict(target, follows);
    }
    Ok(())
}

/// Logs that a suggestion has ended and its victim knows of it.
pub fn end_suggestion(r: &mut Resolution, who: CombatantId) {
    r.tell(|| Told::row(who, "house.class.mage-suggestion", "realizes that it was influenced"));
}

/// Whether `other` is another combatant of the same side, present and not dead.
fn is_healed(c: &Combatant, other: &Combatant) -> bool {
    let there = matches!(other.standing, Standing::Up | Standing::Down);
    other.id != c.id && other.side == c.side && there
}

fn heal(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(friend) = act.target() else { return Ok(()) };
    r.count(act.who, counter::HEALED_TODAY, 1);
    match (act.facts.inflicts(), act.facts.against()) {
        (Some(condition), Some(category)) => {
            let heart = saving::heart(r, friend, condition == Condition::FLEEING);
            let magical = act.facts.has(&Fact::Magical);
            if saving::save_with(r, friend, category, (0, magical), heart)? {
                r.relieve(friend, condition);
            }
        }
        _ => {
            let points = level(r, act.who);
            harm::heal(r, friend, points, true);
        }
    }
    Ok(())
}

/// Reads a scroll or uses a wand or the like, with the effect that the referee enters. Items for arcane magic only are
/// for mages and other arcane classes (`house.class.mage-items`). A spell off a scroll allows no movement in its round
/// (`house.spell.cast`).
pub const USE_ITEM: DeedRule = DeedRule {
    rule: "house.class.mage-items",
    phase: Some(Phase::Action),
    told: deed::LogForm::Named,
    concerns: |at| at.d20().is_ok_and(|d20| d20.block.is_character()),
    may: state::is_free_to_act,
    shape: |at, offer| {
        let own = [Fact::Scroll, Fact::Arcane].map(FactField::flag);
        kit::form(at, offer, Some(&[]), own.to_vec(), Combatant::is_up)
    },
    check: |at, act| {
        let reads = act.facts.has(&Fact::Scroll);
        let able = !at.c.has(Condition::BLIND) && !at.c.means(Meaning::CANNOT_CAST);
        at.unless(!reads || able, Refusal::CANNOT_CAST)?;
        at.unless(!reads || moved(at.c) == 0, Refusal::MOVED_TO_CAST)?;
        let arcane = at.d20()?.block.class.is_some_and(|class| tables().arcane.contains(&class));
        at.unless(arcane || !act.facts.has(&Fact::Arcane), refusal::NOT_ITS_CRAFT)?;
        kit::check(at, act)
    },
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        if act.facts.has(&Fact::Scroll) {
            r.afflict(act.who, this_round(r, condition::STAYS_PUT));
            spell::wild_magic(r, act.who)?;
        }
        spell::apply(r, act, true, None)
    },
    shares: |_, act| kit::has_shares(act),
    ..DeedRule::of(Deed::UseItem)
};
