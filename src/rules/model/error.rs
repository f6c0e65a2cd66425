//! Refusals: the reasons for which the rules reject a command.

use super::fault::{self, Fault};
use super::ids::{CombatantId, Text};
use super::name::{Name, WordKind, named};
use super::word::{Row, names};
use std::fmt::{self, Display};

named! {
    /// The reason for a refusal, as named in the catalogues (`already-attacked` is `AlreadyAttacked`). Its text
    /// is in a table: that of the shared ones, or of the ruleset that has it alone or words it otherwise.
    Refusal
}

/// The text of a refusal: `Cannot act: out of action, fled or surrendered`, without its full stop.
#[derive(Debug, Clone, Copy)]
pub struct RefusalRow {
    /// The refusal.
    pub refusal: Refusal,
    /// Its short form, the first clause: `Cannot act`.
    pub brief: &'static str,
    /// The rest, the cause or what to do; empty if there is none.
    pub more: &'static str,
}

impl Row for RefusalRow {
    const KIND: WordKind = WordKind::Refusal;

    fn name(&self) -> Name {
        *self.refusal.name()
    }
}

impl RefusalRow {
    /// Creates a row.
    pub const fn new(refusal: Refusal, brief: &'static str, more: &'static str) -> Self {
        Self { refusal, brief, more }
    }
}

impl Display for RefusalRow {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let colon = if self.more.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", self.brief, self.more)
    }
}

/// Defines a ruleset's refusals: `BLIND = Blind "Blind" "no attacks";`, or a shared one that it words otherwise.
macro_rules! refusals {
    ($($name:ident $(= $id:ident)? $brief:literal $($more:literal)?;)*) => {
        $crate::rules::model::word::words! {
            Refusal RefusalRow;
            $($name $(= $id)? ($brief, concat!($($more)?));)*
        }
    };
}
pub(in crate::rules) use refusals;

/// Defines the refusals that several rulesets share, with the words that most of them use.
macro_rules! shared {
    ($($name:ident = $id:ident $brief:literal $($more:literal)?;)*) => {
        names! { Refusal; $($name = $id $brief;)* }

        /// The shared refusals.
        pub static SHARED: &[RefusalRow] =
            &[$(RefusalRow::new(Refusal::$name, $brief, concat!($($more)?)),)*];
    };
}

shared! {
    UNKNOWN_COMBATANT = UnknownCombatant "No such combatant in this fight";
    DEAD = Dead "Dead";
    INCAPACITATED = Incapacitated "Cannot act" "out of action, fled or surrendered";
    SURPRISED = Surprised "Surprised" "nothing this round";
    NOT_YOUR_SLOT = NotYourSlot "Not their turn" "another slot is acting";
    ALREADY_ATTACKED = AlreadyAttacked "No attack left this round";
    ALREADY_MOVED = AlreadyMoved "Has already moved this round";
    CASTING = Casting "Is casting" "no other action this round";
    CANNOT_CAST = CannotCast "Cannot cast" "needs to speak and free hands";
    NO_SPELL_LEFT = NoSpellLeft "No copy of that spell left";
    NONE_LEFT = NoneLeft "Nothing left to use for that";
    TOO_FAR = TooFar "Out of reach" "move closer, or shoot";
    TOO_CLOSE = TooClose "Too close";
    OUT_OF_RANGE = OutOfRange "Out of range" "beyond the weapon's long range";
    COMPLETE_COVER = CompleteCover "Complete cover" "missiles cannot reach the target";
    BAD_MODIFIER = BadModifier "Out of range";
    MOVED_TOO_FAR = MovedTooFar "Farther than the movement left this round";
    BAD_STAT = BadStat "The stat block has an error" "nothing was added";
    NOT_IN_THIS_PHASE = NotInThisPhase "Not possible in this phase";
    BAD_TARGET = BadTarget "Not a valid target" "pick another";
    NOBODY_THERE = NobodyThere "Nobody is within reach of it";
    BAD_WEAPON = BadWeapon "No such attack" "none that can be used here";
    OPTION_OFF = OptionOff "The option that allows this is off";
    MISSING_FACT = MissingFact "Something needed is missing";
    NOT_ASKED = NotAsked "Makes no difference here" "leave it out";
    BARRED = Barred "A condition prevents that" "end the condition first, or overrule";
    RELOADING = Reloading "Not loaded";
    NOTHING_OPEN = NothingOpen "Nothing to do here" "step forward";
    BAD_OVERRULE = BadOverrule "The ruling names something that does not exist";
    DESTROYED = Destroyed "That weapon is broken" "take another";
    UNCONSCIOUS = Unconscious "Unconscious" "nothing until awake";
    NOT_HOLDING = NotHolding "Holds no turn";
    ALREADY_SPENT = AlreadySpent "Has done that already";
    NOT_AT_HAND = NotAtHand "That weapon is not in hand" "draw it or pick it up first";
    SAME_POSTURE = SamePosture "Already in that posture";
    NOT_DECLARED = NotDeclared "Must be declared before initiative";
    IN_MELEE = InMelee "In melee";
    NOT_IN_MELEE = NotInMelee "Not in melee" "free to move";
    ALREADY_ACTED = AlreadyActed "Has acted this round" "one action a round";
    HOLDS_NOBODY = HoldsNobody "Holds nobody" "grab someone first";
    NO_RUN_UP = NoRunUp "A charge needs a run-up";
    RUNNING = Running "Has run the whole movement" "nothing else this round";
    NOT_IN_THESE_RULES = NotInTheseRules "These rules have no such thing";
    OVERLOADED = Overloaded "Carries too much to move";
    RETREATING = Retreating "Retreating" "no attacks and no spells this round";
    FLEEING = Fleeing "Fleeing";
    PARRYING = Parrying "Parrying this round" "no attacks";
    MOVED_TO_CAST = MovedToCast "Has moved" "no spell this round";
    SPELL_LOST = SpellLost "The spell was lost";
    PRONE = Prone "Prone" "must stand up first";
    TOO_SOON = TooSoon "Too soon" "wait for a later round";
    NO_CLEAR_WAY = NoClearWay "No straight, clear way to the target";
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
