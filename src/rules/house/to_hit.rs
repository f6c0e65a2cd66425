//! The attack roll: its modifiers and the armour class (section 3.9, the situational modifier sheet).

use super::asset::{about, tables};
use super::attack::distance;
use super::blow::{Blow, Manner};
use super::condition;
use super::options::{RANGE_MODS, STACK_PRONE, UNDERSTRENGTH, Understrength};
use super::reason;
use super::{armour, bard, figures, missile, sequence, state, stray, talent, two_weapons};
use crate::rules::d20::blow;
use crate::rules::d20::mount;
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::model::block::d20::{Ability, Tag};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// Result of an attack roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackResult {
    /// Outcome: a hit, a miss, or a hit that the target is immune to.
    pub outcome: Outcome,
    /// Natural roll; 0 if no die was needed.
    pub face: i32,
}

impl AttackResult {
    /// Whether it is a critical hit: a natural 20, or any hit of a reckless attack (`house.critical.trigger`,
    /// `house.fumble.reckless`).
    pub fn is_critical(self, blow: &Blow) -> bool {
        self.face == 20 || blow.manner == Manner::Reckless
    }
}

/// Rolls to hit and logs the roll. A melee attack on a helpless target needs no roll (`house.attack.helpless`).
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<AttackResult, Stop> {
    let e = r.encounter();
    let immune = is_immune(e, blow);
    let helpless = blow.strikes() && e.get(blow.target).is_some_and(|c| c.means(Meaning::HELPLESS));
    let rolled = if helpless {
        let certain = Rolled::new(Purpose::Attack(blow.at), Outcome::Always);
        Rolled { who: Some(blow.who), against: Some(blow.target), ..certain }
    } else {
        let rolled = aim(e, blow).roll(r)?;
        bard::spend(r, blow.who, bard::Roll::Attack);
        rolled
    };
    let (outcome, face) = blow::settle(r, rolled, immune);
    Ok(AttackResult { outcome, face })
}

/// The attack roll with its modifiers (`house.attack.roll`); a bomb has its own (`house.missile.bombing`).
fn aim(e: &Encounter, blow: &Blow) -> D20Roll {
    let (armour, tally) = if missile::is_bomb(blow.line) {
        missile::bombing(e, blow)
    } else {
        (armour::class(e, blow.target, Some(blow)), modifiers(e, blow))
    };
    let plain = D20Roll::plain(Purpose::Attack(blow.at), blow.who, tally, armour.total());
    D20Roll {
        against: Some(blow.target),
        needing: armour,
        naturals: Naturals::Decide,
        marks: [2, 20].into_iter().chain(stray::marks(e, blow)).collect(),
        ..plain
    }
}

/// All modifiers to the roll: the attacker, the circumstances, the target.
fn modifiers(e: &Encounter, blow: &Blow) -> Tally {
    let mut tally = Tally::new();
    let Some((c, target)) = e.get(blow.who).zip(e.get(blow.target)) else { return tally };
    tally.add(Reason::ATTACK_BONUS, blow.d20.figures.attack_bonus);
    if blow.strikes() {
        tally.add(Reason::STRENGTH, figures::modifier(blow.d20, Ability::Str));
    } else {
        tally.add(Reason::DEXTERITY, armour::missile_dexterity(e, blow.d20));
    }
    tally.add(Reason::WEAPON, blow.line.bonus.saturating_add(blow.line.to_hit));
    add_skill(&mut tally, e, blow);
    add_situation(&mut tally, e, blow, c);
    add_target(&mut tally, e, blow, target);
    talent::add_to_hit(&mut tally, e, blow);
    custom::add(&mut tally, c, Stat::ToHit);
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    tally
}

/// Adds the modifier listed for `reason`.
fn add(tally: &mut Tally, reason: Reason) {
    let modifier = tables().on_roll(&reason);
    tally.add(reason, modifier);
}

/// Adds the modifiers of wielding: proficiency, Strength, two weapons, cleave.
fn add_skill(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    if blow.line.is_untrained() {
        add(tally, reason::UNTRAINED);
    }
    if figures::is_too_weak(blow.d20, blow.line) && UNDERSTRENGTH.is(e, Understrength::Penalty) {
        add(tally, reason::TOO_WEAK);
    }
    if let Some(c) = e.get(blow.who) {
        two_weapons::add_price(tally, c, blow);
    }
    if blow.manner == Manner::Cleave {
        add(tally, reason::CLEAVE);
    }
}

/// Adds the modifiers of the attacker's circumstances.
fn add_situation(tally: &mut Tally, e: &Encounter, blow: &Blow, c: &Combatant) {
    if blow.strikes() {
        add_melee(tally, e, blow, c);
    } else {
        add_missile(tally, e, blow);
    }
    if c.has(Condition::CHARGING) {
        add(tally, Reason::CHARGING);
    }
    if c.has(Condition::PRONE) {
        add(tally, Reason::PRONE);
    }
    add_every_roll(tally, e, blow, c);
}

/// Adds what counts for every attack roll of the attacker, a bombing too: aim, exhaustion, injuries, mockery, inspiring
/// words.
pub fn add_every_roll(tally: &mut Tally, e: &Encounter, blow: &Blow, c: &Combatant) {
    if !blow.strikes() && missile::has_aim(e, c) {
        add(tally, reason::AIMED);
    }
    if c.has(Condition::EXHAUSTED) {
        add(tally, Reason::EXHAUSTED);
    }
    if figures::uses_injured_part(e, c, blow) {
        add(tally, reason::INJURY);
    }
    if c.has(condition::MOCKED) {
        add(tally, reason::MOCKED);
    }
    bard::add(tally, c, bard::Roll::Attack);
}

fn add_melee(tally: &mut Tally, e: &Encounter, blow: &Blow, c: &Combatant) {
    let rides = blow.facts.has(&Fact::Mounted) || mount::rides(e, c);
    let on_foot = e.get(blow.target).is_some_and(|target| !mount::rides(e, target));
    if rides && on_foot && figures::is_long_enough_to_ride_with(blow.line) {
        add(tally, Reason::MOUNTED);
    }
    if blow.is_back_stab() {
        add(tally, Reason::BACK_STAB);
    }
    if let Some(friend) = blow.facts.screen() {
        let bigger = figures::is_bigger(e, blow.who, friend);
        let beyond = distance(e, blow.who, blow.target, blow.facts)
            .is_none_or(|feet| feet > about().melee_distance);
        if beyond && !bigger {
            add(tally, reason::SECOND_RANK);
        }
    }
}

fn add_missile(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    if RANGE_MODS.is_on(e) {
        let [short, long] =
            [Reason::SHORT_RANGE, Reason::LONG_RANGE].map(|reason| tables().on_roll(&reason));
        blow::add_range(tally, missile::band(e, blow), short, long);
    }
}

/// Adds the modifiers of the target's state.
fn add_target(tally: &mut Tally, e: &Encounter, blow: &Blow, target: &Combatant) {
    let down = target.has(Condition::INCAPACITATED);
    if target.has(Condition::BLIND) {
        add(tally, reason::TARGET_BLIND);
    }
    if down {
        add(tally, reason::TARGET_DOWN);
    }
    if target.has(Condition::PRONE) && (!down || STACK_PRONE.is_on(e)) {
        add(tally, Reason::TARGET_PRONE);
    }
    if target.has(Condition::PARRYING) {
        add(tally, Reason::PARRYING);
    }
    if state::runs_away(target) {
        add(tally, Reason::RETREATING);
    }
    if target.has(Condition::CHARGING) {
        add(tally, reason::TARGET_CHARGED);
    }
    if target.has(Condition::OVEREXTENDED)
        && target.side != e.get(blow.who).map_or(target.side, |c| c.side)
    {
        add(tally, reason::TARGET_OVEREXTENDED);
    }
    if target.has_toward(condition::TRAPPED_WEAPON, blow.who) {
        add(tally, reason::TRAPPED_WEAPON);
    }
    if has_momentum(e, blow) {
        add(tally, reason::MOMENTUM);
    }
}

/// Whether it won momentum against the target in the round before and acts before it now (`house.critical.momentum`,
/// A51).
fn has_momentum(e: &Encounter, blow: &Blow) -> bool {
    let now = |effect: &Effect| effect.toward == Some(blow.target) && effect.value == e.round_number();
    let won = e.get(blow.who).is_some_and(|c| c.effects_of(condition::MOMENTUM).any(now));
    won && sequence::acts_before(e, blow.who, blow.target)
}

/// Whether the target is immune to the attack (`house.special.invulnerable`).
pub fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let Ok(victim) = e.d20(blow.target) else { return false };
    let holy = blow.line.has(Tag::HOLY) && !state::is_undead(e, blow.target);
    let wards = || victim.block.immune.as_ref().is_some_and(|immune| immune.wards_off(blow.line));
    holy || (wards() && !blow.line.has(super::tag::MAGE_STAFF))
}
