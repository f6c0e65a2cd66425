//! Amendments that one word asks for, made ready: a forgotten bonus, a saving throw that was made, another target.

use super::retold::{Retold, retold};
use crate::chronicle::{AmendedCommand, Amendment, Ask, Provenance, Step};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Command, Fact, Facts, Overrule};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::{Answer, Roll, RollRequest};
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::offer::FactField;
use crate::rules::text::log;
use crate::tui::proposal::Unanswered;
use crate::tui::table::view::View;
use crate::watch::desk::Chip;

/// The most conditions that are looked into for one that counts.
const MOST: usize = 24;

/// One of the changes that a word may mean.
#[derive(Debug, Clone)]
pub struct Ready {
    /// What sets it apart from the others: `cover: -2`.
    pub text: String,
    /// The change.
    pub amendment: Amendment,
}

/// The changes that a word may mean, the likeliest first, at least one; or why it means none.
pub type Made = Result<Vec<Ready>, &'static str>;

fn is_modifier(fact: &Fact) -> bool {
    matches!(fact, Fact::Modifier(_))
}

fn is_behind(fact: &Fact) -> bool {
    matches!(fact, Fact::Behind)
}

/// What a word is about: an act of the past, and who says it.
pub struct Meant<'a> {
    view: &'a View<'a>,
    place: usize,
    /// Its commands, each with the state before it.
    steps: Vec<(&'a Step, Encounter)>,
    /// Who says it; if nobody in particular, it is about all parts of the act.
    who: Option<CombatantId>,
}

/// An act among the commands, with its index.
type Nth<'a> = (usize, &'a Act);

impl<'a> Meant<'a> {
    /// The act at that place on the line; it has no parts if it is gone.
    pub fn of(view: &'a View<'a>, place: usize, who: Option<CombatantId>) -> Self {
        let chronicle = view.telling.chronicle;
        let entry = chronicle.line().get(place).and_then(|id| chronicle.entry(*id));
        let mut state = chronicle.seek(place);
        let before = |step: &'a Step| {
            let before = state.clone();
            step.events.iter().for_each(|event| state.apply(event));
            (step, before)
        };
        let steps = entry.into_iter().flat_map(|entry| &entry.steps).map(before).collect();
        Self { view, place, steps, who }
    }

    /// The changes that a word may mean.
    ///
    /// # Errors
    /// Why it means none.
    pub fn ready(&self, chip: Chip) -> Made {
        match chip {
            Chip::PlusOne => self.stated(is_modifier, "it takes no bonus"),
            Chip::Behind => self.stated(is_behind, "where it comes from makes no difference to it"),
            Chip::Cover => self.covered(),
            Chip::OtherTarget => self.aimed_elsewhere(),
            Chip::Saved => self.saved(),
            Chip::Ended => self.ended(),
        }
    }

    /// The acts that concern who says it.
    fn acts(&self, concern: fn(&Act, CombatantId) -> bool) -> Vec<Nth<'_>> {
        let act = |(nth, (step, _)): (usize, &(&'a Step, Encounter))| match &step.command {
            Command::Act(act) => Some((nth, act)),
            _ => None,
        };
        let acts = self.steps.iter().enumerate().filter_map(act);
        acts.filter(|(_, act)| self.who.is_none_or(|who| concern(act, who))).collect()
    }

    /// The facts that the form of an act asks for.
    fn asked(&self, (nth, act): Nth) -> Vec<FactField> {
        let (rules, before) = (self.view.rules, &self.steps[nth].1);
        let offer = deeds::open(rules, before, act.who, act.deed);
        offer.map_or_else(Vec::new, |offer| deeds::asked(rules, before, act, &offer).into_owned())
    }

    /// The recorded commands.
    fn recorded(&self) -> Vec<AmendedCommand> {
        self.steps.iter().map(|(step, _)| AmendedCommand::recorded(step)).collect()
    }

    /// The change to these acts.
    fn changed(&self, acts: impl IntoIterator<Item = (usize, Act)>) -> Amendment {
        let mut commands = self.recorded();
        acts.into_iter().for_each(|(nth, act)| commands[nth].command = Command::Act(act));
        Amendment::change(self.place, commands)
    }

    /// A command done again after a change to the state or to itself.
    fn retold(&self, nth: usize, before: Encounter, command: &Command) -> Retold {
        retold(self.view.rules, before, command, &self.steps[nth].0.answers)
    }

    /// A fact that was not stated: it applies to all who did it.
    fn stated(&self, is_meant: fn(&Fact) -> bool, why: &'static str) -> Made {
        let meant = |nth: &Nth| self.asked(*nth).into_iter().find(|field| is_meant(&field.fact));
        let acts = self.acts(|act, who| act.who == who);
        let changed: Vec<(usize, Act)> = acts
            .iter()
            .filter_map(|nth| {
                let mut act = nth.1.clone();
                match meant(nth)?.fact {
                    Fact::Modifier(_) => act.facts.add_modifier(1),
                    flag => act.facts.set(flag),
                }
                Some((nth.0, act))
            })
            .collect();
        let changed = some(changed, why)?;
        Ok(vec![Ready { text: String::new(), amendment: self.changed(changed) }])
    }

    /// More cover than there was, the least first; then the rest.
    fn covered(&self) -> Made {
        let covers = |nth: &Nth| {
            let asked = self.asked(*nth).into_iter();
            asked.filter(|field| field.fact.is_cover()).collect::<Vec<_>>()
        };
        let acts: Vec<Nth> = self.acts(is_concerned);
        let acts: Vec<Nth> = acts.into_iter().filter(|nth| !covers(nth).is_empty()).collect();
        let fields = acts.first().map(|first| (*first, covers(first)));
        let degrees = fields.iter().flat_map(|(first, fields)| {
            fields.iter().flat_map(|field| self.degrees(*first, field)).collect::<Vec<_>>()
        });
        let ready = degrees.map(|fact| {
            let stated = acts.iter().map(|(nth, act)| (*nth, covered_by(act, &fact)));
            Ready { text: worded(&fact), amendment: self.changed(stated) }
        });
        some(ready.collect(), "no cover makes a difference to it")
    }

    /// The values of a fact that make a difference to an act: from what holds of it upward, then from the least.
    fn degrees(&self, (nth, act): Nth, field: &FactField) -> Vec<Fact> {
        let again = |act: &Act| {
            let command = Command::Act(act.clone());
            self.retold(nth, self.steps[nth].1.clone(), &command)
        };
        let told = degrees_of(field).into_iter().map(|fact| (again(&covered_by(act, &fact)), fact));
        let mut told: Vec<(Retold, Fact)> = told.filter(|(told, _)| !told.is_refused()).collect();
        let now = again(act);
        // If even the least is told otherwise, the act is only begun, and tells what was stated.
        let at = told.iter().rposition(|(told, _)| *told == now).unwrap_or(0);
        let first = told.len().min(at + 1);
        told.rotate_left(first);
        told.retain(|(told, _)| *told != now);
        told.dedup_by(|later, first| later.0 == first.0);
        told.into_iter().map(|(_, fact)| fact).collect()
    }

    /// Another of those it could have been aimed at.
    fn aimed_elsewhere(&self) -> Made {
        let acts = self.acts(is_concerned);
        let aimed: Vec<Nth> = acts.into_iter().filter(|(_, act)| !act.at.is_empty()).collect();
        let first = *aimed.first().ok_or("it is aimed at nobody")?;
        let whom = |act: &Act| match &act.at[..] {
            [one] => Some(*one),
            several => self.who.filter(|who| several.contains(who)),
        };
        let from: Option<Vec<(Nth, CombatantId)>> =
            aimed.iter().map(|nth| Some((*nth, whom(nth.1)?))).collect();
        let from = from.ok_or("it is aimed at several")?;
        let others = self.others(first).into_iter().filter_map(|to| {
            let again = |((nth, act), from): &(Nth, CombatantId)| self.aimed(*nth, act, *from, to);
            let acts: Vec<(usize, Act)> = from.iter().map(again).collect::<Option<_>>()?;
            Some(Ready { text: self.instead(to, &from), amendment: self.changed(acts) })
        });
        some(others.collect(), "it could be aimed at nobody else")
    }

    /// Another target, and whose place it takes: `Orc 2, not Orc 1`.
    fn instead(&self, to: CombatantId, from: &[(Nth, CombatantId)]) -> String {
        let mut old: Vec<CombatantId> = from.iter().map(|(_, from)| *from).collect();
        old.dedup();
        format!("{}, not {}", self.view.name(to), self.view.names(&old))
    }

    /// Whom the act could be aimed at besides, first those on the side of its target.
    fn others(&self, (nth, act): Nth) -> Vec<CombatantId> {
        let (rules, before) = (self.view.rules, &self.steps[nth].1);
        let offer = deeds::open(rules, before, act.who, act.deed);
        let all = offer.map_or_else(Vec::new, |offer| offer.targets_with(act.with).collect());
        let side = |who| before.get(who).map(|c| c.side);
        let mut others: Vec<CombatantId> =
            all.into_iter().filter(|who| *who != act.who && !act.at.contains(who)).collect();
        others.sort_by_key(|who| Some(side(*who)) != act.target().map(side));
        others
    }

    /// The act at another target. What was said of the old one is dropped, unless the act cannot be done without it.
    /// `None` if the act cannot be done at that target.
    fn aimed(&self, nth: usize, act: &Act, from: CombatantId, to: CombatantId) -> Option<(usize, Act)> {
        let mut act = act.clone();
        let blows = act.parts.iter_mut().filter_map(|part| part.at.as_mut());
        act.at.iter_mut().chain(blows).filter(|who| **who == from).for_each(|who| *who = to);
        let own = act.facts.only(|fact| !fact.holds_this_round() && !fact.is_distance());
        let ways = [Act { facts: own, ..act.clone() }, act];
        let may = |act: &Act| {
            let command = Command::Act(act.clone());
            rules::check(self.view.rules, &self.steps[nth].1, &command).is_ok()
        };
        Some((nth, ways.into_iter().find(may)?))
    }

    /// A failed saving throw with the least number that makes it: of who says it, or else of anybody.
    fn saved(&self) -> Made {
        let all: Vec<Save> = self.saves().collect();
        let own: Vec<Save> = all.iter().filter(|save| save.ask.who == self.who).copied().collect();
        let all = if own.is_empty() { all } else { own };
        let failed: Vec<Save> = all.iter().filter(|save| save.has_failed()).copied().collect();
        let none = if all.is_empty() {
            "nobody makes a saving throw in it"
        } else {
            "no saving throw in it failed"
        };
        some(failed.clone(), none)?;
        let made = |save: Save| {
            let (need, roll) = save.least()?;
            let mut commands = self.recorded();
            let answered = &mut commands[save.nth].answers[save.at];
            (answered.answer, answered.by) = (Answer::Roll(roll), Provenance::Typed);
            let who = save.ask.who.map_or_else(String::new, |who| format!("{}: ", self.view.name(who)));
            let text = format!("{who}{} {need}", save.ask.purpose.noun());
            Some(Ready { text, amendment: Amendment::change(self.place, commands) })
        };
        some(failed.into_iter().filter_map(made).collect(), "no face of its die makes the saving throw")
    }

    fn saves(&self) -> impl Iterator<Item = Save<'_>> {
        let answers = self.steps.iter().enumerate().flat_map(|(nth, (step, _))| {
            step.answers.iter().enumerate().map(move |(at, answered)| (nth, at, answered))
        });
        answers.filter_map(|(nth, at, answered)| match (&answered.ask, &answered.answer) {
            (Ask::Roll(ask), Answer::Roll(roll)) if ask.purpose.words().saves => {
                Some(Save { nth, at, ask, roll })
            }
            _ => None,
        })
    }

    /// A condition that makes a difference to it, ended before it: of who says it, of the actor, of the others.
    fn ended(&self) -> Made {
        let all: Vec<(CombatantId, EffectId, String)> = self.conditions().take(MOST).collect();
        let none = if all.is_empty() {
            "nobody concerned has a condition"
        } else {
            "no condition counts in it"
        };
        let counting = all.into_iter().filter(|(who, id, _)| self.counts(*who, *id));
        let ready = counting.map(|(who, id, text)| {
            let ends = Command::Overrule(Overrule::Relieve(who, id));
            Ready { text, amendment: Amendment::insert(self.place, vec![ends]) }
        });
        some(ready.collect(), none)
    }

    /// The conditions of those concerned, as of before the act.
    fn conditions(&self) -> impl Iterator<Item = (CombatantId, EffectId, String)> {
        let before = self.steps.first().map(|(_, before)| before);
        let people = self.concerned().into_iter().filter_map(move |who| before?.get(who));
        people.flat_map(|c| {
            let shown = c.effects.iter().filter(|effect| self.view.is_shown(effect) && befalls(effect));
            shown.map(|effect| {
                let over = log::condition_over(self.view.about(), effect);
                (c.id, effect.id, format!("{}: {over}", c.name))
            })
        })
    }

    /// Those concerned: who says it, those who act, their targets, and those something happens to.
    fn concerned(&self) -> Vec<CombatantId> {
        let mut all: Vec<CombatantId> = self.who.into_iter().collect();
        let mut add = |who: CombatantId| {
            if !all.contains(&who) {
                all.push(who);
            }
        };
        let acts = self.acts(|_, _| true);
        acts.iter().for_each(|(_, act)| {
            std::iter::once(act.who).chain(act.at.iter().copied()).for_each(&mut add)
        });
        let events = self.steps.iter().flat_map(|(step, _)| &step.events);
        events.flat_map(whom).for_each(add);
        all
    }

    /// Whether the act would be another without that condition.
    fn counts(&self, who: CombatantId, id: EffectId) -> bool {
        let ends = Command::Overrule(Overrule::Relieve(who, id));
        (0..self.steps.len()).any(|nth| {
            let (step, before) = &self.steps[nth];
            let Ok(without) = rules::play(self.view.rules, before.clone(), &ends, &mut Unanswered)
            else {
                return false;
            };
            let mut with = self.retold(nth, before.clone(), &step.command);
            // That it ends there is no difference that it makes.
            with.events.iter_mut().for_each(|events| events.retain(|event| !is_end(event, id)));
            with != self.retold(nth, without, &step.command)
        })
    }
}

/// A saving throw among the answers: the index of its command, its index there, and the roll.
#[derive(Clone, Copy)]
struct Save<'a> {
    nth: usize,
    at: usize,
    ask: &'a RollRequest,
    roll: &'a Roll,
}

impl Save<'_> {
    fn has_failed(&self) -> bool {
        let figure = self.ask.figure(self.roll);
        self.ask.need.is_some_and(|need| if self.ask.under { figure > need } else { figure < need })
    }

    /// The number that just makes it, and as a roll; `None` if the dice cannot show it.
    fn least(&self) -> Option<(i32, Roll)> {
        let need = self.ask.need?;
        let face = u16::try_from(need).ok().filter(|_| self.ask.count == 1);
        let roll = face.map_or(Roll::Total(need), |face| Roll::Faces(vec![face]));
        self.ask.accepts(&roll).is_ok().then_some((need, roll))
    }
}

/// The changes, or why there are none.
fn some<T>(all: Vec<T>, none: &'static str) -> Result<Vec<T>, &'static str> {
    if all.is_empty() { Err(none) } else { Ok(all) }
}

/// Whether an act is done by that one, or at it.
fn is_concerned(act: &Act, who: CombatantId) -> bool {
    act.who == who || act.at.contains(&who)
}

/// All values of a fact, from the least cover to the most.
fn degrees_of(field: &FactField) -> Vec<Fact> {
    let of = field.fact.values();
    if !of.is_empty() {
        return of.into_iter().map(|(_, fact)| fact).collect();
    }
    let Some((least, most)) = field.range else { return vec![field.fact.clone()] };
    let mut all: Vec<i32> = (least..=most).collect();
    all.sort_by_key(|n| n.abs());
    all.into_iter().filter_map(|n| field.fact.read(&n.to_string())?.ok()).collect()
}

fn covered_by(act: &Act, cover: &Fact) -> Act {
    let mut facts: Facts = act.facts.clone();
    facts.set(cover.clone());
    Act { facts, ..act.clone() }
}

/// A fact with its value: `cover: -2`.
fn worded(fact: &Fact) -> String {
    let listed = fact.values().into_iter().find(|(_, value)| value == fact);
    let value = listed.map(|(word, _)| word.to_string()).or_else(|| Some(fact.number()?.to_string()));
    value.map_or_else(|| fact.label().to_string(), |value| format!("{}: {value}", fact.label()))
}

/// Those an event is about.
fn whom(event: &Event) -> Vec<CombatantId> {
    match event {
        Event::Rolled(rolled) => rolled.who.into_iter().chain(rolled.against).collect(),
        Event::Harmed { who, .. } | Event::Wounded { who, .. } | Event::Healed { who, .. } => vec![*who],
        Event::Stood(who, _) | Event::Passed(who) | Event::Afflicted(who, _) => vec![*who],
        _ => Vec::new(),
    }
}

/// Whether a condition befalls its bearer, rather than being what it has announced or waits for.
fn befalls(effect: &Effect) -> bool {
    const OWN: Meaning = Meaning::DECLARED.and(Meaning::WAITS);
    effect.condition.pledge.is_empty() && !effect.meaning().has_any(OWN)
}

fn is_end(event: &Event, of: EffectId) -> bool {
    matches!(event, Event::Relieved { id, .. } if *id == of)
}
