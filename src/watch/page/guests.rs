//! Limits on connections, so that no client keeps another out.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The most requests read concurrently. Twice as many connections may be open besides those of readers.
const REQUESTS: usize = 64;
/// The most requests read concurrently from one address.
const SHARE: usize = 8;
/// The most connections of one address besides those of readers.
const OPEN: usize = 4 * SHARE;
/// The most concurrent readers of streams.
const READERS: usize = 256;

/// How far a connection has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Its request is incomplete.
    Waiting,
    /// Its request is incomplete, and is to make room for another.
    Dropped,
    /// It is being answered.
    Answering,
    /// It reads a stream.
    Streaming,
}

/// All connections. An address has a share of the requests being read, beyond which its oldest makes room for its next;
/// if there are too many in all, the oldest of the address that has most does.
#[derive(Debug, Default)]
pub(super) struct Guests(Mutex<Present>);

#[derive(Debug, Default)]
struct Present {
    next: u64,
    /// Oldest first.
    all: Vec<Guest>,
}

#[derive(Debug)]
struct Guest {
    id: u64,
    from: IpAddr,
    phase: Phase,
    dropped: Arc<Notify>,
}

impl Guests {
    fn lock(&self) -> MutexGuard<'_, Present> {
        // A panic cannot leave the list half updated.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, with what tells it to make room. `None` if its address, or all together, have too many.
    pub(super) fn enter(&self, from: IpAddr) -> Option<(u64, Arc<Notify>)> {
        let mut present = self.lock();
        present.make_room(from);
        let passing = || present.all.iter().filter(|guest| guest.phase != Phase::Streaming);
        if passing().count() >= 2 * REQUESTS
            || passing().filter(|guest| guest.from == from).count() >= OPEN
        {
            return None;
        }
        let (id, dropped) = (present.next, Arc::new(Notify::new()));
        present.next += 1;
        present.all.push(Guest { id, from, phase: Phase::Waiting, dropped: Arc::clone(&dropped) });
        Some((id, dropped))
    }

    pub(super) fn leave(&self, id: u64) {
        self.lock().all.retain(|guest| guest.id != id);
    }

    pub(super) fn phase(&self, id: u64) -> Option<Phase> {
        self.lock().all.iter().find(|guest| guest.id == id).map(|guest| guest.phase)
    }

    /// The request of a connection is complete.
    pub(super) fn answers(&self, id: u64) {
        let mut present = self.lock();
        let guest = present.all.iter_mut().find(|guest| guest.id == id);
        if let Some(guest) = guest.filter(|guest| guest.phase != Phase::Streaming) {
            guest.phase = Phase::Answering;
        }
    }

    /// A connection becomes the reader of a stream, unless there are too many in all or of its address.
    pub(super) fn streams(&self, id: u64) -> bool {
        let mut present = self.lock();
        let Some(at) = present.all.iter().position(|guest| guest.id == id) else { return false };
        let from = present.all[at].from;
        let readers = || present.all.iter().filter(|guest| guest.phase == Phase::Streaming);
        let of_its = readers().filter(|guest| guest.from == from).count();
        let free = readers().count() < READERS && of_its < READERS / 2;
        if free {
            present.all[at].phase = Phase::Streaming;
        }
        free
    }
}

impl Present {
    fn make_room(&mut self, from: IpAddr) {
        let waiting = || self.all.iter().filter(|guest| guest.phase == Phase::Waiting);
        let of = |from: IpAddr| waiting().filter(|guest| guest.from == from).count();
        let whose = match of(from) {
            SHARE.. => Some(from),
            _ if waiting().count() < REQUESTS => None,
            _ => waiting().map(|guest| guest.from).max_by_key(|from| of(*from)),
        };
        let oldest = |guest: &&mut Guest| guest.phase == Phase::Waiting && Some(guest.from) == whose;
        if let Some(guest) = self.all.iter_mut().find(oldest) {
            guest.phase = Phase::Dropped;
            guest.dropped.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    fn enter(guests: &Guests, last: u8) -> u64 {
        guests.enter(address(last)).expect("there is room").0
    }

    #[test]
    fn each_address_has_a_share_and_its_oldest_request_makes_room() {
        let guests = Guests::default();
        let is_dropped = |id| guests.phase(id) == Some(Phase::Dropped);
        let first: Vec<u64> = (0..SHARE).map(|_| enter(&guests, 1)).collect();
        let other = enter(&guests, 2);
        assert!(first.iter().all(|id| !is_dropped(*id)));
        enter(&guests, 1);
        assert!(is_dropped(first[0]), "its own oldest");
        assert!(!is_dropped(first[1]) && !is_dropped(other));
        // All there are: the next is from an address that has none yet.
        let waiting = || guests.lock().all.iter().filter(|guest| guest.phase == Phase::Waiting).count();
        (3..).take_while(|_| waiting() < REQUESTS).for_each(|last| _ = enter(&guests, last));
        let newcomer = enter(&guests, 250);
        assert_eq!(waiting(), REQUESTS);
        assert!(is_dropped(first[1]), "the oldest of the address that has most");
        assert!(!is_dropped(other) && !is_dropped(newcomer));
        guests.answers(first[0]);
        assert_eq!(guests.phase(first[0]), Some(Phase::Answering), "what is complete is answered");
        guests.leave(first[0]);
        assert_eq!(guests.phase(first[0]), None);
    }

    #[test]
    fn no_address_takes_every_connection() {
        let guests = Guests::default();
        let open =
            (0..100).filter_map(|_| guests.enter(address(1))).map(|(id, _)| guests.answers(id)).count();
        assert_eq!(open, OPEN);
        enter(&guests, 2);
    }

    #[test]
    fn no_address_takes_every_stream() {
        let guests = Guests::default();
        let reads = |last| {
            let id = enter(&guests, last);
            let reads = guests.streams(id);
            if !reads {
                guests.leave(id);
            }
            reads.then_some(id)
        };
        let taken: Vec<u64> = (0..READERS).filter_map(|_| reads(1)).collect();
        assert_eq!(taken.len(), READERS / 2);
        assert!(reads(2).is_some());
        guests.leave(taken[0]);
        assert!(reads(1).is_some() && reads(1).is_none());
    }
}
