//! The options of Countdown d20, read where they matter.

/// Which way the surprise roll is read.
pub const SURPRISE_READING: &str = "countdown.option.surprise-reading";
/// Whether declarations bind.
pub const DECLARATIONS: &str = "countdown.option.declarations";
/// Whether numbers are rolled each round.
pub const REROLL: &str = "countdown.option.initiative-reroll";
/// Whether identical monsters share a die.
pub const GROUPS: &str = "countdown.option.group-initiative";
/// When a dodge ends.
pub const DODGE_WINDOW: &str = "countdown.option.dodge-window";
/// What is added to the roll for a critical hit.
pub const CRIT_MODIFIERS: &str = "countdown.option.crit-modifiers";
/// How long the conditions of a critical hit last.
pub const CRIT_DURATION: &str = "countdown.option.crit-duration";
/// What standing up costs.
pub const STAND_UP: &str = "countdown.option.stand-up-cost";
/// What a stumble hampers.
pub const STUMBLE_SCOPE: &str = "countdown.option.stumble-scope";
/// Whether a fumbled free attack may give one in return.
pub const FREE_CHAIN: &str = "countdown.option.free-attack-chain";
/// Which weapons go together.
pub const TWO_WEAPON_SIZE: &str = "countdown.option.two-weapon-size";
/// Whether hard cover counts double.
pub const HARD_COVER: &str = "countdown.option.hard-cover-doubled";
/// Whether the short range still helps at point blank.
pub const POINT_BLANK_SHORT: &str = "countdown.option.point-blank-short";
/// What is doubled.
pub const DOUBLE_MODE: &str = "countdown.option.double-mode";
/// Whether doublings add up.
pub const DOUBLE_COMPOUND: &str = "countdown.option.double-compound";
/// Whether whoever is hit by a flask is splashed as well.
pub const DIRECT_SPLASH: &str = "countdown.option.direct-hit-splash";
/// One roll for a splash, or one each.
pub const SPLASH_ROLL: &str = "countdown.option.splash-roll";
/// From when on an attack disturbs a caster.
pub const CASTING_WINDOW: &str = "countdown.option.casting-window";
/// The category of the save against disruption.
pub const DISRUPTION_SAVE: &str = "countdown.option.disruption-save";
/// One save for each attack.
pub const DISRUPTION_EACH: &str = "countdown.option.disruption-each";
/// Rounds of running for whoever has no Constitution.
pub const RUN_NO_CON: &str = "countdown.option.run-no-con";
/// When metal hurts the fist.
pub const BRAWL_ARMOUR: &str = "countdown.option.brawl-armor-trigger";
/// Who wins a tie in a hold.
pub const GRAPPLE_TIE: &str = "countdown.option.grapple-tie";
/// Whether whoever is held is easier to hit.
pub const HELD_AC: &str = "countdown.option.held-ac";
/// Whether lethal harm alone can still kill.
pub const KO_CAP: &str = "countdown.option.ko-lethal-cap";
/// What drawing a weapon costs.
pub const DRAW_COST: &str = "countdown.option.draw-cost";
/// Whether morale is checked.
pub const MORALE: &str = "countdown.option.morale";
/// Who checks morale together.
pub const MORALE_BY: &str = "countdown.option.morale-by";
/// Whether a hit does at least one point.
pub const MINIMUM: &str = "countdown.option.minimum-damage";
