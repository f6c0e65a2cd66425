//! House books: what they change, what they refuse, and that a fight keeps the one it was played by.

use proptest::prelude::{Strategy, any, prop};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use wardrum::chronicle::{Chronicle, Pending, Progress, Provenance};
use wardrum::rules::model::command::{Arrival, Command, Overrule};
use wardrum::rules::model::dice::{Answer, Roll, Tape};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::house_book::Book;
use wardrum::rules::model::ids::{CombatantId, RulesetId, SideId};
use wardrum::rules::{self, registry};
use wardrum::scenario::home;
use wardrum::store::HouseBooks;

/// The examples of every book that comes with wardrum, over every ruleset that it is for.
#[test]
fn the_examples_of_every_shipped_book_come_out() {
    let mut played = 0;
    for text in HouseBooks::texts() {
        let checked = home::check(Book::of(text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(checked.faults, Vec::<String>::new());
        assert!(checked.rules == 0 || checked.played >= 2 * checked.rules, "{text}");
        played += checked.played;
    }
    assert!(played > 20, "{played}");
}

/// Ten sample rules, each in at most twelve lines, most of them for two rulesets or more.
#[test]
fn sample_rules_are_short() {
    let samples = HouseBooks::texts().into_iter().filter(|text| text.contains("rules: ["));
    let samples: Vec<&str> = samples.collect();
    assert_eq!(samples.len(), 10);
    for text in &samples {
        let rule = text.split_once("rules: [").expect("rules").1;
        assert!(rule.lines().count() <= 12 + 3, "{text}");
        assert!(Book::of(text).rulesets().len() >= 2, "{text}");
    }
}

/// The beginning of a book is a book, for every ruleset, also with its comments taken away.
#[test]
fn every_beginning_is_sound() {
    for id in registry::ALL {
        let text = HouseBooks::beginning(id);
        let bare = text.replace("// \"", "\"").replace("// (name", "(name").replace("// (rule", "(rule");
        let bare = bare.replace("//  then", " then").replace("//  examples", " examples");
        // A table named in general terms is none.
        let bare = bare.replace("\"table[row].column\": value,", "");
        for text in [&text, &bare] {
            let checked = home::check(Book::of(text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert_eq!(checked.faults, Vec::<String>::new(), "{text}");
        }
    }
}

fn book(parts: &str) -> Book {
    Book::of(&format!("(name: \"Ours\", ruleset: bx, {parts})"))
}

fn fault(text: &str) -> String {
    registry::with(RulesetId::Bx, Book::of(text))
        .map_or_else(|fault| fault.to_string(), |_| "sound".into())
}

#[test]
fn an_unknown_word_is_refused_at_its_place_with_the_nearest_known_one() {
    let rule = |rest: &str| {
        format!("(\n  name: \"Ours\", ruleset: bx,\n  rules: [\n    (rule: \"One\", {rest}),\n  ],\n)")
    };
    for (text, told) in [
        (rule("when: Hitt, then: [Dies]"), "line 4, column 25: found Hitt; did you mean Hit?"),
        (rule("when: Hitt, then: [Dies]"), "did you mean Hit?"),
        (rule("when: Hit, then: [Begin(Asleeep)]"), "line 4, column 43: found Asleeep; did you mean Asleep?"),
        (rule("when: Hit, then: [Begin(Dazed)]"), "line 4, column 43: found Dazed"),
        (rule("when: Hit, then: []"), "line 4, column 5: found nothing under then"),
        (rule("when: Hit, then: [Add(2)]"), "line 4, column 37: found Add, expected it under when: Roll or Harm"),
        (rule("when: Roll(Damage), then: [Add(2)]"), "expected it under when: Harm"),
        (rule("when: Hit, only: [AtLeast(2)], then: [Dies]"), "found AtLeast, expected it under when: Harm"),
        (rule("when: Hit, only: [Natural(\"x\")], then: [Dies]"), "line 4, column 45"),
        (rule("when: Hit, then: [Dies]), (rule: \"One\", when: Hit, then: [Dies]"), "found the short name \"one\" twice"),
        ("(name: \"x\", ruleset: bx, options: {\"bx.option.moral\": \"off\"})".into(), "did you mean bx.option.morale?"),
        ("(name: \"x\", ruleset: bx, options: {\"bx.option.morale\": \"perhaps\"})".into(), "perhaps"),
        ("(name: \"x\", ruleset: bx, tables: {\"wepons\": 1})".into(), "did you mean weapons?"),
        ("(name: \"x\", ruleset: bx, tables: {\"weapons[sword].damage\": \"1e8\"})".into(), "line 1, column 35: weapons[sword].damage"),
        ("(name: \"x\", ruleset: bx, tables: {\"reaction\": [(2, 12, (Fights, \"all\"))]})".into(), "expected one that begins at -10"),
        ("(name: \"x\", ruleset: zero)".into(), "found a book for Original Edition House, expected B/X Classic"),
        ("(name: \"\", ruleset: bx)".into(), "expected 1 to 80 letters"),
        ("(name: \"x\", ruleset: bx, conditions: [(name: Odd, label: \"\")])".into(), "label"),
        ("(name: \"x\", ruleset: bx, conditions: [(name: Odd, label: \"odd\", means: [\"CannotActt\"])])".into(), "did you mean CannotAct?"),
        ("(name: \"x\u{202e}\", ruleset: bx)".into(), "line 1, column 10: found the invisible sign U+202E"),
    ] {
        let fault = fault(&text);
        assert!(fault.contains(told), "{text}\n{fault}\nexpected {told}");
    }
}

/// Endless nesting, huge texts, many rows, wrong types: refused with a place, and quickly.
#[test]
fn hostile_books_are_refused() {
    let many = |one: &str, times: usize| one.repeat(times);
    let deep = format!(
        "(name: \"x\", ruleset: bx, rules: [(rule: \"d\", when: Hit, only: {}{}, then: [Dies])])",
        many("[Any(", 3000),
        many(")]", 3000)
    );
    let rows = format!(
        "(name: \"x\", ruleset: bx, tables: {{\"reaction\": [{}]}})",
        many("(2, 3, (Fights, \"x\")),", 9000)
    );
    let huge = format!("(name: \"{}\", ruleset: bx)", many("x", 1_000_000));
    let rules = format!(
        "(name: \"x\", ruleset: bx, rules: [{}])",
        many("(rule: \"d\", when: Hit, then: [Dies]),", 5000)
    );
    let words = format!(
        "(name: \"x\", ruleset: bx, rules: [(rule: \"d\", when: Hit, then: [{}])])",
        many("Dies,", 5000)
    );
    let cells: String = (0..1000).map(|nth| format!("\"weapons[{nth}]\": 1,")).collect();
    let cells = format!("(name: \"x\", ruleset: bx, tables: {{{cells}}})");
    for text in
        [&deep, &rows, &huge, &rules, &words, &cells, "", "(", "\0", "[]", "(name: 3)", "(ruleset: bx)"]
    {
        let fault = fault(text);
        assert!(fault.starts_with("line "), "{}: {fault}", &text[..text.len().min(80)]);
    }
}

/// A thousand books of random words in random places: read or refused with a place, never a panic.
#[test]
fn random_books_are_read_or_refused() {
    let shipped: Vec<&str> = HouseBooks::texts();
    let words: Vec<&str> = shipped
        .iter()
        .flat_map(|text| text.split([' ', ',', '(', ')', '[', ']']))
        .filter(|word| !word.is_empty())
        .collect();
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4usize),
        1..6,
    );
    let strategy = (any::<prop::sample::Index>(), edits);
    let mut runner = TestRunner::deterministic();
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..1000 {
        let (which, edits) = strategy.new_tree(&mut runner).expect("a value").current();
        let mut text = shipped[which.index(shipped.len())].to_string();
        for (at, word, how) in edits {
            let mut at = at.index(text.len().max(1));
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let word = words[word.index(words.len())];
            match how {
                0 => text.insert_str(at, word),
                1 => text.truncate(at.max(1)),
                2 => text = text.replacen(word, words[at % words.len()], 1),
                _ => text.insert(at, ['(', ')', '"', ',', '\u{7}', '-', '9'][at % 7]),
            }
        }
        let book = Book::of(&text);
        match registry::with(registry::rulesets_of(book)[0], book) {
            Ok(_) => sound += 1,
            Err(fault) => {
                refused += 1;
                assert!(fault.spot.line >= 1 && fault.spot.column >= 1 && !fault.what.is_empty());
            }
        }
    }
    assert!(sound > 20 && refused > 300, "{sound} sound, {refused} refused");
    let _ = Config::default();
}

/// What each word does, on both sides of its boundary.
#[test]
fn every_word_does_what_it_says() {
    const ACTOR: &str = "given: (actor: \"F1 8hp sword dex13\", target: \"F3 20hp AC9 sword\")";
    const WORDS: [(&str, &str); 44] = [
        // A thrust with a sword: 10 or more of 20 hits AC 9, and 1d6 damage.
        ("when: Roll(Attack), then: [Again]", "refused"),
        (
            "when: Rolled(Attack), only: [Natural(1)], then: [Again]",
            "dice: [1, 15, 4], expect: [Hp(16)]",
        ),
        (
            "when: Rolled(Attack), only: [Natural(1)], then: [Again]",
            "dice: [2], expect: [Hp(20), Nothing]",
        ),
        ("when: Roll(Attack), then: [AtLeast(10)]", "dice: [3, 4], expect: [Hp(16)]"),
        ("when: Roll(Attack), then: [AtMost(9)]", "dice: [20], expect: [Hp(20)]"),
        ("when: Roll(Attack), then: [Dice(\"1d30\")]", "dice: [30, 4], expect: [Hp(16)]"),
        ("when: Roll(Attack), then: [AddDice(\"1d4\")]", "dice: [3, 7, 4], expect: [Adds(3)]"),
        ("when: Roll(Attack), then: [AddAbility(Dex)]", "dice: [9, 4], expect: [Adds(1), Hp(16)]"),
        (
            "when: Roll(Damage), only: [NaturalAtLeast(19)], then: [Highest]",
            "dice: [19], expect: [Hp(14)]",
        ),
        (
            "when: Roll(Damage), only: [NaturalAtLeast(19)], then: [Highest]",
            "dice: [18, 1], expect: [Hp(19)]",
        ),
        ("when: Roll(Damage), then: [Dice(\"2d6\")]", "dice: [19, 12], expect: [Hp(8)]"),
        ("when: Harm(by: Blow), then: [Double]", "dice: [19, 3], expect: [Hp(14)]"),
        ("when: Harm(by: Blow), then: [Half]", "dice: [19, 3], expect: [Hp(19)]"),
        ("when: Harm(by: Effect), then: [Double]", "dice: [19, 3], expect: [Hp(17), Nothing]"),
        ("when: Harm(), only: [AtLeast(3)], then: [AtMost(1)]", "dice: [19, 3], expect: [Hp(19)]"),
        (
            "when: Harm(), only: [AtLeast(3)], then: [AtMost(1)]",
            "dice: [19, 2], expect: [Hp(18), Nothing]",
        ),
        ("when: Harm(), only: [AtMost(2)], then: [AtLeast(5)]", "dice: [19, 2], expect: [Hp(15)]"),
        ("when: Harm(), then: [AddDice(\"1d4\")]", "dice: [19, 2, 4], expect: [Hp(14), Adds(4)]"),
        ("when: Harm(), only: [Melee], then: [Add(1)]", "dice: [19, 2], expect: [Hp(17)]"),
        ("when: Harm(), only: [Missile], then: [Add(1)]", "dice: [19, 2], expect: [Hp(18)]"),
        (
            "when: Hit, only: [Of(Actor, [Class(Fighter), LevelAtLeast(1)])], then: [BeginFor(Prone, 2)]",
            "refused",
        ),
        (
            "when: Hit, only: [Of(Actor, [Class(Fighter), LevelAtLeast(1)])], then: [BeginFor(Blind, 2)]",
            "dice: [19, 2], expect: [Is(Blind)]",
        ),
        (
            "when: Hit, only: [Of(Actor, [LevelAtLeast(2)])], then: [Begin(Blind)]",
            "dice: [19, 2], expect: [IsNot(Blind)]",
        ),
        ("when: Hit, only: [MadeBy(9)], then: [Begin(Blind)]", "dice: [19, 2], expect: [Is(Blind)]"),
        ("when: Hit, only: [MadeBy(9)], then: [Begin(Blind)]", "dice: [18, 2], expect: [IsNot(Blind)]"),
        (
            "when: Miss, only: [FailedBy(5)], then: [To(Actor, [Harm(deal: \"2\")])]",
            "dice: [5], expect: [Of(Actor, [Hp(6)])]",
        ),
        (
            "when: Miss, only: [FailedBy(5)], then: [To(Actor, [Harm(deal: \"2\")])]",
            "dice: [6], expect: [Of(Actor, [Hp(8)])]",
        ),
        ("when: Hit, only: [HpAtMost(17)], then: [Heal(\"1\")]", "dice: [19, 3], expect: [Hp(18)]"),
        ("when: Hit, only: [HalfHp], then: [Dies]", "dice: [19, 6], expect: [Up]"),
        (
            "when: Hit, only: [Any([Players, Foes]), No([Players])], then: [Dies]",
            "dice: [19, 6], expect: [Dead]",
        ),
        ("when: Hit, only: [Kind(\"target\"), Creature], then: [Dies]", "dice: [19, 6], expect: [Up]"),
        (
            "when: Hit, only: [First(Fight)], then: [Count(\"hits\", 1), Hp(1)]",
            "dice: [19, 6], expect: [Hp(1)]",
        ),
        ("when: Falls, then: [Stays]", "does: Harm(\"25\"), expect: [Up, Hp(-5)]"),
        (
            "when: Falls, only: [Melee, Of(Actor, [Players])], then: [StaysAt(99)]",
            "does: Strike, dice: [19, 6], expect: [Hp(14), Nothing]",
        ),
        ("when: Hit, only: [Missile], then: [Dies]", "dice: [19, 6], expect: [Up]"),
        ("when: Hit, only: [Melee], then: [Dies]", "dice: [19, 6], expect: [Dead]"),
        ("when: Falls, then: [StaysAt(99)]", "does: Harm(\"25\"), expect: [Up, Hp(20)]"),
        ("when: Harm(), then: [To(Target, [Double])]", "refused"),
        ("when: Harm(), then: [Save(Death, (made: [Half]))]", "refused"),
        ("when: Rolled(Attack), then: [Again, Dies]", "refused"),
        ("when: Roll(Attack), then: [Dice(\"1d20+5\")]", "refused"),
        ("when: Roll(Attack), then: [Add(10000)]", "refused"),
        (
            "when: Rolled(Initiative), only: [Players], then: [Count(\"quick\", 1), Remind(\"!\")]",
            "does: Initiative, dice: [3, 4], expect: [Reminds]",
        ),
        ("when: Falls, then: [StaysAt(3)]", "does: Harm(\"25\"), expect: [Up, Hp(3)]"),
    ];
    // Somebody wounded, as + takes it.
    let rage = "(rule: \"Rage\", when: Roll(Attack), only: [HalfHp], then: [Add(2)], examples: [\
        (given: (actor: \"F1 4/8hp sword\", target: \"F1 8hp AC9 sword\"), dice: [8, 3], expect: [Adds(2), Hp(5), Of(Actor, [Hp(4)])]),\
        (given: (actor: \"F1 5/8hp sword\", target: \"F1 8hp AC9 sword\"), dice: [8], expect: [Nothing, Hp(8)])])";
    let rage = format!("(name: \"x\", ruleset: bx, rules: [{rage}])");
    assert_eq!(home::check(Book::of(&rage)).map(|checked| checked.faults), Ok(Vec::new()));
    for (rule, example) in WORDS {
        let example = format!("{ACTOR}, {example}");
        let refused = example.ends_with("refused");
        let examples = if refused { String::new() } else { format!("({example})") };
        let text = format!(
            "(name: \"x\", ruleset: bx, rules: [(rule: \"One\", {rule}, examples: [{examples}])])"
        );
        match home::check(Book::of(&text)) {
            Ok(checked) => {
                assert!(!refused && checked.faults.is_empty(), "{text}\n{:?}", checked.faults)
            }
            Err(fault) => assert!(refused, "{text}\n{fault}"),
        }
    }
}

/// Each moment comes in each ruleset, and what a rule does there counts.
#[test]
fn every_moment_comes_in_every_ruleset() {
    const D20: [&str; 4] = ["bx", "countdown", "zero", "house"];
    const MOMENTS: [(&str, &str, &str, &[&str]); 13] = [
        (
            "when: Falls, then: [To(Actor, [Remind(\"!\")])]",
            "given: (target: \"F3 1hp AC9 sword\"), dice: [15, 3], expect: [Reminds]",
            "",
            &D20,
        ),
        (
            "when: Falls, only: [Melee], then: [To(Actor, [Remind(\"!\")])]",
            "given: (target: \"F3 1hp AC9 sword\"), dice: [15, 3], expect: [Reminds]",
            "",
            &["bx", "zero"],
        ),
        (
            "when: Hit, then: [Remind(\"!\")]",
            "dice: [3], expect: [Nothing]",
            "dice: [4, 6], expect: [Nothing]",
            &D20,
        ),
        (
            "when: Miss, then: [Remind(\"!\")]",
            "dice: [3], expect: [Reminds]",
            "dice: [4, 6], expect: [Reminds]",
            &D20,
        ),
        (
            "when: Harm(), then: [Harm(to: 0)]",
            "does: Harm(\"5\"), expect: [Hp(8), Up]",
            "does: Harm(\"9\"), expect: [Wounds(0)]",
            &D20,
        ),
        (
            "when: Harm(by: Blow), then: [Harm(to: 0)]",
            "does: Harm(\"5\"), expect: [Hp(3), Nothing]",
            "does: Harm(\"9\"), expect: [Nothing]",
            &D20,
        ),
        (
            "when: Roll(Attack), then: [Add(2)]",
            "dice: [3], expect: [Adds(2)]",
            "dice: [1], expect: [Adds(2)]",
            &D20,
        ),
        (
            "when: Miss, then: [Remind(\"!\")]",
            "dice: [3], expect: [Reminds]",
            "dice: [1], expect: [Reminds]",
            &D20,
        ),
        (
            "when: Rolled(Attack), only: [NaturalAtMost(2)], then: [Remind(\"!\")]",
            "dice: [3], expect: [Nothing]",
            "dice: [1], expect: [Reminds]",
            &D20,
        ),
        ("when: Falls, then: [Remind(\"!\")]", "does: Harm(\"50\"), expect: [Reminds]", "", &D20),
        ("when: Falls, then: [Remind(\"!\")]", "does: Harm(\"2\"), expect: [Nothing]", "", &D20),
        (
            "when: Roll(Save), then: [Add(4)]",
            "does: Save(Death), dice: [9], expect: [Adds(4)]",
            "",
            &D20,
        ),
        (
            "when: Roll(Initiative), only: [Players], then: [Add(3)]",
            "does: Initiative, dice: [3, 4], expect: [Adds(3)]",
            "does: Initiative, dice: [3], expect: [Adds(3)]",
            &D20,
        ),
    ];
    for (rule, d20, wounds, of) in MOMENTS {
        for id in of.iter().chain(&["seconds"]) {
            let example = if *id == "seconds" { wounds } else { d20 };
            if example.is_empty() {
                continue;
            }
            let text = format!(
                "(name: \"x\", ruleset: {id}, rules: [(rule: \"One\", {rule}, examples: [({example})])])"
            );
            let checked = home::check(Book::of(&text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert_eq!((checked.played, checked.faults), (1, Vec::<String>::new()), "{text}");
        }
    }
}

const ANA: CombatantId = CombatantId(0);

/// A fight of two under a book.
fn fight(book: Option<Book>) -> Chronicle {
    let mut e = Encounter::new(RulesetId::Bx);
    let block = |name: &str| {
        let text = format!(
            "(name: \"{name}\", class: Fighter, level: 1, ac: 7, hp: 9, attacks: [(name: \"sword\", damage: Dice(\"1d8\"))])"
        );
        std::sync::Arc::new(wardrum::rules::model::combatant::StatBlock::Written(
            rules::read(&text).expect("a block"),
        ))
    };
    let plain = registry::ruleset(RulesetId::Bx);
    for (nth, name) in ["Ana", "Gob"].into_iter().enumerate() {
        let side = SideId(nth as u8);
        for command in
            [Command::Side(Side::new(name)), Command::Arrive(Arrival::new(side, name, block(name)))]
        {
            e = rules::play(plain, e, &command, &mut Tape::new(&[])).expect("it is added");
        }
    }
    let mut chronicle = Chronicle::new(e);
    if book.is_some() {
        act(&mut chronicle, Command::Overrule(Overrule::Book(book)), &[]);
    }
    chronicle
}

fn act(chronicle: &mut Chronicle, command: Command, faces: &[u16]) -> Vec<Event> {
    let answers: Vec<Answer> = faces.iter().map(|face| Answer::Roll(Roll::Faces(vec![*face]))).collect();
    let mut pending = Pending::new(vec![command]);
    let mut dice = Tape::new(&answers);
    let progress = pending.run(chronicle, &mut dice, &|_, _| Provenance::Machine);
    assert_eq!(progress, Progress::Done);
    chronicle.accept(pending).expect("accepted").events().cloned().collect()
}

/// What a rule does sets off no rule, so that rules that answer each other end.
#[test]
fn rules_that_answer_each_other_end() {
    let each = book(
        r#"rules: [
            (rule: "Pain", when: Harm(), then: [Harm(deal: "1")]),
            (rule: "More pain", when: Harm(), then: [Harm(deal: "1"), Harm(deal: "1")]),
        ]"#,
    );
    let mut chronicle = fight(Some(each));
    act(
        &mut chronicle,
        Command::Harm { amount: "1".parse().expect("dice"), who: vec![(ANA, Default::default())] },
        &[],
    );
    // Its own, and one and two by the rules.
    assert_eq!(chronicle.now().get(ANA).map(|ana| ana.vitals.hp()), Some(9 - 1 - 3));
}

/// No act has more than 32 effects of rules.
#[test]
fn an_act_has_few_effects() {
    let rules: String =
        (0..60).map(|nth| format!("(rule: \"Rule {nth}\", when: Harm(), then: [Add(1)]),")).collect();
    let mut chronicle = fight(Some(book(&format!("rules: [{rules}]"))));
    let harm =
        Command::Harm { amount: "1".parse().expect("dice"), who: vec![(ANA, Default::default())] };
    let events = act(&mut chronicle, harm, &[]);
    let lost = events.iter().find_map(|event| match event {
        Event::Harmed { amount, .. } => Some(*amount),
        _ => None,
    });
    assert_eq!(lost, Some(1 + 32));
}

/// Undo, redo and a save round trip keep the book; taken away, the ruleset is as written.
#[test]
fn a_fight_keeps_the_book_it_was_played_by() {
    let cursed = book(
        r#"conditions: [(name: Cursed, label: "cursed", adds: {ToHit: -2}, lasts: Rounds(3), means: ["CannotCast"])],
           rules: [(rule: "Curses stick", when: Harm(), then: [Begin(Cursed), Count("curses", 1)])]"#,
    );
    let mut chronicle = fight(Some(cursed));
    let harm =
        Command::Harm { amount: "1".parse().expect("dice"), who: vec![(ANA, Default::default())] };
    act(&mut chronicle, harm.clone(), &[]);
    let is_cursed = |e: &Encounter| e.has(ANA, Condition::new("Cursed"));
    assert!(is_cursed(chronicle.now()));
    let text = wardrum::notation::line(chronicle.now()).expect("a state");
    let again: Encounter = rules::read(&text).expect("the state is read again");
    assert_eq!(&again, chronicle.now());
    assert_eq!(again.book, Some(cursed));
    let title = registry::of(&again).about().condition(Condition::new("Cursed")).map(|row| row.label);
    assert_eq!(title, Some("cursed"));
    chronicle.undo();
    assert!(!is_cursed(chronicle.now()) && chronicle.now().book.is_some());
    chronicle.undo();
    assert!(chronicle.now().book.is_none() && chronicle.rules().about().laid.is_none());
    chronicle.redo();
    chronicle.redo();
    assert!(is_cursed(chronicle.now()));
    act(&mut chronicle, Command::Overrule(Overrule::Book(None)), &[]);
    // What only the book knows goes with it, so that the state can be read without.
    assert!(!is_cursed(chronicle.now()));
    assert!(
        chronicle
            .now()
            .all()
            .all(|c| c.count(wardrum::rules::model::counter::Counter::new("Countcurses")) == 0)
    );
    let events = act(&mut chronicle, harm, &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Afflicted(..))), "{events:?}");
}

/// A text that was changed by hand in a save, or that this wardrum cannot read, keeps no fight from being read.
#[test]
fn a_broken_book_keeps_no_fight_from_opening() {
    let mut chronicle = fight(Some(book("rules: [(rule: \"Ends\", when: Harm(), then: [Dies])]")));
    let text = wardrum::notation::line(chronicle.now()).expect("a state");
    for (from, to) in [("Harm()", "Harm( )"), ("Ours", "Theirs")] {
        let changed: Encounter = rules::read(&text.replace(from, to)).expect("the state is read");
        let fault = registry::with(RulesetId::Bx, changed.book.expect("a book")).expect_err("a fault");
        assert!(fault.what.contains("does not fit its hash"), "{fault}");
        assert!(registry::of(&changed).about().laid.is_none());
    }
    let refused = rules::check(
        chronicle.rules(),
        chronicle.now(),
        &Command::Overrule(Overrule::Book(Some(book("rules: 3")))),
    );
    let refused = refused.expect_err("it is refused").to_string();
    assert!(refused.contains("line 1, column"), "{refused}");
    act(&mut chronicle, Command::Note("on it goes".into()), &[]);
}

/// Terms that a rule adds are counted exactly: the request already needs what is left.
#[test]
fn the_number_asked_for_counts_what_a_rule_adds() {
    use wardrum::rules::model::command::{Act, Deed, Fact};
    use wardrum::rules::model::event::Stop;
    let need = |book: Option<Book>| {
        let chronicle = fight(book);
        let save = Act {
            facts: Fact::Against(wardrum::rules::model::block::save::Save::Death).into(),
            ..Act::new(ANA, Deed::Save)
        };
        let e = rules::play(
            chronicle.rules(),
            chronicle.now().clone(),
            &Command::Proceed,
            &mut Tape::new(&[]),
        )
        .expect("it begins");
        match rules::resolve(chronicle.rules(), e, &Command::Act(save), &mut Tape::new(&[])) {
            Err(Stop::Roll(ask)) => (ask.need, ask.sides),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(need(None), (Some(12), 20));
    assert_eq!(
        need(Some(book(r#"rules: [(rule: "Hardy", when: Roll(Save), then: [Add(3)])]"#))),
        (Some(9), 20)
    );
    assert_eq!(
        need(Some(book(r#"rules: [(rule: "Hardy", when: Roll(Save), only: [Foes], then: [Add(3)])]"#))),
        (Some(12), 20)
    );
    assert_eq!(
        need(Some(book(r#"rules: [(rule: "Hardy", off: true, when: Roll(Save), then: [Add(3)])]"#))),
        (Some(12), 20)
    );
    assert_eq!(
        need(Some(book(r#"rules: [(rule: "Hardy", when: Roll(Save), then: [Dice("1d24")])]"#))),
        (Some(12), 24)
    );
}

/// What a rule costs, side by side: simulated with it and without it, from a save that keeps the book.
#[test]
fn a_simulation_compares_a_rule_with_none() {
    let text = r##"(ruleset: bx, book: r#"(name: "Ours", ruleset: bx, rules: [(rule: "Heroes never miss", id: "never", when: Roll(Attack), only: [Players], then: [Add(20)])])"#,
        given: (
            sides: [("party", [(name: "Ana", like: "fighter-1")]), ("foes", [(name: "Gob", like: "goblin", max: 9)])],
            players: ["party"], engaged: [("Ana", "Gob")], from: Initiative),
        script: [
            (do: Proceed, dice: [5, 2]),
            (do: Act(who: "Ana", deed: Strike, with: "sword", at: ["Gob"]), dice: [3, 3], expect: [Adds(Named("heroes never miss · Ours 1"), 20), Hp("Gob", 4)]),
        ])"##;
    let scenario = wardrum::scenario::Scenario::read(text).expect("a scenario");
    let ran = wardrum::scenario::run::run(&scenario, &wardrum::scenario::given::built_in);
    let ran = ran.unwrap_or_else(|failure| panic!("{failure}"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    wardrum::store::Journal::create_with(&path, "A fight", &ran.chronicle).expect("written");
    let path = path.to_string_lossy();
    let wardrum = |args: &[&str]| {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_wardrum"))
            .args(args)
            .output()
            .expect("it runs");
        (
            ran.status.success(),
            String::from_utf8(ran.stdout).expect("text") + &String::from_utf8_lossy(&ran.stderr),
        )
    };
    let (fine, told) = wardrum(&["sim", &path, "--fights", "200", "--seed", "1", "--with", "never=off"]);
    assert!(fine && told.contains("house.never=off"), "{told}");
    // The save replays by the text it keeps.
    let (fine, told) = wardrum(&["replay", &path, "--verify"]);
    assert!(fine, "{told}");
    let (fine, told) = wardrum(&["replay", &path, "--print"]);
    assert!(fine && told.contains("hits Gob with sword (25 vs 13)"), "{told}");
}

/// Every word of a rule stands in the manual.
#[test]
fn the_manual_has_every_word() {
    let page =
        std::process::Command::new(env!("CARGO_BIN_EXE_wardrum")).arg("man").output().expect("it runs");
    let page = String::from_utf8(page.stdout).expect("text").replace('\\', "");
    for place in [
        "when: Xyz",
        "when: Hit, only: [Xyz]",
        "when: Hit, then: [Xyz]",
        "when: Roll(Xyz)",
        "when: Spell(Xyz)",
        "when: Hit, examples: [(expect: [Xyz])]",
        "when: Hit, examples: [(does: Xyz, expect: [])]",
    ] {
        let text = format!("(name: \"x\", ruleset: bx, rules: [(rule: \"x\", {place}, then: [])])");
        let error = wardrum::notation::read::<wardrum::rules::model::house_book::HouseBook>(&text)
            .expect_err("no word");
        let ron::Error::NoSuchEnumVariant { expected, .. } = error.code else { panic!("{error}") };
        for word in expected {
            assert!(page.contains(word), "{place}: {word}");
        }
    }
    for word in wardrum::rules::model::condition::Meaning::NAMES {
        assert!(page.contains(word), "{word}");
    }
}
