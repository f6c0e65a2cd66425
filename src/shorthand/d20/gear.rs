//! Terms without a label: weapons, armour, races, traits, spells.

use super::attacks::damage_dice;
use super::draft::Change;
use super::figures::bonus;
use super::{Found, Reader};
use crate::rules::model::block::d20::{Armour, Attack, CreatureKind, Damage, Race};
use crate::rules::model::ids::Text;
use crate::shorthand::names::{self, says};
use crate::shorthand::tokens::Token;

impl Reader<'_> {
    /// Parses a known weapon, armour or a shield, with its bonus.
    pub(super) fn gear(&self, tokens: &[Token]) -> Found<Vec<Change>> {
        let before = tokens.first().and_then(bonus).filter(|_| tokens.len() > 1);
        let from = usize::from(before.is_some());
        let (mut said, length) = self.piece(&tokens[from..])?;
        let stops = tokens[from + length - 1].ends;
        let behind = tokens.get(from + length).filter(|_| !stops).and_then(bonus);
        let plus = before.or(behind).unwrap_or(0);
        let mut length = from + length + usize::from(behind.is_some());
        match said.first_mut() {
            Some(Change::Attack(line)) => {
                line.bonus = plus;
                let dice = tokens.get(length).filter(|_| !tokens[length - 1].ends);
                if let Some(dice) = dice.and_then(|token| damage_dice(token).next().flatten()) {
                    line.damage = Some(Damage::Dice(dice));
                    length += 1;
                }
            }
            Some(Change::Shield(points)) => *points += plus,
            _ => {}
        }
        Some((said, length))
    }

    pub(super) fn piece(&self, tokens: &[Token]) -> Found<Vec<Change>> {
        let first = tokens.first().filter(|token| !token.quoted)?;
        if ["shield", "shields"].contains(&&*first.low) {
            return Some((vec![Change::Shield(1)], 1));
        }
        let armours = &self.words.rules.about().armours;
        let worn = |said: &[String]| {
            let is = |(armour, shown): &(&Armour, &Text)| {
                says(said, armour.name().as_str()) || shown.split(',').any(|shown| says(said, shown))
            };
            armours
                .iter()
                .filter(|(armour, _)| **armour != Armour::UNARMOURED)
                .find(is)
                .map(|(armour, _)| *armour)
        };
        if let Some((armour, length)) = names::longest(tokens, worn) {
            let mail =
                tokens.get(length).is_some_and(|next| ["mail", "armour", "armor"].contains(&&*next.low));
            return Some((vec![Change::Armour(armour)], length + usize::from(mail)));
        }
        if ["unarmoured", "unarmored"].contains(&&*first.low) {
            return Some((vec![Change::Armour(Armour::UNARMOURED)], 1));
        }
        let (name, _, length) = names::weapon(tokens, &self.words.weapons)?;
        Some((vec![Change::Attack(Attack::new(name))], length))
    }

    /// Parses a term of one kind: `pc`, `retainer` and the like, a trait, a race.
    pub(super) fn mark(&self, tokens: &[Token]) -> Found<Vec<Change>> {
        let about = self.words.rules.about();
        let kind = match &*tokens.first()?.low {
            "pc" => Some(CreatureKind::Pc),
            "npc" | "retainer" | "hireling" | "henchman" => Some(CreatureKind::Npc),
            _ => None,
        };
        if let Some(kind) = kind {
            return Some((vec![Change::CreatureKind(kind)], 1));
        }
        let trait_of =
            |said: &[String]| about.traits.iter().copied().find(|one| says(said, one.name().as_str()));
        if let Some((one, length)) = names::longest(tokens, trait_of) {
            return Some((vec![Change::Trait(one)], length));
        }
        self.race(tokens).map(|(race, length)| (vec![Change::Race(race)], length))
    }

    pub(super) fn race(&self, tokens: &[Token]) -> Found<Race> {
        let races = &self.words.rules.about().races;
        names::longest(tokens, |said| {
            races.iter().copied().find(|race| says(said, race.name().as_str()))
        })
    }

    /// Parses quoted spells.
    pub(super) fn quoted(&self, tokens: &[Token]) -> Found<Vec<Change>> {
        let first = tokens.first().filter(|token| token.quoted)?;
        let spells = first.text.split([',', ';']).map(str::trim).filter(|spell| !spell.is_empty());
        Some((spells.map(|spell| Change::Spell(spell.into())).collect(), 1))
    }

    /// Parses a spell of a known stat block.
    pub(super) fn spell(&self, tokens: &[Token]) -> Found<String> {
        let known = |said: &[String]| {
            let mut all = self.words.known.iter().flat_map(|block| block.spells());
            all.find(|spell| says(said, &spell.name)).map(|spell| spell.name.to_string())
        };
        names::longest(tokens, known)
    }
}
