//! What a ruleset says of itself, as data: names, sequence, options, rule texts, conditions, reasons.

use super::award::{Award, Feats};
use super::condition::ConditionRule;
use super::index::Index;
use crate::notation::Later;
use crate::rules::model::block::d20::{Armour, Attribute, Class, Race, Tag, Trait};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Deed;
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::Stat;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::{CombatantId, RulesetId, Text};
use crate::rules::model::moment::Second;
use crate::rules::model::name::{Kind, Name};
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What a rule can stand behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Topic {
    /// A roll; with which weapon, against what, is all one.
    Roll(Purpose),
    /// A deed.
    Deed(Deed),
    /// A round or a step of it begins, or is passed over.
    Sequence,
    /// Time goes by.
    Time,
    /// Who acts when.
    Order,
    /// Hit points are lost.
    Harm,
    /// Hit points come back.
    Healing,
    /// A wound, or none.
    Wound,
    /// A combatant is out of the fight.
    Fall,
    /// Two come into melee, or part.
    Melee,
    /// How far apart two are, or the sides.
    Distance,
    /// How far a combatant went.
    Walk,
    /// Seconds of a turn are spent.
    Seconds,
    /// An act goes on in the next turn, or is lost.
    CarriedOver,
    /// A spell.
    Spell,
    /// How the others take the meeting.
    Reaction,
    /// A side or a combatant of it breaks, or holds.
    Morale,
    /// A chase.
    Pursuit,
    /// Something thrown comes down elsewhere.
    Scatter,
    /// What hides a combatant is struck.
    Cover,
    /// What waited takes hold.
    Outcome,
    /// A thing breaks, jams, or is used up.
    Gear,
    /// Experience.
    Experience,
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
#[derive(Debug, Clone, Deserialize)]
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
    /// What ends at a moment still counts for the saving throw that may end an effect then.
    #[serde(default)]
    pub saves_first: bool,
    /// The best face of the die of an attack is more than a hit.
    #[serde(default)]
    pub has_criticals: bool,
    /// Everybody stands on a number of its own, and the numbers are counted down.
    #[serde(default)]
    pub counts_down: bool,
    /// The unit of distances, as written after a number: `'`.
    pub unit: Text,
    /// The least hit points that can be left, and the most there are; wounds have no end.
    #[serde(default = "hit_points")]
    pub hit_points: (i32, i32),
    /// The most letters a combatant's name may have.
    #[serde(default = "letters")]
    pub longest_name: usize,
    /// What a combatant earns; `None`: the rules say nothing of it.
    #[serde(skip)]
    pub award: Option<fn(&Feats) -> Award>,
    /// How long a step of somebody's is, in which what it moves is counted; `None`: one of that unit.
    #[serde(skip)]
    pub step: Option<fn(&Encounter, CombatantId) -> Tenths>,
    /// Foes that stand so far apart or nearer are in melee, in that unit.
    #[serde(default)]
    pub melee_distance: i32,
    /// How far apart the sides usually stand at first, in that unit, where the rules roll no distance: it is asked.
    #[serde(default)]
    pub meets_at: Option<i32>,
    /// What its phases are called on the rail.
    pub phases: BTreeMap<Phase, Text>,
    /// The combat sequence as a referee would print it, a line each.
    pub sequence: Vec<Text>,
    /// Every rule, ids as in the catalogue.
    pub rules: Later<Vec<Rule>>,
    /// Every option.
    pub options: Vec<OptionRule>,
    /// Every character class.
    #[serde(default)]
    pub classes: Vec<Class>,
    /// Every folk.
    #[serde(default)]
    pub races: Vec<Race>,
    /// Every armour, as it is called.
    #[serde(default)]
    pub armours: BTreeMap<Armour, Text>,
    /// What it asks of a creature.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// What it asks of an attack line, as it is called.
    #[serde(default)]
    pub tags: BTreeMap<Tag, Text>,
    /// The figures of a creature beside those of the family, each with the least and the most it may be.
    #[serde(default)]
    pub attributes: BTreeMap<Attribute, (i32, i32)>,
    /// The same of an attack line.
    #[serde(default)]
    pub line_attributes: BTreeMap<Attribute, (i32, i32)>,
    /// Every condition and what it does.
    pub conditions: Vec<ConditionRule>,
    /// The totals that custom effects may add to, each in a word.
    #[serde(default)]
    pub heads: Vec<(Stat, Text)>,
    /// What is counted beyond the round, each with what so many on an effect are called; empty: nobody is told.
    pub counters: BTreeMap<Counter, Text>,
    /// Which of them hold a round of the fight.
    #[serde(default)]
    pub rounds: Vec<Counter>,
    /// What the referee marks sides with before a fight, or when a new group comes.
    #[serde(default)]
    pub side_marks: Vec<SideMark>,
    /// Which rule a reason cites, and its word in a sum.
    pub reasons: BTreeMap<Reason, Cited>,
    /// Which rule stands behind what rests on no sum.
    #[serde(default)]
    pub cites: Vec<(Text, Vec<Topic>)>,
    /// Each refusal in the referee's words.
    pub refusals: BTreeMap<Refusal, Text>,
    #[serde(skip)]
    by_condition: Index,
    #[serde(skip)]
    by_option: Index,
}

/// How a rule comes into play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RuleMode {
    /// wardrum does it.
    Auto,
    /// wardrum does it with facts from the referee.
    Assisted,
    /// To look up.
    Reference,
}

/// A rule in our own words.
#[derive(Debug, Clone, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The rule it belongs to.
    pub rule: Text,
    /// What it shows, and what its signs mean.
    pub title: Text,
    /// A word over each column.
    pub head: Vec<Text>,
    /// As many cells in each as the head has; not written, but made of the ruleset's figures.
    #[serde(skip)]
    pub rows: Vec<Vec<String>>,
}

/// An option of a ruleset.
#[derive(Debug, Clone, Deserialize)]
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
    /// The value that a fight built in the program begins with, where most tables play otherwise than the book;
    /// absent: the first.
    #[serde(default)]
    pub usual: Option<Text>,
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

/// A mark that the referee may put on a side.
#[derive(Debug, Clone, Deserialize)]
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
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// The rule.
    pub rule: Text,
    /// The word in the sum: `retreating`.
    pub word: Text,
    /// It makes of a figure for all one for a single target.
    #[serde(default)]
    pub own: bool,
    /// It is one of several harms at one instant.
    #[serde(default)]
    pub blow: bool,
    /// It takes off what there was no more of to lose: the log tells of harm without it.
    #[serde(default)]
    pub spent: bool,
}

impl Table {
    /// A table with its words and cells.
    pub fn new(rule: &str, title: &str, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|word| (*word).into()).collect();
        Self { rule: rule.into(), title: title.into(), head, rows }
    }
}

fn hit_points() -> (i32, i32) {
    (-9999, 9999)
}

fn letters() -> usize {
    usize::MAX
}

impl About {
    /// Foes that stand so far apart or nearer are in melee, as a distance on the line.
    #[inline]
    pub fn melee(&self) -> Tenths {
        Tenths::whole(self.melee_distance)
    }

    /// So many of somebody's steps as a distance on the line.
    pub fn walked(&self, e: &Encounter, who: CombatantId, steps: u32) -> Tenths {
        let step = self.step.map_or(Tenths::whole(1), |step| step(e, who));
        Tenths(step.0.saturating_mul(i32::try_from(steps).unwrap_or(i32::MAX)))
    }

    /// What its moves are counted in, as written after a number.
    pub fn steps(&self, e: &Encounter, who: CombatantId) -> String {
        match self.walked(e, who, 1) {
            Tenths(10) => self.unit.to_string(),
            step => format!(" squares of {step}{}", self.unit),
        }
    }

    /// The most hit points there are.
    pub fn most_hp(&self) -> i32 {
        self.hit_points.1
    }

    /// The least and the most hit points that a combatant with so many in all can have left, or wounds that it can
    /// have taken.
    pub fn hp_left(&self, most: i32) -> RangeInclusive<i32> {
        match self.family {
            Family::D20 => self.hit_points.0..=most,
            Family::Wounds => 0..=i32::MAX,
        }
    }

    /// Seconds in a turn.
    pub fn turn_seconds(&self) -> Second {
        self.turn_rounds.saturating_mul(self.round_seconds).max(1)
    }

    /// What time is counted in by these rules, the least first: each unit with its seconds. A turn is one
    /// of them where it is longer than a minute.
    pub fn time_units(&self) -> Vec<(&'static str, Second)> {
        let (round, turn) = (self.round_seconds.max(1), self.turn_seconds());
        let mut units = vec![("round", round), ("minute", 60), ("turn", turn), ("hour", 3600)];
        units.retain(|(unit, seconds)| match *unit {
            "minute" => round != *seconds,
            "turn" => *seconds > 60,
            _ => true,
        });
        units
    }

    /// Rounds in a turn, where time is counted in turns.
    pub fn turns_of(&self) -> Option<u32> {
        (self.turn_seconds() > 60).then_some(self.turn_rounds)
    }

    /// The rule with that id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| &*rule.id == id)
    }

    /// The option with that id.
    pub fn option(&self, id: &str) -> Option<&OptionRule> {
        self.by_option.row(&self.options, |option| &*option.id, id)
    }

    /// Options with which a fight built in the program begins, by id.
    pub fn usual_options(&self) -> BTreeMap<Text, Text> {
        let usual = |option: &OptionRule| Some((option.id.clone(), option.usual.clone()?));
        self.options.iter().filter_map(usual).collect()
    }

    /// The value of an option: as it is set, else the standing one.
    pub fn value<'a>(&'a self, e: &'a Encounter, id: &str) -> &'a str {
        let standing = || self.option(id).and_then(|option| option.values.first());
        e.option(id).or_else(|| standing().map(|value| &**value)).unwrap_or("off")
    }

    /// Whether the option is on.
    pub fn on(&self, e: &Encounter, id: &str) -> bool {
        self.is(e, id, "on")
    }

    /// Whether the option stands at that value.
    pub fn is(&self, e: &Encounter, id: &str, wanted: &str) -> bool {
        self.value(e, id) == wanted
    }

    /// The option as a number; `otherwise` where it is none.
    pub fn number(&self, e: &Encounter, id: &str, otherwise: i32) -> i32 {
        self.value(e, id).parse().unwrap_or(otherwise)
    }

    /// What the ruleset says of a condition.
    #[inline]
    pub fn condition(&self, condition: Condition) -> Option<&ConditionRule> {
        self.by_condition.row(&self.conditions, |rule| &rule.condition, &condition)
    }

    /// The same, where it must have it.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn known(&self, condition: Condition) -> Result<&ConditionRule, String> {
        let fault = || format!("condition: found {condition:?}, expected one of {}", self.title);
        self.condition(condition).ok_or_else(fault)
    }

    /// What so many of that counter on an effect are called, where it is told at all.
    pub fn counted_as(&self, counter: Counter) -> Option<&Text> {
        self.counters.get(&counter).filter(|called| !called.is_empty())
    }

    /// Whether the ruleset has such a name.
    pub fn knows(&self, kind: Kind, name: Name) -> bool {
        match kind {
            Kind::Condition => self.condition(name.into()).is_some(),
            Kind::Reason => self.reasons.contains_key(&Reason::Of(name)),
            Kind::Refusal => self.refusals.contains_key(&name.into()),
            Kind::Counter => self.counters.contains_key(&name.into()),
            Kind::Class => self.classes.contains(&name.into()),
            Kind::Race => self.races.contains(&name.into()),
            Kind::Trait => self.traits.contains(&name.into()),
            Kind::Tag => self.tags.contains_key(&name.into()),
            Kind::Armour => self.armours.contains_key(&name.into()),
            Kind::Attribute => {
                let of = [&self.attributes, &self.line_attributes];
                of.iter().any(|bounds| bounds.contains_key(&name.into()))
            }
        }
    }

    /// Whether it knows of the class of such a one, if that has any: classes of other rulesets cannot come in.
    pub fn serves(&self, block: &StatBlock) -> bool {
        let class = match block {
            StatBlock::D20(d20) => d20.block.class,
            StatBlock::Written(block) => block.class,
            StatBlock::Wounds(_) => None,
        };
        class.is_none_or(|class| self.classes.contains(&class))
    }

    /// What an armour is called.
    pub fn armour(&self, armour: Armour) -> &str {
        self.armours.get(&armour).map_or("", |called| called)
    }

    /// What a mark of an attack line is called.
    pub fn tag(&self, tag: Tag) -> &str {
        self.tags.get(&tag).map_or("", |called| called)
    }

    /// Whether it is what its bearer says it means to do.
    pub fn declares(&self, effect: &Effect) -> bool {
        self.condition(effect.condition).is_some_and(|rule| rule.declares)
    }

    /// What a phase is called.
    pub fn phase(&self, phase: Phase) -> &str {
        self.phases.get(&phase).map_or("", |name| name)
    }

    /// What a total is called that custom effects may add to.
    pub fn head(&self, head: Stat) -> Option<&str> {
        self.heads.iter().find(|(known, _)| *known == head).map(|(_, word)| &**word)
    }

    /// Whether that term is one of several harms at one instant.
    pub fn sums_blows(&self, reason: &Reason) -> bool {
        self.reasons.get(reason).is_some_and(|cited| cited.blow)
    }

    /// What harm of that amount came to, whatever there was left to lose.
    pub fn dealt(&self, amount: i32, harm: &Tally) -> i32 {
        let spent = |reason: &Reason| self.reasons.get(reason).is_some_and(|cited| cited.spent);
        let off: i32 = harm.terms().iter().filter(|term| spent(&term.0)).map(|term| term.1).sum();
        amount.saturating_sub(off)
    }

    /// What a reason is called.
    pub fn word<'a>(&'a self, reason: &'a Reason) -> &'a str {
        match reason {
            Reason::Named(name) => name,
            Reason::Share(share) => share.word(),
            reason => self.reasons.get(reason).map_or("", |cited| &cited.word),
        }
    }
}
