//! The sample fights in `saves/`: each one ready to begin, and played to its end.
//!
//! `WARDRUM_BLESS=1 cargo test --test samples` regenerates them, `WARDRUM_BLESS=brawl,duel` only those, and
//! `WARDRUM_BLESS=again` writes the same fights anew, after a change of the format. Otherwise they are only read: they must open, hold the laws, and show what they are meant to show.

mod player;

use player::Seeded;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wardrum::chronicle::{Answered, Ask, Chronicle, Pending, Progress, Provenance, Step, laws};
use wardrum::rules;
use wardrum::rules::account::{Account, Happened, Places, Reader, Steps, Try};
use wardrum::rules::countdown;
use wardrum::rules::model::block::d20::{Attack, Attributes, Block, CreatureKind};
use wardrum::rules::model::cause::Causes;
use wardrum::rules::model::combatant::{Combatant, Standing};
use wardrum::rules::model::command::{Arrival, Command, Deed, Overrule, Shelter};
use wardrum::rules::model::dice::{Answer, ChoiceRequest, Pick, Purpose, Question};
use wardrum::rules::model::effect::{Condition, TimerAction};
use wardrum::rules::model::encounter::{Encounter, Scene, Side, Stage};
use wardrum::rules::model::event::{Event, Source, SpellFate, Told};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId, Text};
use wardrum::rules::model::rank::Rank;
use wardrum::rules::model::stance::{Aim, Origin, Stance};
use wardrum::rules::model::tally::Reason;
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::model::window::Phase;
use wardrum::rules::registry::ruleset;
use wardrum::rules::resolve;
use wardrum::rules::seconds::reason;
use wardrum::rules::text::{book, log, why};
use wardrum::store::{Bestiary, Journal, look, ready, shows};

/// A side: its name, and its members as bestiary key, name, count.
type Party = (&'static str, &'static [(&'static str, &'static str, usize)]);

/// A sample fight.
struct Sample {
    ruleset: RulesetId,
    file: &'static str,
    title: &'static str,
    /// What it shows.
    about: &'static str,
    options: &'static [(&'static str, &'static str)],
    without: &'static [Phase],
    sides: &'static [Party],
    /// The commands before it begins.
    opening: fn(&Encounter) -> Vec<Command>,
    /// What the played fight must show.
    shows: fn(&Chronicle) -> bool,
}

const SAMPLES: [Sample; 17] = [
    Sample {
        ruleset: RulesetId::Bx,
        file: "first-fight",
        title: "First fight: six goblins",
        about: "A first evening: reaction, sleep, and goblins whose nerve fails.",
        options: &[],
        without: &[],
        sides: &[
            (
                "Heroes",
                &[
                    ("fighter-1", "Brea", 1),
                    ("cleric-1", "Odo", 1),
                    ("magic-user-1", "Mirel", 1),
                    ("thief-1", "Tamsin", 1),
                ],
            ),
            ("Goblins", &[("goblin", "Goblin", 6)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let casts = |event: &Event| matches!(event, Event::Told(Told::Spell(_, _, SpellFate::Cast)));
            let attack = |event: &Event| matches!(event, Event::SideTook(_, Some(stance)) if *stance == Stance::new(Aim::Fights, Origin::Reaction));
            (3..=9).contains(&rounds(fight))
                && happened(fight, attack)
                && happened(fight, casts)
                && heroes_stand(fight)
        },
    },
    Sample {
        ruleset: RulesetId::Bx,
        file: "spell-casters",
        title: "Spells against spells",
        about: "Spells announced before initiative, spoiled by a blow, and a cult that breaks.",
        options: &[],
        without: &[Phase::Reaction],
        sides: &[
            (
                "Heroes",
                &[
                    ("magic-user-5", "Sefa", 1),
                    ("cleric-5", "Brother Hal", 1),
                    ("elf-3", "Ilmar", 1),
                    ("fighter-3", "Gund", 1),
                ],
            ),
            ("Cult", &[("medium", "Medium", 3), ("acolyte", "Acolyte", 3), ("orc", "Orc", 8)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let spoiled =
                |event: &Event| matches!(event, Event::Told(Told::Spell(_, _, SpellFate::Disrupted)));
            let broke = |event: &Event| matches!(event, Event::Told(Told::Broke(_)));
            happened(fight, spoiled) && happened(fight, broke)
        },
    },
    Sample {
        ruleset: RulesetId::Bx,
        file: "three-sides",
        title: "Three sides at a bridge",
        about: "Three sides, each the enemy of the others, and ties of initiative resolved at one moment.",
        options: &[
            ("bx.option.initiative-ties", "simultaneous"),
            ("bx.option.variable-weapon-damage", "on"),
        ],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            ("Heroes", &[("fighter-3", "Ana", 1), ("dwarf-3", "Dorn", 1), ("halfling-3", "Pip", 1)]),
            ("Orcs", &[("orc", "Orc", 5)]),
            ("Gnolls", &[("gnoll", "Gnoll", 3)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let tied = |event: &Event| match event {
                Event::Ordered(slots) => slots.iter().any(|slot| slot.sides.len() > 1),
                _ => false,
            };
            let together = |event: &Event| matches!(event, Event::Committed);
            happened(fight, tied) && happened(fight, together)
        },
    },
    Sample {
        ruleset: RulesetId::Bx,
        file: "horde",
        title: "A horde: sixty on the field",
        about: "Sixty on the field: kinds folded into one row, and many acts with one key.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            (
                "Company",
                &[
                    ("fighter-5", "Captain Ros", 1),
                    ("cleric-5", "Mother Ide", 1),
                    ("magic-user-5", "Corvin", 1),
                    ("man-at-arms", "Man-at-arms", 9),
                    ("bowman", "Bowman", 6),
                ],
            ),
            ("Horde", &[("goblin", "Goblin", 34), ("hobgoblin", "Hobgoblin", 6), ("ogre", "Ogre", 2)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| fight.start().combatants.len() == 60 && fight.line().len() > 150,
    },
    Sample {
        ruleset: RulesetId::Seconds,
        file: "duel",
        title: "A duel, with two seconds each",
        about: "Seconds spent and carried over, combos, parries and blocks.",
        options: &[],
        without: &[],
        sides: &[
            (
                "Blade",
                &[("duelist-5", "Isaura", 1), ("veteran-8", "Marshal Orde", 1), ("medic-3", "Bette", 1)],
            ),
            (
                "Book",
                &[("mage-5", "Varro", 1), ("stone-golem", "Golem", 1), ("knight-3", "Sir Corin", 1)],
            ),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let combo = |event: &Event| matches!(event, Event::Told(Told::Deed(_, Deed::Combo, ..)));
            let delayed = |event: &Event| match event {
                Event::Fell(timer) => matches!(timer.action, TimerAction::Deliver(_)),
                _ => false,
            };
            let carried = |event: &Event| matches!(event, Event::Undertook(_, Some(_)));
            rounds(fight) >= 3
                && happened(fight, combo)
                && happened(fight, delayed)
                && happened(fight, carried)
        },
    },
    Sample {
        ruleset: RulesetId::Seconds,
        file: "giant",
        title: "A giant at the broken wall",
        about: "A wall as cover, held turns, called shots at a giant, and the dying tended.",
        options: &[],
        without: &[],
        sides: &[
            (
                "Band",
                &[
                    ("knight-3", "Sir Aldous", 1),
                    ("archer-4", "Wren", 1),
                    ("rifleman-2", "Tomas", 1),
                    ("medic-3", "Sister Ambry", 1),
                    ("squire-1", "Pip", 1),
                    ("stone-wall", "Broken wall", 1),
                ],
            ),
            ("Giant", &[("giant", "Old Grumble", 1)]),
        ],
        opening: behind_the_wall,
        shows: |fight| {
            let called = |event: &Event| match event {
                Event::Rolled(rolled) => {
                    rolled.needing.terms().iter().any(|term| term.0 == reason::CALLED_SHOT)
                }
                _ => false,
            };
            let lamed = |event: &Event| match event {
                Event::Afflicted(_, effect) => effect.condition == rules::seconds::condition::LEG_HURT,
                _ => false,
            };
            let covered = |event: &Event| match event {
                Event::Rolled(rolled) => {
                    rolled.needing.terms().iter().any(|term| term.0 == Reason::COVER)
                }
                _ => false,
            };
            let struck = |event: &Event| matches!(event, Event::Told(Told::CoverStruck(_)));
            let held = |event: &Event| matches!(event, Event::Told(Told::Deed(_, Deed::CutIn, ..)));
            rounds(fight) >= 3
                && happened(fight, called)
                && happened(fight, lamed)
                && happened(fight, covered)
                && happened(fight, struck)
                && happened(fight, held)
        },
    },
    Sample {
        ruleset: RulesetId::Seconds,
        file: "possession",
        title: "Something wants a body",
        about: "A ghost that takes a body, and the contest of two minds over it.",
        options: &[],
        without: &[],
        sides: &[
            ("Watch", &[("guard", "Halvar", 1), ("priest-4", "Mother Sild", 1), ("soldier", "Ness", 1)]),
            ("Restless", &[("ghost", "The Drowned One", 1), ("skeleton", "Skeleton", 2)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let possessed = |event: &Event| match event {
                Event::Afflicted(_, effect) => effect.condition == rules::seconds::condition::POSSESSED,
                _ => false,
            };
            let veto = |event: &Event| match event {
                Event::Rolled(rolled) => rolled.purpose == Purpose::Veto,
                _ => false,
            };
            let dying = |event: &Event| match event {
                Event::Afflicted(_, effect) => effect.condition == Condition::DYING,
                _ => false,
            };
            rounds(fight) >= 3
                && happened(fight, possessed)
                && happened(fight, veto)
                && happened(fight, dying)
        },
    },
    Sample {
        ruleset: RulesetId::Countdown,
        file: "shared-number",
        title: "Two fall on one number",
        about: "Countdown by number: two who fall on the same one.",
        options: &[],
        without: &[],
        sides: &[
            ("Heroes", &[("fighter-1", "Brea", 1), ("dwarf-1", "Dorn", 1), ("cleric-1", "Odo", 1)]),
            ("Orcs", &[("orc", "Orc", 4)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let shared = |event: &Event| match event {
                Event::Ordered(slots) => slots.iter().any(|slot| slot.ones.len() > 1),
                _ => false,
            };
            happened(fight, shared) && both_sides_fall_at_once(fight)
        },
    },
    Sample {
        ruleset: RulesetId::Countdown,
        file: "oil-ambush",
        title: "An ambush with oil",
        about: "Thieves who throw lit oil at the surprised, and fire that goes on burning.",
        options: &[],
        without: &[],
        sides: &[
            (
                "Robbers",
                &[("thief-3", "Tamsin", 1), ("thief-3", "Rook", 1), ("bandit-archer", "Archer", 2)],
            ),
            ("Caravan", &[("man-at-arms", "Guard", 5), ("magic-user-3", "Mirel", 1)]),
        ],
        opening: from_ambush,
        shows: |fight| {
            let caught = |event: &Event| has_begun(event, Condition::SURPRISED);
            let burns = |event: &Event| has_begun(event, Condition::BURNING);
            let astray = |event: &Event| match event {
                Event::Rolled(rolled) => rolled.purpose == Purpose::Scatter,
                _ => false,
            };
            let felt = |event: &Event| matches!(event, Event::Harmed { source: Source::Lasting, .. });
            [caught, burns].iter().all(|what| happened(fight, what))
                && happened(fight, astray)
                && happened(fight, felt)
        },
    },
    Sample {
        ruleset: RulesetId::Countdown,
        file: "watch",
        title: "The Watch takes them alive",
        about: "Taking them alive: fists, grips and the flat of the blade.",
        options: &[],
        without: &[],
        sides: &[
            ("Watch", &[("fighter-1", "Sergeant Holt", 1), ("man-at-arms", "Watchman", 4)]),
            ("Thieves", &[("thief-1", "Nib", 1), ("bandit", "Bandit", 2)]),
        ],
        opening: |_| vec![out_to(0, Aim::TakesAlive)],
        shows: |fight| {
            let held = |event: &Event| has_begun(event, Condition::HELD);
            let out = |event: &Event| has_begun(event, Condition::UNCONSCIOUS);
            let squeezed =
                |event: &Event| matches!(event, Event::Told(Told::Deed(_, Deed::Squeeze, ..)));
            [held, out].iter().all(|what| happened(fight, what)) && happened(fight, squeezed)
        },
    },
    Sample {
        ruleset: RulesetId::Zero,
        file: "brawl",
        title: "A brawl at the harbour",
        about: "Fists in a tavern: temporary damage, and nobody killed.",
        options: &[],
        without: &[Phase::Surprise, Phase::Distance, Phase::Reaction],
        sides: &[
            ("Sailors", &[("pirate", "Sailor", 3), ("fighter-1", "Brea", 1)]),
            ("Dockers", &[("brigand", "Docker", 4)]),
        ],
        opening: brawlers,
        shows: |fight| {
            let out = |event: &Event| has_begun(event, Condition::UNCONSCIOUS);
            let dies = |event: &Event| matches!(event, Event::Stood(_, Standing::Dead));
            happened(fight, out) && !happened(fight, dies) && (3..=12).contains(&rounds(fight))
        },
    },
    Sample {
        ruleset: RulesetId::Zero,
        file: "hedge-of-spears",
        title: "Lances against a hedge of spears",
        about: "Set spears that hold their ground against lances.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            ("Riders", &[("lancer", "Lancer", 2), ("fighter-3", "Corin", 1)]),
            ("Hedge", &[("man-at-arms", "Spearman", 4), ("thief-3", "Lash", 1)]),
        ],
        opening: |e| [spears_and_whip(e), vec![out_to(1, Aim::Holds)]].concat(),
        shows: |fight| {
            let adds = |reason: Reason| {
                move |event: &Event| match event {
                    Event::Rolled(rolled) => rolled.tally.terms().iter().any(|term| term.0 == reason),
                    _ => false,
                }
            };
            let told = |deed: Deed| move |event: &Event| matches!(event, Event::Told(Told::Deed(_, done, ..)) if *done == deed);
            let disarmed = |event: &Event| has_begun(event, rules::zero::condition::DISARMED);
            happened(fight, adds(rules::zero::reason::SET_WEAPON))
                && happened(fight, adds(Reason::CHARGING))
                && [Deed::Entangle, Deed::Disarm].into_iter().all(|deed| happened(fight, told(deed)))
                && happened(fight, disarmed)
        },
    },
    Sample {
        ruleset: RulesetId::Zero,
        file: "pursuit",
        title: "Burglars run from the dogs",
        about: "Burglars who only run: breaking off, bait, and hounds on their heels.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            ("Burglars", &[("thief-3", "Tamsin", 1), ("thief-1", "Nib", 2)]),
            ("Kennel", &[("wolf", "Hound", 4)]),
        ],
        opening: |e| vec![Command::Overrule(Overrule::Scene(far_apart(e))), out_to(0, Aim::Flees)],
        shows: |fight| {
            let of = |purpose: Purpose| move |event: &Event| matches!(event, Event::Rolled(rolled) if rolled.purpose == purpose);
            happened(fight, of(Purpose::Pursuit))
                && happened(fight, of(Purpose::Distraction))
                && happened(fight, |event| matches!(event, Event::Threatens(..)))
        },
    },
    Sample {
        ruleset: RulesetId::Zero,
        file: "battle",
        title: "A battle of companies",
        about: "Companies of ten as single combatants, and their morale.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[("Host", &[("fighter-5", "Brea", 1)]), ("Horde", &[("ogre", "Ogre", 1)])],
        opening: companies,
        shows: |fight| {
            let routed = |event: &Event| matches!(event, Event::Stood(_, Standing::Dead));
            let broke = |event: &Event| matches!(event, Event::Told(Told::Broke(_)));
            happened(fight, routed) && happened(fight, broke)
        },
    },
    Sample {
        ruleset: RulesetId::House,
        file: "skirmish",
        title: "Steel and ill luck",
        about: "Critical hits, fumbles and maimed limbs.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            (
                "Heroes",
                &[("fighter-5", "Brea", 1), ("paladin-5", "Ser Odo", 1), ("thief-3", "Tamsin", 1)],
            ),
            ("Raiders", &[("ogre", "Ogre", 1), ("hobgoblin", "Hobgoblin", 5)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            use rules::house::condition::{MAIMED_ARM, MAIMED_HAND, MAIMED_LEG};
            let maimed = [MAIMED_ARM, MAIMED_HAND, MAIMED_LEG];
            let maims = |event: &Event| maimed.iter().any(|condition| has_begun(event, *condition));
            let astray = ["house.fumble.errant", "house.fumble.reckless", "house.fumble.wild"];
            let at_a_friend = |event: &Event| matches!(event, Event::Told(Told::Row(_, rule, _)) if astray.contains(&&**rule));
            happened(fight, maims) && happened(fight, at_a_friend) && rounds(fight) <= 12
        },
    },
    Sample {
        ruleset: RulesetId::House,
        file: "rearguard",
        title: "A rearguard gives ground",
        about: "Giving ground step by step before a pursuit, striking what comes.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            (
                "Rearguard",
                &[("fighter-5", "Brea", 1), ("magic-user-5", "Zorn", 1), ("ranger-5", "Wren", 1)],
            ),
            ("Pursuers", &[("orc", "Orc", 6), ("wolf", "Wolf", 2)]),
        ],
        opening: |_| vec![out_to(0, Aim::GivesGround)],
        shows: |fight| {
            let struck = |event: &Event| has_begun(event, rules::house::condition::STRUCK_AT);
            let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
            let lets_go = entries.into_iter().any(|entry| {
                let ends = |event: &Event| {
                    matches!(event, Event::Relieved { condition: Condition::HOLDING, .. })
                };
                let casts =
                    |event: &Event| matches!(event, Event::Told(Told::Spell(.., SpellFate::Cast)));
                entry.events().any(ends) && entry.events().any(casts)
            });
            happened(fight, struck) && lets_go && withdraws(fight) && rounds(fight) <= 14
        },
    },
    Sample {
        ruleset: RulesetId::House,
        file: "last-breath",
        title: "A last breath",
        about: "Dying, and the friends who tend them in time.",
        options: &[],
        without: &[Phase::Surprise, Phase::Reaction],
        sides: &[
            (
                "Heroes",
                &[("fighter-1", "Brea", 1), ("thief-1", "Tamsin", 1), ("cleric-3", "Sister Maud", 1)],
            ),
            ("Goblins", &[("goblin", "Goblin", 5)]),
        ],
        opening: |_| Vec::new(),
        shows: |fight| {
            let dying = |event: &Event| has_begun(event, Condition::DYING);
            let tended = |event: &Event| matches!(event, Event::Told(Told::Deed(_, Deed::Tend, ..)));
            let nobody_lost = heroes(fight).all(|c| c.is_up());
            happened(fight, dying) && happened(fight, tended) && nobody_lost
        },
    },
];

/// Nobody has a blade in hand, and all are in melee.
fn brawlers(e: &Encounter) -> Vec<Command> {
    let pairs = (0..4).map(|at| (CombatantId(at), CombatantId(at + 4)));
    let engage = pairs.map(|(one, other)| Command::Overrule(Overrule::Engage(one, other)));
    let fists = ["Sailor", "Docker"].map(|name| rearm(e, name, &["empty hand"])).concat();
    let brawl = [0, 1].map(|side| out_to(side, Aim::TakesAlive));
    fists.into_iter().chain(engage).chain(brawl).collect()
}

/// Gives the same combatants other weapons.
fn rearm(e: &Encounter, name: &str, weapons: &[&str]) -> Vec<Command> {
    let armed = e.all().filter(|c| c.name.starts_with(name));
    let one = |c: &Combatant| {
        let block = Block {
            attacks: weapons.iter().map(|name| Attack::new(*name)).collect(),
            ..e.d20(c.id).expect("hit points").block.clone()
        };
        Command::Overrule(Overrule::Block(c.id, Arc::new(block.into())))
    };
    armed.map(one).collect()
}

/// What a side is out to do.
fn out_to(side: u8, aim: Aim) -> Command {
    Command::Overrule(Overrule::SideStance(SideId(side), Some(aim), None))
}

fn spears_and_whip(e: &Encounter) -> Vec<Command> {
    [rearm(e, "Spearman", &["spear", "dagger"]), rearm(e, "Lash", &["whip", "dagger"])].concat()
}

/// The dogs catch the scent from afar.
fn far_apart(e: &Encounter) -> Scene {
    Scene { meets_at: Some(Tenths::whole(120)), ..e.scene.clone() }
}

/// Three companies of ten a side, with a hero and an ogre among them.
fn companies(_: &Encounter) -> Vec<Command> {
    let company = |name: &str, hd: &str, ac: i32, morale: u8, weapon: &str| Block {
        name: name.into(),
        kind: CreatureKind::Npc,
        hd: hd.parse().ok(),
        hp: Some(35),
        ac: Some(ac),
        level: Some(1),
        morale: Some(morale),
        attributes: Attributes(BTreeMap::from([(rules::zero::attribute::MEN, 10)])),
        attacks: vec![Attack::new(weapon)],
        ..Block::default()
    };
    let arrive = |side: u8, name: &str, block: &Block| {
        Command::Arrive(Arrival::new(SideId(side), name, Arc::new(block.clone().into())))
    };
    let (spears, orcs) = (company("Spears", "1", 5, 8, "spear"), company("Orcs", "1", 6, 7, "sword"));
    let names = ["First", "Second", "Third"];
    let host = names.map(|name| arrive(0, &format!("{name} company"), &spears));
    let horde = names.map(|name| arrive(1, &format!("{name} band"), &orcs));
    host.into_iter().chain(horde).collect()
}

/// The caravan walks into an ambush.
fn from_ambush(e: &Encounter) -> Vec<Command> {
    let thieves = ["Tamsin", "Rook"].map(|name| e.named(name).expect("a thief").id);
    let behind = thieves.map(|who| Command::Overrule(Overrule::Rank(who, Rank::Back)));
    let unwary = Command::Overrule(Overrule::CountSide(SideId(1), countdown::counter::UNWARY, 2));
    std::iter::once(unwary).chain(behind).collect()
}

fn has_begun(event: &Event, condition: Condition) -> bool {
    matches!(event, Event::Afflicted(_, effect) if effect.condition == condition)
}

/// Whether somebody dies on both sides in one step.
fn both_sides_fall_at_once(fight: &Chronicle) -> bool {
    let e = fight.now();
    let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
    entries.into_iter().any(|entry| {
        let fallen: BTreeSet<SideId> = entry
            .events()
            .filter_map(|event| match event {
                Event::Stood(who, Standing::Dead) => e.get(*who).map(|c| c.side),
                _ => None,
            })
            .collect();
        fallen.len() > 1
    })
}

/// The archers are behind what is left of the wall.
fn behind_the_wall(e: &Encounter) -> Vec<Command> {
    let named = |name: &str| e.named(name).map(|c| c.id).expect("somebody of that name");
    let who = ["Wren", "Tomas", "Sister Ambry"].map(named).to_vec();
    let word = Overrule::Afflict {
        who,
        condition: rules::seconds::condition::COVERED,
        value: Shelter::Medium.step(),
        rounds: None,
        label: None,
        toward: None,
    };
    vec![Command::Overrule(word)]
}

fn happened(fight: &Chronicle, what: impl Fn(&Event) -> bool) -> bool {
    let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
    entries.flat_map(|entry| entry.events()).any(what)
}

/// Whether somebody withdraws fighting.
fn withdraws(fight: &Chronicle) -> bool {
    let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
    entries
        .flat_map(|entry| &entry.steps)
        .any(|step| matches!(&step.command, Command::Act(act) if act.deed == Deed::Withdraw))
}

/// The number of rounds fought.
fn rounds(fight: &Chronicle) -> usize {
    let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
    entries
        .flat_map(|entry| entry.events())
        .filter(|event| matches!(event, Event::RoundBegan(_)))
        .count()
}

fn heroes_stand(fight: &Chronicle) -> bool {
    heroes(fight).filter(|c| c.is_up()).count() >= 3
}

/// The members of the first side.
fn heroes(fight: &Chronicle) -> impl Iterator<Item = &Combatant> {
    fight.now().all().filter(|c| c.side == SideId(0))
}

fn saves() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saves")
}

fn ready_path(sample: &Sample) -> PathBuf {
    saves().join(format!("{}.ron", sample.file))
}

fn played_path(sample: &Sample) -> PathBuf {
    saves().join(format!("{}-played.ron", sample.file))
}

/// The fight before its first step.
fn set_up(sample: &Sample) -> Encounter {
    let rules = ruleset(sample.ruleset);
    let bestiary = Bestiary::built_in(rules.about().family);
    let mut e = Encounter::new(sample.ruleset);
    e.options = sample.options.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let meets_at = rules.about().meets_at.map(Tenths::whole);
    e.scene = Scene {
        without: sample.without.to_vec(),
        speaker: Some(CombatantId(0)),
        meets_at,
        ..Scene::default()
    };
    let mut dice = Seeded(0);
    let mut go = |command: Command| {
        let (after, _) = resolve(rules, e.clone(), &command, &mut dice).expect("sound");
        e = after;
    };
    for (at, (side, members)) in sample.sides.iter().enumerate() {
        // The first side of each sample is meant for the players.
        let players = (at == 0).then_some(true);
        go(Command::Side(Side { players, ..Side::new(*side) }));
        for (key, name, count) in *members {
            let block = bestiary.get(key).unwrap_or_else(|| panic!("no {key} in the bestiary"));
            for number in 1..=*count {
                let name = if *count == 1 { (*name).to_string() } else { format!("{name} {number}") };
                let block = Arc::new(ready(rules, block));
                let side = SideId(u8::try_from(at).expect("few sides"));
                go(Command::Arrive(Arrival::new(side, name, block)));
            }
        }
    }
    for command in (sample.opening)(&e) {
        let (after, _) = resolve(rules, e.clone(), &command, &mut dice).expect("sound");
        e = after;
    }
    e
}

/// Plays the fight to its end with a seed; `None` if it does not end.
fn play(sample: &Sample, seed: u64) -> Option<Chronicle> {
    let mut fight = Chronicle::new(set_up(sample));
    let mut dice = Seeded(seed);
    for _ in 0..3000 {
        let Some(command) = player::next(fight.rules(), fight.now()) else { return Some(fight) };
        let act = answered(&fight, command, &mut dice);
        fight.accept(act).expect("a finished act");
    }
    None
}

/// An act with its dice rolled and every choice left at its default.
fn answered(fight: &Chronicle, command: Command, dice: &mut Seeded) -> Pending {
    let mut act = Pending::new(vec![command]);
    loop {
        match act.run(fight, dice, &|_, _| Provenance::Machine) {
            Progress::Done => return act,
            Progress::Asks(Ask::Choice(ask)) => {
                act.answer(decided(&ask), Provenance::Typed).expect("it fits");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// No mind lets another use its body without a word; all other choices take the default.
fn decided(ask: &ChoiceRequest) -> Answer {
    let yes = ask.picks.iter().position(|pick| *pick == Pick::Yes);
    match yes.filter(|_| ask.question == Question::Veto) {
        Some(at) => Answer::One(at),
        None => ask.standing(),
    }
}

fn bless(sample: &Sample) {
    let fights = (1..2000).filter_map(|seed| play(sample, seed));
    let fight = fights.into_iter().find(|fight| (sample.shows)(fight)).expect("some dice show it");
    write(sample, &fight);
}

/// Writes the fight to its two files: the start, and every act.
fn write(sample: &Sample, fight: &Chronicle) {
    for path in [ready_path(sample), played_path(sample)] {
        let _ = std::fs::remove_file(&path);
    }
    Journal::create(&ready_path(sample), sample.title, fight.start()).expect("written");
    let title = format!("{}, played", sample.title);
    let mut journal = Journal::create(&played_path(sample), &title, fight.start()).expect("written");
    let mut again = Chronicle::new(fight.start().clone());
    for id in fight.line() {
        let steps = &fight.entry(*id).expect("an entry").steps;
        let commands = steps.iter().map(|step| step.command.clone()).collect();
        let answers = steps.iter().flat_map(|step| step.answers.clone()).collect();
        let mut act = Pending::answered(commands, answers);
        assert_eq!(act.run(&again, &mut Seeded(0), &|_, _| Provenance::Typed), Progress::Done);
        again.accept(act).expect("a finished act");
        journal.accepted(&again).expect("written");
    }
    for path in [ready_path(sample), played_path(sample)] {
        let text = std::fs::read_to_string(&path).expect("just written");
        let (head, rest) = text.split_once('\n').expect("a first line");
        std::fs::write(&path, format!("{head}\n// {}\n{rest}", sample.about)).expect("written");
    }
}

/// The accounts of each step, read with the causes recorded and with those made up for saves of format 1.
fn told_with_and_without_causes(fight: &Chronicle) -> Vec<(Vec<Account>, Vec<Account>)> {
    let none = Causes::default();
    let entries = || fight.line().iter().filter_map(|id| fight.entry(*id));
    let steps = || entries().flat_map(|entry| &entry.steps);
    let recorded: Steps = steps().map(Step::happened).collect();
    let bare: Steps = steps().map(|step| Happened { causes: &none, ..step.happened() }).collect();
    let (about, e) = (fight.rules().about(), fight.now());
    let read = |record: &Steps, at: usize| Reader { about, e, record }.of_step((at, 0));
    let bare_places = |mut all: Vec<Account>| {
        all.iter_mut().for_each(|account| account.places = Places::default());
        all
    };
    (0..recorded.0.len())
        .map(|at| (bare_places(read(&recorded, at)), bare_places(read(&bare, at))))
        .collect()
}

#[test]
fn saves_without_causes_tell_nearly_the_same() {
    let (mut all, mut alike) = (0, 0);
    for sample in &SAMPLES {
        let fight = look(&played_path(sample)).expect("it opens").chronicle;
        for (recorded, regrouped) in told_with_and_without_causes(&fight) {
            all += 1;
            if recorded == regrouped {
                alike += 1;
            } else if std::env::var_os("WARDRUM_DIFFERENCES").is_some() {
                println!("{}\n  {recorded:?}\n  {regrouped:?}", sample.file);
            }
        }
    }
    println!("{alike} of {all}");
    assert!(alike * 100 >= all * 90, "{alike} of {all}");
}

/// The log of a sample, in lines of at most that many columns where what came of it leaves room.
fn told(file: &str, columns: usize) -> Vec<String> {
    let sample = SAMPLES.iter().find(|sample| sample.file == file).expect("a sample");
    let fight = look(&played_path(sample)).expect("it opens").chronicle;
    let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
    let record: Steps = entries.flat_map(|entry| &entry.steps).map(Step::happened).collect();
    let (about, e) = (fight.rules().about(), fight.now());
    let lines = Reader { about, e, record: &record }.forward(None);
    lines.map(|account| log::line(about, e, &account).fitted(columns).text()).collect()
}

/// A narrow log loses no fumble, names those alone who broke, and tells the walk for which a spell is given up.
#[test]
fn the_narrow_log_tells_what_came_of_it() {
    for (file, line) in [
        ("watch", "Watchman 1 fumbles: the weapon is dropped, no attack next round"),
        ("horde", "Goblins 22–34 break (morale 10, needs 7 or less)"),
        ("rearguard", "Zorn withdraws 20', now 25' from Wolf 1: gives up sleep"),
    ] {
        let lines = told(file, 60);
        assert!(lines.iter().any(|told| told == line), "{line}\n{lines:#?}");
    }
}

#[test]
fn saves_of_format_1_open_and_tell_their_fights() {
    for file in ["duel", "watch"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/saved/format-1/{file}.ron"));
        let fight = look(&path).expect("it opens").chronicle;
        let entries = || fight.line().iter().filter_map(|id| fight.entry(*id));
        assert!(entries().flat_map(|entry| &entry.steps).all(|step| step.causes.is_empty()));
        let record: Steps = entries().flat_map(|entry| &entry.steps).map(Step::happened).collect();
        let (about, e) = (fight.rules().about(), fight.now());
        let reader = Reader { about, e, record: &record };
        let blows =
            reader.forward(None).flat_map(|account| account.tries).filter(Try::is_attack).count();
        let rolled = |event: &&Event| matches!(event, Event::Rolled(rolled) if matches!(rolled.purpose, Purpose::Attack(_)));
        assert_eq!(blows, entries().flat_map(|entry| entry.events()).filter(rolled).count(), "{file}");
    }
}

/// The lines after the first say what the sample shows.
#[test]
fn each_sample_says_what_it_shows() {
    for sample in &SAMPLES {
        for path in [ready_path(sample), played_path(sample)] {
            let text = std::fs::read_to_string(&path).expect("there");
            assert_eq!(shows(&text), sample.about, "{}", path.display());
        }
    }
}

#[test]
fn samples_open_hold_the_laws_and_show_what_they_are_for() {
    for sample in &SAMPLES {
        match std::env::var("WARDRUM_BLESS").as_deref() {
            Ok("again") => write(sample, &look(&played_path(sample)).expect("it opens").chronicle),
            Ok(only) if only == "1" || only.split(',').any(|file| file == sample.file) => bless(sample),
            _ => {}
        }
        let opened = look(&played_path(sample)).expect("it opens");
        assert!(opened.damage.is_none(), "{}: {:?}", sample.file, opened.damage);
        let fight = opened.chronicle;
        assert_eq!(laws::hold(&fight), Ok(()), "{}", sample.file);
        assert_eq!(fight.now().stage, Stage::Over, "{} is played to its end", sample.file);
        assert!((sample.shows)(&fight), "{} shows what it is for", sample.file);
    }
}

#[test]
fn ready_fights_are_the_starts_of_the_played_ones() {
    for sample in &SAMPLES {
        let ready = look(&ready_path(sample)).expect("it opens").chronicle;
        let played = look(&played_path(sample)).expect("it opens").chronicle;
        assert_eq!(ready.start(), played.start(), "{}", sample.file);
        assert!(ready.line().is_empty(), "{} is not begun", sample.file);
    }
}

#[test]
fn the_tie_at_the_bridge_was_asked_about() {
    let sample = &SAMPLES[2];
    let fight = look(&played_path(sample)).expect("it opens").chronicle;
    let entries = fight.line().iter().filter_map(|id| fight.entry(*id));
    let answers: Vec<&Answered> =
        entries.flat_map(|entry| &entry.steps).flat_map(|step| &step.answers).collect();
    let ties: BTreeMap<usize, bool> = answers
        .iter()
        .enumerate()
        .filter_map(|(at, answered)| match &answered.ask {
            Ask::Choice(ask) if ask.question == Question::Tie => {
                let picked = |at: &usize| ask.picks.get(*at) == Some(&Pick::Simultaneous);
                Some((at, matches!(&answered.answer, Answer::One(at) if picked(at))))
            }
            _ => None,
        })
        .collect();
    assert!(ties.values().any(|together| *together));
}

/// Every row of the log has an explanation: a rule, or the referee's override.
#[test]
fn every_row_of_the_log_has_an_answer() {
    let mut without = BTreeSet::new();
    for sample in &SAMPLES {
        let fight = look(&played_path(sample)).expect("it opens").chronicle;
        let (about, e) = (fight.rules().about(), fight.now());
        let book: BTreeSet<Text> =
            book::entries(fight.rules()).into_iter().map(|entry| entry.id).collect();
        let steps = fight.line().iter().filter_map(|id| fight.entry(*id)).flat_map(|entry| &entry.steps);
        for step in steps.filter(|step| !why::is_the_referees(&step.command)) {
            for event in &step.events {
                let Some(line) = log::in_full(about, e, event) else { continue };
                let rule = why::rule(about, event);
                let rests = !why::why(about, event).is_empty();
                let known = rule.as_ref().is_some_and(|rule| book.contains(rule));
                if !known && !rests {
                    without.insert(format!("{:?} {:?}: {}", sample.ruleset, rule, line));
                }
            }
        }
    }
    let first: Vec<_> = without.iter().take(60).collect();
    assert!(without.is_empty(), "{} rows have no answer: {first:#?}", without.len());
}
