//! The figures shown to the referee.

use super::figures::{ASCENDING_BASE, FEET_PER_INCH};
use super::options::{AC_DISPLAY, AcDisplay};
use super::{armour, figures, mass, state};
use crate::rules::d20::figures::{self as kit, plain};
use crate::rules::d20::subdual::subdual;
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::prelude::*;

/// Returns the figures of a roster row: armour class, temporary damage, men.
pub fn column(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(_), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let pool = Some(subdual(c)).filter(|points| *points > 0);
    let pool = pool.map(|points| plain("Temp", points.to_string(), "zero.damage.pools"));
    let men = mass::alive(e, c)
        .map(|(left, men)| plain("Men", format!("{left}/{men}"), "zero.mass.survivors"));
    std::iter::once(armour_figure(e, who)).chain(pool).chain(men).collect()
}

fn armour_figure(e: &Encounter, who: CombatantId) -> Figure {
    let tally = armour::class(e, who, None);
    let up = AC_DISPLAY.is(e, AcDisplay::Ascending);
    let shown = if up { ASCENDING_BASE - tally.total() } else { tally.total() };
    Figure { tally, ..plain(if up { "AAC" } else { "AC" }, shown.to_string(), "zero.attack.roll") }
}

/// Returns all figures shown to the referee.
pub fn shown(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let mut list = column(e, who);
    let rule =
        if d20.block.is_character() { "zero.attack.matrix-men" } else { "zero.attack.matrix-monsters" };
    list.push(plain("Hits AC 0", d20.figures.thac0.to_string(), rule));
    list.push(kit::saves(d20, "zero.save.table"));
    list.push(plain("Stone", figures::save_against_stone(d20).to_string(), "zero.save.table"));
    let feet = state::full_move(e, c);
    let inches = d20.figures.base_move / FEET_PER_INCH;
    let scale = if e.scene.outdoors { "outdoors" } else { "indoors" };
    let pace = format!("{inches}\" ({feet}' {scale})");
    list.push(kit::movement(c, d20.figures.base_move, pace, "zero.time.scale"));
    list.extend(kit::hit_dice(d20, "zero.attack.matrix-monsters"));
    list.extend(kit::morale(e, c, "zero.morale.score"));
    list
}
