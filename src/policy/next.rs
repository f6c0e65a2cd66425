//! What the table comes to next: what changes nothing at it is passed over on the way.

use super::standoff::is_standoff;
use super::{Choice, Thrift, choose, flight};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::Kind;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
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

/// So many seconds of walking are one way at most.
const MOST_STRIDES: usize = 30;
/// More steps than these are not passed over at once.
const MOST: usize = 100;

/// What a key steps to.
#[derive(Debug, Clone)]
pub struct Next<'a> {
    /// What is passed over first: windows that nobody uses, procedures that change nothing.
    pub first: Vec<Command>,
    /// Who has nothing to do on the way.
    pub idle: Vec<CombatantId>,
    /// The state in which it comes to it.
    pub state: Cow<'a, Encounter>,
    /// What it comes to.
    pub then: Then,
    /// What goes on without a pause: more strides of its way, the others who run with it.
    pub more: Vec<Act>,
    /// That ends the round.
    pub ends_round: bool,
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// No window is open, or the fight can end.
    Nothing,
    /// The open procedure runs.
    Runs,
    /// Those have run far enough: they are out of the fight.
    Leave(Vec<CombatantId>),
    /// That act.
    Do(Act),
    /// That act, once the rest of it is said.
    Ask(Act),
    /// That one could do something, and nothing is proposed: it passes.
    Pass(CombatantId),
    /// The window closes.
    Close,
    /// The fight can end: neither side can harm the other.
    End,
}

/// What the table comes to next, for those who owe an act in that order (who is not named comes after them), each
/// having done that last.
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
    };
    if is_standoff(rules, e, last) {
        next.then = Then::End;
        return next;
    }
    for _ in 0..MOST {
        let at_hand = if next.first.is_empty() { order } else { &[] };
        let (then, idle) = at(rules, &next.state, at_hand, last);
        next.then = then;
        if !next.passes(rules, e, &idle) {
            next.more = more(rules, &next.state, &next.then, last, &idle);
            next.waits(idle);
            break;
        }
    }
    next
}

/// What goes on with an act: whoever walks by the second walks on to where it meant to go, and those who run, run
/// together.
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
    if runs(act) {
        let side = |who: CombatantId| e.get(who).map(|c| c.side);
        let others = owing.iter().copied().filter(|who| *who != act.who && side(*who) == side(act.who));
        return others.filter_map(|who| next(e, who)).filter(runs).collect();
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

/// Whether it runs for its life.
fn runs(act: &Act) -> bool {
    act.facts.has(&Fact::Away) || act.deed == Deed::Retreat
}

impl Next<'_> {
    /// Passes over what it has come to, if that changes nothing; `false`: it does, or may.
    fn passes(&mut self, rules: &dyn Ruleset, start: &Encounter, idle: &[CombatantId]) -> bool {
        let state = &*self.state;
        let Some(command) = passed(rules, state, &self.then) else { return false };
        let Ok(after) = rules::play(rules, state.clone(), &command, &mut Tape::new(&[])) else {
            return false;
        };
        self.ends_round = after.round > state.round;
        let goes_on = after.stage == Stage::Running
            && after.window().is_some()
            && sides_standing(rules, &after) > 1
            && after.round <= start.round.saturating_add(1)
            && is_alike(rules, state, &after);
        if goes_on {
            self.first.push(command);
            self.ends_round = false;
            self.state = Cow::Owned(after);
            self.waits(idle.to_vec());
        }
        goes_on
    }

    /// Those have nothing to do.
    fn waits(&mut self, idle: Vec<CombatantId>) {
        if self.then == Then::Close {
            let new: Vec<CombatantId> =
                idle.into_iter().filter(|who| !self.idle.contains(who)).collect();
            self.idle.extend(new);
        }
    }

    /// The commands that do what it comes to; an act that waits to be said has none.
    pub fn commands(&self, rules: &dyn Ruleset) -> Vec<Command> {
        match &self.then {
            Then::Nothing | Then::Ask(_) => Vec::new(),
            Then::Runs => vec![Command::Proceed],
            Then::End => vec![Command::End],
            Then::Leave(gone) => gone.iter().map(|who| Command::Depart(*who, Standing::Fled)).collect(),
            Then::Do(act) => std::iter::once(act).chain(&self.more).cloned().map(Command::Act).collect(),
            Then::Pass(who) => vec![Command::Act(Act::new(*who, Deed::Pass))],
            Then::Close => vec![closes(rules, &self.state)],
        }
    }
}

/// What is open comes to, and who owes an act in it as far as that matters then: those who could run as well, or all who
/// have nothing to do.
fn at(
    rules: &dyn Ruleset,
    e: &Encounter,
    order: &[CombatantId],
    last: &BTreeMap<CombatantId, Act>,
) -> (Then, Vec<CombatantId>) {
    let Some(window) = e.window() else { return (Then::Nothing, Vec::new()) };
    if window.mode == Mode::Procedure {
        let lost = flight::outrun(rules, e);
        return (if lost.is_empty() { Then::Runs } else { Then::Leave(lost) }, Vec::new());
    }
    if window.phase == Phase::Declare {
        return (Then::Close, Vec::new());
    }
    // Most often the first has something to do: who else owes an act is not worth asking of thousands then.
    let (mut waiting, mut idle) = (owing(rules, e, order), Vec::new());
    while let Some(who) = waiting.next() {
        if e.get(who).is_some_and(|c| flight::is_away(rules, e, c)) {
            return (Then::Leave(flight::away(rules, e)), Vec::new());
        }
        match in_window(rules, e, window, who, last.get(&who)) {
            Some(Choice::Do(act)) if runs(&act) => {
                idle.extend(waiting);
                return (Then::Do(act), idle);
            }
            Some(Choice::Do(act)) => return (Then::Do(act), Vec::new()),
            Some(Choice::Ask(act)) => return (Then::Ask(act), Vec::new()),
            None => idle.push(who),
        }
    }
    let chooses = |who: &&CombatantId| window.phase != Phase::Gap && has_a_choice(rules, e, **who);
    match idle.iter().find(chooses) {
        Some(who) => (Then::Pass(*who), idle),
        None => (Then::Close, idle),
    }
}

/// Who owes an act, those in that order first.
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

/// What somebody would do in that window; a turn that was kept is taken where there is a use for it.
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

/// Whether it could do something that is never proposed, because it is scarce: a spell, a power that is counted.
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

/// The command that passes over it, if it may be passed over at all.
fn passed(rules: &dyn Ruleset, e: &Encounter, then: &Then) -> Option<Command> {
    match then {
        Then::Runs if e.window()?.phase != Phase::Lull => Some(Command::Proceed),
        Then::Close if silent(rules, e) > 0 => None,
        Then::Close => Some(closes(rules, e)),
        _ => None,
    }
}

/// The command that closes the open window. A turn of seconds is passed by whose it is: they go by.
fn closes(rules: &dyn Ruleset, e: &Encounter) -> Command {
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

/// How many may still announce something, while that is open: those who have announced nothing yet. Others may think
/// better of it.
pub fn silent(rules: &dyn Ruleset, e: &Encounter) -> usize {
    let announcing = e.window().is_some_and(|window| window.phase == Phase::Declare);
    let said = |c: &Combatant| deeds::open(rules, e, c.id, Deed::Undeclare).is_some();
    let silent = || e.all().filter(|c| rules::owes(rules, e, c.id) && !said(c)).count();
    if announcing { silent() } else { 0 }
}

/// Whether nothing has changed that anybody at the table would see.
fn is_alike(rules: &dyn Ruleset, before: &Encounter, after: &Encounter) -> bool {
    let about = rules.about();
    let seen = |effect: &&Effect| {
        about.condition(effect.condition).is_none_or(|rule| !rule.quiet && !rule.hidden)
    };
    let seen_on =
        |c: &Combatant| c.effects.iter().filter(seen).map(|effect| effect.id).collect::<Vec<_>>();
    let alike = |(one, other): (&Combatant, &Combatant)| {
        (one.vitals, one.standing, &one.ongoing, &one.gear)
            == (other.vitals, other.standing, &other.ongoing, &other.gear)
            && (one.place, &one.distances, &one.threatens)
                == (other.place, &other.distances, &other.threatens)
            && seen_on(one) == seen_on(other)
    };
    before.combatants.len() == after.combatants.len()
        && before.timers.len() == after.timers.len()
        && before.pending.is_empty() == after.pending.is_empty()
        && before.all().zip(after.all()).all(alike)
}
