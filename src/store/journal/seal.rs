//! Shows whether another program has changed a save of unchanged length.

use crate::store::draft::open_plain;
use crate::store::read::is_as_sealed;
use crc32fast::Hasher;
use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// The file as it was left: when it was written, and what we wrote. The time costs nothing to compare; only if it differs
/// is the text read, since a backup or a network file system may set another time.
#[derive(Debug, Clone, Default)]
pub(super) struct Seal {
    modified: Option<SystemTime>,
    /// The offset from which on we wrote everything, and the checksum of that. Before it, the lines have their own.
    from: u64,
    written: Hasher,
}

impl Seal {
    /// The seal of a file of that length, before anything is written.
    pub(super) fn of(data: Option<&Metadata>, length: u64) -> Self {
        Self { modified: time(data), from: length, written: Hasher::new() }
    }

    /// Extends the seal to what was just written. Without metadata the time stays.
    pub(super) fn extend(&mut self, bytes: &[u8], data: Option<&Metadata>) {
        self.written.update(bytes);
        self.modified = time(data).or(self.modified);
    }

    /// Whether the file still holds what it held. If only its time is another, that counts from now on.
    pub(super) fn holds(&mut self, path: &Path, found: &Metadata, length: u64) -> bool {
        let modified = found.modified().ok();
        if modified == self.modified {
            return true;
        }
        let written = self.written.clone().finalize();
        let same = open_plain(path).and_then(|file| is_as_sealed(&file, self.from, length, written));
        if same.is_ok_and(|same| same) {
            self.modified = modified;
            return true;
        }
        false
    }
}

fn time(data: Option<&Metadata>) -> Option<SystemTime> {
    data.and_then(|data| data.modified().ok())
}
