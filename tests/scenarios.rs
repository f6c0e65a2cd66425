//! Every scenario file in `tests/scenarios` comes out as it is written.
//!
//! `WARDRUM_BLESS=1` rewrites their logs first, and nothing else.

use std::path::Path;
use wardrum::scenario::run::run;
use wardrum::scenario::{Scenario, bestiary, files};

#[test]
fn every_scenario_comes_out_as_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let found = files::find(&root).expect("the folder can be read");
    if std::env::var_os("WARDRUM_BLESS").is_some() {
        for path in &found {
            files::bless_file(path, &bestiary::built_in).expect("the file can be written");
        }
    }
    let reports: Vec<_> = found.iter().map(|path| files::check(path, &bestiary::built_in)).collect();
    let faults: Vec<&str> = reports.iter().filter_map(|report| report.fault.as_deref()).collect();
    let passed = reports.len() - faults.len();
    assert!(faults.is_empty(), "{}\n{passed} passed, {} failed", faults.join("\n"), faults.len());
}

/// The example in the README is a scenario like any other.
#[test]
fn the_example_of_the_readme_comes_out_as_written() {
    let readme = include_str!("scenarios/README.md");
    let example = readme.split("```ron").nth(1).and_then(|rest| rest.split("```").next());
    let scenario = Scenario::read(example.expect("an example")).expect("the example can be read");
    if let Err(failure) = run(&scenario, &bestiary::built_in) {
        panic!("{failure}");
    }
}
