//! The README shows a real screen and names real keys. `WARDRUM_BLESS=1` writes the screen anew.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use wardrum::tui::input::keymap::{Chord, Keymap, Scope};

/// The picture in the README, as the screen tests have it.
const SCREEN: &str = "tests/screens/play-melee-80x24.snap";

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The picture without the head of its file.
fn screen() -> String {
    let text = read(SCREEN);
    let body = text.splitn(3, "---\n").nth(2).unwrap_or_default();
    format!("```text\n{}\n```\n", body.trim_end())
}

/// Where the text between the two marks of that name stands.
fn between(text: &str, name: &str) -> Range<usize> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let from = text.find(&open).map(|found| found + open.len()).expect("the mark that opens");
    from..text[from..].find(&close).map(|found| from + found).expect("the mark that closes")
}

#[test]
fn the_readme_shows_the_real_screen() {
    let mut text = read("README.md");
    let (place, real) = (between(&text, "screen"), screen());
    if std::env::var_os("WARDRUM_BLESS").is_some() {
        text.replace_range(place.clone(), &real);
        fs::write(at("README.md"), &text).expect("written");
    }
    assert_eq!(text[between(&text, "screen")], real, "WARDRUM_BLESS=1 writes it anew");
}

/// Each key of the table, with the first word of what the README says of it.
#[test]
fn the_readme_names_keys_that_exist_in_a_fight() {
    let text = read("README.md");
    let table =
        text.split("## A dozen keys").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or("");
    let keymap = Keymap::default();
    let known: Vec<String> = [Scope::Play, Scope::Everywhere]
        .into_iter()
        .flat_map(|scope| keymap.rows(scope))
        .flat_map(|row| row.keys.iter().map(Chord::to_string))
        .collect();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.flat_map(|line| line.split('|').skip(1).step_by(2));
    let keys: Vec<&str> =
        cells.flat_map(|cell| cell.split_whitespace()).map(|key| key.trim_matches('`')).collect();
    assert!(keys.len() >= 12, "{keys:?}");
    for key in keys {
        assert!(known.iter().any(|one| one == key), "{key} means nothing in a fight");
    }
}
