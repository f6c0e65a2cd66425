//! Laws checked in random fights: whatever is offered can be done, nothing panics, there is always something to do, the
//! record rebuilds the fight, and the chances of an attack total 1.

mod cases;
mod random;

use cases::config;
use proptest::prelude::*;
use random::{Draws, act_of, done, fought, on_offer, play};
use std::collections::BTreeMap;
use std::sync::Arc;
use wardrum::chronicle::{self};
use wardrum::notation;
use wardrum::odds::chances::chances;
use wardrum::odds::exact::{Budget, Chance};
use wardrum::rules;
use wardrum::rules::engine::deeds;
use wardrum::rules::model::block::d20::{Attack, Damage};
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Fact, Location};
use wardrum::rules::model::dice::{Answer, DiceExpr, Roll, RollRequest, Tape};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Encounter, Side, Stage};
use wardrum::rules::model::event::{Event, Stop};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::Family;
use wardrum::scenario::given::built_in;
use wardrum::store::ready;

fn written(e: &Encounter) -> String {
    notation::line(e).unwrap_or_default()
}

fn lives(id: RulesetId, numbers: Vec<u16>) {
    let mut draws = Draws::new(numbers);
    let Some(mut chronicle) = fought(id, &mut draws) else { return };
    if chronicle.now().stage != Stage::Over {
        assert!(play(&mut chronicle, Command::End, &mut draws), "the fight can be ended");
    }
    if let Err(broken) = chronicle::laws::hold(&chronicle) {
        panic!("{broken}: {broken:?}");
    }
    let again: Encounter = registry::asking_first(id, || rules::read(&written(chronicle.now())))
        .expect("a state reads back");
    assert_eq!(again, *chronicle.now());
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_fight_can_be_fought(numbers in prop::collection::vec(any::<u16>(), 60..1500)) {
        for id in registry::ALL {
            lives(id, numbers.clone());
        }
    }
}

/// Computes the odds of every offer after some steps of a fight, and of the next step.
fn compute_odds(id: RulesetId, numbers: Vec<u16>) {
    let mut draws = Draws::new(numbers);
    let Some(chronicle) = fought(id, &mut draws) else { return };
    let (rules, e) = (chronicle.rules(), chronicle.now());
    let acts: Vec<Command> = on_offer(rules, e)
        .iter()
        .map(|(who, offer)| Command::Act(act_of(rules, e, *who, offer, &mut draws)))
        .chain([Command::Proceed])
        .collect();
    for command in acts {
        let Ok(found) = chances(rules, e, std::slice::from_ref(&command), Budget { steps: 500 }) else {
            continue;
        };
        assert_eq!(found.total, Chance::ALWAYS, "{command:?}");
        for trial in &found.trials {
            assert!(trial.made.number() <= trial.tried.number(), "{command:?}: {trial:?}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_chances_of_whatever_is_on_offer_total_1(numbers in prop::collection::vec(any::<u16>(), 30..120)) {
        for id in registry::ALL {
            compute_odds(id, numbers.clone());
        }
    }
}

/// Compares where the acts on offer are said to lead, after some steps of a fight, with where they do.
fn lead_there(id: RulesetId, numbers: Vec<u16>) {
    let mut draws = Draws::new(numbers);
    let Some(chronicle) = fought(id, &mut draws) else { return };
    let (rules, e) = (chronicle.rules(), chronicle.now());
    for (who, offer) in on_offer(rules, e) {
        let act = act_of(rules, e, who, &offer, &mut draws);
        let Some((told, whom)) = deeds::leads(rules, e, &act).zip(act.target()) else { continue };
        let command = Command::Act(act);
        if let Ok(after) = rules::play(rules, e.clone(), &command, &mut Tape::new(&[])) {
            assert_eq!(after.distance(who, whom), Some(told), "{command:?}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn acts_lead_where_they_are_said_to(numbers in prop::collection::vec(any::<u16>(), 30..300)) {
        for id in registry::ALL {
            lead_there(id, numbers.clone());
        }
    }
}

/// An exact probability: numerator and denominator.
type Fraction = (u128, u128);

fn plus(a: Fraction, b: Fraction) -> Fraction {
    let (top, bottom) = (a.0 * b.1 + b.0 * a.1, a.1 * b.1);
    let shared = shared_factor(top, bottom);
    (top / shared, bottom / shared)
}

fn shared_factor(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { shared_factor(b, a % b) }
}

/// The number of ways in which the dice add up to a total.
fn ways(count: u8, sides: u16, total: i32) -> u128 {
    match count {
        0 => u128::from(total == 0),
        _ => (1..=i32::from(sides)).map(|face| ways(count - 1, sides, total - face)).sum(),
    }
}

/// Totals that represent all possible ones, each with its number of ways: every total, or one per band of totals with
/// the same outcome.
fn branches(ask: &RollRequest, by_band: bool) -> Vec<(i32, u128)> {
    let (least, most) = ask.range();
    let mut branches: Vec<(i32, u128)> = Vec::new();
    for total in least..=most {
        let ways = ways(ask.count, ask.sides, total);
        let same = by_band && !ask.bands.is_empty() && !ask.bands.contains(&total);
        match branches.last_mut().filter(|_| same) {
            Some(last) => last.1 += ways,
            None => branches.push((total, ways)),
        }
    }
    branches
}

/// Every state that a command can lead to, with its probability, enumerated die by die.
fn outcomes(e: &Encounter, command: &Command, by_band: bool) -> Vec<(Encounter, Fraction)> {
    let mut found = Vec::new();
    let mut open: Vec<(Vec<Answer>, Fraction)> = vec![(Vec::new(), (1, 1))];
    while let Some((answers, (top, bottom))) = open.pop() {
        let rules = registry::ruleset(e.ruleset);
        match rules::resolve(rules, e.clone(), command, &mut Tape::new(&answers)) {
            Ok((after, _)) => found.push((after, (top, bottom))),
            Err(Stop::Roll(ask)) => {
                let all = u128::from(ask.sides).pow(ask.count.into());
                open.extend(branches(&ask, by_band).into_iter().map(|(total, ways)| {
                    let answer = Answer::Roll(Roll::Total(total));
                    let longer = answers.iter().cloned().chain([answer]).collect();
                    (longer, (top * ways, bottom * all))
                }));
            }
            Err(stop) => panic!("{command:?}: {stop:?}"),
        }
    }
    found
}

/// The probability of each number of hit points that a combatant has afterwards.
fn hit_points(found: &[(Encounter, Fraction)], who: CombatantId) -> BTreeMap<i32, Fraction> {
    let mut chances = BTreeMap::new();
    for (after, chance) in found {
        let hp = after.get(who).map_or(0, |c| c.vitals.hp());
        let sum = chances.entry(hp).or_insert((0, 1));
        *sum = plus(*sum, *chance);
    }
    chances
}

#[test]
fn the_chances_of_an_attack_total_1_die_by_die_and_band_by_band() {
    for (foe, hp) in [("goblin", 3), ("ogre", 19), ("crab-spider", 11), ("skeleton", 4)] {
        let known = |key| built_in(Family::D20, key).expect("a key of the bestiary");
        let StatBlock::Written(mut block) = known(foe) else { panic!("{foe}: not as written") };
        block.hp = Some(hp);
        let blocks = [known("fighter-3"), StatBlock::Written(block)];
        let e = duel(RulesetId::Bx, blocks, true, Phase::Melee);
        let (ana, other) = (e.combatants[0].id, e.combatants[1].id);
        let act = Act { with: Some(0), at: vec![other], ..Act::new(ana, Deed::Strike) };
        let command = Command::Act(act);
        let (dice, bands) = (outcomes(&e, &command, false), outcomes(&e, &command, true));
        assert!(bands.len() < dice.len() && dice.len() > 20, "{foe}: {} of {}", bands.len(), dice.len());
        for found in [&dice, &bands] {
            let sum = found.iter().fold((0, 1), |sum, (_, chance)| plus(sum, *chance));
            assert_eq!(sum, (1, 1), "{foe}: the chances total 1");
        }
        assert_eq!(hit_points(&dice, other), hit_points(&bands, other), "{foe}: bands lose nothing");
    }
}

/// A duel, in melee or not, in which the first has that phase for itself.
fn duel(id: RulesetId, blocks: [StatBlock; 2], engaged: bool, phase: Phase) -> Encounter {
    let rules = registry::ruleset(id);
    let mut e = Encounter::new(id);
    for (side, block) in (0..).zip(blocks) {
        e = done(rules, e, &Command::Side(Side::new(format!("side {side}"))));
        let arrival = Arrival::new(SideId(side), "x", Arc::new(ready(rules, &block)));
        e = done(rules, e, &Command::Arrive(arrival));
    }
    let (a, b) = (e.combatants[0].id, e.combatants[1].id);
    let slot = Slot { score: 1, sides: vec![], ones: vec![a] };
    let begun = [Event::Began, Event::RoundBegan(1), Event::Ordered(Arc::new(vec![slot]))];
    let near = [Event::Threatens(a, b), Event::Threatens(b, a)];
    begun.iter().chain(near.iter().filter(|_| engaged)).for_each(|event| e.apply(event));
    rules::open_at(rules, e, &|_, window| window.phase == phase).expect("the phase of the first")
}

/// The probability of each state that a combatant is in afterwards: wounds, standing, effects.
fn states(found: &[(Encounter, Fraction)], who: CombatantId) -> BTreeMap<String, Fraction> {
    let mut chances = BTreeMap::new();
    for (after, chance) in found {
        let c = after.get(who).expect("somebody");
        let conditions: Vec<Condition> = c.effects.iter().map(|effect| effect.condition.id).collect();
        let waits: Vec<String> = after.pending.iter().map(|event| what_waits(event, who)).collect();
        let fate = format!("{:?} {:?} {conditions:?} {:?} {waits:?}", c.vitals, c.standing, c.gear);
        let sum = chances.entry(fate).or_insert((0, 1));
        *sum = plus(*sum, *chance);
    }
    chances
}

/// The part of a pending event that matters to a combatant.
fn what_waits(event: &Event, whom: CombatantId) -> String {
    match event {
        Event::Harmed { who, amount, .. } if *who == whom => format!("{amount}"),
        Event::Afflicted(who, effect) if *who == whom => format!("{:?}", effect.condition),
        Event::Geared(who, thing, gear) if *who == whom => format!("{thing:?} {gear:?}"),
        _ => String::new(),
    }
}

#[test]
fn the_chances_of_an_attack_with_critical_hits_and_misses_total_1() {
    for (own, foe) in [("sword", "orc"), ("claw", "skeleton")] {
        let known = |key| built_in(Family::D20, key).expect("a key of the bestiary");
        let StatBlock::Written(mut block) = known("fighter-3") else { panic!("not as written") };
        block.attacks =
            vec![Attack { damage: Some(Damage::Dice(DiceExpr::new(1, 4, 0))), ..Attack::new(own) }];
        let blocks = [StatBlock::Written(block), known(foe)];
        let e = duel(RulesetId::Countdown, blocks, true, Phase::Number);
        let (ana, other) = (e.combatants[0].id, e.combatants[1].id);
        let command =
            Command::Act(Act { with: Some(0), at: vec![other], ..Act::new(ana, Deed::Strike) });
        let (dice, bands) = (outcomes(&e, &command, false), outcomes(&e, &command, true));
        assert!(
            bands.len() < dice.len() && dice.len() > 500,
            "{foe}: {} of {}",
            bands.len(),
            dice.len()
        );
        for found in [&dice, &bands] {
            let sum = found.iter().fold((0, 1), |sum, (_, chance)| plus(sum, *chance));
            assert_eq!(sum, (1, 1), "{foe}: the chances total 1");
        }
        for who in [ana, other] {
            assert_eq!(states(&dice, who), states(&bands, who), "{foe}: bands lose nothing");
        }
    }
}

#[test]
fn the_chances_of_an_attack_in_three_steps_total_1() {
    let called = [None, Some(Location::Hand), Some(Location::Head), Some(Location::Weapon)];
    for (foe, called) in ["goblin", "knight-3", "ogre", "oak-door"].into_iter().zip(called) {
        let known = |key| built_in(Family::Wounds, key).expect("a key of the bestiary");
        let e = duel(RulesetId::Seconds, [known("duelist-5"), known(foe)], false, Phase::Turn);
        let (ana, other) = (e.combatants[0].id, e.combatants[1].id);
        let mut act = Act { with: Some(0), at: vec![other], ..Act::new(ana, Deed::Strike) };
        called.into_iter().for_each(|at| act.facts.set(Fact::Called(at)));
        act.facts.set(Fact::Modifier(-2));
        if foe == "oak-door" {
            act.facts.clear(&Fact::Called(Location::Weapon));
        }
        let command = Command::Act(act);
        let (dice, bands) = (outcomes(&e, &command, false), outcomes(&e, &command, true));
        assert!(bands.len() < dice.len(), "{foe}: {} of {}", bands.len(), dice.len());
        for found in [&dice, &bands] {
            let sum = found.iter().fold((0, 1), |sum, (_, chance)| plus(sum, *chance));
            assert_eq!(sum, (1, 1), "{foe}: the chances total 1");
        }
        assert_eq!(states(&dice, other), states(&bands, other), "{foe}: bands lose nothing");
    }
}
