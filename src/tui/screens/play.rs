//! The fight screen: rail, roster, focus and log, as far as there is room.

use super::layout::{self, Bands, Columns, columns};
use crate::rules;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::{Act, Command, Deed, Overrule};
use crate::rules::model::encounter::Hand;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::stance::Aim;
use crate::rules::model::window::Mode;
use crate::tui::fight::hands::Hands;
use crate::tui::fight::leaving::Exit;
use crate::tui::input::operations::Op;
use crate::tui::overlays::acts::deeds;
use crate::tui::overlays::lists::branches;
use crate::tui::overlays::lists::history;
use crate::tui::overlays::pages::odds;
use crate::tui::overlays::pages::summary;
use crate::tui::overlays::pages::why;
use crate::tui::overlays::referee::{arrive, meeting, stance, who};
use crate::tui::overlays::{CLOSE, Done, Layer, Then, closes, opens};
use crate::tui::paint::text;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::panes::{
    field, focus::Focus, head, log, log::Log, places::Places, rail::Rail, roster::Roster,
};
use crate::tui::proposal::{Proposal, each_passes};
use crate::tui::session::{LOG_AHEAD, Session};
use crate::tui::shelf;
use crate::tui::stock::Stock;
use crate::tui::table::aims::Aims;
use crate::tui::table::board::{Areas, Pane, Turn};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// Fewest rows in which more than one pane is shown.
const TALL: u16 = 13;
/// Below this many rows, there is the active pane alone.
const LOW: u16 = 8;
/// Rows of the log, heading included, where room is scarce.
const SHORT_LOG: u16 = 3;
/// Rows of the focus between roster and log, heading included, and of the log that leave it room.
const BRIEF: (u16, u16) = (3, 5);

impl Session {
    /// Opens the deeds of whoever acts. If that is only where Enter leads, those before who have nothing to do are passed
    /// over.
    pub(in crate::tui) fn open_acts(&mut self) -> Done {
        let ahead = |who: &CombatantId| self.board.owes_there(*who) && !self.board.owes(*who);
        if let Some(who) = self.board.doer().filter(ahead) {
            let acting = self.board.acting();
            let (first, idle) = (acting.first.clone(), acting.idle.clone());
            self.submit_passing(first);
            if self.pending.is_some() {
                return CLOSE;
            }
            self.board.cursor = self.board.lead(self.board.row_of(who));
            self.repropose();
            if !idle.is_empty() {
                self.say(format!("passed over: {}", self.view().names(&idle)));
            }
        }
        self.open_deeds(&[], "can do nothing now")
    }

    /// Opens what whoever acts may save against or check.
    pub(in crate::tui) fn open_saves(&mut self) -> Done {
        self.open_deeds(&[Deed::Save, Deed::Check], "has nothing to save against or to check now")
    }

    fn open_deeds(&mut self, only: &[Deed], none: &str) -> Done {
        let view = self.view();
        let layer = view.board.doer().and_then(|who| deeds::open(&view, who, only));
        let none = format!("{} {none}", view.under_cursor().map_or("nobody", |c| &*c.name));
        opens(layer, &none)
    }

    /// Opens the form for whoever arrives.
    pub(in crate::tui) fn open_arrivals(&mut self) -> Done {
        self.load_stock();
        let parties = shelf::parties().into_iter().flatten().collect();
        Then::replace(who::open(&self.view(), parties))
    }

    /// Explains the last roll, or the chosen line of the log.
    pub(in crate::tui) fn open_why(&mut self) -> Done {
        self.look_back();
        opens(why::open(&self.view()), "there is no number to explain here")
    }

    /// Lists what was done.
    pub(in crate::tui) fn open_history(&mut self) -> Done {
        self.look_back();
        opens(history::open(&self.view()), "nothing here for that")
    }

    /// Lists the branches of the fight.
    pub(in crate::tui) fn open_branches(&mut self) -> Done {
        self.look_back();
        Then::replace(branches::open(&self.view()))
    }

    /// Shows the odds of what Enter would do.
    pub(in crate::tui) fn open_odds(&mut self) -> Done {
        let none = "no act to compute odds for: fill in a form, or take the next step";
        opens(self.next_odds(), none)
    }

    /// Marks the row under the cursor, or unmarks it.
    pub(in crate::tui) fn mark_row(&mut self) {
        self.board.mark();
        self.repropose();
    }

    /// Removes the targets during setup, as if they had never been there.
    pub(in crate::tui) fn remove_targets(&mut self) {
        let gone = self.board.targets().into_iter().map(|who| Command::Depart(who, Standing::Gone));
        self.submit_or_say(gone.collect());
    }

    /// Loads the bestiary on first use, so that starting up does not wait for it, and again when the rules' family has
    /// changed.
    fn load_stock(&mut self) {
        let family = self.view().about().family;
        if self.stock.serves(family) {
            return;
        }
        let (stock, faults) = Stock::gathered(family);
        self.stock = stock;
        if let Some(fault) = faults.first() {
            self.say_no(fault);
        }
    }

    /// Opens the summary of the fight. With `leads_out`, it is on the way out, and Enter continues.
    pub(in crate::tui) fn sum_up(&mut self, leads_out: bool) -> Done {
        self.look_back();
        Then::replace(summary::open(&self.fight.report(), leads_out))
    }

    pub(in crate::tui) fn forward(&mut self) -> Done {
        match self.proposal.clone() {
            Proposal::Do { mut commands, held, .. } => {
                let rest = commands.split_off(held);
                self.submit_passing(commands);
                self.submit_passing(rest);
                CLOSE
            }
            Proposal::Ask { first, act, .. } => {
                self.submit_passing(first);
                deeds::open_act(&self.view(), &act).map_or(CLOSE, Then::replace)
            }
            Proposal::Meet(_) => Then::replace(meeting::open(&self.view())),
            Proposal::Choose { first, who, .. } => {
                self.submit_passing(first);
                self.look_at(who);
                deeds::open_at(&self.view(), who, Deed::Pass).map_or(CLOSE, Then::replace)
            }
            Proposal::Talk(_) => Then::replace(stance::talk(&self.view())),
            Proposal::Blocked(why) => Err(why.into()),
            Proposal::SumUp => self.sum_up(true),
            Proposal::Nothing => CLOSE,
        }
    }

    /// Opens the odds of what Enter would do, if it is an act.
    fn next_odds(&self) -> Option<Box<dyn Layer>> {
        let (commands, words) = match &self.proposal {
            Proposal::Do { commands, words, .. } => (commands.clone(), words),
            Proposal::Ask { first, act, words } => {
                let act = Command::Act((**act).clone());
                (first.iter().cloned().chain([act]).collect(), words)
            }
            _ => return None,
        };
        odds::open(&self.view(), words, &commands)
    }

    /// Skips the open step: a procedure is not run, any other step is closed; for reinforcements, asks whether they
    /// come later. A step that cannot be skipped is carried out, with whatever else Enter would do before the next act.
    pub(in crate::tui) fn skip(&mut self) -> Done {
        if let Some(layer) = arrive::put_off(&self.view()) {
            return Then::replace(layer);
        }
        let procedure = self.state().window().is_some_and(|window| window.mode == Mode::Procedure);
        let skip = if procedure { Command::Skip } else { Command::Proceed };
        if let Proposal::Do { commands, .. } = &self.proposal
            && let Some((Command::Act(_), before @ [Command::Proceed, ..])) = commands.split_last()
            && rules::check(self.view().rules, self.state(), &skip).is_err()
        {
            return closes(self.submit(before.to_vec()));
        }
        self.submit_passing(vec![skip]);
        CLOSE
    }

    /// Submits commands, if there are any, with an explicit pass for each combatant they would skip.
    fn submit_passing(&mut self, commands: Vec<Command>) {
        if commands.is_empty() {
            return;
        }
        let commands = each_passes(self.view().rules, self.state(), commands);
        self.submit_or_say(commands);
    }

    /// Moves the marked combatants, or the one under the cursor, to the opposite rank of the first one's.
    pub(in crate::tui) fn change_rank(&mut self) {
        let (who, e) = (self.board.targets(), self.state());
        let Some(first) = who.first().and_then(|who| e.get(*who)) else { return };
        let rank = e.rank(first).other();
        let words = who.into_iter().map(|who| Command::Overrule(Overrule::Rank(who, rank)));
        self.submit_or_say(words.collect());
    }

    /// Cycles what the players know of the marked combatants, or the one under the cursor, from what they know of the
    /// first.
    pub(in crate::tui) fn change_sight(&mut self) {
        let (who, e) = (self.board.targets(), self.state());
        let Some(first) = who.first().and_then(|who| e.get(*who)) else { return };
        let sight = first.sight.next();
        let words = who.into_iter().map(|who| Command::Overrule(Overrule::Sight(who, sight)));
        self.submit_or_say(words.collect());
    }

    /// Changes what the side of the row under the cursor, or the marked combatants, are out to do, to the next of the
    /// usual stances: first of all, to fight.
    pub(in crate::tui) fn change_stance(&mut self) {
        let e = self.state();
        let marked = !self.board.marked.is_empty();
        let Some(c) = self.board.targets().first().and_then(|who| e.get(*who)) else { return };
        let now = if marked { c.stance } else { e.side(c.side).and_then(|side| side.stance) };
        let at = Aim::CYCLE.iter().position(|aim| now.is_some_and(|now| now.aim == *aim));
        let next = Some(at.map_or(Aim::Fights, |at| Aim::CYCLE[(at + 1) % Aim::CYCLE.len()]));
        let word = match marked {
            true => Overrule::Stance(self.board.targets(), next),
            false => Overrule::SideStance(c.side, next, None),
        };
        self.submit_or_say(vec![Command::Overrule(word)]);
    }

    pub(in crate::tui) fn repeat(&mut self) -> Done {
        let last = self.board.cursor.and_then(|who| self.last.get(&who)).cloned();
        match last.filter(|act| act.deed != Deed::UsePower) {
            Some(act) => closes(self.submit(vec![Command::Act(act)])),
            None => Err("it has not attacked yet".into()),
        }
    }

    /// Lets the combatant under the cursor take the turn it has held, else the first one that holds a turn.
    pub(in crate::tui) fn cut_in(&mut self) -> Done {
        match self.board.holder() {
            Some(who) if self.view().rules.deeds().row(Deed::CutIn).is_some() => {
                closes(self.submit(vec![Command::Act(Act::new(who, Deed::CutIn))]))
            }
            // Without a cut-in deed, it acts at once.
            Some(who) => deeds::open(&self.view(), who, &[]).map_or(CLOSE, Then::replace),
            None => Err("nobody holds a turn".into()),
        }
    }

    /// Undoes the last act.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Done {
        let label = self.undo_label.clone();
        let actor = self.fight.last_actor();
        let turn = self.board.turn();
        if !self.fight.undo() {
            return Err("nothing to undo".into());
        }
        self.say(format!("undone: {}", label.unwrap_or_default()));
        self.refresh();
        self.back_to(actor, &turn);
        CLOSE
    }

    /// Moves the cursor to the combatant whose act was undone if it owes an act again, else to whoever now does.
    fn back_to(&mut self, actor: Option<CombatantId>, turn: &Turn) {
        let again = |who: &CombatantId| self.board.owes(*who) && !turn.holds(*who);
        if let Some(actor) = actor.filter(again).filter(|_| self.board.marked.is_empty()) {
            self.board.cursor = Some(actor);
            return self.repropose();
        }
        self.follow(turn, actor.is_some());
    }

    pub(in crate::tui) fn redo(&mut self) -> Done {
        let label = self.redo_label.clone();
        let turn = self.board.turn();
        if !self.fight.redo() {
            return Err("nothing to redo".into());
        }
        let acted = self.fight.last_actor().is_some();
        self.say(format!("redone: {}", label.unwrap_or_default()));
        self.refresh();
        self.follow(&turn, acted);
        CLOSE
    }

    pub(in crate::tui) fn step_out(&mut self) -> Done {
        if !self.board.marked.is_empty() {
            self.board.unmark();
            self.repropose();
            return CLOSE;
        }
        let kept = if self.fight.mark().is_some() { "" } else { "; the fight is saved" };
        if self.fight.is_unborn() || self.is_confirmed(Op::Back, &format!("start screen{kept}")) {
            return self.leave(Exit::Start);
        }
        CLOSE
    }

    /// Toggles between the other kind of dice and the usual kind for the next act.
    pub(in crate::tui) fn toggle_hands(&mut self) {
        self.hands = if self.hands == Hands::Usual { Hands::Other } else { Hands::Usual };
        self.say(format!("next act ({})", self.other_hand().unwrap_or("usual dice")));
        self.repropose();
    }

    /// Folds identical combatants into one row, or unfolds them.
    pub(in crate::tui) fn fold(&mut self, op: Op) -> Done {
        let (board, _, e) = self.on_the_table();
        let done = if op == Op::FoldAll { board.turn_folds(e) } else { board.turn_fold(e) };
        if !done {
            return Err("nothing to fold: no other combatant is identical".into());
        }
        self.arrange();
        self.fight.keep_folded(self.board.fold_choices());
        CLOSE
    }

    /// Moves the cursor or scroll position of the active pane.
    pub(in crate::tui) fn go(&mut self, op: Op) {
        if self.board.pane == Pane::Log {
            match op {
                Op::First => _ = self.look_back(),
                Op::Up | Op::PageUp => _ = self.read_log_back(self.board.log.chosen, LOG_AHEAD),
                _ => {}
            }
            let mut log = std::mem::take(&mut self.board.log);
            log.go(op, self.view().telling);
            self.board.log = log;
            return;
        }
        self.board.go(op);
        self.repropose();
    }

    /// What Enter does in a fight; without anything to do it is hidden.
    pub(in crate::tui) fn next_meaning(&self) -> Option<KeyMeaning> {
        Some(match (&self.proposal, self.proposal.words()) {
            (_, Some(words)) => {
                let other = self.other_hand().map_or_else(String::new, |dice| format!(" ({dice})"));
                KeyMeaning::This(format!("{words}{other}"))
            }
            (Proposal::Blocked(_), None) => return None,
            (Proposal::SumUp, None) => KeyMeaning::This("summary".into()),
            (_, None) => KeyMeaning::Hidden,
        })
    }

    /// What undo takes back.
    pub(in crate::tui) fn undo_meaning(&self) -> Option<KeyMeaning> {
        self.undo_label.clone().map(KeyMeaning::To)
    }

    /// What redo brings back.
    pub(in crate::tui) fn redo_meaning(&self) -> Option<KeyMeaning> {
        self.redo_label.clone().map(KeyMeaning::To)
    }

    /// Who takes a held turn.
    pub(in crate::tui) fn cut_in_meaning(&self) -> Option<KeyMeaning> {
        let who = self.board.holder()?;
        Some(KeyMeaning::This(format!("{} cuts in", self.view().name(who))))
    }

    /// Returns who throws the next act's dice, if that is not as usual.
    pub(in crate::tui) fn other_hand(&self) -> Option<&'static str> {
        if self.hands == Hands::Usual {
            return None;
        }
        let actor = self.board.actor().and_then(|who| self.state().get(who));
        Some(match actor.map_or(Hand::Machine, |c| self.state().hand(c)) {
            Hand::Machine => "dice typed in",
            Hand::Typed | Hand::Phone => "machine dice",
        })
    }
}

/// Paints the fight, and what the act that is being filled in may aim at.
pub fn paint(session: &Session, aims: Option<&Aims>, bands: &Bands, buf: &mut Buffer) {
    let view = View { aims, ..session.view() };
    view.board.areas.set(Areas { last: bands.last, ..Areas::default() });
    let places = u16::from(session.shows_places);
    let ([top, rail, places], body) = layout::stacked(bands.body, [1, 1, places]);
    head::paint(session, top, buf);
    Rail(view).render(rail, buf);
    Places(view).render(places, buf);
    panes(view, body, buf);
    log::paint_last(&view, bands.last, buf);
}

/// Paints roster and log, and beside them as many panes as there is room for.
pub(super) fn panes(view: View, body: Rect, buf: &mut Buffer) {
    let Columns { left, right, third } = columns(body);
    match right {
        None => stacked(view, left, buf),
        Some(right) => {
            roster_over_log(view, left, true, buf);
            Focus(view).render(right, buf);
        }
    }
    if let Some(third) = third {
        field::paint(&view, third, buf);
    }
}

/// Rows the roster would fill, heading included.
fn wanted(view: &View) -> u16 {
    text::cells(view.board.rows()).saturating_add(1)
}

/// Paints everything in one column: the roster, and below it the focus in brief and the log, or the active one of them.
fn stacked(view: View, area: Rect, buf: &mut Buffer) {
    if area.height < TALL {
        return one_at_a_time(view, area, buf);
    }
    if view.board.pane == Pane::Focus {
        let upper = wanted(&view).clamp(5, area.height * 3 / 5);
        Roster { view, beside: false }.render(Rect { height: upper, ..area }, buf);
        return Focus(view).render(Rect { y: area.y + upper, height: area.height - upper, ..area }, buf);
    }
    let upper = wanted(&view).clamp(5, area.height - area.height * 2 / 5);
    let (brief, rest) = BRIEF;
    if view.board.pane == Pane::Log || upper + brief + rest > area.height {
        return roster_over_log(view, area, false, buf);
    }
    let ([upper, brief], lower) = layout::stacked(area, [upper, brief]);
    Roster { view, beside: false }.render(upper, buf);
    Focus(view).render(brief, buf);
    Log(view).render(lower, buf);
}

/// Paints the roster over the log. Rows the log cannot fill go to the roster.
fn roster_over_log(view: View, area: Rect, beside: bool, buf: &mut Buffer) {
    let least = area.height - area.height * 3 / 5;
    let fills = wanted(&view) <= area.height - least;
    let lower = match view.board.pane {
        // What the log fills matters only where the roster wants its rows.
        Pane::Roster | Pane::Focus if !fills => {
            log::wanted(&view, Rect { height: least, ..area }).clamp(SHORT_LOG.min(least), least)
        }
        _ => least,
    };
    let upper = wanted(&view).clamp(5, (area.height - lower).max(5));
    Roster { view, beside }.render(Rect { height: upper, ..area }, buf);
    let lower = Rect { y: area.y + upper, height: area.height - upper, ..area };
    Log(view).render(lower, buf);
}

/// Shows the active pane alone; below the roster, the last lines of the log.
fn one_at_a_time(view: View, area: Rect, buf: &mut Buffer) {
    match view.board.pane {
        Pane::Roster => {
            let latest = if area.height < LOW { 0 } else { SHORT_LOG.min(area.height / 3) };
            let upper = area.height - latest;
            Roster { view, beside: false }.render(Rect { height: upper, ..area }, buf);
            Log(view).render(Rect { y: area.y + upper, height: latest, ..area }, buf);
        }
        Pane::Focus => Focus(view).render(area, buf),
        Pane::Log => Log(view).render(area, buf),
    }
}
