//! Limits the memory that the values of a file take. A small file can ask for much: by YAML aliases of aliases, or by
//! many small values.

use super::MOST_BYTES;
use serde_json::Value;

/// Maximum memory for the values of a file, in bytes.
pub const MOST_MEMORY: usize = 4 * MOST_BYTES;
/// The memory that a value takes beside its text.
pub const VALUE: usize = size_of::<Value>();

/// The memory left for the values of a file.
#[derive(Debug)]
pub struct Budget {
    left: usize,
    overdrawn: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: MOST_MEMORY, overdrawn: false }
    }
}

impl Budget {
    /// Takes memory from what is left; `None` if it does not suffice, and from then on.
    pub fn charge(&mut self, bytes: usize) -> Option<()> {
        let left = self.left.checked_sub(bytes);
        self.overdrawn |= left.is_none();
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether it did not suffice.
    pub fn is_overdrawn(&self) -> bool {
        self.overdrawn
    }
}
