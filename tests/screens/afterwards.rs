//! After a fight: the summary on leaving, and the report as a file.

use super::*;

/// A fight that has ended: the orcs are gone.
fn over() -> App {
    let mut app = in_melee();
    press(&mut app, "a s Enter");
    type_in(&mut app, "19");
    press(&mut app, "Enter");
    type_in(&mut app, "6");
    press(&mut app, "Enter");
    for orc in ["Orc 2", "Orc 3"] {
        press(&mut app, "/");
        type_in(&mut app, orc);
        press(&mut app, "Enter d");
        type_in(&mut app, "9");
        press(&mut app, "Enter");
    }
    while app.state().stage != wardrum::rules::model::encounter::Stage::Over {
        press(&mut app, "Enter");
    }
    app
}

#[test]
fn the_end_leads_over_the_summary_out_of_the_fight() {
    let mut app = over();
    shows("over", &app);
    press(&mut app, "Enter");
    shows("summary", &app);
    press(&mut app, "Esc");
    assert!(app.layers.is_empty() && app.place == Screen::Fight, "Esc goes back to the fight");
    press(&mut app, "S Enter");
    assert_eq!(app.place, Screen::Fight, "asked for by its key it leads nowhere");
    press(&mut app, "Enter Enter Enter");
    assert_eq!(app.place, Screen::Start, "the party may be kept, or not");
}

#[test]
fn the_report_goes_into_a_new_file_only() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("fight.md");
    let mut app = over();
    press(&mut app, "X");
    shows("export", &app);
    type_in(&mut app, &path.to_string_lossy());
    press(&mut app, "Enter");
    let text = std::fs::read_to_string(&path).expect("the report");
    assert!(text.contains("- Orc: killed by Ælfwyn (round 1)"), "{text}");
    press(&mut app, "X");
    type_in(&mut app, &path.to_string_lossy());
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("found a file there already"));
    assert_eq!(std::fs::read_to_string(&path).ok(), Some(text), "nothing is written over");
}

#[test]
fn time_goes_by_after_the_fight_only() {
    let mut app = in_melee();
    press(&mut app, "T");
    assert!(picture(&app, (80, 24)).contains("the fight goes on: end it first"));
    let mut app = over();
    let before = app.state().clock;
    press(&mut app, "T");
    shows("time", &app);
    press(&mut app, "h");
    type_in(&mut app, "2");
    press(&mut app, "Enter");
    assert_eq!(app.state().clock, before + 7200);
    press(&mut app, "u");
    assert_eq!(app.state().clock, before, "undo takes time back as well");
}
