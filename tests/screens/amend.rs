//! Amending the past: the form, the menu of a log row, and the result.

use super::{horde, picture, press, shows, started, type_in};
use wardrum::chronicle::Provenance;
use wardrum::rules::model::combatant::Standing;
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Overrule, Share};
use wardrum::rules::model::dice::DiceExpr;
use wardrum::rules::model::encounter::Hand;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, READY, prepared, ready};
use wardrum::tui::fight::Fight;
use wardrum::tui::fight::hands::Hands;
use wardrum::tui::input::operations::Op;
use wardrum::tui::overlays::forms::form::Value;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

/// The first ready fight after a few acts.
fn under_way() -> Shell {
    let mut shell = started();
    let (_, start) = prepared(READY[0]).expect("a ready fight");
    shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
    for _ in 0..80 {
        if shell.session.state().round >= 3 {
            break;
        }
        press(&mut shell, "Enter");
    }
    assert!(shell.session.state().round == 3 && shell.layers.is_empty(), "a fight in its third round");
    shell
}

/// Selects the last row of the log with that text.
fn row(shell: &mut Shell, told: &str) {
    press(shell, "Tab Tab Up");
    for _ in 0..200 {
        let view = shell.session.view();
        let at = view.board.log.chosen.expect("a row");
        if view.telling.label(at.0).is_some_and(|label| label.contains(told)) {
            return;
        }
        press(shell, "Up");
    }
    panic!("no row tells \"{told}\"");
}

#[test]
fn the_last_act_is_said_otherwise() {
    let mut shell = under_way();
    press(&mut shell, "e");
    shows("amend-last", &shell);
    press(&mut shell, "Esc");
    assert!(shell.session.past.is_none(), "the present is shown again");
}

#[test]
fn an_act_of_the_log_is_changed_put_before_or_struck_out() {
    let mut shell = under_way();
    row(&mut shell, "Brea shoots");
    press(&mut shell, "e");
    shows("amend-row", &shell);
    press(&mut shell, "c");
    shows("amend-form", &shell);
    press(&mut shell, "1 Enter");
    if shell.layers.is_empty() {
        panic!("nothing came of it: {}", shell.session.message.text);
    }
    shows("amend-difference", &shell);
    press(&mut shell, "Esc");
    assert_eq!(shell.session.message.text, "cancelled: nothing was changed");
    press(&mut shell, "e i");
    shows("amend-forgotten", &shell);
    press(&mut shell, "d");
    shows("amend-whom", &shell);
    press(&mut shell, "Enter");
    shows("amend-forgotten-damage", &shell);
}

#[test]
fn struck_out_and_taken_back() {
    let mut shell = under_way();
    let before = shell.session.state().clone();
    row(&mut shell, "Brea shoots");
    press(&mut shell, "e s");
    // What the goblins do that now break is asked again.
    press(&mut shell, "Enter");
    shows("amend-struck-out", &shell);
    press(&mut shell, "Enter");
    assert_ne!(*shell.session.state(), before);
    press(&mut shell, "u");
    assert_eq!(*shell.session.state(), before);
    press(&mut shell, "U");
    assert_ne!(*shell.session.state(), before);
}

#[test]
fn an_act_was_something_else() {
    let mut shell = under_way();
    row(&mut shell, "Brea shoots");
    press(&mut shell, "e e");
    shows("amend-instead", &shell);
    press(&mut shell, "d");
    type_in(&mut shell, "odo");
    press(&mut shell, "Enter 2 Enter");
    press(&mut shell, "Enter");
    shows("amend-instead-difference", &shell);
    let odo = |shell: &Shell| shell.session.state().named("Odo").expect("Odo").vitals.hp();
    let before = odo(&shell);
    press(&mut shell, "Enter");
    assert_eq!(odo(&shell), before - 2, "by the arrow");
}

/// The entry that added a side and its members cannot be replaced by anything else.
#[test]
fn what_a_side_came_with_was_nothing_else() {
    let mut shell = horde::in_melee(5);
    press(&mut shell, "Tab Tab Up Home e e");
    let menu = picture(&shell, (80, 24));
    assert!(menu.contains("Replace it with another act: it adds a side"), "{menu}");
    assert!(menu.contains("Remove it: it adds a side"), "{menu}");
    assert_eq!(shell.layers.len(), 1, "it is barred");
}

/// Three goblins strike at Ana in one act.
fn a_horde_struck() -> Shell {
    let mut shell = horde::in_melee(5);
    let strikes = |who| {
        let at = vec![CombatantId(0)];
        Command::Act(Act { with: Some(0), at, ..Act::new(CombatantId(who), Deed::Strike) })
    };
    shell.with(|session| session.submit([2, 3, 4].map(strikes).to_vec())).expect("they strike");
    shell
}

#[test]
fn of_several_that_acted_one_is_changed_in_full() {
    let mut shell = a_horde_struck();
    press(&mut shell, "e");
    shows("amend-whose", &shell);
    press(&mut shell, "Enter");
    shows("amend-all-of-several", &shell);
    press(&mut shell, "Esc e");
    type_in(&mut shell, "goblin 2");
    press(&mut shell, "Enter");
    shows("amend-one-of-several", &shell);
    press(&mut shell, "2 0 Enter");
    let told = picture(&shell, (80, 24));
    assert!(
        told.contains("Goblins 1, 2, 3 attack Ana with short sword: 1 hit in 3"),
        "the others' dice stand: {told}"
    );
}

#[test]
fn the_form_of_one_of_several_shows_the_state_before_it() {
    let mut shell = horde::in_melee(5);
    let at = vec![CombatantId(0)];
    let falls = Command::Harm { amount: DiceExpr::flat(99), who: vec![(CombatantId(3), Share::Full)] };
    let strikes = Command::Act(Act { with: Some(0), at, ..Act::new(CombatantId(2), Deed::Strike) });
    shell.with(|session| session.submit(vec![falls, strikes])).expect("it is done");
    let standing = |shell: &Shell| {
        let past = shell.session.past.as_ref().expect("the past is shown");
        past.state.get(CombatantId(3)).expect("it").standing
    };
    press(&mut shell, "e Down Enter");
    assert_eq!(standing(&shell), Standing::Up, "before the first command");
    press(&mut shell, "Esc e Down Down Enter");
    assert_eq!(standing(&shell), Standing::Dead, "before the second command");
}

/// On request, the machine rolls the remaining dice of the amendment, and none after it.
#[test]
fn the_rest_of_the_dice_is_left_to_the_machine() {
    let mut shell = super::fight();
    let word = Overrule::Hand(SideId(0), Hand::Machine);
    shell
        .with(|session| session.submit(vec![Command::Overrule(word)]))
        .expect("the machine rolls at first");
    let block = ready(
        registry::ruleset(RulesetId::Bx),
        Bestiary::built_in(Family::D20).get("fighter-1").expect("a fighter"),
    )
    .into();
    let dice = Some(DiceExpr::new(1, 8, 0));
    let zog = Command::Arrive(Arrival { dice, ..Arrival::new(SideId(0), "Zog", block) });
    press(&mut shell, "Enter");
    shell.with(|session| session.submit(vec![zog.clone(), zog])).expect("they come");
    let typed = |shell: &mut Shell| {
        press(shell, "e Enter");
        let form = shell.layers.last_mut().and_then(|overlay| overlay.fields()).expect("a form");
        let dice = form.fields.iter_mut().filter(|field| field.label.contains("1d8"));
        dice.for_each(|field| field.value = Value::Text(String::new()));
        shell.session.hands = Hands::All(Provenance::Typed);
        press(shell, "Enter");
        assert!(shell.session.amending.is_some(), "the first die is asked for");
    };
    typed(&mut shell);
    shell.op(Op::ByHand);
    assert!(shell.layers.is_empty(), "{}", picture(&shell, (80, 24)));
    assert_eq!(
        (shell.session.hands, &*shell.session.message.text),
        (Hands::Usual, "amended; undo restores the previous line")
    );
    typed(&mut shell);
    press(&mut shell, "Esc");
    assert_eq!(
        (shell.session.hands, &*shell.session.message.text),
        (Hands::Usual, "cancelled: nothing was changed")
    );
}

/// Looking at the past keeps rows folded; forgotten harm added there applies to one combatant alone.
#[test]
fn folds_stay_folded_in_the_past() {
    let mut shell = horde::in_melee(5);
    press(&mut shell, "F m Enter");
    let folded = shell.session.board.rows();
    let place = shell.session.fight.chronicle.at() - 1;
    let harmed =
        |shell: &Shell| shell.session.state().all().filter(|c| c.standing == Standing::Dead).count();
    shell.layers.push(wardrum::tui::overlays::amend::act(&shell.session.view(), place));
    press(&mut shell, "i");
    assert_eq!(shell.session.past.as_ref().map(|past| past.board.rows()), Some(folded));
    press(&mut shell, "d");
    type_in(&mut shell, "goblin 3");
    press(&mut shell, "Enter");
    type_in(&mut shell, "99");
    press(&mut shell, "Enter");
    if !shell.layers.is_empty() {
        press(&mut shell, "Enter");
    }
    assert_eq!(harmed(&shell), 1, "{}", picture(&shell, (80, 24)));
}

/// A forgotten +1 after a miss takes four keys, and never makes another die of it.
#[test]
fn a_forgotten_bonus_is_added_to_the_die_that_fell() {
    let mut shell = super::in_melee();
    press(&mut shell, "Home Enter");
    type_in(&mut shell, "10");
    press(&mut shell, "Enter");
    let missed = picture(&shell, (80, 24));
    assert!(missed.contains("misses Orc"), "{missed}");
    press(&mut shell, "e + 1 Enter");
    let asked = picture(&shell, (80, 24));
    assert!(asked.contains("Damage to Orc"), "it hits now, and its damage is asked for: {asked}");
    type_in(&mut shell, "2");
    press(&mut shell, "Enter");
    let text = picture(&shell, (120, 36));
    assert!(text.contains("Ana hits Orc"), "{text}");
}
