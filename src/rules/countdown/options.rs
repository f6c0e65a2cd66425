//! Names of the options of Countdown d20.

/// How the surprise roll is read.
pub const SURPRISE_READING: &str = "countdown.option.surprise-reading";
/// Whether declarations are binding.
pub const DECLARATIONS: &str = "countdown.option.declarations";
/// Whether initiative is rolled each round.
pub const REROLL: &str = "countdown.option.initiative-reroll";
/// Whether identical monsters share an initiative die.
pub const GROUPS: &str = "countdown.option.group-initiative";
/// When a dodge ends.
pub const DODGE_WINDOW: &str = "countdown.option.dodge-window";
/// Which modifiers apply to the critical hit roll.
pub const CRIT_MODIFIERS: &str = "countdown.option.crit-modifiers";
/// How long conditions from critical hits last.
pub const CRIT_DURATION: &str = "countdown.option.crit-duration";
/// What standing up costs.
pub const STAND_UP: &str = "countdown.option.stand-up-cost";
/// What a stumble affects.
pub const STUMBLE_SCOPE: &str = "countdown.option.stumble-scope";
/// Whether a fumbled free attack may provoke another.
pub const FREE_CHAIN: &str = "countdown.option.free-attack-chain";
/// Which weapons can be used as a pair.
pub const TWO_WEAPON_SIZE: &str = "countdown.option.two-weapon-size";
/// Whether the penalty for hard cover is doubled.
pub const HARD_COVER: &str = "countdown.option.hard-cover-doubled";
/// Whether the short range bonus applies at point blank.
pub const POINT_BLANK_SHORT: &str = "countdown.option.point-blank-short";
/// What a doubling of damage doubles.
pub const DOUBLE_MODE: &str = "countdown.option.double-mode";
/// Whether doublings of damage compound.
pub const DOUBLE_COMPOUND: &str = "countdown.option.double-compound";
/// Whether a flask also splashes the target it hits.
pub const DIRECT_SPLASH: &str = "countdown.option.direct-hit-splash";
/// Whether a splash is rolled once or per victim.
pub const SPLASH_ROLL: &str = "countdown.option.splash-roll";
/// From when on an attack can disrupt a caster.
pub const CASTING_WINDOW: &str = "countdown.option.casting-window";
/// Saving throw category against disruption.
pub const DISRUPTION_SAVE: &str = "countdown.option.disruption-save";
/// Whether each attack calls for its own disruption save.
pub const DISRUPTION_EACH: &str = "countdown.option.disruption-each";
/// Rounds that a creature without Constitution can run.
pub const RUN_NO_CON: &str = "countdown.option.run-no-con";
/// When metal armour hurts an unarmed attacker.
pub const BRAWL_ARMOUR: &str = "countdown.option.brawl-armor-trigger";
/// Who wins a tied grapple check.
pub const GRAPPLE_TIE: &str = "countdown.option.grapple-tie";
/// Whether a held creature is easier to hit.
pub const HELD_AC: &str = "countdown.option.held-ac";
/// Whether lethal damage alone can still kill.
pub const KO_CAP: &str = "countdown.option.ko-lethal-cap";
/// What drawing a weapon costs.
pub const DRAW_COST: &str = "countdown.option.draw-cost";
/// Whether morale is checked.
pub const MORALE: &str = "countdown.option.morale";
/// Which combatants check morale as one group.
pub const MORALE_BY: &str = "countdown.option.morale-by";
/// Whether a hit does at least 1 point of damage.
pub const MINIMUM: &str = "countdown.option.minimum-damage";
