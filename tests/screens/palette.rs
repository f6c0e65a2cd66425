//! The palette, the help, rule lookup.

use super::{app, in_melee, picture, press, shows, type_in};

#[test]
fn the_palette_narrows_and_says_why_not() {
    let mut app = in_melee();
    press(&mut app, ":");
    type_in(&mut app, "undo");
    shows("palette", &app);
    press(&mut app, "Backspace Backspace Backspace Backspace");
    type_in(&mut app, "red");
    press(&mut app, "Enter");
    shows("palette-barred", &app);
    press(&mut app, "Backspace Backspace Backspace");
    type_in(&mut app, "qqq");
    shows("palette-nothing", &app);
    press(&mut app, "Backspace Backspace Backspace");
    type_in(&mut app, "dmg");
    press(&mut app, "Enter");
    assert_eq!(app.layers.len(), 1, "the palette is gone, the amount is asked");
    shows("palette-done", &app);
}

/// An overlay has its own palette, and is open again after it.
#[test]
fn the_palette_over_a_form() {
    let mut app = in_melee();
    press(&mut app, "d");
    type_in(&mut app, "5");
    press(&mut app, "F3");
    type_in(&mut app, "cancel");
    shows("palette-form", &app);
    press(&mut app, "Enter");
    assert!(app.layers.is_empty());
}

#[test]
fn a_key_that_cannot_be_says_why() {
    let mut app = app();
    press(&mut app, "Down Down v");
    assert_eq!(app.message.text, "there is no fight to look at yet");
    let mut app = in_melee();
    press(&mut app, "U");
    assert_eq!(app.message.text, "nothing to redo");
}

#[test]
fn a_rule_is_looked_up() {
    let mut app = in_melee();
    press(&mut app, "R");
    type_in(&mut app, "retreat");
    shows("lookup", &app);
    press(&mut app, "Enter");
    shows("lookup-rule", &app);
    press(&mut app, "Esc Tab");
    shows("lookup-other", &app);
    type_in(&mut app, "qqq");
    press(&mut app, "Enter");
    shows("lookup-none", &app);
    press(&mut app, "Esc");
    assert!(app.layers.is_empty());
}

/// From a form to a rule and back.
#[test]
fn a_rule_is_looked_up_over_a_form() {
    let mut app = in_melee();
    press(&mut app, "d");
    type_in(&mut app, "5");
    press(&mut app, "F2 Esc Enter");
    assert!(app.layers.is_empty(), "five were taken");
    let mut app = super::app();
    press(&mut app, "R");
    assert_eq!(app.layers.len(), 1);
}

#[test]
fn help_is_narrowed_by_typing() {
    let mut app = in_melee();
    press(&mut app, "?");
    type_in(&mut app, "mark");
    shows("help-typed", &app);
    press(&mut app, "Esc");
    assert_eq!(app.layers.len(), 1, "first the words go");
    press(&mut app, "Esc");
    assert!(app.layers.is_empty());
}

/// From a term to its rule, and back.
#[test]
fn why_opens_its_rules() {
    let mut app = in_melee();
    press(&mut app, "Tab Tab k k w");
    shows("why-row", &app);
    press(&mut app, "Enter");
    shows("why-rule", &app);
    press(&mut app, "Esc");
    assert_eq!(app.layers.len(), 1);
    press(&mut app, "Esc");
    assert!(app.layers.is_empty());
}

#[test]
fn what_is_pasted_picks_nothing() {
    let mut app = in_melee();
    press(&mut app, "a");
    type_in(&mut app, "p");
    assert_eq!(app.layers.len(), 1, "the list of deeds stays");
    press(&mut app, "p");
    assert!(app.layers.is_empty(), "the same sign, typed");
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
        let mut app = in_melee();
        press(&mut app, ":");
        type_in(&mut app, word);
        let text = picture(&app, (100, 30));
        let chosen = text.lines().find_map(|line| line.split_once("│ › ").or(line.split_once("│› ")));
        let chosen = chosen.map_or("nothing", |(_, chosen)| chosen);
        if !chosen.starts_with(expected) {
            missed.push(format!("{word}: {chosen}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
