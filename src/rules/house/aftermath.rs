//! Consequences of any command: combatants out of action fall prone, effects tied to an ended effect end, and a trapped
//! weapon is lost or freed when the two part.

use super::asset::about;
use super::counter::TANGLED;
use super::{condition, figures, gear, harm, initiative, injury, morale, state, stop};
use crate::rules::d20::mount;
use crate::rules::engine::resolution::Change;
use crate::rules::model::combatant::Whereabouts;
use crate::rules::model::ids::EffectId;
use crate::rules::ruleset::prelude::*;

/// Applies what follows from the changes of a command.
pub fn follow(r: &mut Resolution) {
    let changes = r.changes().to_vec();
    for change in changes {
        match change {
            Change::Began(who, what) => {
                limit_fallen(r, who, what);
                match what {
                    Condition::PRONE => unhorse(r, who),
                    Condition::DYING => harm::incapacitate_dying(r, who),
                    _ => {}
                }
                if [Condition::UNCONSCIOUS, Condition::INCAPACITATED].contains(&what)
                    && r.encounter().has(who, what)
                {
                    harm::collapse(r, who, what);
                }
            }
            Change::Ended(who, what) => {
                end_dependents(r, who);
                let incapacitated = about().condition(what).is_some_and(|row| row.is(Meaning::OUT));
                if incapacitated {
                    injury::recover(r, who, None);
                }
            }
            _ => {}
        }
    }
    release_trapped(r);
    end_left_ranges(r);
}

/// Makes everyone unconscious, incapacitated or dying fall prone, whatever the cause (section 4).
pub fn lie_down(r: &mut Resolution) {
    let dying = r.encounter().those(|c| c.has(Condition::DYING));
    dying.into_iter().for_each(|who| harm::incapacitate_dying(r, who));
    let out = |c: &Combatant| c.has(Condition::UNCONSCIOUS) || c.has(Condition::INCAPACITATED);
    let out = r.encounter().those(|c| c.is_up() && out(c));
    out.into_iter().for_each(|who| harm::fall_prone(r, who));
}

/// Limits the stop of a combatant put out of action once the order is set, even if it recovers before its stop (section
/// 2, skipped slots).
fn limit_fallen(r: &mut Resolution, who: CombatantId, what: Condition) {
    if let Some(limit) = state::limits(what).filter(|_| stop::has_order(r.encounter())) {
        initiative::limit_stop(r, who, limit);
    }
}

/// Unhorses a rider that falls prone.
fn unhorse(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if e.get(who).is_some_and(|c| c.has(Condition::PRONE) && mount::rides(e, c)) {
        r.relieve(who, Condition::MOUNTED);
        r.begin(who, Condition::UNHORSED, None);
    }
}

/// Ends [`condition::ENTERED`] for ranges that the combatant has left: if the opponent follows, the combatant did not
/// enter that range itself (`house.declare.flee`).
fn end_left_ranges(r: &mut Resolution) {
    let e = r.encounter();
    let left = |c: &Combatant, effect: &Effect| {
        effect.toward.and_then(|foe| e.get(foe)).is_some_and(|foe| !state::is_reached_by(e, c, foe))
    };
    let ended = e.effects_of(condition::ENTERED).filter(|(c, effect)| left(c, effect));
    let ended: Vec<Event> = ended.map(|(c, effect)| Event::relieved(c.id, effect, false)).collect();
    ended.into_iter().for_each(|event| r.emit(event));
}

/// Ends effects that depend on an ended effect.
fn end_dependents(r: &mut Resolution, who: CombatantId) {
    r.relieve_where(who, |c, effect| effect.with.is_some_and(|with| c.effect_by_id(with).is_none()));
}

/// What happens to a trapped weapon.
enum Release {
    /// It is freed: its holder is out of action or no longer an opponent, or out of reach of a natural weapon.
    Freed(EffectId),
    /// It is lost: its bearer is out of the holder's reach. The value is the attack line.
    Lost(i32),
}

/// Releases trapped weapons whose holder is out of action or out of reach (`house.fumble.trapped-weapon`).
fn release_trapped(r: &mut Resolution) {
    let e = r.encounter();
    let trapped = e.effects_of(condition::TRAPPED_WEAPON);
    let releases: Vec<(CombatantId, Release)> =
        trapped.filter_map(|(c, effect)| Some((c.id, release(e, c, effect)?))).collect();
    for (who, release) in releases {
        match release {
            Release::Freed(id) => r.relieve_where(who, |_, effect| effect.id == id),
            Release::Lost(line) => gear::lose(r, who, u8::try_from(line).ok(), Whereabouts::Dropped),
        }
    }
}

fn release(e: &Encounter, c: &Combatant, effect: &Effect) -> Option<Release> {
    let held = effect.count(TANGLED) == 0;
    let holder = e.get(effect.toward.filter(|_| held)?);
    match holder.filter(|holder| state::is_able(holder) && holder.side != c.side) {
        None => Some(Release::Freed(effect.id)),
        Some(holder) => {
            let near = state::in_range_of(e, c, holder) || state::in_range_of(e, holder, c);
            let line = u8::try_from(effect.value).ok().and_then(|nth| state::line_at(&At { e, c }, nth));
            let natural = line.is_some_and(figures::is_natural);
            let release = if natural { Release::Freed(effect.id) } else { Release::Lost(effect.value) };
            (!near).then_some(release)
        }
    }
}

/// Kills a combatant whose dying clock, or poison of a set duration, has run out, which may trigger a morale check
/// (`house.morale.triggers`).
pub fn clock_out(r: &mut Resolution, who: CombatantId) {
    harm::die(r, who);
    morale::GROUPS.note_triggers(r);
}
