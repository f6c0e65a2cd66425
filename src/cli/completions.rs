//! `wardrum completions`: prints the completion script of a shell.

use super::{Cli, Outcome};
use anyhow::Error;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// The shell to print completions for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wardrum", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Fine)
}
