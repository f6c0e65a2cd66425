//! The page over a real socket.

use super::{ORC, act, after, home, set_up};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use wardrum::chronicle::Chronicle;
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::ids::CombatantId;
use wardrum::store::Folders;
use wardrum::watch::Source;
use wardrum::watch::page::Server;

/// Longer than any response takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn serve(home: &std::path::Path) -> Server {
    Server::start(Source::Running(Folders::under(home)), "127.0.0.1:0", None).expect("it is served")
}

/// The address and the code of a page.
pub fn parts(server: &Server) -> (String, String) {
    let rest = server.url().strip_prefix("http://").expect("a URL");
    let (address, code) = rest.split_once('/').expect("a code");
    (address.into(), code.into())
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// The whole response to a request.
fn asked(address: &str, request: &str) -> String {
    let mut stream = connect(address);
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

fn get(address: &str, path: &str) -> String {
    asked(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"))
}

/// A reader of the event stream, past its head.
fn follow(server: &Server) -> BufReader<TcpStream> {
    let (address, code) = parts(server);
    let mut stream = connect(&address);
    write!(stream, "GET /{code}/events HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).expect("it answers");
    assert_eq!(line, "HTTP/1.1 200 OK\r\n");
    reader
}

/// Reads events until one contains the text.
fn wait(reader: &mut BufReader<TcpStream>, text: &str) -> String {
    loop {
        let mut line = String::new();
        let length = reader.read_line(&mut line).expect("events come");
        assert_ne!(length, 0, "the events end before {text}");
        if line.starts_with("data: ") && line.contains(text) {
            return line;
        }
    }
}

#[test]
fn the_page_shows_the_fight_without_its_script_and_escapes_every_name() {
    let (home, _, _journal) = home("<script>alert(1)</script>");
    let server = serve(home.path());
    let (address, code) = parts(&server);
    let page = get(&address, &format!("/{code}"));
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    assert!(!page.contains("<script>"), "only the script with its nonce");
    assert_eq!(page.matches("<script nonce=").count(), 1);
    assert!(page.contains("<span class=\"name\">Orc</span>") && page.contains("hale"), "{page}");
    assert!(page.contains("9 of 9"), "{page}");
    let order = ["id=\"turn\"", "id=\"news\"", "<h2>Lanterns</h2>", "<h2>Wild ones</h2>"];
    let places: Vec<_> = order.iter().map(|part| page.find(part)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {page}");
    assert!(!page.contains("Secret title"), "the title may tell who is hidden");
    assert!(page.contains("aria-live=\"polite\"") && page.contains("<noscript>"));
}

#[test]
fn the_head_of_each_answer_shuts_everything_else_out() {
    let (home, _, _journal) = home("Ana");
    let server = serve(home.path());
    let (address, code) = parts(&server);
    let heads = ["", "/wrong"].map(|end| get(&address, &format!("/{code}{end}")));
    for answer in &heads {
        let head = answer.split("\r\n\r\n").next().expect("a head");
        for line in [
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
        ] {
            assert!(head.contains(line), "{line} in {head}");
        }
        assert!(head.contains("Content-Security-Policy: default-src 'none'"), "{head}");
        assert!(head.contains("frame-ancestors 'none'"), "{head}");
        assert!(!head.contains("unsafe"), "{head}");
    }
    let nonce =
        |answer: &str| answer.split("script-src 'nonce-").nth(1).map(|rest| rest[..14].to_string());
    let first = nonce(&heads[0]).expect("a nonce");
    assert!(heads[0].contains(&format!("<script nonce=\"{first}\">")));
    assert_ne!(nonce(&get(&address, &format!("/{code}"))), Some(first), "another one each time");
}

#[test]
fn without_the_code_there_is_nothing_and_nothing_can_be_changed() {
    let (home, _, journal) = home("Ana");
    let before = std::fs::read(journal.path()).expect("the journal");
    let server = serve(home.path());
    let (address, code) = parts(&server);
    let wrong = format!("{}{}", &code[..code.len() - 1], if code.ends_with('a') { "b" } else { "a" });
    for path in
        ["/", "/events", "/running", "/../running", &format!("/{wrong}"), &format!("/{wrong}/events")]
    {
        let answer = get(&address, path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        assert!(!answer.contains("Ana") && !answer.contains(&code), "{path}: {answer}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] {
        let request =
            format!("{method} /{code} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 3\r\n\r\nabc");
        let answer = asked(&address, &request);
        assert!(
            answer.starts_with("HTTP/1.1 405 ") && answer.contains("Allow: GET"),
            "{method}: {answer}"
        );
    }
    assert!(asked(&address, "hello\r\n\r\n").starts_with("HTTP/1.1 400 "));
    let long = format!("GET /{code} HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(20_000));
    assert!(asked(&address, &long).starts_with("HTTP/1.1 431 "));
    assert_eq!(std::fs::read(journal.path()).expect("the journal"), before);
}

#[test]
fn fifty_readers_are_told_each_act_and_nobody_waits_for_them() {
    let (home, mut fight, mut journal) = home("Ana");
    let server = serve(home.path());
    let mut readers: Vec<_> = (0..50).map(|_| follow(&server)).collect();
    for reader in &mut readers {
        wait(reader, "\"name\":\"Orc\"");
    }
    // Clients that subscribe but never read.
    let _deaf: Vec<_> = (0..10).map(|_| follow(&server)).collect();
    // Clients that never finish their request.
    let (address, code) = parts(&server);
    let mut slow: Vec<_> = (0..20).map(|_| connect(&address)).collect();
    slow.iter_mut().for_each(|stream| stream.write_all(b"GET /").expect("it reads"));
    for (hp, word) in [(7, "hurt"), (4, "bloodied"), (1, "near death"), (0, "dead")] {
        act(&mut fight, &mut journal, Command::Overrule(Overrule::Hp(ORC, hp)));
        for reader in &mut readers {
            wait(reader, &format!("\"health\":\"{word}\""));
        }
    }
    assert!(get(&address, &format!("/{code}")).starts_with("HTTP/1.1 200 "));
}

/// However many requests one address leaves unfinished, the next is answered; the oldest is told why it is not.
#[test]
fn unfinished_requests_keep_nobody_out() {
    let (home, _, _journal) = home("Ana");
    let server = serve(home.path());
    let (address, code) = parts(&server);
    let mut slow: Vec<_> = (0..150).map(|_| connect(&address)).collect();
    slow.iter_mut().for_each(|stream| stream.write_all(b"GET /").expect("it reads"));
    assert!(get(&address, &format!("/{code}")).starts_with("HTTP/1.1 200 "));
    let mut answer = String::new();
    slow[0].read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("unfinished"), "{answer}");
}

/// The title is the referee's, and its length is nobody's trouble.
#[test]
fn a_title_of_any_length_is_no_trouble() {
    let home = tempfile::tempdir().expect("a folder");
    let fight = Chronicle::new(after(set_up("Ana"), &Command::Proceed));
    let title = "The baron is a lich. ".repeat(5_000);
    let _journal = Folders::under(home.path()).begin_with(&title, &fight).expect("it is written");
    let server = serve(home.path());
    let (address, code) = parts(&server);
    let page = get(&address, &format!("/{code}"));
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("9 of 9"), "{page}");
    assert!(!page.contains("lich"));
    assert!(!wait(&mut follow(&server), "Orc").contains("lich"));
}

#[test]
fn half_a_request_is_given_up() {
    let (home, _, _journal) = home("Ana");
    let server = serve(home.path());
    let (address, _) = parts(&server);
    let mut stream = connect(&address);
    stream.write_all(b"GET / HTTP/1.1\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

#[test]
fn undo_is_told_and_a_reader_that_comes_back_gets_what_holds_then() {
    let (home, mut fight, mut journal) = home("Ana");
    let server = serve(home.path());
    let mut reader = follow(&server);
    act(&mut fight, &mut journal, Command::Overrule(Overrule::Hp(ORC, 1)));
    wait(&mut reader, "near death");
    fight.undo().expect("something to undo");
    journal.went(&fight).expect("it is written");
    let told = wait(&mut reader, "\"fares\":\"hale\",\"health\":\"hale\"");
    assert!(!told.contains("near death"), "{told}");
    drop(reader);
    act(&mut fight, &mut journal, Command::Overrule(Overrule::Hp(CombatantId(2), 4)));
    wait(&mut follow(&server), "bloodied");
}

#[test]
fn a_page_that_ends_lets_its_readers_and_its_port_go() {
    let (home, _, _journal) = home("Ana");
    let server = serve(home.path());
    let (address, _) = parts(&server);
    let mut reader = follow(&server);
    wait(&mut reader, "Orc");
    drop(server);
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("it ends");
    let end = Instant::now() + PATIENCE;
    while std::net::TcpListener::bind(&address).is_err() {
        assert!(Instant::now() < end, "the port is not let go");
        std::thread::sleep(Duration::from_millis(5));
    }
}
