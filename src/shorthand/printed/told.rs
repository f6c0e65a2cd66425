//! A stat block spelled out for the referee, value by value.

use crate::rules::model::block::d20::{Ability, Attack, Block, CreatureKind, Damage, Immunity, Rating};
use crate::rules::model::name::Name;
use crate::rules::text::words;

/// A value of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldField {
    /// The field of [`Block`].
    pub field: &'static str,
    /// The label; may be empty.
    pub label: &'static str,
    /// The value in words.
    pub value: String,
}

/// Spells out every value that a block has, except its name and notes.
pub fn told(block: &Block) -> Vec<ToldField> {
    let parts = &block.protection;
    let armour = parts.armour.map(|armour| spoken(armour.name()));
    let shield = (parts.shield > 0).then(|| "shield".to_string());
    let hide = parts.hide.map(|hide| format!("hide {hide}"));
    let worn: Vec<String> = [armour, shield, hide].into_iter().flatten().collect();
    let number = |figure: Option<i32>| figure.map(|figure| figure.to_string());
    let all = [
        ("kind", "", kind(block.kind)),
        ("class", "class", block.class.map(|class| spoken(class.name()))),
        ("level", "level", number(block.level.map(i32::from))),
        ("hd", "Hit Dice", block.hd.map(|hd| hd.to_string())),
        ("hp", "hp", number(block.hp)),
        ("ac", "AC", number(block.ac)),
        ("ascending", "ascending AC", number(block.ascending)),
        ("protection", "wears", list(&worn)),
        ("thac0", "THAC0", number(block.thac0)),
        ("attack_bonus", "attack bonus", block.attack_bonus.map(|bonus| format!("{bonus:+}"))),
        ("attacks", "attacks", list(&block.attacks.iter().map(attack).collect::<Vec<_>>())),
        ("movement", "move", movement(block)),
        ("saves", "saves", block.saves.map(|[d, w, p, b, s]| format!("D{d} W{w} P{p} B{b} S{s}"))),
        (
            "save_as",
            "saves as",
            block.save_as.map(|(class, level)| match class {
                Some(class) => format!("{} {level}", spoken(class.name())),
                None => "a normal human".into(),
            }),
        ),
        ("save_bonus", "on saves", block.save_bonus.map(|all| format!("{:+}", all[0]))),
        ("init_mod", "initiative", block.init_mod.map(|modifier| format!("{modifier:+}"))),
        ("size", "size", block.size.map(|size| words::size(size).to_string())),
        ("immune", immune_label(block), block.immune.as_ref().map(immune)),
        ("traits", "", list(&block.traits.iter().map(|one| spoken(one.name())).collect::<Vec<_>>())),
        (
            "spells",
            "spells",
            list(&block.spells.iter().map(|spell| spell.name.to_string()).collect::<Vec<_>>()),
        ),
        ("abilities", "scores", abilities(block)),
        ("appearing", "appear", block.appearing.map(|met| format!("{} ({})", met.dungeon, met.wild))),
    ];
    let figures = Block::FIGURES.iter().filter(|figure| figure.field != "init_mod");
    let plain = figures.filter_map(|figure| {
        let label = *figure.keys.first()?;
        Some((figure.field, label, number((figure.get)(block).filter(|n| *n != 0))))
    });
    all.into_iter()
        .chain(plain)
        .filter_map(|(field, label, value)| Some(ToldField { field, label, value: value? }))
        .collect()
}

fn list(all: &[String]) -> Option<String> {
    (!all.is_empty()).then(|| all.join(", "))
}

/// A name as words: `magic user`.
fn spoken(name: &Name) -> String {
    name.in_kebab().replace('-', " ")
}

fn kind(kind: CreatureKind) -> Option<String> {
    match kind {
        CreatureKind::Pc => Some("character".into()),
        CreatureKind::Npc => Some("retainer or NPC with a class".into()),
        CreatureKind::Monster => None,
    }
}

fn movement(block: &Block) -> Option<String> {
    let own = match (block.movement.base, block.movement.encounter) {
        (Some(base), Some(round)) => Some(format!("{base}' ({round}')")),
        (Some(base), None) => Some(format!("{base}' a turn")),
        (None, Some(round)) => Some(format!("{round}' a round")),
        (None, None) => None,
    };
    let other = block.movement.other.as_ref().map(ToString::to_string);
    list(&[own, other].into_iter().flatten().collect::<Vec<_>>())
}

/// An attack in short: `vine ×2 1d8`; without dice, if they are those of its weapon: `sword`.
pub(super) fn attack(line: &Attack) -> String {
    let times = if line.count == 1 { String::new() } else { format!(" ×{}", line.count) };
    let bonus = if line.bonus == 0 { String::new() } else { format!(" {:+}", line.bonus) };
    let to_hit = if line.to_hit == 0 { String::new() } else { format!(" {:+} to hit", line.to_hit) };
    let damage = match &line.damage {
        Some(Damage::Dice(dice)) => format!(" {dice}"),
        Some(Damage::Nothing) => " no damage".into(),
        Some(Damage::Weapon(_)) | None => String::new(),
    };
    let riders: String =
        line.riders.iter().map(|rider| format!(" + {}", spoken(rider.inflicts.name()))).collect();
    format!("{}{times}{bonus}{damage}{to_hit}{riders}", line.name)
}

fn immune_label(block: &Block) -> &'static str {
    match block.immune {
        Some(Immunity::To(_)) => "immune to",
        _ => "harmed only by",
    }
}

fn immune(immunity: &Immunity) -> String {
    let (Immunity::AllBut(tags) | Immunity::To(tags)) = immunity;
    tags.iter().map(|tag| spoken(tag.name())).collect::<Vec<_>>().join(" or ")
}

fn abilities(block: &Block) -> Option<String> {
    let names = Ability::ALL.into_iter().zip(["Str", "Int", "Wis", "Dex", "Con", "Cha"]);
    let one = |(which, name)| match block.abilities.rating(which)? {
        Rating::Score(score) => Some(format!("{name} {score}")),
        Rating::Modifier(modifier) => Some(format!("{name} {modifier:+}")),
    };
    list(&names.filter_map(one).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::d20::Tag;

    #[test]
    fn what_harms_and_what_does_not_are_told_apart() {
        let said = |immune| {
            let block = Block { immune: Some(immune), ..Block::default() };
            let all = told(&block);
            let one = all.iter().find(|one| one.field == "immune").expect("an immunity is told");
            format!("{} {}", one.label, one.value)
        };
        assert_eq!(
            said(Immunity::AllBut(vec![Tag::SILVER, Tag::MAGIC])),
            "harmed only by silver or magic"
        );
        assert_eq!(said(Immunity::To(vec![Tag::SILVER])), "immune to silver");
    }
}
