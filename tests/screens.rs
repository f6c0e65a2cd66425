//! Screens as text snapshots: each at 80 columns, one of every kind at all three supported sizes.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::path::PathBuf;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::command::{Arrival, Command};
use wardrum::rules::model::encounter::{Encounter, Hand, Side, Stage};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::SideId;
use wardrum::rules::model::window::Phase;
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, READY, prepared, ready};
use wardrum::tui::fight::Fight;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::screens;
use wardrum::tui::screens::start::{Opens, RowText, Start, StartRow, begin, samples};
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::shell::Shell;
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
#[path = "screens/counted.rs"]
mod counted;
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
#[path = "screens/house_book.rs"]
mod house_book;
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
#[path = "screens/phones.rs"]
mod phones;
#[path = "screens/places.rs"]
mod places;
#[path = "screens/seconds.rs"]
mod seconds;
#[path = "screens/share.rs"]
mod share;
#[path = "screens/start.rs"]
mod start;
#[path = "screens/timeline.rs"]
mod timeline;
#[path = "screens/zero.rs"]
mod zero;

const SIZES: [(u16, u16); 3] = [(120, 36), (80, 24), (60, 16)];
/// The size at which there is most to see.
const LARGE: (u16, u16) = (160, 50);
/// Snapshots taken at every size: each layout and each kind of overlay once.
const AT_ALL_SIZES: [&str; 32] = [
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
    "palette-all",
    "summary",
    "odds-line",
    "odds-curve",
    "places-bx",
    "places-seconds",
    "places-zero",
];

/// A running fight, another of the same name, one that is over, one in the archive, and whatever begins a fight.
fn start_screen() -> Start {
    let fight = |name: &str, state: &str, played: &str, opens: fn(PathBuf) -> Opens, file: &str| {
        let (name, state, played) = (name.into(), state.into(), played.into());
        let whom = "Heroes v Goblins".into();
        StartRow::new(
            RowText { name, whom, state, played, about: "B/X Classic".into() },
            opens(file.into()),
        )
    };
    let (_, mut e) = prepared(READY[0]).expect("a ready fight");
    e.stage = Stage::Running;
    let name = "First fight: six goblins";
    let own = vec![
        fight(name, "round 3", "today 21:40", Opens::Saved, "fights/0007-first-fight.ron").at(e),
        fight("Orcs at the ford", "won by Heroes", "Sun 20:05", Opens::Saved, "saves/orcs.ron"),
        fight(name, "round 2", "12 Nov", Opens::Saved, "fights/0003-first-fight.ron"),
        fight("Held at the bridge", "over", "3 May", Opens::Saved, "fights/0002-fight.ron"),
        fight("The old mill", "over", "2 May", Opens::Saved, "fights/0001-fight.ron"),
        fight("A bad day", "archived", "1 May", Opens::Archived, "archive/0004-fight.ron"),
    ];
    Start::of(own, begin(None), samples(), true)
}

fn started() -> Shell {
    let empty = Fight::loose(Encounter::new(RulesetId::Bx));
    let stock = Stock::of(Bestiary::built_in(Family::D20));
    Shell::new(Session::new(start_screen(), empty, stock, Theme::plain(), Box::new(Thrown::seeded(7))))
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
fn fight_by(rules: RulesetId, sides: [Command; 2], who: impl IntoIterator<Item = Arrival>) -> Shell {
    let mut shell = started();
    shell.with(|session| session.enter(Fight::loose(Encounter::new(rules)), Screen::Fight));
    let all = sides.into_iter().chain(who.into_iter().map(Command::Arrive));
    shell.with(|session| session.submit(all.collect())).expect("the sides stand");
    spread(&mut shell);
    shell
}

/// Gives each combatant a row of its own.
fn spread(shell: &mut Shell) {
    while (0..shell.session.board.rows()).any(|row| shell.session.board.fold(row).is_some()) {
        press(shell, "F");
    }
}

/// Three characters whose dice are typed in, against three orcs.
fn fight() -> Shell {
    let who = |(side, name, key)| arrive(RulesetId::Bx, side, name, key);
    let heroes =
        [(0, "Ana", "fighter-1"), (0, "Ælfwyn", "cleric-1"), (0, "Bo", "magic-user-1")].map(who);
    let orcs = [(1, "Orc", "orc"); 3].map(who);
    let sides = [side("Heroes", Hand::Typed), side("Orcs", Hand::Machine)];
    fight_by(RulesetId::Bx, sides, heroes.into_iter().chain(orcs))
}

/// Presses keys, given by name or as single characters.
fn press(shell: &mut Shell, keys: &str) {
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
        shell.key(Chord::of(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

fn type_in(shell: &mut Shell, text: &str) {
    shell.paste(text);
}

fn picture(shell: &Shell, (width, height): (u16, u16)) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screens::paint(shell, buffer.area, &mut buffer);
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
fn shows(name: &str, shell: &Shell) {
    insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false, omit_expression => true }, {
        let all = AT_ALL_SIZES.contains(&name);
        let large = (name == "start").then_some(LARGE);
        for size in SIZES.into_iter().filter(|size| all || *size == (80, 24)).chain(large) {
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), picture(shell, size));
        }
    });
}

#[test]
fn building() {
    let mut shell = fight();
    shows("build", &shell);
    press(&mut shell, "+");
    type_in(&mut shell, "gob");
    shows("build-who", &shell);
    press(&mut shell, "Enter");
    shows("build-how-many", &shell);
}

/// The fight after its opening: initiative is due.
fn at_initiative() -> Shell {
    let mut shell = fight();
    press(&mut shell, "Enter n n n");
    while shell.session.state().round < 1 {
        press(&mut shell, "n");
    }
    press(&mut shell, "Enter");
    shell
}

/// The heroes have won initiative.
fn heroes_first() -> Shell {
    let mut shell = at_initiative();
    press(&mut shell, "Enter");
    type_in(&mut shell, "6");
    press(&mut shell, "Enter");
    shell
}

#[test]
fn phases() {
    let mut shell = fight();
    press(&mut shell, "Enter");
    shows("play-surprise", &shell);
    let shell = at_initiative();
    shows("play-initiative", &shell);
    let shell = heroes_first();
    shows("play-heroes", &shell);
}

/// One column, two and three, at the widths where they begin and where they are full.
#[test]
fn the_play_screen_at_every_width() {
    let shell = in_melee();
    insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false, omit_expression => true }, {
        for size in [(110, 30), (150, 40), (160, 50), (200, 50)] {
            insta::assert_snapshot!(format!("play-melee-{}x{}", size.0, size.1), picture(&shell, size));
        }
    });
}

#[test]
fn dice_prompt() {
    let mut shell = at_initiative();
    press(&mut shell, "Enter");
    shows("dice", &shell);
    type_in(&mut shell, "9");
    press(&mut shell, "Enter");
    shows("dice-refused", &shell);
}

#[test]
fn act_form() {
    let mut shell = heroes_first();
    press(&mut shell, "a");
    shows("act", &shell);
}

/// Ana has closed with an orc, and Melee is open.
fn in_melee() -> Shell {
    let mut shell = heroes_first();
    press(&mut shell, "g a m Space I");
    shows("act-move", &shell);
    press(&mut shell, "Enter");
    while shell.session.state().window().is_some_and(|window| window.phase != Phase::Melee) {
        press(&mut shell, "n");
    }
    shell
}

#[test]
fn melee() {
    let mut shell = in_melee();
    shows("play-melee", &shell);
    press(&mut shell, "o");
    shows("odds-next", &shell);
    press(&mut shell, "Esc a s");
    shows("act-strike", &shell);
    press(&mut shell, "o");
    shows("odds", &shell);
    press(&mut shell, "Esc Enter");
    shows("dice-attack", &shell);
    type_in(&mut shell, "19");
    press(&mut shell, "Enter");
    shows("dice-damage", &shell);
    type_in(&mut shell, "6");
    press(&mut shell, "Enter");
    shows("play-fallen", &shell);
    press(&mut shell, "w");
    shows("why-attack", &shell);
}

/// Bo announces sleep before initiative, and casts it in the Magic step.
#[test]
fn casting() {
    let mut shell = fight();
    press(&mut shell, "Enter n n n");
    assert_eq!(shell.session.state().window().map(|window| window.phase), Some(Phase::Declare));
    shows("play-declare", &shell);
    press(&mut shell, "a a");
    shows("act-announce", &shell);
    press(&mut shell, "Enter Enter");
    type_in(&mut shell, "6");
    press(&mut shell, "Enter");
    while shell.session.state().window().is_some_and(|window| window.phase != Phase::Magic) {
        press(&mut shell, "n");
    }
    shows("play-magic", &shell);
    press(&mut shell, "Enter");
    shows("act-cast", &shell);
}

/// Two sides that tie are asked about it.
#[test]
fn choice() {
    let mut shell = fight();
    press(&mut shell, "P Down Right Enter");
    press(&mut shell, "Enter");
    while shell.session.state().window().is_some_and(|window| window.phase != Phase::Initiative) {
        press(&mut shell, "n");
    }
    press(&mut shell, "Enter");
    shows("initiative-list", &shell);
    type_in(&mut shell, "4");
    press(&mut shell, "Down");
    type_in(&mut shell, "4");
    press(&mut shell, "Enter");
    shows("choice", &shell);
}

#[test]
fn backspace_takes_the_last_die_back_and_esc_forgets() {
    let mut shell = in_melee();
    press(&mut shell, "a s Enter");
    type_in(&mut shell, "19");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("Damage to Orc"));
    press(&mut shell, "Backspace");
    assert!(picture(&shell, (80, 24)).contains("attacks Orc with"));
    let before = shell.session.fight.chronicle.at();
    press(&mut shell, "Esc");
    assert_eq!((shell.session.fight.chronicle.at(), shell.layers.len()), (before, 0));
}

#[test]
fn enter_alone_brings_a_fight_to_its_end() {
    for text in READY {
        let (head, start) = prepared(text).expect("a ready fight");
        let mut shell = started();
        shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
        let mut keys = 0;
        while shell.session.place == Screen::Fight {
            press(&mut shell, "Enter");
            keys += 1;
            assert!(keys < 20_000, "no end of {}:\n{}", head.title, picture(&shell, (80, 24)));
        }
    }
}

#[test]
fn undo_restores_everything() {
    let mut shell = in_melee();
    let before = shell.session.state().clone();
    press(&mut shell, "d");
    type_in(&mut shell, "3");
    press(&mut shell, "Enter");
    assert_ne!(*shell.session.state(), before);
    press(&mut shell, "u");
    assert_eq!(*shell.session.state(), before);
    press(&mut shell, "U u");
    assert_eq!(*shell.session.state(), before);
}

#[test]
fn amounts_and_conditions() {
    let mut shell = heroes_first();
    press(&mut shell, "G Space k k Space k k Space d");
    type_in(&mut shell, "9/2");
    press(&mut shell, "Down Right");
    shows("amount", &shell);
    press(&mut shell, "Esc c");
    shows("condition", &shell);
}

#[test]
fn temporary_hit_points() {
    let mut shell = heroes_first();
    press(&mut shell, "d");
    type_in(&mut shell, "5 temp");
    press(&mut shell, "Enter");
    shows("temporary-refused", &shell);
    press(&mut shell, "Esc h");
    type_in(&mut shell, "5 temp");
    press(&mut shell, "Enter d");
    type_in(&mut shell, "2");
    press(&mut shell, "Enter");
    shows("temporary", &shell);
}

/// What an amount comes to is said before Enter, with the unit of every number.
#[test]
fn an_amount_says_what_it_comes_to() {
    let mut shell = heroes_first();
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
        press(&mut shell, key);
        type_in(&mut shell, amount);
        let shown = picture(&shell, (80, 24));
        assert!(shown.contains(says), "{amount}: {shown}");
        press(&mut shell, "Esc");
    }
    press(&mut shell, "d");
    type_in(&mut shell, "3");
    press(&mut shell, "Enter h");
    type_in(&mut shell, "2");
    let shown = picture(&shell, (80, 24));
    assert!(shown.contains("Ana heals 2, 7 hit points"), "{shown}");
}

/// What no amount has in it is no part of one: the key of help asks for help.
#[test]
fn an_amount_leaves_help_its_key() {
    let mut shell = heroes_first();
    press(&mut shell, "d ?");
    assert_eq!(shell.layers.len(), 2, "help lies over the prompt");
}

#[test]
fn reading() {
    let mut shell = heroes_first();
    press(&mut shell, "?");
    shows("help", &shell);
    press(&mut shell, "Esc w");
    shows("why", &shell);
    press(&mut shell, "Esc H");
    shows("history", &shell);
    press(&mut shell, "Esc v");
    shows("overrule", &shell);
    press(&mut shell, "Esc b");
    shows("block", &shell);
}

/// An override form shows the current values, and sets what is entered.
#[test]
fn the_referees_word_is_filled_in_with_what_holds() {
    let mut shell = heroes_first();
    press(&mut shell, "g v Enter");
    type_in(&mut shell, "3");
    press(&mut shell, "Enter v Down Down Enter");
    assert!(picture(&shell, (80, 24)).contains("Ana▏"));
    type_in(&mut shell, "Bela");
    press(&mut shell, "Enter v Down Down Down Enter Enter");
    let ana = shell.session.state().named("Bela").expect("her new name").clone();
    assert_eq!((ana.vitals.hp(), ana.side), (3, SideId(1)));
    press(&mut shell, "v Down Down Down Down Down Down Down Down Down Enter");
    assert!(picture(&shell, (80, 24)).contains("The place"));
    press(&mut shell, "Space Down");
    type_in(&mut shell, "2");
    press(&mut shell, "Enter");
    assert_eq!((shell.session.state().scene.outdoors, shell.session.state().scene.reaction), (true, 2));
}

#[test]
fn a_stat_block_names_its_fault_at_the_field() {
    let mut shell = heroes_first();
    press(&mut shell, "b");
    fields::to(&mut shell, "saves");
    type_in(&mut shell, "D11 W12");
    press(&mut shell, "Enter");
    shows("block-fault", &shell);
    // Valid notation that the rules refuse.
    press(&mut shell, "Space");
    type_in(&mut shell, "P14 B16 S15");
    press(&mut shell, "Down");
    type_in(&mut shell, "str 30");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("! str: found 30, expected 3 to 18"), "{text}");
    assert!(!text.contains("found \"D11"), "{text}");
}

#[test]
fn an_attack_line_is_edited_whole_and_its_fault_stands_at_it() {
    let mut shell = heroes_first();
    press(&mut shell, "b");
    fields::to(&mut shell, "attack");
    press(&mut shell, "Down");
    type_in(&mut shell, "11 short bow +1, missile, 50/100/150, silver, save D-2 or asleep for 3");
    press(&mut shell, "Enter");
    shows("block-attack", &shell);
    press(&mut shell, "Left Home Del Enter");
    let text = picture(&shell, (120, 36));
    assert!(text.contains("short bow"), "{text}");
    shows("block-attack-done", &shell);
}

#[test]
fn too_small_says_so_and_recovers() {
    let shell = fight();
    insta::assert_snapshot!(picture(&shell, (40, 4)), @"too small: 40x4, needs 60x16");
    assert!(picture(&shell, (60, 16)).contains("Ana"));
}

#[test]
fn the_log_keeps_the_chosen_line_in_sight() {
    let mut shell = in_melee();
    for n in 1..=30 {
        shell
            .with(|session| session.submit(vec![Command::Note(format!("no. {n}").into())]))
            .expect("it is noted");
    }
    press(&mut shell, "Tab Tab");
    for _ in 0..40 {
        press(&mut shell, "k");
    }
    let text = picture(&shell, (60, 16));
    assert!(text.contains("Bo join the Heroes"), "{text}");
    press(&mut shell, "G");
    let text = picture(&shell, (60, 16));
    assert!(text.contains("no. 30"), "{text}");
}
