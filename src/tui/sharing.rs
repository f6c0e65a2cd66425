//! The players' view as a web page, served while the program runs.

use super::kit::picker::Picker;
use super::overlays::referee::settings;
use super::overlays::{Done, Layer, STAY, Then};
use super::session::Session;
use crate::rules::model::encounter::Encounter;
use crate::rules::text::words;

/// Who can reach the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Nobody: the page is not served.
    Nobody,
    /// Browsers on this machine.
    Here,
    /// Phones and screens on the local network.
    Network,
}

const TITLE: &str = "Players' view as a web page";

/// Opens the menu: who can reach the page, and which side is the players'.
pub fn open(e: &Encounter) -> Box<dyn Layer> {
    type Does = fn(&mut Session) -> Done;
    let rows: [(String, Does); 3] = [
        ("for the local network: phones, a TV".into(), |session| session.share(Reach::Network)),
        ("for this computer only".into(), |session| session.share(Reach::Here)),
        (whose(e), |session| settings::dice(&session.view()).map_or(STAY, Then::replace)),
    ];
    Picker::new(TITLE, rows, |session: &mut Session, does: &Does| does(session)).lettered().boxed()
}

/// Says which side is the players'.
fn whose(e: &Encounter) -> String {
    let theirs: Vec<&str> =
        e.side_ids().filter(|id| e.is_players(*id)).map(|id| words::side(e, id)).collect();
    match &theirs[..] {
        [] => "the players' side: none yet, so nobody's figures are shown".into(),
        theirs => format!("the players' side: {}; its figures are shown", theirs.join(", ")),
    }
}

#[cfg(feature = "page")]
mod served {
    use super::{Done, Reach, Session, Then, open};
    use crate::store::Folders;
    use crate::tui::overlays::CLOSE;
    use crate::tui::overlays::referee::phones;
    use crate::watch::Source;
    use crate::watch::page::{EVERYWHERE, HERE, Server};

    /// The server of the page, while it runs.
    pub type Page = Server;

    impl Session {
        /// Starts serving the running fight, or stops.
        pub(in crate::tui) fn share(&mut self, reach: Reach) -> Done {
            let address = match reach {
                Reach::Nobody => {
                    (self.page, self.phones) = (None, None);
                    self.say("the players' view is no longer served");
                    return CLOSE;
                }
                Reach::Here => HERE,
                Reach::Network => EVERYWHERE,
            };
            // The one before it gives its address free.
            self.page = None;
            let desk = self.open_desk();
            let served = Folders::find().map_err(|error| error.to_string()).and_then(|home| {
                Server::start(Source::Running(home), address, Some(desk)).map_err(|e| e.to_string())
            });
            let page = served.map_err(|why| format!("the players' view cannot be served: {why}"))?;
            self.page = Some(page);
            self.offer_page()
        }

        /// Shows the address of the page, or asks who can reach it.
        pub(in crate::tui) fn offer_page(&mut self) -> Done {
            Then::replace(match &self.page {
                Some(page) => phones::address(page.url(), self.settings.ascii),
                None => open(self.state()),
            })
        }
    }
}

#[cfg(not(feature = "page"))]
mod served {
    use super::{Done, Reach, Session};

    /// Placeholder: this build cannot serve the page.
    pub type Page = ();

    impl Session {
        pub(in crate::tui) fn share(&mut self, _: Reach) -> Done {
            self.offer_page()
        }

        pub(in crate::tui) fn open_seats(&mut self) -> Done {
            self.offer_page()
        }

        pub(in crate::tui) fn open_wait(&mut self) -> Done {
            self.offer_page()
        }

        pub(in crate::tui) fn offer_page(&mut self) -> Done {
            Err("this wardrum was built without the page; wardrum watch shows it in a terminal".into())
        }
    }
}

pub use served::Page;
