//! The attack roll: its modifiers and the armour class, also of bombs and stray missiles (section 3.9, the
//! situational modifier sheet).

use super::asset::{about, tables};
use super::blow::{Blow, Manner, band, distance, height, is_bomb, is_immune};
use super::options::{
    BOMBING_STEPS, BombingSteps, RANGE_MODS, STACK_PRONE, UNDERSTRENGTH, Understrength,
};
use super::{armour, condition, figures, gear, inspiration, reason, state, stop, talent, two_weapons};
use crate::rules::d20::blow;
use crate::rules::d20::mount;
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::model::block::d20::Ability;
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

/// Target number of a bomb (`house.missile.bombing`).
const BOMB_HITS: i32 = 16;
/// Height without penalty, and the height of each further step, in feet (`house.missile.bombing`).
const BOMB_STEP: i32 = 50;

/// A stray missile's roll is this less the natural roll of the miss.
pub const REVERSE: i32 = 20;

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
        inspiration::spend(r, blow.who, inspiration::Roll::Attack);
        rolled
    };
    let (outcome, face) = blow::settle(r, rolled, immune);
    Ok(AttackResult { outcome, face })
}

/// The attack roll with its modifiers (`house.attack.roll`); a bomb has its own (`house.missile.bombing`).
fn aim(e: &Encounter, blow: &Blow) -> D20Roll {
    let (armour, tally) = if is_bomb(blow.line) {
        bombing(e, blow)
    } else {
        (armour::class(e, blow.target, Some(blow)), modifiers(e, blow))
    };
    let plain = D20Roll::plain(Purpose::Attack(blow.at), blow.who, tally, armour.total());
    D20Roll {
        against: Some(blow.target),
        needing: armour,
        naturals: Naturals::Decide,
        marks: [2, 20].into_iter().chain(marks(e, blow)).collect(),
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
fn add_every_roll(tally: &mut Tally, e: &Encounter, blow: &Blow, c: &Combatant) {
    if !blow.strikes() && state::has_aim(e, c) {
        add(tally, reason::AIMED);
    }
    if c.has(Condition::EXHAUSTED) {
        add(tally, Reason::EXHAUSTED);
    }
    if uses_injured_part(e, c, blow) {
        add(tally, reason::INJURY);
    }
    if c.has(condition::MOCKED) {
        add(tally, reason::MOCKED);
    }
    inspiration::add(tally, c, inspiration::Roll::Attack);
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
        blow::add_range(tally, band(e, blow), short, long);
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
    won && stop::acts_before(e, blow.who, blow.target)
}

/// Whether the attack uses an injured part, or the torso or groin is injured.
fn uses_injured_part(e: &Encounter, c: &Combatant, blow: &Blow) -> bool {
    figures::injury_to_all_rolls(e, c) != 0 || gear::uses_injured_arm(c, blow.at, blow.line)
}

/// Target number and modifiers of a bombing: neither armour class nor attack bonus count, but the height does
/// (`house.missile.bombing`).
fn bombing(e: &Encounter, blow: &Blow) -> (Tally, Tally) {
    let mut tally = Tally::new().with(Reason::WEAPON, blow.line.bonus.saturating_add(blow.line.to_hit));
    let height = height(e, blow.who, blow.target, blow.facts).unwrap_or(0);
    tally.add(reason::ALTITUDE, tables().on_roll(&reason::ALTITUDE).saturating_mul(steps(e, height)));
    if let Some(c) = e.get(blow.who) {
        add_every_roll(&mut tally, e, blow, c);
        custom::add(&mut tally, c, Stat::ToHit);
    }
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    (Tally::new().with(Reason::BASE, BOMB_HITS), tally)
}

/// Steps of 50 feet above the first; only full ones, unless the option counts started ones (A39).
fn steps(e: &Encounter, height: i32) -> i32 {
    let above = (height - BOMB_STEP).max(0);
    let begun = BOMBING_STEPS.is(e, BombingSteps::Started) && above % BOMB_STEP > 0;
    above / BOMB_STEP + i32::from(begun)
}

/// Natural rolls of a miss from which on the missile hits fewer of those around.
fn marks(e: &Encounter, blow: &Blow) -> Vec<i32> {
    if blow.strikes() {
        return Vec::new();
    }
    let classes = around(e, blow).into_iter().map(|who| class(e, blow, who).total());
    classes
        .map(|class| (REVERSE - class).saturating_add(1))
        .filter(|face| (2..=20).contains(face))
        .collect()
}

/// Everyone engaged with the target and everyone engaged with those, on any side, except the target and the attacker.
pub fn around(e: &Encounter, blow: &Blow) -> Vec<CombatantId> {
    let Some(target) = e.get(blow.target) else { return Vec::new() };
    let near: Vec<_> = state::engaged(e, target).collect();
    let beyond = near.iter().flat_map(|c| state::engaged(e, c));
    let mut all: Vec<CombatantId> = near.iter().copied().chain(beyond).map(|c| c.id).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(|who| *who != blow.target && *who != blow.who);
    all
}

/// Armour class of `who` against the missile; facts entered for the target do not apply.
pub fn class(e: &Encounter, blow: &Blow, who: CombatantId) -> Tally {
    armour::class(e, who, Some(&Blow { target: who, facts: &Facts::default(), ..*blow }))
}
