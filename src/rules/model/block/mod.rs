//! Stat blocks of both families: hit points and armour class ([`d20`]), wounds and will ([`wounds`]).

pub mod ability;
pub mod attack;
pub mod d20;
pub mod hit_dice;
pub mod line;
pub mod wounds;
