//! What operations are for: the groups in which help and palette list them.

use super::operations::Op;

/// A group of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// What is done in the fight.
    Do,
    /// Going back, and changing what was done or is so.
    Change,
    /// Looking and finding.
    Look,
    /// Files, parties, the program.
    Files,
    /// Moving the cursor and marking.
    Move,
}

impl Group {
    /// All groups, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Do, Self::Change, Self::Look, Self::Files, Self::Move];

    /// The group of an operation.
    pub fn of(op: Op) -> Self {
        use Op::*;
        match op {
            Undo | Redo | History | Amend | Overrule | Block | Counters | Rank | Sight | Stance
            | Distance | Place | Hands | Options | Rules | Side | Depart | Rename | Delete | Erase
            | EraseWord | EraseLine => Self::Change,
            Why | Find | Places | Forecast | Fold | FoldAll | Help | Palette | LookUp | Summary
            | Odds | Timeline | Branches | Compare | Settings | Whose | Might | Gap => Self::Look,
            New | Open | Library | Parties | Keep | Import | Export | Watch | PutAway | Copy | Quit => {
                Self::Files
            }
            Up | Down | Left | Right | PageUp | PageDown | First | Last | NextPane | Mark | MarkBy
            | Back | ActBack | ActOn | RoundBack | RoundOn | Toggle => Self::Move,
            _ => Self::Do,
        }
    }

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Do => "Do",
            Self::Change => "Change",
            Self::Look => "Look",
            Self::Files => "Files and wardrum",
            Self::Move => "Move and mark",
        }
    }
}
