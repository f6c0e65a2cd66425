//! What an amendment changes, to be accepted or discarded.

use crate::chronicle::{Change, Difference, Fate, Idle, VoidCommand};
use crate::policy;
use crate::rules;
use crate::rules::model::combatant::{Standing, Vitals};
use crate::rules::model::command::Command;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Round;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::ruleset::Ruleset;
use crate::rules::text::{log, words};
use crate::tui::input::operations::Op;
use crate::tui::kit::page::Page;
use crate::tui::overlays::{CLOSE, Layer, closes};
use crate::tui::table::view::View;
use std::collections::BTreeMap;

/// Opens a page of what the amendment changes.
pub fn open(view: &View, difference: &Difference) -> Box<dyn Layer> {
    let page = Page::new("What changes", lines(view.rules, difference));
    let page = page.turn(Op::Forward, "accept it", |session| closes(session.accept_amended()));
    Box::new(page.turn(Op::Back, "keep it as it was", |session| {
        session.forget();
        CLOSE
    }))
}

/// Describes a difference, the most important changes first.
pub fn lines(rules: &dyn Ruleset, difference: &Difference) -> Vec<String> {
    let telling = Words { rules, states: &difference.states };
    let mut lines: Vec<String> = Vec::new();
    lines.extend(difference.fates.iter().filter_map(|fate| telling.presence(fate)));
    lines.extend(difference.fates.iter().filter_map(|fate| telling.fall(fate)));
    lines.extend(telling.void(&difference.void));
    lines.extend(telling.idle(&difference.idle));
    lines.extend(difference.fates.iter().filter_map(|fate| telling.vitals(fate)));
    lines.extend(difference.fates.iter().flat_map(|fate| telling.conditions(fate)));
    lines.extend(telling.whereabouts());
    if lines.is_empty() {
        lines.push("Nothing changes.".into());
    }
    lines
}

struct Words<'a> {
    rules: &'a dyn Ruleset,
    states: &'a Change<Encounter>,
}

impl Words<'_> {
    /// The name of a combatant, who may exist on one of the two lines only.
    fn name(&self, who: CombatantId) -> &str {
        let there = self.states.now.get(who).is_some();
        words::name(if there { &self.states.now } else { &self.states.was }, who)
    }

    fn presence(&self, fate: &Fate) -> Option<String> {
        let Change { now, .. } = fate.presence.as_ref()?;
        let what = if *now { "is in the fight now" } else { "never came" };
        Some(format!("{} {what}", self.name(fate.who)))
    }

    fn fall(&self, fate: &Fate) -> Option<String> {
        let Change { was, now } = fate.fall.as_ref()?;
        let name = self.name(fate.who);
        Some(match (was, now) {
            (None, Some((round, standing))) => {
                format!("{name} now {} in round {round}", fell(*standing))
            }
            (Some((round, standing)), None) => {
                format!("{name} no longer {} in round {round}", fell(*standing))
            }
            (Some((then, _)), Some((round, standing))) if then != round => {
                format!("{name} now {} in round {round}, not in round {then}", fell(*standing))
            }
            (Some((_, then)), Some((round, standing))) => {
                let (now, then) = (fell(*standing), words::standing(*then));
                format!("{name} now {now} in round {round} (it was {then})")
            }
            (None, None) => return None,
        })
    }

    /// The acts that became impossible; those of one combatant for one reason share a line.
    fn void(&self, void: &[VoidCommand]) -> Vec<String> {
        let mut groups: Vec<(&VoidCommand, Vec<Round>)> = Vec::new();
        for one in void {
            let alike = |(first, _): &&mut (&VoidCommand, Vec<Round>)| {
                actor(&first.command).is_some()
                    && (actor(&first.command), &first.why) == (actor(&one.command), &one.why)
            };
            match groups.iter_mut().find(alike) {
                Some((_, rounds)) => rounds.push(one.round),
                None => groups.push((one, vec![one.round])),
            }
        }
        groups.iter().map(|(first, rounds)| self.voided(first, rounds)).collect()
    }

    fn voided(&self, first: &VoidCommand, rounds: &[Round]) -> String {
        let why = self.rules.about().why(&first.why);
        let what = match (&first.command, rounds) {
            (Command::Act(act), [round]) => {
                let what = words::act(&self.states.was, act);
                format!("{}'s {what} in round {round}", self.name(act.who))
            }
            (Command::Act(act), rounds) => {
                format!("{} acts of {} {}", rounds.len(), self.name(act.who), span(rounds))
            }
            (command, _) => {
                let label = log::entry_label(self.rules.about(), &self.states.was, command, &[]);
                format!("{label} in round {}", first.round)
            }
        };
        let is = Verb::BE.says(Number::of(rounds.len().max(1)));
        format!("{what} {is} void: {why}")
    }

    /// Those who have an act but were given none, each with all its rounds.
    fn idle(&self, idle: &[Idle]) -> Vec<String> {
        let mut all: Vec<(CombatantId, Vec<Round>)> = Vec::new();
        for one in idle {
            match all.iter_mut().find(|(who, _)| *who == one.who) {
                Some((_, rounds)) => rounds.push(one.round),
                None => all.push((one.who, vec![one.round])),
            }
        }
        let told = |(who, rounds): &(CombatantId, Vec<Round>)| {
            format!("{} does nothing {}: no act was given", self.name(*who), span(rounds))
        };
        all.iter().map(told).collect()
    }

    fn vitals(&self, fate: &Fate) -> Option<String> {
        let Change { was, now } = fate.vitals.as_ref()?;
        let unit = match self.rules.about().family {
            rules::ruleset::about::Family::D20 => "HP",
            rules::ruleset::about::Family::Wounds => "wounds",
        };
        let figure = |of: &Vitals, on_top: i32| words::hit_points(of.figure(), on_top).replace('-', "−");
        let (was, now) = (figure(was, fate.temporary.was), figure(now, fate.temporary.now));
        Some(format!("{} {was} → {now} {unit}", self.name(fate.who)))
    }

    fn conditions(&self, fate: &Fate) -> Vec<String> {
        let about = self.rules.about();
        let shown =
            |effect: &&rules::model::effect::Effect| effect.label.is_some() || effect.toward.is_none();
        let name = self.name(fate.who);
        let was = fate.conditions.was.iter().filter(shown);
        let now = fate.conditions.now.iter().filter(shown);
        let ended = was.map(|effect| format!("{name}: {}", log::condition_over(about, effect)));
        let began = now.map(|effect| format!("{name}: now {}", log::condition(about, effect)));
        ended.chain(began).collect()
    }

    /// Where the fight is now, if that has changed.
    fn whereabouts(&self) -> Option<String> {
        let (was, now) = (self.place(&self.states.was), self.place(&self.states.now));
        (was != now).then(|| format!("The fight is now at {now} instead of {was}"))
    }

    fn place(&self, e: &Encounter) -> String {
        if e.stage == Stage::Over {
            return "its end".into();
        }
        let acting = policy::acting(self.rules, e, None, &BTreeMap::new());
        let e = acting.state(e);
        let Some(window) = e.window() else { return format!("round {}", e.round) };
        let phase = self.rules.about().phase(window.phase);
        let place = format!("round {}, {phase}", e.round);
        let next = acting.who;
        next.map_or(place.clone(), |who| format!("{place}, {} next", words::name(e, who)))
    }
}

fn actor(command: &Command) -> Option<CombatantId> {
    match command {
        Command::Act(act) => Some(act.who),
        _ => None,
    }
}

fn fell(standing: Standing) -> String {
    let does = if standing == Standing::Dead { Verb::FALL.alone() } else { words::becomes(standing) };
    does.says(Number::One)
}

/// `in round 3`, `in rounds 3 to 7`.
fn span(rounds: &[Round]) -> String {
    match (rounds.iter().min(), rounds.iter().max()) {
        (Some(first), Some(last)) if first < last => format!("in rounds {first} to {last}"),
        (Some(round), _) => format!("in round {round}"),
        _ => String::new(),
    }
}
