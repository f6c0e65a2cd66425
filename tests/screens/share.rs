//! A breath attack of which each of ten targets takes its own share: the form with their rows, the result with its
//! explanation, and the amendment.

use super::{arrive, fight_by, press, shows, side};
use std::sync::Arc;
use wardrum::rules;
use wardrum::rules::model::command::{Act, Arrival, Deed};
use wardrum::rules::model::encounter::{Encounter, Hand};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::window::{Phase, Slot, Window};
use wardrum::rules::registry;
use wardrum::tui::fight::Fight;
use wardrum::tui::overlays::acts::deeds;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

const WYRM: CombatantId = CombatantId(0);
const FIRST: CombatantId = CombatantId(1);
const SECOND: CombatantId = CombatantId(2);

/// A dragon's Magic step, with ten heroes before it; the cursor is on the dragon.
fn before_the_breath() -> Shell {
    let with = |side, name: &str, key: &str| Arrival {
        most: Some(60),
        ..arrive(RulesetId::Bx, side, name, key)
    };
    let heroes = (1..=10).map(|nth| with(1, &format!("Hero {nth}"), "fighter-3"));
    let who = std::iter::once(with(0, "Wyrm", "gold-dragon")).chain(heroes);
    let sides = [side("Foes", Hand::Machine), side("Heroes", Hand::Machine)];
    let mut shell = fight_by(RulesetId::Bx, sides, who);
    let slot = |side, score| Slot { score, sides: vec![SideId(side)], ones: Vec::new() };
    let order = Event::Ordered(Arc::new(vec![slot(0, 6), slot(1, 3)]));
    let mut e = shell.session.state().clone();
    [Event::Began, Event::RoundBegan(1), order].iter().for_each(|event| e.apply(event));
    let magic = |_: &Encounter, window: &Window| window.phase == Phase::Magic;
    let e = rules::open_at(registry::ruleset(RulesetId::Bx), e, &magic).expect("the Magic step");
    shell.with(|session| session.enter(Fight::loose(e), Screen::Fight));
    shell.session.board.cursor = Some(WYRM);
    shell
}

/// Opens the form of its breath, which Enter never proposes.
fn open_form(shell: &mut Shell) {
    let form = deeds::open_act(&shell.session.view(), &Act::new(WYRM, Deed::UsePower));
    shell.layers.push(form.expect("it has breath left"));
}

/// Opens the form of its breath and picks all ten.
fn all_picked(shell: &mut Shell) {
    open_form(shell);
    for _ in 0..10 {
        press(shell, "Space Right");
    }
}

/// Whether the selected log line shows the harm to that combatant.
fn is_harm_of(shell: &Shell, whom: CombatantId) -> bool {
    let view = shell.session.view();
    let at = view.board.log.chosen.expect("a row");
    let harm = |event: &Event| matches!(event, Event::Harmed { who, .. } if *who == whom);
    let line = view.telling.at(at).expect("a line");
    line.places.told.iter().any(|at| view.telling.event(*at).is_some_and(harm))
}

#[test]
fn each_takes_its_share_of_a_breath() {
    let mut shell = before_the_breath();
    all_picked(&mut shell);
    shows("share-picked", &shell);
    press(&mut shell, "Down h Down n Down d Down d a");
    shows("share-said", &shell);
    press(&mut shell, "Enter");
    shows("share-told", &shell);
    press(&mut shell, "Tab Tab Up");
    while !is_harm_of(&shell, FIRST) {
        press(&mut shell, "Up");
    }
    press(&mut shell, "w");
    shows("share-why", &shell);
}

#[test]
fn the_shares_of_a_breath_are_said_otherwise() {
    let mut shell = before_the_breath();
    all_picked(&mut shell);
    press(&mut shell, "Down h Down n Enter");
    let left = |shell: &Shell, who| shell.session.state().get(who).map_or(0, |c| c.vitals.hp());
    let first = left(&shell, FIRST);
    assert_eq!(left(&shell, SECOND), 60);
    press(&mut shell, "e Down");
    shows("share-again", &shell);
    press(&mut shell, "Down Down d");
    shows("share-again-said", &shell);
    press(&mut shell, "Enter Enter");
    assert_eq!(left(&shell, FIRST), first, "what was not said otherwise stays");
    assert!(left(&shell, SECOND) <= 60 - 49, "the second takes it twice");
}

/// Deselecting a target removes its share.
#[test]
fn a_share_goes_with_its_target() {
    let mut shell = before_the_breath();
    open_form(&mut shell);
    press(&mut shell, "Space Right Space Down h Up Space");
    shows("share-unpicked", &shell);
}
