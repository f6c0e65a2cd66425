//! What follows of a command by itself, whoever gave it: who is out of its senses falls, what came with something is gone
//! with it, a weapon held fast is lost or let go where the two part.

use super::condition;
use super::counter::TANGLED;
use super::{gear, harm, initiative, sequence, state};
use crate::rules::d20::mount;
use crate::rules::engine::resolution::{Change, Resolution};
use crate::rules::model::combatant::{Combatant, Whereabouts};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::{CombatantId, EffectId};

/// A command has been carried out.
pub fn follow(r: &mut Resolution) {
    let changes = r.changes().to_vec();
    for change in changes {
        match change {
            Change::Began(who, what) => {
                loses_stop(r, who, what);
                match what {
                    Condition::PRONE => leaves_saddle(r, who),
                    Condition::DYING => harm::lies_dying(r, who),
                    _ => {}
                }
                if [Condition::UNCONSCIOUS, Condition::INCAPACITATED].contains(&what)
                    && r.encounter().has(who, what)
                {
                    harm::goes_down(r, who, what);
                }
            }
            Change::Ended(who, _) => orphans_go(r, who),
            _ => {}
        }
    }
    weapons_come_free(r);
    ranges_are_left(r);
}

/// Whoever is out of action lies, and the dying are, however that came about (section 4).
pub fn lie_down(r: &mut Resolution) {
    let dying = r.encounter().those(|c| c.has(Condition::DYING));
    dying.into_iter().for_each(|who| harm::lies_dying(r, who));
    let out = |c: &Combatant| c.has(Condition::UNCONSCIOUS) || c.has(Condition::INCAPACITATED);
    let out = r.encounter().those(|c| c.is_up() && out(c));
    out.into_iter().for_each(|who| harm::fall_prone(r, who));
}

/// Whoever is put out of action while the order stands has lost its stop of this round, or most of it, even if it comes
/// to itself before that (section 2, skipped slots).
fn loses_stop(r: &mut Resolution, who: CombatantId, what: Condition) {
    if let Some(limit) = state::limits(what).filter(|_| sequence::has_order(r.encounter())) {
        initiative::limit_stop(r, who, limit);
    }
}

/// Whoever falls in the saddle falls out of it.
fn leaves_saddle(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if e.get(who).is_some_and(|c| c.has(Condition::PRONE) && mount::rides(e, c)) {
        r.relieve(who, Condition::MOUNTED);
        r.begin(who, Condition::UNHORSED, None);
    }
}

/// Whoever is out of a range again that it had entered comes into it anew: if the opponent follows, it did not enter that
/// itself (`house.declare.flee`).
fn ranges_are_left(r: &mut Resolution) {
    let e = r.encounter();
    let left = |c: &Combatant, effect: &Effect| {
        let foe = effect.toward.filter(|_| effect.condition == condition::ENTERED);
        foe.and_then(|foe| e.get(foe)).is_some_and(|foe| !state::is_reached_by(e, c, foe))
    };
    let ended = e.all().flat_map(|c| {
        let left = c.effects.iter().filter(move |effect| left(c, effect));
        left.map(move |effect| Event::relieved(c.id, effect, false))
    });
    let ended: Vec<Event> = ended.collect();
    ended.into_iter().for_each(|event| r.emit(event));
}

/// What came with another effect is gone with it.
fn orphans_go(r: &mut Resolution, who: CombatantId) {
    r.relieve_where(who, |c, effect| effect.with.is_some_and(|with| c.effect_by_id(with).is_none()));
}

/// What becomes of a weapon that was held fast.
enum Release {
    /// It is free again: whoever held it can hold nothing any more, or is no opponent.
    Freed(EffectId),
    /// It is gone: its bearer is out of the reach of whoever held it.
    Lost(i32),
}

/// Weapons held fast by somebody who is out of action, or out of reach (`house.fumble.trapped-weapon`).
fn weapons_come_free(r: &mut Resolution) {
    let e = r.encounter();
    let releases: Vec<(CombatantId, Release)> = e
        .all()
        .flat_map(|c| c.effects.iter().filter_map(|effect| Some((c.id, release(e, c, effect)?))))
        .collect();
    for (who, release) in releases {
        match release {
            Release::Freed(id) => r.relieve_where(who, |_, effect| effect.id == id),
            Release::Lost(line) => gear::lose(r, who, u8::try_from(line).ok(), Whereabouts::Dropped),
        }
    }
}

fn release(e: &Encounter, c: &Combatant, effect: &Effect) -> Option<Release> {
    let held = effect.condition == condition::TRAPPED_WEAPON && effect.count(TANGLED) == 0;
    let holder = e.get(effect.toward.filter(|_| held)?);
    match holder.filter(|holder| state::is_able(holder) && holder.side != c.side) {
        None => Some(Release::Freed(effect.id)),
        Some(holder) => {
            let near = state::in_range_of(e, c, holder) || state::in_range_of(e, holder, c);
            (!near).then_some(Release::Lost(effect.value))
        }
    }
}
