//! Reports: the played samples as reports, and properties that hold for every report.

mod played;

use std::path::{Path, PathBuf};
use wardrum::chronicle::{Chronicle, Pending, Progress, Provenance};
use wardrum::machine_dice::Thrown;
use wardrum::report::{Format, Paragraph, Report};
use wardrum::rules::account::{Account, What};
use wardrum::rules::model::combatant::{Standing, Vitals};
use wardrum::rules::model::command::{Command, Overrule, Share};
use wardrum::rules::model::dice::DiceExpr;
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::text::words;
use wardrum::store;

fn report(path: &Path) -> Report {
    let opened = store::look(path).expect("a sound save");
    Report::of(opened.journal.title(), &opened.chronicle)
}

fn written(name: &str, format: Format) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(name);
    report(&path).written(format).expect("it can be written")
}

fn keeps(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "reports", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn samples_are_told_in_markdown() {
    for name in ["first-fight", "duel", "watch", "battle", "skirmish", "possession"] {
        keeps(name, &written(&format!("{name}-played.ron"), Format::Markdown));
    }
}

#[test]
fn a_sample_is_told_as_json() {
    let text = written("duel-played.ron", Format::Json);
    keeps("duel-json", &text);
    let value: serde_json::Value = serde_json::from_str(&text).expect("one JSON value");
    assert_eq!(value["ruleset"], "seconds");
}

#[test]
fn every_sample_adds_up() {
    for path in played::samples() {
        let opened = store::look(&path).expect("a sound save");
        let (fight, told) = (&opened.chronicle, report(&path));
        let name = path.display();
        let events =
            fight.line().iter().filter_map(|id| fight.entry(*id)).flat_map(|entry| entry.events());
        let lost = events.map(|event| match event {
            Event::Harmed { amount, .. } => i64::from(*amount),
            Event::Wounded { .. } => 1,
            _ => 0,
        });
        let taken: i64 = told.combatants.iter().map(|one| one.taken).sum();
        let dealt: i64 = told.combatants.iter().map(|one| one.dealt).sum();
        assert_eq!(taken, lost.sum::<i64>(), "{name}");
        assert!(dealt <= taken && (dealt > 0) == (taken > 0), "{name}: {dealt} of {taken}");
        assert_eq!(taken, told.sides.iter().map(|side| side.taken).sum::<i64>(), "{name}");
        let out = fight.now().all().filter(|c| !c.is_up()).count();
        let named = |one: &str| told.falls.iter().any(|fall| &*fall.who == one);
        let fallen = told.combatants.iter().filter(|one| named(&one.name)).count();
        assert!(fallen >= out, "{name}: {fallen} of {out}");
        let last = told.log.last().map(|chapter| chapter.round);
        assert_eq!(Some(told.rounds), last, "{name}");
        assert!(
            told.combatants.iter().all(|one| one.luck.luck.is_none_or(|luck| luck <= 100)),
            "{name}"
        );
    }
}

/// Rounds and times are those of the fight; later events and elapsed time are reported as such.
#[test]
fn what_comes_after_the_fight_is_none_of_its_rounds() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/first-fight-played.ron");
    let opened = store::look(&path).expect("a sound save");
    let mut fight = opened.chronicle;
    let before = Report::of("x", &fight);
    assert_eq!((before.rounds, before.clock, before.over), (3, 30, true));
    for command in
        [Command::Elapse(600), Command::Overrule(Overrule::Standing(CombatantId(1), Standing::Dead))]
    {
        let mut act = Pending::new(vec![command]);
        let done = act.run(&fight, &mut Thrown::seeded(1), &|_, _| Provenance::Machine);
        assert!(matches!(done, Progress::Done), "time goes by, and somebody dies");
        assert!(fight.accept(act).is_some());
    }
    assert!(fight.now().round > 3, "the clock went on");
    let after = Report::of("x", &fight);
    assert_eq!((after.rounds, after.clock), (3, 30));
    let text = after.written(Format::Markdown).expect("it can be written");
    assert!(text.contains("It took three rounds (30 seconds)."), "{text}");
    assert!(text.contains("**Afterwards.** Odo died."), "{text}");
    assert!(text.contains("- Odo: died (after the fight)"), "{text}");
    assert!(!text.contains("Round 4") && !text.contains("Round 6"), "{text}");
}

/// Sides are told apart by more than their names.
#[test]
fn sides_of_one_name_have_figures_of_their_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/first-fight-played.ron");
    let mut e = store::look(&path).expect("a sound save").chronicle.now().clone();
    e.sides[1].name = e.sides[0].name.clone();
    let mut fight = Chronicle::new(e);
    let who = vec![(CombatantId(0), Share::Full)];
    let mut act = Pending::new(vec![Command::Harm { amount: DiceExpr::flat(2), who }]);
    let done = act.run(&fight, &mut Thrown::seeded(1), &|_, _| Provenance::Machine);
    assert!(matches!(done, Progress::Done), "Brea is hurt");
    assert!(fight.accept(act).is_some());
    let [heroes, goblins] = &Report::of("x", &fight).sides[..] else { panic!("two sides") };
    assert_eq!((heroes.of, heroes.taken), (4, 2));
    assert_eq!((goblins.of, goblins.taken), (6, 0));
}

/// Sentences refer to characters by name and to creatures by kind and number.
#[test]
fn sentences_are_made_of_names_and_kinds() {
    let text = written("first-fight-played.ron", Format::Markdown);
    for told in [
        "The Heroes (Brea, Odo, Mirel and Tamsin) fought six goblins.",
        "The Heroes held the field without a loss. All six goblins died.",
        "Mirel cast sleep on three goblins.",
        "Brea shot Goblin 6 dead. Tamsin killed Goblin 1.",
        "Two goblins broke.",
        "**Round 3.** Brea killed Goblin 3. Odo killed Goblin 4. Mirel killed the last goblin.",
        "- Goblins 2, 6 and 3: killed by Brea (rounds 1, 2 and 3)",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
    let record = text.find("<summary>The whole record</summary>").expect("the record");
    assert!(text.find("<details>").is_some_and(|folded| folded < record), "folded away");
}

/// A round in which a blow got through is not told as if none had landed, and what decides a fight is told.
#[test]
fn no_round_with_a_hit_is_quiet_and_a_possession_is_told() {
    let giant = written("giant-played.ron", Format::Markdown);
    assert!(!giant.contains("No blow landed") && giant.contains("Blows landed"), "{giant}");
    let possession = written("possession-played.ron", Format::Markdown);
    assert!(possession.contains("The Drowned One possessed Halvar"), "{possession}");
}

/// Wounds are told of the spell that dealt them, each once, and effects of the spell that brought them.
#[test]
fn each_spell_is_told_with_what_it_brought() {
    let duel = written("duel-played.ron", Format::Markdown);
    assert!(!duel.contains("twice with fire bolt"), "{duel}");
    let round = "**Round 2.** Varro cast terror on Bette. Bette wounded Varro.";
    assert!(duel.contains(round) && !duel.contains("Varro cast falling star"), "{duel}");
}

/// One who strikes a combatant down and another who kills it are told apart, as in the list of the fallen.
#[test]
fn a_death_is_told_of_who_dealt_it() {
    let possession = written("possession-played.ron", Format::Markdown);
    assert!(possession.contains("Mother Sild wounded Skeleton 1 with holy light, and brought down"));
    assert!(possession.contains("Ness finished off Skeleton 1."), "{possession}");
}

/// What the accounts of a round say is not denied by its paragraph: a blow that got through, a critical hit.
#[test]
fn the_story_of_every_sample_agrees_with_its_log() {
    for path in played::samples() {
        let (told, name) = (report(&path), path.display());
        for chapter in &told.log {
            let of = |one: &&Paragraph| !one.after && (one.from..=one.to).contains(&chapter.round);
            let text = told.story.iter().find(of).map_or("", |one| &one.text);
            let accounts = || chapter.lines.iter().map(|line| &line.account);
            let hits = |account: &Account| account.attacks().any(|attack| account.gets_through(attack));
            if accounts().any(|account| hits(account)) {
                for quiet in ["Nobody struck", "No blow landed", "Every blow was fended off"] {
                    assert!(!text.contains(quiet), "{name}, round {}: {text}", chapter.round);
                }
            }
            let critical = accounts().any(|account| account.critical && hits(account));
            assert!(!critical || text.contains("critical hit"), "{name}, {}: {text}", chapter.round);
            let broke = |account: &Account| account.came.iter().any(|came| came.what == What::Breaks);
            let broken = accounts().any(|account| broke(account));
            assert!(!broken || text.contains(" broke."), "{name}, {}: {text}", chapter.round);
        }
    }
}

/// The samples that are ready to begin, by name.
fn prepared() -> Vec<PathBuf> {
    played::samples()
        .iter()
        .map(|path| path.to_string_lossy().replace("-played.ron", ".ron").into())
        .collect()
}

/// A fight that has not begun is a page to play it with: everyone with a box for each hit point that is left and all
/// figures of the ruleset, and no word of what was done.
#[test]
fn a_fight_that_has_not_begun_is_a_page_for_the_table() {
    for path in prepared() {
        let fight = store::look(&path).expect("a sound save").chronicle;
        let (text, e, name) = (report(&path).to_string(), fight.now(), path.display());
        assert!(!text.contains("dealt") && !text.contains("fought"), "{name}: {text}");
        let row = |c: &str| {
            let begins = format!("| {c} |");
            text.lines()
                .find(|line| line.starts_with(&begins))
                .unwrap_or_else(|| panic!("{name}: no {c}"))
        };
        for c in e.all() {
            let boxes = row(&c.name).split(" | ").find(|cell| cell.contains('☐')).unwrap_or_default();
            let boxes = boxes.matches('☐').count();
            match c.vitals {
                Vitals::HitPoints { now, .. } => assert_eq!(boxes, now as usize, "{name}: {}", c.name),
                Vitals::Wounds(taken) => assert_eq!(boxes, 4 - taken as usize, "{name}: {}", c.name),
            }
            for figure in fight.rules().figures(e, c.id) {
                assert!(text.contains(&*figure.value), "{name}: {} of {}", figure.label, c.name);
            }
            for line in e.block(c.block).expect("a block").lines() {
                let line = words::attack_name(&line).to_string();
                assert!(text.contains(&line), "{name}: {line} of {}", c.name);
            }
        }
        for table in text.split("\n\n").filter(|part| part.starts_with('|')) {
            let mut cells = table.lines().map(|line| line.replace("\\|", "").matches('|').count());
            let first = cells.next();
            assert!(cells.all(|cells| Some(cells) == first), "{name}: {table}");
        }
        for part in ["conditions and notes |", "## Effects", "## Figures", "## Notes"] {
            assert!(text.contains(part), "{name}: {part}");
        }
    }
}

#[test]
fn prepared_fights_are_told_in_markdown() {
    for name in ["first-fight", "duel", "skirmish", "watch", "battle"] {
        keeps(&format!("{name}-prepared"), &written(&format!("{name}.ron"), Format::Markdown));
    }
}

/// Once it has begun, it is a report.
#[test]
fn a_fight_that_has_begun_is_a_report() {
    for path in played::samples() {
        assert_eq!(report(&path).prepared, None, "{}", path.display());
    }
}

/// Names that look like Markdown stay names.
#[test]
fn names_cannot_break_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/duel-played.ron");
    let mut told = report(&path);
    told.combatants[0].name = "A|na *the* _1st_ #".into();
    let text = told.written(Format::Markdown).expect("it can be written");
    assert!(text.contains("| A\\|na \\*the\\* \\_1st\\_ \\# |"), "{text}");
}
