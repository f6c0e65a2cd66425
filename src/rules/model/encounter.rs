//! What is asked of the live state of a fight.

use super::block::d20::D20;
use super::block::line::LineAt;
use super::block::wounds::Body;
use super::combatant::{Combatant, Standing, StatBlock};
use super::counter::Counter;
use super::effect::{Condition, Effect};
use super::error::{Refusal, RuleError};
pub use super::event::Encounter;
use super::ids::RulesetId;
use super::ids::{BlockId, CombatantId, SideId, Text};
use super::moment::{Moment, Round};
use super::outcome::Bearer;
pub use super::setting::{Hand, Lapse, Scene, Side, Stage};
use super::window::{Mode, Place, Slot, Whose, Window};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Strips the number that distinguishes like combatants from a name: `Orc` for `Orc 2`.
pub fn stem(name: &str) -> &str {
    numbered(name).0
}

/// Splits a name into its stem and trailing number, which is 1 if absent.
fn numbered(name: &str) -> (&str, u32) {
    let parts = name.rsplit_once(' ').filter(|(stem, _)| !stem.is_empty());
    let number = parts.and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    number.unwrap_or((name, 1))
}

/// Which combatant acts in which slot: a lookup table like [`Encounter::slot_of`], for many lookups.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    sides: Vec<(SideId, u16)>,
    ones: Vec<(CombatantId, u16)>,
}

impl Slots {
    /// Returns the position of the slot in which the combatant acts.
    pub fn of(&self, c: &Combatant) -> Option<u16> {
        let one = self.ones.partition_point(|(id, _)| *id < c.id);
        let side = self.sides.partition_point(|(id, _)| *id < c.side);
        let one = self.ones.get(one).filter(|(id, _)| *id == c.id).map(|(_, slot)| *slot);
        let side = self.sides.get(side).filter(|(id, _)| *id == c.side).map(|(_, slot)| *slot);
        one.into_iter().chain(side).min()
    }
}

/// Returns the place in the acting order of a combatant with that slot: slot by slot, then those without a slot; those
/// out of the fight come last.
fn place(c: &Combatant, slot: Option<u16>) -> (Standing, u16, SideId, CombatantId) {
    (c.standing, slot.unwrap_or(u16::MAX), c.side, c.id)
}

impl Encounter {
    /// Creates an encounter without sides or combatants.
    pub fn new(ruleset: RulesetId) -> Self {
        Self {
            ruleset,
            book: None,
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

    /// Returns the combatant.
    ///
    /// # Errors
    /// `unknown-combatant` if no combatant has that id.
    #[inline]
    pub fn who(&self, id: CombatantId) -> Result<&Combatant, RuleError> {
        self.get(id).ok_or_else(|| RuleError::new(Refusal::UNKNOWN_COMBATANT).of(id))
    }

    /// Returns the combatant, if it exists.
    #[inline]
    pub fn get(&self, id: CombatantId) -> Option<&Combatant> {
        self.combatants.get(self.row(id).ok()?).map(|combatant| &**combatant)
    }

    /// Returns a counter of a combatant, a side or an effect; 0 if it was never set or its bearer does not exist.
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

    /// Whether the combatant exists and has that condition.
    pub fn has(&self, id: CombatantId, condition: Condition) -> bool {
        self.get(id).is_some_and(|c| c.has(condition))
    }

    /// Returns the index of the combatant, or where it would be inserted. Ids ascend, but an amended past leaves gaps
    /// so that later combatants keep their ids.
    #[inline]
    pub(in crate::rules) fn row(&self, id: CombatantId) -> Result<usize, usize> {
        match self.combatants.get(id.index()) {
            Some(combatant) if combatant.id == id => Ok(id.index()),
            _ => self.combatants.binary_search_by_key(&id, |combatant| combatant.id),
        }
    }

    /// Returns the id of the next new combatant.
    pub fn next_combatant(&self) -> CombatantId {
        CombatantId(self.combatants.last().map_or(0, |last| last.id.0.saturating_add(1)))
    }

    /// All combatants, in the order in which they were added.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = &Combatant> {
        self.combatants.iter().map(|combatant| &**combatant)
    }

    /// All effects of that condition, with their bearers.
    pub fn effects_of(&self, condition: Condition) -> impl Iterator<Item = (&Combatant, &Effect)> {
        let bearers = self.all().filter(move |c| c.effects.may_be(condition));
        bearers.flat_map(move |c| c.effects_of(condition).map(move |effect| (c, effect)))
    }

    /// All combatants in acting order, as the roster lists them: slot by slot, then those without a slot; those out of
    /// the fight come last.
    pub fn in_acting_order(&self) -> Vec<&Combatant> {
        let slots = self.slots();
        let mut all: Vec<&Combatant> = self.all().collect();
        all.sort_by_key(|c| place(c, slots.of(c)));
        all
    }

    /// Returns the first match in acting order. Asks about as few as it can.
    pub fn first_to_act(&self, matches: impl Fn(&Combatant) -> bool) -> Option<CombatantId> {
        let mut first = None;
        for c in self.all() {
            // Without a table of the slots: a simulation asks this at every step of small fights.
            let place = place(c, self.slot_of(c.id));
            if first.is_none_or(|first| place < first) && matches(c) {
                first = Some(place);
            }
        }
        first.map(|(.., id)| id)
    }

    /// The candidates to act in a window: a single combatant where the window or its slot is for one alone, otherwise
    /// all.
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

    /// Returns the ids of all matching combatants, in roster order.
    pub fn those(&self, holds: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        self.all().filter(|c| holds(c)).map(|c| c.id).collect()
    }

    /// Returns the combatant with that name.
    pub fn named(&self, name: &str) -> Option<&Combatant> {
        self.all().find(|combatant| &*combatant.name == name)
    }

    /// Returns the side.
    pub fn side(&self, id: SideId) -> Option<&Side> {
        self.sides.get(id.index())
    }

    /// Who rolls a combatant's dice: as set for it, otherwise as for its side.
    pub fn hand(&self, c: &Combatant) -> Hand {
        c.hand.or_else(|| Some(self.side(c.side)?.hand)).unwrap_or_default()
    }

    /// The ids of all sides.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len()).filter_map(|at| u8::try_from(at).ok().map(SideId))
    }

    /// Returns the stat block with that id.
    #[inline]
    pub fn block(&self, id: BlockId) -> Option<&StatBlock> {
        self.blocks.get(id.index()).map(|block| &**block)
    }

    /// Returns the combatant's stat block as a shared handle that outlives changes to the encounter.
    pub fn block_of(&self, who: CombatantId) -> Option<Arc<StatBlock>> {
        self.blocks.get(self.get(who)?.block.index()).cloned()
    }

    /// Returns the combatant's block of the d20 family.
    ///
    /// # Errors
    /// `unknown-combatant`; `bad-stat` if its block is of another family.
    #[inline]
    pub fn d20(&self, id: CombatantId) -> Result<&D20, RuleError> {
        self.d20_of(self.who(id)?).ok_or_else(|| RuleError::new(Refusal::BAD_STAT).of(id))
    }

    /// Like [`d20`](Self::d20), for a combatant at hand; `None` if its block is of another family.
    #[inline]
    pub fn d20_of(&self, c: &Combatant) -> Option<&D20> {
        match self.block(c.block) {
            Some(StatBlock::D20(block)) => Some(block),
            _ => None,
        }
    }

    /// Returns the combatant's block of the wounds family.
    ///
    /// # Errors
    /// `unknown-combatant`; `bad-stat` if its block is of another family.
    #[inline]
    pub fn wounds(&self, id: CombatantId) -> Result<&Body, RuleError> {
        match self.block(self.who(id)?.block) {
            Some(StatBlock::Wounds(body)) => Ok(body),
            _ => Err(RuleError::new(Refusal::BAD_STAT).of(id)),
        }
    }

    /// Resolves the position of an attack line to its owner and the position there: the combatant's own line, or one lent
    /// by another.
    pub fn line_of(&self, who: CombatantId, at: u8) -> (CombatantId, u8) {
        let lent = match LineAt::from(at) {
            LineAt::Lent(nth) => self.get(who).and_then(|c| c.lent.get(usize::from(nth))),
            LineAt::Own(_) | LineAt::Gone => None,
        };
        lent.copied().unwrap_or((who, at))
    }

    /// Returns the name of a combatant's attack line; `None` for bare hands.
    pub fn name_of_line(&self, who: CombatantId, at: u8) -> Option<&Text> {
        let (who, line) = self.line_of(who, at);
        match self.get(who).and_then(|c| self.block(c.block))? {
            StatBlock::D20(d20) => d20.figures.attacks.get(usize::from(line)).map(|line| &line.name),
            StatBlock::Wounds(body) => body.attacks.get(usize::from(line)).map(|line| &line.name),
            StatBlock::Written(_) => None,
        }
    }

    /// Returns the open window.
    #[inline]
    pub fn window(&self) -> Option<&Window> {
        self.windows.last()
    }

    /// Whether acts in the open window count as simultaneous.
    pub fn acts_together(&self) -> bool {
        self.window().is_some_and(|window| window.mode == Mode::Together)
    }

    /// Returns an option's value, if it was set.
    pub fn option(&self, id: &str) -> Option<&str> {
        self.options.get(id).map(|value| &**value)
    }

    /// Returns the value an option will have in the next round, if it was set.
    pub fn option_ahead(&self, id: &str) -> Option<&str> {
        self.awaiting.get(id).map(|value| &**value).or_else(|| self.option(id))
    }

    /// Returns the position in the order of the slot in which the combatant acts.
    pub fn slot_of(&self, who: CombatantId) -> Option<u16> {
        let side = self.get(who)?.side;
        let at = self.order.iter().position(|slot| slot.holds(who, side))?;
        u16::try_from(at).ok()
    }

    /// Returns all slot positions as a table, for many lookups.
    pub fn slots(&self) -> Slots {
        let mut slots = Slots::default();
        for (slot, at) in self.order.iter().zip(0u16..) {
            slots.sides.extend(slot.sides.iter().map(|side| (*side, at)));
            slots.ones.extend(slot.ones.iter().map(|one| (*one, at)));
        }
        // The sort is stable, so the first of several slots wins.
        slots.sides.sort_by_key(|(side, _)| *side);
        slots.ones.sort_by_key(|(one, _)| *one);
        slots
    }

    /// The combatant's foes that are up.
    #[inline]
    pub fn foes<'a>(&'a self, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
        self.all().filter(move |foe| foe.side != c.side && foe.is_up())
    }

    /// Whether the two are foes and both up, so that they are in melee as soon as they are near.
    pub fn oppose(&self, a: CombatantId, b: CombatantId) -> bool {
        let pair = self.get(a).zip(self.get(b));
        pair.is_some_and(|(a, b)| a.side != b.side && a.is_up() && b.is_up())
    }

    /// Whether either threatens the other in melee.
    #[inline]
    pub fn engaged(&self, a: CombatantId, b: CombatantId) -> bool {
        self.get(a).is_some_and(|one| one.is_engaged_with(b))
    }

    /// Whether the moment has been reached.
    pub fn has_come(&self, moment: Moment) -> bool {
        let turns = |who| self.get(who).map_or((0, 0), |c| c.turns);
        // After the fight there are no turns: they pass with the rounds.
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

    /// Where turns are slots: whether the slot `behind` places after the combatant's own of that round has begun. The
    /// turn of a combatant without a slot passes with the round.
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

    /// The round, in the type used by counters and effect values.
    pub fn round_number(&self) -> i32 {
        i32::try_from(self.round).unwrap_or(i32::MAX)
    }

    /// Returns the first round whose end lies ahead.
    pub fn round_ahead(&self) -> Round {
        let round = self.round.max(1);
        if self.has_come(Moment::RoundEnd(round)) { round.saturating_add(1) } else { round }
    }

    /// Returns when the nth of the combatant's turns that have not begun begins, counted from 1.
    pub fn turn_start(&self, who: CombatantId, n: u32) -> Moment {
        let round = self.round.max(1);
        let gone = u32::from(self.has_come(Moment::TurnStart(who, round)));
        Moment::TurnStart(who, round.saturating_add(gone).saturating_add(n.max(1) - 1))
    }

    /// Returns when the nth of the combatant's unfinished turns ends, counting a turn in progress.
    pub fn turn_end(&self, who: CombatantId, n: u32) -> Moment {
        let round = self.round.max(1);
        let gone = u32::from(self.has_come(Moment::TurnEnd(who, round)));
        Moment::TurnEnd(who, round.saturating_add(gone).saturating_add(n.max(1) - 1))
    }

    /// Whether someone has or had that name.
    pub fn has_name(&self, name: &str) -> bool {
        self.named(name).is_some() || self.retired.iter().any(|retired| **retired == *name)
    }

    /// Returns the name under which that many newcomers arrive one by one: several that are the first of their name
    /// begin with number 1. Beside others, [`free_name`](Self::free_name) numbers them on arrival.
    pub fn first_name(&self, name: &str, count: i32) -> Text {
        let first = count > 1 && stem(name) == name && *self.free_name(name) == *name;
        if first { format!("{name} 1").into() } else { name.into() }
    }

    /// Returns a name never used in this encounter: the given one, or its stem with a number above all in use. Beside
    /// `Goblin 1`, `Goblin` is in use as well.
    pub fn free_name(&self, name: &str) -> Text {
        let names = || self.all().map(|c| &*c.name).chain(self.retired.iter().map(|name| &**name));
        let (stem, _) = numbered(name);
        if !self.has_name(name) && (stem != name || !names().any(|taken| numbered(taken).0 == name)) {
            return name.into();
        }
        let numbers = names().map(numbered).filter(|(other, _)| *other == stem);
        let highest = numbers.map(|(_, number)| number).max().unwrap_or(1);
        format!("{stem} {}", highest.saturating_add(1)).into()
    }

    /// Returns how many combatants of a side have that standing.
    pub fn in_standing(&self, side: SideId, standing: Standing) -> usize {
        self.all().filter(|c| c.side == side && c.standing == standing).count()
    }
}
