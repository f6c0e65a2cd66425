//! Applies events to the encounter. Makes no decisions.

use crate::rules::model::block::line::LineAt;
use crate::rules::model::combatant::{
    Combatant, Gear, Spent, Standing, StatBlock, Thing, Vitals, same_place,
};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::{Encounter, Lapse, Side, Stage};
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::{BlockId, CombatantId, EffectId, SideId, Text};
use crate::rules::model::moment::{Round, When};
use crate::rules::model::supply::Supply;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Place, Whose, Window};
use std::sync::Arc;

impl Encounter {
    /// Applies an event. Events about combatants that do not exist have no effect.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Bridged(state) => *self = (**state).clone(),
            Event::RoundBegan(round) => self.begin_round(*round),
            Event::RoundEnded(_) => self.round_over = true,
            Event::Elapsed(seconds) => self.clock = self.clock.saturating_add(*seconds),
            Event::Opened(window) => self.open(window),
            Event::Laid(window) => self.windows.push((**window).clone()),
            Event::Closed => {
                self.windows.pop();
            }
            Event::Passed(who) => self.pass(*who),
            Event::TurnBegan(who) => {
                let round = self.round;
                self.change(*who, |c| c.turns.0 = round);
            }
            Event::TurnEnded(who) => {
                self.turn_over = Some(*who);
                self.change(*who, |c| c.turns.1 = c.turns.0);
            }
            Event::Placed(place) => self.place = *place,
            Event::Ordered(order) | Event::Shifted(order) => self.order = Arc::clone(order),
            Event::Numbered(who, number) => self.change(*who, |c| c.number = Some(*number)),
            Event::Began => self.stage = Stage::Running,
            Event::Ended => {
                self.stage = Stage::Over;
                self.windows.clear();
            }
            Event::Sided(side) => self.sides.push((**side).clone()),
            Event::Blocked(block) => Arc::make_mut(&mut self.blocks).push(Arc::clone(block)),
            Event::Joined(combatant) => self.join(combatant),
            Event::Renamed(who, name) => self.rename(*who, name),
            Event::Turned(who, side) => self.turn(*who, *side),
            Event::Reshaped(who, block, most) => self.reshape(*who, *block, *most),
            Event::Stood(who, standing) => self.set_standing(*who, *standing),
            Event::Harmed { who, amount, .. } => self.harm(*who, *amount),
            Event::Absorbed { who, amount } => self.change(*who, |c| absorb(c, *amount)),
            Event::Healed { who, amount } => self.harm(*who, amount.saturating_neg()),
            Event::Wounded { who, .. } => self.harm(*who, 1),
            Event::HpSet(who, hp) => self.change(*who, |c| c.vitals = c.vitals.with_figure(*hp)),
            Event::Geared(who, thing, gear) => self.change(*who, |c| set_gear(c, *thing, *gear)),
            Event::Lent(who, owner, line) => self.change(*who, |c| c.lent.push((*owner, *line))),
            Event::Afflicted(who, effect) => self.afflict(*who, effect),
            Event::Relieved { who, id, .. } => {
                self.unschedule(*id);
                self.change(*who, |c| c.effects.remove(*id));
            }
            Event::Set(timer) => {
                self.next_effect = self.next_effect.max(timer.id.0.saturating_add(1));
                self.timers.push((**timer).clone());
            }
            Event::Fell(timer) => self.timers.retain(|t| t.id != timer.id),
            Event::Struck(id) => self.timers.retain(|t| t.id != *id),
            Event::Counted(Bearer::One(who), counter, value) => {
                self.change(*who, |c| c.counters.set(*counter, *value));
            }
            Event::Counted(Bearer::Side(side), counter, value) => {
                self.change_side(*side, |side| side.counters.set(*counter, *value));
            }
            Event::Counted(Bearer::Effect(who, id), counter, value) => self.change(*who, |c| {
                c.effects.change(*id, |effect| effect.counters.set(*counter, *value));
            }),
            Event::UsedUp(who, name, left) => self.change(*who, |c| {
                if let Some(supply) = c.supplies.iter_mut().find(|supply| supply.name == *name) {
                    supply.used = supply.most.saturating_sub(*left);
                }
            }),
            Event::Supplied(who, supply) => self.change(*who, |c| set_supply(c, supply)),
            Event::Spent(who, spending) => {
                let takes_time = matches!(spending, Spending::Seconds(_) | Spending::Action);
                self.turn_over = self.turn_over.filter(|_| !takes_time);
                self.change(*who, |c| spend(c, *spending));
            }
            Event::Undertook(who, ongoing) => {
                self.change(*who, |c| c.ongoing = ongoing.as_deref().cloned());
            }
            Event::Threatens(one, other) => {
                self.change(*one, |c| insert(&mut c.threatens, *other));
                self.change(*other, |c| insert(&mut c.threatened_by, *one));
            }
            Event::Frees(one, other) => {
                self.change(*one, |c| c.threatens.retain(|id| id != other));
                self.change(*other, |c| c.threatened_by.retain(|id| id != one));
            }
            Event::Apart(a, b, feet) => {
                self.change(*a, |c| set_distance(c, *b, *feet));
                self.change(*b, |c| set_distance(c, *a, *feet));
            }
            Event::Strayed(who) => self.set_place(*who, None),
            Event::Moved { who, to, .. } => self.set_place(*who, Some(*to)),
            Event::Met(distance) => self.met_at = Some(*distance),
            Event::Deferred(event) => self.defer(event),
            Event::Committed => self.pending = Arc::default(),
            Event::BookLaid(book) => self.book = *book,
            Event::OptionSet(id, value) => {
                self.awaiting.remove(id);
                self.options.insert(id.clone(), value.clone());
            }
            Event::OptionAwaits(id, value) => {
                self.awaiting.insert(id.clone(), value.clone());
            }
            Event::SceneSet(scene) => self.scene = (**scene).clone(),
            Event::HandSet(side, hand) => self.change_side(*side, |side| side.hand = *hand),
            Event::AsksSet(side, asks) => self.change_side(*side, |side| side.asks = *asks),
            Event::PlayersSet(side, players) => {
                self.change_side(*side, |side| side.players = Some(*players));
                if *players {
                    self.own(*side);
                }
            }
            Event::Ranked(who, rank) => self.change(*who, |c| c.rank = Some(*rank)),
            Event::DiceSet(who, hand) => self.change(*who, |c| c.hand = *hand),
            Event::Sighted(who, sight) => self.change(*who, |c| c.sight = *sight),
            Event::AwareSet(side, aware) => self.change_side(*side, |side| side.aware = *aware),
            Event::SideTook(side, stance) => self.change_side(*side, |side| side.stance = *stance),
            Event::Took(who, stance) => self.change(*who, |c| c.stance = *stance),
            Event::SpellSet(who, spell, left) => self.change(*who, |c| {
                if let Some(copies) = c.spells.get_mut(usize::from(*spell)) {
                    *copies = *left;
                }
            }),
            Event::Memorised(who, left) => self.change(*who, |c| c.spells.clone_from(left)),
            Event::Pinned(who, note) => self.change(*who, |c| c.notes.push(note.clone())),
            Event::Unpinned(who, note) => self.change(*who, |c| {
                if let Some(at) = c.notes.iter().position(|pinned| pinned == note) {
                    c.notes.remove(at);
                }
            }),
            Event::PassedOver(_)
            | Event::Rolled(_)
            | Event::Told(_)
            | Event::Overruled
            | Event::Noted(_) => {}
        }
    }

    /// Changes one combatant, copied if it is still shared.
    fn change(&mut self, who: CombatantId, with: impl FnOnce(&mut Combatant)) {
        let Ok(row) = self.row(who) else { return };
        if let Some(combatant) = Arc::make_mut(&mut self.combatants).get_mut(row) {
            with(Arc::make_mut(combatant));
        }
    }

    fn change_side(&mut self, side: SideId, with: impl FnOnce(&mut Side)) {
        if let Some(side) = self.sides.get_mut(side.index()) {
            with(side);
        }
    }

    /// Changes a combatant's side. From then on it keeps whether it was the players'; while the sides are being set up,
    /// nobody has been on one yet.
    fn turn(&mut self, who: CombatantId, side: SideId) {
        let ours = self.get(who).is_some_and(|c| self.is_players(c.side));
        let own = (self.stage != Stage::Setup).then_some(ours);
        self.change(who, |c| (c.side, c.own) = (side, c.own.or(own)));
    }

    /// Makes everyone on a side one of its own, wherever they came from.
    fn own(&mut self, side: SideId) {
        let turned = self.those(|c| c.side == side && c.own.is_some());
        turned.into_iter().for_each(|who| self.change(who, |c| c.own = None));
    }

    fn begin_round(&mut self, round: Round) {
        self.round = round;
        self.round_over = false;
        self.place = Place::START;
        for combatant in Arc::make_mut(&mut self.combatants) {
            if combatant.spent != Spent::default() {
                Arc::make_mut(combatant).spent = Spent::default();
            }
        }
    }

    fn open(&mut self, window: &Window) {
        self.place = window.place;
        if let Whose::Slot(at) = window.whose {
            self.slot_begun = self.slot_begun.max(Some((self.round, at)));
        }
        self.windows.push(window.clone());
    }

    fn pass(&mut self, who: CombatantId) {
        if let Some(window) = self.windows.last_mut() {
            insert(&mut window.passed, who);
        }
    }

    fn join(&mut self, combatant: &Combatant) {
        let Err(row) = self.row(combatant.id) else { return };
        for effect in &combatant.effects {
            self.add_lapse(combatant.id, effect);
        }
        Arc::make_mut(&mut self.combatants).insert(row, Arc::new(combatant.clone()));
    }

    /// Renames a combatant; its old name is reserved.
    fn rename(&mut self, who: CombatantId, name: &Text) {
        let old = self.get(who).map(|c| c.name.clone());
        self.retired.extend(old.filter(|old| old != name && !self.retired.contains(old)));
        self.change(who, |c| c.name = name.clone());
    }

    /// Replaces the stat block and the maximum hit points. Attacks used this round are mapped to the lines of the
    /// same name; uses of missing lines are kept as [`LineAt::Gone`].
    fn reshape(&mut self, who: CombatantId, block: BlockId, most: i32) {
        let lines = |e: &Self, block| e.block(block).map_or_else(Vec::new, StatBlock::lines);
        let Some(old) = self.get(who).map(|c| lines(self, c.block)) else { return };
        let new = lines(self, block);
        self.change(who, |c| {
            c.block = block;
            c.vitals = match c.vitals {
                Vitals::HitPoints { now, .. } => Vitals::HitPoints { now: now.min(most), max: most },
                wounds @ Vitals::Wounds(_) => wounds,
            };
            for (at, _) in &mut c.spent.attacks {
                if let LineAt::Own(own) = (*at).into() {
                    *at = same_place(&old, &new, own).unwrap_or(LineAt::Gone.into());
                }
            }
        });
    }

    /// Sets the standing; a combatant out of the fight neither threatens nor is threatened.
    fn set_standing(&mut self, who: CombatantId, standing: Standing) {
        self.change(who, |c| c.standing = standing);
        if standing == Standing::Up {
            return;
        }
        let Some((threatens, threatened_by)) =
            self.get(who).map(|c| (c.threatens.clone(), c.threatened_by.clone()))
        else {
            return;
        };
        for other in threatens {
            self.apply(&Event::Frees(who, other));
        }
        for other in threatened_by {
            self.apply(&Event::Frees(other, who));
        }
    }

    fn harm(&mut self, who: CombatantId, by: i32) {
        self.change(who, |c| c.vitals = c.vitals.harmed(by));
    }

    /// Adds an effect, or replaces the one with the same id.
    fn afflict(&mut self, who: CombatantId, effect: &Effect) {
        if effect.id.0 < self.next_effect {
            self.unschedule(effect.id);
        }
        self.add_lapse(who, effect);
        self.next_effect = self.next_effect.max(effect.id.0.saturating_add(1));
        self.change(who, |c| c.effects.put(effect.clone()));
    }

    /// Removes the lapse and the timers of an effect.
    fn unschedule(&mut self, id: EffectId) {
        Arc::make_mut(&mut self.lapses).retain(|lapse| lapse.id != id);
        self.timers.retain(|timer| !timer.action.hangs_on(id));
    }

    /// Holds an event back; its effect or timer already has an id, which is reserved.
    fn defer(&mut self, event: &Event) {
        let made = match event {
            Event::Afflicted(_, effect) => Some(effect.id),
            Event::Set(timer) => Some(timer.id),
            _ => None,
        };
        if let Some(id) = made {
            self.next_effect = self.next_effect.max(id.0.saturating_add(1));
        }
        Arc::make_mut(&mut self.pending).push(event.clone());
    }

    fn add_lapse(&mut self, who: CombatantId, effect: &Effect) {
        let Some(when): Option<When> = effect.until else { return };
        let lapse = Lapse { when, id: effect.id, who };
        let lapses = Arc::make_mut(&mut self.lapses);
        let at = lapses.partition_point(|old| *old < lapse);
        lapses.insert(at, lapse);
    }

    /// Moves a combatant to a place, unknown if absent; distances stated for it are forgotten.
    fn set_place(&mut self, who: CombatantId, place: Option<Tenths>) {
        let known = self.get(who).map(|c| c.distances.clone()).unwrap_or_default();
        for (other, _) in known {
            self.change(other, |c| set_distance(c, who, None));
        }
        self.change(who, |c| {
            c.distances.clear();
            c.place = place;
            c.strayed = place.is_none();
        });
    }
}

fn spend(c: &mut Combatant, spending: Spending) {
    match spending {
        Spending::Move(feet) => c.spent.moved = Some(c.spent.moved.unwrap_or(0).saturating_add(feet)),
        Spending::Attack(line) => match c.spent.attacks.iter_mut().find(|(at, _)| *at == line) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => c.spent.attacks.push((line, 1)),
        },
        Spending::Action => c.spent.acted = true,
        Spending::Seconds(seconds) => {
            c.spent.seconds = c.spent.seconds.saturating_add(seconds);
            c.clock = c.clock.saturating_add(seconds);
        }
        Spending::TimeBudget(seconds) => c.spent.seconds = c.spent.seconds.saturating_add(seconds),
        Spending::Spell(spell) => {
            if let Some(copies) = c.spells.get_mut(usize::from(spell)) {
                *copies = copies.saturating_sub(1);
            }
        }
        Spending::Reset => c.spent = Spent::default(),
    }
}

/// Takes damage out of its temporary hit points.
fn absorb(c: &mut Combatant, amount: i32) {
    if let Some(pool) = c.effect(Condition::TEMPORARY_HP).map(|pool| pool.id) {
        c.effects.change(pool, |pool| pool.value = pool.value.saturating_sub(amount));
    }
}

fn insert(list: &mut Vec<CombatantId>, who: CombatantId) {
    if let Err(at) = list.binary_search(&who) {
        list.insert(at, who);
    }
}

/// Adds, replaces or removes the supply of that name.
fn set_supply(c: &mut Combatant, supply: &Supply) {
    match c.supplies.iter().position(|old| old.name == supply.name) {
        Some(at) if supply.most == 0 => {
            c.supplies.remove(at);
        }
        Some(at) => c.supplies[at] = supply.clone(),
        None if supply.most == 0 => {}
        None => c.supplies.push(supply.clone()),
    }
}

/// Gear that is intact and at hand is not listed.
fn set_gear(c: &mut Combatant, thing: Thing, gear: Gear) {
    c.gear.retain(|(which, _)| *which != thing);
    if gear != Gear::default() {
        c.gear.push((thing, gear));
        c.gear.sort_unstable_by_key(|(which, _)| *which);
    }
}

fn set_distance(c: &mut Combatant, other: CombatantId, feet: Option<Tenths>) {
    let at = c.distances.binary_search_by_key(&other, |(id, _)| *id);
    match (at, feet) {
        (Ok(at), Some(feet)) => c.distances[at].1 = feet,
        (Ok(at), None) => {
            c.distances.remove(at);
        }
        (Err(at), Some(feet)) => c.distances.insert(at, (other, feet)),
        (Err(_), None) => {}
    }
}
