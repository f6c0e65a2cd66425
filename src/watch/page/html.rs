//! The page as first loaded. It shows the fight without its script, which then keeps it up to date.

use super::board::Published;
use crate::visible::visible_lines;
use crate::watch::{PlayersView, Row};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Builds the page. Only the style and script with this nonce take effect.
pub(super) fn page(posted: &Published, nonce: &str) -> String {
    let seen = posted.shown.seen.as_ref();
    let part = |of: fn(&PlayersView) -> &str| seen.map_or("", of);
    let turn = part(|seen| &seen.turn);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "The fight" }
                style nonce=(nonce) { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 #when { (part(|seen| &seen.when)) }
                    p { span #phase { (part(|seen| &seen.phase)) } " " span #clock { (part(|seen| &seen.clock)) } }
                }
                p #turn role="status" aria-live="polite" aria-atomic="true" {
                    @if !turn.is_empty() { (turn) " to act" }
                }
                p #word role="status" aria-live="polite" { (posted.shown.word.unwrap_or_default()) }
                main {
                    ol #rows aria-label="Combatants in acting order" {
                        @if let Some(seen) = seen { @for one in &seen.rows { (row(seen, one)) } }
                    }
                }
                noscript {
                    p {
                        "Without scripts this page shows the fight as it was when it was loaded: reload it to see what \
                         has happened since."
                    }
                }
                script nonce=(nonce) { (PreEscaped(SCRIPT)) }
            }
        }
    };
    visible_lines(&page.0).into_owned()
}

fn row(seen: &PlayersView, row: &Row) -> Markup {
    let class = format!("s{} {}", row.side % 6, row.fares.word().replace(' ', "-"));
    html! {
        li class=(class) aria-current=[row.acts.then_some("true")] {
            span.name { (row.name) }
            " " span.side { (seen.sides.get(row.side).map_or("", |side| side)) }
            " " span.health { (row.health) }
            @if let Some((now, max)) = row.hp {
                " " meter min="0" max=(max) value=(now.max(0).min(max)) aria-hidden="true" {}
            }
            @if !row.conditions.is_empty() { " " span.conditions { (row.conditions.join(", ")) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Shown;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let turn = "<script>alert('x')</script> & \"Co\"\u{202e}".to_string();
        let seen = PlayersView { turn, ..PlayersView::default() };
        let shown = Shown { word: None, seen: Some(seen) };
        let page = page(&Published { shown, json: String::new() }, "nonce");
        let told = "&lt;script&gt;alert('x')&lt;/script&gt; &amp; &quot;Co&quot;\\u202e to act</p>";
        assert!(page.contains(told), "{page}");
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
