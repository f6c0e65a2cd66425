//! Outlooks as text.

use super::outlook::{Chance, Fate, Outlook};
use crate::rules::model::encounter::stem;
use crate::rules::model::ids::{SideId, Text};
use crate::rules::text::span::counted;

/// A fraction in percent. The possible is never shown as certain or as impossible.
pub fn percent(share: f64) -> String {
    match (share * 100.0).round() {
        0.0 if share > 0.0 => "under 1 %".into(),
        100.0 if share < 1.0 => "over 99 %".into(),
        whole => format!("{whole} %"),
    }
}

/// A chance with its margin in percent, rounded up: `71 % (±2)`.
pub fn chance(chance: Chance) -> String {
    format!("{} (±{})", percent(chance.share), (chance.margin * 100.0).ceil())
}

/// A mean with one decimal, which is dropped if 0.
pub fn average(mean: f64) -> String {
    let tenths = (mean * 10.0).round() / 10.0;
    format!("{tenths}")
}

/// How likely each combatant of a side falls, with several of a kind combined: `Ana 12 %, Goblin ×7 88 %`.
pub fn falling(outlook: &Outlook, side: SideId) -> Vec<(Text, Chance)> {
    kinds(outlook, side)
        .into_iter()
        .map(|(name, ones)| {
            let fell: u32 = ones.iter().map(|fate| fate.fell).sum();
            let all = u32::try_from(ones.len()).unwrap_or(u32::MAX).saturating_mul(outlook.fights);
            match ones[..] {
                [one] => (name, Chance::of(one.fell, outlook.fights)),
                _ => (format!("{name} ×{}", ones.len()).into(), Chance::of(fell, all)),
            }
        })
        .collect()
}

/// The fates of a side, grouped by name without its number.
fn kinds(outlook: &Outlook, side: SideId) -> Vec<(Text, Vec<&Fate>)> {
    let mut kinds: Vec<(Text, Vec<&Fate>)> = Vec::new();
    for fate in outlook.of_side(side) {
        let kind = stem(&fate.name);
        match kinds.iter_mut().find(|(_, ones)| stem(&ones[0].name) == kind) {
            Some((name, ones)) => {
                *name = kind.into();
                ones.push(fate);
            }
            None => kinds.push((fate.name.clone(), vec![fate])),
        }
    }
    kinds
}

/// How many of a side fall: `2.3 of 5`.
pub fn fallen(outlook: &Outlook, side: SideId) -> String {
    format!("{} of {}", average(outlook.fallen(side)), outlook.of_side(side).count())
}

/// When it ends: `5 to 9 rounds`, or the round numbers if it has begun already.
pub fn rounds(outlook: &Outlook) -> String {
    let begun = outlook.began > 0;
    match outlook.usual_rounds() {
        None => "no fight ended".into(),
        Some((one, other)) if one == other && begun => format!("ends in round {one}"),
        Some((one, other)) if begun => format!("ends in rounds {one} to {other}"),
        Some((one, other)) if one == other => counted(one, "round"),
        Some((one, other)) => format!("{one} to {other} rounds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_possible_is_never_certain() {
        let told = |share| percent(share);
        assert_eq!((told(0.0), told(0.004)), ("0 %".into(), "under 1 %".into()));
        assert_eq!((told(0.005), told(0.714)), ("1 %".into(), "71 %".into()));
        assert_eq!((told(0.996), told(1.0)), ("over 99 %".into(), "100 %".into()));
        assert_eq!(chance(Chance { share: 0.714, margin: 0.0181 }), "71 % (±2)");
    }

    #[test]
    fn averages_have_one_decimal() {
        assert_eq!([2.26, 2.0, 0.04].map(average), ["2.3", "2", "0"]);
    }
}
