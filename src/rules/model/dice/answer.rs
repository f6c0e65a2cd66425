//! The answer to a request.

use super::request::Roll;
use serde::{Deserialize, Serialize};

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// A roll.
    Roll(Roll),
    /// The index picked.
    One(usize),
    /// The indices picked.
    Some(Vec<usize>),
    /// All indices, in an order.
    Order(Vec<usize>),
    /// A number.
    Number(i32),
}
