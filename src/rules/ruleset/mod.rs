//! What a ruleset is to the house, and what it says of itself.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Block, HitDice};
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::{Condition, Effect, Timer};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Moment, Second, TIMED, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Phase, Place, Slot, Window};
use deed::{At, DeedRule, Rows};
use std::sync::Arc;

use about::{About, Table};

/// The rules of one game: decides, never records.
pub trait Ruleset: Sync {
    /// Names, sequence, options and rule texts.
    fn about(&self) -> &'static About;

    /// Every table that can be looked up, in the order of the rules; made when asked.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    /// Every weapon of its table.
    fn weapons(&self) -> Vec<TableWeapon> {
        Vec::new()
    }

    /// A stat block with all its figures.
    ///
    /// # Errors
    /// Every fault in it, each with its field.
    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<RuleError>>;

    /// The dice of the hit points of such a one, where they can be rolled.
    fn hit_dice(&self, block: &Block) -> Option<DiceExpr> {
        block.hd.map(HitDice::dice)
    }

    /// The first window after [`Encounter::place`] that a combatant can use, gaps included.
    /// `None`: the round is over.
    fn next(&self, e: &Encounter) -> Option<Window>;

    /// A window that cannot wait: it opens on top of whatever is open.
    fn pressing(&self, _: &Encounter) -> Option<Window> {
        None
    }

    /// The window in which a due timer is settled. `None`: it only needs telling.
    fn due(&self, _: &Encounter, _: &Timer) -> Option<Window> {
        None
    }

    /// What follows by itself by these rules. No dice.
    fn follow(&self, _: &mut Resolution, _: After) {}

    /// When a condition ends that the referee brings for so many rounds, the present one counted.
    fn lasting(&self, e: &Encounter, _: CombatantId, _: Condition, rounds: u32) -> When {
        Moment::RoundEnd(e.round.max(1).saturating_add(rounds.max(1) - 1)).at(TIMED)
    }

    /// The slots are set by hand. No dice.
    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        r.emit(Event::Ordered(Arc::from(slots.to_vec())));
    }

    /// Runs a procedure; its window is closed already.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop>;

    /// The fight is over: how many seconds go by before anything else is done.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn ended(&self, _: &mut Resolution) -> Result<Second, Stop> {
        Ok(0)
    }

    /// Hit points left, or wounds taken, change by the referee's word: they are set, and what follows of them by the
    /// rules (death, recovery) is emitted.
    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32);

    /// Whether the combatant still owes an act in the open window.
    fn owes(&self, e: &Encounter, who: CombatantId) -> bool;

    /// Every deed, a row each, in the order in which a form shows them.
    fn deeds(&self) -> &'static Rows;

    /// What bars a combatant from that deed before its own row is asked: out of action, not in this phase; and
    /// where an act is said already, what bars any act that is said so.
    ///
    /// # Errors
    /// The first reason of the catalogue's list that applies.
    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Result<(), RuleError>;

    /// Carries out an act that was let pass: tells of it and runs its row. A ruleset adds what comes before
    /// or after any act.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn carry_out(&self, r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
        row.tell(r, act);
        (row.run)(r, act)
    }

    /// Refuses what the referee commands of the rules besides acts, or lets it pass: going on, passing over, harm,
    /// healing, morale.
    ///
    /// # Errors
    /// The first reason of the catalogue's list that applies.
    fn check(&self, e: &Encounter, c: &Command) -> Result<(), RuleError>;

    /// Carries out such a command that `check` let pass.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop>;

    /// The stations of the present round, for the rail.
    fn rail(&self, e: &Encounter) -> Vec<Station>;

    /// The combatant's figures as the table reads them (armour class, saves), with their terms.
    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure>;

    /// What the combatant's row of the roster shows of them; asked for every row in sight.
    fn glance(&self, _: &Encounter, _: CombatantId) -> Glance {
        Glance::default()
    }

    /// Whether somebody can still fight, so that its side has not lost.
    fn fights(&self, _: &Encounter, c: &Combatant) -> bool {
        c.is_up()
    }
}

/// Sides that can still fight one another; the end is proposed when fewer than two are left.
pub fn sides_standing(rules: &dyn Ruleset, e: &Encounter) -> usize {
    e.side_ids().filter(|side| e.all().any(|c| c.side == *side && rules.fights(e, c))).count()
}

/// A weapon of a ruleset's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableWeapon {
    /// All that it is called, the usual name first.
    pub names: Vec<&'static str>,
    /// The dice of a hit; `None`: the table leaves them to the referee.
    pub dice: Option<DiceExpr>,
}

impl TableWeapon {
    /// Whether it is called that, in whatever letters.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// What a ruleset may have something follow of.
#[derive(Debug, Clone, Copy)]
pub enum After<'a> {
    /// A command was carried out; the next window has not opened yet.
    Command,
    /// A window opened.
    Opened(&'a Window),
    /// A window closed.
    Closed(&'a Window),
    /// A procedure was passed over, its window is closed already: what has to be put away so that it is
    /// not asked again.
    PassedOver(&'a Window),
    /// An effect of that combatant lapsed.
    Lapsed(CombatantId, &'a Effect),
    /// A combatant came into a fight that runs.
    Joined(CombatantId),
    /// So many seconds went by outside the fight; the clock shows them already.
    Elapsed(Second),
}

/// What a row of the roster shows of a combatant's figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Glance {
    /// The figures that are worth a column.
    pub columns: Vec<Figure>,
    /// The seconds of its turn, on its own clock, while that turn is open or kept for later.
    pub time_budget: Option<TimeBudget>,
}

/// The seconds of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    /// Those that are left.
    pub left: Second,
    /// All that a turn has.
    pub all: Second,
}

/// One station of the rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Station {
    /// Whose part of the round it belongs to; empty for parts that are everybody's.
    pub heading: String,
    /// What happens there.
    pub phase: Phase,
    /// Where it stands in the round.
    pub place: Place,
}
pub mod about;
pub mod asset;
pub mod award;
pub mod condition;
pub mod deed;
mod index;
pub mod table;
