//! Writes text into cells, cut to its width on a terminal. Invisible characters are spelled out.

use crate::escape::visible;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Returns the columns a text takes.
pub fn width(text: &str) -> usize {
    if is_plain(text) { text.len() } else { visible(text).width() }
}

/// Whether every byte is visible and one column wide, as in most text; needs no width tables.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|sign| matches!(sign, b' '..=b'~'))
}

/// Returns the longest prefix that fits the columns, without splitting a grapheme.
fn head(text: &str, columns: usize) -> &str {
    if text.is_ascii() {
        return &text[..columns.min(text.len())];
    }
    let mut used = 0;
    for (at, sign) in text.grapheme_indices(true) {
        used += sign.width();
        if used > columns {
            return &text[..at];
        }
    }
    text
}

/// Returns the longest suffix that fits the columns, without splitting a grapheme.
pub fn tail(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (at, sign) in text.grapheme_indices(true).rev() {
        used += width(sign);
        if used > columns {
            return &text[at + sign.len()..];
        }
    }
    text
}

/// Converts a count of columns or lines, capped at what a screen can have.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Writes lines one below the other from row `y` to the bottom of the area.
pub fn put_lines(buf: &mut Buffer, area: Rect, y: u16, lines: &[String], style: Style) {
    for (line, y) in lines.iter().zip(y..area.bottom()) {
        put(buf, area.x, y, area.width, line, style);
    }
}

/// Writes a text into at most `columns`, with `…` if it is cut. Returns the column after it.
pub fn put(buf: &mut Buffer, x: u16, y: u16, columns: u16, text: &str, style: Style) -> u16 {
    let room = usize::from(columns);
    if room == 0 || !buf.area.contains((x, y).into()) {
        return x;
    }
    if text.len() <= room && is_plain(text) {
        return put_plain(buf, x, y, text, style);
    }
    let text = &*visible(text);
    if text.width() <= room {
        return buf.set_stringn(x, y, text, room, style).0;
    }
    let end = buf.set_stringn(x, y, head(text, room - 1), room - 1, style).0;
    buf.set_stringn(end, y, "…", 1, style).0
}

/// Writes plain text up to the edge of the buffer, one cell per byte.
fn put_plain(buf: &mut Buffer, x: u16, y: u16, text: &str, style: Style) -> u16 {
    let room = usize::from(buf.area.right().saturating_sub(x)).min(text.len());
    let first = buf.index_of(x, y);
    for (at, cell) in buf.content[first..first + room].iter_mut().enumerate() {
        cell.set_symbol(&text[at..=at]).set_style(style);
    }
    x.saturating_add(cells(room))
}

/// Writes a one-column symbol without checking its width.
pub fn put_sign(buf: &mut Buffer, x: u16, y: u16, sign: &str, style: Style) {
    if let Some(cell) = buf.cell_mut((x, y)) {
        cell.set_symbol(sign).set_style(style);
    }
}

/// Blanks an area in the given style.
pub fn put_blank(buf: &mut Buffer, area: Rect, style: Style) {
    let mut blank = Cell::EMPTY;
    blank.set_style(style);
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        let first = buf.index_of(area.x, y);
        for cell in &mut buf.content[first..first + usize::from(area.width)] {
            cell.reset();
            (cell.fg, cell.bg, cell.modifier) = (blank.fg, blank.bg, blank.modifier);
        }
    }
}

/// Writes a text in a row. If it is too long, it ends after a word, with `…`. Returns the column after it.
pub fn put_words(buf: &mut Buffer, row: Rect, text: &str, style: Style) -> u16 {
    let room = usize::from(row.width);
    let end = if width(text) <= room {
        None
    } else {
        text.match_indices(' ').map(|(at, _)| at).take_while(|at| width(&text[..*at]) < room).last()
    };
    match end {
        Some(end) => {
            let whole = text[..end].trim_end_matches([',', ';', ':', '.', ' ', '·']);
            put(buf, row.x, row.y, row.width, &format!("{whole}…"), style)
        }
        None => put(buf, row.x, row.y, row.width, text, style),
    }
}

/// Draws a horizontal rule across a range of columns.
pub fn put_rule(buf: &mut Buffer, columns: Range<u16>, y: u16, style: Style) {
    columns.for_each(|x| put_sign(buf, x, y, "─", style));
}

/// Writes a name. If it is too long, its number is kept and the rest is cut: `Hobgoblin cap… 3`.
pub fn put_name(buf: &mut Buffer, x: u16, y: u16, columns: u16, name: &str, style: Style) -> u16 {
    let number = name.rfind(' ').map_or("", |at| &name[at..]);
    let is_number = number.len() > 1 && number[1..].bytes().all(|sign| sign.is_ascii_digit());
    let kept = cells(number.len());
    if !is_number || width(name) <= usize::from(columns) || kept.saturating_add(2) > columns {
        return put(buf, x, y, columns, name, style);
    }
    let stem = &name[..name.len() - number.len()];
    let end = put(buf, x, y, columns - kept, stem, style);
    put(buf, end, y, kept, number, style)
}

/// Columns below which a word that does not fit is left out: a letter or two of it say nothing.
const LEAST_CUT: usize = 5;

/// Writes a list, `prone, held 3r`. Items that do not fit are counted, `prone +1`. The text is cut within a word only
/// if not even one word fits.
pub fn put_list(buf: &mut Buffer, x: u16, y: u16, columns: u16, list: &str, style: Style) -> u16 {
    let room = usize::from(columns);
    if width(list) <= room {
        return put(buf, x, y, columns, list, style);
    }
    let ends: Vec<usize> = list.match_indices(", ").map(|(at, _)| at).collect();
    for (at, end) in ends.iter().enumerate().rev() {
        let more = format!(" +{}", ends.len() - at);
        if width(&list[..*end]) + more.len() <= room {
            return put(buf, x, y, columns, &format!("{}{more}", &list[..*end]), style);
        }
    }
    let mut words = list.match_indices(' ').map(|(at, _)| at).rev();
    match words.find(|end| width(&list[..*end]) < room) {
        Some(end) => put(buf, x, y, columns, &format!("{}…", &list[..end]), style),
        None if room < LEAST_CUT => x,
        None => put(buf, x, y, columns, list, style),
    }
}

/// Writes a text aligned to the right edge of `columns`.
pub fn put_right(buf: &mut Buffer, x: u16, y: u16, columns: u16, text: &str, style: Style) {
    let used = cells(width(text)).min(columns);
    put(buf, x + columns - used, y, used, text, style);
}

/// Most bytes typed or pasted into a text: as many as a path may have.
pub const MOST_TYPED: usize = 4096;
/// Most bytes of a search query, since every character searches again.
pub const MOST_SOUGHT: usize = 128;

/// Wraps a text between words into lines of at most `columns`, keeping each paragraph's indent.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let bare = paragraph.trim_start_matches(' ');
        let indent = &paragraph[..paragraph.len() - bare.len()];
        let mut line = indent.to_string();
        let mut words = bare.split(' ').peekable();
        while let Some(word) = words.next() {
            let has_words = line.len() > indent.len();
            // A percent sign stays with its number.
            let sign =
                words.peek().filter(|next| next.starts_with('%')).map_or(0, |next| 1 + width(next));
            if has_words && width(&line) + 1 + width(word) + sign > columns {
                lines.push(std::mem::replace(&mut line, indent.to_string()));
            } else if has_words {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_by_columns() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 6, 1));
        put(&mut buf, 0, 0, 5, "龍龍龍", Style::new());
        assert_eq!(buf, Buffer::with_lines(["龍龍… "]));
    }

    #[test]
    fn never_cuts_within_a_sign() {
        let family = "👩\u{200d}👧";
        assert_eq!(head(&format!("{family}{family}"), 3), family);
        assert_eq!(head("e\u{301}e\u{301}x", 2), "e\u{301}e\u{301}");
        assert_eq!(tail(&format!("x{family}"), 2), family);
        assert_eq!(tail("ae\u{301}", 1), "e\u{301}");
        assert_eq!((head("abc", 2), tail("abc", 2)), ("ab", "bc"));
        // A ligature takes one column where its letters take two.
        assert_eq!(head("\u{644}\u{627}", 2), "\u{644}\u{627}");
    }

    fn written(paint: impl Fn(&mut Buffer)) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, 40, 1));
        paint(&mut buf);
        (0..40).map(|x| buf[(x, 0)].symbol()).collect::<String>().trim_end().to_string()
    }

    #[test]
    fn a_name_keeps_its_number() {
        let name =
            |columns, text: &str| written(|buf| _ = put_name(buf, 0, 0, columns, text, Style::new()));
        assert_eq!(name(15, "Hobgoblin captain 3"), "Hobgoblin ca… 3");
        assert_eq!(name(19, "Hobgoblin captain 3"), "Hobgoblin captain 3");
        assert_eq!(name(9, "Hobgoblin captain"), "Hobgobli…");
        assert_eq!(name(3, "Orc 12"), "Or…");
    }

    #[test]
    fn a_list_counts_what_does_not_fit() {
        let list =
            |columns, text: &str| written(|buf| _ = put_list(buf, 0, 0, columns, text, Style::new()));
        assert_eq!(list(20, "prone, held 3r"), "prone, held 3r");
        assert_eq!(list(13, "prone, held 3r"), "prone +1");
        assert_eq!(list(17, "prone, held 3r, stunned"), "prone, held 3r +1");
        assert_eq!(list(14, "right hand maimed, prone"), "right hand…");
        assert_eq!(list(5, "incapacitated"), "inca…");
    }

    #[test]
    fn what_is_too_long_ends_after_a_word() {
        let words = |columns, text: &str| {
            written(|buf| _ = put_words(buf, Rect::new(0, 0, columns, 1), text, Style::new()))
        };
        assert_eq!(words(13, "one, two three"), "one, two…");
        assert_eq!(words(14, "one, two three"), "one, two three");
        assert_eq!(words(5, "one, two three"), "one…");
        assert_eq!(words(4, "incapacitated"), "inc…");
    }

    #[test]
    fn wraps_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrap("", 7), [""]);
        assert_eq!(wrap("hits (45 %) him", 8), ["hits", "(45 %)", "him"]);
        // What takes fewer columns than its characters together, and what takes more.
        assert_eq!(wrap("👩\u{200d}👧 ab", 5), ["👩\u{200d}👧 ab"]);
        assert_eq!(wrap("\u{2764}\u{fe0f} ab", 4), ["\u{2764}\u{fe0f}", "ab"]);
    }
}
