//! The options and how they stand.

/// How wounds, dying and breaking compare with Toughness.
pub const THRESHOLDS: &str = "seconds.option.thresholds";
/// The dying check.
pub const DYING_DC: &str = "seconds.option.dying-dc";
/// What flat-footed does.
pub const FLAT_FOOTED: &str = "seconds.option.flat-footed";
/// Seconds to stand up from prone.
pub const STAND_FROM_PRONE: &str = "seconds.option.stand-from-prone";
/// Seconds to aim.
pub const AIM_TIME: &str = "seconds.option.aim-time";
/// The blank rows of confusion.
pub const CONFUSION_BLANK: &str = "seconds.option.confusion-blank";
/// Sides of the scatter die.
pub const SCATTER_SIDES: &str = "seconds.option.scatter-sides";
/// How the metres of a fall are rounded.
pub const FALL_ROUNDING: &str = "seconds.option.fall-rounding";
/// A miss by just what the cover gave.
pub const COVER_EDGE: &str = "seconds.option.cover-edge";
/// Two grave hits in one combo.
pub const COMBO_OVERKILL: &str = "seconds.option.combo-overkill";
/// Flanked and flat-footed together.
pub const CIRCUMSTANCE_STACKING: &str = "seconds.option.circumstance-stacking";
/// Whether no damage can wound.
pub const ZERO_DAMAGE_WOUNDS: &str = "seconds.option.zero-damage-wounds";
/// Whether a weapon strikes only at its reach.
pub const STRICT_REACH: &str = "seconds.option.strict-reach";
/// Which skills a load hampers.
pub const ENCUMBRANCE_SKILLS: &str = "seconds.option.encumbrance-skills";
/// When panic and rage end.
pub const PANIC_END: &str = "seconds.option.panic-end";
/// When a poison is first checked.
pub const POISON_FIRST_CHECK: &str = "seconds.option.poison-first-check";
/// Whether the unconscious fall.
pub const UNCONSCIOUS_PRONE: &str = "seconds.option.unconscious-prone";
/// Toughness of hafted wooden weapons.
pub const WOODEN_HAFT: &str = "seconds.option.wooden-haft-toughness";
