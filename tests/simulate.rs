//! Simulations of whole fights: results do not depend on how they are computed, and they make sense.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wardrum::machine_dice::Thrown;
use wardrum::odds::simulate::{Chance, Outlook, Plan, simulate, with_options};
use wardrum::rules::model::combatant::Standing;
use wardrum::rules::model::command::{Arrival, Command, Overrule};
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::ids::{CombatantId, RulesetId, SideId};
use wardrum::rules::play;
use wardrum::rules::registry::ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, READY, prepared, ready};

/// A fight of sides given by bestiary keys and counts.
fn fight(id: RulesetId, sides: &[&[(&str, usize)]]) -> Encounter {
    let (rules, mut e) = (ruleset(id), Encounter::new(id));
    let known = |key: &str| Bestiary::built_in(rules.about().family).get(key).expect(key);
    let mut commands: Vec<Command> =
        ["Heroes", "Foes"].iter().map(|name| Command::Side(Side::new(*name))).collect();
    for (side, kinds) in sides.iter().enumerate() {
        for (key, count) in *kinds {
            let block = Arc::new(ready(rules, known(key)));
            commands.extend((1..=*count).map(|nth| {
                let side_id = SideId(u8::try_from(side).expect("few sides"));
                Command::Arrive(Arrival::new(side_id, format!("{key} {side}-{nth}"), Arc::clone(&block)))
            }));
        }
    }
    for command in commands {
        e = play(rules, e, &command, &mut Thrown::seeded(1)).expect("it is set up");
    }
    e
}

fn hero(id: RulesetId) -> &'static str {
    match ruleset(id).about().family {
        Family::D20 => "fighter-3",
        Family::Wounds => "knight-3",
    }
}

fn outlook(e: &Encounter, fights: u32) -> Outlook {
    let plan = Plan { seed: 1, margin: 0.0, budget: fights };
    simulate(e, &plan, &AtomicBool::new(false), |_| {})
}

/// A combatant's number is a name, however large; nothing is as long as it.
#[test]
fn a_combatant_of_any_number_fights() {
    for id in RulesetId::ALL {
        let e = fight(id, &[&[(hero(id), 2)], &[("orc", 2)]]);
        let block = e.block_of(e.all().next().expect("a hero").id).expect("its block");
        let far =
            Arrival { id: Some(CombatantId(4_000_000_000)), ..Arrival::new(SideId(0), "Far", block) };
        let e = play(ruleset(id), e, &Command::Arrive(far), &mut Thrown::seeded(1)).expect("it comes");
        assert!(e.get(CombatantId(4_000_000_000)).is_some());
        assert_eq!(outlook(&e, 3).fights, 3, "{id:?}");
    }
}

#[test]
fn one_core_and_two_come_to_the_same_figures() {
    for id in RulesetId::ALL {
        let e = fight(id, &[&[(hero(id), 2)], &[("orc", 3)]]);
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| outlook(&e, 70))
        };
        assert_eq!(on(1), on(2), "{id:?}");
        assert_eq!(on(1), outlook(&e, 70), "{id:?}");
    }
}

#[test]
fn every_fight_is_counted_once() {
    for text in READY {
        let (_, e) = prepared(text).expect("a ready fight");
        let outlook = outlook(&e, 8);
        let won: u32 = outlook.sides.iter().map(|side| side.won).sum();
        assert_eq!((won + outlook.nobody + outlook.undecided, outlook.fights), (8, 8));
        let ended: u32 = outlook.rounds.values().sum();
        assert_eq!(ended + outlook.undecided, 8);
        assert!(outlook.combatants.iter().all(|fate| fate.died <= fate.fell && fate.fell <= 8));
    }
}

/// Within three standard deviations of the difference: merely overlapping margins would fail once in twenty.
#[test]
fn a_fight_of_equals_is_even() {
    for id in RulesetId::ALL {
        let hero = hero(id);
        let outlook = outlook(&fight(id, &[&[(hero, 3)], &[(hero, 3)]]), 300);
        let one = outlook.wins(SideId(0));
        let other = outlook.wins(SideId(1));
        assert!(
            (one.share - other.share).abs() <= 1.5 * (one.margin + other.margin),
            "{id:?}: {outlook:?}"
        );
    }
}

#[test]
fn a_hopeless_fight_is_lost() {
    for id in RulesetId::ALL {
        let outlook = outlook(&fight(id, &[&[(hero(id), 6)], &[("goblin", 1)]]), 100);
        assert!(outlook.wins(SideId(0)).share >= 0.99, "{id:?}: {outlook:?}");
        assert_eq!(outlook.sides[1].won, 0, "{id:?}");
        assert!(outlook.fallen(SideId(0)) < 0.5, "{id:?}: {outlook:?}");
    }
}

#[test]
fn it_goes_on_from_the_state_as_it_is() {
    for id in RulesetId::ALL {
        let mut e = fight(id, &[&[(hero(id), 1)], &[("orc", 2)]]);
        let rules = ruleset(id);
        e = play(rules, e, &Command::Proceed, &mut Thrown::seeded(3))
            .unwrap_or_else(|stop| panic!("{stop:?}"));
        let orcs: Vec<_> = e.all().filter(|c| c.side == SideId(1)).map(|c| c.id).collect();
        for orc in orcs {
            let dead = Command::Overrule(Overrule::Standing(orc, Standing::Dead));
            e = play(rules, e, &dead, &mut Thrown::seeded(3)).expect("the referee says so");
        }
        let outlook = outlook(&e, 5);
        assert_eq!((outlook.sides[0].won, outlook.combatants.len()), (5, 1), "{id:?}");
        assert_eq!(outlook.fallen(SideId(0)), 0.0);
    }
}

#[test]
fn it_stops_when_the_margin_is_reached_and_when_it_is_told_to() {
    let e = fight(RulesetId::Bx, &[&[("fighter-3", 6)], &[("goblin", 1)]]);
    let plan = Plan { seed: 1, margin: 0.05, budget: 10_000 };
    let outlook = simulate(&e, &plan, &AtomicBool::new(false), |_| {});
    assert!(outlook.margin() <= 0.05 && outlook.fights == 64, "{outlook:?}");
    let none = simulate(&e, &plan, &AtomicBool::new(true), |_| {});
    assert_eq!((none.fights, none.wins(SideId(0)).share), (0, 0.0));
}

#[test]
fn the_margin_is_that_of_the_ninety_five_percent_interval() {
    let percent = |count, all| (Chance::of(count, all).margin * 1000.0).round();
    assert_eq!(percent(50, 100), 96.0, "0.404 to 0.596");
    assert_eq!(percent(0, 10), 139.0, "0 to 0.278: never said to be sure of it");
    assert_eq!(percent(500, 1000), 31.0);
    assert_eq!(Chance::of(0, 0), Chance { share: 0.0, margin: 0.5 });
}

#[test]
fn an_option_changes_the_fight_and_what_is_none_is_named_with_what_is_near() {
    let e = fight(RulesetId::Bx, &[&[("fighter-3", 2)], &[("orc", 4)]]);
    let set = |id: &str, value: &str| with_options(&e, &[(id.into(), value.into())]);
    let (named, without) = set("bx.option.morale", "off").expect("an option");
    assert_eq!(set("morale", "off"), Ok((named, without.clone())), "its last part is enough");
    assert_eq!(without.option("bx.option.morale"), Some("off"));
    assert_ne!(outlook(&without, 64), outlook(&e, 64));
    let near = set("bx.option.moral", "off").expect_err("no option");
    assert!(
        near.contains("bx.option.moral:") && near.contains("did you mean bx.option.morale?"),
        "{near}"
    );
    let wrong = set("bx.option.morale", "perhaps").expect_err("no value");
    assert!(wrong.contains("found \"perhaps\", expected one of on, off"), "{wrong}");
}
