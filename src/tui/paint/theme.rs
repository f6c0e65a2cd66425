//! Styles by role. Colour never carries meaning alone: a mark, a letter or a word goes with it.
//!
//! In true colour or 256 colours, a theme paints its own background, so that its contrast does not depend on the
//! terminal. With 16 colours or none, the background is the terminal's own, since only the terminal knows which of its
//! colours are readable on it.

use crate::store::ThemeName;
use ratatui::style::{Color, Modifier, Style};

/// Number of sides with a colour of their own; further sides reuse them.
pub const SIDES: usize = 6;

/// A style for each role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Background of a screen.
    pub ground: Style,
    /// Background of a layer.
    pub panel: Style,
    /// Plain text.
    pub text: Style,
    /// Text of less importance, or not available now.
    pub dim: Style,
    /// Headings.
    pub frame: Style,
    /// Separator lines.
    pub rule: Style,
    /// Heading of the active pane.
    pub active: Style,
    /// The row under the cursor: laid over the row, whose colours stay.
    pub cursor: Style,
    /// The current station, the selected value.
    pub lit: Style,
    /// The current actor.
    pub actor: Style,
    /// Keys on the foot line.
    pub key: Style,
    /// In good health.
    pub hale: Style,
    /// Hurt.
    pub hurt: Style,
    /// Close to going down.
    pub failing: Style,
    /// The part of a bar lost in the last act.
    pub lost: Style,
    /// The empty part of a bar.
    pub track: Style,
    /// Errors and refusals.
    pub fault: Style,
    /// Something the referee should notice.
    pub note: Style,
    /// A side's letter, by the side's index.
    pub sides: [Style; SIDES],
}

/// Colour depth of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// True colour: any red, green and blue.
    True,
    /// The fixed palette of 256.
    Fixed,
    /// The terminal's own 16 colours.
    Own,
}

impl Depth {
    /// Reads the colour depth from the environment: `COLORTERM`, and the name in `TERM`.
    pub fn of_terminal() -> Self {
        let variable = |name| std::env::var(name).unwrap_or_default();
        Self::of_variables(&variable("COLORTERM"), &variable("TERM"))
    }

    fn of_variables(colours: &str, term: &str) -> Self {
        match colours {
            "truecolor" | "24bit" => Self::True,
            _ if term.ends_with("-direct") => Self::True,
            _ if term.contains("256color") => Self::Fixed,
            _ => Self::Own,
        }
    }
}

/// A colour as `0xrrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rgb(u32);

/// The colours of a theme by role.
struct Palette {
    ground: Rgb,
    panel: Rgb,
    /// Background of the row under the cursor.
    tint: Rgb,
    text: Rgb,
    dim: Rgb,
    frame: Rgb,
    rule: Rgb,
    /// Active elements, and keys.
    active: Rgb,
    /// Background and text of the current station.
    lit: (Rgb, Rgb),
    actor: Rgb,
    hale: Rgb,
    hurt: Rgb,
    /// Also errors.
    failing: Rgb,
    lost: Rgb,
    note: Rgb,
    sides: [Rgb; SIDES],
}

const DARK: Palette = Palette {
    ground: Rgb(0x16_1a_21),
    panel: Rgb(0x1d_22_2b),
    tint: Rgb(0x2b_33_41),
    text: Rgb(0xd5_da_e3),
    dim: Rgb(0x9b_a4_b3),
    frame: Rgb(0xb4_bd_cb),
    rule: Rgb(0x3c_45_54),
    active: Rgb(0x9f_b6_d0),
    lit: (Rgb(0x2f_55_80), Rgb(0xf0_f5_fc)),
    actor: Rgb(0xf0_c6_74),
    hale: Rgb(0x8f_c4_7b),
    hurt: Rgb(0xd9_a1_3b),
    failing: Rgb(0xf0_87_7c),
    lost: Rgb(0x8f_55_50),
    note: Rgb(0xc4_ae_ec),
    sides: [
        Rgb(0x6c_b2_f2),
        Rgb(0xe0_7f_b0),
        Rgb(0x62_c9_b0),
        Rgb(0xb0_9c_f5),
        Rgb(0xb8_c4_60),
        Rgb(0xd8_a0_d8),
    ],
};

const LIGHT: Palette = Palette {
    ground: Rgb(0xfa_f8_f3),
    panel: Rgb(0xff_fe_fb),
    tint: Rgb(0xe2_e9_f2),
    text: Rgb(0x2a_2f_38),
    dim: Rgb(0x59_61_6e),
    frame: Rgb(0x46_4e_5b),
    rule: Rgb(0xcb_c8_bf),
    active: Rgb(0x3f_5b_7d),
    lit: (Rgb(0x1f_5f_a6), Rgb(0xff_ff_ff)),
    actor: Rgb(0x8a_48_00),
    hale: Rgb(0x2c_6e_2f),
    hurt: Rgb(0x6f_5c_00),
    failing: Rgb(0xb0_26_1f),
    lost: Rgb(0xd9_9c_96),
    note: Rgb(0x68_45_a0),
    sides: [
        Rgb(0x1f_5f_a6),
        Rgb(0xa1_2a_68),
        Rgb(0x0f_6a_58),
        Rgb(0x5b_45_b0),
        Rgb(0x5c_66_10),
        Rgb(0x00_60_80),
    ],
};

/// Blue, yellow and vermilion after Okabe and Ito, also apart in lightness; the most serious is bold.
const COLOURBLIND: Palette = Palette {
    actor: Rgb(0xf5_e6_6b),
    hale: Rgb(0x6c_bc_f0),
    hurt: Rgb(0xf2_d9_6b),
    failing: Rgb(0xf2_80_45),
    lost: Rgb(0x8a_52_30),
    sides: [
        Rgb(0x4f_c9_a5),
        Rgb(0xe0_93_c8),
        Rgb(0xd5_da_e3),
        Rgb(0x9a_b8_ff),
        Rgb(0xc8_d8_70),
        Rgb(0xe8_b8_90),
    ],
    ..DARK
};

/// The colours of a theme by role, from the terminal's own 16.
struct Own {
    dim: Color,
    active: Color,
    /// Text on an `active` background.
    on_active: Color,
    hale: Color,
    /// Also the current actor.
    hurt: Color,
    /// Also errors, and the last loss.
    failing: Color,
    note: Color,
    sides: [Color; SIDES],
}

const OWN_DARK: Own = Own {
    dim: Color::Gray,
    active: Color::LightCyan,
    on_active: Color::Black,
    hale: Color::LightGreen,
    hurt: Color::LightYellow,
    failing: Color::LightRed,
    note: Color::LightMagenta,
    sides: [Color::LightBlue, Color::Cyan, Color::Green, Color::Magenta, Color::Yellow, Color::White],
};

/// Avoids yellow and cyan, which are unreadable on a light background.
const OWN_LIGHT: Own = Own {
    dim: Color::DarkGray,
    active: Color::Blue,
    on_active: Color::White,
    hale: Color::Green,
    hurt: Color::Magenta,
    failing: Color::Red,
    note: Color::Blue,
    sides: [Color::Blue, Color::Red, Color::Green, Color::Magenta, Color::DarkGray, Color::Black],
};

const OWN_COLOURBLIND: Own =
    Own { hale: Color::LightBlue, hurt: Color::LightYellow, failing: Color::LightRed, ..OWN_DARK };

impl Theme {
    /// Returns the theme of that name at the terminal's colour depth; without colours if `NO_COLOR` is set.
    pub fn for_terminal(name: ThemeName) -> Self {
        if no_colour() { Self::plain() } else { Self::of(name, Depth::of_terminal()) }
    }

    /// Returns the theme of that name at a colour depth.
    pub fn of(name: ThemeName, depth: Depth) -> Self {
        let theme = match (name, depth) {
            (ThemeName::Plain, _) => return Self::plain(),
            (ThemeName::Dark, Depth::Own) => Self::in_own(&OWN_DARK),
            (ThemeName::Light, Depth::Own) => Self::in_own(&OWN_LIGHT),
            (ThemeName::Colourblind, Depth::Own) => Self::in_own(&OWN_COLOURBLIND),
            (ThemeName::Dark, _) => Self::painted(&DARK, depth),
            (ThemeName::Light, _) => Self::painted(&LIGHT, depth),
            (ThemeName::Colourblind, _) => Self::painted(&COLOURBLIND, depth),
        };
        if name != ThemeName::Colourblind {
            return theme;
        }
        let bold = |style: Style| style.add_modifier(Modifier::BOLD);
        Self { failing: bold(theme.failing), fault: bold(theme.fault), ..theme }
    }

    /// Returns the dark theme in true colour.
    pub fn dark() -> Self {
        Self::of(ThemeName::Dark, Depth::True)
    }

    fn painted(palette: &Palette, depth: Depth) -> Self {
        let ink = |rgb: Rgb| Style::new().fg(rgb.shown(depth));
        let on = |rgb: Rgb| Style::new().bg(rgb.shown(depth));
        let text = ink(palette.text);
        Self {
            ground: text.patch(on(palette.ground)),
            panel: text.patch(on(palette.panel)),
            text,
            dim: ink(palette.dim),
            frame: ink(palette.frame),
            rule: ink(palette.rule),
            active: ink(palette.active),
            cursor: on(palette.tint),
            lit: ink(palette.lit.1).patch(on(palette.lit.0)),
            actor: ink(palette.actor).add_modifier(Modifier::BOLD),
            key: ink(palette.active),
            hale: ink(palette.hale),
            hurt: ink(palette.hurt),
            failing: ink(palette.failing),
            lost: ink(palette.lost),
            track: ink(palette.rule),
            fault: ink(palette.failing),
            note: ink(palette.note),
            sides: palette.sides.map(ink),
        }
    }

    /// Builds a theme from 16 colours. Their exact tones are unknown, so marks, weight and underlines replace tints.
    fn in_own(own: &Own) -> Self {
        let ink = |color| Style::new().fg(color);
        Self {
            dim: ink(own.dim),
            frame: ink(own.dim),
            rule: ink(Color::DarkGray),
            active: ink(own.active),
            lit: ink(own.on_active).bg(own.active),
            actor: ink(own.hurt).add_modifier(Modifier::BOLD),
            key: ink(own.active),
            hale: ink(own.hale),
            hurt: ink(own.hurt),
            failing: ink(own.failing),
            lost: ink(own.failing),
            track: ink(Color::DarkGray),
            fault: ink(own.failing),
            note: ink(own.note),
            sides: own.sides.map(ink),
            ..Self::plain()
        }
    }

    /// Returns the theme without colours: it uses weight, and reverse video for anything that is not a row.
    pub fn plain() -> Self {
        let none = Style::new();
        let bold = none.add_modifier(Modifier::BOLD);
        let dim = none.add_modifier(Modifier::DIM);
        Self {
            ground: none,
            panel: none,
            text: none,
            dim,
            frame: none,
            rule: dim,
            active: bold,
            cursor: none.add_modifier(Modifier::UNDERLINED),
            lit: none.add_modifier(Modifier::REVERSED),
            actor: bold,
            key: bold,
            hale: none,
            hurt: none,
            failing: bold,
            lost: dim,
            track: dim,
            fault: bold,
            note: bold,
            sides: [none; SIDES],
        }
    }

    /// Returns the style of a side's letter.
    pub fn side(&self, number: usize) -> Style {
        self.sides[number % SIDES]
    }
}

impl Rgb {
    /// Returns red, green and blue, 0 to 255 each.
    fn parts(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    fn shown(self, depth: Depth) -> Color {
        let [red, green, blue] = self.parts();
        match depth {
            Depth::True => Color::Rgb(red, green, blue),
            Depth::Fixed | Depth::Own => Color::Indexed(self.nearest()),
        }
    }

    /// Returns the nearest of the fixed colours: a 6 x 6 x 6 cube from index 16 on, then 24 greys.
    fn nearest(self) -> u8 {
        let apart = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        let parts = self.parts();
        let steps = parts.map(|part| (0..6).min_by_key(|step| apart(part, STEPS[*step])).unwrap_or(0));
        let in_cube = steps.iter().fold(0, |at, step| at * 6 + u8::try_from(*step).unwrap_or(0));
        let all = std::iter::once(16 + in_cube).chain(232..=255);
        let away = |at: &u8| (0..3).map(|part| apart(parts[part], fixed(*at)[part])).sum::<u32>();
        all.min_by_key(away).unwrap_or(255)
    }
}

/// Levels of the 6 x 6 x 6 cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Returns the red, green and blue of a fixed colour, 16 to 255.
fn fixed(at: u8) -> [u8; 3] {
    let at = at.saturating_sub(16);
    if at >= 216 {
        return [8 + 10 * (at - 216); 3];
    }
    [at / 36, at / 6 % 6, at % 6].map(|step| STEPS[usize::from(step)])
}

/// Whether the environment asks for no colours.
pub fn no_colour() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTHS: [Depth; 3] = [Depth::True, Depth::Fixed, Depth::Own];

    fn roles(theme: &Theme) -> Vec<Style> {
        let t = theme;
        let all = [
            t.ground, t.panel, t.text, t.dim, t.frame, t.rule, t.active, t.cursor, t.lit, t.actor,
            t.key, t.hale, t.hurt, t.failing, t.lost, t.track, t.fault, t.note,
        ];
        all.into_iter().chain(t.sides).collect()
    }

    /// The roles used for text.
    fn written(theme: &Theme) -> Vec<(&'static str, Style)> {
        let t = theme;
        let named = [
            ("text", t.text),
            ("dim", t.dim),
            ("frame", t.frame),
            ("active", t.active),
            ("actor", t.actor),
            ("key", t.key),
            ("hale", t.hale),
            ("hurt", t.hurt),
            ("failing", t.failing),
            ("fault", t.fault),
            ("note", t.note),
        ];
        named.into_iter().chain(t.sides.map(|style| ("side", style))).collect()
    }

    fn parts(color: Option<Color>) -> [u8; 3] {
        match color {
            Some(Color::Rgb(red, green, blue)) => [red, green, blue],
            Some(Color::Indexed(at @ 16..)) => fixed(at),
            other => panic!("{other:?}: its tone is the terminal's"),
        }
    }

    /// Relative luminance as defined by WCAG 2.
    fn luminance(color: Option<Color>) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = parts(color).map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio as defined by WCAG 2, 1 to 21.
    fn contrast(one: Option<Color>, other: Option<Color>) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn everything_written_can_be_read() {
        for choice in [ThemeName::Dark, ThemeName::Light, ThemeName::Colourblind] {
            for depth in [Depth::True, Depth::Fixed] {
                let theme = Theme::of(choice, depth);
                for ground in [theme.ground, theme.panel, theme.cursor] {
                    for (name, style) in written(&theme) {
                        let got = contrast(style.fg, ground.bg);
                        assert!(got >= 4.5, "{choice:?} {depth:?}: {name} on {:?}: {got:.2}", ground.bg);
                    }
                }
                let lit = contrast(theme.lit.fg, theme.lit.bg);
                assert!(lit >= 4.5, "{choice:?} {depth:?}: lit {lit:.2}");
                let tint = contrast(theme.cursor.bg, theme.ground.bg);
                assert!(tint >= 1.15, "{choice:?} {depth:?}: the tint is seen: {tint:.2}");
            }
        }
    }

    #[test]
    fn plain_has_no_colour_and_the_others_tell_health_and_sides_apart() {
        let bare = |style: &Style| style.fg.is_none() && style.bg.is_none();
        assert!(DEPTHS.iter().all(|depth| roles(&Theme::of(ThemeName::Plain, *depth)).iter().all(bare)));
        for choice in [ThemeName::Dark, ThemeName::Light, ThemeName::Colourblind] {
            for depth in DEPTHS {
                let theme = Theme::of(choice, depth);
                let apart = |styles: &[Style]| {
                    let pairs = styles.iter().enumerate();
                    pairs.clone().all(|(at, one)| {
                        pairs.clone().all(|(other, two)| at == other || one.fg != two.fg)
                    })
                };
                assert!(apart(&[theme.hale, theme.hurt, theme.failing]), "{choice:?} {depth:?}");
                assert!(apart(&theme.sides), "{choice:?} {depth:?}");
            }
        }
    }

    /// The cursor keeps the colours of its row.
    #[test]
    fn the_cursor_keeps_the_colours_of_its_row() {
        for choice in ThemeName::ALL {
            for depth in DEPTHS {
                let cursor = Theme::of(choice, depth).cursor;
                assert!(cursor.fg.is_none(), "{choice:?} {depth:?}");
                assert!(!cursor.add_modifier.contains(Modifier::REVERSED), "{choice:?} {depth:?}");
                assert!(cursor != Style::new(), "{choice:?} {depth:?}");
            }
        }
    }

    #[test]
    fn sixteen_colours_are_the_terminals_own() {
        let own = |color: Option<Color>| !matches!(color, Some(Color::Rgb(..) | Color::Indexed(_)));
        for choice in ThemeName::ALL {
            let theme = Theme::of(choice, Depth::Own);
            assert!(roles(&theme).iter().all(|style| own(style.fg) && own(style.bg)), "{choice:?}");
        }
    }

    #[test]
    fn as_many_colours_as_the_terminal_shows() {
        assert_eq!(Depth::of_variables("truecolor", "xterm"), Depth::True);
        assert_eq!(Depth::of_variables("24bit", "xterm-256color"), Depth::True);
        assert_eq!(Depth::of_variables("", "xterm-direct"), Depth::True);
        assert_eq!(Depth::of_variables("", "xterm-256color"), Depth::Fixed);
        assert_eq!(Depth::of_variables("", "linux"), Depth::Own);
    }

    #[test]
    fn the_fixed_colours_are_where_they_are() {
        assert_eq!((Rgb(0).nearest(), Rgb(0xff_ff_ff).nearest()), (16, 231));
        assert_eq!((Rgb(0x5f_87_af).nearest(), Rgb(0x12_12_12).nearest()), (67, 233));
    }

    /// Simulates a viewer who sees red and green as one: their weighted mean, and blue.
    #[test]
    fn health_is_told_apart_without_telling_red_from_green() {
        for depth in [Depth::True, Depth::Fixed] {
            let theme = Theme::of(ThemeName::Colourblind, depth);
            let seen = |style: Style| {
                let [red, green, blue] = parts(style.fg).map(f64::from);
                [0.3 * red + 0.7 * green, blue]
            };
            let far = |one: Style, other: Style| {
                let (a, b) = (seen(one), seen(other));
                (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) > 25.0
            };
            assert!(far(theme.hale, theme.hurt) && far(theme.hale, theme.failing));
            assert!(far(theme.hurt, theme.failing));
        }
    }
}
