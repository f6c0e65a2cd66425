//! Styles by role. Colour never says anything alone: a mark, a letter or a word goes with it.

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

impl Theme {
    /// Light on dark.
    pub fn dark() -> Self {
        let ink = |color| Style::new().fg(color);
        Self {
            text: Style::new(),
            dim: ink(Color::DarkGray),
            frame: ink(Color::Gray),
            active: ink(Color::Cyan),
            cursor: Style::new().add_modifier(Modifier::REVERSED),
            lit: ink(Color::Black).bg(Color::Cyan),
            actor: ink(Color::Yellow).add_modifier(Modifier::BOLD),
            key: ink(Color::Cyan),
            hale: ink(Color::Green),
            hurt: ink(Color::Yellow),
            failing: ink(Color::Red),
            fault: ink(Color::Red),
            note: ink(Color::Yellow),
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

    /// The theme that the surroundings ask for: `NO_COLOR` is honoured.
    pub fn of_surroundings() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if plain { Self::plain() } else { Self::dark() }
    }
}
