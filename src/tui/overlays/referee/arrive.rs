//! The form that brings combatants into the fight: from the bestiary, from a typed line, or like one already there;
//! now or at the start of a later round. The list to choose from is in [`who`](super::who).

use crate::machine_dice::throw;
use crate::rules::model::block::d20::CreatureKind;
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::{Side, Stage, stem};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::model::sight::Sight;
use crate::rules::model::tenths::Tenths;
use crate::rules::text::words;
use crate::shorthand::Reading;
use crate::store::ready;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::sheet::{self, InPlay};
use crate::tui::overlays::{Done, Layer, Refused, Then};
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
            block.kind = CreatureKind::Pc;
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

/// The side that a newcomer joins unless told otherwise: that of its own kind; else a character the players', a creature
/// one of the others. In a fight without a players' side, those like it.
fn usual_side(view: &View, newcomer: &Newcomer, character: bool) -> Option<SideId> {
    let of_its_kind = |c: &&Combatant| {
        !character && view.e.block(c.block).is_some_and(|block| block.name() == newcomer.block.name())
    };
    let alike = |c: &&Combatant| {
        let block = view.e.block(c.block);
        block.is_some_and(|block| is_person(view, &c.name, block, Some(block.name())) == character)
    };
    let players = view.e.side_ids().find(|side| view.e.is_players(*side));
    let among = |c: &&Combatant| players.is_none_or(|_| view.e.is_players(c.side) == character);
    let kin = view.e.all().find(of_its_kind).or_else(|| view.e.all().filter(among).find(alike));
    let any =
        || view.e.side_ids().find(|side| players.is_some() && view.e.is_players(*side) == character);
    kin.map(|c| c.side).or_else(any)
}

/// Those who come, as filled in.
#[derive(Clone)]
struct Draft {
    count: String,
    /// The side; `None` for a new one.
    side: Option<SideId>,
    new_side: Text,
    name: Text,
    /// The stat block, whose name follows from the others.
    block: StatBlock,
    /// Whether hit points are rolled.
    rolls: bool,
    left: Option<i32>,
    round: Option<u32>,
    far: Option<Tenths>,
    /// Whether it comes from behind; applies only with a distance.
    behind: bool,
    sight: Sight,
}

/// Opens the form for a newcomer.
pub fn ask(view: &View, newcomer: Newcomer) -> Box<dyn Layer> {
    let character = is_person(view, &newcomer.name, &newcomer.block, newcomer.kind.as_deref());
    let draft = Draft {
        count: newcomer.count.to_string(),
        side: newcomer.side.or_else(|| usual_side(view, &newcomer, character)),
        new_side: new_side(view, character).into(),
        name: newcomer.name.clone(),
        block: newcomer.block.clone(),
        rolls: false,
        left: newcomer.left,
        round: None,
        far: met_at(view),
        behind: false,
        sight: Sight::Known,
    };
    form(view, newcomer, draft)
}

/// The distance at which the sides of a running fight have met.
fn met_at(view: &View) -> Option<Tenths> {
    view.e.met_at.filter(|_| view.e.stage == Stage::Running)
}

/// The rows of a draft: those of the newcomer, the figures that matter most, and the others in a fold.
fn rows(view: &View, newcomer: &Newcomer, draft: &Draft) -> Vec<Row<Draft>> {
    let of_block = |row: Row<StatBlock>| row.within(|draft: &mut Draft| Some(&mut draft.block));
    let (first, others) = sheet::rows(&admitted(view, &draft.block), false);
    let mut sides: Vec<Option<SideId>> = view.e.side_ids().map(Some).collect();
    sides.push(None);
    let side =
        |side: &Option<SideId>| side.map_or("a new side", |side| words::side(view.e, side)).into();
    let taken: Vec<Text> = view.e.sides.iter().map(|side| side.name.clone()).collect();
    let new_side = Field::new("new side", Value::Text(draft.new_side.to_string()));
    let count = Field::new("how many", Value::Dice(draft.count.clone()));
    let mut rows = vec![
        Row::new(count, |draft: &mut Draft, field| {
            draft.count = field.text().into();
            Ok(())
        }),
        Row::pick("side", &sides, &draft.side, side, |draft: &mut Draft, side| draft.side = side),
        Row::new(new_side, move |draft: &mut Draft, field| {
            draft.new_side = field.text().into();
            let sound =
                draft.side.is_some() || !(draft.new_side.is_empty() || taken.contains(&draft.new_side));
            sound.then_some(()).ok_or_else(|| "empty or taken, expected a new name".into())
        }),
        Row::text("name", &*draft.name, |draft: &mut Draft, name| draft.name = name.into()),
    ];
    let later = draft.round.unwrap_or(view.e.round.saturating_add(1).max(2));
    let later = Field::may("not before round", Value::number(later), draft.round.is_some());
    let read = |field: &Field| {
        let fault = |n| format!("found {n}, expected a later round");
        field.if_given(|field| field.number().and_then(|n| u32::try_from(n).map_err(|_| fault(n))))
    };
    let mut rest = vec![Row::set(later, read, |draft: &mut Draft, round| draft.round = round)];
    let far = draft.far.unwrap_or(Tenths::whole(30)).to_string();
    let far = Value::Number(far, view.about().unit.to_string());
    let far = Field::may("off the nearest foe", far, draft.far.is_some()).known_as("distance");
    let read = |field: &Field| field.if_given(Field::tenths);
    let far = Row::set(far, read, |draft: &mut Draft, far| draft.far = far);
    // Once the sides have met, a latecomer's distance is among the first fields, so that it is not overlooked.
    if met_at(view).is_some() {
        rows.push(far)
    } else {
        rest.push(far)
    }
    for mut row in first {
        let field = &mut row.field;
        if field.label == "class" && !newcomer.classes.is_empty() {
            let classes = newcomer.classes.join(" or ");
            field.fault = Some(format!("found \"{classes}\", expected one of them"));
            field.value = Value::Text(classes);
        }
        let dice = hit_dice(view, &newcomer.block).filter(|_| field.id == "hp");
        rows.push(of_block(row));
        rows.extend(dice.map(|dice| {
            let put = |draft: &mut Draft, rolls| draft.rolls = rolls;
            Row::flag(format!("roll hit points ({dice})"), draft.rolls, put)
        }));
    }
    rest.push(Row::flag("from behind", draft.behind, |draft: &mut Draft, on| draft.behind = on));
    let word = |sight: &Sight| sight.word().into();
    let put = |draft: &mut Draft, sight| draft.sight = sight;
    rest.push(Row::pick("the players know it", &Sight::ALL, &draft.sight, word, put));
    if !matches!(newcomer.block, StatBlock::Wounds(_)) {
        let left = Value::number(draft.left.unwrap_or(1));
        let left = Field::may("hit points left", left, draft.left.is_some());
        let left = left.known_as(words::harm(view.about()));
        let read = |field: &Field| field.if_given(Field::number);
        rest.push(Row::set(left, read, |draft: &mut Draft, left| draft.left = left));
    }
    rest.extend(others.into_iter().map(of_block));
    sheet::folded((rows, rest))
}

/// The field that needs input first: the name, an ambiguous class or the hit points; else the count.
fn first_gap(rows: &[Row<Draft>], newcomer: &Newcomer) -> usize {
    let shown = || rows.iter().take_while(|row| !matches!(row.field.value, Value::More(..)));
    let at = |id: &str| shown().position(|row| row.field.id == id);
    let unnamed = newcomer.name.is_empty().then(|| at("name")).flatten();
    let class = at("class").filter(|at| {
        let text = rows[*at].field.text();
        text.is_empty() || !newcomer.classes.is_empty()
    });
    let hp = at("hp").filter(|at| !rows[*at].field.is_given() && newcomer.kind.is_none());
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

/// The stat block as filled in, under its own name.
fn named(newcomer: &Newcomer, draft: &Draft) -> StatBlock {
    let mut block = draft.block.clone();
    block.rename(newcomer.kind.clone().unwrap_or_else(|| draft.name.clone()));
    block
}

fn form(view: &View, newcomer: Newcomer, draft: Draft) -> Box<dyn Layer> {
    let mut rows = rows(view, &newcomer, &draft);
    for row in &mut rows {
        let told = newcomer.told.iter().chain(Some(&row.note).filter(|note| !note.is_empty()));
        row.note = told.map(String::as_str).collect::<Vec<_>>().join("\n");
    }
    let at = first_gap(&rows, &newcomer);
    let draft = Draft { block: sheet::written(&admitted(view, &draft.block)), ..draft };
    let context = Rc::new((newcomer, InPlay::here(view)));
    let (known, shown, explained) = (Rc::clone(&context), Rc::clone(&context), context);
    let rules = view.rules;
    let done = move |session: &mut Session, draft: &Draft| submit(session, &known.0, draft);
    let outcome = move |draft: &Draft| {
        let block = ready(rules, &named(&shown.0, draft));
        shown.1.of(block).unwrap_or_default()
    };
    let explain = move |view: &View, draft: &Draft| {
        explained.1.explained(view, ready(view.rules, &named(&explained.0, draft)))
    };
    let form = fixed("Who comes?", draft, rows, done).coming_to(outcome).explaining(explain);
    form.wide(COLUMNS).at(at).boxed()
}

/// Submits the form. If the count is dice, they are rolled first, and the form comes back with the result.
fn submit(session: &mut Session, newcomer: &Newcomer, draft: &Draft) -> Done {
    let count = &draft.count;
    let dice: DiceExpr = count.parse().map_err(|fault: String| (0, fault))?;
    if dice.count > 0 {
        let thrown = roll_count(dice);
        let told = std::iter::once(format!("rolled {dice}: {thrown}")).chain(newcomer.told.clone());
        let newcomer = Newcomer { told: told.collect(), classes: Vec::new(), ..newcomer.clone() };
        let draft = Draft { count: thrown.to_string(), ..draft.clone() };
        return Then::replace(form(&session.view(), newcomer, draft));
    }
    if !(1..=MOST).contains(&dice.plus) {
        return Err(Refused::at(0, format!("found {count}, expected 1 to {MOST}, or dice")));
    }
    let view = session.view();
    let block = named(newcomer, draft);
    let mut commands = Vec::new();
    let side = match draft.side {
        Some(side) => side,
        None => {
            commands.push(Command::Side(Side::new(draft.new_side.clone())));
            let id = u8::try_from(view.e.sides.len());
            id.map(SideId).map_err(|_| "no room for another side")?
        }
    };
    let Draft { far, behind, sight, left, .. } = *draft;
    let dice_of_hp = hit_dice(&view, &block).filter(|_| draft.rolls);
    let block = Arc::new(ready(view.rules, &block));
    let arrival = Arrival::new(side, view.e.first_name(&draft.name, dice.plus), block);
    let arrival = Arrival { hp: left, far, behind, sight, dice: dice_of_hp, ..arrival };
    match draft.round {
        Some(round) => {
            let (count, who) = (dice.plus.unsigned_abs(), Box::new(arrival));
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
