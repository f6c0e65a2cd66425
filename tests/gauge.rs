//! What policy reckons an attack to be worth agrees with the exact odds of the same act, on every sample.

use std::collections::BTreeMap;
use wardrum::odds::exact::{self, Budget};
use wardrum::policy::{self, POINT, SURE, Then};
use wardrum::rules;
use wardrum::rules::engine::deeds;
use wardrum::rules::engine::resolution::Resolution;
use wardrum::rules::model::combatant::{Combatant, Vitals};
use wardrum::rules::model::command::{Act, Command, Deed};
use wardrum::rules::model::dice::Dice;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::event::{Event, Stop};
use wardrum::rules::registry::ruleset;
use wardrum::store::{READY, prepared};

mod player;

use player::Seeded;

/// Acts compared in each sample.
const ACTS: usize = 60;

/// What the act takes from its target, in hit points or wounds, at once or pending.
fn harm(e: &Encounter, act: &Act, dice: &mut dyn Dice) -> Result<i32, Stop> {
    let rules = ruleset(e.ruleset);
    let mut r = Resolution::unrecorded(rules, e.clone(), dice);
    deeds::resolve(rules, &mut r, act)?;
    let (after, _) = r.finish();
    let whom = act.target().expect("aimed");
    let left = |e: &Encounter| {
        let c: &Combatant = e.get(whom).expect("there");
        let waits: i32 = e
            .pending
            .iter()
            .map(|event| match event {
                Event::Harmed { who, amount, .. } if *who == whom => *amount,
                Event::Wounded { who, .. } if *who == whom => 1,
                _ => 0,
            })
            .sum();
        match c.vitals {
            Vitals::HitPoints { now, .. } => (now - waits).max(0),
            Vitals::Wounds(wounds) => -wounds - waits,
        }
    };
    Ok(left(e) - left(&after))
}

/// Plays a sample as Enter would, and returns the attacks on the way with the states before them.
fn attacks(start: &Encounter) -> Vec<(Encounter, Act)> {
    let rules = ruleset(start.ruleset);
    let (mut e, mut dice, mut found) = (start.clone(), Seeded(7), Vec::new());
    e = rules::resolve(rules, e, &Command::Proceed, &mut dice).expect("it begins").0;
    let mut last = BTreeMap::new();
    for _ in 0..300 {
        let acting = policy::acting(rules, &e, None, &last);
        if let Then::Do(act) = &acting.then
            && matches!(act.deed, Deed::Strike | Deed::Shoot)
        {
            let state = acting.reached.clone().unwrap_or_else(|| e.clone());
            found.push((state, act.clone()));
            last.insert(act.who, act.clone());
        }
        let commands = match &acting.then {
            Then::Do(_) => acting.first.iter().cloned().chain(acting.commands(rules, &e)).collect(),
            _ => vec![player::next(rules, &e).unwrap_or(Command::End)],
        };
        let done = commands.iter().try_fold(e.clone(), |e, command| {
            rules::resolve(rules, e, command, &mut dice).map(|(after, _)| after)
        });
        match done {
            Ok(after) => e = after,
            Err(_) => break,
        }
        if found.len() >= ACTS || commands.contains(&Command::End) {
            break;
        }
    }
    found
}

#[test]
fn the_gauge_of_an_attack_agrees_with_its_exact_odds() {
    let mut compared = 0;
    for text in READY {
        let (head, start) = prepared(text).expect("a ready fight");
        for (e, act) in attacks(&start) {
            // Of an act that this turn only begins, the gauge tells what comes of the whole.
            if deeds::price(ruleset(e.ruleset), &e, &act).is_some_and(|price| price.carried > 0) {
                continue;
            }
            let gauge = policy::gauge(ruleset(e.ruleset), &e, &act);
            let odds = exact::odds(|dice| harm(&e, &act, dice), Budget::FRAME).expect("sound");
            let whole = odds.outcomes().copied().max().unwrap_or(0).max(1);
            let exact = odds.expected(|lost| *lost);
            let found = f64::from(gauge.harm) / f64::from(POINT);
            let said = format!("{}: {act:?}: {gauge:?}, exact {exact}", head.title);
            // One percent of the most it could do, and the rounding of the figure itself.
            assert!(
                (found - exact).abs() <= f64::from(whole) / 100.0 + 1.0 / f64::from(POINT) + 1e-9,
                "{said}"
            );
            let hits = odds.of(|lost| *lost > 0);
            let chance = f64::from(gauge.chance) / f64::from(SURE);
            assert!(chance >= hits.number() - 0.02, "{said}: harms {}", hits.number());
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} attacks");
}
