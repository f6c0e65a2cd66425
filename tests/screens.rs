//! Screens as text snapshots: each at 80 columns, one of every kind at all three supported sizes.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::command::{Arrival, Command};
use wardrum::rules::model::encounter::{Encounter, Hand, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::SideId;
use wardrum::rules::model::window::Phase;
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, READY, prepared, ready};
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::screens;
use wardrum::tui::screens::start::{Opens, Start, StartRow};
use wardrum::tui::stock::Stock;

#[path = "screens/acting.rs"]
mod acting;
#[path = "screens/afterwards.rs"]
mod afterwards;
#[path = "screens/amend.rs"]
mod amend;
#[path = "screens/building.rs"]
mod building;
#[path = "screens/chosen_row.rs"]
mod chosen_row;
#[path = "screens/countdown.rs"]
mod countdown;
#[path = "screens/effects.rs"]
mod effects;
#[path = "screens/faults.rs"]
mod faults;
#[path = "screens/fields.rs"]
mod fields;
#[path = "screens/find.rs"]
mod find;
#[path = "screens/hands.rs"]
mod hands;
#[path = "screens/horde.rs"]
mod horde;
#[path = "screens/house.rs"]
mod house;
#[path = "screens/looks.rs"]
mod looks;
#[path = "screens/names.rs"]
mod names;
#[path = "screens/odds.rs"]
mod odds;
#[path = "screens/palette.rs"]
mod palette;
#[path = "screens/paste.rs"]
mod paste;
#[path = "screens/places.rs"]
mod places;
#[path = "screens/seconds.rs"]
mod seconds;
#[path = "screens/share.rs"]
mod share;
#[path = "screens/timeline.rs"]
mod timeline;
#[path = "screens/zero.rs"]
mod zero;

const SIZES: [(u16, u16); 3] = [(120, 36), (80, 24), (60, 16)];
/// Snapshots taken at every size: each layout and each kind of overlay once.
const AT_ALL_SIZES: [&str; 31] = [
    "start",
    "build",
    "build-who",
    "build-how-many",
    "play-heroes",
    "play-melee",
    "act",
    "act-strike",
    "odds",
    "dice",
    "choice",
    "amount",
    "block",
    "help",
    "why",
    "horde",
    "countdown-number",
    "seconds-turn",
    "house-declare",
    "house-attacks",
    "timeline-middle",
    "branches",
    "amend-form",
    "library",
    "palette",
    "summary",
    "odds-line",
    "odds-curve",
    "places-bx",
    "places-seconds",
    "places-zero",
];

fn start_screen() -> Start {
    let saved = |text: &str, beside: &str, file: &str| {
        StartRow::new(text, format!("B/X Classic · {file}"), Opens::Saved(file.into())).beside(beside)
    };
    let lines = vec![
        saved("Iron Lanterns v Goblins, Ogre", "round 3 · today 21:40", "fights/0002-fight.ron"),
        saved("Orcs at the ford · Heroes v Orcs", "over · 3 May 20:05", "saves/orcs-at-the-ford.ron"),
        StartRow::new("New fight", "Sides, creatures, characters; then Enter begins.", Opens::New),
        StartRow::new("Open a file", "A saved fight by its path.", Opens::File),
        StartRow::new("Samples (17)", "Fights ready to be played.", Opens::Samples),
    ];
    let sample = StartRow::new("First fight: six goblins", "", Opens::Ready(0)).beside("B/X Classic");
    Start { lines, samples: vec![sample], ..Start::default() }
}

fn app() -> App {
    let empty = Fight::loose(Encounter::new(RulesetId::Bx));
    let stock = Stock::of(Bestiary::built_in(Family::D20));
    App::new(start_screen(), empty, stock, Theme::plain(), Box::new(Thrown::seeded(7)))
}

/// A new side.
fn side(name: &str, hand: Hand) -> Command {
    Command::Side(Side { hand, ..Side::new(name) })
}

/// The arrival of a creature of the bestiary.
fn arrive(by: RulesetId, side: u8, name: &str, key: &str) -> Arrival {
    let rules = registry::ruleset(by);
    let bestiary = Bestiary::built_in(rules.about().family);
    let block = ready(rules, bestiary.get(key).expect("a key of the bestiary"));
    Arrival::new(SideId(side), name, block.into())
}

/// A fight under these rules with these arrivals.
fn fight_by(rules: RulesetId, sides: [Command; 2], who: impl IntoIterator<Item = Arrival>) -> App {
    let mut app = app();
    app.enter(Fight::loose(Encounter::new(rules)), Screen::Fight);
    let all = sides.into_iter().chain(who.into_iter().map(Command::Arrive));
    app.submit(all.collect()).expect("the sides stand");
    app
}

/// Three characters whose dice are typed in, against three orcs.
fn fight() -> App {
    let who = |(side, name, key)| arrive(RulesetId::Bx, side, name, key);
    let heroes =
        [(0, "Ana", "fighter-1"), (0, "Ælfwyn", "cleric-1"), (0, "Bo", "magic-user-1")].map(who);
    let orcs = [(1, "Orc", "orc"); 3].map(who);
    let sides = [side("Heroes", Hand::Typed), side("Orcs", Hand::Machine)];
    fight_by(RulesetId::Bx, sides, heroes.into_iter().chain(orcs))
}

/// Presses keys, given by name or as single characters.
fn press(app: &mut App, keys: &str) {
    for key in keys.split(' ').filter(|key| !key.is_empty()) {
        let code = match key {
            "Enter" => KeyCode::Enter,
            "Esc" => KeyCode::Esc,
            "Tab" => KeyCode::Tab,
            "Space" => KeyCode::Char(' '),
            "Up" => KeyCode::Up,
            "Down" => KeyCode::Down,
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Backspace" => KeyCode::Backspace,
            "Del" => KeyCode::Delete,
            "PgDn" => KeyCode::PageDown,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "F2" => KeyCode::F(2),
            "F3" => KeyCode::F(3),
            sign => KeyCode::Char(sign.chars().next().unwrap_or(' ')),
        };
        app.key(Chord::of(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

fn type_in(app: &mut App, text: &str) {
    app.paste(text);
}

fn picture(app: &App, (width, height): (u16, u16)) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screens::paint(app, buffer.area, &mut buffer);
    let mut text = String::new();
    for y in 0..height {
        let mut x = 0;
        let mut line = String::new();
        while x < width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += u16::try_from(unicode_width::UnicodeWidthStr::width(symbol).max(1)).unwrap_or(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Compares with the snapshots of that name.
fn shows(name: &str, app: &App) {
    insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false, omit_expression => true }, {
        let all = AT_ALL_SIZES.contains(&name);
        for size in SIZES.into_iter().filter(|size| all || *size == (80, 24)) {
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), picture(app, size));
        }
    });
}

#[test]
fn start() {
    let mut app = app();
    shows("start", &app);
    press(&mut app, "Down Down Down Down Enter Down");
    shows("start-samples", &app);
    press(&mut app, "Up Enter");
    assert_eq!(app.start.lines.len(), 5, "folded away again");
    press(&mut app, "r");
    assert_eq!(app.message.text, "only your own fights can be named");
}

#[test]
fn building() {
    let mut app = fight();
    shows("build", &app);
    press(&mut app, "+");
    type_in(&mut app, "gob");
    shows("build-who", &app);
    press(&mut app, "Enter");
    shows("build-how-many", &app);
}

/// The fight after its opening: initiative is due.
fn at_initiative() -> App {
    let mut app = fight();
    press(&mut app, "Enter n n n");
    while app.state().round < 1 {
        press(&mut app, "n");
    }
    press(&mut app, "Enter");
    app
}

/// The heroes have won initiative.
fn heroes_first() -> App {
    let mut app = at_initiative();
    press(&mut app, "Enter");
    type_in(&mut app, "6");
    press(&mut app, "Enter");
    app
}

#[test]
fn phases() {
    let mut app = fight();
    press(&mut app, "Enter");
    shows("play-surprise", &app);
    let app = at_initiative();
    shows("play-initiative", &app);
    let app = heroes_first();
    shows("play-heroes", &app);
}

#[test]
fn dice_prompt() {
    let mut app = at_initiative();
    press(&mut app, "Enter");
    shows("dice", &app);
    type_in(&mut app, "9");
    press(&mut app, "Enter");
    shows("dice-refused", &app);
}

#[test]
fn act_form() {
    let mut app = heroes_first();
    press(&mut app, "a");
    shows("act", &app);
}

/// Ana has closed with an orc, and Melee is open.
fn in_melee() -> App {
    let mut app = heroes_first();
    press(&mut app, "g a m Space I");
    shows("act-move", &app);
    press(&mut app, "Enter");
    while app.state().window().is_some_and(|window| window.phase != Phase::Melee) {
        press(&mut app, "n");
    }
    app
}

#[test]
fn melee() {
    let mut app = in_melee();
    shows("play-melee", &app);
    press(&mut app, "o");
    shows("odds-next", &app);
    press(&mut app, "Esc a s");
    shows("act-strike", &app);
    press(&mut app, "o");
    shows("odds", &app);
    press(&mut app, "Esc Enter");
    shows("dice-attack", &app);
    type_in(&mut app, "19");
    press(&mut app, "Enter");
    shows("dice-damage", &app);
    type_in(&mut app, "6");
    press(&mut app, "Enter");
    shows("play-fallen", &app);
    press(&mut app, "w");
    shows("why-attack", &app);
}

/// Bo announces sleep before initiative, and casts it in the Magic step.
#[test]
fn casting() {
    let mut app = fight();
    press(&mut app, "Enter n n n");
    assert_eq!(app.state().window().map(|window| window.phase), Some(Phase::Declare));
    shows("play-declare", &app);
    press(&mut app, "a a");
    shows("act-announce", &app);
    press(&mut app, "Enter Enter");
    type_in(&mut app, "6");
    press(&mut app, "Enter");
    while app.state().window().is_some_and(|window| window.phase != Phase::Magic) {
        press(&mut app, "n");
    }
    shows("play-magic", &app);
    press(&mut app, "Enter");
    shows("act-cast", &app);
}

/// Two sides that tie are asked about it.
#[test]
fn choice() {
    let mut app = fight();
    press(&mut app, "P Down Right Enter");
    press(&mut app, "Enter");
    while app.state().window().is_some_and(|window| window.phase != Phase::Initiative) {
        press(&mut app, "n");
    }
    press(&mut app, "Enter");
    shows("initiative-list", &app);
    type_in(&mut app, "4");
    press(&mut app, "Down");
    type_in(&mut app, "4");
    press(&mut app, "Enter");
    shows("choice", &app);
}

#[test]
fn backspace_takes_the_last_die_back_and_esc_forgets() {
    let mut app = in_melee();
    press(&mut app, "a s Enter");
    type_in(&mut app, "19");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("damage to Orc"));
    press(&mut app, "Backspace");
    assert!(picture(&app, (80, 24)).contains("attacks Orc with"));
    let before = app.fight.chronicle.at();
    press(&mut app, "Esc");
    assert_eq!((app.fight.chronicle.at(), app.layers.len()), (before, 0));
}

#[test]
fn enter_alone_brings_a_fight_to_its_end() {
    for text in READY {
        let (head, start) = prepared(text).expect("a ready fight");
        let mut app = app();
        app.enter(Fight::loose(start), Screen::Fight);
        let mut keys = 0;
        while app.place == Screen::Fight {
            press(&mut app, "Enter");
            keys += 1;
            assert!(keys < 20_000, "no end of {}:\n{}", head.title, picture(&app, (80, 24)));
        }
    }
}

#[test]
fn undo_restores_everything() {
    let mut app = in_melee();
    let before = app.state().clone();
    press(&mut app, "d");
    type_in(&mut app, "3");
    press(&mut app, "Enter");
    assert_ne!(*app.state(), before);
    press(&mut app, "u");
    assert_eq!(*app.state(), before);
    press(&mut app, "U u");
    assert_eq!(*app.state(), before);
}

#[test]
fn amounts_and_conditions() {
    let mut app = heroes_first();
    press(&mut app, "G Space k k Space k k Space d");
    type_in(&mut app, "9/2");
    press(&mut app, "Down Right");
    shows("amount", &app);
    press(&mut app, "Esc c");
    shows("condition", &app);
}

#[test]
fn temporary_hit_points() {
    let mut app = heroes_first();
    press(&mut app, "d");
    type_in(&mut app, "5 temp");
    press(&mut app, "Enter");
    shows("temporary-refused", &app);
    press(&mut app, "Esc h");
    type_in(&mut app, "5 temp");
    press(&mut app, "Enter d");
    type_in(&mut app, "2");
    press(&mut app, "Enter");
    shows("temporary", &app);
}

/// What an amount comes to is said before Enter, with the unit of every number.
#[test]
fn an_amount_says_what_it_comes_to() {
    let mut app = heroes_first();
    let told = [
        ("d", "", "Ana has 8 hit points"),
        ("d", "3", "Ana takes 3 damage, 5 hit points left"),
        ("d", "7", "Ana takes 7 damage, 1 hit point left"),
        ("d", "5/2", "Ana takes 2 damage, 6 hit points left"),
        ("d", "2d6+1/2", "Ana takes half of 2d6+1 damage"),
        ("d", "99", "Ana takes 99 damage, dead"),
        ("h", "+5 temp", "Ana gains 5 temporary hit points"),
    ];
    for (key, amount, says) in told {
        press(&mut app, key);
        type_in(&mut app, amount);
        let shown = picture(&app, (80, 24));
        assert!(shown.contains(says), "{amount}: {shown}");
        press(&mut app, "Esc");
    }
    press(&mut app, "d");
    type_in(&mut app, "3");
    press(&mut app, "Enter h");
    type_in(&mut app, "2");
    let shown = picture(&app, (80, 24));
    assert!(shown.contains("Ana heals 2, 7 hit points"), "{shown}");
}

/// What no amount has in it is no part of one: the key of help asks for help.
#[test]
fn an_amount_leaves_help_its_key() {
    let mut app = heroes_first();
    press(&mut app, "d ?");
    assert_eq!(app.layers.len(), 2, "help lies over the prompt");
}

#[test]
fn reading() {
    let mut app = heroes_first();
    press(&mut app, "?");
    shows("help", &app);
    press(&mut app, "Esc w");
    shows("why", &app);
    press(&mut app, "Esc H");
    shows("history", &app);
    press(&mut app, "Esc v");
    shows("overrule", &app);
    press(&mut app, "Esc b");
    shows("block", &app);
}

/// An override form shows the current values, and sets what is entered.
#[test]
fn the_referees_word_is_filled_in_with_what_holds() {
    let mut app = heroes_first();
    press(&mut app, "g v Enter");
    type_in(&mut app, "3");
    press(&mut app, "Enter v Down Down Enter");
    assert!(picture(&app, (80, 24)).contains("Ana▏"));
    type_in(&mut app, "Bela");
    press(&mut app, "Enter v Down Down Down Enter Enter");
    let ana = app.state().named("Bela").expect("her new name").clone();
    assert_eq!((ana.vitals.hp(), ana.side), (3, SideId(1)));
    press(&mut app, "v Down Down Down Down Down Down Down Down Down Enter");
    assert!(picture(&app, (80, 24)).contains("The place"));
    press(&mut app, "Space Down");
    type_in(&mut app, "2");
    press(&mut app, "Enter");
    assert_eq!((app.state().scene.outdoors, app.state().scene.reaction), (true, 2));
}

#[test]
fn a_stat_block_names_its_fault_at_the_field() {
    let mut app = heroes_first();
    press(&mut app, "b");
    fields::to(&mut app, "saves");
    type_in(&mut app, "D11 W12");
    press(&mut app, "Enter");
    shows("block-fault", &app);
    // Valid notation that the rules refuse.
    press(&mut app, "Space");
    type_in(&mut app, "P14 B16 S15");
    press(&mut app, "Down");
    type_in(&mut app, "str 30");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("! str: found 30, expected 3 to 18"), "{text}");
    assert!(!text.contains("found \"D11"), "{text}");
}

#[test]
fn an_attack_line_is_edited_whole_and_its_fault_stands_at_it() {
    let mut app = heroes_first();
    press(&mut app, "b");
    fields::to(&mut app, "attack");
    press(&mut app, "Down");
    type_in(&mut app, "11 short bow +1, missile, 50/100/150, silver, save D-2 or asleep for 3");
    press(&mut app, "Enter");
    shows("block-attack", &app);
    press(&mut app, "Left Home Del Enter");
    let text = picture(&app, (120, 36));
    assert!(text.contains("short bow"), "{text}");
    shows("block-attack-done", &app);
}

#[test]
fn too_small_says_so_and_recovers() {
    let app = fight();
    insta::assert_snapshot!(picture(&app, (40, 4)), @"too small: 40x4, needs 60x16");
    assert!(picture(&app, (60, 16)).contains("Ana"));
}

#[test]
fn the_log_keeps_the_chosen_line_in_sight() {
    let mut app = in_melee();
    for n in 1..=30 {
        app.submit(vec![Command::Note(format!("no. {n}").into())]).expect("it is noted");
    }
    press(&mut app, "Tab Tab");
    for _ in 0..40 {
        press(&mut app, "k");
    }
    let text = picture(&app, (60, 16));
    assert!(text.contains("Bo join the Heroes"), "{text}");
    press(&mut app, "G");
    let text = picture(&app, (60, 16));
    assert!(text.contains("no. 30"), "{text}");
}
