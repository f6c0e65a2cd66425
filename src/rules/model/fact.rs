//! Facts of the table: what the rules cannot see, entered by the referee in a form or as text. Each is a row of one
//! table, from which all readers take its label, its values and its bounds.

use super::block::ability::Ability;
use super::block::attack::Dread;
use super::block::line::Band;
use super::block::save::Save;
use super::block::skill::Skill;
use super::deed::Deed;
use super::dice::DiceExpr;
use super::effect::Condition;
use super::ids::{CombatantId, Text};
use super::listed::{Listed, listed};
use super::share::Share;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

listed! {
    /// The effect of a successful saving throw.
    OnSave {
        /// Half damage, and no condition.
        Half = "half",
        /// No effect at all.
        Negates = "no effect",
        /// The save changes nothing.
        None = "full effect",
    }
}

listed! {
    /// The target of a called shot.
    Location {
        /// A leg or foot.
        Leg = "leg",
        /// An arm or tentacle.
        Arm = "arm",
        /// A hand.
        Hand = "hand",
        /// The head.
        Head = "head",
        /// The heart or throat.
        Critical = "critical region",
        /// The torso or stomach.
        Torso = "torso",
        /// The wings.
        Wings = "wings",
        /// The weapon held.
        Weapon = "weapon",
        /// The armour worn.
        Armour = "armour",
    }
}

listed! {
    /// A defence against an attack.
    Defence {
        /// Evades it.
        Dodge = "dodge",
        /// Stops it with the shield.
        Block = "block",
        /// Deflects it with the weapon.
        Parry = "parry",
        /// No defence.
        None = "no defence",
    }
}

listed! {
    /// A manoeuvre in place of a blow.
    Maneuver {
        /// Grapples the target.
        Grab = "grab",
        /// Knocks the target down.
        Trip = "trip",
        /// Knocks a weapon or item out of the target's hand.
        Disarm = "disarm",
    }
}

listed! {
    /// How much of a target is covered.
    Shelter {
        /// Nothing.
        Open = "none",
        /// A quarter to a half.
        Light = "light",
        /// Three quarters.
        Medium = "medium",
        /// Nearly all.
        Heavy = "heavy",
        /// All.
        Total = "total",
    }
}

impl Shelter {
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

listed! {
    /// How well a target can be seen.
    Light {
        /// As in daylight.
        Clear = "clear",
        /// Smoke, fog, dusk: hard to see.
        Hazy = "hazy",
        /// Nothing can be seen.
        Dark = "dark",
    }
}

listed! {
    /// How a flask of oil is lit.
    Lighting {
        /// By its own wick, burning in flight.
        Wick = "by its wick",
        /// By a flame where it breaks: a torch, a spell, a fire.
        Flame = "by a flame",
        /// Not at all.
        None = "not alight",
    }
}

listed! {
    /// The surface a faller lands on.
    Surface {
        /// Deep water.
        Water = "deep water",
        /// Deep snow.
        VerySoft = "very soft",
        /// A mattress.
        Soft = "soft",
        /// Mud.
        SlightlySoft = "slightly soft",
        /// Stone.
        Hard = "hard",
        /// Broken glass.
        Hazardous = "hazardous",
        /// Spikes.
        Spikes = "spikes",
    }
}

/// A value that a fact states.
trait Stated: Sized {
    /// It as a number.
    fn number(&self) -> Option<Tenths> {
        None
    }

    /// Another value of the type, as typed; `None` if it is not typed.
    fn read(_: &str) -> Option<Result<Self, String>> {
        None
    }

    /// All values with their words, if every form offers the same.
    fn list() -> Vec<(&'static str, Self)> {
        Vec::new()
    }
}

impl Stated for i32 {
    fn number(&self) -> Option<Tenths> {
        Some(Tenths::whole(*self))
    }

    fn read(text: &str) -> Option<Result<Self, String>> {
        Some(text.parse().map_err(|_| format!("\"{text}\" is not a whole number")))
    }
}

impl Stated for Tenths {
    fn number(&self) -> Option<Tenths> {
        Some(*self)
    }

    fn read(text: &str) -> Option<Result<Self, String>> {
        Some(text.parse())
    }
}

impl Stated for DiceExpr {
    fn read(text: &str) -> Option<Result<Self, String>> {
        Some(text.parse())
    }
}

impl Stated for Text {
    fn read(text: &str) -> Option<Result<Self, String>> {
        Some(Ok(text.into()))
    }
}

impl<T: Listed> Stated for T {
    fn list() -> Vec<(&'static str, Self)> {
        T::LIST.iter().map(|value| (value.word(), *value)).collect()
    }
}

// Picked from a list of the act, or never entered.
impl Stated for u8 {}
impl Stated for bool {}
impl Stated for CombatantId {}
impl Stated for Deed {}
impl Stated for Condition {}

/// Defines the facts: name, the type of the value and how [`Facts`] is asked for it, label, whether it holds of a
/// target for the rest of the round, and the usual bounds of a number.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident $(: $kind:ty $(= $get:ident)?)? [$label:literal $($this_round:ident)?] $(within($least:literal, $most:literal))?;)*) => {
        /// A fact of the table that the rules cannot see, or a number the referee enters.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Fact {
            $($(#[$doc])* $name $(($kind))?,)*
        }

        impl Fact {
            /// The label in forms.
            pub fn label(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $label,)*
                }
            }

            /// Its number, if it has one.
            pub fn number(&self) -> Option<Tenths> {
                match self {
                    $($(Self::$name(value) => <$kind as Stated>::number(value),)?)*
                    _ => None,
                }
            }

            /// The fact with another value, as typed; `None` if that is not typed.
            ///
            /// # Errors
            /// Says why the text is no such value.
            pub fn read(&self, text: &str) -> Option<Result<Self, String>> {
                match self {
                    $($(Self::$name(_) => <$kind as Stated>::read(text).map(|value| value.map(Self::$name)),)?)*
                    _ => None,
                }
            }

            /// The values it may have in any form, each with its words; empty if the act decides or it is no list.
            pub fn values(&self) -> Vec<(&'static str, Self)> {
                match self {
                    $($(Self::$name(_) => {
                        <$kind as Stated>::list().into_iter().map(|(word, value)| (word, Self::$name(value))).collect()
                    })?)*
                    _ => Vec::new(),
                }
            }

            /// Whether what was said of a target holds for the rest of the round.
            pub fn holds_this_round(&self) -> bool {
                match self {
                    $($(Self::$name { .. } => facts!(@yes $this_round),)?)*
                    _ => false,
                }
            }

            /// The least and the most that its number may be, unless a form has bounds of its own.
            pub fn bounds(&self) -> Option<(i32, i32)> {
                match self {
                    $($(Self::$name { .. } => Some(($least, $most)),)?)*
                    _ => None,
                }
            }
        }

        impl Facts {
            $($($(
                #[doc = concat!("What is stated as \"", $label, "\".")]
                pub fn $get(&self) -> Option<$kind> {
                    self.0.iter().find_map(|fact| match fact {
                        Fact::$name(value) => Some(*value),
                        _ => None,
                    })
                }
            )?)?)*
        }
    };
    (@yes this_round) => { true };
}

facts! {
    /// Distance to the target, in feet or the ruleset's unit.
    Distance: Tenths = distance ["distance"];
    /// The range band of the target, instead of the distance.
    Band: Band = band ["or range"];
    /// Penalty for cover, 0..=-4.
    Cover: i32 = cover ["cover" this_round];
    /// Behind complete cover.
    CompleteCover ["complete cover"];
    /// The referee's free modifier to the roll.
    Modifier: i32 = modifier ["modifier"] within(-20, 20);
    /// From behind.
    Behind ["from behind"];
    /// The target is unaware of it.
    Unaware ["target unaware"];
    /// On horseback after a run-up.
    Mounted ["mounted charge"];
    /// From higher ground.
    Higher ["from higher ground"];
    /// The target is on higher ground.
    Lower ["from lower ground"];
    /// Pulled so as not to draw blood.
    Pulled ["pulled"];
    /// The target charges.
    AgainstCharge ["against a charge"];
    /// To subdue, not to kill.
    Subdual ["to subdue"];
    /// The target cannot be seen.
    Unseen ["target unseen"];
    /// No clear space to back into.
    NoRoom ["no room behind"];
    /// Feet moved.
    Feet: i32 = feet ["how far"];
    /// The move ends adjacent to the named combatants.
    Contact ["into melee"];
    /// Moves away from the named combatants, not toward them.
    Away ["away from them"];
    /// The position of the spell in the block.
    Spell: u8 = spell ["spell"];
    /// Damage of an effect.
    Damage: DiceExpr = damage ["damage"];
    /// Healing of an effect.
    Heals: DiceExpr = heals ["heals"];
    /// The category of the saving throw.
    Against: Save = against ["save against"];
    /// The effect of a successful save.
    OnSave: OnSave = on_save ["on a save"];
    /// The condition inflicted.
    Inflicts: Condition = inflicts ["inflicts"];
    /// Duration in rounds; absent: until lifted.
    Rounds: i32 = rounds ["rounds"];
    /// The slain's gear is destroyed as well.
    Destructive ["destroys gear"];
    /// The effect is magical (Wisdom applies to the save).
    Magical ["magical"];
    /// It hits without an attack roll or a save.
    Sure ["never misses"];
    /// The ability checked.
    Ability: Ability = ability ["ability"];
    /// The location aimed at.
    Called: Location = called ["called shot"];
    /// The target's defence.
    Defence: Defence = defence ["defence"];
    /// The target's cover.
    Shelter: Shelter = shelter ["cover" this_round];
    /// The object that covers the target, or the friend in the line of attack.
    Screen: CombatantId = screen ["behind" this_round];
    /// How well the target can be seen.
    Light: Light = light ["light" this_round];
    /// Foes on two opposite sides of the target.
    Flanked ["flanked" this_round];
    /// The place guessed for an unseen target is wrong.
    WrongPlace ["wrong square"];
    /// The free modifier to the difficulty of the defence.
    DefenceModifier: i32 = defence_modifier ["defence modifier"] within(-20, 20);
    /// Fired on the exhale, with breath held.
    OnTheExhale ["on the exhale"];
    /// Without raising the weapon.
    FromTheHip ["from the hip"];
    /// The manoeuvre in place of a blow.
    Maneuver: Maneuver = maneuver ["manoeuvre"];
    /// Which of its combos.
    Combo: u8 = combo ["combo"];
    /// Metres run in a straight line just before.
    RunUp: i32 = run_up ["straight run-up"];
    /// Squares per second of the faster of the two.
    Speed: i32 = speed ["speed"];
    /// Seconds it takes.
    Seconds: i32 = seconds ["how long (s)"];
    /// Squares of difficult ground crossed.
    Rough: i32 = rough ["difficult squares"];
    /// How many of these were entered diagonally.
    Diagonal: i32 = diagonal ["diagonal squares"];
    /// While flying.
    Flying ["flying"];
    /// How many work together.
    Helpers: i32 = helpers ["loaders"];
    /// The number to reach.
    Difficulty: i32 = difficulty ["difficulty"];
    /// The skill used.
    Skill: Skill = skill ["skill"];
    /// The form of the horror.
    Dread: Dread = dread ["kind"];
    /// Metres fallen.
    Metres: Tenths = metres ["metres"];
    /// The surface landed on.
    Surface: Surface = surface ["onto"];
    /// There is something to grab hold of.
    Ledge ["ledge to grab"];
    /// Crushed against something hard.
    Crushed ["crushed against something"];
    /// Which poison or disease.
    Poison: u8 = poison ["which"];
    /// The number of doses.
    Doses: i32 = doses ["doses"];
    /// The target does not resist.
    Willing ["does not resist"];
    /// The referee insists on a ruling that the rules leave to judgement.
    Insist ["allow anyway"];
    /// The intended deed.
    Intent: Deed = intent ["what"];
    /// What it waits for, in the referee's own words.
    Reason: Text ["in your own words"];
    /// The initiative count.
    Number: i32 = number ["until number"];
    /// The percentage of the target that is hidden.
    Hidden: i32 = hidden ["hidden (%)" this_round] within(0, 100);
    /// The cover would stop a missile.
    HardCover ["hard cover" this_round];
    /// How the oil is lit.
    Lighting: Lighting = lighting ["alight"];
    /// Stays within reach of its opponents in melee.
    Shifting ["stays in reach"];
    /// Drops what it holds in order to do it.
    LetFall ["drop what is in hand"];
    /// Ends its move in a fire on the ground.
    IntoFire ["into the fire"];
    /// Crosses a fire on the ground.
    ThroughFire ["through the fire"];
    /// A suitable method.
    Suitable ["suitable method"];
    /// The attack line of the second weapon.
    Second: u8 = second ["second weapon"];
    /// The bait is treasure, not food.
    Treasure ["treasure, not food"];
    /// In the woods.
    Woods ["in the woods"];
    /// The obstacle placed in the way, by its position in the ruleset's table.
    Obstacle: u8 = obstacle ["obstacle"];
    /// The class skill, by its position in the ruleset's table.
    Craft: u8 = craft ["skill"];
    /// The foe is of the kind it hunts.
    Quarry ["of the kind it hunts"];
    /// The effect is based on fear.
    Fear ["against fear"];
    /// It would endanger the one who does it.
    Perilous ["perilous"];
    /// Read from a scroll.
    Scroll ["from a scroll"];
    /// Usable only by arcane casters.
    Arcane ["arcane users only"];
    /// How much of the act's amount a target takes; set for single targets only.
    Share: Share = share ["share"];
    /// A delayed attack that has left the weapon; `true` if well aimed. Never entered: the rules set it on what they
    /// deliver later.
    Loosed: bool = loosed ["on its way"];
}

impl Fact {
    /// Whether it states the cover of a target.
    pub fn is_cover(&self) -> bool {
        matches!(
            self,
            Self::Cover(_) | Self::CompleteCover | Self::Shelter(_) | Self::Hidden(_) | Self::HardCover
        )
    }

    /// Whether it states how far off a target is.
    pub fn is_distance(&self) -> bool {
        matches!(self, Self::Distance(_) | Self::Band(_))
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
