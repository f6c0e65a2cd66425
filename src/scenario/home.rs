//! Plays the examples that stand in a house book.

use super::given::Given;
use super::{laws, setup};
use crate::chronicle::{Ask, Chronicle, Pending, Progress, Provenance};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::engine::home::has_item;
use crate::rules::model::block::supply::Supply;
use crate::rules::model::combatant::{Combatant, Standing, StatBlock};
use crate::rules::model::command::{Act, Arrival, Command, Deed, Fact, Overrule, Share};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Question, Roll, RollRequest};
use crate::rules::model::encounter::{Encounter, Side};
use crate::rules::model::event::{Event, Stop, Told};
use crate::rules::model::house_book::Book;
use crate::rules::model::house_book::example::{Cast, Does, Example, Expect};
use crate::rules::model::house_book::subject::{Item, Whom, YesNo};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::tally::Tally;
use crate::rules::model::window::{Mode, Phase, Window};
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::rules::ruleset::laid::{BookFault, Laid, LaidRule};
use crate::shorthand::{self, Words};
use crate::store::Bestiary;
use std::sync::Arc;

/// What came of the examples of a book.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many rules there are, and how many examples were played.
    pub rules: usize,
    /// How many examples were played.
    pub played: usize,
    /// What did not come out as expected, each with its rule and example.
    pub faults: Vec<String>,
}

/// Who acts in an example, and whom it is done to.
const ACTOR: CombatantId = CombatantId(0);
const TARGET: CombatantId = CombatantId(1);

/// Somebody of whom nothing is said.
const USUAL: &str = "F1 8hp sword";
const USUAL_BODY: &str = "short sword";

/// Plays all examples of a book, over each ruleset that it is for.
///
/// # Errors
/// What is wrong with the book itself.
pub fn check(book: Book) -> Result<Checked, BookFault> {
    let mut checked = Checked::default();
    for id in registry::rulesets_of(book) {
        let laid = registry::with(id, book)?;
        checked.rules = laid.rules.len();
        for rule in &laid.rules {
            for (nth, example) in rule.rule.examples.iter().enumerate() {
                if example.ruleset.is_some_and(|only| only != id) {
                    continue;
                }
                checked.played += 1;
                if let Err(fault) = play(laid, rule, example) {
                    let title = &rule.rule.rule;
                    let place = format!("{title}, example {} ({})", nth + 1, id.title());
                    checked.faults.push(format!("{place}: {fault}"));
                }
            }
        }
    }
    Ok(checked)
}

/// Plays an example.
fn play(laid: &'static Laid, rule: &LaidRule, example: &Example) -> Result<(), String> {
    let rules: &dyn Ruleset = laid;
    let mut e = Encounter::new(laid.about().id);
    e.apply(&Event::BookLaid(Some(laid.book)));
    // Only the rule itself is at work.
    for other in laid.rules.iter().filter(|other| other.id != rule.id) {
        e.apply(&Event::OptionSet(other.id.into(), "off".into()));
    }
    e.apply(&Event::OptionSet(rule.id.into(), "on".into()));
    for (id, value) in &laid.options {
        e.apply(&Event::OptionSet(id.clone(), value.clone()));
    }
    let e = people(rules, e, &example.given)?;
    let (e, command) = act(rules, e, example.does)?;
    let mut dice = ExampleDice { rolls: &example.dice, used: 0, answer: example.answer };
    let mut chronicle = Chronicle::under(laid, e);
    let mut events = carry_out(&mut chronicle, command, &mut dice)?;
    // What is held back until the others have acted too belongs to the example.
    for _ in 0..MOST_STEPS {
        if chronicle.now().pending.is_empty() {
            break;
        }
        events.extend(carry_out(&mut chronicle, Command::Proceed, &mut dice)?);
    }
    laws::hold(&chronicle).map_err(|failure| failure.to_string())?;
    let after = chronicle.now();
    if let Some(left) = example.dice.get(dice.used) {
        return Err(format!("the die {left} was not asked for"));
    }
    let outcome = Outcome { rule, e: after, events: &events };
    example.expect.iter().try_for_each(|expect| outcome.check(expect, TARGET))
}

/// The most steps until what is held back takes effect.
const MOST_STEPS: usize = 4;

/// Carries out a command with the dice of the example. Returns what happened.
fn carry_out(
    chronicle: &mut Chronicle,
    command: Command,
    dice: &mut ExampleDice,
) -> Result<Vec<Event>, String> {
    let mut act = Pending::new(vec![command]);
    loop {
        match act.run(chronicle, dice, &|_, _| Provenance::Machine) {
            Progress::Done => break,
            Progress::Asks(Ask::Choice(ask)) => {
                let answer = dice.choice(&ask);
                act.answer(answer, Provenance::Typed).map_err(|bad| bad.to_string())?;
            }
            Progress::Asks(Ask::Roll(ask)) => return Err(told(&Stop::Roll(Box::new(ask)))),
            Progress::Refused(error) => return Err(told(&Stop::Refused(error))),
        }
    }
    let entry = chronicle.accept(act).ok_or("the act is not accepted")?;
    Ok(entry.events().cloned().collect())
}

fn told(stop: &Stop) -> String {
    match stop {
        Stop::Roll(ask) => {
            let (count, sides, noun) = (ask.count, ask.sides, ask.purpose.noun());
            format!("asks for one more roll: {count}d{sides}, {noun}")
        }
        Stop::Choice(ask) => format!("asks: {}", ask.asked()),
        Stop::Refused(error) => format!("this cannot be done: {error}"),
    }
}

/// Adds those who are there.
fn people(rules: &dyn Ruleset, mut e: Encounter, given: &Cast) -> Result<Encounter, String> {
    let mut none = ExampleDice { rolls: &[], used: 0, answer: None };
    for (nth, (side, name, said)) in
        [("Heroes", "Actor", &given.actor), ("Foes", "Target", &given.target)].into_iter().enumerate()
    {
        let side = Side { players: Some(nth == 0), ..Side::new(side) };
        let usual = if rules.about().family == Family::D20 { USUAL } else { USUAL_BODY };
        let (block, hp) = block(rules, name, said.as_deref().unwrap_or(usual))?;
        let block = with_items(block, if nth == 1 { &given.items } else { &[] });
        let at = SideId(u8::try_from(nth).unwrap_or(0));
        let arrival = Arrival { hp, ..Arrival::new(at, name, Arc::new(block)) };
        for command in [Command::Side(side), Command::Arrive(arrival)] {
            e = rules::play(rules, e, &command, &mut none)
                .map_err(|stop| format!("{name}: {}", told(&stop)))?;
        }
    }
    for (nth, said) in given.friends.iter().enumerate() {
        let name = format!("Friend {}", nth + 1);
        let (block, hp) = block(rules, "Friend", said)?;
        let arrival = Arrival { hp, ..Arrival::new(SideId(1), name.clone(), Arc::new(block)) };
        e = rules::play(rules, e, &Command::Arrive(arrival), &mut none)
            .map_err(|stop| format!("{name}: {}", told(&stop)))?;
    }
    let engaged = Command::Overrule(Overrule::Engage(ACTOR, TARGET));
    rules::play(rules, e, &engaged, &mut none).map_err(|stop| told(&stop))
}

/// Reads somebody as in quick entry: the block, and what is left of its hit points if that is said.
fn block(rules: &dyn Ruleset, name: &str, said: &str) -> Result<(StatBlock, Option<i32>), String> {
    let known = Bestiary::built_in(rules.about().family);
    let read = shorthand::read(
        &Words::of(rules, known.all().map(|(_, block)| block)),
        &format!("{name} {said}"),
    );
    match &read.rest[..] {
        [] => Ok((read.block, read.left)),
        rest => {
            Err(format!("{}: found {}, which is not understood", name.to_lowercase(), rest.join(", ")))
        }
    }
}

/// Gives somebody things, one of each.
fn with_items(block: StatBlock, items: &[Text]) -> StatBlock {
    let supply = |name: &Text| Supply { name: name.clone(), most: 1, used: 0, by: Vec::new() };
    match block {
        StatBlock::Written(mut block) => {
            block.counters.extend(items.iter().map(supply));
            StatBlock::Written(block)
        }
        other => other,
    }
}

/// The state in which it is done, and the command.
fn act(rules: &dyn Ruleset, mut e: Encounter, does: Does) -> Result<(Encounter, Command), String> {
    let phase = if matches!(does, Does::Initiative) { Phase::Initiative } else { Phase::Melee };
    setup::start_round(rules, &mut e, &Given::default(), phase);
    let ready = |e: &Encounter, window: &Window| match does {
        Does::Initiative => window.mode == Mode::Procedure && matches!(window.phase, Phase::Initiative),
        _ => strike(rules, e).is_some(),
    };
    let e = rules::open_at(rules, e, &ready).ok_or("the actor never comes to strike")?;
    let command = match does {
        Does::Strike => Command::Act(strike(rules, &e).ok_or("the actor cannot strike")?),
        Does::Harm(amount) => Command::Harm { amount, who: vec![(TARGET, Share::Full)] },
        Does::Save(save) => {
            Command::Act(Act { facts: Fact::Against(save).into(), ..Act::new(ACTOR, Deed::Save) })
        }
        Does::Morale => Command::Morale { side: SideId(1), like: None, adjustment: 0 },
        Does::Initiative => Command::Proceed,
    };
    Ok((e, command))
}

/// The actor's blow at the target, if it can be struck now.
fn strike(rules: &dyn Ruleset, e: &Encounter) -> Option<Act> {
    let offer = deeds::open(rules, e, ACTOR, Deed::Strike)?;
    let fits = offer.at.ids.contains(&TARGET) && rules::owes(rules, e, ACTOR);
    let with = offer.with.first().copied();
    fits.then(|| Act { with, at: vec![TARGET], ..Act::new(ACTOR, Deed::Strike) })
}

/// The dice of an example, in order.
struct ExampleDice<'a> {
    rolls: &'a [i32],
    used: usize,
    answer: Option<YesNo>,
}

impl Dice for ExampleDice<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let shows = *self.rolls.get(self.used)?;
        self.used += 1;
        // One die shows a face; of several the example gives the total, shared out where each face counts.
        let roll = match (u16::try_from(shows), ask.count) {
            (Ok(face), 1) => Roll::Faces(vec![face]),
            _ if !ask.each => Roll::Total(shows),
            (Ok(total), count) => Roll::Faces(shared(total, count, ask.sides)),
            _ => Roll::Total(shows),
        };
        Some(roll)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(self.choice(ask))
    }
}

impl ExampleDice<'_> {
    /// The answer of the example to the rule's question; to any other the usual one.
    fn choice(&self, ask: &ChoiceRequest) -> Answer {
        match self.answer.filter(|_| ask.question == Question::House) {
            Some(answer) => Answer::One(usize::from(answer == YesNo::No)),
            None => ask.standing(),
        }
    }
}

/// A total as the faces of so many dice, as even as can be.
fn shared(total: u16, count: u8, sides: u16) -> Vec<u16> {
    let count = u16::from(count).max(1);
    (0..count).map(|nth| (total / count + u16::from(nth < total % count)).clamp(1, sides)).collect()
}

/// What came of an example.
struct Outcome<'a> {
    rule: &'a LaidRule,
    e: &'a Encounter,
    events: &'a [Event],
}

impl Outcome<'_> {
    fn check(&self, expect: &Expect, who: CombatantId) -> Result<(), String> {
        if let Expect::Of(whom, all) = expect {
            let who = if *whom == Whom::Actor { ACTOR } else { TARGET };
            return all.iter().try_for_each(|expect| self.check(expect, who));
        }
        let c = self.e.get(who).ok_or("nobody is there")?;
        let name = c.name.to_lowercase();
        let differs = |what: String| Err(format!("{name}: {what}"));
        let has = |item: &Item| has_item(self.e, c, item);
        match expect {
            Expect::Hp(hp) if c.vitals.hp() != *hp => {
                differs(format!("found {} hit points, expected {hp}", c.vitals.hp()))
            }
            Expect::Wounds(wounds) if c.vitals.wounds() != *wounds => {
                differs(format!("found {} wounds, expected {wounds}", c.vitals.wounds()))
            }
            Expect::Has(item) if !has(item) => differs(format!("found no {item:?}, expected one")),
            Expect::HasNot(item) if has(item) => differs(format!("found {item:?}, expected none")),
            Expect::Is(condition) if !c.has(*condition) => {
                differs(format!("found it not {condition:?}, expected it so"))
            }
            Expect::IsNot(condition) if c.has(*condition) => {
                differs(format!("found it {condition:?}, expected it not so"))
            }
            Expect::Up => self.stands(c, Standing::Up),
            Expect::Down => self.stands(c, Standing::Down),
            Expect::Dead => self.stands(c, Standing::Dead),
            Expect::Adds(n) => self.adds(*n),
            Expect::Total(total) => self.total(*total),
            Expect::Nothing if self.did_anything() => {
                Err("the rule did something, expected nothing".into())
            }
            Expect::Reminds if !self.events.iter().any(reminds) => {
                Err("found no reminder, expected one".into())
            }
            _ => Ok(()),
        }
    }

    fn stands(&self, c: &Combatant, expected: Standing) -> Result<(), String> {
        match c.standing == expected {
            true => Ok(()),
            false => {
                let (name, found) = (c.name.to_lowercase(), c.standing);
                Err(format!("{name}: found it {found:?}, expected it {expected:?}").to_lowercase())
            }
        }
    }

    /// The terms that the rule added.
    fn added(&self) -> Vec<i32> {
        let tallies = self.events.iter().filter_map(tally);
        let terms = tallies.flat_map(Tally::terms).filter(|term| term.0 == self.rule.reason);
        terms.map(|term| term.1).collect()
    }

    fn adds(&self, expected: i32) -> Result<(), String> {
        let added = self.added();
        match added.contains(&expected) {
            true => Ok(()),
            false => Err(format!("found the terms {added:?} of the rule, expected {expected:+}")),
        }
    }

    fn total(&self, expected: i32) -> Result<(), String> {
        let last = self.events.iter().rev().find_map(|event| match event {
            Event::Rolled(rolled) => Some(rolled.total()),
            _ => None,
        });
        match last == Some(expected) {
            true => Ok(()),
            false => Err(format!("found a last total of {last:?}, expected {expected}")),
        }
    }

    fn did_anything(&self) -> bool {
        let row =
            |event: &Event| matches!(event, Event::Told(Told::Rule(rule)) if **rule == *self.rule.id);
        !self.added().is_empty() || self.events.iter().any(row)
    }
}

fn reminds(event: &Event) -> bool {
    matches!(event, Event::Told(Told::Reminder(..)))
}

/// The terms of a roll or of harm.
fn tally(event: &Event) -> Option<&Tally> {
    match event {
        Event::Rolled(rolled) => Some(&rolled.tally),
        Event::Harmed { tally, .. } => Some(tally),
        Event::Deferred(event) => tally(event),
        _ => None,
    }
}
