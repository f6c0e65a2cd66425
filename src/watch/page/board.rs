//! The news for all readers, and limits on their number.

use super::{READERS, REQUESTS, SHARE, Served};
use crate::watch::Shown;
use std::net::{IpAddr, Shutdown, TcpStream};
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

/// The requests being read. An address has a share of them, beyond which its oldest makes room for its next; if there
/// are too many in all, the oldest of the address that has most does. So none can keep another out.
#[derive(Debug, Default)]
pub(super) struct Requests(Mutex<Reading>);

#[derive(Debug, Default)]
struct Reading {
    next: u64,
    /// Oldest first.
    all: Vec<Request>,
}

#[derive(Debug)]
struct Request {
    id: u64,
    from: IpAddr,
    /// A handle on the connection, to stop the reading.
    stream: TcpStream,
    /// Whether it has made room for another.
    dropped: bool,
}

/// A request being read; ends when dropped.
pub(super) struct Permit {
    id: u64,
    served: Arc<Served>,
}

impl Requests {
    fn lock(&self) -> MutexGuard<'_, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to read a request. `None` if those that made room still take all there is.
    fn begin(&self, from: IpAddr, stream: TcpStream) -> Option<u64> {
        let mut reading = self.lock();
        reading.make_room(from);
        if reading.all.len() >= 2 * REQUESTS {
            return None;
        }
        let id = reading.next;
        reading.next += 1;
        reading.all.push(Request { id, from, stream, dropped: false });
        Some(id)
    }

    fn is_dropped(&self, id: u64) -> bool {
        self.lock().all.iter().any(|request| request.id == id && request.dropped)
    }

    fn end(&self, id: u64) {
        self.lock().all.retain(|request| request.id != id);
    }
}

impl Reading {
    fn make_room(&mut self, from: IpAddr) {
        let waiting = || self.all.iter().filter(|request| !request.dropped);
        let of = |from: IpAddr| waiting().filter(|request| request.from == from).count();
        let whose = match of(from) {
            SHARE.. => Some(from),
            _ if waiting().count() < REQUESTS => None,
            _ => waiting().map(|request| request.from).max_by_key(|from| of(*from)),
        };
        let oldest = |request: &&mut Request| !request.dropped && Some(request.from) == whose;
        if let Some(request) = self.all.iter_mut().find(oldest) {
            request.dropped = true;
            // What has arrived can still be read; it may be a whole request. If the client is gone, so is the request.
            let _ = request.stream.shutdown(Shutdown::Read);
        }
    }
}

impl Permit {
    /// Begins to read the request of a connection.
    pub(super) fn of(served: &Arc<Served>, from: IpAddr, stream: &TcpStream) -> Option<Self> {
        let id = served.requests.begin(from, stream.try_clone().ok()?)?;
        Some(Self { id, served: Arc::clone(served) })
    }

    pub(super) fn served(&self) -> &Arc<Served> {
        &self.served
    }

    /// Whether it made room for another request.
    pub(super) fn is_dropped(&self) -> bool {
        self.served.requests.is_dropped(self.id)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.served.requests.end(self.id);
    }
}

/// The readers of the events, each by its address.
#[derive(Debug, Default)]
pub(super) struct Readers(Mutex<Vec<IpAddr>>);

/// A reader's seat; given back when dropped.
pub(super) struct Seat {
    from: IpAddr,
    served: Arc<Served>,
}

impl Readers {
    fn lock(&self) -> MutexGuard<'_, Vec<IpAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seats a reader, unless all seats or its address's share are taken.
    fn seat(&self, from: IpAddr) -> bool {
        let mut all = self.lock();
        let of_its = all.iter().filter(|other| **other == from).count();
        let free = all.len() < READERS && of_its < READERS / 2;
        all.extend(free.then_some(from));
        free
    }

    fn leave(&self, from: IpAddr) {
        let mut all = self.lock();
        if let Some(at) = all.iter().position(|other| *other == from) {
            all.swap_remove(at);
        }
    }
}

impl Seat {
    /// Takes a seat. `None` if none is left.
    pub(super) fn of(served: &Arc<Served>, from: IpAddr) -> Option<Self> {
        served.readers.seat(from).then(|| Self { from, served: Arc::clone(served) })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.served.readers.leave(self.from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn each_address_has_a_share_and_its_oldest_request_makes_room() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let here = listener.local_addr().expect("an address");
        let requests = Requests::default();
        let begin = |last| {
            let stream = TcpStream::connect(here).expect("it listens");
            requests.begin(address(last), stream).expect("there is room")
        };
        let first: Vec<u64> = (0..SHARE).map(|_| begin(1)).collect();
        let other = begin(2);
        assert!(first.iter().all(|id| !requests.is_dropped(*id)));
        begin(1);
        assert!(requests.is_dropped(first[0]), "its own oldest");
        assert!(!requests.is_dropped(first[1]) && !requests.is_dropped(other));
        // All there are: the next is from an address that has none yet.
        let waiting = || requests.lock().all.iter().filter(|request| !request.dropped).count();
        (3..).take_while(|_| waiting() < REQUESTS).for_each(|last| _ = begin(last));
        let newcomer = begin(250);
        assert_eq!(waiting(), REQUESTS);
        assert!(requests.is_dropped(first[1]), "the oldest of the address that has most");
        assert!(!requests.is_dropped(other) && !requests.is_dropped(newcomer));
        requests.end(first[0]);
        assert!(!requests.is_dropped(first[0]), "it is no more");
    }

    #[test]
    fn no_address_takes_every_seat() {
        let readers = Readers::default();
        let taken = (0..READERS).filter(|_| readers.seat(address(1))).count();
        assert_eq!(taken, READERS / 2);
        assert!(readers.seat(address(2)));
        readers.leave(address(1));
        assert!(readers.seat(address(1)));
        assert!(!readers.seat(address(1)));
    }
}
