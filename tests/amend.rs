//! Guarantees of amending the past: only the amended entry changes, answers stay with their questions, and an adopted
//! line is an ordinary fight.

mod cases;
mod fight;
mod player;

use cases::config;
use fight::{act, begun, harm, note};
use player::Seeded;
use proptest::prelude::*;
use std::sync::Arc;
use wardrum::chronicle::{
    AmendedCommand, Amending, Amendment, Answered, Ask, Chronicle, EntryId, Pending, Progress,
    Provenance, Unamendable, by_side, laws,
};
use wardrum::notation;
use wardrum::rules;
use wardrum::rules::engine::resolution::Resolution;
use wardrum::rules::model::combatant::{Combatant, Standing, StatBlock};
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Overrule, Share};
use wardrum::rules::model::dice::{
    Answer, ChoiceRequest, Dice, DiceExpr, HowMany, Purpose, Roll, RollRequest,
};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::error::{Refusal, RuleError};
use wardrum::rules::model::event::Stop;
use wardrum::rules::model::fault::Fault;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::offer::Figure;
use wardrum::rules::model::window::Window;
use wardrum::rules::registry::{ALL, ruleset};
use wardrum::rules::ruleset::about::{About, Family};
use wardrum::rules::ruleset::deed::{At, DeedRule, Rows};
use wardrum::rules::ruleset::{Ruleset, Station};
use wardrum::store::{Bestiary, Journal, look, open, ready};

/// Dice that must not be rolled.
struct Nothing;

impl Dice for Nothing {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        panic!("asked for {ask:?}")
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        panic!("asked for {ask:?}")
    }
}

/// The entry at that index as it was recorded.
fn recorded(chronicle: &Chronicle, place: usize) -> Vec<AmendedCommand> {
    let entry = chronicle.entry(chronicle.line()[place]).expect("an entry");
    entry.steps.iter().map(AmendedCommand::recorded).collect()
}

/// Plays an amendment to its end with default decisions; returns the number of new answers.
fn play(
    chronicle: &Chronicle,
    amendment: Amendment,
    dice: &mut dyn Dice,
) -> Result<Amending, RuleError> {
    let mut amending = Amending::new(chronicle, amendment).expect("it can be changed");
    loop {
        match amending.run(chronicle, dice, &|_, _| Provenance::Machine) {
            Progress::Done => return Ok(amending),
            Progress::Refused(error) => return Err(error),
            Progress::Asks(Ask::Choice(ask)) => {
                amending.answer(ask.standing(), Provenance::Typed).expect("it fits");
            }
            Progress::Asks(ask) => panic!("the machine had no dice for {ask:?}"),
        }
    }
}

fn adopt(chronicle: &mut Chronicle, amendment: Amendment) -> EntryId {
    let amending = play(chronicle, amendment, &mut Seeded(5)).expect("it is played");
    chronicle.adopt(amending).expect("it is done")
}

fn totals(chronicle: &Chronicle, place: usize) -> Vec<i32> {
    let entry = chronicle.entry(chronicle.line()[place]).expect("an entry");
    let answers = entry.steps.iter().flat_map(|step| &step.answers);
    answers.filter_map(|answered| total(&answered.answer)).collect()
}

fn total(answer: &Answer) -> Option<i32> {
    match answer {
        Answer::Roll(roll) => Some(roll.total()),
        _ => None,
    }
}

/// A ruleset in which a morale check is a series of three blows by one combatant: a d20 each, and a d6 on an 11.
/// Everything else is taken from another ruleset.
struct Series;

fn bx() -> &'static dyn Ruleset {
    ruleset(RulesetId::Bx)
}

impl Ruleset for Series {
    fn about(&self) -> &'static About {
        bx().about()
    }
    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
        bx().admit(block)
    }
    fn next(&self, e: &Encounter) -> Option<Window> {
        bx().next(e)
    }
    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        bx().proceed(r, window)
    }
    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32) {
        bx().set_hp(r, who, hp);
    }
    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        bx().owes(e, who)
    }
    fn deeds(&self) -> &'static Rows {
        bx().deeds()
    }
    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Result<(), RuleError> {
        bx().gate(at, row, act)
    }
    fn check(&self, _: &Encounter, _: &Command) -> Result<(), RuleError> {
        Ok(())
    }
    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop> {
        let Command::Morale { .. } = c else { return Ok(()) };
        for _ in 0..3 {
            let blow = RollRequest::new(Purpose::Attack(0), 1, 20).by(CombatantId(0));
            if r.roll(blow)?.total() >= 11 {
                r.roll(RollRequest::new(Purpose::Damage(0), 1, 6).by(CombatantId(0)))?;
            }
        }
        Ok(())
    }
    fn rail(&self, e: &Encounter) -> Vec<Station> {
        bx().rail(e)
    }
    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure> {
        bx().figures(e, who)
    }
    fn fights(&self, e: &Encounter, c: &Combatant) -> bool {
        bx().fights(e, c)
    }
}

/// A series with these dice, followed by a note.
fn series(dice: &[u16]) -> Chronicle {
    let mut chronicle = Chronicle::under(&Series, Encounter::new(RulesetId::Bx));
    let mut faces = Faces(dice.to_vec());
    let commands = vec![Command::Morale { side: SideId(0), like: None, adjustment: 0 }];
    let mut pending = Pending::new(commands);
    assert_eq!(pending.run(&chronicle, &mut faces, &|_, _| Provenance::Machine), Progress::Done);
    chronicle.accept(pending).expect("accepted");
    act(&mut chronicle, note("after"), &mut wardrum::machine_dice::Thrown::seeded(1));
    chronicle
}

struct Faces(Vec<u16>);

impl Dice for Faces {
    fn roll(&mut self, _: &RollRequest) -> Option<Roll> {
        (!self.0.is_empty()).then(|| Roll::Faces(vec![self.0.remove(0)]))
    }
    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        None
    }
}

/// The dice of the series after the answer at that index is changed.
fn changed(dice: &[u16], at: usize, to: u16, new: &[u16]) -> Vec<i32> {
    let mut chronicle = series(dice);
    let mut said = recorded(&chronicle, 0);
    said[0].answers[at].answer = Answer::Roll(Roll::Faces(vec![to]));
    let mut faces = Faces(new.to_vec());
    let amending = play(&chronicle, Amendment::change(0, said), &mut faces).expect("played");
    assert!(faces.0.is_empty(), "dice left over: {:?}", faces.0);
    chronicle.adopt(amending).expect("adopted");
    totals(&chronicle, 0)
}

/// The commands of an amendment were saved as `said` once.
#[test]
fn an_amendment_left_waiting_by_an_older_version_is_read() {
    let read: Amendment = notation::read("(from:3,count:1,said:[])").expect("an amendment");
    assert_eq!(read, Amendment::strike(3));
}

#[test]
fn a_question_that_is_gone_drops_its_answer_alone() {
    assert_eq!(changed(&[15, 4, 3, 18, 6], 0, 2, &[]), [2, 3, 18, 6]);
    assert_eq!(changed(&[15, 4, 16, 5, 17, 6], 2, 1, &[]), [15, 4, 1, 17, 6]);
    assert_eq!(changed(&[15, 4, 16, 5, 17, 6], 0, 1, &[]), [1, 16, 5, 17, 6]);
    assert_eq!(changed(&[15, 4, 3, 2], 0, 1, &[]), [1, 3, 2]);
}

#[test]
fn a_new_question_is_asked_and_shifts_nothing() {
    assert_eq!(changed(&[3, 18, 6, 2], 0, 15, &[1]), [15, 1, 18, 6, 2]);
    assert_eq!(changed(&[3, 4, 18, 6], 1, 12, &[2]), [3, 12, 2, 18, 6]);
    assert_eq!(changed(&[3, 4, 2], 2, 20, &[5]), [3, 4, 20, 5]);
}

fn dice() -> wardrum::machine_dice::Thrown {
    wardrum::machine_dice::Thrown::seeded(3)
}

fn hp(e: &Encounter, who: u32) -> i32 {
    e.get(CombatantId(who)).expect("somebody").vitals.hp()
}

#[test]
fn struck_out_it_never_was() {
    let mut chronicle = begun();
    for n in [3, 2, 1] {
        act(&mut chronicle, harm(2, n), &mut dice());
    }
    let fork = adopt(&mut chronicle, Amendment::strike(2));
    assert_eq!(fork, EntryId(2));
    assert_eq!(hp(chronicle.now(), 2), 4);
    let branches = chronicle.branches();
    assert_eq!((branches.len(), branches[0].tip), (1, EntryId(4)));
    chronicle.go_to(EntryId(4));
    assert_eq!(hp(chronicle.now(), 2), 2, "the old line stands as it was");
}

#[test]
fn a_forgotten_command_comes_before_or_after() {
    let mut chronicle = begun();
    act(&mut chronicle, harm(2, 3), &mut dice());
    adopt(&mut chronicle, Amendment::insert(1, harm(3, 5)));
    adopt(&mut chronicle, Amendment::insert(3, harm(4, 1)));
    assert_eq!((hp(chronicle.now(), 2), hp(chronicle.now(), 3), hp(chronicle.now(), 4)), (5, 3, 7));
    assert_eq!(chronicle.line().len(), 4);
}

/// An entry can be replaced by any other, and those after it are replayed.
#[test]
fn something_else_comes_in_its_place() {
    let mut chronicle = begun();
    act(&mut chronicle, harm(2, 3), &mut dice());
    act(&mut chronicle, harm(2, 1), &mut dice());
    adopt(&mut chronicle, Amendment::replace(1, harm(3, 5)));
    assert_eq!((hp(chronicle.now(), 2), hp(chronicle.now(), 3)), (7, 3));
    assert_eq!(chronicle.line().len(), 3);
    adopt(&mut chronicle, Amendment::replace(1, note("nothing")));
    assert_eq!((hp(chronicle.now(), 2), hp(chronicle.now(), 3)), (7, 8));
    let refused = Amending::new(&chronicle, Amendment::replace(0, note("nobody")));
    assert_eq!(refused.expect_err("the sides came with it"), Unamendable::Side);
}

#[test]
fn whoever_comes_earlier_renames_nobody() {
    let mut chronicle = begun();
    act(&mut chronicle, vec![fight::arrival(1, "Thok")], &mut dice());
    act(&mut chronicle, harm(5, 3), &mut dice());
    adopt(&mut chronicle, Amendment::insert(1, vec![fight::arrival(1, "Thok")]));
    let e = chronicle.now();
    let of = |who| (e.get(CombatantId(who)).map(|c| c.name.to_string()), hp(e, who));
    assert_eq!(of(5), (Some("Thok 2".into()), 5), "the one that came then");
    assert_eq!(of(6), (Some("Thok 3".into()), 8), "the one that comes now");
    // Removed again, it frees its id; entries that refer to it are void.
    adopt(&mut chronicle, Amendment::strike(2));
    assert!(chronicle.now().get(CombatantId(5)).is_none());
    assert_eq!(hp(chronicle.now(), 6), 8);
    assert_eq!(laws::hold(&chronicle), Ok(()));
}

/// Scheduled reinforcements keep their ids and names when others now arrive before them.
#[test]
fn reinforcements_keep_their_numbers() {
    let mut chronicle = Chronicle::new(set_up(RulesetId::Bx));
    let orc = || {
        Arc::new(ready(
            ruleset(RulesetId::Bx),
            Bestiary::built_in(Family::D20).get("orc").expect("an orc"),
        ))
    };
    let zog = || Arrival::new(SideId(1), "Zog", orc());
    let later = Overrule::Reinforce { round: 1, who: Box::new(zog()), count: 2 };
    let mut dice = Seeded(3);
    done(&mut chronicle, Command::Overrule(later), &mut dice);
    for _ in 0..40 {
        if chronicle.now().named("Zog 2").is_some() {
            break;
        }
        let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
        done(&mut chronicle, command, &mut dice);
    }
    let before = chronicle.now().clone();
    let named = |e: &Encounter, name: &str| e.named(name).map(|c| c.id.0);
    assert_eq!((named(&before, "Zog"), named(&before, "Zog 2")), (Some(5), Some(6)));
    done(&mut chronicle, Command::Overrule(Overrule::Hp(CombatantId(6), 1)), &mut dice);
    // Amended, they keep their ids under another name.
    let mut otherwise = chronicle.clone();
    let mut said = recorded(&otherwise, 0);
    let Command::Overrule(Overrule::Reinforce { who, .. }) = &mut said[0].command else { panic!() };
    (who.name, who.most) = ("Urk".into(), Some(3));
    adopt(&mut otherwise, Amendment::change(0, said));
    let urks = otherwise.now();
    assert_eq!((named(urks, "Urk"), named(urks, "Urk 2"), named(urks, "Zog")), (Some(5), Some(6), None));
    assert_eq!((urks.get(CombatantId(5)).map(|c| c.vitals.max()), hp(urks, 6)), (Some(3), 1));
    assert_eq!(laws::hold(&otherwise), Ok(()));
    adopt(&mut chronicle, Amendment::insert(1, vec![Command::Arrive(zog())]));
    let after = chronicle.now();
    assert_eq!(
        (named(after, "Zog"), named(after, "Zog 2"), named(after, "Zog 3")),
        (Some(5), Some(6), Some(7))
    );
    assert_eq!(hp(after, 6), 1);
    assert_eq!(laws::hold(&chronicle), Ok(()));
}

#[test]
fn a_condition_is_lifted_whatever_its_number_is_by_now() {
    let mut chronicle = begun();
    let begins = |condition| {
        let (who, label) = (vec![CombatantId(2)], None);
        vec![Command::Overrule(Overrule::Afflict {
            who,
            condition,
            value: 0,
            rounds: None,
            label,
            toward: None,
        })]
    };
    act(&mut chronicle, begins(Condition::ASLEEP), &mut dice());
    let id = chronicle.now().get(CombatantId(2)).expect("it").effects[0].id;
    let lifted = vec![Command::Overrule(Overrule::Relieve(CombatantId(2), id))];
    act(&mut chronicle, lifted, &mut dice());
    adopt(&mut chronicle, Amendment::insert(1, begins(Condition::BLIND)));
    let left: Vec<Condition> = chronicle
        .now()
        .get(CombatantId(2))
        .expect("it")
        .effects
        .iter()
        .map(|e| e.condition.id)
        .collect();
    assert_eq!(left, [Condition::BLIND]);
}

#[test]
fn what_is_new_is_asked_and_what_was_asked_is_taken_back() {
    let mut chronicle = begun();
    let roll = vec![Command::Roll(DiceExpr::new(1, 20, 0))];
    act(&mut chronicle, note("one"), &mut dice());
    act(&mut chronicle, note("two"), &mut dice());
    let twice = [roll.clone(), roll].concat();
    let mut amending = Amending::new(&chronicle, Amendment::insert(1, twice)).expect("it can be");
    let typed: &dyn Fn(&Encounter, &Ask) -> Provenance = &|_, _| Provenance::Typed;
    for face in [7, 9] {
        assert!(matches!(amending.run(&chronicle, &mut Nothing, typed), Progress::Asks(_)));
        let bad = Answer::Roll(Roll::Faces(vec![21]));
        assert!(amending.answer(bad, Provenance::Typed).is_err());
        let answer = Answer::Roll(Roll::Faces(vec![face]));
        amending.answer(answer, Provenance::Typed).expect("it fits");
    }
    assert!(amending.take_back());
    assert!(matches!(amending.run(&chronicle, &mut Nothing, typed), Progress::Asks(_)));
    assert!(chronicle.clone().adopt(amending.clone()).is_none(), "it is not done");
    amending.answer(Answer::Roll(Roll::Faces(vec![12])), Provenance::Typed).expect("it fits");
    assert_eq!(amending.run(&chronicle, &mut Nothing, typed), Progress::Done);
    chronicle.adopt(amending).expect("it is done");
    assert_eq!(totals(&chronicle, 1), [7, 12]);
    assert_eq!(chronicle.line().len(), 4);
}

#[test]
fn a_refused_change_changes_nothing() {
    let mut chronicle = begun();
    act(&mut chronicle, harm(2, 3), &mut dice());
    let nobody = harm(77, 3).into_iter().map(AmendedCommand::from).collect();
    let refused = play(&chronicle, Amendment::change(1, nobody), &mut Nothing);
    assert_eq!(refused.expect_err("refused").refusal, Refusal::UNKNOWN_COMBATANT);
    assert_eq!(hp(chronicle.now(), 2), 5);
}

#[test]
fn what_cannot_be_changed_says_why() {
    let mut chronicle = begun();
    act(&mut chronicle, note("one"), &mut dice());
    chronicle.undo();
    let why = |amendment| Amending::new(&chronicle, amendment).expect_err("it is fixed");
    assert_eq!(why(Amendment::strike(0)), Unamendable::Side);
    assert_eq!(why(Amendment::strike(1)), Unamendable::TakenBack);
    assert_eq!(why(Amendment::strike(7)), Unamendable::NoSuchEntry);
}

/// An amendment can be adopted only at the point where it was played.
#[test]
fn a_fight_that_has_gone_on_takes_no_amendment_made_before() {
    let mut chronicle = begun();
    act(&mut chronicle, note("one"), &mut dice());
    let amending = play(&chronicle, Amendment::strike(1), &mut Nothing).expect("played");
    act(&mut chronicle, note("two"), &mut dice());
    assert!(chronicle.adopt(amending).is_none());
    assert_eq!(chronicle.line().len(), 3);
}

/// Three orcs and two heroes under any ruleset.
fn set_up(id: RulesetId) -> Encounter {
    let rules = ruleset(id);
    let family = rules.about().family;
    let character = if family == Family::D20 { "fighter-3" } else { "knight-3" };
    let mut e = Encounter::new(id);
    let mut go = |command: Command| {
        e = rules::resolve(rules, e.clone(), &command, &mut Seeded(1)).expect("a sound set-up").0;
    };
    go(Command::Side(Side::new("Heroes")));
    go(Command::Side(Side::new("Orcs")));
    for (side, key, name) in [
        (0, character, "Ana"),
        (0, character, "Bea"),
        (1, "orc", "Gob"),
        (1, "orc", "Hob"),
        (1, "orc", "Rob"),
    ] {
        let block = Bestiary::built_in(family).get(key).expect("a key of the bestiary");
        go(Command::Arrive(Arrival::new(SideId(side), name, Arc::new(ready(rules, block)))));
    }
    e
}

/// A fight of at most that many acts, with an override by the referee among them.
fn fought(id: RulesetId, seed: u64, most: usize) -> Chronicle {
    let mut chronicle = Chronicle::new(set_up(id));
    let mut dice = Seeded(seed);
    for n in 0..most {
        let Some(command) = player::next(chronicle.rules(), chronicle.now()) else { break };
        done(&mut chronicle, command, &mut dice);
        if n % 7 == 3 {
            let who = vec![(CombatantId(u32::try_from(n % 5).unwrap_or(0)), Share::Half)];
            let heal = Command::Heal { amount: DiceExpr::new(1, 4, 0), who };
            if rules::check(chronicle.rules(), chronicle.now(), &heal).is_ok() {
                done(&mut chronicle, heal, &mut dice);
            }
        }
    }
    chronicle
}

fn done(chronicle: &mut Chronicle, command: Command, dice: &mut dyn Dice) {
    let mut pending = Pending::new(vec![command]);
    loop {
        match pending.run(chronicle, dice, &|_, _| Provenance::Machine) {
            Progress::Asks(Ask::Choice(ask)) => {
                pending.answer(ask.standing(), Provenance::Typed).expect("a standing answer fits");
            }
            Progress::Done => break,
            other => panic!("{other:?}"),
        }
    }
    chronicle.accept(pending).expect("a finished act is accepted");
}

/// Some amendment of the entry at that index.
fn some_amendment(chronicle: &Chronicle, place: usize, kind: usize, pick: usize) -> Amendment {
    let mut said = recorded(chronicle, place);
    let who = CombatantId(u32::try_from(pick % 5).unwrap_or(0));
    let hurt = Command::Harm { amount: DiceExpr::flat(6), who: vec![(who, Share::Full)] };
    match kind {
        0 => Amendment::strike(place),
        1 if pick.is_multiple_of(2) => Amendment::replace(place, vec![hurt]),
        1 => Amendment::insert(place, vec![hurt]),
        2 => Amendment::insert(
            place + 1,
            vec![Command::Overrule(Overrule::Standing(who, Standing::Dead))],
        ),
        _ => {
            let answers = said.iter_mut().flat_map(|said| &mut said.answers).collect::<Vec<_>>();
            let count = answers.len().max(1);
            if let Some(answered) = answers.into_iter().nth(pick % count) {
                answered.answer = another_answer(answered, pick);
                answered.by = Provenance::Typed;
            }
            Amendment::change(place, said)
        }
    }
}

/// Another answer to the same question.
fn another_answer(answered: &Answered, pick: usize) -> Answer {
    match &answered.ask {
        Ask::Roll(ask) => {
            let face = |n: usize| u16::try_from((pick + n) % usize::from(ask.sides) + 1).unwrap_or(1);
            Answer::Roll(Roll::Faces((0..usize::from(ask.count)).map(face).collect()))
        }
        Ask::Choice(ask) => match ask.how {
            HowMany::One => Answer::One(pick % ask.picks.len()),
            _ => answered.answer.clone(),
        },
    }
}

/// Replays the same commands with the same dice.
fn replayed(chronicle: &Chronicle) -> Encounter {
    let mut replayed = Chronicle::new(chronicle.start().clone());
    for id in &chronicle.line()[..chronicle.at()] {
        let entry = chronicle.entry(*id).expect("an entry");
        let commands = entry.steps.iter().map(|step| step.command.clone()).collect();
        let answers = entry.steps.iter().flat_map(|step| step.answers.clone()).collect();
        let mut pending = Pending::answered(commands, answers);
        assert_eq!(pending.run(&replayed, &mut Nothing, &|_, _| Provenance::Typed), Progress::Done);
        replayed.accept(pending).expect("accepted");
    }
    replayed.now().clone()
}

fn rulesets() -> impl Strategy<Value = RulesetId> {
    (0..ALL.len()).prop_map(|at| ALL[at])
}

proptest! {
    #![proptest_config(config())]

    /// An amendment without changes changes nothing and asks nothing.
    #[test]
    fn the_same_answers_change_nothing(id in rulesets(), seed: u64, acts in 5..60usize, place: usize) {
        let chronicle = fought(id, seed, acts);
        let place = place % chronicle.line().len();
        let same = Amendment::change(place, recorded(&chronicle, place));
        let amending = play(&chronicle, same, &mut Nothing).expect("played");
        prop_assert!(amending.is_same(&chronicle));
        prop_assert!(amending.difference().is_empty());
        prop_assert_eq!(amending.state(), chronicle.now());
    }

    /// Removing the last entry equals undo.
    #[test]
    fn striking_out_the_last_is_undo(id in rulesets(), seed: u64, acts in 2..60usize) {
        let mut chronicle = fought(id, seed, acts);
        let mut undone = chronicle.clone();
        undone.undo();
        let last = chronicle.at() - 1;
        adopt(&mut chronicle, Amendment::strike(last));
        prop_assert_eq!(chronicle.now(), undone.now());
        prop_assert_eq!(chronicle.position(), undone.position());
    }

    /// Whatever is amended, the new line is a sound fight, the old one is kept, the save holds both, and replaying the
    /// same
    /// commands and dice leads to the same state.
    #[test]
    fn an_amended_line_is_a_fight_like_any_other(
        id in rulesets(), seed: u64, acts in 5..60usize, place: usize, kind in 0..5usize, pick in 0..1000usize,
    ) {
        let mut chronicle = fought(id, seed, acts);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fight.ron");
        let mut journal = Journal::create(&path, "Amended", chronicle.start()).expect("a new file");
        let mut kept = Chronicle::new(chronicle.start().clone());
        for id in chronicle.line().to_vec() {
            let entry = chronicle.entry(id).expect("an entry");
            let commands = entry.steps.iter().map(|step| step.command.clone()).collect();
            let answers = entry.steps.iter().flat_map(|step| step.answers.clone()).collect();
            let mut pending = Pending::answered(commands, answers);
            pending.run(&kept, &mut Nothing, &|_, _| Provenance::Typed);
            kept.accept(pending).expect("accepted");
            journal.accepted(&kept).expect("written");
        }
        let (old, tip) = (chronicle.now().clone(), chronicle.position());
        let place = place % chronicle.at();
        let amendment = some_amendment(&chronicle, place, kind, pick);
        let Ok(amending) = play(&chronicle, amendment, &mut Seeded(seed ^ 9)) else {
            // A command for the dead is refused, and nothing happens.
            return Ok(());
        };
        let state = amending.state().clone();
        let difference = amending.difference();
        let fork = chronicle.adopt(amending).expect("adopted");
        journal.amended(&chronicle, fork).expect("written");
        prop_assert_eq!(chronicle.now(), &state);
        prop_assert_eq!(&difference.states.was, &old);
        prop_assert_eq!(laws::hold(&chronicle), Ok(()));
        prop_assert_eq!(replayed(&chronicle), state.clone());
        let mut there = chronicle.clone();
        prop_assert!(there.go_to(tip));
        prop_assert_eq!(there.now(), &old);
        drop(journal);
        for read in [look(&path).expect("read"), open(&path).expect("read")] {
            prop_assert_eq!(read.damage, None);
            let mut read = read.chronicle;
            prop_assert_eq!(read.now(), &state);
            prop_assert_eq!(read.line(), chronicle.line());
            prop_assert!(read.verify().is_none());
            prop_assert!(read.go_to(tip));
            prop_assert_eq!(read.now(), &old);
        }
    }
}

/// The heroes' dice are typed in.
fn heroes_typed(e: &Encounter, ask: &Ask) -> Provenance {
    let hero = |who| e.get(who).is_some_and(|c| c.side == SideId(0));
    match ask {
        Ask::Roll(ask) if ask.who.is_some_and(hero) => Provenance::Typed,
        _ => Provenance::Machine,
    }
}

/// Plays an amendment with separate dice for the machine and the table; if `left`, it is suspended and resumed at each
/// question.
fn played(chronicle: &Chronicle, amendment: Amendment, left: bool) -> Option<Amending> {
    let mut amending = Amending::new(chronicle, amendment).ok()?;
    let (mut machine, mut table) = (Seeded(3), Seeded(8));
    loop {
        let ask = match amending.run(chronicle, &mut machine, &heroes_typed) {
            Progress::Done => return Some(amending),
            Progress::Refused(_) => return None,
            Progress::Asks(ask) => ask,
        };
        if left {
            let halfway = amending.halfway().expect("something is asked");
            amending = halfway.resumed(chronicle).expect("the same past");
            let again = amending.run(chronicle, &mut Faces(Vec::new()), &heroes_typed);
            assert_eq!(again, Progress::Asks(ask.clone()), "the same question is open");
        }
        let answer = match &ask {
            Ask::Roll(ask) => Answer::Roll(table.roll(ask).expect("dice fall")),
            Ask::Choice(ask) => ask.standing(),
        };
        amending.answer(answer, Provenance::Typed).expect("it fits");
    }
}

proptest! {
    #![proptest_config(config())]

    /// Suspended and resumed at any question, it leads to the same result.
    #[test]
    fn what_was_left_half_played_goes_on(
        id in rulesets(), seed: u64, acts in 5..60usize, place: usize, kind in 0..5usize, pick in 0..1000usize,
    ) {
        let chronicle = fought(id, seed, acts);
        let place = place % chronicle.at();
        let amendment = some_amendment(&chronicle, place, kind, pick);
        let straight = played(&chronicle, amendment.clone(), false);
        let left = played(&chronicle, amendment, true);
        prop_assert_eq!(straight.is_some(), left.is_some());
        if let Some((straight, left)) = straight.zip(left) {
            prop_assert_eq!(straight.state(), left.state());
            prop_assert_eq!(straight.halfway(), left.halfway());
        }
    }
}

/// A truncated write of the new line leaves the old line intact.
#[test]
fn half_a_branch_is_none() {
    let mut chronicle = begun();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    let mut journal = Journal::create(&path, "Cut short", chronicle.start()).expect("a new file");
    journal.accepted(&chronicle).expect("written");
    for n in 1..4 {
        act(&mut chronicle, harm(2, n), &mut dice());
        journal.accepted(&chronicle).expect("written");
    }
    let before = std::fs::read(&path).expect("the file").len();
    let old = chronicle.now().clone();
    let fork = adopt(&mut chronicle, Amendment::strike(1));
    journal.amended(&chronicle, fork).expect("written");
    drop(journal);
    let whole = std::fs::read(&path).expect("the file");
    let row = before + whole[before..].iter().position(|byte| *byte == b'\n').expect("a row");
    for length in before..=row {
        std::fs::write(&path, &whole[..length]).expect("cut short");
        let read = look(&path).expect("it opens").chronicle;
        // The row counts as complete without its checksum, but not with half a comment mark.
        let sum = " //0123abcd".len();
        let there = length >= row - sum && length != row - sum + 2;
        let expected = if there { chronicle.now() } else { &old };
        assert_eq!(read.now(), expected, "cut after {length} of {row} bytes");
    }
}

/// When Grak falls earlier, his later acts are void and the rest is replayed.
#[test]
fn what_became_impossible_is_passed_over_with_its_reason() {
    let mut chronicle = Chronicle::new(set_up(RulesetId::Bx));
    let mut dice = Seeded(11);
    let strikes = |chronicle: &Chronicle, place: usize| {
        let entry = chronicle.entry(chronicle.line()[place]).expect("an entry");
        entry.steps.iter().find_map(|step| match &step.command {
            Command::Act(Act { who, deed: Deed::Strike, .. }) => Some(*who),
            _ => None,
        })
    };
    let mut by_orcs = 0;
    while by_orcs < 3 {
        let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
        done(&mut chronicle, command, &mut dice);
        by_orcs += usize::from(strikes(&chronicle, chronicle.at() - 1).is_some_and(|who| who.0 >= 2));
    }
    let orc = strikes(&chronicle, chronicle.at() - 1).expect("the last blow");
    let first = (0..chronicle.at()).find(|place| strikes(&chronicle, *place) == Some(orc));
    let dead = vec![Command::Overrule(Overrule::Standing(orc, Standing::Dead))];
    let amendment = Amendment::insert(first.expect("a blow"), dead);
    let amending = play(&chronicle, amendment, &mut Seeded(2)).expect("played");
    let difference = amending.difference();
    let void: Vec<_> = difference.void.iter().map(|void| void.why.refusal).collect();
    assert!(void.contains(&Refusal::DEAD), "{void:?}");
    let fate = difference.fates.iter().find(|fate| fate.who == orc).expect("its fate");
    let fall = fate.fall.as_ref().and_then(|fall| fall.now).expect("it falls now");
    assert_eq!(fall.1, Standing::Dead);
}

#[test]
fn by_the_sides_hand() {
    // The heroes' dice are typed, so a new roll of theirs is asked of the table.
    let mut chronicle = begun();
    act(&mut chronicle, vec![Command::Proceed], &mut dice());
    act(&mut chronicle, vec![Command::Proceed], &mut dice());
    let mut said = recorded(&chronicle, 2);
    said[0].answers.clear();
    let mut amending = Amending::new(&chronicle, Amendment::change(2, said)).expect("it can be");
    let asked = amending.run(&chronicle, &mut dice(), &by_side);
    assert!(matches!(asked, Progress::Asks(Ask::Roll(_))), "{asked:?}");
}

/// An arrival is amended, and later commands for that combatant still apply.
#[test]
fn whoever_came_under_another_name_is_the_same() {
    let mut chronicle = begun();
    act(&mut chronicle, vec![fight::arrival(1, "Zog")], &mut dice());
    act(&mut chronicle, harm(5, 3), &mut dice());
    act(&mut chronicle, vec![fight::arrival(1, "Wolf")], &mut dice());
    act(&mut chronicle, harm(6, 1), &mut dice());
    let renamed = |chronicle: &Chronicle, to: &str| {
        let mut said = recorded(chronicle, 1);
        let Command::Arrive(who) = &mut said[0].command else { panic!("an arrival") };
        (who.name, who.hp) = (to.into(), Some(7));
        Amendment::change(1, said)
    };
    let of = |e: &Encounter, who| (e.get(CombatantId(who)).map(|c| c.name.to_string()), hp(e, who));
    let amendment = renamed(&chronicle, "Bob");
    adopt(&mut chronicle, amendment);
    assert_eq!(of(chronicle.now(), 5), (Some("Bob".into()), 4));
    // A name that a later arrival has gets a number; nobody else is renamed.
    let amendment = renamed(&chronicle, "Wolf");
    adopt(&mut chronicle, amendment);
    assert_eq!(of(chronicle.now(), 5), (Some("Wolf 2".into()), 4));
    assert_eq!(of(chronicle.now(), 6), (Some("Wolf".into()), 7));
    assert_eq!(laws::hold(&chronicle), Ok(()));
}
