//! Moves toward foes: which one, and how far.

use super::act::{FAR_OFF, TRIES};
use super::danger::badly_hurt;
use super::ranking::{At, Reach};
use super::whom::runs;
use super::worth::is_little;
use super::{Choice, Chooser, Thrift};
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::Tag;
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::rank::{self, Rank};
use crate::rules::model::stance::Aim;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use std::cell::OnceCell;

/// The foes a combatant could close with.
pub(super) struct Goals {
    /// Whether contact is claimed as a fact; otherwise distance alone decides.
    claims: bool,
    /// The longest way of the move; `None` if it is not limited.
    most: Option<i32>,
    /// The foes, the best first.
    foes: Vec<Goal>,
}

/// A foe to close with; the better one is the lesser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    /// How far it is from what its stance is about: the one it hunts or guards.
    apart: Tenths,
    /// Whether it is out of reach of this move.
    far: bool,
    flees: bool,
    /// Whether it lets the friends behind the front be.
    lets_be: bool,
    /// Whether it is in the back line, behind another foe with room beside it.
    screened: bool,
    /// How many allies are at it already.
    friends: usize,
    feet: Tenths,
    /// In systems without engagement: the key by which it picks its target once it is there.
    preferred: (i32, i32),
    id: CombatantId,
}

/// How a move comes to a foe.
struct Move {
    /// Whether contact is claimed as a fact; otherwise distance alone decides.
    claims: bool,
    /// The longest way of the move; `None` if it is not limited.
    most: Option<i32>,
    /// The distance of melee.
    melee: Tenths,
}

impl Move {
    /// Whether a foe at that distance can be reached.
    fn covers(&self, feet: Tenths) -> bool {
        let saved = if self.claims { Tenths::default() } else { self.melee };
        self.most.is_none_or(|most| feet.0 - saved.0 <= Tenths::whole(most).0)
    }
}

/// The longest way of the move, if it is limited.
pub(super) fn longest(offer: &Offer) -> Option<i32> {
    offer.facts.iter().find_map(|field| match field.fact {
        Fact::Feet(_) => field.range.map(|(_, most)| most),
        _ => None,
    })
}

/// How many allies attack each foe of a front before the others press on to those behind it.
const ROOM: usize = 3;
/// How far from its ward a guard goes, in melee distances.
const POST: i32 = 4;
/// The most squares tried for a move: a distance or a move in a file may be any number.
const MOST_SQUARES: i32 = 1000;

impl Chooser<'_> {
    /// Moves toward the nearest foe whose distance is known, spreading allies over the foes. Unknown distances are not
    /// guessed.
    pub(super) fn closing(&self, reach: Reach) -> Option<Choice> {
        let goals = self.goals.get_or_init(|| self.goals()).as_ref()?;
        let mut open = goals.foes.iter().filter(|goal| !self.waits_for_the_line(goal.feet, goals.most));
        // Whoever stays for one foe does not walk to another instead.
        let stays = |goal: &Goal| self.rather_shoots(goal) || self.strikes_past_a_friend(goal);
        open.find_map(|goal| match stays(goal) {
            true => Some(None),
            false => self.move_to(goals, goal, reach).map(Some),
        })?
    }

    /// A move to one of the foes.
    fn move_to(&self, goals: &Goals, goal: &Goal, reach: Reach) -> Option<Choice> {
        let mut act = Act { at: vec![goal.id], ..Act::new(self.c.id, Deed::Move) };
        if !goals.claims {
            return self.nearer(self.open(Deed::Move)?, act, goal.feet, reach);
        }
        if !goal.far {
            act.facts.set(Fact::Contact);
        } else if reach == Reach::There {
            return None;
        }
        self.if_accepted(act)
    }

    /// The foes it could close with, or `None` if it should stay where it is.
    fn goals(&self) -> Option<Goals> {
        let offer = self.open(Deed::Move)?;
        if offer.facts.iter().any(|field| field.stands && field.fact == Fact::Away) {
            return None;
        }
        let melee = self.rules.about().melee();
        let by = Move {
            claims: offer.facts.iter().any(|field| field.fact == Fact::Contact),
            most: longest(offer),
            melee,
        };
        let mut foes = Vec::new();
        let mut sure = 0;
        for foe in self.foes_of(&offer.at.ids).filter(self.worthy()) {
            if !self.is_engaged() && self.in_melee(self.c, foe) {
                // If only helpless foes are left, the one at hand is as good as another.
                return None;
            }
            let Some(goal) = self.goal(foe, &by) else { continue };
            foes.push(goal);
            // Where contact is claimed, foes are listed nearest first: after this many sure ones none is better.
            sure += usize::from(by.claims && !goal.flees && goal.friends == 0);
            if sure == TRIES {
                break;
            }
        }
        let at_hand = |goal: &Goal| goal.feet <= melee;
        if !foes.iter().any(|goal| !goal.far && !at_hand(goal)) && foes.iter().any(at_hand) {
            // A foe within reach is a goal only if others could be, so that several spread out; and nobody walks away
            // from it.
            return None;
        }
        self.drop_futile(&mut foes);
        self.screen(&mut foes);
        if foes.len() > TRIES {
            // Sort only the ones that are tried: there may be thousands.
            foes.select_nth_unstable(TRIES);
            foes.truncate(TRIES);
        }
        foes.sort_unstable();
        self.prefer_worth(&mut foes);
        Some(Goals { claims: by.claims, most: by.most, foes })
    }

    /// Where distance alone decides: drops those that it would leave again because no blow of it harms them, if others
    /// remain.
    fn drop_futile(&self, goals: &mut Vec<Goal>) {
        let Some(strike) = self.open(Deed::Strike).filter(|_| self.melee.is_some()) else { return };
        let harms = |goal: &Goal| self.e.get(goal.id).is_some_and(|foe| self.harms_with(strike, foe));
        if self.thrift == Thrift::Spares && goals.len() <= TRIES && goals.iter().any(harms) {
            goals.retain(harms);
        }
    }

    /// Whether it stays where it is and shoots at a foe who is more than two rounds off, and whom no friend fights, rather
    /// than walk up to it.
    fn rather_shoots(&self, goal: &Goal) -> bool {
        let Some(foe) = self.e.get(goal.id).filter(|_| goal.far && self.thrift == Thrift::Spares) else {
            return false;
        };
        let soon = 2 * round_of(self.e, foe).0 + self.rules.about().melee().0;
        if goal.feet.0 <= soon || self.c.spent.moved.is_some() || self.has_friends_at(foe) {
            return false;
        }
        let shot = self.shot_at(foe);
        shot > 0 && shot.saturating_mul(FAR_OFF) >= self.blade_at(foe)
    }

    /// Whether it moves before the blows come, and has a long weapon that reaches the foe over a friend's shoulder.
    fn strikes_past_a_friend(&self, goal: &Goal) -> bool {
        let moves_first = self.e.window().is_some_and(|window| window.phase == Phase::Movement);
        let long = |line: u8| self.line(line).is_some_and(|line| line.has(Tag::REACH));
        let reach = Tenths(self.rules.about().melee().0 * 2);
        moves_first
            && self.thrift == Thrift::Spares
            && goal.feet <= reach
            && self.lines().any(long)
            && self.e.get(goal.id).is_some_and(|foe| self.has_friends_at(foe))
    }

    /// If the first can hardly be harmed, puts one before it that is more than twice as good a target, of those that are
    /// otherwise as good.
    fn prefer_worth(&self, foes: &mut [Goal]) {
        let Some(first) =
            foes.first().copied().filter(|goal| self.thrift == Thrift::Spares && !goal.far)
        else {
            return;
        };
        let like = |goal: &Goal| {
            (goal.apart, goal.far, goal.flees, goal.lets_be, goal.screened)
                == (first.apart, first.far, first.flees, first.lets_be, first.screened)
        };
        let worth = |goal: &Goal| self.e.get(goal.id).map_or(0, |foe| self.blade_at(foe));
        let alike = foes.iter().take_while(|goal| like(goal)).count();
        if alike < 2 {
            return;
        }
        let mut best = (0, worth(&first));
        if !is_little(best.1) {
            return;
        }
        for (nth, goal) in foes.iter().enumerate().take(alike).skip(1) {
            let worth = worth(goal);
            if worth > best.1.saturating_mul(2) {
                best = (nth, worth);
            }
        }
        foes[..=best.0].rotate_right(1);
    }

    /// The foe as a goal; `None` if its distance is unknown, or if it flees and should be let go.
    fn goal(&self, foe: &Combatant, by: &Move) -> Option<Goal> {
        let feet = self.e.between(self.c, foe).filter(|feet| by.claims || *feet > by.melee)?;
        let far = !by.covers(feet);
        let friends = if far { 0 } else { self.attackers(foe).count() + self.companions_at(foe) };
        let flees = runs(foe);
        // Fleeing foes it cannot catch at once are left to a chase, which is the referee's call. After shooting it
        // does not run after the fleeing: it shoots at them.
        let shot = || self.last.is_some_and(|last| last.deed == Deed::Shoot);
        if flees && (far || shot()) {
            return None;
        }
        if self.thrift == Thrift::Spares && self.dreads(foe) {
            return None;
        }
        let apart = self.apart(foe);
        if self.aim.is_some_and(|aim| matches!(aim, Aim::Guards(_))) && apart > self.post() {
            return None;
        }
        let lets_be = far || !self.troubles_friends(foe);
        let preferred = if by.claims { (0, 0) } else { self.preference(foe) };
        Some(Goal { apart, far, flees, lets_be, screened: false, friends, feet, preferred, id: foe.id })
    }

    /// How far from the one it guards it goes.
    fn post(&self) -> Tenths {
        Tenths(self.rules.about().melee().0.saturating_mul(POST))
    }

    /// Whether the foe is in melee with a friend who cannot stand against it (a mage, one who is badly hurt), or holds
    /// one.
    fn troubles_friends(&self, foe: &Combatant) -> bool {
        let is_mage = |friend: &Combatant| self.e.d20_of(friend).is_some_and(rank::is_mage);
        let in_need = |friend: &Combatant| is_mage(friend) || badly_hurt(friend);
        self.friends_at(foe).any(in_need) || self.holds_a_friend(foe)
    }

    /// Marks the goals of the back line that are behind foes with room beside them.
    fn screen(&self, goals: &mut [Goal]) {
        let is_back =
            |goal: &Goal| self.e.get(goal.id).is_some_and(|foe| self.e.rank(foe) == Rank::Back);
        if !goals.iter().any(is_back) {
            return;
        }
        let front = self.front(goals);
        let rooms = vec![OnceCell::new(); front.len()];
        for goal in goals.iter_mut().filter(|goal| is_back(goal)) {
            let Some(foe) = self.e.get(goal.id) else { continue };
            let before = |near: Tenths, other| {
                let on = goal.feet.0.saturating_sub(near.0);
                on > 0 && self.e.between(other, foe) == Some(Tenths(on))
            };
            // Room is looked for last, and once: asking around each is expensive.
            let mut front_rooms = front.iter().zip(&rooms);
            goal.screened = front_rooms.any(|((near, other), room)| {
                before(*near, other) && *room.get_or_init(|| self.has_room(other, &front))
            });
        }
    }

    /// The nearest goals that can fight, with their distances.
    fn front(&self, goals: &[Goal]) -> Vec<(Tenths, &Combatant)> {
        let mut near: Vec<&Goal> = goals.iter().filter(|goal| !goal.flees).collect();
        near.sort_unstable_by_key(|goal| goal.feet);
        let near = near.into_iter().filter_map(|goal| Some((goal.feet, self.e.get(goal.id)?)));
        near.filter(|(_, foe)| !self.is_no_threat(foe)).take(TRIES).collect()
    }

    /// Whether one of the front has room beside it. Those who stand together share their attackers, and the room around
    /// them.
    fn has_room(&self, foe: &Combatant, front: &[(Tenths, &Combatant)]) -> bool {
        let melee = self.rules.about().melee();
        let together = |one: &Combatant, other: &Combatant| {
            one.id == other.id || self.e.between(one, other).is_some_and(|feet| feet <= melee)
        };
        let group = || front.iter().map(|(_, other)| *other).filter(|other| together(foe, other));
        let mut attackers: Vec<CombatantId> =
            group().flat_map(|other| self.attackers(other)).map(|ally| ally.id).collect();
        attackers.sort_unstable();
        attackers.dedup();
        let coming: usize = group().map(|other| self.companions_at(other)).sum();
        attackers.len() + coming < ROOM * group().count()
    }

    /// Whether it is farther ahead than the rest of its front, out of whose reach the foes still are, and nobody fights
    /// hand to hand yet: the thief does not open the battle alone.
    pub(super) fn waits_for_the_line(&self, feet: Tenths, most: Option<i32>) -> bool {
        let of_line = |c: &&Combatant| {
            c.side == self.c.side && c.id != self.c.id && c.is_up() && !c.is_defenceless() && !runs(c)
        };
        let front = || self.e.all().filter(of_line).filter(|c| self.e.rank(c) == Rank::Front);
        if self.thrift == Thrift::Spends || front().any(|c| c.engaged_with().next().is_some()) {
            return false;
        }
        let near = |c: &Combatant| self.e.foes(c).filter_map(|foe| self.e.between(c, foe)).min();
        let (reach, Some(most)) = (self.rules.about().melee(), most) else { return false };
        let ends = (feet.0 - Tenths::whole(most).0).max(reach.0);
        // Whoever has not moved yet may still come up, at its own pace.
        let own = i64::from(self.pace(self.c)).max(1);
        let to_come = |c: &Combatant| match c.spent.moved {
            None => i64::from(self.pace(c)) * i64::from(Tenths::whole(most).0) / own,
            Some(_) => 0,
        };
        // A few steps behind are near enough.
        let behind = |c: &Combatant| {
            let slack = reach.0.max(round_of(self.e, c).0 / 4);
            near(c).is_some_and(|far| i64::from(far.0) - to_come(c) > i64::from(ends + slack))
        };
        let mut front = front().peekable();
        front.peek().is_some() && front.all(behind)
    }

    /// Leaves a foe that it cannot harm for the nearest that it can.
    pub(super) fn elsewhere(&self) -> Option<Choice> {
        self.melee?;
        let offer = self.open(Deed::Move)?;
        let strike = self.open(Deed::Strike)?;
        let mut foes: Vec<(Tenths, &Combatant)> = self
            .foes_of(&offer.at.ids)
            .filter(self.worthy())
            .filter(|foe| !self.in_melee(self.c, foe))
            .filter_map(|foe| Some((self.e.between(self.c, foe)?, foe)))
            .collect();
        foes.sort_unstable_by_key(|(far, foe)| (*far, foe.id));
        let (far, foe) = foes.into_iter().take(TRIES).find(|(_, foe)| self.harms_with(strike, foe))?;
        let act = Act { at: vec![foe.id], ..Act::new(self.c.id, Deed::Move) };
        self.nearer(offer, act, far, Reach::Toward)
    }

    /// What it moves in a round, in some unit of the rules.
    fn pace(&self, c: &Combatant) -> i32 {
        match self.e.block(c.block) {
            Some(StatBlock::D20(d20)) => {
                let most = d20.figures.encounter_move.max(d20.figures.base_move);
                i32::try_from(most).unwrap_or(i32::MAX)
            }
            Some(StatBlock::Wounds(body)) => body.speed.0,
            _ => 0,
        }
    }

    /// Approaches a foe at unknown distance. The referee says whether it gets there.
    pub(super) fn approach(&self) -> Option<Choice> {
        let offer = self.open(Deed::Move)?;
        let phase = self.e.window()?.phase;
        if phase == Phase::Movement && self.c.engaged_with().next().is_none() {
            // Attacks come in a later phase: a foe it strikes then has been reached, unless others are known to be in
            // melee.
            return None;
        }
        let unknown = |foe: &&&Combatant| self.e.between(self.c, foe).is_none() && !runs(foe);
        let foes: Vec<&Combatant> = self.whom(&offer.at.ids, At::Anybody).collect();
        if foes.iter().any(|foe| self.in_melee(self.c, foe)) {
            return None;
        }
        let mut act = Act { at: vec![foes.iter().find(unknown)?.id], ..Act::new(self.c.id, Deed::Move) };
        act.facts.set(Fact::Contact);
        self.is_accepted(&act).then_some(Choice::Ask(act))
    }

    /// Where distance alone decides: moves as far as it can, or to where it can strike.
    fn nearer(&self, offer: &Offer, mut act: Act, far: Tenths, reach: Reach) -> Option<Choice> {
        let squares = offer.facts.iter().find_map(|field| match field.fact {
            Fact::Feet(most) => Some(most),
            _ => None,
        });
        // Next to a target it cannot reach, it enters the target's square.
        let beside = if far > Tenths::whole(1) { Tenths::whole(1) } else { Tenths::default() };
        let near = self.rules.about().melee();
        let serves = |act: &Act| {
            let left = deeds::leads(self.rules, self.e, act);
            left.is_some_and(|left| match reach {
                Reach::There => (beside.min(far)..=near).contains(&left),
                Reach::Toward => (beside.min(far)..far).contains(&left),
            })
        };
        // Its squares are as wide as it is, so try how many bring it there, the farthest first.
        let mut shorter = (1..squares.unwrap_or(far.up()).min(MOST_SQUARES)).rev();
        while !serves(&act) {
            act.facts = Facts::from(Fact::Feet(shorter.next()?));
        }
        self.if_accepted(act)
    }
}

/// The seconds of a round of combatants that move by the second.
const SECONDS: i32 = 6;

/// How far it moves in a round.
pub(super) fn round_of(e: &Encounter, c: &Combatant) -> Tenths {
    match e.block(c.block) {
        Some(StatBlock::D20(d20)) => {
            Tenths::whole(i32::try_from(d20.figures.encounter_move).unwrap_or(i32::MAX / 10))
        }
        Some(StatBlock::Wounds(body)) => Tenths(body.speed.0.saturating_mul(SECONDS)),
        _ => Tenths::default(),
    }
}
