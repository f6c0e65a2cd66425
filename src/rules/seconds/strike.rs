//! Single attacks: strike, shoot, cast. Their forms and checks, which also serve the blows of a combo.

use super::attack;
use super::blow::{self, Blow};
use super::form::{self, MOST, action, aimed, figure, others};
use super::{
    area, body, clock, condition, cover, defence, location, minds, options, presence, refusal, state,
    weapon,
};
use crate::rules::model::block::wounds::{Attack, AttackKind, Tag, Technique};
use crate::rules::model::command::{Defence, Light, Location, Part, Shelter};
use crate::rules::model::event::Told;
use crate::rules::model::moment::Second;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{self, Step};
use crate::rules::ruleset::prelude::*;
use std::cmp::Ordering;

/// A melee attack with a held or natural weapon.
pub const STRIKE: DeedRule = DeedRule {
    told: deed::LogForm::ByOutcome,
    concerns: |at| has_line(at, Deed::Strike),
    shape: |at, offer| attacks(at, offer, true, Vec::new()),
    ..single(Deed::Strike, "seconds.attack.roll")
};

/// A ranged attack with a weapon.
pub const SHOOT: DeedRule = DeedRule {
    told: deed::LogForm::ByOutcome,
    concerns: |at| has_line(at, Deed::Shoot),
    shape: |at, offer| attacks(at, offer, false, technique_facts(at)),
    ..single(Deed::Shoot, "seconds.missile.range")
};

/// A spell used as an attack.
pub const CAST: DeedRule = DeedRule {
    concerns: |at| has_line(at, Deed::Cast),
    shape: |at, offer| match at.c.has(condition::RAGING) {
        true => Offer::blocked(offer.deed, at.why(refusal::RAGING)),
        false => attacks(at, offer, false, near_magic_facts(at)),
    },
    ..single(Deed::Cast, "seconds.spell.cast")
};

/// Returns the row that the three have in common.
const fn single(deed: Deed, rule: &'static str) -> DeedRule {
    DeedRule {
        check: |at, act| check(at.e, act, Step::Begins),
        later: Some(|at, act, step| check(at.e, act, step)),
        run: resolve_or_delay,
        known: cover::known,
        aims,
        shares,
        choices,
        reaches,
        is_vain: |at, act| {
            let aimed = line_of(at.e, act).is_some_and(|line| line.area.is_none());
            aimed && attack::blow(at.e, act, 0).is_some_and(|blow| attack::is_vain(at.e, &blow))
        },
        price: |at, act| clock::price(at, cost(at, act)),
        ..action(deed, rule)
    }
}

/// Returns the deed that uses attacks of that kind.
fn deed_of(kind: AttackKind) -> Deed {
    match kind {
        AttackKind::Melee => Deed::Strike,
        AttackKind::Ranged => Deed::Shoot,
        AttackKind::MagicMelee | AttackKind::MagicRanged => Deed::Cast,
    }
}

fn has_line(at: &At, deed: Deed) -> bool {
    weapon::lines(at.e, at.c.id).any(|(_, line)| deed_of(line.kind) == deed)
}

/// Returns the attack of the act, by default the first.
fn line_of<'a>(e: &'a Encounter, act: &Act) -> Option<&'a Attack> {
    weapon::meant(e, act.who, act.with.unwrap_or(0), &act.facts)
}

/// Returns the seconds it takes: the attack's own cost, or the table's.
fn cost(at: &At, act: &Act) -> u32 {
    let line = line_of(at.e, act).or(weapon::line(at.e, act.who, 0));
    line.and_then(|line| line.cost).unwrap_or_else(|| clock::printed(act.deed))
}

/// Returns the seconds of the quickest of its attacks for that deed, if it has any.
pub fn quickest(at: &At, deed: Deed) -> Option<Second> {
    if !matches!(deed, Deed::Strike | Deed::Shoot | Deed::Cast) {
        return None;
    }
    let lines = weapon::lines(at.e, at.c.id).filter(|(_, line)| deed_of(line.kind) == deed);
    lines.map(|(_, line)| line.cost.unwrap_or_else(|| clock::printed(deed))).min()
}

/// An area attack has any number of targets, any other attack one.
fn aims(at: &At, act: &Act, offer: &Offer) -> (usize, usize) {
    let area = line_of(at.e, act).is_some_and(|line| line.area.is_some());
    if area { (0, offer.at.ids.len()) } else { (1, 1) }
}

/// Whether the damage is rolled once for all targets (`seconds.area.one-damage-roll`).
fn shares(at: &At, act: &Act) -> bool {
    line_of(at.e, act).is_some_and(|line| line.area.is_some() && line.damage.is_some())
}

/// Returns the form with weapons, targets and facts, `own` being those of the deed.
fn attacks(at: &At, offer: Offer, melee: bool, own: Vec<FactField>) -> Offer {
    let (e, c) = (at.e, at.c);
    let Ok(skills) = minds::skills(e, c.id) else { return offer };
    let lines = weapon::lines(e, c.id).filter(|(_, line)| deed_of(line.kind) == offer.deed);
    let lines: Vec<_> = lines.collect();
    let any_area = lines.iter().any(|(_, line)| line.area.is_some());
    let targets = aimed(others(e, c), 1, if any_area { usize::MAX } else { 1 });
    let mut facts = attack_facts(at, &targets, melee);
    facts.extend(own);
    facts.extend(body::substitutes(&skills).next().map(|first| FactField::may(Fact::Maneuver(first))));
    let deed = offer.deed;
    with_any(at, Offer { at: targets, facts, ..offer }, &lines, |n, line| {
        weapon::check(e, c.id, n, line)?;
        state::check_left(at, || line.cost.unwrap_or_else(|| clock::printed(deed)))
    })
}

/// Returns the form with the attacks that are ready, or blocked by the reason why none is.
pub fn with_any(
    at: &At,
    offer: Offer,
    lines: &[(u8, &Attack)],
    check: impl Fn(u8, &Attack) -> Allowed,
) -> Offer {
    let ready = |(n, line): &&(u8, &Attack)| check(*n, line).is_ok();
    let with: Vec<u8> = lines.iter().filter(ready).map(|(n, _)| *n).collect();
    if !with.is_empty() {
        return Offer { with, ..offer };
    }
    let why = lines.iter().find_map(|(n, line)| check(*n, line).err());
    Offer::blocked(offer.deed, why.unwrap_or_else(|| at.why(Refusal::BAD_WEAPON)))
}

/// Room for all facts of an attack, including those of its deed.
const MOST_FACTS: usize = 16;

/// Returns the facts of an attack (section 5), with their defaults.
pub fn attack_facts(at: &At, targets: &Targets, melee: bool) -> Vec<FactField> {
    let mut facts = Vec::with_capacity(MOST_FACTS);
    facts.extend([
        figure(Fact::Distance(Tenths::whole(if melee { 1 } else { 10 })), MOST),
        FactField::may(Fact::Called(Location::Head)),
        FactField::may(Fact::Shelter(Shelter::Light)),
        FactField::may(Fact::Light(Light::Hazy)),
        FactField::flag(Fact::Flanked),
        FactField::flag(Fact::Unaware),
        FactField::flag(Fact::Unseen),
        FactField::flag(Fact::WrongPlace),
        FactField::asks(Fact::Modifier(0)),
        FactField::asks(Fact::DefenceModifier(0)),
        FactField::may(Fact::Defence(Defence::None)),
    ]);
    if melee {
        facts.push(figure(Fact::Speed(5), MOST));
    }
    facts.push(FactField::flag(Fact::Insist));
    need_distance(at, &mut facts);
    facts.extend(targets.ids.get(1).map(|thing| FactField::may(Fact::Screen(*thing))));
    facts
}

/// Requires the distance if that of any possible target is unknown.
fn need_distance(at: &At, facts: &mut [FactField]) {
    let body = at.e.get(minds::body_of(at.e, at.c.id)).unwrap_or(at.c);
    let asks = |other: &Combatant| {
        other.id != body.id && presence::is_here(other) && at.e.must_ask_distance(body, other)
    };
    let needed = at.e.is_measured() && at.e.all().any(asks);
    for field in facts.iter_mut().filter(|field| matches!(field.fact, Fact::Distance(_))) {
        field.needed = needed;
    }
}

/// Returns the facts specific to melee spells (`seconds.movement.high-speed-damage`).
fn near_magic_facts(at: &At) -> Vec<FactField> {
    let near = weapon::lines(at.e, at.c.id).filter(|(_, line)| line.kind == AttackKind::MagicMelee);
    let speed = figure(Fact::Speed(5), MOST).only_with(near.map(|(n, _)| n).collect());
    speed.into_iter().collect()
}

/// Returns the facts that its ranged techniques add to a shot.
pub fn technique_facts(at: &At) -> Vec<FactField> {
    let Ok(skills) = minds::skills(at.e, at.c.id) else { return Vec::new() };
    let known =
        [(Technique::OnTheExhale, Fact::OnTheExhale), (Technique::ShootFromTheHip, Fact::FromTheHip)];
    let offered = known.into_iter().filter(|(known, _)| skills.knows(known));
    offered.map(|(_, fact)| FactField::flag(fact)).collect()
}

/// Refuses an attack that cannot be made, or that can no longer have an effect.
fn check(e: &Encounter, act: &Act, step: Step) -> Allowed {
    let at = act.with.unwrap_or(0);
    let Some(line) = line_of(e, act).filter(|line| deed_of(line.kind) == act.deed) else {
        return no(act.who, Refusal::BAD_WEAPON);
    };
    if step.is_done() || line.kind == AttackKind::Melee {
        weapon::check_ready(e, act.who, at, line, 1)?;
    }
    if step.is_aimed() && line.area.is_some() {
        check_area(e, act, step)?;
    } else if step.is_aimed() {
        let single = attack::blow(e, act, 0).filter(|_| act.at.len() <= 1 && act.parts.len() <= 1);
        let Some(blow) = single else { return no(act.who, Refusal::BAD_TARGET) };
        check_blow(e, &blow, step)?;
        if let Some(maneuver) = blow.maneuver
            && !body::substitutes(&*minds::skills(e, act.who)?).any(|known| known == maneuver)
        {
            return no(act.who, refusal::NO_SUCH_COMBO);
        }
    }
    if !step.is_done() {
        return Ok(());
    }
    weapon::check_light(e, act.who, line)?;
    check_calm(e, act.who, line)
}

/// Refuses to cast while raging (`seconds.spell.cast`).
pub fn check_calm(e: &Encounter, who: CombatantId, line: &Attack) -> Allowed {
    let raging = e.who(who)?.has(condition::RAGING) && line.kind.is_magic();
    if raging { no(who, refusal::RAGING) } else { Ok(()) }
}

/// Refuses called shots with an area attack, and defences it does not allow (`seconds.area.defence`). With an
/// effect delay, the area stays where it was aimed.
fn check_area(e: &Encounter, act: &Act, step: Step) -> Allowed {
    act.at.iter().try_for_each(|who| e.who(*who).map(|_| ()))?;
    let Some(blow) = area::at_square(e, act) else { return no(act.who, Refusal::BAD_WEAPON) };
    let each = act.at.iter().map(|who| area::at_one(act, &blow, *who));
    for blow in std::iter::once(blow.clone()).chain(each) {
        if blow.called().is_some() {
            return no(act.who, refusal::NO_SUCH_LOCATION);
        }
        check_loosed(&blow, step)?;
    }
    if step.is_done() {
        check_range(e, &blow)?;
        act.at.iter().try_for_each(|who| check_area_defence(e, &area::at_one(act, &blow, *who)))?;
    }
    Ok(())
}

/// Refuses a stated defence that a target in the area may not use.
fn check_area_defence(e: &Encounter, blow: &Blow) -> Allowed {
    match blow.facts.defence() {
        None | Some(Defence::None) => Ok(()),
        Some(how) if area::defences(e, blow).contains(&how) && defence::check(e, blow, how) => Ok(()),
        Some(_) => Err(RuleError::new(refusal::NO_SUCH_DEFENCE).of(blow.target)),
    }
}

/// Refuses a blow by its target, location, distance or defence.
pub fn check_blow(e: &Encounter, blow: &Blow, step: Step) -> Allowed {
    let refuse = |refusal| Err(RuleError::new(refusal).of(blow.who));
    let target = e.who(blow.target)?;
    if blow.target == minds::body_of(e, blow.who) {
        return refuse(Refusal::BAD_TARGET);
    }
    if let Some(screen) = blow.facts.screen() {
        e.who(screen)?;
        if !state::is_object(e, screen) || screen == blow.target {
            return refuse(Refusal::BAD_TARGET);
        }
    }
    if let Some(location) = blow.called() {
        location::check(e, blow.target, location)?;
    }
    match target.standing {
        Standing::Up | Standing::Down => {}
        Standing::Fled | Standing::Gone => {
            return Err(RuleError::new(Refusal::UNKNOWN_COMBATANT).of(blow.target));
        }
        _ if blow.facts.has(&Fact::Insist) => {}
        Standing::Surrendered => return refuse(Refusal::BAD_TARGET),
        Standing::Dead => return refuse(refusal::TARGET_DEAD),
    }
    check_loosed(blow, step)?;
    check_known(e, blow)?;
    check_reach(e, blow)?;
    check_range(e, blow)?;
    match blow.facts.defence() {
        Some(how) if step.is_done() && how != Defence::None && !defence::check(e, blow, how) => {
            refuse(refusal::NO_SUCH_DEFENCE)
        }
        _ => Ok(()),
    }
}

/// Refuses a shot stated as already loosed before it is made.
fn check_loosed(blow: &Blow, step: Step) -> Allowed {
    let loosed = step.is_done() && blow.facts.loosed().is_some();
    if loosed { Err(RuleError::new(Refusal::BAD_MODIFIER).of(blow.who)) } else { Ok(()) }
}

/// Refuses a target beyond the last range step (`seconds.missile.max-range`).
fn check_range(e: &Encounter, blow: &Blow) -> Allowed {
    let most = weapon::max_steps(&*minds::skills(e, blow.who)?, &blow.line);
    let steps = blow::range_steps(e, blow);
    if steps > most {
        let metres = blow::distance(e, blow).unwrap_or_default();
        let found = format!("{metres} m is range step {steps}, maximum {most}");
        return Err(RuleError::new(Refusal::OUT_OF_RANGE).of(blow.who).saying(found));
    }
    Ok(())
}

/// Refuses a target at an unknown distance where distances are tracked.
fn check_known(e: &Encounter, blow: &Blow) -> Allowed {
    let unknown = e.is_measured() && blow::distance(e, blow).is_none();
    let why = || RuleError::new(Refusal::MISSING_FACT).of(blow.who).saying("the distance");
    if unknown { Err(why()) } else { Ok(()) }
}

/// Refuses a target nearer or farther than the weapon's reach (`seconds.melee.reach`,
/// `seconds.melee.too-close`).
fn check_reach(e: &Encounter, blow: &Blow) -> Allowed {
    let metres = blow::distance(e, blow);
    match metres.and_then(|metres| out_of_reach(e, blow.who, &blow.line, metres)) {
        Some((refusal, squares)) => {
            let found = format!("{squares} squares, reach {}", blow.line.reach.squares());
            Err(RuleError::new(refusal).of(blow.who).saying(found))
        }
        None => Ok(()),
    }
}

/// Returns why that distance, in squares, is out of a weapon's reach; `None` if it is not.
fn out_of_reach(
    e: &Encounter,
    who: CombatantId,
    line: &Attack,
    metres: Tenths,
) -> Option<(Refusal, i32)> {
    if line.kind.is_ranged() {
        return None;
    }
    let squares = body::squares(metres, state::scale(e, minds::body_of(e, who)));
    let near = || {
        line.has(Tag::AnyReach)
            || minds::skills(e, who).is_ok_and(|skills| skills.knows(&Technique::AnyReach))
            || !options::STRICT_REACH.is_on(e)
    };
    match squares.cmp(&line.reach.squares()) {
        Ordering::Greater => Some((Refusal::TOO_FAR, squares)),
        Ordering::Less if !near() => Some((Refusal::TOO_CLOSE, squares)),
        _ => None,
    }
}

/// Whether a blow with that attack may reach the other where it is; an area may be aimed anywhere.
fn reaches(at: &At, nth: u8, other: &Combatant) -> bool {
    let body = at.e.get(minds::body_of(at.e, at.c.id)).unwrap_or(at.c);
    let line = weapon::line(at.e, at.c.id, nth).filter(|line| line.area.is_none());
    let known = line.zip(at.e.between(body, other));
    known.is_none_or(|(line, metres)| out_of_reach(at.e, at.c.id, line, metres).is_none())
}

fn no(who: CombatantId, why: Refusal) -> Allowed {
    Err(RuleError::new(why).of(who))
}

/// Returns the choices for a fact of an attack.
pub fn choices(at: &At, act: &Act, fact: &Fact) -> Vec<(Text, Fact)> {
    match fact {
        Fact::Called(_) => locations(at.e, act),
        Fact::Defence(_) => defences(at.e, act),
        Fact::Maneuver(_) => maneuvers(at.e, act.who),
        Fact::Screen(_) => screens(at.e, act),
        _ => Vec::new(),
    }
}

/// Returns the locations the target has (`seconds.calledshot.roll`).
fn locations(e: &Encounter, act: &Act) -> Vec<(Text, Fact)> {
    let has = |location: &&Location| {
        act.target().is_none_or(|target| location::check(e, target, **location).is_ok())
    };
    let all = Location::ALL.iter().filter(has);
    all.map(|location| (location.word().into(), Fact::Called(*location))).collect()
}

/// Returns the defences the target may use, and none.
fn defences(e: &Encounter, act: &Act) -> Vec<(Text, Fact)> {
    let blow = attack::blow(e, act, 0);
    let may = |how: &Defence| blow.as_ref().is_none_or(|blow| defence::check(e, blow, *how));
    let all = [Defence::None, Defence::Dodge, Defence::Block, Defence::Parry];
    let open = all.into_iter().filter(|how| *how == Defence::None || may(how));
    open.map(|how| (how.word().into(), Fact::Defence(how))).collect()
}

/// Returns the maneuvers that may replace a single attack (`seconds.combo.single-substitute`).
fn maneuvers(e: &Encounter, who: CombatantId) -> Vec<(Text, Fact)> {
    let Ok(skills) = minds::skills(e, who) else { return Vec::new() };
    body::substitutes(&skills).map(|m| (m.word().into(), Fact::Maneuver(m))).collect()
}

/// Returns the combatants that the target can be behind.
fn screens(e: &Encounter, act: &Act) -> Vec<(Text, Fact)> {
    let others = e.all().filter(|c| c.id != act.who && !act.at.contains(&c.id) && presence::is_here(c));
    others.map(|c| (c.name.clone(), Fact::Screen(c.id))).collect()
}

/// Returns the act that makes a single blow.
pub fn alone(blow: Blow) -> Act {
    let mut act = Act {
        with: Some(blow.at),
        at: vec![blow.target],
        facts: blow.facts,
        ..Act::new(blow.who, deed_of(blow.line.kind))
    };
    if let Some(maneuver) = blow.maneuver {
        act.facts.set(Fact::Maneuver(maneuver));
    }
    act
}

/// Returns the act that makes these blows simultaneously, each with its own attack.
pub fn as_one(who: CombatantId, blows: Vec<Blow>) -> Act {
    let part = |blow| {
        let Act { with, at, facts, .. } = alone(blow);
        Part { with, at: at.first().copied(), facts }
    };
    let at = blows.iter().map(|blow| blow.target).collect();
    Act { at, parts: blows.into_iter().map(part).collect(), ..Act::new(who, Deed::Combo) }
}

/// Resolves a paid attack: now, or after its delay (`seconds.time.effect-delay`).
fn resolve_or_delay(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let line = line_of(r.encounter(), act);
    let (delay, is_area) = line.map_or((0, false), |line| (line.delay, line.area.is_some()));
    if delay == 0 {
        return strike(r, act);
    }
    let e = r.encounter();
    let shot = if is_area { area::at_square(e, act) } else { attack::blow(e, act, 0) };
    let mut later = act.clone();
    if let Some(mut shot) = shot {
        attack::note_aim(e, &mut shot);
        weapon::loosed(r, &shot);
        later.facts = shot.facts;
    }
    clock::deliver_later(r, &later, delay);
    Ok(())
}

/// Resolves a delayed effect, as far as it can still have one (`seconds.time.effect-delay`).
pub fn take_effect(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.under(|| Why::going_on(act), |r| work_late(r, act))
}

fn work_late(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    form::tell(r, act);
    if act.deed != Deed::Combo {
        return if can_take_effect(r, act) { strike(r, act) } else { Ok(()) };
    }
    let all = (0..act.parts.len()).filter_map(|part| attack::blow(r.encounter(), act, part));
    let mut blows: Vec<Blow> = all.collect();
    blows.retain(|blow| can_take_effect(r, &alone(blow.clone())));
    attack::exchange(r, &blows)
}

/// Whether it can still have an effect; logs the reason if not.
fn can_take_effect(r: &mut Resolution, act: &Act) -> bool {
    let Err(why) = check(r.encounter(), act, Step::TakesEffect) else { return true };
    let text = format!("no effect: {}", why.code().replace('-', " "));
    r.tell(|| Told::row(act.who, "seconds.time.effect-delay", text));
    false
}

/// Resolves a single attack.
fn strike(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let line = weapon::meant(r.encounter(), act.who, act.with.unwrap_or(0), &act.facts);
    if line.is_some_and(|line| line.area.is_some()) {
        return area::strike(r, act);
    }
    let blows: Vec<Blow> = attack::blow(r.encounter(), act, 0).into_iter().collect();
    attack::exchange(r, &blows)
}
