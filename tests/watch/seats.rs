//! What a phone does, over a real socket.

use super::table::{ODO, Phone, Table, dice};
use super::{ANA, home};
use serde_json::{Value, json};
use wardrum::store::Folders;
use wardrum::watch::Source;
use wardrum::watch::desk::{Chip, Given, Says, Settled};
use wardrum::watch::page::Server;

#[test]
fn a_seat_is_asked_for_and_given() {
    let table = Table::new();
    let mut phone = Phone::at(&table);
    let offered = json!([{ "who": ANA, "name": "Ana", "taken": false }, { "who": ODO, "name": "Odo", "taken": false }]);
    assert_eq!(phone.sees()["characters"], offered);
    assert_eq!(phone.post("seat", &json!({ "who": 99 })).0, 404);
    phone.asks(ANA);
    assert_eq!(table.woken(), 1);
    assert_eq!(phone.sees()["seat"], json!({ "state": "asking", "who": ANA, "name": "Ana" }));
    let (status, told) = phone.post("wait", &json!({ "line": 1, "chip": "cover" }));
    assert_eq!((status, &*told), (403, "The referee has not given you this seat."));
    let mut other = Phone::at(&table);
    other.asks(ANA);
    table.desk.accept(table.desk.requests()[0].token).expect("it is free");
    assert_eq!(phone.sees()["seat"]["state"], "seated");
    assert_eq!(other.sees()["seat"]["state"], "sent-away");
    let late = Phone::at(&table);
    assert_eq!(
        late.post("seat", &json!({ "who": ANA })),
        (409, "Another phone has the seat of that character.".into())
    );
    assert_eq!(late.sees()["characters"][0]["taken"], true);
    // What it gives up is void.
    assert_eq!(phone.post("seat", &json!({ "who": null })), (200, "{}".into()));
    assert_eq!(phone.sees(), "HTTP/1.1 401 Unauthorized");
}

#[test]
fn an_answer_may_be_changed_until_it_is_taken() {
    let table = Table::new();
    let phone = Phone::seated(&table, ANA);
    let ids = table.desk.ask(vec![dice(&[(1, 20)], 5)]).expect("random numbers");
    let ask = &phone.sees()["asks"][0];
    assert_eq!(ask["wanted"], json!({ "dice": [{ "sides": 20, "count": 1 }] }));
    assert_eq!((&ask["text"], &ask["sent"]), (&json!("attacks Orc with sword"), &Value::Null));
    let first = phone.key();
    let next = |told: &str| {
        let told: Value = serde_json::from_str(told).expect("JSON");
        told["ask"].as_str().expect("a key").to_string()
    };
    let (status, told) = phone.post("answer", &json!({ "ask": first, "faces": [21] }));
    assert_eq!((status, &*told), (400, "These dice cannot show that."));
    let (status, told) = phone.post("answer", &json!({ "ask": first, "faces": [14] }));
    assert_eq!(status, 200, "{told}");
    assert_eq!(phone.sees()["asks"][0]["sent"], json!({ "faces": [14] }));
    let (status, told) = phone.post("answer", &json!({ "ask": next(&told), "back": true }));
    assert_eq!(status, 200, "{told}");
    assert_eq!(table.desk.answers(), []);
    let (status, told) = phone.post("answer", &json!({ "ask": next(&told), "faces": [3] }));
    assert_eq!(status, 200, "{told}");
    let taken = table.desk.take(ids[0]).expect("it has come");
    assert_eq!((taken.who, taken.entry, taken.given), (ANA, 5, Given::Faces(vec![3])));
    let late = phone.post("answer", &json!({ "ask": next(&told), "faces": [20] }));
    assert_eq!(late, (409, "Already rolled: these dice are no longer asked for.".into()));
    assert_eq!(phone.sees()["asks"], json!([]));
}

#[test]
fn an_ask_that_is_withdrawn_is_answered_too_late() {
    let table = Table::new();
    let phone = Phone::seated(&table, ANA);
    table.desk.ask(vec![dice(&[(1, 20)], 5)]).expect("random numbers");
    let key = phone.key();
    assert!(table.desk.withdraw(5));
    assert_eq!(phone.post("answer", &json!({ "ask": key, "faces": [3] })).0, 409);
    assert_eq!(phone.post("answer", &json!({ "ask": key, "roll": true })).0, 409);
}

#[test]
fn a_wait_reaches_the_referee_and_the_word_comes_back() {
    let table = Table::new();
    let (ana, odo) = (Phone::seated(&table, ANA), Phone::seated(&table, ODO));
    table.desk.tell(vec![(7, "Orc hits Ana".into()), (8, "Ana misses Orc".into())]);
    assert_eq!(ana.sees()["lines"], json!([[7, "Orc hits Ana"], [8, "Ana misses Orc"]]));
    assert_eq!(ana.post("wait", &json!({ "line": 7, "chip": "cover" })), (200, "{}".into()));
    assert_eq!(ana.post("wait", &json!({ "line": 7, "text": "really" })).0, 409);
    assert_eq!(ana.post("wait", &json!({ "line": 6, "chip": "cover" })).0, 409);
    assert_eq!(ana.post("wait", &json!({ "line": 8, "text": "x".repeat(81) })).0, 400);
    let waits = table.desk.waits();
    assert_eq!((waits.len(), waits[0].who, &waits[0].says), (1, ANA, &Says::Chip(Chip::Cover)));
    assert!(table.desk.settle(waits[0].id, Settled::Declined("no wall".into())));
    let told = json!([{ "line": 7, "says": { "chip": "cover" }, "settled": { "declined": "no wall" } }]);
    assert_eq!((&ana.sees()["waits"], &odo.sees()["waits"]), (&told, &json!([])));
}

#[test]
fn a_seat_and_its_address_outlive_a_restart() {
    let table = Table::new();
    let phone = Phone::seated(&table, ANA);
    let mut waiting = Phone::at(&table);
    waiting.asks(ODO);
    let url = table.server.url().to_string();
    let table = table.restarted();
    assert_eq!(table.server.url(), url);
    assert_eq!(phone.sees()["seat"]["state"], "seated");
    assert_eq!(waiting.sees(), "HTTP/1.1 401 Unauthorized", "it asks anew");
    table.desk.ask(vec![dice(&[(1, 20)], 1)]).expect("random numbers");
    assert_eq!(phone.post("answer", &json!({ "ask": phone.key(), "faces": [9] })).0, 200);
}

#[test]
fn without_a_desk_there_are_no_seats() {
    let (home, _, _journal) = home("Ana");
    let server = Server::start(Source::Running(Folders::under(home.path())), "127.0.0.1:0", None);
    let server = server.expect("it is served");
    let seats = Table::new();
    let phone = Phone::of(&server);
    for path in ["seat", "answer", "wait", "mine", ""] {
        let answer = phone.send(&phone.whole(path, b"{\"who\":0}"));
        assert!(answer.starts_with("HTTP/1.1 405 ") && answer.contains("Allow: GET\r\n"), "{answer}");
        assert!(answer.contains("This page is read-only."), "{answer}");
    }
    assert_eq!(phone.sees(), "HTTP/1.1 404 Not Found");
    assert!(!phone.loads().contains("Wardrum-Seat"));
    assert!(Phone::at(&seats).loads().contains("Wardrum-Seat"));
}
