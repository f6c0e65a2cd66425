//! The bestiary of the family with wounds: ordered, varied and consistent.

use std::collections::BTreeSet;
use wardrum::rules::model::block::wounds::{Attack, Body, Component, Dread, Shape, Tag, Technique};
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::Bestiary;

/// The poisons and diseases that a weapon may bear.
const POISONS: [&str; 10] = [
    "Alcohol",
    "Chloroform",
    "Infection",
    "Iocane powder",
    "Plague",
    "Sedative",
    "Snake venom",
    "Spider venom",
    "Tear gas",
    "Zombie virus",
];

fn body(block: &StatBlock) -> &Body {
    match block {
        StatBlock::Wounds(body) => body,
        other => panic!("no body: {other:?}"),
    }
}

/// Every creature, by key.
fn bodies() -> Vec<(&'static str, &'static Body)> {
    let bestiary = Bestiary::built_in(Family::Wounds);
    bestiary.all().map(|(key, block)| (&**key, body(block))).collect()
}

/// Every attack, with the key of its owner.
fn lines() -> Vec<(&'static str, &'static Attack)> {
    let lines = |(key, body): (_, &'static Body)| body.attacks.iter().map(move |line| (key, line));
    bodies().into_iter().flat_map(lines).collect()
}

#[test]
fn the_bodies_stand_in_order_and_no_name_twice() {
    let text = include_str!("../../assets/bestiary/wounds.ron");
    let key = |line: &'static str| line.strip_prefix("        \"")?.strip_suffix("\": (");
    for page in text.split("characters: {") {
        let keys: Vec<&str> = page.lines().filter_map(key).collect();
        assert!(!keys.is_empty() && keys.is_sorted(), "{keys:?}");
    }
    let names: BTreeSet<&str> = bodies().iter().map(|(_, body)| &*body.name).collect();
    assert_eq!(names.len(), bodies().len(), "two of one name");
}

#[test]
fn there_is_something_of_everything() {
    let bestiary = Bestiary::built_in(Family::Wounds);
    assert!(bestiary.creatures.len() >= 60 && bestiary.characters.len() >= 14);
    let scales: BTreeSet<i32> = bodies().iter().map(|(_, body)| body.scale).collect();
    assert!((-1..=6).all(|scale| scales.contains(&scale)), "{scales:?}");
    let levels: BTreeSet<u32> = bestiary.characters.values().map(|block| body(block).level).collect();
    assert!(levels.len() >= 6, "{levels:?}");
    let body = |what: &str, has: &dyn Fn(&Body) -> bool| {
        assert!(bodies().iter().any(|(_, body)| has(body)), "no body with {what}");
    };
    body("possession", &|body| body.possession.is_some());
    body("wings", &|body| body.wings > 0 && body.fly_speed.is_some());
    body("an object's durability", &|body| body.is_object() && body.durability.is_some());
    body("a place among electronic things", &|body| body.emp_class.is_some());
    body("no armour but its art", &|body| body.unarmoured.is_some());
    body("an easy seat", &|body| body.knows(&Technique::FreeMount));
    body("more ranges", &|body| body.techniques.iter().any(|one| matches!(one, Technique::MaxSteps(_))));
    for key in ["horse", "warhorse", "griffin"] {
        assert!(bestiary.get(key).is_some(), "no {key} to ride on");
    }
    let parts =
        || bodies().into_iter().flat_map(|(_, body)| &body.combos).flat_map(|combo| &combo.parts);
    for part in [Component::Charge, Component::Grab, Component::Trip, Component::Disarm] {
        assert!(parts().any(|has| *has == part), "no combo with {part:?}");
    }
    assert!(parts().any(|part| matches!(part, Component::Other(..))), "no component of its own");
    let line = |what: &str, has: &dyn Fn(&Attack) -> bool| {
        assert!(lines().iter().any(|(_, line)| has(line)), "no attack with {what}");
    };
    for shape in [Shape::Sphere, Shape::Cone, Shape::Line] {
        line("each shape", &|line| line.area.is_some_and(|area| area.shape == shape));
    }
    for dread in [Dread::Fear, Dread::Insanity, Dread::Rage, Dread::Untyped] {
        line("each dread", &|line| line.dread == Some(dread));
    }
    line("a delay", &|line| line.kind.is_magic() && line.delay > 0);
    line("a pulse", &|line| line.has(Tag::Emp));
    line("stunning magic", &|line| line.kind.is_magic() && line.nonlethal);
    line("loading", &|line| line.firearm && line.ammo.is_some());
    line("a second hand", &|line| line.hand == Some(2));
}

#[test]
fn every_body_is_sound_in_itself() {
    let fair = |n: i32| (-10..=40).contains(&n);
    for (key, body) in bodies() {
        assert!((-1..=10).contains(&body.scale), "{key}: scale");
        let abilities = [body.str, body.end, body.dex, body.int, body.spirit];
        assert!(abilities.iter().all(|n| (-5..=30).contains(n)), "{key}: abilities");
        let sources =
            [body.armour, body.durability, body.unarmoured, body.dodge, body.block, body.parry];
        assert!(sources.iter().flatten().all(|n| fair(*n)), "{key}: defences");
        assert!((body.wings > 0) <= body.fly_speed.is_some(), "{key}: wings that do not fly");
        assert!(!body.is_object() || body.durability.is_some(), "{key}: an object without durability");
        assert!(body.is_object() || !body.attacks.is_empty(), "{key}: nothing to fight with");
        let names: BTreeSet<&str> = body.attacks.iter().map(|line| &*line.name).collect();
        assert_eq!(names.len(), body.attacks.len(), "{key}: two attack lines of one name");
    }
    for (key, line) in lines() {
        let poison = line.poison.as_deref();
        assert!(poison.is_none_or(|name| POISONS.contains(&name)), "{key}: {poison:?}");
        let works = line.damage.is_some() || poison.is_some() || line.notes.is_some();
        assert!(works, "{key}: {} does nothing", line.name);
        assert!(line.dread.is_none() || line.damage.is_some(), "{key}: {}", line.name);
    }
}

#[test]
fn every_combo_is_within_its_owners_means() {
    for (key, body) in bodies() {
        for combo in &body.combos {
            let what = format!("{key}: {}", combo.name);
            let rating: i32 = combo.parts.iter().map(Component::rating).sum();
            assert!(rating <= body.combo_rating, "{what}: {rating} of {}", body.combo_rating);
            let ranks = usize::from(body.weapon_ranks.max(body.ranged_ranks));
            assert!(combo.parts.len() <= ranks + 1, "{what}: {ranks} ranks");
            let attacks = combo.parts.iter().filter(|part| **part == Component::Attack).count();
            assert!(attacks <= usize::from(body.extra_attacks) + 1, "{what}: too many attacks");
        }
        let trained = body.knows(&Technique::ExtraAttack);
        assert_eq!(body.extra_attacks > 0, trained, "{key}: extra attacks");
    }
}
