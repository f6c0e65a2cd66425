//! What a phone may be asked for: dice of the players' own, in words that contain nothing they do not know.

use super::desk::{Ask, Die, Given, Wanted};
use super::seen::SOMEONE;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::dice::{Purpose, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::knowledge::Knowledge;
use crate::rules::text::words;

/// Rolls that the referee makes unseen, whoever they are for.
const UNSEEN: [Purpose; 8] = [
    Purpose::Surprise,
    Purpose::EncounterDistance,
    Purpose::Reaction,
    Purpose::Morale,
    Purpose::Distraction,
    Purpose::Pursuit,
    Purpose::Obstacle,
    Purpose::Free,
];

/// What the phone of the roller's player shows for a roll: nothing if the players do not see that roll, or the roller is
/// none of theirs. `entry` is the act that waits for it.
pub fn asked(e: &Encounter, ask: &RollRequest, entry: u64, may_roll: bool) -> Option<Ask> {
    let who = e.get(ask.who?).filter(|c| e.players_know(c) == Knowledge::Figures)?;
    if UNSEEN.contains(&ask.purpose) {
        return None;
    }
    let dice = if ask.count == 1 { String::new() } else { ask.count.to_string() };
    Some(Ask {
        who: who.id,
        entry,
        title: format!("{}: {dice}d{}", who.name, ask.sides),
        text: purpose(e, who, ask),
        wanted: wanted(ask),
        needs: needs(ask),
        may_roll,
    })
}

/// What the roll is for: `attacks Orc 2 with sword`.
fn purpose(e: &Encounter, who: &Combatant, ask: &RollRequest) -> String {
    let against = ask.against.map(|id| called(e, id));
    let at = |word: &str| against.as_deref().map_or_else(String::new, |name| format!("{word}{name}"));
    let with = |line: u8| words::means(e, who.id, Some(line));
    match ask.purpose {
        Purpose::Attack(line) => format!("attacks{} with {}", at(" "), with(line)),
        Purpose::Damage(line) => format!("damage{} with {}", at(" to "), with(line)),
        Purpose::Save(_) | Purpose::ItemSave => ask.purpose.noun(),
        purpose => format!("{}{}", purpose.noun(), at(" against ")),
    }
}

/// Whom the players call so.
fn called(e: &Encounter, who: CombatantId) -> String {
    let known = e.get(who).filter(|c| e.players_know(c) >= Knowledge::Name);
    known.map_or(SOMEONE, |c| &c.name).to_string()
}

/// The number needed, where no figure of another stands behind it.
fn needs(ask: &RollRequest) -> Option<String> {
    let own = matches!(ask.purpose, Purpose::Save(_)) || ask.against.is_none();
    let need = ask.need.filter(|_| own && !matches!(ask.purpose, Purpose::Attack(_)))?;
    Some(if ask.under { format!("{need} or less") } else { format!("{need} or more") })
}

/// The faces where they matter, otherwise the total.
fn wanted(ask: &RollRequest) -> Wanted {
    let die = Die { sides: ask.sides, count: ask.count };
    if ask.count == 1 || ask.each || ask.keep.is_some() {
        return Wanted::Dice(vec![die]);
    }
    let (least, most) = ask.range();
    Wanted::Total { least, most }
}

/// The roll that was given for it; `None`: the machine is to roll.
pub fn roll(ask: &RollRequest, given: &Given) -> Option<Roll> {
    let roll = match given {
        Given::Faces(faces) => Roll::Faces(faces.clone()),
        Given::Total(total) => Roll::Total(*total),
        Given::Roll => return None,
    };
    ask.accepts(&roll).is_ok().then_some(roll)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::rules::model::block::d20::Save;
    use crate::rules::model::event::Event;
    use crate::rules::model::sight::Sight;
    use crate::rules::registry;

    /// Brea of the players and two orcs, the second of whom is not known by name.
    fn scene() -> Encounter {
        let block = r#"Blocked(D20(block: (name: "one", hp: Some(4)), figures: (hp: 4, ac: 6, shield: 0, thac0: 19,
            attack_bonus: 0, saves: (12, 13, 14, 15, 16), base_move: 120, encounter_move: 40, initiative: 0,
            attacks: [(name: "sword")])))"#;
        let mut e = Encounter::new(registry::ALL[0]);
        let events = [r#"Sided(name: "party", players: Some(true))"#, r#"Sided(name: "orcs")"#, block];
        let mut all: Vec<String> = events.iter().map(ToString::to_string).collect();
        for (id, name, side) in [(0, "Brea", 0), (1, "Orc 1", 1), (2, "Orc 2", 1)] {
            let vitals = "HitPoints(now: 4, max: 4)";
            all.push(format!(
                r#"Joined(id: {id}, name: "{name}", side: {side}, block: 0, vitals: {vitals})"#
            ));
        }
        for event in &all {
            e.apply(&notation::read::<Event>(event).expect(event));
        }
        e.apply(&Event::Sighted(CombatantId(2), Sight::Unnamed));
        e
    }

    fn text(e: &Encounter, ask: &RollRequest) -> Option<(String, Option<String>)> {
        asked(e, ask, 0, true).map(|ask| (ask.text, ask.needs))
    }

    #[test]
    fn an_ask_says_nothing_that_its_player_does_not_know() {
        let e = scene();
        let (brea, orc) = (CombatantId(0), CombatantId(1));
        let at =
            |who, whom| RollRequest::new(Purpose::Attack(0), 1, 20).by(who).against(whom).at_least(13);
        assert_eq!(text(&e, &at(brea, orc)), Some(("attacks Orc 1 with sword".into(), None)));
        let unknown = text(&e, &at(brea, CombatantId(2)));
        assert_eq!(unknown, Some(("attacks someone with sword".into(), None)));
        assert_eq!(text(&e, &at(orc, brea)), None, "a foe's roll");
        let save = RollRequest::new(Purpose::Save(Save::Spells), 1, 20).by(brea).at_least(16);
        let said = ("saving throw against spells".to_string(), Some("16 or more".to_string()));
        assert_eq!(text(&e, &save), Some(said));
        assert_eq!(text(&e, &RollRequest { who: Some(orc), ..save }), None);
        for purpose in UNSEEN {
            assert_eq!(text(&e, &RollRequest::new(purpose, 2, 6).by(brea)), None, "{purpose:?}");
        }
    }

    #[test]
    fn a_total_is_asked_for_where_the_faces_do_not_matter() {
        let of = |count, each| {
            let ask = RollRequest { each, ..RollRequest::new(Purpose::Effect, count, 6) };
            wanted(&ask)
        };
        assert_eq!(of(1, false), Wanted::Dice(vec![Die { sides: 6, count: 1 }]));
        assert_eq!(of(3, true), Wanted::Dice(vec![Die { sides: 6, count: 3 }]));
        assert_eq!(of(3, false), Wanted::Total { least: 3, most: 18 });
    }
}
