//! Acts in the log: deeds, movement, spells.

use super::Draft;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::event::{Event, SpellFate};
use crate::rules::model::fact::Fact;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::Verb;
use crate::rules::text::log::passage::{Head, Outcome, Passage, Subject, Walk};
use crate::rules::text::log::told::{deed_words, spell_phrase};
use crate::rules::text::words;

impl Draft<'_> {
    pub(super) fn deed(&mut self, who: CombatantId, deed: Deed, line: Option<u8>, at: &[CombatantId]) {
        let begun = if deed == Deed::Resume { self.context.ongoing(who) } else { None };
        if let Some(begun) = begun.filter(|begun| begun.deed != Deed::Resume) {
            let at = if at.is_empty() { &begun.at } else { at };
            return self.deed(who, begun.deed, begun.with, at);
        }
        let target = if let [one] = at { Some(*one) } else { None };
        let head = if is_walk(deed) {
            let away = self.goes_away(who, deed, at);
            let runs = away && deed == Deed::Move && self.is_broken(who);
            let verb = if runs { Verb::RUN } else { deed.words().does.verb };
            Head::Walk(verb, Walk { away, ..Walk::default() })
        } else {
            let (verb, rest) = deed_words(self.e, who, deed, line, at);
            Head::Deed { verb, rest }
        };
        if matches!(deed, Deed::Combo | Deed::TwoWeapons) {
            self.volley = Some(self.all.len());
        }
        self.push(Passage { target, ..Passage::of(who, head) });
    }

    /// Whether a move is away from foes: by its facts, by its deed, or because the combatant has broken.
    fn goes_away(&self, who: CombatantId, deed: Deed, at: &[CombatantId]) -> bool {
        let said = self.act().is_some_and(|act| act.who == who && act.facts.has(&Fact::Away));
        let runs = deed == Deed::Run && (at.is_empty() || self.is_broken(who));
        said || runs || matches!(deed, Deed::Retreat | Deed::Withdraw)
    }

    /// Whether it flees.
    fn is_broken(&self, who: CombatantId) -> bool {
        let runs = |c: &Combatant| c.standing == Standing::Fled || c.means(Meaning::BROKEN);
        self.e.get(who).is_some_and(runs)
    }

    pub(super) fn spell(&mut self, who: CombatantId, spell: u8, fate: SpellFate, event: &Event) {
        let Some(does) = spell_phrase(self.e, who, spell, fate) else {
            let spoiled =
                |had: &Outcome| had.subject == Subject::One(who) && had.says.contains("spoiled");
            if !self.all.last().is_some_and(|last| last.outcomes.iter().any(spoiled)) {
                self.add_event(event, false);
            }
            return;
        };
        let rest = does.rest(words::spell(self.e, who, spell));
        let head = Head::Deed { verb: does.verb, rest };
        let casts = |passage: &Passage| {
            passage.is_by(who) && matches!(passage.head, Head::Deed { verb: Verb::CAST | Verb::USE, .. })
        };
        match self.all.iter().rposition(casts).and_then(|at| self.extend(at)) {
            Some(passage) => passage.head = head,
            None => _ = self.push(Passage::of(who, head)),
        }
    }
}

/// Whether the deed moves the combatant, so that the distance stands behind its verb.
fn is_walk(deed: Deed) -> bool {
    matches!(deed, Deed::Move | Deed::Run | Deed::Crawl | Deed::Retreat | Deed::Withdraw)
}
