//! Divides a stat block by its labels. Commas are no use for this, since they occur within values as well.

use crate::rules::model::block::d20::Block;
use std::borrow::Cow;

/// The field that a label names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// Armour class.
    Ac,
    /// Hit Dice.
    Hd,
    /// Hit points.
    Hp,
    /// The attacks of a round.
    Attacks,
    /// The damage of the attacks.
    Damage,
    /// The total that hits armour class 0.
    Thac0,
    /// The attack bonus.
    Bonus,
    /// Movement.
    Move,
    /// Saving throws.
    Saves,
    /// The number appearing.
    Appearing,
    /// A plain number, by its place in [`Block::FIGURES`].
    Figure(usize),
    /// A value that is only noted.
    Note,
}

/// All labels. Those of more than three letters match regardless of case, shorter ones as written here.
const LABELS: [(Field, &[&str]); 11] = [
    (
        Field::Ac,
        &[
            "AC",
            "AAC",
            "A.C.",
            "Armour Class",
            "Armor Class",
            "CA",
            "Clase de Armadura",
            "RK",
            "Rüstungsklasse",
        ],
    ),
    (Field::Hd, &["HD", "Hit Dice", "Hit Die", "Level", "DV", "Dados de Golpe", "Trefferwürfel"]),
    (
        Field::Hp,
        &["hp", "HP", "HPs", "hps", "Hit Points", "PV", "PG", "Puntos de Golpe", "Trefferpunkte"],
    ),
    (
        Field::Attacks,
        &[
            "Att",
            "ATK",
            "Atk",
            "ATT",
            "AT",
            "At",
            "#AT",
            "#At",
            "#A",
            "# Attacks",
            "#Attacks",
            "No. of Attacks",
            "No. Attacks",
            "# of Attacks",
            "Number of Attacks",
            "Attacks",
            "Attack",
            "ATQ",
            "Atq",
            "Ataques",
            "Ataque",
            "Attaques",
            "Attaque",
            "Angriffe",
            "Angriff",
        ],
    ),
    (
        Field::Damage,
        &["D", "DG", "Dam", "DAM", "Dmg", "DMG", "Damage", "Damage/Attack", "Daño", "Dégâts", "Schaden"],
    ),
    (Field::Thac0, &["THAC0", "THACO", "To Hit AC 0", "GAC0"]),
    (Field::Bonus, &["AB", "BHB", "BTHB", "Attack Bonus"]),
    (
        Field::Move,
        &[
            "MV",
            "Mv",
            "Move",
            "Movement",
            "Movement Rate",
            "Speed",
            "Mov",
            "MOV",
            "Movimiento",
            "Mouvement",
            "Bewegung",
        ],
    ),
    (
        Field::Saves,
        &[
            "SV",
            "Sv",
            "SAV",
            "ST",
            "Save",
            "Saves",
            "Save as",
            "Saves as",
            "Saving Throw",
            "Saving Throws",
            "JDS",
            "TS",
            "Tirada de Salvación",
            "Tiradas de Salvación",
            "Jets de sauvegarde",
            "Rettungswürfe",
        ],
    ),
    (
        Field::Appearing,
        &[
            "NA",
            "No. Appearing",
            "Number Appearing",
            "# Appearing",
            "#Appearing",
            "#App",
            "#APP",
            "No. App",
            "No. Enc.",
            "No. Enc",
        ],
    ),
    (
        Field::Note,
        &[
            "AL",
            "Alignment",
            "XP",
            "X.P.",
            "XP Value",
            "CL/XP",
            "HDE/XP",
            "Challenge Level/XP",
            "TT",
            "Treasure",
            "Treasure Type",
            "Hoard Class",
            "HC",
            "SA",
            "SD",
            "SP",
            "Special",
            "Special Attacks",
            "Special Attack",
            "Special Defenses",
            "Special Defences",
            "Special Abilities",
            "MR",
            "Magic Resistance",
            "Size",
            "SZ",
            "Intelligence",
            "Frequency",
            "% in Lair",
            "Equipment",
            "Gear",
            "Spells",
            "Skills",
            "Psionic Ability",
            "PX",
            "Tesoro",
            "Alineamiento",
        ],
    ),
];

/// Words that are labels only with a colon.
const WITH_COLON: [&str; 8] =
    ["special", "size", "intelligence", "frequency", "equipment", "gear", "spells", "skills"];
/// Labels and words that must not follow them: `Save vs poison`, `hp each`.
const NOT_BEFORE: [(&str, &str); 7] = [
    ("save", "vs"),
    ("save", "or"),
    ("saves", "vs"),
    ("hp", "each"),
    ("attack", "roll"),
    ("move", "at"),
    ("saving throw", "vs"),
];
/// Number of labels at line starts or after stops that make the strict reading suffice.
const ENOUGH: usize = 4;

/// A label and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The field it names.
    pub field: Field,
    /// The label as written.
    pub label: &'a str,
    /// The value.
    pub value: &'a str,
    /// Whether it begins a line and has a colon.
    pub whole_line: bool,
}

/// A stat block divided by its labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Divided<'a> {
    /// The text before the first label.
    pub head: &'a str,
    /// The labels with their values.
    pub entries: Vec<Entry<'a>>,
    /// The lines that follow the last value.
    pub tail: Vec<&'a str>,
}

/// Returns the longest label that begins the text, and its length.
fn label(text: &str) -> Option<(Field, usize)> {
    let own = LABELS.iter().flat_map(|(field, all)| all.iter().map(|name| (*field, *name, false)));
    let figures = Block::FIGURES.iter().enumerate();
    let figures = figures
        .flat_map(|(at, figure)| figure.keys.iter().map(move |name| (Field::Figure(at), *name, true)));
    let begins = |(field, name, capital): (Field, &'static str, bool)| {
        let head = text.get(..name.len())?;
        let long = name.chars().filter(|sign| sign.is_alphanumeric()).count() > 3;
        // A short one in small letters is a word like any other.
        let capital = capital && head.starts_with(char::is_uppercase);
        let is = if long || capital { head.eq_ignore_ascii_case(name) } else { head == name };
        (is && may_end(head, &text[name.len()..])).then_some((field, name.len()))
    };
    // Of two of the same length, the first.
    own.chain(figures).filter_map(begins).rev().max_by_key(|(_, length)| *length)
}

/// Whether a label may be followed by `rest`.
fn may_end(name: &str, rest: &str) -> bool {
    let Some(next) = rest.chars().next() else { return true };
    let low = name.to_ascii_lowercase();
    if WITH_COLON.contains(&&*low) {
        return rest.trim_start_matches(' ').starts_with(':');
    }
    let mut words = rest.split_whitespace();
    let following = words.next().unwrap_or_default().trim_end_matches(['.', ',']);
    if NOT_BEFORE.iter().any(|(label, word)| low == *label && following.eq_ignore_ascii_case(word)) {
        return false;
    }
    match name {
        // `D14` is a saving throw or an ability.
        "D" => next == ' ' || next == ':',
        _ => next.is_whitespace() || ":.[+-".contains(next) || next.is_ascii_digit() || next == '(',
    }
}

/// A label: its offset, its field, its length.
type Label = (usize, Field, usize);

/// Divides a cleaned text.
pub fn divide(text: &str) -> Divided<'_> {
    let mut divided = divide_as_listed(text);
    // `DG` is Hit Dice in Spanish books; French ones, in which it is damage, have their own label for Hit Dice.
    if divided.entries.iter().all(|entry| entry.field != Field::Hd)
        && let Some(dice) = divided.entries.iter_mut().find(|entry| entry.label == "DG")
    {
        dice.field = Field::Hd;
    }
    divided
}

/// Divides a text with the labels as listed.
fn divide_as_listed(text: &str) -> Divided<'_> {
    let lines: Vec<&str> = text.lines().collect();
    let labelled = |line: &&str| line_label(line).is_some();
    if lines.iter().filter(|line| labelled(line)).count() >= ENOUGH {
        return by_lines(text, &lines);
    }
    let strict = scan(text, true);
    let found = if strict.len() < ENOUGH { scan(text, false) } else { with_first(text, strict) };
    by_labels(text, &found)
}

/// Removes a bracket around all labels: `Orcs (AC 6; ...)`.
pub fn unwrapped(text: &str) -> Cow<'_, str> {
    let whole = text.trim_end_matches(['.', ' ', '\n']);
    let opened = whole.strip_suffix(')').and_then(|inner| {
        let at = inner.find('(')?;
        let mut depth = 1;
        let closed = inner[at + 1..].chars().any(|sign| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            depth == 0
        });
        let head = &inner[..at];
        (!closed && divide(head).entries.is_empty())
            .then(|| format!("{}: {}", head.trim_end(), &inner[at + 1..]).into())
    });
    opened.unwrap_or(Cow::Borrowed(text))
}

/// Adds labels directly after the name: `Bog Imp AC 6, HD 1-1`.
fn with_first(text: &str, found: Vec<Label>) -> Vec<Label> {
    let head = &text[..found.first().map_or(0, |first| first.0)];
    let is_new = |(at, field, length): &Label| {
        let value = trimmed(&head[at + length..]);
        let figure = value.starts_with(|sign: char| sign.is_ascii_digit() || "+-".contains(sign));
        figure && found.iter().all(|(_, known, _)| known != field)
    };
    let first: Vec<Label> = scan(head, false).into_iter().filter(is_new).collect();
    first.into_iter().chain(found).collect()
}

/// Counts the distinct fields labelled in a text, notes aside.
pub fn figures(text: &str) -> usize {
    let text = unwrapped(text);
    let divided = divide(&text);
    let mut fields: Vec<Field> = divided.entries.iter().map(|entry| entry.field).collect();
    fields.retain(|field| *field != Field::Note);
    fields.sort_unstable();
    fields.dedup();
    fields.len()
}

/// Returns the label with a colon that begins a line.
pub fn line_label(line: &str) -> Option<(Field, usize)> {
    let (field, length) = label(line)?;
    line[length..].trim_start().starts_with(':').then_some((field, length))
}

fn by_lines<'a>(text: &'a str, lines: &[&'a str]) -> Divided<'a> {
    let mut divided = Divided::default();
    let mut from = 0;
    for line in lines {
        match line_label(line) {
            Some((field, length)) => {
                let (label, value) = line.split_at(length);
                let value = trimmed(value);
                divided.entries.push(Entry { field, label, value, whole_line: true });
            }
            None if divided.entries.is_empty() => from += line.len() + 1,
            None if !line.trim().is_empty() => divided.tail.push(line),
            None => {}
        }
    }
    divided.head = text.get(..from.min(text.len())).unwrap_or_default();
    divided
}

/// Finds the labels of a text; if `strict`, only those after a stop or at the start of a line.
fn scan(text: &str, strict: bool) -> Vec<Label> {
    let mut found: Vec<Label> = Vec::new();
    let (mut depth, mut skip) = (0_i32, 0);
    let mut before = '\n';
    // The last character that is not a space.
    let mut stop = '\n';
    for (at, sign) in text.char_indices() {
        match sign {
            // An unmatched bracket is ignored.
            '(' | '[' if closes(&text[at..], sign) => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            '\n' => depth = 0,
            _ => {}
        }
        let begins = !before.is_alphanumeric() && !"-'".contains(before);
        if at >= skip && depth == 0 && begins && (sign.is_alphabetic() || sign == '#' || sign == '%') {
            let short = |length: usize| {
                text[at..at + length].chars().all(|sign| !sign.is_lowercase()) && length <= 5
                    || ["hp", "Att", "Atk", "Atq", "Mv", "Mov", "Ml", "Sv", "Dam", "Dmg"]
                        .contains(&&text[at..at + length])
            };
            let stands = "\n;,|(:.".contains(stop);
            let behind = found
                .last()
                .is_some_and(|(last, _, length)| trimmed(&text[last + length..at]).is_empty());
            if let Some((field, length)) = label(&text[at..])
                && (stands || behind || !strict && short(length))
            {
                let again = behind && found.last().is_some_and(|(_, last, _)| *last == field);
                if again || !behind {
                    if again {
                        found.pop();
                    }
                    found.push((at, field, length));
                }
                skip = at + length;
            }
        }
        before = sign;
        if sign != ' ' {
            stop = sign;
        }
    }
    found
}

/// Whether the bracket that opens the text is closed on the same line.
fn closes(text: &str, open: char) -> bool {
    let close = if open == '(' { ')' } else { ']' };
    let mut depth = 0;
    // Not farther off than a line of a book is long.
    text.chars().take(200).take_while(|sign| *sign != '\n').any(|sign| {
        depth += i32::from(sign == open) - i32::from(sign == close);
        depth == 0
    })
}

fn by_labels<'a>(text: &'a str, found: &[Label]) -> Divided<'a> {
    let head = &text[..found.first().map_or(text.len(), |first| first.0)];
    let mut divided = Divided { head, ..Divided::default() };
    for (nth, (at, field, length)) in found.iter().enumerate() {
        let end = found.get(nth + 1).map_or(text.len(), |next| next.0);
        let mut value = &text[at + length..end];
        if nth + 1 == found.len()
            && let Some((own, rest)) = value.split_once('\n')
        {
            value = own;
            divided.tail = rest.lines().filter(|line| !line.trim().is_empty()).collect();
        }
        let label = &text[*at..at + length];
        divided.entries.push(Entry { field: *field, label, value: trimmed(value), whole_line: false });
    }
    divided
}

/// Trims stops and spaces around a value.
fn trimmed(value: &str) -> &str {
    value
        .trim_start_matches([':', '.', ' ', '\n', '\t'])
        .trim_end_matches([';', ',', '.', '|', ' ', '\n', '\t'])
}
