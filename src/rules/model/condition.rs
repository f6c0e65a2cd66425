//! Conditions: each is a row in the table of its ruleset, which says what it is called, what it forbids and what it
//! means.

use super::deed::Deed;
use super::error::alternatives;
use super::fault::Fault;
use super::moment::{Moment, Round, When};
use super::name::{Name, WordKind, named};
use super::standing::Standing;
use super::word::{Row, Word, names};
use std::ops::{BitOr, BitOrAssign};

named! {
    /// The name of a condition. Rulesets describe in their tables what it does.
    Condition
}

names! {
    Condition;
    CASTING = Casting "Has declared a spell: the value is its position in the block.";
    SURPRISED = Surprised "Surprised.";
    FLEEING = Fleeing "Fleeing.";
    SURRENDERED = Surrendered "Surrendered.";
    SILENCED = Silenced "In magical silence.";
    GAGGED = Gagged "Gagged.";
    PARALYSED = Paralysed "Unable to move.";
    PETRIFIED = Petrified "Turned to stone.";
    ASLEEP = Asleep "Asleep.";
    INCAPACITATED = Incapacitated "Incapacitated in some other way.";
    HELPLESS = Helpless "Hit without a roll.";
    BOUND = Bound "Tied hand and foot.";
    BLIND = Blind "Unable to see.";
    POISONED = Poisoned "Poisoned, before the poison takes effect.";
    EXHAUSTED = Exhausted "Exhausted from running.";
    WINDED = Winded "Too winded to keep up encounter speed.";
    SUBDUED = Subdued "Subdual damage taken: the value.";
    TEMPORARY_HP = TemporaryHp "Has temporary hit points, as many as the value: damage takes them first.";
    RELOADING = Reloading "Its weapon must be reloaded: the value is the attack line.";
    BRACED = Braced "Braced against a charge.";
    DEAD = Dead "Dead.";
    NAMED = Named "A condition named by the referee.";
    UNCONSCIOUS = Unconscious "Unconscious.";
    HELD = Held "Held in a grapple.";
    PRONE = Prone "Prone.";
    SPELL_DISRUPTED = SpellDisrupted "Its spell is disrupted.";
    WITHDRAWING = Withdrawing "Making a fighting withdrawal.";
    LATE = Late "Joined the fight too late for its slot.";
    STEADFAST = Steadfast "Fights to the death: no more morale checks.";
    PARTIAL_COVER = PartialCover "In partial cover: the value is the penalty of missiles at it.";
    CHARGING = Charging "Charging.";
    RUNNING = Running "Running, and doing nothing else.";
    GRAPPLING = Grappling "Grappling the one toward whom it holds.";
    BROKEN = Broken "Its morale is broken.";
    FLANKED = Flanked "Has foes on two opposite sides, or one at its flank.";
    STUNNED = Stunned "Stunned.";
    HOLDING = Holding "Holding its turn for later: the value is the seconds already spent of it.";
    PARRYING = Parrying "Parrying instead of attacking.";
    MOUNTED = Mounted "Mounted.";
    UNHORSED = Unhorsed "Unhorsed: on foot until it mounts again.";
    OVEREXTENDED = Overextended "Overextended by a fumble.";
    BACKED_OFF = BackedOff "Backed off from the one toward whom it holds, who may still follow.";
    OFF_BALANCE = OffBalance "Off balance after a fumble.";
    BURNING = Burning "On fire, with damage to come.";
    RETREATING = Retreating "Retreating from melee.";
    TURNED = Turned "Turned by a cleric.";
    DYING = Dying "Dying.";
    SHIELD_DOWN = ShieldDown "Its shield is on the ground.";
}

/// Flags of a condition: what it forbids its bearer, what it means for the conduct of its bearer and of others, and how
/// it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Meaning(u32);

/// Defines the flags.
macro_rules! meanings {
    ($($(#[$doc:meta])* $name:ident = $bits:expr;)*) => {
        impl Meaning {
            $($(#[$doc])* pub const $name: Self = Self($bits);)*
        }

        /// The flags with their names in the program.
        const FLAGS: &[(&str, Meaning)] = &[$((stringify!($name), Meaning::$name)),*];
    };
}

meanings! {
    /// Nothing.
    NONE = 0;

    /// May declare nothing.
    CANNOT_DECLARE = 1;
    /// May not move at all.
    CANNOT_MOVE = 1 << 1;
    /// May neither strike nor shoot.
    CANNOT_ATTACK = 1 << 2;
    /// May not cast spells.
    CANNOT_CAST = 1 << 3;
    /// May do none of these.
    CANNOT_ACT = 0b1111;
    /// Is hit in melee without a roll.
    HELPLESS = 1 << 4;
    /// Is out of action: cannot act, holds nobody in melee, and counts as lost for morale.
    OUT = 1 << 5;
    /// Its morale is broken.
    BROKEN = 1 << 6;

    /// Gets away from those toward whom it holds, by the fastest means; cornered, it fights.
    LEAVES = 1 << 8;
    /// Backs off fighting; never advances, never follows.
    GIVES_GROUND = 1 << 9;
    /// Neither attacks nor approaches those toward whom it holds.
    SHUNS = 1 << 10;
    /// Those toward whom it holds, and their side, are no foes, nor is it one of theirs.
    FRIEND = 1 << 11;
    /// Those toward whom it holds come before every other target.
    HUNTS = 1 << 12;
    /// Dice or another mind say what it does: nothing is proposed on its own judgement.
    RULED = 1 << 13;
    /// Has kept its turn, which is offered wherever it has a use.
    WAITS = 1 << 14;
    /// Is not attacked unbidden.
    SPARED = 1 << 15;
    /// Threatens nobody: neither a foe that fights nor an obstacle.
    IDLE = 1 << 16;
    /// Can act only against what holds it.
    INWARD = 1 << 17;
    /// Has no shield at hand.
    UNSHIELDED = 1 << 18;

    /// May be set by the referee; others are managed by the rules.
    OFFERED = 1 << 20;
    /// Is bookkeeping that the log does not report.
    UNTOLD = 1 << 21;
    /// Is bookkeeping that is not shown on its bearer.
    UNSHOWN = 1 << 22;
    /// Is a second pool of hit points or damage, whose value is shown in its bearer's row, not among the conditions.
    POOL = 1 << 23;
    /// Is a declared intention, reported as an act of its own.
    DECLARED = 1 << 24;
    /// Ends with the round in which it begins, unless a duration is given.
    BRIEF = 1 << 25;
    /// Dice for its duration count hours, not rounds.
    HOURS = 1 << 26;
    /// Is a clock that runs out on its bearer: its beginning is reported with the time left to live.
    TIMED = 1 << 27;
}

impl Meaning {
    /// The names of those flags that a house book may give a condition.
    pub const NAMES: [&str; 19] = [
        "CannotDeclare",
        "CannotMove",
        "CannotAttack",
        "CannotCast",
        "CannotAct",
        "Helpless",
        "Out",
        "Broken",
        "Leaves",
        "GivesGround",
        "Shuns",
        "Friend",
        "Hunts",
        "Ruled",
        "Waits",
        "Spared",
        "Idle",
        "Inward",
        "Brief",
    ];

    /// The flag that a house book calls so: `CannotMove`.
    pub fn named(name: &str) -> Option<Self> {
        let same = |flag: &str| flag.replace('_', "").eq_ignore_ascii_case(name);
        let known = Self::NAMES.contains(&name);
        FLAGS.iter().find(|(flag, _)| known && same(flag)).map(|(_, flag)| *flag)
    }

    /// The flags of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it has all these flags.
    #[inline]
    pub const fn has(self, all: Self) -> bool {
        self.0 & all.0 == all.0
    }

    /// Whether it has one of these flags.
    #[inline]
    pub const fn has_any(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}

impl BitOr for Meaning {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

impl BitOrAssign for Meaning {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.and(other);
    }
}

/// What the value of a condition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// A number between two bounds, shown behind the label unless it is 0.
    Number(i32, i32),
    /// One of these numbers, shown likewise.
    Only(&'static [i32]),
    /// The place of an attack line in its bearer's stat block; -1: an empty hand.
    Line,
    /// The place of a spell in its bearer's stat block.
    Spell,
    /// A round of the fight.
    Round,
    /// Some other number of the rules that is not shown.
    Inner,
}

/// The bounds of a value for which the table states none.
const COUNT: Figure = Figure::Number(0, 9999);

impl Figure {
    /// The least and the greatest value.
    pub fn range(self) -> (i32, i32) {
        match self {
            Self::Number(least, most) => (least, most),
            Self::Only(all) => {
                let ends = all.iter().min().zip(all.iter().max());
                ends.map_or((0, 0), |(least, most)| (*least, *most))
            }
            Self::Line => (-1, u8::MAX.into()),
            Self::Spell => (0, u8::MAX.into()),
            Self::Round => (0, i32::MAX),
            Self::Inner => (i32::MIN, i32::MAX),
        }
    }

    /// Whether it may be that number.
    pub fn allows(self, value: i32) -> bool {
        let (least, most) = self.range();
        match self {
            Self::Only(all) => all.contains(&value),
            _ => (least..=most).contains(&value),
        }
    }

    /// Whether it is shown behind the label.
    pub const fn is_shown(self) -> bool {
        matches!(self, Self::Number(..) | Self::Only(_))
    }
}

/// How soon something is done about a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// Before everything else.
    Now,
    /// Where it costs nothing but itself: before an act, if the act still follows.
    Free,
    /// If it is worth more than what else could be done.
    Worth,
}

/// A condition in the table of a ruleset.
#[derive(Debug)]
pub struct ConditionRow {
    /// Its name.
    pub id: Condition,
    /// What it is called: `prone`.
    pub label: &'static str,
    /// What it does, and when it begins and ends.
    pub text: &'static str,
    /// What it forbids and means, and how it is shown.
    pub meaning: Meaning,
    /// What it means besides, by value.
    pub by_value: &'static [(i32, Meaning)],
    /// What its value is.
    pub figure: Figure,
    /// The deeds that its bearer has announced or prepared.
    pub pledge: &'static [Deed],
    /// What its bearer can do about it.
    pub mend: Option<(Deed, Haste)>,
    /// What a friend can do about it.
    pub aid: Option<(Deed, Haste)>,
    /// The standing it implies.
    pub standing: Standing,
    /// The text for its end where `no longer` and its label would not be English: `morale penalty ends`.
    pub over: Option<&'static str>,
    /// What ends it, if no moment does: `until it stands up`. Absent: until it is lifted.
    pub ends: Option<&'static str>,
    /// Its label by value, where that says more than the number: `right hand maimed` at 1.
    pub called: &'static [(i32, &'static str)],
    /// The word before the name of the combatant toward whom it holds (`by`), which may be empty. Absent: that
    /// combatant is not named.
    pub toward: Option<&'static str>,
    /// The rule it belongs to.
    pub rule: Option<&'static str>,
}

/// Builds a row; see [`conditions`].
impl ConditionRow {
    /// A condition that has nothing but its label, its flags and its text.
    pub const fn new(id: Condition, text: &'static str, label: &'static str, meaning: Meaning) -> Self {
        Self {
            id,
            label,
            text,
            meaning,
            by_value: &[],
            figure: COUNT,
            pledge: &[],
            mend: None,
            aid: None,
            standing: Standing::Up,
            over: None,
            ends: None,
            called: &[],
            toward: None,
            rule: None,
        }
    }

    /// Sets [`by_value`](Self::by_value).
    pub const fn by_value(self, by_value: &'static [(i32, Meaning)]) -> Self {
        Self { by_value, ..self }
    }

    /// Sets the [`figure`](Self::figure).
    pub const fn value(self, figure: Figure) -> Self {
        Self { figure, ..self }
    }

    /// Sets the [`pledge`](Self::pledge).
    pub const fn pledge(self, pledge: &'static [Deed]) -> Self {
        Self { pledge, ..self }
    }

    /// Sets [`mend`](Self::mend).
    pub const fn mend(self, deed: Deed, haste: Haste) -> Self {
        Self { mend: Some((deed, haste)), ..self }
    }

    /// Sets [`aid`](Self::aid).
    pub const fn aid(self, deed: Deed, haste: Haste) -> Self {
        Self { aid: Some((deed, haste)), ..self }
    }

    /// Sets the [`standing`](Self::standing).
    pub const fn standing(self, standing: Standing) -> Self {
        Self { standing, ..self }
    }

    /// Sets [`over`](Self::over).
    pub const fn over(self, over: &'static str) -> Self {
        Self { over: Some(over), ..self }
    }

    /// Sets [`ends`](Self::ends).
    pub const fn ends(self, ends: &'static str) -> Self {
        Self { ends: Some(ends), ..self }
    }

    /// Sets [`called`](Self::called).
    pub const fn called(self, called: &'static [(i32, &'static str)]) -> Self {
        Self { called, ..self }
    }

    /// Sets [`toward`](Self::toward).
    pub const fn toward(self, word: &'static str) -> Self {
        Self { toward: Some(word), ..self }
    }

    /// Sets the [`rule`](Self::rule).
    pub const fn rule(self, rule: &'static str) -> Self {
        Self { rule: Some(rule), ..self }
    }
}

impl ConditionRow {
    /// Whether it has all these flags, whatever its value.
    #[inline]
    pub fn is(&self, all: Meaning) -> bool {
        self.meaning.has(all)
    }

    /// Returns its flags with that value.
    #[inline]
    pub fn meaning_at(&self, value: i32) -> Meaning {
        let more = self.by_value.iter().filter(|(at, _)| *at == value);
        more.fold(self.meaning, |all, (_, more)| all | *more)
    }

    /// Returns the flags that it has with one value or another.
    pub fn meaning_at_most(&self) -> Meaning {
        self.by_value.iter().fold(self.meaning, |all, (_, more)| all | *more)
    }

    /// Checks that it may have that value.
    ///
    /// # Errors
    /// The value found, and the values expected.
    pub fn accepts(&self, value: i32) -> Result<(), Fault> {
        if self.figure.allows(value) {
            return Ok(());
        }
        let expected = match self.figure {
            Figure::Only(all) => alternatives(all),
            figure => {
                let (least, most) = figure.range();
                format!("{least} to {most}")
            }
        };
        Err(Fault::new(self.label, value, expected))
    }

    /// Returns when it ends if no duration is given; `None`: when it is lifted.
    pub fn ends_by_itself(&self, round: Round) -> Option<When> {
        self.is(Meaning::BRIEF).then(|| Moment::RoundEnd(round.max(1)).at(0))
    }

    /// Returns the text for its end: `no longer prone`, `morale penalty ends`.
    pub fn ending(&self) -> String {
        self.over.map_or_else(|| format!("no longer {}", self.label), ToString::to_string)
    }

    /// Returns its label with that value.
    pub fn label_at(&self, value: i32) -> String {
        match self.called.iter().find(|(at, _)| *at == value) {
            Some((_, called)) => (*called).to_string(),
            None if value != 0 && self.figure.is_shown() => format!("{} {value}", self.label),
            None => self.label.to_string(),
        }
    }
}

impl Row for ConditionRow {
    const KIND: WordKind = WordKind::Condition;

    fn name(&self) -> Name {
        *self.id.name()
    }
}

/// A note of the referee: the row of what no table has.
static NOTE: ConditionRow = ConditionRow::new(Condition::NAMED, "", "note", Meaning::NONE);

impl Word<ConditionRow> {
    /// A condition that means nothing by itself.
    pub const NOTE: Self = Self::of(&NOTE);
}

impl PartialEq<Condition> for Word<ConditionRow> {
    #[inline]
    fn eq(&self, name: &Condition) -> bool {
        self.id == *name
    }
}

/// Defines the conditions of a ruleset: their names, if they are its own, and the table `ROWS`.
///
/// A row is the constant, `= Id` if the name is the ruleset's own (shared ones are constants of [`Condition`]), its
/// label, its flags ([`Meaning`]), whatever else it has ([`ConditionRow`]), and its text.
macro_rules! conditions {
    ($($name:ident $(= $id:ident)? $label:literal [$($flag:ident),*] $($field:ident($($value:tt)*))* $text:literal;)*) => {
        $crate::rules::model::word::words! {
            Condition ConditionRow;
            $($name $(= $id)? ($text, $label, Meaning::NONE$(.and(Meaning::$flag))*) $($field($($value)*))*;)*
        }
    };
}
pub(crate) use conditions;
