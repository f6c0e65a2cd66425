//! Attacks and their damage.

use super::Found;
use super::draft::Change;
use super::figures::bonus;
use super::keys::is_key;
use crate::rules::model::block::d20::{Attack, Damage};
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::printed::cursor::span;
use crate::shorthand::tokens::Token;

/// Parses damage as printed: `1d6`, `d6`, `1-6`, `1d4/1d4/1d8`; `None` for `weapon`, the weapon's own damage.
pub(super) fn damage_dice(token: &Token) -> impl Iterator<Item = Option<DiceExpr>> {
    let own = |text: &str| {
        let dice = || text.parse::<DiceExpr>().ok().filter(|_| !text.starts_with(['+', '-']));
        range(text).or_else(dice).map(Some).or((text == "weapon").then_some(None))
    };
    token.low.split('/').filter_map(own).collect::<Vec<_>>().into_iter()
}

/// Parses the attacks of a printed block: `2 claws (1d4), 1 bite (1d8)`, `1 weapon`, `1`.
pub(super) fn attacks(tokens: &[Token]) -> Vec<Change> {
    let is_word = |token: &Token| token.bracket.is_some() && token.is_word();
    let unfolded: Vec<Token> = match tokens {
        // `3 (2 claws, bite)`
        [count, inner @ ..]
            if count.number().is_some() && inner.iter().any(is_word) && !has_damage(inner) =>
        {
            inner.iter().map(|token| Token { bracket: None, ..token.clone() }).collect()
        }
        all => all.to_vec(),
    };
    let (mut all, mut rest) = (Vec::new(), &unfolded[..]);
    while !rest.is_empty() {
        let own = rest
            .iter()
            .position(|token| token.ends || ends_attack(token))
            .map_or(rest.len(), |at| at + 1);
        // A bracket belongs to the attack before it, as does a stop after the bracket.
        let behind = rest[own..].iter().take_while(|token| token.bracket.is_some()).count();
        let (one, others) = rest.split_at(own + behind);
        all.extend(attack(one));
        rest = others;
    }
    all.into_iter().map(Change::Attack).collect()
}

/// Whether the tokens contain damage dice.
pub(super) fn has_damage(tokens: &[Token]) -> bool {
    tokens.iter().flat_map(damage_dice).flatten().any(|dice| dice.count > 0)
}

pub(super) fn ends_attack(token: &Token) -> bool {
    token.bracket.is_none() && (token.low == "/" || token.low == "and" || token.low == "or")
}

pub(super) fn attack(tokens: &[Token]) -> Option<Attack> {
    let count = tokens.iter().find_map(|token| token.low.trim_end_matches('x').parse::<u8>().ok());
    let dice = tokens
        .iter()
        .find_map(|token| damage_dice(token).flatten().next().filter(|dice| dice.count > 0));
    let bonus = tokens.iter().filter(|token| token.bracket.is_none()).find_map(bonus);
    let is_name = |token: &&Token| {
        let filler = ["x", "/", "and", "or", "by", "with", "attacks", "attack"].contains(&&*token.low);
        token.bracket.is_none() && token.is_word() && !filler
    };
    let words: Vec<&str> = tokens.iter().filter(is_name).map(|token| &*token.low).collect();
    let several = count.is_some_and(|count| count > 1);
    let name = match words.join(" ") {
        none if none.is_empty() => "attack".into(),
        many if several => many.strip_suffix('s').map_or(many.clone(), str::to_string),
        one => one,
    };
    if count.is_none() && words.is_empty() && dice.is_none() {
        return None;
    }
    let damage = dice.map_or(Damage::Weapon(None), Damage::Dice);
    let count = count.unwrap_or(1).max(1);
    Some(Attack { count, bonus: bonus.unwrap_or(0), damage: Some(damage), ..Attack::new(&*name) })
}

/// Distributes the damage over the attacks in order; there may be more dice than attacks.
pub(super) fn assign_damage(attacks: &mut Vec<Attack>, all: &[Option<DiceExpr>]) {
    let damage = |dice: Option<DiceExpr>| Some(dice.map_or(Damage::Weapon(None), Damage::Dice));
    let blows: usize = attacks.iter().map(|line| usize::from(line.count)).sum();
    if let [line] = &mut attacks[..]
        && all.len() > 1
        && all.len() == blows
    {
        // Blows with different damage become separate attacks.
        let one = Attack { count: 1, ..line.clone() };
        *attacks = all.iter().map(|dice| Attack { damage: damage(*dice), ..one.clone() }).collect();
        return;
    }
    let mut rest = all.iter();
    for line in attacks {
        let step = if all.len() == blows { usize::from(line.count.max(1)) } else { 1 };
        if let Some(dice) = rest.by_ref().take(step).last() {
            line.damage = damage(*dice);
        }
    }
}

/// Parses a natural attack: `bite 1d6`, `2 claws 1d4`.
pub(super) fn natural(tokens: &[Token]) -> Found<Vec<Change>> {
    let counted = usize::from(tokens.first()?.number().is_some());
    let length = tokens
        .iter()
        .skip(counted)
        .take(3)
        .take_while(|token| token.is_word() && !is_key(token))
        .count();
    let dice = tokens.get(counted + length).filter(|_| length > 0)?;
    let stops = tokens[..counted + length].iter().any(|token| token.ends);
    // `D2` is a dwarf of level 2.
    let has_dice = !dice.text.starts_with('D') && damage_dice(dice).flatten().any(|dice| dice.count > 0);
    if stops || !has_dice {
        return None;
    }
    let line = attack(&tokens[..=counted + length])?;
    Some((vec![Change::Attack(line)], counted + length + 1))
}

/// Returns the dice with this range: `1-6`, `2-8`, `2-5`.
fn range(text: &str) -> Option<DiceExpr> {
    let (least, most) = text.split_once('-')?;
    span(least.parse().ok()?, most.parse().ok()?)
}
