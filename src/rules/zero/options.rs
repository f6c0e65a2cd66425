//! Option ids.

/// One initiative die for the player characters' side.
pub const PARTY_INITIATIVE: &str = "zero.option.party-initiative";
/// New initiative every round.
pub const REROLL: &str = "zero.option.reroll-initiative";
/// Whether a natural 1 may be a fumble.
pub const FUMBLE: &str = "zero.option.fumble";
/// What a fumble does.
pub const FUMBLE_EFFECT: &str = "zero.option.fumble-effect";
/// What a critical hit does.
pub const CRIT_EFFECT: &str = "zero.option.crit-effect";
/// Whether an attack with a special is also a critical hit.
pub const SPECIAL_AND_CRIT: &str = "zero.option.special-and-crit";
/// Who gets level attacks against normal types.
pub const MULTI_SCOPE: &str = "zero.option.multi-scope";
/// How a multi-attack fighter's attacks are spread over the round.
pub const FIRST_AND_LAST: &str = "zero.option.first-and-last";
/// Average kills in place of rolling many attacks.
pub const SWARM_SHORTCUT: &str = "zero.option.swarm-shortcut";
/// How the average is rounded.
pub const SWARM_ROUNDING: &str = "zero.option.swarm-rounding";
/// The difference in reach class that lets the longer weapon strike first.
pub const REACH_GAP: &str = "zero.option.reach-gap";
/// When reach beats initiative.
pub const REACH_WINDOW: &str = "zero.option.reach-window";
/// Which table turns ability scores into bonuses.
pub const ABILITY_TABLE: &str = "zero.option.ability-table";
/// Whether negative ability modifiers count.
pub const DEX_PENALTY: &str = "zero.option.dex-penalty";
/// Hit points at or below which a combatant is dead.
pub const DEATH_THRESHOLD: &str = "zero.option.death-threshold";
/// How attacks on helpless targets are resolved.
pub const HELPLESS: &str = "zero.option.helpless";
/// How several damage multipliers combine.
pub const MULTIPLIER_STACK: &str = "zero.option.multiplier-stack";
/// How much subdual damage is lethal.
pub const UNARMED_SPLIT: &str = "zero.option.unarmed-split";
/// Whether parry and fighting withdrawal help against missiles.
pub const PARRY_MISSILES: &str = "zero.option.parry-missiles";
/// Whether bystanders must win a contest for their free attack.
pub const PASSING_CONTEST: &str = "zero.option.passing-contest";
/// Who is affected in the round after a surprise round.
pub const AMBUSH_AFTERMATH: &str = "zero.option.ambush-aftermath";
/// How shooting into melee is resolved.
pub const INTO_MELEE: &str = "zero.option.into-melee";
/// Whether spells must be declared.
pub const DECLARE_SPELLS: &str = "zero.option.declare-spells";
/// What a miscast spell does.
pub const MISCAST: &str = "zero.option.miscast";
/// When triggered morale checks are rolled.
pub const MORALE_TIMING: &str = "zero.option.morale-timing";
/// What the morale roll is compared with.
pub const MORALE_METHOD: &str = "zero.option.morale-method";
/// Rounds in a Turn.
pub const ROUNDS_PER_TURN: &str = "zero.option.rounds-per-turn";
/// Which targets the bonus for three or more attackers applies to.
pub const SURROUND_SCOPE: &str = "zero.option.surround-scope";
/// Whether the backstab bonus is added to the rear bonus.
pub const BACKSTAB_STACKS: &str = "zero.option.backstab-stacks";
/// Whether armour class is shown descending or ascending.
pub const AC_DISPLAY: &str = "zero.option.ac-display";
