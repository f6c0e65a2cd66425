//! A secret that names a seat or an ask.

use crate::machine_dice::secret;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::io;

/// The length of a written token, in hexadecimal digits.
const DIGITS: usize = 32;

/// An unguessable number of 128 bits, written as 32 lower-case hexadecimal digits. Its debug form does not show it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token(u128);

impl Token {
    /// A new token.
    ///
    /// # Errors
    /// If the system cannot provide random numbers.
    pub fn random() -> io::Result<Self> {
        secret().map(Self)
    }

    /// Reads a written token. `None` if it is anything but 32 lower-case hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let written = text.len() == DIGITS && text.bytes().all(is_digit);
        written.then(|| u128::from_str_radix(text, 16).ok().map(Self)).flatten()
    }

    /// Whether both are the same; takes the same time whatever they are.
    pub(super) fn is(self, other: Self) -> bool {
        std::hint::black_box(self.0 ^ other.0) == 0
    }

    /// The element with this token; takes the same time whichever it is.
    pub(super) fn find<T>(self, all: &[T], token: impl Fn(&T) -> Self) -> Option<&T> {
        self.place(all, token).and_then(|at| all.get(at))
    }

    /// The position of the element with this token; takes the same time whichever it is.
    pub(super) fn place<T>(self, all: &[T], token: impl Fn(&T) -> Self) -> Option<usize> {
        let all = all.iter().enumerate();
        all.fold(None, |found, (at, one)| if self.is(token(one)) { Some(at) } else { found })
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Token {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::read(&text).ok_or_else(|| de::Error::custom("expected 32 lower-case hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_is_written_and_in_no_other_way() {
        let token = Token(0xab);
        let text = token.to_string();
        assert_eq!(text, "000000000000000000000000000000ab");
        assert_eq!(Token::read(&text), Some(token));
        let wrong = ["", "ab", "000000000000000000000000000000AB", "+00000000000000000000000000000ab"];
        for wrong in
            wrong.into_iter().map(String::from).chain([format!("{text}0"), format!(" {}", &text[1..])])
        {
            assert_eq!(Token::read(&wrong), None, "{wrong:?}");
        }
        assert!(!format!("{token:?}").contains("ab"));
    }

    #[test]
    fn tokens_differ() {
        let [one, other] =
            [Token::random(), Token::random()].map(|token| token.expect("random numbers"));
        assert!(one.is(one) && !one.is(other));
        assert_eq!(other.find(&[one, other], |token| *token), Some(&other));
        assert_eq!(Token(7).find(&[one, other], |token| *token), None);
    }
}
