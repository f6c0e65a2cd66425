//! `wardrum watch`: follows a fight as the players may see it.

use super::{Looks, Outcome};
use crate::store::Folders;
use crate::tui;
use crate::watch::Source;
use anyhow::Error;
use std::io::Write;
use std::path::PathBuf;

/// What to follow, and where to show it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight to follow; otherwise the running one.
    file: Option<PathBuf>,
    /// Serve it as a web page instead, at this address: 127.0.0.1 (this computer only) unless another is
    /// given. 0.0.0.0 is for the local network. A port may follow: 0.0.0.0:8080.
    #[cfg(feature = "page")]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = crate::watch::page::HERE)]
    page: Option<String>,
    #[command(flatten)]
    looks: Looks,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let source = match &args.file {
        Some(file) => {
            // A missing file is reported now; one that disappears later is waited for.
            crate::store::head(file)?;
            Source::File(file.clone())
        }
        None => Source::Running(Folders::find()?),
    };
    #[cfg(feature = "page")]
    if let Some(address) = &args.page {
        return serve(source, address, out);
    }
    let _ = out;
    let Looks { theme, ascii } = args.looks;
    tui::watch(source, &tui::LaunchOptions { theme, ascii, ..tui::LaunchOptions::default() })?;
    tui::obey_signal();
    Ok(Outcome::Fine)
}

/// Serves the page until the program is ended.
#[cfg(feature = "page")]
fn serve(source: Source, address: &str, out: &mut dyn Write) -> Result<Outcome, Error> {
    use crate::watch::page::Server;
    use anyhow::Context;
    let page = Server::start(source, address, None).with_context(|| format!("serving at {address}"))?;
    writeln!(out, "{}", page.url())?;
    out.flush()?;
    super::say("anyone with this address can see the players' view; Ctrl-C ends it");
    page.wait();
    Ok(Outcome::Fine)
}
