//! How many fights the laws are held over.

use proptest::prelude::ProptestConfig;

/// As many fights as `PROPTEST_CASES` says; a few by default.
pub fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(48);
    ProptestConfig {
        cases,
        max_shrink_iters: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
