//! Validation and completion of stat blocks.

use super::tables::Weapon;
use crate::rules::model::block::d20::{
    Ability, Attack, Attribute, Attributes, Block, Class, D20, Damage, Figures, Movement, Range, Rating,
    Size, Tag,
};
use crate::rules::model::block::schema::Bounds;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::error::alternatives;
use crate::rules::model::fault::Path;
use crate::rules::model::supply;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;
use serde::Deserialize;

/// Name of a figure of an attack line, its value, minimum and maximum; an absent value is no fault.
pub type Bound = (&'static str, Option<i64>, i64, i64);

/// What a ruleset's tables know of the weapon or siege engine that an attack line names.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// Its name.
    pub name: &'a Text,
    /// Melee or missile; `Both` is thrown.
    pub range: Range,
    /// Upper limits of short, medium and long range in feet.
    pub feet: Option<[u32; 3]>,
    /// Its tags.
    pub tags: &'a [Tag],
    /// Its size.
    pub size: Option<Size>,
    /// Rounds to load it.
    pub loading: Option<u8>,
    /// Rounds per shot.
    pub rate: Option<u8>,
    /// Its modifier to hit.
    pub to_hit: i32,
    /// Attributes of the ruleset.
    pub attributes: Option<&'a Attributes>,
}

impl<'a> From<&'a Weapon> for Known<'a> {
    fn from(row: &'a Weapon) -> Self {
        Self {
            name: &row.name,
            range: row.range,
            feet: row.feet,
            tags: &row.tags,
            size: row.size,
            loading: row.loading,
            rate: None,
            to_hit: 0,
            attributes: Some(&row.attributes),
        }
    }
}

/// Completes a block with the figures that `draw` derives from it.
///
/// # Errors
/// The block is of the other family; otherwise every fault that `faults` finds.
pub fn admit(
    block: StatBlock,
    faults: impl FnOnce(&Block) -> Vec<Fault>,
    draw: impl FnOnce(&Block) -> Figures,
) -> Result<StatBlock, Vec<Fault>> {
    let block = match block {
        StatBlock::Written(block) => *block,
        StatBlock::D20(d20) => d20.block,
        StatBlock::Wounds(_) => {
            return Err(vec![Fault::new("stat block", "one with wounds", "one with hit points")]);
        }
    };
    let faults = faults(&block);
    if !faults.is_empty() {
        return Err(faults);
    }
    let figures = draw(&block);
    Ok(StatBlock::D20(Box::new(D20 { block, figures })))
}

/// The lowest natural rolls that may trigger a special effect.
const SPECIAL_ON: (i64, i64) = (2, 20);

/// The damage dice that a ruleset allows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceBounds {
    /// The least and greatest number of dice.
    pub count: (u8, u8),
    /// Their sides.
    pub sides: Vec<u16>,
    /// The least and greatest number added.
    pub plus: (i32, i32),
}

impl DiceBounds {
    /// Whether the dice are allowed; so is a number without dice.
    fn allow(&self, dice: DiceExpr) -> bool {
        let (fewest, most) = self.count;
        let rolled = (fewest..=most).contains(&dice.count) && self.sides.contains(&dice.sides);
        let (least, greatest) = self.plus;
        (rolled || dice.count == 0) && (least..=greatest).contains(&dice.plus)
    }

    /// Returns a fault for every damage of an attack line, its special effect included, that is not allowed.
    pub fn outside(&self, block: &Block) -> Vec<Fault> {
        let ((fewest, most), (least, greatest)) = (self.count, self.plus);
        let sides = alternatives(&self.sides);
        let expected =
            format!("{fewest} to {most} dice of {sides} sides, and {least:+} to {greatest:+}");
        each_line(block, |at, line| {
            let refused = dice_of(line).into_iter().flatten().filter(|dice| !self.allow(*dice));
            refused.map(|dice| Fault::new(at.clone().part("damage"), dice, &*expected)).collect()
        })
    }
}

/// Collects the faults of each attack line, which are at its path.
fn each_line(block: &Block, faults: impl Fn(&Path, &Attack) -> Vec<Fault>) -> Vec<Fault> {
    let of_line = |(at, line): (usize, &Attack)| faults(&Path::entry("attacks", at, &line.name), line);
    block.attacks.iter().enumerate().flat_map(of_line).collect()
}

/// Returns the dice of a line: its damage, and those of its special effect at once and later.
fn dice_of(line: &Attack) -> [Option<DiceExpr>; 3] {
    let own = match line.damage {
        Some(Damage::Dice(dice)) => Some(dice),
        _ => None,
    };
    let special = line.special.as_ref();
    [own, special.and_then(|special| special.damage), special.and_then(|special| special.inside)]
}

/// Returns the faults that every ruleset of the family looks for: figures of the block and its lines out of bounds,
/// unknown names, abilities ([`abilities_outside`]), and missing fields ([`lacking`]).
pub fn faults<const N: usize>(
    about: &About,
    block: &Block,
    bounds: &[Bounds],
    modifiers: Option<(i8, i8)>,
    of_line: fn(&Attack) -> [Bound; N],
    is_known: impl Fn(&str) -> bool,
) -> Vec<Fault> {
    let most_hp = about.most_hp();
    let hp = [("hp".into(), 1, most_hp)];
    let figures = Block::FIGURES.iter().map(|figure| figure.narrowed(&hp).narrowed(bounds));
    let mut faults: Vec<Fault> = figures.flat_map(|figure| figure.faults(block)).collect();
    faults.extend(classes_outside(block, about));
    faults.extend(foreign_conditions(about, block));
    faults.extend(attributes_outside(about, block));
    faults.extend(abilities_outside(block, modifiers));
    faults.extend(lines_outside(block, of_line));
    faults.extend(lacking(block, most_hp, is_known));
    faults
}

/// Returns a fault for every figure of an attack line out of bounds: the count (1 to 10), the natural roll that triggers
/// its special effect, and the ruleset's own.
pub fn lines_outside<const N: usize>(block: &Block, own: fn(&Attack) -> [Bound; N]) -> Vec<Fault> {
    each_line(block, |at, line| {
        let count = ("count", Some(line.count.into()), 1, 10);
        let on = line.special.as_ref().map(|special| special.on.into());
        let special = ("special.on", on, SPECIAL_ON.0, SPECIAL_ON.1);
        let beyond = |(part, found, least, most): Bound| {
            Fault::outside(at.clone().part(part), found?, least..=most)
        };
        own(line).into_iter().chain([count, special]).filter_map(beyond).collect()
    })
}

/// Returns a fault for every attribute, of the creature or an attack line, out of the ruleset's bounds. Attributes that
/// the ruleset does not have are ignored.
pub fn attributes_outside(about: &About, block: &Block) -> Vec<Fault> {
    let beyond = |at: &Path, given: &Attributes, of_lines: bool| {
        let fault = |(which, n): (&Attribute, &i32)| {
            let row = about.attributes.find(*which.name()).filter(|row| row.is_of_lines == of_lines)?;
            let (least, most) = row.bounds;
            Fault::outside(at.clone().part(which.name().in_kebab()), *n, least..=most)
        };
        given.0.iter().filter_map(fault).collect::<Vec<_>>()
    };
    let mut faults = beyond(&"attributes".into(), &block.attributes, false);
    faults.extend(each_line(block, |at, line| beyond(at, &line.attributes, true)));
    faults
}

/// Returns a fault for every condition of an attack or spell that the ruleset does not have.
pub fn foreign_conditions(about: &About, block: &Block) -> Vec<Fault> {
    let foreign = |at: &Path, condition| {
        let fault = about.known(condition).err()?;
        Some(Fault { at: at.clone().part("condition"), ..fault })
    };
    let mut faults = each_line(block, |at, line| {
        line.riders.iter().filter_map(|rider| foreign(at, rider.inflicts)).collect()
    });
    for (at, spell) in block.spells.iter().enumerate() {
        let at = Path::entry("spells", at, &spell.name);
        faults.extend(spell.facts.iter().filter_map(|fact| match fact {
            Fact::Inflicts(condition) => foreign(&at, *condition),
            _ => None,
        }));
    }
    faults
}

/// Returns a fault for every ability out of bounds: scores are 3 to 18; modifiers in place of scores must be within
/// `modifiers`, or are not allowed.
pub fn abilities_outside(block: &Block, modifiers: Option<(i8, i8)>) -> Vec<Fault> {
    let names = Ability::ALL.into_iter().zip(["str", "int", "wis", "dex", "con", "cha"]);
    let expected = match modifiers {
        Some((least, most)) => format!("3 to 18, or a modifier from {least:+} to {most:+}"),
        None => "3 to 18".into(),
    };
    let fits = |rating: &Rating| match rating {
        Rating::Score(score) => (3..=18).contains(score),
        Rating::Modifier(n) => modifiers.is_some_and(|(least, most)| (least..=most).contains(n)),
    };
    let found = names.filter_map(|(ability, name)| Some((name, block.abilities.rating(ability)?)));
    let faulty = found.filter(|(_, rating)| !fits(rating));
    let at = |name: &str| Path::from("abilities").part(name);
    faulty.map(|(name, rating)| Fault::new(at(name), rating, &*expected)).collect()
}

/// Returns a fault for every class, its own or the one it saves as, that the ruleset does not have.
pub fn classes_outside(block: &Block, about: &About) -> Vec<Fault> {
    let found = [("class", block.class), ("save_as", block.save_as.and_then(|(class, _)| class))];
    let unknown = |(field, class): (_, Option<Class>)| {
        let class = class.filter(|class| !about.classes.contains(class))?;
        Some(Fault::new(field, class.name().in_kebab(), "a class of these rules"))
    };
    found.into_iter().filter_map(unknown).collect()
}

/// Returns a fault for missing hit points (naming the maximum), an empty name, every weapon with neither damage nor a
/// table entry, and supplies out of bounds.
pub fn lacking(block: &Block, most_hp: i32, is_known: impl Fn(&str) -> bool) -> Vec<Fault> {
    let no_hp = block.hp.is_none().then(|| Fault::missing("hp", format!("1 to {most_hp}")));
    let no_name = block.name.trim().is_empty().then(|| Fault::name("name", "", "a name"));
    let unknown = each_line(block, |at, line| {
        let bare = matches!(line.damage, None | Some(Damage::Weapon(Some(_))));
        let fault = |name| Fault::name(at.clone(), name, "a weapon in the table, or the damage given");
        Some(called(line))
            .filter(|name| bare && !is_known(name))
            .map(|name| fault(name))
            .into_iter()
            .collect()
    });
    no_hp.into_iter().chain(no_name).chain(unknown).chain(supply::faults(&block.counters)).collect()
}

/// Returns feet per turn and per round; a missing figure follows from the other (a third, rounded down), and `standard`
/// applies if both are missing.
pub fn movement(written: &Movement, standard: (u32, u32)) -> (u32, u32) {
    match (written.base, written.encounter) {
        (Some(base), Some(encounter)) => (base, encounter),
        (Some(base), None) => (base, base / 3),
        (None, Some(encounter)) => (encounter.saturating_mul(3), encounter),
        (None, None) => standard,
    }
}

/// Returns the name under which the line is looked up in the weapon table.
pub fn called(line: &Attack) -> &Text {
    match &line.damage {
        Some(Damage::Weapon(Some(name))) => name,
        _ => &line.name,
    }
}

/// Returns the attack lines; a character without any has one generic weapon.
pub fn lines(block: &Block) -> Vec<Attack> {
    if block.attacks.is_empty() && block.is_character() {
        return vec![Attack { damage: Some(Damage::Weapon(None)), ..Attack::new("weapon") }];
    }
    block.attacks.clone()
}

/// Returns the attack lines, completed from the weapon table.
pub fn completed<'a>(block: &Block, known: impl Fn(&str) -> Option<&'a Weapon>) -> Vec<Attack> {
    let complete = |line: Attack| {
        let row = known(called(&line)).map(Known::from);
        complete(line, row)
    };
    lines(block).into_iter().map(complete).collect()
}

/// Completes the line from the weapon table; what the line specifies takes precedence.
pub fn complete(mut line: Attack, known: Option<Known<'_>>) -> Attack {
    if let Some(row) = known {
        line.range = line.range.or(Some(row.range));
        line.feet = line.feet.or(row.feet);
        line.size = line.size.or(row.size);
        line.loading = line.loading.or(row.loading);
        line.rate = line.rate.or(row.rate);
        if line.to_hit == 0 {
            line.to_hit = row.to_hit;
        }
        if let Some(attributes) = row.attributes {
            line.attributes.fill(attributes);
        }
        for tag in row.tags {
            if !line.tags.contains(tag) {
                line.tags.push(*tag);
            }
        }
        if matches!(line.damage, None | Some(Damage::Weapon(None))) {
            line.damage = Some(Damage::Weapon(Some(row.name.clone())));
        }
    }
    line.range = line.range.or(Some(Range::Melee));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::attribute::AttributeRow;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry;
    use std::collections::BTreeMap;

    #[test]
    fn a_named_figure_has_the_bounds_of_the_rules_that_have_it() {
        let (reach, special) = (Attribute::new("FarReach"), Attribute::new("SpecialOn"));
        let mut about = registry::ruleset(RulesetId::Bx).about().clone();
        about.attributes = std::mem::take(&mut about.attributes).with(vec![
            AttributeRow::new(reach, "", 0, 6),
            AttributeRow::new(special, "", 2, 20).of_lines(),
        ]);
        let faults = |own: i32, of_line: i32| {
            let attributes = |which, n| Attributes(BTreeMap::from([(which, n)]));
            let line = Attack { attributes: attributes(special, of_line), ..Attack::new("hug") };
            let block =
                Block { attributes: attributes(reach, own), attacks: vec![line], ..Block::default() };
            attributes_outside(&about, &block).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(faults(0, 2).is_empty());
        assert!(faults(6, 20).is_empty());
        let both = [
            "attributes.far-reach: found 7, expected 0 to 6",
            "hug: special-on: found 1, expected 2 to 20",
        ];
        assert_eq!(faults(7, 1), both);
        let elsewhere = Attributes(BTreeMap::from([(Attribute::new("Elsewhere"), 99)]));
        let block = Block { attributes: elsewhere, ..Block::default() };
        assert!(attributes_outside(&about, &block).is_empty(), "another ruleset's business");
    }
}
