//! A line of the log: an account in words, laid out in spans that say what is dropped first where room is short.

use super::came::{self, Said};
use super::head;
use crate::rules::account::Account;
use crate::rules::model::encounter::Encounter;
use crate::rules::ruleset::about::About;

/// The role of a span, which determines its colour and what is dropped first when space is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plain text.
    Plain,
    /// The actor.
    Actor,
    /// What an act out of turn is called, or that the referee says so.
    Rule,
    /// The rolls, in brackets.
    Roll,
    /// With what it is done.
    Means,
    /// What its doer begins next.
    Next,
    /// Dispensable: seconds spent, shots left.
    Aside,
    /// A success.
    Good,
    /// A failure.
    Bad,
    /// Damage dealt.
    Harm,
    /// The damage of many blows at many targets in sum.
    Sum,
    /// A combatant is out of the fight.
    Fall,
    /// Less important.
    Dim,
    /// The header of a round.
    Round,
}

impl Role {
    /// The roles that are dropped to make a line shorter, in order.
    const DISPENSABLE: [Self; 5] = [Self::Next, Self::Roll, Self::Means, Self::Aside, Self::Sum];
}

/// A span of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its role.
    pub role: Role,
    /// Its text, including the space or sign before it.
    pub text: String,
}

/// One line of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogLine {
    /// Its spans, in order.
    pub spans: Vec<Span>,
    /// Whether what came of it has begun.
    begun: bool,
}

impl LogLine {
    /// Adds a part of what came of it: behind a colon, or behind what has been told of it already.
    pub(super) fn outcome(&mut self, role: Role, text: &str) {
        let sign = if self.begun { ", " } else { ": " };
        self.begun = true;
        self.push(Role::Plain, sign);
        self.push(role, text);
    }

    pub(super) fn push(&mut self, role: Role, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.spans.push(Span { role, text });
        }
    }

    /// Returns its whole text.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// Drops what is dispensable, as much as it takes to fit: first what begins next, then the rolls, then with what it
    /// was done, then the seconds. What came of it stays.
    #[must_use]
    pub fn fitted(mut self, columns: usize) -> Self {
        for role in Role::DISPENSABLE {
            if self.columns() > columns {
                self.spans.retain(|span| span.role != role);
            }
        }
        self
    }

    fn columns(&self) -> usize {
        self.spans.iter().map(|span| span.text.chars().count()).sum()
    }

    /// Whether it is the header of a round.
    pub fn is_round(&self) -> bool {
        self.spans.first().is_some_and(|span| span.role == Role::Round)
    }
}

/// Renders an account: `Who does what to whom with what (rolls): outcome, outcome`.
pub fn line(about: &About, e: &Encounter, account: &Account) -> LogLine {
    let mut line = LogLine::default();
    head::head(about, e, account, &mut line);
    let groups = came::groups(about, e, account);
    let headless = line.spans.is_empty() || line.spans.iter().all(|span| span.role == Role::Rule);
    let goes_on = line.begun;
    let mut begun = headless || goes_on;
    for (nth, group) in groups.iter().enumerate() {
        for (at, Said { role, text }) in group.iter().enumerate() {
            let sign = match (begun, nth, at) {
                (false, ..) => ": ",
                (_, 0, 0) if goes_on => ", ",
                (_, 0, 0) => "",
                (_, _, 0) => "; ",
                _ => ", ",
            };
            begun = true;
            line.push(*role, format!("{sign}{text}"));
        }
    }
    if account.seconds > 0 && account.then.is_none() {
        line.push(Role::Aside, format!(" ({} s)", account.seconds));
    }
    if let Some(then) = &account.then {
        head::then(e, account, then, &mut line);
    }
    if headless && let Some(first) = line.spans.first_mut().filter(|span| span.role != Role::Rule) {
        first.text = super::capital(&first.text);
    }
    line
}
