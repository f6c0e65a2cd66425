//! One attack, as a value and in the pieces of which rulesets put it together: its form, the roll settled, the range, the dice of the
//! damage and what is added to them, multiplied, and no less than the least.

use super::state::{line, reaches};
use super::tables::Weapon;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, Band, D20, Damage, Range};
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Fact, Facts, Share};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Outcome, Rolled, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer, Targets};
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::ruleset::deed::{Allowed, At};

/// One attack: whose, with what, at whom, and how it comes about, as far as the ruleset tells that apart.
#[derive(Clone, Copy)]
pub struct Blow<'a, M> {
    /// Whose.
    pub who: CombatantId,
    /// At whom.
    pub target: CombatantId,
    /// The attacker's block.
    pub d20: &'a D20,
    /// A strike, or a shot.
    pub range: Range,
    /// The position of the line.
    pub at: u8,
    /// The line.
    pub line: &'a Attack,
    /// What the referee says of it.
    pub facts: &'a Facts,
    /// How much of its damage counts, where the ruleset lets the referee say that.
    pub share: Share,
    /// How it comes about.
    pub manner: M,
}

impl<M> Blow<'_, M> {
    /// It strikes, and does not shoot.
    pub fn strikes(&self) -> bool {
        self.range == Range::Melee
    }

    /// It strikes from behind somebody who knows nothing of it.
    pub fn strikes_unseen_from_behind(&self) -> bool {
        self.strikes() && self.facts.has(&Fact::Behind) && self.facts.has(&Fact::Unaware)
    }
}

/// Deals a blow with that line and range; does nothing if the combatant has no such line.
///
/// # Errors
/// Those of `deal`.
pub fn with_line<M>(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
    (at, range): (u8, Range),
    facts: &Facts,
    manner: M,
    deal: impl FnOnce(&mut Resolution, &Blow<M>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let block = r.encounter().block_of(who);
    let Some(StatBlock::D20(d20)) = block.as_deref() else { return Ok(()) };
    let Some(line) = line(d20, at) else { return Ok(()) };
    deal(r, &Blow { who, target, d20, range, at, line, facts, share: Share::Full, manner })
}

/// An attack with one of those lines at one of those foes. With no line left it is blocked, for what keeps the first
/// line that reaches so far from being used.
pub fn form<'a>(
    at: &At,
    offer: Offer,
    range: Range,
    with: Vec<u8>,
    foes: impl Iterator<Item = &'a Combatant>,
    facts: Vec<FactField>,
    may_use: fn(&At, u8, Range) -> Allowed,
) -> Offer {
    if with.is_empty() {
        let mut lines = (0u8..).zip(at.d20().map_or(&[][..], |d20| &d20.figures.attacks));
        let first = lines.find(|(_, line)| reaches(line, range)).map_or(0, |(nth, _)| nth);
        let why = may_use(at, first, range).err();
        return Offer::blocked(offer.deed, why.unwrap_or_else(|| at.why(Refusal::ALREADY_ATTACKED)));
    }
    let ids = foes.map(|foe| foe.id).collect();
    Offer { with, at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
}

/// A hit that needs no die.
pub fn certain(purpose: Purpose, who: CombatantId, target: CombatantId) -> Rolled {
    let rolled = Rolled::new(purpose, Outcome::Always);
    Rolled { who: Some(who), against: Some(target), ..rolled }
}

/// Records the roll to hit: what came of it, and the face. Whoever is immune to the attack takes nothing of a
/// hit.
pub fn settle(r: &mut Resolution, mut rolled: Rolled, is_immune: bool) -> (Outcome, i32) {
    if rolled.outcome.succeeded() && is_immune {
        rolled.outcome = Outcome::Immune;
    }
    let (outcome, face) = (rolled.outcome, rolled.dice.unwrap_or(0));
    r.rolled(rolled);
    (outcome, face)
}

/// What the band of the range adds to the roll; nothing at medium range.
pub fn add_range(tally: &mut Tally, band: Option<Band>, short: i32, long: i32) {
    match band {
        Some(Band::Short) => tally.add(Reason::SHORT_RANGE, short),
        Some(Band::Long) => tally.add(Reason::LONG_RANGE, long),
        _ => {}
    }
}

/// The dice that a line deals: its own, those of the weapon that it names, else those of `any` weapon; `None`: a hit
/// deals nothing by itself.
pub fn listed(
    line: &Attack,
    weapon: fn(&str) -> Option<&'static Weapon>,
    any: DiceExpr,
) -> Option<DiceExpr> {
    match &line.damage {
        Some(Damage::Nothing) => None,
        Some(Damage::Dice(dice)) => Some(*dice),
        Some(Damage::Weapon(Some(name))) => Some(weapon(name).and_then(|row| row.damage).unwrap_or(any)),
        _ => Some(any),
    }
}

/// What is added to the dice of a hit, in this order: their own number, Strength, the weapon's magic, what else
/// the ruleset has, the referee's effects.
pub fn added(
    attacker: Option<&Combatant>,
    line: &Attack,
    dice: DiceExpr,
    strength: i32,
    own: &Tally,
) -> Tally {
    let mut added = Tally::new().with(Reason::BASE, dice.plus);
    added.add(Reason::STRENGTH, strength);
    added.add(Reason::WEAPON, line.bonus);
    added.append(own);
    if let Some(c) = attacker {
        custom::add(&mut added, c, Stat::Damage);
    }
    added
}

/// The dice of a hit alone, without what is `added`; a number without dice asks for none.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn dice(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
    line: u8,
    dice: DiceExpr,
    added: &Tally,
) -> Result<i32, Stop> {
    if dice.count == 0 {
        return Ok(0);
    }
    let ask = RollRequest::new(Purpose::Damage(line), dice.count, dice.sides)
        .by(who)
        .against(target)
        .adding(added.clone());
    Ok(r.roll(ask)?.total())
}

/// Doubled for so many reasons: once, or as often as there are reasons where they add up. It is the amount
/// `of` that is doubled, which may be the dice alone.
pub fn double(tally: &mut Tally, of: i32, reasons: u8, add_up: bool) {
    let times = if add_up { reasons } else { reasons.min(1) };
    tally.add(Reason::DOUBLED, of.saturating_mul(i32::from(times)));
}

/// A hit does no less than that.
pub fn at_least(tally: &mut Tally, least: i32) {
    tally.add(Reason::MINIMUM, least.saturating_sub(tally.total()).max(0));
}
