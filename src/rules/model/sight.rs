//! How much of a combatant the players know.

use super::combatant::Combatant;
use super::encounter::{Encounter, Hand, Side};
use super::ids::SideId;
use serde::{Deserialize, Serialize};

/// How much of a combatant the players know, by the referee's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Sight {
    /// They see it and know its name.
    #[default]
    Known,
    /// They see it, but do not know its name.
    Unnamed,
    /// They do not know that it is there.
    Hidden,
}

impl Sight {
    /// All of them, in the order in which one key goes through them.
    pub const ALL: [Self; 3] = [Self::Known, Self::Unnamed, Self::Hidden];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Known => "seen and named",
            Self::Unnamed => "seen, name unknown",
            Self::Hidden => "hidden",
        }
    }

    /// The next one, around.
    pub fn next(self) -> Self {
        match self {
            Self::Known => Self::Unnamed,
            Self::Unnamed => Self::Hidden,
            Self::Hidden => Self::Known,
        }
    }

    /// Whether nothing is kept from the players.
    pub fn is_known(&self) -> bool {
        *self == Self::Known
    }
}

impl Side {
    /// Somebody of the table has a hand in it: its dice are typed, or Enter asks before it acts.
    fn is_played_by_hand(&self) -> bool {
        self.hand == Hand::Typed || self.asks
    }
}

impl Encounter {
    /// Whether that side is the players': as the referee said; else whether it is played by hand while
    /// another is not; where that tells nothing, the first side is theirs.
    pub fn is_players(&self, id: SideId) -> bool {
        let Some(side) = self.side(id) else { return false };
        let by_hand = self.sides.iter().filter(|side| side.is_played_by_hand()).count();
        side.players.unwrap_or_else(|| match by_hand {
            n if n == 0 || n == self.sides.len() => id.index() == 0,
            _ => side.is_played_by_hand(),
        })
    }

    /// Those of whom the players may not read the name.
    pub fn nameless(&self) -> impl Iterator<Item = &Combatant> {
        self.all().filter(|c| !c.sight.is_known())
    }
}
