//! The tokenizer for lines of shorthand.

/// A token: a word, a number, or quoted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The text as written.
    pub text: String,
    /// The text in lower case.
    pub low: String,
    /// Whether it was quoted.
    pub quoted: bool,
    /// The opening bracket it is enclosed in.
    pub bracket: Option<char>,
    /// Whether a comma or other stop follows.
    pub ends: bool,
}

impl Token {
    /// Whether it consists of letters only.
    pub fn is_word(&self) -> bool {
        !self.quoted && self.text.chars().all(|sign| sign.is_alphabetic() || "-'".contains(sign))
    }

    /// Splits letters followed by digits: `F1`, `AC5`.
    pub fn glued(&self) -> Option<(&str, &str)> {
        let at = self.low.find(|sign: char| !sign.is_alphabetic())?;
        let (letters, figures) = self.low.split_at(at);
        (at > 0 && figures.starts_with(|sign: char| sign.is_ascii_digit())).then_some((letters, figures))
    }

    /// Splits letters followed by a signed number: `AC-2`.
    pub fn signed(&self) -> Option<(&str, &str)> {
        let (letters, figures) = self.low.split_at(self.low.find(['-', '+'])?);
        let is_figure = figures[1..].starts_with(|sign: char| sign.is_ascii_digit());
        let is_word = !letters.is_empty() && letters.chars().all(char::is_alphabetic);
        (is_word && is_figure).then_some((letters, figures))
    }

    /// Splits digits followed by letters: `9hp`.
    pub fn measured(&self) -> Option<(&str, &str)> {
        let at = self.low.find(char::is_alphabetic)?;
        let (figures, letters) = self.low.split_at(at);
        let is_figure = figures.starts_with(|sign: char| sign.is_ascii_digit());
        (is_figure && letters.chars().all(char::is_alphabetic)).then_some((figures, letters))
    }

    /// Parses an integer, ignoring a trailing `'`, `"` or `%`.
    pub fn number(&self) -> Option<i32> {
        self.low.trim_end_matches(['\'', '"', '%']).parse().ok()
    }
}

/// Splits a text into tokens.
pub fn split(text: &str) -> Vec<Token> {
    let mut splitter = Splitter::default();
    let mut signs: Vec<char> = text.chars().map(usual).collect();
    if let Some(at) = counted(&signs) {
        signs.insert(at, ' ');
    }
    for (at, sign) in signs.iter().enumerate() {
        let figures =
            |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(char::is_ascii_digit);
        let within = figures(at.checked_sub(1)) && figures(Some(at + 1));
        splitter.take(*sign, within, signs.get(at + 1).copied());
    }
    splitter.push(true);
    splitter.all
}

/// Where a count that a name is written against ends: `2wolf`, but not `2d4 wolves` or `3hd`.
fn counted(signs: &[char]) -> Option<usize> {
    let digits = signs.iter().take_while(|sign| sign.is_ascii_digit()).count();
    let letters = signs[digits..].iter().take_while(|sign| sign.is_alphabetic()).count();
    (digits > 0 && letters > 2).then_some(digits)
}

/// Maps typographic characters to those of a keyboard.
fn usual(sign: char) -> char {
    match sign {
        '’' | '‘' | '′' => '\'',
        '“' | '”' | '„' => '"',
        '–' | '—' | '−' => '-',
        '×' => 'x',
        other => other,
    }
}

#[derive(Default)]
struct Splitter {
    all: Vec<Token>,
    word: String,
    quoted: bool,
    bracket: Option<char>,
}

impl Splitter {
    fn take(&mut self, sign: char, within_figures: bool, next: Option<char>) {
        match sign {
            // A quotation mark after a digit means inches.
            '"' if self.quoted || !self.word.ends_with(|sign: char| sign.is_ascii_digit()) => {
                self.push(self.quoted);
                self.quoted = !self.quoted;
            }
            _ if self.quoted => self.word.push(sign),
            '(' | '[' => {
                self.push(false);
                self.bracket = Some(sign);
            }
            ')' | ']' => {
                self.push(false);
                self.bracket = None;
            }
            ',' if within_figures => self.word.push(sign),
            ',' | ';' | '|' => self.stop(),
            '.' | ':' if next.is_none_or(char::is_whitespace) => self.stop(),
            sign if sign.is_whitespace() => self.push(false),
            sign => self.word.push(sign),
        }
    }

    /// Marks the preceding token as followed by a stop, even after a bracket.
    fn stop(&mut self) {
        self.push(false);
        if let Some(last) = self.all.last_mut() {
            last.ends = true;
        }
    }

    fn push(&mut self, ends: bool) {
        let text = std::mem::take(&mut self.word);
        let text = text.trim();
        if !text.is_empty() {
            let (low, bracket) = (text.to_lowercase(), self.bracket);
            self.all.push(Token { text: text.into(), low, quoted: self.quoted, bracket, ends });
        }
    }
}
