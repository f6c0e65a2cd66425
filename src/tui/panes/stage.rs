//! The stage: what Enter does, with what it needs; below it what was just said, else who comes after.

use crate::rules::text::log::capital;
use crate::tui::overlays::Staged;
use crate::tui::paint::text::{cells, put, put_right, width};
use crate::tui::panes::focus;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::proposal::Proposal;
use crate::tui::session::{Message, Session};
use crate::tui::table::to_act::ToAct;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Marks the stage at its left edge.
pub const BAR: &str = "▌";
/// Least blank columns between what Enter does and what it needs.
const GAP: u16 = 2;

/// Paints the stage of a fight.
pub fn paint(session: &Session, area: Rect, buf: &mut Buffer) {
    let (does, below) = rows(session, area, buf);
    if let Some(row) = does {
        self::does(session, row, buf);
    }
    if let Some(row) = below {
        put(buf, row.x, row.y, row.width, &then(session), session.theme.dim);
    }
}

/// Paints the stage while a layer is open: what Enter does there.
pub fn paint_for(session: &Session, enter: KeyMeaning, area: Rect, buf: &mut Buffer) {
    let theme = &session.theme;
    let (does, _) = rows(session, area, buf);
    let (text, style) = match enter {
        KeyMeaning::This(words) | KeyMeaning::To(words) => {
            (words, theme.text.add_modifier(Modifier::BOLD))
        }
        KeyMeaning::Blocked(why) => (why, theme.dim),
        KeyMeaning::Usual | KeyMeaning::Hidden => return,
    };
    if let Some(row) = does {
        put(buf, row.x, row.y, row.width, &capital(&text), style);
    }
}

/// Paints the stage while an act is filled in: what Enter does and what it needs, and what may come of it or why not.
pub fn paint_form(session: &Session, told: &Staged, area: Rect, buf: &mut Buffer) {
    let theme = &session.theme;
    let (does, below) = rows(session, area, buf);
    let text = &told.below;
    if told.refused {
        let refusal = Message { text: text.clone(), fault: true, again: None };
        below.or(does).into_iter().for_each(|row| say(&refusal, session, row, buf));
    } else if let Some(row) = below {
        put(buf, row.x, row.y, row.width, text, theme.text);
    }
    if let Some(row) = does.filter(|_| below.is_some() || !told.refused) {
        let (text, needs) = parted(&told.does);
        sentence(session, &capital(&text), &needs, theme.text.add_modifier(Modifier::BOLD), row, buf);
    }
}

/// Paints the ground of the stage, and returns the area on it.
pub fn ground(session: &Session, area: Rect, buf: &mut Buffer) -> Rect {
    let theme = &session.theme;
    let whole =
        Rect { x: area.x.saturating_sub(1), width: area.width + 2, ..area }.intersection(buf.area);
    buf.set_style(whole, theme.cursor.remove_modifier(Modifier::UNDERLINED));
    whole.rows().for_each(|row| _ = put(buf, row.x, row.y, 1, BAR, theme.actor));
    area
}

/// Paints the ground and what was just said, and returns the row for what Enter does and the one below it, as far as they
/// are free.
fn rows(session: &Session, area: Rect, buf: &mut Buffer) -> (Option<Rect>, Option<Rect>) {
    ground(session, area, buf);
    let (first, second) = (area.rows().next(), area.rows().nth(1));
    if session.message.text.is_empty() {
        return (first, second);
    }
    if let Some(row) = second.or(first) {
        say(&session.message, session, row, buf);
    }
    (first.filter(|_| second.is_some()), None)
}

/// Paints what Enter does: the actor in gold, the rest in bold; on the right what it needs.
fn does(session: &Session, row: Rect, buf: &mut Buffer) {
    let theme = &session.theme;
    let bold = theme.text.add_modifier(Modifier::BOLD);
    let (text, needs, style) = match (&session.proposal, session.proposal.words()) {
        (_, Some(words)) => {
            let (text, needs) = parted(words);
            (capital(&text), needs, bold)
        }
        (Proposal::SumUp, None) => ("Sum up the fight".into(), String::new(), bold),
        (Proposal::Blocked(why), None) => (capital(why), String::new(), theme.dim),
        _ => ("Nothing to do here: a key acts".into(), String::new(), theme.dim),
    };
    let odds = focus::brief(&session.view(), &needs);
    let odds = odds.filter(|odds| width(&text) + width(odds) + usize::from(GAP) <= row.width.into());
    sentence(session, &text, &odds.unwrap_or(needs), style, row, buf);
}

/// Paints a sentence, its actor in gold, and on the right what it needs.
fn sentence(session: &Session, text: &str, needs: &str, style: Style, row: Rect, buf: &mut Buffer) {
    let (theme, view) = (&session.theme, session.view());
    let needed = cells(width(needs));
    let beside = if needs.is_empty() { 0 } else { needed.saturating_add(GAP).min(row.width * 2 / 3) };
    let room = row.width - beside;
    let actor = view.board.actor().map(|who| view.name(who)).filter(|name| text.starts_with(*name));
    let (name, rest) = text.split_at(actor.map_or(0, str::len));
    let x = put(buf, row.x, row.y, room, name, theme.actor);
    put(buf, x, row.y, (row.x + room).saturating_sub(x), rest, style);
    put_right(buf, row.x + room, row.y, beside, needs, theme.text.add_modifier(Modifier::BOLD));
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

/// At whom else the act could be aimed, who comes after the one for whom Enter acts, and who throws the next dice if that is not as usual.
fn then(session: &Session) -> String {
    let acts = ToAct::of(&session.view());
    let names = acts.after();
    let told = [("else", acts.instead()), ("then", &*names)].into_iter();
    let told = told.filter(|(_, text)| !text.is_empty()).map(|(word, text)| format!("{word} {text}"));
    let dice = session.other_hand().map(str::to_string);
    told.chain(dice).collect::<Vec<_>>().join(" · ")
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
