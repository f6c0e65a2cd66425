//! What sides and combatants are out to do: the question where nobody fights, and the list of all stances.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::phrase::Number;
use crate::rules::model::stance::Aim;
use crate::rules::text::{log, words};
use crate::tui::kit::list::Item;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::Layer;
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The sides that keep the peace, and the others; of the former, what they are out to do.
fn calm(e: &Encounter) -> Vec<(SideId, Aim)> {
    let aim = |side: SideId| e.side(side)?.stance.map(|stance| (side, stance.aim));
    e.side_ids().filter_map(aim).filter(|(_, aim)| aim.is_peaceful()).collect()
}

/// Says who keeps the peace, and what Enter then offers.
pub fn sentence(e: &Encounter) -> String {
    let calm = calm(e);
    let does = |(side, aim): &(SideId, Aim)| words::side_aim(e, *side, *aim);
    let told: Vec<String> = calm.iter().map(does).collect();
    let next = if threatens(&calm) { "talk, or they attack" } else { "talk · end the encounter" };
    format!("{}: {next}", told.join(", "))
}

fn threatens(calm: &[(SideId, Aim)]) -> bool {
    calm.iter().any(|(_, aim)| *aim == Aim::Threatens)
}

/// The commands that make the sides that keep the peace fight.
fn fight(e: &Encounter) -> Vec<Command> {
    let word = |(side, _)| Command::Overrule(Overrule::SideStance(side, Some(Aim::Fights), None));
    calm(e).into_iter().map(word).collect()
}

/// A way on where nobody fights: its words, its key, and what it does.
type Way = (&'static str, char, fn(&Encounter) -> Vec<Command>);

const TALK: Way = ("they talk: end the encounter", 'e', |_| vec![Command::End]);
const FIGHT: Way = ("they fight", 'f', fight);
const WAIT: Way = ("time goes by", 't', |_| vec![Command::Proceed]);

/// Asks what comes of it where nobody fights. The usual answer stands first: those who threaten attack, with the others
/// it ends in talk.
pub fn talk(view: &View) -> Box<dyn Layer> {
    let ways = if threatens(&calm(view.e)) { [FIGHT, WAIT, TALK] } else { [TALK, FIGHT, WAIT] };
    let item = |(text, letter, _): Way| Item { letter: Some(letter), ..Item::new(text) };
    let pick = |session: &mut Session, (.., way): &Way| session.run(way(session.view().e));
    Picker::new("Nobody fights", ways.map(|way| (item(way), way)), pick).boxed()
}

/// Lists what the side of the one under the cursor may be out to do or, with marked rows, these combatants.
pub fn open(view: &View, who: CombatantId) -> Option<Box<dyn Layer>> {
    let (e, side) = (view.e, view.e.get(who)?.side);
    let marked = !view.board.marked.is_empty();
    let targets = view.board.targets();
    let foes = e.all().filter(|c| c.is_up() && c.side != side).map(|c| Aim::Hunts(c.id));
    let friends = e.all().filter(|c| c.is_up() && c.side == side).map(|c| Aim::Guards(c.id));
    let aims: Vec<Option<Aim>> =
        Aim::PLAIN.into_iter().chain(foes).chain(friends).map(Some).chain([None]).collect();
    let number = if marked { Number::of(targets.len()) } else { Number::Many };
    let text = |aim: &Option<Aim>| match aim {
        Some(aim) => words::aim(e, *aim, number),
        None if marked && number == Number::One => "as its side does".into(),
        None if marked => "as their side does".into(),
        None => "fight whoever fights them".into(),
    };
    let rows: Vec<(String, Option<Aim>)> = aims.into_iter().map(|aim| (text(&aim), aim)).collect();
    let pick = move |session: &mut Session, aim: &Option<Aim>| {
        session.run(vec![Command::Overrule(if marked {
            Overrule::Stance(targets.clone(), *aim)
        } else {
            Overrule::SideStance(side, *aim, None)
        })])
    };
    let title =
        if marked { view.board.called(e, &view.board.targets()) } else { words::side(e, side).into() };
    Some(Picker::new(format!("{}: stance", log::capital(&title)), rows, pick).filtered().boxed())
}
