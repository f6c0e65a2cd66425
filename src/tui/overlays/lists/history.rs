//! The acts so far, newest first, to go back to.

use crate::chronicle::{Entry, EntryId, Step};
use crate::rules::model::command::Command;
use crate::rules::model::event::Event;
use crate::rules::model::moment::Round;
use crate::tui::input::operations::Op;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::{CLOSE, Layer, STAY, Then, amend};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The most acts listed on either side of the present.
const REACH: usize = 200;

/// Lists the acts of the current line around the present one, including undone ones.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let chronicle = view.telling.chronicle;
    let (line, at) = (chronicle.line(), chronicle.at());
    let (first, end) = (at.saturating_sub(REACH), (at + REACH).min(line.len()));
    let mut rows: Vec<(String, EntryId)> = Vec::new();
    let (mut here, mut newer) = (None, None);
    let mut round = chronicle.tree().round(chronicle.tree().position_at(end));
    for place in (first..end).rev() {
        let Some(label) = view.telling.label(place) else { continue };
        let undone = if place >= at { " (undone)" } else { "" };
        let entry = chronicle.entry(line[place]);
        let this = (entry.is_some_and(is_quiet), round, undone);
        let text = format!("{round:>2} · {label}{undone}");
        round = entry.and_then(began).map_or(round, |began| began.saturating_sub(1));
        // Of consecutive entries in a round that only moved on, the newest represents all.
        if this.0 && newer == Some(this) {
            continue;
        }
        newer = Some(this);
        here = here.or((place < at).then_some(rows.len()));
        rows.push((text, line[place]));
    }
    let here = here.unwrap_or(rows.len());
    if first == 0 {
        rows.push(("the start".into(), EntryId::START));
    }
    if rows.is_empty() {
        return None;
    }
    let amend = |session: &mut Session, id: Option<&EntryId>| {
        let line = session.view().telling.chronicle.line();
        let place = id.and_then(|id| line.binary_search(id).ok());
        place.map_or(STAY, |place| Then::replace(amend::act(&session.view(), place)))
    };
    let pick = |session: &mut Session, id: &EntryId| {
        session.go_to(*id);
        CLOSE
    };
    let list = Picker::new("Round · back to after…", rows, pick).filtered().also(Op::Amend, amend);
    Some(list.at(here).boxed())
}

/// The round that an entry began.
fn began(entry: &Entry) -> Option<Round> {
    let began = |event: &Event| match event {
        Event::RoundBegan(round) => Some(*round),
        _ => None,
    };
    entry.events().find_map(began)
}

/// Whether an entry only moved on to the next step.
fn is_quiet(entry: &Entry) -> bool {
    let step = |step: &Step| matches!(step.command, Command::Proceed | Command::Skip);
    entry.steps.iter().all(step) && !entry.events().any(|event| matches!(event, Event::Rolled(_)))
}
