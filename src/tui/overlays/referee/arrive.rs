//! Somebody comes into the fight: from the bestiary, or like somebody who is there already; now, or as a
//! later round begins.

use crate::machine_dice::Thrown;
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::dice::{Dice, DiceExpr, Purpose, RollRequest};
use crate::rules::model::encounter::Side;
use crate::rules::model::ids::SideId;
use crate::rules::text::words;
use crate::tui::overlays::forms::boxes::{Filled, FormBox, MenuBox};
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::stock::Creature;
use crate::tui::table::view::View;
use std::sync::Arc;

/// At most so many at once.
const MOST: i32 = 200;

/// Whom to bring in: narrowed by typing.
pub fn open(view: &View) -> Box<dyn Overlay> {
    let like = view.under_cursor().and_then(|c| {
        let block = view.e.blocks.get(c.block.index())?;
        let (name, character) = (block.name().to_string(), is_character(block));
        Some(Creature { name, block: Arc::clone(block), own: false, character })
    });
    let mut texts: Vec<String> =
        like.iter().map(|c| format!("{} (as the one under the cursor)", c.name)).collect();
    let known: Vec<usize> =
        (0..view.stock.all.len()).filter(|at| view.about().serves(&view.stock.all[*at].block)).collect();
    texts.extend(known.iter().map(|at| view.stock.all[*at].name.clone()));
    let pick = move |view: &View, at: usize| {
        let asked = match at.checked_sub(usize::from(like.is_some())) {
            None => {
                let side = view.under_cursor().map(|c| c.side);
                like.clone().map(|creature| ask(view, creature, side))
            }
            Some(at) => {
                let creature = known.get(at).and_then(|at| view.stock.all.get(*at));
                creature.map(|creature| how_many(view, creature.clone()))
            }
        };
        asked.map_or(Verdict::Stay, Verdict::Instead)
    };
    MenuBox::filtered("Who comes?", texts, pick).boxed()
}

/// The places of the fields.
const COUNT: usize = 0;
const SIDE: usize = 1;
const NEW_SIDE: usize = 2;
const NAME: usize = 3;
const ROUND: usize = 4;
const FAR: usize = 5;
/// How hit points come about, where there are any; behind it: exactly so many.
const HIT_POINTS: usize = 6;
const EXACTLY: usize = 7;
/// The last: whether it comes from behind, where it is said how far off.
const BEHIND: &str = "from behind";

/// How many, on which side, under which name, and when; with how many hit points, where it has any.
/// Characters are thought to join characters, and creatures creatures.
pub fn how_many(view: &View, creature: Creature) -> Box<dyn Overlay> {
    let like = |c: &&Combatant| {
        view.e.block(c.block).is_some_and(|block| is_character(block) == creature.character)
    };
    let side = view.e.all().find(like).map(|c| c.side);
    ask(view, creature, side)
}

fn is_character(block: &StatBlock) -> bool {
    match block {
        StatBlock::D20(d20) => d20.block.is_character(),
        StatBlock::Written(block) => block.is_character(),
        StatBlock::Wounds(_) => false,
    }
}

/// What a new side is called, unless somebody says otherwise.
fn new_side(view: &View, character: bool) -> String {
    let names = if character { ["Heroes", "Allies", "Others"] } else { ["Foes", "Others", "Strangers"] };
    let free = |name: &&str| !view.e.sides.iter().any(|side| &*side.name == *name);
    names.into_iter().find(free).unwrap_or_default().into()
}

fn ask(view: &View, creature: Creature, side: Option<SideId>) -> Box<dyn Overlay> {
    let mut sides: Vec<String> = view.e.sides.iter().map(|side| side.name.to_string()).collect();
    sides.push("a new side".into());
    let at = side.map_or(sides.len() - 1, SideId::index);
    let later = view.e.round.saturating_add(1).max(2);
    let mut fields = vec![
        Field::new("how many", Value::Dice("1".into())),
        Field::new("side", Value::Pick(sides, at)),
        Field::new("new side", Value::Text(new_side(view, creature.character))),
        Field::new("name", Value::Text(creature.name.clone())),
        Field::may("not before round", Value::number(later), false),
        Field::may(
            "off the nearest foe",
            Value::Number("30".into(), view.about().unit.to_string()),
            false,
        ),
    ];
    if creature.has_hit_points() {
        fields.push(Field::new("hit points", Value::Pick(ways(view, &creature), 0)));
        fields.push(Field::may("exactly", Value::number(1), false));
    }
    fields.push(Field::new(BEHIND, Value::Flag(false)));
    let hint = creature.appearing().unwrap_or_default();
    asked(creature, Form::new(fields), hint)
}

fn asked(creature: Creature, form: Form, hint: String) -> Box<dyn Overlay> {
    let done = move |view: &View, form: &Form| -> Filled {
        let count = form.fields[COUNT].text();
        let dice: DiceExpr = count.parse().map_err(|fault| (COUNT, fault))?;
        if dice.count > 0 {
            let mut form = form.clone();
            let thrown = thrown(dice);
            form.fields[COUNT] = Field::new("how many", Value::Dice(thrown.to_string()));
            return Ok(Verdict::Instead(asked(
                creature.clone(),
                form,
                format!("rolled {dice}: {thrown}"),
            )));
        }
        if !(1..=MOST).contains(&dice.plus) {
            return Err((COUNT, format!("found {count}, expected 1 to {MOST}, or dice")));
        }
        let mut commands = Vec::new();
        let side = side(view, form, &mut commands).map_err(|fault| (NEW_SIDE, fault))?;
        let exactly = form.fields.get(EXACTLY).map(|field| field.if_given(Field::number));
        let most = exactly.transpose().map_err(|fault| (EXACTLY, fault))?.flatten();
        let rolls = form.fields.get(HIT_POINTS).is_some_and(|field| field.pick() == 1);
        let arrival = Arrival::new(side, form.fields[NAME].text(), creature.ready(view.rules));
        let far = form.fields[FAR].if_given(Field::tenths).map_err(|fault| (FAR, fault))?;
        let behind = form.fields.last().is_some_and(Field::flag);
        let arrival =
            Arrival { most, far, behind, dice: creature.dice(view.rules).filter(|_| rolls), ..arrival };
        match form.fields[ROUND].if_given(Field::number).map_err(|fault| (ROUND, fault))? {
            Some(round) => {
                let fault = |_| (ROUND, format!("found {round}, expected a later round"));
                let (round, count) = (u32::try_from(round).map_err(fault)?, dice.plus.unsigned_abs());
                let who = Box::new(arrival);
                commands.push(Command::Overrule(Overrule::Reinforce { round, who, count }));
            }
            None => commands.extend((0..dice.plus).map(|_| Command::Arrive(arrival.clone()))),
        }
        Ok(Verdict::Run(commands))
    };
    FormBox::new("Who comes?", form, done).hint(hint).boxed()
}

/// Reinforcements that are due are passed over: they come a round later, or not at all.
pub fn put_off(view: &View) -> Option<Box<dyn Overlay>> {
    let (who, count) = view.e.window()?.reinforcement()?;
    let title = words::reinforcement(view.e, who, count);
    let (round, who) = (view.e.round.saturating_add(1), Box::new(who.clone()));
    let lines = [format!("put off to round {round}"), "they do not come".into()];
    let pick = move |_: &View, at: usize| {
        let later = Overrule::Reinforce { round, who: who.clone(), count };
        let later = (at == 0).then_some(Command::Overrule(later));
        Verdict::Run(std::iter::once(Command::Skip).chain(later).collect())
    };
    Some(MenuBox::lettered(title, lines, pick).boxed())
}

/// How hit points can come about.
fn ways(view: &View, creature: &Creature) -> Vec<String> {
    let rolled = creature.dice(view.rules).map(|dice| format!("rolled, {dice}"));
    std::iter::once("as written, or average".to_string()).chain(rolled).collect()
}

/// How many appear, thrown by the machine, at least 1; it stands in the form to be changed.
fn thrown(dice: DiceExpr) -> i32 {
    let ask = RollRequest::new(Purpose::Free, dice.count, dice.sides);
    let thrown = Thrown::new().roll(&ask).map_or(0, |roll| roll.total());
    thrown.saturating_add(dice.plus).clamp(1, MOST)
}

/// The side picked; a new one is added by a command of its own.
fn side(view: &View, form: &Form, commands: &mut Vec<Command>) -> Result<SideId, String> {
    let at = form.fields[SIDE].pick();
    let id = u8::try_from(at).map(SideId).map_err(|_| "no room for another side".to_string())?;
    if at < view.e.sides.len() {
        return Ok(id);
    }
    let name = form.fields[NEW_SIDE].text();
    if name.is_empty() || view.e.sides.iter().any(|side| &*side.name == name) {
        return Err("empty or taken, expected a new name".into());
    }
    commands.push(Command::Side(Side::new(name)));
    Ok(id)
}
