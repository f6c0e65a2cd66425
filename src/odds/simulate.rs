//! Whole fights, fought by policy many times over.
