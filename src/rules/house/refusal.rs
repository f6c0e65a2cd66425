//! The refusals of this ruleset: its own, and those of all that it words otherwise.

use crate::rules::model::error::{Refusal, RefusalRow, refusals};

refusals! {
    UNCONSCIOUS "Unconscious" "nothing until it ends";
    NOT_YOUR_SLOT "Not their turn" "someone else is acting";
    ALREADY_ATTACKED "No attack left this round" "whoever has attacked can do nothing else";
    RUNNING "Has run" "no attack and no spell this round";
    BLIND = Blind "Blind" "no attacks, no running";
    NO_FOCUS = NoFocus "No focus for the spell";
    MUST_WITHDRAW = MustWithdraw
        "In reach of an opponent since before this round"
        "withdraw, or declare flight before initiative";
    OCCUPIED = Occupied "Someone stands there" "opponents block the way, and nobody stops in an ally's space";
    COMPLETE_COVER "Complete cover" "the target cannot be attacked directly";
    TOO_SMALL = TooSmall "Too large for gnomes and halflings";
    NEEDS_BOTH_HANDS = NeedsBothHands "Needs both hands free";
    MAIMED = Maimed "The hand or arm needed for that is maimed";
    WEAPON_TRAPPED = WeaponTrapped "That weapon is stuck" "free it, let go, or use another";
    NOT_TRAPPED = NotTrapped "No weapon is stuck";
    WEAPON_SWITCHED = WeaponSwitched
        "Changed weapons in melee without dropping the first"
        "no attack this round";
    NOT_BOTH_WEAPONS = NotBothWeapons "Needs a weapon in each hand";
    OFF_HAND_SPENT = OffHandSpent "The second weapon has already attacked this round";
    NOT_AT_HAND "That weapon is not in hand" "take another, or pick it up";
    MOVED_TO_LOAD = MovedToLoad "Loading a crossbow" "no movement this round";
    NOT_PREPARED = NotPrepared "The flask is not prepared" "that takes a round";
    ALREADY_PREPARED = AlreadyPrepared "A flask is already prepared";
    NOT_DYING = NotDying "The target is neither dying nor bleeding";
    NOT_INJURED = NotInjured "The target has no injury to tend";
    TURNING_OVER = TurningOver "Failed to turn undead, or was interrupted" "not again in this fight";
    CANNOT_UNDERSTAND = CannotUnderstand "The target does not hear or understand";
    NOT_ITS_CRAFT = NotItsCraft "The class or level does not allow that";
    TOO_SOON "Not again so soon";
    SAME_POSTURE "Already standing";
    CASTING "Has declared a spell" "cast it, or let it go";
    CANNOT_CAST "Cannot cast" "needs to speak and free hands, and for some spells to see";
    BAD_MODIFIER "Out of range" "morale -2 to +2, cover 0 to three quarters";
    IN_MELEE "In melee" "no missiles, and no leaving without a declared retreat";
    NOT_IN_MELEE "Not in melee" "no need to ask, simply do it";
    NO_RUN_UP "A charge needs a run-up" "20' straight ahead in the movement phase";
    FLEEING "Fleeing" "no attacks and no declarations";
    SPELL_LOST "The spell was disrupted" "no other this round";
}
