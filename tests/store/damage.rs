//! Saves with lines missing, doubled or out of order: every reader comes to an end, keeps what it can, and says what is
//! lost.

use super::*;
use wardrum::export::{self, page};
use wardrum::report::Report;
use wardrum::watch::PlayersView;

/// A short fight with branches, a name, amendments and the snapshots that follow them.
fn branched() -> Saved {
    let mut saved = Saved::fought(5);
    for n in 0..2 {
        saved.act(harm(2, 1));
        saved.undo();
        saved.act(note("instead"));
        let old = saved.chronicle.position();
        amend(&mut saved, 2 + n);
        saved.chronicle.name(old, "before".into());
        saved.journal.named(&saved.chronicle, old, "before".into()).expect("written");
        saved.act(nth(n));
    }
    saved
}

/// Inserts a note into the past.
fn amend(saved: &mut Saved, place: usize) {
    let mut amending =
        Amending::new(&saved.chronicle, Amendment::insert(place, note("forgotten"))).expect("it can be");
    assert_eq!(play_on(&mut amending, &saved.chronicle), Progress::Done);
    let fork = saved.chronicle.adopt(amending).expect("it is done");
    saved.journal.amended(&saved.chronicle, fork).expect("written");
}

/// Every change of one or two lines: left out, doubled, swapped, moved to the end.
fn variants(lines: &[&str]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut add = |what: String, at: Vec<usize>| {
        all.push((what, at.into_iter().map(|at| lines[at]).collect()));
    };
    let count = lines.len();
    for one in 0..count {
        let without = |other: usize| (0..count).filter(move |at| *at != one && *at != other);
        for other in one..count {
            add(format!("without {one} and {other}"), without(other).collect());
        }
        add(format!("{one} twice"), (0..=one).chain(one..count).collect());
        add(format!("{one} last"), without(one).chain([one]).collect());
        let mut swapped: Vec<usize> = (0..count).collect();
        swapped.swap(one, (one + 1).min(count - 1));
        add(format!("{one} after the next"), swapped);
    }
    add("backward".into(), (0..count).rev().collect());
    all
}

/// Walks a fight in every way there is.
fn walk(what: &str, chronicle: &Chronicle, lines: usize) {
    let mut back = chronicle.clone();
    let steps = (0..).take_while(|_| back.read_back(3)).take(lines + 1).count();
    assert!(steps <= lines, "{what}: the past has no end");
    let mut fight = chronicle.clone();
    assert!(fight.tree().all().all(|entry| entry.after < entry.id), "{what}");
    assert_eq!(fight.moments().count(), fight.line().len() + 1, "{what}");
    for branch in fight.branches().into_iter().chain(fight.current()) {
        assert!(branch.length <= lines, "{what}");
        fight.tree().round(branch.tip);
        fight.clone().go_to(branch.tip);
    }
    for at in 0..=fight.line().len() {
        fight.seek(at);
    }
    fight.verify();
    let undone = (0..).take_while(|_| fight.undo().is_some()).count();
    assert!(undone <= chronicle.at(), "{what}");
    let redone = (0..).take_while(|_| fight.redo().is_some()).count();
    assert!(redone >= undone, "{what}");
    assert_eq!(fight.line(), chronicle.line(), "{what}");
}

/// What shows a fight to others.
fn show(what: &str, chronicle: &Chronicle) {
    let report = Report::of("The bridge", chronicle);
    assert!(!report.written(wardrum::report::Format::Markdown).expect("a text").is_empty(), "{what}");
    page(&report, chronicle, export::Eyes::Referee).expect("a page");
    PlayersView::of(chronicle.rules(), chronicle.now(), &chronicle.last_attacks());
}

#[test]
fn a_save_with_lines_missing_doubled_or_out_of_order_opens_as_far_as_it_is_sound() {
    let saved = branched();
    let text = saved.text();
    let (folder, _, chronicle) = saved.close();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert!(lines.iter().filter(|line| line.starts_with("Kept(")).count() > 2, "a start and snapshots");
    let path = folder.path().join("damaged.ron");
    for (nth, (what, damaged)) in variants(&lines).into_iter().enumerate() {
        fs::write(&path, &damaged).expect("written");
        let whole = match store::look(&path) {
            Ok(whole) => whole,
            Err(StoreError::NoSave { .. }) => {
                assert!(!damaged.starts_with("Head("), "{what}");
                continue;
            }
            Err(StoreError::NoState { .. }) => {
                assert!(!damaged.contains("\nKept("), "{what}");
                assert!(store::open(&path).is_err() && store::glance(&path).is_err(), "{what}");
                continue;
            }
            Err(error) => panic!("{what}: {error}"),
        };
        walk(&what, &whole.chronicle, lines.len());
        // Each state is one of the fight, or it is said why not.
        match &whole.damage {
            None => {
                let known = |at| whole.chronicle.now() == &chronicle.seek(at);
                assert!((0..=chronicle.line().len()).any(known) || damaged.len() < text.len(), "{what}");
            }
            Some(damage) => {
                assert!(
                    damage.spot.line <= lines.len() + 1 && !damage.what.is_empty(),
                    "{what}: {damage}"
                );
            }
        }
        for opened in [store::open(&path), store::open_whole(&path), store::glance(&path)] {
            let mut opened = opened.expect("what can be looked at can be opened");
            walk(&what, &opened.chronicle, lines.len());
            act(&mut opened.chronicle, note("on we go"), &mut Thrown::seeded(1));
            if opened.journal.accepted(&opened.chronicle).is_err() {
                assert!(opened.journal.path() == path, "{what}");
            }
            let now = fs::read_to_string(&path).expect("a text");
            assert!(now.starts_with(&damaged), "{what}: nothing is written over");
            assert!(now == damaged || opened.damage.is_none(), "{what}: a damaged file stays as it is");
            fs::write(&path, &damaged).expect("written");
        }
        for beside in fs::read_dir(folder.path()).expect("the folder").flatten() {
            if beside.file_name().to_string_lossy().contains("-re") {
                fs::remove_file(beside.path()).expect("removed");
            }
        }
        if nth % 20 == 0 {
            show(&what, &whole.chronicle);
        }
    }
}

/// Text of another fight behind a save is none of its own.
#[test]
fn a_second_first_line_is_told_and_what_follows_it_is_left_out() {
    let (_other, other, _) = Saved::fought(40).close();
    let mut saved = Saved::new();
    saved.act(harm(2, 1));
    let (_folder, path, chronicle) = saved.close();
    let own = fs::read_to_string(&path).expect("a text");
    let others = fs::read_to_string(other).expect("a text").replacen("The bridge", "The ford", 1);
    let first = others.lines().next().expect("a line").split(" //").next().expect("a line");
    let joined = format!("{own}{first}\n{}", others.split_once('\n').expect("lines").1);
    fs::write(&path, &joined).expect("written");
    let opened = store::open(&path).expect("it opens");
    same(&opened.chronicle, &chronicle);
    let damage = opened.damage.expect("it is told");
    assert_eq!(damage.spot.line, own.lines().count() + 1);
    assert!(
        damage.what.contains("\"The ford\", bx") && damage.what.contains("expected an entry"),
        "{damage}"
    );
    assert_eq!((damage.lost, damage.goes_on), (others.lines().count(), false));

    // Its own, doubled, takes nothing with it.
    let head = own.lines().next().expect("a line");
    fs::write(&path, own.replacen("\nEntry(", &format!("\n{head}\nEntry("), 1)).expect("written");
    let opened = store::open(&path).expect("it opens");
    same(&opened.chronicle, &chronicle);
    assert!(opened.damage.is_some_and(|damage| damage.lost == 1 && damage.goes_on));
}

#[test]
fn a_second_first_line_in_the_past_is_found_in_opening_and_by_the_check_after_it() {
    let (_folder, path, _) = Saved::fought(300).close();
    let own = fs::read_to_string(&path).expect("a text");
    let head = own.lines().next().expect("a line");
    fs::write(&path, own.replacen("\nEntry(id:9,", &format!("\n{head}\nEntry(id:9,"), 1))
        .expect("written");
    let opened = store::open(&path).expect("it opens");
    assert!(opened.damage.is_some(), "near enough to the end to be read");
    let first = head.len() as u64 + 1;
    assert!(store::is_sound(&path, first) && !store::is_sound(&path, u64::MAX));
    assert!(store::open_whole(&path).expect("it opens").damage.is_some());
}

#[test]
fn a_first_line_and_a_state_of_different_rulesets_are_refused_by_name() {
    for acts in [4, 300] {
        let (_folder, path, _) = Saved::fought(acts).close();
        let text = fs::read_to_string(&path).expect("a text");
        let (head, rest) = text.split_once('\n').expect("lines");
        let head = head.split(" //").next().expect("a line").replace("ruleset:bx", "ruleset:zero");
        let changed = format!("{head}\n{rest}");
        fs::write(&path, &changed).expect("written");
        for opened in
            [store::open(&path), store::open_whole(&path), store::look(&path), store::glance(&path)]
        {
            let told = opened.map(|_| ()).expect_err("two rulesets").to_string();
            assert!(told.contains("zero on line 1 and bx in the starting state"), "{told}");
        }
        assert_eq!(fs::read_to_string(&path).expect("a text"), changed);
    }
}
