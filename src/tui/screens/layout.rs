//! Where everything stands on the screen, as a function of its size.

use ratatui::layout::{Margin, Rect};

/// Smallest supported size, in columns and rows.
pub const MIN_SIZE: (u16, u16) = (60, 16);
/// From this many columns on, a pane is beside the roster.
const TWO: u16 = 110;
/// From this many columns on, two panes are beside the roster.
const THREE: u16 = 150;
/// From this many rows on, the stage has its second row.
const SPACIOUS: u16 = 20;
/// From this many rows on, the last act has a row.
const ROOMY: u16 = 18;
/// The columns of the roster where there is a pane beside it, and at most.
const LEFT: (u16, u16) = (74, 84);
/// The columns of the pane beside the roster, at least and at most.
const RIGHT: (u16, u16) = (30, 48);
/// The columns of the third pane.
const THIRD: u16 = 30;
/// Blank columns between two panes.
const GAP: u16 = 2;

/// The bands of a screen, from top to bottom. The lower ones are always at the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    /// Everything above.
    pub body: Rect,
    /// The last act; empty if there is no room.
    pub last: Rect,
    /// What Enter does: two rows, or one if there is no room.
    pub stage: Rect,
    /// The keys.
    pub foot: Rect,
}

/// The bands of a screen of that size; `None` if it is smaller than the minimum. One column on either side stays blank.
pub fn bands(area: Rect) -> Option<Bands> {
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        return None;
    }
    let area = area.inner(Margin::new(1, 0));
    let stage = if area.height >= SPACIOUS { 2 } else { 1 };
    let last = u16::from(area.height >= ROOMY);
    let band = |up: u16, height| Rect { y: area.bottom() - up, height, ..area };
    Some(Bands {
        body: Rect { height: area.height - 1 - stage - last, ..area },
        last: band(1 + stage + last, last),
        stage: band(1 + stage, stage),
        foot: band(1, 1),
    })
}

/// Bands of these heights from the top of an area, and what is left below. (A solver of constraints in each frame is felt.)
pub fn stacked<const N: usize>(area: Rect, heights: [u16; N]) -> ([Rect; N], Rect) {
    let mut rest = area;
    let bands = heights.map(|height| {
        let band = Rect { height: height.min(rest.height), ..rest };
        rest = Rect { y: band.bottom(), height: rest.height - band.height, ..rest };
        band
    });
    (bands, rest)
}

/// The columns of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// The roster and the log.
    pub left: Rect,
    /// The pane beside them, if there is room.
    pub right: Option<Rect>,
    /// The third pane, if there is room.
    pub third: Option<Rect>,
}

/// The columns of a body, which is two narrower than the screen. More room makes more panes, never a wider roster.
pub fn columns(body: Rect) -> Columns {
    let from = |x: u16, width: u16| Rect { x, width: width.min(body.right().saturating_sub(x)), ..body };
    let three = body.width + 2 >= THREE;
    let room = body.width.saturating_sub(if three { THIRD + GAP } else { 0 });
    if body.width + 2 < TWO {
        return Columns { left: from(body.x, body.width.min(LEFT.1)), right: None, third: None };
    }
    let roster = if three { LEFT.1 } else { LEFT.0 };
    let right = room.saturating_sub(roster + GAP).clamp(RIGHT.0, RIGHT.1);
    let left = from(body.x, (room - right - GAP).min(LEFT.1));
    let right = from(left.right() + GAP, right);
    let third = three.then(|| from(right.right() + GAP, RIGHT.1));
    Columns { left, right: Some(right), third }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widths(width: u16) -> (u16, u16, u16) {
        let body = bands(Rect::new(0, 0, width, 36)).expect("large enough").body;
        let Columns { left, right, third } = columns(body);
        (left.width, right.map_or(0, |pane| pane.width), third.map_or(0, |pane| pane.width))
    }

    #[test]
    fn more_room_makes_more_panes() {
        let all =
            [60, 80, 100, 109, 110, 120, 130, 149, 150, 160, 200].map(|width| (width, widths(width)));
        let expected = [
            (60, (58, 0, 0)),
            (80, (78, 0, 0)),
            (100, (84, 0, 0)),
            (109, (84, 0, 0)),
            (110, (74, 32, 0)),
            (120, (74, 42, 0)),
            (130, (78, 48, 0)),
            (149, (84, 48, 0)),
            (150, (84, 30, 30)),
            (160, (84, 40, 30)),
            (200, (84, 48, 48)),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn the_lower_bands_are_always_at_the_same_place() {
        let at = |height| {
            let Bands { body, last, stage, foot } =
                bands(Rect::new(0, 0, 80, height)).expect("large enough");
            [body.height, last.height, stage.height, foot.height]
        };
        assert_eq!(
            [at(16), at(18), at(20), at(24)],
            [[14, 0, 1, 1], [15, 1, 1, 1], [16, 1, 2, 1], [20, 1, 2, 1]]
        );
        assert_eq!(bands(Rect::new(0, 0, 59, 24)), None);
    }
}
