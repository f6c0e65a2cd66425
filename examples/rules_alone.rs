//! A fight without terminal and files, on the rules alone: two goblins and a fighter, played as the policy proposes, with
//! the odds of each blow. Needs none of the default features: `cargo run --no-default-features --example rules_alone`.

use std::collections::BTreeMap;
use std::sync::Arc;
use wardrum::chronicle::{Ask, Chronicle, Pending, Progress, Provenance};
use wardrum::machine_dice::Thrown;
use wardrum::odds::chances::{brief, chances};
use wardrum::odds::exact::Budget;
use wardrum::policy::acting;
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Arrival, Command, Overrule};
use wardrum::rules::model::encounter::{Encounter, Side, Stage};
use wardrum::rules::model::ids::{CombatantId, RulesetId, SideId};
use wardrum::rules::{read, registry};

/// Steps after which the fight is given up as a draw.
const MOST_STEPS: usize = 1000;

fn main() {
    let block = |text: &str| Arc::new(StatBlock::Written(read(text).expect("a stat block")));
    let ana = block(
        r#"(name: "Fighter", kind: Pc, class: Fighter, level: 2, hp: 14, ac: 4, attacks: [(name: "sword", damage: Dice("1d8"))])"#,
    );
    let goblin = block(
        r#"(name: "Goblin", hd: "1-1", hp: 3, ac: 6, morale: 7, attacks: [(name: "spear", damage: Dice("1d6"))])"#,
    );
    let (rules, mut dice) = (registry::ruleset(RulesetId::Bx), Thrown::seeded(7));
    let mut fight = Chronicle::new(Encounter::new(RulesetId::Bx));
    let mut carry_out = |fight: &mut Chronicle, commands: Vec<Command>| {
        let mut act = Pending::new(commands);
        loop {
            match act.run(fight, &mut dice, &|_, _| Provenance::Machine) {
                Progress::Done => return fight.accept(act).is_some(),
                // What the rules leave to the table is answered as it usually is.
                Progress::Asks(Ask::Choice(ask)) => {
                    act.answer(ask.standing(), Provenance::Typed).expect("a usual answer");
                }
                Progress::Asks(Ask::Roll(_)) | Progress::Refused(_) => return false,
            }
        }
    };
    let setup = [
        Command::Side(Side::new("Heroes")),
        Command::Side(Side::new("Foes")),
        Command::Arrive(Arrival::new(SideId(0), "Ana", ana)),
        Command::Arrive(Arrival::new(SideId(1), "Goblin 1", goblin.clone())),
        Command::Arrive(Arrival::new(SideId(1), "Goblin 2", goblin)),
        Command::Overrule(Overrule::Engage(CombatantId(0), CombatantId(1))),
        Command::Overrule(Overrule::Engage(CombatantId(0), CombatantId(2))),
        Command::Proceed,
    ];
    for command in setup {
        assert!(carry_out(&mut fight, vec![command]), "the setup is sound");
    }
    for _ in 0..MOST_STEPS {
        let e = fight.now();
        let next = acting(rules, e, None, &BTreeMap::new());
        // What nobody uses comes first: windows to close, procedures to run.
        let commands = if next.first.is_empty() { next.commands(rules, e) } else { next.first.clone() };
        if e.stage == Stage::Over || commands.is_empty() {
            break;
        }
        if let (true, Some(who)) = (next.first.is_empty(), next.act().and_then(|act| e.get(act.who))) {
            let odds = chances(rules, e, &commands, Budget::FRAME).ok();
            let odds = odds.and_then(|odds| brief(rules.about(), e, &odds)).unwrap_or_default();
            println!("round {}: {}: {odds}", e.round, who.name);
        }
        for command in commands {
            if !carry_out(&mut fight, vec![command]) {
                return println!("refused");
            }
        }
    }
    for c in fight.now().all() {
        println!("{}: {} of {} hit points", c.name, c.vitals.hp().max(0), c.vitals.max());
    }
}
