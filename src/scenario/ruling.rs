//! The referee's word in a script, in names instead of ids.

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
use crate::rules::model::supply::Supply;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use serde::Deserialize;
use std::sync::Arc;

/// A slot of the order: the names of sides or combatants that act together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotWord {
    /// Who.
    pub who: Vec<String>,
    /// Its number in the count of initiative; absent: counting down to 1.
    #[serde(default)]
    pub score: Option<i32>,
}

/// Facts of the encounter as a whole.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SceneWord {
    /// In the wild or on water, not underground.
    pub outdoors: bool,
    /// Which opening procedures are passed over.
    pub without: Vec<Phase>,
    /// Who speaks for the first side.
    pub speaker: Option<String>,
    /// Added to the reaction roll.
    pub reaction: i32,
    /// How far apart the sides meet, where that is known beforehand.
    pub meets_at: Option<Tenths>,
}

impl SceneWord {
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

/// How long an effect lasts: a [`Lasting`] with names instead of ids.
#[derive(Debug, Clone, Default, Deserialize)]
pub enum LastingWord {
    /// Until the referee ends it.
    #[default]
    Open,
    /// So many rounds.
    Rounds(u32),
    /// Until the nth turn of the bearer begins.
    OwnTurnStart(u32),
    /// Until the nth turn of the bearer is over.
    OwnTurnEnd(u32),
    /// Until the nth turn of that one begins.
    TurnStart(String, u32),
    /// Until the nth turn of that one is over.
    TurnEnd(String, u32),
    /// Until a saving throw or a check succeeds.
    #[serde(alias = "Trial")]
    SaveToEnd(SaveToEnd),
    /// So many seconds of the clock.
    Clock(Second),
}

impl LastingWord {
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

/// The referee's word: an [`Overrule`] with names instead of ids.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ruling {
    /// Hit points.
    Hp(String, i32),
    /// Alive, dead, fled and the like.
    Standing(String, Standing),
    /// A new name.
    Name(String, String),
    /// Another side.
    Side(String, String),
    /// Another stat block.
    Block(String, Box<Block>),
    /// Another body.
    Body(String, Box<Body>),
    /// A condition begins.
    Afflict {
        /// On whom.
        who: Vec<String>,
        /// Which.
        condition: Condition,
        /// Its figure.
        #[serde(default)]
        value: i32,
        /// For so many rounds.
        #[serde(default)]
        rounds: Option<u32>,
        /// What it is called.
        #[serde(default)]
        label: Option<String>,
        /// Toward whom it holds, where that is one alone.
        #[serde(default)]
        toward: Option<String>,
    },
    /// The newest effect of that condition ends.
    Relieve(String, Condition),
    /// A custom effect begins.
    Make {
        /// On whom.
        who: Vec<String>,
        /// What it is called.
        name: String,
        /// What it adds to totals.
        #[serde(default)]
        adds: Vec<(Stat, i32)>,
        /// Of what the referee is told.
        #[serde(default)]
        reminder: Option<String>,
        /// When; absent: as it ends.
        #[serde(default)]
        each: Option<Occasion>,
        /// How long it lasts.
        #[serde(default)]
        lasting: LastingWord,
    },
    /// A note is pinned to a combatant.
    Pin(String, String),
    /// It is taken off again.
    Unpin(String, String),
    /// The effect of that name ends.
    Unmake(String, String),
    /// In melee with one another.
    Engage(String, String),
    /// No longer in melee.
    Disengage(String, String),
    /// The distance between two; `None`: unknown.
    Distance(String, String, Option<Tenths>),
    /// Each of them stands so far off somebody, at its back or on the side of its nearest foe.
    Place {
        /// Who.
        who: Vec<String>,
        /// Off whom.
        off: String,
        /// How far.
        far: Tenths,
        /// At its back.
        #[serde(default)]
        behind: bool,
    },
    /// The slots of this round in acting order.
    Order(Vec<SlotWord>),
    /// The open window closes.
    Close,
    /// Who rolls a side's dice.
    Hand(String, Hand),
    /// Whether Enter asks before somebody of a side acts.
    Asks(String, bool),
    /// The line somebody stands in.
    Rank(String, Rank),
    /// How much of somebody the players know.
    Sight(String, Sight),
    /// Whether a side is the players'.
    Players(String, bool),
    /// Whether a side knows of the others.
    Aware(String, bool),
    /// The facts of the encounter.
    Scene(SceneWord),
    /// A counter of a combatant.
    Count(String, Counter, i32),
    /// A counter of a side.
    CountSide(String, Counter, i32),
    /// Copies left of a spell.
    Spell(String, String, u8),
    /// Something that runs out; most 0: not counted any more.
    Supply(String, Supply),
    /// A reminder is set.
    Remind {
        /// Seconds from now.
        seconds: Second,
        /// About whom.
        #[serde(default)]
        who: Option<String>,
        /// Of what.
        text: String,
    },
    /// The reminder of that text is struck out.
    Forget(String),
    /// An option of the ruleset.
    Option(String, String),
}

impl Ruling {
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
            Self::Asks(side, asks) => Overrule::Asks(names.side(side), *asks),
            Self::Rank(name, rank) => Overrule::Rank(who(name), *rank),
            Self::Sight(name, sight) => Overrule::Sight(who(name), *sight),
            Self::Players(side, players) => Overrule::Players(names.side(side), *players),
            Self::Aware(side, aware) => Overrule::Aware(names.side(side), *aware),
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
