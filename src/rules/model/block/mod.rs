//! Stat blocks of both families: hit points and armour class ([`d20`]), wounds and Will ([`wounds`]).

pub mod ability;
pub mod attack;
pub mod attribute;
pub mod d20;
pub mod hit_dice;
pub mod line;
pub mod save;
pub mod schema;
pub mod skill;
pub mod stat_block;
pub mod supply;
pub mod tag;
pub mod traits;
pub mod wounds;
