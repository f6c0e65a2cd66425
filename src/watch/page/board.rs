//! The news for all readers, and limits on their number.

use super::Served;
use crate::watch::Shown;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is shown, with its serialized form.
#[derive(Debug, Default)]
pub(super) struct Published {
    pub(super) shown: Shown,
    pub(super) json: String,
}

/// The latest news. A slow reader may skip versions, but never the last.
#[derive(Debug, Default)]
pub(super) struct Board {
    latest: Mutex<Latest>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Latest {
    version: u64,
    posted: Arc<Published>,
    closed: bool,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        // A panic cannot leave the value half updated.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn post(&self, shown: &Shown) {
        let json = serde_json::to_string(shown).unwrap_or_else(|_| "{}".into());
        let posted = Arc::new(Published { shown: shown.clone(), json });
        let mut latest = self.lock();
        latest.version += 1;
        latest.posted = posted;
        self.news.notify_all();
    }

    pub(super) fn shown(&self) -> Arc<Published> {
        Arc::clone(&self.lock().posted)
    }

    /// Waits for news after the version `told`. Returns the same version again after `wait`, or `None` if the board is
    /// closed.
    pub(super) fn next(&self, told: u64, wait: Duration) -> Option<(u64, Arc<Published>)> {
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

/// A limited number of permits.
#[derive(Debug)]
pub(super) struct Permits(Arc<AtomicUsize>);

/// A permit, returned when dropped.
pub(super) struct Permit {
    left: Arc<AtomicUsize>,
    served: Arc<Served>,
}

impl Permits {
    pub(super) fn of(count: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(count)))
    }

    /// Takes a permit. `None` if none is left.
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
