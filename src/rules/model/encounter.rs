//! The whole live state of a fight, a value.

use super::block::d20::D20;
use super::block::wounds::Body;
use super::combatant::{Combatant, LENT, Standing, StatBlock};
use super::counter::{Counter, Counters};
use super::effect::{Condition, Timer};
use super::error::{Refusal, RuleError};
use super::event::{Bearer, Event};
use super::ids::RulesetId;
use super::ids::{BlockId, CombatantId, EffectId, SideId, Text};
use super::moment::{Moment, Round, Second, When};
use super::tenths::Tenths;
use super::window::{Mode, Place, Slot, Whose, Window};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who rolls a side's dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Hand {
    /// wardrum rolls.
    #[default]
    Machine,
    /// The table rolls; the faces are typed in.
    Typed,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// What it is called.
    pub name: Text,
    /// Who rolls its dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand: Hand,
    /// Enter asks before somebody of it acts: the form opens with what is proposed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks: bool,
    /// Whether it is the players', by the referee's word; absent: see [`Encounter::is_players`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<bool>,
    /// It already knows of the others and cannot be surprised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aware: bool,
    /// What is counted on it.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Side {
    /// A side of that name, its dice rolled by the machine.
    pub fn new(name: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            hand: Hand::Machine,
            asks: false,
            players: None,
            aware: false,
            counters: Counters::default(),
        }
    }

    /// A counter, 0 when nothing was counted.
    pub fn count(&self, counter: Counter) -> i32 {
        self.counters.of(counter)
    }
}

/// Facts of the encounter as a whole that its opening procedures need.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// In the wild or on water, not underground.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub outdoors: bool,
    /// Which opening procedures are passed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<super::window::Phase>,
    /// Who speaks for the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker: Option<CombatantId>,
    /// Added to the reaction roll.
    #[serde(skip_serializing_if = "is_default")]
    pub reaction: i32,
    /// How far apart the sides meet, in the ruleset's unit, where that is known beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meets_at: Option<Tenths>,
}

/// An effect that lapses by itself: when, and whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lapse {
    /// When.
    pub when: When,
    /// Which; in order of creation.
    pub id: EffectId,
    /// Whose.
    pub who: CombatantId,
}

/// How far the encounter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stage {
    /// The sides are being set up; nothing runs yet.
    #[default]
    Setup,
    /// The fight is on.
    Running,
    /// It is over.
    Over,
}

/// The whole live state of a fight. Cheap to copy: what is large stands behind `Arc` and is copied
/// on write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// Whose rules.
    pub ruleset: RulesetId,
    /// Options that differ from the ruleset's standard, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<Text, Text>,
    /// Options that will be set when the next round begins.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub awaiting: BTreeMap<Text, Text>,
    /// Facts of the encounter as a whole.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scene: Scene,
    /// How far it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: Stage,
    /// The sides, in the order in which they were added.
    #[serde(default)]
    pub sides: Vec<Side>,
    /// The stat blocks in use; combatants of one kind share one.
    #[serde(default)]
    pub blocks: Arc<Vec<Arc<StatBlock>>>,
    /// The combatants, ascending by id, which is the order in which they were added; nobody is ever
    /// taken out.
    #[serde(default)]
    pub combatants: Arc<Vec<Arc<Combatant>>>,
    /// The round; 0 before the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub round: Round,
    /// The round's last window is behind us.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub round_over: bool,
    /// Seconds since the encounter began.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: Second,
    /// Where the round has got to: the place of the last window in it.
    #[serde(default = "start", skip_serializing_if = "is_start")]
    pub place: Place,
    /// The windows; the last is the open one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// The slots of this round in acting order.
    #[serde(default, skip_serializing_if = "no_slots")]
    pub order: Arc<Vec<Slot>>,
    /// The last slot whose turn it was or is: its round, and its position; where turns are slots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_begun: Option<(Round, u16)>,
    /// Whose turn ended last, as long as nobody has acted or waited since; where each has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_over: Option<CombatantId>,
    /// What falls due, in order of creation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timers: Vec<Timer>,
    /// Which effects lapse by themselves, ascending by moment.
    #[serde(default, skip_serializing_if = "no_lapses")]
    pub lapses: Arc<Vec<Lapse>>,
    /// Consequences that wait for the commit.
    #[serde(default, skip_serializing_if = "nothing_pending")]
    pub pending: Arc<Vec<Event>>,
    /// Distance at which the sides met; it holds between those who have not moved. Absent: nobody keeps distances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met_at: Option<Tenths>,
    /// The number of the next effect or timer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub next_effect: u32,
    /// Names that somebody had before it was called something else; nobody else gets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retired: Vec<Text>,
}

/// A name without the number that tells it from its like: `Orc` of `Orc 2`.
pub fn stem(name: &str) -> &str {
    numbered(name).0
}

/// A name and the number behind it; 1 where none stands there.
fn numbered(name: &str) -> (&str, u32) {
    let parts = name.rsplit_once(' ').filter(|(stem, _)| !stem.is_empty());
    let number = parts.and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    number.unwrap_or((name, 1))
}

fn start() -> Place {
    Place::START
}
fn is_start(place: &Place) -> bool {
    *place == Place::START
}
fn no_slots(slots: &Arc<Vec<Slot>>) -> bool {
    slots.is_empty()
}
fn no_lapses(lapses: &Arc<Vec<Lapse>>) -> bool {
    lapses.is_empty()
}
fn nothing_pending(pending: &Arc<Vec<Event>>) -> bool {
    pending.is_empty()
}

/// Who acts in which slot: what [`Encounter::slot_of`] finds, for many.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    sides: Vec<(SideId, u16)>,
    ones: Vec<(CombatantId, u16)>,
}

impl Slots {
    /// The position of the slot in which it acts.
    pub fn of(&self, c: &Combatant) -> Option<u16> {
        let one = self.ones.partition_point(|(id, _)| *id < c.id);
        let side = self.sides.partition_point(|(id, _)| *id < c.side);
        let one = self.ones.get(one).filter(|(id, _)| *id == c.id).map(|(_, slot)| *slot);
        let side = self.sides.get(side).filter(|(id, _)| *id == c.side).map(|(_, slot)| *slot);
        one.into_iter().chain(side).min()
    }
}

impl Encounter {
    /// An encounter with nobody in it.
    pub fn new(ruleset: RulesetId) -> Self {
        Self {
            ruleset,
            options: BTreeMap::new(),
            awaiting: BTreeMap::new(),
            scene: Scene::default(),
            stage: Stage::Setup,
            sides: Vec::new(),
            blocks: Arc::default(),
            combatants: Arc::default(),
            round: 0,
            round_over: false,
            clock: 0,
            place: Place::START,
            windows: Vec::new(),
            order: Arc::default(),
            slot_begun: None,
            turn_over: None,
            timers: Vec::new(),
            lapses: Arc::default(),
            pending: Arc::default(),
            met_at: None,
            next_effect: 0,
            retired: Vec::new(),
        }
    }

    /// The combatant.
    ///
    /// # Errors
    /// `unknown-combatant`: nobody has that id.
    #[inline]
    pub fn who(&self, id: CombatantId) -> Result<&Combatant, RuleError> {
        self.get(id).ok_or_else(|| RuleError::new(Refusal::UNKNOWN_COMBATANT).of(id))
    }

    /// The combatant, if there is one of that id.
    #[inline]
    pub fn get(&self, id: CombatantId) -> Option<&Combatant> {
        self.combatants.get(self.row(id).ok()?).map(|combatant| &**combatant)
    }

    /// What is counted of a combatant, a side or an effect; 0 when nothing was, or it is not there.
    #[inline]
    pub fn count_of(&self, whom: impl Into<Bearer>, counter: Counter) -> i32 {
        let counted = match whom.into() {
            Bearer::One(who) => self.get(who).map(|c| c.count(counter)),
            Bearer::Side(side) => self.side(side).map(|side| side.count(counter)),
            Bearer::Effect(who, id) => {
                let effect = self.get(who).and_then(|c| c.effects.iter().find(|effect| effect.id == id));
                effect.map(|effect| effect.count(counter))
            }
        };
        counted.unwrap_or(0)
    }

    /// Whether somebody is there and has that condition.
    pub fn has(&self, id: CombatantId, condition: Condition) -> bool {
        self.get(id).is_some_and(|c| c.has(condition))
    }

    /// Where the combatant stands in the list, or where it would have to. Ids ascend; there are gaps
    /// where the past was changed, so that whoever came later keeps its own.
    #[inline]
    pub(in crate::rules) fn row(&self, id: CombatantId) -> Result<usize, usize> {
        match self.combatants.get(id.index()) {
            Some(combatant) if combatant.id == id => Ok(id.index()),
            _ => self.combatants.binary_search_by_key(&id, |combatant| combatant.id),
        }
    }

    /// The id of whoever comes next.
    pub fn next_combatant(&self) -> CombatantId {
        CombatantId(self.combatants.last().map_or(0, |last| last.id.0.saturating_add(1)))
    }

    /// All combatants, in the order in which they were added.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = &Combatant> {
        self.combatants.iter().map(|combatant| &**combatant)
    }

    /// The same from one of them on, and then those before it.
    pub fn all_from(&self, first: Option<CombatantId>) -> impl Iterator<Item = &Combatant> {
        let first = first.and_then(|id| self.row(id).ok()).unwrap_or(0);
        let (before, after) = self.combatants.split_at(first);
        after.iter().chain(before).map(|combatant| &**combatant)
    }

    /// Those who could act in such a window, where a slot is for those alone who stand in it: a single one, or all.
    pub fn all_in(&self, whose: Whose) -> impl Iterator<Item = &Combatant> {
        let single = match whose {
            Whose::One(who) => Some(who),
            Whose::Slot(at) => self.order.get(usize::from(at)).and_then(Slot::single),
            Whose::All | Whose::Side(_) => None,
        };
        let those = match single.map(|who| self.row(who)) {
            None => &self.combatants[..],
            Some(Ok(row)) => &self.combatants[row..=row],
            Some(Err(_)) => &[],
        };
        those.iter().map(|combatant| &**combatant)
    }

    /// All of whom that holds, in the order of the roster.
    pub fn those(&self, holds: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        self.all().filter(|c| holds(c)).map(|c| c.id).collect()
    }

    /// The combatant of that name.
    pub fn named(&self, name: &str) -> Option<&Combatant> {
        self.all().find(|combatant| &*combatant.name == name)
    }

    /// The side.
    pub fn side(&self, id: SideId) -> Option<&Side> {
        self.sides.get(id.index())
    }

    /// All ids of sides.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len()).filter_map(|at| u8::try_from(at).ok().map(SideId))
    }

    /// The stat block with that id.
    #[inline]
    pub fn block(&self, id: BlockId) -> Option<&StatBlock> {
        self.blocks.get(id.index()).map(|block| &**block)
    }

    /// The combatant's stat block, to keep while the encounter changes.
    pub fn block_of(&self, who: CombatantId) -> Option<Arc<StatBlock>> {
        self.blocks.get(self.get(who)?.block.index()).cloned()
    }

    /// The combatant's block of the d20 family.
    ///
    /// # Errors
    /// `unknown-combatant`; `bad-stat` where its block is of another family.
    #[inline]
    pub fn d20(&self, id: CombatantId) -> Result<&D20, RuleError> {
        self.d20_of(self.who(id)?).ok_or_else(|| RuleError::new(Refusal::BAD_STAT).of(id))
    }

    /// The same of a combatant at hand; `None` where its block is of another family.
    #[inline]
    pub fn d20_of(&self, c: &Combatant) -> Option<&D20> {
        match self.block(c.block) {
            Some(StatBlock::D20(block)) => Some(block),
            _ => None,
        }
    }

    /// The combatant's block of the wounds family.
    ///
    /// # Errors
    /// `unknown-combatant`; `bad-stat` where its block is of another family.
    #[inline]
    pub fn wounds(&self, id: CombatantId) -> Result<&Body, RuleError> {
        match self.block(self.who(id)?.block) {
            Some(StatBlock::Wounds(body)) => Ok(body),
            _ => Err(RuleError::new(Refusal::BAD_STAT).of(id)),
        }
    }

    /// Whose attack line stands at that position, and which it is there: the combatant's own, or
    /// from [`LENT`] on one that another lent it.
    pub fn line_of(&self, who: CombatantId, at: u8) -> (CombatantId, u8) {
        let lent = at.checked_sub(LENT).and_then(|at| self.get(who)?.lent.get(usize::from(at)));
        lent.copied().unwrap_or((who, at))
    }

    /// The open window.
    #[inline]
    pub fn window(&self) -> Option<&Window> {
        self.windows.last()
    }

    /// Whether what is done in the open window counts as done at once.
    pub fn acts_together(&self) -> bool {
        self.window().is_some_and(|window| window.mode == Mode::Together)
    }

    /// The value set for an option, if it was set.
    pub fn option(&self, id: &str) -> Option<&str> {
        self.options.get(id).map(|value| &**value)
    }

    /// The value an option will have in the next round, if it was set.
    pub fn option_ahead(&self, id: &str) -> Option<&str> {
        self.awaiting.get(id).map(|value| &**value).or_else(|| self.option(id))
    }

    /// The position in the order of the slot in which the combatant acts.
    pub fn slot_of(&self, who: CombatantId) -> Option<u16> {
        let side = self.get(who)?.side;
        let at = self.order.iter().position(|slot| slot.holds(who, side))?;
        u16::try_from(at).ok()
    }

    /// The positions of all in the order of slots, to look many up.
    pub fn slots(&self) -> Slots {
        let mut slots = Slots::default();
        for (slot, at) in self.order.iter().zip(0u16..) {
            slots.sides.extend(slot.sides.iter().map(|side| (*side, at)));
            slots.ones.extend(slot.ones.iter().map(|one| (*one, at)));
        }
        // The first of several counts: it stays before the others.
        slots.sides.sort_by_key(|(side, _)| *side);
        slots.ones.sort_by_key(|(one, _)| *one);
        slots
    }

    /// Foes of that one that are up.
    #[inline]
    pub fn foes<'a>(&'a self, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
        self.all().filter(move |foe| foe.side != c.side && foe.is_up())
    }

    /// Whether the two are foes and both up: in melee as soon as they are near.
    pub fn oppose(&self, a: CombatantId, b: CombatantId) -> bool {
        let pair = self.get(a).zip(self.get(b));
        pair.is_some_and(|(a, b)| a.side != b.side && a.is_up() && b.is_up())
    }

    /// Whether either threatens the other in melee.
    #[inline]
    pub fn engaged(&self, a: CombatantId, b: CombatantId) -> bool {
        self.get(a).is_some_and(|one| one.is_engaged_with(b))
    }

    /// Whether the moment has come.
    pub fn has_come(&self, moment: Moment) -> bool {
        let turns = |who| self.get(who).map_or((0, 0), |c| c.turns);
        // After the fight nobody has turns any more: they go by with the rounds.
        let over = self.stage == Stage::Over;
        match moment {
            Moment::RoundStart(n) => self.round >= n,
            Moment::RoundEnd(n) => self.round > n || (self.round == n && self.round_over),
            Moment::TurnStart(who, n) => {
                turns(who).0 >= n || (over && self.round >= n) || self.slot_has_come(who, n, 0)
            }
            Moment::TurnEnd(who, n) => {
                turns(who).1 >= n || (over && self.round > n) || self.slot_has_come(who, n, 1)
            }
            Moment::OwnSecond(who, s) => self.get(who).is_some_and(|c| c.clock >= s),
            Moment::Clock(s) => self.clock >= s,
        }
    }

    /// Where turns are slots: whether the slot so many behind its own of that round has begun. The turn
    /// of whoever has none goes by with the round.
    fn slot_has_come(&self, who: CombatantId, n: Round, behind: u16) -> bool {
        let here = self.round == n && self.slot_begun.is_some_and(|(round, _)| round == n);
        let own = self.slot_of(who).filter(|_| here).map(|own| own.saturating_add(behind));
        let begun = own.is_some_and(|own| self.slot_begun >= Some((n, own)));
        let past = self.round > n || (self.round == n && self.round_over);
        let idle = || {
            let up = self.get(who).is_some_and(Combatant::is_up);
            !up || self.slot_begun.is_some() || self.slot_of(who).is_none()
        };
        begun || (past && idle())
    }

    /// The round, as counters and the values of effects keep it.
    pub fn round_number(&self) -> i32 {
        i32::try_from(self.round).unwrap_or(i32::MAX)
    }

    /// The first round whose end lies ahead.
    pub fn round_ahead(&self) -> Round {
        let round = self.round.max(1);
        if self.has_come(Moment::RoundEnd(round)) { round.saturating_add(1) } else { round }
    }

    /// When the nth of its turns that have not begun begins; a first turn is 1.
    pub fn turn_start(&self, who: CombatantId, n: u32) -> Moment {
        let round = self.round.max(1);
        let gone = u32::from(self.has_come(Moment::TurnStart(who, round)));
        Moment::TurnStart(who, round.saturating_add(gone).saturating_add(n.max(1) - 1))
    }

    /// When the nth of its turns that are not over is over, the one that is going on counted.
    pub fn turn_end(&self, who: CombatantId, n: u32) -> Moment {
        let round = self.round.max(1);
        let gone = u32::from(self.has_come(Moment::TurnEnd(who, round)));
        Moment::TurnEnd(who, round.saturating_add(gone).saturating_add(n.max(1) - 1))
    }

    /// A name nobody has or had: the name itself, or with a number above all that stood behind it.
    pub fn free_name(&self, name: &str) -> Text {
        let names = || self.all().map(|c| &*c.name).chain(self.retired.iter().map(|name| &**name));
        if !names().any(|taken| taken == name) {
            return name.into();
        }
        let (stem, _) = numbered(name);
        let numbers = names().map(numbered).filter(|(other, _)| *other == stem);
        let highest = numbers.map(|(_, number)| number).max().unwrap_or(1);
        format!("{stem} {}", highest.saturating_add(1)).into()
    }

    /// How many of a side are in that standing.
    pub fn in_standing(&self, side: SideId, standing: Standing) -> usize {
        self.all().filter(|c| c.side == side && c.standing == standing).count()
    }
}
