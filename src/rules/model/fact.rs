//! Facts of the table: what the rules cannot see, entered by the referee in a form or as text.

use super::block::d20::{Ability, Band, Save};
use super::block::wounds::{Dread, Skill};
use super::command::{Deed, Share};
use super::dice::DiceExpr;
use super::effect::Condition;
use super::ids::{CombatantId, Text};
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The effect of a successful saving throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OnSave {
    /// Half damage, and no condition.
    Half,
    /// No effect at all.
    Negates,
    /// The save changes nothing.
    None,
}

/// The target of a called shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Location {
    /// A leg or foot.
    Leg,
    /// An arm or tentacle.
    Arm,
    /// A hand.
    Hand,
    /// The head.
    Head,
    /// The heart or throat.
    Critical,
    /// The torso or stomach.
    Torso,
    /// The wings.
    Wings,
    /// The weapon held.
    Weapon,
    /// The armour worn.
    Armour,
}

impl Location {
    /// All locations, in the printed order.
    pub const ALL: [Self; 9] = [
        Self::Leg,
        Self::Arm,
        Self::Hand,
        Self::Head,
        Self::Critical,
        Self::Torso,
        Self::Wings,
        Self::Weapon,
        Self::Armour,
    ];
}

/// A defence against an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Defence {
    /// Evades it.
    Dodge,
    /// Stops it with the shield.
    Block,
    /// Deflects it with the weapon.
    Parry,
    /// No defence.
    None,
}

/// A manoeuvre in place of a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Maneuver {
    /// Grapples the target.
    Grab,
    /// Knocks the target down.
    Trip,
    /// Knocks a weapon or item out of the target's hand.
    Disarm,
}

/// How much of a target is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shelter {
    /// Nothing.
    Open,
    /// A quarter to a half.
    Light,
    /// Three quarters.
    Medium,
    /// Nearly all.
    Heavy,
    /// All.
    Total,
}

impl Shelter {
    /// All degrees, in ascending order.
    pub const ALL: [Self; 5] = [Self::Open, Self::Light, Self::Medium, Self::Heavy, Self::Total];

    /// Returns the degree as a number: 0 for open, 1 light to 4 total.
    pub fn step(self) -> i32 {
        self as i32
    }

    /// Returns the degree for a number, clamped to 0..=4.
    pub fn at(step: i32) -> Self {
        let step = usize::try_from(step.clamp(0, 4)).unwrap_or(0);
        Self::ALL[step]
    }
}

/// How well a target can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Light {
    /// As in daylight.
    Clear,
    /// Smoke, fog, dusk: hard to see.
    Hazy,
    /// Nothing can be seen.
    Dark,
}

/// How a flask of oil is lit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lighting {
    /// By a flame where it breaks: a torch, a spell, a fire.
    Flame,
    /// By its own wick, burning in flight.
    Wick,
    /// Not at all.
    None,
}

/// The surface a faller lands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Surface {
    /// Deep water.
    Water,
    /// Deep snow.
    VerySoft,
    /// A mattress.
    Soft,
    /// Mud.
    SlightlySoft,
    /// Stone.
    Hard,
    /// Broken glass.
    Hazardous,
    /// Spikes.
    Spikes,
}

impl Surface {
    /// All surfaces, from softest to hardest.
    pub const ALL: [Self; 7] = [
        Self::Water,
        Self::VerySoft,
        Self::Soft,
        Self::SlightlySoft,
        Self::Hard,
        Self::Hazardous,
        Self::Spikes,
    ];
}

/// A fact of the table that the rules cannot see, or a number the referee enters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact {
    /// Distance to the target, in feet or the ruleset's unit.
    Distance(Tenths),
    /// The range band of the target, instead of the distance.
    Band(Band),
    /// Penalty for cover, 0..=-4.
    Cover(i32),
    /// Behind complete cover.
    CompleteCover,
    /// The referee's free modifier to the roll.
    Modifier(i32),
    /// From behind.
    Behind,
    /// The target is unaware of it.
    Unaware,
    /// On horseback after a run-up.
    Mounted,
    /// From higher ground.
    Higher,
    /// The target is on higher ground.
    Lower,
    /// Pulled so as not to draw blood.
    Pulled,
    /// The target charges.
    AgainstCharge,
    /// To subdue, not to kill.
    Subdual,
    /// The target cannot be seen.
    Unseen,
    /// No clear space to back into.
    NoRoom,
    /// Feet moved.
    Feet(i32),
    /// The move ends adjacent to the named combatants.
    Contact,
    /// Moves away from the named combatants, not toward them.
    Away,
    /// The position of the spell in the block.
    Spell(u8),
    /// Damage of an effect.
    Damage(DiceExpr),
    /// Healing of an effect.
    Heals(DiceExpr),
    /// The category of the saving throw.
    Against(Save),
    /// The effect of a successful save.
    OnSave(OnSave),
    /// The condition inflicted.
    Inflicts(Condition),
    /// Duration in rounds; absent: until lifted.
    Rounds(i32),
    /// The slain's gear is destroyed as well.
    Destructive,
    /// The effect is magical (Wisdom applies to the save).
    Magical,
    /// It hits without an attack roll or a save.
    Sure,
    /// The ability checked.
    Ability(Ability),
    /// The location aimed at.
    Called(Location),
    /// The target's defence.
    Defence(Defence),
    /// The target's cover.
    Shelter(Shelter),
    /// The object that covers the target, or the friend in the line of attack.
    Screen(CombatantId),
    /// How well the target can be seen.
    Light(Light),
    /// Foes on two opposite sides of the target.
    Flanked,
    /// The place guessed for an unseen target is wrong.
    WrongPlace,
    /// The free modifier to the difficulty of the defence.
    DefenceModifier(i32),
    /// Fired on the exhale, with breath held.
    OnTheExhale,
    /// Without raising the weapon.
    FromTheHip,
    /// The manoeuvre in place of a blow.
    Maneuver(Maneuver),
    /// Which of its combos.
    Combo(u8),
    /// Metres run in a straight line just before.
    RunUp(i32),
    /// Squares per second of the faster of the two.
    Speed(i32),
    /// Seconds it takes.
    Seconds(i32),
    /// Squares of difficult ground crossed.
    Rough(i32),
    /// How many of these were entered diagonally.
    Diagonal(i32),
    /// While flying.
    Flying,
    /// How many work together.
    Helpers(i32),
    /// The number to reach.
    Difficulty(i32),
    /// The skill used.
    Skill(Skill),
    /// The form of the horror.
    Dread(Dread),
    /// Metres fallen.
    Metres(Tenths),
    /// The surface landed on.
    Surface(Surface),
    /// There is something to grab hold of.
    Ledge,
    /// Crushed against something hard.
    Crushed,
    /// Which poison or disease.
    Poison(u8),
    /// The number of doses.
    Doses(i32),
    /// The target does not resist.
    Willing,
    /// The referee insists on a ruling that the rules leave to judgement.
    Insist,
    /// The intended deed.
    Intent(Deed),
    /// What it waits for, in the referee's own words.
    Reason(Text),
    /// The initiative count.
    Number(i32),
    /// The percentage of the target that is hidden.
    Hidden(i32),
    /// The cover would stop a missile.
    HardCover,
    /// How the oil is lit.
    Lighting(Lighting),
    /// Stays within reach of its opponents in melee.
    Shifting,
    /// Drops what it holds in order to do it.
    LetFall,
    /// Ends its move in a fire on the ground.
    IntoFire,
    /// Crosses a fire on the ground.
    ThroughFire,
    /// A suitable method.
    Suitable,
    /// The attack line of the second weapon.
    Second(u8),
    /// The bait is treasure, not food.
    Treasure,
    /// In the woods.
    Woods,
    /// The obstacle placed in the way, by its position in the ruleset's table.
    Obstacle(u8),
    /// The class skill, by its position in the ruleset's table.
    Craft(u8),
    /// The foe is of the kind it hunts.
    Quarry,
    /// The effect is based on fear.
    Fear,
    /// It would endanger the one who does it.
    Perilous,
    /// Read from a scroll.
    Scroll,
    /// Usable only by arcane casters.
    Arcane,
    /// How much of the act's amount a target takes; set for single targets only.
    Share(Share),
    /// A delayed attack that has left the weapon; `true` if well aimed. Never entered: the rules set it on what they
    /// deliver later.
    Loosed(bool),
}

impl Fact {
    /// Returns the numeric value, if the fact has one.
    pub fn number(&self) -> Option<Tenths> {
        match self {
            Self::Distance(far) | Self::Metres(far) => Some(*far),
            Self::Cover(n)
            | Self::Modifier(n)
            | Self::Feet(n)
            | Self::Rounds(n)
            | Self::DefenceModifier(n)
            | Self::RunUp(n)
            | Self::Speed(n)
            | Self::Seconds(n)
            | Self::Rough(n)
            | Self::Diagonal(n)
            | Self::Helpers(n)
            | Self::Difficulty(n)
            | Self::Doses(n)
            | Self::Number(n)
            | Self::Hidden(n) => Some(Tenths::whole(*n)),
            _ => None,
        }
    }
}

/// A set of facts, at most one of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Facts(pub SmallVec<[Fact; 2]>);

impl From<Fact> for Facts {
    fn from(fact: Fact) -> Self {
        Self::from_iter([fact])
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Self {
        Self(facts.into_iter().collect())
    }
}

macro_rules! figures {
    ($($(#[$doc:meta])* $get:ident: $variant:ident -> $type:ty),* $(,)?) => {
        impl Facts {
            $(
                $(#[$doc])*
                pub fn $get(&self) -> Option<$type> {
                    self.0.iter().find_map(|fact| match fact {
                        Fact::$variant(value) => Some(*value),
                        _ => None,
                    })
                }
            )*
        }
    };
}

figures! {
    /// Distance to the target.
    distance: Distance -> Tenths,
    /// The range band.
    band: Band -> Band,
    /// The penalty for cover.
    cover: Cover -> i32,
    /// The referee's modifier.
    modifier: Modifier -> i32,
    /// Feet moved.
    feet: Feet -> i32,
    /// The position of the spell.
    spell: Spell -> u8,
    /// Damage dice.
    damage: Damage -> DiceExpr,
    /// Healing dice.
    heals: Heals -> DiceExpr,
    /// The category of the saving throw.
    against: Against -> Save,
    /// The effect of a successful save.
    on_save: OnSave -> OnSave,
    /// The condition inflicted.
    inflicts: Inflicts -> Condition,
    /// The duration in rounds.
    rounds: Rounds -> i32,
    /// The ability checked.
    ability: Ability -> Ability,
    /// The location aimed at.
    called: Called -> Location,
    /// The target's defence.
    defence: Defence -> Defence,
    /// The target's cover.
    shelter: Shelter -> Shelter,
    /// The object that covers the target.
    screen: Screen -> CombatantId,
    /// How well the target can be seen.
    light: Light -> Light,
    /// The modifier to the difficulty of the defence.
    defence_modifier: DefenceModifier -> i32,
    /// The manoeuvre in place of a blow.
    maneuver: Maneuver -> Maneuver,
    /// Which combo.
    combo: Combo -> u8,
    /// Metres run just before.
    run_up: RunUp -> i32,
    /// Squares per second.
    speed: Speed -> i32,
    /// Seconds it takes.
    seconds: Seconds -> i32,
    /// Squares of difficult ground.
    rough: Rough -> i32,
    /// How many of these were entered diagonally.
    diagonal: Diagonal -> i32,
    /// How many work together.
    helpers: Helpers -> i32,
    /// The number to reach.
    difficulty: Difficulty -> i32,
    /// The skill used.
    skill: Skill -> Skill,
    /// The form of the horror.
    dread: Dread -> Dread,
    /// Metres fallen.
    metres: Metres -> Tenths,
    /// The surface landed on.
    surface: Surface -> Surface,
    /// Which poison.
    poison: Poison -> u8,
    /// The number of doses.
    doses: Doses -> i32,
    /// The intended deed.
    intent: Intent -> Deed,
    /// The initiative count.
    number: Number -> i32,
    /// The percentage hidden.
    hidden: Hidden -> i32,
    /// How the oil is lit.
    lighting: Lighting -> Lighting,
    /// The attack line of the second weapon.
    second: Second -> u8,
    /// The obstacle placed in the way.
    obstacle: Obstacle -> u8,
    /// The class skill.
    craft: Craft -> u8,
    /// How much a target takes.
    share: Share -> Share,
    /// Whether the delayed attack was aimed.
    loosed: Loosed -> bool,
}

impl Facts {
    /// What it waits for, in the referee's words.
    pub fn reason(&self) -> Option<&Text> {
        self.0.iter().find_map(|fact| match fact {
            Fact::Reason(words) => Some(words),
            _ => None,
        })
    }

    /// Whether exactly this fact (usually a flag) is set.
    #[inline]
    pub fn has(&self, fact: &Fact) -> bool {
        self.0.contains(fact)
    }

    /// Sets a fact, replacing any other of its kind.
    pub fn set(&mut self, fact: Fact) {
        self.clear(&fact);
        self.0.push(fact);
    }

    /// Adds to the modifier of the act's roll.
    pub fn add_modifier(&mut self, bonus: i32) {
        let so_far = self.modifier().unwrap_or(0);
        self.set(Fact::Modifier(so_far.saturating_add(bonus)));
    }

    /// Returns only the matching facts.
    pub fn only(&self, holds: impl Fn(&Fact) -> bool) -> Self {
        self.0.iter().filter(|fact| holds(fact)).cloned().collect()
    }

    /// Removes the fact of the same kind, if any.
    pub fn clear(&mut self, fact: &Fact) {
        let kind = std::mem::discriminant(fact);
        self.0.retain(|old| std::mem::discriminant(old) != kind);
    }
}
