//! A table with a desk: the referee's side of it, and phones over real sockets.

use super::{ANA, home};

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
        let rest = self.server.url().strip_prefix("http://").expect("a URL");
        let (address, code) = rest.split_once('/').expect("a code");
        (address.into(), code.into())
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
