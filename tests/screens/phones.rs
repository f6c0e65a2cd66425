//! Dice in the players' hands: seats, rolls that phones send, and what the referee makes of them.

use super::{arrive, fight_by, picture, press, shows, side, started};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wardrum::chronicle::Provenance;
use wardrum::rules;
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Overrule};
use wardrum::rules::model::custom::{CustomEffect, Stat};
use wardrum::rules::model::encounter::{Encounter, Hand};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::{CombatantId, RulesetId, SideId};
use wardrum::rules::model::window::{Phase, Slot, Window};
use wardrum::rules::registry;
use wardrum::store::Late;
use wardrum::tui::fight::Fight;
use wardrum::tui::input::operations::Op;
use wardrum::tui::overlays::acts::deeds;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;
use wardrum::watch::desk::{Chip, Desk, Given, Post, Says, Settled, Token};

const WYRM: CombatantId = CombatantId(0);
const HEROES: [CombatantId; 4] = [CombatantId(1), CombatantId(2), CombatantId(3), CombatantId(4)];

/// A phone, as the desk knows it.
struct Phone<'a> {
    desk: &'a Desk,
    token: Token,
}

impl<'a> Phone<'a> {
    /// A phone that asks for the seat of a character.
    fn asks(desk: &'a Desk, who: CombatantId) -> Self {
        let from = IpAddr::V4(Ipv4Addr::new(192, 0, 2, u8::try_from(who.0).unwrap_or(0)));
        let token = desk.post(from, None, Post::Seat(Some(who)), Instant::now());
        Self { desk, token: token.expect("it is offered").expect("a token") }
    }

    fn asked(&self) -> Vec<String> {
        let mine = self.desk.mine(Some(self.token)).expect("it is known");
        mine.asks.iter().map(|ask| format!("{} {}", ask.title, ask.text)).collect()
    }

    /// Sends the roll that is asked for.
    fn sends(&self, given: Option<Given>) {
        let ask = self.desk.mine(Some(self.token)).expect("it is known").asks.remove(0).ask;
        let from = IpAddr::V4(Ipv4Addr::LOCALHOST);
        // Later than any post before, so that none is too fast.
        let now = Instant::now() + Duration::from_secs(60);
        self.desk.post(from, Some(self.token), Post::Answer(ask, given), now).expect("it is taken");
    }
}

/// A wyrm in its Magic step before four characters whose dice come from phones; the page is served.
fn table() -> (Shell, Arc<Desk>) {
    let with = |side, name: &str, key: &str| Arrival {
        most: Some(60),
        ..arrive(RulesetId::Bx, side, name, key)
    };
    let heroes = ["Ana", "Bo", "Cleo", "Dag"].map(|name| with(1, name, "fighter-3"));
    let who = std::iter::once(with(0, "Wyrm", "gold-dragon")).chain(heroes);
    let sides = [side("Foes", Hand::Machine), side("Heroes", Hand::Phone)];
    let mut shell = fight_by(RulesetId::Bx, sides, who);
    let slot = |side, score| Slot { score, sides: vec![SideId(side)], ones: Vec::new() };
    let order = Event::Ordered(Arc::new(vec![slot(0, 6), slot(1, 3)]));
    let mut e = shell.session.state().clone();
    let theirs = Event::PlayersSet(SideId(1), true);
    [Event::Began, Event::RoundBegan(1), order, theirs].iter().for_each(|event| e.apply(event));
    let magic = |_: &Encounter, window: &Window| window.phase == Phase::Magic;
    let e = rules::open_at(registry::ruleset(RulesetId::Bx), e, &magic).expect("the Magic step");
    shell.with(|session| session.enter(Fight::loose(e), Screen::Fight));
    shell.session.board.cursor = Some(WYRM);
    let desk = shell.with(|session| session.open_desk());
    shell.follow();
    (shell, desk)
}

/// The wyrm breathes at all four.
fn breathes(shell: &mut Shell) {
    let form = deeds::open_act(&shell.session.view(), &Act::new(WYRM, Deed::UsePower));
    shell.layers.push(form.expect("it has breath left"));
    for _ in HEROES {
        press(shell, "Space Right");
    }
    press(shell, "Enter");
}

fn seated(shell: &mut Shell, desk: &Arc<Desk>) -> Vec<Token> {
    let phones = HEROES.map(|who| Phone::asks(desk, who).token);
    shell.follow();
    press(shell, "J Enter Enter Enter Enter");
    phones.to_vec()
}

fn hurt(shell: &Shell) -> [i32; 4] {
    HEROES.map(|who| shell.session.state().get(who).map_or(0, |c| c.vitals.max() - c.vitals.hp()))
}

#[test]
fn a_seat_is_asked_for_in_the_foot_and_given_with_a_key() {
    let (mut shell, desk) = table();
    let ana = Phone::asks(&desk, HEROES[0]);
    Phone::asks(&desk, HEROES[1]);
    shell.follow();
    assert!(picture(&shell, (80, 24)).contains("2 ask for seats · J"), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "J");
    let list = picture(&shell, (80, 24));
    assert!(list.contains("Ana  asks for a seat") && list.contains("Bo  asks for a seat"), "{list}");
    press(&mut shell, "Enter x");
    assert_eq!(desk.seats().iter().map(|seat| seat.who).collect::<Vec<_>>(), [HEROES[0]]);
    assert!(desk.requests().is_empty(), "the other was sent away");
    press(&mut shell, "Esc");
    assert!(ana.asked().is_empty() && !picture(&shell, (80, 24)).contains("· J"));
}

/// A save for four is one list that fills by itself, and one key.
#[test]
fn a_save_for_four_characters_is_one_key() {
    let (mut shell, desk) = table();
    let tokens = seated(&mut shell, &desk);
    breathes(&mut shell);
    let phones: Vec<Phone> = tokens.iter().map(|token| Phone { desk: &desk, token: *token }).collect();
    assert_eq!(phones[0].asked(), ["Ana: d20 saving throw against breath"]);
    for (phone, face) in phones.iter().zip([20, 19, 2]) {
        phone.sends(Some(Given::Faces(vec![face])));
    }
    shell.follow();
    let waits = picture(&shell, (80, 24));
    assert!(waits.contains("3 of 4 from phones"), "{waits}");
    assert!(hurt(&shell) == [0; 4], "nothing counts before Enter");
    phones[3].sends(Some(Given::Faces(vec![1])));
    shell.follow();
    press(&mut shell, "Enter");
    let [ana, bo, cleo, dag] = hurt(&shell);
    assert!(ana == bo && cleo == dag && cleo > ana && ana > 0, "{:?}", hurt(&shell));
    let last = shell.session.fight.chronicle.line().last().copied().expect("an entry");
    let entry = shell.session.fight.chronicle.entry(last).expect("it is kept");
    let by: Vec<Provenance> =
        entry.steps.iter().flat_map(|step| &step.answers).map(|answer| answer.by).collect();
    assert_eq!(by.iter().filter(|by| **by == Provenance::Phone).count(), 4, "{by:?}");
    assert!(phones[0].asked().is_empty(), "the ask is over");
    press(&mut shell, "u");
    assert_eq!(hurt(&shell), [0; 4]);
}

#[test]
fn what_the_referee_types_overrules_and_what_is_taken_back_is_gone() {
    let (mut shell, desk) = table();
    let tokens = seated(&mut shell, &desk);
    breathes(&mut shell);
    let phones: Vec<Phone> = tokens.iter().map(|token| Phone { desk: &desk, token: *token }).collect();
    phones[0].sends(Some(Given::Faces(vec![20])));
    shell.follow();
    assert!(picture(&shell, (80, 24)).contains("1 of 4 from phones"));
    phones[0].sends(None);
    shell.follow();
    assert!(!picture(&shell, (80, 24)).contains("from phones"), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "1");
    phones[0].sends(Some(Given::Faces(vec![20])));
    shell.follow();
    press(&mut shell, "Down 2 0 Down 2 0 Down 2 0 Enter");
    let [ana, bo, ..] = hurt(&shell);
    assert!(ana > bo, "the die that was typed counts: {:?}", hurt(&shell));
}

#[test]
fn esc_takes_the_question_off_the_phones() {
    let (mut shell, desk) = table();
    let tokens = seated(&mut shell, &desk);
    breathes(&mut shell);
    let phone = Phone { desk: &desk, token: tokens[0] };
    assert_eq!(phone.asked().len(), 1);
    press(&mut shell, "Esc");
    assert!(phone.asked().is_empty());
}

/// Where the referee trusts the phones, what they send is done as soon as all of it has come.
#[test]
fn a_seat_may_be_set_to_count_at_once() {
    let (mut shell, desk) = table();
    let tokens = seated(&mut shell, &desk);
    press(&mut shell, "J a Down a Down a Down a Esc");
    if !desk.seats().iter().all(|seat| seat.at_once) {
        tokens.iter().for_each(|token| _ = desk.set_at_once(*token, true));
    }
    breathes(&mut shell);
    for (token, face) in tokens.iter().zip([20, 20, 1]) {
        Phone { desk: &desk, token: *token }.sends(Some(Given::Faces(vec![face])));
        shell.follow();
        assert_eq!(hurt(&shell), [0; 4]);
    }
    Phone { desk: &desk, token: tokens[3] }.sends(Some(Given::Roll));
    shell.follow();
    assert!(hurt(&shell).iter().all(|lost| *lost > 0), "{:?}", hurt(&shell));
}

/// A foe's dice, and those of a character without a seat, are asked of no phone.
#[test]
fn only_seated_characters_are_asked() {
    let (mut shell, desk) = table();
    let ana = Phone::asks(&desk, HEROES[0]);
    shell.follow();
    press(&mut shell, "J Enter");
    breathes(&mut shell);
    assert_eq!(ana.asked().len(), 1);
    let list = picture(&shell, (80, 24));
    assert!(list.contains("4 rolls: saving throw"), "{list}");
    press(&mut shell, "1 Down 1 Down 1 Down 1 Enter");
    assert!(hurt(&shell).iter().all(|lost| *lost > 0));
}

/// A melee in which Ana has just missed by one; her player says so with one tap.
fn missed_by_one() -> (Shell, Arc<Desk>, Token) {
    let mut shell = super::in_melee();
    let theirs = Command::Overrule(Overrule::Players(SideId(0), true));
    shell.with(|session| session.submit(vec![theirs])).expect("it is the referee's word");
    let desk = shell.with(|session| session.open_desk());
    shell.follow();
    let ana = Phone::asks(&desk, CombatantId(0)).token;
    shell.follow();
    press(&mut shell, "J Enter Home Enter 1 0 Enter");
    (shell, desk, ana)
}

fn says(desk: &Desk, token: Token, says: Says) {
    let lines = desk.mine(Some(token)).expect("it is known").lines;
    let (line, text) = lines.last().expect("something has happened");
    assert!(text.contains("Ana"), "{text}");
    let (from, now) = (IpAddr::V4(Ipv4Addr::LOCALHOST), Instant::now() + Duration::from_secs(90));
    desk.post(from, Some(token), Post::Wait(*line, says), now).expect("it is taken");
}

#[test]
fn a_forgotten_bonus_is_one_tap_and_one_key() {
    let (mut shell, desk, ana) = missed_by_one();
    let missed = shell.session.fight.chronicle.at();
    says(&desk, ana, Says::Chip(Chip::PlusOne));
    shell.follow();
    assert!(picture(&shell, (80, 24)).contains("! Ana: +1 on \"Ana"), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "!");
    let word = picture(&shell, (80, 24));
    assert!(word.contains("Ana says: +1") && word.contains("was: Ana"), "{word}");
    press(&mut shell, "Enter");
    assert!(desk.waits().is_empty());
    let asked = picture(&shell, (80, 24));
    assert!(asked.contains("Damage to Orc"), "{asked}");
    press(&mut shell, "4 Enter");
    let told = picture(&shell, (120, 36));
    assert!(told.contains("13 vs") && shell.session.fight.chronicle.at() == missed, "{told}");
}

#[test]
fn a_word_is_declined_with_another_that_the_phone_shows() {
    let (mut shell, desk, ana) = missed_by_one();
    says(&desk, ana, Says::Text("I was on the table".into()));
    shell.follow();
    press(&mut shell, "! x Enter");
    assert!(desk.waits().is_empty());
    let mine = desk.mine(Some(ana)).expect("it is known").waits;
    assert_eq!(mine[0].settled, Some(Settled::Declined("it was counted".into())));
    press(&mut shell, "!");
    assert!(picture(&shell, (80, 24)).contains("no player has said wait"));
}

/// Without phones the same words stand in the menu of a row of the log.
#[test]
fn what_players_call_out_is_in_the_menu_of_the_log() {
    let mut shell = super::in_melee();
    press(&mut shell, "Home Enter 1 0 Enter Tab Tab e");
    let menu = picture(&shell, (80, 24));
    assert!(menu.contains("+1 was forgotten") && menu.contains("It came from behind"), "{menu}");
    assert!(!menu.contains("There was cover"), "nobody is covered from a sword: {menu}");
    press(&mut shell, "+");
    shows("word-called-out", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("Damage to Orc"), "{}", picture(&shell, (80, 24)));
}

/// A word that a line leaves open is not guessed at: the referee reads why, and Enter opens the act.
#[test]
fn a_word_that_means_nothing_says_why() {
    for (chip, why) in [
        (Chip::Cover, "no cover makes a difference to it"),
        (Chip::Saved, "nobody makes a saving throw in it"),
        (Chip::Ended, "nobody concerned has a condition"),
        (Chip::OtherTarget, "it could be aimed at nobody else"),
    ] {
        let (mut shell, desk, ana) = missed_by_one();
        says(&desk, ana, Says::Chip(chip));
        shell.follow();
        press(&mut shell, "!");
        let word = picture(&shell, (80, 24));
        assert!(word.contains(why) && word.contains("Enter opens the act"), "{word}");
        if chip == Chip::Saved {
            shows("word-says-why", &shell);
        }
        press(&mut shell, "Enter");
        let form = picture(&shell, (80, 24));
        assert!(form.contains("Change: Ana attacks") && desk.waits().is_empty(), "{form}");
    }
}

/// Of several that saved, the word is about the die of the one who says it.
#[test]
fn a_saving_throw_that_was_made_is_one_tap_and_one_key() {
    let (mut shell, desk) = table();
    let tokens = seated(&mut shell, &desk);
    breathes(&mut shell);
    for (token, face) in tokens.iter().zip([20, 1, 2, 1]) {
        Phone { desk: &desk, token: *token }.sends(Some(Given::Faces(vec![face])));
    }
    shell.follow();
    press(&mut shell, "Enter");
    let [ana, bo, cleo, _] = hurt(&shell);
    assert!(ana < bo && bo == cleo);
    says(&desk, tokens[2], Says::Chip(Chip::Saved));
    shell.follow();
    press(&mut shell, "!");
    shows("word-saved", &shell);
    press(&mut shell, "Enter");
    assert_eq!(hurt(&shell), [ana, bo, ana, bo], "hers alone");
    says(&desk, tokens[0], Says::Chip(Chip::Saved));
    shell.follow();
    press(&mut shell, "!");
    let word = picture(&shell, (80, 24));
    assert!(word.contains("no saving throw in it failed"), "{word}");
}

/// Of several conditions, only those that make a difference to the line are offered; the end goes in before it.
#[test]
fn a_condition_that_had_ended_is_one_tap_and_one_key() {
    let mut shell = super::in_melee();
    let ana = CombatantId(0);
    let curse = |name: &str, adds| {
        let made = CustomEffect { name: name.into(), adds, ..CustomEffect::default() };
        Command::Overrule(Overrule::Make(vec![ana], Box::new(made)))
    };
    let words = vec![
        Command::Overrule(Overrule::Players(SideId(0), true)),
        curse("itch", Vec::new()),
        curse("curse", vec![(Stat::ToHit, -2)]),
        curse("dread", vec![(Stat::ToHit, -1)]),
    ];
    shell.with(|session| session.submit(words)).expect("it is the referee's word");
    let desk = shell.with(|session| session.open_desk());
    shell.follow();
    let phone = Phone::asks(&desk, ana).token;
    shell.follow();
    press(&mut shell, "J Enter Home Enter 5 Enter");
    says(&desk, phone, Says::Chip(Chip::Ended));
    shell.follow();
    press(&mut shell, "!");
    shows("word-ended", &shell);
    press(&mut shell, "Down");
    let word = picture(&shell, (80, 24));
    assert!(word.contains("Ana: dread ends (2 of 2") && word.contains("(5 vs 13)"), "{word}");
    press(&mut shell, "Up Enter Enter");
    let effects = &shell.session.state().get(ana).expect("she is there").effects;
    let left: Vec<&str> =
        effects.iter().filter_map(|effect| Some(&*effect.custom.as_ref()?.name)).collect();
    assert_eq!(left, ["itch", "dread"]);
    assert!(picture(&shell, (120, 36)).contains("(6 vs 13)") && desk.waits().is_empty());
}

/// Whoever says that another was meant gets the nearest that it could have been.
#[test]
fn another_target_is_one_tap_and_one_key() {
    let (mut shell, desk, ana) = missed_by_one();
    let orc = |nth| CombatantId(nth);
    let near = vec![Command::Overrule(Overrule::Engage(CombatantId(0), orc(4)))];
    press(&mut shell, "u");
    shell.with(|session| session.submit(near)).expect("it is the referee's word");
    press(&mut shell, "Home Enter 1 0 Enter");
    shell.follow();
    says(&desk, ana, Says::Chip(Chip::OtherTarget));
    shell.follow();
    press(&mut shell, "!");
    shows("word-other", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (120, 36)).contains("Ana misses Orc 2"), "{}", picture(&shell, (120, 36)));
}

/// A sample fight at the last row of the log with that text; the word with that letter is called out of it.
fn called_out(sample: &str, told: &str, letter: &str) -> Shell {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("saves/{sample}-played.ron"));
    let fight = Fight::look(&path).expect("a sound sample").unkept();
    let mut shell = started();
    shell.with(|session| session.enter(fight, Screen::Fight));
    press(&mut shell, "Tab Tab Up");
    let is_there = |shell: &Shell| {
        let view = shell.session.view();
        let line = view.board.log.chosen.and_then(|at| view.telling.at(at));
        line.is_some_and(|line| view.telling.words(&line).text().contains(told))
    };
    for _ in 0..400 {
        if is_there(&shell) {
            press(&mut shell, "e");
            if picture(&shell, (80, 24)).contains("Change which?") {
                press(&mut shell, "Enter");
            }
            press(&mut shell, letter);
            return shell;
        }
        press(&mut shell, "Up");
    }
    panic!("no line tells \"{told}\":\n{}", picture(&shell, (120, 36)));
}

/// Each word as each ruleset means it: what is ready, and what the next of several is.
#[test]
fn each_word_is_ready_as_the_fight_means_it() {
    const ALL: [(&str, &str, &str, &[&str]); 16] = [
        (
            "spell-casters",
            "casts light: Acolytes 1, 2",
            "m",
            &["Acolyte 1: saving throw against spells 15 (1 of 2", "Acolyte 2: saving throw"],
        ),
        (
            "hedge-of-spears",
            "disarms Spearman 1",
            "m",
            &["Spearman 1: saving throw against paralysis 13", "Corin fails to disarm"],
        ),
        ("last-breath", "casts light: Goblin 3", "m", &["Goblin 3: saving throw against spells 18"]),
        (
            "possession",
            "Skeleton 2 fights for life",
            "m",
            &["Skeleton 2: dying check 4", "becomes: Skeleton 2 fights for life (4 vs 4"],
        ),
        (
            "first-fight",
            "Odo misses Goblin 3 with sling",
            "v",
            &["cover: -1 (1 of 4", "cover: -2 (2 of 4", "cover: -3"],
        ),
        ("brawl", "Brea misses Docker 4", "v", &["cover: -2 (1 of 3", "cover: -4"]),
        (
            "watch",
            "Nib misses Sergeant Holt",
            "v",
            &["hidden (%): 25 (1 of 4", "hidden (%): 50", "hidden (%): 75", "hidden (%): 90"],
        ),
        (
            "skirmish",
            "Tamsin hits Hobgoblin 1 with sling",
            "v",
            &["cover: -1 (1 of 3", "Tamsin misses Hobgoblin 1"],
        ),
        (
            "duel",
            "Isaura shoots at Sir Corin with pistol",
            "v",
            &["cover: light (1 of 4", "cover: medium"],
        ),
        ("three-sides", "Ana hits Orc", "t", &["Orc"]),
        (
            "shared-number",
            "Orc 1 misses Brea",
            "t",
            &["Dorn, not Brea (1 of 2", "Odo, not Brea (2 of 2"],
        ),
        (
            "hedge-of-spears",
            "Corin charges and misses Spearman 1",
            "t",
            &["Spearman 2, not Spearman 1 (1 of 4"],
        ),
        ("skirmish", "Hobgoblin 2 moves 30'", "t", &["Ser Odo, not Brea (1 of 7"]),
        ("first-fight", "Odo hits Goblin 4 with mace", "d", &["Goblin 4: sleep ends"]),
        ("skirmish", "Ser Odo misses Hobgoblin 2 twice", "d", &["Ser Odo: hand well again"]),
        ("possession", "Halvar hits Skeleton 2 with short sword", "d", &["Skeleton 2: no longer dying"]),
    ];
    for (sample, told, letter, shown) in ALL {
        let mut shell = called_out(sample, told, letter);
        for (nth, text) in shown.iter().enumerate() {
            let word = picture(&shell, (80, 24));
            assert!(word.contains(text), "{sample} {told} {letter}: no \"{text}\":\n{word}");
            if nth == 0 && letter != "m" {
                shows(&format!("word-{letter}-{sample}"), &shell);
            }
            press(&mut shell, "Down");
        }
    }
}

/// Enter takes what has come and never rolls in a player's place: another key does.
#[test]
fn enter_waits_for_the_phone_and_another_key_rolls() {
    let (mut shell, desk) = table();
    seated(&mut shell, &desk);
    breathes(&mut shell);
    press(&mut shell, "Enter Enter Enter Enter Enter Enter");
    let list = picture(&shell, (80, 24));
    assert!(hurt(&shell) == [0; 4] && list.contains("not come from the phone yet"), "{list}");
    shell.op(Op::ByHand);
    assert!(hurt(&shell).iter().all(|lost| *lost > 0), "{:?}", hurt(&shell));
}

/// What comes too late by the table's setting says so, and is the referee's to decide.
#[test]
fn a_late_word_says_that_it_is_late() {
    let (mut shell, desk, ana) = missed_by_one();
    says(&desk, ana, Says::Chip(Chip::PlusOne));
    shell.follow();
    let late = |shell: &Shell| shell.session.phones_want().expect("a word").late;
    assert!(!late(&shell));
    for _ in 0..60 {
        if shell.session.state().round == 1 {
            press(&mut shell, "n");
        }
    }
    assert!(shell.session.state().round > 1 && late(&shell));
    press(&mut shell, "!");
    assert!(picture(&shell, (80, 24)).contains("late: it is after the round"));
    shell.session.settings.late = Late::Fight;
    assert!(!late(&shell));
}

/// A seat that is given while dice are asked for is asked at once, and its prompt waits for it; without the phone the die is
/// typed.
#[test]
fn a_seat_given_in_mid_question_is_asked_and_its_prompt_can_still_be_typed() {
    let (mut shell, desk) = table();
    let ana = Phone::asks(&desk, HEROES[0]);
    breathes(&mut shell);
    assert!(!picture(&shell, (80, 24)).contains("phone"), "{}", picture(&shell, (80, 24)));
    desk.accept(ana.token).expect("it asks");
    shell.follow();
    assert_eq!(ana.asked().len(), 1);
    press(&mut shell, "Enter Enter Enter Enter");
    assert!(picture(&shell, (80, 24)).contains("not come from the phone yet"));
    desk.send_away(ana.token);
    shell.follow();
    press(&mut shell, "1 Down 1 Down 1 Down 1 Enter");
    assert!(hurt(&shell).iter().all(|lost| *lost > 0), "{}", picture(&shell, (80, 24)));
}
