//! Experience awards.

/// The deeds of a combatant that earn experience.
#[derive(Debug, Clone, Copy)]
pub struct Feats<'a> {
    /// Its level.
    pub level: u32,
    /// Experience points before the award.
    pub xp: u32,
    /// The levels of the enemies it defeated.
    pub enemies: &'a [u32],
    /// Other points.
    pub other: u32,
}

/// The experience earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Award {
    /// Points earned.
    pub points: u32,
    /// New total.
    pub total: u32,
    /// New level.
    pub level: u32,
}
