//! Amending the past: what to do with an act, whose part of it to change, and what to insert.

mod answers;
mod detail;
mod form;
mod preview;
mod ready;
mod retold;
pub(super) mod table;
mod word;

pub use form::form;

use super::{Layer, Then, closes, opens};
use crate::chronicle::{Amendment, Entry, Step, may_strike};
use crate::rules::model::command::Command;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::log::{self, Account};
use crate::tui::fight::amend::Spot;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::Item;
use crate::tui::kit::picker::Picker;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use crate::watch::desk::Chip;

/// The reason why an act has no form.
const NOTHING: &str = "nothing in it can be changed";

/// What can be inserted, and what has to be asked first.
enum Insert {
    /// Opens for one combatant, who is asked for first.
    ForOne(Op),
    /// Opens at once: it concerns the whole fight.
    ForAll(Op),
    /// A command that needs no more details.
    Run(Command),
}

/// What can be inserted into the past.
const INSERTS: [(&str, Insert); 16] = [
    ("Damage", Insert::ForOne(Op::Damage)),
    ("Healing", Insert::ForOne(Op::Heal)),
    ("Condition", Insert::ForOne(Op::Condition)),
    ("An act", Insert::ForOne(Op::Act)),
    ("Saving throw", Insert::ForOne(Op::Save)),
    ("Overrule a value", Insert::ForOne(Op::Overrule)),
    ("Out of the fight", Insert::ForOne(Op::Depart)),
    ("Custom effect", Insert::ForOne(Op::Effect)),
    ("Stat block", Insert::ForOne(Op::Block)),
    ("Morale", Insert::ForAll(Op::Morale)),
    ("Who rolls the dice", Insert::ForAll(Op::Hands)),
    ("Someone arrives", Insert::ForAll(Op::Arrive)),
    ("Roll dice", Insert::ForAll(Op::Roll)),
    ("Note", Insert::ForAll(Op::Note)),
    ("The open step is done", Insert::Run(Command::Proceed)),
    ("The open step is skipped", Insert::Run(Command::Skip)),
];

/// The words that may be called out of an act.
const WORDS: [(char, Chip, &str); 6] = [
    ('+', Chip::PlusOne, "+1 was forgotten"),
    ('v', Chip::Cover, "There was cover"),
    ('b', Chip::Behind, "It came from behind"),
    ('t', Chip::OtherTarget, "Another was the target"),
    ('m', Chip::Saved, "The saving throw was made"),
    ('d', Chip::Ended, "A condition had ended"),
];

/// The menu of what can be done with the act at that place on the line.
pub fn act(view: &View, place: usize) -> Box<dyn Layer> {
    let entry = entry(view, place);
    let undone =
        (place >= view.telling.chronicle.at()).then(|| "it was undone: redo it first".to_string());
    let strike = entry.and_then(|entry| may_strike(entry).err()).map(|fixed| fixed.to_string());
    let change = (!has_any(view, place)).then(|| NOTHING.to_string());
    let lines = [
        ('c', "Change", change),
        ('e', "Replace it with another act", strike.clone()),
        ('i', "Insert an act before it", None),
        ('n', "Insert an act after it", None),
        ('s', "Remove it", strike),
    ];
    let meant = ready::Meant::of(view, place, None);
    let said = WORDS.into_iter().filter(|(_, chip, _)| meant.ready(*chip).is_ok());
    let said = said.map(|(letter, _, text)| (letter, text, None));
    let rows = lines.into_iter().chain(said).map(|(letter, text, blocked)| {
        let blocked = undone.clone().or(blocked);
        (Item { letter: Some(letter), blocked, ..Item::new(text) }, letter)
    });
    let title = view.telling.label(place).unwrap_or_else(|| "What was done".into());
    Picker::new(title, rows, move |session, letter| match letter {
        'c' => session.amend_form(place),
        'e' => session.amend_with(Spot::Instead(place)),
        'i' => session.amend_with(Spot::Before(place)),
        'n' => session.amend_with(Spot::Before(place + 1)),
        's' => closes(session.start_amending(Amendment::strike(place))),
        letter => {
            let word = WORDS.iter().find(|(word, ..)| word == letter);
            opens(word.map(|word| word::called_out(&session.view(), place, word.1)), NOTHING)
        }
    })
    .boxed()
}

/// The menu of the acts that one log line covers; `None` if it covers just one.
pub fn which(view: &View, line: &Account) -> Option<Box<dyn Layer>> {
    let acts = line.acts();
    if acts.len() < 2 {
        return None;
    }
    let label = |act: &usize| view.telling.label(*act).unwrap_or_else(|| "What was done".into());
    let rows = acts.into_iter().map(|act| (label(&act), act));
    let pick = |session: &mut Session, place: &usize| Then::replace(act(&session.view(), *place));
    Some(Picker::new("Change which?", rows, pick).filtered().boxed())
}

/// The menu of what can be inserted at that spot.
pub fn forgotten(spot: Spot) -> Box<dyn Layer> {
    let title = match spot {
        Spot::Before(_) => "What was forgotten?",
        Spot::Instead(_) => "What happened instead?",
    };
    let pick = move |session: &mut Session, insert: &Insert| match insert {
        Insert::ForOne(op) => session.amend_for_one(spot, *op),
        Insert::ForAll(op) => session.amend_by(spot, *op, None),
        Insert::Run(command) => closes(session.start_amending(spot.amendment(vec![command.clone()]))),
    };
    Picker::new(title, INSERTS, pick).lettered().boxed()
}

/// The menu of the combatants it may concern.
pub fn whom(view: &View, spot: Spot, op: Op) -> Box<dyn Layer> {
    let ids = &view.board.order;
    let here = ids.iter().position(|who| view.board.cursor == Some(*who)).unwrap_or(0);
    let rows = ids.iter().map(|who| (view.name(*who), *who));
    let pick = move |session: &mut Session, who: &CombatantId| session.amend_by(spot, op, Some(*who));
    Picker::new("For whom?", rows, pick).filtered().at(here).boxed()
}

/// Whether anything in the act at that place can be changed.
pub fn has_any(view: &View, place: usize) -> bool {
    entry(view, place).is_some_and(|entry| entry.steps.iter().any(|step| form::says_any(view, step)))
}

/// The index of the first command of an act in which something was done, not just passed over.
pub fn only_part(view: &View, place: usize) -> usize {
    let steps = entry(view, place).map_or(&[][..], |entry| &entry.steps);
    steps.iter().position(|step| !step.is_idle()).unwrap_or(0)
}

/// The menu of whose part changes in an act of several commands: all at once, or one in full. `None` for a single
/// command.
pub fn whose(view: &View, place: usize) -> Option<Box<dyn Layer>> {
    let steps = &entry(view, place)?.steps;
    if steps.iter().filter(|step| !step.is_idle()).count() < 2 {
        return None;
    }
    let acts = steps.iter().any(|step| matches!(step.command, Command::Act(_)));
    let all = Item::new(if acts { "all: dice and targets" } else { "all of them" });
    let one = |step: &Step| {
        let blocked = (!form::says_any(view, step)).then(|| NOTHING.to_string());
        Item { blocked, ..Item::new(label(view, step)) }
    };
    let rows = steps.iter().enumerate().map(|(at, step)| (one(step), Some(at)));
    let rows = std::iter::once((all, None)).chain(rows);
    let pick = move |session: &mut Session, at: &Option<usize>| session.amend_part(place, *at);
    Some(Picker::new("Whose part changes?", rows, pick).filtered().boxed())
}

/// The act at that place on the line.
fn entry<'a>(view: &View<'a>, place: usize) -> Option<&'a Entry> {
    let chronicle = view.telling.chronicle;
    chronicle.line().get(place).and_then(|id| chronicle.entry(*id))
}

/// A command in the referee's words.
fn label(view: &View, step: &Step) -> String {
    log::entry_label(view.about(), view.telling.e, &step.command, &step.events)
}
