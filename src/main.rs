//! Arguments, terminal, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    wardrum::cli::main()
}
