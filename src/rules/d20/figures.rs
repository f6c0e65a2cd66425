//! Figures as shown to the referee, each with its rule, and cells of tables.

use super::state::bears_morale;
use super::tables::Weapon;
use crate::rules::model::block::d20::{D20, Range};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;

/// Letters of the saving throws, in the printed order.
pub const LETTERS: [&str; 5] = ["D", "W", "P", "B", "S"];

/// The legend of these letters, for table titles.
pub const SAVES: &str = "D death, W wands, P paralysis, B breath, S spells";

/// Formats the upper limits of a weapon's ranges; `-` for a range of 0.
pub fn ranges(feet: Option<[u32; 3]>) -> String {
    let limit = |feet: u32| if feet == 0 { "-".into() } else { feet.to_string() };
    feet.map_or("-".into(), |feet| feet.map(limit).join(" / "))
}

/// Formats how a weapon is used, its tags and its loading time; `both` is the word for throwable weapons.
pub fn qualities(about: &About, weapon: &Weapon, both: &str) -> String {
    let reach = match weapon.range {
        Range::Melee => "melee",
        Range::Missile => "missile",
        Range::Both => both,
    };
    let loading = weapon.loading.map(|rounds| match rounds {
        1 => "1 round to load".to_string(),
        more => format!("{more} rounds to load"),
    });
    let tags = weapon.tags.iter().map(|tag| about.tag(*tag).to_string());
    std::iter::once(reach.to_string()).chain(tags).chain(loading).collect::<Vec<_>>().join(", ")
}

/// Returns a figure without terms.
pub fn plain(label: &str, value: impl Into<String>, rule: &str) -> Figure {
    Figure { label: label.into(), value: value.into(), tally: Tally::new(), rule: rule.into() }
}

/// Returns all five saving throws: `D12 W13 P14 B15 S16`.
pub fn saves(d20: &D20, rule: &str) -> Figure {
    let each = LETTERS.iter().zip(d20.figures.saves);
    let each: Vec<String> = each.map(|(letter, save)| format!("{letter}{save}")).collect();
    plain("Saves", each.join(" "), rule)
}

/// Returns its movement as the ruleset words it; the first term of the tally is the base in feet per round.
pub fn movement(c: &Combatant, feet: u32, value: String, rule: &str) -> Figure {
    let mut tally = Tally::new().with(Reason::BASE, i32::try_from(feet).unwrap_or(i32::MAX));
    custom::add(&mut tally, c, Stat::Movement);
    Figure { tally, ..plain("Move", value, rule) }
}

/// Returns its Hit Dice, if any.
pub fn hit_dice(d20: &D20, rule: &str) -> Option<Figure> {
    d20.block.hd.map(|hd| plain("HD", hd.to_string(), rule))
}

/// Returns its morale score, if any.
pub fn morale(e: &Encounter, c: &Combatant, rule: &str) -> Option<Figure> {
    bears_morale(e, c).map(|score| plain("Morale", score.to_string(), rule))
}
