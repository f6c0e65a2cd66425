//! A whole fight in which four players roll on their phones: the program in a terminal, and four pages in a browser, if
//! one is installed.

use super::chrome::{Chrome, Phone};
use super::{PATIENCE, Session, letter_of, program, verify};
use portable_pty::CommandBuilder;
use std::net::TcpListener;
use std::path::Path;
use std::time::Instant;
use wardrum::chronicle::{Ask, Chronicle, Entry, Provenance};
use wardrum::store::{self, Folders};
use wardrum::watch::desk::LINES;
use wardrum::watch::last_lines;

/// The players' characters. Each has a phone, in this order.
const HEROES: [&str; 4] = ["Brea", "Odo", "Mirel", "Tamsin"];
const SCREEN: (u16, u16) = (80, 24);
/// The number of lines of the log that a phone shows before its player asks for earlier ones.
const FIRST: usize = 6;
/// Part of the referee's prompt while it waits for a phone.
const WAITS: &str = "asked on the phone;";
/// The same after one Enter too many.
const STILL_WAITS: &str = "not come from the phone yet";

/// The referee's program and the players' phones.
struct Evening {
    home: tempfile::TempDir,
    referee: Session,
    chrome: Chrome,
    phones: Vec<Phone>,
    /// The address of the page.
    url: String,
    /// The number of rolls that were given on phones.
    given: usize,
}

/// The program with machine dice by which the sides meet 30' apart and fight.
fn playing(home: &Path) -> CommandBuilder {
    let mut command = program(home);
    command.args(["--seed", "7"]);
    command
}

/// Serves the page to this computer and returns its address.
fn serve(referee: &mut Session) -> String {
    referee.press("V");
    let here = letter_of(referee, "for this computer only");
    referee.press(&here);
    referee.wait("http://127.0.0.1:");
    let text = referee.text();
    let url = text.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    referee.press("\x1b");
    referee.wait("Roster");
    url.into()
}

impl Evening {
    /// Begins the fight with the heroes' dice on phones. `None` without a browser.
    fn begin(test: &str) -> Option<Self> {
        let chrome = Chrome::start(test)?;
        let home = tempfile::tempdir().expect("a scratch folder");
        let mut command = playing(home.path());
        command.arg("saves/first-fight.ron");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        let mut referee = Session::run(command, SCREEN);
        referee.wait("The fight begins");
        let url = serve(&mut referee);
        referee.press("P");
        referee.wait("Dice of each side");
        referee.press("\x1b[C\x1b[C\r");
        referee.wait("Heroes: dice on their phones");
        Some(Self { home, referee, chrome, phones: Vec::new(), url, given: 0 })
    }

    /// Each player picks a character, and the referee gives the seats.
    fn take_seats(&mut self) {
        for hero in HEROES {
            let phone = self.chrome.open(&self.url, "light");
            self.chrome.sees(&phone, "Who do you play?");
            self.phones.push(phone);
            let who = self.phones.len() - 1;
            if who == 0 {
                self.pictures(who, "choosing");
            }
            self.chrome.tap(&self.phones[who], hero);
            self.chrome.sees(&self.phones[who], "waiting for the referee");
        }
        self.referee.wait("4 ask for seats · J");
        self.referee.press("J");
        self.referee.wait("Brea  asks for a seat");
        self.referee.press("\r\r\r\r");
        self.are_seated();
    }

    fn are_seated(&mut self) {
        for (phone, hero) in self.phones.iter().zip(HEROES) {
            self.chrome.sees(phone, &format!("You are {hero}"));
        }
    }

    fn pictures(&mut self, who: usize, name: &str) {
        self.chrome.pictures(&self.phones[who], &format!("fight-{name}"));
    }

    /// The text of an element of a phone's page.
    fn part(&mut self, who: usize, id: &str) -> String {
        let script = format!("document.getElementById('{id}').textContent");
        self.chrome.value(&self.phones[who], &script).as_str().unwrap_or_default().into()
    }

    /// Waits until a phone is asked. Returns whose it is.
    fn asked(&mut self) -> usize {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let shown = "!document.getElementById('ask').hidden";
            let is_asked = |phone: &Phone| self.chrome.value(phone, shown) == true;
            if let Some(who) = self.phones.iter().position(is_asked) {
                return who;
            }
        }
        panic!("no phone is asked; the referee's screen shows:\n{}", self.referee.text());
    }

    /// A player taps a face: again, if the page says that it was too fast.
    fn taps(&mut self, who: usize, face: &str) {
        let heard = "['sent', 'told'].some((id) => document.getElementById(id).textContent)
            && !document.querySelector('.posting')";
        while self.part(who, "sent").is_empty() {
            self.chrome.tap(&self.phones[who], face);
            self.chrome.wait(&self.phones[who], heard);
        }
        self.given += 1;
    }

    /// The player who is asked taps a face. The referee's prompt shows it by itself, and one key takes it.
    fn rolls(&mut self, face: &str) {
        let who = self.asked();
        self.taps(who, face);
        self.referee.wait(&format!("{face}▏ ◂ {}", HEROES[who]));
        self.referee.press("\r");
        self.referee.wait_until("the roll is taken", |screen| !screen.contains("▏ ◂"));
    }

    /// The player who is asked taps the highest face; every third roll, if it is an attack, misses.
    fn rolls_well(&mut self) {
        let who = self.asked();
        let misses = self.given % 3 == 2 && self.part(who, "what-for").starts_with("attack");
        let highest = "[...document.querySelectorAll('#pad .face')].at(-1).textContent";
        let highest = self.chrome.value(&self.phones[who], highest);
        self.rolls(if misses { "3" } else { highest.as_str().expect("a face") });
    }

    /// Plays on until the referee's screen shows the text.
    fn play_to(&mut self, text: &str) {
        for _ in 0..200 {
            let screen = self.referee.text();
            if screen.contains(text) {
                return;
            }
            if screen.contains(WAITS) || screen.contains(STILL_WAITS) {
                self.rolls_well();
            } else {
                self.referee.step();
            }
        }
        panic!("{text} never came:\n{}", self.referee.text());
    }

    /// All four characters save: each phone is asked at once, and the referee needs one key for what they have sent.
    fn save_together(&mut self) {
        self.referee.press("\x1b[H    s");
        let save = letter_of(&self.referee, "Saving throw");
        self.referee.press(&save);
        self.referee.wait("4 marked: Saving throw");
        self.referee.press("\r");
        self.referee.wait("asked on phones;");
        self.chrome.sees(&self.phones[0], "needs 12 or more");
        self.pictures(0, "save");
        for (who, face) in ["17", "2", "20", "11"].into_iter().enumerate() {
            self.taps(who, face);
            self.referee.wait(&format!("◂ {} of 4 from phones", who + 1));
        }
        self.pictures(1, "sent");
        self.referee.press("\r");
        let told = ["Mirel saves", "Brea saves", "Odo fails to save", "Tamsin fails to save"];
        let all = |screen: &str| told.iter().all(|told| screen.contains(&format!("{told} vs death")));
        self.referee.wait_until("all four saves", all);
        self.chrome.sees(&self.phones[1], "Odo fails to save vs death");
        let saved = self.saved();
        let last = saved.line().last().and_then(|id| saved.entry(*id)).expect("an act");
        assert_eq!(rolls(last, Provenance::Phone), 4);
    }

    /// The program is killed while a phone is asked, and started again. The phones find it by themselves, and the same
    /// phone is asked the same once the page is served again.
    fn is_killed(&mut self) {
        let who = self.asked();
        let asked = self.part(who, "what-for");
        self.referee.signal("-KILL");
        self.referee.ended();
        self.chrome.sees(&self.phones[who], "Connection lost");
        self.chrome.tap(&self.phones[who], "7");
        self.chrome.sees(&self.phones[who], "That was not sent. Try again.");
        self.pictures(who, "lost");
        self.referee = Session::run(playing(self.home.path()), SCREEN);
        self.referee.wait("1d20  ▏");
        self.referee.press("\x1b");
        self.referee.wait("cancelled: nothing has happened");
        assert_eq!(serve(&mut self.referee), self.url);
        let found =
            "document.getElementById('ask').hidden && !document.getElementById('word').textContent";
        self.phones.iter().for_each(|phone| self.chrome.wait(phone, found));
        self.are_seated();
        self.play_to(WAITS);
        assert_eq!((self.asked(), self.part(who, "what-for")), (who, asked));
    }

    /// A phone is closed while it is asked, and the referee types the die. When it opens the page again, it is seated.
    fn is_closed(&mut self) {
        let who = self.asked();
        self.chrome.go(&self.phones[who], "about:blank");
        self.chrome.wait(&self.phones[who], "location.href === 'about:blank'");
        self.referee.press("18");
        self.referee.wait("18▏");
        self.referee.press("\r");
        self.referee.wait("Damage to");
        self.chrome.go(&self.phones[who], &self.url);
        self.are_seated();
    }

    /// Every phone shows the end and the last lines of the log, and the file says which dice came from phones.
    fn is_over(&mut self) {
        let saved = self.saved();
        let lines: Vec<String> = last_lines(&saved, LINES).into_iter().map(|line| line.text).collect();
        let shown = |last: &[String]| {
            let last = serde_json::to_string(last).expect("texts");
            let shown = "JSON.stringify([...document.querySelectorAll('#log .line')].map((one) => one.textContent))";
            format!("{shown} === JSON.stringify({last})")
        };
        for phone in &self.phones {
            self.chrome
                .wait(phone, "document.getElementById('when').textContent === 'The fight is over'");
            self.chrome.wait(phone, &shown(&lines[lines.len() - FIRST..]));
            self.chrome.wait(phone, "document.getElementById('ask').hidden");
        }
        self.pictures(0, "over");
        self.chrome.tap(&self.phones[0], "earlier");
        self.chrome.wait(&self.phones[0], &shown(&lines));
        let acts = || saved.line().iter().filter_map(|id| saved.entry(*id));
        let by = |by| acts().map(|act| rolls(act, by)).sum::<usize>();
        assert_eq!((by(Provenance::Phone), by(Provenance::Typed)), (self.given, 1));
        assert!(self.given > 12, "{}", self.given);
    }

    /// The fight as it is saved.
    fn saved(&self) -> Chronicle {
        let path = Folders::under(self.home.path()).running().expect("it is saved");
        store::look(&path).expect("it can be read").chronicle
    }
}

/// How many rolls of an act were given in that way.
fn rolls(act: &Entry, by: Provenance) -> usize {
    let answers = act.steps.iter().flat_map(|step| &step.answers);
    answers.filter(|answer| answer.by == by && matches!(answer.ask, Ask::Roll(_))).count()
}

#[test]
fn a_fight_is_played_with_four_phones() {
    // Another test that serves a page could take the usual port while the program is dead.
    let _usual = TcpListener::bind(("127.0.0.1", 4747));
    let Some(mut evening) = Evening::begin("a_fight_is_played_with_four_phones") else { return };
    evening.take_seats();
    evening.play_to("Round 1 ·");
    evening.save_together();
    evening.play_to(WAITS);
    let who = evening.asked();
    evening.pictures(who, "attack");
    evening.pictures(3, "waiting");
    evening.play_to("Damage to");
    let who = evening.asked();
    evening.pictures(who, "damage");
    evening.play_to("Round 2 ·");
    evening.play_to(WAITS);
    evening.is_killed();
    evening.rolls("2");
    evening.play_to(WAITS);
    evening.is_closed();
    evening.play_to("The fight is over");
    evening.is_over();
    evening.referee.press("q");
    evening.referee.gives_the_terminal_back();
    verify(evening.home.path());
}
