//! A thin bar in half cells: what is left, what the last act took, what is gone.

use super::text::put_sign;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// The values of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// The current value.
    pub now: i32,
    /// The maximum.
    pub max: i32,
    /// What comes on top for a time.
    pub temporary: i32,
    /// The loss in the last act.
    pub lost: i32,
}

impl Bar {
    /// What fills the bar: the maximum, or more if that is there with what comes on top.
    fn whole(self) -> i32 {
        self.max.max(self.now.max(0).saturating_add(self.temporary.max(0))).max(1)
    }

    /// Returns the cells that what comes on top takes, at least one, and where they begin.
    fn on_top(self, columns: u16, now: u16) -> std::ops::Range<u16> {
        if self.temporary <= 0 {
            return 0..0;
        }
        let wide = i64::from(self.temporary) * i64::from(columns) / i64::from(self.whole());
        let wide = u16::try_from(wide).unwrap_or(columns).clamp(1, columns.max(1));
        let from = now.div_ceil(2).min(columns.saturating_sub(wide));
        from..from + wide
    }

    /// Returns how many of the steps are filled by what is left, and how many with the last loss added. Anything left
    /// fills at least one step; only the maximum fills all.
    fn filled(self, steps: u16) -> (u16, u16) {
        let (max, all) = (i64::from(self.whole()), i64::from(steps));
        let share = |points: i64| match points {
            ..=0 => 0,
            some if some >= max => all,
            some => (some * all / max).clamp(1, (all - 1).max(1)),
        };
        let now = i64::from(self.now.max(0));
        let before = share(now.saturating_add(i64::from(self.lost.max(0))));
        let steps = |share: i64| u16::try_from(share).unwrap_or(0);
        (steps(share(now)), steps(before))
    }
}

/// Paints the bar into a number of cells, in the styles of what is left, the last loss, and the track. Each has a
/// symbol of its own as well as a colour, and so has what comes on top, in the style of what is left.
pub fn put_bar(buf: &mut Buffer, (x, y): (u16, u16), columns: u16, bar: Bar, styles: [Style; 3]) {
    let [left, lost, track] = styles;
    let (now, before) = bar.filled(columns.saturating_mul(2));
    let on_top = bar.on_top(columns, now);
    for (cell, x) in (0..columns).zip(x..) {
        let (sign, style) = match 2 * cell {
            _ if on_top.contains(&cell) => ("+", left),
            at if at + 1 < now => ("━", left),
            at if at < now => ("╸", left),
            at if at < before => ("┅", lost),
            _ => ("─", track),
        };
        put_sign(buf, x, y, sign, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    fn painted(now: i32, max: i32, lost: i32) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, 6, 1));
        put_bar(&mut buf, (0, 0), 6, Bar { now, max, temporary: 0, lost }, [Style::new(); 3]);
        (0..6).map(|x| buf[(x, 0)].symbol()).collect()
    }

    #[test]
    fn half_cells_show_what_is_left_and_what_was_lost() {
        assert_eq!(painted(12, 12, 0), "━━━━━━");
        assert_eq!(painted(11, 12, 0), "━━━━━╸");
        assert_eq!(painted(7, 12, 4), "━━━╸┅┅");
        assert_eq!(painted(0, 12, 5), "┅┅┅───");
        assert_eq!(painted(0, 0, 0), "──────");
    }

    #[test]
    fn what_comes_on_top_has_cells_of_its_own() {
        let painted = |now, temporary, lost| {
            let mut buf = Buffer::empty(Rect::new(0, 0, 6, 1));
            put_bar(&mut buf, (0, 0), 6, Bar { now, max: 12, temporary, lost }, [Style::new(); 3]);
            (0..6).map(|x| buf[(x, 0)].symbol()).collect::<String>()
        };
        assert_eq!(painted(12, 12, 0), "━━━+++");
        assert_eq!(painted(12, 1, 0), "━━━━━+");
        assert_eq!(painted(4, 4, 0), "━━++──");
        assert_eq!(painted(4, 4, 4), "━━++──");
        assert_eq!(painted(0, 6, 0), "+++───");
        assert_eq!(painted(-3, 40, 0), "++++++");
    }

    #[test]
    fn one_of_many_is_seen_and_full_is_whole() {
        assert_eq!(painted(1, 200, 0), "╸─────");
        assert_eq!(painted(199, 200, 0), "━━━━━╸");
        assert_eq!(painted(250, 200, 0), "━━━━━━");
        assert_eq!(painted(-4, 200, 0), "──────");
    }
}
