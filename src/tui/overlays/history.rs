//! What was done so far, newest first, to go back to.

use super::boxes::MenuBox;
use super::{Overlay, Verdict};
use crate::chronicle::EntryId;
use crate::tui::amend::Amend;
use crate::tui::op::Op;
use crate::tui::view::View;

/// So many acts are listed on either side of the present.
const REACH: usize = 200;

/// The acts of the current line around the present one; what was undone is there too.
pub fn open(view: &View) -> Option<Box<dyn Overlay>> {
    let chronicle = view.telling.chronicle;
    let (line, at) = (chronicle.line(), chronicle.at());
    let (first, end) = (at.saturating_sub(REACH), (at + REACH).min(line.len()));
    let mut ids = Vec::new();
    let mut texts = Vec::new();
    for place in (first..end).rev() {
        let Some(label) = view.telling.label(place) else { continue };
        let undone = if place >= at { " (taken back)" } else { "" };
        ids.push(line[place]);
        texts.push(format!("{label}{undone}"));
    }
    let here = end.saturating_sub(at);
    if first == 0 {
        ids.push(EntryId::START);
        texts.push("the start".into());
    }
    let listed = ids.clone();
    let amend = move |view: &View, at: usize| {
        let place = listed.get(at).and_then(|id| view.telling.chronicle.line().binary_search(id).ok());
        place.map_or(Verdict::Stay, |place| Verdict::Amend(Amend::Act(place)))
    };
    let pick = move |_: &View, at: usize| ids.get(at).map_or(Verdict::Stay, |id| Verdict::GoTo(*id));
    if texts.is_empty() {
        return None;
    }
    let list = MenuBox::filtered("Back to after…", texts, pick).also(Op::Amend, amend);
    Some(list.at(here).boxed())
}
