//! Commands that are the same in every ruleset: arrivals, departures, the referee's word.

use super::custom;
use super::resolution::Resolution;
use super::settle;
use crate::rules::model::block::d20::Spell;
use crate::rules::model::combatant::{Combatant, Gear, LENT, Spent, Standing, StatBlock, Thing, Vitals};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::counter::Counters;
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::effect::{Condition, Effect, TimerAction};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Stop};
use crate::rules::model::ids::{BlockId, CombatantId, SideId, Text};
use crate::rules::model::moment::{Moment, Second, TIMED, YEAR};
use crate::rules::model::supply::{self, Supply};
use crate::rules::model::tally::Reason;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Mode, Slot};
use crate::rules::ruleset::{After, Ruleset};
use std::sync::Arc;

/// At most so many come at once.
const MOST_AT_ONCE: u32 = 200;

/// Refuses what names a combatant or something that is not there, or a faulty stat block.
pub(in crate::rules) fn check(rules: &dyn Ruleset, e: &Encounter, c: &Command) -> Result<(), RuleError> {
    match c {
        Command::Arrive(arrival) => check_arrival(rules, e, arrival),
        Command::Depart(who, _) => e.who(*who).map(|_| ()),
        Command::Side(side) if e.sides.len() >= usize::from(u8::MAX) => {
            Err(wrong(format!("no room for another side \"{}\"", side.name)))
        }
        Command::Side(side) => check_side_name(e, &side.name),
        Command::Overrule(word) => check_word(rules, e, word),
        _ => Ok(()),
    }
}

/// Some time goes by, and no more than the clock can show.
///
/// # Errors
/// `bad-modifier`.
pub(in crate::rules) fn check_elapse(e: &Encounter, seconds: Second) -> Result<(), RuleError> {
    let fits = (1..=YEAR).contains(&seconds) && e.clock.checked_add(seconds).is_some();
    let detail = || format!("seconds: found {seconds}, expected 1 to {YEAR}");
    if fits { Ok(()) } else { Err(RuleError::new(Refusal::BAD_MODIFIER).saying(detail())) }
}

/// A side has a name of its own.
fn check_side_name(e: &Encounter, name: &str) -> Result<(), RuleError> {
    let taken = e.sides.iter().any(|side| side.name.trim() == name.trim());
    if !taken && !name.trim().is_empty() {
        return Ok(());
    }
    Err(wrong(format!("side \"{name}\": empty or taken, expected a new name")))
}

/// Nobody stands in the order twice.
fn check_order(e: &Encounter, slots: &[Slot]) -> Result<(), RuleError> {
    let twice = |at: usize, who: CombatantId| slots[..at].iter().any(|slot| slot.ones.contains(&who));
    for (at, slot) in slots.iter().enumerate() {
        slot.sides.iter().try_for_each(|side| check_side(e, *side))?;
        for (nth, &who) in slot.ones.iter().enumerate() {
            e.who(who)?;
            if twice(at, who) || slot.ones[..nth].contains(&who) {
                return Err(wrong("stands in the order twice, expected once").of(who));
            }
        }
    }
    Ok(())
}

fn wrong(detail: impl Into<crate::rules::model::ids::Text>) -> RuleError {
    RuleError::new(Refusal::BAD_OVERRULE).saying(detail)
}

/// The farthest that the referee may say, in the ruleset's unit.
const FARTHEST: Tenths = Tenths::whole(1_000_000);

fn check_distance(far: Option<Tenths>) -> Result<(), RuleError> {
    match far {
        Some(far) if !(Tenths::default()..=FARTHEST).contains(&far) => {
            Err(wrong(format!("distance: found {far}, expected 0 to {FARTHEST}")))
        }
        _ => Ok(()),
    }
}

fn check_arrival(rules: &dyn Ruleset, e: &Encounter, arrival: &Arrival) -> Result<(), RuleError> {
    check_side(e, arrival.side)?;
    check_distance(arrival.far)?;
    if let Some(id) = arrival.id.filter(|id| e.get(*id).is_some()) {
        return Err(wrong("a combatant has arrived in that place already").of(id));
    }
    if arrival.name.trim().is_empty() {
        return Err(RuleError::new(Refusal::BAD_STAT).saying("name: empty, expected a name"));
    }
    check_length(rules, &arrival.name)?;
    let block = admit(rules, &arrival.block)?;
    let most = arrival.most.or(arrival.dice.map(|dice| dice.range().1)).unwrap_or_else(|| most(&block));
    if let Some(supplies) = &arrival.supplies {
        supplies.iter().try_for_each(supply::check_word)?;
    }
    let bad = |detail: String| Err(RuleError::new(Refusal::BAD_STAT).saying(detail));
    let greatest = rules.about().most_hp();
    if !(1..=greatest).contains(&most) {
        return bad(format!("hp: found {most}, expected 1 to {greatest}"));
    }
    if arrival.dice.is_some_and(|dice| dice.count == 0) {
        return bad("dice: found 0, expected at least one die".into());
    }
    let vitals = match block {
        StatBlock::Wounds(_) => Vitals::Wounds(0),
        StatBlock::D20(_) | StatBlock::Written(_) => Vitals::HitPoints { now: most, max: most },
    };
    arrival.hp.and_then(|hp| beyond(rules, vitals, hp)).map_or(Ok(()), bad)
}

/// What is wrong with so many hit points left, or wounds taken, for one that fares so.
fn beyond(rules: &dyn Ruleset, vitals: Vitals, figure: i32) -> Option<String> {
    let (most, of) = match vitals {
        Vitals::HitPoints { max, .. } => (max, "hp left"),
        Vitals::Wounds(_) => (i32::MAX, "wounds"),
    };
    let left = rules.about().hp_left(most);
    let expected = match (*left.start(), *left.end()) {
        _ if left.contains(&figure) => return None,
        (least, i32::MAX) => format!("{least} or more"),
        (least, most) => format!("{least} to {most}"),
    };
    Some(format!("{of}: found {figure}, expected {expected}"))
}

/// A name no longer than the ruleset allows.
fn check_length(rules: &dyn Ruleset, name: &str) -> Result<(), RuleError> {
    let (letters, most) = (name.trim().chars().count(), rules.about().longest_name);
    if letters <= most {
        return Ok(());
    }
    let detail = format!("name: found {letters} letters, expected {most} at most");
    Err(RuleError::new(Refusal::BAD_STAT).saying(detail))
}

/// Most hit points of such a block.
fn most(block: &StatBlock) -> i32 {
    match block {
        StatBlock::D20(d20) => d20.figures.hp,
        StatBlock::Written(_) | StatBlock::Wounds(_) => 1,
    }
}

/// How such a one fares when it comes into the fight: unhurt, unless it is said otherwise.
fn fresh(r: &mut Resolution, block: &StatBlock, arrival: &Arrival) -> Result<Vitals, Stop> {
    if matches!(block, StatBlock::Wounds(_)) {
        return Ok(Vitals::Wounds(0));
    }
    let max = match (arrival.most, arrival.dice) {
        (Some(most), _) => most,
        (None, Some(dice)) => rolled(r, arrival.side, dice)?,
        (None, None) => most(block),
    };
    Ok(Vitals::HitPoints { now: arrival.hp.unwrap_or(max), max })
}

/// Most hit points by the dice, at least 1; rolled by the hand that rolls for the side.
fn rolled(r: &mut Resolution, side: SideId, dice: DiceExpr) -> Result<i32, Stop> {
    let mut ask = RollRequest::new(Purpose::HitPoints, dice.count, dice.sides);
    ask.side = Some(side);
    ask.tally.add(Reason::BASE, dice.plus);
    let most = r.roll(ask)?.total().saturating_add(dice.plus).max(1);
    let rolled = Rolled::new(Purpose::HitPoints, Outcome::Figure);
    r.rolled(Rolled { side: Some(side), dice: Some(most), ..rolled });
    Ok(most)
}

/// The first fault of a block, all of them named in it.
fn admit(rules: &dyn Ruleset, block: &StatBlock) -> Result<StatBlock, RuleError> {
    rules.admit(block.clone()).map_err(|faults| {
        let all: Vec<&str> = faults.iter().filter_map(|fault| fault.detail.as_deref()).collect();
        RuleError::new(Refusal::BAD_STAT).saying(all.join("; "))
    })
}

fn check_side(e: &Encounter, side: SideId) -> Result<(), RuleError> {
    e.side(side).map(|_| ()).ok_or_else(|| wrong(format!("there is no side {}", side.0)))
}

fn check_word(rules: &dyn Ruleset, e: &Encounter, word: &Overrule) -> Result<(), RuleError> {
    match word {
        Overrule::Block(who, block) => e.who(*who).and_then(|_| admit(rules, block).map(|_| ())),
        Overrule::Name(who, name) => {
            e.who(*who)?;
            let taken = e.named(name).is_some_and(|other| other.id != *who);
            if taken || name.trim().is_empty() {
                return Err(wrong(format!("name \"{name}\": empty or taken, expected a free one")));
            }
            check_length(rules, name)
        }
        Overrule::Side(who, side) => e.who(*who).and_then(|_| check_side(e, *side)),
        Overrule::Afflict { who, condition, value, .. } => {
            who.iter().try_for_each(|id| e.who(*id).map(|_| ()))?;
            check_condition(rules, *condition, *value)
        }
        Overrule::Make(who, custom) => custom::check(rules, e, who, custom),
        Overrule::Pin(who, text) if text.trim().is_empty() => {
            Err(wrong("note: empty, expected some words").of(*who))
        }
        Overrule::Pin(who, _) => e.who(*who).map(|_| ()),
        Overrule::Unpin(who, text) => {
            let found = e.who(*who)?.notes.contains(text);
            if found { Ok(()) } else { Err(wrong("that note is gone already").of(*who)) }
        }
        Overrule::Relieve(who, effect) => {
            let found = e.who(*who)?.effect_by_id(*effect).is_some();
            if found { Ok(()) } else { Err(wrong("that condition has ended already").of(*who)) }
        }
        Overrule::Engage(a, b) | Overrule::Disengage(a, b) | Overrule::Distance(a, b, _) => {
            if let Overrule::Distance(_, _, far) = word {
                check_distance(*far)?;
            }
            e.who(*a)?;
            e.who(*b)?;
            if a == b { Err(wrong("a combatant and itself").of(*a)) } else { Ok(()) }
        }
        Overrule::Place { who, off, far, .. } => {
            check_distance(Some(*far))?;
            e.who(*off)?;
            if who.is_empty() {
                return Err(wrong("nobody is named"));
            }
            who.iter().try_for_each(|who| match e.who(*who)? {
                _ if who == off => Err(wrong("a combatant and itself").of(*who)),
                _ => Ok(()),
            })
        }
        Overrule::Hp(who, hp) => {
            let fault = beyond(rules, e.who(*who)?.vitals, *hp);
            let refused = |detail: String| RuleError::new(Refusal::BAD_MODIFIER).of(*who).saying(detail);
            fault.map_or(Ok(()), |detail| Err(refused(detail)))
        }
        Overrule::Standing(who, _)
        | Overrule::Rank(who, _)
        | Overrule::Sight(who, _)
        | Overrule::Count(who, ..) => e.who(*who).map(|_| ()),
        Overrule::Supply(who, supply) => e.who(*who).and_then(|_| supply::check_word(supply)),
        Overrule::Spell(who, spell, _) => {
            let known = usize::from(*spell) < e.who(*who)?.spells.len();
            if known { Ok(()) } else { Err(wrong("it has no such spell").of(*who)) }
        }
        Overrule::Hand(side, _)
        | Overrule::Asks(side, _)
        | Overrule::Players(side, _)
        | Overrule::Aware(side, _)
        | Overrule::CountSide(side, ..) => check_side(e, *side),
        Overrule::Order(slots) => check_order(e, slots),
        Overrule::Reinforce { round, who, count } => {
            check_arrival(rules, e, who)?;
            if *round <= e.round {
                let after = e.round;
                return Err(wrong(format!("round: found {round}, expected one after round {after}")));
            }
            let many = (1..=MOST_AT_ONCE).contains(count);
            let detail = || format!("how many: found {count}, expected 1 to {MOST_AT_ONCE}");
            if many { Ok(()) } else { Err(wrong(detail())) }
        }
        Overrule::Forget(id) => match e.timers.iter().find(|timer| timer.id == *id) {
            Some(_) => Ok(()),
            None => Err(wrong("that timer has run out already")),
        },
        Overrule::Option(id, value) => check_option(rules, id, value),
        Overrule::Remind { who, .. } => who.map_or(Ok(()), |who| e.who(who).map(|_| ())),
        Overrule::Close => match e.window() {
            None => Err(Refusal::NOTHING_OPEN.into()),
            Some(window) if window.mode == Mode::Procedure => rules.check(e, &Command::Skip),
            Some(_) => Ok(()),
        },
        Overrule::Scene(scene) => check_distance(scene.meets_at),
    }
}

fn check_condition(rules: &dyn Ruleset, condition: Condition, value: i32) -> Result<(), RuleError> {
    let rule = rules.about().known(condition).map_err(wrong)?;
    match rule.figure {
        Some((least, most)) if !(least..=most).contains(&value) => {
            let detail = format!("{}: found {value}, expected {least} to {most}", rule.name);
            Err(RuleError::new(Refusal::BAD_MODIFIER).saying(detail))
        }
        _ => Ok(()),
    }
}

fn check_option(rules: &dyn Ruleset, id: &str, value: &str) -> Result<(), RuleError> {
    let Some(option) = rules.about().option(id) else {
        return Err(wrong(format!("there is no option \"{id}\"")));
    };
    option.accepts(value).map_err(wrong)
}

/// Carries out what `check` let pass.
pub(in crate::rules) fn resolve(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    c: &Command,
) -> Result<(), Stop> {
    match c {
        Command::Arrive(arrival) => arrive(rules, r, arrival)?,
        Command::Depart(who, standing) => {
            r.emit(Event::Overruled);
            r.emit(Event::Stood(*who, *standing));
        }
        Command::Side(side) => r.emit(Event::Sided(Box::new(side.clone()))),
        Command::Overrule(word) => {
            r.emit(Event::Overruled);
            overrule(rules, r, word)?;
        }
        _ => {}
    }
    Ok(())
}

/// So many like that one come into the fight.
pub(in crate::rules) fn reinforce(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: &Arrival,
    count: u32,
) -> Result<(), Stop> {
    (0..count.min(MOST_AT_ONCE)).try_for_each(|_| arrive(rules, r, who))
}

/// Where distances are kept, it stands so far off the foe that is nearest to where its side began; from behind, so
/// far at the back of the one that is farthest. Within reach of a blow the two are in melee.
fn comes_in(rules: &dyn Ruleset, r: &mut Resolution, who: CombatantId, far: Tenths, behind: bool) {
    let e = r.encounter();
    let Some(c) = e.get(who).filter(|_| e.is_measured()) else { return };
    let foes = e.foes(c).filter_map(|foe| Some((e.between(c, foe)?, foe.id)));
    let Some((_, foe)) = (if behind { foes.max() } else { foes.min() }) else { return };
    let event = match behind {
        true => e.stands_beside(who, foe, far, true, &[who]),
        false => e.stands_off(who, foe, far),
    };
    r.emit(event);
    meet(rules, r, who, foe, far);
}

fn arrive(rules: &dyn Ruleset, r: &mut Resolution, arrival: &Arrival) -> Result<(), Stop> {
    let block = admit(rules, &arrival.block)?;
    let memorised: Vec<u8> = block.spells().iter().map(|spell| spell.copies.unwrap_or(0)).collect();
    let spells = arrival.spells.clone().filter(|left| left.len() == memorised.len());
    let spells = spells.unwrap_or(memorised);
    let supplies = arrival.supplies.clone().unwrap_or_else(|| block.supplies().to_vec());
    let vitals = fresh(r, &block, arrival)?;
    let id = arrival.id.unwrap_or_else(|| r.encounter().next_combatant());
    let combatant = Combatant {
        id,
        name: r.encounter().free_name(arrival.name.trim()),
        side: arrival.side,
        block: share(r, block),
        vitals,
        standing: Standing::Up,
        effects: Vec::new(),
        spent: Spent::default(),
        counters: Counters::default(),
        supplies,
        ongoing: None,
        number: None,
        clock: 0,
        turns: (0, 0),
        threatens: Vec::new(),
        threatened_by: Vec::new(),
        distances: Vec::new(),
        place: None,
        strayed: false,
        spells,
        gear: Vec::new(),
        lent: Vec::new(),
        rank: arrival.rank,
        sight: arrival.sight,
        notes: Vec::new(),
    };
    let who = combatant.id;
    r.emit(Event::Joined(Box::new(combatant)));
    if let Some(far) = arrival.far {
        comes_in(rules, r, who, far, arrival.behind);
    }
    rules.follow(r, After::Joined(who));
    match vitals {
        Vitals::HitPoints { now, .. } if now <= 0 => rules.set_hp(r, who, now),
        Vitals::Wounds(_) if arrival.hp.is_some_and(|wounds| wounds > 0) => {
            rules.set_hp(r, who, arrival.hp.unwrap_or(0));
        }
        _ => {}
    }
    Ok(())
}

/// The block's id; a block that is in use already is not brought in twice.
fn share(r: &mut Resolution, block: StatBlock) -> BlockId {
    let blocks = &r.encounter().blocks;
    let known = blocks.iter().rposition(|old| **old == block);
    let at = known.unwrap_or(blocks.len());
    if known.is_none() {
        r.emit(Event::Blocked(Arc::new(block)));
    }
    BlockId(u32::try_from(at).unwrap_or(u32::MAX))
}

fn overrule(rules: &dyn Ruleset, r: &mut Resolution, word: &Overrule) -> Result<(), Stop> {
    match word {
        Overrule::Hp(who, hp) => rules.set_hp(r, *who, *hp),
        Overrule::Standing(who, standing) => r.emit(Event::Stood(*who, *standing)),
        Overrule::Name(who, name) => r.emit(Event::Renamed(*who, name.clone())),
        Overrule::Side(who, side) => r.emit(Event::Turned(*who, *side)),
        Overrule::Block(who, block) => reshape(rules, r, *who, block)?,
        Overrule::Afflict { who, condition, value, rounds, label } => {
            for &who in who {
                let until = rounds.map(|n| rules.lasting(r.encounter(), who, *condition, n));
                let (value, label) = (*value, label.clone());
                let effect = Effect { value, label, ..r.effect(*condition, until) };
                r.afflict(who, effect);
            }
        }
        Overrule::Make(who, custom) => custom::make(rules, r, who, custom),
        Overrule::Pin(who, text) => r.emit(Event::Pinned(*who, text.trim().into())),
        Overrule::Unpin(who, text) => r.emit(Event::Unpinned(*who, text.clone())),
        Overrule::Relieve(who, id) => {
            let effect = r.encounter().get(*who).and_then(|c| c.effect_by_id(*id)).cloned();
            if let Some(effect) = effect {
                r.emit(Event::relieved(*who, &effect, false));
            }
        }
        Overrule::Engage(a, b) => engage(rules, r, *a, *b),
        Overrule::Disengage(a, b) => {
            r.emit(Event::Frees(*a, *b));
            r.emit(Event::Frees(*b, *a));
        }
        Overrule::Distance(a, b, distance) => set_distance(rules, r, *a, *b, *distance),
        Overrule::Place { who, off, far, behind } => {
            for one in who {
                let event = r.encounter().stands_beside(*one, *off, *far, *behind, who);
                r.emit(event);
                meet(rules, r, *one, *off, *far);
            }
        }
        Overrule::Order(slots) => rules.reorder(r, slots),
        Overrule::Close => settle::pass_over(rules, r),
        Overrule::Hand(side, hand) => r.emit(Event::HandSet(*side, *hand)),
        Overrule::Asks(side, asks) => r.emit(Event::AsksSet(*side, *asks)),
        Overrule::Rank(who, rank) => r.emit(Event::Ranked(*who, *rank)),
        Overrule::Sight(who, sight) => r.emit(Event::Sighted(*who, *sight)),
        Overrule::Players(side, players) => r.emit(Event::PlayersSet(*side, *players)),
        Overrule::Aware(side, aware) => r.emit(Event::AwareSet(*side, *aware)),
        Overrule::Scene(scene) => r.emit(Event::SceneSet(Box::new(scene.clone()))),
        Overrule::Count(who, counter, value) => {
            r.emit(Event::Counted(Bearer::One(*who), *counter, *value));
        }
        Overrule::CountSide(side, counter, value) => {
            r.emit(Event::Counted(Bearer::Side(*side), *counter, *value));
        }
        Overrule::Supply(who, supply) => {
            r.emit(Event::Supplied(*who, Box::new(supply.clone())));
        }
        Overrule::Spell(who, spell, left) => r.emit(Event::SpellSet(*who, *spell, *left)),
        Overrule::Remind { seconds, who, text } => {
            let due = Moment::Clock(r.encounter().clock.saturating_add(*seconds)).at(TIMED);
            r.set_timer(due, *who, TimerAction::Remind(text.clone()));
        }
        Overrule::Reinforce { round, who, count } => {
            let due = Moment::RoundStart(*round).at(TIMED);
            r.set_timer(due, None, TimerAction::Reinforce(who.clone(), *count));
        }
        Overrule::Forget(id) => r.emit(Event::Struck(*id)),
        Overrule::Option(id, value) => set_option(r, id.clone(), value.clone()),
    }
    Ok(())
}

/// The first stands so far from the second, absent: nobody knows where.
fn set_distance(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    a: CombatantId,
    b: CombatantId,
    distance: Option<Tenths>,
) {
    let Some(distance) = distance else {
        return r.emit(if r.encounter().is_measured() {
            Event::Strayed(a)
        } else {
            Event::Apart(a, b, None)
        });
    };
    let event = r.encounter().stands_off(a, b, distance);
    r.emit(event);
    meet(rules, r, a, b, distance);
}

/// Foes within reach of a blow are in melee, farther off nobody is.
fn meet(rules: &dyn Ruleset, r: &mut Resolution, a: CombatantId, b: CombatantId, distance: Tenths) {
    let near = distance <= rules.about().melee();
    let (fight, engaged) = (r.encounter().oppose(a, b), r.encounter().engaged(a, b));
    for (one, other) in [(a, b), (b, a)] {
        match (near, engaged) {
            (false, true) => r.emit(Event::Frees(one, other)),
            (true, false) if fight => r.emit(Event::Threatens(one, other)),
            _ => {}
        }
    }
}

/// In melee with one another: the first is where it can strike, and be struck.
fn engage(rules: &dyn Ruleset, r: &mut Resolution, a: CombatantId, b: CombatantId) {
    let near = rules.about().melee();
    if let Some(event) = r.encounter().draws_near(a, b, near) {
        r.emit(event);
    }
    r.emit(Event::Threatens(a, b));
    r.emit(Event::Threatens(b, a));
}

/// A round is played by the rules with which it began.
fn set_option(r: &mut Resolution, id: Text, value: Text) {
    let e = r.encounter();
    let event = if e.stage == Stage::Running && e.round > 0 {
        Event::OptionAwaits(id, value)
    } else {
        Event::OptionSet(id, value)
    };
    r.emit(event);
}

/// Another stat block: what it says otherwise than the old one holds, whatever else was said or has come
/// about since stays as it is.
fn reshape(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: CombatantId,
    block: &StatBlock,
) -> Result<(), Stop> {
    let block = admit(rules, block)?;
    let c = r.encounter().who(who)?.clone();
    let Some(old) = r.encounter().block(c.block).cloned() else { return Ok(()) };
    let most = otherwise(&most(&old), most(&block), c.vitals.max());
    let left = spells_left(&c, old.spells(), block.spells());
    let supplies = supplied(&c.supplies, old.supplies(), block.supplies());
    let gear = geared(&c.gear, &old.lines(), &block.lines());
    let block = share(r, block);
    r.emit(Event::Reshaped(who, block, most));
    // Unhurt is unhurt, however many hit points that is; and who had more than the block has says so.
    if matches!(c.vitals, Vitals::HitPoints { now, max } if now > most || (now == max && now < most)) {
        r.emit(Event::HpSet(who, most));
    }
    if left != c.spells {
        r.emit(Event::Memorised(who, left));
    }
    supplies.into_iter().for_each(|supply| r.emit(Event::Supplied(who, Box::new(supply))));
    gear.into_iter().for_each(|(thing, gear)| r.emit(Event::Geared(who, thing, gear)));
    Ok(())
}

/// What is so now, unless the new block says otherwise than the old one.
fn otherwise<T: PartialEq>(old: &T, new: T, now: T) -> T {
    if *old == new { now } else { new }
}

/// Copies left of the spells of another stat block: as many as before, or what was used up is used up of
/// the other number.
fn spells_left(c: &Combatant, old: &[Spell], new: &[Spell]) -> Vec<u8> {
    let left = |spell: &Spell| {
        let at = old.iter().position(|had| had.name == spell.name)?;
        let (had, left) = (old[at].copies?, c.spells.get(at).copied().unwrap_or(0));
        let copies = spell.copies.unwrap_or(0);
        Some(if had == copies { left } else { copies.saturating_sub(had.saturating_sub(left)) })
    };
    new.iter().map(|spell| left(spell).unwrap_or(spell.copies.unwrap_or(0))).collect()
}

/// What runs out that another stat block has otherwise, figure by figure; what it no longer has is no longer
/// counted.
fn supplied(now: &[Supply], old: &[Supply], new: &[Supply]) -> Vec<Supply> {
    let gone = old.iter().filter(|had| !new.iter().any(|supply| supply.name == had.name));
    let gone = gone.map(|had| Supply { most: 0, used: 0, ..had.clone() });
    let find = |among: &[Supply], name: &Text| among.iter().find(|had| had.name == *name).cloned();
    let changed = new.iter().filter(|supply| !old.contains(supply)).map(|supply| {
        let Some((had, now)) = find(old, &supply.name).zip(find(now, &supply.name)) else {
            return supply.clone();
        };
        let most = otherwise(&had.most, supply.most, now.most);
        let same = had.used == supply.used && had.most == supply.most;
        let used = if same { now.used } else { supply.used };
        let by = otherwise(&had.by, supply.by.clone(), now.by);
        Supply { name: supply.name.clone(), most, used, by }
    });
    gone.chain(changed).collect()
}

/// Things of attack lines that stand elsewhere in another stat block, each as it fared in its old place;
/// those of lines that are gone are whole again.
fn geared(now: &[(Thing, Gear)], old: &[Text], new: &[Text]) -> Vec<(Thing, Gear)> {
    let line = |thing: &Thing| match thing {
        Thing::Line(line) if *line < LENT => Some(*line),
        Thing::Line(_) | Thing::Armour => None,
    };
    let lines = || now.iter().filter_map(|(thing, gear)| Some((line(thing)?, *gear)));
    let moved: Vec<(u8, Gear)> =
        lines().filter_map(|(at, gear)| Some((same_line(old, new, at)?, gear))).collect();
    let left = lines().filter(|(at, _)| moved.iter().all(|(now, _)| now != at));
    let left = left.map(|(at, _)| (Thing::Line(at), Gear::default()));
    let moved = moved.iter().map(|(at, gear)| (Thing::Line(*at), *gear));
    left.chain(moved.filter(|thing| !now.contains(thing))).collect()
}

/// Where the same attack line stands in another stat block: the one of that name, and of several the same
/// of them.
fn same_line(old: &[Text], new: &[Text], at: u8) -> Option<u8> {
    let name = old.get(usize::from(at))?;
    let nth = old[..usize::from(at)].iter().filter(|line| *line == name).count();
    let found = new.iter().enumerate().filter(|(_, line)| *line == name).nth(nth)?;
    u8::try_from(found.0).ok()
}

/// Time goes by after the fight: the rounds that would have been in it are over, and so is what
/// they would have ended.
pub(in crate::rules) fn elapse(rules: &dyn Ruleset, r: &mut Resolution, seconds: Second) {
    let rounds = seconds / rules.about().round_seconds.max(1);
    let round = r.encounter().round;
    r.emit(Event::RoundEnded(round));
    settle::elapse(rules, r, seconds);
    rules.follow(r, After::Elapsed(seconds));
    r.emit(Event::RoundBegan(round.saturating_add(rounds)));
}

/// Dice for whatever the referee wants.
pub(in crate::rules) fn free_roll(r: &mut Resolution, dice: DiceExpr) -> Result<(), Stop> {
    let total = r.amount(Purpose::Free, None, dice)?;
    let rolled = Rolled { dice: Some(total), ..Rolled::new(Purpose::Free, Outcome::Figure) };
    r.rolled(rolled);
    Ok(())
}
