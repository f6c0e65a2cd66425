//! Melee and missile attacks: legality and targets. [`to_hit`] has the roll, [`damage`] the results of a hit.

use super::asset::about;
use super::blow::Blow;
use super::options::{RELOAD, SUBDUING};
use super::{condition, damage, disruption, initiative, refusal, slot, state, tag, to_hit};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::d20::relations::engage;
use crate::rules::model::block::d20::{Attack, Band, Class, D20, Damage, Range, Tag, Trait};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Share;
use crate::rules::model::event::Told;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// Damage of bare hands (`bx.attack.unarmed`).
const BARE_HANDS_DAMAGE: DiceExpr = DiceExpr::new(1, 2, 0);

/// Attacks a foe in reach.
pub const STRIKE: DeedRule = DeedRule {
    rule: "bx.attack.roll",
    phase: Some(Phase::Melee),
    may: may_attack,
    shape: |at, offer| {
        let mut with = usable_lines(at, Range::Melee);
        with.extend(Some(Attack::FIST).filter(|hands| may_use(at, *hands, Range::Melee).is_ok()));
        let foes = state::in_reach(about(), at.e, at.c);
        let far = state::ask_distance(about(), at.e, at.c, &foes);
        let facts = strike_facts(at, &with).into_iter().chain(far).collect();
        form(at, offer, Range::Melee, with, foes.into_iter(), facts, may_use)
    },
    check: |at, act| {
        check_line(at, act, Range::Melee)?;
        let target = aim::target(at, act)?;
        aim::check_reach(at.e, act.who, distance(at.e, act, target.id), about().melee_distance)?;
        let dull = at.e.d20(target.id).is_ok_and(|d20| d20.block.is(Trait::MINDLESS));
        check_subdual(at, act, !dull)
    },
    run: |r, act| attack(r, act, Range::Melee),
    damage: |at, line| damage::dice(at.e, at.d20().ok()?, line),
    ..DeedRule::of(Deed::Strike)
};

/// Shoots or throws at a foe out of reach.
pub const SHOOT: DeedRule = DeedRule {
    rule: "bx.missile.distance",
    phase: Some(Phase::Missile),
    concerns: |at| state::lines(at).iter().any(|line| state::reaches(line, Range::Missile)),
    may: may_attack,
    shape: |at, offer| {
        let with = usable_lines(at, Range::Missile);
        let farthest = farthest(at, &with);
        let near = |foe: &&Combatant| {
            let feet = state::known_distance(about(), at.e, at.c.id, foe.id);
            feet.is_none_or(|feet| feet <= farthest) && !foe.has(condition::COMPLETE_COVER)
        };
        let foes = state::in_sight(about(), at.e, at.c).filter(near);
        let offer = form(at, offer, Range::Missile, with, foes, shot_facts(farthest), may_use);
        aim::within_range(about(), at, offer, aim::farthest)
    },
    check: |at, act| {
        let line = check_line(at, act, Range::Missile)?;
        let target = aim::target(at, act)?;
        check_shot(at, act, &line, target)?;
        check_subdual(at, act, false)
    },
    run: |r, act| attack(r, act, Range::Missile),
    known: cover::known,
    ..DeedRule::of(Deed::Shoot)
};

/// Returns the line of an attack: one of the block's, or bare hands.
fn attack_line(d20: &D20, with: Option<u8>) -> Option<(u8, Cow<'_, Attack>)> {
    match with {
        Some(at) if at != Attack::FIST => state::line(d20, at).map(|line| (at, Cow::Borrowed(line))),
        _ => Some((Attack::FIST, Cow::Owned(bare_hands()))),
    }
}

fn bare_hands() -> Attack {
    Attack {
        range: Some(Range::Melee),
        damage: Some(Damage::Dice(BARE_HANDS_DAMAGE)),
        tags: vec![Tag::UNARMED],
        ..Attack::new("bare hands")
    }
}

/// Refuses a combatant that cannot attack at all this round.
pub fn may_attack(at: &At) -> Allowed {
    state::is_free(at)?;
    at.unless(!at.c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED)
}

fn in_tail(e: &Encounter) -> bool {
    e.window().is_some_and(slot::is_tail)
}

/// Returns the lines that it can still use at that range, considering its whole routine.
fn usable_lines(at: &At, range: Range) -> Vec<u8> {
    let all = (0..Attack::FIST).zip(state::lines(at));
    all.filter(|(nth, _)| may_use(at, *nth, range).is_ok()).map(|(nth, _)| nth).collect()
}

/// Checks that it can use the line at that range now.
fn may_use(at: &At, nth: u8, range: Range) -> Allowed {
    may_use_in(at, nth, range, in_tail(at.e))
}

/// Checks that it can use the line at that range, in the slow tail or outside it.
fn may_use_in(at: &At, nth: u8, range: Range, tail: bool) -> Allowed {
    let (c, d20) = (at.c, at.d20()?);
    if nth == Attack::FIST {
        return match state::has_not_attacked(at) {
            fresh if range == Range::Melee && (fresh.is_err() || d20.block.is_character()) => fresh,
            _ => at.no(Refusal::BAD_WEAPON),
        };
    }
    let line = state::line(d20, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    let shoots = range == Range::Missile;
    if state::uses_left(c, d20, nth) == 0 {
        return at.no(Refusal::ALREADY_ATTACKED);
    }
    if !state::reaches(line, range) {
        return at.no(Refusal::BAD_WEAPON);
    }
    if line.has(tag::SLOW) && !tail {
        let detail = "a slow weapon acts after all others: hang back to use it";
        return at.no(refusal::WRONG_STEP.saying(detail));
    }
    if shoots && c.has_value(Condition::RELOADING, nth) && RELOAD.is_on(at.e) {
        return at.no(Refusal::RELOADING);
    }
    state::supplied(c, line, shoots)
}

/// Whether it has a melee attack left and a foe in reach (section 2.1).
pub fn can_strike(at: &At) -> bool {
    may_attack(at).is_ok()
        && (has_line_left(at, Range::Melee) || is_unarmed(at))
        && state::any_in_reach(about(), at.e, at.c)
}

/// Whether it has only its hands, which are not slow: its weapons only shoot, and every foe is too near for that
/// (`bx.initiative.slow-weapons`).
pub fn has_only_hands(at: &At) -> bool {
    may_attack(at).is_ok()
        && is_unarmed(at)
        && !state::lines(at).iter().any(|line| state::reaches(line, Range::Melee))
        && state::in_sight(about(), at.e, at.c).next().is_none()
}

/// Whether it has a missile attack left and a foe out of reach (section 2.1).
pub fn can_shoot(at: &At) -> bool {
    // Checked first because most have no missile weapon.
    state::lines(at).iter().any(|line| state::reaches(line, Range::Missile))
        && may_attack(at).is_ok()
        && has_line_left(at, Range::Missile)
        && state::in_sight(about(), at.e, at.c).next().is_some()
}

/// Whether it has a line left at that range, in whichever part of its slot; decides whether a window opens.
fn has_line_left(at: &At, range: Range) -> bool {
    let slow = state::is_slow(at.e, at.c);
    let mut all = (0..Attack::FIST).zip(state::lines(at));
    all.any(|(nth, _)| may_use_in(at, nth, range, slow).is_ok())
}

/// Whether it is left with its hands: a character in melee without a usable melee weapon.
fn is_unarmed(at: &At) -> bool {
    state::hands_left(at.c)
        && at.d20().is_ok_and(|d20| d20.block.is_character())
        && state::in_melee(at.e, at.c)
        && !has_line_left(at, Range::Melee)
}

fn farthest(at: &At, with: &[u8]) -> i32 {
    let lines = with.iter().filter_map(|nth| state::line_at(at, *nth));
    lines.map(aim::farthest).max().unwrap_or(0)
}

fn shot_facts(farthest: i32) -> Vec<FactField> {
    vec![
        FactField::needed(
            Fact::Distance(Tenths::whole(farthest.min(30))),
            about().melee_distance + 1,
            farthest,
        ),
        FactField::may(Fact::Band(Band::Medium)),
        FactField::asks(Fact::Modifier(0)),
        FactField::flag(Fact::Behind),
        FactField { implied: true, ..cover::field(about(), 0) },
    ]
}

fn strike_facts(at: &At, with: &[u8]) -> Vec<FactField> {
    let block = at.d20().ok().map(|d20| &d20.block);
    let tagged = |tag| {
        let has = |nth: &u8| state::line_at(at, *nth).is_some_and(|line| line.has(tag));
        with.iter().copied().filter(has).collect()
    };
    let mounted = block.is_some_and(|block| block.is(Trait::MOUNTED));
    let mounted = FactField { stands: mounted, ..FactField::flag(Fact::Mounted) };
    let thief = block.is_some_and(|block| block.class == Some(Class::THIEF));
    let facts = [
        Some(FactField::asks(Fact::Modifier(0))),
        Some(FactField::flag(Fact::Behind)),
        thief.then(|| FactField::flag(Fact::Unaware)),
        mounted.only_with(tagged(Tag::CHARGE)),
        FactField::flag(Fact::AgainstCharge).only_with(tagged(Tag::BRACE)),
        SUBDUING.is_on(at.e).then(|| FactField::flag(Fact::Subdual)),
    ];
    facts.into_iter().flatten().collect()
}

/// Returns the distance in feet between attacker and target.
fn distance(e: &Encounter, act: &Act, target: CombatantId) -> Option<i32> {
    aim::distance(about(), e, act.who, target, &act.facts)
}

/// Checks and returns the line of the attack.
fn check_line<'a>(at: &At<'a>, act: &Act, range: Range) -> Result<Cow<'a, Attack>, RuleError> {
    let line = attack_line(at.d20()?, act.with);
    let (nth, line) = line.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    may_use(at, nth, range)?;
    Ok(line)
}

/// Checks range and cover.
fn check_shot(at: &At, act: &Act, line: &Attack, target: &Combatant) -> Allowed {
    let feet = distance(at.e, act, target.id);
    if feet.is_some_and(|feet| feet <= about().melee_distance) {
        return at.no(Refusal::TOO_CLOSE);
    }
    if act.facts.band().is_none() {
        let why = "the distance, in feet or as a range";
        aim::check_range(act.who, feet, aim::farthest(line), why)?;
    }
    if target.has(condition::COMPLETE_COVER) || act.facts.has(&Fact::CompleteCover) {
        return at.no(Refusal::COMPLETE_COVER);
    }
    cover::check(about(), at, act)
}

/// Checks that a subdual attack is possible: melee only, on an intelligent foe (`bx.damage.subdual`).
fn check_subdual(at: &At, act: &Act, can_be: bool) -> Allowed {
    match act.facts.has(&Fact::Subdual) {
        false => Ok(()),
        true if !SUBDUING.is_on(at.e) => at.no(Refusal::OPTION_OFF),
        true if !can_be => at.no(Refusal::BAD_TARGET),
        true => Ok(()),
    }
}

/// Makes one attack, from the roll to its results.
fn attack(r: &mut Resolution, act: &Act, range: Range) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let block = r.encounter().block_of(act.who);
    let Some(StatBlock::D20(d20)) = block.as_deref() else { return Ok(()) };
    let Some((at, line)) = attack_line(d20, act.with) else { return Ok(()) };
    let (who, facts, share) = (act.who, &act.facts, Share::Full);
    let blow = Blow { who, target, d20, range, at, line: &line, facts, share, manner: () };
    let early = |c: &Combatant| state::is_slow(r.encounter(), c) && !in_tail(r.encounter());
    if r.encounter().get(act.who).is_some_and(early) {
        initiative::hasten(r, act.who)?;
    }
    r.under(|| blow.cause(), |r| make(r, &blow))
}

/// Makes the attack: spends it, engages the two, rolls to hit and applies the result.
fn make(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    r.emit(Event::Spent(blow.who, Spending::Attack(blow.at)));
    state::draw(r, blow.who, blow.line, !blow.strikes());
    close_in(r, blow);
    let hit = to_hit::roll(r, blow)?;
    if blow.line.has(Tag::RELOAD) && RELOAD.is_on(r.encounter()) {
        let loading = Effect { value: blow.at.into(), ..state::rounds_on(r, Condition::RELOADING, 1) };
        r.afflict(blow.who, loading);
    }
    match hit {
        Outcome::Success | Outcome::Always => damage::deal(r, blow),
        Outcome::Immune => {
            disruption::spoil(r, blow.target, false);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Engages the pair after a melee attack, and records the distance after a missile attack. Shooting past a foe within
/// 5 ft is allowed, but the log points to the rule (R13).
fn close_in(r: &mut Resolution, blow: &Blow) {
    let (e, facts, who) = (r.encounter(), blow.facts, blow.who);
    if blow.strikes() {
        return engage(about(), r, who, blow.target, Timing::Together);
    }
    if e.get(who).is_some_and(|c| state::in_melee(e, c)) {
        r.tell(|| Told::Rule(SHOOT.rule.into()));
    }
    if facts.band().is_none() {
        state::note_distance(r, who, blow.target, facts);
    }
}
