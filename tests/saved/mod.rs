//! Writes a fight to a file entry by entry, as when it is played.

use std::path::Path;
use wardrum::chronicle::{Chronicle, Pending, Progress, Provenance};
use wardrum::rules::model::dice::Tape;
use wardrum::store::Journal;

/// Replays the fight into a save at that path.
pub fn save(fight: &Chronicle, path: &Path) {
    let mut journal = Journal::create(path, "A fight", fight.start()).expect("a new save");
    let mut again = Chronicle::under(fight.rules(), fight.start().clone());
    for id in fight.line() {
        let steps = &fight.entry(*id).expect("an entry").steps;
        let commands = steps.iter().map(|step| step.command.clone()).collect();
        let answers = steps.iter().flat_map(|step| step.answers.clone()).collect();
        let mut act = Pending::answered(commands, answers);
        let progress = act.run(&again, &mut Tape::new(&[]), &|_, _| Provenance::Typed);
        assert_eq!(progress, Progress::Done, "the recorded answers suffice");
        again.accept(act).expect("a finished act");
        journal.accepted(&again).expect("the entry is written");
    }
}
