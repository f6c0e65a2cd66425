//! Single-line prompts: a note, dice to roll, a name, a path; and finding a combatant by name.

use super::edit::{Row, fixed};
use super::form::{Field, Value};
use crate::chronicle::EntryId;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::CombatantId;
use crate::tui::fight::leaving::Exit;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::library::review;
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, closes};
use crate::tui::session::Session;
use crate::tui::table::view::View;
use std::path::PathBuf;

/// A prompt for one line; `done` submits it.
pub fn ask(
    title: &str,
    label: &str,
    hint: &str,
    done: impl Fn(&mut Session, &str) -> Done + 'static,
) -> Box<dyn Layer> {
    ask_with(title, label, hint, "", done)
}

/// The same with a default text, which typing replaces.
pub fn ask_with(
    title: &str,
    label: &str,
    hint: &str,
    text: &str,
    done: impl Fn(&mut Session, &str) -> Done + 'static,
) -> Box<dyn Layer> {
    let row = Row::text(label, text, |draft: &mut String, text| *draft = text.into());
    let done = move |session: &mut Session, text: &String| done(session, text);
    fixed(title, String::new(), vec![row], done).hint(hint).boxed()
}

/// The text of the first field, unless it is empty.
fn not_empty(text: &str) -> Result<&str, Refused> {
    if text.is_empty() { Err(Refused::at(0, "empty, expected some words")) } else { Ok(text) }
}

/// A name, unless it is empty.
///
/// # Errors
/// Says that it is empty.
pub fn named(text: &str) -> Result<&str, String> {
    if text.is_empty() { Err("empty, expected a name".into()) } else { Ok(text) }
}

/// A note; pinned to a combatant, it is shown in the focus pane too.
pub fn note(view: &View) -> Box<dyn Layer> {
    let people = view.board.order.clone();
    let names = people.iter().map(|who| view.name(*who).to_string()).collect();
    let at = people.iter().position(|who| view.board.cursor == Some(*who)).unwrap_or(0);
    type Draft = (String, Option<CombatantId>);
    let pinned = move |field: &Field| Ok(people.get(field.pick()).copied().filter(|_| field.is_given()));
    let field = Field::may("pinned to", Value::Pick(names, at), false);
    let rows = vec![
        Row::text("note", "", |(note, _): &mut Draft, text| *note = text.into()),
        Row::set(field, pinned, |(_, whom): &mut Draft, who| *whom = who),
    ];
    let done = |session: &mut Session, (text, pinned): &Draft| {
        let text = not_empty(text)?;
        session.run(vec![match pinned {
            Some(who) => Command::Overrule(Overrule::Pin(*who, text.into())),
            None => Command::Note(text.into()),
        }])
    };
    let hint = "shown in the log; if pinned, in the focus pane too";
    fixed("Note", Draft::default(), rows, done).hint(hint).boxed()
}

/// Dice to roll.
pub fn roll() -> Box<dyn Layer> {
    ask("Roll", "dice", "like 2d6+1, d20, 3d4", |session, text| {
        let dice: DiceExpr = text.parse().map_err(|fault: String| Refused::at(0, fault))?;
        session.run(vec![Command::Roll(dice)])
    })
}

/// The name of a prepared fight.
pub fn keep() -> Box<dyn Layer> {
    ask("Save as a prepared fight", "name", "shown on the start screen", |session, text| {
        closes(session.keep(not_empty(text)?))
    })
}

/// A new name for the line that begins with that entry.
pub fn rename(origin: EntryId, name: &str) -> Box<dyn Layer> {
    ask_with("Rename the branch", "name", "stored in the save", name, move |session, text| {
        session.fight.name(origin, not_empty(text)?);
        session.open_branches()
    })
}

/// A new name for the fight in that file.
pub fn name_fight(path: PathBuf, name: &str) -> Box<dyn Layer> {
    let hint = "shown on the start screen; if empty, the sides are shown";
    ask_with("Name the fight", "name", hint, name, move |session, text| {
        closes(session.name_fight(&path, text))
    })
}

/// The path of a file to open or to import.
pub fn open() -> Box<dyn Layer> {
    let hint = "paste a stat block, or name a file: a saved fight, creatures, a party, an encounter";
    let row = Row::text("file", "", |draft: &mut String, text| *draft = text.into());
    let done = |session: &mut Session, text: &String| session.open_or_import(not_empty(text)?);
    let read = |view: &View, text: &str| review::of_paste(view, text, review::Aim::Keep);
    fixed("Paste or import", String::new(), vec![row], done).hint(hint).reading(read).boxed()
}

/// The path for a copy of the whole fight, before it is left.
pub fn copy_elsewhere(to: Exit) -> Box<dyn Layer> {
    ask("Save a copy elsewhere", "path", "a new file, on another disk perhaps", move |session, text| {
        closes(session.leave_copied(to, not_empty(text)?))
    })
}

/// The path of the report.
pub fn export(path: &str) -> Box<dyn Layer> {
    let hint =
        "a report to read (Markdown); end the name in .html for a page that replays, .json for programs";
    ask_with("Report of the fight", "file", hint, path, |session, text| {
        closes(session.export(not_empty(text)?))
    })
}

/// Finds a combatant by name.
pub fn find(view: &View) -> Box<dyn Layer> {
    let rows = view.board.order.iter().map(|who| (view.name(*who), *who));
    Picker::new("Find", rows, |session, who| {
        session.look_at(*who);
        CLOSE
    })
    .filtered()
    .boxed()
}
