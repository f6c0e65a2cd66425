//! Resolution of one attack: the roll, a hit or a miss, and fumbles.

use super::asset::tables;
use super::blow::{Blow, Style};
use super::options::FREE_CHAIN;
use super::tables::Mishap;
use super::{checks, condition, critical, damage, fatigue, interrupt, modifiers, spell, state, weapon};
use crate::rules::d20::blow;
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::model::block::d20::{Ability, Tag};
use crate::rules::model::combatant::Whereabouts;
use crate::rules::model::event::{self, Told};
use crate::rules::ruleset::prelude::*;

/// Result of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackResult {
    /// Whether it hit, with or without effect.
    pub hit: bool,
    /// Whether the attacker has lost its weapon.
    pub disarmed: bool,
}

/// Difficulty of the check against stumbling (`countdown.fumble.stumble`).
const STUMBLE_DC: i32 = 20;
/// Difficulty of the check against lowering the guard (`countdown.fumble.sloppy`).
const SLOPPY_DC: i32 = 15;

/// Rolls the attack and applies its results: critical hit or fumble, damage, riders. Does nothing if an interrupt has
/// already felled the target.
pub fn strike(r: &mut Resolution, blow: &Blow) -> Result<AttackResult, Stop> {
    if !r.encounter().get(blow.target).is_some_and(state::is_there) {
        return Ok(AttackResult::default());
    }
    let strike = |r: &mut Resolution| {
        r.under(|| Why::Blow(blow.who, blow.at, Some(blow.target)), |r| resolve(r, blow))
    };
    let Some(rule) = rule_to_log(blow.style) else { return strike(r) };
    r.tell(|| event::Told::Rule(rule.into()));
    r.under(|| Why::OutOfTurn(blow.who, rule.into()), strike)
}

fn resolve(r: &mut Resolution, blow: &Blow) -> Result<AttackResult, Stop> {
    let sneaks = blow.is_sneak_attack(r.encounter());
    let (outcome, face) = roll(r, blow)?;
    let struck = match outcome {
        Outcome::Success | Outcome::Always => {
            let tier = critical::tier(r, blow, face)?;
            damage::deal(r, blow, tier)?;
            AttackResult { hit: true, disarmed: false }
        }
        // It never hits (`countdown.attack.material`) and has no other result.
        Outcome::Immune => AttackResult::default(),
        _ => AttackResult { hit: false, disarmed: miss(r, blow, face)? },
    };
    if sneaks {
        let mark = Effect { toward: Some(blow.who), ..r.effect(condition::SNEAKED_ON, None) };
        r.afflict(blow.target, mark);
    }
    Ok(struck)
}

/// Rule to log for an attack that is not an act of its own.
fn rule_to_log(style: Style) -> Option<&'static str> {
    Some(match style {
        Style::Parting => "countdown.movement.parting-shot",
        Style::Intercept => "countdown.initiative.reach-intercept",
        Style::Set => "countdown.special.set-weapon",
        Style::Free(_) => "countdown.fumble.sloppy",
        Style::Stray => "countdown.missile.into-melee",
        _ => return None,
    })
}

/// Resolves a miss, with a fumble on a natural 1 (`countdown.attack.natural-1`). Returns whether the weapon was lost.
pub fn miss(r: &mut Resolution, blow: &Blow, face: i32) -> Result<bool, Stop> {
    if face == 1 && blow.style != Style::Stray { fumble(r, blow) } else { Ok(false) }
}

/// Rolls to hit and logs the roll (`countdown.attack.roll`); returns the outcome and the natural roll.
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<(Outcome, i32), Stop> {
    // Counts the roll against a target that may be casting (`countdown.spell.disruption`).
    if spell::is_exposed(r.encounter(), blow.target) {
        spell::disturb(r, blow.target);
    }
    fatigue::exert(r, blow.who);
    let rolled = aim(r.encounter(), blow).roll(r)?;
    let is_immune = is_immune(r.encounter(), blow);
    Ok(blow::settle(r, rolled, is_immune))
}

/// Whether only silver or magic harms the target and this is neither (`countdown.attack.material`).
pub fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let immune = e.d20(blow.target).ok().and_then(|d20| d20.block.immune.as_ref());
    // Holy water counts as silver against the undead.
    let hallowed = blow.line.has(Tag::HOLY) && state::is_undead(e, blow.target);
    blow.style != Style::Grab && !hallowed && immune.is_some_and(|immune| immune.wards_off(blow.line))
}

/// The attack roll with its modifiers.
fn aim(e: &Encounter, blow: &Blow) -> D20Roll {
    let armour = modifiers::armour_against(e, blow);
    let purpose = match blow.style {
        Style::Grab => Purpose::Grab,
        _ => Purpose::Attack(blow.at),
    };
    D20Roll {
        purpose,
        who: blow.who,
        against: Some(blow.target),
        tally: modifiers::to_hit(e, blow),
        need: armour.total(),
        needing: armour,
        naturals: Naturals::Decide,
        marks: vec![2, 20],
        keep: None,
    }
}

/// Rolls on the fumble table (`countdown.fumble.special`); returns whether the weapon was lost.
fn fumble(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    r.under(|| Why::Table(Purpose::Fumble), |r| mishap(r, blow))
}

fn mishap(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    let bands = tables().fumble.bands(0, 2..=20);
    let ask = RollRequest::new(Purpose::Fumble, 1, 20).by(blow.who).bands(bands);
    let face = r.figure(ask)?;
    let Some((mishap, words)) = tables().fumble.at(face) else { return Ok(false) };
    r.tell(|| Told::row(blow.who, "countdown.fumble.special", &**words));
    match mishap {
        Mishap::Miss => Ok(false),
        Mishap::Breaks => Ok(lose(r, blow, Whereabouts::Destroyed)),
        Mishap::Drops => Ok(lose(r, blow, Whereabouts::Dropped)),
        Mishap::Stumble => stumble(r, blow.who).map(|()| false),
        Mishap::Sloppy => sloppy(r, blow).map(|()| false),
    }
}

/// Breaks or drops the weapon and bars attacks next round; a natural weapon only loses the attack
/// (`countdown.fumble.weapon-breaks`, `countdown.fumble.drop`).
fn lose(r: &mut Resolution, blow: &Blow, to: Whereabouts) -> bool {
    let lost = weapon::lose(r, blow.who, blow.at, to);
    let value = r.encounter().round_number().saturating_add(1);
    let effect = Effect { value, ..state::rounds_on(r, condition::NO_ATTACK, 1) };
    r.afflict(blow.who, effect);
    lost
}

/// Puts it off balance for 1d2 rounds, unless a check succeeds (`countdown.fumble.stumble`).
fn stumble(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    if checks::check(r, who, Ability::Dex, STUMBLE_DC, 0)? {
        return Ok(());
    }
    let rounds = r.figure(RollRequest::new(Purpose::Duration, 1, 2).by(who))?;
    let until = state::after(r.encounter(), u32::try_from(rounds).unwrap_or(1));
    r.begin(who, condition::STUMBLING, Some(until));
    Ok(())
}

/// Gives an opponent a free attack, unless a check succeeds (`countdown.fumble.sloppy`). The same fumble on a free
/// attack is only a miss, unless the option allows another.
fn sloppy(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    if blow.style == Style::Free(false) || checks::check(r, blow.who, Ability::Dex, SLOPPY_DC, 0)? {
        return Ok(());
    }
    let Some((foe, at)) = interrupt::free_attacker(r, blow.who, blow.target)? else { return Ok(()) };
    let Some(line) = &state::own_line(r.encounter(), foe, at) else { return Ok(()) };
    let style = Style::Free(FREE_CHAIN.is_on(r.encounter()));
    let facts = Facts::default();
    let target = blow.who;
    strike(r, &Blow { who: foe, target, at, line, shoots: false, style, facts: &facts }).map(|_| ())
}
