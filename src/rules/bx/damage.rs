//! Results of a hit: damage, riders, splashes.

use super::blow::Blow;
use super::options::VARIABLE_DAMAGE;
use super::to_hit::EXHAUSTED;
use super::{condition, disruption, figures, harm, tag};
use crate::rules::d20::blow;
use crate::rules::d20::state::ROUND_TAGS;
use crate::rules::model::block::d20::{Ability, Attack, D20, Damage, Save, Tag};
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::prelude::*;

/// Damage of a character's hit with any weapon (`bx.damage.pc`).
const ANY_WEAPON: DiceExpr = DiceExpr::new(1, 6, 0);
/// Damage of a flask, at once and again in the next round (`bx.special.splash`).
const SPLASH: DiceExpr = DiceExpr::new(1, 8, 0);
/// Feet that a charging rider must have moved this round (`bx.special.charge`).
const RUN_UP: u32 = 60;

/// Returns the damage dice of a hit (`bx.damage.pc`, `bx.damage.monster`, `bx.damage.variable`).
pub fn dice(e: &Encounter, d20: &D20, line: &Attack) -> Option<DiceExpr> {
    let own = VARIABLE_DAMAGE.is_on(e);
    match &line.damage {
        Some(Damage::Nothing) => None,
        Some(Damage::Dice(dice)) if own || !d20.block.is_character() || line.has(Tag::UNARMED) => {
            Some(*dice)
        }
        Some(Damage::Weapon(Some(name))) => {
            let row = figures::weapon(name).filter(|row| own || row.always);
            Some(row.and_then(|row| row.damage).unwrap_or(ANY_WEAPON))
        }
        _ => Some(ANY_WEAPON),
    }
}

/// Applies all results of a hit.
pub fn deal(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let Some(dice) = dice(r.encounter(), blow.d20, blow.line) else {
        disruption::spoil(r, blow.target, false);
        return riders(r, blow, 0);
    };
    let tally = amount(r, blow, dice)?;
    let amount = tally.total();
    if blow.facts.has(&Fact::Subdual) {
        disruption::spoil(r, blow.target, false);
        harm::subdue(r, blow.target, amount);
        return Ok(());
    }
    disruption::spoil(r, blow.target, true);
    let destructive = blow.line.has(tag::DESTRUCTIVE).then_some(Save::Breath);
    harm::harm(r, blow.target, tally, Source::Attack(blow.who), destructive)?;
    if blow.line.has(Tag::SPLASH) {
        douse(r, blow.target, dice);
    }
    riders(r, blow, amount)
}

/// Applies poison and other riders if the target survives the damage (R33), which in a shared slot has not been applied
/// yet.
fn riders(r: &mut Resolution, blow: &Blow, amount: i32) -> Result<(), Stop> {
    let waiting = if r.encounter().acts_together() { amount } else { 0 };
    let lives = |c: &Combatant| c.is_up() && c.vitals.hp().saturating_add(c.temporary()) > waiting;
    if r.encounter().get(blow.target).is_some_and(lives) {
        for rider in &blow.line.riders {
            harm::rider(r, blow.target, rider)?;
        }
    }
    Ok(())
}

/// Rolls the damage of a hit, at least 1 (`bx.damage.minimum`).
fn amount(r: &mut Resolution, blow: &Blow, dice: DiceExpr) -> Result<Tally, Stop> {
    let attacker = r.encounter().get(blow.who);
    let strength = if blow.strikes() { figures::modifier(blow.d20, Ability::Str) } else { 0 };
    let mut own = Tally::new();
    if attacker.is_some_and(|c| c.has(Condition::EXHAUSTED)) {
        own.add(Reason::EXHAUSTED, EXHAUSTED);
    }
    let added = blow::added(attacker, blow.line, dice, strength, &own);
    let thrown = blow::dice(r, blow.who, blow.target, blow.at, dice, &added)?;
    let mut tally = Tally::new().with(Reason::DICE, thrown);
    tally.append(&added);
    let once = tally.total();
    blow::double(&mut tally, once, u8::from(is_doubled(r.encounter(), blow)), false);
    blow::at_least(&mut tally, 1);
    Ok(tally)
}

/// Whether damage is doubled; several reasons double it once (`bx.special.back-stab`, `bx.special.charge`,
/// `bx.special.brace`).
fn is_doubled(e: &Encounter, blow: &Blow) -> bool {
    let facts = blow.facts;
    let Some(c) = e.get(blow.who) else { return false };
    let ran_up = c.spent.moved.is_some_and(|feet| feet >= RUN_UP);
    let charge = blow.line.has(Tag::CHARGE) && facts.has(&Fact::Mounted) && ran_up;
    let set = blow.line.has(Tag::BRACE) && c.has(Condition::BRACED);
    blow.is_back_stab() || charge || (set && facts.has(&Fact::AgainstCharge))
}

/// Douses the target, which is damaged again at the start of the next round (`bx.special.splash`).
fn douse(r: &mut Resolution, target: CombatantId, dice: DiceExpr) {
    if !r.encounter().get(target).is_some_and(Combatant::is_up) {
        return;
    }
    let doused = r.effect(condition::DOUSED, None);
    r.consequence(Event::Afflicted(target, Box::new(doused)));
    let timer = second_dose(r, target, dice);
    r.consequence(Event::Set(Box::new(timer)));
}

fn second_dose(r: &Resolution, who: CombatantId, dice: DiceExpr) -> Timer {
    let due = Moment::RoundStart(r.encounter().round + 1).at(ROUND_TAGS);
    Timer { id: r.next_id(), due, who: Some(who), action: TimerAction::Splash(dice) }
}

/// Schedules the second damage for a combatant doused by the referee's command.
pub fn on_doused(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let is_its =
        |timer: &&Timer| timer.who == Some(who) && matches!(timer.action, TimerAction::Splash(_));
    let doses = e.timers.iter().filter(is_its).count();
    if e.get(who).is_some_and(|c| c.effects_of(condition::DOUSED).count() > doses) {
        let timer = second_dose(r, who, SPLASH);
        r.emit(Event::Set(Box::new(timer)));
    }
}
