//! Amending in the program: which act of the past, what is said of it otherwise, what comes of it.

use super::hands::{self, Hands};
use crate::chronicle::{Amending, Amendment, Ask, Halfway, Progress};
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::tui::app::{App, Screen};
use crate::tui::input::operations::Op;
use crate::tui::overlays::amend;
use crate::tui::overlays::answers::choice::Choice;
use crate::tui::overlays::answers::dice::Prompt;
use crate::tui::overlays::pages::difference;
use crate::tui::paint::voice;
use crate::tui::table::board::{Board, Pane};
use std::cell::Cell;

/// How far back an act with anything to change is looked for.
const REACH: usize = 200;

/// What an overlay asks of the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amend {
    /// What can be done with the act at that place of the line.
    Act(usize),
    /// The form of the act at that place; of one of several commands, whose?
    Form(usize),
    /// The form of all commands of that act, or of one of them.
    FormOf(usize, Option<usize>),
    /// Something else is said there; what?
    Say(Spot),
    /// That is said; for whom?
    Whom(Spot, Op),
    /// That is said; for that one, or for nobody alone.
    Open(Spot, Op, Option<CombatantId>),
    /// That is changed, and what followed is played again.
    Play(Amendment),
    /// The new line is taken.
    Accept,
}

/// Where a command goes into the past that was not said there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// Before the act at that place of the line; after the last, where that is its end.
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

    /// Those commands are said there.
    pub fn amendment(self, commands: Vec<Command>) -> Amendment {
        match self {
            Self::Before(place) => Amendment::insert(place, commands),
            Self::Instead(place) => Amendment::replace(place, commands),
        }
    }
}

/// A point of the past that is spoken of: it is shown as it was.
pub struct Past {
    /// So many acts were done.
    pub at: usize,
    /// The state then.
    pub state: Encounter,
    /// The board then.
    pub board: Board,
    /// Where what is said goes in.
    spot: Option<Spot>,
}

impl App {
    /// The last act in which anything was rolled or said; in the log, the act of the chosen row; on the
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
            return self.overlays.push(which);
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
            Some(Err(why)) => self.say_no(&why),
            None => self.say_no("nothing was rolled or said yet"),
        }
    }

    /// Does what was asked of the past.
    ///
    /// # Errors
    /// What bars it, in the words that the screen shows.
    pub(in crate::tui) fn amend(&mut self, asked: Amend) -> Result<(), String> {
        let overlay = match asked {
            Amend::Play(amendment) => return self.play_again(amendment),
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
                self.go_on_to(of.unwrap_or(0));
                amend::form(&self.view(), place, of)
            }
            Amend::Say(spot) => {
                self.go_back(spot.place(), None);
                Some(amend::forgotten(spot))
            }
            // What is said of the marked rows names nobody else.
            Amend::Whom(spot, op) if !self.board.marked.is_empty() => {
                return self.amend(Amend::Open(spot, op, None));
            }
            Amend::Whom(spot, op) => Some(amend::whom(&self.view(), spot, op)),
            Amend::Open(spot, op, who) => {
                self.go_back(spot.place(), who);
                self.past.iter_mut().for_each(|past| past.spot = Some(spot));
                self.open(op);
                return Ok(());
            }
        };
        match overlay {
            Some(overlay) => self.overlays.push(overlay),
            None => {
                self.past = None;
                return Err("nothing in it can be said otherwise; it can be struck out".into());
            }
        }
        Ok(())
    }

    /// Shows the fight as it was when so many acts were done, the cursor on that one.
    fn go_back(&mut self, at: usize, who: Option<CombatantId>) {
        let chronicle = &self.fight.chronicle;
        let state = chronicle.seek(at);
        // What is said of one is not said of all that are folded with it.
        let mut board = match who {
            Some(_) => Board::default(),
            None => Board::folded_like(&self.board),
        };
        board.cursor = who.or(self.board.cursor);
        board.marked.clone_from(&self.board.marked);
        board.refresh(chronicle.rules(), &state);
        self.past = Some(Past { at, state, board, spot: None });
    }

    /// Shows it as it was before the nth command of the act that comes next.
    fn go_on_to(&mut self, nth: usize) {
        let chronicle = &self.fight.chronicle;
        let Some(past) = &mut self.past else { return };
        let entry = chronicle.line().get(past.at).and_then(|id| chronicle.entry(*id));
        let before = entry.iter().flat_map(|entry| &entry.steps).take(nth);
        before.flat_map(|step| &step.events).for_each(|event| past.state.apply(event));
        past.board.refresh(chronicle.rules(), &past.state);
    }

    /// With nothing laid over the screen any more, the present is shown again.
    pub(in crate::tui) fn come_back(&mut self) {
        if self.overlays.is_empty() {
            (self.past, self.amending) = (None, None);
        }
    }

    fn play_again(&mut self, amendment: Amendment) -> Result<(), String> {
        let amending = Amending::new(&self.fight.chronicle, amendment);
        self.amending = Some(amending.map_err(|fixed| fixed.to_string())?);
        self.play_on()
    }

    /// Plays on what was left half played; the point of the past is shown again.
    pub(in crate::tui) fn amend_on(&mut self, halfway: Halfway) {
        self.look_back();
        let played = halfway.resumed(&self.fight.chronicle).map_err(|fixed| fixed.to_string());
        let played = played.and_then(|amending| {
            self.go_back(amending.place(), None);
            self.amending = Some(amending);
            self.play_on()
        });
        if let Err(why) = played {
            self.fight.keep_unanswered(None);
            self.say_no(&why);
        }
        self.come_back();
    }

    /// Plays on as far as the answers reach.
    pub(super) fn play_on(&mut self) -> Result<(), String> {
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
                return Err(voice::refusal(chronicle.rules(), amending.state(), &error));
            }
            Progress::Done if amending.is_same(chronicle) => {
                self.fight.keep_unanswered(None);
                self.say("nothing was changed");
                self.overlays.clear();
                return Ok(());
            }
            Progress::Done if amending.is_last() => {
                self.amending = Some(amending);
                return self.accept_amended();
            }
            Progress::Done => {
                self.overlays.push(difference::open(&self.view(), &amending.difference()));
            }
            Progress::Asks(Ask::Roll(ask)) => {
                let prompt = Prompt::one(&self.view(), ask);
                self.overlays.push(Box::new(prompt));
            }
            Progress::Asks(Ask::Choice(ask)) => {
                let choice = Choice::new(&self.view(), ask, Vec::new(), &[]);
                self.overlays.push(Box::new(choice));
            }
        }
        amending.halfway().iter().for_each(|halfway| self.fight.keep_halfway(halfway));
        self.amending = Some(amending);
        Ok(())
    }

    fn accept_amended(&mut self) -> Result<(), String> {
        let Some(amending) = self.amending.take() else { return Ok(()) };
        let label = self.view().telling.label(amending.place());
        let called = format!("until this was amended: {}", label.unwrap_or_else(|| "the end".into()));
        let there = amending.place() + 1;
        self.fight.adopt(amending, &called)?;
        self.overlays.clear();
        self.past = None;
        match self.place {
            Screen::Timeline(_) => self.open_timeline(there),
            _ => {
                self.board.log.to_end();
                self.refresh();
                self.follow();
            }
        }
        self.say("amended; undo brings back what was");
        Ok(())
    }

    /// What goes into the past where the referee speaks of a point of it, else onto its end.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub(in crate::tui) fn carry_into(&mut self, commands: Vec<Command>) -> Result<(), String> {
        match self.past.as_ref().and_then(|past| past.spot) {
            Some(spot) => self.play_again(spot.amendment(commands)),
            None => self.submit(commands),
        }
    }
}
