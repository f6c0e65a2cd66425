//! A fight that has not begun, on paper: everyone with room to play it, and their figures.

use super::cast::Cast;
use super::markdown::{plain, row};
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::ruleset::Ruleset;
use crate::rules::text::{log, sheet, words};
use std::fmt::{self, Formatter};

/// The rounds for which there is room.
const ROUNDS: usize = 6;
/// The most hit points that have a box each; others have room to write.
const BOXES: i32 = 40;
/// The wounds that have a box each.
const WOUNDS: i32 = 4;
/// A box to tick, and one that is crossed out.
const BOX: (char, char) = ('\u{2610}', '\u{2612}');
/// The empty rows for effects.
const EFFECTS: usize = 4;

/// A fight that has not begun, as a page for the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// What is set otherwise than in the book: `Morale: off`.
    options: Vec<String>,
    /// How far the sides stand apart: `The Heroes and the Orcs: 30'`.
    apart: Vec<String>,
    /// Whether the order of the first round lasts for the whole fight.
    order_lasts: bool,
    /// Whether a side may roll as one.
    as_one: bool,
    /// What is counted: `hit points`.
    counted_in: &'static str,
    sides: Vec<Side>,
    cards: Vec<Card>,
    /// What comes later: `round 5: 4 × Orc (Foes)`.
    coming: Vec<String>,
    /// What is in effect: what, on whom, and the round in which it ends.
    effects: Vec<[String; 3]>,
}

/// A side, with the headings of its figures.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Side {
    name: Text,
    heads: Vec<Text>,
    rows: Vec<Row>,
}

/// A combatant to keep track of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    name: Text,
    figures: Vec<String>,
    points: String,
    notes: String,
}

/// The figures of one or several that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Card {
    who: String,
    kind: String,
    lines: Vec<String>,
}

impl Prepared {
    /// Prepares a page of a fight as it stands.
    pub(super) fn of(rules: &dyn Ruleset, e: &Encounter) -> Self {
        let about = rules.about();
        let option = |(id, value): (&Text, &Text)| Some(format!("{}: {value}", about.option(id)?.title));
        let timers = e.timers.iter().filter_map(|timer| timer.reinforcement());
        let coming =
            |(who, count, round)| format!("Round {round}: {}", words::reinforcement(e, who, count));
        let present = |side: &SideId| e.all().any(|c| c.side == *side);
        Self {
            options: e.options.iter().filter_map(option).collect(),
            apart: apart(rules, e),
            order_lasts: about.order_lasts,
            as_one: !about.order_lasts && !about.counts_down,
            counted_in: words::harm(about),
            sides: e.side_ids().filter(present).map(|side| Side::of(rules, e, side)).collect(),
            cards: cards(rules, e),
            coming: timers.map(coming).collect(),
            effects: e.all().flat_map(|c| lasting(rules, e, c)).collect(),
        }
    }
}

/// How far the sides stand apart, each pair by the nearest of both.
fn apart(rules: &dyn Ruleset, e: &Encounter) -> Vec<String> {
    let cast = Cast::new(e);
    let pairs = e.side_ids().flat_map(|a| e.side_ids().filter(move |b| a < *b).map(move |b| (a, b)));
    let told = pairs.filter_map(|(a, b)| {
        let of = |side| e.all().filter(move |c: &&Combatant| c.side == side);
        let near = of(a).flat_map(|c| of(b).filter_map(move |foe| e.between(c, foe))).min()?;
        let between = format!("{} and {}", cast.side(a), cast.side(b));
        Some(format!("{between}: {near}{}", rules.about().unit))
    });
    told.map(|text| log::capital(&text)).collect()
}

impl Side {
    fn of(rules: &dyn Ruleset, e: &Encounter, side: SideId) -> Self {
        let all: Vec<&Combatant> = e.all().filter(|c| c.side == side).collect();
        let mut heads: Vec<Text> = Vec::new();
        for figure in all.iter().flat_map(|c| rules.glance(e, c.id).columns) {
            if !heads.contains(&figure.label) {
                heads.push(figure.label);
            }
        }
        let rows = all.iter().map(|c| Row::of(rules, e, c, &heads)).collect();
        Self { name: words::side(e, side).into(), heads, rows }
    }
}

impl Row {
    fn of(rules: &dyn Ruleset, e: &Encounter, c: &Combatant, heads: &[Text]) -> Self {
        let columns = rules.glance(e, c.id).columns;
        let value =
            |head: &Text| columns.iter().find(|one| one.label == *head).map(|one| one.value.clone());
        let conditions = c.effects.iter().filter(|effect| is_shown(effect));
        let conditions = conditions.map(|effect| log::condition(rules.about(), effect));
        let supplies = c.supplies.iter().map(|one| format!("{} {}", one.name, one.left()));
        let spells = spells(e, c);
        let notes = c.notes.iter().map(ToString::to_string);
        let notes: Vec<String> = conditions.chain(supplies).chain(spells).chain(notes).collect();
        Self {
            name: c.name.clone(),
            figures: heads.iter().map(|head| value(head).unwrap_or_default()).collect(),
            points: points(c.vitals, c.temporary()),
            notes: notes.join(", "),
        }
    }
}

/// The spells that can be cast, with a box for each copy.
fn spells(e: &Encounter, c: &Combatant) -> Vec<String> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    let left = d20.block.spells.iter().zip(&c.spells);
    let boxed = left.filter(|(spell, _)| spell.copies.is_some());
    boxed.map(|(spell, left)| format!("{} {}", spell.name, boxes(0, (*left).into()))).collect()
}

/// Hit points or wounds, with a box for each; those that are lost already are crossed out.
fn points(vitals: Vitals, temporary: i32) -> String {
    match vitals {
        Vitals::Wounds(taken) => boxes(taken, WOUNDS - taken),
        Vitals::HitPoints { now, max } => {
            let left = words::hit_points(now, temporary);
            let told = if now == max && temporary == 0 { left } else { format!("{left} of {max}") };
            if max > BOXES {
                return told;
            }
            let now = now.clamp(0, max);
            format!("{told} {}", boxes(max - now, now))
        }
    }
}

/// Boxes in fives, the first of them crossed out.
fn boxes(lost: i32, left: i32) -> String {
    let all = (0..lost.saturating_add(left)).map(|at| {
        let gap = if at > 0 && at % 5 == 0 { " " } else { "" };
        format!("{gap}{}", if at < lost { BOX.1 } else { BOX.0 })
    });
    all.collect()
}

fn is_shown(effect: &Effect) -> bool {
    !effect.condition.meaning.has_any(Meaning::UNTOLD | Meaning::UNSHOWN | Meaning::POOL)
}

/// The effects on one that end by themselves.
fn lasting(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Vec<[String; 3]> {
    let shown = c.effects.iter().filter(|effect| is_shown(effect) && effect.until.is_some());
    let told = |effect: &Effect| {
        [log::condition(rules.about(), effect), words::name(e, c.id).to_string(), String::new()]
    };
    shown.map(told).collect()
}

/// The figures of all, once for those that are alike.
fn cards(rules: &dyn Ruleset, e: &Encounter) -> Vec<Card> {
    let mut told: Vec<(SideId, Vec<CombatantId>, Card)> = Vec::new();
    for c in e.all() {
        let card = Card { who: String::new(), kind: kind(e, c), lines: lines(rules, e, c) };
        match told.iter_mut().find(|(side, _, had)| *side == c.side && *had == card) {
            Some((_, who, _)) => who.push(c.id),
            None => told.push((c.side, vec![c.id], card)),
        }
    }
    told.into_iter().map(|(_, who, card)| Card { who: words::among(e, &who), ..card }).collect()
}

/// What it is, where its name does not say so: `Fighter, level 3`.
fn kind(e: &Encounter, c: &Combatant) -> String {
    let name = e.block(c.block).map_or("", |block| block.name());
    let level = e.d20(c.id).ok().and_then(|d20| d20.block.level).map(|level| format!("level {level}"));
    let level = level.filter(|_| stem(name) == name);
    let name = (name != stem(&c.name)).then(|| name.to_string());
    name.into_iter().chain(level).collect::<Vec<_>>().join(", ")
}

fn lines(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Vec<String> {
    let figures = sheet::figures(&rules.figures(e, c.id));
    let attacks = sheet::attacks(rules, e, c);
    let rest = sheet::rest(e, c);
    let notes = sheet::notes(e, c).map(ToString::to_string);
    std::iter::once(figures).chain(attacks).chain(rest).chain(notes).collect()
}

impl Prepared {
    /// Writes the page behind its title and head: what to keep track of first, then the figures.
    pub(super) fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.options)?;
        list(f, &self.apart)?;
        if !self.order_lasts {
            writeln!(f, "\nUnder R1 to R{ROUNDS}: the initiative of each round.")?;
        }
        for side in &self.sides {
            self.side(side, f)?;
        }
        writeln!(f, "\n## Effects\n\n| what | on whom | ends in round |\n|---|---|---|")?;
        for effect in &self.effects {
            row(f, effect.iter().map(|text| plain(text)))?;
        }
        (0..EFFECTS).try_for_each(|_| row(f, [""; 3].map(String::from)))?;
        if !self.coming.is_empty() {
            writeln!(f, "\n## To come")?;
            list(f, &self.coming)?;
        }
        writeln!(f, "\n## Figures")?;
        for card in &self.cards {
            let kind = if card.kind.is_empty() { String::new() } else { format!(" ({})", card.kind) };
            writeln!(f, "\n### {}{}", plain(&card.who), plain(&kind))?;
            list(f, &card.lines)?;
        }
        writeln!(f, "\n## Notes\n\n| round | what happens |\n|---|---|")?;
        (1..=ROUNDS).try_for_each(|round| row(f, [round.to_string(), String::new()]))
    }

    /// Writes a side: a row for the side, where it acts as one, and a row for each combatant.
    fn side(&self, side: &Side, f: &mut Formatter<'_>) -> fmt::Result {
        let rounds = if self.order_lasts { 1 } else { ROUNDS };
        let order = (1..=rounds).map(|round| match self.order_lasts {
            true => "initiative".to_string(),
            false => format!("R{round}"),
        });
        writeln!(f, "\n## {}\n", plain(&side.name))?;
        let heads = side.heads.iter().map(|head| plain(head));
        let heads: Vec<String> = ["name".to_string()]
            .into_iter()
            .chain(heads)
            .chain([self.counted_in.into()])
            .chain(order)
            .chain(["conditions and notes".into()])
            .collect();
        row(f, heads.iter().cloned())?;
        row(f, heads.iter().map(|_| "---".to_string()))?;
        let blank = |cells: usize| std::iter::repeat_n(String::new(), cells);
        if self.as_one && side.rows.len() > 1 {
            row(f, ["*the side*".to_string()].into_iter().chain(blank(heads.len() - 1)))?;
        }
        for one in &side.rows {
            let figures = one.figures.iter().map(|text| plain(text));
            let cells = [plain(&one.name)].into_iter().chain(figures);
            let cells =
                cells.chain([one.points.clone()]).chain(blank(rounds)).chain([plain(&one.notes)]);
            row(f, cells)?;
        }
        Ok(())
    }
}

/// A list, if there is anything in it.
fn list(f: &mut Formatter<'_>, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f)?;
    lines.iter().try_for_each(|line| writeln!(f, "- {}", plain(line)))
}
