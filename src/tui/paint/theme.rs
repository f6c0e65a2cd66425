//! Styles by role. Colour never says anything alone: a mark, a letter or a word goes with it.

use crate::store::Look;
use ratatui::style::{Color, Modifier, Style};

/// A style for each role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Plain text.
    pub text: Style,
    /// Of less weight, or not possible now.
    pub dim: Style,
    /// Headings and borders.
    pub frame: Style,
    /// The border of the pane that has the keys.
    pub active: Style,
    /// Where the cursor is.
    pub cursor: Style,
    /// The present station, the chosen value.
    pub lit: Style,
    /// Whoever acts now.
    pub actor: Style,
    /// Keys on the foot line.
    pub key: Style,
    /// In good health.
    pub hale: Style,
    /// Hurt.
    pub hurt: Style,
    /// Near the end.
    pub failing: Style,
    /// Faults and refusals.
    pub fault: Style,
    /// The referee's attention.
    pub note: Style,
}

/// The colours of a theme: what its roles have to say.
struct Palette {
    dim: Color,
    frame: Color,
    /// What has the keys, and the keys themselves.
    active: Color,
    /// On the ground of `active`.
    on_active: Color,
    hale: Color,
    /// Also whoever acts, and what wants attention.
    hurt: Color,
    /// Also faults.
    failing: Color,
}

impl Theme {
    /// The theme of that look. Without colours where the surroundings set `NO_COLOR`, whatever else is
    /// asked for.
    pub fn worn(look: Look) -> Self {
        if no_colour() { Self::plain() } else { Self::of(look) }
    }

    /// The theme of that look.
    pub fn of(look: Look) -> Self {
        match look {
            Look::Dark => Self::dark(),
            Look::Light => Self::light(),
            Look::Colourblind => Self::colourblind(),
            Look::Plain => Self::plain(),
        }
    }

    /// Light on dark: the terminal's own colours.
    pub fn dark() -> Self {
        Self::painted(&Palette {
            dim: Color::DarkGray,
            frame: Color::Gray,
            active: Color::Cyan,
            on_active: Color::Black,
            hale: Color::Green,
            hurt: Color::Yellow,
            failing: Color::Red,
        })
    }

    /// Dark on light: deep tones of fixed colours, as a terminal's own yellow and cyan are lost on a
    /// light ground.
    pub fn light() -> Self {
        Self::painted(&Palette {
            dim: Color::Indexed(243),
            frame: Color::Indexed(238),
            active: Color::Indexed(25),
            on_active: Color::Indexed(231),
            hale: Color::Indexed(22),
            hurt: Color::Indexed(94),
            failing: Color::Indexed(124),
        })
    }

    /// Blue, orange and vermilion after Okabe and Ito, in tones that stand out on either ground; the
    /// gravest is bold as well.
    pub fn colourblind() -> Self {
        let theme = Self::painted(&Palette {
            dim: Color::Indexed(244),
            frame: Color::Indexed(245),
            active: Color::Indexed(32),
            on_active: Color::Indexed(231),
            hale: Color::Indexed(32),
            hurt: Color::Indexed(172),
            failing: Color::Indexed(166),
        });
        let bold = |style: Style| style.add_modifier(Modifier::BOLD);
        Self { failing: bold(theme.failing), fault: bold(theme.fault), ..theme }
    }

    fn painted(palette: &Palette) -> Self {
        let ink = |color| Style::new().fg(color);
        Self {
            text: Style::new(),
            dim: ink(palette.dim),
            frame: ink(palette.frame),
            active: ink(palette.active),
            cursor: Style::new().add_modifier(Modifier::REVERSED),
            lit: ink(palette.on_active).bg(palette.active),
            actor: ink(palette.hurt).add_modifier(Modifier::BOLD),
            key: ink(palette.active),
            hale: ink(palette.hale),
            hurt: ink(palette.hurt),
            failing: ink(palette.failing),
            fault: ink(palette.failing),
            note: ink(palette.hurt),
        }
    }

    /// Without colours: weight and reversal only.
    pub fn plain() -> Self {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        Self {
            text: Style::new(),
            dim,
            frame: Style::new(),
            active: bold,
            cursor: reversed,
            lit: reversed,
            actor: bold,
            key: bold,
            hale: Style::new(),
            hurt: Style::new(),
            failing: bold,
            fault: bold,
            note: bold,
        }
    }
}

/// Whether the surroundings want no colours.
pub fn no_colour() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(theme: &Theme) -> [Style; 13] {
        let t = theme;
        [
            t.text, t.dim, t.frame, t.active, t.cursor, t.lit, t.actor, t.key, t.hale, t.hurt,
            t.failing, t.fault, t.note,
        ]
    }

    #[test]
    fn plain_has_no_colour_and_the_others_tell_health_apart() {
        let bare = |style: &Style| style.fg.is_none() && style.bg.is_none();
        assert!(roles(&Theme::of(Look::Plain)).iter().all(bare));
        for look in [Look::Dark, Look::Light, Look::Colourblind] {
            let theme = Theme::of(look);
            let health = [theme.hale, theme.hurt, theme.failing].map(|style| style.fg);
            let apart = health[0] != health[1] && health[1] != health[2] && health[0] != health[2];
            assert!(apart && health.iter().all(Option::is_some), "{look:?}");
        }
    }

    /// The red, green and blue of a colour of the fixed cube, 0 to 255.
    fn parts(color: Option<Color>) -> [f64; 3] {
        let Some(Color::Indexed(n @ 16..=231)) = color else { panic!("{color:?}: not of the cube") };
        let steps = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];
        let n = usize::from(n) - 16;
        [steps[n / 36], steps[n / 6 % 6], steps[n % 6]]
    }

    /// What is left of a colour where red and green are one: their mean, and blue.
    #[test]
    fn health_is_told_apart_without_telling_red_from_green() {
        let theme = Theme::of(Look::Colourblind);
        let seen = |style: Style| {
            let [red, green, blue] = parts(style.fg);
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
