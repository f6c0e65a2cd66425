//! Who is to act, by name and row: worked out once for a state and the one for whom Enter acts.

use super::folds::Kind;
use super::view::View;
use crate::policy;
use crate::rules::engine::deeds;
use crate::rules::model::command::Act;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::proposal::chance_to_hit;
use std::rc::Rc;

/// The most groups that are named in a line, and in all.
const MOST_NAMED: usize = 3;
const MOST: usize = 12;
/// The most other targets that are named.
const MOST_INSTEAD: usize = 2;

/// A name, and how many it stands for.
type Group = (String, usize);

/// Those who owe an act where Enter acts, the one for whom it acts first.
#[derive(Debug, Default)]
pub struct ToAct {
    many: usize,
    groups: Vec<Group>,
    /// The same without those for whom Enter acts; nobody, if it acts for nobody.
    after: Vec<Group>,
    many_after: usize,
    /// At whom else Enter's act could be aimed, with the odds: `Ogre 55 %, Archer 40 %`.
    instead: String,
}

impl ToAct {
    /// Who is to act in a state.
    pub fn of(view: &View) -> Rc<Self> {
        view.board.to_act(|| {
            let acting = view.board.acting();
            let others = acting.owing.iter().copied().filter(|who| Some(*who) != acting.who);
            let all: Vec<CombatantId> = acting.who.into_iter().chain(others).collect();
            let together = acting.who.filter(|who| view.board.acts_as_one(*who).is_some());
            let row = together.map(|who| view.board.row_of(who));
            let after = all.iter().copied().skip(usize::from(acting.who.is_some()));
            // Those of a fold that act with the first do not come after it.
            let after: Vec<CombatantId> = after
                .filter(|who| acting.who.is_some() && row != Some(view.board.row_of(*who)))
                .collect();
            let instead = instead(view).unwrap_or_default();
            Self {
                many: all.len(),
                groups: groups(view, &all),
                many_after: after.len(),
                after: groups(view, &after),
                instead,
            }
        })
    }

    /// Lists all, the first by name and row: `Ana, Orcs 1, 2, 6 Goblins +3`.
    pub fn listed(&self) -> String {
        listed(&self.groups, self.many)
    }

    /// Lists those who come after the one for whom Enter acts.
    pub fn after(&self) -> String {
        listed(&self.after, self.many_after)
    }

    /// Names whom else Enter's act could be aimed at, the best first; empty if nobody.
    pub fn instead(&self) -> &str {
        &self.instead
    }

    /// Their names, one for a group, if several are to act.
    pub fn several(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().filter(|_| self.many > 1).map(|(name, _)| &**name)
    }
}

/// The best other targets of the attack that Enter makes for one, one of a kind, each with the chance to hit it.
fn instead(view: &View) -> Option<String> {
    let acting = view.board.acting();
    let act = acting.act()?;
    if view.board.acts_as_one(act.who).is_some() {
        return None;
    }
    let e = acting.state(view.e);
    let offer = deeds::offer_among(view.rules, e, act.who, act.deed)?;
    let mut kinds = vec![Kind::of(e.get(act.target().filter(|_| act.at.len() == 1)?)?)];
    let ids: Vec<CombatantId> = offer.targets_with(act.with).collect();
    let mut told = Vec::new();
    for who in policy::likely(e, act.who, &ids) {
        let Some(kind) = e.get(who).map(Kind::of).filter(|kind| !kinds.contains(kind)) else { continue };
        kinds.push(kind);
        let other = Act { at: vec![who], ..act.clone() };
        let Some(chance) = chance_to_hit(view.rules, e, &other) else { continue };
        told.push(format!("{} {chance}", words::name(e, who)));
        if told.len() == MOST_INSTEAD {
            break;
        }
    }
    (!told.is_empty()).then(|| told.join(", "))
}

fn listed(groups: &[Group], many: usize) -> String {
    let named = &groups[..groups.len().min(MOST_NAMED)];
    let names = named.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", ");
    match many.saturating_sub(named.iter().map(|(_, count)| count).sum()) {
        more if more > 0 && !names.is_empty() => format!("{names} +{more}"),
        _ => names,
    }
}

/// Groups combatants as far as they are named: those of a row, and those of a kind that follow each other.
fn groups(view: &View, all: &[CombatantId]) -> Vec<Group> {
    let mut left = all.to_vec();
    let mut groups = Vec::new();
    while let Some(who) = left.first().filter(|_| groups.len() < MOST) {
        let row = view.board.row_of(*who);
        if let Some(fold) = view.board.fold(row) {
            groups.push((fold.owing(view.e).into_owned(), fold.owing.max(1)));
            left.retain(|who| view.board.row_of(*who) != row);
        } else {
            let run = alike(view, &left);
            groups.push((words::among(view.e, &left[..run]), run));
            left.drain(..run);
        }
    }
    groups
}

/// How many at the start are of one kind.
fn alike(view: &View, who: &[CombatantId]) -> usize {
    let mut all = who.iter().map_while(|who| view.e.get(*who));
    let Some(kind) = all.next().map(Kind::of) else { return 1 };
    1 + all.take_while(|c| kind.holds(c)).count()
}
