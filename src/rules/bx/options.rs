//! The options of this ruleset.

use crate::rules::d20::group::MoraleBy;
use crate::rules::model::option::options;

options! {
    INDIVIDUAL_INITIATIVE: off "bx.option.individual-initiative" "Individual initiative"
        "Every combatant rolls its own 1d6 with its Dexterity initiative modifier, in place of one die a side.";
    TIES: Ties { Reroll = "reroll", Simultaneous = "simultaneous" } "bx.option.initiative-ties" "Initiative ties"
        "The suggested answer when sides tie: roll again, or share the slot. You may choose the other each time.";
    MORALE: on "bx.option.morale"
        "Morale" "Monsters check morale. Off: no check is ever due.";
    MORALE_BY: MoraleBy ["side", "kind"] usual("kind") "bx.option.morale-by" "Who checks morale together"
        "side: the whole side with one roll, each creature against its own score. kind: all creatures of one kind \
        on a side, so that goblins can break while their ogre stands.";
    ASCENDING: off "bx.option.ascending-ac" "Ascending armour class"
        "Shows and resolves ascending armour class with an attack bonus instead of the matrix.";
    VARIABLE_DAMAGE: off "bx.option.variable-weapon-damage"
        "Variable weapon damage" "Characters roll the weapon's own die. Off: 1d6 with any weapon.";
    ENCUMBRANCE: Encumbrance { None = "none", Basic = "basic", Detailed = "detailed" } "bx.option.encumbrance"
        "Encumbrance"
        "Works out the movement rate from what is carried: basic from armour and treasure, detailed from coins of \
        weight. None: the rate stands as entered. One system applies to all characters.";
    ITEM_SURVIVAL: on "bx.option.magic-item-survival" "Magic items may survive"
        "After a destructive death each magic item is offered a saving throw. Off: they are all lost.";
    SLOW_ORDER: SlowOrder { Initiative = "initiative", Simultaneous = "simultaneous" } "bx.option.slow-order"
        "Order of slow weapons"
        "Those with slow weapons act after all others: in initiative order, or all at the same time.";
    RETREAT_TIMING: RetreatTiming { Declaration = "declaration", Movement = "movement" } "bx.option.retreat-timing"
        "When a retreat begins"
        "Whether the penalties of a retreat start when announcements are closed, or only when it moves.";
    RETREAT_EXPOSURE: RetreatExposure { Engaged = "engaged", All = "all" } "bx.option.retreat-exposure"
        "Who profits from a retreat"
        "Whether +2 and the lost shield serve only the foes it breaks away from, or all foes.";
    DISRUPT_ON: DisruptOn { Hit = "hit", Damage = "damage" } "bx.option.disrupt-on"
        "What spoils a spell" "Besides a failed saving throw: any hit, or only one that takes hit points.";
    HALF_ROUNDING: HalfRounding { Down = "down", Up = "up" } "bx.option.half-rounding"
        "Rounding of half damage" "Which way halved damage is rounded.";
    ARITHMETIC: off "bx.option.thac0-arithmetic"
        "Plain THAC0" "The number needed is THAC0 - AC with no limits of 2 and 20.";
    SUBDUING: off "bx.option.subduing"
        "Subduing" "Allows blows that subdue instead of wounding.";
    RELOAD: off "bx.option.reload"
        "Reloading" "Crossbows need a round to load and shoot every second round.";
    PEERS: off "bx.option.peer-invulnerability" "Immune creatures harm each other"
        "Creatures that only silver or magic hurts are also hurt by others of that sort, and by monsters of 5 or \
        more Hit Dice.";
}
