//! wardrum: a combat tracker for the referees of tabletop role-playing games.
//!
//! To build on the rules, start at [`rules`]: its page begins a fight, asks what somebody may do, and plays it with given
//! dice.
//!
//! # Rooms, in reading order
//!
//! | room | what lives there |
//! |---|---|
//! | [`rules`] | pure: what a command does to an encounter, in layers (below) |
//! | [`policy`] | pure: what a combatant would do, for Enter, simulation and tests |
//! | [`chronicle`] | what was commanded, answered and what happened: entries, undo, branches, seeking, amending |
//! | [`report`] | a fight told afterwards |
//! | [`export`] | a fight as a page that replays itself or as a recording; creatures for other programs |
//! | [`store`] | files: the journal of a fight, bestiary, parties, presets, settings |
//! | [`odds`] | the chances of one act, exactly; of a whole fight, by simulation |
//! | [`machine_dice`] | dice thrown by the machine; the only file that knows `rand` |
//! | [`notation`] | RON, in which everything is kept: written by the library, read by a reader of our own |
//! | [`scenario`] | a fight written down with what must come of it: set up, run, compare |
//! | [`shorthand`] | pure: a combatant written in a line, or a stat block copied from a page, as a stat block |
//! | [`import`] | creatures, parties and fights from foreign formats, each with what was read, guessed and left |
//! | [`watch`] | the players' view: what they may see, followed in the journal, as a page |
//! | [`tui`] | the terminal: input, the fight at hand, the table, painting, screens, panes, overlays |
//! | [`cli`] | the command line, one file each subcommand |
//!
//! The layers of [`rules`], each importing only those above it:
//!
//! | layer | what lives there |
//! |---|---|
//! | [`model`](rules::model) | values, nothing that moves: ids, moments, windows, effects, stat blocks, combatants, the encounter, commands, events, dice, totals, offers, errors |
//! | [`ruleset`](rules::ruleset) | what a ruleset is (the trait), what it says of itself, a deed as a row; of what moves it knows the resolution alone |
//! | [`engine`](rules::engine) | what moves, for every ruleset alike: resolution, apply, deeds, settle, the referee's word, carry-over |
//! | [`text`](rules::text) | events, commands and totals in words: log, why, the book of rules |
//! | [`d20`](rules::d20) | the kit of the rulesets with hit points |
//! | [`bx`](rules::bx), [`seconds`](rules::seconds), [`countdown`](rules::countdown), [`zero`](rules::zero), [`house`](rules::house) | the rulesets; they never import each other |
//! | [`registry`](rules::registry) | what the id in a save stands for: the only file that names the rulesets |
//!
//! # Who may import whom
//!
//! `main → cli → tui → export → {report, watch} → store → chronicle → rules`, `cli → scenario → {policy, store}`, `{tui, report} → {odds, policy, machine_dice}`, `{cli, tui} → import → {store, shorthand}`, `odds → {policy, machine_dice}`, `shorthand → rules`,
//! `policy → rules → notation`;
//! an arrow also allows everything further along its chain. The rules use no files, clock, threads, randomness,
//! floats or hash order, and do not give up. Nobody outside the registry asks which ruleset it is. `tests/rooms.rs`
//! reads the sources and holds all of this.
//!
//! # The course of a command
//!
//! 1. [`rules::check`] refuses it with the first reason of the catalogue's list that applies, or lets it pass; after
//!    that nothing refuses, and no die is wasted.
//! 2. [`rules::resolve`] carries it out on a working copy ([`Resolution`](rules::engine::resolution::Resolution)): dice and
//!    decisions are asked on the way. An answer that is missing stops it; the copy is dropped, so nothing has
//!    happened, and when the answer comes it runs again with a longer tape.
//! 3. `settle` takes what has come to its moment: effects lapse, timers open their windows, emptied windows
//!    close, the next opens, the round turns. It rolls nothing.
//! 4. The events are the record: [`Encounter::apply`](rules::model::encounter::Encounter::apply) rebuilds the state from them. The chronicle keeps
//!    command, answers and events as an entry; the journal writes it before the frame that shows it.
//!
//! # Glossary
//!
//! - **Encounter**: the whole live state, a value. **Combatant**: stat block, hit points or wounds, conditions, what it
//!   has spent.
//! - **Deed**: a kind of act (strike, withdraw, cast). **Act**: a deed by a combatant, with its targets and facts.
//!   **Offer**: a deed as a form asks it, or why it is blocked.
//! - **Window**: who may act now, in which **phase**; windows form a stack. **Procedure**: what one step forward runs
//!   (initiative, morale, a due spell).
//! - **Moment**: a point of time at which effects lapse and timers fall due; the **step** orders what shares one.
//! - **Fact**: what the table knows and the rules cannot (cover? behind?), with a default.
//! - **Line**: where everybody stands, a place each; the distance of two is the difference of their places, or what was
//!   said of the two until one of them moves.
//! - **Tally**: a total as its terms, each a reason with a number.
//! - **Tape**: answers in the order of their questions.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// The page of a folder is for those who change it as well: it names files that others cannot import.
#![allow(rustdoc::private_intra_doc_links)]

pub mod chronicle;
pub mod cli;
pub mod export;
pub mod import;
pub mod machine_dice;
pub mod notation;
pub mod odds;
pub mod policy;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod shorthand;
pub mod store;
pub mod tui;
pub mod visible;
pub mod watch;
