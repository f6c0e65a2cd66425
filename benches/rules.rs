//! The rules: one command, recording, a whole fight.

mod field;

use divan::{Bencher, black_box};
use field::player::{self, Seeded};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::resolve;

fn main() {
    divan::main();
}

/// Rulesets and sizes of fights.
const FIELDS: [(RulesetId, usize); 12] = [
    (RulesetId::Bx, 10),
    (RulesetId::Bx, 200),
    (RulesetId::Bx, 1_000),
    (RulesetId::Bx, 10_000),
    (RulesetId::Seconds, 10),
    (RulesetId::Seconds, 200),
    (RulesetId::Seconds, 1_000),
    (RulesetId::Seconds, 10_000),
    (RulesetId::Countdown, 10),
    (RulesetId::Countdown, 200),
    (RulesetId::Countdown, 1_000),
    (RulesetId::Countdown, 10_000),
];

/// Resolves and records one command.
#[divan::bench(args = FIELDS)]
fn resolve_one(bencher: Bencher, (id, size): (RulesetId, usize)) {
    let e = field::running_by(id, size);
    let rules = wardrum::rules::registry::ruleset(e.ruleset);
    let command = player::next(rules, &e).expect("the fight goes on");
    bencher.bench(|| {
        let mut dice = Seeded(3);
        black_box(resolve(rules, e.clone(), black_box(&command), &mut dice).is_ok())
    });
}

/// Lists the offers of all combatants.
#[divan::bench(args = [FIELDS[0], FIELDS[1], FIELDS[4], FIELDS[5], FIELDS[8], FIELDS[9]])]
fn offers_for_all(bencher: Bencher, (id, size): (RulesetId, usize)) {
    let e = field::running_by(id, size);
    let rules = wardrum::rules::registry::ruleset(e.ruleset);
    bencher.bench(|| e.all().map(|c| wardrum::rules::offers(rules, &e, c.id).len()).sum::<usize>());
}

/// Plays a whole fight, four against twelve, by policy.
#[divan::bench]
fn whole_fight(bencher: Bencher) {
    let start = field::set_up(16);
    let rules = wardrum::rules::registry::ruleset(start.ruleset);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let mut dice = Seeded(seed);
        let mut e = start.clone();
        while let Some(command) = player::next(rules, &e) {
            match resolve(rules, e, &command, &mut dice) {
                Ok((after, _)) => e = after,
                Err(stop) => panic!("{stop:?}"),
            }
        }
        e
    });
}

/// Applies the events of a whole fight to its start.
#[divan::bench(args = [16, 200])]
fn apply_fight(bencher: Bencher, size: usize) {
    let chronicle = field::recorded(size, 100_000);
    let entries = chronicle.line().iter().filter_map(|id| chronicle.entry(*id));
    let events: Vec<Event> = entries.flat_map(|entry| entry.events().cloned()).collect();
    bencher.counter(divan::counter::ItemsCount::new(events.len())).bench(|| {
        let mut e = chronicle.start().clone();
        events.iter().for_each(|event| e.apply(event));
        e
    });
}
