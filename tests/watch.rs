//! The players' view: what it contains and what it never contains, and the page that shows it.

#[cfg(feature = "page")]
mod chrome;
mod played;

#[path = "watch/asked.rs"]
mod asked;
#[cfg(feature = "page")]
#[path = "watch/hostile.rs"]
mod hostile;
#[cfg(feature = "page")]
#[path = "watch/leaks.rs"]
mod leaks;
#[cfg(feature = "page")]
#[path = "watch/page.rs"]
mod page;
#[cfg(feature = "page")]
#[path = "watch/phone.rs"]
mod phone;
#[cfg(feature = "page")]
#[path = "watch/seats.rs"]
mod seats;
#[cfg(feature = "page")]
#[path = "watch/table.rs"]
mod table;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wardrum::chronicle::{Chronicle, Pending, Progress, by_side};
use wardrum::machine_dice::Thrown;
use wardrum::rules;
use wardrum::rules::model::block::d20::{Attack, Block, Class, CreatureKind};
use wardrum::rules::model::combatant::{Combatant, Standing, StatBlock, Vitals};
use wardrum::rules::model::command::{Arrival, Command, Overrule};
use wardrum::rules::model::condition::Meaning;
use wardrum::rules::model::counter::Counters;
use wardrum::rules::model::dice::Tape;
use wardrum::rules::model::effect::{Condition, Effect};
use wardrum::rules::model::encounter::{Encounter, Hand, Side};
use wardrum::rules::model::ids::{CombatantId, EffectId, RulesetId, SideId, Text};
use wardrum::rules::model::knowledge::Knowledge;
use wardrum::rules::model::sight::Sight;
use wardrum::rules::registry::ruleset;
use wardrum::scenario::run::run;
use wardrum::scenario::{Scenario, given};
use wardrum::store::{self, Folders, Journal};
use wardrum::watch::{Follower, Health, PlayersView, Row, Source};

pub const ANA: CombatantId = CombatantId(0);
pub const ORC: CombatantId = CombatantId(1);
pub const WOLF: CombatantId = CombatantId(2);

pub fn after(e: Encounter, command: &Command) -> Encounter {
    let rules = ruleset(e.ruleset);
    rules::resolve(rules, e, command, &mut Tape::new(&[])).expect("no dice").0
}

pub fn word(e: Encounter, word: Overrule) -> Encounter {
    after(e, &Command::Overrule(word))
}

fn block(name: &str, hp: i32) -> StatBlock {
    let attacks = vec![Attack::new("spear")];
    let hd = Some("1".parse().expect("Hit Dice"));
    Block { name: name.into(), hd, hp: Some(hp), attacks, ..Block::default() }.into()
}

fn fighter(name: &str, hp: i32) -> StatBlock {
    let (kind, class) = (CreatureKind::Pc, Some(Class::FIGHTER));
    let attacks = vec![Attack::new("sword")];
    Block { name: name.into(), kind, class, level: Some(1), hp: Some(hp), attacks, ..Block::default() }
        .into()
}

/// Ana with 9 hit points against an orc and a wolf with 8 each, not begun.
pub fn set_up(name: &str) -> Encounter {
    let mut e = Encounter::new(RulesetId::Bx);
    for (side, players) in [("Lanterns", Some(true)), ("Wild ones", None)] {
        e = after(e, &Command::Side(Side { players, ..Side::new(side) }));
    }
    let who =
        [(0, name, fighter("Fighter", 9)), (1, "Orc", block("Orc", 8)), (1, "Wolf", block("Wolf", 8))];
    for (side, name, block) in who {
        e = after(e, &Command::Arrive(Arrival::new(SideId(side), name, Arc::new(block))));
    }
    e
}

/// The same after the fight has begun.
fn field() -> Encounter {
    let e = after(set_up("Ana"), &Command::Proceed);
    assert_ne!(e.window(), None, "it has begun");
    e
}

fn seen(e: &Encounter) -> PlayersView {
    PlayersView::of(ruleset(e.ruleset), e, &BTreeMap::new())
}

fn sent(e: &Encounter) -> String {
    serde_json::to_string(&seen(e)).expect("it can be written")
}

fn row<'a>(seen: &'a PlayersView, name: &str) -> &'a Row {
    seen.rows.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no {name} in {seen:?}"))
}

#[test]
fn a_foe_has_words_and_the_players_own_have_figures() {
    let left = |hp| seen(&word(field(), Overrule::Hp(ORC, hp)));
    let words = [
        (8, Health::Hale, "hale"),
        (7, Health::Hurt, "hurt"),
        (5, Health::Hurt, "hurt"),
        (4, Health::Bloodied, "bloodied"),
        (3, Health::Bloodied, "bloodied"),
        (2, Health::NearDeath, "near death"),
        (1, Health::NearDeath, "near death"),
        (0, Health::Dead, "dead"),
    ];
    for (hp, fares, text) in words {
        let seen = left(hp);
        let orc = row(&seen, "Orc");
        assert_eq!((orc.fares, &*orc.health, orc.hp), (fares, text, None), "{hp}");
    }
    let seen = seen(&word(field(), Overrule::Hp(ANA, 4)));
    let ana = row(&seen, "Ana");
    assert_eq!((&*ana.health, ana.hp, ana.ours), ("4 of 9", Some((4, 9)), true));
    assert!(!row(&seen, "Orc").ours);
}

#[test]
fn temporary_hit_points_are_shown_for_the_players_own_only() {
    let given = |who| Overrule::Afflict {
        who,
        condition: Condition::TEMPORARY_HP,
        value: 5,
        rounds: None,
        label: None,
        toward: None,
    };
    let seen = seen(&word(word(field(), given(vec![ANA, ORC])), Overrule::Hp(ANA, 4)));
    let ana = row(&seen, "Ana");
    assert_eq!((&*ana.health, ana.hp, ana.temporary), ("4+5 of 9", Some((4, 9)), 5));
    let orc = row(&seen, "Orc");
    assert_eq!((&*orc.health, orc.fares, orc.temporary), ("hale", Health::Hale, 0));
    assert!(orc.conditions.is_empty() && ana.conditions.is_empty(), "{seen:?}");
}

#[test]
fn wounds_have_words_as_well() {
    let wounded = |c: &Combatant| matches!(c.vitals, Vitals::Wounds(_));
    let states = samples().into_iter().map(|(_, fight)| fight.now().clone());
    let foe = |e: &Encounter| e.all().find(|c| wounded(c) && !e.is_players(c.side)).map(|c| c.id);
    let (e, foe) =
        states.filter_map(|e| foe(&e).map(|who| (e, who))).next().expect("a sample with wounds");
    for (wounds, text) in [(0, "hale"), (1, "hurt"), (2, "bloodied"), (3, "near death")] {
        let mut hurt = e.clone();
        change(&mut hurt, foe, |c| (c.vitals, c.standing) = (Vitals::Wounds(wounds), Standing::Up));
        let name = &hurt.get(foe).expect("it is there").name;
        assert_eq!(row(&seen(&hurt), name).health, text);
    }
}

#[test]
fn of_the_hidden_there_is_nothing_and_of_the_unnamed_no_name() {
    let e = field();
    let hidden = seen(&word(e.clone(), Overrule::Sight(ORC, Sight::Hidden)));
    assert_eq!(hidden.rows.iter().map(|row| &*row.name).collect::<Vec<_>>(), ["Ana", "Wolf"]);
    let unnamed = seen(&word(e.clone(), Overrule::Sight(ORC, Sight::Unnamed)));
    assert_eq!(row(&unnamed, "someone").health, "hale");
    assert_eq!(unnamed.sides, ["Lanterns", "Wild ones"]);
    let both =
        word(word(e, Overrule::Sight(ORC, Sight::Unnamed)), Overrule::Sight(WOLF, Sight::Unnamed));
    assert_eq!(seen(&both).sides, ["Lanterns", "strangers"]);
    let revealed = seen(&word(both, Overrule::Sight(ORC, Sight::Known)));
    assert_eq!((revealed.rows.len(), &*row(&revealed, "Orc").health), (3, "hale"));
}

#[test]
fn foes_that_are_lost_alike_share_a_row_without_those_that_are_hidden() {
    let mut e = word(word(field(), Overrule::Hp(ORC, 0)), Overrule::Hp(WOLF, 0));
    assert_eq!(row(&seen(&e), "Orc, Wolf").fares, Health::Dead);
    e = word(e, Overrule::Sight(ORC, Sight::Unnamed));
    assert_eq!(seen(&e).rows.iter().map(|row| &*row.name).collect::<Vec<_>>(), ["Ana", "Wolf, someone"]);
    e = word(e, Overrule::Sight(WOLF, Sight::Hidden));
    assert_eq!(seen(&e).rows.iter().map(|row| &*row.name).collect::<Vec<_>>(), ["Ana", "someone"]);
}

#[test]
fn a_fight_that_is_built_is_not_seen() {
    let seen = seen(&set_up("Ana"));
    assert_eq!((&*seen.when, seen.rows.len(), seen.sides.len()), ("The fight has not begun", 0, 0));
}

#[test]
fn what_a_condition_is_called_tells_no_name_that_is_not_known() {
    let afflict = |label: &str| Overrule::Afflict {
        who: vec![ANA],
        condition: Condition::NAMED,
        value: 0,
        rounds: None,
        label: Some(label.into()),
        toward: None,
    };
    let e = word(word(field(), afflict("sworn against Orc")), afflict("blessed"));
    let told = |e: &Encounter| row(&seen(e), "Ana").conditions.clone();
    assert_eq!(told(&e), ["sworn against Orc", "blessed"]);
    assert_eq!(told(&word(e.clone(), Overrule::Sight(ORC, Sight::Hidden))), ["blessed"]);
    let mut shouted = word(e, Overrule::Sight(ORC, Sight::Hidden));
    change(&mut shouted, ORC, |c| c.name = "ORC".into());
    assert_eq!(told(&shouted), ["blessed"], "in whatever letters");
}

/// The words of the rules tell nobody's name, even if somebody is called so.
#[test]
fn a_condition_with_the_name_of_somebody_hidden_is_shown() {
    let blind = Overrule::Afflict {
        who: vec![ANA],
        condition: Condition::BLIND,
        value: 0,
        rounds: Some(3),
        label: None,
        toward: None,
    };
    let mut e = word(word(field(), blind), Overrule::Sight(ORC, Sight::Hidden));
    change(&mut e, ORC, |c| c.name = "Blind".into());
    assert_eq!(row(&seen(&e), "Ana").conditions, ["blind"]);
}

#[test]
fn conditions_that_show_are_told_and_plans_of_foes_are_not() {
    let e = field();
    let blind = |who| Overrule::Afflict {
        who: vec![who],
        condition: Condition::BLIND,
        value: 0,
        rounds: Some(3),
        label: None,
        toward: None,
    };
    let e = word(word(e, blind(ANA)), blind(ORC));
    let shown = seen(&e);
    assert_eq!(row(&shown, "Orc").conditions, ["blind"]);
    assert_eq!(row(&shown, "Ana").conditions, ["blind"]);
    let rules = ruleset(e.ruleset);
    let secret = Meaning::DECLARED | Meaning::UNSHOWN | Meaning::UNTOLD;
    for one in rules.about().conditions.iter().filter(|one| one.meaning.has_any(secret)) {
        let mut planned = e.clone();
        let plan = Effect::new(EffectId(900), one);
        change(&mut planned, ORC, |c| c.effects = c.effects.iter().cloned().chain([plan]).collect());
        assert_eq!(row(&seen(&planned), "Orc").conditions, ["blind"], "{}", one.label);
    }
}

#[test]
fn a_side_is_the_players_only_if_that_was_said() {
    let theirs = |e: &Encounter| e.side_ids().map(|id| e.is_players(id)).collect::<Vec<_>>();
    let e = field();
    assert_eq!(theirs(&e), [true, false]);
    let neither = word(e.clone(), Overrule::Players(SideId(0), false));
    assert_eq!(theirs(&neither), [false, false]);
    assert!(!sent(&neither).contains(" of "), "no figure of anybody");
    // Neither order nor who rolls nor who is asked tells.
    let mut bare = e.clone();
    bare.sides.iter_mut().for_each(|side| side.players = None);
    for said in [Overrule::Hand(SideId(0), Hand::Typed), Overrule::Asks(SideId(1), true)] {
        let e = word(bare.clone(), said);
        assert_eq!(theirs(&e), [false, false]);
        assert!(!sent(&e).contains(" of "), "no figure of anybody");
    }
    let said = word(bare, Overrule::Players(SideId(1), true));
    assert_eq!(theirs(&said), [false, true]);
    assert_eq!(row(&seen(&said), "Orc").health, "8 of 8");
    assert_eq!(row(&seen(&said), "Ana").health, "hale");
}

/// Whoever changes sides takes no figures along, under every ruleset's engine the same.
#[test]
fn one_that_came_over_keeps_its_figures_to_itself() {
    let (heroes, wild) = (SideId(0), SideId(1));
    let turned = |e, who, side| word(e, Overrule::Side(who, side));
    let health = |e: &Encounter, name: &str| row(&seen(e), name).health.clone();
    let e = turned(field(), ORC, heroes);
    assert_eq!((&*health(&e, "Orc"), &*health(&e, "Ana")), ("hale", "9 of 9"), "befriended");
    let e = turned(e, ANA, wild);
    assert_eq!((&*health(&e, "Orc"), &*health(&e, "Ana")), ("hale", "hale"), "charmed");
    let e = turned(turned(e, ANA, heroes), ORC, wild);
    assert_eq!((&*health(&e, "Orc"), &*health(&e, "Ana")), ("hale", "9 of 9"), "both back");
    let e = turned(e, ORC, heroes);
    let over = after(e.clone(), &Command::End);
    let rules = ruleset(e.ruleset);
    let next = rules::next_encounter(rules.about(), &over, &[heroes]);
    let foes = after(next, &Command::Side(Side::new("Others")));
    let gnoll = Arrival::new(SideId(1), "Gnoll", Arc::new(block("Gnoll", 8)));
    let next = after(after(foes, &Command::Arrive(gnoll)), &Command::Proceed);
    assert_eq!((&*health(&next, "Orc"), &*health(&next, "Gnoll")), ("hale", "hale"), "carried over");
    assert_eq!(health(&next, "Ana"), "9 of 9");
    // The referee's word about the side is about all that are on it.
    let said = word(e, Overrule::Players(heroes, true));
    assert_eq!(health(&said, "Orc"), "8 of 8");
    // While a fight is set up, a change of sides is a correction.
    let put_right = turned(turned(set_up("Ana"), ANA, wild), ANA, heroes);
    assert_eq!(health(&after(put_right, &Command::Proceed), "Ana"), "9 of 9");
}

/// Signs that change the direction of text or move the cursor are written out in all that is sent, and no text is
/// longer than anyone reads.
#[test]
fn texts_that_control_or_never_end_are_tamed() {
    let long = "x".repeat(5_000);
    let mut e = field();
    change(&mut e, ANA, |c| c.name = "A\u{202e}na\u{2066}\u{1b}[31m".into());
    change(&mut e, ORC, |c| c.name = long.as_str().into());
    e.sides[1].name = "Wild\u{200f}\u{2028}ones".into();
    let curse = Overrule::Afflict {
        who: vec![WOLF],
        condition: Condition::NAMED,
        value: 0,
        rounds: None,
        label: Some("cur\u{202d}sed".into()),
        toward: None,
    };
    let e = word(e, curse);
    let sent = sent(&e);
    assert!(!sent.contains(wardrum::escape::is_hidden), "{sent}");
    for shown in ["A\\\\u202ena\\\\u2066\\\\u001b[31m", "Wild\\\\u200f\\\\u2028ones", "cur\\\\u202dsed"]
    {
        assert!(sent.contains(shown), "{shown} in {sent}");
    }
    assert!(!sent.contains(&long) && sent.contains("xxx…"), "{sent}");
}

fn saves() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saves")
}

fn samples() -> Vec<(PathBuf, Chronicle)> {
    let files =
        std::fs::read_dir(saves()).expect("the samples").map(|entry| entry.expect("a file").path());
    let mut saves: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|e| e == "ron")).collect();
    saves.sort();
    saves
        .into_iter()
        .map(|path| {
            let opened = store::look(&path).expect("a sample opens");
            (path, opened.chronicle)
        })
        .collect()
}

fn change(e: &mut Encounter, who: CombatantId, how: impl FnOnce(&mut Combatant)) {
    let all = Arc::make_mut(&mut e.combatants);
    let at = all.iter().position(|c| c.id == who).expect("somebody");
    how(Arc::make_mut(&mut all[at]));
}

/// Changes every number of a combatant that does not affect how it looks, and its notes.
fn change_numbers(c: &mut Combatant) {
    c.vitals = match c.vitals {
        Vitals::HitPoints { now, max } => Vitals::HitPoints { now: now * 7_919, max: max * 7_919 },
        wounds => wounds,
    };
    c.counters = Counters::default();
    c.number = c.number.map(|_| 77_777);
    c.clock += 77_777;
    c.spells.clear();
    c.supplies.clear();
    c.gear.clear();
    c.notes.push("the baron in disguise".into());
    let changed = |effect: &Effect| Effect {
        value: effect.value + 77_777,
        counters: Counters::default(),
        ..effect.clone()
    };
    c.effects = c.effects.iter().map(changed).collect();
}

/// Collects the strings and numbers in what is sent.
fn parts(value: &Value, texts: &mut Vec<String>, numbers: &mut Vec<i64>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => numbers.extend(number.as_i64()),
        Value::Array(all) => all.iter().for_each(|one| parts(one, texts, numbers)),
        Value::Object(all) => all.values().for_each(|one| parts(one, texts, numbers)),
        Value::Null | Value::Bool(_) => {}
    }
}

#[test]
fn no_sample_leaks_a_note_a_hidden_name_or_a_figure_of_a_foe() {
    for (path, fight) in samples() {
        let every = (fight.line().len() / 25).max(1);
        for (at, _, state) in fight.moments().filter(|(at, ..)| at % every == 0) {
            let place = format!("{} at {at}", path.display());
            holds_back(&state, &place);
        }
    }
}

fn holds_back(state: &Encounter, place: &str) {
    let rules = ruleset(state.ruleset);
    let foes: Vec<CombatantId> =
        state.all().filter(|c| !state.is_players(c.side)).map(|c| c.id).collect();
    let before = PlayersView::of(rules, state, &BTreeMap::new());
    // Whatever the foes' numbers and notes, the view is the same, whoever acts.
    let mut other = state.clone();
    for foe in &foes {
        change(&mut other, *foe, change_numbers);
    }
    let after = PlayersView::of(rules, &other, &BTreeMap::new());
    let acts_aside = |seen: &PlayersView| {
        let mut seen = seen.clone();
        (seen.turn, seen.does, seen.next) = (String::new(), "", Vec::new());
        // Those of a kind that are to act do not share a row with those that are not.
        let kinds = |name: &str| {
            name.trim_end_matches(|c: char| !c.is_alphabetic()).trim_end_matches('s').to_string()
        };
        for row in &mut seen.rows {
            (row.acts, row.name) = (false, kinds(&row.name));
        }
        seen.rows.dedup();
        seen
    };
    assert_eq!(acts_aside(&before), acts_aside(&after), "{place}");
    let sent = serde_json::to_value(&after).expect("it can be written");
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    parts(&sent, &mut texts, &mut numbers);
    let all = sent.to_string();
    assert!(!all.contains("baron"), "{place}: a note in {all}");
    assert!(!all.contains("77777") && !all.contains("77 777"), "{place}: a figure in {all}");
    for row in after.rows.iter().filter(|row| !row.ours) {
        assert_eq!(row.hp, None, "{place}");
        assert!(!row.health.contains(|sign: char| sign.is_ascii_digit()), "{place}: {row:?}");
        assert_eq!(row.health, row.fares.word(), "{place}");
    }
    for foe in foes.iter().filter_map(|foe| other.get(*foe)) {
        let (now, max) = (foe.vitals.hp(), foe.vitals.max());
        for figure in [now, max].into_iter().filter(|figure| *figure > 1_000) {
            assert!(!numbers.contains(&figure.into()), "{place}: {figure} in {all}");
            assert!(!all.contains(&figure.to_string()), "{place}: {figure} in {all}");
        }
    }
    hides_names(state, &foes, place);
}

/// With every other foe hidden and the rest unnamed, neither their names nor that of their side are sent.
fn hides_names(state: &Encounter, foes: &[CombatantId], place: &str) {
    let mut hidden = state.clone();
    for (at, foe) in foes.iter().enumerate() {
        let sight = if at % 2 == 0 { Sight::Hidden } else { Sight::Unnamed };
        let secret: Text = format!("Xanthippe {at}").into();
        change(&mut hidden, *foe, |c| (c.sight, c.name) = (sight, secret));
    }
    for (at, id) in hidden.side_ids().collect::<Vec<_>>().into_iter().enumerate() {
        if !state.is_players(id) {
            hidden.sides[at].name = "Legion of the Baron".into();
        }
    }
    let sent = sent(&hidden);
    assert!(!sent.contains("Xanthippe"), "{place}: a name in {sent}");
    assert!(!sent.contains("Legion"), "{place}: a side in {sent}");
    let seen = seen(&hidden);
    let stands = |c: &Combatant| matches!(c.standing, Standing::Up | Standing::Down);
    // Those of the players that are alike share a row.
    let there = |c: &Combatant| stands(c) && hidden.players_know(c) == Knowledge::Looks;
    let expected = if seen.rows.is_empty() { 0 } else { hidden.all().filter(|c| there(c)).count() };
    let shown = seen.rows.iter().filter(|row| !row.fares.is_lost() && !row.ours).count();
    assert_eq!(shown, expected, "{place}");
}

/// A home with a running fight, and its journal.
pub fn home(name: &str) -> (tempfile::TempDir, Chronicle, Journal) {
    let home = tempfile::tempdir().expect("a folder");
    let fight = Chronicle::new(after(set_up(name), &Command::Proceed));
    let folders = Folders::under(home.path());
    let journal = folders.begin_with("Secret title", &fight).expect("it is written");
    (home, fight, journal)
}

/// Adds an act to the fight and its journal.
pub fn act(fight: &mut Chronicle, journal: &mut Journal, command: Command) {
    let mut act = Pending::new(vec![command]);
    let progress = act.run(fight, &mut Thrown::seeded(1), &by_side);
    assert!(matches!(progress, Progress::Done), "it is done");
    fight.accept(act).expect("a finished act");
    journal.accepted(fight).expect("it is written");
}

/// A fight that goes on as a scenario says.
fn played(scenario: &str) -> Chronicle {
    let scenario = Scenario::read(scenario).expect("a scenario");
    run(&scenario, &given::built_in).unwrap_or_else(|failure| panic!("{failure}")).chronicle
}

const BLOWS: &str = r#"(ruleset: bx, given: (
    sides: [("Heroes", [(name: "Ana", block: (name: "Fighter", kind: Pc, class: Fighter, level: 1, hp: 8, attacks: [(name: "sword")]))]),
            ("Goblins", [(name: "Goblin 1", like: "goblin", hp: 7, max: 7), (name: "Goblin 2", like: "goblin", hp: 6, max: 6),
                         (name: "Goblin 3", like: "goblin", hp: 6, max: 6), (name: "Lurker", like: "goblin", hp: 5, max: 5)])],
    players: ["Heroes"], engaged: [("Ana", "Goblin 1"), ("Ana", "Lurker")], from: Initiative), script: [
    (do: Overrule(Sight("Lurker", Hidden))),
    (do: Note("Goblin 2 is the duke")),
    (do: Proceed, dice: [5, 2]),
    (do: Act(who: "Ana", deed: Strike, with: "sword", at: ["Goblin 1"]), dice: [19, 4]),
])"#;

/// Whose turn it is and for what, who comes next, and what has just happened: nothing of it about those whom the players
/// do not know, and no figure of a foe.
#[test]
fn the_turn_the_next_and_the_news_are_told_in_words_that_players_know() {
    let seen = PlayersView::of_fight(&played(BLOWS));
    assert_eq!((&*seen.when, &*seen.turn, seen.does), ("Round 1", "Goblins 1, 2, 3", "to move"));
    assert_eq!(seen.news, ["Ana hits Goblin 1: bloodied"]);
    assert_eq!(row(&seen, "Goblins 2, 3").health, "hale", "those that are alike share a row");
    assert_eq!(row(&seen, "Goblin 1").health, "bloodied");
    assert_eq!(seen.next, [""; 0], "the goblins are last");
    let before = BLOWS.split("    (do: Act").next().expect("the first part");
    let seen = PlayersView::of_fight(&played(&format!("{before}])")));
    assert_eq!(
        (&*seen.turn, seen.does, &seen.next[..]),
        ("Ana", "to strike", &["Goblins 1, 2, 3".into()][..])
    );
    assert_eq!(seen.news, [""; 0]);
    // What the hidden do and suffer is not told.
    let hidden =
        PlayersView::of_fight(&played(&BLOWS.replace("at: [\"Goblin 1\"]", "at: [\"Lurker\"]")));
    assert_eq!(hidden.news, [""; 0]);
}

/// The last lines of each sample at many moments tell no number of a foe and nobody's roll.
#[test]
fn no_news_of_a_sample_has_a_roll_or_the_damage_of_a_foe() {
    for (path, mut fight) in samples() {
        let every = (fight.line().len() / 8).max(1);
        for id in fight.line().iter().copied().step_by(every).collect::<Vec<_>>() {
            assert!(fight.go_to(id));
            let (e, place) = (fight.now(), path.display());
            let foes: Vec<&str> = e.all().filter(|c| !e.is_players(c.side)).map(|c| &*c.name).collect();
            for line in PlayersView::of_fight(&fight).news {
                assert!(!line.contains(" vs ") && !line.contains('('), "{place}: {line}");
                let struck =
                    |foe: &&str| line.contains(&format!("hits {foe}: ")) && line.contains("damage");
                assert!(!foes.iter().any(struck), "{place}: {line}");
            }
        }
    }
}

#[test]
fn the_follower_sees_each_act_each_undo_and_another_fight() {
    let (home, mut fight, mut journal) = home("Ana");
    let mut follower = Follower::new(Source::Running(Folders::under(home.path())));
    let orc = |follower: &Follower| {
        let seen = follower.shown().seen.as_ref().expect("a fight");
        row(seen, "Orc").health.clone()
    };
    assert!(follower.look());
    assert_eq!(orc(&follower), "hale");
    assert!(!follower.look(), "nothing changed");
    act(&mut fight, &mut journal, Command::Overrule(Overrule::Hp(ORC, 2)));
    assert!(follower.look());
    assert_eq!(orc(&follower), "near death");
    fight.undo().expect("something to undo");
    journal.went(&fight).expect("it is written");
    assert!(follower.look());
    assert_eq!(orc(&follower), "hale");
    // A branch: the undone acts stay, and the fight continues elsewhere.
    act(&mut fight, &mut journal, Command::Overrule(Overrule::Hp(ORC, 7)));
    assert!(follower.look());
    assert_eq!(orc(&follower), "hurt");
    let folders = Folders::under(home.path());
    let other = Chronicle::new(after(set_up("Brea"), &Command::Proceed));
    let _other = folders.begin_with("Another", &other).expect("it is written");
    assert!(follower.look());
    row(follower.shown().seen.as_ref().expect("a fight"), "Brea");
}

#[test]
fn the_follower_outlives_the_file_and_takes_no_lock() {
    let (home, mut fight, mut journal) = home("Ana");
    let path = journal.path().to_owned();
    let mut follower = Follower::new(Source::File(path.clone()));
    assert!(follower.look());
    // The referee's program takes the lock while the view follows.
    drop(journal);
    journal = store::open(&path).expect("it opens").journal;
    assert!(!journal.is_taken());
    let aside = home.path().join("aside");
    std::fs::rename(&path, &aside).expect("it is moved");
    assert!(follower.look());
    assert!(follower.shown().word.is_some(), "it says that it cannot be read");
    assert!(follower.shown().seen.is_some(), "and shows what was seen last");
    std::fs::rename(&aside, &path).expect("it is back");
    assert!(follower.look());
    assert_eq!(follower.shown().word, None);
    act(&mut fight, &mut journal, Command::Overrule(Overrule::Hp(WOLF, 1)));
    assert!(follower.look());
    assert_eq!(row(follower.shown().seen.as_ref().expect("a fight"), "Wolf").health, "near death");
}

#[test]
fn without_a_fight_the_follower_waits_for_one() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    let mut follower = Follower::new(Source::Running(folders.clone()));
    assert!(follower.look());
    assert!(follower.shown().seen.is_none() && follower.shown().word.is_some());
    let fight = Chronicle::new(after(set_up("Ana"), &Command::Proceed));
    let _journal = folders.begin_with("Begun", &fight).expect("it is written");
    assert!(follower.look());
    assert!(follower.shown().seen.is_some());
}
