//! The details of commands other than their dice: a row for each that can be changed, with the label of its field and
//! its place in the command. Past commands are amended with them, and new ones filled in. What has no row cannot be
//! changed, only removed or replaced.

use super::super::Layer;
use super::saying::{Kind, Put, Saying, Thing};
use crate::chronicle::Step;
use crate::rules::model::cause::Causes;
use crate::rules::model::combatant::{StatBlock, Vitals};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::custom::{CustomEffect, Lasting};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::text::words;
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form};
use crate::tui::overlays::referee::settings::run_or_leave;
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Accesses a detail of a command.
macro_rules! at {
    ($pattern:pat => $place:expr) => {
        |command| match command {
            $pattern => Some($place),
            _ => None,
        }
    };
}

/// Accesses a detail of an overruling command.
macro_rules! word {
    ($pattern:pat => $place:expr) => {
        |command: &mut Command| match command {
            Command::Overrule($pattern) => Some($place),
            _ => None,
        }
    };
}
pub(in crate::tui::overlays) use word;

/// All rows; the ruleset's terms replace what is in braces.
const ROWS: &[(&str, Kind)] = &[
    ("damage", Kind::Dice(at!(Command::Harm { amount, .. } => amount))),
    ("{healing}", Kind::Dice(at!(Command::Heal { amount, .. } => amount))),
    ("", Kind::Shares(at!(Command::Harm { who, .. } | Command::Heal { who, .. } => who))),
    ("dice", Kind::Dice(at!(Command::Roll(dice) => dice))),
    ("note", Kind::Words(at!(Command::Note(text) => text))),
    ("time that passes", Kind::Span(at!(Command::Elapse(seconds) => seconds))),
    ("who", Kind::Subject(subject)),
    ("at", Kind::Target(only_target)),
    ("how", Kind::Standing(at!(Command::Depart(_, how) => how))),
    ("how", Kind::Standing(word!(Overrule::Standing(_, how) => how))),
    ("name", Kind::Words(|command| arrival(command).map(|who| &mut who.name))),
    ("name", Kind::Words(word!(Overrule::Name(_, name) => name))),
    ("name", Kind::Words(at!(Command::Side(side) => &mut side.name))),
    ("side", Kind::Side(|command| arrival(command).map(|who| &mut who.side))),
    ("line", Kind::Rank(word!(Overrule::Rank(_, rank) => rank))),
    ("the players", Kind::Sight(word!(Overrule::Sight(_, sight) => sight))),
    ("side", Kind::Side(word!(Overrule::Side(_, side) => side))),
    ("side", Kind::Side(at!(Command::Morale { side, like: None, .. } => side))),
    (
        "side",
        Kind::Side(word!(
            Overrule::Hand(side, _) | Overrule::Asks(side, _) | Overrule::Players(side, _)
                | Overrule::Aware(side, _) | Overrule::SideStance(side, ..) | Overrule::CountSide(side, ..) => side
        )),
    ),
    ("most hit points", Kind::Comes(most, Vitals::max)),
    (
        "{harm} as it comes",
        Kind::Comes(|command| arrival(command).map(|who| &mut who.hp), Vitals::figure),
    ),
    ("in round", Kind::Count(word!(Overrule::Reinforce { round, .. } => round))),
    ("how many", Kind::Count(word!(Overrule::Reinforce { count, .. } => count))),
    ("added to the score", Kind::Number(at!(Command::Morale { adjustment, .. } => adjustment))),
    ("stance", Kind::Aim(word!(Overrule::SideStance(_, aim, _) | Overrule::Stance(_, aim) => aim))),
    ("dice", Kind::Hand(at!(Command::Side(side) => &mut side.hand))),
    ("dice", Kind::Hand(word!(Overrule::Hand(_, hand) => hand))),
    ("Enter asks first", Kind::Flag(word!(Overrule::Asks(_, asks) => asks))),
    ("the players' side", Kind::Flag(word!(Overrule::Players(_, players) => players))),
    ("knows of the others", Kind::Flag(word!(Overrule::Aware(_, aware) => aware))),
    ("{harm}", Kind::Number(word!(Overrule::Hp(_, hp) => hp))),
    ("condition", Kind::Condition(word!(Overrule::Afflict { condition, label: None, .. } => condition))),
    ("called", Kind::MayWords(word!(Overrule::Afflict { label: label @ Some(_), .. } => label))),
    ("called", Kind::Words(|command| custom(command).map(|made| &mut made.name))),
    ("who", Kind::Several(word!(Overrule::Place { who, .. } => who))),
    ("on", Kind::Several(word!(Overrule::Afflict { who, .. } | Overrule::Make(who, _) => who))),
    ("figure", Kind::Number(word!(Overrule::Afflict { value, .. } => value))),
    ("for", Kind::MayRounds(word!(Overrule::Afflict { rounds, .. } => rounds))),
    ("toward", Kind::Target(word!(Overrule::Afflict { toward: Some(toward), .. } => toward))),
    ("", Kind::Adds(|command| custom(command).map(|made| &mut made.adds))),
    ("reminder", Kind::MayWords(|command| custom(command).map(|made| &mut made.reminder))),
    ("for", Kind::Rounds(|command| lasting(command, |lasting| matches!(lasting, Lasting::Rounds(_))))),
    ("turns", Kind::Count(|command| lasting(command, |lasting| !matches!(lasting, Lasting::Rounds(_))))),
    ("lasts", Kind::Span(clock)),
    ("note", Kind::Words(word!(Overrule::Pin(_, text) => text))),
    ("and", Kind::Other(other, subject)),
    ("distance, if known", Kind::MayLength(word!(Overrule::Distance(_, _, feet) => feet))),
    ("from", Kind::Target(word!(Overrule::Place { off, .. } => off))),
    ("distance", Kind::Length(word!(Overrule::Place { far, .. } => far))),
    ("behind", Kind::Flag(word!(Overrule::Place { behind, .. } => behind))),
    ("", Kind::Order(word!(Overrule::Order(slots) => slots))),
    ("outdoors", Kind::Flag(word!(Overrule::Scene(scene) => &mut scene.outdoors))),
    ("added to the reaction", Kind::Number(word!(Overrule::Scene(scene) => &mut scene.reaction))),
    ("the sides meet at", Kind::MayLength(word!(Overrule::Scene(scene) => &mut scene.meets_at))),
    ("off the nearest foe", Kind::MayLength(|command| arrival(command).map(|who| &mut who.far))),
    ("from behind", Kind::Flag(|command| arrival(command).map(|who| &mut who.behind))),
    ("the players", Kind::Sight(|command| arrival(command).map(|who| &mut who.sight))),
    ("figure", Kind::Number(word!(Overrule::Count(_, _, n) | Overrule::CountSide(_, _, n) => n))),
    ("copies", Kind::Copies(word!(Overrule::Spell(_, _, copies) => copies))),
    ("{supply}", Kind::Left(word!(Overrule::Supply(_, supply) => supply))),
    ("of what", Kind::Words(word!(Overrule::Remind { text, .. } => text))),
    ("in", Kind::Span(word!(Overrule::Remind { seconds, .. } => seconds))),
    ("which", Kind::Among(alternatives)),
];

/// The fields of a past command; with `among`, they are labelled with its subject, since other commands follow.
pub fn fields(view: &View, step: &Step, command: &Command, among: bool) -> Vec<Saying> {
    let name = among.then(|| subject_name(view, command)).flatten();
    let label = |label: &str| {
        let label = label_text(view, label);
        name.as_ref().map_or(label.clone(), |name| format!("{name}: {label}"))
    };
    let rows = ROWS.iter().filter(|(_, kind)| !(among && matches!(kind, Kind::Subject(_))));
    rows.flat_map(|(text, kind)| Thing { view, step, command, label: label(text) }.fields(kind))
        .collect()
}

/// A form of a new command, filled in. Its subject cannot be changed.
pub fn filled_in(view: &View, title: impl Into<String>, command: Command) -> Box<dyn Layer> {
    let step = Step { command, answers: Vec::new(), events: Vec::new(), causes: Causes::default() };
    let rows = ROWS.iter().filter(|(_, kind)| !matches!(kind, Kind::Subject(_)));
    let things = rows.flat_map(|(label, kind)| {
        let label = label_text(view, label);
        let id = kind.id().unwrap_or(&label).to_string();
        let said = Thing { view, step: &step, command: &step.command, label }.fields(kind);
        said.into_iter().map(move |said| Saying { field: said.field.known_as(&*id), ..said })
    });
    let (mut fields, mut hints, mut puts) = (Vec::new(), Vec::new(), Vec::new());
    for said in things {
        fields.push(said.field);
        hints.push(said.hint.to_string());
        puts.push(said.put);
    }
    let done = move |session: &mut Session, form: &Form| {
        let mut command = step.command.clone();
        for (at, (put, field)) in puts.iter().zip(&form.fields).enumerate() {
            put(&mut command, field).map_err(|fault| (at, fault))?;
        }
        session.run(vec![command])
    };
    FormBox::new(title, Form::new(fields), done).notes(hints).boxed()
}

/// The fields of several commands with their present values; only those that are changed are run.
#[derive(Default)]
pub struct Several {
    /// The fields.
    pub fields: Vec<Field>,
    /// For each field, the command with the present value, and how to put a value into it.
    rows: Vec<(Command, Put)>,
}

impl Several {
    /// Adds commands, each with the label of its field.
    pub fn with(
        mut self,
        view: &View,
        kind: &Kind,
        of: impl IntoIterator<Item = (String, Command)>,
    ) -> Self {
        for (label, command) in of {
            let step =
                Step { command, answers: Vec::new(), events: Vec::new(), causes: Causes::default() };
            let thing = Thing { view, step: &step, command: &step.command, label };
            for said in thing.fields(kind) {
                self.fields.push(said.field);
                self.rows.push((step.command.clone(), said.put));
            }
        }
        self
    }

    /// The commands whose fields were changed.
    ///
    /// # Errors
    /// The index of the invalid field, and the fault.
    pub fn changed(&self, form: &Form) -> Result<Vec<Command>, (usize, String)> {
        let mut changed = Vec::new();
        for (at, ((now, put), field)) in self.rows.iter().zip(&form.fields).enumerate() {
            let mut command = now.clone();
            put(&mut command, field).map_err(|fault| (at, fault))?;
            changed.extend(Some(command).filter(|command| command != now));
        }
        Ok(changed)
    }

    /// Turns the fields into a form of their own.
    pub fn form(mut self, title: impl Into<String>) -> FormBox {
        let form = Form::new(std::mem::take(&mut self.fields));
        FormBox::new(title, form, move |session, form| run_or_leave(session, self.changed(form)?))
    }
}

fn label_text(view: &View, label: &str) -> String {
    let about = view.about();
    label.replace("{harm}", words::harm(about)).replace("{healing}", words::healing(about))
}

/// The name of a command's subject.
fn subject_name(view: &View, command: &Command) -> Option<String> {
    let command = &mut command.clone();
    let act = |command: &Command| match command {
        Command::Act(act) => Some(act.who),
        _ => None,
    };
    let who = act(command).or_else(|| subject(command).copied());
    who.map(|who| view.name(who).to_string()).or_else(|| Some(arrival(command)?.name.to_string()))
}

fn subject(command: &mut Command) -> Option<&mut CombatantId> {
    match command {
        Command::Depart(who, _) => Some(who),
        Command::Overrule(
            Overrule::Hp(who, _)
            | Overrule::Standing(who, _)
            | Overrule::Rank(who, _)
            | Overrule::Sight(who, _)
            | Overrule::Name(who, _)
            | Overrule::Side(who, _)
            | Overrule::Pin(who, _)
            | Overrule::Engage(who, _)
            | Overrule::Disengage(who, _)
            | Overrule::Distance(who, ..)
            | Overrule::Count(who, ..)
            | Overrule::Supply(who, _)
            | Overrule::Remind { who: Some(who), .. },
        ) => Some(who),
        _ => None,
    }
}

fn other(command: &mut Command) -> Option<&mut CombatantId> {
    match command {
        Command::Overrule(
            Overrule::Engage(_, other) | Overrule::Disengage(_, other) | Overrule::Distance(_, other, _),
        ) => Some(other),
        _ => None,
    }
}

/// The target of an act with a single target.
fn only_target(command: &mut Command) -> Option<&mut CombatantId> {
    match command {
        Command::Act(act) if act.at.len() == 1 => act.at.first_mut(),
        _ => None,
    }
}

/// The arriving combatant, now or in a later round.
fn arrival(command: &mut Command) -> Option<&mut Arrival> {
    match command {
        Command::Arrive(who) => Some(who),
        Command::Overrule(Overrule::Reinforce { who, .. }) => Some(who),
        _ => None,
    }
}

fn most(command: &mut Command) -> Option<&mut Option<i32>> {
    let has_some = |who: &&mut Arrival| !matches!(*who.block, StatBlock::Wounds(_));
    arrival(command).filter(has_some).map(|who| &mut who.most)
}

fn custom(command: &mut Command) -> Option<&mut CustomEffect> {
    match command {
        Command::Overrule(Overrule::Make(_, custom)) => Some(custom),
        _ => None,
    }
}

/// The duration of a custom effect, in rounds or turns.
fn lasting(command: &mut Command, fits: fn(&Lasting) -> bool) -> Option<&mut u32> {
    match custom(command).map(|made| &mut made.lasting).filter(|lasting| fits(lasting))? {
        Lasting::Rounds(n) | Lasting::TurnStart(_, n) | Lasting::TurnEnd(_, n) => Some(n),
        _ => None,
    }
}

fn clock(command: &mut Command) -> Option<&mut Second> {
    match custom(command).map(|made| &mut made.lasting)? {
        Lasting::Clock(seconds) => Some(seconds),
        _ => None,
    }
}

/// The alternatives to a command that ends an effect, removes a timer or a note, or sets an option.
fn alternatives(view: &View, command: &Command) -> Vec<(String, Command)> {
    let e = view.e;
    let Command::Overrule(word) = command else { return Vec::new() };
    let others: Vec<(String, Overrule)> = match word {
        Overrule::Relieve(..) => {
            let of =
                |c| e.get(c).into_iter().flat_map(move |c| c.effects.iter().map(move |one| (c, one)));
            let all = view.board.order.iter().flat_map(|who| of(*who));
            let named =
                all.map(|(c, one)| (format!("{}: {}", c.name, view.condition(c.id, one)), c.id, one.id));
            named.map(|(name, who, id)| (name, Overrule::Relieve(who, id))).collect()
        }
        Overrule::Forget(_) => e
            .timers
            .iter()
            .filter_map(|timer| {
                let name = match &timer.action {
                    TimerAction::Remind(text) => text.to_string(),
                    TimerAction::Reinforce(who, count) => words::reinforcement(e, who, *count),
                    _ => return None,
                };
                Some((name, Overrule::Forget(timer.id)))
            })
            .collect(),
        Overrule::Unpin(..) => {
            let notes = e.all().flat_map(|c| c.notes.iter().map(move |note| (c, note)));
            notes
                .map(|(c, note)| (format!("{}: {note}", c.name), Overrule::Unpin(c.id, note.clone())))
                .collect()
        }
        Overrule::Option(id, _) => {
            let values = view.about().option(id).map_or(&[][..], |option| &option.values);
            values
                .iter()
                .map(|value| (value.to_string(), Overrule::Option(id.clone(), value.clone())))
                .collect()
        }
        _ => return Vec::new(),
    };
    // Once the command is done, what it ended is no longer among the alternatives.
    let itself =
        (!others.iter().any(|(_, other)| other == word)).then(|| ("as it was".into(), word.clone()));
    let all = itself.into_iter().chain(others);
    all.map(|(name, word)| (name, Command::Overrule(word))).collect()
}
