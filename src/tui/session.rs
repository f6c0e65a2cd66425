//! The session: the fight and all that is known around it. Its methods do things and say what went wrong; they know no keys
//! and no layers. The shell shows it.

use super::fight::{Fight, News};
use super::proposal::{self, Crowds, Proposal};
use super::screens::start::Start;
use super::screens::timeline::Timeline;
use super::stock::Stock;
use crate::chronicle::{Amending, Pending, Waiting};
use crate::rules;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::Dice;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::{Ruleset, sides_standing};
use crate::rules::text::log::LogAt;
use crate::store::Settings;
use crate::tui::fight::amend::Past;
use crate::tui::fight::hands::Hands;
use crate::tui::forecast::{Forecast, Wake};
use crate::tui::house_book::BookFile;
use crate::tui::input::keymap::Keymap;
use crate::tui::input::operations::Op;
use crate::tui::paint::theme::Theme;
use crate::tui::paint::voice;
use crate::tui::phones::Phones;
use crate::tui::sharing::Page as SharedPage;
use crate::tui::table::board::Board;
use crate::tui::table::known_odds::KnownOdds;
use crate::tui::table::log_rows::Telling;
use crate::tui::table::losses::losses;
use crate::tui::table::track::Track;
use crate::tui::table::view::View;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Log lines read back for the first frames of a resumed fight.
const FIRST_LOG_LINES: usize = 8;

/// Log lines kept ready above the selected one: more than a page plus what is visible.
pub(super) const LOG_AHEAD: usize = 100;

/// The current screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Screen {
    /// The start screen.
    Start,
    /// A fight, being built or running.
    Fight,
    /// The timeline of a fight, at one moment.
    Timeline(Box<Timeline>),
}

/// A message to the referee, shown above the foot line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// Whether it is an error or refusal.
    pub fault: bool,
    /// The operation that runs if its key is pressed again right away.
    pub again: Option<Op>,
}

/// The application state.
pub struct Session {
    /// The current screen.
    pub place: Screen,
    /// The start screen.
    pub start: Start,
    /// The current fight; an empty one on the start screen.
    pub fight: Fight,
    /// Row order, cursor and marks.
    pub board: Board,
    /// The fight as a track of acts, up to the last one viewed.
    pub track: Track,
    /// The act waiting for answers.
    pub pending: Option<Pending>,
    /// The point in the past being amended.
    pub past: Option<Past>,
    /// The amendment being replayed.
    pub amending: Option<Amending>,
    /// What Enter would do.
    pub proposal: Proposal,
    /// The last message.
    pub message: Message,
    /// What happened that the referee reads before going on.
    pub news: Vec<News>,
    /// Counts the scenes: an act done, a question asked, another fight, another screen. A layer belongs to one.
    scene: u64,
    /// The operation the previous key asked to confirm.
    pub(super) asked_to_confirm: Option<Op>,
    /// Whether the operation in progress applies to the marked rows and then clears the marks.
    pub(super) spends_marks: bool,
    /// The settings.
    pub settings: Settings,
    /// Whether the line of places is shown; not saved.
    pub shows_places: bool,
    /// The win forecast, if shown, as far as it has been computed.
    pub forecast: Forecast,
    /// Wakes the event loop when a background thread has a result.
    wake: Option<Wake>,
    /// Whether something has fallen due since the last frame.
    pub alert: bool,
    /// The styles.
    pub theme: Theme,
    /// The key bindings.
    pub keymap: Keymap,
    /// Creatures and characters that can be added.
    pub stock: Stock,
    /// Whether the next act's dice follow each side's setting or override it.
    pub hands: Hands,
    /// The machine's dice.
    pub dice: Box<dyn Dice>,
    /// The server of the players' page, while it runs.
    pub page: Option<SharedPage>,
    /// The file of the house book of a fight being built.
    pub book_file: Option<BookFile>,
    /// The players' phones, while they take part.
    pub phones: Option<Phones>,
    /// Whether the referee wants to quit.
    pub quits: bool,
    /// The fight archived last: its old and new path.
    pub(super) put_away: Option<(PathBuf, PathBuf)>,
    /// A description of what was left unsaved.
    pub lost: Option<String>,
    /// Each combatant's last attack.
    pub last: BTreeMap<CombatantId, Act>,
    /// Cached proposals for the current state, by actor, whether its whole fold acts, and whether crowds act as one.
    proposals: BTreeMap<(Option<CombatantId>, bool, Crowds), Proposal>,
    /// Whether the log is known to have its first lines in the current state.
    log_is_full: bool,
    /// Cached odds for the displayed state.
    odds: KnownOdds,
    /// Why the current rules refuse a side's morale check, if they have none.
    pub(super) no_morale: Option<String>,
    pub(super) undo_label: Option<String>,
    pub(super) redo_label: Option<String>,
}

impl Session {
    /// Creates the application, on the start screen.
    pub fn new(start: Start, fight: Fight, stock: Stock, theme: Theme, dice: Box<dyn Dice>) -> Self {
        let mut session = Self {
            place: Screen::Start,
            start,
            fight,
            board: Board::default(),
            track: Track::default(),
            pending: None,
            past: None,
            amending: None,
            proposal: Proposal::Nothing,
            message: Message::default(),
            news: Vec::new(),
            scene: 0,
            asked_to_confirm: None,
            spends_marks: false,
            settings: Settings::default(),
            shows_places: false,
            forecast: Forecast::default(),
            wake: None,
            alert: false,
            theme,
            keymap: Keymap::default(),
            stock,
            hands: Hands::Usual,
            dice,
            page: None,
            book_file: None,
            phones: None,
            quits: false,
            put_away: None,
            lost: None,
            last: BTreeMap::new(),
            proposals: BTreeMap::new(),
            log_is_full: false,
            odds: KnownOdds::default(),
            no_morale: None,
            undo_label: None,
            redo_label: None,
        };
        session.refresh();
        session
    }

    /// Applies the settings, including the theme.
    pub fn wear(&mut self, settings: Settings) {
        self.theme = Theme::for_terminal(settings.theme);
        self.settings = settings;
    }

    /// Opens a fight on the given screen.
    pub fn enter(&mut self, fight: Fight, place: Screen) {
        self.fight = fight;
        self.place = place;
        self.board = Board::default();
        self.board.fold_again(self.fight.folded());
        self.track = Track::default();
        self.forecast.forget();
        (self.past, self.amending) = (None, None);
        self.next_scene();
        self.last.clear();
        self.recall_attacks();
        let waiting = self.fight.take_unanswered();
        self.pending = None;
        self.refresh();
        match waiting {
            Some(Waiting::Act(pending)) => {
                self.pending = Some(*pending);
                self.advance_or_say();
            }
            Some(Waiting::Amendment(halfway)) => self.amend_on(halfway),
            None if self.is_prepared() => self.begin_prepared(),
            None => {}
        }
        self.heed();
    }

    /// Sets how background work wakes the event loop. Without it, no background work is done.
    pub(super) fn set_wake(&mut self, wake: Wake) {
        self.forecast.wakes(wake.clone());
        self.wake = Some(wake);
    }

    /// What wakes the event loop.
    #[cfg(feature = "page")]
    pub(super) fn wake(&self) -> Option<Wake> {
        self.wake.clone()
    }

    /// Syncs the journal to disk; called after each frame. Returns whether there is something new to show.
    pub fn syncs(&mut self) -> bool {
        let mark = self.fight.mark();
        self.fight.sync();
        let news = self.fight.has_news();
        self.heed();
        news || mark != self.fight.mark()
    }

    /// The number of the scene: when it changes, what lay on top of the old one is over.
    pub fn scene(&self) -> u64 {
        self.scene
    }

    /// Goes on to the next scene.
    pub(super) fn next_scene(&mut self) {
        self.scene += 1;
    }

    /// Takes in news about the fight's file.
    pub fn heed(&mut self) {
        if self.fight.take_renumbered() {
            self.track = Track::default();
            self.forecast.forget();
            self.board.log.to_end();
            self.refresh();
        }
        self.news.extend(self.fight.take_news());
    }

    /// Begins a prepared fight at once, unless the referee must first enter the meeting distance.
    fn begin_prepared(&mut self) {
        if matches!(self.proposal, Proposal::Meet(_)) {
            return;
        }
        self.fight.goes_by_itself(true);
        self.submit_or_say(vec![Command::Proceed]);
        self.fight.goes_by_itself(false);
    }

    /// Whether this is a prepared fight of two or more sides in which nothing has been done. It begins at once, and
    /// undo returns to setup.
    pub(super) fn is_prepared(&self) -> bool {
        let chronicle = &self.fight.chronicle;
        let untouched = chronicle.line().is_empty() && chronicle.now().stage == Stage::Setup;
        let whole = sides_standing(chronicle.rules(), chronicle.now()) > 1;
        matches!(self.place, Screen::Fight) && untouched && whole && !self.fight.is_built
    }

    /// Returns the displayed state.
    pub fn state(&self) -> &Encounter {
        match (&self.past, &self.place) {
            (Some(past), _) => &past.state,
            (None, Screen::Timeline(shown)) => &shown.state,
            _ => self.fight.chronicle.now(),
        }
    }

    /// Returns the displayed state with everything needed to draw it.
    pub fn view(&self) -> View<'_> {
        let chronicle = &self.fight.chronicle;
        let upto = match (&self.past, &self.place) {
            (Some(past), _) => past.at,
            (None, Screen::Timeline(shown)) => shown.at,
            _ => chronicle.at(),
        };
        let e = self.state();
        View {
            rules: chronicle.rules(),
            e,
            board: self.past.as_ref().map_or(&self.board, |past| &past.board),
            telling: Telling { chronicle, e, upto, from: self.fight.at_hand() },
            last: &self.last,
            proposal: &self.proposal,
            aims: None,
            odds: &self.odds,
            stock: &self.stock,
            before: match &self.place {
                Screen::Timeline(shown) => shown.before.as_ref(),
                _ => None,
            },
            only_shown: self.fight.is_shown_only(),
            mark: self.fight.mark(),
            theme: &self.theme,
        }
    }

    /// Returns the board with the rules and the state it shows, ignoring any past point being amended.
    pub(super) fn on_the_table(&mut self) -> (&mut Board, &'static dyn Ruleset, &Encounter) {
        let (board, rules, e, _) = self.table();
        (board, rules, e)
    }

    /// The same, with the last act of each combatant.
    pub(super) fn table(
        &mut self,
    ) -> (&mut Board, &'static dyn Ruleset, &Encounter, &BTreeMap<CombatantId, Act>) {
        let e = match &self.place {
            Screen::Timeline(shown) => &shown.state,
            _ => self.fight.chronicle.now(),
        };
        (&mut self.board, self.fight.chronicle.rules(), e, &self.last)
    }

    /// Recomputes everything derived from the state.
    pub fn refresh(&mut self) {
        let (board, rules, e, last) = self.table();
        board.refresh(rules, e, last);
        self.no_morale = no_morale(rules, self.state());
        self.board.lost = self.last_losses();
        self.proposals.clear();
        self.log_is_full = false;
        self.odds.forget();
        self.repropose();
        let at = self.fight.chronicle.at();
        let telling = self.view().telling;
        let known = |last| telling.label(last).unwrap_or_else(|| "the last act".into());
        let undo = at.checked_sub(1).map(known);
        let redo = telling.label(at);
        let undo = self.fight.undoes_amending().map(str::to_string).or(undo);
        let redo = redo.or(self.fight.redoes_amending().map(str::to_string));
        (self.undo_label, self.redo_label) = (undo, redo);
    }

    /// Returns the hit points lost in the last act before the displayed state.
    fn last_losses(&self) -> BTreeMap<CombatantId, i32> {
        let Telling { chronicle, upto, .. } = self.view().telling;
        let last = upto.checked_sub(1).and_then(|at| chronicle.line().get(at));
        let entry = last.and_then(|id| chronicle.entry(*id));
        entry.map(|entry| losses(entry.events())).unwrap_or_default()
    }

    /// Recomputes the rows after the folds have changed but the state has not.
    pub(super) fn arrange(&mut self) {
        let (board, rules, e, last) = self.table();
        board.refresh(rules, e, last);
        self.repropose();
    }

    /// Updates who is to act, and the proposal, for the row under the cursor; both are cached per state.
    pub(super) fn repropose(&mut self) {
        let (board, rules, e, last) = self.table();
        board.attend(rules, e, last);
        if self.place != Screen::Fight {
            self.proposal = Proposal::Nothing;
            return;
        }
        let chronicle = &self.fight.chronicle;
        let actor = self.board.actor();
        let as_one = actor.is_some_and(|who| self.board.acts_as_one(who).is_some());
        let usual = self.board.marked.is_empty() && self.hands == Hands::Usual;
        let crowds = if usual { Crowds::AsOne } else { Crowds::Apart };
        let proposal = self.proposals.entry((actor, as_one, crowds)).or_insert_with(|| {
            proposal::propose(chronicle.rules(), chronicle.now(), &self.board, &self.last, crowds)
        });
        self.proposal = proposal.clone();
    }

    /// Reads past entries of a resumed fight until the log has enough lines; called after each frame. A damaged past
    /// opens the fight anew, so that it waits until nothing is being typed (`is_free`) or answered. Returns whether there
    /// is more to show.
    pub fn catch_up(&mut self, is_free: bool) -> bool {
        let is_free = is_free && self.place == Screen::Fight && self.pending.is_none();
        if is_free
            && self.amending.is_none()
            && let Some(whole) = self.fight.look_over(self.wake.as_ref())
        {
            self.enter(whole, Screen::Fight);
            return true;
        }
        if self.log_is_full {
            return false;
        }
        let more = self.read_log_back(None, FIRST_LOG_LINES);
        if more {
            self.recall_attacks();
            self.refresh();
        }
        self.log_is_full = !more;
        more
    }

    /// Reads past entries until the log has `lines` lines going back from `from`, and no more than that. Returns
    /// whether anything was read.
    pub(super) fn read_log_back(&mut self, from: Option<LogAt>, lines: usize) -> bool {
        let mut more = false;
        while self.fight.leaves_past() && self.view().telling.backward(from).take(lines).count() < lines
        {
            if !self.fight.read_back() {
                return self.look_back() || more;
            }
            more = true;
        }
        more
    }

    /// Reads the whole past into memory. Returns whether there was anything left to read.
    pub(super) fn look_back(&mut self) -> bool {
        let read = self.fight.read_past();
        if read && let Some(whole) = self.fight.look_back() {
            self.enter(whole, Screen::Fight);
        } else if read {
            self.recall_attacks();
            self.refresh();
        }
        read
    }

    /// Clears the message, keeping the operation it asked to confirm.
    pub(super) fn clear_message(&mut self) {
        self.asked_to_confirm = std::mem::take(&mut self.message).again;
    }

    /// Shows a message in the stage.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), ..Message::default() };
    }

    /// Shows a refusal in the stage.
    pub fn say_no(&mut self, why: &str) {
        self.message = Message { text: why.into(), fault: true, again: None };
    }

    /// Asks to press the same key again to confirm. Returns `true` if this press is the confirmation.
    pub(super) fn is_confirmed(&mut self, op: Op, what: &str) -> bool {
        let key = self.keymap.shown(&self.scopes(), op);
        let sure = self.asked_to_confirm == Some(op);
        if !sure {
            self.message =
                Message { text: format!("{key} again: {what}"), fault: false, again: Some(op) };
        }
        sure
    }

    pub(super) fn in_gap(&self) -> bool {
        self.state().window().is_some_and(|window| window.phase == Phase::Gap)
    }
}

/// Returns why the rules refuse a side's morale check, if they have none.
fn no_morale(rules: &dyn Ruleset, e: &Encounter) -> Option<String> {
    let side = e.side_ids().next()?;
    let refused = rules::check(rules, e, &Command::Morale { side, like: None, adjustment: 0 }).err()?;
    (refused.refusal == Refusal::NOT_IN_THESE_RULES).then(|| voice::reason(rules, &refused))
}
