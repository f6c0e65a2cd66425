//! Screens of hordes: folded into rows, acting by one form, logged as a block.

use super::{arrive, fight_by, picture, press, shows, type_in};
use wardrum::chronicle::Step;
use wardrum::rules::model::command::{Arrival, Command, Overrule, Share};
use wardrum::rules::model::dice::DiceExpr;
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Hand, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::tui::app::App;
use wardrum::tui::proposal::Proposal;

const ANA: CombatantId = CombatantId(0);
const BRUNA: CombatantId = CombatantId(1);
const HEROES: SideId = SideId(0);
const GOBLINS: SideId = SideId(1);

/// A side that is aware of the others.
fn aware(name: &str, hand: Hand) -> Command {
    Command::Side(Side { hand, aware: true, ..Side::new(name) })
}

/// Ana and Bruna against that many goblins, with a wolf among them.
fn fight(goblins: usize) -> App {
    let with = |side, name: &str, key: &str, hp| Arrival {
        most: Some(hp),
        ..arrive(RulesetId::Bx, side, name, key)
    };
    let mut who = vec![with(0, "Ana", "fighter-1", 30), with(0, "Bruna", "fighter-1", 30)];
    for nth in 0..goblins {
        who.push(with(1, "Goblin", "goblin", 3));
        who.extend((nth == 2).then(|| with(1, "Wolf", "wolf", 9)));
    }
    let sides = [aware("Heroes", Hand::Machine), aware("Goblins", Hand::Machine)];
    fight_by(RulesetId::Bx, sides, who)
}

fn phase(app: &App) -> Option<Phase> {
    app.state().window().map(|window| window.phase)
}

fn run(app: &mut App, word: Overrule) {
    app.submit(vec![Command::Overrule(word)]).expect("the referee's word");
}

/// The goblins act first and have not moved: nobody is in melee.
fn afield(goblins: usize) -> App {
    let mut app = fight(goblins);
    press(&mut app, "Enter");
    while phase(&app) != Some(Phase::Initiative) {
        press(&mut app, "n");
    }
    let slot = |side, score| Slot { score, sides: vec![side], ones: Vec::new() };
    run(&mut app, Overrule::Order(vec![slot(GOBLINS, 5), slot(HEROES, 2)]));
    app
}

/// The goblins strike: three are in melee with Ana, one with Bruna.
pub(super) fn in_melee(goblins: usize) -> App {
    let mut app = afield(goblins);
    for (goblin, whom) in [(2, ANA), (3, ANA), (4, ANA), (6, BRUNA)] {
        run(&mut app, Overrule::Engage(CombatantId(goblin), whom));
    }
    while phase(&app) != Some(Phase::Melee) {
        press(&mut app, "n");
    }
    app
}

#[test]
fn those_alike_fold_into_one_row() {
    let mut app = in_melee(7);
    app.submit(vec![Command::Depart(CombatantId(8), wardrum::rules::model::combatant::Standing::Dead)])
        .expect("one dies");
    press(&mut app, "g f");
    assert!(picture(&app, (80, 24)).contains("6 Goblins"), "{}", picture(&app, (80, 24)));
    press(&mut app, "d");
    type_in(&mut app, "1");
    shows("fold-amount", &app);
    press(&mut app, "Enter Space");
    let who = vec![CombatantId(2), CombatantId(3)];
    let (condition, label) = (Condition::NAMED, Some("wet".into()));
    run(&mut app, Overrule::Afflict { who, condition, value: 0, rounds: Some(3), label, toward: None });
    shows("fold", &app);
    press(&mut app, "g f");
    assert_eq!(app.board.rows(), 10);
}

/// What Enter would do: the number of acts and the prompt.
fn proposed(app: &App) -> (usize, String) {
    match &app.proposal {
        Proposal::Do { commands, words, .. } => (commands.len(), words.clone()),
        other => panic!("{other:?}"),
    }
}

/// Unfolded rows act at one key like a fold does, and the prompt says so. With the cursor on another than the first of
/// them, that one acts alone, as does each whose side asks first or types its dice.
#[test]
fn a_horde_that_is_not_folded_acts_at_one_key() {
    let mut app = in_melee(7);
    press(&mut app, "g");
    assert_eq!(proposed(&app), (7, "Goblins 1–7 attack Ana (4), Bruna (3)".into()));
    press(&mut app, "j");
    let (count, words) = proposed(&app);
    assert_eq!((count, words.starts_with("Goblin 2 attacks Ana")), (1, true), "{words}");
    press(&mut app, "k Space g");
    assert_eq!(proposed(&app).0, 1, "a mark stands for those that are meant");
    press(&mut app, "g Space g");
    for word in [Overrule::Asks(GOBLINS, true), Overrule::Hand(GOBLINS, Hand::Typed)] {
        run(&mut app, word);
        match &app.proposal {
            Proposal::Do { commands, words, .. } => assert_eq!(commands.len(), 1, "{words}"),
            asks => assert!(matches!(asks, Proposal::Ask { .. }), "{asks:?}"),
        }
        press(&mut app, "u");
    }
    press(&mut app, "Enter");
    assert_eq!(proposed(&app).0, 1, "they have acted: {:?}", proposed(&app));
}

/// Three are few enough to be logged one by one.
#[test]
fn three_of_a_kind_act_one_by_one() {
    let mut app = afield(3);
    for goblin in [2, 3, 4] {
        run(&mut app, Overrule::Engage(CombatantId(goblin), ANA));
    }
    while phase(&app) != Some(Phase::Melee) {
        press(&mut app, "n");
    }
    press(&mut app, "g");
    let (count, words) = proposed(&app);
    assert_eq!((count, words.starts_with("Goblin attacks Ana")), (1, true), "{words}");
}

#[test]
fn the_cursor_stays_with_its_row() {
    let mut app = in_melee(7);
    press(&mut app, "F g j");
    let wolf = app.board.cursor;
    let row = app.board.row();
    press(&mut app, "G f");
    assert_eq!(app.board.rows(), 4);
    app.board.cursor = wolf;
    app.submit(vec![Command::Depart(CombatantId(2), wardrum::rules::model::combatant::Standing::Dead)])
        .expect("the first goblin dies");
    assert_eq!((app.board.cursor, app.board.row()), (wolf, row));
    press(&mut app, "u");
    assert_eq!((app.board.cursor, app.board.row()), (wolf, row));
}

#[test]
fn finding_one_takes_it_out_of_its_fold() {
    let mut app = in_melee(7);
    press(&mut app, "F /");
    type_in(&mut app, "goblin 4");
    press(&mut app, "Enter");
    let name = app.board.cursor.and_then(|who| app.state().get(who)).map(|c| c.name.to_string());
    assert_eq!(name.as_deref(), Some("Goblin 4"));
    assert_eq!(app.board.fold_here(), None);
}

#[test]
fn names_never_come_back() {
    let mut app = fight(2);
    let named = |app: &App, name: &str| app.state().named(name).is_some();
    run(&mut app, Overrule::Name(CombatantId(3), "Snag".into()));
    press(&mut app, "G");
    let block = app.state().block(app.state().get(CombatantId(2)).expect("a goblin").block);
    let block = std::sync::Arc::new(block.expect("its block").clone());
    let another = Command::Arrive(Arrival::new(GOBLINS, "Goblin", block));
    app.submit(vec![another.clone()]).expect("it arrives");
    assert!(named(&app, "Goblin 3") && !named(&app, "Goblin 2"), "Snag was the second");
    app.submit(vec![Command::Depart(CombatantId(4), wardrum::rules::model::combatant::Standing::Gone)])
        .expect("it goes");
    app.submit(vec![another]).expect("it arrives");
    assert!(named(&app, "Goblin 4"), "the third is gone, its name is not free");
}

/// The number of commands of the last act.
fn last_act(app: &App) -> usize {
    let chronicle = &app.fight.chronicle;
    let id = *chronicle.line().last().expect("an act");
    chronicle.entry(id).map_or(0, |entry| entry.steps.len())
}

#[test]
fn one_form_for_all() {
    let mut app = in_melee(7);
    press(&mut app, "Home f");
    shows("horde-enter", &app);
    press(&mut app, "a s");
    shows("horde", &app);
    press(&mut app, "Right Down Left");
    let text = picture(&app, (80, 24));
    assert!(text.contains("7 Goblins: 5 at Ana, 1 at Bruna · 1 holds back"), "{text}");
    press(&mut app, "Space");
    assert!(picture(&app, (80, 24)).contains("7 Goblins: 7 at Bruna"));
    let at = app.fight.chronicle.at();
    press(&mut app, "5 Enter");
    assert_eq!((app.fight.chronicle.at(), last_act(&app)), (at + 1, 5));
    shows("horde-done", &app);
    press(&mut app, "u");
    assert_eq!(app.fight.chronicle.at(), at);
}

#[test]
fn who_is_robbed_of_its_target_turns_to_another() {
    let mut app = in_melee(7);
    run(&mut app, Overrule::Hp(ANA, 1));
    press(&mut app, "Home f");
    // Rolls until Ana falls before the last of her attackers has struck.
    let turned = |app: &App| {
        let chronicle = &app.fight.chronicle;
        let entry = chronicle.line().last().and_then(|id| chronicle.entry(*id)).expect("an act");
        let at = |step: &Step| match &step.command {
            Command::Act(act) => act.target(),
            _ => None,
        };
        entry.steps.iter().filter(|step| at(step) == Some(BRUNA)).count() > 3
    };
    for _ in 0..40 {
        press(&mut app, "Home Enter");
        if turned(&app) {
            break;
        }
        press(&mut app, "u");
    }
    assert!(turned(&app), "{}", picture(&app, (120, 36)));
    shows("horde-robbed", &app);
}

/// The acts of many are one line, which unfolds into single lines.
#[test]
fn many_are_told_as_a_block() {
    let mut app = in_melee(7);
    press(&mut app, "Home f Enter");
    shows("block-log", &app);
    let text = picture(&app, (120, 36));
    assert!(text.contains("Goblins 1–7 miss Ana, Bruna") && !text.contains("Goblin 2 misses"), "{text}");
    press(&mut app, "w");
    shows("block-lines", &app);
    let text = picture(&app, (120, 36));
    assert!(text.contains("Goblin 5 misses Bruna"), "{text}");
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("Caused by"));
}

#[test]
fn initiative_of_many_is_one_line() {
    let mut app = fight(12);
    run(&mut app, Overrule::Option("bx.option.individual-initiative".into(), "on".into()));
    press(&mut app, "Enter");
    while phase(&app) != Some(Phase::Initiative) {
        press(&mut app, "n");
    }
    press(&mut app, "Enter");
    for _ in 0..20 {
        if !app.layers.is_empty() {
            press(&mut app, "a");
        }
    }
    shows("block-initiative", &app);
    assert_eq!(picture(&app, (120, 36)).matches("Order: ").count(), 1);
}

#[test]
fn many_are_marked_at_once() {
    let mut app = in_melee(7);
    run(&mut app, Overrule::Hp(CombatantId(3), 1));
    press(&mut app, "M");
    shows("mark-by", &app);
    press(&mut app, "a");
    assert_eq!(app.board.targets(), [CombatantId(3)]);
    press(&mut app, "M g");
    assert_eq!(app.board.marked.len(), 8, "the side, the hurt among them");
    press(&mut app, "d");
    type_in(&mut app, "2");
    press(&mut app, "Down h Down n");
    let text = picture(&app, (80, 24));
    assert!(text.contains("half") && text.contains("none"), "{text}");
    press(&mut app, "Esc Esc");
    assert!(app.board.marked.is_empty());
}

/// Typed dice of many: one prompt for all attackers, one for all that hit.
#[test]
fn many_dice_are_typed_at_once() {
    let mut app = in_melee(4);
    run(&mut app, Overrule::Hand(GOBLINS, Hand::Typed));
    press(&mut app, "Home f Enter");
    shows("horde-dice", &app);
    type_in(&mut app, "20 3 21 4");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("a d20 cannot show 21"));
    press(&mut app, "Backspace Backspace Backspace Backspace");
    type_in(&mut app, "19 4");
    press(&mut app, "Enter");
    shows("horde-dice-damage", &app);
    type_in(&mut app, "6 2");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("2 hits in 4; Ana takes 8 damage") && text.contains("✎"), "{text}");
    let lost = |who| app.state().get(who).map_or(0, |c| 30 - c.vitals.hp());
    assert_eq!(lost(ANA) + lost(BRUNA), 8, "{text}");
}

/// `p` toggles who rolls the dice of one act, whatever the side's setting.
#[test]
fn one_act_by_hand() {
    let mut app = in_melee(5);
    press(&mut app, "Home p");
    assert!(picture(&app, (80, 24)).contains("(dice typed in)"));
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("attacks Ana with"), "{}", picture(&app, (80, 24)));
    type_in(&mut app, "19");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("damage to Ana"));
    press(&mut app, "p");
    assert_eq!(app.layers.len(), 0, "the machine rolls the rest");
    assert!(!picture(&app, (80, 24)).contains("(dice typed in)"), "one act only");
}

/// Marking moves the cursor to the next row; the marked act all the same.
#[test]
fn the_marked_act_wherever_the_cursor_is() {
    let mut app = in_melee(5);
    press(&mut app, "Home Space Space a");
    let text = picture(&app, (80, 24));
    assert!(text.contains("╭─ 2 marked ─"), "{text}");
    press(&mut app, "Esc Esc a");
    assert!(!picture(&app, (80, 24)).contains("2 marked"), "nothing is marked any more");
}

/// The moves of many are one line, whatever their destinations.
#[test]
fn many_go_in_one_line() {
    let mut app = afield(5);
    while phase(&app) != Some(Phase::Movement) {
        press(&mut app, "n");
    }
    press(&mut app, "Home f a m");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("Goblins 1–5 move 20' toward Ana, Bruna"), "{text}");
    assert!(!text.contains("Goblin 2 moves"), "{text}");
}

/// Looking at the moment when one of them was hurt leaves the fold as it is.
#[test]
fn the_timeline_leaves_folds_alone() {
    let mut app = in_melee(5);
    press(&mut app, "Home f");
    let (amount, who) = (DiceExpr::flat(1), vec![(CombatantId(3), Share::Full)]);
    app.submit(vec![Command::Harm { amount, who }]).expect("one is hurt");
    press(&mut app, "t Left Right Esc");
    assert!(picture(&app, (80, 24)).contains("5 Goblins"), "{}", picture(&app, (80, 24)));
}

/// A fold has one initiative: one machine die, or one field of the list.
#[test]
fn a_fold_has_one_initiative() {
    let numbers = |hand, folded: bool| {
        let mut app = fight(12);
        run(&mut app, Overrule::Option("bx.option.individual-initiative".into(), "on".into()));
        run(&mut app, Overrule::Hand(GOBLINS, hand));
        press(&mut app, "Enter");
        while phase(&app) != Some(Phase::Initiative) {
            press(&mut app, "n");
        }
        if folded {
            press(&mut app, "F");
        }
        press(&mut app, "Enter");
        app
    };
    // Folded now at the latest: their rows are their positions in the order.
    let rows = |mut app: App| {
        if app.board.rows() > 12 {
            press(&mut app, "F");
        }
        app.board.rows()
    };
    let answered = |mut app: App| {
        while !app.layers.is_empty() {
            press(&mut app, "a");
        }
        app
    };
    assert!(rows(answered(numbers(Hand::Machine, false))) > 4);
    assert_eq!(rows(answered(numbers(Hand::Machine, true))), 4);
    let mut app = numbers(Hand::Typed, true);
    shows("horde-initiative", &app);
    type_in(&mut app, "4");
    press(&mut app, "Enter Enter");
    let app = answered(app);
    shows("horde-initiative-done", &app);
    assert_eq!(rows(app), 4);
}

/// Where ties are not allowed, the machine breaks those within a fold, whoever rolls for the side.
#[test]
fn a_fold_is_parted_by_the_machine() {
    let bandits = (0..5).map(|_| arrive(RulesetId::Seconds, 1, "Bandit", "bandit"));
    let who = std::iter::once(arrive(RulesetId::Seconds, 0, "Ana", "knight-3")).chain(bandits);
    let sides = [aware("Heroes", Hand::Machine), aware("Bandits", Hand::Typed)];
    let mut app = fight_by(RulesetId::Seconds, sides, who);
    press(&mut app, "F Enter Enter Enter");
    type_in(&mut app, "4");
    press(&mut app, "Enter");
    assert!(app.layers.is_empty(), "{}", picture(&app, (120, 36)));
    assert_eq!((app.board.rows(), app.state().order.len()), (2, 6));
}
