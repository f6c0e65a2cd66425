//! The counters of this ruleset.

use crate::rules::model::counter::{Counter, CounterRow, counters};

counters! {
    /// On an ongoing damage effect: the round in which it began (`house.damage.ongoing`).
    BEGAN_IN = BeganIn round();
    /// On an ongoing damage effect: the last round in which it did damage (`house.damage.ongoing`).
    HARMED_IN = HarmedIn round();
    /// On a bleeding: 1 if only magic stops it (`house.critical.major-torso`).
    MAGIC_ALONE = MagicAlone;
    /// On a delayed attack or spell: its trigger, as a position in the list of triggers, from 1
    /// (`house.attack.delay`).
    WAITS_FOR = WaitsFor;
    /// On a delayed attack or spell: 1 once its trigger has occurred (`house.attack.delay`).
    HAS_COME = HasCome;
    /// On a trapped weapon: 1 if it is tangled in its bearer's own gear (`house.fumble.trapped-weapon`).
    TANGLED = Tangled;
    /// Inspiring words spoken today (`house.class.inspiring-words`).
    INSPIRED_TODAY = InspiredToday;
    /// Mockeries begun today (`house.class.vicious-mockery`).
    MOCKED_TODAY = MockedToday;
    /// Mage healings used today (`house.healing.mage`).
    HEALED_TODAY = HealedToday;
    /// Lights made with the staff today (`house.class.mage-staff`).
    STAFF_LIT_TODAY = StaffLitToday;
    /// The round in which it last turned undead (`house.class.turn-limits`).
    TURNED_IN = TurnedIn round();
    ROUNDS_RUN;
    /// On a side: the round in which its pending morale trigger arose (`house.morale.triggers`).
    SHAKEN_IN = ShakenIn of_group();
    /// On a side: its position in the queue of morale checks, from 1 (section 2, phase 3).
    SHAKEN_NTH = ShakenNth of_group();
    FIRST_DEATH of_group();
    HALF_DOWN of_group();
    HOME of_group();
    CHECKS_PASSED of_group();
    UNWILLING of_group();
    SURPRISED_SIDE;
}
