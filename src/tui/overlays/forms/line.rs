//! Single-line prompts: a note, dice to roll, a name, a path; and finding a combatant by name.

use super::boxes::{FormBox, MenuBox};
use super::form::{Field, Form, Value};
use crate::chronicle::EntryId;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::dice::DiceExpr;
use crate::tui::fight::leaving::{Exit, Unsaved};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::table::view::View;
use std::path::PathBuf;

/// A prompt for one line; `done` submits it.
fn ask(
    title: &str,
    label: &str,
    hint: &str,
    done: impl Fn(&str) -> Result<Verdict, String> + 'static,
) -> Box<dyn Overlay> {
    ask_with(title, label, hint, "", done)
}

/// The same with a default text, which typing replaces.
fn ask_with(
    title: &str,
    label: &str,
    hint: &str,
    text: &str,
    done: impl Fn(&str) -> Result<Verdict, String> + 'static,
) -> Box<dyn Overlay> {
    let form = Form::new(vec![Field::new(label, Value::Text(text.into()))]);
    let filled = move |_: &View, form: &Form| done(form.fields[0].text()).map_err(|fault| (0, fault));
    FormBox::new(title, form, filled).hint(hint).boxed()
}

fn not_empty(text: &str) -> Result<&str, String> {
    if text.is_empty() { Err("empty, expected some words".into()) } else { Ok(text) }
}

/// A note; pinned to a combatant, it is shown in the focus pane too.
pub fn note(view: &View) -> Box<dyn Overlay> {
    let people = view.board.order.clone();
    let names = people.iter().map(|who| view.name(*who).to_string()).collect();
    let at = people.iter().position(|who| view.board.cursor == Some(*who)).unwrap_or(0);
    let form = Form::new(vec![
        Field::new("note", Value::Text(String::new())),
        Field::may("pinned to", Value::Pick(names, at), false),
    ]);
    let done = move |_: &View, form: &Form| {
        let text = not_empty(form.fields[0].text()).map_err(|fault| (0, fault))?;
        let pinned = people.get(form.fields[1].pick()).filter(|_| form.fields[1].is_given());
        Ok(Verdict::Run(vec![match pinned {
            Some(who) => Command::Overrule(Overrule::Pin(*who, text.into())),
            None => Command::Note(text.into()),
        }]))
    };
    FormBox::new("Note", form, done).hint("shown in the log; if pinned, in the focus pane too").boxed()
}

/// Dice to roll.
pub fn roll() -> Box<dyn Overlay> {
    ask("Roll", "dice", "like 2d6+1, d20, 3d4", |text| {
        let dice: DiceExpr = text.parse()?;
        Ok(Verdict::Run(vec![Command::Roll(dice)]))
    })
}

/// The name of a prepared fight.
pub fn keep() -> Box<dyn Overlay> {
    ask("Save as a prepared fight", "name", "shown on the start screen", |text| {
        Ok(Verdict::Keep(not_empty(text)?.into()))
    })
}

/// The name of a branch that continues after `at` acts.
pub fn branch(at: usize, proposed: &str) -> Box<dyn Overlay> {
    let hint = "nothing is lost: what was done after this moment stays as a branch (B)";
    ask_with("Continue from here", "name", hint, proposed, move |text| {
        Ok(Verdict::Branch(at, not_empty(text)?.into()))
    })
}

/// A new name for the line that begins with that entry.
pub fn rename(origin: EntryId, name: &str) -> Box<dyn Overlay> {
    ask_with("Rename the branch", "name", "stored in the save", name, move |text| {
        Ok(Verdict::Rename(origin, not_empty(text)?.into()))
    })
}

/// A new name for the fight in that file.
pub fn name_fight(path: PathBuf, name: &str) -> Box<dyn Overlay> {
    let hint = "shown on the start screen; if empty, the sides are shown";
    ask_with("Name the fight", "name", hint, name, move |text| {
        Ok(Verdict::NameFight(path.clone(), text.into()))
    })
}

/// The path of a file to open.
pub fn open() -> Box<dyn Overlay> {
    ask("Open a file", "path", "a saved fight; it continues where it was left", |text| {
        Ok(Verdict::Open(not_empty(text)?.into()))
    })
}

/// The path for a copy of the whole fight, before it is left.
pub fn copy_elsewhere(to: Exit) -> Box<dyn Overlay> {
    ask("Save a copy elsewhere", "path", "a new file, on another disk perhaps", move |text| {
        Ok(Verdict::Leaving(to, Unsaved::Elsewhere(not_empty(text)?.into())))
    })
}

/// The path of the report.
pub fn export(path: &str) -> Box<dyn Overlay> {
    let hint =
        "a report to read (Markdown); end the name in .html for a page that replays, .json for programs";
    ask_with("Report of the fight", "file", hint, path, |text| {
        Ok(Verdict::Export(not_empty(text)?.into()))
    })
}

/// Finds a combatant by name.
pub fn find(view: &View) -> Box<dyn Overlay> {
    let ids = view.board.order.clone();
    let names: Vec<String> = ids.iter().map(|who| view.name(*who).to_string()).collect();
    MenuBox::filtered("Find", names, move |_, at| {
        ids.get(at).map_or(Verdict::Stay, |who| Verdict::Cursor(*who))
    })
    .boxed()
}
