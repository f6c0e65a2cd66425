//! After a fight: the summary on leaving, and the report as a file.

use super::*;

/// A fight that has ended: the orcs are gone.
fn over() -> Shell {
    let mut shell = in_melee();
    press(&mut shell, "a s Enter");
    type_in(&mut shell, "19");
    press(&mut shell, "Enter");
    type_in(&mut shell, "6");
    press(&mut shell, "Enter");
    for orc in ["Orc 2", "Orc 3"] {
        press(&mut shell, "/");
        type_in(&mut shell, orc);
        press(&mut shell, "Enter d");
        type_in(&mut shell, "9");
        press(&mut shell, "Enter");
    }
    while shell.session.state().stage != wardrum::rules::model::encounter::Stage::Over {
        press(&mut shell, "Enter");
    }
    shell
}

#[test]
fn the_end_leads_over_the_summary_out_of_the_fight() {
    let mut shell = over();
    shows("over", &shell);
    press(&mut shell, "Enter");
    shows("summary", &shell);
    press(&mut shell, "Esc");
    assert!(
        shell.layers.is_empty() && shell.session.place == Screen::Fight,
        "Esc goes back to the fight"
    );
    press(&mut shell, "S Enter");
    assert_eq!(shell.session.place, Screen::Fight, "asked for by its key it leads nowhere");
    press(&mut shell, "Enter Enter Enter");
    assert_eq!(shell.session.place, Screen::Start, "the party may be kept, or not");
}

#[test]
fn the_report_goes_into_a_new_file_only() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("fight.md");
    let mut shell = over();
    press(&mut shell, "X");
    shows("export", &shell);
    type_in(&mut shell, &path.to_string_lossy());
    press(&mut shell, "Enter");
    let text = std::fs::read_to_string(&path).expect("the report");
    assert!(text.contains("- Orc: killed by Ælfwyn (round 1)"), "{text}");
    press(&mut shell, "X");
    type_in(&mut shell, &path.to_string_lossy());
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("found a file there already"));
    assert_eq!(std::fs::read_to_string(&path).ok(), Some(text), "nothing is written over");
}

#[test]
fn time_goes_by_after_the_fight_only() {
    let mut shell = in_melee();
    press(&mut shell, "T");
    assert!(picture(&shell, (80, 24)).contains("the fight goes on: end it first"));
    let mut shell = over();
    let before = shell.session.state().clock;
    press(&mut shell, "T");
    shows("time", &shell);
    press(&mut shell, "h");
    type_in(&mut shell, "2");
    press(&mut shell, "Enter");
    assert_eq!(shell.session.state().clock, before + 7200);
    press(&mut shell, "u");
    assert_eq!(shell.session.state().clock, before, "undo takes time back as well");
}
