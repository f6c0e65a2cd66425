//! Party tables: CSV with any separator, or Markdown.

use super::field::MOST_TEMPORARY;
use super::{Format, Found, Haul, Known, MOST_RECORDS};
use crate::rules::model::block::d20::{Ability, Block, CreatureKind};
use crate::rules::model::block::schema::Figure;
use crate::shorthand::printed::armour_class::Base;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::movement::{self, Pace};
use crate::shorthand::printed::sheet::ability;
use crate::shorthand::printed::{Sheet, classes, cleaned};

/// The number of known headings that make a row the heading.
const ENOUGH: usize = 2;
/// Armour classes from here on suggest an ascending table.
const ASCENDS_FROM: i32 = 11;
/// Maximum number of columns.
const MOST_COLUMNS: usize = 200;

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Player,
    Class,
    Level,
    Hp,
    Now,
    Temporary,
    Damage,
    Ac,
    Ascending,
    Thac0,
    Bonus,
    Saves,
    Save(usize),
    Score(Ability),
    Move,
    Figure(&'static Figure<Block>),
    Weapons,
    Hidden,
    Note,
}

/// The headings of each column, folded (see [`folded`]).
const HEADINGS: [(Column, &[&str]); 17] = [
    (Column::Name, &["name", "character", "pc", "hero", "charname", "charactername"]),
    (Column::Player, &["player"]),
    (Column::Class, &["class", "cls", "type", "occupation", "classe", "klasse"]),
    (Column::Level, &["level", "lvl", "lv", "lev", "xl", "niveau", "stufe"]),
    (Column::Hp, &["hp", "hitpoints", "hits", "maxhp", "hpmax", "pv", "pg", "tp"]),
    (Column::Now, &["current", "now", "hpnow", "currenthp"]),
    (
        Column::Temporary,
        &["temporary", "temp", "temphp", "hptemp", "temporaryhp", "temporaryhitpoints", "thp"],
    ),
    (Column::Damage, &["damage", "wounds"]),
    (Column::Ac, &["ac", "armourclass", "armorclass", "armour", "armor", "dac", "ca", "rk"]),
    (Column::Ascending, &["aac", "ascendingac"]),
    (Column::Thac0, &["thac0", "thaco"]),
    (Column::Bonus, &["ab", "attackbonus", "bab", "tohit", "bba"]),
    (Column::Saves, &["saves", "save", "savingthrows"]),
    (Column::Move, &["mv", "move", "movement", "speed", "mov", "movimiento"]),
    (Column::Weapons, &["weapon", "weapons", "attack", "attacks", "ataque", "ataques"]),
    (Column::Hidden, &["hidden", "secret"]),
    (
        Column::Note,
        &[
            "side", "group", "team", "party", "faction", "race", "kin", "racekin", "ancestry", "notes",
            "note", "gear", "items",
        ],
    ),
];
/// Words at the end of a heading that state the pace of movement, folded.
const PACES: [&str; 6] = ["perround", "around", "round", "perturn", "aturn", "turn"];
/// Cells that mean yes.
const YES: [&str; 5] = ["yes", "y", "x", "true", "1"];
/// Headings of the saving throws as five columns, folded.
const SAVES: [&[&str]; 5] = [
    &["d", "death", "deathray", "poison"],
    &["w", "wands", "wand"],
    &["p", "paralysis", "petrification"],
    &["b", "breath", "breathattacks", "dragonbreath"],
    &["s", "spells", "spell"],
];

/// Reads a table; `None` if there is none.
pub fn read(text: &str, _: Known) -> Option<Haul> {
    let (head, rows) = rows(text)?;
    let mut columns = columns(&head);
    if !columns.contains(&Some(Column::Name)) {
        let player = columns.iter().position(|column| *column == Some(Column::Player))?;
        columns[player] = Some(Column::Name);
    }
    let upward = counts_up(&columns, &rows);
    let mut haul = Haul::new(Format::Table);
    let mut skipped = 0;
    for row in &rows {
        match found(&head, &columns, row, upward).filter(|_| haul.found.len() < MOST_RECORDS) {
            Some(found) => haul.found.push(found),
            None => skipped += 1,
        }
    }
    haul.count_passed_over(skipped, "rows without a name");
    Some(haul)
}

type Table = (Vec<String>, Vec<Vec<String>>);

/// Returns the heading and the rows below it, by whichever separator finds the most known headings.
fn rows(text: &str) -> Option<Table> {
    let markdown: Vec<Vec<String>> = text
        .lines()
        .filter(|line| line.trim().starts_with('|'))
        .map(cells)
        .filter(|row| !row.is_empty())
        .collect();
    let candidates =
        std::iter::once(markdown).chain([b';', b'\t', b','].into_iter().map(|by| separated(text, by)));
    candidates.filter_map(below_heading).max_by_key(|(head, _)| known(head))
}

fn below_heading(all: Vec<Vec<String>>) -> Option<Table> {
    let is_heading = |row: &Vec<String>| is_head(row);
    if let Some(at) = all.iter().take(50).position(is_heading) {
        let mut rows = all.into_iter().skip(at);
        return Some((rows.next()?, rows.collect()));
    }
    // Headings in the first column: the table is transposed.
    let head: Vec<String> = all.iter().map(|row| row.first().cloned().unwrap_or_default()).collect();
    if all.len() > MOST_COLUMNS || !is_head(&head) {
        return None;
    }
    let width = all.iter().map(Vec::len).max().unwrap_or(0).min(MOST_RECORDS);
    let column = |at: usize| all.iter().map(|row| row.get(at).cloned().unwrap_or_default()).collect();
    Some((head, (1..width).map(column).collect()))
}

/// Whether a row is the heading: a name column and another known one.
fn is_head(row: &[String]) -> bool {
    let columns = columns(row);
    let named = columns.iter().any(|column| matches!(column, Some(Column::Name | Column::Player)));
    named && known(row) >= ENOUGH
}

fn known(row: &[String]) -> usize {
    columns(row).iter().flatten().count()
}

/// The cells of a line of Markdown; none for a separator line.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    if inner.chars().all(|sign| "-:| ".contains(sign)) {
        return Vec::new();
    }
    let cells = inner.replace("\\|", "\u{1}");
    cells
        .split('|')
        .map(|cell| cell.replace('\u{1}', "|").replace("**", "").trim().to_string())
        .collect()
}

fn separated(text: &str, by: u8) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(by)
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let row = |row: csv::StringRecord| row.iter().take(MOST_COLUMNS).map(str::to_string).collect();
    reader.records().filter_map(Result::ok).take(MOST_RECORDS).map(row).collect()
}

/// Folds a heading for comparison: lower-case letters and digits only, without accents.
fn folded(heading: &str) -> String {
    let plain = |sign: char| match sign {
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'á' | 'à' | 'â' | 'ä' => 'a',
        'í' | 'î' | 'ï' => 'i',
        'ó' | 'ô' | 'ö' => 'o',
        'ú' | 'û' | 'ü' => 'u',
        other => other,
    };
    heading.to_lowercase().chars().map(plain).filter(|sign| sign.is_alphanumeric()).collect()
}

fn columns(head: &[String]) -> Vec<Option<Column>> {
    let folded: Vec<String> = head.iter().take(MOST_COLUMNS).map(|heading| folded(heading)).collect();
    // Single letters are saving throws only where all five columns are present, else scores.
    let five = SAVES.iter().all(|names| folded.iter().any(|heading| names.contains(&&**heading)));
    let column = |heading: &String| {
        let save = SAVES.iter().position(|names| names.contains(&&**heading)).filter(|_| five);
        let pace = PACES.iter().find_map(|words| heading.strip_suffix(words)).unwrap_or(heading);
        let is = |(column, names): &&(Column, &[&str])| {
            names.contains(&&**heading) || *column == Column::Move && names.contains(&pace)
        };
        let own = HEADINGS.iter().find(is).map(|(column, _)| *column);
        let figure = || Block::labelled(heading).map(Column::Figure);
        save.map(Column::Save).or(own).or_else(figure).or_else(|| ability(heading).map(Column::Score))
    };
    folded.iter().map(column).collect()
}

/// Whether most of the armour classes are ascending.
fn counts_up(columns: &[Option<Column>], rows: &[Vec<String>]) -> bool {
    let Some(at) = columns.iter().position(|column| *column == Some(Column::Ac)) else { return false };
    let figures: Vec<i32> = rows.iter().filter_map(|row| Cursor(row.get(at)?).int()).collect();
    figures.iter().filter(|figure| **figure >= ASCENDS_FROM).count() * 2 > figures.len()
}

fn found(head: &[String], columns: &[Option<Column>], row: &[String], upward: bool) -> Option<Found> {
    let cells = || {
        columns
            .iter()
            .zip(head)
            .zip(row)
            .map(|((column, heading), cell)| (*column, heading, cleaned(cell)))
    };
    let (_, _, name) = cells().find(|(column, ..)| *column == Some(Column::Name))?;
    let sum = ["total", "sum", "average", "summe"].contains(&&*folded(&name));
    if name.is_empty() || sum || name.starts_with('#') {
        return None;
    }
    let mut sheet = Sheet::named(&name);
    sheet.block.kind = CreatureKind::Pc;
    let mut saves: [Option<u8>; 5] = [None; 5];
    let mut hurt = None;
    for (column, heading, cell) in cells().filter(|(.., cell)| !cell.is_empty()) {
        match column {
            Some(Column::Save(which)) => {
                saves[which] = Cursor(&cell).number().and_then(|n| u8::try_from(n).ok())
            }
            Some(Column::Damage) => hurt = Cursor(&cell).number(),
            Some(column) => set_column(&mut sheet, column, heading, &cell, upward),
            None => sheet.note(heading, &cell),
        }
    }
    if let [Some(d), Some(w), Some(p), Some(b), Some(s)] = saves {
        sheet.block.saves = Some([d, w, p, b, s]);
    }
    if let (Some(hurt), Some(hp)) = (hurt.filter(|hurt| *hurt > 0), sheet.block.hp) {
        sheet.left = hp.checked_sub(hurt);
    }
    // Compared last: the maximum may be in a later column.
    sheet.left = sheet.left.filter(|left| Some(*left) != sheet.block.hp);
    Some(Found::new(&name, sheet))
}

fn set_column(sheet: &mut Sheet, column: Column, heading: &str, cell: &str, upward: bool) {
    let number = Cursor(cell).int();
    match column {
        Column::Class => class(sheet, heading, cell),
        Column::Level => sheet.block.level = number.and_then(|level| u8::try_from(level).ok()),
        Column::Hp => sheet.hit_points(heading, cell),
        Column::Now => sheet.left = number,
        Column::Temporary => sheet.temporary = number.unwrap_or(0).clamp(0, MOST_TEMPORARY),
        Column::Ac => {
            sheet.armour_class(heading, cell, upward && !cell.contains(['[', '(']), Base::Unknown)
        }
        Column::Ascending => sheet.armour_class(heading, cell, true, Base::Unknown),
        Column::Thac0 => sheet.thac0(heading, cell),
        Column::Bonus => sheet.bonus(heading, cell),
        Column::Saves => sheet.saves(heading, cell),
        Column::Score(which) => {
            if let Some(score) = number {
                sheet.score(which, score);
            }
        }
        Column::Move => {
            sheet.movement(heading, cell, movement::stated(heading).unwrap_or(Pace::Turn));
        }
        // Zero stands for none.
        Column::Figure(figure) if number != Some(0) => sheet.figure(figure, heading, cell),
        Column::Figure(_) => {}
        Column::Weapons => sheet.weapons(heading, cell),
        Column::Hidden => sheet.hidden = YES.contains(&&*cell.to_lowercase()),
        Column::Name => {}
        Column::Player | Column::Note => sheet.note(heading, cell),
        Column::Save(_) | Column::Damage => {}
    }
}

/// Parses `Fighter`, `Fighter 3`, `F3`, `Fighter/Thief 2/3`.
fn class(sheet: &mut Sheet, heading: &str, cell: &str) {
    let mut cursor = Cursor(cell);
    let Some(mut found) = classes::read(&mut cursor) else {
        sheet.note(heading, cell);
        return;
    };
    let several = cursor.rest().starts_with('/');
    if several {
        found.level = found.level.or_else(|| {
            let at = cell.find(|sign: char| sign.is_ascii_digit())?;
            Cursor(&cell[at..]).number().and_then(|level| u8::try_from(level).ok())
        });
        sheet.guess("class", format!("the first of \"{cell}\""));
        sheet.note(heading, cell);
    }
    sheet.classed(found, cell);
}
