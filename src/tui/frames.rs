//! Frame diffs, in few bytes and with little work. Ratatui's own diff repeats both colours whenever one changes, sets
//! a foreground for blanks, and looks up the width of every cell.

use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::io::{self, Write};
use std::ops::Range;

/// Appends the escape codes and text that turn the frame `shown` into `next`, of which only the `painted` areas were
/// redrawn, and updates `shown` to match. If the sizes differ, the screen is taken to be blank and `shown` is left
/// unchanged.
///
/// # Errors
/// Fails only if writing to memory does, which a frame cannot cause.
pub fn changes(
    shown: &mut Buffer,
    next: &Buffer,
    painted: &[Rect],
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let (is_known, columns) = (shown.area == next.area, usize::from(next.area.width));
    let blank = if is_known { Vec::new() } else { vec![Cell::EMPTY; columns] };
    let mut writer = Writer { out, pen: Pen::FRESH, at: (usize::MAX, usize::MAX) };
    for part in painted {
        let part = part.intersection(next.area);
        for y in part.top()..part.bottom() {
            let first = next.index_of(next.area.x, y);
            let row = &next.content[first..first + columns];
            let was = if is_known { &shown.content[first..first + columns] } else { &blank };
            let changed = writer.draw_row(y, part.left()..part.right(), was, row)?;
            if let Some(changed) = changed.filter(|_| is_known) {
                let there = first + changed.start..first + changed.end;
                shown.content[there].clone_from_slice(&row[changed]);
            }
        }
    }
    writer.finish()
}

/// Same as `==`, but fast for one-byte symbols, which nearly all are.
fn is_same(one: &Cell, other: &Cell) -> bool {
    let symbols = match (one.symbol().as_bytes(), other.symbol().as_bytes()) {
        ([one], [other]) => one == other,
        (one, other) => one == other,
    };
    symbols && (one.fg, one.bg, one.modifier) == (other.fg, other.bg, other.modifier)
}

/// Width of a cell's text, in columns.
fn width(symbol: &str) -> usize {
    if symbol.len() == 1 { 1 } else { symbol.cell_width().into() }
}

/// Whether this cell is the right half of a wide character.
fn is_covered(row: &[Cell], x: usize) -> bool {
    x.checked_sub(1).and_then(|left| row.get(left)).is_some_and(|left| width(left.symbol()) > 1)
}

/// Writes cells to the terminal, tracking its cursor and style.
struct Writer<'a> {
    out: &'a mut Vec<u8>,
    pen: Pen,
    /// Column and row the next character goes to. The column is `usize::MAX` if unknown.
    at: (usize, usize),
}

impl Writer<'_> {
    /// Draws the changed cells among these columns of a row. Returns the range they span, if any.
    fn draw_row(
        &mut self,
        y: u16,
        columns: Range<u16>,
        was: &[Cell],
        row: &[Cell],
    ) -> io::Result<Option<Range<usize>>> {
        let columns = usize::from(columns.start)..usize::from(columns.end);
        let cells = was[columns.clone()].iter().zip(&row[columns.clone()]);
        // Columns before `halved_until` may hold half of a wide character that was overwritten.
        let (mut halved_until, mut changed) = (0, None);
        for (x, (shown, cell)) in columns.zip(cells) {
            if x >= halved_until && is_same(shown, cell) {
                continue;
            }
            changed = Some(changed.map_or(x, |range: Range<usize>| range.start)..x + 1);
            if is_covered(row, x) {
                continue;
            }
            halved_until = halved_until.max(x + width(shown.symbol()));
            let (place, symbol) = ((x, usize::from(y)), cell.symbol());
            let width = width(symbol);
            self.move_to(place)?;
            if width > 1 && was.get(x + 1).is_some_and(|half| half.symbol() != " ") {
                // A terminal that treats it as narrow would leave the old cell visible in its right half.
                self.draw(cell, "  ", width)?;
                self.move_to(place)?;
            }
            self.draw(cell, symbol, width)?;
        }
        Ok(changed)
    }

    /// Moves the cursor: Cursor Character Absolute (ECMA-48, 8.3.9) within a row, else Cursor Position (8.3.21).
    fn move_to(&mut self, place: (usize, usize)) -> io::Result<()> {
        let (x, y) = place;
        match self.at {
            at if at == place => Ok(()),
            (_, row) if row == y => write!(self.out, "\x1b[{}G", x + 1),
            _ => write!(self.out, "\x1b[{};{}H", y + 1, x + 1),
        }?;
        self.at = place;
        Ok(())
    }

    /// Writes text in the cell's style. Terminals disagree on wide characters, so the column is unknown after one.
    fn draw(&mut self, cell: &Cell, text: &str, width: usize) -> io::Result<()> {
        self.pen.switch_to(self.pen.wanted(cell, text), self.out)?;
        self.out.extend_from_slice(text.as_bytes());
        self.at.0 = if width == 1 { self.at.0 + 1 } else { usize::MAX };
        Ok(())
    }

    /// Resets the terminal's style to the default.
    fn finish(self) -> io::Result<()> {
        if self.pen == Pen::FRESH { Ok(()) } else { self.out.write_all(b"\x1b[m") }
    }
}

/// The terminal's current text style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

impl Pen {
    const FRESH: Self = Self { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

    /// Returns the style needed for the text. A blank shows no foreground, so it keeps the current one.
    fn wanted(self, cell: &Cell, text: &str) -> Self {
        let ink = Modifier::BOLD | Modifier::DIM | Modifier::ITALIC;
        let wanted = Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier };
        if wanted == self || text != " " || !(wanted.modifier - ink).is_empty() {
            return wanted;
        }
        Self { fg: self.fg, modifier: self.modifier & ink, ..wanted }
    }

    /// Writes the style changes as one sequence: Select Graphic Rendition (ECMA-48, 8.3.117).
    fn switch_to(&mut self, wanted: Self, out: &mut Vec<u8>) -> io::Result<()> {
        if *self == wanted {
            return Ok(());
        }
        out.extend_from_slice(b"\x1b[");
        let start = out.len();
        let (mut gone, mut new) = (self.modifier - wanted.modifier, wanted.modifier - self.modifier);
        let weight = Modifier::BOLD | Modifier::DIM;
        if gone.intersects(weight) {
            // One code ends both bold and dim.
            gone = (gone - weight) | Modifier::BOLD;
            new |= wanted.modifier & weight;
        }
        for (modifier, on, off) in CODES {
            if gone.contains(modifier) {
                write!(out, "{off};")?;
            }
            if new.contains(modifier) {
                write!(out, "{on};")?;
            }
        }
        if wanted.fg != self.fg {
            colour(out, wanted.fg, 30)?;
        }
        if wanted.bg != self.bg {
            colour(out, wanted.bg, 40)?;
        }
        if out.len() > start {
            out.pop();
        }
        out.push(b'm');
        *self = wanted;
        Ok(())
    }
}

/// Codes that start and end each modifier. Weights come first: one code ends both, so it must precede a new start.
const CODES: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

/// Writes a foreground (`base` 30) or background (`base` 40) colour.
fn colour(out: &mut Vec<u8>, colour: Color, base: u8) -> io::Result<()> {
    let own = |at: u8| if at < 8 { base + at } else { base + 60 + at - 8 };
    let at = match colour {
        Color::Reset => base + 9,
        Color::Rgb(red, green, blue) => return write!(out, "{};2;{red};{green};{blue};", base + 8),
        Color::Indexed(at) => return write!(out, "{};5;{at};", base + 8),
        Color::Black => own(0),
        Color::Red => own(1),
        Color::Green => own(2),
        Color::Yellow => own(3),
        Color::Blue => own(4),
        Color::Magenta => own(5),
        Color::Cyan => own(6),
        Color::Gray => own(7),
        Color::DarkGray => own(8),
        Color::LightRed => own(9),
        Color::LightGreen => own(10),
        Color::LightYellow => own(11),
        Color::LightBlue => own(12),
        Color::LightMagenta => own(13),
        Color::LightCyan => own(14),
        Color::White => own(15),
    };
    write!(out, "{at};")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::style::Style;

    fn line(cells: &[(&str, Style)]) -> Buffer {
        let mut buf = Buffer::empty(Rect::new(0, 0, 20, 1));
        for ((symbol, style), x) in cells.iter().zip(0..) {
            buf[(x, 0)].set_symbol(symbol).set_style(*style);
        }
        buf
    }

    fn diff(shown: &Buffer, next: &Buffer) -> String {
        let (mut out, mut kept) = (Vec::new(), shown.clone());
        changes(&mut kept, next, &[next.area], &mut out).expect("a vector takes everything");
        assert!(kept == *next || shown.area != next.area);
        String::from_utf8(out).expect("text").replace('\x1b', "^")
    }

    /// Returns what is written to draw the cells of one line, from the left, over different ones.
    fn drawn(cells: &[(&str, Style)]) -> String {
        let others: Vec<_> = cells.iter().map(|_| ("?", Style::new())).collect();
        diff(&line(&others), &line(cells))
    }

    #[test]
    fn what_stays_is_passed_over() {
        let shown = Buffer::with_lines(["one two", "three  "]);
        let next = Buffer::with_lines(["ONE tWO", "three !"]);
        assert_eq!(diff(&shown, &next), "^[1;1HONE^[6GWO^[2;7H!");
        assert_eq!(diff(&shown, &shown), "");
        let nothing = Buffer::empty(Rect::ZERO);
        assert_eq!(diff(&nothing, &Buffer::with_lines(["", " a"])), "^[2;2Ha");
    }

    #[test]
    fn the_half_of_a_wide_character_is_drawn_over() {
        let wide = Buffer::with_lines(["a龍b"]);
        let narrow = Buffer::with_lines(["ax b"]);
        assert_eq!(diff(&wide, &narrow), "^[1;2Hx ");
        assert_eq!(diff(&narrow, &wide), "^[1;2H龍");
        let full = Buffer::with_lines(["axyb"]);
        assert_eq!(diff(&full, &wide), "^[1;2H  ^[2G龍");
        let moved = Buffer::with_lines(["龍ab"]);
        assert_eq!(diff(&wide, &moved), "^[1;1H  ^[1G龍^[3Ga");
        assert_eq!(diff(&wide, &wide), "");
    }

    #[test]
    fn each_change_is_said_once_and_blanks_have_no_ink() {
        let tint = Style::new().bg(Color::Indexed(8));
        let red = tint.fg(Color::Rgb(1, 2, 3)).add_modifier(Modifier::BOLD);
        let green = tint.fg(Color::LightGreen);
        assert_eq!(
            drawn(&[("a", red), (" ", green), ("b", red), ("c", green)]),
            "^[1;1H^[1;38;2;1;2;3;48;5;8ma b^[22;92mc^[m"
        );
        assert_eq!(drawn(&[("a", Style::new()), ("b", Style::new())]), "^[1;1Hab");
    }

    #[test]
    fn one_weight_ends_and_the_other_stays() {
        let both = Style::new().add_modifier(Modifier::BOLD | Modifier::DIM);
        let dim = Style::new().add_modifier(Modifier::DIM);
        assert_eq!(drawn(&[("a", both), ("b", dim)]), "^[1;1H^[1;2ma^[22;2mb^[m");
        let line = Style::new().add_modifier(Modifier::UNDERLINED);
        assert_eq!(drawn(&[("a", dim), (" ", line)]), "^[1;1H^[2ma^[22;4m ^[m");
    }
}
