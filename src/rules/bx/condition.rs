//! The conditions of this ruleset.

use crate::rules::model::combatant::Standing::{Dead, Surrendered};
use crate::rules::model::condition::Figure::{Inner, Line, Number, Spell};
use crate::rules::model::condition::{Condition, ConditionRow, Meaning, conditions};
use crate::rules::model::deed::Deed::{Cast, Retreat, Withdraw};

conditions! {
    CASTING "casting" [CANNOT_MOVE, CANNOT_ATTACK, BRIEF, UNTOLD] value(Spell) pledge(&[Cast])
        "Has announced a spell: no movement and no other action this round, even if the spell is let go or spoiled. \
        Ends with the round.";
    SPELL_DISRUPTED "spell spoiled" [CANNOT_MOVE, CANNOT_ATTACK, CANNOT_CAST, BRIEF]
        "A hit or a failed save broke the spell and a copy is gone. It does nothing more until the round ends.";
    WITHDRAWING "withdrawing" [GIVES_GROUND, BRIEF] pledge(&[Withdraw])
        "May step back up to half its encounter rate, and still attack. Ends with the round, or when its slot begins \
        and it is no longer in melee.";
    RETREATING "retreating" [CANNOT_ATTACK, CANNOT_CAST, LEAVES, BRIEF] pledge(&[Retreat])
        "Neither attacks nor casts; the foes it turns its back on have +2 to hit it and ignore its shield. Ends with \
        the round; an announced one also when its slot begins and it is no longer in melee.";
    SLOW = Slow "slow" [BRIEF] "A slow weapon is ready: acts after the last slot. Ends with the round.";
    NOT_SLOW = NotSlow "not slow" [BRIEF]
        "Removed from the tail: acts in its own slot and makes no slow attack. Ends with the round.";
    SURPRISED "surprised" [CANNOT_ACT, OFFERED, BRIEF]
        "Announces nothing, has no slot and does nothing in round 1; defends as usual. Ends with that round.";
    LATE "just come" [CANNOT_ACT, BRIEF]
        "Joined the fight after its side's slot had begun: announces nothing and does nothing until the next round; \
        defends as usual.";
    FLEEING "fleeing" [CANNOT_ATTACK, CANNOT_CAST, BROKEN, LEAVES, OFFERED]
        "Morale broke: flees, does not attack, and retreats whenever it is in melee. Until you rally it, it leaves or \
        it dies.";
    SURRENDERED "surrendered" [CANNOT_ACT, SPARED, IDLE, OFFERED] standing(Surrendered) over("takes up the fight again")
        "Has given up, after broken morale or subdual: does nothing and threatens nobody. Until you lift it.";
    STEADFAST "steadfast" [OFFERED] "Has passed two morale checks and makes no more in this encounter.";
    SILENCED "silenced" [CANNOT_CAST, OFFERED] "In magical silence: cannot cast. Until its time is up or you lift it.";
    GAGGED "gagged" [CANNOT_CAST, OFFERED] "Cannot speak, and so cannot cast. Until its time is up or you lift it.";
    BOUND "bound" [CANNOT_MOVE, CANNOT_ATTACK, CANNOT_CAST, HELPLESS, SPARED, IDLE, OFFERED]
        "Tied up: cannot move, attack or cast, and blows hit it without a roll. Until its time is up or you lift it.";
    PARTIAL_COVER "partial cover" [OFFERED] value(Number(-4, 0)) over("out of cover")
        "Missiles at it suffer the penalty you set, -1 to -4. Until you lift it.";
    COMPLETE_COVER = CompleteCover "complete cover" [OFFERED] over("out of cover")
        "Missiles cannot be aimed at it at all. Until you lift it.";
    PARALYSED "paralysed" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Out of action: announces, moves, attacks and casts nothing; blows hit it without a roll, and it counts as \
        down for morale. Until its time is up.";
    PETRIFIED "petrified" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Stone: out of action, hit by blows without a roll, down for morale. Until you lift it.";
    ASLEEP "asleep" [CANNOT_ACT, HELPLESS, OUT, SPARED, IDLE, OFFERED]
        "Out of action: announces, moves, attacks and casts nothing; blows hit it without a roll, and it counts as \
        down for morale. Until its time is up or it is woken.";
    INCAPACITATED "incapacitated" [CANNOT_ACT, OUT, SPARED, IDLE, OFFERED]
        "Out of action in some other way and down for morale, but a blow still needs its roll unless it is helpless as \
        well. Until you lift it.";
    HELPLESS "helpless" [HELPLESS, SPARED, IDLE, OFFERED]
        "Blows hit it without a roll; missiles are rolled as usual. Until you lift it.";
    BLIND "blind" [CANNOT_ATTACK, SHUNS, OFFERED] "Makes no attacks. Until its time is up or you lift it.";
    POISONED "poisoned" [OFFERED]
        "The poison works when its time is up: death, or what the attack named. A cure ends it before that.";
    EXHAUSTED "exhausted" [OFFERED]
        "-2 to hit, -2 damage, armour class 2 worse, after 30 rounds of running. Until three whole turns of rest.";
    WINDED "winded" [CANNOT_MOVE, OFFERED]
        "Has used up its 60 rounds of movement and cannot keep encounter pace. Until it rests.";
    OVERLOADED = Overloaded "overloaded" [CANNOT_MOVE]
        "Carries more than 160 lb and cannot move. Until the load is down to 160 lb.";
    SUBDUED "subdual" []
        "Points of subdual taken; it surrenders when they match its hit points. Remove them after the fight.";
    DOUSED = Doused "doused" []
        "Burning oil or holy water clings to it: it takes the second die when the next round opens.";
    RELOADING "reloading" [] value(Line)
        "That crossbow has been shot and must be loaded. Until the end of the next round.";
    BRACED "braced" [OFFERED, BRIEF]
        "Spear or polearm set: does double damage when it hits a foe that charges. Ends with the round.";
    TURNED "turned" [CANNOT_ATTACK, LEAVES, SHUNS, IDLE, OFFERED]
        "Driven off by a cleric: leaves if it can, and neither attacks nor touches the cleric. Until you lift it.";
    DEAD "dead" [CANNOT_ACT, OUT, SPARED, IDLE] standing(Dead)
        "At 0 hit points or fewer, or killed outright. Healing does not bring it back.";
    GEAR_DESTROYED = GearDestroyed "gear destroyed" [] value(Inner)
        "A destructive effect killed it: its gear is gone, except magic items that made their save.";
    TEMPORARY_HP "temporary hit points" [OFFERED, POOL] value(Number(1, 9999)) over("temporary hit points gone")
        "Damage takes them before hit points (subdual too); what they take still counts as damage dealt. They do not \
        add up: the higher number counts. They are not healing: they wake nobody and healing does not restore them. \
        Until they are used up or their duration ends.";
    NAMED "note" [OFFERED] value(Number(i32::MIN, i32::MAX))
        "A condition you named. It has no effect of its own. Until its time is up or you lift it.";
}
