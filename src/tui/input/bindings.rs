//! The one table of keys, which [`Keymap`](super::keymap::Keymap) begins with.

use super::keymap::{Binding, Chord, Scope, ctrl, letter, plain};
use super::operations::Op;
use crossterm::event::KeyCode;
use std::borrow::Cow;

const fn bind(
    scope: Scope,
    keys: &'static [Chord],
    op: Op,
    label: &'static str,
    help: &'static str,
) -> Binding {
    Binding { scope, keys: Cow::Borrowed(keys), op, label, help }
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

/// The settings are the same wherever they are opened.
const EFFECT: &str = "Makes an effect of your own, or ends one; lists all that run";
const NOTE: &str = "Writes a note into the log, or pins it to somebody";
const SETTINGS: &str = "Sets theme, plain ASCII, mouse and alerts";

/// So is what can be told of a fight.
const SUMMARY: &str = "Sums the fight up: fallen, damage dealt and taken, closest calls, luck";
const EXPORT: &str = "Writes a report of the fight to a file, as Markdown or JSON";
/// The letter holds where nothing is laid over the screen: a slip in a list or a field leaves nothing.
const Q: &[Chord] = &[letter('q')];
const QUIT: &str = "Leaves wardrum; the fight is safe";
/// So are the branches of a fight.
const BRANCHES: &str = "Lists the branches of the fight, to reopen, rename and compare";

use Scope::{
    Branches, Build, Dice, Everywhere, Form, Library, Log, Menu, Page, Play, Roster, Rules, Start,
    Timeline,
};

/// Every key there is.
pub const BINDINGS: &[Binding] = &[
    bind(
        Play,
        ENTER,
        Op::Forward,
        "next",
        "Does the obvious next thing, as the foot line says beforehand",
    ),
    bind(Play, &[letter('a')], Op::Act, "act", "Acts with the marked rows, or the one under the cursor"),
    bind(Play, &[letter('i')], Op::CutIn, "cut in", "Takes the turn that somebody kept for later"),
    bind(Play, &[letter('.')], Op::Repeat, "again", "Repeats its last attack"),
    bind(
        Play,
        &[letter('d')],
        Op::Damage,
        "damage",
        "Harms the marked rows, or the one under the cursor",
    ),
    bind(Play, &[letter('h')], Op::Heal, "heal", "Heals the marked rows, or the one under the cursor"),
    bind(Play, &[letter('c')], Op::Condition, "condition", "Begins or ends a condition"),
    bind(Play, &[letter('E')], Op::Effect, "", EFFECT),
    bind(Play, &[letter('s')], Op::Save, "save", "Makes a saving throw or a check"),
    bind(Play, &[letter('m')], Op::Morale, "morale", "Checks the morale of a side now"),
    bind(Play, &[letter('u')], Op::Undo, "undo", "Takes the last act back, whole"),
    bind(Play, &[letter('U')], Op::Redo, "redo", "Does again what was taken back"),
    bind(Play, &[letter('t')], Op::Timeline, "timeline", "Shows the fight as a track, any moment of it"),
    bind(
        Play,
        &[letter('e')],
        Op::Amend,
        "amend",
        "Changes the last roll or fact, in the log the act of the row: what followed is played again",
    ),
    bind(
        Play,
        &[letter('w')],
        Op::Why,
        "why",
        "Opens the last roll, or the log row, into its terms and rules",
    ),
    bind(Play, &[letter('+')], Op::Arrive, "add", "Brings somebody into the fight"),
    bind(Play, &[letter('x')], Op::Depart, "out", "Takes somebody out of the fight"),
    bind(Play, &[letter('r')], Op::Roll, "roll", "Rolls any dice"),
    bind(Play, &[letter('n')], Op::Skip, "skip", "Passes over the open step without doing it"),
    bind(Play, &[letter('v')], Op::Overrule, "overrule", "Sets any value by the referee's word"),
    bind(
        Play,
        &[letter('C')],
        Op::Counters,
        "",
        "Sets what runs out: arrows, charges, spells; the acts that name it use it up",
    ),
    bind(Play, &[letter('b')], Op::Block, "stat block", "Changes a stat block in the fight"),
    bind(
        Play,
        &[letter('P')],
        Op::Hands,
        "dice",
        "Says who rolls each side's dice: typed in or by machine",
    ),
    bind(Play, &[letter('N')], Op::Note, "note", NOTE),
    bind(
        Play,
        &[letter('p')],
        Op::ByHand,
        "",
        "The dice of the next act the other way: typed in where the machine rolls them, or by machine",
    ),
    bind(Play, &[letter('H')], Op::History, "history", "Lists what was done, to go back to"),
    bind(Play, &[letter('B')], Op::Branches, "", BRANCHES),
    bind(Play, &[letter('/')], Op::Find, "find", "Finds somebody by name"),
    bind(
        Play,
        &[letter('T')],
        Op::Time,
        "",
        "After the fight: time goes by with effects running on, or the next encounter",
    ),
    bind(Play, &[letter('S')], Op::Summary, "", SUMMARY),
    bind(Play, &[letter('X')], Op::Export, "", EXPORT),
    bind(Play, &[letter(',')], Op::Settings, "", SETTINGS),
    bind(Play, &[plain(KeyCode::Tab)], Op::NextPane, "pane", "Goes to the next pane"),
    bind(Play, ESC, Op::Back, "", "Unmarks all rows; with none marked, pressed twice, to the start screen"),
    bind(Play, Q, Op::Quit, "quit", QUIT),
    bind(Roster, UP, Op::Up, "", "One row up"),
    bind(Roster, DOWN, Op::Down, "", "One row down"),
    bind(Roster, PAGE_UP, Op::PageUp, "", "A page up"),
    bind(Roster, PAGE_DOWN, Op::PageDown, "", "A page down"),
    bind(Roster, HOME, Op::First, "", "To the first row"),
    bind(Roster, END, Op::Last, "", "To the last row"),
    bind(
        Roster,
        &[letter('f')],
        Op::Fold,
        "",
        "Folds all that are like the one under the cursor into one row, with one initiative, or unfolds them",
    ),
    bind(
        Roster,
        &[letter('M')],
        Op::MarkBy,
        "",
        "Marks many rows at once: a side, all of a kind, by condition, the hurt, or nobody",
    ),
    bind(Roster, &[letter('F')], Op::FoldAll, "", "Folds all that are alike, or unfolds all"),
    bind(Roster, SPACE, Op::Mark, "mark", "Marks or unmarks the row, for what applies to several"),
    bind(Log, UP, Op::Up, "", "One line up"),
    bind(Log, DOWN, Op::Down, "", "One line down"),
    bind(Log, PAGE_UP, Op::PageUp, "", "A page up"),
    bind(Log, PAGE_DOWN, Op::PageDown, "", "A page down"),
    bind(Log, HOME, Op::First, "", "To the oldest line"),
    bind(Log, END, Op::Last, "", "To the newest line"),
    bind(Build, ENTER, Op::Forward, "begin", "Begins the fight"),
    bind(Build, &[letter('+')], Op::Arrive, "add", "Adds creatures or characters from the bestiary"),
    bind(
        Build,
        &[letter('L')],
        Op::Library,
        "",
        "Adds creatures, characters and parties from the library, with a look at each",
    ),
    bind(Build, &[letter('p')], Op::Parties, "", "Brings in a party, or keeps a side as one"),
    bind(Build, &[letter('S')], Op::Side, "side", "Adds a side"),
    bind(Build, &[letter('o')], Op::Options, "options", "Sets the options of the rules"),
    bind(Build, &[letter('W')], Op::Keep, "save", "Keeps the fight as a prepared one, under a name"),
    bind(Build, &[letter('x')], Op::Depart, "out", "Takes somebody out again"),
    bind(Build, &[letter('u')], Op::Undo, "undo", "Takes the last step back"),
    bind(Build, &[letter('U')], Op::Redo, "redo", "Does again what was taken back"),
    bind(Build, &[letter('b')], Op::Block, "stat block", "Changes the stat block under the cursor"),
    bind(
        Build,
        &[letter('P')],
        Op::Hands,
        "dice",
        "Says who rolls each side's dice: typed in or by machine",
    ),
    bind(
        Build,
        &[letter('v')],
        Op::Overrule,
        "overrule",
        "Sets any value: name, side, hit points or wounds, distance",
    ),
    bind(Build, &[letter('C')], Op::Counters, "", "Sets what runs out: arrows, charges, spells"),
    bind(Build, &[letter('c')], Op::Condition, "condition", "Begins or ends a condition"),
    bind(Build, &[letter('E')], Op::Effect, "", EFFECT),
    bind(Build, &[letter('N')], Op::Note, "", NOTE),
    bind(Build, &[plain(KeyCode::Tab)], Op::NextPane, "pane", "Goes to the next pane"),
    bind(Build, &[letter(',')], Op::Settings, "", SETTINGS),
    bind(Build, &[letter('/')], Op::Find, "find", "Finds somebody by name"),
    bind(Build, ESC, Op::Back, "back", "Pressed twice, back to the start screen"),
    bind(Build, Q, Op::Quit, "quit", QUIT),
    bind(Start, ENTER, Op::Forward, "open", "Opens the line under the cursor"),
    bind(Start, UP, Op::Up, "", "One line up"),
    bind(Start, DOWN, Op::Down, "", "One line down"),
    bind(
        Start,
        &[letter('L')],
        Op::Library,
        "library",
        "Shows creatures, characters, parties and fights; fights are opened from there",
    ),
    bind(Start, &[letter('n')], Op::New, "new fight", "Builds a new fight"),
    bind(Start, &[letter('o')], Op::Open, "open a file", "Opens a saved fight by its path"),
    bind(Start, &[letter('s'), letter(',')], Op::Settings, "settings", SETTINGS),
    bind(
        Start,
        &[letter('x'), plain(KeyCode::Delete)],
        Op::PutAway,
        "put away",
        "Puts a fight of your own away into the archive folder",
    ),
    bind(Start, &[letter('u')], Op::Undo, "", "Brings back the fight that was put away last"),
    bind(Start, &[letter('v')], Op::Right, "look", "Looks at the fight without changing it"),
    bind(Start, Q, Op::Quit, "quit", QUIT),
    bind(
        Timeline,
        ENTER,
        Op::Forward,
        "continue from here",
        "Continues from here as a branch; after digits, goes to that round",
    ),
    bind(Timeline, &[plain(KeyCode::Right), letter('l')], Op::ActOn, "act on", "One act on"),
    bind(Timeline, &[plain(KeyCode::Left), letter('h')], Op::ActBack, "back", "One act back"),
    bind(Timeline, &[letter(']')], Op::RoundOn, "round on", "To the next round"),
    bind(
        Timeline,
        &[letter('[')],
        Op::RoundBack,
        "back",
        "To the start of the round, or the round before",
    ),
    bind(Timeline, HOME, Op::First, "", "To the start of the fight"),
    bind(Timeline, END, Op::Last, "", "To the last act"),
    bind(Timeline, SPACE, Op::Play, "play", "Shows one act after the other by itself, or stops"),
    bind(Timeline, &[letter('+')], Op::Faster, "", "Plays faster"),
    bind(Timeline, &[letter('-')], Op::Slower, "", "Plays slower"),
    bind(Timeline, UP, Op::Up, "", "One row up"),
    bind(Timeline, DOWN, Op::Down, "", "One row down"),
    bind(Timeline, PAGE_UP, Op::PageUp, "", "A page up"),
    bind(Timeline, PAGE_DOWN, Op::PageDown, "", "A page down"),
    bind(Timeline, &[plain(KeyCode::Tab)], Op::NextPane, "pane", "Goes to the next pane"),
    bind(Timeline, &[letter('B')], Op::Branches, "branches", BRANCHES),
    bind(
        Timeline,
        &[letter('e')],
        Op::Amend,
        "amend",
        "Changes the act shown, in the log that of the row, or puts something before or after it",
    ),
    bind(Timeline, &[letter('w')], Op::Why, "why", "Opens the last roll into its terms and rules"),
    bind(
        Timeline,
        &[letter('f')],
        Op::Fold,
        "",
        "Folds all that are like the one under the cursor into one row, or unfolds them",
    ),
    bind(Timeline, &[letter('F')], Op::FoldAll, "", "Folds all that are alike, or unfolds all"),
    bind(Timeline, &[letter('S')], Op::Summary, "", SUMMARY),
    bind(Timeline, &[letter('X')], Op::Export, "", EXPORT),
    bind(Timeline, &[letter(',')], Op::Settings, "", SETTINGS),
    bind(Timeline, &[letter('/')], Op::Find, "find", "Finds somebody by name"),
    bind(Timeline, ERASE, Op::Erase, "", "Deletes the last digit of a round"),
    bind(
        Timeline,
        &[plain(KeyCode::Esc), letter('t')],
        Op::Back,
        "to the present",
        "Back to the present",
    ),
    bind(Timeline, Q, Op::Quit, "quit", QUIT),
    bind(Branches, ENTER, Op::Forward, "reopen", "Goes to the end of the branch under the cursor"),
    bind(Branches, UP, Op::Up, "", "One line up"),
    bind(Branches, DOWN, Op::Down, "", "One line down"),
    bind(Branches, &[letter('r')], Op::Rename, "rename", "Gives the branch another name"),
    bind(
        Branches,
        &[letter('c')],
        Op::Compare,
        "compare",
        "Puts it beside the marked branch, else beside the present line",
    ),
    bind(Branches, SPACE, Op::Mark, "mark", "Marks the one to compare with"),
    bind(Branches, ESC, Op::Back, "leave", "Leaves the list"),
    bind(Form, ENTER, Op::Forward, "do it", "Does it"),
    bind(Form, ARROW_UP, Op::Up, "", "To the field above"),
    bind(Form, ARROW_DOWN, Op::Down, "field", "To the field below"),
    bind(Form, LEFT, Op::Left, "", "The value before; in a text one character to the left"),
    bind(Form, RIGHT, Op::Right, "value", "The next value; in a text one character to the right"),
    bind(Form, ONLY_HOME, Op::First, "", "To the start of a text"),
    bind(Form, ONLY_END, Op::Last, "", "To the end of a text"),
    bind(Form, SPACE, Op::Toggle, "turn over", "Turns a field over"),
    bind(Form, ERASE, Op::Erase, "", "Deletes the last character"),
    bind(Form, &[plain(KeyCode::Delete)], Op::Delete, "", "Deletes the next character"),
    bind(Form, ERASE_WORD, Op::EraseWord, "", "Deletes the last word"),
    bind(Form, ERASE_LINE, Op::EraseLine, "", "Deletes everything before the cursor"),
    bind(Form, ESC, Op::Back, "leave", "Leaves without doing it"),
    bind(Menu, ENTER, Op::Forward, "pick", "Picks the line under the cursor"),
    bind(Menu, ONLY_UP, Op::Up, "", "One line up"),
    bind(Menu, ONLY_DOWN, Op::Down, "", "One line down"),
    bind(Menu, PAGE_UP, Op::PageUp, "", "A page up"),
    bind(Menu, PAGE_DOWN, Op::PageDown, "", "A page down"),
    bind(
        Menu,
        &[ctrl('e')],
        Op::Amend,
        "",
        "In the history: changes that act, strikes it out, puts something before or after it",
    ),
    bind(Menu, ERASE, Op::Erase, "", "Deletes the last character"),
    bind(Menu, ERASE_WORD, Op::EraseWord, "", "Deletes the last word"),
    bind(Menu, ERASE_LINE, Op::EraseLine, "", "Deletes all that was typed"),
    bind(Menu, ESC, Op::Back, "leave", "Leaves without picking"),
    bind(Library, ENTER, Op::Forward, "add", "Adds the one under the cursor, or opens the fight"),
    bind(
        Library,
        &[plain(KeyCode::Tab), plain(KeyCode::Right)],
        Op::NextPane,
        "next list",
        "Creatures, characters, parties, fights: the next of these",
    ),
    bind(Library, LEFT, Op::Left, "", "The list before"),
    bind(Library, ONLY_UP, Op::Up, "", "One line up"),
    bind(Library, ONLY_DOWN, Op::Down, "", "One line down"),
    bind(Library, PAGE_UP, Op::PageUp, "", "A page up"),
    bind(Library, PAGE_DOWN, Op::PageDown, "", "A page down"),
    bind(Library, ERASE, Op::Erase, "", "Deletes the last character"),
    bind(Library, &[ctrl('e')], Op::Copy, "edit a copy", "Changes a copy and keeps it as your own"),
    bind(Library, &[ctrl('o')], Op::Whose, "whose", "All, only your own, only what comes with wardrum"),
    bind(Library, &[ctrl('t')], Op::Might, "how mighty", "Only those of some Hit Dice or levels"),
    bind(Library, &[ctrl('r')], Op::Rules, "rules", "Only those for some rules"),
    bind(
        Library,
        &[plain(KeyCode::Delete)],
        Op::PutAway,
        "",
        "Puts a fight of your own away into the archive folder",
    ),
    bind(Library, ESC, Op::Back, "leave", "Leaves the library"),
    bind(
        Dice,
        ENTER,
        Op::Forward,
        "roll it",
        "Takes what was typed; with nothing typed, the machine rolls",
    ),
    bind(Dice, ARROW_UP, Op::Up, "", "To the field above"),
    bind(Dice, ARROW_DOWN, Op::Down, "", "To the field below"),
    bind(
        Dice,
        ERASE,
        Op::Erase,
        "last die back",
        "Deletes the last character; with nothing typed, takes the last answer back",
    ),
    bind(
        Dice,
        &[ctrl('p')],
        Op::ByHand,
        "machine: all",
        "The machine rolls this and the rest of the act",
    ),
    bind(Dice, ESC, Op::Back, "forget it", "Forgets the whole action: nothing has happened"),
    bind(Page, UP, Op::Up, "", "One line up"),
    bind(Page, DOWN, Op::Down, "", "One line down"),
    bind(Page, PAGE_UP, Op::PageUp, "", "A page up"),
    bind(Page, PAGE_DOWN, Op::PageDown, "", "A page down"),
    bind(Page, ENTER, Op::Forward, "on", "On to what follows, where something does; else back"),
    bind(Page, ESC, Op::Back, "back", "Back"),
    bind(Rules, ENTER, Op::Forward, "read", "Opens the rule under the cursor, whole"),
    bind(Rules, ONLY_UP, Op::Up, "", "The rule before"),
    bind(Rules, ONLY_DOWN, Op::Down, "", "The next rule"),
    bind(Rules, PAGE_UP, Op::PageUp, "", "The rule's text up"),
    bind(Rules, PAGE_DOWN, Op::PageDown, "scroll", "The rule's text down"),
    bind(Rules, &[plain(KeyCode::Tab)], Op::NextPane, "other rules", "To the next ruleset"),
    bind(Rules, ERASE, Op::Erase, "", "Deletes the last character"),
    bind(Rules, ESC, Op::Back, "back", "Back"),
    bind(
        Everywhere,
        &[letter('?'), plain(KeyCode::F(1))],
        Op::Help,
        "help",
        "Lists the keys of this place",
    ),
    bind(
        Everywhere,
        &[letter('R'), plain(KeyCode::F(2))],
        Op::LookUp,
        "",
        "Looks a rule up by its id or words",
    ),
    bind(
        Everywhere,
        &[letter(':'), plain(KeyCode::F(3))],
        Op::Palette,
        "more",
        "Finds anything that can be done here by a few of its letters",
    ),
    bind(Everywhere, &[ctrl('c')], Op::Quit, "", QUIT),
];
