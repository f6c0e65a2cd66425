//! A proposal in words.

use super::{Forecast, forecast, needs, price};
use crate::odds::chances::{Trial, chances, hit};
use crate::odds::exact::{self, Budget, Chance};
use crate::policy::{self, Acting, Then};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::combatant::{Combatant, Spent};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::dice::{Purpose, Tape};
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::model::tally::Reason;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::rules::text::words;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Describes the act and those that continue it: the whole way of a walker, or all who run.
pub(super) fn describe_all(rules: &dyn Ruleset, e: &Encounter, act: &Act, more: &[Act]) -> String {
    let mut all = vec![act.who];
    all.extend(more.iter().map(|one| one.who).filter(|who| *who != act.who));
    match more {
        [] => describe(rules, e, &as_it_ends(rules, e, act, more)),
        _ if all.len() > 1 => words::they_do(e, &all, Verb::RUN.alone()),
        _ => {
            let second = deeds::price(rules, e, act).map_or(0, |price| price.takes);
            let all = usize::try_from(second).unwrap_or(1).saturating_mul(more.len() + 1);
            format!("{}: {all} s", sentence(e, &as_it_ends(rules, e, act, more)))
        }
    }
}

/// The move as it ends: one that comes into reach closes with its target, even if contact was not stated.
fn as_it_ends<'a>(rules: &dyn Ruleset, e: &Encounter, act: &'a Act, more: &[Act]) -> Cow<'a, Act> {
    let comes = act.deed == Deed::Move && !act.facts.has(&Fact::Contact);
    let Some(whom) = act.target().filter(|_| comes) else { return Cow::Borrowed(act) };
    let all = std::iter::once(act).chain(more).cloned().map(Command::Act);
    let there = all
        .into_iter()
        .try_fold(e.clone(), |e, command| rules::play(rules, e, &command, &mut Tape::new(&[])));
    let far = there.ok().and_then(|there| there.distance(act.who, whom));
    if far.is_none_or(|far| far > rules.about().melee()) {
        return Cow::Borrowed(act);
    }
    let mut told = act.clone();
    told.facts.set(Fact::Contact);
    Cow::Owned(told)
}

/// The words around a proposal: the round it leads to, and who does nothing before it.
pub(super) struct Around {
    round: Option<u32>,
    held: Option<String>,
    idle: Option<String>,
}

impl Around {
    pub(super) fn of(e: &Encounter, acting: &Acting) -> Self {
        let there = acting.state(e);
        let round = (there.round > e.round && e.round > 0).then_some(there.round);
        // Those who have acted this round already are not said to do nothing.
        let fresh = |who: &&CombatantId| there.get(**who).is_some_and(|c| c.spent == Spent::default());
        // In the movement phase, staying put does not use up the act; for those in melee it goes without saying.
        let moves = e.window().is_some_and(|window| window.phase == Phase::Movement);
        let does = if moves { Verb::DO_NOT.then("move") } else { NOTHING };
        let holds = |who: &&CombatantId| {
            moves && there.get(**who).is_some_and(|c| c.engaged_with().next().is_some())
        };
        let waits: Vec<CombatantId> =
            acting.idle.iter().filter(fresh).filter(|who| !holds(who)).copied().collect();
        let idle = match (&acting.then, &waits[..]) {
            (Then::Close, _) | (_, []) => None,
            (_, many) => Some(few_do(e, many, does)),
        };
        Self { round, held: (acting.held > 0).then(|| held(e, there)), idle }
    }

    pub(super) fn around(&self, text: &str) -> String {
        let held = self.held.as_ref().map_or_else(String::new, |held| format!("{held} · "));
        let round = self.round.map_or_else(String::new, |round| format!("round {round}: "));
        let idle = self.idle.as_ref().map_or_else(String::new, |idle| format!(" · {idle}"));
        format!("{held}{round}{text}{idle}")
    }
}

/// What comes of it as the pending results count: who falls, else that they do.
fn held(e: &Encounter, after: &Encounter) -> String {
    let falls = |c: &&Combatant| c.is_up() && !after.get(c.id).is_some_and(Combatant::is_up);
    let fallen: Vec<CombatantId> = e.all().filter(falls).map(|c| c.id).collect();
    match &fallen[..] {
        [] => words::PENDING_COUNT.into(),
        many => words::they_do(e, many, Verb::FALL.alone()),
    }
}

/// What those do who let their chance go by.
pub(super) const NOTHING: Phrase = Verb::DO.then("nothing");

/// The most combatants that are named before an act; more of a kind are counted.
const MOST_NAMED: usize = 3;

/// Formats what a few do, or how many: `6 Goblins do nothing`, `Brea, Odo and 4 more do nothing`.
fn few_do(e: &Encounter, who: &[CombatantId], does: Phrase) -> String {
    let kinds: BTreeSet<&str> = who.iter().map(|who| stem(words::name(e, *who))).collect();
    let many = who.len() > MOST_NAMED && kinds.len() == 1;
    let names = if many { words::counted(e, who) } else { words::few(e, who) };
    format!("{names} {}", does.says(Number::of(who.len())))
}

/// Describes the end of a window in which nothing more is done, or what begins after it.
pub(super) fn closing(rules: &dyn Ruleset, start: &Encounter, acting: &Acting) -> String {
    let e = acting.state(start);
    let left = |who: CombatantId| rules.glance(e, who).time_budget.map_or(0, |budget| budget.left);
    // Who has acted in this round has done something, but may have time left.
    let acted = |c: &Combatant| c.spent.acted || !c.spent.attacks.is_empty();
    let waits = |who: &CombatantId| left(*who) > 0 || !e.get(*who).is_some_and(acted);
    let idle: Vec<CombatantId> = acting.idle.iter().copied().filter(waits).collect();
    let who = match &idle[..] {
        [] => None,
        [one] if left(*one) > 0 => {
            Some(format!("{}, {} s left", few_do(e, &[*one], Verb::WAIT.alone()), left(*one)))
        }
        many => Some(few_do(e, many, NOTHING)),
    };
    let on = || onward(rules, e, &acting.commands(rules, start));
    let announce = if rules.about().counts_down { "declare" } else { "announce" };
    match who {
        _ if policy::silent(rules, e) > 0 => {
            let may = may_announce(rules, e);
            let many = format!("{} may still {announce}", policy::silent(rules, e));
            format!("{} ({})", on(), may.unwrap_or(many))
        }
        Some(who) if acting.ends_round => format!("{who}: on to round {}", e.round + 1),
        None if acting.ends_round => format!("on to round {}", e.round + 1),
        Some(who) if idle.len() == 1 => who,
        Some(who) => format!("{who}: {}", on()),
        None => on(),
    }
}

/// What begins when these are done: `on to Initiative`.
fn onward(rules: &dyn Ruleset, e: &Encounter, commands: &[Command]) -> String {
    let step = |e, command| rules::play(rules, e, command, &mut Tape::new(&[]));
    let after = commands.iter().try_fold(e.clone(), step);
    let opens = |e: &Encounter| Some(words::opening(rules.about(), e, e.window()?));
    after.ok().as_ref().and_then(opens).map_or_else(|| "go on".into(), |next| format!("on to {next}"))
}

/// Who may announce which spell, if it is a single one.
fn may_announce(rules: &dyn Ruleset, e: &Encounter) -> Option<String> {
    let [act] = &policy::left_to_players(rules, e)[..] else { return None };
    let spell = words::spell(e, act.who, act.facts.spell()?);
    Some(format!("{} may announce {spell}", words::name(e, act.who)))
}

/// The budget for a chance that is computed with every proposal.
const PROPOSAL_BUDGET: Budget = Budget { steps: 300 };

/// Describes an act with its weapon, cost and what its roll needs: `Ana shoots at Orc 2 with bow (hits on 12+)`.
pub fn describe(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> String {
    let price = price(rules, e, act);
    if act.deed == Deed::Resume {
        let cost = price.map_or_else(String::new, |price| format!(": {price}"));
        return format!("{}, going on{cost}", with_weapon(e, &begun(e, act)));
    }
    let text = match price {
        Some(price) => format!("{}: {price}", with_weapon(e, act)),
        None if has_choice(e, act) || handles(act).is_some() => with_weapon(e, act),
        None => sentence(e, act),
    };
    let Forecast::Roll(roll) = forecast(rules, e, &Command::Act(act.clone())) else { return text };
    let cover = roll.tally.terms().iter().find(|term| term.0 == Reason::COVER);
    let cover = cover.map(|term| format!("cover {}", words::signed(term.1)));
    let needs = needs(&roll).map(|needs| past_defence(rules, e, act).map_or(needs, |past| past));
    let said: Vec<String> = cover.into_iter().chain(needs).collect();
    let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
    format!("{text}{said}")
}

/// The chance that an attack that may be defended against hits, given the defence in effect.
fn past_defence(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<String> {
    if rules.about().family != Family::Wounds {
        return None;
    }
    let chances = chances(rules, e, &[Command::Act(act.clone())], PROPOSAL_BUDGET).ok()?;
    let fended = |trial: &Trial| matches!(trial.test.purpose, Purpose::Defence(_));
    let defence = chances.trials.iter().find(|trial| fended(trial))?;
    let hit = hit(&chances, act.target()?)?;
    let hits = Verb::HIT.says(Number::One);
    Some(format!("{hits} {hit} past the {}", defence.test.purpose.noun()))
}

/// The chance that an act of one attack hits, given the defence in effect; `None` if it does not start with an attack.
pub fn chance_to_hit(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<Chance> {
    let command = Command::Act(act.clone());
    let Forecast::Roll(ask) = forecast(rules, e, &command) else { return None };
    match (ask.purpose, rules.about().family) {
        (Purpose::Attack(_), Family::D20) => exact::succeeds(&ask),
        (Purpose::Attack(_), Family::Wounds) => {
            hit(&chances(rules, e, &[command], PROPOSAL_BUDGET).ok()?, act.target()?)
        }
        _ => None,
    }
}

/// The act being resumed, with its present targets.
fn begun(e: &Encounter, act: &Act) -> Act {
    let begun = e.get(act.who).and_then(|c| c.ongoing.as_ref()).map_or(act, |begun| &begun.act);
    let at = if act.at.is_empty() { begun.at.clone() } else { act.at.clone() };
    Act { at, ..begun.clone() }
}

/// Whether it attacks and has several weapons to choose from, so that the one used is named.
fn has_choice(e: &Encounter, act: &Act) -> bool {
    let attacks = matches!(act.deed, Deed::Strike | Deed::Shoot | Deed::Charge);
    attacks && e.d20(act.who).is_ok_and(|d20| d20.figures.attacks.len() > 1)
}

/// Describes an act with its weapon: `Ana attacks Orc 2 with sword`.
fn with_weapon(e: &Encounter, act: &Act) -> String {
    let weapon = words::means(e, act.who, act.with);
    match (act.with, handles(act)) {
        (None, _) => sentence(e, act),
        (_, Some(does)) => handled(e, act, does, weapon),
        _ => format!("{} with {weapon}", sentence(e, act)),
    }
}

/// Describes an act by what is handled in it, and at whom.
fn handled(e: &Encounter, act: &Act, does: Phrase, what: &str) -> String {
    let at = act.deed.words().does.whom(&targets(e, act));
    format!("{} {}{at}", words::name(e, act.who), does.done(Number::One, what))
}

/// The verb for what the act does to its weapon or spell, if it does not use it: `reloads`.
fn handles(act: &Act) -> Option<Phrase> {
    act.deed.words().handles.filter(|_| act.with.is_some())
}

/// Describes an act: `Ana attacks Orc 2`, `Mirel casts sleep at Orc 2`.
pub fn sentence(e: &Encounter, act: &Act) -> String {
    if let (Some(spell), Some(does)) = (act.facts.spell(), act.deed.words().handles) {
        return handled(e, act, does, words::spell(e, act.who, spell));
    }
    let does = does(act, !act.at.is_empty());
    format!("{} {}", words::name(e, act.who), does.done(Number::One, &targets(e, act)))
}

fn targets(e: &Encounter, act: &Act) -> String {
    act.at.iter().map(|id| words::name(e, *id)).collect::<Vec<_>>().join(", ")
}

/// What an act does, aimed at a target or not: `attacks`, `closes with`.
pub(super) fn does(act: &Act, aimed: bool) -> Phrase {
    let away = act.facts.has(&Fact::Away);
    match act.deed {
        Deed::Move | Deed::Run if away && aimed => Verb::RUN.alone().to("from"),
        Deed::Move if away => Verb::RUN.alone(),
        Deed::Move if act.facts.has(&Fact::Contact) => Verb::CLOSE.then("with"),
        Deed::Pass => NOTHING,
        deed => deed.words().does,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{READY, prepared};

    #[test]
    fn many_of_a_kind_are_counted_and_a_few_are_named() {
        let ready = READY.iter().copied().filter_map(prepared).map(|(_, start)| start);
        let (e, goblins) = ready
            .map(|e| {
                let goblins = e.all().filter(|c| stem(&c.name) == "Goblin").map(|c| c.id);
                (e.clone(), goblins.collect::<Vec<_>>())
            })
            .max_by_key(|(_, goblins)| goblins.len())
            .expect("a ready fight");
        assert_eq!(few_do(&e, &goblins[..6], NOTHING), "6 Goblins do nothing");
        assert_eq!(few_do(&e, &goblins[..3], NOTHING), "Goblins 1, 2, 3 do nothing");
        assert_eq!(
            few_do(&e, &goblins[..1], NOTHING),
            format!("{} does nothing", words::name(&e, goblins[0]))
        );
    }
}
