//! Fifth-edition stat blocks: parses attack sentences and supplies guide values for what old-school rules lack there.

use crate::rules::model::block::d20::{
    Attack, Block, CreatureKind, Damage, HitDice, Range, Size, Spell, Trait,
};
use crate::shorthand::printed::armour_class::BOTH_WAYS;
use crate::shorthand::printed::attacks::is_same;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::{Sheet, Tables};

/// The reason given for a converted value.
pub const GUIDE: &str = "guide value";
/// Morale of undead and constructs, which never check it.
const FEARLESS: u8 = 12;

/// An action of a stat block.
#[derive(Debug, Clone, Default)]
pub struct Action {
    /// The name.
    pub name: String,
    /// The description.
    pub text: String,
    /// The attack bonus, used where the description states none.
    pub to_hit: Option<i32>,
    /// The damage dice, used where the description states none.
    pub dice: String,
    /// The limit on its use, if any.
    pub usage: String,
}

/// Sets the armour class, which is ascending from 10.
pub fn armour_class(sheet: &mut Sheet, figure: Option<i32>) {
    sheet.tables = Tables::None;
    if let Some(figure) = figure {
        (sheet.block.ac, sheet.block.ascending) = (Some(BOTH_WAYS - figure.clamp(-2, 39)), Some(figure));
        sheet.guess("ascending", GUIDE);
        sheet.guess("ac", GUIDE);
    }
}

/// Sets the hit points, and the Hit Dice from the number of hit point dice, else from the challenge rating.
pub fn hit_points(sheet: &mut Sheet, points: Option<i32>, dice: &str, challenge: &str) {
    sheet.block.hp = points;
    let bare = dice.trim().trim_start_matches('(');
    if let Some(dice) = Cursor(bare).dice().filter(|dice| dice.count > 0) {
        sheet.block.hd = Some(HitDice::whole(dice.count.min(99)));
        sheet.guess("hd", GUIDE);
        return;
    }
    let mut challenge = Cursor(challenge);
    if let Some(whole) = challenge.number() {
        let fraction = challenge.rest().starts_with('/');
        let part = challenge.rest().starts_with('.')
            && challenge.rest().contains(|sign| ('1'..='9').contains(&sign));
        let whole = if fraction { 1 } else { whole + i32::from(part) };
        sheet.block.hd = u8::try_from(whole.clamp(1, 99)).ok().map(HitDice::whole);
        sheet.guess("hd", "from the challenge rating");
    }
}

/// Sets size and traits from a line such as `Large undead, unaligned`.
pub fn kind(sheet: &mut Sheet, size: &str, kind: &str) {
    let low = format!("{size} {kind}").to_lowercase();
    let has = |words: &[&str]| {
        words.iter().any(|word| low.split(|c: char| !c.is_alphabetic()).any(|own| own == *word))
    };
    if has(&["tiny", "small"]) {
        sheet.block.size = Some(Size::Small);
    } else if has(&["large", "huge", "gargantuan"]) {
        sheet.block.size = Some(Size::Large);
    }
    if has(&["undead"]) {
        sheet.has(Trait::UNDEAD);
    }
    if has(&["undead", "construct"]) && sheet.block.kind == CreatureKind::Monster {
        sheet.block.morale = Some(FEARLESS);
        sheet.guess("morale", GUIDE);
    }
}

/// Adds the attacks among the actions; the others become powers or notes.
pub fn actions(sheet: &mut Sheet, path: &str, actions: &[Action]) {
    let mut lines: Vec<(Attack, i32)> = Vec::new();
    let mut multiattacks: Vec<&Action> = Vec::new();
    for action in actions {
        if action.name.to_lowercase().starts_with("multiattack") {
            multiattacks.push(action);
            continue;
        }
        match attack(action) {
            Some(ReadAttack { line, to_hit, rest }) => {
                sheet.note(&format!("{path}.{}", action.name), &rest);
                lines.push((line, to_hit));
            }
            None => other(sheet, path, action),
        }
    }
    for action in multiattacks {
        if !set_counts(&mut lines, &action.text) {
            sheet.note(&format!("{path}.{}", action.name), &action.text);
        }
    }
    let Some(best) = lines.iter().map(|(_, to_hit)| *to_hit).max() else { return };
    sheet.block.attack_bonus = Some(best.clamp(-5, 30));
    sheet.block.thac0 = Some((BOTH_WAYS - best).clamp(1, 25));
    sheet.guess("attack_bonus", GUIDE);
    sheet.guess("thac0", GUIDE);
    for (mut line, to_hit) in lines {
        line.to_hit = (to_hit - best).clamp(-10, 0);
        if line.range == Some(Range::Missile) && line.feet.is_some() {
            sheet.guess("attacks", format!("{}: ranges in three bands", line.name));
        }
        sheet.block.attacks.push(line);
    }
}

/// Adds an action that is no attack: limited or recharging ones as powers, the text of all as a note.
fn other(sheet: &mut Sheet, path: &str, action: &Action) {
    let low = format!("{} {}", action.name, action.usage).to_lowercase();
    let now_and_again = low.contains("recharge") || low.contains("/day") || low.contains("per_day");
    if now_and_again && sheet.block.spells.len() < 20 {
        let name = action.name.split('(').next().unwrap_or_default().trim();
        let (power, sight, copies, facts) = (true, false, None, Vec::new());
        if !name.is_empty() {
            sheet.block.spells.push(Spell { name: name.into(), power, sight, copies, facts });
            sheet.guess("spells", format!("{name}: a power, judging by its text"));
        }
    }
    sheet.note(&format!("{path}.{}", action.name), &format!("{} {}", action.usage, action.text));
}

/// The offset of the effect in a sentence without `Hit:`: after the bonus, or after the reach, whose `ft.` does not end
/// the sentence.
fn effect_offset(low: &str) -> usize {
    let behind = |word: &str| low.find(word).map(|at| at + word.len());
    behind(" ft. ").or_else(|| behind("to hit")).unwrap_or(0)
}

struct ReadAttack {
    line: Attack,
    to_hit: i32,
    rest: String,
}

/// Parses `Melee Weapon Attack: +4 to hit, reach 10 ft., one target. Hit: 6 (1d8 + 2) bludgeoning damage.`
fn attack(action: &Action) -> Option<ReadAttack> {
    let text = action.text.replace(['_', '*'], "");
    let text = text.replace(['–', '−'], "-");
    let low = text.to_ascii_lowercase();
    let to_hit = to_hit(&text, &low).or(action.to_hit)?;
    let mut line = Attack::new(head(&action.name).as_str());
    let hit = low.find("hit:").map(|at| at + 4);
    let hit = hit.or_else(|| low.find("damage").map(|_| effect_offset(&low)));
    let (damage, rest) = hit.and_then(|at| text.get(at..)).map_or((None, ""), damage);
    let told = Cursor(&action.dice).dice();
    line.damage = Some(damage.or(told.map(Damage::Dice)).unwrap_or(Damage::Nothing));
    let ranged = low.contains("ranged");
    line.range = match (low.contains("melee"), ranged || low.contains("range ")) {
        (true, true) => Some(Range::Both),
        (false, true) => Some(Range::Missile),
        _ => None,
    };
    line.feet = feet(&low);
    Some(ReadAttack { line, to_hit, rest: rest.trim_matches(['.', ' ', ',']).to_string() })
}

/// Strips a parenthesis from the end of a name.
fn head(name: &str) -> String {
    let bare = name.split('(').next().unwrap_or_default().trim().trim_end_matches('.');
    crate::shorthand::printed::head::tidy(if bare.is_empty() { "attack" } else { bare })
}

/// Whether a text states the bonus of an attack roll.
pub fn has_bonus(text: &str) -> bool {
    let text = text.replace(['_', '*'], "").replace(['–', '−'], "-");
    to_hit(&text, &text.to_ascii_lowercase()).is_some()
}

fn to_hit(text: &str, low: &str) -> Option<i32> {
    let sign = |from: usize| text.get(from..).and_then(|rest| Cursor(rest).int());
    if let Some(at) = low.find("to hit") {
        let before = text.get(..at)?;
        let from = before.rfind(['+', '-'])?;
        return sign(from).filter(|_| at - from < 12);
    }
    // 2024: `Melee Attack Roll: +11, reach 10 ft.`
    let at = low.find("attack roll")? + "attack roll".len();
    let rest = text.get(at..)?.trim_start_matches([':', '.', ' ']);
    rest.starts_with(['+', '-']).then(|| Cursor(rest).int()).flatten()
}

/// Returns the first parenthesized dice of the first sentence, or a plain number, and the rest of the text.
fn damage(text: &str) -> (Option<Damage>, &str) {
    let stop = [". ", " plus "].iter().filter_map(|stop| text.find(stop)).min().unwrap_or(text.len());
    let mut from = 0;
    while let Some(at) = text.get(from..stop).and_then(|part| part.find('(')) {
        let mut cursor = Cursor(&text[from + at + 1..]);
        if let Some(dice) = cursor.dice().filter(|_| cursor.0.trim_start().starts_with(')')) {
            let rest = cursor.0.trim_start().trim_start_matches(')');
            let rest = rest.find("damage").map_or(rest, |at| &rest[at + 6..]);
            return (Some(Damage::Dice(dice)), rest);
        }
        from += at + 1;
    }
    let mut cursor = Cursor(text);
    match cursor.dice().or_else(|| cursor.number().and_then(|n| format!("{n}").parse().ok())) {
        Some(dice) => {
            let rest = cursor.0.find("damage").map_or(cursor.0, |at| &cursor.0[at + 6..]);
            (Some(Damage::Dice(dice)), rest)
        }
        None => (None, text),
    }
}

/// Parses `range 30/120 ft.` into three range bands, in feet: half the normal range, the normal, the long.
fn feet(low: &str) -> Option<[u32; 3]> {
    let at = low.find("range ")?;
    let mut cursor = Cursor(low.get(at + 6..)?);
    let near = u32::try_from(cursor.number()?).ok().filter(|feet| (1..=5000).contains(feet))?;
    let far =
        if cursor.eat("/") { cursor.number().and_then(|feet| u32::try_from(feet).ok()) } else { None };
    Some([(near / 2).max(1), near, far.unwrap_or(near).clamp(near, 5000)])
}

/// Sets the number of attacks a round from the multiattack text; returns whether the text states any.
fn set_counts(lines: &mut [(Attack, i32)], text: &str) -> bool {
    let low = text.to_lowercase();
    let words: Vec<&str> = low
        .split(|sign: char| !(sign.is_alphanumeric() || sign == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let mut understood = false;
    for (at, word) in words.iter().enumerate() {
        let Some(count) =
            Cursor(word).count().filter(|count| (1..=10).contains(count) && !word.starts_with('a'))
        else {
            continue;
        };
        let phrase = words.get(at + 1..).unwrap_or_default();
        let phrase = &phrase[..phrase.len().min(5)];
        let named = lines.iter_mut().find(|(line, _)| {
            let own = line.name.to_lowercase();
            let last = own.split_whitespace().next_back().unwrap_or_default().to_string();
            let until =
                phrase.iter().position(|word| Cursor(word).count().is_some() && !word.starts_with('a'));
            phrase[..until.unwrap_or(phrase.len())].iter().any(|word| is_same(word, &last))
        });
        if let Some((line, _)) = named {
            (line.count, understood) = (count, true);
        } else if let [(line, _)] = lines
            && phrase.iter().any(|word| word.starts_with("attack"))
        {
            (line.count, understood) = (count, true);
        }
    }
    understood
}

/// Sets the speed, in feet a round.
pub fn speed(sheet: &mut Sheet, walk: Option<i32>, others: &[String]) {
    let walk = walk.and_then(|feet| u32::try_from(feet).ok());
    let Block { movement, .. } = &mut sheet.block;
    (movement.encounter, movement.base) = (walk, walk.and_then(|feet| feet.checked_mul(3)));
    movement.other = (!others.is_empty()).then(|| others.join(", ").as_str().into());
    if walk.is_some() {
        sheet.guess("movement", GUIDE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(actions: &[(&str, &str)]) -> Vec<String> {
        let all: Vec<Action> = actions
            .iter()
            .map(|(name, text)| Action {
                name: (*name).into(),
                text: (*text).into(),
                ..Action::default()
            })
            .collect();
        let mut sheet = Sheet::named("x");
        super::actions(&mut sheet, "actions", &all);
        let one = |line: &Attack| {
            let damage = match &line.damage {
                Some(Damage::Dice(dice)) => dice.to_string(),
                _ => "nothing".into(),
            };
            format!("{} {} {damage} {:+} {:?}", line.count, line.name, line.to_hit, line.feet)
        };
        sheet.block.attacks.iter().map(one).collect()
    }

    #[test]
    fn sentences_are_attacks() {
        let vine = "Melee Weapon Attack: +4 to hit, reach 10 ft., one target. Hit: 6 (1d8 + 2) bludgeoning damage.";
        let spit = "_Ranged Weapon Attack:_ +2 to hit, range 30/120 ft. _Hit:_ 1 acid damage, plus 3 (1d6) fire damage.";
        let new = "Melee Attack Roll: +11, reach 10 ft. 13 (2d6 + 6) Slashing damage";
        let net = "Ranged Weapon Attack: +4 to hit, range 5/15 ft. Hit: the target is restrained.";
        let multiattacks = "The lurker makes two vine attacks and one with its spit.";
        assert_eq!(
            lines(&[("Multiattack", multiattacks), ("Vine", vine), ("Spit (Recharge 5-6)", spit)]),
            ["2 Vine 1d8+2 +0 None", "1 Spit 1 -2 Some([15, 30, 120])"]
        );
        assert_eq!(lines(&[("Blade", new)]), ["1 Blade 2d6+6 +0 None"]);
        assert_eq!(lines(&[("Net", net)]), ["1 Net nothing +0 Some([2, 5, 15])"]);
        assert_eq!(lines(&[("Frightful Presence", "Each creature saves.")]), Vec::<String>::new());
    }
}
