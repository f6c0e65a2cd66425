//! Compares exact odds with sampled ones: `odds_proof [SAMPLES] [PATH]`, built for release. Every act of every scenario
//! at the path is computed exactly and by that many samples. Differences of more than five standard errors are
//! reported,
//! and finally the time the exact odds took. Without SAMPLES, the odds are printed in words.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wardrum::odds::chances::{Chances, chances, lines, thrown};
use wardrum::odds::exact::{Budget, Chance, How};
use wardrum::rules::model::command::Command;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::ruleset::Ruleset;
use wardrum::scenario::{files, given};

/// Maximum deviation, in standard errors.
const MOST_OFF: f64 = 5.0;
/// Step limit of the exact odds.
const STEPS: usize = 1_000_000;

/// Results for the acts of a ruleset.
#[derive(Default)]
struct Tally {
    acts: usize,
    certain: usize,
    about: usize,
    off: usize,
    framed: usize,
    margin: f64,
    longest: Duration,
    all: Duration,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let samples = args.first().map_or(1_000_000, |text| text.parse().expect("a number of samples"));
    let path = args.get(1).map_or_else(|| PathBuf::from("tests/scenarios"), PathBuf::from);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for file in files::find(&path).expect("a folder of scenarios") {
        let Ok(all) = files::check(&file, &given::built_in) else { continue };
        for fight in all.into_iter().map(|ran| ran.chronicle) {
            let tally = tallies.entry(fight.rules().about().title.to_string()).or_default();
            for (at, id) in fight.line().iter().enumerate() {
                let entry = fight.entry(*id).expect("an entry of the line");
                let commands: Vec<Command> =
                    entry.steps.iter().map(|step| step.command.clone()).collect();
                let what = format!("{} entry {}", file.display(), at + 1);
                weigh(fight.rules(), &fight.seek(at), &commands, samples, &what, tally);
            }
        }
    }
    for (title, tally) in tallies {
        let weighed = tally.acts - tally.certain;
        println!(
            "{title}: {weighed} acts weighed, {} off, {} past the steps; in a frame {} exact, \
             others ±{:.1} % at most, longest {:.1?}, all {:.1?}",
            tally.off,
            tally.about,
            tally.framed,
            tally.margin * 100.0,
            tally.longest,
            tally.all
        );
    }
}

fn weigh(
    rules: &dyn Ruleset,
    e: &Encounter,
    commands: &[Command],
    samples: u32,
    what: &str,
    tally: &mut Tally,
) {
    let began = Instant::now();
    let Ok(framed) = chances(rules, e, commands, Budget::FRAME) else { return };
    let took = began.elapsed();
    tally.acts += 1;
    if framed.is_certain() {
        tally.certain += 1;
        return;
    }
    if took > tally.longest {
        eprintln!("{what}: {took:.1?}, {:?}", framed.how);
    }
    tally.longest = tally.longest.max(took);
    tally.all += took;
    tally.framed += usize::from(framed.how == How::Exact);
    if samples == 0 {
        println!("{what}");
        lines(rules.about(), e, &framed).iter().for_each(|line| println!("  {}", line.text()));
        return;
    }
    let exact = chances(rules, e, commands, Budget { steps: STEPS }).expect("it was let pass");
    if exact.how != How::Exact {
        tally.about += 1;
        println!("{what}: more than {STEPS} steps");
        return;
    }
    assert_eq!(exact.total, Chance::ALWAYS, "{what}");
    let thrown = thrown(rules, e, commands, samples).expect("it was let pass");
    let usual =
        |p: f64| MOST_OFF * (p * (1.0 - p) / f64::from(samples)).sqrt() + 5.0 / f64::from(samples);
    let mut off = differences(&exact, &thrown, usual);
    if let How::About(margin) = framed.how {
        tally.margin = tally.margin.max(margin);
        let framed = differences(&exact, &framed, |_| margin * MOST_OFF / 2.0);
        off.extend(framed.into_iter().map(|line| format!("in a frame {line}")));
    }
    tally.off += usize::from(!off.is_empty());
    for line in off {
        println!("{what}: {line}");
    }
}

fn differences(exact: &Chances, thrown: &Chances, most: impl Fn(f64) -> f64) -> Vec<String> {
    let mut off = Vec::new();
    let mut compare = |what: String, p: Chance, found: Chance| {
        let (p, found) = (p.number(), found.number());
        if (p - found).abs() > most(p) {
            off.push(format!("{what}: {p:.5}, thrown {found:.5}"));
        }
    };
    for trial in &thrown.trials {
        let known = exact.trials.iter().find(|known| known.test == trial.test);
        let made = known.map_or(Chance::NEVER, |known| known.made);
        compare(format!("{:?}", trial.test), made, trial.made);
    }
    for fate in &thrown.fates {
        let Some(known) = exact.fate(fate.who) else {
            compare(format!("{:?} hurt, not foreseen", fate.who), Chance::NEVER, fate.hurt);
            continue;
        };
        compare(format!("{:?} falls", fate.who), known.falls, fate.falls);
        compare(format!("{:?} dies", fate.who), known.dies, fate.dies);
        for (amount, found) in &fate.amounts {
            let chance = known.amounts.iter().find(|(other, _)| other == amount);
            let chance = chance.map_or(Chance::NEVER, |(_, chance)| *chance);
            compare(format!("{:?} loses {amount}", fate.who), chance, *found);
        }
        for (condition, found) in &fate.conditions {
            let chance = known.conditions.iter().find(|(other, _)| other == condition);
            let chance = chance.map_or(Chance::NEVER, |(_, chance)| *chance);
            compare(format!("{:?} {condition:?}", fate.who), chance, *found);
        }
    }
    for (party, found) in &thrown.first {
        let chance = exact.first.iter().find(|(other, _)| other == party);
        compare(format!("{party:?} first"), chance.map_or(Chance::NEVER, |(_, chance)| *chance), *found);
    }
    for (told, found) in &thrown.told {
        let chance = exact.told.iter().find(|(other, _)| other == told);
        compare(format!("{told:?}"), chance.map_or(Chance::NEVER, |(_, chance)| *chance), *found);
    }
    off
}
