//! The stage: what Enter does, with what it needs; below it what was just said, else who comes after.

use crate::rules::model::ids::CombatantId;
use crate::tui::fight::hands::Hands;
use crate::tui::paint::text::{cells, put, put_right, width};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::panes::head;
use crate::tui::proposal::Proposal;
use crate::tui::session::{Message, Session};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Marks the stage at its left edge.
const BAR: &str = "▌";
/// Least blank columns between what Enter does and what it needs.
const GAP: u16 = 2;

/// Paints the stage of a fight.
pub fn paint(session: &Session, area: Rect, buf: &mut Buffer) {
    let Some(first) = area.rows().next() else { return };
    let theme = &session.theme;
    let whole = Rect { x: area.x.saturating_sub(1), width: area.width + 2, ..area };
    buf.set_style(whole.intersection(buf.area), theme.cursor.remove_modifier(Modifier::UNDERLINED));
    for row in whole.rows() {
        put(buf, row.x, row.y, 1, BAR, theme.actor);
    }
    let spacious = area.height > 1;
    if !spacious && !session.message.text.is_empty() {
        return say(&session.message, session, first, buf);
    }
    does(session, first, buf);
    let Some(second) = area.rows().nth(1) else { return };
    if !session.message.text.is_empty() {
        return say(&session.message, session, second, buf);
    }
    let then = then(session);
    put(buf, second.x, second.y, second.width, &then, theme.dim);
}

/// Paints what Enter does: the actor in gold, the rest in bold; on the right what it needs.
fn does(session: &Session, row: Rect, buf: &mut Buffer) {
    let (theme, view) = (&session.theme, session.view());
    let bold = theme.text.add_modifier(Modifier::BOLD);
    let (text, needs, style) = match session.next_meaning() {
        Some(KeyMeaning::This(words)) => {
            let (text, needs) = parted(&words);
            (capital(&text), needs, bold)
        }
        _ => match &session.proposal {
            Proposal::Blocked(why) => (why.clone(), String::new(), theme.dim),
            _ => ("nothing to do here: a key acts".into(), String::new(), theme.dim),
        },
    };
    let needed = cells(width(&needs));
    let beside = if needs.is_empty() { 0 } else { needed.saturating_add(GAP).min(row.width / 2) };
    let room = row.width - beside;
    let actor = view.board.actor().map(|who| view.name(who)).filter(|name| text.starts_with(*name));
    let (name, rest) = text.split_at(actor.map_or(0, str::len));
    let x = put(buf, row.x, row.y, room, name, theme.actor);
    put(buf, x, row.y, (row.x + room).saturating_sub(x), rest, style);
    put_right(buf, row.x + room, row.y, beside, &needs, bold);
}

/// A proposal without what its roll needs, which stands in brackets, and that. A number in brackets is a count.
fn parted(words: &str) -> (String, String) {
    let whole = || (words.to_string(), String::new());
    let Some((before, rest)) = words.rsplit_once(" (") else { return whole() };
    match rest.split_once(')') {
        Some((within, after)) if within.parse::<u32>().is_err() => {
            (format!("{before}{after}"), within.into())
        }
        _ => whole(),
    }
}

/// The same text beginning with a capital.
fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Who comes after the one for whom Enter acts.
fn then(session: &Session) -> String {
    let view = session.view();
    let after: Vec<CombatantId> = view
        .board
        .acting()
        .owing
        .iter()
        .copied()
        .filter(|who| Some(*who) != view.board.actor())
        .collect();
    let names = head::listed(&view, &after);
    let then = if names.is_empty() { String::new() } else { format!("then {names}") };
    let dice = if session.hands == Hands::Usual { "" } else { "the next dice are rolled the other way" };
    [&*then, dice].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Paints a message; a refusal has a mark as well as a colour.
pub fn say(message: &Message, session: &Session, row: Rect, buf: &mut Buffer) {
    let theme = &session.theme;
    let (mark, style): (&str, Style) =
        if message.fault { ("! ", theme.fault) } else { ("", theme.note) };
    let x = put(buf, row.x, row.y, row.width, mark, style);
    put(buf, x, row.y, row.right().saturating_sub(x), &message.text, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_stands_apart() {
        let of = |words| {
            let (text, needs) = parted(words);
            format!("{text}|{needs}")
        };
        assert_eq!(
            of("Odo attacks Orc (hits on 8+) · Brea does nothing"),
            "Odo attacks Orc · Brea does nothing|hits on 8+"
        );
        assert_eq!(of("begin the fight"), "begin the fight|");
        assert_eq!(of("Orcs attack Ana (4), Odo (2)"), "Orcs attack Ana (4), Odo (2)|");
    }
}
