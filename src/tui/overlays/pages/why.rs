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
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::{self, put, scroll, width, wrap};
use crate::tui::paint::voice;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::board::Pane;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The greatest width in columns.
const WIDEST: u16 = 78;

/// A line, with the rule it cites.
struct WhyRow {
    text: String,
    rule: Option<Text>,
}

/// The terms of a number, or the background of a log row; Enter opens the rule of a line.
struct Why {
    title: String,
    book: &'static dyn Ruleset,
    lines: Vec<WhyRow>,
    /// The line under the cursor.
    at: usize,
}

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
    let texts: Vec<String> = lines.iter().map(|line| view.telling.words(line).text()).collect();
    let pick = move |session: &mut Session, at: usize| {
        let page = lines.get(at).map(|line| explain(&session.view(), line));
        page.map_or(STAY, Then::push)
    };
    MenuBox::filtered("One by one", texts, pick).boxed()
}

/// Explains one line of the log: its events, and its rolls with their terms.
fn explain(view: &View, account: &Account) -> Box<dyn Layer> {
    let mut page = PageBuilder { view, lines: Vec::new() };
    page.say(view.telling.words(account).text());
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
    let mut page = PageBuilder { view, lines: Vec::new() };
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
            let text = format!("      {}: {title}", figure.rule);
            page.lines.push(WhyRow { text, rule: Some(figure.rule) });
        }
    }
    let title = e.block(c.block).map_or_else(|| c.name.to_string(), |block| block.name().to_string());
    let title = if c.name.len() > 1 { c.name.to_string() } else { title };
    (!page.lines.is_empty()).then(|| page.finish(title))
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
    lines: Vec<WhyRow>,
}

impl PageBuilder<'_> {
    fn say(&mut self, text: impl Into<String>) {
        self.lines.push(WhyRow { text: text.into(), rule: None });
    }

    fn cite(&mut self, rule: &Text, text: &str) {
        self.lines.push(WhyRow { text: format!("      {rule}: {text}"), rule: Some(rule.clone()) });
    }

    fn cites(&self, rule: &Text) -> bool {
        self.lines.iter().any(|line| line.rule.as_ref() == Some(rule))
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
        let option = || about.option(id).map(|option| &*option.text);
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
        let at = self.lines.iter().position(|line| line.rule.is_some()).unwrap_or(0);
        Box::new(Why { title, book: self.view.rules, lines: self.lines, at })
    }
}

/// A question and its answer in a line: `Ana: 1d20 attack: 19, typed in`.
fn answer(view: &View, answered: &Answered) -> Option<String> {
    let by = match answered.by {
        Provenance::Machine => "by machine",
        Provenance::Typed => "typed in",
    };
    let ask = match &answered.ask {
        Ask::Roll(ask) => ask,
        Ask::Choice(ask) => {
            let by = if answered.by == Provenance::Machine { "by default" } else { "chosen" };
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
    let what = words::purpose(ask.purpose);
    Some(format!("{whose}{}d{} {what}: {shown}, {by}", ask.count, ask.sides))
}

impl Why {
    /// The wrapped lines, each with the index of the full line.
    fn rows(&self, columns: usize) -> Vec<(usize, String)> {
        let all = self.lines.iter().enumerate();
        all.flat_map(|(at, line)| wrap(&line.text, columns).into_iter().map(move |text| (at, text)))
            .collect()
    }

    fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.lines.len().saturating_sub(1));
    }

    /// Moves to the next line with a rule, or by one line if there is none.
    fn next_rule(&mut self, on: bool) {
        let has = |at: &usize| self.lines[*at].rule.is_some();
        let next =
            if on { (self.at + 1..self.lines.len()).find(has) } else { (0..self.at).rev().find(has) };
        match next {
            Some(at) => self.at = at,
            None => self.step(if on { 1 } else { -1 }),
        }
    }

    fn rule(&self) -> Option<&Text> {
        self.lines.get(self.at)?.rule.as_ref()
    }
}

impl Layer for Why {
    fn scope(&self) -> Scope {
        Scope::Page
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let widest = self.lines.iter().map(|line| width(&line.text)).max().unwrap_or(0) + 2;
        let columns = text::cells(widest).min(WIDEST);
        (text::cells(self.rows(usize::from(columns) - 2).len()), columns)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let rows = self.rows(usize::from(area.width.saturating_sub(2)));
        let last = rows.iter().rposition(|(at, _)| *at == self.at).unwrap_or(0);
        let first = rows.iter().position(|(at, _)| *at == self.at).unwrap_or(0);
        let height = usize::from(area.height);
        let top = scroll(0, last, height, rows.len()).min(first);
        for (nth, y) in (top..rows.len()).zip(area.y..area.bottom()) {
            let (at, text) = &rows[nth];
            let chosen = *at == self.at;
            if nth == first {
                put(buf, area.x, y, 1, "›", theme.active);
            }
            let rests = self.lines[*at].rule.is_some();
            let style = if chosen && rests { theme.active } else { theme.text };
            put(buf, area.x + 2, y, area.width.saturating_sub(2), text, style);
        }
    }

    fn op(&mut self, op: Op, _: &mut Session) -> Done {
        match op {
            Op::Up => self.next_rule(false),
            Op::Down => self.next_rule(true),
            Op::PageUp => self.step(-10),
            Op::PageDown => self.step(10),
            Op::Forward => {
                let rule = self.rule().and_then(|id| lookup::rule(self.book, id));
                return rule.map_or(CLOSE, Then::push);
            }
            Op::Back | Op::Why => return CLOSE,
            _ => {}
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.rule()) {
            (Op::Forward, Some(rule)) => KeyMeaning::This(format!("read {rule}")),
            (Op::Forward, None) => KeyMeaning::Hidden,
            _ => KeyMeaning::Usual,
        }
    }
}
