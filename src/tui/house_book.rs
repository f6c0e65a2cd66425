//! The house book of a fight that is being built, followed in its file: saved in an editor, it is read again.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::encounter::Stage;
use crate::rules::model::house_book::Book;
use crate::rules::registry;
use crate::store::{Folders, HouseBooks, Stamp, text};
use crate::tui::fight::News;
use crate::tui::session::{Screen, Session};
use std::path::PathBuf;
use std::time::Duration;

/// How often the file is looked at.
pub const PAUSE: Duration = Duration::from_secs(1);

/// The file of the book that is laid over the fight.
#[derive(Debug)]
pub struct BookFile {
    /// The book as it was read last.
    book: Book,
    /// Its file; `None` if it is none of the referee's own.
    path: Option<PathBuf>,
    /// The file as it was seen last.
    stamp: Option<Stamp>,
}

impl BookFile {
    /// The file of the referee's own that has the text of a book, or at least its name.
    fn of(book: Book) -> Self {
        let own = Folders::find().map(|folders| HouseBooks::own(&folders)).unwrap_or_default();
        let read = |path: PathBuf| Some((path.clone(), text(&path).ok()??));
        let known: Vec<(PathBuf, String)> = own.into_iter().filter_map(read).collect();
        let same = |(_, text): &&(PathBuf, String)| text == book.text();
        let named = |(_, text): &&(PathBuf, String)| Book::of(text).title() == book.title();
        let found = known.iter().find(same).or_else(|| known.iter().find(named));
        Self { book, path: found.map(|(path, _)| path.clone()), stamp: None }
    }

    /// The text of the file, if it changed since it was last seen and differs from the book.
    fn news(&mut self) -> Option<String> {
        let path = self.path.as_ref()?;
        let stamp = Stamp::of(path);
        if stamp == self.stamp {
            return None;
        }
        self.stamp = stamp;
        text(path).ok()?.filter(|text| text != self.book.text())
    }
}

impl Session {
    /// Whether the file of a house book is to be looked at now and then.
    pub fn follows_book(&self) -> bool {
        let built = self.place == Screen::Fight && self.state().stage == Stage::Setup;
        built && self.state().book.is_some() && self.pending.is_none()
    }

    /// Reads the house book of the fight being built again if its file has changed.
    pub fn follow_book(&mut self) {
        let Some(book) = self.state().book.filter(|_| self.follows_book()) else { return };
        let known = self.book_file.take().filter(|file| file.book == book);
        let mut file = known.unwrap_or_else(|| BookFile::of(book));
        let news = file.news();
        self.book_file = Some(file);
        let Some(text) = news else { return };
        let read = Book::of(&text);
        match registry::with(self.state().ruleset, read) {
            Ok(laid) => {
                let path = self.book_file.as_mut().and_then(|file| file.path.take());
                self.submit_or_say(vec![Command::Overrule(Overrule::Book(Some(read)))]);
                let stamp = path.as_ref().and_then(|path| Stamp::of(path));
                self.book_file = Some(BookFile { book: read, path, stamp });
                self.say(format!("{}: read again", laid.name));
            }
            Err(fault) => {
                self.say_no(&format!("{}: {fault}; the fight keeps it as it was", book.title()))
            }
        }
    }
}

/// Says that the house book of a fight cannot be read, if so: the fight goes on without it.
pub fn unread(e: &Encounter) -> Option<News> {
    let fault = registry::with(e.ruleset, e.book?).err()?;
    let title = "The house book of this fight cannot be read";
    let after = "The fight is here, by its ruleset alone. What was done under the book stays as it was.";
    Some(News::new(title, format!("{}: {fault}", e.book?.title()), after))
}
