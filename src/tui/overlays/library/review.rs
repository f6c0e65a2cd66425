//! The review of an import before it is accepted: for each creature, what was read, guessed, or kept as a note. Enter
//! accepts what is marked, Space toggles a mark.

use crate::import::kept::{encounter, known, known_blocks};
use crate::import::{self, Fight, Format, Found, Haul, LACKS, Summary};
use crate::machine_dice::throw;
use crate::rules::model::block::d20::Block;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Arrival, Command};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::SideId;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::shorthand;
use crate::shorthand::printed::{self, Sheet, ToldField};
use crate::store::{bounded, ready};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{self, Item, Menu};
use crate::tui::kit::row::{Cell, Look, put_wrapped};
use crate::tui::overlays::referee::arrive::{self, Newcomer};
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, STAY};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shelf;
use crate::tui::stock::Stock;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The lines and columns it would like to have.
const SIZE: (u16, u16) = (36, 100);
/// The least columns for the preview to be beside the list.
const BESIDE: u16 = 68;
/// The most of a kind that come at once.
const MOST: i32 = 200;

/// What to do with the accepted items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Save them: creatures in the bestiary, characters as a party, fights as saves.
    Keep,
    /// Bring them into the fight.
    Bring,
}

/// What was accepted and is to be saved.
#[derive(Debug, Clone)]
pub struct Taken {
    /// What was found, without the items left out.
    pub haul: Haul,
    /// The name for a party of the characters.
    pub party: String,
    /// Whether to replace what has the same name; otherwise both are kept.
    pub update: bool,
}

/// A line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Found(usize),
    Fight(usize),
}

struct Review {
    haul: Haul,
    summary: Summary,
    party: String,
    purpose: Aim,
    rows: Vec<(Row, bool)>,
    menu: Menu,
    update: bool,
    refused: Option<String>,
}

/// Expands a leading `~/` to the home folder.
pub fn expand_home(path: &str) -> PathBuf {
    let home = || etcetera::home_dir().ok();
    match path.trim().strip_prefix("~/").and_then(|rest| Some(home()?.join(rest))) {
        Some(path) => path,
        None => PathBuf::from(path.trim()),
    }
}

/// Reviews what a file contains.
pub fn file(view: &View, path: &Path) -> Result<Box<dyn Layer>, String> {
    let blocks = blocks(view.stock);
    let known = known(&blocks);
    let party = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let haul = if path.is_dir() {
        import::read_folder(path, &known)
    } else {
        let bytes = bounded(path, import::MOST_BYTES).map_err(|fault| fault.to_string())?;
        import::read_file(&bytes, &party, &known)
    };
    Ok(open(haul.map_err(|fault| fault.to_string())?, &party, Aim::Keep))
}

/// Reviews what a pasted text contains; `None` for a single line, which is typed, unless it is a printed stat block to
/// keep, or if nothing can be read.
pub fn of_paste(view: &View, text: &str, purpose: Aim) -> Option<Box<dyn Layer>> {
    let is_file = text.trim_start().starts_with(['{', '[']) || text.trim().contains('\n');
    let is_block = purpose == Aim::Keep && printed::is_one(text);
    if !(is_file || is_block) || purpose == Aim::Bring && view.about().family != Family::D20 {
        return None;
    }
    let blocks = blocks(view.stock);
    let haul = import::read(text.as_bytes(), &known(&blocks)).ok()?;
    // A single block opens the form to bring it in at once: how many, on which side.
    if purpose == Aim::Bring && haul.format == Format::StatBlocks && haul.found.len() == 1 {
        return Some(arrive::ask(view, Newcomer::from(shorthand::of_print(text))));
    }
    Some(open(haul, "Imported party", purpose))
}

/// The members of the referee's parties and the stat blocks with hit points, by name.
fn blocks(stock: &Stock) -> Vec<(String, Block)> {
    let parties = shelf::parties().into_iter().flatten();
    let creatures =
        stock.all.iter().map(|creature| (creature.name.clone(), creature.block.written().cloned()));
    known_blocks(parties, creatures)
}

/// Opens a review with everything marked.
pub fn open(haul: Haul, party: &str, purpose: Aim) -> Box<dyn Layer> {
    let found = (0..haul.found.len()).map(Row::Found);
    let fights = (0..haul.fights.len()).map(Row::Fight);
    let rows = found.chain(fights).map(|row| (row, true)).collect();
    let mut review = Review {
        summary: haul.summary(),
        haul,
        party: party.into(),
        purpose,
        rows,
        menu: Menu::plain(Vec::new()),
        update: false,
        refused: None,
    };
    review.menu = Menu::plain(review.items());
    Box::new(review)
}

impl Review {
    fn items(&self) -> Vec<Item> {
        let told = |(row, _): &(Row, bool)| match row {
            Row::Found(at) => {
                let Sheet { block, count, .. } = &self.haul.found[*at].sheet;
                let many = count.map(|count| format!("{count} × ")).unwrap_or_default();
                format!("{many}{}", block.name)
            }
            Row::Fight(at) => format!("fight: {}", self.haul.fights[*at].name),
        };
        self.rows.iter().map(|row| Item::new(told(row))).collect()
    }

    fn marked(&self) -> usize {
        self.rows.iter().filter(|(_, marked)| *marked).count()
    }

    fn toggle_mark(&mut self) {
        if let Some((_, marked)) = self.menu.chosen().and_then(|at| self.rows.get_mut(at)) {
            *marked = !*marked;
        }
    }

    /// Whether a row, or someone in its fight, lacks something.
    fn is_lacking(&self, row: Row) -> bool {
        match row {
            Row::Found(at) => self.haul.found[at].sheet.is_lacking(),
            Row::Fight(at) => self.haul.fights[at].combatants.iter().any(|one| one.sheet.is_lacking()),
        }
    }

    /// Goes to the next row that lacks something, from the last to the first.
    fn next_gap(&mut self) {
        let from = self.menu.chosen().map_or(0, |at| at + 1);
        let mut rows = (from..self.rows.len()).chain(0..from.min(self.rows.len()));
        if let Some(at) = rows.find(|at| self.is_lacking(self.rows[*at].0)) {
            self.menu.choose(at);
        }
    }

    fn take(&mut self, session: &mut Session) -> Done {
        if self.marked() == 0 {
            self.refused = Some("nothing is marked: Space marks the line".into());
            return STAY;
        }
        let is = |row: Row| self.rows.contains(&(row, true));
        match self.purpose {
            Aim::Keep => {
                let mut haul = self.haul.clone();
                let (mut found, mut fight) = (0.., 0..);
                haul.found.retain(|_| found.next().is_some_and(|at| is(Row::Found(at))));
                haul.fights.retain(|_| fight.next().is_some_and(|at| is(Row::Fight(at))));
                session.import(&Taken { haul, party: self.party.clone(), update: self.update })
            }
            Aim::Bring => match self.commands(&session.view()) {
                Ok(commands) => session.run(commands),
                Err(why) => {
                    self.refused = Some(why);
                    STAY
                }
            },
        }
    }

    /// The commands that bring all that is marked into the fight.
    fn commands(&self, view: &View) -> Result<Vec<Command>, String> {
        let mut arrivals = Arrivals { view, sides: Vec::new(), commands: Vec::new() };
        for (row, _) in self.rows.iter().filter(|(_, marked)| *marked) {
            match row {
                Row::Found(at) => arrivals.found(&self.haul.found[*at])?,
                Row::Fight(at) => arrivals.fight(&self.haul.fights[*at])?,
            }
        }
        Ok(arrivals.commands)
    }

    fn preview(&self, at: usize) -> Vec<Cell> {
        let Some((row, _)) = self.rows.get(at) else { return Vec::new() };
        match row {
            Row::Found(at) => sheet_lines(&self.haul.found[*at].sheet),
            Row::Fight(at) => fight_lines(&self.haul.fights[*at]),
        }
    }
}

const HEADING: Look = |theme| theme.active;
const READ: Look = |theme| theme.text;
const GUESSED: Look = |theme| theme.fault;
const NOTE: Look = |theme| theme.dim;

fn sheet_lines(sheet: &Sheet) -> Vec<Cell> {
    let mut lines = vec![("read".to_string(), HEADING)];
    let shown = |told: &ToldField| format!("{} {}", told.label, told.value).trim().to_string();
    let read: Vec<String> = sheet.read().iter().map(shown).collect();
    lines.push((read.join(" · "), READ));
    let guessed = sheet.guessed();
    if !guessed.is_empty() {
        lines.push(("guessed".into(), HEADING));
    }
    let lacks = LACKS.iter().filter(|lack| (lack.is)(sheet) && lack.key != "hit_dice_guessed");
    lines.extend(lacks.map(|lack| (format!("! {}", lack.words), GUESSED)));
    let guess = |(told, why): (ToldField, String)| (format!("? {} ({why})", shown(&told)), GUESSED);
    lines.extend(guessed.into_iter().map(guess));
    if !sheet.notes.is_empty() {
        lines.push(("kept as notes".into(), HEADING));
    }
    lines.extend(sheet.notes.iter().map(|note| (format!("{}: {}", note.path, note.value), NOTE)));
    lines
}

fn fight_lines(fight: &Fight) -> Vec<Cell> {
    let mut lines = vec![("who is in it".to_string(), HEADING)];
    lines.extend(fight.combatants.iter().map(|one| {
        let left = one.told_left();
        (format!("{} × {} · {}{left}", one.count, one.name, one.side), READ)
    }));
    lines.extend(fight.notes.iter().map(|note| (format!("{}: {}", note.path, note.value), NOTE)));
    lines
}

/// Builds the commands that bring combatants in.
struct Arrivals<'a> {
    view: &'a View<'a>,
    /// Sides added along the way.
    sides: Vec<String>,
    commands: Vec<Command>,
}

impl Arrivals<'_> {
    fn side(&mut self, name: &str) -> Result<SideId, String> {
        let there = self.view.e.sides.iter().position(|side| &*side.name == name);
        let base = self.view.e.sides.len();
        let own = || self.sides.iter().position(|side| side == name).map(|at| base + at);
        let at = there.or_else(own).unwrap_or_else(|| {
            self.commands.push(Command::Side(import::side(name)));
            self.sides.push(name.into());
            base + self.sides.len() - 1
        });
        u8::try_from(at).map(SideId).map_err(|_| "no room for another side".into())
    }

    fn found(&mut self, found: &Found) -> Result<(), String> {
        let side = self.side(if found.is_character() { import::HEROES } else { import::FOES })?;
        let Sheet { block, count, each, left, temporary, .. } = &found.sheet;
        let (temporary, sight) = (*temporary, import::sight(&found.sheet));
        let many = thrown(count.unwrap_or(DiceExpr::flat(1)));
        let name = self.view.e.first_name(&block.name, many);
        let written = Arc::new(ready(self.view.rules, &StatBlock::from(block.clone())));
        for nth in 0..many {
            let most = usize::try_from(nth).ok().and_then(|nth| each.get(nth)).copied();
            let arrival = Arrival::new(side, name.clone(), Arc::clone(&written));
            self.commands.push(Command::Arrive(Arrival {
                most,
                hp: *left,
                temporary,
                sight,
                ..arrival
            }));
        }
        Ok(())
    }

    fn fight(&mut self, fight: &Fight) -> Result<(), String> {
        for one in &fight.combatants {
            let side = self.side(one.side)?;
            let block = Arc::new(ready(self.view.rules, &StatBlock::from(one.sheet.block.clone())));
            let many = thrown(one.count);
            let name = self.view.e.first_name(&one.name, many);
            for _ in 0..many {
                let arrival = Arrival::new(side, name.clone(), Arc::clone(&block));
                let (hp, temporary, sight) = (one.left, one.sheet.temporary, import::sight(&one.sheet));
                self.commands.push(Command::Arrive(Arrival { hp, temporary, sight, ..arrival }));
            }
        }
        Ok(())
    }
}

/// The number of combatants, rolled if it is given as dice.
pub fn thrown(count: DiceExpr) -> i32 {
    throw(count).clamp(0, MOST)
}

/// The fight set up with these rules, and remarks on it.
pub fn start(rules: &dyn Ruleset, fight: &Fight) -> (Encounter, Vec<String>) {
    encounter(rules, fight, thrown)
}

impl Layer for Review {
    fn scope(&self) -> Scope {
        Scope::Review
    }

    fn title(&self, _: &View) -> String {
        format!("Import · {} · {} of {}", self.haul.format.title(), self.marked(), self.rows.len())
    }

    fn size(&self, _: &View) -> (u16, u16) {
        SIZE
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let same = match self.update {
            true => "what else has the same name: replaced",
            false => "what else has the same name: both are kept",
        };
        let passed = Some(self.haul.passed_over.join("; ")).filter(|passed| !passed.is_empty());
        let passed = passed.map(|passed| format!("skipped: {passed}"));
        let same = (self.purpose == Aim::Keep).then(|| same.to_string());
        let foot: Vec<String> = match &self.refused {
            Some(why) => vec![why.clone()],
            None => [Some(self.summary.to_string()), same, passed].into_iter().flatten().collect(),
        };
        let style = if self.refused.is_some() { theme.fault } else { theme.note };
        let below: Vec<String> = foot.iter().flat_map(|line| wrap(line, area.width.into())).collect();
        let room = text::cells(below.len()).min(4);
        let body = Rect { height: area.height.saturating_sub(room + 1), ..area };
        text::put_lines(buf, area, body.bottom() + 1, &below, style);
        let upper = (body.height / 2).min(text::cells(self.rows.len()));
        let [list, look] = list::beside(body, BESIDE, 36, (upper, 1));
        self.menu.paint_with(list, theme, buf, |at, item, row, buf| {
            let marked = self.rows.get(at).is_some_and(|(_, marked)| *marked);
            let text = format!("[{}] {}", if marked { "x" } else { " " }, item.text);
            let style = if marked { theme.text } else { theme.dim };
            put(buf, row.x + 1, row.y, row.width.saturating_sub(1), &text, style);
        });
        let preview = self.menu.chosen().map(|at| self.preview(at)).unwrap_or_default();
        put_wrapped(buf, &preview, look, theme);
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        self.refused = None;
        match op {
            Op::Forward => return self.take(session),
            Op::Back => return CLOSE,
            Op::Mark => self.toggle_mark(),
            Op::NextPane => self.update = !self.update,
            Op::Gap => self.next_gap(),
            _ => _ = self.menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.purpose) {
            (Op::Forward, _) if self.marked() == 0 => KeyMeaning::Blocked("nothing is marked".into()),
            (Op::Forward, Aim::Keep) => KeyMeaning::This(format!("import {}", self.marked())),
            (Op::Forward, Aim::Bring) => KeyMeaning::This(format!("bring in {}", self.marked())),
            (Op::NextPane, Aim::Bring) => KeyMeaning::Hidden,
            (Op::Gap, _) if self.summary.is_complete() => KeyMeaning::Hidden,
            _ => KeyMeaning::Usual,
        }
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn refused(&mut self, refused: &Refused) {
        self.refused = Some(refused.why.clone());
    }
}
