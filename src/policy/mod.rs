//! Chooses the actions of combatants from the offers, by rank: for Enter, for simulation and for tests.
//!
//! Pure: it looks at the state and the offers, never at a clock, a die or a screen. [`ranking`] orders the actions,
//! [`whom`] the targets; [`act`] builds the acts with the `weapons` at hand, `combos` several blows at once, `chains` what
//! prepares them, [`powers`] spells, [`closing`] the moves; `gauge` runs an act for its chances, `worth` compares;
//! `rescue` and `danger` look after friends and itself; `unproposed` lists what is left out; [`mod@next`] says who is to
//! act and decides the table's next step.

mod act;
mod chains;
mod closing;
mod combos;
mod danger;
mod ending;
mod flight;
mod gauge;
mod next;
mod powers;
mod ranking;
mod rescue;
mod spells;
mod standoff;
mod unproposed;
mod weapons;
mod whom;
mod worth;

pub use ending::{Ending, at_its_mercy};
pub use flight::{is_away, outrun};
pub use gauge::{Gauge, POINT, SURE, gauge};
pub use next::{Acting, Then, acting, silent};
pub use spells::{announcement, left_to_players};
pub use unproposed::NEVER;
pub use whom::{is_worth_it, likely};
pub use worth::Memory;

use crate::rules::engine::deeds;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::condition::Meaning;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::rank::Rank;
use crate::rules::model::stance::Aim;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::rules::ruleset::deed::At;
use std::cell::OnceCell;

/// The action a combatant would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// A complete act, which the rules accept as it is.
    Do(Act),
    /// A draft: the act as far as it can be filled in. The referee has to supply the rest.
    Ask(Act),
}

/// Whether scarce resources are spent: a spell's copy, a flask, a charge, the last silver arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Thrift {
    /// Only what was announced or begun.
    #[default]
    Spares,
    /// Whenever it helps to win.
    Spends,
}

/// Returns what the combatant would do in the open window after its act `last`, or `None` if nothing more.
pub fn choose(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    last: Option<&Act>,
    thrift: Thrift,
) -> Option<Choice> {
    choose_beside(rules, e, who, last, thrift, &[], &Memory::default())
}

/// Whether one for whom nothing is proposed stands in melee with a foe that fights, and may attack: then nothing that it
/// has could do anything.
fn is_stuck(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> bool {
    let memory = Memory::default();
    Chooser::of(rules, e, who, None, Thrift::Spares, &[], &memory)
        .is_some_and(|chooser| chooser.is_powerless())
}

/// Like [`choose`] for one of several that act together: prefers targets that fewer of the others (`taken`) attack.
/// `memory` keeps what was found out about acts for the others.
pub fn choose_beside(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    last: Option<&Act>,
    thrift: Thrift,
    taken: &[CombatantId],
    memory: &Memory,
) -> Option<Choice> {
    Chooser::of(rules, e, who, last, thrift, taken, memory)?.choice()
}

/// What it is out to do toward the first of the other sides toward which anything was rolled or said.
fn aim(e: &Encounter, c: &Combatant) -> Option<Aim> {
    if c.stance.is_none() && e.side(c.side)?.stance.is_none() {
        return None;
    }
    e.side_ids().filter(|side| *side != c.side).find_map(|side| e.aim_of(c, side))
}

/// The offer of a deed, or why it is blocked; `None` if it is not listed. Empty until it is asked for.
type Cell = OnceCell<Option<Box<Result<Offer, RuleError>>>>;

/// The state of one decision: a combatant, its open deeds and cached answers about its foes.
struct Chooser<'a> {
    rules: &'a dyn Ruleset,
    e: &'a Encounter,
    c: &'a Combatant,
    last: Option<&'a Act>,
    thrift: Thrift,
    /// The targets of those who act together with it.
    taken: &'a [CombatantId],
    /// What was found out about acts.
    memory: &'a Memory,
    /// The distance that counts as melee, in systems where combatants do not engage one another; otherwise `None`.
    melee: Option<Tenths>,
    /// The listed deeds, or why they are blocked, each computed on first use.
    offers: [Cell; Deed::COUNT],
    /// What it is out to do, if anything was rolled or said.
    aim: Option<Aim>,
    /// Cached: whether any foe can fight.
    opposed: OnceCell<bool>,
    /// Cached: the foes it could close with.
    goals: OnceCell<Option<closing::Goals>>,
    /// Cached: whether a foe is in melee with it.
    engaged: OnceCell<bool>,
    /// Cached: whoever holds one of its friends, or has swallowed one.
    holders: OnceCell<Vec<CombatantId>>,
    /// Cached: the rank it stands in.
    rank: OnceCell<Rank>,
    /// Cached: whether a foe is in reach of a strike in a later phase.
    strikes_later: OnceCell<bool>,
}

impl<'a> Chooser<'a> {
    /// `None` if no window is open, or there is no such combatant.
    fn of(
        rules: &'a dyn Ruleset,
        e: &'a Encounter,
        who: CombatantId,
        last: Option<&'a Act>,
        thrift: Thrift,
        taken: &'a [CombatantId],
        memory: &'a Memory,
    ) -> Option<Self> {
        e.window()?;
        let (about, c) = (rules.about(), e.get(who)?);
        Some(Self {
            rules,
            e,
            c,
            last,
            thrift,
            taken,
            memory,
            melee: (about.family == Family::Wounds).then(|| about.melee()),
            aim: aim(e, c),
            offers: [const { OnceCell::new() }; Deed::COUNT],
            opposed: OnceCell::new(),
            goals: OnceCell::new(),
            engaged: OnceCell::new(),
            holders: OnceCell::new(),
            rank: OnceCell::new(),
            strikes_later: OnceCell::new(),
        })
    }
}

impl Chooser<'_> {
    /// Urgent actions first, then flight if it flees, then the declared action, else the first applicable row.
    fn choice(&self) -> Option<Choice> {
        match self.own_choice()? {
            // Another mind or dice say what it does: the referee is asked. Whom rage drives at somebody needs no word.
            Choice::Do(act) if self.is_ruled() => Some(Choice::Ask(act)),
            choice => Some(choice),
        }
    }

    fn is_ruled(&self) -> bool {
        let ruled = self.c.means(Meaning::RULED) && !self.c.means(Meaning::HUNTS);
        ruled && self.thrift == Thrift::Spares
    }

    fn own_choice(&self) -> Option<Choice> {
        if let Some(choice) = self.first_of(ranking::URGENT) {
            return Some(choice);
        }
        if self.flees() {
            return self.flight();
        }
        match self.declared() {
            Some(deed) => self.declared_choice(deed),
            None => self.first_of(ranking::RANKING),
        }
    }

    /// Returns the offer of a deed if it is open now. Computed on first use.
    fn open(&self, deed: Deed) -> Option<&Offer> {
        self.listed(deed)?.as_ref().ok()
    }

    /// Like [`Self::open`], but only if already computed.
    fn cached(&self, deed: Deed) -> Option<&Offer> {
        self.cell(deed).get()?.as_deref()?.as_ref().ok()
    }

    /// Returns the offer of a deed, or why it is blocked; `None` if it is not listed. Computed on first use.
    fn listed(&self, deed: Deed) -> Option<&Result<Offer, RuleError>> {
        let listed = || deeds::listed(self.rules, self.e, self.c.id, deed).map(Box::new);
        self.cell(deed).get_or_init(listed).as_deref()
    }

    /// The combatant in this state, as the subject of deeds.
    fn at(&self) -> At<'_> {
        At { e: self.e, c: self.c }
    }

    fn cell(&self, deed: Deed) -> &Cell {
        &self.offers[deed as usize]
    }

    /// Returns the deed it has declared, looked up in the ruleset's list of declarations.
    fn declared(&self) -> Option<Deed> {
        let said = self.c.effects.iter().rfind(|effect| effect.condition.is(Meaning::DECLARED))?;
        let act = Act::new(self.c.id, Deed::Declare);
        let kinds = deeds::choices(self.rules, self.e, &act, &Fact::Intent(Deed::Pass));
        match kinds.get(usize::try_from(said.value).ok()?)?.1 {
            Fact::Intent(deed) => Some(deed),
            _ => None,
        }
    }

    /// The declared action, as far as it can be done.
    fn declared_choice(&self, deed: Deed) -> Option<Choice> {
        let ranked = || self.first_of(ranking::RANKING);
        match deed {
            Deed::Pass => None,
            Deed::Move | Deed::Withdraw if self.c.spent.moved.is_some() => None,
            Deed::Move => self.closing(ranking::Reach::Toward).or_else(|| self.form(deed)),
            Deed::Cast => self.spell(deed).or_else(|| self.spell(Deed::UsePower)).or_else(ranked),
            Deed::Run => self.form(deed),
            Deed::Strike => ranked(),
            _ => self.plain(deed).or_else(ranked),
        }
    }

    /// A draft with the offer's defaults.
    fn form(&self, deed: Deed) -> Option<Choice> {
        self.open(deed).map(|_| Choice::Ask(Act::new(self.c.id, deed)))
    }
}
