//! After the fight: letting time pass, or beginning the next encounter.

use crate::rules::model::command::Command;
use crate::rules::model::encounter::Stage;
use crate::rules::model::ids::SideId;
use crate::rules::model::moment::{Second, YEAR};
use crate::rules::text::words;
use crate::tui::kit::list::Item;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::{Layer, Refused, Then, closes};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Lists the units of time that can pass, and the next encounter.
pub fn open(view: &View) -> Box<dyn Layer> {
    let runs = view.e.stage != Stage::Over;
    let blocked = runs.then(|| "the fight goes on: end it first".to_string());
    let item = |text: String| Item { blocked: blocked.clone(), ..Item::new(text) };
    let units = view.about().time_units().into_iter();
    let mut rows: Vec<_> = units.map(|unit| (item(format!("{}s pass", unit.0)), Some(unit))).collect();
    rows.push((item("next encounter: the same characters against others".into()), None));
    let pick = |session: &mut Session, unit: &Option<(&str, Second)>| match unit {
        Some((unit, seconds)) => Then::replace(pass_time(&session.view(), unit, *seconds)),
        None => Then::replace(next_encounter(&session.view())),
    };
    Picker::new(format!("The clock shows {}", words::clock(view.e.clock)), rows, pick).lettered().boxed()
}

/// Asks how many of the unit pass.
fn pass_time(view: &View, unit: &str, seconds: Second) -> Box<dyn Layer> {
    let now = view.e.clock;
    let read = move |field: &Field| {
        let many = u32::try_from(field.number()?).ok();
        let whole = many.and_then(|many| many.checked_mul(seconds)).filter(|s| *s > 0 && *s <= YEAR);
        let sum = whole.filter(|s| now.checked_add(*s).is_some());
        sum.ok_or_else(|| "expected 1 or more, a year at most".into())
    };
    let row = Row::set(Field::new(unit, Value::number(1)), read, |draft, seconds| *draft = seconds);
    let done = |session: &mut Session, sum: &Second| session.run(vec![Command::Elapse(*sum)]);
    let hint = "effects keep running and come due on the way";
    let title = format!("Time passes from {}", words::clock(now));
    fixed(title, 0, vec![row], done).hint(hint).boxed()
}

/// Asks which sides continue.
fn next_encounter(view: &View) -> Box<dyn Layer> {
    let e = view.e;
    let sides: Vec<SideId> = e.side_ids().collect();
    let first = sides.iter().position(|side| e.all().any(|c| c.side == *side && c.is_up()));
    let row = |(at, side): (usize, &SideId)| {
        let (id, goes_on) = (*side, first == Some(at));
        Row::flag(words::side(e, id), goes_on, move |all: &mut Vec<SideId>, on| {
            all.extend(on.then_some(id));
        })
    };
    let rows = sides.iter().enumerate().map(row).collect();
    let done = |session: &mut Session, go_on: &Vec<SideId>| {
        if go_on.is_empty() {
            return Err(Refused::at(0, "no side selected: Space selects"));
        }
        closes(session.go_on_with(go_on))
    };
    let hint = "those that continue keep hit points, spells and effects; the clock runs on";
    let title = "Who continues into the next encounter?";
    fixed(title, Vec::new(), rows, done).hint(hint).boxed()
}
