//! Plays a fight like a simple referee: follows the policy, and adds what the samples are meant to show but the policy
//! never proposes. Used to record the sample fights and to provide whole fights for measurements.

#![allow(dead_code)]

mod counted;
pub mod drawn;
mod slots;
mod stops;
mod wounds;

use std::collections::BTreeMap;
use wardrum::policy::{self, Choice, Then, Thrift};
use wardrum::rules::engine::deeds::offer_among;
use wardrum::rules::model::combatant::{Combatant, Standing};
use wardrum::rules::model::command::{Act, Command, Deed, Fact};
use wardrum::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Encounter, Stage};
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::offer::Offer;
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::model::window::{Mode, Phase};
use wardrum::rules::ruleset::{Ruleset, sides_standing};
use wardrum::rules::{check, offers, owes};

/// Distance in feet assumed for a shot if none is known.
const FAR: i32 = 30;

/// The next command; `None` if the fight is over.
pub fn next(rules: &dyn Ruleset, e: &Encounter) -> Option<Command> {
    match e.stage {
        Stage::Over => None,
        Stage::Running if sides_standing(rules, e) < 2 => Some(Command::End),
        _ => match escaped(rules, e) {
            Some(who) => Some(Command::Depart(who, Standing::Fled)),
            None => Some(act(rules, e).map_or(Command::Proceed, Command::Act)),
        },
    }
}

/// A combatant that has fled and got away.
fn escaped(rules: &dyn Ruleset, e: &Encounter) -> Option<CombatantId> {
    match policy::acting(rules, e, None, &BTreeMap::new()).then {
        Then::Leave(gone) => gone.first().copied(),
        _ => None,
    }
}

/// The act of the first combatant that has yet to act; `None` if nobody does anything here.
fn act(rules: &dyn Ruleset, e: &Encounter) -> Option<Act> {
    let may = |act: &Act| check(rules, e, &Command::Act(act.clone())).is_ok();
    let window = e.window().filter(|window| window.mode != Mode::Procedure)?;
    if let Some(act) = stops::lets_go(e).and_then(|c| judged(rules, e, c)).filter(may) {
        return Some(act);
    }
    let declaring = window.phase == Phase::Declare;
    let mut owing = e.all().filter(|c| owes(rules, e, c.id));
    if declaring {
        return owing.find_map(|c| announce(rules, e, c));
    }
    let c = owing.next()?;
    let shown = if e.wounds(c.id).is_ok() {
        wounds::turn(e, c, &offers(rules, e, c.id))
    } else if matches!(window.phase, Phase::Number | Phase::Gap) {
        let offers = offers(rules, e, c.id);
        slots::turn(e, c, &offers).or_else(|| counted::turn(e, c, &offers))
    } else if matches!(window.phase, Phase::Movement | Phase::Action) {
        stops::turn(e, c, &offers(rules, e, c.id))
    } else {
        None
    };
    let chosen = shown.filter(may).or_else(|| judged(rules, e, c).filter(may));
    Some(chosen.unwrap_or_else(|| Act::new(c.id, Deed::Pass)))
}

/// The choice of the policy, with the missing details of a shot filled in.
fn judged(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Option<Act> {
    let act = match policy::choose(rules, e, c.id, None, Thrift::Spends)? {
        Choice::Do(act) => return Some(act),
        Choice::Ask(act) => act,
    };
    let offer = offer_among(rules, e, c.id, act.deed)?;
    match act.deed {
        Deed::Cast | Deed::UsePower => Some(act).filter(|act| !act.at.is_empty()),
        Deed::Shoot => {
            let with = offer.with.first().copied();
            shot(e, c, &offer, Act { with, ..Act::new(c.id, Deed::Shoot) })
        }
        _ => None,
    }
}

/// Shoots at the likeliest foe, from the known or assumed distance.
fn shot(e: &Encounter, c: &Combatant, offer: &Offer, mut act: Act) -> Option<Act> {
    let target = *policy::likely(e, c.id, &offer.at.ids).first()?;
    act.at.push(target);
    if e.distance(c.id, target).is_none() {
        act.facts.set(Fact::Distance(Tenths::whole(FAR)));
    }
    Some(act)
}

/// A caster announces its first useful spell, once.
fn announce(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Option<Act> {
    let list = offers(rules, e, c.id);
    if list.iter().any(|offer| offer.deed == Deed::Undeclare) {
        return None;
    }
    let offer = list.iter().find(|offer| offer.deed == Deed::DeclareSpell && offer.blocked.is_none())?;
    let spells: Vec<Fact> = offer.facts.iter().map(|field| field.fact.clone()).collect();
    let useful = spells.into_iter().find(|spell| is_useful(e, c, spell))?;
    let mut act = Act::new(c.id, Deed::DeclareSpell);
    act.facts.set(useful);
    Some(act)
}

/// Whether a spell is directed against foes, or heals while somebody is hurt.
fn is_useful(e: &Encounter, c: &Combatant, spell: &Fact) -> bool {
    let Fact::Spell(at) = spell else { return false };
    let Some(spell) = e.d20(c.id).ok().and_then(|d20| d20.block.spells.get(usize::from(*at))) else {
        return false;
    };
    spell.facts.iter().any(|fact| match fact {
        Fact::Heals(_) => is_hurt(e, c),
        Fact::Damage(_) | Fact::Against(_) => true,
        Fact::Inflicts(what) => *what != Condition::NAMED,
        _ => false,
    })
}

/// Whether somebody on its side is hurt.
fn is_hurt(e: &Encounter, c: &Combatant) -> bool {
    e.all().any(|other| other.side == c.side && other.is_up() && other.vitals.hp() < other.vitals.max())
}

/// Dice that repeat for a seed; every question gets its default answer.
pub struct Seeded(pub u64);

impl Seeded {
    fn face(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = (self.0 >> 33) % u64::from(sides.max(1));
        u16::try_from(high).unwrap_or(0) + 1
    }
}

impl Dice for Seeded {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        Some(Roll::Faces((0..ask.count).map(|_| self.face(ask.sides)).collect()))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(ask.standing())
    }
}
