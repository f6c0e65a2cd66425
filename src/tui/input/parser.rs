//! Parses terminal bytes into keys, mouse events and pastes.
//!
//! A sequence starts with the same byte as the Esc key alone. What follows decides: another Esc or a sequence makes the
//! first a key of its own. If nothing follows, the reader waits briefly and then calls [`settle`](Parser::settle).

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

const ESC: u8 = 0x1b;
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";

/// An incremental parser: takes bytes as they arrive and returns complete events.
#[derive(Debug, Default)]
pub struct Parser {
    /// Bytes of an incomplete event.
    bytes: Vec<u8>,
    /// How many of these have been searched for the end of a paste.
    searched: usize,
}

/// The result of parsing the start of the input.
enum Parsed {
    /// The length of a complete sequence, and its event; `None` for an unknown sequence, which is skipped.
    Whole(usize, Option<Event>),
    /// An incomplete sequence.
    Incomplete,
}

impl Parser {
    /// Adds bytes and returns the events they complete.
    pub fn advance(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.bytes.extend_from_slice(bytes);
        let (mut events, mut at) = (Vec::new(), 0);
        while let Parsed::Whole(length, event) = self.next(at) {
            at += length;
            events.extend(event);
            self.searched = 0;
        }
        self.bytes.drain(..at);
        events
    }

    /// Whether a timeout decides what the incomplete bytes mean. A paste waits for its end instead.
    pub fn is_unsettled(&self) -> bool {
        !self.bytes.is_empty() && !self.bytes.starts_with(PASTE)
    }

    /// Resolves the incomplete bytes after a timeout: Esc was a key, alone or as Alt with another. A broken-off
    /// sequence is dropped.
    pub fn settle(&mut self) -> Vec<Event> {
        match *std::mem::take(&mut self.bytes) {
            [ESC] => vec![key(KeyCode::Esc)],
            [ESC, byte] => with_alt(control(byte)).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn next(&mut self, at: usize) -> Parsed {
        let bytes = &self.bytes[at..];
        if bytes.starts_with(PASTE) {
            let from = self.searched.max(PASTE.len());
            let end = bytes[from..].windows(PASTED.len()).position(|part| part == PASTED);
            // The end marker may arrive in two parts.
            self.searched = bytes.len().saturating_sub(PASTED.len()).max(PASTE.len());
            return end.map_or(Parsed::Incomplete, |end| {
                let text = String::from_utf8_lossy(&bytes[PASTE.len()..from + end]).into_owned();
                Parsed::Whole(from + end + PASTED.len(), Some(Event::Paste(text)))
            });
        }
        match *bytes {
            [] | [ESC] | [ESC, b'[' | b'O'] | [ESC, b'[', b'['] => Parsed::Incomplete,
            [ESC, ESC, ..] => Parsed::Whole(1, Some(key(KeyCode::Esc))),
            [ESC, b'O', last, ..] => Parsed::Whole(3, lettered(last).map(key)),
            // The first function keys of a Linux console.
            [ESC, b'[', b'[', last, ..] => Parsed::Whole(4, lettered(last.wrapping_add(15)).map(key)),
            // Mouse events in X10 form, for terminals without the SGR form.
            [ESC, b'[', b'M', button, column, row, ..] => {
                let [button, column, row] = [button, column, row].map(|byte| byte.saturating_sub(32));
                Parsed::Whole(6, mouse(button.into(), column.into(), row.into(), button & 3 != 3))
            }
            [ESC, b'[', b'M', ..] => Parsed::Incomplete,
            [ESC, b'[', ..] => sequence(bytes),
            [ESC, ..] => match character(&bytes[1..]) {
                Parsed::Whole(length, event) => Parsed::Whole(1 + length, with_alt(event)),
                Parsed::Incomplete => Parsed::Incomplete,
            },
            _ => character(bytes),
        }
    }
}

fn key(code: KeyCode) -> Event {
    held(code, KeyModifiers::NONE)
}

fn held(code: KeyCode, held: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, held))
}

fn with_alt(event: Option<Event>) -> Option<Event> {
    let Some(Event::Key(key)) = event else { return event };
    Some(held(key.code, key.modifiers | KeyModifiers::ALT))
}

/// Parses a character or a control byte.
fn character(bytes: &[u8]) -> Parsed {
    if bytes[0] < 0x80 {
        return Parsed::Whole(1, control(bytes[0]));
    }
    let first = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(first) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => {
            std::str::from_utf8(&first[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(error) => {
            return error.error_len().map_or(Parsed::Incomplete, |wrong| Parsed::Whole(wrong, None));
        }
    };
    let character = valid.chars().next();
    Parsed::Whole(
        character.map_or(1, char::len_utf8),
        character.map(|character| key(KeyCode::Char(character))),
    )
}

/// Returns the key of a one-byte code.
fn control(byte: u8) -> Option<Event> {
    let with_control = |character: u8| held(KeyCode::Char(character.into()), KeyModifiers::CONTROL);
    Some(match byte {
        b'\r' => key(KeyCode::Enter),
        b'\t' => key(KeyCode::Tab),
        0x7f => key(KeyCode::Backspace),
        0 => with_control(b' '),
        0x01..=0x1a => with_control(byte - 1 + b'a'),
        0x1c..=0x1f => with_control(byte - 0x1c + b'4'),
        0x20..=0x7e => key(KeyCode::Char(byte.into())),
        _ => return None,
    })
}

/// Parses `ESC [`, parameters, and a final byte.
fn sequence(bytes: &[u8]) -> Parsed {
    let body = &bytes[2..];
    let Some(end) = body.iter().position(|byte| !(0x20..=0x3f).contains(byte)) else {
        return Parsed::Incomplete;
    };
    let length = 2 + end + 1;
    match body[end] {
        // Broken off by another sequence.
        ESC => Parsed::Whole(length - 1, None),
        last => Parsed::Whole(length, sequence_event(&body[..end], last)),
    }
}

/// Returns the event of a sequence from its parameters and final byte.
fn sequence_event(parameters: &[u8], last: u8) -> Option<Event> {
    let text = std::str::from_utf8(parameters).ok()?;
    let clicked = text.strip_prefix('<');
    let mut numbers = clicked.unwrap_or(text).split(';').map(|number| {
        let mut parts = number.split(':').map(|part| part.parse::<u16>().ok());
        (parts.next().flatten(), parts.next().flatten())
    });
    let (first, _) = numbers.next()?;
    let (second, kind) = numbers.next().unwrap_or_default();
    if clicked.is_some() {
        let (row, _) = numbers.next()?;
        return mouse(first?, second?, row?, last == b'M');
    }
    let code = match last {
        b'~' => numbered(first?)?,
        b'u' => by_codepoint(first?)?,
        b'Z' => KeyCode::BackTab,
        // With another number it is an unrequested reply.
        last => lettered(last).filter(|_| first.is_none_or(|first| first == 1))?,
    };
    let mut event = KeyEvent::new(code, modifiers(second.unwrap_or(1)));
    event.kind = if kind == Some(3) { KeyEventKind::Release } else { KeyEventKind::Press };
    Some(Event::Key(event))
}

fn modifiers(mask: u16) -> KeyModifiers {
    let bits = mask.saturating_sub(1);
    let all = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL];
    let down = all.into_iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
    down.fold(KeyModifiers::NONE, |held, (_, one)| held | one)
}

fn lettered(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        b'P'..=b'T' => KeyCode::F(1 + last - b'P'),
        _ => return None,
    })
}

fn numbered(number: u16) -> Option<KeyCode> {
    let function =
        |from: u16, first: u8| u8::try_from(number - from).ok().map(|n| KeyCode::F(first + n));
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => function(11, 1),
        17..=21 => function(17, 6),
        23..=26 => function(23, 11),
        _ => None,
    }
}

/// Returns the key of a character number, as terminals send it in a protocol that disambiguates keys.
fn by_codepoint(number: u16) -> Option<KeyCode> {
    match number {
        27 => Some(KeyCode::Esc),
        13 => Some(KeyCode::Enter),
        9 => Some(KeyCode::Tab),
        127 => Some(KeyCode::Backspace),
        number => char::from_u32(number.into()).map(KeyCode::Char),
    }
}

/// Returns the event of a button press or the wheel. Columns and rows count from 1.
fn mouse(button: u16, column: u16, row: u16, down: bool) -> Option<Event> {
    let which = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
    let kind = match (button & !0b1_1100, down) {
        (64, _) => MouseEventKind::ScrollUp,
        (65, _) => MouseEventKind::ScrollDown,
        (button, down) => {
            let button = *which.get(usize::from(button))?;
            if down { MouseEventKind::Down(button) } else { MouseEventKind::Up(button) }
        }
    };
    let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
    Some(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

#[cfg(test)]
mod tests {
    use super::super::keymap::Chord;
    use super::*;

    /// Formats the events.
    fn described(events: impl IntoIterator<Item = Event>) -> String {
        let word = |event| match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => "release".into(),
            Event::Key(key) => Chord::of(key).to_string(),
            Event::Paste(text) => format!("{text:?}"),
            Event::Mouse(MouseEvent { kind, column, row, .. }) => format!("{kind:?} {column},{row}"),
            other => format!("{other:?}"),
        };
        events.into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Parses everything in one read.
    fn read(bytes: &[u8]) -> String {
        let mut parser = Parser::default();
        let events = parser.advance(bytes);
        described(events.into_iter().chain(parser.settle()))
    }

    const TYPED: [(&str, &str); 34] = [
        ("aZ ", "a Z Space"),
        ("é\u{20ac}\u{1d11e}", "é \u{20ac} \u{1d11e}"),
        ("\r\t\x7f\0\x03\x1f\n", "Enter Tab Backspace Ctrl-Space Ctrl-c Ctrl-7 Ctrl-j"),
        ("\x1b", "Esc"),
        ("\x1b\x1b", "Esc Esc"),
        ("\x1b\x1b\x1b", "Esc Esc Esc"),
        ("\x1b\x1b[A", "Esc Up"),
        ("\x1b\x1bOA", "Esc Up"),
        ("\x1b\x1b[200~a\x1b[201~", "Esc \"a\""),
        ("\x1b?\x1b\x03\x1bé", "Alt-? Ctrl-Alt-c Alt-é"),
        ("\x1b[", "Alt-["),
        ("\x1bO", "Alt-O"),
        ("\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F", "Up Down Right Left Home End"),
        ("\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF", "Up Down Right Left Home End"),
        ("\x1bOP\x1bOQ\x1bOR\x1bOS\x1b[[A\x1b[[E", "F1 F2 F3 F4 F1 F5"),
        ("\x1b[P\x1b[Q\x1b[S", "F1 F2 F4"),
        (
            "\x1b[1~\x1b[2~\x1b[3~\x1b[4~\x1b[5~\x1b[6~\x1b[7~\x1b[8~",
            "Home Ins Del End PgUp PgDn Home End",
        ),
        ("\x1b[11~\x1b[15~\x1b[17~\x1b[21~\x1b[23~\x1b[24~", "F1 F5 F6 F10 F11 F12"),
        ("\x1b[Z", "Shift-Tab"),
        ("\x1b[1;2A\x1b[1;5C\x1b[1;3D\x1b[1;8P", "Shift-Up Ctrl-Right Alt-Left Ctrl-Alt-Shift-F1"),
        ("\x1b[3;5~\x1b[15;2~", "Ctrl-Del Shift-F5"),
        ("\x1b[27u\x1b[97;5u\x1b[13;2u\x1b[97;1:3u", "Esc Ctrl-a Shift-Enter release"),
        ("\x1b[<0;6;5M\x1b[<0;6;5m", "Down(Left) 5,4 Up(Left) 5,4"),
        ("\x1b[<2;1;300M\x1b[<16;1;1M", "Down(Right) 0,299 Down(Left) 0,0"),
        ("\x1b[<64;1;1M\x1b[<65;2;3M", "ScrollUp 0,0 ScrollDown 1,2"),
        ("\x1b[<35;1;1M\x1b[<0;0;0M\x1b[<128;1;1M", ""),
        ("\x1b[M !!\x1b[M#!!\x1b[Ma!!", "Down(Left) 0,0 ScrollDown 0,0"),
        ("\x1b[200~a\x1b[A\x1b[20\r\n\x1b[201~b", "\"a\\u{1b}[A\\u{1b}[20\\r\\n\" b"),
        // Unknown sequences are skipped as a whole.
        ("\x1b[I\x1b[O\x1b[?1;2c\x1b[5n\x1b[12;34Ra", "a"),
        ("\x1b[99~\x1b[;A\x1b[2A\x1b[<1M", "Up"),
        ("\x1b[1;\x1b[A", "Up"),
        ("\x1b[1;\x1b", "Esc"),
        ("\x1b[1;", ""),
        ("\u{85}a", "\u{85} a"),
    ];

    #[test]
    fn bytes_are_the_keys_that_were_pressed() {
        for (bytes, keys) in TYPED {
            assert_eq!(read(bytes.as_bytes()), keys, "{bytes:?}");
        }
        assert_eq!(read(b"\xff\xc3a\xe2\x82"), "a");
    }

    /// Two reads in immediate succession parse the same as one.
    #[test]
    fn where_a_read_ends_does_not_matter() {
        for (bytes, keys) in TYPED {
            for (at, _) in bytes.bytes().enumerate() {
                let (one, other) = bytes.as_bytes().split_at(at);
                let mut parser = Parser::default();
                let mut events = parser.advance(one);
                events.extend(parser.advance(other));
                events.extend(parser.settle());
                assert_eq!(described(events), keys, "{bytes:?} at {at}");
            }
        }
    }

    #[test]
    fn the_end_of_a_paste_is_waited_for() {
        let mut parser = Parser::default();
        assert!(parser.advance(b"\x1b[20").is_empty() && parser.is_unsettled());
        for _ in 0..1000 {
            assert!(parser.advance(b"0~ab\x1b[201").is_empty() && !parser.is_unsettled());
        }
        assert!(matches!(&parser.advance(b"~")[..], [Event::Paste(text)] if text.len() == 2 + 999 * 9));
        assert!(!parser.is_unsettled());
    }
}
