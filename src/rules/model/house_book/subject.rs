//! Whom and what home rules and their examples are about.

use crate::rules::model::ids::Text;
use serde::Deserialize;

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    #[default]
    No,
}

/// One of the two that a moment is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Whom {
    /// Who acts: rolls, deals the harm, casts.
    Actor,
    /// Whom it happens to: who is attacked, suffers the harm, falls.
    Target,
}

/// A thing that somebody has.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Item {
    /// A shield.
    #[serde(rename = "shield")]
    Shield,
    /// The weapon in hand; of an attack, the one it is made with.
    #[serde(rename = "weapon")]
    Weapon,
    /// The armour worn.
    #[serde(rename = "armour")]
    Armour,
    /// A supply of that name, of which something is left: `helmet 1`.
    #[serde(rename = "item")]
    Named(Text),
}
