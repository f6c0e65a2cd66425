//! Option ids.

/// One die per combatant (`bx.option.individual-initiative`).
pub const INDIVIDUAL_INITIATIVE: &str = "bx.option.individual-initiative";
/// Default answer at a tie (`bx.option.initiative-ties`).
pub const TIES: &str = "bx.option.initiative-ties";
/// Whether morale is checked (`bx.option.morale`).
pub const MORALE: &str = "bx.option.morale";
/// Who checks morale together (`bx.option.morale-by`).
pub const MORALE_BY: &str = "bx.option.morale-by";
/// Whether armour class is ascending (`bx.option.ascending-ac`).
pub const ASCENDING: &str = "bx.option.ascending-ac";
/// Whether weapons deal their own dice (`bx.option.variable-weapon-damage`).
pub const VARIABLE_DAMAGE: &str = "bx.option.variable-weapon-damage";
/// Which encumbrance system applies (`bx.option.encumbrance`).
pub const ENCUMBRANCE: &str = "bx.option.encumbrance";
/// Whether magic items may survive their owner (`bx.option.magic-item-survival`).
pub const ITEM_SURVIVAL: &str = "bx.option.magic-item-survival";
/// The order of the slow tail (`bx.option.slow-order`).
pub const SLOW_ORDER: &str = "bx.option.slow-order";
/// When a retreat starts to expose (`bx.option.retreat-timing`).
pub const RETREAT_TIMING: &str = "bx.option.retreat-timing";
/// Which foes benefit from a retreat (`bx.option.retreat-exposure`).
pub const RETREAT_EXPOSURE: &str = "bx.option.retreat-exposure";
/// What disrupts a spell (`bx.option.disrupt-on`).
pub const DISRUPT_ON: &str = "bx.option.disrupt-on";
/// How halves are rounded (`bx.option.half-rounding`).
pub const HALF_ROUNDING: &str = "bx.option.half-rounding";
/// Whether the number needed has no limits (`bx.option.thac0-arithmetic`).
pub const ARITHMETIC: &str = "bx.option.thac0-arithmetic";
/// Whether foes can be subdued (`bx.option.subduing`).
pub const SUBDUING: &str = "bx.option.subduing";
/// Whether crossbows take a round to reload (`bx.option.reload`).
pub const RELOAD: &str = "bx.option.reload";
/// Whether invulnerable monsters can harm one another (`bx.option.peer-invulnerability`).
pub const PEERS: &str = "bx.option.peer-invulnerability";
