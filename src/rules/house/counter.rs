//! Counters specific to this ruleset.

use crate::rules::model::counter::Counter;

/// On a bleeding: 1 if only magic stops it (`house.critical.major-torso`).
pub const MAGIC_ALONE: Counter = Counter::new("MagicAlone");
/// On a delayed attack or spell: its trigger, as a position in the list of triggers, from 1 (`house.attack.delay`).
pub const WAITS_FOR: Counter = Counter::new("WaitsFor");
/// On a delayed attack or spell: 1 once its trigger has occurred (`house.attack.delay`).
pub const HAS_COME: Counter = Counter::new("HasCome");
/// Inspiring words spoken today (`house.class.inspiring-words`).
pub const INSPIRED_TODAY: Counter = Counter::new("InspiredToday");
/// Mockeries begun today (`house.class.vicious-mockery`).
pub const MOCKED_TODAY: Counter = Counter::new("MockedToday");
/// Mage healings used today (`house.healing.mage`).
pub const HEALED_TODAY: Counter = Counter::new("HealedToday");
/// Lights made with the staff today (`house.class.mage-staff`).
pub const STAFF_LIT_TODAY: Counter = Counter::new("StaffLitToday");
/// The round in which it last turned undead (`house.class.turn-limits`).
pub const TURNED_IN: Counter = Counter::new("TurnedIn");
/// On a side: the round in which its pending morale trigger arose (`house.morale.triggers`).
pub const SHAKEN_IN: Counter = Counter::new("ShakenIn");
/// On a side: its position in the queue of morale checks, from 1 (section 2, phase 3).
pub const SHAKEN_NTH: Counter = Counter::new("ShakenNth");
/// On an ongoing damage effect: the round in which it began (`house.damage.ongoing`).
pub const BEGAN_IN: Counter = Counter::new("BeganIn");
/// On an ongoing damage effect: the last round in which it did damage (`house.damage.ongoing`).
pub const HARMED_IN: Counter = Counter::new("HarmedIn");
/// On a trapped weapon: 1 if it is tangled in its bearer's own gear (`house.fumble.trapped-weapon`).
pub const TANGLED: Counter = Counter::new("Tangled");
