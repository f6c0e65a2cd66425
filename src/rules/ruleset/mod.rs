//! What a ruleset is to the house, and what it says of itself.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::effect::{Condition, Effect, Timer};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Moment, Second, TIMED, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Phase, Place, Slot, Window};
use deed::{At, DeedRule};
use std::ops::RangeInclusive;
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

    /// A stat block with all its figures.
    ///
    /// # Errors
    /// Every fault in it, each with its field.
    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<RuleError>>;

    /// The first window after [`Encounter::place`] that somebody can use, gaps included.
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

    /// A window opened: what begins with it. No dice.
    fn opened(&self, _: &mut Resolution, _: &Window) {}

    /// A command was carried out: what follows of what it did, before the next window. No dice.
    fn aftermath(&self, _: &mut Resolution) {}

    /// A window closed: what ends with it. No dice.
    fn closed(&self, _: &mut Resolution, _: &Window) {}

    /// An effect lapsed: what follows of that. No dice.
    fn lapsed(&self, _: &mut Resolution, _: CombatantId, _: &Effect) {}

    /// When a condition ends that the referee brings for so many rounds, the present one counted.
    fn lasting(&self, e: &Encounter, _: CombatantId, _: Condition, rounds: u32) -> When {
        Moment::RoundEnd(e.round.max(1).saturating_add(rounds.max(1) - 1)).at(TIMED)
    }

    /// What one step forward does in the open window, where it does not just close it.
    fn forward(&self, _: &Encounter) -> Option<Act> {
        None
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

    /// A procedure is passed over: what has to be put away so that it is not asked again. No dice.
    fn waive(&self, _: &mut Resolution, _: &Window) {}

    /// Somebody came into a fight that runs: what follows of that. No dice.
    fn joined(&self, _: &mut Resolution, _: CombatantId) {}

    /// So many seconds went by outside the fight, the clock shows them already: what they heal. No
    /// dice.
    fn elapsed(&self, _: &mut Resolution, _: Second) {}

    /// The fight is over: how many seconds go by before anything else is done.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn ended(&self, _: &mut Resolution) -> Result<Second, Stop> {
        Ok(0)
    }

    /// The least and the most hit points that somebody with so many in all can have left, or wounds that it can
    /// have taken.
    fn hp_left(&self, most: i32) -> RangeInclusive<i32> {
        -self.most_hp()..=most
    }

    /// The most hit points there are.
    fn most_hp(&self) -> i32 {
        9999
    }

    /// The most letters a combatant's name may have.
    fn longest_name(&self) -> usize {
        usize::MAX
    }

    /// Hit points left, or wounds taken, change by the referee's word: they are set, and what follows of them by the
    /// rules (death, recovery) is emitted.
    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32);

    /// Whether the combatant still owes an act in the open window.
    fn owes(&self, e: &Encounter, who: CombatantId) -> bool;

    /// Every deed, a row each, in the order in which a form shows them.
    fn deeds(&self) -> &'static [&'static DeedRule];

    /// What bars somebody from that deed before its own row is asked: out of action, not in this phase.
    ///
    /// # Errors
    /// The first reason of the catalogue's list that applies.
    fn gate(&self, at: &At, row: &DeedRule) -> Result<(), RuleError>;

    /// The same of an act as it is said, and what bars every act alike.
    ///
    /// # Errors
    /// The first reason of the catalogue's list that applies.
    fn gate_act(&self, at: &At, row: &DeedRule, _: &Act) -> Result<(), RuleError> {
        self.gate(at, row)
    }

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

    /// Those of them that are worth a column of the roster: asked for every row in sight.
    fn column(&self, _: &Encounter, _: CombatantId) -> Vec<Figure> {
        Vec::new()
    }

    /// Seconds left of its turn and all that a turn has, on its own clock, while that turn is open or
    /// kept for later; asked for every row in sight. `None`: it has no such turn now.
    fn time_budget(&self, _: &Encounter, _: CombatantId) -> Option<(Second, Second)> {
        None
    }

    /// What somebody of that level with so many points gets for enemies of those levels and so many
    /// other points, all at once. `None`: the rules say nothing of it.
    fn award(&self, _level: u32, _xp: u32, _enemies: &[u32], _other: u32) -> Option<Award> {
        None
    }

    /// Sides that can still fight one another; the end is proposed when fewer than two are left.
    fn sides_standing(&self, e: &Encounter) -> usize;
}

/// What somebody has earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Award {
    /// Points.
    pub points: u32,
    /// Points it has then.
    pub total: u32,
    /// Its level then.
    pub level: u32,
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
pub mod deed;
pub mod table;
