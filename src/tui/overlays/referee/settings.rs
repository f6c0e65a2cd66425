//! Settings of the fight: options of the rules, who rolls, new sides.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::{Hand, Side};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::model::option::OptionRow;
use crate::rules::text::words;
use crate::tui::overlays::amend::table::{Several, word};
use crate::tui::overlays::forms::edit::{Row, each, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::{CLOSE, Done, Layer, Refused};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The ways to roll dice.
pub(in crate::tui::overlays) const HANDS: [Hand; 3] = [Hand::Machine, Hand::Typed, Hand::Phone];

/// Asks who rolls each side's dice.
pub fn dice(view: &View) -> Option<Box<dyn Layer>> {
    let sides = by_side(view, |id, side| Overrule::Hand(id, side.hand));
    let asked = by_side(view, |id, side| Overrule::Asks(id, side.asks));
    let asked = asked.map(|(name, word)| (format!("{name}: Enter asks first"), word));
    let theirs = by_side(view, |id, _| Overrule::Players(id, view.e.is_players(id)));
    let theirs = theirs.map(|(name, word)| (format!("{name}: the players' side"), word));
    let form = Several::default()
        .with(view, |it| it.hand(word!(Overrule::Hand(_, hand) => hand)), sides)
        .with(view, |it| it.may_hand(word!(Overrule::Dice(_, hand) => hand)), characters(view))
        .with(view, |it| it.flag(word!(Overrule::Asks(_, asks) => asks)), asked)
        .with(view, |it| it.flag(word!(Overrule::Players(_, players) => players)), theirs)
        .form("Dice of each side");
    (!view.e.sides.is_empty()).then_some(form)
}

/// Who rolls the dice of each of the players' combatants, with its name.
fn characters(view: &View) -> impl Iterator<Item = (String, Command)> {
    let theirs = view.e.all().filter(|c| c.is_up() && view.e.is_players(c.side));
    theirs.map(|c| (c.name.to_string(), Command::Overrule(Overrule::Dice(c.id, c.hand))))
}

/// An overruling command for each side, with the side's name.
pub(super) fn by_side(
    view: &View,
    word: impl Fn(SideId, &Side) -> Overrule,
) -> impl Iterator<Item = (String, Command)> {
    let sides = view.e.side_ids().zip(&view.e.sides);
    sides.map(move |(id, side)| (side.name.to_string(), Command::Overrule(word(id, side))))
}

/// Runs the commands as one act, or closes the layer if there are none.
pub fn run_or_leave(session: &mut Session, commands: Vec<Command>) -> Done {
    if commands.is_empty() { CLOSE } else { session.run(commands) }
}

/// The value of an option, as of the next declaration.
pub(super) fn current(view: &View, option: &OptionRow) -> Text {
    view.e.option_ahead(option.id).unwrap_or_else(|| option.standard()).into()
}

/// The row of an option: picked from its values, or typed if it accepts numbers.
fn row(option: &'static OptionRow, now: &Text) -> Row<Text> {
    let row = match option.numbers {
        None if option.values.contains(&&**now) => {
            let values: Vec<Text> = option.values.iter().copied().map(Text::from).collect();
            Row::pick(option.title, &values, now, Text::to_string, |draft, value| *draft = value)
        }
        _ => {
            let now = now.clone();
            let field = Field::new(option.title, Value::Text(now.to_string()));
            Row::new(field, move |draft: &mut Text, field: &Field| {
                *draft = field.text().into();
                let same = *draft == now;
                option.accepts(draft).or_else(|fault| if same { Ok(()) } else { Err(fault.in_place()) })
            })
        }
    };
    row.note(note(option))
}

/// The note on an option: its text, its default, and the range of numbers it accepts.
fn note(option: &OptionRow) -> String {
    let numbers = option.numbers.map_or_else(String::new, |(least, most)| {
        format!(" {}, or {least} to {most}.", option.values.join(", "))
    });
    format!("{} Standard: {}.{numbers}", option.text, option.standard())
}

/// Opens the options of the rules.
pub fn options(view: &View) -> Box<dyn Layer> {
    let about = view.about();
    let before: Vec<Text> = about.options.iter().map(|option| current(view, option)).collect();
    let rows = about.options.iter().zip(&before).map(|(option, now)| row(option, now));
    let (rows, old) = (each(rows), before.clone());
    let done = move |session: &mut Session, now: &Vec<Text>| {
        let options = session.view().about().options.iter();
        let changed = options.zip(old.iter().zip(now)).filter(|(_, (old, now))| old != now);
        let word = changed.map(|(option, (_, now))| Overrule::Option(option.id.into(), now.clone()));
        run_or_leave(session, word.map(Command::Overrule).collect())
    };
    fixed(format!("Options: {}", about.title), before, rows, done).page().boxed()
}

/// Asks for a new side.
pub fn side() -> Box<dyn Layer> {
    let rows = vec![
        Row::text("name", "", |side: &mut Side, name| side.name = name.into()).known_as("new side"),
        Row::pick(
            "dice",
            &HANDS,
            &Hand::Machine,
            |hand| words::hand(*hand).into(),
            |side: &mut Side, hand| {
                side.hand = hand;
            },
        ),
        Row::flag("the players' side", false, |side: &mut Side, theirs| {
            side.players = theirs.then_some(true)
        }),
    ];
    let done = |session: &mut Session, side: &Side| {
        if side.name.is_empty() || session.view().e.sides.iter().any(|other| other.name == side.name) {
            return Err(Refused::at(0, "empty or taken, expected a new name"));
        }
        session.run(vec![Command::Side(side.clone())])
    };
    fixed("A new side", Side::new(""), rows, done).boxed()
}
