//! The state of a fight as JSON, for other programs.

use crate::chronicle::{Entry, Step};
use crate::policy::{self, Acting, Then};
use crate::rules::account::{self, Account, Reader, of_acts};
use crate::rules::model::combatant::{Combatant, OngoingAction, Vitals};
use crate::rules::model::command::Act;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::moment::Moment;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::About;
use crate::rules::text::log;
use serde::Serialize;
use std::collections::BTreeMap;

/// What `replay --json` writes. Fields are added, never renamed or taken away.
#[derive(Debug, Serialize)]
pub(super) struct Snapshot {
    /// The title of the fight.
    title: Text,
    /// The ruleset's id: `bx`.
    ruleset: &'static str,
    /// `setup`, `running` or `over`.
    stage: String,
    /// The round; 0 before the first.
    round: u32,
    /// The open phase, in the ruleset's word; null between phases.
    phase: Option<String>,
    /// Seconds since the encounter began.
    clock: u32,
    /// The names in each slot of this round, in acting order.
    order: Vec<Vec<Text>>,
    /// Every combatant, in the order of arrival.
    combatants: Vec<CombatantJson>,
    /// The act that Enter proposes; null if it proposes none.
    proposed: Option<Proposed>,
    /// What happened so far.
    log: Log,
}

/// What happened, as values and in words.
#[derive(Debug, Serialize)]
pub(super) struct Log {
    /// The version of the accounts.
    version: u32,
    /// The lines of the log, in order.
    lines: Vec<LogLine>,
}

/// A line of the log.
#[derive(Debug, Serialize)]
struct LogLine {
    /// The number of the act with which it is complete, from 1.
    act: usize,
    /// Its words.
    text: String,
    /// The line as a value. Combatants stand in it by their place in `combatants`, from 0.
    account: Account,
}

impl Log {
    /// The log of these entries.
    pub(super) fn of<'a>(about: &About, e: &Encounter, entries: &[&'a Entry]) -> Self {
        let steps = |entry: &&'a Entry| entry.steps.iter().map(Step::happened);
        let (record, acts) = of_acts(entries.iter().map(steps));
        let reader = Reader { about, e, record: &record };
        let told = |account: Account| LogLine {
            act: acts.get(account.place().0).copied().unwrap_or(0),
            text: log::line(about, e, &account).text(),
            account,
        };
        Self { version: account::VERSION, lines: reader.forward(None).map(told).collect() }
    }
}

/// A proposed act.
#[derive(Debug, Serialize)]
struct Proposed {
    who: Text,
    /// The deed, in a word.
    action: &'static str,
    /// Whether the referee must fill in something first.
    asks: bool,
    /// The targets.
    at: Vec<Text>,
}

/// A combatant.
#[derive(Debug, Serialize)]
struct CombatantJson {
    name: Text,
    side: Text,
    /// `up`, `down`, `dead`, `fled`, `surrendered` or `gone`.
    standing: String,
    /// Null where the ruleset counts wounds.
    hit_points: Option<HitPoints>,
    /// Wounds taken; null where the ruleset counts hit points.
    wounds: Option<i32>,
    /// Its figures as the table reads them, by label: `"AC": "5"`.
    figures: BTreeMap<Text, String>,
    /// Seconds on its own clock.
    own_clock: u32,
    /// The action in progress; null without one.
    ongoing: Option<OngoingJson>,
    conditions: Vec<ConditionJson>,
    /// Those it threatens in melee or is threatened by.
    engaged_with: Vec<Text>,
}

#[derive(Debug, Serialize)]
struct OngoingJson {
    action: &'static str,
    seconds_owed: u32,
}

#[derive(Debug, Serialize)]
struct HitPoints {
    now: i32,
    max: i32,
    #[serde(skip_serializing_if = "is_zero")]
    temporary: i32,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// A condition.
#[derive(Debug, Serialize)]
struct ConditionJson {
    name: String,
    value: i32,
    /// Rounds left, including the current one; null if not counted in rounds.
    rounds_left: Option<u32>,
    /// The kind of moment at which it ends; null if it lasts until lifted.
    until: Option<&'static str>,
}

impl Snapshot {
    /// Takes a snapshot of the current state.
    pub(super) fn of(
        title: &Text,
        rules: &dyn Ruleset,
        e: &Encounter,
        last: &BTreeMap<CombatantId, Act>,
        log: Log,
    ) -> Self {
        let about = rules.about();
        Self {
            title: title.clone(),
            ruleset: e.ruleset.name(),
            stage: lower(&e.stage),
            round: e.round,
            phase: e.window().map(|window| about.phase(window.phase).to_string()),
            clock: e.clock,
            order: e.order.iter().map(|slot| names_in(e, slot)).collect(),
            combatants: e.all().map(|c| CombatantJson::of(rules, e, c)).collect(),
            proposed: Proposed::of(e, &policy::acting(rules, e, None, last)),
            log,
        }
    }
}

impl Proposed {
    fn of(e: &Encounter, acting: &Acting) -> Option<Self> {
        let e = acting.state(e);
        let (act, asks) = match &acting.then {
            Then::Do(act) => (act, false),
            Then::Ask(act) => (act, true),
            _ => return None,
        };
        let at = if asks { Vec::new() } else { names(e, &act.at) };
        Some(Self { who: e.get(act.who)?.name.clone(), action: act.deed.words().name, asks, at })
    }
}

fn lower(word: &impl std::fmt::Debug) -> String {
    format!("{word:?}").to_lowercase()
}

fn names_in(e: &Encounter, slot: &Slot) -> Vec<Text> {
    let sides = slot.sides.iter().filter_map(|id| e.side(*id)).map(|side| side.name.clone());
    sides.chain(names(e, &slot.ones)).collect()
}

fn names(e: &Encounter, ids: &[CombatantId]) -> Vec<Text> {
    ids.iter().filter_map(|id| e.get(*id)).map(|c| c.name.clone()).collect()
}

impl CombatantJson {
    fn of(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Self {
        let about = rules.about();
        let (hit_points, wounds) = match c.vitals {
            Vitals::HitPoints { now, max } => {
                (Some(HitPoints { now, max, temporary: c.temporary() }), None)
            }
            Vitals::Wounds(taken) => (None, Some(taken)),
        };
        let in_progress = |begun: &OngoingAction| OngoingJson {
            action: begun.act.deed.words().name,
            seconds_owed: begun.owes,
        };
        let mut engaged = [&c.threatens[..], &c.threatened_by[..]].concat();
        engaged.sort_unstable();
        engaged.dedup();
        Self {
            name: c.name.clone(),
            side: e.side(c.side).map_or_else(|| "".into(), |side| side.name.clone()),
            standing: lower(&c.standing),
            hit_points,
            wounds,
            figures: rules.figures(e, c.id).into_iter().map(|f| (f.label, f.value)).collect(),
            own_clock: c.clock,
            ongoing: c.ongoing.as_ref().map(in_progress),
            conditions: c.effects.iter().map(|effect| ConditionJson::of(about, e, effect)).collect(),
            engaged_with: names(e, &engaged),
        }
    }
}

impl ConditionJson {
    fn of(about: &About, e: &Encounter, effect: &Effect) -> Self {
        let until = effect.until.map(|until| until.moment);
        let (rounds_left, until) = match until {
            None => (None, None),
            Some(Moment::RoundStart(n)) => (Some(n.saturating_sub(e.round)), Some("round start")),
            Some(Moment::RoundEnd(n)) => {
                (Some(n.saturating_add(1).saturating_sub(e.round.max(1))), Some("round end"))
            }
            Some(Moment::TurnStart(..)) => (None, Some("turn start")),
            Some(Moment::TurnEnd(..)) => (None, Some("turn end")),
            Some(Moment::OwnSecond(..)) => (None, Some("own second")),
            Some(Moment::Clock(_)) => (None, Some("clock")),
        };
        Self { name: log::condition(about, effect), value: effect.value, rounds_left, until }
    }
}
