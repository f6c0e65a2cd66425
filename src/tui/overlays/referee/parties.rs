//! Parties: bringing them into a fight, and saving them as it left them.

use crate::rules::model::block::d20::CreatureKind;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::{Encounter, Hand, Side};
use crate::rules::model::ids::SideId;
use crate::store::Party;
use crate::tui::fight::leaving::Exit;
use crate::tui::kit::list::Item;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::forms::edit::{self, fixed};
use crate::tui::overlays::forms::line::{ask_with, named};
use crate::tui::overlays::{Layer, Refused, STAY, Then};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// A party to bring in, one that cannot be read, or a side to save as one.
enum Row {
    Bring(Party),
    Unread,
    Keep(SideId),
}

/// Lists the parties that can be brought in, then the sides that can be saved as one.
pub fn open(view: &View, parties: Vec<Result<Party, (String, String)>>) -> Box<dyn Layer> {
    let family = view.about().family;
    let item = |party: &Result<Party, (String, String)>| match party {
        Ok(party) => Item {
            blocked: (party.family != family).then(|| "not for these rules".into()),
            ..Item::new(format!("bring in {}", party.name))
        },
        Err((name, fault)) => Item { blocked: Some(fault.clone()), ..Item::new(name.clone()) },
    };
    let keep = |side| (Item::new(format!("save {} as a party", name(view.e, side))), Row::Keep(side));
    let brought = parties.into_iter().map(|party| (item(&party), party.map_or(Row::Unread, Row::Bring)));
    let rows = brought.chain(sides(view.e).into_iter().map(keep));
    let pick = |session: &mut Session, row: &Row| match row {
        Row::Bring(party) => Then::replace(bring(&session.view(), party.clone())),
        Row::Keep(side) => Then::replace(keep_as(session.view().e, *side)),
        Row::Unread => STAY,
    };
    Picker::new("Parties", rows, pick).boxed()
}

/// Asks after a fight which side to save as a party; `None` if no side has characters.
pub fn after(view: &View) -> Option<Box<dyn Layer>> {
    let sides: Vec<SideId> =
        sides(view.e).into_iter().filter(|side| has_characters(view.e, *side)).collect();
    if sides.is_empty() {
        return None;
    }
    let leave = sides.len();
    let keep = |side| (format!("update the party: {}", name(view.e, side)), Some(side));
    let rows = sides.into_iter().map(keep).chain([("leave, keep nothing".to_string(), None)]);
    let pick = |session: &mut Session, side: &Option<SideId>| match side {
        Some(side) => Then::replace(keep_as(session.view().e, *side)),
        None => session.leave(Exit::Start),
    };
    Some(Picker::new("The fight is over", rows, pick).lettered().at(leave).boxed())
}

/// The sides that have combatants.
fn sides(e: &Encounter) -> Vec<SideId> {
    e.side_ids().filter(|side| e.all().any(|c| c.side == *side)).collect()
}

fn name(e: &Encounter, side: SideId) -> String {
    e.side(side).map_or_else(String::new, |side| side.name.to_string())
}

/// Whether a side has player characters, or dice rolled at the table.
fn has_characters(e: &Encounter, side: SideId) -> bool {
    let typed = e.side(side).is_some_and(|side| side.hand != Hand::Machine);
    let player = |c| e.d20(c).is_ok_and(|d20| d20.block.kind == CreatureKind::Pc);
    typed || e.all().any(|c| c.side == side && player(c.id))
}

/// Asks for the name under which to save a side.
fn keep_as(e: &Encounter, side: SideId) -> Box<dyn Layer> {
    let hint =
        "with their current hit points, spells, counters and notes; replaces a party of that name";
    let done = move |session: &mut Session, text: &str| {
        session.keep_party(side, named(text).map_err(|fault| (0, fault))?)
    };
    ask_with("Save as a party", "name", hint, &name(e, side), done)
}

/// Asks on which side to bring a party in.
pub fn bring(view: &View, party: Party) -> Box<dyn Layer> {
    let sides = &view.e.sides;
    let there = sides.iter().position(|side| side.name == party.name).unwrap_or(sides.len());
    let places: Vec<usize> = (0..=sides.len()).collect();
    let word = |at: &usize| match sides.get(*at) {
        Some(side) => side.name.to_string(),
        None => format!("a new side: {}", party.name),
    };
    let row = edit::Row::pick("side", &places, &there, word, |draft, at| *draft = at);
    let title = format!("{} come in", party.name);
    let corrected = party.corrected(view.rules);
    let hint = if corrected.is_empty() { "as they were kept".into() } else { corrected.join("; ") };
    let done = move |session: &mut Session, at: &usize| {
        let at = *at;
        let side = u8::try_from(at).map(SideId).map_err(|_| (0, "no room for another side".into()))?;
        let new = at >= session.view().e.sides.len();
        if new && session.view().e.sides.iter().any(|side| side.name == party.name) {
            return Err(Refused::at(
                0,
                format!("there is a side {} already, expected another", party.name),
            ));
        }
        let players = party.is_players().then_some(true);
        let theirs = if new {
            Some(Command::Side(Side { players, ..Side::new(party.name.clone()) }))
        } else {
            // Among others it says nothing about them.
            let unsaid = session.view().e.side(side).is_some_and(|side| side.players.is_none());
            let alone = unsaid && session.view().e.all().all(|c| c.side != side);
            players.filter(|_| alone).map(|theirs| Command::Overrule(Overrule::Players(side, theirs)))
        };
        let there = party.arrivals(session.view().rules, side).map(Command::Arrive);
        session.run(theirs.into_iter().chain(there).collect())
    };
    fixed(title, there, vec![row], done).hint(hint).boxed()
}
