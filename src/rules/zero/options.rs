//! The options of this ruleset.

use crate::rules::model::option::options;

options! {
    PARTY_INITIATIVE: off "zero.option.party-initiative"
        "Party initiative" "One die for the player characters and their whole side, instead of one each.";
    REROLL: off "zero.option.reroll-initiative" "New initiative each round"
        "Everybody rolls every round. Off: the first numbers hold for the whole fight.";
    FUMBLE: on "zero.option.fumble"
        "Fumbles" "A second d20 after a natural 1 decides whether it was a fumble. Off: it only misses.";
    FUMBLE_EFFECT: FumbleEffect { Table = "table", LoseNextAttack = "lose-next-attack", Referee = "referee" } "zero.option.fumble-effect"
        "What a fumble does"
        "table: the d6 table. lose-next-attack: the next attack it would make is skipped. referee: you say.";
    CRIT_EFFECT: CritEffect { Double = "double", Table = "table", MaxPlusRoll = "max-plus-roll", None = "none" } "zero.option.crit-effect"
        "What a critical hit does"
        "double: all damage twice. table: the d6 table. max-plus-roll: the most the weapon dice can show and one \
        more roll of them, then modifiers. none: a plain hit.";
    SPECIAL_AND_CRIT: off "zero.option.special-and-crit" "Special and critical"
        "An attack with a special effect is critical as well, on the weapon's own damage. Off: the special takes \
        the place of the critical hit.";
    MULTI_SCOPE: MultiScope { PcAnyClass = "pc-any-class", FighterTypesOnly = "fighter-types-only" } "zero.option.multi-scope"
        "Who attacks by level"
        "Who attacks normal men as often as its level. pc-any-class: every player character, and important \
        fighters. fighter-types-only: fighter types alone.";
    FIRST_AND_LAST: FirstAndLast { SplitHalf = "split-half", OneFirstOneLast = "one-first-one-last", Off = "off" } "zero.option.first-and-last"
        "Blows first and last"
        "How a fighter's several attacks are spread. split-half: half before all others, rounded up, half after. \
        one-first-one-last: one before, one after, the rest in its slot. off: all in its slot.";
    SWARM_SHORTCUT: off "zero.option.swarm-shortcut"
        "Average kills" "Attacks by level on normal men kill an average number instead of rolling.";
    SWARM_ROUNDING: SwarmRounding { Up = "up", Nearest = "nearest", Down = "down" } "zero.option.swarm-rounding"
        "Rounding of average kills" "How that average is rounded to whole kills.";
    REACH_GAP: i32 ["2", "1", "3"] numbers(1, 3) "zero.option.reach-gap"
        "Reach that tells" "How many classes longer a weapon must be to strike first.";
    REACH_WINDOW: ReachWindow { PairFirstMeleeRound = "pair-first-melee-round", EncounterRound1 = "encounter-round-1" } "zero.option.reach-window"
        "When reach tells"
        "pair-first-melee-round: in the first round of melee of each pair. encounter-round-1: in round 1 of the \
        fight only.";
    ABILITY_TABLE: AbilityTable { Graded = "graded", LittleBooks = "little-books" } "zero.option.ability-table"
        "Ability bonuses" "graded: -3 to +3. little-books: 3-8 -1, 13-18 +1, nothing between.";
    DEX_PENALTY: on "zero.option.dex-penalty"
        "Penalties of low scores" "Low scores give penalties. Off: only bonuses count.";
    DEATH_THRESHOLD: i32 ["0", "-1", "-5", "-10", "-20"] numbers(-20, 0) "zero.option.death-threshold" "Dead at"
        "Hit points at which one dies. Between 0 and a lower figure one is out of the fight and may be saved.";
    HELPLESS: Helpless { Rear = "rear", AutoHit = "auto-hit" } "zero.option.helpless" "Attacks on the helpless"
        "rear: the roll has +2 and ignores shield and Dexterity bonus. auto-hit: no d20 and no critical hit.";
    MULTIPLIER_STACK: MultiplierStack { Additive = "additive", Multiplicative = "multiplicative" } "zero.option.multiplier-stack"
        "Several doublings" "additive: x2 and x2 make x3. multiplicative: they make x4.";
    UNARMED_SPLIT: UnarmedSplit { PerTwoRolls = "per-two-rolls", HalfPoints = "half-points" } "zero.option.unarmed-split"
        "Real points of blows to subdue"
        "per-two-rolls: 1 point on every second damage roll, 2 with a Strength of 16 or more. half-points: half \
        the damage, rounded down.";
    PARRY_MISSILES: off "zero.option.parry-missiles"
        "Parrying missiles" "Parry and fighting withdrawal help against missiles as well.";
    PASSING_CONTEST: off "zero.option.passing-contest" "Contest for bystanders"
        "A foe whom a runner passes must win the dice for its free attack. Off: it simply has it.";
    AMBUSH_AFTERMATH: AmbushAftermath { Pair = "pair", Side = "side" } "zero.option.ambush-aftermath"
        "After a surprise round"
        "pair: Advantage and Disadvantage hold between an attacker and its victim. side: between all members of \
        the two sides, for the round after a surprise round.";
    INTO_MELEE: IntoMelee { RandomTarget = "random-target", Forbidden = "forbidden", Safe = "safe" } "zero.option.into-melee"
        "Shooting into melee"
        "random-target: a die says who is shot at. forbidden: no such shots, except by elves, and by hobbits with \
        slings. safe: friends are in no danger.";
    DECLARE_SPELLS: on "zero.option.declare-spells"
        "Announcing spells" "Spells are announced before the slots. Off: they are named when they are cast.";
    MISCAST: MiscastBy { Referee = "referee", Table = "table" } "zero.option.miscast"
        "Miscast spells" "What a miscast spell does: your decision, or the d6 table.";
    MORALE_TIMING: MoraleTiming { AfterSlot = "after-slot", RoundStart = "round-start" } "zero.option.morale-timing"
        "When morale is checked"
        "after-slot: right after the slot that shook the group. round-start: as the next round opens.";
    MORALE_METHOD: MoraleMethod { Score = "score", Reaction = "reaction" } "zero.option.morale-method"
        "Morale by score or reaction"
        "score: 2d6 against the score. reaction: 2d6, 2-5 break, 6-8 fall back fighting, 9-12 hold.";
    ROUNDS_PER_TURN: i32 ["10", "6", "60"] numbers(6, 60) "zero.option.rounds-per-turn" "Rounds in a turn"
        "How many rounds a turn has: when temporary damage comes back, and how long until the next charge.";
    SURROUND_SCOPE: SurroundScope { Any = "any", ManOrSmaller = "man-or-smaller" } "zero.option.surround-scope"
        "Against whom numbers tell"
        "Against whom the +1 of three or more attackers applies: any target, or only man-sized and smaller.";
    BACKSTAB_STACKS: off "zero.option.backstab-stacks"
        "Backstab and the rear bonus" "A backstab's +4 comes on top of the +2 from behind. Off: instead of it.";
    AC_DISPLAY: AcDisplay { Descending = "descending", Ascending = "ascending" } "zero.option.ac-display"
        "Armour class shown"
        "descending: 9 is unarmoured, less is better. ascending: 19 - AC, more is better. Nothing but the display \
        changes.";
}
