//! Amending every kind of command: its fields, and what they change.

use super::{arrive, fight_by, horde, press, shows, side, type_in};
use wardrum::rules::model::combatant::Standing;
use wardrum::rules::model::command::{Arrival, Command, Overrule, Share};
use wardrum::rules::model::custom::{CustomEffect, Lasting, Stat};
use wardrum::rules::model::dice::DiceExpr;
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Hand, Scene};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::rank::Rank;
use wardrum::rules::model::supply::Supply;
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::model::window::Slot;
use wardrum::rules::seconds;
use wardrum::tui::overlays::forms::form::{Form, Value};
use wardrum::tui::shell::Shell;

const ANA: CombatantId = CombatantId(0);
const GOBLIN: CombatantId = CombatantId(2);
const WOLF: CombatantId = CombatantId(5);

fn place(far: i32, behind: bool) -> Overrule {
    Overrule::Place { who: vec![ANA], off: WOLF, far: Tenths::whole(far), behind }
}

fn zog() -> Arrival {
    arrive(RulesetId::Bx, 1, "Zog", "orc")
}

fn arrows(used: u32) -> Supply {
    Supply { name: "arrows".into(), most: 20, used, by: Vec::new() }
}

fn made(name: &str, adds: i32, rounds: u32) -> Box<CustomEffect> {
    let lasting = Lasting::Rounds(rounds);
    Box::new(CustomEffect {
        name: name.into(),
        adds: vec![(Stat::ToHit, adds)],
        lasting,
        ..CustomEffect::default()
    })
}

fn afflict(who: Vec<CombatantId>, condition: Condition, rounds: Option<u32>) -> Overrule {
    Overrule::Afflict { who, condition, value: 0, rounds, label: None, toward: None }
}

fn slot(score: i32, side: u8) -> Slot {
    Slot { score, sides: vec![SideId(side)], ones: Vec::new() }
}

/// The command; the field, the keys pressed in it and the text typed; the amended command.
type Row = (Command, &'static str, &'static str, &'static str, Command);

/// A row for each value that can be amended.
fn rows() -> Vec<Row> {
    let word = Command::Overrule;
    let share = |shares: &[(CombatantId, Share)]| Command::Harm {
        amount: DiceExpr::flat(1),
        who: shares.to_vec(),
    };
    let on_ana = || vec![(ANA, Share::Full)];
    let remind =
        |seconds, who, text: &str| Overrule::Remind { seconds, who: Some(who), text: text.into() };
    let reinforce = |round, name: &str, count| {
        let who = Box::new(Arrival { name: name.into(), ..zog() });
        Overrule::Reinforce { round, who, count }
    };
    let arrives = |arrival: Arrival| Command::Arrive(arrival);
    let harm = |n| Command::Harm { amount: DiceExpr::flat(n), who: on_ana() };
    let heal = |n| Command::Heal { amount: DiceExpr::flat(n), who: on_ana() };
    let scene =
        |outdoors, reaction| word(Overrule::Scene(Scene { outdoors, reaction, ..Scene::default() }));
    vec![
        (harm(3), "damage", "", "4", harm(4)),
        (heal(3), "healing", "", "4", heal(4)),
        (share(&on_ana()), "Ana", "h", "", share(&[(ANA, Share::Half)])),
        (share(&on_ana()), "Ana", "n", "", share(&[])),
        (share(&on_ana()), "Wolf", "d", "", share(&[(ANA, Share::Full), (WOLF, Share::Double)])),
        (
            Command::Roll(DiceExpr::new(1, 6, 0)),
            "dice",
            "",
            "2d6",
            Command::Roll(DiceExpr::new(2, 6, 0)),
        ),
        (Command::Note("wet".into()), "note", "", "dry", Command::Note("dry".into())),
        (arrives(zog()), "name", "", "Urk", arrives(Arrival { name: "Urk".into(), ..zog() })),
        (arrives(zog()), "side", "Right", "", arrives(Arrival { side: SideId(0), ..zog() })),
        (arrives(zog()), "most hit points", "", "9", arrives(Arrival { most: Some(9), ..zog() })),
        (arrives(zog()), "hit points as it comes", "", "2", arrives(Arrival { hp: Some(2), ..zog() })),
        (Command::Depart(WOLF, Standing::Fled), "how", "d", "", Command::Depart(WOLF, Standing::Dead)),
        (
            Command::Depart(WOLF, Standing::Fled),
            "who",
            "B",
            "",
            Command::Depart(CombatantId(1), Standing::Fled),
        ),
        (word(Overrule::Hp(ANA, 9)), "hit points", "", "8", word(Overrule::Hp(ANA, 8))),
        (word(Overrule::Hp(ANA, 9)), "who", "W", "", word(Overrule::Hp(WOLF, 9))),
        (
            word(Overrule::Standing(WOLF, Standing::Dead)),
            "how",
            "s",
            "",
            word(Overrule::Standing(WOLF, Standing::Surrendered)),
        ),
        (
            word(Overrule::Name(WOLF, "Rex".into())),
            "name",
            "",
            "Max",
            word(Overrule::Name(WOLF, "Max".into())),
        ),
        (
            word(Overrule::Rank(WOLF, Rank::Back)),
            "line",
            "Left",
            "",
            word(Overrule::Rank(WOLF, Rank::Front)),
        ),
        (word(Overrule::Side(WOLF, SideId(0))), "side", "G", "", word(Overrule::Side(WOLF, SideId(1)))),
        (
            word(afflict(vec![ANA], Condition::BLIND, None)),
            "for",
            "",
            "3 rounds",
            word(afflict(vec![ANA], Condition::BLIND, Some(3))),
        ),
        (
            word(afflict(vec![ANA], Condition::BLIND, Some(2))),
            "for",
            "Space",
            "",
            word(afflict(vec![ANA], Condition::BLIND, None)),
        ),
        (
            word(afflict(vec![GOBLIN], Condition::BLIND, None)),
            "on",
            "Right Space",
            "",
            word(afflict(vec![GOBLIN, CombatantId(3)], Condition::BLIND, None)),
        ),
        (
            word(afflict(vec![ANA], Condition::BLIND, None)),
            "condition",
            "a",
            "",
            word(afflict(vec![ANA], Condition::ASLEEP, None)),
        ),
        (
            word(Overrule::Make(vec![GOBLIN], made("Bless", 1, 3))),
            "on",
            "Right Space",
            "",
            word(Overrule::Make(vec![GOBLIN, CombatantId(3)], made("Bless", 1, 3))),
        ),
        (
            word(Overrule::Make(vec![ANA], made("Bless", 1, 3))),
            "called",
            "",
            "Curse",
            word(Overrule::Make(vec![ANA], made("Curse", 1, 3))),
        ),
        (
            word(Overrule::Make(vec![ANA], made("Bless", 1, 3))),
            "to hit",
            "",
            "2",
            word(Overrule::Make(vec![ANA], made("Bless", 2, 3))),
        ),
        (
            word(Overrule::Make(vec![ANA], made("Bless", 1, 3))),
            "for",
            "",
            "5",
            word(Overrule::Make(vec![ANA], made("Bless", 1, 5))),
        ),
        (
            word(Overrule::Make(vec![ANA], made("Bless", 1, 3))),
            "for",
            "",
            "2t",
            word(Overrule::Make(vec![ANA], made("Bless", 1, 120))),
        ),
        (
            word(Overrule::Pin(ANA, "wet".into())),
            "note",
            "",
            "dry",
            word(Overrule::Pin(ANA, "dry".into())),
        ),
        (
            word(Overrule::Distance(ANA, WOLF, Some(Tenths::whole(30)))),
            "distance, if known",
            "",
            "40",
            word(Overrule::Distance(ANA, WOLF, Some(Tenths::whole(40)))),
        ),
        (
            word(Overrule::Distance(ANA, WOLF, Some(Tenths::whole(30)))),
            "distance, if known",
            "Space",
            "",
            word(Overrule::Distance(ANA, WOLF, None)),
        ),
        (word(place(30, false)), "distance", "", "40", word(place(40, false))),
        (word(place(30, false)), "behind", "Space", "", word(place(30, true))),
        (word(Overrule::Engage(ANA, WOLF)), "and", "B", "", word(Overrule::Engage(ANA, CombatantId(1)))),
        (
            word(Overrule::Order(vec![slot(5, 1), slot(2, 0)])),
            "Heroes",
            "",
            "6",
            word(Overrule::Order(vec![slot(6, 0), slot(5, 1)])),
        ),
        (
            word(Overrule::Hand(SideId(1), Hand::Typed)),
            "dice",
            "b",
            "",
            word(Overrule::Hand(SideId(1), Hand::Machine)),
        ),
        (
            word(Overrule::Aware(SideId(1), false)),
            "knows of the others",
            "Space",
            "",
            word(Overrule::Aware(SideId(1), true)),
        ),
        (scene(false, 1), "added to the reaction", "", "2", scene(false, 2)),
        (scene(false, 1), "outdoors", "Space", "", scene(true, 1)),
        (
            word(Overrule::Count(ANA, seconds::counter::DOSES, 1)),
            "figure",
            "",
            "2",
            word(Overrule::Count(ANA, seconds::counter::DOSES, 2)),
        ),
        (
            word(Overrule::Supply(ANA, arrows(5))),
            "arrows",
            "",
            "3",
            word(Overrule::Supply(ANA, arrows(17))),
        ),
        (word(remind(60, ANA, "torch")), "in", "", "7", word(remind(70, ANA, "torch"))),
        (word(remind(60, ANA, "torch")), "of what", "", "food", word(remind(60, ANA, "food"))),
        (word(remind(60, ANA, "torch")), "who", "W", "", word(remind(60, WOLF, "torch"))),
        (word(reinforce(4, "Zog", 2)), "in round", "", "5", word(reinforce(5, "Zog", 2))),
        (word(reinforce(4, "Zog", 2)), "how many", "", "3", word(reinforce(4, "Zog", 3))),
        (word(reinforce(4, "Zog", 2)), "name", "", "Urk", word(reinforce(4, "Urk", 2))),
    ]
}

/// The form on top.
fn form(shell: &mut Shell) -> &mut Form {
    shell.layers.last_mut().and_then(|overlay| overlay.fields()).expect("a form")
}

/// The fields of the form on top.
fn labels(shell: &mut Shell) -> Vec<String> {
    form(shell).fields.iter().map(|field| field.label.clone()).collect()
}

/// Moves to the field with that label.
pub fn to(shell: &mut Shell, label: &str) {
    let all = labels(shell);
    let at = all.iter().position(|found| found == label);
    let at = at.unwrap_or_else(|| panic!("no \"{label}\" among {all:?}"));
    for field in &mut form(shell).fields[..at] {
        if let Value::More(_, unfolded) = &mut field.value {
            *unfolded = true;
        }
    }
    form(shell).at = at;
}

/// The last command, without the ids and names assigned during play.
fn last(shell: &Shell) -> Command {
    let chronicle = &shell.session.fight.chronicle;
    let entry = chronicle.entry(chronicle.position()).expect("an entry");
    let mut command = entry.steps[0].command.clone();
    if let Command::Arrive(who) = &mut command {
        who.id = None;
    }
    command
}

#[test]
fn whatever_a_command_says_can_be_said_otherwise() {
    for (command, label, keys, typed, expected) in rows() {
        let mut shell = horde::in_melee(5);
        shell.with(|session| session.submit(vec![command.clone()])).expect("it is done");
        press(&mut shell, "e");
        to(&mut shell, label);
        press(&mut shell, keys);
        type_in(&mut shell, typed);
        press(&mut shell, "Enter");
        assert!(shell.layers.is_empty(), "{command:?}: {}", super::picture(&shell, (80, 24)));
        assert_eq!(last(&shell), expected, "{label}");
    }
}

/// The effect, reminder or note that a command refers to can be changed to another that existed then.
#[test]
fn another_of_those_there_were_is_meant() {
    let word = Command::Overrule;
    let remind = |text: &str| word(Overrule::Remind { seconds: 60, who: Some(ANA), text: text.into() });
    let pin = |text: &str| word(Overrule::Pin(ANA, text.into()));
    let unpin = |text: &str| word(Overrule::Unpin(ANA, text.into()));
    let blind = |who| word(afflict(vec![who], Condition::BLIND, None));
    let mut shell = horde::in_melee(5);
    for command in [pin("wet"), pin("cold"), remind("torch"), remind("food"), blind(ANA), blind(WOLF)] {
        shell.with(|session| session.submit(vec![command])).expect("it is done");
    }
    let id = |shell: &Shell, who| {
        let effects = &shell.session.state().get(who).expect("somebody").effects;
        effects.iter().find(|effect| effect.condition == Condition::BLIND).expect("blind").id
    };
    let relieve = |shell: &Shell, who| word(Overrule::Relieve(who, id(shell, who)));
    let forget =
        |shell: &Shell, nth: usize| word(Overrule::Forget(shell.session.state().timers[nth].id));
    let (wolf, ana) = (relieve(&shell, WOLF), relieve(&shell, ANA));
    let (torch, food) = (forget(&shell, 0), forget(&shell, 1));
    for (command, keys, expected) in
        [(wolf, "A", ana), (torch, "f", food), (unpin("wet"), "Right", unpin("cold"))]
    {
        shell.with(|session| session.submit(vec![command])).expect("it is done");
        press(&mut shell, "e");
        to(&mut shell, "which");
        press(&mut shell, keys);
        press(&mut shell, "Enter");
        assert!(shell.layers.is_empty(), "{}", super::picture(&shell, (80, 24)));
        assert_eq!(last(&shell), expected);
    }
}

/// Opening a form changes nothing.
#[test]
fn what_is_not_touched_stays() {
    for (command, ..) in rows() {
        let mut shell = horde::in_melee(5);
        shell.with(|session| session.submit(vec![command.clone()])).expect("it is done");
        press(&mut shell, "e Enter");
        assert_eq!(shell.session.message.text, "nothing was changed", "{command:?}");
    }
}

#[test]
fn what_is_wrong_is_told_at_its_field() {
    let wrong = [("on", "Space"), ("for", "0")];
    for (label, keys) in wrong {
        let mut shell = horde::in_melee(5);
        let word = afflict(vec![GOBLIN], Condition::BLIND, Some(2));
        shell.with(|session| session.submit(vec![Command::Overrule(word)])).expect("it is done");
        press(&mut shell, "e");
        to(&mut shell, label);
        press(&mut shell, keys);
        press(&mut shell, "Enter");
        let fault = form(&mut shell).fields.iter().find_map(|field| field.fault.clone());
        assert!(fault.is_some(), "{label}: {}", super::picture(&shell, (80, 24)));
    }
}

#[test]
fn an_arrival_a_departure_and_a_condition() {
    let mut shell = horde::in_melee(5);
    shell.with(|session| session.submit(vec![Command::Arrive(zog())])).expect("Zog comes");
    press(&mut shell, "e");
    shows("amend-arrival", &shell);
    press(&mut shell, "Esc");
    shell.with(|session| session.submit(vec![Command::Depart(WOLF, Standing::Fled)])).expect("it flees");
    press(&mut shell, "e");
    shows("amend-departure", &shell);
    press(&mut shell, "Esc");
    let word = afflict(vec![GOBLIN], Condition::BLIND, Some(2));
    shell.with(|session| session.submit(vec![Command::Overrule(word)])).expect("it is blind");
    press(&mut shell, "e");
    shows("amend-condition", &shell);
    press(&mut shell, "Esc");
    let away = |who| Command::Depart(CombatantId(who), Standing::Fled);
    shell.with(|session| session.submit([2, 3, 4].map(away).to_vec())).expect("they flee");
    press(&mut shell, "e Enter");
    shows("amend-all-departures", &shell);
}

/// Where wounds are counted, an arrival has wounds, not hit points.
#[test]
fn whoever_counts_wounds_comes_with_wounds() {
    let knight = |side, name: &str| arrive(RulesetId::Seconds, side, name, "knight-3");
    let sides = [side("A", Hand::Machine), side("B", Hand::Machine)];
    let mut shell = fight_by(RulesetId::Seconds, sides, [knight(0, "Ana"), knight(1, "Bo")]);
    press(&mut shell, "Enter Enter");
    shell.with(|session| session.submit(vec![Command::Arrive(knight(1, "Zog"))])).expect("Zog comes");
    press(&mut shell, "e");
    assert_eq!(
        labels(&mut shell),
        ["name", "side", "wounds as it comes", "off the nearest foe", "from behind", "the players"]
    );
    assert_eq!(form(&mut shell).fields[2].value, Value::number(0));
    to(&mut shell, "wounds as it comes");
    press(&mut shell, "2 Enter");
    let zog = shell.session.state().named("Zog").expect("Zog");
    assert_eq!(zog.vitals.wounds(), 2);
}

/// An amended override shows the values of that time, and what it changes of them.
#[test]
fn a_new_word_is_filled_in_with_what_holds_now() {
    let word = Command::Overrule;
    let apart = |who, feet| word(Overrule::Distance(GOBLIN, who, feet));
    let remind = Overrule::Remind { seconds: 60, who: Some(GOBLIN), text: "food".into() };
    let cases = [
        ("v d", "Down Right Up", "40", apart(CombatantId(1), Some(Tenths::whole(40)))),
        ("v d", "Space", "", apart(ANA, None)),
        ("v e", "", "food", word(remind)),
        ("v o", "Down", "9", word(Overrule::Order(vec![slot(9, 0), slot(5, 1)]))),
        ("v w", "Down Space", "", word(Overrule::Aware(SideId(1), false))),
        ("P", "Right", "", word(Overrule::Hand(SideId(0), Hand::Typed))),
        ("m", "Right Down", "2", Command::Morale { side: SideId(0), like: None, adjustment: 2 }),
    ];
    for (open, keys, typed, expected) in cases {
        let mut shell = horde::in_melee(5);
        press(&mut shell, "Home");
        press(&mut shell, open);
        press(&mut shell, keys);
        type_in(&mut shell, typed);
        press(&mut shell, "Enter");
        let commands = shell.session.pending.as_ref().map(|pending| pending.commands().to_vec());
        let said = commands.map_or_else(|| last(&shell), |commands| commands[0].clone());
        assert_eq!(said, expected, "{}", super::picture(&shell, (80, 24)));
    }
}
