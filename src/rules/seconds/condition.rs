//! The conditions of this ruleset.

use crate::rules::model::combatant::Standing::{Dead, Down};
use crate::rules::model::condition::Figure::{Inner, Number};
use crate::rules::model::condition::Haste::{Free, Now, Worth};
use crate::rules::model::condition::{Condition, ConditionRow, Meaning, conditions};
use crate::rules::model::deed::Deed::{BreakFree, ControlMount, Shoot, Stand, Tend};

conditions! {
    WOUND = Wound "wound" [] value(Number(0, 9999))
        "Toughness and Minimum Toughness -1 each, and -1 to its dying checks; wounds add up. Until it heals.";
    DYING "dying" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        value(Number(0, 9999)) standing(Down) aid(Tend, Now)
        "Unconscious and helpless. A dying check as each of its slots opens; any wound kills. Until it is stabilised, \
        or dead.";
    STABLE = Stable "stable" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999)) standing(Down)
        "No longer dying, still unconscious and helpless; a wound does not kill it outright. Until it wakes.";
    DEAD "dead" [CANNOT_ACT, OUT, SPARED, IDLE] value(Number(0, 9999)) standing(Dead)
        "Its dying check can no longer succeed, or it was wounded while dying. No slot, and no target unless you \
        insist.";
    DESTROYED = Destroyed "destroyed" [CANNOT_ACT, OUT, SPARED, IDLE] value(Number(0, 9999)) standing(Dead)
        "An object that took more damage than its Toughness: useless. Until it is repaired.";
    INCAPACITATED "out of order" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999)) over("works again")
        "An electronic device stopped by a pulse: does nothing, but has taken no wound. Until it is repaired.";
    UNCONSCIOUS "unconscious" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED, HOURS] value(Inner) standing(Down)
        "Helpless and out of action; no noise wakes it. 1d4 hours for each wound, one die at least, unless another \
        time is stated; then flat-footed until its next slot.";
    ASLEEP "asleep" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Helpless and out of action; hears with -6 to perception. Until a noise it hears, with a DC below -5, or you \
        wake it; then flat-footed until its next slot.";
    HELPLESS "helpless" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Blows hit it without an attack roll, and it makes no defence roll; missiles and areas are rolled as usual. \
        Until you lift it.";
    BROKEN "broken" [CANNOT_ACT, HELPLESS, OUT, BROKEN, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Will is 0: no action, movement, speech or defence, and helpless. A check as each of its slots opens; ends \
        with it, or when any morale penalty is removed.";
    MORALE_PENALTY = MoralePenalty "morale penalty" [OFFERED] value(Number(-99, 99)) over("morale penalty ends")
        "Will and Minimum Will -1 each; they add up. Until a calm hour, a Broken check, or help that removes it.";
    MOBILITY_PENALTY = MobilityPenalty "mobility penalty" [OFFERED] value(Number(0, 99)) over("mobility penalty ends")
        "Each: -1 to acrobatics, athletics, wrestle and stealth, and half a square off every speed. Until what brought \
        it is gone.";
    FLAT_FOOTED = FlatFooted "flat-footed" [OFFERED] value(Number(0, 9999)) toward("to")
        "-1 to defence rolls against the attacker that surprised it, just after waking against everybody; open to \
        sneak attacks. Until the surpriser's turn closes, after waking until its own next slot. An option makes it \
        harsher.";
    FLANKED "flanked" [OFFERED] value(Number(0, 9999))
        "Foes on two opposite squares beside it: -1 to all its defence rolls, and open to sneak attacks. While they \
        stand so; by row 13 of confusion until its next slot.";
    CONFUSED = Confused "confused" [RULED, OFFERED] value(Number(0, 9999))
        "Rolls on the confusion table as each of its slots opens, and does that. Until its time is up; if insanity \
        brought it, until a morale penalty is removed.";
    LUCID = Lucid "lucid" [] value(Number(0, 9999))
        "Confused, but controlled by its player for that many turns: no d20 meanwhile.";
    PANICKED = Panicked "panicked" [LEAVES, OFFERED] value(Number(0, 9999)) toward("by")
        "Flees from what it fears, by the fastest means it has, and from other dangers on the way; attacks only those \
        that bar its way; defends as usual. Until a morale penalty is removed, or as the option says; by row 5 of \
        confusion for that turn.";
    RAGING = Raging "raging" [CANNOT_CAST, HUNTS, RULED, OFFERED] value(Number(0, 9999)) toward("at")
        "Attacks what enraged it, or else anyone near. -1 to dodge, initiative, ranged and magic skill, stealth, \
        acrobatics and ride; no casting or anything else that needs thought. Until a morale penalty is removed, or as \
        the option says.";
    STUNNED "stunned" [OFFERED] value(Number(0, 3600))
        "Loses that many seconds, the first of its next turn, or of what is left of this one; beyond 6 they run on. An \
        action in progress is lost; it defends as usual.";
    STAGGERED = Staggered "staggered" [OFFERED] value(Number(0, 3600))
        "d6 as each of its slots opens: stunned for that many seconds of that turn. Counted in its own turns, usually \
        1d6 of them.";
    DISABLED = Disabled "disabled" [OFFERED] value(Number(0, 9999))
        "3 seconds of action a turn. No walking, but it crawls a square for 4 seconds; single attacks with light \
        weapons only, no combos. Until you lift it.";
    HELD "held" [OFFERED] value(Number(0, 9999)) mend(BreakFree, Now)
        "No block, no parry, -1 to dodge; other defences are your call. Until you lift it.";
    CROUCHING = Crouching "crouching" [OFFERED] value(Number(0, 9999)) mend(Stand, Worth)
        "Target +1 against missiles, -1 against blows; with any cover, one step more of cover instead. Until it stands \
        up (1 second).";
    PRONE "prone" [OFFERED] value(Number(0, 9999)) mend(Stand, Free)
        "Target +2 against missiles, -2 against blows; with any cover, two steps more of cover instead. Until it gets \
        up: 1 second to a crouch, 2 to its feet.";
    COVERED = Covered "behind cover" [OFFERED] value(Number(0, 4)) toward("of")
        "Its step: 1 light, Target +1; 2 medium, +2; 3 heavy, +3 and dodges with Evasion; 4 total, as invisible, +4. \
        Against blows and missiles. Until you lift it.";
    CONCEALED = Concealed "concealed" [OFFERED] value(Number(0, 9999))
        "Hard to see: Target +1. As long as the place makes it so.";
    INVISIBLE = Invisible "invisible" [OFFERED] value(Number(0, 9999)) toward("to")
        "Not seen: Target +4, and its square must be named first. May hold toward certain observers only. Until it is \
        seen.";
    SPEEDING = Speeding "speeding" [] value(Number(0, 99))
        "Has moved 30 squares or more in its turn: Target +1 for every full 30. Until its next slot opens.";
    AIMING = Aiming "aiming" [OFFERED] value(Number(0, 9999)) toward("at") pledge(&[Shoot])
        "Its next ranged weapon attack on that target counts one range step less. Until it shoots or moves, or loses \
        sight of the target.";
    LEG_HURT = LegHurt "leg hurt" [OFFERED] value(Number(0, 2)) over("leg healed")
        "1: speed -1 square. 2: speed -2 squares and the leg cannot strike; with all legs so, it only crawls. Until \
        the wound that brought it is healed.";
    ARM_HURT = ArmHurt "arm hurt" [OFFERED] value(Number(0, 2)) over("arm healed")
        "The arm carries, holds and strikes nothing. Until the wound that brought it is healed.";
    HAND_HURT = HandHurt "hand hurt" [OFFERED] value(Number(0, 2)) over("hand healed")
        "1: -1/-1 to attacks with this hand, until the encounter ends. 2: the hand carries, holds and strikes nothing, \
        until the wound that brought it is healed.";
    WING_HURT = WingHurt "wing hurt" [OFFERED] value(Number(0, 2)) over("wing healed")
        "1: flying speed -1 square, until the encounter ends. 2: no flying, until the wound that brought it is healed.";
    POSSESSED = Possessed "possessed" [RULED, OFFERED] value(Number(0, 9999)) toward("by")
        "Another mind shares its body, and the body's 6 seconds a round. Until that mind leaves or is driven out.";
    POSSESSING = Possessing "possessing" [SHUNS, SPARED] value(Number(0, 9999)) toward("")
        "Its mind is in another's body and acts there. Until it leaves or is driven out.";
    COOPERATING = Cooperating "cooperating" [FRIEND] value(Number(0, 9999))
        "The minds in the body help each other: each uses the better figures of both. Until either of them stops.";
    VETOED = Vetoed "gainsaid" [RULED] value(Number(0, 9999))
        "That mind has vetoed it this round and cannot do so again before the next.";
    HOLDING "turn held" [WAITS] value(Inner)
        "Keeps its turn and may cut in at any gap. Lost when its next slot opens, or when it can no longer act.";
    RIDING = Riding "riding" [OFFERED] value(Number(0, 9999)) toward("") mend(ControlMount, Now)
        "On its mount: controlling it costs 2 of the rider's seconds each round and one hand. Until it dismounts.";
    CONTROLLED = Controlled "controlled" [] value(Number(0, 9999)) toward("by")
        "Its rider has paid for it: it may be commanded this round.";
    BEDRIDDEN = Bedridden "in bed" [OFFERED] value(Number(0, 9999)) over("out of bed")
        "Spends its days in bed: heals as many wounds a day as its Endurance, if that is more than one. Until you lift \
        it.";
    BLIND "blind" [SHUNS, OFFERED] value(Number(0, 9999))
        "Everybody is invisible to it. Counted in its turns, or until you lift it.";
    PARALYSED "paralysed" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED] value(Number(0, 9999))
        "Helpless, no actions. Until its time is up: an hour after spider venom.";
    SOUL_COMA = SoulComa "soul coma" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        value(Number(0, 9999)) over("soul coma ends")
        "The soul is gone and the body seems dead. Each hour a fortitude check, DC 1 and one more for each hour; a \
        failure: dying. Until the soul is back.";
    POISONED "poisoned" [] value(Number(0, 99))
        "A poison or disease is at work: a fortitude check at each interval. Until three checks in a row are made.";
    EXPOSED = Exposed "exposed" [OFFERED] value(Number(0, 9999))
        "Is still in what it breathes: every check against it makes the next one harder by 1. Until you lift it, \
        because it is out of there, or the cure. With the name of a drink: a mark of that, for an hour.";
    TIRED = Tired "tired" [OFFERED, HOURS] value(Number(0, 9999))
        "The source names it and gives it no effect. 24 hours after plague, or until you lift it.";
    NAUSEATED = Nauseated "nauseated" [OFFERED, HOURS] value(Number(0, 9999))
        "The source names it and gives it no effect. 24 hours after an infection, or until you lift it.";
    DRUNK = Drunk "drunk" [OFFERED, HOURS] value(Number(0, 9999))
        "The source names it and gives it no effect. 1d4 hours after a failed check against alcohol, or until you lift \
        it.";
    NAMED "note" [OFFERED] value(Number(i32::MIN, i32::MAX))
        "Something you named. It has no effect of its own; until its time is up or you lift it.";
}
