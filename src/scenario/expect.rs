//! Expectations: facts that must hold after a step, about the state or about what the step caused.

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
use crate::rules::model::stance::Aim;
use crate::rules::model::tally::Reason;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use serde::{Deserialize, Serialize};

/// A fact. Combatants, sides, attacks and spells are given by name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Expect {
    /// Hit points left.
    Hp(String, i32),
    /// Temporary hit points left; 0: none.
    Temporary(String, i32),
    /// Wounds taken.
    Wounds(String, i32),
    /// The state of its gear: of an attack by its name, or of `armour`.
    Gear(String, String, Gear),
    /// Seconds spent of its turn.
    SecondsSpent(String, Second),
    /// Seconds on its own clock.
    OwnClock(String, Second),
    /// Whether it is in the fight.
    Is(String, Standing),
    /// It has the condition.
    Has(String, Condition),
    /// It does not have the condition.
    HasNot(String, Condition),
    /// When the condition ends.
    Until(String, Condition, When),
    /// The rounds the condition still lasts, including this one.
    Rounds(String, Condition, u32),
    /// The condition lasts until removed.
    Lasting(String, Condition),
    /// The value of the condition.
    Value(String, Condition, i32),
    /// The condition applies toward that combatant only.
    Toward(String, Condition, String),
    /// The referee's label of the condition.
    Label(String, Condition, String),
    /// It has a custom effect of that name.
    Under(String, String),
    /// It has no custom effect of that name.
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
    /// A value as displayed: `Figure("Ana", "AC", "5")`.
    Figure(String, String, String),
    /// Remaining copies of a spell.
    Spell(String, String, u8),
    /// How much is left of a supply.
    Left(String, String, u32),
    /// The side it is on.
    Side(String, String),
    /// Its initiative number.
    Number(String, i32),
    /// The action in progress and the seconds still to spend on it.
    Undertakes(String, Deed, Second),

    /// They are in melee with each other.
    Together(String, String),
    /// Neither threatens the other.
    Apart(String, String),
    /// The first threatens the second.
    Threatens(String, String),
    /// The known distance between them.
    Distance(String, String, Tenths),
    /// The distance between them is unknown.
    Unknown(String, String),

    /// The first combatant that has yet to act in the open window.
    Turn(String),
    /// All combatants that have yet to act, in roster order.
    Owes(Vec<String>),
    /// None of these has yet to act.
    OwesNot(Vec<String>),
    /// The phase of the open window.
    Phase(Phase),
    /// The open window belongs to that side or combatant, perhaps among others.
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
    /// The number of pending consequences, applied at the commit.
    Pending(usize),
    /// The number of combatants on a side, including the dead.
    Many(String, usize),
    /// The number of timers still running.
    Timers(usize),
    /// The fight is over.
    Ended,
    /// The value of an option, set or default.
    Option(String, String),

    /// The deed is offered.
    Offered(String, Deed),
    /// The deed is not offered: not listed, or blocked.
    NotOffered(String, Deed),
    /// The deed is blocked for that reason.
    Blocked(String, Deed, String),
    /// The possible targets of the deed, in any order.
    Targets(String, Deed, Vec<String>),
    /// The deed is offered with these targets for that attack line.
    TargetsWith(String, Deed, String, Vec<String>),
    /// The attacks usable for the deed, in any order.
    Weapons(String, Deed, Vec<String>),
    /// The deed has that field, with that default.
    Field(String, Deed, Fact),
    /// The first question that one step forward asks.
    Next(Ask),
    /// The deed that one step forward does in the open window, or opens the form of, if the combatant comes first, and
    /// its targets, in any order; no targets if details have to be given first.
    Proposes(String, Deed, Vec<String>),
    /// The proposed targets, in any order, whether given already or still to be confirmed.
    ProposesAt(String, Vec<String>),
    /// The combatant does not propose this deed at these targets.
    ProposesNot(String, Deed, Vec<String>),
    /// The attack of the proposed deed.
    ProposesWith(String, String),
    /// The combatant proposes nothing.
    ProposesNothing(String),
    /// The proposed deed of the combatant, or one of its blows, has that fact.
    ProposesFact(String, Fact),
    /// One step forward acts for that combatant.
    Acting(String),
    /// One step forward stops and asks: the referee has something to say or to choose first.
    EnterAsks,
    /// One step forward ends with that deed and targets; combatants with nothing to do before it are passed over.
    Enter(String, Deed, Vec<String>),
    /// One step forward ends without a deed: in a roll of that phase, or in the end of its window.
    EnterIn(Phase),
    /// One step forward ends the fight: only one side is left, or nobody can harm anybody.
    EnterEnds,
    /// One step forward lets those who flee get away, in any order.
    EnterGone(Vec<String>),
    /// Its rank in the formation.
    Rank(String, Rank),
    /// What the side, or the combatant, is out to do.
    Stance(String, Aim<String>),
    /// Nothing was rolled or said of what the side, or the combatant, is out to do.
    NoStance(String),
    /// One step forward stops where nobody fights.
    EnterTalks,
    /// How much of it the players know.
    Sight(String, Sight),
    /// Whether the side is the players'.
    Players(String, bool),

    /// The number the last roll of the step needed.
    Needs(i32),
    /// The total of the last roll of the step, with all modifiers.
    Total(i32),
    /// The outcome of the last roll of the step.
    Outcome(Outcome),
    /// The modifier that a reason added to a roll of the step or to the number needed.
    Adds(Reason, i32),
    /// The reason added nothing in the step.
    AddsNot(Reason),
    /// The hit points the combatant lost in the step.
    Lost(String, i32),
    /// The combatant was wounded in the step.
    WasWounded(String),
    /// The combatant was wounded in the step: the damage, its Toughness and Minimum Toughness.
    WoundedBy(String, i32, i32, i32),
    /// Damage did no harm: the damage, its Toughness and Minimum Toughness.
    Withstood(String, i32, i32, i32),
    /// A horror did no harm: the amount and its Minimum Will.
    Unmoved(String, i32, i32),
    /// Its cover was hit in its place.
    CoverStruck(String),
    /// Its area effect scattered: the face of the scatter die, and squares.
    Scattered(String, i32, i32),
    /// It lost or gave up an action in progress.
    LostAction(String),
    /// A table was rolled on: the rule it belongs to and the text of the row.
    Row(String, String, String),
    /// It recovered from a poison or disease.
    Cured(String, String),
    /// The experience points it earned, its new total, its level.
    Experience(String, u32, u32, u32),
    /// The phase was skipped in the step.
    PassedOver(Phase),
    /// The result of the reaction roll.
    Reaction(String),
    /// The combatant broke: it flees or surrenders.
    Broke(String),
    /// The side held.
    Held(String),
    /// The side needed no morale check.
    NoCheck(String),
    /// It was turned; `true` if it was destroyed.
    Driven(String, bool),
    /// Whether an item survived its owner.
    Item(String, String, bool),
    /// What happened to a spell.
    Fate(String, String, SpellFate),
    /// It ran that many feet.
    Ran(String, u32),
    /// That turn of the clock is complete.
    TurnOver(u32),
    /// No turn of the clock was completed.
    TurnGoesOn,
    /// The side tried to evade: the base feet of both sides, and whether it got away.
    Evaded(String, u32, u32, bool),
    /// Whether the pursuers of the side stopped for its bait.
    Baited(String, bool),
    /// The referee was shown this reminder.
    Reminded(String),
    /// A rule was reported, by id.
    Told(String),
    /// The log has this note.
    Noted(String),
    /// A combatant joined under this name.
    Joined(String),

    /// An expectation about matching rolls of the step only; one about the last roll is about the last match.
    Of(Ask, Box<Expect>),
    /// The expectation does not hold. A name that nobody has is still an error.
    Not(Box<Expect>),
    /// The expectation held after the last act of the round, before the effects of the round's end.
    AtRoundEnd(Box<Expect>),
}

/// A question, as a pattern: absent fields match anything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ask {
    /// The purpose of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    /// The subject of the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The combatant asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The side asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The other combatant concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceExpr>,
    /// The number needed on the unmodified dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// The modifier to the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adds: Option<i32>,
    /// The picks, named as in `choices`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<Vec<super::script::Choice>>,
    /// The default pick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<super::script::Choice>,
}
