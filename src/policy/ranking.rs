//! In which order things come: rows of when and what. The first row that counts, and that the rules let pass, is what
//! somebody would do.

use super::{Choice, Table, Thrift};
use crate::rules::model::block::d20::Range;
use crate::rules::model::command::Deed;
use crate::rules::model::effect::Condition;
use crate::rules::model::rank::Rank;

/// What must be so for a row to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// A foe that can fight is in melee with it.
    Engaged,
    /// None is.
    Free,
    /// It stands in the front line, or every foe lies helpless.
    Front,
    /// It stands in the back line.
    Back,
    /// It lies on the ground.
    Prone,
    /// It has announced a spell.
    Casting,
    /// It has announced none.
    NotCasting,
    /// It backs off, weapon up.
    Withdrawing,
    /// It has bare hands and something to take up, or to tug free.
    Disarmed,
    /// It has nothing at hand that it could strike with.
    Unarmed,
    /// Its first weapon only shoots.
    Archer,
    /// It rides with a lance, or charges with its horns.
    Lancer,
    /// A foe charges.
    Charged,
    /// It plays to win.
    Spending,
}

/// Which weapons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arms {
    /// Any.
    Any,
    /// What shoots, and does not leave the hand.
    Shot,
}

/// At whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// Those in melee with it.
    Engaged,
    /// Those of whom it is known how far off they are.
    Near,
    /// The same, as far as they are in melee with nobody of its side.
    Clear,
    /// Anybody who is in melee with nobody of its side.
    Guessed,
    /// Anybody.
    Anybody,
}

/// How far somebody closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Only where it gets there.
    There,
    /// As far as it can.
    Toward,
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// What was begun goes on.
    GoOn,
    /// A deed that goes without saying.
    Plain(Deed),
    /// A spell or power.
    Spell(Deed),
    /// A power of its own that costs nothing: breath, gaze, song.
    Power,
    /// The blows or shots it is made for, whichever stands first in its block.
    Fight,
    /// A blow at those.
    Strike(At),
    /// A shot or throw at those.
    Shoot(Arms, At),
    /// A charge.
    Charge,
    /// It closes with the nearest foe.
    Close(Reach),
    /// It closes with a foe of whom nobody has said how far off it is.
    Approach,
    /// The best blow of what it did last is done once more.
    Again,
}

/// A row of the ranking.
pub(super) struct Row(pub &'static [When], pub What);

use At::{Anybody, Clear, Guessed, Near};
use Reach::{There, Toward};
use What::{Again, Approach, Charge, Close, Fight, GoOn, Plain, Power, Shoot, Spell, Strike};
use When::{
    Archer, Back, Casting, Charged, Disarmed, Engaged, Free, Front, Lancer, NotCasting, Prone, Spending,
    Unarmed, Withdrawing,
};

/// What comes before anything that was declared.
pub(super) const PRESSING: &[Row] =
    &[Row(&[], GoOn), Row(&[], Plain(Deed::Extinguish)), Row(&[Prone], Plain(Deed::Stand))];

/// What somebody would do, the likeliest first.
pub(super) const RANKING: &[Row] = &[
    // Announced is done.
    Row(&[Casting], Spell(Deed::Cast)),
    Row(&[Disarmed], Plain(Deed::Draw)),
    Row(&[Disarmed], Plain(Deed::FreeWeapon)),
    Row(&[Free, Charged], Plain(Deed::Brace)),
    Row(&[Free, Front, Lancer], Charge),
    Row(&[Spending], Spell(Deed::Cast)),
    Row(&[Spending], Spell(Deed::UsePower)),
    Row(&[], Power),
    // In melee it goes on with its foe.
    Row(&[], Again),
    Row(&[Engaged], Fight),
    Row(&[Withdrawing], Plain(Deed::Withdraw)),
    // Nothing in hand that serves: the fist, a hold, and failing that a guard.
    Row(&[Engaged, Unarmed], Plain(Deed::Punch)),
    Row(&[Engaged, Unarmed], Plain(Deed::Grab)),
    Row(&[Engaged, Unarmed], Plain(Deed::Parry)),
    Row(&[], Plain(Deed::TurnUndead)),
    Row(&[Free, Front], Strike(Near)),
    // The front closes; the back shoots and throws.
    Row(&[Free, Front, NotCasting], Close(There)),
    Row(&[Free], Shoot(Arms::Shot, Clear)),
    Row(&[Free, Back], Shoot(Arms::Any, Clear)),
    Row(&[Free, Archer], Shoot(Arms::Shot, Guessed)),
    Row(&[Free], Plain(Deed::Unjam)),
    Row(&[Free], Plain(Deed::Reload)),
    Row(&[], Plain(Deed::BreakFree)),
    Row(&[], Plain(Deed::Squeeze)),
    Row(&[Free, Front, NotCasting], Close(Toward)),
    Row(&[Free, Front], Strike(Guessed)),
    Row(&[Free, Front], Strike(Anybody)),
    Row(&[Free], Shoot(Arms::Any, Clear)),
    Row(&[Free], Shoot(Arms::Shot, Guessed)),
    Row(&[Free, Front, NotCasting], Approach),
    // Into melee only where that is all there is, and it is none of its own side that may be struck.
    Row(&[Free], Shoot(Arms::Shot, Anybody)),
];

/// What somebody does who cannot get away: it turns to fight.
pub(super) const CORNERED: &[Row] = &[Row(&[Engaged], Fight)];

impl Table<'_> {
    /// The first of those rows that counts and comes to something.
    pub(super) fn first_of(&self, rows: &[Row]) -> Option<Choice> {
        let counts = |row: &&Row| row.0.iter().all(|when| self.is(*when));
        rows.iter().filter(counts).find_map(|row| self.comes_to(row.1))
    }

    fn is(&self, when: When) -> bool {
        let has = |condition| self.c.has(condition);
        match when {
            Engaged => self.is_engaged(),
            Free => !self.is_engaged(),
            Front => self.rank() == Rank::Front || self.has_won(),
            Back => self.rank() == Rank::Back,
            Prone => has(Condition::PRONE),
            Casting => has(Condition::CASTING),
            NotCasting => !has(Condition::CASTING),
            Withdrawing => has(Condition::WITHDRAWING),
            Disarmed => {
                let arms = [Deed::Draw, Deed::FreeWeapon];
                arms.iter().any(|deed| self.open(*deed).is_some()) && self.is_disarmed()
            }
            Unarmed => self.lacks_a_weapon(),
            Archer => self.line(0).is_some_and(|line| line.range == Some(Range::Missile)),
            Lancer => self.is_lancer(self.c),
            Charged => {
                // Nobody is looked at where it could not brace for them.
                self.open(Deed::Brace).is_some() && self.e.foes(self.c).any(|foe| self.will_charge(foe))
            }
            Spending => self.thrift == Thrift::Spends,
        }
    }

    fn rank(&self) -> Rank {
        *self.rank.get_or_init(|| self.e.rank(self.c))
    }

    fn comes_to(&self, what: What) -> Option<Choice> {
        match what {
            GoOn => self.resumption(),
            Again => self.again(),
            Plain(deed) => self.plain(deed),
            Spell(deed) => self.spell(deed),
            Power => self.power(),
            Fight => self.fight(),
            Strike(at) => self.attack(Deed::Strike, Arms::Any, at),
            Shoot(arms, at) => self.at_range(arms, at),
            Charge => self.charge(),
            Close(reach) => self.closing(reach),
            Approach => self.approach(),
        }
    }
}
