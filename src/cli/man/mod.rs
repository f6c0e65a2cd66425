//! `wardrum man`: prints the manual page, with every command, every key, and where files are kept.

mod house_book;
mod phones;

use super::{Cli, Outcome};
use crate::tui::input::keymap::{Chord, Keymap, Scope};
use anyhow::Error;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};
use house_book::{CODE, HOUSE_BOOK};
use phones::{LISTENING, PHONES, PROTOCOL};
use std::io::Write;

/// The chapters after the command line and the keys: a heading and its entries.
const CHAPTERS: [(&str, &[Entry]); 9] = [
    ("MANY OF A KIND", MANY),
    ("HOUSE BOOKS", HOUSE_BOOK),
    ("PHONES", PHONES),
    ("PHONES: THE PROTOCOL", PROTOCOL),
    ("PHONES: WHO CAN LISTEN", LISTENING),
    ("YOUR OWN KEYS", OWN_KEYS),
    ("FILES", FILES),
    ("ENVIRONMENT", ENVIRONMENT),
    ("EXIT STATUS", STATUS),
];

/// A term with its explanation; without a term, a paragraph.
type Entry = (&'static str, &'static str);

const MANY: &[Entry] = &[(
    "",
    "f folds combatants of a kind into one row, F all of them. One Enter acts for a fold, spread over its foes, and \
     also for four or more of a kind whose rows are not folded, 20 at most, if the machine rolls their dice and \
     their side is not asked first; the foot line names them. With the cursor on another than the first of \
     them, with marked rows, or with p (dice the other way), each acts alone.",
)];

const OWN_KEYS: &[Entry] = &[
    (
        "",
        "keys.ron in the configuration folder overrides key bindings. `wardrum keys` prints all of \
         them in the format of that file; copy the lines you want to change:",
    ),
    (
        "",
        "(play: { \"damage\": [\"h\"], \"heal\": [\"d\", \"Ctrl-h\"] }, roster: { \"mark\": [\"Space\", \"Ins\"] })",
    ),
    (
        "",
        "The keys you list replace the default ones of that operation; everything else stays. A key that \
         would mean two things in one place, an unknown name or an unknown key is reported with its line and \
         column, and the defaults apply until the file is fixed. In forms, lists and the dice prompt, keys \
         that type a character cannot be bound: use one with Ctrl- or Alt-.",
    ),
];

const FILES: &[Entry] = &[
    (
        "",
        "Paths as on Linux; other systems use their own folders for data and configuration. A save is \
         readable RON, one line an entry, and only ever grows at its end.",
    ),
    ("~/.local/share/wardrum/fights", "Every fight, saved as it runs. None is ever deleted."),
    ("~/.local/share/wardrum/saves", "Fights saved under a name."),
    ("~/.local/share/wardrum/archive", "Archived fights; the start screen restores the last one."),
    ("~/.local/state/wardrum/running", "Which fight is running."),
    ("~/.config/wardrum/settings.ron", "Theme, ASCII mode, mouse, alerts, and what phones may do."),
    ("~/.config/wardrum/keys.ron", "Your own keys."),
    ("~/.local/share/wardrum/parties/*.ron", "Parties."),
    (
        "~/.local/share/wardrum/imports.ron",
        "The sources of imports, so that importing again updates the same entries.",
    ),
    (
        "~/.config/wardrum/house/*.ron",
        "House books, one to a file, offered beside those that come with wardrum; the list of options in a fight saves \
         the options of that fight as one. Sets of options in ~/.config/wardrum/presets, where earlier versions kept them, \
         are still read.",
    ),
    ("~/.config/wardrum/bestiary/*.ron", "Creatures of your own, written like assets/bestiary/d20.ron."),
];

const ENVIRONMENT: &[Entry] = &[
    ("WARDRUM_HOME", "Keeps everything in this one folder instead."),
    ("NO_COLOR", "Turns colours off when set."),
    (
        "COLORTERM",
        "truecolor or 24bit: the themes use their full palette, otherwise the 16 colours of the terminal.",
    ),
];

const STATUS: &[Entry] = &[
    ("0", "Success."),
    ("1", "A check failed, nothing was found, or something could not be saved."),
    ("2", "Wrong usage, or a file that could not be read."),
    (
        "128 + n",
        "The screen was ended by signal n, which a shell reports this way: 143 for TERM, 129 for HUP.",
    ),
];

pub(super) fn run(out: &mut dyn Write) -> Result<Outcome, Error> {
    write_page(out)?;
    Ok(Outcome::Fine)
}

fn write_page(mut out: &mut dyn Write) -> std::io::Result<()> {
    let mut command = Cli::command();
    command.build();
    let man = Man::new(command.clone());
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    let mut page = Roff::new();
    commands(&mut page, &command);
    keys(&mut page);
    for (title, entries) in CHAPTERS {
        page.control("SH", [title]);
        entries.iter().for_each(|(term, text)| entry(&mut page, term, text));
    }
    page.to_writer(&mut out)?;
    man.render_version_section(&mut out)
}

fn entry(page: &mut Roff, term: &str, text: &str) {
    if term == CODE {
        page.control("PP", []).control("nf", []);
        text.lines().for_each(|line| _ = page.text([roman(line)]));
        page.control("fi", []);
        return;
    }
    if term.is_empty() {
        page.control("PP", []);
    } else {
        page.control("TP", []).text([bold(term)]);
    }
    page.text([roman(text)]);
}

/// Writes each subcommand with its arguments, since they have no manual pages of their own.
fn commands(page: &mut Roff, command: &Command) {
    page.control("SH", ["COMMANDS"]);
    for task in command.get_subcommands().filter(|task| task.get_name() != "help") {
        let usage = task.clone().render_usage().to_string();
        page.control("SS", [usage.trim_start_matches("Usage: ")]);
        page.text([roman(text_of(task.get_about()))]);
        for arg in task.get_arguments().filter(|arg| arg.get_id() != "help") {
            page.control("TP", []).text([bold(heading(arg))]).text([roman(text_of(arg.get_help()))]);
        }
        for part in task.get_subcommands().filter(|part| part.get_name() != "help") {
            let usage = part.clone().render_usage().to_string();
            let usage = usage.trim_start_matches("Usage: ").to_owned();
            page.control("TP", []).text([bold(usage)]).text([roman(text_of(part.get_about()))]);
        }
    }
}

fn text_of(text: Option<&clap::builder::StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// The heading of an argument: `-o, --output <PATH>`.
fn heading(arg: &Arg) -> String {
    let mut names: Vec<String> = arg.get_short().map(|short| format!("-{short}")).into_iter().collect();
    names.extend(arg.get_long().map(|long| format!("--{long}")));
    let mut text = names.join(", ");
    if arg.get_action().takes_values() {
        let values = arg.get_value_names().unwrap_or_default();
        let values: Vec<String> = values.iter().map(|name| format!("<{name}>")).collect();
        text = [text, values.join(" ")].join(" ");
    }
    text.trim().to_owned()
}

/// Writes every key binding, by scope.
fn keys(page: &mut Roff) {
    page.control("SH", ["KEYS"]);
    for scope in Scope::ALL {
        page.control("SS", [scope.title()]);
        for row in Keymap::default().rows(scope) {
            let keys: Vec<String> = row.keys.iter().map(Chord::to_string).collect();
            page.control("TP", []).text([italic(keys.join(", "))]).text([roman(row.help)]);
        }
    }
}
