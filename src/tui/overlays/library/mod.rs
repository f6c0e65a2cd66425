//! The library: creatures, characters, parties and fights, filtered by typing, with a preview of the entry under the
//! cursor.

mod entries;
pub mod review;

use super::forms::line;
use super::referee::{arrive, parties};
use super::{CLOSE, Done, Layer, Refused, STAY, Then, sheet};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Arrival;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::SideId;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::store;
use crate::tui::fight::files;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{self, Item, Menu};
use crate::tui::kit::row::{Cell, Look, put_wrapped};
use crate::tui::paint::text::{self, put, put_right, width, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::panes::{focus::Focus, roster::Roster};
use crate::tui::screens::start::{self, Opens, RowText};
use crate::tui::session::Session;
use crate::tui::shelf::Shelf;
use crate::tui::stock::{Creature, mustered};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use std::cell::RefCell;

/// The least columns for the preview to be beside the list; otherwise it is below.
const BESIDE: u16 = 70;
/// The lines and columns it would like to have.
const SIZE: (u16, u16) = (40, 112);

/// A list of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// Creatures.
    Creatures,
    /// Characters.
    Characters,
    /// Parties.
    Parties,
    /// Fights.
    Fights,
}

const TABS: [(Tab, &str); 4] = [
    (Tab::Creatures, "Creatures"),
    (Tab::Characters, "Characters"),
    (Tab::Parties, "Parties"),
    (Tab::Fights, "Fights"),
];

/// Filters by origin; the first lets everything through.
const WHOSE: [&str; 3] = ["all", "my own", "built in"];

/// Filters by Hit Dice or level: least, most, label.
const MIGHT: [(u32, u32, &str); 5] = [
    (0, u32::MAX, "any Hit Dice or level"),
    (0, 1, "Hit Dice or level up to 1"),
    (2, 3, "Hit Dice or level 2 to 3"),
    (4, 6, "Hit Dice or level 4 to 6"),
    (7, u32::MAX, "Hit Dice or level 7 and more"),
];

/// The shelf item of an entry: for a creature, the stock and its place there.
#[derive(Debug, Clone, Copy)]
enum Source {
    Creature(usize, usize),
    Party(usize),
    Fight(usize),
}

struct Entry {
    name: String,
    beside: String,
    source: Source,
    /// Why it cannot be used here.
    barred: Option<String>,
}

/// The library.
pub struct Library {
    shelf: Shelf,
    /// Whether there is a fight to bring the entry into.
    in_fight: bool,
    tab: usize,
    whose: usize,
    might: usize,
    rules: Option<RulesetId>,
    entries: Vec<Entry>,
    menu: Menu,
    refused: Option<String>,
    /// The state previewed for the entry under the cursor, built on first use.
    look: RefCell<Option<(usize, Option<Encounter>)>>,
}

/// The families whose creatures are listed: that of the fight's rules, or all.
pub fn families(view: &View, in_fight: bool) -> Vec<Family> {
    if in_fight {
        return vec![view.about().family];
    }
    let mut families: Vec<Family> =
        registry::ALL.iter().map(|id| registry::ruleset(*id).about().family).collect();
    families.sort_unstable();
    families.dedup();
    families
}

/// Opens the library on a list. In a fight, it is limited to the fight's rules.
pub fn open(view: &View, shelf: Shelf, in_fight: bool, tab: Tab) -> Box<dyn Layer> {
    let mut library = Library {
        shelf,
        in_fight,
        tab: TABS.iter().position(|(listed, _)| *listed == tab).unwrap_or(0),
        whose: 0,
        might: 0,
        rules: in_fight.then_some(view.e.ruleset),
        entries: Vec::new(),
        menu: Menu::filtered(Vec::new()),
        refused: None,
        look: RefCell::new(None),
    };
    library.rebuild();
    Box::new(library)
}

impl Library {
    fn tab(&self) -> Tab {
        TABS[self.tab].0
    }

    /// The ruleset in which a creature is previewed: the chosen one, else the first of its family.
    fn rules_for(&self, family: Family) -> &'static dyn Ruleset {
        let of_family =
            || registry::ALL.into_iter().find(|id| registry::ruleset(*id).about().family == family);
        let id = self.rules.or_else(of_family).unwrap_or(registry::ALL[0]);
        registry::ruleset(id)
    }

    /// Rebuilds the list for the tab and the filters.
    fn rebuild(&mut self) {
        self.entries = match self.tab() {
            Tab::Creatures => self.creatures(false),
            Tab::Characters => self.creatures(true),
            Tab::Parties => self.parties(),
            Tab::Fights => self.fights(),
        };
        self.menu.refill(self.entries.iter().map(|entry| Item::new(&*entry.name)).collect());
        self.look.take();
    }

    fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.menu.chosen()?)
    }

    fn creature(&self, source: Source) -> Option<&Creature> {
        match source {
            Source::Creature(of, at) => self.shelf.stocks.get(of)?.all.get(at),
            _ => None,
        }
    }

    fn party(&self, source: Source) -> Option<&store::Party> {
        match source {
            Source::Party(at) => self.shelf.parties.get(at)?.as_ref().ok(),
            _ => None,
        }
    }

    fn pick(&mut self, session: &mut Session) -> Done {
        let Some(entry) = self.entry() else { return STAY };
        if let Source::Fight(at) = entry.source {
            let opens = self.shelf.fights.get(at).map(|line| line.opens.clone());
            return opens.map_or(STAY, |opens| session.open_it(opens, false));
        }
        let why = entry.barred.clone().or_else(|| (!self.in_fight).then(|| NO_FIGHT.into()));
        if let Some(why) = why {
            self.refused = Some(why);
            return STAY;
        }
        if let Some(creature) = self.creature(entry.source) {
            return Then::replace(arrive::how_many(&session.view(), creature));
        }
        let party = self.party(entry.source).cloned();
        party.map_or(STAY, |party| Then::replace(parties::bring(&session.view(), party)))
    }

    fn put_away(&mut self, session: &mut Session) -> Done {
        if let Some(Source::Fight(at)) = self.entry().map(|entry| entry.source)
            && let Some(Opens::Saved(path)) = self.shelf.fights.get(at).map(|line| &line.opens)
        {
            session.put_away(path)?;
            return session.open_library_at(Tab::Fights);
        }
        self.refused = Some("only your own fights can be archived".into());
        STAY
    }

    /// Opens a copy of a creature as a form, to be changed and saved as one's own.
    fn copy(&mut self) -> Done {
        let creature = self.entry().and_then(|entry| self.creature(entry.source));
        let Some(creature) = creature else {
            self.refused = Some("only creatures and characters can be copied".into());
            return STAY;
        };
        let rules = self.rules_for(family_of(&creature.block));
        match sheet::own(rules, &creature.ready(rules), creature.own) {
            Ok(form) => Then::replace(form),
            Err(why) => {
                self.refused = Some(why);
                STAY
            }
        }
    }

    /// The state that previews an entry.
    fn preview_state(&self, entry: &Entry) -> Option<Encounter> {
        match entry.source {
            Source::Creature(..) => {
                let creature = self.creature(entry.source)?;
                let rules = self.rules_for(family_of(&creature.block));
                let side = if creature.own { "my own" } else { "built in" };
                let arrival = Arrival::new(SideId(0), creature.name.as_str(), creature.ready(rules));
                Some(mustered(rules, side, [arrival]))
            }
            Source::Party(_) => {
                let party = self.party(entry.source)?;
                let rules = self.rules_for(party.family);
                Some(mustered(rules, &party.name, party.arrivals(rules, SideId(0))))
            }
            Source::Fight(at) => files::state(&self.shelf.fights.get(at)?.opens),
        }
    }

    fn paint_list(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        self.menu.paint_with(area, theme, buf, |at, _, row, buf| {
            let entry = &self.entries[at];
            let style = if entry.barred.is_some() { theme.dim } else { theme.text };
            let beside = text::cells(width(&entry.beside));
            put(buf, row.x + 2, row.y, row.width.saturating_sub(3 + beside), &entry.name, style);
            put_right(buf, row.right() - beside, row.y, beside, &entry.beside, theme.dim);
        });
        if self.entries.is_empty() && self.menu.typed_so_far().is_empty() {
            let none = if self.tab() == Tab::Parties { NO_PARTY } else { list::NOTHING };
            text::put_lines(buf, area, area.y + 1, &wrap(none, area.width.into()), theme.dim);
        }
    }

    /// What is said about an entry above its preview.
    fn told(&self, entry: &Entry) -> Vec<Cell> {
        if let Some(why) = &entry.barred {
            return vec![(why.clone(), FAULT)];
        }
        let mut told: Vec<Cell> = Vec::new();
        let own = self.creature(entry.source).filter(|creature| creature.own);
        if let Some(block) = own.and_then(|creature| creature.block.written()) {
            let guessed = self.shelf.guesses.of(block);
            if !guessed.is_empty() {
                told.push((format!("guessed on import: {}", guessed.join(", ")), FAULT));
            }
        }
        if let Some(party) = self.party(entry.source) {
            let stays = party.members.iter().filter(|member| !member.comes());
            let stays: Vec<&str> = stays.map(|member| &*member.name).collect();
            if !stays.is_empty() {
                told.push((format!("not coming: {}", stays.join(", ")), |theme| theme.dim));
            }
            let corrected = party.corrected(self.rules_for(party.family));
            told.extend(corrected.into_iter().map(|corrected| (corrected, FAULT)));
        }
        if let Source::Fight(at) = entry.source
            && let Some(line) = self.shelf.fights.get(at)
        {
            let RowText { state, played, about, .. } = line.told();
            let when = if played.is_empty() { state.clone() } else { format!("{state} · {played}") };
            told.push((when, |theme| theme.text));
            told.push((about.clone(), |theme| theme.dim));
        }
        told
    }

    fn paint_preview(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let Some(entry) = self.entry() else { return };
        let y = put_wrapped(buf, &self.told(entry), area, view.theme);
        if entry.barred.is_some() {
            return;
        }
        let mut look = self.look.borrow_mut();
        let key = self.menu.chosen();
        if look.as_ref().is_none_or(|(of, _)| Some(*of) != key) {
            *look = key.map(|key| (key, self.preview_state(entry)));
        }
        let Some((_, Some(e))) = &*look else { return };
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        let paint = |view: View, buf: &mut Buffer| match entry.source {
            Source::Creature(..) => Focus(view).render(rest, buf),
            _ => Roster { view, beside: false }.render(rest, buf),
        };
        start::put_state(view, e, matches!(entry.source, Source::Creature(..)), paint, buf);
    }
}

const FAULT: Look = |theme| theme.fault;

/// Shown when there is no party.
const NO_PARTY: &str = "No party saved yet: p saves a side of a fight as one";

/// The reason why nothing can be brought in from the start screen.
const NO_FIGHT: &str = "no fight to bring it into: n builds one, then L";

fn family_of(block: &StatBlock) -> Family {
    if matches!(block, StatBlock::Wounds(_)) { Family::Wounds } else { Family::D20 }
}

impl Layer for Library {
    fn scope(&self) -> Scope {
        Scope::Library
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        match self.rules {
            Some(id) => format!("Library · {}", id.title()),
            None => "Library · all rules".into(),
        }
    }

    fn size(&self, _: &View) -> (u16, u16) {
        SIZE
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let mut x = area.x;
        for (at, (_, name)) in TABS.iter().enumerate() {
            let text = if at == self.tab { format!("[{name}]") } else { format!(" {name} ") };
            let style = if at == self.tab { theme.lit } else { theme.frame };
            x = put(buf, x, area.y, area.right().saturating_sub(x), &text, style);
        }
        let filters = match self.tab() {
            Tab::Creatures | Tab::Characters => vec![WHOSE[self.whose], MIGHT[self.might].2],
            Tab::Fights => vec![WHOSE[self.whose]],
            Tab::Parties => Vec::new(),
        };
        let below = self.refused.as_ref().or(self.shelf.faults.first());
        let below: Vec<String> = below.map_or_else(Vec::new, |text| wrap(text, area.width.into()));
        let foot = text::cells(below.len()).min(3);
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(2 + foot), ..area };
        let with_filter = |list: Rect| Rect { y: list.y - 1, height: list.height + 1, ..list };
        text::put_lines(buf, area, body.bottom(), &below, theme.fault);
        let [list, preview] = list::beside(body, BESIDE, 44, (body.height / 2, 0));
        self.paint_list(view, with_filter(list), buf);
        self.paint_preview(view, preview, buf);
        let typed = text::cells(width(self.menu.typed_so_far()));
        let x = area.x.saturating_add(typed).saturating_add(4).min(area.right());
        put_right(buf, x, area.y + 1, area.right() - x, &filters.join(" · "), theme.dim);
    }

    fn takes(&self, _: char) -> bool {
        true
    }

    fn pasted(&self, text: &str, session: &mut Session) -> Option<Done> {
        review::of_paste(&session.view(), text, review::Aim::Keep).map(Then::push)
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        self.refused = None;
        self.menu.typed(sign);
        STAY
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        self.refused = None;
        match op {
            Op::Forward => return self.pick(session),
            Op::Back => return CLOSE,
            Op::Copy => return self.copy(),
            Op::Import => return Then::push(line::open()),
            Op::PutAway => return self.put_away(session),
            Op::Left | Op::Right | Op::NextPane => {
                let by = if op == Op::Left { TABS.len() - 1 } else { 1 };
                self.tab = (self.tab + by) % TABS.len();
                self.rebuild();
            }
            Op::Whose => {
                self.whose = (self.whose + 1) % WHOSE.len();
                self.rebuild();
            }
            Op::Might => {
                self.might = (self.might + 1) % MIGHT.len();
                self.rebuild();
            }
            Op::Rules if !self.in_fight => {
                let at = self.rules.and_then(|id| registry::ALL.iter().position(|known| *known == id));
                self.rules = registry::ALL.get(at.map_or(0, |at| at + 1)).copied();
                self.rebuild();
            }
            _ => _ = self.menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.tab()) {
            (Op::Forward, Tab::Fights) => KeyMeaning::This("open it".into()),
            (Op::Forward, _) if !self.in_fight => KeyMeaning::Hidden,
            (Op::Rules, _) if self.in_fight => KeyMeaning::Hidden,
            (Op::Rules, Tab::Parties | Tab::Fights) => KeyMeaning::Hidden,
            (Op::Copy | Op::Might, Tab::Parties | Tab::Fights) => KeyMeaning::Hidden,
            (Op::Whose, Tab::Parties) => KeyMeaning::Hidden,
            _ => KeyMeaning::Usual,
        }
    }

    fn refused(&mut self, refused: &Refused) {
        self.refused = Some(refused.why.clone());
    }
}
