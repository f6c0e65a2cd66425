//! A ruleset's description of itself, as data: names, sequence, options, rule texts, conditions, reasons.

use super::award::{Award, Feats};
use super::deed::Rows;
use super::laid::Laid;
use crate::notation::Later;
use crate::rules::model::block::ability::Ability;
use crate::rules::model::block::attribute::AttributeRow;
use crate::rules::model::block::d20::{Armour, Class, Race, Tag, Trait};
use crate::rules::model::block::tag::TagRow;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Deed;
use crate::rules::model::condition::ConditionRow;
use crate::rules::model::counter::{Counter, CounterRow};
use crate::rules::model::custom::Stat;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RefusalRow, RuleError};
use crate::rules::model::fault::Fault;
use crate::rules::model::ids::{CombatantId, RulesetId, Text};
use crate::rules::model::moment::Second;
use crate::rules::model::name::{Entry, Name, WordKind};
use crate::rules::model::option::OptionRow;
use crate::rules::model::tally::{Reason, ReasonRow, Tally};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use crate::rules::model::word::{Vocabulary, Word};
use ron::error::SpannedError;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A subject for which a rule can be cited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Topic {
    /// A roll; weapon, category and the like are ignored.
    Roll(Purpose),
    /// A deed, whose row has its rule.
    #[serde(skip)]
    Deed(Deed),
    /// A round or a step of it begins or is skipped.
    Sequence,
    /// Time passes.
    Time,
    /// The order of acting.
    Order,
    /// Loss of hit points.
    Harm,
    /// Healing.
    Healing,
    /// A wound, or damage without one.
    Wound,
    /// A combatant is out of the fight.
    Fall,
    /// Combatants engage or disengage.
    Melee,
    /// The distance between two combatants or the sides.
    Distance,
    /// The distance a combatant moved.
    Walk,
    /// Seconds of a turn are spent.
    Seconds,
    /// An act carries over into the next turn, or is lost.
    CarriedOver,
    /// A spell.
    Spell,
    /// The reaction roll.
    Reaction,
    /// A side or a combatant breaks or holds.
    Morale,
    /// A chase.
    Pursuit,
    /// Something thrown scatters.
    Scatter,
    /// A combatant's cover is struck.
    Cover,
    /// Pending consequences take effect.
    Outcome,
    /// Gear breaks, jams or is used up.
    Gear,
    /// Experience.
    Experience,
}

/// The family of a ruleset's stat blocks, which selects its bestiary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Family {
    /// Hit points, armour class, saving throws.
    #[default]
    D20,
    /// Toughness, wounds, will.
    Wounds,
}

/// What shows a critical hit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum CriticalSign {
    /// A natural 20 that hits.
    Natural20,
    /// A result told by this rule, or a roll on its table.
    Rule(Text),
}

/// What a ruleset gives to be changed: the text of its asset, and how its tables are read.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    /// The text of `assets/rulesets/<id>.ron`.
    pub text: &'static str,
    /// Reads the part `tables` of such a text.
    pub tables: fn(&str) -> Result<Box<dyn Any + Send + Sync>, SpannedError>,
}

impl Source {
    /// Nothing: for rules without an asset.
    pub const NONE: Self = Self { text: "()", tables: |_| Ok(Box::new(())) };
}

/// The text of a refusal that the ruleset does not know.
const NO_TEXT: &str = "That cannot be done now";

/// A ruleset's description of itself: the general half of `assets/rulesets/<id>.ron`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The ruleset.
    pub id: RulesetId,
    /// Its title.
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
    /// Whether the order of initiative lasts for the whole encounter, not just for a round.
    #[serde(default)]
    pub order_lasts: bool,
    /// Whether a saving throw that may end an effect comes before effects that lapse at the same moment, so that they
    /// still count for it.
    #[serde(default)]
    pub saves_first: bool,
    /// What shows a critical hit; `None`: the rules have none.
    #[serde(default)]
    pub criticals: Option<CriticalSign>,
    /// Whether each combatant has its own initiative count, counted down.
    #[serde(default)]
    pub counts_down: bool,
    /// The suffix for distances: `'`.
    pub unit: Text,
    /// The lowest hit points a combatant can have left, and the highest maximum; wounds are unlimited.
    #[serde(default = "hit_points")]
    pub hit_points: (i32, i32),
    /// The maximum length of a combatant's name.
    #[serde(default = "letters")]
    pub longest_name: usize,
    /// Computes an experience award; `None`: the rules have none.
    #[serde(skip)]
    pub award: Option<fn(&Feats) -> Award>,
    /// The length of a combatant's step, the unit its moves are counted in; `None`: one unit of distance.
    #[serde(skip)]
    pub step: Option<fn(&Encounter, CombatantId) -> Tenths>,
    /// Returns the modifier of an ability; `None`: the rules have none.
    #[serde(skip)]
    pub ability: Option<fn(&Encounter, CombatantId, Ability) -> i32>,
    /// What a house book may change.
    #[serde(skip, default = "no_source")]
    pub source: Source,
    /// The house book that is laid over the ruleset, if this is its description then.
    #[serde(skip)]
    pub laid: Option<&'static Laid>,
    /// Foes at this distance or nearer are in melee.
    #[serde(default)]
    pub melee_distance: i32,
    /// The usual starting distance between the sides, in rulesets that do not roll it; the form asks for it.
    #[serde(default)]
    pub meets_at: Option<i32>,
    /// Whether each combatant has turns of its own, which are not those of the clock.
    #[serde(default)]
    pub own_turns: bool,
    /// The names of the phases that it calls otherwise than usual.
    #[serde(default)]
    pub phases: BTreeMap<Phase, Text>,
    /// The combat sequence, in printed lines.
    pub sequence: Vec<Text>,
    /// All rules, with ids as in the catalogue.
    pub rules: Later<Vec<Rule>>,
    /// All options.
    #[serde(skip)]
    pub options: Vec<&'static OptionRow>,
    /// All character classes.
    #[serde(default)]
    pub classes: Vec<Class>,
    /// All races.
    #[serde(default)]
    pub races: Vec<Race>,
    /// The names of all armours.
    #[serde(default)]
    pub armours: BTreeMap<Armour, Text>,
    /// The traits it uses.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// The tags of attack lines it uses.
    #[serde(skip)]
    pub tags: Vocabulary<TagRow>,
    /// The attributes of creatures and attack lines that it uses.
    #[serde(skip)]
    pub attributes: Vocabulary<AttributeRow>,
    /// All conditions.
    #[serde(skip)]
    pub conditions: Vocabulary<ConditionRow>,
    /// The totals that custom effects may add to, with their labels.
    #[serde(default)]
    pub heads: Vec<(Stat, Text)>,
    /// All counters.
    #[serde(skip)]
    pub counters: Vocabulary<CounterRow>,
    /// The marks the referee sets on sides before a fight, or when a new group arrives.
    #[serde(default)]
    pub side_marks: Vec<SideMark>,
    /// All reasons.
    #[serde(skip)]
    pub reasons: Vocabulary<ReasonRow>,
    /// The deeds.
    #[serde(skip, default = "no_deeds")]
    pub deeds: &'static Rows,
    /// The rules to cite for other subjects without a tally.
    #[serde(default)]
    pub cites: Vec<(Text, Vec<Topic>)>,
    /// All refusals.
    #[serde(skip)]
    pub refusals: Vocabulary<RefusalRow>,
}

/// How a rule is implemented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RuleMode {
    /// wardrum applies it.
    Auto,
    /// wardrum applies it with facts from the referee.
    Assisted,
    /// For reference only.
    Reference,
}

/// A rule, in our own words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id in the catalogue: `bx.movement.retreat`.
    pub id: Text,
    /// A short title.
    pub title: Text,
    /// What a blow is called that is struck out of turn by this rule; absent: the title.
    #[serde(default)]
    pub label: Option<Text>,
    /// How it is implemented.
    pub mode: RuleMode,
    /// Its text.
    pub text: Text,
}

/// A printed table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The rule it belongs to.
    pub rule: Text,
    /// Its title, with an explanation of symbols.
    pub title: Text,
    /// The column headings.
    pub head: Vec<Text>,
    /// The cells, one per heading; not in the file, but generated from the ruleset's figures.
    #[serde(skip)]
    pub rows: Vec<Vec<String>>,
}

/// A mark the referee may set on a side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideMark {
    /// The counter that stores it.
    pub counter: Counter,
    /// Its title.
    pub title: Text,
    /// The meaning of each value, from 0 on.
    pub values: Vec<Text>,
}

impl Table {
    /// Creates a table.
    pub fn new(rule: &str, title: &str, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|word| (*word).into()).collect();
        Self { rule: rule.into(), title: title.into(), head, rows }
    }
}

fn hit_points() -> (i32, i32) {
    (-9999, 9999)
}

fn no_source() -> Source {
    Source::NONE
}

fn no_deeds() -> &'static Rows {
    Rows::NONE
}

fn letters() -> usize {
    usize::MAX
}

impl About {
    /// Returns the melee distance, as a distance on the line.
    #[inline]
    pub fn melee(&self) -> Tenths {
        Tenths::whole(self.melee_distance)
    }

    /// Returns the length of that many of the combatant's steps, as a distance on the line.
    pub fn walked(&self, e: &Encounter, who: CombatantId, steps: u32) -> Tenths {
        let step = self.step.map_or(Tenths::whole(1), |step| step(e, who));
        Tenths(step.0.saturating_mul(i32::try_from(steps).unwrap_or(i32::MAX)))
    }

    /// Returns the suffix for the combatant's moves.
    pub fn steps(&self, e: &Encounter, who: CombatantId) -> String {
        match self.walked(e, who, 1) {
            Tenths(10) => self.unit.to_string(),
            step => format!(" squares of {step}{}", self.unit),
        }
    }

    /// Returns the highest possible maximum of hit points.
    pub fn most_hp(&self) -> i32 {
        self.hit_points.1
    }

    /// Returns the range of hit points left for that maximum, or of wounds taken.
    pub fn hp_left(&self, most: i32) -> RangeInclusive<i32> {
        match self.family {
            Family::D20 => self.hit_points.0..=most,
            Family::Wounds => 0..=i32::MAX,
        }
    }

    /// Returns the seconds in a turn.
    pub fn turn_seconds(&self) -> Second {
        self.turn_rounds.saturating_mul(self.round_seconds).max(1)
    }

    /// Returns the units of time with their seconds, shortest first. A turn is included if it is longer than a
    /// minute.
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

    /// Returns the rounds in a turn, if time is counted in turns.
    pub fn turns_of(&self) -> Option<u32> {
        (self.turn_seconds() > 60).then_some(self.turn_rounds)
    }

    /// Returns the rule with that id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| &*rule.id == id)
    }

    /// Returns the option with that id.
    pub fn option(&self, id: &str) -> Option<&'static OptionRow> {
        self.options.iter().copied().find(|option| option.id == id)
    }

    /// Returns the options set in fights created in the program, by id.
    pub fn usual_options(&self) -> BTreeMap<Text, Text> {
        let usual = |option: &&OptionRow| Some((option.id.into(), option.usual?.into()));
        self.options.iter().filter_map(usual).collect()
    }

    /// Returns the ruleset's definition of a condition.
    #[inline]
    pub fn condition(&self, condition: Condition) -> Option<Word<ConditionRow>> {
        self.conditions.find(*condition.name())
    }

    /// Returns the ruleset's definition of a condition, which must exist.
    ///
    /// # Errors
    /// The condition found, and what was expected.
    pub fn known(&self, condition: Condition) -> Result<Word<ConditionRow>, Fault> {
        let fault =
            || Fault::new("condition", format!("{condition:?}"), format!("one of {}", self.title));
        self.condition(condition).ok_or_else(fault)
    }

    /// Formats why something was refused, without a full stop: `Not in melee: free to move (it is asleep)`.
    pub fn why(&self, error: &RuleError) -> String {
        let text = self.refusal(error.refusal).map_or_else(|| NO_TEXT.into(), |row| row.to_string());
        let details = error.details().map_or_else(String::new, |details| format!(" ({details})"));
        text + &details
    }

    /// Returns the short form of a refusal: `Not in melee`.
    pub fn why_in_brief(&self, refusal: Refusal) -> &'static str {
        self.refusal(refusal).map_or(NO_TEXT, |row| row.brief)
    }

    /// Returns the label of a counter's amount on an effect, if it is reported.
    pub fn counted_as(&self, counter: Counter) -> Option<&'static str> {
        self.counters
            .find(*counter.name())
            .map(|word| word.row().label)
            .filter(|label| !label.is_empty())
    }

    /// Returns the counters that are kept in some way.
    pub fn kept(&self, how: fn(&CounterRow) -> bool) -> impl Iterator<Item = Counter> {
        self.counters.iter().filter(move |row| how(row)).map(|row| row.counter)
    }

    fn refusal(&self, refusal: Refusal) -> Option<Word<RefusalRow>> {
        self.refusals.find(*refusal.name())
    }

    /// Returns the row of a reason; `None` for what the referee named.
    pub fn reason(&self, reason: &Reason) -> Option<Word<ReasonRow>> {
        if let Reason::Of(name) = reason { self.reasons.find(*name) } else { None }
    }

    /// Looks up a name in the ruleset's vocabularies.
    pub fn entry(&self, kind: WordKind, name: Name) -> Option<Entry> {
        let has = match kind {
            WordKind::Condition => return self.conditions.find(name).map(|word| Entry::Row(word.row())),
            WordKind::Reason => self.reasons.find(name).is_some(),
            WordKind::Refusal => self.refusals.find(name).is_some(),
            WordKind::Counter => self.counters.find(name).is_some(),
            WordKind::Class => self.classes.contains(&name.into()),
            WordKind::Race => self.races.contains(&name.into()),
            WordKind::Trait => self.traits.contains(&name.into()),
            WordKind::Tag => self.tags.find(name).is_some(),
            WordKind::Armour => self.armours.contains_key(&name.into()),
            WordKind::Attribute => self.attributes.find(name).is_some(),
        };
        has.then_some(Entry::Name)
    }

    /// Whether it has the block's class, if any: classes of other rulesets are not accepted.
    pub fn serves(&self, block: &StatBlock) -> bool {
        let class = match block {
            StatBlock::D20(d20) => d20.block.class,
            StatBlock::Written(block) => block.class,
            StatBlock::Wounds(_) => None,
        };
        class.is_none_or(|class| self.classes.contains(&class))
    }

    /// Returns the name of an armour.
    pub fn armour(&self, armour: Armour) -> &str {
        self.armours.get(&armour).map_or("", |called| called)
    }

    /// Returns the name of a tag.
    pub fn tag(&self, tag: Tag) -> &'static str {
        self.tags.find(*tag.name()).map_or("", |word| word.row().label)
    }

    /// Returns the name of a phase.
    pub fn phase(&self, phase: Phase) -> &str {
        self.phases.get(&phase).map_or(phase.label(), |name| name)
    }

    /// Returns the label of a total that custom effects may add to.
    pub fn head(&self, head: Stat) -> Option<&str> {
        self.heads.iter().find(|(known, _)| *known == head).map(|(_, word)| &**word)
    }

    /// Whether the reason denotes one of several blows at one instant.
    pub fn sums_blows(&self, reason: &Reason) -> bool {
        self.reason(reason).is_some_and(|row| row.blow)
    }

    /// Returns the damage dealt, including any in excess of what the target could lose.
    pub fn dealt(&self, amount: i32, harm: &Tally) -> i32 {
        let spent = |reason: &Reason| self.reason(reason).is_some_and(|row| row.spent);
        let off: i32 = harm.terms().iter().filter(|term| spent(&term.0)).map(|term| term.1).sum();
        amount.saturating_sub(off)
    }

    /// Returns the id of the home rule that adds terms of that reason, if one of the house book does.
    pub fn home_rule(&self, reason: &Reason) -> Option<&'static str> {
        self.laid?.rules.iter().find(|rule| rule.reason == *reason).map(|rule| rule.id)
    }

    /// Returns the label of a reason.
    pub fn word<'a>(&'a self, reason: &'a Reason) -> &'a str {
        match reason {
            Reason::Named(name) => name,
            Reason::Share(share) => share.word(),
            reason => self.reason(reason).map_or("", |word| word.row().label),
        }
    }
}
