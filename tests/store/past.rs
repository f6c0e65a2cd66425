//! Which part of the past is read, and when.

use super::*;

/// Acts, some undone and replaced, an amendment with its name, and a torn row.
fn eventful() -> Saved {
    let mut saved = Saved::fought(90);
    for n in 0..40 {
        saved.act(nth(n));
        saved.undo();
        saved.act(nth(n + 1));
    }
    let rolls = vec![Command::Roll(DiceExpr::new(1, 20, 0))];
    let amendment = Amendment::insert(saved.chronicle.at() - 3, rolls);
    let mut amending = Amending::new(&saved.chronicle, amendment).expect("it can be");
    while let Progress::Asks(_) = play_on(&mut amending, &saved.chronicle) {
        amending.answer(Answer::Roll(Roll::Faces(vec![7])), Provenance::Typed).expect("it fits");
    }
    let old = saved.chronicle.position();
    let fork = saved.chronicle.adopt(amending).expect("it is done");
    saved.journal.amended(&saved.chronicle, fork).expect("written");
    saved.chronicle.name(old, "before".into());
    saved.journal.named(&saved.chronicle, old, "before".into()).expect("written");
    saved
}

/// The same, grown until the last snapshot has unneeded entries before it.
fn eventful_and_long() -> (TempDir, PathBuf, Chronicle) {
    let mut saved = eventful();
    (0..60).for_each(|n| saved.act(nth(n)));
    saved.close()
}

#[test]
fn a_part_of_the_past_is_what_the_whole_says() {
    let (_folder, path, chronicle) = eventful_and_long();
    for most in [1, 2, 7, 30, 1_000] {
        let mut opened = store::open(&path).expect("it opens").chronicle;
        let mut first = opened.tree().first_at_hand();
        assert!(first > EntryId(1) && opened.needs_past());
        while opened.read_back(most) {
            let now = opened.tree().first_at_hand();
            let on_line: Vec<EntryId> =
                opened.line().iter().copied().filter(|id| (now..first).contains(id)).collect();
            assert!(now < first && (on_line.len() >= most || now == EntryId(1)), "{on_line:?}, {most}");
            for id in on_line {
                assert_eq!(opened.entry(id), chronicle.entry(id), "entry {}", id.0);
            }
            assert!(opened.needs_past(), "the whole was not read");
            first = now;
        }
        assert_eq!(first, EntryId(1));
        same(&opened, &chronicle);
    }
}

#[test]
fn nothing_is_kept_twice_once_the_whole_is_read() {
    let (_folder, path, chronicle) = eventful_and_long();
    let mut opened = store::open(&path).expect("it opens").chronicle;
    assert!(opened.read_back(50));
    let names = |chronicle: &Chronicle| chronicle.tree().names().len();
    same(&opened, &chronicle);
    assert!(!opened.needs_past() && opened.tree().is_whole());
    let all: Vec<u32> = opened.tree().all().map(|entry| entry.id.0).collect();
    assert_eq!(all, (1..=chronicle.tree().entries()).collect::<Vec<_>>());
    assert_eq!(names(&opened), names(&chronicle));
    assert!(!opened.read_back(50), "all of it is at hand");
}

/// A partial read ends at damage; a full read still reports it.
#[test]
fn a_part_of_the_past_ends_at_damage() {
    let (_folder, path, chronicle) = eventful_and_long();
    let first = store::open(&path).expect("it opens").chronicle.tree().first_at_hand();
    let bad = first.0 - 10;
    let text = fs::read_to_string(&path).expect("a text");
    let row = format!("\nEntry(id:{bad},");
    assert!(text.contains(&row), "the row of an act");
    for damaged in [
        text.replace(&row, &format!("\nEntry((id:{bad},")),
        text.replace(&row, &format!("\nEntry(id:{},", bad - 1)),
        text.replace(&row, &format!("\n//torn\nEntry(id:{bad} //torn{row}")),
    ] {
        fs::write(&path, &damaged).expect("written");
        let mut opened = store::open(&path).expect("it opens").chronicle;
        while opened.read_back(4) {}
        let torn = damaged.contains("//torn");
        let reached = if torn { 1 } else { bad + 1 };
        assert_eq!(opened.tree().first_at_hand().0, reached);
        assert_eq!(opened.tree().is_whole(), torn);
        let there = opened.entry(EntryId(first.0 - 1));
        assert_eq!(there, chronicle.entry(EntryId(first.0 - 1)), "what was read stays");
    }
}

/// Opens and compares a save; also returns the first entry available without reading the past.
fn opened(saved: Saved) -> (Chronicle, EntryId, String) {
    let (_folder, path, chronicle) = saved.close();
    let text = fs::read_to_string(&path).expect("a text");
    let opened = store::open(&path).expect("it opens");
    assert_eq!(opened.damage, None);
    let opened = opened.chronicle;
    let first = opened.tree().first_at_hand();
    assert_eq!(opened.now(), chronicle.now());
    assert_eq!((opened.line(), opened.at()), (chronicle.line(), chronicle.at()));
    assert!(opened.needs_past(), "the past was read");
    same(&opened, &chronicle);
    same(&store::look(&path).expect("it opens").chronicle, &chronicle);
    let mut again = opened.clone();
    let mut expected = chronicle.clone();
    assert_eq!(again.redo(), expected.redo());
    assert_eq!(again.now(), expected.now());
    (chronicle, first, text)
}

#[test]
fn acts_taken_back_at_once_need_no_past() {
    for acts in [1, 80, 400, 401, 402] {
        let mut saved = Saved::fought(150);
        for n in 0..acts {
            saved.act(nth(n));
            saved.undo();
        }
        let (chronicle, first, text) = opened(saved);
        assert!(chronicle.tree().entries() - first.0 < 300, "{} after {acts}", first.0);
        // As many as if nothing had been undone.
        let plain = Saved::fought(150 + acts).text().matches("\nKept(").count();
        assert!(text.matches("\nKept(").count() <= plain + 1 + acts / 100);
    }
}

#[test]
fn steps_back_and_forth_need_no_past() {
    let mut saved = Saved::fought(200);
    for n in 0..300 {
        match n % 10 {
            0..5 => saved.act(note("a torch gutters")),
            5..9 => saved.undo(),
            _ => {
                saved.chronicle.redo().expect("something to redo");
                saved.journal.went(&saved.chronicle).expect("written");
                saved.journal.settle(&saved.chronicle);
            }
        }
    }
    opened(saved);
}

#[test]
fn a_leap_far_back_keeps_the_state_there() {
    let mut saved = Saved::fought(700);
    assert!(saved.chronicle.go_to(EntryId(20)));
    let before = saved.text().matches("\nKept(").count();
    saved.journal.went(&saved.chronicle).expect("written");
    saved.journal.settle(&saved.chronicle);
    assert_eq!(saved.text().matches("\nKept(").count(), before + 1);
    (0..5).for_each(|n| saved.act(nth(n)));
    let (chronicle, first, _) = opened(saved);
    assert_eq!(first.0, chronicle.tree().entries() - 4, "only what was done since");
}

/// Older saves, with each snapshot stored with the act before it, undone or not.
#[test]
fn a_state_kept_on_a_branch_that_was_left_is_passed_over() {
    let mut saved = Saved::fought(150);
    let chronicle = saved.chronicle.clone();
    saved.act(nth(0));
    let kept = saved.folder.path().join("kept.ron");
    Journal::create_with(&kept, "Kept", &saved.chronicle).expect("copied");
    let kept = fs::read_to_string(kept).expect("a text");
    let kept = kept.lines().rfind(|line| line.starts_with("Kept(")).expect("a kept state").to_owned();
    saved.undo();
    let (folder, path, _) = saved.close();
    let text = fs::read_to_string(&path).expect("a text");
    let (before, went) = text.trim_end().rsplit_once('\n').expect("rows");
    fs::write(&path, format!("{before}\n{kept}\n{went}\n")).expect("written");
    let opened = store::open(&path).expect("it opens").chronicle;
    assert!(opened.needs_past(), "the past was read");
    assert_eq!((opened.now(), opened.at()), (chronicle.now(), chronicle.at()));
    drop(folder);
}

/// Losing undone entries from the file affects nothing else.
#[test]
fn lost_entries_that_were_undone_take_nothing_else() {
    let mut saved = Saved::fought(150);
    for n in 0..100 {
        saved.act(nth(n));
        saved.undo();
    }
    saved.act(note("on we go"));
    let (_folder, path, chronicle) = saved.close();
    let text = fs::read_to_string(&path).expect("a text");
    let last = text.rfind("\nKept(").expect("a kept state");
    let lost = text[..last].rfind("\nEntry(").expect("an undone entry");
    let damaged = format!("{}\nEntry((id:{}", &text[..lost], &text[lost + 10..]);
    fs::write(&path, damaged).expect("written");
    let whole = store::open_whole(&path).expect("it opens");
    assert!(whole.damage.is_some());
    assert_eq!(whole.chronicle.now(), chronicle.now());
    assert_eq!(whole.chronicle.at(), chronicle.at());
}

/// A missing row is damage even if nothing depends on it.
#[test]
fn a_missing_row_behind_the_kept_state_is_found() {
    let mut saved = Saved::fought(150);
    saved.act(note("undone"));
    saved.undo();
    let (kept, row) = (saved.text().rfind("\nKept(").expect("a kept state"), saved.text());
    let undone = row.rfind("\nEntry(").expect("an undone entry");
    assert!(kept < undone);
    saved.act(note("on we go"));
    let text = saved.text();
    let end = undone + 1 + text[undone + 1..].find('\n').expect("its end");
    let (_folder, path, _) = saved.close();
    fs::write(&path, format!("{}{}", &text[..undone], &text[end..])).expect("written");
    assert!(store::open(&path).expect("it opens").damage.is_some());
}
