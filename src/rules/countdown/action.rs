//! The base of most deeds.

use super::state;
use crate::rules::ruleset::deed::LogForm;
use crate::rules::ruleset::prelude::*;

/// Base of most actions: logged by name, and barred on either side of a hold.
pub const fn action(deed: Deed) -> DeedRule {
    DeedRule { told: LogForm::Named, bar: state::bar, ..DeedRule::of(deed) }
}
