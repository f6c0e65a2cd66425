//! Shorthand for rules with hit points.

mod attacks;
mod draft;
mod figures;
mod gear;
mod keys;

use super::names;
use super::tokens::Token;
use super::{Reading, Words, count};
use crate::rules::model::block::d20::{Block, Class, CreatureKind, Spell};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::ruleset::Ruleset;
use attacks::natural;
use draft::{Change, Draft};
use figures::{overfull, saves};
use keys::{is_key, until_key};

/// Whether the rules use ascending armour class.
pub fn counts_up(rules: &dyn Ruleset) -> bool {
    let bare = Block { name: "x".into(), hp: Some(1), ..Block::default() };
    let admitted = rules.admit(bare.into()).ok();
    matches!(admitted, Some(StatBlock::D20(d20)) if d20.figures.counts_up())
}

/// Parses the tokens of a line.
pub fn read(words: &Words, tokens: &[Token]) -> Reading {
    let mut reader = Reader::new(words, tokens);
    reader.head();
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.finish()
}

/// What a slice of tokens begins with, and its length in tokens.
type Found<T> = Option<(T, usize)>;

struct Reader<'a> {
    words: &'a Words<'a>,
    tokens: &'a [Token],
    at: usize,
    count: Option<DiceExpr>,
    name: String,
    like: Option<&'a StatBlock>,
    /// The candidates for the class, and the level.
    class: Option<(Vec<Class>, u8)>,
    /// Changes to the block, in the order given.
    changes: Vec<Change>,
    unclear: Vec<String>,
    rest: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(words: &'a Words<'a>, tokens: &'a [Token]) -> Self {
        let count = count(tokens);
        Self {
            words,
            tokens,
            at: usize::from(count.is_some()),
            count,
            name: String::new(),
            like: None,
            class: None,
            changes: Vec::new(),
            unclear: Vec::new(),
            rest: Vec::new(),
        }
    }

    fn tokens(&self) -> &'a [Token] {
        &self.tokens[self.at..]
    }

    /// Parses the head: a name before a class, a known creature, or a name.
    fn head(&mut self) {
        let rest = self.tokens();
        let creature = names::longest(rest, |said| self.words.like(said));
        let class = (0..rest.len()).find_map(|at| Some((at, self.class(self.at + at)?)));
        // A name ends at the first comma, or before a known term in lower case.
        let own = |length: usize| {
            let of = |(at, token): &(usize, &Token)| {
                let small = token.text.starts_with(char::is_lowercase);
                let said = || self.gear(&rest[*at..]).or_else(|| self.mark(&rest[*at..])).is_some();
                token.is_word() && !is_key(token) && !(*at > 0 && small && said())
            };
            let stop = rest.iter().take(length).position(|token| token.ends);
            rest.iter().enumerate().take(stop.map_or(length, |at| at + 1)).take_while(of).count()
        };
        match (class, creature) {
            // Without a level it may not be a class: `3 dwarves`.
            (Some((0, (_, None, _))) | None, Some((like, length))) => {
                self.like = Some(like);
                self.at += length;
                let named = self.tokens().iter().take_while(|token| {
                    token.is_word() && token.text.starts_with(char::is_uppercase) && !self.knows(token)
                });
                self.take_name(named.count());
            }
            (Some((at, _)), _) => {
                let length = own(at);
                let race = length.checked_sub(1).filter(|last| *last > 0 || length == at);
                let race = race.and_then(|last| self.race(&rest[last..]));
                self.take_name(length - usize::from(race.is_some()));
            }
            (None, None) => {
                let known = (0..rest.len()).find(|at| self.understands(self.at + at));
                self.take_name(own(known.unwrap_or(rest.len())));
            }
        }
    }

    /// Takes the next tokens as the name.
    fn take_name(&mut self, length: usize) {
        let named: Vec<&str> = self.tokens().iter().take(length).map(|token| &*token.text).collect();
        self.name = named.join(" ");
        self.at += length;
    }

    fn knows(&self, token: &'a Token) -> bool {
        let one = std::slice::from_ref(token);
        is_key(token) || self.gear(one).is_some() || self.mark(one).is_some()
    }

    fn understands(&self, at: usize) -> bool {
        let tokens = &self.tokens[at..];
        let creature = || names::longest(tokens, |said| self.words.like(said)).is_some();
        tokens[0].quoted
            || self.figure(tokens).is_some()
            || self.gear(tokens).is_some()
            || self.mark(tokens).is_some()
            || natural(tokens).is_some()
            || at > self.at && creature()
    }

    /// Parses the next item.
    fn step(&mut self) {
        let tokens = self.tokens();
        let found = self.quoted(tokens).or_else(|| saves(tokens)).or_else(|| self.figure(tokens));
        if let Some((said, length)) = found {
            self.push(said, length);
        } else if let Some((classes, level, length)) =
            self.class(self.at).filter(|_| self.class.is_none())
        {
            self.class = Some((classes, level.unwrap_or(1)));
            self.at += length;
        } else if let Some((said, length)) = self.mark(tokens).or_else(|| self.gear(tokens)) {
            if let Some((name, others, 1)) = names::weapon(tokens, &self.words.weapons)
                && !others.is_empty()
                && matches!(said[..], [Change::Attack(_)])
            {
                let others = others.join(" or ");
                self.unclear.push(format!("{}: {name}, or {others}", tokens[0].text));
            }
            self.push(said, length);
        } else if let Some((said, length)) = natural(tokens) {
            self.push(said, length);
        } else if let Some((spell, length)) = self.spell(tokens) {
            self.push(vec![Change::Spell(spell)], length);
        } else {
            self.creature_or_rest();
        }
    }

    fn push(&mut self, said: Vec<Change>, length: usize) {
        self.changes.extend(said);
        self.at += length.max(1);
    }

    fn creature_or_rest(&mut self) {
        let tokens = self.tokens();
        let free = self.like.is_none() && self.class.is_none() && !self.name.is_empty();
        let like = names::longest(tokens, |said| self.words.like(said)).filter(|_| free);
        if let Some((like, length)) = like {
            self.like = Some(like);
            self.at += length;
            return;
        }
        // A key without a valid value is passed over with everything up to the next key.
        let length = if is_key(&tokens[0]) { 1 + until_key(&tokens[1..]) } else { 1 };
        let texts: Vec<&str> = tokens[..length].iter().map(|token| &*token.text).collect();
        let text = texts.join(" ");
        let goes_on = self.at > 0 && !self.tokens[self.at - 1].ends && !is_key(&tokens[0]);
        let goes_on = goes_on && self.was_rest();
        match self.rest.last_mut().filter(|_| goes_on) {
            Some(last) => *last = format!("{last} {text}"),
            None => self.rest.push(text),
        }
        self.at += length;
    }

    /// Whether the preceding token was not understood either.
    fn was_rest(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].text);
        before.zip(self.rest.last()).is_some_and(|(text, last)| last.ends_with(&**text))
    }

    fn finish(self) -> Reading {
        let only_name = self.count.is_none()
            && self.like.is_none()
            && self.class.is_none()
            && self.changes.is_empty();
        let mut block = match self.like {
            Some(StatBlock::Written(block)) => (**block).clone(),
            Some(StatBlock::D20(d20)) => d20.block.clone(),
            _ => Block::default(),
        };
        let mut classes = Vec::new();
        if let Some((found, level)) = self.class {
            block.kind = CreatureKind::Pc;
            block.level = Some(level);
            match found[..] {
                [class] => block.class = Some(class),
                _ => classes = found,
            }
        }
        let name: Text = if self.name.is_empty() { block.name.clone() } else { self.name.into() };
        if self.like.is_none() {
            block.name = name.clone();
        }
        let known: Vec<&Spell> = self.words.known.iter().flat_map(|block| block.spells()).collect();
        let mut draft =
            Draft { block, counts_up: self.words.counts_up, armed: false, casts: false, left: None };
        self.changes.into_iter().for_each(|said| draft.take(said, &known));
        let (mut block, left) = (draft.block, draft.left);
        if !self.rest.is_empty() {
            let notes = [&*block.notes, &self.rest.join("; ")];
            block.notes =
                notes.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ").into();
        }
        let count = self.count.unwrap_or(DiceExpr::flat(1));
        let mut unclear = self.unclear;
        unclear.extend(self.rest.iter().filter_map(|text| overfull(text)));
        Reading {
            count,
            name,
            like: self.like.map(|block| block.name().clone()),
            block: block.into(),
            left,
            only_name,
            classes,
            unclear,
            rest: self.rest,
        }
    }
}
