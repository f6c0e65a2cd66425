//! Reasons of totals that nobody but this ruleset has.

use crate::rules::model::tally::Reason;

/// Presence of mind: the PSY bonus (`zero.spell.simultaneous-save`).
pub const PSY: Reason = Reason::new("Psy");

/// Dexterity in place of Strength (`zero.attack.swashbuckler`).
pub const SWASHBUCKLER: Reason = Reason::new("Swashbuckler");

/// Strength of 16 or more, for those who do not fight by trade (`zero.attack.ability-melee`).
pub const GREAT_STRENGTH: Reason = Reason::new("GreatStrength");

/// On foot against one in the saddle (`zero.melee.mounted`).
pub const ON_FOOT: Reason = Reason::new("OnFoot");

/// From higher ground (`zero.melee.high-ground`).
pub const HIGH_GROUND: Reason = Reason::new("HighGround");

/// From lower ground (`zero.melee.high-ground`).
pub const LOW_GROUND: Reason = Reason::new("LowGround");

/// One of three or more around the target (`zero.melee.surround-bonus`).
pub const SURROUNDED: Reason = Reason::new("Surrounded");

/// By surprise, from whatever side (`zero.melee.surprise-attack`).
pub const SURPRISE: Reason = Reason::new("Surprise");

/// A weapon set against a charge (`zero.special.set-spear`).
pub const SET_WEAPON: Reason = Reason::new("SetWeapon");

/// At somebody who runs and cannot get away (`zero.movement.hounded`).
pub const HOUNDING: Reason = Reason::new("Hounding");

/// At somebody helpless (`zero.attack.modifier-stack`).
pub const HELPLESS: Reason = Reason::new("Helpless");

/// A weapon in each hand (`zero.melee.florentine`).
pub const FLORENTINE: Reason = Reason::new("Florentine");

/// Off balance after a fumble (`zero.fumble.effect`).
pub const OFF_BALANCE: Reason = Reason::new("OffBalance");

/// Points lost because only a natural 20 could hit (`zero.attack.beyond-20`).
pub const BEYOND20: Reason = Reason::new("Beyond20");

/// The dice of a creature's special attack (`zero.attack.special-on-natural`).
pub const SPECIAL: Reason = Reason::new("Special");

/// A lance at the charge (`zero.special.lance`).
pub const LANCE: Reason = Reason::new("Lance");

/// Horns or tusks at the charge (`zero.special.horned-charge`).
pub const HORNS: Reason = Reason::new("Horns");

/// The wrong weapon for the job (`zero.melee.weapon-fitness`).
pub const UNSUITED: Reason = Reason::new("Unsuited");

/// Every man of a unit (`zero.mass.attack`).
pub const UNIT: Reason = Reason::new("Unit");

/// One man's share of a unit is all that one hit can take (`zero.mass.hero-vs-unit`).
pub const ONE_MAN: Reason = Reason::new("OneMan");

/// Levels above the attacker (`zero.save.level-gap-bonus`).
pub const LEVEL_GAP: Reason = Reason::new("LevelGap");

/// The target's Strength, against a whip (`zero.special.whip`).
pub const TARGET_STRENGTH: Reason = Reason::new("TargetStrength");

/// How well the one side goes unnoticed (`zero.surprise.chance`).
pub const STEALTH: Reason = Reason::new("Stealth");

/// How well the other side notices (`zero.surprise.chance`).
pub const ALERTNESS: Reason = Reason::new("Alertness");

/// The shield does not count (`zero.attack.shield`).
pub const NO_SHIELD: Reason = Reason::new("NoShield");

/// The bonus for Dexterity does not count (`zero.attack.dex-ac`).
pub const NO_DEXTERITY: Reason = Reason::new("NoDexterity");

/// Spared: it goes to the temporary damage (`zero.damage.pools`).
pub const SPARED: Reason = Reason::new("Spared");

/// Backing off, weapon up.
pub const WITHDRAWING: Reason = Reason::new("Withdrawing");
