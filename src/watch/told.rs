//! The log of a fight as the players may read it: in the words of the referee's, of what they see and of those they
//! know, so that it cannot contain rolls, numbers about foes, notes, or hidden names.

use super::seen::{Health, shows};
use crate::chronicle::{Chronicle, Step};
use crate::rules::account::{Account, Did, Reader, Steps, What, Whom, of_acts};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::knowledge::Knowledge;
use crate::rules::text::{log, words};
use std::collections::BTreeSet;

/// How many acts are read for what has just happened.
const RECENT: usize = 40;

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The number of acts done when it is complete.
    pub at: usize,
    /// The round that begins with it; otherwise it is something that happened.
    pub round: Option<u32>,
    /// The text.
    pub text: String,
}

/// The acts of a fight from one on.
struct Log<'a> {
    fight: &'a Chronicle,
    steps: Steps<'a>,
    /// For each step, the number of its act.
    acts: Vec<usize>,
}

/// The lines of the whole fight, as far as it is applied.
pub fn told(fight: &Chronicle) -> Vec<LogLine> {
    let log = Log::from(fight, 0);
    log.reader().forward(None).filter_map(|account| log.line(&account)).collect()
}

/// The last few lines of what has happened, oldest first.
pub fn last_lines(fight: &Chronicle, most: usize) -> Vec<LogLine> {
    let log = Log::from(fight, fight.at().saturating_sub(RECENT));
    let lines = log.reader().backward(None).filter_map(|account| log.line(&account));
    let mut last: Vec<LogLine> = lines.filter(|line| line.round.is_none()).take(most).collect();
    last.reverse();
    last
}

impl<'a> Log<'a> {
    fn from(fight: &'a Chronicle, first: usize) -> Self {
        let done = fight.line().get(first..fight.at()).unwrap_or_default();
        let entries = done.iter().filter_map(|id| fight.entry(*id));
        let (steps, acts) = of_acts(entries.map(|entry| entry.steps.iter().map(Step::happened)));
        Self { fight, steps, acts: acts.into_iter().map(|act| first + act).collect() }
    }

    fn reader(&self) -> Reader<'_, &Steps<'a>> {
        Reader { about: self.fight.rules().about(), e: self.fight.now(), record: &self.steps }
    }

    /// The acts that an account tells of: the first and the last.
    fn acts(&self, account: &Account) -> (usize, usize) {
        let act = |at: &(usize, usize, usize)| self.acts.get(at.0).copied().unwrap_or(0);
        let told = || account.places.told.iter().chain([&account.places.head]).map(act);
        (told().min().unwrap_or(0), told().max().unwrap_or(0))
    }

    /// The line of an account, if the players see anything of it.
    fn line(&self, account: &Account) -> Option<LogLine> {
        let (about, e) = (self.fight.rules().about(), self.fight.now());
        let (first, last) = self.acts(account);
        if let Some(round) = account.round() {
            return Some(LogLine { at: last, round: Some(round), text: format!("Round {round}") });
        }
        let knows = |who| e.get(who).map_or(Knowledge::Nothing, |c| e.players_know(c));
        let seen = account.seen_by(knows, |who, effect| shows(about, e, who, effect))?;
        // What comes while a fight is set up is the referee's own.
        let joins = matches!(&seen.did, Did::Event(event) if matches!(**event, Event::Joined(_)));
        if joins && self.fight.seek(first.saturating_sub(1)).stage == Stage::Setup {
            return None;
        }
        let line = log::line(about, e, &seen).fitted(0);
        let goes_on = line.spans.iter().any(|span| span.text.starts_with(": "));
        let looks = self.looks(account, &seen, (first, last));
        let told = if looks.is_empty() {
            ""
        } else if goes_on {
            ", "
        } else {
            ": "
        };
        let text = format!("{}{told}{}", line.text(), looks.join(", "));
        (!text.is_empty()).then_some(LogLine { at: last, round: None, text })
    }

    /// How foes look now that were harmed, where it has changed: `bloodied`.
    fn looks(&self, account: &Account, seen: &Account, (first, last): (usize, usize)) -> Vec<String> {
        let e = self.fight.now();
        let is_foe = |who| e.get(who).is_some_and(|c| e.players_know(c) == Knowledge::Name);
        let harmed = account.came.iter().filter_map(|came| match (came.whom, &came.what) {
            (Whom::One(who), What::Harm(_) | What::Wound | What::Subdual(_)) if is_foe(who) => Some(who),
            _ => None,
        });
        let harmed: BTreeSet<CombatantId> = harmed.collect();
        if harmed.is_empty() {
            return Vec::new();
        }
        let (before, after) = (self.fight.seek(first.saturating_sub(1)), self.fight.seek(last));
        let looks = |e: &Encounter, who| e.get(who).and_then(Health::of).filter(|now| !now.is_out());
        let told = |who: CombatantId| {
            let now = looks(&after, who).filter(|now| looks(&before, who) != Some(*now))?;
            let bare = seen.at == [who];
            Some(if bare {
                now.word().into()
            } else {
                format!("{} {}", words::name(e, who), now.word())
            })
        };
        harmed.into_iter().filter_map(told).collect()
    }
}
