//! Commands common to all rulesets: arrivals, departures, referee overrides.

mod arrive;
mod check;
mod reshape;

use crate::rules::engine::custom;
use crate::rules::engine::resolution::Resolution;
use crate::rules::engine::settle;
use crate::rules::engine::temporary;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::dice::{DiceExpr, Purpose};
use crate::rules::model::effect::{Condition, Effect, TimerAction};
use crate::rules::model::encounter::Stage;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Stop};
use crate::rules::model::ids::{BlockId, CombatantId, Text};
use crate::rules::model::moment::{Moment, Second, TIMED};
use crate::rules::model::stance::{Origin, Stance};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::{After, Ruleset};
use arrive::arrive;
pub(in crate::rules) use arrive::reinforce;
pub(in crate::rules) use check::{check, check_elapse};
use reshape::reshape;
use std::sync::Arc;

/// The maximum number of combatants that arrive at once.
const MOST_AT_ONCE: u32 = 200;

/// Carries out a command that `check` accepted.
pub(in crate::rules) fn resolve(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    c: &Command,
) -> Result<(), Stop> {
    match c {
        Command::Arrive(arrival) => arrive(rules, r, arrival)?,
        Command::Depart(who, standing) => {
            r.emit(Event::Overruled);
            r.emit(Event::Stood(*who, *standing));
        }
        Command::Side(side) => r.emit(Event::Sided(Box::new(side.clone()))),
        Command::Overrule(word) => {
            r.emit(Event::Overruled);
            say(rules, r, word)?;
        }
        _ => {}
    }
    Ok(())
}

/// Does what a word of the referee says, without a mark that it is the referee's.
pub(in crate::rules) fn say(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    word: &Overrule,
) -> Result<(), Stop> {
    match word {
        Overrule::Hp(who, hp) => rules.set_hp(r, *who, *hp),
        Overrule::Standing(who, standing) => r.emit(Event::Stood(*who, *standing)),
        Overrule::Name(who, name) => r.emit(Event::Renamed(*who, name.clone())),
        Overrule::Side(who, side) => r.emit(Event::Turned(*who, *side)),
        Overrule::Block(who, block) => reshape(rules, r, *who, block)?,
        Overrule::Afflict { who, condition, value, rounds, label, toward } => {
            let rule = rules.about().condition(*condition);
            for &who in who {
                let e = r.encounter();
                let until = match rounds {
                    Some(n) => Some(rules.lasting(e, who, *condition, *n)),
                    None => rule.and_then(|rule| rule.ends_by_itself(e.round)),
                };
                let (value, label, toward) = (*value, label.clone(), *toward);
                let effect = Effect { value, label, toward, ..r.effect(*condition, until) };
                match *condition {
                    _ if effect.custom.is_some() => custom::begin(rules, r, who, effect),
                    Condition::TEMPORARY_HP => temporary::give(r, who, effect),
                    _ => r.afflict(who, effect),
                }
            }
        }
        Overrule::Make(who, custom) => custom::make(rules, r, who, custom),
        Overrule::Pin(who, text) => r.emit(Event::Pinned(*who, text.trim().into())),
        Overrule::Unpin(who, text) => r.emit(Event::Unpinned(*who, text.clone())),
        Overrule::Relieve(who, id) => {
            let effect = r.encounter().get(*who).and_then(|c| c.effect_by_id(*id)).cloned();
            if let Some(effect) = effect {
                r.emit(Event::relieved(*who, &effect, false));
                temporary::end_with(r, *who, *id);
            }
        }
        Overrule::Engage(a, b) => engage(rules, r, *a, *b),
        Overrule::Disengage(a, b) => {
            r.emit(Event::Frees(*a, *b));
            r.emit(Event::Frees(*b, *a));
        }
        Overrule::Distance(a, b, distance) => set_distance(rules, r, *a, *b, *distance),
        Overrule::Place { who, off, far, behind } => {
            for one in who {
                let event = r.encounter().stands_beside(*one, *off, *far, *behind, who);
                r.emit(event);
                update_melee(rules, r, *one, *off, *far);
            }
        }
        Overrule::Order(slots) => rules.reorder(r, slots),
        Overrule::Close => settle::pass_over(rules, r),
        Overrule::Hand(side, hand) => r.emit(Event::HandSet(*side, *hand)),
        Overrule::Asks(side, asks) => r.emit(Event::AsksSet(*side, *asks)),
        Overrule::Rank(who, rank) => r.emit(Event::Ranked(*who, *rank)),
        Overrule::Dice(who, hand) => r.emit(Event::DiceSet(*who, *hand)),
        Overrule::Sight(who, sight) => r.emit(Event::Sighted(*who, *sight)),
        Overrule::Players(side, players) => r.emit(Event::PlayersSet(*side, *players)),
        Overrule::Aware(side, aware) => r.emit(Event::AwareSet(*side, *aware)),
        Overrule::SideStance(side, aim, toward) => {
            let stance = aim.map(|aim| Stance { toward: *toward, ..Stance::new(aim, Origin::Said) });
            r.emit(Event::SideTook(*side, stance));
        }
        Overrule::Stance(who, aim) => {
            for one in who {
                r.emit(Event::Took(*one, aim.map(|aim| Stance::new(aim, Origin::Said))));
            }
        }
        Overrule::Scene(scene) => r.emit(Event::SceneSet(Box::new(scene.clone()))),
        Overrule::Count(who, counter, value) => {
            r.emit(Event::Counted(Bearer::One(*who), *counter, *value));
        }
        Overrule::CountSide(side, counter, value) => {
            r.emit(Event::Counted(Bearer::Side(*side), *counter, *value));
        }
        Overrule::Supply(who, supply) => {
            r.emit(Event::Supplied(*who, Box::new(supply.clone())));
        }
        Overrule::Spell(who, spell, left) => r.emit(Event::SpellSet(*who, *spell, *left)),
        Overrule::Remind { seconds, who, text } => {
            let due = Moment::Clock(r.encounter().clock.saturating_add(*seconds)).at(TIMED);
            r.set_timer(due, *who, TimerAction::Remind(text.clone()));
        }
        Overrule::Reinforce { round, who, count } => {
            let due = Moment::RoundStart(*round).at(TIMED);
            r.set_timer(due, None, TimerAction::Reinforce(who.clone(), *count));
        }
        Overrule::Forget(id) => r.emit(Event::Struck(*id)),
        Overrule::Option(id, value) => set_option(r, id.clone(), value.clone()),
        Overrule::Book(book) => r.emit(Event::BookLaid(*book)),
    }
    Ok(())
}

/// Sets the distance of the first from the second; absent: unknown.
fn set_distance(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    a: CombatantId,
    b: CombatantId,
    distance: Option<Tenths>,
) {
    let Some(distance) = distance else {
        return r.emit(if r.encounter().is_measured() {
            Event::Strayed(a)
        } else {
            Event::Apart(a, b, None)
        });
    };
    let event = r.encounter().stands_off(a, b, distance);
    r.emit(event);
    update_melee(rules, r, a, b, distance);
}

/// Engages foes within melee distance, and disengages combatants farther apart.
fn update_melee(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    a: CombatantId,
    b: CombatantId,
    distance: Tenths,
) {
    let near = distance <= rules.about().melee();
    let (fight, engaged) = (r.encounter().oppose(a, b), r.encounter().engaged(a, b));
    for (one, other) in [(a, b), (b, a)] {
        match (near, engaged) {
            (false, true) => r.emit(Event::Frees(one, other)),
            (true, false) if fight => r.emit(Event::Threatens(one, other)),
            _ => {}
        }
    }
}

/// Engages two combatants, moving the first into reach.
fn engage(rules: &dyn Ruleset, r: &mut Resolution, a: CombatantId, b: CombatantId) {
    let near = rules.about().melee();
    if let Some(event) = r.encounter().draws_near(a, b, near) {
        r.emit(event);
    }
    r.emit(Event::Threatens(a, b));
    r.emit(Event::Threatens(b, a));
}

/// Sets an option; a round is played by the options with which it began.
pub(in crate::rules) fn set_option(r: &mut Resolution, id: Text, value: Text) {
    let e = r.encounter();
    let event = if e.stage == Stage::Running && e.round > 0 {
        Event::OptionAwaits(id, value)
    } else {
        Event::OptionSet(id, value)
    };
    r.emit(event);
}

/// Lets time pass after the fight, including the rounds it would have had, and ends what lapses with them. Rounds end
/// on whole multiples of their length by the clock, so that shorter times add up.
pub(in crate::rules) fn elapse(rules: &dyn Ruleset, r: &mut Resolution, seconds: Second) {
    let whole = |r: &Resolution| r.encounter().clock / rules.about().round_seconds.max(1);
    let (round, before) = (r.encounter().round, whole(r));
    r.emit(Event::RoundEnded(round));
    settle::elapse(rules, r, seconds);
    rules.follow(r, After::Elapsed(seconds));
    let rounds = whole(r).saturating_sub(before);
    r.emit(Event::RoundBegan(round.saturating_add(rounds)));
}

/// Rolls any dice for the referee.
pub(in crate::rules) fn free_roll(r: &mut Resolution, dice: DiceExpr) -> Result<(), Stop> {
    let total = r.amount(Purpose::Free, None, dice)?;
    let rolled = Rolled { dice: Some(total), ..Rolled::new(Purpose::Free, Outcome::Figure) };
    r.rolled(rolled);
    Ok(())
}

/// Admits a block; the error combines all its faults.
fn admit(rules: &dyn Ruleset, block: &StatBlock) -> Result<StatBlock, RuleError> {
    rules.admit(block.clone()).map_err(RuleError::bad_stat)
}

/// Returns the maximum hit points of a block.
fn max_hp(block: &StatBlock) -> i32 {
    match block {
        StatBlock::D20(d20) => d20.figures.hp,
        StatBlock::Written(_) | StatBlock::Wounds(_) => 1,
    }
}

/// Returns the id of the block, adding it only if no equal one is in use.
fn block_id(r: &mut Resolution, block: StatBlock) -> BlockId {
    let blocks = &r.encounter().blocks;
    let known = blocks.iter().rposition(|old| **old == block);
    let at = known.unwrap_or(blocks.len());
    if known.is_none() {
        r.emit(Event::Blocked(Arc::new(block)));
    }
    BlockId(u32::try_from(at).unwrap_or(u32::MAX))
}
