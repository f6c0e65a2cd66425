//! What the scripted referee does in a combatant's own window, besides what the policy proposes: a rearguard gives
//! ground, its magic-user holds a spell back until a foe's window opens, and anybody who can helps a dying friend.

use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Act, Deed, Fact};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::offer::Offer;

/// The side that gives ground.
const REARGUARD: &str = "Rearguard";

/// The act to take now; `None` for what the policy proposes.
pub fn turn(e: &Encounter, c: &Combatant, offers: &[Offer]) -> Option<Act> {
    let open = |deed: Deed| offers.iter().find(|offer| offer.deed == deed && offer.blocked.is_none());
    let dying = |id: &CombatantId| e.get(*id).is_some_and(|friend| is_dying(c, friend));
    let at_dying = |deed: Deed| {
        let offer = open(deed)?;
        let friend = offer.at.ids.iter().copied().find(dying)?;
        Some(Act { at: vec![friend], facts: offer.standing(None), ..Act::new(c.id, deed) })
    };
    if let Some(care) = at_dying(Deed::Tend) {
        return Some(care);
    }
    if let Some(mut way) = at_dying(Deed::Move).filter(|_| c.threatened_by.is_empty()) {
        way.facts.set(Fact::Contact);
        return Some(way);
    }
    let gives_ground = e.side(c.side).is_some_and(|side| &*side.name == REARGUARD);
    let deed = if c.has(Condition::CASTING) { Deed::Hold } else { Deed::Withdraw };
    let offer =
        open(deed).filter(|_| gives_ground && (deed == Deed::Hold || e.round.is_multiple_of(2)))?;
    Some(Act { facts: offer.standing(None), ..Act::new(c.id, deed) })
}

/// A combatant that holds a spell back and releases it as the next window opens.
pub fn lets_go(e: &Encounter) -> Option<&Combatant> {
    e.all().find(|c| c.is_up() && c.has(Condition::HOLDING) && c.has(Condition::CASTING))
}

fn is_dying(c: &Combatant, friend: &Combatant) -> bool {
    friend.id != c.id && friend.side == c.side && friend.has(Condition::DYING)
}
