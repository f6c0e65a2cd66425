//! How an act is done: run, asked for dice, answered, accepted.

use super::fold_initiative::{self, OneDie};
use super::foreseen::Foreseen;
use super::hands::{self, Hands};
use crate::chronicle::{Answered, Ask, EntryId, Pending, Progress, Provenance, last};
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, HowMany, Purpose, RollRequest};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::text::why::is_the_referees;
use crate::tui::overlays::answers::choice::Choice;
use crate::tui::overlays::answers::dice::Prompt;
use crate::tui::overlays::answers::rolls;
use crate::tui::overlays::answers::throws::Known;
use crate::tui::overlays::pages::difference;
use crate::tui::overlays::referee::meeting;
use crate::tui::overlays::{CLOSE, Done, Layer, Refused};
use crate::tui::paint::voice;
use crate::tui::proposal::{Proposal, Unanswered, needs};
use crate::tui::session::{Screen, Session};
#[cfg(doc)]
use crate::tui::table::board::Board;
use crate::tui::table::board::Turn;
use std::cell::Cell;
use std::collections::BTreeSet;

impl Session {
    /// Runs a layer's commands as one act of the referee, and closes the layer.
    ///
    /// # Errors
    /// Says why the rules refuse it, in the referee's words.
    pub(in crate::tui) fn run(&mut self, commands: Vec<Command>) -> Done {
        let marked = &self.board.marked;
        self.spends_marks = commands.iter().any(|command| concerns_marked(command, marked));
        self.carry_into(commands)?;
        CLOSE
    }

    /// The same, with rolls that are known before they are asked for; the machine makes those that were not typed.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub(in crate::tui) fn run_with(&mut self, commands: Vec<Command>, mut rolls: Vec<Known>) -> Done {
        let done = self.run(commands)?;
        while let Some(Ask::Roll(ask)) = self.question() {
            let Some(at) = rolls.iter().position(|known| known.0.is_for(ask)) else { break };
            match rolls.remove(at).1 {
                Some(roll) => self.answer(Answer::Roll(roll), Provenance::Typed)?,
                None => self.machine_rolls()?,
            }
        }
        Ok(done)
    }

    /// Lets the machine roll for the open question and for the rest of the act.
    pub(in crate::tui) fn machine_rolls_all(&mut self) -> Result<(), Refused> {
        self.hands = Hands::All(Provenance::Machine);
        self.machine_rolls()
    }

    /// Goes to an entry, back or forward.
    pub(in crate::tui) fn go_to(&mut self, id: EntryId) {
        self.fight.go_to(id);
        self.refresh();
    }

    /// Marks these rows too; if there are none, clears all marks.
    pub(in crate::tui) fn mark_all(&mut self, who: Vec<CombatantId>) {
        self.board.mark_all(who);
        self.repropose();
    }

    /// Moves the cursor to that combatant.
    pub(in crate::tui) fn look_at(&mut self, who: CombatantId) {
        let (board, _, e) = self.on_the_table();
        board.look_at(e, who);
        self.refresh();
    }

    /// Runs commands as one act of the referee.
    ///
    /// # Errors
    /// Says why the rules refuse it, in the referee's words.
    pub fn submit(&mut self, commands: Vec<Command>) -> Result<(), Refused> {
        self.pending = Some(Pending::new(commands));
        self.advance()
    }

    /// Like [`Session::submit`], but shows a refusal above the foot line.
    pub fn submit_or_say(&mut self, commands: Vec<Command>) {
        if let Err(refused) = self.submit(commands) {
            self.say_no(&refused.why);
        }
    }

    /// Resumes the pending act, and shows why if the rules now refuse it.
    pub(in crate::tui) fn advance_or_say(&mut self) {
        if let Err(refused) = self.advance() {
            self.say_no(&refused.why);
        }
    }

    /// Runs the act as far as its answers reach.
    fn advance(&mut self) -> Result<(), Refused> {
        let Some(mut pending) = self.pending.take() else { return Ok(()) };
        let spends_marks = std::mem::take(&mut self.spends_marks);
        let hands = Cell::new(self.hands);
        let usual = hands::policy(&hands);
        let chronicle = &self.fight.chronicle;
        let policy = |e: &Encounter, ask: &Ask| {
            fold_initiative::parting(&self.board, e, ask).unwrap_or_else(|| usual(e, ask))
        };
        let mut dice = OneDie::new(&mut *self.dice, &self.board, chronicle.now(), pending.answers());
        let progress = pending.run(chronicle, &mut dice, &policy);
        drop(usual);
        if !matches!(progress, Progress::Refused(_)) {
            self.hands = hands.get();
        }
        match progress {
            Progress::Done => {
                self.hands = Hands::Usual;
                self.next_scene();
                if spends_marks {
                    self.board.spend_marks();
                }
                self.accept(pending);
                Ok(())
            }
            Progress::Asks(_) => {
                self.next_scene();
                self.fight.keep_unanswered(Some(&pending));
                self.pending = Some(pending);
                self.spends_marks = spends_marks;
                Ok(())
            }
            Progress::Refused(error) => {
                self.fight.keep_unanswered(None);
                Err(Refused::by(self.fight.chronicle.rules(), self.fight.chronicle.now(), &error))
            }
        }
    }

    fn accept(&mut self, pending: Pending) {
        self.remember(pending.commands());
        let passed_over = self.passed_over(&pending);
        let now = self.fight.chronicle.now();
        let (round, newcomer, builds) = (now.round, now.next_combatant(), now.stage == Stage::Setup);
        let turn = self.board.turn();
        let acted = !pending.commands().iter().all(is_the_referees);
        let accepted = self.fight.accept(pending);
        if self.fight.chronicle.now().round != round {
            self.last.values_mut().for_each(last::forget_round);
        }
        self.board.log.to_end();
        self.refresh();
        self.follow(&turn, acted);
        if builds && self.place == Screen::Fight && self.state().get(newcomer).is_some() {
            self.board.cursor = Some(newcomer);
            self.refresh();
        }
        if let Some(passed_over) = passed_over {
            self.say(passed_over);
        }
        self.tell_due();
        if let Err(why) = accepted {
            self.say_no(&why);
        }
    }

    /// Reports how many of those acting together could no longer do it: `2 could no longer do it: Goblin 5: ...`.
    fn passed_over(&self, pending: &Pending) -> Option<String> {
        let [first, ..] = pending.passed_over() else { return None };
        let chronicle = &self.fight.chronicle;
        let why = voice::refusal(chronicle.rules(), chronicle.now(), first);
        Some(format!("{} could no longer do it: {why}", pending.passed_over().len()))
    }

    /// Remembers attacks, to propose them again, without the share of it each target took.
    fn remember(&mut self, commands: &[Command]) {
        self.last.extend(commands.iter().filter_map(last::attack).map(|act| (act.who, act)));
    }

    /// Remembers the last attack of each combatant from the entries in memory; those already known stay.
    pub(in crate::tui) fn recall_attacks(&mut self) {
        for (who, act) in self.fight.chronicle.last_attacks() {
            self.last.entry(who).or_insert(act);
        }
    }

    /// Moves the cursor in a fight if who is to act has changed: see [`Board::follow`].
    pub(in crate::tui) fn follow(&mut self, turn: &Turn, acted: bool) {
        if self.place == Screen::Fight {
            let (board, rules, e, last) = self.table();
            board.follow(rules, e, last, turn, acted);
            self.repropose();
        }
    }

    /// What the session asks before it can go on: the dice or the choice of an act or of an amendment, whether to accept
    /// what an amendment changes, or how far apart the sides of a prepared fight meet.
    pub fn prompt(&self) -> Option<Box<dyn Layer>> {
        let view = self.view();
        match (&self.amending, &self.pending) {
            (Some(amending), _) => Some(match amending.question().cloned() {
                Some(Ask::Roll(ask)) => Box::new(Prompt::one(&view, ask)),
                Some(Ask::Choice(ask)) => Box::new(Choice::new(&view, ask, Vec::new(), &[])),
                None => difference::open(&view, &amending.difference()),
            }),
            (None, Some(pending)) => Some(match pending.question()?.clone() {
                Ask::Choice(ask) => {
                    let outlooks = self.outlooks(pending, &ask);
                    Box::new(Choice::new(&view, ask, outlooks, pending.answers()))
                }
                Ask::Roll(ask) => self.roll_prompt(pending, ask),
            }),
            (None, None) => {
                let meets = self.is_prepared() && matches!(self.proposal, Proposal::Meet(_));
                meets.then(|| meeting::open(&view))
            }
        }
    }

    /// The rolls that the table is asked for now, as far as they are known: those of a list, or one.
    pub(in crate::tui) fn rolls_asked(&self) -> Vec<RollRequest> {
        match (self.question(), &self.pending) {
            (Some(Ask::Roll(ask)), Some(pending)) if self.amending.is_none() => {
                let all = self.foreseen(pending, ask);
                if all.is_empty() { vec![ask.clone()] } else { all }
            }
            (Some(Ask::Roll(ask)), _) => vec![ask.clone()],
            _ => Vec::new(),
        }
    }

    fn roll_prompt(&self, pending: &Pending, ask: RollRequest) -> Box<dyn Layer> {
        let all = self.foreseen(pending, &ask);
        let phones = || all.iter().any(|ask| self.comes_from_phone(ask));
        if all.len() > 1 && (is_listed(pending, &ask) || phones()) {
            return rolls::open(&self.view(), all);
        }
        let several = if all.len() > 1 { Prompt::several(&self.view(), all) } else { None };
        Box::new(several.unwrap_or_else(|| Prompt::one(&self.view(), ask)))
    }

    /// What each pick of a question would need to roll next, if it comes down to one roll.
    fn outlooks(&self, pending: &Pending, ask: &ChoiceRequest) -> Vec<Option<String>> {
        if ask.how != HowMany::One {
            return Vec::new();
        }
        let needed = |at: usize| {
            let mut picked = pending.clone();
            picked.answer(Answer::One(at), Provenance::Typed).ok()?;
            match picked.run(&self.fight.chronicle, &mut Unanswered, &|_, _| Provenance::Typed) {
                Progress::Asks(Ask::Roll(roll)) if roll.who == ask.who => needs(&roll),
                _ => None,
            }
        };
        (0..ask.picks.len().min(MOST_PICKS)).map(needed).collect()
    }

    /// The rolls of this kind that the table will be asked for, starting with this one, for initiative, saves, or an act
    /// of several commands.
    fn foreseen(&self, pending: &Pending, ask: &RollRequest) -> Vec<RollRequest> {
        if pending.commands().len() < 2 && !is_listed(pending, ask) {
            return Vec::new();
        }
        let hands = Cell::new(self.hands);
        let usual = hands::policy(&hands);
        let typed = Cell::new(false);
        let policy = |e: &Encounter, ask: &Ask| {
            typed.set(!usual(e, ask).is_machine());
            Provenance::Machine
        };
        let kind = std::mem::discriminant(&ask.purpose);
        let is_asked = |ask: &RollRequest| typed.get() && std::mem::discriminant(&ask.purpose) == kind;
        let mut foreseen = Foreseen::new(is_asked);
        // The result does not matter, only the rolls asked for on the way.
        let _ = pending.clone().run(&self.fight.chronicle, &mut foreseen, &policy);
        foreseen.asked
    }

    /// The open question: of the amendment being replayed, else of the pending act.
    pub fn question(&self) -> Option<&Ask> {
        match &self.amending {
            Some(amending) => amending.question(),
            None => self.pending.as_ref()?.question(),
        }
    }

    /// Resumes what is being answered.
    fn resume(&mut self) -> Result<(), Refused> {
        if self.amending.is_some() { self.play_on() } else { self.advance() }
    }

    /// Answers the open question and goes on as far as the answers reach.
    ///
    /// # Errors
    /// Says why the answer cannot be, or why the rules now refuse what was asked for.
    pub fn answer(&mut self, answer: Answer, by: Provenance) -> Result<(), Refused> {
        let by = match self.question() {
            Some(ask) if by == Provenance::Typed => self.provenance(ask, &answer),
            _ => by,
        };
        let answered = match (&mut self.amending, &mut self.pending) {
            (Some(amending), _) => amending.answer(answer, by),
            (None, Some(pending)) => pending.answer(answer, by),
            (None, None) => return Ok(()),
        };
        answered.map_err(|bad| bad.to_string())?;
        self.resume()
    }

    pub(in crate::tui) fn machine_rolls(&mut self) -> Result<(), Refused> {
        let Some(Ask::Roll(ask)) = self.question().cloned() else { return Ok(()) };
        match self.dice.roll(&ask) {
            Some(roll) => self.answer(Answer::Roll(roll), Provenance::Machine),
            None => Err("the machine has no dice left".into()),
        }
    }

    /// Answers several rolls at once; the machine rolls those that were not typed.
    pub(in crate::tui) fn answer_beforehand(&mut self, rolls: Vec<Known>) -> Result<(), Refused> {
        let mut answers = Vec::with_capacity(rolls.len());
        let typed = rolls.iter().map(|(ask, roll)| match roll {
            Some(roll) => self.provenance(&Ask::Roll(ask.clone()), &Answer::Roll(roll.clone())),
            None => Provenance::Machine,
        });
        let typed: Vec<Provenance> = typed.collect();
        let now = self.fight.chronicle.now();
        let mut dice = OneDie::new(&mut *self.dice, &self.board, now, &[]);
        for ((ask, roll), by) in rolls.into_iter().zip(typed) {
            let roll = roll.or_else(|| dice.roll(&ask)).ok_or("the machine has no dice left")?;
            answers.push(Answered { ask: Ask::Roll(ask), answer: Answer::Roll(roll), by });
        }
        if let Some(pending) = &mut self.pending {
            pending.answer_beforehand(answers);
        }
        self.advance()
    }

    /// Adds to the roll that is asked for, as a modifier of its act: a bonus that is named only now. The roll is asked for
    /// again.
    ///
    /// # Errors
    /// If the roll takes no modifier; it is still asked for.
    pub fn add_bonus(&mut self, bonus: i32) -> Result<(), Refused> {
        let changed = self.pending.as_ref().filter(|_| self.amending.is_none());
        let changed = changed.and_then(|pending| self.with_bonus(pending, bonus));
        self.pending = Some(changed.ok_or("no bonus counts for this roll; type the dice alone")?);
        self.advance()
    }

    /// The act with a bonus to the roll that it asks for; `None` if it would not ask for that roll with other terms.
    fn with_bonus(&self, pending: &Pending, bonus: i32) -> Option<Pending> {
        let Ask::Roll(asked) = pending.question()? else { return None };
        let [Command::Act(act)] = pending.commands() else { return None };
        let mut act = act.clone();
        act.facts.add_modifier(bonus);
        let mut changed = Pending::answered(vec![Command::Act(act)], pending.answers().to_vec());
        match changed.run(&self.fight.chronicle, &mut Unanswered, &|_, _| Provenance::Typed) {
            Progress::Asks(Ask::Roll(now)) => {
                let same =
                    (now.purpose, now.who, now.against) == (asked.purpose, asked.who, asked.against);
                (same && now != *asked).then_some(changed)
            }
            _ => None,
        }
    }

    /// Takes the last answer back.
    pub fn take_back(&mut self) -> Result<(), Refused> {
        let (taken, esc) = match &mut self.amending {
            Some(amending) => (amending.take_back(), "cancels the change"),
            None => (self.pending.as_mut().is_some_and(Pending::take_back), "cancels the action"),
        };
        if taken { self.resume() } else { Err(format!("no answer was given yet; Esc {esc}").into()) }
    }

    /// Cancels what is being answered: nothing has happened.
    pub fn forget(&mut self) {
        self.fight.keep_unanswered(None);
        self.hands = Hands::Usual;
        self.repropose();
        if self.amending.take().is_some() {
            return self.say("cancelled: nothing was changed");
        }
        (self.pending, self.spends_marks) = (None, false);
        self.say("cancelled: nothing has happened");
    }
}

/// Whether a command concerns a marked combatant.
fn concerns_marked(command: &Command, marked: &BTreeSet<CombatantId>) -> bool {
    let any = |who: &[CombatantId]| who.iter().any(|who| marked.contains(who));
    match command {
        Command::Act(act) => marked.contains(&act.who) || any(&act.at),
        Command::Harm { who, .. } | Command::Heal { who, .. } => {
            who.iter().any(|(who, _)| marked.contains(who))
        }
        Command::Depart(who, _) | Command::Overrule(Overrule::Supply(who, _)) => marked.contains(who),
        Command::Overrule(Overrule::Afflict { who, .. } | Overrule::Make(who, _)) => any(who),
        _ => false,
    }
}

/// Whether rolls of this kind are asked for in a list with a field each: initiative, and the saves against one act.
fn is_listed(pending: &Pending, ask: &RollRequest) -> bool {
    let saves = matches!(ask.purpose, Purpose::Save(_)) && pending.commands().len() == 1;
    saves || ask.purpose == Purpose::Initiative
}

/// The most picks for which the next roll is worked out.
const MOST_PICKS: usize = 6;
