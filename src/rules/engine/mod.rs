//! The machinery shared by all rulesets: carries out commands, records events, and settles what falls due.
//!
//! Reading order: [`resolution`] (a command in progress) with its `record`, [`apply`](self) (how events change the state), [`deeds`]
//! (offers, checks and execution by table row), [`settle`] (automatic consequences), [`overrule`] (referee
//! overrides), [`stance`] (blows end the peace), [`custom`] (custom effects), [`home`] (the rules of a house book), [`temporary`] (temporary hit points), [`carry_over`] (into the next encounter).

mod apply;
pub mod carry_over;
pub(super) mod custom;
pub mod deeds;
pub mod home;
pub(super) mod overrule;
mod record;
pub mod resolution;
pub(super) mod settle;
pub(super) mod stance;
pub(super) mod temporary;
