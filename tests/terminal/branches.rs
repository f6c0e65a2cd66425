//! A branch is created, left and reopened after a restart with its name.

use super::{Session, playing};

#[test]
fn a_branch_is_made_left_and_reopened_after_a_restart() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut command = playing(home.path());
    command.arg("saves/first-fight.ron");
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    let mut session = Session::run(command, (80, 24));
    session.wait("The fight begins");
    for note in ["the door opens", "the lamp goes out"] {
        session.press("N");
        session.wait("shown in the log");
        session.press(&format!("{note}\r"));
        session.wait(&format!("Note: {note}"));
    }
    session.press("t");
    session.wait("act 3 of 3");
    session.press("\x1b[D");
    session.wait("act 2 of 3");
    session.press("\r");
    session.wait("on the branch \"from the start\"");
    session.press("Br");
    session.wait("Rename the branch");
    session.press("\x15the other way\r");
    session.wait("the other way");
    session.press("\x1b");
    // Back to the old line, and killed there.
    session.press("B");
    session.wait("main line");
    session.press("\x1b[B\r");
    session.wait("on the branch \"main line\"");
    session.wait("Note: the lamp goes out");
    session.signal("-KILL");
    session.ended();

    let mut again = Session::start(home.path(), (80, 24));
    again.wait("Note: the lamp goes out");
    again.press("B");
    again.wait("the other way");
    again.press("\x1b[B\r");
    again.wait("on the branch \"the other way\"");
    again.wait("Note: a new branch starts here");
    assert!(!again.text().contains("the lamp goes out"), "{}", again.text());
    again.press("q");
    again.gives_the_terminal_back();
}
