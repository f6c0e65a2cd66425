//! What is really sent, over the played samples: the page, its stream, and the stream of each seated phone are searched
//! for what players must not learn.

use super::played;
use super::table::Phone;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use wardrum::chronicle::{Ask, Chronicle, Entry, EntryId, Provenance};
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::combatant::{Combatant, Vitals};
use wardrum::rules::model::dice::{Purpose, RollRequest};
use wardrum::rules::model::encounter::{Encounter, Hand};
use wardrum::rules::model::ids::{CombatantId, RulesetId, SideId};
use wardrum::rules::model::sight::Sight;
use wardrum::store::{self, Journal};
use wardrum::tui::fight::Fight;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::screens::start::Start;
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;
use wardrum::watch::desk::{Desk, Mine, Post, Token};
use wardrum::watch::page::Server;
use wardrum::watch::{PlayersView, Shown, Source};

/// Part of every name and note that is hidden from the players. It has letters that neither the code of the page, nor a
/// nonce, nor a token can have.
const MARK: &str = "xilo";
/// Added to the hit points of every foe. No damage in a sample changes the first digits.
const TOUGH: i32 = 1_987_600_500;
const FIRST_DIGITS: &str = "19876";
/// The length of a token, which may begin with any digits.
const TOKEN: usize = 32;
/// About how many moments of each sample are looked at.
const MOMENTS: usize = 8;
/// Rolls that players do not see, whoever they are for.
const UNSEEN: [Purpose; 8] = [
    Purpose::Surprise,
    Purpose::EncounterDistance,
    Purpose::Reaction,
    Purpose::Morale,
    Purpose::Distraction,
    Purpose::Pursuit,
    Purpose::Obstacle,
    Purpose::Free,
];

/// The rolls of an act.
fn rolls(act: &Entry) -> impl Iterator<Item = &RollRequest> {
    let answers = act.steps.iter().flat_map(|step| &step.answers);
    answers.filter_map(|answered| if let Ask::Roll(ask) = &answered.ask { Some(ask) } else { None })
}

/// The sides that are the players': one with an unseen roll for one of its own, so that there is something to hold back,
/// else as it was played.
fn players(fight: &Chronicle) -> BTreeSet<SideId> {
    let e = fight.start();
    let acts = fight.line().iter().filter_map(|id| fight.entry(*id));
    let unseen = acts.flat_map(rolls).filter(|ask| UNSEEN.contains(&ask.purpose));
    let side = unseen.filter_map(|ask| e.get(ask.who?)).map(|c| c.side).next();
    e.side_ids().filter(|id| side.map_or_else(|| e.is_players(*id), |side| side == *id)).collect()
}

/// The start of a sample with much to hide. Of each three foes, one is known, one seen without a name, and one hidden,
/// beginning with another in each sample. So is the fourth of the players' own, whose dice come from phones.
fn with_secrets(fight: &Chronicle, sample: usize) -> Encounter {
    let (mut e, own) = (fight.start().clone(), players(fight));
    for (id, side) in e.side_ids().collect::<Vec<_>>().into_iter().zip(&mut e.sides) {
        side.players = Some(own.contains(&id));
        side.hand = if own.contains(&id) { Hand::Phone } else { Hand::Typed };
    }
    let (mut theirs, mut foes) = (0, sample);
    for c in Arc::make_mut(&mut e.combatants).iter_mut().map(Arc::make_mut) {
        if own.contains(&c.side) {
            theirs += 1;
            c.sight = if theirs == 4 { Sight::Hidden } else { Sight::Known };
        } else {
            foes += 1;
            c.sight = Sight::ALL[foes % Sight::ALL.len()];
            toughen(c);
        }
        if !c.sight.is_known() {
            c.name = format!("{MARK} {}", c.name).into();
        }
        c.notes.push(format!("{MARK}: the baron in disguise").into());
    }
    e
}

fn toughen(c: &mut Combatant) {
    if let Vitals::HitPoints { now, max } = &mut c.vitals {
        *now += TOUGH;
        *max += TOUGH;
    }
}

/// The line of an act in a journal, with a note of the referee's added to the act.
fn noted(line: &str) -> String {
    let act = line.rsplit_once(" //").map_or(line, |(act, _)| act);
    let steps = act.strip_suffix("])").expect("an act ends with its steps");
    let note = format!("{MARK}: they are lying");
    format!("{steps},(command:Note({note:?}),events:[Noted({note:?})])])\n")
}

/// Writes a sample with its secrets. Returns the beginning of the file, and the line of each act.
fn secret(sample: &Path, at: usize, path: &Path) -> (String, Vec<String>) {
    let played = store::look(sample).expect("it opens").chronicle;
    let title = format!("The {MARK} is a lich");
    drop(Journal::create(path, &title, &with_secrets(&played, at)).expect("it is written"));
    let head = fs::read_to_string(path).expect("it is there");
    let text = fs::read_to_string(sample).expect("it is there");
    let acts = text.lines().filter(|line| line.starts_with("Entry(")).map(noted).collect::<Vec<_>>();
    fs::write(path, head.clone() + &acts.concat()).expect("it is written");
    (head, acts)
}

/// Checks that a text has neither a hidden name, nor a note, nor the hit points of a foe.
fn tells_nothing(sent: &str, place: &str) {
    assert!(!sent.to_lowercase().contains(MARK), "{place}: {sent}");
    let mut words = sent.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() < TOKEN);
    let told = words.find(|word| word.starts_with(FIRST_DIGITS));
    assert_eq!(told, None, "{place}: {sent}");
}

/// Checks that a phone is asked for rolls of its own character, for none that is unseen, and is not told what it takes to
/// hit a foe.
fn asks_little(mine: &Mine, place: &str) {
    let name = mine.seat.as_ref().map_or("", |seat| &seat.name);
    for ask in &mine.asks {
        assert!(ask.title.starts_with(&format!("{name}: ")), "{place}: {name}: {ask:?}");
        let unseen = UNSEEN.iter().find(|purpose| ask.text.starts_with(&purpose.noun()));
        assert_eq!(unseen, None, "{place}: {ask:?}");
        assert!(!ask.text.starts_with("attacks") || ask.needs.is_none(), "{place}: {ask:?}");
    }
}

/// A stream of events over a socket.
struct Stream {
    from: BufReader<TcpStream>,
    last: String,
}

impl Stream {
    fn of(phone: &Phone, path: &str) -> Self {
        Self { from: phone.follows(path), last: String::new() }
    }

    /// Reads on until this has been told. All that comes is searched.
    fn tells(&mut self, now: &str, place: &str) {
        while self.last != now {
            let mut line = String::new();
            let read = self.from.read_line(&mut line);
            assert!(matches!(read, Ok(1..)), "{place}: {read:?}, expected {now}, last {}", self.last);
            tells_nothing(&line, place);
            if let Some(data) = line.strip_prefix("data: ") {
                self.last = data.trim_end().into();
            }
        }
    }
}

/// A sample that is served, with the referee's screen, while it is stepped through.
struct Show {
    name: String,
    shell: Shell,
    desk: Arc<Desk>,
    server: Server,
    /// The file that is served: its beginning, and the lines of the acts.
    path: PathBuf,
    head: String,
    acts: Vec<String>,
    /// The acts in the order in which they were done.
    line: Vec<EntryId>,
    events: Stream,
    phones: Vec<(Token, CombatantId, Stream)>,
    seen: Seen,
    _folder: tempfile::TempDir,
}

/// How much was looked at: the test proves nothing about what never came up.
#[derive(Debug, Default)]
struct Seen {
    moments: usize,
    /// Asks on phones.
    asks: usize,
    /// Rolls for a character with a phone that no phone may be asked for.
    unseen: usize,
}

impl Show {
    fn begin(sample: &Path, at: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fight.ron");
        let (head, acts) = secret(sample, at, &path);
        let chronicle = store::look(&path).expect("it opens").chronicle;
        let line = chronicle.line().to_vec();
        assert_eq!(line.len(), acts.len(), "{}", sample.display());
        let mut shell = shell(chronicle);
        let desk = shell.with(Session::open_desk);
        let served = Server::start(Source::File(path.clone()), "127.0.0.1:0", Some(Arc::clone(&desk)));
        let server = served.expect("it is served");
        let events = Stream::of(&Phone::of(&server), "events");
        let name = sample.file_stem().expect("a name").to_string_lossy().into_owned();
        let (phones, seen) = (Vec::new(), Seen::default());
        let _folder = folder;
        Self { name, shell, desk, server, path, head, acts, line, events, phones, seen, _folder }
    }

    fn fight(&self) -> &Chronicle {
        &self.shell.session.fight.chronicle
    }

    fn act(&self, at: usize) -> &Entry {
        self.fight().entry(self.line[at]).expect("it was done")
    }

    /// Whether a roll is for one of those who have a phone.
    fn is_theirs(&self, ask: &RollRequest) -> bool {
        self.phones.iter().any(|(_, who, _)| ask.who == Some(*who))
    }

    fn is_unseen(&self, ask: &RollRequest) -> bool {
        self.is_theirs(ask) && UNSEEN.contains(&ask.purpose)
    }

    /// The moments to look at: before each unseen roll for one with a phone; before others, spread over the fight, rather
    /// before a roll on a phone than not; and the end.
    fn moments(&self) -> BTreeSet<usize> {
        let (acts, every) = (self.acts.len(), self.acts.len().div_ceil(MOMENTS));
        let unseen = |at: &usize| rolls(self.act(*at)).any(|ask| self.is_unseen(ask));
        let of_part = |from: usize| {
            let mut part = from..(from + every).min(acts);
            part.find(|at| rolls(self.act(*at)).any(|ask| self.is_theirs(ask))).unwrap_or(from)
        };
        let spread = (0..acts).step_by(every).map(of_part);
        (0..acts).filter(unseen).chain(spread).chain([acts]).collect()
    }

    /// Goes to a moment of the fight, on the referee's screen and in the file.
    fn go_to(&mut self, at: usize) {
        let id = at.checked_sub(1).map_or(EntryId::START, |last| self.line[last]);
        assert!(self.shell.session.fight.chronicle.go_to(id));
        self.shell.with(Session::refresh);
        let draft = self.path.with_extension("draft");
        fs::write(&draft, self.head.clone() + &self.acts[..at].concat()).expect("it is written");
        fs::rename(draft, &self.path).expect("it is replaced");
    }

    /// Seats a phone for each character that is offered.
    fn seat(&mut self) {
        self.go_to(0);
        let looks = Phone::of(&self.server).sees();
        tells_nothing(&looks.to_string(), &self.name);
        for one in self.desk.mine(None).expect("anyone may look").characters {
            let from = IpAddr::V4(Ipv4Addr::new(192, 0, 2, self.phones.len() as u8));
            let token = self.desk.post(from, None, Post::Seat(Some(one.who)), Instant::now());
            let token = token.expect("it is offered").expect("a token");
            if self.desk.accept(token).is_err() {
                break;
            }
            let mut phone = Phone::of(&self.server);
            phone.token = Some(token.to_string());
            self.phones.push((token, one.who, Stream::of(&phone, "mine")));
        }
        self.shell.follow();
    }

    /// Looks at a moment, and at each question of the act that follows.
    fn look_at(&mut self, at: usize) {
        let place = format!("{} at {at}", self.name);
        self.go_to(at);
        let seen = Some(PlayersView::of_fight(self.fight()));
        let now = serde_json::to_string(&Shown { word: None, seen }).expect("JSON");
        self.events.tells(&now, &place);
        tells_nothing(&Phone::of(&self.server).loads(), &place);
        self.look_at_phones(&place);
        self.seen.moments += 1;
        if at < self.acts.len() {
            self.look_at_act(&self.act(at).clone(), &place);
        }
    }

    fn look_at_phones(&mut self, place: &str) {
        for (token, _, stream) in &mut self.phones {
            let mine = self.desk.mine(Some(*token)).expect("it is seated");
            stream.tells(&serde_json::to_string(&mine).expect("JSON"), place);
            asks_little(&mine, place);
            self.seen.asks += mine.asks.len();
        }
    }

    /// Does an act again, with a look at what is asked, up to where tough foes make it another one.
    fn look_at_act(&mut self, act: &Entry, place: &str) {
        let commands = act.steps.iter().map(|step| step.command.clone()).collect();
        let mut goes_on = self.shell.with(|session| session.submit(commands)).is_ok();
        for answered in act.steps.iter().flat_map(|step| &step.answers) {
            goes_on &= self.shell.session.question().is_some_and(|ask| ask.accepts(&answered.answer));
            if !goes_on {
                break;
            }
            self.look_at_phones(place);
            let unseen = matches!(&answered.ask, Ask::Roll(ask) if self.is_unseen(ask));
            self.seen.unseen += usize::from(unseen);
            let answer = answered.answer.clone();
            goes_on = self.shell.with(|session| session.answer(answer, Provenance::Typed)).is_ok();
        }
        self.shell.with(Session::forget);
    }
}

/// The referee's screen with a fight.
fn shell(chronicle: Chronicle) -> Shell {
    let mut fight = Fight::loose(chronicle.start().clone());
    fight.chronicle = chronicle;
    let empty = Fight::loose(Encounter::new(fight.chronicle.now().ruleset));
    let dice = Box::new(Thrown::seeded(1));
    let session = Session::new(Start::default(), empty, Stock::default(), Theme::plain(), dice);
    let mut shell = Shell::new(session);
    shell.with(|session| session.enter(fight, Screen::Fight));
    shell
}

/// Looks at about eight moments of each sample, so that it takes seconds; the source of what is sent is checked at more
/// of them elsewhere.
#[test]
fn nothing_that_is_served_of_any_sample_tells_a_secret() {
    let mut rulesets: BTreeMap<RulesetId, Seen> = BTreeMap::new();
    for (at, sample) in played::samples().iter().enumerate() {
        let mut show = Show::begin(sample, at);
        show.seat();
        show.moments().into_iter().for_each(|at| show.look_at(at));
        let seen = rulesets.entry(show.fight().now().ruleset).or_default();
        seen.moments += show.seen.moments;
        seen.asks += show.seen.asks;
        seen.unseen += show.seen.unseen;
    }
    assert_eq!(rulesets.len(), 5, "every ruleset: {rulesets:?}");
    assert!(rulesets.values().all(|seen| seen.moments > 15 && seen.asks > 5), "{rulesets:?}");
    assert!(rulesets.values().map(|seen| seen.unseen).sum::<usize>() > 5, "{rulesets:?}");
}
