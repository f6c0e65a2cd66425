//! Stores what was imported: creatures in the referee's bestiary, characters in a party, fights as saves ready to
//! begin. A record of past imports lets a repeated import update what the earlier one made.

use super::{Combatant, Fight, Format, Found};
use crate::notation;
use crate::rules;
use crate::rules::model::block::d20::Block;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Arrival, Command};
use crate::rules::model::dice::{DiceExpr, Tape};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{SideId, Text};
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::shorthand::printed::{ToldField, told};
use crate::store::{self, Folders, Journal, Member, Party, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Maximum number of combatants of one entry of a fight.
const MOST_OF_A_KIND: i32 = 100;
/// Maximum number of combatants in a fight.
const MOST_IN_A_FIGHT: usize = 500;
/// Maximum length, in characters, of a name that gets a number appended.
const LONGEST_NUMBERED: usize = 32;
/// Highest number appended to a name.
const MOST_NUMBERED: u32 = 9999;
/// File stem of the import record, which lies beside the referee's other data.
const RECORD: &str = "imports";

/// How to resolve a name conflict with an item that the import did not make, or that was edited since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unclear {
    /// Replace the existing item.
    Update,
    /// Store the new item under another name.
    KeepBoth,
    /// Discard the new item.
    LeaveOut,
}

/// What happened to an imported item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Newly created.
    Made,
    /// Replaced the existing item.
    Updated,
    /// Identical to the existing item.
    Unchanged,
    /// Stored under another name beside the existing item.
    KeptBoth,
    /// Discarded.
    LeftOut,
}

impl Outcome {
    /// The outcome in words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Made => "new",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::KeptBoth => "kept beside the existing one",
            Self::LeftOut => "left out",
        }
    }
}

/// An imported item and what happened to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The name it is stored under.
    pub name: String,
    /// What happened to it.
    pub outcome: Outcome,
    /// The file it is stored in.
    pub path: PathBuf,
}

/// Asks how to resolve a conflict with the existing item of this name.
pub type Ask<'a> = &'a mut dyn FnMut(&str) -> Unclear;

/// The record of one item made by an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    format: Text,
    kind: Kind,
    id: Text,
    name: Text,
    /// The checksum of the item as written, to detect later edits, which are not overwritten unasked.
    check: u32,
    /// The figures of a creature that are guesses: field and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    guessed: Vec<(Text, Text)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    Creature,
    Party,
    Fight,
}

/// The record of all imports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Record {
    made: Vec<Made>,
}

/// The guessed figures of imported creatures, by name.
#[derive(Debug, Clone, Default)]
pub struct Guesses(BTreeMap<Text, Vec<(Text, Text)>>);

impl Guesses {
    /// Loads them from the import record; none if it is unreadable.
    pub fn all(folders: &Folders) -> Self {
        let made = record(folders).made.into_iter().filter(|made| made.kind == Kind::Creature);
        Self(made.map(|made| (made.name, made.guessed)).collect())
    }

    /// The figures of a stat block that are still as they were guessed: `Hit Dice 1`. One that the referee has changed
    /// is a guess no longer.
    pub fn of(&self, block: &Block) -> Vec<String> {
        let Some(guessed) = self.0.get(&block.name) else { return Vec::new() };
        let is = |told: &ToldField| {
            guessed.iter().any(|(field, value)| *told.field == **field && *told.value == **value)
        };
        let all = told(block).into_iter().filter(is);
        all.map(|told| format!("{} {}", told.label, told.value).trim().to_string()).collect()
    }
}

/// The import record; an unreadable one is started over.
fn record(folders: &Folders) -> Record {
    let path = folders.parties().with_file_name(format!("{RECORD}.ron"));
    store::page(&path).ok().flatten().unwrap_or_default()
}

/// Stores imported items in the referee's folders.
pub struct Keeper<'a> {
    folders: &'a Folders,
    format: Format,
    record: Record,
    /// How often each id occurred in this import.
    met: BTreeMap<(u8, String), u32>,
}

impl<'a> Keeper<'a> {
    /// Loads the import record.
    pub fn new(folders: &'a Folders, format: Format) -> Self {
        Self { folders, format, record: record(folders), met: BTreeMap::new() }
    }

    /// Writes the import record.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn finish(self) -> Result<(), StoreError> {
        let folder = self.folders.parties();
        let data = folder.parent().unwrap_or(Path::new("."));
        store::write_page(data, RECORD, &self.record).map(|_| ())
    }

    /// Stores a creature, or a single character, in the bestiary.
    ///
    /// # Errors
    /// The existing file of that name is invalid, or the file cannot be written.
    pub fn creature(&mut self, found: &Found, ask: Ask) -> Result<Kept, StoreError> {
        let id = self.id(Kind::Creature, &found.id);
        let made = self.made(Kind::Creature, &id);
        let mut block = found.sheet.block.clone();
        if let Some(made) = &made {
            block.name = made.name.clone();
        }
        let there = store::own(self.folders, &block.name)?;
        let mut outcome = Outcome::Made;
        if let Some(there) = there {
            let untouched = made.is_some_and(|made| check(&there) == made.check);
            outcome = match () {
                () if there == block => Outcome::Unchanged,
                () if untouched => Outcome::Updated,
                () => match ask(&block.name) {
                    Unclear::Update => Outcome::Updated,
                    Unclear::LeaveOut => Outcome::LeftOut,
                    Unclear::KeepBoth => {
                        block.name = self.free(&block.name)?;
                        Outcome::KeptBoth
                    }
                },
            };
        }
        let path = self.folders.bestiary().join(format!("{}.ron", store::slug(&block.name)));
        let name = block.name.clone();
        if outcome != Outcome::LeftOut {
            let sum = check(&block);
            if outcome != Outcome::Unchanged {
                store::write_own(self.folders, &StatBlock::from(block))?;
            }
            self.remember(Kind::Creature, id, &name, sum, guessed(found));
        }
        Ok(Kept { name: name.to_string(), outcome, path })
    }

    /// Stores characters as a party of that name, or merges them into the existing one.
    ///
    /// # Errors
    /// The existing file of that name is invalid, or the file cannot be written.
    pub fn party(&mut self, name: &str, found: &[&Found], ask: Ask) -> Result<Kept, StoreError> {
        let id = self.id(Kind::Party, name);
        let made = self.made(Kind::Party, &id);
        let mut name: Text = made.as_ref().map_or_else(|| name.into(), |made| made.name.clone());
        let path = |name: &str| self.folders.parties().join(format!("{}.ron", store::slug(name)));
        let there: Option<Party> = store::page(&path(&name))?;
        let members: Vec<Member> = found.iter().map(|found| member(found)).collect();
        let fresh =
            Party { name: name.clone(), family: Family::D20, players: None, members: members.clone() };
        let mut outcome = Outcome::Made;
        let mut party = fresh.clone();
        if let Some(there) = there {
            party = merged(&there, members);
            outcome = match () {
                () if party == there => Outcome::Unchanged,
                () if made.is_some_and(|made| check(&there) == made.check) => Outcome::Updated,
                () => match ask(&name) {
                    Unclear::Update => Outcome::Updated,
                    Unclear::LeaveOut => Outcome::LeftOut,
                    Unclear::KeepBoth => {
                        name = numbered(&name, |name| path(name).exists());
                        party = Party { name: name.clone(), ..fresh };
                        Outcome::KeptBoth
                    }
                },
            };
        }
        let path = path(&name);
        if outcome != Outcome::LeftOut {
            if outcome != Outcome::Unchanged {
                party.write(self.folders)?;
            }
            self.remember(Kind::Party, id, &name, check(&party), Vec::new());
        }
        Ok(Kept { name: name.to_string(), outcome, path })
    }

    /// Stores a fight as a save ready to begin. An existing save is never overwritten: it is moved to the archive.
    ///
    /// # Errors
    /// The save cannot be written, or the existing one is open elsewhere.
    pub fn fight(&mut self, fight: &Fight, start: &Encounter, ask: Ask) -> Result<Kept, StoreError> {
        let id = self.id(Kind::Fight, &fight.id);
        let made = self.made(Kind::Fight, &id);
        let mut name: Text =
            made.as_ref().map_or_else(|| fight.name.as_str().into(), |made| made.name.clone());
        let mut path = self.folders.save_path(&name)?;
        let mut outcome = Outcome::Made;
        if path.exists() {
            let there = store::look(&path)?;
            let unplayed = there.chronicle.tree().entries() == 0;
            let same = unplayed && check(there.chronicle.start()) == check(start);
            let untouched =
                unplayed && made.is_some_and(|made| check(there.chronicle.start()) == made.check);
            outcome = match () {
                () if same => Outcome::Unchanged,
                () if untouched => Outcome::Updated,
                () => match ask(&name) {
                    Unclear::Update => Outcome::Updated,
                    Unclear::LeaveOut => Outcome::LeftOut,
                    Unclear::KeepBoth => Outcome::KeptBoth,
                },
            };
            drop(there);
            if outcome == Outcome::Updated {
                self.folders.put_away(&path)?;
            }
            if outcome == Outcome::KeptBoth {
                let saves = self.folders.saves();
                name = numbered(&name, |name| saves.join(format!("{}.ron", store::slug(name))).exists());
                path = self.folders.save_path(&name)?;
            }
        }
        if outcome != Outcome::LeftOut {
            if outcome != Outcome::Unchanged {
                Journal::create(&path, &name, start)?.sync()?;
            }
            self.remember(Kind::Fight, id, &name, check(start), Vec::new());
        }
        Ok(Kept { name: name.to_string(), outcome, path })
    }

    /// Makes an id unique within this import.
    fn id(&mut self, kind: Kind, id: &str) -> String {
        let met = self.met.entry((kind as u8, id.to_string())).or_insert(0);
        *met += 1;
        if *met == 1 { id.to_string() } else { format!("{id}#{met}") }
    }

    fn made(&self, kind: Kind, id: &str) -> Option<Made> {
        let format = self.format.title();
        let is = |made: &&Made| made.kind == kind && &*made.format == format && &*made.id == id;
        self.record.made.iter().find(is).cloned()
    }

    fn remember(&mut self, kind: Kind, id: String, name: &str, check: u32, guessed: Vec<(Text, Text)>) {
        let format: Text = self.format.title().into();
        self.record.made.retain(|made| !(made.kind == kind && made.format == format && *made.id == *id));
        let (id, name) = (id.as_str().into(), name.into());
        self.record.made.push(Made { format, kind, id, name, check, guessed });
    }

    /// Returns an unused creature name: `Bog Lurker (2)`.
    fn free(&self, name: &str) -> Result<Text, StoreError> {
        let folder = self.folders.bestiary();
        Ok(numbered(name, |name| folder.join(format!("{}.ron", store::slug(name))).exists()))
    }
}

/// Appends the first unused number to a name, which is shortened to [`LONGEST_NUMBERED`] so that the number fits.
fn numbered(name: &str, taken: impl Fn(&str) -> bool) -> Text {
    let short: String = name.chars().take(LONGEST_NUMBERED).collect();
    let mut names = (2..=MOST_NUMBERED).map(|n| format!("{} ({n})", short.trim_end()));
    names.find(|name| !taken(name)).unwrap_or(short).as_str().into()
}

/// The checksum of a value in its serialized form.
fn check<T: Serialize>(value: &T) -> u32 {
    crc32fast::hash(notation::line(value).unwrap_or_default().as_bytes())
}

/// The guessed figures of a find: field and value.
fn guessed(found: &Found) -> Vec<(Text, Text)> {
    let all = found.sheet.guessed().into_iter();
    all.map(|(told, _)| (told.field.into(), told.value.as_str().into())).collect()
}

fn member(found: &Found) -> Member {
    let block = StatBlock::from(found.sheet.block.clone());
    Member {
        name: found.sheet.block.name.clone(),
        most: None,
        hp: found.sheet.left,
        temporary: found.sheet.temporary,
        standing: Default::default(),
        spells: None,
        counters: None,
        rank: None,
        block,
    }
}

/// Merges members into a party, replacing those of the same name.
fn merged(there: &Party, members: Vec<Member>) -> Party {
    let mut party = there.clone();
    for member in members {
        match party.members.iter_mut().find(|old| old.name == member.name) {
            Some(old) => *old = Member { rank: old.rank, ..member },
            None => party.members.push(member),
        }
    }
    party
}

/// Builds the encounter of a fight under these rules; also returns what was rolled or left out, one sentence each.
/// Counts given as dice are rolled with `throw`.
pub fn encounter(
    rules: &dyn Ruleset,
    fight: &Fight,
    mut throw: impl FnMut(DiceExpr) -> i32,
) -> (Encounter, Vec<String>) {
    let mut e = Encounter::new(rules.about().id);
    let mut told = Vec::new();
    let mut sides: Vec<&str> = Vec::new();
    let run = |e: &mut Encounter, command: Command| match rules::resolve(
        rules,
        e.clone(),
        &command,
        &mut Tape::new(&[]),
    ) {
        Ok((after, _)) => {
            *e = after;
            None
        }
        Err(_) => Some(command),
    };
    for combatant in &fight.combatants {
        let Combatant { name, count, side, sheet, left } = combatant;
        let at = sides.iter().position(|known| known == side).unwrap_or_else(|| {
            run(&mut e, Command::Side(super::side(side)));
            sides.push(side);
            sides.len() - 1
        });
        let many = if count.count > 0 { throw(*count) } else { count.plus }.clamp(0, MOST_OF_A_KIND);
        if count.count > 0 {
            told.push(format!("{name}: rolled {count}: {many}"));
        }
        let block = Arc::new(store::ready(rules, &StatBlock::from(sheet.block.clone())));
        let first = e.first_name(name, many);
        let most = sheet.block.hp.map_or(i32::MAX, |hp| hp);
        let hp = left.map(|left| left.clamp(*rules.about().hp_left(most).start(), most));
        for _ in 0..many {
            if e.all().count() >= MOST_IN_A_FIGHT {
                told.push(format!("{name}: left out: a fight has at most {MOST_IN_A_FIGHT} combatants"));
                break;
            }
            let side = SideId(u8::try_from(at).unwrap_or(0));
            let arrival = Arrival::new(side, first.clone(), Arc::clone(&block));
            let temporary = sheet.temporary;
            let arrival = Arrival { hp, temporary, sight: super::sight(sheet), ..arrival };
            if run(&mut e, Command::Arrive(arrival)).is_some() {
                told.push(format!("{name}: not possible in these rules"));
                break;
            }
        }
    }
    (e, told)
}

/// The stat blocks with hit points that a file may refer to, by name: members of parties first.
pub fn known_blocks(
    parties: impl Iterator<Item = Party>,
    creatures: impl Iterator<Item = (String, Option<Block>)>,
) -> Vec<(String, Block)> {
    let members = parties.flat_map(|party| party.members);
    let members = members.map(|member| (member.name.to_string(), member.block.written().cloned()));
    members.chain(creatures).filter_map(|(name, block)| Some((name, block?))).collect()
}

/// A lookup of stat blocks by name, ignoring ASCII case.
pub fn known(blocks: &[(String, Block)]) -> impl Fn(&str) -> Option<Block> {
    move |name| {
        blocks.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, block)| block.clone())
    }
}
