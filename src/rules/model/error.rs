//! Refusals: the reasons for which the rules reject a command.

use super::fault::{self, Fault};
use super::ids::{CombatantId, Text};
use super::name::named;

named! {
    /// The reason for a refusal, as named in the catalogues (`already-attacked` is `AlreadyAttacked`). The ruleset's
    /// asset holds its text. Reasons of a single ruleset are defined in its folder.
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

    /// No attacks left.
    pub const ALREADY_ATTACKED: Self = Self::new("AlreadyAttacked");

    /// Already moved this round.
    pub const ALREADY_MOVED: Self = Self::new("AlreadyMoved");

    /// Casting a spell excludes any other action.
    pub const CASTING: Self = Self::new("Casting");

    /// Unable to cast.
    pub const CANNOT_CAST: Self = Self::new("CannotCast");

    /// No copy of the spell left.
    pub const NO_SPELL_LEFT: Self = Self::new("NoSpellLeft");

    /// The supply is used up.
    pub const NONE_LEFT: Self = Self::new("NoneLeft");

    /// Out of reach.
    pub const TOO_FAR: Self = Self::new("TooFar");

    /// Too near to shoot.
    pub const TOO_CLOSE: Self = Self::new("TooClose");

    /// Beyond long range.
    pub const OUT_OF_RANGE: Self = Self::new("OutOfRange");

    /// The target is behind complete cover.
    pub const COMPLETE_COVER: Self = Self::new("CompleteCover");

    /// A modifier outside its range.
    pub const BAD_MODIFIER: Self = Self::new("BadModifier");

    /// Beyond its movement allowance.
    pub const MOVED_TOO_FAR: Self = Self::new("MovedTooFar");

    /// A fault in a stat block.
    pub const BAD_STAT: Self = Self::new("BadStat");

    /// Not in this phase of the round.
    pub const NOT_IN_THIS_PHASE: Self = Self::new("NotInThisPhase");

    /// No such target, or not one for this deed.
    pub const BAD_TARGET: Self = Self::new("BadTarget");

    /// No combatant qualifies as a target.
    pub const NOBODY_THERE: Self = Self::new("NobodyThere");

    /// No such attack line, or not one for this deed.
    pub const BAD_WEAPON: Self = Self::new("BadWeapon");

    /// The option that allows it is off.
    pub const OPTION_OFF: Self = Self::new("OptionOff");

    /// A required fact is missing.
    pub const MISSING_FACT: Self = Self::new("MissingFact");

    /// The act has a fact that the deed does not take.
    pub const NOT_ASKED: Self = Self::new("NotAsked");

    /// Prevented by a condition.
    pub const BARRED: Self = Self::new("Barred");

    /// The missile weapon is unloaded.
    pub const RELOADING: Self = Self::new("Reloading");

    /// No window or procedure is open.
    pub const NOTHING_OPEN: Self = Self::new("NothingOpen");

    /// An override names something that does not exist.
    pub const BAD_OVERRULE: Self = Self::new("BadOverrule");

    /// Broken.
    pub const DESTROYED: Self = Self::new("Destroyed");

    /// Unconscious.
    pub const UNCONSCIOUS: Self = Self::new("Unconscious");

    /// No turn is held.
    pub const NOT_HOLDING: Self = Self::new("NotHolding");

    /// Already spent or begun.
    pub const ALREADY_SPENT: Self = Self::new("AlreadySpent");

    /// The weapon is not at hand.
    pub const NOT_AT_HAND: Self = Self::new("NotAtHand");

    /// Already in that posture.
    pub const SAME_POSTURE: Self = Self::new("SamePosture");

    /// It had to be declared.
    pub const NOT_DECLARED: Self = Self::new("NotDeclared");

    /// In melee, where not every move is allowed.
    pub const IN_MELEE: Self = Self::new("InMelee");

    /// Not in melee.
    pub const NOT_IN_MELEE: Self = Self::new("NotInMelee");

    /// Already acted this round.
    pub const ALREADY_ACTED: Self = Self::new("AlreadyActed");

    /// Holds no captive.
    pub const HOLDS_NOBODY: Self = Self::new("HoldsNobody");

    /// A charge without the run-up.
    pub const NO_RUN_UP: Self = Self::new("NoRunUp");

    /// Has run, and can do nothing else this round.
    pub const RUNNING: Self = Self::new("Running");

    /// Not part of this ruleset.
    pub const NOT_IN_THESE_RULES: Self = Self::new("NotInTheseRules");

    /// Carries too much to move.
    pub const OVERLOADED: Self = Self::new("Overloaded");

    /// Retreating, so unable to fight.
    pub const RETREATING: Self = Self::new("Retreating");

    /// Fleeing, so unable to attack.
    pub const FLEEING: Self = Self::new("Fleeing");

    /// Parrying, so unable to attack this round.
    pub const PARRYING: Self = Self::new("Parrying");

    /// Moved too far to cast.
    pub const MOVED_TO_CAST: Self = Self::new("MovedToCast");

    /// The spell was lost; no other this round.
    pub const SPELL_LOST: Self = Self::new("SpellLost");

    /// Prone.
    pub const PRONE: Self = Self::new("Prone");

    /// Not before a later round.
    pub const TOO_SOON: Self = Self::new("TooSoon");

    /// The way is blocked.
    pub const NO_CLEAR_WAY: Self = Self::new("NoClearWay");
}

impl Refusal {
    /// Creates a refusal with a note.
    pub fn saying(self, note: impl Into<Text>) -> RuleError {
        RuleError::new(self).saying(note)
    }

    /// Creates a refusal for the fault of a field.
    pub fn at(self, fault: Fault) -> RuleError {
        RuleError::new(self).at(fault)
    }
}

/// What a refusal says beyond its reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// A note: `no arrows left`.
    Note(Text),
    /// The fields that are at fault.
    Faults(Vec<Fault>),
}

/// A refusal: what was wrong, what was found, what was expected. The state is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct RuleError {
    /// The reason.
    pub refusal: Refusal,
    /// The combatant refused.
    pub who: Option<CombatantId>,
    /// A note, or the faults of fields.
    pub detail: Detail,
}

impl RuleError {
    /// Creates a refusal without details.
    pub fn new(refusal: Refusal) -> Self {
        Self { refusal, who: None, detail: Detail::None }
    }

    /// Creates the refusal of a stat block with these faults.
    pub fn bad_stat(faults: Vec<Fault>) -> Self {
        Self { detail: Detail::Faults(faults), ..Self::new(Refusal::BAD_STAT) }
    }

    /// Sets the combatant.
    pub fn of(mut self, who: CombatantId) -> Self {
        self.who = Some(who);
        self
    }

    /// Sets the note.
    pub fn saying(self, note: impl Into<Text>) -> Self {
        Self { detail: Detail::Note(note.into()), ..self }
    }

    /// Sets the fault of a field.
    pub fn at(self, fault: Fault) -> Self {
        Self { detail: Detail::Faults(vec![fault]), ..self }
    }

    /// Returns the faults of fields.
    pub fn faults(&self) -> &[Fault] {
        if let Detail::Faults(faults) = &self.detail { faults } else { &[] }
    }

    /// Formats the note or the faults.
    pub fn details(&self) -> Option<String> {
        match &self.detail {
            Detail::None => None,
            Detail::Note(note) => Some(note.to_string()),
            Detail::Faults(faults) => Some(fault::joined(faults)),
        }
    }

    /// Returns the reason's name as in the catalogues: `already-attacked`.
    pub fn code(&self) -> String {
        self.refusal.name().in_kebab()
    }

    fn sentence(&self) -> String {
        match self.details() {
            Some(details) => format!("{}: {details}", self.code()),
            None => self.code(),
        }
    }
}

impl From<Refusal> for RuleError {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal)
    }
}

/// Formats the values that are allowed: `2, 4 or 6`.
pub fn alternatives<T: ToString>(values: &[T]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
