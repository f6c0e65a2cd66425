//! A block while what a line says of it is put in.

use super::attacks::deal;
use crate::rules::model::block::d20::{
    Abilities, Ability, Appearing, Armour, Attack, Block, Class, HitDice, Kind, Protection, Race,
    Rating, Spell, Trait,
};
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::names::bare;

/// Descending and ascending armour class of books that print both add up to this.
const BOTH_WAYS: i32 = 19;

/// Something that is said of a block.
pub(super) enum Said {
    Hp(i32),
    /// Hit points left.
    Left(i32),
    Ac {
        descending: bool,
        figure: i32,
    },
    Hd(HitDice),
    Level(u8),
    Morale(u8),
    Movement(Option<u32>, Option<u32>),
    Thac0(i32),
    AttackBonus(i32),
    Saves([u8; 5]),
    SaveAs(Option<Class>, u8),
    Attack(Attack),
    /// What the attacks deal, one after the other.
    Damage(Vec<Option<DiceExpr>>),
    Ability(Ability, Rating),
    Appearing(Appearing),
    Armour(Armour),
    Shield(i32),
    Kind(Kind),
    Race(Race),
    Trait(Trait),
    Spell(String),
}

/// A block while what is said of it is put in.
pub(super) struct Draft {
    pub(super) block: Block,
    pub(super) counts_up: bool,
    /// Its attacks are those that were said, not those of whom it is like.
    pub(super) armed: bool,
    pub(super) casts: bool,
    pub(super) left: Option<i32>,
}

impl Draft {
    pub(super) fn take(&mut self, said: Said, known: &[&Spell]) {
        let block = &mut self.block;
        match said {
            Said::Hp(hp) => block.hp = Some(hp),
            Said::Left(left) => self.left = Some(left),
            Said::Ac { descending, figure } => self.armour_class(descending, figure),
            Said::Hd(hd) => block.hd = Some(hd),
            Said::Level(level) => block.level = Some(level),
            Said::Morale(morale) => block.morale = Some(morale),
            Said::Movement(base, encounter) => {
                (block.movement.base, block.movement.encounter) = (base, encounter);
            }
            Said::Thac0(thac0) if self.counts_up => block.attack_bonus = Some(BOTH_WAYS - thac0),
            Said::Thac0(thac0) => block.thac0 = Some(thac0),
            Said::AttackBonus(bonus) if self.counts_up => block.attack_bonus = Some(bonus),
            Said::AttackBonus(bonus) => block.thac0 = Some(BOTH_WAYS - bonus),
            Said::Saves(saves) => block.saves = Some(saves),
            Said::SaveAs(class, level) => block.save_as = Some((class, level)),
            Said::Attack(line) => self.attack(line),
            Said::Damage(all) => deal(&mut block.attacks, &all),
            Said::Ability(which, rating) => *ability(&mut block.abilities, which) = Some(rating),
            Said::Appearing(met) => block.appearing = Some(met),
            Said::Armour(armour) => {
                let Protection { shield, magic, .. } = block.protection;
                block.protection = Protection { armour: Some(armour), hide: None, shield, magic };
            }
            Said::Shield(points) => block.protection.shield = points,
            Said::Kind(kind) => block.kind = kind,
            Said::Race(race) => block.race = Some(race),
            Said::Trait(one) if !block.is(one) => block.traits.push(one),
            Said::Trait(_) => {}
            Said::Spell(name) => self.spell(&name, known),
        }
    }

    /// The armour class as a whole, in the direction in which the rules count.
    fn armour_class(&mut self, descending: bool, figure: i32) {
        let block = &mut self.block;
        match (self.counts_up, descending) {
            (true, false) => block.ascending = Some(figure),
            (false, true) => block.ac = Some(figure),
            (false, false) => block.ac = Some(BOTH_WAYS - figure),
            // The rules make their own figure of it.
            (true, true) => {
                block.protection = Protection { hide: Some(figure), ..Protection::default() };
                block.ascending = None;
            }
        }
    }

    fn attack(&mut self, line: Attack) {
        if !std::mem::replace(&mut self.armed, true) {
            self.block.attacks.clear();
        }
        self.block.attacks.push(line);
    }

    /// A copy of a spell, with what is known of one of that name.
    fn spell(&mut self, name: &str, known: &[&Spell]) {
        if !std::mem::replace(&mut self.casts, true) {
            self.block.spells.clear();
        }
        if let Some(spell) = self.block.spells.iter_mut().find(|spell| bare(&spell.name) == bare(name)) {
            spell.copies = spell.copies.map(|copies| copies.saturating_add(1));
            return;
        }
        let like = known.iter().find(|spell| bare(&spell.name) == bare(name) && !spell.power);
        let (power, sight, facts) = (false, false, Vec::new());
        let new = || Spell { name: name.into(), power, sight, copies: None, facts };
        let spell = like.map_or_else(new, |spell| (*spell).clone());
        self.block.spells.push(Spell { copies: Some(1), ..spell });
    }
}

fn ability(all: &mut Abilities, which: Ability) -> &mut Option<Rating> {
    match which {
        Ability::Str => &mut all.str,
        Ability::Int => &mut all.int,
        Ability::Wis => &mut all.wis,
        Ability::Dex => &mut all.dex,
        Ability::Con => &mut all.con,
        Ability::Cha => &mut all.cha,
    }
}
