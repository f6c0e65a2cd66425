//! The page's server over real sockets: eight phones answer at once, and a flood of posts.

use divan::Bencher;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{IpAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;
use wardrum::rules::model::ids::CombatantId;
use wardrum::watch::Source;
use wardrum::watch::desk::{Ask, Desk, DeskState, Die, Post, Token, Wanted};
use wardrum::watch::page::Server;

const PHONES: u32 = 8;

fn main() {
    divan::main();
}

/// A served desk, and the address of the page with its code.
struct Table {
    desk: Arc<Desk>,
    _server: Server,
    address: String,
    code: String,
}

impl Table {
    fn new() -> Self {
        let desk = Arc::new(Desk::open(DeskState::default(), Box::new(|| {})));
        desk.offer((0..PHONES).map(|who| (CombatantId(who), format!("Character {who}"))).collect());
        let source = Source::File(PathBuf::from("there is none"));
        let server =
            Server::start(source, "127.0.0.1:0", Some(Arc::clone(&desk))).expect("it is served");
        let rest = server.url().trim_start_matches("http://").to_string();
        let (address, code) = rest.split_once('/').expect("a code");
        let (address, code) = (address.into(), code.into());
        Self { desk, _server: server, address, code }
    }

    /// Seats a phone for each character and asks it for a d20. Returns the token and the key of each.
    fn asked(&self, from: &AtomicU32) -> Vec<(Token, String)> {
        self.desk.withdraw_all();
        self.desk.seats().iter().for_each(|seat| _ = self.desk.send_away(seat.token));
        let ask = |who| Ask {
            who,
            entry: 1,
            title: "d20".into(),
            text: "attacks".into(),
            wanted: Wanted::Dice(vec![Die { sides: 20, count: 1 }]),
            needs: None,
            may_roll: false,
        };
        let seated = |who| {
            // Each from an address of its own: nobody asks too fast.
            let from = IpAddr::from((0x0a00_0000 + from.fetch_add(1, Ordering::Relaxed)).to_be_bytes());
            let token = self.desk.post(from, None, Post::Seat(Some(who)), Instant::now());
            let token = token.ok().flatten().expect("a token");
            self.desk.accept(token).expect("it is asked for");
            self.desk.ask(vec![ask(who)]).expect("random numbers");
            let mine = self.desk.mine(Some(token)).expect("it is known");
            (token, mine.asks[0].ask.to_string())
        };
        (0..PHONES).map(CombatantId).map(seated).collect()
    }

    fn post(&self, path: &str, token: &str, body: &str) -> String {
        let Self { address, code, .. } = self;
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(
            stream,
            "POST /{code}/{path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nX-Wardrum-Seat: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

/// From the first tap until the last answer is on the desk and every phone has been told so.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn eight_phones_answer_at_once(bencher: Bencher) {
    let (table, from) = (Table::new(), AtomicU32::new(0));
    bencher.with_inputs(|| table.asked(&from)).bench_local_refs(|phones| {
        thread::scope(|scope| {
            for (token, key) in phones.iter() {
                let body = serde_json::json!({ "ask": key, "faces": [14] }).to_string();
                let table = &table;
                scope.spawn(move || {
                    let answer = table.post("answer", &token.to_string(), &body);
                    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
                });
            }
        });
        assert_eq!(table.desk.taken().len(), PHONES as usize);
    });
}

/// A post of a stranger, whole: connection, refusal, end.
#[divan::bench]
fn a_post_is_refused(bencher: Bencher) {
    let table = Table::new();
    bencher.bench_local(|| table.post("wait", &"0".repeat(32), "{\"line\":7,\"chip\":\"cover\"}"));
}

/// What a phone is sent after a change.
#[divan::bench]
fn what_a_phone_sees(bencher: Bencher) {
    let (table, from) = (Table::new(), AtomicU32::new(0));
    let (token, _) = table.asked(&from)[0].clone();
    table.desk.tell((0..24).map(|line| (line, "Goblin 3 hits Character 1: 4 damage".into())).collect());
    bencher.bench_local(|| serde_json::to_string(&table.desk.mine(Some(token))).map(Value::from));
}
