//! How long files take: an entry appended, a fight opened to go on with it, a save read whole.

mod field;

use divan::Bencher;
use divan::counter::ItemsCount;
use wardrum::chronicle::EntryId;
use wardrum::store::{look, open};

fn main() {
    divan::main();
}

/// The entry accepted last appended once more, with the states that are kept now and then; the
/// disk is not waited for.
#[divan::bench]
fn append(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let (chronicle, mut journal) = field::saved(&folder.path().join("fight.ron"), 200, 100);
    bencher.bench_local(|| {
        journal.settle(&chronicle);
        journal.accepted(&chronicle)
    });
}

/// A line of the least length appended: where the fight went.
#[divan::bench]
fn append_undo(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let (chronicle, mut journal) = field::saved(&folder.path().join("fight.ron"), 200, 100);
    bencher.bench_local(|| journal.went(&chronicle));
}

/// A running fight of 200 after so many events: the last kept state and what stands behind it.
#[divan::bench(args = [100, 10_000])]
fn open_tail(bencher: Bencher, events: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    drop(field::saved(&path, 200, events));
    bencher.bench(|| open(&path).map(|opened| opened.chronicle.at()));
}

/// A save of a fight of 200 from its first line to its last, every event applied.
#[divan::bench(args = [100, 10_000])]
fn read_whole(bencher: Bencher, events: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    let (chronicle, journal) = field::saved(&path, 200, events);
    drop(journal);
    let count = ItemsCount::new(field::events(&chronicle));
    bencher.counter(count).bench(|| look(&path).map(|opened| opened.chronicle.at()));
}

/// The past of a resumed fight, read when it is looked at.
#[divan::bench(args = [10_000])]
fn look_back(bencher: Bencher, events: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    drop(field::saved(&path, 200, events));
    bencher.bench(|| open(&path).map(|opened| opened.chronicle.entry(EntryId(1)).is_some()));
}
