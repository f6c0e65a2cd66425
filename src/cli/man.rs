//! `wardrum man`: the manual page.

use super::{Cli, Verdict};
use anyhow::Error;
use clap::CommandFactory;
use std::io::Write;

pub(super) fn run(mut out: &mut dyn Write) -> Result<Verdict, Error> {
    clap_mangen::Man::new(Cli::command()).render(&mut out)?;
    Ok(Verdict::Fine)
}
