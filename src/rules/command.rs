//! What the referee asks of the rules.

use super::combatant::{Standing, StatBlock};
use super::d20::block::{Ability, Save};
use super::dice::DiceExpr;
use super::effect::Condition;
use super::ids::{CombatantId, EffectId, SideId, Text};
use super::moment::Second;
use super::wounds::block::{Dread, Skill};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a combatant does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Deed {
    /// Nothing more in this window.
    Pass,
    /// Announces a spell.
    DeclareSpell,
    /// Announces a fighting withdrawal.
    DeclareWithdrawal,
    /// Announces a retreat.
    DeclareRetreat,
    /// Takes the announcement back while that is allowed.
    Undeclare,
    /// Moves freely.
    Move,
    /// Backs out of melee, weapon up.
    Withdraw,
    /// Runs out of melee.
    Retreat,
    /// Shoots or throws.
    Shoot,
    /// Strikes.
    Strike,
    /// Casts what was announced.
    Cast,
    /// Lets the announced spell go.
    LetGo,
    /// Turns undead.
    TurnUndead,
    /// Sets a weapon against a charge.
    Brace,
    /// Comes out of the slow, on condition of making no slow attack.
    Hasten,
    /// Takes up a slow weapon: acts after everybody else.
    HangBack,
    /// Uses a power of its own: breath, gaze.
    UsePower,
    /// Makes a saving throw.
    Save,
    /// Makes an ability check.
    Check,
    /// Rests a whole day.
    Rest,
    /// Breaks off with its whole side: does it get away?
    Evade,
    /// Runs for its life, or after somebody.
    Run,
    /// Throws down bait before the pursuers.
    Distract,
    /// Begins an act that takes more than it can pay now.
    Begin,
    /// Goes on with what it began.
    Resume,
    /// Gives up what it began.
    Abandon,
    /// Several blows at one instant.
    Combo,
    /// Crawls.
    Crawl,
    /// Goes down on one knee.
    Crouch,
    /// Throws itself down.
    LieDown,
    /// Gets up from the ground to a crouch.
    Rise,
    /// Stands up.
    Stand,
    /// Draws a weapon, or picks one up.
    Draw,
    /// Puts a weapon away.
    Sheathe,
    /// Lets a weapon fall.
    Drop,
    /// Takes something from a pack or pocket.
    Retrieve,
    /// Talks.
    Talk,
    /// Anything else, of a length the referee names.
    Other,
    /// Aims.
    Aim,
    /// Loads a weapon.
    Reload,
    /// Clears a jammed weapon.
    Unjam,
    /// Keeps its turn for later.
    Hold,
    /// Takes the turn it kept.
    CutIn,
    /// Controls its mount.
    ControlMount,
    /// Tries to enter a body.
    Possess,
    /// Leaves a body.
    LeaveBody,
    /// Works together with the other minds of its body, or stops.
    Cooperate,
    /// Treats somebody who is dying.
    Tend,
    /// Something tries its nerve.
    Quail,
    /// Falls.
    Fall,
    /// Runs into somebody, or is run into.
    Collide,
    /// Comes into contact with a poison or disease.
    Exposure,
    /// Who acts first, outside a fight.
    Contest,
}

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
    Distance(i32),
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
    /// The thing that hides the target.
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
    Metres(i32),
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
    /// The referee insists, though the target is dead.
    Insist,
}

/// One blow of several: with what, at whom, and what is its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// With which attack line; absent: the act's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// At whom; absent: the act's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<CombatantId>,
    /// What holds for it alone.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
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
    distance: Distance -> i32,
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
    metres: Metres -> i32,
    /// What it lands on.
    surface: Surface -> Surface,
    /// Which poison.
    poison: Poison -> u8,
    /// How many doses.
    doses: Doses -> i32,
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

    /// Takes away whatever fact is of the same kind.
    pub fn clear(&mut self, fact: &Fact) {
        let kind = std::mem::discriminant(fact);
        self.0.retain(|old| std::mem::discriminant(old) != kind);
    }
}

/// One combatant's act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// Who.
    pub who: CombatantId,
    /// What.
    pub deed: Deed,
    /// With which attack line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// At, toward or away from whom, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// What the referee says of it.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
    /// Its single blows, where it is made of several, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

fn no_facts(facts: &Facts) -> bool {
    facts.0.is_empty()
}

impl Act {
    /// The deed with nothing else said.
    pub fn new(who: CombatantId, deed: Deed) -> Self {
        Self { who, deed, with: None, at: Vec::new(), facts: Facts::default(), parts: Vec::new() }
    }

    /// Its first target.
    pub fn target(&self) -> Option<CombatantId> {
        self.at.first().copied()
    }
}

/// How much of an amount one target takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Share {
    /// All of it.
    #[default]
    Full,
    /// Half, rounded as the ruleset rounds.
    Half,
    /// Nothing.
    None,
    /// Twice.
    Double,
}

/// Someone new in the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// On which side.
    pub side: SideId,
    /// The name at the table, unique; a number is added where it is taken.
    pub name: Text,
    /// Its stat block; the ruleset admits it, or refuses the arrival with its faults.
    pub block: Arc<StatBlock>,
    /// Most hit points, where it was rolled for this one; absent: the block's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// Hit points at the start; absent: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
}

/// The referee's word, always legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overrule {
    /// Hit points left or wounds taken, with what follows of them by the rules.
    Hp(CombatantId, i32),
    /// Alive, dead, fled and the like.
    Standing(CombatantId, Standing),
    /// A new name.
    Name(CombatantId, Text),
    /// Another side.
    Side(CombatantId, SideId),
    /// Another stat block.
    Block(CombatantId, Arc<StatBlock>),
    /// A condition begins: its figure, for so many rounds (absent: until lifted), a label.
    Afflict {
        /// On whom.
        who: Vec<CombatantId>,
        /// Which.
        condition: Condition,
        /// Its figure.
        value: i32,
        /// For so many rounds.
        rounds: Option<u32>,
        /// What it is called, for one the rules do not know.
        label: Option<Text>,
    },
    /// A condition ends.
    Relieve(CombatantId, EffectId),
    /// In melee with one another.
    Engage(CombatantId, CombatantId),
    /// No longer in melee.
    Disengage(CombatantId, CombatantId),
    /// The distance between two, in the ruleset's unit; absent: unknown.
    Distance(CombatantId, CombatantId, Option<i32>),
    /// The slots of this round in acting order, set by hand.
    Order(Vec<super::window::Slot>),
    /// The open window closes; whoever still owed an act passes.
    Close,
    /// Who rolls a side's dice.
    Hand(SideId, super::encounter::Hand),
    /// A side already knows of the others: it cannot be surprised.
    Aware(SideId, bool),
    /// A fact of the whole encounter, such as being outdoors.
    Scene(super::encounter::Scene),
    /// A counter of a combatant.
    Count(CombatantId, super::combatant::Counter, i32),
    /// A counter of a side.
    CountSide(SideId, super::combatant::Counter, i32),
    /// Copies left of a spell, by its position.
    Spell(CombatantId, u8, u8),
    /// A timer is set: in so many seconds, about whom, a reminder.
    Remind {
        /// Seconds from now, at the end of the round that reaches them.
        seconds: Second,
        /// About whom.
        who: Option<CombatantId>,
        /// Of what.
        text: Text,
    },
    /// A timer is struck out.
    Forget(EffectId),
    /// An option of the ruleset, by id, to a value; from the next declaration on.
    Option(Text, Text),
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// One step forward: runs the open procedure, goes on with an action in progress, or closes the
    /// open window (whoever still owed an act passes).
    Proceed,
    /// Passes over the open procedure without running it.
    Skip,
    /// A combatant acts.
    Act(Act),
    /// An amount of harm by the referee's word, through the rules.
    Harm {
        /// How much.
        amount: DiceExpr,
        /// Who takes which share.
        who: Vec<(CombatantId, Share)>,
    },
    /// An amount of healing.
    Heal {
        /// How much.
        amount: DiceExpr,
        /// Who takes which share.
        who: Vec<(CombatantId, Share)>,
    },
    /// A group checks its morale now, with an adjustment of its score.
    Morale {
        /// Which side.
        side: SideId,
        /// Added to the scores.
        adjustment: i32,
    },
    /// Any dice, for whatever the referee wants.
    Roll(DiceExpr),
    /// A new side.
    Side(super::encounter::Side),
    /// Somebody comes into the fight.
    Arrive(Arrival),
    /// Somebody goes out of it.
    Depart(CombatantId, Standing),
    /// The referee's word.
    Overrule(Overrule),
    /// A free note in the log.
    Note(Text),
    /// Time goes by outside the fight, in seconds.
    Elapse(Second),
    /// The encounter is over.
    End,
}
