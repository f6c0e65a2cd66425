//! Names of the options of Advanced House Rules.

/// Whether the phases run through the whole order or each combatant has one stop (A1).
pub const TURN_STRUCTURE: &str = "house.option.turn-structure";
/// Faces of the initiative die (A2).
pub const INITIATIVE_DIE: &str = "house.option.initiative-die";
/// How ties are resolved (A2).
pub const INITIATIVE_TIES: &str = "house.option.initiative-ties";
/// Which Dexterity column modifies initiative (A51).
pub const INITIATIVE_MOD: &str = "house.option.initiative-mod";
/// Whether monsters of one kind share an initiative die.
pub const GROUP_MONSTERS: &str = "house.option.group-monsters";
/// Whether a fighting withdrawal must be declared (A5).
pub const DECLARE_WITHDRAWAL: &str = "house.option.declare-withdrawal";
/// When foes attack a retreating combatant (A12).
pub const RETREAT_ATTACK: &str = "house.option.retreat-attack";
/// Who saves as a character at 0 hit points (A36).
pub const DEATH_SCOPE: &str = "house.option.death-scope";
/// The dying die (A26).
pub const DYING_DIE: &str = "house.option.dying-die";
/// The unit of the dying die (A26).
pub const DYING_UNIT: &str = "house.option.dying-unit";
/// When ongoing damage is rolled (A3).
pub const ONGOING_TIMING: &str = "house.option.ongoing-timing";
/// Whether the modifiers of prone and incapacitated add up (A10).
pub const STACK_PRONE: &str = "house.option.stack-prone";
/// Whom a stray missile hits (A17).
pub const STRAY_PICK: &str = "house.option.stray-pick";
/// Whether a natural 1 goes astray as well (A18).
pub const STRAY_ON_NATURAL_1: &str = "house.option.stray-on-natural-1";
/// How often ones are rerolled (A21).
pub const REROLL_ONES: &str = "house.option.reroll-ones";
/// Penalty for too little Strength for a weapon (A14).
pub const UNDERSTRENGTH: &str = "house.option.understrength";
/// Whether encumbrance is in use.
pub const ENCUMBRANCE: &str = "house.option.encumbrance";
/// Whether a light load may raise the speed above the block's (A31).
pub const ENCUMBRANCE_SPEED: &str = "house.option.encumbrance-speed";
/// What the Dexterity cap of armour applies to (A32).
pub const DEX_CAP: &str = "house.option.dex-cap";
/// The roll that a major torso injury asks for (A38).
pub const TORSO_CHECK: &str = "house.option.torso-check";
/// Whether a mage skill adds the Intelligence score or its modifier (A25).
pub const MAGE_INT: &str = "house.option.mage-int";
/// Level from which a bard may mock (A28).
pub const MOCKERY_LEVEL: &str = "house.option.mockery-level";
/// Whether a started step of 50 feet counts when bombing (A39).
pub const BOMBING_STEPS: &str = "house.option.bombing-steps";
/// What a starred damage die means (A34).
pub const STARRED_DICE: &str = "house.option.starred-dice";
/// Whether range bands modify the attack roll.
pub const RANGE_MODS: &str = "house.option.range-mods";
/// Whether a hit disrupts a spell.
pub const SPELL_DISRUPTION: &str = "house.option.spell-disruption";
/// Whether wild magic is in use.
pub const WILD_MAGIC: &str = "house.option.wild-magic";
/// Whether morale is checked.
pub const MORALE: &str = "house.option.morale";
/// Which combatants check morale as one group.
pub const MORALE_BY: &str = "house.option.morale-by";
/// Whether charges are in use.
pub const CHARGING: &str = "house.option.charging";
/// Whether fighting with two weapons is in use.
pub const TWO_WEAPONS: &str = "house.option.two-weapons";
/// Whether thrown flasks splash on a miss.
pub const SPLASH: &str = "house.option.splash";
/// Whether two-handed melee weapons act last.
pub const SLOW_WEAPONS: &str = "house.option.slow-weapons";
/// Damage of a flask that misses.
pub const SPLASH_DAMAGE: &str = "house.option.splash-damage";
/// Whether the critical hit and fumble charts are in use.
pub const CHARTS: &str = "house.option.charts";
