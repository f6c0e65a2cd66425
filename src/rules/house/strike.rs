//! Resolution of one attack, from the die to the end, and cleaves (sections 3.9 to 3.11). [`to_hit`] has the roll,
//! [`damage`] the damage of a hit, [`critical`] and [`fumble`] the charts for naturals.

use super::asset::about;
use super::blow::{self, Blow, Hit, Manner, with_line};
use super::{
    attribute, condition, critical, damage, delay, disruption, figures, flask, fumble, gear, harm,
    inspiration, loading, state, stray, talent, to_hit, turning,
};
use crate::rules::d20::harm::is_alive;
use crate::rules::d20::interrupt::one_of;
use crate::rules::d20::relations::engage;
use crate::rules::model::block::d20::Range;
use crate::rules::ruleset::prelude::*;

/// Makes an attack at the attacker's own stop, or releases a delayed one.
pub fn in_its_stop(r: &mut Resolution, act: &Act, range: Range, manner: Manner) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let with = (act.with.unwrap_or(0), range);
    let before = harm::falls(&r.encounter().pending, act.who);
    with_line(r, act.who, target, with, &act.facts, manner, |r, blow| make(r, blow).map(|_| ()))?;
    // An attacker that has brought itself down has no attacks left, although combatants tied with it do.
    if !before && harm::falls(&r.encounter().pending, act.who) {
        r.emit(Event::Spent(act.who, Spending::Action));
    }
    Ok(())
}

/// Makes an attack out of turn that the rule of that id allows, without facts from the referee; it uses up one of the
/// attacks left.
pub fn out_of_turn(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
    at: u8,
    rule: &'static str,
) -> Result<(), Stop> {
    let facts = Facts::default();
    let strike = |r: &mut Resolution| {
        with_line(r, who, target, (at, Range::Melee), &facts, Manner::OutOfTurn, |r, blow| {
            make(r, blow).map(|_| ())
        })
    };
    r.under(|| Why::OutOfTurn(who, rule.into()), strike)
}

/// Makes an attack: spends it, engages the two, rolls to hit and applies the result. Returns whether it killed.
pub fn make(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    spend(r, blow);
    close_in(r, blow);
    talent::attacks(r, blow);
    delay::note_attack(r, blow.who);
    let rolled = to_hit::roll(r, blow)?;
    aim_is_spent(r, blow);
    if rolled.outcome.succeeded() {
        let hit = Hit { critical: rolled.is_critical(blow), certain: rolled.face == 0 };
        struck(r, blow, rolled.outcome, hit)
    } else {
        miss(r, blow, rolled.face)?;
        Ok(false)
    }
}

/// Applies a hit, even one that the target is immune to. Returns whether it killed.
pub fn struck(r: &mut Resolution, blow: &Blow, outcome: Outcome, hit: Hit) -> Result<bool, Stop> {
    if outcome == Outcome::Immune {
        disruption::disrupt(r, blow.target);
        was_hit(r, blow.target);
        return Ok(false);
    }
    land(r, blow, hit)
}

/// Spends the attack and its ammunition; the attacker now wields the weapon.
fn spend(r: &mut Resolution, blow: &Blow) {
    if blow.manner.is_free() {
        return;
    }
    r.emit(Event::Spent(blow.who, Spending::Attack(blow.at)));
    gear::wield(r, blow);
    state::draw(r, blow.who, blow.line, !blow.strikes());
    if !blow.strikes() {
        shot(r, blow);
    }
}

/// Engages the two after a melee attack, unless it was made with reach at a distance; a missile attack records the
/// distance, unless the number given was a height.
fn close_in(r: &mut Resolution, blow: &Blow) {
    if blow::is_bomb(blow.line) {
        return;
    }
    if !blow.strikes() {
        return state::note_distance(r, blow.who, blow.target, blow.facts);
    }
    let e = r.encounter();
    let left =
        e.get(blow.target).zip(e.get(blow.who)).is_some_and(|(c, foe)| state::has_left_reach(c, foe));
    if blow.who == blow.target || left || !e.oppose(blow.who, blow.target) {
        return;
    }
    let far = blow::distance(r.encounter(), blow.who, blow.target, blow.facts);
    match far.filter(|feet| *feet > about().melee_distance) {
        Some(_) => state::note_distance(r, blow.who, blow.target, blow.facts),
        None => engage(about(), r, blow.who, blow.target, Timing::Now),
    }
}

/// Resolves a hit: the chart, the damage, then the chart's other results (section 2, dice order). Returns whether it
/// killed.
pub fn land(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<bool, Stop> {
    let lived = lives(r.encounter(), blow.target);
    let table = hit.critical.then(|| r.scope(|| Why::Table(Purpose::Critical)));
    let chart = match table {
        Some(table) => Some(r.within(table, |r| critical::chart(r, blow))?),
        None => None,
    };
    disruption::disrupt(r, blow.target);
    was_hit(r, blow.target);
    damage::deal(r, blow, hit, chart)?;
    if lives(r.encounter(), blow.target) {
        for rider in &blow.line.riders {
            harm::rider(r, blow.target, rider)?;
        }
    }
    if let Some((table, row)) = table.zip(chart).filter(|_| lives(r.encounter(), blow.target)) {
        r.within(table, |r| critical::extra(r, blow, row))?;
    }
    let killed = lived && !lives(r.encounter(), blow.target);
    if lived && harm::waits_at_zero(&r.encounter().pending, blow.target) {
        cleaves_later(r, blow);
    }
    if killed && !blow.manner.is_errant() {
        cleave(r, blow)?;
    }
    Ok(killed)
}

/// Whether `who` is alive, and not about to die once those who tied have all acted.
fn lives(e: &Encounter, who: CombatantId) -> bool {
    is_alive(e, who) && !harm::is_killed(&e.pending, who)
}

/// Resolves a miss: a stray missile or splash, then the fumble chart on a natural 1 (section 2, dice order).
fn miss(r: &mut Resolution, blow: &Blow, face: i32) -> Result<(), Stop> {
    if !blow.strikes() {
        stray::check(r, blow, face)?;
    }
    if face == 1 && !blow.manner.is_errant() {
        fumble::chart(r, blow)?;
    }
    Ok(())
}

/// After a missile attack, unloads a crossbow and empties the hand of a thrown weapon.
fn shot(r: &mut Resolution, blow: &Blow) {
    loading::shot(r, blow);
    flask::thrown(r, blow);
    let thrown = blow::is_thrown(blow.line);
    if thrown && !figures::is_natural(blow.line) {
        gear::throw(r, blow.who, blow.at);
    }
}

/// Uses up the aim after the first shot, hit or miss.
fn aim_is_spent(r: &mut Resolution, blow: &Blow) {
    let aimed = r.encounter().get(blow.who).is_some_and(|c| state::has_aim(r.encounter(), c));
    if aimed && !blow.strikes() {
        r.relieve(blow.who, condition::AIMED);
    }
}

/// Ends mockery and turning by a combatant that was hit.
fn was_hit(r: &mut Resolution, who: CombatantId) {
    inspiration::stop(r, who);
    turning::was_hit(r, who);
}

/// Attacks another foe in reach after a killing blow, once per killing blow (`house.class.cleave`, A27, A40).
fn cleave(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let e = r.encounter();
    let able = e.get(blow.who).filter(|c| state::is_able(c) && may_cleave(blow));
    let Some(c) = able.filter(|_| are_foes(e, blow)) else { return Ok(()) };
    let near = |foe: &&Combatant| state::is_within(e, c, foe, state::reach_of(blow.line));
    let other = |foe: &&Combatant| foe.id != blow.target && lives(e, foe.id) && foe.is_up();
    let others = e.foes(c).filter(other).filter(near);
    let others: Vec<(CombatantId, u8)> = others.map(|foe| (foe.id, blow.at)).collect();
    let Some((foe, line)) = one_of(r, blow.who, &others)? else { return Ok(()) };
    let facts = Facts::default();
    with_line(r, blow.who, foe, (line, Range::Melee), &facts, Manner::Cleave, |r, blow| {
        make(r, blow).map(|_| ())
    })
}

/// Whether a cleave may follow: a melee attack by a combatant with the talent, itself neither a cleave nor caused by a
/// fumble.
fn may_cleave(blow: &Blow) -> bool {
    let follows_up = blow.manner == Manner::Cleave || blow.manner.is_errant();
    figures::flag(blow.d20, attribute::CLEAVE) && blow.strikes() && !follows_up
}

/// When tied combatants act at once, defers the cleave: the victim saves once all have acted, and the attacker cleaves
/// if that fails.
fn cleaves_later(r: &mut Resolution, blow: &Blow) {
    if may_cleave(blow) {
        let mark = Effect {
            value: blow.at.into(),
            toward: Some(blow.who),
            ..r.effect(condition::CLEAVED, None)
        };
        r.defer(Event::Afflicted(blow.target, Box::new(mark)));
    }
}

/// Makes the deferred cleave, once the victim is dead.
pub fn cleave_at_last(r: &mut Resolution, who: CombatantId, mark: &Effect) -> Result<(), Stop> {
    let (Some(slayer), Ok(line)) = (mark.toward, u8::try_from(mark.value)) else { return Ok(()) };
    let facts = Facts::default();
    let follow_up = |r: &mut Resolution| {
        with_line(r, slayer, who, (line, Range::Melee), &facts, Manner::Ordinary, cleave)
    };
    r.under(|| Why::OutOfTurn(slayer, "house.class.cleave".into()), follow_up)
}

fn are_foes(e: &Encounter, blow: &Blow) -> bool {
    e.get(blow.who).zip(e.get(blow.target)).is_some_and(|(one, other)| one.side != other.side)
}
