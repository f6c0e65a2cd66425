//! Harm: comparing damage, wounds, healing, and their consequences.

use super::options::{THRESHOLDS, Thresholds, ZERO_DAMAGE_WOUNDS};
use super::{body, condition, dying, presence, slot, state, unconscious};
use crate::rules::engine::resolution::Change;
use crate::rules::model::command::Share;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// How damage is compared with T and M (`seconds.option.thresholds`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThresholdReading {
    /// Wound above M, dying at T.
    Creature,
    /// Wound above M, destroyed above T.
    Object,
    /// Called shot: meet or beat M and T.
    CalledShot,
}

/// The severity of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hurt {
    /// No effect.
    None,
    /// The threshold of M was reached.
    Slight,
    /// The threshold of T was reached.
    Grave,
}

/// Compares damage with T and M. 0 damage does nothing, unless the option lets it wound when M is negative
/// (`seconds.damage.zero`).
pub fn judge(e: &Encounter, damage: i32, (most, least): (i32, i32), wording: ThresholdReading) -> Hurt {
    if damage <= 0 && (least >= 0 || !ZERO_DAMAGE_WOUNDS.is_on(e)) {
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

/// Whether equality is enough, for M and for T.
fn meets(e: &Encounter, wording: ThresholdReading) -> (bool, bool) {
    match (THRESHOLDS.of(e), wording) {
        (Thresholds::Exceed, _) => (false, false),
        (Thresholds::Meet, _) => (true, true),
        (_, ThresholdReading::Creature) => (false, true),
        (_, ThresholdReading::Object) => (false, false),
        (_, ThresholdReading::CalledShot) => (true, true),
    }
}

/// Returns the damage totals at which the result changes, ascending.
pub fn bands(e: &Encounter, (most, least): (i32, i32), wording: ThresholdReading) -> Vec<i32> {
    let (slight, grave) = meets(e, wording);
    let first = |bar: i32, equal: bool| if equal { bar } else { bar.saturating_add(1) };
    let lowest = i32::from(least >= 0 || !ZERO_DAMAGE_WOUNDS.is_on(e));
    vec![first(least, slight).max(lowest), first(most, grave).max(lowest)]
}

/// The consequence of a wound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// None.
    Nothing,
    /// Dying; an object is destroyed.
    Dying,
    /// Unconscious; no effect on objects.
    Unconscious,
}

/// Returns the consequence of an ordinary hit (`seconds.damage.wound`, `seconds.damage.nonlethal`,
/// `seconds.damage.object`), or `None` without a wound.
pub fn outcome(hurt: Hurt, nonlethal: bool) -> Option<Consequence> {
    match (hurt, nonlethal) {
        (Hurt::None, _) => None,
        (Hurt::Slight, _) => Some(Consequence::Nothing),
        (Hurt::Grave, false) => Some(Consequence::Dying),
        (Hurt::Grave, true) => Some(Consequence::Unconscious),
    }
}

/// Returns the comparison for such a target.
pub fn wording(e: &Encounter, who: CombatantId) -> ThresholdReading {
    if state::is_object(e, who) { ThresholdReading::Object } else { ThresholdReading::Creature }
}

/// The terms by which house rules change damage that is about to land.
pub fn landing(
    r: &mut Resolution,
    who: CombatantId,
    damage: i32,
    source: Source,
) -> Result<Tally, Stop> {
    if !r.has_home_rules() {
        return Ok(Tally::new());
    }
    let dealt = Tally::new().with(Reason::DICE, damage);
    let mut tally = dealt.clone();
    r.harm_lands(who, &mut tally, source)?;
    Ok(tally.since(&dealt))
}

/// Deals damage other than by an attack.
pub fn take(r: &mut Resolution, who: CombatantId, damage: i32, source: Source) -> Result<(), Stop> {
    let damage = damage.saturating_add(landing(r, who, damage, source)?.total());
    let e = r.encounter();
    let bars = body::tough(e, who);
    match outcome(judge(e, damage, bars, wording(e, who)), false) {
        None => {
            r.tell(|| Told::Withstood(who, damage, bars.0, bars.1));
            Ok(())
        }
        Some(consequence) => wound(r, who, source, Some((damage, bars.0, bars.1)), consequence),
    }
}

/// Deals a wound with its consequence; a dying target dies (`seconds.death.wound-while-dying`).
pub fn wound(
    r: &mut Resolution,
    who: CombatantId,
    source: Source,
    by: Option<(i32, i32, i32)>,
    consequence: Consequence,
) -> Result<(), Stop> {
    let was_dying = r.encounter().has(who, Condition::DYING);
    let now = r.encounter().clock;
    if wound_at_once(r, who, source, by, consequence, was_dying) {
        unconscious::knock_out(r, who, now)
    } else {
        Ok(())
    }
}

/// Deals a wound that may be one of several simultaneous ones, judged by the state before them
/// (`seconds.combo.simultaneous`). Returns whether the target is knocked out.
pub fn wound_at_once(
    r: &mut Resolution,
    who: CombatantId,
    source: Source,
    by: Option<(i32, i32, i32)>,
    consequence: Consequence,
    was_dying: bool,
) -> bool {
    if !presence::is_alive(r.encounter(), who) {
        return false;
    }
    r.emit(Event::Wounded { who, source, by });
    if state::is_object(r.encounter(), who) {
        if consequence == Consequence::Dying {
            destroy(r, who);
        }
        return false;
    }
    match consequence {
        _ if was_dying => dying::die(r, who),
        Consequence::Nothing => dying::judge(r, who),
        Consequence::Dying => dying::start(r, who),
        Consequence::Unconscious => return true,
    }
    false
}

/// Keeps standing and the destroyed condition in step: a destroyed object is out of use until repaired, also
/// if the referee sets the condition (`seconds.damage.object`, `seconds.condition.destroyed`).
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

/// Destroys an object (`seconds.damage.object`).
fn destroy(r: &mut Resolution, who: CombatantId) {
    r.begin(who, condition::DESTROYED, None);
    r.emit(Event::Stood(who, Standing::Dead));
}

/// Begins a condition that lasts until lifted, unless one without an end already exists.
pub fn afflict_for_good(r: &mut Resolution, who: CombatantId, condition: Condition) {
    let stays = |effect: &Effect| effect.until.is_none();
    if !r.encounter().get(who).is_some_and(|c| c.effects_of(condition).any(stays)) {
        r.begin(who, condition, None);
    }
}

/// Makes it flat-footed toward an attacker it was unaware of, until the attacker's turn closes
/// (`seconds.surprise.flat-footed`). An effect going off after that turn counts as a surprise only itself.
pub fn make_flat_footed(r: &mut Resolution, who: CombatantId, by: CombatantId) {
    let e = r.encounter();
    let (Some(c), Some(attacker)) = (e.get(who), e.get(by)) else { return };
    let turn_open = attacker.turns.1 < attacker.turns.0;
    if !turn_open || state::has_toward(c, condition::FLAT_FOOTED, by) {
        return;
    }
    let until = slot::until_turn_ends(e, by);
    let effect = Effect { toward: Some(by), ..r.effect(condition::FLAT_FOOTED, Some(until)) };
    r.afflict(who, effect);
}

/// Heals wounds, the newest first, with the injuries that came with them (`seconds.healing.limb`); wounds
/// kept by a poison only when no others are left (`seconds.poison.no-healing`). Renumbers the injuries of
/// those remaining.
pub fn heal(r: &mut Resolution, who: CombatantId, wounds: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let healed = wounds.min(c.vitals.wounds());
    if healed <= 0 {
        return;
    }
    let (oldest, kept) = left_after(c.vitals.wounds() - healed, lasting_wounds(c));
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

/// For `left` remaining wounds, returns how many are the oldest ones, and the numbers of the kept ones among
/// the rest.
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

/// Sets the number of wounds, with the consequences.
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

/// Deals damage as the referee says, compared for each target separately.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    let total = r.amount(Purpose::Effect, None, amount)?;
    for (who, share) in who {
        if *share != Share::None && presence::is_alive(r.encounter(), *who) {
            let damage = r.shared(Purpose::Effect, *who, total, *share, total / 2);
            take(r, *who, damage, Source::Referee)?;
        }
    }
    Ok(())
}

/// Heals wounds as the referee says.
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    let total = r.amount(Purpose::Healing, None, amount)?;
    for (who, share) in who {
        let wounds = r.shared(Purpose::Healing, *who, total, *share, total / 2);
        heal(r, *who, wounds.min(curable(r.encounter(), *who)));
    }
    Ok(())
}

/// Returns the wounds that can be healed now: all but those of a poison still in the body
/// (`seconds.poison.no-healing`).
fn curable(e: &Encounter, who: CombatantId) -> i32 {
    let kept = |c| i32::try_from(lasting_wounds(c).len()).unwrap_or(i32::MAX);
    e.get(who).map_or(0, |c| c.vitals.wounds().saturating_sub(kept(c)))
}

/// Returns the numbers of the wounds that cannot be healed before the cure, ascending
/// (`seconds.poison.no-healing`).
fn lasting_wounds(c: &Combatant) -> Vec<i32> {
    let mut lasting: Vec<i32> = c.effects_of(condition::WOUND).map(|effect| effect.wound).collect();
    lasting.sort_unstable();
    lasting
}
