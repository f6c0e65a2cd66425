//! Faults of single fields: where, what was found there, and what was expected.

use super::ids::Text;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// A field, a part of it, or a part of an entry if it is a list: `hp`, `movement.base`, the count of an attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The field, by its name in files; forms know their fields by it.
    pub field: Text,
    /// The entry of a list: its index, and its name.
    pub entry: Option<(usize, Text)>,
    /// The part of the field or entry.
    pub part: Option<Text>,
}

impl Path {
    /// A whole field, whatever is in its name.
    pub fn field(field: &str) -> Self {
        Self { field: field.into(), entry: None, part: None }
    }

    /// The entry of a list.
    pub fn entry(list: &str, at: usize, name: &Text) -> Self {
        Self { entry: Some((at, name.clone())), ..Self::field(list) }
    }

    /// A part of it.
    pub fn part(self, part: impl Into<Text>) -> Self {
        Self { part: Some(part.into()), ..self }
    }
}

impl From<&str> for Path {
    /// Reads a field, and a part of it after a dot: `movement.base`.
    fn from(path: &str) -> Self {
        path.split_once('.').map_or_else(|| Self::field(path), |(of, part)| Self::field(of).part(part))
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.entry.as_ref().map(|(_, name)| name).filter(|name| !name.trim().is_empty());
        match (name, &self.part) {
            (Some(name), Some(part)) => write!(f, "{name}: {part}"),
            (Some(name), None) => f.write_str(name),
            (None, Some(part)) => write!(f, "{}.{part}", self.field),
            (None, None) => f.write_str(&self.field),
        }
    }
}

/// A field whose value is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub at: Path,
    /// The value found: empty if there was nothing in it; `None` if it was left out.
    pub found: Option<Text>,
    /// The values expected.
    pub expected: Text,
}

impl Fault {
    /// A fault of a value.
    pub fn new(at: impl Into<Path>, found: impl Display, expected: impl Into<Text>) -> Self {
        Self { at: at.into(), found: Some(found.to_string().into()), expected: expected.into() }
    }

    /// A field that was left out.
    pub fn missing(at: impl Into<Path>, expected: impl Into<Text>) -> Self {
        Self { at: at.into(), found: None, expected: expected.into() }
    }

    /// A name that is empty, or otherwise not the one expected.
    pub fn name(at: impl Into<Path>, found: &str, expected: impl Into<Text>) -> Self {
        let found = if found.trim().is_empty() { String::new() } else { format!("\"{found}\"") };
        Self::new(at, found, expected)
    }

    /// The fault of a number out of range, if it is.
    pub fn outside<N: Display + PartialOrd>(
        at: impl Into<Path>,
        found: N,
        range: RangeInclusive<N>,
    ) -> Option<Self> {
        let expected = || format!("{} to {}", range.start(), range.end());
        (!range.contains(&found)).then(|| Self::new(at, &found, expected()))
    }

    /// Words for it at its field: `found 0, expected 1 to 9999`, `base: found 999, expected 0 to 960`.
    pub fn in_place(&self) -> String {
        let part = self.at.part.as_ref().map_or_else(String::new, |part| format!("{part}: "));
        format!("{part}{}", self.what())
    }

    fn what(&self) -> String {
        let found = match self.found.as_deref() {
            None => "missing".into(),
            Some("") => "empty".into(),
            Some(found) => format!("found {found}"),
        };
        format!("{found}, expected {}", self.expected)
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what())
    }
}

/// Formats faults in one line.
pub fn joined(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_field_and_at_the_field_only_the_part() {
        let line = || Path::entry("attacks", 1, &"short bow".into());
        let all = [
            (Fault::missing("hp", "1 to 9999"), "hp: missing, expected 1 to 9999"),
            (Fault::name("name", " ", "a name"), "name: empty, expected a name"),
            (
                Fault::new("movement.base", 999, "0 to 960"),
                "movement.base: found 999, expected 0 to 960",
            ),
            (
                Fault::new(line().part("count"), 11, "1 to 10"),
                "short bow: count: found 11, expected 1 to 10",
            ),
            (Fault::name(line(), "bow", "a weapon"), "short bow: found \"bow\", expected a weapon"),
            (
                Fault::name(Path::entry("attacks", 0, &"".into()).part("name"), "", "a name"),
                "attacks.name: empty, expected a name",
            ),
        ];
        for (fault, said) in &all {
            assert_eq!(fault.to_string(), *said);
        }
        let in_place = all.map(|(fault, _)| fault.in_place());
        assert_eq!(in_place[0], "missing, expected 1 to 9999");
        assert_eq!(in_place[2], "base: found 999, expected 0 to 960");
        assert_eq!(in_place[3], "count: found 11, expected 1 to 10");
    }
}
