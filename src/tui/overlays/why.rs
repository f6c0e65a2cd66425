//! Why a number is what it is: its terms, each with its rule.

use super::boxes::MenuBox;
use super::page::Page;
use super::{Overlay, Verdict};
use crate::chronicle::{Answered, Ask, Provenance};
use crate::rules::dice::{Answer, Roll};
use crate::rules::event::Event;
use crate::rules::log::{self, LogLine};
use crate::rules::why;
use crate::rules::words::signed;
use crate::tui::board::Pane;
use crate::tui::log_view::LogAt;
use crate::tui::view::View;

/// The chosen log row, or the last roll there is; in the focus, the figures of the one under the
/// cursor.
pub fn open(view: &View) -> Option<Box<dyn Overlay>> {
    if view.board.pane == Pane::Focus {
        return figures(view);
    }
    let at = view.board.log.chosen.or_else(|| last_roll(view))?;
    let within = view.telling.within(at);
    if within.is_empty() { one(view, at) } else { Some(list(within)) }
}

/// The single lines of a block, each to be opened.
fn list(lines: Vec<(LogAt, LogLine)>) -> Box<dyn Overlay> {
    let (places, lines): (Vec<LogAt>, Vec<LogLine>) = lines.into_iter().unzip();
    let texts =
        lines.into_iter().map(|line| format!("{}{}", "  ".repeat(line.indent.into()), line.text));
    let pick = move |view: &View, at: usize| {
        let page = places.get(at).and_then(|at| one(view, *at));
        page.map_or(Verdict::Stay, Verdict::Instead)
    };
    MenuBox::filtered("One by one", texts, pick).boxed()
}

/// One line of the log, opened.
fn one(view: &View, at: LogAt) -> Option<Box<dyn Overlay>> {
    let event = view.telling.event(at)?;
    let mut lines = Vec::new();
    lines.extend(log::line(view.about(), view.e, event).map(|line| line.text));
    section(&mut lines, "The total", &why::why(view.about(), event));
    section(&mut lines, "What it needs", &why::needing(view.about(), event));
    dice(view, at, &mut lines);
    Some(Box::new(Page::new("Why", lines)))
}

/// Every figure of the one under the cursor, with its terms.
fn figures(view: &View) -> Option<Box<dyn Overlay>> {
    let c = view.under_cursor()?;
    let mut lines = Vec::new();
    for figure in view.rules.figures(view.e, c.id) {
        let rule = view.about().rule(&figure.rule).map_or("", |rule| &rule.title);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(format!("{} {}", figure.label, figure.value));
        let terms = why::terms(view.about(), &figure.tally);
        lines.extend(terms.iter().map(|term| format!("  {} {}", signed(term.value), term.word)));
        if !figure.rule.is_empty() {
            lines.push(format!("      {}: {rule}", figure.rule));
        }
    }
    (!lines.is_empty()).then(|| Box::new(Page::new(c.name.to_string(), lines)) as Box<dyn Overlay>)
}

/// The last roll, looked for among the newest events only.
fn last_roll(view: &View) -> Option<LogAt> {
    let rolled = |at: &LogAt| {
        matches!(view.telling.event(*at), Some(Event::Rolled(_))) || view.telling.is_block(*at)
    };
    view.telling.backward(None).take(500).map(|(at, _)| at).find(rolled)
}

fn section(lines: &mut Vec<String>, title: &str, terms: &[why::WhyTerm]) {
    if terms.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push(title.to_string());
    for term in terms {
        lines.push(format!("  {} {}", signed(term.value), term.word));
        if !term.rule.is_empty() {
            lines.push(format!("      {}: {}", term.rule, term.text));
        }
    }
    let total = terms.iter().fold(0i32, |sum, term| sum.saturating_add(term.value));
    lines.push(format!("  = {total}"));
}

/// The dice of that act, and who threw them.
fn dice(view: &View, at: LogAt, lines: &mut Vec<String>) {
    let answers: Vec<&Answered> = view.telling.answers(at.0).collect();
    if answers.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push("The dice of this act".into());
    for answered in answers {
        let Ask::Roll(ask) = &answered.ask else { continue };
        let shown = match &answered.answer {
            Answer::Roll(Roll::Faces(faces)) => {
                faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            Answer::Roll(Roll::Total(total)) => format!("{total} in all"),
            _ => continue,
        };
        let by = match answered.by {
            Provenance::Machine => "by machine",
            Provenance::Typed => "typed in",
        };
        let what = crate::rules::words::purpose(ask.purpose);
        lines.push(format!("  {}d{} {what}: {shown}, {by}", ask.count, ask.sides));
    }
}
