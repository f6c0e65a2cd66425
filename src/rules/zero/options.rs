//! The options of Original Edition House, read where they matter.

/// One die for the player characters.
pub const PARTY_INITIATIVE: &str = "zero.option.party-initiative";
/// New dice every round.
pub const REROLL: &str = "zero.option.reroll-initiative";
/// A natural 1 may be a fumble.
pub const FUMBLE: &str = "zero.option.fumble";
/// What a fumble does.
pub const FUMBLE_EFFECT: &str = "zero.option.fumble-effect";
/// What a critical hit does.
pub const CRIT_EFFECT: &str = "zero.option.crit-effect";
/// Whether an attack with a special has a critical hit as well.
pub const SPECIAL_AND_CRIT: &str = "zero.option.special-and-crit";
/// Who attacks normal men as often as its level.
pub const MULTI_SCOPE: &str = "zero.option.multi-scope";
/// How the blows of a fighter with several are spread over the round.
pub const FIRST_AND_LAST: &str = "zero.option.first-and-last";
/// An average in place of many dice.
pub const SWARM_SHORTCUT: &str = "zero.option.swarm-shortcut";
/// How that average is rounded.
pub const SWARM_ROUNDING: &str = "zero.option.swarm-rounding";
/// Classes of reach that are enough to strike first.
pub const REACH_GAP: &str = "zero.option.reach-gap";
/// When reach goes before initiative.
pub const REACH_WINDOW: &str = "zero.option.reach-window";
/// What ability scores give.
pub const ABILITY_TABLE: &str = "zero.option.ability-table";
/// Whether low scores hurt.
pub const DEX_PENALTY: &str = "zero.option.dex-penalty";
/// Hit points at which one is dead.
pub const DEATH_THRESHOLD: &str = "zero.option.death-threshold";
/// How the helpless are hit.
pub const HELPLESS: &str = "zero.option.helpless";
/// How doublings go together.
pub const MULTIPLIER_STACK: &str = "zero.option.multiplier-stack";
/// How much of a blow to subdue is real.
pub const UNARMED_SPLIT: &str = "zero.option.unarmed-split";
/// Whether parrying and backing off help against missiles.
pub const PARRY_MISSILES: &str = "zero.option.parry-missiles";
/// Whether bystanders must win a contest for their free attack.
pub const PASSING_CONTEST: &str = "zero.option.passing-contest";
/// Whom the round after a surprise favours.
pub const AMBUSH_AFTERMATH: &str = "zero.option.ambush-aftermath";
/// What comes of shooting into a melee.
pub const INTO_MELEE: &str = "zero.option.into-melee";
/// Whether spells are announced.
pub const DECLARE_SPELLS: &str = "zero.option.declare-spells";
/// What a miscast spell does.
pub const MISCAST: &str = "zero.option.miscast";
/// When morale is checked that something has shaken.
pub const MORALE_TIMING: &str = "zero.option.morale-timing";
/// What morale is rolled against.
pub const MORALE_METHOD: &str = "zero.option.morale-method";
/// Rounds in a turn.
pub const ROUNDS_PER_TURN: &str = "zero.option.rounds-per-turn";
/// Against whom attackers in number have their bonus.
pub const SURROUND_SCOPE: &str = "zero.option.surround-scope";
/// Whether a thief's bonus adds to that from behind.
pub const BACKSTAB_STACKS: &str = "zero.option.backstab-stacks";
/// How armour class is shown.
pub const AC_DISPLAY: &str = "zero.option.ac-display";
