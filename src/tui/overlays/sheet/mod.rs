//! A stat block as a form, whatever its family; the rules name what is wrong, at its field.

mod d20;
mod d20_line;
mod notation;
mod piece;
mod wounds;
mod wounds_line;

use super::forms::boxes::FormBox;
use super::forms::form::Form;
use super::{Overlay, Verdict};
use crate::rules::model::block::d20::{Block, D20};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::error::RuleError;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::tui::table::view::View;
use piece::Sheet;
use std::sync::Arc;

/// The columns of the form: lines of attacks are long.
const COLUMNS: u16 = 76;

/// The stat block under the cursor.
pub fn open(view: &View) -> Option<Box<dyn Overlay>> {
    let who = view.board.cursor?;
    let title = format!("Stat block: {}", view.name(who));
    let block = view.e.block(view.e.get(who)?.block)?;
    let change =
        move |block| Verdict::Run(vec![Command::Overrule(Overrule::Block(who, Arc::new(block)))]);
    form(block, title, change)
}

/// A stat block to be changed and kept as one of the referee's own; of one that is not, a copy.
///
/// # Errors
/// Why the rules do not take it as it is.
pub fn own(rules: &dyn Ruleset, block: &StatBlock, own: bool) -> Result<Box<dyn Overlay>, String> {
    let mut block = block.clone();
    if !own {
        block.rename(format!("My {}", block.name().to_lowercase()).into());
    }
    let faults = |faults: Vec<RuleError>| {
        let details: Vec<&str> = faults.iter().filter_map(|fault| fault.detail.as_deref()).collect();
        details.join("; ")
    };
    let admitted = rules.admit(block).map_err(faults)?;
    let family = rules.about().id;
    let keep = move |block: StatBlock| match registry::ruleset(family).admit(block.clone()) {
        Ok(_) => Verdict::KeepOwn(Box::new(block)),
        Err(wrong) => Verdict::Refused(format!("({})", faults(wrong))),
    };
    form(&admitted, "A creature of your own".into(), keep).ok_or_else(|| "not by these rules".into())
}

/// The form over a stat block that rules have admitted, and what is done with the changed one.
fn form(
    block: &StatBlock,
    title: String,
    done: impl Fn(StatBlock) -> Verdict + 'static,
) -> Option<Box<dyn Overlay>> {
    Some(match block {
        StatBlock::D20(d20) => {
            let written = |block: Block| StatBlock::Written(Box::new(block));
            let form = d20::SHEET.form(&d20.block, |label| worked_out(d20, label));
            over(&d20::SHEET, d20.block.clone(), form, title, move |block| done(written(block)))
        }
        StatBlock::Wounds(body) => {
            let form = wounds::SHEET.form(body, |_| None);
            over(&wounds::SHEET, (**body).clone(), form, title, move |body| done(body.into()))
        }
        StatBlock::Written(_) => return None,
    })
}

/// What the rules made of what is not written.
fn worked_out(d20: &D20, label: &str) -> Option<i32> {
    match label {
        "hp" => Some(d20.figures.hp),
        "ac" => Some(d20.figures.ac),
        "thac0" => Some(d20.figures.thac0),
        _ => None,
    }
}

fn over<T: Clone + 'static>(
    sheet: &'static Sheet<T>,
    old: T,
    form: Form,
    title: String,
    done: impl Fn(T) -> Verdict + 'static,
) -> Box<dyn Overlay> {
    let notes = sheet.notes(&form);
    let filled = move |_: &View, form: &Form| sheet.filled(&old, form).map(&done);
    FormBox::new(title, form, filled).notes(notes).wide(COLUMNS).boxed()
}
