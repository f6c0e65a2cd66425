//! One fight to its end, everybody led by policy.

use crate::machine_dice::{Thrown, Unattended};
use crate::policy::{self, Choice, Thrift};
use crate::rules::engine::deeds;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Round;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Mode, Phase};
use crate::rules::ruleset::Ruleset;
use crate::rules::{check_act, first_owing, owes, play_on};
use std::sync::atomic::{AtomicBool, Ordering};

/// A fight that has not come to its end after so many rounds is left.
pub const MOST_ROUNDS: Round = 60;
/// Nor is a round gone on with in which everybody has had so many turns.
const MOST_TURNS: usize = 100;
/// Feet at which somebody shoots where nothing is known.
const FAR: i32 = 30;

/// How a fight came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// That side alone can still fight.
    Won(SideId),
    /// Nobody can.
    Nobody,
    /// It went on for too long, or came to a question that nobody could answer.
    Undecided,
}

/// A fight that was fought.
#[derive(Debug, Clone)]
pub struct Fought {
    /// How it came out.
    pub end: End,
    /// The state it ended in; the start, where a command was refused on the way.
    pub state: Encounter,
    /// How it was fought.
    pub commands: Vec<Command>,
}

/// Fights on from that state with dice of that seed. `None`: `stop` was raised.
pub fn fight(rules: &dyn Ruleset, start: &Encounter, seed: u64, stop: &AtomicBool) -> Option<Fought> {
    let owes = first_owing(rules, start, None);
    let mut table = Table { rules, e: start.clone(), owes, done: Vec::new(), last: Vec::new() };
    let mut dice = Unattended(Thrown::seeded(seed));
    let mut began = (start.round, 0);
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if began.0 != table.e.round {
            began = (table.e.round, table.done.len());
        }
        if let Some(end) = ended(rules, &table.e) {
            return Some(Fought { end, state: table.e, commands: table.done });
        }
        let turns = MOST_TURNS.saturating_mul(table.e.combatants.len());
        let endless = table.e.round.saturating_sub(start.round) > MOST_ROUNDS
            || table.done.len() - began.1 > turns;
        let Some((command, passed)) = table.next().filter(|_| !endless) else {
            return Some(Fought { end: End::Undecided, state: table.e, commands: table.done });
        };
        // A copy kept beside it would make every change copy what it changes.
        let Ok(after) = play_on(rules, table.e, &command, passed, &mut dice) else {
            let state = start.clone();
            return Some(Fought { end: End::Undecided, state, commands: table.done });
        };
        (table.e, table.owes) = after;
        table.keep(command);
    }
}

/// How it came out, if it has.
fn ended(rules: &dyn Ruleset, e: &Encounter) -> Option<End> {
    let mut sides = e.all().filter(|c| rules.fights(e, c)).map(|c| c.side);
    let Some(first) = sides.next() else { return Some(End::Nobody) };
    sides.all(|side| side == first).then_some(End::Won(first))
}

/// The fight, and what was done in it.
struct Table<'a> {
    rules: &'a dyn Ruleset,
    e: Encounter,
    /// Who owes an act.
    owes: Option<CombatantId>,
    done: Vec<Command>,
    /// Where in that each did something last, by id.
    last: Vec<Option<usize>>,
}

impl Table<'_> {
    fn keep(&mut self, command: Command) {
        if let Command::Act(act) = &command
            && act.deed != Deed::Pass
        {
            let who = act.who.index();
            if self.last.len() <= who {
                self.last.resize(who + 1, None);
            }
            self.last[who] = Some(self.done.len());
        }
        self.done.push(command);
    }

    fn last(&self, who: CombatantId) -> Option<&Act> {
        match self.done.get((*self.last.get(who.index())?)?)? {
            Command::Act(act) => Some(act),
            _ => None,
        }
    }

    /// What comes next, and whether it is known that the rules let it pass. `None`: nothing can.
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

    /// Whether it runs and is out of the fight.
    fn is_away(&self, c: &Combatant) -> bool {
        c.has(Condition::FLEEING) && policy::is_away(self.rules, &self.e, c)
    }

    /// What goes by itself runs, unless it is a chase that somebody has got away from.
    fn procedure(&self) -> (Command, bool) {
        let lost = policy::outrun(self.rules, &self.e).first().copied();
        (lost.map_or(Command::Proceed, |who| Command::Depart(who, Standing::Fled)), false)
    }

    /// What somebody does with its turn, and whether the rules are known to let it pass.
    fn turn_of(&self, who: CombatantId) -> (Command, bool) {
        let last = self.last(who);
        let choose = |thrift| policy::choose(self.rules, &self.e, who, last, thrift);
        let settled = |choice| match choice {
            Choice::Do(act) => Some(act),
            Choice::Ask(act) => self.said(act),
        };
        let act = choose(Thrift::Spends).and_then(|choice| {
            // Who cannot spend what is scarce does what needs none of it.
            settled(choice).or_else(|| choose(Thrift::Spares).and_then(settled))
        });
        match act {
            Some(act) => (Command::Act(act), true),
            None => (Command::Act(Act::new(who, Deed::Pass)), false),
        }
    }

    /// That act with what a referee would say of it, if the rules let it pass so.
    fn said(&self, act: Act) -> Option<Act> {
        if act.at.is_empty() {
            return None;
        }
        let mut guessed = act.clone();
        guessed.facts.set(Fact::Distance(Tenths::whole(FAR)));
        [act, guessed].into_iter().find(|act| check_act(self.rules, &self.e, act).is_ok())
    }

    /// Whoever has a spell that serves announces it.
    fn announcement(&self) -> Option<Act> {
        self.e.all().filter(|c| owes(self.rules, &self.e, c.id)).find_map(|c| self.announces(c))
    }

    fn announces(&self, c: &Combatant) -> Option<Act> {
        let spells = self.e.block(c.block)?.spells();
        if spells.is_empty() || c.has(Condition::CASTING) {
            return None;
        }
        let offer = deeds::offer_among(self.rules, &self.e, c.id, Deed::DeclareSpell)?;
        let serves = |fact: &Fact| match fact {
            Fact::Heals(_) => self.e.all().any(|friend| friend.side == c.side && is_hurt(friend)),
            Fact::Damage(_) | Fact::Inflicts(_) => true,
            _ => false,
        };
        let chosen = offer.facts.iter().map(|field| &field.fact).find(|fact| match fact {
            Fact::Spell(at) => {
                spells.get(usize::from(*at)).is_some_and(|spell| spell.facts.iter().any(serves))
            }
            _ => false,
        })?;
        let mut act = Act::new(c.id, Deed::DeclareSpell);
        act.facts.set(chosen.clone());
        check_act(self.rules, &self.e, &act).is_ok().then_some(act)
    }
}

/// Whether it has lost half of its hit points.
fn is_hurt(c: &Combatant) -> bool {
    c.is_up() && c.vitals.hp() * 2 < c.vitals.max()
}
