//! B/X Classic: side initiative by phases.

pub mod tables;
