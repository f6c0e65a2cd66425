//! Foreign formats: stat blocks as they stand in books, files of other programs, tables of a party.

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
