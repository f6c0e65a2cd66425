//! Who lets its act go by where the referee goes on: each passes by name, so that the log tells it.

use crate::rules;
use crate::rules::model::combatant::Spent;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::dice::Tape;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::{Mode, Phase, Window};
use crate::rules::ruleset::Ruleset;

/// More than so many are not named one by one.
const MOST: usize = 60;

/// The same commands, those who do nothing in a window that they close passing first. What needs dice ends the look.
pub fn each_passes(rules: &dyn Ruleset, e: &Encounter, commands: Vec<Command>) -> Vec<Command> {
    let closes = |command: &Command| matches!(command, Command::Proceed | Command::Skip);
    if !commands.iter().any(closes) {
        return commands;
    }
    let (mut state, mut all) = (Some(e.clone()), Vec::with_capacity(commands.len()));
    for command in commands {
        let mut one = match &state {
            Some(e) if closes(&command) => by_name(rules, e, command),
            _ => vec![command],
        };
        state = state.and_then(|e| after(rules, e, &one));
        all.append(&mut one);
    }
    all
}

/// What closes the open window: all who have done nothing this round pass, and where others owe an act as well, or the
/// rules let somebody not pass, the window closes after that.
fn by_name(rules: &dyn Ruleset, e: &Encounter, command: Command) -> Vec<Command> {
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

/// Whether who does nothing in it has done nothing this round: staying where one is goes without saying.
fn is_for_acts(window: &Window) -> bool {
    let acts = matches!(window.phase, Phase::Turn | Phase::Number | Phase::Action | Phase::Melee);
    window.mode != Mode::Procedure && acts
}

/// The state after those; `None`: dice are needed, or one is refused.
fn after(rules: &dyn Ruleset, e: Encounter, commands: &[Command]) -> Option<Encounter> {
    commands
        .iter()
        .try_fold(e, |e, command| rules::play(rules, e, command, &mut Tape::new(&[])).map_err(drop))
        .ok()
}
