//! What ratatui draws on: a frame in as few bytes as it takes. Its own back end says both colours again
//! whenever one changes, and gives blanks a colour of ink.

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};
use std::io::{self, Write};

/// Draws cells itself and leaves everything else to the usual back end.
pub struct Lean<W: Write>(CrosstermBackend<W>);

impl<W: Write> Lean<W> {
    /// Draws into that.
    pub fn new(writer: W) -> Self {
        Self(CrosstermBackend::new(writer))
    }
}

/// How the terminal writes now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

impl Pen {
    const FRESH: Self = Self { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

    /// What that cell wants; a blank has no ink, so that the ink may stay as it is.
    fn wanted(self, cell: &Cell) -> Self {
        let ink = Modifier::BOLD | Modifier::DIM | Modifier::ITALIC;
        let wanted = Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier };
        if cell.symbol() != " " || !(cell.modifier - ink).is_empty() {
            return wanted;
        }
        Self { fg: self.fg, modifier: self.modifier & ink, ..wanted }
    }

    /// Says what changes, as one sequence: Select Graphic Rendition (ECMA-48, 8.3.117).
    fn turn_to(&mut self, wanted: Self, said: &mut Vec<u8>) -> io::Result<()> {
        if *self == wanted {
            return Ok(());
        }
        said.extend_from_slice(b"\x1b[");
        let begun = said.len();
        let (mut gone, mut new) = (self.modifier - wanted.modifier, wanted.modifier - self.modifier);
        let weight = Modifier::BOLD | Modifier::DIM;
        if gone.intersects(weight) {
            // One code ends both.
            gone = (gone - weight) | Modifier::BOLD;
            new |= wanted.modifier & weight;
        }
        for (modifier, on, off) in CODES {
            if gone.contains(modifier) {
                write!(said, "{off};")?;
            }
            if new.contains(modifier) {
                write!(said, "{on};")?;
            }
        }
        if wanted.fg != self.fg {
            colour(said, wanted.fg, 30)?;
        }
        if wanted.bg != self.bg {
            colour(said, wanted.bg, 40)?;
        }
        if said.len() > begun {
            said.pop();
        }
        said.push(b'm');
        *self = wanted;
        Ok(())
    }
}

/// The code that begins and the one that ends each; weights end first, as their end is one.
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

/// A colour of ink (`base` 30) or of the ground (40).
fn colour(said: &mut Vec<u8>, colour: Color, base: u8) -> io::Result<()> {
    let own = |at: u8| if at < 8 { base + at } else { base + 60 + at - 8 };
    let at = match colour {
        Color::Reset => base + 9,
        Color::Rgb(red, green, blue) => return write!(said, "{};2;{red};{green};{blue};", base + 8),
        Color::Indexed(at) => return write!(said, "{};5;{at};", base + 8),
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
    write!(said, "{at};")
}

impl<W: Write> Backend for Lean<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut said = Vec::new();
        let (mut pen, mut next) = (Pen::FRESH, None);
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                write!(said, "\x1b[{};{}H", y.saturating_add(1), x.saturating_add(1))?;
            }
            pen.turn_to(pen.wanted(cell), &mut said)?;
            said.extend_from_slice(cell.symbol().as_bytes());
            next = Some((x.saturating_add(1), y));
        }
        if pen != Pen::FRESH {
            said.extend_from_slice(b"\x1b[m");
        }
        self.0.write_all(&said)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    /// What is said to draw cells of one line, from the left.
    fn said(cells: &[(&str, Style)]) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, 20, 1));
        for ((symbol, style), x) in cells.iter().zip(0..) {
            buf[(x, 0)].set_symbol(symbol).set_style(*style);
        }
        let cells = (0..).zip(&buf.content).take(cells.len()).map(|(x, cell)| (x, 0, cell));
        let mut bytes = Vec::new();
        Lean::new(&mut bytes).draw(cells).expect("a vector takes everything");
        String::from_utf8(bytes).expect("text").replace('\x1b', "^")
    }

    #[test]
    fn each_change_is_said_once_and_blanks_have_no_ink() {
        let tint = Style::new().bg(Color::Indexed(8));
        let red = tint.fg(Color::Rgb(1, 2, 3)).add_modifier(Modifier::BOLD);
        let green = tint.fg(Color::LightGreen);
        assert_eq!(
            said(&[("a", red), (" ", green), ("b", red), ("c", green)]),
            "^[1;1H^[1;38;2;1;2;3;48;5;8ma b^[22;92mc^[m"
        );
        assert_eq!(said(&[("a", Style::new()), ("b", Style::new())]), "^[1;1Hab");
    }

    #[test]
    fn one_weight_ends_and_the_other_stays() {
        let both = Style::new().add_modifier(Modifier::BOLD | Modifier::DIM);
        let dim = Style::new().add_modifier(Modifier::DIM);
        assert_eq!(said(&[("a", both), ("b", dim)]), "^[1;1H^[1;2ma^[22;2mb^[m");
        let line = Style::new().add_modifier(Modifier::UNDERLINED);
        assert_eq!(said(&[("a", dim), (" ", line)]), "^[1;1H^[2ma^[22;4m ^[m");
    }
}
