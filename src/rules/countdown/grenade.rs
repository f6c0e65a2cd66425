//! Flasks: oil lit in three ways, holy water, and others that break on impact.

use super::asset::tables;
use super::blow::Blow;
use super::options::{DIRECT_SPLASH, SPLASH_ROLL, SplashRoll};
use super::tables::Scatter;
use super::{checks, critical, damage, fire, harm, state, strike};
use crate::rules::model::block::d20::{Save, Tag};
use crate::rules::model::command::Lighting;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Splash damage (`countdown.missile.oil-splash`, `countdown.missile.holy-water`).
const SPLASH: DiceExpr = DiceExpr::new(1, 6, 0);

/// Content of a flask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Liquid {
    Oil(Lighting),
    HolyWater,
    Other,
}

fn liquid(blow: &Blow) -> Liquid {
    if blow.line.has(Tag::HOLY) {
        Liquid::HolyWater
    } else if blow.line.has(Tag::FIRE) {
        Liquid::Oil(blow.facts.lighting().unwrap_or(Lighting::None))
    } else {
        Liquid::Other
    }
}

impl Liquid {
    /// Whether it harms `who` at all.
    fn harms(self, e: &Encounter, who: CombatantId) -> bool {
        match self {
            Self::Oil(_) => !fire::is_proof(e, who),
            Self::HolyWater => state::is_undead(e, who),
            Self::Other => true,
        }
    }

    /// Whether a direct hit has an effect; unlit oil has none.
    fn works(self) -> bool {
        self != Self::Oil(Lighting::None)
    }

    /// Whether it splashes those around.
    fn splashes(self) -> bool {
        matches!(self, Self::Oil(Lighting::Wick) | Self::HolyWater)
    }
}

/// Throws a flask (`countdown.missile.grenade`): it hits, or lands elsewhere.
pub fn throw(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    r.under(|| Why::Blow(blow.who, blow.at, Some(blow.target)), |r| land(r, blow))
}

fn land(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let liquid = liquid(blow);
    let (outcome, face) = strike::roll(r, blow)?;
    // It misses a target that only silver or magic can harm (`countdown.attack.material`).
    let slips = outcome == Outcome::Immune && liquid.harms(r.encounter(), blow.target);
    if slips || !outcome.succeeded() {
        strike::miss(r, blow, face)?;
        return scatter(r, blow, liquid);
    }
    direct(r, blow, liquid, face)?;
    if !liquid.splashes() {
        return Ok(());
    }
    let here = r.encounter().get(blow.target).map(|c| c.name.clone());
    let near = marked(r, blow, Some(blow.target), here)?;
    splash(r, blow, liquid, &near, Some(blow.target))
}

/// Applies a direct hit: dice without Strength, critical hits included, and oil burns again next round.
fn direct(r: &mut Resolution, blow: &Blow, liquid: Liquid, face: i32) -> Result<(), Stop> {
    if !liquid.works() || !liquid.harms(r.encounter(), blow.target) {
        return Ok(());
    }
    let tier = critical::tier(r, blow, face)?;
    damage::deal(r, blow, tier)?;
    if matches!(liquid, Liquid::Oil(_)) {
        fire::set_alight(r, blow.target);
    }
    Ok(())
}

/// Scatters a miss to a square by 1d10 (`countdown.missile.grenade-scatter`).
fn scatter(r: &mut Resolution, blow: &Blow, liquid: Liquid) -> Result<(), Stop> {
    let face = r.figure(RollRequest::new(Purpose::Scatter, 1, 10).by(blow.who))?;
    let row = square(face);
    let there = row.map(|row| offset(row.x, row.y).into());
    if let Some(text) = there.clone() {
        r.tell(|| Told::row(blow.who, "countdown.missile.grenade-scatter", text));
    }
    if !liquid.splashes() {
        return Ok(());
    }
    let near = marked(r, blow, None, there)?;
    splash(r, blow, liquid, &near, None)
}

/// Offset of the impact from the target, as seen by the thrower: `10' left, 10' short`.
fn offset(x: i32, y: i32) -> String {
    let sides = [(x, "right", "left"), (y, "long", "short")];
    let told = sides.into_iter().filter(|(feet, ..)| *feet != 0);
    let told = told.map(|(feet, more, less)| {
        format!("{}' {}", feet.unsigned_abs(), if feet > 0 { more } else { less })
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Asks the referee who is within five feet of the impact; the default is nobody.
fn marked(
    r: &mut Resolution,
    blow: &Blow,
    but: Option<CombatantId>,
    place: Option<Text>,
) -> Result<Vec<CombatantId>, Stop> {
    let e = r.encounter();
    // The thrower is listed last; the dead are left out.
    let there = e.all().filter(|c| state::is_reached(c));
    let mut others: Vec<CombatantId> = there.map(|c| c.id).filter(|who| Some(*who) != but).collect();
    others.sort_by_key(|who| (*who == blow.who, *who));
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let ask = ChoiceRequest::some_of(Question::Area, blow.who, &others);
    let among = place.map(Pick::Named).into_iter().collect();
    let Answer::Some(named) = r.choose(ChoiceRequest { among, ..ask })? else { return Ok(Vec::new()) };
    Ok(named.into_iter().filter_map(|at| others.get(at)).copied().collect())
}

/// Splashes those around: a save against oil, none against holy water, and one damage roll for all or one each
/// (`countdown.option.splash-roll`). The target hit is splashed only with the option, and then without a save.
fn splash(
    r: &mut Resolution,
    blow: &Blow,
    liquid: Liquid,
    near: &[CombatantId],
    struck: Option<CombatantId>,
) -> Result<(), Stop> {
    let e = r.encounter();
    let drenched = struck.filter(|who| DIRECT_SPLASH.is_on(e) && liquid.harms(e, *who));
    let reached: Vec<CombatantId> =
        near.iter().copied().filter(|who| liquid.harms(e, *who)).chain(drenched).collect();
    let each = SPLASH_ROLL.is(e, SplashRoll::Each);
    let mut wet = Vec::new();
    for who in reached {
        let saves = matches!(liquid, Liquid::Oil(_)) && drenched != Some(who);
        if saves && checks::save(r, who, Save::Death, 0, checks::Against::Other)? {
            continue;
        }
        if each {
            let amount = r.amount(Purpose::Splash, Some(blow.who), SPLASH)?;
            r.under(|| Why::Target(who), |r| take(r, blow, who, amount))?;
        } else {
            wet.push(who);
        }
    }
    if wet.is_empty() {
        return Ok(());
    }
    let amount = r.amount(Purpose::Splash, Some(blow.who), SPLASH)?;
    wet.into_iter().try_for_each(|who| r.under(|| Why::Target(who), |r| take(r, blow, who, amount)))
}

fn take(r: &mut Resolution, blow: &Blow, who: CombatantId, amount: i32) -> Result<(), Stop> {
    let tally = Tally::new().with(Reason::DICE, amount);
    harm::harm(r, who, tally, Source::Effect(blow.who), Timing::Together)
}

/// Where a flask lands, by the die roll (`countdown.missile.grenade-scatter`).
fn square(face: i32) -> Option<&'static Scatter> {
    tables().scatter.iter().find(|row| i32::from(row.die) == face)
}
