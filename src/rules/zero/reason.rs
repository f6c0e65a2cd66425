//! Reasons in totals that only this ruleset has.

use crate::rules::model::tally::Reason;

/// The PSY bonus (`zero.spell.simultaneous-save`).
pub const PSY: Reason = Reason::new("Psy");
/// Dexterity in place of Strength (`zero.attack.swashbuckler`).
pub const SWASHBUCKLER: Reason = Reason::new("Swashbuckler");
/// STR 16+, for classes that are not fighter types (`zero.attack.ability-melee`).
pub const GREAT_STRENGTH: Reason = Reason::new("GreatStrength");
/// On foot against a mounted opponent (`zero.melee.mounted`).
pub const ON_FOOT: Reason = Reason::new("OnFoot");
/// From higher ground (`zero.melee.high-ground`).
pub const HIGH_GROUND: Reason = Reason::new("HighGround");
/// From lower ground (`zero.melee.high-ground`).
pub const LOW_GROUND: Reason = Reason::new("LowGround");
/// One of three or more around the target (`zero.melee.surround-bonus`).
pub const SURROUNDED: Reason = Reason::new("Surrounded");
/// A surprise attack, from any direction (`zero.melee.surprise-attack`).
pub const SURPRISE: Reason = Reason::new("Surprise");
/// A weapon set against a charge (`zero.special.set-spear`).
pub const SET_WEAPON: Reason = Reason::new("SetWeapon");
/// The target flees and cannot outrun the attacker (`zero.movement.hounded`).
pub const HOUNDING: Reason = Reason::new("Hounding");
/// The target is helpless (`zero.attack.modifier-stack`).
pub const HELPLESS: Reason = Reason::new("Helpless");
/// A weapon in each hand (`zero.melee.florentine`).
pub const FLORENTINE: Reason = Reason::new("Florentine");
/// Off balance after a fumble (`zero.fumble.effect`).
pub const OFF_BALANCE: Reason = Reason::new("OffBalance");
/// Points subtracted because only a natural 20 could hit (`zero.attack.beyond-20`).
pub const BEYOND20: Reason = Reason::new("Beyond20");
/// The extra dice of a special attack (`zero.attack.special-on-natural`).
pub const SPECIAL: Reason = Reason::new("Special");
/// A lance charge (`zero.special.lance`).
pub const LANCE: Reason = Reason::new("Lance");
/// A charge with horns or tusks (`zero.special.horned-charge`).
pub const HORNS: Reason = Reason::new("Horns");
/// A weapon unfit for the job (`zero.melee.weapon-fitness`).
pub const UNSUITED: Reason = Reason::new("Unsuited");
/// Multiplied by the men of the unit (`zero.mass.attack`).
pub const UNIT: Reason = Reason::new("Unit");
/// A hit on a unit takes at most one man's share (`zero.mass.hero-vs-unit`).
pub const ONE_MAN: Reason = Reason::new("OneMan");
/// The target's levels above the attacker (`zero.save.level-gap-bonus`).
pub const LEVEL_GAP: Reason = Reason::new("LevelGap");
/// The target's STR bonus, against a whip (`zero.special.whip`).
pub const TARGET_STRENGTH: Reason = Reason::new("TargetStrength");
/// The other side's `surprises` (`zero.surprise.chance`).
pub const STEALTH: Reason = Reason::new("Stealth");
/// The side's own `surprised_on` (`zero.surprise.chance`).
pub const ALERTNESS: Reason = Reason::new("Alertness");
/// The shield does not count (`zero.attack.shield`).
pub const NO_SHIELD: Reason = Reason::new("NoShield");
/// The DEX bonus does not count (`zero.attack.dex-ac`).
pub const NO_DEXTERITY: Reason = Reason::new("NoDexterity");
/// The share that becomes temporary damage (`zero.damage.pools`).
pub const SPARED: Reason = Reason::new("Spared");
/// In a fighting withdrawal.
pub const WITHDRAWING: Reason = Reason::new("Withdrawing");
