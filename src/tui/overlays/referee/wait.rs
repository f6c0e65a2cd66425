//! A player's word on a line of the log: what it would change, to be accepted, declined with a word, or left.

use crate::chronicle::Amendment;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::amend::preview::{self, Preview};
use crate::tui::overlays::amend::ready;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use crate::watch::desk::{Says, Settled, Wait, WaitId};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The width in columns.
const COLUMNS: u16 = 60;
/// Words for declining.
const WORDS: [&str; 4] = ["it was counted", "too late now", "not this time", "the dice stand"];

/// What is to be decided.
struct Word {
    wait: Wait,
    /// The act that it is about, by its place on the line.
    place: usize,
    /// The change that it asks for, if that is known without the referee.
    amendment: Option<Amendment>,
    lines: Vec<String>,
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
        let amendment = match wait.says {
            Says::Chip(chip) => ready::amendment(&self.view(), place, chip, Some(wait.who)),
            Says::Text(_) => None,
        };
        let mut lines = lines(&self.view(), &wait, place, amendment.as_ref());
        if self.is_late(&wait) {
            lines.push(format!("late: it is after {}", self.settings.late.word()));
        }
        Then::replace(Box::new(Word { wait, place, amendment, lines }))
    }

    fn settle(&mut self, wait: WaitId, settled: Settled) {
        if let Some(phones) = &self.phones {
            phones.desk().settle(wait, settled);
        }
    }
}

/// What the referee reads: the line, and what would come of it.
fn lines(view: &View, wait: &Wait, place: usize, amendment: Option<&Amendment>) -> Vec<String> {
    let was = preview::was(view, place).unwrap_or_else(|| "nothing is told of it".into());
    let mut lines = vec![format!("{} says: {}", wait.name, wait.says.words()), format!("was: {was}")];
    match amendment.map(|amendment| preview::of(view, amendment.clone())) {
        Some(Preview::Done(is, changes)) => {
            lines.push(format!("becomes: {is}"));
            lines.extend(changes);
        }
        Some(Preview::Asks) => lines.push("a die is missing, which Enter asks for".into()),
        Some(Preview::Refused(why)) => lines.push(format!("not as it is: {why}")),
        Some(Preview::Unknown) | None => lines.push("Enter opens the act, to change it by hand".into()),
    }
    lines
}

impl Layer for Word {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn title(&self, _: &View) -> String {
        format!("Wait! {}", self.wait.name)
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let columns = usize::from(COLUMNS);
        let lines: usize = self.lines.iter().map(|line| wrap(line, columns).len()).sum();
        (text::cells(lines + 2), COLUMNS)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let wrapped = self.lines.iter().flat_map(|line| wrap(line, area.width.into()));
        for (line, y) in wrapped.zip(area.y..area.bottom().saturating_sub(1)) {
            put(buf, area.x, y, area.width, &line, view.theme.text);
        }
        let keys = "x: decline with a word · Esc: leave it";
        put(buf, area.x, area.bottom().saturating_sub(1), area.width, keys, view.theme.dim);
    }

    fn picks(&self, sign: char) -> bool {
        sign == 'x'
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        if sign == 'x' { Then::replace(declining(self.wait.id)) } else { STAY }
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Back => CLOSE,
            Op::Forward => {
                let done = match self.amendment.clone() {
                    Some(amendment) => session.start_amending(amendment).map(|()| Then::Close)?,
                    None => session.amend_form(self.place)?,
                };
                session.settle(self.wait.id, Settled::Accepted);
                Ok(done)
            }
            _ => STAY,
        }
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, &self.amendment) {
            (Op::Forward, Some(_)) => KeyMeaning::This("accept it".into()),
            (Op::Forward, None) => KeyMeaning::This("change the act".into()),
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
