//! What happens changes what they are out to do: blows end the peace, bait stops pursuers.

use super::resolution::Resolution;
use crate::rules::model::command::Act;
use crate::rules::model::condition::Meaning;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::stance::{Aim, Origin, Stance};

/// After an attack: the sides of the attacker and of its targets that keep the peace toward each other fight from now
/// on. A friend's blow, a charm's say, changes nothing.
pub(crate) fn note_attack(r: &mut Resolution, act: &Act) {
    let e = r.encounter();
    if !act.deed.role().is_hostile() || !keeps_peace(e) {
        return;
    }
    let Some(attacker) = e.get(act.who) else { return };
    let parts = act.parts.iter().filter_map(|part| part.at);
    let foes: Vec<CombatantId> = (act.at.iter().copied().chain(parts))
        .filter(|whom| e.get(*whom).is_some_and(|c| c.side != attacker.side))
        .filter(|whom| !e.get(*whom).is_some_and(|c| c.means_toward(Meaning::FRIEND, act.who)))
        .collect();
    let Some(whom) = foes.first().and_then(|whom| e.get(*whom)) else { return };
    let sides = (attacker.side, whom.side);
    for (side, toward) in [sides, (sides.1, sides.0)] {
        fight(r, side, Origin::Struck, |stance| {
            stance.is_peaceful() && stance.toward.is_none_or(|only| only == toward)
        });
    }
}

/// Whether any side or combatant has a stance that keeps the peace.
fn keeps_peace(e: &Encounter) -> bool {
    let calm = |stance: Option<Stance>| stance.is_some_and(Stance::is_peaceful);
    e.sides.iter().any(|side| calm(side.stance)) || e.all().any(|c| calm(c.stance))
}

/// The hunters stop for bait: they let go of that side, and leave it alone until they are attacked.
pub(crate) fn note_bait(r: &mut Resolution, hunters: &[CombatantId], quarry: SideId) {
    let stance = Stance { toward: Some(quarry), ..Stance::new(Aim::Waits, Origin::Bait) };
    for who in hunters {
        let e = r.encounter();
        let held: Vec<CombatantId> =
            e.those(|c| c.side == quarry && (e.engaged(*who, c.id) || e.engaged(c.id, *who)));
        for one in held {
            r.emit(Event::Frees(*who, one));
            r.emit(Event::Frees(one, *who));
        }
        r.emit(Event::Took(*who, Some(stance)));
    }
}

/// Makes a side and its members fight if they have a calm stance.
pub(crate) fn fight(r: &mut Resolution, side: SideId, why: Origin, calm: impl Fn(Stance) -> bool) {
    let e = r.encounter();
    let members = e.those(|c| c.side == side && c.stance.is_some_and(&calm));
    if e.side(side).is_some_and(|side| side.stance.is_some_and(&calm)) {
        r.emit(Event::SideTook(side, Some(Stance::new(Aim::Fights, why))));
    }
    members.into_iter().for_each(|who| r.emit(Event::Took(who, None)));
}
