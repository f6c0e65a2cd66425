//! The start screen: the running fight, the others, and what begins one.

use super::*;

/// The screen of somebody who has not played yet.
pub fn newcomer() -> Shell {
    let mut shell = started();
    shell.session.start = Start::of(Vec::new(), begin(None), samples(), false);
    shell
}

fn chosen(shell: &Shell) -> Option<Opens> {
    shell.session.start.row().map(|row| row.opens.clone())
}

#[test]
fn the_running_fight_is_first() {
    let mut shell = started();
    shows("start", &shell);
    press(&mut shell, "Down");
    shows("start-fight", &shell);
    assert!(!picture(&shell, (80, 24)).contains("Enter go on"), "Enter opens another one");
}

#[test]
fn whoever_is_new_begins_with_a_fight_that_is_ready() {
    let mut shell = newcomer();
    shows("start-new", &shell);
    press(&mut shell, "Enter");
    assert_eq!(
        (&shell.session.place, shell.session.fight.title()),
        (&Screen::Fight, "First fight: six goblins")
    );
}

#[test]
fn no_two_fights_look_alike() {
    let text = picture(&started(), (120, 36));
    let mut fights: Vec<&str> = text.lines().filter(|line| line.contains(" v Goblins")).collect();
    fights.sort_unstable();
    let names = |line: &&str| line.split("Heroes v").next().unwrap_or_default().to_string();
    let all: Vec<String> = fights.iter().map(names).collect();
    assert!(all.windows(2).all(|two| two[0] != two[1]), "{all:?}");
    assert!(!text.contains(".ron"), "no path is shown");
}

#[test]
fn what_is_not_shown_is_counted_in_a_line_that_opens() {
    let mut shell = started();
    let text = picture(&shell, (80, 24));
    assert!(text.contains("1 older, 1 archived") && !text.contains("The old mill"), "{text}");
    press(&mut shell, "Down Down Down Down Enter");
    let text = picture(&shell, (80, 24));
    assert!(
        text.contains("The old mill") && text.contains("A bad day") && !text.contains("older"),
        "{text}"
    );
    assert_eq!(chosen(&shell), Some(Opens::Saved("fights/0001-fight.ron".into())), "the first of them");
    press(&mut shell, "End Enter");
    assert!(picture(&shell, (80, 40)).contains("Giving ground"));
}

/// The keys go by what is seen: samples stand beside each other.
#[test]
fn the_cursor_goes_in_all_directions() {
    let mut shell = newcomer();
    let first = chosen(&shell);
    picture(&shell, (80, 24));
    press(&mut shell, "Right Right");
    assert_eq!(chosen(&shell), Some(Opens::Ready(2)));
    press(&mut shell, "Down Left Left Up");
    assert_eq!(chosen(&shell), first);
    press(&mut shell, "Left Up");
    assert_eq!(chosen(&shell), first, "no further");
    press(&mut shell, "End");
    assert_eq!(chosen(&shell), Some(Opens::Library));
    for size in SIZES {
        let mut shell = started();
        picture(&shell, size);
        let mut seen = vec![shell.session.start.at];
        for _ in 0..30 {
            press(&mut shell, "Down");
            let text = picture(&shell, size);
            let (at, last) = (shell.session.start.at, seen[seen.len() - 1]);
            assert!(at == last || text.contains('›'), "{size:?}: the cursor is in view\n{text}");
            seen.push(at);
        }
        let opens = |at: &usize| &shell.session.start.rows[*at].opens;
        assert!(
            seen.iter().any(|at| *opens(at) == Opens::Library) && opens(&seen[30]) == opens(&seen[29])
        );
    }
}

#[test]
fn only_ones_own_fights_can_be_named() {
    let mut shell = started();
    press(&mut shell, "End r");
    assert_eq!(shell.session.message.text, "only your own fights can be named");
}

/// One key builds a fight by the rules and with the party of the last one, and asks for the others.
#[test]
fn a_new_fight_takes_the_party_of_the_last() {
    let mut shell = started();
    press(&mut shell, "n");
    shows("build-last", &shell);
    type_in(&mut shell, "6 goblins");
    press(&mut shell, "Enter Enter");
    let e = shell.session.state();
    let sides: Vec<(&str, usize)> = e
        .side_ids()
        .map(|side| {
            (e.side(side).map_or("", |side| &*side.name), e.all().filter(|c| c.side == side).count())
        })
        .collect();
    assert_eq!(sides, [("Heroes", 4), ("Foes", 6)]);
    press(&mut shell, "r");
    type_in(&mut shell, "countdown");
    press(&mut shell, "Enter");
    let e = shell.session.state();
    assert_eq!((e.ruleset, e.all().count()), (RulesetId::Countdown, 10), "all of them stay");
    assert_eq!(e.stage, Stage::Setup, "and nobody has begun");
}
