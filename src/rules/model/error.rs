//! Why the rules say no.

use super::ids::{CombatantId, Text};
use serde::{Deserialize, Serialize};

/// The named reasons of the catalogues (`already-attacked` is [`AlreadyAttacked`](Self::AlreadyAttacked));
/// the ruleset's table has the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Refusal {
    /// No such combatant, or it has left.
    UnknownCombatant,
    /// Dead.
    Dead,
    /// Out of action, fled or surrendered.
    Incapacitated,
    /// Surprised this round.
    Surprised,
    /// Not at this step of the slot.
    WrongStep,
    /// Another slot is acting.
    NotYourSlot,
    /// No attack left.
    AlreadyAttacked,
    /// Moved this round.
    AlreadyMoved,
    /// Had to be announced.
    NotDeclared,
    /// A casting holds no other action.
    Casting,
    /// Whoever runs does not fight.
    Retreating,
    /// Not free to cast.
    CannotCast,
    /// No copy of the spell left.
    NoSpellLeft,
    /// None left of what it uses up.
    NoneLeft,
    /// Beyond the reach of a blow.
    TooFar,
    /// Too near to shoot.
    TooClose,
    /// Beyond long range.
    OutOfRange,
    /// Nothing to aim at.
    CompleteCover,
    /// A modifier outside its range.
    BadModifier,
    /// More feet than it has.
    MovedTooFar,
    /// No die shows that.
    BadDie,
    /// A fault in a stat block.
    BadStat,
    /// Carries too much to move.
    Overloaded,
    /// Not in this phase of the round.
    NotInThisPhase,
    /// No such target, or not one for this deed.
    BadTarget,
    /// There is nobody whom this deed could be aimed at.
    NobodyThere,
    /// No such attack line, or not one for this deed.
    BadWeapon,
    /// The option that allows it is off.
    OptionOff,
    /// A fact the deed needs was not given.
    MissingFact,
    /// A condition keeps it from that.
    Barred,
    /// Moving while in melee must be announced.
    InMelee,
    /// Not in melee with anybody.
    NotInMelee,
    /// The missile weapon is not loaded.
    Reloading,
    /// Has no strength left to keep that pace.
    Winded,
    /// Nothing to be done here.
    NothingOpen,
    /// The referee's own words name things that are not there.
    BadOverrule,
    /// In pieces.
    Destroyed,
    /// Dying.
    Dying,
    /// Unconscious.
    Unconscious,
    /// Will is gone.
    Broken,
    /// Asleep.
    Asleep,
    /// Cannot move a limb.
    Paralysed,
    /// No seconds left.
    OutOfSeconds,
    /// No turn was kept.
    NotHolding,
    /// Something was spent or begun already.
    AlreadySpent,
    /// In the middle of an action.
    InsideAction,
    /// Nothing was begun.
    NothingBegun,
    /// Dead or destroyed already.
    TargetDead,
    /// It has no such limb or place.
    NoSuchLocation,
    /// It has no such combo.
    NoSuchCombo,
    /// A run under three seconds.
    RunTooShort,
    /// Not over such ground.
    BadGround,
    /// Magic is never aimed.
    CannotAim,
    /// The defender lacks that defence, or may not use it.
    NoSuchDefence,
    /// Beyond its Combo Rating.
    ComboRating,
    /// More components than it can use.
    ComboSize,
    /// More attacks than it can make in one.
    ComboAttacks,
    /// A charge without the run-up.
    NoRunUp,
    /// Disabled: neither combos nor heavier weapons.
    Disabled,
    /// In a rage: no casting, no concentration.
    Raging,
    /// In panic: nothing but flight.
    Panicked,
    /// In the hands of confusion.
    Confused,
    /// No Will left.
    NoWill,
    /// Gainsaid that mind already this round.
    AlreadyVetoed,
    /// It takes at least one.
    TooFewHelpers,
    /// The rider does not control it.
    Uncontrolled,
    /// The weapon is jammed.
    Jammed,
    /// The weapon is not at hand.
    NotAtHand,
    /// In that posture already.
    SamePosture,
    /// It can only crawl.
    OnlyCrawls,
    /// It cannot possess, or is in a body already.
    CannotPossess,
    /// The rules have no such thing.
    NotInTheseRules,
    /// Has acted this round.
    AlreadyActed,
    /// Has declared something else, and is held to it.
    DeclaredOtherwise,
    /// Attacks nobody this round.
    NoAttack,
    /// Too tired to run.
    Fatigued,
    /// In somebody's hold.
    Held,
    /// Holds nobody.
    HoldsNobody,
    /// Has hold of somebody.
    HasHold,
    /// A wait that can never come true.
    CannotWait,
    /// Not before a later round.
    TooSoon,
    /// On the ground.
    Prone,
    /// Cannot be hurt by blows of the hand.
    BrawlProof,
    /// Cannot be held.
    GrappleProof,
    /// It has no flat side.
    NoFlat,
    /// The way is not clear.
    NoClearWay,
    /// Not on fire.
    NotBurning,
}

impl Refusal {
    /// That reason, with particulars.
    pub fn saying(self, detail: impl Into<Text>) -> RuleError {
        RuleError::new(self).saying(detail)
    }
}

/// A refusal: what was wrong, what was found, what was expected. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(deny_unknown_fields)]
#[error("{}", self.sentence())]
pub struct RuleError {
    /// The named reason.
    pub refusal: Refusal,
    /// Who was refused.
    pub who: Option<CombatantId>,
    /// The particulars: field, figure found, figure expected.
    pub detail: Option<Text>,
}

impl RuleError {
    /// A refusal without particulars.
    pub fn new(refusal: Refusal) -> Self {
        Self { refusal, who: None, detail: None }
    }

    /// About that combatant.
    pub fn of(mut self, who: CombatantId) -> Self {
        self.who = Some(who);
        self
    }

    /// With particulars.
    pub fn saying(mut self, detail: impl Into<Text>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// The reason's name as the catalogues write it: `already-attacked`.
    pub fn code(&self) -> String {
        let camel = format!("{:?}", self.refusal);
        let mut kebab = String::with_capacity(camel.len() + 4);
        for (at, letter) in camel.char_indices() {
            if letter.is_ascii_uppercase() && at > 0 {
                kebab.push('-');
            }
            kebab.push(letter.to_ascii_lowercase());
        }
        kebab
    }

    fn sentence(&self) -> String {
        match &self.detail {
            Some(detail) => format!("{}: {detail}", self.code()),
            None => self.code(),
        }
    }
}

impl From<Refusal> for RuleError {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal)
    }
}
