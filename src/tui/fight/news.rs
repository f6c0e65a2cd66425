//! What happened that the referee reads before going on: to the fight's file, or because something fell due.

use crate::store::{Damage, Divergence, Rewrite};
use std::borrow::Cow;

/// Something that happened, shown as a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The title of the page.
    pub title: Cow<'static, str>,
    /// What happened, and what to do about it.
    pub lines: Vec<String>,
}

impl News {
    pub(in crate::tui) fn new(title: &'static str, what: impl Into<String>, after: &str) -> Self {
        Self { title: title.into(), lines: vec![what.into(), String::new(), after.into()] }
    }

    pub(super) fn of_damage(damage: &Damage) -> Self {
        Self { title: "Part of this fight cannot be read".into(), lines: damage.lines() }
    }

    pub(super) fn no_past() -> Self {
        let what = "What was done before the state at which the fight was opened stood in its file only, \
                    and the file was cut short meanwhile: it is lost.";
        Self::new("Part of this fight is lost", what, "What came after is intact and continues.")
    }

    pub(super) fn of_rewrite(Rewrite { why, from, to }: &Rewrite) -> Self {
        let what = match why {
            Divergence::Gone => "The file of this fight was removed or emptied meanwhile:",
            Divergence::Replaced => "Another file has replaced this fight's file:",
            Divergence::Changed => "The file of this fight was cut short or changed by another program:",
            Divergence::Damaged => "The file of this fight is damaged; it stays as it is:",
        };
        let mut lines = vec![what.into(), from.display().to_string(), String::new()];
        match why {
            Divergence::Gone => lines.push("It was rewritten from memory, in the same place.".into()),
            _ => {
                lines.push(
                    "Everything known of the fight was saved to a new file beside it, used from now on:"
                        .into(),
                );
                lines.push(to.display().to_string());
            }
        }
        Self { title: "The fight was saved again".into(), lines }
    }
}
