//! Splits a text into its stat blocks.

use super::labels::{self, Field};

/// Number of labelled values that make a line a block of its own.
const ON_A_LINE: usize = 3;
/// Maximum length of a line, in characters, that may be a name.
const LONGEST_NAME: usize = 60;

/// Splits a cleaned text into blocks, each with its name before it and its abilities after it.
pub fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<Part> = Vec::new();
    for paragraph in paragraphs(text) {
        for part in parts(&paragraph) {
            join(&mut blocks, part);
        }
    }
    blocks.into_iter().map(|part| part.text).collect()
}

struct Part {
    text: String,
    figures: usize,
}

impl Part {
    fn add(&mut self, text: &str) {
        self.text.push('\n');
        self.text.push_str(text);
    }
}

/// The paragraphs: lines between blank lines and rules.
fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    let is_rule = |line: &str| line.len() >= 2 && line.chars().all(|sign| "-*_=@".contains(sign));
    let mut all = vec![Vec::new()];
    for line in text.lines().map(str::trim).take_while(|line| *line != "@STOP@") {
        match line.is_empty() || is_rule(line) {
            true if all.last().is_some_and(|last: &Vec<&str>| last.is_empty()) => {}
            true => all.push(Vec::new()),
            false => {
                if let Some(last) = all.last_mut() {
                    last.push(line);
                }
            }
        }
    }
    all
}

/// Splits a paragraph into parts: a one-line block, the lines of a block, or prose.
fn parts(lines: &[&str]) -> Vec<Part> {
    let mut parts: Vec<Vec<&str>> = Vec::new();
    let mut seen: Vec<Field> = Vec::new();
    let mut whole = false;
    for (at, line) in lines.iter().enumerate() {
        let own = labels::figures(line) >= ON_A_LINE;
        let field =
            labels::line_label(line).map(|(field, _)| field).filter(|field| *field != Field::Note);
        let again = field.is_some_and(|field| seen.contains(&field));
        let next = lines.get(at + 1).and_then(|next| labels::line_label(next)).map(|(field, _)| field);
        let names_next = field.is_none() && next.is_some_and(|next| seen.contains(&next)) && !own;
        if parts.is_empty() || own && (whole || !seen.is_empty()) || again || names_next {
            parts.push(Vec::new());
            seen.clear();
        }
        seen.extend(field);
        whole = own;
        if let Some(last) = parts.last_mut() {
            last.push(line);
        }
    }
    let made = |lines: Vec<&str>| {
        let text = lines.join("\n");
        let figures = labels::figures(&text);
        Part { text, figures }
    };
    parts.into_iter().map(made).collect()
}

/// Whether a text may be the name of a block: a short line that is no sentence.
fn is_name(text: &str) -> bool {
    let sentence = text.ends_with(['.', '!', '?']) && text.split_whitespace().nth(2).is_some();
    text.lines().count() == 1 && text.chars().count() <= LONGEST_NAME && !sentence
}

/// Adds a part to the blocks. A short line alone is the name of the next block; prose belongs to the previous one.
fn join(blocks: &mut Vec<Part>, part: Part) {
    let named = || !labels::divide(&part.text).head.trim().is_empty();
    let is_free = |part: &mut Part| part.figures < 2;
    // A sentence before the values describes the creature.
    if part.figures >= 2
        && !named()
        && let Some(prose) = blocks.pop_if(|last| is_free(last) && !is_name(&last.text))
    {
        let name = blocks.pop_if(|last| is_free(last) && is_name(&last.text));
        let name = name.map(|name| name.text + "\n").unwrap_or_default();
        let text = format!("{name}{}\n{}", part.text, prose.text);
        blocks.push(Part { text, figures: part.figures });
        return;
    }
    match blocks.last_mut() {
        Some(last) if part.figures >= ON_A_LINE.min(2) && last.figures < 2 && is_name(&last.text) => {
            if named() {
                blocks.push(part);
            } else {
                last.add(&part.text);
                last.figures = part.figures;
            }
        }
        Some(last) if part.figures < 2 && last.figures >= 2 && !is_name(&part.text) => {
            last.add(&part.text);
        }
        _ => blocks.push(part),
    }
}
