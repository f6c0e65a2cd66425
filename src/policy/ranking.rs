//! The ranking: rows of conditions and an action. A combatant takes the first row that applies and that the rules
//! accept.

use super::whom::runs;
use super::{Choice, Chooser, Thrift, spells};
use crate::rules::model::block::d20::{Range, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Deed;
use crate::rules::model::condition::{Haste, Meaning};
use crate::rules::model::rank::{self, Rank};
use crate::rules::model::stance::Aim;
use crate::rules::model::window::Phase;

/// A condition for a row to apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// A foe that can fight is in melee with it.
    Engaged,
    /// No such foe is.
    Free,
    /// In the front rank, or every foe is helpless.
    Front,
    /// In the back rank.
    Back,
    /// Lying on the ground, from where it first stands up.
    Prone,
    /// It has announced a spell.
    Casting,
    /// It takes aim, or has a flask ready.
    Aiming,
    /// It has neither announced a spell nor taken aim.
    Unpledged,
    /// Gives ground: backs off fighting, and does not advance.
    Withdrawing,
    /// Does not give ground.
    Advancing,
    /// Bare-handed, with a weapon to draw or to tug free.
    Disarmed,
    /// No weapon at hand to strike with.
    Unarmed,
    /// Its first weapon only shoots.
    Archer,
    /// No foe is within reach of its weapons in a later phase.
    Apart,
    /// A foe charges.
    Charged,
    /// Played by the machine, which spends what it has, as an act without announcement.
    OfTheMachine,
    /// Plays to win; see [`Thrift::Spends`].
    Spending,
    /// Does not; see [`Thrift::Spares`].
    Sparing,
    /// Badly hurt, in melee with a foe that may well fell it.
    Frail,
    /// Badly hurt, and shot at without an answer.
    PickedOff,
    /// A foe could be upon it within a round.
    Pressed,
    /// None could, or it has nothing to strike with.
    AtLeisure,
    /// Is out to take its foes alive.
    Capturing,
}

/// A selection of weapons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arms {
    /// All weapons.
    Any,
    /// Missile weapons that do not leave the hand.
    Shot,
}

/// A selection of targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// In melee with it.
    Engaged,
    /// At a known distance.
    Near,
    /// At a known distance, and in melee with none of its allies.
    Clear,
    /// In melee with none of its allies.
    Guessed,
    /// Anyone.
    Anybody,
}

/// How close a move must get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// All the way, or not at all.
    There,
    /// As far as possible.
    Toward,
}

/// An action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Resume what was begun.
    Resume,
    /// A deed that needs no input.
    Plain(Deed),
    /// A spell or power.
    Spell(Deed),
    /// An at-will power of its own: breath, gaze, song.
    Power,
    /// The attack of its block that comes first.
    Fight,
    /// A strike at these targets.
    Strike(At),
    /// A shot or throw at these targets.
    Shoot(Arms, At),
    /// A charge.
    Charge,
    /// Close with the nearest foe.
    Close(Reach),
    /// Close with a foe at unknown distance.
    Approach,
    /// Repeat the last combo.
    Repeat,
    /// Do something about a condition of its own that cannot wait.
    Mend,
    /// Ready itself for a better blow.
    Arm,
    /// Do anything else that works against the foe at hand.
    Hinder,
    /// Take the foe at hand alive.
    Seize,
    /// Leave the foe at hand for one that it can harm.
    Elsewhere,
    /// Get away from the foe at hand.
    Leave,
    /// Walk away from the foes.
    BackOff,
    /// Help a friend whose condition cannot wait.
    Rescue,
}

/// A row of the ranking.
pub(super) struct Row(pub &'static [When], pub What);

use At::{Anybody, Clear, Guessed, Near};
use Reach::{There, Toward};
use What::{
    Approach, Arm, BackOff, Charge, Close, Elsewhere, Fight, Hinder, Leave, Mend, Plain, Power, Repeat,
    Rescue, Resume, Seize, Shoot, Spell, Strike,
};
use When::{
    Advancing, Aiming, Apart, Archer, AtLeisure, Back, Capturing, Casting, Charged, Disarmed, Engaged,
    Frail, Free, Front, OfTheMachine, PickedOff, Pressed, Prone, Sparing, Spending, Unarmed, Unpledged,
    Withdrawing,
};

/// What takes precedence over a declared action.
pub(super) const URGENT: &[Row] = &[
    // A rider pays for its mount first, or not at all.
    Row(&[], Plain(Deed::ControlMount)),
    Row(&[], Resume),
    Row(&[], Plain(Deed::Extinguish)),
    Row(&[], Mend),
    Row(&[Prone], Plain(Deed::Stand)),
];

/// The actions in order of preference.
pub(super) const RANKING: &[Row] = &[
    // What was announced is carried out.
    Row(&[Casting], Spell(Deed::Cast)),
    Row(&[Free, Unpledged], Rescue),
    Row(&[Engaged, Sparing, Frail], Plain(Deed::Disengage)),
    Row(&[Engaged, Sparing, Disarmed], Arm),
    Row(&[Free, Disarmed], Plain(Deed::Draw)),
    Row(&[Spending, Disarmed], Plain(Deed::Draw)),
    Row(&[Disarmed], Plain(Deed::FreeWeapon)),
    Row(&[Free, Charged], Plain(Deed::Brace)),
    Row(&[Spending], Spell(Deed::Cast)),
    Row(&[Spending], Spell(Deed::UsePower)),
    Row(&[], Plain(Deed::Possess)),
    Row(&[], Power),
    Row(&[Sparing, OfTheMachine], Spell(Deed::Cast)),
    Row(&[Free, Front, Advancing, Unpledged], Charge),
    // In melee it keeps at its foe.
    Row(&[], Repeat),
    Row(&[Engaged, Sparing, Capturing], Seize),
    Row(&[Engaged, Sparing], Arm),
    Row(&[Engaged], Fight),
    Row(&[Engaged, Spending], Arm),
    Row(&[Withdrawing], Plain(Deed::Withdraw)),
    // No usable weapon: punch, grab, or else parry.
    Row(&[Engaged, Unarmed], Plain(Deed::Punch)),
    Row(&[Engaged, Unarmed], Plain(Deed::Grab)),
    Row(&[Engaged, Unarmed], Plain(Deed::Parry)),
    Row(&[Engaged, Sparing], Hinder),
    Row(&[Engaged, Sparing, Advancing], Elsewhere),
    Row(&[Engaged, Sparing, Unarmed], Leave),
    Row(&[], Plain(Deed::TurnUndead)),
    Row(&[Free, Front], Strike(Near)),
    Row(&[Free, Aiming], Shoot(Arms::Any, Clear)),
    // The front closes; the back shoots and throws.
    Row(&[Free, Front, Advancing, Unpledged], Close(There)),
    Row(&[Free, Apart], Shoot(Arms::Shot, Clear)),
    Row(&[Free, Back], Shoot(Arms::Any, Clear)),
    Row(&[Free, Apart, Archer], Shoot(Arms::Shot, Guessed)),
    Row(&[Free, Sparing, Pressed], Arm),
    Row(&[Free, AtLeisure], Plain(Deed::Unjam)),
    Row(&[Free, AtLeisure], Plain(Deed::Reload)),
    Row(&[], Plain(Deed::BreakFree)),
    Row(&[], Plain(Deed::Squeeze)),
    Row(&[Free, Front, Advancing, Unpledged], Close(Toward)),
    Row(&[Free, Front], Strike(Guessed)),
    Row(&[Free, Front], Strike(Anybody)),
    Row(&[Free, Apart], Shoot(Arms::Any, Clear)),
    Row(&[Free, Apart], Shoot(Arms::Shot, Guessed)),
    Row(&[Free, Front, Advancing, Unpledged], Approach),
    // Shoot into melee only as a last resort, and only if no ally may be hit.
    Row(&[Free, Apart], Shoot(Arms::Shot, Anybody)),
    // Whoever gives ground does not wait to be reached.
    Row(&[Free, Sparing, Back, Withdrawing, Pressed, Unpledged], BackOff),
    Row(&[Free, Sparing, PickedOff, Unpledged], BackOff),
];

/// What a combatant does that cannot get away.
pub(super) const CORNERED: &[Row] = &[Row(&[Engaged], Fight)];

/// Every deed that some row, or the table's step, may propose.
#[cfg(test)]
pub(super) fn proposed() -> impl Iterator<Item = Deed> {
    use super::{chains, flight};
    let of = |row: &Row| match row.1 {
        Resume => vec![Deed::Resume, Deed::Abandon],
        Plain(deed) | Spell(deed) => vec![deed],
        Power => vec![Deed::UsePower],
        Fight | Strike(_) | Repeat => vec![Deed::Strike, Deed::Combo],
        Shoot(..) => vec![Deed::Shoot, Deed::Cast, Deed::Combo],
        Charge => vec![Deed::Charge],
        Close(_) | Approach | Elsewhere | BackOff => vec![Deed::Move],
        // What helps oneself and others stands with the conditions.
        Mend => vec![Deed::Drink],
        Rescue => vec![Deed::Tend, Deed::Revive],
        Arm => vec![Deed::Draw, Deed::Drop],
        Hinder => chains::HINDERING.to_vec(),
        Seize => chains::SEIZING.to_vec(),
        Leave => flight::WAYS.to_vec(),
    };
    let rows = [URGENT, RANKING, CORNERED].into_iter().flatten().flat_map(of);
    let flight = [Deed::Evade, Deed::Rally, Deed::Distract];
    let said = [Deed::DeclareSpell, Deed::DeclareWithdrawal, Deed::DeclareRetreat, Deed::LetGo];
    let step = [Deed::CutIn, Deed::Pass];
    rows.chain(flight).chain(said).chain(step)
}

impl Chooser<'_> {
    /// Returns the choice of the first row that applies and is possible.
    pub(super) fn first_of(&self, rows: &[Row]) -> Option<Choice> {
        let applies = |row: &&Row| row.0.iter().all(|when| self.holds(*when));
        rows.iter().filter(applies).find_map(|row| self.choice_for(row.1))
    }

    fn holds(&self, when: When) -> bool {
        match when {
            Engaged => self.is_engaged(),
            Free => !self.is_engaged(),
            Front => self.rank() == Rank::Front || self.has_won(),
            Back => self.rank() == Rank::Back,
            Prone => self
                .c
                .effects
                .iter()
                .any(|effect| effect.condition.mend == Some((Deed::Stand, Haste::Free))),
            Casting => self.c.pledges(Deed::Cast),
            Aiming => self.c.pledges(Deed::Shoot),
            Unpledged => !self.c.pledges(Deed::Cast) && !self.c.pledges(Deed::Shoot),
            Withdrawing => self.gives_ground(),
            Advancing => self.advances(),
            Disarmed => {
                let arms = [Deed::Draw, Deed::FreeWeapon];
                arms.iter().any(|deed| self.open(*deed).is_some()) && self.is_disarmed()
            }
            Unarmed => self.lacks_a_weapon(),
            Archer => self.line(0).is_some_and(|line| line.range == Some(Range::Missile)),
            Apart => !*self.strikes_later.get_or_init(|| self.strikes_later()),
            Charged => {
                // Cheap test first: who charges only matters to those who can brace.
                self.open(Deed::Brace).is_some() && self.e.foes(self.c).any(|foe| self.will_charge(foe))
            }
            // Nobody boxes who has little left to lose.
            Capturing => self.aim == Some(Aim::TakesAlive) && !self.is_frail(),
            OfTheMachine => spells::is_the_machines(self.e, self.c),
            Spending => self.thrift == Thrift::Spends,
            Sparing => self.thrift == Thrift::Spares,
            Frail => self.open(Deed::Disengage).is_some() && self.is_in_danger(),
            PickedOff => self.is_picked_off(),
            Pressed => self.is_pressed(),
            AtLeisure => {
                self.thrift == Thrift::Spends || !self.fights_hand_to_hand() || !self.is_pressed()
            }
        }
    }

    /// Whether it may go toward its foes.
    pub(super) fn advances(&self) -> bool {
        !self.gives_ground()
            && match self.aim {
                Some(Aim::Holds) => self.holds_in_vain(),
                Some(Aim::Robs) => false,
                _ => true,
            }
    }

    fn gives_ground(&self) -> bool {
        self.aim == Some(Aim::GivesGround) || self.c.means(Meaning::GIVES_GROUND)
    }

    /// Whether a foe is in reach of a strike in a later phase, though not in melee with it yet.
    fn strikes_later(&self) -> bool {
        let shoots_now = self.e.window().is_some_and(|window| window.phase == Phase::Missile);
        let near = self.rules.about().melee();
        let at_hand = |foe: &Combatant| self.e.between(self.c, foe).is_some_and(|far| far <= near);
        shoots_now
            && self.rank() == Rank::Front
            && self.fights_hand_to_hand()
            && self.fighting_foes().any(at_hand)
    }

    /// Whether one of its weapons strikes.
    fn fights_hand_to_hand(&self) -> bool {
        let lines = self.e.d20(self.c.id).map(|d20| &d20.figures.attacks[..]).unwrap_or_default();
        lines.iter().any(|line| line.range != Some(Range::Missile) && !line.has(Tag::UNARMED))
    }

    pub(super) fn rank(&self) -> Rank {
        *self.rank.get_or_init(|| match self.e.rank(self.c) {
            Rank::Back if self.must_lead() => Rank::Front,
            rank => rank,
        })
    }

    /// Whether it stands behind a front where nobody is left, with nothing to shoot or cast.
    fn must_lead(&self) -> bool {
        let fights = |c: &Combatant| c.is_up() && !c.is_defenceless() && !runs(c);
        let leads = |c: &Combatant| c.side == self.c.side && self.e.rank(c) == Rank::Front && fights(c);
        let casts =
            self.e.d20_of(self.c).is_some_and(|d20| rank::is_mage(d20) || !d20.block.spells.is_empty());
        self.c.rank.is_none()
            && !casts
            && !self.lines().any(|line| self.is_loaded(line))
            && !self.e.all().any(leads)
    }

    fn choice_for(&self, what: What) -> Option<Choice> {
        match what {
            Resume => self.resumption(),
            Repeat => self.repetition(),
            Rescue => self.rescue(),
            Mend => self.mend(),
            Arm => self.arm(),
            Hinder => self.hinder(),
            Seize => self.seize(),
            Elsewhere => self.elsewhere(),
            Leave => self.leave(),
            BackOff => self.away(Deed::Move),
            Plain(deed) => self.plain(deed),
            Spell(deed) => self.spell(deed),
            Power => self.power(),
            Fight => self.fight(),
            Strike(at) => self.strike(at),
            Shoot(arms, at) => self.at_range(arms, at),
            Charge => self.charge(),
            Close(reach) => self.closing(reach),
            Approach => self.approach(),
        }
    }
}
