//! What an amount that is being typed would come to: `Ogre takes 4 damage, 6 hit points left`.

use super::amount::{Amount, Does};
use crate::rules;
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::command::{Command, Share};
use crate::rules::model::dice::Tape;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::Verb;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;

/// The most different outcomes listed.
const MOST_LISTED: usize = 3;

/// An amount with its targets.
pub struct Outcome<'a> {
    /// The rules of the fight.
    pub rules: &'a dyn Ruleset,
    /// The state before.
    pub e: &'a Encounter,
    /// The amount.
    pub amount: Amount,
    /// The targets, each with its share.
    pub who: &'a [(CombatantId, Share)],
    /// The commands that carry it out.
    pub commands: &'a [Command],
}

impl Outcome<'_> {
    /// Describes it, those alike together.
    pub fn text(&self) -> String {
        let after = self.after();
        let (events, there) =
            after.as_ref().map_or((&[][..], None), |(e, events)| (&events[..], Some(e)));
        let touched = self.who.iter().filter(|(_, share)| *share != Share::None);
        let told = touched.map(|(who, share)| {
            let much = self.much(*who, *share, events);
            let left = match waits(events, *who) {
                true => Some("pending".into()),
                false => there.and_then(|there| self.left(there.get(*who)?)),
            };
            (*who, (much, left))
        });
        alike(told, |who, (much, left)| {
            let left = left.as_ref().map_or_else(String::new, |left| format!(", {left}"));
            let each = if who.len() > 1 { " each" } else { "" };
            format!("{} {much}{each}{left}", words::they_do(self.e, who, self.does().alone()))
        })
    }

    fn does(&self) -> Verb {
        match self.amount.does {
            Does::Harm => Verb::TAKE,
            Does::Heal => Verb::HEAL,
            Does::Shield => Verb::GAIN,
        }
    }

    /// The state after, with the events; `None` if dice decide.
    fn after(&self) -> Option<(Encounter, Vec<Event>)> {
        let run = |(e, mut events): (Encounter, Vec<Event>), command: &Command| {
            let (after, more) = rules::resolve(self.rules, e, command, &mut Tape::new(&[])).ok()?;
            events.extend(more);
            Some((after, events))
        };
        self.commands.iter().try_fold((self.e.clone(), Vec::new()), run)
    }

    /// How much a target gets: `4 damage`, `2 wounds`, `half of 2d6 damage`.
    fn much(&self, who: CombatantId, share: Share, events: &[Event]) -> String {
        let dice = self.amount.dice;
        let number = match dice.count {
            0 => Some(dealt(events, who).unwrap_or_else(|| share.of(dice.plus, dice.plus / 2))),
            _ => None,
        };
        let rolled = || match share {
            Share::Half => format!("half of {dice}"),
            Share::Double => format!("twice {dice}"),
            Share::Full | Share::None => dice.to_string(),
        };
        let wounds = self.e.get(who).is_some_and(|c| matches!(c.vitals, Vitals::Wounds(_)));
        match (self.amount.does, number) {
            (Does::Heal, Some(n)) if wounds => words::harmed(self.rules.about(), n),
            (Does::Shield, Some(n)) => words::temporary(n),
            (Does::Heal, _) => number.map_or_else(rolled, |n| n.to_string()),
            (Does::Harm | Does::Shield, _) => {
                format!("{} damage", number.map_or_else(rolled, |n| n.to_string()))
            }
        }
    }

    /// How a target fares after: the gravest fact only. Temporary hit points leave it as it was.
    fn left(&self, after: &Combatant) -> Option<String> {
        let before = self.e.get(after.id)?;
        match self.amount.does {
            Does::Shield => None,
            _ if after.standing != before.standing => Some(words::standing(after.standing).into()),
            Does::Harm => Some(has(self.rules, after, " left")),
            Does::Heal => Some(has(self.rules, after, "")),
        }
    }
}

/// What the events say one target took or got back, whether it counts now or later.
fn dealt(events: &[Event], who: CombatantId) -> Option<i32> {
    events.iter().find_map(|event| match event {
        Event::Deferred(event) => dealt(std::slice::from_ref(event), who),
        Event::Harmed { who: whom, amount, .. } | Event::Healed { who: whom, amount } => {
            (*whom == who).then_some(*amount)
        }
        _ => None,
    })
}

/// Whether what happens to one target waits for the outcome of simultaneous acts.
fn waits(events: &[Event], who: CombatantId) -> bool {
    events.iter().any(|event| match event {
        Event::Deferred(event) => dealt(std::slice::from_ref(event), who).is_some(),
        _ => false,
    })
}

/// Describes how the targets fare before anything is typed: `Ogre has 10 hit points`.
pub fn before(rules: &dyn Ruleset, e: &Encounter, who: &[CombatantId]) -> String {
    let told = who.iter().filter_map(|who| Some((*who, has(rules, e.get(*who)?, ""))));
    alike(told, |who, has| {
        let each = if who.len() > 1 { " each" } else { "" };
        format!("{} {has}{each}", words::they_do(e, who, Verb::HAVE.alone()))
    })
}

/// Formats its hit points or wounds: `6 hit points left`, `no wounds`.
fn has(rules: &dyn Ruleset, c: &Combatant, left: &str) -> String {
    match c.vitals {
        Vitals::HitPoints { now, .. } if c.temporary() > 0 => {
            let points = words::hit_points(now, c.temporary());
            format!("{points} {}{left}", words::harm(rules.about()))
        }
        Vitals::HitPoints { now, .. } => format!("{}{left}", words::harmed(rules.about(), now)),
        Vitals::Wounds(0) => "no wounds".into(),
        Vitals::Wounds(taken) => words::harmed(rules.about(), taken),
    }
}

/// Lists what was told of each, those of whom the same was told together.
fn alike<T: PartialEq>(
    told: impl Iterator<Item = (CombatantId, T)>,
    says: impl Fn(&[CombatantId], &T) -> String,
) -> String {
    let mut groups: Vec<(Vec<CombatantId>, T)> = Vec::new();
    for (who, what) in told {
        match groups.iter_mut().find(|(_, other)| *other == what) {
            Some((all, _)) => all.push(who),
            None => groups.push((vec![who], what)),
        }
    }
    let more: usize = groups.iter().skip(MOST_LISTED).map(|(who, _)| who.len()).sum();
    let mut said: Vec<String> =
        groups.iter().take(MOST_LISTED).map(|(who, what)| says(who, what)).collect();
    said.extend((more > 0).then(|| format!("{more} more")));
    said.join(" · ")
}
