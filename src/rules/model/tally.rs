//! A number with its reasons.

use super::command::Share;
use super::ids::Text;
use serde::{Deserialize, Serialize};

/// Why a total is what it is. The names are shared; each ruleset's table says which of its rules
/// a reason cites and what to call it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The figure everything else is added to.
    Base,
    /// Strength.
    Strength,
    /// Dexterity.
    Dexterity,
    /// Wisdom.
    Wisdom,
    /// Charisma.
    Charisma,
    /// A weapon's or item's own bonus.
    Weapon,
    /// A monster's quickness or slowness in place of Dexterity.
    Quickness,
    /// The attack bonus of ascending armour class.
    AttackBonus,
    /// Short range.
    ShortRange,
    /// Long range.
    LongRange,
    /// Partial cover.
    Cover,
    /// The target retreats.
    Retreating,
    /// The shield does not count.
    ShieldIgnored,
    /// Both hands on the weapon: no shield.
    TwoHanded,
    /// From behind.
    Behind,
    /// A thief from behind, unseen.
    BackStab,
    /// Exhausted from running.
    Exhausted,
    /// What the referee added.
    Referee,
    /// Doubled by a charge, a set weapon or a back-stab.
    Doubled,
    /// Halved by a saving throw.
    Halved,
    /// Raised to the least a hit can do.
    Minimum,
    /// How hard the task is.
    Difficulty,
    /// The dice themselves.
    Dice,
    /// The finished bonus of a skill.
    Skill,
    /// Its own size.
    Scale,
    /// The target's size.
    TargetScale,
    /// Range steps.
    Range,
    /// With the breath held.
    OnTheExhale,
    /// Without raising the weapon.
    FromTheHip,
    /// A hurt hand.
    HurtHand,
    /// Wounds of the weapon.
    WornWeapon,
    /// Hard to see.
    Concealment,
    /// Not to be seen.
    Invisible,
    /// Crouching or lying.
    Posture,
    /// Speed.
    Speed,
    /// The place that is aimed at.
    CalledShot,
    /// Foes on two opposite sides.
    Flanked,
    /// Not ready.
    FlatFooted,
    /// Grabbed.
    Held,
    /// In a rage.
    Rage,
    /// Out of the middle of an area.
    Dodged,
    /// Through the cover.
    ThroughCover,
    /// From an unseen or flanking place.
    Sneak,
    /// Endurance.
    Endurance,
    /// Armour, hide or the like: the best of them.
    Armour,
    /// Wounds.
    Wounds,
    /// Spirit.
    Spirit,
    /// Discipline and the like.
    Discipline,
    /// Penalties to Will.
    Penalties,
    /// Penalties to mobility.
    Mobility,
    /// Load.
    Load,
    /// Will.
    Will,
    /// The height of a fall.
    Height,
    /// What it lands on.
    Surface,
    /// Several doses.
    Doses,
    /// Time spent in it.
    Exposure,
    /// Hurt limbs.
    HurtLimb,
    /// Asleep.
    Asleep,
    /// The object's own hardness.
    Durability,
    /// Constitution.
    Constitution,
    /// Intelligence.
    Intelligence,
    /// A charge.
    Charging,
    /// A foe that turns its back.
    PartingShot,
    /// A shooter with the target at hand.
    PointBlank,
    /// Its target does not notice it.
    Unnoticed,
    /// The first of two weapons.
    FirstWeapon,
    /// The second of two weapons.
    SecondWeapon,
    /// With the flat of the blade.
    Flat,
    /// A kick.
    Kick,
    /// Shaken.
    Shaken,
    /// On the ground.
    Prone,
    /// Blind.
    Blind,
    /// Off balance.
    Stumbling,
    /// Of a small and nimble folk.
    Folk,
    /// The weapon's own figure.
    Engine,
    /// Dodging.
    Dodging,
    /// The most the dice can show.
    Maximum,
    /// The most the dice can show, beside what they showed.
    Critical,
    /// Its size.
    Size,
    /// In ambush.
    Ambush,
    /// The better of Strength and Dexterity.
    Might,
    /// One of several harms at one instant.
    Blow,
    /// There was no more to lose.
    Spent,
    /// Its own bonus.
    Own,
    /// Half, none or double of it for this one, by the referee's word.
    Share(Share),
    /// A custom effect, by its name.
    Named(Text),
}

/// One part of a total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term(pub Reason, pub i32);

/// The parts of a total, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally(Vec<Term>);

impl Tally {
    /// No terms: 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a term; a term of 0 explains nothing and is left out.
    pub fn add(&mut self, reason: Reason, value: i32) {
        if value != 0 {
            self.0.push(Term(reason, value));
        }
    }

    /// Adds all terms of another.
    pub fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// The same with one more term.
    pub fn with(mut self, reason: Reason, value: i32) -> Self {
        self.add(reason, value);
        self
    }

    /// That share of it, as one more term; `half` is half of its total as the ruleset rounds.
    pub fn shared(self, share: Share, half: i32) -> Self {
        let all = self.total();
        self.with(Reason::Share(share), share.of(all, half).saturating_sub(all))
    }

    /// The sum of the terms.
    pub fn total(&self) -> i32 {
        self.0.iter().fold(0, |sum, term| sum.saturating_add(term.1))
    }

    /// The terms in order.
    pub fn terms(&self) -> &[Term] {
        &self.0
    }

    /// Whether there is nothing to explain.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
