//! What stands in the library: creatures, characters, parties, fights; read when it is opened.

use super::screens::start::{Opens, StartRow};
use super::stock::Stock;
use crate::rules::ruleset::about::Family;
use crate::store::{Folders, Party};
use crate::tui::fight::files;

/// Everything the library lists.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    /// The creatures and characters of each family that is wanted.
    pub stocks: Vec<Stock>,
    /// Each party; or, by the name of its file, what is wrong with it.
    pub parties: Vec<Result<Party, (String, String)>>,
    /// The fights: ready ones and those that were kept.
    pub fights: Vec<StartRow>,
    /// What is wrong with files of creatures.
    pub faults: Vec<String>,
}

impl Shelf {
    /// All there is of these families.
    pub fn gathered(families: &[Family]) -> Self {
        let (mut stocks, mut faults) = (Vec::new(), Vec::new());
        for family in families {
            let (stock, found) = Stock::gathered(*family);
            stocks.push(stock);
            faults.extend(found);
        }
        // Each family meets the faulty files of all.
        faults.sort();
        faults.dedup();
        let mut fights = files::start_screen().lines;
        fights.retain(|line| matches!(line.opens, Opens::Saved(_)));
        fights.extend(files::samples());
        Self { stocks, parties: parties(), fights, faults }
    }
}

/// Every party the referee has, or what is wrong with its file.
pub fn parties() -> Vec<Result<Party, (String, String)>> {
    let Ok(folders) = Folders::find() else { return Vec::new() };
    let all = Party::all(&folders).into_iter().map(|(path, party)| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        party.map_err(|fault| (name, fault.to_string()))
    });
    all.collect()
}
