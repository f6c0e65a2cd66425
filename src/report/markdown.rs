//! Reports as Markdown.

use super::grammar::{and, numbered};
use super::{CloseCall, Fall, LUCK, Luck, Report};
use crate::escape::visible;
use crate::rules::model::combatant::Standing;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::text::words;
use std::fmt::{self, Formatter, Write};

/// The most closest calls listed.
const CLOSEST: usize = 12;

/// Writes the report: the story first, then figures and log in collapsed sections. Of a fight that has not begun, the
/// page to play it with.
pub(super) fn write(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        "# {}\n\n{}\n\nRules: {}.",
        plain(&report.title),
        plain(&report.head),
        plain(&report.rules)
    )?;
    if let Some(prepared) = &report.prepared {
        return prepared.write(f);
    }
    if !report.story.is_empty() {
        writeln!(f, "\n## The fight")?;
    }
    for paragraph in &report.story {
        writeln!(f, "\n**{}.** {}", paragraph.when(), plain(&paragraph.text))?;
    }
    if let Some(odds) = &report.odds {
        writeln!(f, "\n## How the odds changed\n\n{}", plain(&odds.text))?;
    }
    list(f, report.fallen_title(), report.fallen().into_iter())?;
    let fortune = report.fortune().into_iter();
    list(f, "Luck and closest calls", fortune.chain(closest(report)))?;
    folded(f, "Figures", |f| {
        sides(report, f)?;
        combatants(report, f)?;
        dice(report, f)
    })?;
    folded(f, "The whole record", |f| log(report, f))
}

/// A collapsible section.
fn folded(
    f: &mut Formatter<'_>,
    title: &str,
    inside: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    writeln!(f, "\n<details>\n<summary>{title}</summary>")?;
    inside(f)?;
    writeln!(f, "\n</details>")
}

/// A list with a heading, omitted if empty.
fn list(f: &mut Formatter<'_>, title: &str, lines: impl Iterator<Item = String>) -> fmt::Result {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return Ok(());
    }
    writeln!(f, "\n## {title}\n")?;
    lines.try_for_each(|line| writeln!(f, "- {}", plain(&line)))
}

fn sides(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n### Sides\n\n| side | in the fight | dealt | taken | luck |\n|---|---|---|---|---|")?;
    for side in &report.sides {
        let (name, luck) = (plain(&side.name), side.luck);
        writeln!(
            f,
            "| {name} | {} of {} | {} | {} | {luck} |",
            side.up, side.of, side.dealt, side.taken
        )?;
    }
    writeln!(f, "\n{LUCK}")
}

fn combatants(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n### Who fought\n")?;
    writeln!(f, "| name | side | state | {} | dealt | taken | put down | luck |", report.counted_in)?;
    writeln!(f, "|---|---|---|---|---|---|---|---|")?;
    for one in &report.combatants {
        let left = one.most.map_or_else(|| one.left.to_string(), |most| format!("{}/{most}", one.left));
        let cells = [
            plain(&one.name),
            plain(&one.side),
            one.stands.into(),
            left,
            one.dealt.to_string(),
            one.taken.to_string(),
            plain(&one.felled.join(", ")),
            one.luck.to_string(),
        ];
        row(f, cells)?;
    }
    Ok(())
}

fn closest(report: &Report) -> impl Iterator<Item = String> {
    let more = report.closest.len().saturating_sub(CLOSEST);
    let rest = (more > 0).then(|| format!("and {more} more"));
    report.closest.iter().take(CLOSEST).map(CloseCall::told).chain(rest)
}

fn dice(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    if report.dice.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "\n### Dice\n\n| dice | rolled by | count | average | expected |\n|---|---|---|---|---|"
    )?;
    for die in &report.dice {
        let by = if die.typed { "the table" } else { "the machine" };
        let (average, expected) = (tenths(die.average_tenths), tenths(die.expected_tenths));
        writeln!(f, "| d{} | {by} | {} | {average} | {expected} |", die.sides, die.thrown)?;
    }
    Ok(())
}

fn tenths(n: i64) -> String {
    format!("{}.{}", n / 10, n % 10)
}

fn log(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    for chapter in &report.log {
        writeln!(f, "\n### {}\n", when(chapter.round))?;
        for line in &chapter.lines {
            let indent = "  ".repeat(usize::from(line.indent));
            writeln!(f, "{indent}- {}", plain(&line.text))?;
        }
    }
    Ok(())
}

fn when(round: u32) -> String {
    if round == 0 { "Before the first round".into() } else { format!("Round {round}") }
}

impl Report {
    /// The title of the list of those who left the fight.
    pub fn fallen_title(&self) -> &'static str {
        let all_fell =
            self.falls.iter().all(|fall| matches!(fall.what, Standing::Dead | Standing::Down));
        if all_fell { "The fallen" } else { "The fallen and the fled" }
    }

    /// Who left the fight and by whom, grouped: `Goblin 1 and Goblin 4 died, by Brea (rounds 1 and 3)`.
    pub fn fallen(&self) -> Vec<String> {
        let mut groups: Vec<Vec<&Fall>> = Vec::new();
        for (at, fall) in self.falls.iter().enumerate() {
            // Only the last of several falls counts: going down and then dying is dying.
            if self.falls[at + 1..].iter().any(|later| later.who == fall.who) {
                continue;
            }
            let same = |group: &&mut Vec<&Fall>| {
                let first = group[0];
                (&first.side, first.what, &first.by, first.after)
                    == (&fall.side, fall.what, &fall.by, fall.after)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.push(fall),
                None => groups.push(vec![fall]),
            }
        }
        groups.iter().map(|group| told(group)).collect()
    }
}

/// Describes a group of equal falls.
fn told(group: &[&Fall]) -> String {
    let names: Vec<&str> = group.iter().map(|fall| &*fall.who).collect();
    let by: Vec<String> = group[0].by.iter().map(ToString::to_string).collect();
    let by = if by.is_empty() { String::new() } else { format!(" by {}", and(&by)) };
    let mut rounds: Vec<u32> = group.iter().map(|fall| fall.round).collect();
    rounds.dedup();
    let told: Vec<String> = rounds.iter().map(ToString::to_string).collect();
    let when = match (group[0].after, &rounds[..]) {
        (true, _) => "after the fight".into(),
        (_, [0]) => "before the first round".into(),
        (_, [one]) => format!("round {one}"),
        _ => format!("rounds {}", and(&told)),
    };
    let fell = fell(group[0].what, group[0].by.is_empty(), Number::of(group.len()));
    format!("{}: {fell}{by} ({when})", numbered(&names))
}

impl CloseCall {
    /// Formats it with its round: `Round 2: Brea was down to 1 of 8 hit points`.
    pub fn told(&self) -> String {
        let when = if self.after { "Afterwards".into() } else { when(self.round) };
        format!("{when}: {}", self.what)
    }
}

/// Formats it as `63 (12 rolls, 4 typed)`.
impl fmt::Display for Luck {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(luck) = self.luck else { return f.write_str("no dice") };
        let rolls = if self.rolls == 1 { "roll" } else { "rolls" };
        write!(f, "{luck} ({} {rolls}", self.rolls)?;
        if self.typed > 0 {
            write!(f, ", {} typed", self.typed)?;
        }
        f.write_char(')')
    }
}

/// A row of a table.
pub(super) fn row(f: &mut Formatter<'_>, cells: impl IntoIterator<Item = String>) -> fmt::Result {
    writeln!(f, "| {} |", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

/// Escapes a text for Markdown, on a single line.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in visible(text).chars() {
        if "\\`*_[]<>|#~".contains(sign) {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

/// What became of them: killed or brought down by others, otherwise what they did themselves.
fn fell(what: Standing, by_itself: bool, of: Number) -> String {
    match what {
        Standing::Dead if !by_itself => Verb::KILL.said(of).into(),
        Standing::Down if !by_itself => Verb::BRING.then("down").said(of),
        _ => words::becomes(what).said(of),
    }
}
