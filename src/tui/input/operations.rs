//! The operations a key can invoke: what each is called in `keys.ron` and by which other words the palette finds it. Their
//! keys, and what each does where, are in [`bindings`](super::bindings).

/// Defines the operations, a row each: what it does, its name, other words for it.
macro_rules! operations {
    ($($(#[$about:meta])* $op:ident $name:literal $(found by $words:literal)?;)*) => {
        /// An operation; its exact effect depends on where it is invoked.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op {
            $($(#[$about])* $op,)*
        }

        impl Op {
            /// Returns its name in `keys.ron`. Names never change, so that existing files stay valid; see [`Op::once`].
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$op => $name,)*
                }
            }

            /// Returns other words by which the palette finds it.
            pub fn synonyms(self) -> &'static str {
                match self {
                    $(Self::$op => concat!($($words)?),)*
                }
            }
        }
    };
}

operations! {
    /// Takes the obvious next step.
    Forward "next" found by "enter step proceed begin start go";
    /// Skips the open step or procedure.
    Skip "skip" found by "pass omit";
    /// Undoes the last act.
    Undo "undo" found by "back oops revert";
    /// Redoes what was undone.
    Redo "redo";
    /// Opens the form of an act.
    Act "act"
        found by "attack strike shoot cast spell move deed action grapple turn undead ready potion scroll wand";
    /// Repeats the last attack.
    Repeat "again" found by "repeat attack";
    /// Deals an amount of damage.
    Damage "damage" found by "temporary temp hp harm hurt wound hit points lose fire oil trap fall";
    /// Heals an amount.
    Heal "heal" found by "temporary temp hp cure hit points regain potion";
    /// Adds or ends a condition.
    Condition "condition"
        found by "prone held asleep stunned status blind sleep charm unconscious poison paralysed invisible grappled";
    /// Adds or ends a custom effect.
    Effect "effect"
        found by "spell buff bless haste duration curse custom torch light lamp lantern candle darkness poison disease timer alarm reminder concentration";
    /// Rolls a saving throw or ability check.
    Save "save" found by "saving throw check ability skill poison listen search open door climb";
    /// Takes a held turn.
    CutIn "cut-in" found by "hold delay interrupt wait ready";
    /// Checks a side's morale.
    Morale "morale" found by "flee break check rout loyalty retreat";
    /// Adds a combatant.
    Arrive "add"
        found by "arrive monster creature character reinforcements join new retainer hireling henchman mercenary npc pet familiar summon wandering duplicate clone";
    /// Removes a combatant from the fight.
    Depart "out" found by "kill dead death die corpse flee escape remove delete surrender captive";
    /// Rolls any dice.
    Roll "roll" found by "dice throw d20 d6 reaction surprise encounter";
    /// Writes a note.
    Note "note" found by "remark comment write loot treasure gold reminder";
    /// Finds a combatant by name.
    Find "find" found by "search name";
    /// Shows the odds of an act.
    Odds "odds" found by "chance probability likely expected percent";
    /// Explains a number.
    Why "why" found by "explain sum terms modifiers";
    /// Shows the keys of this screen.
    Help "help" found by "keys";
    /// Looks up a rule.
    LookUp "look-up" found by "rule book search";
    /// Opens the palette of operations available here.
    Palette "palette";
    /// Lists past acts, to go back to one.
    History "history" found by "log list back";
    /// Sets counters: arrows, charges, spells left.
    Counters "counters"
        found by "arrows ammunition charges spells left slots oil rations torches doses uses supplies";
    /// Changes something in the past.
    Amend "amend" found by "correct change edit reroll forgot fix";
    /// Overrides any value by the referee's word.
    Overrule "overrule"
        found by "set hp max temporary initiative order distance side name rename kill edit value charm level drain fatigue";
    /// Edits the stat block under the cursor.
    Block "stat-block"
        found by "monster edit armour class ac thac0 attacks level weapon equipment inventory";
    /// Sets who rolls each side's dice.
    Hands "dice" found by "typed machine who rolls players";
    /// Activates the next pane.
    NextPane "pane";
    /// Toggles a row's mark.
    Mark "mark" found by "select several";
    /// Marks many rows at once.
    MarkBy "mark-by" found by "select all several";
    /// Switches who rolls the next act's dice; in a prompt, the machine rolls the rest.
    ByHand "by-hand" found by "typed machine";
    /// Moves to the back rank or the front rank.
    Rank "rank";
    /// Changes what a side is out to do.
    Stance "stance";
    /// Changes how much of a combatant the players know.
    Sight "sight" found by "hide hidden reveal secret invisible ambush unknown name players";
    /// Decides what a player has said of a line of the log.
    Wait "wait" found by "phones objection forgot";
    /// Lists the phones that have a seat or ask for one.
    Seats "seats" found by "phones join accept send away";
    /// Serves the players' view as a web page.
    Watch "watch" found by "players view watch page tv phone browser screen share web serve spectator";
    /// Folds combatants identical to the one under the cursor into one row, or unfolds them.
    Fold "fold" found by "group horde collapse";
    /// Folds or unfolds all identical combatants.
    FoldAll "fold-all" found by "group horde collapse";
    /// Up by one.
    Up "up";
    /// Down by one.
    Down "down";
    /// Up by a page.
    PageUp "page-up";
    /// Down by a page.
    PageDown "page-down";
    /// To the first.
    First "first";
    /// To the last.
    Last "last";
    /// To the left, or the previous value.
    Left "left";
    /// To the right, or the next value.
    Right "right";
    /// Toggles a field.
    Toggle "turn-over";
    /// Deletes the character before the cursor.
    Erase "erase";
    /// Deletes the character at the cursor.
    Delete "delete";
    /// Deletes the word before the cursor.
    EraseWord "erase-word";
    /// Deletes everything before the cursor.
    EraseLine "erase-line";
    /// Goes back one level.
    Back "back";
    /// Quits the program; the fight is saved.
    Quit "quit" found by "exit close";
    /// Sets the distance between two combatants.
    Distance "distance" found by "range far near feet metres yards apart pursuit";
    /// Sets a combatant's place relative to another.
    Place "place" found by "position where stand behind flank rear arrive mount";
    /// Shows or hides the line of places.
    Places "positions" found by "positions distances track map where range";
    /// Shows or hides the win forecast.
    Forecast "odds-of-fight"
        found by "odds of the fight who wins chance simulate simulation probability too hard";
    /// Builds a new fight.
    New "new-fight" found by "create build encounter";
    /// Opens a file.
    Open "open-file" found by "load path import";
    /// Adds a side.
    Side "side" found by "team faction";
    /// Sets the options of the rules.
    Options "options" found by "house rules variants optional critical fumble";
    /// Opens the library of creatures, characters, parties and fights.
    Library "library" found by "bestiary monsters samples";
    /// Adds a party, or saves a side as one.
    Parties "parties" found by "party heroes group retainers";
    /// Edits a copy of a library creature and saves it as the referee's own.
    Copy "copy";
    /// Imports creatures, a party or a fight from another program's file.
    Import "import" found by "foundry obsidian open5e improved initiative csv paste file";
    /// In the review of an import, goes to the next item that lacks something.
    Gap "gap" found by "lacking missing guessed incomplete";
    /// Filters the library by origin: the referee's own, or built in.
    Whose "whose";
    /// Filters the library by Hit Dice or level.
    Might "might";
    /// Filters the library by ruleset.
    Rules "rules";
    /// Moves a fight to the archive.
    PutAway "put-away" found by "delete remove archive";
    /// Saves the fight as a prepared one.
    Keep "keep" found by "prepared store";
    /// Opens the settings.
    Settings "settings" found by "theme colours colors dark mouse ascii preferences sound bell";
    /// Lets time pass, or starts the next encounter.
    Time "time" found by "clock rest turns hours next encounter camp sleep night day";
    /// Shows the summary of the fight.
    Summary "summary" found by "result end over experience xp luck statistics";
    /// Writes a report of the fight to a file.
    Export "export" found by "markdown json html pdf print write report backup xp";
    /// Opens the timeline.
    Timeline "timeline" found by "replay past watch track";
    /// Plays the fight act by act, or pauses.
    Play "play";
    /// Plays the timeline faster.
    Faster "faster";
    /// Plays the timeline slower.
    Slower "slower";
    /// Lists the branches of the fight.
    Branches "branches" found by "lines alternatives";
    /// Renames a fight or a branch.
    Rename "rename" found by "name title call";
    /// Compares two branches.
    Compare "compare";
    /// One act back.
    ActBack "act-back";
    /// One act forward.
    ActOn "act-on";
    /// One round back.
    RoundBack "round-back";
    /// One round forward.
    RoundOn "round-on";
}

impl Op {
    /// Returns the name that it had in older key files, if it was another.
    pub fn once(self) -> Option<&'static str> {
        matches!(self, Self::Rank | Self::Places).then_some("line")
    }

    /// Whether it only navigates, edits text or opens the palette, so that the palette need not list it.
    pub fn goes_about(self) -> bool {
        use Op::*;
        let about = [Forward, Back, NextPane, Up, Down, PageUp, PageDown, First, Last, Left, Right];
        about.contains(&self)
            || matches!(self, Toggle | Erase | Delete | EraseWord | EraseLine | Palette)
    }

    /// Whether its key works over any layer that does not see to it itself.
    pub fn is_global(self) -> bool {
        matches!(self, Self::Quit | Self::Help | Self::LookUp | Self::Palette)
    }
}
