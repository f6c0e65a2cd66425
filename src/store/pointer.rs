//! The file that names the running fight. It contains the bytes of the path and nothing else.

use std::path::{Path, PathBuf};

/// Returns the file contents for a path.
pub(super) fn name(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// Parses file contents. `None` if they cannot be a path on this system.
pub(super) fn path(bytes: Vec<u8>) -> Option<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
    }
    #[cfg(not(unix))]
    {
        String::from_utf8(bytes).ok().map(PathBuf::from)
    }
}
