//! Files: the journal of a fight and its folders, the bestiary, parties, house books and settings.

mod base;
mod bestiary;
mod desk_file;
mod draft;
mod effects;
mod error;
mod folded;
mod folders;
mod house_book;
mod journal;
mod line;
mod lock;
mod mend;
mod pages;
mod party;
mod pointer;
mod prepared;
mod read;
mod script;
mod settings;
mod unread;

pub use crate::notation::{Spot, explain, misread};
pub use bestiary::{BUILT_IN, Bestiary, own, ready, write_own};
pub use desk_file::DeskFile;
pub use draft::{Stamp, is_same, replace};
pub use effects::Effects;
pub use error::{Damage, StoreError, system};
pub use folded::{Folded, KindName};
pub use folders::{Folders, bounded, slug, text};
pub use house_book::{HouseBook, HouseBooks, Preset};
pub use journal::{
    Divergence, Journal, Opened, Rewrite, glance, head, is_open, is_sound, look, open, open_whole,
    seems_damaged,
};
pub use line::{FORMAT, Head};
pub use lock::Access;
pub use pages::{read as page, write_any as write_page};
pub use party::{Member, Party};
pub use prepared::{READY, SHOWN, WHO, prepared, shows, titled};
pub use settings::{Alert, Late, Settings, ThemeName};
