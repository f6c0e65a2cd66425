//! Normalizes typography, HTML and Markdown to plain characters.

/// HTML character references that occur in stat blocks.
const ENTITIES: [(&str, &str); 14] = [
    ("&nbsp;", " "),
    ("&ndash;", "-"),
    ("&mdash;", "-"),
    ("&minus;", "-"),
    ("&rsquo;", "'"),
    ("&lsquo;", "'"),
    ("&prime;", "'"),
    ("&rdquo;", "\""),
    ("&ldquo;", "\""),
    ("&quot;", "\""),
    ("&times;", "×"),
    ("&frasl;", "/"),
    ("&frac12;", "1/2"),
    ("&#39;", "'"),
];
/// Tags that end a line.
const LINE_ENDS: [&str; 8] = ["/p", "br", "br/", "/li", "/tr", "/div", "/h1", "/h2"];

/// Marks of emphasis in Markdown, longest first.
const EMPHASIS: [&str; 5] = ["***", "**", "__", "*", "_"];
/// Maximum length of emphasized words, in characters.
const LONGEST_EMPHASIS: usize = 120;

/// Maximum length of a tag, in bytes.
const LONGEST_TAG: usize = 400;

/// Strips HTML tags and resolves character references.
pub fn without_markup(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let is_tag = from[1..].starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/');
        let end = || from.bytes().take(LONGEST_TAG).position(|byte| byte == b'>');
        match is_tag.then(end).flatten() {
            Some(end) => {
                let tag = from[1..end].split_whitespace().next().unwrap_or_default().to_lowercase();
                plain.push_str(if LINE_ENDS.contains(&&*tag) { "\n" } else { "" });
                rest = &from[end + 1..];
            }
            None => {
                plain.push('<');
                rest = &from[1..];
            }
        }
    }
    plain.push_str(rest);
    if plain.contains('&') {
        for (reference, sign) in ENTITIES {
            plain = plain.replace(reference, sign);
        }
        // Last, so that nothing is unescaped twice.
        plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }
    plain
}

/// Cleans a text for the parsers.
pub fn cleaned(text: &str) -> String {
    let text = usual_signs(&without_markup(text));
    let line = |line: &str| times(&without_emphasis(without_bullet(line)));
    let lines: Vec<String> = text.lines().map(line).collect();
    joined(&lines)
}

/// Strips the marks of emphasis around words (`**AC** 6`), but not the asterisks of Hit Dice, which follow a figure.
fn without_emphasis(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(sign) = rest.chars().next() {
        let begins = !plain.ends_with(char::is_alphanumeric) && "*_".contains(sign);
        let (said, length) = begins
            .then(|| EMPHASIS.iter().find_map(|mark| emphasized(rest, mark)))
            .flatten()
            .unwrap_or((&rest[..sign.len_utf8()], sign.len_utf8()));
        plain.push_str(said);
        rest = &rest[length..];
    }
    plain
}

/// The emphasized words that begin a text, and their length with the marks.
fn emphasized<'a>(text: &'a str, mark: &str) -> Option<(&'a str, usize)> {
    let inner = text.strip_prefix(mark)?;
    let opens = |sign: char| sign.is_alphanumeric() && (mark.len() > 1 || sign.is_alphabetic());
    if !inner.starts_with(|sign| opens(sign) || "#%+-([".contains(sign)) {
        return None;
    }
    let end = inner.char_indices().nth(LONGEST_EMPHASIS).map_or(inner.len(), |(at, _)| at);
    let closes = |at: &usize| !inner[..*at].ends_with([' ', '*', '_']);
    let close = inner[..end].match_indices(mark).map(|(at, _)| at).find(closes)?;
    Some((&inner[..close], close + 2 * mark.len()))
}

fn usual_signs(text: &str) -> String {
    let mut usual = String::with_capacity(text.len());
    for sign in text.chars() {
        let half = |usual: &mut String, half: &str| {
            let after = usual.ends_with(|sign: char| sign.is_ascii_digit());
            usual.push_str(if after { " " } else { "" });
            usual.push_str(half);
        };
        match sign {
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '†' | '‡' | '\r' => {}
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' | '\t' => usual.push(' '),
            '’' | '‘' | '′' | '´' | '`' | '‛' => usual.push('\''),
            '“' | '”' | '″' | '„' => usual.push('"'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' | '﹣' | '－' => usual.push('-'),
            '✕' | '✖' => usual.push('×'),
            '½' => half(&mut usual, "1/2"),
            '¼' => half(&mut usual, "1/4"),
            '¾' => half(&mut usual, "3/4"),
            sign if sign.is_control() && sign != '\n' => {}
            sign => usual.push(sign),
        }
    }
    usual.replace("''", "\"")
}

/// Replaces `x` and `*` by the multiplication sign where they mean it (`2x6`, `1 x slam`, `longbow x2`), and removes
/// single marks of bold text, but not the asterisks of Hit Dice.
fn times(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let at = |place: Option<usize>| place.and_then(|place| signs.get(place)).copied().unwrap_or('\n');
    let mut result = String::with_capacity(text.len());
    let mut place = 0;
    while place < signs.len() {
        let (before, sign, after) = (at(place.checked_sub(1)), signs[place], at(Some(place + 1)));
        let far = || at(place.checked_sub(2));
        if sign == '*' && after == '*' && (before.is_alphabetic() || ":\n ".contains(before)) {
            place += 2;
            continue;
        }
        if sign == '*' && before == ':' {
            place += 1;
            continue;
        }
        let crosses = "xX*".contains(sign)
            && (before.is_ascii_digit() && (after.is_alphanumeric() || after == ' ' && sign != '*')
                || before == ' ' && after == ' ' && far().is_ascii_digit()
                || before == ' ' && after.is_ascii_digit() && sign != '*');
        result.push(if crosses { '×' } else { sign });
        place += 1;
    }
    result
}

/// Strips the marker of a list item, heading or quotation.
fn without_bullet(line: &str) -> &str {
    let bare = line.trim().trim_start_matches(['•', '►', '▶', '>', '|', '■', '●']).trim_start();
    let marked = bare.trim_start_matches('#');
    let heading = marked.len() < bare.len() && marked.starts_with(' ') && bare.starts_with('#');
    // `# Attacks` is a label.
    let label = marked.trim_start().to_lowercase();
    if heading && !["attack", "app"].iter().any(|word| label.starts_with(word)) {
        return marked.trim();
    }
    bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* ")).unwrap_or(bare).trim()
}

/// Joins the lines, and words hyphenated at the end of a line.
fn joined(lines: &[String]) -> String {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).map_or("", |next| next);
        let divided = line
            .strip_suffix('-')
            .filter(|word| word.ends_with(char::is_alphabetic) && next.starts_with(char::is_lowercase));
        text.push_str(divided.unwrap_or(line));
        text.push_str(if divided.is_some() { "" } else { "\n" });
    }
    text.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn print_and_web_are_as_typed() {
        for (found, expected) in [
            ("MV 60’ (20’) – “fast”", "MV 60' (20') - \"fast\""),
            ("4½ HD", "4 1/2 HD"),
            ("1 x slam, 2x6, longbow x2, 3 xorn", "1 × slam, 2×6, longbow ×2, 3 xorn"),
            ("HD 8+2** (38hp)", "HD 8+2** (38hp)"),
            ("**AC:** 6", "AC: 6"),
            ("**THAC0** 19 [0], __HD__ 3**, *Att* 2 × _claw_", "THAC0 19 [0], HD 3**, Att 2 × claw"),
            ("**HD 3*** (13hp), ***ML*** 7", "HD 3* (13hp), ML 7"),
            ("* **4 Reed Orcs** (**#AT** 1)", "4 Reed Orcs (#AT 1)"),
            ("HD 3** AC 5, a_b_c, 2 * 3 hp", "HD 3** AC 5, a_b_c, 2 × 3 hp"),
            ("<p>a &amp; b<br>c</p>", "a & b\nc"),
            ("1 < 2", "1 < 2"),
            ("• bite\npara-\nlysis", "bite\nparalysis"),
            ("# Attacks: 2", "# Attacks: 2"),
            ("## Imp", "Imp"),
            ("a\u{7}\u{1b}[0m", "a[0m"),
        ] {
            assert_eq!(cleaned(found), expected, "{found}");
        }
    }
}
