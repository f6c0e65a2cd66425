//! Spells: cast after the attacks of the slot; lost or in doubt if the caster was hurt first (section 3.15).

use super::asset::tables;
use super::melee::{self, MeleeArm};
use super::options::{DECLARE_SPELLS, MISCAST, MiscastBy};
use super::state::this_round;
use super::tables::{Interrupted, Miscast};
use super::{
    ability, attack, condition, declare, harm, morale, movement, opening, reason, refusal, saving,
    sequence, state,
};
use crate::rules::d20::harm::Rounding;
use crate::rules::d20::roll::one_of;
use crate::rules::d20::spell::{self, Touch, announced as prepared};
use crate::rules::model::block::d20::{Ability, Save, Spell};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;
use std::cmp::Ordering;

/// Casts the declared spell, or any spell if none need be declared.
pub const CAST: DeedRule = DeedRule {
    rule: "zero.spell.caster-won",
    phase: Some(Phase::Number),
    may: may_cast,
    shape: |at, offer| {
        let free = prepared(at.c).map_or_else(|| undeclared(at), |_| Vec::new());
        let first = prepared(at.c).or(free.first().copied());
        spell::form_of(at, offer, first, &free, Combatant::is_up)
    },
    check: |at, act| {
        at.unless(which(at, act).is_some(), Refusal::NO_SPELL_LEFT)?;
        spell::check(at, act)
    },
    run: |r, act| cast(r, act, Timing::Together),
    choices: |_, _, fact| saving::categories(fact),
    ..spell::CAST
};

/// Uses a power.
pub const USE_POWER: DeedRule = DeedRule {
    rule: CAST.rule,
    phase: CAST.phase,
    may: |at| {
        declare::has_not_acted(at)?;
        attack::may_attack(at)
    },
    run: |r, act| {
        let Some(at) = act.facts.spell() else { return Ok(()) };
        go_off(r, act, at, Timing::Together)
    },
    choices: CAST.choices,
    ..spell::USE_POWER
};

/// Drops the declared spell, which stays in memory, and spends the action.
pub const LET_GO: DeedRule = DeedRule {
    rule: "zero.declare.round",
    phase: Some(Phase::Number),
    concerns: |at| at.c.has(Condition::CASTING),
    run: spell::let_go,
    ..DeedRule::of(Deed::LetGo)
};

/// Returns the spells that it can cast without a declaration: under the option, and in a surprise round, which has no
/// declarations (`zero.option.declare-spells`, `zero.surprise.free-round`).
pub fn undeclared(at: &At) -> Vec<u8> {
    let announced = DECLARE_SPELLS.is_on(at.e) && !opening::is_surprise_round(at.e);
    let free = !announced && spell::is_free_to_cast(at).is_ok();
    if free { spell::ready(at.e, at.c, false) } else { Vec::new() }
}

/// Returns the spell that the act casts.
fn which(at: &At, act: &Act) -> Option<u8> {
    let said = || act.facts.spell().filter(|nth| undeclared(at).contains(nth));
    prepared(at.c).or_else(said).or_else(|| undeclared(at).first().copied())
}

fn may_cast(at: &At) -> Allowed {
    could_cast(at)?;
    at.unless(!sequence::others_strike_first(at.e, at.c.id), refusal::BLOWS_FIRST)
}

/// Returns the spells that it could cast out of turn.
pub fn castable(at: &At) -> Vec<u8> {
    if could_cast(at).is_err() {
        return Vec::new();
    }
    prepared(at.c).map_or_else(|| undeclared(at), |nth| vec![nth])
}

fn could_cast(at: &At) -> Allowed {
    let c = at.c;
    declare::has_not_acted(at)?;
    at.unless(!c.has(Condition::SPELL_DISRUPTED), Refusal::SPELL_LOST)?;
    spell::is_free_to_cast(at)?;
    at.unless_any([
        (prepared(c).is_none() && undeclared(at).is_empty(), Refusal::NOT_DECLARED),
        (c.has(Condition::PARRYING), Refusal::PARRYING),
        (c.has(Condition::RUNNING), Refusal::RUNNING),
        (c.has(Condition::FLEEING), Refusal::FLEEING),
        (morale::runs(c), refusal::MORALE_BROKEN),
        (c.has(condition::STRUGGLING), refusal::STRUGGLING),
        (movement::moved(c) > movement::CASTERS_STEP, Refusal::MOVED_TO_CAST),
    ])
}

/// Casts a spell. Foes with reach priority may strike first; a caster hurt by an attacker with equal initiative must
/// save (`zero.spell.simultaneous-save`). The effects take hold with the given timing.
pub fn cast(r: &mut Resolution, act: &Act, timing: Timing) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(at) = which(&At { e, c: e.who(act.who)? }, act) else { return Ok(()) };
    let near: Vec<CombatantId> = state::opponents(e, e.who(act.who)?).map(|foe| foe.id).collect();
    for foe in near {
        if !melee::reach_first(r, act, MeleeArm::Spell, foe)?
            || r.encounter().who(act.who)?.has(Condition::SPELL_DISRUPTED)
        {
            return Ok(());
        }
    }
    let e = r.encounter();
    // One save, however many hits.
    if e.who(act.who)?.has(condition::HURT_BY) {
        let psy = Tally::new().with(reason::PSY, ability::bonus(e, e.d20(act.who)?, Ability::Wis));
        if !saving::save_with(r, act.who, Save::Paralysis, psy, 0)? {
            return interrupted(r, act.who, at);
        }
    }
    go_off(r, act, at, timing)
}

fn interrupted(r: &mut Resolution, who: CombatantId, at: u8) -> Result<(), Stop> {
    let roll = |r: &mut Resolution| {
        let face = r.figure(RollRequest::new(Purpose::Interrupted, 1, 6).by(who).bands(vec![5]))?;
        match tables().interrupted.result(face) {
            Some(Interrupted::Miscast) => miscast(r, who),
            _ => Ok(()),
        }
    };
    r.under(|| Why::Table(Purpose::Interrupted), roll)?;
    r.emit(Event::Spent(who, Spending::Action));
    disrupt(r, who, at);
    Ok(())
}

/// Resolves a miscast spell: by the referee, or by the table (`zero.spell.miscast`).
fn miscast(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    if !MISCAST.is(r.encounter(), MiscastBy::Table) {
        r.tell(|| Told::Rule("zero.spell.miscast".into()));
        return Ok(());
    }
    let face = r.roll(RollRequest::new(Purpose::Miscast, 1, 6).by(who))?.total();
    let Some((row, words)) = tables().miscast.at(face) else { return Ok(()) };
    r.tell(|| Told::row(who, "zero.spell.miscast-table", &**words));
    let e = r.encounter();
    let side = e.who(who)?.side;
    let struck = match row {
        Miscast::Friend => e.those(|c| c.is_up() && c.side == side && c.id != who),
        Miscast::Anybody => e.those(Combatant::is_up),
        Miscast::Nobody => return Ok(()),
    };
    one_of(r, &struck, who).map(|_| ())
}

/// Carries out the spell or power.
fn go_off(r: &mut Resolution, act: &Act, at: u8, timing: Timing) -> Result<(), Stop> {
    let block = &r.encounter().d20(act.who)?.block;
    let Some(spell) = block.spell(at).cloned() else { return Ok(()) };
    spell::go_off(r, act.who, at, &spell);
    let e = r.encounter();
    let harms = spell.facts.iter().chain(&act.facts.0).any(|fact| matches!(fact, Fact::Damage(_)));
    if harms || act.at.iter().any(|target| e.oppose(act.who, *target)) {
        opening::note_attack(r, act.who);
    }
    let modifier = act.facts.modifier().unwrap_or(0);
    let brings = act.facts.inflicts();
    let saves =
        |r: &mut Resolution, who, category| saving::save_from(r, who, category, brings, modifier);
    spell::work(r, act, Rounding::Down, saves, |r, touch| take_hold(r, act, &spell, touch, timing))
}

/// Applies the effects to one target.
fn take_hold(
    r: &mut Resolution,
    act: &Act,
    spell: &Spell,
    touch: Touch,
    timing: Timing,
) -> Result<(), Stop> {
    let Touch { whom, damage, healing, brings, .. } = touch;
    if damage.total() > 0 {
        hurt(r, whom, Some(act.who), damage.total());
        harm::harm(r, whom, damage, 0, Source::Effect(act.who), timing);
    }
    let lives = r.encounter().get(whom).is_some_and(Combatant::is_up);
    if let Some(brings) = brings.filter(|_| lives) {
        harm::bring(r, whom, brings, Some(spell.name.clone()), timing)?;
    }
    harm::heal(r, whom, healing);
    Ok(())
}

/// Compares the initiative of two: reach priority, then haste, then the numbers (`zero.spell.compare`).
fn compare(e: &Encounter, one: CombatantId, other: CombatantId) -> Ordering {
    let of = |who: CombatantId| e.get(who).map(|c| (c.has(condition::HASTED), c.number));
    match (melee::outreaches(e, one, other), melee::outreaches(e, other, one)) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        _ => of(one).cmp(&of(other)),
    }
}

/// Handles damage to a combatant that prepares or may still cast a spell: from an attacker with higher initiative, or
/// from no attacker, the spell is lost; with equal initiative it is in doubt (`zero.spell.caster-lost`).
pub fn hurt(r: &mut Resolution, who: CombatantId, by: Option<CombatantId>, amount: i32) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let at = At { e, c };
    let free = || !undeclared(&at).is_empty() && !c.spent.acted && state::attacks_made(c) == 0;
    if amount <= 0 || !(c.has(Condition::CASTING) || free()) {
        return;
    }
    match by.map(|by| compare(e, by, who)) {
        None | Some(Ordering::Greater) => lose(r, who),
        Some(Ordering::Equal) => {
            let effect = Effect { toward: by, ..this_round(r, condition::HURT_BY) };
            r.afflict(who, effect);
        }
        Some(Ordering::Less) => {}
    }
}

/// Loses the spell in preparation; no other can be cast this round.
pub fn lose(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who) else { return };
    match prepared(c) {
        Some(at) => disrupt(r, who, at),
        None if !undeclared(&At { e: r.encounter(), c }).is_empty() => {
            r.afflict(who, this_round(r, Condition::SPELL_DISRUPTED));
        }
        None => {}
    }
}

fn disrupt(r: &mut Resolution, who: CombatantId, at: u8) {
    let lost = this_round(r, Condition::SPELL_DISRUPTED);
    spell::disrupt(r, who, at, lost);
}
