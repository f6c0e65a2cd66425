//! The options of this ruleset.

use crate::rules::model::option::{OptionValue, options};

/// T of a wooden haft; its M is as printed: `10/4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WoodenHaft(pub i32);

impl OptionValue for WoodenHaft {
    fn read(word: &str) -> Option<Self> {
        let (toughness, _) = word.split_once('/')?;
        toughness.parse().ok().map(Self)
    }
}

options! {
    THRESHOLDS: Thresholds { AsWritten = "as-written", Exceed = "exceed", Meet = "meet" } "seconds.option.thresholds"
        "Is equal enough?"
        "How damage is compared with Toughness. As written: a wound above Minimum Toughness, dying at Toughness, \
        the results of called shots at each, an object destroyed above Toughness. Exceed: every one of these must \
        be exceeded. Meet: for each, equal is enough.";
    DYING_DC: DyingDc { FourWithWounds = "4-with-wounds", SixPlain = "6-plain" } "seconds.option.dying-dc"
        "Dying check"
        "DC 4 at first with -1 to the roll for each wound, or DC 6 at first with no penalty for wounds.";
    FLAT_FOOTED: FlatFooted { Penalty = "penalty", NoDefence = "no-defence" } "seconds.option.flat-footed"
        "Flat-footed"
        "-1 to defence rolls against the attacker that surprised it, or no defence roll at all, against anyone.";
    STAND_FROM_PRONE: i32 ["2", "4"] "seconds.option.stand-from-prone"
        "Standing up from prone" "Seconds it takes to stand up straight from the ground.";
    AIM_TIME: i32 ["2", "1"] "seconds.option.aim-time"
        "Aiming" "Seconds it takes to aim a ranged weapon.";
    CONFUSION_BLANK: ConfusionBlank { Reroll = "reroll", As15 = "as-15", As18 = "as-18" } "seconds.option.confusion-blank"
        "Blank rows of confusion"
        "Rows 16 and 17 of the confusion table are blank: roll again, or read them as row 15 (sits down) or row 18 \
        (its player controls it this turn).";
    SCATTER_SIDES: i32 ["8", "4", "6", "12"] "seconds.option.scatter-sides" "Scatter die"
        "Sides of the die for directions. 1 points away from the thrower, or north; the others follow clockwise at \
        equal angles, with 8 sides every 45 degrees.";
    FALL_ROUNDING: FallRounding { Started = "started", Full = "full" } "seconds.option.fall-rounding"
        "Metres of a fall"
        "A fall does 1 more for each 5 m begun, as the table has it, or only for each 5 m complete.";
    COVER_EDGE: CoverEdge { Inclusive = "inclusive", Exclusive = "exclusive" } "seconds.option.cover-edge"
        "A miss by just the cover"
        "Missing by exactly what the cover gave hits the cover (inclusive), or misses it too (exclusive).";
    COMBO_OVERKILL: ComboOverkill { Simultaneous = "simultaneous", Sequential = "sequential" } "seconds.option.combo-overkill"
        "Two grave hits in one combo"
        "Simultaneous: a target that starts dying by one component is not killed by another of the same combo. \
        Sequential: a later wound of the combo kills it.";
    CIRCUMSTANCE_STACKING: CircumstanceStacking { Add = "add", Worst = "worst" } "seconds.option.circumstance-stacking"
        "Flanked and flat-footed" "Their penalties to defence add up, or only the worse one counts.";
    ZERO_DAMAGE_WOUNDS: off "seconds.option.zero-damage-wounds" "Wounds without damage"
        "On: 0 damage wounds where Minimum Toughness is below 0. Off: no damage, no wound.";
    STRICT_REACH: on "seconds.option.strict-reach" "Too close for the weapon"
        "On: a melee weapon strikes only at its reach. Off: it also strikes everything nearer.";
    ENCUMBRANCE_SKILLS: EncumbranceSkills { FourSkills = "four-skills", DexBased = "dex-based" } "seconds.option.encumbrance-skills"
        "What a load hampers"
        "Acrobatics, athletics, wrestle and stealth; or, by Dexterity, also dodge, ranged skill and initiative, \
        the last of them once.";
    PANIC_END: PanicEnd { PenaltyRemoved = "penalty-removed", Referee = "referee" } "seconds.option.panic-end"
        "End of panic and rage" "They end when one morale penalty is removed, or only when you end it.";
    POISON_FIRST_CHECK: PoisonFirstCheck { NextSlot = "next-slot", AtOnce = "at-once" } "seconds.option.poison-first-check"
        "First check of a poison"
        "After one interval, which for fast poisons is the victim's next slot; or one check at once, then at every \
        interval.";
    UNCONSCIOUS_PRONE: off "seconds.option.unconscious-prone"
        "The unconscious fall" "On: a combatant that falls unconscious or starts dying is prone from then on.";
    WOODEN_HAFT: WoodenHaft ["10/4", "13/7", "16/10"] "seconds.option.wooden-haft-toughness" "Hafted wooden weapons"
        "Toughness and Minimum Toughness of spears, axes and the like, which the source leaves blank.";
}
