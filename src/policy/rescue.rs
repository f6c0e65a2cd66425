//! Help for friends whose condition cannot wait: tend them, or walk there first.

use super::act::TRIES;
use super::closing::longest;
use super::whom::{is_held, is_thing};
use super::{Choice, Chooser, Thrift, gauge};
use crate::rules::model::block::d20::Trait;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::condition::Haste;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::tenths::Tenths;

/// The reasons for which help is not possible yet, but may be later in the round or after a move.
const NOT_YET: [Refusal; 4] =
    [Refusal::NOT_IN_THIS_PHASE, Refusal::NOBODY_THERE, Refusal::TOO_FAR, Refusal::ALREADY_ACTED];
/// A foe is near within so many melee distances.
const NEAR: i32 = 16;
/// Of this many attempts at help one must succeed, else another may be better at it.
const ONE_IN: u32 = 12;

/// Whether it has no thought for others: a golem, a skeleton.
fn is_mindless(e: &Encounter, c: &Combatant) -> bool {
    is_thing(e, c) || e.d20_of(c).is_some_and(|d20| d20.block.is(Trait::MINDLESS))
}

impl Chooser<'_> {
    /// Helps the friend who needs it most and is nearest, unless a foe is at hand or another friend is nearer.
    pub(super) fn rescue(&self) -> Option<Choice> {
        if is_mindless(self.e, self.c) {
            return None;
        }
        let mut needs: Vec<(Tenths, &Combatant, Deed)> = self.needs().collect();
        needs.sort_by_key(|(far, friend, _)| (*far, friend.id));
        needs.into_iter().find_map(|(far, friend, deed)| {
            if far > self.rules.about().melee() {
                self.walk_to(friend, far, deed)
            } else {
                self.help(friend, deed)
            }
        })
    }

    /// The friends whose condition cannot wait, with their distances and what helps.
    fn needs(&self) -> impl Iterator<Item = (Tenths, &Combatant, Deed)> {
        let friends = self.e.all().filter(|c| c.side == self.c.side && c.id != self.c.id);
        friends.filter_map(|friend| {
            let aids = friend.effects.iter().filter_map(|effect| effect.condition.aid);
            let due = |haste: Haste| haste == Haste::Now || self.is_far_from_foes();
            let deed = aids.filter(|(_, haste)| due(*haste)).map(|(deed, _)| deed).next()?;
            let far = self.e.between(self.c, friend).unwrap_or_default();
            Some((far, friend, deed))
        })
    }

    /// Whether no foe that fights is near: there is time for what can wait.
    fn is_far_from_foes(&self) -> bool {
        let near = Tenths(self.rules.about().melee().0.saturating_mul(NEAR));
        let foes = self.e.foes(self.c).filter(|foe| foe.is_up() && !self.is_no_threat(foe));
        foes.map(|foe| self.e.between(self.c, foe)).all(|far| far.is_some_and(|far| far > near))
    }

    fn help(&self, friend: &Combatant, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        let whom = offer.at.ids.contains(&friend.id).then_some(friend.id)?;
        let act = self.complete(offer, offer.with.first().copied(), Some(whom))?;
        gauge::helps_once_in(self.rules, self.e, &act, ONE_IN).then(|| self.if_accepted(act)).flatten()
    }

    /// Walks to a friend whom it can help once it is there, if no other friend who could is nearer.
    fn walk_to(&self, friend: &Combatant, far: Tenths, deed: Deed) -> Option<Choice> {
        let offer = self.open(Deed::Move)?;
        let why = self.listed(deed)?.as_ref().err();
        if why.is_some_and(|why| !NOT_YET.contains(&why.refusal))
            || self.has_a_better_helper(friend, far, deed)
        {
            return None;
        }
        let short = Tenths(far.0 - self.rules.about().melee().0).up();
        let feet = longest(offer).map_or(short, |most| short.min(most));
        let act = Act { at: vec![friend.id], ..Act::new(self.c.id, Deed::Move) };
        let by_feet = Act { facts: Facts::from(Fact::Feet(feet)), ..act.clone() };
        self.if_accepted(by_feet).or_else(|| self.if_accepted(act))
    }

    /// Whether another friend is clearly better at it, or as good and nearer.
    fn has_a_better_helper(&self, friend: &Combatant, far: Tenths, deed: Deed) -> bool {
        let able = |c: &&Combatant| {
            c.side == self.c.side
                && c.id != self.c.id
                && c.id != friend.id
                && c.is_up()
                && !c.is_defenceless()
                && !is_held(self.e, c)
        };
        let nearer = |c: &Combatant| {
            self.e.between(c, friend).is_some_and(|theirs| (theirs, c.id) < (far, self.c.id))
        };
        if self.thrift == Thrift::Spends {
            // A simulation has no time for more than the distance.
            return self.e.all().filter(able).any(nearer);
        }
        let chance = |who| {
            let act = Act { at: vec![friend.id], ..Act::new(who, deed) };
            gauge::gauge(self.rules, self.e, &act).helps
        };
        let own = chance(self.c.id);
        let better = |c: &Combatant| {
            let chance = chance(c.id);
            if nearer(c) { chance * 3 >= own * 2 } else { chance * 2 > own * 3 }
        };
        // The nearest are asked; farther off there is hardly time.
        let near = |c| Some((self.e.between(c, friend)?, c));
        let mut friends: Vec<(Tenths, &Combatant)> =
            self.e.all().filter(able).filter_map(near).collect();
        friends.sort_by_key(|(theirs, _)| *theirs);
        friends.into_iter().take(TRIES).any(|(_, c)| better(c))
    }
}
