//! The `wardrum` program; see [`wardrum::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    wardrum::cli::main()
}
