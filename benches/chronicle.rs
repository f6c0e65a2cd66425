//! Time travel: seeking and undoing.

mod field;

use divan::Bencher;
use wardrum::tui::screens::timeline::Timeline;
use wardrum::tui::table::track::Track;

fn main() {
    divan::main();
}

/// Seeks to the middle of a fight of that many acts.
#[divan::bench(args = [100, 1_000, 6_000])]
fn seek(bencher: Bencher, acts: usize) {
    let chronicle = field::recorded(400, acts);
    let middle = chronicle.at() / 2;
    bencher.bench(|| chronicle.seek(middle));
}

/// Undoes and redoes one act.
#[divan::bench(args = [100, 1_000, 6_000])]
fn undo_and_redo(bencher: Bencher, acts: usize) {
    let mut chronicle = field::recorded(400, acts);
    bencher.bench_local(|| {
        chronicle.undo();
        chronicle.redo();
    });
}

/// Amends an early act of a fight of that many events, and replays everything after it.
#[divan::bench(args = [1_000, 10_000])]
fn amend(bencher: Bencher, events: usize) {
    let chronicle = field::lasting(12, events);
    bencher.bench(|| field::amended(&chronicle));
}

/// Shows the moment before the last act on the timeline: that state and the one before it.
#[divan::bench(args = [100, 1_000, 6_000])]
fn preview(bencher: Bencher, acts: usize) {
    let chronicle = field::recorded(400, acts);
    let last = chronicle.at() - 1;
    bencher.bench(|| Timeline::at(&chronicle, last));
}

/// Reopens the track of a fight of that many acts, gathered before.
#[divan::bench(args = [100, 1_000, 6_000])]
fn follow(bencher: Bencher, acts: usize) {
    let chronicle = field::recorded(400, acts);
    let mut track = Track::default();
    track.follow(&chronicle);
    bencher.bench_local(|| track.follow(&chronicle));
}
