//! What somebody would do: ranked choices out of what is on offer, for Enter, for simulation and for tests.
//!
//! Pure: it looks at the state and the offers, never at a clock, a die or a screen. The order of what somebody would
//! do stands in [`ranking`], whom it would do it to in [`whom`], what the table comes to next in [`mod@next`].

mod act;
mod flight;
mod next;
mod ranking;
mod standoff;
mod whom;

pub use flight::{is_away, outrun};
pub use next::{Next, Then, next, silent};
pub use whom::{is_worth_it, likely};

use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::rank::Rank;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use std::cell::OnceCell;

/// What somebody would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// That act, which the rules let pass as it stands.
    Do(Act),
    /// That act as far as it goes without saying; something has to be said of it first.
    Ask(Act),
}

/// Whether what is scarce is spent: a spell's copy, a flask, a charge, the last arrow of silver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Thrift {
    /// Only what was announced or begun.
    #[default]
    Spares,
    /// As it serves to win.
    Spends,
}

/// What the combatant would do in the open window, having done that last. `None`: nothing more.
pub fn choose(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    last: Option<&Act>,
    thrift: Thrift,
) -> Option<Choice> {
    choose_beside(rules, e, who, last, thrift, &[])
}

/// The same for one of several that act together: those at whom the others go already get fewer.
pub fn choose_beside(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    last: Option<&Act>,
    thrift: Thrift,
    taken: &[CombatantId],
) -> Option<Choice> {
    e.window()?;
    let about = rules.about();
    Table {
        rules,
        e,
        c: e.get(who)?,
        last,
        thrift,
        taken,
        melee: (about.family == Family::Wounds).then(|| about.melee()),
        offers: rules.deeds().iter().map(|_| OnceCell::new()).collect(),
        opposed: OnceCell::new(),
        goals: OnceCell::new(),
        engaged: OnceCell::new(),
        rank: OnceCell::new(),
    }
    .choice()
}

/// What is open to one combatant.
struct Table<'a> {
    rules: &'a dyn Ruleset,
    e: &'a Encounter,
    c: &'a Combatant,
    last: Option<&'a Act>,
    thrift: Thrift,
    /// At whom those go who act together with it.
    taken: &'a [CombatantId],
    /// How near those stand who are in melee, where they do not hold one another, so that nobody else is in it.
    melee: Option<Tenths>,
    /// The deeds that are open, as far as they were asked for, in the order of the rows.
    offers: Vec<OnceCell<Option<Box<Offer>>>>,
    /// Whether a foe can fight, once that was asked for.
    opposed: OnceCell<bool>,
    /// Those it could close with, once that was asked for.
    goals: OnceCell<Option<act::Goals>>,
    /// Whether a foe is in melee with it, once that was asked for.
    engaged: OnceCell<bool>,
    /// The line it stands in, once that was asked for.
    rank: OnceCell<Rank>,
}

/// What refuses a blow to whoever has no weapon for it.
const LACKING: [Refusal; 3] = [Refusal::NOT_AT_HAND, Refusal::DESTROYED, Refusal::BAD_WEAPON];
/// A supply of fewer than these is a handful: each is kept for when it counts.
const HANDFUL: u32 = 6;

impl Table<'_> {
    /// What cannot wait, else away if it runs, else what it has declared, else the first row that counts.
    fn choice(&self) -> Option<Choice> {
        if let Some(choice) = self.first_of(ranking::PRESSING) {
            return Some(choice);
        }
        if self.flees() {
            return self.flight();
        }
        match self.declared() {
            Some(deed) => self.as_declared(deed),
            None => self.first_of(ranking::RANKING),
        }
    }

    /// The form of that deed, where it is open now; only what is asked for is worked out.
    fn open(&self, deed: Deed) -> Option<&Offer> {
        let open = || deeds::open(self.rules, self.e, self.c.id, deed).map(Box::new);
        self.cell(deed)?.get_or_init(open).as_deref()
    }

    /// The same as far as it was asked for already.
    fn seen(&self, deed: Deed) -> Option<&Offer> {
        self.cell(deed)?.get()?.as_deref()
    }

    /// That deed as it is offered, blocked or not.
    fn offer(&self, deed: Deed) -> Option<Offer> {
        deeds::offer_among(self.rules, self.e, self.c.id, deed)
    }

    fn cell(&self, deed: Deed) -> Option<&OnceCell<Option<Box<Offer>>>> {
        self.offers.get(self.rules.deeds().position(deed)?)
    }

    /// What it has declared, as the ruleset keeps its list of that.
    fn declared(&self) -> Option<Deed> {
        let about = self.rules.about();
        let said = self.c.effects.iter().rfind(|effect| about.declares(effect))?;
        let act = Act::new(self.c.id, Deed::Declare);
        let kinds = deeds::choices(self.rules, self.e, &act, &Fact::Intent(Deed::Pass));
        match kinds.get(usize::try_from(said.value).ok()?)?.1 {
            Fact::Intent(deed) => Some(deed),
            _ => None,
        }
    }

    /// What it has declared, as far as it can be done.
    fn as_declared(&self, deed: Deed) -> Option<Choice> {
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

    /// The form of a deed, with what stands in it.
    fn form(&self, deed: Deed) -> Option<Choice> {
        self.open(deed).map(|_| Choice::Ask(Act::new(self.c.id, deed)))
    }

    /// Its attack line at that position, where it has hit points; bare hands are none of its own.
    fn line(&self, at: u8) -> Option<&Attack> {
        self.e.d20(self.c.id).ok()?.figures.attacks.get(usize::from(at))
    }

    /// Whether that line is more than bare hands.
    fn is_armed(&self, at: u8) -> bool {
        self.e.d20(self.c.id).is_err() || self.line(at).is_some_and(|line| !line.has(Tag::UNARMED))
    }

    /// Whether it has nothing to fight with but its hands, and something to take up.
    fn is_disarmed(&self) -> bool {
        let armed =
            |deed| self.open(deed).is_some_and(|offer| offer.with.iter().any(|at| self.is_armed(*at)));
        let may_strike = self.open(Deed::Strike).is_some();
        (may_strike || self.lacks_a_weapon()) && !armed(Deed::Strike) && !armed(Deed::Shoot)
    }

    /// Whether it may not strike for want of a weapon.
    fn lacks_a_weapon(&self) -> bool {
        let why = self.offer(Deed::Strike).and_then(|offer| offer.blocked);
        why.is_some_and(|why| LACKING.contains(&why.refusal))
    }

    /// Whether it is spared under thrift: a flask, the last of something, one of a handful.
    fn is_scarce(&self, at: u8) -> bool {
        if self.thrift == Thrift::Spends {
            return false;
        }
        let lines = self.e.block(self.c.block).map(|block| block.lines()).unwrap_or_default();
        let supply = lines.get(usize::from(at)).and_then(|name| self.c.supply_of(name));
        let few = supply.is_some_and(|supply| supply.most < HANDFUL || supply.left() <= 1);
        few || self.line(at).is_some_and(|line| line.has(Tag::GRENADE))
    }
}
