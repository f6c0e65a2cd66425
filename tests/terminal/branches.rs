//! A branch is made, left and reopened after a restart; its name is there.

use super::{Session, build, play_to};

#[test]
fn a_branch_is_made_left_and_reopened_after_a_restart() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    build(&mut session);
    play_to(&mut session, "Round 3 ·");
    session.press("t");
    session.wait("Timeline · act");
    session.press("2\r");
    session.wait("Round 2 ·");
    session.press("\r");
    session.wait("Continue from here");
    session.press("the other way\r");
    session.wait("on the branch \"the other way\"");
    session.press("d1\r");
    session.wait("undo: ");
    // Left for the old line, killed there.
    session.press("B");
    session.wait("main line");
    session.press("\x1b[B\r");
    session.wait("Round 3 ·");
    session.signal("-KILL");
    session.ended();

    let mut again = Session::start(home.path(), (80, 24));
    again.wait("Round 3 ·");
    again.press("B");
    again.wait("the other way");
    again.press("\x1b[B\r");
    again.wait("on the branch \"the other way\"");
    again.wait("Round 2 ·");
    again.press("q");
    again.gives_the_terminal_back();
}
