//! Punches and kicks.

use super::action::action;
use super::asset::about;
use super::blow::{Blow, Style};
use super::strike::strike;
use super::tables::Tier;
use super::{aim, damage, refusal, traits};
use crate::rules::d20::relations::engage;
use crate::rules::model::block::d20::Attack;
use crate::rules::ruleset::deed::LogForm;
use crate::rules::ruleset::prelude::*;

pub const PUNCH: DeedRule = DeedRule {
    rule: "countdown.special.punch",
    told: LogForm::ByOutcome,
    announced: |_, _| Some(Deed::Strike),
    may: aim::may_attack,
    shape: aim::with_bare_hands,
    check: |at, act| {
        aim::target(at.e, act, &damage::fist())?;
        aim::not_proof(at, act.target(), act, (traits::BRAWL_PROOF, refusal::BRAWL_PROOF))
    },
    run: |r, act| brawl(r, act, (Attack::FIST, damage::fist(), Style::Punch)),
    ..action(Deed::Punch)
};

pub const KICK: DeedRule = DeedRule {
    deed: Deed::Kick,
    rule: "countdown.special.kick",
    run: |r, act| brawl(r, act, (Attack::FOOT, damage::foot(), Style::Kick)),
    ..PUNCH
};

/// Makes an unarmed attack with the given pseudo line index, attack line and style.
fn brawl(r: &mut Resolution, act: &Act, (at, line, style): (u8, Attack, Style)) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    engage(about(), r, act.who, target, Timing::Now);
    let blow = Blow { who: act.who, target, at, line: &line, shoots: false, style, facts: &act.facts };
    let struck = strike(r, &blow)?;
    if !struck.hit && damage::hurts_on_trying(r.encounter(), act.who, target) {
        return damage::deal(r, &blow, Tier::Regular);
    }
    Ok(())
}
