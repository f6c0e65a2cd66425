//! What is to be told to all readers, and how many there may be.

use super::Served;
use crate::watch::Shown;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is to be shown, as it is sent.
#[derive(Debug, Default)]
pub(super) struct Posted {
    pub(super) shown: Shown,
    pub(super) json: String,
}

/// The latest news; whoever is slow misses what lies between, never the last.
#[derive(Debug, Default)]
pub(super) struct Board {
    latest: Mutex<Latest>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Latest {
    version: u64,
    posted: Arc<Posted>,
    closed: bool,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        // Nothing is ever left half done in there.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn post(&self, shown: &Shown) {
        let json = serde_json::to_string(shown).unwrap_or_else(|_| "{}".into());
        let posted = Arc::new(Posted { shown: shown.clone(), json });
        let mut latest = self.lock();
        latest.version += 1;
        latest.posted = posted;
        self.news.notify_all();
    }

    pub(super) fn shown(&self) -> Arc<Posted> {
        Arc::clone(&self.lock().posted)
    }

    /// What comes after that version; the same again when nothing came for so long. `None`: it is over.
    pub(super) fn next(&self, told: u64, wait: Duration) -> Option<(u64, Arc<Posted>)> {
        let end = Instant::now() + wait;
        let mut latest = self.lock();
        while latest.version == told && !latest.closed {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let woken = self.news.wait_timeout(latest, left);
            latest = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        (!latest.closed).then(|| (latest.version, Arc::clone(&latest.posted)))
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }
}

/// How many more there may be.
#[derive(Debug)]
pub(super) struct Permits(Arc<AtomicUsize>);

/// One of them, given back when it is dropped.
pub(super) struct Permit {
    left: Arc<AtomicUsize>,
    served: Arc<Served>,
}

impl Permits {
    pub(super) fn of(count: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(count)))
    }

    /// One of them; `None`: there is none left.
    pub(super) fn take(&self, served: &Arc<Served>) -> Option<Permit> {
        let less = |left: usize| left.checked_sub(1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok()?;
        Some(Permit { left: Arc::clone(&self.0), served: Arc::clone(served) })
    }
}

impl Permit {
    pub(super) fn served(&self) -> &Arc<Served> {
        &self.served
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }
}
