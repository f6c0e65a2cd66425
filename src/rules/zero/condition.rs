//! The conditions of this ruleset.

use crate::rules::model::combatant::Standing::{Dead, Surrendered};
use crate::rules::model::condition::Figure::{Inner, Line, Number, Only, Spell};
use crate::rules::model::condition::Haste::{Free, Now, Worth};
use crate::rules::model::condition::{Condition, ConditionRow, Meaning, conditions};
use crate::rules::model::deed::Deed::{BreakFree, Cast, Charge, Draw, Pass, Reload, Stand, TakeShield};

conditions! {
    FIRST_BLOWS = FirstBlows "first and last" [UNTOLD, UNSHOWN] value(Inner) rule("zero.initiative.first-and-last")
        "Was in melee when the count began: half of its blows fall before everybody else's, the others after them.";
    WENT_AHEAD = WentAhead "ahead of the count" [UNTOLD, UNSHOWN] value(Inner) rule("zero.initiative.haste")
        "Was hasted when the count began: acts before everybody who was not.";
    BROKEN_WEAPON = BrokenWeapon "broken weapon" [] value(Line) mend(Draw, Now) rule("zero.fumble.effect")
        "The weapon is broken and of no more use.";
    UNHORSED "unhorsed" [OFFERED] "Out of the saddle: on foot until it mounts again.";
    SURPRISED "surprised" [CANNOT_ACT, OFFERED]
        "From surprise, or from an attack from behind or by surprise: does nothing, parries nothing and strikes first \
        at nobody. Ends with the round.";
    AFTERMATH = Aftermath "off guard" [OFFERED] value(Inner) toward("against") rule("toward")
        "The round after an attack from behind or by surprise: that attacker has Advantage on it, and it has \
        Disadvantage on that attacker.";
    FLANKED "flanked" [OFFERED] toward("by")
        "That attacker has +1, and neither shield nor Dexterity bonus counts against it. Until it turns to face; you \
        lift it.";
    PARRYING "parrying" [CANNOT_ATTACK] pledge(&[Pass])
        "Armour class 2 better against blows, no attacks. Ends with the round.";
    WITHDRAWING "withdrawing" [GIVES_GROUND]
        "Armour class 2 better against blows, own attacks -2, backs off up to half its movement. Ends with the round.";
    BRACED "weapon set" [] value(Line)
        "Waits for a charge with spear or pike: +2 and double damage on the charger. Until it is used, or the round \
        ends.";
    CASTING "casting" [UNTOLD] value(Spell) pledge(&[Cast])
        "Has announced a spell and can go 10' at most. Until it casts, the spell is lost, or the round ends.";
    SPELL_DISRUPTED "spell lost" [CANNOT_CAST]
        "Was hurt first, or failed its save: no other spell this round. Ends with the round.";
    CHARGING "charging" [] pledge(&[Charge]) "Its Dexterity bonus does not count for armour class. Ends with the round.";
    CHARGE_SPENT = ChargeSpent "cannot charge" [] over("can charge again") rule("zero.condition.charge-spent")
        "Has charged and cannot again for ten rounds, or as many as a turn has.";
    RUNNING "running" [CANNOT_MOVE, CANNOT_ATTACK, CANNOT_CAST]
        "Has gone its whole movement, and does nothing else. Ends with the round.";
    FLEEING "fleeing" [CANNOT_ATTACK, LEAVES, OFFERED]
        "Runs from the fight: no attacks, its shield never counts, and faster pursuers have +2 on it. Until it turns \
        to fight, gets away or the fight ends.";
    BACKED_OFF "backed off" [GIVES_GROUND, UNTOLD] value(Inner) toward("from")
        "Has backed off from that opponent, which may still follow. Until the opponent's slot is over.";
    PURSUING = Pursuing "in pursuit" [HUNTS, OFFERED] rule("zero.pursuit.decide")
        "Pursues those that run. Until it gives up, or nobody runs any longer.";
    GOT_UP = GotUp "got up" [CANNOT_MOVE, UNTOLD] rule("zero.special.stand-up")
        "Has got up this round and moves no more in it; it may still attack.";
    FLORENTINE = Florentine "two weapons" [OFFERED]
        value(Line) over("fights with one weapon") rule("zero.condition.florentine")
        "A weapon in each hand: Advantage, armour class 1 better against blows, no shield. Until it changes that, or \
        loses one.";
    MANY_ATTACKS = ManyAttacks "many attacks" [UNTOLD, UNSHOWN] rule("zero.attack.multi-vs-normal")
        "Attacks normal men as often as its level or whole Hit Dice. Ends with the round.";
    BACK_TO_WALL = BackToWall "back to wall" [OFFERED] over("away from the wall") rule("zero.condition.back-to-wall")
        "However many attack it, they have no +1 for numbers. Until you lift it.";
    STATIONARY = Stationary "standing still" [OFFERED] over("on the move again") rule("zero.condition.stationary")
        "Its Dexterity bonus does not count for armour class. Until you lift it, or it acts.";
    MOUNTED "mounted" [OFFERED]
        "+1 in melee against those on foot, who have -1. Until it dismounts, is unhorsed or thrown to the ground, or \
        the mount falls.";
    HIGH_GROUND = HighGround "high ground" [OFFERED] over("off the high ground") rule("zero.condition.high-ground")
        "+1 in melee against those below, who have -1. Until you lift it.";
    PARTIAL_COVER "cover" [OFFERED] value(Only(&[-2, -4, -6])) over("out of cover")
        "Missiles at it have -2, -4 or -6: a quarter, half or three quarters hidden. Until you lift it.";
    HASTED = Hasted "hasted" [OFFERED] rule("zero.condition.hasted")
        "Moves twice as far and acts before everybody else; no extra attacks. Until its time is up or you lift it.";
    GRAPPLING "holding" [CANNOT_ATTACK] toward("")
        "Holds an opponent and makes no other attack. Until it lets go, is thrown off, or is out of action.";
    STRUGGLING = Struggling "struggling" [CANNOT_ACT, INWARD, OFFERED]
        mend(BreakFree, Now) rule("zero.condition.struggling")
        "Wrestles with its holders on its feet: no weapon, no parry, no move, no spell. Until the next contest, or \
        nobody holds it.";
    PINNED = Pinned "pinned" [CANNOT_ACT, HELPLESS, OUT, INWARD, SPARED, IDLE, OFFERED]
        mend(BreakFree, Now) rule("zero.condition.pinned")
        "Held down, helpless: attacks on it have +2 and pass shield and Dexterity bonus. Until it is let go, or no \
        able holder is left.";
    STUNNED "stunned" [CANNOT_ACT, OUT, OFFERED]
        "No action, and no Dexterity bonus for armour class. Until its rounds are up.";
    DISARMED = Disarmed "disarmed" [] value(Line) mend(Draw, Now) rule("zero.condition.disarmed")
        "That weapon is out of its hand. Until it draws another, or picks it up in place of an attack.";
    SHIELD_DOWN "shield lost" [OFFERED, UNSHIELDED]
        over("shield in hand again") ends("until it is picked up") mend(TakeShield, Worth)
        "Its shield is on the ground and does not protect it. Until it picks it up in place of an attack.";
    PRONE "prone" [OFFERED] mend(Stand, Free)
        "On the ground: blows at it have +2 and its own have -2; no Dexterity bonus for armour class. Until it stands \
        up, which costs its movement.";
    RELOADING "reloading" [] value(Line) mend(Reload, Worth)
        "That crossbow or firearm cannot shoot. Ends with the round after the shot.";
    OFF_BALANCE "off balance" [OFFERED] "Armour class 2 worse after a fumble. Ends with the next round.";
    OVEREXTENDED "overextended" [CANNOT_ATTACK, OFFERED] "No attacks after a fumble. Ends with the next round.";
    ATTACKS_LOST = AttacksLost "attacks lost" [CANNOT_ATTACK, UNTOLD] value(Inner) rule("zero.fumble.effect")
        "After a fumble it makes no more attacks this round; it may still move.";
    LOSES_ATTACK = LosesAttack "next attack lost" [OFFERED] over("free to attack again") rule("zero.fumble.effect")
        "After a fumble the next attack it would make is skipped. Until then.";
    SWALLOWED = Swallowed "swallowed" [CANNOT_DECLARE, CANNOT_MOVE, CANNOT_CAST, INWARD, OFFERED]
        toward("by") mend(BreakFree, Now) rule("toward")
        "Inside a creature: only a dagger or the like, and only on that creature, and nobody else strikes at it there; \
        some do damage at the end of every round after the first. Until that is dead, or you lift it.";
    SUBDUED "temporary damage" [OFFERED, POOL] value(Number(0, 999)) over("temporary damage gone")
        "Points of temporary damage: when they reach its hit points it is knocked out. Less by the level, or whole Hit \
        Dice, at the end of each turn.";
    UNCONSCIOUS "knocked out" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE]
        "Out of the fight and helpless: attacks on it have +2 and pass shield and Dexterity bonus. Until its hit \
        points are above its temporary damage again.";
    DEAD "dead" [CANNOT_ACT, OUT, SPARED, IDLE] standing(Dead) "Killed. Healing does not bring it back.";
    BROKEN "broken" [BROKEN, OFFERED] by_value(&[(0, Meaning::LEAVES), (1, Meaning::GIVES_GROUND)])
        "Its group's morale broke: it flees, falls back or surrenders. Until you lift it.";
    STEADFAST "to the death" [OFFERED] over("no longer fights to the death")
        "Has held twice and makes no more morale checks in this fight.";
    SURRENDERED "surrendered" [CANNOT_ACT, SPARED, IDLE, OFFERED] standing(Surrendered) over("takes up the fight again")
        "Has given up: does nothing and threatens nobody. Until you lift it.";
    LATE "just come" [CANNOT_ACT] "Came into the fight during this round, and acts from the next on.";
    SHIELD_MET = ShieldMet "shield used" [UNTOLD] rule("toward") "Its shield counts against that attacker this round.";
    HURT_BY = HurtBy "hurt by" [UNTOLD] toward("") rule("toward") "Was hit and harmed by that attacker this round.";
    MET = Met "in melee with" [UNTOLD] value(Inner) rule("toward")
        "The round in which it first met that opponent in melee.";
    SILENCED "silenced" [CANNOT_CAST, OFFERED] "Cannot speak, and so cannot cast. Until its time is up or you lift it.";
    GAGGED "gagged" [CANNOT_CAST, OFFERED] "Cannot speak, and so cannot cast. Until its time is up or you lift it.";
    BOUND "bound" [CANNOT_MOVE, CANNOT_ATTACK, CANNOT_CAST, HELPLESS, SPARED, IDLE, OFFERED]
        "Tied up and helpless: attacks on it have +2 and pass shield and Dexterity bonus. Until you lift it.";
    PARALYSED "paralysed" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Out of action and helpless: attacks on it have +2 and pass shield and Dexterity bonus. Until its time is up.";
    PETRIFIED "petrified" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Stone: out of action and helpless. Until you lift it.";
    ASLEEP "asleep" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Out of action and helpless: attacks on it have +2 and pass shield and Dexterity bonus. Until its time is up \
        or it is woken.";
    INCAPACITATED "incapacitated" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED]
        "Out of action in some other way, and counts as such for morale. Until its time is up or you lift it.";
    HELPLESS "helpless" [CANNOT_MOVE, CANNOT_ATTACK, CANNOT_CAST, HELPLESS, SPARED, IDLE, OFFERED]
        "At the mercy of others: attacks on it have +2 and pass shield and Dexterity bonus. Until you lift it.";
    BLIND "blind" [SHUNS, OFFERED]
        "Sees nothing; what that costs it is up to you. Until its time is up or you lift it.";
    POISONED "poisoned" [OFFERED]
        "The poison works when its time is up: death, or what the attack named. A cure ends it before that.";
    TEMPORARY_HP "temporary hit points" [OFFERED, POOL] value(Number(1, 9999)) over("temporary hit points gone")
        "Damage takes them before hit points (temporary damage too, which is another thing); what they take still counts as damage dealt. They do not \
        add up: the higher number counts. They are not healing: they wake nobody and healing does not restore them. \
        Until they are used up or their duration ends.";
    NAMED "note" [OFFERED] value(Number(i32::MIN, i32::MAX))
        "Something you named. It has no effect of its own; until its time is up or you lift it.";
}
