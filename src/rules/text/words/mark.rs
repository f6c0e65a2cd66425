//! Marks of notable events on the timeline.

use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::{Event, Rolled, SpellFate, Told};
use crate::rules::model::ids::Text;
use crate::rules::ruleset::about::{About, CriticalSign, Family};

/// A notable event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A combatant fell.
    Fallen,
    /// A combatant's morale broke.
    Broken,
    /// A critical hit, where the rules have them.
    Critical,
    /// A spell went off.
    Spell,
}

impl Mark {
    /// All marks, most important first.
    pub const ALL: [Self; 4] = [Self::Fallen, Self::Broken, Self::Critical, Self::Spell];

    /// The marks that occur in this ruleset.
    pub fn by(about: &About) -> impl Iterator<Item = Self> {
        let criticals = about.criticals.is_some();
        Self::ALL.into_iter().filter(move |mark| criticals || *mark != Self::Critical)
    }

    /// Its letter on the timeline.
    pub fn letter(self) -> char {
        match self {
            Self::Fallen => 'F',
            Self::Broken => 'M',
            Self::Critical => 'C',
            Self::Spell => 'S',
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fallen => "fallen",
            Self::Broken => "morale broken",
            Self::Critical => "critical hit",
            Self::Spell => "spell",
        }
    }

    /// Returns the mark of an event in this ruleset, if it is notable.
    pub fn of(about: &About, event: &Event) -> Option<Self> {
        match event {
            Event::Stood(_, Standing::Down | Standing::Dead) => Some(Self::Fallen),
            Event::Told(Told::Broke(_)) => Some(Self::Broken),
            Event::Afflicted(_, effect) if effect.condition.is(Meaning::BROKEN) => Some(Self::Broken),
            Event::Rolled(rolled) if is_critical(about, rolled) => Some(Self::Critical),
            Event::Told(Told::Row(_, rule, _)) if tells_critical(about, rule) => Some(Self::Critical),
            Event::Told(Told::Spell(_, _, SpellFate::Cast)) => Some(Self::Spell),
            // Where spells are attack lines, only the deed reports them.
            Event::Told(Told::Deed(_, Deed::Cast, ..)) if about.family == Family::Wounds => {
                Some(Self::Spell)
            }
            _ => None,
        }
    }
}

/// Whether the roll shows a critical hit.
fn is_critical(about: &About, rolled: &Rolled) -> bool {
    match about.criticals {
        None => false,
        Some(CriticalSign::Natural20) => {
            let best = rolled.dice == Some(20);
            matches!(rolled.purpose, Purpose::Attack(_)) && best && rolled.outcome.succeeded()
        }
        Some(CriticalSign::Rule(_)) => rolled.purpose == Purpose::Critical,
    }
}

/// Whether a result of that rule is a critical hit.
fn tells_critical(about: &About, rule: &Text) -> bool {
    matches!(&about.criticals, Some(CriticalSign::Rule(told)) if told == rule)
}
