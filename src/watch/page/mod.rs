//! The players' view as a page on the local network, with seats for the players' phones if there is a desk. One thread
//! follows the fight; another serves all connections. No reader can hold up the others, and no request changes the
//! fight: phones put their answers on the desk, and the terminal takes them from there.

mod door;
mod guests;
mod html;
mod phone;
mod posts;
mod refusal;
mod routes;
mod serve;

use super::desk::{Call, Desk, DeskState};
use super::follow::{Follower, PAUSE, Shown, Source};
use crate::machine_dice::secret;
use guests::Guests;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use tokio::sync::{oneshot, watch};

/// The default address: this machine only.
pub const HERE: &str = "127.0.0.1";
/// The address for the local network.
pub const EVERYWHERE: &str = "0.0.0.0";
/// The default port. If it is taken, any free one is used.
const PORT: u16 = 4747;
/// The alphabet of the code, without letters that are easily confused.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// The length of the code, in letters of five bits each.
const CODE: usize = 14;

/// A running server of the page. Stops when dropped.
#[derive(Debug)]
pub struct Server {
    url: String,
    /// Ends the thread that follows.
    stops: Arc<AtomicBool>,
    /// Ends the thread that serves, when dropped.
    serves: Option<oneshot::Sender<()>>,
    threads: Vec<JoinHandle<()>>,
}

/// What is shown, with its serialized form.
#[derive(Debug, Default)]
struct Published {
    shown: Shown,
    json: String,
}

/// What all requests share.
struct Served {
    code: String,
    /// The address in the URL.
    reached: SocketAddr,
    guests: Guests,
    /// The latest of the fight. A slow reader may skip versions, but never the last.
    fight: watch::Receiver<Arc<Published>>,
    desk: Option<Noticed>,
}

/// A desk whose changes are noticed.
struct Noticed {
    desk: Arc<Desk>,
    /// The number of changes.
    changes: watch::Receiver<u64>,
    /// What counts them.
    _counts: Arc<Call>,
}

impl Server {
    /// Serves the followed fight at an address: `127.0.0.1`, `0.0.0.0:8080`, `[::1]:0`. With a desk, phones can take
    /// seats and post to it; the desk's last code and, unless the address has a port, its last port are used again if they
    /// can be, so a server before it must be dropped first. Without a desk, nothing can be posted.
    ///
    /// # Errors
    /// The address is invalid, or the system refuses it.
    pub fn start(source: Source, address: &str, desk: Option<Arc<Desk>>) -> io::Result<Self> {
        let kept = desk.as_ref().map(|desk| desk.state()).unwrap_or_default();
        let listener = bind(address, kept.port)?;
        let address = listener.local_addr()?;
        let code = kept_code(&kept).map_or_else(code, Ok)?;
        let reached = SocketAddr::new(reached_at(address.ip()), address.port());
        let mut follower = Follower::new(source);
        follower.look();
        let (posts, fight) = watch::channel(Published::of(follower.shown()));
        let url = format!("http://{reached}/{code}");
        let noticed = desk.map(|desk| {
            desk.is_served(&code, address.port());
            Noticed::of(desk)
        });
        let served = Served { code, reached, guests: Guests::default(), fight, desk: noticed };
        let (serves, ends) = oneshot::channel();
        let stops = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stops);
        let mut server = Self { url, stops, serves: Some(serves), threads: Vec::new() };
        let serving = serve::Serving::new(listener, Arc::new(served))?;
        server.run("players' view", move || follow(follower, &posts, &stopped))?;
        server.run("players' page", move || serving.run(ends))?;
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
        self.join();
    }

    fn join(&mut self) {
        for thread in self.threads.drain(..) {
            // It panicked: nothing is served any more.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Relaxed);
        self.serves = None;
        self.join();
    }
}

impl Published {
    fn of(shown: &Shown) -> Arc<Self> {
        let json = serde_json::to_string(shown).unwrap_or_else(|_| "{}".into());
        Arc::new(Self { shown: shown.clone(), json })
    }
}

impl Noticed {
    fn of(desk: Arc<Desk>) -> Self {
        let (counts, changes) = watch::channel(0);
        let counts: Arc<Call> = Arc::new(move || counts.send_modify(|count| *count += 1));
        desk.on_news(&counts);
        Self { desk, changes, _counts: counts }
    }
}

/// Binds the address. Without a port, uses the one before, the default, or any free one.
fn bind(address: &str, before: Option<u16>) -> io::Result<TcpListener> {
    let bare: Option<IpAddr> = address.parse().ok();
    let wrong = || {
        let what =
            format!("address: found \"{address}\", expected one such as {HERE} or {EVERYWHERE}:8080");
        io::Error::new(io::ErrorKind::InvalidInput, what)
    };
    match bare {
        Some(ip) => {
            let ports = before.into_iter().chain([PORT, 0]);
            let found: Vec<SocketAddr> = ports.map(|port| (ip, port).into()).collect();
            TcpListener::bind(&found[..])
        }
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

/// The code that was kept, unless it cannot be one.
fn kept_code(kept: &DeskState) -> Option<String> {
    let is_code = |code: &String| code.len() == CODE && code.bytes().all(|byte| LETTERS.contains(&byte));
    kept.code.clone().filter(is_code)
}

/// Follows the fight. A thread of its own: reading a long fight takes a while.
fn follow(mut follower: Follower, posts: &watch::Sender<Arc<Published>>, stops: &AtomicBool) {
    while !stops.load(Ordering::Relaxed) {
        if follower.look() {
            posts.send_replace(Published::of(follower.shown()));
        }
        thread::sleep(PAUSE);
    }
}
