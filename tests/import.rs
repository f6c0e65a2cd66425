//! Imports foreign formats: printed stat blocks, files of other programs, party tables.

mod cases;
#[path = "import/formats.rs"]
mod formats;
#[path = "import/hostile.rs"]
mod hostile;
#[path = "import/kept.rs"]
mod kept;
#[path = "import/printed.rs"]
mod printed;
#[path = "import/told.rs"]
mod told;
#[path = "import/wild.rs"]
mod wild;
