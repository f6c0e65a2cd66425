//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// On a bleeding: 1 when only magic stops it (`house.critical.major-torso`).
pub const MAGIC_ALONE: Counter = Counter::new("MagicAlone");

/// On what is held back: what it waits for, by its position among what can be waited for, from 1 (`house.attack.delay`).
pub const WAITS_FOR: Counter = Counter::new("WaitsFor");

/// On what is held back: 1 when what it waits for has come (`house.attack.delay`).
pub const HAS_COME: Counter = Counter::new("HasCome");

/// Inspiring words spoken today (`house.class.inspiring-words`).
pub const INSPIRED_TODAY: Counter = Counter::new("InspiredToday");

/// Mockeries begun today (`house.class.vicious-mockery`).
pub const MOCKED_TODAY: Counter = Counter::new("MockedToday");

/// Healings given today (`house.healing.mage`).
pub const HEALED_TODAY: Counter = Counter::new("HealedToday");

/// Lights struck with the staff today (`house.class.mage-staff`).
pub const STAFF_LIT_TODAY: Counter = Counter::new("StaffLitToday");

/// The round in which it last turned undead (`house.class.turn-limits`).
pub const TURNED_IN: Counter = Counter::new("TurnedIn");

/// On a side: the round in which its trigger arose that waits for a check (`house.morale.triggers`).
pub const SHAKEN_IN: Counter = Counter::new("ShakenIn");

/// On a side: its place among those shaken, from 1 (section 2, phase 3).
pub const SHAKEN_NTH: Counter = Counter::new("ShakenNth");

/// On an effect that harms: the round in which it began (`house.damage.ongoing`).
pub const BEGAN_IN: Counter = Counter::new("BeganIn");

/// On an effect that harms: the last round in which it did (`house.damage.ongoing`).
pub const HARMED_IN: Counter = Counter::new("HarmedIn");

/// On a weapon held fast: 1 when it is tangled in its bearer's own gear (`house.fumble.trapped-weapon`).
pub const TANGLED: Counter = Counter::new("Tangled");
