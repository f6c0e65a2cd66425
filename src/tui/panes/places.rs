//! The line of places: who is where, and how far it is to the next group.

use crate::rules::model::combatant::Combatant;
use crate::rules::model::encounter::stem;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tenths::Tenths;
use crate::rules::text::words;
use crate::tui::paint::text::{put, width};
use crate::tui::table::nearness::feet;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The pane.
pub struct Places<'a>(pub View<'a>);

/// Combatants shown together.
struct Spot<'a> {
    at: Tenths,
    who: Vec<&'a Combatant>,
}

/// How a group is labelled, depending on the room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Every name.
    Names,
    /// Kinds with counts: `3 Goblins`.
    Kinds,
    /// The side's name with a count: `Foes (4)`.
    Sides,
    /// The side's letter with a count: `F4`.
    Letters,
}

impl Detail {
    /// Returns the next shorter form.
    fn less(self) -> Option<Self> {
        match self {
            Self::Names => Some(Self::Kinds),
            Self::Kinds => Some(Self::Sides),
            Self::Sides => Some(Self::Letters),
            Self::Letters => None,
        }
    }
}

/// Least columns between two spots, not counting the figure: ` ─ 30' ─ `.
const BETWEEN: usize = 6;
/// Precedes combatants whose place is unknown.
const SOMEWHERE: &str = "   somewhere: ";

impl Widget for Places<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = &self.0;
        if area.height == 0 {
            return;
        }
        let dim = view.theme.dim;
        let pieces = view.board.places(area.width, || pieces(view, usize::from(area.width)));
        let mut x = area.x;
        for (text, who) in pieces.iter() {
            let style = who.map_or(dim, |acts| if acts { view.theme.actor } else { Style::new() });
            x = put(buf, x, area.y, area.right().saturating_sub(x), text, style);
        }
    }
}

/// A piece of text on the line. For combatants, also whether one of them owes an act.
pub type Piece = (String, Option<bool>);

fn pieces(view: &View, room: usize) -> Vec<Piece> {
    let up = || view.e.all().filter(|c| c.is_up());
    let mut placed: Vec<(Tenths, &Combatant)> =
        up().filter_map(|c| Some((view.e.place_of(c)?, c))).collect();
    if placed.is_empty() {
        return vec![("Distances are off in this fight.".into(), None)];
    }
    placed.sort_by_key(|(at, c)| (*at, c.side, c.id));
    let unplaced: Vec<&Combatant> = up().filter(|c| view.e.place_of(c).is_none()).collect();
    let spots = spots(view, &placed);
    let gaps: Vec<Tenths> = spots.windows(2).map(|pair| pair[0].at.gap(pair[1].at)).collect();
    let figures: Vec<String> = gaps.iter().map(|gap| feet(view, *gap)).collect();
    let groups: Vec<&[&Combatant]> = spots
        .iter()
        .map(|spot| &spot.who[..])
        .chain((!unplaced.is_empty()).then_some(&unplaced[..]))
        .collect();
    let somewhere = if unplaced.is_empty() { 0 } else { width(SOMEWHERE) };
    let least: usize = figures.iter().map(|figure| width(figure) + BETWEEN).sum::<usize>() + somewhere;
    let (labels, used) = labels(view, &groups, room.saturating_sub(least));
    let spacing = Spacing { gaps: &gaps, figures: &figures, room: room.saturating_sub(used + least) };
    joined(labels, &spacing)
}

/// Labels the groups so that they fit the room together, shortening the widest first. Also returns the columns they
/// take.
fn labels(view: &View, groups: &[&[&Combatant]], room: usize) -> (Vec<Vec<Piece>>, usize) {
    let wide = |label: &Vec<Piece>| label.iter().map(|(text, _)| width(text)).sum::<usize>();
    let mut details = vec![Detail::Names; groups.len()];
    let mut labels: Vec<Vec<Piece>> = groups.iter().map(|who| label(view, who, Detail::Names)).collect();
    let mut widths: Vec<usize> = labels.iter().map(wide).collect();
    while widths.iter().sum::<usize>() > room {
        let open = (0..groups.len()).filter(|at| details[*at].less().is_some());
        let Some(widest) = open.max_by_key(|at| widths[*at]) else { break };
        details[widest] = details[widest].less().unwrap_or(Detail::Letters);
        labels[widest] = label(view, groups[widest], details[widest]);
        widths[widest] = wide(&labels[widest]);
    }
    (labels, widths.iter().sum())
}

/// Groups combatants that share a place, or are in melee within reach of one in the group.
fn spots<'a>(view: &View, placed: &[(Tenths, &'a Combatant)]) -> Vec<Spot<'a>> {
    let reach = view.about().melee();
    let mut spots: Vec<Spot> = Vec::new();
    for (at, c) in placed {
        let fights = |spot: &Spot| {
            at.gap(spot.at) <= reach && spot.who.iter().any(|other| view.e.engaged(c.id, other.id))
        };
        match spots.last_mut() {
            Some(spot) if spot.at == *at || fights(spot) => {
                spot.at = *at;
                spot.who.push(c);
            }
            _ => spots.push(Spot { at: *at, who: vec![c] }),
        }
    }
    spots
}

/// Labels a group, side by side, with a cross between foes in melee.
fn label(view: &View, who: &[&Combatant], detail: Detail) -> Vec<Piece> {
    let mut sides: Vec<SideId> = who.iter().map(|c| c.side).collect();
    sides.sort();
    sides.dedup();
    let meets = |c: &&Combatant| who.iter().any(|other| view.e.engaged(c.id, other.id));
    let cross = if who.iter().any(meets) { " × " } else { " | " };
    let mut pieces = Vec::new();
    for (nth, side) in sides.iter().enumerate() {
        if nth > 0 {
            pieces.push((cross.into(), None));
        }
        let its: Vec<&Combatant> = who.iter().filter(|c| c.side == *side).copied().collect();
        let acts = its.iter().any(|c| view.board.part(c.id).is_due());
        pieces.push((side_label(view, *side, &its, detail), Some(acts)));
    }
    pieces
}

fn side_label(view: &View, side: SideId, who: &[&Combatant], detail: Detail) -> String {
    let stems = || {
        let mut kinds: Vec<(&str, Vec<CombatantId>)> = Vec::new();
        for c in who {
            match kinds.iter_mut().find(|(stem_of, _)| *stem_of == stem(&c.name)) {
                Some((_, ids)) => ids.push(c.id),
                None => kinds.push((stem(&c.name), vec![c.id])),
            }
        }
        kinds
    };
    match detail {
        Detail::Names => who.iter().map(|c| &*c.name).collect::<Vec<_>>().join(", "),
        Detail::Kinds => {
            let kind = |(name, ids): &(&str, Vec<CombatantId>)| match &ids[..] {
                [one] => view.name(*one).to_string(),
                several => format!("{} {}", several.len(), words::plural(name)),
            };
            stems().iter().map(kind).collect::<Vec<_>>().join(", ")
        }
        Detail::Sides if who.len() == 1 => side_label(view, side, who, Detail::Names),
        Detail::Sides => format!("{} ({})", words::side(view.e, side), who.len()),
        Detail::Letters => format!("{}{}", view.board.letter(side), who.len()),
    }
}

/// The gaps between spots.
struct Spacing<'a> {
    gaps: &'a [Tenths],
    figures: &'a [String],
    /// Columns left for all gaps together.
    room: usize,
}

/// Joins the spots with gaps in proportion to the distances; combatants without a place come last.
fn joined(labels: Vec<Vec<Piece>>, spacing: &Spacing) -> Vec<Piece> {
    let whole: i64 = spacing.gaps.iter().map(|gap| i64::from(gap.0)).sum::<i64>().max(1);
    let room = i64::try_from(spacing.room).unwrap_or(i64::MAX);
    let mut pieces = Vec::new();
    for (nth, label) in labels.into_iter().enumerate() {
        if nth > spacing.gaps.len() {
            pieces.push((SOMEWHERE.into(), None));
        }
        pieces.extend(label);
        if let Some((gap, figure)) = spacing.gaps.get(nth).zip(spacing.figures.get(nth)) {
            let more = usize::try_from(i64::from(gap.0).saturating_mul(room) / whole).unwrap_or(0);
            let (left, right) = ("─".repeat(1 + more / 2), "─".repeat(1 + more - more / 2));
            pieces.push((format!(" {left} {figure} {right} "), None));
        }
    }
    pieces
}
