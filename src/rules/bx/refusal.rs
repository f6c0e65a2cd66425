//! The refusals of this ruleset: its own, and those of all that it words otherwise.

use crate::rules::model::error::{Refusal, RefusalRow, refusals};

refusals! {
    WRONG_STEP = WrongStep "Not in this step" "the order is morale, move, missile, magic, melee";
    ALREADY_ACTED "Has done that this round";
    TOO_FAR "Out of reach" "beyond 5'. Close in first, or use a missile";
    TOO_CLOSE "Too close for a missile" "within 5'. Attack in melee instead";
    WINDED = Winded "Has moved for 60 rounds" "must rest first";
}
