//! The README shows a real screen and names real keys. `WARDRUM_BLESS=1` rewrites the picture.

#[path = "../examples/frame_svg/picture.rs"]
mod picture;

use picture::Wanted;
use std::fs;
use std::path::{Path, PathBuf};
use wardrum::store::ThemeName;
use wardrum::tui::input::keymap::{Chord, Keymap, Scope};
use wardrum::tui::paint::theme::Depth;

/// The picture in the README.
const PICTURE: &str = "assets/readme/play.svg";

/// The sample fight it shows, and how far it is played.
fn wanted() -> Wanted {
    Wanted {
        file: Some(at("saves/first-fight.ron").to_string_lossy().into_owned()),
        size: (120, 34),
        look: ThemeName::Dark,
        depth: Depth::True,
        ascii: false,
        keys: "Enter*17".into(),
    }
}

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_readme_shows_the_real_screen() {
    let real = picture::of(&wanted()).expect("a frame");
    if std::env::var_os("WARDRUM_BLESS").is_some() {
        fs::create_dir_all(at("assets/readme")).expect("a folder");
        fs::write(at(PICTURE), &real).expect("written");
    }
    assert!(read("README.md").contains(&format!("]({PICTURE})")), "the picture is in the README");
    assert!(read(PICTURE) == real, "{PICTURE} is not the real screen; WARDRUM_BLESS=1 writes it anew");
}

/// Checks each key of the table, with the first word of its description in the README.
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
