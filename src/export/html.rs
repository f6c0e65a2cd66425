//! A self-contained page that replays a fight. It makes no network requests, can be read as a report without scripts,
//! and embeds the moments of the fight as data.

use super::moments::{self, Chapter, Moments};
use super::{Eyes, players};
use crate::chronicle::Chronicle;
use crate::report::{LUCK, Report};
use crate::visible::{visible, visible_lines};
use crate::watch::PlayersView;
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter, Result, Write};

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
    let (title, seen) = match eyes {
        Eyes::Referee => (&*report.title, None),
        Eyes::Players => {
            (players::TITLE, Some(PlayersView::of(fight.rules(), fight.now(), &fight.last_attacks())))
        }
    };
    let page = Page { title, report, seen, chapters: &chapters, data: &data }.to_string();
    Ok(visible_lines(&page).into_owned())
}

/// Text escaped for HTML, including hidden characters.
struct Plain<'a>(&'a str);

impl Display for Plain<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for sign in visible(self.0).chars() {
            match sign {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                sign => f.write_char(sign)?,
            }
        }
        Ok(())
    }
}

struct Page<'a> {
    title: &'a str,
    report: &'a Report,
    /// What the players saw at the end, which then replaces the report.
    seen: Option<PlayersView>,
    chapters: &'a [Chapter],
    data: &'a str,
}

impl Display for Page<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let title = Plain(self.title);
        write!(
            f,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src '{}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#log\">Skip to the log</a>\n<header>\n<h1>{title}</h1>\n\
             <p>Rules: {}.</p>\n</header>\n<main>\n",
            SCRIPT_HASH.trim_ascii(),
            Plain(&self.report.rules)
        )?;
        f.write_str(PLAYER)?;
        self.log(f)?;
        f.write_str("<details id=\"report\" open>\n<summary>The report</summary>\n")?;
        match &self.seen {
            None => self.told(f)?,
            Some(seen) => self.seen(seen, f)?,
        }
        f.write_str("</details>\n</main>\n")?;
        writeln!(f, "<script type=\"application/json\" id=\"moments\">{}</script>", self.data)?;
        writeln!(f, "<script>{SCRIPT}</script>\n</body>\n</html>")
    }
}

/// The controls of the replay, hidden unless the script runs.
const PLAYER: &str = r#"<section id="player" aria-label="Replay" hidden>
<p id="when"></p>
<div id="controls">
<button type="button" data-does="first" title="To the start (Home)">Start</button>
<button type="button" data-does="roundBack" title="Previous round ([)">Round back</button>
<button type="button" data-does="back" title="Previous act (Left)">Back</button>
<button type="button" data-does="play" id="play" title="Play or stop (Space)">Play</button>
<button type="button" data-does="on" title="Next act (Right)">Next</button>
<button type="button" data-does="roundOn" title="Next round (])">Next round</button>
<button type="button" data-does="last" title="To the end (End)">End</button>
</div>
<input type="range" id="track" min="0" value="0" aria-label="Act of the fight">
<p id="said" aria-live="polite"></p>
<details id="keys">
<summary>Keys (?)</summary>
<dl>
<dt>Left, Right</dt><dd>previous, next act</dd>
<dt>[ and ]</dt><dd>previous, next round</dd>
<dt>Home, End</dt><dd>to the start, to the end</dd>
<dt>Space</dt><dd>play or stop</dd>
<dt>+ and −</dt><dd>faster, slower</dd>
<dt>a number, Enter</dt><dd>go to that round</dd>
<dt>?</dt><dd>these keys</dd>
</dl>
</details>
<div class="wide" tabindex="0" role="region" aria-labelledby="table-name">
<table id="table">
<caption id="table-name">Combatants at this moment</caption>
<thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col">Conditions</th></tr></thead>
<tbody></tbody>
</table>
</div>
</section>
"#;

impl Page<'_> {
    /// The log, with a heading and a list for each round.
    fn log(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("<section id=\"log\" aria-label=\"Log\" tabindex=\"-1\">\n")?;
        let told = |chapter: &&Chapter| !chapter.lines.is_empty() || chapter.at > 0;
        for chapter in self.chapters.iter().filter(told) {
            writeln!(f, "<h2 data-at=\"{}\">{}</h2>", chapter.at, Plain(&chapter.title))?;
            if chapter.lines.is_empty() {
                continue;
            }
            writeln!(f, "<ol>")?;
            for (at, line) in &chapter.lines {
                writeln!(f, "<li data-at=\"{at}\">{}</li>", Plain(line))?;
            }
            writeln!(f, "</ol>")?;
        }
        f.write_str("</section>\n")
    }

    /// The report, apart from the log.
    fn told(&self, f: &mut Formatter<'_>) -> Result {
        let report = self.report;
        writeln!(f, "<p>{}</p>", Plain(&report.head))?;
        if !report.story.is_empty() {
            writeln!(f, "<h2>The fight</h2>")?;
        }
        for paragraph in &report.story {
            let (when, text) = (paragraph.when(), Plain(&paragraph.text));
            writeln!(f, "<p><strong>{}.</strong> {text}</p>", Plain(&when))?;
        }
        if let Some(odds) = &report.odds {
            writeln!(f, "<h2>How the odds changed</h2>\n<p>{}</p>", Plain(&odds.text))?;
        }
        list(f, report.fallen_title(), report.fallen())?;
        let near = report.closest.iter().take(CLOSEST).map(|close| close.told());
        list(f, "Luck and closest calls", report.fortune().into_iter().chain(near).collect())?;
        self.fighters(f)
    }

    /// What the players know at the end.
    fn seen(&self, seen: &PlayersView, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "<p>{}</p>\n<h2>Who fought</h2>\n<table>", Plain(&seen.when))?;
        writeln!(f, "<caption>Everyone the players saw</caption>\n<thead><tr>")?;
        for head in ["Name", "Side", "State", "Conditions"] {
            writeln!(f, "<th scope=\"col\">{head}</th>")?;
        }
        writeln!(f, "</tr></thead>\n<tbody>")?;
        for row in &seen.rows {
            write!(f, "<tr><th scope=\"row\">{}</th>", Plain(&row.name))?;
            let side = seen.sides.get(row.side).map_or("", |side| side);
            for cell in [side, &row.health, &row.conditions.join(", ")] {
                write!(f, "<td>{}</td>", Plain(cell))?;
            }
            writeln!(f, "</tr>")?;
        }
        writeln!(f, "</tbody>\n</table>")
    }

    fn fighters(&self, f: &mut Formatter<'_>) -> Result {
        let report = self.report;
        writeln!(
            f,
            "<h2>Who fought</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Who fought\">"
        )?;
        writeln!(f, "<table>\n<caption>Everyone, at the end of the fight</caption>\n<thead><tr>")?;
        let left = format!("Left ({})", report.counted_in);
        for head in ["Name", "Side", "State", &left, "Dealt", "Taken", "Put down", "Luck"] {
            writeln!(f, "<th scope=\"col\">{}</th>", Plain(head))?;
        }
        writeln!(f, "</tr></thead>\n<tbody>")?;
        for one in &report.combatants {
            let left =
                one.most.map_or_else(|| one.left.to_string(), |most| format!("{}/{most}", one.left));
            write!(f, "<tr><th scope=\"row\">{}</th>", Plain(&one.name))?;
            let (dealt, taken) = (one.dealt.to_string(), one.taken.to_string());
            let (felled, luck) = (one.felled.join(", "), one.luck.to_string());
            for cell in [&*one.side, one.stands, &left, &dealt, &taken, &felled, &luck] {
                write!(f, "<td>{}</td>", Plain(cell))?;
            }
            writeln!(f, "</tr>")?;
        }
        writeln!(f, "</tbody>\n</table>\n</div>")?;
        writeln!(f, "<p>{LUCK}</p>")
    }
}

/// A list with a heading, omitted if empty.
fn list(f: &mut Formatter<'_>, title: &str, lines: Vec<String>) -> Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "<h2>{}</h2>\n<ul>", Plain(title))?;
    lines.iter().try_for_each(|line| writeln!(f, "<li>{}</li>", Plain(line)))?;
    writeln!(f, "</ul>")
}
