//! The timeline: the track with its marks, seeking to any moment of a fight and back.

use super::{picture, press, shows, started, type_in};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::RulesetId;
use wardrum::store::{Journal, READY, prepared};
use wardrum::tui::fight::Fight;
use wardrum::tui::proposal::Proposal;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

/// A ready fight, played for that many keys.
fn played(keys: usize) -> Shell {
    let (_, start) = READY.first().and_then(|text| prepared(text)).expect("a ready fight");
    let mut shell = started();
    shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
    for _ in 0..keys {
        if shell.session.proposal == Proposal::SumUp {
            break;
        }
        press(&mut shell, "Enter");
        assert_eq!(shell.session.place, Screen::Fight, "the fight was over too soon");
    }
    assert!(shell.session.state().round > 2, "round {}", shell.session.state().round);
    shell
}

fn point(shell: &Shell) -> usize {
    match &shell.session.place {
        Screen::Timeline(shown) => shown.at,
        other => panic!("{other:?} is no timeline"),
    }
}

#[test]
fn the_track_from_start_to_present() {
    let mut shell = played(60);
    let present = shell.session.state().clone();
    press(&mut shell, "t");
    shows("timeline-present", &shell);
    press(&mut shell, "Home");
    assert_eq!(shell.session.state(), shell.session.fight.chronicle.start());
    shows("timeline-start", &shell);
    press(&mut shell, "] ] Right Right Right Right");
    assert_eq!(shell.session.state().round, 2);
    shows("timeline-middle", &shell);
    press(&mut shell, "Esc");
    assert_eq!((*shell.session.state() == present, &shell.session.place), (true, &Screen::Fight));
}

#[test]
fn every_step_on_the_timeline_shows_the_state_of_that_act() {
    let mut shell = played(60);
    let end = shell.session.fight.chronicle.at();
    press(&mut shell, "t");
    for at in (0..end).rev() {
        press(&mut shell, "Left");
        assert!(*shell.session.state() == shell.session.fight.chronicle.seek(at), "act {at}");
    }
    for at in 1..=end {
        press(&mut shell, "Right");
        assert!(*shell.session.state() == shell.session.fight.chronicle.seek(at), "act {at}");
    }
}

#[test]
fn rounds_are_jumped_to_by_key_and_by_number() {
    let mut shell = played(60);
    press(&mut shell, "t Home ]");
    assert_eq!(shell.session.state().round, 1);
    let first = point(&shell);
    press(&mut shell, "]");
    assert_eq!(shell.session.state().round, 2);
    press(&mut shell, "Right Right [");
    assert_eq!(shell.session.state().round, 2);
    press(&mut shell, "[");
    assert_eq!(point(&shell), first);
    press(&mut shell, "2");
    assert!(picture(&shell, (80, 24)).contains("Enter to round 2"));
    press(&mut shell, "Enter");
    assert_eq!(shell.session.state().round, 2);
    press(&mut shell, "1 Esc");
    assert_eq!(shell.session.state().round, 2);
    press(&mut shell, "9 9 Enter");
    assert_eq!(point(&shell), shell.session.fight.chronicle.at());
    assert!(picture(&shell, (80, 24)).contains("round 99 has not been played"));
}

#[test]
fn it_plays_by_itself_only_when_asked() {
    let mut shell = played(60);
    press(&mut shell, "t Home");
    assert_eq!(shell.beat(), None);
    press(&mut shell, "Space");
    let slow = shell.beat().expect("it plays");
    press(&mut shell, "+");
    assert!(shell.beat().expect("it plays") < slow);
    shell.with(|session| session.tick());
    shell.with(|session| session.tick());
    assert_eq!(point(&shell), 2);
    shows("timeline-plays", &shell);
    press(&mut shell, "Space");
    assert_eq!(shell.beat(), None);
    press(&mut shell, "End Left Space");
    shell.with(|session| session.tick());
    assert_eq!((point(&shell), shell.beat()), (shell.session.fight.chronicle.at(), None));
}

#[test]
fn what_was_taken_back_stays_on_the_track() {
    let mut shell = played(60);
    press(&mut shell, "u u u t Right");
    assert!(picture(&shell, (120, 36)).contains("undone"));
    press(&mut shell, "Esc");
    assert_eq!(shell.session.fight.chronicle.at() + 3, shell.session.fight.chronicle.line().len());
}

#[test]
fn a_row_of_the_log_is_previewed() {
    let mut shell = played(60);
    let entry = shell.session.fight.chronicle.line()[9];
    shell.session.preview(entry);
    assert_eq!(point(&shell), 10);
}

/// A file locked by another wardrum is marked as such while it is open.
#[test]
fn a_fight_to_read_only_says_so() {
    let mut shell = played(60);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    let _theirs = Journal::create_with(&path, "Theirs", &shell.session.fight.chronicle).expect("a file");
    shell.session.fight = Fight::open(&path).expect("it opens to be read");
    for size in super::SIZES {
        let text = picture(&shell, size);
        assert!(text.lines().next().is_some_and(|line| line.contains("READ ONLY")), "{text}");
    }
}

#[test]
fn a_file_is_looked_at_on_the_same_screen() {
    let mut shell = played(60);
    let fight = std::mem::replace(&mut shell.session.fight, Fight::loose(Encounter::new(RulesetId::Bx)));
    shell.with(|session| session.look_at_fight(fight));
    press(&mut shell, "Right Right");
    shows("timeline-looked-at", &shell);
    type_in(&mut shell, "text that no field waits for");
    press(&mut shell, "Esc");
    assert_eq!(shell.session.place, Screen::Start);
}

#[test]
fn what_an_act_changed_is_marked() {
    let mut shell = played(60);
    press(&mut shell, "t Home");
    let falls = |shell: &Shell| {
        shell.session.track.marks(point(shell)).all().any(|mark| mark.word() == "fallen")
    };
    while !falls(&shell) {
        press(&mut shell, "Right");
    }
    shows("timeline-changed", &shell);
    let text = picture(&shell, (80, 24));
    assert_eq!(text.lines().filter(|line| line.contains(" •━")).count(), 1, "{text}");
    press(&mut shell, "Esc");
    assert!(!picture(&shell, (80, 24)).contains('•'));
}

/// A fight continued from its second round, and played on a little.
fn branched() -> Shell {
    let mut shell = played(60);
    press(&mut shell, "t 2 Enter Right Right Enter");
    assert_eq!((shell.session.state().round, &shell.session.place), (2, &Screen::Fight));
    for _ in 0..12 {
        press(&mut shell, "Enter");
    }
    while !shell.layers.is_empty() {
        press(&mut shell, "Enter");
    }
    shell
}

#[test]
fn a_past_moment_goes_on_as_a_branch_and_nothing_is_lost() {
    let mut shell = played(60);
    let old = shell.session.state().clone();
    let tip = shell.session.fight.chronicle.position();
    press(&mut shell, "t 2 Enter Enter");
    assert!(picture(&shell, (80, 24)).contains("on the branch \"from round 2\"; \"main line\" stays"));
    let line = shell.session.fight.chronicle.current().expect("a line");
    assert_eq!(line.name.as_deref(), Some("from round 2"));
    let others = shell.session.fight.chronicle.branches();
    assert_eq!((others.len(), others[0].tip, others[0].name.as_deref()), (1, tip, Some("main line")));
    press(&mut shell, "B Down Enter");
    assert_eq!((*shell.session.state() == old, shell.session.fight.chronicle.position()), (true, tip));
    press(&mut shell, "t");
    assert!(shell.session.track.forks(others[0].parts_at));
}

#[test]
fn a_moment_that_was_taken_back_is_done_again() {
    let mut shell = played(60);
    let end = shell.session.fight.chronicle.at();
    press(&mut shell, "u u u t Right Right Enter");
    assert_eq!((shell.session.fight.chronicle.at(), &shell.session.place), (end - 1, &Screen::Fight));
    assert!(shell.session.fight.chronicle.branches().is_empty());
}

#[test]
fn branches_are_listed_renamed_and_compared() {
    let mut shell = branched();
    press(&mut shell, "B");
    shows("branches", &shell);
    press(&mut shell, "Down c");
    shows("branches-compared", &shell);
    press(&mut shell, "Esc Down r");
    for _ in 0..20 {
        press(&mut shell, "Backspace");
    }
    type_in(&mut shell, "as it was");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (60, 16)).contains("as it was"));
    press(&mut shell, "Down Enter u");
    assert_eq!(
        shell.session.fight.chronicle.current().and_then(|line| line.name).as_deref(),
        Some("as it was")
    );
}

#[test]
fn a_file_that_is_only_looked_at_says_why_it_does_not_go_on() {
    let mut shell = played(60);
    let fight = std::mem::replace(&mut shell.session.fight, Fight::loose(Encounter::new(RulesetId::Bx)));
    shell.with(|session| session.look_at_fight(fight));
    press(&mut shell, "] Enter");
    assert!(picture(&shell, (80, 24)).contains("view only: to play on"));
}

/// The displayed act is amended in place, and then displayed as amended.
#[test]
fn the_act_shown_is_amended() {
    let mut shell = played(60);
    press(&mut shell, "t");
    while !shell
        .session
        .view()
        .telling
        .label(point(&shell) - 1)
        .is_some_and(|told| told.contains("Brea shoots"))
    {
        press(&mut shell, "Left");
    }
    let (at, before) = (point(&shell), shell.session.fight.chronicle.now().clone());
    shows("timeline-amend-foot", &shell);
    press(&mut shell, "e");
    shows("timeline-amend", &shell);
    press(&mut shell, "s");
    let comes_of_it = |shell: &Shell| picture(shell, (80, 24)).contains("What changes");
    while !comes_of_it(&shell) {
        press(&mut shell, "Enter");
    }
    shows("timeline-amend-difference", &shell);
    press(&mut shell, "Esc");
    assert!(*shell.session.state() == shell.session.fight.chronicle.seek(at) && point(&shell) == at);
    press(&mut shell, "e s");
    while !shell.layers.is_empty() {
        press(&mut shell, "Enter");
    }
    assert!(*shell.session.fight.chronicle.now() != before);
    assert!(
        *shell.session.state() == shell.session.fight.chronicle.seek(at) && point(&shell) == at,
        "the new line"
    );
    press(&mut shell, "Esc u");
    assert!(*shell.session.fight.chronicle.now() == before);
    press(&mut shell, "t Home e");
    assert_eq!(shell.session.message.text, "nothing has been done yet");
}

/// In the log of the timeline, the act of the selected row is amended, as in a fight.
#[test]
fn in_the_log_of_the_timeline_the_row_is_amended() {
    let mut shell = played(20);
    press(&mut shell, "t Tab Tab Up Up");
    let row = shell.session.board.log.chosen.expect("a row").0;
    let label = shell.session.view().telling.label(row).expect("an act");
    press(&mut shell, "e");
    assert!(
        picture(&shell, (120, 36)).contains(&format!(" {label} ─")),
        "{}",
        picture(&shell, (120, 36))
    );
}

#[test]
fn what_is_only_looked_at_is_not_amended() {
    let mut shell = played(60);
    let fight = std::mem::replace(&mut shell.session.fight, Fight::loose(Encounter::new(RulesetId::Bx)));
    shell.with(|session| session.look_at_fight(fight));
    press(&mut shell, "] e");
    assert!(shell.layers.is_empty());
    assert!(shell.session.message.text.starts_with("view only"), "{}", shell.session.message.text);
}
