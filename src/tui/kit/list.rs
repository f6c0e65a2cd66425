//! A list to pick from: with the arrows, by letter, or by typing a part of a name.

use super::row::{Cell, columns, put_cells};
use super::scroll::{Scroll, step};
use super::typed::Typed;
use crate::tui::input::fuzzy::{self, Sought};
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{self, put, put_list, width};
use crate::tui::paint::theme::Theme;
use crate::tui::panes::foot::KeyMeaning;
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{self, Fill, Length};
use ratatui::layout::{Layout, Position, Rect};
use ratatui::style::Modifier;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// The most columns that a list takes to fit reasons.
const WIDE_ENOUGH: usize = 56;

/// Shown when nothing matches the filter.
pub const NOTHING: &str = "nothing found";

/// The columns between a text and its brief reason, and the most that a brief reason takes.
const GAP: usize = 2;
const BRIEF: usize = 40;

/// Stands in the lines shown for those folded away, and the key that shows them.
const REST: usize = usize::MAX;
const UNFOLDS: char = '!';

/// A line of a list.
#[derive(Debug, Clone)]
pub struct Item {
    /// The text, which the filter matches.
    pub text: String,
    /// What a list with columns shows of it.
    pub cells: Vec<Cell>,
    /// The key that picks it.
    pub letter: Option<char>,
    /// Why it cannot be picked now.
    pub blocked: Option<String>,
    /// A short form of `blocked`, for a list that shows the full reason of the chosen line below.
    pub brief: Option<String>,
    /// Other words for it, which the filter matches too.
    pub synonyms: &'static str,
    /// A description, which the filter matches too.
    pub also: String,
    /// The heading above the lines of its group; empty if it is in none.
    pub group: &'static str,
}

impl Item {
    /// A line that can be picked.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            cells: Vec::new(),
            letter: None,
            blocked: None,
            brief: None,
            synonyms: "",
            also: String::new(),
            group: "",
        }
    }

    /// What stands first in its row.
    pub fn told(&self) -> String {
        self.cells.first().map_or(&*self.text, |(name, _)| name.trim()).to_string()
    }
}

impl From<String> for Item {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&str> for Item {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// A list with a cursor.
#[derive(Debug, Clone, Default)]
pub struct Menu {
    items: Vec<Item>,
    shown: Vec<usize>,
    at: usize,
    filter: Option<Typed>,
    /// The index from which on the lines are folded away behind one that names them; `None` if all are shown.
    rest: Option<usize>,
    /// The widths of its columns, if it shows cells.
    columns: Vec<Constraint>,
    scroll: Scroll,
}

impl Menu {
    /// A list picked from by letter; each line gets one.
    pub fn lettered(items: Vec<Item>) -> Self {
        Self::plain(letters(items))
    }

    /// A list with the letters the items have, if any.
    pub fn plain(items: Vec<Item>) -> Self {
        Self::of(items, None)
    }

    /// A list narrowed by typing.
    pub fn filtered(items: Vec<Item>) -> Self {
        Self::of(items, Some(Typed::default()))
    }

    /// Shows the cells of the lines in columns of these widths.
    pub fn columns(mut self, columns: impl Into<Vec<Constraint>>) -> Self {
        self.columns = columns.into();
        self
    }

    /// Folds the lines from that index on away, behind one that names them.
    pub fn folding(mut self, from: usize) -> Self {
        if (1..self.items.len()).contains(&from) {
            (self.rest, self.shown) = (Some(from), (0..from).chain([REST]).collect());
        }
        self
    }

    /// Shows the lines that are folded away, with the cursor on the first of them; `false` if there are none.
    pub fn unfold(&mut self) -> bool {
        let Some(from) = self.rest.take() else { return false };
        self.shown = (0..self.items.len()).collect();
        self.at = from;
        true
    }

    /// Whether the cursor is on the line that stands for those folded away.
    pub fn is_on_rest(&self) -> bool {
        self.shown.get(self.at) == Some(&REST)
    }

    /// The lines that are not folded away.
    fn unfolded(&self) -> &[Item] {
        &self.items[..self.rest.unwrap_or(self.items.len())]
    }

    /// Replaces the lines and filters them again.
    pub fn refill(&mut self, items: Vec<Item>) {
        (self.items, self.at) = (items, 0);
        self.narrow();
    }

    fn of(items: Vec<Item>, filter: Option<Typed>) -> Self {
        let shown = (0..items.len()).collect();
        // The cursor begins on what can be picked.
        let at = items.iter().position(|item| item.blocked.is_none()).unwrap_or(0);
        Self { items, shown, at, filter, ..Self::default() }
    }

    /// Its lines, to make another list of them.
    pub fn into_items(self) -> Vec<Item> {
        self.items
    }

    /// Puts the cursor on a line.
    pub fn choose(&mut self, item: usize) {
        self.at = self.shown.iter().position(|at| *at == item).unwrap_or(self.at);
    }

    /// The index of the line under the cursor in the unfiltered list.
    pub fn chosen(&self) -> Option<usize> {
        self.shown.get(self.at).copied()
    }

    /// The item under the cursor.
    pub fn item(&self) -> Option<&Item> {
        self.items.get(self.chosen()?)
    }

    /// The filter typed so far.
    pub fn typed_so_far(&self) -> &str {
        self.filter.as_deref().unwrap_or_default()
    }

    /// Whether it is narrowed by typing.
    pub fn takes_text(&self) -> bool {
        self.filter.is_some()
    }

    /// Whether the letter picks a line.
    pub fn picks(&self, sign: char) -> bool {
        if sign == UNFOLDS && self.rest.is_some() {
            return true;
        }
        self.filter.is_none() && self.items.iter().any(|item| item.letter == Some(sign))
    }

    /// Handles a character: it narrows the list, or moves to the line with that letter and returns `true`.
    pub fn typed(&mut self, sign: char) -> bool {
        if let Some(filter) = &mut self.filter {
            if filter.add(sign, text::MOST_SOUGHT) {
                self.narrow();
            }
            return false;
        }
        if sign == UNFOLDS && self.unfold() {
            return false;
        }
        let Some(at) = self.items.iter().position(|item| item.letter == Some(sign)) else {
            return false;
        };
        if self.rest.is_some_and(|from| at >= from) {
            self.unfold();
        }
        self.choose(at);
        true
    }

    fn narrow(&mut self) {
        let Some(filter) = &self.filter else { return };
        let sought = |item| {
            let Item { text, synonyms, also, .. }: &Item = item;
            Sought { text, synonyms, also }
        };
        let found = fuzzy::found(filter, self.items.iter().map(sought));
        // Each group stands where its best line does.
        let mut groups: Vec<&str> = Vec::new();
        for name in found.iter().map(|at| self.group(*at)) {
            if !groups.contains(&name) {
                groups.push(name);
            }
        }
        let of = |name: &&str| {
            found.iter().copied().filter(|at| self.group(*at) == *name).collect::<Vec<_>>()
        };
        self.shown = groups.iter().flat_map(of).collect();
        self.at = 0;
    }

    /// The lines as they are seen: the indices of those shown, and headings, which have none.
    fn seen(&self) -> Vec<Option<usize>> {
        let mut seen = Vec::with_capacity(self.shown.len());
        let mut group = "";
        for (nth, at) in self.shown.iter().enumerate() {
            let own = self.group(*at);
            if own != group {
                seen.push(None);
                group = own;
            }
            seen.push(Some(nth));
        }
        seen
    }

    /// How many of its lines are shown, if a filter hides some.
    pub fn narrowed(&self) -> Option<(usize, usize)> {
        (!self.typed_so_far().is_empty()).then_some((self.shown.len(), self.items.len()))
    }

    /// Handles an operation; `false` if it has no effect on lists.
    pub fn op(&mut self, op: Op) -> bool {
        if let Some(by) = step(op) {
            let last = self.shown.len().saturating_sub(1);
            self.at = self.at.saturating_add_signed(by).min(last);
        } else if self.filter.as_mut().is_some_and(|filter| filter.op(op)) {
            self.narrow();
        } else {
            return false;
        }
        true
    }

    /// Handles a click: moves the cursor to the line there, and returns whether it was there before. `None` if outside.
    pub fn click(&mut self, at: Position) -> Option<bool> {
        let line = self.seen().get(self.scroll.line_at(at)?).copied()??;
        Some(std::mem::replace(&mut self.at, line) == line)
    }

    /// What Enter would do; blocked if the line under the cursor is, or there is none.
    pub fn means(&self) -> KeyMeaning {
        match self.item() {
            None if self.is_on_rest() => KeyMeaning::This("show what cannot be done now".into()),
            None => KeyMeaning::Blocked(NOTHING.into()),
            Some(item) => item.blocked.clone().map_or(KeyMeaning::Usual, KeyMeaning::Blocked),
        }
    }

    /// The width of the widest text, if any line has a brief reason; these are aligned.
    fn names(&self) -> usize {
        if self.unfolded().iter().all(|item| item.brief.is_none()) {
            return 0;
        }
        self.unfolded().iter().map(|item| width(&item.text)).max().unwrap_or(0)
    }

    /// The lines and columns it would like to have.
    pub fn size(&self) -> (u16, u16) {
        let seen = self.seen().len().max(self.unfolded().len()).max(1);
        let lines = seen + usize::from(self.filter.is_some());
        let names = self.names();
        // A long reason does not widen the list: it is shown in full where the line is picked.
        let wide = |item: &Item| match (&item.brief, &item.blocked) {
            (Some(brief), _) => names + GAP + width(brief).min(BRIEF) + 6,
            (None, Some(why)) => (width(&item.text) + width(why) + 8).min(WIDE_ENOUGH),
            (None, None) => width(&item.text) + 6,
        };
        let items = self.unfolded().iter().filter(|_| self.columns.is_empty());
        let columns = items.map(wide).max().unwrap_or(0);
        (text::cells(lines), text::cells(columns))
    }

    /// Draws the visible lines.
    pub fn paint(&self, area: Rect, theme: &Theme, buf: &mut Buffer) {
        self.paint_marked(area, theme, buf, |_| None);
    }

    /// The same with a mark before each line, by its index in the unfiltered list.
    pub fn paint_marked(
        &self,
        area: Rect,
        theme: &Theme,
        buf: &mut Buffer,
        mark: impl Fn(usize) -> Option<String>,
    ) {
        let names = text::cells(self.names());
        let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
        let columns = columns(&self.columns, inner);
        self.paint_with(area, theme, buf, |at, item, row, buf| {
            let mark = mark(at).unwrap_or_default();
            if columns.is_empty() {
                return paint_item(item, &mark, names, row, theme, buf);
            }
            put(buf, row.x + 1, row.y, 1, &mark, theme.note);
            let typed = self.typed_so_far();
            let cells = with_synonym(item, typed);
            put_cells(buf, &cells, &columns, Rect { y: row.y, ..inner }, theme);
            // Of a sentence, only the word itself; a name can be found by a few of its letters.
            let says = |nth, text: &str| nth == 0 || text.to_lowercase().contains(&typed.to_lowercase());
            let found =
                |(nth, ((text, _), _)): &(usize, (&Cell, &Rect))| !typed.is_empty() && says(*nth, text);
            for (_, ((text, _), at)) in cells.iter().zip(columns.iter()).enumerate().filter(found) {
                embolden(text, typed, Rect { y: row.y, ..*at }, buf);
            }
        });
    }

    /// Draws the visible lines with `paint`, by their index in the unfiltered list, and the cursor.
    pub fn paint_with(
        &self,
        area: Rect,
        theme: &Theme,
        buf: &mut Buffer,
        paint: impl Fn(usize, &Item, Rect, &mut Buffer),
    ) {
        let mut list = area;
        if let Some(filter) = &self.filter {
            filter.paint(area, theme, buf);
            list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        }
        if self.shown.is_empty() && !self.typed_so_far().is_empty() {
            put(buf, list.x + 2, list.y, list.width.saturating_sub(2), NOTHING, theme.dim);
        }
        let seen = self.seen();
        let at = seen.iter().position(|line| *line == Some(self.at)).unwrap_or(0);
        // The heading of the first line is in view with it.
        self.scroll.view(list, seen.len(), Some(at));
        let shown = self.scroll.view(list, seen.len(), Some(if self.at == 0 { 0 } else { at }));
        for (line, y) in shown.zip(list.y..) {
            let row = Rect { y, height: 1, ..list };
            let Some(at) = seen[line] else {
                let below = seen.get(line + 1).copied().flatten();
                let group = below.map_or("", |at| self.group(self.shown[at]));
                put(buf, row.x, y, row.width, group, theme.frame.add_modifier(Modifier::BOLD));
                continue;
            };
            match self.items.get(self.shown[at]) {
                Some(item) => paint(self.shown[at], item, row, buf),
                None => self.paint_rest(row, theme, buf),
            }
            if at == self.at {
                put(buf, row.x, y, 1, "›", theme.active);
                buf.set_style(row, theme.cursor);
            }
        }
    }

    /// Draws the line that stands for those folded away, with their names.
    fn paint_rest(&self, row: Rect, theme: &Theme, buf: &mut Buffer) {
        put(buf, row.x + 2, row.y, 1, &UNFOLDS.to_string(), theme.key);
        let rest = self.items.get(self.unfolded().len()..).unwrap_or_default();
        let names = rest.iter().map(|item| &*item.text).collect::<Vec<_>>().join(", ");
        let x = put(
            buf,
            row.x + 4,
            row.y,
            row.width.saturating_sub(4),
            &format!("Not now ({}): ", rest.len()),
            theme.dim,
        );
        put_list(buf, x, row.y, row.right().saturating_sub(x), &names, theme.dim);
    }

    /// The group of a line; none for the line that stands for those folded away.
    fn group(&self, item: usize) -> &'static str {
        self.items.get(item).map_or("", |item| item.group)
    }
}

/// The cells of a line; if only a synonym is what was typed, with that before its text.
fn with_synonym<'a>(item: &'a Item, typed: &str) -> Cow<'a, [Cell]> {
    let is_named = !fuzzy::matched(typed, &item.text).is_empty();
    let synonym = fuzzy::synonym(typed, item.synonyms).filter(|_| !is_named);
    match (synonym, item.cells.split_last()) {
        (Some(word), Some(((text, look), before))) => {
            let last = (format!("{word}: {text}"), *look);
            before.iter().cloned().chain([last]).collect()
        }
        _ => Cow::Borrowed(&item.cells),
    }
}

/// Makes what was typed bold in a text that stands at the left of a row.
fn embolden(text: &str, typed: &str, row: Rect, buf: &mut Buffer) {
    for at in fuzzy::matched(typed, text) {
        let before = text.graphemes(true).take(at).map(width).sum::<usize>();
        let x = row.x.saturating_add(text::cells(before));
        if let Some(cell) = buf.cell_mut((x, row.y)).filter(|_| x < row.right()) {
            cell.modifier.insert(Modifier::BOLD);
        }
    }
}

fn paint_item(item: &Item, mark: &str, names: u16, area: Rect, theme: &Theme, buf: &mut Buffer) {
    let (key, style) =
        if item.blocked.is_some() { (theme.dim, theme.dim) } else { (theme.key, theme.text) };
    let letter = item.letter.map_or_else(String::new, String::from);
    put(buf, area.x + 2, area.y, 1, &letter, key);
    let first = area.x + if item.letter.is_some() { 4 } else { 2 };
    let x = put(buf, first, area.y, area.right().saturating_sub(first), mark, theme.note);
    let end = put(buf, x, area.y, area.right().saturating_sub(x), &item.text, style);
    let (x, why) = match (&item.brief, &item.blocked) {
        (Some(brief), _) => (first.saturating_add(names).saturating_add(GAP as u16), brief.clone()),
        (None, Some(why)) => (end, format!(": {why}")),
        (None, None) => return,
    };
    put(buf, x, area.y, area.right().saturating_sub(x), &why, theme.dim);
}

/// Where a list and the preview of its line are: side by side if there are `least` columns, the list at most `wide`;
/// else one above the other, with that many lines of the list and between them.
pub fn beside(area: Rect, least: u16, wide: u16, (lines, gap): (u16, u16)) -> [Rect; 2] {
    if area.width < least {
        return Layout::vertical([Length(lines), Fill(1)]).spacing(gap).areas(area);
    }
    Layout::horizontal([Length((area.width * 2 / 5).min(wide)), Fill(1)]).spacing(2).areas(area)
}

/// Assigns each line without a letter the first free one of its text, else any free letter.
pub fn letters(mut items: Vec<Item>) -> Vec<Item> {
    let mut taken: Vec<char> = items.iter().filter_map(|item| item.letter).collect();
    for item in items.iter_mut().filter(|item| item.letter.is_none()) {
        let letters = item.text.chars().flat_map(char::to_lowercase).chain('a'..='z');
        let mut free = letters.filter(|l| l.is_alphanumeric() && !taken.contains(l));
        item.letter = free.next();
        taken.extend(item.letter);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_letter_of_its_own() {
        let menu = Menu::lettered(["Move", "Melee", "Missile"].map(Item::new).to_vec());
        let letters: Vec<_> = menu.items.iter().filter_map(|item| item.letter).collect();
        assert_eq!(letters, ['m', 'e', 'i']);
    }

    #[test]
    fn narrows_by_likeness() {
        let mut menu = Menu::filtered(["Owl bear", "Orc", "Bear"].map(Item::new).to_vec());
        for sign in "br".chars() {
            menu.typed(sign);
        }
        assert_eq!(menu.shown, [2, 0]);
    }
}
