//! A decision as input: what the rules leave to somebody at the table, and which answers fit.

use super::dice::Answer;
use super::ids::{CombatantId, SideId, Text};
use serde::{Deserialize, Serialize};

/// What a choice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Question {
    /// Sides or combatants tied for initiative: roll again, or act at once?
    Tie,
    /// A broken group runs or yields?
    Broken,
    /// Does somebody cut in here?
    CutIn,
    /// Is the magic item's save to be rolled?
    SaveItem,
    /// Whether an interrupt is used.
    Strike,
    /// The fight is over: does the clock go on to the next whole turn?
    WholeTurn,
    /// Which defence?
    Defence,
    /// Who is in the area?
    Area,
    /// Does a mind gainsay the one that would act?
    Veto,
    /// Does a mind stand up to the one that would enter?
    Stand,
    /// At whom?
    Target,
    /// Whom may a missile strike that went astray, in what order?
    Stray,
    /// What is made of a meeting?
    Meeting,
    /// Do they go after those who run?
    Pursuit,
    /// Which part of it is entangled?
    Entangled,
    /// May somebody blind save at all?
    BlindSave,
    /// Is there room to be pushed back into?
    Push,
    /// What comes loose and falls?
    Loose,
    /// By how much is the armour class worse of whose armour came loose?
    LooseArmour,
    /// Through whose reach does a move pass?
    Passed,
    /// Whom can a missile that went astray not reach?
    Spared,
    /// Which dice does the weapon deal, as it is held?
    WeaponDice,
}

/// One thing to pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// Roll again.
    Reroll,
    /// At the same time.
    Simultaneous,
    /// Run.
    Flee,
    /// Yield.
    Surrender,
    /// Yes.
    Yes,
    /// No.
    No,
    /// That combatant.
    Combatant(CombatantId),
    /// That side.
    Side(SideId),
    /// Something named.
    Named(Text),
    /// With that attack line of that combatant's.
    Line(CombatantId, u8),
    /// That defence.
    Defence(super::command::Defence),
    /// That item saves against that category.
    Item(Text, super::block::d20::Save),
}

/// A question for a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceRequest {
    /// What about.
    pub question: Question,
    /// The combatant it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// All whom it is about, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<Pick>,
    /// What can be picked; never empty.
    pub picks: Vec<Pick>,
    /// How many may be picked.
    pub how: HowMany,
    /// The standing answer: position in `picks`.
    pub default: usize,
}

impl ChoiceRequest {
    /// One of these, about nobody in particular; the first stands.
    pub fn one(question: Question, picks: Vec<Pick>) -> Self {
        let (who, side, among) = (None, None, Vec::new());
        Self { question, who, side, among, picks, how: HowMany::One, default: 0 }
    }

    /// Any number of these combatants, asked about that one; nobody stands.
    pub fn some_of(question: Question, who: CombatantId, of: &[CombatantId]) -> Self {
        let picks = of.iter().map(|one| Pick::Combatant(*one)).collect();
        Self { who: Some(who), how: HowMany::Some, ..Self::one(question, picks) }
    }
}

/// How a choice is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HowMany {
    /// Just one.
    One,
    /// Any number, none included.
    Some,
    /// All, in an order.
    Order,
    /// A number in that range, ends included.
    Number(i32, i32),
}

impl ChoiceRequest {
    /// Whether this answers the question.
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

    /// The answer that stands when nobody decides otherwise.
    pub fn standing(&self) -> Answer {
        match self.how {
            HowMany::One => Answer::One(self.default),
            HowMany::Some => Answer::Some(vec![]),
            HowMany::Order => Answer::Order((0..self.picks.len()).collect()),
            HowMany::Number(least, _) => Answer::Number(least),
        }
    }
}
