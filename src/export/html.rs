//! A self-contained page that replays a fight. It makes no network requests, can be read as a report without scripts,
//! and embeds the moments of the fight as data.

use super::moments::{self, Chapter, Moments};
use super::{Eyes, players};
use crate::chronicle::Chronicle;
use crate::escape::visible_lines;
use crate::report::{LUCK, Report};
use crate::rules::text::words::mark::Mark;
use crate::watch::PlayersView;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use std::collections::BTreeSet;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The hash of the script (`sha256-...`), the only one the content security policy allows.
const SCRIPT_HASH: &str = include_str!("page.js.sha256");
/// The most closest calls listed.
const CLOSEST: usize = 12;

/// The script of the page, and the hash by which the page allows it.
pub fn script_hash_source() -> (&'static str, &'static str) {
    (SCRIPT, SCRIPT_HASH.trim_ascii())
}

/// Exports a fight, as far as it is applied, as a single HTML page.
///
/// # Errors
/// If JSON serialization fails, which nothing in a fight can cause.
pub fn page(report: &Report, fight: &Chronicle, eyes: Eyes) -> serde_json::Result<String> {
    let chapters = match eyes {
        Eyes::Referee => moments::chapters(fight),
        Eyes::Players => players::chapters(fight),
    };
    let ends: BTreeSet<usize> =
        chapters.iter().flat_map(|chapter| chapter.lines.iter().map(|(at, _)| *at)).collect();
    let begins: BTreeSet<usize> = chapters.iter().map(|chapter| chapter.at).collect();
    let moments = Moments::of(fight, eyes, |at| ends.contains(&at) || begins.contains(&at));
    // A `<` in the data could close the script element.
    let data = serde_json::to_string(&moments)?.replace('<', "\\u003c");
    let (title, summary, ending) = match eyes {
        Eyes::Referee => (&*report.title, report.head.clone(), told(report)),
        Eyes::Players => {
            let seen = PlayersView::of(fight.rules(), fight.now(), &fight.last_attacks());
            (players::TITLE, format!("{}. {}.", seen.sides.join(" against "), seen.when), known(&seen))
        }
    };
    // What marks an act may be what the players are not to know.
    let marks = Mark::by(fight.rules().about()).filter(|_| eyes == Eyes::Referee);
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src '{}'; base-uri 'none'; form-action 'none'",
        SCRIPT_HASH.trim_ascii()
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#log" { "Skip to the log" }
                main {
                    div #fight {
                        header {
                            h1 { (title) } p #rules { (report.rules) }
                            p #summary { (summary) }
                        }
                        (player(marks))
                        (log(&chapters))
                    }
                    details #report open { summary { "The report" } (ending) }
                }
                script type="application/json" id="moments" { (PreEscaped(data)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(visible_lines(&page.0).into_owned())
}

/// The buttons of the replay: what each does, the sign on it, and its title.
const BUTTONS: [(&str, &str, &str); 7] = [
    ("first", "|‹", "To the start (Home)"),
    ("roundBack", "‹‹", "Previous round ([)"),
    ("back", "‹", "Previous act (Left)"),
    ("play", "Play", "Play or stop (Space)"),
    ("on", "›", "Next act (Right)"),
    ("roundOn", "››", "Next round (])"),
    ("last", "›|", "To the end (End)"),
];

/// The keys of the replay, and what they do.
const KEYS: [(&str, &str); 7] = [
    ("Left, Right", "previous, next act"),
    ("[ and ]", "previous, next round"),
    ("Home, End", "to the start, to the end"),
    ("Space", "play or stop"),
    ("+ and −", "faster, slower"),
    ("a number, Enter", "go to that round"),
    ("?", "these keys"),
];

/// The replay, hidden unless the script runs: the moment, the track of the fight, and who is there.
fn player(marks: impl Iterator<Item = Mark>) -> Markup {
    html! {
        section #player aria-label="Replay" hidden {
            div #controls {
                p #when {}
                @for (does, sign, title) in BUTTONS {
                    button id=[(does == "play").then_some(does)] type="button" data-does=(does) title=(title)
                        aria-label=[(does != "play").then_some(title)] { (sign) }
                }
            }
            div #line {
                div #rounds aria-hidden="true" {}
                input #track type="range" min="0" value="0" aria-label="Act of the fight";
                div #marks aria-hidden="true" {}
            }
            p #said aria-live="polite" {}
            div.wide tabindex="0" role="region" aria-label="Combatants at this moment" {
                table #table {
                    (heads(["Name", "Side", "State", "Conditions"]))
                    tbody {}
                }
            }
            details #keys {
                summary { "Keys and marks (?)" }
                dl {
                    @for (key, does) in KEYS { dt { (key) } dd { (does) } }
                    @for mark in marks { dt { (mark.letter()) " on the track" } dd { (mark.word()) } }
                }
            }
        }
    }
}

/// The first row of a table.
fn heads(names: impl IntoIterator<Item = impl Render>) -> Markup {
    html! { thead { tr { @for name in names { th scope="col" { (name) } } } } }
}

/// A row of a table: a name, and what belongs to it.
fn row(name: &str, cells: &[&str]) -> Markup {
    html! { tr { th scope="row" { (name) } @for cell in cells { td { (cell) } } } }
}

/// The log, with a heading and a list for each round.
fn log(chapters: &[Chapter]) -> Markup {
    html! {
        section #log aria-label="Log" tabindex="-1" {
            @for chapter in chapters.iter().filter(|chapter| !chapter.lines.is_empty() || chapter.at > 0) {
                h2 data-at=(chapter.at) { (chapter.title) }
                @if !chapter.lines.is_empty() {
                    ol { @for (at, line) in &chapter.lines { li data-at=(at) { (line) } } }
                }
            }
        }
    }
}

/// The report, apart from the log.
fn told(report: &Report) -> Markup {
    let near = report.closest.iter().take(CLOSEST).map(|close| close.told());
    let luck: Vec<String> = report.fortune().into_iter().chain(near).collect();
    html! {
        @if !report.story.is_empty() { h2 { "The fight" } }
        @for paragraph in &report.story { p { strong { (paragraph.when()) "." } " " (paragraph.text) } }
        @if let Some(odds) = &report.odds { h2 { "How the odds changed" } p { (odds.text) } }
        (list(report.fallen_title(), &report.fallen()))
        (list("Luck and closest calls", &luck))
        (fighters(report))
    }
}

/// What the players know at the end.
fn known(seen: &PlayersView) -> Markup {
    html! {
        table {
            caption { "Everyone the players saw" }
            (heads(["Name", "Side", "State", "Conditions"]))
            tbody {
                @for one in &seen.rows {
                    @let side = seen.sides.get(one.side).map_or("", |side| side);
                    (row(&one.name, &[side, &one.health, &one.conditions.join(", ")]))
                }
            }
        }
    }
}

fn fighters(report: &Report) -> Markup {
    let left = format!("Left ({})", report.counted_in);
    html! {
        h2 { "Who fought" }
        div.wide tabindex="0" role="region" aria-label="Who fought" {
            table {
                caption { "Everyone, at the end of the fight" }
                (heads(["Name", "Side", "State", &left, "Dealt", "Taken", "Put down", "Luck"]))
                tbody {
                    @for one in &report.combatants {
                        @let most = one.most.map_or_else(String::new, |most| format!("/{most}"));
                        @let (left, felled) = (format!("{}{most}", one.left), one.felled.join(", "));
                        @let (dealt, taken) = (one.dealt.to_string(), one.taken.to_string());
                        @let luck = one.luck.to_string();
                        (row(&one.name, &[&one.side, one.stands, &left, &dealt, &taken, &felled, &luck]))
                    }
                }
            }
        }
        p { (LUCK) }
    }
}

/// A list with a heading, omitted if empty.
fn list(title: &str, lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() { h2 { (title) } ul { @for line in lines { li { (line) } } } }
    }
}
