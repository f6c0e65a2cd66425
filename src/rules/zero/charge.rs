//! Charges, fire at a closing charger, and set spears (section 3.14).

use super::aim::{check_aim, check_target, may_use, melee_facts, usable_lines};
use super::asset::about;
use super::blow::{Manner, ordered, out_of_turn};
use super::melee::MeleeArm;
use super::movement::end_links;
use super::options::ROUNDS_PER_TURN;
use super::speed::{self, may_go};
use super::state::{has_not_acted, this_round};
use super::{
    condition, facing, figures, mass, melee, missile, reach, refusal, routine, slot, spell, state,
    strike,
};
use crate::rules::d20::aim;
use crate::rules::d20::charge::{self, RunUp};
use crate::rules::d20::cover;
use crate::rules::d20::interrupt::{in_which_way, with_which};
use crate::rules::d20::mount;
use crate::rules::d20::movement::spend;
use crate::rules::model::block::d20::{Band, Range, Tag};
use crate::rules::model::dice::Pick;
use crate::rules::model::moment::{Moment, TIMED};
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;
use std::cmp::Ordering;

/// Charges a foe and attacks it.
pub const CHARGE: DeedRule = DeedRule {
    rule: "zero.special.charge",
    phase: Some(Phase::Number),
    told: LogForm::Named,
    may: may_charge,
    shape,
    check,
    shares: |_, _| true,
    run,
    ..DeedRule::of(Deed::Charge)
};

/// Sets a spear or pike against charges this round.
pub const BRACE: DeedRule = DeedRule {
    rule: "zero.special.set-spear",
    when: When::Free,
    told: LogForm::Named,
    concerns: |at| state::lines(at).iter().any(|line| line.has(Tag::BRACE)),
    may: |at| {
        has_not_acted(at)?;
        routine::may_attack(at)?;
        at.unless(!state::in_melee(at.e, at.c), Refusal::IN_MELEE)?;
        at.unless(!spears(at).is_empty(), Refusal::BAD_WEAPON)
    },
    shape: |at, offer| Offer { with: spears(at), ..offer },
    check: |at, act| {
        at.unless(act.with.is_none_or(|nth| spears(at).contains(&nth)), Refusal::BAD_WEAPON)
    },
    run: brace,
    ..DeedRule::of(Deed::Brace)
};

/// The greatest reach class that always strikes after a set weapon (`zero.special.charge-vs-reach`).
const ORDINARY_REACH: i32 = 3;

fn may_charge(at: &At) -> Allowed {
    routine::may_attack(at)?;
    may_go(at)?;
    let c = at.c;
    at.unless_any([
        (state::in_melee(at.e, c), Refusal::IN_MELEE),
        (c.spent.moved.is_some(), Refusal::ALREADY_MOVED),
        (state::attacks_made(c) > 0, Refusal::ALREADY_ATTACKED),
        (c.has(condition::CHARGE_SPENT), refusal::CHARGE_SPENT),
    ])?;
    charge::may_run(at, run_up(at))
}

/// The length of a charge: more than half the move to within reach of the foe, and at most a full move.
fn run_up(at: &At) -> RunUp {
    let most = state::full_move(at.e, at.c);
    RunUp { least: (most / 2 + 1 - about().melee_distance).max(1), most }
}

fn shape(at: &At, offer: Offer) -> Offer {
    let with = usable_lines(at, Range::Melee);
    if with.is_empty() {
        return Offer::blocked(offer.deed, at.why(Refusal::BAD_WEAPON));
    }
    let (mut at_whom, feet) = charge::targets(about(), at, at.e.foes(at.c), run_up(at));
    let suits = |foe: &Combatant| {
        check_aim(at, foe).is_ok() && melee::check_room(at, foe).is_ok() && !mass::is_unit(at.e, foe.id)
    };
    at_whom.ids.retain(|id| at.e.get(*id).is_some_and(suits));
    let facts = std::iter::once(feet).chain(melee_facts()).collect();
    Offer { with, at: at_whom, facts, ..offer }
}

/// Returns the act without a stated distance if the distance is known.
fn measured(e: &Encounter, act: &Act) -> Act {
    let mut act = act.clone();
    if act.target().and_then(|target| e.distance(act.who, target)).is_some() {
        act.facts.clear(&Fact::Feet(0));
    }
    act
}

fn check(at: &At, act: &Act) -> Allowed {
    aim::line(at, act, Range::Melee, may_use)?;
    let target = check_target(at, act)?;
    charge::check(about(), at, &measured(at.e, act), target.id, run_up(at), Refusal::NO_RUN_UP)?;
    cover::check(about(), at, act)?;
    melee::check_room(at, target)
}

/// Charges the target, past closing fire and set spears, and attacks before the target's own action (R33).
fn run(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (who, Some(target)) = (act.who, act.target()) else { return Ok(()) };
    if strike::loses(r, who, Spending::Action) {
        return Ok(());
    }
    let feet = charge::feet(about(), r.encounter(), &measured(r.encounter(), act)).unwrap_or(0);
    set_out(r, who, feet);
    let seen = !facing::comes_unseen(&act.facts);
    if !closing_fire(r, who, (target, seen), feet + about().melee_distance)?
        || !pass_spears(r, who, target)?
    {
        r.emit(Event::Spent(who, Spending::Action));
        return Ok(());
    }
    charge::arrive(about(), r, who, target);
    end_links(r, who);
    melee::engage(r, who, target);
    meet(r, act, target)
}

/// Starts the charge: it lasts for the round and cannot be repeated for a Turn (`zero.special.charge-limit`, R34).
fn set_out(r: &mut Resolution, who: CombatantId, feet: i32) {
    let e = r.encounter();
    let turn = u32::try_from(ROUNDS_PER_TURN.of(e)).unwrap_or(10);
    let again = Moment::RoundStart(e.round.saturating_add(turn)).at(TIMED);
    let half = e.get(who).map_or(0, |c| state::full_move(e, c) / 2);
    r.afflict(who, this_round(r, Condition::CHARGING));
    r.begin(who, condition::CHARGE_SPENT, Some(again));
    spend(r, who, feet.max(half + 1));
}

/// Lets unengaged foes that have not acted shoot or cast at the charger before contact; the target only if it sees the
/// charge coming. Returns `false` if the charger is stopped (`zero.special.charge-closing-fire`, R56).
fn closing_fire(
    r: &mut Resolution,
    who: CombatantId,
    (target, seen): (CombatantId, bool),
    feet: i32,
) -> Result<bool, Stop> {
    let aware = |foe: &CombatantId| seen || *foe != target;
    for foe in foes(r.encounter(), who).into_iter().filter(aware) {
        let e = r.encounter();
        let known = if foe == target { Some(feet) } else { state::known_distance(e, foe, who) };
        let (lines, spells) = ways_to_fire(e, foe, known, foe == target);
        let block = &e.d20(foe)?.block;
        let named = |nth: &u8| Some(Pick::Named(block.spell(*nth)?.name.clone()));
        let shots = lines.iter().map(|nth| Pick::Line(foe, *nth));
        let ways = shots.chain(spells.iter().filter_map(named)).collect();
        let Some(at) = in_which_way(r, foe, who, ways, "before the charge makes contact", false)? else {
            continue;
        };
        let fire = |r: &mut Resolution| match (lines.get(at), spells.get(at.saturating_sub(lines.len())))
        {
            (Some(line), _) => shoot(r, foe, who, *line, known),
            (None, Some(nth)) => cast(r, foe, who, *nth),
            (None, None) => Ok(()),
        };
        r.under(|| Why::OutOfTurn(foe, "zero.special.charge-closing-fire".into()), fire)?;
        if !speed::goes_on(r.encounter(), who) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the charger's foes, in roster order.
fn foes(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    e.get(who).map(|c| e.foes(c).map(|foe| foe.id).collect()).unwrap_or_default()
}

/// Whether it is able, has not acted and is in melee with nobody but the charger.
fn is_free(e: &Encounter, c: &Combatant, charger: Option<CombatantId>) -> bool {
    let at = At { e, c };
    let others = state::opponents(e, c).any(|foe| Some(foe.id) != charger);
    state::can_act(c) && has_not_acted(&at).is_ok() && !others
}

/// Returns the lines and spells with which it could shoot or cast at a charger that starts at the given distance. A
/// charger that comes at it gets in range in any case.
fn ways_to_fire(e: &Encounter, who: CombatantId, feet: Option<i32>, comes: bool) -> (Vec<u8>, Vec<u8>) {
    let Some(c) = e.get(who).filter(|c| is_free(e, c, None)) else { return <_>::default() };
    let at = At { e, c };
    let in_range = |nth: &u8| {
        let line = state::line_at(&at, *nth);
        let most = line.map_or(0, |line| figures::farthest(e, line));
        comes || feet.is_none_or(|feet| feet <= most)
    };
    let free = routine::may_attack(&at).is_ok();
    let mut lines = usable_lines(&at, Range::Missile);
    lines.retain(|nth| free && in_range(nth));
    (lines, spell::castable(&at))
}

/// Makes all its shots with that line, in the range band of the charger's start: medium if the distance is unknown,
/// long if it is out of range.
fn shoot(
    r: &mut Resolution,
    who: CombatantId,
    whom: CombatantId,
    line: u8,
    feet: Option<i32>,
) -> Result<(), Stop> {
    let band = |e: &Encounter| {
        let weapon = state::line(e.d20(who).ok()?, line)?;
        Some(feet.map_or(Band::Medium, |feet| figures::band(e, weapon, feet).unwrap_or(Band::Long)))
    };
    let facts = Facts::from_iter(band(r.encounter()).map(Fact::Band));
    let act = Act { facts, ..Act::new(who, Deed::Shoot) };
    let shoots = |e: &Encounter| {
        let able = |c: &&Combatant| state::can_act(c) && reach::can_go_on(e, whom);
        let at = e.get(who).filter(able).map(|c| At { e, c });
        at.is_some_and(|at| {
            routine::may_attack(&at).is_ok() && usable_lines(&at, Range::Missile).contains(&line)
        })
    };
    strike::all_at_once(r, &act, whom, (line, Range::Missile), shoots, missile::loose)
}

/// Casts the spell, as its stat block has it, at the charger alone.
fn cast(r: &mut Resolution, who: CombatantId, whom: CombatantId, nth: u8) -> Result<(), Stop> {
    let Some(spell) = r.encounter().d20(who)?.block.spell(nth) else { return Ok(()) };
    let mut facts = Facts::from_iter(spell.facts.iter().cloned());
    facts.set(Fact::Spell(nth));
    let act = Act { at: vec![whom], facts, ..Act::new(who, Deed::Cast) };
    spell::cast(r, &act, Timing::Now)
}

/// Returns the spears and pikes in hand; a unit sets none (`zero.mass.unit`).
fn spears(at: &At) -> Vec<u8> {
    if mass::is_unit(at.e, at.c.id) {
        return Vec::new();
    }
    let set = |nth: &u8| state::line_at(at, *nth).is_some_and(|line| line.has(Tag::BRACE));
    usable_lines(at, Range::Melee).into_iter().filter(set).collect()
}

/// Waits for a charge; in its own slot, that is its action.
fn brace(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let at = At { e, c: e.who(act.who)? };
    let Some(line) = act.with.or_else(|| spears(&at).first().copied()) else { return Ok(()) };
    let slot =
        e.window().is_some_and(|window| window.phase == Phase::Number && slot::owes(e, window, act.who));
    let set = Effect { value: line.into(), ..this_round(r, Condition::BRACED) };
    r.relieve(act.who, Condition::BRACED);
    r.afflict(act.who, set);
    if slot {
        r.emit(Event::Passed(act.who));
    }
    Ok(())
}

/// Returns the line that meets the charge: the one already set, or one that is set as the charge comes.
fn spear_of(r: &mut Resolution, who: CombatantId, charger: CombatantId) -> Result<Option<u8>, Stop> {
    let e = r.encounter();
    let Some(c) = e.get(who).filter(|c| is_free(e, c, Some(charger))) else { return Ok(None) };
    let at = At { e, c };
    if routine::may_attack(&at).is_err() {
        return Ok(None);
    }
    let lines = spears(&at);
    let set = c.effect(Condition::BRACED).and_then(|effect| u8::try_from(effect.value).ok());
    match set.filter(|nth| lines.contains(nth)) {
        Some(nth) => Ok(Some(nth)),
        None => with_which(r, who, charger, &lines, "set against the charge"),
    }
}

/// Lets foes in the charger's path strike with set weapons. Returns `false` if the charger is stopped
/// (`zero.special.set-spear`).
fn pass_spears(r: &mut Resolution, who: CombatantId, target: CombatantId) -> Result<bool, Stop> {
    for foe in in_path(r.encounter(), who, target) {
        if let Some(spear) = spear_of(r, foe, who)? {
            strike_set(r, foe, who, spear, Timing::Now)?;
            if !speed::goes_on(r.encounter(), who) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Returns the foes between the two, as far as distances are known.
fn in_path(e: &Encounter, who: CombatantId, target: CombatantId) -> Vec<CombatantId> {
    let way = |from, to| e.distance(from, to).map(|far| far.0);
    let between = |foe: &CombatantId| {
        let (Some(all), Some(first), Some(rest)) = (way(who, target), way(who, *foe), way(*foe, target))
        else {
            return false;
        };
        *foe != target && rest > 0 && first.saturating_add(rest) == all
    };
    foes(e, who).into_iter().filter(between).collect()
}

/// Resolves the contact: a set weapon or longer reach of the target, and the charge attack.
fn meet(r: &mut Resolution, act: &Act, target: CombatantId) -> Result<(), Stop> {
    let (who, line) = (act.who, act.with.unwrap_or(0));
    let seen = !facing::comes_unseen(&act.facts);
    let spear = if seen { spear_of(r, target, who)? } else { None };
    let Some(spear) = spear else {
        if !reach::reach_first(r, act, MeleeArm::Line(line), target)? {
            return Ok(());
        }
        let timing = melee::timing(r.encounter(), who, line, target);
        return strike(r, act, target, timing);
    };
    let order = against(r.encounter(), (who, line), (target, spear));
    if order == Ordering::Greater {
        strike(r, act, target, Timing::Now)?;
        let e = r.encounter();
        let held = e.get(target).is_some_and(|c| state::has_in_hand(c, spear));
        let answers = held && reach::can_go_on(e, target);
        return if answers { strike_set(r, target, who, spear, Timing::Now) } else { Ok(()) };
    }
    let first = if order == Ordering::Equal { Timing::Together } else { Timing::Now };
    strike_set(r, target, who, spear, first)?;
    strike(r, act, target, Timing::Together)
}

/// Compares a charge with the weapon set against it: mounted or with a long weapon, by reach class; otherwise the
/// charger strikes second (`zero.special.charge-vs-reach`).
fn against(e: &Encounter, charger: (CombatantId, u8), set: (CombatantId, u8)) -> Ordering {
    let reach = |(who, nth): (CombatantId, u8)| {
        let (c, d20) = (e.get(who)?, e.d20(who).ok()?);
        let line = state::line(d20, nth)?;
        let reach = figures::reach(d20, line);
        let long = figures::is_held(d20, line) && reach > ORDINARY_REACH;
        Some((reach, long || mount::rides(e, c)))
    };
    match (reach(charger), reach(set)) {
        (Some((own, true)), Some((other, _))) => own.cmp(&other),
        _ => Ordering::Less,
    }
}

/// Strikes with the set weapon; that is its attack of the round.
fn strike_set(
    r: &mut Resolution,
    who: CombatantId,
    charger: CombatantId,
    line: u8,
    timing: Timing,
) -> Result<(), Stop> {
    r.relieve(who, Condition::BRACED);
    r.emit(Event::Spent(who, Spending::Attack(line)));
    r.emit(Event::Spent(who, Spending::Action));
    if strike::skips_attack(r, who) {
        return Ok(());
    }
    let with = (line, Range::Melee);
    let rule = "zero.special.set-spear";
    out_of_turn(r, rule, (who, charger), with, Manner::Set(timing), strike::resolve)
}

/// Makes the charge attack, the first of the round, if the charger is still able (`zero.special.charge-multi`).
fn strike(r: &mut Resolution, act: &Act, target: CombatantId, timing: Timing) -> Result<(), Stop> {
    let (e, line) = (r.encounter(), act.with.unwrap_or(0));
    let armed = e.get(act.who).is_some_and(|c| state::has_in_hand(c, line));
    if !armed || !reach::can_go_on(e, act.who) {
        return Ok(());
    }
    ordered(r, act, target, (line, Range::Melee), Manner::Charge(timing), |r, blow| {
        strike::deliver(r, blow, strike::land)
    })
}
