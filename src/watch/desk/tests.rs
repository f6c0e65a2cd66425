//! The desk as both sides use it.

use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const BREA: CombatantId = CombatantId(1);
const ODO: CombatantId = CombatantId(2);

/// A desk with its calls counted, and a clock on which no post comes too fast.
struct Table {
    desk: Desk,
    woken: Arc<AtomicUsize>,
    now: Instant,
}

impl Table {
    fn new(state: DeskState) -> Self {
        let woken = Arc::new(AtomicUsize::new(0));
        let counts = Arc::clone(&woken);
        let wake = Box::new(move || _ = counts.fetch_add(1, Ordering::Relaxed));
        let desk = Desk::open(state, wake);
        desk.offer(vec![(BREA, "Brea".into()), (ODO, "Odo".into())]);
        Self { desk, woken, now: Instant::now() }
    }

    fn post(&mut self, token: Option<Token>, post: Post) -> Result<Option<Token>, Refused> {
        self.now += Duration::from_secs(1);
        self.desk.post([192, 0, 2, 1].into(), token, post, self.now)
    }

    fn seated(&mut self, who: CombatantId) -> Token {
        let token = self.post(None, Post::Seat(Some(who))).ok().flatten().expect("a token");
        self.desk.accept(token).expect("it is asked for");
        token
    }

    fn mine(&self, token: Token) -> Mine {
        self.desk.mine(Some(token)).expect("it is known")
    }

    fn woken(&self) -> usize {
        self.woken.load(Ordering::Relaxed)
    }
}

fn ask(who: CombatantId, entry: u64) -> Ask {
    let wanted = Wanted::Dice(vec![Die { sides: 20, count: 1 }]);
    let (title, text) = ("Brea: d20".into(), "attacks Orc\u{202e} 2".into());
    Ask { who, entry, title, text, wanted, needs: Some("12 or more".into()), may_roll: true }
}

#[test]
fn a_token_opens_nothing_until_the_referee_accepts_it() {
    let mut table = Table::new(DeskState::default());
    assert_eq!(table.post(None, Post::Seat(Some(CombatantId(9)))), Err(Refused::NoCharacter));
    assert_eq!(table.woken(), 0);
    let token = table.post(None, Post::Seat(Some(BREA))).ok().flatten().expect("a token");
    assert_eq!(table.woken(), 1);
    table.desk.ask(vec![ask(BREA, 1)]).expect("random numbers");
    table.desk.tell(vec![(1, "Orc hits Brea".into())]);
    let mine = table.mine(token);
    assert_eq!((mine.asks.len(), mine.lines.len(), mine.characters.len()), (0, 0, 0));
    let says = || Post::Wait(1, Says::Chip(Chip::Cover));
    assert_eq!(table.post(Some(token), says()), Err(Refused::NotSeated));
    assert_eq!(table.desk.requests().len(), 1);
    table.desk.accept(token).expect("it is asked for");
    assert_eq!(table.desk.seat_of(BREA).map(|seat| seat.token), Some(token));
    assert_eq!(table.desk.seat_of(ODO), None);
    let mine = table.mine(token);
    assert_eq!((mine.asks.len(), mine.lines.len()), (1, 1));
    assert_eq!(mine.asks[0].text, "attacks Orc\\u202e 2");
    assert_eq!(table.post(Some(token), says()), Ok(None));
    assert_eq!(table.desk.waits().len(), 1);
    assert!(table.desk.send_away(token));
    assert_eq!(table.post(Some(token), says()), Err(Refused::NotSeated));
    assert_eq!((table.desk.waits().len(), table.mine(token).asks.len()), (0, 0));
    assert_eq!(table.mine(token).seat.map(|seat| seat.state), Some(SeatState::SentAway));
}

#[test]
fn a_phone_sees_and_answers_only_its_own() {
    let mut table = Table::new(DeskState::default());
    let (brea, odo) = (table.seated(BREA), table.seated(ODO));
    let ids = table.desk.ask(vec![ask(BREA, 1), ask(ODO, 1)]).expect("random numbers");
    let key = |table: &Table, token| table.mine(token).asks[0].ask;
    let face = |face| Some(Given::Faces(vec![face]));
    let theirs = Post::Answer(key(&table, odo), face(20));
    assert_eq!(table.post(Some(brea), theirs), Err(Refused::Rolled));
    let stranger = Token::random().expect("random numbers");
    let forged = Post::Answer(key(&table, odo), face(20));
    assert_eq!(table.post(Some(stranger), forged), Err(Refused::NoSeat));
    assert_eq!(table.desk.mine(Some(stranger)), None);
    let woken = table.woken();
    assert_eq!(table.desk.answers(), []);
    let own = Post::Answer(key(&table, brea), face(14));
    assert_eq!(table.post(Some(brea), own), Ok(Some(key(&table, brea))));
    assert_eq!(table.woken(), woken + 1);
    assert_eq!(table.mine(brea).asks[0].sent, face(14));
    assert_eq!(table.mine(odo).asks[0].sent, None);
    let answer = Answer { ask: ids[0], entry: 1, who: BREA, given: Given::Faces(vec![14]) };
    assert_eq!(table.desk.answers(), std::slice::from_ref(&answer));
    assert_eq!(table.desk.take(ids[1]), None);
    assert_eq!(table.desk.take(ids[0]), Some(answer));
    assert_eq!(table.mine(brea).asks, []);
    assert!(table.desk.withdraw(1) && !table.desk.withdraw_all());
}

#[test]
fn a_seat_outlives_a_restart_and_nothing_else_does() {
    let mut table = Table::new(DeskState::default());
    let brea = table.seated(BREA);
    assert!(table.desk.set_at_once(brea, true) && !table.desk.set_at_once(brea, true));
    let asking = table.post(None, Post::Seat(Some(ODO))).ok().flatten().expect("a token");
    let state = table.desk.state();
    let kept = ron::to_string(&state).expect("it can be written");
    let read: DeskState = ron::from_str(&kept).expect("it can be read");
    let again = Table::new(read.clone());
    assert_eq!(again.desk.state(), read);
    let seat = again.desk.seats().pop().expect("it is kept");
    assert_eq!((seat.token, seat.who, &*seat.name, seat.at_once), (brea, BREA, "Brea", true));
    assert_eq!(again.desk.mine(Some(asking)), None);
}

#[test]
fn a_phone_can_choose_anew_or_leave() {
    let mut table = Table::new(DeskState::default());
    let brea = table.seated(BREA);
    let offered = table.desk.mine(None).expect("anyone sees it").characters;
    assert_eq!(offered.iter().map(|one| one.taken).collect::<Vec<_>>(), [true, false]);
    assert_eq!(table.post(None, Post::Seat(Some(BREA))), Err(Refused::Taken));
    let odo = table.post(Some(brea), Post::Seat(Some(ODO))).ok().flatten().expect("a token");
    assert_eq!((table.desk.seats().len(), table.desk.requests().len()), (0, 1));
    assert_eq!(table.desk.mine(Some(brea)), None);
    assert_eq!(table.post(Some(odo), Post::Seat(None)), Ok(None));
    assert_eq!(table.post(Some(odo), Post::Seat(None)), Err(Refused::NoSeat));
    assert_eq!(table.desk.requests(), []);
}

#[test]
fn who_posts_too_fast_is_refused_and_holds_up_nobody() {
    let mut table = Table::new(DeskState::default());
    let (brea, odo) = (table.seated(BREA), table.seated(ODO));
    let now = table.now + Duration::from_secs(5);
    let post = |token, from: u8| {
        let says = Post::Wait(99, Says::Chip(Chip::Cover));
        table.desk.post([192, 0, 2, from].into(), token, says, now)
    };
    let told: Vec<_> = (0..6).map(|_| post(Some(brea), 1)).collect();
    assert!(told[..4].iter().all(|told| *told == Err(Refused::NoLine)), "{told:?}");
    assert!(told[4..].iter().all(|told| *told == Err(Refused::Often)), "{told:?}");
    assert_eq!(post(Some(odo), 1), Err(Refused::NoLine), "another seat at the same address");
    let strangers: Vec<_> = (0..6).map(|_| post(None, 1)).collect();
    assert_eq!(strangers[4..], [Err(Refused::Often); 2]);
    assert_eq!(post(None, 2), Err(Refused::NoSeat));
}

#[test]
fn phones_are_told_of_changes_and_of_nothing_else() {
    let table = Table::new(DeskState::default());
    let told = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&told);
    let counted: Arc<Call> = Arc::new(move || _ = counts.fetch_add(1, Ordering::Relaxed));
    table.desk.on_news(&counted);
    let offers = || table.desk.offer(vec![(BREA, "Brea the Bold".into())]);
    let tells = || table.desk.tell(vec![(1, "x".repeat(300))]);
    for _ in 0..3 {
        offers();
        tells();
    }
    assert_eq!(told.load(Ordering::Relaxed), 2);
    let nobody = Token::random().expect("random numbers");
    assert!(!table.desk.send_away(nobody) && !table.desk.withdraw_all());
    assert_eq!(table.desk.accept(nobody), Err(Refused::NoSeat));
    assert_eq!(table.desk.taken(), []);
    assert_eq!(told.load(Ordering::Relaxed), 2);
    assert_eq!(table.woken(), 0);
    drop(counted);
    table.desk.tell(Vec::new());
    assert_eq!(told.load(Ordering::Relaxed), 2, "nobody listens any more");
}
