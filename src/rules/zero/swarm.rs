//! The average of many attacks on normal types.

use super::blow::Blow;
use super::options::{SWARM_ROUNDING, SWARM_SHORTCUT, SwarmRounding};
use super::{damage, disruption, figures, harm, mass, routine, state, to_hit};
use crate::rules::model::dice::Keep;
use crate::rules::model::event::Told;
use crate::rules::model::kinds;
use crate::rules::ruleset::prelude::*;

/// Whether the attacks are resolved as an average: the option is on, they are many lethal attacks on normal types that
/// are not immune, and none has been made this round (`zero.mass.swarm-shortcut`).
pub fn is_swarm(e: &Encounter, blow: &Blow) -> bool {
    let fresh = e.get(blow.who).is_some_and(|c| state::attacks_made(c) == 0);
    SWARM_SHORTCUT.is_on(e)
        && fresh
        && figures::is_normal(e, blow.target)
        && !blow.line.is_untrained()
        && damage::kills(blow)
        && !to_hit::is_immune(e, blow)
        && !mass::is_massed(e, blow)
        && routine::against_normal_types(e, blow.d20) > routine::ordinary(blow.d20)
}

/// Makes all attacks of the round at once: as many normal types of the target's group fall as on average
/// (`zero.mass.swarm-shortcut`).
pub fn resolve_swarm(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let e = r.encounter();
    let blows = routine::against_normal_types(e, blow.d20);
    let kills = kills(e, blow, blows.into());
    let (Ok(c), Ok(target)) = (e.who(blow.who), e.who(blow.target)) else { return Ok(()) };
    let stands = |c: &Combatant| c.is_up() && c.vitals.hp() > 0 && !c.means(Meaning::HELPLESS);
    let reached = state::in_reach(e, c);
    let is_reached = |c: &Combatant| reached.iter().any(|foe| foe.id == c.id);
    let near = |c: &&Combatant| stands(c) && figures::is_normal(e, c.id) && is_reached(c);
    let rest = kinds::members(e, target).filter(|c| c.id != target.id).filter(near);
    let most = usize::try_from(kills).unwrap_or(usize::MAX);
    let fall: Vec<(CombatantId, i32)> = std::iter::once(target)
        .chain(rest)
        .take(most)
        .map(|c| (c.id, c.vitals.hp().saturating_add(c.temporary())))
        .collect();
    let row = || format!("{blows} attacks, {} fall", fall.len());
    r.tell(|| Told::row(blow.who, "zero.mass.swarm-shortcut", row()));
    r.emit(Event::Spent(blow.who, Spending::Action));
    for (who, hp) in fall {
        let tally = Tally::new().with(Reason::BASE, hp.saturating_sub(harm::threshold(r.encounter())));
        let slay = |r: &mut Resolution| {
            disruption::hurt(r, who, Some(blow.who), tally.total());
            harm::harm(r, who, tally, 0, Source::Attack(blow.who), blow.timing())
        };
        r.under(|| Why::Target(who), slay)?;
    }
    Ok(())
}

/// Returns the average kills: hits times the share of a target's average hit points that a hit takes. Whole numbers
/// throughout: chances in 1/400, damage and hit points doubled (R48).
fn kills(e: &Encounter, blow: &Blow, blows: i64) -> i64 {
    let faces = 21 - i64::from(to_hit::needed(e, blow).clamp(2, 20));
    let chance = match to_hit::keep(e, blow) {
        None => faces * 20,
        Some(Keep::Highest) => 400 - (20 - faces) * (20 - faces),
        Some(Keep::Lowest) => faces * faces,
    };
    let (damage, hp) = (damage::twice_average(e, blow), twice_average_hp(e, blow.target).max(2));
    let kills = blows * chance * i64::from(damage.min(hp));
    let whole = 400 * i64::from(hp);
    match SWARM_ROUNDING.of(e) {
        SwarmRounding::Down => kills / whole,
        SwarmRounding::Nearest => (2 * kills + whole) / (2 * whole),
        SwarmRounding::Up => (kills + whole - 1) / whole,
    }
}

/// Returns twice its average hit points by Hit Dice.
fn twice_average_hp(e: &Encounter, who: CombatantId) -> i32 {
    let Ok(d20) = e.d20(who) else { return 0 };
    let plus = d20.block.hd.map_or(0, |hd| i32::from(hd.plus));
    figures::whole_dice(d20).saturating_mul(7).saturating_add(2 * plus)
}
