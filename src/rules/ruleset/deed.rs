//! A deed of a ruleset: everything about it in one row, beside the functions it leads to.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::D20;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{self, Event, Stop};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::moment::Second;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::window::{Mode, Phase, Window};
use std::borrow::Cow;
use std::ops::Deref;

/// What a question about a deed comes to: it may be done, or why not.
pub type Allowed = Result<(), RuleError>;

/// A combatant in a state of the encounter: whom a row is asked about.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The state.
    pub e: &'a Encounter,
    /// Who would do it.
    pub c: &'a Combatant,
}

impl<'a> At<'a> {
    /// Its stat block, in the rulesets with hit points.
    ///
    /// # Errors
    /// `bad-stat`: its block is of the other family.
    #[inline]
    pub fn d20(&self) -> Result<&'a D20, RuleError> {
        self.e.d20_of(self.c).ok_or_else(|| self.why(Refusal::BAD_STAT))
    }

    /// No, for that reason.
    ///
    /// # Errors
    /// Always: that reason, about that combatant.
    #[inline]
    pub fn no(&self, why: impl Into<RuleError>) -> Allowed {
        Err(self.why(why))
    }

    /// No, for that reason, unless that holds.
    ///
    /// # Errors
    /// That reason, about that combatant.
    #[inline]
    pub fn unless(&self, holds: bool, why: impl Into<RuleError>) -> Allowed {
        if holds { Ok(()) } else { self.no(why) }
    }

    /// No, for the first of those reasons that holds.
    ///
    /// # Errors
    /// That reason, about that combatant.
    pub fn unless_any(&self, reasons: impl IntoIterator<Item = (bool, Refusal)>) -> Allowed {
        let first = reasons.into_iter().find(|(holds, _)| *holds);
        first.map_or(Ok(()), |(_, why)| self.no(why))
    }

    /// The reason, about that combatant.
    #[inline]
    pub fn why(&self, why: impl Into<RuleError>) -> RuleError {
        why.into().of(self.c.id)
    }
}

/// When a deed can be done, and what of the round it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At any time: the referee brings it about, regardless of the turn.
    Ever,
    /// At any time, by any combatant able to act.
    Free,
    /// While intentions are announced, before the dice fall.
    Announcing,
    /// While intentions are announced, or as the action.
    Either,
    /// In one's own turn, beside the action.
    Beside,
    /// In one's own turn, as the action.
    Action,
    /// In another combatant's turn, out of one that was kept.
    CuttingIn,
}

impl When {
    /// Whether it is the action of the round.
    pub fn is_action(self) -> bool {
        matches!(self, Self::Action | Self::Either)
    }
}

/// Who tells of a deed in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// What comes of it tells it.
    ByOutcome,
    /// It is named, with those it is aimed at.
    Named,
    /// It is named; where a combatant moved away, the distance tells from whom.
    Moving,
}

/// Seconds that an act takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// In all.
    pub takes: Second,
    /// Of them, those that this turn cannot pay any longer.
    pub carried: Second,
}

/// How far an act has come: the same is checked of it all the way, but for what is behind it by then
/// and for what is still ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It begins.
    Begins,
    /// It is gone on with and not paid yet: its targets are confirmed when it is.
    GoesOn,
    /// It is paid in full, and happens.
    IsPaid,
    /// It takes effect after its delay, whatever has become of its author meanwhile.
    TakesEffect,
}

impl Step {
    /// Whether its author must be able to do it now.
    pub fn is_done(self) -> bool {
        self != Self::TakesEffect
    }

    /// Whether it is aimed now.
    pub fn is_aimed(self) -> bool {
        self != Self::GoesOn
    }
}

/// Whether a combatant may pass in the open window: any that can act and owes an act in it.
///
/// # Errors
/// `dead`, `incapacitated`; `not-your-slot`: it owes no act in the open window.
pub fn may_pass(at: &At, owes: fn(&Encounter, &Window, CombatantId) -> bool) -> Allowed {
    match at.c.standing {
        Standing::Up => {}
        Standing::Dead => return at.no(Refusal::DEAD),
        _ => return at.no(Refusal::INCAPACITATED),
    }
    let open = at.e.window().filter(|window| window.mode != Mode::Procedure);
    at.unless(open.is_some_and(|window| owes(at.e, window, at.c.id)), Refusal::NOT_YOUR_SLOT)
}

/// Nothing more is done in the open window.
///
/// # Errors
/// Never.
pub fn pass(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Passed(act.who));
    Ok(())
}

/// One deed of a ruleset. Rows are written with [`DeedRule::of`] behind `..`: whatever is left out asks
/// nothing and refuses nothing.
pub struct DeedRule {
    /// Which.
    pub deed: Deed,
    /// The catalogue's rule behind it.
    pub rule: &'static str,
    /// When it can be done.
    pub when: When,
    /// The phase of the round it belongs to, where the ruleset has one for it.
    pub phase: Option<Phase>,
    /// Whether the log names it.
    pub told: Told,
    /// Those at whom it is told to be aimed: as said, unless that goes without saying.
    pub aimed: fn(&At, &Act) -> Vec<CombatantId>,
    /// As which kind of action it is announced, done with that attack line, where a ruleset has kinds of
    /// action announced. `None`: it is free, nobody announces it.
    pub announced: fn(&At, Option<u8>) -> Option<Deed>,
    /// Whether one step forward does it, for any combatant that may do it in the open window.
    pub is_step_forward: bool,
    /// Whether it can be done several times as one action: the attacks of a routine.
    pub repeats: bool,
    /// Whether it is open to those who can do nothing else, where a ruleset leaves the incapacitated a little.
    pub while_incapacitated: bool,
    /// Whether it is worth a line in the form of such a combatant.
    pub concerns: fn(&At) -> bool,
    /// Whether it may be done now at all, once the ruleset's [gate](super::Ruleset::gate) is passed.
    pub may: fn(&At) -> Allowed,
    /// What bars it then unless the referee [insists](Fact::Insist), where the rules leave it to the referee.
    pub bar: fn(&At) -> Allowed,
    /// Its weapons, its targets, its facts with their standing answers; or why it is blocked.
    pub shape: fn(&At, Offer) -> Offer,
    /// The particulars of one act.
    pub check: fn(&At, &Act) -> Allowed,
    /// The same of an act that was begun before. `None`: nothing is different then.
    pub later: Option<fn(&At, &Act, Step) -> Allowed>,
    /// Does it.
    pub run: fn(&mut Resolution, &Act) -> Result<(), Stop>,
    /// How many targets the act, as far as it is said, is aimed at: least and most.
    pub aims: fn(&At, &Act, &Offer) -> (usize, usize),
    /// The facts asked of the act, as far as it is said.
    pub asked: for<'a> fn(&At, &Act, &'a Offer) -> Cow<'a, [FactField]>,
    /// The single blows of which the act is made, each in a word; none: it is one whole.
    pub blows: fn(&At, &Act) -> Vec<Text>,
    /// Whether the act brings its targets an amount by one roll, so that one of them may take half of
    /// it, none or double.
    pub shares: fn(&At, &Act) -> bool,
    /// What may be said of such a fact, each with its words, where there is a list of it.
    pub choices: fn(&At, &Act, &Fact) -> Vec<(Text, Fact)>,
    /// Whether what is shot or thrown with that attack line into a melee may strike the side of whoever does it.
    pub strays: fn(&At, u8) -> bool,
    /// Whether nothing can come of the act, whatever the dice show.
    pub is_vain: fn(&At, &Act) -> bool,
    /// What the act would cost now. `None`: no seconds are counted for it.
    pub price: fn(&At, &Act) -> Option<Price>,
}

impl DeedRule {
    /// A deed that any combatant may do as the action, at nobody, and that does nothing.
    pub const fn of(deed: Deed) -> Self {
        Self {
            deed,
            rule: "",
            when: When::Action,
            phase: None,
            told: Told::ByOutcome,
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
            blows: |_, _| Vec::new(),
            shares: |_, _| false,
            choices: |_, _, _| Vec::new(),
            strays: |_, _| false,
            is_vain: |_, _| false,
            price: |_, _| None,
        }
    }

    /// Names the act in the log, where the row says so.
    pub fn tell(&self, r: &mut Resolution, act: &Act) {
        if !r.is_recorded() {
            return;
        }
        let e = r.encounter();
        let at = match (self.told, e.get(act.who)) {
            (Told::ByOutcome, _) => return,
            // Away from a combatant is told by the distance that follows.
            (Told::Moving, _) if act.facts.has(&Fact::Away) => Vec::new(),
            (Told::Named | Told::Moving, Some(c)) => (self.aimed)(&At { e, c }, act),
            (Told::Named | Told::Moving, None) => Vec::new(),
        };
        r.tell(|| event::Told::Deed(act.who, act.deed, act.with, at));
    }
}

/// The deeds of a ruleset, in the order in which a form shows them.
pub struct Rows {
    rows: &'static [&'static DeedRule],
    /// At which position each stands; [`NOWHERE`]: these rules have no such deed.
    at: [u8; Deed::COUNT],
}

/// No row stands there.
const NOWHERE: u8 = u8::MAX;

impl Rows {
    /// No deeds at all.
    pub const NONE: &'static Self = &Self::of(&[]);

    /// Those rows, each of another deed.
    ///
    /// # Panics
    /// When there are too many, so that the program is not built.
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

    /// The position of a deed; `None`: these rules have no such deed.
    pub fn position(&self, deed: Deed) -> Option<usize> {
        let at = self.at[deed as usize];
        (at != NOWHERE).then(|| at.into())
    }

    /// The row of a deed; `None`: these rules have no such deed.
    pub fn row(&self, deed: Deed) -> Option<&'static DeedRule> {
        self.rows.get(self.position(deed)?).copied()
    }
}

impl Deref for Rows {
    type Target = [&'static DeedRule];

    fn deref(&self) -> &Self::Target {
        self.rows
    }
}
