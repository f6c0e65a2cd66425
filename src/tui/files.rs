//! Fights to open: what the start screen lists, and what it opens.

use super::app::{App, Place};
use super::fight::Fight;
use super::screens::start::{Line, Opens, Start};
use crate::store::Folders;
use std::path::{Path, PathBuf};

/// The running fight, if there is one.
pub fn running() -> Option<PathBuf> {
    Folders::find().ok()?.running()
}

/// What the start screen lists: the running fight first, then prepared and kept ones, then what
/// is always there.
pub fn start_screen() -> Start {
    let line = |text: String, about: &str, opens| Line { text, about: about.into(), opens };
    let mut lines = Vec::new();
    if let Ok(folders) = Folders::find() {
        let running = folders.running();
        if let Some(path) = &running {
            lines.push(line("Back into the running fight".into(), "", Opens::Saved(path.clone())));
        }
        for (path, head) in folders.list() {
            if running.as_ref() != Some(&path) {
                let about = path.display().to_string();
                lines.push(line(head.title.to_string(), &about, Opens::Saved(path)));
            }
        }
    }
    lines.push(line(
        "A new fight".into(),
        "Sides, creatures, characters; then Enter begins.",
        Opens::New,
    ));
    lines.push(line("Open a file".into(), "A saved fight by its path.", Opens::File));
    Start { lines, at: 0 }
}

impl App {
    /// Opens a file by its path and goes into its fight.
    pub(super) fn open_file(&mut self, path: &str) -> Result<(), String> {
        let fight = Fight::open(Path::new(path))?;
        self.enter(fight, Place::Fight);
        Ok(())
    }

    /// Keeps the fight as a prepared one.
    pub(super) fn keep(&mut self, name: &str) -> Result<(), String> {
        let path = self.fight.keep(name)?;
        self.say(format!("kept in {path}"));
        Ok(())
    }
}
