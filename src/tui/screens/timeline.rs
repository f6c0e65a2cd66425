//! The timeline: any moment of a fight, viewed without changing it, both for running fights and for files that are only
//! viewed.

use super::play;
use crate::chronicle::{Chronicle, EntryId};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::tui::fight::leaving::Exit;
use crate::tui::house_book;
use crate::tui::overlays::{CLOSE, Done, Refused, closes};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::panes::head;
use crate::tui::panes::rail::Rail;
use crate::tui::panes::{curve, track};
use crate::tui::session::{Screen, Session};
use crate::tui::table::board::Areas;
use crate::tui::table::track::Track;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use std::cmp::Ordering;
use std::time::Duration;

/// From this many lines on, the steps of the round are shown below the clock.
const TALL: u16 = 19;
/// From this many lines on, the odds curve takes two lines.
const SPACIOUS: u16 = 30;
/// Most digits of a round number.
const MAX_DIGITS: usize = 6;

/// Playback speeds, in milliseconds per act.
const SPEEDS: [u64; 6] = [2000, 1000, 500, 250, 125, 60];

/// A pause in which what nobody asked for may be computed.
const PAUSE: Duration = Duration::from_millis(150);

/// The displayed moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    /// Number of acts done by then.
    pub at: usize,
    /// The state at that moment.
    pub state: Encounter,
    /// The state one act earlier; `None` at the start.
    pub before: Option<Encounter>,
    /// Digits typed so far of a round to go to.
    pub typed: String,
    /// Whether it is playing.
    pub plays: bool,
    /// The row to come back to in the present.
    cursor: Option<CombatantId>,
    speed: usize,
}

impl Timeline {
    /// Returns the moment after `at` acts of the current line.
    pub fn at(chronicle: &Chronicle, at: usize) -> Self {
        let (before, state) = moment(chronicle, at);
        Self { at, state, before, typed: String::new(), plays: false, cursor: None, speed: 1 }
    }

    /// Moves to another moment; one act ahead is applied to the state, any other is rebuilt.
    fn show(&mut self, chronicle: &Chronicle, at: usize) {
        let next = chronicle.line().get(self.at).filter(|_| at == self.at + 1);
        match next.and_then(|id| chronicle.entry(*id)) {
            Some(entry) => {
                let before = self.state.clone();
                entry.events().for_each(|event| self.state.apply(event));
                self.before = Some(before);
            }
            None => (self.before, self.state) = moment(chronicle, at),
        }
        self.at = at;
    }

    /// Returns the first combatant whose health or standing the last act changed.
    fn touched(&self) -> Option<CombatantId> {
        let before = self.before.as_ref()?;
        let same = |c: &&Combatant| {
            let health = |c: &Combatant| (c.vitals, c.temporary(), c.standing);
            before.get(c.id).is_some_and(|then| health(then) == health(c))
        };
        self.state.all().find(|c| !same(c) && before.get(c.id).is_some()).map(|c| c.id)
    }

    /// Returns the playback speed in words.
    pub fn pace(&self) -> String {
        match SPEEDS[self.speed.min(SPEEDS.len() - 1)] {
            every @ 1001.. => format!("an act in {} seconds", every / 1000),
            1000 => "an act a second".into(),
            every => format!("{} acts a second", 1000 / every),
        }
    }
}

/// Returns the state before the last of `at` acts, if any, and the state after all of them.
fn moment(chronicle: &Chronicle, at: usize) -> (Option<Encounter>, Encounter) {
    let Some(last) = at.checked_sub(1) else { return (None, chronicle.seek(0)) };
    let before = chronicle.seek(last);
    let mut state = before.clone();
    let entry = chronicle.line().get(last).and_then(|id| chronicle.entry(*id));
    entry.into_iter().flat_map(|entry| entry.events()).for_each(|event| state.apply(event));
    (Some(before), state)
}

impl Session {
    /// Opens the timeline at the moment after `at` acts.
    pub fn open_timeline(&mut self, at: usize) {
        self.look_back();
        self.track.follow(&self.fight.chronicle);
        let at = at.min(self.track.end());
        let cursor = match &self.place {
            Screen::Timeline(shown) => shown.cursor,
            _ => self.board.cursor,
        };
        let shown = Timeline { cursor, ..Timeline::at(&self.fight.chronicle, at) };
        self.place = Screen::Timeline(Box::new(shown));
        self.board.log.to_end();
        self.refresh();
    }

    /// Opens the timeline at the moment after an entry of the current line, such as that of a log row.
    pub fn preview(&mut self, entry: EntryId) {
        self.look_back();
        if let Ok(place) = self.fight.chronicle.line().binary_search(&entry) {
            self.open_timeline(place + 1);
        }
    }

    /// The moment shown: the number of acts done by then.
    pub(in crate::tui) fn moment(&self) -> usize {
        match &self.place {
            Screen::Timeline(shown) => shown.at,
            _ => self.fight.chronicle.at(),
        }
    }

    /// Goes to another moment, which is found on the track from the one shown.
    pub(in crate::tui) fn move_on(&mut self, to: impl FnOnce(&Track, usize) -> usize) {
        let at = to(&self.track, self.moment());
        self.show_at(at.min(self.track.end()));
    }

    /// Deletes what was typed, or returns to the present.
    pub(in crate::tui) fn step_back(&mut self) -> Done {
        if !self.types_a_round() {
            return self.leave_timeline();
        }
        self.edit_typed(String::clear);
        CLOSE
    }

    /// Handles a character that is not bound to a key: a digit of a round number.
    pub(in crate::tui) fn typed(&mut self, sign: char) {
        self.edit_typed(|typed| {
            if sign.is_ascii_digit() && typed.len() < MAX_DIGITS {
                typed.push(sign);
            }
        });
    }

    pub(in crate::tui) fn edit_typed(&mut self, how: impl FnOnce(&mut String)) {
        let Screen::Timeline(shown) = &mut self.place else { return };
        how(&mut shown.typed);
        if !shown.typed.is_empty() {
            let text = format!("to round {}", shown.typed);
            self.say(text);
        }
    }

    /// Shows the state after `at` acts.
    fn show_at(&mut self, at: usize) {
        let Screen::Timeline(shown) = &mut self.place else { return };
        if at != shown.at {
            shown.show(&self.fight.chronicle, at);
            let touched = shown.touched();
            self.board.log.to_end();
            // The combatant may have moved to the end of the roster; keep it visible, within its fold.
            self.board.cursor = touched.or(self.board.cursor);
            self.refresh();
        }
        self.stop_at_end();
    }

    pub(in crate::tui) fn enter_here(&mut self) -> Done {
        let Screen::Timeline(shown) = &mut self.place else { return CLOSE };
        let typed = std::mem::take(&mut shown.typed);
        let Ok(round) = typed.parse() else { return self.continue_here() };
        let last = self.track.round(self.track.end());
        self.show_at(self.track.round_start(round));
        match round > last {
            true => {
                Err(format!("round {round} has not been played; this is the end (round {last})").into())
            }
            false => CLOSE,
        }
    }

    /// Whether a round number is being typed.
    pub(in crate::tui) fn types_a_round(&self) -> bool {
        matches!(&self.place, Screen::Timeline(shown) if !shown.typed.is_empty())
    }

    /// Continues from the displayed moment: the present continues as it is, a later moment is redone, and an earlier
    /// one starts a branch.
    fn continue_here(&mut self) -> Done {
        let Screen::Timeline(shown) = &self.place else { return CLOSE };
        let (at, present) = (shown.at, self.fight.chronicle.at());
        if at < present {
            let name = self.new_name(at);
            return closes(self.branch_off(at, &name));
        }
        let then = self.leave_timeline()?;
        if at > present {
            let turn = self.board.turn();
            self.fight.go_to(self.fight.chronicle.tree().position_at(at));
            self.refresh();
            self.follow(&turn, true);
            self.say("redone up to here");
        }
        Ok(then)
    }

    /// Returns a name no branch has yet, such as `from round 3`.
    fn new_name(&self, at: usize) -> String {
        let base = match self.track.round(at) {
            0 => "from the start".to_string(),
            round => format!("from round {round}"),
        };
        let lines = self.fight.chronicle.branches().into_iter().chain(self.fight.chronicle.current());
        let taken: Vec<_> = lines.filter_map(|line| line.name).collect();
        let numbered = (2..).map(|n| format!("{base}, {n}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        names.find(|name| taken.iter().all(|other| **other != **name)).unwrap_or(base)
    }

    /// Continues after `at` acts on a new branch with that name. Its first entry is a note that says so in the log.
    pub(in crate::tui) fn branch_off(&mut self, at: usize, name: &str) -> Result<(), Refused> {
        let old = self.fight.chronicle.current().and_then(|line| line.name);
        self.fight.go_to(self.fight.chronicle.tree().position_at(at));
        self.place = Screen::Fight;
        // Nothing was chosen on this branch yet: the cursor is on whoever is to act.
        self.board.cursor = None;
        self.refresh();
        self.submit(vec![Command::Note("a new branch starts here".into())])?;
        self.fight.name(self.fight.chronicle.position(), name);
        let old = old.as_deref().unwrap_or("what was done").to_string();
        self.say(format!("on the branch \"{name}\"; \"{old}\" stays (B lists and renames)"));
        Ok(())
    }

    /// Switches to the end of another line.
    pub(in crate::tui) fn reopen(&mut self, tip: EntryId) -> Done {
        self.fight.go_to(tip);
        let end = self.fight.chronicle.at();
        if self.fight.is_shown_only() {
            self.open_timeline(end);
        } else {
            self.leave_timeline()?;
        }
        let name = self.fight.chronicle.current().and_then(|line| line.name);
        let name = name.map_or_else(|| "without a name".to_string(), |name| format!("\"{name}\""));
        self.say(format!("on the branch {name}"));
        CLOSE
    }

    pub(in crate::tui) fn play_or_stop(&mut self) {
        let end = self.track.end();
        let Screen::Timeline(shown) = &mut self.place else { return };
        shown.plays = !shown.plays;
        if shown.plays && shown.at == end {
            self.show_at(0);
        }
    }

    pub(in crate::tui) fn change_speed(&mut self, how: impl FnOnce(usize) -> usize) {
        let Screen::Timeline(shown) = &mut self.place else { return };
        shown.speed = how(shown.speed).min(SPEEDS.len() - 1);
        let pace = shown.pace();
        self.say(pace);
    }

    fn stop_at_end(&mut self) {
        let end = self.track.end();
        if let Screen::Timeline(shown) = &mut self.place
            && shown.at == end
        {
            shown.plays = false;
        }
    }

    /// Returns how long to wait for a key before [`Self::tick`], or `None` if it has nothing to do; playing waits while a layer
    /// is open.
    pub fn beat(&self, is_free: bool) -> Option<Duration> {
        match &self.place {
            Screen::Timeline(shown) if shown.plays && is_free => {
                Some(Duration::from_millis(SPEEDS[shown.speed.min(SPEEDS.len() - 1)]))
            }
            _ if self.view().odds.lack() => Some(PAUSE),
            _ if is_free && self.follows_book() => Some(house_book::PAUSE),
            // Without the waker, which only Unix has, poll for background results.
            _ if cfg!(not(unix)) && self.forecast.is_busy() => Some(Duration::from_millis(200)),
            _ => None,
        }
    }

    /// Shows the next act if the timeline is playing; else weighs the odds that the last frame lacked.
    pub fn tick(&mut self) {
        match &self.place {
            Screen::Timeline(shown) if shown.plays => {
                self.show_at((shown.at + 1).min(self.track.end()));
            }
            _ => self.view().odds.weigh(&self.view()),
        }
    }

    /// Returns to the present; from a fight that is only viewed, to the start screen.
    pub(in crate::tui) fn leave_timeline(&mut self) -> Done {
        if self.fight.is_shown_only() {
            return self.leave(Exit::Start);
        }
        if let Screen::Timeline(shown) = &self.place {
            self.board.cursor = shown.cursor;
        }
        self.place = Screen::Fight;
        self.board.log.to_end();
        self.refresh();
        CLOSE
    }

    /// Returns what Enter does at the moment shown, where that is not just to continue from there.
    pub(in crate::tui) fn moment_meaning(&self) -> Option<KeyMeaning> {
        let Screen::Timeline(shown) = &self.place else { return None };
        let present = self.fight.chronicle.at();
        if !shown.typed.is_empty() {
            return Some(KeyMeaning::This(format!("to round {}", shown.typed)));
        }
        let words = match shown.at.cmp(&present) {
            _ if self.fight.is_shown_only() => return None,
            Ordering::Less => return None,
            Ordering::Equal => "back to the fight",
            Ordering::Greater => "redo up to here",
        };
        Some(KeyMeaning::This(words.into()))
    }

    /// Returns that the play key stops, while it does.
    pub(in crate::tui) fn play_meaning(&self) -> Option<KeyMeaning> {
        let plays = matches!(&self.place, Screen::Timeline(shown) if shown.plays);
        plays.then(|| KeyMeaning::This("stop".into()))
    }

    /// Returns that Esc leads to the start screen, if it does.
    pub(in crate::tui) fn timeline_back_meaning(&self) -> Option<KeyMeaning> {
        self.fight.is_shown_only().then(|| KeyMeaning::This("to the start screen".into()))
    }
}

/// Paints the fight at that moment, with the track above it.
pub fn paint(session: &Session, shown: &Timeline, area: Rect, buf: &mut Buffer) {
    let view = session.view();
    view.board.areas.set(Areas::default());
    head::paint(session, Rect { height: 1, ..area }, buf);
    let rail = if area.height >= TALL { 1 } else { 0 };
    Rail(view).render(Rect { y: area.y + 1, height: rail, ..area }, buf);
    let lines = Rect { y: area.y + 1 + rail, height: track::LINES, ..area };
    let cells = track::paint(&view, &session.track, shown, lines, buf);
    let odds = curve::lines(session, area.height >= SPACIOUS);
    let below = Rect { y: lines.bottom(), height: odds, ..area };
    curve::paint(session, shown.at, &cells, below, buf);
    let used = 1 + rail + track::LINES + odds;
    play::panes(view, Rect { y: area.y + used, height: area.height - used, ..area }, buf);
}
