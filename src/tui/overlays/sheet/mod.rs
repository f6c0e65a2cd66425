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
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::error::RuleError;
use crate::rules::model::ids::{RulesetId, SideId, Text};
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;
use crate::tui::stock;
use crate::tui::table::view::View;
use piece::Sheet;
use std::collections::BTreeMap;
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
    form(InPlay::here(view), block, title, change)
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
    let by = rules.about().id;
    let keep = move |block: StatBlock| match registry::ruleset(by).admit(block.clone()) {
        Ok(_) => Verdict::KeepOwn(Box::new(block)),
        Err(wrong) => Verdict::Refused(format!("({})", faults(wrong))),
    };
    let in_play = InPlay { by, options: BTreeMap::new() };
    form(in_play, &admitted, "A creature of your own".into(), keep)
        .ok_or_else(|| "not by these rules".into())
}

/// The form over a stat block that rules have admitted, and what is done with the changed one.
fn form(
    in_play: InPlay,
    block: &StatBlock,
    title: String,
    done: impl Fn(StatBlock) -> Verdict + 'static,
) -> Option<Box<dyn Overlay>> {
    Some(match block {
        StatBlock::D20(d20) => {
            let written = |block: Block| StatBlock::Written(Box::new(block));
            let form = d20::SHEET.form(&d20.block, |label| worked_out(d20, label));
            let old = d20.block.clone();
            let outcome = move |form: &Form| {
                let block = d20::SHEET.filled(&old, form).ok();
                block.and_then(|block| in_play.of(written(block))).unwrap_or_default()
            };
            over(&d20::SHEET, d20.block.clone(), form, title, move |block| done(written(block)))
                .coming_to(outcome)
                .boxed()
        }
        StatBlock::Wounds(body) => {
            let form = wounds::SHEET.form(body, |_| None);
            over(&wounds::SHEET, (**body).clone(), form, title, move |body| done(body.into())).boxed()
        }
        StatBlock::Written(_) => return None,
    })
}

/// What the rules made of what is not written: armour class and attack in the direction in which they
/// count.
fn worked_out(d20: &D20, label: &str) -> Option<i32> {
    let figures = &d20.figures;
    match (label, figures.counts_up()) {
        ("hp", _) => Some(figures.hp),
        ("ac", false) | ("ascending", true) => Some(figures.ac),
        ("thac0", false) => Some(figures.thac0),
        ("attack_bonus", true) => Some(figures.attack_bonus),
        _ => None,
    }
}

/// The rules by which a stat block would be played.
struct InPlay {
    by: RulesetId,
    options: BTreeMap<Text, Text>,
}

impl InPlay {
    fn here(view: &View) -> Self {
        Self { by: view.e.ruleset, options: view.e.options.clone() }
    }

    /// Its armour class as the table reads it, with what it is made of, and whether nothing says how it
    /// fights or saves. `None`: the rules do not take it.
    fn of(&self, block: StatBlock) -> Option<String> {
        let rules = registry::ruleset(self.by);
        let arrival = Arrival::new(SideId(0), "x", Arc::new(block));
        let mut e = stock::mustered(rules, "x", [arrival]);
        e.options.clone_from(&self.options);
        let c = e.all().next()?;
        let column = rules.glance(&e, c.id).columns.into_iter().map(|figure| {
            let terms = figure.tally.terms().len() > 1;
            let why = words::sum(rules.about(), None, &figure.tally);
            let why = if terms { format!(" ({why})") } else { String::new() };
            format!("{} {}{why}", figure.label, figure.value)
        });
        let figures = column.collect::<Vec<_>>().join(" · ");
        let human = e.d20(c.id).ok().and_then(as_normal_human);
        let human = human.map_or_else(String::new, |does| {
            format!("; without Hit Dice or class it {does} as a normal human")
        });
        Some(format!("In play: {figures}{human}"))
    }
}

/// What it does as a normal human would, because nothing in its block says otherwise.
fn as_normal_human(d20: &D20) -> Option<&'static str> {
    let block = &d20.block;
    let written = if d20.figures.counts_up() { block.attack_bonus } else { block.thac0 };
    let (fights, saves) = (written.is_none(), block.saves.is_none() && block.save_as.is_none());
    match (fights, saves) {
        _ if block.class.is_some() || block.hd.is_some() => None,
        (true, true) => Some("fights and saves"),
        (true, false) => Some("fights"),
        (false, true) => Some("saves"),
        (false, false) => None,
    }
}

fn over<T: Clone + 'static>(
    sheet: &'static Sheet<T>,
    old: T,
    form: Form,
    title: String,
    done: impl Fn(T) -> Verdict + 'static,
) -> FormBox {
    let notes = sheet.notes(&form);
    let filled = move |_: &View, form: &Form| sheet.filled(&old, form).map(&done);
    FormBox::new(title, form, filled).notes(notes).wide(COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ruleset::about::Family;
    use crate::store::{Bestiary, ready};
    use crate::tui::overlays::forms::form::{Field, Value};

    fn in_play(by: RulesetId) -> InPlay {
        InPlay { by, options: BTreeMap::new() }
    }

    /// What the form says of it, after that was put into the field of that label.
    fn said(by: RulesetId, block: &StatBlock, label: &str, text: &str) -> String {
        let Ok(StatBlock::D20(d20)) = registry::ruleset(by).admit(block.clone()) else {
            return "not by these rules".into();
        };
        let mut form = d20::SHEET.form(&d20.block, |label| worked_out(&d20, label));
        if let Some(at) = form.fields.iter().position(|field| field.label == label) {
            form.fields[at] = Field::new(label, Value::Text(text.into()));
        }
        let block = d20::SHEET.filled(&d20.block, &form).expect("a form that can be read");
        in_play(by).of(StatBlock::Written(Box::new(block))).expect("a block the rules take")
    }

    #[test]
    fn the_armour_class_of_the_form_is_the_one_in_play() {
        for by in [RulesetId::Bx, RulesetId::Countdown] {
            let rules = registry::ruleset(by);
            for (key, block) in Bestiary::built_in(Family::D20).all() {
                let block = ready(rules, block);
                let arrival = Arrival::new(SideId(0), "x", Arc::new(block.clone()));
                let e = stock::mustered(rules, "x", [arrival]);
                let Some(c) = e.all().next() else { continue };
                let column = rules.glance(&e, c.id).columns;
                let figure = format!("In play: {} {}", column[0].label, column[0].value);
                let told = said(by, &block, "name", "Another");
                assert!(told.starts_with(&figure), "{key}: {told}, not {figure}");
            }
        }
    }

    #[test]
    fn a_figure_that_is_given_starts_from_what_the_rules_made_of_it() {
        for (by, up) in [(RulesetId::Bx, false), (RulesetId::Countdown, true)] {
            for (key, block) in Bestiary::built_in(Family::D20).all() {
                let Ok(StatBlock::D20(d20)) =
                    registry::ruleset(by).admit(ready(registry::ruleset(by), block))
                else {
                    continue;
                };
                let (armour, attack) = if up { ("ascending", "attack_bonus") } else { ("ac", "thac0") };
                assert_eq!(worked_out(&d20, armour), Some(d20.figures.ac), "{key}");
                assert!(worked_out(&d20, attack).is_some(), "{key}");
                let others = if up { ["ac", "thac0"] } else { ["ascending", "attack_bonus"] };
                assert!(others.iter().all(|label| worked_out(&d20, label).is_none()), "{key}");
            }
        }
    }

    #[test]
    fn a_shield_that_a_weapon_leaves_no_hand_for_is_seen_in_the_form() {
        let fighter = Bestiary::built_in(Family::D20).get("fighter-1").expect("a fighter");
        let armed = |attack| said(RulesetId::Bx, fighter, "attack", attack);
        assert_eq!(armed("sword"), "In play: AC 3");
        assert_eq!(armed("two-handed sword"), "In play: AC 4 (3 +1 two-handed = 4)");
        assert_eq!(said(RulesetId::Bx, fighter, "protection", "chain"), "In play: AC 4");
    }

    #[test]
    fn whoever_has_no_hit_dice_and_no_class_is_said_to_be_a_normal_human() {
        let bare = Block { name: "Cook".into(), hp: Some(3), ..Block::default() };
        let human = |block: &Block| {
            let said = in_play(RulesetId::Bx).of(block.clone().into()).expect("taken");
            said.split_once("class it ").map(|(_, does)| does.to_string())
        };
        assert_eq!(human(&bare).as_deref(), Some("fights and saves as a normal human"));
        let fights = Block { thac0: Some(19), ..bare.clone() };
        assert_eq!(human(&fights).as_deref(), Some("saves as a normal human"));
        let saves = Block { saves: Some([12; 5]), ..bare.clone() };
        assert_eq!(human(&saves).as_deref(), Some("fights as a normal human"));
        assert_eq!(human(&Block { saves: Some([12; 5]), ..fights }), None);
        assert_eq!(human(&Block { hd: "1".parse().ok(), ..bare.clone() }), None);
        let up = in_play(RulesetId::Countdown).of(bare.into()).expect("taken");
        assert!(up.ends_with("fights and saves as a normal human"), "{up}");
    }
}
