//! The vocabulary of rulesets and kits, imported as a whole: what nearly every one of their files speaks of. What only
//! one family of stat blocks has, and names with two meanings (`When`, `Told`), are imported where they are used.

pub use super::deed::{Allowed, At, DeedRule};
pub use crate::rules::engine::resolution::{Resolution, Scope, Timing};
pub use crate::rules::model::cause::Why;
pub use crate::rules::model::combatant::{Combatant, Standing};
pub use crate::rules::model::command::{Act, Deed, Fact, Facts};
pub use crate::rules::model::condition::Meaning;
pub use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
pub use crate::rules::model::effect::{Condition, Effect};
pub use crate::rules::model::encounter::Encounter;
pub use crate::rules::model::error::{Refusal, RuleError};
pub use crate::rules::model::event::{Event, Outcome, Source, Spending, Stop};
pub use crate::rules::model::fault::Fault;
pub use crate::rules::model::ids::{CombatantId, SideId, Text};
pub use crate::rules::model::offer::{FactField, Offer, Targets};
pub use crate::rules::model::tally::{Reason, Sum, Tally, Terms};
pub use crate::rules::model::window::{Phase, Window};
