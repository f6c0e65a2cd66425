//! The reasons for terms of this ruleset.

use crate::rules::model::tally::{Reason, ReasonRow, reasons};

reasons! {
    TEMPORARY "temporary hit points" "bx.death.zero" spent();
    BASE "base" "bx.equipment.armor";
    STRENGTH "Strength" "bx.ability.modifiers";
    DEXTERITY "Dexterity" "bx.ability.modifiers";
    WISDOM "Wisdom" "bx.save.magic-modifier";
    CHARISMA "Charisma" "bx.reaction.roll";
    WEAPON "weapon" "bx.attack.modifiers";
    QUICKNESS "quickness" "bx.initiative.monster-modifier";
    ATTACK_BONUS "attack bonus" "bx.attack.ascending";
    SHORT_RANGE "short range" "bx.missile.range";
    LONG_RANGE "long range" "bx.missile.range";
    COVER "cover" "bx.missile.partial-cover";
    RETREATING "retreating" "bx.movement.retreat";
    SHIELD_IGNORED "shield ignored" "bx.movement.retreat";
    TWO_HANDED = TwoHanded "two-handed" "bx.equipment.qualities";
    BEHIND "from behind" "bx.attack.behind";
    BACK_STAB "back-stab" "bx.special.back-stab";
    EXHAUSTED "exhausted" "bx.pursuit.exhaustion";
    REFEREE "referee" "bx.attack.modifiers";
    DOUBLED "doubled" "bx.equipment.qualities";
    HALVED "halved" "bx.damage.half-on-save";
    MINIMUM "at least 1" "bx.damage.minimum";
    DIFFICULTY "difficulty" "bx.check.ability";
    DICE "dice" "bx.attack.roll";
}
