//! The form that brings combatants into the fight: from the bestiary, from a typed line, or like one already there;
//! now or at the start of a later round. The list to choose from is in [`who`](super::who).

use crate::machine_dice::throw;
use crate::rules::model::block::d20::Kind;
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::{Side, Stage, stem};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::model::sight::Sight;
use crate::rules::registry;
use crate::rules::text::words;
use crate::shorthand::Reading;
use crate::store::ready;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::sheet::{self, InPlay, Parts};
use crate::tui::overlays::{Done, Layer, Then};
use crate::tui::session::Session;
use crate::tui::stock::Creature;
use crate::tui::table::view::View;
use std::rc::Rc;
use std::sync::Arc;

/// The most that come at once.
const MOST: i32 = 200;
/// The columns of the form, wide enough for lines of attacks.
const COLUMNS: u16 = 72;

/// A newcomer, as known before the form is filled in.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// How many come.
    pub count: DiceExpr,
    /// The side; `None` for that of similar combatants, or a new one.
    pub side: Option<SideId>,
    /// The name at the table.
    pub name: Text,
    /// The stat block as written.
    pub block: StatBlock,
    /// The name of the stat block, if it is fixed whatever the name at the table.
    pub kind: Option<Text>,
    /// Hit points left, if fewer than all.
    pub left: Option<i32>,
    /// The classes it may be, if the line left several possible.
    pub classes: Vec<String>,
    /// Remarks for the referee on how it was read.
    pub told: Vec<String>,
}

impl Newcomer {
    /// A single creature of a kind.
    pub fn of(creature: &Creature) -> Self {
        Self {
            count: DiceExpr::flat(1),
            side: None,
            // The stat block already has the level or number of heads: "Knight, level 3" is Knight at the table.
            name: creature.name.split(", ").next().unwrap_or_default().into(),
            block: (*creature.block).clone(),
            kind: Some(creature.block.name().clone()),
            left: None,
            classes: Vec::new(),
            told: creature.appearing().into_iter().collect(),
        }
    }
}

impl From<Reading> for Newcomer {
    fn from(read: Reading) -> Self {
        let classes = read.classes.iter().map(sheet::write_name);
        let rest = read.rest.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ");
        let rest = (!rest.is_empty()).then(|| format!("not understood, kept as a note: {rest}"));
        let mut block = read.block;
        // A name alone makes a character.
        if let (true, StatBlock::Written(block)) = (read.only_name, &mut block) {
            block.kind = Kind::Pc;
        }
        Self {
            count: read.count,
            side: None,
            name: read.name,
            block,
            kind: read.like,
            left: read.left,
            classes: classes.collect(),
            told: read.unclear.into_iter().chain(rest).collect(),
        }
    }
}

/// Opens the form to bring in a creature: how many, on which side, under which name and when.
pub fn how_many(view: &View, creature: &Creature) -> Box<dyn Layer> {
    ask(view, Newcomer::of(creature))
}

/// Whether a stat block is a character's. One without hit points is, unless the bestiary lists it as a creature.
fn is_character(view: &View, block: &StatBlock) -> bool {
    match block {
        StatBlock::D20(d20) => d20.block.is_character(),
        StatBlock::Written(block) => block.is_character(),
        StatBlock::Wounds(_) => {
            let known = view.stock.all.iter().find(|creature| creature.block.name() == block.name());
            known.is_none_or(|creature| creature.character)
        }
    }
}

/// Whether it is a character by its stat block or, in rules without classes, by a name of its own beside that of its kind.
fn is_person(view: &View, name: &str, block: &StatBlock, kind: Option<&str>) -> bool {
    is_character(view, block) || kind.is_some_and(|kind| has_own_name(name, block, kind))
}

fn has_own_name(name: &str, block: &StatBlock, kind: &str) -> bool {
    let plain = |name: &str| name.split(", ").next().unwrap_or_default().to_lowercase();
    matches!(block, StatBlock::Wounds(_)) && plain(stem(name)) != plain(kind)
}

/// The default name of a new side.
fn new_side(view: &View, character: bool) -> String {
    let names = if character { ["Heroes", "Allies", "Others"] } else { ["Foes", "Others", "Strangers"] };
    let free = |name: &&str| !view.e.sides.iter().any(|side| &*side.name == *name);
    names.into_iter().find(free).unwrap_or_default().into()
}

/// Labels of the fields that are not part of the stat block.
const COUNT: &str = "how many";
const SIDE: &str = "side";
const NEW_SIDE: &str = "new side";
const NAME: &str = "name";
const ROLLED: &str = "roll hp";
const LEFT: &str = "hp left";
const ROUND: &str = "not before round";
const FAR: &str = "off the nearest foe";
/// How much the players know of it.
const SIGHT: &str = "the players know it";
/// Whether it comes from behind; applies only with a distance.
const BEHIND: &str = "from behind";

/// Opens the form for a newcomer. By default, characters join characters, and creatures join creatures.
pub fn ask(view: &View, newcomer: Newcomer) -> Box<dyn Layer> {
    let character = is_person(view, &newcomer.name, &newcomer.block, newcomer.kind.as_deref());
    let alike = |c: &&Combatant| {
        let block = view.e.block(c.block);
        block.is_some_and(|block| is_person(view, &c.name, block, Some(block.name())) == character)
    };
    let side = newcomer.side.or_else(|| view.e.all().find(alike).map(|c| c.side));
    let mut sides: Vec<String> = view.e.sides.iter().map(|side| side.name.to_string()).collect();
    sides.push("a new side".into());
    let at = side.map_or(sides.len() - 1, SideId::index);
    let later = view.e.round.saturating_add(1).max(2);
    let block = admitted(view, &newcomer.block);
    let Parts { mut fields, mut others, filled } = sheet::parts(&block);
    if !newcomer.classes.is_empty()
        && let Some(class) = fields.iter_mut().find(|field| field.label == "class")
    {
        class.value = Value::Text(newcomer.classes.join(" or "));
        class.fault = Some(format!("found \"{}\", expected one of them", newcomer.classes.join(" or ")));
    }
    if let Some(dice) = hit_dice(view, &newcomer.block)
        && let Some(hp) = fields.iter().position(|field| field.label == "hp")
    {
        fields.insert(hp + 1, Field::new(format!("{ROLLED} ({dice})"), Value::Flag(false)));
    }
    let mut first = vec![
        Field::new(COUNT, Value::Dice(newcomer.count.to_string())),
        Field::new(SIDE, Value::Pick(sides, at)),
        Field::new(NEW_SIDE, Value::Text(new_side(view, character))),
        Field::new(NAME, Value::Text(newcomer.name.to_string())),
    ];
    let met = view.e.met_at.filter(|_| view.e.stage == Stage::Running);
    let far = met.map_or_else(|| "30".into(), |far| far.to_string());
    let far = Field::may(FAR, Value::Number(far, view.about().unit.to_string()), met.is_some());
    let far = far.known_as("distance");
    let mut rest = vec![Field::may(ROUND, Value::number(later), false)];
    // Once the sides have met, a latecomer's distance is among the first fields, so that it is not overlooked.
    if met.is_some() {
        first.push(far)
    } else {
        rest.push(far)
    }
    first.append(&mut fields);
    rest.push(Field::new(BEHIND, Value::Flag(false)));
    let known = Value::among(&Sight::ALL, &Sight::Known, |sight| sight.word().into());
    rest.push(Field::new(SIGHT, known));
    if !matches!(newcomer.block, StatBlock::Wounds(_)) {
        let left = Field::may(LEFT, Value::number(newcomer.left.unwrap_or(1)), newcomer.left.is_some());
        rest.push(left.known_as(words::harm(view.about())));
    }
    rest.append(&mut others);
    let mut form = Form::new(sheet::folded(first, rest));
    form.at = first_gap(&form, &newcomer);
    form_box(view, Rc::new(Context { newcomer, filled, in_play: InPlay::here(view) }), form)
}

/// The field that needs input first: the name, an ambiguous class or the hit points; else the count.
fn first_gap(form: &Form, newcomer: &Newcomer) -> usize {
    let shown = || form.fields.iter().take_while(|field| !matches!(field.value, Value::More(..)));
    let at = |label: &str| shown().position(|field| field.label == label);
    let unnamed = newcomer.name.is_empty().then(|| at(NAME)).flatten();
    let class = at("class").filter(|at| {
        let text = form.fields[*at].text();
        text.is_empty() || !newcomer.classes.is_empty()
    });
    let hp = at("hp").filter(|at| !form.fields[*at].is_given() && newcomer.kind.is_none());
    unnamed.or(class).or(hp).unwrap_or(0)
}

/// The stat block with the figures worked out by the rules, if they admit it.
fn admitted(view: &View, block: &StatBlock) -> StatBlock {
    let written = ready(view.rules, block);
    view.rules.admit(written.clone()).unwrap_or(written)
}

fn hit_dice(view: &View, block: &StatBlock) -> Option<DiceExpr> {
    match block {
        StatBlock::Written(block) => view.rules.hit_dice(block),
        StatBlock::D20(d20) => view.rules.hit_dice(&d20.block),
        StatBlock::Wounds(_) => None,
    }
}

/// What the form for a newcomer knows beside its fields.
struct Context {
    newcomer: Newcomer,
    filled: sheet::Filled,
    in_play: InPlay,
}

impl Context {
    /// The stat block as filled in, under its own name.
    fn block(&self, form: &Form) -> Result<StatBlock, (usize, String)> {
        let mut block = (self.filled)(form)?;
        let name = self.newcomer.kind.clone().unwrap_or_else(|| field(form, NAME).text().into());
        block.rename(name);
        Ok(block)
    }
}

/// The index of the first field whose label begins so, or 0.
fn place(form: &Form, label: &str) -> usize {
    form.fields.iter().position(|field| field.label.starts_with(label)).unwrap_or(0)
}

fn field<'a>(form: &'a Form, label: &str) -> &'a Field {
    &form.fields[place(form, label)]
}

fn form_box(view: &View, context: Rc<Context>, form: Form) -> Box<dyn Layer> {
    let mut notes = sheet::notes(&context.newcomer.block, &form);
    let told = context.newcomer.told.join("\n");
    if !told.is_empty() {
        let note = |note: &mut String| {
            *note = if note.is_empty() { told.clone() } else { format!("{told}\n{note}") }
        };
        notes.iter_mut().for_each(note);
    }
    let (known, shown, explained) = (Rc::clone(&context), Rc::clone(&context), Rc::clone(&context));
    let rules = view.e.ruleset;
    let done = move |session: &mut Session, form: &Form| submit(session, &known, form);
    let outcome = move |form: &Form| {
        let block = shown.block(form).ok().map(|block| ready(registry::ruleset(rules), &block));
        block.and_then(|block| shown.in_play.of(block)).unwrap_or_default()
    };
    let explain = move |view: &View, form: &Form| {
        explained.in_play.explained(view, ready(view.rules, &explained.block(form).ok()?))
    };
    let form = FormBox::new("Who comes?", form, done).notes(notes).coming_to(outcome);
    form.explaining(explain).wide(COLUMNS).boxed()
}

/// Submits the form. If the count is dice, they are rolled first, and the form comes back with the result.
fn submit(session: &mut Session, known: &Rc<Context>, form: &Form) -> Done {
    let at = |label: &'static str| move |fault: String| (place(form, label), fault);
    let count = field(form, COUNT).text();
    let dice: DiceExpr = count.parse().map_err(at(COUNT))?;
    if dice.count > 0 {
        let mut form = form.clone();
        let thrown = roll_count(dice);
        let count = place(&form, COUNT);
        form.fields[count] = Field::new(COUNT, Value::Dice(thrown.to_string()));
        let told =
            std::iter::once(format!("rolled {dice}: {thrown}")).chain(known.newcomer.told.clone());
        let newcomer = Newcomer { told: told.collect(), ..known.newcomer.clone() };
        let filled = sheet::parts(&admitted(&session.view(), &known.newcomer.block)).filled;
        let again = Context { newcomer, filled, in_play: InPlay::here(&session.view()) };
        return Then::replace(form_box(&session.view(), Rc::new(again), form));
    }
    if !(1..=MOST).contains(&dice.plus) {
        return Err(at(COUNT)(format!("found {count}, expected 1 to {MOST}, or dice")).into());
    }
    let block = known.block(form)?;
    let mut commands = Vec::new();
    let side = side(&session.view(), form, &mut commands).map_err(at(NEW_SIDE))?;
    let rolls = form.fields.iter().any(|field| field.label.starts_with(ROLLED) && field.flag());
    let dice_of_hp = hit_dice(&session.view(), &block).filter(|_| rolls);
    let left = form.fields.iter().find(|field| field.label == LEFT);
    let left = left.map_or(Ok(None), |left| left.if_given(Field::number)).map_err(at(LEFT))?;
    let far = field(form, FAR).if_given(Field::tenths).map_err(at(FAR))?;
    let block = Arc::new(ready(session.view().rules, &block));
    let arrival =
        Arrival::new(side, session.view().e.first_name(field(form, NAME).text(), dice.plus), block);
    let behind = field(form, BEHIND).flag();
    let sight = Sight::ALL[field(form, SIGHT).pick()];
    let arrival = Arrival { hp: left, far, behind, sight, dice: dice_of_hp, ..arrival };
    match field(form, ROUND).if_given(Field::number).map_err(at(ROUND))? {
        Some(round) => {
            let fault = |_| at(ROUND)(format!("found {round}, expected a later round"));
            let (round, count) = (u32::try_from(round).map_err(fault)?, dice.plus.unsigned_abs());
            let who = Box::new(arrival);
            commands.push(Command::Overrule(Overrule::Reinforce { round, who, count }));
        }
        None => commands.extend((0..dice.plus).map(|_| Command::Arrive(arrival.clone()))),
    }
    session.run(commands)
}

/// Passes over reinforcements that are due: they come a round later, or not at all.
pub fn put_off(view: &View) -> Option<Box<dyn Layer>> {
    let (who, count) = view.e.window()?.reinforcement()?;
    let title = words::reinforcement(view.e, who, count);
    let (round, who) = (view.e.round.saturating_add(1), Box::new(who.clone()));
    let later = Command::Overrule(Overrule::Reinforce { round, who, count });
    let rows = [
        (format!("postponed to round {round}"), vec![Command::Skip, later]),
        ("they no longer come".into(), vec![Command::Skip]),
    ];
    let pick = |session: &mut Session, commands: &Vec<Command>| session.run(commands.clone());
    Some(Picker::new(title, rows, pick).lettered().boxed())
}

/// Rolls how many appear, 1 to [`MOST`].
fn roll_count(dice: DiceExpr) -> i32 {
    throw(dice).clamp(1, MOST)
}

/// The chosen side; a new one is added by a command of its own.
fn side(view: &View, form: &Form, commands: &mut Vec<Command>) -> Result<SideId, String> {
    let at = field(form, SIDE).pick();
    let id = u8::try_from(at).map(SideId).map_err(|_| "no room for another side".to_string())?;
    if at < view.e.sides.len() {
        return Ok(id);
    }
    let name = field(form, NEW_SIDE).text();
    if name.is_empty() || view.e.sides.iter().any(|side| &*side.name == name) {
        return Err("empty or taken, expected a new name".into());
    }
    commands.push(Command::Side(Side::new(name)));
    Ok(id)
}
