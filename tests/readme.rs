//! The README shows a real screen and the real keys. `WARDRUM_BLESS=1` writes both anew.

use std::fmt::Write as _;
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

/// Every key by the place where it holds.
fn keys() -> String {
    let mut text = String::new();
    for scope in Scope::ALL {
        let _ = writeln!(text, "**{}**\n\n| key | does |\n|---|---|", scope.title());
        for row in Keymap::default().rows(scope) {
            let keys: Vec<String> = row.keys.iter().map(Chord::to_string).collect();
            let _ = writeln!(text, "| `{}` | {} |", keys.join("` `"), row.help);
        }
        text.push('\n');
    }
    text
}

/// Where the text between the two marks of that name stands.
fn between(text: &str, name: &str) -> Range<usize> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let from = text.find(&open).map(|found| found + open.len()).expect("the mark that opens");
    from..text[from..].find(&close).map(|found| from + found).expect("the mark that closes")
}

#[test]
fn the_readme_shows_the_real_screen_and_the_real_keys() {
    let mut text = read("README.md");
    for (name, real) in [("screen", screen()), ("keys", keys())] {
        if std::env::var_os("WARDRUM_BLESS").is_some() {
            text.replace_range(between(&text, name), &real);
            fs::write(at("README.md"), &text).expect("written");
        }
        assert_eq!(text[between(&text, name)], real, "{name}: WARDRUM_BLESS=1 writes it anew");
    }
}
