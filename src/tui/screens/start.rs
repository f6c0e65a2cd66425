//! The start screen: the referee's own fights, the latest played first; a new fight, a file, the library; and the
//! samples, collapsed under one line.

use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::Text;
use crate::rules::registry::{self, ruleset};
use crate::tui::fight::Fight;
use crate::tui::fight::files;
use crate::tui::kit::scroll::Scroll;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::referee::rulesets;
use crate::tui::overlays::{CLOSE, Done, Then, closes};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::{Screen, Session};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

/// What a line of the start screen opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opens {
    /// A saved fight of the referee's.
    Saved(PathBuf),
    /// A built-in sample, by its index in the list.
    Ready(usize),
    /// A new fight.
    New,
    /// A file, whose path is asked for.
    File,
    /// The library.
    Library,
    /// The samples: shows them below this line, or hides them again.
    Samples,
}

impl Opens {
    /// Whether it is a fight.
    pub fn is_fight(&self) -> bool {
        matches!(self, Self::Ready(_) | Self::Saved(_))
    }
}

/// The texts of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// On the left: what it opens.
    pub text: String,
    /// On the right: how far the fight has got, and when it was last played.
    pub beside: String,
    /// Description, shown below the list.
    pub about: String,
}

/// A line of the start screen.
#[derive(Debug, Clone)]
pub struct StartRow {
    /// What it opens.
    pub opens: Opens,
    /// When it was last played.
    pub played: Option<SystemTime>,
    /// Its texts; for a fight, read from its file when the line first comes into view.
    told: OnceCell<Told>,
}

impl StartRow {
    /// Creates a line with a fixed text and description.
    pub fn new(text: impl Into<String>, about: impl Into<String>, opens: Opens) -> Self {
        let told = Told { text: text.into(), about: about.into(), ..Told::default() };
        Self { opens, played: None, told: OnceCell::from(told) }
    }

    /// Creates the line of a saved fight, whose file is read when the line first comes into view.
    pub fn kept(path: PathBuf, played: SystemTime) -> Self {
        Self { opens: Opens::Saved(path), played: Some(played), told: OnceCell::new() }
    }

    /// Sets the text on the right.
    pub fn beside(mut self, beside: impl Into<String>) -> Self {
        if let Some(told) = self.told.get_mut() {
            told.beside = beside.into();
        }
        self
    }

    /// Returns its texts, reading them from the file if needed.
    pub fn told(&self) -> &Told {
        self.told.get_or_init(|| files::told(self))
    }
}

/// The list with its cursor.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// The lines.
    pub lines: Vec<StartRow>,
    /// The samples, while hidden.
    pub samples: Vec<StartRow>,
    /// Index of the line under the cursor.
    pub at: usize,
    /// Where the lines were last painted.
    pub scroll: Scroll,
}

impl Start {
    /// Returns the line under the cursor.
    pub fn line(&self) -> Option<&StartRow> {
        self.lines.get(self.at)
    }

    /// Moves the cursor up one line.
    pub fn up(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Moves the cursor down one line.
    pub fn down(&mut self) {
        self.at = (self.at + 1).min(self.lines.len().saturating_sub(1));
    }

    /// Shows or hides the samples below their line.
    pub fn turn_samples(&mut self) {
        let Some(at) = self.lines.iter().position(|line| line.opens == Opens::Samples) else { return };
        if self.samples.is_empty() {
            self.samples = self.lines.split_off(at + 1);
            self.at = self.at.min(at);
        } else {
            self.lines.append(&mut self.samples);
        }
    }
}

impl Session {
    /// Restores the fight archived last.
    pub(in crate::tui) fn restore_archived(&mut self) -> Done {
        closes(self.bring_back())
    }

    /// Archives the fight under the cursor.
    pub(in crate::tui) fn archive_line(&mut self) -> Done {
        let line = self.start.line().map(|line| line.opens.clone());
        let Some(Opens::Saved(path)) = line else { return CLOSE };
        closes(self.put_away(&path))
    }

    /// Opens the dialog that renames the fight under the cursor.
    pub(in crate::tui) fn rename_line(&mut self) -> Done {
        let line = self.start.line().map(|line| line.opens.clone());
        let Some(Opens::Saved(path)) = line else { return CLOSE };
        let name = files::name_of(&path)?;
        Then::replace(line::name_fight(path, &name))
    }

    pub(in crate::tui) fn open_line(&mut self, only_look: bool) -> Done {
        let opens = self.start.line().map(|line| line.opens.clone());
        opens.map_or(CLOSE, |opens| self.open_it(opens, only_look))
    }

    /// Opens what a line refers to; with `only_look`, a fight is only viewed.
    pub(in crate::tui) fn open_it(&mut self, opens: Opens, only_look: bool) -> Done {
        if let (Opens::Saved(path), false) = (&opens, only_look) {
            return closes(self.open_saved(path));
        }
        let fight = match opens {
            Opens::New => return self.build(),
            Opens::File => return Then::replace(line::open()),
            Opens::Library => return self.open_library(),
            Opens::Samples => {
                self.start.turn_samples();
                return CLOSE;
            }
            Opens::Ready(at) => Fight::ready(at),
            Opens::Saved(path) => Fight::look(&path),
        }?;
        self.may_leave()?;
        self.fight.leave();
        if only_look {
            self.look_at_fight(fight);
        } else {
            self.enter(fight, Screen::Fight);
        }
        CLOSE
    }

    /// Returns what Enter does with the line under the cursor, where that is not just opening it.
    pub(in crate::tui) fn line_meaning(&self) -> Option<KeyMeaning> {
        let words = match &self.start.line()?.opens {
            Opens::New => "build it",
            Opens::Ready(_) => "begin it",
            Opens::Samples if self.start.samples.is_empty() => "fold them away",
            Opens::Samples => "show them",
            _ => return None,
        };
        Some(KeyMeaning::This(words.into()))
    }

    /// Views a fight on the timeline, from its start.
    pub fn look_at_fight(&mut self, fight: Fight) {
        self.enter(fight, Screen::Start);
        self.fight.looked_at = true;
        self.open_timeline(0);
    }

    /// Starts building a new fight, asking for the ruleset if there are several.
    pub(in crate::tui) fn build(&mut self) -> Done {
        match registry::ALL[..] {
            [only] => closes(self.build_by(only, BTreeMap::new())),
            _ => Then::replace(rulesets::open(files::presets().0)),
        }
    }

    /// Starts building a new fight with these rules and options.
    pub(in crate::tui) fn build_by(
        &mut self,
        rules: RulesetId,
        options: BTreeMap<Text, Text>,
    ) -> Result<(), String> {
        self.may_leave()?;
        let mut start = Encounter::new(rules);
        start.options = ruleset(rules).about().usual_options();
        start.options.extend(options);
        let fight = Fight::begin(files::UNNAMED, start);
        self.fight.leave();
        self.enter(fight, Screen::Fight);
        Ok(())
    }

    /// Returns to the start screen; the fight stays as it is.
    pub(in crate::tui) fn show_start(&mut self) {
        self.fight.leave();
        self.start = files::start_screen();
        self.place = Screen::Start;
        self.next_scene();
    }
}

/// Paints the start screen.
pub fn paint(session: &Session, area: Rect, buf: &mut Buffer) {
    let theme = &session.theme;
    let (x, width) = (area.x + 2, area.width.saturating_sub(4));
    put(buf, x, area.y, width, "wardrum", theme.actor);
    let rules: Vec<&str> = registry::ALL.iter().map(|id| id.title()).collect();
    put(buf, x + 9, area.y, width.saturating_sub(9), &rules.join(" · "), theme.frame);
    put(buf, x, area.y + 1, width, env!("CARGO_PKG_DESCRIPTION"), theme.dim);
    let chosen = session.start.line().map(files::about).unwrap_or_default();
    let below = wrap(&chosen, usize::from(width));
    let below_height = text::cells(below.len()).min(6) + 1;
    let list = Rect { y: area.y + 3, height: area.height.saturating_sub(4 + below_height), ..area };
    let shown = session.start.scroll.view(list, session.start.lines.len(), Some(session.start.at));
    for (at, y) in shown.zip(list.y..) {
        let line = &session.start.lines[at];
        let (chosen, told) = (at == session.start.at, line.told());
        put(buf, list.x, y, 1, if chosen { "›" } else { " " }, theme.active);
        let beside = text::cells(text::width(&told.beside)).min(width);
        let indent = if matches!(line.opens, Opens::Ready(_)) { 2 } else { 0 };
        let room = width.saturating_sub(indent + if beside > 0 { beside + 2 } else { 0 });
        put(buf, x + indent, y, room, &told.text, theme.text);
        put(buf, x + width - beside, y, beside, &told.beside, theme.dim);
        if chosen {
            buf.set_style(Rect { x: list.x, y, width: list.width, height: 1 }, theme.cursor);
        }
    }
    for (line, y) in below.iter().zip(list.bottom() + 1..area.bottom()) {
        put(buf, x, y, width, line, theme.dim);
    }
}
