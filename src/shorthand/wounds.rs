//! Shorthand for rules with wounds: skills, Toughness and Will by name, attacks copied from known stat blocks.

use super::names::{self, bare, says};
use super::tokens::Token;
use super::{Reading, Words, count, figure};
use crate::rules::model::block::schema::Figure;
use crate::rules::model::block::wounds::{Attack, AttackKind, Body};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;

/// The names of a total in a line, its label in the rules, and how to add a difference.
type Total = (&'static [&'static str], &'static str, fn(&mut Body, i32));

/// Values that the rules derive from others. They are set by adjusting a component by the difference.
const TOTALS: [Total; 2] = [
    (&["toughness", "tough", "t"], "Toughness", |body, by| body.end = body.end.saturating_add(by)),
    (&["will", "w"], "Will", |body, by| body.will_misc = body.will_misc.saturating_add(by)),
];

/// Parses the tokens of a line.
pub fn read(words: &Words, tokens: &[Token]) -> Reading {
    let mut at = 0;
    let counted = count(tokens);
    at += usize::from(counted.is_some());
    let mut draft = Draft::default();
    let rest = &tokens[at..];
    let creature = |tokens: &[Token]| names::longest(tokens, |said| words.like(said));
    match creature(rest) {
        Some((like, length)) => {
            draft.like(like);
            at += length;
        }
        None => {
            let own = |(at, token): &(usize, &Token)| {
                let known = knows(words, &rest[*at..]) || (*at > 0 && creature(&rest[*at..]).is_some());
                token.is_word() && !known
            };
            let mut named: Vec<&str> =
                rest.iter().enumerate().take_while(own).map(|(_, token)| &*token.text).collect();
            let stop = rest.iter().position(|token| token.ends).map_or(named.len(), |at| at + 1);
            named.truncate(stop);
            at += named.len();
            draft.name = named.join(" ");
        }
    }
    let mut said = draft.like.is_some() || counted.is_some();
    while at < tokens.len() {
        let rest = &tokens[at..];
        let length = match draft.take(words, rest) {
            Some(length) => {
                said = true;
                length
            }
            None => match creature(rest).filter(|_| draft.like.is_none() && draft.armed.is_empty()) {
                Some((like, length)) => {
                    draft.like(like);
                    said = true;
                    length
                }
                None => {
                    draft.rest.push(rest[0].text.clone());
                    1
                }
            },
        };
        at += length;
    }
    draft.finish(words, counted, !said)
}

/// Whether the tokens begin with something that is understood.
fn knows(words: &Words, tokens: &[Token]) -> bool {
    Draft::default().take(words, tokens).is_some()
}

#[derive(Default)]
struct Draft<'a> {
    name: String,
    like: Option<&'a Body>,
    body: Body,
    /// Values to set once the base stat block is known.
    figures: Vec<(&'static Figure<Body>, i32)>,
    totals: Vec<(usize, i32)>,
    /// The attacks, each with the Strength included in its damage if no dice were given.
    armed: Vec<(Attack, Option<i32>)>,
    rest: Vec<String>,
}

impl<'a> Draft<'a> {
    fn like(&mut self, block: &'a StatBlock) {
        if let StatBlock::Wounds(body) = block {
            self.like = Some(body);
        }
    }

    /// Consumes what the tokens begin with and returns its length in tokens.
    fn take(&mut self, words: &Words, tokens: &[Token]) -> Option<usize> {
        let first = tokens.first().filter(|token| !token.quoted)?;
        let (called, value, length) = match (first.glued(), tokens) {
            (Some((called, figures)), _) => (called.to_string(), figures.parse().ok(), 1),
            // `ranged skill 4`
            (None, [_, second, third, ..]) if bare(&second.low) == "skill" => {
                (bare(&first.low) + "skill", third.number(), 3)
            }
            (None, _) => (bare(&first.low), tokens.get(1).and_then(Token::number), 2),
        };
        if let Some(n) = value {
            if let Some(figure) = Body::FIGURES.iter().find(|figure| figure.is_called(&called)) {
                self.figures.push((figure, n));
                return Some(length);
            }
            if let Some(at) = TOTALS.iter().position(|(names, ..)| names.contains(&&*called)) {
                self.totals.push((at, n));
                return Some(length);
            }
        }
        let (mut line, strength, length) = known_attack(words, tokens)?;
        let stops = tokens[length - 1].ends;
        let dice = tokens.get(length).filter(|_| !stops).and_then(|token| token.low.parse().ok());
        let dice = dice.filter(|dice: &DiceExpr| dice.count > 0);
        line.damage = dice.or(line.damage);
        let own = (dice.is_none() && line.kind == AttackKind::Melee).then_some(strength);
        self.armed.push((line, own));
        Some(length + usize::from(dice.is_some()))
    }

    fn finish(self, words: &Words, counted: Option<DiceExpr>, only_name: bool) -> Reading {
        let mut body = self.like.cloned().unwrap_or(self.body);
        let like: Option<Text> = self.like.map(|body| body.name.clone());
        for (figure, n) in self.figures {
            // One that does not fit is left out, as far as it can be.
            if !(figure.set)(&mut body, Some(n)) {
                (figure.set)(&mut body, None);
            }
        }
        if !self.armed.is_empty() {
            let by = body.str;
            body.attacks =
                self.armed.into_iter().map(|(line, own)| with_strength(line, own, by)).collect();
            body.combos.clear();
        }
        let name: Text = if self.name.is_empty() { body.name.clone() } else { self.name.into() };
        if like.is_none() {
            body.name = name.clone();
        }
        if !self.rest.is_empty() {
            let notes = [&*body.notes, &self.rest.join(" ")];
            let notes: Vec<&str> = notes.into_iter().filter(|text| !text.is_empty()).collect();
            body.notes = notes.join("; ").into();
        }
        for (at, wanted) in self.totals {
            let (_, label, adjust) = TOTALS[at];
            if let Some(now) = figure(words.rules, &body.clone().into(), label) {
                adjust(&mut body, wanted.saturating_sub(now));
            }
        }
        Reading {
            count: counted.unwrap_or(DiceExpr::flat(1)),
            name,
            block: body.into(),
            like,
            left: None,
            only_name,
            classes: Vec::new(),
            unclear: Vec::new(),
            rest: if self.rest.is_empty() { Vec::new() } else { vec![self.rest.join(" ")] },
        }
    }
}

/// Replaces the old wielder's Strength in the damage by the new one's.
fn with_strength(mut line: Attack, old: Option<i32>, new: i32) -> Attack {
    if let (Some(dice), Some(old)) = (&mut line.damage, old) {
        dice.plus = dice.plus.saturating_add(new.saturating_sub(old));
    }
    line
}

/// Finds a known attack by its whole name, else by the last word of it (`sword`): the attack, the Strength of its
/// owner, and the number of words.
fn known_attack(words: &Words, tokens: &[Token]) -> Option<(Attack, i32, usize)> {
    let bodies = || {
        words.known.iter().filter_map(|block| match block {
            StatBlock::Wounds(body) => Some(body),
            _ => None,
        })
    };
    let all = || bodies().flat_map(|body| body.attacks.iter().map(|line| (line, body.str)));
    let plain = |line: &Attack| Attack { bonus: None, poison: None, hand: None, ..line.clone() };
    let whole = |said: &[String]| all().find(|(line, _)| says(said, &line.name));
    if let Some(((line, strength), length)) = names::longest(tokens, whole) {
        return Some((plain(line), strength, length));
    }
    let last = |line: &Attack, said: &[String]| {
        line.name.split(' ').next_back().is_some_and(|word| says(said, word))
    };
    let one = names::longest(&tokens[..1], |said| all().find(|(line, _)| last(line, said)));
    one.map(|((line, strength), length)| (plain(line), strength, length))
}
