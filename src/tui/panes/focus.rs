//! The focus: stat block and present state of the row under the cursor.

use super::heading;
use crate::rules::combatant::Combatant;
use crate::rules::d20::block::{Attack, Damage, Range};
use crate::rules::words;
use crate::tui::board::Pane;
use crate::tui::text::{put, wrap};
use crate::tui::view::{View, ends};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The focus pane.
pub struct Focus<'a>(pub View<'a>);

impl Widget for Focus<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let Some(c) = view.under_cursor() else {
            heading(buf, area, "Nobody", view.board.pane == Pane::Focus, view.theme);
            return;
        };
        let area = heading(buf, area, &c.name, view.board.pane == Pane::Focus, view.theme);
        let lines = lines(&view, c);
        let wrapped = lines.iter().flat_map(|(text, style)| {
            wrap(text, usize::from(area.width)).into_iter().map(move |line| (line, *style))
        });
        for ((line, style), y) in wrapped.zip(area.y..area.bottom()) {
            put(buf, area.x, y, area.width, &line, style);
        }
    }
}

fn lines(view: &View, c: &Combatant) -> Vec<(String, Style)> {
    let theme = view.theme;
    let plain = |text: String| (text, theme.text);
    let mut lines = vec![plain(who(view, c)), plain(view.board.figures(view.rules, view.e, c.id))];
    lines.extend(attacks(view, c).into_iter().map(plain));
    lines.extend(spells(view, c).map(plain));
    for effect in c.effects.iter().filter(|effect| effect.toward.is_none()) {
        let text = format!("{}: {}", view.condition(c.id, effect), ends(view.e, effect));
        lines.push((text, theme.note));
    }
    lines.extend(nearness(view, c).map(plain));
    if let Ok(d20) = view.e.d20(c.id)
        && !d20.block.notes.is_empty()
    {
        lines.push((d20.block.notes.to_string(), theme.dim));
    }
    lines
}

fn who(view: &View, c: &Combatant) -> String {
    let (now, max) = (c.vitals.hp(), c.vitals.max());
    let kind = match view.e.d20(c.id) {
        Ok(d20) if *d20.block.name != *c.name => format!("{} · ", d20.block.name),
        _ => String::new(),
    };
    let standing =
        if c.is_up() { String::new() } else { format!(" · {}", words::standing(c.standing)) };
    format!("{kind}{} · {now}/{max} hit points{standing}", words::side(view.e, c.side))
}

fn attacks(view: &View, c: &Combatant) -> Vec<String> {
    let Ok(d20) = view.e.d20(c.id) else { return Vec::new() };
    d20.figures.attacks.iter().map(attack).collect()
}

fn attack(attack: &Attack) -> String {
    let times = if attack.count > 1 { format!("{} × ", attack.count) } else { String::new() };
    let damage = match &attack.damage {
        Some(Damage::Dice(dice)) => dice.to_string(),
        Some(Damage::Weapon(_)) | None => "by weapon".into(),
        Some(_) => "no damage".into(),
    };
    let reach = match attack.range {
        Some(Range::Missile) => ", missile",
        Some(Range::Both) => ", melee or thrown",
        _ => "",
    };
    let bonus =
        if attack.bonus == 0 { String::new() } else { format!(" {}", words::signed(attack.bonus)) };
    format!("{times}{}{bonus}: {damage}{reach}", attack.name)
}

fn spells(view: &View, c: &Combatant) -> Option<String> {
    let d20 = view.e.d20(c.id).ok().filter(|d20| !d20.block.spells.is_empty())?;
    let spells =
        d20.block.spells.iter().enumerate().map(|(at, spell)| match (spell.copies, c.spells.get(at)) {
            (Some(_), Some(left)) => format!("{} ×{left}", spell.name),
            _ => spell.name.to_string(),
        });
    Some(format!("Spells: {}", spells.collect::<Vec<_>>().join(", ")))
}

/// Whom it is in melee with, and which distances are known.
fn nearness(view: &View, c: &Combatant) -> Option<String> {
    let mut parts = Vec::new();
    let foes: Vec<&str> = c.threatens.iter().map(|who| view.name(*who)).collect();
    if !foes.is_empty() {
        parts.push(format!("in melee with {}", foes.join(", ")));
    }
    let unit = &view.about().unit;
    let known = c.distances.iter().filter(|(who, _)| !view.e.engaged(c.id, *who));
    parts.extend(known.map(|(who, feet)| format!("{feet}{unit} to {}", view.name(*who))));
    (!parts.is_empty()).then(|| parts.join(" · "))
}
