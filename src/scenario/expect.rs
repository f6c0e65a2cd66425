//! What must be so after a step: facts of the state, and of what the step brought.

use super::given::When;
use crate::rules::model::combatant::{Gear, Standing};
use crate::rules::model::command::{Deed, Fact};
use crate::rules::model::counter::Counter;
use crate::rules::model::dice::{DiceExpr, Purpose, Question};
use crate::rules::model::effect::Condition;
use crate::rules::model::event::{Outcome, SpellFate};
use crate::rules::model::moment::{Round, Second};
use crate::rules::model::rank::Rank;
use crate::rules::model::sight::Sight;
use crate::rules::model::tally::Reason;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use serde::{Deserialize, Serialize};

/// A fact. Names of combatants, sides, attack lines and spells stand as they are written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Expect {
    /// Hit points left.
    Hp(String, i32),
    /// Wounds taken.
    Wounds(String, i32),
    /// How a thing of its fares: an attack line's, or its `armour`.
    Gear(String, String, Gear),
    /// Seconds spent of its turn.
    SecondsSpent(String, Second),
    /// Seconds on its own clock.
    OwnClock(String, Second),
    /// Whether it is in the fight.
    Is(String, Standing),
    /// It has the condition.
    Has(String, Condition),
    /// It has not.
    HasNot(String, Condition),
    /// When the condition ends.
    Until(String, Condition, When),
    /// For how many rounds the condition still holds, the present one counted.
    Rounds(String, Condition, u32),
    /// The condition ends only when somebody lifts it.
    Lasting(String, Condition),
    /// The figure of the condition.
    Value(String, Condition, i32),
    /// The condition holds toward that combatant only.
    Toward(String, Condition, String),
    /// What the referee called the condition.
    Label(String, Condition, String),
    /// A custom effect of that name is on it.
    Under(String, String),
    /// None is.
    NotUnder(String, String),
    /// The notes pinned to it.
    Notes(String, Vec<String>),
    /// Feet moved this round.
    Moved(String, u32),
    /// A counter.
    Count(String, Counter, i32),
    /// A counter of the newest effect of that condition.
    CountOn(String, Condition, Counter, i32),
    /// A counter of a side.
    SideCount(String, Counter, i32),
    /// A figure as the table reads it: `Figure("Ana", "AC", "5")`.
    Figure(String, String, String),
    /// Copies left of a spell.
    Spell(String, String, u8),
    /// How many are left of what runs out.
    Left(String, String, u32),
    /// On which side it is.
    Side(String, String),
    /// Its number in the count of initiative.
    Number(String, i32),
    /// What it owes of an action begun.
    Undertakes(String, Deed, Second),

    /// In melee with one another.
    Together(String, String),
    /// Neither threatens the other.
    Apart(String, String),
    /// The first threatens the second.
    Threatens(String, String),
    /// The known distance.
    Distance(String, String, Tenths),
    /// The distance is not known.
    Unknown(String, String),

    /// The first that owes an act.
    Turn(String),
    /// All that owe an act, in the order of the roster.
    Owes(Vec<String>),
    /// None of these owes an act.
    OwesNot(Vec<String>),
    /// The open window's phase.
    Phase(Phase),
    /// The open window is, among others, that side's or combatant's.
    Slot(String),
    /// No window is open.
    NothingOpen,
    /// The round.
    Round(Round),
    /// Seconds on the clock.
    Clock(Second),
    /// The names in each slot, in acting order.
    Order(Vec<Vec<String>>),
    /// The score of each slot, in acting order.
    Scores(Vec<i32>),
    /// How many consequences wait for the commit.
    Pending(usize),
    /// How many are on a side, the dead included.
    Many(String, usize),
    /// How many things have yet to fall due.
    Timers(usize),
    /// The fight is over.
    Ended,
    /// The value of an option, set or standard.
    Option(String, String),

    /// The deed is on offer.
    Offered(String, Deed),
    /// The deed is not on offer: not listed, or blocked.
    NotOffered(String, Deed),
    /// The deed is blocked for that reason.
    Blocked(String, Deed, String),
    /// Whom the deed may be aimed at, in any order.
    Targets(String, Deed, Vec<String>),
    /// With which attack lines, in any order.
    Weapons(String, Deed, Vec<String>),
    /// The deed asks for that fact, with that standing value.
    Field(String, Deed, Fact),
    /// What one step forward would ask first.
    Next(Ask),
    /// The combatant would do that deed by itself, at those, in any order; at nobody, where something has to be
    /// said of it first.
    Proposes(String, Deed, Vec<String>),
    /// It would do what it does at those, in any order, said already or still to be confirmed.
    ProposesAt(String, Vec<String>),
    /// It would not.
    ProposesNot(String, Deed, Vec<String>),
    /// It would do it with that attack line.
    ProposesWith(String, String),
    /// It would do nothing here.
    ProposesNothing(String),
    /// One step forward ends in that deed, at those; whoever has nothing to do before it is passed over.
    Enter(String, Deed, Vec<String>),
    /// One step forward ends in no act of anybody's: in a roll of that phase, in the end of its window.
    EnterIn(Phase),
    /// One step forward ends the fight, since nobody can harm anybody.
    EnterEnds,
    /// One step forward lets those get away who run, in any order.
    EnterGone(Vec<String>),
    /// The line it stands in.
    Rank(String, Rank),
    /// So much of it the players know.
    Sight(String, Sight),
    /// The side is the players', or is not.
    Players(String, bool),

    /// What the last roll of the step needed.
    Needs(i32),
    /// What the last roll of the step came to, everything added.
    Total(i32),
    /// What came of the last roll of the step.
    Outcome(Outcome),
    /// That reason added that much to a roll of the step or to what it needed.
    Adds(Reason, i32),
    /// That reason added nothing anywhere in the step.
    AddsNot(Reason),
    /// Hit points the combatant lost in the step.
    Lost(String, i32),
    /// The combatant was wounded in the step.
    WasWounded(String),
    /// The same, with the damage and the Toughness and Minimum Toughness it met.
    WoundedBy(String, i32, i32, i32),
    /// Damage did no harm: how much, and the Toughness and Minimum Toughness it met.
    Withstood(String, i32, i32, i32),
    /// A horror did no harm: how much, and the Minimum Will it met.
    Unmoved(String, i32, i32),
    /// The thing that hides it was struck in its place.
    CoverStruck(String),
    /// Its area lies elsewhere: the face of the scatter die, squares.
    Scattered(String, i32, i32),
    /// It lost or gave up an action in progress.
    LostAction(String),
    /// A row of a table came up: the rule it stands in, what it says.
    Row(String, String, String),
    /// It overcame a poison or disease.
    Cured(String, String),
    /// It earned so many points, and has that total and that level.
    Experience(String, u32, u32, u32),
    /// The phase was passed over in the step.
    PassedOver(Phase),
    /// How the meeting was taken.
    Reaction(String),
    /// The combatant broke.
    Broke(String),
    /// The side held.
    Held(String),
    /// The side needed no check.
    NoCheck(String),
    /// Driven off, or destroyed.
    Driven(String, bool),
    /// Whether an item outlasted its owner.
    Item(String, String, bool),
    /// What became of a spell.
    Fate(String, String, SpellFate),
    /// It ran, and covered so many feet.
    Ran(String, u32),
    /// That turn of the clock is complete.
    TurnOver(u32),
    /// No turn of the clock was completed.
    TurnGoesOn,
    /// The side broke off: the base feet of both, and whether it got away.
    Evaded(String, u32, u32, bool),
    /// Whether the pursuers of the side stopped for its bait.
    Baited(String, bool),
    /// The referee was reminded of that.
    Reminded(String),
    /// A rule was told of, by id.
    Told(String),
    /// A note stands in the log.
    Noted(String),
    /// Somebody got the first free name.
    Joined(String),

    /// The same of the rolls of the step that are such, in place of all of them: of the last of
    /// these, where a fact is of one.
    Of(Ask, Box<Expect>),
    /// It is not so, or did not happen. A name that nobody has is a fault, not a denial.
    Not(Box<Expect>),
    /// It was so when the last act of the round was done, before what the round's end brings.
    AtRoundEnd(Box<Expect>),
}

/// A question; what is left out may be anything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ask {
    /// What dice are for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    /// What a decision is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The combatant that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The side that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Whom it concerns besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Which dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceExpr>,
    /// What the bare dice need.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// What is added to the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adds: Option<i32>,
    /// The picks, by the names that `choices` takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<Vec<super::script::Choice>>,
    /// The standing pick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<super::script::Choice>,
}
