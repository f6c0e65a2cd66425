//! Defences: which a defender may use, their bonuses, and the roll.

use super::blow::Blow;
use super::options::{CIRCUMSTANCE_STACKING, CircumstanceStacking, FLAT_FOOTED, FlatFooted};
use super::{body, bonus, checks, condition, minds, presence, reason, state, weapon};
use crate::rules::model::block::wounds::Body;
use crate::rules::model::command::Defence;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::encounter::Hand;
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// All defences, in order of preference at equal bonus (`seconds.attack.defence-roll`).
const ALL: [Defence; 3] = [Defence::Dodge, Defence::Block, Defence::Parry];

/// Picks and rolls a defence. Returns whether the attack is negated.
pub fn fends_off(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<bool, Stop> {
    Ok(made(r, before, blow, &ALL)? != Defence::None)
}

/// Picks and rolls one of the given defences. Returns it if it succeeds, else `None`.
pub fn made(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    among: &[Defence],
) -> Result<Defence, Stop> {
    let how = pick(r, before, blow, &open(before, blow, among))?;
    let stops = how != Defence::None && roll(r, before, blow, how)?;
    Ok(if stops { how } else { Defence::None })
}

/// Returns the defences it has and may use against this blow, with their bonuses.
fn open(e: &Encounter, blow: &Blow, among: &[Defence]) -> Vec<(Defence, i32)> {
    let Some(defender) = Defender::of(e, blow) else { return Vec::new() };
    let may = |how: &&Defence| defender.may(e, blow, **how);
    among.iter().filter(may).map(|how| (*how, defender.bonus::<Sum>(e, blow, *how).total())).collect()
}

/// Whether its best defence succeeds even on a 1.
pub fn is_sure(e: &Encounter, blow: &Blow) -> bool {
    let Some(defender) = Defender::of(e, blow) else { return false };
    let least = bonus::defence_dc::<Sum>(e, blow).total().saturating_sub(1);
    let succeeds = |how: Defence| defender.bonus::<Sum>(e, blow, how).total() >= least;
    ALL.into_iter().any(|how| succeeds(how) && defender.may(e, blow, how))
}

/// Whether the target may use the defence against this blow (section 4).
pub fn check(e: &Encounter, blow: &Blow, how: Defence) -> bool {
    Defender::of(e, blow).is_some_and(|defender| defender.may(e, blow, how))
}

/// The target of a blow, with what it defends itself with.
struct Defender<'a> {
    c: &'a Combatant,
    /// The mind that defends the body.
    guard: CombatantId,
    skills: Cow<'a, Body>,
}

impl<'a> Defender<'a> {
    fn of(e: &'a Encounter, blow: &Blow) -> Option<Self> {
        let guard = minds::guard(e, blow.target);
        Some(Self { c: e.get(blow.target)?, guard, skills: minds::skills(e, guard).ok()? })
    }

    fn may(&self, e: &Encounter, blow: &Blow, how: Defence) -> bool {
        let c = self.c;
        let has = match how {
            Defence::Dodge => self.skills.dodge.is_some(),
            Defence::Block => self.skills.block.is_some() && weapon::has_hand(e, c.id),
            Defence::Parry => self.skills.parry.is_some() && weapon::can_parry(e, c.id),
            Defence::None => true,
        };
        let held = || c.has(Condition::HELD) && how != Defence::Dodge;
        let surprised =
            || is_flat_footed(e, c, blow.who, blow) && FLAT_FOOTED.is(e, FlatFooted::NoDefence);
        has && !held() && !state::is_helpless(e, c) && presence::is_here(c) && !surprised()
    }

    /// Returns the modifiers to a defence roll (the column of 3.7).
    fn bonus<T: Terms>(&self, e: &Encounter, blow: &Blow, how: Defence) -> T {
        let (c, mut tally) = (self.c, T::default());
        let skill = match how {
            Defence::Dodge => self.skills.dodge,
            Defence::Block => self.skills.block,
            Defence::Parry => self.skills.parry,
            Defence::None => None,
        };
        tally.add(reason::SKILL, skill.unwrap_or(0));
        let (flanked, unready) = (is_flanked(c, blow), is_flat_footed(e, c, blow.who, blow));
        let both = flanked && unready && CIRCUMSTANCE_STACKING.is(e, CircumstanceStacking::Worst);
        tally.add(Reason::FLANKED, if flanked { -1 } else { 0 });
        tally.add(reason::FLAT_FOOTED, if unready && !both { -1 } else { 0 });
        if how == Defence::Dodge {
            tally.add(Reason::HELD, if c.has(Condition::HELD) { -1 } else { 0 });
            tally.add(reason::RAGE, e.get(self.guard).map_or(0, body::rage));
            tally.add(Reason::LOAD, e.wounds(c.id).map_or(0, |body| body::dexterity_load(e, body)));
        }
        custom::add(&mut tally, c, Stat::Defence);
        tally
    }
}

/// Whether it is flat-footed toward the attacker (`seconds.surprise.flat-footed`); with the option
/// `no-defence`, toward everyone.
pub fn is_flat_footed(e: &Encounter, c: &Combatant, attacker: CombatantId, blow: &Blow) -> bool {
    let anyone = || c.has(condition::FLAT_FOOTED) && FLAT_FOOTED.is(e, FlatFooted::NoDefence);
    blow.facts.has(&Fact::Unaware) || state::has_toward(c, condition::FLAT_FOOTED, attacker) || anyone()
}

/// Whether it is flanked (`seconds.situation.flanked`).
pub fn is_flanked(c: &Combatant, blow: &Blow) -> bool {
    blow.facts.has(&Fact::Flanked) || c.has(Condition::FLANKED)
}

/// Picks the defence: the stated one if it is usable; else the table is asked if it rolls for the defender's
/// side, and otherwise the best is used.
fn pick(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    open: &[(Defence, i32)],
) -> Result<Defence, Stop> {
    let usable = |said: &Defence| *said == Defence::None || open.iter().any(|(how, _)| how == said);
    if let Some(said) = blow.facts.defence().filter(usable) {
        return Ok(said);
    }
    let Some(best) = best(open) else { return Ok(Defence::None) };
    if before.get(blow.target).is_none_or(|c| before.hand(c) == Hand::Machine) {
        return Ok(best);
    }
    let mut picks: Vec<Pick> = open.iter().map(|(how, _)| Pick::Defence(*how)).collect();
    picks.push(Pick::Defence(Defence::None));
    let default = open.iter().position(|(how, _)| *how == best).unwrap_or(0);
    let ask = ChoiceRequest::one(Question::Defence, picks.clone());
    let (who, among) = (Some(blow.target), vec![Pick::Combatant(blow.who)]);
    match r.choose(ChoiceRequest { who, among, default, ..ask })? {
        Answer::One(at) => Ok(match picks.get(at) {
            Some(Pick::Defence(how)) => *how,
            _ => Defence::None,
        }),
        _ => Ok(best),
    }
}

/// Returns the defence of the highest bonus, the first among equals.
fn best(open: &[(Defence, i32)]) -> Option<Defence> {
    let highest = open.iter().map(|(_, bonus)| *bonus).max()?;
    open.iter().find(|(_, bonus)| *bonus == highest).map(|(how, _)| *how)
}

/// Rolls d6 + bonus against the Defence DC (`seconds.attack.defence-roll`).
fn roll(r: &mut Resolution, before: &Encounter, blow: &Blow, how: Defence) -> Result<bool, Stop> {
    let tally = Defender::of(before, blow).map_or_else(Tally::new, |own| own.bonus(before, blow, how));
    let needing = bonus::defence_dc(before, blow);
    checks::roll_against(r, Purpose::Defence(how), blow.target, Some(blow.who), tally, needing)
}
