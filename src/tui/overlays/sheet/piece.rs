//! A stat block as the rows of a form: its pieces, and how each is written and read.

use crate::rules::model::block::schema::Figure;
use crate::tui::overlays::forms::edit::Row;
use crate::tui::overlays::forms::form::{Field, Value};
use std::rc::Rc;

/// The pieces of a stat block in the order of its form.
pub struct Sheet<T: 'static>(pub Vec<Piece<T>>);

/// Reads a text into a block.
///
/// # Errors
/// Returns the part that is not understood.
pub type Read<T> = fn(&str, &mut T) -> Result<(), String>;

/// A piece of a stat block. Its label is its name in files and in faults from the rules, save that of a list, which is
/// the singular.
pub enum Piece<T: 'static> {
    /// A whole number.
    Figure(Figure<T>),
    /// A line of text; empty leaves it out.
    Line {
        label: &'static str,
        /// The hint on its notation.
        like: &'static str,
        write: fn(&T) -> String,
        read: Read<T>,
    },
    /// A line of text for each item, and one for another.
    List {
        label: &'static str,
        /// The name of the whole list in files and in faults.
        field: &'static str,
        /// The hint on the notation of an item.
        like: &'static str,
        /// The text in the line for another.
        example: &'static str,
        write: fn(&T) -> Vec<String>,
        clear: fn(&mut T),
        /// Appends an item of the old block.
        keep: fn(&T, usize, &mut T),
        /// Appends an item read from text.
        read: Read<T>,
    },
}

impl<T: 'static> Piece<T> {
    /// Its label.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Figure(figure) => figure.field,
            Self::Line { label, .. } | Self::List { label, .. } => label,
        }
    }

    /// Its name in files and in faults from the rules.
    fn name(&self) -> &'static str {
        if let Self::List { field, .. } = self { field } else { self.label() }
    }

    /// Its label as shown on its fields: `save bonus`.
    pub(super) fn caption(&self) -> String {
        match self.label() {
            "ascending" => "armour class, ascending".into(),
            "ac" => "armour class".into(),
            "hd" => "Hit Dice".into(),
            "init_mod" => "initiative".into(),
            "surprise_dc" => "surprise DC".into(),
            "hp" => "hit points".into(),
            "thac0" => "THAC0".into(),
            label => label.replace('_', " "),
        }
    }

    /// The note on what can be entered.
    fn note(&self) -> String {
        match self {
            Self::Figure(Figure { none: "", .. }) => String::new(),
            Self::Figure(Figure { none, .. }) => format!("none: {none}"),
            Self::Line { like: "", .. } => String::new(),
            Self::Line { like, .. } => format!("{like}; empty leaves it out"),
            Self::List { like, .. } => (*like).to_string(),
        }
    }

    /// Its rows. A line that was not changed keeps its old value.
    fn rows(&'static self, of: &Rc<T>, worked_out: Option<i32>) -> Vec<Row<T>> {
        let caption = self.caption();
        let rows = match self {
            Self::Figure(Figure { none, get, set, .. }) => {
                let n = get(of);
                let value = Value::number(n.or(worked_out).unwrap_or(0));
                let field = if none.is_empty() {
                    Field::new(caption, value)
                } else {
                    let by_rules = worked_out.map(|n| format!("{n} by the rules"));
                    Field::may(caption, value, n.is_some()).implying(by_rules.unwrap_or_default())
                };
                vec![Row::new(field, |of, field| {
                    let n = field.if_given(Field::number)?;
                    let found = n.unwrap_or_default();
                    if set(of, n) {
                        Ok(())
                    } else {
                        Err(format!("found {found}, which is out of range"))
                    }
                })]
            }
            Self::Line { like, write, read, .. } => {
                let old = write(of);
                let field = Field::new(caption, Value::Text(old.clone()));
                vec![Row::new(field, move |of, field| match field.text() {
                    text if text == old.trim() => Ok(()),
                    text => read(text, of).map_err(|found| not_understood(&found, like)),
                })]
            }
            Self::List { like, example, write, clear, keep, read, .. } => {
                let row = |(at, line): (usize, Option<String>)| {
                    let text = line.clone().unwrap_or_else(|| (*example).into());
                    let field = Field::may(caption.clone(), Value::Text(text), line.is_some());
                    let old = Rc::clone(of);
                    Row::new(field, move |of, field| {
                        if at == 0 {
                            clear(of);
                        }
                        match field.text() {
                            _ if !field.is_filled_in() => Ok(()),
                            text if Some(text) == line.as_deref() => {
                                keep(&old, at, of);
                                Ok(())
                            }
                            text => read(text, of).map_err(|found| not_understood(&found, like)),
                        }
                    })
                };
                write(of).into_iter().map(Some).chain([None]).enumerate().map(row).collect()
            }
        };
        rows.into_iter().map(|row| row.known_as(self.name()).note(self.note())).collect()
    }
}

fn not_understood(found: &str, like: &str) -> String {
    format!("found \"{found}\", expected {like}")
}

/// Rows that matter most, and the others.
pub type Parts<T> = (Vec<Row<T>>, Vec<Row<T>>);

impl<T: Clone> Sheet<T> {
    /// The pieces given, and before the last, the notes, every figure that none of them writes.
    pub fn with(mut pieces: Vec<Piece<T>>, figures: &[Figure<T>]) -> Self {
        let writes = |figure: &Figure<T>| {
            figure.field.contains('.') || pieces.iter().any(|piece| piece.label() == figure.field)
        };
        let own: Vec<_> = figures.iter().filter(|figure| !writes(figure)).copied().collect();
        let notes = pieces.len().saturating_sub(1);
        pieces.splice(notes..notes, own.into_iter().map(Piece::Figure));
        Self(pieces)
    }

    /// The rows of a block: those of the `first` pieces, then all others. `worked_out` returns the figures that the
    /// rules derive if they are not written.
    pub fn rows(
        &'static self,
        of: &T,
        worked_out: impl Fn(&str) -> Option<i32>,
        first: &[&str],
    ) -> Parts<T> {
        let of = Rc::new(of.clone());
        let rows = |piece: &'static Piece<T>| piece.rows(&of, worked_out(piece.label()));
        let first_pieces =
            first.iter().filter_map(|label| self.0.iter().find(|piece| piece.label() == *label));
        let others = self.0.iter().filter(|piece| !first.contains(&piece.label()));
        (first_pieces.flat_map(rows).collect(), others.flat_map(rows).collect())
    }

    /// The block that is read from all that is written of another.
    #[cfg(test)]
    pub fn reread(&self, of: &T) -> Result<T, String>
    where
        T: Default,
    {
        let mut again = T::default();
        for piece in &self.0 {
            match piece {
                Piece::Figure(Figure { field, get, set, .. }) if !set(&mut again, get(of)) => {
                    return Err((*field).into());
                }
                Piece::Figure(_) => {}
                Piece::Line { write, read, .. } => read(write(of).trim(), &mut again)?,
                Piece::List { write, read, .. } => {
                    write(of).iter().try_for_each(|line| read(line, &mut again))?;
                }
            }
        }
        Ok(again)
    }
}

/// Rows, then others in a closed fold.
pub fn folded<T: 'static>((mut rows, others): Parts<T>) -> Vec<Row<T>> {
    rows.push(Row::more(&others));
    rows.extend(others);
    rows
}

/// A line in a notation of its own: `line!(movement, "like 120 (40)", write, read)`.
macro_rules! line {
    ($field:ident, $like:expr, $write:expr, $read:expr) => {
        $crate::tui::overlays::sheet::piece::Piece::Line {
            label: stringify!($field),
            like: $like,
            write: |of| $write(&of.$field),
            read: |text, of| {
                of.$field = $read(text)?;
                Ok(())
            },
        }
    };
}

/// A line with one optional word or figure.
macro_rules! one {
    ($field:ident, $like:literal, $write:expr, $read:expr) => {
        $crate::tui::overlays::sheet::piece::Piece::Line {
            label: stringify!($field),
            like: $like,
            write: |of| of.$field.as_ref().map($write).unwrap_or_default(),
            read: |text, of| {
                of.$field = if text.is_empty() { None } else { Some($read(text)?) };
                Ok(())
            },
        }
    };
}

/// A list with a line for each: `list!(attacks as "attack", like, example, write, read)`.
macro_rules! list {
    ($field:ident as $label:literal, $like:expr, $example:literal, $write:expr, $read:expr) => {
        $crate::tui::overlays::sheet::piece::Piece::List {
            label: $label,
            field: stringify!($field),
            like: $like,
            example: $example,
            write: |of| of.$field.iter().map($write).collect(),
            clear: |of| of.$field.clear(),
            keep: |old, at, of| of.$field.extend(old.$field.get(at).cloned()),
            read: |text, of| {
                of.$field.push($read(text)?);
                Ok(())
            },
        }
    };
}

pub(super) use {line, list, one};
