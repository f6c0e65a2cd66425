//! `wardrum odds`: prints the possible results of an act in a saved fight, with their chances.

use super::{Outcome, say, say_of_book, sentence};
use crate::escape::visible;
use crate::odds::chances::{Chances, Party, Trial, chances, lines};
use crate::odds::exact::{Budget, Chance, How};
use crate::policy::{self, Then};
use crate::rules;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::Tape;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::phrase::Number;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::{log, words};
use crate::store;
use anyhow::{Error, anyhow};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// The act, and how to print its odds.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight.
    file: PathBuf,
    /// The act, in a plain sentence: "Ana strikes Gob with sword". Facts come last, as a scenario writes them: "Ana shoots
    /// Gob, facts: [Distance(30), Cover(-2)]", "Kay strikes Orc, facts: [Called(Head)]"; what is left out has the default
    /// of the form. Without an act, what Enter would do next.
    #[arg(long, value_name = "SENTENCE")]
    act: Option<String>,
    /// Print one JSON value: act, exact, margin, lines (the same in words), trials (purpose, who, against, tried,
    /// comes_off, expected), fates (who, falls, dies, hurt, expected, amounts, conditions), fallen (how many of those
    /// aimed at), first (who acts first). Chances are fractions like "11/20"; amounts and what is expected of them are
    /// the damage that lands, at most the hit points left.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let opened = store::look(&args.file)?;
    say_of_book(opened.chronicle.now());
    if let Some(damage) = &opened.damage {
        say(damage);
    }
    let (rules, e) = (opened.chronicle.rules(), opened.chronicle.now());
    let commands = match &args.act {
        Some(text) => vec![Command::Act(sentence::act(rules, e, text).map_err(Error::msg)?)],
        None => proposed(rules, e, &opened.chronicle.last_attacks()),
    };
    if commands.is_empty() {
        say("no act is due in this fight; name one with --act");
        return Ok(Outcome::Short);
    }
    let found = chances(rules, e, &commands, Budget::PAPER).map_err(|why| {
        let whose = why.who.map_or_else(String::new, |who| format!("{}: ", words::name(e, who)));
        anyhow!("{whose}{}", rules.about().why(&why))
    })?;
    let act = describe(rules, e, &commands);
    if args.json {
        let written = Written::of(rules, e, act, &found);
        serde_json::to_writer_pretty(&mut *out, &written)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", visible(&act))?;
        for line in lines(rules.about(), e, &found) {
            writeln!(out, "  {}", visible(line.text()))?;
        }
    }
    Ok(if opened.damage.is_none() { Outcome::Fine } else { Outcome::Short })
}

/// The commands Enter would issue, including those it issues first. During setup: `Proceed`, then the first step of
/// the fight.
fn proposed(rules: &dyn Ruleset, e: &Encounter, last: &BTreeMap<CombatantId, Act>) -> Vec<Command> {
    if e.stage == Stage::Setup {
        let begun = rules::play(rules, e.clone(), &Command::Proceed, &mut Tape::new(&[]));
        let then = begun.map(|begun| proposed(rules, &begun, last)).unwrap_or_default();
        return if then.is_empty() { then } else { [&[Command::Proceed], &then[..]].concat() };
    }
    let acting = policy::acting(rules, e, None, last);
    let own = match &acting.then {
        Then::Ask(act) => vec![Command::Act(act.clone())],
        _ => acting.commands(rules, e),
    };
    acting.first.into_iter().chain(own).collect()
}

/// Describes the last command, whose odds are printed.
fn describe(rules: &dyn Ruleset, e: &Encounter, commands: &[Command]) -> String {
    match commands.last() {
        Some(Command::Act(act)) => {
            let (who, deed) = (words::name(e, act.who), act.deed.words());
            let spell = act.facts.spell().map(|at| format!(" {}", words::spell(e, act.who, at)));
            let at: Vec<&str> = act.at.iter().map(|who| words::name(e, *who)).collect();
            let at = deed.does.whom(&at.join(", "));
            let with = act.with.map(|at| format!(" with {}", words::means(e, act.who, Some(at))));
            let (spell, with) = (spell.unwrap_or_default(), with.unwrap_or_default());
            format!("{who} {}{spell}{at}{with}", deed.does.last("").says(Number::One))
        }
        Some(Command::Proceed) => match e.window().filter(|_| commands.len() == 1) {
            Some(window) => words::procedure(rules.about(), e, window),
            None => "the next step".into(),
        },
        Some(command) => log::entry_label(rules.about(), e, command, &[]),
        None => String::new(),
    }
}

/// What `--json` writes. Fields are added, never renamed or taken away.
#[derive(Serialize)]
struct Written {
    act: String,
    exact: bool,
    margin: f64,
    lines: Vec<String>,
    trials: Vec<WrittenTrial>,
    fates: Vec<WrittenFate>,
    fallen: BTreeMap<usize, String>,
    first: Vec<(Vec<Text>, String)>,
}

#[derive(Serialize)]
struct WrittenTrial {
    purpose: String,
    who: Option<Text>,
    against: Option<Text>,
    tried: String,
    comes_off: String,
    expected: f64,
}

#[derive(Serialize)]
struct WrittenFate {
    who: Text,
    falls: String,
    dies: String,
    hurt: String,
    expected: f64,
    amounts: BTreeMap<i32, String>,
    conditions: BTreeMap<String, String>,
}

impl Written {
    fn of(rules: &dyn Ruleset, e: &Encounter, act: String, chances: &Chances) -> Self {
        let about = rules.about();
        let name = |who| Text::from(words::name(e, who));
        let trial = |trial: &Trial| WrittenTrial {
            purpose: trial.test.purpose.noun(),
            who: trial.test.who.map(name),
            against: trial.test.against.map(name),
            tried: fraction(trial.tried),
            comes_off: fraction(trial.made),
            expected: trial.expected,
        };
        let fates = chances.fates.iter().map(|fate| WrittenFate {
            who: name(fate.who),
            falls: fraction(fate.falls),
            dies: fraction(fate.dies),
            hurt: fraction(fate.hurt),
            expected: fate.expected,
            amounts: fate.amounts.iter().map(|(n, chance)| (*n, fraction(*chance))).collect(),
            conditions: fate
                .conditions
                .iter()
                .filter_map(|(one, chance)| {
                    Some((about.condition(*one)?.label.to_string(), fraction(*chance)))
                })
                .collect(),
        });
        let party = |party: &Party| {
            let sides = party.sides.iter().map(|side| Text::from(words::side(e, *side)));
            sides.chain(party.ones.iter().map(|who| name(*who))).collect()
        };
        Self {
            act,
            exact: chances.how == How::Exact,
            margin: chances.how.margin(),
            lines: lines(about, e, chances).iter().map(|line| line.text().to_string()).collect(),
            trials: chances.trials.iter().map(trial).collect(),
            fates: fates.collect(),
            fallen: chances.fallen.iter().map(|(n, chance)| (*n, fraction(*chance))).collect(),
            first: chances.first.iter().map(|(one, chance)| (party(one), fraction(*chance))).collect(),
        }
    }
}

fn fraction(chance: Chance) -> String {
    let (part, whole) = chance.parts();
    format!("{part}/{whole}")
}
