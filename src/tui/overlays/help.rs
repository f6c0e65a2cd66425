//! The keys of a place, from the one table.

use super::Overlay;
use super::page::Page;
use crate::tui::keymap::{Keymap, Scope};

/// Every key that holds where the referee is.
pub fn open(keymap: &Keymap, scopes: &[Scope]) -> Box<dyn Overlay> {
    let mut lines = Vec::new();
    for scope in scopes {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(scope.title().to_string());
        for row in keymap.rows(*scope) {
            lines.push(format!("  {:<12} {}", row.all_keys(), row.help));
        }
    }
    Box::new(Page::new("Keys", lines))
}
