//! A ruleset of the family as a struct of its procedures, and what all of them share.

use super::check;
use super::group::Whom;
use super::tables::Weapon;
use crate::rules::model::block::d20::{Block, HitDice};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Command, Share};
use crate::rules::model::effect::Timer;
use crate::rules::model::moment::{Second, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Slot, Subject, Whose};
use crate::rules::ruleset::about::{About, Table};
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::{After, Glance, Ruleset, Station, TableWeapon};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Deals or heals an amount set by the referee, to each combatant its share.
type ByReferee = fn(&mut Resolution, DiceExpr, &[(CombatantId, Share)]) -> Result<(), Stop>;

/// The rules of one game of the family. A ruleset sets its own fields and takes the rest from [`Rules::of`]. Fields
/// that only refer to [`Ruleset`] implement that method.
pub struct Rules {
    /// See [`Ruleset::about`].
    pub about: fn() -> &'static About,
    /// See [`Ruleset::tables`].
    pub tables: fn() -> Vec<Table>,
    /// The table of weapons.
    pub weapons: fn() -> &'static [Weapon],
    /// See [`Ruleset::admit`].
    pub admit: fn(StatBlock) -> Result<StatBlock, Vec<Fault>>,
    /// See [`Ruleset::hit_dice`].
    pub hit_dice: fn(&Block) -> Option<DiceExpr>,
    /// See [`Ruleset::next`].
    pub next: fn(&Encounter) -> Option<Window>,
    /// See [`Ruleset::pressing`].
    pub pressing: fn(&Encounter) -> Option<Window>,
    /// Whether a due timer still has something to do.
    pub still_matters: fn(&Encounter, &Timer) -> bool,
    /// See [`Ruleset::follow`].
    pub follow: fn(&mut Resolution, After),
    /// See [`Ruleset::lasting`].
    pub lasting: fn(&Encounter, u32) -> When,
    /// See [`Ruleset::reorder`].
    pub reorder: fn(&mut Resolution, &[Slot]),
    /// See [`Ruleset::proceed`].
    pub proceed: fn(&mut Resolution, &Window) -> Result<(), Stop>,
    /// See [`Ruleset::ended`].
    pub ended: fn(&mut Resolution) -> Result<Second, Stop>,
    /// See [`Ruleset::set_hp`].
    pub set_hp: fn(&mut Resolution, CombatantId, i32),
    /// Whether the combatant still owes an act in the window.
    pub owes: fn(&Encounter, &Window, CombatantId) -> bool,
    /// See [`Ruleset::gate`].
    pub gate: fn(&At, &DeedRule, Option<&Act>) -> Allowed,
    /// See [`Ruleset::carry_out`].
    pub carry_out: fn(&mut Resolution, &Act, &DeedRule) -> Result<(), Stop>,
    /// Checks that the open procedure may be skipped.
    pub may_skip: fn(&Encounter) -> Allowed,
    /// Deals damage set by the referee.
    pub harm: ByReferee,
    /// Heals an amount set by the referee.
    pub heal: ByReferee,
    /// Makes a side, or one of its groups, check morale, with the referee's adjustment.
    pub morale: fn(&mut Resolution, Whom, i32) -> Result<(), Stop>,
    /// The range of that adjustment.
    pub adjustment: RangeInclusive<i32>,
    /// The least amount of healing by the referee.
    pub least_healing: i32,
    /// Whether morale is checked at all.
    pub has_morale: fn(&Encounter) -> bool,
    /// Whether combatants of this kind check morale by themselves.
    pub checks_alone: fn(&Encounter, CombatantId) -> bool,
    /// See [`Ruleset::rail`].
    pub rail: fn(&Encounter) -> Vec<Station>,
    /// See [`Ruleset::figures`].
    pub figures: fn(&Encounter, CombatantId) -> Vec<Figure>,
    /// The figures shown in roster columns.
    pub column: fn(&Encounter, CombatantId) -> Vec<Figure>,
    /// See [`Ruleset::fights`].
    pub fights: fn(&Combatant) -> bool,
}

impl Rules {
    /// Returns defaults: no deeds, no windows, no consequences.
    pub const fn of(about: fn() -> &'static About) -> Self {
        Self {
            about,
            tables: Vec::new,
            weapons: || &[],
            admit: Ok,
            hit_dice: |block| block.hd.map(HitDice::dice),
            next: |_| None,
            pressing: |_| None,
            still_matters: |_, _| false,
            follow: |_, _| {},
            lasting: super::harm::after,
            reorder: |r, slots| r.emit(Event::Ordered(Arc::from(slots.to_vec()))),
            proceed: |_, _| Ok(()),
            ended: |_| Ok(0),
            set_hp: |_, _, _| {},
            owes: |_, _, _| false,
            gate: |_, _, _| Ok(()),
            carry_out: |r, act, row| {
                row.tell(r, act);
                (row.run)(r, act)
            },
            may_skip: |_| Ok(()),
            harm: |_, _, _| Ok(()),
            heal: |_, _, _| Ok(()),
            morale: |_, _, _| Ok(()),
            adjustment: 0..=0,
            least_healing: 0,
            has_morale: |_| true,
            checks_alone: |_, _| false,
            rail: |_| Vec::new(),
            figures: |_, _| Vec::new(),
            column: |_, _| Vec::new(),
            fights: Combatant::is_up,
        }
    }
}

/// Returns the window that commits deferred events, once the shared window in which they happened is over.
pub fn commit_pending(e: &Encounter) -> Option<Window> {
    let shared = e.acts_together();
    let waits = !e.pending.is_empty() && !shared;
    waits.then(|| Window::procedure(Phase::Commit, e.place, Whose::All))
}

impl Ruleset for Rules {
    fn about(&self) -> &'static About {
        (self.about)()
    }

    fn tables(&self) -> Vec<Table> {
        (self.tables)()
    }

    fn weapons(&self) -> Vec<TableWeapon> {
        let known = |row: &'static Weapon| {
            let names = std::iter::once(&row.name).chain(&row.also).map(|name| &**name).collect();
            TableWeapon { names, dice: row.damage }
        };
        (self.weapons)().iter().map(known).collect()
    }

    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
        (self.admit)(block)
    }

    fn hit_dice(&self, block: &Block) -> Option<DiceExpr> {
        (self.hit_dice)(block)
    }

    fn next(&self, e: &Encounter) -> Option<Window> {
        (self.next)(e)
    }

    fn pressing(&self, e: &Encounter) -> Option<Window> {
        (self.pressing)(e)
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        let who = timer.who.filter(|_| (self.still_matters)(e, timer))?;
        let window = Window::procedure(Phase::Due, e.place, Whose::One(who));
        Some(window.about(Subject::Timer(timer.clone())))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        (self.follow)(r, after);
    }

    fn lasting(&self, e: &Encounter, _: CombatantId, _: Condition, rounds: u32) -> When {
        (self.lasting)(e, rounds)
    }

    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        (self.reorder)(r, slots);
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        (self.proceed)(r, window)
    }

    fn ended(&self, r: &mut Resolution) -> Result<Second, Stop> {
        (self.ended)(r)
    }

    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32) {
        (self.set_hp)(r, who, hp);
    }

    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        e.window().is_some_and(|window| (self.owes)(e, window, who))
    }

    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Allowed {
        (self.gate)(at, row, act)
    }

    fn carry_out(&self, r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
        (self.carry_out)(r, act, row)
    }

    fn check(&self, e: &Encounter, c: &Command) -> Allowed {
        if *c == Command::Skip {
            (self.may_skip)(e)?;
        }
        if let Command::Morale { side, like, adjustment } = c {
            check::morale(e, *side, *adjustment, self.adjustment.clone(), (self.has_morale)(e))?;
            return check::kind(e, *side, *like, self.checks_alone);
        }
        check::command(e, c, self.least_healing)
    }

    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop> {
        match c {
            Command::Harm { amount, who } => (self.harm)(r, *amount, who),
            Command::Heal { amount, who } => (self.heal)(r, *amount, who),
            Command::Morale { side, like, adjustment } => {
                (self.morale)(r, Whom { side: *side, like: *like }, *adjustment)
            }
            _ => Ok(()),
        }
    }

    fn rail(&self, e: &Encounter) -> Vec<Station> {
        (self.rail)(e)
    }

    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure> {
        (self.figures)(e, who)
    }

    fn glance(&self, e: &Encounter, who: CombatantId) -> Glance {
        Glance { columns: (self.column)(e, who), time_budget: None }
    }

    fn fights(&self, _: &Encounter, c: &Combatant) -> bool {
        (self.fights)(c)
    }
}
