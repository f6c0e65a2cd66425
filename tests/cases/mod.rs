//! How many fights the laws are checked on, and which.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// As many fights as `PROPTEST_CASES` says, a few by default; the same each time unless `PROPTEST_RNG_SEED` is set.
pub fn config() -> ProptestConfig {
    let set = ProptestConfig::default();
    ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(48),
        max_shrink_iters: 200,
        failure_persistence: None,
        rng_seed: match set.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            seed => seed,
        },
        ..set
    }
}
