//! Saving throws (section 3.13).

use super::{disruption, figures, inspiration, reason, talent};
use crate::rules::d20::roll::Naturals;
use crate::rules::d20::save;
use crate::rules::model::block::d20::{Ability, Save};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Modifier of the incapacitated to every save (`house.save.incapacitated`).
const INCAPACITATED: i32 = -4;

/// A saving throw called for by the referee.
pub const SAVE: DeedRule = DeedRule {
    rule: "house.save.roll",
    when: When::Ever,
    shape: |_, offer| {
        let [magical, fear] = [Fact::Magical, Fact::Fear].map(FactField::flag);
        Offer { facts: vec![save::category(), save::modifier(), magical, fear], ..offer }
    },
    check: save::check,
    run: |r, act: &Act| {
        let Some(category) = act.facts.against() else { return Ok(()) };
        let (modifier, magical) = (act.facts.modifier().unwrap_or(0), act.facts.has(&Fact::Magical));
        let heart = heart(r, act.who, act.facts.has(&Fact::Fear));
        save_with(r, act.who, category, (modifier, magical), heart).map(|_| ())
    },
    ..DeedRule::of(Deed::Save)
};

/// Rolls a saving throw: the total must reach the target number, and naturals have no special effect
/// (`house.save.roll`). A failed save disrupts a spell (`house.spell.disruption`).
pub fn save(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    modifier: i32,
    magical: bool,
) -> Result<bool, Stop> {
    save_with(r, who, category, (modifier, magical), Tally::new())
}

/// Bonus against `fear`; none otherwise (`house.save.leader-fear`).
pub fn heart(r: &Resolution, who: CombatantId, fear: bool) -> Tally {
    let e = r.encounter();
    let afraid = e.get(who).filter(|_| fear);
    Tally::new().with(reason::LEADER, afraid.map_or(0, |c| talent::courage(e, c)))
}

/// Like [`save()`], with further modifiers in `tally`.
pub fn save_with(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    (modifier, magical): (i32, bool),
    tally: Tally,
) -> Result<bool, Stop> {
    let made = may_try(r, who, category)? && attempt(r, who, category, (modifier, magical), tally)?;
    if !made {
        disruption::disrupt(r, who);
    }
    Ok(made)
}

fn attempt(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    (modifier, magical): (i32, bool),
    mut tally: Tally,
) -> Result<bool, Stop> {
    let e = r.encounter();
    let (d20, c) = (e.d20(who)?, e.who(who)?);
    if magical {
        tally.add(Reason::WISDOM, figures::modifier(d20, Ability::Wis));
    }
    if c.has(Condition::INCAPACITATED) {
        tally.add(reason::INCAPACITATED, INCAPACITATED);
    }
    tally.add(reason::INJURY, figures::injury_to_all_rolls(e, c));
    talent::add_to_save(&mut tally, c);
    let made = save::roll(r, who, category, tally, modifier, Naturals::Plain)?;
    inspiration::spend(r, who, inspiration::Roll::Save);
    Ok(made)
}

/// Whether `who` may save: the blind fail unless the referee rules otherwise (`house.save.blind`).
fn may_try(r: &mut Resolution, who: CombatantId, category: Save) -> Result<bool, Stop> {
    if !r.encounter().has(who, Condition::BLIND) {
        return Ok(true);
    }
    let ask = ChoiceRequest::one(Question::BlindSave, vec![Pick::No, Pick::Yes]);
    if r.choose(ChoiceRequest { who: Some(who), ..ask })? == Answer::One(1) {
        return Ok(true);
    }
    r.rolled(Rolled { who: Some(who), ..Rolled::new(Purpose::Save(category), Outcome::Never) });
    Ok(false)
}
