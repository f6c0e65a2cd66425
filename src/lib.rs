//! wardrum: a combat tracker for the referees of tabletop role-playing games.
//!
//! To build on the rules engine, start at [`rules`]: its page starts a fight, lists what a combatant may do, and plays an
//! act with given dice. Without the default features, only [`rules`], [`policy`], [`odds`], [`chronicle`],
//! [`machine_dice`] and [`notation`] are built, and neither terminal nor files are needed: `examples/rules_alone.rs` is a
//! program of that kind.
//!
//! # Modules, in reading order
//!
//! | module | contents |
//! |---|---|
//! | [`rules`] | pure: what a command does to an encounter, in layers (below) |
//! | [`policy`] | pure: says who is to act and what it does, for Enter, the screens, the players' view, simulation and tests |
//! | [`chronicle`] | the history of a fight, entry by entry (command, answers, events): undo, branches, seeking, amending |
//! | [`report`] | the summary of a finished fight |
//! | [`export`] | a fight as a self-contained replay page or a terminal recording; creatures for other programs |
//! | [`store`] | files: a fight's journal, bestiary, parties, house books, settings |
//! | [`odds`] | probabilities: exact for one act, simulated for a whole fight |
//! | [`machine_dice`] | dice rolled by the machine; the only file that uses `rand` |
//! | [`notation`] | RON, the format of everything stored |
//! | [`scenario`] | a scripted fight with its expected outcome: set up, run, compare |
//! | [`shorthand`] | pure: parses a one-line combatant, or a stat block copied from a page, into a stat block |
//! | [`import`] | creatures, parties and fights from foreign formats; reports what was read, guessed and left out |
//! | [`watch`] | the players' view: follows the journal and shows what players may see, as a page; the desk between their phones and the terminal |
//! | [`tui`] | the terminal: the session, which does things and knows no keys; the shell around it with its layers; input, screens, panes, overlays; the kit that these are built from, which alone draws frames and scrolls |
//! | [`cli`] | the command line, one file per subcommand |
//!
//! The layers of [`rules`], each importing only those above it:
//!
//! | layer | contents |
//! |---|---|
//! | [`model`](rules::model) | plain data: ids, moments, windows, effects, stat blocks, combatants, the encounter, commands, events, dice, tallies, offers, phrases, errors |
//! | [`ruleset`](rules::ruleset) | the `Ruleset` trait, a ruleset's description of itself, a deed as a table row, a house book laid over it ([`laid`](rules::ruleset::laid)); of the engine it knows only `Resolution` |
//! | [`engine`](rules::engine) | the machinery shared by all rulesets: resolution, apply, deeds, settle, referee overrides, the rules of a house book ([`home`](rules::engine::home)), carry-over |
//! | [`account`](rules::account) | what happened, as values: who did what, the rolls, what came of it |
//! | [`text`](rules::text) | accounts, commands and tallies in words: log, explanations, rule book |
//! | [`d20`](rules::d20) | the shared code of the rulesets with hit points |
//! | [`bx`](rules::bx), [`seconds`](rules::seconds), [`countdown`](rules::countdown), [`zero`](rules::zero), [`house`](rules::house) | the rulesets; they never import each other |
//! | [`registry`](rules::registry) | maps the id in a save to its ruleset: the only file that names the rulesets |
//!
//! # Who may import whom
//!
//! `main → cli → tui → export → {report, watch} → store → chronicle → rules`, `cli → scenario → {policy, store, shorthand}`, `{tui, report} → {odds, policy, machine_dice}`, `{cli, tui} → import → {store, shorthand}`, `odds → {policy, machine_dice}`, `shorthand → rules`,
//! `watch → policy → rules → notation`;
//! an arrow also allows everything further along its chain. The rules use no files, clock, threads, randomness,
//! floats or hash order, and never panic. Nothing outside the registry asks which ruleset is in use. `tests/rooms.rs`
//! scans the sources and enforces all of this.
//!
//! # The course of a command
//!
//! 1. [`rules::check`] refuses the command with the first applicable reason in the order of the catalogue, or accepts it;
//!    an accepted command cannot be refused later, so no die is wasted.
//! 2. [`rules::resolve`] carries it out on a working copy ([`Resolution`](rules::engine::resolution::Resolution)), asking
//!    for dice and decisions on the way. A missing answer stops it and the copy is dropped, so nothing has happened;
//!    once the answer is known it runs again with a longer tape.
//! 3. `settle` processes whatever is now due: effects lapse, timers open their windows, finished windows close, the next
//!    one opens, the round advances. It rolls no dice.
//! 4. The events are the record: [`Encounter::apply`](rules::model::encounter::Encounter::apply) rebuilds the state from
//!    them. The chronicle keeps command, answers and events as one entry; the journal writes it before the frame that
//!    shows it.
//! 5. Each event lies under a [cause](rules::model::cause): the act, a blow, what it does to one target, a fall. Whoever
//!    emits opens it with [`under`](rules::engine::resolution::Resolution::under); roots, falls, what an act does to others
//!    and what falls due the engine opens itself. Every scenario checks that each kind of event lies where it belongs.
//!
//! # Glossary
//!
//! - **Encounter**: the whole live state, as a value. **Combatant**: stat block, hit points or wounds, conditions, and
//!   what it has spent.
//! - **Deed**: a kind of action (strike, withdraw, cast). **Act**: a deed by a combatant, with its targets and facts.
//!   **Offer**: a deed as presented in a form, or the reason why it is blocked.
//! - **Window**: who may act now, in which **phase**; windows form a stack. **Procedure**: what one step forward runs
//!   (initiative, morale, a due spell).
//! - **Moment**: a point in time at which effects lapse and timers fall due; its **step** orders those that coincide.
//! - **Fact**: what the table knows and the rules cannot (cover? behind?), with a default.
//! - **Line**: the combatants' positions along one dimension; the distance between two is the difference of their
//!   places, or the distance stated for the pair until one of them moves.
//! - **Cause**: why an event happened; causes form a tree under the command.
//! - **Tally**: a total with its terms, each a reason and a number.
//! - **Tape**: answers in the order of their questions.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Module docs are for contributors too: they link to private files.
#![allow(rustdoc::private_intra_doc_links)]

pub mod chronicle;
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub mod escape;
#[cfg(feature = "program")]
pub mod export;
#[cfg(feature = "program")]
pub mod import;
pub mod machine_dice;
pub mod notation;
pub mod odds;
pub mod policy;
#[cfg(feature = "program")]
pub mod report;
pub mod rules;
#[cfg(feature = "program")]
pub mod scenario;
#[cfg(feature = "program")]
pub mod shorthand;
#[cfg(feature = "program")]
pub mod store;
#[cfg(feature = "program")]
pub mod tui;
#[cfg(feature = "program")]
pub mod watch;
