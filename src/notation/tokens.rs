//! The tokenizer for RON: names, numbers, strings, and what is between them.

use ron::Error;
use ron::error::{Position, Span, SpannedError};
use std::borrow::Cow;

type Result<T> = std::result::Result<T, Error>;

/// A cursor over a text.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The start of the last token, where errors are reported.
    from: usize,
}

fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether it is non-ASCII white space of RON.
fn is_wide_space(letter: char) -> bool {
    matches!(letter, '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, from: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn starts_with(&self, sign: &str) -> bool {
        self.rest().as_bytes().starts_with(sign.as_bytes())
    }

    /// Consumes a token of this many bytes.
    fn advance(&mut self, bytes: usize) {
        self.from = self.at;
        self.at += bytes;
    }

    /// Consumes a token of all bytes that satisfy the predicate.
    fn advance_while(&mut self, is: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !is(byte)).unwrap_or(rest.len());
        self.advance(length);
        &rest[..length]
    }

    /// Consumes a byte if it comes next, and returns whether it did.
    pub(super) fn take(&mut self, sign: u8) -> bool {
        let taken = self.peek() == Some(sign);
        if taken {
            self.advance(1);
        }
        taken
    }

    fn take_all(&mut self, sign: &str) -> bool {
        let taken = self.starts_with(sign);
        if taken {
            self.advance(sign.len());
        }
        taken
    }

    /// Consumes a byte that must come next.
    pub(super) fn expect(&mut self, sign: u8, missing: impl FnOnce() -> Error) -> Result<()> {
        if self.take(sign) { Ok(()) } else { Err(missing()) }
    }

    /// Skips white space and comments. Optimized for saves, which contain hardly any.
    #[inline]
    pub(super) fn skip(&mut self) -> Result<()> {
        if !self.peek().is_some_and(|byte| matches!(byte, 0..=b' ' | b'/' | 0x80..)) {
            self.from = self.at;
            return Ok(());
        }
        self.skip_blank()
    }

    fn skip_blank(&mut self) -> Result<()> {
        loop {
            let rest = self.rest();
            let is_space = |byte: u8| matches!(byte, b' ' | b'\t'..=b'\r');
            self.at += rest.bytes().position(|byte| !is_space(byte)).unwrap_or(rest.len());
            self.from = self.at;
            match self.peek() {
                Some(b'/') => self.skip_comment()?,
                Some(0x80..) => match self.rest().chars().next().filter(|sign| is_wide_space(*sign)) {
                    Some(space) => self.at += space.len_utf8(),
                    None => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<()> {
        if self.take_all("//") {
            self.advance_while(|byte| byte != b'\n');
            return Ok(());
        }
        if !self.take_all("/*") {
            self.advance(1);
            return Err(self.rest().chars().next().map_or(Error::Eof, Error::UnexpectedChar));
        }
        let mut depth = 1;
        while depth > 0 {
            self.advance_while(|byte| byte != b'/' && byte != b'*');
            if self.take_all("/*") {
                depth += 1;
            } else if self.take_all("*/") {
                depth -= 1;
            } else if self.peek().is_none() {
                return Err(Error::UnclosedBlockComment);
            } else {
                self.advance(1);
            }
        }
        Ok(())
    }

    /// Skips a comma and the blanks around it. Returns whether there was one.
    pub(super) fn comma(&mut self) -> Result<bool> {
        self.skip()?;
        let comma = self.take(b',');
        if comma {
            self.skip()?;
        }
        Ok(comma)
    }

    /// Skips `#![enable(...)]` before the value: the extensions wardrum knows are always enabled.
    pub(super) fn skip_attributes(&mut self) -> Result<()> {
        self.skip()?;
        while self.peek() == Some(b'#') {
            self.take_all("#![enable(").then_some(()).ok_or(Error::ExpectedAttribute)?;
            self.advance_while(|byte| byte != b')');
            self.take_all(")]").then_some(()).ok_or(Error::ExpectedAttributeEnd)?;
            self.skip()?;
        }
        Ok(())
    }

    pub(super) fn end(&mut self) -> Result<()> {
        self.skip()?;
        if self.rest().is_empty() { Ok(()) } else { Err(Error::TrailingCharacters) }
    }

    /// Whether a name or number comes next.
    pub(super) fn is_at_word(&self) -> bool {
        self.peek().is_some_and(|byte| is_in_name(byte) || byte >= 0x80)
    }

    fn is_at_raw_text(&self) -> bool {
        ["r\"", "r#\"", "r##"].iter().any(|sign| self.starts_with(sign))
    }

    /// Consumes a name, if one comes next.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        let first = self.peek().filter(|first| !first.is_ascii_digit() && self.is_at_word())?;
        if first == b'r' {
            if self.is_at_raw_text() {
                return None;
            }
            if self.starts_with("r#") {
                self.at += 2;
                return Some(self.advance_while(|byte| is_in_name(byte) || b"+-.".contains(&byte)));
            }
        }
        Some(self.advance_while(|byte| is_in_name(byte) || byte >= 0x80))
    }

    /// Consumes a name that must come next.
    pub(super) fn identifier(&mut self) -> Result<&'a str> {
        let nothing = if self.peek().is_none() { Error::Eof } else { Error::ExpectedIdentifier };
        self.name().ok_or(nothing)
    }

    /// Consumes this name if it comes next, and returns whether it did.
    pub(super) fn take_name(&mut self, name: &str) -> bool {
        let ends = |at: usize| !self.text.as_bytes().get(at).is_some_and(|byte| is_in_name(*byte));
        let taken = self.starts_with(name) && ends(self.at + name.len());
        if taken {
            self.advance(name.len());
        }
        taken
    }

    /// Whether the contents of brackets are named fields: `name: ...`.
    pub(super) fn is_at_field(&self) -> Result<bool> {
        let mut ahead = self.clone();
        ahead.skip()?;
        let named = ahead.name().is_some();
        ahead.skip()?;
        Ok(named && ahead.peek() == Some(b':'))
    }

    pub(super) fn integer(&mut self) -> Result<i128> {
        let negative = match self.peek().ok_or(Error::Eof)? {
            b'-' => true,
            b'+' => false,
            byte if byte.is_ascii_digit() => return self.digits(false),
            _ => return Err(Error::ExpectedInteger),
        };
        self.at += 1;
        self.digits(negative)
    }

    fn digits(&mut self, negative: bool) -> Result<i128> {
        let bases = [("0b", 2), ("0o", 8), ("0x", 16)];
        let base = bases.iter().find(|(sign, _)| self.take_all(sign)).map_or(10, |(_, base)| *base);
        let rest = self.rest();
        let is_digit = |byte: u8| byte == b'_' || byte.is_ascii_hexdigit();
        let length = rest.bytes().position(|byte| !is_digit(byte)).unwrap_or(rest.len());
        match rest.as_bytes().first() {
            Some(b'_') => return Err(Error::UnderscoreAtBeginning),
            _ if length == 0 => return Err(Error::ExpectedInteger),
            _ => {}
        }
        let mut value = Some(0_u64);
        for (at, sign) in rest[..length].char_indices().filter(|(_, sign)| *sign != '_') {
            let Some(digit) = sign.to_digit(base) else {
                self.advance(at);
                let base = u8::try_from(base).unwrap_or(10);
                return Err(Error::InvalidIntegerDigit { digit: sign, base });
            };
            let before = value.and_then(|value| value.checked_mul(base.into()));
            value = before.and_then(|before| before.checked_add(digit.into()));
        }
        self.advance(length);
        // An overflowing value exceeds all integer types that are read.
        let value = value.map_or(i128::MAX, i128::from);
        Ok(if negative { -value } else { value })
    }

    /// Parses the string that comes next.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>> {
        if self.take(b'"') {
            return self.quoted();
        }
        if self.peek() == Some(b'r') && self.is_at_raw_text() {
            self.advance(1);
            return self.raw().map(Cow::Borrowed);
        }
        Err(Error::ExpectedString)
    }

    fn raw(&mut self) -> Result<&'a str> {
        let hashes = self.advance_while(|byte| byte == b'#');
        self.expect(b'"', || Error::ExpectedString)?;
        let rest = self.rest();
        let end = rest.match_indices('"').map(|(at, _)| at);
        let mut closing = end.filter(|at| rest[at + 1..].starts_with(hashes));
        let length = closing.next().ok_or(Error::ExpectedStringEnd)?;
        self.advance(length + 1 + hashes.len());
        Ok(&rest[..length])
    }

    fn quoted(&mut self) -> Result<Cow<'a, str>> {
        let rest = self.rest();
        let plain = &rest[..rest.find('"').ok_or(Error::ExpectedStringEnd)?];
        if plain.contains('\\') {
            return self.unescaped().map(Cow::Owned);
        }
        self.advance(plain.len() + 1);
        Ok(Cow::Borrowed(plain))
    }

    fn unescaped(&mut self) -> Result<String> {
        let mut read = String::new();
        loop {
            let rest = self.rest();
            let sign = rest.find(['"', '\\']).ok_or(Error::ExpectedStringEnd)?;
            read.push_str(&rest[..sign]);
            self.advance(sign + 1);
            if rest[sign..].starts_with('"') {
                return Ok(read);
            }
            read.extend(self.escaped()?);
        }
    }

    /// Parses the escape sequence after a backslash. `None` for a line continuation.
    fn escaped(&mut self) -> Result<Option<char>> {
        let sign = self.rest().chars().next().ok_or(Error::Eof)?;
        self.advance(sign.len_utf8());
        Ok(Some(match sign {
            '\'' | '"' | '\\' => sign,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'x' => {
                let digits = self.rest().get(..2);
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                let ascii = byte.filter(u8::is_ascii);
                let wrong = Error::InvalidEscape("Not a valid byte-escaped Unicode character");
                let letter = ascii.ok_or(wrong)?.into();
                self.advance(2);
                letter
            }
            'u' => {
                self.expect(b'{', || Error::InvalidEscape("Missing { in Unicode escape"))?;
                let digits = self.advance_while(|byte| byte != b'}' && byte != b'"');
                self.expect(b'}', || Error::InvalidEscape("No } at the end of Unicode escape"))?;
                let letter = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                letter.ok_or(Error::InvalidEscape("Not a valid Unicode-escaped character"))?
            }
            '\n' | '\r' => {
                self.advance_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
                return Ok(None);
            }
            _ => return Err(Error::InvalidEscape("Unknown escape character")),
        }))
    }

    /// Skips the next value up to the following comma or bracket, and returns its text.
    pub(super) fn value(&mut self) -> Result<&'a str> {
        self.skip()?;
        let whole = self.rest();
        let (start, mut depth) = (self.at, 0_usize);
        loop {
            self.advance_while(|byte| {
                !matches!(byte, b'"' | b'r' | b'/' | b',' | b'(' | b'[' | b'{' | b')' | b']' | b'}')
            });
            match self.peek() {
                Some(b',' | b')' | b']' | b'}') | None if depth == 0 => break,
                None => return Err(Error::Eof),
                Some(b'/') => self.skip()?,
                Some(b'"') => _ = self.string()?,
                Some(b'r') if self.is_at_raw_text() => _ = self.string()?,
                Some(sign) => {
                    self.advance(1);
                    match sign {
                        b'(' | b'[' | b'{' => depth += 1,
                        b')' | b']' | b'}' => depth -= 1,
                        _ => {}
                    }
                }
            }
        }
        match whole[..self.at - start].trim_end() {
            "" => Err(Error::Message("found nothing, expected a value".to_owned())),
            value => Ok(value),
        }
    }

    /// Adds the position to an error.
    pub(super) fn fault(&self, code: Error) -> SpannedError {
        let [start, end] = [self.from, self.at].map(|at| place(&self.text[..at]));
        SpannedError { code, span: Span { start, end } }
    }
}

/// The position after a text.
fn place(text: &str) -> Position {
    let line = text.rsplit('\n').next().unwrap_or_default();
    Position { line: 1 + text.matches('\n').count(), col: 1 + line.chars().count() }
}
