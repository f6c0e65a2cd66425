//! The page on a phone, in a real browser, if one is installed.

use super::chrome::{Chrome, Phone};
use super::table::{Table, dice, total};
use super::{ANA, act};
use serde_json::Value;
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::watch::desk::{Ask, Given, Says, Settled};

/// A phone with the page open.
struct Eyes {
    chrome: Chrome,
    phone: Phone,
}

impl Eyes {
    fn open(test: &str, table: &Table) -> Option<Self> {
        let mut chrome = Chrome::start(test)?;
        let phone = chrome.open(table.server.url(), "light");
        Some(Self { chrome, phone })
    }

    fn tap(&mut self, text: &str) {
        self.chrome.tap(&self.phone, text);
    }

    fn wait(&mut self, script: &str) {
        self.chrome.wait(&self.phone, script);
    }

    fn sees(&mut self, text: &str) {
        self.chrome.sees(&self.phone, text);
    }

    fn value(&mut self, script: &str) -> Value {
        self.chrome.value(&self.phone, script)
    }

    fn pictures(&mut self, name: &str) {
        self.chrome.pictures(&self.phone, name);
    }

    /// The phone asks for Ana, and gets her.
    fn seat(&mut self, table: &Table) {
        self.tap("Ana");
        self.sees("waiting for the referee");
        table.accept_all();
        self.sees("You are Ana");
    }
}

fn asked(table: &Table, ask: Ask) {
    table.desk.ask(vec![ask]).expect("random numbers");
}

#[test]
fn a_player_takes_a_seat_and_answers() {
    let mut table = Table::new();
    let Some(mut eyes) = Eyes::open("a_player_takes_a_seat_and_answers", &table) else { return };
    eyes.sees("Who do you play?");
    eyes.pictures("1-choosing");
    eyes.tap("Ana");
    eyes.sees("waiting for the referee");
    eyes.pictures("2-waiting");
    table.accept_all();
    eyes.sees("You are Ana");
    // A d20 is sent with one tap, and may be taken back until it is taken.
    asked(&table, dice(&[(1, 20)], 1));
    eyes.sees("attacks Orc");
    eyes.pictures("3-d20");
    eyes.tap("14");
    assert_eq!(table.given(), [Given::Faces(vec![14])]);
    eyes.sees("14 sent");
    eyes.pictures("4-sent");
    eyes.tap("take back");
    eyes.sees("needs 12 or more");
    assert_eq!(table.desk.answers(), []);
    eyes.tap("15");
    assert_eq!(table.given(), [Given::Faces(vec![15])]);
    assert_eq!(table.desk.taken().len(), 1);
    eyes.wait("!document.body.innerText.includes('sent') && document.getElementById('ask').hidden");
    // A page loaded anew finds its seat.
    eyes.value("location.reload()");
    eyes.sees("You are Ana");
    act(&mut table.fight, &mut table.journal, Command::Overrule(Overrule::Hp(ANA, 3)));
    eyes.sees("3 of 9");
    // The referee takes the seat away.
    let seat = table.desk.seats().pop().expect("it is seated");
    assert!(table.desk.send_away(seat.token));
    eyes.sees("given your seat away");
    eyes.sees("Who do you play?");
    assert_eq!(eyes.value("localStorage.length"), 0);
}

#[test]
fn several_dice_are_tapped_one_after_the_other() {
    let table = Table::new();
    let Some(mut eyes) = Eyes::open("several_dice_are_tapped_one_after_the_other", &table) else {
        return;
    };
    eyes.seat(&table);
    asked(&table, dice(&[(3, 6)], 1));
    eyes.tap("4");
    eyes.sees("Die 2 of 3: d6");
    eyes.tap("3");
    eyes.sees("Die 3 of 3: d6");
    eyes.pictures("5-3d6");
    eyes.tap("take back");
    eyes.sees("Die 2 of 3: d6");
    eyes.tap("2");
    eyes.tap("6");
    assert_eq!(table.given(), [Given::Faces(vec![4, 2, 6])]);
    assert!(table.desk.withdraw_all());
    eyes.wait("document.getElementById('sent').textContent === ''");
    // Two digits, with both noughts for a hundred.
    asked(&table, dice(&[(1, 100)], 2));
    eyes.sees("the tens of the d100");
    eyes.pictures("6-d100");
    eyes.tap("00");
    eyes.sees("the ones of the d100");
    eyes.tap("0");
    assert_eq!(table.given(), [Given::Faces(vec![100])]);
    assert!(table.desk.withdraw_all());
    // A number that no pad has.
    asked(&table, total(3, 18));
    eyes.wait("document.querySelector('#pad input')");
    eyes.value("document.querySelector('#pad input').value = '17'");
    eyes.tap("+");
    eyes.tap("+");
    assert_eq!(eyes.value("document.querySelector('#pad input').value"), "18");
    eyes.pictures("7-total");
    eyes.tap("send");
    assert_eq!(table.given(), [Given::Total(18)]);
    assert!(table.desk.withdraw_all());
    // The machine rolls where it may.
    asked(&table, Ask { may_roll: true, ..dice(&[(2, 8)], 3) });
    eyes.sees("Die 1 of 2: d8");
    eyes.tap("roll for me");
    assert_eq!(table.given(), [Given::Roll]);
    eyes.sees("the machine rolls sent");
}

#[test]
fn a_player_says_wait_and_hears_what_comes_of_it() {
    let table = Table::new();
    let Some(mut eyes) = Eyes::open("a_player_says_wait_and_hears_what_comes_of_it", &table) else {
        return;
    };
    eyes.seat(&table);
    let lines =
        ["Goblin 1 hits Ana: 3 damage", "Ana misses Orc", "<b>Wolf</b> bites Odo: 2 damage, poisoned"];
    let line = |at: usize| (at as u64, lines[at % 3].to_string());
    table.desk.tell((0..9).map(line).collect());
    eyes.wait("document.querySelectorAll('#log li').length === 6");
    eyes.sees("<b>Wolf</b>");
    eyes.tap("wait!");
    eyes.sees("other target");
    eyes.pictures("8-chips");
    eyes.tap("cover");
    eyes.sees("cover – the referee is asked");
    let wait = table.desk.waits().pop().expect("it was said");
    assert_eq!((wait.line, &*wait.name), (3, "Ana"));
    assert!(table.desk.settle(wait.id, Settled::Declined("no wall is there".into())));
    eyes.sees("cover – no: no wall is there");
    // In words of its own, to another line; what is typed outlives news.
    eyes.value("document.querySelectorAll('#log .wait')[1].click()");
    eyes.value("document.querySelector('#log input').value = ' it had +2 '");
    table.desk.tell((0..10).map(line).collect());
    eyes.sees("Goblin 1 hits Ana: 3 damage");
    eyes.tap("send");
    eyes.sees("it had +2 – the referee is asked");
    let wait = table.desk.waits().pop().expect("it was said");
    assert_eq!(wait.says, Says::Text("it had +2".into()));
    assert!(table.desk.settle(wait.id, Settled::Accepted));
    eyes.sees("it had +2 – accepted");
    eyes.pictures("9-settled");
    eyes.tap("earlier");
    eyes.wait("document.querySelectorAll('#log li').length === 10");
}

#[test]
fn asks_are_answered_one_by_one() {
    let table = Table::new();
    let Some(mut eyes) = Eyes::open("asks_are_answered_one_by_one", &table) else { return };
    eyes.seat(&table);
    let parry = Ask { text: "parries the wolf".into(), needs: None, ..dice(&[(1, 12)], 1) };
    table.desk.ask(vec![dice(&[(1, 20)], 1), parry]).expect("random numbers");
    eyes.tap("14");
    eyes.sees("parries the wolf");
    eyes.sees("14 sent");
    eyes.pictures("10-two-asks");
    eyes.tap("12");
    eyes.sees("12 sent");
    let both = [Given::Faces(vec![14]), Given::Faces(vec![12])];
    assert_eq!(table.given(), both);
    assert_eq!(table.desk.taken().len(), 2);
    eyes.wait("document.getElementById('sent').textContent === ''");
}

/// On a television the seats are out of the way, and no player's own page shows what is another's.
#[test]
fn a_television_shows_the_fight() {
    let table = Table::new();
    let Some(mut eyes) = Eyes::open("a_television_shows_the_fight", &table) else { return };
    eyes.chrome.resize(&eyes.phone, 1920, 1080);
    eyes.value("location.reload()");
    eyes.sees("Who do you play?");
    eyes.wait("!document.getElementById('choose').open");
    table.desk.tell(vec![(1, "Orc hits Ana".into())]);
    asked(&table, dice(&[(1, 20)], 1));
    let _ana = super::table::Phone::seated(&table, ANA);
    eyes.wait("[...document.querySelectorAll('#characters button')].some((one) => one.textContent === 'Ana taken')");
    eyes.chrome.picture(&eyes.phone, "11-television");
    eyes.wait("document.getElementById('ask').hidden && document.getElementById('lines').hidden");
    eyes.chrome.resize(&eyes.phone, 390, 844);
    eyes.tap("Who do you play?");
    eyes.pictures("12-taken");
}

/// The phone finds its seat by itself after wardrum was started again.
#[test]
fn a_phone_comes_back_by_itself() {
    let table = Table::new();
    let Some(mut eyes) = Eyes::open("a_phone_comes_back_by_itself", &table) else { return };
    eyes.seat(&table);
    let mut table = table.restarted();
    asked(&table, dice(&[(1, 8)], 1));
    eyes.tap("7");
    assert_eq!(table.given(), [Given::Faces(vec![7])]);
    act(&mut table.fight, &mut table.journal, Command::Overrule(Overrule::Hp(ANA, 2)));
    eyes.sees("2 of 9");
}

/// Roles, names and live regions, as a screen reader finds them.
#[test]
fn a_screen_reader_hears_who_is_to_roll_what() {
    let table = Table::new();
    let Some(mut eyes) = Eyes::open("a_screen_reader_hears_who_is_to_roll_what", &table) else { return };
    eyes.seat(&table);
    table.desk.tell(vec![(1, "Orc hits Ana".into())]);
    asked(&table, dice(&[(2, 6)], 1));
    eyes.tap("3");
    eyes.sees("Die 2 of 2: d6");
    let heard = eyes.chrome.heard(&eyes.phone);
    for expected in [
        "region - \"Your character\"",
        "status polite \"\"",
        "region - \"Ana attacks Orc with sword needs 12 or more\"",
        "alert assertive \"\"",
        "heading - \"Ana\"",
        "group - \"What the d6 shows\"",
        "button - \"6\"",
        "button - \"take back\"",
        "button - \"wait! Orc hits Ana\"",
        "button - \"leave this seat\"",
    ] {
        assert!(heard.iter().any(|told| told == expected), "{expected} in {heard:#?}");
    }
    let unnamed = heard.iter().filter(|told| told.starts_with("button") && told.ends_with("\"\""));
    assert_eq!(unnamed.count(), 0, "{heard:#?}");
}
