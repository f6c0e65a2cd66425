//! Words for what all rulesets share; a ruleset's own names are in its table.

pub mod mark;
mod names;
pub mod phrase;
mod stances;

pub use self::phrase::becomes;
pub use self::stances::{aim, side_aim};

pub use super::words::names::{
    a, all_of, among, attack, counted, counted_or_named, few, few_of, group_does, in_words, kind,
    kind_number, number_of_all, plural, possessive, roller, side_number, the_side, they_do, those_react,
    times,
};
use crate::rules::model::block::d20::{Attack, Size};
use crate::rules::model::block::wounds::{Combo, Component, HarmType, Shape, Technique};
use crate::rules::model::combatant::{Gear, Standing, Thing, Whereabouts};
use crate::rules::model::command::{Act, Arrival, Deed, Maneuver};
use crate::rules::model::custom::{Occasion, SaveToEnd};
use crate::rules::model::dice::{Keep, Pick};
use crate::rules::model::encounter::{Encounter, Hand};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Second;
use crate::rules::model::rank::Rank;
use crate::rules::model::tally::Tally;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Phase, Subject, Whose, Window};
use crate::rules::ruleset::about::{About, Family};
use crate::rules::text::span;

/// Returns the combatant's name; a dash if there is none.
pub fn name(e: &Encounter, who: CombatantId) -> &str {
    e.get(who).map_or("-", |c| &c.name)
}

/// Returns the side's name; a dash if there is none.
pub fn side(e: &Encounter, side: SideId) -> &str {
    e.side(side).map_or("-", |side| &side.name)
}

/// Returns the name of a combatant's attack line; without a line, bare hands.
pub fn weapon(e: &Encounter, who: CombatantId, line: Option<u8>) -> &str {
    line.and_then(|line| e.name_of_line(who, line)).map_or("bare hands", |name| name)
}

/// What an attack without a weapon is made with.
const FIST: &str = "fist";

/// What the lines of an attack without a weapon are called, which are listed and looked up under that name.
const UNARMED: [&str; 3] = ["bare hands", "empty hand", "unarmed"];

/// Returns what a combatant attacks with, as prompts, forms and pages call it: its weapon, or what an attack without
/// one is made with: `sword`, `fist`.
pub fn means(e: &Encounter, who: CombatantId, with: Option<u8>) -> &str {
    match with {
        Some(Attack::FOOT) => "foot",
        None | Some(Attack::FIST) => FIST,
        line => attack_name(weapon(e, who, line)),
    }
}

/// Returns what an attack line of that name is called: `fist`, if it is one without a weapon.
pub fn attack_name(line: &str) -> &str {
    if UNARMED.contains(&line) { FIST } else { line }
}

/// Returns the words for a possession: `Ana's sword`.
pub fn thing(e: &Encounter, who: CombatantId, thing: Thing) -> String {
    format!("{}'s {}", name(e, who), possession(e, who, thing))
}

/// The name of a possession: `sword`.
pub fn possession(e: &Encounter, who: CombatantId, thing: Thing) -> &str {
    match thing {
        Thing::Line(line) => weapon(e, who, Some(line)),
        Thing::Armour => "armour",
    }
}

/// What is the matter with a possession: `on the ground`, `jammed`, and its wounds, called so.
pub fn gear(gear: Gear, wounds: &str) -> Vec<String> {
    let away = (gear.at != Whereabouts::AtHand).then(|| whereabouts(gear.at).to_string());
    let hurt = gear.wounds > 0 && gear.at != Whereabouts::Destroyed;
    let hurt = hurt.then(|| format!("{wounds} {}", gear.wounds));
    away.into_iter().chain(hurt).chain(gear.jammed.then(|| "jammed".into())).collect()
}

/// The words for where a possession is.
pub fn whereabouts(at: Whereabouts) -> &'static str {
    match at {
        Whereabouts::AtHand => "at hand",
        Whereabouts::Sheathed => "sheathed",
        Whereabouts::Dropped => "on the ground",
        Whereabouts::Destroyed => "destroyed",
        Whereabouts::Lost => "lost",
    }
}

/// Returns the name of a combatant's spell.
pub fn spell(e: &Encounter, who: CombatantId, at: u8) -> &str {
    let spell = e.d20(who).ok().and_then(|d20| d20.block.spells.get(usize::from(at)));
    spell.map_or("a spell", |spell| &spell.name)
}

/// The words for which of several dice counts.
pub fn keep(keep: Keep) -> &'static str {
    match keep {
        Keep::Highest => "the highest counts",
        Keep::Lowest => "the lowest counts",
    }
}

/// The name of a size.
pub fn size(size: Size) -> &'static str {
    match size {
        Size::Tiny => "tiny",
        Size::Small => "small",
        Size::Medium => "medium",
        Size::Large => "large",
        Size::Huge => "huge",
        Size::Gigantic => "gigantic",
    }
}

/// The words for a standing, beside the name.
pub fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Up => "in the fight",
        Standing::Down => "down",
        Standing::Dead => "dead",
        Standing::Fled => "fled",
        Standing::Surrendered => "surrendered",
        Standing::Gone => "gone",
    }
}

/// The name of a line of battle.
pub fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Front => "front",
        Rank::Back => "back",
    }
}

/// The words for who rolls a side's dice.
pub fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Machine => "by machine",
        Hand::Typed => "typed in",
        Hand::Phone => "on their phones",
    }
}

/// The name of a combo component.
pub fn component(component: &Component) -> &str {
    match component {
        Component::Attack => "attack",
        Component::Charge => "charge",
        Component::Grab => Maneuver::Grab.word(),
        Component::Trip => Maneuver::Trip.word(),
        Component::Disarm => Maneuver::Disarm.word(),
        Component::Other(name, ..) => name,
    }
}

/// Returns a combo with its rating: `lunge (rating 0): charge + attack`.
pub fn combo(combo: &Combo) -> String {
    let parts: Vec<&str> = combo.parts.iter().map(component).collect();
    let rating: i32 = combo.parts.iter().map(Component::rating).sum();
    format!("{} (rating {rating}): {}", combo.name, parts.join(" + "))
}

/// The name of a technique.
pub fn technique(technique: &Technique) -> String {
    match technique {
        Technique::Evasion => "evasion".into(),
        Technique::OnTheExhale => "on the exhale".into(),
        Technique::ShootFromTheHip => "shoot from the hip".into(),
        Technique::ExtraAttack => "extra attack".into(),
        Technique::AnyReach => "any reach".into(),
        Technique::FreeMount => "free mount".into(),
        Technique::MaxSteps(steps) => format!("{steps} range steps"),
        Technique::SneakAttack(dice) => format!("sneak attack {dice}"),
        Technique::Nick => "nick".into(),
        Technique::Other(name) => name.to_string(),
    }
}

/// The name of a damage type.
pub fn harm_type(harm: HarmType) -> &'static str {
    match harm {
        HarmType::Piercing => "piercing",
        HarmType::Bludgeoning => "bludgeoning",
        HarmType::Slashing => "slashing",
        HarmType::Electric => "electric",
        HarmType::Heat => "heat",
        HarmType::Cold => "cold",
        HarmType::Sonic => "sonic",
        HarmType::Chemical => "chemical",
    }
}

/// The name of an area's shape.
pub fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Sphere => "sphere",
        Shape::Cone => "cone",
        Shape::Line => "line",
    }
}

/// Returns an act as a short noun: `fireball`, `reload`.
pub fn act_in_short(e: &Encounter, act: &Act) -> String {
    match (act.with, act.deed) {
        (Some(_), Deed::Strike | Deed::Shoot | Deed::Cast) => means(e, act.who, act.with).to_string(),
        (_, other) => other.words().name.to_lowercase(),
    }
}

/// Returns an act as a noun with its targets: `fireball at Gob`.
pub fn act(e: &Encounter, act: &Act) -> String {
    let at: Vec<&str> = act.at.iter().map(|id| name(e, *id)).collect();
    let what = act_in_short(e, act);
    if at.is_empty() { what } else { format!("{what} at {}", at.join(", ")) }
}

/// Returns the words for an option of a choice.
pub fn pick(e: &Encounter, pick: &Pick) -> String {
    match pick {
        Pick::Reroll => "roll again".into(),
        Pick::Simultaneous => "at the same time".into(),
        Pick::Flee => "run".into(),
        Pick::Surrender => "surrender".into(),
        Pick::Yes => "yes".into(),
        Pick::No => "no".into(),
        Pick::Combatant(who) => name(e, *who).to_string(),
        Pick::Side(at) => side(e, *at).to_string(),
        Pick::Named(text) => text.to_string(),
        Pick::Line(who, line) => means(e, *who, Some(*line)).to_string(),
        Pick::Defence(how) => how.word().to_string(),
        Pick::Item(item, against) => format!("{item} against {}", against.word()),
    }
}

/// Returns the words for reinforcements: `4 × Orc (Foes)`.
pub fn reinforcement(e: &Encounter, who: &Arrival, count: u32) -> String {
    let times = if count == 1 { String::new() } else { format!("{count} × ") };
    format!("{times}{} ({})", who.name, side(e, who.side))
}

/// Returns what running an open procedure does: `roll initiative`, `morale of Orcs`.
pub fn procedure(about: &About, e: &Encounter, window: &Window) -> String {
    if let Some((who, count)) = window.reinforcement() {
        return format!("reinforcements: {}", reinforcement(e, who, count));
    }
    let whom = match &window.subject {
        Some(Subject::Side(id)) => side(e, *id).to_string(),
        Some(Subject::Combatant(id)) if window.phase == Phase::Morale => kind(e, *id),
        Some(Subject::Combatant(id)) => name(e, *id).to_string(),
        Some(Subject::Timer(timer)) => {
            timer.who.map_or_else(String::new, |who| name(e, who).to_string())
        }
        None => String::new(),
    };
    match window.phase {
        Phase::Due if window.shakes_off() => format!("{whom} tries to shake it off"),
        Phase::Poison if window.subject.is_none() => "does a disease spread?".into(),
        Phase::Commit => over(e, window).unwrap_or_else(|| PENDING_COUNT.into()),
        phase if !phase.does().is_empty() => phase.does().replace("{}", &whom),
        phase => about.phase(phase).to_string(),
    }
}

/// What happens when the outcome of simultaneous acts is settled.
pub const PENDING_COUNT: &str = Phase::Commit.does();

/// Returns the title of a window that opens: its phase, or the combatants whose turn it is.
pub fn opening(about: &About, e: &Encounter, window: &Window) -> String {
    let slot = |at: u16| e.order.get(usize::from(at)).map_or(&[][..], |slot| &slot.ones[..]);
    let who = match &window.whose {
        Whose::One(who) => std::slice::from_ref(who),
        Whose::Slot(at) => slot(*at),
        Whose::All | Whose::Side(_) => &[],
    };
    match window.phase {
        Phase::Slot | Phase::Turn | Phase::Number if !who.is_empty() => counted(e, who),
        phase => about.phase(phase).to_string(),
    }
}

/// Returns the title of a commit: the number of the count that is over.
fn over(e: &Encounter, window: &Window) -> Option<String> {
    let Whose::Slot(at) = window.whose else { return None };
    let slot = e.order.get(usize::from(at))?;
    let casts = slot.ones.iter().filter_map(|who| e.get(*who)).any(|c| c.ongoing.is_some());
    let pending = (casts || !e.pending.is_empty()).then_some(PENDING_COUNT);
    let then: Vec<&str> = casts.then_some("spells go off").into_iter().chain(pending).collect();
    let colon = if then.is_empty() { "" } else { ": " };
    Some(format!("number {} is over{colon}{}", slot.score, then.join(", ")))
}

/// The unit of damage: `hit points`.
pub fn harm(about: &About) -> &'static str {
    harm_units(about).1
}

/// One unit of damage, and several.
fn harm_units(about: &About) -> (&'static str, &'static str) {
    match about.family {
        Family::D20 => ("hit point", "hit points"),
        Family::Wounds => ("wound", "wounds"),
    }
}

/// Formats a count of it: `1 hit point`, `2 wounds`.
pub fn harmed(about: &About, count: i32) -> String {
    span::counted(count, harm_units(about).0)
}

/// Formats hit points left, with temporary ones: `9`, `9+5`.
pub fn hit_points(now: i32, temporary: i32) -> String {
    if temporary > 0 { format!("{now}+{temporary}") } else { now.to_string() }
}

/// Formats temporary hit points: `5 temporary hit points`.
pub fn temporary(amount: i32) -> String {
    span::counted(amount, "temporary hit point")
}

/// The label of healing in forms.
pub fn healing(about: &About) -> &'static str {
    match about.family {
        Family::D20 => "healing",
        Family::Wounds => "wounds healed",
    }
}

/// The words for a recurring time; `None`: when the effect ends.
pub fn occasion(at: Option<Occasion>) -> &'static str {
    match at {
        None => "when it ends",
        Some(Occasion::TurnStart) => "at the start of each of its turns",
        Some(Occasion::TurnEnd) => "at the end of each of its turns",
        Some(Occasion::RoundEnd) => "at the end of each round",
    }
}

/// Returns the words for what ends an effect: `until it saves against spells (at the end of each round)`.
pub fn save_to_end(ends: &SaveToEnd) -> String {
    let what = match (ends.facts.against(), ends.facts.skill()) {
        (Some(against), _) => format!("it saves against {}", against.word()),
        (_, Some(of)) => format!("its {} check succeeds", of.word()),
        _ => "it saves".into(),
    };
    format!("until {what} ({})", occasion(Some(ends.at)))
}

/// Formats a clock time in minutes and seconds: `0:20`.
pub fn clock(seconds: Second) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats coins of weight, 10 to the pound, in pounds: `160 lb`, `0.1 lb`.
pub fn pounds(coins: impl TryInto<i32>) -> String {
    format!("{} lb", Tenths(coins.try_into().unwrap_or(i32::MAX)))
}

/// Formats a number with its sign, using a true minus: `+2`, `−1`.
pub fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { format!("+{n}") }
}

/// Formats dice and modifiers as a sum: `14 +1 Strength = 15`; without terms, only the number.
pub fn sum(about: &About, first: Option<i32>, tally: &Tally) -> String {
    let mut text = first.map_or_else(String::new, |n| n.to_string());
    for (at, term) in tally.terms().iter().enumerate() {
        if first.is_none() && at == 0 {
            text.push_str(&term.1.to_string());
            continue;
        }
        text.push_str(&format!(" {} {}", signed(term.1), about.word(&term.0)));
    }
    let terms = tally.terms().len() + usize::from(first.is_some());
    if terms > 1 {
        let total = first.unwrap_or(0).saturating_add(tally.total());
        text.push_str(&format!(" = {total}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_coins_are_a_pound() {
        assert_eq!([1, 15, 1600, -500].map(pounds), ["0.1 lb", "1.5 lb", "160 lb", "-50 lb"]);
        assert_eq!(pounds(u32::MAX), pounds(i32::MAX));
    }

    #[test]
    fn an_attack_without_a_weapon_is_made_with_the_fist() {
        assert_eq!(["empty hand", "bare hands", "claws"].map(attack_name), ["fist", "fist", "claws"]);
    }
}
