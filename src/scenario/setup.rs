//! Puts an encounter into the initial state of a scenario.

use super::given::{Bestiary, ConditionGiven, Given, Member, PendingGiven, StatBlocks, TimerGiven};
use super::names::Names;
use super::script::NamedCommand;
use super::{Failure, Scenario};
use crate::rules;
use crate::rules::model::combatant::{Combatant, OngoingAction, Standing};
use crate::rules::model::command::{Act, Arrival, Command, Deed};
use crate::rules::model::dice::Tape;
use crate::rules::model::effect::{Effect, Timer, TimerAction};
use crate::rules::model::encounter::{Encounter, Hand, Side};
use crate::rules::model::event::{Bearer, Event, Source, Spending, Stop};
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::moment::{Moment, Round};
use crate::rules::model::stance::{Aim, Origin, Stance};
use crate::rules::model::tally::Tally;
use crate::rules::model::window::{Phase, Slot, Whose, Window};
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the encounter in the initial state of the scenario.
///
/// # Errors
/// The first invalid value: an unknown name, an invalid stat block, a phase that the round does not have.
pub fn begin(
    rules: &dyn Ruleset,
    scenario: &Scenario,
    bestiary: &Bestiary,
) -> Result<Encounter, Failure> {
    let blocks = StatBlocks { bestiary, rules };
    set_up(rules, scenario, blocks).map_err(|fault| Failure::whole("a valid setup", fault))
}

fn set_up(rules: &dyn Ruleset, scenario: &Scenario, blocks: StatBlocks) -> Result<Encounter, String> {
    let given = &scenario.given;
    let mut e = Encounter::new(scenario.ruleset);
    if let Some(book) = scenario.book {
        registry::with(scenario.ruleset, book).map_err(|fault| format!("the house book, {fault}"))?;
        e.apply(&Event::BookLaid(Some(book)));
    }
    let rules = if e.book.is_some() { registry::of(&e) } else { rules };
    for (id, value) in &scenario.options {
        check_option(rules, id, value)?;
        e.apply(&Event::OptionSet(id.clone(), value.clone()));
    }
    for (name, members) in &given.sides {
        add_side(rules, &mut e, given, name, members, blocks)?;
    }
    e.apply(&Event::SceneSet(Box::new(given.scene.scene(Names(&e)))));
    match given.from {
        Some(phase) => start_round(rules, &mut e, given, phase),
        None if given.round.is_some() || given.order.is_some() || given.slot.is_some() => {
            return Err("round, order or slot without from: name the phase that is open".into());
        }
        None => {}
    }
    apply_given(rules, &mut e, given)?;
    for (name, aim) in &given.stances {
        let event = stance(Names(&e), name, aim)?;
        e.apply(&event);
    }
    match given.from {
        Some(phase) => open(rules, e, given, phase),
        None => Ok(e),
    }
}

/// The event that gives a side or a combatant its stance.
fn stance(names: Names, name: &str, aim: &Aim<String>) -> Result<Event, String> {
    aim.whom().map_or(Ok(()), |whom| names.combatant(whom).map(|_| ()))?;
    let stance = Some(Stance::new(names.aim(aim.clone()), Origin::Said));
    match names.0.named(name) {
        Some(c) => Ok(Event::Took(c.id, stance)),
        None => Ok(Event::SideTook(names.known_side(name)?, stance)),
    }
}

/// The last act of each combatant.
pub type LastActs = BTreeMap<CombatantId, Act>;

/// Returns the last acts given for combatants of the initial state.
///
/// # Errors
/// A command that is no act, an unknown name, an attack that its actor does not have, a second act of the same
/// combatant.
pub fn last_acts(given: &Given, start: &Encounter) -> Result<LastActs, Failure> {
    let mut last = LastActs::new();
    for written in &given.last {
        let act = last_act(written, Names(start))
            .map_err(|fault| Failure::whole("a valid setup", format!("last: {fault}")))?;
        let name = Names(start).name(act.who);
        if last.insert(act.who, act).is_some() {
            let fault = format!("last: {name} has two acts, expected one");
            return Err(Failure::whole("a valid setup", fault));
        }
    }
    Ok(last)
}

/// Resolves a last act. The rules do not check it, so whatever it names has to be there.
fn last_act(written: &NamedCommand, names: Names) -> Result<Act, String> {
    let act = written.act(names)?;
    if let NamedCommand::Act(named) = written {
        std::iter::once(&named.who)
            .chain(&named.at)
            .try_for_each(|name| names.combatant(name).map(|_| ()))?;
    }
    match act.with {
        Some(u8::MAX) => {
            let lines: Vec<&str> = names.lines(act.who).iter().map(|line| &***line).collect();
            let name = names.name(act.who);
            Err(format!("{name} has no such attack, expected one of {}", lines.join(", ")))
        }
        _ => Ok(act),
    }
}

fn check_option(rules: &dyn Ruleset, id: &str, value: &str) -> Result<(), String> {
    let option = rules.about().option(id).ok_or_else(|| format!("there is no option \"{id}\""))?;
    option.accepts(value).map_err(|fault| fault.to_string())
}

/// Maximum number of copies of a member.
const MOST_TIMES: u16 = 1000;

/// Adds a side and its members.
fn add_side(
    rules: &dyn Ruleset,
    e: &mut Encounter,
    given: &Given,
    name: &str,
    members: &[Member],
    blocks: StatBlocks,
) -> Result<(), String> {
    let hand = if given.typed.iter().any(|typed| typed == name) { Hand::Typed } else { Hand::Machine };
    let aware = given.aware.iter().any(|aware| aware == name);
    let players = given.players.iter().any(|theirs| theirs == name).then_some(true);
    execute(rules, e, &Command::Side(Side { hand, aware, players, ..Side::new(name) }))?;
    let side = Names(e).side(name);
    for member in members {
        let (block, body) = (member.block.as_deref(), member.body.as_deref());
        let block = blocks.block(&member.name, member.like.as_deref(), block, body)?;
        if member.times > MOST_TIMES {
            let (name, found) = (&member.name, member.times);
            return Err(format!("{name}, times: found {found}, expected at most {MOST_TIMES}"));
        }
        for _ in 0..member.times {
            let given = member.times == 1;
            if given && e.has_name(&member.name) {
                return Err(format!("the name \"{}\" is given twice", member.name));
            }
            let name = if e.has_name(&member.name) {
                e.free_name(&member.name)
            } else {
                member.name.as_str().into()
            };
            let block = Arc::clone(&block);
            let arrival = Arrival {
                id: Some(e.next_combatant()),
                most: member.max,
                temporary: member.temporary,
                ..Arrival::new(side, name, block)
            };
            execute(rules, e, &Command::Arrive(arrival))?;
        }
    }
    Ok(())
}

fn execute(rules: &dyn Ruleset, e: &mut Encounter, command: &Command) -> Result<(), String> {
    let (after, _) =
        rules::resolve(rules, e.clone(), command, &mut Tape::new(&[])).map_err(|stop| match stop {
            Stop::Refused(error) => error.to_string(),
            Stop::Roll(_) | Stop::Choice(_) => "this asks for dice".into(),
        })?;
    *e = after;
    Ok(())
}

/// Starts the round and sets its clock and order.
pub(super) fn start_round(rules: &dyn Ruleset, e: &mut Encounter, given: &Given, phase: Phase) {
    let before = matches!(phase, Phase::Surprise | Phase::Distance | Phase::Reaction);
    let round: Round = given.round.unwrap_or(if before { 0 } else { 1 });
    let gone = round.saturating_sub(1).saturating_mul(rules.about().round_seconds);
    e.apply(&Event::Began);
    e.apply(&Event::RoundBegan(round));
    e.apply(&Event::Elapsed(given.clock.unwrap_or(gone)));
    let names = Names(e);
    // Before initiative is rolled, the only order is one set by the referee.
    let open = before || matches!(phase, Phase::Declare | Phase::Initiative);
    let lasts = rules.about().order_lasts;
    let standard = || match (open, lasts) {
        (true, _) => Vec::new(),
        (false, true) => one_each(e),
        (false, false) => one_a_side(e),
    };
    let order = given.order.as_ref().map_or_else(standard, |slots| names.slots(slots));
    let numbered = |slot: &Slot| slot.ones.iter().map(|who| (*who, slot.score)).collect::<Vec<_>>();
    for (who, score) in order.iter().flat_map(numbered) {
        e.apply(&Event::Numbered(who, score));
    }
    e.apply(&Event::Ordered(Arc::new(order)));
}

fn one_a_side(e: &Encounter) -> Vec<Slot> {
    let sides = i32::try_from(e.sides.len()).unwrap_or(i32::MAX);
    let scores = (1..=sides).rev();
    let slot = |(side, score)| Slot { score, sides: vec![side], ones: Vec::new() };
    e.side_ids().zip(scores).map(slot).collect()
}

/// A slot for each combatant, in roster order.
fn one_each(e: &Encounter) -> Vec<Slot> {
    let count = i32::try_from(e.combatants.len()).unwrap_or(i32::MAX);
    let slot = |(c, score): (&Combatant, i32)| Slot::of(score, c.id);
    e.all().zip((1..=count).rev()).map(slot).collect()
}

/// Applies the rest of the given state.
fn apply_given(rules: &dyn Ruleset, e: &mut Encounter, given: &Given) -> Result<(), String> {
    for (_, members) in &given.sides {
        for member in members {
            for name in names_of(member) {
                apply_member(rules, e, member, &name)?;
            }
        }
    }
    for (side, counter, value) in &given.counters {
        let side = Names(e).known_side(side)?;
        e.apply(&Event::Counted(Bearer::Side(side), *counter, *value));
    }
    for side in given.aware.iter().chain(&given.typed) {
        Names(e).known_side(side)?;
    }
    apply_positions(e, given)?;
    for timer in &given.timers {
        let timer = set_timer(rules, e, timer)?;
        e.apply(&Event::Set(Box::new(timer)));
    }
    for pending in &given.pending {
        let event = pending_event(Names(e), pending)?;
        e.apply(&Event::Deferred(Box::new(event)));
    }
    Ok(())
}

fn names_of(member: &Member) -> Vec<String> {
    let numbered = (2..=member.times).map(|n| format!("{} {n}", member.name));
    std::iter::once(member.name.clone()).chain(numbered).collect()
}

fn apply_member(
    rules: &dyn Ruleset,
    e: &mut Encounter,
    member: &Member,
    name: &str,
) -> Result<(), String> {
    let who = Names(e).combatant(name)?.id;
    for event in state_of(rules, Names(e), member, who)? {
        e.apply(&event);
    }
    for condition in &member.conditions {
        let effect = effect(rules, e, condition, who)?;
        e.apply(&Event::Afflicted(who, Box::new(effect)));
    }
    let standing = standing(rules, member);
    if standing != Standing::Up {
        e.apply(&Event::Stood(who, standing));
    }
    Ok(())
}

/// The standing as given, or else implied by the conditions.
fn standing(rules: &dyn Ruleset, member: &Member) -> Standing {
    let of = |given: &ConditionGiven| rules.about().condition(given.condition).map(|rule| rule.standing);
    let said = member.conditions.iter().filter_map(of).find(|standing| *standing != Standing::Up);
    if member.standing == Standing::Up { said.unwrap_or_default() } else { member.standing }
}

/// Returns the events that put a combatant into its given state.
fn state_of(
    rules: &dyn Ruleset,
    names: Names,
    member: &Member,
    who: CombatantId,
) -> Result<Vec<Event>, String> {
    let figures = [member.hp, member.wounds].into_iter().flatten();
    let mut events: Vec<Event> = figures.map(|figure| Event::HpSet(who, figure)).collect();
    for (thing, gear) in &member.gear {
        events.push(Event::Geared(who, names.thing(who, thing)?, *gear));
    }
    let counted = |(counter, value): &(_, _)| Event::Counted(Bearer::One(who), *counter, *value);
    events.extend(member.counters.iter().map(counted));
    events.extend(member.number.map(|number| Event::Numbered(who, number)));
    events.extend(member.moved.map(|feet| Event::Spent(who, Spending::Move(feet))));
    for (line, times) in &member.attacked {
        let line = found(names.line(who, line), "attack line", line)?;
        events.extend((0..*times).map(|_| Event::Spent(who, Spending::Attack(line))));
    }
    if member.acted {
        events.push(Event::Spent(who, Spending::Action));
    }
    for (spell, left) in &member.spells {
        events.push(Event::SpellSet(who, found(names.spell(who, spell), "spell", spell)?, *left));
    }
    if member.clock > 0 {
        let moved = Event::Spent(who, Spending::Seconds(member.clock));
        events.extend([moved, Event::Spent(who, Spending::Reset)]);
    }
    if let Some((word, owes)) = &member.ongoing {
        let act = timed(rules, word.act(names)?)
            .map_err(|fault| format!("{}: ongoing: {fault}", member.name))?;
        events.push(Event::Undertook(who, Some(Box::new(OngoingAction { act, owes: *owes }))));
    }
    if member.strayed {
        events.push(Event::Strayed(who));
    }
    events.extend(member.rank.map(|rank| Event::Ranked(who, rank)));
    Ok(events)
}

/// Returns the value of a condition, if it may have it; 0 if none is given.
fn allowed(rules: &dyn Ruleset, given: &ConditionGiven) -> Result<i32, String> {
    match rules.about().condition(given.condition) {
        Some(rule) if given.value != 0 => {
            rule.accepts(given.value).map(|()| given.value).map_err(|fault| fault.to_string())
        }
        _ => Ok(given.value),
    }
}

/// Refuses an act that cannot be in progress or still to take effect, since it takes no time.
fn timed(rules: &dyn Ruleset, act: Act) -> Result<Act, String> {
    match rules.deeds().row(act.deed) {
        Some(row) if row.when.is_action() => Ok(act),
        _ => Err(format!("found deed {:?}, expected an action such as {:?}", act.deed, Deed::Strike)),
    }
}

/// Refuses a position that was not found.
fn found(at: u8, what: &str, name: &str) -> Result<u8, String> {
    if at == u8::MAX { Err(format!("there is no {what} \"{name}\"")) } else { Ok(at) }
}

fn effect(
    rules: &dyn Ruleset,
    e: &Encounter,
    given: &ConditionGiven,
    who: CombatantId,
) -> Result<Effect, String> {
    let names = Names(e);
    let value = match (&given.spell, &given.line) {
        (Some(spell), _) => found(names.spell(who, spell), "spell", spell)?.into(),
        (_, Some(line)) => found(names.line(who, line), "attack line", line)?.into(),
        _ => allowed(rules, given)?,
    };
    let at = |moment: Moment| Some(moment.at(given.step));
    let until = match (&given.until, given.rounds) {
        (Some(until), _) => at(until.moment(names)?),
        (_, Some(rounds)) => at(Moment::RoundEnd((e.round.max(1) + rounds).saturating_sub(1))),
        _ => rules.about().condition(given.condition).and_then(|row| row.ends_by_itself(e.round)),
    };
    let row = rules.about().known(given.condition).map_err(|fault| fault.to_string())?;
    let toward = given.toward.as_deref().map(|name| names.combatant(name)).transpose()?;
    Ok(Effect {
        value,
        toward: toward.map(|c| c.id),
        until,
        label: given.label.as_deref().map(Into::into),
        wound: given.wound,
        counters: given.counters.clone(),
        ..Effect::new(EffectId(e.next_effect), row)
    })
}

fn set_timer(rules: &dyn Ruleset, e: &Encounter, given: &TimerGiven) -> Result<Timer, String> {
    let names = Names(e);
    let who = given.who.as_deref().map(|name| names.combatant(name)).transpose()?;
    Ok(Timer {
        id: EffectId(e.next_effect),
        due: given.due.moment(names)?.at(given.step),
        who: who.map(|c| c.id),
        action: action(rules, names, given)?,
    })
}

/// The action of a timer: exactly one must be given.
fn action(rules: &dyn Ruleset, names: Names, given: &TimerGiven) -> Result<TimerAction, String> {
    match (&given.action, &given.deliver, given.recheck) {
        (Some(action), None, None) => Ok(action.clone()),
        (None, Some(word), None) => {
            let act = timed(rules, word.act(names)?).map_err(|fault| format!("a timer: {fault}"))?;
            Ok(TimerAction::Deliver(Box::new(act)))
        }
        (None, None, Some(condition)) => {
            let who = names.combatant(given.who.as_deref().unwrap_or_default())?;
            let effect =
                who.effect(condition).ok_or_else(|| format!("{} is not {condition:?}", who.name))?;
            Ok(TimerAction::Recheck(effect.id))
        }
        _ => Err("a timer: expected one of `action`, `deliver`, `recheck`".into()),
    }
}

fn pending_event(names: Names, pending: &PendingGiven) -> Result<Event, String> {
    Ok(match pending {
        PendingGiven::Harmed(name, amount) => Event::Harmed {
            who: names.combatant(name)?.id,
            amount: *amount,
            source: Source::Referee,
            tally: Tally::new(),
        },
        PendingGiven::Wounded(name) => {
            Event::Wounded { who: names.combatant(name)?.id, source: Source::Referee, by: None }
        }
        PendingGiven::Stood(name, standing) => Event::Stood(names.combatant(name)?.id, *standing),
    })
}

/// Sets melees, threats, places and distances.
fn apply_positions(e: &mut Encounter, given: &Given) -> Result<(), String> {
    let pair = |e: &Encounter, a: &str, b: &str| {
        Ok::<_, String>((Names(e).combatant(a)?.id, Names(e).combatant(b)?.id))
    };
    if let Some(distance) = given.met_at {
        e.apply(&Event::Met(distance));
    }
    for (a, b) in &given.engaged {
        let (a, b) = pair(e, a, b)?;
        e.apply(&Event::Threatens(a, b));
        e.apply(&Event::Threatens(b, a));
    }
    for (a, b) in &given.threatens {
        let (a, b) = pair(e, a, b)?;
        e.apply(&Event::Threatens(a, b));
    }
    for (name, to) in &given.places {
        let who = Names(e).combatant(name)?.id;
        e.apply(&Event::Moved { who, to: *to, off: None });
    }
    for (a, b, distance) in &given.distances {
        let (a, b) = pair(e, a, b)?;
        e.apply(&Event::Apart(a, b, Some(*distance)));
    }
    Ok(())
}

/// Opens the given phase.
fn open(rules: &dyn Ruleset, e: Encounter, given: &Given, phase: Phase) -> Result<Encounter, String> {
    let slot = given.slot.as_deref();
    if let Some(name) = slot
        && Names(&e).known_side(name).is_err()
    {
        Names(&e).combatant(name)?;
    }
    let wanted = |e: &Encounter, window: &Window| {
        window.phase == phase && slot.is_none_or(|name| belongs(e, window, name))
    };
    rules::open_at(rules, e, &wanted).ok_or_else(|| {
        format!("no window of {phase:?} opens here: nobody could use it, or the order lacks its slot")
    })
}

/// Whether the window belongs to the side or combatant of that name.
pub(super) fn belongs(e: &Encounter, window: &Window, name: &str) -> bool {
    let names = Names(e);
    match window.whose {
        Whose::All => true,
        Whose::One(who) => names.name(who) == name,
        Whose::Side(side) => names.side(name) == side,
        Whose::Slot(slot) => e
            .order
            .get(usize::from(slot))
            .is_some_and(|slot| names.in_slot(slot).iter().any(|known| known == name)),
    }
}
