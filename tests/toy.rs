//! What the shared house carries beyond what a ruleset of sides and phases needs, each thing shown
//! with its boundary on both sides, by a toy ruleset.

#[path = "toy/mod.rs"]
mod ruleset;

use ruleset::Toy;
use wardrum::rules::ruleset::about::Family;
use wardrum::scenario::Scenario;
use wardrum::scenario::given::built_in;
use wardrum::scenario::run::run_by;

/// Plays a script among Ana and Bo against Gob and Hob, each of 10 hit points.
fn show(given: &str, script: &str) {
    let member =
        |name: &str, more: &str| format!("(name: \"{name}\", block: (name: \"x\", hp: 10){more})");
    let more = |name: &str| {
        let at = given.find(&format!("{name}: (")).map(|at| at + name.len() + 3);
        at.map_or(String::new(), |at| format!(", {}", &given[at..at + closing(&given[at..])]))
    };
    let rest = given.split_once(';').map_or("", |(_, rest)| rest);
    let [ana, bo, gob, hob] = ["Ana", "Bo", "Gob", "Hob"].map(|name| member(name, &more(name)));
    let text = format!(
        "(ruleset: bx, given: (sides: [(\"party\", [{ana}, {bo}]), (\"foes\", [{gob}, {hob}])],
          order: [(who: [\"Ana\"]), (who: [\"Gob\"]), (who: [\"Bo\"]), (who: [\"Hob\"])], {rest}),
          script: [{script}])"
    );
    let scenario = Scenario::read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    run_by(&Toy, &scenario, &|_, _| None).unwrap_or_else(|failure| panic!("{failure}"));
}

/// The length of the text up to the bracket that closes it.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    let ends = text.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    ends.map_or(text.len(), |(at, _)| at)
}

const MELEE: &str = r#"; engaged: [("Ana", "Gob"), ("Bo", "Gob")], from: Melee"#;

#[test]
fn blows_that_fall_together_wait_for_the_commit() {
    show(
        &format!("Gob: (hp: 8), Ana: (hp: 1) {MELEE}"),
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [11, 3],
         expect: [Hp("Gob", 8), Pending(1), Lost("Gob", 3), Phase(Melee)]),
        (do: Act(who: "Bo", deed: Strike, at: ["Gob"]), dice: [20, 5], expect: [Hp("Gob", 8), Pending(2)]),
        (do: Act(who: "Gob", deed: Strike, at: ["Ana"]), dice: [11, 6],
         expect: [Hp("Ana", 1), Is("Ana", Up), Pending(3), Phase(Commit)]),
        (do: Act(who: "Gob", deed: Strike, at: ["Ana"]), refused: "not-your-slot"),
        (do: Proceed, expect: [Pending(0), Hp("Gob", 0), Is("Gob", Dead), Hp("Ana", -5), Is("Ana", Dead),
         Lost("Gob", 8), Phase(Turn), Turn("Bo")]),
        "#,
    );
}

#[test]
fn one_sum_a_target_is_not_reached_by_one_point_less() {
    show(
        &format!("Gob: (hp: 9) {MELEE}"),
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [11, 3]),
        (do: Act(who: "Bo", deed: Strike, at: ["Gob"]), dice: [20, 5]),
        (do: Act(who: "Gob", deed: Strike, at: ["Ana"]), dice: [10], expect: [Pending(2)]),
        (do: Proceed, expect: [Hp("Gob", 1), Is("Gob", Up), Hp("Ana", 10), Turn("Ana")]),
        "#,
    );
}

#[test]
fn an_interrupt_counts_at_once_among_blows_that_wait() {
    show(
        &format!("Gob: (conditions: [(condition: Braced)]), Ana: (hp: 4) {MELEE}"),
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [4], choices: [Yes],
         asks: [(question: Strike, who: "Gob"), (purpose: Damage(0), who: "Gob", against: "Ana")],
         expect: [Hp("Ana", 0), Is("Ana", Dead), Pending(0), HasNot("Gob", Braced)]),
        (do: Act(who: "Bo", deed: Strike, at: ["Gob"]), dice: [11, 2], expect: [Pending(1), Hp("Gob", 10)]),
        "#,
    );
    show(
        &format!("Gob: (conditions: [(condition: Braced)]), Ana: (hp: 5) {MELEE}"),
        r#"(do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [4, 11, 2], choices: [Yes],
         expect: [Hp("Ana", 1), Is("Ana", Up), Pending(1), Hp("Gob", 10)]),"#,
    );
    show(
        &format!("Gob: (conditions: [(condition: Braced)]), Ana: (hp: 4) {MELEE}"),
        r#"(do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [11, 2], choices: [No],
         expect: [Hp("Ana", 4), Has("Gob", Braced), Pending(1)]),"#,
    );
}

#[test]
fn of_a_pair_of_dice_only_the_one_that_counts_does() {
    for (whose, dice, pending) in [
        ("Gob", "[11, 1], 3", 1),
        ("Gob", "[1, 11], 3", 1),
        ("Gob", "[10, 10]", 0),
        ("Gob", "11, 3", 1),
        ("Gob", "10", 0),
        ("Ana", "[11, 20], 3", 1),
        ("Ana", "[10, 20]", 0),
        ("Ana", "10", 0),
    ] {
        show(
            &format!("{whose}: (conditions: [(condition: Fleeing)]) {MELEE}"),
            &format!(
                r#"(do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [{dice}],
                 asks: [(purpose: Attack(0), dice: "2d20", need: 11), {damage}], expect: [Pending({pending})]),"#,
                damage = if pending == 1 { "(purpose: Damage(0))" } else { "" },
            ),
        );
    }
}

#[test]
fn a_held_turn_cuts_in_at_a_gap() {
    show(
        "; from: Turn",
        r#"
        (do: Act(who: "Ana", deed: LetGo), expect: [Has("Ana", Slow), Phase(Gap), Owes(["Ana"])]),
        (do: Act(who: "Gob", deed: Hasten), refused: "not-your-slot"),
        (do: Act(who: "Ana", deed: Pass), expect: [Phase(Turn), Turn("Gob")]),
        (do: Act(who: "Gob", deed: Pass), expect: [Phase(Gap), Owes(["Ana"])]),
        (do: Act(who: "Ana", deed: Hasten), expect: [Phase(Turn), Turn("Ana"), HasNot("Ana", Slow)]),
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [11, 1], expect: [Hp("Gob", 9), Turn("Ana")]),
        (do: Act(who: "Ana", deed: Pass), expect: [Phase(Turn), Turn("Bo")]),
        "#,
    );
}

#[test]
fn a_gap_nobody_can_use_is_passed_over_and_an_unused_hold_is_lost() {
    show(
        "; from: Turn",
        r#"
        (do: Act(who: "Ana", deed: Pass), expect: [Phase(Turn), Turn("Gob")]),
        (do: Act(who: "Gob", deed: LetGo), expect: [Phase(Gap)]),
        (do: Several([Overrule(Standing("Gob", Dead)), Note("nobody is left to cut in")]),
         expect: [Phase(Turn), Turn("Bo")]),
        (do: Act(who: "Bo", deed: LetGo), expect: [Phase(Gap), Owes(["Bo"])]),
        (do: Act(who: "Bo", deed: Pass), expect: [Turn("Hob")]),
        (do: Act(who: "Hob", deed: Pass), expect: [Round(2), Phase(Initiative), HasNot("Bo", Slow)]),
        "#,
    );
}

#[test]
fn what_falls_due_on_the_second_on_which_an_act_ends_comes_before_it() {
    show(
        "Gob: (hp: 3) ; from: Turn",
        r#"
        (do: Act(who: "Ana", deed: Begin, at: ["Gob"]), expect: [Timers(1), Turn("Ana")]),
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]), dice: [11, 1], expect: [Hp("Hob", 9), Timers(1)]),
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]),
         expect: [Phase(Due), Timers(0), Hp("Hob", 9), Undertakes("Ana", Strike, 0)]),
        (do: Proceed, dice: [3], expect: [Is("Gob", Dead), Phase(Magic)]),
        (do: Proceed, dice: [11, 2], expect: [Hp("Hob", 7), Phase(Turn), Turn("Ana")]),
        "#,
    );
}

#[test]
fn what_falls_due_a_second_later_comes_after_it() {
    show(
        r#"; from: Turn, timers: [(due: OwnSecond("Ana", 3), who: "Gob", action: Deliver(who: 0, deed: Begin))]"#,
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]), dice: [11, 1], expect: [Hp("Hob", 9), Timers(1)]),
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]), expect: [Phase(Due), Undertakes("Ana", Strike, 1)]),
        (do: Proceed, dice: [1], expect: [Hp("Gob", 9), Phase(Magic)]),
        (do: Proceed, dice: [10], expect: [Phase(Turn), Turn("Ana"), Hp("Hob", 9)]),
        "#,
    );
}

#[test]
fn an_act_begun_is_carried_over_into_the_next_turn() {
    show(
        "; from: Turn",
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]), dice: [10]),
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]), dice: [10]),
        (do: Act(who: "Ana", deed: Cast, at: ["Gob"]), expect: [Undertakes("Ana", Cast, 2), Turn("Gob"), Hp("Gob", 10)]),
        (do: Act(who: "Gob", deed: Pass)), (do: Act(who: "Bo", deed: Pass)), (do: Act(who: "Hob", deed: Pass)),
        (do: Proceed, expect: [Round(2), Phase(Magic)]),
        (do: Proceed, dice: [4], expect: [Hp("Gob", 6), Phase(Turn), Turn("Ana")]),
        (do: Act(who: "Ana", deed: Cast, at: ["Gob"]), dice: [1], expect: [Hp("Gob", 5), Turn("Bo")]),
        "#,
    );
}

#[test]
fn an_act_that_is_paid_in_its_turn_is_not_carried_over() {
    show(
        "; from: Turn",
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Hob"]), dice: [10]),
        (do: Act(who: "Ana", deed: Cast, at: ["Gob"]), dice: [6], expect: [Hp("Gob", 4), Turn("Gob")]),
        "#,
    );
    show(
        r#"Ana: (ongoing: (Act(who: "Ana", deed: Cast, at: ["Gob"]), 2)) ; from: Magic"#,
        r#"(do: Skip, expect: [Phase(Turn), Turn("Ana"), Hp("Gob", 10)]),"#,
    );
}

#[test]
fn an_effect_may_hold_toward_one_only() {
    show(
        r#"Gob: (conditions: [(condition: Blind, toward: "Ana")]) ; from: Turn"#,
        r#"
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [11, 1], expect: [Lost("Gob", 3), Toward("Gob", Blind, "Ana")]),
        (do: Act(who: "Ana", deed: Pass)), (do: Act(who: "Gob", deed: Pass)),
        (do: Act(who: "Bo", deed: Strike, at: ["Gob"]), dice: [11, 1], expect: [Lost("Gob", 1)]),
        "#,
    );
}

#[test]
fn effects_lapse_when_a_turn_begins_when_it_ends_and_when_a_slot_is_over() {
    show(
        r#"Hob: (conditions: [
            (condition: Blind, until: TurnStart("Gob", 1)), (condition: Asleep, until: TurnEnd("Gob", 1)),
            (condition: Bound, until: SlotEnd(1, 1)), (condition: Winded, until: SlotEnd(1, 2)),
            (condition: Turned, until: TurnStart("Gob", 2))]) ; from: Turn"#,
        r#"
        (do: Note("Ana's turn is open"), expect: [Has("Hob", Blind), Has("Hob", Asleep)]),
        (do: Act(who: "Ana", deed: Pass), expect: [Turn("Gob"), HasNot("Hob", Blind), Has("Hob", Asleep), Has("Hob", Bound)]),
        (do: Act(who: "Gob", deed: Pass), expect: [Turn("Bo"), HasNot("Hob", Asleep), HasNot("Hob", Bound), Has("Hob", Winded)]),
        (do: Act(who: "Bo", deed: Pass), expect: [Turn("Hob"), HasNot("Hob", Winded), Has("Hob", Turned)]),
        (do: Act(who: "Hob", deed: Pass)), (do: Proceed), (do: Act(who: "Ana", deed: Pass)),
        (do: Act(who: "Bo", deed: Pass), expect: [Turn("Gob"), HasNot("Hob", Turned)]),
        "#,
    );
}

const DOUSED: &str = r#"Gob: (conditions: [(condition: Doused, until: RoundEnd(1), step: 1)])"#;

#[test]
fn inside_a_moment_a_lower_step_is_settled_before_a_higher_one() {
    show(
        &format!(
            r#"{DOUSED} ; from: Turn, slot: "Hob", timers: [(due: RoundEnd(1), step: 0, who: "Gob", action: Splash("1d6"))]"#
        ),
        r#"
        (do: Act(who: "Hob", deed: Pass), expect: [Phase(Due), Has("Gob", Doused)]),
        (do: Proceed, dice: [5], expect: [Hp("Gob", 5), HasNot("Gob", Doused), Round(2)]),
        "#,
    );
    show(
        &format!(
            r#"{DOUSED} ; from: Turn, slot: "Hob", timers: [(due: RoundEnd(1), step: 2, who: "Gob", action: Splash("1d6"))]"#
        ),
        r#"
        (do: Act(who: "Hob", deed: Pass), expect: [Phase(Due), HasNot("Gob", Doused)]),
        (do: Proceed, expect: [Hp("Gob", 10), Round(2)]),
        "#,
    );
}

#[test]
fn what_falls_due_together_is_settled_in_order_of_creation() {
    show(
        r#"; from: Turn, slot: "Hob", timers: [
            (due: RoundEnd(1), who: "Bo", action: Deliver(who: 0, deed: Begin)), (due: RoundEnd(1), who: "Gob", action: Deliver(who: 0, deed: Begin))]"#,
        r#"
        (do: Act(who: "Hob", deed: Pass), expect: [Next(purpose: Effect, against: "Bo")]),
        (do: Proceed, dice: [1], expect: [Hp("Bo", 9), Next(purpose: Effect, against: "Gob")]),
        (do: Proceed, dice: [2], expect: [Hp("Gob", 8), Round(2)]),
        "#,
    );
}

#[test]
fn bodies_are_given_and_looked_at_by_name() {
    let text = r#"(ruleset: bx, given: (
        sides: [
          ("party", [(name: "Ana", body: (attacks: [(name: "sword"), (name: "gun", kind: Ranged)]), wounds: 2, clock: 6,
             gear: [("gun", (at: Sheathed, fired: 3)), ("armour", (wounds: 1))],
             conditions: [(condition: Poisoned, label: "venom"), (condition: LegHurt, value: 1, wound: 2)],
             ongoing: (Act(who: "Ana", deed: Combo, combo: "none", parts: [(with: "gun", at: "Gob")]), 2))]),
          ("foes", [(name: "Gob", like: "goblin")]),
        ],
        timers: [(due: Clock(60), who: "Ana", recheck: Poisoned),
                 (due: Clock(6), who: "Gob", deliver: Act(who: "Ana", deed: Cast, with: "gun", at: ["Gob"], screen: "Gob"))],
        pending: [Wounded("Gob")],
        from: Initiative),
      script: [
        (do: Note("as given"), expect: [
          Wounds("Ana", 2), Gear("Ana", "gun", (at: Sheathed, fired: 3)), Gear("Ana", "sword", ()),
          Gear("Ana", "armour", (wounds: 1)), OwnClock("Ana", 6), SecondsSpent("Ana", 0), Timers(2), Pending(1),
          Undertakes("Ana", Combo, 2), Wounds("Gob", 0)]),
        (do: Overrule(Body("Gob", (name: "Big", scale: 2))), expect: [Wounds("Gob", 0)]),
        (do: Arrive(side: "foes", name: "Crate", body: (kind: Object)), expect: [Joined("Crate")]),
        (do: Arrive(side: "foes", name: "Gob", like: "goblin"), expect: [Joined("Gob 2")]),
      ])"#;
    let scenario = Scenario::read(text).unwrap_or_else(|fault| panic!("{fault}"));
    let with_wounds = |_, key: &str| built_in(Family::Wounds, key);
    run_by(&Toy, &scenario, &with_wounds).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn two_minds_share_one_bodys_turn() {
    show(
        r#"Bo: (conditions: [(condition: Bound, toward: "Ana")]) ; from: Turn"#,
        r#"
        (do: Act(who: "Bo", deed: Strike, at: ["Gob"]), refused: "not-your-slot"),
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), choices: [No], asks: [(question: CutIn, who: "Bo")],
         expect: [Hp("Gob", 10), Turn("Ana"), OwesNot(["Bo"])]),
        (do: Act(who: "Ana", deed: Strike, at: ["Gob"]), choices: [Yes], dice: [11, 4], expect: [Hp("Gob", 6)]),
        "#,
    );
    show(
        "; from: Turn",
        r#"(do: Act(who: "Ana", deed: Strike, at: ["Gob"]), dice: [11, 4], asks: [(purpose: Attack(0)), (purpose: Damage(0))]),"#,
    );
}
