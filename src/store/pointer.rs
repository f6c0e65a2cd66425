//! The file that names the running fight: its path and nothing else, byte by byte.

use std::path::{Path, PathBuf};

/// What stands in the file for that path.
pub(super) fn name(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// The path that was written so; `None` where the system can have no such path.
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
