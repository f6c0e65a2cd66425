//! How much of a combatant the players know.

use super::combatant::Combatant;
use super::encounter::{Encounter, Hand, Side};
use super::ids::SideId;
use serde::{Deserialize, Serialize};

/// How much of a combatant the players know, as set by the referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Sight {
    /// Seen, and its name known.
    #[default]
    Known,
    /// Seen, but its name unknown.
    Unnamed,
    /// Its presence is unknown.
    Hidden,
}

impl Sight {
    /// All states, in the order a key cycles through them.
    pub const ALL: [Self; 3] = [Self::Known, Self::Unnamed, Self::Hidden];

    /// The display text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Known => "seen and named",
            Self::Unnamed => "seen, name unknown",
            Self::Hidden => "hidden",
        }
    }

    /// Returns the next state, wrapping around.
    pub fn next(self) -> Self {
        match self {
            Self::Known => Self::Unnamed,
            Self::Unnamed => Self::Hidden,
            Self::Hidden => Self::Known,
        }
    }

    /// Whether nothing is hidden from the players.
    pub fn is_known(&self) -> bool {
        *self == Self::Known
    }
}

impl Side {
    /// Whether the table plays it by hand: its dice are typed, or Enter asks before it acts.
    fn is_played_by_hand(&self) -> bool {
        self.hand == Hand::Typed || self.asks
    }
}

impl Encounter {
    /// Whether that side is the players': as set by the referee; otherwise, if some but not all sides are played by
    /// hand, whether it is one of them; otherwise whether it is the first of which the referee has not said.
    pub fn is_players(&self, id: SideId) -> bool {
        let Some(side) = self.side(id) else { return false };
        let by_hand = self.sides.iter().filter(|side| side.is_played_by_hand()).count();
        side.players.unwrap_or_else(|| match by_hand {
            n if n == 0 || n == self.sides.len() => {
                self.sides.iter().position(|side| side.players.is_none()) == Some(id.index())
            }
            _ => side.is_played_by_hand(),
        })
    }

    /// The combatants whose names the players may not see.
    pub fn nameless(&self) -> impl Iterator<Item = &Combatant> {
        self.all().filter(|c| !c.sight.is_known())
    }
}
