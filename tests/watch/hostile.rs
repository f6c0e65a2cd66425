//! Posts of those who mean no good, over a real socket: whatever they send is refused, and nothing changes.

use super::ANA;
use super::table::{ODO, Phone, Table, dice, told};
use serde_json::json;
use std::io::{Read, Write};
use std::net::Shutdown;
use wardrum::watch::desk::{Answer, DeskState, Seat, Wait};

/// How many random posts of a kind are sent.
const MANY: usize = 1_000;
/// A text that must come back from nowhere.
const MARK: &str = "\\u001b]52;c;bWFyaw==";

/// A table with a phone that may answer, and what must not change at it.
struct Siege {
    table: Table,
    phone: Phone,
    before: State,
}

/// All that phones can change.
#[derive(Debug, PartialEq)]
struct State {
    kept: DeskState,
    requests: Vec<Seat>,
    answers: Vec<Answer>,
    waits: Vec<Wait>,
    woken: usize,
}

impl State {
    fn of(table: &Table) -> Self {
        let desk = &table.desk;
        let (kept, requests) = (desk.state(), desk.requests());
        Self { kept, requests, answers: desk.answers(), waits: desk.waits(), woken: table.woken() }
    }
}

impl Siege {
    fn new() -> Self {
        let table = Table::new();
        let phone = Phone::seated(&table, ANA);
        table.desk.tell(vec![(7, "Orc hits Ana".into())]);
        table.desk.ask(vec![dice(&[(1, 20)], 5)]).expect("random numbers");
        let before = State::of(&table);
        Self { table, phone, before }
    }

    /// Sends bytes that must be refused.
    fn refused(&self, bytes: &[u8], statuses: &[u16]) {
        let answer = self.phone.send(bytes);
        let sent = String::from_utf8_lossy(bytes);
        assert!(statuses.contains(&told(&answer).0), "{sent}\n{answer}");
        self.is_unmoved(&answer, &sent);
    }

    fn is_unmoved(&self, answer: &str, sent: &str) {
        assert!(!answer.contains("52;c;"), "{sent}\n{answer}");
        assert!(!answer.to_lowercase().contains("access-control"), "{sent}\n{answer}");
        assert_eq!(State::of(&self.table), self.before, "{sent}\n{answer}");
    }

    fn answer(&self) -> Vec<u8> {
        self.phone
            .whole("answer", json!({ "ask": self.phone.key(), "faces": [14] }).to_string().as_bytes())
    }
}

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    assert!(text.contains(from), "{from} in {text}");
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn what_was_sent_once_counts_once_and_in_its_order() {
    let mut siege = Siege::new();
    let first = siege.answer();
    assert_eq!(told(&siege.phone.send(&first)).0, 200);
    let back = siege
        .phone
        .whole("answer", json!({ "ask": siege.phone.key(), "back": true }).to_string().as_bytes());
    siege.before = State::of(&siege.table);
    siege.refused(&first, &[409, 429]);
    assert_eq!(told(&siege.phone.send(&back)).0, 200);
    siege.before = State::of(&siege.table);
    // A late copy of the answer, then of taking it back.
    siege.refused(&first, &[409, 429]);
    siege.refused(&back, &[409, 429]);
    assert_eq!(siege.before.answers, []);
    assert_eq!(siege.phone.post("wait", &json!({ "line": 7, "chip": "saved" })).0, 200);
    siege.before = State::of(&siege.table);
    siege.refused(&siege.phone.whole("wait", b"{\"line\":7,\"chip\":\"saved\"}"), &[409, 429]);
}

#[test]
fn nobody_answers_for_another() {
    let mut siege = Siege::new();
    let odo = Phone::seated(&siege.table, ODO);
    siege.before = State::of(&siege.table);
    let body = json!({ "ask": siege.phone.key(), "faces": [1] });
    assert_eq!(odo.post("answer", &body).0, 409);
    let stranger = |token: &str| {
        let mut phone = Phone::at(&siege.table);
        phone.token = Some(token.into());
        phone
    };
    for token in ["0", "", "00112233445566778899aabbccddeeff", &"f".repeat(500)] {
        assert_eq!(stranger(token).post("answer", &body).0, 401, "{token}");
        assert_eq!(stranger(token).sees(), "HTTP/1.1 401 Unauthorized", "{token}");
    }
    let upper = siege.phone.token.clone().unwrap_or_default().to_uppercase();
    assert_eq!(stranger(&upper).post("answer", &body).0, 401);
    // In the address, a token counts for nothing.
    let token = siege.phone.token.clone().unwrap_or_default();
    let bare = Phone::at(&siege.table).whole("answer", body.to_string().as_bytes());
    siege.refused(&replaced(&bare, "/answer", &format!("/answer?token={token}")), &[401, 429]);
    siege.refused(&replaced(&siege.answer(), "X-Wardrum-Seat", "Cookie: a=b\r\nX-Seat"), &[401, 429]);
}

#[test]
fn only_the_page_itself_may_post() {
    let siege = Siege::new();
    let (address, _) = siege.table.parts();
    let (answer, port) = (siege.answer(), address.rsplit(':').next().unwrap_or_default());
    let origin = format!("Origin: http://{address}\r\n");
    for wrong in [
        String::new(),
        "Origin: null\r\n".into(),
        "Origin: http://evil.example\r\n".into(),
        format!("Origin: http://evil.example:{port}\r\n"),
        format!("Origin: https://{address}\r\n"),
        format!("Origin: http://{address}.evil.example\r\n"),
        format!("{origin}Origin: http://evil.example\r\n"),
    ] {
        siege.refused(&replaced(&answer, &origin, &wrong), &[403]);
    }
    // What a form of another site can send.
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "",
    ] {
        siege.refused(&replaced(&answer, "application/json", kind), &[415]);
    }
    siege.refused(&replaced(&answer, "Content-Type: application/json\r\n", ""), &[415]);
    siege.refused(&replaced(&answer, "POST", "OPTIONS"), &[405]);
}

/// A site that makes the browser reach this machine under its own name.
#[test]
fn the_page_answers_to_its_own_address_only() {
    let siege = Siege::new();
    let (address, code) = siege.table.parts();
    let port = address.rsplit(':').next().unwrap_or_default();
    let host = format!("Host: {address}\r\n");
    let answer = siege.answer();
    let get = format!("GET /{code} HTTP/1.1\r\n{host}\r\n").into_bytes();
    for wrong in [
        format!("Host: evil.example:{port}\r\n"),
        "Host: evil.example\r\n".into(),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        format!("Host: 192.0.2.7:{port}\r\n"),
        "Host: 127.0.0.1\r\n".into(),
        format!("{host}Host: evil.example\r\n"),
        String::new(),
    ] {
        siege.refused(&replaced(&get, &host, &wrong), &[421]);
        siege.refused(&replaced(&answer, &host, &wrong), &[421]);
        let both = replaced(&answer, &host, &wrong);
        let origin = wrong.trim_start_matches("Host: ").trim_end();
        siege.refused(
            &replaced(&both, &format!("http://{address}"), &format!("http://{origin}")),
            &[421],
        );
    }
    siege.refused(&replaced(&get, "GET /", "GET http://evil.example/"), &[421]);
    for right in [format!("Host: localhost:{port}\r\n"), host.clone()] {
        assert_eq!(told(&siege.phone.send(&replaced(&get, &host, &right))).0, 200, "{right}");
    }
}

#[test]
fn what_is_too_long_is_not_read() {
    let siege = Siege::new();
    let body =
        |length: usize| format!("{{\"line\":7,\"text\":\"{}\"}}", "a".repeat(length - 20)).into_bytes();
    siege.refused(&siege.phone.whole("wait", &body(512)), &[400]);
    siege.refused(&siege.phone.whole("wait", &body(513)), &[413]);
    siege.refused(&siege.phone.whole("wait", &body(20_000)), &[413]);
    for length in ["999999999999", "18446744073709551615"] {
        let head = siege.phone.head("wait", &format!("Content-Length: {length}\r\n\r\n"));
        siege.refused(head.as_bytes(), &[413, 431]);
    }
    for length in ["-1", "1e3", "99999999999999999999999", "3\r\nContent-Length: 4"] {
        let head = siege.phone.head("wait", &format!("Content-Length: {length}\r\n\r\n"));
        siege.refused(head.as_bytes(), &[400]);
    }
    // In parts, without saying how long.
    let parts = siege.phone.head("wait", "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"lin\r\n0\r\n\r\n");
    siege.refused(parts.as_bytes(), &[400]);
    let lines = "a: b\r\n".repeat(100);
    siege.refused(siege.phone.head("wait", &format!("{lines}\r\n")).as_bytes(), &[431]);
    let long = format!("a: {}\r\n\r\n", "b".repeat(20_000));
    siege.refused(siege.phone.head("wait", &long).as_bytes(), &[431]);
}

/// Posts that never end keep nobody out, and are given up.
#[test]
fn half_a_post_is_given_up() {
    let siege = Siege::new();
    let half = siege.phone.head("wait", "Content-Length: 30\r\n\r\n{\"line\":7,");
    let halves: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = siege.phone.connect();
            // The oldest may be dropped already.
            let _ = stream.write_all(half.as_bytes());
            stream
        })
        .collect();
    assert_eq!(siege.phone.sees()["seat"]["state"], "seated");
    let mut answers = halves.into_iter().map(|mut stream| {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        told(&answer)
    });
    let first = answers.next().expect("there are some");
    assert!(first.0 == 503 && first.1.contains("unfinished"), "{first:?}");
    assert_eq!(answers.next_back().map(|last| last.0), Some(408));
    let broken = siege.phone.connect();
    (&broken).write_all(half.as_bytes()).expect("it reads");
    broken.shutdown(Shutdown::Write).expect("it ends");
    drop(broken);
    siege.is_unmoved("", "half of a post");
}

#[test]
fn malformed_posts_are_refused() {
    let siege = Siege::new();
    let key = siege.phone.key();
    let bodies = [
        String::new(),
        "{".into(),
        "[]".into(),
        "{\"who\":\"0\"}".into(),
        format!("{{\"line\":7,\"text\":\"{MARK}\",\"more\":1}}"),
        format!("{{\"line\":\"{MARK}\",\"chip\":\"cover\"}}"),
        format!("{{\"line\":7,\"chip\":\"{MARK}\"}}"),
        format!("{{\"ask\":\"{key}\"}}"),
        format!("{{\"ask\":\"{key}\",\"faces\":[14],\"total\":14}}"),
        format!("{{\"ask\":\"{key}\",\"faces\":[{}]}}", "9,".repeat(200)),
        format!("{{\"ask\":\"{key}\",\"faces\":[-1]}}"),
        "\u{feff}{\"who\":0}".into(),
    ];
    for body in &bodies {
        for path in ["seat", "answer", "wait"] {
            siege.refused(&siege.phone.whole(path, body.as_bytes()), &[400]);
        }
    }
    // Read, but not to be had.
    let text = format!("{{\"line\":7,\"text\":\"{MARK}\"}}");
    siege.refused(&siege.phone.whole("wait", text.as_bytes()), &[400, 429]);
    let faces = format!("{{\"ask\":\"{key}\",\"faces\":[14,14]}}");
    siege.refused(&siege.phone.whole("answer", faces.as_bytes()), &[400, 429]);
    for path in ["seats", "seat/", "Seat", "mine", "events", "", "../seat", "seat%2f"] {
        siege.refused(&siege.phone.whole(path, b"{\"who\":0}"), &[404, 405]);
    }
}

#[test]
fn a_thousand_random_bodies_of_each_kind_change_nothing() {
    let siege = Siege::new();
    let mut random = Random(0x5eed_0001);
    for path in ["seat", "answer", "wait"] {
        for _ in 0..MANY {
            let length = random.below(600);
            let body: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            siege.refused(&siege.phone.whole(path, &body), &[400, 413]);
        }
    }
}

/// Texts that look nearly right: parts of posts in any order. A stranger sends them, so none can count.
#[test]
fn a_thousand_near_misses_of_each_kind_change_nothing() {
    let siege = Siege::new();
    let (key, mut random) = (format!("\"{}\"", siege.phone.key()), Random(0x5eed_0002));
    let mark = format!("\"{MARK}\"");
    let parts = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"who\"",
        "\"ask\"",
        "\"faces\"",
        "\"total\"",
        "\"roll\"",
        "\"back\"",
        "\"line\"",
        "\"chip\"",
        "\"text\"",
        "\"cover\"",
        "0",
        "7",
        "14",
        "-1",
        "1e9",
        "true",
        "null",
        &key,
        &mark,
    ];
    let mut stranger = Phone::at(&siege.table);
    for path in ["answer", "wait"] {
        for at in 0..MANY {
            stranger.token = (at % 2 == 0).then(|| format!("{:032x}", random.next()));
            let count = random.below(12);
            let inside: String = (0..count).map(|_| random.of(&parts)).collect();
            let body = if at % 3 == 0 { inside } else { format!("{{{inside}}}") };
            siege.refused(&stranger.whole(path, body.as_bytes()), &[400, 401, 429]);
        }
    }
}

/// Whole requests with a few bytes changed, for an ask that is over.
#[test]
fn a_thousand_garbled_requests_of_each_kind_change_nothing() {
    let mut siege = Siege::new();
    let key = siege.phone.key();
    assert!(siege.table.desk.withdraw_all());
    siege.before = State::of(&siege.table);
    let mut random = Random(0x5eed_0003);
    let bodies = [
        ("seat", "{\"who\":99}".to_string()),
        ("answer", json!({ "ask": key, "faces": [14] }).to_string()),
        ("wait", format!("{{\"line\":77777,\"text\":\"{MARK}\"}}")),
    ];
    for (path, body) in &bodies {
        let whole = siege.phone.whole(path, body.as_bytes());
        for _ in 0..MANY {
            let mut bytes = whole.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            bytes.truncate(bytes.len() - random.below(3));
            let mut stream = siege.phone.connect();
            stream.write_all(&bytes).expect("it reads");
            // What lacks its end is not waited for.
            stream.shutdown(Shutdown::Write).expect("it ends");
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("it answers or ends");
            let answer = String::from_utf8(answer).expect("text");
            let status = told(&answer).0;
            assert!(answer.is_empty() || (400..=599).contains(&status), "{answer}");
            siege.is_unmoved(&answer, &String::from_utf8_lossy(&bytes));
        }
    }
}

/// However many ask for seats, the list stays short, and those who have a seat are heard.
#[test]
fn a_flood_of_posts_holds_up_nobody() {
    let siege = Siege::new();
    let flood = Phone::at(&siege.table).whole("seat", format!("{{\"who\":{}}}", ODO.0).as_bytes());
    for _ in 0..MANY {
        let status = told(&siege.phone.send(&flood)).0;
        assert!([200, 429].contains(&status), "{status}");
    }
    assert!(siege.table.desk.requests().len() <= 16);
    assert_eq!(siege.phone.post("answer", &json!({ "ask": siege.phone.key(), "faces": [14] })).0, 200);
    assert_eq!(siege.table.desk.answers().len(), 1);
}
