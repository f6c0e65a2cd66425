//! The rows of the start screen: the referee's own fights, what begins a new one, and the samples.

use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::SideId;
use crate::rules::registry::{self, ALL};
use crate::rules::text::words;
use crate::store::{self, BUILT_IN, Folders, Head, Party, READY, SHOWN, WHO, shows, titled};
use crate::tui::fight::files::UNNAMED;
use crate::tui::paint::when;
use crate::tui::table::folds;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What a row of the start screen opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opens {
    /// A saved fight of the referee's.
    Saved(PathBuf),
    /// An archived fight of the referee's.
    Archived(PathBuf),
    /// The fights that are not shown: shows them.
    Older,
    /// A new fight.
    New,
    /// A file, whose path is asked for.
    File,
    /// The library.
    Library,
    /// A built-in sample, by its index in the list.
    Ready(usize),
    /// The samples that are not shown: shows them.
    Samples,
}

impl Opens {
    /// Whether it is a fight.
    pub fn is_fight(&self) -> bool {
        matches!(self, Self::Ready(_) | Self::Saved(_) | Self::Archived(_))
    }
}

/// The texts of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowText {
    /// What it opens: for a fight, its name.
    pub name: String,
    /// Who fights whom, beside the name; empty if that is the name.
    pub whom: String,
    /// How far the fight has got.
    pub state: String,
    /// When it was last played.
    pub played: String,
    /// What it is, in a sentence.
    pub about: String,
}

impl RowText {
    /// Its name, and who fights whom.
    pub fn title(&self) -> String {
        if self.whom.is_empty() { self.name.clone() } else { format!("{} · {}", self.name, self.whom) }
    }
}

/// A row of the start screen.
#[derive(Debug, Clone)]
pub struct StartRow {
    /// What it opens.
    pub opens: Opens,
    /// When it was last played.
    played: Option<SystemTime>,
    /// Its texts and the state of its fight, read from its file when the row first comes into view.
    seen: OnceCell<(RowText, Option<Box<Encounter>>)>,
}

impl StartRow {
    /// A row with these texts.
    pub fn new(told: RowText, opens: Opens) -> Self {
        Self { opens, played: None, seen: OnceCell::from((told, None)) }
    }

    /// The row of a fight in a file.
    pub fn kept(opens: Opens, played: SystemTime) -> Self {
        Self { opens, played: Some(played), seen: OnceCell::new() }
    }

    /// The same row with the state of its fight.
    pub fn at(mut self, e: Encounter) -> Self {
        if let Some(seen) = self.seen.get_mut() {
            seen.1 = Some(Box::new(e));
        }
        self
    }

    fn seen(&self) -> &(RowText, Option<Box<Encounter>>) {
        self.seen.get_or_init(|| {
            let played = self.played.and_then(when::said).unwrap_or_default();
            match &self.opens {
                Opens::Saved(path) => read(path, played),
                Opens::Archived(path) => {
                    let (told, state) = read(path, played);
                    (RowText { state: "archived".into(), ..told }, state)
                }
                _ => Default::default(),
            }
        })
    }

    /// Its texts.
    pub fn told(&self) -> &RowText {
        &self.seen().0
    }

    /// The state of its fight; `None` if it is none of the referee's, or cannot be read.
    pub fn state(&self) -> Option<&Encounter> {
        self.seen().1.as_deref()
    }

    /// What tells it from another fight of the same name: the number in its file's name, else that name.
    pub fn number(&self) -> Option<String> {
        let (Opens::Saved(path) | Opens::Archived(path)) = &self.opens else { return None };
        let stem = path.file_stem()?.to_string_lossy();
        let number = stem.split('-').next().and_then(|digits| digits.parse::<u32>().ok());
        Some(number.map_or_else(|| stem.to_string(), |number| number.to_string()))
    }
}

/// The texts and the state of a fight in a file. One that cannot be read stays listed, marked as damaged.
fn read(path: &Path, played: String) -> (RowText, Option<Box<Encounter>>) {
    let opened = match store::glance(path) {
        Ok(opened) => opened,
        Err(fault) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let told =
                RowText { name: format!("! {name}"), state: "damaged".into(), ..RowText::default() };
            return (RowText { played, about: fault.to_string(), ..told }, None);
        }
    };
    let (e, title) = (opened.chronicle.now(), opened.journal.title());
    let whom = whom(e);
    let (name, whom) =
        if **title == *UNNAMED { (whom, String::new()) } else { (title.to_string(), whom) };
    let damaged = opened.damage.is_some() || store::seems_damaged(path);
    let name = if damaged { format!("! {name}") } else { name };
    let state = match e.stage {
        _ if damaged => "damaged".into(),
        _ if store::is_open(path) => "open in another window".into(),
        _ => state(e),
    };
    let about = if damaged { "Part of it cannot be read." } else { e.ruleset.title() };
    let told = RowText { name, whom, state, played, about: about.into() };
    (told, Some(Box::new(e.clone())))
}

/// Who fights whom: `Iron Lanterns v Goblins, Ogre`.
pub fn whom(e: &Encounter) -> String {
    let sides: Vec<String> = e.side_ids().map(|side| folds::told(e, side)).collect();
    if sides.is_empty() { "nobody yet".into() } else { sides.join(" v ") }
}

/// How far a fight has got: `round 3`, `won by Heroes`.
pub fn state(e: &Encounter) -> String {
    match (e.stage, e.round) {
        (Stage::Setup, _) => "being built".into(),
        (Stage::Over, _) => won_by(e).map_or("over".into(), |side| format!("won by {side}")),
        (_, 0) => "before round 1".into(),
        (_, round) => format!("round {round}"),
    }
}

/// The only side with anybody left to fight.
fn won_by(e: &Encounter) -> Option<&str> {
    let rules = registry::of(e);
    let fights = |side: &SideId| e.all().any(|c| c.side == *side && rules.fights(e, c));
    let mut left = e.side_ids().filter(fights);
    left.next().filter(|_| left.next().is_none()).map(|side| words::side(e, side))
}

/// The sides that a new fight begins with: those of the players, else the first with a character; each as a party.
pub fn parties(e: &Encounter) -> Vec<Party> {
    let party = |side: SideId| Party::of(e, side, words::side(e, side));
    let said: Vec<Party> = e.side_ids().filter(|side| e.is_players(*side)).map(party).collect();
    if said.is_empty() {
        e.side_ids().map(party).find(Party::is_players).into_iter().collect()
    } else {
        said
    }
}

/// The referee's own fights: the running one first, then the last played, then the archived.
pub fn own(folders: &Folders) -> Vec<StartRow> {
    let running = folders.running();
    let mut saved = folders.played();
    saved.sort_by_key(|(path, _)| running.as_ref() != Some(path));
    let saved = saved.into_iter().map(|(path, played)| StartRow::kept(Opens::Saved(path), played));
    let archived = folders.archived().into_iter();
    saved.chain(archived.map(|(path, played)| StartRow::kept(Opens::Archived(path), played))).collect()
}

/// The rows that begin something. What a new fight begins with is said by the screen.
pub fn begin(folders: Option<&Folders>) -> [StartRow; 3] {
    let row = |name: &str, whom: String, about: &str, opens| {
        StartRow::new(
            RowText { name: name.into(), whom, about: about.into(), ..RowText::default() },
            opens,
        )
    };
    let of_your_own = folders.is_some_and(|folders| Folders::count(&folders.bestiary()) > 0);
    let yours = if of_your_own { " and your own" } else { "" };
    let (creatures, characters) = BUILT_IN;
    let mut stock = vec![format!("{creatures} creatures, {characters} characters{yours}")];
    match folders.map_or(0, |folders| Folders::count(&folders.parties())) {
        0 => {}
        1 => stock.push("1 party".into()),
        many => stock.push(format!("{many} parties")),
    }
    [
        row(
            "new fight",
            String::new(),
            "Your party is in it; say who else comes, and Enter begins.",
            Opens::New,
        ),
        row(
            "paste or import",
            "a stat block, a file, a party".into(),
            "A saved fight, or what another program has written: creatures, a party, an encounter.",
            Opens::File,
        ),
        row(
            "library",
            stock.join(", "),
            "To look at, to copy and change, and to bring into a fight.",
            Opens::Library,
        ),
    ]
}

/// The samples by ruleset, each with what it shows. Who is in them is known without reading them.
pub fn samples() -> Vec<StartRow> {
    let heads = READY.iter().enumerate().filter_map(|(at, text)| Some((at, titled(text)?)));
    let mut heads: Vec<(usize, Head)> = heads.collect();
    heads.sort_by_key(|(_, head)| ALL.iter().position(|id| *id == head.ruleset));
    let row = |(at, head): (usize, Head)| {
        let about = format!("{} {}.", shows(READY[at]), WHO[at]);
        let (name, state) = (SHOWN[at].into(), head.ruleset.title().into());
        StartRow::new(
            RowText { name, whom: head.title.to_string(), state, about, played: String::new() },
            Opens::Ready(at),
        )
    };
    heads.into_iter().map(row).collect()
}
