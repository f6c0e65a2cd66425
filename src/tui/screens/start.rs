//! The start screen: the running fight, ready fights, a new one, a file.

use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::Text;
use crate::rules::registry;
use crate::tui::app::{App, Screen};
use crate::tui::fight::Fight;
use crate::tui::fight::files;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::lists::menu::Seen;
use crate::tui::overlays::referee::rulesets;
use crate::tui::paint::text::{put, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a line of the start screen opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opens {
    /// The fight that is on, or another that was kept.
    Saved(PathBuf),
    /// A ready fight that comes with wardrum, by its place in the list.
    Ready(usize),
    /// A new fight.
    New,
    /// A file, by its path.
    File,
}

/// A line of the start screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartRow {
    /// What it says.
    pub text: String,
    /// What it is about, below the list.
    pub about: String,
    /// What it opens.
    pub opens: Opens,
}

/// The list with its cursor.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// The lines.
    pub lines: Vec<StartRow>,
    /// The one under the cursor.
    pub at: usize,
    /// Where they were painted.
    pub seen: Seen,
}

impl App {
    /// A key on the start screen.
    pub(in crate::tui) fn on_start(&mut self, op: Op) {
        let last = self.start.lines.len().saturating_sub(1);
        match op {
            Op::Up => self.start.at = self.start.at.saturating_sub(1),
            Op::Down => self.start.at = (self.start.at + 1).min(last),
            Op::New => self.build(),
            Op::Open => self.overlays.push(line::open()),
            Op::Library => self.open_library(),
            Op::Forward => self.open_line(false),
            Op::Right => self.open_line(true),
            Op::Settings => self.open(op),
            Op::PutAway => self.put_away_line(),
            Op::Undo => {
                if let Err(why) = self.bring_back() {
                    self.say_no(&why);
                }
            }
            _ => {}
        }
    }

    fn put_away_line(&mut self) {
        let line = self.start.lines.get(self.start.at).map(|line| line.opens.clone());
        let Some(Opens::Saved(path)) = line else { return };
        if let Err(why) = self.put_away(&path) {
            self.say_no(&why);
        }
    }

    fn open_line(&mut self, only_look: bool) {
        let Some(line) = self.start.lines.get(self.start.at).cloned() else { return };
        if let Err(why) = self.open_it(line.opens, only_look) {
            self.say_no(&why);
        }
    }

    /// Opens what a line stands for.
    pub(in crate::tui) fn open_it(&mut self, opens: Opens, only_look: bool) -> Result<(), String> {
        if let (Opens::Saved(path), false) = (&opens, only_look) {
            return self.open_saved(path);
        }
        let fight = match opens {
            Opens::New => {
                self.build();
                return Ok(());
            }
            Opens::File => {
                self.overlays.push(line::open());
                return Ok(());
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
        Ok(())
    }

    /// Looks at a fight from its start.
    pub fn look_at_fight(&mut self, fight: Fight) {
        self.enter(fight, Screen::Start);
        self.fight.looked_at = true;
        self.open_timeline(0);
    }

    /// A new fight, to be built; by which rules is asked where there are several.
    pub(in crate::tui) fn build(&mut self) {
        match registry::ALL[..] {
            [only] => {
                if let Err(why) = self.build_by(only, BTreeMap::new()) {
                    self.say_no(&why);
                }
            }
            _ => self.overlays.push(rulesets::open(files::presets().0)),
        }
    }

    /// A new fight by those rules, with those options, to be built.
    pub(in crate::tui) fn build_by(
        &mut self,
        rules: RulesetId,
        options: BTreeMap<Text, Text>,
    ) -> Result<(), String> {
        self.may_leave()?;
        let fight = Fight::begin("Fight", Encounter { options, ..Encounter::new(rules) });
        self.fight.leave();
        self.enter(fight, Screen::Fight);
        Ok(())
    }

    /// Back to the start screen; the fight stays as it is.
    pub(in crate::tui) fn show_start(&mut self) {
        self.fight.leave();
        self.start = files::start_screen();
        self.place = Screen::Start;
        self.overlays.clear();
    }
}

/// Paints the start screen.
pub fn paint(app: &App, area: Rect, buf: &mut Buffer) {
    let theme = &app.theme;
    let (x, width) = (area.x + 2, area.width.saturating_sub(4));
    put(buf, x, area.y, width, "wardrum", theme.actor);
    let rules: Vec<&str> = registry::ALL.iter().map(|id| id.title()).collect();
    put(buf, x + 9, area.y, width.saturating_sub(9), &rules.join(" · "), theme.frame);
    put(buf, x, area.y + 1, width, env!("CARGO_PKG_DESCRIPTION"), theme.dim);
    let chosen = app.start.lines.get(app.start.at).map_or_else(String::new, files::about);
    let below = wrap(&chosen, usize::from(width));
    let below_height = u16::try_from(below.len()).unwrap_or(1).min(6) + 1;
    let list = Rect { y: area.y + 3, height: area.height.saturating_sub(4 + below_height), ..area };
    let top = app.start.seen.scroll(list, app.start.at, app.start.lines.len());
    for ((at, line), y) in app.start.lines.iter().enumerate().skip(top).zip(list.y..list.bottom()) {
        let chosen = at == app.start.at;
        put(buf, list.x, y, 1, if chosen { "›" } else { " " }, theme.active);
        put(buf, x, y, width, &line.text, theme.text);
        if chosen {
            buf.set_style(Rect { x: list.x, y, width: list.width, height: 1 }, theme.cursor);
        }
    }
    for (line, y) in below.iter().zip(list.bottom() + 1..area.bottom()) {
        put(buf, x, y, width, line, theme.dim);
    }
}
