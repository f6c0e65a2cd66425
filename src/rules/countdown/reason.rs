//! The reasons for terms of this ruleset.

use crate::rules::model::tally::{Reason, ReasonRow, reasons};

reasons! {
    TEMPORARY "temporary hit points" "countdown.damage.roll" spent();
    BASE "base" "countdown.equipment.armor";
    STRENGTH "Strength" "countdown.class.ability-modifier";
    DEXTERITY "Dexterity" "countdown.class.ability-modifier";
    CONSTITUTION "Constitution" "countdown.class.ability-modifier";
    INTELLIGENCE "Intelligence" "countdown.class.ability-modifier";
    CHARISMA "Charisma" "countdown.class.ability-modifier";
    WISDOM "Wisdom" "countdown.class.ability-modifier";
    MIGHT = Might "Strength or Dexterity" "countdown.special.grapple-check";
    WEAPON "weapon" "countdown.damage.magic";
    QUICKNESS "quickness" "countdown.initiative.roll";
    ATTACK_BONUS "attack bonus" "countdown.class.attack-bonus";
    SHORT_RANGE "short range" "countdown.missile.range";
    LONG_RANGE "long range" "countdown.missile.range";
    POINT_BLANK = PointBlank "at 5'" "countdown.missile.point-blank";
    UNNOTICED = Unnoticed "unaware" "countdown.missile.unaware";
    COVER "cover" "countdown.attack.cover";
    BEHIND "from behind" "countdown.attack.from-behind";
    FLANKED "flanking" "countdown.attack.flanking";
    BACK_STAB "sneak attack" "countdown.class.sneak-attack";
    CHARGING "charge" "countdown.special.charge";
    PARTING_SHOT "parting shot" "countdown.movement.parting-shot";
    FIRST_WEAPON "first of two weapons" "countdown.attack.two-weapon";
    SECOND_WEAPON "second of two weapons" "countdown.attack.two-weapon";
    FLAT = Flat "flat of the blade" "countdown.special.nonlethal";
    KICK = Kick "kick" "countdown.special.kick";
    SHAKEN = Shaken "shaken" "countdown.condition.shaken";
    PRONE "prone" "countdown.condition.prone";
    BLIND "blinded" "countdown.condition.blinded";
    STUMBLING = Stumbling "stumbling" "countdown.condition.stumbling";
    FOLK "nimble folk" "countdown.class.race";
    ENGINE = Engine "engine" "countdown.equipment.siege";
    DODGING = Dodging "dodging" "countdown.special.dodge";
    MAXIMUM "highest the dice allow" "countdown.critical.maximum";
    CRITICAL "critical" "countdown.critical.damage";
    SIZE = Size "size" "countdown.special.grapple-check";
    AMBUSH = Ambush "ambush" "countdown.surprise.ambush";
    BLOW = Blow "at one instant" "countdown.initiative.simultaneous" blow();
    SPENT = Spent "nothing left to lose" "countdown.death.zero" spent();
    OWN = Own "own bonus" "countdown.save.roll";
    HELD "held" "countdown.special.grapple-held";
    REFEREE "referee" "countdown.check.validation";
    DOUBLED "doubled" "countdown.damage.double";
    HALVED "halved" "countdown.special.nonlethal";
    MINIMUM "at least 1" "countdown.damage.minimum";
    DICE "dice" "countdown.attack.roll";
}
