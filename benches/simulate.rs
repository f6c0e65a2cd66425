//! Whole fights by policy: six fighters against ten orcs under each ruleset, on one thread. An iteration is one fight.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wardrum::machine_dice::Thrown;
use wardrum::odds::simulate::fight;
use wardrum::rules::model::command::{Arrival, Command};
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::ids::{RulesetId, SideId};
use wardrum::rules::play;
use wardrum::rules::registry::ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, ready};

fn main() {
    divan::main();
}

fn six_against_ten(id: RulesetId) -> Encounter {
    let (rules, mut e) = (ruleset(id), Encounter::new(id));
    let family = rules.about().family;
    let fighter = if family == Family::D20 { "fighter-3" } else { "knight-3" };
    let mut set_up = vec![Command::Side(Side::new("Heroes")), Command::Side(Side::new("Foes"))];
    for (side, key, count) in [(SideId(0), fighter, 6), (SideId(1), "orc", 10)] {
        let known = Bestiary::built_in(family).get(key).expect("a key of the bestiary");
        let block = Arc::new(ready(rules, known));
        let arrives = |at| Arrival::new(side, format!("{key} {at}"), Arc::clone(&block));
        set_up.extend((1..=count).map(|at| Command::Arrive(arrives(at))));
    }
    for command in set_up {
        e = play(rules, e, &command, &mut Thrown::seeded(0)).expect("it is set up");
    }
    e
}

/// Plays a fight to its end, with different dice each time.
#[divan::bench(args = RulesetId::ALL)]
fn fights(bencher: Bencher, id: RulesetId) {
    let (rules, start) = (ruleset(id), six_against_ten(id));
    let (go_on, seed) = (AtomicBool::new(false), Cell::new(0));
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed.set(seed.get() + 1);
        black_box(fight(rules, &start, seed.get(), &go_on))
    });
}
