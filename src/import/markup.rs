//! Strips HTML, Foundry and Obsidian markup.

use crate::shorthand::printed::without_markup;

/// Maximum length of a markup element, in bytes.
const LONGEST: usize = 600;

/// Strips the markup of a text, leaving the labels of links and the dice of inline rolls.
pub fn plain(text: &str) -> String {
    let text = if text.contains(['<', '&']) { without_markup(text) } else { text.to_string() };
    if !text.contains(['[', '@', '_', '*', '`']) && !text.contains("dice:") {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(sign) = rest.chars().next() {
        let (said, length) = marked(rest, plain.ends_with(char::is_alphanumeric))
            .unwrap_or((&rest[..sign.len_utf8()], sign.len_utf8()));
        plain.push_str(said);
        rest = &rest[length..];
    }
    plain
}

/// The first [`LONGEST`] bytes of a text, cut at a character boundary.
fn near(text: &str) -> &str {
    let end = (0..=text.len().min(LONGEST)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    &text[..end]
}

/// The visible text and the length of the markup element that begins the text, if one does.
fn marked(text: &str, within_word: bool) -> Option<(&str, usize)> {
    let begins = text.starts_with(['[', '@', '`', '*', '_']) || text.starts_with("dice:");
    let text = if begins { near(text) } else { return None };
    if let Some(inner) = text.strip_prefix("[[") {
        let end = inner.find("]]").filter(|end| *end < 200)?;
        let said = inner[..end].trim_start_matches("/r ").trim_start_matches("/roll ");
        let said = said.rsplit('|').next().unwrap_or(said);
        return Some((said, end + 4));
    }
    if text.starts_with('@') {
        let (open, close) =
            (text.find('[').filter(|at| *at < 20)?, text.find(']').filter(|at| *at < 200)?);
        if open > close || !text[1..open].chars().all(char::is_alphanumeric) {
            return None;
        }
        return Some(match text[close + 1..].strip_prefix('{').and_then(|label| label.find('}')) {
            Some(end) => (&text[close + 2..close + 2 + end], close + end + 3),
            None => (&text[open + 1..close], close + 1),
        });
    }
    if let Some(inner) = text.strip_prefix('[') {
        let end = inner.find(']').filter(|end| *end < 200 && inner[end + 1..].starts_with('('))?;
        let path = inner[end + 2..].find(')').filter(|end| *end < 400)?;
        return Some((&inner[..end], end + path + 4));
    }
    if let Some(roll) = text.strip_prefix("dice:") {
        let end = roll.find(|sign: char| !(sign.is_alphanumeric() || "+-|(".contains(sign)))?;
        let dice = roll[..end].split('|').next().unwrap_or_default().trim_end_matches('(');
        return Some((dice, 5 + end));
    }
    if text.starts_with('`') {
        return Some(("", 1));
    }
    let bold = ["***", "**", "__"].iter().find(|mark| text.starts_with(**mark))?;
    // Not after a digit: `4**` are the asterisks of Hit Dice.
    (!within_word).then_some(("", bold.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_off() {
        for (found, expected) in [
            ("[[/r 1d6]] damage", "1d6 damage"),
            ("@UUID[Item.x]{Claw} and @Actor[Bog]", "Claw and Bog"),
            ("see [[Bog Lurker|the lurker]]", "see the lurker"),
            ("[label](path/to)", "label"),
            ("<p>Waits in <b>black</b> water.</p>", "Waits in black water.\n"),
            ("4**", "4**"),
            ("a [b] c", "a [b] c"),
            ("@ [x", "@ [x"),
        ] {
            assert_eq!(plain(found), expected, "{found}");
        }
    }
}
