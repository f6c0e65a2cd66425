//! Amending the past: choosing an act, changing it, and replaying what followed.

use super::hands::{self, Hands};
use crate::chronicle::{Amending, Amendment, Halfway, Progress};
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::amend;
use crate::tui::overlays::{CLOSE, Done, Refused, Then, opens};
use crate::tui::session::{Screen, Session};
use crate::tui::table::board::{Board, Pane};
use std::cell::Cell;

/// How many acts back to search for one that can be changed.
const REACH: usize = 200;

/// Why there is nothing to amend.
const NOTHING: &str = "nothing was rolled or said yet";

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

impl Session {
    /// Amends the last act in which anything was rolled or said; in the log, the act of the chosen row; on the
    /// timeline, the act that led to the moment shown.
    pub(in crate::tui) fn amend_last(&mut self) -> Done {
        self.look_back();
        let view = self.view();
        let chosen = (view.board.pane == Pane::Log).then(|| {
            let line = view.board.log.chosen.and_then(|at| view.telling.at(at));
            line.or_else(|| view.telling.backward(None).next())
        });
        if let Some(Some(line)) = &chosen
            && let Some(which) = amend::which(&view, line)
        {
            return Then::push(which);
        }
        let chosen = chosen.map(|line| line.and_then(|line| line.acts().first().copied()));
        let at = view.telling.upto;
        let act = match (chosen, &self.place) {
            (Some(place), _) => place,
            (None, Screen::Timeline(_)) => at.checked_sub(1),
            (None, _) => {
                let mut back = (at.saturating_sub(REACH)..at).rev();
                return match back.find(|place| amend::has_any(&view, *place)) {
                    Some(place) => self.amend_form(place),
                    None => Err(NOTHING.into()),
                };
            }
        };
        opens(act.map(|place| amend::act(&view, place)), NOTHING)
    }

    /// Opens the form of the act at that place; if it has several commands, asks which first.
    pub(in crate::tui) fn amend_form(&mut self, place: usize) -> Done {
        if let Some(whose) = amend::whose(&self.view(), place) {
            return Then::replace(whose);
        }
        let only = amend::only_part(&self.view(), place);
        self.amend_part(place, Some(only))
    }

    /// Opens the form of all commands of the act at that place, or of one of them.
    pub(in crate::tui) fn amend_part(&mut self, place: usize, of: Option<usize>) -> Done {
        self.go_back(place, None);
        self.step_to(of.unwrap_or(0));
        let form = amend::form(&self.view(), place, of);
        if form.is_none() {
            self.past = None;
        }
        opens(form, "nothing in it can be changed; it can be removed")
    }

    /// Asks what to insert at that spot.
    pub(in crate::tui) fn amend_with(&mut self, spot: Spot) -> Done {
        self.go_back(spot.place(), None);
        Then::replace(amend::forgotten(spot))
    }

    /// Asks whom that operation concerns at that spot: the marked rows, if there are any.
    pub(in crate::tui) fn amend_for_one(&mut self, spot: Spot, op: Op) -> Done {
        match self.board.marked.is_empty() {
            true => Then::replace(amend::whom(&self.view(), spot, op)),
            false => self.amend_by(spot, op, None),
        }
    }

    /// Opens that operation at that spot, for one combatant, or for no one in particular.
    pub(in crate::tui) fn amend_by(&mut self, spot: Spot, op: Op, who: Option<CombatantId>) -> Done {
        self.go_back(spot.place(), who);
        self.past.iter_mut().for_each(|past| past.spot = Some(spot));
        let doing = self.keymap.row(&[Scope::Play], op).map(|row| row.doing);
        doing.map_or(CLOSE, |doing| self.carry_out(doing))
    }

    /// Shows the fight as it was after `at` acts, with the cursor on `who`.
    fn go_back(&mut self, at: usize, who: Option<CombatantId>) {
        let chronicle = &self.fight.chronicle;
        let state = chronicle.seek(at);
        let mut board = Board::folded_like(&self.board);
        board.cursor = self.board.cursor;
        // What concerns one combatant must not apply to all folded with it.
        who.into_iter().for_each(|who| board.look_at(&state, who));
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

    /// Returns to the present, once no layer is open.
    pub(in crate::tui) fn come_back(&mut self) {
        (self.past, self.amending) = (None, None);
    }

    /// Makes that change and replays what followed.
    ///
    /// # Errors
    /// Says what prevents it.
    pub(in crate::tui) fn start_amending(&mut self, amendment: Amendment) -> Result<(), Refused> {
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
            self.come_back();
        }
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
                self.next_scene();
                return Ok(());
            }
            Progress::Done if amending.is_last() => {
                self.amending = Some(amending);
                return self.accept_amended();
            }
            Progress::Done | Progress::Asks(_) => {}
        }
        amending.halfway().iter().for_each(|halfway| self.fight.keep_halfway(halfway));
        self.amending = Some(amending);
        self.next_scene();
        Ok(())
    }

    /// Accepts the new line.
    pub(in crate::tui) fn accept_amended(&mut self) -> Result<(), Refused> {
        let Some(amending) = self.amending.take() else { return Ok(()) };
        let label = self.view().telling.label(amending.place());
        let called = format!("before amending: {}", label.unwrap_or_else(|| "the end".into()));
        let there = amending.place() + 1;
        let turn = self.board.turn();
        self.fight.adopt(amending, &called)?;
        self.next_scene();
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
