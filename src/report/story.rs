//! The fight in sentences: a summary, and a paragraph per round.

use super::beat::{Beat, Blow, Done, Round};
use super::cast::{Cast, Fate};
use super::grammar::{a, and, clauses, count, number, of, span, the, times};
use super::{Paragraph, Report};
use crate::rules::model::combatant::Standing;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::text::log::capital;
use crate::rules::text::words;

/// The duration and state of the fight, for the summary.
pub(super) struct Course {
    /// The number of rounds fought.
    pub(super) rounds: u32,
    /// Their duration in seconds.
    pub(super) seconds: u32,
    /// Whether it is over.
    pub(super) over: bool,
}

/// The summary: who fought whom, for how long, and how it ended.
pub(super) fn head(cast: &Cast, course: &Course, rounds: &[Round]) -> String {
    let present = cast.e.side_ids().filter(|side| !cast.of_side(*side).is_empty());
    let sides: Vec<String> = present.map(|side| cast.introduced(side)).collect();
    let against = match &sides[..] {
        [] => return "Nobody came.".into(),
        [one] => format!("{} stood alone.", capital(one)),
        [one, other] => format!("{} fought {other}.", capital(one)),
        _ => format!("{} fought one another.", capital(&and(&sides))),
    };
    if course.rounds == 0 {
        return format!("{against} It did not come to blows.");
    }
    let long = format!("{} ({})", count(course.rounds as usize, "round"), span(course.seconds));
    if !course.over {
        return format!("{against} After {long} it goes on: {}.", standing(cast, Verb::says));
    }
    format!("{against} It took {long}. {}", ending(cast, rounds))
}

/// How many of each side could fight on.
fn standing(cast: &Cast, tense: fn(Verb, Number) -> &'static str) -> String {
    let told = cast.e.side_ids().filter(|side| !cast.of_side(*side).is_empty()).map(|side| {
        let (able, all) = (cast.able(side).len(), cast.of_side(side).len());
        let verb = tense(Verb::HAVE, cast.number(side));
        let left = match (able, all) {
            (0, _) => "nobody left".into(),
            (able, all) if able == all => "everybody still in the fight".into(),
            (able, all) => format!("{} of {} still in the fight", number(able), number(all)),
        };
        format!("{} {verb} {left}", cast.side(side))
    });
    and(&told.collect::<Vec<_>>())
}

fn ending(cast: &Cast, rounds: &[Round]) -> String {
    let able = |side: &SideId| !cast.able(*side).is_empty();
    let (up, beaten): (Vec<SideId>, Vec<SideId>) = cast.e.side_ids().partition(able);
    let mut told = match &up[..] {
        [] => vec!["Nobody was left standing.".to_string()],
        [only] => {
            let broken = broken(cast, rounds, *only);
            let (fled, lost): (Vec<_>, Vec<_>) = cast
                .unable(&[*only])
                .into_iter()
                .partition(|(fate, _)| *fate == Fate::Out(Standing::Fled));
            let all = |of: Vec<(Fate, Vec<CombatantId>)>| {
                of.into_iter().flat_map(|(_, who)| who).filter(|who| !broken.contains(who)).collect()
            };
            let (lost, fled): (Vec<CombatantId>, Vec<CombatantId>) = (all(lost), all(fled));
            let told = |who: &[CombatantId], before: &str, after: &str| {
                (!who.is_empty()).then(|| format!("{before} {}{after}", cast.several(who)))
            };
            let price: Vec<String> =
                [told(&lost, "lost", ""), told(&fled, "saw", " flee"), told(&broken, "saw", " break")]
                    .into_iter()
                    .flatten()
                    .collect();
            let price = if price.is_empty() {
                " without a loss".into()
            } else {
                format!(", but {}", and(&price))
            };
            vec![format!("{} held the field{price}.", capital(&cast.side(*only)))]
        }
        _ => vec![format!("They parted: {}.", standing(cast, Verb::said))],
    };
    let fates = cast.unable(&beaten).into_iter().map(|(fate, who)| match fate {
        Fate::Out(Standing::Down) => cast.did(&who, Verb::BE.then("left on the ground")),
        Fate::Out(way) => cast.did(&who, words::becomes(way)),
        Fate::Hampered(name) => format!("{} {name}", cast.did(&who, Verb::BE.alone())),
    });
    let fates: Vec<String> = fates.collect();
    if !fates.is_empty() {
        told.push(format!("{}.", capital(&clauses(&fates))));
    }
    told.join(" ")
}

/// Those of a side who broke but are still up.
fn broken(cast: &Cast, rounds: &[Round], side: SideId) -> Vec<CombatantId> {
    let mut broken: Vec<CombatantId> = Vec::new();
    for beat in rounds.iter().filter(|round| !round.after).flat_map(|round| &round.beats) {
        let Beat::Broke(who) = beat else { continue };
        let its = |who: &&CombatantId| cast.e.get(**who).is_some_and(|c| c.side == side && c.is_up());
        broken.extend(who.iter().filter(its));
    }
    broken.sort();
    broken.dedup();
    broken
}

/// A paragraph for each round, with consecutive quiet rounds combined.
pub(super) fn paragraphs(cast: &Cast, unit: &str, rounds: &[Round], fought: u32) -> Vec<Paragraph> {
    let mut told: Vec<Paragraph> = Vec::new();
    for round in rounds.iter().filter(|round| round.after || round.round <= fought) {
        let text = Page { cast, unit, spoken: Vec::new() }.text(round);
        let quiet = text.is_empty();
        let text = match (quiet, round.round, round.after) {
            (true, 0, _) | (true, _, true) => continue,
            (true, ..) if round.harm => "Blows were exchanged, but nobody was badly hurt.".into(),
            (true, ..) if round.through => "Blows landed, but none went deep.".into(),
            (true, ..) if round.hits => "Every blow was fended off.".into(),
            (true, ..) if round.blows => "No blow landed.".into(),
            (true, ..) => "Nobody struck a blow.".into(),
            (false, ..) => text,
        };
        match told.last_mut() {
            Some(last) if quiet && last.text == text && !round.after => last.to = round.round,
            _ => told.push(Paragraph { from: round.round, to: round.round, after: round.after, text }),
        }
    }
    told
}

/// A paragraph in progress.
struct Page<'a> {
    cast: &'a Cast<'a>,
    unit: &'a str,
    /// Nouns of kinds already used as a subject: the next is "another".
    spoken: Vec<String>,
}

impl Page<'_> {
    fn text(&mut self, round: &Round) -> String {
        let beats = &round.beats;
        let mut sentences: Vec<String> = Vec::new();
        let mut done: Vec<(Vec<CombatantId>, Vec<String>)> = Vec::new();
        let mut told: Vec<CombatantId> = Vec::new();
        for (at, beat) in beats.iter().enumerate() {
            let Beat::Act(who, _) = beat else {
                sentences.extend(done.drain(..).map(|deed| self.deed(&deed)));
                sentences.push(self.other(beat));
                continue;
            };
            if told.contains(who) {
                continue;
            }
            told.push(*who);
            let its = beats[at..].iter().filter_map(|beat| match beat {
                Beat::Act(by, done) if by == who => Some(done),
                _ => None,
            });
            let does = self.predicates(&its.collect::<Vec<_>>());
            match done.iter_mut().find(|(_, same)| *same == does) {
                _ if does.is_empty() => {}
                Some((subjects, _)) => subjects.push(*who),
                None => done.push((vec![*who], does)),
            }
        }
        sentences.extend(done.iter().map(|deed| self.deed(deed)));
        sentences.join(" ")
    }

    /// A sentence about those who did the same: `Odo and two guards each cut down a goblin.`
    fn deed(&mut self, (who, does): &(Vec<CombatantId>, Vec<String>)) -> String {
        let (subject, each) = match &who[..] {
            [one] => (self.subject(*one), ""),
            several => {
                let kinds = several.iter().filter(|who| self.cast.is_one_of_many(**who));
                self.spoken.extend(kinds.map(|who| self.cast.noun(*who)));
                (self.cast.some(several), " each")
            }
        };
        format!("{}{each} {}.", capital(&subject), clauses(does))
    }

    /// The subject of a sentence: a name, or one of a kind.
    fn subject(&mut self, who: CombatantId) -> String {
        if !self.cast.is_one_of_many(who) {
            return self.cast.name(who);
        }
        let noun = self.cast.noun(who);
        if self.spoken.contains(&noun) {
            return format!("another {noun}");
        }
        let one = a(&noun);
        self.spoken.push(noun);
        one
    }

    /// What a combatant did in the round, as predicates. Falls of the same sort are combined.
    fn predicates(&self, its: &[&Done]) -> Vec<String> {
        let mut falls: Vec<(Fall, Vec<CombatantId>)> = Vec::new();
        for done in its {
            let Done::Felled { whom, dead, how, critical, again, last } = done else { continue };
            let with = match (how, critical) {
                (Blow::Spell(spell), _) => format!(" with {spell}"),
                (_, true) => " with a critical hit".into(),
                _ => String::new(),
            };
            let fall = Fall { verb: verb(how, *dead, *again), with, last: *last };
            match falls.iter_mut().find(|(had, _)| (had.verb, &had.with) == (fall.verb, &fall.with)) {
                Some((_, all)) => all.push(*whom),
                None => falls.push((fall, vec![*whom])),
            }
        }
        let killed = |spell: &str| falls.iter().any(|(fall, _)| fall.with == format!(" with {spell}"));
        let mut told = self.spells(its, killed);
        told.extend(its.iter().filter_map(|done| self.predicate(done)));
        told.extend(falls.iter().map(|(Fall { verb, with, last }, whom)| {
            let whom = match &whom[..] {
                [one] if *last && self.cast.has_kin(*one) => {
                    format!("the last {}", self.cast.noun(*one))
                }
                all => self.cast.several(all),
            };
            format!("{}{with}", verb.did(Number::One, &whom))
        }));
        told
    }

    /// The spells it cast, and those it hit or wounded. A spell that killed is mentioned with the fall instead.
    fn spells(&self, its: &[&Done], killed: impl Fn(&str) -> bool) -> Vec<String> {
        let hits = self.hits(its);
        let wounds = |spell: &str| {
            its.iter().any(|done| matches!(done, Done::Wounded { by: Some(by), .. } if by == spell))
        };
        let (mut by, mut told) = (String::new(), Vec::new());
        for done in its {
            let Done::Cast { spell, on, .. } = done else { continue };
            if killed(spell) || wounds(spell) {
                continue;
            }
            match !hits.is_empty() && by.is_empty() && on.is_empty() {
                true => by = format!(" with {spell}"),
                false => {
                    let on = if on.is_empty() { String::new() } else { self.cast.some(on) };
                    let on = Verb::CAST.alone().to("on").whom(&on);
                    told.push(format!("{} {spell}{on}", Verb::CAST.said(Number::One)));
                }
            }
        }
        let Some((first, _)) = hits.first() else { return told };
        // Say the verb once.
        let all = hits.iter().enumerate().map(|(at, (verb, whom))| match verb {
            same if at > 0 && same == first => whom.clone(),
            verb => verb.alone().did(Number::One, whom),
        });
        told.push(format!("{}{by}", and(&all.collect::<Vec<_>>())));
        told
    }

    /// Those it hit or wounded, each with the verb. Equal damage is combined.
    fn hits(&self, its: &[&Done]) -> Vec<(Verb, String)> {
        let mut alike: Vec<(i64, Vec<CombatantId>)> = Vec::new();
        let mut told = Vec::new();
        for done in its {
            match done {
                Done::Hurt { whom, amount, critical: false, left: None } => {
                    match alike.iter_mut().find(|(same, _)| same == amount) {
                        Some((_, all)) => all.push(*whom),
                        None => alike.push((*amount, vec![*whom])),
                    }
                }
                Done::Hurt { whom, amount, critical: false, left } => {
                    let whom = self.cast.several(&[*whom]);
                    told.push((Verb::HIT, format!("{whom} for {amount}{}", of_it(*left))));
                }
                Done::Wounded { whom, times: n, by } => {
                    let whom = self.cast.several(&[*whom]);
                    let often = if *n == 1 { String::new() } else { format!(" {}", times(*n)) };
                    let with = by.as_ref().map_or_else(String::new, |spell| format!(" with {spell}"));
                    told.push((Verb::WOUND, format!("{whom}{often}{with}")));
                }
                _ => {}
            }
        }
        let hit = |(amount, who): &(i64, Vec<CombatantId>)| {
            let each = if who.len() > 1 { " each" } else { "" };
            (Verb::HIT, format!("{} for {amount}{each}", self.cast.some(who)))
        };
        alike.iter().map(hit).chain(told).collect()
    }

    fn predicate(&self, done: &Done) -> Option<String> {
        let did = |does: Phrase, whom: &str| does.did(Number::One, whom);
        Some(match done {
            Done::Hurt { whom, amount, critical: true, left } => {
                let amount = if *amount > 0 { format!(" for {amount}") } else { String::new() };
                let lands = Verb::LAND.then("a critical hit").to("on");
                format!("{}{amount}{}", did(lands, &self.cast.several(&[*whom])), of_it(*left))
            }
            Done::Won { deed, whom } => {
                did(deed.words().wins.unwrap_or(deed.words().does), &self.cast.several(&[*whom]))
            }
            Done::Spoiled { spell } => did(Verb::LOSE.alone(), &format!("the {spell} spell")),
            Done::Turned { whom, destroyed } => {
                let does = if *destroyed { Verb::DESTROY } else { Verb::TURN };
                did(does.alone(), &self.cast.several(whom))
            }
            Done::Healed { whom, amount } => {
                did(Verb::HEAL.alone(), &format!("{} for {amount}", self.cast.several(&[*whom])))
            }
            _ => return None,
        })
    }

    /// A sentence about something other than a combatant's act.
    fn other(&self, beat: &Beat) -> String {
        let cast = self.cast;
        let told = match beat {
            Beat::Met(far) => format!("the sides met at {far}{}", self.unit),
            Beat::Surprised(sides) => {
                let names: Vec<String> = sides.iter().map(|side| cast.side(*side)).collect();
                let number = if let [one] = sides[..] { cast.number(one) } else { Number::Many };
                format!("{} {}", and(&names), Verb::BE.then("surprised").said(number))
            }
            Beat::First(side) => format!("{} had the initiative", cast.side(*side)),
            Beat::Contact(who, whom) => {
                let closes = Verb::CLOSE.then("with");
                format!(
                    "{} {}",
                    cast.several(who),
                    closes.did(Number::of(who.len()), &cast.several(whom))
                )
            }
            Beat::Missed(side, n) => {
                format!("{} {} blows all missed", of(&cast.side(*side)), number(*n))
            }
            Beat::Broke(who) => cast.did(who, Verb::BREAK.alone()),
            Beat::Held(side) => {
                format!("{} {}", cast.side(*side), Verb::STAND_GROUND.said(cast.number(*side)))
            }
            Beat::Stood(Standing::Up, who) => {
                let feet = if let [_] = who[..] { "back on its feet" } else { "back on their feet" };
                cast.did(who, Verb::BE.then(feet))
            }
            Beat::Stood(way, who) => cast.did(who, words::becomes(*way)),
            Beat::Hampered(name, who) => format!("{} {name}", cast.did(who, Verb::BE.alone())),
            Beat::Came(who) => cast.did(who, Verb::JOIN.then("the fight")),
            Beat::Act(..) => String::new(),
        };
        format!("{}.", capital(&told))
    }
}

/// The way a combatant put others down.
struct Fall {
    /// What it did to them.
    verb: Phrase,
    /// By what means: ` with fire ball`.
    with: String,
    /// Whether the first victim was the last of its kind.
    last: bool,
}

/// The remaining hit points: ` (2 of 9 left)`.
fn of_it(left: Option<(i32, i32)>) -> String {
    left.map_or_else(String::new, |(now, max)| format!(" ({now} of {max} left)"))
}

/// What puts one down.
fn verb(how: &Blow, dead: bool, again: bool) -> Phrase {
    match (how, dead) {
        _ if again && dead => Verb::FINISH.then("off"),
        (Blow::Shot, true) => Verb::SHOOT.alone().last("dead"),
        (Blow::Shot, false) => Verb::SHOOT.alone().last("down"),
        (_, true) => Verb::KILL.alone(),
        (_, false) => Verb::BRING.then("down"),
    }
}

impl Paragraph {
    /// The heading: `Round 2`, `Rounds 2 to 4`.
    pub fn when(&self) -> String {
        match (self.after, self.from, self.to) {
            (true, ..) => "Afterwards".into(),
            (_, 0, _) => "The meeting".into(),
            (_, from, to) if from == to => format!("Round {from}"),
            (_, from, to) if to == from + 1 => format!("Rounds {from} and {to}"),
            (_, from, to) => format!("Rounds {from} to {to}"),
        }
    }

    /// The heading and text: `Round 2. Brea cut down two goblins.`
    pub fn told(&self) -> String {
        format!("{}. {}", self.when(), self.text)
    }
}

impl Report {
    /// Which side had the better luck: `The dice favoured the Heroes (61) over the Goblins (34); 50 is what can be
    /// expected.` `None` if fewer than two sides rolled.
    pub fn fortune(&self) -> Option<String> {
        let rolled = self.sides.iter().filter_map(|side| Some((the(&side.name), side.luck.luck?)));
        let mut rolled: Vec<(String, u32)> = rolled.collect();
        rolled.sort_by_key(|(_, luck)| std::cmp::Reverse(*luck));
        let [(lucky, most), .., (unlucky, least)] = &rolled[..] else { return None };
        if most - least < EVEN {
            return Some(format!("The dice favoured nobody ({most} and {least}; 50 is average)."));
        }
        Some(format!("The dice favoured {lucky} ({most}) over {unlucky} ({least}); 50 is average."))
    }
}

/// A difference in luck below this favours nobody.
const EVEN: u32 = 6;
