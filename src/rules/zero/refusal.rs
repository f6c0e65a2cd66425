//! The refusals of this ruleset: its own, and those of all that it words otherwise.

use crate::rules::model::error::{Refusal, RefusalRow, refusals};

refusals! {
    BLOWS_FIRST = BlowsFirst "Attacks in this slot come before spells";
    UNCONSCIOUS "Knocked out until awake or healed";
    STUNNED = Stunned "Stunned" "nothing until it ends";
    PINNED = Pinned "Pinned" "nothing until released";
    STRUGGLING = Struggling "Struggling in a grapple" "the next contest decides";
    INSIDE = Inside "The target is inside another creature";
    SWALLOWED = Swallowed "Swallowed" "only a dagger or the like, and only on that creature";
    OVEREXTENDED = Overextended "Overextended after a fumble" "no attacks until that ends";
    MORALE_BROKEN = MoraleBroken "Morale broken" "can only run";
    NOT_FLEEING = NotFleeing "Not fleeing";
    GRAPPLING = Grappling "Is holding someone" "let go first";
    HOLDS_NOBODY "Holds nobody" "grapple someone first";
    NOT_FREE = NotFree "Cannot leave freely" "an opponent has nobody else to fight. Withdraw or retreat";
    KEPT_BUSY = KeptBusy "Cannot follow" "engaged with another able opponent";
    NO_LINE = NoLine "Nobody beyond the present opponents" "no line to move through";
    CHARGE_SPENT = ChargeSpent "Has charged within the last turn";
    INTO_MELEE = IntoMelee "The target is in melee" "the option forbids shooting there";
    NO_PLACE = NoPlace "No room left around that target";
    TOO_TIGHT = TooTight "Too little room for that weapon" "use a dagger or the like";
    NOT_NORMAL = NotNormal "Not all targets are normal men" "only the usual attacks";
    NOT_ONE_HANDED = NotOneHanded "Both need a one-handed weapon, and not a natural one";
    EMPTY_HANDED = EmptyHanded "The target holds nothing to lose";
    NOT_MOUNTED = NotMounted "The target is not mounted";
    TOO_BIG = TooBig "Too big" "a whip does nothing to creatures bigger than an ogre";
    NO_SECOND_WEAPON = NoSecondWeapon "Needs a one-handed weapon in each hand";
    NOT_FOR_UNITS = NotForUnits "A unit can only attack and move";
    NO_PURSUIT = NoPursuit "Nobody is in pursuit";
    NOT_AT_HAND "That weapon is not in hand" "draw another, or pick it up";
    SAME_POSTURE "Already standing";
    CASTING "Has announced a spell" "cast it, or let it go";
    BAD_MODIFIER "Out of range" "cover is -2, -4 or -6; hit points and damage are never negative";
    RELOADING "Not loaded" "can shoot again next round";
    NOT_DECLARED "Must be announced before the slots";
    IN_MELEE "In melee" "withdraw, retreat, move through, or leave freely if all opponents are busy";
    NO_RUN_UP "Too close" "within half the movement. Move and attack instead";
    FLEEING "Fleeing" "must turn to fight first";
    MOVED_TO_CAST "Has moved more than 10'" "no spell this round";
    SPELL_LOST "The spell was lost" "no other before the next round";
}
