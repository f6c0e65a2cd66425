//! A single fight to its end, with policy playing everyone.

use crate::machine_dice::{Thrown, Unattended};
use crate::policy::{self, Choice, Thrift};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Question, Roll, RollRequest};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Round;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Mode, Phase};
use crate::rules::ruleset::Ruleset;
use crate::rules::{check_act, first_owing, play_on};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// A fight that has not ended after this many rounds is abandoned.
pub const MOST_ROUNDS: Round = 60;
/// So is a round after this many turns per combatant.
const MOST_TURNS: usize = 100;
/// The distance, in feet, assumed for a shot if none is known.
const FAR: i32 = 30;

/// The result of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Only this side can still fight, or all others are at its mercy.
    Won(SideId),
    /// Nobody can.
    Nobody,
    /// It went on for too long, or came to a question that policy cannot answer.
    Undecided,
}

/// A finished fight.
#[derive(Debug, Clone)]
pub struct Fought {
    /// Its result.
    pub end: End,
    /// The final state, or the starting state if a command was refused on the way.
    pub state: Encounter,
    /// The commands, in order.
    pub commands: Vec<Command>,
}

/// Simulates the fight from a state with dice of this seed. `None` if `stop` was set.
pub fn fight(rules: &dyn Ruleset, start: &Encounter, seed: u64, stop: &AtomicBool) -> Option<Fought> {
    let owes = first_owing(rules, start, None);
    let mut sim = Simulation { rules, e: start.clone(), owes, done: Vec::new(), last: BTreeMap::new() };
    let mut dice = Combative(Unattended(Thrown::seeded(seed)));
    let mut began = (start.round, 0);
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if began.0 != sim.e.round {
            if sim.was_idle(began.1)
                && let Some(side) = policy::at_its_mercy(rules, &sim.e)
            {
                return Some(Fought { end: End::Won(side), state: sim.e, commands: sim.done });
            }
            began = (sim.e.round, sim.done.len());
        }
        if let Some(end) = ended(rules, &sim.e) {
            return Some(Fought { end, state: sim.e, commands: sim.done });
        }
        let turns = MOST_TURNS.saturating_mul(sim.e.combatants.len());
        let endless =
            sim.e.round.saturating_sub(start.round) > MOST_ROUNDS || sim.done.len() - began.1 > turns;
        let Some((command, passed)) = sim.next().filter(|_| !endless) else {
            return Some(Fought { end: End::Undecided, state: sim.e, commands: sim.done });
        };
        // Keeping a second copy would make every change clone what it changes.
        let Ok(after) = play_on(rules, sim.e, &command, passed, &mut dice) else {
            let state = start.clone();
            return Some(Fought { end: End::Undecided, state, commands: sim.done });
        };
        (sim.e, sim.owes) = after;
        sim.record(command);
    }
}

/// Unattended dice that answer the question of a meeting with a fight: what is asked is what comes of one.
struct Combative(Unattended);

impl Dice for Combative {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        self.0.roll(ask)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        match ask.question {
            Question::Meeting => Some(Answer::One(0)),
            _ => self.0.choose(ask),
        }
    }
}

/// The result of the fight, if it is over.
fn ended(rules: &dyn Ruleset, e: &Encounter) -> Option<End> {
    let mut sides = e.all().filter(|c| rules.fights(e, c)).map(|c| c.side);
    let Some(first) = sides.next() else { return Some(End::Nobody) };
    sides.all(|side| side == first).then_some(End::Won(first))
}

/// The fight and the commands so far.
struct Simulation<'a> {
    rules: &'a dyn Ruleset,
    e: Encounter,
    /// The next to owe an act.
    owes: Option<CombatantId>,
    done: Vec<Command>,
    /// The index in `done` of each combatant's last act.
    last: BTreeMap<CombatantId, usize>,
}

impl Simulation<'_> {
    fn record(&mut self, command: Command) {
        if let Command::Act(act) = &command
            && act.deed != Deed::Pass
        {
            self.last.insert(act.who, self.done.len());
        }
        self.done.push(command);
    }

    /// Whether nobody has done anything since that command.
    fn was_idle(&self, since: usize) -> bool {
        let passes = |command: &Command| match command {
            Command::Act(act) => matches!(act.deed, Deed::Pass | Deed::DeclareSpell),
            Command::Proceed => true,
            _ => false,
        };
        self.done.len() > since && self.done[since..].iter().all(passes)
    }

    fn last(&self, who: CombatantId) -> Option<&Act> {
        match self.done.get(*self.last.get(&who)?)? {
            Command::Act(act) => Some(act),
            _ => None,
        }
    }

    /// The next command, and whether the rules are known to accept it. `None` if there is none.
    fn next(&self) -> Option<(Command, bool)> {
        if self.e.stage == Stage::Over {
            return None;
        }
        let proceed = (Command::Proceed, false);
        let window = self.e.window().filter(|window| window.mode != Mode::Procedure);
        Some(match window.map(|window| window.phase) {
            None => self.procedure(),
            Some(Phase::Gap) => proceed,
            Some(Phase::Declare) => self.announcement().map_or(proceed, |act| (Command::Act(act), true)),
            Some(_) => match self.owes.and_then(|who| self.e.get(who)) {
                Some(c) if self.is_away(c) => (Command::Depart(c.id, Standing::Fled), false),
                Some(c) => self.turn_of(c.id),
                None => proceed,
            },
        })
    }

    /// Whether it is fleeing and out of the fight.
    fn is_away(&self, c: &Combatant) -> bool {
        policy::is_away(self.rules, &self.e, c)
    }

    /// Runs the procedure, unless somebody has escaped in a chase.
    fn procedure(&self) -> (Command, bool) {
        let lost = policy::outrun(self.rules, &self.e).first().copied();
        (lost.map_or(Command::Proceed, |who| Command::Depart(who, Standing::Fled)), false)
    }

    /// What a combatant does with its turn, and whether the rules are known to accept it.
    fn turn_of(&self, who: CombatantId) -> (Command, bool) {
        let last = self.last(who);
        let choose = |thrift| policy::choose(self.rules, &self.e, who, last, thrift);
        let settled = |choice| match choice {
            Choice::Do(act) => Some(act),
            Choice::Ask(act) => self.completed(act),
        };
        let act = choose(Thrift::Spends).and_then(|choice| {
            // If the scarce option cannot be completed, take one that spends nothing.
            settled(choice).or_else(|| choose(Thrift::Spares).and_then(settled))
        });
        match act {
            Some(act) => (Command::Act(act), true),
            // Whoever owes an act may pass.
            None => (Command::Act(Act::new(who, Deed::Pass)), true),
        }
    }

    /// Completes a draft act with the facts a referee would add, if the rules accept the result.
    fn completed(&self, act: Act) -> Option<Act> {
        if act.at.is_empty() {
            return None;
        }
        let mut guessed = act.clone();
        guessed.facts.set(Fact::Distance(Tenths::whole(FAR)));
        [act, guessed].into_iter().find(|act| check_act(self.rules, &self.e, act).is_ok())
    }

    /// The next announcement of a useful spell.
    fn announcement(&self) -> Option<Act> {
        self.e.all().find_map(|c| policy::announcement(self.rules, &self.e, c.id))
    }
}
