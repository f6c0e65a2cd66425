//! Choosing whom to bring in: typing filters the list; a line such as `Halvard F1 9hp AC5 sword`, or a name that is not
//! in the list, makes a new combatant.

use super::arrive::{self, Newcomer};
use super::parties;
use crate::rules::model::block::d20::Block;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::dice::DiceExpr;
use crate::rules::ruleset::about::Family;
use crate::shorthand::{self, Reading, Words};
use crate::store::Party;
use crate::tui::input::fuzzy;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::typed::Typed;
use crate::tui::overlays::library::review;
use crate::tui::overlays::sheet::write_name;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::{self, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cell::{RefCell, RefMut};

/// The lines and columns of the list.
const SIZE: (u16, u16) = (18, 64);
/// What a line may contain, shown while it is empty.
pub fn hint(family: Family) -> &'static str {
    match family {
        Family::D20 => {
            "a name, or a whole line: 6 goblins · ogre 22hp · Halvard F1 9hp AC5 sword, bow · or a stat block, pasted"
        }
        Family::Wounds => {
            "a name, or a whole line: 6 goblins · ogre toughness 9 · Halvard str 4, skill 3, sword, armour 2"
        }
    }
}

/// A row of the list.
enum Row {
    /// Like the combatant under the cursor.
    Like,
    /// A creature, by its index in the stock.
    Known(usize),
    /// A party, by its index in `parties`.
    Party(usize),
    /// A new combatant, as typed.
    Made(Box<Reading>),
}

/// The list for the text typed so far.
#[derive(Default)]
struct Rows {
    of: Option<String>,
    rows: Vec<Row>,
    menu: Menu,
}

/// The layer.
pub struct Who {
    typed: Typed,
    like: Option<Newcomer>,
    parties: Vec<Party>,
    rows: RefCell<Rows>,
}

/// Opens the list, including the parties of the same family of rules.
pub fn open(view: &View, mut parties: Vec<Party>) -> Box<dyn Layer> {
    parties.retain(|party| party.family == view.about().family);
    let like = view.under_cursor().and_then(|c| {
        let block = view.e.blocks.get(c.block.index())?;
        let name = block.name().clone();
        Some(Newcomer {
            count: DiceExpr::flat(1),
            side: Some(c.side),
            name: name.clone(),
            block: (**block).clone(),
            kind: Some(name),
            left: None,
            classes: Vec::new(),
            told: Vec::new(),
        })
    });
    Box::new(Who { typed: Typed::default(), like, parties, rows: RefCell::default() })
}

impl Who {
    /// The list for the typed text, rebuilt if that has changed.
    fn rows(&self, view: &View) -> RefMut<'_, Rows> {
        let mut rows = self.rows.borrow_mut();
        if rows.of.as_deref() != Some(&*self.typed) {
            *rows = self.build_rows(view);
        }
        rows
    }

    fn build_rows(&self, view: &View) -> Rows {
        let known: Vec<usize> = (0..view.stock.all.len())
            .filter(|at| view.about().serves(&view.stock.all[*at].block))
            .collect();
        let mut all: Vec<(Row, String)> = Vec::new();
        let like = self.like.iter().map(|like| format!("{} (like the one under the cursor)", like.name));
        all.extend(like.map(|text| (Row::Like, text)));
        all.extend(known.iter().map(|at| (Row::Known(*at), view.stock.all[*at].name.clone())));
        let parties = self.parties.iter().enumerate();
        all.extend(parties.map(|(at, party)| (Row::Party(at), format!("{} (party)", party.name))));
        let short = self.typed.chars().count() <= text::MOST_SOUGHT;
        let found = if short {
            fuzzy::ranked(&self.typed, all.iter().map(|(_, text)| &**text))
        } else {
            Vec::new()
        };
        let mut all: Vec<Option<(Row, String)>> = all.into_iter().map(Some).collect();
        let mut rows: Vec<(Row, String)> = found.iter().filter_map(|at| all[*at].take()).collect();
        if let Some(read) = self.read(view) {
            let text = if read.only_name { format!("make {}", read.name) } else { summary(&read) };
            // What is only a name, or a class without one, is more likely meant as a search.
            let last = read.only_name || read.name.is_empty();
            let at = if last { rows.len() } else { 0 };
            rows.insert(at, (Row::Made(Box::new(read)), text));
        }
        let (rows, texts): (Vec<Row>, Vec<String>) = rows.into_iter().unzip();
        let menu = Menu::plain(texts.into_iter().map(Item::new).collect());
        Rows { of: Some(self.typed.to_string()), rows, menu }
    }

    /// Reads the typed text as a combatant, unless it is just the name of a listed creature.
    fn read(&self, view: &View) -> Option<Reading> {
        if self.typed.trim().is_empty() {
            return None;
        }
        let known = view.stock.all.iter().map(|creature| &*creature.block);
        let read = shorthand::read(&Words::of(view.rules, known), &self.typed);
        let listed = read.like.as_ref().is_some_and(|like| like.eq_ignore_ascii_case(self.typed.trim()));
        (!listed).then_some(read)
    }

    fn pick(&self, session: &mut Session) -> Done {
        let rows = self.rows(&session.view());
        let row = rows.menu.chosen().and_then(|at| rows.rows.get(at));
        let newcomer = match row {
            Some(Row::Like) => self.like.clone(),
            Some(Row::Known(at)) => session.view().stock.all.get(*at).map(Newcomer::of),
            Some(Row::Made(read)) => Some(Newcomer::from((**read).clone())),
            Some(Row::Party(at)) => {
                let party = self.parties.get(*at).cloned();
                return party
                    .map_or(STAY, |party| Then::replace(parties::bring(&session.view(), party)));
            }
            None => None,
        };
        newcomer.map_or(STAY, |newcomer| Then::replace(arrive::ask(&session.view(), newcomer)))
    }
}

/// Summarizes what was read: `Halvard: fighter 1, 9 hp, AC 5, sword, short bow`.
fn summary(read: &Reading) -> String {
    let many =
        if read.count == DiceExpr::flat(1) { String::new() } else { format!("{} × ", read.count) };
    let name = if read.name.is_empty() { "nameless" } else { &*read.name };
    let kind = read.like.iter().filter(|like| **like != read.name).map(ToString::to_string);
    let figures = match &read.block {
        StatBlock::Written(block) => figures(read, block),
        StatBlock::Wounds(body) => body.attacks.iter().map(|line| line.name.to_string()).collect(),
        StatBlock::D20(_) => Vec::new(),
    };
    let said: Vec<String> = kind.chain(figures).collect();
    let colon = if said.is_empty() { "" } else { ": " };
    format!("{many}{name}{colon}{}", said.join(", "))
}

fn figures(read: &Reading, block: &Block) -> Vec<String> {
    let level = block.level.map(|level| format!(" {level}")).unwrap_or_default();
    let classes: Vec<String> = block.class.iter().chain(&read.classes).map(write_name).collect();
    let class = (!classes.is_empty()).then(|| format!("{}{level}", classes.join(" or ")));
    let dice = block.hd.filter(|_| read.like.is_none()).map(|hd| format!("HD {hd}"));
    let hp = block.hp.map(|hp| format!("{hp} hp"));
    let ac = block.ascending.or(block.ac).map(|ac| format!("AC {ac}"));
    let lines = block.attacks.iter().map(|line| line.name.to_string());
    let spells = block.spells.iter().map(|spell| spell.name.to_string());
    [class, dice, hp, ac].into_iter().flatten().chain(lines).chain(spells).collect()
}

impl Layer for Who {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn title(&self, _: &View) -> String {
        "Who comes?".into()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        SIZE
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let rows = self.rows(view);
        self.typed.paint(area, theme, buf);
        let hint = if self.typed.is_empty() {
            wrap(hint(view.about().family), area.width.into())
        } else {
            Vec::new()
        };
        let below = text::cells(hint.len()).min(area.height / 3);
        let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1 + below), ..area };
        rows.menu.paint(list, theme, buf);
        text::put_lines(buf, area, list.bottom(), &hint, theme.dim);
    }

    fn takes(&self, _: char) -> bool {
        true
    }

    fn pasted(&self, text: &str, session: &mut Session) -> Option<Done> {
        review::of_paste(&session.view(), text, review::Aim::Bring).map(Then::replace)
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        self.typed.add(sign, text::MOST_TYPED);
        STAY
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Forward => return self.pick(session),
            Op::Back => return CLOSE,
            _ if self.typed.op(op) => {}
            _ => _ = self.rows(&session.view()).menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        let rows = self.rows.borrow();
        // Text typed since the list was built is taken into account when it is picked.
        let known = rows.of.as_deref() == Some(&*self.typed);
        if op == Op::Forward && known { rows.menu.means() } else { KeyMeaning::Usual }
    }

    fn picked(&self) -> Option<String> {
        self.rows.borrow().menu.item().map(Item::told)
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.rows.get_mut().menu)
    }
}
