//! The details of an act as fields: weapon, targets and facts, and what each field adds to the act.

use super::edit::{Row, fill};
use super::facts;
use super::form::{Field, Value};
use crate::policy::{is_worth_it, likely};
use crate::rules::engine::deeds;
use crate::rules::model::command::{self, Act, Deed, Fact, Facts, Location, Share};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::text::words;
use crate::tui::overlays::acts::amount;
use crate::tui::proposal::chance_to_hit;
use crate::tui::table::nearness::listed;
use crate::tui::table::view::View;

/// The most targets that are listed with the chance to hit them.
const MOST_WEIGHED: usize = 20;
/// The most rows that stand in the form of an act before what is rarely stated is folded, and how many stay then.
const MOST_ROWS: usize = 8;
const FIRST_ROWS: usize = 6;

/// Adds the share of a target. A full share is implied, except when an act is resumed, for which another may have been
/// set before.
fn share(act: &mut Act, who: CombatantId, share: Share) {
    if share != Share::Full || act.deed == Deed::Resume {
        let facts = Facts::from(Fact::Share(share));
        act.parts.push(command::Part { at: Some(who), facts, ..command::Part::default() });
    }
}

/// The blow at that index, added if needed.
fn blow(act: &mut Act, at: usize) -> &mut command::Part {
    if act.parts.len() <= at {
        act.parts.resize(at + 1, command::Part::default());
    }
    &mut act.parts[at]
}

/// The act with its defaults: as it was begun, as it was last done, or with the likely target.
pub fn first_draft(view: &View, who: CombatantId, offer: &Offer) -> Act {
    let mut draft = Act::new(who, offer.deed);
    let begun = view.e.get(who).and_then(|c| c.ongoing.as_ref()).map(|begun| &begun.act);
    let model = match offer.deed {
        Deed::Resume => begun,
        deed => view.last.get(&who).filter(|last| last.deed == deed),
    };
    draft.with = model.and_then(|model| model.with).filter(|with| offer.with.contains(with));
    draft.with = draft.with.or(offer.with.first().copied());
    draft.facts = offer.standing(draft.with);
    let again = model.into_iter().flat_map(|model| &model.at);
    let ids: Vec<CombatantId> = offer.targets_with(draft.with).collect();
    draft.at = again.filter(|id| ids.contains(id)).copied().collect();
    if offer.deed == Deed::Resume {
        draft.parts = model.map_or_else(Vec::new, |begun| begun.parts.clone());
    } else if draft.at.iter().any(|id| !is_worth_it(view.e, who, *id)) || draft.at.is_empty() {
        draft.at = likely(view.e, who, &ids).into_iter().take(1).collect();
    }
    draft
}

/// The rows of a drafted act; `aimed` means that the targets of the draft were chosen, `said` that its facts were.
pub fn rows(view: &View, offer: &Offer, draft: &Act, aimed: bool, said: bool) -> Vec<Row<Act>> {
    let mut all = Fields { view, aimed, said, offer, draft, rows: Vec::new() };
    all.all();
    all.rows
}

/// The label of the field of weapons.
pub const WITH: &str = "with";

/// The label of the field of targets.
pub const AT: &str = "at";

/// The targets in reach of the drafted weapon, and, if `aimed`, those that were chosen all the same.
pub fn candidates(offer: &Offer, draft: &Act, aimed: bool) -> Vec<CombatantId> {
    let mut near = offer.targets_with(draft.with).peekable();
    let chosen = |id: &CombatantId| aimed && draft.at.contains(id);
    let all = offer.at.ids.iter().copied();
    all.filter(|id| near.next_if_eq(id).is_some() || chosen(id)).collect()
}

/// Builds the rows of a drafted act.
struct Fields<'a> {
    view: &'a View<'a>,
    /// Whether the targets of the draft were chosen.
    aimed: bool,
    /// Whether its facts were said.
    said: bool,
    offer: &'a Offer,
    draft: &'a Act,
    rows: Vec<Row<Act>>,
}

impl Fields<'_> {
    fn add(&mut self, field: Field, put: impl Fn(&mut Act, &Field) + 'static) {
        self.rows.push(Row::new(field, move |act, field| {
            put(act, field);
            Ok(())
        }));
    }

    fn all(&mut self) {
        let blows = deeds::blows(self.view.rules, self.view.e, self.draft);
        if blows.is_empty() {
            self.weapon();
            self.targets();
            self.shares();
        }
        let asked = deeds::asked(self.view.rules, self.view.e, self.draft, self.offer);
        let kinds = asked.chunk_by(|a, b| facts::same_kind(&a.fact, &b.fact));
        let own = |fact: &Fact| !blows.is_empty() && matches!(fact, Fact::Called(_));
        let mut letters = Vec::new();
        if asked.is_empty() {
            self.blows(&blows);
        }
        let sorts = !self.said && blows.is_empty();
        let is_rare = |kind: &&[FactField]| sorts && !kind.iter().any(|of| of.stands || of.needed);
        let (rare, first): (Vec<_>, Vec<_>) = kinds.partition(is_rare);
        for (at, kind) in first.iter().chain(&rare).enumerate() {
            if !own(&kind[0].fact) {
                self.fact(kind, &mut letters);
            }
            // The first fact decides which blows the act consists of.
            if at == 0 {
                self.blows(&blows);
            }
        }
        self.fold(self.rows.len() - rare.len());
    }

    /// Folds what is rarely stated, if there is much of it: all but `stated` rows, and the first in any case.
    fn fold(&mut self, stated: usize) {
        let shares = self.rows.iter().filter(|row| row.note == amount::ROW_KEYS).count();
        if self.said || self.rows.len() <= shares + MOST_ROWS {
            return;
        }
        let rare = self.rows.split_off(stated.clamp(shares + FIRST_ROWS, shares + MOST_ROWS));
        self.rows.push(Row::more(&rare));
        self.rows.extend(rare);
    }

    fn weapon(&mut self) {
        if self.offer.with.is_empty() {
            return;
        }
        let (value, with) = (self.weapons(self.draft.with), self.offer.with.clone());
        self.add(Field::new(WITH, value), move |act, field| {
            act.with = with.get(field.pick()).copied();
        });
    }

    fn weapons(&self, now: Option<u8>) -> Value {
        let of = &self.offer.with;
        let name = |at: &u8| words::means(self.view.e, self.draft.who, Some(*at)).to_string();
        let at = of.iter().position(|at| Some(*at) == now).unwrap_or(0);
        Value::Pick(of.iter().map(name).collect(), at)
    }

    fn people(&self, of: &[CombatantId], now: Option<CombatantId>) -> Value {
        let at = of.iter().position(|id| Some(*id) == now).unwrap_or(0);
        Value::Pick(of.iter().map(|id| listed(self.view, self.draft.who, *id)).collect(), at)
    }

    /// The targets, each with the chance to hit it if there are few.
    fn weighed_targets(&self, of: &[CombatantId], now: Option<CombatantId>) -> Value {
        let mut people = self.people(of, now);
        if let Value::Pick(texts, _) = &mut people
            && texts.len() <= MOST_WEIGHED
        {
            for (text, id) in texts.iter_mut().zip(of) {
                let act = Act { at: vec![*id], ..self.draft.clone() };
                let chance = chance_to_hit(self.view.rules, self.view.e, &act);
                text.extend(chance.map(|chance| format!(" · {chance}")));
            }
        }
        people
    }

    fn targets(&mut self) {
        let (view, offer, draft, aimed) = (self.view, self.offer, self.draft, self.aimed);
        let (least, most) = deeds::aims(view.rules, view.e, draft, offer);
        let ids = candidates(offer, draft, aimed);
        if most.min(offer.at.ids.len()) > 1 {
            let picked = |id: &CombatantId| match aimed {
                true => draft.at.contains(id),
                false => view.board.marked.contains(id),
            };
            let one = |id: &CombatantId| (listed(view, draft.who, *id), picked(id));
            let first = ids.iter().position(picked).unwrap_or(0);
            let all = Value::Many(ids.iter().map(one).collect(), first);
            self.add(Field::new(AT, all), move |act, field| act.at.extend(field.picked(&ids)));
        } else if most > 0 && !ids.is_empty() {
            let value = self.weighed_targets(&ids, draft.target());
            let field = match least {
                0 => Field::may(AT, value, aimed && draft.target().is_some()),
                _ => Field::new(AT, value),
            };
            self.add(field, move |act, field| {
                act.at.extend(ids.get(field.pick()).filter(|_| field.is_given()));
            });
        }
    }

    /// The share of each selected target, if the act brings all of them one amount.
    fn shares(&mut self) {
        if !deeds::has_shares(self.view.rules, self.view.e, self.draft) {
            return;
        }
        let mut said = Act::new(self.draft.who, self.draft.deed);
        // A selected target is always sound.
        let _ = fill(&mut said, self.rows.iter().map(Row::parts));
        for who in said.at {
            let row = amount::row(self.view, who, self.draft.share_of(who));
            let put = move |act: &mut Act, own| share(act, who, own);
            let row = Row::set(row, |field| Ok(amount::share_in(field)), put);
            self.rows.push(row.note(amount::ROW_KEYS));
        }
    }

    fn fact(&mut self, kind: &[FactField], letters: &mut Vec<char>) {
        let mut row = facts::row(self.view, self.draft, kind, letters);
        if self.said {
            facts::stand(&mut row.field, &kind[0].fact, &self.draft.facts);
        }
        self.rows.push(row.within(|act: &mut Act| Some(&mut act.facts)));
    }

    /// The weapon, target and called shot of each blow.
    fn blows(&mut self, blows: &[Text]) {
        for (at, blow) in blows.iter().enumerate() {
            let said = self.draft.parts.get(at);
            let with = said.and_then(|part| part.with).or(self.draft.with);
            let whom = said.and_then(|part| part.at).or(self.draft.target());
            let called = said.and_then(|part| part.facts.called());
            let nth = at + 1;
            if !self.offer.with.is_empty() {
                let (value, with) = (self.weapons(with), self.offer.with.clone());
                self.add(Field::new(format!("{nth}. {blow} with"), value), move |act, field| {
                    self::blow(act, at).with = with.get(field.pick()).copied();
                });
            }
            let value = self.people(&self.offer.at.ids, whom);
            let ids = self.offer.at.ids.clone();
            self.add(Field::new(format!("{nth}. at"), value), move |act, field| {
                self::blow(act, at).at = ids.get(field.pick()).copied();
            });
            let own = Act { at: whom.into_iter().collect(), ..self.draft.clone() };
            let head = Fact::Called(called.unwrap_or(Location::Head));
            let values = deeds::choices(self.view.rules, self.view.e, &own, &head);
            let now = values.iter().position(|(_, fact)| *fact == head).unwrap_or(0);
            let texts = values.iter().map(|(text, _)| text.to_string()).collect();
            let label = format!("{nth}. called shot");
            let field = Field::may(label, Value::Pick(texts, now), called.is_some());
            let values: Vec<Fact> = values.into_iter().map(|(_, fact)| fact).collect();
            self.add(field, move |act, field| {
                if let Some(fact) = values.get(field.pick()).filter(|_| field.is_given()) {
                    self::blow(act, at).facts.set(fact.clone());
                }
            });
        }
    }
}
