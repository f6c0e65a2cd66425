//! Escapes control characters in all output, so that whatever a save, a file name or an argument contains, a terminal
//! only displays it.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Whether a character has an effect instead of a visible shape: it controls the terminal (C0, DEL, C1), changes the
/// text direction, ends a line, or is invisible. Joiners are exempt: scripts and emoji need them.
pub fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0001}'
        )
}

/// Escapes all hidden characters, line breaks included, as in JSON: `\u001b`, `\n`.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, is_hidden)
}

/// Like [`visible`], but keeps line breaks and tabs: for text of several lines, or JSON.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    shown(text, |sign| is_hidden(sign) && !matches!(sign, '\n' | '\t'))
}

fn shown(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&hidden) else { return Cow::Borrowed(text) };
    let mut out = text[..first].to_string();
    for sign in text[first..].chars() {
        match sign {
            _ if !hidden(sign) => out.push(sign),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => {
                for unit in sign.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    Cow::Owned(out)
}

/// A writer that escapes hidden characters, except line breaks and tabs.
#[derive(Debug)]
pub struct Outlet<W: Write> {
    to: W,
    /// The beginning of a character still incomplete.
    begun: Vec<u8>,
    /// Whether the reader has closed the pipe.
    closed: bool,
}

impl<W: Write> Outlet<W> {
    /// Wraps a writer.
    pub fn new(to: W) -> Self {
        Self { to, begun: Vec::new(), closed: false }
    }

    /// Whether nobody reads any more: the reader has closed the pipe (`wardrum rules | head`). Known here, since a
    /// format's own errors may hide the cause.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn noting<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.closed |= result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        result
    }
}

impl<W: Write> Write for Outlet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.begun);
        let mut rest = &all[..];
        while !rest.is_empty() {
            let (text, skipped) = match std::str::from_utf8(rest) {
                Ok(text) => (text, rest.len()),
                Err(error) => {
                    let (text, behind) = rest.split_at(error.valid_up_to());
                    let text = std::str::from_utf8(text).unwrap_or_default();
                    match error.error_len() {
                        Some(bad) => (text, text.len() + bad),
                        None => {
                            self.begun = behind.to_vec();
                            (text, rest.len())
                        }
                    }
                }
            };
            let written = self.to.write_all(visible_lines(text).as_bytes());
            self.noting(written)?;
            if self.begun.is_empty() && skipped > text.len() {
                let written = self.to.write_all("\u{fffd}".as_bytes());
                self.noting(written)?;
            }
            rest = &rest[skipped..];
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.noting(flushed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_signs_are_written_out() {
        let told = |text| visible(text).into_owned();
        assert_eq!(told("a\x1b]52;c;eA==\x07b"), "a\\u001b]52;c;eA==\\u0007b");
        assert_eq!(told("\u{9b}\u{7f}\u{85}"), "\\u009b\\u007f\\u0085");
        assert_eq!(told("\u{202e}\u{2066}\u{200f}\u{e0001}"), "\\u202e\\u2066\\u200f\\udb40\\udc01");
        assert_eq!(told("a\r\n\tb"), "a\\r\\n\\tb");
        for as_it_is in ["Ana", "Günther", "龍", "👩\u{200d}👧", "می\u{200c}خواهم", "אבא"]
        {
            assert_eq!(told(as_it_is), as_it_is);
        }
        assert_eq!(visible_lines("a\n\tb\x1b"), "a\n\tb\\u001b");
    }

    #[test]
    fn a_way_out_knows_a_sign_whose_bytes_come_one_by_one() {
        let text = "a\u{9b}龍\u{202e}\x1b\n";
        let mut whole = Outlet::new(Vec::new());
        let mut torn = Outlet::new(Vec::new());
        whole.write_all(text.as_bytes()).expect("written");
        for byte in text.bytes() {
            torn.write_all(&[byte]).expect("written");
        }
        assert_eq!(whole.to, "a\\u009b龍\\u202e\\u001b\n".as_bytes());
        assert_eq!(torn.to, whole.to);
    }

    #[test]
    fn what_is_no_text_leaves_as_a_mark() {
        let mut out = Outlet::new(Vec::new());
        out.write_all(b"a\x9b1;2Hb\xe9c").expect("written");
        assert_eq!(String::from_utf8(out.to).expect("text"), "a\u{fffd}1;2Hb\u{fffd}c");
    }
}
