//! One attack, as a value and as the steps from which rulesets build it: the form, the roll, the range, the damage dice
//! with their modifiers, doubling and minimum.

use super::state::{line, reaches};
use super::tables::Weapon;
use crate::rules::model::block::d20::{Attack, Band, D20, Damage, Range};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Share;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// One attack; `M` is how the ruleset distinguishes its circumstances.
#[derive(Clone, Copy)]
pub struct Blow<'a, M> {
    /// The attacker.
    pub who: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// The attacker's stat block.
    pub d20: &'a D20,
    /// Melee or missile.
    pub range: Range,
    /// The index of the attack line.
    pub at: u8,
    /// The attack line.
    pub line: &'a Attack,
    /// The referee's facts.
    pub facts: &'a Facts,
    /// The share of the damage that counts, if the ruleset lets the referee set it.
    pub share: Share,
    /// The circumstances.
    pub manner: M,
}

impl<M> Blow<'_, M> {
    /// The blow as the cause of what it does. One that goes astray is a blow of its own.
    pub fn cause(&self) -> Why {
        Why::Blow(self.who, self.at, Some(self.target))
    }

    /// Whether it is a melee attack.
    pub fn strikes(&self) -> bool {
        self.range == Range::Melee
    }

    /// Whether it is a melee attack from behind on an unaware target.
    pub fn strikes_unseen_from_behind(&self) -> bool {
        self.strikes() && self.facts.has(&Fact::Behind) && self.facts.has(&Fact::Unaware)
    }
}

/// Makes an attack with that line and range; does nothing if the combatant has no such line.
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
    let blow = Blow { who, target, d20, range, at, line, facts, share: Share::Full, manner };
    r.under(|| blow.cause(), |r| deal(r, &blow))
}

/// Offers an attack with one of the lines at one of the foes. Without a usable line the offer is blocked, for the
/// reason that bars the first line of that range.
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

/// Returns a hit that needs no die.
pub fn certain(purpose: Purpose, who: CombatantId, target: CombatantId) -> Rolled {
    let rolled = Rolled::new(purpose, Outcome::Always);
    Rolled { who: Some(who), against: Some(target), ..rolled }
}

/// Records the attack roll and returns its outcome and face. A hit on an immune target becomes [`Outcome::Immune`].
pub fn settle(r: &mut Resolution, mut rolled: Rolled, is_immune: bool) -> (Outcome, i32) {
    if rolled.outcome.succeeded() && is_immune {
        rolled.outcome = Outcome::Immune;
    }
    let (outcome, face) = (rolled.outcome, rolled.dice.unwrap_or(0));
    r.rolled(rolled);
    (outcome, face)
}

/// Adds the modifier of the range band; medium range has none.
pub fn add_range(tally: &mut Tally, band: Option<Band>, short: i32, long: i32) {
    match band {
        Some(Band::Short) => tally.add(Reason::SHORT_RANGE, short),
        Some(Band::Long) => tally.add(Reason::LONG_RANGE, long),
        _ => {}
    }
}

/// Returns the damage dice of a line: its own, those of the weapon that it names, or `any`; `None` if a hit deals no
/// damage of its own.
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

/// Returns the modifiers to the damage dice, in this order: their plus, STR, the weapon's magic, the ruleset's own,
/// custom effects.
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

/// Rolls the damage dice, without `added`; a plain number needs no roll.
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

/// Doubles the amount `of`, which may be the dice alone: once, or once per reason if they add up.
pub fn double(tally: &mut Tally, of: i32, reasons: u8, add_up: bool) {
    let times = if add_up { reasons } else { reasons.min(1) };
    tally.add(Reason::DOUBLED, of.saturating_mul(i32::from(times)));
}

/// Raises the damage to a minimum.
pub fn at_least(tally: &mut Tally, least: i32) {
    tally.add(Reason::MINIMUM, least.saturating_sub(tally.total()).max(0));
}
