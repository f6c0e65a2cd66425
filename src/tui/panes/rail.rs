//! The sequence rail: round and clock, the phases with the present one lit, who still owes an act.

use crate::rules::ids::CombatantId;
use crate::tui::text::{put, put_right, width};
use crate::tui::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The rail, two lines.
pub struct Rail<'a>(pub View<'a>);

/// A piece of the rail.
struct Piece {
    text: String,
    style: Style,
}

impl Widget for Rail<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        if area.height == 0 {
            return;
        }
        let owing = owing(&view);
        let when = view.when();
        put(buf, area.x, area.y, area.width, &when, view.theme.active);
        let used = u16::try_from(width(&when)).unwrap_or(area.width) + 2;
        let rest = area.width.saturating_sub(used);
        put_right(buf, area.x + area.width - rest, area.y, rest, &owing, view.theme.actor);
        if area.height > 1 {
            stations(&view, Rect { y: area.y + 1, height: 1, ..area }, buf);
        }
    }
}

/// Who still owes an act: `to act: Ana, Bob +3`.
fn owing(view: &View) -> String {
    let owing: &[CombatantId] = &view.board.owing;
    let names: Vec<&str> = owing.iter().take(3).map(|who| view.name(*who)).collect();
    match owing.len() {
        0 => String::new(),
        n if n > 3 => format!("to act: {} +{}", names.join(", "), n - 3),
        _ => format!("to act: {}", names.join(", ")),
    }
}

/// The station the fight is at: the last one of the open window's phase that is not ahead.
fn present(view: &View) -> Option<usize> {
    let window = view.e.window()?;
    let here = |station: &crate::rules::ruleset::Station| {
        station.phase == window.phase && station.place <= window.place
    };
    view.board.rail.iter().rposition(here)
}

fn stations(view: &View, area: Rect, buf: &mut Buffer) {
    let present = present(view);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut lit = 0;
    let mut heading = "";
    for (at, station) in view.board.rail.iter().enumerate() {
        let fresh = at == 0 || station.heading.is_empty() || station.heading != heading;
        if at > 0 {
            let gap = if fresh { " ▸ " } else { " " };
            pieces.push(Piece { text: gap.into(), style: view.theme.dim });
        }
        if fresh && !station.heading.is_empty() {
            pieces.push(Piece { text: format!("{}: ", station.heading), style: view.theme.frame });
        }
        heading = &station.heading;
        let here = present == Some(at);
        let name = view.about().phase(station.phase);
        let style = if here { view.theme.lit } else { view.theme.dim };
        let text = if here { format!("[{name}]") } else { name.to_string() };
        pieces.push(Piece { text, style });
        if here {
            lit = pieces.len() - 1;
        }
    }
    paint(&pieces, lit, area, buf);
}

/// Paints the pieces; from the front as many are left out as it takes to show the lit one and a
/// little of what comes next.
fn paint(pieces: &[Piece], lit: usize, area: Rect, buf: &mut Buffer) {
    let room = usize::from(area.width);
    let look_ahead = (lit + 6).min(pieces.len());
    let mut first = 0;
    let span =
        |first: usize, end: usize| pieces[first..end].iter().map(|p| width(&p.text)).sum::<usize>();
    while first < lit && span(first, look_ahead) + 1 > room {
        first += 1;
    }
    let mut x = area.x;
    if first > 0 {
        x = put(buf, x, area.y, 1, "…", Style::new());
    }
    for piece in &pieces[first..] {
        x = put(buf, x, area.y, area.right().saturating_sub(x), &piece.text, piece.style);
    }
}
