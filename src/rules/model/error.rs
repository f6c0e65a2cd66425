//! Why the rules say no.

use super::ids::{CombatantId, Text};
use super::name::named;
use serde::Deserialize;

named! {
    /// A reason for a refusal, as the catalogues name it (`already-attacked` is `AlreadyAttacked`); its words stand in
    /// the ruleset's asset. Those of one ruleset alone stand in its folder.
    Refusal
}

impl Refusal {
    /// No such combatant, or it has left.
    pub const UNKNOWN_COMBATANT: Self = Self::new("UnknownCombatant");

    /// Dead.
    pub const DEAD: Self = Self::new("Dead");

    /// Out of action, fled or surrendered.
    pub const INCAPACITATED: Self = Self::new("Incapacitated");

    /// Surprised this round.
    pub const SURPRISED: Self = Self::new("Surprised");

    /// Another slot is acting.
    pub const NOT_YOUR_SLOT: Self = Self::new("NotYourSlot");

    /// No attack left.
    pub const ALREADY_ATTACKED: Self = Self::new("AlreadyAttacked");

    /// Moved this round.
    pub const ALREADY_MOVED: Self = Self::new("AlreadyMoved");

    /// A casting holds no other action.
    pub const CASTING: Self = Self::new("Casting");

    /// Not free to cast.
    pub const CANNOT_CAST: Self = Self::new("CannotCast");

    /// No copy of the spell left.
    pub const NO_SPELL_LEFT: Self = Self::new("NoSpellLeft");

    /// None left of what it uses up.
    pub const NONE_LEFT: Self = Self::new("NoneLeft");

    /// Beyond the reach of a blow.
    pub const TOO_FAR: Self = Self::new("TooFar");

    /// Too near to shoot.
    pub const TOO_CLOSE: Self = Self::new("TooClose");

    /// Beyond long range.
    pub const OUT_OF_RANGE: Self = Self::new("OutOfRange");

    /// Nothing to aim at.
    pub const COMPLETE_COVER: Self = Self::new("CompleteCover");

    /// A modifier outside its range.
    pub const BAD_MODIFIER: Self = Self::new("BadModifier");

    /// More feet than it has.
    pub const MOVED_TOO_FAR: Self = Self::new("MovedTooFar");

    /// A fault in a stat block.
    pub const BAD_STAT: Self = Self::new("BadStat");

    /// Not in this phase of the round.
    pub const NOT_IN_THIS_PHASE: Self = Self::new("NotInThisPhase");

    /// No such target, or not one for this deed.
    pub const BAD_TARGET: Self = Self::new("BadTarget");

    /// There is nobody whom this deed could be aimed at.
    pub const NOBODY_THERE: Self = Self::new("NobodyThere");

    /// No such attack line, or not one for this deed.
    pub const BAD_WEAPON: Self = Self::new("BadWeapon");

    /// The option that allows it is off.
    pub const OPTION_OFF: Self = Self::new("OptionOff");

    /// A fact the deed needs was not given.
    pub const MISSING_FACT: Self = Self::new("MissingFact");

    /// A fact was said that nobody asks of the deed.
    pub const NOT_ASKED: Self = Self::new("NotAsked");

    /// A condition keeps it from that.
    pub const BARRED: Self = Self::new("Barred");

    /// The missile weapon is not loaded.
    pub const RELOADING: Self = Self::new("Reloading");

    /// Nothing to be done here.
    pub const NOTHING_OPEN: Self = Self::new("NothingOpen");

    /// The referee's own words name things that are not there.
    pub const BAD_OVERRULE: Self = Self::new("BadOverrule");

    /// In pieces.
    pub const DESTROYED: Self = Self::new("Destroyed");

    /// Unconscious.
    pub const UNCONSCIOUS: Self = Self::new("Unconscious");

    /// No turn was kept.
    pub const NOT_HOLDING: Self = Self::new("NotHolding");

    /// Something was spent or begun already.
    pub const ALREADY_SPENT: Self = Self::new("AlreadySpent");

    /// The weapon is not at hand.
    pub const NOT_AT_HAND: Self = Self::new("NotAtHand");

    /// In that posture already.
    pub const SAME_POSTURE: Self = Self::new("SamePosture");

    /// Had to be announced.
    pub const NOT_DECLARED: Self = Self::new("NotDeclared");

    /// In melee, where not every move is free.
    pub const IN_MELEE: Self = Self::new("InMelee");

    /// Not in melee with anybody.
    pub const NOT_IN_MELEE: Self = Self::new("NotInMelee");

    /// Has acted this round.
    pub const ALREADY_ACTED: Self = Self::new("AlreadyActed");

    /// Holds nobody.
    pub const HOLDS_NOBODY: Self = Self::new("HoldsNobody");

    /// A charge without the run-up.
    pub const NO_RUN_UP: Self = Self::new("NoRunUp");

    /// Has run: nothing else this round.
    pub const RUNNING: Self = Self::new("Running");

    /// The rules have no such thing.
    pub const NOT_IN_THESE_RULES: Self = Self::new("NotInTheseRules");

    /// Carries too much to move.
    pub const OVERLOADED: Self = Self::new("Overloaded");

    /// Whoever runs does not fight.
    pub const RETREATING: Self = Self::new("Retreating");

    /// Runs from the fight and attacks nobody.
    pub const FLEEING: Self = Self::new("Fleeing");

    /// Parries: no attack this round.
    pub const PARRYING: Self = Self::new("Parrying");

    /// Has moved too far to cast.
    pub const MOVED_TO_CAST: Self = Self::new("MovedToCast");

    /// The spell was lost: none before the next round.
    pub const SPELL_LOST: Self = Self::new("SpellLost");

    /// On the ground.
    pub const PRONE: Self = Self::new("Prone");

    /// Not before a later round.
    pub const TOO_SOON: Self = Self::new("TooSoon");

    /// The way is not clear.
    pub const NO_CLEAR_WAY: Self = Self::new("NoClearWay");
}

impl Refusal {
    /// That reason, with particulars.
    pub fn saying(self, detail: impl Into<Text>) -> RuleError {
        RuleError::new(self).saying(detail)
    }
}

/// A refusal: what was wrong, what was found, what was expected. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, thiserror::Error)]
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
        self.refusal.name().in_kebab()
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
