//! Shared building blocks of the d20 family. What differs between rulesets is an argument: a number, a table, the About
//! page, or a function for a step in between.
//!
//! | file | contents |
//! |---|---|
//! | [`rules`] | a ruleset as a struct of its procedures |
//! | [`admit`] | validation and completion of stat blocks |
//! | [`tables`] | table types: weapons, figures by class and level, turning |
//! | [`figures`] | figures as shown to the referee |
//! | [`state`], [`relations`] | who is able, engaged or in reach; attacks per round; what conditions bar |
//! | [`movement`] | one move: destinations, distance, direction, contact |
//! | [`opening`] | before the first round: surprise, distance, reaction |
//! | [`aim`] | target and distance of an attack |
//! | [`cover`] | partial cover: stated with the attack, or standing on the target |
//! | [`roll`] | a d20 against a number |
//! | [`save`] | saving throws and ability checks |
//! | [`blow`] | one attack as a value, and the steps of its resolution: roll, range, dice, doubling, minimum |
//! | [`interrupt`] | attacks out of turn |
//! | [`leave`] | leaving melee: whose reach is left, the contest, parting attacks |
//! | [`charge`] | the run of a charge: targets, distance, arrival |
//! | [`evasion`] | breaking off with a whole side: who prevents it, its chance |
//! | [`pursuit`] | exhaustion by running, rest, bait |
//! | [`harm`] | damage and healing by the referee, results of failed saves, poison |
//! | [`subdual`] | subdual damage beside hit points |
//! | [`spell`] | who can cast, the form, the targets, the effects |
//! | [`morale`] | triggers, the check, broken combatants |
//! | [`mount`] | who is mounted |
//! | [`group`] | who checks morale together |
//! | [`group_morale`] | morale of groups that deaths shake |
//! | [`cover`] | partial cover of a target |
//! | [`check`] | validation of the referee's commands |

pub mod admit;
pub mod aim;
pub mod blow;
pub mod charge;
pub mod check;
pub mod cover;
pub mod evasion;
pub mod figures;
pub mod group;
pub mod group_morale;
pub mod harm;
pub mod interrupt;
pub mod leave;
pub mod morale;
pub mod mount;
pub mod movement;
pub mod opening;
pub mod pursuit;
pub mod relations;
pub mod roll;
pub mod rules;
pub mod save;
pub mod spell;
pub mod state;
pub mod subdual;
pub mod tables;
