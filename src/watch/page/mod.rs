//! The players' view as a page on the local network: a thread that follows the fight, one that accepts connections, and
//! one per reader. No request changes anything, and no reader can hold up the others.

mod board;
mod html;
mod request;

use super::follow::{Follower, PAUSE, Source};
use crate::machine_dice::secret;
use board::{Board, Permit, Readers, Requests, Seat};
use request::{Asked, Refusal};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The default address: this machine only.
pub const HERE: &str = "127.0.0.1";
/// The address for the local network.
pub const EVERYWHERE: &str = "0.0.0.0";
/// The default port. If it is taken, any free one is used.
const PORT: u16 = 4747;
/// The most requests read concurrently.
const REQUESTS: usize = 64;
/// The most of them from one address.
const SHARE: usize = 8;
/// The most concurrent readers.
const READERS: usize = 256;
/// The write timeout for a reader.
const PATIENCE: Duration = Duration::from_secs(10);
/// The interval of keep-alive messages, by which disconnected readers are noticed.
const BREATH: Duration = Duration::from_secs(15);
/// The stack size of a reader's thread, in bytes.
const STACK: usize = 256 * 1024;
/// The alphabet of the code, without letters that are easily confused.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// The length of the code, in letters of five bits each.
const CODE: usize = 14;

/// A running server of the page. Stops when dropped.
#[derive(Debug)]
pub struct Server {
    url: String,
    address: SocketAddr,
    stops: Arc<AtomicBool>,
    board: Arc<Board>,
    threads: Vec<JoinHandle<()>>,
}

/// What all readers share.
struct Served {
    code: String,
    board: Arc<Board>,
    stops: Arc<AtomicBool>,
    requests: Requests,
    readers: Readers,
}

impl Server {
    /// Serves the followed fight at an address: `127.0.0.1`, `0.0.0.0:8080`, `[::1]:0`.
    ///
    /// # Errors
    /// The address is invalid, or the system refuses it.
    pub fn start(source: Source, address: &str) -> io::Result<Self> {
        let listener = bind(address)?;
        let address = listener.local_addr()?;
        let code = code()?;
        let url = format!("http://{}/{code}", SocketAddr::new(reached_at(address.ip()), address.port()));
        let (board, stops) = (Arc::new(Board::default()), Arc::new(AtomicBool::new(false)));
        let served = Arc::new(Served {
            code,
            board: Arc::clone(&board),
            stops: Arc::clone(&stops),
            requests: Requests::default(),
            readers: Readers::default(),
        });
        let mut follower = Follower::new(source);
        follower.look();
        board.post(follower.shown());
        let mut server = Self { url, address, stops, board, threads: Vec::new() };
        let (posts, ends) = (Arc::clone(&server.board), Arc::clone(&server.stops));
        server.run("players' view", move || follow(follower, &posts, &ends))?;
        server.run("players' page", move || accept(&listener, &served))?;
        Ok(server)
    }

    fn run(&mut self, name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        self.threads.push(thread::Builder::new().name(name.into()).spawn(work)?);
        Ok(())
    }

    /// The URL of the page including the code, with which anyone can read it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Blocks while the server runs, which is until the program ends.
    pub fn wait(mut self) {
        for thread in self.threads.drain(..) {
            // It panicked: nothing is served any more.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Relaxed);
        self.board.close();
        // A last connection wakes the accepting thread, which then sees that it is to stop.
        let ip = match self.address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        };
        let here = SocketAddr::new(ip, self.address.port());
        if TcpStream::connect_timeout(&here, Duration::from_secs(1)).is_ok() {
            self.threads.drain(..).for_each(|thread| _ = thread.join());
        }
    }
}

/// Binds the address. Without a port, uses the default or any free one.
fn bind(address: &str) -> io::Result<TcpListener> {
    let bare: Option<IpAddr> = address.parse().ok();
    let wrong = || {
        let what =
            format!("address: found \"{address}\", expected one such as {HERE} or {EVERYWHERE}:8080");
        io::Error::new(io::ErrorKind::InvalidInput, what)
    };
    match bare {
        Some(ip) => TcpListener::bind((ip, PORT)).or_else(|_| TcpListener::bind((ip, 0))),
        None => {
            let found: Vec<SocketAddr> = address.to_socket_addrs().map_err(|_| wrong())?.collect();
            TcpListener::bind(&found[..])
        }
    }
}

/// The address at which others reach the listener. For an unspecified address, it is the one this machine would send
/// from. No packet is sent to find out.
fn reached_at(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    let (any, far) = match ip {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let asked = UdpSocket::bind(any).and_then(|socket| {
        socket.connect(far)?;
        socket.local_addr()
    });
    asked.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

/// Returns an unguessable code.
fn code() -> io::Result<String> {
    let secret = secret()?;
    let letter = |at: usize| char::from(LETTERS[(secret >> (5 * at)) as usize % LETTERS.len()]);
    Ok((0..CODE).map(letter).collect())
}

fn follow(mut follower: Follower, board: &Board, stops: &AtomicBool) {
    while !stops.load(Ordering::Relaxed) {
        if follower.look() {
            board.post(follower.shown());
        }
        thread::sleep(PAUSE);
    }
}

fn accept(listener: &TcpListener, served: &Arc<Served>) {
    loop {
        let accepted = listener.accept();
        if served.stops.load(Ordering::Relaxed) {
            return;
        }
        let Ok((stream, from)) = accepted else {
            // Out of handles: wait for readers to leave.
            thread::sleep(PAUSE);
            continue;
        };
        let Some(permit) = Permit::of(served, from.ip(), &stream) else { continue };
        let reader = thread::Builder::new().name("players' reader".into()).stack_size(STACK);
        // If the system has no thread left, the connection is closed, and its reader tries again.
        let _ = reader.spawn(move || {
            // The reader may be gone already.
            let _ = serve(stream, from.ip(), permit);
        });
    }
}

/// Answers one request.
fn serve(mut stream: TcpStream, from: IpAddr, permit: Permit) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let served = Arc::clone(permit.served());
    let asked = request::read(&mut stream, &served.code);
    match asked {
        Ok(Asked::Page) => {
            let nonce = code()?;
            let body = html::page(&served.board.shown(), &nonce);
            let policy = format!(
                "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            );
            answer(&mut stream, "200 OK", "text/html; charset=utf-8", &policy, "", &body)
        }
        Ok(Asked::Events) => {
            drop(permit);
            let Some(_seat) = Seat::of(&served, from) else {
                return refuse(&mut stream, &Refusal::Full);
            };
            stream_events(&mut stream, &served.board)
        }
        Err(_) if permit.is_dropped() => refuse(&mut stream, &Refusal::Crowded),
        Err(refusal) => refuse(&mut stream, &refusal),
    }
}

/// The head of every response: no caching, no sniffing of content types, no embedding in other pages.
fn head(status: &str, kind: &str, policy: &str, more: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Security-Policy: {policy}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n{more}"
    )
}

fn answer(
    stream: &mut TcpStream,
    status: &str,
    kind: &str,
    policy: &str,
    more: &str,
    body: &str,
) -> io::Result<()> {
    let head = head(status, kind, policy, more);
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
    request::close(stream)
}

const LATER: &str = "Retry-After: 10\r\n";
const CROWDED: &str =
    "Too many unfinished requests: this one, the oldest of your address, was dropped.\n";
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

fn refuse(stream: &mut TcpStream, refusal: &Refusal) -> io::Result<()> {
    let (status, more, body) = match refusal {
        Refusal::Unknown => ("404 Not Found", "", "Not found. The full address ends in a code.\n"),
        Refusal::Method => ("405 Method Not Allowed", "Allow: GET\r\n", "This page is read-only.\n"),
        Refusal::Malformed => ("400 Bad Request", "", "Not an HTTP/1.1 request.\n"),
        Refusal::Long => ("431 Request Header Fields Too Large", "", "The request is too long.\n"),
        Refusal::Slow => ("408 Request Timeout", "", "The request took too long.\n"),
        Refusal::Full => ("503 Service Unavailable", LATER, "Too many viewers.\n"),
        Refusal::Crowded => ("503 Service Unavailable", LATER, CROWDED),
    };
    answer(stream, status, "text/plain; charset=utf-8", NOTHING, more, body)
}

/// Streams the current state and all changes to a reader until it disconnects.
fn stream_events(stream: &mut TcpStream, board: &Board) -> io::Result<()> {
    let head = head("200 OK", "text/event-stream", NOTHING, "X-Accel-Buffering: no\r\n");
    stream.write_all(format!("{head}\r\nretry: 1000\n\n").as_bytes())?;
    let mut told = 0;
    while let Some((version, shown)) = board.next(told, BREATH) {
        if version == told {
            stream.write_all(b": nothing new\n\n")?;
        } else {
            told = version;
            stream.write_all(format!("data: {}\n\n", shown.json).as_bytes())?;
        }
    }
    Ok(())
}
