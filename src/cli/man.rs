//! `wardrum man`: the manual page.

use super::{Cli, Outcome};
use anyhow::Error;
use clap::CommandFactory;
use std::io::Write;

pub(super) fn run(mut out: &mut dyn Write) -> Result<Outcome, Error> {
    clap_mangen::Man::new(Cli::command()).render(&mut out)?;
    Ok(Outcome::Fine)
}
