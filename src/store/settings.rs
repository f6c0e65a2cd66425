//! The referee's settings: theme, mouse, alerts. A single file in the configuration folder.

use super::draft::replace;
use super::error::StoreError;
use super::folders::{Folders, text};
use crate::notation;
use crate::notation::explain;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A colour theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename = "theme", rename_all = "lowercase")]
pub enum ThemeName {
    /// For dark backgrounds.
    #[default]
    Dark,
    /// For light backgrounds.
    Light,
    /// For colour-blind users, on dark backgrounds.
    #[serde(alias = "colorblind")]
    Colourblind,
    /// Without colours: symbols and bold type only.
    Plain,
}

impl ThemeName {
    /// All themes, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Dark, Self::Light, Self::Colourblind, Self::Plain];

    /// The name in the settings file and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Colourblind => "colourblind",
            Self::Plain => "plain",
        }
    }
}

impl FromStr for ThemeName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = if text == "colorblind" { "colourblind" } else { text };
        Self::ALL.into_iter().find(|look| look.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            format!("no theme \"{text}\": expected one of {}", names.join(", "))
        })
    }
}

/// How to call attention to a due effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename = "alert", rename_all = "lowercase")]
pub enum Alert {
    /// By a message only.
    #[default]
    None,
    /// By a message and the terminal's bell.
    Bell,
    /// By a message and a flash of the screen.
    Flash,
}

impl Alert {
    /// All alerts, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::None, Self::Bell, Self::Flash];

    /// The name in the settings file.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bell => "bell",
            Self::Flash => "flash",
        }
    }
}

/// When a player's word on a line of the log comes too late: it is told all the same, and the referee decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename = "late", rename_all = "lowercase")]
pub enum Late {
    /// At the end of the next act.
    Act,
    /// At the end of the round.
    #[default]
    Round,
    /// At the end of the fight.
    Fight,
}

impl Late {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Act, Self::Round, Self::Fight];

    /// The name in the settings file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Round => "round",
            Self::Fight => "fight",
        }
    }

    /// After what it is late.
    pub fn word(self) -> &'static str {
        match self {
            Self::Act => "the next act",
            Self::Round => "the round",
            Self::Fight => "the fight",
        }
    }
}

/// The referee's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "settings", default, deny_unknown_fields)]
pub struct Settings {
    /// The colour theme.
    pub theme: ThemeName,
    /// Whether to avoid box-drawing and bar characters.
    pub ascii: bool,
    /// Whether the mouse selects and scrolls. If not, the terminal's own text selection works as usual.
    pub mouse: bool,
    /// The alert for due effects.
    pub alert: Alert,
    /// When a player's word on a line of the log comes too late.
    pub late: Late,
    /// Whether players may let the machine roll in place of their dice.
    pub phones_roll: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeName::default(),
            ascii: false,
            mouse: true,
            alert: Alert::default(),
            late: Late::default(),
            phones_roll: true,
        }
    }
}

/// Writes the settings file, with comments.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes = ThemeName::ALL.map(ThemeName::name).join(", ");
        let alerts = Alert::ALL.map(Alert::name).join(", ");
        writeln!(f, "// wardrum's settings. What is left out has its default.\n(")?;
        writeln!(f, "    // One of {themes}.\n    theme: {},", self.theme.name())?;
        writeln!(f, "    // Plain ASCII: no box or bar glyphs.\n    ascii: {},", self.ascii)?;
        writeln!(
            f,
            "    // Mouse support: click to select, wheel to scroll.\n    mouse: {},",
            self.mouse
        )?;
        writeln!(f, "    // Alert when an effect is due: {alerts}.\n    alert: {},", self.alert.name())?;
        let late = Late::ALL.map(Late::name).join(", ");
        writeln!(
            f,
            "    // A player's wait! is late at the end of: {late}.\n    late: {},",
            self.late.name()
        )?;
        writeln!(
            f,
            "    // Phones: players may let the machine roll.\n    phones_roll: {},",
            self.phones_roll
        )?;
        writeln!(f, ")")
    }
}

impl Settings {
    /// Reads the settings. Returns the defaults if there is no file, or if it has an error in it, which is returned as
    /// well.
    pub fn read(folders: &Folders) -> (Self, Option<StoreError>) {
        let path = folders.settings();
        let text = match text(&path) {
            Ok(Some(text)) => text,
            Ok(None) => return (Self::default(), None),
            Err(error) => return (Self::default(), Some(error)),
        };
        match notation::read(&text) {
            Ok(settings) => (settings, None),
            Err(error) => {
                let (place, what) = explain(&text, &error);
                (Self::default(), Some(StoreError::Settings { path, place, what }))
            }
        }
    }

    /// Writes the settings file atomically. Returns its path. A file with an error in it is not overwritten, to
    /// preserve the user's edits.
    ///
    /// # Errors
    /// The existing file has an error in it, or the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<PathBuf, StoreError> {
        if let (_, Some(fault)) = Self::read(folders) {
            return Err(fault);
        }
        let (folder, path) = (folders.config(), folders.settings());
        std::fs::create_dir_all(folder).map_err(StoreError::io(folder, "creating the folder"))?;
        replace(&path, self.to_string().as_bytes()).map_err(StoreError::io(&path, "writing"))?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(text: Option<&str>) -> (tempfile::TempDir, Folders) {
        let home = tempfile::tempdir().expect("a scratch folder");
        let folders = Folders::under(home.path());
        if let Some(text) = text {
            std::fs::write(folders.settings(), text).expect("a scratch file");
        }
        (home, folders)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let (_home, folders) = home(None);
        let others = Alert::ALL.into_iter().zip(Late::ALL).cycle();
        for (theme, (alert, late)) in ThemeName::ALL.into_iter().zip(others) {
            let settings =
                Settings { theme, alert, late, ascii: true, mouse: false, phones_roll: false };
            settings.write(&folders).expect("written");
            assert_eq!(Settings::read(&folders).0, settings);
            assert_eq!(theme.name().parse(), Ok(theme));
        }
    }

    #[test]
    fn what_is_left_out_is_as_it_comes() {
        let (_home, folders) = home(Some("(theme: light)"));
        let (settings, fault) = Settings::read(&folders);
        assert_eq!(settings, Settings { theme: ThemeName::Light, ..Settings::default() });
        assert!(fault.is_none());
        let (_home, folders) = home(None);
        assert_eq!(Settings::read(&folders).0, Settings::default());
    }

    #[test]
    fn a_fault_is_named_by_file_place_and_what_was_expected_and_not_written_over() {
        for (text, place, words) in [
            ("(theme: drak)", "line 1, column ", ["drak", "colourblind"]),
            ("(\n  thema: dark,\n)", "line 2, column ", ["thema", "theme"]),
            ("(ascii: 3)", "line 1, column ", ["3", "boolean"]),
        ] {
            let (_home, folders) = home(Some(text));
            let (settings, fault) = Settings::read(&folders);
            let said = fault.map(|fault| fault.to_string()).unwrap_or_default();
            assert_eq!(settings, Settings::default(), "{text}");
            assert!(said.contains("settings.ron") && said.contains(place), "{said}");
            assert!(words.iter().all(|word| said.contains(word)), "{said}");
            assert!(settings.write(&folders).is_err());
            assert_eq!(std::fs::read_to_string(folders.settings()).ok().as_deref(), Some(text));
        }
    }
}
