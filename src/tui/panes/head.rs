//! The head: round and clock, the fight's name, who wins from here, and who is to act.

use super::forecast;
use crate::rules::model::effect::Timer;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::window::{Phase, Window};
use crate::rules::text::words;
use crate::tui::fight::files::UNNAMED;
use crate::tui::paint::text::{self, put, put_right, width};
use crate::tui::session::Session;
use crate::tui::table::to_act::ToAct;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// Blank columns between two parts.
const GAP: u16 = 2;

/// Paints the head of a fight. What does not fit gives way from the left: first the fight's name, then who comes later.
pub fn paint(session: &Session, area: Rect, buf: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let (view, theme) = (session.view(), &session.theme);
    let bold = theme.text.add_modifier(Modifier::BOLD);
    let mut x = put(buf, area.x, area.y, area.width, &view.when(), bold);
    if let Some(mark) = view.mark {
        x = put(buf, x, area.y, area.right().saturating_sub(x), &format!(" · {mark}"), theme.fault);
    }
    let mut right = area.right();
    let to_act = to_act(&view);
    let wins = forecast::of(session, usize::from(area.width / 2));
    let named = Some(session.fight.title()).filter(|title| *title != UNNAMED);
    let coming = coming(&view);
    let parts = [
        (&*to_act, theme.actor),
        (&*wins, theme.text),
        (&*coming, theme.note),
        (named.unwrap_or_default(), theme.dim),
    ];
    for (at, (part, style)) in parts.into_iter().enumerate().filter(|(_, (part, _))| !part.is_empty()) {
        let room = right.saturating_sub(x + GAP);
        let needs = text::cells(width(part));
        // Who is to act is cut rather than left out.
        if needs > room && at > 0 {
            continue;
        }
        put_right(buf, right.saturating_sub(room), area.y, room, part, style);
        right = right.saturating_sub(needs.min(room) + GAP);
    }
}

/// Lists reinforcements due in later rounds: `round 5: 4 × Orc (Foes)`.
fn coming(view: &View) -> String {
    let timers = view.e.timers.iter().filter_map(Timer::reinforcement);
    let one =
        |(who, count, round)| format!("round {round}: {}", words::reinforcement(view.e, who, count));
    timers.map(one).collect::<Vec<_>>().join(", ")
}

/// Says who is to act: `to act: Ana, Orcs 1, 2, 6 Goblins +3`, and where, if Enter skips something:
/// `to act in Melee: Ana`, `on to round 2, Initiative`.
fn to_act(view: &View) -> String {
    let place = place_reached(view);
    let place =
        |before: &str| place.as_ref().map(|place| format!("{before} {place}")).unwrap_or_default();
    match ToAct::of(view).listed() {
        names if names.is_empty() => place("on to"),
        names => format!("to act{}: {names}", place(" in")),
    }
}

/// Names the place where Enter acts, as far as it differs from where the fight is: `Melee`, `round 2, Initiative`.
fn place_reached(view: &View) -> Option<String> {
    let there = view.board.reached()?;
    // Of a turn or a number, the names say enough.
    let told = |window: &&Window| !matches!(window.phase, Phase::Slot | Phase::Turn | Phase::Number);
    let phase = |e: &Encounter| e.window().filter(told).map(|window| view.about().phase(window.phase));
    let (was, is) = (phase(view.e), phase(there));
    let round = (there.round != view.e.round).then(|| format!("round {}", there.round));
    let phase = is.filter(|_| was != is || round.is_some()).map(str::to_string);
    let parts: Vec<String> = round.into_iter().chain(phase).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
