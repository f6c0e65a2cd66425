//! The words of a line, as they are told apart.

/// A word, a figure, or a text in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As it is written.
    pub text: String,
    /// In small letters.
    pub low: String,
    /// It stood in quotes.
    pub quoted: bool,
    /// The bracket it stands in.
    pub bracket: Option<char>,
    /// A comma or another stop stands behind it.
    pub ends: bool,
}

impl Token {
    /// Letters only.
    pub fn is_word(&self) -> bool {
        !self.quoted && self.text.chars().all(|sign| sign.is_alphabetic() || "-'".contains(sign))
    }

    /// Its letters before its figures, and those: `F1`, `AC5`.
    pub fn glued(&self) -> Option<(&str, &str)> {
        let at = self.low.find(|sign: char| !sign.is_alphabetic())?;
        let (letters, figures) = self.low.split_at(at);
        (at > 0 && figures.starts_with(|sign: char| sign.is_ascii_digit())).then_some((letters, figures))
    }

    /// Its letters, and a figure with its sign behind them: `AC-2`.
    pub fn signed(&self) -> Option<(&str, &str)> {
        let (letters, figures) = self.low.split_at(self.low.find(['-', '+'])?);
        let is_figure = figures[1..].starts_with(|sign: char| sign.is_ascii_digit());
        let is_word = !letters.is_empty() && letters.chars().all(char::is_alphabetic);
        (is_word && is_figure).then_some((letters, figures))
    }

    /// Its figures before its letters, and those: `9hp`.
    pub fn measured(&self) -> Option<(&str, &str)> {
        let at = self.low.find(char::is_alphabetic)?;
        let (figures, letters) = self.low.split_at(at);
        let is_figure = figures.starts_with(|sign: char| sign.is_ascii_digit());
        (is_figure && letters.chars().all(char::is_alphabetic)).then_some((figures, letters))
    }

    /// A whole number, feet or not.
    pub fn number(&self) -> Option<i32> {
        self.low.trim_end_matches(['\'', '"', '%']).parse().ok()
    }
}

/// Tells the words of a text apart.
pub fn split(text: &str) -> Vec<Token> {
    let mut splitter = Splitter::default();
    let signs: Vec<char> = text.chars().map(usual).collect();
    for (at, sign) in signs.iter().enumerate() {
        let figures =
            |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(char::is_ascii_digit);
        let within = figures(at.checked_sub(1)) && figures(Some(at + 1));
        splitter.take(*sign, within, signs.get(at + 1).copied());
    }
    splitter.push(true);
    splitter.all
}

/// Signs of print as a keyboard has them.
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
            // A quotation mark behind a figure is inches.
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

    /// A stop: it belongs to the word before it, even behind a bracket.
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
