//! Morale checks at the referee's command.

use crate::rules;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Command;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::kinds;
use crate::rules::text::words;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::amend::table::filled_in;
use crate::tui::overlays::{Layer, Then};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Asks for the modifier of a morale check of one kind or a whole side; with several kinds, first asks which.
pub fn check(view: &View) -> Option<Box<dyn Layer>> {
    let under = view.under_cursor();
    // Characters check no morale: with the cursor on the players' side, the others are meant, unless it is on a follower.
    let asked = under.map(|c| c.side).or(view.e.side_ids().next())?;
    let foe = view.e.side_ids().find(|side| !view.e.is_players(*side));
    let follows =
        |c: &Combatant| kinds_that_check(view, c.side).iter().any(|one| kinds::are_one(view.e, one, c));
    let aside = view.e.is_players(asked) && !under.is_some_and(follows);
    let side = foe.filter(|_| aside).unwrap_or(asked);
    let kinds = kinds_that_check(view, side);
    if kinds.len() < 2 {
        return Some(form(view, side, None));
    }
    let like = |first: &&Combatant| under.is_some_and(|c| kinds::are_one(view.e, first, c));
    let at = kinds.iter().position(like).unwrap_or(0);
    let whole = (format!("all of {}", words::side(view.e, side)), None);
    let rows = kinds.iter().map(|first| (words::kind(view.e, first.id), Some(first.id)));
    let pick = move |session: &mut Session, like: &Option<CombatantId>| {
        Then::replace(form(&session.view(), side, *like))
    };
    Some(Picker::new("Who checks morale?", rows.chain([whole]), pick).lettered().at(at).boxed())
}

fn form(view: &View, side: SideId, like: Option<CombatantId>) -> Box<dyn Layer> {
    filled_in(view, "Morale", Command::Morale { side, like, adjustment: 0 })
}

/// The first of each kind on the side that can check morale and has a member left standing.
fn kinds_that_check<'a>(view: &View<'a>, side: SideId) -> Vec<&'a Combatant> {
    let may = |first: &Combatant| {
        let command = Command::Morale { side, like: Some(first.id), adjustment: 0 };
        rules::check(view.rules, view.e, &command).is_ok()
    };
    let left = |first: &Combatant| kinds::members(view.e, first).any(Combatant::is_up);
    let firsts = kinds::leaders(view.e).filter(|first| first.side == side);
    firsts.filter(|first| left(first) && may(first)).collect()
}
