//! Text and tables laid out for a page of a given width.

use super::text::{width, wrap};
use crate::rules::ruleset::about::Table;
use crate::rules::text::book::Entry;

/// Longest line of running text.
pub const PAGE: usize = 100;
/// Gap between two columns.
const GAP: &str = "  ";

/// Wraps running text.
pub fn text(text: &str, columns: usize) -> Vec<String> {
    wrap(text, columns.min(PAGE))
}

/// Lays out a table under its title: numbers right-aligned, everything else left-aligned. If it is too wide, cells
/// wrap between words, the widest column first.
pub fn table(table: &Table, columns: usize) -> Vec<String> {
    let head: Vec<&str> = table.head.iter().map(|word| &**word).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(String::as_str).collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    let shapes = shapes(&head, &rows, columns);
    let rule = shapes.iter().map(|shape| "─".repeat(shape.width)).collect::<Vec<_>>().join(GAP);
    let mut lines = text(&table.title, columns);
    lines.extend(row_lines(&head, &shapes));
    lines.push(rule);
    lines.extend(rows.iter().flat_map(|row| row_lines(row, &shapes)));
    lines
}

/// Lays out rows of figures: the first column left-aligned, the others right-aligned.
pub fn figures<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let shape = |at: usize| {
        let cells: Vec<&str> = rows.iter().map(|row| &*row[at]).collect();
        Shape { right_aligned: at > 0, ..Shape::of("", &cells) }
    };
    let shapes: [Shape; N] = std::array::from_fn(shape);
    rows.iter().flat_map(|row| row_lines(&row.each_ref().map(|cell| &**cell), &shapes)).collect()
}

/// Lays out a rule's text, the note to the referee, and its tables.
pub fn entry(entry: &Entry, columns: usize) -> Vec<String> {
    let mut lines = text(&format!("{}\n\n{}", entry.text, entry.note), columns);
    for of_rule in &entry.tables {
        lines.push(String::new());
        lines.extend(table(of_rule, columns));
    }
    lines
}

/// The format of a column.
struct Shape {
    width: usize,
    /// Width of its longest word, below which it is not narrowed.
    min_width: usize,
    right_aligned: bool,
}

impl Shape {
    fn of(head: &str, cells: &[&str]) -> Self {
        let all = || cells.iter().copied().chain([head]);
        Self {
            width: all().map(width).max().unwrap_or(0),
            min_width: all().flat_map(str::split_whitespace).map(width).max().unwrap_or(0),
            right_aligned: cells.iter().all(|cell| is_number(cell)),
        }
    }
}

fn is_number(cell: &str) -> bool {
    cell.chars().all(|letter| letter.is_ascii_digit() || "+-".contains(letter))
}

/// Returns the format of each column, narrowed until a row fits if possible.
fn shapes(head: &[&str], rows: &[Vec<&str>], columns: usize) -> Vec<Shape> {
    let cells = |at: usize| rows.iter().filter_map(|row| row.get(at).copied()).collect::<Vec<_>>();
    let mut shapes: Vec<Shape> =
        head.iter().enumerate().map(|(at, word)| Shape::of(word, &cells(at))).collect();
    let room = columns.saturating_sub(GAP.len() * head.len().saturating_sub(1));
    while shapes.iter().map(|shape| shape.width).sum::<usize>() > room {
        let loose = shapes.iter_mut().filter(|shape| shape.width > shape.min_width);
        let Some(widest) = loose.max_by_key(|shape| shape.width) else { break };
        widest.width -= 1;
    }
    shapes
}

/// Lays out one row.
fn row_lines(row: &[&str], shapes: &[Shape]) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(shapes).map(|(cell, shape)| wrap(cell, shape.width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let part = |cell: &[String], at: usize, shape| set(cell.get(at).map_or("", |text| text), shape);
    let line = |at: usize| {
        let parts = cells.iter().zip(shapes).map(|(cell, shape)| part(cell, at, shape));
        parts.collect::<Vec<_>>().join(GAP).trim_end().to_string()
    };
    (0..height).map(line).collect()
}

fn set(text: &str, shape: &Shape) -> String {
    let blank = " ".repeat(shape.width.saturating_sub(width(text)));
    if shape.right_aligned { format!("{blank}{text}") } else { format!("{text}{blank}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let rows = [["龍", "9", "long and wide"], ["orc", "10", "short"]];
        let rows = rows.map(|row| row.map(String::from).to_vec()).to_vec();
        let head = ["Foe", "HP", "Notes"].map(Into::into).to_vec();
        Table { rule: "x".into(), title: "Foes".into(), head, rows }
    }

    #[test]
    fn lines_columns_up_by_their_width() {
        let want = [
            "Foes",
            "Foe  HP  Notes",
            "───  ──  ─────────────",
            "龍    9  long and wide",
            "orc  10  short",
        ];
        assert_eq!(table(&sample(), 22), want);
    }

    #[test]
    fn breaks_what_is_too_wide_between_words() {
        let want = [
            "Foes",
            "Foe  HP  Notes",
            "───  ──  ────────",
            "龍    9  long and",
            "         wide",
            "orc  10  short",
        ];
        assert_eq!(table(&sample(), 17), want);
        assert_eq!(table(&sample(), 1).len(), 7, "never narrower than a word");
    }
}
