//! Measures the speed of the rules: `speed [FIGHTS] [RULESET]`, built for release. Fights of six fighters against ten
//! orcs under each ruleset, each with its own seed, on one thread: led by `policy` and played without a record; the
//! same commands replayed; and the same resolved with a record.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wardrum::machine_dice::{Thrown, Unattended};
use wardrum::odds::simulate::{End, fight};
use wardrum::rules::model::command::{Arrival, Command};
use wardrum::rules::model::dice::Dice;
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::event::Stop;
use wardrum::rules::model::ids::{RulesetId, SideId};
use wardrum::rules::registry::{self, ruleset};
use wardrum::rules::ruleset::Ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::rules::{play, resolve};
use wardrum::store::{Bestiary, ready};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let fights = args.first().map_or(200, |text| text.parse().expect("a number of fights"));
    let wanted = args.get(1).map(|text| text.parse().expect("a ruleset"));
    for id in registry::ALL.into_iter().filter(|id| wanted.is_none_or(|only: RulesetId| only == *id)) {
        measure(id, fights);
    }
}

fn measure(id: RulesetId, fights: u64) {
    let (rules, start) = (ruleset(id), six_against_ten(id));
    let [mut led, mut played, mut resolved] = [Duration::ZERO; 3];
    let (mut commands, mut ended, go_on) = (0, 0, AtomicBool::new(false));
    for seed in 0..fights {
        let began = Instant::now();
        let fought = fight(rules, &start, seed, &go_on).expect("nobody stops it");
        led += began.elapsed();
        commands += fought.commands.len();
        ended += usize::from(fought.end != End::Undecided);
        let began = Instant::now();
        black_box(again(&start, &fought.commands, seed, play));
        played += began.elapsed();
        let began = Instant::now();
        black_box(again(&start, &fought.commands, seed, record));
        resolved += began.elapsed();
    }
    let (all, a_second) = (fights as f64, |count: f64, time: Duration| count / time.as_secs_f64());
    let told = [
        ("led by policy, played", led),
        ("known commands played", played),
        ("known commands resolved", resolved),
    ];
    println!("{}: {:.1} commands a fight, {ended} of {fights} ended", id.title(), commands as f64 / all);
    for (what, time) in told {
        let (of_fights, of_commands) = (a_second(all, time), a_second(commands as f64, time));
        println!("  {what:<24} {of_fights:>8.0} fights/s {of_commands:>9.0} commands/s");
    }
}

fn six_against_ten(id: RulesetId) -> Encounter {
    let family = ruleset(id).about().family;
    let fighter = match family {
        Family::D20 => "fighter-3",
        Family::Wounds => "knight-3",
    };
    let known = |key| Bestiary::built_in(family).get(key).expect("a key of the bestiary");
    let mut set_up = vec![Command::Side(Side::new("Heroes")), Command::Side(Side::new("Foes"))];
    for (side, key, count) in [(SideId(0), fighter, 6), (SideId(1), "orc", 10)] {
        let block = Arc::new(ready(ruleset(id), known(key)));
        set_up.extend((0..count).map(|at| {
            let name = format!("{key} {}", at + 1);
            Command::Arrive(Arrival::new(side, name, Arc::clone(&block)))
        }));
    }
    again(&Encounter::new(id), &set_up, 0, play)
}

/// Replays the same commands with the same dice, with or without a record.
fn again(start: &Encounter, commands: &[Command], seed: u64, door: Door) -> Encounter {
    let (rules, mut dice) = (ruleset(start.ruleset), Unattended(Thrown::seeded(seed)));
    let mut e = start.clone();
    for command in commands {
        e = door(rules, e, command, &mut dice).expect("it was let pass before");
    }
    e
}

/// Carries out a command and returns the state after it.
type Door = fn(&dyn Ruleset, Encounter, &Command, &mut dyn Dice) -> Result<Encounter, Stop>;

/// Carries out a command with a record, which is discarded.
fn record(
    rules: &dyn Ruleset,
    e: Encounter,
    c: &Command,
    dice: &mut dyn Dice,
) -> Result<Encounter, Stop> {
    resolve(rules, e, c, dice).map(|(after, _)| after)
}
