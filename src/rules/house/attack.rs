//! Attacks: who may attack whom with what, and the resolution from the die to the end (sections 3.9 to 3.11).
//! [`to_hit`] has the roll, [`damage`] the damage of a hit, [`critical`] and [`fumble`] the charts for naturals.

use super::asset::about;
use super::blow::{Blow, Hit, Manner, with_line};
use super::{
    care, critical, damage, delay, fumble, gear, harm, missile, refusal, saving, spell, state, stray,
    talent, to_hit, two_weapons,
};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::d20::mount;
use crate::rules::d20::relations::engage;
use crate::rules::d20::state::ask_distance;
use crate::rules::model::block::d20::{Attack, Range, Tag};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Attacks a target in reach.
pub const STRIKE: DeedRule = DeedRule {
    rule: "house.attack.roll",
    phase: Some(Phase::Action),
    repeats: true,
    may: may_attack,
    shape: |at, offer| {
        let with = usable_lines(at, Range::Melee);
        let foes = in_reach(at, &with);
        let far = ask_distance(about(), at.e, at.c, &foes);
        let facts = melee_facts(at).into_iter().chain(far).chain(past_friends(at, &with)).collect();
        let offer = form(at, offer, Range::Melee, with, foes.into_iter(), facts, may_use);
        offer.within_reach(|nth, foe| at.e.get(foe).is_some_and(|foe| may_reach(at, nth, foe)))
    },
    check: |at, act| {
        let line = aim::line(at, act, Range::Melee, may_use)?;
        let target = aim::target(at, act)?;
        check_reach(at, act, line, target)?;
        check_friend(at, act, line)?;
        check_cover(at, act)
    },
    choices: |at, _, fact| match fact {
        Fact::Screen(_) => friends(at).map(|c| (c.name.clone(), Fact::Screen(c.id))).collect(),
        _ => Vec::new(),
    },
    run: |r, act| in_its_stop(r, act, Range::Melee, Manner::Ordinary),
    known: cover::known,
    damage: |_, line| damage::dice(line),
    ..DeedRule::of(Deed::Strike)
};

/// Allies past which it might attack (`house.attack.second-rank`).
fn friends<'a>(at: &At<'a>) -> impl Iterator<Item = &'a Combatant> {
    let c = at.c;
    at.e.all().filter(move |other| other.side == c.side && other.id != c.id && other.is_up())
}

/// Asks which ally a weapon with reach strikes past.
fn past_friends(at: &At, with: &[u8]) -> Option<FactField> {
    let reaches = |nth: &u8| state::line_at(at, *nth).is_some_and(|line| line.has(Tag::REACH));
    let long = with.iter().copied().filter(reaches).collect();
    let friend = friends(at).next()?;
    FactField::may(Fact::Screen(friend.id)).only_with(long)
}

/// Checks that only a weapon with reach strikes past another combatant, and only past an ally.
fn check_friend(at: &At, act: &Act, line: &Attack) -> Allowed {
    let Some(friend) = act.facts.screen() else { return Ok(()) };
    at.unless(
        line.has(Tag::REACH),
        Refusal::BAD_WEAPON.saying("only a reach weapon can strike past an ally"),
    )?;
    let is_friend = friends(at).any(|c| c.id == friend);
    at.unless(is_friend, Refusal::BAD_TARGET.saying("it can only strike past an ally"))
}

/// Whether the actor can do anything at its action stop (section 2, skipped slots); once it has attacked, only attack
/// again (`house.attack.available`).
pub fn can_act(at: &At) -> bool {
    if state::is_limited(at.c) {
        return (care::DRINK.may)(at).is_ok();
    }
    let attacks = state::attacks_made(at.c) == 0 || may_attack(at).is_ok();
    !at.c.spent.acted && attacks && !state::runs_away(at.c)
}

/// Refuses an attack of any kind, with the first reason that applies.
pub fn may_attack(at: &At) -> Allowed {
    let c = at.c;
    at.unless_any([
        (c.has(Condition::RETREATING), Refusal::RETREATING),
        (c.has(Condition::FLEEING), Refusal::FLEEING),
        (c.has(Condition::PARRYING), Refusal::PARRYING),
        (c.has(Condition::RUNNING), Refusal::RUNNING),
        (c.has(Condition::CASTING), Refusal::CASTING),
        (c.spent.acted, Refusal::ALREADY_ACTED),
        (c.has(Condition::BLIND), refusal::BLIND),
        (c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED),
    ])?;
    let left = at.d20().map_or(0, |d20| state::attacks_left(c, d20));
    at.unless(left > 0, Refusal::ALREADY_ATTACKED)
}

/// The attack lines it can use at that range now.
pub fn usable_lines(at: &At, range: Range) -> Vec<u8> {
    state::ready_lines(at).map(|(nth, _)| nth).filter(|nth| may_use(at, *nth, range).is_ok()).collect()
}

/// Checks that the actor can use that attack line at that range now.
pub fn may_use(at: &At, nth: u8, range: Range) -> Allowed {
    let d20 = at.d20()?;
    let line = state::line(d20, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    at.unless(state::reaches(line, range), Refusal::BAD_WEAPON)?;
    gear::may_wield(at, nth, line)?;
    two_weapons::may_strike(at, nth)?;
    at.unless(state::uses_left(at.c, d20, nth) > 0, Refusal::ALREADY_ATTACKED)?;
    if range == Range::Missile {
        missile::may_shoot(at, nth, line)?;
    }
    state::supplied(at.c, line, range == Range::Missile)
}

/// Facts to ask about a melee attack.
fn melee_facts(at: &At) -> Vec<FactField> {
    let rides = mount::rides(at.e, at.c);
    let mut facts = vec![FactField::asks(Fact::Modifier(0)), cover_field()];
    facts.extend([
        FactField::flag(Fact::CompleteCover),
        FactField::flag(Fact::Behind),
        FactField::flag(Fact::Unaware),
    ]);
    facts.push(FactField { stands: rides, ..FactField::flag(Fact::Mounted) });
    facts.extend(talent::facts(at));
    facts
}

/// Field for the target's cover: 1, 2 or 4 points of armour class, entered as a penalty.
pub fn cover_field() -> FactField {
    cover::field(about(), -2)
}

/// Checks that cover is a quarter, half or three quarters; a target in complete cover cannot be attacked
/// (`house.attack.cover`).
pub fn check_cover(at: &At, act: &Act) -> Allowed {
    at.unless(!act.facts.has(&Fact::CompleteCover), Refusal::COMPLETE_COVER)?;
    cover::check(about(), at, act)
}

/// Checks that the target is in reach of that weapon.
fn check_reach(at: &At, act: &Act, line: &Attack, target: &Combatant) -> Allowed {
    let reach = state::reach_of(line);
    if state::has_left_reach(target, at.c) {
        return Ok(());
    }
    aim::check_reach(at.e, act.who, distance(at.e, act.who, target.id, &act.facts), reach)
}

/// Distance between the two in feet: melee distance if engaged, else as the referee says, else as known.
pub fn distance(e: &Encounter, who: CombatantId, target: CombatantId, facts: &Facts) -> Option<i32> {
    aim::distance(about(), e, who, target, facts)
}

/// Whether `foe` is known to be within `reach`.
fn is_near(at: &At, foe: &Combatant, reach: i32) -> bool {
    at.e.engaged(at.c.id, foe.id)
        || state::has_left_reach(foe, at.c)
        || at.e.between(at.c, foe).is_some_and(|far| far <= Tenths::whole(reach))
}

/// Whether the attack line may reach `foe`: it does, or the distance is unknown.
fn may_reach(at: &At, nth: u8, foe: &Combatant) -> bool {
    let reach = state::line_at(at, nth).map_or(0, state::reach_of);
    at.e.between(at.c, foe).is_none() || is_near(at, foe, reach)
}

/// Foes that one of those lines may reach, near ones first: in reach or at unknown distance. If nobody measures
/// distances and any foe is near, only the near ones.
fn in_reach<'a>(at: &At<'a>, with: &[u8]) -> Vec<&'a Combatant> {
    let At { e, c } = *at;
    let lines = with.iter().filter_map(|nth| state::line_at(at, *nth));
    let reach = lines.map(state::reach_of).max().unwrap_or(about().melee_distance);
    let near = |foe: &Combatant| is_near(at, foe, reach);
    let mut foes: Vec<&Combatant> =
        e.foes(c).filter(|foe| near(foe) || e.between(c, foe).is_none()).collect();
    if !e.is_measured() && foes.iter().any(|foe| near(foe)) {
        foes.retain(|foe| near(foe));
    }
    foes.sort_by_key(|foe| !near(foe));
    foes
}

/// Makes an attack at the attacker's own stop, or releases a delayed one.
pub fn in_its_stop(r: &mut Resolution, act: &Act, range: Range, manner: Manner) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let with = (act.with.unwrap_or(0), range);
    let before = harm::falls(&r.encounter().pending, act.who);
    with_line(r, act.who, target, with, &act.facts, manner, |r, blow| make(r, blow).map(|_| ()))?;
    // An attacker that has brought itself down has no attacks left, although combatants tied with it do.
    if !before && harm::falls(&r.encounter().pending, act.who) {
        r.emit(Event::Spent(act.who, Spending::Action));
    }
    Ok(())
}

/// Makes an attack out of turn that the rule of that id allows, without facts from the referee; it uses up one of the
/// attacks left.
pub fn out_of_turn(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
    at: u8,
    rule: &'static str,
) -> Result<(), Stop> {
    let facts = Facts::default();
    let strike = |r: &mut Resolution| {
        with_line(r, who, target, (at, Range::Melee), &facts, Manner::OutOfTurn, |r, blow| {
            make(r, blow).map(|_| ())
        })
    };
    r.under(|| Why::OutOfTurn(who, rule.into()), strike)
}

/// Makes an attack: spends it, engages the two, rolls to hit and applies the result. Returns whether it killed.
pub fn make(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    spend(r, blow);
    close_in(r, blow);
    talent::attacks(r, blow);
    delay::note_attack(r, blow.who);
    let rolled = to_hit::roll(r, blow)?;
    missile::aim_is_spent(r, blow);
    if rolled.outcome.succeeded() {
        let hit = Hit { critical: rolled.is_critical(blow), certain: rolled.face == 0 };
        struck(r, blow, rolled.outcome, hit)
    } else {
        miss(r, blow, rolled.face)?;
        Ok(false)
    }
}

/// Applies a hit, even one that the target is immune to. Returns whether it killed.
pub fn struck(r: &mut Resolution, blow: &Blow, outcome: Outcome, hit: Hit) -> Result<bool, Stop> {
    if outcome == Outcome::Immune {
        spell::disrupt(r, blow.target);
        talent::was_hit(r, blow.target);
        return Ok(false);
    }
    land(r, blow, hit)
}

/// Spends the attack and its ammunition; the attacker now wields the weapon.
fn spend(r: &mut Resolution, blow: &Blow) {
    if blow.manner.is_free() {
        return;
    }
    r.emit(Event::Spent(blow.who, Spending::Attack(blow.at)));
    gear::wield(r, blow);
    state::draw(r, blow.who, blow.line, !blow.strikes());
    if !blow.strikes() {
        missile::shot(r, blow);
    }
}

/// Engages the two after a melee attack, unless it was made with reach at a distance; a missile attack records the
/// distance, unless the number given was a height.
fn close_in(r: &mut Resolution, blow: &Blow) {
    if missile::is_bomb(blow.line) {
        return;
    }
    if !blow.strikes() {
        return state::note_distance(r, blow.who, blow.target, blow.facts);
    }
    let e = r.encounter();
    let left =
        e.get(blow.target).zip(e.get(blow.who)).is_some_and(|(c, foe)| state::has_left_reach(c, foe));
    if blow.who == blow.target || left || !e.oppose(blow.who, blow.target) {
        return;
    }
    let far = distance(r.encounter(), blow.who, blow.target, blow.facts);
    match far.filter(|feet| *feet > about().melee_distance) {
        Some(_) => state::note_distance(r, blow.who, blow.target, blow.facts),
        None => engage(about(), r, blow.who, blow.target, Timing::Now),
    }
}

/// Resolves a hit: the chart, the damage, then the chart's other results (section 2, dice order). Returns whether it
/// killed.
pub fn land(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<bool, Stop> {
    let lived = lives(r.encounter(), blow.target);
    let table = hit.critical.then(|| r.scope(|| Why::Table(Purpose::Critical)));
    let chart = match table {
        Some(table) => Some(r.within(table, |r| critical::chart(r, blow))?),
        None => None,
    };
    spell::disrupt(r, blow.target);
    talent::was_hit(r, blow.target);
    damage::deal(r, blow, hit, chart)?;
    if lives(r.encounter(), blow.target) {
        for rider in &blow.line.riders {
            saving::rider(r, blow.target, rider)?;
        }
    }
    if let Some((table, row)) = table.zip(chart).filter(|_| lives(r.encounter(), blow.target)) {
        r.within(table, |r| critical::extra(r, blow, row))?;
    }
    let killed = lived && !lives(r.encounter(), blow.target);
    if lived && harm::waits_at_zero(&r.encounter().pending, blow.target) {
        talent::cleaves_later(r, blow);
    }
    if killed && !blow.manner.is_errant() {
        talent::cleave(r, blow)?;
    }
    Ok(killed)
}

/// Whether `who` is alive, and not about to die once those who tied have all acted.
pub fn lives(e: &Encounter, who: CombatantId) -> bool {
    harm::is_alive(e, who) && !harm::is_killed(&e.pending, who)
}

/// Resolves a miss: a stray missile or splash, then the fumble chart on a natural 1 (section 2, dice order).
fn miss(r: &mut Resolution, blow: &Blow, face: i32) -> Result<(), Stop> {
    if !blow.strikes() {
        stray::check(r, blow, face)?;
    }
    if face == 1 && !blow.manner.is_errant() {
        fumble::chart(r, blow)?;
    }
    Ok(())
}
