//! Stat blocks with hit points in shorthand.

use super::names::{self, bare, says};
use super::tokens::Token;
use super::{Reading, Words, count};
use crate::rules::model::block::d20::{
    Abilities, Ability, Appearing, Armour, Attack, Block, Class, Damage, HitDice, Kind, Protection,
    Race, Rating, Spell, Trait,
};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::ruleset::Ruleset;

/// Descending and ascending armour class of books that print both add up to this.
const BOTH_WAYS: i32 = 19;
/// An armour class from here on is ascending, one below descending, whichever way the rules count.
const ASCENDS_FROM: i32 = 10;
/// Feet a turn of one inch of movement, as older books have it.
const INCH: u32 = 10;
/// The most inches of movement: more are feet.
const MOST_INCHES: u32 = 24;
/// The letters of the saving throws, in the printed order.
const SAVES: [char; 5] = ['d', 'w', 'p', 'b', 's'];

/// What a figure is of, by what stands before it or behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Hp,
    Ac,
    Hd,
    Level,
    Morale,
    Movement,
    Thac0,
    AttackBonus,
    Saves,
    Attacks,
    Damage,
    Ability(Ability),
    Appearing,
    /// Something for the notes.
    Note,
}

/// Every key, by what it is called in books.
const KEYS: [(Key, &[&str]); 19] = [
    (Key::Hp, &["hp", "hitpoints", "hits", "hps"]),
    (Key::Ac, &["ac", "armourclass", "armorclass", "aac", "dac"]),
    (Key::Hd, &["hd", "hitdice", "hitdie"]),
    (Key::Level, &["level", "lvl", "lv"]),
    (Key::Morale, &["ml", "morale", "mor"]),
    (Key::Movement, &["mv", "move", "movement", "mov", "speed", "spd"]),
    (Key::Thac0, &["thac0", "thaco"]),
    (Key::AttackBonus, &["ab", "attackbonus", "bab"]),
    (Key::Saves, &["save", "saves", "sv", "saveas", "savesas", "savingthrow", "savingthrows"]),
    (Key::Attacks, &["at", "att", "atk", "attack", "attacks", "numberofattacks", "noofattacks"]),
    (Key::Damage, &["d", "dmg", "damage", "dam"]),
    (Key::Ability(Ability::Str), &["str", "strength"]),
    (Key::Ability(Ability::Int), &["int", "intelligence"]),
    (Key::Ability(Ability::Wis), &["wis", "wisdom"]),
    (Key::Ability(Ability::Dex), &["dex", "dexterity"]),
    (Key::Ability(Ability::Con), &["con", "constitution"]),
    (Key::Ability(Ability::Cha), &["cha", "charisma", "chr"]),
    (Key::Appearing, &["na", "noapp", "noappearing", "numberappearing"]),
    (
        Key::Note,
        &[
            "al",
            "align",
            "alignment",
            "xp",
            "xpvalue",
            "clxp",
            "tt",
            "treasure",
            "treasuretype",
            "hoard",
            "special",
        ],
    ),
];

/// Whether armour class counts upward by those rules.
pub fn counts_up(rules: &dyn Ruleset) -> bool {
    let bare = Block { name: "x".into(), hp: Some(1), ..Block::default() };
    let admitted = rules.admit(bare.into()).ok();
    matches!(admitted, Some(StatBlock::D20(d20)) if d20.figures.counts_up())
}

/// Reads what the tokens say.
pub fn read(words: &Words, tokens: &[Token]) -> Reading {
    let mut reader = Reader::new(words, tokens);
    reader.head();
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.finish()
}

/// What stands at the beginning of a row of tokens, and how many of them it takes.
type Found<T> = Option<(T, usize)>;

struct Reader<'a> {
    words: &'a Words<'a>,
    tokens: &'a [Token],
    at: usize,
    count: Option<DiceExpr>,
    name: String,
    like: Option<&'a StatBlock>,
    /// Whom the class may mean, and the level.
    class: Option<(Vec<Class>, u8)>,
    /// Changes to the block, in the order in which they were said.
    said: Vec<Said>,
    unclear: Vec<String>,
    rest: Vec<String>,
}

/// Something that is said of a block.
enum Said {
    Hp(i32),
    /// Hit points left.
    Left(i32),
    Ac {
        descending: bool,
        figure: i32,
    },
    Hd(HitDice),
    Level(u8),
    Morale(u8),
    Movement(Option<u32>, Option<u32>),
    Thac0(i32),
    AttackBonus(i32),
    Saves([u8; 5]),
    SaveAs(Option<Class>, u8),
    Attack(Attack),
    /// What the attacks deal, one after the other.
    Damage(Vec<Option<DiceExpr>>),
    Ability(Ability, Rating),
    Appearing(Appearing),
    Armour(Armour),
    Shield(i32),
    Kind(Kind),
    Race(Race),
    Trait(Trait),
    Spell(String),
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
            said: Vec::new(),
            unclear: Vec::new(),
            rest: Vec::new(),
        }
    }

    fn tokens(&self) -> &'a [Token] {
        &self.tokens[self.at..]
    }

    /// Who it is: a name before a class, a creature that is known, or a name.
    fn head(&mut self) {
        let rest = self.tokens();
        let creature = names::longest(rest, |said| self.words.like(said));
        let class = (0..rest.len()).find_map(|at| Some((at, self.class(self.at + at)?)));
        // A name goes on to its first comma, or to what is said in small letters.
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
            // Such a one of no level may be no class at all: `3 dwarves`.
            (Some((0, (_, None, _))) | None, Some((like, length))) => {
                self.like = Some(like);
                self.at += length;
                let named = self.tokens().iter().take_while(|token| {
                    token.is_word() && token.text.starts_with(char::is_uppercase) && !self.knows(token)
                });
                self.call(named.count());
            }
            (Some((at, _)), _) => {
                let length = own(at);
                let race = length.checked_sub(1).filter(|last| *last > 0 || length == at);
                let race = race.and_then(|last| self.race(&rest[last..]));
                self.call(length - usize::from(race.is_some()));
            }
            (None, None) => {
                let known = (0..rest.len()).find(|at| self.understands(self.at + at));
                self.call(own(known.unwrap_or(rest.len())));
            }
        }
    }

    /// The next tokens are the name.
    fn call(&mut self, length: usize) {
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

    /// Reads on by one thing.
    fn step(&mut self) {
        let tokens = self.tokens();
        let found = self.quoted(tokens).or_else(|| saves(tokens)).or_else(|| self.figure(tokens));
        if let Some((said, length)) = found {
            self.say(said, length);
        } else if let Some((classes, level, length)) =
            self.class(self.at).filter(|_| self.class.is_none())
        {
            self.class = Some((classes, level.unwrap_or(1)));
            self.at += length;
        } else if let Some((said, length)) = self.mark(tokens).or_else(|| self.gear(tokens)) {
            if let Some((name, others, 1)) = names::weapon(tokens, &self.words.weapons)
                && !others.is_empty()
                && matches!(said[..], [Said::Attack(_)])
            {
                let others = others.join(" or ");
                self.unclear.push(format!("{}: {name}, or {others}", tokens[0].text));
            }
            self.say(said, length);
        } else if let Some((said, length)) = natural(tokens) {
            self.say(said, length);
        } else if let Some((spell, length)) = self.spell(tokens) {
            self.say(vec![Said::Spell(spell)], length);
        } else {
            self.creature_or_rest();
        }
    }

    fn say(&mut self, said: Vec<Said>, length: usize) {
        self.said.extend(said);
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
        // A key that is no figure here goes with all that stands before the next one.
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

    /// Whether what stands before was not understood either.
    fn was_rest(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].text);
        before.zip(self.rest.last()).is_some_and(|(text, last)| last.ends_with(&**text))
    }

    /// A class and its level: `F1`, `magic-user 3`, `MU 3`.
    fn class(&self, at: usize) -> Option<(Vec<Class>, Option<u8>, usize)> {
        let tokens = &self.tokens[at..];
        let first = tokens.first()?;
        let before = at.checked_sub(1).map(|at| &*self.tokens[at].low);
        if matches!(before, Some("as" | "save" | "saves" | "sv")) || saves(tokens).is_some() {
            return None;
        }
        let all = &self.words.rules.about().classes;
        let level = |token: Option<&Token>| token?.low.parse::<u8>().ok().filter(|level| *level <= 36);
        if let Some((class, length)) = names::longest(tokens, |said| {
            all.iter().copied().find(|class| says(said, class.name().as_str()))
        }) {
            let rest = &tokens[length..];
            let stops = tokens[length - 1].ends;
            let named = rest.first().is_some_and(|token| key(token) == Some(Key::Level));
            let level = level(rest.get(usize::from(named)))
                .filter(|_| !stops && !self.measures(&rest[usize::from(named)..]));
            // A folk that is also a class, and then the class: `halfling thief 2`.
            if level.is_none()
                && !stops
                && self.race(tokens).is_some()
                && self.class(at + length).is_some()
            {
                return None;
            }
            let length = length + usize::from(level.is_some()) + usize::from(named && level.is_some());
            return Some((vec![class], level, length));
        }
        let is_dice = || !first.text.starts_with('D') && first.low.parse::<DiceExpr>().is_ok();
        let (letters, figures, length) = match first.glued() {
            Some((letters, figures)) if !is_dice() => (letters.to_string(), level_of(figures), 1),
            _ if first.text.starts_with(char::is_uppercase) && first.text.len() <= 4 && !first.ends => {
                (first.low.clone(), level(tokens.get(1)).filter(|_| !self.measures(&tokens[1..])), 2)
            }
            _ => return None,
        };
        // A dwarf may stand where damage is `D` and a figure apart.
        let is_key = key_of(&letters).is_some_and(|key| key != Key::Damage || length > 1);
        let level = figures
            .filter(|_| !is_key && letters.chars().all(|sign| sign.is_alphabetic() || sign == '-'))?;
        let found = names::classes(&letters, all);
        (!found.is_empty()).then_some((found, Some(level), length))
    }

    /// Whether a number stands first that is of hit points or the like: `9 hp`.
    fn measures(&self, tokens: &[Token]) -> bool {
        matches!(tokens, [_, next, ..] if matches!(key(next), Some(Key::Hp | Key::Hd)))
    }

    /// A figure with what it is of.
    fn figure(&self, tokens: &[Token]) -> Found<Vec<Said>> {
        let first = tokens.first()?;
        // `9hp`, `9 hp`, `3rd level`
        if let Some((figures, letters)) = first.measured() {
            let level = matches!(letters, "st" | "nd" | "rd" | "th");
            let follows = tokens.get(1).is_some_and(|next| key(next) == Some(Key::Level));
            return match key_of(letters) {
                Some(Key::Hp) => Some((hp(figures)?, 1)),
                Some(Key::Hd) => Some((vec![Said::Hd(hit_dice(figures)?)], 1)),
                _ if level && follows => Some((vec![Said::Level(figures.parse().ok()?)], 2)),
                _ => None,
            };
        }
        if first.low.starts_with(|sign: char| sign.is_ascii_digit()) {
            return match key(tokens.get(1)?)? {
                Key::Hp => Some((hp(&first.low)?, 2)),
                Key::Hd => Some((vec![Said::Hd(hit_dice(&first.low)?)], 2)),
                _ => None,
            };
        }
        // `AC5`
        if let Some((letters, figures)) = first.glued()
            && let Some(key) = key_of(letters).filter(|key| *key != Key::Damage)
        {
            let figure = Token { text: figures.into(), low: figures.into(), ..first.clone() };
            let values: Vec<Token> =
                std::iter::once(figure).chain(tokens[1..].iter().cloned()).collect();
            return self.value(key, &values);
        }
        // `armour class 5`: the longest name there is of a key.
        let (key, length) = names::longest(tokens, |said| key_of(said.first()?))?;
        let joined = if first.low == "#at" || first.low == "#" { 1 } else { length };
        let (said, values) = self.value(key, &tokens[joined..])?;
        Some((said, joined + values))
    }

    /// What stands behind a key.
    fn value(&self, key: Key, values: &[Token]) -> Found<Vec<Said>> {
        let first = values.first()?;
        let small = |n: i32| u8::try_from(n).ok();
        match key {
            Key::Hp => Some((hp(&first.low)?, 1)),
            Key::Ac => self.armour_class(values),
            Key::Hd => Some((vec![Said::Hd(hit_dice(&first.low)?)], 1)),
            Key::Level => Some((vec![Said::Level(small(first.number()?)?)], 1)),
            Key::Morale => Some((vec![Said::Morale(small(first.number()?)?)], 1)),
            Key::Movement => self.movement(values),
            Key::Thac0 => {
                // `19 [0]`: the attack bonus stands in brackets.
                let bonus =
                    values.get(1).filter(|next| next.bracket == Some('[')).and_then(Token::number);
                let said = match bonus.filter(|_| self.words.counts_up) {
                    Some(bonus) => Said::AttackBonus(bonus),
                    None => Said::Thac0(first.number()?),
                };
                Some((vec![said], 1 + usize::from(bonus.is_some())))
            }
            Key::AttackBonus => Some((vec![Said::AttackBonus(first.number()?)], 1)),
            Key::Saves => self.saved(values),
            Key::Attacks => {
                let length = until_key(values);
                let attacks = attacks(&values[..length]);
                (!attacks.is_empty()).then_some((attacks, length))
            }
            Key::Damage => {
                let length = until_key(values);
                let all: Vec<Option<DiceExpr>> = values[..length].iter().flat_map(dealt).collect();
                (!all.is_empty()).then_some((vec![Said::Damage(all)], length))
            }
            Key::Ability(which) => {
                let rating: Rating = first.low.parse().ok()?;
                Some((vec![Said::Ability(which, rating)], 1))
            }
            Key::Appearing => {
                let dungeon: DiceExpr = first.low.parse().ok()?;
                let wild = values.get(1).filter(|next| next.bracket.is_some());
                let wild: Option<DiceExpr> = wild.and_then(|next| next.low.parse().ok());
                let met = Appearing { dungeon, wild: wild.unwrap_or(dungeon) };
                Some((vec![Said::Appearing(met)], 1 + usize::from(wild.is_some())))
            }
            Key::Note => None,
        }
    }

    /// `5`; `6 [13]`, descending before ascending; `14 (11)`, with and without armour.
    fn armour_class(&self, values: &[Token]) -> Found<Vec<Said>> {
        let one = values.first()?.number()?;
        let other = values.get(1).filter(|next| next.bracket.is_some());
        let other = other.and_then(|next| Some((next.bracket?, next.number()?)));
        let length = 1 + usize::from(other.is_some());
        let figure = match other {
            Some(('[', other)) if self.words.counts_up => other,
            _ => one,
        };
        Some((vec![Said::Ac { descending: figure < ASCENDS_FROM, figure }], length))
    }

    /// `60' (20')`, `120'`, `9` inches.
    fn movement(&self, values: &[Token]) -> Found<Vec<Said>> {
        let feet = |token: &Token| u32::try_from(token.number()?).ok();
        let first = values.first()?;
        let one = feet(first)?;
        let next = values.get(1).filter(|next| next.bracket.is_some()).and_then(feet);
        let length = 1 + usize::from(next.is_some());
        let said = match next {
            Some(encounter) => Said::Movement(Some(one), Some(encounter)),
            None if one <= MOST_INCHES && !first.low.ends_with('\'') => {
                Said::Movement(one.checked_mul(INCH), None)
            }
            None if self.words.counts_up => Said::Movement(None, Some(one)),
            None => Said::Movement(Some(one), None),
        };
        Some((vec![said], length))
    }

    /// `as F1`, `F1`, `fighter: 1`, `NH`, `D14 W15 P16 B17 S18`.
    fn saved(&self, values: &[Token]) -> Found<Vec<Said>> {
        if let Some(found) = saves(values) {
            // Whose saves they are stands behind them: `(1)`, `(NH)`.
            let behind = values.get(found.1).is_some_and(|token| token.bracket.is_some());
            return Some((found.0, found.1 + usize::from(behind)));
        }
        let skipped = usize::from(values.first()?.low == "as");
        let values = values.get(skipped..)?;
        let normal = |token: &Token| ["nh", "nm", "normal"].contains(&&*token.low);
        if normal(values.first()?) {
            let man = values.get(1).is_some_and(|token| ["man", "human"].contains(&&*token.low));
            return Some((vec![Said::SaveAs(None, 0)], skipped + 1 + usize::from(man)));
        }
        let reader = Reader::new(self.words, values);
        let (classes, level, length) = reader.class(0)?;
        // `fighter: 1`
        let (level, more) = match level {
            Some(level) => (level, 0),
            None => (level_of(&values.get(length)?.low)?, 1),
        };
        let class = *classes.first()?;
        Some((vec![Said::SaveAs(Some(class), level)], skipped + length + more))
    }

    /// A weapon of the table, armour, a shield.
    fn gear(&self, tokens: &[Token]) -> Found<Vec<Said>> {
        let before = tokens.first().and_then(bonus).filter(|_| tokens.len() > 1);
        let from = usize::from(before.is_some());
        let (mut said, length) = self.piece(&tokens[from..])?;
        let stops = tokens[from + length - 1].ends;
        let behind = tokens.get(from + length).filter(|_| !stops).and_then(bonus);
        let plus = before.or(behind).unwrap_or(0);
        let mut length = from + length + usize::from(behind.is_some());
        match said.first_mut() {
            Some(Said::Attack(line)) => {
                line.bonus = plus;
                let dice = tokens.get(length).filter(|_| !tokens[length - 1].ends);
                if let Some(dice) = dice.and_then(|token| dealt(token).next().flatten()) {
                    line.damage = Some(Damage::Dice(dice));
                    length += 1;
                }
            }
            Some(Said::Shield(points)) => *points += plus,
            _ => {}
        }
        Some((said, length))
    }

    fn piece(&self, tokens: &[Token]) -> Found<Vec<Said>> {
        let first = tokens.first().filter(|token| !token.quoted)?;
        if ["shield", "shields"].contains(&&*first.low) {
            return Some((vec![Said::Shield(1)], 1));
        }
        let armours = &self.words.rules.about().armours;
        let worn = |said: &[String]| {
            let is = |(armour, shown): &(&Armour, &Text)| {
                says(said, armour.name().as_str()) || shown.split(',').any(|shown| says(said, shown))
            };
            armours
                .iter()
                .filter(|(armour, _)| **armour != Armour::UNARMOURED)
                .find(is)
                .map(|(armour, _)| *armour)
        };
        if let Some((armour, length)) = names::longest(tokens, worn) {
            let mail =
                tokens.get(length).is_some_and(|next| ["mail", "armour", "armor"].contains(&&*next.low));
            return Some((vec![Said::Armour(armour)], length + usize::from(mail)));
        }
        if ["unarmoured", "unarmored"].contains(&&*first.low) {
            return Some((vec![Said::Armour(Armour::UNARMOURED)], 1));
        }
        let (name, _, length) = names::weapon(tokens, &self.words.weapons)?;
        Some((vec![Said::Attack(Attack::new(name))], length))
    }

    /// What else is said of somebody in a word: a folk, a trait, whose character it is.
    fn mark(&self, tokens: &[Token]) -> Found<Vec<Said>> {
        let about = self.words.rules.about();
        let kind = match &*tokens.first()?.low {
            "pc" => Some(Kind::Pc),
            "npc" | "retainer" | "hireling" | "henchman" => Some(Kind::Npc),
            _ => None,
        };
        if let Some(kind) = kind {
            return Some((vec![Said::Kind(kind)], 1));
        }
        let trait_of =
            |said: &[String]| about.traits.iter().copied().find(|one| says(said, one.name().as_str()));
        if let Some((one, length)) = names::longest(tokens, trait_of) {
            return Some((vec![Said::Trait(one)], length));
        }
        self.race(tokens).map(|(race, length)| (vec![Said::Race(race)], length))
    }

    fn race(&self, tokens: &[Token]) -> Found<Race> {
        let races = &self.words.rules.about().races;
        names::longest(tokens, |said| {
            races.iter().copied().find(|race| says(said, race.name().as_str()))
        })
    }

    /// Spells in quotes.
    fn quoted(&self, tokens: &[Token]) -> Found<Vec<Said>> {
        let first = tokens.first().filter(|token| token.quoted)?;
        let spells = first.text.split([',', ';']).map(str::trim).filter(|spell| !spell.is_empty());
        Some((spells.map(|spell| Said::Spell(spell.into())).collect(), 1))
    }

    /// A spell that somebody known has.
    fn spell(&self, tokens: &[Token]) -> Found<String> {
        let known = |said: &[String]| {
            let mut all = self.words.known.iter().flat_map(|block| block.spells());
            all.find(|spell| says(said, &spell.name)).map(|spell| spell.name.to_string())
        };
        names::longest(tokens, known)
    }

    fn finish(self) -> Reading {
        let only_name =
            self.count.is_none() && self.like.is_none() && self.class.is_none() && self.said.is_empty();
        let mut block = match self.like {
            Some(StatBlock::Written(block)) => (**block).clone(),
            Some(StatBlock::D20(d20)) => d20.block.clone(),
            _ => Block::default(),
        };
        let mut classes = Vec::new();
        if let Some((found, level)) = self.class {
            block.kind = Kind::Pc;
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
        self.said.into_iter().for_each(|said| draft.take(said, &known));
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

/// A block while what is said of it is put in.
struct Draft {
    block: Block,
    counts_up: bool,
    /// Its attacks are those that were said, not those of whom it is like.
    armed: bool,
    casts: bool,
    left: Option<i32>,
}

impl Draft {
    fn take(&mut self, said: Said, known: &[&Spell]) {
        let block = &mut self.block;
        match said {
            Said::Hp(hp) => block.hp = Some(hp),
            Said::Left(left) => self.left = Some(left),
            Said::Ac { descending, figure } => self.armour_class(descending, figure),
            Said::Hd(hd) => block.hd = Some(hd),
            Said::Level(level) => block.level = Some(level),
            Said::Morale(morale) => block.morale = Some(morale),
            Said::Movement(base, encounter) => {
                (block.movement.base, block.movement.encounter) = (base, encounter);
            }
            Said::Thac0(thac0) if self.counts_up => block.attack_bonus = Some(BOTH_WAYS - thac0),
            Said::Thac0(thac0) => block.thac0 = Some(thac0),
            Said::AttackBonus(bonus) if self.counts_up => block.attack_bonus = Some(bonus),
            Said::AttackBonus(bonus) => block.thac0 = Some(BOTH_WAYS - bonus),
            Said::Saves(saves) => block.saves = Some(saves),
            Said::SaveAs(class, level) => block.save_as = Some((class, level)),
            Said::Attack(line) => self.attack(line),
            Said::Damage(all) => deal(&mut block.attacks, &all),
            Said::Ability(which, rating) => *ability(&mut block.abilities, which) = Some(rating),
            Said::Appearing(met) => block.appearing = Some(met),
            Said::Armour(armour) => {
                let Protection { shield, magic, .. } = block.protection;
                block.protection = Protection { armour: Some(armour), hide: None, shield, magic };
            }
            Said::Shield(points) => block.protection.shield = points,
            Said::Kind(kind) => block.kind = kind,
            Said::Race(race) => block.race = Some(race),
            Said::Trait(one) if !block.is(one) => block.traits.push(one),
            Said::Trait(_) => {}
            Said::Spell(name) => self.spell(&name, known),
        }
    }

    /// The armour class as a whole, in the direction in which the rules count.
    fn armour_class(&mut self, descending: bool, figure: i32) {
        let block = &mut self.block;
        match (self.counts_up, descending) {
            (true, false) => block.ascending = Some(figure),
            (false, true) => block.ac = Some(figure),
            (false, false) => block.ac = Some(BOTH_WAYS - figure),
            // The rules make their own figure of it.
            (true, true) => {
                block.protection = Protection { hide: Some(figure), ..Protection::default() };
                block.ascending = None;
            }
        }
    }

    fn attack(&mut self, line: Attack) {
        if !std::mem::replace(&mut self.armed, true) {
            self.block.attacks.clear();
        }
        self.block.attacks.push(line);
    }

    /// A copy of a spell, with what is known of one of that name.
    fn spell(&mut self, name: &str, known: &[&Spell]) {
        if !std::mem::replace(&mut self.casts, true) {
            self.block.spells.clear();
        }
        if let Some(spell) = self.block.spells.iter_mut().find(|spell| bare(&spell.name) == bare(name)) {
            spell.copies = spell.copies.map(|copies| copies.saturating_add(1));
            return;
        }
        let like = known.iter().find(|spell| bare(&spell.name) == bare(name) && !spell.power);
        let (power, sight, facts) = (false, false, Vec::new());
        let new = || Spell { name: name.into(), power, sight, copies: None, facts };
        let spell = like.map_or_else(new, |spell| (*spell).clone());
        self.block.spells.push(Spell { copies: Some(1), ..spell });
    }
}

fn ability(all: &mut Abilities, which: Ability) -> &mut Option<Rating> {
    match which {
        Ability::Str => &mut all.str,
        Ability::Int => &mut all.int,
        Ability::Wis => &mut all.wis,
        Ability::Dex => &mut all.dex,
        Ability::Con => &mut all.con,
        Ability::Cha => &mut all.cha,
    }
}

fn key_of(called: &str) -> Option<Key> {
    let called = bare(called);
    KEYS.iter().find(|(_, all)| all.contains(&&*called)).map(|(key, _)| *key)
}

fn key(token: &Token) -> Option<Key> {
    key_of(&token.low).filter(|_| !token.quoted)
}

/// Whether it is a key, alone or with its figure.
fn is_key(token: &Token) -> bool {
    let glued = || {
        token.glued().is_some_and(|(letters, _)| key_of(letters).is_some_and(|key| key != Key::Damage))
    };
    key(token).is_some() || glued()
}

/// How many tokens stand before the next key.
fn until_key(tokens: &[Token]) -> usize {
    tokens.iter().position(|token| is_key(token) && token.bracket.is_none()).unwrap_or(tokens.len())
}

fn level_of(figures: &str) -> Option<u8> {
    figures.parse().ok().filter(|level| *level <= 36)
}

/// `9`, or `5/9`: so many left of so many. More left than there are at most are none.
fn hp(text: &str) -> Option<Vec<Said>> {
    let Some((left, most)) = text.split_once('/') else {
        return Some(vec![Said::Hp(text.parse().ok()?)]);
    };
    let (left, most) = (left.parse().ok()?, most.parse().ok()?);
    (left <= most).then(|| vec![Said::Hp(most), Said::Left(left)])
}

/// More hit points left than there are: `5/4hp`.
fn overfull(text: &str) -> Option<String> {
    let (left, most) =
        text.split(' ').find_map(|word| word.strip_suffix("hp").unwrap_or(word).split_once('/'))?;
    let (left, most): (i32, i32) = (left.parse().ok()?, most.parse().ok()?);
    (left > most)
        .then(|| format!("{left}/{most}: found {left} hit points left, expected {most} at most"))
}

/// `1-1`, `3+1`, `2d8`.
fn hit_dice(text: &str) -> Option<HitDice> {
    let dice = || {
        let dice: DiceExpr = text.parse().ok().filter(|_| text.contains('d'))?;
        let plus = i8::try_from(dice.plus).ok()?;
        Some(HitDice { plus, ..HitDice::whole(dice.count) })
    };
    text.trim_end_matches("hp").parse().ok().or_else(dice)
}

/// `+1` as the bonus of a weapon or shield.
fn bonus(token: &Token) -> Option<i32> {
    token.low.parse().ok().filter(|_| token.low.starts_with(['+', '-']))
}

/// Saves by their letters: `D14 W15 P16 B17 S18`.
fn saves(tokens: &[Token]) -> Found<Vec<Said>> {
    let five = tokens.get(..SAVES.len())?;
    let one = |(token, letter): (&Token, char)| token.low.strip_prefix(letter)?.parse::<u8>().ok();
    let all: Vec<u8> = five.iter().zip(SAVES).map(one).collect::<Option<_>>()?;
    Some((vec![Said::Saves(all.try_into().ok()?)], SAVES.len()))
}

/// Dice as books write them: `1d6`, `d6`, `1-6`, `1d4/1d4/1d8`; a blow without dice deals what its weapon does.
fn dealt(token: &Token) -> impl Iterator<Item = Option<DiceExpr>> {
    let own = |text: &str| {
        let dice = || text.parse::<DiceExpr>().ok().filter(|_| !text.starts_with(['+', '-']));
        span(text).or_else(dice).map(Some).or((text == "weapon").then_some(None))
    };
    token.low.split('/').filter_map(own).collect::<Vec<_>>().into_iter()
}

/// The dice that give those numbers: `1-6`, `2-8`, `2-5`.
fn span(text: &str) -> Option<DiceExpr> {
    let (least, most) = text.split_once('-')?;
    let (least, most): (u16, u16) = (least.parse().ok()?, most.parse().ok()?);
    let several = (least > 0 && most % least == 0 && most > least).then(|| (least, most / least, 0));
    let usual = |sides: u16| [2, 3, 4, 6, 8, 10, 12, 20].contains(&sides);
    let one = (most > least).then(|| (1, most - least + 1, i32::from(least) - 1));
    let (count, sides, plus) = several.filter(|(_, sides, _)| usual(*sides)).or(one)?;
    Some(DiceExpr::new(u8::try_from(count).ok()?, sides, plus))
}

/// The attacks of a printed block: `2 claws (1d4), 1 bite (1d8)`, `1 weapon`, `1`.
fn attacks(tokens: &[Token]) -> Vec<Said> {
    let is_word = |token: &Token| token.bracket.is_some() && token.is_word();
    let unfolded: Vec<Token> = match tokens {
        // `3 (2 claws, bite)`
        [count, inner @ ..]
            if count.number().is_some() && inner.iter().any(is_word) && !dices(inner) =>
        {
            inner.iter().map(|token| Token { bracket: None, ..token.clone() }).collect()
        }
        all => all.to_vec(),
    };
    let (mut all, mut rest) = (Vec::new(), &unfolded[..]);
    while !rest.is_empty() {
        let own = rest
            .iter()
            .position(|token| token.ends || ends_attack(token))
            .map_or(rest.len(), |at| at + 1);
        // Brackets belong to what stands before them, and so does a stop behind them.
        let behind = rest[own..].iter().take_while(|token| token.bracket.is_some()).count();
        let (one, others) = rest.split_at(own + behind);
        all.extend(attack(one));
        rest = others;
    }
    all.into_iter().map(Said::Attack).collect()
}

/// Whether they say what is dealt.
fn dices(tokens: &[Token]) -> bool {
    tokens.iter().flat_map(dealt).flatten().any(|dice| dice.count > 0)
}

fn ends_attack(token: &Token) -> bool {
    token.bracket.is_none() && (token.low == "/" || token.low == "and" || token.low == "or")
}

fn attack(tokens: &[Token]) -> Option<Attack> {
    let count = tokens.iter().find_map(|token| token.low.trim_end_matches('x').parse::<u8>().ok());
    let dice =
        tokens.iter().find_map(|token| dealt(token).flatten().next().filter(|dice| dice.count > 0));
    let bonus = tokens.iter().filter(|token| token.bracket.is_none()).find_map(bonus);
    let is_name = |token: &&Token| {
        let filler = ["x", "/", "and", "or", "by", "with", "attacks", "attack"].contains(&&*token.low);
        token.bracket.is_none() && token.is_word() && !filler
    };
    let words: Vec<&str> = tokens.iter().filter(is_name).map(|token| &*token.low).collect();
    let several = count.is_some_and(|count| count > 1);
    let name = match words.join(" ") {
        none if none.is_empty() => "attack".into(),
        many if several => many.strip_suffix('s').map_or(many.clone(), str::to_string),
        one => one,
    };
    if count.is_none() && words.is_empty() && dice.is_none() {
        return None;
    }
    let damage = dice.map_or(Damage::Weapon(None), Damage::Dice);
    let count = count.unwrap_or(1).max(1);
    Some(Attack { count, bonus: bonus.unwrap_or(0), damage: Some(damage), ..Attack::new(&*name) })
}

/// Gives the attacks what they deal, one after the other; there may be more of these than of those.
fn deal(attacks: &mut Vec<Attack>, all: &[Option<DiceExpr>]) {
    let damage = |dice: Option<DiceExpr>| Some(dice.map_or(Damage::Weapon(None), Damage::Dice));
    let blows: usize = attacks.iter().map(|line| usize::from(line.count)).sum();
    if let [line] = &mut attacks[..]
        && all.len() > 1
        && all.len() == blows
    {
        // Blows that deal different damage are attacks of their own.
        let one = Attack { count: 1, ..line.clone() };
        *attacks = all.iter().map(|dice| Attack { damage: damage(*dice), ..one.clone() }).collect();
        return;
    }
    let mut rest = all.iter();
    for line in attacks {
        let step = if all.len() == blows { usize::from(line.count.max(1)) } else { 1 };
        if let Some(dice) = rest.by_ref().take(step).last() {
            line.damage = damage(*dice);
        }
    }
}

/// An attack of its own: `bite 1d6`, `2 claws 1d4`.
fn natural(tokens: &[Token]) -> Found<Vec<Said>> {
    let counted = usize::from(tokens.first()?.number().is_some());
    let length = tokens
        .iter()
        .skip(counted)
        .take(3)
        .take_while(|token| token.is_word() && !is_key(token))
        .count();
    let dice = tokens.get(counted + length).filter(|_| length > 0)?;
    let stops = tokens[..counted + length].iter().any(|token| token.ends);
    // `D2` is a dwarf.
    let has_dice = !dice.text.starts_with('D') && dealt(dice).flatten().any(|dice| dice.count > 0);
    if stops || !has_dice {
        return None;
    }
    let line = attack(&tokens[..=counted + length])?;
    Some((vec![Said::Attack(line)], counted + length + 1))
}
