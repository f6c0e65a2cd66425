//! Files: appending an entry, opening a fight to continue, reading a whole save.

mod field;

use divan::Bencher;
use divan::counter::ItemsCount;
use wardrum::chronicle::EntryId;
use wardrum::store::{look, open};

fn main() {
    divan::main();
}

/// Appends the last entry again, with the occasional snapshot, without waiting for the disk.
#[divan::bench]
fn append(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let (chronicle, mut journal) = field::saved(&folder.path().join("fight.ron"), 200, 100);
    bencher.bench_local(|| {
        journal.settle(&chronicle);
        journal.accepted(&chronicle)
    });
}

/// Appends the shortest line: a move in the fight's history.
#[divan::bench]
fn append_undo(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let (chronicle, mut journal) = field::saved(&folder.path().join("fight.ron"), 200, 100);
    bencher.bench_local(|| journal.went(&chronicle));
}

/// Opens a running fight of 200 after that many events: the last snapshot and what follows it.
#[divan::bench(args = [100, 10_000])]
fn open_tail(bencher: Bencher, events: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    drop(field::saved(&path, 200, events));
    bencher.bench(|| open(&path).map(|opened| opened.chronicle.at()));
}

/// Reads the whole save of a fight of 200, applying every event.
#[divan::bench(args = [100, 10_000])]
fn read_whole(bencher: Bencher, events: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    let (chronicle, journal) = field::saved(&path, 200, events);
    drop(journal);
    let count = ItemsCount::new(field::events(&chronicle));
    bencher.counter(count).bench(|| look(&path).map(|opened| opened.chronicle.at()));
}

/// Reads the past of a resumed fight, as when it is first looked at.
#[divan::bench(args = [10_000])]
fn look_back(bencher: Bencher, events: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.ron");
    drop(field::saved(&path, 200, events));
    bencher.bench(|| open(&path).map(|opened| opened.chronicle.entry(EntryId(1)).is_some()));
}
