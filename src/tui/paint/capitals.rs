//! Capitals five rows high, to be read from across the room.

use super::text::{cells, put_sign};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// Rows of a capital.
pub const ROWS: u16 = 5;

/// The columns between two capitals.
const GAP: usize = 1;

/// The shapes, a text for each row.
const SHAPES: [(char, [&str; 5]); 42] = [
    (' ', ["  ", "  ", "  ", "  ", "  "]),
    ('A', [" ## ", "#  #", "####", "#  #", "#  #"]),
    ('B', ["### ", "#  #", "### ", "#  #", "### "]),
    ('C', [" ###", "#   ", "#   ", "#   ", " ###"]),
    ('D', ["### ", "#  #", "#  #", "#  #", "### "]),
    ('E', ["####", "#   ", "### ", "#   ", "####"]),
    ('F', ["####", "#   ", "### ", "#   ", "#   "]),
    ('G', [" ###", "#   ", "# ##", "#  #", " ###"]),
    ('H', ["#  #", "#  #", "####", "#  #", "#  #"]),
    ('I', ["#", "#", "#", "#", "#"]),
    ('J', ["  ##", "   #", "   #", "#  #", " ## "]),
    ('K', ["#  #", "# # ", "##  ", "# # ", "#  #"]),
    ('L', ["#   ", "#   ", "#   ", "#   ", "####"]),
    ('M', ["#   #", "## ##", "# # #", "#   #", "#   #"]),
    ('N', ["#   #", "##  #", "# # #", "#  ##", "#   #"]),
    ('O', [" ## ", "#  #", "#  #", "#  #", " ## "]),
    ('P', ["### ", "#  #", "### ", "#   ", "#   "]),
    ('Q', [" ## ", "#  #", "#  #", "# ##", " ###"]),
    ('R', ["### ", "#  #", "### ", "# # ", "#  #"]),
    ('S', [" ###", "#   ", " ## ", "   #", "### "]),
    ('T', ["#####", "  #  ", "  #  ", "  #  ", "  #  "]),
    ('U', ["#  #", "#  #", "#  #", "#  #", " ## "]),
    ('V', ["#   #", "#   #", " # # ", " # # ", "  #  "]),
    ('W', ["#   #", "#   #", "# # #", "## ##", "#   #"]),
    ('X', ["#   #", " # # ", "  #  ", " # # ", "#   #"]),
    ('Y', ["#   #", " # # ", "  #  ", "  #  ", "  #  "]),
    ('Z', ["#####", "   # ", "  #  ", " #   ", "#####"]),
    ('0', [" ## ", "#  #", "#  #", "#  #", " ## "]),
    ('1', [" #", "##", " #", " #", " #"]),
    ('2', ["### ", "   #", " ## ", "#   ", "####"]),
    ('3', ["### ", "   #", " ## ", "   #", "### "]),
    ('4', ["#  #", "#  #", "####", "   #", "   #"]),
    ('5', ["####", "#   ", "### ", "   #", "### "]),
    ('6', [" ## ", "#   ", "### ", "#  #", " ## "]),
    ('7', ["####", "   #", "  # ", " #  ", " #  "]),
    ('8', [" ## ", "#  #", " ## ", "#  #", " ## "]),
    ('9', [" ## ", "#  #", " ###", "   #", " ## "]),
    (',', ["  ", "  ", "  ", " #", "# "]),
    ('.', [" ", " ", " ", " ", "#"]),
    ('-', ["   ", "   ", "###", "   ", "   "]),
    ('–', ["   ", "   ", "###", "   ", "   "]),
    ('\'', ["#", "#", " ", " ", " "]),
];

/// Puts a text in capitals, if each of its letters has a shape and all fit. Returns whether it did.
pub fn put_capitals(
    buf: &mut Buffer,
    (x, y): (u16, u16),
    columns: u16,
    text: &str,
    style: Style,
) -> bool {
    let shape = |letter: char| SHAPES.iter().find(|(own, _)| *own == letter).map(|(_, rows)| rows);
    let all: Option<Vec<_>> = text.chars().flat_map(char::to_uppercase).map(shape).collect();
    let Some(all) = all else { return false };
    let wide: usize = all.iter().map(|rows| rows[0].len() + GAP).sum();
    if wide > usize::from(columns) + GAP {
        return false;
    }
    for (row, y) in (0..usize::from(ROWS)).zip(y..) {
        let mut at = 0;
        for rows in &all {
            for (_, column) in rows[row].chars().zip(at..).filter(|(sign, _)| *sign != ' ') {
                put_sign(buf, x + cells(column), y, "█", style);
            }
            at += rows[row].len() + GAP;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    #[test]
    fn every_shape_has_rows_of_one_width() {
        for (letter, rows) in SHAPES {
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{letter}");
        }
    }

    #[test]
    fn a_text_is_put_whole_or_not_at_all() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 12, ROWS));
        let blank = buf.clone();
        for text in ["Brea", "Żóraw"] {
            assert!(!put_capitals(&mut buf, (0, 0), 12, text, Style::default()));
            assert_eq!(buf, blank, "{text}");
        }
        assert!(put_capitals(&mut buf, (0, 0), 12, "Al", Style::default()));
        assert_eq!(buf[(1, 0)].symbol(), "█");
    }
}
