//! The rolls that the table makes together, and the field in which each is typed.

use super::dice::{numbers, read};
use crate::rules::model::dice::{Purpose, Roll, RollRequest};
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::fight::fold_initiative;
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::table::view::View;

/// Rolls that are typed in one field.
#[derive(Clone)]
pub struct Throw {
    asks: Vec<RollRequest>,
    /// Whether one roll counts for all of them.
    shared: bool,
    label: String,
}

/// A roll with what was typed for it; `None`: the machine rolls.
pub type Known = (RollRequest, Option<Roll>);

impl Throw {
    /// The roll that its field is for, if it is just one.
    pub fn only(&self) -> Option<&RollRequest> {
        if let [ask] = &self.asks[..] { Some(ask) } else { None }
    }

    /// Its field.
    pub fn field(&self) -> Field {
        Field::new(&*self.label, Value::Faces(String::new()))
    }

    /// The rolls typed in its field, in the order in which they are asked for.
    ///
    /// # Errors
    /// Says why the dice cannot show that.
    pub fn read(&self, field: &Field) -> Result<Vec<Known>, String> {
        let text = field.text();
        if self.shared || self.asks.len() == 1 {
            let one = |ask: &RollRequest| {
                let roll = if text.is_empty() { None } else { Some(read(ask, text)?) };
                Ok((ask.clone(), roll))
            };
            return self.asks.iter().map(one).collect();
        }
        let (typed, of) = (numbers(text).count(), self.asks.len());
        if typed > of {
            return Err(format!("found {typed} numbers, expected {of}"));
        }
        let words = numbers(text).map(Some).chain(std::iter::repeat(None));
        let one = |(ask, word): (&RollRequest, Option<&str>)| {
            Ok((ask.clone(), word.map(|word| read(ask, word)).transpose()?))
        };
        self.asks.iter().zip(words).map(one).collect()
    }
}

/// Groups rolls by the field in which they are typed: initiative by what one throw decides, the others by the row of
/// whoever rolls.
pub fn throws(view: &View, asks: Vec<RollRequest>) -> Vec<Throw> {
    let mut throws: Vec<Throw> = Vec::new();
    for ask in asks {
        let found = throws.iter_mut().find(|throw| goes_with(view, &throw.asks[0], &ask));
        match found {
            Some(throw) => throw.asks.push(ask),
            None => {
                let shared = ask.purpose == Purpose::Initiative;
                throws.push(Throw { asks: vec![ask], shared, label: String::new() });
            }
        }
    }
    for at in 0..throws.len() {
        let label = label(view, &throws[at].asks);
        let is_taken = throws[..at].iter().any(|other| other.label == label);
        throws[at].label = if is_taken { format!("{label} ({})", at + 1) } else { label };
    }
    throws
}

/// Whether a roll is typed in the field of another.
fn goes_with(view: &View, first: &RollRequest, ask: &RollRequest) -> bool {
    let kind = |ask| fold_initiative::kind(view.board, view.e, ask);
    let row = |ask: &RollRequest| ask.who.map(|who| view.board.row_of(who));
    let one_die = |ask: &RollRequest| (ask.count == 1, ask.sides, ask.need);
    match ask.purpose {
        Purpose::Initiative => kind(ask).is_some() && kind(ask) == kind(first),
        purpose => {
            (purpose, row(ask)) == (first.purpose, row(first))
                && ask.count == 1
                && ask.who != first.who
                && one_die(ask) == one_die(first)
        }
    }
}

fn label(view: &View, asks: &[RollRequest]) -> String {
    let who: Vec<CombatantId> = asks.iter().filter_map(|ask| ask.who).collect();
    let ask = &asks[0];
    let name = match (&who[..], ask.side) {
        ([], Some(side)) => words::side(view.e, side).to_string(),
        ([], None) => "-".into(),
        (who, _) => words::counted(view.e, who),
    };
    let added = if ask.tally.is_empty() { String::new() } else { words::signed(ask.tally.total()) };
    let dice = format!("{}d{}{added}", ask.count, ask.sides);
    match (ask.purpose, ask.need) {
        (Purpose::Initiative, _) => format!("{name}, {dice}"),
        (purpose, Some(need)) => format!("{name}, {}", needs(purpose, need, ask.under)),
        (purpose, None) => format!("{}, {dice}", purpose.noun()),
    }
}

/// What a roll needs, in few columns: `save 14+`, `check to 9`.
fn needs(purpose: Purpose, need: i32, under: bool) -> String {
    let noun = if let Purpose::Save(_) = purpose { "save" } else { purpose.words().noun };
    if under { format!("{noun} to {need}") } else { format!("{noun} {need}+") }
}
