//! Positions: the distance between two combatants, and on which side of another they stand.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::model::tenths::Tenths;
use crate::tui::app::App;
use crate::tui::overlays::forms::dialog::Dialog;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{CLOSE, Done, Layer};
use crate::tui::table::nearness::listed;
use crate::tui::table::view::View;

/// The indexes of the fields.
const FAR: usize = 0;
const OFF: usize = 1;
const SIDE: usize = 2;

/// On which side of the other combatant.
const SIDES: [&str; 2] = ["in front of it", "behind it"];

/// The form.
struct Places {
    title: String,
    who: Vec<CombatantId>,
    others: Vec<CombatantId>,
    form: Form,
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
    let nearest = *others.first()?;
    let at = to.and_then(|to| others.iter().position(|id| *id == to)).unwrap_or(0);
    let names = others.iter().map(|id| listed(view, first, *id)).collect();
    let far = Value::Number(String::new(), view.about().unit.to_string());
    let mut fields = vec![
        if sided { Field::new("distance", far) } else { Field::may("distance", far, true) },
        Field::new(if sided { "from" } else { "to" }, Value::Pick(names, at)),
    ];
    if sided {
        let sides = SIDES.map(String::from).to_vec();
        let behind = !foe(&nearest);
        fields.push(Field::new("where", Value::Pick(sides, usize::from(behind))));
    }
    let called = view.board.called(view.e, &who);
    let title = if sided {
        format!("Where {called} {}", Verb::STAND.says(Number::of(who.len())))
    } else {
        format!("Distance of {called}")
    };
    let mut places = Places { title, who, others, form: Form::new(fields) };
    places.renew(view);
    Some(Box::new(places))
}

impl Places {
    fn other(&self) -> Option<CombatantId> {
        self.others.get(self.form.fields[OFF].pick()).copied()
    }
}

impl Dialog for Places {
    fn heading(&self, _: &View) -> String {
        self.title.clone()
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    fn done(&mut self, app: &mut App) -> Done {
        let Some(other) = self.other() else { return CLOSE };
        let far = self.form.fields[FAR].if_given(Field::tenths).map_err(|fault| (FAR, fault))?;
        let commands = match (self.form.fields.get(SIDE), far) {
            (Some(side), Some(far)) => {
                let (who, behind) = (self.who.clone(), side.pick() == 1);
                vec![Command::Overrule(Overrule::Place { who, off: other, far, behind })]
            }
            _ => {
                let apart = |who: &CombatantId| Command::Overrule(Overrule::Distance(*who, other, far));
                self.who.iter().map(apart).collect()
            }
        };
        app.run(commands)
    }

    /// Shows the known distance to the chosen combatant as long as none was typed.
    fn renew(&mut self, view: &View) {
        let known = self.who.first().zip(self.other()).and_then(|(who, to)| view.e.distance(*who, to));
        let far = known.unwrap_or(Tenths::whole(30));
        let field = &mut self.form.fields[FAR];
        if let Value::Number(text, _) = &mut field.value
            && !field.touched
        {
            *text = far.to_string();
        }
    }

    fn below(&self) -> String {
        match (self.form.at, self.form.fields.len() > SIDE) {
            (FAR, false) => "Space: distance unknown".into(),
            (SIDE, _) => "in front: on the side of its nearest foe; behind: at its back".into(),
            _ => String::new(),
        }
    }

    fn room_below(&self, _: usize) -> usize {
        2
    }
}
