//! The palette, the help, rule lookup.

use super::{in_melee, picture, press, screens, shows, started, type_in};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

#[test]
fn the_palette_narrows_and_says_why_not() {
    let mut shell = in_melee();
    press(&mut shell, ":");
    type_in(&mut shell, "undo");
    shows("palette", &shell);
    press(&mut shell, "Backspace Backspace Backspace Backspace");
    type_in(&mut shell, "red");
    press(&mut shell, "Enter");
    shows("palette-barred", &shell);
    press(&mut shell, "Backspace Backspace Backspace");
    type_in(&mut shell, "qqq");
    shows("palette-nothing", &shell);
    press(&mut shell, "Backspace Backspace Backspace");
    type_in(&mut shell, "dmg");
    press(&mut shell, "Enter");
    assert_eq!(shell.layers.len(), 1, "the palette is gone, the amount is asked");
    shows("palette-done", &shell);
}

/// An overlay has its own palette, and is open again after it.
#[test]
fn the_palette_over_a_form() {
    let mut shell = in_melee();
    press(&mut shell, "d");
    type_in(&mut shell, "5");
    press(&mut shell, "F3");
    type_in(&mut shell, "cancel");
    shows("palette-form", &shell);
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty());
}

#[test]
fn a_key_that_cannot_be_says_why() {
    let mut shell = started();
    press(&mut shell, "L Esc Down Down Down Down Down v");
    assert_eq!(shell.session.message.text, "there is no fight to look at yet");
    let mut shell = in_melee();
    press(&mut shell, "U");
    assert_eq!(shell.session.message.text, "nothing to redo");
}

#[test]
fn a_rule_is_looked_up() {
    let mut shell = in_melee();
    press(&mut shell, "R");
    type_in(&mut shell, "retreat");
    shows("lookup", &shell);
    press(&mut shell, "Enter");
    shows("lookup-rule", &shell);
    press(&mut shell, "Esc Tab");
    shows("lookup-other", &shell);
    type_in(&mut shell, "qqq");
    press(&mut shell, "Enter");
    shows("lookup-none", &shell);
    press(&mut shell, "Esc");
    assert!(shell.layers.is_empty());
}

/// From a form to a rule and back.
#[test]
fn a_rule_is_looked_up_over_a_form() {
    let mut shell = in_melee();
    press(&mut shell, "d");
    type_in(&mut shell, "5");
    press(&mut shell, "F2 Esc Enter");
    assert!(shell.layers.is_empty(), "five were taken");
    let mut shell = super::started();
    press(&mut shell, "R");
    assert_eq!(shell.layers.len(), 1);
}

#[test]
fn help_is_narrowed_by_typing() {
    let mut shell = in_melee();
    press(&mut shell, "?");
    type_in(&mut shell, "mark");
    shows("help-typed", &shell);
    press(&mut shell, "Esc");
    assert_eq!(shell.layers.len(), 1, "first the words go");
    press(&mut shell, "Esc");
    assert!(shell.layers.is_empty());
}

/// From a term to its rule, and back.
#[test]
fn why_opens_its_rules() {
    let mut shell = in_melee();
    press(&mut shell, "Tab Tab k k w");
    shows("why-row", &shell);
    press(&mut shell, "Enter");
    shows("why-rule", &shell);
    press(&mut shell, "Esc");
    assert_eq!(shell.layers.len(), 1);
    press(&mut shell, "Esc");
    assert!(shell.layers.is_empty());
}

#[test]
fn what_is_pasted_picks_nothing() {
    let mut shell = in_melee();
    press(&mut shell, "a");
    type_in(&mut shell, "p");
    assert_eq!(shell.layers.len(), 1, "the list of deeds stays");
    press(&mut shell, "p");
    assert!(shell.layers.is_empty(), "the same sign, typed");
}

/// What a referee types is found at once: the operation that does it, or the word where it is to be had.
#[test]
fn the_palette_finds_the_words_of_the_table() {
    let words = [
        ("torch", "effect"),
        ("light", "effect"),
        ("lamp", "effect"),
        ("darkness", "effect"),
        ("concentration", "effect"),
        ("wandering", "wandering"),
        ("retainer", "add"),
        ("hireling", "add"),
        ("henchman", "add"),
        ("npc", "add"),
        ("summon", "add"),
        ("monster", "add"),
        ("xp", "summary"),
        ("experience", "experience"),
        ("loot", "loot"),
        ("treasure", "note"),
        ("gold", "note"),
        ("map", "map"),
        ("weather", "weather"),
        ("initiative", "overrule"),
        ("reaction", "roll"),
        ("sleep", "condition"),
        ("charm", "condition"),
        ("poison", "condition"),
        ("prone", "condition"),
        ("fire", "damage"),
        ("cure", "heal"),
        ("death", "out"),
        ("corpse", "out"),
        ("escape", "out"),
        ("grapple", "act"),
        ("ready", "act"),
        ("oil", "damage"),
        ("rations", "counters"),
        ("arrows", "set"),
        ("rout", "morale"),
        ("thac0", "stat block"),
        ("weapon", "stat block"),
        ("ambush", "sight"),
        ("players", "dice"),
        ("camp", "time"),
        ("rest", "time"),
        ("print", "export"),
        ("dark", "effect"),
        ("chance", "odds"),
        ("oops", "undo"),
    ];
    let mut missed = Vec::new();
    for (word, expected) in words {
        let mut shell = in_melee();
        press(&mut shell, ":");
        type_in(&mut shell, word);
        let text = picture(&shell, (100, 30));
        let chosen = text.lines().find_map(|line| line.split_once("  › "));
        let chosen = chosen.map_or("nothing", |(_, chosen)| chosen);
        if !chosen.starts_with(expected) {
            missed.push(format!("{word}: {chosen}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Without a word, everything is listed by what it is for; with one, the best match is first and what was typed is bold.
#[test]
fn the_palette_is_in_groups() {
    let mut shell = in_melee();
    press(&mut shell, ":");
    shows("palette-all", &shell);
    let text = picture(&shell, (120, 200));
    let heads =
        ["  Do\n", "  Change\n", "  Look\n", "  Files and wardrum\n", "  Set a value\n", "  Not now\n"];
    let at = heads.map(|head| text.find(head.trim_end()).unwrap_or_else(|| panic!("{head}\n{text}")));
    assert!(at.is_sorted(), "{text}");
    type_in(&mut shell, "dmg");
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    screens::paint(&shell, buffer.area, &mut buffer);
    let bold = |x: &u16| buffer[(*x, 10)].modifier.contains(Modifier::BOLD);
    let bold: String = (4..12).filter(bold).map(|x| buffer[(x, 10)].symbol()).collect();
    assert_eq!(bold, "dmg");
}
