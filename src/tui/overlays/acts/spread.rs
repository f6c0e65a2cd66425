//! Spreading several actors evenly over several targets.

/// The most targets tried for an actor, those with the fewest attackers first; and the most actors tried for a target.
pub const TRIES: usize = 20;

/// An assignment of actors to targets.
#[derive(Debug, Default)]
pub struct Spread {
    /// The index of each actor's target; `None` if it holds back.
    pub at: Vec<Option<usize>>,
    /// The number of actors assigned to each target.
    pub counts: Vec<usize>,
}

impl Spread {
    /// Assigns those in contact with a target to it, and the others evenly to those they may act on.
    pub fn propose(
        actors: usize,
        targets: usize,
        close: &dyn Fn(usize, usize) -> bool,
        may: &dyn Fn(usize, usize) -> bool,
    ) -> Self {
        let mut spread = Self { at: vec![None; actors], counts: vec![0; targets] };
        for actor in 0..actors {
            let near = (0..targets).filter(|at| close(actor, *at) && may(actor, *at));
            let fewest = near.min_by_key(|at| spread.counts[*at]);
            spread.put(actor, fewest);
        }
        for actor in 0..actors {
            if spread.at[actor].is_none() {
                let mut all: Vec<usize> = (0..targets).collect();
                all.sort_by_key(|at| spread.counts[*at]);
                let first = all.into_iter().take(TRIES).find(|at| may(actor, *at));
                spread.put(actor, first);
            }
        }
        spread
    }

    fn put(&mut self, actor: usize, target: Option<usize>) {
        let Some(place) = self.at.get_mut(actor) else { return };
        if let Some(count) = place.and_then(|old| self.counts.get_mut(old)) {
            *count = count.saturating_sub(1);
        }
        *place = target;
        if let Some(count) = target.and_then(|new| self.counts.get_mut(new)) {
            *count += 1;
        }
    }

    /// Assigns one more actor to the target: one that holds back, else one from the target with the most, preferably
    /// not in contact with it. Returns `false` if nobody else may.
    pub fn send(
        &mut self,
        target: usize,
        close: &dyn Fn(usize, usize) -> bool,
        may: &dyn Fn(usize, usize) -> bool,
    ) -> bool {
        let mut others: Vec<usize> =
            (0..self.at.len()).filter(|one| self.at[*one] != Some(target)).collect();
        others.sort_by_key(|one| match self.at[*one] {
            None => (false, 0),
            Some(at) => (close(*one, at), usize::MAX - self.counts[at]),
        });
        let sent = others.into_iter().find(|one| may(*one, target));
        if let Some(one) = sent {
            self.put(one, Some(target));
        }
        sent.is_some()
    }

    /// Takes one actor off the target, preferably not in contact with it; it holds back. Returns `false` if there is
    /// none.
    pub fn recall(&mut self, target: usize, close: &dyn Fn(usize, usize) -> bool) -> bool {
        let there = (0..self.at.len()).rev().filter(|one| self.at[*one] == Some(target));
        let back = there.min_by_key(|one| close(*one, target));
        if let Some(one) = back {
            self.put(one, None);
        }
        back.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never(_: usize, _: usize) -> bool {
        false
    }

    fn always(_: usize, _: usize) -> bool {
        true
    }

    #[test]
    fn whoever_is_close_stays_and_the_rest_are_spread() {
        let close = |one: usize, at: usize| one < 3 && at == 0;
        let spread = Spread::propose(6, 2, &close, &always);
        assert_eq!(spread.counts, [3, 3]);
        assert_eq!(spread.at[..3], [Some(0); 3]);
    }

    #[test]
    fn only_who_may_goes() {
        let may = |one: usize, at: usize| at == 1 && one > 0;
        let spread = Spread::propose(3, 2, &never, &may);
        assert_eq!((spread.counts, spread.at[0]), (vec![0, 2], None));
    }

    #[test]
    fn one_more_comes_from_those_that_hold_back_then_from_the_most() {
        let mut spread = Spread::propose(6, 2, &never, &always);
        assert!(spread.send(0, &never, &always));
        assert_eq!(spread.counts, [4, 2]);
        assert!(spread.recall(0, &never) && spread.recall(0, &never));
        assert_eq!(spread.counts, [2, 2]);
        assert!(spread.send(1, &never, &always));
        assert_eq!(spread.counts, [2, 3]);
        assert!(!Spread::propose(2, 1, &never, &always).send(0, &never, &always));
    }
}
