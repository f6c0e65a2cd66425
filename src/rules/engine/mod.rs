//! What moves: a command carried out, events recorded, moments taken, for every ruleset alike.
//!
//! Reading order: [`resolution`] (a command being carried out), [`apply`](self) (what an event records),
//! [`deeds`] (what is on offer, refused and done, row by row), [`settle`] (what follows by itself),
//! [`overrule`] (the referee's word), [`custom`] (custom effects), [`carry_over`]
//! (into the next encounter).

mod apply;
pub mod carry_over;
pub(super) mod custom;
pub mod deeds;
pub(super) mod overrule;
pub mod resolution;
pub(super) mod settle;
