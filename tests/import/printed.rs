//! Printed stat blocks: the samples of the file, each with its expected reading.

use crate::told::{classed, immune, is_admitted, is_guessed, notes, told};
use wardrum::rules::model::block::d20::Ability;
use wardrum::shorthand::printed::{self, Sheet};

const SAMPLES: &str = include_str!("samples/stat-blocks.txt");

/// The block of that number, without its expected reading.
fn sample(number: usize) -> String {
    let from = SAMPLES.split(&format!("## {number}\n")).nth(1).expect("the sample");
    let block = from.split("\n=>").next().expect("its lines");
    block.to_string()
}

fn one(number: usize) -> Sheet {
    let mut all = printed::read(&sample(number));
    assert_eq!(all.len(), 1, "{number}: {all:#?}");
    let sheet = all.remove(0);
    is_admitted(&sheet.block);
    sheet
}

#[track_caller]
fn reads(number: usize, name: &str, expected: &str) -> Sheet {
    let sheet = one(number);
    assert_eq!((&*sheet.block.name, &*told(&sheet)), (name, expected), "{number}");
    sheet
}

#[test]
fn line_1_has_everything_on_one_line() {
    let sheet = reads(
        1,
        "Bog Lurker",
        "4*, 18, 6; vine x2 1d8, maw 1d6 + Paralysed; 60/20 \"60' (20') swimming\"; F4; 9; 1d3, 2d4",
    );
    // Dropped, since the tables imply them.
    assert_eq!((sheet.block.thac0, sheet.block.saves), (None, None));
    assert_eq!(notes(&sheet), "ML: 7 away from water; AL: Neutral; XP: 125; TT: C");
}

#[test]
fn line_2_has_lines_without_colons() {
    reads(2, "Fen Imp", "1-1, 3, 7; weapon 1d6; 60/20; none 0; 6; -");
}

#[test]
fn line_3_has_alternatives_and_an_armour_class_below_zero() {
    let sheet = reads(3, "Mire Hulk", "8+2*, 38, -1; slam 3d6, spew Nothing; 90/30; F8; 10; -");
    assert!(notes(&sheet).contains("or: spew; Att: spew: stench"), "{}", notes(&sheet));
}

#[test]
fn line_4_has_a_label_a_line() {
    reads(
        4,
        "Bog Lurker",
        "4*, -, 6 (asc 14); vine x2 1d8, maw 1d6 + Paralysed; 60/20 \"turns 10'; swim 20'\"; F4; 9; 1d3, 2d4",
    );
}

#[test]
fn line_5_has_an_armour_class_that_counts_from_eleven() {
    let sheet =
        reads(5, "Reed Goblin", "1-1, -, 6 (asc 14); weapon 1d6; 60/20 \"unarmoured 30'\"; F1; 7; -");
    assert!(notes(&sheet).contains("11 without armour") && notes(&sheet).contains("when alone"));
}

#[test]
fn line_6_has_half_a_die_and_a_chance() {
    let sheet = reads(6, "Mud Rat", "1/2*, -, 7 (asc 13); bite 1d4; 120/40 \"swim 20'\"; none 0; 8; -");
    assert!(notes(&sheet).contains("5% chance of fever"));
}

#[test]
fn line_7_has_its_list_in_brackets() {
    reads(7, "Bog Lurker", "4, -, 6; vine x2 1d8, maw 1d6; 60/20; F2; 9; 1d3, 2d4");
}

#[test]
fn line_8_has_a_single_saving_throw() {
    let sheet = reads(8, "Toll Guard", "1, 4, 6; spear 1d6, sling x2 1d4; 90/30; -; -; -");
    assert!(notes(&sheet).contains("Save: 17") && notes(&sheet).contains("or: sling"));
}

#[test]
fn line_9_has_a_class_and_a_magic_sword() {
    let sheet = reads(9, "Marsh Captain", "-, 15, -1; sword +1 1d8; 120/40; -; -; -");
    assert_eq!(classed(&sheet.block), "Npc Fighter 3");
}

#[test]
fn line_10_has_hit_points_each() {
    let sheet = reads(10, "Sump Orcs", "1+3, 4, 6; attack 1d8; 90/30; -; -; -");
    assert_eq!((sheet.each, sheet.count.map(|count| count.plus)), (vec![4, 8, 6, 6, 7, 5], Some(6)));
}

#[test]
fn line_11_has_inches() {
    let sheet = reads(11, "Black Newt", "2, 9, 7; attack x2 1d3, attack 2d4; 30/10 \"//12\"\"; -; -; -");
    assert!(notes(&sheet).contains("dies in the dry"));
}

#[test]
fn line_12_has_no_name() {
    let sheet = reads(12, "Unnamed creature", "2, -, 5; ; 90/30; -; 8; -");
    assert!(is_guessed(&sheet, "name"));
}

#[test]
fn line_13_has_something_for_every_blow() {
    let sheet = reads(
        13,
        "Peat Ghoul",
        "2*, 9, 6; claw x2 1d3 + Paralysed, bite 1d4 + Paralysed; 90/30; F2; 9; -",
    );
    assert_eq!(sheet.count.map(|count| count.plus), Some(3));
    assert!(is_guessed(&sheet, "attacks"));
}

#[test]
fn line_14_has_scores() {
    let sheet = one(14);
    let block = &sheet.block;
    assert_eq!((&*block.name, &*classed(block)), ("Sedge Witch", "Npc MagicUser 4"));
    let expected = "10, 9; dagger 1d4; 120/40; -; -; -";
    assert!(told(&sheet).ends_with(expected), "{}", told(&sheet));
    let score = |which| block.abilities.score(which);
    assert_eq!((score(Ability::Str), score(Ability::Cha)), (Some(10), Some(12)));
}

#[test]
fn line_15_has_ranges() {
    let sheet = reads(15, "Giant Leech Pack", "3*, 13, 7; bite 1d6; 90/30 \"swimming\"; -; -; -");
    assert!(is_guessed(&sheet, "hd") && notes(&sheet).contains("blood drain"));
    assert!(notes(&sheet).contains("ML: Varies"));
}

#[test]
fn line_16_is_harmed_only_by_magic() {
    let sheet = reads(16, "Will-o'-Fen", "9*, -, 0 (asc 20); shock 2d6; -/- \"fly 60'\"; F9; 12; -");
    assert_eq!(immune(&sheet.block), "all but Magic");
    assert!(is_guessed(&sheet, "immune"));
}

#[test]
fn several_in_one_paste_are_told_apart() {
    for between in ["\n\n", "\n"] {
        let text: Vec<String> = [1, 3, 5, 7, 8, 10, 16].map(sample).to_vec();
        let names: Vec<String> = printed::read(&text.join(between))
            .iter()
            .map(|sheet| sheet.block.name.to_string())
            .collect();
        let expected = [
            "Bog Lurker",
            "Mire Hulk",
            "Reed Goblin",
            "Bog Lurker",
            "Toll Guard",
            "Sump Orcs",
            "Will-o'-Fen",
        ];
        assert_eq!(names, expected, "{between:?}");
    }
    let text: Vec<String> = (1..=16).map(sample).collect();
    let all = printed::read(&text.join("\n\n"));
    assert_eq!(all.len(), 16, "{:?}", all.iter().map(|sheet| &sheet.block.name).collect::<Vec<_>>());
}

#[test]
fn abilities_below_are_notes_and_names_stand_apart() {
    let text = "BOG LURKER\n\nAC 6 [13], HD 4 (18hp), Att 1 × maw (1d6), MV 60' (20'), ML 9\n\n\
        Ambush: Waits in black water and is never seen before it bites, which surprises on 1-4.\n\n\
        Fen Imp\nAC 7 [12], HD 1-1 (3hp), Att 1 × weapon (1d6), MV 60' (20'), ML 6";
    let all = printed::read(text);
    let names: Vec<&str> = all.iter().map(|sheet| &*sheet.block.name).collect();
    assert_eq!(names, ["BOG LURKER", "Fen Imp"]);
    assert!(notes(&all[0]).contains("Ambush: Waits"), "{}", notes(&all[0]));
}
