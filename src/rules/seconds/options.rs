//! The ids of the options.

/// Whether damage must meet or exceed a threshold to wound, start dying or destroy.
pub const THRESHOLDS: &str = "seconds.option.thresholds";
/// The DC of the dying check, and whether wounds count against it.
pub const DYING_DC: &str = "seconds.option.dying-dc";
/// The effect of being flat-footed.
pub const FLAT_FOOTED: &str = "seconds.option.flat-footed";
/// Seconds to stand up from prone.
pub const STAND_FROM_PRONE: &str = "seconds.option.stand-from-prone";
/// Seconds to aim.
pub const AIM_TIME: &str = "seconds.option.aim-time";
/// The effect of the blank rows 16 and 17 of the confusion table.
pub const CONFUSION_BLANK: &str = "seconds.option.confusion-blank";
/// The number of sides of the scatter die.
pub const SCATTER_SIDES: &str = "seconds.option.scatter-sides";
/// How the metres of a fall are rounded.
pub const FALL_ROUNDING: &str = "seconds.option.fall-rounding";
/// Whether a miss by exactly the cover's bonus hits the cover.
pub const COVER_EDGE: &str = "seconds.option.cover-edge";
/// Whether a second wound after a hit that starts dying, in the same combo, kills.
pub const COMBO_OVERKILL: &str = "seconds.option.combo-overkill";
/// Whether flanked and flat-footed add up.
pub const CIRCUMSTANCE_STACKING: &str = "seconds.option.circumstance-stacking";
/// Whether 0 damage wounds when Minimum Toughness is negative.
pub const ZERO_DAMAGE_WOUNDS: &str = "seconds.option.zero-damage-wounds";
/// Whether a weapon cannot attack targets nearer than its reach.
pub const STRICT_REACH: &str = "seconds.option.strict-reach";
/// Which skills encumbrance lowers.
pub const ENCUMBRANCE_SKILLS: &str = "seconds.option.encumbrance-skills";
/// When panic and rage end.
pub const PANIC_END: &str = "seconds.option.panic-end";
/// Whether a poison is first checked at the next slot or at once.
pub const POISON_FIRST_CHECK: &str = "seconds.option.poison-first-check";
/// Whether unconscious and dying creatures become prone.
pub const UNCONSCIOUS_PRONE: &str = "seconds.option.unconscious-prone";
/// Toughness of wooden hafted weapons.
pub const WOODEN_HAFT: &str = "seconds.option.wooden-haft-toughness";
