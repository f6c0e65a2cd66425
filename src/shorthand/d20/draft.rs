//! The stat block under construction.

use super::attacks::assign_damage;
use crate::rules::model::block::d20::{
    Abilities, Ability, Appearing, Armour, Attack, Block, Class, CreatureKind, HitDice, Protection,
    Race, Rating, Spell, Trait,
};
use crate::rules::model::block::schema::Figure;
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::names::bare;

/// Sum of the descending and the ascending armour class, in books that print both.
const BOTH_WAYS: i32 = 19;

/// A change to the block that a line asks for.
pub(super) enum Change {
    Hp(i32),
    /// Current hit points.
    Left(i32),
    Ac {
        descending: bool,
        figure: i32,
    },
    Hd(HitDice),
    Level(u8),
    Movement(Option<u32>, Option<u32>),
    Thac0(i32),
    AttackBonus(i32),
    Saves([u8; 5]),
    SaveAs(Option<Class>, u8),
    Attack(Attack),
    /// The damage of the attacks, in order.
    Damage(Vec<Option<DiceExpr>>),
    Ability(Ability, Rating),
    Appearing(Appearing),
    Armour(Armour),
    Shield(i32),
    CreatureKind(CreatureKind),
    Race(Race),
    Trait(Trait),
    Spell(String),
    Figure(&'static Figure<Block>, i32),
}

/// A stat block to which the changes are applied.
pub(super) struct Draft {
    pub(super) block: Block,
    pub(super) counts_up: bool,
    /// Whether the attacks were given, replacing those of the base stat block.
    pub(super) armed: bool,
    pub(super) casts: bool,
    pub(super) left: Option<i32>,
}

impl Draft {
    pub(super) fn take(&mut self, said: Change, known: &[&Spell]) {
        let block = &mut self.block;
        match said {
            Change::Hp(hp) => block.hp = Some(hp),
            Change::Left(left) => self.left = Some(left),
            Change::Ac { descending, figure } => self.armour_class(descending, figure),
            Change::Hd(hd) => block.hd = Some(hd),
            Change::Level(level) => block.level = Some(level),
            // The rules say what is wrong with it, unless no such number fits at all.
            Change::Figure(figure, n) => _ = (figure.set)(block, Some(n)),
            Change::Movement(base, encounter) => {
                (block.movement.base, block.movement.encounter) = (base, encounter);
            }
            Change::Thac0(thac0) if self.counts_up => block.attack_bonus = Some(BOTH_WAYS - thac0),
            Change::Thac0(thac0) => block.thac0 = Some(thac0),
            Change::AttackBonus(bonus) if self.counts_up => block.attack_bonus = Some(bonus),
            Change::AttackBonus(bonus) => block.thac0 = Some(BOTH_WAYS - bonus),
            Change::Saves(saves) => block.saves = Some(saves),
            Change::SaveAs(class, level) => block.save_as = Some((class, level)),
            Change::Attack(line) => self.attack(line),
            Change::Damage(all) => assign_damage(&mut block.attacks, &all),
            Change::Ability(which, rating) => *ability(&mut block.abilities, which) = Some(rating),
            Change::Appearing(met) => block.appearing = Some(met),
            Change::Armour(armour) => {
                let Protection { shield, magic, .. } = block.protection;
                block.protection = Protection { armour: Some(armour), hide: None, shield, magic };
            }
            Change::Shield(points) => block.protection.shield = points,
            Change::CreatureKind(kind) => block.kind = kind,
            Change::Race(race) => block.race = Some(race),
            Change::Trait(one) if !block.is(one) => block.traits.push(one),
            Change::Trait(_) => {}
            Change::Spell(name) => self.spell(&name, known),
        }
    }

    /// Sets the total armour class, converted to the direction of the rules.
    fn armour_class(&mut self, descending: bool, figure: i32) {
        let block = &mut self.block;
        match (self.counts_up, descending) {
            (true, false) => block.ascending = Some(figure),
            (false, true) => block.ac = Some(figure),
            (false, false) => block.ac = Some(BOTH_WAYS - figure),
            // The rules convert it themselves.
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

    /// Adds a copy of a spell, with the details of a known spell of that name.
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
