//! Draws a frame and converts it to SVG.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use unicode_width::UnicodeWidthStr;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::registry;
use wardrum::store::{Settings, ThemeName};
use wardrum::tui::fight::Fight;
use wardrum::tui::paint::theme::{Depth, Theme};
use wardrum::tui::screens::{self, start::Start};
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;

/// Width and height of a cell in SVG units.
const CELL: (f32, f32) = (8.4, 18.0);
/// The baseline of the text, from the top of a cell.
const BASE: f32 = 13.5;
const FONT: &str = "'DejaVu Sans Mono','Menlo','Consolas',monospace";

/// What to draw.
pub struct Wanted {
    pub file: Option<String>,
    pub size: (u16, u16),
    pub look: ThemeName,
    pub depth: Depth,
    pub ascii: bool,
    pub keys: String,
}

/// Returns the SVG.
pub fn of(wanted: &Wanted) -> Result<String, Box<dyn Error>> {
    Ok(svg(&frame(wanted)?, wanted.look == ThemeName::Light))
}

fn frame(wanted: &Wanted) -> Result<Buffer, Box<dyn Error>> {
    let theme = Theme::of(wanted.look, wanted.depth);
    let empty = Fight::loose(Encounter::new(registry::ALL[0]));
    let dice = Box::new(Thrown::seeded(7));
    let mut shell = Shell::new(Session::new(Start::default(), empty, Stock::default(), theme, dice));
    shell.session.settings = Settings { theme: wanted.look, ascii: wanted.ascii, ..Settings::default() };
    if let Some(path) = &wanted.file {
        // Shown as it was left; nothing is written.
        let fight = Fight::look(Path::new(path))?.unkept();
        shell.with(|session| session.enter(fight, Screen::Fight));
    }
    let mut buf = Buffer::empty(Rect::new(0, 0, wanted.size.0, wanted.size.1));
    screens::paint(&shell, buf.area, &mut buf);
    for key in wanted.keys.split(' ').filter(|key| !key.is_empty()) {
        let (name, times) =
            key.split_once('*').filter(|(name, _)| !name.is_empty()).unwrap_or((key, "1"));
        for _ in 0..times.parse::<usize>()? {
            shell.key(name.parse()?);
            // The scroll position depends on the previous frame.
            buf.reset();
            screens::paint(&shell, buf.area, &mut buf);
        }
    }
    Ok(buf)
}

/// The style of a cell.
#[derive(Clone, PartialEq, Eq)]
struct Ink {
    fg: String,
    bg: Option<String>,
    bold: bool,
    underlined: bool,
}

impl Ink {
    fn of(cell: &Cell, light: bool) -> Self {
        let own = if light { ("#222222", "#ffffff") } else { ("#d0d0d0", "#101010") };
        let (mut fg, mut bg) = (hex(cell.fg), hex(cell.bg));
        if cell.modifier.contains(Modifier::REVERSED) {
            (fg, bg) = (bg.or(Some(own.1.into())), fg.or(Some(own.0.into())));
        }
        let mut fg = fg.unwrap_or_else(|| own.0.into());
        if cell.modifier.contains(Modifier::DIM) {
            fg = if light { "#777777" } else { "#888888" }.into();
        }
        let has = |what| cell.modifier.contains(what);
        Self { fg, bg, bold: has(Modifier::BOLD), underlined: has(Modifier::UNDERLINED) }
    }
}

/// The usual values of the 16 colours, and of the fixed ones.
fn hex(color: Color) -> Option<String> {
    let named = match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => return Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(at @ 232..) => {
            return Some(format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (at - 232)));
        }
        Color::Indexed(at) => {
            let step = |n: u8| [0u8, 95, 135, 175, 215, 255][usize::from(n % 6)];
            let at = at.saturating_sub(16);
            let (red, green, blue) = (step(at / 36), step(at / 6), step(at));
            return Some(format!("#{red:02x}{green:02x}{blue:02x}"));
        }
        Color::Black => "#000000",
        Color::Red => "#cd3131",
        Color::Green => "#0dbc79",
        Color::Yellow => "#b5a000",
        Color::Blue => "#2472c8",
        Color::Magenta => "#bc3fbc",
        Color::Cyan => "#11a8cd",
        Color::Gray => "#bfbfbf",
        Color::DarkGray => "#666666",
        Color::LightRed => "#f14c4c",
        Color::LightGreen => "#23d18b",
        Color::LightYellow => "#f5f543",
        Color::LightBlue => "#3b8eea",
        Color::LightMagenta => "#d670d6",
        Color::LightCyan => "#29b8db",
        Color::White => "#ffffff",
    };
    Some(named.into())
}

fn svg(buf: &Buffer, light: bool) -> String {
    let Rect { width, height, .. } = buf.area;
    let (wide, high) = (f32::from(width) * CELL.0, f32::from(height) * CELL.1);
    let ground = Ink::of(&buf[(0, 0)], light).bg;
    let own = if light { "#ffffff" } else { "#101010" };
    let ground = ground.unwrap_or_else(|| own.into());
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"{FONT}\" font-size=\"14\" xml:space=\"preserve\" style=\"white-space:pre\">\n<rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>"
    );
    for y in 0..height {
        let cells = cells(buf, y, light);
        grounds(&cells, y, &ground, &mut out);
        for run in
            cells.chunk_by(|one, other| one.2 == other.2 && is_letter(one.1) && is_letter(other.1))
        {
            signs(run, y, &mut out);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The cells of a row, each with its first column, without the right halves of wide ones.
fn cells(buf: &Buffer, y: u16, light: bool) -> Vec<(u16, &str, Ink)> {
    let mut cells = Vec::new();
    let mut x = 0;
    while x < buf.area.width {
        let cell = &buf[(x, y)];
        cells.push((x, cell.symbol(), Ink::of(cell, light)));
        x += u16::try_from(cell.symbol().width().max(1)).unwrap_or(1);
    }
    cells
}

/// Whether a symbol has the regular width, so that it can be part of a run; others are placed one by one.
fn is_letter(sign: &str) -> bool {
    sign.is_ascii()
}

fn grounds(cells: &[(u16, &str, Ink)], y: u16, ground: &str, out: &mut String) {
    for run in cells.chunk_by(|one, other| one.2.bg == other.2.bg) {
        let Some(bg) = run[0].2.bg.as_deref().filter(|bg| *bg != ground) else { continue };
        let columns: usize = run.iter().map(|cell| cell.1.width().max(1)).sum();
        let (x, top) = (f32::from(run[0].0) * CELL.0, f32::from(y) * CELL.1);
        let wide = columns as f32 * CELL.0;
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{bg}\"/>",
            CELL.1
        );
    }
}

fn signs(run: &[(u16, &str, Ink)], y: u16, out: &mut String) {
    let (first, _, ink) = &run[0];
    let text: String = run.iter().map(|cell| cell.1).collect();
    let (x, top) = (f32::from(*first) * CELL.0, f32::from(y) * CELL.1);
    if ink.underlined {
        let columns: usize = run.iter().map(|cell| cell.1.width().max(1)).sum();
        let wide = columns as f32 * CELL.0;
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"1\" fill=\"{}\"/>",
            top + CELL.1 - 2.5,
            ink.fg
        );
    }
    if let Some(path) = line(&text) {
        let weight = if "━╸╺┅".contains(&*text) { 2.6 } else { 1.0 };
        let _ = writeln!(
            out,
            "<path transform=\"translate({x:.1} {top})\" d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{weight}\"/>",
            ink.fg
        );
    } else if !text.trim().is_empty() {
        let weight = if ink.bold { " font-weight=\"bold\"" } else { "" };
        // Spaces at the ends are not always preserved, so the text is placed without them.
        let x = x + (text.len() - text.trim_start().len()) as f32 * CELL.0;
        let text = text.trim();
        let long = text.width() as f32 * CELL.0;
        let fit = if text.len() > 1 && text.is_ascii() {
            format!(" textLength=\"{long:.1}\" lengthAdjust=\"spacing\"")
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{}\"{weight}{fit}>{}</text>",
            top + BASE,
            ink.fg,
            escaped(text)
        );
    }
}

/// The path of a box-drawing symbol, so that it meets its neighbours: half a cell is 4.2 wide and 9 high.
fn line(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "─" | "━" => "M0 9H8.4",
        "╸" => "M0 9H4.2",
        "╺" => "M4.2 9H8.4",
        "┅" => "M0.4 9h2m0.8 0h2m0.8 0h2",
        "│" => "M4.2 0V18",
        "┌" => "M8.4 9H4.2V18",
        "┐" => "M0 9H4.2V18",
        "└" => "M8.4 9H4.2V0",
        "┘" => "M0 9H4.2V0",
        "╭" => "M8.4 9Q4.2 9 4.2 13V18",
        "╮" => "M0 9Q4.2 9 4.2 13V18",
        "╰" => "M8.4 9Q4.2 9 4.2 5V0",
        "╯" => "M0 9Q4.2 9 4.2 5V0",
        _ => return None,
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
