//! Changes of an act that one word says: a forgotten bonus, a blow from behind.

use crate::chronicle::{AmendedCommand, Amendment};
use crate::rules;
use crate::rules::model::command::{Act, Command, Fact};
use crate::rules::model::ids::CombatantId;
use crate::tui::table::view::View;
use crate::watch::desk::Chip;

/// The change of the act at that place that a word asks for; `who` limits it to that combatant's part. `None` if the word
/// leaves open what is to be changed, or nothing in the act can be changed so.
pub fn amendment(view: &View, place: usize, chip: Chip, who: Option<CombatantId>) -> Option<Amendment> {
    let chronicle = view.telling.chronicle;
    let entry = chronicle.entry(*chronicle.line().get(place)?)?;
    let before = chronicle.seek(place);
    let mut commands: Vec<AmendedCommand> = entry.steps.iter().map(AmendedCommand::recorded).collect();
    let acts = commands.iter_mut().filter_map(|command| match &mut command.command {
        Command::Act(act) if who.is_none_or(|who| who == act.who) => Some(act),
        _ => None,
    });
    let mut changed = false;
    for act in acts {
        let offers = rules::offers(view.rules, &before, act.who);
        let deed = act.deed;
        let asked = offers.iter().filter(|offer| offer.deed == deed).flat_map(|offer| &offer.facts);
        changed |= change(act, chip, asked.map(|field| &field.fact));
    }
    changed.then(|| Amendment::change(place, commands))
}

/// Changes an act as the word says, if the form of its deed asks for such a fact.
fn change<'a>(act: &mut Act, chip: Chip, mut asked: impl Iterator<Item = &'a Fact>) -> bool {
    let is_meant = |fact: &&Fact| match (chip, fact) {
        (Chip::PlusOne, Fact::Modifier(_)) | (Chip::Behind, Fact::Behind) => true,
        // One that needs a figure is the referee's to fill in.
        (Chip::Cover, fact) => fact.label().contains("cover") && fact.number().is_none(),
        _ => false,
    };
    match asked.find(is_meant) {
        Some(Fact::Modifier(_)) => act.facts.add_modifier(1),
        Some(flag) => act.facts.set(flag.clone()),
        None => return false,
    }
    true
}
