//! Writes running fights for measurements: `field FOLDER SIZE EVENTS [UNDONE]` makes FOLDER a home (`WARDRUM_HOME`)
//! with
//! a running fight of SIZE combatants and EVENTS recorded events, followed by UNDONE acts that were each played and
//! undone.

#[path = "../benches/field/mod.rs"]
mod field;

use std::path::Path;
use wardrum::store::Folders;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (folder, size, events, undone) = match &args[..] {
        [folder, size, events] => (folder, size, events, "0"),
        [folder, size, events, undone] => (folder, size, events, &**undone),
        _ => panic!("usage: field FOLDER SIZE EVENTS [UNDONE]"),
    };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let folders = Folders::under(Path::new(folder));
    std::fs::create_dir_all(folders.fights()).expect("the folder is made");
    let path = folders.fights().join("0001-field.ron");
    let (mut chronicle, mut journal) = field::saved(&path, number(size), number(events));
    field::undone(&mut chronicle, &mut journal, number(undone));
    folders.remember(&mut journal).expect("written");
    println!("{}: {} events", path.display(), field::events(&chronicle));
}
