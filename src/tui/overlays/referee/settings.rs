//! Settings of the fight: options of the rules, who rolls, new sides.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::{Hand, Side};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::ruleset::about::OptionRule;
use crate::rules::text::words;
use crate::tui::overlays::amend::saying::Kind;
use crate::tui::overlays::amend::table::{Several, word};
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{CLOSE, Done, Layer, Refused};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The ways to roll dice.
pub(in crate::tui::overlays) const HANDS: [Hand; 2] = [Hand::Machine, Hand::Typed];

/// Asks who rolls each side's dice.
pub fn dice(view: &View) -> Option<Box<dyn Layer>> {
    let hand = Kind::Hand(word!(Overrule::Hand(_, hand) => hand));
    let sides = by_side(view, |id, side| Overrule::Hand(id, side.hand));
    let asks = Kind::Flag(word!(Overrule::Asks(_, asks) => asks));
    let asked = by_side(view, |id, side| Overrule::Asks(id, side.asks));
    let asked = asked.map(|(name, word)| (format!("{name}: Enter asks first"), word));
    let players = Kind::Flag(word!(Overrule::Players(_, players) => players));
    let theirs = by_side(view, |id, _| Overrule::Players(id, view.e.is_players(id)));
    let theirs = theirs.map(|(name, word)| (format!("{name}: the players' side"), word));
    let several = Several::default().with(view, &hand, sides).with(view, &asks, asked);
    let form = several.with(view, &players, theirs).form("Dice of each side");
    (!view.e.sides.is_empty()).then(|| form.boxed())
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
pub(super) fn current(view: &View, option: &OptionRule) -> Text {
    let set = view.e.option_ahead(&option.id).map(Text::from);
    set.or(option.values.first().cloned()).unwrap_or_default()
}

/// The field of an option: picked from its values, or typed if it accepts numbers.
fn field(option: &OptionRule, now: &str) -> Field {
    let at = option.values.iter().position(|value| &**value == now);
    let value = match (option.numbers, at) {
        (None, Some(at)) => Value::Pick(option.values.iter().map(ToString::to_string).collect(), at),
        _ => Value::Text(now.into()),
    };
    Field::new(&*option.title, value)
}

/// The value in the field of an option.
fn value_of(option: &OptionRule, field: &Field) -> Text {
    match &field.value {
        Value::Pick(_, at) => option.values.get(*at).cloned().unwrap_or_default(),
        _ => field.text().into(),
    }
}

/// The note on an option: its text, its default, and the range of numbers it accepts.
fn note(option: &OptionRule) -> String {
    let standard = option.values.first().map_or("", |value| value);
    let numbers = option.numbers.map_or_else(String::new, |(least, most)| {
        format!(" {}, or {least} to {most}.", option.values.join(", "))
    });
    format!("{} Standard: {standard}.{numbers}", option.text)
}

/// Opens the options of the rules.
pub fn options(view: &View) -> Box<dyn Layer> {
    let about = view.about();
    let before: Vec<Text> = about.options.iter().map(|option| current(view, option)).collect();
    let fields = about.options.iter().zip(&before).map(|(option, now)| field(option, now));
    let form = Form::new(fields.collect());
    let done = move |session: &mut Session, form: &Form| {
        let mut commands = Vec::new();
        let options = session.view().about().options.iter().zip(&before);
        for (at, ((option, old), field)) in options.zip(&form.fields).enumerate() {
            let value = value_of(option, field);
            if value != *old {
                option.accepts(&value).map_err(|fault| (at, fault.in_place()))?;
                commands.push(Command::Overrule(Overrule::Option(option.id.clone(), value)));
            }
        }
        run_or_leave(session, commands)
    };
    let notes = about.options.iter().map(note).collect();
    FormBox::new(format!("Options: {}", about.title), form, done).notes(notes).boxed()
}

/// Asks for a new side.
pub fn side() -> Box<dyn Layer> {
    let form = Form::new(vec![
        Field::new("name", Value::Text(String::new())).known_as("new side"),
        Field::new("dice", Value::among(&HANDS, &Hand::Machine, |hand| words::hand(*hand).into())),
        Field::new("the players' side", Value::Flag(false)),
    ]);
    let done = |session: &mut Session, form: &Form| {
        let name = form.fields[0].text();
        let taken = session.view().e.sides.iter().any(|side| &*side.name == name);
        if name.is_empty() || taken {
            return Err(Refused::at(0, "empty or taken, expected a new name"));
        }
        let hand = HANDS[form.fields[1].pick()];
        let players = form.fields[2].flag().then_some(true);
        session.run(vec![Command::Side(Side { hand, players, ..Side::new(name) })])
    };
    FormBox::new("A new side", form, done).boxed()
}
