//! The sequence rail: round and clock, the phases with the current one lit, and who is to act.

use crate::rules::model::effect::Timer;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Station;
use crate::rules::text::words;
use crate::tui::paint::text::{self, put, put_right, width};
use crate::tui::table::board::{Areas, Here};
use crate::tui::table::folds::Kind;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use std::borrow::Cow;

/// The rail, on two lines.
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
        let view = self.0;
        if area.height == 0 {
            return;
        }
        let owing = owing(&view);
        let when = view.when();
        let mut end = put(buf, area.x, area.y, area.width, &when, view.theme.active);
        if let Some(mark) = view.mark {
            let room = area.right().saturating_sub(end);
            end = put(buf, end, area.y, room, &format!(" · {mark}"), view.theme.fault);
        }
        let used = (end - area.x + 2).min(area.width);
        let rest = area.width.saturating_sub(used);
        put_right(buf, area.x + area.width - rest, area.y, rest, &owing, view.theme.actor);
        let taken = text::cells(width(&owing)) + 2;
        let coming = coming(&view);
        put(buf, area.x + used, area.y, rest.saturating_sub(taken), &coming, view.theme.note);
        if area.height > 1 {
            stations(&view, Rect { y: area.y + 1, height: 1, ..area }, buf);
        }
    }
}

/// Lists reinforcements due in later rounds: `round 5: 4 × Orc (Foes)`.
fn coming(view: &View) -> String {
    let timers = view.e.timers.iter().filter_map(Timer::reinforcement);
    let one =
        |(who, count, round)| format!("round {round}: {}", words::reinforcement(view.e, who, count));
    timers.map(one).collect::<Vec<_>>().join(", ")
}

/// Says who is to act, the one for whom Enter acts first: `to act: Ana, Orcs 1, 2, 6 Goblins +3`, and where, if Enter
/// skips something: `to act in Melee: Ana`, `on to round 2, Initiative`.
fn owing(view: &View) -> String {
    let acting = view.board.acting();
    let first = acting.who;
    let others = acting.owing.iter().copied().filter(|who| Some(*who) != first);
    let all: Vec<CombatantId> = first.into_iter().chain(others).collect();
    let place = place_reached(view);
    let place =
        |before: &str| place.as_ref().map(|place| format!("{before} {place}")).unwrap_or_default();
    match listed(view, &all) {
        names if names.is_empty() => place("on to"),
        names => format!("to act{}: {names}", place(" in")),
    }
}

/// Names the place where Enter acts, as far as it differs from where the fight is: `Melee`, `round 2, Initiative`.
fn place_reached(view: &View) -> Option<String> {
    let there = view.board.reached()?;
    let phase = |e: &Encounter| e.window().map(|window| view.about().phase(window.phase));
    let (was, is) = (phase(view.e), phase(there));
    let round = (there.round != view.e.round).then(|| format!("round {}", there.round));
    let phase = is.filter(|_| was != is || round.is_some()).map(str::to_string);
    let parts: Vec<String> = round.into_iter().chain(phase).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Lists those who owe an act, the first of them by name and row.
fn listed(view: &View, mut left: &[CombatantId]) -> String {
    let mut names: Vec<Cow<str>> = Vec::new();
    while let Some(who) = left.first().filter(|_| names.len() < 3) {
        let (name, counted): (Cow<str>, usize) = match view.board.fold(view.board.row_of(*who)) {
            Some(fold) => (fold.owing(), fold.owing.max(1)),
            None => {
                let run = alike(view, left);
                (words::among(view.e, &left[..run]).into(), run)
            }
        };
        names.push(name);
        left = left.get(counted..).unwrap_or_default();
    }
    match left.len() {
        _ if names.is_empty() => String::new(),
        0 => names.join(", "),
        more => format!("{} +{more}", names.join(", ")),
    }
}

/// How many at the start are of one kind.
fn alike(view: &View, who: &[CombatantId]) -> usize {
    let mut all = who.iter().map_while(|who| view.e.get(*who));
    let Some(kind) = all.next().map(Kind::of) else { return 1 };
    1 + all.take_while(|c| kind.holds(c)).count()
}

/// Most stations built before the current one: more than any screen shows.
const MAX_BEFORE: usize = 100;

/// Builds the pieces around the current station. Returns them with the index of the lit one, and whether the rail has
/// stations before the first.
fn pieces(view: &View, room: usize) -> (Vec<Piece>, usize, bool) {
    let rail = &view.board.rail;
    let present = match view.board.here {
        Here::At(at) | Here::Before(at) => at,
        Here::Nowhere => 0,
    };
    let from = present.saturating_sub(MAX_BEFORE);
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut lit, mut ahead) = (0, 0);
    for at in from..=rail.len() {
        if at > from && (at < rail.len() || view.board.here == Here::Before(at)) {
            let same = rail.get(at).is_some_and(|station| continues(rail, at, station));
            pieces.push(Piece::unlinked(if same { " " } else { " ▸ " }, view.theme.dim));
        }
        if view.board.here == Here::Before(at) {
            lit = pieces.len();
            pieces.push(stationless_step(view));
            if at < rail.len() {
                pieces.push(Piece::unlinked(" ▸ ", view.theme.dim));
            }
        }
        let Some(station) = rail.get(at) else { break };
        let here = view.board.here == Here::At(at);
        let there = view.board.there == Here::At(at);
        if here {
            lit = pieces.len() + usize::from(!stands_alone(rail, at) && !continues(rail, at, station));
        }
        pieces.extend(heading(view, at));
        pieces.push(name(view, at, here, there));
        if at >= present {
            ahead += pieces.iter().rev().take(3).map(|piece| width(&piece.text)).sum::<usize>();
            if ahead > 2 * room {
                break;
            }
        }
    }
    (pieces, lit, from > 0)
}

/// Whether the station is under the same heading as the one before it.
fn continues(rail: &[Station], at: usize, station: &Station) -> bool {
    at > 0 && !station.heading.is_empty() && rail[at - 1].heading == station.heading
}

/// Whether a station is shown as one piece of text: it has no heading, or it is the only one under its heading and is
/// a turn, number or gap, so that the heading says it all.
fn stands_alone(rail: &[Station], at: usize) -> bool {
    let station = &rail[at];
    let has_next = rail.get(at + 1).is_some_and(|next| next.heading == station.heading);
    let is_self_explanatory = matches!(station.phase, Phase::Turn | Phase::Number | Phase::Gap);
    let only = is_self_explanatory && !has_next && !continues(rail, at, station);
    station.heading.is_empty() || only
}

/// Returns the heading before a station if a new one starts there.
fn heading(view: &View, at: usize) -> Option<Piece> {
    let rail = &view.board.rail;
    let begins = !stands_alone(rail, at) && !continues(rail, at, &rail[at]);
    begins.then(|| Piece::unlinked(format!("{}: ", rail[at].heading), view.theme.frame))
}

/// Builds the piece of the station itself: `[Move]` where the fight is, `‹Melee›` where Enter acts.
fn name(view: &View, at: usize, here: bool, there: bool) -> Piece {
    let station = &view.board.rail[at];
    let alone = stands_alone(&view.board.rail, at) && !station.heading.is_empty();
    let name = if alone { &station.heading } else { view.about().phase(station.phase) };
    let (text, style) = match (here, there) {
        (true, _) => (format!("[{name}]"), view.theme.lit),
        (false, true) => (format!("‹{name}›"), view.theme.actor),
        (false, false) => (name.to_string(), view.theme.dim),
    };
    Piece { text, style, station: Some(at) }
}

/// Builds the piece of a step without a station of its own.
fn stationless_step(view: &View) -> Piece {
    let phase = view.e.window().map_or("", |window| view.about().phase(window.phase));
    Piece::unlinked(format!("[{phase}]"), view.theme.lit)
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
