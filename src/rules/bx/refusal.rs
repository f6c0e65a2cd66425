//! The refusals of this ruleset: its own, and those of all that it words otherwise.

use crate::rules::model::error::{Refusal, RefusalRow, refusals};

refusals! {
    WRONG_STEP = WrongStep "Not in this step" "the order is morale, move, missile, magic, melee";
    ALREADY_ACTED "Has done that this round";
    TOO_FAR "Out of reach" "beyond 5'. Close in first, or use a missile";
    TOO_CLOSE "Too close for a missile" "within 5'. Attack in melee instead";
    WINDED = Winded "Has moved for 60 rounds" "must rest first";
    CASTING "Is casting" "no movement and no other action this round";
    CANNOT_CAST "Cannot cast" "needs to speak and free hands. The spell stays in memory";
    BAD_MODIFIER "Out of range" "cover 0 to -4, morale -2 to +2";
    RELOADING "Not loaded" "can shoot again next round";
    NOT_DECLARED "Must be announced at Declare" "that is before initiative";
    IN_MELEE "In melee" "announce a withdrawal or a retreat before initiative";
    NOT_IN_MELEE "Not in melee" "free to move, nothing to announce";
    OVERLOADED "Carries more than 160 lb" "lighten the load first";
}
