//! Guarantees of the store: nothing accepted is lost, and nothing is ever overwritten.

#[path = "store/damage.rs"]
mod damage;
mod fight;
#[path = "store/parties.rs"]
mod parties;
#[path = "store/past.rs"]
mod past;

use fight::{act, begun, finished, harm, note, nth};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use wardrum::chronicle::{
    Amending, Amendment, Chronicle, EntryId, Pending, Progress, Provenance, Waiting, by_side,
};
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::block::d20::Block;
use wardrum::rules::model::command::Command;
use wardrum::rules::model::dice::{Answer, DiceExpr, Roll};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::SideId;
use wardrum::rules::registry::ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{
    self, Access, Bestiary, Divergence, Folded, Folders, Journal, Rewrite, StoreError, ready,
};

/// A saved fight in a folder of its own.
struct Saved {
    folder: TempDir,
    chronicle: Chronicle,
    journal: Journal,
    dice: Thrown,
}

impl Saved {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let chronicle = begun();
        let path = folder.path().join("fight.ron");
        let journal = Journal::create(&path, "The bridge", chronicle.start()).expect("a new file");
        let mut saved = Self { folder, chronicle, journal, dice: Thrown::seeded(5) };
        saved.journal.accepted(&saved.chronicle).expect("written");
        saved
    }

    fn act(&mut self, commands: Vec<Command>) {
        act(&mut self.chronicle, commands, &mut self.dice);
        self.journal.accepted(&self.chronicle).expect("written");
        self.journal.settle(&self.chronicle);
    }

    fn undo(&mut self) {
        self.chronicle.undo().expect("something to undo");
        self.journal.went(&self.chronicle).expect("written");
        self.journal.settle(&self.chronicle);
    }

    /// A fight long enough for several snapshots.
    fn fought(acts: usize) -> Self {
        let mut saved = Self::new();
        saved.act(vec![Command::Proceed]);
        (1..acts).for_each(|n| saved.act(nth(n)));
        saved
    }

    fn path(&self) -> PathBuf {
        self.journal.path().to_owned()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).expect("a text")
    }

    /// Simulates the end of the program: the file is unlocked, its folder stays.
    fn close(self) -> (TempDir, PathBuf, Chronicle) {
        let path = self.path();
        (self.folder, path, self.chronicle)
    }
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).open(path).expect("the file");
    file.write_all(text.as_bytes()).expect("written");
}

fn same(one: &Chronicle, other: &Chronicle) {
    assert_eq!(one.now(), other.now());
    assert_eq!((one.line(), one.at()), (other.line(), other.at()));
    assert_eq!(one.branches(), other.branches());
    assert_eq!(one.start(), other.start());
    for at in 0..=one.line().len() {
        assert_eq!(one.seek(at), other.seek(at), "after {at} entries");
    }
}

#[test]
fn a_fight_comes_back_as_it_was() {
    let mut saved = Saved::new();
    saved.act(harm(2, 3));
    saved.act(harm(3, 3));
    saved.undo();
    saved.act(harm(4, 3));
    saved.chronicle.name(EntryId(3), "if only".into());
    saved.journal.named(&saved.chronicle, EntryId(3), "if only".into()).expect("written");
    saved.undo();
    let (_folder, path, chronicle) = saved.close();
    let opened = store::open(&path).expect("it opens");
    same(&opened.chronicle, &chronicle);
    assert_eq!(opened.chronicle.branches()[0].name.as_deref(), Some("if only"));
    assert_eq!(&**opened.journal.title(), "The bridge");
    assert_eq!((opened.damage, opened.waiting), (None, None));
}

#[test]
fn the_journal_grows_only_at_its_end() {
    let mut saved = Saved::new();
    let mut before = saved.text();
    for n in 0..80 {
        if n % 7 == 3 {
            saved.undo()
        } else {
            saved.act(nth(n | 3))
        }
        let after = saved.text();
        assert!(after.len() > before.len() && after.starts_with(&before));
        assert!(after.ends_with('\n'));
        before = after;
    }
}

#[test]
fn opening_the_tail_gives_what_opening_the_whole_gives() {
    let mut saved = Saved::fought(300);
    (0..3).for_each(|_| saved.undo());
    assert!(saved.text().matches("\nKept(").count() > 2, "a start and some kept states");
    let (_folder, path, chronicle) = saved.close();
    let tail = store::open(&path).expect("it opens").chronicle;
    assert!(tail.needs_past());
    assert_eq!(tail.now(), chronicle.now());
    assert_eq!(tail.line(), chronicle.line());
    assert!(tail.needs_past(), "nobody looked at it yet");
    let whole = store::look(&path).expect("it opens").chronicle;
    assert!(!whole.needs_past());
    same(&tail, &chronicle);
    same(&whole, &chronicle);
    assert!(!tail.needs_past());
}

#[test]
fn undo_reaches_back_beyond_the_tail() {
    let saved = Saved::fought(300);
    let (_folder, path, chronicle) = saved.close();
    let mut opened = store::open(&path).expect("it opens");
    while opened.chronicle.undo().is_some() {}
    assert_eq!(opened.chronicle.at(), 0);
    assert_eq!(opened.chronicle.now(), chronicle.start());
    opened.journal.went(&opened.chronicle).expect("written");
    act(&mut opened.chronicle, note("another way"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    let after = opened.chronicle;
    drop(opened.journal);
    same(&store::open(&path).expect("it opens").chronicle, &after);
}

#[test]
fn a_half_answered_act_comes_back() {
    let mut saved = Saved::new();
    saved.act(vec![Command::Proceed]);
    let mut pending = Pending::new(vec![Command::Proceed]);
    let asked = pending.run(&saved.chronicle, &mut saved.dice, &by_side);
    saved.journal.pending(&saved.chronicle, Some(&pending)).expect("written");
    let (_folder, path, _) = saved.close();
    let mut opened = store::open(&path).expect("it opens");
    let Some(Waiting::Act(mut back)) = opened.waiting.take() else { panic!("a half-answered act") };
    assert!(matches!(asked, Progress::Asks(_)));
    assert_eq!(back.run(&opened.chronicle, &mut Thrown::seeded(1), &by_side), asked);
    opened.journal.pending(&opened.chronicle, None).expect("written");
    drop(opened);
    assert_eq!(store::open(&path).expect("it opens").waiting, None);
}

#[test]
fn an_accepted_act_is_no_longer_pending() {
    let mut saved = Saved::new();
    saved.act(vec![Command::Proceed]);
    let pending = finished(&saved.chronicle, vec![Command::Proceed], &mut saved.dice);
    saved.journal.pending(&saved.chronicle, Some(&pending)).expect("written");
    saved.chronicle.accept(pending).expect("done");
    saved.journal.accepted(&saved.chronicle).expect("written");
    let (_folder, path, _) = saved.close();
    assert_eq!(store::open(&path).expect("it opens").waiting, None);
}

/// An amendment that asks for two rolls, the first of which was typed in.
fn half_played(chronicle: &Chronicle) -> Amending {
    let rolls = vec![Command::Roll(DiceExpr::new(1, 20, 0)); 2];
    let mut amending = Amending::new(chronicle, Amendment::insert(1, rolls)).expect("it can be");
    assert!(matches!(play_on(&mut amending, chronicle), Progress::Asks(_)));
    amending.answer(Answer::Roll(Roll::Faces(vec![7])), Provenance::Typed).expect("it fits");
    assert!(matches!(play_on(&mut amending, chronicle), Progress::Asks(_)));
    amending
}

/// Plays on, with all dice rolled at the table.
fn play_on(amending: &mut Amending, chronicle: &Chronicle) -> Progress {
    amending.run(chronicle, &mut Thrown::seeded(1), &|_, _| Provenance::Typed)
}

#[test]
fn an_amendment_half_played_comes_back() {
    let mut saved = Saved::new();
    saved.act(harm(2, 3));
    let amending = half_played(&saved.chronicle);
    let kept = amending.halfway().expect("something was asked");
    saved.journal.halfway(&saved.chronicle, &kept).expect("written");
    let (_folder, path, mut chronicle) = saved.close();
    let mut opened = store::open(&path).expect("it opens");
    assert_eq!(opened.waiting, Some(Waiting::Amendment(kept.clone())));
    let mut back = kept.resumed(&opened.chronicle).expect("the same past");
    assert_eq!(back.question(), amending.question());
    // Answered and adopted, it is no longer pending.
    back.answer(Answer::Roll(Roll::Faces(vec![9])), Provenance::Typed).expect("it fits");
    assert_eq!(play_on(&mut back, &opened.chronicle), Progress::Done);
    let fork = chronicle.adopt(back).expect("the same fight");
    opened.journal.amended(&chronicle, fork).expect("written");
    drop(opened);
    let opened = store::open(&path).expect("it opens");
    assert_eq!((opened.waiting, opened.damage), (None, None));
    same(&opened.chronicle, &chronicle);
}

#[test]
fn an_amendment_given_up_waits_no_more() {
    let mut saved = Saved::new();
    saved.act(harm(2, 3));
    let kept = half_played(&saved.chronicle).halfway().expect("something was asked");
    saved.journal.halfway(&saved.chronicle, &kept).expect("written");
    saved.journal.pending(&saved.chronicle, None).expect("written");
    let (_folder, path, _) = saved.close();
    assert_eq!(store::open(&path).expect("it opens").waiting, None);
}

/// However the file is truncated, the fight is intact, and the amendment is kept or absent as a whole.
#[test]
fn half_an_amendment_kept_is_none() {
    let mut saved = Saved::new();
    saved.act(harm(2, 3));
    let before = saved.text().len();
    let kept = half_played(&saved.chronicle).halfway().expect("something was asked");
    saved.journal.halfway(&saved.chronicle, &kept).expect("written");
    let whole = saved.text();
    let (folder, _, chronicle) = saved.close();
    let path = folder.path().join("cut.ron");
    for length in before..=whole.len() {
        fs::write(&path, &whole.as_bytes()[..length]).expect("cut short");
        let read = store::look(&path).expect("it opens");
        assert_eq!((read.damage, read.chronicle.now()), (None, chronicle.now()), "after {length} bytes");
        // The line counts as complete without its checksum, but not with half a comment mark.
        let sum = " //0123abcd\n".len();
        let there = length >= whole.len() - sum && length != whole.len() - sum + 2;
        assert_eq!(
            read.waiting,
            there.then(|| Waiting::Amendment(kept.clone())),
            "after {length} bytes"
        );
    }
}

#[test]
fn a_torn_line_is_dropped_and_marked() {
    let mut saved = Saved::new();
    saved.act(harm(2, 3));
    let (_folder, path, chronicle) = saved.close();
    append(&path, "Entry(id:3,after:2,steps:[(comm");
    let torn = fs::read_to_string(&path).expect("a text");

    let mut opened = store::open(&path).expect("it opens");
    assert_eq!(opened.damage, None, "nothing alarming");
    same(&opened.chronicle, &chronicle);
    assert_eq!(fs::read_to_string(&path).expect("a text"), torn, "opening changes nothing");

    act(&mut opened.chronicle, harm(3, 1), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    assert_eq!(opened.journal.path(), path);
    let after = opened.chronicle;
    drop(opened.journal);
    assert!(fs::read_to_string(&path).expect("a text").starts_with(&torn));
    let again = store::open(&path).expect("it opens");
    assert_eq!(again.damage, None);
    same(&again.chronicle, &after);
}

#[test]
fn a_file_cut_anywhere_opens() {
    let mut saved = Saved::new();
    saved.act(harm(2, 3));
    let (folder, path, _) = saved.close();
    let whole = fs::read_to_string(&path).expect("a text");
    let start = whole.match_indices('\n').nth(1).expect("two lines").0;
    for cut in start..whole.len() {
        let path = folder.path().join(format!("cut-{cut}.ron"));
        fs::write(&path, &whole[..cut]).expect("written");
        let mut opened = store::open(&path).expect("it opens");
        assert_eq!(opened.damage, None);
        act(&mut opened.chronicle, note("on"), &mut Thrown::seeded(1));
        opened.journal.accepted(&opened.chronicle).expect("written");
        let after = opened.chronicle;
        drop(opened.journal);
        assert_eq!(store::open(&path).expect("it opens").chronicle.now(), after.now());
        assert_eq!(store::look(&path).expect("it opens").chronicle.line(), after.line());
        fs::remove_file(&path).expect("removed");
    }
}

#[test]
fn a_damaged_file_opens_up_to_the_damage_and_is_repaired_beside() {
    let mut saved = Saved::new();
    (1..5).for_each(|amount| saved.act(harm(2, amount)));
    let (folder, path, _) = saved.close();
    let damaged = fs::read_to_string(&path).expect("a text").replace("Entry(id:4", "Entry(id:four");
    fs::write(&path, &damaged).expect("written");

    let mut opened = store::open(&path).expect("it opens");
    let damage = opened.damage.take().expect("damage");
    assert_eq!((damage.spot.line, damage.spot.column, damage.lost), (6, 10, 2));
    assert!(damage.what.contains("found \"four"), "{damage}");
    assert_eq!(opened.chronicle.line().len(), 3);

    act(&mut opened.chronicle, note("on we go"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    let repaired = folder.path().join("fight-repaired.ron");
    assert_eq!(opened.journal.path(), repaired);
    act(&mut opened.chronicle, note("and on"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    let after = opened.chronicle;
    drop(opened.journal);
    assert_eq!(fs::read_to_string(&path).expect("a text"), damaged, "it stays as it is");
    let again = store::open(&repaired).expect("it opens");
    assert_eq!(again.damage, None);
    same(&again.chronicle, &after);

    let mut once_more = store::open(&path).expect("it opens");
    act(&mut once_more.chronicle, note("or so"), &mut Thrown::seeded(1));
    once_more.journal.accepted(&once_more.chronicle).expect("written");
    assert_eq!(once_more.journal.path(), folder.path().join("fight-repaired-2.ron"));
}

#[test]
fn an_entry_out_of_turn_is_damage() {
    let mut saved = Saved::new();
    saved.act(harm(2, 1));
    let (_folder, path, chronicle) = saved.close();
    append(&path, "Entry(id:9,after:2,steps:[])\n");
    let opened = store::open(&path).expect("it opens");
    let damage = opened.damage.expect("damage");
    assert_eq!(damage.what, "found entry 9, expected entry 3");
    same(&opened.chronicle, &chronicle);
}

#[test]
fn damage_in_the_past_takes_nothing_from_the_present() {
    let saved = Saved::fought(300);
    let (_folder, path, chronicle) = saved.close();
    let damaged = fs::read_to_string(&path).expect("a text").replacen("Entry(id:20,", "Entry((id:!,", 1);
    fs::write(&path, damaged).expect("written");
    let mut tail = store::open(&path).expect("it opens").chronicle;
    assert_eq!(tail.now(), chronicle.now());
    while tail.undo().is_some() {}
    assert!(tail.at() > 20, "undo stops where the past cannot be read");
    assert_eq!(*tail.now(), chronicle.seek(tail.at()));
    assert!(tail.tree().past_fault().is_some_and(|fault| fault.contains("line 22")));
    assert_eq!(tail.seek(19), chronicle.seek(19));
    assert!(!tail.go_to(EntryId(25)));
    assert_eq!(tail.seek(25), chronicle.seek(19), "the nearest before it");
    let whole = store::look(&path).expect("it opens");
    // Read in full, the gap is an act of its own, and everything after it is there.
    let whole = (whole.chronicle, whole.damage.expect("damage"));
    assert_eq!((whole.1.spot.line, whole.1.goes_on), (22, true));
    let (fight, gap) = (&whole.0, 20);
    assert_eq!(fight.now(), chronicle.now());
    assert_eq!(fight.seek(gap - 1), chronicle.seek(19));
    let lost = chronicle.line().len() - (fight.line().len() - gap) - 19;
    assert_eq!(fight.seek(gap), chronicle.seek(19 + lost));
    assert_eq!(fight.seek(gap + 3), chronicle.seek(19 + lost + 3));
    let told = format!("{:?}", fight.entry(fight.line()[gap - 1]).expect("the gap").steps[0].command);
    assert!(told.contains(&format!("{lost} acts cannot be read")), "{told}");
    assert_eq!(whole.1.lost, lost);
}

#[test]
fn a_fight_that_went_into_a_damaged_past_opens_where_it_can() {
    let saved = Saved::fought(300);
    let (_folder, path, chronicle) = saved.close();
    let damaged = fs::read_to_string(&path).expect("a text").replacen("Entry(id:20,", "Entry((id:!,", 1);
    fs::write(&path, damaged).expect("written");
    append(&path, "Went(25)\n");
    let opened = store::open(&path).expect("it opens");
    assert_eq!(opened.chronicle.now(), chronicle.now());
    let damage = opened.damage.expect("damage");
    assert_eq!(damage.spot.line, 22, "the root of it comes first");
    let what = "found entry 25, expected one that can be read";
    assert_eq!(damage.more.iter().map(|(_, what)| &**what).collect::<Vec<_>>(), [what]);
}

/// Tampers with the file between two acts, and returns what was found afterwards.
fn tampered(meddle: impl Fn(&Path)) -> (TempDir, PathBuf, Option<Rewrite>) {
    let mut saved = Saved::fought(30);
    saved.undo();
    saved.undo();
    saved.act(harm(3, 1));
    saved.chronicle.name(EntryId(30), "if only".into());
    saved.journal.named(&saved.chronicle, EntryId(30), "if only".into()).expect("written");
    saved.undo();
    let path = saved.path();
    meddle(&path);
    saved.act(harm(4, 1));
    saved.act(note("on we go"));
    saved.undo();
    let (rewrite, now) = (saved.journal.take_rewrite(), saved.path());
    let (folder, _, chronicle) = saved.close();
    let opened = store::open(&now).expect("it opens");
    assert_eq!(opened.damage, None);
    same(&opened.chronicle, &chronicle);
    (folder, path, rewrite)
}

#[test]
fn a_save_that_is_removed_meanwhile_is_written_anew_in_its_place() {
    for meddle in [
        (|path| fs::remove_file(path).expect("removed")) as fn(&Path),
        |path| fs::rename(path, path.with_extension("moved")).expect("moved"),
        |path| fs::write(path, "").expect("emptied"),
    ] {
        let (_folder, path, rewrite) = tampered(meddle);
        assert_eq!(rewrite, Some(Rewrite { why: Divergence::Gone, from: path.clone(), to: path }));
    }
}

#[test]
fn a_save_whose_folder_is_removed_meanwhile_is_written_anew() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("fights/0001-fight.ron");
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    let mut chronicle = begun();
    let mut journal = Journal::create_with(&path, "Fight", &chronicle).expect("a new file");
    fs::remove_dir_all(home.path().join("fights")).expect("removed");
    act(&mut chronicle, note("on we go"), &mut Thrown::seeded(1));
    journal.accepted(&chronicle).expect("written");
    drop(journal);
    same(&store::open(&path).expect("it opens").chronicle, &chronicle);
}

#[test]
fn a_save_that_is_another_meanwhile_is_written_anew_beside_it() {
    for (meddle, why) in [
        (
            (|path| {
                fs::write(path.with_extension("new"), "another's").expect("written");
                fs::rename(path.with_extension("new"), path).expect("renamed");
            }) as fn(&Path),
            Divergence::Replaced,
        ),
        (
            |path| {
                let file = OpenOptions::new().write(true).open(path).expect("the file");
                file.set_len(700).expect("cut short");
            },
            Divergence::Changed,
        ),
        (|path| append(path, "// what an editor added\n"), Divergence::Changed),
        (|path| altered(path, "The bridge", "The BRIDGE"), Divergence::Changed),
        (|path| altered(path, "if only", "as ever"), Divergence::Changed),
    ] {
        let (folder, path, rewrite) = tampered(|path| {
            meddle(path);
            fs::copy(path, path.with_extension("then")).expect("copied");
        });
        let to = folder.path().join("fight-rescued.ron");
        assert_eq!(rewrite, Some(Rewrite { why, from: path.clone(), to }));
        let found = fs::read(&path).expect("a text");
        assert_eq!(found, fs::read(path.with_extension("then")).expect("a text"), "it stays as it is");
    }
}

/// Replaces a text in a file by one of the same length, later than the last write.
fn altered(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a text");
    assert!(from.len() == to.len() && text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).expect("written");
    touch(path);
}

/// Sets the time of the last change to one that no write of a test has.
fn touch(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).expect("the file");
    file.set_modified(SystemTime::now() + Duration::from_secs(60)).expect("the time is set");
}

/// A digit that another program has changed in the part written before the save was opened here, or since.
#[test]
fn a_save_altered_meanwhile_at_the_same_length_is_not_written_on() {
    for (from, to) in [("id:3,", "id:4,"), ("on we go", "on we GO")] {
        let (_folder, path, _) = Saved::fought(6).close();
        let mut opened = store::open(&path).expect("it opens");
        act(&mut opened.chronicle, note("on we go"), &mut Thrown::seeded(1));
        opened.journal.accepted(&opened.chronicle).expect("written");
        altered(&path, from, to);
        let before = fs::read_to_string(&path).expect("a text");
        act(&mut opened.chronicle, note("and on"), &mut Thrown::seeded(1));
        opened.journal.accepted(&opened.chronicle).expect("written");
        let rewrite = opened.journal.take_rewrite().expect("it is noticed");
        assert_eq!(rewrite.why, Divergence::Changed, "{from}");
        assert_eq!(fs::read_to_string(&path).expect("a text"), before, "{from}");
        let path = opened.journal.path().to_owned();
        drop(opened.journal);
        let again = store::open(&path).expect("it opens");
        assert_eq!(again.damage, None);
        same(&again.chronicle, &opened.chronicle);
    }
}

/// As a backup or a file system may do it.
#[test]
fn a_save_with_nothing_but_another_time_is_written_on() {
    let (_folder, path, _) = Saved::fought(6).close();
    let mut opened = store::open(&path).expect("it opens");
    for words in ["on we go", "and on"] {
        touch(&path);
        act(&mut opened.chronicle, note(words), &mut Thrown::seeded(1));
        opened.journal.accepted(&opened.chronicle).expect("written");
    }
    assert_eq!((opened.journal.take_rewrite(), opened.journal.path()), (None, &*path));
    drop(opened.journal);
    same(&store::open(&path).expect("it opens").chronicle, &opened.chronicle);
}

/// The past of a long fight opened at its last snapshot is only in the file.
#[test]
fn a_removed_save_keeps_the_past_that_nobody_looked_at() {
    let (_folder, path, _) = Saved::fought(300).close();
    let mut opened = store::open(&path).expect("it opens");
    assert!(opened.chronicle.needs_past());
    fs::remove_file(&path).expect("removed");
    act(&mut opened.chronicle, note("on we go"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    drop(opened.journal);
    let again = store::open(&path).expect("it opens");
    assert_eq!(again.chronicle.line().len(), opened.chronicle.line().len());
    same(&again.chronicle, &opened.chronicle);
}

#[test]
fn what_a_cut_short_save_alone_held_is_lost_and_the_rest_goes_on() {
    let (_folder, path, _) = Saved::fought(300).close();
    let mut opened = store::open(&path).expect("it opens");
    OpenOptions::new().write(true).open(&path).expect("the file").set_len(2000).expect("cut short");
    act(&mut opened.chronicle, note("on we go"), &mut Thrown::seeded(1));
    let refused = opened.journal.accepted(&opened.chronicle);
    assert!(matches!(refused, Err(StoreError::NoPast { .. })), "{refused:?}");
    let rest = opened.chronicle.without_past();
    assert_eq!(rest.now(), opened.chronicle.now());
    opened.journal.catch_up(&rest).expect("written");
    let path = opened.journal.path().to_owned();
    drop(opened.journal);
    let again = store::open(&path).expect("it opens");
    assert_eq!(again.damage, None);
    same(&again.chronicle, &rest);
}

#[test]
fn a_save_that_cannot_be_begun_leaves_no_stub() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no/such/fight.ron");
    assert!(Journal::create(&path, "Nowhere", begun().now()).is_err());
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_before_it_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.ron");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    for path in [&pipe, Path::new("/dev/zero"), folder.path()] {
        for error in [store::open(path).err(), store::look(path).err(), store::head(path).err()] {
            let error = error.expect("no save").to_string();
            assert!(error.contains("expected a file"), "{error}");
        }
        assert!(store::text(path).is_err());
    }
    let (own, faults) = Bestiary::default().with_folder(folder.path());
    assert_eq!(own, Bestiary::default());
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert!(fault.to_string().contains("expected a file"), "{fault}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_pointer_blocks_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(folder.path());
    let made = std::process::Command::new("mkfifo").arg(folders.state().join("running")).status();
    assert!(made.is_ok_and(|status| status.success()));
    assert_eq!(folders.running(), None);
}

/// A long fight with damage before its last snapshot, opened as on the screen.
fn with_a_gap() -> (TempDir, PathBuf, Chronicle) {
    let (folder, path, chronicle) = Saved::fought(300).close();
    let damaged = fs::read_to_string(&path).expect("a text").replacen("Entry(id:20,", "Entry((id:!,", 1);
    fs::write(&path, damaged).expect("written");
    (folder, path, chronicle)
}

#[test]
fn going_on_over_a_gap_writes_a_copy_that_has_no_damage() {
    let (folder, path, chronicle) = with_a_gap();
    let before = fs::read(&path).expect("a text");
    let mut opened = store::open_whole(&path).expect("it opens");
    assert_eq!(opened.chronicle.now(), chronicle.now());
    let damage = opened.damage.expect("damage").to_string();
    assert!(
        damage.contains("line 22, column") && damage.contains("continues from a later snapshot"),
        "{damage}"
    );
    act(&mut opened.chronicle, note("on we go"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    let repaired = folder.path().join("fight-repaired.ron");
    assert_eq!(opened.journal.path(), repaired);
    act(&mut opened.chronicle, note("and on"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    drop(opened.journal);
    assert_eq!(fs::read(&path).expect("a text"), before, "it stays as it is");
    for again in [store::open(&repaired), store::open_whole(&repaired)] {
        let again = again.expect("it opens");
        assert_eq!(again.damage, None);
        same(&again.chronicle, &opened.chronicle);
    }
    // Undo crosses the gap to what was before it; nothing before it can be amended.
    let mut undone = opened.chronicle;
    while undone.undo().is_some() {}
    assert_eq!(undone.now(), chronicle.start());
    let early = Amendment::insert(3, note("earlier"));
    assert!(Amending::new(&store::look(&repaired).expect("it opens").chronicle, early).is_err());
}

#[test]
fn a_missing_line_is_found_and_led_over() {
    let (_folder, path, chronicle) = Saved::fought(300).close();
    let text = fs::read_to_string(&path).expect("a text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kept: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("Kept(")).collect();
    // One in the middle, and the one right before a snapshot.
    for missing in [kept[1] + 5, kept[2] - 1] {
        let rest: String =
            lines.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, l)| *l).collect();
        fs::write(&path, rest).expect("written");
        let whole = store::look(&path).expect("it opens");
        assert!(whole.damage.is_some_and(|damage| damage.goes_on), "without line {}", missing + 1);
        assert_eq!(whole.chronicle.now(), chronicle.now());
    }
}

/// A changed digit anywhere in a save is detected, and nothing before it is lost.
#[test]
fn one_flipped_digit_is_found() {
    let (folder, path, chronicle) = Saved::fought(40).close();
    let text = fs::read(&path).expect("a text");
    let flipped = folder.path().join("flipped.ron");
    let digits: Vec<usize> = (0..text.len()).filter(|at| text[*at].is_ascii_digit()).collect();
    for at in digits.into_iter().step_by(7) {
        let mut other = text.clone();
        other[at] = if text[at] == b'9' { b'8' } else { text[at] + 1 };
        fs::write(&flipped, &other).expect("written");
        let line = 1 + text[..at].iter().filter(|byte| **byte == b'\n').count();
        match store::look(&flipped) {
            Err(StoreError::NoState { .. }) => assert_eq!(line, 2, "only the start is kept"),
            Err(StoreError::Newer { .. }) => assert_eq!(line, 1),
            Err(error) => panic!("{error}"),
            Ok(opened) => {
                let damage = opened.damage.expect("it is found");
                assert_eq!(damage.spot.line, line, "{damage}");
                let read = opened.chronicle;
                assert_eq!(read.now(), &chronicle.seek(read.at()), "{damage}");
            }
        }
        assert!(store::seems_damaged(&flipped) || line == 1, "line {line}");
    }
}

#[test]
fn a_field_that_none_knows_is_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("typo.ron");
    let text =
        "Head(format:1,title:\"Typo\",ruleset:bx)\nKept(line:[],state:(ruleset:bx,combatantr:[]))\n";
    fs::write(&path, text).expect("written");
    assert!(matches!(store::open(&path), Err(StoreError::NoState { .. })));
    fs::write(&path, text.replace("combatantr", "combatants")).expect("written");
    assert!(store::open(&path).is_ok(), "lines without check sums are read as before");
}

#[test]
fn a_newer_format_is_refused() {
    let (_folder, path, _) = Saved::new().close();
    let newer = "Head(format:3,name:\"later\",rules:[\"bx\"])\nState(())\n";
    fs::write(&path, newer).expect("written");
    let error = store::open(&path).expect_err("too new");
    assert!(matches!(error, StoreError::Newer { found: 3, .. }), "{error}");
    assert!(error.to_string().contains("update wardrum"));
    assert_eq!(fs::read_to_string(&path).expect("a text"), newer);
}

#[test]
fn what_is_no_save_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("note.ron");
    for text in ["", "shopping list\n", "Head(title:\"no format\")\n"] {
        fs::write(&path, text).expect("written");
        let error = store::open(&path).expect_err("no save");
        assert!(matches!(error, StoreError::NoSave { .. }), "{error}");
    }
}

#[test]
fn the_second_to_open_it_only_reads() {
    let mut saved = Saved::new();
    let mut second = store::open(&saved.path()).expect("it opens");
    assert_eq!(saved.journal.access(), Access::Write);
    assert_eq!(second.journal.access(), Access::ReadOnly);
    act(&mut second.chronicle, note("me too"), &mut Thrown::seeded(1));
    let refused = second.journal.accepted(&second.chronicle);
    assert!(matches!(refused, Err(StoreError::ReadOnly { .. })));
    saved.act(note("mine"));
    let (_folder, path, chronicle) = saved.close();
    let third = store::open(&path).expect("it opens");
    assert_eq!(third.journal.access(), Access::Write);
    same(&third.chronicle, &chronicle);
}

#[test]
fn a_copy_is_the_same_fight_and_touches_no_other_file() {
    let mut saved = Saved::new();
    saved.act(harm(2, 1));
    let copy = saved.folder.path().join("copy.ron");
    Journal::create_with(&copy, "Copy", &saved.chronicle).expect("copied");
    assert!(Journal::create_with(&copy, "Copy", &saved.chronicle).is_err(), "there is one already");
    same(&store::open(&copy).expect("it opens").chronicle, &saved.chronicle);
}

#[test]
fn a_prepared_fight_is_a_save_without_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("prepared.ron");
    let start = begun().now().clone();
    drop(Journal::create(&path, "Prepared", &start).expect("a new file"));
    let opened = store::look(&path).expect("it opens");
    assert_eq!(*opened.chronicle.start(), start);
    assert!(opened.chronicle.line().is_empty());
    assert_eq!(store::head(&path).expect("a head").ruleset, RulesetId::Bx);
}

#[test]
fn no_fight_is_removed_unasked() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    let start = Encounter::new(RulesetId::Bx);
    let first = folders.begin("Still running", &start).expect("a new fight");
    let own = folders.fights().join("mine.ron");
    fs::copy(first.path(), &own).expect("copied");
    let saved = folders.save_path("0001 goblins").expect("a path");
    Journal::create(&saved, "Goblins", &start).expect("saved");
    for n in 0..14 {
        let journal = folders.begin(&format!("Fight {n}!"), &start).expect("a new fight");
        assert_eq!(folders.running().as_deref(), Some(journal.path()));
    }
    let listed = || folders.played().into_iter().map(|(path, _)| path).collect::<Vec<PathBuf>>();
    assert_eq!(listed().len(), 15 + 2);
    assert!(listed().contains(&own) && listed().contains(&saved));
    // The fight played last comes first.
    let later = SystemTime::now() + Duration::from_secs(60);
    File::options().append(true).open(&own).and_then(|file| file.set_modified(later)).expect("set");
    assert_eq!(listed().first(), Some(&own));
}

#[test]
fn a_fight_gets_another_name_and_keeps_all_else() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    let journal = folders.begin("Fight", begun().now()).expect("a new fight");
    let path = journal.path().to_owned();
    let open = folders.rename(&path, "At the ford").expect_err("it is open");
    assert!(open.to_string().contains("open in another wardrum window"), "{open}");
    drop(journal);
    let (before, played) = (store::look(&path).expect("it opens"), folders.played());
    folders.rename(&path, "At the \"old\" ford").expect("named");
    let after = store::look(&path).expect("it opens");
    assert_eq!(&**after.journal.title(), "At the \"old\" ford");
    assert_eq!(after.chronicle.now(), before.chronicle.now());
    assert!(after.damage.is_none() && !store::seems_damaged(&path));
    assert_eq!(folders.played(), played, "it was not played for that");
    let none = home.path().join("none.ron");
    fs::write(&none, "no save\n").expect("written");
    assert!(folders.rename(&none, "x").is_err());
    assert_eq!(fs::read_to_string(&none).expect("a text"), "no save\n");
}

#[test]
fn a_fight_that_is_put_away_lies_in_the_archive() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    let start = Encounter::new(RulesetId::Bx);
    let journal = folders.begin("Goblins", &start).expect("a new fight");
    let path = journal.path().to_owned();
    let open = folders.put_away(&path).expect_err("it is open");
    assert!(open.to_string().contains("open in another wardrum window"), "{open}");
    drop(journal);
    let text = fs::read(&path).expect("a text");
    fs::create_dir_all(folders.archive()).expect("a folder");
    fs::write(folders.archive().join("0001-goblins.ron"), "an earlier one").expect("written");
    let away = folders.put_away(&path).expect("put away");
    assert_eq!(away, folders.archive().join("0001-goblins-2.ron"));
    assert_eq!(fs::read(&away).expect("a text"), text);
    assert!(!path.exists() && folders.running().is_none() && folders.played().is_empty());
    folders.take_back(&away, &path).expect("brought back");
    assert_eq!(fs::read(&path).expect("a text"), text);
}

/// A file name that is not UTF-8, or ends in a space, is kept as it is.
#[cfg(unix)]
#[test]
fn the_running_fight_is_found_whatever_its_name() {
    use std::os::unix::ffi::OsStrExt;
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    for name in [&b"caf\xe9.ron"[..], b"trailing.ron ", b"two\nlines.ron", "sch\u{f6}n.ron".as_bytes()] {
        let path = home.path().join(std::ffi::OsStr::from_bytes(name));
        let chronicle = begun();
        let mut journal = Journal::create_with(&path, "Named", &chronicle).expect("a new file");
        folders.remember(&mut journal).expect("remembered");
        assert_eq!(folders.running().as_deref(), Some(&*path));
        let choices = [("Orc", true), ("Wolf", false)].map(|(name, is)| ((SideId(1), name.into()), is));
        let choices = BTreeMap::from(choices);
        Folded::new(&path, &choices).write(&folders).expect("written");
        assert_eq!(Folded::of(&path, &folders), choices);
    }
    assert_eq!(Folded::of(&home.path().join("caf\u{e9}.ron"), &folders), BTreeMap::new());
}

#[test]
fn the_running_fight_is_remembered_until_it_is_forgotten() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    assert_eq!(folders.running(), None);
    let journal = folders.begin("One", &Encounter::new(RulesetId::Bx)).expect("a new fight");
    assert_eq!(folders.running().as_deref(), Some(journal.path()));
    folders.forget(Path::new("another.ron")).expect("nothing to forget");
    assert_eq!(folders.running().as_deref(), Some(journal.path()), "another window has begun it");
    folders.forget(journal.path()).expect("forgotten");
    folders.forget(journal.path()).expect("there is nothing to forget");
    assert_eq!(folders.running(), None);
}

#[test]
fn a_repaired_copy_becomes_the_running_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders::under(home.path());
    let journal = folders.begin("One", &Encounter::new(RulesetId::Bx)).expect("a new fight");
    let path = journal.path().to_owned();
    drop(journal);
    append(&path, "nonsense\n");
    let mut opened = store::open(&path).expect("it opens");
    folders.remember(&mut opened.journal).expect("remembered");
    assert_eq!(folders.running(), Some(path));
    act(&mut opened.chronicle, note("on"), &mut Thrown::seeded(1));
    opened.journal.accepted(&opened.chronicle).expect("written");
    assert_eq!(folders.running().as_deref(), Some(opened.journal.path()));
}

#[test]
fn the_referees_own_creatures_come_on_top() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.ron", "(creatures: {\"orc\": (name: \"My orc\", hd: \"2\")})");
    write("b.ron", "(creatures: {\n  \"gob\": (name: \"Gob\", hd: 1),\n})");
    write("c.txt", "no bestiary");
    let (bestiary, faults) = Bestiary::built_in(Family::D20).clone().with_folder(folder.path());
    assert_eq!(bestiary.get("orc").map(|block| &**block.name()), Some("My orc"));
    assert_eq!(faults.len(), 1);
    let StoreError::Faulty { path, place, .. } = &faults[0] else { panic!("{}", faults[0]) };
    assert!(path.ends_with("b.ron"));
    assert_eq!(place.line, 2);
}

#[test]
fn a_folder_holds_creatures_of_either_family() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.ron", "(creatures: {\"gob\": (name: \"Gob\", hd: \"1\")})");
    write(
        "b.ron",
        "(family: Wounds, creatures: {\"gob\": (name: \"Grub\", scale: -1, speed: \"2.5\")})",
    );
    write("c.ron", include_str!("../assets/bestiary/d20.ron"));
    write("d.ron", include_str!("../assets/bestiary/wounds.ron"));
    for (family, name) in [(Family::D20, "Gob"), (Family::Wounds, "Grub")] {
        let built_in = Bestiary::built_in(family);
        let (bestiary, faults) = built_in.clone().with_folder(folder.path());
        assert!(faults.is_empty(), "{}", faults[0]);
        assert_eq!(bestiary.get("gob").map(|block| &**block.name()), Some(name));
        assert_eq!(bestiary.all().count(), built_in.all().count() + 1);
    }
}

/// The faults reported for a folder with this file, for each family.
fn faults_of(text: &str) -> [Option<String>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("own.ron"), text).expect("written");
    [Family::D20, Family::Wounds].map(|family| {
        let (_, faults) = Bestiary::built_in(family).clone().with_folder(folder.path());
        faults.first().map(ToString::to_string)
    })
}

#[test]
fn a_file_of_the_wrong_family_or_of_none_is_refused_with_a_hint() {
    let [d20, wounds] = faults_of("(creatures: {\"gob\":\n (name: \"Gob\", scale: -1)})");
    let fault = d20.expect("a body is no block with hit points");
    assert!(fault.contains("line 2") && fault.contains("\"scale: -1"), "{fault}");
    assert!(fault.contains("begins with (family: Wounds"), "{fault}");
    assert_eq!(wounds, None);
    let [d20, wounds] = faults_of("(family: Wounds, creatures: {\"gob\": (hd: \"1\")})");
    assert!(wounds.expect("a block is no body").contains("\"hd: "));
    assert_eq!(d20, None);
    for fault in faults_of("(family: Dragons)") {
        let fault = fault.expect("there is no such family");
        assert!(fault.contains("\"Dragons") && fault.contains("D20, Wounds"), "{fault}");
    }
}

#[test]
fn a_creature_without_hit_points_gets_the_average() {
    let bestiary = Bestiary::built_in(Family::D20);
    assert!(bestiary.all().count() > 50);
    let wolf = Block { hp: None, hd: Some("2+2".parse().expect("Hit Dice")), ..Block::default() };
    let told = Block { hp: Some(3), ..wolf.clone() };
    for (by, hp) in [(RulesetId::Bx, 11), (RulesetId::Countdown, 11), (RulesetId::Zero, 9)] {
        let rules = ruleset(by);
        assert_eq!(ready(rules, &wolf.clone().into()), Block { hp: Some(hp), ..wolf.clone() }.into());
        assert_eq!(ready(rules, &told.clone().into()), told.clone().into());
    }
}

#[test]
fn a_kept_state_cannot_claim_more_entries_than_stand_before_it() {
    let saved = Saved::fought(4);
    let text = saved.text();
    let kept = text.lines().find(|line| line.starts_with("Kept(line:[]")).expect("the start");
    let (_folder, path, chronicle) = saved.close();
    let whole = fs::read_to_string(&path).expect("a text");
    // As wardrum writes it, and by another hand.
    for line in ["line:[(1,4294967295)]", "line: [(1, 4294967295), ]"] {
        let claims = kept.replacen("line:[]", line, 1);
        let claims = claims.split(" //").next().expect("a line");
        fs::write(&path, format!("{whole}{claims}\n")).expect("written");
        let opened = store::open(&path).expect("it opens");
        same(&opened.chronicle, &chronicle);
    }
    let claims = text.replacen("line:[]", "line:[(1,4294967295)]", 1);
    fs::write(&path, claims).expect("written");
    assert!(matches!(store::open(&path), Err(StoreError::NoState { .. })));
}
