//! Whether a fight drags on in which nobody can harm anybody: then it can be ended.

use super::whom::is_helpless;
use crate::rules::engine::deeds;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Range;
use crate::rules::model::choice::HowMany;
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Round;
use crate::rules::ruleset::Ruleset;
use std::collections::BTreeMap;

/// Before that round nobody gives a fight up: something may still be tried.
const NOT_BEFORE: Round = 6;

/// Whether none of those who can fight could harm a foe with what each goes on doing, its last attack or for want of one
/// its weapons, even if all the dice were for it. A spell or power in hand may change everything.
pub(super) fn is_standoff(
    rules: &dyn Ruleset,
    e: &Encounter,
    last: &BTreeMap<CombatantId, Act>,
) -> bool {
    if e.stage != Stage::Running || e.round < NOT_BEFORE || !e.pending.is_empty() {
        return false;
    }
    let able = |c: &&Combatant| c.is_up() && !is_helpless(rules, c);
    let mut fighters = e.all().filter(able).peekable();
    fighters.peek().is_some() && fighters.all(|c| !can_harm(rules, e, c, last.get(&c.id)))
}

fn can_harm(rules: &dyn Ruleset, e: &Encounter, c: &Combatant, last: Option<&Act>) -> bool {
    if casts(e, c) && e.foes(c).any(|foe| foe.is_up() && !is_helpless(rules, foe)) {
        return true;
    }
    let acts = match last {
        Some(last) => vec![last.clone()],
        None => attacks(e, c),
    };
    let foes = || e.foes(c).filter(|foe| foe.is_up());
    acts.iter().any(|act| foes().any(|foe| harms(rules, e, &aimed(act, foe.id), foe)))
}

/// The act at that one alone.
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
    let with = |shoots: bool, at: usize| {
        let deed = if shoots { Deed::Shoot } else { Deed::Strike };
        Act { with: u8::try_from(at).ok(), ..Act::new(c.id, deed) }
    };
    match e.block(c.block) {
        Some(StatBlock::D20(d20)) => {
            let lines = d20.figures.attacks.iter().enumerate();
            lines.map(|(at, line)| with(line.range == Some(Range::Missile), at)).collect()
        }
        Some(StatBlock::Wounds(body)) => {
            let lines = body.attacks.iter().enumerate();
            lines.map(|(at, line)| with(line.kind.is_ranged(), at)).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether anything befalls that one if the dice are all for who acts. Whose turn it is does not matter: the act is not
/// checked.
fn harms(rules: &dyn Ruleset, e: &Encounter, act: &Act, foe: &Combatant) -> bool {
    let mut lucky = Lucky { who: act.who, asked: 0 };
    let mut r = Resolution::unrecorded(e.clone(), &mut lucky);
    let done: Result<(), Stop> = deeds::resolve(rules, &mut r, act);
    let (after, _) = r.finish();
    let pending = !after.pending.is_empty();
    let same = after.get(foe.id).is_some_and(|now| {
        (now.vitals, now.standing, now.effects.len()) == (foe.vitals, foe.standing, foe.effects.len())
    });
    // What cannot be worked out to its end may well do harm.
    done.is_err() || pending || !same
}

/// Dice that are all for one.
struct Lucky {
    who: CombatantId,
    asked: usize,
}

/// More questions than these no blow asks: dice that are thrown again for as long as they are high.
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
