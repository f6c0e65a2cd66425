//! What a house rule does.

use super::roll::Bend;
use super::{Moment, test};
use crate::rules::engine::resolution::{Change, Resolution, Timing};
use crate::rules::engine::{deeds, overrule};
use crate::rules::model::block::ability::Ability;
use crate::rules::model::block::save::Save;
use crate::rules::model::combatant::{Gear, Standing, StatBlock, Thing, Whereabouts};
use crate::rules::model::command::{Act, Command, Deed, Fact, Overrule, Share};
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::effect::Condition;
use crate::rules::model::event::{Event, Stop, Told};
use crate::rules::model::house_book::rule::{Saved, Then};
use crate::rules::model::house_book::subject::Item;
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::tally::Tally;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::laid::{LaidRule, counter};
use std::sync::Arc;

/// Changes a roll about to be made.
///
/// # Errors
/// [`Stop::Roll`], for dice that are a term.
pub fn change_roll(
    r: &mut Resolution,
    rule: &LaidRule,
    moment: &Moment,
    then: &Then,
    bend: &mut Bend,
) -> Result<(), Stop> {
    let class = moment.actor.and_then(|who| r.encounter().d20(who).ok()?.block.class);
    match then {
        Then::Add(n) => bend.terms.add(rule.reason.clone(), *n),
        Then::AddAbility(ability) => {
            bend.terms.add(rule.reason.clone(), modifier(r, moment, *ability));
        }
        Then::AddDice(dice) => bend.terms.add(rule.reason.clone(), rolled(r, moment.actor, *dice)?),
        Then::AtLeast(n) => bend.least = Some(bend.least.map_or(*n, |least| least.max(*n))),
        Then::AtMost(n) => bend.most = Some(bend.most.map_or(*n, |most| most.min(*n))),
        Then::Dice(dice) => bend.dice = Some(*dice),
        Then::DiceOf(of) => bend.dice = class.and_then(|class| of.get(&class)).copied().or(bend.dice),
        Then::Highest => bend.highest = true,
        _ => {}
    }
    Ok(())
}

/// The modifier of an ability: of who rolls, or the best of the side that does.
fn modifier(r: &Resolution, moment: &Moment, ability: Ability) -> i32 {
    let e = r.encounter();
    let ability_of = r.rules().about().ability;
    let of = |who| ability_of.map_or(0, |of| of(e, who, ability));
    match (moment.actor, moment.side) {
        (Some(who), _) => of(who),
        (None, Some(side)) => {
            let members = e.all().filter(|c| c.side == side && c.is_up());
            members.map(|c| of(c.id)).max().unwrap_or(0)
        }
        (None, None) => 0,
    }
}

/// Rolls dice that are a term.
fn rolled(r: &mut Resolution, who: Option<CombatantId>, dice: DiceExpr) -> Result<i32, Stop> {
    if dice.count == 0 {
        return Ok(dice.plus);
    }
    let mut ask = RollRequest::new(Purpose::Effect, dice.count, dice.sides);
    ask.who = who;
    r.plain_roll(ask).map(|total| total.saturating_add(dice.plus))
}

/// Changes harm that is about to land, and does what else the rule says.
///
/// # Errors
/// [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
pub fn change_harm(
    r: &mut Resolution,
    rule: &LaidRule,
    moment: &Moment,
    who: CombatantId,
    tally: &mut Tally,
) -> Result<(), Stop> {
    let before = tally.total();
    for then in &rule.rule.then {
        let harm = tally.total();
        let becomes = match then {
            Then::Add(n) => harm.saturating_add(*n),
            Then::AddAbility(ability) => harm.saturating_add(modifier(r, moment, *ability)),
            Then::AddDice(dice) => harm.saturating_add(rolled(r, moment.actor, *dice)?),
            Then::AtLeast(n) => harm.max(*n),
            Then::AtMost(n) => harm.min(*n),
            Then::Half => harm / 2,
            Then::Double => harm.saturating_mul(2),
            Then::Harm { to: Some(to), .. } => *to,
            _ => harm,
        };
        tally.add(rule.reason.clone(), becomes.max(0).saturating_sub(harm));
    }
    let rules = r.rules();
    r.did(rule, moment, Some(who), tally.total() == before || says_more(rule));
    let doing = Doing { rules, rule, moment };
    rule.rule.then.iter().try_for_each(|then| doing.act(r, then, Some(who)))
}

/// Whether a rule does more than change a number.
fn says_more(rule: &LaidRule) -> bool {
    !rule.rule.then.iter().all(Then::changes_number)
}

/// Does what a rule says after something happened.
///
/// # Errors
/// [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
pub fn follow(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    rule: &LaidRule,
    moment: &Moment,
    about: Option<CombatantId>,
) -> Result<(), Stop> {
    let only_again = rule.rule.then.iter().all(|then| matches!(then, Then::Again));
    if only_again {
        return Ok(());
    }
    r.did(rule, moment, about, true);
    let doing = Doing { rules, rule, moment };
    rule.rule.then.iter().try_for_each(|then| doing.act(r, then, about))
}

/// A rule at work.
struct Doing<'a> {
    rules: &'a dyn Ruleset,
    rule: &'a LaidRule,
    moment: &'a Moment,
}

impl Doing<'_> {
    /// Does one thing to somebody.
    fn act(&self, r: &mut Resolution, then: &Then, about: Option<CombatantId>) -> Result<(), Stop> {
        if let Then::To(whom, all) = then {
            let about = self.moment.whom(*whom);
            return all.iter().try_for_each(|then| self.act(r, then, about));
        }
        let Some(who) = about.filter(|who| r.encounter().get(*who).is_some()) else { return Ok(()) };
        match then {
            Then::Harm { deal: Some(amount), whom, .. } => {
                let Some(whom) = whom.map_or(Some(who), |whom| self.moment.whom(whom)) else {
                    return Ok(());
                };
                let amount = r.amount(Purpose::Effect, Some(whom), *amount)?;
                let amount = DiceExpr::flat(amount);
                return self.command(r, &Command::Harm { amount, who: vec![(whom, Share::Full)] });
            }
            Then::Heal(amount) => {
                let amount = DiceExpr::flat(r.amount(Purpose::Healing, Some(who), *amount)?);
                return self.command(r, &Command::Heal { amount, who: vec![(who, Share::Full)] });
            }
            Then::Hp(hp) => self.rules.set_hp(r, who, *hp),
            Then::Begin(condition) => return self.begin(r, who, *condition, None),
            Then::BeginFor(condition, rounds) => return self.begin(r, who, *condition, Some(*rounds)),
            Then::End(condition) => r.relieve(who, *condition),
            Then::Lose(item) => return self.lose(r, who, item),
            Then::Count(name, n) => {
                if let Some(counter) = counter(name) {
                    let now = r.encounter().count_of(who, counter);
                    r.count(who, counter, now.saturating_add(*n));
                }
            }
            Then::Morale => return self.morale(r, who, None),
            Then::MoraleOfKind => return self.morale(r, who, Some(who)),
            Then::Remind(text) => {
                let title = self.rule.rule.rule.clone();
                r.tell(|| Told::Reminder(who, title, text.clone()));
            }
            Then::Stays => self.stay(r, who, None),
            Then::StaysAt(hp) => self.stay(r, who, Some(*hp)),
            Then::Drops => self.stand(r, who, Standing::Down),
            Then::Dies => self.stand(r, who, Standing::Dead),
            Then::Save(save, saved) => return self.save(r, who, *save, saved),
            _ => {}
        }
        Ok(())
    }

    /// Carries out a command that the ruleset allows now; what it does not allow does not happen.
    fn command(&self, r: &mut Resolution, command: &Command) -> Result<(), Stop> {
        match self.rules.check(r.encounter(), command) {
            Ok(()) => self.rules.resolve(r, command),
            Err(_) => Ok(()),
        }
    }

    fn morale(
        &self,
        r: &mut Resolution,
        who: CombatantId,
        like: Option<CombatantId>,
    ) -> Result<(), Stop> {
        let Some(side) = r.encounter().get(who).map(|c| c.side) else { return Ok(()) };
        self.command(r, &Command::Morale { side, like, adjustment: 0 })
    }

    fn begin(
        &self,
        r: &mut Resolution,
        who: CombatantId,
        condition: Condition,
        rounds: Option<u32>,
    ) -> Result<(), Stop> {
        let word =
            Overrule::Afflict { who: vec![who], condition, value: 0, rounds, label: None, toward: None };
        overrule::say(self.rules, r, &word)
    }

    fn stand(&self, r: &mut Resolution, who: CombatantId, standing: Standing) {
        if r.encounter().get(who).is_some_and(|c| c.standing != standing) {
            r.emit(Event::Stood(who, standing));
        }
    }

    /// Undoes a fall.
    fn stay(&self, r: &mut Resolution, who: CombatantId, hp: Option<i32>) {
        self.stand(r, who, Standing::Up);
        let fell = |change: &Change| matches!(change, Change::Stood(one, Standing::Dead | Standing::Down) if *one == who);
        r.forget_changes(fell);
        // Nobody gets up with more than it ever had.
        let most = r.encounter().get(who).map_or(0, |c| c.vitals.max());
        let hp = hp.map(|hp| if most > 0 { hp.min(most) } else { hp });
        if let Some(hp) =
            hp.filter(|hp| r.encounter().get(who).is_some_and(|c| c.vitals.figure() != *hp))
        {
            r.emit(Event::HpSet(who, hp));
        }
    }

    /// Takes an item away.
    fn lose(&self, r: &mut Resolution, who: CombatantId, item: &Item) -> Result<(), Stop> {
        let Some(c) = r.encounter().get(who) else { return Ok(()) };
        let line = self.moment.line.filter(|_| self.moment.actor == Some(who));
        match item {
            Item::Shield => return self.lose_shield(r, who),
            Item::Weapon => {
                let Some(line) = test::weapon(r.encounter(), c, line) else { return Ok(()) };
                let gear = Gear { at: Whereabouts::Dropped, ..c.thing(Thing::Line(line)) };
                let name = r.encounter().name_of_line(who, line).cloned().unwrap_or_default();
                r.emit(Event::Geared(who, Thing::Line(line), gear));
                // Where the rules know nothing of dropped weapons, the referee is to know.
                if deeds::rule(self.rules, Deed::Draw).is_none() {
                    r.emit(Event::Pinned(who, format!("{name} dropped").into()));
                }
            }
            Item::Armour => {
                let gear = Gear { at: Whereabouts::Destroyed, ..c.thing(Thing::Armour) };
                r.emit(Event::Geared(who, Thing::Armour, gear));
            }
            Item::Named(name) => {
                if let Some((own, left)) = test::supply(c, name) {
                    let own: Text = own.into();
                    r.tell(|| Told::Item(who, own.clone(), false));
                    r.take(Event::UsedUp(who, own, left - 1), Timing::Now);
                }
            }
        }
        Ok(())
    }

    /// Takes a shield away: its bearer's block is one without.
    fn lose_shield(&self, r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
        let Ok(d20) = r.encounter().d20(who) else { return Ok(()) };
        let mut block = d20.block.clone();
        block.protection.shield = 0;
        r.tell(|| Told::Item(who, "shield".into(), false));
        let word = Overrule::Block(who, Arc::new(StatBlock::Written(Box::new(block))));
        overrule::say(self.rules, r, &word)
    }

    /// Has somebody make a saving throw. Who has fallen makes it standing, and falls again if it fails.
    fn save(&self, r: &mut Resolution, who: CombatantId, save: Save, saved: &Saved) -> Result<(), Stop> {
        let Some(stood) = r.encounter().get(who).map(|c| c.standing) else { return Ok(()) };
        let act = Act { facts: Fact::Against(save).into(), ..Act::new(who, Deed::Save) };
        let before = r.changes().len();
        if stood != Standing::Up {
            r.set_standing(who, Standing::Up);
        }
        deeds::resolve(self.rules, r, &act)?;
        if stood != Standing::Up {
            r.set_standing(who, stood);
        }
        let rolled = r.changes()[before..].iter().rev().find_map(|change| match change {
            Change::Rolled(one, made) if *one == who => Some(*made),
            _ => None,
        });
        let then = if rolled == Some(true) { &saved.made } else { &saved.failed };
        then.iter().try_for_each(|then| self.act(r, then, Some(who)))
    }
}
