//! The options of this ruleset.

use crate::rules::d20::group::MoraleBy;
use crate::rules::model::option::{OptionValue, options};

/// How long conditions from critical hits last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CritDuration {
    /// Until the referee ends them.
    #[default]
    Open,
    /// 1d4 rounds, rolled each time.
    D4,
    /// The rest of the round and that many rounds.
    Rounds(i32),
}

impl OptionValue for CritDuration {
    fn read(word: &str) -> Option<Self> {
        match word {
            "open" => Some(Self::Open),
            "1d4" => Some(Self::D4),
            rounds => rounds.parse().ok().map(Self::Rounds),
        }
    }
}

options! {
    SURPRISE_READING: SurpriseReading { HighSurprises = "high-surprises", HighAvoids = "high-avoids" } "countdown.option.surprise-reading"
        "Reading of surprise"
        "What the surprise roll means. high-surprises: a total that reaches the number is surprised, and an ambush \
        adds 3. high-avoids: a total below the number is surprised, and an ambush subtracts 3.";
    DECLARATIONS: Declarations { Advisory = "advisory", Binding = "binding", Off = "off" } "countdown.option.declarations"
        "Declarations"
        "How binding declarations are. advisory: another action is allowed and noted, only a declared dodge is \
        binding. binding: an action of another kind is refused until you overrule. off: no declarations.";
    REROLL: Reroll { EachRound = "each-round", Once = "once" } "countdown.option.initiative-reroll" "New initiative"
        "each-round: all roll anew every round. once: the totals of the first round stay, and newcomers roll when \
        they join.";
    GROUPS: Groups { Individual = "individual", IdenticalGroups = "identical-groups" } "countdown.option.group-initiative"
        "Initiative of groups"
        "individual: a die for each. identical-groups: monsters of one side that are all alike share one die.";
    DODGE_WINDOW: DodgeWindow { Round = "round", UntilNextTurn = "until-next-turn" } "countdown.option.dodge-window"
        "How long a dodge lasts"
        "round: from the declaration, or else the own number, to the end of the round. until-next-turn: it begins \
        when the dodger's number comes and ends as its next turn begins.";
    CRIT_MODIFIERS: CritModifiers { Attack = "attack", Ability = "ability", None = "none" } "countdown.option.crit-modifiers"
        "Modifiers of the special roll"
        "What is added to the second d20 of a critical hit. attack: all modifiers of the attack roll. ability: the \
        ability modifier alone. none: nothing.";
    CRIT_DURATION: CritDuration ["open", "1", "2", "3", "4", "5", "6", "10", "1d4"] numbers(1, 100) "countdown.option.crit-duration"
        "How long a critical hit tells"
        "How long shaken and blinded last after a critical hit. open: until you end them. A number: for the rest \
        of the round and that many rounds. 1d4: rolled each time.";
    STAND_UP: StandUp { None = "none", HalfMove = "half-move", Move = "move", Action = "action" } "countdown.option.stand-up-cost"
        "Price of standing up"
        "The cost of getting up. none: nothing. half-move: half the move. move: the whole move. action: the \
        action.";
    STUMBLE_SCOPE: StumbleScope { Attack = "attack", AttackAndDamage = "attack-and-damage", AllD20 = "all-d20" } "countdown.option.stumble-scope"
        "What a stumble hampers"
        "What the -1 applies to. attack: attack rolls. attack-and-damage: damage as well. all-d20: everything \
        rolled with a d20.";
    FREE_CHAIN: off "countdown.option.free-attack-chain"
        "Free attacks in turn" "A free attack that is sloppy itself may give a free attack in return.";
    TWO_WEAPON_SIZE: TwoWeaponSize { OneSmall = "one-small", StrictlySmaller = "strictly-smaller" } "countdown.option.two-weapon-size"
        "Size of two weapons"
        "one-small: one of the two has size S, which allows two daggers. strictly-smaller: one is of a smaller \
        size than the other.";
    HARD_COVER: off "countdown.option.hard-cover-doubled" "Hard cover"
        "Behind something solid the penalties for being hidden are doubled, -2 to -8. Mere concealment does not \
        change them.";
    POINT_BLANK_SHORT: off "countdown.option.point-blank-short"
        "Short range at 5'" "The +1 for short range is added to the -5 at 5', for a total of -4.";
    DOUBLE_MODE: DoubleMode { Total = "total", DiceOnly = "dice-only" } "countdown.option.double-mode"
        "What is doubled"
        "total: double damage doubles everything. dice-only: it doubles the dice, and the modifiers count once.";
    DOUBLE_COMPOUND: off "countdown.option.double-compound" "Doubled twice"
        "Each further cause of double damage adds one multiple: two make it three times. Off: never more than \
        twice.";
    DIRECT_SPLASH: off "countdown.option.direct-hit-splash" "Splash on a direct hit"
        "The target that a flask hits directly takes the 1d6 of the splash as well, without a save.";
    SPLASH_ROLL: SplashRoll { Shared = "shared", Each = "each" } "countdown.option.splash-roll" "Dice for the splash"
        "shared: one 1d6 a flask for all who are splashed. each: a separate 1d6 for each, rolled after its save.";
    CASTING_WINDOW: CastingWindow { SameNumber = "same-number", FromDeclaration = "from-declaration" } "countdown.option.casting-window"
        "When a spell can be spoilt"
        "same-number: by attacks on the number on which it is cast. from-declaration: by any attack on a caster \
        since it declared the spell this round.";
    DISRUPTION_SAVE: DisruptionSave { Spells = "spells", Death = "death", Wands = "wands", Paralysis = "paralysis", Breath = "breath" } "countdown.option.disruption-save"
        "Save against a spoilt spell"
        "The category of that save: spells, death (death ray or poison), wands, paralysis (or petrify), breath.";
    DISRUPTION_EACH: off "countdown.option.disruption-each" "A save for each attack"
        "An attacked caster saves once for every attack roll made at it, not once for all of them.";
    RUN_NO_CON: i32 ["24", "12", "18", "30", "36", "48", "60"] numbers(1, 200) "countdown.option.run-no-con"
        "Running without Constitution" "For how many rounds a creature can run that has no Constitution score.";
    BRAWL_ARMOUR: BrawlArmour { OnHit = "on-hit", OnAttempt = "on-attempt" } "countdown.option.brawl-armor-trigger"
        "Fists against metal"
        "When an unarmed blow against metal armour hurts the attacker. on-hit: when it hits. on-attempt: every \
        time, hit or miss.";
    GRAPPLE_TIE: GrappleTie { Holder = "holder", Held = "held", Reroll = "reroll" } "countdown.option.grapple-tie"
        "Tied grapple checks"
        "holder: the hold succeeds, or stands. held: it fails, or is broken. reroll: both roll again.";
    HELD_AC: off "countdown.option.held-ac"
        "Striking at the held" "A held combatant has an armour class 4 lower against everybody but its holder.";
    KO_CAP: off "countdown.option.ko-lethal-cap" "Lethal damage by itself"
        "At 0 hit points a combatant is dead after all, non-lethal damage or not, if the lethal damage it took \
        alone comes to its maximum.";
    DRAW_COST: DrawCost { Free = "free", Action = "action" } "countdown.option.draw-cost"
        "Price of drawing" "free: drawing a stowed weapon costs nothing, once a round. action: it is the action.";
    MORALE: on "countdown.option.morale"
        "Morale" "Morale checks are made. Off: none are.";
    MORALE_BY: MoraleBy ["side", "kind"] usual("kind") "countdown.option.morale-by" "Who checks morale together"
        "side: the whole side with one roll, each creature against its own score. kind: all creatures of one kind \
        on a side, so that goblins can break while their ogre stands.";
    MINIMUM: on "countdown.option.minimum-damage"
        "At least 1 damage" "A hit does at least 1 point. Off: modifiers and halving can bring it to 0.";
}
