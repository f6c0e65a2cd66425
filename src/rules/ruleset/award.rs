//! Experience: what it is reckoned from, and what comes of it.

/// What a combatant of a level did.
#[derive(Debug, Clone, Copy)]
pub struct Feats<'a> {
    /// Its level.
    pub level: u32,
    /// Points it has already.
    pub xp: u32,
    /// The levels of the enemies it defeated.
    pub enemies: &'a [u32],
    /// Points for anything else.
    pub other: u32,
}

/// What a combatant has earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Award {
    /// Points.
    pub points: u32,
    /// Points it has then.
    pub total: u32,
    /// Its level then.
    pub level: u32,
}
