//! A line of the log as data, and the words it gets.

use super::capital;
use super::record::LogAt;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tenths::Tenths;
use crate::rules::text::words::{self, among, several};
use std::collections::BTreeSet;

/// What a span of a line is, for its colour and for what goes first where room is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plain words.
    Plain,
    /// The actor.
    Actor,
    /// What was rolled against what.
    Roll,
    /// What can be left out: seconds spent, shots left.
    Aside,
    /// It came off.
    Good,
    /// It did not.
    Bad,
    /// Harm done.
    Harm,
    /// A combatant is out of the fight.
    Fall,
    /// Of less weight.
    Dim,
    /// The header of a round.
    Round,
}

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// What it is.
    pub role: Role,
    /// What it says, with the space or the dot before it.
    pub text: String,
}

/// One line of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogLine {
    /// Its text, in order.
    pub spans: Vec<Span>,
}

/// More rolls than that are not told one by one.
const MANY: usize = 8;
/// Between the parts of a line.
const DOT: &str = " · ";

impl LogLine {
    fn push(&mut self, role: Role, text: impl Into<String>) {
        self.spans.push(Span { role, text: text.into() });
    }

    /// A part of its own behind a dot; the first has none.
    fn part(&mut self, role: Role, text: &str) {
        let dot = if self.spans.is_empty() { "" } else { DOT };
        if !matches!(role, Role::Aside) && !dot.is_empty() {
            self.push(Role::Dim, dot);
            return self.push(role, text);
        }
        self.push(role, format!("{dot}{text}"));
    }

    /// All of its text.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// The same without what can be left out.
    pub fn short(mut self) -> Self {
        self.spans.retain(|span| span.role != Role::Aside);
        self
    }

    /// Whether a round begins with it.
    pub fn is_round(&self) -> bool {
        self.spans.first().is_some_and(|span| span.role == Role::Round)
    }
}

/// Whom an outcome befell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    One(CombatantId),
    Side(SideId),
    /// Nobody in particular: the words say all.
    Nobody,
}

/// What came of it for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub subject: Subject,
    pub role: Role,
    /// Of the one the line is about: `dead`.
    pub bare: String,
    /// Of a combatant named: `dies`, `asleep`.
    pub says: String,
    /// `says` begins with a verb, which has a plural.
    pub verb: bool,
    /// `says` is no more than a thing: `Ana: bless`.
    pub noun: bool,
    /// Harm done, which adds up.
    pub amount: Option<i32>,
}

impl Outcome {
    /// A state: `asleep`, the same for all.
    pub fn is(subject: Subject, role: Role, says: impl Into<String>) -> Self {
        let says = says.into();
        Self { subject, role, bare: says.clone(), says, verb: false, noun: false, amount: None }
    }

    /// Something that befalls a combatant: `dead`, `Orc 2 dies`.
    pub fn does(subject: Subject, role: Role, bare: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            subject,
            role,
            bare: bare.into(),
            says: says.into(),
            verb: true,
            noun: false,
            amount: None,
        }
    }

    /// Harm done: `6`, `Orc 2 takes 6`.
    pub fn harm(subject: Subject, amount: i32) -> Self {
        let told = Self::does(subject, Role::Harm, amount.to_string(), format!("takes {amount}"));
        Self { amount: Some(amount), ..told }
    }

    /// More of the same.
    pub fn adds(&mut self, other: &Self) {
        if let (Some(amount), Some(more)) = (self.amount, other.amount) {
            *self = Self::harm(self.subject, amount.saturating_add(more));
        }
    }

    /// A thing that hangs on a combatant: `Ana: −2 to hit`.
    pub fn thing(subject: Subject, role: Role, says: impl Into<String>) -> Self {
        Self { noun: true, ..Self::is(subject, role, says) }
    }

    /// Words that say all.
    pub fn whole(role: Role, says: impl Into<String>) -> Self {
        Self::is(Subject::Nobody, role, says)
    }
}

/// A roll as a line tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Roll {
    /// A total and what it had to reach.
    Versus(i32, i32),
    /// A total and what it had to stay within: whether it did.
    Within(i32, i32, bool),
    /// A face that decides by itself.
    Natural(i32),
    /// Nothing was rolled: it comes off anyway.
    None,
}

/// A blow: an attack's roll and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Blow {
    pub hits: bool,
    /// Whether a defence was tried, and whether it held.
    pub defended: Option<bool>,
    /// Its damage is told.
    pub harmed: bool,
    /// The harm of it is told.
    pub settled: bool,
}

/// A combatant goes somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Walk {
    /// Away from the target, or from the nearest combatant.
    pub away: bool,
    pub far: Tenths,
    /// It comes to blows with that one.
    pub meets: Option<CombatantId>,
    /// How far off that one is then.
    pub off: Option<(CombatantId, Tenths)>,
}

/// What a line is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// Only what came of something told before.
    None,
    /// The round begins: its number, the initiative of its sides.
    Round(u32, String),
    /// Words that say all.
    Words(Role, String),
    /// A combatant does something: `hits`, ` Goblin 2 with sword`.
    Deed { verb: String, rest: String },
    /// A combatant goes somewhere: the verb.
    Walk(&'static str, Walk),
    /// A combatant attacks a combatant: ` Goblin 2 with sword`.
    Blow(String),
    /// A combatant does nothing.
    Pass,
}

/// One line of the log, before it has words: what several of a kind did alike is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub(super) who: Vec<CombatantId>,
    pub(super) target: Option<CombatantId>,
    pub(super) head: Head,
    pub(super) blow: Option<Blow>,
    pub(super) rolls: Vec<Roll>,
    pub(super) outcomes: Vec<Outcome>,
    /// Seconds it took.
    pub(super) seconds: u32,
    /// So many blows hit, where those that hit and those that miss are told together.
    pub(super) hits: Option<usize>,
    /// Where the events stand that it tells, in order.
    pub places: Vec<LogAt>,
    /// Where the rolls stand that are behind it, but told elsewhere or not at all.
    pub behind: Vec<LogAt>,
}

impl Passage {
    pub(super) fn new(head: Head) -> Self {
        Self {
            who: Vec::new(),
            target: None,
            head,
            blow: None,
            rolls: Vec::new(),
            outcomes: Vec::new(),
            seconds: 0,
            hits: None,
            places: Vec::new(),
            behind: Vec::new(),
        }
    }

    pub(super) fn of(who: CombatantId, head: Head) -> Self {
        Self { who: vec![who], ..Self::new(head) }
    }

    /// Whether a combatant does it.
    pub(super) fn is_by(&self, who: CombatantId) -> bool {
        self.who.contains(&who)
    }

    /// Where its newest event stands: its place in the log.
    pub fn at(&self) -> LogAt {
        self.places.last().copied().unwrap_or_default()
    }

    /// The round that begins with it.
    pub fn round(&self) -> Option<u32> {
        match self.head {
            Head::Round(round, _) => Some(round),
            _ => None,
        }
    }

    /// Whether an event is told by it.
    pub fn tells(&self, at: LogAt) -> bool {
        self.places.first().is_some_and(|first| *first <= at) && at <= self.at()
    }

    /// The acts in which it can be changed, by their places: those of the dice behind it, where they stand elsewhere.
    pub fn acts(&self) -> Vec<usize> {
        let places = if self.behind.is_empty() { &self.places } else { &self.behind };
        let mut acts: Vec<usize> = places.iter().map(|at| at.0).collect();
        acts.dedup();
        acts
    }

    /// Whether there is anything to say.
    pub(super) fn is_told(&self) -> bool {
        !matches!(self.head, Head::None) || !self.outcomes.is_empty()
    }

    /// Its words.
    pub fn line(&self, e: &Encounter, unit: &str) -> LogLine {
        let mut line = LogLine::default();
        self.headed(e, unit, &mut line);
        self.rolled(&mut line);
        let told = |blow: &&Blow| !matches!(self.head, Head::Blow(_)) && blow.defended != Some(true);
        if let Some(blow) = self.blow.as_ref().filter(told) {
            let (role, word) = if blow.hits { (Role::Good, "hit") } else { (Role::Dim, "miss") };
            line.part(role, word);
        }
        if let Some(hits) = self.hits {
            line.part(Role::Good, &if hits == 0 { "none hits".into() } else { format!("{hits} hit") });
        }
        self.came_of_it(e, &mut line);
        if self.seconds > 0 && self.head != Head::Pass {
            line.part(Role::Aside, &format!("{} s", self.seconds));
        }
        line
    }

    fn headed(&self, e: &Encounter, unit: &str, line: &mut LogLine) {
        let many = self.who.len() > 1;
        let verb = |verb: &str| if many { several(verb) } else { verb.to_string() };
        match &self.head {
            Head::None => {}
            Head::Round(n, order) if order.is_empty() => {
                line.push(Role::Round, format!("── Round {n} ──"))
            }
            Head::Round(n, order) => line.push(Role::Round, format!("── Round {n} · {order} ──")),
            Head::Words(role, text) => line.push(*role, text.clone()),
            Head::Pass => {
                line.push(Role::Dim, format!("{} {}", among(e, &self.who), verb("passes")));
            }
            Head::Deed { verb: does, rest } => {
                line.push(Role::Actor, among(e, &self.who));
                line.push(Role::Plain, format!(" {}{rest}", verb(does)));
            }
            Head::Blow(rest) => {
                line.push(Role::Actor, among(e, &self.who));
                let (role, does) = self.strikes();
                line.push(role, format!(" {}", verb(does)));
                line.push(Role::Plain, rest.clone());
            }
            Head::Walk(does, walk) => {
                line.push(Role::Actor, among(e, &self.who));
                walked(e, unit, walk, &verb(does), &verb("closes"), self.target, line);
            }
        }
    }

    /// The verb of a blow carries its outcome; one that is warded off neither hits nor misses.
    fn strikes(&self) -> (Role, &'static str) {
        match &self.blow {
            _ if self.hits.is_some() => (Role::Plain, "attacks"),
            Some(Blow { defended: Some(true), .. }) => (Role::Plain, "attacks"),
            Some(Blow { hits: true, .. }) => (Role::Good, "hits"),
            Some(_) => (Role::Dim, "misses"),
            None => (Role::Plain, "attacks"),
        }
    }

    /// Rolls against one number are told with it once: `10, 7, 4 vs 16`.
    fn rolled(&self, line: &mut LogLine) {
        for same in self.rolls.chunk_by(|a, b| a.against() == b.against() && a.against().is_some()) {
            let totals: Vec<String> = same.iter().map(Roll::total).collect();
            let totals = match same.iter().map(Roll::figure).max() {
                Some(best) if same.len() > MANY => format!("best of {} {best}", same.len()),
                _ => totals.join(", "),
            };
            let text = format!("{totals}{}", same.first().map_or_else(String::new, Roll::need));
            line.part(Role::Roll, &text);
        }
    }

    /// What came of it: of the target first, without its name; those to whom the same happened together.
    fn came_of_it(&self, e: &Encounter, line: &mut LogLine) {
        let mut told: Vec<(Vec<Subject>, Vec<&Outcome>)> = Vec::new();
        for outcome in &self.outcomes {
            match told.iter_mut().find(|(subject, _)| subject[0] == outcome.subject) {
                Some((_, all)) if outcome.subject != Subject::Nobody => all.push(outcome),
                _ => told.push((vec![outcome.subject], vec![outcome])),
            }
        }
        let mut groups: Vec<(Vec<Subject>, Vec<&Outcome>)> = Vec::new();
        for (subjects, all) in told {
            let alike = |other: &&mut (Vec<Subject>, Vec<&Outcome>)| {
                subjects[0] != Subject::Nobody && same(&other.1, &all)
            };
            match groups.iter_mut().find(alike) {
                Some((others, _)) => others.extend(subjects),
                None => groups.push((subjects, all)),
            }
        }
        for (subjects, all) in groups {
            self.group(e, &subjects, &all, line);
        }
    }

    fn group(&self, e: &Encounter, subjects: &[Subject], all: &[&Outcome], line: &mut LogLine) {
        let is_one = |whom: &CombatantId| subjects == [Subject::One(*whom)];
        let walks = matches!(self.head, Head::Walk(..));
        if subjects == [Subject::Nobody] && line.spans.is_empty() {
            all.iter().for_each(|outcome| line.part(outcome.role, &capital(&outcome.bare)));
            return;
        }
        if subjects == [Subject::Nobody] || !walks && self.target.as_ref().is_some_and(is_one) {
            all.iter().for_each(|outcome| line.part(outcome.role, &outcome.bare));
            return;
        }
        let does_it = |subject: &Subject| matches!(subject, Subject::One(who) if self.is_by(*who));
        let all_do = subjects.len() == self.who.len() && subjects.iter().all(does_it);
        let alone = all_do && (walks || self.target.is_none());
        let colon = if all.first().is_some_and(|first| first.noun) { ":" } else { "" };
        let name = if alone { String::new() } else { format!("{}{colon} ", called(e, subjects)) };
        let word = |outcome: &Outcome| match (alone, outcome.verb, subjects.len() > 1) {
            (true, ..) => outcome.bare.clone(),
            (_, true, true) => several(&outcome.says),
            _ => outcome.says.clone(),
        };
        for (nth, outcome) in all.iter().enumerate() {
            let name = if nth == 0 { name.as_str() } else { "" };
            line.part(outcome.role, &format!("{name}{}", word(outcome)));
        }
    }
}

fn same(one: &[&Outcome], other: &[&Outcome]) -> bool {
    let alike = |(a, b): (&&Outcome, &&Outcome)| a.says == b.says && a.bare == b.bare;
    one.len() == other.len() && one.iter().zip(other).all(alike)
}

/// A side, where those are all of it and too many to name.
fn whole_side(e: &Encounter, ones: &[CombatantId]) -> Option<String> {
    let side = e.get(*ones.first()?)?.side;
    let all = e.all().filter(|c| c.side == side);
    let named: BTreeSet<CombatantId> = ones.iter().copied().collect();
    let whole =
        all.map(|c| named.contains(&c.id)).fold((true, 0), |(whole, n), has| (whole && has, n + 1));
    (whole == (true, ones.len()) && ones.len() > 3).then(|| words::side(e, side).to_string())
}

fn called(e: &Encounter, subjects: &[Subject]) -> String {
    let one = |subject: &Subject| match subject {
        Subject::One(who) => Some(*who),
        _ => None,
    };
    let ones: Vec<CombatantId> = subjects.iter().filter_map(one).collect();
    let sides = subjects.iter().filter_map(|subject| match subject {
        Subject::Side(side) => Some(words::side(e, *side).to_string()),
        _ => None,
    });
    let ones = (!ones.is_empty()).then(|| whole_side(e, &ones).unwrap_or_else(|| among(e, &ones)));
    sides.chain(ones).collect::<Vec<_>>().join(", ")
}

/// `moves 20' toward Brea · 70' off`; `closes with Brea`; `runs 60' from Brea · 90' off`.
fn walked(
    e: &Encounter,
    unit: &str,
    walk: &Walk,
    verb: &str,
    closes: &str,
    target: Option<CombatantId>,
    line: &mut LogLine,
) {
    if let Some(whom) = walk.meets.filter(|_| !walk.away) {
        return line.push(Role::Plain, format!(" {closes} with {}", words::name(e, whom)));
    }
    let far = if walk.far > Tenths::default() { format!(" {}{unit}", walk.far) } else { String::new() };
    let off = walk.off.map(|(other, _)| other);
    let (way, whom) = match (walk.away, target.or(off)) {
        (_, None) => ("", ""),
        (true, Some(whom)) if verb.starts_with("move") => (" away from ", words::name(e, whom)),
        (true, Some(whom)) => (" from ", words::name(e, whom)),
        (false, _) => target.map_or(("", ""), |whom| (" toward ", words::name(e, whom))),
    };
    line.push(Role::Plain, format!(" {verb}{far}{way}{whom}"));
    match walk.off {
        Some((other, off)) if target.is_none_or(|target| target == other) && !whom.is_empty() => {
            line.part(Role::Dim, &format!("{off}{unit} off"));
        }
        Some((other, off)) => {
            line.part(Role::Dim, &format!("{off}{unit} from {}", words::name(e, other)))
        }
        None => {}
    }
}

impl Roll {
    fn against(&self) -> Option<i32> {
        match self {
            Self::Versus(_, need) => Some(*need),
            _ => None,
        }
    }

    /// The roll and what it needed.
    pub(super) fn text(&self) -> String {
        format!("{}{}", self.total(), self.need())
    }

    fn figure(&self) -> i32 {
        match self {
            Self::Versus(total, _) | Self::Within(total, ..) | Self::Natural(total) => *total,
            Self::None => 0,
        }
    }

    fn total(&self) -> String {
        match self {
            Self::Versus(total, _) | Self::Within(total, ..) => total.to_string(),
            Self::Natural(face) => format!("natural {face}"),
            Self::None => "no roll".into(),
        }
    }

    fn need(&self) -> String {
        match self {
            Self::Versus(_, need) => format!(" vs {need}"),
            Self::Within(_, need, true) => format!(" within {need}"),
            Self::Within(_, need, false) => format!(" over {need}"),
            Self::Natural(_) | Self::None => String::new(),
        }
    }
}
