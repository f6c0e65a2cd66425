//! Choices: decisions the rules leave to the table, and the answers they accept.

use super::dice::Answer;
use super::ids::{CombatantId, SideId, Text};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The words of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// What is asked, without its mark: `Give chase`.
    Asks(&'static str),
    /// What has come up: `A tie`.
    Says(&'static str),
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asks(text) => write!(f, "{text}?"),
            Self::Says(text) => f.write_str(text),
        }
    }
}

/// Defines the questions, each with its words.
macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident $how:ident($text:literal);)*) => {
        /// The subject of a choice.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Question {
            $($(#[$doc])* $name,)*
        }

        impl Question {
            /// Its words.
            pub const fn words(self) -> Query {
                match self {
                    $(Self::$name => Query::$how($text),)*
                }
            }
        }
    };
}

questions! {
    /// On tied initiative, reroll or act simultaneously?
    Tie Says("A tie");
    /// Does a broken group flee or surrender?
    Broken Says("They break");
    /// Does a combatant cut in here?
    CutIn Asks("Does anyone cut in");
    /// Is the magic item's saving throw rolled?
    SaveItem Asks("Roll for the item");
    /// Is an interrupt used?
    Strike Asks("Attack now");
    /// The fight is over: does the clock advance to the next whole turn?
    WholeTurn Asks("Move the clock on to the next whole turn");
    /// Which defence?
    Defence Asks("Which defence");
    /// Who is in the area?
    Area Asks("Who is in the area");
    /// Does another mind in the body veto the one that would act?
    Veto Asks("Does this mind veto it");
    /// Does a mind resist the one that would enter?
    Stand Asks("Does this mind resist");
    /// Which target?
    Target Asks("At whom");
    /// Whom may a stray missile hit, and in what order?
    Stray Asks("Who may be hit by a stray shot, in order");
    /// How does the reaction turn out?
    Meeting Asks("How do they respond");
    /// Do they pursue those who flee?
    Pursuit Asks("Give chase");
    /// Which part of the target is entangled?
    Entangled Asks("What is entangled");
    /// May a blind combatant save at all?
    BlindSave Asks("May it save although blind");
    /// Is there room to be pushed back into?
    Push Asks("Is there room to push it back");
    /// What comes loose and falls?
    Loose Asks("What comes loose");
    /// By how much does loose armour worsen the armour class?
    LooseArmour Asks("How much worse is its armour class");
    /// Through whose reach does a move pass?
    Passed Asks("Whose reach does it pass through");
    /// Whom can a stray missile not hit?
    Spared Asks("Who is out of its reach");
    /// What does a rule of the house book ask? Its words are the first of those it is about.
    House Says("A rule of the house");
    /// Which damage dice apply, given how the weapon is held?
    WeaponDice Asks("Which damage dice");
}

/// An option to pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// Roll again.
    Reroll,
    /// Act simultaneously.
    Simultaneous,
    /// Flee.
    Flee,
    /// Surrender.
    Surrender,
    /// Yes.
    Yes,
    /// No.
    No,
    /// A combatant.
    Combatant(CombatantId),
    /// A side.
    Side(SideId),
    /// A named option.
    Named(Text),
    /// An attack line of a combatant.
    Line(CombatantId, u8),
    /// A defence.
    Defence(super::fact::Defence),
    /// An item, saved for in that category.
    Item(Text, super::block::save::Save),
}

/// A request for a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceRequest {
    /// The subject.
    pub question: Question,
    /// The combatant it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// All combatants or sides it is about, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<Pick>,
    /// The options; never empty.
    pub picks: Vec<Pick>,
    /// How many may be picked.
    pub how: HowMany,
    /// The default answer, as an index into `picks`.
    pub default: usize,
}

impl ChoiceRequest {
    /// Creates a request for one of these options, with the first as default.
    pub fn one(question: Question, picks: Vec<Pick>) -> Self {
        let (who, side, among) = (None, None, Vec::new());
        Self { question, who, side, among, picks, how: HowMany::One, default: 0 }
    }

    /// Creates a request for any number of these combatants, asked about `who`; none is the default.
    pub fn some_of(question: Question, who: CombatantId, of: &[CombatantId]) -> Self {
        let picks = of.iter().map(|one| Pick::Combatant(*one)).collect();
        Self { who: Some(who), how: HowMany::Some, ..Self::one(question, picks) }
    }
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HowMany {
    /// Exactly one.
    One,
    /// Any number, including none.
    Some,
    /// All, in an order.
    Order,
    /// A number in an inclusive range.
    Number(i32, i32),
}

impl ChoiceRequest {
    /// What is asked: of a house rule its own question.
    pub fn asked(&self) -> String {
        match (self.question, &self.among[..]) {
            (Question::House, [Pick::Named(text)]) => format!("{text}?"),
            (question, _) => question.words().to_string(),
        }
    }

    /// Whether the answer is valid.
    pub fn accepts(&self, answer: &Answer) -> bool {
        let picks = self.picks.len();
        let distinct = |list: &[usize]| {
            list.iter().all(|&i| i < picks) && (1..list.len()).all(|i| !list[..i].contains(&list[i]))
        };
        match (self.how, answer) {
            (HowMany::One, Answer::One(at)) => *at < picks,
            (HowMany::Some, Answer::Some(list)) => distinct(list),
            (HowMany::Order, Answer::Order(list)) => list.len() == picks && distinct(list),
            (HowMany::Number(least, most), Answer::Number(n)) => (least..=most).contains(n),
            _ => false,
        }
    }

    /// Returns the default answer.
    pub fn standing(&self) -> Answer {
        match self.how {
            HowMany::One => Answer::One(self.default),
            HowMany::Some => Answer::Some(vec![]),
            HowMany::Order => Answer::Order((0..self.picks.len()).collect()),
            HowMany::Number(least, _) => Answer::Number(least),
        }
    }
}
