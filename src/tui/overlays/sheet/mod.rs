//! The form of a stat block of any family. The rules report faults at their field.

mod d20;
mod d20_line;
mod notation;
mod piece;
mod wounds;
mod wounds_line;

use super::forms::edit::{Row, fixed};
use super::pages::why;
use super::{Done, Layer, Refused, closes};
use crate::rules::model::block::d20::{Block, D20};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Arrival, Command, Overrule};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::fault;
use crate::rules::model::ids::{CombatantId, RulesetId, SideId, Text};
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;
use crate::tui::session::Session;
use crate::tui::stock;
use crate::tui::table::view::View;
pub use notation::write_name;
use piece::Parts;
pub use piece::folded;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The columns of the form, wide enough for lines of attacks.
const COLUMNS: u16 = 76;

/// Opens the stat block under the cursor.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let who = view.board.cursor?;
    let title = format!("Stat block: {}", view.name(who));
    let block = view.e.block(view.e.get(who)?.block)?;
    let change = move |session: &mut Session, block| {
        session.run(vec![Command::Overrule(Overrule::Block(who, Arc::new(block)))])
    };
    Some(form(InPlay::here(view), block, title, change))
}

/// Opens a stat block to be changed and saved as one of the referee's own; if it is not, a renamed copy.
///
/// # Errors
/// Says why the rules do not admit the block.
pub fn own(rules: &dyn Ruleset, block: &StatBlock, own: bool) -> Result<Box<dyn Layer>, String> {
    let mut block = block.clone();
    if !own {
        block.rename(format!("My {}", block.name().to_lowercase()).into());
    }
    let admitted = rules.admit(block).map_err(|faults| fault::joined(&faults))?;
    let by = rules.about().id;
    let keep = move |session: &mut Session, block: StatBlock| match registry::ruleset(by)
        .admit(block.clone())
    {
        Ok(_) => closes(session.keep_own(&block)),
        Err(faults) => Err(Refused { why: fault::joined(&faults), field: None, faults }),
    };
    let in_play = InPlay { by, options: BTreeMap::new() };
    Ok(form(in_play, &admitted, "Custom creature".into(), keep))
}

/// The form of a stat block that the rules have admitted; `done` receives the changed block.
fn form(
    in_play: InPlay,
    block: &StatBlock,
    title: String,
    done: impl Fn(&mut Session, StatBlock) -> Done + 'static,
) -> Box<dyn Layer> {
    let comes_to = Rc::new(in_play);
    let explains = Rc::clone(&comes_to);
    let done = move |session: &mut Session, block: &StatBlock| done(session, block.clone());
    fixed(title, written(block), folded(rows(block, true)), done)
        .wide(COLUMNS)
        .coming_to(move |block| comes_to.of(block.clone()).unwrap_or_default())
        .explaining(move |view, block| explains.explained(view, block.clone()))
        .boxed()
}

/// The fields that matter most of a stat block with wounds.
const BODY: [&str; 8] =
    ["str", "end", "dex", "armour", "weapon_skill", "ranged_skill", "dodge", "attack"];

/// A stat block as written.
pub fn written(block: &StatBlock) -> StatBlock {
    block.written().map_or_else(|| block.clone(), |written| written.clone().into())
}

/// The rows of a stat block, admitted or as written, with its name first or without it.
pub fn rows(block: &StatBlock, named: bool) -> Parts<StatBlock> {
    let name = named.then_some("name").into_iter();
    let (mut first, mut others) = match block {
        StatBlock::Wounds(body) => {
            let first: Vec<&str> = name.chain(BODY).collect();
            within(wounds::SHEET.rows(body, |_| None, &first), |block| match block {
                StatBlock::Wounds(body) => Some(body),
                _ => None,
            })
        }
        StatBlock::D20(d20) => of_d20(&d20.block, Some(d20), name),
        StatBlock::Written(block) => of_d20(block, None, name),
    };
    others.retain(|row| row.field.label != "name");
    let shield = matches!(block, StatBlock::D20(d20) if d20.figures.shield != 0);
    let mut fields = first.iter_mut().map(|row| &mut row.field);
    let armour = fields.find(|field| ["ac", "ascending"].contains(&&*field.id));
    if let Some(armour) = armour.filter(|armour| shield && !armour.implied.is_empty()) {
        armour.implied.push_str(", shield and all");
    }
    (first, others)
}

fn of_d20(
    block: &Block,
    admitted: Option<&D20>,
    name: impl Iterator<Item = &'static str>,
) -> Parts<StatBlock> {
    let first: Vec<&str> = name.chain(d20::first(block, admitted)).collect();
    let known = |label: &str| derived(admitted?, label);
    within(d20::SHEET.rows(block, known, &first), |block| match block {
        StatBlock::Written(block) => Some(block),
        _ => None,
    })
}

/// The rows of the block of a family as those of a stat block of any.
fn within<T: 'static>(
    (first, others): Parts<T>,
    part: fn(&mut StatBlock) -> Option<&mut T>,
) -> Parts<StatBlock> {
    let all = |rows: Vec<Row<T>>| rows.into_iter().map(|row| row.within(part)).collect();
    (all(first), all(others))
}

/// The value the rules worked out for a figure that is not written. Armour class and attack are given only in the
/// direction in which the rules count.
fn derived(d20: &D20, label: &str) -> Option<i32> {
    let figures = &d20.figures;
    match (label, figures.counts_up()) {
        ("hp", _) => Some(figures.hp),
        ("ac", false) | ("ascending", true) => Some(figures.ac),
        ("thac0", false) => Some(figures.thac0),
        ("attack_bonus", true) => Some(figures.attack_bonus),
        _ => None,
    }
}

/// The rules and options with which a stat block would be played.
pub struct InPlay {
    by: RulesetId,
    options: BTreeMap<Text, Text>,
}

impl InPlay {
    /// The rules and options of the fight on display.
    pub fn here(view: &View) -> Self {
        Self { by: view.e.ruleset, options: view.e.options.clone() }
    }

    fn rules(&self) -> &'static dyn Ruleset {
        registry::ruleset(self.by)
    }

    /// Puts the block into a fight of its own; `None` if the rules do not admit it.
    fn in_own_fight(&self, block: StatBlock) -> Option<(Encounter, CombatantId)> {
        let arrival = Arrival::new(SideId(0), "x", Arc::new(block));
        let mut e = stock::mustered(self.rules(), "x", [arrival]);
        e.options.clone_from(&self.options);
        let who = e.all().next()?.id;
        Some((e, who))
    }

    /// Describes the block in play: the armour class as the table reads it and its terms, and whether it fights or
    /// saves as a normal human for lack of figures. `None` if the rules do not admit the block.
    pub fn of(&self, block: StatBlock) -> Option<String> {
        let rules = self.rules();
        let (e, who) = self.in_own_fight(block)?;
        let shield = e.d20(who).is_ok_and(|d20| d20.figures.shield != 0);
        let column = rules.glance(&e, who).columns.into_iter().enumerate().map(|(at, figure)| {
            let terms = figure.tally.terms().len() > 1;
            let why = words::sum(rules.about(), None, &figure.tally);
            let why = match (terms, shield && at == 0) {
                (true, _) => format!(" ({why})"),
                (false, true) => " (shield)".into(),
                (false, false) => String::new(),
            };
            let label = if figure.label.is_empty() { "Toughness" } else { &*figure.label };
            format!("{label} {}{why}", figure.value)
        });
        let figures = column.collect::<Vec<_>>().join(" · ");
        let human = e.d20(who).ok().and_then(as_normal_human);
        let human = human.map_or_else(String::new, |does| {
            format!("; without Hit Dice or class it {does} as a normal human")
        });
        Some(format!("In play: {figures}{human}"))
    }

    /// Opens a page of all its figures, with the terms of its armour class.
    pub fn explained(&self, view: &View, block: StatBlock) -> Option<Box<dyn Layer>> {
        let (e, who) = self.in_own_fight(block)?;
        why::figures_of(view, self.rules(), &e, who)
    }
}

/// What it does as a normal human, because its block says nothing else.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ruleset::about::Family;
    use crate::store::{Bestiary, ready};
    use crate::tui::overlays::forms::edit::fill;
    use crate::tui::overlays::forms::form::{Field, Value};

    fn in_play(by: RulesetId) -> InPlay {
        InPlay { by, options: BTreeMap::new() }
    }

    /// What the form says after `text` is entered into the field with that label.
    fn said(by: RulesetId, block: &StatBlock, label: &str, text: &str) -> String {
        let Ok(StatBlock::D20(d20)) = registry::ruleset(by).admit(block.clone()) else {
            return "not allowed by these rules".into();
        };
        let block = StatBlock::D20(d20);
        let mut rows = folded(rows(&block, true));
        if let Some(row) =
            rows.iter_mut().find(|row| [&row.field.id, &row.field.label].contains(&&label.to_string()))
        {
            row.field = Field::new(label, Value::Text(text.into()));
        }
        let mut block = written(&block);
        fill(&mut block, rows.iter().map(Row::parts)).expect("a form that can be read");
        in_play(by).of(block).expect("a block the rules take")
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
                assert_eq!(derived(&d20, armour), Some(d20.figures.ac), "{key}");
                assert!(derived(&d20, attack).is_some(), "{key}");
                let others = if up { ["ac", "thac0"] } else { ["ascending", "attack_bonus"] };
                assert!(others.iter().all(|label| derived(&d20, label).is_none()), "{key}");
            }
        }
    }

    #[test]
    fn a_shield_that_a_weapon_leaves_no_hand_for_is_seen_in_the_form() {
        let fighter = Bestiary::built_in(Family::D20).get("fighter-1").expect("a fighter");
        let armed = |attack| said(RulesetId::Bx, fighter, "attack", attack);
        assert_eq!(armed("sword"), "In play: AC 3 (shield)");
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
