//! Somebody comes into the fight: from the bestiary, or like somebody who is there already.

use super::boxes::{FormBox, MenuBox};
use super::form::{Field, Form, Value};
use super::{Overlay, Verdict};
use crate::rules::command::{Arrival, Command};
use crate::rules::dice::{Dice, DiceExpr, Purpose, RollRequest};
use crate::rules::encounter::Side;
use crate::rules::ids::SideId;
use crate::thrown::Thrown;
use crate::tui::stock::Creature;
use crate::tui::view::View;
use std::sync::Arc;

/// At most so many at once.
const MOST: i32 = 200;

/// Whom to bring in: narrowed by typing.
pub fn open(view: &View) -> Box<dyn Overlay> {
    let like = view.under_cursor().and_then(|c| {
        let block = view.e.blocks.get(c.block.index())?;
        Some(Creature { name: block.name().to_string(), block: Arc::clone(block) })
    });
    let mut texts: Vec<String> =
        like.iter().map(|c| format!("{} (as the one under the cursor)", c.name)).collect();
    texts.extend(view.stock.all.iter().map(|creature| creature.name.clone()));
    let pick = move |view: &View, at: usize| {
        let known = usize::from(like.is_some());
        let creature = if at < known { like.as_ref() } else { view.stock.all.get(at - known) };
        creature.map_or(Verdict::Stay, |creature| Verdict::Instead(how_many(view, creature.clone())))
    };
    MenuBox::filtered("Who comes?", texts, pick).boxed()
}

/// Where the field of the hit points stands, if there is one; behind it: exactly so many.
const HIT_POINTS: usize = 4;

/// How many, on which side, under which name; with how many hit points, where it has any.
fn how_many(view: &View, creature: Creature) -> Box<dyn Overlay> {
    let mut sides: Vec<String> = view.e.sides.iter().map(|side| side.name.to_string()).collect();
    sides.push("a new side".into());
    let at = view.under_cursor().map_or(0, |c| c.side.index());
    let mut fields = vec![
        Field::new("how many", Value::number(1)),
        Field::new("side", Value::Pick(sides, at)),
        Field::new("new side", Value::Text("Foes".into())),
        Field::new("name", Value::Text(creature.name.clone())),
    ];
    let hit_points = creature.has_hit_points();
    if hit_points {
        fields.push(Field::new("hit points", Value::Pick(ways(&creature), 0)));
        fields.push(Field::may("exactly", Value::number(1), false));
    }
    let done = move |view: &View, form: &Form| {
        let count = form.fields[0].number().map_err(|fault| (0, fault))?;
        if !(1..=MOST).contains(&count) {
            return Err((0, format!("found {count}, expected 1 to {MOST}")));
        }
        let mut commands = Vec::new();
        let side = side(view, form, &mut commands).map_err(|fault| (2, fault))?;
        let said = said(form)?;
        let dice = creature.dice().filter(|_| form.fields[HIT_POINTS].pick() == 1);
        let name: Arc<str> = form.fields[3].text().into();
        let block = &creature.block;
        commands.extend((0..count).map(|_| {
            let most = said.or_else(|| dice.map(rolled));
            let arrival = Arrival::new(side, Arc::clone(&name), Arc::clone(block));
            Command::Arrive(Arrival { most, ..arrival })
        }));
        Ok(Verdict::Run(commands))
    };
    let asked = FormBox::new("Who comes?", Form::new(fields), done);
    let hint = "exactly: so many hit points, whatever stands above";
    if hit_points { asked.hint(hint).boxed() } else { asked.boxed() }
}

/// The hit points that are said to the number.
fn said(form: &Form) -> Result<Option<i32>, (usize, String)> {
    let at = HIT_POINTS + 1;
    let field = form.fields.get(at).filter(|field| field.is_given());
    field.map(|field| field.number().map_err(|fault| (at, fault))).transpose()
}

/// How hit points can come about.
fn ways(creature: &Creature) -> Vec<String> {
    let rolled = creature.dice().map(|dice| format!("rolled, {dice}"));
    std::iter::once("as written, or average".to_string()).chain(rolled).collect()
}

/// Hit points thrown by the machine, at least 1.
fn rolled(dice: DiceExpr) -> i32 {
    let ask = RollRequest::new(Purpose::Free, dice.count, dice.sides);
    let thrown = Thrown::new().roll(&ask).map_or(0, |roll| roll.total());
    thrown.saturating_add(dice.plus).max(1)
}

/// The side picked; a new one is added by a command of its own.
fn side(view: &View, form: &Form, commands: &mut Vec<Command>) -> Result<SideId, String> {
    let at = form.fields[1].pick();
    let id = u8::try_from(at).map(SideId).map_err(|_| "no room for another side".to_string())?;
    if at < view.e.sides.len() {
        return Ok(id);
    }
    let name = form.fields[2].text();
    if name.is_empty() || view.e.sides.iter().any(|side| &*side.name == name) {
        return Err("empty or taken, expected a new name".into());
    }
    commands.push(Command::Side(Side::new(name)));
    Ok(id)
}
