//! The sequence rail: the phases of the round, those that are done, the one where Enter acts as a chip, and those ahead.

use crate::rules::model::window::Phase;
use crate::rules::ruleset::Station;
use crate::tui::paint::text::{put, width};
use crate::tui::paint::theme::Theme;
use crate::tui::table::board::{Areas, Here};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The rail.
pub struct Rail<'a>(pub View<'a>);

/// A piece of text on the rail.
struct Piece {
    text: String,
    style: Style,
    /// Index of the station it names, if any.
    station: Option<usize>,
}

impl Piece {
    /// Creates a piece that names no station.
    fn unlinked(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style, station: None }
    }
}

impl Widget for Rail<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        if area.height > 0 {
            stations(&self.0, Rect { height: 1, ..area }, buf);
        }
    }
}

/// Most stations built before the current one: more than any screen shows.
const MAX_BEFORE: usize = 100;

/// Builds the pieces around the current station. Returns them with the index of the lit one, and whether the rail has
/// stations before the first.
fn pieces(view: &View, room: usize) -> (Vec<Piece>, usize, bool) {
    let (rail, chip) = (&view.board.rail, view.board.chip());
    let present = chip.station().unwrap_or(0);
    let from = present.saturating_sub(MAX_BEFORE);
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut lit, mut ahead) = (0, 0);
    for at in from..=rail.len() {
        if at > from && (at < rail.len() || chip == Here::Before(at)) {
            let same = rail.get(at).is_some_and(|station| continues(rail, at, station));
            pieces.push(Piece::unlinked(if same { "  " } else { " ▸ " }, view.theme.dim));
        }
        if chip == Here::Before(at) {
            lit = pieces.len();
            pieces.push(stationless_step(view));
            if at < rail.len() {
                pieces.push(Piece::unlinked(" ▸ ", view.theme.dim));
            }
        }
        if at == rail.len() {
            break;
        }
        if chip == Here::At(at) {
            lit = pieces.len() + usize::from(heading(view, at).is_some());
        }
        pieces.extend(heading(view, at));
        let place = match view.board.here.station() {
            _ if chip == Here::At(at) => Place::Present,
            Some(here) if at < here => Place::Done,
            _ => Place::Ahead,
        };
        pieces.push(name(view, at, place));
        if at >= present {
            ahead += pieces.iter().rev().take(3).map(|piece| width(&piece.text)).sum::<usize>();
            if ahead > 2 * room {
                break;
            }
        }
    }
    (pieces, lit, from > 0)
}

/// Whether the station is in the same group as the one before it: under the same heading, or in the same phase for
/// somebody else.
fn continues(rail: &[Station], at: usize, station: &Station) -> bool {
    let before = at.checked_sub(1).and_then(|before| rail.get(before));
    before.is_some_and(|before| match is_by_phase(rail, at) {
        true => before.phase == station.phase && is_by_phase(rail, at - 1),
        false => !station.heading.is_empty() && before.heading == station.heading,
    })
}

/// Whether several have a station of their own in the same phase, one after the other: the phase is named once, then who.
fn is_by_phase(rail: &[Station], at: usize) -> bool {
    let station = &rail[at];
    let alike = |other: Option<&Station>| {
        other.is_some_and(|other| {
            other.phase == station.phase && !other.heading.is_empty() && other.heading != station.heading
        })
    };
    let near = [at.checked_sub(1), Some(at + 1)].map(|near| near.and_then(|near| rail.get(near)));
    !station.heading.is_empty() && near.into_iter().any(alike)
}

/// Whether a station is shown as one piece of text: it has no heading, or it is the only one under its heading and is
/// a turn, number or gap, so that the heading says it all.
fn stands_alone(rail: &[Station], at: usize) -> bool {
    let station = &rail[at];
    let has_next = rail.get(at + 1).is_some_and(|next| next.heading == station.heading);
    let only = is_self_explanatory(station) && !has_next && !continues(rail, at, station);
    station.heading.is_empty() || only
}

fn is_self_explanatory(station: &Station) -> bool {
    matches!(station.phase, Phase::Turn | Phase::Number | Phase::Gap)
}

/// Returns the heading before a station if a new group starts there: the side's name, or the phase that several have.
fn heading(view: &View, at: usize) -> Option<Piece> {
    let rail = &view.board.rail;
    if stands_alone(rail, at) || continues(rail, at, &rail[at]) {
        return None;
    }
    Some(match is_by_phase(rail, at) {
        // Whose turn or which number it is says it all.
        true if is_self_explanatory(&rail[at]) => return None,
        true => Piece::unlinked(format!("{}  ", view.about().phase(rail[at].phase)), view.theme.text),
        false => Piece::unlinked(format!("{}: ", rail[at].heading), view.theme.frame),
    })
}

/// Builds the piece of the station itself: done `Move ✓`, or a chip where Enter acts.
fn name(view: &View, at: usize, place: Place) -> Piece {
    let (rail, theme) = (&view.board.rail, view.theme);
    let station = &rail[at];
    let by_heading = (stands_alone(rail, at) || is_by_phase(rail, at)) && !station.heading.is_empty();
    let name = if by_heading { &station.heading } else { view.about().phase(station.phase) };
    let (text, style) = match place {
        Place::Present => (chip(name, theme), chip_style(theme)),
        Place::Done => (format!("{name} ✓"), theme.dim),
        Place::Ahead => (name.to_string(), theme.text),
    };
    Piece { text, style, station: Some(at) }
}

/// Where a station is, seen from where the fight is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Done,
    /// Enter acts there.
    Present,
    Ahead,
}

/// The style of the chip: that of who acts, where there is a tint to put it on.
fn chip_style(theme: &Theme) -> Style {
    if theme.cursor.bg.is_some() { theme.actor.patch(theme.cursor) } else { theme.lit }
}

/// The present step, as a chip on a background of its own, or in brackets.
fn chip(name: &str, theme: &Theme) -> String {
    if theme.lit.bg.is_some() { format!(" {name} ") } else { format!("[{name}]") }
}

/// Builds the piece of a step without a station of its own.
fn stationless_step(view: &View) -> Piece {
    let phase = view.e.window().map_or("", |window| view.about().phase(window.phase));
    Piece::unlinked(chip(phase, view.theme), chip_style(view.theme))
}

fn stations(view: &View, area: Rect, buf: &mut Buffer) {
    view.board.areas.set(Areas { rail: area, ..view.board.areas.get() });
    let (pieces, lit, clipped) = pieces(view, usize::from(area.width));
    let (mut x, first) = (area.x, first_shown(&pieces, lit, usize::from(area.width)));
    if first > 0 || clipped {
        x = put(buf, x, area.y, 1, "…", Style::new());
    }
    for piece in &pieces[first..] {
        if x >= area.right() {
            break;
        }
        x = put(buf, x, area.y, area.right().saturating_sub(x), &piece.text, piece.style);
    }
}

/// Returns the first piece to show, dropping as many as needed to fit the lit one and a few after it.
fn first_shown(pieces: &[Piece], lit: usize, room: usize) -> usize {
    let look_ahead = (lit + 6).min(pieces.len());
    let mut first = 0;
    let mut span: usize = pieces[..look_ahead].iter().map(|piece| width(&piece.text)).sum();
    while first < lit && span + 1 > room {
        span -= width(&pieces[first].text);
        first += 1;
    }
    first
}

/// Returns the index of the station painted at a column.
pub fn station_at(view: &View, column: u16) -> Option<usize> {
    let area = view.board.areas.get().rail;
    let (pieces, lit, clipped) = pieces(view, usize::from(area.width));
    let first = first_shown(&pieces, lit, usize::from(area.width));
    let mut right = usize::from(area.x) + usize::from(first > 0 || clipped);
    let hit = |piece: &&Piece| {
        right += width(&piece.text);
        usize::from(column) < right
    };
    pieces[first..].iter().find(hit)?.station
}
