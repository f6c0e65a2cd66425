//! Reads the head of a request, with limits on size and time. Bodies are not read.

use std::io::{self, ErrorKind, Read};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The maximum size of a request's head, in bytes.
const MOST: usize = 8 * 1024;
/// The maximum number of header lines.
const MOST_LINES: usize = 64;
/// The time limit for the whole head, however often a byte of it arrives.
const WAIT: Duration = Duration::from_secs(5);
/// How long to keep reading from a client that still sends, so that it gets its response.
const PARTING: Duration = Duration::from_millis(200);

/// What is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The page.
    Page,
    /// The stream of changes.
    Events,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The code is wrong, or there is no such path.
    Unknown,
    /// Its method is not GET.
    Method,
    /// It is not HTTP.
    Malformed,
    /// It is too long.
    Long,
    /// It took too long.
    Slow,
    /// There are too many readers.
    Full,
    /// It made room for another request while it was incomplete.
    Crowded,
}

/// Reads a request.
pub(super) fn read(stream: &mut TcpStream, code: &str) -> Result<Asked, Refusal> {
    let end = Instant::now() + WAIT;
    let (mut head, mut used) = ([0; MOST], 0);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Err(Refusal::Slow);
        }
        match stream.read(&mut head[used..]) {
            Ok(0) if used == MOST => return Err(Refusal::Long),
            Ok(0) => return Err(Refusal::Malformed),
            Ok(more) => used += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(Refusal::Slow),
        }
        if let Some(asked) = parse(&head[..used], code) {
            return asked;
        }
    }
}

/// Parses the head of a request. `None` if it is incomplete.
fn parse(head: &[u8], code: &str) -> Option<Result<Asked, Refusal>> {
    let mut lines = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut lines);
    match request.parse(head) {
        Ok(httparse::Status::Partial) if head.len() < MOST => return None,
        Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
            return Some(Err(Refusal::Long));
        }
        Ok(httparse::Status::Complete(_)) => {}
        Err(_) => return Some(Err(Refusal::Malformed)),
    }
    if request.method != Some("GET") {
        return Some(Err(Refusal::Method));
    }
    let path = request.path.unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let (given, rest) =
        path.trim_start_matches('/').split_once('/').unwrap_or((path.trim_start_matches('/'), ""));
    Some(match (is_code(given, code), rest) {
        (true, "") => Ok(Asked::Page),
        (true, "events") => Ok(Asked::Events),
        _ => Err(Refusal::Unknown),
    })
}

/// Compares the code in constant time.
fn is_code(given: &str, code: &str) -> bool {
    let differs = given.bytes().zip(code.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == code.len() && differs == 0
}

/// Closes a connection so that the response arrives: closing a socket with unread data resets it and discards what was
/// sent.
pub(super) fn close(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let end = Instant::now() + PARTING;
    let mut rest = [0; 1024];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut rest) {
            Ok(0) | Err(_) => return Ok(()),
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(head: &str) -> Option<Result<Asked, Refusal>> {
        parse(head.as_bytes(), "k7mq2xvd")
    }

    #[test]
    fn the_code_opens_the_page_and_its_events_and_nothing_else() {
        let get = |path: &str| asked(&format!("GET {path} HTTP/1.1\r\nHost: table\r\n\r\n"));
        for path in ["/k7mq2xvd", "/k7mq2xvd/", "/k7mq2xvd?from=tv"] {
            assert_eq!(get(path), Some(Ok(Asked::Page)), "{path}");
        }
        assert_eq!(get("/k7mq2xvd/events"), Some(Ok(Asked::Events)));
        for path in [
            "/",
            "/k7mq2xv",
            "/k7mq2xvdd",
            "/K7MQ2XVD",
            "/events",
            "/k7mq2xvd/../x",
            "/k7mq2xvd/events/",
            "*",
        ] {
            assert_eq!(get(path), Some(Err(Refusal::Unknown)), "{path}");
        }
    }

    #[test]
    fn nothing_but_reading_is_taken() {
        for method in ["POST", "PUT", "HEAD", "DELETE", "OPTIONS"] {
            let head = format!("{method} /k7mq2xvd HTTP/1.1\r\n\r\n");
            assert_eq!(asked(&head), Some(Err(Refusal::Method)), "{method}");
        }
        assert_eq!(asked("hello\r\n\r\n"), Some(Err(Refusal::Malformed)));
    }

    #[test]
    fn the_head_of_a_request_has_an_end() {
        assert_eq!(asked("GET /k7mq2xvd HTTP/1.1\r\nHost: ta"), None);
        let lines = "a: b\r\n".repeat(MOST_LINES + 1);
        assert_eq!(asked(&format!("GET / HTTP/1.1\r\n{lines}\r\n")), Some(Err(Refusal::Long)));
        let long = format!("GET / HTTP/1.1\r\na: {}", "b".repeat(MOST));
        assert_eq!(asked(&long[..MOST - 1]), None);
        assert_eq!(asked(&long[..MOST]), Some(Err(Refusal::Long)));
    }
}
