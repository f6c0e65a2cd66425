//! The players' view as a web page, served while the program runs.

use super::app::App;
use super::overlays::forms::boxes::MenuBox;
use super::overlays::{Overlay, Verdict};
use super::table::view::View;

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

const OFFERS: [(&str, Reach); 2] =
    [("for this computer only", Reach::Here), ("for the local network: a phone, a TV", Reach::Network)];
const TITLE: &str = "Players' view as a web page";

/// Opens the menu: who can reach the page, or, if it is already served, whether to keep it.
pub fn open(url: Option<&str>) -> Box<dyn Overlay> {
    let Some(url) = url else {
        let lines = OFFERS.map(|(text, _)| text.to_string());
        return MenuBox::lettered(TITLE, lines, |_, at| Verdict::Share(OFFERS[at.min(1)].1)).boxed();
    };
    let lines = [format!("keep it at {url}"), "stop serving it".into()];
    let pick =
        |_: &View<'_>, at: usize| if at == 0 { Verdict::Leave } else { Verdict::Share(Reach::Nobody) };
    MenuBox::lettered(TITLE, lines, pick).boxed()
}

#[cfg(feature = "page")]
mod served {
    use super::{App, Reach, open};
    use crate::store::Folders;
    use crate::watch::Source;
    use crate::watch::page::{EVERYWHERE, HERE, Server};

    /// The server of the page, while it runs.
    pub type Page = Server;

    impl App {
        /// Starts serving the running fight, or stops.
        pub(in crate::tui) fn share(&mut self, reach: Reach) {
            let address = match reach {
                Reach::Nobody => {
                    self.page = None;
                    return self.say("the players' view is no longer served");
                }
                Reach::Here => HERE,
                Reach::Network => EVERYWHERE,
            };
            let served = Folders::find().map_err(|error| error.to_string()).and_then(|home| {
                Server::start(Source::Running(home), address).map_err(|e| e.to_string())
            });
            match served {
                Ok(page) => {
                    self.page = Some(page);
                    self.offer_page();
                }
                Err(why) => self.say_no(&format!("the players' view cannot be served: {why}")),
            }
        }

        /// Opens the menu of the page.
        pub(in crate::tui) fn offer_page(&mut self) {
            let overlay = open(self.page.as_ref().map(Server::url));
            self.overlays.push(overlay);
        }
    }
}

#[cfg(not(feature = "page"))]
mod served {
    use super::{App, Reach};

    /// Placeholder: this build cannot serve the page.
    pub type Page = ();

    impl App {
        pub(in crate::tui) fn share(&mut self, _: Reach) {
            self.offer_page();
        }

        pub(in crate::tui) fn offer_page(&mut self) {
            self.say_no("this wardrum was built without the page; wardrum watch shows it in a terminal");
        }
    }
}

pub use served::Page;
