//! The interface between a ruleset and the rest of the program.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Block, HitDice};
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::{Condition, Effect, Timer};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::fault::Fault;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Moment, Second, TIMED, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Phase, Place, Slot, Window};
use deed::{At, DeedRule, Rows};
use std::sync::Arc;

use about::{About, Table};

/// The rules of one game. Decides what happens; recording is up to [`Resolution`].
pub trait Ruleset: Sync {
    /// Returns the ruleset's names, sequence, options and rule texts.
    fn about(&self) -> &'static About;

    /// Returns the lookup tables in the order of the rules; built on each call.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    /// Returns the weapons of the ruleset's table.
    fn weapons(&self) -> Vec<TableWeapon> {
        Vec::new()
    }

    /// Completes a stat block with all derived figures.
    ///
    /// # Errors
    /// All faults of the block, each with its field.
    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<Fault>>;

    /// Returns the hit dice to roll for such a creature, if they can be rolled.
    fn hit_dice(&self, block: &Block) -> Option<DiceExpr> {
        block.hd.map(HitDice::dice)
    }

    /// Returns the first window after [`Encounter::place`] that a combatant can use, gaps included; `None` if the
    /// round is over.
    fn next(&self, e: &Encounter) -> Option<Window>;

    /// Returns a window that cannot wait and opens on top of any other.
    fn pressing(&self, _: &Encounter) -> Option<Window> {
        None
    }

    /// Returns the window in which a due timer is settled; `None` if it only needs reporting.
    fn due(&self, _: &Encounter, _: &Timer) -> Option<Window> {
        None
    }

    /// Emits automatic consequences. Rolls no dice.
    fn follow(&self, _: &mut Resolution, _: After) {}

    /// Returns when a condition ends that the referee inflicts for that many rounds, counting the current one.
    fn lasting(&self, e: &Encounter, _: CombatantId, _: Condition, rounds: u32) -> When {
        Moment::RoundEnd(e.round.max(1).saturating_add(rounds.max(1) - 1)).at(TIMED)
    }

    /// Reorders the slots as set by the referee. Rolls no dice.
    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        r.emit(Event::Ordered(Arc::from(slots.to_vec())));
    }

    /// Runs a procedure, whose window is already closed.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop>;

    /// Ends the fight and returns how many seconds pass before anything else happens.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
    fn ended(&self, _: &mut Resolution) -> Result<Second, Stop> {
        Ok(0)
    }

    /// Sets hit points left or wounds taken, as an override by the referee, and emits the consequences under the
    /// rules (death, recovery).
    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32);

    /// Whether the combatant still owes an act in the open window.
    fn owes(&self, e: &Encounter, who: CombatantId) -> bool;

    /// Returns all deeds, one row each, in the order shown in forms.
    fn deeds(&self) -> &'static Rows {
        self.about().deeds
    }

    /// Refuses a deed for general reasons before its own row is consulted: the combatant is out of action, or the
    /// phase is wrong. With an act, also for what bars any act with such particulars.
    ///
    /// # Errors
    /// The first applicable reason, in the order of the catalogue.
    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Result<(), RuleError>;

    /// Carries out an accepted act: reports it and runs its row. Rulesets override this to add what precedes or
    /// follows any act.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
    fn carry_out(&self, r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
        row.tell(r, act);
        (row.run)(r, act)
    }

    /// Checks a command other than an act that the ruleset decides: proceed, skip, harm, heal, morale.
    ///
    /// # Errors
    /// The first applicable reason, in the order of the catalogue.
    fn check(&self, e: &Encounter, c: &Command) -> Result<(), RuleError>;

    /// Carries out such a command after `check` accepted it.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop>;

    /// Returns the stations of the current round, for the rail.
    fn rail(&self, e: &Encounter) -> Vec<Station>;

    /// Returns the combatant's statistics as displayed (armour class, saves), with their terms.
    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure>;

    /// Returns the part of them shown in the roster; called for every visible row.
    fn glance(&self, _: &Encounter, _: CombatantId) -> Glance {
        Glance::default()
    }

    /// Whether the combatant can still fight, so that its side has not lost.
    fn fights(&self, _: &Encounter, c: &Combatant) -> bool {
        c.is_up()
    }
}

/// Returns the number of sides that can still fight; below two, ending the fight is proposed.
pub fn sides_standing(rules: &dyn Ruleset, e: &Encounter) -> usize {
    e.side_ids().filter(|side| e.all().any(|c| c.side == *side && rules.fights(e, c))).count()
}

/// A weapon in a ruleset's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableWeapon {
    /// Its names, the usual one first.
    pub names: Vec<&'static str>,
    /// Damage dice; `None` if the table leaves them to the referee.
    pub dice: Option<DiceExpr>,
}

impl TableWeapon {
    /// Whether it has that name, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// An occasion on which a ruleset may emit consequences.
#[derive(Debug, Clone, Copy)]
pub enum After<'a> {
    /// A command was carried out; the next window has not opened yet.
    Command,
    /// A window opened.
    Opened(&'a Window),
    /// A window closed.
    Closed(&'a Window),
    /// A procedure was skipped and its window is closed: the ruleset clears whatever would request it again.
    PassedOver(&'a Window),
    /// An effect of a combatant lapsed.
    Lapsed(CombatantId, &'a Effect),
    /// A combatant joined a running fight.
    Joined(CombatantId),
    /// Seconds passed outside the fight; the clock has already advanced.
    Elapsed(Second),
}

/// A combatant's statistics in its roster row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Glance {
    /// The statistics shown as columns.
    pub columns: Vec<Figure>,
    /// The time budget of its turn, on its own clock, while that turn is open or held.
    pub time_budget: Option<TimeBudget>,
}

/// The seconds of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    /// Seconds left.
    pub left: Second,
    /// Seconds of a whole turn.
    pub all: Second,
}

/// A station of the rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Station {
    /// Whose part of the round it belongs to; empty if everyone's.
    pub heading: String,
    /// Its phase.
    pub phase: Phase,
    /// Its position in the round.
    pub place: Place,
}
pub mod about;
pub mod asset;
pub mod award;
pub mod deed;
pub mod laid;
pub mod prelude;
pub mod table;
