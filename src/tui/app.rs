//! The program between two keys: where the referee is, and which key goes where.

mod keys;

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
use crate::tui::input::keymap::Keymap;
use crate::tui::input::operations::Op;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::pages::page::Page;
use crate::tui::paint::theme::Theme;
use crate::tui::paint::voice;
use crate::tui::redraw::Redraw;
use crate::tui::sharing::Page as SharedPage;
use crate::tui::table::board::Board;
use crate::tui::table::known_odds::KnownOdds;
use crate::tui::table::log_rows::Telling;
use crate::tui::table::losses::losses;
use crate::tui::table::track::Track;
use crate::tui::table::view::View;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// So many lines of the log are enough to go on with.
const ENOUGH: usize = 8;

/// So many lines of the log lie ready above the chosen one: more than a page and what is in sight.
pub(super) const AHEAD: usize = 100;

/// Where the referee is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Screen {
    /// The start screen.
    Start,
    /// A fight, being built or running.
    Fight,
    /// The timeline of a fight, at some moment of it.
    Timeline(Box<Timeline>),
}

/// A word to the referee, above the foot line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// What it says.
    pub text: String,
    /// It says no.
    pub fault: bool,
    /// Asked for once more with the next key, this is done.
    pub again: Option<Op>,
}

/// Everything there is between two keys.
pub struct App {
    /// Where the referee is.
    pub place: Screen,
    /// The start screen's list.
    pub start: Start,
    /// The fight; on the start screen an empty one.
    pub fight: Fight,
    /// Order, cursor, marks.
    pub board: Board,
    /// The fight as a track, as far as somebody looked at it.
    pub track: Track,
    /// What is laid over the screen; the last has the keys.
    pub overlays: Vec<Box<dyn Overlay>>,
    /// The act that is being answered.
    pub pending: Option<Pending>,
    /// The point of the past that is spoken of.
    pub past: Option<Past>,
    /// The amendment that is being played.
    pub amending: Option<Amending>,
    /// What Enter would do.
    pub proposal: Proposal,
    /// What was said last.
    pub message: Message,
    /// How much of the next frame is painted anew.
    pub redraw: Redraw,
    /// What the key before asked to be asked for once more.
    pub(super) asked_again: Option<Op>,
    /// What is being done is done on the marked rows.
    pub(super) spends_marks: bool,
    /// How it looks and listens.
    pub settings: Settings,
    /// The line of where everybody stands is shown, until the referee leaves.
    pub shows_places: bool,
    /// Who wins from here, as far as it is wanted and known.
    pub forecast: Forecast,
    /// Wakes the loop when something was worked out beside it.
    wake: Option<Wake>,
    /// Something fell due since the last frame.
    pub alert: bool,
    /// The styles.
    pub theme: Theme,
    /// The keys.
    pub keymap: Keymap,
    /// Who can be brought in.
    pub stock: Stock,
    /// Whether the next act's dice are thrown as its side's are.
    pub hands: Hands,
    /// The machine's dice.
    pub dice: Box<dyn Dice>,
    /// The page of the players' view, while it is served.
    pub page: Option<SharedPage>,
    /// The referee wants to leave.
    pub quits: bool,
    /// The fight that was put away last: where it was and where it is.
    pub(super) put_away: Option<(PathBuf, PathBuf)>,
    /// What was left without being saved.
    pub lost: Option<String>,
    /// The last attack of each.
    pub last: BTreeMap<CombatantId, Act>,
    /// What was proposed in this state, by whose act it would be, whether all of its fold act, and whether a
    /// horde would.
    proposals: BTreeMap<(Option<CombatantId>, bool, Crowds), Proposal>,
    /// Whether the log was found to have lines enough in this state.
    tells_enough: bool,
    /// The chances worked out in the state that is shown.
    odds: KnownOdds,
    /// Why these rules have no morale check of a side, if they have none.
    pub(super) no_morale: Option<String>,
    pub(super) undo_label: Option<String>,
    pub(super) redo_label: Option<String>,
}

impl App {
    /// The start screen.
    pub fn new(start: Start, fight: Fight, stock: Stock, theme: Theme, dice: Box<dyn Dice>) -> Self {
        let mut app = Self {
            place: Screen::Start,
            start,
            fight,
            board: Board::default(),
            track: Track::default(),
            overlays: Vec::new(),
            pending: None,
            past: None,
            amending: None,
            proposal: Proposal::Nothing,
            message: Message::default(),
            redraw: Redraw::Whole,
            asked_again: None,
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
            quits: false,
            put_away: None,
            lost: None,
            last: BTreeMap::new(),
            proposals: BTreeMap::new(),
            tells_enough: false,
            odds: KnownOdds::default(),
            no_morale: None,
            undo_label: None,
            redo_label: None,
        };
        app.refresh();
        app
    }

    /// Looks and listens so.
    pub fn wear(&mut self, settings: Settings) {
        self.theme = Theme::worn(settings.theme);
        self.settings = settings;
    }

    /// Goes into a fight.
    pub fn enter(&mut self, fight: Fight, place: Screen) {
        self.fight = fight;
        self.place = place;
        self.board = Board::default();
        self.board.fold_again(self.fight.chronicle.now(), &self.fight.folded());
        self.track = Track::default();
        self.forecast.forget();
        self.overlays.clear();
        self.come_back();
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
            None if self.is_ready() => self.begin_ready(),
            None => {}
        }
        self.heed();
    }

    /// What is worked out beside the loop wakes it so; without, nothing is.
    pub(super) fn wakes(&mut self, wake: Wake) {
        self.forecast.wakes(wake.clone());
        self.wake = Some(wake);
    }

    /// After a frame: what was done reaches the disk. `true`: there is something to show.
    pub fn syncs(&mut self) -> bool {
        let mark = self.fight.mark();
        self.fight.sync();
        let news = self.fight.has_news();
        self.heed();
        news || mark != self.fight.mark()
    }

    /// Shows what happened to the fight's file, each on a page.
    pub fn heed(&mut self) {
        if self.fight.take_renumbered() {
            self.track = Track::default();
            self.forecast.forget();
            self.board.log.to_end();
            self.refresh();
        }
        for News { title, lines } in self.fight.take_news() {
            self.redraw = Redraw::Whole;
            self.overlays.push(Box::new(Page::new(title, lines)));
        }
    }

    /// It begins at once, unless something has to be said first.
    fn begin_ready(&mut self) {
        if matches!(self.proposal, Proposal::Meet(_)) {
            return self.ask_meeting();
        }
        self.fight.goes_by_itself(true);
        self.submit_or_say(vec![Command::Proceed]);
        self.fight.goes_by_itself(false);
    }

    /// A prepared fight nothing was done in yet: it begins at once, and undo leads back to before.
    fn is_ready(&self) -> bool {
        let chronicle = &self.fight.chronicle;
        let untouched = chronicle.line().is_empty() && chronicle.now().stage == Stage::Setup;
        let whole = sides_standing(chronicle.rules(), chronicle.now()) > 1;
        matches!(self.place, Screen::Fight) && untouched && whole
    }

    /// The state that is shown.
    pub fn state(&self) -> &Encounter {
        match (&self.past, &self.place) {
            (Some(past), _) => &past.state,
            (None, Screen::Timeline(shown)) => &shown.state,
            _ => self.fight.chronicle.now(),
        }
    }

    /// The state that is shown with everything beside it.
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
            odds: &self.odds,
            stock: &self.stock,
            before: match &self.place {
                Screen::Timeline(shown) => shown.before.as_ref(),
                _ => None,
            },
            looked_at: self.fight.looked_at,
            mark: self.fight.mark(),
            theme: &self.theme,
        }
    }

    /// The board with what lies on it.
    pub(super) fn on_the_table(&mut self) -> (&mut Board, &'static dyn Ruleset, &Encounter) {
        let e = match &self.place {
            Screen::Timeline(shown) => &shown.state,
            _ => self.fight.chronicle.now(),
        };
        (&mut self.board, self.fight.chronicle.rules(), e)
    }

    /// Works out anew what depends on the state.
    pub fn refresh(&mut self) {
        self.redraw = Redraw::Whole;
        let (board, rules, e) = self.on_the_table();
        board.refresh(rules, e);
        self.no_morale = no_morale(rules, self.state());
        self.board.lost = self.last_losses();
        self.proposals.clear();
        self.tells_enough = false;
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

    /// What the last act before the state that is shown took of hit points.
    fn last_losses(&self) -> BTreeMap<CombatantId, i32> {
        let Telling { chronicle, upto, .. } = self.view().telling;
        let last = upto.checked_sub(1).and_then(|at| chronicle.line().get(at));
        let entry = last.and_then(|id| chronicle.entry(*id));
        entry.map(|entry| losses(entry.events())).unwrap_or_default()
    }

    /// Works out the rows anew: what there is to fold has changed, not the state.
    pub(super) fn arrange(&mut self) {
        let (board, rules, e) = self.on_the_table();
        board.refresh(rules, e);
        self.repropose();
    }

    /// The proposal depends on the row under the cursor; each is worked out once a state.
    pub(super) fn repropose(&mut self) {
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

    /// After a frame: reads what a resumed fight left in its file, where the log would stand empty
    /// without it. `true`: there is more to show.
    pub fn catch_up(&mut self) -> bool {
        // Where it was damaged the fight is entered anew: not while something is being typed or answered.
        let is_free = self.place == Screen::Fight && self.overlays.is_empty() && self.pending.is_none();
        if is_free
            && self.amending.is_none()
            && let Some(whole) = self.fight.look_over(self.wake.as_ref())
        {
            self.enter(whole, Screen::Fight);
            return true;
        }
        if self.tells_enough {
            return false;
        }
        let more = self.tells_back(None, ENOUGH);
        if more {
            self.recall_attacks();
            self.refresh();
        }
        self.tells_enough = !more;
        more
    }

    /// The log needs so many lines from that one backward: reads the acts they tell of, and no more of the past.
    /// `true`: something was read.
    pub(super) fn tells_back(&mut self, from: Option<LogAt>, lines: usize) -> bool {
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

    /// Whatever looks back has the whole fight before it.
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

    /// What was said is no matter any more.
    pub(super) fn unsay(&mut self) {
        self.asked_again = std::mem::take(&mut self.message).again;
    }

    /// Says something above the foot line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), ..Message::default() };
    }

    /// Says why not.
    pub fn say_no(&mut self, why: &str) {
        self.message = Message { text: why.into(), fault: true, again: None };
    }

    /// Says what the key just pressed does when it is pressed once more; `true`: this was that.
    pub(super) fn is_sure(&mut self, op: Op, what: &str) -> bool {
        let key = self.keymap.shown(&self.scopes(), op);
        let sure = self.asked_again == Some(op);
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

/// Why the rules know no morale check of a side, if they know none.
fn no_morale(rules: &dyn Ruleset, e: &Encounter) -> Option<String> {
    let side = e.side_ids().next()?;
    let refused = rules::check(rules, e, &Command::Morale { side, like: None, adjustment: 0 }).err()?;
    (refused.refusal == Refusal::NOT_IN_THESE_RULES).then(|| voice::reason(rules, &refused))
}
