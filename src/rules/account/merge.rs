//! Joins accounts that are alike: of several of a kind that did the same, and of one that went on. Compares values only.

use super::settle;
use super::{Account, Came, Did, Doers, Means, Places, Stage, Walk, What, Whom, include};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Deed;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, SpellFate};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::kinds;

/// Joins the accounts of a stretch whatever lies between them. Joined ones stand where the last of them begins.
pub(super) fn in_stretch(e: &Encounter, all: Vec<Account>) -> Vec<Account> {
    let mut kept: Vec<Account> = Vec::with_capacity(all.len());
    for next in all {
        match kept.iter().rposition(|had| are_alike(e, had, &next)) {
            Some(at) => {
                let had = kept.remove(at);
                kept.push(joined(had, next));
            }
            None => kept.push(next),
        }
    }
    kept.sort_by_key(Account::place);
    kept
}

/// Whether the next account is joined to the one right before it.
pub(super) fn goes_on(e: &Encounter, last: &Account, next: &Account) -> bool {
    are_alike(e, last, next)
        || same_doer(last, next)
            && (begins_next(last, next) || waits(last, next) || walks_on(last, next))
        || walk_together(e, last, next)
}

/// Whether the doer begins something in the moment in which it has done something else.
fn begins_next(last: &Account, next: &Account) -> bool {
    matches!(next.stage, Stage::Started(_))
        && last.stage == Stage::Whole
        && last.then.is_none()
        && !matches!(last.did, Did::Befalls | Did::Event(_) | Did::Roll(_))
}

/// Whether the doer kept its turn for what it does next.
fn waits(last: &Account, next: &Account) -> bool {
    match last.did {
        Did::Deed(Deed::Hold) => next.did == Did::Deed(Deed::CutIn),
        Did::Deed(Deed::CutIn) => !matches!(next.did, Did::Deed(Deed::Hold) | Did::Befalls),
        _ => false,
    }
}

fn same_doer(last: &Account, next: &Account) -> bool {
    !last.doers().is_empty() && last.doers() == next.doers()
}

/// Whether one moves on in the same way.
fn walks_on(last: &Account, next: &Account) -> bool {
    match (&last.did, &next.did) {
        (Did::Walk(deed, walk), Did::Walk(on, further)) => {
            deed == on
                && walk.away == further.away
                && walk.meets.is_empty()
                && last.at == next.at
                && last.came.is_empty()
                && last.turn == next.turn
        }
        _ => false,
    }
}

/// Whether those of different kinds move as one: as far, to the same place.
fn walk_together(e: &Encounter, last: &Account, next: &Account) -> bool {
    match (&last.did, &next.did) {
        (Did::Walk(deed, walk), Did::Walk(on, other)) => {
            let same_way = deed == on && walk.away == other.away && !same_doer(last, next);
            let met = !walk.meets.is_empty() && walk.meets == other.meets;
            let place = walk.meets.is_empty()
                && other.meets.is_empty()
                && last.at == next.at
                && (walk.far, walk.off) == (other.far, other.off);
            let sides = side_of(e, last.doers()) == side_of(e, next.doers());
            same_way && sides && (met || place) && same_outcomes(last, next) && none_begins(last, next)
        }
        (Did::Deed(Deed::Pass), Did::Deed(Deed::Pass)) => {
            side_of(e, last.doers()) == side_of(e, next.doers()) && same_outcomes(last, next)
        }
        _ => false,
    }
}

fn none_begins(last: &Account, next: &Account) -> bool {
    let whole = |one: &Account| one.stage == Stage::Whole && one.then.is_none() && !one.waited;
    whole(last) && whole(next)
}

/// Whether both say the same of others.
fn are_alike(e: &Encounter, last: &Account, next: &Account) -> bool {
    if last.turn != next.turn || !none_begins(last, next) {
        return false;
    }
    if is_attack(last) && is_attack(next) {
        return strike_alike(e, last, next);
    }
    if tries_again(last, next) {
        return true;
    }
    let of_a_kind = || are_of_a_kind(e, last.doers(), next.doers());
    match (&last.did, &next.did) {
        (Did::Walk(deed, walk), Did::Walk(on, other)) => {
            // By what deed they run makes no difference.
            let flight = || walk.away && last.is_flight(e) && next.is_flight(e);
            let same_way = walk.away == other.away && (deed == on || flight());
            same_way && of_a_kind() && walk_alike(e, (last, walk), (next, other))
        }
        (Did::Deed(deed), Did::Deed(other)) => {
            let bare = |one: &Account| one.tries.is_empty();
            let same = deed == other && last.at == next.at && means(e, last) == means(e, next);
            same && bare(last) && bare(next) && of_a_kind() && same_outcomes(last, next)
        }
        (Did::Spell(SpellFate::Announced), Did::Spell(SpellFate::Announced)) => {
            means(e, last) == means(e, next) && of_a_kind() && same_outcomes(last, next)
        }
        (Did::Befalls, Did::Befalls) => {
            last.who == next.who
                && last.tries.is_empty()
                && next.tries.is_empty()
                && befall_alike(last, next)
        }
        (Did::Event(one), Did::Event(other)) => match (&**one, &**other) {
            (Event::Joined(one), Event::Joined(other)) => one.side == other.side,
            _ => false,
        },
        _ => false,
    }
}

/// Whether it is a plain attack, one or several.
fn is_attack(account: &Account) -> bool {
    let attack = match account.did {
        Did::Attack => true,
        Did::Deed(deed) => matches!(deed, Deed::Strike | Deed::Shoot | Deed::Combo),
        _ => false,
    };
    attack && account.stage == Stage::Whole && account.attacks().next().is_some()
}

/// Whether one tries the same again, in vain both times.
fn tries_again(last: &Account, next: &Account) -> bool {
    let vain = |one: &Account| {
        let attacks = one.attacks().count();
        attacks > 0
            && one.tries.len() == attacks
            && one.came.is_empty()
            && !one.fumble
            && one.attacks().all(|attack| !attack.outcome.succeeded())
    };
    let same = (&last.did, &last.at, last.with) == (&next.did, &next.at, next.with);
    same_doer(last, next) && matches!(last.did, Did::Deed(_)) && same && vain(last) && vain(next)
}

/// Whether both are attacks with the same weapon: by one at the same target, or by several of a kind at the same side.
fn strike_alike(e: &Encounter, last: &Account, next: &Account) -> bool {
    let plain = |one: &Account| !one.critical && !one.fumble;
    let same = last.did == next.did && means(e, last) == means(e, next);
    let combo = [last, next].iter().any(|one| one.did == Did::Deed(Deed::Combo));
    let own = same_doer(last, next) && last.at == next.at && (same || combo);
    let kind = same
        && last.doers() != next.doers()
        && are_of_a_kind(e, last.doers(), next.doers())
        && side_of(e, &last.at).is_some()
        && side_of(e, &last.at) == side_of(e, &next.at);
    let missed = |one: &Account| one.attacks().all(|attack| !attack.outcome.succeeded());
    let out_of_turn = last.turn.is_none() || missed(last) && missed(next);
    plain(last) && plain(next) && (own || kind) && out_of_turn
}

/// Whether those of a kind move alike: all come into melee with the same side, or go as far from or toward it.
fn walk_alike(e: &Encounter, one: (&Account, &Walk), other: (&Account, &Walk)) -> bool {
    let ((last, walk), (next, on)) = (one, other);
    let met = !walk.meets.is_empty() && !on.meets.is_empty();
    let meet = met && side_of(e, &walk.meets) == side_of(e, &on.meets);
    let toward = walk.away || side_of(e, &last.at) == side_of(e, &next.at);
    let as_far = walk.meets.is_empty() && on.meets.is_empty() && walk.far == on.far;
    !same_doer(last, next) && (meet || as_far && toward) && same_outcomes(last, next)
}

/// Whether one thing befalls each of both, and it is the same.
fn befall_alike(last: &Account, next: &Account) -> bool {
    let of_one = |account: &Account| {
        let concerned = account.concerned();
        !concerned.is_empty() && concerned.iter().all(|whom| matches!(whom, Whom::One(_)))
    };
    let whats = |account: &Account| -> Vec<Vec<What>> {
        let of = |whom: Whom| account.came_of(whom).map(|came| came.what.clone()).collect();
        account.concerned().into_iter().map(of).collect()
    };
    if !of_one(last) || !of_one(next) {
        return false;
    }
    let (one, other) = (whats(last), whats(next));
    let differ = |what: &What| matches!(what, What::Meets(_) | What::Parts(_));
    one.iter().chain(&other).all(|what| {
        what.len() == one[0].len() && what.iter().zip(&one[0]).all(|(a, b)| a.is_same(b) && !differ(a))
    })
}

/// Whether both have the same outcomes, for the doers' own ones whoever did it.
fn same_outcomes(last: &Account, next: &Account) -> bool {
    let own = |account: &Account, came: &Came| match came.whom {
        Whom::One(who) => account.is_by(who),
        _ => false,
    };
    // Of several doers, each has had the same: it is enough to look at the first.
    let first = |account: &Account| -> Vec<Came> {
        let doer = account.doers().first().copied();
        let all = account.came.iter().filter(|came| {
            !own(account, came) || matches!(came.whom, Whom::One(who) if Some(who) == doer)
        });
        all.cloned().collect()
    };
    let (one, other) = (first(last), first(next));
    one.len() == other.len()
        && one
            .iter()
            .zip(&other)
            .all(|(a, b)| a.what.is_same(&b.what) && (a.whom == b.whom || own(last, a) && own(next, b)))
}

/// Whether all are of one kind; characters are kinds of their own.
fn are_of_a_kind(e: &Encounter, one: &[CombatantId], other: &[CombatantId]) -> bool {
    let kind = |all: &[CombatantId]| kind_of(e, e.get(*all.first()?)?);
    matches!((kind(one), kind(other)), (Some(one), Some(other)) if one == other)
}

fn kind_of<'a>(e: &'a Encounter, c: &Combatant) -> Option<(SideId, &'a Text)> {
    let named = kinds::name(e, c).filter(|_| !kinds::is_player(e, c))?;
    Some((c.side, named))
}

/// The side of all of them; `None` if there are none, or of several sides.
fn side_of(e: &Encounter, all: &[CombatantId]) -> Option<SideId> {
    let mut sides = all.iter().filter_map(|who| e.get(*who)).map(|c| c.side);
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}

/// The name of what it is done with.
fn means<'a>(e: &'a Encounter, account: &Account) -> Option<&'a str> {
    let who = *account.doers().first()?;
    match account.with? {
        Means::Line(line) => e.name_of_line(who, line).map(|name| &**name),
        Means::Spell(spell) => e.d20(who).ok()?.block.spell(spell).map(|spell| &*spell.name),
    }
}

/// Joins the next account to one.
pub(super) fn joined(mut all: Account, next: Account) -> Account {
    if same_doer(&all, &next) {
        if begins_next(&all, &next) {
            all.places.told.extend(&next.places.told);
            all.then = Some(Box::new(next));
            return all;
        }
        if waits(&all, &next) {
            let mut told = all.places.told;
            told.extend(&next.places.told);
            let places = Places { told, ..next.places };
            return Account { waited: true, places, ..next };
        }
    }
    let goes_on = same_doer(&all, &next);
    if let (Did::Walk(_, walk), Did::Walk(_, on)) = (&mut all.did, &next.did) {
        if goes_on {
            walk.far.0 = walk.far.0.saturating_add(on.far.0);
            (walk.off, walk.meets) = (on.off, on.meets.clone());
        } else {
            include(&mut walk.meets, &on.meets);
            walk.off = walk.off.filter(|off| Some(*off) == on.off);
        }
    }
    if let (Doers::Ones(who), Doers::Ones(more)) = (&mut all.who, &next.who) {
        include(who, more);
    }
    if all.did != next.did && is_attack(&all) && is_attack(&next) {
        // Blows of several kinds at one target: with which, only each of them says.
        (all.did, all.with) = (Did::Attack, None);
    }
    include(&mut all.at, &next.at);
    let blows = all.tries.iter().filter_map(|one| one.blow).max().map_or(0, |last| last + 1);
    all.tries.extend(next.tries.into_iter().map(|mut one| {
        one.blow = one.blow.map(|nth| nth + blows);
        one
    }));
    for came in next.came {
        settle::add(&mut all.came, came);
    }
    settle::too_little(&mut all.came);
    all.seconds = all.seconds.saturating_add(next.seconds);
    all.places.head = all.places.head.max(next.places.head);
    all.places.told.extend(next.places.told);
    all.places.told.sort_unstable();
    all.places.behind.extend(next.places.behind);
    all
}
