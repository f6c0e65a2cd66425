//! What house rules make of a roll.

use super::{Home, Made, Moment, effect, test};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::dice::{DiceExpr, Purpose, Roll, RollRequest};
use crate::rules::model::event::{Stop, Told};
use crate::rules::model::house_book::rule::{If, RollKind, Then, When};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::Tally;

/// What house rules make of a roll about to be made.
#[derive(Debug, Clone, Default)]
pub struct Bend {
    /// The terms they add.
    pub terms: Tally,
    /// The least that the dice count as.
    pub least: Option<i32>,
    /// The most that they count as.
    pub most: Option<i32>,
    /// The dice rolled instead.
    pub dice: Option<DiceExpr>,
    /// Whether the dice are not rolled, but count as their highest.
    pub highest: bool,
}

impl Bend {
    /// The request as it is made: with the terms, for fewer or more on the dice, and for other dice.
    pub fn apply(&self, mut ask: RollRequest) -> RollRequest {
        let added = self.terms.total();
        ask.tally.append(&self.terms);
        ask.need = ask.need.map(|need| need.saturating_sub(added));
        ask.bands.iter_mut().for_each(|band| *band = band.saturating_sub(added));
        self.with_dice(ask)
    }

    /// The request for other dice, if any.
    pub fn with_dice(&self, mut ask: RollRequest) -> RollRequest {
        if let Some(dice) = self.dice {
            (ask.count, ask.sides, ask.keep) = (dice.count, dice.sides, None);
            ask.tally.add(crate::rules::model::tally::Reason::BASE, dice.plus);
        }
        ask
    }

    /// What the dice count as.
    fn counts(&self, ask: &RollRequest, roll: Roll) -> Roll {
        let figure = ask.figure(&roll);
        let counts = figure.max(self.least.unwrap_or(figure)).min(self.most.unwrap_or(i32::MAX));
        if counts == figure && ask.keep.is_none() { roll } else { Roll::Total(counts) }
    }
}

/// Who makes a roll.
#[derive(Debug, Clone, Copy)]
pub struct Roller {
    /// What it is for.
    pub purpose: Purpose,
    /// The combatant that rolls.
    pub who: Option<CombatantId>,
    /// The side that rolls, if no single combatant does.
    pub side: Option<SideId>,
    /// The target.
    pub against: Option<CombatantId>,
}

impl From<&RollRequest> for Roller {
    fn from(ask: &RollRequest) -> Self {
        Self { purpose: ask.purpose, who: ask.who, side: ask.side, against: ask.against }
    }
}

impl Resolution<'_> {
    /// Asks the house rules what becomes of a roll about to be made.
    ///
    /// # Errors
    /// [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
    pub fn bend(&mut self, roller: Roller) -> Result<Bend, Stop> {
        let mut bend = Bend::default();
        if self.home().is_none() {
            return Ok(bend);
        }
        let Some(kind) = RollKind::of(roller.purpose) else { return Ok(bend) };
        let when = When::Roll(kind);
        if !self.home().is_some_and(|home| home.minds(|own| own == when)) {
            return Ok(bend);
        }
        let moment = self.before(when, roller);
        for nth in 0.. {
            let Some(rule) = self.rule(nth) else { break };
            if rule.rule.when == when && self.applies(rule, &moment, roller.who)? {
                for then in &rule.rule.then {
                    effect::change_roll(self, rule, &moment, then, &mut bend)?;
                }
                self.did(rule, &moment, roller.who, false);
            }
        }
        Ok(bend)
    }

    fn before(&mut self, when: When, roller: Roller) -> Moment {
        let is_attack = matches!(roller.purpose, Purpose::Attack(_));
        let blow = self.home().and_then(|home| home.blow);
        let blow = blow.filter(|blow| Some(blow.who) == roller.who && !is_attack);
        let roll: Option<Made> = blow.map(super::Blow::made);
        let melee = match (blow, roller) {
            (Some(blow), _) => Some(blow.melee),
            (None, Roller { purpose: Purpose::Attack(line), who: Some(who), against, .. }) => {
                Some(test::is_melee(self.encounter(), who, line, against))
            }
            _ => None,
        };
        let line = blow.map(|blow| blow.line).or(match roller.purpose {
            Purpose::Attack(line) | Purpose::Damage(line) => Some(line),
            _ => None,
        });
        Moment {
            actor: roller.who,
            target: roller.against,
            side: roller.side,
            purpose: Some(roller.purpose),
            roll,
            line,
            melee,
            ..Moment::of(when)
        }
    }

    /// Rolls as the house rules have it: dice that count as their highest are not asked for, and a roll may be made
    /// again.
    pub(in crate::rules::engine) fn roll_bent(
        &mut self,
        ask: &RollRequest,
        bend: &Bend,
    ) -> Option<Roll> {
        if bend.highest {
            let faces = vec![ask.sides; usize::from(ask.count)];
            return Some(bend.counts(ask, Roll::Faces(faces)));
        }
        let first = self.ask_dice(ask)?;
        if self.home().is_none() {
            return Some(first);
        }
        if !self.rolls_again(ask, &first) {
            return Some(bend.counts(ask, first));
        }
        let again = self.ask_dice(ask)?;
        Some(bend.counts(ask, again))
    }

    /// Whether a house rule has the roll made again.
    fn rolls_again(&mut self, ask: &RollRequest, roll: &Roll) -> bool {
        let Some(kind) = RollKind::of(ask.purpose) else { return false };
        let when = When::Rolled(kind);
        if !self.home().is_some_and(|home| home.minds(|own| own == when)) {
            return false;
        }
        let natural = ask.figure(roll);
        let made =
            ask.need.is_some_and(|need| if ask.under { natural <= need } else { natural >= need });
        let total = natural.saturating_add(ask.tally.total());
        let need = ask.need.map(|need| need.saturating_add(ask.tally.total()));
        let roll = Some(Made { purpose: ask.purpose, natural: Some(natural), total, need, made });
        let moment = Moment { roll, ..self.before(when, ask.into()) };
        for nth in 0.. {
            let Some(rule) = self.rule(nth) else { break };
            let again = rule.rule.then.iter().any(|then| matches!(then, Then::Again));
            // What is asked of the table is asked before the roll, not about it.
            if again && rule.rule.asks.is_none() && rule.rule.when == when {
                let holds = self.applies(rule, &moment, ask.who).unwrap_or(false);
                if holds {
                    self.did(rule, &moment, ask.who, false);
                    if let Some(who) = ask.who {
                        self.tell(|| Told::row(who, rule.id, format!("{natural} rolled again")));
                    }
                    return true;
                }
            }
        }
        false
    }
}

impl Home {
    /// Adds the faces at which rules tell one outcome from another, where only some totals do so.
    pub fn mark(&self, mut ask: RollRequest) -> RollRequest {
        let Some(kind) = RollKind::of(ask.purpose).filter(|_| !ask.bands.is_empty()) else { return ask };
        let concerns = |when: When| match when {
            When::Rolled(of) => of == kind,
            When::Hit | When::Miss | When::Harm { .. } | When::Falls => kind == RollKind::Attack,
            When::Roll(of) => kind == RollKind::Attack && of != kind,
            When::Spell(_) | When::RoundOpens | When::RoundEnds => false,
        };
        // What becomes of an amount is for the rules about harm and falls to say, so that every total counts.
        let weighs = |when: When| matches!(when, When::Harm { .. } | When::Falls);
        if kind.is_amount() && self.laid.rules.iter().any(|rule| weighs(rule.rule.when)) {
            ask.bands.clear();
            return ask;
        }
        let added = ask.tally.total();
        let rules = self.laid.rules.iter().filter(|rule| concerns(rule.rule.when));
        for test in rules.flat_map(|rule| rule.rule.conditions()) {
            let need = ask.need.unwrap_or_default();
            let faces = match *test {
                If::Natural(n) => [n, n.saturating_add(1)],
                If::NaturalAtLeast(n) => [n, n],
                If::NaturalAtMost(n) => [n.saturating_add(1); 2],
                If::TotalAtLeast(n) => [n.saturating_sub(added); 2],
                If::TotalAtMost(n) => [n.saturating_sub(added).saturating_add(1); 2],
                If::MadeBy(n) | If::FailedBy(n) => {
                    [need.saturating_sub(n).saturating_add(1), need.saturating_add(n)]
                }
                _ => continue,
            };
            ask.bands.extend(faces);
        }
        let (least, most) = ask.range();
        ask.bands.retain(|band| (least..=most.saturating_add(1)).contains(band));
        ask.bands.sort_unstable();
        ask.bands.dedup();
        ask
    }
}
