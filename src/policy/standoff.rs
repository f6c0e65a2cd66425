//! Detects standoffs: fights in which nobody can harm anybody, so that they can be ended.

use super::gauge::{rested, run};
use super::weapons::lines_of;
use crate::rules::model::choice::HowMany;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Round;
use crate::rules::ruleset::Ruleset;
use std::collections::BTreeMap;

/// No fight is a standoff before this round: something may still be tried.
const NOT_BEFORE: Round = 6;

/// Whether no able combatant could harm a foe by repeating its last attack (or, for want of one, with any of its
/// weapons), even with the best rolls. A castable spell or power means there is no standoff.
pub(super) fn is_standoff(
    rules: &dyn Ruleset,
    e: &Encounter,
    last: &BTreeMap<CombatantId, Act>,
) -> bool {
    if e.stage != Stage::Running || e.round < NOT_BEFORE || !e.pending.is_empty() {
        return false;
    }
    let able = |c: &&Combatant| c.is_up() && !c.is_defenceless();
    let mut fighters = e.all().filter(able).peekable();
    fighters.peek().is_some() && fighters.all(|c| !can_harm(rules, e, c, last.get(&c.id)))
}

fn can_harm(rules: &dyn Ruleset, e: &Encounter, c: &Combatant, last: Option<&Act>) -> bool {
    if casts(e, c) && e.foes(c).any(|foe| foe.is_up() && !foe.is_defenceless()) {
        return true;
    }
    let acts = match last {
        Some(last) => vec![last.clone()],
        None => attacks(e, c),
    };
    let rooted = is_rooted(e, c);
    let reaches = |act: &Act, foe: &Combatant| {
        foe.is_up() && (!rooted || act.deed == Deed::Shoot || e.engaged(c.id, foe.id))
    };
    let harms = |act: &Act, foe: &Combatant| harms(rules, e, &aimed(act, foe.id), foe);
    acts.iter().any(|act| e.foes(c).any(|foe| reaches(act, foe) && harms(act, foe)))
}

/// Whether it never moves, as molds do.
fn is_rooted(e: &Encounter, c: &Combatant) -> bool {
    e.d20_of(c)
        .is_some_and(|d20| [d20.block.movement.base, d20.block.movement.encounter].contains(&Some(0)))
}

/// The act with a single target.
fn aimed(act: &Act, whom: CombatantId) -> Act {
    let mut act = Act { at: vec![whom], ..act.clone() };
    act.parts.iter_mut().for_each(|part| part.at = Some(whom));
    act
}

/// Whether it knows a spell or has a power.
fn casts(e: &Encounter, c: &Combatant) -> bool {
    e.d20(c.id).is_ok_and(|d20| !d20.block.spells.is_empty())
}

/// An attack with each of its weapons.
fn attacks(e: &Encounter, c: &Combatant) -> Vec<Act> {
    let with = |(line, shoots)| {
        let deed = if shoots { Deed::Shoot } else { Deed::Strike };
        Act { with: Some(line), ..Act::new(c.id, deed) }
    };
    e.block(c.block).into_iter().flat_map(lines_of).map(with).collect()
}

/// Whether the act harms the foe or puts it out of action with the best rolls for the actor. The act is not checked:
/// whose turn it is does not matter.
fn harms(rules: &dyn Ruleset, e: &Encounter, act: &Act, foe: &Combatant) -> bool {
    let mut lucky = Lucky { who: act.who, asked: 0 };
    let (after, stopped) = run(rules, &rested(e, act.who), act, &mut lucky);
    let grave = Meaning::OUT | Meaning::HELPLESS | Meaning::BROKEN | Meaning::POOL;
    let puts_out = |effect: &Effect| effect.condition.meaning.has_any(grave);
    let is_harm = |event: &Event| match event {
        Event::Harmed { who, amount, .. } => *who == foe.id && *amount > 0,
        Event::Absorbed { who, .. } => *who == foe.id,
        Event::Afflicted(who, effect) => *who == foe.id && puts_out(effect),
        Event::Stood(who, _) | Event::Wounded { who, .. } => *who == foe.id,
        _ => false,
    };
    let is_worse = |now: &Combatant| {
        let new = |effect: &&Effect| foe.effect_by_id(effect.id).is_none_or(|old| old != *effect);
        (now.vitals, now.standing) != (foe.vitals, foe.standing)
            || now.effects.iter().filter(new).any(puts_out)
    };
    // An act that cannot be resolved to its end, or that takes effect later, may well do harm.
    stopped
        || after.timers.len() > e.timers.len()
        || after.pending.iter().any(is_harm)
        || after.get(foe.id).is_none_or(is_worse)
}

/// Dice that always favour one combatant.
struct Lucky {
    who: CombatantId,
    asked: usize,
}

/// The most questions an attack may ask. Stops dice that explode on high results.
const MOST_ASKED: usize = 60;

impl Dice for Lucky {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        self.asked += 1;
        let (least, most) = ask.range();
        let high = (ask.who == Some(self.who)) != ask.under;
        (self.asked < MOST_ASKED).then_some(Roll::Total(if high { most } else { least }))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.asked += 1;
        let answer = match ask.how {
            HowMany::One => Answer::One(ask.default),
            HowMany::Some => Answer::Some(Vec::new()),
            _ => return None,
        };
        (self.asked < MOST_ASKED).then_some(answer)
    }
}
