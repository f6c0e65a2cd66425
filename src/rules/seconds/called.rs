//! Called shots: the results of hits, on the body and on items.

use super::blow::Blow;
use super::harm::{self, Consequence, Hurt};
use super::landed::{self, LandedBlow};
use super::location;
use super::{body, checks, condition, posture, presence, slot, weapon};
use crate::rules::model::block::wounds::{Skill, Tag};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::command::Location;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// The result of a called shot beyond its damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Injury {
    /// The location.
    pub at: Location,
    /// The threshold the damage reached.
    pub hurt: Hurt,
    /// Whether the fortitude check succeeded, if the result requires one.
    pub stood: Option<bool>,
}

/// Damages an item: above M is a wound, above T destroys it (`seconds.item.destroyed`).
pub fn strike_thing(r: &mut Resolution, blow: &Blow, thing: Thing, damage: i32, bars: (i32, i32)) {
    let who = blow.target;
    let gear = r.encounter().get(who).map_or(Gear::default(), |c| c.thing(thing));
    let after = match landed::judge(r.encounter(), blow, damage, bars) {
        Hurt::None => {
            r.tell(|| Told::Withstood(who, damage, bars.0, bars.1));
            return;
        }
        Hurt::Slight => Gear { wounds: gear.wounds.saturating_add(1), ..gear },
        Hurt::Grave => {
            Gear { at: Whereabouts::Destroyed, wounds: gear.wounds.saturating_add(1), ..gear }
        }
    };
    r.emit(Event::Geared(who, thing, after));
}

/// Returns the result of a called shot, rolling its fortitude check; `None` unless it is one at a body.
pub fn injury(
    r: &mut Resolution,
    before: &Encounter,
    landed: &LandedBlow,
    was_dying: bool,
) -> Result<Option<Injury>, Stop> {
    let (Some(at), Some(damage)) = (landed.blow.called(), landed.damage) else { return Ok(None) };
    let harmless = landed.blow.line.dread.is_some() || landed.blow.line.has(Tag::Emp);
    if location::is_item(at) || harmless || !presence::is_alive(before, landed.blow.target) {
        return Ok(None);
    }
    let hurt = landed::judge(before, &landed.blow, damage, landed.bars);
    let asks = matches!(
        (at, hurt),
        (Location::Leg, Hurt::Grave) | (Location::Hand | Location::Head, Hurt::Slight)
    );
    let unchecked = Injury { at, hurt, stood: None };
    // A wound kills the dying, so they neither fall nor stagger.
    let kills = was_dying && outcome(unchecked, landed.blow.line.nonlethal).is_some();
    let stood = (asks && !kills).then(|| fortitude(r, landed.blow.target, damage)).transpose()?;
    Ok(Some(Injury { stood, ..unchecked }))
}

/// Rolls d6 + fortitude + scale against the damage dealt (3.13).
fn fortitude(r: &mut Resolution, who: CombatantId, dc: i32) -> Result<bool, Stop> {
    let tally = body::skill(r.encounter(), who, Skill::Fortitude);
    checks::roll(r, Purpose::Skill(Skill::Fortitude), who, None, tally, dc)
}

/// Returns the consequence of the wound by the row of the table (`seconds.calledshot.leg` to
/// `seconds.calledshot.wings`), or `None` without a wound.
pub fn outcome(injury: Injury, nonlethal: bool) -> Option<Consequence> {
    match (injury.at, injury.hurt) {
        (_, Hurt::None) | (Location::Hand | Location::Wings, Hurt::Slight) => None,
        (Location::Head | Location::Critical | Location::Torso, hurt) => harm::outcome(hurt, nonlethal),
        _ => Some(Consequence::Nothing),
    }
}

/// Applies the injury, which lasts until the wound is healed; without a wound, until the encounter ends.
pub fn apply_injury(r: &mut Resolution, who: CombatantId, injury: Injury, is_wounded: bool) {
    if injury.hurt == Hurt::None {
        return;
    }
    let wound = if is_wounded { r.encounter().get(who).map_or(0, |c| c.vitals.wounds()) } else { 0 };
    let failed = injury.stood == Some(false);
    match (injury.at, injury.hurt) {
        (Location::Leg, hurt) => {
            hurt_limb(r, who, condition::LEG_HURT, if hurt == Hurt::Grave { 2 } else { 1 }, wound);
            if failed {
                posture::take(r, who, Some(Condition::PRONE));
            }
        }
        (Location::Arm, Hurt::Grave) => {
            hurt_limb(r, who, condition::ARM_HURT, 0, wound);
            drop_from_hand(r, who, 0);
        }
        (Location::Hand, Hurt::Slight) => {
            hurt_limb(r, who, condition::HAND_HURT, 1, wound);
            if failed {
                drop_from_hand(r, who, 1);
            }
        }
        (Location::Hand, Hurt::Grave) => {
            hurt_limb(r, who, condition::HAND_HURT, 2, wound);
            drop_from_hand(r, who, 0);
        }
        (Location::Wings, hurt) => {
            hurt_limb(r, who, condition::WING_HURT, if hurt == Hurt::Grave { 2 } else { 1 }, wound);
        }
        (Location::Head, Hurt::Slight) if failed => {
            let until = slot::until_turns(r.encounter(), who, 1);
            r.begin(who, condition::STAGGERED, Some(until));
        }
        _ => {}
    }
}

/// Drops what the struck hand holds: the last hand lost, or the first usable one.
fn drop_from_hand(r: &mut Resolution, who: CombatantId, after_lost: usize) {
    let lost = r.encounter().get(who).map_or(0, weapon::lost_hands);
    weapon::drop_from(r, who, lost + after_lost);
}

fn hurt_limb(r: &mut Resolution, who: CombatantId, condition: Condition, value: i32, wound: i32) {
    let effect = Effect { value, wound, ..r.effect(condition, None) };
    r.afflict(who, effect);
}
