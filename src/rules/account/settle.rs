//! Keeps of what befalls one combatant by one cause only the gravest.

use super::{Account, Came, Did, What, Whom};
use crate::rules::model::combatant::Standing;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Condition;
use crate::rules::model::event::SpellFate;

/// Drops what goes without saying beside something graver, and joins amounts for the same one.
pub(super) fn settle(account: &mut Account) {
    for whom in account.concerned() {
        let gravest = account.came_of(whom).map(|came| gravity(&came.what)).max().unwrap_or(0);
        let harmed = account.came_of(whom).any(|came| matches!(came.what, What::Harm(_) | What::Wound));
        account.came.retain(|came| came.whom != whom || !is_implied(&came.what, gravest, harmed));
    }
    spoiled(account);
    passing(account);
    declared(account);
    let falls: Vec<Whom> =
        account.came.iter().filter(|came| is_dead(came) && !came.waits).map(|came| came.whom).collect();
    account.came.retain(|came| !(is_dead(came) && came.waits && falls.contains(&came.whom)));
    // What it took comes before what follows.
    account.came.sort_by_key(|came| !matches!(came.what, What::Harm(_) | What::Subdual(_)));
    for came in std::mem::take(&mut account.came) {
        add(&mut account.came, came);
    }
    too_little(&mut account.came);
    named_twice(account);
    let pursues = account.came.iter().any(|came| matches!(came.what, What::Pursues(..)));
    account.came.retain(|came| !(pursues && matches!(came.what, What::Row(..))));
    rows(account);
    casts(account);
}

fn is_dead(came: &Came) -> bool {
    came.what == What::Stands(Standing::Dead)
}

/// That a spell is spoiled is said once.
fn spoiled(account: &mut Account) {
    let spoiled: Vec<Whom> = account
        .came
        .iter()
        .filter(|came| matches!(came.what, What::Spoiled(_)))
        .map(|came| came.whom)
        .collect();
    account.came.retain(|came| match &came.what {
        What::Begins(effect, _) if effect.condition == Condition::SPELL_DISRUPTED => {
            !spoiled.contains(&came.whom)
        }
        _ => true,
    });
}

/// Damage that moves nobody is no harm, and what ends in the moment in which it begins has only begun.
fn passing(account: &mut Account) {
    let (mut unmoved, mut begun): (Vec<Whom>, Vec<(Whom, Condition)>) = Default::default();
    for came in &account.came {
        match &came.what {
            What::Unmoved(_) => unmoved.push(came.whom),
            What::Begins(effect, _) => begun.push((came.whom, effect.condition.id)),
            _ => {}
        }
    }
    account.came.retain(|came| match came.what {
        What::Harm(_) => !unmoved.contains(&came.whom),
        What::Ends(ended, None) => !begun.contains(&(came.whom, ended)),
        _ => true,
    });
}

/// A declaration says what it puts its maker in.
fn declared(account: &mut Account) {
    if matches!(account.did, Did::Declares(_)) {
        account.came.retain(|came| !matches!(came.what, What::Begins(..)));
    }
}

/// How grave it is for the one whom it befalls.
fn gravity(what: &What) -> u8 {
    match what {
        What::Stands(Standing::Dead) | What::Driven(true) => 5,
        What::Stands(Standing::Fled | Standing::Surrendered | Standing::Gone) => 4,
        What::Begins(effect, _) if effect.condition.is(Meaning::TIMED) => 3,
        What::Begins(effect, _) if effect.condition.is(Meaning::OUT) => 2,
        What::Stands(Standing::Down) => 1,
        _ => 0,
    }
}

/// Whether it goes without saying beside something as grave as that, for one who was harmed or not.
fn is_implied(what: &What, gravest: u8, harmed: bool) -> bool {
    match what {
        _ if gravest == 0 => false,
        What::Stands(Standing::Down) => gravest > 1,
        What::Begins(effect, _) => {
            // An injury that lasts is told beside what keeps it from acting.
            let lasts = effect.until.is_none() && effect.condition != Condition::PRONE;
            let own = gravity(what);
            let injury = harmed && lasts && own == 0 && gravest < 4;
            own < gravest && effect.label.is_none() && !injury
        }
        What::Ends(..) | What::Lost | What::Takes(_) | What::Breaks => true,
        What::Gear(..) => gravest > 1,
        What::Wound => gravest == 5,
        _ => false,
    }
}

/// Adds what came of it: amounts for the same one are summed, and what was there already is not said twice, but for
/// wounds.
pub(super) fn add(all: &mut Vec<Came>, came: Came) {
    let had = all.iter_mut().filter(|had| had.whom == came.whom).find_map(|had| {
        match (&mut had.what, &came.what) {
            (What::Harm(amount), What::Harm(more))
            | (What::Subdual(amount), What::Subdual(more))
            | (What::Absorbed(amount), What::Absorbed(more))
            | (What::Heal(amount), What::Heal(more))
            | (What::TooLittle(amount), What::TooLittle(more)) => {
                *amount = amount.saturating_add(*more);
                Some(())
            }
            (What::Wound, _) => None,
            (one, other) => one.is_same(other).then_some(()),
        }
    });
    if had.is_none() {
        all.push(came);
    }
}

/// Damage without effect is told once, and not beside a wound.
pub(super) fn too_little(all: &mut Vec<Came>) {
    let wounded: Vec<Whom> =
        all.iter().filter(|came| came.what == What::Wound).map(|came| came.whom).collect();
    let mut told: Vec<Whom> = Vec::new();
    all.retain(|came| match came.what {
        What::TooLittle(_) if wounded.contains(&came.whom) || told.contains(&came.whom) => false,
        What::TooLittle(_) => {
            told.push(came.whom);
            true
        }
        _ => true,
    });
}

/// An effect with words of its own that the doer gets needs no row that says the same, and the other way round.
fn named_twice(account: &mut Account) {
    let row = |came: &Came| matches!(came.what, What::Row(..));
    let rows: Vec<Whom> = account.came.iter().filter(|came| row(came)).map(|came| came.whom).collect();
    let doers = account.doers().to_vec();
    let own = |whom: &Whom| matches!(whom, Whom::One(who) if doers.contains(who));
    account.came.retain(|came| match &came.what {
        What::Begins(effect, _) => {
            !(effect.label.is_some() && own(&came.whom) && rows.contains(&came.whom))
        }
        _ => true,
    });
}

/// A row of a fumble says what it brings for the one who fumbles; a row of a critical hit or injury is said by what it
/// brings, if it brings anything that is told.
fn rows(account: &mut Account) {
    let row = |came: &Came| matches!(came.what, What::Row(..));
    if account.fumble {
        let doers = account.doers().to_vec();
        let own = |came: &Came| matches!(came.whom, Whom::One(who) if doers.contains(&who));
        let minor = |came: &Came| matches!(came.what, What::Gear(..) | What::Begins(..));
        let row = account.came.iter().any(row);
        account.came.retain(|came| !(row && own(came) && minor(came)));
        return;
    }
    let graver = |came: &Came| {
        matches!(came.what, What::Begins(..) | What::Gear(..) | What::Stands(_)) && !row(came)
    };
    let tabled = account
        .tries
        .iter()
        .any(|one| matches!(one.purpose, Purpose::Critical | Purpose::CriticalCondition));
    if tabled && account.came.iter().any(graver) {
        account.came.retain(|came| !row(came));
    }
}

/// What a spell brings carries its name only where the line does not.
fn casts(account: &mut Account) {
    if account.did != Did::Spell(SpellFate::Cast) {
        return;
    }
    for came in &mut account.came {
        if let What::Begins(effect, _) = &mut came.what
            && effect.condition != Condition::NAMED
            && effect.custom.is_none()
        {
            effect.label = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::ids::CombatantId;

    #[test]
    fn equal_amounts_are_summed_and_equal_facts_told_once() {
        let whom = Whom::One(CombatantId(0));
        let mut all = Vec::new();
        for what in
            [What::Subdual(2), What::Subdual(2), What::Heal(1), What::Heal(1), What::Lost, What::Lost]
        {
            add(&mut all, Came { whom, what, waits: false });
        }
        let told: Vec<What> = all.into_iter().map(|came| came.what).collect();
        assert_eq!(told, [What::Subdual(4), What::Heal(2), What::Lost]);
    }
}
