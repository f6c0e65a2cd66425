//! The lock on a save, which decides who may write it.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};

/// Whether a save may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// We hold the lock.
    Write,
    /// Another wardrum has it open, or it is write-protected.
    ReadOnly,
}

/// An open file, with its lock once taken. The lock is released with this handle rather than with the last copy of it,
/// since a process being spawned holds one for a moment.
#[derive(Debug)]
pub(super) struct Handle(File);

impl Handle {
    pub(super) fn of(file: File) -> Self {
        Self(file)
    }

    /// Takes the lock. On file systems without locks it counts as taken.
    pub(super) fn lock(&self) -> Access {
        match self.0.try_lock() {
            Err(TryLockError::WouldBlock) => Access::ReadOnly,
            Ok(()) | Err(TryLockError::Error(_)) => Access::Write,
        }
    }
}

impl Handle {
    /// Whether another handle holds the write lock.
    pub(super) fn is_locked(&self) -> bool {
        matches!(self.0.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

impl Deref for Handle {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Handle {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As when a process is being spawned.
    #[test]
    fn a_copy_of_a_handle_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fight.ron");
        let handle = Handle::of(File::create(&path).expect("a new file"));
        let other = Handle::of(File::open(&path).expect("the file"));
        assert_eq!((handle.lock(), other.lock()), (Access::Write, Access::ReadOnly));
        let _copy = handle.try_clone().expect("a copy");
        drop(handle);
        assert_eq!(other.lock(), Access::Write);
    }
}
