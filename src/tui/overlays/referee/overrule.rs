//! Overruling any value.

use super::counters;
use super::house_book;
use super::places;
use super::settings::{self, by_side};
use super::stance;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::effect::Timer;
use crate::rules::model::encounter::Stage;
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::window::Slot;
use crate::rules::ruleset::about::SideMark;
use crate::rules::text::{log, words};
use crate::tui::kit::list::Item;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::amend::table::{Several, filled_in, word};
use crate::tui::overlays::forms::edit::{Row, each, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::{Done, Layer, STAY, Then};
use crate::tui::session::Session;
use crate::tui::table::nearness::listed;
use crate::tui::table::view::View;

/// A value that can be overruled: its name (empty: the ruleset's word for harm), synonyms, and its form (`None` if it
/// does not apply here).
type Entry = (&'static str, &'static str, fn(&View, CombatantId) -> Option<Box<dyn Layer>>);

const VALUES: [Entry; 16] = [
    ("", "hp hit points wounds", vitals),
    ("alive, dead, fled…", "kill dead standing revive", standing),
    ("name", "rename call", name),
    ("side", "team", side),
    ("in melee, or not", "engaged melee", melee),
    ("distance", "distance range far near feet", |view, _| places::distance(view)),
    ("arrows, charges, spells left", "ammunition slots counters", |view, _| counters::open(view)),
    ("order of this round", "initiative order", order),
    ("who knows of whom", "surprise aware", aware),
    ("the place", "outdoors scene", scene),
    ("a reminder", "timer alarm", reminder),
    ("reinforcements", "reinforcements", reinforcements),
    ("time that passes", "clock turns rest", time),
    ("the end of the fight", "end over stop", end),
    ("an option of the rules", "house rules options", |view, _| Some(settings::options(view))),
    ("a house book", "house rules book own", |view, _| Some(house_book::open_on_file(view))),
];

/// Lists the values that can be overruled, for the combatant under the cursor or the whole fight.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let who = view.board.cursor?;
    let harm = words::harm(view.about());
    let called = |text: &'static str| if text.is_empty() { harm } else { text };
    let item = |(text, _, form): &Entry| Item {
        blocked: form(view, who).is_none().then(|| "there is none".into()),
        ..Item::new(called(text))
    };
    let mut items: Vec<Item> = VALUES.iter().map(item).collect();
    items.push(Item::new("close this step: all who are left do nothing"));
    let marks_of = |mark: &SideMark| Item::new(format!("{} of the sides", mark.title));
    items.extend(view.about().side_marks.iter().map(marks_of));
    items.push(Item { synonyms: "aim parley hold flee guard hunt", ..Item::new("stance") });
    let pick = move |session: &mut Session, &at: &usize| match VALUES.get(at) {
        Some((_, _, form)) => form(&session.view(), who).map_or(STAY, Then::replace),
        None if at == VALUES.len() => run(session, Overrule::Close),
        None if at > VALUES.len() + session.view().about().side_marks.len() => {
            stance::open(&session.view(), who).map_or(STAY, Then::replace)
        }
        None => marks(&session.view(), at - VALUES.len() - 1).map_or(STAY, Then::replace),
    };
    let title = format!("Overrule: {}", view.name(who));
    Some(Picker::new(title, items.into_iter().zip(0..), pick).lettered().boxed())
}

/// The values that can be overruled here, each with its synonyms and its index in the list.
pub fn values(view: &View) -> Vec<(&'static str, &'static str, usize)> {
    let Some(who) = view.board.cursor else { return Vec::new() };
    let harm = words::harm(view.about());
    let here = VALUES.iter().enumerate().filter(|(_, (.., form))| form(view, who).is_some());
    here.map(|(at, (text, synonyms, _))| (if text.is_empty() { harm } else { text }, *synonyms, at))
        .collect()
}

/// Opens the form of the value at that index, for the row under the cursor.
pub fn open_value(view: &View, at: usize) -> Option<Box<dyn Layer>> {
    let (.., form) = VALUES.get(at)?;
    form(view, view.board.cursor?)
}

fn run(session: &mut Session, word: Overrule) -> Done {
    session.run(vec![Command::Overrule(word)])
}

/// A form that overrules a value, filled in with the present one.
fn form(view: &View, title: impl Into<String>, word: Overrule) -> Option<Box<dyn Layer>> {
    Some(filled_in(view, title, Command::Overrule(word)))
}

/// The same for a value of one combatant, named in the title.
fn form_of(view: &View, who: CombatantId, value: &str, word: Overrule) -> Option<Box<dyn Layer>> {
    form(view, format!("{}: {value}", view.name(who)), word)
}

/// Hit points left, or wounds taken.
fn vitals(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    let now = view.e.get(who)?.vitals.figure();
    form_of(view, who, words::harm(view.about()), Overrule::Hp(who, now))
}

const STANDINGS: [Standing; 6] = [
    Standing::Up,
    Standing::Down,
    Standing::Dead,
    Standing::Fled,
    Standing::Surrendered,
    Standing::Gone,
];

fn standing(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    let now = view.e.get(who)?.standing;
    let at = STANDINGS.iter().position(|standing| *standing == now).unwrap_or(0);
    let rows = STANDINGS.map(|standing| (words::standing(standing), standing));
    let pick = move |session: &mut Session, standing: &Standing| {
        run(session, Overrule::Standing(who, *standing))
    };
    Some(Picker::new(view.name(who), rows, pick).lettered().at(at).boxed())
}

fn name(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    form_of(view, who, "name", Overrule::Name(who, view.name(who).into()))
}

/// The form defaults to the next side, if there is another.
fn side(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    let now = view.e.get(who)?.side;
    let next = view.e.side_ids().find(|side| *side > now).or(view.e.side_ids().next());
    form_of(view, who, "side", Overrule::Side(who, next.unwrap_or(now)))
}

fn others(view: &View, who: CombatantId) -> Vec<CombatantId> {
    view.board.order.iter().copied().filter(|id| *id != who).collect()
}

fn melee(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    let ids = others(view, who);
    let text = |id: &CombatantId| match view.e.engaged(who, *id) {
        true => format!("{}: no longer in melee", view.name(*id)),
        false => format!("{}: in melee", listed(view, who, *id)),
    };
    let rows = ids.into_iter().map(|id| (text(&id), id));
    let pick = move |session: &mut Session, id: &CombatantId| match session.view().e.engaged(who, *id) {
        true => run(session, Overrule::Disengage(who, *id)),
        false => run(session, Overrule::Engage(who, *id)),
    };
    Some(Picker::new(view.name(who), rows, pick).filtered().boxed())
}

/// The slots in order; before initiative, one for each side.
fn slots(view: &View) -> Vec<Slot> {
    if !view.e.order.is_empty() {
        return view.e.order.to_vec();
    }
    let slot = |side| Slot { score: 0, sides: vec![side], ones: Vec::new() };
    view.e.side_ids().map(slot).collect()
}

fn order(view: &View, _: CombatantId) -> Option<Box<dyn Layer>> {
    if view.counts_down() {
        return Some(numbers(view));
    }
    form(view, "Order of this round", Overrule::Order(slots(view)))
}

/// A field for each combatant's number, for rules with numbers; those with equal numbers share a slot.
fn numbers(view: &View) -> Box<dyn Layer> {
    let there: Vec<CombatantId> = view.e.all().filter(|c| c.is_up()).map(|c| c.id).collect();
    let row = |who: &CombatantId| {
        let told = view.e.get(*who).and_then(|c| c.number).map_or_else(String::new, |n| n.to_string());
        Row::new(Field::new(view.name(*who), Value::Text(told)), |number, field| {
            let text = field.text();
            let fault = |_| format!("found \"{text}\", expected a whole number");
            *number = if text.is_empty() { None } else { Some(text.parse().map_err(fault)?) };
            Ok(())
        })
    };
    let rows = each(there.iter().map(row));
    let done = move |session: &mut Session, numbers: &Vec<Option<i32>>| {
        let mut slots: Vec<Slot> = Vec::new();
        for (who, score) in there.iter().zip(numbers).filter_map(|(who, n)| Some((*who, (*n)?))) {
            match slots.iter_mut().find(|slot| slot.score == score) {
                Some(slot) => slot.ones.push(who),
                None => slots.push(Slot::of(score, who)),
            }
        }
        slots.sort_by_key(|slot| std::cmp::Reverse(slot.score));
        run(session, Overrule::Order(slots))
    };
    let form = fixed("Numbers of this round", vec![None; rows.len()], rows, done);
    form.hint("the highest acts first; empty: none").boxed()
}

fn aware(view: &View, _: CombatantId) -> Option<Box<dyn Layer>> {
    let sides = by_side(view, |id, side| Overrule::Aware(id, side.aware));
    let several = Several::default();
    let several = several.with(view, |it| it.flag(word!(Overrule::Aware(_, aware) => aware)), sides);
    Some(several.form("Who knows of the others"))
}

/// A field for a ruleset's mark on each side.
fn marks(view: &View, at: usize) -> Option<Box<dyn Layer>> {
    let SideMark { title, counter, .. } = view.about().side_marks.get(at)?;
    let sides = by_side(view, |id, side| Overrule::CountSide(id, *counter, side.count(*counter)));
    Some(Several::default().with(view, |it| it.among(of_mark), sides).form(log::capital(title)))
}

/// The possible values of a side's mark.
fn of_mark(view: &View, command: &Command) -> Vec<(String, Command)> {
    let Command::Overrule(Overrule::CountSide(side, counter, _)) = command else { return Vec::new() };
    let mark = view.about().side_marks.iter().find(|mark| mark.counter == *counter);
    let value = |(figure, value): (i32, &Text)| {
        (value.to_string(), Command::Overrule(Overrule::CountSide(*side, *counter, figure)))
    };
    mark.map_or_else(Vec::new, |mark| (0..).zip(&mark.values).map(value).collect())
}

fn scene(view: &View, _: CombatantId) -> Option<Box<dyn Layer>> {
    form(view, "The place", Overrule::Scene(view.e.scene.clone()))
}

/// Time that passes; defaults to the rest of the turn, in whole minutes.
fn time(view: &View, _: CombatantId) -> Option<Box<dyn Layer>> {
    let about = view.about();
    let turn = about.round_seconds.saturating_mul(about.turn_rounds).max(1);
    let left = turn - view.e.clock % turn;
    let minutes = Command::Elapse(left.div_ceil(60).saturating_mul(60));
    Some(filled_in(view, "time that passes", minutes))
}

/// Changes the round in which reinforcements come, or cancels them.
fn reinforcements(view: &View, _: CombatantId) -> Option<Box<dyn Layer>> {
    let timers: Vec<Timer> =
        view.e.timers.iter().filter(|timer| timer.reinforcement().is_some()).cloned().collect();
    if timers.is_empty() {
        return None;
    }
    let row = |(who, count, round): (&Arrival, u32, u32)| {
        let label = words::reinforcement(view.e, who, count);
        let field = Field::may(label, Value::Number(round.to_string(), ": its round".into()), true);
        let read = |field: &Field| {
            let round = u32::try_from(field.number()?).map_err(|_| "expected 1 or more".to_string())?;
            Ok(field.is_given().then_some(round))
        };
        Row::set(field, read, |draft: &mut Option<u32>, round| *draft = round)
    };
    let rows = each(timers.iter().filter_map(Timer::reinforcement).map(row));
    let done = move |session: &mut Session, rounds: &Vec<Option<u32>>| {
        let mut commands = Vec::new();
        for (timer, round) in timers.iter().zip(rounds) {
            let Some((who, count, before)) = timer.reinforcement() else { continue };
            if *round == Some(before) {
                continue;
            }
            commands.push(Command::Overrule(Overrule::Forget(timer.id)));
            let again = |round| Overrule::Reinforce { round, who: Box::new(who.clone()), count };
            commands.extend(round.map(again).map(Command::Overrule));
        }
        settings::run_or_leave(session, commands)
    };
    let form = fixed("On the way", vec![None; rows.len()], rows, done);
    Some(form.hint("Space: they do not come at all").boxed())
}

fn end(view: &View, _: CombatantId) -> Option<Box<dyn Layer>> {
    let end = |session: &mut Session, _: &()| session.run(vec![Command::End]);
    let on = view.e.stage == Stage::Running;
    on.then(|| Picker::new("The end", [("the fight is over", ())], end).lettered().boxed())
}

fn reminder(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    let seconds = view.about().round_seconds.max(1).saturating_mul(6);
    form(view, "A reminder", Overrule::Remind { seconds, who: Some(who), text: "".into() })
}
