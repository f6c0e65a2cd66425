//! Odds of acts against values worked out by hand, at least six for each ruleset: an act from a scenario, and the exact
//! fraction.

use std::path::Path;
use wardrum::chronicle::Chronicle;
use wardrum::odds::chances::{Chances, chances, lines, thrown};
use wardrum::odds::exact::{Budget, Chance, How};
use wardrum::rules;
use wardrum::rules::model::command::{Act, Command, Deed};
use wardrum::rules::model::dice::{Purpose, Tape};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::event::Stop;
use wardrum::scenario::{files, given};

/// The event whose probability is checked.
enum Of {
    /// The first combatant's attack hits the second.
    Hits(&'static str, &'static str),
    /// A combatant's attempt succeeds.
    Made(&'static str, Kind),
    /// A side's attempt succeeds.
    Side(&'static str, Purpose),
    /// The combatant falls.
    Falls(&'static str),
    /// It loses that many hit points or wounds.
    Loses(&'static str, i32),
    /// It gets a condition.
    Has(&'static str, Condition),
    /// The combatant or side acts first.
    First(&'static str),
}

/// A kind of attempt.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Save,
    Skill,
    Ability,
    Just(Purpose),
}

impl Kind {
    fn holds(self, purpose: Purpose) -> bool {
        match self {
            Self::Save => matches!(purpose, Purpose::Save(_)),
            Self::Skill => matches!(purpose, Purpose::Skill(_)),
            Self::Ability => matches!(purpose, Purpose::Ability(_)),
            Self::Just(wanted) => purpose == wanted,
        }
    }
}

use Kind::*;
use Of::*;

/// A scenario, the index of the case, the entry, the event, and the fraction.
type Figure = (&'static str, usize, usize, Of, (u128, u128));

fn found(chances: &Chances, e: &Encounter, of: &Of) -> Chance {
    let id = |name: &str| e.named(name).unwrap_or_else(|| panic!("nobody is called {name}")).id;
    let fate = |name: &str| chances.fate(id(name)).unwrap_or_else(|| panic!("{name} is not concerned"));
    let made = |is_it: &dyn Fn(&wardrum::odds::chances::Test) -> bool| {
        let trial = chances.trials.iter().find(|trial| is_it(&trial.test));
        trial.map_or(Chance::NEVER, |trial| trial.made)
    };
    let listed = |all: &[(i32, Chance)], n: i32| {
        all.iter().find(|(other, _)| *other == n).map_or(Chance::NEVER, |(_, chance)| *chance)
    };
    match of {
        Hits(who, whom) => made(&|test| {
            let attack = matches!(test.purpose, Purpose::Attack(_));
            attack && (test.who, test.against) == (Some(id(who)), Some(id(whom)))
        }),
        Made(who, kind) => made(&|test| kind.holds(test.purpose) && test.who == Some(id(who))),
        Side(name, purpose) => made(&|test| {
            let side = test.side.and_then(|side| e.side(side));
            *purpose == test.purpose && side.is_some_and(|side| &*side.name == *name)
        }),
        Falls(name) => fate(name).falls,
        Loses(name, n) => listed(&fate(name).amounts, *n),
        Has(name, condition) => {
            let begins = fate(name).conditions.iter().find(|(other, _)| other == condition);
            begins.map_or(Chance::NEVER, |(_, chance)| *chance)
        }
        First(name) => {
            let is_it = |party: &wardrum::odds::chances::Party| {
                let side = |side| e.side(side).is_some_and(|side| &*side.name == *name);
                party.sides.iter().any(|id| side(*id))
                    || party.ones.iter().any(|who| *who == id_or(e, name))
            };
            let first = chances.first.iter().filter(|(party, _)| is_it(party));
            first.fold(Chance::NEVER, |sum, (_, chance)| sum.or(*chance).unwrap_or(sum))
        }
    }
}

/// The id of a combatant; an unused id if the name is a side's.
fn id_or(e: &Encounter, name: &str) -> wardrum::rules::model::ids::CombatantId {
    e.named(name).map_or(wardrum::rules::model::ids::CombatantId(u32::MAX), |c| c.id)
}

/// The fight of a scenario, its state before an entry, and the commands of that entry.
fn commands_of(path: &str, case: usize, entry: usize) -> (Chronicle, Encounter, Vec<Command>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios").join(path);
    let mut ran =
        files::check(&file, &given::built_in).unwrap_or_else(|fault| panic!("{path}: {fault}"));
    let fight = ran.swap_remove(case).chronicle;
    let before = fight.seek(entry - 1);
    let steps = &fight.entry(fight.line()[entry - 1]).expect("an entry").steps;
    let commands = steps.iter().map(|step| step.command.clone()).collect();
    (fight, before, commands)
}

fn hold(figures: &[Figure]) {
    for (path, case, entry, of, (part, whole)) in figures {
        let (fight, before, commands) = commands_of(path, *case, *entry);
        let found_all = chances(fight.rules(), &before, &commands, Budget::PAPER).expect("it was done");
        let what = format!("{path}, case {case}, entry {entry}");
        assert_eq!(found_all.how, How::Exact, "{what}");
        assert_eq!(found(&found_all, &before, of), Chance::of(*part, *whole), "{what}");
    }
}

/// A d20 against a target number, d6 that must differ, 2d6 against a score.
#[test]
fn by_the_classic_rules() {
    hold(&[
        // 11 or more; only a 20; all but a 1.
        ("bx/attack-ascending.ron", 0, 1, Hits("Man", "Bare"), (1, 2)),
        ("bx/attack-ascending.ron", 0, 4, Hits("Man", "Hard"), (1, 20)),
        ("bx/attack-ascending.ron", 0, 6, Hits("Hero", "Bare"), (19, 20)),
        // 16 or more saves; 5 are lost by a 5 unsaved and by a 10 halved: 3/4 x 1/10 + 1/4 x 1/10.
        ("bx/save-success.ron", 0, 1, Made("Made", Save), (1, 4)),
        ("bx/save-success.ron", 0, 1, Loses("Made", 5), (1, 10)),
        ("bx/save-success.ron", 0, 1, Has("Failed", Condition::BLIND), (3, 4)),
        // 30 damage without a save, and 30 hit points left.
        ("bx/save-success.ron", 0, 4, Falls("Failed"), (1, 1)),
        // 14 or more hits; of six points five are temporary.
        ("bx/temporary-hit-points-blow.ron", 0, 1, Loses("Ana", 1), (7, 120)),
        // Two sides, ties rerolled: neither is favoured.
        ("bx/morale-half-down-lone.ron", 0, 3, First("party"), (1, 2)),
        // 10 or less on 2d6: all but 11 (two ways) and 12.
        ("bx/morale-adjustment-up.ron", 0, 1, Side("foes", Purpose::Morale), (33, 36)),
    ]);
}

#[test]
fn by_the_rules_of_six_seconds() {
    hold(&[
        // 4 or more of 6, and then the dodge needs 5: 1/2 x 4/6.
        ("seconds/attack-roll.ron", 0, 1, Hits("Ogre", "Gob"), (1, 3)),
        // 2 or more, and the dodge would need 7.
        ("seconds/attack-roll.ron", 0, 4, Hits("Ogre", "Gob"), (5, 6)),
        // Unawares the dodge needs 3, else 2.
        ("seconds/surprise-flat-footed.ron", 0, 1, Hits("Ana", "Gob"), (1, 6)),
        ("seconds/surprise-flat-footed.ron", 0, 5, Hits("Bea", "Gob"), (1, 12)),
        ("seconds/check-basic.ron", 0, 1, Made("Ana", Skill), (1, 2)),
        // The dying live on 3 or more, and stabilise on a 10 of 10.
        ("seconds/death-dying-check.ron", 0, 1, Made("Ana", Just(Purpose::Dying)), (2, 3)),
        ("seconds/death-dying-check.ron", 0, 1, Made("Ana", Just(Purpose::Stabilise)), (1, 10)),
        ("seconds/death-dying-check.ron", 0, 5, Made("Ana", Just(Purpose::Dying)), (1, 2)),
    ]);
}

#[test]
fn by_the_rules_of_the_countdown() {
    hold(&[
        // 12 or more; all but a 1; only a 20.
        ("countdown/save-roll.ron", 0, 1, Made("Ana", Save), (9, 20)),
        ("countdown/save-roll.ron", 0, 3, Made("Ana", Save), (19, 20)),
        ("countdown/save-roll.ron", 0, 4, Made("Ana", Save), (1, 20)),
        // 7 or less on 2d6 in 21 of 36 ways; morale 8 breaks on 9 or more, in 10 ways.
        ("countdown/morale-check-breaks.ron", 0, 2, Side("foes", Purpose::Morale), (21, 36)),
        ("countdown/morale-check-breaks.ron", 0, 2, Has("Gob", Condition::FLEEING), (15, 36)),
        ("countdown/morale-check-breaks.ron", 0, 2, Has("Hob", Condition::FLEEING), (10, 36)),
        // 12 or more hits.
        ("countdown/morale-check-half.ron", 0, 1, Hits("Ana", "Gob"), (9, 20)),
    ]);
}

#[test]
fn by_the_rules_of_edition_zero() {
    hold(&[
        // 10 or more, 16 or more, 19 or more.
        ("zero/attack-roll.ron", 0, 1, Hits("Ana", "Foe"), (11, 20)),
        ("zero/attack-roll.ron", 1, 1, Hits("Ana", "Foe"), (1, 4)),
        ("zero/attack-roll.ron", 2, 1, Hits("Ana", "Foe"), (1, 10)),
        // 13 or more; a natural 1 that reaches it saves, a natural 20 that does not fails.
        ("zero/save-roll.ron", 0, 1, Made("Ana", Save), (2, 5)),
        ("zero/save-roll.ron", 1, 1, Made("Ana", Save), (1, 1)),
        ("zero/save-roll.ron", 2, 1, Made("Ana", Save), (0, 1)),
        // 4 in 6 for each side, and both cancel out: 4/6 x 2/6.
        ("zero/surprise-both-cancel.ron", 0, 1, Has("Ana", Condition::SURPRISED), (2, 9)),
        // 8 or less on 2d6 in 26 of 36 ways.
        ("zero/morale-half.ron", 0, 2, Made("Orc 4", Just(Purpose::Morale)), (26, 36)),
        ("zero/morale-half.ron", 0, 2, Has("Orc 5", Condition::BROKEN), (10, 36)),
        // 9 or more takes hold.
        ("zero/grapple-contest.ron", 0, 1, Made("Orc", Just(Purpose::Grab)), (3, 5)),
    ]);
}

#[test]
fn by_the_rules_of_the_house() {
    hold(&[
        // 12, 10 and 16 or less.
        ("house/check-ability.ron", 0, 1, Made("Ana", Ability), (12, 20)),
        ("house/check-ability.ron", 2, 1, Made("Ana", Ability), (10, 20)),
        ("house/check-ability.ron", 4, 1, Made("Ana", Ability), (16, 20)),
        // 7 or more on 2d6 in 21 of 36 ways.
        ("house/class-turn-undead-driven.ron", 0, 1, Made("Cy", Just(Purpose::Turning)), (21, 36)),
        // One in six, and one more for each point of expertise.
        ("house/check-thief-d6.ron", 0, 1, Made("Tam", Just(Purpose::Craft)), (1, 6)),
        ("house/check-thief-d6.ron", 2, 1, Made("Tam", Just(Purpose::Craft)), (3, 6)),
    ]);
}

/// Describes the odds of an entry of a scenario.
fn said(path: &str, entry: usize) -> Vec<String> {
    let (fight, before, commands) = commands_of(path, 0, entry);
    let found = chances(fight.rules(), &before, &commands, Budget::PAPER).expect("it was done");
    lines(fight.rules().about(), &before, &found).iter().map(|line| line.text().to_string()).collect()
}

#[test]
fn chances_are_told_in_the_words_of_the_table() {
    assert_eq!(said("bx/attack-ascending.ron", 1), ["hits 50 %"]);
    assert_eq!(
        said("bx/save-success.ron", 1),
        ["Made: saves 25 %, expected 4.8, blind 75 %", "Failed: saves 25 %, expected 4.8, blind 75 %"]
    );
    assert_eq!(
        said("bx/morale-half-down-lone.ron", 3),
        ["party first 50 %", "foes first 50 %", "by default: A tie: roll again"]
    );
    assert_eq!(
        said("countdown/morale-check-breaks.ron", 2),
        [
            "Gob: fleeing 42 %",
            "Hob: fleeing 28 %",
            "foes: hold 58 %",
            "by default: Gob: They break: run"
        ]
    );
    assert_eq!(
        said("seconds/attack-roll.ron", 1),
        ["hits 33 %, then fends it off 33 %, expected 0.3, dying 13 %"]
    );
}

/// A tie decides nothing: each side wins 190 of the other 380 throws.
#[test]
fn a_tie_that_is_rolled_again_has_exact_odds() {
    let (fight, before, commands) = commands_of("countdown/option-grapple-tie-reroll.ron", 0, 3);
    let found = chances(fight.rules(), &before, &commands, Budget::PAPER).expect("it was done");
    let told: Vec<Chance> = found.told.iter().map(|(_, chance)| *chance).collect();
    assert_eq!((found.how, told), (How::Exact, vec![Chance::of(1, 2)]));
}

/// A skill check succeeds or fails; only when picking pockets does a 6 stand apart from other failures.
#[test]
fn a_skill_roll_has_no_more_outcomes_than_its_rule() {
    let bands = |path: &str, case: usize| {
        let (fight, before, commands) = commands_of(path, case, 1);
        match rules::play(fight.rules(), before, &commands[0], &mut Tape::new(&[])) {
            Err(Stop::Roll(ask)) => ask.bands,
            other => panic!("{path}: no dice are asked for: {other:?}"),
        }
    };
    assert_eq!(bands("house/check-tracking.ron", 0), [33]);
    assert_eq!(bands("house/check-thief-d6.ron", 0), [2]);
    assert_eq!(bands("house/check-pick-pockets.ron", 1), [5, 6]);
    assert_eq!(bands("house/check-pick-pockets.ron", 0), [6]);
}

/// What a target may lose is what it has left, however much is dealt: under every ruleset with hit points, whether the
/// damage waits for its commit or not, counted and thrown.
#[test]
fn no_more_is_expected_than_the_target_has_left() {
    let files = [
        "bx/proposes-at-cover.ron",
        "zero/proposes-at-cover.ron",
        "house/proposes-at-cover.ron",
        "countdown/proposes-a-kill.ron",
    ];
    for path in files {
        let (fight, before, _) = commands_of(path, 0, 1);
        let (ana, gob) = (id_or(&before, "Ana"), id_or(&before, "Gob"));
        let shot = [Command::Act(Act { with: Some(0), at: vec![gob], ..Act::new(ana, Deed::Shoot) })];
        let counted = chances(fight.rules(), &before, &shot, Budget { steps: 4000 }).expect("allowed");
        let diced = thrown(fight.rules(), &before, &shot, 300).expect("allowed");
        for found in [&counted, &diced] {
            let fate = found.fate(gob).expect("the target");
            assert_eq!(
                fate.amounts.last().map(|(most, _)| *most),
                Some(2),
                "{path}: {:?}",
                fate.amounts
            );
            let mean: f64 = fate.amounts.iter().map(|(n, chance)| f64::from(*n) * chance.number()).sum();
            assert!(
                (fate.expected - mean).abs() < 1e-9,
                "{path}: {} of {:?}",
                fate.expected,
                fate.amounts
            );
            assert_eq!(fate.hurt, found.trials[0].made, "{path}");
        }
        let said = lines(fight.rules().about(), &before, &counted);
        let said: Vec<&str> = said.iter().map(|line| line.text()).collect();
        assert!(
            said.contains(&"expected: the damage that lands, at most the hit points left"),
            "{path}: {said:?}"
        );
    }
}
