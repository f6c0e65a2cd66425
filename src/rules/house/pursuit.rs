//! Evasion: breaking off with the whole side, the chase, and its cost (section 3.17).

use super::asset::tables;
use super::reason;
use super::{figures, speed, state};
use crate::rules::d20::evasion::{break_off, check_runners};
use crate::rules::d20::pursuit;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Maximum rounds of a chase run at once.
const LONGEST_CHASE: i32 = 1000;

/// Breaks off with the whole side.
pub const EVADE: DeedRule = DeedRule {
    rule: "house.pursuit.dungeon",
    when: When::Free,
    may: |at| {
        check_runners(at.e, &runners(at.e, at.c.side), state::in_melee)?;
        at.unless(!pursuers(at.e, at.c.side).is_empty(), Refusal::NOBODY_THERE)
    },
    shape: |at, offer| {
        let chase = FactField { range: Some((1, LONGEST_CHASE)), ..FactField::may(Fact::Rounds(1)) };
        let asked = if at.e.scene.outdoors { FactField::flag(Fact::Woods) } else { chase };
        Offer { facts: vec![asked], ..offer }
    },
    check: |at, act| {
        let rounds = act.facts.rounds().unwrap_or(1);
        let fault = Fault::outside("rounds", rounds, 1..=LONGEST_CHASE);
        fault.map_or(Ok(()), |fault| at.no(Refusal::BAD_MODIFIER.at(fault)))
    },
    run: |r, act| if r.encounter().scene.outdoors { in_the_wild(r, act) } else { underground(r, act) },
    ..DeedRule::of(Deed::Evade)
};

/// Drops treasure or food to distract the pursuers that want it.
pub const DISTRACT: DeedRule = DeedRule {
    rule: "house.pursuit.dungeon",
    when: When::Free,
    told: deed::LogForm::Named,
    shape: |_, offer| Offer { facts: vec![FactField::flag(Fact::Treasure)], ..offer },
    run: pursuit::distract,
    ..DeedRule::of(Deed::Distract)
};

/// Members of the side that can run.
fn runners(e: &Encounter, side: SideId) -> Vec<&Combatant> {
    e.all().filter(|c| c.side == side && state::is_able(c)).collect()
}

/// Combatants that could pursue it; those that run away themselves do not.
fn pursuers(e: &Encounter, side: SideId) -> Vec<&Combatant> {
    e.all().filter(|c| c.side != side && state::is_able(c) && !state::runs_away(c)).collect()
}

/// Running speed of a group in feet a round: that of its slowest member.
fn pace(e: &Encounter, group: &[&Combatant]) -> i32 {
    group.iter().map(|c| speed::running(e, c)).min().unwrap_or(0)
}

/// Running speed of the fastest pursuing group, in feet a round.
fn fastest(e: &Encounter, side: SideId) -> i32 {
    let pursuers = pursuers(e, side);
    let of_side = |other: SideId| -> Vec<&Combatant> {
        pursuers.iter().copied().filter(|c| c.side == other).collect()
    };
    e.side_ids().map(|other| pace(e, &of_side(other))).max().unwrap_or(0)
}

/// In a dungeon the faster group escapes; otherwise there is a chase of one round or as many as entered
/// (`house.pursuit.dungeon`).
fn underground(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let side = e.who(act.who)?.side;
    let away = pace(e, &runners(e, side)) > fastest(e, side);
    if !away {
        let all = runners(e, side).into_iter().chain(pursuers(e, side));
        let all: Vec<CombatantId> = all.map(|c| c.id).collect();
        for who in all {
            pursuit::run(r, who, act.facts.rounds().unwrap_or(1));
        }
    }
    finish(r, side, away);
    Ok(())
}

/// In the wilderness, rolls d100 against a chance by group sizes and modifiers (`house.pursuit.wilderness`,
/// `house.class.warden-pursuit`).
fn in_the_wild(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let side = e.who(act.who)?.side;
    let chance = chance(e, side, act.facts.has(&Fact::Woods));
    let ask = RollRequest::new(Purpose::Pursuit, 1, 100).by_side(side).at_most(chance.total());
    let away = r.test_for(ask, chance)?;
    finish(r, side, away);
    Ok(())
}

fn chance(e: &Encounter, side: SideId, woods: bool) -> Tally {
    let (runners, pursuers) = (runners(e, side), pursuers(e, side));
    let size = |group: &[&Combatant]| i32::try_from(group.len()).unwrap_or(i32::MAX);
    let base = tables().evasion.chance(size(&runners), size(&pursuers));
    let warden = pursuers.iter().any(|c| e.d20(c.id).is_ok_and(figures::is_warden));
    let mut tally = Tally::new().with(reason::PURSUERS, base);
    let helps = [
        (reason::TERRAIN, woods),
        (reason::TWICE_AS_FAST, pace(e, &runners) >= 2 * fastest(e, side)),
        (reason::WARDEN, warden),
    ];
    for (reason, _) in helps.into_iter().filter(|(_, holds)| *holds) {
        let modifier = tables().on_evasion(&reason);
        tally.add(reason, modifier);
    }
    let lacking = (tables().least_evasion - tally.total()).max(0);
    tally.with(Reason::MINIMUM, lacking)
}

/// Logs whether the side escapes; if so, takes it out of the fight.
fn finish(r: &mut Resolution, side: SideId, away: bool) {
    let e = r.encounter();
    let feet = |feet: i32| u32::try_from(feet).unwrap_or(0);
    let runners = runners(e, side);
    let paces = (feet(pace(e, &runners)), feet(fastest(e, side)));
    let runners: Vec<CombatantId> = runners.iter().map(|c| c.id).collect();
    break_off(r, side, &runners, paces, away);
}
