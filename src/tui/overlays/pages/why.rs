//! Why a number is what it is: its terms with their rules, and what led to a row of the log.

use super::{armour, lookup};
use crate::chronicle::{Answered, Ask, Provenance, Step};
use crate::rules::model::dice::{Answer, Roll};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::Event;
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::ruleset::Ruleset;
use crate::rules::text::log::{self, Account, LogAt};
use crate::rules::text::words::{self, signed};
use crate::rules::text::{book, why};
use crate::tui::input::operations::Op;
use crate::tui::kit::page::Page;
use crate::tui::kit::picker::Picker;
use crate::tui::kit::row::{Opens, Row};
use crate::tui::overlays::{CLOSE, Layer, Then};
use crate::tui::paint::voice;
use crate::tui::session::Session;
use crate::tui::table::board::Pane;
use crate::tui::table::view::View;

/// Explains the chosen log row, else the last roll, else the last row; in the focus pane, the figures of the combatant
/// under the cursor.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    if view.board.pane == Pane::Focus || view.e.stage == Stage::Setup {
        return figures(view);
    }
    let chosen = view.board.log.chosen.and_then(|at| view.telling.at(at));
    let newest = || view.telling.backward(None).next();
    let account = chosen.or_else(|| last_roll(view)).or_else(newest)?;
    let singles = view.telling.singles(&account);
    if singles.len() > 1 { Some(list(view, singles)) } else { Some(explain(view, &account)) }
}

/// A list of the lines that the log merges into one, to open one of them.
fn list(view: &View, lines: Vec<Account>) -> Box<dyn Layer> {
    let rows = lines.into_iter().map(|line| (view.telling.words(&line).text(), line));
    let pick = |session: &mut Session, line: &Account| Then::push(explain(&session.view(), line));
    Picker::new("One by one", rows, pick).filtered().boxed()
}

/// Explains one line of the log: its events, and its rolls with their terms.
fn explain(view: &View, account: &Account) -> Box<dyn Layer> {
    let mut page = PageBuilder { view, rows: Vec::new(), cited: Vec::new() };
    page.say(view.telling.words(account).text());
    if let Some(rule) = &account.turn {
        page.cite(rule, &page.text_of(rule));
    }
    for at in account.places.behind.iter().chain(&account.places.told) {
        if let Some(event) = view.telling.event(*at) {
            page.event(event);
        }
    }
    if let Some(step) = view.telling.recorded(account.place()) {
        page.commanded(step);
    }
    for act in account.acts() {
        page.dice(act);
    }
    page.finish("Why".into())
}

/// Explains the figures of the combatant under the cursor.
fn figures(view: &View) -> Option<Box<dyn Layer>> {
    figures_of(view, view.rules, view.e, view.under_cursor()?.id)
}

/// Explains the figures of a combatant with the terms of each, and the parts of its armour class.
pub fn figures_of(
    view: &View,
    rules: &'static dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
) -> Option<Box<dyn Layer>> {
    let c = e.get(who)?;
    let about = rules.about();
    let mut page = PageBuilder { view, rows: Vec::new(), cited: Vec::new() };
    for (at, figure) in rules.figures(e, who).into_iter().enumerate() {
        if at > 0 {
            page.say("");
        }
        page.say(format!("{} {}", figure.label, figure.value));
        for term in why::terms(about, &figure.tally) {
            page.say(format!("  {} {}", signed(term.value), term.word));
        }
        let made_of = e.block(c.block).filter(|_| at == 0).map(|block| armour::made_of(rules, block));
        made_of.into_iter().flatten().for_each(|line| page.say(format!("    {line}")));
        if !figure.rule.is_empty() {
            let title = about.rule(&figure.rule).map_or("", |rule| &rule.title);
            page.cite(&figure.rule, title);
        }
    }
    let title = e.block(c.block).map_or_else(|| c.name.to_string(), |block| block.name().to_string());
    let title = if c.name.len() > 1 { c.name.to_string() } else { title };
    (!page.rows.is_empty()).then(|| page.finish(title))
}

/// The last line with a roll, among the newest 100.
fn last_roll(view: &View) -> Option<Account> {
    let is_roll = |at: &LogAt| matches!(view.telling.event(*at), Some(Event::Rolled(_)));
    let rolled =
        |account: &Account| account.places.told.iter().chain(&account.places.behind).any(is_roll);
    view.telling.backward(None).take(100).find(rolled)
}

/// Builds the page.
struct PageBuilder<'a> {
    view: &'a View<'a>,
    rows: Vec<Row>,
    /// The rules cited so far.
    cited: Vec<Text>,
}

impl PageBuilder<'_> {
    fn say(&mut self, text: impl Into<String>) {
        self.rows.push(Row::new(text));
    }

    fn cite(&mut self, rule: &Text, text: &str) {
        let (book, id) = (self.view.rules, rule.clone());
        let opens: Opens = (format!("read {rule}"), Box::new(move || lookup::rule(book, &id)));
        self.rows.push(Row { opens: Some(opens), ..Row::new(format!("      {rule}: {text}")) });
        self.cited.push(rule.clone());
    }

    fn cites(&self, rule: &Text) -> bool {
        self.cited.contains(rule)
    }

    fn section(&mut self, terms: &[why::WhyTerm]) {
        if terms.is_empty() {
            return;
        }
        for term in terms {
            self.say(format!("  {} {}", signed(term.value), term.word));
            if !term.rule.is_empty() {
                self.cite(&term.rule, &term.text);
            }
        }
        let total = terms.iter().fold(0i32, |sum, term| sum.saturating_add(term.value));
        self.say(format!("  = {total}"));
    }

    /// Adds an event in full: its words, the terms of its sum, its rule.
    fn event(&mut self, event: &Event) {
        let about = self.view.about();
        let event = if let Event::Deferred(event) = event { event } else { event };
        let Some(text) = log::in_full(about, self.view.e, event) else { return };
        self.say("");
        self.say(text);
        self.section(&why::why(about, event));
        self.needed(event);
        self.rule(event);
    }

    /// Adds what the roll needs, with its terms. If the terms add up to another figure, such as one looked up in a
    /// table, both are shown.
    fn needed(&mut self, event: &Event) {
        let Event::Rolled(rolled) = event else { return };
        let terms = why::needing(self.view.about(), event);
        let Some(need) = rolled.need else { return };
        if terms.is_empty() {
            self.say(format!("  needs {need}"));
        } else if rolled.needing.total() == need {
            self.say("It needs");
            self.section(&terms);
        } else {
            self.say("Against");
            self.section(&terms);
            self.say(format!("  which requires {need}"));
        }
    }

    /// Adds the rule of the event itself, unless a term cites it.
    fn rule(&mut self, event: &Event) {
        let about = self.view.about();
        let Some(rule) = why::rule(about, event).filter(|rule| !self.cites(rule)) else { return };
        self.cite(&rule, &self.text_of(&rule));
    }

    fn text_of(&self, id: &Text) -> String {
        let about = self.view.about();
        let known = about.rule(id).map(|rule| &*rule.text);
        let option = || about.option(id).map(|option| option.text);
        let condition = || {
            let named = about.conditions.iter().find(|row| book::condition_id(about, row) == *id);
            named.map(|row| row.row().text)
        };
        known.or_else(option).or_else(condition).unwrap_or_default().to_string()
    }

    /// Adds the command that led to it, and the rule of that.
    fn commanded(&mut self, step: &Step) {
        let about = self.view.about();
        let mut label = log::entry_label(about, self.view.e, &step.command, &step.events);
        if why::is_the_referees(&step.command) {
            label.push_str(" (referee's ruling)");
        }
        self.say("");
        self.say("Caused by");
        self.say(format!("  {label}"));
        if let Some(rule) = why::commanded(about, &step.command).filter(|rule| !self.cites(rule)) {
            let title = about.rule(&rule).map_or_else(String::new, |rule| rule.title.to_string());
            self.cite(&rule, &title);
        }
    }

    /// Adds the dice and choices of an act, and who made them.
    fn dice(&mut self, act: usize) {
        let answers: Vec<&Answered> = self.view.telling.answers(act).collect();
        if answers.is_empty() {
            return;
        }
        self.say("");
        self.say("The dice of this act");
        for answered in answers {
            if let Some(text) = answer(self.view, answered) {
                self.say(format!("  {text}"));
            }
        }
    }

    fn finish(self, title: String) -> Box<dyn Layer> {
        Box::new(Page::of(title, self.rows).with_cursor().turn(Op::Why, "", |_| CLOSE))
    }
}

/// A question and its answer in a line: `Ana: 1d20 attack: 19, typed in`.
fn answer(view: &View, answered: &Answered) -> Option<String> {
    let by = match answered.by {
        Provenance::Machine => "by machine",
        Provenance::Typed => "typed in",
        Provenance::Phone => "from a phone",
    };
    let ask = match &answered.ask {
        Ask::Roll(ask) => ask,
        Ask::Choice(ask) => {
            let by = if answered.by.is_machine() { "by default" } else { "chosen" };
            return Some(format!("{}: {by}", voice::choice(view.e, ask)));
        }
    };
    let shown = match &answered.answer {
        Answer::Roll(Roll::Faces(faces)) => {
            faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
        Answer::Roll(Roll::Total(total)) => format!("{total} in all"),
        _ => return None,
    };
    let whose = match (ask.who, ask.side) {
        (Some(who), _) => format!("{}: ", view.name(who)),
        (None, Some(side)) => format!("{}: ", words::side(view.e, side)),
        (None, None) => String::new(),
    };
    let what = ask.purpose.noun();
    Some(format!("{whose}{}d{} {what}: {shown}, {by}", ask.count, ask.sides))
}
