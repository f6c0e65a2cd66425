//! What a ruleset is to the house, and what it says of itself.

use super::combatant::{Counter, StatBlock};
use super::command::{Act, Command, Fact};
use super::effect::{Condition, Effect, Timer};
use super::encounter::Encounter;
use super::error::{Refusal, RuleError};
use super::event::{Event, Stop};
use super::ids::{CombatantId, Text};
use super::made::Head;
use super::moment::{Moment, Second, TIMED, When};
use super::offer::{FactField, Figure, Offer};
use super::registry::RulesetId;
use super::resolution::Resolution;
use super::tally::Reason;
use super::why::Subject;
use super::window::{Phase, Place, Slot, Window};
use super::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules of one game: decides, never records.
pub trait Ruleset: Sync {
    /// Names, sequence, options and rule texts.
    fn about(&self) -> &'static About;

    /// Every table that can be looked up, in the order of the rules; made when asked.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    /// A stat block with all its figures.
    ///
    /// # Errors
    /// Every fault in it, each with its field.
    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<RuleError>>;

    /// The first window after [`Encounter::place`] that somebody can use, gaps included.
    /// `None`: the round is over.
    fn next(&self, e: &Encounter) -> Option<Window>;

    /// A window that cannot wait: it opens on top of whatever is open.
    fn pressing(&self, _: &Encounter) -> Option<Window> {
        None
    }

    /// The window in which a due timer is settled. `None`: it only needs telling.
    fn due(&self, _: &Encounter, _: &Timer) -> Option<Window> {
        None
    }

    /// A window opened: what begins with it. No dice.
    fn opened(&self, _: &mut Resolution, _: &Window) {}

    /// A command was carried out: what follows of what it did, before the next window. No dice.
    fn aftermath(&self, _: &mut Resolution) {}

    /// A window closed: what ends with it. No dice.
    fn closed(&self, _: &mut Resolution, _: &Window) {}

    /// An effect lapsed: what follows of that. No dice.
    fn lapsed(&self, _: &mut Resolution, _: CombatantId, _: &Effect) {}

    /// When a condition ends that the referee brings for so many rounds, the present one counted.
    fn lasting(&self, e: &Encounter, _: CombatantId, _: Condition, rounds: u32) -> When {
        Moment::RoundEnd(e.round.max(1).saturating_add(rounds.max(1) - 1)).at(TIMED)
    }

    /// What one step forward does in the open window, where it does not just close it.
    fn forward(&self, _: &Encounter) -> Option<Act> {
        None
    }

    /// The slots are set by hand. No dice.
    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        r.emit(Event::Ordered(Arc::from(slots.to_vec())));
    }

    /// Runs a procedure; its window is closed already.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop>;

    /// A procedure is passed over: what has to be put away so that it is not asked again. No dice.
    fn waive(&self, _: &mut Resolution, _: &Window) {}

    /// Somebody came into a fight that runs: what follows of that. No dice.
    fn joined(&self, _: &mut Resolution, _: CombatantId) {}

    /// So many seconds went by outside the fight, the clock shows them already: what they heal. No
    /// dice.
    fn elapsed(&self, _: &mut Resolution, _: Second) {}

    /// The fight is over: how many seconds go by before anything else is done.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn ended(&self, _: &mut Resolution) -> Result<Second, Stop> {
        Ok(0)
    }

    /// Hit points are never fewer than that. `None`: they may go below 0.
    fn least_hp(&self) -> Option<i32> {
        None
    }

    /// Hit points left, or wounds taken, change by the referee's word: they are set, and what follows of them by the
    /// rules (death, recovery) is emitted.
    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32);

    /// Whether the combatant still owes an act in the open window.
    fn owes(&self, e: &Encounter, who: CombatantId) -> bool;

    /// What the combatant may do now, blocked deeds included with the reason.
    fn offers(&self, e: &Encounter, who: CombatantId) -> Vec<Offer>;

    /// Refuses a command, or lets it pass. Nothing else refuses.
    ///
    /// # Errors
    /// The first reason of the catalogue's list that applies.
    fn check(&self, e: &Encounter, c: &Command) -> Result<(), RuleError>;

    /// Carries out a command that `check` let pass.
    ///
    /// # Errors
    /// Only [`Stop::Roll`] and [`Stop::Choice`]: an answer is missing.
    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop>;

    /// The stations of the present round, for the rail.
    fn rail(&self, e: &Encounter) -> Vec<Station>;

    /// The combatant's figures as the table reads them (armour class, saves), with their terms.
    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure>;

    /// Those of them that are worth a column of the roster: asked for every row in sight.
    fn column(&self, _: &Encounter, _: CombatantId) -> Vec<Figure> {
        Vec::new()
    }

    /// Seconds left of its turn and all that a turn has, on its own clock, while that turn is open or
    /// kept for later; asked for every row in sight. `None`: it has no such turn now.
    fn purse(&self, _: &Encounter, _: CombatantId) -> Option<(Second, Second)> {
        None
    }

    /// What an act would cost now. `None`: these rules count no seconds for it.
    fn price(&self, _: &Encounter, _: &Act) -> Option<Price> {
        None
    }

    /// How many targets the act, as far as it is said, is aimed at by its offer: least and most.
    fn aims(&self, _: &Encounter, _: &Act, offer: &Offer) -> (usize, usize) {
        (offer.at.least, offer.at.most)
    }

    /// What is asked of the act, as far as it is said: by its offer, unless what was said already, such as
    /// the spell, brings facts of its own.
    fn asked(&self, _: &Encounter, act: &Act, offer: &Offer) -> Vec<FactField> {
        offer.asked(act.with).cloned().collect()
    }

    /// The single blows that the act, as far as it is said, is made of, each in a word; none: it is one
    /// whole.
    fn blows(&self, _: &Encounter, _: &Act) -> Vec<Text> {
        Vec::new()
    }

    /// Whether the act, as far as it is said, brings its targets an amount by one roll, so that one of
    /// them may take half of it, none or double.
    fn has_shares(&self, _: &Encounter, _: &Act) -> bool {
        false
    }

    /// What may be said of such a fact in that act, each with its words, where the rules or those who
    /// take part keep a list of it.
    fn choices(&self, _: &Encounter, _: &Act, _: &Fact) -> Vec<(Text, Fact)> {
        Vec::new()
    }

    /// What somebody of that level with so many points gets for enemies of those levels and so many
    /// other points, all at once. `None`: the rules say nothing of it.
    fn award(&self, _level: u32, _xp: u32, _enemies: &[u32], _other: u32) -> Option<Award> {
        None
    }

    /// Sides that can still fight one another; the end is proposed when fewer than two are left.
    fn sides_standing(&self, e: &Encounter) -> usize;
}

/// Seconds that an act takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// In all.
    pub takes: Second,
    /// Of them, those that this turn cannot pay any more.
    pub carried: Second,
}

/// What somebody has earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Award {
    /// Points.
    pub points: u32,
    /// Points it has then.
    pub total: u32,
    /// Its level then.
    pub level: u32,
}

/// One station of the rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Station {
    /// Whose part of the round it belongs to; empty for parts that are everybody's.
    pub heading: String,
    /// What happens there.
    pub phase: Phase,
    /// Where it stands in the round.
    pub place: Place,
}

/// The family of a ruleset's stat blocks: which bestiary it takes creatures from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Family {
    /// Hit points, armour class, saving throws.
    #[default]
    D20,
    /// Toughness, wounds, will.
    Wounds,
}

/// What a ruleset says of itself: the general half of `assets/rulesets/<id>.ron`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Which.
    pub id: RulesetId,
    /// Its name.
    pub title: Text,
    /// One sentence for the start screen.
    pub summary: Text,
    /// Seconds in a round.
    pub round_seconds: Second,
    /// Rounds in a turn.
    pub turn_rounds: u32,
    /// The family of its stat blocks.
    #[serde(default)]
    pub family: Family,
    /// The order of initiative holds for the whole encounter, not for a round.
    #[serde(default)]
    pub order_lasts: bool,
    /// The unit of distances, as written after a number: `'`.
    pub unit: Text,
    /// What its phases are called on the rail.
    pub phases: BTreeMap<Phase, Text>,
    /// The combat sequence as a referee would print it, a line each.
    pub sequence: Vec<Text>,
    /// Every rule, ids as in the catalogue.
    pub rules: Vec<Rule>,
    /// Every option.
    pub options: Vec<OptionRule>,
    /// Every condition and what it does.
    pub conditions: Vec<ConditionRule>,
    /// The totals that effects of the referee's making may add to, each in a word.
    #[serde(default)]
    pub heads: Vec<(Head, Text)>,
    /// What the referee marks sides with before a fight, or when a new group comes.
    #[serde(default)]
    pub side_marks: Vec<SideMark>,
    /// Which rule a reason cites, and its word in a sum.
    pub reasons: BTreeMap<Reason, Cited>,
    /// Which rule stands behind what rests on no sum.
    #[serde(default)]
    pub cites: Vec<(Text, Vec<Subject>)>,
    /// Each refusal in the referee's words.
    pub refusals: BTreeMap<Refusal, Text>,
}

/// How a rule comes into play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RuleMode {
    /// wardrum does it.
    Auto,
    /// wardrum does it with facts from the referee.
    Assisted,
    /// To look up.
    Reference,
}

/// A rule in our own words.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// As in the catalogue: `bx.movement.retreat`.
    pub id: Text,
    /// A short name.
    pub title: Text,
    /// How it comes into play.
    pub mode: RuleMode,
    /// What it says.
    pub text: Text,
}

/// A table as a referee would print it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The rule it belongs to.
    pub rule: Text,
    /// What it shows, and what its signs mean.
    pub title: Text,
    /// A word over each column.
    pub head: Vec<Text>,
    /// As many cells in each as the head has.
    pub rows: Vec<Vec<String>>,
}

/// An option of a ruleset.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionRule {
    /// As in the catalogue: `bx.option.morale`.
    pub id: Text,
    /// A short name.
    pub title: Text,
    /// What it changes.
    pub text: Text,
    /// Its values, `on` and `off` or words; the first stands unless another is set.
    pub values: Vec<Text>,
    /// Beside these any whole number from the least to the greatest.
    #[serde(default)]
    pub numbers: Option<(i32, i32)>,
}

impl OptionRule {
    /// Whether it can be set to that.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn accepts(&self, value: &str) -> Result<(), String> {
        let number = self.numbers.zip(value.parse::<i32>().ok());
        let fits = number.is_some_and(|((least, most), n)| (least..=most).contains(&n));
        if fits || self.values.iter().any(|known| &**known == value) {
            return Ok(());
        }
        let numbers = self.numbers.map(|(least, most)| format!(", or {least} to {most}"));
        let expected = format!("one of {}{}", self.values.join(", "), numbers.unwrap_or_default());
        Err(format!("{}: found \"{value}\", expected {expected}", self.id))
    }
}

/// What a condition keeps its bearer from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bar {
    /// Announcing anything.
    Declare,
    /// Moving at all.
    Move,
    /// Striking and shooting.
    Attack,
    /// Casting.
    Cast,
}

/// A condition in a ruleset's table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRule {
    /// Which.
    pub condition: Condition,
    /// What this ruleset calls it.
    pub name: Text,
    /// What it does, when it begins and when it ends.
    pub text: Text,
    /// What it keeps its bearer from.
    #[serde(default)]
    pub bars: Vec<Bar>,
    /// Hit in melee without a roll.
    #[serde(default)]
    pub helpless: bool,
    /// Cannot act, holds nobody in melee, counts as out of action for morale.
    #[serde(default)]
    pub out: bool,
    /// Bookkeeping: its beginning and end are not told.
    #[serde(default)]
    pub quiet: bool,
    /// The referee may set it by hand (others come and go with the rules).
    #[serde(default)]
    pub offered: bool,
    /// Where it holds toward somebody, that one is named: the word between the two (`by`), which may
    /// be empty. Absent: it is nobody's business.
    #[serde(default)]
    pub toward: Option<Text>,
}

/// A mark that the referee may put on a side.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideMark {
    /// What keeps it.
    pub counter: Counter,
    /// What it is called.
    pub title: Text,
    /// What each figure means, from 0 on.
    pub values: Vec<Text>,
}

/// What a reason in a sum is called, and the rule behind it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// The rule.
    pub rule: Text,
    /// The word in the sum: `retreating`.
    pub word: Text,
}

impl Table {
    /// A table with its words and cells.
    pub fn new(rule: &str, title: &str, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|word| (*word).into()).collect();
        Self { rule: rule.into(), title: title.into(), head, rows }
    }
}

impl About {
    /// Seconds in a turn.
    pub fn turn_seconds(&self) -> Second {
        self.turn_rounds.saturating_mul(self.round_seconds).max(1)
    }

    /// The rule with that id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| &*rule.id == id)
    }

    /// The option with that id.
    pub fn option(&self, id: &str) -> Option<&OptionRule> {
        self.options.iter().find(|option| &*option.id == id)
    }

    /// The value of an option: as it is set, else the standing one.
    pub fn value<'a>(&'a self, e: &'a Encounter, id: &str) -> &'a str {
        let standing = || self.option(id).and_then(|option| option.values.first());
        e.option(id).or_else(|| standing().map(|value| &**value)).unwrap_or("off")
    }

    /// What the ruleset says of a condition.
    pub fn condition(&self, condition: Condition) -> Option<&ConditionRule> {
        self.conditions.iter().find(|rule| rule.condition == condition)
    }

    /// What a phase is called.
    pub fn phase(&self, phase: Phase) -> &str {
        self.phases.get(&phase).map_or("", |name| name)
    }

    /// What a total is called that effects of the referee's making may add to.
    pub fn head(&self, head: Head) -> Option<&str> {
        self.heads.iter().find(|(known, _)| *known == head).map(|(_, word)| &**word)
    }

    /// What a reason is called.
    pub fn word<'a>(&'a self, reason: &'a Reason) -> &'a str {
        match reason {
            Reason::Named(name) => name,
            Reason::Share(share) => words::share(*share),
            reason => self.reasons.get(reason).map_or("", |cited| &cited.word),
        }
    }
}
