//! The kit of the d20 family: functions with explicit terms, for every ruleset of the family. What differs from
//! ruleset to ruleset is an argument: a number, a table, the About page, a function for the one step between.
//!
//! | file | what a ruleset finds there |
//! |---|---|
//! | [`rules`] | a ruleset as a row of its procedures |
//! | [`admit`] | a stat block checked and completed: bounds, faults, attack lines from the weapon table |
//! | [`tables`] | forms of tables: weapons, figures by class and level |
//! | [`figures`] | figures as the referee reads them |
//! | [`state`], [`relations`] | who is able, in melee, in reach; how many attacks a round has; what conditions bar |
//! | [`movement`] | one move: whom it may go to, how far and which way, whether contact is made |
//! | [`opening`] | before the first round: surprise, distance, reaction |
//! | [`aim`] | at whom an attack is aimed, how far off, behind how much cover |
//! | [`roll`] | a d20 against a number |
//! | [`save`] | saving throws, ability checks by rolling low |
//! | [`blow`] | one attack as a value, and in pieces: settling the roll, the range, the dice, doubling, the least |
//! | [`interrupt`] | blows out of turn |
//! | [`leave`] | leaving melee: whom it leaves, the contest, blows at its back |
//! | [`charge`] | the run of a charge: at whom, how far, arriving |
//! | [`evasion`] | a side that breaks off: who holds it back, its chance |
//! | [`pursuit`] | running that wears out, resting, bait |
//! | [`harm`] | amounts by the referee's word, what waited, what a failed save brings, poison |
//! | [`subdual`] | points beside hit points, of harm that spares life |
//! | [`spell`] | who can cast, the form, the targets, the work |
//! | [`morale`] | what shakes a side, the check, those who break |
//! | [`mount`] | who is in the saddle |
//! | [`group`] | those who check their morale together |
//! | [`group_morale`] | the morale of groups that deaths shake |
//! | [`check`] | what the referee may command besides acts |

pub mod admit;
pub mod aim;
pub mod blow;
pub mod charge;
pub mod check;
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
