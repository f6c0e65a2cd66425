//! How often a seat, or an address without a seat, may post.

use super::token::Token;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The most posts within [`SPAN`].
const POSTS: usize = 4;
/// The span of time in which posts are counted.
const SPAN: Duration = Duration::from_secs(1);
/// The most senders that are remembered; beyond it, new ones are refused until one falls silent.
const SENDERS: usize = 512;

/// Who posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sender {
    Seat(Token),
    Address(IpAddr),
}

/// The last posts of each sender.
#[derive(Debug, Default)]
pub(super) struct Rate(BTreeMap<Sender, [Option<Instant>; POSTS]>);

impl Rate {
    /// Counts a post. Returns whether it is within the rate; one that is not does not count.
    pub(super) fn admits(&mut self, sender: Sender, now: Instant) -> bool {
        let recent = |time: &Option<Instant>| time.is_some_and(|time| now.duration_since(time) < SPAN);
        if self.0.len() >= SENDERS && !self.0.contains_key(&sender) {
            self.0.retain(|_, times| times.iter().any(recent));
            if self.0.len() >= SENDERS {
                return false;
            }
        }
        let times = self.0.entry(sender).or_default();
        let free = times.iter_mut().find(|time| !recent(time));
        free.map(|time| *time = Some(now)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_posts_a_second_each() {
        let mut rate = Rate::default();
        let begin = Instant::now();
        let at = |millis| begin + Duration::from_millis(millis);
        let [one, other] = [1, 2].map(|last| Sender::Address([192, 0, 2, last].into()));
        let mut count = |sender, millis| (0..9).filter(|_| rate.admits(sender, at(millis))).count();
        assert_eq!((count(one, 0), count(other, 0)), (4, 4));
        assert_eq!((count(one, 999), count(one, 1_000), count(one, 1_500)), (0, 4, 0));
    }

    #[test]
    fn many_senders_take_no_more_than_their_place() {
        let mut rate = Rate::default();
        let begin = Instant::now();
        let sender = |at: u32| Sender::Address(std::net::Ipv4Addr::from_bits(at).into());
        let admitted = (0..2_000).filter(|at| rate.admits(sender(*at), begin)).count();
        assert_eq!(admitted, SENDERS);
        assert!(rate.admits(sender(5_000), begin + SPAN), "the others are silent");
        assert_eq!(rate.0.len(), 1);
    }
}
