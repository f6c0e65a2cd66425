//! The options of this ruleset.

use crate::rules::d20::group::MoraleBy;
use crate::rules::model::option::options;

options! {
    TURN_STRUCTURE: TurnStructure { Phased = "phased", Individual = "individual" } "house.option.turn-structure"
        "Shape of the round"
        "phased: all move, then all act, then all may move again. individual: each combatant moves and acts before \
        the next does; what is left of the movement comes after all have acted.";
    INITIATIVE_DIE: i32 ["6", "8", "10", "20"] "house.option.initiative-die"
        "Die of initiative" "The size of the initiative die.";
    INITIATIVE_TIES: InitiativeTies { RollOff = "roll-off", Simultaneous = "simultaneous" } "house.option.initiative-ties"
        "Ties"
        "roll-off: tied combatants roll again. simultaneous: they share a stop, and deaths there take effect after \
        it.";
    INITIATIVE_MOD: InitiativeMod { InitColumn = "init-column", FullDex = "full-dex" } "house.option.initiative-mod"
        "Dexterity on initiative"
        "init-column: the narrow modifier, -2 to +2. full-dex: that for armour class and missiles, -3 to +3.";
    GROUP_MONSTERS: off "house.option.group-monsters"
        "One die for like monsters" "Monsters of one kind share a die and act in roster order among themselves.";
    DECLARE_WITHDRAWAL: off "house.option.declare-withdrawal"
        "Declared withdrawals" "A fighting withdrawal must be declared before initiative.";
    RETREAT_ATTACK: RetreatAttack { AtOnce = "at-once", OwnStop = "own-stop", None = "none" } "house.option.retreat-attack"
        "Attacks on those who run"
        "at-once: foes strike the moment their range is left. own-stop: only in their own stop, as if it were \
        still in reach. none: not at all.";
    DEATH_SCOPE: DeathScope { Characters = "characters", All = "all" } "house.option.death-scope" "Who saves at 0"
        "characters: player characters and their retainers save at 0 hit points, others die. all: everybody saves.";
    DYING_DIE: DyingDie { D3 = "d3", D4LessOne = "d4-1" } "house.option.dying-die"
        "Die of the dying" "d4-1 can be 0: dead at the end of this round.";
    DYING_UNIT: DyingUnit { Turns = "turns", Rounds = "rounds" } "house.option.dying-unit"
        "What it counts" "Turns of 60 rounds, or rounds.";
    ONGOING_TIMING: OngoingTiming { End = "end", Start = "start" } "house.option.ongoing-timing"
        "Blood and flames" "When they do damage: at the end of the round or at its start.";
    STACK_PRONE: off "house.option.stack-prone"
        "Prone and incapacitated" "On: attacks on the incapacitated have +4 and +2.";
    STRAY_PICK: StrayPick { Lowest = "lowest", Highest = "highest", Random = "random" } "house.option.stray-pick"
        "Whom a stray missile hits" "Of those whose armour class it reaches: the lowest, the highest, or any.";
    STRAY_ON_NATURAL_1: on "house.option.stray-on-natural-1"
        "Natural 1 into a melee" "Off: a natural 1 is only a critical miss and does not stray.";
    REROLL_ONES: RerollOnes { UntilClear = "until-clear", Once = "once" } "house.option.reroll-ones"
        "Ones of a savage blow" "Whether ones are rolled again until none is left, or once.";
    UNDERSTRENGTH: Understrength { Penalty = "-2", Warn = "warn" } "house.option.understrength"
        "Too little strength" "-2 to hit, or a warning alone.";
    ENCUMBRANCE: on "house.option.encumbrance"
        "Loads" "Off: loads slow nobody. A combatant with no load given moves as its stat block says anyway.";
    ENCUMBRANCE_SPEED: EncumbranceSpeed { Min = "min", Table = "table" } "house.option.encumbrance-speed"
        "Light loads" "min: encounter speed is never above 30'. table: as the table of loads says, up to 40'.";
    DEX_CAP: DexCap { Ac = "ac", All = "all" } "house.option.dex-cap" "Dexterity in armour"
        "What the caps of armour and shield hold down: armour class alone, or missile attacks as well.";
    TORSO_CHECK: TorsoCheck { Check = "check", DeathSave = "death-save" } "house.option.torso-check"
        "Torn torso" "A challenging Constitution check, or a save against death.";
    MAGE_INT: MageInt { Score = "score", Modifier = "modifier" } "house.option.mage-int"
        "Intelligence of mages" "What is added to the percentage of a skill.";
    MOCKERY_LEVEL: i32 ["3", "4"] "house.option.mockery-level"
        "Mockery from level" "The level from which bards mock.";
    BOMBING_STEPS: BombingSteps { Full = "full", Started = "started" } "house.option.bombing-steps"
        "Height in bombing" "Whether the penalty counts 50' that are full, or begun.";
    STARRED_DICE: StarredDice { Plain = "plain", Prompt = "prompt", OneStepUp = "one-step-up" } "house.option.starred-dice"
        "Starred dice"
        "Bastard sword and halberd: plain dice; you are asked when two hands hold them; or one die size larger \
        then.";
    RANGE_MODS: on "house.option.range-mods"
        "Range modifiers" "Off: no modifiers for short and long range.";
    SPELL_DISRUPTION: on "house.option.spell-disruption"
        "Spoiled spells" "Off: a declared spell cannot be spoiled.";
    WILD_MAGIC: on "house.option.wild-magic"
        "Wild magic" "Off: no d20 with spells.";
    MORALE: on "house.option.morale"
        "Morale" "Off: no checks unless you call for one.";
    MORALE_BY: MoraleBy ["side", "kind"] usual("kind") "house.option.morale-by" "Who checks morale together"
        "side: the whole side with one roll, each creature against its own score. kind: all creatures of one kind \
        on a side, so that goblins can break while their ogre stands.";
    CHARTS: on "house.option.charts" "Charts of critical hits and misses"
        "Off: a natural 20 only doubles the dice and a natural 1 only misses; no d100 is rolled.";
    CHARGING: on "house.option.charging"
        "Charges" "Off: there are no charges.";
    TWO_WEAPONS: on "house.option.two-weapons"
        "Two weapons" "Off: a second weapon gives no attack.";
    SPLASH: on "house.option.splash"
        "Flasks that miss" "Off: a flask that misses is lost.";
    SLOW_WEAPONS: off "house.option.slow-weapons"
        "Slow weapons" "On: two-handed melee weapons strike after everybody else.";
    SPLASH_DAMAGE: SplashDamage { OneD2 = "1d2", None = "none", Full = "full" } "house.option.splash-damage"
        "Splash" "What a flask that misses does to those nearby.";
}
