//! A line of the log as data, and its rendering.

use super::capital;
use super::record::LogAt;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::model::tenths::Tenths;
use crate::rules::text::words::phrase::of_roll;
use crate::rules::text::words::{self, among};
use std::collections::BTreeSet;

/// The role of a span, which determines its colour and what is dropped first when space is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plain text.
    Plain,
    /// The actor.
    Actor,
    /// A roll and what it was against.
    Roll,
    /// Dispensable: seconds spent, shots left.
    Aside,
    /// A success.
    Good,
    /// A failure.
    Bad,
    /// Damage dealt.
    Harm,
    /// A combatant is out of the fight.
    Fall,
    /// Less important.
    Dim,
    /// The header of a round.
    Round,
}

/// A span of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its role.
    pub role: Role,
    /// Its text, including the space or dot before it.
    pub text: String,
}

/// One line of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogLine {
    /// Its spans, in order.
    pub spans: Vec<Span>,
}

/// The most rolls that are listed one by one.
const MANY: usize = 8;
/// The separator between parts of a line.
const DOT: &str = " · ";

impl LogLine {
    fn push(&mut self, role: Role, text: impl Into<String>) {
        self.spans.push(Span { role, text: text.into() });
    }

    /// Adds a part, separated by a dot unless it is the first.
    fn part(&mut self, role: Role, text: &str) {
        let dot = if self.spans.is_empty() { "" } else { DOT };
        if !matches!(role, Role::Aside) && !dot.is_empty() {
            self.push(Role::Dim, dot);
            return self.push(role, text);
        }
        self.push(role, format!("{dot}{text}"));
    }

    /// Returns its whole text.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// Drops the dispensable spans.
    pub fn short(mut self) -> Self {
        self.spans.retain(|span| span.role != Role::Aside);
        self
    }

    /// Whether it is the header of a round.
    pub fn is_round(&self) -> bool {
        self.spans.first().is_some_and(|span| span.role == Role::Round)
    }
}

/// The subject of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    One(CombatantId),
    Side(SideId),
    /// Nobody: the words are complete.
    Nobody,
}

/// An outcome for one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub subject: Subject,
    pub role: Role,
    /// The words without the subject's name: `dead`.
    pub bare: String,
    /// What the subject does: `dies`, `takes`; `None`: it is or has something.
    pub verb: Option<Verb>,
    /// The words after the verb, or the subject's name: `asleep`.
    pub says: String,
    /// Whether `says` is a noun: `Ana: bless`.
    pub noun: bool,
    /// Damage dealt, which is summed.
    pub amount: Option<i32>,
}

impl Outcome {
    /// A state, the same for all: `asleep`.
    pub fn is(subject: Subject, role: Role, says: impl Into<String>) -> Self {
        let says = says.into();
        Self { subject, role, bare: says.clone(), says, verb: None, noun: false, amount: None }
    }

    /// An event: `dead`, `Orc 2 dies`.
    pub fn does(subject: Subject, role: Role, bare: impl Into<String>, does: Phrase) -> Self {
        Self::verb(subject, role, bare, does.verb, does.rest(""))
    }

    /// The same, with the words behind the verb: ` 6`.
    pub fn verb(
        subject: Subject,
        role: Role,
        bare: impl Into<String>,
        verb: Verb,
        rest: String,
    ) -> Self {
        Self { bare: bare.into(), verb: Some(verb), ..Self::is(subject, role, rest) }
    }

    /// Its words after the subject's name: `dies`, of several `die`.
    fn words(&self, of: Number) -> String {
        format!("{}{}", self.verb.map_or("", |verb| verb.says(of)), self.says)
    }

    /// Damage dealt: `6`, `Orc 2 takes 6`.
    pub fn harm(subject: Subject, amount: i32) -> Self {
        let told = Self::verb(subject, Role::Harm, amount.to_string(), Verb::TAKE, format!(" {amount}"));
        Self { amount: Some(amount), ..told }
    }

    /// Adds the amount of another.
    pub fn add(&mut self, other: &Self) {
        if let (Some(amount), Some(more)) = (self.amount, other.amount) {
            *self = Self::harm(self.subject, amount.saturating_add(more));
        }
    }

    /// A noun: `Ana: −2 to hit`.
    pub fn thing(subject: Subject, role: Role, says: impl Into<String>) -> Self {
        Self { noun: true, ..Self::is(subject, role, says) }
    }

    /// Words without a subject.
    pub fn whole(role: Role, says: impl Into<String>) -> Self {
        Self::is(Subject::Nobody, role, says)
    }
}

/// A roll as shown in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Roll {
    /// The total and the number to reach.
    Versus(i32, i32),
    /// The total, the number not to exceed, and whether it succeeded.
    Within(i32, i32, bool),
    /// A natural roll that decides by itself.
    Natural(i32),
    /// An automatic success without a roll.
    None,
}

/// The state of an attack.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Blow {
    pub hits: bool,
    /// Whether a defence was tried, and whether it succeeded.
    pub defended: Option<bool>,
    /// Whether its damage has been added.
    pub harmed: bool,
    /// Whether its final result has been added.
    pub settled: bool,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Walk {
    /// Whether it leads away from the target, or from the nearest combatant.
    pub away: bool,
    pub far: Tenths,
    /// The combatant it engages.
    pub meets: Option<CombatantId>,
    /// A combatant and the distance to it after the move.
    pub off: Option<(CombatantId, Tenths)>,
}

/// The head of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// None: only outcomes of something reported before.
    None,
    /// The start of a round: its number, the initiative of the sides.
    Round(u32, String),
    /// Complete words.
    Words(Role, String),
    /// A deed: `hits`, ` Goblin 2 with sword`.
    Deed { verb: Verb, rest: String },
    /// A move, with its verb.
    Walk(Verb, Walk),
    /// An attack: ` Goblin 2 with sword`.
    Blow(String),
    /// A pass.
    Pass,
}

/// One line of the log before rendering; several combatants that did the same share one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub(super) who: Vec<CombatantId>,
    pub(super) target: Option<CombatantId>,
    pub(super) head: Head,
    pub(super) blow: Option<Blow>,
    pub(super) rolls: Vec<Roll>,
    pub(super) outcomes: Vec<Outcome>,
    /// Seconds spent.
    pub(super) seconds: u32,
    /// The number of hits, if hits and misses are shown together.
    pub(super) hits: Option<usize>,
    /// The positions of its events, in order.
    pub places: Vec<LogAt>,
    /// The positions of rolls behind it that are shown elsewhere or not at all.
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

    /// Whether the combatant is an actor of it.
    pub(super) fn is_by(&self, who: CombatantId) -> bool {
        self.who.contains(&who)
    }

    /// Returns the position of its newest event, which is its position in the log.
    pub fn at(&self) -> LogAt {
        self.places.last().copied().unwrap_or_default()
    }

    /// Returns the round that begins with it.
    pub fn round(&self) -> Option<u32> {
        match self.head {
            Head::Round(round, _) => Some(round),
            _ => None,
        }
    }

    /// Whether an event is part of it.
    pub fn tells(&self, at: LogAt) -> bool {
        self.places.first().is_some_and(|first| *first <= at) && at <= self.at()
    }

    /// Returns the places of the acts in which it can be changed: those of the rolls behind it, if they are
    /// elsewhere.
    pub fn acts(&self) -> Vec<usize> {
        let places = if self.behind.is_empty() { &self.places } else { &self.behind };
        let mut acts: Vec<usize> = places.iter().map(|at| at.0).collect();
        acts.dedup();
        acts
    }

    /// Whether there is anything to show.
    pub(super) fn is_told(&self) -> bool {
        !matches!(self.head, Head::None) || !self.outcomes.is_empty()
    }

    /// Renders it.
    pub fn line(&self, e: &Encounter, unit: &str) -> LogLine {
        let mut line = LogLine::default();
        self.add_head(e, unit, &mut line);
        self.add_rolls(&mut line);
        let told = |blow: &&Blow| !matches!(self.head, Head::Blow(_)) && blow.defended != Some(true);
        if let Some(blow) = self.blow.as_ref().filter(told) {
            let role = if blow.hits { Role::Good } else { Role::Dim };
            line.part(role, &of_roll(Purpose::Attack(0)).verdict(blow.hits).text());
        }
        if let Some(hits) = self.hits {
            line.part(Role::Good, &if hits == 0 { "none hits".into() } else { format!("{hits} hit") });
        }
        self.add_outcomes(e, &mut line);
        if self.seconds > 0 && self.head != Head::Pass {
            line.part(Role::Aside, &format!("{} s", self.seconds));
        }
        line
    }

    fn add_head(&self, e: &Encounter, unit: &str, line: &mut LogLine) {
        let number = Number::of(self.who.len());
        match &self.head {
            Head::None => {}
            Head::Round(n, order) if order.is_empty() => {
                line.push(Role::Round, format!("── Round {n} ──"))
            }
            Head::Round(n, order) => line.push(Role::Round, format!("── Round {n} · {order} ──")),
            Head::Words(role, text) => line.push(*role, text.clone()),
            Head::Pass => {
                line.push(Role::Dim, words::they_do(e, &self.who, Verb::PASS.alone()));
            }
            Head::Deed { verb: does, rest } => {
                line.push(Role::Actor, among(e, &self.who));
                line.push(Role::Plain, format!(" {}{rest}", does.says(number)));
            }
            Head::Blow(rest) => {
                line.push(Role::Actor, among(e, &self.who));
                let (role, does) = self.blow_verb();
                line.push(role, format!(" {}", does.says(number)));
                line.push(Role::Plain, rest.clone());
            }
            Head::Walk(does, walk) => {
                line.push(Role::Actor, among(e, &self.who));
                add_walk(e, unit, walk, *does, number, self.target, line);
            }
        }
    }

    /// Returns the verb of a blow, which carries its outcome; a defended blow neither hits nor misses.
    fn blow_verb(&self) -> (Role, Verb) {
        match &self.blow {
            _ if self.hits.is_some() => (Role::Plain, Verb::ATTACK),
            Some(Blow { defended: Some(true), .. }) => (Role::Plain, Verb::ATTACK),
            Some(Blow { hits: true, .. }) => (Role::Good, Verb::HIT),
            Some(_) => (Role::Dim, Verb::MISS),
            None => (Role::Plain, Verb::ATTACK),
        }
    }

    /// Adds the rolls; those against the same number share it: `10, 7, 4 vs 16`.
    fn add_rolls(&self, line: &mut LogLine) {
        for same in self.rolls.chunk_by(|a, b| a.against() == b.against() && a.against().is_some()) {
            let totals: Vec<String> = same.iter().map(Roll::total).collect();
            let totals = match same.iter().map(Roll::value).max() {
                Some(best) if same.len() > MANY => format!("best of {} {best}", same.len()),
                _ => totals.join(", "),
            };
            let text = format!("{totals}{}", same.first().map_or_else(String::new, Roll::need));
            line.part(Role::Roll, &text);
        }
    }

    /// Adds the outcomes: the target's without its name, and those of subjects to whom the same happened together.
    fn add_outcomes(&self, e: &Encounter, line: &mut LogLine) {
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
        if self.hits.is_some() {
            // Of several blows, what they did to the target is one sum: it stands behind how many hit.
            let target = self.target.map(Subject::One);
            groups.sort_by_key(|(subjects, _)| subjects.first().copied() != target);
        }
        for (subjects, all) in groups {
            self.add_group(e, &subjects, &all, line);
        }
    }

    fn add_group(&self, e: &Encounter, subjects: &[Subject], all: &[&Outcome], line: &mut LogLine) {
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
        let name = if alone { String::new() } else { format!("{}{colon} ", subject_names(e, subjects)) };
        // A side's name is a plural.
        let several = !matches!(subjects, [Subject::One(_)]);
        let number = if several { Number::Many } else { Number::One };
        let word = |outcome: &Outcome| if alone { outcome.bare.clone() } else { outcome.words(number) };
        for (nth, outcome) in all.iter().enumerate() {
            let name = if nth == 0 { name.as_str() } else { "" };
            line.part(outcome.role, &format!("{name}{}", word(outcome)));
        }
    }
}

fn same(one: &[&Outcome], other: &[&Outcome]) -> bool {
    let alike =
        |(a, b): (&&Outcome, &&Outcome)| (a.verb, &a.says, &a.bare) == (b.verb, &b.says, &b.bare);
    one.len() == other.len() && one.iter().zip(other).all(alike)
}

/// Returns a side's name, if the combatants are all of it and too many to name.
fn whole_side(e: &Encounter, ones: &[CombatantId]) -> Option<String> {
    let side = e.get(*ones.first()?)?.side;
    let all = e.all().filter(|c| c.side == side);
    let named: BTreeSet<CombatantId> = ones.iter().copied().collect();
    let whole =
        all.map(|c| named.contains(&c.id)).fold((true, 0), |(whole, n), has| (whole && has, n + 1));
    (whole == (true, ones.len()) && ones.len() > 3).then(|| words::side(e, side).to_string())
}

fn subject_names(e: &Encounter, subjects: &[Subject]) -> String {
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

/// Adds a move: `moves 20' toward Brea · 70' off`; `closes with Brea`; `runs 60' from Brea · 90' off`.
fn add_walk(
    e: &Encounter,
    unit: &str,
    walk: &Walk,
    verb: Verb,
    number: Number,
    target: Option<CombatantId>,
    line: &mut LogLine,
) {
    if let Some(whom) = walk.meets.filter(|_| !walk.away) {
        let closes = Verb::CLOSE.says(number);
        return line.push(Role::Plain, format!(" {closes} with {}", words::name(e, whom)));
    }
    let far = if walk.far > Tenths::default() { format!(" {}{unit}", walk.far) } else { String::new() };
    let off = walk.off.map(|(other, _)| other);
    let (way, whom) = match (walk.away, target.or(off)) {
        (_, None) => ("", ""),
        (true, Some(whom)) if verb == Verb::MOVE => (" away from ", words::name(e, whom)),
        (true, Some(whom)) => (" from ", words::name(e, whom)),
        (false, _) => target.map_or(("", ""), |whom| (" toward ", words::name(e, whom))),
    };
    line.push(Role::Plain, format!(" {}{far}{way}{whom}", verb.says(number)));
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

    fn value(&self) -> i32 {
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
