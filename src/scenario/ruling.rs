//! The referee's overrides in a script, with names in place of ids.

use super::names::Names;
use crate::rules::model::block::d20::Block;
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Overrule;
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::{CustomEffect, Lasting, Occasion, SaveToEnd, Stat};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::{Hand, Scene};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::model::rank::Rank;
use crate::rules::model::sight::Sight;
use crate::rules::model::stance::Aim;
use crate::rules::model::supply::Supply;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use serde::Deserialize;
use std::sync::Arc;

/// A slot of the turn order: the names of sides or combatants that act together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedSlot {
    /// The names.
    pub who: Vec<String>,
    /// Its initiative number; if absent, the slots count down to 1.
    #[serde(default)]
    pub score: Option<i32>,
}

/// Facts of the encounter as a whole.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GivenScene {
    /// Whether in the wild or on water, not underground.
    pub outdoors: bool,
    /// The opening procedures to skip.
    pub without: Vec<Phase>,
    /// Who speaks for the first side.
    pub speaker: Option<String>,
    /// A modifier to the reaction roll.
    pub reaction: i32,
    /// The encounter distance, if known beforehand.
    pub meets_at: Option<Tenths>,
}

impl GivenScene {
    pub(super) fn scene(&self, names: Names) -> Scene {
        Scene {
            outdoors: self.outdoors,
            without: self.without.clone(),
            speaker: self.speaker.as_deref().map(|name| names.who(name)),
            reaction: self.reaction,
            meets_at: self.meets_at,
        }
    }
}

/// The duration of an effect: a [`Lasting`] with names in place of ids.
#[derive(Debug, Clone, Default, Deserialize)]
pub enum NamedLasting {
    /// Until the referee ends it.
    #[default]
    Open,
    /// For a number of rounds.
    Rounds(u32),
    /// Until the nth turn of the bearer begins.
    OwnTurnStart(u32),
    /// Until the nth turn of the bearer ends.
    OwnTurnEnd(u32),
    /// Until the nth turn of the named combatant begins.
    TurnStart(String, u32),
    /// Until the nth turn of the named combatant ends.
    TurnEnd(String, u32),
    /// Until a saving throw or a check succeeds.
    #[serde(alias = "Trial")]
    SaveToEnd(SaveToEnd),
    /// For a number of seconds on the clock.
    Clock(Second),
}

impl NamedLasting {
    fn lasting(&self, names: Names) -> Lasting {
        match self {
            Self::Open => Lasting::Open,
            Self::Rounds(n) => Lasting::Rounds(*n),
            Self::OwnTurnStart(n) => Lasting::TurnStart(None, *n),
            Self::OwnTurnEnd(n) => Lasting::TurnEnd(None, *n),
            Self::TurnStart(name, n) => Lasting::TurnStart(Some(names.who(name)), *n),
            Self::TurnEnd(name, n) => Lasting::TurnEnd(Some(names.who(name)), *n),
            Self::SaveToEnd(save) => Lasting::SaveToEnd(save.clone()),
            Self::Clock(seconds) => Lasting::Clock(*seconds),
        }
    }
}

/// A referee's override: an [`Overrule`] with names in place of ids.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum NamedOverrule {
    /// Sets hit points.
    Hp(String, i32),
    /// Sets whether it is alive, dead, fled and the like.
    Standing(String, Standing),
    /// Renames a combatant.
    Name(String, String),
    /// Moves a combatant to another side.
    Side(String, String),
    /// Replaces the stat block.
    Block(String, Box<Block>),
    /// Replaces the stat block by one with wounds.
    Body(String, Box<Body>),
    /// Applies a condition.
    Afflict {
        /// The bearers.
        who: Vec<String>,
        /// The condition.
        condition: Condition,
        /// Its value.
        #[serde(default)]
        value: i32,
        /// Its duration in rounds.
        #[serde(default)]
        rounds: Option<u32>,
        /// Its label.
        #[serde(default)]
        label: Option<String>,
        /// The only combatant it applies toward, if any.
        #[serde(default)]
        toward: Option<String>,
    },
    /// Ends the newest effect of that condition.
    Relieve(String, Condition),
    /// Applies a custom effect.
    Make {
        /// The bearers.
        who: Vec<String>,
        /// Its name.
        name: String,
        /// Its modifiers.
        #[serde(default)]
        adds: Vec<(Stat, i32)>,
        /// The text of its reminder.
        #[serde(default)]
        reminder: Option<String>,
        /// When it reminds; if absent, as the effect ends.
        #[serde(default)]
        each: Option<Occasion>,
        /// Its duration.
        #[serde(default)]
        lasting: NamedLasting,
    },
    /// Pins a note to a combatant.
    Pin(String, String),
    /// Removes a pinned note.
    Unpin(String, String),
    /// Ends the custom effect of that name.
    Unmake(String, String),
    /// Puts two combatants in melee with each other.
    Engage(String, String),
    /// Takes two combatants out of melee.
    Disengage(String, String),
    /// Sets the distance between two combatants; `None` for unknown.
    Distance(String, String, Option<Tenths>),
    /// Places combatants at a distance from another, at its back or on the side of its nearest foe.
    Place {
        /// The combatants placed.
        who: Vec<String>,
        /// The combatant they are measured from.
        off: String,
        /// The distance.
        far: Tenths,
        /// Whether at its back.
        #[serde(default)]
        behind: bool,
    },
    /// Sets the slots of this round, in acting order.
    Order(Vec<NamedSlot>),
    /// Closes the open window.
    Close,
    /// Sets who rolls a side's dice.
    Hand(String, Hand),
    /// Sets who rolls a combatant's dice.
    Dice(String, Option<Hand>),
    /// Sets whether Enter asks before a combatant of a side acts.
    Asks(String, bool),
    /// Sets a combatant's rank in the formation.
    Rank(String, Rank),
    /// Sets how much of a combatant the players know.
    Sight(String, Sight),
    /// Sets whether a side is the players'.
    Players(String, bool),
    /// Sets whether a side is aware of the others.
    Aware(String, bool),
    /// Sets what a side is out to do.
    SideStance(String, Option<Aim<String>>),
    /// Sets what a combatant is out to do.
    Stance(String, Option<Aim<String>>),
    /// Sets the facts of the encounter.
    Scene(GivenScene),
    /// Sets a counter of a combatant.
    Count(String, Counter, i32),
    /// Sets a counter of a side.
    CountSide(String, Counter, i32),
    /// Sets the remaining copies of a spell.
    Spell(String, String, u8),
    /// Sets a supply; a maximum of 0 stops counting it.
    Supply(String, Supply),
    /// Sets a reminder.
    Remind {
        /// Seconds from now.
        seconds: Second,
        /// The combatant it is about.
        #[serde(default)]
        who: Option<String>,
        /// Its text.
        text: String,
    },
    /// Removes the reminder with that text.
    Forget(String),
    /// Sets an option of the ruleset.
    Option(String, String),
}

impl NamedOverrule {
    pub(super) fn overrule(&self, names: Names) -> Overrule {
        let who = |name: &str| -> CombatantId { names.who(name) };
        match self {
            Self::Hp(name, hp) => Overrule::Hp(who(name), *hp),
            Self::Standing(name, standing) => Overrule::Standing(who(name), *standing),
            Self::Name(name, new) => Overrule::Name(who(name), new.as_str().into()),
            Self::Side(name, side) => Overrule::Side(who(name), names.side(side)),
            Self::Block(name, block) => Overrule::Block(who(name), Arc::new(Block::clone(block).into())),
            Self::Body(name, body) => Overrule::Block(who(name), Arc::new(Body::clone(body).into())),
            Self::Afflict { who: all, condition, value, rounds, label, toward } => Overrule::Afflict {
                who: names.all(all),
                condition: *condition,
                value: *value,
                rounds: *rounds,
                label: label.as_deref().map(Into::into),
                toward: toward.as_deref().map(who),
            },
            Self::Relieve(name, condition) => {
                Overrule::Relieve(who(name), names.effect(who(name), *condition))
            }
            Self::Make { who, name, adds, reminder, each, lasting } => {
                let custom = CustomEffect {
                    name: name.as_str().into(),
                    adds: adds.clone(),
                    reminder: reminder.as_deref().map(Into::into),
                    each: *each,
                    lasting: lasting.lasting(names),
                };
                Overrule::Make(names.all(who), Box::new(custom))
            }
            Self::Pin(name, text) => Overrule::Pin(who(name), text.as_str().into()),
            Self::Unpin(name, text) => Overrule::Unpin(who(name), text.as_str().into()),
            Self::Unmake(name, what) => Overrule::Relieve(who(name), names.custom(who(name), what)),
            Self::Engage(a, b) => Overrule::Engage(who(a), who(b)),
            Self::Disengage(a, b) => Overrule::Disengage(who(a), who(b)),
            Self::Distance(a, b, feet) => Overrule::Distance(who(a), who(b), *feet),
            Self::Place { who: all, off, far, behind } => {
                Overrule::Place { who: names.all(all), off: who(off), far: *far, behind: *behind }
            }
            Self::Order(slots) => Overrule::Order(names.slots(slots)),
            Self::Close => Overrule::Close,
            Self::Hand(side, hand) => Overrule::Hand(names.side(side), *hand),
            Self::Dice(name, hand) => Overrule::Dice(who(name), *hand),
            Self::Asks(side, asks) => Overrule::Asks(names.side(side), *asks),
            Self::Rank(name, rank) => Overrule::Rank(who(name), *rank),
            Self::Sight(name, sight) => Overrule::Sight(who(name), *sight),
            Self::Players(side, players) => Overrule::Players(names.side(side), *players),
            Self::Aware(side, aware) => Overrule::Aware(names.side(side), *aware),
            Self::SideStance(side, aim) => {
                Overrule::SideStance(names.side(side), aim.clone().map(|aim| names.aim(aim)), None)
            }
            Self::Stance(name, aim) => {
                Overrule::Stance(vec![who(name)], aim.clone().map(|aim| names.aim(aim)))
            }
            Self::Scene(scene) => Overrule::Scene(scene.scene(names)),
            Self::Count(name, counter, value) => Overrule::Count(who(name), *counter, *value),
            Self::CountSide(side, counter, value) => {
                Overrule::CountSide(names.side(side), *counter, *value)
            }
            Self::Spell(name, spell, left) => {
                Overrule::Spell(who(name), names.spell(who(name), spell), *left)
            }
            Self::Supply(name, supply) => Overrule::Supply(who(name), supply.clone()),
            Self::Remind { seconds, who: about, text } => Overrule::Remind {
                seconds: *seconds,
                who: about.as_deref().map(who),
                text: text.as_str().into(),
            },
            Self::Forget(text) => Overrule::Forget(names.reminder(text)),
            Self::Option(id, value) => Overrule::Option(id.as_str().into(), value.as_str().into()),
        }
    }
}
