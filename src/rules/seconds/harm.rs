//! Harm: what damage comes to, wounds, unconsciousness, dying, death, and what follows of them.

use super::condition;
use super::options::{THRESHOLDS, UNCONSCIOUS_PRONE, ZERO_DAMAGE_WOUNDS};
use super::{about, body, clock, dying, poison, state};
use crate::rules::engine::resolution::{Change, Resolution};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::Share;
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Outcome, Rolled, Source, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{HOUR, Moment, Second, TIMED, When};

/// How damage is compared: with what, and by which wording (`seconds.option.thresholds`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// Wound above Minimum Toughness, dying at Toughness.
    Creature,
    /// Wound above Minimum Toughness, destroyed above Toughness.
    Object,
    /// A called shot: meet or beat both.
    CalledShot,
}

/// What damage comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hurt {
    /// Nothing.
    None,
    /// It reached Minimum Toughness.
    Slight,
    /// It reached Toughness.
    Grave,
}

/// Compares damage with Toughness and Minimum Toughness; no damage does nothing, unless the option
/// lets it wound where Minimum Toughness is negative (`seconds.damage.zero`).
pub fn judge(e: &Encounter, damage: i32, (most, least): (i32, i32), wording: Wording) -> Hurt {
    if damage <= 0 && (least >= 0 || !about().on(e, ZERO_DAMAGE_WOUNDS)) {
        return Hurt::None;
    }
    let (slight, grave) = meets(e, wording);
    let reaches = |bar: i32, equal: bool| damage > bar || (equal && damage == bar);
    if reaches(most, grave) {
        Hurt::Grave
    } else if reaches(least, slight) {
        Hurt::Slight
    } else {
        Hurt::None
    }
}

/// Whether equal is enough: for the lower bar, and for the upper.
fn meets(e: &Encounter, wording: Wording) -> (bool, bool) {
    match (about().value(e, THRESHOLDS), wording) {
        ("exceed", _) => (false, false),
        ("meet", _) => (true, true),
        (_, Wording::Creature) => (false, true),
        (_, Wording::Object) => (false, false),
        (_, Wording::CalledShot) => (true, true),
    }
}

/// The totals of damage at which the outcome changes, ascending.
pub fn bands(e: &Encounter, (most, least): (i32, i32), wording: Wording) -> Vec<i32> {
    let (slight, grave) = meets(e, wording);
    let first = |bar: i32, equal: bool| if equal { bar } else { bar.saturating_add(1) };
    let lowest = i32::from(least >= 0 || !about().on(e, ZERO_DAMAGE_WOUNDS));
    vec![first(least, slight).max(lowest), first(most, grave).max(lowest)]
}

/// What a wound brings besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Also {
    /// Nothing.
    Nothing,
    /// It is dying; an object is destroyed.
    Dying,
    /// It is unconscious; an object is not.
    Unconscious,
}

/// An ordinary hit's outcome (`seconds.damage.wound`, `seconds.damage.nonlethal`,
/// `seconds.damage.object`). `None`: no wound.
pub fn outcome(hurt: Hurt, nonlethal: bool) -> Option<Also> {
    match (hurt, nonlethal) {
        (Hurt::None, _) => None,
        (Hurt::Slight, _) => Some(Also::Nothing),
        (Hurt::Grave, false) => Some(Also::Dying),
        (Hurt::Grave, true) => Some(Also::Unconscious),
    }
}

/// The wording that holds for such a target.
pub fn wording(e: &Encounter, who: CombatantId) -> Wording {
    if state::is_object(e, who) { Wording::Object } else { Wording::Creature }
}

/// Damage from anything but an attack: compared, and what comes of it.
pub fn take(r: &mut Resolution, who: CombatantId, damage: i32, source: Source) -> Result<(), Stop> {
    let e = r.encounter();
    let bars = body::tough(e, who);
    match outcome(judge(e, damage, bars, wording(e, who)), false) {
        None => {
            r.tell(|| Told::Withstood(who, damage, bars.0, bars.1));
            Ok(())
        }
        Some(also) => wound(r, who, source, Some((damage, bars.0, bars.1)), also),
    }
}

/// A wound, and what follows of it: whoever was dying dies (`seconds.death.wound-while-dying`).
pub fn wound(
    r: &mut Resolution,
    who: CombatantId,
    source: Source,
    by: Option<(i32, i32, i32)>,
    also: Also,
) -> Result<(), Stop> {
    let was_dying = r.encounter().has(who, Condition::DYING);
    if wound_at_once(r, who, source, by, also, was_dying) { knock_out(r, who) } else { Ok(()) }
}

/// The same, where what happens at one instant is judged by the state before it
/// (`seconds.combo.simultaneous`). `true`: it is knocked out by it.
pub fn wound_at_once(
    r: &mut Resolution,
    who: CombatantId,
    source: Source,
    by: Option<(i32, i32, i32)>,
    also: Also,
    was_dying: bool,
) -> bool {
    if !state::is_alive(r.encounter(), who) {
        return false;
    }
    r.emit(Event::Wounded { who, source, by });
    if state::is_object(r.encounter(), who) {
        if also == Also::Dying {
            destroy(r, who);
        }
        return false;
    }
    match also {
        _ if was_dying => dying::die(r, who),
        Also::Nothing => dying::judge(r, who),
        Also::Dying => dying::start(r, who),
        Also::Unconscious => return true,
    }
    false
}

/// What is in pieces is out of use, by the referee's word as well, until it is repaired
/// (`seconds.damage.object`, `seconds.condition.destroyed`).
pub fn follow(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        let (who, from, to) = match change {
            Change::Began(who, condition::DESTROYED) => (who, Standing::Up, Standing::Dead),
            Change::Ended(who, condition::DESTROYED) => (who, Standing::Dead, Standing::Up),
            Change::Stood(who, Standing::Up) => {
                r.relieve(who, condition::DESTROYED);
                continue;
            }
            _ => continue,
        };
        if r.encounter().get(who).is_some_and(|c| c.standing == from) {
            r.emit(Event::Stood(who, to));
        }
    }
}

/// An object is in pieces (`seconds.damage.object`).
fn destroy(r: &mut Resolution, who: CombatantId) {
    r.begin(who, condition::DESTROYED, None);
    r.emit(Event::Stood(who, Standing::Dead));
}

/// Unconscious for 1d4 hours a wound, one at least (`seconds.condition.unconscious`).
pub fn knock_out(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let wounds = r.encounter().get(who).map_or(1, |c| c.vitals.wounds());
    let dice = u8::try_from(wounds.clamp(1, 100)).unwrap_or(1);
    let hours = duration(r, who, DiceExpr::new(dice, 4, 0))?;
    let seconds = Second::try_from(hours).unwrap_or(1).saturating_mul(HOUR);
    let until = Moment::Clock(r.encounter().clock.saturating_add(seconds)).at(TIMED);
    fall_unconscious(r, who, Some(until));
    Ok(())
}

/// How long something lasts.
pub fn duration(r: &mut Resolution, who: CombatantId, dice: DiceExpr) -> Result<i32, Stop> {
    let total = if dice.count == 0 {
        dice.plus
    } else {
        let ask = RollRequest::new(Purpose::Duration, dice.count, dice.sides).by(who);
        r.roll(ask)?.total().saturating_add(dice.plus)
    };
    let rolled =
        Rolled { who: Some(who), dice: Some(total), ..Rolled::new(Purpose::Duration, Outcome::Figure) };
    r.rolled(rolled);
    Ok(total)
}

/// A condition that stays until it is lifted: it is there once at a time, whatever else brought it for a
/// while.
pub fn afflict_for_good(r: &mut Resolution, who: CombatantId, condition: Condition) {
    let stays = |effect: &Effect| effect.until.is_none();
    if !r.encounter().get(who).is_some_and(|c| c.effects_of(condition).any(stays)) {
        r.begin(who, condition, None);
    }
}

/// Unconscious until then, and as long as anything before it says; with no time given, until somebody
/// lifts it.
pub fn fall_unconscious(r: &mut Resolution, who: CombatantId, until: Option<When>) {
    r.begin(who, Condition::UNCONSCIOUS, until);
    go_down(r, who);
}

/// Out of action, alive.
pub fn go_down(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_some_and(|c| c.standing == Standing::Up) {
        r.emit(Event::Stood(who, Standing::Down));
    }
    stop_short(r, who);
    if about().on(r.encounter(), UNCONSCIOUS_PRONE) {
        super::posture::take(r, who, Some(Condition::PRONE));
    }
}

/// Whoever cannot act loses its action in progress, its aim and its held turn
/// (`seconds.time.consecutive`, `seconds.initiative.interrupt`).
pub fn stop_short(r: &mut Resolution, who: CombatantId) {
    clock::lose_action(r, who);
    r.relieve(who, condition::AIMING);
    clock::forfeit_held_turn(r, who);
}

/// An effect has lapsed.
pub fn lapsed(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    if matches!(effect.condition, Condition::UNCONSCIOUS | Condition::ASLEEP) {
        wake(r, who);
    }
}

/// Its sleep or unconsciousness has ended: unless something else keeps it out of its senses it comes to
/// itself, back on its feet, but not ready for a round (`seconds.condition.unconscious`,
/// `seconds.condition.sleeping`, `seconds.condition.flat-footed`). Whoever cannot act for another reason is awake all the same.
pub fn wake(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_none_or(|c| c.has(Condition::UNCONSCIOUS)) {
        return;
    }
    r.relieve(who, condition::STABLE);
    let Some(c) = r.encounter().get(who).filter(|c| state::is_here(c) && !is_senseless(c)) else {
        return;
    };
    if c.standing == Standing::Down {
        r.emit(Event::Stood(who, Standing::Up));
    }
    let until = state::until_next_slot(r.encounter(), who);
    r.begin(who, condition::FLAT_FOOTED, Some(until));
}

fn is_senseless(c: &Combatant) -> bool {
    [Condition::DYING, Condition::ASLEEP, condition::SOUL_COMA].iter().any(|deep| c.has(*deep))
}

/// Attacked by somebody it did not know to be there: not ready for that one until its turn closes
/// (`seconds.surprise.flat-footed`). What goes off after that turn surprises for itself alone.
pub fn be_caught_unawares(r: &mut Resolution, who: CombatantId, by: CombatantId) {
    let e = r.encounter();
    let (Some(c), Some(attacker)) = (e.get(who), e.get(by)) else { return };
    let turn_open = attacker.turns.1 < attacker.turns.0;
    if !turn_open || state::has_toward(c, condition::FLAT_FOOTED, by) {
        return;
    }
    let until = state::until_turn_ends(e, by);
    let effect = Effect { toward: Some(by), ..r.effect(condition::FLAT_FOOTED, Some(until)) };
    r.afflict(who, effect);
}

/// Wounds heal, the newest first, and with each the injuries that came with it
/// (`seconds.healing.limb`); those that a poison keeps only when no other is left
/// (`seconds.poison.no-healing`). What is left is numbered anew.
pub fn heal(r: &mut Resolution, who: CombatantId, wounds: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let healed = wounds.min(c.vitals.wounds());
    if healed <= 0 {
        return;
    }
    let (oldest, kept) = left_after(c.vitals.wounds() - healed, poison::lasting_wounds(c));
    let mut ending = Vec::new();
    let mut renumbered = Vec::new();
    for effect in c.effects.iter().filter(|effect| effect.wound > oldest) {
        match (oldest.saturating_add(1)..).zip(&kept).find(|(_, number)| **number == effect.wound) {
            Some((now, _)) if now == effect.wound => {}
            Some((now, _)) => renumbered.push(Effect { wound: now, ..effect.clone() }),
            None => ending.push(effect.clone()),
        }
    }
    r.emit(Event::Healed { who, amount: healed });
    for effect in ending {
        r.emit(Event::relieved(who, &effect, false));
    }
    for effect in renumbered {
        r.afflict(who, effect);
    }
}

/// Of so many wounds that are left: how many of them are the oldest, and which of the kept ones, by
/// number, are the others.
fn left_after(left: i32, mut kept: Vec<i32>) -> (i32, Vec<i32>) {
    kept.truncate(usize::try_from(left).unwrap_or(0));
    let mut oldest = left;
    let mut newer = Vec::new();
    while let Some(number) = kept.pop().filter(|number| *number > oldest) {
        newer.insert(0, number);
        oldest -= 1;
    }
    (oldest, newer)
}

/// Wounds as the referee says, with what follows of them.
pub fn set_wounds(r: &mut Resolution, who: CombatantId, wounds: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let before = c.vitals.wounds();
    let (wounds, dying) = (wounds.max(0), c.has(Condition::DYING));
    if wounds < before {
        heal(r, who, before - wounds);
        return;
    }
    r.emit(Event::HpSet(who, wounds));
    if dying && wounds > before {
        dying::die(r, who);
    } else {
        dying::judge(r, who);
    }
}

/// So much damage by the referee's word, each target compared by itself.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    let total = r.amount(Purpose::Effect, None, amount)?;
    for (who, share) in who {
        if *share != Share::None && state::is_alive(r.encounter(), *who) {
            let damage = r.shared(Purpose::Effect, *who, total, *share, total / 2);
            take(r, *who, damage, Source::Referee)?;
        }
    }
    Ok(())
}

/// So many wounds healed by the referee's word.
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    let total = r.amount(Purpose::Healing, None, amount)?;
    for (who, share) in who {
        let wounds = r.shared(Purpose::Healing, *who, total, *share, total / 2);
        heal(r, *who, wounds.min(curable(r.encounter(), *who)));
    }
    Ok(())
}

/// Wounds that can be healed now: not those of a poison that is still at work
/// (`seconds.poison.no-healing`).
fn curable(e: &Encounter, who: CombatantId) -> i32 {
    let kept = |c| i32::try_from(poison::lasting_wounds(c).len()).unwrap_or(i32::MAX);
    e.get(who).map_or(0, |c| c.vitals.wounds().saturating_sub(kept(c)))
}
