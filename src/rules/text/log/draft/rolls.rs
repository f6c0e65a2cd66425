//! Rolls in the log: attacks, responses to them, checks, amounts.

use super::Draft;
use crate::rules::model::command::{Command, Deed, Defence};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::Event;
use crate::rules::model::event::{Outcome as Came, Rolled, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::kinds;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::text::log::passage::{Blow, Head, Outcome, Passage, Role, Roll, Subject};
use crate::rules::text::log::{capital, order};
use crate::rules::text::span::counted;
use crate::rules::text::words::phrase::{Verdict, of_defence, of_roll};
use crate::rules::text::words::{self, name};
use std::collections::BTreeSet;

impl Draft<'_> {
    pub(super) fn rolled(&mut self, rolled: &Rolled) {
        match rolled.purpose {
            Purpose::Attack(_) => self.attack(rolled),
            Purpose::Damage(_) => self.damage(rolled),
            Purpose::Defence(how) => self.defence(rolled, how),
            Purpose::Surprise => self.surprise(rolled),
            Purpose::Reaction => {
                let passage = self.words(Role::Plain, "Reaction");
                passage.who.extend(rolled.who);
                passage.outcomes.push(Outcome::whole(Role::Roll, rolled.total().to_string()));
            }
            Purpose::Morale => self.checks_morale(rolled),
            _ if order::is_roll(rolled) => self.initiative(rolled),
            _ if rolled.outcome == Came::Figure => self.add_amount(rolled),
            _ => self.check(rolled),
        }
    }

    fn attack(&mut self, rolled: &Rolled) {
        let Some(who) = rolled.who else { return self.check(rolled) };
        let blow = Blow { hits: rolled.outcome.succeeded(), ..Blow::default() };
        let at = self.deed_to_join(who, rolled.against);
        let passage = match at.and_then(|at| self.extend(at)) {
            Some(passage) => passage,
            None => self.push_blow(who, rolled),
        };
        passage.target = passage.target.or(rolled.against);
        passage.blow = Some(blow);
        passage.rolls.extend(versus(rolled));
    }

    /// Adds a passage for a blow; without a target, named by its weapon: `throws oil flask`.
    fn push_blow(&mut self, who: CombatantId, rolled: &Rolled) -> &mut Passage {
        let Purpose::Attack(line) = rolled.purpose else {
            return self.push(Passage::of(who, Head::None));
        };
        let weapon = words::weapon(self.e, who, Some(line)).to_string();
        let Some(target) = rolled.against else {
            let begun = self.resumed();
            let casts = begun.as_ref().or(self.act()).is_some_and(|act| act.deed == Deed::Cast);
            let verb = if casts { Verb::CAST } else { Verb::THROW };
            return self.push(Passage::of(who, Head::Deed { verb, rest: format!(" {weapon}") }));
        };
        let rest = format!(" {} with {weapon}", name(self.e, target));
        let by_rule = self.by_rule.take().filter(|_| self.act().is_some_and(|act| act.who != who));
        let outcomes = by_rule.map(|rule| Outcome::whole(Role::Aside, rule)).into_iter().collect();
        self.push(Passage { target: Some(target), outcomes, ..Passage::of(who, Head::Blow(rest)) })
    }

    /// Returns the passage of the deed this roll belongs to, if it is that deed's only blow.
    fn deed_to_join(&self, who: CombatantId, against: Option<CombatantId>) -> Option<usize> {
        let by = |event: &&Event| match event {
            Event::Rolled(rolled) => {
                let attacks = matches!(rolled.purpose, Purpose::Attack(_)) && rolled.who == Some(who);
                attacks && rolled.against == against
            }
            _ => false,
        };
        let last_deed = |event: &Event| matches!(event, Event::Told(Told::Deed(one, ..)) if *one == who);
        let from = self.step.events[..self.nth].iter().rposition(last_deed).unwrap_or(0);
        let rest = &self.step.events[from..];
        let until = rest.iter().skip(1).position(last_deed).map_or(rest.len(), |at| at + 1);
        if rest[..until].iter().filter(by).count() > 1 {
            return None;
        }
        let at = self.all.iter().rposition(|passage| passage.is_by(who))?;
        let passage = &self.all[at];
        let fits = passage.target.is_none() || against.is_none() || passage.target == against;
        let bare = passage.blow.is_none() && passage.rolls.is_empty();
        (matches!(passage.head, Head::Deed { .. }) && fits && bare).then_some(at)
    }

    /// Returns the first matching blow at a combatant.
    fn blow_on(&self, whom: CombatantId, stands: impl Fn(&Blow) -> bool) -> Option<usize> {
        self.all.iter().position(|passage| {
            passage.target == Some(whom) && passage.blow.as_ref().is_some_and(&stands)
        })
    }

    fn damage(&mut self, rolled: &Rolled) {
        let Some(whom) = rolled.against.or(self.last().target) else { return };
        let outcome = Outcome::harm(Subject::One(whom), rolled.total());
        let open = |blow: &Blow| blow.hits && blow.defended != Some(true) && !blow.harmed;
        match self.blow_on(whom, open).and_then(|at| self.extend(at)) {
            Some(passage) => {
                passage.outcomes.push(outcome);
                passage.blow.iter_mut().for_each(|blow| blow.harmed = true);
            }
            None => self.add_outcome(outcome),
        }
    }

    /// Adds the final result of a blow: a wound, or none.
    pub(super) fn on_blow(&mut self, whom: CombatantId, outcome: Outcome) {
        let open = |blow: &Blow| blow.hits && blow.defended != Some(true) && !blow.settled;
        match self.blow_on(whom, open).and_then(|at| self.extend(at)) {
            Some(passage) => {
                passage.blow.iter_mut().for_each(|blow| blow.settled = true);
                passage.outcomes.push(outcome);
            }
            None => self.add_outcome(outcome),
        }
    }

    fn defence(&mut self, rolled: &Rolled, how: Defence) {
        let Some(who) = rolled.who else { return };
        let made = rolled.outcome.succeeded();
        let needs =
            rolled.need.map_or_else(String::new, |need| format!(" {} vs {need}", rolled.total()));
        let open = self.blow_on(who, |blow| blow.hits && blow.defended.is_none());
        let (subject, does) = (Subject::One(who), of_defence(how));
        let (said, role) = match made {
            true => (format!("{}{needs}", does.said(Number::One)), Role::Dim),
            false => (fails(rolled.purpose, &needs), Role::Roll),
        };
        let of_one = match made {
            true => Outcome::verb(subject, role, said.clone(), does, needs),
            false => Outcome::thing(subject, role, said.clone()),
        };
        match open.and_then(|at| self.extend(at)) {
            Some(passage) => {
                if let Some(blow) = passage.blow.as_mut() {
                    blow.defended = Some(made);
                }
                passage.outcomes.push(Outcome::whole(role, said));
            }
            None => self.add_outcome(of_one),
        }
    }

    /// Adds a surprise roll; those surprised follow the rolls of all:
    /// `Surprise: Heroes 5, Goblins 2 · Goblins surprised`.
    fn surprise(&mut self, rolled: &Rolled) {
        let (subject, name) = match (rolled.side, rolled.who) {
            (Some(side), _) => (Subject::Side(side), words::side(self.e, side)),
            (None, Some(who)) => (Subject::One(who), name(self.e, who)),
            (None, None) => (Subject::Nobody, ""),
        };
        let roll = format!("{name} {}", rolled.total());
        match self.all.last_mut().map(|last| &mut last.head) {
            Some(Head::Words(_, text)) if text.starts_with(SURPRISE) => {
                text.push_str(&format!(", {roll}"))
            }
            _ => _ = self.words(Role::Plain, format!("{SURPRISE}{roll}")),
        }
        self.last();
        if !rolled.outcome.succeeded() {
            let bad = of_roll(rolled.purpose).verdict(false);
            self.add_outcome(Outcome::is(subject, Role::Bad, bad.text()));
        }
    }

    /// Reports that nobody is surprised.
    pub(super) fn report_no_surprise(&mut self) {
        let open = |passage: &&mut Passage| {
            let rolls = matches!(&passage.head, Head::Words(_, text) if text.starts_with(SURPRISE));
            rolls && passage.outcomes.is_empty()
        };
        for passage in self.all.iter_mut().filter(open) {
            passage.outcomes.push(Outcome::whole(Role::Plain, "nobody is surprised"));
        }
    }

    fn initiative(&mut self, rolled: &Rolled) {
        if let (Some(who), false) = (rolled.who, matches!(self.step.command, Command::Proceed)) {
            let said = format!("initiative {}", rolled.total());
            self.add_outcome(Outcome::is(Subject::One(who), Role::Roll, said));
        }
    }

    /// Adds a morale check of a side or a kind, or of a single combatant if it alone holds or breaks.
    fn checks_morale(&mut self, rolled: &Rolled) {
        let made = rolled.outcome.succeeded();
        let alone = rolled.who.filter(|who| self.affects_only(*who));
        let whose = match (alone.or(rolled.who), rolled.side) {
            (Some(who), _) if alone.is_some() => name(self.e, who).to_string(),
            (Some(who), _) => words::kind(self.e, who),
            (None, Some(side)) => words::side(self.e, side).to_string(),
            (None, None) => "They".into(),
        };
        let roll = match rolled.need {
            Some(need) if made => format!("{} within {need}", rolled.total()),
            Some(need) => format!("{} over {need}", rolled.total()),
            None => rolled.total().to_string(),
        };
        let (role, verdict) = verdict(rolled);
        let of_all = rolled.side.filter(|_| rolled.who.is_none());
        let word = match (alone, of_all.and_then(|side| self.kinds_that_break(side))) {
            (Some(_), _) => verdict.says(Number::One),
            (None, Some(kinds)) => kinds,
            (None, None) => verdict.text(),
        };
        let passage = self.words(Role::Plain, format!("{whose}: morale {roll}"));
        passage.who.extend(rolled.who);
        passage.outcomes.push(Outcome::whole(role, word));
    }

    /// The kinds that break while others of their side hold: `Goblins, Hobgoblins break`.
    fn kinds_that_break(&self, side: SideId) -> Option<String> {
        let own = self.step.events[self.nth + 1..].iter().take_while(
            |event| !matches!(event, Event::Rolled(rolled) if rolled.purpose == Purpose::Morale),
        );
        let broken: BTreeSet<CombatantId> = own
            .filter_map(|event| match event {
                Event::Told(Told::Broke(who)) => Some(kinds::leader(self.e, self.e.get(*who)?)),
                _ => None,
            })
            .collect();
        let all = kinds::leaders(self.e).filter(|c| c.side == side && !kinds::is_player(self.e, c));
        if broken.is_empty() || all.count() <= broken.len() {
            return None;
        }
        let called: Vec<String> = broken.iter().map(|who| words::kind(self.e, *who)).collect();
        let only_one = broken.iter().all(|who| {
            called.len() == 1
                && self.e.get(*who).is_some_and(|c| kinds::members(self.e, c).nth(1).is_none())
        });
        let number = if only_one { Number::One } else { Number::Many };
        Some(format!("{} {}", called.join(", "), Verb::BREAK.says(number)))
    }

    /// Whether a check by one combatant affects no other.
    fn affects_only(&self, who: CombatantId) -> bool {
        let only_one = |c| kinds::members(self.e, c).nth(1).is_none();
        if self.e.get(who).is_some_and(only_one) {
            return true;
        }
        let mut concerned = self.step.events[self.nth..].iter().filter_map(|event| match event {
            Event::Told(Told::Held(_)) => Some(None),
            Event::Told(Told::Broke(whom)) => Some(Some(*whom)),
            _ => None,
        });
        concerned.all(|whom| whom == Some(who))
    }

    /// Adds who holds or breaks, unless a check in this step has reported it.
    pub(super) fn morale(&mut self, told: &Told) {
        if let Some(at) = self.all.iter().rposition(is_morale) {
            self.extend(at);
            return;
        }
        match told {
            Told::Broke(who) => {
                let breaks = Verb::BREAK.alone();
                self.add_outcome(Outcome::does(Subject::One(*who), Role::Bad, "breaks", breaks))
            }
            Told::Held(side) => {
                let holds = Verb::HOLD.alone();
                self.add_outcome(Outcome::does(Subject::Side(*side), Role::Good, "hold", holds))
            }
            _ => {}
        }
    }

    /// Adds an amount: as an aside, followed by its effects, or as a line of its own.
    fn add_amount(&mut self, rolled: &Rolled) {
        if is_reported_otherwise(rolled) {
            return;
        }
        let (what, total) = (words::purpose(rolled.purpose), rolled.total());
        let said = match rolled.purpose {
            Purpose::Waking => format!("wakes in {}", counted(total, "turn")),
            Purpose::Reviving => format!("cannot be revived for {}", counted(total, "round")),
            Purpose::Duration => {
                self.flush_duration();
                self.duration = rolled.who.zip(self.lasting(rolled));
                return;
            }
            _ => format!("{what} {total}"),
        };
        if matches!(rolled.purpose, Purpose::Fire | Purpose::Bleeding) {
            self.shown_amount = rolled.who.map(|who| (who, total));
        }
        // Each group decides on pursuit for itself.
        let contest = rolled.purpose != Purpose::Pursuit
            && self.all.last().is_some_and(
                |last| matches!(&last.head, Head::Words(_, text) if text.contains(&format!(": {what} "))),
            );
        if let (true, Some(who)) = (contest, rolled.who) {
            let said = match rolled.purpose {
                Purpose::Fire | Purpose::Bleeding => said,
                purpose if is_contest(purpose) => format!("{} {total}", name(self.e, who)),
                _ => total.to_string(),
            };
            return self.add_outcome(Outcome::whole(Role::Roll, said));
        }
        let burns = matches!(rolled.purpose, Purpose::Fire | Purpose::Bleeding);
        let of_another =
            burns && !self.all.last().is_some_and(|last| rolled.who.is_some_and(|who| last.is_by(who)));
        // The decision to pursue is no consequence of the last blow at the one that got away.
        let of_another = of_another || rolled.purpose == Purpose::Pursuit;
        if !of_another
            && self.all.iter().any(|passage| !matches!(passage.head, Head::Round(..) | Head::Pass))
        {
            if self.append_contest(rolled) {
                return;
            }
            // A critical or fumble is always shown: without it, the result of its chart would come from nowhere.
            let special = matches!(rolled.purpose, Purpose::Critical | Purpose::Fumble);
            let role = if special { Role::Roll } else { Role::Aside };
            return self.add_outcome(Outcome::whole(role, said));
        }
        let whose = |who| format!("{}: ", words::roller(self.e, rolled.purpose, who));
        let whose = rolled.who.map_or_else(String::new, whose);
        let said = if whose.is_empty() { capital(&said) } else { format!("{whose}{said}") };
        self.words(Role::Plain, said).who.extend(rolled.who);
    }

    /// Appends an opponent's number to the one it answers: `grapple 11 against 4`.
    fn append_contest(&mut self, rolled: &Rolled) -> bool {
        let same = |event: &Event| matches!(event, Event::Rolled(had) if had.purpose == rolled.purpose && had.who == rolled.who && had.total() == rolled.total());
        let what = words::purpose(rolled.purpose);
        let contests = is_contest(rolled.purpose);
        let had = self.all.last_mut().and_then(|last| last.outcomes.last_mut());
        let Some(had) = had.filter(|had| contests && had.says.starts_with(&format!("{what} "))) else {
            return false;
        };
        if self.step.events[..self.nth].iter().any(same) {
            return true;
        }
        let joint = if had.says.contains(" against ") { "," } else { " against" };
        had.says.push_str(&format!("{joint} {}", rolled.total()));
        had.bare.clone_from(&had.says);
        true
    }

    /// Returns how long the next effect lasts, in the unit of its dice; `None` if only that effect knows.
    fn lasting(&self, rolled: &Rolled) -> Option<String> {
        let rest = self.step.events.get(self.nth + 1..).unwrap_or_default();
        let now = rest.iter().map(|event| match event {
            Event::Deferred(event) => event,
            event => event,
        });
        let follows = now.into_iter().find_map(|event| match event {
            Event::Afflicted(who, effect) if Some(*who) == rolled.who => Some(Some(effect)),
            Event::Set(timer) if timer.who == rolled.who => Some(None),
            _ => None,
        });
        let Some(effect) = follows? else {
            return Some(format!("in {}", counted(rolled.total(), "round")));
        };
        let hours = effect.condition.is(Meaning::HOURS);
        let poison =
            |event: &Event| matches!(event, Event::Rolled(rolled) if rolled.purpose == Purpose::Poison);
        // Each poison has its own unit for the time its victim is unconscious.
        let unknown = effect.condition.is(Meaning::OUT) && self.step.events.iter().any(poison);
        let unit = if hours { "hour" } else { "round" };
        (!unknown).then(|| format!("for {}", counted(rolled.total(), unit)))
    }

    /// Adds a duration whose effect is not reported.
    pub(super) fn flush_duration(&mut self) {
        if let Some((_, lasts)) = self.duration.take() {
            self.add_outcome(Outcome::whole(Role::Aside, lasts));
        }
    }

    fn check(&mut self, rolled: &Rolled) {
        self.row.clear();
        let Some(who) = rolled.who else { return self.check_of_nobody(rolled) };
        let (role, verdict) = verdict(rolled);
        let save = matches!(rolled.purpose, Purpose::Save(_));
        let acts =
            self.all.last().is_some_and(|last| !matches!(last.head, Head::Round(..) | Head::Pass));
        if !acts {
            return self.standalone_check(who, rolled);
        }
        let by_it = self.all.last().is_some_and(|last| last.is_by(who));
        let own = self.all.last().is_some_and(|last| last.is_by(who) && last.rolls.is_empty()) && !save;
        if rolled.purpose == Purpose::Distraction {
            return self.last().rolls.extend(versus(rolled));
        }
        if own {
            let passage = self.last();
            passage.rolls.extend(versus(rolled));
            return passage.outcomes.push(Outcome::whole(role, verdict.text()));
        }
        let roll = self.single_roll(rolled);
        let subject = Subject::One(who);
        let outcome = if save {
            let (verb, rest) = saves(rolled, &roll);
            let bare = format!("{}{rest}", verb.says(Number::One));
            Outcome::verb(subject, role, bare, verb, rest)
        } else {
            let said = match verdict {
                Verdict::MADE => format!("{} {}{roll}", words::purpose(rolled.purpose), verdict.text()),
                Verdict::FAILED => fails(rolled.purpose, &roll),
                _ => format!("{}{roll}", verdict.text()),
            };
            let subject = if by_it { Subject::Nobody } else { subject };
            Outcome::thing(subject, role, said)
        };
        self.add_outcome(outcome);
    }

    /// Returns the roll in parentheses, if it is the only one of its kind in the step: `(4 vs 13)`.
    fn single_roll(&self, rolled: &Rolled) -> String {
        let alike =
            |event: &&Event| matches!(event, Event::Rolled(other) if other.purpose == rolled.purpose);
        let alone = self.step.events.iter().filter(alike).count() == 1;
        rolled.need.filter(|_| alone).map_or_else(String::new, |_| {
            let roll = versus(rolled).map_or_else(String::new, |roll| roll.text());
            format!(" ({roll})")
        })
    }

    /// Adds a check that is the act itself: `Brea saves against death · 14 vs 12`,
    /// `Gob: athletics check · 4 vs 5 · failed`.
    fn standalone_check(&mut self, who: CombatantId, rolled: &Rolled) {
        let Purpose::Save(against) = rolled.purpose else {
            let whose = name(self.e, who).to_string();
            let passage =
                self.push_check(&format!("{whose}: {}", words::purpose(rolled.purpose)), rolled);
            return passage.who.push(who);
        };
        let (verb, rest) = saves(rolled, &format!(" against {}", words::save(against)));
        let passage = self.push(Passage::of(who, Head::Deed { verb, rest }));
        passage.rolls.extend(versus(rolled));
    }

    fn check_of_nobody(&mut self, rolled: &Rolled) {
        let side =
            rolled.side.map_or_else(String::new, |side| format!("{}: ", words::side(self.e, side)));
        self.push_check(&capital(&format!("{side}{}", words::purpose(rolled.purpose))), rolled);
    }

    /// Adds a passage for a check: its name, roll and verdict.
    fn push_check(&mut self, what: &str, rolled: &Rolled) -> &mut Passage {
        let (role, verdict) = verdict(rolled);
        let passage = self.words(Role::Plain, what);
        passage.rolls.extend(versus(rolled));
        passage.outcomes.push(Outcome::whole(role, verdict.text()));
        passage
    }
}

/// Whether an amount is reported otherwise: one that only selects, by its selection; a share, by its effect.
fn is_reported_otherwise(rolled: &Rolled) -> bool {
    let picks = matches!(
        rolled.purpose,
        Purpose::Stray
            | Purpose::WhichSide
            | Purpose::CriticalCondition
            | Purpose::HitPoints
            | Purpose::TimeLeft
            | Purpose::Rest
    );
    let share = matches!(rolled.purpose, Purpose::Healing | Purpose::Effect) && rolled.against.is_some();
    picks || share
}

/// The start of a surprise line.
const SURPRISE: &str = "Surprise: ";

/// Whether the passage is a morale check.
pub(super) fn is_morale(passage: &Passage) -> bool {
    matches!(&passage.head, Head::Words(_, text) if text.contains(": morale "))
}

/// Returns the roll as shown in the line.
fn versus(rolled: &Rolled) -> Option<Roll> {
    let under = of_roll(rolled.purpose).under;
    let made = rolled.outcome.succeeded();
    match (rolled.dice, rolled.outcome, rolled.need) {
        (None, Came::Always | Came::Never, _) => Some(Roll::None),
        (Some(face), Came::Always | Came::Never, _) => Some(Roll::Natural(face)),
        (_, _, Some(need)) if under => Some(Roll::Within(rolled.total(), need, made)),
        (_, _, Some(need)) => Some(Roll::Versus(rolled.total(), need)),
        (..) => None,
    }
}

/// Whether the roll is contested by an opponent.
fn is_contest(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Grapple | Purpose::Slip | Purpose::Contest | Purpose::Veto)
}

/// The words for how a roll turns out, with their colour.
fn verdict(rolled: &Rolled) -> (Role, Verdict) {
    let made = rolled.outcome.succeeded();
    (if made { Role::Good } else { Role::Bad }, of_roll(rolled.purpose).verdict(made))
}

/// Formats a failure at a roll: `parry fails (4 vs 10)`.
fn fails(purpose: Purpose, roll: &str) -> String {
    format!("{} {}{roll}", words::purpose(purpose), Verb::FAIL.says(Number::One))
}

/// Returns the verb for how a saving throw turns out, and the words behind it: `fails`, ` to save (7 vs 13)`.
fn saves(rolled: &Rolled, behind: &str) -> (Verb, String) {
    match rolled.outcome.succeeded() {
        true => (Verb::SAVE, behind.into()),
        false => (Verb::FAIL, format!(" to {}{behind}", Verb::SAVE.plain())),
    }
}
