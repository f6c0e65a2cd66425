//! Positions: the distance between two combatants, and on which side of another they stand.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::model::tenths::Tenths;
use crate::tui::overlays::Layer;
use crate::tui::overlays::forms::edit::{Row, edit};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::session::Session;
use crate::tui::table::nearness::listed;
use crate::tui::table::view::View;

/// What is asked: of whom, how far off, and on which side.
#[derive(Clone)]
struct Draft {
    who: Vec<CombatantId>,
    other: CombatantId,
    far: Option<Tenths>,
    behind: bool,
}

/// Asks for the distance of the marked rows, or the one under the cursor, to another combatant; with two marked rows,
/// of these two.
pub fn distance(view: &View) -> Option<Box<dyn Layer>> {
    let who = match view.board.targets()[..] {
        [one, other] if view.board.marked.len() == 2 => {
            return form(view, vec![one], Some(other), false);
        }
        ref targets => targets.to_vec(),
    };
    form(view, who, None, false)
}

/// Asks where the marked rows, or the one under the cursor, stand: how far in front of another combatant, or behind.
pub fn place(view: &View) -> Option<Box<dyn Layer>> {
    form(view, view.board.targets(), None, true)
}

fn form(
    view: &View,
    who: Vec<CombatantId>,
    to: Option<CombatantId>,
    sided: bool,
) -> Option<Box<dyn Layer>> {
    let first = *who.first()?;
    let mut others: Vec<CombatantId> =
        view.board.order.iter().copied().filter(|id| !who.contains(id)).collect();
    let foe = |id: &CombatantId| view.e.oppose(first, *id);
    let rank = |id: &CombatantId| {
        let far = view.e.distance(first, *id);
        (!foe(id), !view.e.engaged(first, *id), far.is_none(), far)
    };
    // Foes first, then by melee and distance.
    others.sort_by_key(rank);
    let other = to.filter(|to| others.contains(to)).or(others.first().copied())?;
    let called = view.board.called(view.e, &who);
    let title = match sided {
        true => format!("Where {called} {}", Verb::STAND.says(Number::of(who.len()))),
        false => format!("Distance of {called}"),
    };
    let behind = others.first().is_some_and(|nearest| !foe(nearest));
    let draft = Draft { who, other, far: None, behind };
    let rows = move |view: &View, draft: &Draft| {
        // The known distance to whom is chosen, as long as none was typed.
        let far = view.e.distance(first, draft.other).unwrap_or(Tenths::whole(30));
        let far = Value::Number(far.to_string(), view.about().unit.to_string());
        let field = if sided { Field::new("distance", far) } else { Field::may("distance", far, true) };
        let far = Row::new(field, |draft: &mut Draft, field| {
            draft.far = field.if_given(Field::tenths)?;
            Ok(())
        });
        let names = |id: &CombatantId| listed(view, first, *id);
        let whom = if sided { "from" } else { "to" };
        let other = Row::pick(whom, &others, &draft.other, names, |draft: &mut Draft, other| {
            draft.other = other;
        });
        if !sided {
            return vec![far.note("Space: distance unknown"), other];
        }
        let word = |behind: &bool| if *behind { "behind it" } else { "in front of it" }.to_string();
        let side =
            Row::pick("where", &[false, true], &draft.behind, word, |draft: &mut Draft, behind| {
                draft.behind = behind;
            });
        vec![far, other, side.note("in front: on the side of its nearest foe; behind: at its back")]
    };
    let done = move |session: &mut Session, draft: &Draft| session.run(commands(draft, sided));
    Some(edit(view, title, draft, rows, done).boxed())
}

fn commands(draft: &Draft, sided: bool) -> Vec<Command> {
    let Draft { other, far, behind, .. } = *draft;
    match far {
        Some(far) if sided => {
            vec![Command::Overrule(Overrule::Place { who: draft.who.clone(), off: other, far, behind })]
        }
        _ => {
            let apart = |who: &CombatantId| Command::Overrule(Overrule::Distance(*who, other, far));
            draft.who.iter().map(apart).collect()
        }
    }
}
