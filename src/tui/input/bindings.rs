//! What can be done where: a row for each operation of a scope, with its keys, its label and help, when it is available, and
//! what it does. [`Keymap`](super::keymap::Keymap) starts from these; dispatch, foot line, help, palette, README and key file
//! read them. What a layer does with an operation, it says itself.

use super::able::{self, Able};
use super::keymap::{Binding, Chord, Scope, ctrl, letter, plain};
use super::operations::Op;
use crate::tui::app::App;
use crate::tui::fight::leaving::Exit;
use crate::tui::overlays::acts::amount;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::lists::{mark, palette};
use crate::tui::overlays::pages::{help, lookup};
use crate::tui::overlays::referee::{
    condition, counters, depart, effects, looks, morale, overrule, places, settings, time,
};
use crate::tui::overlays::sheet;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::table::track::Track;
use crossterm::event::KeyCode;
use std::borrow::Cow;

const fn bind(
    scope: Scope,
    keys: &'static [Chord],
    op: Op,
    label: &'static str,
    help: &'static str,
) -> Binding {
    Binding {
        scope,
        keys: Cow::Borrowed(keys),
        op,
        label,
        help,
        able: able::always,
        hides: false,
        means: None,
        run: |_| (),
    }
}

impl Binding {
    /// Sets when it is available, or why it is not.
    const fn able(mut self, able: fn(&App) -> Able) -> Self {
        self.able = able;
        self
    }

    /// Leaves it out of the foot line while it is not available.
    const fn hides(mut self) -> Self {
        self.hides = true;
        self
    }

    /// Sets what the foot line says of it, where that depends on the situation.
    const fn means(mut self, means: fn(&App) -> KeyMeaning) -> Self {
        self.means = Some(means);
        self
    }

    /// Sets what it does.
    const fn run(mut self, run: fn(&mut App)) -> Self {
        self.run = run;
        self
    }
}

const ENTER: &[Chord] = &[plain(KeyCode::Enter)];
const ESC: &[Chord] = &[plain(KeyCode::Esc)];
const SPACE: &[Chord] = &[letter(' ')];
const UP: &[Chord] = &[letter('k'), plain(KeyCode::Up)];
const DOWN: &[Chord] = &[letter('j'), plain(KeyCode::Down)];
const ARROW_UP: &[Chord] = &[plain(KeyCode::Up), plain(KeyCode::BackTab)];
const ARROW_DOWN: &[Chord] = &[plain(KeyCode::Down), plain(KeyCode::Tab)];
const ONLY_UP: &[Chord] = &[plain(KeyCode::Up)];
const ONLY_DOWN: &[Chord] = &[plain(KeyCode::Down)];
const LEFT: &[Chord] = &[plain(KeyCode::Left)];
const RIGHT: &[Chord] = &[plain(KeyCode::Right)];
const PAGE_UP: &[Chord] = &[plain(KeyCode::PageUp)];
const PAGE_DOWN: &[Chord] = &[plain(KeyCode::PageDown)];
const HOME: &[Chord] = &[letter('g'), plain(KeyCode::Home)];
const END: &[Chord] = &[letter('G'), plain(KeyCode::End)];
const ONLY_HOME: &[Chord] = &[plain(KeyCode::Home)];
const ONLY_END: &[Chord] = &[plain(KeyCode::End)];
const ERASE_WORD: &[Chord] = &[ctrl('w')];
const ERASE_LINE: &[Chord] = &[ctrl('u')];
const ERASE: &[Chord] = &[plain(KeyCode::Backspace)];

// Help texts shared by several scopes.
const EFFECT: &str = "Adds a custom effect or ends one; lists all effects";
const NOTE: &str = "Writes a note into the log, or pins it to a combatant";
const WATCH: &str = "Serves the players' view as a web page, or stops serving it";
const SETTINGS: &str = "Sets theme, plain ASCII, mouse and alerts";
const FORECAST: &str = "Shows or hides who wins from here: each side's chance, and how many fall";
const SUMMARY: &str = "Sums the fight up: fallen, damage dealt and taken, closest calls, luck";
const EXPORT: &str = "Writes a report of the fight to a file (Markdown or JSON)";
const QUIT: &str = "Leaves wardrum; the fight is safe";
const BRANCHES: &str = "Lists the branches of the fight, to reopen, rename and compare";

/// Plain `q` quits only where no layer is open, so that a slip in a list or a field does nothing.
const Q: &[Chord] = &[letter('q')];

use Scope::{
    Branches, Build, Dice, Everywhere, Form, Library, Log, Menu, Page, Play, Review, Roster, Rules,
    Start, Timeline,
};

/// All default key bindings.
pub const BINDINGS: &[Binding] = &[
    bind(Play, ENTER, Op::Forward, "next", "Takes the next step, as the foot line says").means(App::next_meaning).able(able::next_step).run(App::forward),
    bind(
        Play,
        &[letter('a')],
        Op::Act,
        "act",
        "Acts with the marked combatants, or the one under the cursor",
    ).able(able::on_someone).run(App::open_acts),
    bind(Play, &[letter('i')], Op::CutIn, "cut in", "Takes a held turn").means(App::cut_in_meaning).able(able::cut_in).run(App::cut_in),
    bind(Play, &[letter('.')], Op::Repeat, "again", "Repeats the last attack").hides().able(able::has_attacked).run(App::repeat),
    bind(
        Play,
        &[letter('d')],
        Op::Damage,
        "damage",
        "Damages the marked combatants, or the one under the cursor; +5 temp gives temporary hit points",
    ).able(able::on_someone).run(|app| { let layer = amount::open(&app.view(), true); app.shows(layer); }),
    bind(
        Play,
        &[letter('h')],
        Op::Heal,
        "heal",
        "Heals the marked combatants, or the one under the cursor; 5 temp gives temporary hit points",
    ).able(able::on_someone).run(|app| { let layer = amount::open(&app.view(), false); app.shows(layer); }),
    bind(Play, &[letter('c')], Op::Condition, "condition", "Adds or ends a condition").able(able::on_someone).run(|app| { let layer = condition::open(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('E')], Op::Effect, "", EFFECT).able(able::on_someone).run(|app| { let layer = effects::open(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('s')], Op::Save, "save", "Rolls a saving throw or a check").able(able::on_someone).run(App::open_saves),
    bind(Play, &[letter('m')], Op::Morale, "morale", "Checks a side's morale now").able(able::morale).run(|app| { let layer = morale::check(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('u')], Op::Undo, "undo", "Undoes the last act").means(App::undo_meaning).able(able::to_undo).run(App::undo),
    bind(Play, &[letter('U')], Op::Redo, "redo", "Redoes what was undone").means(App::redo_meaning).able(able::to_redo).run(App::redo),
    bind(
        Play,
        &[letter('t')],
        Op::Timeline,
        "timeline",
        "Shows the fight as a timeline: go to any moment",
    ).run(|app| app.open_timeline(app.fight.chronicle.at())),
    bind(
        Play,
        &[letter('e')],
        Op::Amend,
        "amend",
        "Amends the last roll or fact (in the log, the selected act) and replays what followed",
    ).able(able::something_done).run(App::amend_last),
    bind(Play, &[letter('o')], Op::Odds, "odds", "Shows the odds of the next step").run(App::open_odds),
    bind(
        Play,
        &[letter('w')],
        Op::Why,
        "why",
        "Explains the last roll (in the log: the selected line): its terms and rules",
    ).able(able::something_happened).run(App::open_why),
    bind(Play, &[letter('+')], Op::Arrive, "add", "Adds a combatant to the fight").run(App::open_arrivals),
    bind(Play, &[letter('x')], Op::Depart, "out", "Removes a combatant from the fight").able(able::on_someone).run(|app| { let layer = depart::open(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('r')], Op::Roll, "roll", "Rolls any dice").run(|app| { let layer = line::roll(); app.shows(layer); }),
    bind(Play, &[letter('n')], Op::Skip, "skip", "Skips the open step").able(able::open_step).run(App::skip),
    bind(Play, &[letter('v')], Op::Overrule, "overrule", "Overrules any value").able(able::on_someone).run(|app| { let layer = overrule::open(&app.view()); app.shows(layer); }),
    bind(
        Play,
        &[letter('C')],
        Op::Counters,
        "",
        "Sets counters for what runs out: arrows, charges, spells; acts that use them count down",
    ).run(|app| { let layer = counters::open(&app.view()); app.shows(layer); }),
    bind(
        Play,
        &[letter('D')],
        Op::Distance,
        "distance",
        "Sets how far two are apart: the row under the cursor and another, or two marked rows",
    ).able(able::two).run(|app| { let layer = places::distance(&app.view()); app.shows(layer); }),
    bind(
        Play,
        &[letter('W')],
        Op::Place,
        "",
        "Sets where a combatant is: how far in front of or behind another; also newcomers from the rear",
    ).able(able::two_measured).run(|app| { let layer = places::place(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('=')], Op::Places, "", "Shows or hides the line of positions").run(|app| app.shows_places = !app.shows_places),
    bind(Play, &[letter('O')], Op::Forecast, "", FORECAST).run(App::turn_forecast),
    bind(Play, &[letter('b')], Op::Block, "stat block", "Changes a stat block in the fight").able(able::on_someone).run(|app| { let layer = sheet::open(&app.view()); app.shows(layer); }),
    bind(
        Play,
        &[letter('P')],
        Op::Hands,
        "dice",
        "Who rolls each side's dice: you (typed) or the machine",
    ).able(able::sides).run(|app| { let layer = settings::dice(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('N')], Op::Note, "note", NOTE).run(|app| { let layer = line::note(&app.view()); app.shows(layer); }),
    bind(
        Play,
        &[letter('p')],
        Op::ByHand,
        "",
        "Switches who rolls the dice of the next act: you or the machine",
    ).run(App::toggle_hands),
    bind(Play, &[letter('H')], Op::History, "history", "Lists what was done, to go back to any of it").able(able::something_happened).run(App::open_history),
    bind(Play, &[letter('B')], Op::Branches, "", BRANCHES).run(App::open_branches),
    bind(Play, &[letter('/')], Op::Find, "find", "Finds a combatant by name").able(able::on_someone).run(|app| { let layer = line::find(&app.view()); app.shows(layer); }),
    bind(
        Play,
        &[letter('T')],
        Op::Time,
        "",
        "After the fight: let time pass, or start the next encounter",
    ).run(|app| { let layer = time::open(&app.view()); app.shows(layer); }),
    bind(Play, &[letter('S')], Op::Summary, "", SUMMARY).run(|app| app.sum_up(false)),
    bind(Play, &[letter('X')], Op::Export, "", EXPORT).run(|app| { let layer = line::export(&app.fight.export_path()); app.shows(layer); }),
    bind(Play, &[letter('V')], Op::Watch, "", WATCH).run(App::offer_page),
    bind(Play, &[letter(',')], Op::Settings, "", SETTINGS).run(|app| { let layer = looks::open(app.settings); app.shows(layer); }),
    bind(Play, &[plain(KeyCode::Tab)], Op::NextPane, "pane", "Goes to the next pane").run(|app| app.board.next_pane()),
    bind(
        Play,
        ESC,
        Op::Back,
        "",
        "Unmarks all rows; with none marked, pressed twice, to the start screen",
    ).run(App::step_out),
    bind(Play, Q, Op::Quit, "quit", QUIT).run(|app| app.leave(Exit::Program)),
    bind(Roster, UP, Op::Up, "", "Up one row").run(|app| app.go(Op::Up)),
    bind(Roster, DOWN, Op::Down, "", "Down one row").run(|app| app.go(Op::Down)),
    bind(Roster, PAGE_UP, Op::PageUp, "", "Up one page").run(|app| app.go(Op::PageUp)),
    bind(Roster, PAGE_DOWN, Op::PageDown, "", "Down one page").run(|app| app.go(Op::PageDown)),
    bind(Roster, HOME, Op::First, "", "First row").run(|app| app.go(Op::First)),
    bind(Roster, END, Op::Last, "", "Last row").run(|app| app.go(Op::Last)),
    bind(
        Roster,
        &[letter('f')],
        Op::Fold,
        "",
        "Folds all combatants like the one under the cursor into one row with one initiative, or unfolds them; on the last row, the dead and the fled",
    ).run(|app| app.fold(Op::Fold)),
    bind(
        Roster,
        &[letter('M')],
        Op::MarkBy,
        "",
        "Marks many rows at once: a side, all of a kind, by condition, the wounded, or none",
    ).run(|app| { let layer = mark::open(&app.view()); app.shows(layer); }),
    bind(
        Roster,
        &[letter('l')],
        Op::Rank,
        "",
        "Sends the marked rows, or the one under the cursor, to the back line, which does not close, or to the front",
    ).able(able::on_someone).run(App::change_rank),
    bind(
        Roster,
        &[letter('A')],
        Op::Stance,
        "",
        "What the side of the row under the cursor, or the marked ones, are out to do: fight, hold their ground, give ground, flee, parley",
    ).able(able::on_someone).run(App::change_stance),
    bind(
        Roster,
        &[letter('y')],
        Op::Sight,
        "",
        "What the players know of the marked rows, or of the one under the cursor: all, not the name, nothing",
    ).able(able::on_someone).run(App::change_sight),
    bind(Roster, &[letter('F')], Op::FoldAll, "", "Folds or unfolds all identical combatants").run(|app| app.fold(Op::FoldAll)),
    bind(Roster, SPACE, Op::Mark, "mark", "Marks or unmarks the row").able(able::on_someone).run(App::mark_row),
    bind(Log, UP, Op::Up, "", "Up one line").run(|app| app.go(Op::Up)),
    bind(Log, DOWN, Op::Down, "", "Down one line").run(|app| app.go(Op::Down)),
    bind(Log, PAGE_UP, Op::PageUp, "", "Up one page").run(|app| app.go(Op::PageUp)),
    bind(Log, PAGE_DOWN, Op::PageDown, "", "Down one page").run(|app| app.go(Op::PageDown)),
    bind(Log, HOME, Op::First, "", "Oldest line").run(|app| app.go(Op::First)),
    bind(Log, END, Op::Last, "", "Newest line").run(|app| app.go(Op::Last)),
    bind(Build, ENTER, Op::Forward, "begin", "Begins the fight").means(App::next_meaning).able(able::next_step).run(App::forward),
    bind(Build, &[letter('+')], Op::Arrive, "add", "Adds creatures or characters").run(App::open_arrivals),
    bind(
        Build,
        &[letter('L')],
        Op::Library,
        "",
        "Adds creatures, characters and parties from the library, with a preview of each",
    ).run(App::open_library),
    bind(Build, &[letter('p')], Op::Parties, "", "Brings in a party, or saves a side as one").run(App::open_parties),
    bind(Build, &[letter('S')], Op::Side, "side", "Adds a side").run(|app| { let layer = settings::side(); app.shows(layer); }),
    bind(Build, &[letter('o')], Op::Options, "options", "Sets the options of the rules").able(able::not_begun).run(App::open_options),
    bind(Build, &[letter('W')], Op::Keep, "save", "Saves the fight as a prepared fight, under a name").run(|app| { let layer = line::keep(); app.shows(layer); }),
    bind(Build, &[letter('x')], Op::Depart, "out", "Removes the combatant under the cursor").able(able::on_someone).run(App::remove_targets),
    bind(Build, &[letter('u')], Op::Undo, "undo", "Undoes the last step").means(App::undo_meaning).able(able::to_undo).run(App::undo),
    bind(Build, &[letter('U')], Op::Redo, "redo", "Redoes what was undone").means(App::redo_meaning).able(able::to_redo).run(App::redo),
    bind(Build, &[letter('O')], Op::Forecast, "", FORECAST).run(App::turn_forecast),
    bind(Build, &[letter('b')], Op::Block, "stat block", "Edits the stat block under the cursor").able(able::on_someone).run(|app| { let layer = sheet::open(&app.view()); app.shows(layer); }),
    bind(
        Build,
        &[letter('P')],
        Op::Hands,
        "dice",
        "Who rolls each side's dice: you (typed) or the machine",
    ).able(able::sides).run(|app| { let layer = settings::dice(&app.view()); app.shows(layer); }),
    bind(
        Build,
        &[letter('v')],
        Op::Overrule,
        "overrule",
        "Sets any value: name, side, hit points or wounds, distance",
    ).able(able::on_someone).run(|app| { let layer = overrule::open(&app.view()); app.shows(layer); }),
    bind(
        Build,
        &[letter('C')],
        Op::Counters,
        "",
        "Sets counters for what runs out: arrows, charges, spells",
    ).run(|app| { let layer = counters::open(&app.view()); app.shows(layer); }),
    bind(Build, &[letter('w')], Op::Why, "", "Explains the figures of the combatant under the cursor").able(able::something_happened).run(App::open_why),
    bind(Build, &[letter('c')], Op::Condition, "condition", "Adds or ends a condition").able(able::on_someone).run(|app| { let layer = condition::open(&app.view()); app.shows(layer); }),
    bind(Build, &[letter('E')], Op::Effect, "", EFFECT).able(able::on_someone).run(|app| { let layer = effects::open(&app.view()); app.shows(layer); }),
    bind(Build, &[letter('N')], Op::Note, "", NOTE).run(|app| { let layer = line::note(&app.view()); app.shows(layer); }),
    bind(Build, &[plain(KeyCode::Tab)], Op::NextPane, "pane", "Goes to the next pane").run(|app| app.board.next_pane()),
    bind(Build, &[letter('V')], Op::Watch, "", WATCH).run(App::offer_page),
    bind(Build, &[letter(',')], Op::Settings, "", SETTINGS).run(|app| { let layer = looks::open(app.settings); app.shows(layer); }),
    bind(Build, &[letter('/')], Op::Find, "find", "Finds a combatant by name").able(able::on_someone).run(|app| { let layer = line::find(&app.view()); app.shows(layer); }),
    bind(Build, ESC, Op::Back, "back", "Pressed twice, back to the start screen").run(App::step_out),
    bind(Build, Q, Op::Quit, "quit", QUIT).run(|app| app.leave(Exit::Program)),
    bind(Start, ENTER, Op::Forward, "open", "Opens the line under the cursor").means(App::line_meaning).able(able::a_line).run(|app| app.open_line(false)),
    bind(Start, UP, Op::Up, "", "Up one line").run(|app| app.start.up()),
    bind(Start, DOWN, Op::Down, "", "Down one line").run(|app| app.start.down()),
    bind(
        Start,
        &[letter('L')],
        Op::Library,
        "library",
        "Library: creatures, characters, parties and fights",
    ).run(App::open_library),
    bind(Start, &[letter('n')], Op::New, "new fight", "Builds a new fight").run(App::build),
    bind(Start, &[letter('o')], Op::Open, "open a file", "Opens a saved fight by its path").run(|app| { let layer = line::open(); app.shows(layer); }),
    bind(Start, &[letter('r')], Op::Rename, "name", "Gives a fight of your own a name").able(able::to_name).run(App::rename_line),
    bind(Start, &[letter('s'), letter(',')], Op::Settings, "settings", SETTINGS).run(|app| { let layer = looks::open(app.settings); app.shows(layer); }),
    bind(
        Start,
        &[letter('x'), plain(KeyCode::Delete)],
        Op::PutAway,
        "archive",
        "Moves one of your fights to the archive folder",
    ).able(able::to_archive).run(App::archive_line),
    bind(Start, &[letter('u')], Op::Undo, "", "Restores the fight archived last").able(able::archived).run(App::restore_archived),
    bind(Start, &[letter('v')], Op::Right, "look", "Views the fight without changing it").able(able::to_look_at).run(|app| app.open_line(true)),
    bind(Start, Q, Op::Quit, "quit", QUIT).run(|app| app.leave(Exit::Program)),
    bind(
        Timeline,
        ENTER,
        Op::Forward,
        "continue from here",
        "Continues from here as a branch; after digits, jumps to that round",
    ).means(App::moment_meaning).able(able::to_continue).run(App::enter_here),
    bind(Timeline, &[plain(KeyCode::Right), letter('l')], Op::ActOn, "next act", "Next act").able(able::before_the_end).run(|app| app.move_on(|_, at| at + 1)),
    bind(Timeline, &[plain(KeyCode::Left), letter('h')], Op::ActBack, "back", "Previous act").able(able::after_the_start).run(|app| app.move_on(|_, at| at.saturating_sub(1))),
    bind(Timeline, &[letter(']')], Op::RoundOn, "next round", "Next round").able(able::before_the_end).run(|app| app.move_on(Track::round_on)),
    bind(Timeline, &[letter('[')], Op::RoundBack, "back", "Start of the round, or of the one before").able(able::after_the_start).run(|app| app.move_on(Track::round_back)),
    bind(Timeline, HOME, Op::First, "", "Start of the fight").run(|app| app.move_on(|_, _| 0)),
    bind(Timeline, END, Op::Last, "", "Last act").run(|app| app.move_on(|track, _| track.end())),
    bind(Timeline, SPACE, Op::Play, "play", "Plays the fight act by act, or pauses").means(App::play_meaning).run(App::play_or_stop),
    bind(Timeline, &[letter('+')], Op::Faster, "", "Plays faster").run(|app| app.change_speed(|speed| speed + 1)),
    bind(Timeline, &[letter('-')], Op::Slower, "", "Plays slower").run(|app| app.change_speed(|speed| speed.saturating_sub(1))),
    bind(Timeline, UP, Op::Up, "", "Up one row").run(|app| app.go(Op::Up)),
    bind(Timeline, DOWN, Op::Down, "", "Down one row").run(|app| app.go(Op::Down)),
    bind(Timeline, PAGE_UP, Op::PageUp, "", "Up one page").run(|app| app.go(Op::PageUp)),
    bind(Timeline, PAGE_DOWN, Op::PageDown, "", "Down one page").run(|app| app.go(Op::PageDown)),
    bind(Timeline, &[plain(KeyCode::Tab)], Op::NextPane, "pane", "Goes to the next pane").run(|app| app.board.next_pane()),
    bind(
        Timeline,
        &[letter('O')],
        Op::Forecast,
        "",
        "Shows or hides the chance to win at every moment, and the turning point",
    ).run(App::turn_forecast),
    bind(Timeline, &[letter('B')], Op::Branches, "branches", BRANCHES).run(App::open_branches),
    bind(
        Timeline,
        &[letter('e')],
        Op::Amend,
        "amend",
        "Amends the act shown (in the log: the selected one), or inserts something before or after it",
    ).able(able::to_amend_in_the_past).run(App::amend_last),
    bind(Timeline, &[letter('w')], Op::Why, "why", "Explains the last roll: its terms and rules").able(able::something_happened).run(App::open_why),
    bind(
        Timeline,
        &[letter('f')],
        Op::Fold,
        "",
        "Folds all combatants like the one under the cursor into one row, or unfolds them",
    ).run(|app| app.fold(Op::Fold)),
    bind(Timeline, &[letter('F')], Op::FoldAll, "", "Folds or unfolds all identical combatants").run(|app| app.fold(Op::FoldAll)),
    bind(Timeline, &[letter('S')], Op::Summary, "", SUMMARY).run(|app| app.sum_up(false)),
    bind(Timeline, &[letter('X')], Op::Export, "", EXPORT).run(|app| { let layer = line::export(&app.fight.export_path()); app.shows(layer); }),
    bind(Timeline, &[letter(',')], Op::Settings, "", SETTINGS).run(|app| { let layer = looks::open(app.settings); app.shows(layer); }),
    bind(Timeline, &[letter('/')], Op::Find, "find", "Finds a combatant by name").able(able::on_someone).run(|app| { let layer = line::find(&app.view()); app.shows(layer); }),
    bind(Timeline, ERASE, Op::Erase, "", "Deletes the last digit of a round").run(|app| app.edit_typed(|typed| _ = typed.pop())),
    bind(
        Timeline,
        &[plain(KeyCode::Esc), letter('t')],
        Op::Back,
        "back to the present",
        "Back to the present",
    ).means(App::timeline_back_meaning).run(App::step_back),
    bind(Timeline, Q, Op::Quit, "quit", QUIT).run(|app| app.leave(Exit::Program)),
    bind(Branches, ENTER, Op::Forward, "reopen", "Goes to the end of the branch under the cursor"),
    bind(Branches, UP, Op::Up, "", "Up one line"),
    bind(Branches, DOWN, Op::Down, "", "Down one line"),
    bind(Branches, &[letter('r')], Op::Rename, "rename", "Renames the branch"),
    bind(
        Branches,
        &[letter('c')],
        Op::Compare,
        "compare",
        "Compares it with the marked branch, or else with the current line",
    ),
    bind(Branches, SPACE, Op::Mark, "mark", "Marks the branch to compare with"),
    bind(Branches, ESC, Op::Back, "close", "Closes the list"),
    bind(Review, ENTER, Op::Forward, "take all", "Takes all that are marked"),
    bind(Review, SPACE, Op::Mark, "leave out", "Leaves the line out, or takes it after all"),
    bind(
        Review,
        &[plain(KeyCode::Tab)],
        Op::NextPane,
        "update or both",
        "Replaces what has the same name, or keeps both",
    ),
    bind(
        Review,
        &[letter('n')],
        Op::Gap,
        "next gap",
        "Goes to the next that has no attack or armour class, or whose Hit Dice are guessed",
    ),
    bind(Review, UP, Op::Up, "", "Up one line"),
    bind(Review, DOWN, Op::Down, "", "Down one line"),
    bind(Review, PAGE_UP, Op::PageUp, "", "Up one page"),
    bind(Review, PAGE_DOWN, Op::PageDown, "", "Down one page"),
    bind(Review, ESC, Op::Back, "cancel", "Takes nothing"),
    bind(Form, ENTER, Op::Forward, "do it", "Confirms"),
    bind(Form, ARROW_UP, Op::Up, "", "Previous field"),
    bind(Form, ARROW_DOWN, Op::Down, "field", "Next field"),
    bind(Form, LEFT, Op::Left, "", "Previous value; in a text, one character to the left"),
    bind(Form, RIGHT, Op::Right, "value", "Next value; in a text, one character to the right"),
    bind(Form, ONLY_HOME, Op::First, "", "Start of a text"),
    bind(Form, ONLY_END, Op::Last, "", "End of a text"),
    bind(Form, SPACE, Op::Toggle, "toggle", "Toggles a field, or takes its next value"),
    bind(Form, ERASE, Op::Erase, "", "Deletes the character before the cursor"),
    bind(Form, &[plain(KeyCode::Delete)], Op::Delete, "", "Deletes the next character"),
    bind(Form, ERASE_WORD, Op::EraseWord, "", "Deletes the word before the cursor"),
    bind(Form, ERASE_LINE, Op::EraseLine, "", "Deletes everything before the cursor"),
    bind(
        Form,
        &[plain(KeyCode::F(6))],
        Op::Odds,
        "",
        "Shows the odds of the act as entered; o from a field without letters",
    ),
    bind(
        Form,
        &[plain(KeyCode::F(4))],
        Op::Why,
        "",
        "Explains the figures of a stat block; w from a field without letters",
    ),
    bind(Form, ESC, Op::Back, "cancel", "Cancels"),
    bind(Menu, ENTER, Op::Forward, "pick", "Selects the line under the cursor"),
    bind(Menu, ONLY_UP, Op::Up, "", "Up one line"),
    bind(Menu, ONLY_DOWN, Op::Down, "", "Down one line"),
    bind(Menu, PAGE_UP, Op::PageUp, "", "Up one page"),
    bind(Menu, PAGE_DOWN, Op::PageDown, "", "Down one page"),
    bind(
        Menu,
        &[ctrl('e')],
        Op::Amend,
        "",
        "In the history: amends or removes the act, or inserts one before or after it",
    ),
    bind(Menu, ERASE, Op::Erase, "", "Deletes the character before the cursor"),
    bind(Menu, ERASE_WORD, Op::EraseWord, "", "Deletes the word before the cursor"),
    bind(Menu, ERASE_LINE, Op::EraseLine, "", "Clears what was typed"),
    bind(Menu, ESC, Op::Back, "cancel", "Closes without selecting"),
    bind(Library, ENTER, Op::Forward, "add", "Adds the entry under the cursor, or opens the fight"),
    bind(
        Library,
        &[plain(KeyCode::Tab), plain(KeyCode::Right)],
        Op::NextPane,
        "next list",
        "Next list: creatures, characters, parties, fights",
    ),
    bind(Library, LEFT, Op::Left, "", "Previous list"),
    bind(Library, ONLY_UP, Op::Up, "", "Up one line"),
    bind(Library, ONLY_DOWN, Op::Down, "", "Down one line"),
    bind(Library, PAGE_UP, Op::PageUp, "", "Up one page"),
    bind(Library, PAGE_DOWN, Op::PageDown, "", "Down one page"),
    bind(Library, ERASE, Op::Erase, "", "Deletes the character before the cursor"),
    bind(Library, &[ctrl('e')], Op::Copy, "edit a copy", "Edits a copy and saves it as your own"),
    bind(
        Library,
        &[ctrl('f')],
        Op::Import,
        "import",
        "Imports creatures, a party or a fight from a file of another program, a table or a text",
    ),
    bind(
        Library,
        &[ctrl('o')],
        Op::Whose,
        "origin",
        "Shows all, only your own, or only what comes with wardrum",
    ),
    bind(Library, &[ctrl('t')], Op::Might, "by level", "Filters by Hit Dice or level"),
    bind(Library, &[ctrl('r')], Op::Rules, "rules", "Filters by ruleset"),
    bind(
        Library,
        &[plain(KeyCode::Delete)],
        Op::PutAway,
        "",
        "Moves one of your fights to the archive folder",
    ),
    bind(Library, ESC, Op::Back, "close", "Closes the library"),
    bind(
        Dice,
        ENTER,
        Op::Forward,
        "roll it",
        "Accepts what was typed; with nothing typed, the machine rolls",
    ),
    bind(Dice, ARROW_UP, Op::Up, "", "Previous field"),
    bind(Dice, ARROW_DOWN, Op::Down, "", "Next field"),
    bind(
        Dice,
        ERASE,
        Op::Erase,
        "undo roll",
        "Deletes the last character; with nothing typed, undoes the last answer",
    ),
    bind(
        Dice,
        &[ctrl('p')],
        Op::ByHand,
        "machine: all",
        "The machine rolls this and the rest of the act",
    ),
    bind(Dice, ESC, Op::Back, "cancel", "Cancels the whole action: nothing has happened"),
    bind(Page, UP, Op::Up, "", "Up one line"),
    bind(Page, DOWN, Op::Down, "", "Down one line"),
    bind(Page, PAGE_UP, Op::PageUp, "", "Up one page"),
    bind(Page, PAGE_DOWN, Op::PageDown, "", "Down one page"),
    bind(Page, ENTER, Op::Forward, "on", "Continues, or goes back if nothing follows"),
    bind(Page, ESC, Op::Back, "back", "Back"),
    bind(Rules, ENTER, Op::Forward, "read", "Opens the selected rule"),
    bind(Rules, ONLY_UP, Op::Up, "", "Previous rule"),
    bind(Rules, ONLY_DOWN, Op::Down, "", "Next rule"),
    bind(Rules, PAGE_UP, Op::PageUp, "", "Scrolls the text up"),
    bind(Rules, PAGE_DOWN, Op::PageDown, "scroll", "Scrolls the text down"),
    bind(Rules, &[plain(KeyCode::Tab)], Op::NextPane, "other rules", "Next ruleset"),
    bind(Rules, ERASE, Op::Erase, "", "Deletes the character before the cursor"),
    bind(Rules, ESC, Op::Back, "back", "Back"),
    bind(
        Everywhere,
        &[letter('?'), plain(KeyCode::F(1))],
        Op::Help,
        "help",
        "Help: the keys of this screen",
    ).run(|app| { let layer = help::open(app); app.shows(layer); }),
    bind(
        Everywhere,
        &[letter('R'), plain(KeyCode::F(2))],
        Op::LookUp,
        "",
        "Looks up a rule by id or words",
    ).run(|app| { let layer = lookup::open(app.view().rules); app.shows(layer); }),
    bind(
        Everywhere,
        &[letter(':'), plain(KeyCode::F(3))],
        Op::Palette,
        "more",
        "Finds anything that can be done here by a few of its letters",
    ).run(|app| { let layer = palette::open(app); app.shows(layer); }),
    bind(Everywhere, &[ctrl('c')], Op::Quit, "", QUIT).run(|app| app.leave(Exit::Program)),
];
