//! Falls and collisions.

use super::asset::tables;
use super::form::{MOST, aimed, is_alone, others};
use super::options::{FALL_ROUNDING, FallRounding};
use super::{body, checks, harm, minds, movement, presence, reason, state};
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::command::{Share, Surface};
use crate::rules::model::event::Rolled;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// DC of the reflex check to catch a ledge (`seconds.hazard.fall-catch`).
const LEDGE_DC: i32 = 4;
/// Base DC of the dodge from a collision (`seconds.hazard.collision-dodge`).
const COLLISION_DC: i32 = 4;
/// Metres per step of the fall table (`seconds.hazard.fall`).
const STEP: i32 = 5;
/// Squares per second for each point of damage (`seconds.hazard.collision-damage`).
const SQUARES_PER_POINT: i32 = 5;

/// A fall.
pub const FALL: DeedRule = DeedRule {
    rule: "seconds.hazard.fall",
    when: When::Ever,
    told: LogForm::Named,
    shape: |_, offer| {
        let facts = vec![
            FactField { stands: true, ..FactField::needed(Fact::Metres(Tenths::whole(5)), 0, MOST) },
            FactField { stands: true, ..FactField::may(Fact::Surface(Surface::Hard)) },
            FactField::flag(Fact::Ledge),
        ];
        Offer { facts, ..offer }
    },
    check: |at, act| at.unless(act.facts.metres().is_some(), Refusal::MISSING_FACT),
    run: fall,
    ..DeedRule::of(Deed::Fall)
};

/// A collision, or crushing one combatant; one damage roll for all (`seconds.hazard.collision-damage`).
pub const COLLIDE: DeedRule = DeedRule {
    rule: "seconds.hazard.collision-damage",
    when: When::Ever,
    told: LogForm::Named,
    shape: |at, offer| {
        let facts = vec![FactField::needed(Fact::Speed(10), 0, MOST), FactField::flag(Fact::Crushed)];
        Offer { at: aimed(others(at.e, at.c), 1, usize::MAX), facts, ..offer }
    },
    check: |at, act| {
        at.unless(act.facts.speed().is_some(), Refusal::MISSING_FACT)?;
        at.unless(!is_alone(act) || act.facts.has(&Fact::Crushed), Refusal::BAD_TARGET)
    },
    run: collide,
    shares: |_, _| true,
    ..DeedRule::of(Deed::Collide)
};

/// Resolves a fall: it may catch a ledge, else it is damaged as by a hit (`seconds.hazard.fall`).
fn fall(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let metres = act.facts.metres().unwrap_or_default();
    if metres <= Tenths::default() || (act.facts.has(&Fact::Ledge) && catches(r, act.who)?) {
        return Ok(());
    }
    movement::move_involuntarily(r, act.who, metres);
    let e = r.encounter();
    let surface = act.facts.surface().unwrap_or(Surface::Hard);
    let softer = tables().surfaces.get(&surface).copied().unwrap_or(0);
    let tally = Tally::new()
        .with(reason::SCALE, body::PER_SCALE.saturating_mul(state::scale(e, act.who)))
        .with(reason::HEIGHT, height(e, metres))
        .with(reason::SURFACE, softer);
    let bars = harm::bands(e, body::tough(e, act.who), harm::wording(e, act.who));
    let plus = tally.total();
    let bands = bars.into_iter().map(|bar| bar.saturating_sub(plus)).collect();
    let ask = RollRequest::new(Purpose::Fall, 1, 6).by(act.who).adding(tally.clone()).bands(bands);
    let dice = r.roll(ask)?.total();
    hurt(r, Purpose::Fall, act.who, dice, tally, Share::Full)
}

/// Rolls to catch a ledge or branch (`seconds.hazard.fall-catch`); objects and the helpless cannot.
fn catches(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    let e = r.encounter();
    if state::is_object(e, who) || e.get(who).is_some_and(|c| state::is_helpless(e, c)) {
        return Ok(false);
    }
    let tally = body::skill(r.encounter(), who, Skill::Dodge);
    checks::roll(r, Purpose::Skill(Skill::Dodge), who, None, tally, LEDGE_DC)
}

/// Returns the damage from height: 1 per 5 m started, or only per full 5 m (`seconds.option.fall-rounding`).
fn height(e: &Encounter, metres: Tenths) -> i32 {
    let full = FALL_ROUNDING.is(e, FallRounding::Full);
    let counted = if full { metres.down().saturating_sub(STEP - 1) } else { metres.up() };
    tables().falls.at(counted).copied().unwrap_or(0)
}

/// Deals dice plus modifiers, at least 0, in the target's share, compared like a hit.
fn hurt(
    r: &mut Resolution,
    purpose: Purpose,
    who: CombatantId,
    dice: i32,
    mut tally: Tally,
    share: Share,
) -> Result<(), Stop> {
    let all = dice.saturating_add(tally.total()).max(0);
    tally.add(Reason::MINIMUM, all.saturating_sub(dice).saturating_sub(tally.total()));
    tally.add(Reason::Share(share), share.of(all, all / 2).saturating_sub(all));
    let rolled =
        Rolled { who: Some(who), dice: Some(dice), tally, ..Rolled::new(purpose, Outcome::Figure) };
    let damage = rolled.total();
    let suffer = |r: &mut Resolution| {
        r.rolled(rolled);
        harm::take(r, who, damage, Source::Lasting)
    };
    r.under(|| Why::Target(who), suffer)
}

/// Resolves a collision or crushing: those who fail to dodge share one die.
fn collide(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let mut involved: Vec<CombatantId> = act.at.iter().copied().chain([act.who]).collect();
    involved.sort_unstable();
    involved.dedup();
    involved.retain(|who| presence::is_alive(r.encounter(), *who));
    let scales = || involved.iter().map(|who| state::scale(r.encounter(), *who));
    let (least, most) = (scales().min().unwrap_or(0), scales().max().unwrap_or(0));
    let mut struck = Vec::with_capacity(involved.len());
    for &who in involved.iter().filter(|who| act.share_of(**who) != Share::None) {
        if !dodges(r, who, COLLISION_DC.saturating_add(most).saturating_sub(least))? {
            struck.push(who);
        }
    }
    if struck.is_empty() {
        return Ok(());
    }
    let dice = r.roll(RollRequest::new(Purpose::Collision, 1, 6).by(act.who))?.total();
    let speed = act.facts.speed().unwrap_or(0);
    for who in struck {
        let crushed = who == act.who && act.facts.has(&Fact::Crushed);
        let counted = if crushed { most } else { least };
        let tally = Tally::new()
            .with(reason::SCALE, body::PER_SCALE.saturating_mul(counted))
            .with(reason::SPEED, force(speed, state::scale(r.encounter(), who)));
        hurt(r, Purpose::Collision, who, dice, tally, act.share_of(who))?;
    }
    Ok(())
}

/// Rolls a dodge from a collision with the skill of the mind that defends (`seconds.hazard.collision-dodge`).
/// Objects, the helpless and those without dodge get no roll and are hit.
fn dodges(r: &mut Resolution, who: CombatantId, dc: i32) -> Result<bool, Stop> {
    let e = r.encounter();
    let mind = minds::guard(e, who);
    let able =
        !state::is_object(e, who) && minds::skills(e, mind).is_ok_and(|skills| skills.dodge.is_some());
    if !able || e.get(who).is_none_or(|c| state::is_helpless(e, c)) {
        return Ok(false);
    }
    let held = e.has(who, Condition::HELD);
    let tally = body::skill(e, mind, Skill::Dodge).with(Reason::HELD, if held { -1 } else { 0 });
    checks::roll(r, Purpose::Skill(Skill::Dodge), who, None, tally, dc)
}

/// Returns the damage from speed, given in metres per second: 1 per 5 squares of the target's scale
/// (`seconds.hazard.collision-damage`).
fn force(metres: i32, scale: i32) -> i32 {
    let tenths = body::square(scale).0.max(1);
    metres.saturating_mul(10) / tenths.saturating_mul(SQUARES_PER_POINT)
}
