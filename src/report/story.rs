//! The fight in sentences: a summary, and a paragraph per round.

use super::beat::{Beat, Does, Done, Fate, Round};
use super::cast::Cast;
use super::grammar::{a, and, clauses, count, number, of, span, the, times};
use super::{Paragraph, Report};
use crate::rules::model::combatant::Standing;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::text::log::capital;
use std::collections::BTreeSet;

/// The summary: who fought whom, for how many rounds and seconds, and how it ended, if it is over.
pub(super) fn head(cast: &Cast, rounds: &[Round], fought: u32, seconds: u32, over: bool) -> String {
    let present = cast.e.side_ids().filter(|side| !cast.of_side(*side).is_empty());
    let sides: Vec<String> = present.map(|side| cast.introduced(side)).collect();
    let met = if fought == 0 { "met" } else { "fought" };
    let against = match &sides[..] {
        [] => return "Nobody came.".into(),
        [one] if cast.e.stage == Stage::Setup => return format!("{}, alone.", capital(one)),
        [one] => format!("{} stood alone.", capital(one)),
        [one, other] if cast.e.stage == Stage::Setup => {
            return format!("{} against {other}.", capital(one));
        }
        all if cast.e.stage == Stage::Setup => {
            return format!("{} against one another.", capital(&and(all)));
        }
        [one, other] => format!("{} {met} {other}.", capital(one)),
        _ => format!("{} {met} one another.", capital(&and(&sides))),
    };
    if fought == 0 {
        return format!("{against} It did not come to blows.");
    }
    let long = format!("{} ({})", count(fought as usize, "round"), span(seconds));
    if !over {
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
            let price = price(cast, rounds, *only);
            vec![format!("{} held the field{price}.", capital(&cast.side(*only)))]
        }
        _ => vec![format!("They parted: {}.", standing(cast, Verb::said))],
    };
    let fates = cast.unable(&beaten).into_iter().map(|(fate, who)| match fate {
        Fate::Out(Standing::Down) => cast.did(&who, Verb::BE.then("left on the ground")),
        fate => cast.became(fate, &who),
    });
    let fates: Vec<String> = fates.collect();
    if !fates.is_empty() {
        told.push(format!("{}.", capital(&clauses(&fates))));
    }
    told.join(" ")
}

/// What it cost the side that held the field: `, but lost Odo and saw two guards flee`.
fn price(cast: &Cast, rounds: &[Round], side: SideId) -> String {
    let broken = broken(rounds, cast.e, side);
    let (mut lost, mut fled) = (Vec::new(), Vec::new());
    for (fate, who) in cast.unable(&[side]) {
        let all = if fate == Fate::Out(Standing::Fled) { &mut fled } else { &mut lost };
        all.extend(who.into_iter().filter(|who| !broken.contains(who)));
    }
    let all = [("lost", lost, ""), ("saw", fled, " flee"), ("saw", broken, " break")];
    let told = all.iter().filter(|(_, who, _)| !who.is_empty());
    let told = told.map(|(before, who, after)| format!("{before} {}{after}", cast.several(who)));
    match &told.collect::<Vec<_>>()[..] {
        [] => " without a loss".into(),
        told => format!(", but {}", and(told)),
    }
}

/// Those of a side who broke but are still up.
fn broken(rounds: &[Round], e: &Encounter, side: SideId) -> Vec<CombatantId> {
    let during = rounds.iter().filter(|round| !round.after);
    let broken = during.flat_map(|round| &round.beats).filter_map(|beat| match beat {
        Beat::Became(Fate::Broke, who) => Some(who),
        _ => None,
    });
    let its = |who: &CombatantId| e.get(*who).is_some_and(|c| c.side == side && c.is_up());
    let broken: BTreeSet<CombatantId> = broken.flatten().copied().filter(its).collect();
    broken.into_iter().collect()
}

/// A paragraph for each round, with consecutive quiet rounds combined.
pub(super) fn paragraphs(cast: &Cast, unit: &str, rounds: &[Round], fought: u32) -> Vec<Paragraph> {
    let mut told: Vec<Paragraph> = Vec::new();
    let told_of = |round: &&Round| round.after || round.round <= fought || !round.beats.is_empty();
    for round in rounds.iter().filter(told_of) {
        let text = Page { cast, unit, spoken: Vec::new() }.text(round);
        let quiet = exchanged(round).unwrap_or("Nobody struck a blow.");
        let text = match text.is_empty() {
            true if round.round == 0 || round.after => continue,
            true => quiet.into(),
            false => text,
        };
        match told.last_mut() {
            Some(last) if text == quiet && last.text == text => last.to = round.round,
            _ => told.push(Paragraph { from: round.round, to: round.round, after: round.after, text }),
        }
    }
    told
}

/// What came of the blows of a round in which nobody did anything worth telling; `None` if none were struck.
fn exchanged(round: &Round) -> Option<&'static str> {
    let hit = round.attacks.values().any(|(_, hits)| *hits > 0);
    Some(match round.attacks.is_empty() {
        _ if round.harm => "Blows were exchanged, but nobody was badly hurt.",
        _ if round.through => "Blows landed, but none went deep.",
        _ if hit => "Every blow was fended off.",
        false => "No blow landed.",
        true => return None,
    })
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
                Beat::Act(by, done) if by == who => Some(*done),
                _ => None,
            });
            let does = self.predicates(*who, its.collect());
            match done.iter_mut().find(|(_, same)| *same == does) {
                _ if does.is_empty() => {}
                Some((subjects, _)) => subjects.push(*who),
                None => done.push((vec![*who], does)),
            }
        }
        sentences.extend(done.iter().map(|deed| self.deed(deed)));
        let in_vain = round.attacks.iter().filter(|(_, (tried, hits))| *hits == 0 && *tried >= MANY);
        let in_vain: Vec<String> = in_vain
            .map(|(side, (tried, _))| {
                let whose = capital(&of(&self.cast.side(*side)));
                format!("{whose} {} blows all missed.", number(*tried))
            })
            .collect();
        let acts = |beat: &Beat| matches!(beat, Beat::Act(..));
        if in_vain.is_empty() && !beats.iter().any(acts) && round.round > 0 && !round.after {
            sentences.extend(exchanged(round).map(Into::into));
        }
        sentences.extend(in_vain);
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

    /// What a combatant did in the round, as predicates. What is alike is told as one.
    fn predicates(&self, who: CombatantId, mut its: Vec<Done>) -> Vec<String> {
        its.sort_by_key(|done| (done.does, done.critical, done.spell));
        let mut alike: Vec<(Done, Vec<CombatantId>)> = Vec::new();
        for done in its {
            match alike.iter_mut().find(|(had, _)| had.is_like(&done)) {
                Some((_, all)) => all.extend(done.whom),
                None => alike.push((done, done.whom.into_iter().collect())),
            }
        }
        let kind = |done: &Done| (done.does, done.critical, done.spell, done.shot);
        let once = alike.chunk_by(|(one, _), (other, _)| kind(one) == kind(other));
        once.map(|alike| self.predicate(who, alike)).collect()
    }

    /// What it did by the same means to several, with the verb said once: `hit the orc for 3 and two goblins for 2 each`.
    fn predicate(&self, who: CombatantId, alike: &[(Done, Vec<CombatantId>)]) -> String {
        let done = alike[0].0;
        let whom = and(&alike.iter().map(|(done, whom)| self.object(done, whom)).collect::<Vec<_>>());
        let spell = done.spell.map_or("", |spell| self.cast.spell(who, spell));
        let with = match done.does {
            Does::Fell { .. } if spell.is_empty() && done.critical => " with a critical hit".into(),
            _ if spell.is_empty() => String::new(),
            _ => format!(" with {spell}"),
        };
        match done.does {
            Does::Cast => {
                let on = Verb::CAST.alone().to("on").whom(&whom);
                format!("{} {spell}{on}", Verb::CAST.said(Number::One))
            }
            Does::Lose => Verb::LOSE.alone().did(Number::One, &format!("the {spell} spell")),
            _ => format!("{}{with}", phrase(&done).did(Number::One, &whom)),
        }
    }

    /// Those to whom it did that, with how much: `two goblins for 2 each`.
    fn object(&self, done: &Done, whom: &[CombatantId]) -> String {
        let names = match (done.does, whom) {
            (Does::Fell { .. }, [one]) if done.last && self.cast.has_kin(*one) => {
                format!("the last {}", self.cast.noun(*one))
            }
            (Does::Cast | Does::Hit | Does::Wound, _) => self.cast.some(whom),
            _ => self.cast.several(whom),
        };
        let much = match (done.does, done.amount) {
            (_, 0) | (Does::Wound, 1) => return names,
            (Does::Wound, n) => times(usize::try_from(n).unwrap_or(usize::MAX)),
            (_, n) => format!("for {n}"),
        };
        let each = if whom.len() > 1 { " each" } else { "" };
        let left = done.left.map_or_else(String::new, |(now, max)| format!(" ({now} of {max} left)"));
        format!("{names} {much}{each}{left}")
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
            Beat::Held(side) => {
                format!("{} {}", cast.side(*side), Verb::STAND_GROUND.said(cast.number(*side)))
            }
            Beat::Became(fate, who) => cast.became(*fate, who),
            Beat::Act(..) => String::new(),
        };
        format!("{}.", capital(&told))
    }
}

/// The fewest blows without a hit worth mentioning.
const MANY: usize = 3;

/// The words for what one did to another.
fn phrase(done: &Done) -> Phrase {
    match done.does {
        Does::Cast => Verb::CAST.alone(),
        Does::Hit if done.critical => Verb::LAND.then("a critical hit").to("on"),
        Does::Hit => Verb::HIT.alone(),
        Does::Wound => Verb::WOUND.alone(),
        Does::Win(deed) => deed.words().wins.unwrap_or(deed.words().does),
        Does::Lose => Verb::LOSE.alone(),
        Does::Turn => Verb::TURN.alone(),
        Does::Destroy => Verb::DESTROY.alone(),
        Does::Heal => Verb::HEAL.alone(),
        Does::Fell { dead: true, again: true } => Verb::FINISH.then("off"),
        Does::Fell { dead: true, .. } if done.shot => Verb::SHOOT.alone().last("dead"),
        Does::Fell { .. } if done.shot => Verb::SHOOT.alone().last("down"),
        Does::Fell { dead: true, .. } => Verb::KILL.alone(),
        Does::Fell { .. } => Verb::BRING.then("down"),
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
