//! Building a fight, and what is kept from it: counters, reinforcements, the library, parties.

use super::{fight, picture, press, shows, type_in};

#[test]
fn counters() {
    let mut app = fight();
    press(&mut app, "Home C");
    type_in(&mut app, "arrows");
    press(&mut app, "Down");
    type_in(&mut app, "4");
    press(&mut app, "Down Down Right Space");
    shows("counters-one", &app);
    press(&mut app, "Enter");
    shows("counters-low", &app);
    press(&mut app, "C");
    type_in(&mut app, "30");
    shows("counters", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("arrows 30 of 30"));
    press(&mut app, "u");
    assert!(picture(&app, (120, 36)).contains("arrows 4 of 20"));
}

#[test]
fn reinforcements() {
    let mut app = fight();
    press(&mut app, "End +");
    press(&mut app, "Enter");
    type_in(&mut app, "4");
    press(&mut app, "Down Down Down Down");
    type_in(&mut app, "1");
    press(&mut app, "Enter");
    shows("reinforcements-coming", &app);
    press(&mut app, "Enter");
    assert!(!picture(&app, (80, 24)).contains("Enter: reinforcements"));
    while !picture(&app, (80, 24)).contains("Enter: reinforcements: 4 × Orc") {
        press(&mut app, "n");
    }
    shows("reinforcements", &app);
    press(&mut app, "n");
    shows("reinforcements-put-off", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("round 2: 4 × Orc (Orcs)"));
    press(&mut app, "u");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("Orc 7"));
}
