//! Every scenario file in `tests/scenarios` comes out as it is written.
//!
//! `WARDRUM_BLESS=1` rewrites their logs first, and nothing else.

use std::path::Path;
use wardrum::scenario::files;

#[test]
fn every_scenario_comes_out_as_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let bestiary = |_: &str| None;
    let found = files::find(&root).expect("the folder can be read");
    if std::env::var_os("WARDRUM_BLESS").is_some() {
        for path in &found {
            files::bless_file(path, &bestiary).expect("the file can be written");
        }
    }
    let reports: Vec<_> = found.iter().map(|path| files::check(path, &bestiary)).collect();
    let faults: Vec<&str> = reports.iter().filter_map(|report| report.fault.as_deref()).collect();
    let passed = reports.len() - faults.len();
    assert!(faults.is_empty(), "{}\n{passed} passed, {} failed", faults.join("\n"), faults.len());
}
