//! By which rules a new fight goes.

use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::store::Preset;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::lists::menu::{Item, Menu};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::{put, wrap};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Columns of the list.
const WIDTH: u16 = 56;
/// Lines of what a ruleset says of itself.
const SUMMARY: u16 = 3;

/// The list of rulesets.
pub struct Rulesets(Menu, Vec<Preset>);

/// Every ruleset there is, then each with house rules.
pub fn open(presets: Vec<Preset>) -> Box<dyn Overlay> {
    let titles = registry::ALL.iter().map(|id| Item::new(id.title()));
    let house =
        presets.iter().map(|preset| Item::new(format!("{} · {}", preset.ruleset.title(), preset.name)));
    Box::new(Rulesets(Menu::lettered(titles.chain(house).collect()), presets))
}

impl Rulesets {
    fn chosen(&self) -> Option<RulesetId> {
        let at = self.0.chosen()?;
        registry::ALL.get(at).copied().or_else(|| self.house().map(|preset| preset.ruleset))
    }

    fn house(&self) -> Option<&Preset> {
        self.0.chosen()?.checked_sub(registry::ALL.len()).and_then(|at| self.1.get(at))
    }

    fn pick(&self) -> Verdict {
        let options = self.house().map(|preset| preset.options.clone()).unwrap_or_default();
        self.chosen().map_or(Verdict::Stay, |rules| Verdict::Build(rules, options))
    }
}

impl Overlay for Rulesets {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.0)
    }

    fn title(&self, _: &View) -> String {
        "By which rules?".into()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (self.0.size().0.saturating_add(1 + SUMMARY), WIDTH)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let below = SUMMARY.min(area.height);
        let list = Rect { height: area.height - below, ..area };
        self.0.paint(list, view.theme, buf);
        let summary = self.chosen().map_or("", |id| &registry::ruleset(id).about().summary);
        let summary = self.house().map_or(summary, |preset| &preset.about);
        for (line, y) in wrap(summary, usize::from(area.width)).iter().zip(list.bottom()..area.bottom())
        {
            put(buf, area.x, y, area.width, line, view.theme.dim);
        }
    }

    fn op(&mut self, op: Op, _: &View) -> Verdict {
        match op {
            Op::Forward => self.pick(),
            Op::Back => Verdict::Leave,
            _ => {
                self.0.op(op);
                Verdict::Stay
            }
        }
    }

    fn picks(&self, sign: char) -> bool {
        self.0.picks(sign)
    }

    fn typed(&mut self, sign: char, _: &View) -> Verdict {
        if self.0.typed(sign) { self.pick() } else { Verdict::Stay }
    }
}
