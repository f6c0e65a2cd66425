//! The conditions of this ruleset.

use crate::rules::model::combatant::Standing::{Dead, Down, Surrendered};
use crate::rules::model::condition::Figure::{Inner, Line, Number, Round, Spell};
use crate::rules::model::condition::Haste::{Free, Now, Worth};
use crate::rules::model::condition::{Condition, ConditionRow, Meaning, conditions};
use crate::rules::model::deed::Deed::{
    BreakFree, Cast, Charge, Dodge, Extinguish, Move, Reload, Revive, Stand,
};

conditions! {
    SURPRISED "surprised" [CANNOT_ACT, BRIEF] value(Number(0, 9999))
        "Caught off guard by the surprise roll: declares nothing, has no number, does nothing and interrupts nobody; \
        armour class and saves as usual. Ends with the round.";
    DECLARED = Declared "declared" [BRIEF, DECLARED] value(Inner)
        "Has said what it intends to do this round. It may still do something else, except after a declared dodge. \
        Ends with the round.";
    WITHDRAWING "withdrawing" [GIVES_GROUND, BRIEF] value(Inner)
        "Has backed off this round: that many feet of the half move it may back off.";
    DODGING = Dodging "dodging" [BRIEF] value(Number(0, 9999)) pledge(&[Dodge])
        "Parries and dodges: armour class +2 against everything. From the declaration or its own number to the end of \
        the round.";
    CHARGING "charging" [BRIEF] value(Number(0, 9999)) pledge(&[Charge])
        "Armour class -2. From the moment it sets off until the round is over.";
    RUNNING "running" [CANNOT_ATTACK, CANNOT_CAST, CANNOT_MOVE, BRIEF] value(Number(0, 9999))
        "Has run up to twice its move, and does nothing else. Ends with the round.";
    SHAKEN = Shaken "shaken" [OFFERED] value(Number(0, 9999))
        "-2 on attack rolls, saves and checks, grappling included. After a critical hit; until you lift it or its time \
        is up.";
    PRONE "prone" [OFFERED] value(Number(0, 9999)) mend(Stand, Free)
        "Lies on the ground: -4 on attack rolls, armour class -4 in melee and +4 against missiles, no charge. After a \
        critical hit or by choice; until it stands up on its number.";
    BLIND "blinded" [OFFERED] value(Number(0, 9999))
        "-4 on attack rolls, armour class -4, -2 on initiative from the next roll on. After a critical hit; until you \
        lift it or its time is up.";
    NO_ATTACK = NoAttack "no attack" [] value(Inner)
        "Its weapon broke or fell: no attack of any kind in the round after the fumble, interrupts included; all else \
        it may do. Ends with that round.";
    STUMBLING = Stumbling "stumbling" [OFFERED] value(Number(0, 9999))
        "-1 on attack rolls. From a failed check after a fumble; the rest of the round and 1d2 rounds more.";
    EXHAUSTED "fatigued" [OFFERED] value(Number(0, 9999))
        "Has run as long as it can: no running, no charging. Until it has rested for 180 rounds: no move, no attack, \
        no spell.";
    WINDED "rounds run" [UNTOLD] value(Number(0, 9999))
        "The rounds it has run or charged so far; at 3 per point of Constitution, or at 24 without a score, it is \
        fatigued. Until a rest of 180 rounds.";
    RECHARGING = Recharging "not ready to shoot" [] value(Line)
        "The engine has shot and shoots again only when its time has come: once in as many rounds as its rate says.";
    RELOADING "reloading" [CANNOT_MOVE, BRIEF] value(Line) pledge(&[Reload])
        "Spends the round loading that weapon: no move and no other action. Ends with the round; what is done of it is \
        kept.";
    CASTING "casting" [BRIEF, UNTOLD] value(Spell) pledge(&[Cast])
        "A spell of its is on the way: any attack at it on this number forces a save, or the spell is lost. From its \
        casting to the outcome of the number.";
    SILENCED "silenced" [CANNOT_CAST, OFFERED] value(Number(0, 9999))
        "Cannot speak, by a holder's hand or by magic, and so cannot cast. Until the hold ends, its time is up or you \
        lift it.";
    GAGGED "gagged" [CANNOT_CAST, OFFERED] value(Number(0, 9999))
        "Has a gag in its mouth and cannot cast. Until its time is up or you lift it.";
    BOUND "bound" [CANNOT_ATTACK, CANNOT_CAST, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Has no hand free: neither attacks, grapples nor casts. Until its time is up or you lift it.";
    GRAPPLING "holding" [] value(Number(0, 9999)) toward("")
        "Holds an opponent and may do one thing a round with it. From a grapple check won until it lets go, the other \
        breaks free, or either falls.";
    HELD "held" [CANNOT_MOVE, INWARD, OFFERED] value(Number(0, 9999)) toward("by") mend(BreakFree, Now)
        "In an opponent's grip: neither moves, runs, charges, dodges nor withdraws; may cast with voice and one hand \
        free, use a simple magic item, or try to get free. Until it is let go or breaks free, or either falls.";
    BURNING "burning" [OFFERED] value(Round) mend(Extinguish, Now)
        "1d8 in the round after the oil hit it, as its number comes, unless it gives that round to the flames. Until \
        that damage, until it is put out, or until that round ends.";
    SMOTHERING = Smothering "beating at flames" [CANNOT_MOVE, BRIEF] value(Number(0, 9999)) pledge(&[Extinguish])
        "Spends the whole round on the flames: no movement and no other action until the round is over.";
    IN_FIRE = InFire "in fire" [OFFERED] value(Number(0, 9999)) over("out of the fire") mend(Move, Now)
        "Stands where oil burns on the ground: 1d6 a round without a save, on entering or on its number. Until it gets \
        out, or the fire burns down after 10 rounds.";
    SUBDUED "non-lethal damage" [] value(Number(0, 9999))
        "Points of non-lethal damage taken: at 0 hit points it is unconscious instead of dead. Until its hit points \
        are at their maximum or the encounter ends.";
    UNCONSCIOUS "unconscious" [CANNOT_ACT, OUT, SPARED, IDLE] value(Inner) standing(Down) aid(Revive, Worth)
        "Knocked out: does nothing; attacks on it need their roll, and any damage kills. Until it wakes after 1d4 \
        turns, is revived or healed, or dies.";
    DEAD "dead" [CANNOT_ACT, OUT, SPARED, IDLE] value(Number(0, 9999)) standing(Dead)
        "At 0 hit points, or hurt while unconscious. Healing does not bring it back.";
    HOLDING "holds" [WAITS, BRIEF] value(Inner)
        "Holds its action until you let it act on a later number. Until then, or until the round ends and the action \
        is lost.";
    HOLDING_UNTIL = HoldingUntil "holds until" [WAITS, BRIEF] value(Number(-999, 999))
        "Holds its action until that number is counted. Until it acts, or until the round ends and the action is lost.";
    AWAITING = Awaiting "waits for" [WAITS, BRIEF] value(Number(0, 9999)) toward("")
        "Acts at the same instant as the one it waits for. Until it acts, or until the round ends and the action is \
        lost.";
    FORESTALLING = Forestalling "spell held until just before" [WAITS, BRIEF] value(Number(0, 9999)) toward("")
        "Keeps its spell until just before that caster acts. Until it goes off, or until the round ends and it is not \
        cast.";
    BRACED "weapon set" [BRIEF] value(Number(0, 9999))
        "Waits for a charge with its weapon set: attacks on the charger's number, for double damage. Until the charge \
        comes, or until the round ends.";
    SNEAKED_ON = SneakedOn "sneaked on" [UNTOLD] value(Number(0, 9999))
        "That thief has used its sneak attack on it and cannot do so again. Until the fight is over.";
    PARALYSED "paralysed" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Out of action: declares, moves, attacks and casts nothing, and counts as fallen for morale. Attacks on it \
        need their roll. Until its time is up or you lift it.";
    PETRIFIED "petrified" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Turned to stone: out of action, and counts as fallen for morale. Until you lift it.";
    ASLEEP "asleep" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Out of action: declares, moves, attacks and casts nothing, and counts as fallen for morale. Until its time is \
        up or another combatant wakes it.";
    CHARMED = Charmed "charmed" [FRIEND, OFFERED] value(Number(0, 9999))
        "Regards its charmer as a friend; what that means is up to you. Counts as fallen for morale. Until its time is \
        up or you lift it.";
    INCAPACITATED "incapacitated" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Out of action in some other way, and counts as fallen for morale. Until its time is up or you lift it.";
    HELPLESS "helpless" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "At the mercy of others and out of action, though attacks on it still need their roll. Until its time is up or \
        you lift it.";
    POISONED "poisoned" [OFFERED] value(Number(0, 9999))
        "The poison has yet to do its work: when its time is up it kills, or does what the attack named. A cure ends \
        it before that, and so can you.";
    FLEEING "fleeing" [CANNOT_ATTACK, CANNOT_CAST, BROKEN, LEAVES, OFFERED] value(Number(0, 9999))
        "Its morale broke: runs from the fight, attacks nobody and casts nothing. Until it is gone or dead, or you \
        lift it.";
    SURRENDERED "surrendered" [CANNOT_ACT, SPARED, IDLE] value(Number(0, 9999)) standing(Surrendered)
        "Its morale broke and it has yielded: does nothing and threatens nobody. Until you lift it.";
    TEMPORARY_HP "temporary hit points" [OFFERED, POOL] value(Number(1, 9999)) over("temporary hit points gone")
        "Damage takes them before hit points (non-lethal damage too); what they take still counts as damage dealt. They do not \
        add up: the higher number counts. They are not healing: they wake nobody and healing does not restore them. \
        Until they are used up or their duration ends.";
    NAMED "note" [OFFERED] value(Number(i32::MIN, i32::MAX))
        "Something you named. It does nothing of itself; until its time is up or you lift it.";
}
