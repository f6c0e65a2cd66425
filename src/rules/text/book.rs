//! A ruleset as a rule book: rules, options and conditions with their tables, for lookup.

use crate::rules::model::condition::ConditionRow;
use crate::rules::model::ids::Text;
use crate::rules::model::option::OptionRow;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::{About, Rule, RuleMode, Table};

/// An entry of the rule book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The title of the ruleset.
    pub game: Text,
    /// The rule id: `bx.movement.retreat`.
    pub id: Text,
    /// A short title.
    pub title: Text,
    /// Its text.
    pub text: String,
    /// How it is implemented, or what kind of entry it is; not searched.
    pub note: &'static str,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// Returns all entries of a ruleset: rules, then options, then conditions.
pub fn entries(book: &dyn Ruleset) -> Vec<Entry> {
    let about = book.about();
    let tables = book.tables();
    let rules = about.rules.iter().map(|rule| Entry::rule(about, rule, &tables));
    // The option that switches a home rule is told with the rule.
    let options = about.options.iter().filter(|option| about.rule(option.id).is_none());
    let options = options.map(|option| Entry::option(about, option));
    let conditions = about.conditions.iter().map(|condition| Entry::condition(about, &condition));
    rules.chain(options).chain(conditions).collect()
}

/// Returns the id of a condition's entry: `bx.condition.prone`.
pub fn condition_id(about: &About, condition: &ConditionRow) -> Text {
    format!("{}.condition.{}", about.id.name(), condition.label.replace(' ', "-")).into()
}

impl Entry {
    fn rule(about: &About, rule: &Rule, tables: &[Table]) -> Self {
        let own = tables.iter().filter(|table| table.rule == rule.id).cloned();
        Self {
            game: about.title.clone(),
            id: rule.id.clone(),
            title: rule.title.clone(),
            text: rule.text.to_string(),
            note: mode_note(rule.mode),
            tables: own.collect(),
        }
    }

    fn option(about: &About, option: &OptionRow) -> Self {
        Self {
            game: about.title.clone(),
            id: option.id.into(),
            title: option.title.into(),
            text: format!("{}\n\nValues: {}.", option.text, option.values.join(", ")),
            note: "An option; the first value is the default.",
            tables: Vec::new(),
        }
    }

    fn condition(about: &About, condition: &ConditionRow) -> Self {
        Self {
            game: about.title.clone(),
            id: condition_id(about, condition),
            title: condition.label.into(),
            text: condition.text.to_string(),
            note: "A condition.",
            tables: Vec::new(),
        }
    }

    /// The part of the id between the ruleset's and the entry's own.
    pub fn chapter(&self) -> &str {
        self.id.split('.').nth(1).unwrap_or("")
    }

    /// Ranks a search: returns the first place that contains all words (given in lower case): 0 the id, 1 the title,
    /// 2 id, title and text, 3 also the tables. `None` if there is none.
    pub fn rank(&self, words: &[String]) -> Option<usize> {
        let text = format!("{} {} {}", self.id, self.title, self.text);
        let cells = self.tables.iter().flat_map(|table| table.rows.iter().flatten());
        let all = cells.fold(text.clone(), |all, cell| all + " " + cell);
        let places = [&*self.id, &*self.title, &*text, &*all].map(str::to_lowercase);
        places.iter().position(|place| words.iter().all(|word| place.contains(word)))
    }
}

fn mode_note(mode: RuleMode) -> &'static str {
    match mode {
        RuleMode::Auto => "Applied automatically.",
        RuleMode::Assisted => "Applied with facts from the referee.",
        RuleMode::Reference => "Reference only.",
    }
}
