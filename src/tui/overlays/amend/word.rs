//! A word on an act of the past, said by a player or called out at the table: what it would change, to be accepted,
//! declined with another word, or left.

use super::preview::{self, Preview};
use super::ready::{Made, Meant, Ready};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use crate::watch::desk::{Chip, Says, Settled, Wait, WaitId};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The width in columns.
const COLUMNS: u16 = 60;
/// Words for declining.
const WORDS: [&str; 4] = ["it was counted", "too late now", "not this time", "the dice stand"];
/// What is said where nothing was made ready.
const BY_HAND: &str = "Enter opens the act, to change it by hand";

/// What is to be decided.
struct Word {
    title: String,
    /// The wait that it settles, if a player said it on a phone.
    wait: Option<WaitId>,
    /// The act that it is about, by its place on the line.
    place: usize,
    /// The line as it was, and who says what of it.
    said: Vec<String>,
    /// What it may mean; `None` for words of the player's own.
    made: Option<Made>,
    /// The index of the change that is shown.
    at: usize,
    /// What comes of that change.
    comes: Vec<String>,
}

impl Session {
    /// Opens the oldest word of a player that is not decided.
    ///
    /// # Errors
    /// There is none.
    pub(in crate::tui) fn open_wait(&mut self) -> Done {
        const NONE: &str = "no player has said wait";
        self.look_back();
        let wait = self.phones.as_ref().and_then(|phones| phones.desk().waits().into_iter().next());
        let wait = wait.ok_or(NONE)?;
        let Some(place) = self.place_of(&wait) else {
            self.settle(wait.id, Settled::Declined("it was undone".into()));
            return Err("what it was about was undone".into());
        };
        let late =
            self.is_late(&wait).then(|| format!("late: it is after {}", self.settings.late.word()));
        Then::replace(Box::new(Word::said_by(&self.view(), &wait, place, late)))
    }

    fn settle(&mut self, wait: WaitId, settled: Settled) {
        if let Some(phones) = &self.phones {
            phones.desk().settle(wait, settled);
        }
    }
}

/// The same for a word that is called out at the table.
pub fn called_out(view: &View, place: usize, chip: Chip) -> Box<dyn Layer> {
    let made = Meant::of(view, place, None).ready(chip);
    let said = vec![was(view, place)];
    Box::new(Word::new(view, format!("Wait! {}", chip.words()), place, said, Some(made)))
}

fn was(view: &View, place: usize) -> String {
    let was = preview::was(view, place);
    format!("was: {}", was.as_deref().unwrap_or("nothing is told of it"))
}

impl Word {
    fn new(view: &View, title: String, place: usize, said: Vec<String>, made: Option<Made>) -> Self {
        let mut word = Self { title, wait: None, place, said, made, at: 0, comes: Vec::new() };
        word.comes = word.comes(view);
        word
    }

    fn said_by(view: &View, wait: &Wait, place: usize, late: Option<String>) -> Self {
        let made = match wait.says {
            Says::Chip(chip) => Some(Meant::of(view, place, Some(wait.who)).ready(chip)),
            Says::Text(_) => None,
        };
        let says = format!("{} says: {}", wait.name, wait.says.words());
        let said = [says, was(view, place)].into_iter().chain(late).collect();
        let word = Self::new(view, format!("Wait! {}", wait.name), place, said, made);
        Self { wait: Some(wait.id), ..word }
    }

    /// The changes that it may mean.
    fn ready(&self) -> &[Ready] {
        self.made.as_ref().and_then(|made| made.as_ref().ok()).map_or(&[], |ready| ready)
    }

    /// What comes of the change that is shown.
    fn comes(&self, view: &View) -> Vec<String> {
        let Some(ready) = self.ready().get(self.at) else {
            let why = self.made.as_ref().and_then(|made| made.as_ref().err());
            let why = why.map(|why| format!("nothing is ready: {why}"));
            return why.into_iter().chain([BY_HAND.to_string()]).collect();
        };
        let which = match self.ready().len() {
            0 | 1 => ready.text.clone(),
            all => format!("{} ({} of {all}, Up and Down: the others)", ready.text, self.at + 1),
        };
        let comes = match preview::of(view, ready.amendment.clone()) {
            Preview::Done(is, changes) => {
                std::iter::once(format!("becomes: {is}")).chain(changes).collect()
            }
            Preview::Asks => vec!["a die is missing, which Enter asks for".to_string()],
            Preview::Refused(why) => vec![format!("not as it is: {why}")],
            Preview::Unknown => vec!["Enter says what changes".to_string()],
        };
        (!which.is_empty()).then_some(which).into_iter().chain(comes).collect()
    }

    /// Shows another of the changes.
    fn turn(&mut self, by: usize, view: &View) {
        let all = self.ready().len();
        if all > 1 {
            self.at = (self.at + by) % all;
            self.comes = self.comes(view);
        }
    }

    fn keys(&self) -> &'static str {
        if self.wait.is_some() { "x: decline with a word · Esc: leave it" } else { "Esc: leave it" }
    }

    fn lines(&self, columns: u16) -> Vec<String> {
        let lines = self.said.iter().chain(&self.comes);
        lines.flat_map(|line| wrap(line, columns.into())).collect()
    }
}

impl Layer for Word {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (text::cells(self.lines(COLUMNS).len() + 2), COLUMNS)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let last = area.bottom().saturating_sub(1);
        for (line, y) in self.lines(area.width).iter().zip(area.y..last) {
            put(buf, area.x, y, area.width, line, view.theme.text);
        }
        put(buf, area.x, last, area.width, self.keys(), view.theme.dim);
    }

    fn picks(&self, sign: char) -> bool {
        sign == 'x' && self.wait.is_some()
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        match self.wait {
            Some(wait) if sign == 'x' => Then::replace(declining(wait)),
            _ => STAY,
        }
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Back => CLOSE,
            Op::Up => {
                self.turn(self.ready().len().saturating_sub(1), &session.view());
                STAY
            }
            Op::Down => {
                self.turn(1, &session.view());
                STAY
            }
            Op::Forward => {
                let done = match self.ready().get(self.at) {
                    Some(ready) => {
                        session.start_amending(ready.amendment.clone()).map(|()| Then::Close)?
                    }
                    None => session.amend_form(self.place)?,
                };
                self.wait.iter().for_each(|wait| session.settle(*wait, Settled::Accepted));
                Ok(done)
            }
            _ => STAY,
        }
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward if self.ready().is_empty() => KeyMeaning::This("change the act".into()),
            Op::Forward => KeyMeaning::This("accept it".into()),
            _ => KeyMeaning::Usual,
        }
    }
}

/// Asks for the word with which a wait is declined.
fn declining(wait: WaitId) -> Box<dyn Layer> {
    let decline = move |session: &mut Session, word: &str| {
        session.settle(wait, Settled::Declined(word.into()));
        CLOSE
    };
    Picker::new("Declined: why?", WORDS.map(|word| (word, word)), move |session, word| {
        decline(session, word)
    })
    .filtered()
    .otherwise("say", decline)
    .boxed()
}
