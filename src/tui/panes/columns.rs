//! The columns of the roster: which are shown, where, and how wide.

use crate::rules::model::combatant::Vitals;
use crate::rules::model::ids::Text;
use crate::rules::text::words;
use crate::tui::paint::text::{self, put, put_right, width};
use crate::tui::paint::theme::Theme;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::ops::Range;

/// Gap between two columns.
const GAP: u16 = 2;
/// Columns before the initiative number: the sign of who acts, the mark.
const SIGNS: u16 = 2;
/// Columns after it: a gap, the side's letter, a gap.
const SIDE: u16 = 3;
/// Narrowest and widest initiative number.
const SCORE: Range<u16> = 2..5;
/// Narrowest and widest hit points in numbers, as in `12/14`.
const HP: Range<u16> = 5..13;
/// Width of wounds under their heading.
const WOUNDS: u16 = 7;
/// Width of a turn's seconds, one pip each.
pub const PIPS: u16 = 7;
/// Narrowest and widest name.
const NAME: Range<u16> = 10..23;
/// Narrowest conditions column; a further figure may not take this room.
const MIN_STATE: u16 = 13;
/// Length of a bar: where room is scarce, in one column, beside another pane, beside two.
const BARS: [u16; 4] = [6, 11, 18, 22];

/// Positions and widths of the roster's columns, the same for every row of a frame.
pub struct Columns {
    /// Left edge and width of the initiative number.
    pub score: (u16, u16),
    /// Left edge of the side's letter.
    pub side: u16,
    /// Left edge and width of the name.
    pub name: (u16, u16),
    /// Left edge of hit points or wounds.
    pub health: u16,
    /// Length of a bar; 0 if wounds are counted.
    pub bar: u16,
    /// Width of hit points in numbers.
    pub hp: u16,
    /// Figures: label, left edge, width.
    pub figures: Vec<(Text, u16, u16)>,
    /// Left edge of the seconds of a turn, if shown.
    pub pips: Option<u16>,
    /// Left edge and width of conditions.
    pub state: (u16, u16),
    /// Right edge of the row.
    pub right: u16,
}

impl Columns {
    /// Lays out the columns for these rows in the area; with `beside`, another pane is beside it.
    pub fn of(view: &View, rows: Range<usize>, area: Rect, beside: bool) -> Self {
        let people =
            || rows.clone().filter_map(|row| view.board.lead(row)).filter_map(|who| view.e.get(who));
        let wounds = people().next().is_some_and(|c| matches!(c.vitals, Vitals::Wounds(_)));
        let number =
            |row| view.board.score(row).map_or(0, |score| text::cells(width(&score.to_string())));
        let number = rows.clone().map(number).max().unwrap_or(0);
        let held = if view.board.holding.is_empty() { 0 } else { text::cells(width(HOLDS)) };
        let score = (area.x + SIGNS, number.max(held).clamp(SCORE.start, SCORE.end));
        let side = score.0 + score.1 + 1;
        let name = (side + SIDE - 1, view.board.name_width.clamp(NAME.start, NAME.end));
        let [scarce, alone, two, three] = BARS;
        let bar = match (wounds, beside) {
            (true, _) => 0,
            (false, true) if area.width >= 80 => three,
            (false, true) => two,
            (false, false) if area.width >= 70 => alone,
            (false, false) => scarce,
        };
        let hp = rows.clone().map(|row| hp_width(view, row)).max().unwrap_or(0).clamp(HP.start, HP.end);
        let health = name.0 + name.1 + GAP;
        let mut x = health + if wounds { WOUNDS } else { bar + 1 + hp } + GAP;
        let end = area.right();
        let fits = |x: u16, columns: u16| x + columns + GAP + MIN_STATE <= end;
        let mut columns = Self {
            score,
            side,
            name,
            health,
            bar,
            hp,
            figures: Vec::new(),
            pips: None,
            state: (x, 0),
            right: area.right(),
        };
        let mut wanted: Vec<(Text, u16)> = Vec::new();
        for c in people().filter(|c| c.is_up()) {
            view.board.glance(view.rules, view.e, c.id, |seen| {
                for figure in &seen.columns {
                    let wide = |text: &str| text::cells(width(text));
                    let needs = wide(&figure.value).max(wide(&figure.label));
                    match wanted.iter_mut().find(|(label, _)| *label == figure.label) {
                        Some((_, columns)) => *columns = needs.max(*columns),
                        None => wanted.push((figure.label.clone(), needs)),
                    }
                }
            });
        }
        for (at, (label, wide)) in wanted.into_iter().enumerate() {
            if at == 1 && wounds && fits(x, PIPS) {
                columns.pips = Some(x);
                x += PIPS + GAP;
            }
            if fits(x, wide) {
                columns.figures.push((label, x, wide));
                x += wide + GAP;
            }
        }
        columns.state = (x, end.saturating_sub(x));
        columns
    }

    /// Paints the column heads onto the pane's heading line, around its title, which ends before `title_end`.
    pub fn paint_heads(&self, area: Rect, title_end: u16, theme: &Theme, buf: &mut Buffer) {
        let mut head = |x: u16, columns: u16, text: &str| {
            let columns = columns.min(self.right.saturating_sub(x));
            if usize::from(columns) >= width(text) && x > title_end {
                let end = put(buf, x, area.y, columns, text, theme.dim);
                put(buf, end, area.y, self.right.saturating_sub(end).min(1), " ", theme.dim);
                put(buf, x - 1, area.y, 1, " ", theme.dim);
            }
        };
        match self.bar {
            0 => head(self.health, WOUNDS, "Wounds"),
            bar if bar >= 10 => head(self.health, bar + self.hp, "Hit points"),
            bar => head(self.health, bar + self.hp, "HP"),
        }
        for (label, x, columns) in &self.figures {
            head(*x, *columns, label);
        }
        if let Some(x) = self.pips {
            head(x, PIPS, "Seconds");
        }
        head(self.state.0, self.state.1, "State");
        let (x, columns) = self.score;
        put_right(buf, x - 1, area.y, columns + 1, " In", theme.dim);
    }
}

/// Mark of a combatant that holds its turn and has no number.
pub const HOLDS: &str = "(h)";

/// Width of a row's hit points in numbers.
fn hp_width(view: &View, row: usize) -> u16 {
    let one = || {
        let c = view.e.get(view.board.lead(row)?)?;
        Some((c.vitals.hp(), c.vitals.max(), c.temporary()))
    };
    let fold = view.board.fold(row).map(|fold| (fold.health.0, fold.health.1, fold.temporary));
    let (now, max, temporary) = fold.or_else(one).unwrap_or_default();
    text::cells(width(&words::hit_points(now, temporary))) + 1 + digits(max)
}

fn digits(number: i32) -> u16 {
    let sign = u16::from(number < 0);
    u16::try_from(number.unsigned_abs().checked_ilog10().unwrap_or(0)).unwrap_or(0) + 1 + sign
}
