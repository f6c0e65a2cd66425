//! Checks overrides: refuses names that do not exist and values out of range.

use super::{MOST_AT_ONCE, admit, max_hp};
use crate::rules::engine::custom;
use crate::rules::model::combatant::{StatBlock, Vitals};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::fault::Fault;
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::line;
use crate::rules::model::moment::{Second, YEAR};
use crate::rules::model::stance::Aim;
use crate::rules::model::supply;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Mode, Slot};
use crate::rules::ruleset::Ruleset;

/// Refuses commands that name missing combatants or other things, and faulty stat blocks.
pub(in crate::rules) fn check(rules: &dyn Ruleset, e: &Encounter, c: &Command) -> Result<(), RuleError> {
    match c {
        Command::Arrive(arrival) => check_arrival(rules, e, arrival),
        Command::Depart(who, _) => e.who(*who).map(|_| ()),
        Command::Side(side) if e.sides.len() >= usize::from(u8::MAX) => {
            Err(bad_overrule(format!("no room for another side \"{}\"", side.name)))
        }
        Command::Side(side) => check_side_name(e, &side.name),
        Command::Overrule(word) => check_overrule(rules, e, word),
        _ => Ok(()),
    }
}

/// Checks that some time passes, and no more than the clock can hold.
///
/// # Errors
/// `bad-modifier`.
pub(in crate::rules) fn check_elapse(e: &Encounter, seconds: Second) -> Result<(), RuleError> {
    let fits = (1..=YEAR).contains(&seconds) && e.clock.checked_add(seconds).is_some();
    let fault = || Fault::new("time", seconds, format!("1 to {YEAR} seconds"));
    if fits { Ok(()) } else { Err(Refusal::BAD_MODIFIER.at(fault())) }
}

/// Checks that a side's name is new.
fn check_side_name(e: &Encounter, name: &str) -> Result<(), RuleError> {
    let taken = e.sides.iter().any(|side| side.name.trim() == name.trim());
    if !taken && !name.trim().is_empty() {
        return Ok(());
    }
    Err(Refusal::BAD_OVERRULE.at(Fault::name("new side", name, "a name that no other has")))
}

/// Checks that no combatant is in the order twice.
fn check_order(e: &Encounter, slots: &[Slot]) -> Result<(), RuleError> {
    let twice = |at: usize, who: CombatantId| slots[..at].iter().any(|slot| slot.ones.contains(&who));
    for (at, slot) in slots.iter().enumerate() {
        slot.sides.iter().try_for_each(|side| check_side(e, *side))?;
        for (nth, &who) in slot.ones.iter().enumerate() {
            e.who(who)?;
            if twice(at, who) || slot.ones[..nth].contains(&who) {
                return Err(bad_overrule("is in the order twice, expected once").of(who));
            }
        }
    }
    Ok(())
}

fn bad_overrule(detail: impl Into<Text>) -> RuleError {
    RuleError::new(Refusal::BAD_OVERRULE).saying(detail)
}

fn check_distance(far: Option<Tenths>) -> Result<(), RuleError> {
    far.map_or(Ok(()), line::check_distance).map_err(|fault| Refusal::BAD_OVERRULE.at(fault))
}

fn check_arrival(rules: &dyn Ruleset, e: &Encounter, arrival: &Arrival) -> Result<(), RuleError> {
    check_side(e, arrival.side)?;
    check_distance(arrival.far)?;
    if let Some(id) = arrival.id.filter(|id| e.get(*id).is_some()) {
        return Err(bad_overrule("a combatant has arrived in that place already").of(id));
    }
    if arrival.name.trim().is_empty() {
        return Err(Refusal::BAD_STAT.at(Fault::name("name", "", "a name")));
    }
    check_length(rules, &arrival.name)?;
    let block = admit(rules, &arrival.block)?;
    let most =
        arrival.most.or(arrival.dice.map(|dice| dice.range().1)).unwrap_or_else(|| max_hp(&block));
    if let Some(supplies) = &arrival.supplies {
        supplies.iter().try_for_each(supply::check_word)?;
    }
    let bad = |fault| Err(Refusal::BAD_STAT.at(fault));
    if let Some(fault) = Fault::outside("hp", most, 1..=rules.about().most_hp()) {
        return bad(fault);
    }
    if arrival.dice.is_some_and(|dice| dice.count == 0) {
        return bad(Fault::new("dice", 0, "at least one die"));
    }
    let vitals = match block {
        StatBlock::Wounds(_) => Vitals::Wounds(0),
        StatBlock::D20(_) | StatBlock::Written(_) => Vitals::HitPoints { now: most, max: most },
    };
    if arrival.temporary != 0 {
        check_condition(rules, Condition::TEMPORARY_HP, arrival.temporary)?;
    }
    arrival.hp.and_then(|hp| out_of_range(rules, vitals, hp)).map_or(Ok(()), bad)
}

/// Returns the fault of a number of hit points left or wounds taken, if it is out of range.
fn out_of_range(rules: &dyn Ruleset, vitals: Vitals, figure: i32) -> Option<Fault> {
    let (most, of) = match vitals {
        Vitals::HitPoints { max, .. } => (max, "hit points"),
        Vitals::Wounds(_) => (i32::MAX, "wounds"),
    };
    let left = rules.about().hp_left(most);
    let expected = match (*left.start(), *left.end()) {
        _ if left.contains(&figure) => return None,
        (least, i32::MAX) => format!("{least} or more"),
        (least, most) => format!("{least} to {most}"),
    };
    Some(Fault::new(of, figure, expected))
}

/// Checks that a name is no longer than the ruleset allows.
fn check_length(rules: &dyn Ruleset, name: &str) -> Result<(), RuleError> {
    let (letters, most) = (name.trim().chars().count(), rules.about().longest_name);
    if letters <= most {
        return Ok(());
    }
    let fault = Fault::new("name", format!("{letters} letters"), format!("{most} at most"));
    Err(Refusal::BAD_STAT.at(fault))
}

fn check_side(e: &Encounter, side: SideId) -> Result<(), RuleError> {
    e.side(side).map(|_| ()).ok_or_else(|| bad_overrule(format!("there is no side {}", side.0)))
}

fn check_overrule(rules: &dyn Ruleset, e: &Encounter, word: &Overrule) -> Result<(), RuleError> {
    match word {
        Overrule::Block(who, block) => e.who(*who).and_then(|_| admit(rules, block).map(|_| ())),
        Overrule::Name(who, name) => {
            e.who(*who)?;
            let taken = e.named(name).is_some_and(|other| other.id != *who);
            if taken || name.trim().is_empty() {
                let fault = Fault::name("name", name, "one that no other has");
                return Err(Refusal::BAD_OVERRULE.at(fault));
            }
            check_length(rules, name)
        }
        Overrule::Side(who, side) => e.who(*who).and_then(|_| check_side(e, *side)),
        Overrule::Afflict { who, condition, value, toward, .. } => {
            if who.is_empty() {
                return Err(bad_overrule("no combatants given"));
            }
            who.iter().chain(toward).try_for_each(|id| e.who(*id).map(|_| ()))?;
            if let Some(itself) = toward.filter(|toward| who.contains(toward)) {
                return Err(bad_overrule("a combatant and itself").of(itself));
            }
            check_condition(rules, *condition, *value)
        }
        Overrule::Make(who, custom) => custom::check(rules, e, who, custom),
        Overrule::Pin(who, text) if text.trim().is_empty() => {
            Err(Refusal::BAD_OVERRULE.at(Fault::name("note", "", "some words")).of(*who))
        }
        Overrule::Pin(who, _) => e.who(*who).map(|_| ()),
        Overrule::Unpin(who, text) => {
            let found = e.who(*who)?.notes.contains(text);
            if found { Ok(()) } else { Err(bad_overrule("that note is gone already").of(*who)) }
        }
        Overrule::Relieve(who, effect) => {
            let found = e.who(*who)?.effect_by_id(*effect).is_some();
            if found { Ok(()) } else { Err(bad_overrule("that condition has ended already").of(*who)) }
        }
        Overrule::Engage(a, b) | Overrule::Disengage(a, b) | Overrule::Distance(a, b, _) => {
            if let Overrule::Distance(_, _, far) = word {
                check_distance(*far)?;
            }
            e.who(*a)?;
            e.who(*b)?;
            if a == b { Err(bad_overrule("a combatant and itself").of(*a)) } else { Ok(()) }
        }
        Overrule::Place { who, off, far, .. } => {
            check_distance(Some(*far))?;
            e.who(*off)?;
            if who.is_empty() {
                return Err(bad_overrule("no combatants given"));
            }
            who.iter().try_for_each(|who| match e.who(*who)? {
                _ if who == off => Err(bad_overrule("a combatant and itself").of(*who)),
                _ => Ok(()),
            })
        }
        Overrule::Hp(who, hp) => {
            let fault = out_of_range(rules, e.who(*who)?.vitals, *hp);
            fault.map_or(Ok(()), |fault| Err(Refusal::BAD_MODIFIER.at(fault).of(*who)))
        }
        Overrule::Standing(who, _)
        | Overrule::Rank(who, _)
        | Overrule::Sight(who, _)
        | Overrule::Dice(who, _)
        | Overrule::Count(who, ..) => e.who(*who).map(|_| ()),
        Overrule::Supply(who, supply) => e.who(*who).and_then(|_| supply::check_word(supply)),
        Overrule::Spell(who, spell, _) => {
            let known = usize::from(*spell) < e.who(*who)?.spells.len();
            if known { Ok(()) } else { Err(bad_overrule("it has no such spell").of(*who)) }
        }
        Overrule::Hand(side, _)
        | Overrule::Asks(side, _)
        | Overrule::Players(side, _)
        | Overrule::Aware(side, _)
        | Overrule::CountSide(side, ..) => check_side(e, *side),
        Overrule::SideStance(side, aim, toward) => {
            check_side(e, *side)?;
            toward.map_or(Ok(()), |toward| check_side(e, toward))?;
            check_aim(e, *aim)
        }
        Overrule::Stance(who, aim) => {
            who.iter().try_for_each(|who| e.who(*who).map(|_| ()))?;
            check_aim(e, *aim)
        }
        Overrule::Order(slots) => check_order(e, slots),
        Overrule::Reinforce { round, who, count } => {
            check_arrival(rules, e, who)?;
            if *round <= e.round {
                let expected = format!("one after round {}", e.round);
                return Err(Refusal::BAD_OVERRULE.at(Fault::new("round", round, expected)));
            }
            let fault = Fault::outside("how many", *count, 1..=MOST_AT_ONCE);
            fault.map_or(Ok(()), |fault| Err(Refusal::BAD_OVERRULE.at(fault)))
        }
        Overrule::Forget(id) => match e.timers.iter().find(|timer| timer.id == *id) {
            Some(_) => Ok(()),
            None => Err(bad_overrule("that timer has run out already")),
        },
        Overrule::Option(id, value) => check_option(rules, id, value),
        // Whether it can be read is checked at the door.
        Overrule::Book(_) => Ok(()),
        Overrule::Remind { seconds, who, .. } => {
            check_elapse(e, *seconds)?;
            who.map_or(Ok(()), |who| e.who(who).map(|_| ()))
        }
        Overrule::Close => match e.window() {
            None => Err(Refusal::NOTHING_OPEN.into()),
            Some(window) if window.mode == Mode::Procedure => rules.check(e, &Command::Skip),
            Some(_) => Ok(()),
        },
        Overrule::Scene(scene) => check_distance(scene.meets_at),
    }
}

fn check_condition(rules: &dyn Ruleset, condition: Condition, value: i32) -> Result<(), RuleError> {
    if condition == Condition::TEMPORARY_HP && rules.about().condition(condition).is_none() {
        return Err(bad_overrule("temporary hit points: these rules count wounds, not hit points"));
    }
    let row = rules.about().known(condition).map_err(|fault| Refusal::BAD_OVERRULE.at(fault))?;
    row.accepts(value).map_err(|fault| Refusal::BAD_MODIFIER.at(fault))
}

fn check_option(rules: &dyn Ruleset, id: &str, value: &str) -> Result<(), RuleError> {
    let Some(option) = rules.about().option(id) else {
        return Err(bad_overrule(format!("there is no option \"{id}\"")));
    };
    option.accepts(value).map_err(|fault| Refusal::BAD_OVERRULE.at(fault))
}

fn check_aim(e: &Encounter, aim: Option<Aim>) -> Result<(), RuleError> {
    aim.as_ref().and_then(Aim::whom).map_or(Ok(()), |whom| e.who(*whom).map(|_| ()))
}
