//! The referee's own keys: reads `keys.ron` over the default bindings, and writes such a file.

use super::bindings::BINDINGS;
use super::keymap::{Binding, Chord, Keymap, Scope};
use super::operations::Op;
use crate::notation;
use crate::notation::nearest;
use crate::store::{Folders, Spot, explain, text};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// An error in a key file, with its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{spot}: {what}")]
pub struct Fault {
    /// The position.
    pub spot: Spot,
    /// What was found and what was expected.
    pub what: String,
}

/// Returns the path of the referee's key file, or `None` if the system has no settings folder.
pub fn own() -> Option<PathBuf> {
    Folders::find().ok().map(|folders| folders.keys())
}

/// Reads a key file over the default bindings. If the file has errors, returns the defaults and every error with file,
/// line, column, what was found and what was expected. A missing file is not an error.
pub fn of_file(path: &Path) -> (Keymap, Vec<String>) {
    let text = match text(path) {
        Ok(Some(text)) => text,
        Ok(None) => return (Keymap::default(), Vec::new()),
        Err(error) => return (Keymap::default(), vec![error.to_string()]),
    };
    match read(&text) {
        Ok(keymap) => (keymap, Vec::new()),
        Err(faults) => {
            let lines = faults.iter().map(|fault| format!("{}, {fault}", path.display()));
            (Keymap::default(), lines.collect())
        }
    }
}

/// Parses key bindings over the defaults.
///
/// # Errors
/// Returns every error in the text, in order of position.
pub fn read(text: &str) -> Result<Keymap, Vec<Fault>> {
    let places: Pairs<Word, Pairs<Word, Vec<Word>>> = notation::read(text).map_err(|error| {
        let (spot, what) = explain(text, &error);
        vec![Fault { spot, what }]
    })?;
    let mut parser =
        FileParser { text, rows: BINDINGS.to_vec(), overridden: Vec::new(), faults: Vec::new() };
    for (place, operations) in places.0 {
        parser.place(&place, &operations);
    }
    parser.clashes();
    parser.faults.sort_by_key(|fault| fault.spot);
    if parser.faults.is_empty() { Ok(Keymap::of(parser.rows)) } else { Err(parser.faults) }
}

/// Formats all current bindings as a key file.
pub fn page(keymap: &Keymap) -> String {
    let mut page = String::from("(\n");
    for scope in Scope::ALL {
        let _ = writeln!(page, "    // {}\n    {}: {{", scope.title(), scope.name());
        for row in keymap.rows(scope) {
            let keys: Vec<String> =
                row.keys.iter().map(|key| format!("{:?}", key.to_string())).collect();
            let line = format!("{:?}: [{}],", row.op.name(), keys.join(", "));
            let _ = writeln!(page, "        {line:<32} // {}", row.help);
        }
        page.push_str("    },\n");
    }
    page + ")\n"
}

/// A name or a key in the text, borrowed so that its position is known.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Word<'a>(#[serde(borrow)] Cow<'a, str>);

/// A RON struct or map in its own order, with any names. They are checked later, when their positions are known.
struct Pairs<K, V>(Vec<(K, V)>);

impl<'a, K: Deserialize<'a>, V: Deserialize<'a>> Deserialize<'a> for Pairs<K, V> {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        struct Each<K, V>(PhantomData<(K, V)>);
        impl<'a, K: Deserialize<'a>, V: Deserialize<'a>> Visitor<'a> for Each<K, V> {
            type Value = Pairs<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("names with what belongs to each, like (play: { \"undo\": [\"u\"] })")
            }

            fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        from.deserialize_any(Each(PhantomData))
    }
}

/// State of parsing a key file.
struct FileParser<'a> {
    text: &'a str,
    rows: Vec<Binding>,
    /// Rows overridden by the text, with the position of each key.
    overridden: Vec<(usize, Vec<Spot>)>,
    faults: Vec<Fault>,
}

impl FileParser<'_> {
    /// Returns the position of a word; of a word with escapes, which is not borrowed, the last known position.
    fn spot(&self, word: &Word, last: Spot) -> Spot {
        let Cow::Borrowed(word) = word.0 else { return last };
        let bytes = (word.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        bytes.map_or(last, |bytes| Spot::after(self.text, bytes))
    }

    fn fault(&mut self, spot: Spot, what: impl Into<String>) {
        self.faults.push(Fault { spot, what: what.into() });
    }

    fn place(&mut self, place: &Word, operations: &Pairs<Word, Vec<Word>>) {
        let spot = self.spot(place, Spot { line: 1, column: 1 });
        let Some(scope) = Scope::ALL.into_iter().find(|scope| scope.name() == place.0) else {
            let what = expected(&place.0, "a place", Scope::ALL.map(Scope::name));
            return self.fault(spot, what);
        };
        for (operation, keys) in &operations.0 {
            self.operation(scope, operation, keys, spot);
        }
    }

    fn operation(&mut self, scope: Scope, operation: &Word, keys: &[Word], last: Spot) {
        let spot = self.spot(operation, last);
        let here = |row: &&Binding| row.scope == scope;
        let called =
            |op: Op| op.name() == operation.0 || op.once().is_some_and(|name| name == operation.0);
        let found = |row: &Binding| row.scope == scope && called(row.op);
        let Some(at) = BINDINGS.iter().position(found) else {
            let known = BINDINGS.iter().filter(here).map(|row| row.op.name());
            let what = expected(&operation.0, &format!("an operation of {}", scope.name()), known);
            return self.fault(spot, what);
        };
        if self.overridden.iter().any(|(row, _)| *row == at) {
            return self.fault(spot, format!("{} appears twice in {}", operation.0, scope.name()));
        }
        if keys.is_empty() {
            return self.fault(spot, format!("found no key for {}, expected at least one", operation.0));
        }
        let (mut chords, mut spots) = (Vec::new(), Vec::new());
        for word in keys {
            let spot = self.spot(word, spot);
            match word.0.parse::<Chord>() {
                Ok(chord) if scope.is_typed_into() && chord.sign().is_some_and(|sign| sign != ' ') => {
                    let what = format!(
                        "found {chord}, which is typed there; expected a key without a sign, or one with \
                         Ctrl- or Alt-"
                    );
                    self.fault(spot, what);
                }
                Ok(chord) => {
                    chords.push(chord);
                    spots.push(spot);
                }
                Err(what) => self.fault(spot, what),
            }
        }
        self.rows[at].keys = Cow::Owned(chords);
        self.overridden.push((at, spots));
    }

    /// Reports every key in the text that is also bound to another operation active at the same time. If both are in
    /// the text, the later one is reported.
    fn clashes(&mut self) {
        let mut faults = Vec::new();
        for (nth, (at, spots)) in self.overridden.iter().enumerate() {
            let later = |other: usize| self.overridden[nth + 1..].iter().any(|(row, _)| *row == other);
            for (key, spot) in self.rows[*at].keys.iter().zip(spots) {
                let row = &self.rows[*at];
                let also = |(other, that): &(usize, &Binding)| {
                    other != at
                        && !later(*other)
                        && row.scope.holds_with(that.scope)
                        && that.keys.contains(key)
                };
                if let Some((_, other)) = self.rows.iter().enumerate().find(also) {
                    faults.push(Fault { spot: *spot, what: both(*key, row, other) });
                }
            }
        }
        self.faults.append(&mut faults);
    }
}

fn both(key: Chord, row: &Binding, other: &Binding) -> String {
    let place = |row: &Binding| row.scope.title().to_lowercase();
    let (one, two) = (row.op.name(), other.op.name());
    if row.scope == other.scope {
        return format!("{key} is both {one} and {two} ({}); give one of them another key", place(row));
    }
    format!(
        "{key} is both {one} ({}) and {two} ({}), which hold at once; give one of them another key",
        place(row),
        place(other)
    )
}

/// Formats what was found and expected, with the closest known name.
fn expected<'a>(found: &str, what: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(found, &known) {
        Some(near) => format!("found \"{found}\", expected {what}; did you mean {near}?"),
        None => format!("found \"{found}\", expected {what}: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        read(text).expect_err("a fault").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn own_keys_take_the_place_of_the_usual_ones() {
        let keymap = read(r#"(play: { "damage": ["h"], "heal": ["d", "Ctrl-h"] })"#).expect("sound");
        let find = |key: &str| keymap.find(&[Scope::Play], key.parse().expect("a key"));
        assert_eq!(
            [find("h"), find("d"), find("Ctrl-h")],
            [Some(Op::Damage), Some(Op::Heal), Some(Op::Heal)]
        );
        assert_eq!(find("u"), Some(Op::Undo), "what is not named stays");
    }

    #[test]
    fn a_name_that_has_changed_is_still_read() {
        let keymap = read(r#"(play: { "line": ["Z"] }, roster: { "line": ["z"] })"#).expect("sound");
        let find = |key: &str| keymap.find(&[Scope::Play, Scope::Roster], key.parse().expect("a key"));
        assert_eq!([find("Z"), find("z")], [Some(Op::Places), Some(Op::Rank)]);
        assert_eq!([Op::Places.name(), Op::Rank.name()], ["positions", "rank"]);
    }

    #[test]
    fn every_key_can_be_written_out_and_read_again() {
        let page = page(&Keymap::default());
        let again = read(&page).expect("what was written out is sound");
        assert_eq!(super::page(&again), page);
    }

    #[test]
    fn a_clash_names_its_place_and_both() {
        let text = "(\n    play: {\n        \"undo\": [\"z\"],\n        \"heal\": [\"Ctrl-h\", \"d\"],\n    },\n)";
        let want =
            "line 4, column 29: d is both heal and damage (in a fight); give one of them another key";
        assert_eq!(faults(text), [want]);
        let both = faults("(play: {\"undo\": [\"z\"], \"redo\": [\"z\"]})");
        assert_eq!(both.len(), 1, "{both:?}");
        assert!(both[0].starts_with("line 1, column 34: z is both redo and undo"), "{both:?}");
    }

    #[test]
    fn a_clash_is_seen_across_places_that_hold_at_once_and_nowhere_else() {
        let pane = faults("(roster: {\"up\": [\"d\"]})");
        assert!(pane[0].contains("up (in the roster) and damage (in a fight)"), "{pane:?}");
        assert!(faults("(everywhere: {\"quit\": [\"u\"]})")[0].contains("quit (everywhere) and undo"));
        assert!(read("(start: {\"open-file\": [\"d\"]})").is_ok());
    }

    #[test]
    fn names_and_keys_that_are_none_are_told_with_what_is_near() {
        assert!(faults("(plya: {})")[0].contains("line 1, column 2: found \"plya\""));
        assert!(faults("(play: {\"undoo\": [\"u\"]})")[0].contains("did you mean undo?"));
        assert!(faults("(play: {\"xyz\": [\"u\"]})")[0].contains("damage, heal, condition"));
        assert!(faults("(play: {\"undo\": [\"Crtl-z\"]})")[0].contains("column 19: found \"Crtl-z\""));
        assert!(faults("(play: {\"undo\": []})")[0].contains("found no key for undo"));
        assert!(faults("(play: {\"undo\": [\"u\"], \"undo\": [\"z\"]})")[0].contains("appears twice"));
        assert!(faults("(play: {\"undo\": \"u\"})")[0].starts_with("line 1, column"));
        assert!(faults("(form: {\"down\": [\"j\"]})")[0].contains("which is typed there"));
        assert_eq!(faults("(plya: {}, play: {\"undo\": [\"Crtl-z\"]})").len(), 2, "all are told");
    }
}
