//! What the players may see of a fight. It is a separate type, built only here, so that nothing else can leak. It
//! contains no numbers about foes: only their names, apparent health, and visible conditions.

use super::told;
use crate::chronicle::Chronicle;
use crate::escape::visible;
use crate::policy::{self, Acting};
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Act;
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::{Encounter, Stage, stem};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::kinds;
use crate::rules::model::knowledge::Knowledge;
use crate::rules::model::window::{Phase, Whose, Window};
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::About;
use crate::rules::text::{log, words};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Replaces a name that the players do not know.
pub(super) const SOMEONE: &str = "someone";
/// Replaces the name of a side of which the players know nobody.
const STRANGERS: &str = "strangers";
/// The most names listed for whose turn it is. Beyond that, sides are named.
const MOST_NAMED: usize = 4;
/// The most places of the order that are told ahead.
const MOST_NEXT: usize = 3;
/// The most lines of what has just happened.
const MOST_NEWS: usize = 6;
/// The most characters of a text that are shown.
const MOST_LETTERS: usize = 200;

/// What the players may see of a fight.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PlayersView {
    /// The stage of the fight: `Round 3`.
    pub when: String,
    /// The open phase in the ruleset's terms: `Melee`. Empty if it does not concern the players.
    pub phase: String,
    /// Whose turn it is: `Brea, Odo`. Empty if nobody visible is to act.
    pub turn: String,
    /// What is to be done in this turn: `to shoot or throw`.
    pub does: &'static str,
    /// Who comes next in this round: `Tamsin`, `Goblins 4–6`.
    pub next: Vec<String>,
    /// What has just happened, oldest first.
    pub news: Vec<String>,
    /// The sides that occur in the rows, in order.
    pub sides: Vec<String>,
    /// The visible combatants in acting order; those who are out come last.
    pub rows: Vec<Row>,
}

/// A combatant, or several of a kind that are alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name, if the players know it; of several, `Goblins 4–6`.
    pub name: String,
    /// The index of its side in [`PlayersView::sides`].
    pub side: usize,
    /// Whether it is one of the players' own.
    pub ours: bool,
    /// Whether it is its turn.
    pub acts: bool,
    /// Its apparent health.
    pub fares: Health,
    /// The same in words. With numbers for the players' own: `7 of 9`, with temporary hit points `7+5 of 9`.
    pub health: String,
    /// Hit points left and maximum, for the players' own only.
    pub hp: Option<(i32, i32)>,
    /// Temporary hit points, for the players' own only.
    #[serde(skip_serializing_if = "is_zero")]
    pub temporary: i32,
    /// The visible conditions.
    pub conditions: Vec<String>,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// The apparent health of a combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// Unhurt.
    Hale,
    /// Hit points: more than half left. Wounds: one.
    Hurt,
    /// Hit points: at most half left. Wounds: two.
    Bloodied,
    /// Hit points: at most a quarter left. Wounds: three or more.
    NearDeath,
    /// Out of action but alive.
    Down,
    /// Dead.
    Dead,
    /// Escaped.
    Fled,
    /// Surrendered.
    Surrendered,
}

impl Health {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hale => "hale",
            Self::Hurt => "hurt",
            Self::Bloodied => "bloodied",
            Self::NearDeath => "near death",
            Self::Down => "down",
            Self::Dead => "dead",
            Self::Fled => "fled",
            Self::Surrendered => "surrendered",
        }
    }

    /// Whether it is out of the fight for good.
    pub fn is_lost(self) -> bool {
        self > Self::Down
    }

    /// Whether it is out of the fight.
    pub fn is_out(self) -> bool {
        self >= Self::Down
    }

    /// The apparent health of a combatant. `None` if it has been removed.
    pub(super) fn of(c: &Combatant) -> Option<Self> {
        Some(match c.standing {
            Standing::Up => Self::hurt(c.vitals),
            Standing::Down => Self::Down,
            Standing::Dead => Self::Dead,
            Standing::Fled => Self::Fled,
            Standing::Surrendered => Self::Surrendered,
            Standing::Gone => return None,
        })
    }

    fn hurt(vitals: Vitals) -> Self {
        let (now, max) = match vitals {
            Vitals::HitPoints { now, max } => (i64::from(now), i64::from(max)),
            Vitals::Wounds(taken) => (4 - i64::from(taken), 4),
        };
        // Wounds count by threes: the first one shows, the third may be the last.
        match vitals {
            _ if now >= max => Self::Hale,
            Vitals::HitPoints { .. } if now * 2 > max => Self::Hurt,
            Vitals::HitPoints { .. } if now * 4 > max => Self::Bloodied,
            Vitals::Wounds(1) => Self::Hurt,
            Vitals::Wounds(2) => Self::Bloodied,
            _ => Self::NearDeath,
        }
    }
}

impl PlayersView {
    /// What the players may see of a fight as it is now, and of what has just happened.
    pub fn of_fight(fight: &Chronicle) -> Self {
        let seen = Self::of(fight.rules(), fight.now(), &fight.last_attacks());
        let news = if seen.rows.is_empty() {
            Vec::new()
        } else {
            told::last_lines(fight, MOST_NEWS).into_iter().map(|line| line.text).collect()
        };
        Self { news, ..seen }.plain()
    }

    /// What the players may see of a state, after the last act of each: who is to act where the referee's next step
    /// is, whatever is skipped on the way.
    pub fn of(rules: &dyn Ruleset, e: &Encounter, last: &BTreeMap<CombatantId, Act>) -> Self {
        let acting = policy::acting(rules, e, None, last);
        let when = time(e);
        if e.stage == Stage::Setup {
            return Self { when, ..Self::default() };
        }
        let there = in_order(e);
        let mut known: Vec<SideId> = there.iter().map(|(c, _)| c.side).collect();
        known.sort();
        known.dedup();
        let index = |side: SideId| known.binary_search(&side).unwrap_or(0);
        let about = rules.about();
        let together = there.chunk_by(|one, other| are_alike(about, e, &acting, one, other));
        let rows = together.map(|alike| row(about, e, &acting, alike, index(alike[0].0.side))).collect();
        let turn = turn(e, &acting, &there);
        let does = if turn.is_empty() { "" } else { does(e) };
        let next = if turn.is_empty() { Vec::new() } else { next(e, &acting, &there) };
        Self {
            when,
            // The open one: how far the next step skips may follow from figures that the players do not know.
            phase: e.window().map_or_else(String::new, |window| phase(about, window)),
            turn,
            does,
            next,
            news: Vec::new(),
            sides: known.iter().map(|side| side_name(e, *side).to_string()).collect(),
            rows,
        }
        .plain()
    }

    /// The same with every text that a fight contains as it may be shown: bounded, and with its hidden characters
    /// escaped. Whatever shows the view, a terminal, a page or a file, shows these texts.
    fn plain(mut self) -> Self {
        let rows = self
            .rows
            .iter_mut()
            .flat_map(|row| [&mut row.name, &mut row.health].into_iter().chain(&mut row.conditions));
        let head = [&mut self.when, &mut self.phase, &mut self.turn];
        let lists = self.sides.iter_mut().chain(&mut self.next).chain(&mut self.news);
        rows.chain(lists).chain(head).for_each(|text| {
            let bounded = text.char_indices().nth(MOST_LETTERS);
            if let Some((end, _)) = bounded {
                text.truncate(end);
                text.push('…');
            }
            if let Cow::Owned(shown) = visible(text) {
                *text = shown;
            }
        });
        self
    }
}

/// The stage of the fight.
fn time(e: &Encounter) -> String {
    match (e.stage, e.round) {
        (Stage::Setup, _) => "The fight has not begun".into(),
        (Stage::Over, _) => "The fight is over".into(),
        (Stage::Running, 0) => "Before round 1".into(),
        (Stage::Running, round) => format!("Round {round}"),
    }
}

/// The open phase, where its name tells players something. Whatever falls due by itself may be the referee's surprise.
fn phase(about: &About, window: &Window) -> String {
    let untold = matches!(
        window.phase,
        Phase::Due
            | Phase::Commit
            | Phase::Slot
            | Phase::Gap
            | Phase::Lull
            | Phase::Number
            | Phase::Turn
            | Phase::Action
    );
    if untold || window.reinforcement().is_some() {
        String::new()
    } else {
        about.phase(window.phase).to_string()
    }
}

/// What those whose turn it is may do now.
fn does(e: &Encounter) -> &'static str {
    match e.window().map(|window| window.phase) {
        Some(Phase::Declare) => "to say what they will do",
        Some(Phase::Movement | Phase::Remaining) => "to move",
        Some(Phase::Missile) => "to shoot or throw",
        Some(Phase::Magic) => "to cast a spell",
        Some(Phase::Melee) => "to strike",
        _ => "to act",
    }
}

/// The visible combatants by slot, then those without a slot, then those who are out.
fn in_order(e: &Encounter) -> Vec<(&Combatant, Health)> {
    let slots = e.slots();
    let seen = e.all().filter(|c| e.players_know(c) > Knowledge::Nothing);
    let mut there: Vec<_> = seen.filter_map(|c| Some((c, Health::of(c)?))).collect();
    there.sort_by_key(|(c, fares)| {
        let slot = slots.of(c).map_or(usize::MAX, usize::from);
        let slot = if fares.is_lost() { usize::MAX } else { slot };
        (fares.is_out().then_some(*fares), slot, c.side, c.id)
    });
    there
}

/// Whether the players know its name.
fn is_named(e: &Encounter, c: &Combatant) -> bool {
    e.players_know(c) >= Knowledge::Name
}

/// Whether it is one of the players' own.
fn is_own(e: &Encounter, c: &Combatant) -> bool {
    e.players_know(c) == Knowledge::Figures
}

fn name<'a>(e: &Encounter, c: &'a Combatant) -> &'a str {
    if is_named(e, c) { &c.name } else { SOMEONE }
}

/// The name of a side, if the players know the name of anyone on it.
fn side_name(e: &Encounter, side: SideId) -> &str {
    let known = e.all().any(|c| c.side == side && is_named(e, c));
    if known { words::side(e, side) } else { STRANGERS }
}

/// The names in a row: `Orcs 1–7, someone`.
fn names(e: &Encounter, alike: &[(&Combatant, Health)]) -> String {
    let [(one, _)] = alike else {
        let known: Vec<_> = alike.iter().filter(|(c, _)| is_named(e, c)).map(|(c, _)| c.id).collect();
        let others = (known.len() < alike.len()).then(|| SOMEONE.to_string());
        let known = (!known.is_empty()).then(|| words::among(e, &known));
        return known.into_iter().chain(others).collect::<Vec<_>>().join(", ");
    };
    name(e, one).to_string()
}

/// The row of a combatant, or of foes lost in the same way.
fn row(
    about: &About,
    e: &Encounter,
    acting: &Acting,
    alike: &[(&Combatant, Health)],
    side: usize,
) -> Row {
    let (c, fares) = alike[0];
    let ours = is_own(e, c);
    let conditions = if fares.is_lost() { Vec::new() } else { conditions(about, e, c, ours) };
    let hp = match c.vitals {
        Vitals::HitPoints { now, max } if ours => Some((now, max)),
        _ => None,
    };
    let temporary = if ours { c.temporary() } else { 0 };
    Row {
        name: names(e, alike),
        side,
        ours,
        acts: acting.acts(c.id),
        fares,
        health: match (ours, alike.len()) {
            (true, 1) => figures(c.vitals, temporary, fares),
            (true, _) => format!("{} each", figures(c.vitals, temporary, fares)),
            (false, _) => fares.word().to_string(),
        },
        hp,
        temporary,
        conditions,
    }
}

/// The health of one of the players' own.
fn figures(vitals: Vitals, temporary: i32, fares: Health) -> String {
    let left = match vitals {
        // How far below zero matters only while it may still be saved.
        Vitals::HitPoints { max, .. } if fares == Health::Dead => format!("0 of {max}"),
        Vitals::HitPoints { now, max } => format!("{} of {max}", words::hit_points(now, temporary)),
        Vitals::Wounds(0) => "no wounds".into(),
        Vitals::Wounds(1) => "1 wound".into(),
        Vitals::Wounds(taken) => format!("{taken} wounds"),
    };
    if fares.is_out() { format!("{left}, {}", fares.word()) } else { left }
}

/// The conditions that the players see, each once.
fn conditions(about: &About, e: &Encounter, c: &Combatant, ours: bool) -> Vec<String> {
    let mut all = Vec::new();
    for text in c.effects.iter().filter_map(|effect| condition(about, e, effect, ours)) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

/// Whether the players see a condition of that one.
pub(super) fn shows(about: &About, e: &Encounter, who: CombatantId, effect: &Effect) -> bool {
    let counted = effect.condition == Condition::TEMPORARY_HP;
    e.get(who).is_some_and(|c| !counted && condition(about, e, effect, is_own(e, c)).is_some())
}

/// A condition as the players see it, if they may. For foes it is shown without numbers, and without intentions. One with
/// a label of the referee's own that contains an unknown name is left out.
fn condition(about: &About, e: &Encounter, effect: &Effect, ours: bool) -> Option<String> {
    let row = effect.condition;
    let secret = Meaning::UNTOLD | Meaning::UNSHOWN | Meaning::DECLARED | Meaning::POOL;
    if row.meaning.has_any(secret) || effect.toward.is_some() && row.toward.is_none() {
        return None;
    }
    let label = effect.label.as_deref().map(str::to_lowercase).unwrap_or_default();
    if e.nameless().any(|c| label.contains(&c.name.to_lowercase())) {
        return None;
    }
    Some(match &effect.label {
        _ if ours => log::condition(about, effect),
        Some(label) => label.to_string(),
        None => row.label.to_string(),
    })
}

/// Whether two in a row are of a kind and alike in all that the players see, or foes that are lost alike.
fn are_alike(
    about: &About,
    e: &Encounter,
    acting: &Acting,
    (a, was): &(&Combatant, Health),
    (b, fares): &(&Combatant, Health),
) -> bool {
    let ours = is_own(e, a);
    if was != fares || a.side != b.side || ours != is_own(e, b) {
        return false;
    }
    let shown = |c: &Combatant| {
        let figures = ours.then(|| (c.vitals, c.temporary()));
        (acting.acts(c.id), figures, conditions(about, e, c, ours))
    };
    let named = is_named(e, a) && is_named(e, b) && stem(&a.name) == stem(&b.name);
    let of_a_kind = named && kinds::are_one(e, a, b);
    fares.is_lost() && !ours || of_a_kind && shown(a) == shown(b)
}

/// Whose turn it is: a few names, or sides if many act together.
fn turn(e: &Encounter, acting: &Acting, there: &[(&Combatant, Health)]) -> String {
    let acting: Vec<_> = there.iter().copied().filter(|(c, _)| acting.acts(c.id)).collect();
    called(e, &acting)
}

/// Those who come after the last whose turn it is: the next places of the order.
fn next(e: &Encounter, acting: &Acting, there: &[(&Combatant, Health)]) -> Vec<String> {
    let slots = e.slots();
    let place = |c: &Combatant| slots.of(c);
    let present = there.iter().filter(|(c, _)| acting.acts(c.id)).filter_map(|(c, _)| place(c)).max();
    let Some(present) = present.filter(|_| e.window().is_none_or(|window| window.whose != Whose::All))
    else {
        return Vec::new();
    };
    let later = |(c, fares): &&(&Combatant, Health)| !fares.is_out() && place(c) > Some(present);
    let later: Vec<_> = there.iter().filter(later).copied().collect();
    let places = later.chunk_by(|(a, _), (b, _)| place(a) == place(b));
    places.take(MOST_NEXT).map(|alike| called(e, alike)).collect()
}

/// A few names, or the names of their sides if there are many.
fn called(e: &Encounter, all: &[(&Combatant, Health)]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let told = names(e, all);
    if told.matches(", ").count() < MOST_NAMED {
        return told;
    }
    let sides: BTreeSet<&str> = all.iter().map(|(c, _)| side_name(e, c.side)).collect();
    sides.into_iter().collect::<Vec<_>>().join(", ")
}
