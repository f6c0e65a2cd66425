//! A table with a desk: the referee's side of it, and phones over real sockets.

use super::page::parts;
use super::{ANA, home};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use wardrum::chronicle::Chronicle;
use wardrum::rules::model::ids::CombatantId;
use wardrum::store::{Folders, Journal};
use wardrum::watch::Source;
use wardrum::watch::desk::{Ask, Desk, DeskState, Die, Given, Wanted};
use wardrum::watch::page::Server;

/// Longer than any response takes, on any machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Another character of the players.
pub const ODO: CombatantId = CombatantId(7);

/// A served fight with a desk.
pub struct Table {
    pub server: Server,
    pub desk: Arc<Desk>,
    pub fight: Chronicle,
    pub journal: Journal,
    /// How often the terminal was woken.
    pub woken: Arc<AtomicUsize>,
    home: tempfile::TempDir,
}

impl Table {
    pub fn new() -> Self {
        let (home, fight, journal) = home("Ana");
        let (desk, woken) = desk(DeskState::default());
        let server = serve(&home, &desk);
        Self { server, desk, fight, journal, woken, home }
    }

    /// The same table after wardrum was started again with what was kept.
    pub fn restarted(self) -> Self {
        let Self { server, desk: old, fight, journal, home, .. } = self;
        drop(server);
        let (desk, woken) = desk(old.state());
        let server = serve(&home, &desk);
        Self { server, desk, fight, journal, woken, home }
    }

    pub fn woken(&self) -> usize {
        self.woken.load(Ordering::Relaxed)
    }

    /// Gives a seat to whoever asks.
    pub fn accept_all(&self) {
        until(|| !self.desk.requests().is_empty());
        self.desk.requests().iter().for_each(|seat| self.desk.accept(seat.token).expect("it is free"));
    }

    /// What was answered, as soon as something is.
    pub fn given(&self) -> Vec<Given> {
        until(|| !self.desk.answers().is_empty());
        self.desk.answers().into_iter().map(|answer| answer.given).collect()
    }

    /// The address and the code.
    pub fn parts(&self) -> (String, String) {
        parts(&self.server)
    }
}

fn desk(state: DeskState) -> (Arc<Desk>, Arc<AtomicUsize>) {
    let woken = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&woken);
    let desk = Desk::open(state, Box::new(move || _ = counts.fetch_add(1, Ordering::Relaxed)));
    desk.offer(vec![(ANA, "Ana".into()), (ODO, "Odo".into())]);
    (Arc::new(desk), woken)
}

fn serve(home: &tempfile::TempDir, desk: &Arc<Desk>) -> Server {
    let source = Source::Running(Folders::under(home.path()));
    let port = desk.state().port.unwrap_or(0);
    Server::start(source, &format!("127.0.0.1:{port}"), Some(Arc::clone(desk))).expect("it is served")
}

/// Waits until something holds.
pub fn until(holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(90);
    while !holds() {
        assert!(Instant::now() < end, "it never comes");
        thread::sleep(Duration::from_millis(5));
    }
}

/// An attack of Ana's with these dice, for an entry.
pub fn dice(dice: &[(u8, u16)], entry: u64) -> Ask {
    let dice = dice.iter().map(|&(count, sides)| Die { sides, count }).collect();
    Ask {
        who: ANA,
        entry,
        title: "Ana".into(),
        text: "attacks Orc with sword".into(),
        wanted: Wanted::Dice(dice),
        needs: Some("12 or more".into()),
        may_roll: false,
    }
}

/// The same with a total.
pub fn total(least: i32, most: i32) -> Ask {
    Ask { wanted: Wanted::Total { least, most }, needs: None, ..dice(&[], 9) }
}

/// A phone without a browser.
pub struct Phone {
    address: String,
    code: String,
    /// The token of its seat.
    pub token: Option<String>,
}

impl Phone {
    /// A phone without a seat.
    pub fn at(table: &Table) -> Self {
        Self::of(&table.server)
    }

    /// The same, of any server.
    pub fn of(server: &Server) -> Self {
        let (address, code) = parts(server);
        Self { address, code, token: None }
    }

    /// The page as it is loaded.
    pub fn loads(&self) -> String {
        let Self { address, code, .. } = self;
        self.send(format!("GET /{code} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes())
    }

    /// A phone with the seat of a character.
    pub fn seated(table: &Table, who: CombatantId) -> Self {
        let mut phone = Self::at(table);
        phone.asks(who);
        table.accept_all();
        phone
    }

    /// Asks for the seat of a character.
    pub fn asks(&mut self, who: CombatantId) {
        let (status, told) = self.post("seat", &json!({ "who": who }));
        assert_eq!(status, 200, "{told}");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        self.token = told["token"].as_str().map(String::from);
    }

    /// The head of a post up to its length, with more header lines.
    pub fn head(&self, path: &str, more: &str) -> String {
        let Self { address, code, token } = self;
        let token = token.iter().map(|token| format!("X-Wardrum-Seat: {token}\r\n")).collect::<String>();
        format!(
            "POST /{code}/{path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Content-Type: application/json\r\n{token}{more}"
        )
    }

    /// A whole post.
    pub fn whole(&self, path: &str, body: &[u8]) -> Vec<u8> {
        let head = self.head(path, &format!("Content-Length: {}\r\n\r\n", body.len()));
        [head.as_bytes(), body].concat()
    }

    /// Posts, again and again while it is too fast. Returns the status and the body of the answer.
    pub fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let whole = self.whole(path, body.to_string().as_bytes());
        for _ in 0..200 {
            let answer = self.send(&whole);
            let (status, body) = told(&answer);
            if status != 429 {
                return (status, body);
            }
            thread::sleep(Duration::from_millis(300));
        }
        panic!("never slow enough");
    }

    /// The whole answer to these bytes.
    pub fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8(answer).expect("text")
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The answer to a request for a stream, with what the phone has to show for it.
    pub fn follows(&self, path: &str) -> BufReader<TcpStream> {
        let Self { address, code, token } = self;
        let token = token.iter().map(|token| format!("X-Wardrum-Seat: {token}\r\n")).collect::<String>();
        let mut stream = self.connect();
        write!(stream, "GET /{code}/{path} HTTP/1.1\r\nHost: {address}\r\n{token}\r\n")
            .expect("it reads");
        BufReader::new(stream)
    }

    /// What the phone sees first of its own.
    pub fn sees(&self) -> Value {
        let mut lines = self.follows("mine").lines().map(|line| line.expect("events come"));
        let status = lines.next().expect("a status");
        if !status.starts_with("HTTP/1.1 200 ") {
            return status.into();
        }
        let data = lines.find_map(|line| line.strip_prefix("data: ").map(String::from));
        serde_json::from_str(&data.expect("news")).expect("JSON")
    }

    /// The key of the first ask the phone shows.
    pub fn key(&self) -> String {
        self.sees()["asks"][0]["ask"].as_str().expect("an ask").into()
    }
}

/// The status and the body of an answer.
pub fn told(answer: &str) -> (u16, String) {
    let status = answer.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, body.trim_end().into())
}
