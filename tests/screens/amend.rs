//! Amending the past: the form, the menu of a log row, and the result.

use super::{app, horde, picture, press, shows, type_in};
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
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;
use wardrum::tui::fight::hands::Hands;
use wardrum::tui::input::operations::Op;
use wardrum::tui::overlays::forms::form::Value;

/// The first ready fight after a few acts.
fn under_way() -> App {
    let mut app = app();
    let (_, start) = prepared(READY[0]).expect("a ready fight");
    app.enter(Fight::loose(start), Screen::Fight);
    for _ in 0..80 {
        if app.state().round >= 3 {
            break;
        }
        press(&mut app, "Enter");
    }
    assert!(app.state().round == 3 && app.layers.is_empty(), "a fight in its third round");
    app
}

/// Selects the last row of the log with that text.
fn row(app: &mut App, told: &str) {
    press(app, "Tab Tab Up");
    for _ in 0..200 {
        let view = app.view();
        let at = view.board.log.chosen.expect("a row");
        if view.telling.label(at.0).is_some_and(|label| label.contains(told)) {
            return;
        }
        press(app, "Up");
    }
    panic!("no row tells \"{told}\"");
}

#[test]
fn the_last_act_is_said_otherwise() {
    let mut app = under_way();
    press(&mut app, "e");
    shows("amend-last", &app);
    press(&mut app, "Esc");
    assert!(app.past.is_none(), "the present is shown again");
}

#[test]
fn an_act_of_the_log_is_changed_put_before_or_struck_out() {
    let mut app = under_way();
    row(&mut app, "Brea shoots");
    press(&mut app, "e");
    shows("amend-row", &app);
    press(&mut app, "c");
    shows("amend-form", &app);
    press(&mut app, "1 Enter");
    if app.layers.is_empty() {
        panic!("nothing came of it: {}", app.message.text);
    }
    shows("amend-difference", &app);
    press(&mut app, "Esc");
    assert_eq!(app.message.text, "cancelled: nothing was changed");
    press(&mut app, "e i");
    shows("amend-forgotten", &app);
    press(&mut app, "d");
    shows("amend-whom", &app);
    press(&mut app, "Enter");
    shows("amend-forgotten-damage", &app);
}

#[test]
fn struck_out_and_taken_back() {
    let mut app = under_way();
    let before = app.state().clone();
    row(&mut app, "Brea shoots");
    press(&mut app, "e s");
    // What the goblins do that now break is asked again.
    press(&mut app, "Enter");
    shows("amend-struck-out", &app);
    press(&mut app, "Enter");
    assert_ne!(*app.state(), before);
    press(&mut app, "u");
    assert_eq!(*app.state(), before);
    press(&mut app, "U");
    assert_ne!(*app.state(), before);
}

#[test]
fn an_act_was_something_else() {
    let mut app = under_way();
    row(&mut app, "Brea shoots");
    press(&mut app, "e e");
    shows("amend-instead", &app);
    press(&mut app, "d");
    type_in(&mut app, "odo");
    press(&mut app, "Enter 2 Enter");
    press(&mut app, "Enter");
    shows("amend-instead-difference", &app);
    let odo = |app: &App| app.state().named("Odo").expect("Odo").vitals.hp();
    let before = odo(&app);
    press(&mut app, "Enter");
    assert_eq!(odo(&app), before - 2, "by the arrow");
}

/// The entry that added a side and its members cannot be replaced by anything else.
#[test]
fn what_a_side_came_with_was_nothing_else() {
    let mut app = horde::in_melee(5);
    press(&mut app, "Tab Tab Up Home e e");
    let menu = picture(&app, (80, 24));
    assert!(menu.contains("Replace it with another act: it adds a side"), "{menu}");
    assert!(menu.contains("Remove it: it adds a side"), "{menu}");
    assert_eq!(app.layers.len(), 1, "it is barred");
}

/// Three goblins strike at Ana in one act.
fn a_horde_struck() -> App {
    let mut app = horde::in_melee(5);
    let strikes = |who| {
        let at = vec![CombatantId(0)];
        Command::Act(Act { with: Some(0), at, ..Act::new(CombatantId(who), Deed::Strike) })
    };
    app.submit([2, 3, 4].map(strikes).to_vec()).expect("they strike");
    app
}

#[test]
fn of_several_that_acted_one_is_changed_in_full() {
    let mut app = a_horde_struck();
    press(&mut app, "e");
    shows("amend-whose", &app);
    press(&mut app, "Enter");
    shows("amend-all-of-several", &app);
    press(&mut app, "Esc e");
    type_in(&mut app, "goblin 2");
    press(&mut app, "Enter");
    shows("amend-one-of-several", &app);
    press(&mut app, "2 0 Enter");
    let told = picture(&app, (80, 24));
    assert!(
        told.contains("Goblins 1, 2, 3 attack Ana with short sword: 1 hit in 3"),
        "the others' dice stand: {told}"
    );
}

#[test]
fn the_form_of_one_of_several_shows_the_state_before_it() {
    let mut app = horde::in_melee(5);
    let at = vec![CombatantId(0)];
    let falls = Command::Harm { amount: DiceExpr::flat(99), who: vec![(CombatantId(3), Share::Full)] };
    let strikes = Command::Act(Act { with: Some(0), at, ..Act::new(CombatantId(2), Deed::Strike) });
    app.submit(vec![falls, strikes]).expect("it is done");
    let standing = |app: &App| {
        let past = app.past.as_ref().expect("the past is shown");
        past.state.get(CombatantId(3)).expect("it").standing
    };
    press(&mut app, "e Down Enter");
    assert_eq!(standing(&app), Standing::Up, "before the first command");
    press(&mut app, "Esc e Down Down Enter");
    assert_eq!(standing(&app), Standing::Dead, "before the second command");
}

/// On request, the machine rolls the remaining dice of the amendment, and none after it.
#[test]
fn the_rest_of_the_dice_is_left_to_the_machine() {
    let mut app = super::fight();
    let word = Overrule::Hand(SideId(0), Hand::Machine);
    app.submit(vec![Command::Overrule(word)]).expect("the machine rolls at first");
    let block = ready(
        registry::ruleset(RulesetId::Bx),
        Bestiary::built_in(Family::D20).get("fighter-1").expect("a fighter"),
    )
    .into();
    let dice = Some(DiceExpr::new(1, 8, 0));
    let zog = Command::Arrive(Arrival { dice, ..Arrival::new(SideId(0), "Zog", block) });
    press(&mut app, "Enter");
    app.submit(vec![zog.clone(), zog]).expect("they come");
    let typed = |app: &mut App| {
        press(app, "e Enter");
        let form = app.layers.last_mut().and_then(|overlay| overlay.fields()).expect("a form");
        let dice = form.fields.iter_mut().filter(|field| field.label.contains("1d8"));
        dice.for_each(|field| field.value = Value::Text(String::new()));
        app.hands = Hands::All(Provenance::Typed);
        press(app, "Enter");
        assert!(app.amending.is_some(), "the first die is asked for");
    };
    typed(&mut app);
    app.op(Op::ByHand);
    assert!(app.layers.is_empty(), "{}", picture(&app, (80, 24)));
    assert_eq!(
        (app.hands, &*app.message.text),
        (Hands::Usual, "amended; undo restores the previous line")
    );
    typed(&mut app);
    press(&mut app, "Esc");
    assert_eq!((app.hands, &*app.message.text), (Hands::Usual, "cancelled: nothing was changed"));
}

/// Looking at the past keeps rows folded; forgotten harm added there applies to one combatant alone.
#[test]
fn folds_stay_folded_in_the_past() {
    let mut app = horde::in_melee(5);
    press(&mut app, "F m Enter");
    let folded = app.board.rows();
    let place = app.fight.chronicle.at() - 1;
    let harmed = |app: &App| app.state().all().filter(|c| c.standing == Standing::Dead).count();
    app.layers.push(wardrum::tui::overlays::amend::act(&app.view(), place));
    press(&mut app, "i");
    assert_eq!(app.past.as_ref().map(|past| past.board.rows()), Some(folded));
    press(&mut app, "d");
    type_in(&mut app, "goblin 3");
    press(&mut app, "Enter");
    type_in(&mut app, "99");
    press(&mut app, "Enter");
    if !app.layers.is_empty() {
        press(&mut app, "Enter");
    }
    assert_eq!(harmed(&app), 1, "{}", picture(&app, (80, 24)));
}
