//! Everything a key can ask for.

/// What a key asks for; what it means in detail depends on where it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// The obvious next thing.
    Forward,
    /// Passes over the open step or procedure.
    Skip,
    /// Takes the last act back.
    Undo,
    /// Redoes what was undone.
    Redo,
    /// The form of an act.
    Act,
    /// The last attack again.
    Repeat,
    /// An amount of harm.
    Damage,
    /// An amount of healing.
    Heal,
    /// A condition begins or ends.
    Condition,
    /// A custom effect begins, or ends.
    Effect,
    /// A saving throw or ability check.
    Save,
    /// Somebody takes the turn that was kept.
    CutIn,
    /// A morale check.
    Morale,
    /// Somebody arrives.
    Arrive,
    /// Somebody goes out of the fight.
    Depart,
    /// Any dice.
    Roll,
    /// A free note.
    Note,
    /// Finds a combatant by name.
    Find,
    /// What may come of an act, and how likely.
    Odds,
    /// Why a number is what it is.
    Why,
    /// The keys of this place.
    Help,
    /// The rules, to look something up.
    LookUp,
    /// Every operation of this place.
    Palette,
    /// What was done so far, to go back to.
    History,
    /// Arrows, charges, spells left.
    Counters,
    /// Something of the past is said otherwise.
    Amend,
    /// The referee's word over any value.
    Overrule,
    /// The stat block under the cursor.
    Block,
    /// Who rolls each side's dice.
    Hands,
    /// The next pane.
    NextPane,
    /// Marks or unmarks a row.
    Mark,
    /// Marks many rows at once.
    MarkBy,
    /// The dice of the next act the other way; in a prompt, the machine's for the rest.
    ByHand,
    /// To the back line, or to the front.
    Rank,
    /// How much of a combatant the players know.
    Sight,
    /// The players' view as a page.
    Watch,
    /// Folds the like of one into one row, or unfolds them.
    Fold,
    /// Folds all who are alike, or unfolds all.
    FoldAll,
    /// One up.
    Up,
    /// One down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// To the left, or less.
    Left,
    /// To the right, or more.
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
    /// One step out.
    Back,
    /// Out of the program; the fight is safe.
    Quit,
    /// How far two are apart.
    Distance,
    /// On which side of somebody the others stand, and how far off.
    Place,
    /// The line of where everybody stands.
    Places,
    /// Who wins from here.
    Forecast,
    /// A new fight.
    New,
    /// Opens a file.
    Open,
    /// A new side.
    Side,
    /// The options of the rules.
    Options,
    /// Creatures, characters, parties and fights to look at and to use.
    Library,
    /// Parties: brought in, or kept.
    Parties,
    /// A creature of the library, to be changed and kept as one's own.
    Copy,
    /// The referee's own, or what comes with wardrum.
    Whose,
    /// By Hit Dice or level.
    Might,
    /// By the rules they are for.
    Rules,
    /// Puts a fight away into the archive.
    PutAway,
    /// Keeps the fight as a prepared one.
    Keep,
    /// How wardrum looks and listens.
    Settings,
    /// Time goes by, or the next encounter comes.
    Time,
    /// What the fight came to.
    Summary,
    /// A report of the fight, into a file.
    Export,
    /// The fight as a track, to look at any moment of it.
    Timeline,
    /// Plays the fight act by act, or pauses.
    Play,
    /// Shows them faster.
    Faster,
    /// Shows them slower.
    Slower,
    /// The lines of the fight.
    Branches,
    /// Another name.
    Rename,
    /// Two side by side.
    Compare,
    /// One act back.
    ActBack,
    /// One act on.
    ActOn,
    /// One round back.
    RoundBack,
    /// One round on.
    RoundOn,
}

impl Op {
    /// Its name in `keys.ron`. Never changed, so that nobody's file goes stale.
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

    /// Other words under which the palette finds it.
    pub fn synonyms(self) -> &'static str {
        match self {
            Self::Forward => "enter step proceed begin start go",
            Self::Skip => "pass omit",
            Self::Undo => "back oops revert",
            Self::Act => "attack strike shoot cast spell move deed action",
            Self::Repeat => "repeat attack",
            Self::Damage => "hp harm hurt wound hit points lose",
            Self::Heal => "hp cure hit points regain",
            Self::Condition => "prone held asleep stunned status blind",
            Self::Effect => "spell buff bless haste duration curse custom",
            Self::Save => "saving throw check ability skill",
            Self::CutIn => "hold delay interrupt wait",
            Self::Morale => "flee break check",
            Self::Arrive => "arrive monster creature character reinforcements join new",
            Self::Depart => "kill dead die flee remove surrender",
            Self::Roll => "dice throw",
            Self::Note => "remark comment write",
            Self::Find => "search name",
            Self::Odds => "chance probability likely expected percent",
            Self::Why => "explain sum terms modifiers",
            Self::Help => "keys",
            Self::LookUp => "rule book search",
            Self::History => "log list back",
            Self::Counters => "arrows ammunition charges spells left slots",
            Self::Amend => "correct change edit reroll forgot fix",
            Self::Overrule => "set hp initiative order distance side name kill edit value",
            Self::Block => "monster edit armour class attacks",
            Self::Hands => "typed machine who rolls",
            Self::Mark => "select several",
            Self::MarkBy => "select all several",
            Self::ByHand => "typed machine",
            Self::Sight => "hide hidden reveal secret invisible ambush unknown name players",
            Self::Watch => "players view watch page tv phone browser screen share web serve spectator",
            Self::Fold => "group horde collapse",
            Self::FoldAll => "group horde collapse",
            Self::Quit => "exit close",
            Self::Distance => "range far near feet metres apart",
            Self::Place => "position where stand behind flank rear arrive",
            Self::Places => "positions distances track map where range",
            Self::Forecast => {
                "odds of the fight who wins chance simulate simulation probability too hard"
            }
            Self::New => "create build encounter",
            Self::Open => "load path import",
            Self::Side => "team faction",
            Self::Options => "house rules variants",
            Self::Library => "bestiary monsters samples",
            Self::Parties => "party heroes group",
            Self::PutAway => "delete remove archive",
            Self::Keep => "prepared store",
            Self::Settings => "theme colours mouse ascii preferences",
            Self::Time => "clock rest turns hours next encounter",
            Self::Summary => "result end over experience luck",
            Self::Export => "markdown json write report",
            Self::Timeline => "replay past watch track",
            Self::Branches => "lines alternatives",
            Self::Rename => "name title call",
            _ => "",
        }
    }

    /// Whether it goes about in what is shown, or edits a text: nothing that anybody looks for.
    pub fn goes_about(self) -> bool {
        use Op::*;
        let about = [Forward, Back, NextPane, Up, Down, PageUp, PageDown, First, Last, Left, Right];
        about.contains(&self)
            || matches!(self, Toggle | Erase | Delete | EraseWord | EraseLine | Palette)
    }
}
