//! Attributes of creatures and weapons specific to this ruleset (section 1.1 of the catalogue). For flags, 1 is yes and
//! 0 is no.

use crate::rules::model::block::attribute::{Attribute, AttributeRow, attributes};

attributes! {
    ALTITUDE = Altitude ("Feet above the ground (`house.missile.bombing`).", 0, 300);
    CARRIED = Carried ("Load in CW; by default nothing that slows it (`house.encumbrance.rate`).", 0, 99999);
    CLEAVE = Cleave ("Has the Cleave talent (`house.class.cleave`).", 0, 1);
    CLIMB = Climb ("Points in climbing.", 0, 4);
    COMPANION = Companion ("An animal that follows a beast master (`house.morale.companion-animals`).", 0, 1);
    DEFENDER = Defender ("Has the Defender talent (`house.class.defender`).", 0, 1);
    DISGUISE = Disguise ("Points in disguise.", 0, 4);
    FOCUS = Focus ("Carries a spellcasting focus; by default any caster does (`house.spell.focus`).", 0, 1);
    HANDS = Hands ("Of an attack line: hands needed (`house.equipment.lists`).", 1, 2) of_lines();
    HEAR_NOISE = HearNoise ("Points in hearing noise.", 0, 4);
    HIDE = Hide ("Points in hiding.", 0, 4);
    HIT_DIE = HitDie ("Faces of the Hit Die of its class; by default by class (`house.attack.nonproficient`).", 4, 12);
    LEADER = Leader ("Has the Leader talent (`house.class.leader`).", 0, 1);
    MOUNT_MOVE ("The movement of its mount per round; absent: its own.", 0, 300);
    MOVE_SILENTLY = MoveSilently ("Points in moving silently.", 0, 4);
    OPEN_LOCKS = OpenLocks ("Points in opening locks.", 0, 4);
    PICK_POCKETS = PickPockets ("Points in picking pockets.", 0, 4);
    RETAINER = Retainer ("A retainer: dies as a character does, but checks morale (`house.death.exactly-zero`).", 0, 1);
    ROUTINE ("Attacks in an ordinary round; absent: as usual.", 1, 10);
    SLAYER = Slayer ("Has the Slayer talent (`house.class.slayer`).", 0, 1);
    SPECIALIZED = Specialized ("Of an attack line: whether its bearer has specialized in the weapon (`house.class.weapon-specialization`).", 0, 1) of_lines();
    STRENGTH_NEEDED = StrengthNeeded ("Of an attack line: minimum Strength (`house.attack.understrength`).", 3, 18) of_lines();
    TRACKING = Tracking ("Chance to track in percent, before Wisdom; by default by class and level (`house.check.tracking`).", 0, 200);
    TRAPS = Traps ("Points in traps.", 0, 4);
    TWO_WEAPONS = TwoWeapons ("Has the two-weapon fighting talent (`house.class.two-weapon-fighting`).", 0, 1);
    UNTRAINED ("Of an attack line: 1 if its bearer is not trained to use it.", 0, 1) of_lines();
}
