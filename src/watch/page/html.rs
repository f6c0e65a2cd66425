//! The page as first loaded. It shows the fight without its script, which then keeps it up to date.

use super::{Published, phone};
use crate::escape::visible_lines;
use crate::watch::{PlayersView, Row};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const PHONE_STYLE: &str = include_str!("phone.css");
const PHONE_SCRIPT: &str = include_str!("phone.js");
/// The most of the players' own whose figures stand with their turn.
const MOST_FIGURES: usize = 2;

/// Builds the page, with what phones need if they may take seats. Only the style and script with this nonce take effect.
pub(super) fn page(posted: &Published, nonce: &str, phones: bool) -> String {
    let none = PlayersView::default();
    let seen = posted.shown.seen.as_ref().unwrap_or(&none);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "The fight" }
                style nonce=(nonce) { (PreEscaped(STYLE)) @if phones { (PreEscaped(PHONE_STYLE)) } }
            }
            body {
                p #word role="status" aria-live="polite" { (posted.shown.word.unwrap_or_default()) }
                @if phones { (phone::seat()) }
                main #seen {
                    h1 #when { (seen.when) }
                    section #acting aria-live="polite" aria-atomic="true" { (acting(seen)) }
                    section #news aria-label="What has just happened" aria-live="polite" {
                        @for line in &seen.news { p { (line) } }
                    }
                    @if phones { (phone::lines()) }
                    div #sides { @for side in sides(seen) { (self::side(seen, side)) } }
                }
                @if phones { (phone::rest()) }
                noscript {
                    p {
                        "Without scripts this page shows the fight as it was when it was loaded: reload it to see what \
                         has happened since."
                    }
                }
                script nonce=(nonce) { (PreEscaped(SCRIPT)) @if phones { (PreEscaped(PHONE_SCRIPT)) } }
            }
        }
    };
    visible_lines(&page.0).into_owned()
}

/// Whose turn it is, what the players need for it, and who comes next.
fn acting(seen: &PlayersView) -> Markup {
    let theirs = |row: &&Row| row.acts && row.ours;
    html! {
        @if !seen.turn.is_empty() {
            p #turn { (seen.turn) }
            p #does { (seen.does) }
            @for row in seen.rows.iter().filter(theirs).take(MOST_FIGURES) { (self::row(row)) }
        } @else { p #turn.wait { (seen.phase) } }
        @if !seen.next.is_empty() { p #next { "then " b { (seen.next.join(" · ")) } } }
    }
}

/// The sides, the players' own first.
fn sides(seen: &PlayersView) -> Vec<usize> {
    let mut all: Vec<usize> = (0..seen.sides.len()).collect();
    all.sort_by_key(|side| !seen.rows.iter().any(|row| row.side == *side && row.ours));
    all
}

/// A side with its combatants, in the order of the round.
fn side(seen: &PlayersView, side: usize) -> Markup {
    html! {
        section class=(format!("side s{}", side % 6)) {
            h2 { (seen.sides[side]) }
            @for row in seen.rows.iter().filter(|row| row.side == side) { (self::row(row)) }
        }
    }
}

/// A combatant: the players' own with a bar, foes by words.
fn row(row: &Row) -> Markup {
    let acts = if row.acts { " acts" } else { "" };
    let class = format!("row {}{acts}", row.fares.word().replace(' ', "-"));
    html! {
        div class=(class) {
            span.name { (row.name) } " "
            @if let Some((now, max)) = row.hp {
                meter min="0" max=(max) value=(now.max(0).min(max)) aria-hidden="true" {} " "
            }
            span.health { (row.health) }
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
        let page = page(&Published { shown, json: String::new() }, "nonce", false);
        let told = "&lt;script&gt;alert('x')&lt;/script&gt; &amp; &quot;Co&quot;\\u202e</p>";
        assert!(page.contains(told), "{page}");
    }

    #[test]
    fn the_script_writes_text_and_never_markup() {
        for way in
            ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval", "setAttribute(\"on"]
        {
            assert!(!SCRIPT.contains(way) && !PHONE_SCRIPT.contains(way), "{way}");
        }
    }
}
