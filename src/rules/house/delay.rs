//! What a combatant does with its round in place of attacking at its stop: holding back, parrying (section 3.9).

use super::sequence::this_round;
use super::{about, attack, spell, state};
use crate::rules::d20::movement::destinations;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Deed;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{Offer, Targets};
use crate::rules::model::window::Phase;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule, Told};

/// The figure of what is held back when it is a spell; 0: attacks.
const SPELL: i32 = 1;

/// Gives up attacking and moving, harder to hit from now on (`house.attack.parry-dodge`).
pub const PARRY: DeedRule = DeedRule {
    rule: "house.attack.parry-dodge",
    told: Told::Named,
    may: |at| {
        state::has_not_acted(at)?;
        at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)?;
        at.unless(!at.c.has(Condition::CASTING), Refusal::CASTING)
    },
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        r.afflict(act.who, this_round(r, Condition::PARRYING));
        Ok(())
    },
    ..DeedRule::of(Deed::Parry)
};

/// Holds its attacks or its spell back until something happens, which is said; if that has to do with somebody, with
/// whom (`house.attack.delay`, `house.spell.delay`).
pub const HOLD: DeedRule = DeedRule {
    rule: "house.attack.delay",
    phase: Some(Phase::Action),
    told: Told::Named,
    may: |at| {
        at.unless(!state::holds_back(at.c), Refusal::ALREADY_ACTED)?;
        has_something_to_hold(at)
    },
    shape: |at, offer| {
        let others = at.e.all().filter(|other| other.id != at.c.id && other.is_up()).collect();
        let (others, _) = destinations(about(), at, others);
        Offer { at: Targets { most: others.most.min(1), ..others }, ..offer }
    },
    check: |at, act| at.unless(act.at.len() <= 1 && act.target() != Some(at.c.id), Refusal::BAD_TARGET),
    run: |r, act| {
        let value = if r.encounter().has(act.who, Condition::CASTING) { SPELL } else { 0 };
        let effect = Effect { value, toward: act.target(), ..this_round(r, Condition::HOLDING) };
        r.afflict(act.who, effect);
        r.emit(Event::Passed(act.who));
        Ok(())
    },
    ..DeedRule::of(Deed::Hold)
};

fn has_something_to_hold(at: &At) -> Allowed {
    if at.c.has(Condition::CASTING) { (spell::CAST.may)(at) } else { attack::may_attack(at) }
}

/// Whether it holds something back that it could still let go.
pub fn is_ready(e: &Encounter, c: &Combatant) -> bool {
    let held = c.effect(Condition::HOLDING).filter(|held| {
        // A spell that was spoiled leaves nothing to let go.
        held.value != SPELL || c.has(Condition::CASTING)
    });
    held.is_some() && has_something_to_hold(&At { e, c }).is_ok()
}

/// After a command: whoever has let go what it held back, or cannot any more, holds nothing.
pub fn note_let_go(r: &mut Resolution) {
    let e = r.encounter();
    let idle = |c: &&Combatant| state::holds_back(c) && !is_ready(e, c);
    let idle: Vec<CombatantId> = e.all().filter(idle).map(|c| c.id).collect();
    for who in idle {
        r.relieve(who, Condition::HOLDING);
    }
}
