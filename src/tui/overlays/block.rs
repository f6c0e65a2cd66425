//! A stat block, changed in the fight; the rules name what is wrong, at its field.

use super::boxes::FormBox;
use super::form::{Field, Form, Value};
use super::notation::PARTS;
use super::{Overlay, Verdict, body};
use crate::rules::combatant::StatBlock;
use crate::rules::command::{Command, Overrule};
use crate::rules::d20::block::{Attack, Block, D20, Damage};
use crate::rules::error::RuleError;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::tui::view::View;
use std::sync::Arc;

/// The fields before the attacks.
const NUMBERS: [&str; 5] = ["hp", "ac", "thac0", "level", "morale"];

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
    let d20 = match block {
        StatBlock::D20(d20) => d20.clone(),
        StatBlock::Wounds(known) => return Some(body::open((**known).clone(), title, done)),
        StatBlock::Written(_) => return None,
    };
    let form = Form::new(fields(&d20));
    let filled =
        move |_: &View, form: &Form| Ok(done(StatBlock::Written(Box::new(filled(&d20.block, form)?))));
    let notes = notes(&form);
    Some(FormBox::new(title, form, filled).notes(notes).boxed())
}

/// What each field takes, while it has the keys.
fn notes(form: &Form) -> Vec<String> {
    let note = |field: &Field| match PARTS.iter().find(|part| part.label == field.label) {
        Some(part) => format!("{}; empty leaves it out", part.like),
        None => "none: worked out by the rules".into(),
    };
    form.fields.iter().map(note).collect()
}

fn fields(d20: &D20) -> Vec<Field> {
    let (block, figures) = (&d20.block, &d20.figures);
    let number = |label: &str, written: Option<i32>, otherwise: i32| {
        Field::may(label, Value::number(written.unwrap_or(otherwise)), written.is_some())
    };
    let mut fields = vec![Field::new("name", Value::Text(block.name.to_string()))];
    fields.push(number("hp", block.hp, figures.hp));
    fields.push(number("ac", block.ac, figures.ac));
    fields.push(number("thac0", block.thac0, figures.thac0));
    fields.push(number("level", block.level.map(i32::from), 1));
    fields.push(number("morale", block.morale.map(i32::from), 8));
    let hd = block.hd.map_or_else(|| "1".into(), |hd| hd.to_string());
    fields.push(Field::may("hd", Value::Text(hd), block.hd.is_some()));
    for attack in &block.attacks {
        fields.push(Field::new("attack", Value::Text(written(attack))));
    }
    fields.push(Field::may("attack", Value::Text("claw 1d6".into()), false));
    fields.extend(PARTS.iter().map(|part| Field::new(part.label, Value::Text((part.write)(block)))));
    fields.push(Field::new("notes", Value::Text(block.notes.to_string())));
    fields
}

/// An attack line as it is typed: `2 claw +1 1d6`.
fn written(attack: &Attack) -> String {
    let count = if attack.count > 1 { format!("{} ", attack.count) } else { String::new() };
    let bonus = if attack.bonus == 0 { String::new() } else { format!(" {:+}", attack.bonus) };
    let damage = match &attack.damage {
        Some(Damage::Dice(dice)) => format!(" {dice}"),
        _ => String::new(),
    };
    format!("{count}{}{bonus}{damage}", attack.name)
}

/// Reads an attack line over the one that stood there.
fn read(text: &str, old: Option<&Attack>) -> Result<Attack, String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let count = words.first().and_then(|word| word.parse::<u8>().ok());
    if count.is_some() {
        words.remove(0);
    }
    let is_dice =
        |word: &&str| word.contains('d') && word.parse::<crate::rules::dice::DiceExpr>().is_ok();
    let dice = words.last().filter(|word| is_dice(word)).and_then(|word| word.parse().ok());
    if dice.is_some() {
        words.pop();
    }
    let is_bonus = |word: &&str| word.starts_with(['+', '-']);
    let bonus = words.last().filter(|word| is_bonus(word)).and_then(|word| word.parse::<i32>().ok());
    if bonus.is_some() {
        words.pop();
    }
    if words.is_empty() {
        return Err("expected like \"2 claw 1d6\" or \"sword +1\"".into());
    }
    let mut attack = old.cloned().unwrap_or_else(|| Attack::new(""));
    attack.name = words.join(" ").into();
    attack.count = count.unwrap_or(1);
    attack.bonus = bonus.unwrap_or(0);
    match (dice, &attack.damage) {
        (Some(dice), _) => attack.damage = Some(Damage::Dice(dice)),
        (None, Some(Damage::Dice(_))) => attack.damage = None,
        _ => {}
    }
    Ok(attack)
}

fn filled(old: &Block, form: &Form) -> Result<Block, (usize, String)> {
    let mut block = old.clone();
    block.name = form.fields[0].text().into();
    let mut numbers = [None; NUMBERS.len()];
    for (at, number) in numbers.iter_mut().enumerate() {
        let field = &form.fields[at + 1];
        if field.is_given() {
            *number = Some(field.number().map_err(|fault| (at + 1, fault))?);
        }
    }
    let small = |at: usize| {
        numbers[at].map(u8::try_from).transpose().map_err(|_| (at + 1, "expected 0 to 255".to_string()))
    };
    (block.hp, block.ac, block.thac0) = (numbers[0], numbers[1], numbers[2]);
    (block.level, block.morale) = (small(3)?, small(4)?);
    let hd = &form.fields[NUMBERS.len() + 1];
    block.hd = if hd.is_given() {
        Some(hd.text().parse().map_err(|fault| (NUMBERS.len() + 1, fault))?)
    } else {
        None
    };
    block.attacks.clear();
    let first = NUMBERS.len() + 2;
    let last = form.fields.len() - 1;
    let parts = last - PARTS.len();
    for at in first..parts {
        let field = &form.fields[at];
        if field.is_given() && !field.text().is_empty() {
            let attack = read(field.text(), old.attacks.get(at - first)).map_err(|fault| (at, fault))?;
            block.attacks.push(attack);
        }
    }
    for (at, part) in (parts..last).zip(PARTS) {
        part.put(form.fields[at].text(), &mut block).map_err(|fault| (at, fault))?;
    }
    block.notes = form.fields[last].text().into();
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_lines_are_read_as_written() {
        for text in ["sword", "2 claw 1d6", "sword +1", "2 bite -1 2d4+1"] {
            assert_eq!(read(text, None).map(|attack| written(&attack)), Ok(text.to_string()));
        }
        assert!(read("2", None).is_err());
    }
}
