//! A fight as moments, one after each act: who is there and how they are. Repeated data is stored once.

use super::{Eyes, players};
use crate::chronicle::{Chronicle, Entry, Step};
use crate::escape::visible;
use crate::rules;
use crate::rules::account::of_acts;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::Text;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::About;
use crate::rules::text::words::mark::Mark;
use crate::rules::text::{log, words};
use crate::watch::PlayersView;
use serde::Serialize;
use std::collections::BTreeMap;

/// All moments of a fight, beginning with the one before any act. Equal rows and phases are stored once and referred to
/// by index.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Moments {
    /// The distinct phases.
    phases: Vec<String>,
    /// The distinct rows.
    rows: Vec<Row>,
    /// The moments, in order.
    moments: Vec<Moment>,
}

/// The state after an act.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Moment {
    /// The round; 0 before the first.
    round: u32,
    /// Whether the fight is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    over: bool,
    /// The index of the open phase in [`Moments::phases`].
    phase: usize,
    /// The number of rows on the table.
    count: usize,
    /// The rows that have changed, as alternating pairs: position on the table, index in [`Moments::rows`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<usize>,
    /// The highlight of the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    /// A short label of the act, unless a line of the log ends with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

/// A combatant at a moment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Row {
    name: String,
    side: String,
    /// Its health: `7 of 9`, `2 wounds`, `dead`.
    fares: String,
    /// The percentage of its hit points left.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<i64>,
    /// Whether it owes an act.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    acts: bool,
    /// Whether it is out of the fight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    out: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<String>,
}

/// Assigns indices to distinct values.
#[derive(Debug)]
struct Interned<T>(BTreeMap<T, usize>);

impl<T: Ord> Interned<T> {
    fn place(&mut self, thing: T) -> usize {
        let next = self.0.len();
        *self.0.entry(thing).or_insert(next)
    }

    fn all(self) -> Vec<T> {
        let mut all: Vec<(T, usize)> = self.0.into_iter().collect();
        all.sort_by_key(|(_, place)| *place);
        all.into_iter().map(|(thing, _)| thing).collect()
    }
}

impl Moments {
    /// The moments of a fight, as far as it is applied, for an audience. `told` returns whether a line of the log ends
    /// after this number of acts.
    pub(super) fn of(fight: &Chronicle, eyes: Eyes, told: impl Fn(usize) -> bool) -> Self {
        let (rules, about) = (fight.rules(), fight.rules().about());
        let (mut phases, mut rows) = (Interned(BTreeMap::new()), Interned(BTreeMap::new()));
        let mut before: Vec<usize> = Vec::new();
        let mut moments = Vec::new();
        let all: Box<dyn Iterator<Item = _>> = match eyes {
            Eyes::Referee => Box::new(fight.moments().take(fight.at() + 1)),
            Eyes::Players => Box::new(players::moments(fight)),
        };
        for (at, id, e) in all {
            let entry = fight.entry(id).filter(|_| at > 0);
            let (phase, table) = match eyes {
                Eyes::Referee => table(rules, &e),
                Eyes::Players => seen(PlayersView::of(rules, &e, &BTreeMap::new())),
            };
            let secret = eyes == Eyes::Players;
            let now: Vec<usize> = table.into_iter().map(|row| rows.place(row)).collect();
            let other = |(place, row): (usize, &usize)| {
                (before.get(place) != Some(row)).then_some([place, *row])
            };
            moments.push(Moment {
                round: e.round,
                over: e.stage == Stage::Over,
                phase: phases.place(visible(&phase).into_owned()),
                count: now.len(),
                rows: now.iter().enumerate().filter_map(other).flatten().collect(),
                mark: entry.filter(|_| !secret).and_then(|entry| mark(about, entry)).map(Mark::word),
                label: entry.filter(|_| !secret && !told(at)).and_then(|entry| label(about, &e, entry)),
            });
            before = now;
        }
        Self { phases: phases.all(), rows: rows.all(), moments }
    }
}

/// The most important highlight of an act.
fn mark(about: &About, entry: &Entry) -> Option<Mark> {
    entry.events().filter_map(|event| Mark::of(about, event)).min()
}

fn label(about: &About, e: &Encounter, entry: &Entry) -> Option<String> {
    let of = |step: &Step| log::entry_label(about, e, &step.command, &step.events);
    entry.steps.first().map(|step| visible(&log::capital(&of(step))).into_owned())
}

/// The open phase and the visible rows, from what the players see.
fn seen(seen: PlayersView) -> (String, Vec<Row>) {
    let sides = seen.sides;
    let plain = |text: &str| visible(text).into_owned();
    let row = |row: crate::watch::Row| Row {
        name: plain(&row.name),
        side: sides.get(row.side).map(|side| plain(side)).unwrap_or_default(),
        fares: plain(&row.health),
        left: row.hp.map(|(now, max)| percent(now, max)),
        acts: row.acts,
        out: row.fares.is_out(),
        conditions: row.conditions.iter().map(|text| plain(text)).collect(),
    };
    (seen.phase, seen.rows.into_iter().map(row).collect())
}

fn percent(now: i32, max: i32) -> i64 {
    (i64::from(now) * 100 / i64::from(max.max(1))).clamp(0, 100)
}

/// The open phase and everyone in acting order; those who are out come last.
fn table(rules: &dyn Ruleset, e: &Encounter) -> (String, Vec<Row>) {
    let phase = e.window().map_or_else(String::new, |w| rules.about().phase(w.phase).to_string());
    let there = e.in_acting_order().into_iter().filter(|c| c.standing != Standing::Gone);
    (phase, there.map(|c| Row::of(rules, e, c)).collect())
}

impl Row {
    fn of(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Self {
        let plain = |text: &str| visible(text).into_owned();
        // What has left the fight is told by its standing alone.
        let lasts = matches!(c.standing, Standing::Up | Standing::Down);
        let effects = c.effects.iter().filter(|_| lasts);
        let shown = effects.filter_map(|effect| condition(rules.about(), e, effect));
        let mut conditions: Vec<String> = shown.map(|text| plain(&text)).collect();
        conditions.dedup();
        Self {
            name: plain(&c.name),
            side: plain(words::side(e, c.side)),
            fares: fares(c),
            left: match c.vitals {
                Vitals::HitPoints { now, max } => Some(percent(now, max)),
                Vitals::Wounds(_) => None,
            },
            acts: rules::owes(rules, e, c.id),
            out: !c.is_up(),
            conditions,
        }
    }
}

/// `7 of 9`, `no wounds`, `-2 of 9, down`.
fn fares(c: &Combatant) -> String {
    let left = match c.vitals {
        Vitals::HitPoints { now, max } => format!("{} of {max}", words::hit_points(now, c.temporary())),
        Vitals::Wounds(0) => "no wounds".into(),
        Vitals::Wounds(1) => "1 wound".into(),
        Vitals::Wounds(taken) => format!("{taken} wounds"),
    };
    if c.is_up() { left } else { format!("{left}, {}", words::standing(c.standing)) }
}

/// A condition, if it matters at the table.
fn condition(about: &About, e: &Encounter, effect: &Effect) -> Option<String> {
    // Temporary hit points are part of the hit points.
    let counted = effect.condition == Condition::TEMPORARY_HP;
    if counted || effect.condition.meaning.has_any(Meaning::UNTOLD | Meaning::UNSHOWN) {
        return None;
    }
    match (effect.toward, effect.condition.toward) {
        (Some(_), None) => None,
        (Some(_), Some(_)) => Some(log::condition_toward(about, e, effect)),
        (None, _) => Some(log::condition(about, effect)),
    }
}

/// A section of the log: a round, or what came before the first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The heading.
    pub title: Text,
    /// The number of acts before it.
    pub at: usize,
    /// The lines, each with the number of acts done when it is complete.
    pub lines: Vec<(usize, String)>,
}

impl Chapter {
    /// The section in which the log begins.
    pub(super) fn first(fight: &Chronicle) -> Self {
        let title = match fight.start().round {
            0 => "Before the first round".into(),
            round => format!("Round {round}"),
        };
        Self { title: title.into(), at: 0, lines: Vec::new() }
    }
}

/// The log of the fight as far as it is applied.
pub(super) fn chapters(fight: &Chronicle) -> Vec<Chapter> {
    let done = fight.line().get(..fight.at()).unwrap_or_default();
    let entries = done.iter().filter_map(|id| fight.entry(*id));
    let (steps, acts) = of_acts(entries.map(|entry| entry.steps.iter().map(Step::happened)));
    let (about, e) = (fight.rules().about(), fight.now());
    let reader = log::Reader { about, e, record: &steps };
    let mut chapters = vec![Chapter::first(fight)];
    for account in reader.forward(None) {
        let text = log::line(about, e, &account).text();
        let act = acts.get(account.place().0).copied().unwrap_or(0);
        match (account.round(), chapters.last_mut()) {
            (None, Some(chapter)) => chapter.lines.push((act, text)),
            (Some(_), _) | (_, None) => chapters.push(Chapter {
                title: log::heading(e, &account).into(),
                at: act,
                lines: Vec::new(),
            }),
        }
    }
    chapters
}
