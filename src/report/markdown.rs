//! A report to read.

use super::{Close, Fall, Luck, Report};
use crate::visible::visible;
use std::fmt::{self, Formatter, Write};

/// So many near things are told one by one.
const CLOSEST: usize = 12;

/// Writes all of it.
pub(super) fn write(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    let state = if report.over { "over" } else { "still running" };
    let clock = format!("{}:{:02}", report.clock / 60, report.clock % 60);
    writeln!(f, "# {}\n", plain(&report.title))?;
    let rounds = if report.rounds == 1 { "round" } else { "rounds" };
    writeln!(f, "{}, {} {rounds}, {clock}, {state}.", plain(&report.rules), report.rounds)?;
    sides(report, f)?;
    combatants(report, f)?;
    list(f, "Falls", report.falls.iter().map(Fall::told))?;
    list(f, "Closest calls", closest(report))?;
    dice(report, f)?;
    log(report, f)
}

/// A table or list under its heading; nothing where there is nothing.
fn list(f: &mut Formatter<'_>, title: &str, lines: impl Iterator<Item = String>) -> fmt::Result {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return Ok(());
    }
    writeln!(f, "\n## {title}\n")?;
    lines.try_for_each(|line| writeln!(f, "- {}", plain(&line)))
}

fn sides(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n## Sides\n\n| side | in the fight | dealt | taken | luck |\n|---|---|---|---|---|")?;
    for side in &report.sides {
        let (name, luck) = (plain(&side.name), side.luck);
        writeln!(
            f,
            "| {name} | {} of {} | {} | {} | {luck} |",
            side.up, side.of, side.dealt, side.taken
        )?;
    }
    writeln!(f, "\nLuck is how the dice ran: 0 the worst faces, 100 the best, 50 as can be expected.")
}

fn combatants(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n## Who fought\n")?;
    writeln!(f, "| name | side | stands | {} | dealt | taken | put down | luck |", report.counted_in)?;
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
        writeln!(f, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

fn closest(report: &Report) -> impl Iterator<Item = String> {
    let more = report.closest.len().saturating_sub(CLOSEST);
    let rest = (more > 0).then(|| format!("and {more} more"));
    report.closest.iter().take(CLOSEST).map(Close::told).chain(rest)
}

fn dice(report: &Report, f: &mut Formatter<'_>) -> fmt::Result {
    if report.dice.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "\n## Dice\n\n| dice | thrown by | how many | average | expected |\n|---|---|---|---|---|"
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
    if !report.log.is_empty() {
        writeln!(f, "\n## Log")?;
    }
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

impl Fall {
    /// `Round 2: Orc 3 dies, by Ana`.
    pub fn told(&self) -> String {
        let by =
            if self.by.is_empty() { String::new() } else { format!(", by {}", self.by.join(" and ")) };
        format!("{}: {} {}{by}", when(self.round), self.who, self.what)
    }
}

impl Close {
    /// `Round 2: Ana was down to 1 of 8 hit points`.
    pub fn told(&self) -> String {
        format!("{}: {}", when(self.round), self.what)
    }
}

/// `63 (12 rolls, 4 typed)`.
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

/// The text on one line, with everything that Markdown would read as more than text marked as text.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in visible(text).chars() {
        if "\\`*_[]<>|#~".contains(sign) {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}
