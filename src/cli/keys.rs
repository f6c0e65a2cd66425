//! `wardrum keys`: prints every key binding and checks the referee's own.

use super::{Outcome, say};
use crate::escape::visible;
use crate::tui::input::keymap::Keymap;
use crate::tui::input::own_keys;
use anyhow::Error;
use std::io::Write;
use std::path::PathBuf;

/// The keys to list.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Check this file instead of your own keys.ron.
    file: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let own = own_keys::own();
    if let Some(file) = args.file.as_ref().filter(|file| !file.is_file()) {
        anyhow::bail!(
            "{}: no such file; expected a file of key bindings (without a name, your own keys.ron is checked)",
            file.display()
        );
    }
    let (keymap, faults) = match args.file.as_ref().or(own.as_ref()) {
        Some(path) => own_keys::of_file(path),
        None => (Keymap::default(), Vec::new()),
    };
    if let Some(own) = own {
        writeln!(
            out,
            "// Every key binding. To change some, copy their lines into {}",
            visible(&own.to_string_lossy())
        )?;
    }
    write!(out, "{}", own_keys::page(&keymap))?;
    for fault in &faults {
        say(fault);
    }
    if faults.is_empty() {
        return Ok(Outcome::Fine);
    }
    say("the default keys apply until this is fixed");
    Ok(Outcome::Short)
}
