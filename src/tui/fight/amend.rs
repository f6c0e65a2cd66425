//! Amending the past: choosing an act, changing it, and replaying what followed.

use super::hands::{self, Hands};
use crate::chronicle::{Amending, Amendment, Ask, Halfway, Progress};
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::tui::app::{App, Screen};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::Refused;
use crate::tui::overlays::amend;
use crate::tui::overlays::answers::choice::Choice;
use crate::tui::overlays::answers::dice::Prompt;
use crate::tui::overlays::pages::difference;
use crate::tui::table::board::{Board, Pane};
use std::cell::Cell;

/// How many acts back to search for one that can be changed.
const REACH: usize = 200;

/// A request to change the past, in steps that lead to an amendment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amend {
    /// Show what can be done with the act at that place on the line.
    Act(usize),
    /// Open the form of the act at that place; if it has several commands, ask which first.
    Form(usize),
    /// Open the form of all commands of that act, or of one of them.
    FormOf(usize, Option<usize>),
    /// Ask what to insert at that spot.
    Say(Spot),
    /// Ask whom that operation concerns.
    Whom(Spot, Op),
    /// Open that operation for one combatant, or for no one in particular.
    Open(Spot, Op, Option<CombatantId>),
    /// Make that change and replay what followed.
    Play(Amendment),
    /// Accept the new line.
    Accept,
}

/// Where new commands go into the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// Before the act at that place, or at the end of the line.
    Before(usize),
    /// In place of that act.
    Instead(usize),
}

impl Spot {
    /// The place on the line.
    fn place(self) -> usize {
        match self {
            Self::Before(place) | Self::Instead(place) => place,
        }
    }

    /// The amendment that puts these commands there.
    pub fn amendment(self, commands: Vec<Command>) -> Amendment {
        match self {
            Self::Before(place) => Amendment::insert(place, commands),
            Self::Instead(place) => Amendment::replace(place, commands),
        }
    }
}

/// The point of the past being amended; it is shown as it was.
pub struct Past {
    /// The number of acts done by then.
    pub at: usize,
    /// The state at that point.
    pub state: Encounter,
    /// The board at that point.
    pub board: Board,
    /// Where the next commands are inserted.
    spot: Option<Spot>,
}

impl App {
    /// Amends the last act in which anything was rolled or said; in the log, the act of the chosen row; on the
    /// timeline, the act that led to the moment shown.
    pub(in crate::tui) fn amend_last(&mut self) {
        self.look_back();
        let view = self.view();
        let chosen = (view.board.pane == Pane::Log).then(|| {
            let line = view.board.log.chosen.and_then(|at| view.telling.at(at));
            line.or_else(|| view.telling.backward(None).next())
        });
        if let Some(Some(line)) = &chosen
            && let Some(which) = amend::which(&view, line)
        {
            return self.layers.push(which);
        }
        let chosen = chosen.map(|line| line.and_then(|line| line.acts().first().copied()));
        let at = view.telling.upto;
        let asked = match (chosen, &self.place) {
            (Some(place), _) => place.map(Amend::Act),
            (None, Screen::Timeline(_)) => at.checked_sub(1).map(Amend::Act),
            (None, _) => {
                let mut back = (at.saturating_sub(REACH)..at).rev();
                back.find(|place| amend::has_any(&view, *place)).map(Amend::Form)
            }
        };
        match asked.map(|asked| self.amend(asked)) {
            Some(Ok(())) => {}
            Some(Err(refused)) => self.say_no(&refused.why),
            None => self.say_no("nothing was rolled or said yet"),
        }
    }

    /// Carries out a request to change the past.
    ///
    /// # Errors
    /// Says what prevents it, in the words shown on screen.
    pub(in crate::tui) fn amend(&mut self, asked: Amend) -> Result<(), Refused> {
        let layer = match asked {
            Amend::Play(amendment) => return self.start_amending(amendment),
            Amend::Accept => return self.accept_amended(),
            Amend::Act(place) => Some(amend::act(&self.view(), place)),
            Amend::Form(place) => match amend::whose(&self.view(), place) {
                None => {
                    let only = amend::only_part(&self.view(), place);
                    return self.amend(Amend::FormOf(place, Some(only)));
                }
                whose => whose,
            },
            Amend::FormOf(place, of) => {
                self.go_back(place, None);
                self.step_to(of.unwrap_or(0));
                amend::form(&self.view(), place, of)
            }
            Amend::Say(spot) => {
                self.go_back(spot.place(), None);
                Some(amend::forgotten(spot))
            }
            // With rows marked, they are the ones concerned.
            Amend::Whom(spot, op) if !self.board.marked.is_empty() => {
                return self.amend(Amend::Open(spot, op, None));
            }
            Amend::Whom(spot, op) => Some(amend::whom(&self.view(), spot, op)),
            Amend::Open(spot, op, who) => {
                self.go_back(spot.place(), who);
                self.past.iter_mut().for_each(|past| past.spot = Some(spot));
                if let Some(row) = self.keymap.row(&[Scope::Play], op) {
                    self.carry_out(row.doing.run);
                }
                return Ok(());
            }
        };
        match layer {
            Some(layer) => self.layers.push(layer),
            None => {
                self.past = None;
                return Err("nothing in it can be changed; it can be removed".into());
            }
        }
        Ok(())
    }

    /// Shows the fight as it was after `at` acts, with the cursor on `who`.
    fn go_back(&mut self, at: usize, who: Option<CombatantId>) {
        let chronicle = &self.fight.chronicle;
        let state = chronicle.seek(at);
        // What concerns one combatant must not apply to all folded with it.
        let mut board = match who {
            Some(_) => Board::default(),
            None => Board::folded_like(&self.board),
        };
        board.cursor = who.or(self.board.cursor);
        board.marked.clone_from(&self.board.marked);
        board.refresh(chronicle.rules(), &state, &self.last);
        self.past = Some(Past { at, state, board, spot: None });
    }

    /// Moves on to the state before the nth command of the next act.
    fn step_to(&mut self, nth: usize) {
        let chronicle = &self.fight.chronicle;
        let Some(past) = &mut self.past else { return };
        let entry = chronicle.line().get(past.at).and_then(|id| chronicle.entry(*id));
        let before = entry.iter().flat_map(|entry| &entry.steps).take(nth);
        before.flat_map(|step| &step.events).for_each(|event| past.state.apply(event));
        past.board.refresh(chronicle.rules(), &past.state, &self.last);
    }

    /// Returns to the present once no layer is open.
    pub(in crate::tui) fn come_back(&mut self) {
        if self.layers.is_empty() {
            (self.past, self.amending) = (None, None);
        }
    }

    fn start_amending(&mut self, amendment: Amendment) -> Result<(), Refused> {
        let amending = Amending::new(&self.fight.chronicle, amendment);
        self.amending = Some(amending.map_err(|fixed| fixed.to_string())?);
        self.play_on()
    }

    /// Resumes an amendment left halfway; the point of the past is shown again.
    pub(in crate::tui) fn amend_on(&mut self, halfway: Halfway) {
        self.look_back();
        let played = halfway.resumed(&self.fight.chronicle).map_err(|fixed| fixed.to_string().into());
        let played = played.and_then(|amending| {
            self.go_back(amending.place(), None);
            self.amending = Some(amending);
            self.play_on()
        });
        if let Err(refused) = played {
            self.fight.keep_unanswered(None);
            self.say_no(&refused.why);
        }
        self.come_back();
    }

    /// Replays as far as the answers reach.
    pub(super) fn play_on(&mut self) -> Result<(), Refused> {
        let Some(mut amending) = self.amending.take() else { return Ok(()) };
        let chronicle = &self.fight.chronicle;
        let hands = Cell::new(self.hands);
        let progress = amending.run(chronicle, &mut *self.dice, &hands::policy(&hands));
        let asks = matches!(progress, Progress::Asks(_));
        self.hands = if asks { hands.get() } else { Hands::Usual };
        match progress {
            Progress::Refused(error) => {
                self.fight.keep_unanswered(None);
                let chronicle = &self.fight.chronicle;
                return Err(Refused::by(chronicle.rules(), amending.state(), &error));
            }
            Progress::Done if amending.is_same(chronicle) => {
                self.fight.keep_unanswered(None);
                self.say("nothing was changed");
                self.layers.clear();
                return Ok(());
            }
            Progress::Done if amending.is_last() => {
                self.amending = Some(amending);
                return self.accept_amended();
            }
            Progress::Done => {
                self.layers.push(difference::open(&self.view(), &amending.difference()));
            }
            Progress::Asks(Ask::Roll(ask)) => {
                let prompt = Prompt::one(&self.view(), ask);
                self.layers.push(Box::new(prompt));
            }
            Progress::Asks(Ask::Choice(ask)) => {
                let choice = Choice::new(&self.view(), ask, Vec::new(), &[]);
                self.layers.push(Box::new(choice));
            }
        }
        amending.halfway().iter().for_each(|halfway| self.fight.keep_halfway(halfway));
        self.amending = Some(amending);
        Ok(())
    }

    fn accept_amended(&mut self) -> Result<(), Refused> {
        let Some(amending) = self.amending.take() else { return Ok(()) };
        let label = self.view().telling.label(amending.place());
        let called = format!("before amending: {}", label.unwrap_or_else(|| "the end".into()));
        let there = amending.place() + 1;
        let turn = self.board.turn();
        self.fight.adopt(amending, &called)?;
        self.layers.clear();
        self.past = None;
        match self.place {
            Screen::Timeline(_) => self.open_timeline(there),
            _ => {
                self.board.log.to_end();
                self.refresh();
                self.follow(&turn, false);
            }
        }
        self.say("amended; undo restores the previous line");
        Ok(())
    }

    /// Inserts commands into the past if the referee is amending it, else runs them now.
    ///
    /// # Errors
    /// Says why the rules refuse them.
    pub(in crate::tui) fn carry_into(&mut self, commands: Vec<Command>) -> Result<(), Refused> {
        match self.past.as_ref().and_then(|past| past.spot) {
            Some(spot) => self.start_amending(spot.amendment(commands)),
            None => self.submit(commands),
        }
    }
}
