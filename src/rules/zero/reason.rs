//! The reasons for terms of this ruleset.

use crate::rules::model::tally::{Reason, ReasonRow, reasons};

reasons! {
    TEMPORARY "temporary hit points" "zero.damage.roll" spent();
    NO_SHIELD = NoShield "no shield" "zero.attack.shield";
    NO_DEXTERITY = NoDexterity "no Dexterity" "zero.attack.dex-ac";
    SPARED = Spared "temporary" "zero.damage.pools";
    BASE "base" "zero.equipment.armour";
    STRENGTH "Strength" "zero.attack.ability-melee";
    DEXTERITY "Dexterity" "zero.attack.dex-ac";
    PSY = Psy "PSY" "zero.spell.simultaneous-save";
    SWASHBUCKLER = Swashbuckler "swashbuckler" "zero.attack.swashbuckler";
    GREAT_STRENGTH = GreatStrength "Strength 16+" "zero.attack.ability-melee";
    WEAPON "weapon" "zero.attack.modifier-stack";
    SHORT_RANGE "short range" "zero.missile.range";
    LONG_RANGE "long range" "zero.missile.range";
    COVER "cover" "zero.missile.cover";
    MOUNTED "mounted" "zero.melee.mounted";
    HIGH_GROUND = HighGround "higher ground" "zero.melee.high-ground";
    LOW_GROUND = LowGround "lower ground" "zero.melee.high-ground";
    SURROUNDED = Surrounded "outnumbered" "zero.melee.surround-bonus";
    FLANKED "flank" "zero.melee.flank";
    BEHIND "from behind" "zero.melee.behind";
    SURPRISE = Surprise "surprise" "zero.melee.surprise-attack";
    BACK_STAB "backstab" "zero.melee.backstab";
    HELPLESS = Helpless "helpless" "zero.attack.modifier-stack";
    CHARGING "charge" "zero.special.charge";
    SET_WEAPON = SetWeapon "set spear" "zero.special.set-spear";
    LANCE = Lance "lance" "zero.special.lance";
    HORNS = Horns "horns" "zero.special.horned-charge";
    PARTING_SHOT "parting shot" "zero.movement.retreat";
    HOUNDING = Hounding "hounding" "zero.movement.hounded";
    WITHDRAWING = Withdrawing "withdrawing" "zero.movement.withdrawal";
    PARRYING "parry" "zero.melee.parry";
    FLORENTINE = Florentine "two weapons" "zero.melee.florentine";
    PRONE "prone" "zero.condition.prone";
    OFF_BALANCE = OffBalance "off balance" "zero.fumble.effect";
    CRITICAL "critical" "zero.critical.effect";
    SPECIAL = Special "special" "zero.attack.special-on-natural";
    BEYOND20 = Beyond20 "beyond 20" "zero.attack.beyond-20";
    UNSUITED = Unsuited "wrong weapon" "zero.melee.weapon-fitness";
    MINIMUM "at least 1" "zero.damage.minimum";
    DOUBLED "multiplied" "zero.damage.multipliers";
    HALVED "halved" "zero.save.roll";
    UNIT = Unit "every man" "zero.mass.attack";
    ONE_MAN = OneMan "one man's share" "zero.mass.hero-vs-unit";
    LEVEL_GAP = LevelGap "levels above" "zero.save.level-gap-bonus";
    TARGET_STRENGTH = TargetStrength "target's Strength" "zero.special.whip";
    STEALTH = Stealth "stealth" "zero.surprise.chance";
    ALERTNESS = Alertness "alertness" "zero.surprise.chance";
    REFEREE "referee" "zero.attack.modifier-stack";
    DICE "dice" "zero.attack.roll";
    ON_FOOT = OnFoot "on foot" "zero.melee.mounted";
    TARGET_PRONE "prone target" "zero.condition.prone";
}
