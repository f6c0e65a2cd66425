//! The past said otherwise: what can be done with an act, whose part in it, what was forgotten.

mod answers;
mod form;
mod saying;
mod table;

pub use form::form;

use super::boxes::MenuBox;
use super::menu::{Item, Menu, letters};
use super::{Overlay, Verdict};
use crate::chronicle::{Amendment, Entry, Step, may_strike};
use crate::rules::command::Command;
use crate::rules::log;
use crate::tui::amend::Amend;
use crate::tui::op::Op;
use crate::tui::view::View;

/// Why there is no form for it.
const NOTHING: &str = "nothing in it can be said otherwise";

/// What can be put into the past, with what opens it.
const FORGOTTEN: [(&str, Op); 10] = [
    ("Damage", Op::Damage),
    ("Healing", Op::Heal),
    ("Condition", Op::Condition),
    ("An act", Op::Act),
    ("Saving throw", Op::Save),
    ("Overrule a value", Op::Overrule),
    ("Out of the fight", Op::Depart),
    ("Somebody comes", Op::Arrive),
    ("Roll dice", Op::Roll),
    ("Note", Op::Note),
];

/// What can be done with the act at that place of the line.
pub fn act(view: &View, place: usize) -> Box<dyn Overlay> {
    let entry = entry(view, place);
    let undone = (place >= view.telling.chronicle.at())
        .then(|| "it was taken back: do it again first".to_string());
    let strike = entry.and_then(|entry| may_strike(entry).err()).map(|fixed| fixed.to_string());
    let change = (!has_any(view, place)).then(|| NOTHING.to_string());
    let lines = [
        ("Change", change, Amend::Form(place)),
        ("Insert something before it", None, Amend::Insert(place)),
        ("Insert something after it", None, Amend::Insert(place + 1)),
        ("Strike it out", strike, Amend::Play(Amendment::strike(place))),
    ];
    let (items, asked): (Vec<Item>, Vec<Amend>) = lines
        .into_iter()
        .map(|(text, blocked, asked)| {
            (Item { blocked: undone.clone().or(blocked), ..Item::new(text) }, asked)
        })
        .unzip();
    let title = view.telling.label(place).unwrap_or_else(|| "What was done".into());
    MenuBox::new(title, Menu::plain(letters(items)), move |_, at| {
        asked.get(at).map_or(Verdict::Stay, |asked| Verdict::Amend(asked.clone()))
    })
    .boxed()
}

/// Which command was forgotten.
pub fn forgotten(place: usize) -> Box<dyn Overlay> {
    let names = FORGOTTEN.map(|(name, _)| name.to_string());
    MenuBox::lettered("What was forgotten?", names, move |_, at| {
        FORGOTTEN.get(at).map_or(Verdict::Stay, |(_, op)| Verdict::Amend(Amend::Forgotten(place, *op)))
    })
    .boxed()
}

/// For whom it was.
pub fn whom(view: &View, place: usize, op: Op) -> Box<dyn Overlay> {
    let ids = view.board.order.clone();
    let names: Vec<String> = ids.iter().map(|who| view.name(*who).to_string()).collect();
    let here = view.board.row();
    let pick = move |_: &View, at: usize| {
        let who = ids.get(at);
        who.map_or(Verdict::Stay, |who| Verdict::Amend(Amend::ForgottenFor(place, op, *who)))
    };
    MenuBox::filtered("For whom?", names, pick).at(here).boxed()
}

/// Whether anything in the act at that place can be said otherwise.
pub fn has_any(view: &View, place: usize) -> bool {
    entry(view, place).is_some_and(|entry| entry.steps.iter().any(|step| form::says_any(view, step)))
}

/// Whose part in an act of several commands is said otherwise: all of them at once, or one in full.
/// `None`: it is of one command.
pub fn whose(view: &View, place: usize) -> Option<Box<dyn Overlay>> {
    let steps = &entry(view, place)?.steps;
    if steps.len() < 2 {
        return None;
    }
    let acts = steps.iter().any(|step| matches!(step.command, Command::Act(_)));
    let all = Item::new(if acts { "all: dice and targets" } else { "all of them" });
    let one = |step: &Step| {
        let blocked = (!form::says_any(view, step)).then(|| NOTHING.to_string());
        Item { blocked, ..Item::new(label(view, step)) }
    };
    let items = std::iter::once(all).chain(steps.iter().map(one)).collect();
    let pick = move |_: &View, at: usize| Verdict::Amend(Amend::FormOf(place, at.checked_sub(1)));
    Some(MenuBox::new("Change whose part?", Menu::filtered(items), pick).boxed())
}

/// The act at that place of the line.
fn entry<'a>(view: &View<'a>, place: usize) -> Option<&'a Entry> {
    let chronicle = view.telling.chronicle;
    chronicle.line().get(place).and_then(|id| chronicle.entry(*id))
}

/// A command in the referee's words.
fn label(view: &View, step: &Step) -> String {
    log::entry_label(view.about(), view.telling.e, &step.command, &step.events)
}
