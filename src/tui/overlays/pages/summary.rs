//! The summary of a fight on one page, shown at its end before it is left.

use crate::report::{CloseCall, LUCK, Luck, Report};
use crate::tui::fight::leaving::Exit;
use crate::tui::input::operations::Op;
use crate::tui::kit::page::Page;
use crate::tui::overlays::referee::parties;
use crate::tui::overlays::{CLOSE, Layer, Then};
use crate::tui::paint::layout::figures;
use crate::tui::session::Session;

/// The most close calls in a summary.
const CLOSEST: usize = 6;

/// Opens the summary of a report; with `leads_out`, Enter leaves the fight.
pub fn open(report: &Report, leads_out: bool) -> Box<dyn Layer> {
    let page = Page::new(&*report.title, lines(report));
    let page = page.turn(Op::Back, "back to the fight", |_| CLOSE);
    let out = |session: &mut Session| match parties::after(&session.view()) {
        Some(parties) => Then::replace(parties),
        None => session.leave(Exit::Start),
    };
    Box::new(if leads_out { page.turn(Op::Forward, "leave; the party can be saved", out) } else { page })
}

fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![report.head.clone()];
    for paragraph in &report.story {
        lines.push(String::new());
        lines.push(paragraph.told());
    }
    lines.extend(part(report.fallen_title(), report.fallen()));
    let closest = report.closest.iter().take(CLOSEST).map(CloseCall::told);
    lines.extend(part("Luck and closest calls", report.fortune().into_iter().chain(closest).collect()));
    lines.extend(sides(report));
    lines.extend(combatants(report));
    lines.push(String::new());
    lines.push(LUCK.into());
    lines
}

fn part(title: &str, told: Vec<String>) -> Vec<String> {
    if told.is_empty() {
        return Vec::new();
    }
    let heading = [String::new(), title.to_string()];
    heading.into_iter().chain(told.into_iter().map(|line| format!("  {line}"))).collect()
}

fn sides(report: &Report) -> Vec<String> {
    let rows = report.sides.iter().map(|side| {
        let standing = format!("{} of {}", side.up, side.of);
        [
            side.name.to_string(),
            standing,
            side.dealt.to_string(),
            side.taken.to_string(),
            luck(side.luck),
        ]
    });
    table(["Sides", "standing", "dealt", "taken", "luck"], rows.collect())
}

fn combatants(report: &Report) -> Vec<String> {
    let rows = report.combatants.iter().map(|one| {
        let left = one.most.map_or_else(|| one.left.to_string(), |most| format!("{}/{most}", one.left));
        [one.name.to_string(), left, one.dealt.to_string(), one.taken.to_string(), luck(one.luck)]
    });
    table(["Each", report.counted_in, "dealt", "taken", "luck"], rows.collect())
}

fn luck(luck: Luck) -> String {
    luck.luck.map_or_else(String::new, |n| n.to_string())
}

/// A table after an empty line.
fn table(head: [&str; 5], rows: Vec<[String; 5]>) -> Vec<String> {
    let rows: Vec<[String; 5]> = std::iter::once(head.map(String::from)).chain(rows).collect();
    std::iter::once(String::new()).chain(figures(&rows)).collect()
}
