//! The players' phones: the address of the page with its code, and who has a seat.

use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Stands, Then};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::sharing::Reach;
use crate::tui::table::view::View;
use crate::watch::desk::{Seat, SeatState};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// The light modules around a code that a camera needs.
const QUIET: usize = 4;
/// The columns of the text beside the code.
const BESIDE: u16 = 35;
/// What the page is for, and the keys here.
const ABOUT: [&str; 4] = [
    "On the same network, a phone opens this address or takes a picture of the code.",
    "Its player picks a character; J lists who asks for a seat. P says whose dice come from phones.",
    "Anyone who has the address can watch. Nothing on a phone counts before your Enter.",
    "s: stop serving it",
];

/// The address of the page, and its code as rows of dark and light modules.
struct Address {
    url: String,
    rows: Vec<Vec<bool>>,
}

/// Shows the address of the page; in plain ASCII without the code, which needs half blocks.
pub fn address(url: &str, ascii: bool) -> Box<dyn Layer> {
    Box::new(Address { url: url.into(), rows: if ascii { Vec::new() } else { rows(url) } })
}

/// The code of a text, with the light modules around it; none if it is too long for one.
fn rows(text: &str) -> Vec<Vec<bool>> {
    let Ok(code) = qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::L) else {
        return Vec::new();
    };
    let (colours, width) = (code.to_colors(), code.width());
    let side = width + 2 * QUIET;
    let is_dark = |x: usize, y: usize| {
        let at = y.checked_sub(QUIET).zip(x.checked_sub(QUIET));
        at.is_some_and(|(y, x)| x < width && y < width && colours[y * width + x] == qrcode::Color::Dark)
    };
    (0..side).map(|y| (0..side).map(|x| is_dark(x, y)).collect()).collect()
}

impl Address {
    fn side(&self) -> u16 {
        text::cells(self.rows.len())
    }

    /// Draws two rows of modules in each row of cells: dark on light whatever the theme, as cameras want it. The upper
    /// module is the ground of the cell, so that no font leaves lines between the rows.
    fn paint_code(&self, area: Rect, buf: &mut Buffer) {
        let colour = |dark: bool| if dark { Color::Rgb(0, 0, 0) } else { Color::Rgb(255, 255, 255) };
        for (pair, y) in self.rows.chunks(2).zip(area.y..area.bottom()) {
            for (at, x) in (0..pair[0].len()).zip(area.x..area.right()) {
                let (above, below) = (pair[0][at], pair.get(1).is_some_and(|row| row[at]));
                let style = Style::new().bg(colour(above)).fg(colour(below));
                put(buf, x, y, 1, if above == below { " " } else { "▄" }, style);
            }
        }
    }
}

impl Layer for Address {
    fn scope(&self) -> Scope {
        Scope::Page
    }

    fn title(&self, _: &View) -> String {
        "Players' view as a web page".into()
    }

    fn stands(&self) -> Stands {
        Stands::Page
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (self.side().div_ceil(2).max(14), self.side() + 2 + BESIDE)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let side = if area.height >= self.side().div_ceil(2) { self.side().min(area.width) } else { 0 };
        self.paint_code(Rect { width: side, ..area }, buf);
        let x = area.x + side + 2;
        let width = area.right().saturating_sub(x);
        let mut y = area.y;
        let styled = [(&*self.url, view.theme.active)];
        for (line, style) in styled.into_iter().chain(ABOUT.map(|line| (line, view.theme.text))) {
            for part in wrap(line, width.into()) {
                put(buf, x, y, width, &part, style);
                y += 1;
            }
            y += 1;
        }
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        match sign {
            's' => session.share(Reach::Nobody),
            'J' => session.open_seats(),
            _ => STAY,
        }
    }

    fn picks(&self, sign: char) -> bool {
        sign == 's' || sign == 'J'
    }

    fn op(&mut self, op: Op, _: &mut Session) -> Done {
        if matches!(op, Op::Back | Op::Forward) { CLOSE } else { STAY }
    }
}

/// Who has a seat, and who asks for one.
struct Seats {
    seats: Vec<Seat>,
    menu: Menu,
}

impl Session {
    /// Lists the seats of phones.
    ///
    /// # Errors
    /// Phones do not take part.
    pub(in crate::tui) fn open_seats(&mut self) -> Done {
        Then::replace(self.seats().ok_or("phones take part once the page is served: V")?)
    }

    fn seats(&self) -> Option<Box<dyn Layer>> {
        let desk = self.phones.as_ref()?.desk();
        let seats: Vec<Seat> = desk.requests().into_iter().chain(desk.seats()).collect();
        let menu = Menu::plain(seats.iter().map(|seat| Item::new(told(seat))).collect());
        Some(Box::new(Seats { seats, menu }))
    }
}

fn told(seat: &Seat) -> String {
    let how = match (seat.state, seat.at_once) {
        (SeatState::Asking, _) => "asks for a seat",
        (_, true) => "seated; what it sends counts at once",
        (_, false) => "seated",
    };
    format!("{}  {how}", seat.name)
}

impl Layer for Seats {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        "Seats of the players' phones".into()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (text::cells(self.seats.len().max(1) + 2), 56)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let last = area.bottom().saturating_sub(1);
        if self.seats.is_empty() {
            put(buf, area.x, area.y, area.width, "nobody has asked for one yet", view.theme.dim);
        }
        self.menu.paint(Rect { height: area.height.saturating_sub(2), ..area }, view.theme, buf);
        let keys = "x: send away · a: what it sends counts at once, or not";
        put(buf, area.x, last, area.width, keys, view.theme.dim);
    }

    fn picks(&self, sign: char) -> bool {
        sign == 'x' || sign == 'a'
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        let Some(seat) = self.menu.chosen().and_then(|at| self.seats.get(at)) else { return STAY };
        let Some(phones) = &session.phones else { return CLOSE };
        match sign {
            'x' => _ = phones.desk().send_away(seat.token),
            'a' => _ = phones.desk().set_at_once(seat.token, !seat.at_once),
            _ => return STAY,
        }
        session.open_seats()
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Back => return CLOSE,
            Op::Forward => {
                let asks = |seat: &&Seat| seat.state == SeatState::Asking;
                let seat = self.menu.chosen().and_then(|at| self.seats.get(at)).filter(asks);
                let (Some(seat), Some(phones)) = (seat, &session.phones) else { return CLOSE };
                phones.desk().accept(seat.token).map_err(|refused| refused.sentence())?;
                let more = !phones.desk().requests().is_empty();
                return if more { session.open_seats() } else { CLOSE };
            }
            _ => _ = self.menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        let asks = self.menu.chosen().and_then(|at| self.seats.get(at));
        match (op, asks.map(|seat| seat.state)) {
            (Op::Forward, Some(SeatState::Asking)) => KeyMeaning::This("give the seat".into()),
            (Op::Forward, _) => KeyMeaning::This("close".into()),
            _ => KeyMeaning::Usual,
        }
    }
}
