//! Export to other programs, and a fight as a self-replaying page, here read as text and opened in a browser.

#[path = "export/browser.rs"]
mod browser;
mod played;

use base64::Engine as _;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::Path;
use wardrum::chronicle::Chronicle;
use wardrum::export::{self, Creature, Eyes, Tool};
use wardrum::import;
use wardrum::report::Report;
use wardrum::rules::model::block::d20::CreatureKind;
use wardrum::rules::model::combatant::{StatBlock, Vitals};
use wardrum::rules::model::ids::SideId;
use wardrum::rules::ruleset::about::Family;
use wardrum::rules::text::words;
use wardrum::scenario::run::run;
use wardrum::scenario::{Scenario, given};
use wardrum::store::{self, Bestiary, ThemeName};
use wardrum::tui::fight::Fight;
use wardrum::tui::recording::frames;

fn fight(path: &Path) -> Chronicle {
    store::look(path).expect("a sound save").chronicle
}

pub fn sample(name: &str) -> Chronicle {
    fight(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("saves/{name}-played.ron")))
}

pub fn page(title: &str, fight: &Chronicle, eyes: Eyes) -> String {
    export::page(&Report::of(title, fight), fight, eyes).expect("a page")
}

fn played(scenario: &str) -> Chronicle {
    let scenario = Scenario::read(scenario).expect("a scenario");
    run(&scenario, &given::built_in).unwrap_or_else(|failure| panic!("{failure}")).chronicle
}

/// The text between the first occurrences of `open` and `close`.
fn between<'a>(text: &'a str, open: &str, close: &str) -> &'a str {
    let from = text.find(open).map(|at| at + open.len()).unwrap_or_else(|| panic!("no {open}"));
    text[from..].split(close).next().unwrap_or_default()
}

fn moments(page: &str) -> Value {
    let data = between(page, "<script type=\"application/json\" id=\"moments\">", "</script>");
    serde_json::from_str(data).expect("JSON")
}

/// The rows of the table at the last moment, assembled as the page does it.
fn last_table(data: &Value) -> Vec<Value> {
    let mut table: Vec<usize> = Vec::new();
    for moment in data["moments"].as_array().expect("moments") {
        table.resize(moment["count"].as_u64().expect("a count") as usize, usize::MAX);
        let changed = moment["rows"].as_array().cloned().unwrap_or_default();
        for pair in changed.chunks(2) {
            let at = |n: usize| pair[n].as_u64().expect("a place") as usize;
            table[at(0)] = at(1);
        }
    }
    table.into_iter().map(|row| data["rows"][row].clone()).collect()
}

#[test]
fn the_page_runs_its_own_script_and_nothing_else() {
    let (script, told) = export::script_hash_source();
    let sum = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script));
    let sum = format!("sha256-{sum}");
    if std::env::var_os("WARDRUM_BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/export/page.js.sha256");
        std::fs::write(path, format!("{sum}\n")).expect("written");
    }
    assert_eq!(told, sum, "WARDRUM_BLESS=1 writes it anew");
    let page = page("A duel", &sample("duel"), Eyes::Referee);
    assert!(
        page.contains(&format!("default-src 'none'; style-src 'unsafe-inline'; script-src '{sum}'"))
    );
    assert_eq!(page.matches("<script").count(), 2, "the data and the script");
    for way_out in ["http:", "https:", "//fonts", "src=", "url(", "@import", "fetch(", "XMLHttp"] {
        assert!(!page.contains(way_out), "{way_out}");
    }
}

#[test]
fn without_a_script_the_page_is_the_report() {
    let fight = sample("first-fight");
    let page = page("Six goblins", &fight, Eyes::Referee);
    let body = between(&page, "<body>", "<script");
    for part in [
        "<h1>Six goblins</h1>",
        "<h2 data-at=\"20\">Round 2 · Goblins 6, Heroes 4</h2>",
        ">Brea hits Goblin 6 with long bow (17 vs 13): 5 damage, dead</li>",
        "<caption>Everyone, at the end of the fight</caption>",
        "<th scope=\"row\">Brea</th><td>Heroes</td>",
        "<a class=\"skip\" href=\"#log\">",
        "The Heroes held the field without a loss.",
        "aria-live=\"polite\"",
        "<section id=\"player\" aria-label=\"Replay\" hidden>",
    ] {
        assert!(body.contains(part), "{part}");
    }
    assert!(page.contains("<html lang=\"en\">") && page.contains("<title>Six goblins</title>"));
}

#[test]
fn every_sample_is_there_act_by_act() {
    for path in played::samples() {
        let (fight, name) = (fight(&path), path.display());
        let page = page("A fight", &fight, Eyes::Referee);
        assert!(page.len() < 400_000, "{name}: {} bytes", page.len());
        let data = moments(&page);
        let all = data["moments"].as_array().expect("moments");
        assert_eq!(all.len(), fight.at() + 1, "{name}");
        for (moment, (_, _, e)) in all.iter().zip(fight.moments()) {
            assert_eq!(moment["round"], e.round, "{name}");
        }
        let table = last_table(&data);
        for c in fight.now().all() {
            let row = table.iter().find(|row| row["name"] == *c.name);
            let row = row.unwrap_or_else(|| panic!("{name}: {} is not there", c.name));
            let fares = row["fares"].as_str().unwrap_or_default();
            if let Vitals::HitPoints { now, max } = c.vitals {
                assert!(fares.starts_with(&format!("{now} of {max}")), "{name}: {fares}");
            }
            assert_eq!(row["out"] == true, !c.is_up(), "{name}: {}", c.name);
        }
    }
}

const HOSTILE: &str = r#"(ruleset: bx, given: (
    sides: [("</script><b>", [(name: "<img src=x onerror=alert(1)>", like: "fighter-1")]),
            ("\"foes' & co", [(name: "Gob\u{202e}<!--", like: "goblin", max: 9)])],
    from: Initiative), script: [
    (do: Proceed, dice: [5, 2]),
    (do: Note("</ol></script><script>alert(2)</script>")),
])"#;

#[test]
fn whatever_is_in_a_name_is_text() {
    for eyes in [Eyes::Referee, Eyes::Players] {
        let page = page("</title><script>alert(0)</script>", &played(HOSTILE), eyes);
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert!(!page.contains("<img") && !page.contains("<b>") && !page.contains("<!--"));
        assert!(!page.contains('\u{202e}'), "what turns text around is written out");
        assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
        let data = moments(&page);
        assert_eq!(last_table(&data)[0]["name"], "<img src=x onerror=alert(1)>");
    }
}

const SECRETS: &str = r#"(ruleset: bx, given: (
    sides: [("party", [(name: "Ana", block: (name: "Fighter", kind: Pc, class: Fighter, level: 1, hp: 8, attacks: [(name: "sword")]))]),
            ("foes", [(name: "Gob", like: "goblin", hp: 7, max: 7), (name: "Vero", like: "goblin", hp: 6, max: 6), (name: "Lurker", like: "goblin", hp: 5, max: 5)])],
    players: ["party"], engaged: [("Ana", "Gob")], from: Initiative), script: [
    (do: Overrule(Sight("Vero", Unnamed))),
    (do: Overrule(Sight("Lurker", Hidden))),
    (do: Note("Vero is the duke")),
    (do: Proceed, dice: [5, 2]),
    (do: Act(who: "Ana", deed: Strike, with: "sword", at: ["Gob"]), dice: [19, 4]),
])"#;

#[test]
fn what_players_did_not_see_is_not_in_their_page() {
    let fight = played(SECRETS);
    let whole = page("Vero's ambush", &fight, Eyes::Referee);
    let players = page("Vero's ambush", &fight, Eyes::Players);
    for secret in ["Vero", "Lurker", "duke", "of 7", "of 6", "of 5", "vs ", "damage"] {
        assert!(whole.contains(secret), "{secret} is in the referee's page");
        assert!(!players.contains(secret), "{secret} in {}", between(&players, "<body>", "<script>"));
    }
    let table = last_table(&moments(&players));
    let shown: Vec<(&str, &str)> = table
        .iter()
        .map(|row| (row["name"].as_str().unwrap_or(""), row["fares"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(shown, [("Ana", "8 of 8"), ("Gob", "bloodied"), ("someone", "hale")]);
    assert!(players.contains("Ana hits Gob: bloodied</li>"), "{players}");
}

/// A hidden name may be a word that the players read for other reasons: only what is about its bearer is left out.
#[test]
fn a_hidden_name_that_is_an_ordinary_word_hides_no_line_about_others() {
    for hidden in ["Attack", "Go", "Near", "Bloodied"] {
        let fight = played(&SECRETS.replace("Lurker", hidden));
        let players = page("A fight", &fight, Eyes::Players);
        assert!(players.contains("Ana hits Gob: bloodied</li>"), "{hidden}: {players}");
        let table = last_table(&moments(&players));
        assert!(table.iter().all(|row| row["name"] != hidden), "{hidden}");
    }
    let struck = SECRETS
        .replace("at: [\"Gob\"]", "at: [\"Lurker\"]")
        .replace("\"Ana\", \"Gob\"", "\"Ana\", \"Lurker\"");
    let players = page("A fight", &played(&struck), Eyes::Players);
    assert!(!players.contains("Ana hits"), "{players}");
}

/// The referee's title may tell what is to come.
#[test]
fn the_players_page_has_a_title_of_its_own() {
    let fight = played(SECRETS);
    let title = "The innkeeper is a doppelganger";
    assert!(page(title, &fight, Eyes::Referee).contains(title));
    let players = page(title, &fight, Eyes::Players);
    assert!(!players.contains("innkeeper") && players.contains("<title>A fight</title>"));
}

/// A side that is not the players' at the end was not at any moment.
#[test]
fn a_side_that_turned_out_not_to_be_theirs_never_was() {
    let figures = |script: &str| page("A fight", &played(script), Eyes::Players).contains(" of 8");
    let said = SECRETS.trim_end_matches("])").to_string();
    assert!(figures(SECRETS));
    assert!(!figures(&format!("{said} (do: Overrule(Players(\"party\", false))), ])")));
    assert!(!figures(&SECRETS.replace("players: [\"party\"],", "")), "nobody said whose side it is");
}

#[test]
fn no_sample_shows_players_a_figure_of_a_foe() {
    for path in played::samples() {
        let fight = fight(&path);
        let page = page("A fight", &fight, Eyes::Players);
        let data = moments(&page);
        let e = fight.now();
        for row in data["rows"].as_array().expect("rows") {
            // Those of a kind that are alike share a row, under a name that none of them has alone.
            let theirs = |side: &SideId| e.is_players(*side) && row["side"] == *words::side(e, *side);
            let foe = !e.side_ids().any(|side| theirs(&side));
            let fares = row["fares"].as_str().unwrap_or_default();
            assert!(!foe || !fares.contains(|c: char| c.is_ascii_digit()), "{}: {row}", path.display());
            assert!(!foe || row.get("left").is_none(), "{}: {row}", path.display());
        }
        assert!(
            data["moments"].as_array().expect("moments").iter().all(|one| one.get("label").is_none())
        );
    }
}

#[test]
fn a_recording_shows_the_fight_act_by_act() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/first-fight-played.ron");
    let look = || Fight::look(&path).expect("a sound save");
    let acts = look().chronicle.at();
    let frames = frames(look(), (100, 30), ThemeName::Dark, false).expect("memory takes it");
    let text = export::cast("Six goblins", (100, 30), &frames).expect("JSON");
    let mut lines = text.lines();
    let head: Value = serde_json::from_str(lines.next().expect("a head")).expect("JSON");
    assert_eq!(
        (&head["version"], &head["width"], &head["height"]),
        (&2.into(), &100.into(), &30.into())
    );
    let mut terminal = vt100::Parser::new(30, 100, 0);
    let (mut last, mut outputs, mut markers) = (0.0, 0, Vec::new());
    for line in lines {
        let (at, code, text): (f64, String, String) = serde_json::from_str(line).expect("an event");
        assert!(at >= last, "time runs on");
        last = at;
        match &*code {
            "o" => {
                outputs += 1;
                terminal.process(text.as_bytes());
            }
            "m" => markers.push(text),
            other => panic!("{other}"),
        }
    }
    assert_eq!((outputs, last), (acts + 2, head["duration"].as_f64().expect("seconds")));
    for marker in ["Round 1", "Goblin 4 dies", "Round 3"] {
        assert!(markers.iter().any(|one| one == marker), "{marker} in {markers:?}");
    }
    let shown = terminal.screen().contents();
    assert!(shown.contains(&format!("act {acts} of {acts}")), "{shown}");
    assert!(shown.contains("The fight is over") && shown.contains("Goblin 3"), "{shown}");
    assert!(text.len() < 200_000, "only what changed is written: {}", text.len());
}

/// Creatures of the bestiary exported for a tool.
fn creatures(keys: &[&str], tool: Tool) -> String {
    let bestiary = Bestiary::built_in(Family::D20);
    let one = |key: &&str| Creature::of(bestiary.get(key).expect("a creature")).expect("sound");
    export::creatures("At the ford", &keys.iter().map(one).collect::<Vec<_>>(), tool).expect("JSON")
}

#[test]
fn creatures_go_to_improved_initiative() {
    let told = creatures(&["orc", "ogre", "fighter-1"], Tool::ImprovedInitiative);
    let all: Value = serde_json::from_str(&told).expect("JSON");
    let keys: Vec<&String> = all.as_object().expect("an object").keys().collect();
    assert!(keys.iter().all(|key| key.matches('.').count() == 1), "no dots in ids: {keys:?}");
    let orc = &all["Creatures.wardrum-orc"];
    assert_eq!((&orc["Name"], &orc["AC"]["Value"]), (&"Orc".into(), &13.into()));
    assert_eq!(orc["HP"]["Notes"], "(1d8)");
    assert_eq!(orc["Player"], "");
    let text = orc["Actions"][0]["Content"].as_str().expect("an attack");
    assert!(text.contains("Weapon Attack: +0 to hit") && text.contains("(1d6) damage."), "{text}");
    // In order, since the reader relies on the order.
    let scores =
        told.split("\"Abilities\": {").nth(1).and_then(|rest| rest.split('}').next()).expect("scores");
    let order: Vec<&str> = scores.split('"').skip(1).step_by(2).collect();
    assert_eq!(order, ["Str", "Dex", "Con", "Int", "Wis", "Cha"]);
    let character = keys.iter().find(|key| key.starts_with("PersistentCharacters.")).expect("one");
    assert_eq!(all[character.as_str()]["StatBlock"]["Player"], "player");
}

#[test]
fn creatures_go_to_foundry() {
    let ose: Value = serde_json::from_str(&creatures(&["orc"], Tool::FoundryOse)).expect("JSON");
    assert_eq!((&ose["type"], &ose["system"]["hp"]["hd"]), (&"monster".into(), &"1d8".into()));
    assert_eq!((&ose["system"]["ac"]["value"], &ose["system"]["aac"]["value"]), (&6.into(), &13.into()));
    assert_eq!(ose["items"][0]["system"]["counter"]["max"], 1);
    let both: Value =
        serde_json::from_str(&creatures(&["orc", "ogre"], Tool::FoundryBfrpg)).expect("JSON");
    assert_eq!(both[0]["system"]["armorClass"]["value"], 14, "unarmoured is 11 there");
    let about = both[1]["system"]["biography"].as_str().expect("text");
    assert!(about.starts_with("<p>No. of Attacks: 1 "), "{about}");
}

#[test]
fn creatures_go_into_a_note_and_a_table() {
    let note = creatures(&["orc", "fighter-1"], Tool::Obsidian);
    assert!(
        note.contains("```encounter\nname: \"At the ford\"\n") && note.contains("  - [[\"Orc\"], "),
        "{note}"
    );
    assert!(note.contains("ally]") && note.contains("hit_dice: \"1d8\"\n"), "{note}");
    let table = creatures(&["orc", "fighter-1"], Tool::Csv);
    let mut rows = table.lines();
    assert!(rows.next().expect("a head").starts_with("Name,Class,Level,HP,AC,"), "{table}");
    assert!(table.contains("\nOrc,,,") && table.contains(",Fighter,1,"), "{table}");
}

/// A party survives export and import for every tool: characters stay characters, with class and level, creatures keep
/// their Hit Dice, and all have their attacks. In a table, even those without a class become characters.
#[test]
fn a_party_comes_back_from_every_tool() {
    let keys = ["fighter-3", "cleric-1", "ogre"];
    let bestiary = Bestiary::built_in(Family::D20);
    let sent: Vec<Creature> = keys
        .iter()
        .map(|key| Creature::of(bestiary.get(key).expect("a creature")).expect("sound"))
        .collect();
    for tool in
        [Tool::ImprovedInitiative, Tool::Obsidian, Tool::FoundryOse, Tool::FoundryBfrpg, Tool::Csv]
    {
        let told = export::creatures("At the ford", &sent, tool).expect("JSON");
        let back =
            import::read(told.as_bytes(), &|_| None).unwrap_or_else(|why| panic!("{tool:?}: {why}"));
        for key in keys {
            let StatBlock::Written(block) = bestiary.get(key).expect("a creature") else {
                panic!("{key} is written")
            };
            let found = back.found.iter().find(|found| found.sheet.block.name == block.name);
            let found = &found.unwrap_or_else(|| panic!("{tool:?} brings back {key}")).sheet.block;
            let is_row = tool == Tool::Csv;
            assert!(found.kind == block.kind || is_row, "{tool:?}: {key} is {:?}", found.kind);
            assert_eq!((&found.class, found.level), (&block.class, block.level), "{tool:?}: {key}");
            assert!(!found.attacks.is_empty(), "{tool:?}: {key} has attacks");
            if block.kind == CreatureKind::Monster && !is_row {
                assert_eq!(found.hd.map(|hd| hd.whole), block.hd.map(|hd| hd.whole), "{tool:?}: {key}");
            }
        }
    }
}
