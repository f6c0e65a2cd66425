//! What the sides and the combatants are out to do.

use super::combatant::{Combatant, Standing};
use super::condition::Meaning;
use super::encounter::Encounter;
use super::ids::SideId;
use super::stance::Aim;

impl Encounter {
    /// Returns what a side is out to do toward another; `None` if nothing was rolled or said: it fights whoever fights
    /// it.
    pub fn aim_of_side(&self, side: SideId, toward: SideId) -> Option<Aim> {
        let stance = self.side(side)?.stance.filter(|stance| stance.holds(self.round, toward))?;
        Some(stance.aim)
    }

    /// Returns what a combatant is out to do toward a side: what its conditions mean comes first, then what was said of
    /// it, then its side's stance.
    pub fn aim_of(&self, c: &Combatant, toward: SideId) -> Option<Aim> {
        let own = || c.stance.filter(|stance| stance.holds(self.round, toward)).map(|stance| stance.aim);
        conduct(c).or_else(own).or_else(|| self.aim_of_side(c.side, toward))
    }

    /// Returns what a side is seen to do: what all of its standing members are out to do, if it is the same.
    pub fn common_aim(&self, side: SideId) -> Option<Aim> {
        let toward = self.side_ids().find(|other| *other != side)?;
        let mut aims =
            self.all().filter(|c| c.side == side && c.is_up()).map(|c| self.aim_of(c, toward));
        let first = aims.next()?;
        first.filter(|_| aims.all(|aim| aim == first))
    }

    /// Whether a side attacks another: it is out to fight, or nothing was said of it and the other side does not keep
    /// the peace. The surprised are attacked all the same.
    pub fn attacks(&self, side: SideId, other: SideId) -> bool {
        match self.aim_of_side(side, other) {
            Some(aim) => !aim.is_peaceful(),
            None => {
                let theirs = self.side(other).and_then(|side| side.stance);
                !theirs.is_some_and(|theirs| theirs.holds(self.round, side) && theirs.is_peaceful())
            }
        }
    }

    /// Whether at least two sides stand and none of them attacks another.
    pub fn is_at_peace(&self) -> bool {
        if self.sides.iter().all(|side| side.stance.is_none()) {
            return false;
        }
        let mut sides: Vec<SideId> = self.all().filter(|c| c.is_up()).map(|c| c.side).collect();
        sides.sort_unstable();
        sides.dedup();
        let others = |side: SideId| sides.iter().copied().filter(move |other| *other != side);
        let own = |c: &Combatant| c.stance.is_some_and(|stance| !stance.aim.is_peaceful());
        sides.len() > 1
            && !sides.iter().any(|side| others(*side).any(|other| self.attacks(*side, other)))
            && !self.all().any(|c| c.is_up() && own(c))
    }
}

/// What its standing and its conditions make it do, whatever its side does.
fn conduct(c: &Combatant) -> Option<Aim> {
    if c.standing == Standing::Surrendered {
        Some(Aim::Surrenders)
    } else if c.means(Meaning::GIVES_GROUND) {
        Some(Aim::GivesGround)
    } else if c.means(Meaning::LEAVES) {
        Some(Aim::Flees)
    } else {
        None
    }
}
