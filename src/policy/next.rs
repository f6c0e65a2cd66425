//! Who is to act and what is done next, skipping whatever changes nothing.

use super::ending::{Ending, at_its_mercy, ending};
use super::{Choice, Thrift, choose, flight, is_stuck, spells};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::CreatureKind;
use crate::rules::model::combatant::{Combatant, Spent, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Tape;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::window::{Mode, Phase, Whose, Window};
use crate::rules::ruleset::{Ruleset, sides_standing};
use std::collections::BTreeMap;

/// The most seconds of walking merged into one step.
const MOST_STRIDES: usize = 30;
/// The most steps skipped at once.
const MOST_SKIPPED: usize = 100;

/// Who is to act, and what the next key press does: the one answer for the key, the marks, the header and the players.
#[derive(Debug, Clone, Default)]
pub struct Acting {
    /// For whom the key acts; `None` if it acts for nobody in particular.
    pub who: Option<CombatantId>,
    /// Everyone who owes an act at the place reached, in acting order.
    pub owing: Vec<CombatantId>,
    /// The commands skipped first: windows nobody uses, procedures that change nothing.
    pub first: Vec<Command>,
    /// Those who have nothing to do in the skipped windows.
    pub idle: Vec<CombatantId>,
    /// The state after the skipped commands; `None` if none are skipped.
    pub reached: Option<Encounter>,
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Then {
    /// No window is open.
    #[default]
    Nothing,
    /// Run the open procedure.
    Runs,
    /// These have fled far enough and leave the fight.
    Leave(Vec<CombatantId>),
    /// Do an act.
    Do(Act),
    /// Ask for the rest of a draft act, or before an act of a side that wants to be asked.
    Ask(Act),
    /// This combatant has options but none is proposed: it passes.
    Pass(CombatantId),
    /// Close the window.
    Close,
    /// Stop and ask: no side fights another.
    Talk,
    /// Ask what this combatant does: it is in melee, and nothing it has can do anything.
    Stuck(CombatantId),
    /// End the fight.
    End(Ending),
}

/// Returns who is to act, and the table's next step. Of those who owe an act at the same place, `focus` comes first,
/// the rest in acting order; `last` holds the last act of each.
pub fn acting(
    rules: &dyn Ruleset,
    e: &Encounter,
    focus: Option<CombatantId>,
    last: &BTreeMap<CombatantId, Act>,
) -> Acting {
    let mut acting = Acting::default();
    match ending(rules, e, last) {
        Some(ending) => acting.then = Then::End(ending),
        None => acting.go_on(rules, e, focus, last),
    }
    if acting.ends_round && acting.is_idle(e) && at_its_mercy(rules, acting.state(e)).is_some() {
        acting.then = Then::End(Ending::AtMercy);
    }
    acting.drop_not_idle(rules, e);
    acting.who = acting.then.who();
    acting.owing = owing(rules, acting.state(e), None).collect();
    acting
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
    // In a turn of seconds one alone acts: it walks on, toward a foe or away.
    if is_flight(act) && !turn {
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

/// Whether the actor's side is asked before each act.
fn is_asked(e: &Encounter, act: &Act) -> bool {
    e.get(act.who).and_then(|c| e.side(c.side)).is_some_and(|side| side.asks)
}

/// Whether the act is a flight.
fn is_flight(act: &Act) -> bool {
    act.facts.has(&Fact::Away) || act.deed == Deed::Retreat
}

impl Then {
    /// For whom the step acts; `None` if for nobody in particular.
    pub fn who(&self) -> Option<CombatantId> {
        match self {
            Self::Do(act) | Self::Ask(act) => Some(act.who),
            Self::Pass(who) | Self::Stuck(who) => Some(*who),
            _ => None,
        }
    }

    /// The step where a side is asked before each act.
    fn confirmed(self, e: &Encounter) -> Self {
        match self {
            Self::Do(act) if !matches!(act.deed, Deed::CutIn | Deed::Resume) && is_asked(e, &act) => {
                Self::Ask(act)
            }
            then => then,
        }
    }

    /// Whether the step stops for the referee, who has to say or to choose something.
    pub fn asks(&self) -> bool {
        matches!(self, Self::Ask(_) | Self::Talk | Self::Stuck(_))
    }
}

impl Acting {
    /// The state in which the step is taken: the place reached, or `e`, where the fight is, if nothing is skipped.
    pub fn state<'a>(&'a self, e: &'a Encounter) -> &'a Encounter {
        self.reached.as_ref().unwrap_or(e)
    }

    /// The act that the step is, if it is one.
    pub fn act(&self) -> Option<&Act> {
        if let Then::Do(act) | Then::Ask(act) = &self.then { Some(act) } else { None }
    }

    /// Whether it is to act, or owes an act at the same place.
    pub fn acts(&self, who: CombatantId) -> bool {
        self.who == Some(who) || self.owing.contains(&who)
    }

    /// Skips what changes nothing, up to the first step that does something.
    fn go_on(
        &mut self,
        rules: &dyn Ruleset,
        e: &Encounter,
        focus: Option<CombatantId>,
        last: &BTreeMap<CombatantId, Act>,
    ) {
        for _ in 0..MOST_SKIPPED {
            let (then, idle) = at(rules, self.state(e), focus, last);
            self.then = then.confirmed(self.state(e));
            if !self.skip(rules, e, &idle) {
                self.more = more(rules, self.state(e), &self.then, last, &idle);
                self.add_idle(idle);
                break;
            }
        }
    }

    /// Skips the step if it changes nothing, and returns whether it did.
    fn skip(&mut self, rules: &dyn Ruleset, start: &Encounter, idle: &[CombatantId]) -> bool {
        let state = self.state(start);
        let Some(command) = skip_command(rules, state, &self.then) else { return false };
        let Ok(after) = rules::play(rules, state.clone(), &command, &mut Tape::new(&[])) else {
            return false;
        };
        let ends_round = after.round > state.round;
        // Pending results are known already: they take hold with the key that goes on.
        let same = looks_same(state, &after);
        let takes_hold = !same && state.window().is_some_and(|window| window.phase == Phase::Commit);
        let goes_on = after.stage == Stage::Running
            && after.window().is_some()
            && sides_standing(rules, &after) > 1
            && after.round <= start.round.saturating_add(1)
            && silent(rules, &after) == 0
            && (takes_hold || same);
        self.ends_round = ends_round && !goes_on;
        if goes_on {
            self.first.push(command);
            if takes_hold {
                self.held = self.first.len();
            }
            self.reached = Some(after);
            self.add_idle(idle.to_vec());
        }
        goes_on
    }

    /// Whether nobody has done anything in this round.
    fn is_idle(&self, e: &Encounter) -> bool {
        let idle =
            |c: &Combatant| c.spent.moved.is_none() && c.spent.attacks.is_empty() && c.ongoing.is_none();
        let state = self.state(e);
        state.pending.is_empty() && state.all().filter(|c| c.is_up()).all(idle)
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
    fn drop_not_idle(&mut self, rules: &dyn Ruleset, e: &Encounter) {
        if self.then == Then::Close {
            return;
        }
        let mut idle = std::mem::take(&mut self.idle);
        let acts = |who: CombatantId| self.then.who() == Some(who);
        idle.retain(|who| !acts(*who) && !rules::owes(rules, self.state(e), *who));
        self.idle = idle;
    }

    /// The commands that carry out the step. A draft act has none.
    pub fn commands(&self, rules: &dyn Ruleset, e: &Encounter) -> Vec<Command> {
        match &self.then {
            Then::Nothing | Then::Ask(_) | Then::Talk | Then::Stuck(_) => Vec::new(),
            Then::Runs => vec![Command::Proceed],
            Then::End(_) => vec![Command::End],
            Then::Leave(gone) => gone.iter().map(|who| Command::Depart(*who, Standing::Fled)).collect(),
            Then::Do(act) => std::iter::once(act).chain(&self.more).cloned().map(Command::Act).collect(),
            Then::Pass(who) => vec![Command::Act(Act::new(*who, Deed::Pass))],
            Then::Close => vec![close_command(rules, self.state(e))],
        }
    }
}

/// The step for the open window, and those who owe an act in it as far as they matter for it: those who could flee as
/// well, or all who have nothing to do.
fn at(
    rules: &dyn Ruleset,
    e: &Encounter,
    focus: Option<CombatantId>,
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
        let announced = spells::way_out(rules, e).or_else(|| spells::of_the_machine(rules, e));
        let then = announced.map_or(Then::Close, Then::Do);
        return (then, Vec::new());
    }
    if let Some(act) = between_acts(rules, e, window, last) {
        return (Then::Do(act), Vec::new());
    }
    // Lazy: usually the first has something to do, and there may be thousands.
    let (mut waiting, mut idle) = (owing(rules, e, focus), Vec::new());
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
    if let Some(who) = idle.iter().find(|who| is_stuck(rules, e, **who)) {
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

/// Those who owe an act, `focus` first, the rest in acting order.
fn owing<'a>(
    rules: &'a dyn Ruleset,
    e: &'a Encounter,
    focus: Option<CombatantId>,
) -> impl Iterator<Item = CombatantId> + 'a {
    let others = e.in_acting_order().into_iter().map(|c| c.id).filter(move |who| Some(*who) != focus);
    focus.into_iter().chain(others).filter(move |who| rules::owes(rules, e, *who))
}

/// What a combatant would do in the window. In a gap it takes its held turn if it has an attack to make.
fn in_window(
    rules: &dyn Ruleset,
    e: &Encounter,
    window: &Window,
    who: CombatantId,
    last: Option<&Act>,
) -> Option<Choice> {
    let command = Command::Act(Act::new(who, Deed::CutIn));
    if window.phase != Phase::Gap || rules::check(rules, e, &command).is_err() {
        return choose(rules, e, who, last, Thrift::Spares);
    }
    held_turn(rules, e, who, last).map(Choice::Do)
}

/// Taking the held turn, if it has an attack to make with it.
fn held_turn(rules: &dyn Ruleset, e: &Encounter, who: CombatantId, last: Option<&Act>) -> Option<Act> {
    let cuts_in = Act::new(who, Deed::CutIn);
    let there =
        rules::play(rules, e.clone(), &Command::Act(cuts_in.clone()), &mut Tape::new(&[])).ok()?;
    let use_of_it = choose(rules, &there, who, last, Thrift::Spares)?;
    let (Choice::Do(act) | Choice::Ask(act)) = &use_of_it;
    let attacks =
        matches!(act.deed, Deed::Strike | Deed::Shoot | Deed::Cast | Deed::Combo | Deed::Resume);
    attacks.then_some(cuts_in)
}

/// The held turn that a foe of the one whose turn it is takes between two of its acts: at once, before it strikes.
fn between_acts(
    rules: &dyn Ruleset,
    e: &Encounter,
    window: &Window,
    last: &BTreeMap<CombatantId, Act>,
) -> Option<Act> {
    let Whose::One(owner) = window.whose else { return None };
    let owner = e.get(owner).filter(|c| window.phase == Phase::Turn && c.spent != Spent::default())?;
    let mut holders = e.foes(owner).filter(|c| c.is_up() && c.means(Meaning::WAITS));
    holders.find_map(|c| held_turn(rules, e, c.id, last.get(&c.id)))
}

/// Whether it has an option that is never proposed because it is scarce: a spell, a power with limited uses.
fn has_a_choice(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> bool {
    let open = |deed| deeds::open(rules, e, who, deed);
    let block = e.d20(who).ok().map(|d20| &d20.block);
    let at_will = |offer: Offer| match block.filter(|block| block.kind == CreatureKind::Monster) {
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
