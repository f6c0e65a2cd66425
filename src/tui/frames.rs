//! Frames: each is drawn whole and told to the terminal in as few bytes as it takes.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::io::{self, Write};

/// Clears the whole screen: Erase in Display (ECMA-48, 8.3.39).
const CLEAR: &[u8] = b"\x1b[2J";

/// What the terminal shows, and room for what it is to show next.
pub struct Frames {
    shown: Buffer,
    next: Buffer,
    /// The terminal has to be cleared first: nobody knows what it shows.
    clears: bool,
}

impl Frames {
    /// On a terminal that shows nothing yet.
    pub fn new(area: Rect) -> Self {
        Self { shown: Buffer::empty(area), next: Buffer::empty(area), clears: false }
    }

    /// On a terminal of that size that shows something else: it is cleared, and the next frame is told whole.
    pub fn begin_again(&mut self, area: Rect) {
        *self = Self { clears: true, ..Self::new(area) };
    }

    /// Draws a frame on blank cells; what is told of it is put behind what is said already.
    ///
    /// # Errors
    /// None: memory takes what is written to it.
    pub fn draw(&mut self, said: &mut Vec<u8>, paint: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        self.next.reset();
        paint(self.next.area, &mut self.next);
        if std::mem::take(&mut self.clears) {
            said.extend_from_slice(CLEAR);
        }
        tell(&self.shown, &self.next, said)?;
        std::mem::swap(&mut self.shown, &mut self.next);
        Ok(())
    }
}

/// Tells what has changed. Most rows have not, and are only compared; of the others ratatui says which cells are
/// to be told, wide characters considered.
fn tell(shown: &Buffer, next: &Buffer, said: &mut Vec<u8>) -> io::Result<()> {
    let mut pen = Pen::FRESH;
    let width = usize::from(next.area.width).max(1);
    let rows = shown.content.chunks(width).zip(next.content.chunks(width));
    for ((old, new), y) in rows.zip(next.area.top()..) {
        if old.iter().zip(new).all(|(old, new)| is_alike(old, new)) {
            continue;
        }
        let area = Rect { y, height: 1, ..next.area };
        let row = |cells: &[Cell]| Buffer { area, content: cells.to_vec() };
        let (old, new) = (row(old), row(new));
        pen.write(old.diff_iter(&new), said)?;
    }
    if pen != Pen::FRESH {
        said.extend_from_slice(b"\x1b[m");
    }
    Ok(())
}

/// Whether two cells look the same.
fn is_alike(old: &Cell, new: &Cell) -> bool {
    old.bg == new.bg
        && old.fg == new.fg
        && old.modifier == new.modifier
        && old.symbol().as_bytes() == new.symbol().as_bytes()
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

    /// Writes cells, each where it stands.
    fn write<'a>(
        &mut self,
        cells: impl Iterator<Item = (u16, u16, &'a Cell)>,
        said: &mut Vec<u8>,
    ) -> io::Result<()> {
        let mut next = None;
        for (x, y, cell) in cells {
            if next != Some(x) {
                write!(said, "\x1b[{};{}H", y.saturating_add(1), x.saturating_add(1))?;
            }
            self.turn_to(self.wanted(cell), said)?;
            said.extend_from_slice(cell.symbol().as_bytes());
            next = Some(x.saturating_add(1));
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    /// What is said to draw cells of one line, from the left.
    fn said(cells: &[(&str, Style)]) -> String {
        let mut said = Vec::new();
        let mut frames = Frames::new(Rect::new(0, 0, 20, 1));
        let paint = |_, buf: &mut Buffer| {
            for ((symbol, style), x) in cells.iter().zip(0..) {
                buf[(x, 0)].set_symbol(symbol).set_style(*style);
            }
        };
        frames.draw(&mut said, paint).expect("a vector takes everything");
        String::from_utf8(said).expect("text").replace('\x1b', "^")
    }

    /// What each of several frames of one line says.
    fn told(lines: &[&str]) -> Vec<String> {
        let mut frames = Frames::new(Rect::new(0, 0, 4, 1));
        let told = lines.iter().map(|line| {
            let mut said = Vec::new();
            let paint = |_, buf: &mut Buffer| {
                buf.set_string(0, 0, line, Style::new());
            };
            frames.draw(&mut said, paint).expect("a vector takes everything");
            String::from_utf8(said).expect("text").replace('\x1b', "^")
        });
        told.collect()
    }

    #[test]
    fn only_what_has_changed_is_told() {
        assert_eq!(told(&["abcd", "abcd", "axcd"]), ["^[1;1Habcd", "", "^[1;2Hx"]);
        // The right half of a wide character is told when something narrow takes its place.
        assert_eq!(told(&["龍ab", "xxab", "龍ab"]), ["^[1;1H龍^[1;3Hab", "^[1;1Hxx", "^[1;1H龍"]);
    }

    #[test]
    fn what_is_begun_again_is_cleared_and_told_whole() {
        let (area, mut said) = (Rect::new(0, 0, 2, 1), Vec::new());
        let mut frames = Frames::new(area);
        let mut draw = |frames: &mut Frames| {
            said.clear();
            let paint = |_, buf: &mut Buffer| {
                buf.set_string(0, 0, "ab", Style::new());
            };
            frames.draw(&mut said, paint).expect("a vector takes everything");
            String::from_utf8_lossy(&said).replace('\x1b', "^")
        };
        draw(&mut frames);
        frames.begin_again(area);
        assert_eq!(draw(&mut frames), "^[2J^[1;1Hab");
        assert_eq!(draw(&mut frames), "");
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
