//! What a house rule asks about a moment.

use super::Moment;
use crate::rules::model::block::d20::Range;
use crate::rules::model::combatant::{Combatant, Thing, Whereabouts};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::house_book::rule::{If, Span};
use crate::rules::model::house_book::subject::Item;
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::laid::{LaidRule, counter};

/// A rule that is asked at a moment, about somebody.
pub struct Asked<'a> {
    pub e: &'a Encounter,
    pub rule: &'a LaidRule,
    pub moment: &'a Moment,
    pub about: Option<CombatantId>,
}

/// Whether a rule must know when it did something last.
pub fn counts_times(rule: &LaidRule) -> bool {
    rule.rule.conditions().iter().any(|test| matches!(test, If::First(_)))
}

impl Asked<'_> {
    /// Whether it is true.
    pub fn holds(&self, test: &If) -> bool {
        self.holds_of_roll(test).unwrap_or_else(|| match test {
            If::Of(whom, all) => {
                let about = self.moment.whom(*whom);
                let other = Asked { about, ..*self };
                about.is_some() && all.iter().all(|test| other.holds(test))
            }
            If::Any(of) => of.iter().any(|test| self.holds(test)),
            If::No(of) => !of.iter().any(|test| self.holds(test)),
            _ => self.members().iter().any(|c| self.holds_of(test, c)),
        })
    }

    /// Whom it is about: one, or everybody of the side that rolls.
    fn members(&self) -> Vec<&Combatant> {
        match (self.about, self.moment.side) {
            (Some(who), _) => self.e.get(who).into_iter().collect(),
            (None, Some(side)) => self.e.all().filter(|c| c.side == side && c.is_up()).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// Whether it is true of the roll or of the harm; `None` if it is about neither.
    fn holds_of_roll(&self, test: &If) -> Option<bool> {
        let roll = self.moment.roll;
        let natural = roll.and_then(|roll| roll.natural);
        let total = roll.map(|roll| roll.total);
        let beyond = roll.and_then(|roll| Some(roll.total.saturating_sub(roll.need?)));
        let harm = self.moment.harm;
        Some(match test {
            If::Natural(n) => natural == Some(*n),
            If::NaturalAtLeast(n) => natural.is_some_and(|face| face >= *n),
            If::NaturalAtMost(n) => natural.is_some_and(|face| face <= *n),
            If::TotalAtLeast(n) => total.is_some_and(|total| total >= *n),
            If::TotalAtMost(n) => total.is_some_and(|total| total <= *n),
            If::Made => roll.is_some_and(|roll| roll.made),
            If::Failed => roll.is_some_and(|roll| !roll.made),
            If::MadeBy(n) => {
                roll.is_some_and(|roll| roll.made) && beyond.is_some_and(|by| by.abs() >= *n)
            }
            If::FailedBy(n) => {
                roll.is_some_and(|roll| !roll.made) && beyond.is_some_and(|by| by.abs() >= *n)
            }
            If::AtLeast(n) => harm.is_some_and(|harm| harm >= *n),
            If::AtMost(n) => harm.is_some_and(|harm| harm <= *n),
            If::Against(save) => {
                let purpose = self.moment.purpose.or_else(|| roll.map(|roll| roll.purpose));
                purpose == Some(Purpose::Save(*save))
            }
            _ => return None,
        })
    }

    fn holds_of(&self, test: &If, c: &Combatant) -> bool {
        let d20 = self.e.d20_of(c);
        let players =
            self.e.side(c.side).is_some_and(|side| side.players.unwrap_or(c.side.index() == 0));
        match test {
            If::HpAtLeast(n) => d20.is_some() && c.vitals.hp() >= *n,
            If::HpAtMost(n) => d20.is_some() && c.vitals.hp() <= *n,
            If::HalfHp => d20.is_some() && c.vitals.hp().saturating_mul(2) <= c.vitals.max(),
            If::WoundsAtLeast(n) => c.vitals.wounds() >= *n,
            If::Players => players,
            If::Foes => !players,
            If::Side(name) => {
                self.e.side(c.side).is_some_and(|side| side.name.eq_ignore_ascii_case(name))
            }
            If::Character => self.is_character(c),
            If::Creature => !self.is_character(c),
            If::Class(class) => d20.is_some_and(|d20| d20.block.class == Some(*class)),
            If::LevelAtLeast(n) => level(self.e, c) >= *n,
            If::Kind(kind) => {
                stem(&c.name).eq_ignore_ascii_case(kind) || c.name.eq_ignore_ascii_case(kind)
            }
            If::Has(item) => has(self.e, c, item, self.line(c)),
            If::Is(condition) => c.has(*condition),
            If::Melee => self.moment.melee == Some(true),
            If::Missile => self.moment.melee == Some(false),
            If::Counted(name, n) => counter(name).is_some_and(|counter| c.count(counter) >= *n),
            If::First(Span::Round) => self.done(c) < self.e.round_number().max(1),
            If::First(Span::Fight) => self.done(c) == 0,
            _ => false,
        }
    }

    /// The last round in which the rule did something: for one, or for the side that rolls.
    fn done(&self, c: &Combatant) -> i32 {
        match (self.about, self.moment.side) {
            (None, Some(side)) => self.e.count_of(side, self.rule.done),
            _ => c.count(self.rule.done),
        }
    }

    fn is_character(&self, c: &Combatant) -> bool {
        self.e.d20_of(c).is_some_and(|d20| d20.block.is_character())
    }

    /// The line of the attack, if that one makes it.
    fn line(&self, c: &Combatant) -> Option<u8> {
        self.moment.line.filter(|_| self.moment.actor == Some(c.id))
    }
}

/// Whether an attack with that line is made in melee.
pub fn is_melee(e: &Encounter, who: CombatantId, line: u8, at: Option<CombatantId>) -> bool {
    let (owner, nth) = e.line_of(who, line);
    let range = e
        .d20(owner)
        .ok()
        .and_then(|d20| d20.figures.attacks.get(usize::from(nth)))
        .map(|line| line.range);
    match range {
        Some(Some(Range::Melee)) => true,
        Some(Some(Range::Missile)) => false,
        _ => at.is_some_and(|at| e.engaged(who, at)),
    }
}

/// The level of a character, or the Hit Dice of a creature.
fn level(e: &Encounter, c: &Combatant) -> i32 {
    let Some(d20) = e.d20_of(c) else { return 0 };
    let dice = d20.block.hd.map(|hd| i32::from(hd.whole));
    d20.block.level.map(i32::from).or(dice).unwrap_or(0)
}

/// Whether somebody has an item at hand; `line` is the line it attacks with.
pub fn has(e: &Encounter, c: &Combatant, item: &Item, line: Option<u8>) -> bool {
    match item {
        Item::Shield => {
            let shield = e.d20_of(c).map_or(0, |d20| d20.block.protection.shield);
            shield > 0 && !c.means(Meaning::UNSHIELDED)
        }
        Item::Weapon => weapon(e, c, line).is_some(),
        Item::Armour => {
            let worn = e.d20_of(c).is_some_and(|d20| d20.block.protection.armour.is_some());
            worn && c.thing(Thing::Armour).at == Whereabouts::AtHand
        }
        Item::Named(name) => supply(c, name).is_some(),
    }
}

/// The line of the weapon in hand: the one it attacks with, or its first.
pub fn weapon(e: &Encounter, c: &Combatant, line: Option<u8>) -> Option<u8> {
    let lines = e.block(c.block)?.lines().len();
    let at_hand = |line: &u8| c.thing(Thing::Line(*line)).at == Whereabouts::AtHand;
    let first = || (0..u8::try_from(lines).unwrap_or(u8::MAX)).find(at_hand);
    match line {
        Some(line) => Some(line).filter(|line| usize::from(*line) < lines && at_hand(line)),
        None => first(),
    }
}

/// What is left of a supply of that name, if anything is.
pub fn supply<'a>(c: &'a Combatant, name: &str) -> Option<(&'a str, u32)> {
    let is = |own: &str| own.eq_ignore_ascii_case(name);
    let own = c.supplies.iter().find(|supply| is(&supply.name))?;
    Some((&*own.name, own.left())).filter(|(_, left)| *left > 0)
}
