//! The refusals of this ruleset: its own, and those of all that it words otherwise.

use crate::rules::model::error::{Refusal, RefusalRow, refusals};

refusals! {
    UNKNOWN_COMBATANT "No such combatant in this fight" "pick another";
    UNCONSCIOUS "Unconscious" "nothing until awake, revived or healed";
    NOT_YOUR_SLOT "Not their turn" "another number is being counted";
    ALREADY_MOVED "No move left this round";
    DECLARED_OTHERWISE = DeclaredOtherwise "Has declared something else this round";
    NO_ATTACK = NoAttack "Fumbled" "no attacks this round. Move, dodge, cast, or fetch or draw a weapon";
    FATIGUED = Fatigued "Fatigued" "no running or charging before 180 rounds of rest";
    HELD = Held "Held" "can break free, use a simple magic item, or cast with voice and a hand free";
    HAS_HOLD = HasHold "Is holding someone" "hurt, muffle, rob or drag them, use a magic item, or let go";
    CANNOT_WAIT = CannotWait
        "That wait would never end"
        "pick a lower number, or someone who has yet to act and is not waiting in turn";
    BRAWL_PROOF = BrawlProof "Fists and feet cannot hurt that creature" "overrule if they do";
    NOT_HELD = NotHeld "Nobody holds it" "there is no hold to break";
    GRAPPLE_PROOF = GrappleProof "That creature cannot be held" "overrule if it can";
    NO_FLAT = NoFlat "That weapon cannot strike with the flat";
    NOT_BURNING = NotBurning "Not burning";
    TOO_CLOSE "Too close" "a charge takes at least 10'";
    COMPLETE_COVER "Fully hidden" "the target cannot be aimed at";
    DESTROYED "The weapon is broken" "take another";
    CANNOT_CAST "Cannot cast" "needs to speak and a free hand";
    BAD_MODIFIER
        "Out of range"
        "distances and damage are never negative, hidden is 0 to 99 %, morale shifts by 2 at most";
    RELOADING "Not loaded, or not yet ready to shoot";
    NOT_HOLDING "Is holding no action";
    ALREADY_SPENT "Has already used up what this takes this round";
}
