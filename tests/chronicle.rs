//! Guarantees of the chronicle: nothing is lost, and going back restores everything.

mod fight;

use fight::{act, begun, finished, fought, harm, note};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wardrum::chronicle::{
    Ask, BadAnswer, Chronicle, EntryId, Past, PastTail, Pending, Progress, Provenance, ReadPast,
    Snapshot, Tree, by_side, laws,
};
use wardrum::machine_dice::Thrown;
use wardrum::notation;
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Fact, Facts};
use wardrum::rules::model::dice::{Answer, Purpose, Roll, RollRequest};
use wardrum::rules::model::encounter::{Encounter, Hand};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::text::log;

fn hp(e: &Encounter, who: u32) -> i32 {
    e.get(CombatantId(who)).expect("somebody").vitals.hp()
}

fn dice() -> Thrown {
    Thrown::seeded(3)
}

#[test]
fn an_act_of_several_commands_is_taken_back_whole() {
    let mut chronicle = begun();
    let before = chronicle.now().clone();
    let two = [harm(2, 3), harm(3, 4)].concat();
    act(&mut chronicle, two, &mut dice());
    assert_eq!((hp(chronicle.now(), 2), hp(chronicle.now(), 3)), (5, 4));
    assert_eq!(chronicle.undo(), Some(EntryId(2)));
    assert_eq!(*chronicle.now(), before);
    assert_eq!(chronicle.redo(), Some(EntryId(2)));
    assert_eq!((hp(chronicle.now(), 2), hp(chronicle.now(), 3)), (5, 4));
    assert_eq!(chronicle.redo(), None);
}

#[test]
fn who_ran_away_is_not_said_to_have_moved_toward_anybody() {
    let chronicle = begun();
    let (about, e) = (chronicle.rules().about(), chronicle.now());
    let going = |who, away: bool| {
        let facts = Facts::from_iter(away.then_some(Fact::Away));
        Act { at: vec![CombatantId(0)], facts, ..Act::new(CombatantId(who), Deed::Move) }
    };
    for (away, one, two) in [
        (true, "Grak runs from Ana", "Grak, Hruk run from Ana"),
        (false, "Grak moves toward Ana", "Grak, Hruk move toward Ana"),
    ] {
        let acts = [2, 3].map(|who| going(who, away));
        assert_eq!(log::entry_label(about, e, &Command::Act(acts[0].clone()), &[]), one);
        assert_eq!(log::acts_label(e, &[&acts[0], &acts[1]]).as_deref(), Some(two));
    }
}

#[test]
fn a_move_into_melee_is_labelled_as_closing() {
    let chronicle = begun();
    let (about, e) = (chronicle.rules().about(), chronicle.now());
    let act = Act { at: vec![CombatantId(0)], ..Act::new(CombatantId(2), Deed::Move) };
    let meets = |whom| [Event::Threatens(CombatantId(2), CombatantId(whom))];
    let label = |events: &[Event]| log::entry_label(about, e, &Command::Act(act.clone()), events);
    assert_eq!(label(&meets(0)), "Grak closes with Ana");
    assert_eq!(label(&meets(1)), "Grak moves toward Ana");
}

#[test]
fn undo_stops_at_the_start() {
    let mut chronicle = begun();
    assert_eq!(chronicle.undo(), Some(EntryId(1)));
    assert_eq!(chronicle.undo(), None);
    assert_eq!(chronicle.now(), chronicle.start());
}

#[test]
fn what_was_undone_stays_as_a_branch() {
    let mut chronicle = begun();
    act(&mut chronicle, harm(2, 1), &mut dice());
    act(&mut chronicle, harm(2, 1), &mut dice());
    chronicle.undo();
    chronicle.undo();
    act(&mut chronicle, harm(3, 5), &mut dice());
    assert_eq!(chronicle.line(), [EntryId(1), EntryId(4)]);
    let branches = chronicle.branches();
    assert_eq!(branches.len(), 1);
    assert_eq!((branches[0].tip, branches[0].parts_after), (EntryId(3), EntryId(1)));
    assert_eq!((branches[0].parts_at, branches[0].length), (1, 2));

    chronicle.name(EntryId(3), "if only".into());
    assert_eq!(chronicle.branches()[0].name.as_deref(), Some("if only"));
    assert!(chronicle.go_to(EntryId(2)));
    assert_eq!((chronicle.line(), chronicle.at()), (&[EntryId(1), EntryId(2), EntryId(3)][..], 2));
    assert_eq!((hp(chronicle.now(), 2), hp(chronicle.now(), 3)), (7, 8));
    assert_eq!(chronicle.redo(), Some(EntryId(3)));
    assert_eq!(chronicle.branches()[0].tip, EntryId(4));
    assert!(!chronicle.go_to(EntryId(9)));
}

/// The fight with these outcome bands in every recorded roll.
fn with_bands(chronicle: &Chronicle, bands: &[i32]) -> Chronicle {
    let mut tree = Tree::new(chronicle.start().clone());
    for id in chronicle.line() {
        let mut entry = chronicle.entry(*id).expect("an entry").clone();
        let asked = entry.steps.iter_mut().flat_map(|step| &mut step.answers);
        for answered in asked {
            if let Ask::Roll(ask) = &mut answered.ask {
                ask.bands = bands.to_vec();
            }
        }
        tree.append(entry, None).expect("it follows");
    }
    Chronicle::of(tree)
}

#[test]
fn a_question_that_joins_different_outcomes_breaks_a_law() {
    let chronicle = fought(60);
    assert_eq!(laws::joined_totals_are_alike(&chronicle), Ok(()));
    let each_alone: Vec<i32> = (1..=100).collect();
    assert_eq!(laws::joined_totals_are_alike(&with_bands(&chronicle, &each_alone)), Ok(()));
    let joined = laws::joined_totals_are_alike(&with_bands(&chronicle, &[99]));
    assert!(matches!(joined, Err(laws::Broken::Joined { .. })), "{joined:?}");
}

#[test]
fn the_laws_hold_over_a_long_fight() {
    let mut chronicle = fought(700);
    assert_eq!(laws::hold(&chronicle), Ok(()));
    for _ in 0..50 {
        chronicle.undo();
    }
    assert_eq!(laws::hold(&chronicle), Ok(()));
}

#[test]
fn drift_names_the_entry() {
    let mut chronicle = begun();
    act(&mut chronicle, harm(2, 1), &mut dice());
    assert_eq!(chronicle.verify(), None);
    let mut tree = wardrum::chronicle::Tree::new(chronicle.start().clone());
    for &id in chronicle.line() {
        let mut entry = chronicle.entry(id).expect("an entry").clone();
        if id == EntryId(2) {
            entry.steps[0].events.clear();
        }
        tree.append(entry, None).expect("it follows");
    }
    let drift = Chronicle::of(tree).verify().expect("drift");
    assert_eq!((drift.entry, drift.at, drift.step), (EntryId(2), 1, 0));
}

/// The opening: a typed die for the heroes, a machine die for the orcs.
fn surprise() -> (Chronicle, Pending) {
    let mut chronicle = begun();
    act(&mut chronicle, vec![Command::Proceed], &mut dice());
    (chronicle, Pending::new(vec![Command::Proceed]))
}

#[test]
fn whoever_rolls_typed_dice_is_asked() {
    let (chronicle, mut pending) = surprise();
    let asked = pending.run(&chronicle, &mut dice(), &by_side);
    let Progress::Asks(Ask::Roll(ask)) = asked else { panic!("found {asked:?}") };
    assert_eq!(ask.side.map(|side| side.0), Some(0));
    assert!(pending.answers().is_empty());

    let seven = Answer::Roll(Roll::Faces(vec![7]));
    assert!(matches!(pending.answer(seven, Provenance::Typed), Err(BadAnswer::Die(_))));
    assert!(pending.question().is_some(), "the question stays open");
    assert_eq!(pending.answer(Answer::One(0), Provenance::Typed), Err(BadAnswer::NoRoll));

    pending.answer(Answer::Roll(Roll::Total(4)), Provenance::Typed).expect("it fits");
    assert_eq!(pending.run(&chronicle, &mut dice(), &by_side), Progress::Done);
    let by: Vec<Provenance> = pending.answers().iter().map(|answer| answer.by).collect();
    assert_eq!(by, [Provenance::Typed, Provenance::Machine]);
}

#[test]
fn backspace_takes_the_last_typed_answer_back() {
    let (chronicle, mut pending) = surprise();
    pending.run(&chronicle, &mut dice(), &by_side);
    assert!(!pending.take_back());
    pending.answer(Answer::Roll(Roll::Total(4)), Provenance::Typed).expect("it fits");
    pending.run(&chronicle, &mut dice(), &by_side);
    assert!(pending.take_back());
    assert!(pending.answers().is_empty());
    assert!(matches!(pending.run(&chronicle, &mut dice(), &by_side), Progress::Asks(_)));
}

#[test]
fn a_half_answered_act_survives_being_written_down() {
    let (mut chronicle, mut pending) = surprise();
    pending.run(&chronicle, &mut dice(), &by_side);
    pending.answer(Answer::Roll(Roll::Total(4)), Provenance::Typed).expect("it fits");
    let text = notation::line(&pending).expect("it can be written");
    let mut again: Pending = notation::read(&text).expect("it can be read");
    assert_eq!(again.run(&chronicle, &mut dice(), &by_side), Progress::Done);
    assert_eq!(pending.run(&chronicle, &mut dice(), &by_side), Progress::Done);
    assert_eq!(again, pending);
    assert!(chronicle.accept(again).is_some());
}

#[test]
fn a_changed_answer_keeps_those_after_it() {
    let (chronicle, _) = surprise();
    let mut pending = finished(&chronicle, vec![Command::Proceed], &mut dice());
    let orcs = pending.answers()[1].clone();
    pending.change(0, Answer::Roll(Roll::Total(1)), Provenance::Typed).expect("it fits");
    assert_eq!(pending.run(&chronicle, &mut Thrown::seeded(99), &by_side), Progress::Done);
    assert_eq!(pending.answers()[0].answer, Answer::Roll(Roll::Total(1)));
    assert_eq!(pending.answers()[1], orcs);
}

#[test]
fn one_refusal_refuses_the_whole_act() {
    let mut chronicle = begun();
    let before = chronicle.now().clone();
    let mut pending = Pending::new([harm(2, 3), harm(77, 3)].concat());
    assert!(matches!(pending.run(&chronicle, &mut dice(), &by_side), Progress::Refused(_)));
    assert!(chronicle.accept(pending).is_none());
    assert_eq!(*chronicle.now(), before);
}

#[test]
fn an_act_is_accepted_only_where_it_was_resolved() {
    let mut chronicle = begun();
    let pending = finished(&chronicle, note("late"), &mut dice());
    act(&mut chronicle, note("first"), &mut dice());
    assert!(chronicle.accept(pending).is_none());
    assert_eq!(chronicle.line().len(), 2);
}

#[test]
fn whoever_comes_out_of_turn_takes_nobodys_place() {
    let mut chronicle = begun();
    let Command::Arrive(late) = fight::arrival(1, "Snag") else { panic!("an arrival") };
    let ninth = Command::Arrive(Arrival { id: Some(CombatantId(9)), ..late.clone() });
    act(&mut chronicle, vec![ninth.clone()], &mut dice());
    let seventh = Command::Arrive(Arrival { id: Some(CombatantId(7)), name: "Urk".into(), ..late });
    act(&mut chronicle, vec![seventh], &mut dice());
    act(&mut chronicle, harm(9, 3), &mut dice());
    let e = chronicle.now();
    let ids: Vec<u32> = e.all().map(|c| c.id.0).collect();
    assert_eq!(ids, [0, 1, 2, 3, 4, 7, 9]);
    assert_eq!((hp(e, 9), hp(e, 7)), (5, 8));
    assert!(e.get(CombatantId(5)).is_none());
    assert_eq!(e.next_combatant(), CombatantId(10));
    let mut taken = Pending::new(vec![ninth]);
    assert!(matches!(taken.run(&chronicle, &mut dice(), &by_side), Progress::Refused(_)));
    assert_eq!(laws::hold(&chronicle), Ok(()));
}

/// A branch keeps its name whether its line continues, is undone and changed, or is left for another branch.
#[test]
fn a_name_follows_its_line() {
    let named = |chronicle: &Chronicle| chronicle.current().and_then(|line| line.name);
    let mut chronicle = begun();
    let origin = chronicle.current().expect("a line").origin;
    assert_eq!(named(&chronicle).as_deref(), Some("main line"));
    chronicle.name(origin, "trunk".into());
    act(&mut chronicle, harm(2, 1), &mut dice());
    act(&mut chronicle, harm(2, 1), &mut dice());
    chronicle.undo();
    act(&mut chronicle, harm(3, 1), &mut dice());
    assert_eq!(named(&chronicle).as_deref(), Some("trunk"));
    assert_eq!(chronicle.branches()[0].name, None);
    let trunk = chronicle.position();
    chronicle.undo();
    chronicle.undo();
    act(&mut chronicle, harm(3, 2), &mut dice());
    chronicle.name(chronicle.position(), "other".into());
    act(&mut chronicle, harm(3, 1), &mut dice());
    chronicle.undo();
    act(&mut chronicle, harm(2, 3), &mut dice());
    assert_eq!(named(&chronicle).as_deref(), Some("other"));
    let branches = chronicle.branches();
    let old = branches.iter().find(|branch| branch.tip == trunk).expect("the trunk");
    assert_eq!(old.name.as_deref(), Some("trunk"));
    assert!(chronicle.go_to(trunk));
    assert_eq!(named(&chronicle).as_deref(), Some("trunk"));
}

/// A past that promises more and never gets there, and counts how often it is asked.
#[derive(Default)]
struct Promising(AtomicUsize);

impl ReadPast for Promising {
    fn whole(&self, _: u64) -> Past {
        Past::default()
    }

    fn tail(&self, end: u64, below: EntryId, _: usize, _: &dyn Fn(EntryId) -> bool) -> PastTail {
        let asked = self.0.fetch_add(1, Ordering::Relaxed);
        assert!(asked < 10, "it is asked again and again");
        PastTail { first: below, from: end, goes_on: true, ..PastTail::default() }
    }
}

#[test]
fn a_past_that_goes_no_further_is_asked_once() {
    let state = begun().now().clone();
    let line = (1..=9).map(EntryId).collect();
    let past = Arc::new(Promising::default());
    let snapshot = Snapshot { line, then: Vec::new(), state };
    let reader: Arc<dyn ReadPast> = past.clone();
    let tree = Tree::resumed(snapshot, EntryId(9), reader, 700).expect("a line that ascends");
    let mut chronicle = Chronicle::of(tree);
    assert!(!chronicle.read_back(5) && !chronicle.read_back(5));
    assert_eq!(past.0.load(Ordering::Relaxed), 1);
}

/// Players who type their dice do not roll how their foes react to them.
#[test]
fn the_side_that_reacts_rolls_its_reaction() {
    let mut e = begun().now().clone();
    e.sides[0].players = Some(true);
    let by = |e: &Encounter, purpose| {
        by_side(e, &Ask::Roll(RollRequest::new(purpose, 2, 6).by(CombatantId(0))))
    };
    assert_eq!(by(&e, Purpose::Reaction), Provenance::Machine);
    assert_eq!(by(&e, Purpose::Morale), Provenance::Typed, "the players' own rolls");
    e.sides[1].hand = Hand::Typed;
    assert_eq!(by(&e, Purpose::Reaction), Provenance::Typed);
}
