//! The saved form of an unfinished amendment: its changes, and the answers to new questions so far.

use crate::chronicle::Chronicle;
use crate::chronicle::amend::{Amending, Amendment, Unamendable};
use crate::chronicle::entry::{Answered, Ask, Provenance};
use crate::chronicle::pending::{Pending, Progress};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What is waiting for answers when the referee leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Waiting {
    /// An unfinished act.
    Act(Box<Pending>),
    /// An unfinished amendment.
    Amendment(Halfway),
}

/// An unfinished amendment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Halfway {
    pub(super) amendment: Amendment,
    /// The answers to new questions, typed or rolled by the machine, in order.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub(super) answers: VecDeque<Answered>,
}

impl Halfway {
    /// Replays it as far as it had come. It must be run afterwards.
    ///
    /// # Errors
    /// Why the past cannot be changed there.
    pub fn resumed(self, chronicle: &Chronicle) -> Result<Amending, Unamendable> {
        let mut amending = Amending::new(chronicle, self.amendment)?;
        let mut kept = Kept(self.answers);
        while let Progress::Asks(ask) = amending.run(chronicle, &mut kept, &|_, _| Provenance::Machine) {
            let Some(next) = kept.next(&ask, Provenance::Typed) else { break };
            if amending.answer(next, Provenance::Typed).is_err() {
                break;
            }
        }
        Ok(amending)
    }
}

/// The saved answers, each used only for its own question.
struct Kept(VecDeque<Answered>);

impl Kept {
    fn next(&mut self, ask: &Ask, by: Provenance) -> Option<Answer> {
        self.0.front().filter(|next| next.by == by && next.ask == *ask)?;
        self.0.pop_front().map(|next| next.answer)
    }
}

impl Dice for Kept {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        match self.next(&Ask::Roll(ask.clone()), Provenance::Machine)? {
            Answer::Roll(roll) => Some(roll),
            _ => None,
        }
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        None
    }
}
