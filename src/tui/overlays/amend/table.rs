//! The details of commands other than their dice: a row for each that can be changed, with the label of its field and
//! its place in the command. Past commands are amended with them, and new ones filled in. What has no row cannot be
//! changed, only removed or replaced.

use super::super::Layer;
use super::detail::{Detail, Rows};
use crate::chronicle::Step;
use crate::rules::model::cause::Causes;
use crate::rules::model::combatant::{StatBlock, Vitals};
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::custom::{CustomEffect, Lasting};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::text::words;
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::referee::settings::run_or_leave;
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

/// Makes the rows of a detail.
type Make = fn(&Detail) -> Rows;

/// All rows; the ruleset's terms replace what is in braces.
const ROWS: &[(&str, Make)] = &[
    ("damage", |it| it.dice(at!(Command::Harm { amount, .. } => amount))),
    ("{healing}", |it| it.dice(at!(Command::Heal { amount, .. } => amount))),
    ("", |it| it.shares(at!(Command::Harm { who, .. } | Command::Heal { who, .. } => who))),
    ("dice", |it| it.dice(at!(Command::Roll(dice) => dice))),
    ("note", |it| it.words(at!(Command::Note(text) => text))),
    ("time that passes", |it| it.span(at!(Command::Elapse(seconds) => seconds))),
    ("at", |it| it.target(only_target)),
    ("how", |it| it.standing(at!(Command::Depart(_, how) => how))),
    ("how", |it| it.standing(word!(Overrule::Standing(_, how) => how))),
    ("name", |it| it.words(|command| arrival(command).map(|who| &mut who.name))),
    ("name", |it| it.words(word!(Overrule::Name(_, name) => name))),
    ("name", |it| it.words(at!(Command::Side(side) => &mut side.name))),
    ("side", |it| it.side(|command| arrival(command).map(|who| &mut who.side))),
    ("line", |it| it.rank(word!(Overrule::Rank(_, rank) => rank))),
    ("the players", |it| it.sight(word!(Overrule::Sight(_, sight) => sight))),
    ("side", |it| it.side(word!(Overrule::Side(_, side) => side))),
    ("side", |it| it.side(at!(Command::Morale { side, like: None, .. } => side))),
    ("side", |it| {
        it.side(word!(
            Overrule::Hand(side, _) | Overrule::Asks(side, _) | Overrule::Players(side, _)
                | Overrule::Aware(side, _) | Overrule::SideStance(side, ..) | Overrule::CountSide(side, ..) => side
        ))
    }),
    ("most hit points", |it| it.comes(most, Vitals::max)),
    ("{harm} as it comes", |it| {
        it.comes(|command| arrival(command).map(|who| &mut who.hp), Vitals::figure)
    }),
    ("in round", |it| it.count(word!(Overrule::Reinforce { round, .. } => round))),
    ("how many", |it| it.count(word!(Overrule::Reinforce { count, .. } => count))),
    ("added to the score", |it| it.number(at!(Command::Morale { adjustment, .. } => adjustment))),
    ("stance", |it| it.aim(word!(Overrule::SideStance(_, aim, _) | Overrule::Stance(_, aim) => aim))),
    ("dice", |it| it.hand(at!(Command::Side(side) => &mut side.hand))),
    ("dice", |it| it.hand(word!(Overrule::Hand(_, hand) => hand))),
    ("dice", |it| it.may_hand(word!(Overrule::Dice(_, hand) => hand))),
    ("Enter asks first", |it| it.flag(word!(Overrule::Asks(_, asks) => asks))),
    ("the players' side", |it| it.flag(word!(Overrule::Players(_, players) => players))),
    ("knows of the others", |it| it.flag(word!(Overrule::Aware(_, aware) => aware))),
    ("{harm}", |it| it.number(word!(Overrule::Hp(_, hp) => hp))),
    ("condition", |it| {
        it.condition(word!(Overrule::Afflict { condition, label: None, .. } => condition))
    }),
    ("called", |it| it.may_words(word!(Overrule::Afflict { label: label @ Some(_), .. } => label))),
    ("called", |it| it.words(|command| custom(command).map(|made| &mut made.name))),
    ("who", |it| it.several(word!(Overrule::Place { who, .. } => who))),
    ("on", |it| it.several(word!(Overrule::Afflict { who, .. } | Overrule::Make(who, _) => who))),
    ("figure", |it| it.number(word!(Overrule::Afflict { value, .. } => value))),
    ("for", |it| it.may_rounds(word!(Overrule::Afflict { rounds, .. } => rounds))),
    ("toward", |it| it.target(word!(Overrule::Afflict { toward: Some(toward), .. } => toward))),
    ("", |it| it.adds(|command| custom(command).map(|made| &mut made.adds))),
    ("reminder", |it| it.may_words(|command| custom(command).map(|made| &mut made.reminder))),
    ("for", |it| it.rounds(|command| lasting(command, |lasting| matches!(lasting, Lasting::Rounds(_))))),
    ("turns", |it| {
        it.count(|command| lasting(command, |lasting| !matches!(lasting, Lasting::Rounds(_))))
    }),
    ("lasts", |it| it.span(clock)),
    ("note", |it| it.words(word!(Overrule::Pin(_, text) => text))),
    ("and", |it| it.other(other, subject)),
    ("distance, if known", |it| it.may_length(word!(Overrule::Distance(_, _, feet) => feet))),
    ("from", |it| it.target(word!(Overrule::Place { off, .. } => off))),
    ("distance", |it| it.length(word!(Overrule::Place { far, .. } => far))),
    ("behind", |it| it.flag(word!(Overrule::Place { behind, .. } => behind))),
    ("", |it| it.order(word!(Overrule::Order(slots) => slots))),
    ("outdoors", |it| it.flag(word!(Overrule::Scene(scene) => &mut scene.outdoors))),
    ("added to the reaction", |it| it.number(word!(Overrule::Scene(scene) => &mut scene.reaction))),
    ("the sides meet at", |it| it.may_length(word!(Overrule::Scene(scene) => &mut scene.meets_at))),
    ("off the nearest foe", |it| it.may_length(|command| arrival(command).map(|who| &mut who.far))),
    ("from behind", |it| it.flag(|command| arrival(command).map(|who| &mut who.behind))),
    ("the players", |it| it.sight(|command| arrival(command).map(|who| &mut who.sight))),
    ("figure", |it| it.number(word!(Overrule::Count(_, _, n) | Overrule::CountSide(_, _, n) => n))),
    ("copies", |it| it.copies(word!(Overrule::Spell(_, _, copies) => copies))),
    ("{supply}", |it| it.left(word!(Overrule::Supply(_, supply) => supply))),
    ("of what", |it| it.words(word!(Overrule::Remind { text, .. } => text))),
    ("in", |it| it.span(word!(Overrule::Remind { seconds, .. } => seconds))),
    ("which", |it| it.among(alternatives)),
];

/// The rows of a past command; with `among`, they are labelled with its subject, since other commands follow.
pub fn rows(view: &View, step: &Step, command: &Command, among: bool) -> Rows {
    let name = among.then(|| subject_name(view, command)).flatten();
    let of = |label: &str| {
        let label = label_text(view, label);
        let label = name.as_ref().map_or(label.clone(), |name| format!("{name}: {label}"));
        Detail { view, step, command, label }
    };
    let own = ROWS.iter().flat_map(|(label, make)| make(&of(label)));
    if among {
        // What the rules say of one of several commands has no row of its own.
        return own.map(|row| row.known_as("")).collect();
    }
    of("who").person(subject, |_| true).into_iter().chain(own).collect()
}

/// A command that is not done yet.
fn undone(command: Command) -> Step {
    Step { command, answers: Vec::new(), events: Vec::new(), causes: Causes::default() }
}

/// A form of a new command, filled in. Its subject cannot be changed.
pub fn filled_in(view: &View, title: impl Into<String>, command: Command) -> Box<dyn Layer> {
    let step = undone(command);
    let of = |label: &str| Detail {
        view,
        step: &step,
        command: &step.command,
        label: label_text(view, label),
    };
    let rows = ROWS.iter().flat_map(|(label, make)| make(&of(label))).collect();
    fixed(title, step.command.clone(), rows, |session, command| session.run(vec![command.clone()]))
        .boxed()
}

/// Several commands with their present values, and their rows.
#[derive(Default)]
pub struct Several {
    /// The commands.
    pub now: Vec<Command>,
    /// Their rows.
    pub rows: Vec<Row<Vec<Command>>>,
}

impl Several {
    /// Adds commands, each with the label of its row.
    pub fn with(
        mut self,
        view: &View,
        make: Make,
        of: impl IntoIterator<Item = (String, Command)>,
    ) -> Self {
        for (label, command) in of {
            let (at, step) = (self.now.len(), undone(command));
            let rows = make(&Detail { view, step: &step, command: &step.command, label });
            let within = |row: Row<Command>| row.within(move |all: &mut Vec<Command>| all.get_mut(at));
            self.rows.extend(rows.into_iter().map(within));
            self.now.push(step.command);
        }
        self
    }

    /// A form of them, which runs those that were changed.
    pub fn form(self, title: impl Into<String>) -> Box<dyn Layer> {
        let Self { now, rows } = self;
        fixed(title, now.clone(), rows, move |session, then| run_or_leave(session, changed(&now, then)))
            .boxed()
    }
}

/// The commands that were changed.
pub fn changed(now: &[Command], then: &[Command]) -> Vec<Command> {
    now.iter().zip(then).filter(|(now, then)| now != then).map(|(_, then)| then.clone()).collect()
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
            | Overrule::Dice(who, _)
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
            let values = view.about().option(id).map_or(&[][..], |option| option.values);
            values
                .iter()
                .map(|value| (value.to_string(), Overrule::Option(id.clone(), (*value).into())))
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
