//! Where the rows of the start screen are, as a function of its size: more room shows more fights and samples.

use super::{Opens, Start};
use crate::tui::input::operations::Op;
use crate::tui::paint::text::cells;
use ratatui::layout::Rect;

/// The size that is assumed before the first frame.
const USUAL: (u16, u16) = (78, 20);
/// The rows of the card.
pub const CARD: u16 = 4;
/// The least columns of a sample.
const CELL: u16 = 24;
/// Fights shown where room is scarce, and lines of samples.
const FEW: (u16, u16) = (3, 2);

/// A part of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The running fight.
    Card,
    /// The other fights.
    Fights,
    /// What begins a new one.
    Begin,
    /// The samples.
    Samples,
}

/// The rows that are shown, from the top of the list.
#[derive(Debug, Default)]
pub struct Plan {
    /// The lines of the list.
    pub lines: u16,
    /// Where each row shown is, by its index.
    pub spots: Vec<(usize, Rect)>,
    /// The lines of the headings.
    pub heads: Vec<(u16, Part)>,
}

impl Start {
    /// The part of the screen that a row is in.
    pub(super) fn part(&self, at: usize) -> Part {
        match self.rows[at].opens {
            Opens::Saved(_) if self.runs && at == 0 => Part::Card,
            Opens::Saved(_) | Opens::Archived(_) | Opens::Older => Part::Fights,
            Opens::New | Opens::File | Opens::Library => Part::Begin,
            Opens::Ready(_) | Opens::Samples => Part::Samples,
        }
    }

    fn rows_of(&self, part: Part) -> Vec<usize> {
        (0..self.rows.len()).filter(|at| self.part(*at) == part).collect()
    }

    /// Lays the rows out for an area.
    pub(super) fn plan(&self, area: Rect) -> Plan {
        let (width, height) = if area.width == 0 { USUAL } else { (area.width, area.height) };
        let (fights, samples) = (self.rows_of(Part::Fights), self.rows_of(Part::Samples));
        // The last row of the fights stands for those that are not shown.
        let newcomer = fights.len() == 1 && !self.runs;
        let across = (width / CELL).clamp(1, 3);
        let saved = fights.iter().filter(|at| matches!(self.rows[**at].opens, Opens::Saved(_))).count();
        let (saved, all) = (cells(saved), cells(samples.len() - 1).div_ceil(across));
        // A heading, the rows of what begins a fight, and a blank line after all but the last part.
        let begin = cells(self.rows_of(Part::Begin).len()) + 2;
        let card = if self.runs { CARD + 1 } else { 0 };
        let own = if fights.len() == 1 { 0 } else { 3 };
        let room = height.saturating_sub(card + own + begin + 1);
        let lines = if self.opened.1 || newcomer {
            all
        } else {
            room.saturating_sub(saved.min(FEW.0)).clamp(FEW.1, all.max(FEW.1))
        };
        let few = room.saturating_sub(lines).max(FEW.0);
        let mut plan = Plan::default();
        if self.runs {
            plan.spots.push((0, Rect { x: 0, y: 0, width, height: CARD }));
            plan.lines = CARD + 1;
        }
        if newcomer {
            plan.put_samples(&samples, lines, across, width);
            plan.lines += 1;
        } else if fights.len() > 1 {
            plan.put_head(Part::Fights);
            let shown = if self.opened.0 { fights.len() - 1 } else { usize::from(few.min(saved)) };
            let more = fights.len() - 1 > shown;
            plan.put_rows(fights[..shown].iter().chain(fights.last().filter(|_| more)), width);
            plan.lines += 1;
        }
        plan.put_head(Part::Begin);
        plan.put_rows(&self.rows_of(Part::Begin), width);
        if !newcomer {
            plan.lines += 1;
            plan.put_samples(&samples, lines, across, width);
        }
        plan
    }
}

impl Plan {
    fn put_head(&mut self, part: Part) {
        self.heads.push((self.lines, part));
        self.lines += 1;
    }

    fn put_rows<'a>(&mut self, rows: impl IntoIterator<Item = &'a usize>, width: u16) {
        for at in rows {
            self.spots.push((*at, Rect { x: 0, y: self.lines, width, height: 1 }));
            self.lines += 1;
        }
    }

    /// Puts as many samples as fit these lines; the last row, which stands for the others, is among them.
    fn put_samples(&mut self, samples: &[usize], lines: u16, across: u16, width: u16) {
        self.put_head(Part::Samples);
        let room = usize::from(lines * across);
        let shown = match samples {
            [all @ .., _] if all.len() <= room => all.to_vec(),
            [some @ .., more] => some[..room - 1].iter().copied().chain([*more]).collect(),
            [] => Vec::new(),
        };
        let width = width / across;
        for (nth, at) in (0..).zip(shown) {
            let (x, y) = (nth % across * width, self.lines + nth / across);
            self.spots.push((at, Rect { x, y, width, height: 1 }));
        }
        self.lines += lines;
    }

    /// Where a row is, if it is shown.
    pub fn spot(&self, at: usize) -> Option<Rect> {
        self.spots.iter().find(|(row, _)| *row == at).map(|(_, spot)| *spot)
    }

    /// The row after one in a direction, by what is seen; the same if there is none.
    pub fn next(&self, at: usize, op: Op) -> usize {
        let Some(from) = self.spot(at) else { return self.nearest(at) };
        let apart = |spot: &Rect| match op {
            Op::Up => from.y.checked_sub(spot.bottom()).map(|far| (far, spot.x.abs_diff(from.x))),
            Op::Down => spot.y.checked_sub(from.bottom()).map(|far| (far, spot.x.abs_diff(from.x))),
            Op::Left if spot.y == from.y => from.x.checked_sub(spot.right()).map(|far| (0, far)),
            Op::Right if spot.y == from.y => spot.x.checked_sub(from.right()).map(|far| (0, far)),
            _ => None,
        };
        let next = match op {
            Op::First => self.spots.first(),
            Op::Last => self.spots.last(),
            _ => {
                let ahead = self.spots.iter().filter(|(_, spot)| apart(spot).is_some());
                ahead.min_by_key(|(_, spot)| apart(spot))
            }
        };
        next.map_or(at, |(row, _)| *row)
    }

    /// The row shown whose index is nearest.
    pub fn nearest(&self, at: usize) -> usize {
        self.spots.iter().map(|(row, _)| *row).min_by_key(|row| row.abs_diff(at)).unwrap_or(0)
    }
}
