//! Writes RON through serde, as the library `ron` does with the same settings, byte for byte: `Some` and the brackets of
//! newtypes are left out. The library's own writer is compiled for each type with everything that it can be told to do.

use super::AS_IT_STANDS;
use ron::Error;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::{Display, Write};

type Result<T> = std::result::Result<T, Error>;

/// What lies so deep still gets lines of its own on a page; what lies deeper stands on one.
const DEEP: usize = 3;

/// Writes one value: on one line, or over several.
pub(super) fn write<T: Serialize + ?Sized>(value: &T, over_lines: bool) -> Result<String> {
    let mut writer =
        Writer { text: String::new(), over_lines, depth: 0, is_bare: false, somes: 0, stands: false };
    value.serialize(&mut writer)?;
    Ok(writer.text)
}

struct Writer {
    text: String,
    over_lines: bool,
    /// How many lists and the like are open.
    depth: usize,
    /// The brackets of a variant are open, and what it holds does without its own: `Arrive(name: "Ana")`.
    is_bare: bool,
    /// So many `Some` were left out before what comes next; before `None`, and what stands as it is, they cannot be.
    somes: usize,
    /// The text that comes next is written as it stands.
    stands: bool,
}

/// Names that mean something else where they stand alone.
const TAKEN: [&str; 10] =
    ["true", "false", "Some", "None", "inf", "inff32", "inff64", "NaN", "NaNf32", "NaNf64"];

impl Writer {
    fn name(&mut self, name: &str) {
        if TAKEN.contains(&name) {
            self.text.push_str("r#");
        }
        self.text.push_str(name);
    }

    fn number(&mut self, number: impl Display) -> Result<()> {
        Ok(write!(self.text, "{number}")?)
    }

    fn quoted(&mut self, text: &str) {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'\'');
        self.text.push('"');
        if text.bytes().all(is_plain) {
            self.text.push_str(text);
        } else {
            self.text.extend(text.chars().flat_map(char::escape_debug));
        }
        self.text.push('"');
    }

    fn within_somes(&mut self, text: &str) {
        let somes = std::mem::take(&mut self.somes);
        for part in ["Some("].repeat(somes).into_iter().chain([text]).chain([")"].repeat(somes)) {
            self.text.push_str(part);
        }
    }

    /// What is about to be written has brackets, or those of the variant around it; whether these.
    fn takes_bare(&mut self) -> bool {
        self.somes = 0;
        std::mem::take(&mut self.is_bare)
    }

    fn has_lines(&self) -> bool {
        self.over_lines && self.depth <= DEEP
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.text.push_str("    ");
        }
    }

    /// Several values, up to that sign, each on a line of its own where there is room.
    fn open(&mut self, end: &'static str, is_empty: bool) -> Several<'_> {
        self.depth += 1;
        if self.has_lines() && !is_empty {
            self.text.push('\n');
        }
        Several { writer: self, end, is_first: true, has_lines: true, is_empty }
    }

    /// Several values side by side.
    fn side_by_side(&mut self, end: &'static str) -> Several<'_> {
        Several { writer: self, end, is_first: true, has_lines: false, is_empty: true }
    }

    fn variant(&mut self, name: &str) {
        self.takes_bare();
        self.name(name);
        self.text.push('(');
    }

    /// The opening bracket, unless the variant has it; what closes it.
    fn bracket(&mut self) -> &'static str {
        if self.takes_bare() {
            return "";
        }
        self.text.push('(');
        ")"
    }
}

macro_rules! numbers {
    ($($write:ident $number:ty)*) => {
        $(fn $write(self, number: $number) -> Result<()> {
            self.number(number)
        })*
    };
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Several<'a>;
    type SerializeTuple = Several<'a>;
    type SerializeTupleStruct = Several<'a>;
    type SerializeTupleVariant = Several<'a>;
    type SerializeMap = Several<'a>;
    type SerializeStruct = Several<'a>;
    type SerializeStructVariant = Several<'a>;

    numbers! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
    }

    fn serialize_bool(self, is: bool) -> Result<()> {
        self.text.push_str(if is { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<()> {
        Err(unknown())
    }

    fn serialize_f64(self, _: f64) -> Result<()> {
        Err(unknown())
    }

    fn serialize_char(self, _: char) -> Result<()> {
        Err(unknown())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        Err(unknown())
    }

    fn serialize_str(self, text: &str) -> Result<()> {
        if std::mem::take(&mut self.stands) {
            self.within_somes(text)
        } else {
            self.quoted(text)
        }
        Ok(())
    }

    fn serialize_none(self) -> Result<()> {
        self.within_somes("None");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        self.somes += 1;
        value.serialize(&mut *self)?;
        self.somes = 0;
        Ok(())
    }

    fn serialize_unit(self) -> Result<()> {
        if !self.is_bare {
            self.text.push_str("()");
        }
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.stands = name == AS_IT_STANDS;
        self.is_bare &= self.stands;
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.variant(variant);
        self.is_bare = true;
        value.serialize(&mut *self)?;
        self.is_bare = false;
        self.text.push(')');
        Ok(())
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Several<'a>> {
        self.takes_bare();
        self.text.push('[');
        Ok(self.open("]", length == Some(0)))
    }

    fn serialize_tuple(self, _: usize) -> Result<Several<'a>> {
        let end = self.bracket();
        Ok(self.side_by_side(end))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Several<'a>> {
        self.serialize_tuple(length)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Several<'a>> {
        self.variant(variant);
        Ok(self.side_by_side(")"))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Several<'a>> {
        self.takes_bare();
        self.text.push('{');
        Ok(self.open("}", length == Some(0)))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Several<'a>> {
        let end = self.bracket();
        Ok(self.open(end, length == 0))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Several<'a>> {
        self.variant(variant);
        Ok(self.open(")", length == 0))
    }
}

/// Of what nothing of wardrum's holds.
fn unknown() -> Error {
    Error::Message("this kind of value is not written".to_owned())
}

/// Values with commas between them.
struct Several<'a> {
    writer: &'a mut Writer,
    end: &'static str,
    is_first: bool,
    /// They are indented, where there is room for lines.
    has_lines: bool,
    /// It is known beforehand that there are none.
    is_empty: bool,
}

impl Several<'_> {
    /// What stands before the next.
    fn next(&mut self) {
        let lines = self.has_lines && self.writer.has_lines();
        if !std::mem::take(&mut self.is_first) {
            self.writer.text.push_str(match lines {
                true => ",\n",
                false if self.writer.over_lines => ", ",
                false => ",",
            });
        }
        if lines {
            self.writer.indent(self.writer.depth);
        }
    }

    fn colon(&mut self) {
        self.writer.text.push_str(if self.writer.over_lines { ": " } else { ":" });
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.next();
        value.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.next();
        self.writer.name(name);
        self.colon();
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Result<()> {
        if self.has_lines {
            let lines = self.writer.has_lines();
            self.writer.depth -= 1;
            if lines && !self.is_first {
                self.writer.text.push_str(",\n");
            }
            if lines && !self.is_empty {
                self.writer.indent(self.writer.depth);
            }
        }
        self.writer.text.push_str(self.end);
        Ok(())
    }
}

/// Lists, and tuples of every kind.
macro_rules! elements {
    ($($kind:ident $add:ident)*) => {
        $(impl $kind for Several<'_> {
            type Ok = ();
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                self.close()
            }
        })*
    };
}

elements! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! fields {
    ($($kind:ident)*) => {
        $(impl $kind for Several<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.field(name, value)
            }

            fn end(self) -> Result<()> {
                self.close()
            }
        })*
    };
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Several<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.element(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.colon();
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ron::extensions::Extensions;
    use std::collections::BTreeMap;

    #[derive(serde::Serialize)]
    struct Held<T>(T);

    #[derive(serde::Serialize)]
    struct Pair(i8, &'static str);

    #[derive(serde::Serialize)]
    struct Nothing;

    #[derive(Clone, serde::Serialize)]
    struct Named {
        size: u64,
        texts: Vec<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        other: Option<Box<Named>>,
    }

    #[derive(serde::Serialize)]
    enum Kind {
        None,
        Unit,
        Text(&'static str),
        Bare(Named),
        Maybe(Option<Named>),
        Two((u8, u8)),
        Several(u8, Vec<i32>),
        Holds(Held<Named>),
        Nothing(()),
        List(Vec<bool>),
        With { first: Option<Option<i16>>, rest: BTreeMap<&'static str, Vec<Pair>> },
    }

    fn named(texts: &[&'static str], other: Option<Named>) -> Named {
        Named { size: u64::MAX, texts: texts.to_vec(), other: other.map(Box::new) }
    }

    #[test]
    fn the_library_writes_the_same() {
        let deep = named(&["a"], Some(named(&[], Some(named(&["b", "c"], Some(named(&[], None)))))));
        let texts = ["it's \"one\"", "a\\b\n", "龍 e\u{301}", "\u{301}", "\u{7f}\u{200b}", ""];
        let rest = BTreeMap::from([("none", vec![]), ("two", vec![Pair(-1, "x"), Pair(i8::MIN, "y")])]);
        let kinds = vec![
            Kind::None,
            Kind::Unit,
            Kind::Text("t"),
            Kind::Bare(deep.clone()),
            Kind::Maybe(None),
            Kind::Maybe(Some(deep.clone())),
            Kind::Two((1, 2)),
            Kind::Several(7, vec![-1, 2]),
            Kind::Holds(Held(deep.clone())),
            Kind::Nothing(()),
            Kind::List(vec![true, false]),
            Kind::With { first: Some(None), rest },
            Kind::With { first: Some(Some(-3)), rest: BTreeMap::new() },
        ];
        same(&kinds);
        same(&texts.map(Held));
        same(&(Nothing, (), Some(Held(5)), None::<Nothing>, BTreeMap::from([((1, 2), deep)])));
        kinds.iter().for_each(same);
    }

    fn same<T: Serialize>(value: &T) {
        let library = ron::Options::default().with_default_extension(
            Extensions::IMPLICIT_SOME
                | Extensions::UNWRAP_NEWTYPES
                | Extensions::UNWRAP_VARIANT_NEWTYPES,
        );
        let page = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(DEEP);
        assert_eq!(write(value, false), library.to_string(value));
        assert_eq!(write(value, true), library.to_string_pretty(value, page));
    }
}
