//! What the players know of a combatant.

use super::combatant::Combatant;
use super::encounter::Encounter;
use super::ids::SideId;
use super::sight::Sight;

/// What the players know of a combatant, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Knowledge {
    /// Nothing, not even that it is there.
    Nothing,
    /// How it looks.
    Looks,
    /// Its name as well.
    Name,
    /// Its figures as well: it is one of their own.
    Figures,
}

impl Encounter {
    /// Whether that side is the players'. It is only if that was recorded: nothing else tells, neither the order of the
    /// sides nor who rolls their dice.
    pub fn is_players(&self, id: SideId) -> bool {
        self.side(id).is_some_and(|side| side.players == Some(true))
    }

    /// What the players know of a combatant: all that they see is decided here. Whoever comes over to their side keeps
    /// its figures to itself, and so does one of their own while it is on another.
    pub fn players_know(&self, c: &Combatant) -> Knowledge {
        match c.sight {
            Sight::Hidden => Knowledge::Nothing,
            Sight::Unnamed => Knowledge::Looks,
            Sight::Known if self.is_players(c.side) && c.own != Some(false) => Knowledge::Figures,
            Sight::Known => Knowledge::Name,
        }
    }

    /// The combatants whose names the players may not see.
    pub fn nameless(&self) -> impl Iterator<Item = &Combatant> {
        self.all().filter(|c| !c.sight.is_known())
    }
}
