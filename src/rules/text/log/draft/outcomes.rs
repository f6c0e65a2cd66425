//! Outcomes for combatants: damage, conditions, death.

use super::Draft;
use super::rolls::is_morale;
use crate::rules::model::combatant::{Gear, Standing, Thing, Whereabouts};
use crate::rules::model::command::{Command, Deed, Overrule};
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::event::{Event, Told};
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::moment::Moment;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::model::stance::{Aim, Origin};
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::text::log::condition::begins;
use crate::rules::text::log::full::{in_full, of_one};
use crate::rules::text::log::passage::{Head, Outcome, Passage, Role, Subject};
use crate::rules::text::span::counted;
use crate::rules::text::words::{self, name};

impl Draft<'_> {
    pub(super) fn add_event(&mut self, event: &Event, waits: bool) {
        let tells_of_end = matches!(event, Event::Stood(..));
        if self.committing && !tells_of_end && (self.is_sum(event) || self.context.was_pending(event)) {
            return;
        }
        match event {
            Event::Harmed { amount: 0, tally, .. } if !is_absorbed(tally) => {}
            Event::Harmed { who, amount, tally, .. } => {
                let dealt = self.about.dealt(*amount, tally);
                if !self.is_amount_shown(*who, dealt) {
                    self.add_outcome(Outcome::harm(Subject::One(*who), dealt));
                }
            }
            Event::Absorbed { who, amount } => {
                let taken = format!("{amount} from temporary hit points");
                self.add_outcome(Outcome::thing(Subject::One(*who), Role::Dim, taken));
            }
            Event::Healed { who, amount } => {
                let (bare, rest) = (format!("+{amount}"), format!(" {amount}"));
                let outcome = Outcome::verb(Subject::One(*who), Role::Good, bare, Verb::REGAIN, rest);
                self.add_outcome(outcome);
            }
            Event::Wounded { who, .. } => {
                self.on_blow(*who, Outcome::is(Subject::One(*who), Role::Harm, "wounded"));
            }
            Event::Stood(who, standing) => self.add_standing(*who, *standing, waits),
            Event::Afflicted(_, effect) if is_part_of_custom(effect) => {}
            Event::Afflicted(who, effect) if effect.condition == Condition::TEMPORARY_HP => {
                self.gains(*who, effect)
            }
            Event::Afflicted(who, effect) => self.afflicted(*who, effect),
            Event::Relieved { who, .. } if self.falls(*who) || self.gets_up(*who) => {}
            Event::Relieved { who, lapsed: true, .. } if self.context.was_out(*who) => {}
            Event::Relieved { who, condition, .. } if self.is_used_up(*who, *condition) => {}
            Event::Relieved { who, condition, id, .. } if self.restarts(*who, *condition, *id) => {}
            Event::Relieved { who, condition, label: None, lapsed, .. } => {
                if *lapsed {
                    self.detach();
                }
                self.relieved(*who, *condition);
            }
            Event::Relieved { lapsed: true, .. } => {
                self.detach();
                self.add_in_full(event);
            }
            Event::Geared(who, thing, gear) => self.geared(*who, *thing, *gear),
            Event::UsedUp(who, what, left) => self.used.push((*who, format!("{what} {left} left"))),
            Event::Undertook(_, Some(begun)) if begun.owes > 0 => {
                self.last().seconds = 0;
                self.mark_started();
                self.add_outcome(Outcome::whole(Role::Dim, format!("{} s left", begun.owes)));
            }
            Event::Joined(c) => {
                let rest = format!(" {}", words::side(self.e, c.side));
                self.push(Passage::of(c.id, Head::Deed { verb: Verb::JOIN, rest }));
            }
            Event::SideTook(_, Some(stance)) | Event::Took(_, Some(stance))
                if stance.why == Origin::Reaction =>
            {
                self.reacts(stance.aim);
            }
            Event::SideTook(_, Some(stance)) | Event::Took(_, Some(stance))
                if matches!(stance.why, Origin::Surprise | Origin::Bait) => {}
            Event::SideTook(side, Some(stance)) if stance.why == Origin::Struck => {
                let side = words::side(self.e, *side);
                self.add_outcome(Outcome::whole(Role::Plain, format!("{side} fight")));
            }
            Event::Took(_, None) if !self.step.events.contains(&Event::Overruled) => {}
            Event::Overruled => _ = self.words(Role::Dim, "Referee's ruling"),
            Event::Met(feet) => {
                let said = format!("the sides meet at {feet}{}", self.about.unit);
                self.add_outcome(Outcome::whole(Role::Plain, said));
            }
            _ if is_independent(event) => {
                if let Some(text) = in_full(self.about, self.e, event) {
                    self.words(Role::Plain, text);
                }
            }
            _ => self.add_in_full(event),
        }
    }

    /// Says once what those who react are out to do; that they attack, the row itself has said.
    fn reacts(&mut self, aim: Aim) {
        if aim != Aim::Fights && !std::mem::replace(&mut self.reacted, true) {
            let does = format!("they {}", words::aim(self.e, aim, Number::Many));
            self.add_outcome(Outcome::whole(Role::Plain, does));
        }
    }

    /// Adds an event in full words, as an outcome of the combatant it is about.
    fn add_in_full(&mut self, event: &Event) {
        let near = |who: CombatantId| {
            let last = self.all.last();
            last.is_some_and(|last| last.target == Some(who) || last.is_by(who))
                || subject_of(event) == Some(who)
        };
        let outcome = match of_one(self.about, self.e, event).filter(|said| near(said.who)) {
            Some(said) => {
                let subject = Subject::One(said.who);
                match said.does {
                    None => Outcome::thing(subject, Role::Plain, said.rest),
                    Some(verb) => {
                        let bare = format!("{}{}", verb.says(Number::One), said.rest);
                        Outcome::verb(subject, Role::Plain, bare, verb, said.rest)
                    }
                }
            }
            None => match in_full(self.about, self.e, event) {
                Some(text) => Outcome::whole(Role::Plain, text),
                None => return,
            },
        };
        self.add_outcome(outcome);
    }

    /// Adds the end of a condition. Conditions that only mark the round end with it, unreported.
    fn relieved(&mut self, who: CombatantId, condition: Condition) {
        let row = self.about.condition(condition).filter(|row| row.is(Meaning::OFFERED));
        let Some(rule) = row else { return };
        let (subject, says) = (Subject::One(who), rule.ending());
        self.add_outcome(match rule.over {
            Some(_) => Outcome::thing(subject, Role::Plain, says),
            None => Outcome::is(subject, Role::Plain, says),
        });
    }

    /// Whether the event is the sum of simultaneous damage whose parts have been reported.
    fn is_sum(&self, event: &Event) -> bool {
        match event {
            Event::Harmed { tally, .. } => {
                tally.terms().iter().any(|term| self.about.sums_blows(&term.0))
            }
            _ => false,
        }
    }

    /// Whether the damage has been shown as an amount: `flames 4`.
    fn is_amount_shown(&mut self, who: CombatantId, amount: i32) -> bool {
        let of_another = self.all.last().is_some_and(|last| {
            last.target.is_some_and(|target| target != who) && !matches!(last.head, Head::Walk(..))
        });
        self.shown_amount.take_if(|shown| *shown == (who, amount)).is_some() && !of_another
    }

    /// Whether an ended condition begins again in this step, with another value or duration.
    fn restarts(&self, who: CombatantId, condition: Condition, ended: EffectId) -> bool {
        let another = |effect: &Effect| {
            effect.condition == condition && effect.id != ended && effect.label.is_none()
        };
        let begins = |event: &Event| matches!(event, Event::Afflicted(one, effect) if *one == who && another(effect));
        self.step.events.iter().any(begins)
    }

    /// Marks an act that takes more seconds than are left as only started: `starts to attack Ana with sword`.
    fn mark_started(&mut self) {
        let goes_on = self.act().is_some_and(|act| act.deed == Deed::Resume);
        if let Head::Deed { verb, rest } = &mut self.last().head
            && !goes_on
        {
            if *verb != Verb::TRY {
                *rest = format!(" to {}{rest}", verb.plain());
            }
            *verb = Verb::START;
        }
    }

    /// Whether the combatant is getting up, so that the end of lying goes unreported.
    fn gets_up(&self, who: CombatantId) -> bool {
        let act = self.act().filter(|act| act.who == who);
        act.is_some_and(|act| matches!(act.deed, Deed::Stand | Deed::Rise | Deed::CutIn))
    }

    /// Adds where an item is; omits shots fired and what the combatant itself handled.
    fn geared(&mut self, who: CombatantId, thing: Thing, gear: Gear) {
        let what = match thing {
            Thing::Line(line) => words::weapon(self.e, who, Some(line)).to_string(),
            Thing::Armour => "armour".into(),
        };
        let mut said = Vec::new();
        if gear.at != Whereabouts::AtHand {
            said.push(words::whereabouts(gear.at).to_string());
        }
        if gear.wounds > 0 && gear.at != Whereabouts::Destroyed {
            said.push(format!("damaged {}", gear.wounds));
        }
        if gear.jammed {
            said.push("jammed".into());
        }
        let handles = self.act().is_some_and(|act| {
            act.who == who && matches!(act.deed, Deed::Sheathe | Deed::Drop | Deed::Draw)
        });
        if said.is_empty() || handles {
            return;
        }
        let own = self.all.last().is_some_and(|last| last.is_by(who));
        let whose = if own { String::new() } else { format!("{}'s ", name(self.e, who)) };
        self.add_outcome(Outcome::whole(Role::Plain, format!("{whose}{what} {}", said.join(", "))));
    }

    fn add_standing(&mut self, who: CombatantId, standing: Standing, waits: bool) {
        let subject = Subject::One(who);
        let mortal = |had: &&mut Outcome| had.subject == subject && had.bare == MORTAL;
        let mut had = self.all.iter_mut().flat_map(|passage| &mut passage.outcomes);
        if let Some(had) = had.find(mortal).filter(|_| standing == Standing::Dead) {
            *had = Outcome::does(subject, Role::Fall, "dead", words::becomes(standing));
            return;
        }
        if self.is_reported(who, standing) {
            return;
        }
        let does = words::becomes(standing);
        let (role, bare) = match standing {
            Standing::Up => (Role::Good, does.then.into()),
            Standing::Dead if waits => (Role::Fall, MORTAL.into()),
            Standing::Dead | Standing::Down => (Role::Fall, words::standing(standing).into()),
            _ => (Role::Fall, does.says(Number::One)),
        };
        let does = if bare == MORTAL { Verb::TAKE.then("a mortal blow") } else { does };
        self.add_outcome(Outcome::does(subject, role, bare, does));
    }

    /// Whether a surrender, escape or destruction has been reported.
    fn is_reported(&self, who: CombatantId, standing: Standing) -> bool {
        let said = |event: &Event| match event {
            Event::Told(Told::Evaded(.., true)) => standing == Standing::Fled,
            Event::Told(Told::Driven(one, true)) => standing == Standing::Dead && *one == who,
            _ => false,
        };
        let surrenders = self.act().is_some_and(|act| act.deed == Deed::Surrender && act.who == who);
        surrenders && standing == Standing::Surrendered || self.step.events[..self.nth].iter().any(said)
    }

    /// Whether the combatant falls in this step; effects that end with that go unreported.
    fn falls(&self, who: CombatantId) -> bool {
        let falls = |event: &Event| matches!(event, Event::Stood(one, standing) if *one == who && *standing != Standing::Up);
        self.step.events.iter().any(falls)
    }

    fn afflicted(&mut self, who: CombatantId, effect: &Effect) {
        let declares = effect.condition.is(Meaning::DECLARED);
        if !declares && self.is_implied(who, effect) {
            return self.flush_duration();
        }
        if self.is_unchanged(who, effect) || self.is_set_later(effect) {
            return;
        }
        let now = || Some(self.context.round());
        let Some(said) = begins(self.about, self.e, effect, now) else { return };
        if self.is_caused_by_shot(who, effect) {
            return self.used.push((who, said));
        }
        if declares {
            let head = Head::Deed { verb: Verb::DECLARE, rest: format!(": {said}") };
            self.push(Passage::of(who, head));
            return;
        }
        let lasts = self.duration.take_if(|(whose, _)| *whose == who).map(|(_, lasts)| lasts);
        let lasts = lasts.or_else(|| self.stated_duration(effect));
        let said = match lasts.or_else(|| self.poison_onset(who, effect)) {
            Some(lasts) => format!("{said} {lasts}"),
            None => said,
        };
        let spell = effect.label.as_deref().filter(|label| self.is_cast(label));
        let (subject, role) = (Subject::One(who), Role::Bad);
        let outcome = match spell {
            Some(_) if effect.condition != Condition::NAMED => {
                Outcome::is(subject, role, effect.condition.label_at(effect.value))
            }
            Some(_) => Outcome::is(subject, role, "affected"),
            None if effect.label.is_some() || effect.value != 0 => Outcome::thing(subject, role, said),
            None => Outcome::is(subject, role, said),
        };
        self.add_outcome(outcome);
    }

    /// Adds temporary hit points gained.
    fn gains(&mut self, who: CombatantId, effect: &Effect) {
        let given = words::temporary(effect.value);
        let lasts = self.stated_duration(effect).map_or_else(String::new, |lasts| format!(" {lasts}"));
        let (bare, rest) = (format!("+{given}{lasts}"), format!(" {given}{lasts}"));
        self.add_outcome(Outcome::verb(Subject::One(who), Role::Good, bare, Verb::GAIN, rest));
    }

    /// Whether it is the end of temporary hit points that damage took in this step.
    fn is_used_up(&self, who: CombatantId, ended: Condition) -> bool {
        let taken = |event: &Event| matches!(event, Event::Absorbed { who: whose, .. } if *whose == who);
        ended == Condition::TEMPORARY_HP && self.step.events[..self.nth].iter().any(taken)
    }

    /// Returns the duration set by the referee; conditions that come with it have their own.
    fn stated_duration(&self, effect: &Effect) -> Option<String> {
        match self.step.command {
            Command::Overrule(Overrule::Afflict { condition, rounds, .. })
                if effect.condition == *condition =>
            {
                let rounds = i32::try_from((*rounds)?).ok()?;
                Some(format!("for {}", counted(rounds, "round")))
            }
            _ => None,
        }
    }

    /// Returns when slow poison takes effect.
    fn poison_onset(&self, who: CombatantId, poison: &Effect) -> Option<String> {
        let due = |event: &Event| match event {
            Event::Set(timer) if timer.who == Some(who) && timer.id > poison.id => {
                Some(timer.due.moment)
            }
            _ => None,
        };
        let set = self.step.events.iter().find_map(|event| match event {
            Event::Deferred(waits) => due(waits),
            event => due(event),
        });
        match set {
            Some(Moment::RoundEnd(round)) if poison.condition == Condition::POISONED => {
                Some(format!("(takes effect at the end of round {round})"))
            }
            _ => None,
        }
    }

    /// Whether the same condition ended in this step, so that nothing changes.
    fn is_unchanged(&self, who: CombatantId, effect: &Effect) -> bool {
        let bare = effect.value == 0 || !effect.condition.figure.is_shown();
        let same = |event: &Event| {
            matches!(event, Event::Relieved { who: whose, condition, label, .. }
                if *whose == who && effect.condition == *condition && *label == effect.label)
        };
        bare && self.relieved.iter().any(|event| same(event))
    }

    /// Whether a later event of this step sets the condition's internal value and reports it.
    fn is_set_later(&self, effect: &Effect) -> bool {
        let inner = !effect.condition.figure.is_shown();
        let form = |event: &&Event| matches!(event, Event::Afflicted(_, form) if form.id == effect.id);
        let last = || self.step.events.iter().rfind(form);
        inner
            && last()
                .is_some_and(|event| !matches!(event, Event::Afflicted(_, form) if **form == *effect))
    }

    /// Whether the actor's own shot causes the condition before the roll: an empty weapon.
    fn is_caused_by_shot(&self, who: CombatantId, effect: &Effect) -> bool {
        let inner = !effect.condition.figure.is_shown();
        let shoots = self.act().is_some_and(|act| act.who == who && act.deed == Deed::Shoot);
        inner && shoots && !self.all.iter().any(|passage| passage.is_by(who))
    }

    /// Whether the label is the spell reported in this line.
    fn is_cast(&self, label: &str) -> bool {
        let of_it = |passage: &Passage| matches!(&passage.head, Head::Deed { rest, .. } if rest.strip_prefix(' ') == Some(label));
        self.all.iter().any(of_it)
    }

    /// Whether the effect is implied: by the act itself, or by a side's broken morale.
    fn is_implied(&self, who: CombatantId, effect: &Effect) -> bool {
        let row = effect.condition;
        let of_the_rules = !row.is(Meaning::OFFERED);
        let bare = (effect.value == 0 || !row.figure.is_shown())
            && effect.label.is_none()
            && effect.toward.is_none();
        let own = |passage: &Passage| {
            passage.is_by(who)
                && matches!(passage.head, Head::Deed { .. } | Head::Walk(..))
                && passage.rolls.is_empty()
        };
        let toward_target = self.all.last().is_some_and(|last| {
            own(last)
                && last.outcomes.is_empty()
                && effect.toward.is_some()
                && effect.toward == last.target
        });
        let broke = |event: &Event| matches!(event, Event::Told(Told::Broke(one)) if *one == who);
        let breaks = self.all.iter().any(is_morale)
            && (row.is(Meaning::BROKEN) || self.step.events.iter().any(broke));
        let pool = row.is(Meaning::POOL) && self.committing;
        let mirrored = self.all.last().is_some_and(|last| {
            last.is_by(who)
                && effect.toward.is_some()
                && effect.toward == last.target
                && last.outcomes.iter().any(|had| Some(had.subject) == effect.toward.map(Subject::One))
        });
        let surprised = self.all.iter().any(|passage| {
            let side = self.e.get(who).map(|c| Subject::Side(c.side));
            passage.outcomes.iter().any(|had| Some(had.subject) == side && had.says == row.label)
        });
        // A table result that names the condition, with no further roll to decide it.
        let in_row = match &effect.label {
            Some(label) => *self.row == **label,
            None => self.row.contains(row.label),
        };
        let driven = |event: &Event| matches!(event, Event::Told(Told::Driven(one, _)) if *one == who);
        let driven = self.step.events[..self.nth].iter().any(driven);
        breaks
            || in_row
            || driven
            || pool
            || mirrored
            || surprised
            || of_the_rules && bare && self.all.last().is_some_and(own)
            || toward_target
    }
}

/// The outcome of a combatant that will die when pending effects take effect.
const MORTAL: &str = "mortally hit";

/// Whether temporary hit points took some of the damage.
fn is_absorbed(tally: &Tally) -> bool {
    tally.terms().iter().any(|term| term.0 == Reason::TEMPORARY)
}

/// Whether these are the temporary hit points of a custom effect, which reports them itself.
fn is_part_of_custom(effect: &Effect) -> bool {
    effect.condition == Condition::TEMPORARY_HP && effect.with.is_some()
}

/// Returns the subject of an event rendered in full.
fn subject_of(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Relieved { who, .. }
        | Event::Afflicted(who, _)
        | Event::HpSet(who, _)
        | Event::Absorbed { who, .. }
        | Event::Turned(who, _)
        | Event::Reshaped(who, ..)
        | Event::Supplied(who, _)
        | Event::Geared(who, ..) => Some(*who),
        Event::Told(told) => told.whom(),
        _ => None,
    }
}

/// Whether the event is never a consequence of another.
fn is_independent(event: &Event) -> bool {
    matches!(
        event,
        Event::Elapsed(_)
            | Event::Began
            | Event::Ended
            | Event::Fell(_)
            | Event::Overruled
            | Event::Noted(_)
            | Event::SideTook(..)
    )
}
