//! Fumbles: further results of a natural 1.

use super::asset::tables;
use super::attack::{Blow, Style, strike};
use super::condition;
use super::options::FREE_CHAIN;
use super::tables::Mishap;
use super::{checks, interrupt, state, weapon};
use crate::rules::model::block::d20::Ability;
use crate::rules::model::combatant::Whereabouts;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Difficulty of the check against stumbling (`countdown.fumble.stumble`).
const STUMBLE_DC: i32 = 20;
/// Difficulty of the check against lowering the guard (`countdown.fumble.sloppy`).
const SLOPPY_DC: i32 = 15;

/// Rolls on the fumble table (`countdown.fumble.special`); returns whether the weapon was lost.
pub fn fumble(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
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
