//! The palette: every operation with its key, found by typing some of its letters or a synonym.

use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::picker::Picker;
use crate::tui::kit::row::Look;
use crate::tui::overlays::referee::overrule;
use crate::tui::overlays::{CLOSE, Layer, STAY, Then};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shell::Shell;
use ratatui::layout::Constraint::{self, Fill, Length};

/// The columns of the name, the key and what it does.
const COLUMNS: [Constraint; 3] = [Length(12), Length(10), Fill(1)];
/// Its lines and columns, fixed so that it does not move.
const SIZE: (u16, u16) = (24, 88);

/// What a row does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Op(Op),
    /// Overrules the value at that index of the list of values.
    Word(usize),
    /// Nothing: it is not wardrum's. The index in [`ELSEWHERE`].
    Elsewhere(usize),
}

/// What a referee may look for and wardrum does not do: its name, synonyms, and where to go instead.
const ELSEWHERE: [(&str, &str, &str); 7] = [
    ("experience", "xp advancement level up points", "wardrum xp, on the command line, works it out"),
    ("loot", "treasure gold coins hoard reward", "not kept by wardrum; a note records what was found"),
    ("wandering", "random encounter check", "roll for the check; add brings in who comes"),
    (
        "map",
        "grid token tokens fog battlemap image",
        "wardrum has none; place and distance say who is where",
    ),
    ("weather", "travel hexes journey overland", "not kept by wardrum; time passes with time"),
    ("tables", "random names generator rumours", "not in wardrum; roll rolls any dice"),
    ("music", "sounds ambience soundtrack", "wardrum plays none; settings has an alert by bell"),
];

/// The scopes whose operations are listed wherever the referee is.
const PLACES: [Scope; 5] = [Scope::Play, Scope::Roster, Scope::Build, Scope::Start, Scope::Timeline];

/// Lists everything that can be requested: the operations available here, the values that can be set, then the
/// operations of other places. Blocked ones show the reason.
pub fn open(shell: &Shell) -> Box<dyn Layer> {
    let mut rows: Vec<(Item, Does)> = Vec::new();
    let mut add = |does: Does, [name, key, text]: [String; 3], item: Item| {
        if rows.iter().all(|(_, other)| *other != does) {
            let looks: [Look; 3] = match item.blocked {
                Some(_) => [|theme| theme.dim, |theme| theme.dim, |theme| theme.dim],
                None => [|theme| theme.text, |theme| theme.key, |theme| theme.frame],
            };
            let cells = [name, key, text].into_iter().zip(looks).collect();
            rows.push((Item { cells, ..item }, does));
        }
    };
    let scopes = shell.scopes();
    for row in scopes.iter().flat_map(|scope| shell.session.keymap.rows(*scope)) {
        if row.op == Op::Palette {
            continue;
        }
        let (name, blocked) = (row.op.name().replace('-', " "), shell.barred(row.op));
        let (means, text) = match (&blocked, shell.means(row.op)) {
            (Some(why), _) => (String::new(), why.clone()),
            (None, KeyMeaning::This(words) | KeyMeaning::To(words)) => (words.clone(), words),
            _ => (String::new(), row.help.to_string()),
        };
        let also = format!("{} {text}", row.help);
        // The present meaning of Enter is searchable; that of other keys, such as undo, is not.
        let means = if row.op == Op::Forward { &*means } else { "" };
        let text_of = format!("{name} {} {means}", row.label);
        let item = Item { blocked, synonyms: row.op.synonyms(), also, ..Item::new(text_of) };
        add(Does::Op(row.op), [name, row.all_keys(), text], item);
    }
    if scopes.iter().any(|scope| matches!(scope, Scope::Play | Scope::Build)) {
        let key = shell.session.keymap.shown(&scopes, Op::Overrule);
        for (value, synonyms, at) in overrule::values(&shell.session.view()) {
            let item = Item { synonyms, ..Item::new(format!("set {value}")) };
            add(Does::Word(at), ["set".into(), key.clone(), format!("{value} (overrule)")], item);
        }
    }
    for row in PLACES.iter().flat_map(|scope| shell.session.keymap.rows(*scope)) {
        if row.op.goes_about() {
            continue;
        }
        let blocked = shell.barred_elsewhere(row);
        let name = row.op.name().replace('-', " ");
        let text = blocked.clone().unwrap_or_else(|| row.help.into());
        let (synonyms, also) = (row.op.synonyms(), row.help.to_string());
        let key = if blocked.is_some() { row.all_keys() } else { String::new() };
        let item = Item { blocked, synonyms, also, ..Item::new(format!("{name} {}", row.label)) };
        add(Does::Op(row.op), [name, key, text], item);
    }
    for (at, (name, synonyms, text)) in ELSEWHERE.into_iter().enumerate() {
        let item = Item { blocked: Some(text.into()), synonyms, ..Item::new(name) };
        add(Does::Elsewhere(at), [name.into(), String::new(), text.into()], item);
    }
    let pick = |session: &mut Session, does: &Does| match *does {
        Does::Op(op) => Ok(Then::Press(op)),
        Does::Word(at) => overrule::open_value(&session.view(), at).map_or(STAY, Then::replace),
        Does::Elsewhere(_) => STAY,
    };
    let list = Picker::new("What now?", rows, pick).with(|items| Menu::filtered(items).columns(COLUMNS));
    list.sized(SIZE).also(Op::Palette, |_, _| CLOSE).boxed()
}
