//! A stat block as the fields of a form: what it is made of, how each piece is written and read.

use crate::tui::overlays::forms::form::{Field, Form, Value};
use std::ops::Range;

/// The pieces of a stat block in the order of its form.
pub struct Sheet<T: 'static>(pub &'static [Piece<T>]);

/// Reads one text over what stood there.
///
/// # Errors
/// What was found that cannot be read.
pub type Read<T> = fn(&str, &mut T) -> Result<(), String>;

/// A piece of a stat block; its label is what files and the rules' faults call it.
pub enum Piece<T: 'static> {
    /// A whole number.
    Figure {
        label: &'static str,
        /// What it means to leave it out; empty: it cannot be left out.
        none: &'static str,
        get: fn(&T) -> Option<i32>,
        set: fn(&mut T, Option<i32>) -> Result<(), String>,
    },
    /// A line of text; empty leaves it out.
    Line {
        label: &'static str,
        /// What it looks like.
        like: &'static str,
        write: fn(&T) -> String,
        read: Read<T>,
    },
    /// As many lines of text as there are, and one for another.
    List {
        label: &'static str,
        /// What one looks like.
        like: &'static str,
        /// What stands in the one for another.
        example: &'static str,
        write: fn(&T) -> Vec<String>,
        clear: fn(&mut T),
        /// Puts one of the old behind those that are there.
        keep: fn(&T, usize, &mut T),
        /// Puts one behind those that are there.
        read: Read<T>,
    },
}

/// What the ascending armour class is called in a form.
pub const ASCENDING: &str = "ac (ascending)";

impl<T> Piece<T> {
    /// What it is called.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Figure { label, .. } | Self::Line { label, .. } | Self::List { label, .. } => label,
        }
    }

    /// The same as its fields have it: `save bonus`.
    pub(super) fn caption(&self) -> String {
        match self.label() {
            "ascending" => ASCENDING.into(),
            label => label.replace('_', " "),
        }
    }

    /// A word on what can be entered.
    fn note(&self) -> String {
        match self {
            Self::Figure { none: "", .. } => String::new(),
            Self::Figure { none, .. } => format!("none: {none}"),
            Self::Line { like: "", .. } => String::new(),
            Self::Line { like, .. } => format!("{like}; empty leaves it out"),
            Self::List { like, .. } => (*like).to_string(),
        }
    }

    fn fields(&self, of: &T, worked_out: Option<i32>) -> Vec<Field> {
        let caption = self.caption();
        match self {
            Self::Figure { none, get, .. } => {
                let n = get(of);
                let value = Value::number(n.or(worked_out).unwrap_or(0));
                let always = none.is_empty();
                vec![if always {
                    Field::new(caption, value)
                } else {
                    let by_rules = worked_out.map(|n| format!("{n} by the rules"));
                    Field::may(caption, value, n.is_some()).implying(by_rules.unwrap_or_default())
                }]
            }
            Self::Line { write, .. } => vec![Field::new(caption, Value::Text(write(of)))],
            Self::List { example, write, .. } => {
                let field = |text, given| Field::may(caption.clone(), Value::Text(text), given);
                let there = write(of).into_iter().map(|text| field(text, true));
                there.chain([field((*example).into(), false)]).collect()
            }
        }
    }

    /// Where its own fields stand among these.
    fn own(&self, fields: &[Field]) -> Range<usize> {
        let caption = self.caption();
        let from = fields.iter().position(|field| field.label == caption).unwrap_or(fields.len());
        let count = fields[from..].iter().take_while(|field| field.label == caption).count();
        from..from + count
    }

    /// Puts into the block what its fields say. What nobody changed stays as it was.
    ///
    /// # Errors
    /// Which of the fields is wrong, and how.
    fn put(&self, fields: &[Field], old: &T, of: &mut T) -> Result<(), (usize, String)> {
        match (self, fields) {
            (Self::Figure { set, .. }, [field]) => {
                let n = field.is_given().then(|| field.number()).transpose();
                n.and_then(|n| set(of, n)).map_err(|fault| (0, fault))
            }
            (Self::Line { like, write, read, .. }, [field]) => {
                if field.text() == write(old).trim() {
                    return Ok(());
                }
                read(field.text(), of).map_err(|found| (0, unread(&found, like)))
            }
            (Self::List { like, write, clear, keep, read, .. }, fields) => {
                clear(of);
                let old_lines = write(old);
                let typed = |field: &Field| field.is_given() && !field.text().is_empty();
                for (at, field) in fields.iter().enumerate().filter(|(_, field)| typed(field)) {
                    match old_lines.get(at) {
                        Some(line) if line == field.text() => keep(old, at, of),
                        _ => read(field.text(), of).map_err(|found| (at, unread(&found, like)))?,
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn unread(found: &str, like: &str) -> String {
    format!("found \"{found}\", expected {like}")
}

impl<T: Clone> Sheet<T> {
    /// The fields of that block: of those pieces, and of all others but these; `worked_out` knows the figures that
    /// the rules make of it, where none is written.
    pub fn fields(
        &self,
        of: &T,
        worked_out: impl Fn(&str) -> Option<i32>,
        first: &[&str],
    ) -> (Vec<Field>, Vec<Field>) {
        let fields = |piece: &Piece<T>| piece.fields(of, worked_out(piece.label()));
        let first_pieces =
            first.iter().filter_map(|label| self.0.iter().find(|piece| piece.label() == *label));
        let others = self.0.iter().filter(|piece| !first.contains(&piece.label()));
        (first_pieces.flat_map(fields).collect(), others.flat_map(fields).collect())
    }

    /// What each field takes, while it has the keys.
    pub fn notes(&self, form: &Form) -> Vec<String> {
        let note = |field: &Field| {
            let piece = self.0.iter().find(|piece| piece.caption() == field.label);
            piece.map(Piece::note).unwrap_or_default()
        };
        form.fields.iter().map(note).collect()
    }

    /// The block as the form says it.
    ///
    /// # Errors
    /// Which field is wrong, and how.
    pub fn filled(&self, old: &T, form: &Form) -> Result<T, (usize, String)> {
        let mut of = old.clone();
        for piece in self.0 {
            let own = piece.own(&form.fields);
            if own.is_empty() {
                continue;
            }
            let put = piece.put(&form.fields[own.clone()], old, &mut of);
            put.map_err(|(nth, fault)| (own.start + nth, fault))?;
        }
        Ok(of)
    }
}

/// Fields, and others behind a row that unfolds them.
pub fn folded(mut fields: Vec<Field>, others: Vec<Field>) -> Vec<Field> {
    fields.push(Field::new("more", Value::More(others.len(), false)));
    fields.extend(others);
    fields
}

/// A figure as a number of the form; one too large for it counts as left out.
pub fn shown<N: TryInto<i32>>(n: N) -> Option<i32> {
    n.try_into().ok()
}

/// A number of the form as a figure.
///
/// # Errors
/// It does not fit.
pub fn fitted<N: TryFrom<i32> + Default>(n: Option<i32>) -> Result<N, String> {
    let fault = |n| format!("found {n}, which is out of range");
    n.map_or_else(|| Ok(N::default()), |n| N::try_from(n).map_err(|_| fault(n)))
}

/// A figure that is always there: `figure!(legs)`; one that may be left out:
/// `figure!(hp, "derived by the rules")`.
macro_rules! figure {
    ($field:ident) => {
        $crate::tui::overlays::sheet::piece::Piece::Figure {
            label: stringify!($field),
            none: "",
            get: |of| $crate::tui::overlays::sheet::piece::shown(of.$field),
            set: |of, n| {
                of.$field = $crate::tui::overlays::sheet::piece::fitted(n)?;
                Ok(())
            },
        }
    };
    ($field:ident, $none:literal) => {
        $crate::tui::overlays::sheet::piece::Piece::Figure {
            label: stringify!($field),
            none: $none,
            get: |of| of.$field.and_then($crate::tui::overlays::sheet::piece::shown),
            set: |of, n| {
                let fitted = |n| $crate::tui::overlays::sheet::piece::fitted(Some(n));
                of.$field = n.map(fitted).transpose()?;
                Ok(())
            },
        }
    };
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

/// A line of one word or figure that may be left out.
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

pub(super) use {figure, line, list, one};
