//! Attributes of creatures and weapons that only this ruleset has (section 1.1 of the catalogue). In flags, 1 is yes
//! and 0 is no.

use crate::rules::model::block::attribute::{Attribute, AttributeRow, attributes};

attributes! {
    DEXTERITY_BONUS = DexterityBonus ("DEX bonus; absent: by the score.", -5, 8);
    FIGHTER_TYPE = FighterType ("Flag: is a fighter type; absent: by class.", 0, 1);
    HORNED = Horned ("Flag: has big horns or tusks (`zero.special.horned-charge`).", 0, 1);
    IMPORTANT = Important ("Flag: an NPC fighter type that makes many attacks like a player character.", 0, 1);
    INTELLIGENT = Intelligent ("Flag: intelligent; absent: yes (`zero.pursuit.distraction`).", 0, 1);
    MEN = Men ("Number of men in a unit (`zero.mass.unit`).", 2, 999);
    MOUNT_CHARGES = MountCharges ("Flag: its mount charges with it; absent: yes (R63).", 0, 1);
    MOUNT_MOVE ("The movement of its mount per round; absent: its own.", 0, 60);
    NEEDS_PLUS = NeedsPlus ("Only weapons with at least this magic bonus harm it (`zero.attack.special-material`).", 0, 5);
    NORMAL_TYPE = NormalType ("Flag: a Normal Man or equal; absent: by Hit Dice (R44).", 0, 1);
    PSY = Psy ("PSY score; absent: the Wisdom score.", 3, 18);
    PSY_BONUS = PsyBonus ("PSY bonus; absent: by the score.", -5, 8);
    REACH = Reach ("Reach class of a weapon; absent: by the weapon table, or by its bearer's size.", 0, 6) of_lines();
    ROUTINE ("Attacks in an ordinary round; absent: as usual.", 1, 10);
    SAVE_STONE = SaveStone ("Saving throw against petrification; absent: by the table (`zero.save.table`).", 2, 20);
    STRENGTH_BONUS = StrengthBonus ("STR bonus; absent: by the score.", -5, 8);
    SURPRISED_ON = SurprisedOn ("It is surprised on 1 to this number of a d6.", 0, 6);
    SURPRISES = Surprises ("It surprises others on 1 to this number of a d6.", 0, 6);
    SWASHBUCKLER = Swashbuckler ("Flag: may use DEX for STR in melee; absent: fighters and pirates may (R41).", 0, 1);
    UNTRAINED ("Of an attack line: 1 if its bearer is not trained to use it.", 0, 1) of_lines();
}
