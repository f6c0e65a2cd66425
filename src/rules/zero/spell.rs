//! Spells: cast after the attacks of the slot; lost or in doubt if the caster was hurt first (section 3.15).

use super::asset::tables;
use super::melee::MeleeArm;
use super::options::{MISCAST, MiscastBy};
use super::slot::owes;
use super::tables::{Interrupted, Miscast};
use super::{
    ability, condition, disruption, harm, reach, reason, refusal, routine, saving, speed, state,
    surprise,
};
use crate::rules::d20::harm::Rounding;
use crate::rules::d20::movement::moved;
use crate::rules::d20::roll::one_of;
use crate::rules::d20::spell::{self, Touch, announced as prepared};
use crate::rules::model::block::d20::{Ability, Save, Spell};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Casts the declared spell, or any spell if none need be declared.
pub const CAST: DeedRule = DeedRule {
    rule: "zero.spell.caster-won",
    phase: Some(Phase::Number),
    may: may_cast,
    shape: |at, offer| {
        let free = prepared(at.c).map_or_else(|| disruption::undeclared(at), |_| Vec::new());
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
        state::has_not_acted(at)?;
        routine::may_attack(at)
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

/// Returns the spell that the act casts.
fn which(at: &At, act: &Act) -> Option<u8> {
    let said = || act.facts.spell().filter(|nth| disruption::undeclared(at).contains(nth));
    prepared(at.c).or_else(said).or_else(|| disruption::undeclared(at).first().copied())
}

fn may_cast(at: &At) -> Allowed {
    could_cast(at)?;
    at.unless(!others_strike_first(at.e, at.c.id), refusal::BLOWS_FIRST)
}

/// Returns the spells that it could cast out of turn.
pub fn castable(at: &At) -> Vec<u8> {
    if could_cast(at).is_err() {
        return Vec::new();
    }
    prepared(at.c).map_or_else(|| disruption::undeclared(at), |nth| vec![nth])
}

fn could_cast(at: &At) -> Allowed {
    let c = at.c;
    state::has_not_acted(at)?;
    at.unless(!c.has(Condition::SPELL_DISRUPTED), Refusal::SPELL_LOST)?;
    spell::is_free_to_cast(at)?;
    at.unless_any([
        (prepared(c).is_none() && disruption::undeclared(at).is_empty(), Refusal::NOT_DECLARED),
        (c.has(Condition::PARRYING), Refusal::PARRYING),
        (c.has(Condition::RUNNING), Refusal::RUNNING),
        (c.has(Condition::FLEEING), Refusal::FLEEING),
        (state::runs(c), refusal::MORALE_BROKEN),
        (c.has(condition::STRUGGLING), refusal::STRUGGLING),
        (moved(c) > speed::CASTERS_STEP, Refusal::MOVED_TO_CAST),
    ])
}

/// Casts a spell. Foes with reach priority may strike first; a caster hurt by an attacker with equal initiative must
/// save (`zero.spell.simultaneous-save`). The effects take hold with the given timing.
pub fn cast(r: &mut Resolution, act: &Act, timing: Timing) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(at) = which(&At { e, c: e.who(act.who)? }, act) else { return Ok(()) };
    let near: Vec<CombatantId> = state::opponents(e, e.who(act.who)?).map(|foe| foe.id).collect();
    for foe in near {
        if !reach::reach_first(r, act, MeleeArm::Spell, foe)?
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
    disruption::disrupt(r, who, at);
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
        surprise::note_attack(r, act.who);
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
        disruption::hurt(r, whom, Some(act.who), damage.total());
        harm::harm(r, whom, damage, 0, Source::Effect(act.who), timing)?;
    }
    let lives = r.encounter().get(whom).is_some_and(Combatant::is_up);
    if let Some(brings) = brings.filter(|_| lives) {
        harm::bring(r, whom, brings, Some(spell.name.clone()), timing)?;
    }
    harm::heal(r, whom, healing);
    Ok(())
}

/// Whether others in the open slot still have attacks to make: these are computed before spells (section 2.4).
fn others_strike_first(e: &Encounter, who: CombatantId) -> bool {
    let Some(window) = e.window() else { return false };
    let strikes = |c: &Combatant| {
        c.id != who
            && !window.has_passed(c.id)
            && routine::may_attack(&At { e, c }).is_ok()
            && disruption::undeclared(&At { e, c }).is_empty()
    };
    e.all().any(|c| strikes(c) && owes(e, window, c.id))
}
