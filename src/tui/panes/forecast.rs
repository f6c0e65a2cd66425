//! The forecast line: who wins from here, and how many fall on the way.

use crate::odds::simulate::{Outlook, SideFate, words};
use crate::tui::paint::text::width;
use crate::tui::session::Session;

/// Says who wins from here, in at most `room` columns: as much as fits of
/// `Heroes 71 % (±2), 2.3 of 4 fall · Goblins 28 % (±2), 5.1 of 6 fall · 5 to 9 rounds`. Empty unless it is switched on.
pub fn of(session: &Session, room: usize) -> String {
    let entry = session.fight.chronicle.position();
    match session.forecast.of_present(entry) {
        _ if !session.forecast.shown => String::new(),
        _ if !session.can_be_won() => "no opponents".into(),
        None => "who wins: computing…".into(),
        Some((outlook, _)) => summary(outlook, room),
    }
}

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
