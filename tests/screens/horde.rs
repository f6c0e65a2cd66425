//! Screens of hordes: folded into rows, acting by one form, logged as a block.

use super::{arrive, fight_by, picture, press, shows, type_in};
use std::collections::BTreeMap;
use wardrum::chronicle::Step;
use wardrum::rules::model::command::{Arrival, Command, Overrule, Share};
use wardrum::rules::model::dice::DiceExpr;
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Hand, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::tui::proposal::Proposal;
use wardrum::tui::shell::Shell;

const ANA: CombatantId = CombatantId(0);
const BRUNA: CombatantId = CombatantId(1);
const HEROES: SideId = SideId(0);
const GOBLINS: SideId = SideId(1);

/// A side that is aware of the others.
fn aware(name: &str, hand: Hand) -> Command {
    Command::Side(Side { hand, aware: true, ..Side::new(name) })
}

/// Ana and Bruna against that many goblins, with a wolf among them.
fn fight(goblins: usize) -> Shell {
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

fn phase(shell: &Shell) -> Option<Phase> {
    shell.session.state().window().map(|window| window.phase)
}

fn run(shell: &mut Shell, word: Overrule) {
    shell.with(|session| session.submit(vec![Command::Overrule(word)])).expect("the referee's word");
}

/// The goblins act first and have not moved: nobody is in melee.
fn afield(goblins: usize) -> Shell {
    let mut shell = fight(goblins);
    press(&mut shell, "Enter");
    while phase(&shell) != Some(Phase::Initiative) {
        press(&mut shell, "n");
    }
    let slot = |side, score| Slot { score, sides: vec![side], ones: Vec::new() };
    run(&mut shell, Overrule::Order(vec![slot(GOBLINS, 5), slot(HEROES, 2)]));
    shell
}

/// The goblins strike: three are in melee with Ana, one with Bruna.
pub(super) fn in_melee(goblins: usize) -> Shell {
    let mut shell = afield(goblins);
    for (goblin, whom) in [(2, ANA), (3, ANA), (4, ANA), (6, BRUNA)] {
        run(&mut shell, Overrule::Engage(CombatantId(goblin), whom));
    }
    while phase(&shell) != Some(Phase::Melee) {
        press(&mut shell, "n");
    }
    shell
}

/// Three of a kind share a row until the referee says otherwise; two do not.
#[test]
fn three_of_a_kind_are_folded_from_the_start() {
    let rows = |goblins: usize| {
        let mut shell = fight(goblins);
        shell.session.board.fold_again(BTreeMap::new());
        shell.session.refresh();
        shell
    };
    assert_eq!(rows(2).session.board.rows(), 4);
    let mut shell = rows(5);
    assert_eq!(shell.session.board.rows(), 4, "two heroes, the wolf and the goblins");
    press(&mut shell, "/");
    type_in(&mut shell, "goblin 3");
    press(&mut shell, "Enter");
    assert_eq!(shell.session.board.rows(), 8, "one of them was meant");
    assert_eq!(shell.session.board.cursor, Some(CombatantId(4)));
    press(&mut shell, "f");
    assert_eq!(shell.session.board.rows(), 4);
}

#[test]
fn those_alike_fold_into_one_row() {
    let mut shell = in_melee(7);
    shell
        .with(|session| {
            session.submit(vec![Command::Depart(
                CombatantId(8),
                wardrum::rules::model::combatant::Standing::Dead,
            )])
        })
        .expect("one dies");
    press(&mut shell, "g f");
    assert!(picture(&shell, (80, 24)).contains("6 Goblins"), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "d");
    type_in(&mut shell, "1");
    shows("fold-amount", &shell);
    press(&mut shell, "Enter Space");
    let who = vec![CombatantId(2), CombatantId(3)];
    let (condition, label) = (Condition::NAMED, Some("wet".into()));
    run(
        &mut shell,
        Overrule::Afflict { who, condition, value: 0, rounds: Some(3), label, toward: None },
    );
    shows("fold", &shell);
    press(&mut shell, "g f");
    assert_eq!(shell.session.board.rows(), 10);
}

/// What Enter would do: the number of acts and the prompt.
fn proposed(shell: &Shell) -> (usize, String) {
    match &shell.session.proposal {
        Proposal::Do { commands, words, .. } => (commands.len(), words.clone()),
        other => panic!("{other:?}"),
    }
}

/// Unfolded rows act at one key like a fold does, and the prompt says so. With the cursor on another than the first of
/// them, that one acts alone, as does each whose side asks first or types its dice.
#[test]
fn a_horde_that_is_not_folded_acts_at_one_key() {
    let mut shell = in_melee(7);
    press(&mut shell, "g");
    assert_eq!(proposed(&shell), (7, "Goblins 1–7 attack Ana (4), Bruna (3)".into()));
    press(&mut shell, "j");
    let (count, words) = proposed(&shell);
    assert_eq!((count, words.starts_with("Goblin 2 attacks Ana")), (1, true), "{words}");
    press(&mut shell, "k Space g");
    assert_eq!(proposed(&shell).0, 1, "a mark stands for those that are meant");
    press(&mut shell, "g Space g");
    for word in [Overrule::Asks(GOBLINS, true), Overrule::Hand(GOBLINS, Hand::Typed)] {
        run(&mut shell, word);
        match &shell.session.proposal {
            Proposal::Do { commands, words, .. } => assert_eq!(commands.len(), 1, "{words}"),
            asks => assert!(matches!(asks, Proposal::Ask { .. }), "{asks:?}"),
        }
        press(&mut shell, "u");
    }
    press(&mut shell, "Enter");
    assert_eq!(proposed(&shell).0, 1, "they have acted: {:?}", proposed(&shell));
}

/// Three are few enough to be logged one by one.
#[test]
fn three_of_a_kind_act_one_by_one() {
    let mut shell = afield(3);
    for goblin in [2, 3, 4] {
        run(&mut shell, Overrule::Engage(CombatantId(goblin), ANA));
    }
    while phase(&shell) != Some(Phase::Melee) {
        press(&mut shell, "n");
    }
    press(&mut shell, "g");
    let (count, words) = proposed(&shell);
    assert_eq!((count, words.starts_with("Goblin attacks Ana")), (1, true), "{words}");
}

#[test]
fn the_cursor_stays_with_its_row() {
    let mut shell = in_melee(7);
    press(&mut shell, "F g j");
    let wolf = shell.session.board.cursor;
    let row = shell.session.board.row();
    press(&mut shell, "G f");
    assert_eq!(shell.session.board.rows(), 4);
    shell.session.board.cursor = wolf;
    shell
        .with(|session| {
            session.submit(vec![Command::Depart(
                CombatantId(2),
                wardrum::rules::model::combatant::Standing::Dead,
            )])
        })
        .expect("the first goblin dies");
    assert_eq!((shell.session.board.cursor, shell.session.board.row()), (wolf, row));
    press(&mut shell, "u");
    assert_eq!((shell.session.board.cursor, shell.session.board.row()), (wolf, row));
}

#[test]
fn finding_one_takes_it_out_of_its_fold() {
    let mut shell = in_melee(7);
    press(&mut shell, "F /");
    type_in(&mut shell, "goblin 4");
    press(&mut shell, "Enter");
    let name = shell
        .session
        .board
        .cursor
        .and_then(|who| shell.session.state().get(who))
        .map(|c| c.name.to_string());
    assert_eq!(name.as_deref(), Some("Goblin 4"));
    assert_eq!(shell.session.board.fold_here(), None);
}

#[test]
fn names_never_come_back() {
    let mut shell = fight(2);
    let named = |shell: &Shell, name: &str| shell.session.state().named(name).is_some();
    run(&mut shell, Overrule::Name(CombatantId(3), "Snag".into()));
    press(&mut shell, "G");
    let block =
        shell.session.state().block(shell.session.state().get(CombatantId(2)).expect("a goblin").block);
    let block = std::sync::Arc::new(block.expect("its block").clone());
    let another = Command::Arrive(Arrival::new(GOBLINS, "Goblin", block));
    shell.with(|session| session.submit(vec![another.clone()])).expect("it arrives");
    assert!(named(&shell, "Goblin 3") && !named(&shell, "Goblin 2"), "Snag was the second");
    shell
        .with(|session| {
            session.submit(vec![Command::Depart(
                CombatantId(4),
                wardrum::rules::model::combatant::Standing::Gone,
            )])
        })
        .expect("it goes");
    shell.with(|session| session.submit(vec![another])).expect("it arrives");
    assert!(named(&shell, "Goblin 4"), "the third is gone, its name is not free");
}

/// The number of commands of the last act.
fn last_act(shell: &Shell) -> usize {
    let chronicle = &shell.session.fight.chronicle;
    let id = *chronicle.line().last().expect("an act");
    chronicle.entry(id).map_or(0, |entry| entry.steps.len())
}

#[test]
fn one_form_for_all() {
    let mut shell = in_melee(7);
    press(&mut shell, "Home f");
    shows("horde-enter", &shell);
    press(&mut shell, "a s");
    shows("horde", &shell);
    press(&mut shell, "Right Down Left");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("7 Goblins: 5 at Ana, 1 at Bruna · 1 holds back"), "{text}");
    press(&mut shell, "Space");
    assert!(picture(&shell, (80, 24)).contains("7 Goblins: 7 at Bruna"));
    let at = shell.session.fight.chronicle.at();
    press(&mut shell, "5 Enter");
    assert_eq!((shell.session.fight.chronicle.at(), last_act(&shell)), (at + 1, 5));
    shows("horde-done", &shell);
    press(&mut shell, "u");
    assert_eq!(shell.session.fight.chronicle.at(), at);
}

#[test]
fn who_is_robbed_of_its_target_turns_to_another() {
    let mut shell = in_melee(7);
    run(&mut shell, Overrule::Hp(ANA, 1));
    press(&mut shell, "Home f");
    // Rolls until Ana falls before the last of her attackers has struck.
    let turned = |shell: &Shell| {
        let chronicle = &shell.session.fight.chronicle;
        let entry = chronicle.line().last().and_then(|id| chronicle.entry(*id)).expect("an act");
        let at = |step: &Step| match &step.command {
            Command::Act(act) => act.target(),
            _ => None,
        };
        entry.steps.iter().filter(|step| at(step) == Some(BRUNA)).count() > 3
    };
    for _ in 0..40 {
        press(&mut shell, "Home Enter");
        if turned(&shell) {
            break;
        }
        press(&mut shell, "u");
    }
    assert!(turned(&shell), "{}", picture(&shell, (120, 36)));
    shows("horde-robbed", &shell);
}

/// The acts of many are one line, which unfolds into single lines.
#[test]
fn many_are_told_as_a_block() {
    let mut shell = in_melee(7);
    press(&mut shell, "Home f Enter");
    shows("block-log", &shell);
    let text = picture(&shell, (120, 36));
    assert!(text.contains("Goblins 1–7 miss Ana, Bruna") && !text.contains("Goblin 2 misses"), "{text}");
    press(&mut shell, "w");
    shows("block-lines", &shell);
    let text = picture(&shell, (120, 36));
    assert!(text.contains("Goblin 5 misses Bruna"), "{text}");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (120, 36)).contains("Caused by"));
}

#[test]
fn initiative_of_many_is_one_line() {
    let mut shell = fight(12);
    run(&mut shell, Overrule::Option("bx.option.individual-initiative".into(), "on".into()));
    press(&mut shell, "Enter");
    while phase(&shell) != Some(Phase::Initiative) {
        press(&mut shell, "n");
    }
    press(&mut shell, "Enter");
    for _ in 0..20 {
        if !shell.layers.is_empty() {
            press(&mut shell, "a");
        }
    }
    shows("block-initiative", &shell);
    assert_eq!(picture(&shell, (120, 36)).matches("Order: ").count(), 1);
}

#[test]
fn many_are_marked_at_once() {
    let mut shell = in_melee(7);
    run(&mut shell, Overrule::Hp(CombatantId(3), 1));
    press(&mut shell, "M");
    shows("mark-by", &shell);
    press(&mut shell, "a");
    assert_eq!(shell.session.board.targets(), [CombatantId(3)]);
    press(&mut shell, "M g");
    assert_eq!(shell.session.board.marked.len(), 8, "the side, the hurt among them");
    press(&mut shell, "d");
    type_in(&mut shell, "2");
    press(&mut shell, "Down h Down n");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("half") && text.contains("none"), "{text}");
    press(&mut shell, "Esc Esc");
    assert!(shell.session.board.marked.is_empty());
}

/// Typed dice of many: one prompt for all attackers, one for all that hit.
#[test]
fn many_dice_are_typed_at_once() {
    let mut shell = in_melee(4);
    run(&mut shell, Overrule::Hand(GOBLINS, Hand::Typed));
    press(&mut shell, "Home f Enter");
    shows("horde-dice", &shell);
    type_in(&mut shell, "20 3 21 4");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("a d20 cannot show 21"));
    press(&mut shell, "Backspace Backspace Backspace Backspace");
    type_in(&mut shell, "19 4");
    press(&mut shell, "Enter");
    shows("horde-dice-damage", &shell);
    type_in(&mut shell, "6 2");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("2 hits in 4; Ana takes 8 damage") && text.contains("✎"), "{text}");
    let lost = |who| shell.session.state().get(who).map_or(0, |c| 30 - c.vitals.hp());
    assert_eq!(lost(ANA) + lost(BRUNA), 8, "{text}");
}

/// `p` toggles who rolls the dice of one act, whatever the side's setting.
#[test]
fn one_act_by_hand() {
    let mut shell = in_melee(5);
    press(&mut shell, "Home p");
    assert!(picture(&shell, (80, 24)).contains("(dice typed in)"));
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("attacks Ana with"), "{}", picture(&shell, (80, 24)));
    type_in(&mut shell, "19");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("Damage to Ana"));
    press(&mut shell, "p");
    assert_eq!(shell.layers.len(), 0, "the machine rolls the rest");
    assert!(!picture(&shell, (80, 24)).contains("(dice typed in)"), "one act only");
}

/// Marking moves the cursor to the next row; the marked act all the same.
#[test]
fn the_marked_act_wherever_the_cursor_is() {
    let mut shell = in_melee(5);
    press(&mut shell, "Home Space Space a");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("─ 2 marked ─"), "{text}");
    press(&mut shell, "Esc Esc a");
    assert!(!picture(&shell, (80, 24)).contains("2 marked"), "nothing is marked any more");
}

/// The moves of many are one line, whatever their destinations.
#[test]
fn many_go_in_one_line() {
    let mut shell = afield(5);
    while phase(&shell) != Some(Phase::Movement) {
        press(&mut shell, "n");
    }
    press(&mut shell, "Home f a m");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("Goblins 1–5 move 20' toward Ana, Bruna"), "{text}");
    assert!(!text.contains("Goblin 2 moves"), "{text}");
}

/// Looking at the moment when one of them was hurt leaves the fold as it is.
#[test]
fn the_timeline_leaves_folds_alone() {
    let mut shell = in_melee(5);
    press(&mut shell, "Home f");
    let (amount, who) = (DiceExpr::flat(1), vec![(CombatantId(3), Share::Full)]);
    shell.with(|session| session.submit(vec![Command::Harm { amount, who }])).expect("one is hurt");
    press(&mut shell, "t Left Right Esc");
    assert!(picture(&shell, (80, 24)).contains("5 Goblins"), "{}", picture(&shell, (80, 24)));
}

/// A fold has one initiative: one machine die, or one field of the list.
#[test]
fn a_fold_has_one_initiative() {
    let numbers = |hand, folded: bool| {
        let mut shell = fight(12);
        run(&mut shell, Overrule::Option("bx.option.individual-initiative".into(), "on".into()));
        run(&mut shell, Overrule::Hand(GOBLINS, hand));
        press(&mut shell, "Enter");
        while phase(&shell) != Some(Phase::Initiative) {
            press(&mut shell, "n");
        }
        if folded {
            press(&mut shell, "F");
        }
        press(&mut shell, "Enter");
        shell
    };
    // Folded now at the latest: their rows are their positions in the order.
    let rows = |mut shell: Shell| {
        if shell.session.board.rows() > 12 {
            press(&mut shell, "F");
        }
        shell.session.board.rows()
    };
    let answered = |mut shell: Shell| {
        while !shell.layers.is_empty() {
            press(&mut shell, "a");
        }
        shell
    };
    assert!(rows(answered(numbers(Hand::Machine, false))) > 4);
    assert_eq!(rows(answered(numbers(Hand::Machine, true))), 4);
    let mut shell = numbers(Hand::Typed, true);
    shows("horde-initiative", &shell);
    type_in(&mut shell, "4");
    press(&mut shell, "Enter Enter");
    let shell = answered(shell);
    shows("horde-initiative-done", &shell);
    assert_eq!(rows(shell), 4);
}

/// Where ties are not allowed, the machine breaks those within a fold, whoever rolls for the side.
#[test]
fn a_fold_is_parted_by_the_machine() {
    let bandits = (0..5).map(|_| arrive(RulesetId::Seconds, 1, "Bandit", "bandit"));
    let who = std::iter::once(arrive(RulesetId::Seconds, 0, "Ana", "knight-3")).chain(bandits);
    let sides = [aware("Heroes", Hand::Machine), aware("Bandits", Hand::Typed)];
    let mut shell = fight_by(RulesetId::Seconds, sides, who);
    press(&mut shell, "F Enter Enter Enter");
    type_in(&mut shell, "4");
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty(), "{}", picture(&shell, (120, 36)));
    assert_eq!((shell.session.board.rows(), shell.session.state().order.len()), (2, 6));
}
