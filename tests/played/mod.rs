//! The sample fights that were played to their end.

use std::path::{Path, PathBuf};

/// Their files, by name.
pub fn samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    let entries = std::fs::read_dir(folder).expect("the samples").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with("-played.ron"));
    paths.sort();
    paths
}
