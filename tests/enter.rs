//! The sample fights, played by Enter alone: what is proposed is done, and nobody would laugh at it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::path::{Path, PathBuf};
use wardrum::machine_dice::Thrown;
use wardrum::rules::engine::deeds;
use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Command, Deed, Fact, Overrule};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::rank::Rank;
use wardrum::rules::model::window::{Mode, Phase};
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, prepared};
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::proposal::Proposal;
use wardrum::tui::screens::start::Start;
use wardrum::tui::stock::Stock;

fn app() -> App {
    let empty = Fight::loose(Encounter::new(RulesetId::Bx));
    let stock = Stock::of(Bestiary::built_in(Family::D20));
    App::new(Start::default(), empty, stock, Theme::plain(), Box::new(Thrown::seeded(7)))
}

/// The samples that are ready to be begun.
fn ready_samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    let all = std::fs::read_dir(folder).expect("the samples").map(|entry| entry.expect("a file").path());
    let is_ready = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".ron") && !name.ends_with("-played.ron")
    };
    let mut ready: Vec<PathBuf> = all.filter(is_ready).collect();
    ready.sort();
    ready
}

/// What ends a fight, at the latest.
const MOST_KEYS: usize = 900;

/// Every sample, played to its end by Enter alone: nothing is refused, nobody does what nobody would.
#[test]
fn enter_alone() {
    for path in ready_samples() {
        let text = std::fs::read_to_string(&path).expect("a sample");
        let (head, start) = prepared(&text).expect("a ready fight");
        let mut app = app();
        app.enter(Fight::loose(start), Screen::Fight);
        let mut idle = 0;
        let mut keys = 0;
        while !(app.overlays.is_empty() && app.proposal == Proposal::SumUp) {
            assert!(keys < MOST_KEYS, "{}: no end after {keys} keys", head.title);
            keys += 1;
            if app.overlays.is_empty()
                && let Proposal::Do(commands, words) = &app.proposal
            {
                let said = format!("{}, round {}: {words}", head.title, app.state().round);
                commands.iter().for_each(|command| sound(&app, command, &said));
                idle = if waits(&app, commands) { idle + 1 } else { 0 };
                assert!(idle < 2, "{said}: a key on nothing, twice");
            }
            app.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
            assert!(!app.message.fault, "{}: {}", head.title, app.message.text);
        }
    }
}

/// Nobody attacks its own side, or the helpless while others stand; the back does not close.
fn sound(app: &App, command: &Command, said: &str) {
    let (e, about) = (app.state(), app.fight.chronicle.rules().about());
    let Command::Act(act) = command else { return };
    let Some(c) = e.get(act.who) else { return };
    let attacks = matches!(act.deed, Deed::Strike | Deed::Shoot | Deed::Combo | Deed::Charge);
    let closes = act.deed == Deed::Move && !act.facts.has(&Fact::Away);
    assert!(!(closes && e.rank(c) == Rank::Back), "{said}: it stands back");
    let helpless = |c: &Combatant| {
        c.effects.iter().any(|effect| about.condition(effect.condition).is_some_and(|rule| rule.out))
    };
    for whom in act.at.iter().filter(|_| attacks).filter_map(|whom| e.get(*whom)) {
        assert_ne!(whom.side, c.side, "{said}: its own side");
        let others = e.foes(c).any(|foe| !helpless(foe));
        assert!(whom.is_up() && !(helpless(whom) && others), "{said}: {} is helpless", whom.name);
    }
}

/// Nothing but that somebody passes who could not do anything else anyway.
fn waits(app: &App, commands: &[Command]) -> bool {
    let e = app.state();
    let open = |who, deed| {
        deeds::offer_among(app.fight.chronicle.rules(), e, who, deed)
            .is_some_and(|offer| offer.blocked.is_none())
    };
    let acts = e
        .window()
        .is_some_and(|window| window.mode != Mode::Procedure && window.phase != Phase::Declare);
    let passes = |command: &Command| match command {
        Command::Act(act) => {
            act.deed == Deed::Pass && !open(act.who, Deed::Cast) && !open(act.who, Deed::UsePower)
        }
        Command::Proceed => acts,
        _ => false,
    };
    commands.len() == 1 && commands.iter().all(passes)
}

/// A side that is asked gets the form with what is proposed; what is proposed to the others is done.
#[test]
fn a_side_is_asked() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/skirmish.ron");
    let text = std::fs::read_to_string(path).expect("a sample");
    let (_, start) = prepared(&text).expect("a ready fight");
    let heroes = start.all().next().expect("somebody").side;
    for asks in [false, true] {
        let mut app = app();
        app.enter(Fight::loose(start.clone()), Screen::Fight);
        app.submit(vec![Command::Overrule(Overrule::Asks(heroes, asks))]).expect("the referee's word");
        let mut asked = 0;
        for _ in 0..40 {
            let hero = match &app.proposal {
                Proposal::Ask { act, .. } => app.state().get(act.who).is_some_and(|c| c.side == heroes),
                _ => false,
            };
            app.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
            if hero {
                asked += 1;
                assert!(!app.overlays.is_empty(), "the form is open");
                app.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
                assert!(!app.message.fault, "{}", app.message.text);
            }
        }
        assert_eq!(asked > 0, asks);
    }
}
