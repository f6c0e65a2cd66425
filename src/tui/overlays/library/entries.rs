//! The entries of the library.

use super::{Entry, Library, MIGHT, Source};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::fault;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::store;
use crate::tui::screens::start::{Opens, StartRow};

impl Library {
    /// The creatures or characters that pass the filters.
    pub(super) fn creatures(&self, characters: bool) -> Vec<Entry> {
        let family = self.rules.map(|id| registry::ruleset(id).about().family);
        let (from, to, _) = MIGHT[self.might];
        let mut entries = Vec::new();
        for (of, stock) in self.shelf.stocks.iter().enumerate() {
            if family.is_some_and(|family| family != stock.family) {
                continue;
            }
            let rules = self.rules_for(stock.family);
            let wounds = family.is_none() && stock.family == Family::Wounds;
            let of_family = if wounds { "wounds · " } else { "" };
            for (at, creature) in stock.all.iter().enumerate() {
                let whose = match self.whose {
                    0 => true,
                    1 => creature.own,
                    _ => !creature.own,
                };
                let might = creature.might();
                if creature.character != characters || !whose || !(from..=to).contains(&might) {
                    continue;
                }
                let whose = if creature.own { "own · " } else { "" };
                let levels = characters || stock.family == Family::Wounds;
                let measure = if levels { "level" } else { "HD" };
                entries.push(Entry {
                    name: creature.name.clone(),
                    beside: format!("{whose}{of_family}{measure} {might}"),
                    source: Source::Creature(of, at),
                    barred: barred(rules, &creature.ready(rules)),
                });
            }
        }
        entries.sort_by(|a, b| (a.barred.is_some(), &a.name).cmp(&(b.barred.is_some(), &b.name)));
        entries
    }

    /// The saved parties.
    pub(super) fn parties(&self) -> Vec<Entry> {
        let all = self.shelf.parties.iter().enumerate();
        let entry = |(at, party): (usize, &Result<store::Party, (String, String)>)| {
            let (name, beside, barred) = match party {
                Ok(party) => {
                    let family = self.rules.map(|id| registry::ruleset(id).about().family);
                    let other = family.is_some_and(|family| family != party.family);
                    let barred = other.then(|| "not for these rules".to_string());
                    (party.name.to_string(), party.members.len().to_string(), barred)
                }
                Err((name, fault)) => (name.clone(), String::new(), Some(fault.clone())),
            };
            Entry { name, beside, source: Source::Party(at), barred }
        };
        all.map(entry).collect()
    }

    /// The fights, saved or built in, that pass the filter.
    pub(super) fn fights(&self) -> Vec<Entry> {
        let all = self.shelf.fights.iter().enumerate();
        let entry = |(at, line): (usize, &StartRow)| Entry {
            name: line.told().title(),
            beside: String::new(),
            source: Source::Fight(at),
            barred: None,
        };
        let kept = |line: &&StartRow| !matches!(line.opens, Opens::Ready(_));
        let through = |(_, line): &(usize, &StartRow)| match self.whose {
            0 => true,
            1 => kept(line),
            _ => !kept(line),
        };
        all.filter(through).map(entry).collect()
    }
}

/// Why the rules do not admit the block, if so.
fn barred(rules: &dyn Ruleset, block: &StatBlock) -> Option<String> {
    let faults = rules.admit(block.clone()).err()?;
    Some(format!("not allowed by these rules: {}", fault::joined(&faults)))
}
