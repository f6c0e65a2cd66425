//! How long the chances of one act take, as far as a frame allows.

use divan::{Bencher, black_box};
use wardrum::odds::chances::chances;
use wardrum::odds::exact::Budget;
use wardrum::scenario::run::{Ran, run};
use wardrum::scenario::{Scenario, given};

fn main() {
    divan::main();
}

/// A blow: a die to hit, a die of damage.
const BLOW: &str = r#"(ruleset: bx,
    given: (sides: [("party", [(name: "Ana", like: "fighter-3")]), ("foes", [(name: "Gob", like: "goblin")])],
            engaged: [("Ana", "Gob")], order: [(who: ["party"]), (who: ["foes"])], from: Melee, slot: "party"),
    script: [(do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [2])])"#;

/// Damage for five, who save each for itself.
const SPELL: &str = r#"(ruleset: bx,
    given: (sides: [("party", [(name: "Mage", block: (name: "Mage", kind: Pc, class: MagicUser, level: 5, hp: 11,
                        spells: [(name: "fireball", dice: "5d6", save: (category: Spells, on: Half))]))]),
                    ("foes", [(name: "Orc", count: 5, like: "orc", hp: 12)])],
            met_at: 60, order: [(who: ["party"]), (who: ["foes"])], from: Magic, slot: "party"),
    script: [(do: Act(who: "Mage", deed: Cast, spell: "fireball", at: ["Orc 1", "Orc 2", "Orc 3", "Orc 4", "Orc 5"]),
              dice: [5, 20, 20, 20, 20, 20])])"#;
