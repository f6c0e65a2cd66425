//! What players see and what phones are asked, over the played samples: nothing that the players do not know.

use super::played;
use std::collections::BTreeMap;
use wardrum::chronicle::{Ask, Chronicle};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::SideId;
use wardrum::rules::model::knowledge::Knowledge;
use wardrum::rules::model::sight::Sight;
use wardrum::store;
use wardrum::watch::{PlayersView, asked};

/// The state with the first side as the players', and everybody else's name unknown to them.
fn strangers(mut e: Encounter) -> Encounter {
    e.apply(&Event::PlayersSet(SideId(0), true));
    let foes: Vec<_> = e.all().filter(|c| c.side != SideId(0)).map(|c| c.id).collect();
    foes.into_iter().for_each(|who| e.apply(&Event::Sighted(who, Sight::Unnamed)));
    e
}

/// The played samples.
fn samples() -> impl Iterator<Item = Chronicle> {
    played::samples().into_iter().map(|path| store::glance(&path).expect("it can be read").chronicle)
}

/// No moment of any sample tells the name of somebody whom the players do not know.
#[test]
fn no_stream_of_any_sample_names_a_stranger() {
    let mut moments = 0;
    for fight in samples() {
        for at in (0..=fight.at()).step_by(3) {
            let e = strangers(fight.seek(at));
            let seen = PlayersView::of(fight.rules(), &e, &fight.last_attacks());
            let json = serde_json::to_string(&seen).expect("it is written");
            moments += 1;
            for foe in e.all().filter(|c| e.players_know(c) < Knowledge::Name) {
                assert!(!json.contains(&*foe.name), "{}: {json}", foe.name);
            }
        }
    }
    assert!(moments > 100, "{moments}");
}

#[test]
fn no_ask_of_any_sample_tells_what_the_players_do_not_know() {
    let mut asks = BTreeMap::new();
    for fight in samples() {
        let rolled = asks.entry(fight.now().ruleset).or_insert(0);
        for (at, id) in fight.line().iter().enumerate() {
            let Some(entry) = fight.entry(*id) else { continue };
            let e = strangers(fight.seek(at));
            for answered in entry.steps.iter().flat_map(|step| &step.answers) {
                let Ask::Roll(ask) = &answered.ask else { continue };
                let Some(shown) = asked::asked(&e, ask, 0, true) else { continue };
                *rolled += 1;
                let who = e.get(shown.who).expect("it is there");
                assert_eq!(e.players_know(who), Knowledge::Figures, "{shown:?}");
                let told = format!("{} {} {:?}", shown.title, shown.text, shown.needs);
                let foes = e.all().filter(|c| e.players_know(c) < Knowledge::Name);
                for foe in foes {
                    assert!(!told.contains(&*foe.name), "{}: {told}", foe.name);
                }
                let hides = ask.against.and_then(|whom| e.get(whom)).is_some_and(|c| c.side != who.side);
                let save = told.contains("saving throw");
                assert!(shown.needs.is_none() || !hides || save, "{told}");
            }
        }
    }
    assert_eq!(asks.len(), 5, "every ruleset: {asks:?}");
    assert!(asks.values().all(|rolled| *rolled > 5), "{asks:?}");
}
