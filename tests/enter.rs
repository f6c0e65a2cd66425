//! Plays fights with Enter alone: proposals are accepted by the rules and make sense.

mod cases;
mod player;
mod random;

use cases::config;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use player::drawn;
use proptest::prelude::*;
use random::{Draws, fought};
use std::collections::BTreeMap;
use std::path::Path;
use wardrum::chronicle::Step;
use wardrum::machine_dice::Thrown;
use wardrum::policy::{self, Then};
use wardrum::rules;
use wardrum::rules::engine::deeds;
use wardrum::rules::model::block::d20::Tag;
use wardrum::rules::model::combatant::{Combatant, Standing};
use wardrum::rules::model::command::{Act, Command, Deed, Fact, Overrule, Shelter};
use wardrum::rules::model::condition::Meaning;
use wardrum::rules::model::dice::{Purpose, Tape};
use wardrum::rules::model::effect::{Condition, Effect};
use wardrum::rules::model::encounter::{Encounter, Stage};
use wardrum::rules::model::event::{Event, Rolled, Stop};
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::model::rank::Rank;
use wardrum::rules::model::stance::Aim;
use wardrum::rules::model::tally::{Reason, Tally};
use wardrum::rules::model::window::{Mode, Phase, Window};
use wardrum::rules::ruleset::Ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::scenario::{files, given};
use wardrum::store::{Bestiary, READY, prepared};
use wardrum::tui::fight::Fight;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::proposal::Proposal;
use wardrum::tui::screens::start::Start;
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;

fn app(seed: u64) -> Shell {
    let empty = Fight::loose(Encounter::new(RulesetId::Bx));
    let stock = Stock::of(Bestiary::built_in(Family::D20));
    Shell::new(Session::new(
        Start::default(),
        empty,
        stock,
        Theme::plain(),
        Box::new(Thrown::seeded(seed)),
    ))
}

/// Maximum number of keys in a fight.
const MOST_KEYS: usize = 900;
/// Number of seeds each fight is played with.
const SEEDS: u64 = 3;

/// Plays every sample, and generated fights of every ruleset, to the end with Enter alone: nothing is refused, nobody
/// does
/// anything senseless, and nobody who could strike stands idle.
#[test]
fn enter_alone() {
    let samples = READY.iter().map(|text| prepared(text).expect("a ready fight"));
    let samples = samples.map(|(head, start)| (head.title.to_string(), start));
    for (title, start) in samples.chain(drawn::fights()) {
        (0..SEEDS).for_each(|seed| play(&title, &start, seed));
    }
}

fn play(title: &str, start: &Encounter, seed: u64) {
    let mut shell = app(seed);
    shell.with(|session| session.enter(Fight::loose(start.clone()), Screen::Fight));
    let mut idle = 0;
    let mut keys = 0;
    while !(shell.layers.is_empty() && shell.session.proposal == Proposal::SumUp) {
        assert!(keys < MOST_KEYS, "{title}, seed {seed}: no end after {keys} keys");
        keys += 1;
        if shell.layers.is_empty()
            && let Proposal::Do { commands, words, .. } = &shell.session.proposal
        {
            let said = format!("{title}, seed {seed}, round {}: {words}", shell.session.state().round);
            check_sense(&shell, commands, &said);
            check_nobody_idle(&shell, commands, &said);
            check_nobody_acts_and_passes(&shell, commands, words);
            idle = if waits(&shell, commands) { idle + 1 } else { 0 };
            assert!(idle < 2, "{said}: a key on nothing, twice");
        }
        shell.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
        assert!(!shell.session.message.fault, "{title}, seed {seed}: {}", shell.session.message.text);
    }
}

/// Asserts that nobody who acts by the key is also said to do nothing, or to stay.
fn check_nobody_acts_and_passes(shell: &Shell, commands: &[Command], words: &str) {
    let idle = words.rsplit_once(" · ").map_or("", |(_, idle)| idle);
    let acts = commands.iter().filter_map(|command| match command {
        Command::Act(act) if act.deed != Deed::Pass => {
            shell.session.state().get(act.who).map(|c| &*c.name)
        }
        _ => None,
    });
    let said = |name: &str| {
        idle.split([',', '·']).any(|one| {
            one.trim()
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest == " does nothing" || rest == " do nothing")
        })
    };
    acts.for_each(|name| assert!(!said(name), "{words}: {name} acts"));
}

/// Maximum number of Enter keys a round for each combatant: all its blows, with their forms and dice.
const KEYS_A_ROUND: usize = 60;

/// From any state, nothing that Enter proposes is refused, and the rounds advance.
fn check_progress(start: Encounter) {
    let mut shell = app(1);
    shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
    for _ in 0..4 {
        let (round, most) =
            (shell.session.state().round, KEYS_A_ROUND * shell.session.state().combatants.len());
        let mut keys = 0;
        while shell.session.state().round == round && shell.session.state().stage == Stage::Running {
            if shell.layers.is_empty() && shell.session.proposal == Proposal::SumUp {
                return;
            }
            assert!(keys < most, "round {round} does not end: {:?}", shell.session.proposal);
            keys += 1;
            shell.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
            // An open form shows what is missing.
            let form = !shell.layers.is_empty();
            assert!(
                form || !shell.session.message.fault,
                "round {round}: {}",
                shell.session.message.text
            );
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn enter_goes_on_from_any_state(numbers in prop::collection::vec(any::<u16>(), 60..600)) {
        for id in RulesetId::ALL {
            if let Some(chronicle) = fought(id, &mut Draws::new(numbers.clone())) {
                check_progress(chronicle.now().clone());
            }
        }
    }
}

/// Nobody is skipped who is in melee with a foe it could strike.
fn check_nobody_idle(shell: &Shell, commands: &[Command], said: &str) {
    let rules = shell.session.fight.chronicle.rules();
    let mut e = shell.session.state().clone();
    for command in commands {
        for who in skipped(rules, &e, command) {
            let name = e.get(who).map(|c| &c.name);
            assert!(!could_strike(rules, &e, who), "{said}: {name:?} stands by in melee");
        }
        let Ok(after) = rules::play(rules, e, command, &mut Tape::new(&[])) else { break };
        e = after;
    }
}

/// The combatants that the command skips.
fn skipped(rules: &dyn Ruleset, e: &Encounter, command: &Command) -> Vec<CombatantId> {
    let acts = |window: &&Window| {
        window.mode != Mode::Procedure && !matches!(window.phase, Phase::Declare | Phase::Gap)
    };
    match command {
        Command::Proceed if e.window().filter(acts).is_some() => {
            e.all().map(|c| c.id).filter(|who| rules::owes(rules, e, *who)).collect()
        }
        Command::Act(act) if act.deed == Deed::Pass => vec![act.who],
        _ => Vec::new(),
    }
}

/// Whether the effect takes its bearer out of the fight or makes it helpless.
fn disables(effect: &Effect) -> bool {
    effect.condition.meaning.has_any(Meaning::OUT | Meaning::HELPLESS)
}

/// Whether it is in melee with a fighting foe that the rules let it strike, and has not lost heart.
fn could_strike(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> bool {
    let Some(c) = e.get(who) else { return false };
    let Some(offer) = deeds::offer_among(rules, e, who, Deed::Strike) else { return false };
    let falls = |whom| {
        let falls = |event: &Event| match event {
            Event::Stood(who, to) => *who == whom && *to != Standing::Up,
            Event::Afflicted(who, effect) => *who == whom && disables(effect),
            _ => false,
        };
        e.pending.iter().any(falls)
    };
    let peace = |foe: &Combatant| e.aim_of(c, foe.side).is_some_and(Aim::is_peaceful);
    let fights = |foe: &&Combatant| {
        e.engaged(who, foe.id) && !foe.is_defenceless() && !falls(foe.id) && !peace(foe)
    };
    let passes = |foe: &Combatant| {
        offer.with.iter().map(|with| Some(*with)).any(|with| {
            let act = Act {
                with,
                at: vec![foe.id],
                facts: offer.standing(with),
                ..Act::new(who, Deed::Strike)
            };
            rules::check(rules, e, &Command::Act(act)).is_ok()
        })
    };
    offer.blocked.is_none()
        && !c.means(Meaning::BROKEN)
        && !c.has(Condition::CASTING)
        && e.foes(c).filter(fights).any(passes)
}

/// Checks each command in the state that the ones before it lead to.
fn check_sense(shell: &Shell, commands: &[Command], said: &str) {
    let rules = shell.session.fight.chronicle.rules();
    let mut e = shell.session.state().clone();
    for command in commands {
        check_act(rules, &e, command, said);
        match rules::play(rules, e, command, &mut Tape::new(&[])) {
            Ok(after) => e = after,
            Err(_) => break,
        }
    }
}

/// Nobody attacks its own side, or the helpless while others stand; the back rank does not close while a foe can fight;
/// nobody who could shoot strikes with bare hands.
fn check_act(rules: &dyn Ruleset, e: &Encounter, command: &Command, said: &str) {
    let Command::Act(act) = command else { return };
    let Some(c) = e.get(act.who) else { return };
    let attacks = matches!(act.deed, Deed::Strike | Deed::Shoot | Deed::Combo | Deed::Charge);
    // Whoever walks to a friend goes to help.
    let friend = act.target().and_then(|whom| e.get(whom)).is_some_and(|whom| whom.side == c.side);
    let closes = act.deed == Deed::Move && !act.facts.has(&Fact::Away) && !friend;
    let helpless = Combatant::is_defenceless;
    let unarmed = e.d20(act.who).ok().zip(act.with).and_then(|(d20, at)| {
        d20.figures.attacks.get(usize::from(at)).map(|line| line.has(Tag::UNARMED))
    });
    let shoots =
        deeds::offer_among(rules, e, act.who, Deed::Shoot).is_some_and(|offer| offer.blocked.is_none());
    assert!(!(act.deed == Deed::Strike && unarmed == Some(true) && shoots), "{said}: with bare hands");
    let is_over = e.foes(c).all(helpless);
    assert!(is_over || !closes || e.rank(c) != Rank::Back, "{said}: it stands back");
    for whom in act.at.iter().filter(|_| attacks).filter_map(|whom| e.get(*whom)) {
        assert_ne!(whom.side, c.side, "{said}: its own side");
        let others = e.foes(c).any(|foe| !helpless(foe));
        assert!(whom.is_up() && !(helpless(whom) && others), "{said}: {} is helpless", whom.name);
    }
}

/// Whether the commands only pass for those who could do nothing else, and no pending event fells anybody.
fn waits(shell: &Shell, commands: &[Command]) -> bool {
    let e = shell.session.state();
    let open = |who, deed| {
        deeds::offer_among(shell.session.fight.chronicle.rules(), e, who, deed)
            .is_some_and(|offer| offer.blocked.is_none())
    };
    let acts = e
        .window()
        .is_some_and(|window| window.mode != Mode::Procedure && window.phase != Phase::Declare);
    let passes = |command: &Command| match command {
        Command::Act(act) => {
            act.deed == Deed::Pass && !open(act.who, Deed::Cast) && !open(act.who, Deed::UsePower)
        }
        Command::Proceed => acts,
        _ => false,
    };
    let falls = |command: &Command| {
        rules::play(shell.session.fight.chronicle.rules(), e.clone(), command, &mut Tape::new(&[]))
            .is_ok_and(|after| {
                e.all().any(|c| c.is_up() && !after.get(c.id).is_some_and(Combatant::is_up))
            })
    };
    commands.len() == 1 && commands.iter().all(|command| passes(command) && !falls(command))
}

/// A side that is asked gets a form with the proposal; proposals for other sides are carried out.
#[test]
fn a_side_is_asked() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/skirmish.ron");
    let text = std::fs::read_to_string(path).expect("a sample");
    let (_, start) = prepared(&text).expect("a ready fight");
    let heroes = start.all().next().expect("somebody").side;
    for asks in [false, true] {
        let mut shell = app(7);
        shell.with(|session| session.enter(Fight::loose(start.clone()), Screen::Fight));
        shell
            .with(|session| session.submit(vec![Command::Overrule(Overrule::Asks(heroes, asks))]))
            .expect("the referee's word");
        let mut asked = 0;
        for _ in 0..40 {
            let hero = match &shell.session.proposal {
                Proposal::Ask { act, .. } => {
                    shell.session.state().get(act.who).is_some_and(|c| c.side == heroes)
                }
                _ => false,
            };
            shell.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
            if hero {
                asked += 1;
                assert!(!shell.layers.is_empty(), "the form is open");
                shell.key(Chord::of(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
                assert!(!shell.session.message.fault, "{}", shell.session.message.text);
            }
        }
        assert_eq!(asked > 0, asks);
    }
}

/// Combatants that a key skips in a shared slot pass by name, so that the log mentions them.
#[test]
fn skipping_a_slot_names_who_passes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/shared-number.ron");
    let text = std::fs::read_to_string(path).expect("a sample");
    let (_, start) = prepared(&text).expect("a ready fight");
    let mut shell = app(7);
    shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
    let key = |shell: &mut Shell, code| shell.key(Chord::of(KeyEvent::new(code, KeyModifiers::NONE)));
    let owing = |shell: &Shell| {
        let (rules, e) = (shell.session.fight.chronicle.rules(), shell.session.state());
        let shared = e.window().is_some_and(|window| window.phase == Phase::Number);
        let owe = e.all().map(|c| c.id).filter(|who| shared && rules::owes(rules, e, *who));
        owe.collect::<Vec<CombatantId>>()
    };
    for _ in 0..60 {
        if owing(&shell).len() > 1 {
            break;
        }
        key(&mut shell, KeyCode::Enter);
    }
    let all = owing(&shell);
    assert!(all.len() > 1, "a shared number opens");
    key(&mut shell, KeyCode::Char('n'));
    let chronicle = &shell.session.fight.chronicle;
    let last = chronicle.line()[..chronicle.at()].last().and_then(|id| chronicle.entry(*id));
    let passes = |command: &Command| match command {
        Command::Act(act) if act.deed == Deed::Pass => Some(act.who),
        _ => None,
    };
    let passed: Vec<CombatantId> =
        last.expect("an entry").steps.iter().filter_map(|step| passes(&step.command)).collect();
    assert_eq!(passed, all);
}

/// The rulesets with a scenario in which a shot is proposed first in the open and then, two entries later, at cover; the
/// face needed in the one case and the other.
const AT_COVER: [(&str, [i32; 2]); 4] =
    [("bx", [10, 14]), ("zero", [9, 13]), ("house", [9, 13]), ("seconds", [3, 6])];

const ANA: CombatantId = CombatantId(0);

/// The state of a scenario after so many of its entries.
fn state_of(ruleset: &str, file: &str, entries: usize) -> Encounter {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios").join(ruleset).join(file);
    let mut ran = files::check(&path, &given::built_in).unwrap_or_else(|fault| panic!("{fault}"));
    ran.swap_remove(0).chronicle.seek(entries)
}

/// The act that Enter proposes after those done last.
fn proposed(e: &Encounter, last: &BTreeMap<CombatantId, Act>) -> Act {
    match policy::acting(rules::registry::ruleset(e.ruleset), e, Some(ANA), last).then {
        Then::Do(act) => act,
        other => panic!("{other:?}"),
    }
}

/// The face of the attack die that the act needs.
fn needed(e: &Encounter, act: &Act) -> i32 {
    let (rules, command) = (rules::registry::ruleset(e.ruleset), Command::Act(act.clone()));
    match rules::resolve(rules, e.clone(), &command, &mut Tape::new(&[])) {
        Err(Stop::Roll(ask)) => ask.need.expect("a number to reach"),
        other => panic!("{act:?}: {other:?}"),
    }
}

/// What is proposed leaves the cover of the target to the encounter, so that it counts, repeated or proposed anew, from
/// when it stands there, whatever was said of the target before.
#[test]
fn cover_that_stands_counts_in_what_enter_does() {
    for (ruleset, [open, covered]) in AT_COVER {
        let e = state_of(ruleset, "proposes-at-cover.ron", 0);
        let mut shot = proposed(&e, &BTreeMap::new());
        assert_eq!(needed(&e, &shot), open, "{ruleset}: {shot:?}");
        let e = state_of(ruleset, "proposes-at-cover.ron", 2);
        assert_eq!(needed(&e, &shot), covered, "{ruleset}, repeated: {shot:?}");
        let said = if ruleset == "seconds" { Fact::Shelter(Shelter::Light) } else { Fact::Cover(-1) };
        for said in [None, Some(said)] {
            said.into_iter().for_each(|fact| shot.facts.set(fact));
            let anew = proposed(&e, &BTreeMap::from([(ANA, shot.clone())]));
            assert_eq!(needed(&e, &anew), covered, "{ruleset}, after {shot:?}: {anew:?}");
        }
    }
}

/// The shots of the fight so far, each with its roll.
fn shots(shell: &Shell) -> Vec<(Act, Rolled)> {
    let fight = &shell.session.fight.chronicle;
    let steps = fight.line().iter().filter_map(|id| fight.entry(*id)).flat_map(|entry| &entry.steps);
    let shot = |step: &Step| {
        let Command::Act(act) = &step.command else { return None };
        let rolled = step.events.iter().find_map(|event| match event {
            Event::Rolled(rolled) if matches!(rolled.purpose, Purpose::Attack(_)) => Some(rolled),
            _ => None,
        });
        Some((act.clone(), (**rolled?).clone()))
    };
    steps.filter_map(shot).collect()
}

/// How many fields of the form of a shot come before its cover.
const TO_COVER: usize = 6;

fn key(shell: &mut Shell, code: KeyCode) {
    shell.key(Chord::of(KeyEvent::new(code, KeyModifiers::NONE)));
}

/// A form shows the cover that stands on the target, and leaves it out of the act unless another is entered.
#[test]
fn cover_that_stands_is_the_default_of_a_form() {
    for (typed, counted, stated) in
        [("", -4, None), ("-2", -2, Some(-2)), ("0", 0, Some(0)), ("-4", -4, None)]
    {
        let mut shell = app(1);
        let start = state_of("bx", "proposes-at-cover.ron", 2);
        shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
        [KeyCode::Char('a'), KeyCode::Enter].into_iter().for_each(|code| key(&mut shell, code));
        if !typed.is_empty() {
            (0..TO_COVER).for_each(|_| key(&mut shell, KeyCode::Down));
            shell.paste(typed);
        }
        key(&mut shell, KeyCode::Enter);
        let (act, rolled) = shots(&shell).remove(0);
        let of = |tally: &Tally| {
            tally.terms().iter().filter(|term| term.0 == Reason::COVER).map(|term| term.1).sum::<i32>()
        };
        assert_eq!(of(&rolled.tally), counted, "{typed}");
        assert_eq!(act.facts.cover(), stated, "{typed}");
    }
}

/// What the encounter knows of the target is the default of a field that is left out unless ticked, too.
#[test]
fn what_is_known_of_the_target_is_what_a_field_offers() {
    for (ruleset, file, entries, deed, target, known) in [
        ("seconds", "proposes-at-cover.ron", 2, Deed::Shoot, "Gob", Fact::Shelter(Shelter::Heavy)),
        ("house", "proposes-at-cover.ron", 2, Deed::Shoot, "Gob", Fact::Cover(-4)),
        ("zero", "proposes-at-cover.ron", 2, Deed::Shoot, "Gob", Fact::Cover(-4)),
        ("bx", "proposes-at-cover.ron", 2, Deed::Shoot, "Gob", Fact::Cover(-4)),
        ("bx", "proposes-at-cover.ron", 0, Deed::Shoot, "Gob", Fact::Cover(0)),
        ("seconds", "death-medicine.ron", 1, Deed::Tend, "Bea", Fact::Difficulty(6)),
    ] {
        let e = state_of(ruleset, file, entries);
        let rules = rules::registry::ruleset(e.ruleset);
        let offer = deeds::open(rules, &e, ANA, deed).expect("open");
        let at = vec![e.named(target).expect("the target").id];
        let act = Act { with: offer.with.first().copied(), at, ..Act::new(ANA, deed) };
        let asked = deeds::asked(rules, &e, &act, &offer);
        let field = asked.iter().find(|field| field.fact == known);
        assert!(field.is_some_and(|field| !field.stands), "{ruleset}, {known:?}: {asked:?}");
    }
}
