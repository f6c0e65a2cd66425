//! Exact odds of one act, which are to fit into a frame.

use divan::{Bencher, black_box};
use wardrum::odds::chances::chances;
use wardrum::odds::exact::Budget;
use wardrum::rules::model::command::Command;
use wardrum::scenario::run::{Ran, run};
use wardrum::scenario::{Scenario, given};

fn main() {
    divan::main();
}

/// A blow: a die to hit, a die of damage.
const BLOW: &str = r#"(ruleset: bx,
    given: (sides: [("party", [(name: "Ana", like: "fighter-3")]), ("foes", [(name: "Gob", like: "goblin")])],
            engaged: [("Ana", "Gob")], order: [(who: ["party"]), (who: ["foes"])], from: Melee, slot: "party"),
    script: [(do: Act(who: "Ana", deed: Strike, with: "sword", at: ["Gob"]), dice: [2])])"#;

/// Damage to five, each with its own save.
const SPELL: &str = r#"(ruleset: bx,
    given: (sides: [("party", [(name: "Wyrm", block: (name: "Wyrm", hd: "5", hp: 25, spells: [(name: "breath", power: true)]))]),
                    ("foes", [(name: "Orc", times: 5, block: (name: "Orc", hd: "1", hp: 12))])],
            met_at: 60, from: Magic),
    script: [(do: Act(who: "Wyrm", deed: UsePower, spell: "breath", at: ["Orc", "Orc 2", "Orc 3", "Orc 4", "Orc 5"],
                  facts: [Damage("5d6"), Against(Breath)]), dice: [5, 20, 20, 20, 20, 20])])"#;

/// Three simultaneous blows, each with a defence.
const COMBO: &str = r#"(ruleset: seconds,
    given: (sides: [("party", [(name: "Ana", body: (name: "Fighter", weapon_skill: 2, weapon_ranks: 2, combo_rating: 3,
                        extra_attacks: 2, attacks: [(name: "sword", damage: "1d8")],
                        combos: [(name: "storm", parts: [Attack, Attack, Attack])]))]),
                    ("foes", [(name: "Gob", body: (name: "Goblin", dodge: 1))])],
            from: Turn, slot: "Ana"),
    script: [(do: Act(who: "Ana", deed: Combo, combo: "storm", with: "sword", at: ["Gob"]), dice: [1, 1, 1])])"#;

/// A retreat from three foes, each of whom may strike at its back.
const RETREAT: &str = r#"(ruleset: zero,
    given: (sides: [("party", [(name: "Ana", block: (name: "Ana", kind: Pc, class: Fighter, level: 1, hp: 8, attacks: [(name: "sword")]))]),
                    ("foes", [(name: "Orc", times: 3, block: (name: "Orc", hd: "1", hp: 4, attacks: [(name: "club")]))])],
            met_at: 10, engaged: [("Ana", "Orc"), ("Ana", "Orc 2"), ("Ana", "Orc 3")],
            order: [(score: 6, who: ["Ana"]), (score: 2, who: ["Orc", "Orc 2", "Orc 3"])], round: 2, from: Number),
    script: [(do: Act(who: "Ana", deed: Retreat, facts: [Feet(120)]), dice: [6, 1, 1, 1, 9])])"#;

/// The fight up to the act, which is the last of its script.
fn played(text: &str) -> Ran {
    let scenario = Scenario::read(text).expect("a scenario");
    run(&scenario, &given::built_in).unwrap_or_else(|failure| panic!("{failure}"))
}

#[divan::bench]
fn a_blow(bencher: Bencher) {
    of_the_last_act(bencher, BLOW);
}

#[divan::bench]
fn a_spell_on_five(bencher: Bencher) {
    of_the_last_act(bencher, SPELL);
}

#[divan::bench]
fn a_combo_with_defences(bencher: Bencher) {
    of_the_last_act(bencher, COMBO);
}

#[divan::bench]
fn a_retreat_from_three(bencher: Bencher) {
    of_the_last_act(bencher, RETREAT);
}

fn of_the_last_act(bencher: Bencher, text: &str) {
    let fight = played(text).chronicle;
    let last = fight.line().last().and_then(|id| fight.entry(*id)).expect("an entry");
    let commands: Vec<Command> = last.steps.iter().map(|step| step.command.clone()).collect();
    let before = fight.seek(fight.line().len() - 1);
    bencher.bench(|| chances(fight.rules(), black_box(&before), &commands, Budget::FRAME));
}
