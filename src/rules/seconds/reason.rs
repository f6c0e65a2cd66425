//! The reasons for terms of this ruleset.

use crate::rules::model::tally::{Reason, ReasonRow, reasons};

reasons! {
    BASE "base" "seconds.scale.table";
    DICE "dice" "seconds.attack.roll";
    SKILL = Skill "skill" "seconds.check.basic";
    REFEREE "referee" "seconds.attack.bonus-format";
    MINIMUM "at least 0" "seconds.damage.zero";
    DEXTERITY "Dexterity" "seconds.initiative.roll";
    SCALE = Scale "scale" "seconds.scale.table";
    TARGET_SCALE = TargetScale "target's scale" "seconds.attack.target-score";
    RANGE = Range "range" "seconds.missile.range";
    ON_THE_EXHALE = OnTheExhale "on the exhale" "seconds.class.technique-tags";
    FROM_THE_HIP = FromTheHip "from the hip" "seconds.class.technique-tags";
    HURT_HAND = HurtHand "hurt hand" "seconds.calledshot.hand";
    WORN_WEAPON = WornWeapon "damaged weapon" "seconds.item.weapon-wounds";
    COVER "cover" "seconds.situation.cover";
    THROUGH_COVER = ThroughCover "through cover" "seconds.situation.cover-damage" own();
    CONCEALMENT = Concealment "concealed" "seconds.situation.concealment";
    INVISIBLE = Invisible "unseen" "seconds.situation.invisible";
    POSTURE = Posture "posture" "seconds.movement.posture-target";
    SPEED = Speed "speed" "seconds.movement.high-speed-target";
    CALLED_SHOT = CalledShot "called shot" "seconds.calledshot.roll";
    FLANKED "flanked" "seconds.situation.flanked";
    FLAT_FOOTED = FlatFooted "flat-footed" "seconds.surprise.flat-footed";
    SNEAK = Sneak "sneak attack" "seconds.surprise.sneak-tag";
    HELD "held" "seconds.condition.held";
    RAGE = Rage "raging" "seconds.condition.raging";
    ASLEEP = Asleep "asleep" "seconds.check.sleeper-hears";
    DODGED = Dodged "dodged" "seconds.area.defence" own();
    ENDURANCE = Endurance "Endurance" "seconds.damage.toughness";
    ARMOUR = Armour "armour" "seconds.damage.defence-stacking";
    DURABILITY = Durability "durability" "seconds.damage.defence-stacking";
    WOUNDS = Wounds "wounds" "seconds.condition.wound";
    SPIRIT = Spirit "Spirit" "seconds.morale.will";
    DISCIPLINE = Discipline "discipline" "seconds.morale.will";
    PENALTIES = Penalties "morale penalties" "seconds.condition.morale-penalty";
    WILL = Will "Will" "seconds.morale.will";
    MOBILITY = Mobility "mobility" "seconds.encumbrance.mobility";
    LOAD "load" "seconds.encumbrance.step";
    HEIGHT = Height "height" "seconds.hazard.fall";
    SURFACE = Surface "surface" "seconds.hazard.fall";
    DOSES = Doses "doses" "seconds.poison.overdose";
    EXPOSURE = Exposure "exposure" "seconds.poison.inhaled";
}
