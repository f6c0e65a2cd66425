//! Deeds of a ruleset: a table row each, with its functions.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, D20};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{self, Event, Stop};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::moment::Second;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Mode, Phase, Window};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// Whether a deed is allowed, or why not.
pub type Allowed = Result<(), RuleError>;

/// A combatant in a state of the encounter, as the subject of a row's functions.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The state.
    pub e: &'a Encounter,
    /// The combatant.
    pub c: &'a Combatant,
}

impl<'a> At<'a> {
    /// Returns its stat block, in rulesets with hit points.
    ///
    /// # Errors
    /// `bad-stat` if its block is of the other family.
    #[inline]
    pub fn d20(&self) -> Result<&'a D20, RuleError> {
        self.e.d20_of(self.c).ok_or_else(|| self.why(Refusal::BAD_STAT))
    }

    /// Refuses with that reason.
    ///
    /// # Errors
    /// Always that reason, for this combatant.
    #[inline]
    pub fn no(&self, why: impl Into<RuleError>) -> Allowed {
        Err(self.why(why))
    }

    /// Refuses with that reason unless the condition holds.
    ///
    /// # Errors
    /// That reason, for this combatant.
    #[inline]
    pub fn unless(&self, holds: bool, why: impl Into<RuleError>) -> Allowed {
        if holds { Ok(()) } else { self.no(why) }
    }

    /// Refuses with the first reason whose condition holds.
    ///
    /// # Errors
    /// That reason, for this combatant.
    #[inline]
    pub fn unless_any(&self, reasons: impl IntoIterator<Item = (bool, Refusal)>) -> Allowed {
        let first = reasons.into_iter().find(|(holds, _)| *holds);
        first.map_or(Ok(()), |(_, why)| self.no(why))
    }

    /// Returns the reason as an error for this combatant.
    #[inline]
    pub fn why(&self, why: impl Into<RuleError>) -> RuleError {
        why.into().of(self.c.id)
    }
}

/// When a deed can be done, and what part of the round it uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At any time: brought about by the referee, regardless of turns.
    Ever,
    /// At any time, by any combatant able to act.
    Free,
    /// During declarations, before any dice are rolled.
    Announcing,
    /// During declarations, or as the action.
    Either,
    /// On the combatant's turn, in addition to the action.
    Beside,
    /// On the combatant's turn, as the action.
    Action,
    /// On another's turn, from a held turn.
    CuttingIn,
}

impl When {
    /// Whether it is the action of the round.
    pub fn is_action(self) -> bool {
        matches!(self, Self::Action | Self::Either)
    }
}

/// How the log reports a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogForm {
    /// Only by its outcome.
    ByOutcome,
    /// By name, with its targets.
    Named,
    /// By name; a move away is reported without targets, which the following distance names.
    Moving,
}

/// The time cost of an act, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The total.
    pub takes: Second,
    /// The part that does not fit into this turn.
    pub carried: Second,
}

/// The progress of an act. The same checks apply at each step, except for those already past and those still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It begins.
    Begins,
    /// It continues, not fully paid for; its targets are confirmed once it is.
    GoesOn,
    /// It is fully paid for and happens.
    IsPaid,
    /// It takes effect after its delay, whatever has become of the actor.
    TakesEffect,
}

impl Step {
    /// Whether the actor must be able to do it now.
    pub fn is_done(self) -> bool {
        self != Self::TakesEffect
    }

    /// Whether it is aimed now.
    pub fn is_aimed(self) -> bool {
        self != Self::GoesOn
    }
}

/// Checks whether a combatant may pass: it must be able to act and owe an act in the open window.
///
/// # Errors
/// `dead`, `incapacitated`; `not-your-slot` if it owes no act in the open window.
pub fn may_pass(at: &At, owes: fn(&Encounter, &Window, CombatantId) -> bool) -> Allowed {
    match at.c.standing {
        Standing::Up => {}
        Standing::Dead => return at.no(Refusal::DEAD),
        _ => return at.no(Refusal::INCAPACITATED),
    }
    let open = at.e.window().filter(|window| window.mode != Mode::Procedure);
    at.unless(open.is_some_and(|window| owes(at.e, window, at.c.id)), Refusal::NOT_YOUR_SLOT)
}

/// Returns the row of passing in the open window; `may` is [`may_pass`] with the ruleset's `owes`.
pub const fn pass(rule: &'static str, may: fn(&At) -> Allowed) -> DeedRule {
    DeedRule {
        rule,
        when: When::Ever,
        may,
        run: |r, act| {
            r.emit(Event::Passed(act.who));
            Ok(())
        },
        ..DeedRule::of(Deed::Pass)
    }
}

/// A deed of a ruleset. Rows are written as struct updates of [`DeedRule::of`], whose defaults ask for nothing and
/// refuse nothing.
pub struct DeedRule {
    /// The deed.
    pub deed: Deed,
    /// The rule behind it, as in the catalogue.
    pub rule: &'static str,
    /// When it can be done.
    pub when: When,
    /// Its phase of the round, if the ruleset has one for it.
    pub phase: Option<Phase>,
    /// How the log reports it.
    pub told: LogForm,
    /// The targets reported: those of the act, unless they go without saying.
    pub aimed: fn(&At, &Act) -> Vec<CombatantId>,
    /// The kind of action it must be declared as when done with that attack line, in rulesets with such declarations.
    /// `None`: it needs no declaration.
    pub announced: fn(&At, Option<u8>) -> Option<Deed>,
    /// Whether stepping forward does it for any combatant that may do it in the open window.
    pub is_step_forward: bool,
    /// Whether it can be repeated within one action: the attacks of a routine.
    pub repeats: bool,
    /// Whether it is open to incapacitated combatants, in rulesets that leave them a few deeds.
    pub while_incapacitated: bool,
    /// Whether it is listed in the form of this combatant at all.
    pub concerns: fn(&At) -> bool,
    /// Whether it is allowed now, once the ruleset's [gate](super::Ruleset::gate) is passed.
    pub may: fn(&At) -> Allowed,
    /// What bars it then unless the referee [insists](Fact::Insist), where the rules leave it to the referee's
    /// judgement.
    pub bar: fn(&At) -> Allowed,
    /// Completes the offer with its weapons, targets and facts with defaults, or blocks it.
    pub shape: fn(&At, Offer) -> Offer,
    /// Checks the particulars of an act.
    pub check: fn(&At, &Act) -> Allowed,
    /// Checks the particulars of an act begun earlier; `None`: the same as `check`.
    pub later: Option<fn(&At, &Act, Step) -> Allowed>,
    /// Carries it out.
    pub run: fn(&mut Resolution, &Act) -> Result<(), Stop>,
    /// The minimum and maximum number of targets of the act so far.
    pub aims: fn(&At, &Act, &Offer) -> (usize, usize),
    /// The facts asked for by the act so far.
    pub asked: for<'a> fn(&At, &Act, &'a Offer) -> Cow<'a, [FactField]>,
    /// What the encounter knows of such a fact about the act's target, in place of the field's own default; an act that
    /// does not state the fact gets it too.
    pub known: fn(&At, &Act, &Fact) -> Option<Fact>,
    /// The labels of the act's separate blows; empty: it is a single whole.
    pub blows: fn(&At, &Act) -> Vec<Text>,
    /// Whether one roll of the act yields an amount for its targets, of which each may take half, none or double.
    pub shares: fn(&At, &Act) -> bool,
    /// The possible values of such a fact with their labels, if they form a list.
    pub choices: fn(&At, &Act, &Fact) -> Vec<(Text, Fact)>,
    /// Whether that attack line may reach the other where it is, as far as that is known; `false` is certain.
    pub reaches: fn(&At, u8, &Combatant) -> bool,
    /// The damage dice of a hit with that attack line as it is usually used; `None`: a hit does no damage of its own.
    pub damage: fn(&At, &Attack) -> Option<DiceExpr>,
    /// Whether missiles of that attack line, shot or thrown into a melee, may hit the attacker's own side.
    pub strays: fn(&At, u8) -> bool,
    /// Whether the act is futile, whatever the dice show.
    pub is_vain: fn(&At, &Act) -> bool,
    /// The distance at which the act leaves its actor from its target, if it is over at once and that can be told
    /// beforehand.
    pub leads: fn(&At, &Act) -> Option<Tenths>,
    /// The current time cost of the act; `None`: its seconds are not counted.
    pub price: fn(&At, &Act) -> Option<Price>,
}

impl DeedRule {
    /// Creates the row of a deed that any combatant may do as the action, without targets or effect.
    pub const fn of(deed: Deed) -> Self {
        Self {
            deed,
            rule: "",
            when: When::Action,
            phase: None,
            told: LogForm::ByOutcome,
            aimed: |_, act| act.at.clone(),
            announced: |_, _| None,
            is_step_forward: false,
            repeats: false,
            while_incapacitated: false,
            concerns: |_| true,
            may: |_| Ok(()),
            bar: |_| Ok(()),
            shape: |_, offer| offer,
            check: |_, _| Ok(()),
            later: None,
            run: |_, _| Ok(()),
            aims: |_, _, offer| (offer.at.least, offer.at.most),
            asked: |_, act, offer| offer.asked_with(act.with),
            known: |_, _, _| None,
            blows: |_, _| Vec::new(),
            shares: |_, _| false,
            choices: |_, _, _| Vec::new(),
            reaches: |_, _, _| true,
            damage: |_, _| None,
            strays: |_, _| false,
            is_vain: |_, _| false,
            leads: |_, _| None,
            price: |_, _| None,
        }
    }

    /// Reports the act in the log, if the row says so.
    pub fn tell(&self, r: &mut Resolution, act: &Act) {
        if !r.is_recorded() {
            return;
        }
        let e = r.encounter();
        let at = match (self.told, e.get(act.who)) {
            (LogForm::ByOutcome, _) => return,
            // A move away is reported by the distance that follows.
            (LogForm::Moving, _) if act.facts.has(&Fact::Away) => Vec::new(),
            (LogForm::Named | LogForm::Moving, Some(c)) => (self.aimed)(&At { e, c }, act),
            (LogForm::Named | LogForm::Moving, None) => Vec::new(),
        };
        r.tell(|| event::Told::Deed(act.who, act.deed, act.with, at));
    }
}

/// The deeds of a ruleset, in the order shown in forms.
pub struct Rows {
    rows: &'static [&'static DeedRule],
    /// The row index of each deed; [`NOWHERE`] if the ruleset lacks it.
    at: [u8; Deed::COUNT],
}

/// The index of a deed the ruleset lacks.
const NOWHERE: u8 = u8::MAX;

impl Rows {
    /// An empty list of deeds.
    pub const NONE: &'static Self = &Self::of(&[]);

    /// Creates the list; each row must be for a different deed.
    ///
    /// # Panics
    /// At compile time, if there are too many rows.
    pub const fn of(rows: &'static [&'static DeedRule]) -> Self {
        assert!(rows.len() < NOWHERE as usize, "a position is a byte");
        let mut at = [NOWHERE; Deed::COUNT];
        let mut nth = 0;
        while nth < rows.len() {
            at[rows[nth].deed as usize] = nth as u8;
            nth += 1;
        }
        Self { rows, at }
    }

    /// Returns the row index of a deed; `None` if the ruleset lacks it.
    #[inline]
    pub fn position(&self, deed: Deed) -> Option<usize> {
        let at = self.at[deed as usize];
        (at != NOWHERE).then(|| at.into())
    }

    /// Returns the row of a deed; `None` if the ruleset lacks it.
    #[inline]
    pub fn row(&self, deed: Deed) -> Option<&'static DeedRule> {
        self.rows.get(self.position(deed)?).copied()
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.rows.iter().map(|row| row.deed)).finish()
    }
}

impl Deref for Rows {
    type Target = [&'static DeedRule];

    fn deref(&self) -> &Self::Target {
        self.rows
    }
}
