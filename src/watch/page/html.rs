//! The page as first loaded. It shows the fight without its script, which then keeps it up to date.

use super::board::Published;
use crate::visible::visible;
use crate::watch::{PlayersView, Row};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Builds the page. Only the style and script with this nonce take effect.
pub(super) fn page(posted: &Published, nonce: &str) -> String {
    let shown = &posted.shown;
    let (seen, word) = (shown.seen.as_ref(), shown.word.unwrap_or_default());
    let part = |of: fn(&PlayersView) -> &str| seen.map_or_else(String::new, |seen| escaped(of(seen)));
    let (when, clock) = (part(|seen| &seen.when), part(|seen| &seen.clock));
    let (phase, turn) = (part(|seen| &seen.phase), part(|seen| &seen.turn));
    let rows: String =
        seen.map_or_else(String::new, |seen| seen.rows.iter().map(|r| row(seen, r)).collect());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>The fight</title>\n\
         <style nonce=\"{nonce}\">\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1 id=\"when\">{when}</h1>\n<p><span id=\"phase\">{phase}</span> <span id=\"clock\">{clock}</span></p>\n\
         </header>\n<p id=\"turn\" role=\"status\" aria-live=\"polite\" aria-atomic=\"true\">{turn}</p>\n\
         <p id=\"word\" role=\"status\" aria-live=\"polite\">{word}</p>\n<main>\n\
         <ol id=\"rows\" aria-label=\"Combatants in acting order\">\n{rows}</ol>\n</main>\n\
         <noscript><p>Without scripts this page shows the fight as it was when it was loaded: reload it to see \
         what has happened since.</p></noscript>\n<script nonce=\"{nonce}\">\n{SCRIPT}</script>\n</body>\n</html>\n",
        turn = if turn.is_empty() { turn } else { format!("{turn}{ACTS}") },
    )
}

/// Follows the name of whose turn it is.
const ACTS: &str = " to act";

fn row(seen: &PlayersView, row: &Row) -> String {
    let mut out = String::new();
    let side = row.side % 6;
    let acts = if row.acts { " aria-current=\"true\"" } else { "" };
    let fares = row.fares.word().replace(' ', "-");
    let _ = write!(
        out,
        "<li class=\"s{side} {fares}\"{acts}><span class=\"name\">{}</span>",
        escaped(&row.name)
    );
    let of = seen.sides.get(row.side).map_or("", |side| side);
    let _ = write!(out, " <span class=\"side\">{}</span>", escaped(of));
    let _ = write!(out, " <span class=\"health\">{}</span>", escaped(&row.health));
    if let Some((now, max)) = row.hp {
        let now = now.max(0).min(max);
        let _ =
            write!(out, " <meter min=\"0\" max=\"{max}\" value=\"{now}\" aria-hidden=\"true\"></meter>");
    }
    if !row.conditions.is_empty() {
        let list = escaped(&row.conditions.join(", "));
        let _ = write!(out, " <span class=\"conditions\">{list}</span>");
    }
    out.push_str("</li>\n");
    out
}

/// Escapes a text for HTML, including hidden characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in visible(text).chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let name = "<script>alert('x')</script> & \"Co\"\u{202e}";
        assert_eq!(
            escaped(name),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;\\u202e"
        );
    }

    #[test]
    fn the_script_writes_text_and_never_markup() {
        for way in
            ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval", "setAttribute(\"on"]
        {
            assert!(!SCRIPT.contains(way), "{way}");
        }
    }
}
