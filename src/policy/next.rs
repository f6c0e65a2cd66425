//! The table's next step, skipping whatever changes nothing.

use super::standoff::is_standoff;
use super::{Choice, Memory, Thrift, choose, flight, is_stuck, spells};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::Kind;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Tape;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::window::{Mode, Phase, Whose, Window};
use crate::rules::ruleset::{Ruleset, sides_standing};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// The most seconds of walking merged into one step.
const MOST_STRIDES: usize = 30;
/// The most steps skipped at once.
const MOST_SKIPPED: usize = 100;

/// What the next key press does.
#[derive(Debug, Clone)]
pub struct Next<'a> {
    /// The commands skipped first: windows nobody uses, procedures that change nothing.
    pub first: Vec<Command>,
    /// Those who have nothing to do in the skipped windows.
    pub idle: Vec<CombatantId>,
    /// The state after the skipped commands.
    pub state: Cow<'a, Encounter>,
    /// The step itself.
    pub then: Then,
    /// The acts that follow without a pause: further strides of a walk, or others fleeing together.
    pub more: Vec<Act>,
    /// Whether the step ends the round.
    pub ends_round: bool,
    /// How many of the skipped commands lead to where pending results have taken hold; 0 if none do.
    pub held: usize,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// No window is open, or the fight can end.
    Nothing,
    /// Run the open procedure.
    Runs,
    /// These have fled far enough and leave the fight.
    Leave(Vec<CombatantId>),
    /// Do an act.
    Do(Act),
    /// Ask for the rest of a draft act.
    Ask(Act),
    /// This combatant has options but none is proposed: it passes.
    Pass(CombatantId),
    /// Close the window.
    Close,
    /// Stop and ask: no side fights another.
    Talk,
    /// Ask what this combatant does: it is in melee, and nothing it has can do anything.
    Stuck(CombatantId),
    /// End the fight: neither side can harm the other.
    End,
}

/// Returns the table's next step. Those who owe an act come in `order`, the rest after them; `last` holds the last act
/// of each.
pub fn next<'a>(
    rules: &dyn Ruleset,
    e: &'a Encounter,
    order: &[CombatantId],
    last: &BTreeMap<CombatantId, Act>,
) -> Next<'a> {
    let mut next = Next {
        first: Vec::new(),
        idle: Vec::new(),
        state: Cow::Borrowed(e),
        then: Then::Nothing,
        more: Vec::new(),
        ends_round: false,
        held: 0,
    };
    if is_standoff(rules, e, last) {
        next.then = Then::End;
        return next;
    }
    for _ in 0..MOST_SKIPPED {
        let at_hand = if next.first.is_empty() { order } else { &[] };
        let (then, idle) = at(rules, &next.state, at_hand, last);
        next.then = then;
        if !next.skip(rules, e, &idle) {
            next.more = more(rules, &next.state, &next.then, last, &idle);
            next.add_idle(idle);
            break;
        }
    }
    next.drop_not_idle(rules);
    next
}

/// The acts that follow without a pause: a combatant moving second by second walks on to its goal, and those who flee
/// do so together.
fn more(
    rules: &dyn Ruleset,
    e: &Encounter,
    then: &Then,
    last: &BTreeMap<CombatantId, Act>,
    owing: &[CombatantId],
) -> Vec<Act> {
    let Then::Do(act) = then else { return Vec::new() };
    let turn = e.window().is_some_and(|window| window.phase == Phase::Turn);
    let next = |e: &Encounter, who| match choose(rules, e, who, last.get(&who), Thrift::Spares) {
        Some(Choice::Do(act)) => Some(act),
        _ => None,
    };
    if is_flight(act) {
        let side = |who: CombatantId| e.get(who).map(|c| c.side);
        let others = owing.iter().copied().filter(|who| *who != act.who && side(*who) == side(act.who));
        return others.filter_map(|who| next(e, who)).filter(is_flight).collect();
    }
    let (mut strides, mut state) = (Vec::new(), e.clone());
    let mut stride = act.clone();
    while turn && stride.deed == Deed::Move && strides.len() < MOST_STRIDES {
        let command = Command::Act(stride.clone());
        let Ok(after) = rules::play(rules, state, &command, &mut Tape::new(&[])) else { break };
        let open = after.window() == e.window();
        let Some(on) = next(&after, act.who).filter(|on| open && on.deed == act.deed && on.at == act.at)
        else {
            break;
        };
        strides.push(on.clone());
        (state, stride) = (after, on);
    }
    strides
}

/// Whether the act is a flight.
fn is_flight(act: &Act) -> bool {
    act.facts.has(&Fact::Away) || act.deed == Deed::Retreat
}

impl Next<'_> {
    /// Skips the step if it changes nothing, and returns whether it did.
    fn skip(&mut self, rules: &dyn Ruleset, start: &Encounter, idle: &[CombatantId]) -> bool {
        let state = &*self.state;
        let Some(command) = skip_command(rules, state, &self.then) else { return false };
        let Ok(after) = rules::play(rules, state.clone(), &command, &mut Tape::new(&[])) else {
            return false;
        };
        self.ends_round = after.round > state.round;
        // Pending results are known already: they take hold with the key that goes on.
        let same = looks_same(state, &after);
        let takes_hold = !same && state.window().is_some_and(|window| window.phase == Phase::Commit);
        let goes_on = after.stage == Stage::Running
            && after.window().is_some()
            && sides_standing(rules, &after) > 1
            && after.round <= start.round.saturating_add(1)
            && silent(rules, &after) == 0
            && (takes_hold || same);
        if goes_on {
            self.first.push(command);
            self.ends_round = false;
            if takes_hold {
                self.held = self.first.len();
            }
            self.state = Cow::Owned(after);
            self.add_idle(idle.to_vec());
        }
        goes_on
    }

    /// Records those who have nothing to do.
    fn add_idle(&mut self, idle: Vec<CombatantId>) {
        if self.then == Then::Close {
            let new: Vec<CombatantId> =
                idle.into_iter().filter(|who| !self.idle.contains(who)).collect();
            self.idle.extend(new);
        }
    }

    /// Drops from `idle` those who act now, or have yet to act in the window reached.
    fn drop_not_idle(&mut self, rules: &dyn Ruleset) {
        if self.then == Then::Close {
            return;
        }
        let state = &*self.state;
        let acts = |who: CombatantId| match &self.then {
            Then::Stuck(stuck) => *stuck == who,
            Then::Do(act) | Then::Ask(act) => act.who == who,
            _ => false,
        };
        self.idle.retain(|who| !acts(*who) && !rules::owes(rules, state, *who));
    }

    /// The commands that carry out the step. A draft act has none.
    pub fn commands(&self, rules: &dyn Ruleset) -> Vec<Command> {
        match &self.then {
            Then::Nothing | Then::Ask(_) | Then::Talk | Then::Stuck(_) => Vec::new(),
            Then::Runs => vec![Command::Proceed],
            Then::End => vec![Command::End],
            Then::Leave(gone) => gone.iter().map(|who| Command::Depart(*who, Standing::Fled)).collect(),
            Then::Do(act) => std::iter::once(act).chain(&self.more).cloned().map(Command::Act).collect(),
            Then::Pass(who) => vec![Command::Act(Act::new(*who, Deed::Pass))],
            Then::Close => vec![close_command(rules, &self.state)],
        }
    }
}

/// The step for the open window, and those who owe an act in it as far as they matter for it: those who could flee as
/// well, or all who have nothing to do.
fn at(
    rules: &dyn Ruleset,
    e: &Encounter,
    order: &[CombatantId],
    last: &BTreeMap<CombatantId, Act>,
) -> (Then, Vec<CombatantId>) {
    let Some(window) = e.window() else { return (Then::Nothing, Vec::new()) };
    if e.round > 0 && e.stage == Stage::Running && e.is_at_peace() {
        return (Then::Talk, Vec::new());
    }
    if window.mode == Mode::Procedure {
        let lost = flight::outrun(rules, e);
        return (if lost.is_empty() { Then::Runs } else { Then::Leave(lost) }, Vec::new());
    }
    if window.phase == Phase::Declare {
        let then = spells::of_the_machine(rules, e).map_or(Then::Close, Then::Do);
        return (then, Vec::new());
    }
    // Lazy: usually the first has something to do, and there may be thousands.
    let (mut waiting, mut idle) = (owing(rules, e, order), Vec::new());
    while let Some(who) = waiting.next() {
        if e.get(who).is_some_and(|c| flight::is_away(rules, e, c)) {
            return (Then::Leave(flight::away(rules, e)), Vec::new());
        }
        match in_window(rules, e, window, who, last.get(&who)) {
            Some(Choice::Do(act)) if is_flight(&act) => {
                idle.extend(waiting);
                return (Then::Do(act), idle);
            }
            Some(Choice::Do(act)) => return (Then::Do(act), Vec::new()),
            Some(Choice::Ask(act)) => return (Then::Ask(act), Vec::new()),
            None => idle.push(who),
        }
    }
    if let Some(choice) = of_followers(rules, e, window, last) {
        let then = match choice {
            Choice::Do(act) => Then::Do(act),
            Choice::Ask(act) => Then::Ask(act),
        };
        return (then, Vec::new());
    }
    let memory = Memory::default();
    if let Some(who) = idle.iter().find(|who| is_stuck(rules, e, **who, last.get(who), &memory)) {
        return (Then::Stuck(*who), idle);
    }
    let chooses = |who: &&CombatantId| window.phase != Phase::Gap && has_a_choice(rules, e, **who);
    match idle.iter().find(chooses) {
        Some(who) => (Then::Pass(*who), idle),
        None => (Then::Close, idle),
    }
}

/// What those would do whose turn is open together with the owner's, as a mount's is with its rider's: the owner owes
/// their acts.
fn of_followers(
    rules: &dyn Ruleset,
    e: &Encounter,
    window: &Window,
    last: &BTreeMap<CombatantId, Act>,
) -> Option<Choice> {
    let Whose::One(owner) = window.whose else { return None };
    if window.phase != Phase::Turn || !rules::owes(rules, e, owner) {
        return None;
    }
    let side = e.get(owner)?.side;
    let follows = |c: &&Combatant| c.side == side && c.id != owner && c.turns.0 > c.turns.1;
    let mut followers = e.all().filter(follows).map(|c| c.id);
    followers.find_map(|who| choose(rules, e, who, last.get(&who), Thrift::Spares))
}

/// Those who owe an act, those in `order` first.
fn owing<'a>(
    rules: &'a dyn Ruleset,
    e: &'a Encounter,
    order: &'a [CombatantId],
) -> impl Iterator<Item = CombatantId> + 'a {
    let named = OnceCell::new();
    let is_named = move |who: &CombatantId| {
        let sorted = named.get_or_init(|| BTreeSet::from_iter(order));
        sorted.contains(who)
    };
    let others = e.all().map(|c| c.id).filter(move |who| !is_named(who));
    order.iter().copied().chain(others).filter(move |who| rules::owes(rules, e, *who))
}

/// What a combatant would do in the window. In a gap it takes its held turn if it has an attack to make.
fn in_window(
    rules: &dyn Ruleset,
    e: &Encounter,
    window: &Window,
    who: CombatantId,
    last: Option<&Act>,
) -> Option<Choice> {
    let cuts_in = Act::new(who, Deed::CutIn);
    let command = Command::Act(cuts_in.clone());
    if window.phase != Phase::Gap || rules::check(rules, e, &command).is_err() {
        return choose(rules, e, who, last, Thrift::Spares);
    }
    let there = rules::play(rules, e.clone(), &command, &mut Tape::new(&[])).ok()?;
    let use_of_it = choose(rules, &there, who, last, Thrift::Spares)?;
    let (Choice::Do(act) | Choice::Ask(act)) = &use_of_it;
    let attacks =
        matches!(act.deed, Deed::Strike | Deed::Shoot | Deed::Cast | Deed::Combo | Deed::Resume);
    attacks.then_some(Choice::Do(cuts_in))
}

/// Whether it has an option that is never proposed because it is scarce: a spell, a power with limited uses.
fn has_a_choice(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> bool {
    let open = |deed| deeds::open(rules, e, who, deed);
    let block = e.d20(who).ok().map(|d20| &d20.block);
    let at_will = |offer: Offer| match block.filter(|block| block.kind == Kind::Monster) {
        Some(block) => offer.facts.iter().all(|field| match field.fact {
            Fact::Spell(nth) => block.spell(nth).is_some_and(|power| power.copies.is_none()),
            _ => true,
        }),
        None => false,
    };
    open(Deed::Cast).is_some() || open(Deed::UsePower).is_some_and(|offer| !at_will(offer))
}

/// The command that skips the step, if it may be skipped.
fn skip_command(rules: &dyn Ruleset, e: &Encounter, then: &Then) -> Option<Command> {
    match then {
        Then::Runs if e.window()?.phase != Phase::Lull => Some(Command::Proceed),
        Then::Close if silent(rules, e) > 0 => None,
        Then::Close => Some(close_command(rules, e)),
        _ => None,
    }
}

/// The command that closes the open window. In a turn of seconds the owner passes, so that its time goes by.
fn close_command(rules: &dyn Ruleset, e: &Encounter) -> Command {
    let window = e.window();
    let turn =
        window.filter(|window| window.phase == Phase::Turn).and_then(|window| match window.whose {
            Whose::One(who) => Some(who),
            _ => None,
        });
    match turn.filter(|who| rules::owes(rules, e, *who)) {
        Some(who) => Command::Act(Act::new(who, Deed::Pass)),
        None => Command::Proceed,
    }
}

/// How many may still announce something in the open declaration window, not counting those who have and could change
/// it.
pub fn silent(rules: &dyn Ruleset, e: &Encounter) -> usize {
    let announcing = e.window().is_some_and(|window| window.phase == Phase::Declare);
    let said = |c: &Combatant| deeds::open(rules, e, c.id, Deed::Undeclare).is_some();
    let silent = || e.all().filter(|c| rules::owes(rules, e, c.id) && !said(c)).count();
    if announcing { silent() } else { 0 }
}

/// Whether nothing visible at the table has changed.
fn looks_same(before: &Encounter, after: &Encounter) -> bool {
    let unseen = Meaning::UNTOLD | Meaning::UNSHOWN;
    let seen = |effect: &&Effect| !effect.condition.meaning.has_any(unseen);
    let seen_on =
        |c: &Combatant| c.effects.iter().filter(seen).map(|effect| effect.id).collect::<Vec<_>>();
    let alike = |(one, other): (&Combatant, &Combatant)| {
        (one.vitals, one.temporary(), one.standing, &one.ongoing, &one.gear)
            == (other.vitals, other.temporary(), other.standing, &other.ongoing, &other.gear)
            && (one.place, &one.distances, &one.threatens)
                == (other.place, &other.distances, &other.threatens)
            && seen_on(one) == seen_on(other)
    };
    before.combatants.len() == after.combatants.len()
        && before.timers.len() == after.timers.len()
        && before.pending.is_empty() == after.pending.is_empty()
        && before.all().zip(after.all()).all(alike)
}
