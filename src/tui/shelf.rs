//! The contents of the library: creatures, characters, parties and fights, loaded when it is opened.

use super::screens::start::{self, StartRow};
use super::stock::Stock;
use crate::import::kept::Guesses;
use crate::rules::ruleset::about::Family;
use crate::store::{Folders, Party};

/// The library's contents.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    /// The creatures and characters of each requested family.
    pub stocks: Vec<Stock>,
    /// The parties; for an invalid file, its name and the error.
    pub parties: Vec<Result<Party, (String, String)>>,
    /// The fights: saved ones and samples.
    pub fights: Vec<StartRow>,
    /// The guessed figures of imported creatures.
    pub guesses: Guesses,
    /// Errors in creature files.
    pub faults: Vec<String>,
}

impl Shelf {
    /// Loads the contents for these families.
    pub fn gathered(families: &[Family]) -> Self {
        let (mut stocks, mut faults) = (Vec::new(), Vec::new());
        for family in families {
            let (stock, found) = Stock::gathered(*family);
            stocks.push(stock);
            faults.extend(found);
        }
        // Each family reports the errors of all.
        faults.sort();
        faults.dedup();
        let mut fights = Folders::find().map_or_else(|_| Vec::new(), |folders| start::own(&folders));
        fights.extend(start::samples());
        let guesses = Folders::find().map(|folders| Guesses::all(&folders)).unwrap_or_default();
        Self { stocks, parties: parties(), fights, guesses, faults }
    }
}

/// Loads every party of the referee; for an invalid file, its name and the error.
pub fn parties() -> Vec<Result<Party, (String, String)>> {
    let Ok(folders) = Folders::find() else { return Vec::new() };
    let all = Party::all(&folders).into_iter().map(|(path, party)| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        party.map_err(|fault| (name, fault.to_string()))
    });
    all.collect()
}
