//! A RON deserializer for serde. The `ron` crate is the reference, but this takes a tenth of its time, and parsing
//! dominates startup and replays. It omits what no wardrum type uses: byte strings, ranges, number suffixes, and
//! flattened, tagged and untagged types.

use super::tokens::Tokens;
use ron::Error;
use ron::error::SpannedError;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

type Result<T> = std::result::Result<T, Error>;

/// The maximum nesting depth: more than is ever written, and well within the stack.
pub const DEPTH: u8 = 128;

/// Pseudo type name that requests the text of a value instead of the value. No type has this name.
pub(super) const VERBATIM: &str = "as it stands";

/// Parses a single value, which must be the whole text.
pub(super) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> std::result::Result<T, SpannedError> {
    let mut reader = Reader { tokens: Tokens::new(text), is_bare: false, depth: 0 };
    let value = reader.tokens.skip_attributes().and_then(|()| T::deserialize(&mut reader));
    let whole = value.and_then(|value| reader.tokens.end().map(|()| value));
    whole.map_err(|error| reader.tokens.fault(error))
}

struct Reader<'de> {
    tokens: Tokens<'de>,
    /// Whether the brackets of a variant are open, so that its contents may omit their own: `Arrive(name: "Ana")`.
    is_bare: bool,
    depth: u8,
}

impl<'de> Reader<'de> {
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEPTH {
            return Err(Error::ExceededRecursionLimit);
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Takes the flag: whatever is parsed next needs its own brackets.
    fn takes_bare(&mut self) -> bool {
        std::mem::take(&mut self.is_bare)
    }

    /// Parses the contents of brackets, of which the first may have been consumed already.
    fn between<T>(
        &mut self,
        missing: impl FnOnce() -> Error,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let bare = self.takes_bare();
        if !bare {
            self.tokens.expect(b'(', missing)?;
        }
        let value = self.deeper(read)?;
        self.tokens.skip()?;
        if !bare {
            self.tokens.expect(b')', || Error::ExpectedStructLikeEnd)?;
        }
        Ok(value)
    }

    /// Parses the bracketed contents of a variant or `Some`.
    fn contents<T>(
        &mut self,
        end: impl FnOnce() -> Error,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.tokens.skip()?;
        self.tokens.expect(b'(', || Error::ExpectedStructLike)?;
        self.tokens.skip()?;
        self.is_bare = true;
        let value = self.deeper(read)?;
        self.is_bare = false;
        self.tokens.comma()?;
        self.tokens.expect(b')', end)?;
        Ok(value)
    }

    fn fields<V: Visitor<'de>>(
        &mut self,
        missing: impl FnOnce() -> Error,
        visitor: V,
    ) -> Result<V::Value> {
        self.between(missing, |reader| visitor.visit_map(Separated::new(reader, b')')))
    }

    fn list<V: Visitor<'de>>(
        &mut self,
        missing: impl FnOnce() -> Error,
        visitor: V,
    ) -> Result<V::Value> {
        self.between(missing, |reader| visitor.visit_seq(Separated::new(reader, b')')))
    }

    /// Skips an optional type name before brackets.
    fn skip_type(&mut self, expected: &'static str) -> Result<()> {
        if self.is_bare || !self.tokens.is_at_word() {
            return Ok(());
        }
        let other = |_| Error::ExpectedNamedStructLike(expected);
        match self.tokens.identifier().map_err(other)? {
            found if found == expected => self.tokens.skip(),
            found => Err(Error::ExpectedDifferentStructName { expected, found: found.to_owned() }),
        }
    }

    fn integer<T: TryFrom<i128>>(&mut self) -> Result<T> {
        T::try_from(self.tokens.integer()?).map_err(|_| Error::IntegerOutOfBounds)
    }

    fn fields_or_list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let mut opened = self.tokens.clone();
        let inside = self.is_bare || opened.take(b'(');
        match inside && opened.is_at_field()? {
            true => self.fields(|| Error::ExpectedStructLike, visitor),
            false => self.list(|| Error::ExpectedStructLike, visitor),
        }
    }
}

/// Implements the methods for integers of every size.
macro_rules! whole {
    ($($read:ident $visit:ident)*) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.integer()?)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Error;

    whole! {
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let bare = self.is_bare;
        match self.tokens.peek().ok_or(Error::Eof)? {
            b'(' => return self.fields_or_list(visitor),
            b'[' => return self.deserialize_seq(visitor),
            b'{' => return self.deserialize_map(visitor),
            b'"' => return self.deserialize_str(visitor),
            b'-' => return visitor.visit_i64(self.integer()?),
            b'+' | b'0'..=b'9' => return visitor.visit_u64(self.integer()?),
            _ if bare && self.tokens.is_at_field()? => return self.fields_or_list(visitor),
            _ => {}
        }
        let Some(name) = self.tokens.name() else { return self.deserialize_str(visitor) };
        self.is_bare = false;
        match name {
            "true" => return visitor.visit_bool(true),
            "false" => return visitor.visit_bool(false),
            _ => {}
        }
        self.tokens.skip()?;
        if self.tokens.peek() == Some(b'(') {
            return self.fields_or_list(visitor);
        }
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.tokens.take_name("true") {
            return visitor.visit_bool(true);
        }
        if self.tokens.take_name("false") {
            return visitor.visit_bool(false);
        }
        Err(Error::ExpectedBoolean)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.tokens.string()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.tokens.take_name("None") {
            return visitor.visit_none();
        }
        if self.tokens.take_name("Some") {
            return self.contents(|| Error::ExpectedOptionEnd, |reader| visitor.visit_some(reader));
        }
        self.deeper(|reader| visitor.visit_some(reader))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !self.takes_bare() {
            self.tokens.expect(b'(', || Error::ExpectedUnit)?;
            self.tokens.expect(b')', || Error::ExpectedUnit)?;
        }
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if self.is_bare || !self.tokens.is_at_word() {
            return self.deserialize_unit(visitor);
        }
        self.skip_type(name)?;
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == VERBATIM {
            return visitor.visit_borrowed_str(self.tokens.value()?);
        }
        self.is_bare = false;
        self.deeper(|reader| visitor.visit_newtype_struct(reader))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.is_bare = false;
        self.tokens.expect(b'[', || Error::ExpectedArray)?;
        let value = self.deeper(|reader| visitor.visit_seq(Separated::new(reader, b']')))?;
        self.tokens.skip()?;
        self.tokens.expect(b']', || Error::ExpectedArrayEnd)?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.list(|| Error::ExpectedStructLike, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.skip_type(name)?;
        self.list(|| Error::ExpectedNamedStructLike(name), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.is_bare = false;
        self.tokens.expect(b'{', || Error::ExpectedMap)?;
        let value = self.deeper(|reader| visitor.visit_map(Separated::new(reader, b'}')))?;
        self.tokens.skip()?;
        self.tokens.expect(b'}', || Error::ExpectedMapEnd)?;
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.skip_type(name)?;
        self.fields(|| Error::ExpectedNamedStructLike(name), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.is_bare = false;
        self.deeper(|reader| visitor.visit_enum(reader))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_borrowed_str(self.tokens.identifier()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.tokens.value()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 f32 f64 char bytes byte_buf }
}

/// Comma-separated values up to a closing bracket.
struct Separated<'a, 'de> {
    reader: &'a mut Reader<'de>,
    end: u8,
    /// Whether another value may follow.
    goes_on: bool,
}

impl<'a, 'de> Separated<'a, 'de> {
    fn new(reader: &'a mut Reader<'de>, end: u8) -> Self {
        Self { reader, end, goes_on: true }
    }

    fn has_next(&mut self) -> Result<bool> {
        self.reader.tokens.skip()?;
        match self.reader.tokens.peek() == Some(self.end) {
            true => Ok(false),
            false if self.goes_on => Ok(true),
            false => Err(Error::ExpectedComma),
        }
    }
}

impl<'de> SeqAccess<'de> for Separated<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.has_next()? {
            return Ok(None);
        }
        let value = seed.deserialize(&mut *self.reader)?;
        self.goes_on = self.reader.tokens.comma()?;
        Ok(Some(value))
    }
}

impl<'de> MapAccess<'de> for Separated<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if !self.has_next()? {
            return Ok(None);
        }
        match self.end {
            b')' => seed.deserialize(Field(&mut *self.reader)).map(Some),
            _ => seed.deserialize(&mut *self.reader).map(Some),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let tokens = &mut self.reader.tokens;
        tokens.skip()?;
        tokens.expect(b':', || Error::ExpectedMapColon)?;
        tokens.skip()?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.goes_on = self.reader.tokens.comma()?;
        Ok(value)
    }
}

/// A field name, which is never a quoted string, whatever type is requested.
struct Field<'a, 'de>(&'a mut Reader<'de>);

impl<'de> Deserializer<'de> for Field<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.deserialize_identifier(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for &mut Reader<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        self.tokens.skip()?;
        Ok((seed.deserialize(&mut *self)?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Reader<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        self.contents(|| Error::ExpectedStructLikeEnd, |reader| seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.tokens.skip()?;
        self.list(|| Error::ExpectedStructLike, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.tokens.skip()?;
        self.fields(|| Error::ExpectedStructLike, visitor)
    }
}
