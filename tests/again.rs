//! Moves combatants from one encounter to the next under every ruleset: who is kept, and with what state.

use wardrum::chronicle::Chronicle;
use wardrum::rules::model::combatant::{Combatant, Gear, Standing, Thing, Vitals, Whereabouts};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::condition::Figure;
use wardrum::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use wardrum::rules::model::effect::{Condition, Effect};
use wardrum::rules::model::encounter::{Encounter, Stage};
use wardrum::rules::model::event::{Bearer, Event};
use wardrum::rules::model::ids::{CombatantId, EffectId, SideId};
use wardrum::rules::model::moment::Moment;
use wardrum::rules::{self, next_encounter};
use wardrum::store::{READY, prepared};

/// Dice that always roll the minimum; choices take the first option.
struct Least;

impl Dice for Least {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        Some(Roll::Faces(vec![1; usize::from(ask.count)]))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(ask.standing())
    }
}

fn act(e: Encounter, command: &Command) -> Encounter {
    let rules = Chronicle::new(e.clone()).rules();
    rules::resolve(rules, e, command, &mut Least).expect("it is accepted").0
}

fn carried(e: &Encounter, sides: &[SideId]) -> Encounter {
    next_encounter(Chronicle::new(e.clone()).rules().about(), e, sides)
}

/// Every ready fight, ended after a round with a wound, a death and a spell in effect.
fn ended() -> impl Iterator<Item = Encounter> {
    READY.iter().map(|text| {
        let (_, mut e) = prepared(text).expect("a ready fight");
        e = act(e, &Command::Proceed);
        let ones: Vec<CombatantId> = e.all().map(|c| c.id).collect();
        let (first, last) = (ones[0], ones[ones.len() - 1]);
        let held = Overrule::Afflict {
            who: vec![first],
            condition: Condition::NAMED,
            value: 0,
            rounds: Some(5000),
            label: Some("blessed".into()),
            toward: None,
        };
        for word in [held, Overrule::Standing(last, Standing::Dead)] {
            e = act(e, &Command::Overrule(word));
        }
        act(e, &Command::End)
    })
}

#[test]
fn whoever_goes_on_stands_as_it_stood_and_the_clock_goes_on() {
    for e in ended() {
        let side = e.all().next().expect("somebody").side;
        let next = carried(&e, &[side]);
        assert_eq!((next.stage, next.round, next.clock), (Stage::Setup, 0, e.clock));
        assert_eq!((next.sides.len(), &next.sides[0].name), (1, &e.side(side).expect("its side").name));
        for c in next.all() {
            let was = e.get(c.id).expect("it was there");
            assert_eq!((c.side, was.side), (SideId(0), side));
            assert_eq!((c.vitals, &c.spells, &c.name), (was.vitals, &was.spells, &was.name));
            assert!(c.threatens.is_empty() && c.distances.is_empty());
        }
        let going = e.all().filter(|c| c.side == side && c.standing != Standing::Dead).count();
        assert_eq!(next.all().count(), going);
    }
}

#[test]
fn what_counts_rounds_has_as_many_left() {
    for e in ended() {
        let first = e.all().next().expect("somebody");
        let until = |e: &Encounter| {
            let c = e.get(first.id).expect("it is there");
            c.effect(Condition::NAMED).and_then(|effect| effect.until).map(|when| when.moment)
        };
        let next = carried(&e, &[first.side]);
        match (until(&e), until(&next)) {
            (Some(Moment::RoundEnd(was)), Some(Moment::RoundEnd(now))) => assert_eq!(now, was - e.round),
            (was, now) => assert_eq!(was, now),
        }
        assert!(until(&next).is_some(), "{:?}", e.ruleset);
        assert!(next.lapses.iter().any(|lapse| lapse.who == first.id));
    }
}

/// Temporary hit points go on as other effects do: with their remaining time, or until they are used up.
#[test]
fn temporary_hit_points_go_on_with_their_remaining_time() {
    for e in ended() {
        let (who, side) = e.all().next().map(|c| (c.id, c.side)).expect("somebody");
        let has = |c: &Combatant| matches!(c.vitals, Vitals::HitPoints { .. });
        if !e.get(who).is_some_and(has) {
            continue;
        }
        let with = |rounds| {
            let (condition, value, label, toward) = (Condition::TEMPORARY_HP, 5, None, None);
            let given = Overrule::Afflict { who: vec![who], condition, value, rounds, label, toward };
            carried(&act(e.clone(), &Command::Overrule(given)), &[side])
        };
        for rounds in [None, Some(5000)] {
            let next = with(rounds);
            let c = next.get(who).expect("it goes on");
            assert_eq!(c.temporary(), 5);
            let until = c.effect(Condition::TEMPORARY_HP).and_then(|effect| effect.until);
            assert_eq!(until.is_some(), rounds.is_some());
        }
    }
}

/// The next encounter is an ordinary one: others can join, and it can be fought.
#[test]
fn the_next_encounter_can_be_fought() {
    for e in ended() {
        let sides: Vec<SideId> = e.side_ids().collect();
        let standing: Vec<SideId> =
            sides.into_iter().filter(|side| e.in_standing(*side, Standing::Up) > 0).collect();
        let mut next = carried(&e, &standing);
        if standing.len() < 2 {
            continue;
        }
        next = act(next, &Command::Proceed);
        assert_eq!(next.stage, Stage::Running);
        assert!(next.window().is_some());
        next = act(next, &Command::End);
        assert_eq!(next.stage, Stage::Over);
    }
}

/// A wound that bled in the fourth round of one fight bleeds in the first round of the next.
#[test]
fn a_round_of_the_last_fight_lies_behind_those_of_the_next() {
    for mut e in ended() {
        let rules = Chronicle::new(e.clone()).rules();
        let first = e.all().next().expect("somebody").clone();
        e.round = 4;
        for counter in rules.about().kept(|row| row.round) {
            e.apply(&Event::Counted(Bearer::One(first.id), counter, 4));
        }
        for row in rules.about().conditions.iter().filter(|row| row.figure == Figure::Round) {
            let effect = Effect { value: 5, ..Effect::new(EffectId(e.next_effect), row) };
            e.apply(&Event::Afflicted(first.id, Box::new(effect)));
        }
        let next = carried(&e, &[first.side]);
        let c = next.get(first.id).expect("it is there");
        for counter in rules.about().kept(|row| row.round) {
            assert_eq!(c.counters.of(counter), 0, "{:?}", e.ruleset);
        }
        for row in rules.about().conditions.iter().filter(|row| row.figure == Figure::Round) {
            assert_eq!(c.effect(row.id).map(|effect| effect.value), Some(1), "{:?}", e.ruleset);
        }
    }
}

#[test]
fn what_was_lost_in_the_fight_can_be_picked_up_after_it() {
    for mut e in ended() {
        let (who, side) = e.all().next().map(|c| (c.id, c.side)).expect("somebody");
        let lost = Gear { at: Whereabouts::Lost, fired: 1, ..Gear::default() };
        e.apply(&Event::Geared(who, Thing::Line(0), lost));
        let next = carried(&e, &[side]);
        let found = Gear { at: Whereabouts::Dropped, ..lost };
        assert_eq!(next.get(who).expect("it goes on").thing(Thing::Line(0)), found);
    }
}

/// A group that made its checks in one fight makes them anew in the next, whether it is a side or a kind.
#[test]
fn what_is_counted_of_a_group_ends_with_the_fight() {
    for mut e in ended() {
        let rules = Chronicle::new(e.clone()).rules();
        let first = e.all().next().expect("somebody").clone();
        let counted = |e: &Encounter| -> Vec<i32> {
            rules.about().kept(|row| row.of_group).map(|counter| e.count_of(first.id, counter)).collect()
        };
        for counter in rules.about().kept(|row| row.of_group) {
            e.apply(&Event::Counted(Bearer::One(first.id), counter, 1));
        }
        assert!(counted(&e).iter().all(|count| *count == 1));
        assert!(counted(&carried(&e, &[first.side])).iter().all(|count| *count == 0), "{:?}", e.ruleset);
    }
}
