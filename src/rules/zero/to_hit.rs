//! The attack roll: its modifiers, advantage, the number needed (section 3.7).

use super::asset::tables;
use super::blow::{Blow, Hit, Manner, band};
use super::facing::{self, flanks, rear};
use super::options::{
    AMBUSH_AFTERMATH, AmbushAftermath, BACKSTAB_STACKS, HELPLESS, Helpless, SURROUND_SCOPE,
    SurroundScope,
};
use super::{ability, armour, attribute, condition, figures, mass, reason, state, surprise, tag};
use crate::rules::d20::blow;
use crate::rules::d20::cover;
use crate::rules::d20::mount;
use crate::rules::d20::roll::{self, D20Roll, Naturals};
use crate::rules::model::block::d20::{Attack, D20, Immunity};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::Keep;
use crate::rules::ruleset::prelude::*;

/// Makes the attack roll and records it.
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<Hit, Stop> {
    let e = r.encounter();
    let immune = is_immune(e, blow);
    let certain = rear(e, blow) == Some(reason::HELPLESS) && HELPLESS.is(e, Helpless::AutoHit);
    let (needed, rolled) = match certain {
        true => (0, blow::certain(blow.purpose(), blow.who, blow.target)),
        false => {
            let roll = attack_roll(e, blow);
            (natural(&roll), roll.roll(r)?)
        }
    };
    let (outcome, face) = blow::settle(r, rolled, immune);
    Ok(Hit { outcome, face, needed })
}

/// Returns the natural face needed; may be below 1 or above 20.
pub fn needed(e: &Encounter, blow: &Blow) -> i32 {
    natural(&attack_roll(e, blow))
}

fn natural(roll: &D20Roll) -> i32 {
    roll.need.saturating_sub(roll.tally.total())
}

/// Builds the roll with all its modifiers (`zero.attack.roll`).
fn attack_roll(e: &Encounter, blow: &Blow) -> D20Roll {
    let armour = armour::class(e, blow.target, Some(blow));
    let base = figures::number_to_hit(blow.d20, blow.line);
    let need = base.saturating_sub(armour.total());
    let plain = D20Roll::plain(blow.purpose(), blow.who, modifiers(e, blow), need);
    D20Roll {
        against: Some(blow.target),
        needing: armour,
        naturals: Naturals::Decide,
        keep: keep(e, blow),
        marks: [2, 20].into_iter().chain(blow.special_from()).collect(),
        ..plain
    }
}

/// Returns the line of the off-hand weapon if the blow is made with two weapons (`zero.melee.florentine`).
pub fn second_weapon(e: &Encounter, blow: &Blow) -> Option<u8> {
    let suits = blow.strikes() && figures::is_one_handed(blow.d20, blow.line);
    let second = e.get(blow.who).filter(|_| suits && blow.manner != Manner::Plain)?;
    u8::try_from(second.effect(condition::FLORENTINE)?.value).ok()
}

/// Returns which of two dice to keep; one Advantage and one Disadvantage cancel (`zero.attack.advantage`).
pub fn keep(e: &Encounter, blow: &Blow) -> Option<Keep> {
    if blow.manner == Manner::Plain {
        return None;
    }
    let ahead = second_weapon(e, blow).is_some() || is_aftermath(e, blow.target, blow.who);
    let behind = is_aftermath(e, blow.who, blow.target);
    roll::keep(ahead, behind)
}

/// Whether the victim was attacked from behind or by surprise by `by` in the previous round; the effect's value is that
/// round (`zero.melee.behind`, R14).
fn is_aftermath(e: &Encounter, victim: CombatantId, by: CombatantId) -> bool {
    let (Some(victim), Some(by)) = (e.get(victim), e.get(by)) else { return false };
    let is_over = |value: i32| i64::from(value) < i64::from(e.round);
    let mut reels = victim.effects_of(condition::AFTERMATH);
    let own = reels.any(|effect| effect.toward == Some(by.id) && is_over(effect.value));
    let by_side = AMBUSH_AFTERMATH.is(e, AmbushAftermath::Side)
        && e.round == 2
        && surprise::one_side_is_surprised(e)
        && surprise::was_surprised(e, victim.side)
        && !surprise::was_surprised(e, by.side)
        && !mass::is_unit(e, victim.id)
        && !mass::is_unit(e, by.id);
    own || by_side
}

/// Returns all modifiers to the die, in the order of the table in section 3.7.
fn modifiers(e: &Encounter, blow: &Blow) -> Tally {
    let mut tally = Tally::new();
    let Some((c, target)) = e.get(blow.who).zip(e.get(blow.target)) else { return tally };
    let (reason, bonus) = ability::to_hit(e, blow);
    tally.add(reason, bonus);
    tally.add(Reason::WEAPON, blow.line.bonus.saturating_add(blow.line.to_hit));
    if blow.manner == Manner::Plain {
        custom::add(&mut tally, c, Stat::ToHit);
        return tally;
    }
    if !blow.strikes() {
        let [short, long] = [Reason::SHORT_RANGE, Reason::LONG_RANGE].map(|it| tables().on_roll(&it));
        blow::add_range(&mut tally, band(e, blow), short, long);
    }
    tally.add(Reason::COVER, cover_against(e, blow));
    for reason in situation(e, blow, c, target).into_iter().flatten() {
        let modifier = tables().on_roll(&reason);
        tally.add(reason, modifier);
    }
    custom::add(&mut tally, c, Stat::ToHit);
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    tally
}

/// Returns the cover modifier; in melee only if the referee tags it (R49).
fn cover_against(e: &Encounter, blow: &Blow) -> i32 {
    if blow.strikes() { blow.facts.cover().unwrap_or(0) } else { cover::of(e, blow.target, blow.facts) }
}

/// Returns the reasons that apply of those with a fixed modifier, in table order (`zero.attack.modifier-stack`).
fn situation(e: &Encounter, blow: &Blow, c: &Combatant, target: &Combatant) -> [Option<Reason>; 14] {
    let melee = blow.strikes();
    let (rides, ridden_at) = (mount::rides(e, c), mount::rides(e, target));
    let long = |line: &Attack| line.has(tag::LONG_SHAFT);
    let fends = || state::weapon_in_use(e, target).is_some_and(|(_, line)| long(line));
    let higher = |c: &Combatant, fact: &Fact| {
        (c.has(condition::HIGH_GROUND) || blow.facts.has(fact)) && !mass::is_massed(e, blow)
    };
    let (above, below) = (higher(c, &Fact::Higher), higher(target, &Fact::Lower));
    let rear = rear(e, blow);
    let (unaware, stabs) = (rear.is_some(), rear.is_some() && facing::is_back_stab(e, blow));
    let flanks = (!unaware && flanks(e, blow)).then_some(Reason::FLANKED);
    let hounds = || melee && is_hounded(e, c, target);
    [
        (melee && rides && !ridden_at && !fends()).then_some(Reason::MOUNTED),
        (melee && !rides && ridden_at && !long(blow.line)).then_some(reason::ON_FOOT),
        (melee && above && !below).then_some(reason::HIGH_GROUND),
        (melee && below && !above).then_some(reason::LOW_GROUND),
        (melee && is_surrounded(e, target)).then_some(reason::SURROUNDED),
        if stabs { Some(Reason::BACK_STAB) } else { rear.or(flanks) },
        (stabs && BACKSTAB_STACKS.is_on(e)).then_some(Reason::BEHIND),
        blow.charges().then_some(Reason::CHARGING),
        matches!(blow.manner, Manner::Set(_)).then_some(reason::SET_WEAPON),
        (!unaware && blow.is_free()).then_some(Reason::PARTING_SHOT),
        (!unaware && !blow.is_free() && hounds()).then_some(reason::HOUNDING),
        c.has(Condition::WITHDRAWING).then_some(reason::WITHDRAWING),
        (melee && target.has(Condition::PRONE)).then_some(Reason::TARGET_PRONE),
        (melee && c.has(Condition::PRONE)).then_some(Reason::PRONE),
    ]
}

/// Whether more than two able foes are in melee with it and no wall is behind it (`zero.melee.surround-bonus`, R11).
fn is_surrounded(e: &Encounter, target: &Combatant) -> bool {
    let small_enough =
        !SURROUND_SCOPE.is(e, SurroundScope::ManOrSmaller) || !figures::is_big(e, target.id);
    small_enough
        && !target.has(condition::BACK_TO_WALL)
        && state::opponents(e, target).filter(|foe| state::is_alert(foe)).count() > tables().surround
}

/// Whether it flees from a faster attacker (`zero.movement.hounded`).
fn is_hounded(e: &Encounter, by: &Combatant, target: &Combatant) -> bool {
    target.has(Condition::FLEEING) && state::is_faster(e, by, target)
}

/// Whether the attack has no effect at all (`zero.attack.special-material`).
pub fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let least = |d20: &D20| figures::figure(d20, attribute::NEEDS_PLUS);
    let wards = |d20: &D20| {
        let immune = |immune: &Immunity| immune.wards_off(blow.line);
        d20.block.immune.as_ref().is_some_and(immune)
            || least(d20).is_some_and(|least| blow.line.bonus < least)
    };
    e.d20(blow.target).is_ok_and(wards)
}
