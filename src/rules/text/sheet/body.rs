//! A stat block with wounds: attacks, gear out of hand, combos, techniques, skills.

use crate::rules::model::block::wounds::{Attack, Body, Skill};
use crate::rules::model::combatant::{Combatant, Gear, Thing, Whereabouts};
use crate::rules::model::encounter::Encounter;
use crate::rules::text::words;

/// Returns its attacks, a line each, with the state of the weapon.
pub(super) fn attacks(e: &Encounter, body: &Body, c: &Combatant) -> Vec<String> {
    let lines = (0u8..).zip(&body.attacks);
    let mut lines: Vec<String> = lines
        .map(|(at, line)| {
            let fired = line.ammo.map(|ammo| (c.thing(Thing::Line(at)).fired, ammo));
            format!("{}{}", attack(body, line), amiss(c.thing(Thing::Line(at)), fired))
        })
        .collect();
    let lent = c.lent.iter().filter_map(|(owner, line)| {
        let of = e.wounds(*owner).ok()?;
        let line = of.attacks.get(usize::from(*line))?;
        Some(format!("{} of {}", line.name, words::name(e, *owner)))
    });
    let lent: Vec<String> = lent.collect();
    if !lent.is_empty() {
        lines.push(format!("Also uses: {}", lent.join(", ")));
    }
    let armour = amiss(c.thing(Thing::Armour), None);
    if !armour.is_empty() {
        lines.push(format!("armour{armour}"));
    }
    lines
}

/// Formats an attack: `sword +5: 1d8+3 slashing, reach 2`.
fn attack(body: &Body, line: &Attack) -> String {
    let bonus = words::signed(body.attack_bonus(line));
    let damage = match (line.damage, line.dread) {
        (Some(dice), Some(dread)) => format!("{dice} {}", dread.word()),
        (Some(dice), None) => format!("{dice} {}", words::harm_type(line.harm)),
        (None, _) => "no damage".into(),
    };
    let mut parts = vec![format!("{} {bonus}: {damage}", words::attack_name(&line.name))];
    if line.kind.is_ranged() {
        parts.push(line.increment.map_or("ranged".into(), |metres| format!("{metres} m a step")));
    } else if line.reach.squares() != 1 {
        parts.push(format!("reach {}", line.reach.squares()));
    }
    parts.extend(line.area.map(|area| format!("{} of scale {}", words::shape(area.shape), area.scale)));
    parts.extend(line.cost.map(|seconds| format!("{seconds} s")));
    parts.extend((line.delay > 0).then(|| format!("{} s later", line.delay)));
    parts.extend(line.poison.as_ref().map(|poison| format!("poison: {poison}")));
    parts.extend(line.nonlethal.then(|| "nonlethal".to_string()));
    parts.extend(line.notes.as_ref().map(ToString::to_string));
    parts.join(", ")
}

/// Describes what is wrong with a piece of gear: ` [on the ground, wounds 1]`.
pub(super) fn amiss(gear: Gear, fired: Option<(u8, u8)>) -> String {
    let mut parts = Vec::new();
    if gear.at != Whereabouts::AtHand {
        parts.push(words::whereabouts(gear.at).to_string());
    }
    if gear.wounds > 0 {
        parts.push(format!("wounds {}", gear.wounds));
    }
    if gear.jammed {
        parts.push("jammed".into());
    }
    match fired {
        Some((fired, ammo)) if fired >= ammo => parts.push("empty".into()),
        Some((_, 1)) => parts.push("loaded".into()),
        Some((fired, ammo)) => parts.push(format!("{} of {ammo} shots", ammo - fired)),
        None => {}
    }
    if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join(", ")) }
}

/// Returns combos, techniques and skills, a line each.
pub(super) fn rest(body: &Body) -> Vec<String> {
    let several = body.combos.iter().filter(|combo| combo.parts.len() > 1);
    let mut lines: Vec<String> = several.map(words::combo).collect();
    let techniques: Vec<String> = body.techniques.iter().map(words::technique).collect();
    if !techniques.is_empty() {
        lines.push(format!("Techniques: {}", techniques.join(", ")));
    }
    let known = Skill::ALL.iter().filter(|skill| **skill != Skill::Dodge && body.skill(**skill) != 0);
    let known: Vec<String> =
        known.map(|skill| format!("{} {}", skill.word(), words::signed(body.skill(*skill)))).collect();
    if !known.is_empty() {
        lines.push(format!("Skills: {}", known.join(", ")));
    }
    lines
}
