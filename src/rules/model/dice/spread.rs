//! Dice distributions: the rolls that a request distinguishes, each with the number of ways to get it.

use super::request::{Keep, Roll, RollRequest};

/// The most combinations of faces enumerated one by one.
const MOST_FACES: u128 = 10_000;

/// Returns a roll for each outcome that the request distinguishes, with the number of combinations of faces that show
/// it, and the number of all combinations. `None` if there are too many or the numbers overflow.
pub fn spread(ask: &RollRequest) -> Option<(Vec<(Roll, u128)>, u128)> {
    let whole = u128::from(ask.sides.max(1)).checked_pow(ask.count.into())?;
    let told = if ask.each && ask.count > 1 { faces(ask, whole)? } else { bands(ask)? };
    Some((told, whole))
}

/// One total for each band, with the number of combinations in it.
fn bands(ask: &RollRequest) -> Option<Vec<(Roll, u128)>> {
    let mut bands: Vec<(i32, u128)> = Vec::new();
    for (total, ways) in (ask.range().0..).zip(ways(ask)?) {
        let same = !ask.bands.is_empty() && !ask.bands.contains(&total);
        match bands.last_mut().filter(|_| same) {
            Some(band) => band.1 = band.1.checked_add(ways)?,
            None => bands.push((total, ways)),
        }
    }
    Some(bands.into_iter().map(|(total, ways)| (Roll::Total(total), ways)).collect())
}

/// The number of combinations for each total, from the least total on.
fn ways(ask: &RollRequest) -> Option<Vec<u128>> {
    match ask.keep {
        Some(keep) if ask.count > 0 => kept(keep, ask.count, ask.sides),
        _ => sums(ask.count, usize::from(ask.sides)),
    }
}

fn kept(keep: Keep, count: u8, sides: u16) -> Option<Vec<u128>> {
    let within = |most: u16| u128::from(most).checked_pow(count.into());
    (1..=sides)
        .map(|face| match keep {
            Keep::Highest => Some(within(face)? - within(face - 1)?),
            Keep::Lowest => Some(within(sides - face + 1)? - within(sides - face)?),
        })
        .collect()
}

/// Adds one die at a time: each sum contributes its combinations to the sums one face higher.
fn sums(count: u8, sides: usize) -> Option<Vec<u128>> {
    let mut sums = vec![1u128];
    for _ in 0..count {
        let mut more = vec![0u128; sums.len() + sides.max(1) - 1];
        for (at, ways) in sums.iter().enumerate() {
            for sum in more.iter_mut().skip(at).take(sides.max(1)) {
                *sum = sum.checked_add(*ways)?;
            }
        }
        sums = more;
    }
    Some(sums)
}

/// Every combination of faces.
fn faces(ask: &RollRequest, whole: u128) -> Option<Vec<(Roll, u128)>> {
    if whole > MOST_FACES {
        return None;
    }
    let mut all: Vec<Vec<u16>> = vec![Vec::new()];
    for _ in 0..ask.count {
        let longer = |faces: &Vec<u16>, face: u16| [&faces[..], &[face]].concat();
        all =
            all.iter().flat_map(|faces| (1..=ask.sides).map(move |face| longer(faces, face))).collect();
    }
    Some(all.into_iter().map(|faces| (Roll::Faces(faces), 1)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::Purpose;

    fn told(ask: &RollRequest) -> Vec<(i32, (u128, u128))> {
        let (rolls, whole) = spread(ask).expect("small dice");
        rolls.iter().map(|(roll, ways)| (ask.figure(roll), (*ways, whole))).collect()
    }

    #[test]
    fn totals_are_told_apart_by_bands_or_one_by_one() {
        let ask = RollRequest::new(Purpose::Free, 2, 6);
        assert_eq!(told(&ask).len(), 11);
        assert_eq!(told(&ask)[5], (7, (6, 36)));
        assert_eq!(told(&ask.clone().bands(vec![8])), [(2, (21, 36)), (8, (15, 36))]);
        assert_eq!(told(&ask.bands(vec![99])), [(2, (36, 36))], "no total begins another outcome");
    }

    #[test]
    fn of_dice_of_which_one_counts_only_its_face_matters() {
        let pair = RollRequest::new(Purpose::Free, 2, 20).bands(vec![11]);
        let (best, worst) = (pair.clone().keeping(Keep::Highest), pair.keeping(Keep::Lowest));
        assert_eq!(told(&best), [(1, (100, 400)), (11, (300, 400))]);
        assert_eq!(told(&worst), [(1, (300, 400)), (11, (100, 400))]);
    }

    #[test]
    fn where_each_face_matters_every_combination_is_told() {
        let each = RollRequest { each: true, ..RollRequest::new(Purpose::Free, 2, 4) };
        assert_eq!(told(&each).len(), 16);
        let many = RollRequest { each: true, ..RollRequest::new(Purpose::Free, 9, 6) };
        assert_eq!(spread(&many), None);
        assert_eq!(spread(&RollRequest::new(Purpose::Free, 100, 1000)), None, "too large");
    }
}
