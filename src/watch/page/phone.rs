//! What the page has for a player's phone: its seat, the dice asked of it, and the lines it can say wait to. The script
//! fills it; without the script there is none of it.

use crate::watch::desk::{Chip, LETTERS};
use maud::{Markup, html};

/// What stands above the fight.
pub(super) fn seat() -> Markup {
    html! {
        section #phone aria-label="Your character" hidden {
            p #told role="status" aria-live="polite" {}
            p #strip role="status" aria-live="polite" {}
            section #ask aria-labelledby="asked" hidden {
                div #asked role="alert" { h2 #who-rolls {} p #what-for {} p #needs {} }
                p #tapped aria-live="polite" {}
                div #pad role="group" {}
                div #ways {
                    button #untap type="button" { "take back" }
                    button #machine type="button" { "roll for me" }
                }
            }
            div #sent role="status" aria-live="polite" {}
            details #choose hidden {
                summary { "Who do you play?" }
                div #characters role="group" aria-label="Characters" {}
            }
        }
    }
}

/// The lines that can be said wait to. They take the place of the news.
pub(super) fn lines() -> Markup {
    html! {
        section #lines aria-label="What has just happened" hidden {
            button #earlier type="button" hidden { "earlier" }
            ol #log aria-live="polite" aria-relevant="additions" {}
        }
    }
}

/// What stands below the fight, and what the script copies.
pub(super) fn rest() -> Markup {
    html! {
        p #leaving hidden { button #leave type="button" { "leave this seat" } }
        template #chips {
            div.chips role="group" aria-label="What should the referee look at?" {
                @for chip in Chip::ALL { button type="button" data-chip=(name(chip)) { (chip.words()) } }
                form {
                    input type="text" maxlength=(LETTERS) aria-label="In your own words" placeholder="in your own words"
                        autocomplete="off" enterkeyhint="send";
                    button type="submit" { "send" }
                }
            }
        }
    }
}

/// The name of a chip in what phones post.
fn name(chip: Chip) -> String {
    let name = serde_json::to_value(chip).ok();
    name.and_then(|name| name.as_str().map(String::from)).unwrap_or_default()
}
