//! Renders a frame of the program as an SVG: `frame_svg [FILE] [--size 120x36] [--theme dark] [--colours true]
//! [--ascii]
//! [--keys "Enter Enter j"]` writes it to stdout, the same for the same arguments every time.
//!
//! FILE is a save: a prepared fight is begun, a played one is shown at its end. Without one it is the start screen.
//! Keys
//! are names (`Enter`, `Esc`, `Tab`, `Space`, `Up`, `Down`, `Left`, `Right`) or single characters; `Enter*40` presses
//! one 40 times.

mod picture;

use picture::Wanted;
use std::error::Error;
use wardrum::store::ThemeName;
use wardrum::tui::paint::theme::Depth;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", picture::of(&wanted()?)?);
    Ok(())
}

fn wanted() -> Result<Wanted, Box<dyn Error>> {
    let mut wanted = Wanted {
        file: None,
        size: (120, 36),
        look: ThemeName::Dark,
        depth: Depth::True,
        ascii: false,
        keys: String::new(),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} wants a value"));
        match &*arg {
            "--size" => {
                let size = value()?;
                let (columns, rows) = size.split_once('x').ok_or("a size is like 80x24")?;
                wanted.size = (columns.parse()?, rows.parse()?);
            }
            "--theme" => {
                let name = value()?;
                let look = ThemeName::ALL.into_iter().find(|look| look.name() == name);
                wanted.look = look.ok_or("there is no such theme")?;
            }
            "--colours" => {
                wanted.depth = match &*value()? {
                    "true" => Depth::True,
                    "256" => Depth::Fixed,
                    "16" => Depth::Own,
                    _ => return Err("colours are true, 256 or 16".into()),
                }
            }
            "--keys" => wanted.keys = value()?,
            "--ascii" => wanted.ascii = true,
            _ => wanted.file = Some(arg),
        }
    }
    Ok(wanted)
}
