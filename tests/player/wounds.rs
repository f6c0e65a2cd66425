//! What the scripted referee does in a turn of seconds, besides what the policy proposes: it treats the dying, and
//! rotates through the options of the stat block, so that a fight shows all of them.

use wardrum::rules::model::block::wounds::{AttackKind, Body};
use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Act, Deed, Fact, Location};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::offer::Offer;
use wardrum::rules::model::tenths::Tenths;

/// Distance in metres assumed for a shot if none is known.
const FAR: i32 = 12;

/// The act to take now; `None` for what the policy proposes.
pub fn turn(e: &Encounter, c: &Combatant, offers: &[Offer]) -> Option<Act> {
    let body = e.wounds(c.id).ok()?;
    let open = |deed: Deed| offers.iter().find(|offer| offer.deed == deed && offer.blocked.is_none());
    let plain = |deed: Deed| open(deed).map(|_| Act::new(c.id, deed));
    if open(Deed::Resume).is_some() {
        return None;
    }
    plain(Deed::CutIn)
        .or_else(|| open(Deed::Tend).filter(|_| treats_others(e, c)).and_then(|offer| tend(e, c, offer)))
        .or_else(|| waits(e, c).then(|| plain(Deed::Hold)).flatten())
        .or_else(|| open(Deed::Possess).and_then(|offer| at_foe(e, c, offer)))
        .or_else(|| plain(Deed::ControlMount))
        .or_else(|| attack(e, c, body, &open))
        .or_else(|| plain(Deed::Stand))
}

/// A number that varies by round and combatant.
fn mood(e: &Encounter, c: &Combatant) -> usize {
    usize::try_from(e.round).unwrap_or(0) + c.id.index()
}

/// Whether it waits for others this time.
fn waits(e: &Encounter, c: &Combatant) -> bool {
    mood(e, c) % 5 == 4 && !c.spent.acted && !c.has(Condition::HOLDING)
}

/// Whether it treats others; the undead do not.
fn treats_others(e: &Encounter, c: &Combatant) -> bool {
    e.side(c.side).is_some_and(|side| &*side.name != "Restless")
}

fn tend(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<Act> {
    let friend = |id: &&CombatantId| e.get(**id).is_some_and(|other| other.side == c.side);
    let mut act = Act::new(c.id, Deed::Tend);
    act.at.push(*offer.at.ids.iter().find(friend)?);
    Some(act)
}

/// A foe still standing, chosen by mood.
fn foe(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<CombatantId> {
    let stands = |id: &&CombatantId| {
        e.get(**id).is_some_and(|other| other.side != c.side && other.is_up())
            && e.wounds(**id).is_ok_and(|body| !body.is_object())
    };
    let foes: Vec<CombatantId> = offer.at.ids.iter().filter(stands).copied().collect();
    foes.get(mood(e, c) % foes.len().max(1)).copied()
}

fn at_foe(e: &Encounter, c: &Combatant, offer: &Offer) -> Option<Act> {
    let mut act = Act::new(c.id, offer.deed);
    act.at.push(foe(e, c, offer)?);
    Some(act)
}

/// A combo, a spell, a blow or a shot, whichever its mood selects first.
fn attack<'a>(
    e: &Encounter,
    c: &Combatant,
    body: &Body,
    open: &impl Fn(Deed) -> Option<&'a Offer>,
) -> Option<Act> {
    let mut deeds = [Deed::Combo, Deed::Cast, Deed::Strike, Deed::Shoot];
    deeds.rotate_left(if mood(e, c).is_multiple_of(3) { 2 } else { 0 });
    let offer = deeds.into_iter().find_map(open)?;
    let mut act = at_foe(e, c, offer)?;
    let line = offer.with.get(mood(e, c) % offer.with.len().max(1)).copied();
    act.with = if offer.deed == Deed::Combo { offer.with.first().copied() } else { line };
    if offer.deed == Deed::Combo {
        offer
            .facts
            .iter()
            .filter(|field| field.stands)
            .for_each(|field| act.facts.set(field.fact.clone()));
    }
    let ranged = act
        .with
        .and_then(|at| body.attacks.get(usize::from(at)))
        .is_some_and(|line| matches!(line.kind, AttackKind::Ranged | AttackKind::MagicRanged));
    if ranged && !e.is_measured() {
        act.facts.set(Fact::Distance(Tenths::whole(FAR)));
    }
    aim_at_larger(e, c, body, &mut act);
    Some(act)
}

/// Aims at the legs and head of a larger foe.
fn aim_at_larger(e: &Encounter, c: &Combatant, body: &Body, act: &mut Act) {
    let larger = |id: CombatantId| e.wounds(id).is_ok_and(|other| other.scale > body.scale + 1);
    if act.target().is_some_and(larger) && act.deed != Deed::Combo {
        let at = if mood(e, c).is_multiple_of(2) { Location::Leg } else { Location::Head };
        act.facts.set(Fact::Called(at));
    }
}
