//! The stat block of a foreign source under construction: values, guesses and notes.

use super::armour_class::{self, ArmourClass, BOTH_WAYS, Base};
use super::attacks::{self, Routine};
use super::classes::{self, ClassAndLevel};
use super::cursor::Cursor;
use super::head;
use super::hit_dice;
use super::movement::{self, Pace};
use super::saves;
use super::told::{ToldField, told};
use crate::notation;
use crate::rules::model::block::d20::{
    Ability, Appearing, Attack, Block, CreatureKind, Damage, HitDice, Immunity, Rating, Tag, Trait,
};
use crate::rules::model::block::schema::Figure;
use crate::rules::model::dice::DiceExpr;
use serde::Serialize;

/// Maximum length of the notes of a stat block, in characters.
const MOST_NOTES: usize = 600;
/// Maximum length of a single note, in characters.
const MOST_OF_ONE: usize = 2000;
/// Maximum number of notes.
const MOST_KEPT: usize = 200;
/// Average hit points of a Hit Die, in halves.
const HALVES_A_DIE: i32 = 9;
/// Why a value is a guess if the source has none.
const NONE_GIVEN: &str = "none given";
/// Fields that say what a creature can do, besides its name and descriptions.
const FIGURES: [&str; 16] = [
    "class",
    "level",
    "hd",
    "hp",
    "ac",
    "ascending",
    "protection",
    "thac0",
    "attack_bonus",
    "attacks",
    "movement",
    "saves",
    "save_as",
    "morale",
    "spells",
    "abilities",
];
/// The name of a creature without one.
pub const NAMELESS: &str = "Unnamed creature";

/// A value that is a guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Guess {
    /// The field, by its name in a stat block: `hd`.
    pub field: &'static str,
    /// The reason or source.
    pub why: String,
}

/// Text that has no field in a stat block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Where it is in the source: a label, or the path of a field.
    pub path: String,
    /// The text as written.
    pub value: String,
}

/// The tables that the values of a source are compared with, to drop what these imply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// Those of a ruleset with descending armour class.
    Downward,
    /// Those of a ruleset with ascending armour class.
    Upward,
    /// None: keep all values.
    None,
}

/// A creature or character as given by a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The stat block, which every ruleset with hit points accepts once it is [finished](Self::finish).
    pub block: Block,
    /// How many there are, if given.
    pub count: Option<DiceExpr>,
    /// The hit points of each, if listed one by one.
    pub each: Vec<i32>,
    /// Current hit points, if below the maximum.
    pub left: Option<i32>,
    /// Whether the source hides it from the players.
    pub hidden: bool,
    /// Temporary hit points.
    pub temporary: i32,
    /// The values that are guesses.
    pub guesses: Vec<Guess>,
    /// The notes.
    pub notes: Vec<Note>,
    /// The tables of the source.
    pub tables: Tables,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            block: Block::default(),
            count: None,
            each: Vec::new(),
            left: None,
            hidden: false,
            temporary: 0,
            guesses: Vec::new(),
            notes: Vec::new(),
            tables: Tables::Downward,
        }
    }
}

impl Sheet {
    /// Creates an empty sheet with this name.
    pub fn named(name: &str) -> Self {
        let mut sheet = Self::default();
        sheet.block.name = head::tidy(name).as_str().into();
        sheet
    }

    /// Marks a field as a guess.
    pub fn guess(&mut self, field: &'static str, why: impl Into<String>) {
        self.guesses.push(Guess { field, why: why.into() });
    }

    /// Adds a note, unless it is empty or a duplicate.
    pub fn note(&mut self, path: &str, value: &str) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if value.is_empty() || self.notes.len() >= MOST_KEPT {
            return;
        }
        let cut = value.chars().nth(MOST_OF_ONE).is_some();
        let mut kept: String =
            value.chars().filter(|sign| !sign.is_control()).take(MOST_OF_ONE).collect();
        kept.push_str(if cut { "..." } else { "" });
        let note = Note { path: path.into(), value: kept };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Sets count, name and class from the head of a block.
    pub fn head(&mut self, text: &str) {
        let found = head::read(text);
        self.block.name = found.name.as_str().into();
        self.count = found.count;
        if let Some(classed) = found.classed {
            self.classed(classed, text);
        }
        for note in found.notes {
            self.note("text", &note);
        }
    }

    /// Sets the class from its name, or the nearest known class, or else adds a note.
    pub fn class(&mut self, path: &str, written: &str) {
        let Some((found, guessed)) = classes::class(written) else { return self.note(path, written) };
        self.block.class = Some(found);
        if guessed {
            self.guess("class", format!("the nearest to \"{written}\""));
        }
    }

    /// Sets class and level; a monster thereby becomes a retainer or the like.
    pub fn classed(&mut self, found: ClassAndLevel, written: &str) {
        if self.block.kind == CreatureKind::Monster {
            self.block.kind = CreatureKind::Npc;
        }
        self.block.class = found.class;
        self.block.level = found.level.or(self.block.level);
        if found.guessed {
            self.guess("class", format!("the nearest to \"{}\"", written.trim()));
            self.note("class", written);
        }
    }

    /// Sets the armour class, which is ascending if `up`.
    pub fn armour_class(&mut self, path: &str, text: &str, up: bool, base: Base) {
        let Some(found) = armour_class::read(text, up, base) else {
            self.note(path, text);
            return;
        };
        let ArmourClass { descending, ascending, guessed, rest } = found;
        (self.block.ac, self.block.ascending) = (Some(descending), ascending);
        if let Some(why) = guessed {
            self.guess("ac", format!("{}: {why}", text.trim()));
        }
        self.note(path, &rest);
    }

    /// Sets the Hit Dice.
    pub fn hit_dice(&mut self, path: &str, text: &str) {
        let found = hit_dice::read(text);
        self.block.hd = found.hd;
        self.block.hp = self.block.hp.or(found.hp);
        if let Some(bonus) = found.bonus {
            self.block.attack_bonus = Some(bonus);
        }
        if let Some(classed) = found.classed {
            self.classed(classed, text);
            self.block.hd = None;
        }
        if let Some(why) = found.guessed {
            self.guess("hd", why);
        }
        self.note(path, &found.rest);
    }

    /// Sets the hit points: `15`, `9 each`, `12/18` (current and maximum), `4, 8, 2×6`.
    pub fn hit_points(&mut self, path: &str, text: &str) {
        let mut cursor = Cursor(text);
        let mut all = Vec::new();
        while let Some(figure) = cursor.int() {
            let mut next = cursor;
            let times = next.eat("×").then(|| next.int()).flatten();
            match times {
                Some(points) => {
                    all.extend(std::iter::repeat_n(
                        points,
                        usize::try_from(figure.clamp(0, 100)).unwrap_or(0),
                    ));
                    cursor = next;
                }
                None => all.push(figure),
            }
            let mut parted = cursor;
            if all.len() == 1 && parted.eat("/") {
                if let Some(most) = parted.int() {
                    self.left = Some(figure).filter(|left| *left != most);
                    (all[0], cursor) = (most, parted);
                }
                break;
            }
            let _ = cursor.eat(",");
            if all.len() >= 100 {
                break;
            }
        }
        let Some(first) = all.first().copied() else {
            self.note(path, text);
            return;
        };
        self.block.hp = Some(first);
        if all.len() > 1 {
            self.count = i32::try_from(all.len()).ok().map(DiceExpr::flat);
            self.each = all;
        }
        let _ = cursor.eat_word("each") || cursor.eat_word("hp");
        self.note(path, cursor.rest().trim_matches(['(', ')', ' ']));
    }

    /// Adds attacks, with their damage if listed separately.
    pub fn attacks(&mut self, path: &str, text: &str, damage: Option<&str>) {
        let routine = attacks::read(text, damage);
        self.routine(path, routine);
    }

    /// Adds the attacks of a routine.
    pub fn routine(&mut self, path: &str, routine: Routine) {
        self.block.attacks.extend(routine.lines);
        routine.guessed.into_iter().for_each(|why| self.guess("attacks", why));
        routine.notes.iter().for_each(|note| self.note(path, note));
    }

    /// Adds a character's weapons; those without dice use the ruleset's weapon table.
    pub fn weapons(&mut self, path: &str, text: &str) {
        let mut routine = attacks::read(text, None);
        routine.guessed.clear();
        for line in &mut routine.lines {
            if line.damage == Some(Damage::Nothing) {
                line.damage = Some(Damage::Weapon(None));
            }
        }
        self.routine(path, routine);
    }

    /// Sets the THAC0, ignoring an attack bonus in brackets after it.
    pub fn thac0(&mut self, path: &str, text: &str) {
        let mut cursor = Cursor(text);
        let Some(figure) = cursor.int() else {
            self.note(path, text);
            return;
        };
        let mut behind = cursor;
        if behind.bracket().is_some_and(|inner| Cursor(inner).int().is_some()) {
            cursor = behind;
        }
        self.block.thac0 = Some(figure);
        self.remainder(path, cursor.rest());
    }

    /// Sets the attack bonus.
    pub fn bonus(&mut self, path: &str, text: &str) {
        let mut cursor = Cursor(text);
        match cursor.int() {
            Some(bonus) if self.tables == Tables::Upward => self.block.attack_bonus = Some(bonus),
            Some(bonus) => self.block.thac0 = BOTH_WAYS.checked_sub(bonus),
            None => {}
        }
        self.note(path, cursor.rest());
    }

    /// Reads the text after a value as ability scores, or else adds a note.
    fn remainder(&mut self, path: &str, text: &str) {
        let text = text.trim_matches([';', ',', '.', ' ']);
        match scores(text).filter(|_| self.block.is_character() || self.block.class.is_some()) {
            Some(all) => all.into_iter().for_each(|(which, score)| self.score(which, score)),
            None => self.note(path, text),
        }
    }

    /// Sets an ability score, clamped to 3 to 18.
    pub fn score(&mut self, which: Ability, score: i32) {
        let Some(score) = u8::try_from(score.clamp(3, 18)).ok().filter(|_| score > 0) else { return };
        let rating = Some(Rating::Score(score));
        let all = &mut self.block.abilities;
        match which {
            Ability::Str => all.str = rating,
            Ability::Int => all.int = rating,
            Ability::Wis => all.wis = rating,
            Ability::Dex => all.dex = rating,
            Ability::Con => all.con = rating,
            Ability::Cha => all.cha = rating,
        }
    }

    /// Sets the movement rate.
    pub fn movement(&mut self, path: &str, text: &str, pace: Pace) {
        let found = movement::read(text, pace);
        if found.base.is_none() && !text.contains(|sign: char| sign.is_ascii_digit()) {
            self.note(path, text);
            return;
        }
        self.block.movement = found;
    }

    /// Sets the saving throws.
    pub fn saves(&mut self, path: &str, text: &str) {
        let found = saves::read(text);
        self.block.saves = found.five;
        self.block.save_as = found.save_as;
        if let Some(class) = found.by_hit_dice {
            let level = self.block.hd.map_or(1, |hd| hd.whole.max(1));
            self.block.save_as = Some((Some(class), level));
        }
        self.block.save_bonus = found.bonus.map(|bonus| [bonus; 5]);
        if let Some(why) = found.guessed {
            self.guess("save_as", why);
        }
        self.note(path, &found.rest);
    }

    /// Sets a figure that is a plain number; one out of its bounds is a note.
    pub fn figure(&mut self, figure: &Figure<Block>, path: &str, text: &str) {
        let mut cursor = Cursor(text);
        let (least, most) = figure.bounds;
        let n = cursor.int().filter(|n| (least..=most).contains(n));
        if n.is_some() && (figure.set)(&mut self.block, n) {
            self.remainder(path, cursor.rest().trim_matches(['(', ')', ' ']));
        } else {
            self.note(path, text);
        }
    }

    /// Sets the morale.
    pub fn morale(&mut self, path: &str, text: &str) {
        if let Some(figure) = Block::labelled("morale") {
            self.figure(figure, path, text);
        }
    }

    /// Sets the number appearing: `1d3 (2d4)`, `1d3, Wild 2d4, Lair 3d6`.
    pub fn appearing(&mut self, path: &str, text: &str) {
        let mut cursor = Cursor(text);
        let first = cursor.amount();
        let mut wild = None;
        let mut behind = cursor;
        if let Some(inner) = behind.bracket() {
            wild = Cursor(inner).amount();
            cursor = behind;
        }
        for word in ["wild", "lair"] {
            if let Some(at) = text.to_ascii_lowercase().find(word).filter(|_| wild.is_none()) {
                wild = text.get(at + word.len()..).and_then(|rest| Cursor(rest).amount());
            }
        }
        let some = |dice: &DiceExpr| *dice != DiceExpr::flat(0);
        let (first, wild) = (first.filter(some), wild.filter(some));
        match first.or(wild) {
            Some(either) => {
                let (dungeon, wild) = (first.unwrap_or(either), wild.unwrap_or(either));
                self.block.appearing = Some(Appearing { dungeon, wild });
                if cursor.rest().starts_with('×') {
                    self.note(path, text);
                }
            }
            None => self.note(path, text),
        }
    }

    /// Sets what alone can harm it if the text says so, marked as a guess.
    pub fn proof(&mut self, text: &str) {
        let low = text.to_lowercase();
        let only = [
            "harmed only by",
            "hit only by",
            "only harmed by",
            "only hit by",
            "affected only by",
            "only be harmed by",
            "only be hit by",
            "only be affected by",
            "nonmagical",
            "immune to normal weapons",
        ];
        if self.block.immune.is_some() || !only.iter().any(|words| low.contains(words)) {
            return;
        }
        let silver = low.contains("silver") && !low.contains("nonmagical");
        let magic = low.contains("magic") || low.contains("normal weapons") || low.contains("enchanted");
        let tags: Vec<Tag> = [(silver, Tag::SILVER), (magic, Tag::MAGIC)]
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, tag)| *tag)
            .collect();
        if !tags.is_empty() {
            self.block.immune = Some(Immunity::AllBut(tags));
            self.guess("immune", text.trim().chars().take(100).collect::<String>());
        }
    }

    /// Adds a trait.
    pub fn has(&mut self, one: Trait) {
        if !self.block.is(one) {
            self.block.traits.push(one);
        }
    }

    /// Completes the block so that every ruleset with hit points accepts it: guesses missing values, drops those the
    /// tables imply, and turns those out of range into notes.
    pub fn finish(mut self) -> Self {
        if self.block.name.trim().is_empty() {
            self.block.name = NAMELESS.into();
            self.guess("name", NONE_GIVEN);
        }
        super::admission::bring_within(&mut self);
        if self.block.hd.is_none() && !(self.block.level.is_some() && self.block.hp.is_some()) {
            let dice = match (self.block.level.filter(|level| *level > 0), self.block.hp) {
                (Some(level), _) => level,
                (None, Some(hp)) => {
                    u8::try_from((hp.saturating_mul(2) / HALVES_A_DIE).clamp(1, 99)).unwrap_or(1)
                }
                (None, None) => 1,
            };
            self.block.hd = Some(HitDice::whole(dice));
            self.guess("hd", if self.block.hp.is_some() { "from the hit points" } else { NONE_GIVEN });
        }
        self.block.attacks.retain(|line: &Attack| !line.name.trim().is_empty());
        super::admission::fit(&mut self);
        let all = told(&self.block);
        self.guesses
            .retain(|guess| guess.field == "name" || all.iter().any(|told| told.field == guess.field));
        self.block.notes = self.line_of_notes().as_str().into();
        self
    }

    /// Whether a field is a guess.
    pub fn is_guessed(&self, field: &str) -> bool {
        self.guesses.iter().any(|guess| guess.field == field)
    }

    /// Whether the source has no name for it.
    pub fn is_nameless(&self) -> bool {
        self.guesses.iter().any(|guess| guess.field == "name" && guess.why == NONE_GIVEN)
    }

    /// Names it after what it was found in.
    pub fn name_after(&mut self, name: &str, why: &str) {
        self.block.name = head::tidy(name).as_str().into();
        self.guesses.retain(|guess| guess.field != "name");
        self.guess("name", why);
    }

    /// Whether it has any figure that was not made up for want of one.
    pub fn has_figures(&self) -> bool {
        let made_up = |told: &ToldField| {
            self.guesses.iter().any(|guess| guess.field == told.field && guess.why == NONE_GIVEN)
        };
        told(&self.block).iter().any(|told| FIGURES.contains(&told.field) && !made_up(told))
    }

    /// Joins the notes into one line of limited length.
    fn line_of_notes(&self) -> String {
        let one = |note: &Note| match &*note.path {
            "" | "text" => note.value.clone(),
            path => format!("{path}: {}", note.value),
        };
        let text = self.notes.iter().map(one).collect::<Vec<_>>().join("; ");
        match text.char_indices().nth(MOST_NOTES) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    /// Returns the values that were read rather than guessed.
    pub fn read(&self) -> Vec<ToldField> {
        let is_guess = |told: &ToldField| self.guesses.iter().any(|guess| guess.field == told.field);
        told(&self.block).into_iter().filter(|told| !is_guess(told)).collect()
    }

    /// Returns the guessed values, each with the reason.
    pub fn guessed(&self) -> Vec<(ToldField, String)> {
        let mut all = told(&self.block);
        all.push(ToldField { field: "name", label: "name", value: self.block.name.to_string() });
        let one = |told: ToldField| {
            let whys: Vec<&str> = self
                .guesses
                .iter()
                .filter(|guess| guess.field == told.field)
                .map(|guess| &*guess.why)
                .collect();
            (!whys.is_empty()).then(|| (told, whys.join("; ")))
        };
        all.into_iter().filter_map(one).collect()
    }
}

/// Returns the fields of a block in serialized form, as pairs of name and value.
pub fn fields(block: &Block) -> Vec<(String, String)> {
    let Ok(line) = notation::line(block) else { return Vec::new() };
    let inner = line.trim().trim_start_matches('(').trim_end_matches(')');
    let mut fields = Vec::new();
    let (mut from, mut depth, mut quoted, mut escaped) = (0, 0_i32, false, false);
    for (at, sign) in inner.char_indices().chain([(inner.len(), ',')]) {
        match sign {
            '"' if !escaped => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                if let Some((field, value)) = inner[from..at].split_once(':') {
                    fields.push((field.trim().to_string(), value.trim().to_string()));
                }
                from = (at + 1).min(inner.len());
            }
            _ => {}
        }
        escaped = sign == '\\' && !escaped;
    }
    fields
}

/// Parses ability scores by letter: `S10, I16, W11, D14, Cn9, Ch12`. At least three, and nothing else.
fn scores(text: &str) -> Option<Vec<(Ability, i32)>> {
    let mut all = Vec::new();
    for word in text.split([',', ' ', ';']).filter(|word| !word.is_empty()) {
        let at = word.find(|sign: char| sign.is_ascii_digit())?;
        let which = ability(&word[..at])?;
        all.push((which, word[at..].trim_end_matches('.').parse().ok()?));
    }
    (all.len() >= 3).then_some(all)
}

/// Returns the ability that an abbreviation or name means.
pub fn ability(letters: &str) -> Option<Ability> {
    let called: [(Ability, &[&str]); 6] = [
        (Ability::Str, &["s", "st", "str", "strength"]),
        (Ability::Int, &["i", "in", "int", "intelligence"]),
        (Ability::Wis, &["w", "wi", "wis", "wisdom"]),
        (Ability::Dex, &["d", "dx", "de", "dex", "dexterity"]),
        (Ability::Con, &["c", "cn", "co", "con", "constitution"]),
        (Ability::Cha, &["ch", "cha", "chr", "charisma"]),
    ];
    let letters = letters.trim().to_lowercase();
    called.iter().find(|(_, names)| names.contains(&&*letters)).map(|(which, _)| *which)
}
