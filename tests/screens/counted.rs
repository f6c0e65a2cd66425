//! What goes wrong at the table, and how many keys mend it.

use super::{in_melee, picture, press, type_in};
use wardrum::rules::model::ids::CombatantId;
use wardrum::tui::shell::Shell;

/// Presses keys one by one, and returns how many there were.
fn keys(shell: &mut Shell, keys: &str) -> usize {
    press(shell, keys);
    keys.split(' ').count()
}

fn names(shell: &Shell) -> Vec<String> {
    shell.session.state().all().map(|c| c.name.to_string()).collect()
}

#[test]
fn two_wolves_come_in_eight_keys() {
    let mut shell = in_melee();
    let count = keys(&mut shell, "+ 2 w o l f Enter Enter");
    assert!(
        names(&shell).ends_with(&["Wolf 1".into(), "Wolf 2".into()]),
        "{}",
        picture(&shell, (80, 24))
    );
    let wolf = shell.session.state().all().last().expect("a wolf");
    assert!(wolf.side.index() == 1, "among the foes, wherever the cursor is");
    assert_eq!(count, 8);
}

#[test]
fn another_die_takes_three_keys() {
    let mut shell = in_melee();
    press(&mut shell, "Home Enter");
    type_in(&mut shell, "10");
    press(&mut shell, "Enter");
    let missed = picture(&shell, (80, 24));
    let count = keys(&mut shell, "e 2 Enter");
    let text = picture(&shell, (80, 24));
    assert!(missed.contains("(12 vs") && text.contains("(4 vs"), "{missed}\n{text}");
    assert_eq!(count, 3);
}

#[test]
fn a_whole_round_is_undone_in_three_keys() {
    let mut shell = in_melee();
    let begun = |shell: &Shell, round: u32| shell.session.state().round >= round;
    for _ in 0..80 {
        if begun(&shell, 2) {
            break;
        }
        press(&mut shell, "n");
    }
    assert!(begun(&shell, 2), "{}", picture(&shell, (80, 24)));
    let count = keys(&mut shell, "t [ Enter");
    if !shell.layers.is_empty() {
        panic!("{}", picture(&shell, (80, 24)));
    }
    assert!(!begun(&shell, 2), "{}", picture(&shell, (80, 24)));
    assert_eq!(count, 3);
}

/// A blow at the third of a fold needs neither its row nor its name.
#[test]
fn one_of_a_fold_is_aimed_at_by_the_letter_of_its_row() {
    let mut shell = in_melee();
    press(&mut shell, "F a s b b");
    let aims = shell.layers.last().and_then(|layer| layer.aims(&shell.session.view()));
    assert!(aims.is_some(), "{}", picture(&shell, (80, 24)));
    assert!(shell.session.state().get(CombatantId(4)).is_some());
}

/// The number of a tie is kept when it is rolled again, so a letter says who is first.
#[test]
fn a_broken_tie_is_told_by_a_letter() {
    let mut shell = super::fight();
    press(&mut shell, "P Down Right Enter Enter");
    while shell.session.state().window().is_some_and(|window| window.phase != super::Phase::Initiative) {
        press(&mut shell, "n");
    }
    press(&mut shell, "Enter 4 Down 4 Enter Enter 2 Enter 5 Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("4a O Orc 3") && text.contains("4b H Ana"), "{text}");
}

/// A fire ball that is to be cast at five of seven ogres, in its form.
fn fire_ball(ogres_by: super::Hand) -> (Shell, usize) {
    let who = |(side, name, key)| super::arrive(super::RulesetId::Bx, side, name, key);
    let heroes = [(0, "Ana", "fighter-1"), (0, "Bo", "magic-user-5")].map(who);
    let ogres = [(1, "Ogre", "ogre"); 7].map(who);
    let sides = [super::side("Heroes", super::Hand::Typed), super::side("Ogres", ogres_by)];
    let mut shell = super::fight_by(super::RulesetId::Bx, sides, heroes.into_iter().chain(ogres));
    press(&mut shell, "Enter n n n Home j a a Left Enter Enter 6 Enter");
    if ogres_by == super::Hand::Typed {
        press(&mut shell, "1 Enter");
    }
    let casts = |shell: &Shell| {
        shell.session.state().window().is_some_and(|window| window.phase == super::Phase::Magic)
    };
    for _ in 0..10 {
        if !casts(&shell) {
            press(&mut shell, "n");
        }
    }
    assert!(casts(&shell), "{}", picture(&shell, (80, 24)));
    let count = keys(&mut shell, "Enter f g");
    (shell, count)
}

fn hurt(shell: &Shell, lost: i32) -> usize {
    shell.session.state().all().filter(|c| c.vitals.max() - c.vitals.hp() == lost).count()
}

/// Five ogres in the blast of a fire ball: two more are taken in by the letters of their rows, the dice of the damage are
/// typed as a total in the same form, and the log says of each how it saved.
#[test]
fn a_fire_ball_on_five_takes_twelve_keys() {
    let (mut shell, mut count) = fire_ball(super::Hand::Machine);
    let form = picture(&shell, (120, 36));
    assert_eq!(form.matches("[x] saves 35 %").count(), 5, "{form}");
    count += keys(&mut shell, "1 6");
    let form = picture(&shell, (120, 36));
    assert_eq!(form.matches("[x] saves 35 %, 8 or 16").count(), 5, "{form}");
    count += keys(&mut shell, "Enter");
    assert_eq!(hurt(&shell, 16) + hurt(&shell, 8), 5, "all of it, or half");
    let told = picture(&shell, (120, 36));
    assert!(told.contains("saves: 8") || told.contains("save: 8") || hurt(&shell, 8) == 0, "{told}");
    assert!(count <= 12, "{count}");
}

/// The saves are typed where the targets are chosen; each says at once what its target loses.
#[test]
fn the_saves_against_a_fire_ball_are_typed_in_its_form() {
    let (mut shell, _) = fire_ball(super::Hand::Typed);
    press(&mut shell, "1 6 Enter 1 4 Enter 3");
    let form = picture(&shell, (120, 36));
    super::shows("fire-ball", &shell);
    assert!(form.contains("[x] saves, 8") && form.contains("[x] fails, 16"), "{form}");
    assert_eq!(form.matches("[x] saves 35 %, 8 or 16").count(), 3, "{form}");
    press(&mut shell, "Enter Down Down Enter");
    assert_eq!(hurt(&shell, 16) + hurt(&shell, 8), 5, "{}", picture(&shell, (120, 36)));
}

/// Without the form the saves are one list, once the damage is known.
#[test]
fn the_saves_against_one_spell_are_one_list() {
    let (mut shell, _) = fire_ball(super::Hand::Typed);
    press(&mut shell, "Enter 1 6 Enter");
    let list = picture(&shell, (80, 24));
    assert!(list.contains("5 rolls: saving throw") && list.contains("Ogre, save 14+"), "{list}");
    press(&mut shell, "1 4 Enter 1 3 Enter 2 0 Enter 1 Enter 2 Enter");
    assert_eq!((hurt(&shell, 16), hurt(&shell, 8)), (3, 2), "{}", picture(&shell, (120, 36)));
}
