//! The refusals of this ruleset: its own, and those of all that it words otherwise.

use crate::rules::model::error::{Refusal, RefusalRow, refusals};

refusals! {
    UNKNOWN_COMBATANT "No such combatant in this fight" "pick another";
    DEAD "Dead" "overrule the standing if this is wrong";
    DESTROYED "In pieces" "repair it first";
    DYING = Dying "Dying" "unconscious until stabilised and awake";
    BROKEN = Broken "Will 0, has given up" "can act again when a morale penalty is removed";
    ASLEEP = Asleep "Asleep" "wake them first";
    PARALYSED = Paralysed "Paralysed" "wait until it wears off, or end the condition";
    NOT_YOUR_SLOT "Not their turn" "step on to it, or take a held turn";
    OUT_OF_SECONDS = OutOfSeconds "No seconds left this turn" "only free actions";
    INSIDE_ACTION = InsideAction "Nobody can cut in during an action" "wait until it is done";
    NOTHING_BEGUN = NothingBegun "No action in progress";
    NOT_IN_THIS_PHASE "Not possible at this point" "step forward first";
    TOO_CLOSE "Too close for that weapon" "step back, or take another";
    OUT_OF_RANGE "Out of range" "beyond the last range step of that weapon. Move closer";
    TARGET_DEAD = TargetDead "The target is already dead or destroyed" "pick another, or overrule";
    NO_SUCH_LOCATION = NoSuchLocation "The target has no such location to aim at" "pick another, or none";
    BAD_WEAPON "No such attack" "none that can be used here, pick another";
    JAMMED = Jammed "That weapon is jammed" "clear it first";
    TOO_FEW_HELPERS = TooFewHelpers "Pick at least one loader";
    CANNOT_AIM = CannotAim "Spells are never aimed";
    NO_SUCH_DEFENCE = NoSuchDefence
        "The target has no such defence, or cannot use it now"
        "pick another, or none";
    NO_SUCH_COMBO = NoSuchCombo "Does not know that combo" "pick another";
    COMBO_RATING = ComboRating "Beyond the Combo Rating" "pick a lesser combo";
    COMBO_SIZE = ComboSize "Too many components" "weapon or ranged ranks + 1 at most";
    COMBO_ATTACKS = ComboAttacks "Too many attacks for the Extra Attack techniques";
    RUN_TOO_SHORT = RunTooShort "A run takes at least 3 seconds" "spend more, or move instead";
    BAD_GROUND = BadGround "No running over difficult ground" "move instead";
    MOVED_TOO_FAR "Too far for that time" "go less far, or spend more seconds";
    CANNOT_FLY = CannotFly "Has no flying speed, or its wings are disabled" "go by land";
    ONLY_CRAWLS = OnlyCrawls "Can only crawl" "one square for 4 seconds";
    DISABLED = Disabled "Disabled" "only single attacks with light weapons";
    RAGING = Raging "Raging" "no spells, and nothing else that takes thought";
    NO_WILL = NoWill "No Will left" "can neither veto nor resist";
    CANNOT_POSSESS = CannotPossess "Has no possession bonus, or is in a body already" "leave it first";
    RIDING = Riding "On a mount" "the mount moves; dismount to walk";
    UNCONTROLLED = Uncontrolled "The rider has not spent the 2 seconds to control the mount this round";
    MISSING_FACT "Something needed is missing" "fill it in";
    BAD_STAT "The stat block has an error" "nothing was added. Fix the field that is named";
    BAD_MODIFIER "Out of range" "distances, seconds, damage and doses are whole numbers and never negative";
    RELOADING "That weapon is empty" "reload it first";
    NOT_HOLDING "Holds no turn" "a turn is held as it begins, before a second is spent";
    ALREADY_SPENT "Only a whole turn can be held" "no second spent, no action in progress";
    NO_RUN_UP "A charge needs a run-up" "at least 6 m in a straight line, in the same turn";
}
