//! House rules: options set together under a name, one by one, or kept under a name.

use super::settings;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::Text;
use crate::rules::ruleset::about::{About, OptionRule};
use crate::store::Preset;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::lists::menu::{Item, Menu};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::{put, wrap};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::BTreeMap;

/// Columns of the list.
const WIDTH: u16 = 60;
/// Lines of what a set of options is for and changes.
const BELOW: u16 = 6;

/// The list: first one by one, then the presets, then as it comes, last keeping them.
pub struct Presets {
    menu: Menu,
    presets: Vec<Preset>,
    faults: Vec<String>,
}

/// The presets of the fight's rules.
pub fn open(view: &View, presets: Vec<Preset>, faults: Vec<String>) -> Box<dyn Overlay> {
    let ruleset = view.e.ruleset;
    let mut presets: Vec<Preset> =
        presets.into_iter().filter(|preset| preset.ruleset == ruleset).collect();
    presets.push(Preset {
        name: "as the rules come".into(),
        about: "Every option at its standard.".into(),
        ruleset,
        options: BTreeMap::new(),
    });
    let first = Item::new("one by one, with the text of each");
    let last = Item::new("keep the options as they are now, under a name");
    let lines = presets.iter().map(|preset| Item::new(&*preset.name));
    let menu = Menu::plain(std::iter::once(first).chain(lines).chain([last]).collect());
    Box::new(Presets { menu, presets, faults })
}

/// What a set of options changes, all in short, `Morale: off`, then the text of each.
fn changes(about: &About, options: &BTreeMap<Text, Text>) -> Vec<String> {
    let known = || options.iter().filter_map(|(id, value)| Some((about.option(id)?, value)));
    let short: Vec<String> =
        known().map(|(option, value)| format!("{}: {value}", option.title)).collect();
    let texts = known().map(|(option, _)| format!("{}: {}", option.title, option.text));
    std::iter::once(short.join(" · ")).filter(|short| !short.is_empty()).chain(texts).collect()
}

impl Presets {
    fn preset(&self) -> Option<&Preset> {
        self.menu.chosen()?.checked_sub(1).and_then(|at| self.presets.get(at))
    }

    /// Every option goes to what the preset says, or to its standard.
    fn set(&self, view: &View) -> Verdict {
        let about = view.about();
        match self.preset() {
            Some(preset) => {
                let wanted = |option: &OptionRule| {
                    let set = preset.options.get(&option.id);
                    set.or(option.values.first()).cloned().unwrap_or_default()
                };
                let ahead = |option: &OptionRule| {
                    let set = view.e.option_ahead(&option.id).map(Text::from);
                    set.or(option.values.first().cloned()).unwrap_or_default()
                };
                let changed = about.options.iter().filter(|option| wanted(option) != ahead(option));
                let word = |option: &OptionRule| Overrule::Option(option.id.clone(), wanted(option));
                let commands = changed.map(|option| Command::Overrule(word(option)));
                settings::run_or_leave(commands.collect())
            }
            None if self.menu.chosen() == Some(0) => Verdict::Instead(settings::options(view)),
            None => Verdict::Instead(keep(view)),
        }
    }
}

/// The options that differ from the standard, under a name.
fn keep(view: &View) -> Box<dyn Overlay> {
    let mut options = view.e.options.clone();
    options.extend(view.e.awaiting.clone());
    let about = view.about();
    options.retain(|id, value| {
        about.option(id).and_then(|option| option.values.first()).is_some_and(|first| first != value)
    });
    let ruleset = view.e.ruleset;
    let form = Form::new(vec![
        Field::new("name", Value::Text(String::new())),
        Field::new("what for", Value::Text(String::new())),
    ]);
    let changed = options.len();
    let done = move |_: &View, form: &Form| match form.fields[0].text() {
        "" => Err((0, "empty, expected a name".into())),
        name => {
            let (name, about) = (name.into(), form.fields[1].text().into());
            Ok(Verdict::KeepPreset(Preset { name, about, ruleset, options: options.clone() }))
        }
    };
    let hint = format!("{changed} options differ from the standard");
    FormBox::new("Keep as house rules", form, done).hint(hint).boxed()
}

impl Overlay for Presets {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn title(&self, view: &View) -> String {
        format!("Options: {}", view.about().title)
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (self.menu.size().0.saturating_add(1 + BELOW), WIDTH)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let below = BELOW.min(area.height);
        let list = Rect { height: area.height - below, ..area };
        self.menu.paint(list, view.theme, buf);
        let mut lines: Vec<(String, _)> = Vec::new();
        for fault in &self.faults {
            lines
                .extend(wrap(fault, area.width.into()).into_iter().map(|line| (line, view.theme.fault)));
        }
        if let Some(preset) = self.preset() {
            let told =
                std::iter::once(preset.about.to_string()).chain(changes(view.about(), &preset.options));
            for text in told {
                lines.extend(
                    wrap(&text, area.width.into()).into_iter().map(|line| (line, view.theme.dim)),
                );
            }
        }
        for ((line, style), y) in lines.iter().zip(list.bottom()..area.bottom()) {
            put(buf, area.x, y, area.width, line, *style);
        }
    }

    fn op(&mut self, op: Op, view: &View) -> Verdict {
        match op {
            Op::Forward => self.set(view),
            Op::Back => Verdict::Leave,
            _ => {
                self.menu.op(op);
                Verdict::Stay
            }
        }
    }
}
