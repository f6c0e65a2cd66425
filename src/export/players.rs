//! The log of a fight as the players may read it. It is made from what they see and from the plain deeds of those they
//! know rather than from the referee's log, so it cannot contain rolls, numbers about foes, notes, or hidden names.

use super::moments::Chapter;
use crate::chronicle::{Chronicle, EntryId, Step};
use crate::rules::account::{Account, Did, Reader, of_acts};
use crate::rules::model::command::Deed;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, SpellFate};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::model::sight::Knowledge;
use crate::rules::text::words;
use crate::watch::{PlayersView, Row};
use std::collections::{BTreeMap, BTreeSet};

/// The deeds of foes that everyone sees. Of other deeds, only the effects are logged.
const PLAIN: [Deed; 9] = [
    Deed::Strike,
    Deed::Shoot,
    Deed::Cast,
    Deed::Charge,
    Deed::Move,
    Deed::Run,
    Deed::Withdraw,
    Deed::Retreat,
    Deed::Surrender,
];

/// The title: the referee's own may tell what the players are not to know.
pub(super) const TITLE: &str = "A fight";

/// The states after each applied act. What the players do not know at the end, they do not know throughout, since the
/// referee may have hidden a combatant, or said that a side is not theirs, late.
pub(super) fn moments(fight: &Chronicle) -> impl Iterator<Item = (usize, EntryId, Encounter)> {
    let end = fight.now();
    fight.moments().take(fight.at() + 1).map(move |(at, id, mut e)| {
        for unknown in end.nameless() {
            if e.get(unknown.id).is_some_and(|c| c.sight < unknown.sight) {
                e.apply(&Event::Sighted(unknown.id, unknown.sight));
            }
        }
        for side in e.side_ids().filter(|side| !end.is_players(*side)) {
            e.apply(&Event::PlayersSet(side, false));
        }
        (at, id, e)
    })
}

/// The log of the fight as far as it is applied.
pub(super) fn chapters(fight: &Chronicle) -> Vec<Chapter> {
    let chapter = |round: u32, at| {
        let title = if round == 0 { "Before the first round".into() } else { format!("Round {round}") };
        Chapter { title: title.into(), at, lines: Vec::new() }
    };
    let mut chapters = vec![chapter(fight.start().round, 0)];
    let done = fight.line().get(..fight.at()).unwrap_or_default();
    let entries = done.iter().filter_map(|id| fight.entry(*id));
    let (record, acts) = of_acts(entries.map(|entry| entry.steps.iter().map(Step::happened)));
    let reader = Reader { about: fight.rules().about(), e: fight.now(), record: &record };
    let mut before: Option<(Encounter, PlayersView)> = None;
    for (at, _, e) in moments(fight) {
        let seen = PlayersView::of(fight.rules(), &e, &BTreeMap::new());
        if let Some((then, had)) = &before {
            if e.round != then.round {
                chapters.push(chapter(e.round, at));
            }
            let steps = acts.partition_point(|act| *act < at)..acts.partition_point(|act| *act <= at);
            let line = line(&e, steps.flat_map(|step| reader.of_step((step, 0))), had, &seen);
            if let (Some(line), Some(chapter)) = (line, chapters.last_mut()) {
                chapter.lines.push((at, line));
            }
        }
        before = Some((e, seen));
    }
    chapters
}

/// The deeds that an act's accounts show, and their visible effects.
fn line(
    e: &Encounter,
    accounts: impl Iterator<Item = Account>,
    had: &PlayersView,
    seen: &PlayersView,
) -> Option<String> {
    let shown: Vec<Account> = accounts.filter_map(|account| shown(e, &account)).collect();
    let alike = shown.chunk_by(|one, other| deed(one) == deed(other));
    let mut parts: Vec<String> = alike.filter_map(|accounts| label(e, accounts)).collect();
    parts.extend(changes(had, seen));
    if seen.when != had.when && !seen.when.starts_with("Round") {
        parts.push(seen.when.clone());
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// What an account shows, if everyone in it is known and the deed is not one that a foe could do in secret.
fn shown(e: &Encounter, account: &Account) -> Option<Account> {
    let knows = |who: CombatantId| e.get(who).map_or(Knowledge::Nothing, |c| e.players_know(c));
    let seen = account.seen_by(|who| knows(who) >= Knowledge::Name)?;
    let own = seen.doers().iter().all(|who| knows(*who) == Knowledge::Figures);
    let (deed, _) = deed(&seen)?;
    (own || PLAIN.contains(&deed)).then_some(seen)
}

/// The deed of an account, and whether it is a move away from somebody. To pass is not worth telling.
fn deed(account: &Account) -> Option<(Deed, bool)> {
    match &account.did {
        Did::Walk(deed, walk) => Some((*deed, walk.away && matches!(deed, Deed::Move | Deed::Run))),
        Did::Deed(deed) => Some((*deed, false)).filter(|_| *deed != Deed::Pass),
        Did::Spell(SpellFate::Announced) => Some((Deed::DeclareSpell, false)),
        Did::Spell(_) => Some((Deed::Cast, false)),
        _ => None,
    }
}

/// Several accounts of one deed: `3 Goblins attack Ana`.
fn label(e: &Encounter, alike: &[Account]) -> Option<String> {
    let (deed, away) = deed(alike.first()?)?;
    let ones = |of: fn(&Account) -> &[CombatantId]| {
        let all: BTreeSet<CombatantId> = alike.iter().flat_map(of).copied().collect();
        all.into_iter().collect::<Vec<_>>()
    };
    let (who, at) = (ones(|account| account.doers()), ones(|account| &account.at));
    let does = if away { Verb::RUN.alone().to("from") } else { deed.words().does };
    let done = does.done(Number::of(who.len()), &words::counted(e, &at));
    Some(format!("{} {done}", words::counted(e, &who)))
}

/// Changes of health, and new conditions. Only covers those whose name is unique.
fn changes(had: &PlayersView, seen: &PlayersView) -> Vec<String> {
    let before = |row: &Row| had.rows.iter().find(|then| then.name == row.name);
    let single = |row: &&Row| seen.rows.iter().filter(|other| other.name == row.name).count() == 1;
    let one = |row: &Row| {
        let then = before(row)?;
        let health = (then.health != row.health).then(|| row.health.clone());
        let new = row.conditions.iter().filter(|condition| !then.conditions.contains(condition));
        let told: Vec<String> = health.into_iter().chain(new.cloned()).collect();
        (!told.is_empty()).then(|| format!("{}: {}", row.name, told.join(", ")))
    };
    seen.rows.iter().filter(single).filter_map(one).collect()
}
