//! The counters of this ruleset.

use crate::rules::model::counter::{Counter, CounterRow, counters};

counters! {
    /// Subdual damage rolls made; every second one deals some lethal damage (`zero.damage.unarmed`).
    SUBDUAL_ROLLS = SubdualRolls;
    /// On a side: its groups check morale at the start of the conflict. On a group's leader: it has checked
    /// (`zero.morale.triggers`).
    START_CHECK = StartCheck of_group();
    FIRST_DEATH of_group();
    HALF_DOWN of_group();
    HOME of_group();
    CHECKS_PASSED of_group();
    /// Everyone's initiative must be rolled again (`zero.initiative.reroll-after-escape`).
    REROLL_DUE = RerollDue;
    /// The side attacked in the surprise round, so the fight has begun (`zero.declare.choice`).
    STRUCK_FIRST = StruckFirst;
    /// All sides were surprised, so nobody loses the first round (`zero.surprise.both-cancel`).
    SURPRISE_CANCELLED = SurpriseCancelled;
    /// The round whose opening and closing batches are settled (`zero.initiative.first-and-last`).
    BATCHES_SETTLED = BatchesSettled;
    /// On unconsciousness: it has a cause other than lost hit points (`zero.death.knockout`).
    BROUGHT = Brought;
    SURPRISED_SIDE;
}
