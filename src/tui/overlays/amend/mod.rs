//! The past said otherwise: what can be done with an act, whose part in it, what was forgotten.

mod answers;
mod form;
pub(super) mod saying;
pub(super) mod table;

pub use form::form;

use super::forms::boxes::MenuBox;
use super::lists::menu::{Item, Menu};
use super::{Overlay, Verdict};
use crate::chronicle::{Amendment, Entry, Step, may_strike};
use crate::rules::model::command::Command;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::log::{self, Passage};
use crate::tui::fight::amend::{Amend, Spot};
use crate::tui::input::operations::Op;
use crate::tui::table::view::View;

/// Why there is no form for it.
const NOTHING: &str = "nothing in it can be said otherwise";

/// What the referee may mean of the past, and how it is asked.
enum Meant {
    /// Somebody's: that is opened for whomever it was.
    Somebodys(Op),
    /// The whole fight's: that is opened at once.
    Everybodys(Op),
    /// Nothing is left to ask.
    This(Command),
}

/// What can be put into the past.
const FORGOTTEN: [(&str, Meant); 16] = [
    ("Damage", Meant::Somebodys(Op::Damage)),
    ("Healing", Meant::Somebodys(Op::Heal)),
    ("Condition", Meant::Somebodys(Op::Condition)),
    ("An act", Meant::Somebodys(Op::Act)),
    ("Saving throw", Meant::Somebodys(Op::Save)),
    ("Overrule a value", Meant::Somebodys(Op::Overrule)),
    ("Out of the fight", Meant::Somebodys(Op::Depart)),
    ("Custom effect", Meant::Somebodys(Op::Effect)),
    ("Stat block", Meant::Somebodys(Op::Block)),
    ("Morale", Meant::Everybodys(Op::Morale)),
    ("Who rolls the dice", Meant::Everybodys(Op::Hands)),
    ("Someone arrives", Meant::Everybodys(Op::Arrive)),
    ("Roll dice", Meant::Everybodys(Op::Roll)),
    ("Note", Meant::Everybodys(Op::Note)),
    ("The open step is done", Meant::This(Command::Proceed)),
    ("The open step is passed over", Meant::This(Command::Skip)),
];

/// What can be done with the act at that place of the line.
pub fn act(view: &View, place: usize) -> Box<dyn Overlay> {
    let entry = entry(view, place);
    let undone = (place >= view.telling.chronicle.at())
        .then(|| "it was taken back: do it again first".to_string());
    let strike = entry.and_then(|entry| may_strike(entry).err()).map(|fixed| fixed.to_string());
    let change = (!has_any(view, place)).then(|| NOTHING.to_string());
    let lines = [
        ('c', "Change", change, Amend::Form(place)),
        ('e', "Replace it with another act", strike.clone(), Amend::Say(Spot::Instead(place))),
        ('i', "Insert an act before it", None, Amend::Say(Spot::Before(place))),
        ('n', "Insert an act after it", None, Amend::Say(Spot::Before(place + 1))),
        ('s', "Remove it", strike, Amend::Play(Amendment::strike(place))),
    ];
    let (items, asked): (Vec<Item>, Vec<Amend>) = lines
        .into_iter()
        .map(|(letter, text, blocked, asked)| {
            let blocked = undone.clone().or(blocked);
            (Item { letter: Some(letter), blocked, ..Item::new(text) }, asked)
        })
        .unzip();
    let title = view.telling.label(place).unwrap_or_else(|| "What was done".into());
    MenuBox::new(title, Menu::plain(items), move |_, at| {
        asked.get(at).map_or(Verdict::Stay, |asked| Verdict::Amend(asked.clone()))
    })
    .boxed()
}

/// Which of several acts that the log tells as one; `None`: it tells of one.
pub fn which(view: &View, line: &Passage) -> Option<Box<dyn Overlay>> {
    let acts = line.acts();
    if acts.len() < 2 {
        return None;
    }
    let label = |act: &usize| view.telling.label(*act).unwrap_or_else(|| "What was done".into());
    let names: Vec<String> = acts.iter().map(label).collect();
    let pick = move |_: &View, at: usize| {
        acts.get(at).map_or(Verdict::Stay, |act| Verdict::Amend(Amend::Act(*act)))
    };
    Some(MenuBox::filtered("Change which?", names, pick).boxed())
}

/// What comes there.
pub fn forgotten(spot: Spot) -> Box<dyn Overlay> {
    let title = match spot {
        Spot::Before(_) => "What was forgotten?",
        Spot::Instead(_) => "What happened instead?",
    };
    let names = FORGOTTEN.map(|(name, _)| name.to_string());
    let pick = move |_: &View, at: usize| {
        let asked = match FORGOTTEN.get(at) {
            Some((_, Meant::Somebodys(op))) => Amend::Whom(spot, *op),
            Some((_, Meant::Everybodys(op))) => Amend::Open(spot, *op, None),
            Some((_, Meant::This(command))) => Amend::Play(spot.amendment(vec![command.clone()])),
            None => return Verdict::Stay,
        };
        Verdict::Amend(asked)
    };
    MenuBox::lettered(title, names, pick).boxed()
}

/// For whom it was.
pub fn whom(view: &View, spot: Spot, op: Op) -> Box<dyn Overlay> {
    let ids = view.board.order.clone();
    let names: Vec<String> = ids.iter().map(|who| view.name(*who).to_string()).collect();
    let here = ids.iter().position(|who| view.board.cursor == Some(*who)).unwrap_or(0);
    let pick = move |_: &View, at: usize| {
        let open = |who: &CombatantId| Verdict::Amend(Amend::Open(spot, op, Some(*who)));
        ids.get(at).map_or(Verdict::Stay, open)
    };
    MenuBox::filtered("For whom?", names, pick).at(here).boxed()
}

/// Whether anything in the act at that place can be said otherwise.
pub fn has_any(view: &View, place: usize) -> bool {
    entry(view, place).is_some_and(|entry| entry.steps.iter().any(|step| form::says_any(view, step)))
}

/// The one command of an act in which something was done; what was passed over on the way is none.
pub fn only_part(view: &View, place: usize) -> usize {
    let steps = entry(view, place).map_or(&[][..], |entry| &entry.steps);
    steps.iter().position(|step| !step.is_idle()).unwrap_or(0)
}

/// Whose part in an act of several commands is said otherwise: all of them at once, or one in full.
/// `None`: it is of one command.
pub fn whose(view: &View, place: usize) -> Option<Box<dyn Overlay>> {
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
    let items = std::iter::once(all).chain(steps.iter().map(one)).collect();
    let pick = move |_: &View, at: usize| Verdict::Amend(Amend::FormOf(place, at.checked_sub(1)));
    Some(MenuBox::new("Whose part changes?", Menu::filtered(items), pick).boxed())
}

/// The act at that place of the line.
fn entry<'a>(view: &View<'a>, place: usize) -> Option<&'a Entry> {
    let chronicle = view.telling.chronicle;
    chronicle.line().get(place).and_then(|id| chronicle.entry(*id))
}

/// A command in the referee's words.
fn label(view: &View, step: &Step) -> String {
    log::entry_label(view.about(), view.telling.e, &step.command, &step.events)
}
