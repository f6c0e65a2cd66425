//! What a roll is for.

use crate::rules::model::block::d20::{Ability, Save};
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::command::Defence;
use serde::{Deserialize, Serialize};

/// The purpose of a roll. Roller and target are stored beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// The hit points of an arriving combatant.
    HitPoints,
    /// Whether a side is surprised.
    Surprise,
    /// The distance at which the sides meet.
    EncounterDistance,
    /// The other side's reaction.
    Reaction,
    /// Initiative.
    Initiative,
    /// A reroll of tied initiative.
    InitiativeTie,
    /// Morale of a group.
    Morale,
    /// An attack with that line of the stat block.
    Attack(u8),
    /// Damage of that line of the stat block.
    Damage(u8),
    /// The amount of a spell or other effect.
    Effect,
    /// The amount of healing.
    Healing,
    /// A saving throw.
    Save(Save),
    /// An ability check: low is good.
    Ability(Ability),
    /// An ability check against a difficulty.
    Check(Ability),
    /// Turning undead.
    Turning,
    /// How many Hit Dice of undead are turned.
    TurningHitDice,
    /// Whether a magic item survives its owner's death.
    ItemSave,
    /// The second round of splash damage.
    Splash,
    /// Whether the pursuers stop for bait.
    Distraction,
    /// Healing from a day's rest.
    Rest,
    /// A free roll by the referee.
    Free,
    /// A defence against an attack.
    Defence(Defence),
    /// A skill check, possibly opposed by another's skill.
    Skill(Skill),
    /// Scatter direction.
    Scatter,
    /// Scatter distance.
    ScatterDistance,
    /// Whether a dying combatant is still alive.
    Dying,
    /// Whether a dying combatant stabilises.
    Stabilise,
    /// Whether a broken combatant recovers.
    Broken,
    /// How long a combatant is stunned.
    Stagger,
    /// What a confused combatant does.
    Confusion,
    /// A duration.
    Duration,
    /// Morale damage of a horror.
    Dread,
    /// Whether a poison or disease takes effect.
    Poison,
    /// Which symptom sets in.
    Symptom,
    /// Whether a disease is caught.
    Contagion,
    /// Damage of a fall.
    Fall,
    /// Damage of a collision.
    Collision,
    /// Whether a mind enters a body.
    Possession,
    /// Which mind in a body prevails.
    Veto,
    /// Who acts first, outside a fight.
    Contest,
    /// The degree of a critical hit.
    Critical,
    /// The condition a critical hit inflicts.
    CriticalCondition,
    /// Whether a natural 1 is a fumble.
    FumbleCheck,
    /// The result of a fumble.
    Fumble,
    /// Which of two weapons hit.
    WhichWeapon,
    /// Which of several combatants is hit by a stray missile.
    Stray,
    /// What happens to an interrupted spell.
    Interrupted,
    /// What a miscast spell does.
    Miscast,
    /// Whether the one that leaves melee is quicker than its foe.
    Slip,
    /// Whether pursuers follow.
    Pursuit,
    /// Whether an obstacle stops the pursuers.
    Obstacle,
    /// Whether a grab succeeds.
    Grab,
    /// Which grappler is stronger.
    Grapple,
    /// Turns until it wakes.
    Waking,
    /// Rounds until it can be revived.
    Reviving,
    /// How long it has to live, in a unit set by the rules.
    TimeLeft,
    /// Fire damage.
    Fire,
    /// Blood loss from a wound.
    Bleeding,
    /// Whether a wild magic surge occurs.
    WildMagic,
    /// Right or left side.
    WhichSide,
    /// A class skill.
    Craft,
}
