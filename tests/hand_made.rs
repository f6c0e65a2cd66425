//! Hand-edited saves: whatever numbers they contain, the fight opens and continues.

use std::sync::Arc;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::combatant::OngoingAction;
use wardrum::rules::model::command::{Act, Arrival, Command, Deed};
use wardrum::rules::model::condition::ConditionRow;
use wardrum::rules::model::counter::Counter;
use wardrum::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use wardrum::rules::model::effect::{Condition, Effect};
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::event::{Bearer, Event, Stop};
use wardrum::rules::model::ids::{CombatantId, EffectId, RulesetId, SideId};
use wardrum::rules::model::word::Word;
use wardrum::rules::ruleset::about::Family;
use wardrum::rules::{self, registry};
use wardrum::store::{self, Bestiary, Journal, ready};

/// The counters of all rulesets.
fn counters() -> impl Iterator<Item = Counter> {
    let of = |id| registry::ruleset(id).about().counters.iter().map(|row| row.counter);
    RulesetId::ALL.into_iter().flat_map(of)
}

/// More rolls than any act of two combatants asks for.
const MOST_ROLLS: usize = 500;

/// Counted machine dice; choices take the default.
struct Counted(Thrown, usize);

impl Dice for Counted {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        self.1 += 1;
        assert!(self.1 <= MOST_ROLLS, "it asks and asks: {ask:?}");
        self.0.roll(ask)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(ask.standing())
    }
}

/// Carries out a command with random dice; `false` if it is refused.
fn done(e: &mut Encounter, command: &Command, seed: u64) -> bool {
    let mut dice = Counted(Thrown::seeded(seed), 0);
    match rules::resolve(registry::ruleset(e.ruleset), e.clone(), command, &mut dice) {
        Ok((after, _)) => {
            *e = after;
            true
        }
        Err(Stop::Refused(_)) => false,
        Err(stop) => panic!("left open: {stop:?}"),
    }
}

fn keys(by: RulesetId) -> (Family, [&'static str; 2]) {
    match registry::ruleset(by).about().family {
        Family::D20 => (Family::D20, ["magic-user-1", "orc"]),
        Family::Wounds => (Family::Wounds, ["archer", "orc"]),
    }
}

fn two_sides(by: RulesetId) -> Encounter {
    let (family, keys) = keys(by);
    let block = |key| {
        Arc::new(ready(registry::ruleset(by), Bestiary::built_in(family).get(key).expect("a key")))
    };
    let sides = ["one", "other"].map(|name| Command::Side(Side::new(name)));
    let arrivals = keys
        .iter()
        .zip(0..)
        .map(|(key, side)| Command::Arrive(Arrival::new(SideId(side), *key, block(*key))));
    let mut e = Encounter::new(by);
    for command in sides.into_iter().chain(arrivals) {
        assert!(done(&mut e, &command, 1), "{command:?}");
    }
    e
}

/// Sets every counter to that number.
fn counted(e: &mut Encounter, figure: i32) {
    for counter in counters() {
        for who in 0..2 {
            e.apply(&Event::Counted(Bearer::One(CombatantId(who)), counter, figure));
        }
        for side in 0..2 {
            e.apply(&Event::Counted(Bearer::Side(SideId(side)), counter, figure));
        }
    }
}

fn effect(e: &Encounter, condition: Word<ConditionRow>, figure: i32, label: Option<&str>) -> Effect {
    let counters = counters().map(|counter| (counter, figure)).collect();
    let label = label.map(Into::into);
    Effect { value: figure, label, counters, ..Effect::new(EffectId(e.next_effect), condition) }
}

/// Plays some steps, and lets time pass after them.
fn play(mut e: Encounter, steps: u64) -> Encounter {
    for step in 0..steps {
        if !done(&mut e, &Command::Proceed, step) {
            done(&mut e, &Command::Skip, step);
        }
        let strike = Act::new(CombatantId(1), Deed::Strike);
        let strike = Act { at: vec![CombatantId(0)], with: Some(0), ..strike };
        done(&mut e, &Command::Act(strike), step);
    }
    done(&mut e, &Command::End, 1);
    done(&mut e, &Command::Elapse(3600), 1);
    e
}

#[test]
fn a_save_whose_counters_are_beyond_all_bounds_opens_and_goes_on() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    for by in RulesetId::ALL {
        for figure in [i32::MAX, i32::MIN] {
            let mut e = two_sides(by);
            if by == RulesetId::Countdown {
                e.apply(&Event::OptionSet("countdown.option.disruption-each".into(), "on".into()));
            }
            counted(&mut e, figure);
            let path = folder.path().join(format!("{by:?}{figure}.ron"));
            drop(Journal::create(&path, "by hand", &e).expect("a new file"));
            let opened = store::open(&path).expect("it opens");
            let after = play(opened.chronicle.now().clone(), 40);
            assert!(after.round > 0, "{by:?}, {figure}");
        }
    }
}

#[test]
fn a_condition_with_any_figure_lets_the_fight_go_on() {
    for by in RulesetId::ALL {
        for row in registry::ruleset(by).about().conditions.iter() {
            for figure in [i32::MAX, i32::MIN] {
                let labels = [None, Some("Alcohol"), Some("Snake venom")];
                let labels = if row == Condition::POISONED { &labels[..] } else { &labels[..1] };
                for label in labels {
                    let mut e = two_sides(by);
                    counted(&mut e, figure);
                    for who in 0..2 {
                        let effect = effect(&e, row, figure, *label);
                        e.apply(&Event::Afflicted(CombatantId(who), Box::new(effect)));
                    }
                    play(e, 6);
                }
            }
        }
    }
}

/// A save in which someone is in the middle of what is no action opens and goes on: nothing of it is resumed.
#[test]
fn what_is_no_action_is_never_in_progress() {
    for by in RulesetId::ALL {
        let rules = registry::ruleset(by);
        for deed in [Deed::Begin, Deed::Resume, Deed::Abandon, Deed::Pass, Deed::CutIn] {
            let mut e = two_sides(by);
            let who = CombatantId(0);
            let act = Act { at: vec![CombatantId(1)], ..Act::new(who, deed) };
            e.apply(&Event::Undertook(who, Some(Box::new(OngoingAction { act, owes: 2 }))));
            let mut e = play(e, 6);
            for deed in rules.deeds().iter().map(|row| row.deed) {
                let _ = rules::offers(rules, &e, who);
                done(&mut e, &Command::Act(Act::new(who, deed)), 3);
            }
        }
    }
}
