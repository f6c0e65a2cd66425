//! The options of Advanced House Rules, read where they matter.

/// Whether the phases of the round run through the whole order, or everybody has one stop (A1).
pub const TURN_STRUCTURE: &str = "house.option.turn-structure";
/// Faces of the die of initiative (A2).
pub const INITIATIVE_DIE: &str = "house.option.initiative-die";
/// What becomes of ties (A2).
pub const INITIATIVE_TIES: &str = "house.option.initiative-ties";
/// Which column of Dexterity counts for initiative (A51).
pub const INITIATIVE_MOD: &str = "house.option.initiative-mod";
/// One die for each kind of monster.
pub const GROUP_MONSTERS: &str = "house.option.group-monsters";
/// Whether a fighting withdrawal is announced (A5).
pub const DECLARE_WITHDRAWAL: &str = "house.option.declare-withdrawal";
/// When foes strike at those who run (A12).
pub const RETREAT_ATTACK: &str = "house.option.retreat-attack";
/// Who is a character at 0 hit points (A36).
pub const DEATH_SCOPE: &str = "house.option.death-scope";
/// The die of the dying (A26).
pub const DYING_DIE: &str = "house.option.dying-die";
/// What that die counts (A26).
pub const DYING_UNIT: &str = "house.option.dying-unit";
/// When blood and flames harm (A3).
pub const ONGOING_TIMING: &str = "house.option.ongoing-timing";
/// Whether prone adds to incapacitated (A10).
pub const STACK_PRONE: &str = "house.option.stack-prone";
/// Whom a stray missile hits (A17).
pub const STRAY_PICK: &str = "house.option.stray-pick";
/// Whether a natural 1 strays as well (A18).
pub const STRAY_ON_NATURAL_1: &str = "house.option.stray-on-natural-1";
/// How often ones are rolled again (A21).
pub const REROLL_ONES: &str = "house.option.reroll-ones";
/// What too little Strength for a weapon costs (A14).
pub const UNDERSTRENGTH: &str = "house.option.understrength";
/// Whether loads count.
pub const ENCUMBRANCE: &str = "house.option.encumbrance";
/// Whether a light load gives more than the standing speed (A31).
pub const ENCUMBRANCE_SPEED: &str = "house.option.encumbrance-speed";
/// What armour caps Dexterity for (A32).
pub const DEX_CAP: &str = "house.option.dex-cap";
/// What a major injury of the torso asks for (A38).
pub const TORSO_CHECK: &str = "house.option.torso-check";
/// What of Intelligence a mage adds (A25).
pub const MAGE_INT: &str = "house.option.mage-int";
/// The level from which a bard mocks (A28).
pub const MOCKERY_LEVEL: &str = "house.option.mockery-level";
/// Whether 50 feet begun count (A39).
pub const BOMBING_STEPS: &str = "house.option.bombing-steps";
/// What the star at a die means (A34).
pub const STARRED_DICE: &str = "house.option.starred-dice";
/// Whether range changes the roll.
pub const RANGE_MODS: &str = "house.option.range-mods";
/// Whether a hit spoils a spell.
pub const SPELL_DISRUPTION: &str = "house.option.spell-disruption";
/// Whether magic runs wild.
pub const WILD_MAGIC: &str = "house.option.wild-magic";
/// Whether morale is checked.
pub const MORALE: &str = "house.option.morale";
/// Who checks morale together.
pub const MORALE_BY: &str = "house.option.morale-by";
/// Whether there are charges.
pub const CHARGING: &str = "house.option.charging";
/// Whether there is fighting with two weapons.
pub const TWO_WEAPONS: &str = "house.option.two-weapons";
/// Whether flasks break.
pub const SPLASH: &str = "house.option.splash";
/// Whether two-handed weapons act last.
pub const SLOW_WEAPONS: &str = "house.option.slow-weapons";
/// What a flask that misses does.
pub const SPLASH_DAMAGE: &str = "house.option.splash-damage";
/// Whether the charts of critical hits and misses are rolled on.
pub const CHARTS: &str = "house.option.charts";
