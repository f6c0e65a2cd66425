//! Facts of the table: what the rules cannot see, said by the referee or noted in a form.

use super::block::d20::{Ability, Band, Save};
use super::block::wounds::{Dread, Skill};
use super::command::{Deed, Share};
use super::dice::DiceExpr;
use super::effect::Condition;
use super::ids::CombatantId;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};

/// What a made saving throw does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OnSave {
    /// Half damage, and no condition.
    Half,
    /// Nothing happens at all.
    Negates,
    /// Nothing is helped.
    None,
}

/// Where a called shot is aimed.
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
    /// The heart, the throat.
    Critical,
    /// The torso or stomach.
    Torso,
    /// The wings.
    Wings,
    /// The weapon it holds.
    Weapon,
    /// The armour it wears.
    Armour,
}

impl Location {
    /// All of them, in the printed order.
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

/// How an attack is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Defence {
    /// Gets out of the way.
    Dodge,
    /// Takes it on the shield.
    Block,
    /// Turns it with the weapon.
    Parry,
    /// Does nothing about it.
    None,
}

/// What stands in for a single blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Maneuver {
    /// Takes hold.
    Grab,
    /// Brings down.
    Trip,
    /// Strikes a thing out of the hand.
    Disarm,
}

/// How much of something is hidden.
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
    /// All of them, the least first.
    pub const ALL: [Self; 5] = [Self::Open, Self::Light, Self::Medium, Self::Heavy, Self::Total];

    /// 0 for none, 1 light to 4 total.
    pub fn step(self) -> i32 {
        self as i32
    }

    /// That step, 4 at most.
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

/// How a flask of oil is set alight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lighting {
    /// By a flame where it breaks: a torch, a spell, a fire.
    Flame,
    /// By its own wick, burning as it flies.
    Wick,
    /// Not at all.
    None,
}

/// What somebody lands on.
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
    /// All of them, the softest first.
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

/// Something the rules cannot see: a fact of the table, or a figure the referee enters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact {
    /// Feet (or the ruleset's unit) to the target.
    Distance(Tenths),
    /// The band of the weapon's range in which the target stands, in place of the distance.
    Band(Band),
    /// Cover's penalty, 0..=-4.
    Cover(i32),
    /// Behind complete cover.
    CompleteCover,
    /// The referee's free modifier to the roll.
    Modifier(i32),
    /// From behind.
    Behind,
    /// The target knows nothing of it.
    Unaware,
    /// On horseback after a run-up.
    Mounted,
    /// From higher ground.
    Higher,
    /// The target stands higher.
    Lower,
    /// Held back so as not to draw blood.
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
    /// Ends next to those it moves toward.
    Contact,
    /// Moves away from those named, not toward them.
    Away,
    /// Position of the spell in the block.
    Spell(u8),
    /// Damage of an effect.
    Damage(DiceExpr),
    /// Healing of an effect.
    Heals(DiceExpr),
    /// The category saved against.
    Against(Save),
    /// What a made save does.
    OnSave(OnSave),
    /// The condition brought.
    Inflicts(Condition),
    /// For so many rounds; absent: until lifted.
    Rounds(i32),
    /// Gear goes with the slain.
    Destructive,
    /// The effect is magical (Wisdom helps the save).
    Magical,
    /// No attack roll and no save is a hit: it harms at once.
    Sure,
    /// The ability checked.
    Ability(Ability),
    /// What is aimed at.
    Called(Location),
    /// How the target meets it.
    Defence(Defence),
    /// What hides the target.
    Shelter(Shelter),
    /// The thing that hides the target, or the friend past whom it is struck.
    Screen(CombatantId),
    /// How well the target can be seen.
    Light(Light),
    /// Foes on two opposite sides of the target.
    Flanked,
    /// The place guessed for an unseen target is the wrong one.
    WrongPlace,
    /// The free modifier to the difficulty of the defence.
    DefenceModifier(i32),
    /// With the breath held.
    OnTheExhale,
    /// Without raising the weapon.
    FromTheHip,
    /// What stands in for the blow.
    Maneuver(Maneuver),
    /// Which of its combos.
    Combo(u8),
    /// Metres in a straight line just before.
    RunUp(i32),
    /// Squares a second of the faster of two.
    Speed(i32),
    /// Seconds it takes.
    Seconds(i32),
    /// Squares of difficult ground among them.
    Rough(i32),
    /// How many of these were entered diagonally.
    Diagonal(i32),
    /// On the wing.
    Flying,
    /// How many work at it together.
    Helpers(i32),
    /// The number to reach.
    Difficulty(i32),
    /// The skill tried.
    Skill(Skill),
    /// What the horror does.
    Dread(Dread),
    /// Metres fallen.
    Metres(Tenths),
    /// What it lands on.
    Surface(Surface),
    /// There is something to catch.
    Ledge,
    /// Crushed against something hard.
    Crushed,
    /// Which poison or disease.
    Poison(u8),
    /// How many doses.
    Doses(i32),
    /// It lets it happen.
    Willing,
    /// The referee insists, though the rules would leave it to judgement.
    Insist,
    /// What it means to do.
    Intent(Deed),
    /// The number of the count of initiative.
    Number(i32),
    /// So many hundredths of the target are hidden.
    Hidden(i32),
    /// What hides the target would stop a missile.
    HardCover,
    /// How oil is set alight.
    Lighting(Lighting),
    /// Keeps within reach of those it is in melee with.
    Shifting,
    /// Lets fall what it has in hand for it.
    LetFall,
    /// Ends its move in a fire on the ground.
    IntoFire,
    /// Crosses a fire on the ground.
    ThroughFire,
    /// A way that works.
    Suitable,
    /// The line of the second weapon.
    Second(u8),
    /// What is thrown down is treasure, not food.
    Treasure,
    /// In the woods.
    Woods,
    /// What is put between, by its position in the ruleset's table.
    Obstacle(u8),
    /// Which skill of its class, by its position in the ruleset's table.
    Craft(u8),
    /// The foe is of the kind that it hunts.
    Quarry,
    /// It is a matter of fear.
    Fear,
    /// It would endanger whoever does it.
    Perilous,
    /// Read from a scroll.
    Scroll,
    /// For users of arcane magic alone.
    Arcane,
    /// How much of what the act brings one of its targets takes; said for that one alone.
    Share(Share),
    /// It takes effect after a delay and has left the weapon: `true`: well aimed. Nobody says so: the
    /// rules note it on what they deliver later.
    Loosed(bool),
}

impl Fact {
    /// The number that it is, if it is one.
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

/// A set of facts, each kind at most once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Facts(pub Vec<Fact>);

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
    /// Feet to the target.
    distance: Distance -> Tenths,
    /// The band of the range.
    band: Band -> Band,
    /// Cover's penalty.
    cover: Cover -> i32,
    /// The referee's modifier.
    modifier: Modifier -> i32,
    /// Feet moved.
    feet: Feet -> i32,
    /// Which spell.
    spell: Spell -> u8,
    /// Damage dice.
    damage: Damage -> DiceExpr,
    /// Healing dice.
    heals: Heals -> DiceExpr,
    /// Save category.
    against: Against -> Save,
    /// What a made save does.
    on_save: OnSave -> OnSave,
    /// Condition brought.
    inflicts: Inflicts -> Condition,
    /// Rounds it lasts.
    rounds: Rounds -> i32,
    /// Ability checked.
    ability: Ability -> Ability,
    /// What is aimed at.
    called: Called -> Location,
    /// How the target meets it.
    defence: Defence -> Defence,
    /// What hides the target.
    shelter: Shelter -> Shelter,
    /// The thing that hides the target.
    screen: Screen -> CombatantId,
    /// How well the target can be seen.
    light: Light -> Light,
    /// The modifier to the difficulty of the defence.
    defence_modifier: DefenceModifier -> i32,
    /// What stands in for the blow.
    maneuver: Maneuver -> Maneuver,
    /// Which combo.
    combo: Combo -> u8,
    /// Metres just before.
    run_up: RunUp -> i32,
    /// Squares a second.
    speed: Speed -> i32,
    /// Seconds it takes.
    seconds: Seconds -> i32,
    /// Squares of difficult ground.
    rough: Rough -> i32,
    /// Of these, entered diagonally.
    diagonal: Diagonal -> i32,
    /// How many work at it.
    helpers: Helpers -> i32,
    /// The number to reach.
    difficulty: Difficulty -> i32,
    /// The skill tried.
    skill: Skill -> Skill,
    /// What the horror does.
    dread: Dread -> Dread,
    /// Metres fallen.
    metres: Metres -> Tenths,
    /// What it lands on.
    surface: Surface -> Surface,
    /// Which poison.
    poison: Poison -> u8,
    /// How many doses.
    doses: Doses -> i32,
    /// What it means to do.
    intent: Intent -> Deed,
    /// The number of the count.
    number: Number -> i32,
    /// Hundredths hidden.
    hidden: Hidden -> i32,
    /// How oil is set alight.
    lighting: Lighting -> Lighting,
    /// The second weapon.
    second: Second -> u8,
    /// What is put between.
    obstacle: Obstacle -> u8,
    /// Which skill of its class.
    craft: Craft -> u8,
    /// How much of it one target takes.
    share: Share -> Share,
    /// Whether what has left the weapon was aimed.
    loosed: Loosed -> bool,
}

impl Facts {
    /// Whether that very fact (a flag) stands.
    pub fn has(&self, fact: &Fact) -> bool {
        self.0.contains(fact)
    }

    /// Sets a fact in place of any other of its kind.
    pub fn set(&mut self, fact: Fact) {
        self.clear(&fact);
        self.0.push(fact);
    }

    /// Those alone of which that holds.
    pub fn only(&self, holds: impl Fn(&Fact) -> bool) -> Self {
        Self(self.0.iter().filter(|fact| holds(fact)).cloned().collect())
    }

    /// Takes away whatever fact is of the same kind.
    pub fn clear(&mut self, fact: &Fact) {
        let kind = std::mem::discriminant(fact);
        self.0.retain(|old| std::mem::discriminant(old) != kind);
    }
}
