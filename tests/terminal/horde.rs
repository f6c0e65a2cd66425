//! Hordes: built, folded, and played with a few keys.

use super::*;

/// Adds that many of a creature on their own side, with more hit points than three rounds can take.
fn arrive(session: &mut Session, creature: &str, count: &str, side: &str) {
    session.press("+");
    session.wait("Who comes?");
    session.press(creature);
    session.wait(&format!("/{creature}"));
    session.press("\r");
    session.wait("how many");
    session.press(count);
    session.wait(&format!("{count}▏"));
    session.press("\t\x1b[C\t");
    session.press(side);
    session.wait(&format!("{side}▏"));
    session.press("\t\t\t");
    session.press("500");
    session.wait("500▏");
    session.press("\r");
    session.wait(&format!("join the {side}"));
}

/// The line that says what Enter does.
fn enter(screen: &str) -> &str {
    screen.lines().find(|line| line.starts_with("▌")).unwrap_or_default()
}

/// Presses a key that changes what Enter does.
fn go_on(session: &mut Session, key: &str, from: &str) -> String {
    session.press(key);
    session.frame("another step", |screen| !["", enter(from)].contains(&enter(screen)))
}

/// The round, the actor and the two roster rows, wherever the cursor is.
fn standing(screen: &str) -> Vec<String> {
    screen.lines().take(5).map(|line| line.replace('›', " ")).collect()
}

#[test]
fn two_hundred_are_folded_and_fought_for_three_rounds() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    new_fight(&mut session, "");
    arrive(&mut session, "gobl", "190", "Horde");
    arrive(&mut session, "hobgobl", "10", "Band");
    session.wait(" 190 Goblins ");
    session.wait(" 10 Hobgoblins ");
    // They are aware of each other and within reach.
    let mut screen = session.frame("a fight to begin", |screen| screen.contains("begin the fight"));
    for key in ["\r", "n", "n", "n"] {
        screen = go_on(&mut session, key, &screen);
    }
    assert!(screen.contains("Round 1 ·"), "{screen}");
    let mut blows = 0;
    while !screen.contains("Round 4 ·") && blows < 40 {
        let key = if screen.contains("A tie:") { "a" } else { "\r" };
        let mut after = go_on(&mut session, key, &screen);
        if enter(&screen).contains(" attack ") {
            blows += 1;
            let horde = enter(&screen).starts_with("▌190 Goblins attack 10 Hobgoblins");
            assert!(!horde || after.contains("Horde attacks the Band with"), "{after}");
            // The acts of many are one entry.
            session.press("u");
            session.frame(&screen, |now| standing(now) == standing(&screen));
            session.press("U");
            after = session
                .frame(&after, |now| now.contains("redone: ") && standing(now) == standing(&after));
        }
        screen = after;
    }
    assert!(screen.contains("Round 4 ·"), "three rounds in few keys:\n{screen}");
    assert!(blows >= 6, "each side strikes in each round: {blows}\n{screen}");
    assert!(screen.contains(" 190 Goblins ") && screen.contains(" 10 Hobgoblins "), "{screen}");
    session.press("q");
    session.gives_the_terminal_back();
    verify(home.path());
}

#[test]
fn folds_are_kept_over_a_kill() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    session.wait("n new fight");
    session.press("\x1b[B\r");
    // Two of a kind are folded only when that is asked for.
    session.wait(" 34 Goblins ");
    session.press("F");
    session.wait(" 2 Ogres ");
    session.press("F");
    session.wait(" Man-at-arms 1 ");
    drop(session);
    let mut session = Session::start(home.path(), (80, 24));
    session.wait(" Man-at-arms 1 ");
    session.press("F");
    session.wait(" 2 Ogres ");
    drop(session);
    let session = Session::start(home.path(), (80, 24));
    session.wait(" 2 Ogres ");
}
