//! Spells: casting a declared spell, wild magic (section 3.16).

use super::asset::tables;
use super::available::may_cast;
use super::options::WILD_MAGIC;
use super::state::this_round;
use super::{available, condition, disruption, harm, saving, state};
use crate::rules::d20::harm::Rounding;
use crate::rules::d20::spell::{self, Touch, announced};
use crate::rules::model::event::{Rolled, Told};
use crate::rules::ruleset::prelude::*;

/// Casts the declared spell (`house.spell.cast`).
pub const CAST: DeedRule = DeedRule {
    rule: "house.spell.cast",
    phase: Some(Phase::Action),
    may: may_cast,
    shape: |at, offer| spell::form_of(at, offer, announced(at.c), &[], Combatant::is_up),
    run: cast,
    ..spell::CAST
};

/// Uses an innate power such as breath or gaze.
pub const USE_POWER: DeedRule = DeedRule {
    concerns: |at| spell::has_any(at, true),
    may: |at| {
        state::has_not_acted(at)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)?;
        at.unless(!at.c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED)
    },
    shape: |at, offer| {
        let powers = available::ready(at, true);
        spell::form_of(at, offer, powers.first().copied(), &powers, Combatant::is_up)
    },
    check: |at, act| {
        spell::check_named(at, act, &available::ready(at, true))?;
        spell::check(at, act)
    },
    run: |r, act| match act.facts.spell() {
        Some(nth) => go_off(r, act, nth),
        None => Ok(()),
    },
    deed: Deed::UsePower,
    ..CAST
};

/// Drops a declared spell, which is kept (`house.declare.spell`).
pub const LET_GO: DeedRule = DeedRule {
    rule: "house.declare.spell",
    concerns: |at| at.c.has(Condition::CASTING),
    may: |at| at.unless(at.c.has(Condition::CASTING), Refusal::NOT_DECLARED),
    run: |r, act| {
        disruption::let_go(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::LetGo)
};

/// Whether the actor has or may have spells.
pub fn has_spells(at: &At) -> bool {
    spell::has_any(at, false)
}

fn cast(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = announced(r.encounter().who(act.who)?) else { return Ok(()) };
    r.afflict(act.who, this_round(r, condition::STAYS_PUT));
    go_off(r, act, nth)
}

/// Casts the spell or uses the power.
fn go_off(r: &mut Resolution, act: &Act, nth: u8) -> Result<(), Stop> {
    let block = &r.encounter().d20(act.who)?.block;
    let Some(spell) = block.spell(nth).cloned() else { return Ok(()) };
    spell::go_off(r, act.who, nth, &spell);
    r.afflict(act.who, this_round(r, condition::HAS_CAST));
    if !spell.power {
        wild_magic(r, act.who)?;
    }
    let magical = !spell.power || act.facts.has(&Fact::Magical);
    apply(r, act, magical, Some(spell.name.clone()))
}

/// Applies the effects that the referee entered for a spell, power or item.
pub fn apply(r: &mut Resolution, act: &Act, magical: bool, label: Option<Text>) -> Result<(), Stop> {
    let modifier = act.facts.modifier().unwrap_or(0);
    let fear = act.facts.inflicts() == Some(Condition::FLEEING);
    let saves = |r: &mut Resolution, who, category| {
        let heart = saving::heart(r, who, fear);
        saving::save_with(r, who, category, (modifier, magical), heart)
    };
    spell::work(r, act, Rounding::Down, saves, |r, touch| take_hold(r, act, &label, touch))
}

/// Rolls for wild magic, for scrolls too: a natural 1 or 20 brings a further effect that the referee makes up
/// (`house.spell.wild-magic`, A41).
pub fn wild_magic(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    if !WILD_MAGIC.is_on(r.encounter()) {
        return Ok(());
    }
    r.under(|| Why::Table(Purpose::WildMagic), |r| run_wild(r, who))
}

fn run_wild(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let bands = tables().wild_magic.iter().map(|(face, ..)| *face).chain([2]).collect();
    let rolled = r.throw(RollRequest::new(Purpose::WildMagic, 1, 20).by(who).bands(bands))?;
    let row = tables().wild_magic.iter().find(|(face, ..)| Some(*face) == rolled.dice);
    let outcome = row.map_or(Outcome::Figure, |(_, boon, _)| Outcome::of(*boon));
    r.rolled(Rolled { outcome, ..rolled });
    if let Some((_, _, text)) = row {
        r.tell(|| Told::row(who, "house.spell.wild-magic", text.clone()));
    }
    Ok(())
}

/// Applies the effects on one target; damage without a successful save disrupts its spell.
fn take_hold(r: &mut Resolution, act: &Act, label: &Option<Text>, touch: Touch) -> Result<(), Stop> {
    let Touch { whom, saved, damage, healing, brings } = touch;
    if !saved && damage.total() > 0 {
        disruption::disrupt(r, whom);
    }
    if damage.total() > 0 {
        harm::harm(r, whom, damage, Source::Effect(act.who))?;
    }
    let lives = r.encounter().get(whom).is_some_and(Combatant::is_up);
    if let Some(brings) = brings.filter(|_| lives) {
        harm::bring(r, whom, brings, label.clone())?;
    }
    harm::heal(r, whom, healing, true);
    Ok(())
}
