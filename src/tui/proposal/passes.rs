//! Explicit passes: when a window closes, each combatant that did nothing passes by name, so that the log says so.

use crate::rules;
use crate::rules::model::combatant::Spent;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::dice::Tape;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::{Mode, Phase, Window};
use crate::rules::ruleset::Ruleset;

/// The most combatants that pass by name.
const MOST: usize = 60;

/// Inserts the passes of those who do nothing in a window before the command that closes it. Stops where dice are
/// needed.
pub fn each_passes(rules: &dyn Ruleset, e: &Encounter, commands: Vec<Command>) -> Vec<Command> {
    let closes = |command: &Command| matches!(command, Command::Proceed | Command::Skip);
    if !commands.iter().any(closes) {
        return commands;
    }
    let (mut state, mut all) = (Some(e.clone()), Vec::with_capacity(commands.len()));
    for command in commands {
        let mut one = match &state {
            Some(e) if closes(&command) => with_passes(rules, e, command),
            _ => vec![command],
        };
        state = state.and_then(|e| after(rules, e, &one));
        all.append(&mut one);
    }
    all
}

/// The commands that close the open window: passes of all who have done nothing this round, then the closing command if
/// the passes alone do not close it.
fn with_passes(rules: &dyn Ruleset, e: &Encounter, command: Command) -> Vec<Command> {
    let Some(window) = e.window().filter(|window| is_for_acts(window)) else { return vec![command] };
    let idle = e.all().filter(|c| c.spent == Spent::default()).map(|c| c.id);
    let idle: Vec<CombatantId> = idle.filter(|who| rules::owes(rules, e, *who)).take(MOST).collect();
    let mut passes: Vec<Command> =
        idle.iter().map(|who| Command::Act(Act::new(*who, Deed::Pass))).collect();
    let Some(then) = after(rules, e.clone(), &passes) else { return vec![command] };
    let open =
        |now: &Window| (now.phase, now.place, &now.whose) == (window.phase, window.place, &window.whose);
    if then.round == e.round && then.window().is_some_and(open) {
        passes.push(command);
    }
    passes
}

/// Whether doing nothing in the window counts as passing; staying put in a movement phase does not.
fn is_for_acts(window: &Window) -> bool {
    let acts = matches!(window.phase, Phase::Turn | Phase::Number | Phase::Action | Phase::Melee);
    window.mode != Mode::Procedure && acts
}

/// The state after the commands; `None` if dice are needed or one is refused.
fn after(rules: &dyn Ruleset, e: Encounter, commands: &[Command]) -> Option<Encounter> {
    commands
        .iter()
        .try_fold(e, |e, command| rules::play(rules, e, command, &mut Tape::new(&[])).map_err(drop))
        .ok()
}
