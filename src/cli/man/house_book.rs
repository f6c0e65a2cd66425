//! The manual's chapter on house books: a table's own rules as a file, word by word.

use super::Entry;

pub(super) const HOUSE_BOOK: &[Entry] = &[
    (
        "",
        "A house book is what your table plays otherwise than its ruleset: one file in ~/.config/wardrum/house. \
         Begin one with `wardrum house new bx > our-table.ron`, check it with `wardrum house check our-table.ron`, \
         lay it over a fight with o. `wardrum house list` lists the books that come with wardrum, `wardrum house \
         show` prints one to copy from. All of a book's parts may be left out.",
    ),
    (
        "",
        "The fight keeps the text it was played by, so that an old fight replays after the book has changed. While a \
         fight is being built, a book saved in an editor is read again at once. A book that cannot be read keeps no \
         fight from opening: it opens by its ruleset alone and says so.",
    ),
    (
        "name, about, ruleset, also",
        "Its name, its purpose in a sentence, the ruleset it is laid over, and other rulesets it also suits.",
    ),
    ("options", "The usual values of options, by id; `wardrum rules option` lists them:"),
    (CODE, include_str!("../../../assets/house/example-of-options.ron")),
    (
        "tables",
        "What stands in the ruleset's tables, by address: the name of the table, [the row], the column. A row is \
         called by what it begins with; in a table of ranges by a number or a range, which is cut out of the rows it \
         lies in. [+] adds a row. `wardrum house tables bx` lists the tables, `wardrum house tables bx weapons` \
         prints one. Every number of a table of ranges must still be in it once:",
    ),
    (
        CODE,
        "tables: {\n\
         \u{20}\u{20}\u{20}\u{20}\"weapons[sword].damage\": \"1d10\",\n\
         \u{20}\u{20}\u{20}\u{20}\"weapons[+]\": (name: \"bec de corbin\", damage: \"1d8\", range: Melee),\n\
         \u{20}\u{20}\u{20}\u{20}\"reaction[12-24]\": (Parleys, \"they share their supper\"),\n\
         }",
    ),
    (
        "armours",
        "Names of armours of your own, {Bone: \"bone armour\"}; their rows are added to the table of armour with [+].",
    ),
    (
        "conditions",
        "Conditions of your own. name is one word beginning with a capital, label what texts call it. means lists \
         what it forbids and means to others (below). adds changes totals: ToHit, Damage, Armour, Defence, \
         Toughness, Saves, Checks, Morale, Movement, Initiative, TemporaryHp, as far as the ruleset has them; higher \
         is always better. lasts is Open (until something ends it), Rounds(3), counting the present round, or \
         Clock(60) in seconds. The name must be none that any ruleset has for a condition; `wardrum rules --ruleset \
         bx` lists those of a ruleset, and a rule calls them by that name with a capital: Blind. reminder is told as \
         it ends, or each TurnStart, TurnEnd or RoundEnd:",
    ),
    (
        CODE,
        "conditions: [\n\
         \u{20}\u{20}\u{20}\u{20}(name: Cursed, label: \"cursed\", text: \"Luck has left it.\", means: [\"CannotCast\"],\n\
         \u{20}\u{20}\u{20}\u{20}\u{20}adds: {ToHit: -2, Saves: -2}, lasts: Rounds(3), reminder: \"The curse lifts.\"),\n\
         ]",
    ),
    (
        "means",
        "\"CannotDeclare\", \"CannotMove\", \"CannotAttack\", \"CannotCast\", \"CannotAct\" (none of these), \
         \"Helpless\" (hit without a roll), \"Out\" (out of action), \"Broken\" (its morale is), \"Leaves\" (gets \
         away), \"GivesGround\", \"Shuns\" (attacks nobody it holds toward), \"Friend\" (they are no foes), \
         \"Hunts\" (them first), \"Ruled\" (nothing is proposed for it), \"Waits\" (has kept its turn), \"Spared\" \
         (not attacked unbidden), \"Idle\" (threatens nobody), \"Inward\" (acts only against what holds it), \
         \"Brief\" (ends with the round).",
    ),
    (
        "rules",
        "Rules of your own: rule is the title, id a short name for options (house.sunder) and the command line, text \
         what R looks up. At the moment under `when`, if everything in `only` is true and the table says yes to \
         `asks`, everything in `then` happens, in order. Each moment has an actor, who acts, and a target, to whom \
         it happens; below, each `when` says which of the two the rule is about. off: true leaves it off until its \
         option is switched on:",
    ),
    (
        CODE,
        "rules: [\n\
         \u{20}\u{20}\u{20}\u{20}(rule: \"Shields shall be sundered\", id: \"sunder\",\n\
         \u{20}\u{20}\u{20}\u{20}\u{20}when: Harm(by: Blow), only: [Has(shield), AtLeast(1)],\n\
         \u{20}\u{20}\u{20}\u{20}\u{20}asks: (question: \"Sunder the shield\", usual: No),\n\
         \u{20}\u{20}\u{20}\u{20}\u{20}then: [Harm(to: 0), Lose(shield)]),\n\
         ]",
    ),
    (
        "when: Roll(...), about the actor",
        "Such a roll is about to be made: Attack, Damage, Save, Check, Defence, Initiative, Morale, Reaction, \
         Surprise, Critical (its table), Fumble (its table), Effect (of a spell), Healing, Turning. The target is \
         who is rolled against.",
    ),
    (
        "when: Rolled(...), about the actor",
        "Such a roll was made. What follows waits until the act is done.",
    ),
    (
        "when: Hit, when: Miss, about the target",
        "An attack hit, or missed. What follows waits until the act is done: the damage is already dealt.",
    ),
    (
        "when: Harm(), about the target",
        "Harm is about to land. by: Blow or by: Effect limits it to attacks, or to spells and the like.",
    ),
    ("when: Falls, about the target", "Somebody died or dropped."),
    ("when: Spell(...), about the actor", "A spell was Announced, Cast or Spoiled."),
    (
        "when: RoundOpens, when: RoundEnds",
        "A round turns. About everybody in the fight, one after the other.",
    ),
    (
        "only: of the dice",
        "Natural(20), NaturalAtLeast(19), NaturalAtMost(2): what the dice show; under Harm, Falls and Roll(Damage) those of the attack, as long as it is this act that hurts. TotalAtLeast(15), TotalAtMost(5), Made, Failed, MadeBy(5), FailedBy(5): of a roll that \
         was made. Against(Death): of a saving throw; also Wands, Paralysis, Breath, Spells, Stone.",
    ),
    ("only: of the harm", "AtLeast(1), AtMost(3)."),
    (
        "only: of whom it is about",
        "HpAtLeast(1), HpAtMost(0), HalfHp (half its hit points or fewer), WoundsAtLeast(1), Players or Foes (its \
         side), Side(\"Goblins\"), Character or Creature (with or without a class), Class(Fighter), LevelAtLeast(3) \
         (or Hit Dice), Kind(\"Orc\") (its name without a number), Has(shield), Has(weapon), Has(armour), \
         Has(item(\"helmet\")) (a supply of that name), Is(Blind) (a condition), Melee or Missile (of the attack), \
         Counted(\"luck\", 3) (a count is that much or more), First(Round) or First(Fight) (the rule did nothing for \
         it before).",
    ),
    (
        "only: of others",
        "Of(Actor, [...]) and Of(Target, [...]) ask about that one. Any([...]): one of these is true. No([...]): \
         none of these is.",
    ),
    (
        "asks",
        "A question with yes and no. usual is Yes or No, the answer that Enter gives and simulations assume. of: \
         Actor or of: Target says whose question it is.",
    ),
    (
        "then: of a roll or of harm",
        "Add(2), AddAbility(Dex) (its modifier; of a side's roll the best), AddDice(\"1d4\"): a term with the rule's \
         name. AtLeast(2), AtMost(19): the dice count as that at least, or at most; under Harm it is the harm that \
         does. To the dice of an amount (Damage, Effect, Healing) nothing is added: that is a term of the harm.",
    ),
    (
        "then: of a roll",
        "Dice(\"3d6\"), DiceOf({Fighter: \"1d8\"}): other dice. Highest: they are not rolled but show their highest. \
         Again, under Rolled and in a rule of its own: the dice are rolled once more, and the second roll counts.",
    ),
    ("then: of harm", "Harm(to: 0), Half, Double."),
    (
        "then: anywhere but before a roll",
        "Harm(deal: \"1d6\"), with whom: Actor for the other; Heal(\"1d4\"), Hp(1), Begin(Blind), BeginFor(Blind, 2) \
         (rounds, counting the present one), End(Blind), Lose(shield), Lose(weapon), Lose(armour), \
         Lose(item(\"helmet\")), Count(\"luck\", 1), Morale (its side checks), MoraleOfKind (its kind does), \
         Remind(\"...\"), Drops, Dies, Save(Death, (made: [...], failed: [...])). To(Actor, [...]) and To(Target, \
         [...]) do it to that one.",
    ),
    ("then: under Falls", "Stays: it does not fall after all; StaysAt(1): with that many hit points."),
    (
        "examples",
        "Each rule's own proof, played by `wardrum house check`, where only that rule is on. given names the actor \
         and the target as + takes them, without a name: class and level, hit points (4/8hp: 4 of 8 are left), \
         armour class, weapons, as in \"F1 8hp AC5 sword, shield\", friends on the target's side, and items of the \
         target; does is Strike (the actor strikes the target, in melee), Harm(\"5\") (to the target), Save(Death) \
         (the actor makes it), Morale (the target's side checks) or Initiative; dice are what the dice show, one \
         number a roll; answer is Yes or No. Expected of the target, or of Of(Actor, [...]): Hp(4), Wounds(1), \
         Has(shield), HasNot(shield), Is(Blind), IsNot(Blind), Up, Down, Dead. Of the act: Adds(2) (a term of the \
         rule), Total(15) (of the last roll), Nothing (the rule did nothing), Reminds. ruleset limits it to one of \
         several:",
    ),
    (
        CODE,
        "examples: [\n\
         \u{20}\u{20}\u{20}\u{20}(given: (target: \"F1 4hp sword, shield\"), dice: [19, 6], answer: Yes, expect: [Hp(4), HasNot(shield)]),\n\
         ]",
    ),
    (
        "",
        "A rule is named wherever it counts: w names it beside the term it adds, R and `wardrum rules` look it up, a \
         line of the log that tells what it did begins with it, o lists it with a switch of its own, and `wardrum \
         sim FILE --with house.sunder=off` shows what it costs. What a rule does sets off no other rule; an act has at most 32 effects of rules, a turn of the round as many for each. Odds count what a rule adds or bounds exactly; where it asks the table they \
         assume the usual answer and say so.",
    ),
];

/// The term of a text that keeps its lines.
pub(super) const CODE: &str = "\n";
