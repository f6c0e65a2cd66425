//! What the scripted referee does in a shared slot, besides what the policy proposes: brawlers use their fists, riders
//! charge, a hedge of spears is set, a whip lashes, a duellist strikes at the weapon.

use wardrum::rules::model::block::d20::Tag;
use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Act, Deed};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::offer::Offer;

/// The act to take now; `None` for what the policy proposes.
pub fn turn(e: &Encounter, c: &Combatant, offers: &[Offer]) -> Option<Act> {
    let open = |deed: Deed| offers.iter().find(|offer| offer.deed == deed && offer.blocked.is_none());
    let at_foe = |deed: Deed| open(deed).and_then(|offer| at_foe(e, c, offer));
    match &*e.side(c.side)?.name {
        "Sailors" | "Dockers" => open(Deed::Strike).and_then(|offer| with_fists(e, c, offer)),
        "Riders" => {
            at_foe(Deed::Charge).or_else(|| is_duellist(c).then(|| at_foe(Deed::Disarm)).flatten())
        }
        "Hedge" => at_foe(Deed::Entangle).or_else(|| {
            open(Deed::Brace).filter(|_| c.threatens.is_empty()).map(|offer| Act::new(c.id, offer.deed))
        }),
        _ => None,
    }
}

/// Whether it is the rider who duels for the other's weapon.
fn is_duellist(c: &Combatant) -> bool {
    c.name.starts_with("Corin")
}

fn foe(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<CombatantId> {
    let stands = |id: &&CombatantId| {
        let foe = e.get(**id).filter(|other| other.side != c.side && other.is_up());
        foe.is_some_and(|foe| !foe.has(Condition::UNCONSCIOUS))
    };
    offer.at.ids.iter().find(stands).copied()
}

/// The deed with all defaults, at the first foe.
fn at_foe(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<Act> {
    let with = offer.with.first().copied();
    Some(Act {
        with,
        at: vec![foe(e, c, offer)?],
        facts: offer.standing(with),
        ..Act::new(c.id, offer.deed)
    })
}

/// The same unarmed.
fn with_fists(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<Act> {
    let lines = &e.d20(c.id).ok()?.figures.attacks;
    let fist = |at: &&u8| lines.get(usize::from(**at)).is_some_and(|line| line.has(Tag::UNARMED));
    let with = Some(offer.with.iter().find(fist).copied()?);
    Some(Act { with, facts: offer.standing(with), ..at_foe(e, c, offer)? })
}
