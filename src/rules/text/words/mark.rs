//! Marks of notable events on the timeline.

use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Deed;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Effect;
use crate::rules::model::event::{Event, Rolled, SpellFate, Told};
use crate::rules::ruleset::about::{About, Family};

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
        let criticals = about.has_criticals;
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
            Event::Afflicted(_, effect) if breaks(about, effect) => Some(Self::Broken),
            Event::Rolled(rolled) if about.has_criticals && is_critical(rolled) => Some(Self::Critical),
            Event::Told(Told::Spell(_, _, SpellFate::Cast)) => Some(Self::Spell),
            // Where spells are attack lines, only the deed reports them.
            Event::Told(Told::Deed(_, Deed::Cast, ..)) if about.family == Family::Wounds => {
                Some(Self::Spell)
            }
            _ => None,
        }
    }
}

fn breaks(about: &About, effect: &Effect) -> bool {
    about.condition(effect.condition).is_some_and(|rule| rule.breaks)
}

/// Whether the roll is a natural 20 that hits.
fn is_critical(rolled: &Rolled) -> bool {
    let best = rolled.dice == Some(20);
    matches!(rolled.purpose, Purpose::Attack(_)) && best && rolled.outcome.succeeded()
}
