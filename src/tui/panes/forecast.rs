//! The forecast line: who wins from here, and how many fall on the way.

use crate::odds::simulate::{Outlook, SideFate, words};
use crate::tui::paint::text::{put, width};
use crate::tui::session::Session;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Paints the line, dimmed while the forecast is of an earlier state than the present.
pub fn paint(session: &Session, area: Rect, buf: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let (theme, entry) = (&session.theme, session.fight.chronicle.position());
    let x = put(buf, area.x, area.y, area.width, "Who wins  ", theme.frame);
    let rest = area.right().saturating_sub(x);
    let (text, style) = match session.forecast.of_present(entry) {
        _ if !session.can_be_won() => ("no opponents".into(), theme.dim),
        None => ("computing…".into(), theme.dim),
        Some((outlook, true)) => (summary(outlook, rest.into()), theme.text),
        Some((outlook, false)) => (summary(outlook, rest.into()), theme.dim),
    };
    put(buf, x, area.y, rest, &text, style);
}

/// Returns as much as fits of `Heroes 71 % (±2), 2.3 of 4 fall · Goblins 28 % (±2), 5.1 of 6 fall · 5 to 9 rounds`.
fn summary(outlook: &Outlook, room: usize) -> String {
    let sides = |fall: &str| -> Vec<String> {
        let with = outlook.sides.iter().filter(|side| outlook.of_side(side.id).next().is_some());
        let one = |side: &SideFate| {
            let (wins, falls) = (outlook.wins(side.id), words::fallen(outlook, side.id));
            format!("{} {}, {falls}{fall}", side.name, words::chance(wins))
        };
        with.map(one).collect()
    };
    let undecided = outlook.undecided * 10 > outlook.fights;
    let more = if undecided { "no end in sight".into() } else { words::rounds(outlook) };
    let whole = [sides(" fall"), vec![more]].concat().join(" · ");
    let short = sides(" fall").join(" · ");
    [whole, short].into_iter().find(|text| width(text) <= room).unwrap_or_else(|| sides("").join(" · "))
}
