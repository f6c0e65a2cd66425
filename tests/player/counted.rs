//! What the scripted referee does on an initiative number, besides what the policy proposes: it deals with flames and
//! holds first, and throws what there is to throw. The Watch takes its foes alive.

use super::FAR;
use wardrum::rules::model::block::d20::Tag;
use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Act, Deed, Fact, Lighting};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::offer::Offer;
use wardrum::rules::model::tenths::Tenths;

/// The side that takes prisoners.
const CATCHERS: &str = "Watch";

/// The act to take now; `None` for what the policy proposes.
pub fn turn(e: &Encounter, c: &Combatant, offers: &[Offer]) -> Option<Act> {
    let open = |deed: Deed| offers.iter().find(|offer| offer.deed == deed && offer.blocked.is_none());
    let plain = |deed: Deed| open(deed).map(|_| Act::new(c.id, deed));
    let first = [Deed::BreakFree, Deed::Squeeze].into_iter().find_map(plain);
    first
        .or_else(|| open(Deed::Extinguish).map(|offer| standing(c, offer)))
        .or_else(|| catches(e, c).then(|| seize(e, c, &open)).flatten())
        .or_else(|| throw(e, c, open(Deed::Shoot)?))
}

/// The deed with all defaults.
fn standing(c: &Combatant, offer: &Offer) -> Act {
    let mut act = Act::new(c.id, offer.deed);
    offer.facts.iter().filter(|field| field.stands).for_each(|field| act.facts.set(field.fact.clone()));
    act
}

fn catches(e: &Encounter, c: &Combatant) -> bool {
    e.side(c.side).is_some_and(|side| &*side.name == CATCHERS)
}

fn is_busy(c: &Combatant) -> bool {
    !c.threatens.is_empty()
}

/// A foe still standing, a different one each round.
fn foe(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<CombatantId> {
    let stands =
        |id: &&CombatantId| e.get(**id).is_some_and(|other| other.side != c.side && other.is_up());
    offer.at.ids.iter().find(stands).copied()
}

fn at_foe(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<Act> {
    let mut act = standing(c, offer);
    act.with = offer.with.first().copied();
    act.at.push(foe(e, c, offer)?);
    Some(act)
}

/// Grapples a foe within reach, or strikes with the fist or the flat of the blade.
fn seize<'a>(e: &Encounter, c: &Combatant, open: &impl Fn(Deed) -> Option<&'a Offer>) -> Option<Act> {
    if !is_busy(c) {
        return None;
    }
    let even = e.round.is_multiple_of(2);
    let how = if even { [Deed::Grab, Deed::Punch] } else { [Deed::Punch, Deed::Grab] };
    how.into_iter().find_map(|deed| at_foe(e, c, open(deed)?))
}

/// Throws a flask from a distance.
fn throw(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<Act> {
    let d20 = e.d20(c.id).ok()?;
    let flask =
        |at: &&u8| d20.figures.attacks.get(usize::from(**at)).is_some_and(|line| line.has(Tag::GRENADE));
    let with = offer.with.iter().find(flask).copied().filter(|_| !is_busy(c))?;
    let mut act = standing(c, offer);
    act.with = Some(with);
    act.facts.set(Fact::Lighting(Lighting::Wick));
    let target = foe(e, c, offer)?;
    act.at.push(target);
    if e.distance(c.id, target).is_none() {
        act.facts.set(Fact::Distance(Tenths::whole(FAR)));
    }
    Some(act)
}
