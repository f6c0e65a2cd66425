//! The operations a key can invoke.

/// An operation; its exact effect depends on where it is invoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Takes the obvious next step.
    Forward,
    /// Skips the open step or procedure.
    Skip,
    /// Undoes the last act.
    Undo,
    /// Redoes what was undone.
    Redo,
    /// Opens the form of an act.
    Act,
    /// Repeats the last attack.
    Repeat,
    /// Deals an amount of damage.
    Damage,
    /// Heals an amount.
    Heal,
    /// Adds or ends a condition.
    Condition,
    /// Adds or ends a custom effect.
    Effect,
    /// Rolls a saving throw or ability check.
    Save,
    /// Takes a held turn.
    CutIn,
    /// Checks a side's morale.
    Morale,
    /// Adds a combatant.
    Arrive,
    /// Removes a combatant from the fight.
    Depart,
    /// Rolls any dice.
    Roll,
    /// Writes a note.
    Note,
    /// Finds a combatant by name.
    Find,
    /// Shows the odds of an act.
    Odds,
    /// Explains a number.
    Why,
    /// Shows the keys of this screen.
    Help,
    /// Looks up a rule.
    LookUp,
    /// Opens the palette of operations available here.
    Palette,
    /// Lists past acts, to go back to one.
    History,
    /// Sets counters: arrows, charges, spells left.
    Counters,
    /// Changes something in the past.
    Amend,
    /// Overrides any value by the referee's word.
    Overrule,
    /// Edits the stat block under the cursor.
    Block,
    /// Sets who rolls each side's dice.
    Hands,
    /// Activates the next pane.
    NextPane,
    /// Toggles a row's mark.
    Mark,
    /// Marks many rows at once.
    MarkBy,
    /// Switches who rolls the next act's dice; in a prompt, the machine rolls the rest.
    ByHand,
    /// Moves to the back rank or the front rank.
    Rank,
    /// Changes what a side is out to do.
    Stance,
    /// Changes how much of a combatant the players know.
    Sight,
    /// Serves the players' view as a web page.
    Watch,
    /// Folds combatants identical to the one under the cursor into one row, or unfolds them.
    Fold,
    /// Folds or unfolds all identical combatants.
    FoldAll,
    /// Up by one.
    Up,
    /// Down by one.
    Down,
    /// Up by a page.
    PageUp,
    /// Down by a page.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// To the left, or the previous value.
    Left,
    /// To the right, or the next value.
    Right,
    /// Toggles a field.
    Toggle,
    /// Deletes the character before the cursor.
    Erase,
    /// Deletes the character at the cursor.
    Delete,
    /// Deletes the word before the cursor.
    EraseWord,
    /// Deletes everything before the cursor.
    EraseLine,
    /// Goes back one level.
    Back,
    /// Quits the program; the fight is saved.
    Quit,
    /// Sets the distance between two combatants.
    Distance,
    /// Sets a combatant's place relative to another.
    Place,
    /// Shows or hides the line of places.
    Places,
    /// Shows or hides the win forecast.
    Forecast,
    /// Builds a new fight.
    New,
    /// Opens a file.
    Open,
    /// Adds a side.
    Side,
    /// Sets the options of the rules.
    Options,
    /// Opens the library of creatures, characters, parties and fights.
    Library,
    /// Adds a party, or saves a side as one.
    Parties,
    /// Edits a copy of a library creature and saves it as the referee's own.
    Copy,
    /// Imports creatures, a party or a fight from another program's file.
    Import,
    /// In the review of an import, goes to the next item that lacks something.
    Gap,
    /// Filters the library by origin: the referee's own, or built in.
    Whose,
    /// Filters the library by Hit Dice or level.
    Might,
    /// Filters the library by ruleset.
    Rules,
    /// Moves a fight to the archive.
    PutAway,
    /// Saves the fight as a prepared one.
    Keep,
    /// Opens the settings.
    Settings,
    /// Lets time pass, or starts the next encounter.
    Time,
    /// Shows the summary of the fight.
    Summary,
    /// Writes a report of the fight to a file.
    Export,
    /// Opens the timeline.
    Timeline,
    /// Plays the fight act by act, or pauses.
    Play,
    /// Plays the timeline faster.
    Faster,
    /// Plays the timeline slower.
    Slower,
    /// Lists the branches of the fight.
    Branches,
    /// Renames a fight or a branch.
    Rename,
    /// Compares two branches.
    Compare,
    /// One act back.
    ActBack,
    /// One act forward.
    ActOn,
    /// One round back.
    RoundBack,
    /// One round forward.
    RoundOn,
}

impl Op {
    /// Returns its name in `keys.ron`. Names never change, so that existing files stay valid.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forward => "next",
            Self::Skip => "skip",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Act => "act",
            Self::Repeat => "again",
            Self::Damage => "damage",
            Self::Heal => "heal",
            Self::Condition => "condition",
            Self::Effect => "effect",
            Self::Save => "save",
            Self::CutIn => "cut-in",
            Self::Morale => "morale",
            Self::Arrive => "add",
            Self::Depart => "out",
            Self::Roll => "roll",
            Self::Note => "note",
            Self::Find => "find",
            Self::Odds => "odds",
            Self::Why => "why",
            Self::Help => "help",
            Self::LookUp => "look-up",
            Self::Palette => "palette",
            Self::History => "history",
            Self::Counters => "counters",
            Self::Amend => "amend",
            Self::Overrule => "overrule",
            Self::Block => "stat-block",
            Self::Hands => "dice",
            Self::NextPane => "pane",
            Self::Mark => "mark",
            Self::MarkBy => "mark-by",
            Self::ByHand => "by-hand",
            Self::Rank => "line",
            Self::Stance => "stance",
            Self::Sight => "sight",
            Self::Watch => "watch",
            Self::Fold => "fold",
            Self::FoldAll => "fold-all",
            Self::Up => "up",
            Self::Down => "down",
            Self::PageUp => "page-up",
            Self::PageDown => "page-down",
            Self::First => "first",
            Self::Last => "last",
            Self::Left => "left",
            Self::Right => "right",
            Self::Toggle => "turn-over",
            Self::Erase => "erase",
            Self::Delete => "delete",
            Self::EraseWord => "erase-word",
            Self::EraseLine => "erase-line",
            Self::Back => "back",
            Self::Quit => "quit",
            Self::Distance => "distance",
            Self::Place => "place",
            Self::Places => "line",
            Self::Forecast => "odds-of-fight",
            Self::New => "new-fight",
            Self::Open => "open-file",
            Self::Side => "side",
            Self::Options => "options",
            Self::Library => "library",
            Self::Parties => "parties",
            Self::Copy => "copy",
            Self::Import => "import",
            Self::Gap => "gap",
            Self::Whose => "whose",
            Self::Might => "might",
            Self::Rules => "rules",
            Self::PutAway => "put-away",
            Self::Keep => "keep",
            Self::Settings => "settings",
            Self::Time => "time",
            Self::Summary => "summary",
            Self::Export => "export",
            Self::ActBack => "act-back",
            Self::ActOn => "act-on",
            Self::RoundBack => "round-back",
            Self::RoundOn => "round-on",
            Self::Timeline => "timeline",
            Self::Branches => "branches",
            Self::Rename => "rename",
            Self::Compare => "compare",
            Self::Play => "play",
            Self::Faster => "faster",
            Self::Slower => "slower",
        }
    }

    /// Returns other words by which the palette finds it.
    pub fn synonyms(self) -> &'static str {
        match self {
            Self::Forward => "enter step proceed begin start go",
            Self::Skip => "pass omit",
            Self::Undo => "back oops revert",
            Self::Act => {
                "attack strike shoot cast spell move deed action grapple turn undead ready potion scroll wand"
            }
            Self::Repeat => "repeat attack",
            Self::Damage => "temporary temp hp harm hurt wound hit points lose fire oil trap fall",
            Self::Heal => "temporary temp hp cure hit points regain potion",
            Self::Condition => {
                "prone held asleep stunned status blind sleep charm unconscious poison paralysed invisible grappled"
            }
            Self::Effect => {
                "spell buff bless haste duration curse custom torch light lamp lantern candle darkness poison disease timer alarm reminder concentration"
            }
            Self::Save => "saving throw check ability skill poison listen search open door climb",
            Self::CutIn => "hold delay interrupt wait ready",
            Self::Morale => "flee break check rout loyalty retreat",
            Self::Arrive => {
                "arrive monster creature character reinforcements join new retainer hireling henchman mercenary npc pet familiar summon wandering duplicate clone"
            }
            Self::Depart => "kill dead death die corpse flee escape remove delete surrender captive",
            Self::Roll => "dice throw d20 d6 reaction surprise encounter",
            Self::Note => "remark comment write loot treasure gold reminder",
            Self::Find => "search name",
            Self::Odds => "chance probability likely expected percent",
            Self::Why => "explain sum terms modifiers",
            Self::Help => "keys",
            Self::LookUp => "rule book search",
            Self::History => "log list back",
            Self::Counters => {
                "arrows ammunition charges spells left slots oil rations torches doses uses supplies"
            }
            Self::Amend => "correct change edit reroll forgot fix",
            Self::Overrule => {
                "set hp max temporary initiative order distance side name rename kill edit value charm level drain fatigue"
            }
            Self::Block => "monster edit armour class ac thac0 attacks level weapon equipment inventory",
            Self::Hands => "typed machine who rolls players",
            Self::Mark => "select several",
            Self::MarkBy => "select all several",
            Self::ByHand => "typed machine",
            Self::Sight => "hide hidden reveal secret invisible ambush unknown name players",
            Self::Watch => "players view watch page tv phone browser screen share web serve spectator",
            Self::Fold => "group horde collapse",
            Self::FoldAll => "group horde collapse",
            Self::Quit => "exit close",
            Self::Distance => "range far near feet metres yards apart pursuit",
            Self::Place => "position where stand behind flank rear arrive mount",
            Self::Places => "positions distances track map where range",
            Self::Forecast => {
                "odds of the fight who wins chance simulate simulation probability too hard"
            }
            Self::New => "create build encounter",
            Self::Open => "load path import",
            Self::Side => "team faction",
            Self::Options => "house rules variants optional critical fumble",
            Self::Library => "bestiary monsters samples",
            Self::Parties => "party heroes group retainers",
            Self::PutAway => "delete remove archive",
            Self::Keep => "prepared store",
            Self::Settings => "theme colours colors dark mouse ascii preferences sound bell",
            Self::Time => "clock rest turns hours next encounter camp sleep night day",
            Self::Summary => "result end over experience xp luck statistics",
            Self::Import => "foundry obsidian open5e improved initiative csv paste file",
            Self::Gap => "lacking missing guessed incomplete",
            Self::Export => "markdown json html pdf print write report backup xp",
            Self::Timeline => "replay past watch track",
            Self::Branches => "lines alternatives",
            Self::Rename => "name title call",
            _ => "",
        }
    }

    /// Whether it only navigates, edits text or opens the palette, so that the palette need not list it.
    pub fn goes_about(self) -> bool {
        use Op::*;
        let about = [Forward, Back, NextPane, Up, Down, PageUp, PageDown, First, Last, Left, Right];
        about.contains(&self)
            || matches!(self, Toggle | Erase | Delete | EraseWord | EraseLine | Palette)
    }
}
