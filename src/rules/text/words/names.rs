//! Names of several combatants: numbers, plurals, verb forms.

use super::{name, side, weapon};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::kinds;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use std::collections::BTreeSet;

/// Singular endings with their plurals; the first match applies.
const PLURALS: [(&str, &str); 20] = [
    ("an-at-arms", "en-at-arms"),
    ("uman", "umans"),
    ("haman", "hamans"),
    ("ero", "eroes"),
    ("man", "men"),
    ("lf", "lves"),
    ("ief", "ieves"),
    ("warf", "warves"),
    ("ouse", "ice"),
    ("ch", "ches"),
    ("sh", "shes"),
    ("ones", "ones"),
    ("ss", "sses"),
    ("us", "uses"),
    ("is", "ises"),
    ("os", "oses"),
    ("clops", "clopses"),
    // Already a plural: a unit of Orcs.
    ("s", "s"),
    ("x", "xes"),
    ("y", "ies"),
];

/// Returns the plural of an English name: `Orc chiefs`, `Dire wolves`.
pub fn plural(name: &str) -> String {
    let vowel_y = ["ay", "ey", "oy"].iter().any(|end| name.ends_with(end));
    let chief = name.ends_with("chief");
    let usual = vowel_y || chief;
    let mut odd = PLURALS.iter().filter(|_| !usual);
    let found = odd.find_map(|(one, many)| name.strip_suffix(one).map(|head| (head, many)));
    found.map_or_else(|| format!("{name}s"), |(head, many)| format!("{head}{many}"))
}

/// Groups combatants of one kind and side, in order of first appearance. If `numbered`, a name without a number is a
/// group of its own.
fn alike<'a>(e: &'a Encounter, who: &[CombatantId], numbered: bool) -> Vec<Vec<&'a Combatant>> {
    let mut told = BTreeSet::new();
    // Each with its name without number, unless it must stay alone.
    let mut kinds: Vec<(Option<&str>, Vec<&Combatant>)> = Vec::new();
    for c in who.iter().filter(|who| told.insert(**who)).filter_map(|who| e.get(*who)) {
        let stem = stem(&c.name);
        let alone = numbered && stem == &*c.name && !is_first(e, c);
        let own = (!alone).then_some(stem);
        let like = |(of, kind): &&mut (Option<&str>, Vec<&Combatant>)| {
            own.is_some() && *of == own && kind[0].side == c.side
        };
        match kinds.iter_mut().find(like) {
            Some((_, kind)) => kind.push(c),
            None => kinds.push((own, vec![c])),
        }
    }
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

/// Whether it is the unnumbered first of several: with `Orc 2` present, `Orc` is number 1.
fn is_first(e: &Encounter, c: &Combatant) -> bool {
    let mut of_a_kind = e.all().filter(|other| other.id != c.id && other.side == c.side);
    let kin = of_a_kind.by_ref().filter(|other| stem(&other.name) == &*c.name);
    let numbers: Vec<Option<u32>> = kin.map(number).collect();
    !numbers.is_empty() && numbers.iter().all(|n| n.is_some_and(|n| n > 1))
}

/// Returns the number at the end of the name.
fn number(c: &Combatant) -> Option<u32> {
    c.name.rsplit(' ').next()?.parse().ok()
}

/// The most numbers that are listed; beyond that a group is shown by its count.
const MOST_NUMBERS: usize = 6;

/// Formats several combatants with their numbers: `Goblins 4, 5, 6, Wolf`; four or more in a row as `Goblins 1–6`,
/// and too many out of sequence by their count: `19 Goblins`.
pub fn among(e: &Encounter, who: &[CombatantId]) -> String {
    if let [one] = who {
        return name(e, *one).to_string();
    }
    let told = alike(e, who, true).into_iter().map(|kind| match &kind[..] {
        [one] => one.name.to_string(),
        several => match numbers(several) {
            Some(numbers) => format!("{} {numbers}", plural(stem(&several[0].name))),
            None => format!("{} {}", several.len(), plural(stem(&several[0].name))),
        },
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Formats several combatants by name; of many kinds, the first two and a count: `Brea, Odo and 4 more`.
pub fn few(e: &Encounter, who: &[CombatantId]) -> String {
    let names = among(e, who);
    match who {
        [first, second, _, _, ..] if names.split(", ").count() > 3 => {
            format!("{}, {} and {} more", name(e, *first), name(e, *second), who.len() - 2)
        }
        _ => names,
    }
}

/// Formats an attack with a weapon: `Ana attacks Orc 2 with sword`.
pub fn attack(e: &Encounter, who: CombatantId, whom: CombatantId, line: u8) -> String {
    let (verb, with) = (Verb::ATTACK.says(Number::One), weapon(e, who, Some(line)));
    format!("{} {verb} {} with {with}", name(e, who), name(e, whom))
}

/// Formats the numbers of a group: `4, 5, 6`, `1–6`; `None` if there are too many to read.
fn numbers(kind: &[&Combatant]) -> Option<String> {
    let mut all: Vec<u32> = kind.iter().map(|c| number(c).unwrap_or(1)).collect();
    all.sort_unstable();
    let runs = all.chunk_by(|a, b| b - a == 1).map(|run| match run {
        [first, .., last] if run.len() > 3 => format!("{first}–{last}"),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    let told = runs.collect::<Vec<_>>().join(", ");
    (told.split(", ").count() <= MOST_NUMBERS).then_some(told)
}

/// Formats several combatants by their count: `6 Goblins, Wolf`.
pub fn counted(e: &Encounter, who: &[CombatantId]) -> String {
    let told = alike(e, who, false).into_iter().map(|kind| match &kind[..] {
        [one] => one.name.to_string(),
        several => format!("{} {}", several.len(), plural(stem(&several[0].name))),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Returns the name of a combatant's kind on its side: `Goblins`, or its own name if it is the only one.
pub fn kind(e: &Encounter, who: CombatantId) -> String {
    let Some(c) = e.get(who) else { return String::new() };
    match kinds::name(e, c).filter(|_| among_others(e, who)) {
        Some(called) if !called.is_empty() => {
            // What the table calls all of them says more than what their stat block is called.
            let own = stem(&c.name);
            let shared =
                e.all().filter(|other| kinds::are_one(e, c, other)).all(|c| stem(&c.name) == own);
            plural(if shared { own } else { called })
        }
        Some(_) => side(e, c.side).to_string(),
        None => c.name.to_string(),
    }
}

/// Formats whose reaction was rolled by `who`: `Goblins react`. The roll is the speaker's, and the side met reacts; or
/// that of a group which reacts itself.
pub fn those_react(e: &Encounter, who: Option<CombatantId>) -> String {
    match who.filter(|who| e.scene.speaker != Some(*who)) {
        Some(one) => group_does(e, one, Verb::REACT.alone()),
        None => format!("{} {}", those_met(e, who), Verb::REACT.says(Number::Many)),
    }
}

/// Returns whose roll it is that `who` makes: its own, or that of its kind, for which one member rolls.
pub fn roller(e: &Encounter, purpose: Purpose, who: CombatantId) -> String {
    match purpose {
        Purpose::Morale | Purpose::Pursuit | Purpose::Obstacle => kind(e, who),
        Purpose::Reaction if e.scene.speaker != Some(who) => kind(e, who),
        _ => name(e, who).to_string(),
    }
}

/// Whether others of its kind are on its side.
fn among_others(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(|c| kinds::members(e, c).nth(1).is_some())
}

/// Returns the name of the side that is met: the one opposite the speaker's, or without a speaker, the one without
/// player characters; `They` if there are several.
fn those_met(e: &Encounter, speaker: Option<CombatantId>) -> String {
    let own = speaker.and_then(|who| e.get(who)).map(|c| c.side);
    let met = |id: &SideId| match own {
        Some(own) => *id != own,
        None => !e.all().any(|c| c.side == *id && kinds::is_player(e, c)),
    };
    let mut all = e.side_ids().filter(met);
    match (all.next(), all.next()) {
        (Some(only), None) => side(e, only).to_string(),
        _ => "They".into(),
    }
}

/// Formats those who did or suffered the same: a whole side by its name, others one by one.
pub fn all_of(e: &Encounter, who: &[CombatantId]) -> String {
    whole_side(e, who).map_or_else(|| among(e, who), |of| side(e, of).to_string())
}

/// Returns whether [`all_of`] names one or several.
pub fn number_of_all(e: &Encounter, who: &[CombatantId]) -> Number {
    whole_side(e, who).map_or_else(|| Number::of(who.len()), |of| side_number(e, of))
}

/// Formats those it is done to: few by name, more by the side that they are of.
pub fn few_of(e: &Encounter, who: &[CombatantId]) -> String {
    let one_side = || {
        let mut sides = who.iter().filter_map(|who| e.get(*who)).map(|c| c.side);
        let first = sides.next()?;
        sides.all(|side| side == first).then_some(first)
    };
    match one_side().filter(|_| alike(e, who, true).len() > 2 || who.len() > MOST_NAMED) {
        Some(of) => the_side(e, of),
        None => all_of(e, who),
    }
}

/// The most of those it is done to that are named.
const MOST_NAMED: usize = 4;

/// The side of these, if they are all of it and too many to name.
fn whole_side(e: &Encounter, who: &[CombatantId]) -> Option<SideId> {
    let of = e.get(*who.first()?)?.side;
    let named: BTreeSet<CombatantId> = who.iter().copied().collect();
    let mut all = e.all().filter(|c| c.side == of);
    (who.len() > 3 && all.all(|c| named.contains(&c.id))).then_some(of)
}

/// Formats those who arrive: few by name, many by their count.
pub fn counted_or_named(e: &Encounter, who: &[CombatantId]) -> String {
    if who.len() > 3 { counted(e, who) } else { among(e, who) }
}

/// Returns a side's name with its article: `the Heroes`.
pub fn the_side(e: &Encounter, of: SideId) -> String {
    let name = side(e, of);
    let has = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("the "));
    if has { name.to_string() } else { format!("the {name}") }
}

/// Returns whether a side's name speaks of one or of several: `the Watch holds`, `the Heroes hold`.
pub fn side_number(e: &Encounter, of: SideId) -> Number {
    if side(e, of).ends_with('s') { Number::Many } else { Number::One }
}

/// Returns whether the kind of a combatant is one or several.
pub fn kind_number(e: &Encounter, who: CombatantId) -> Number {
    if among_others(e, who) { Number::Many } else { Number::One }
}

/// Adds the sign of possession: `Varro's`.
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

const NUMBERS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// A number, as a word up to twelve.
pub fn in_words(n: usize) -> String {
    NUMBERS.get(n).map_or_else(|| n.to_string(), |word| (*word).into())
}

/// Formats how often, behind a target: ` once`, ` twice`, ` three times`: a figure beside the number of a name would be
/// read as one.
pub fn times(count: usize) -> String {
    match count {
        1 => " once".into(),
        2 => " twice".into(),
        3..=6 => format!(" {} times", in_words(count)),
        _ => format!(" {count} times"),
    }
}

/// Adds the indefinite article: `a goblin`, `an athletics check`.
pub fn a(noun: &str) -> String {
    let first = noun.chars().next().map(|letter| letter.to_ascii_lowercase());
    let vowel = matches!(first, Some('a' | 'e' | 'i' | 'o' | 'u'));
    let vowel = vowel && !noun.to_lowercase().starts_with("uni");
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Formats what several do: `Goblins 4, 5 get away`.
pub fn they_do(e: &Encounter, who: &[CombatantId], does: Phrase) -> String {
    format!("{} {}", among(e, who), does.says(Number::of(who.len())))
}

/// Formats what the group of a combatant does: `Goblins go on`, or `Ogre goes on`.
pub fn group_does(e: &Encounter, who: CombatantId, does: Phrase) -> String {
    format!("{} {}", kind(e, who), does.says(kind_number(e, who)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_of_several() {
        let one = [
            "Goblin",
            "Dire wolf",
            "Lizard man",
            "Man-at-arms",
            "Harpy",
            "Orcs",
            "Colossus",
            "Donkey",
            "Witch",
            "Elf",
            "Human",
            "Shaman",
            "Hero",
            "Orc chief",
        ];
        let several = [
            "Goblins",
            "Dire wolves",
            "Lizard men",
            "Men-at-arms",
            "Harpies",
            "Orcs",
            "Colossuses",
            "Donkeys",
            "Witches",
            "Elves",
            "Humans",
            "Shamans",
            "Heroes",
            "Orc chiefs",
        ];
        assert_eq!(one.map(plural), several);
    }
}
