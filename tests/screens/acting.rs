//! One answer to who acts: rail, roster, focus and the foot line name the combatant for whom Enter acts.

use super::*;
use wardrum::rules;
use wardrum::rules::model::command::Act;
use wardrum::rules::model::encounter::stem;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::text::words;
use wardrum::tui::proposal::Proposal;
use wardrum::tui::table::board::Part;

/// A screen on which no name is cut short.
const WHOLE: (u16, u16) = (200, 90);
/// How many keys of each sample are looked at.
const KEYS: usize = 60;

/// The acts at the end of what Enter does, after whatever it skips: of one, or of several that act together.
fn acts(shell: &Shell) -> Vec<Act> {
    let skipped = shell.session.board.acting().first.len();
    let commands = match &shell.session.proposal {
        Proposal::Do { commands, .. } => &commands[skipped..],
        Proposal::Ask { act, .. } => return vec![(**act).clone()],
        _ => &[],
    };
    let act = |command: &Command| match command {
        Command::Act(act) => Some(act.clone()),
        _ => None,
    };
    commands.iter().filter_map(act).collect()
}

fn words_of(shell: &Shell) -> &str {
    match &shell.session.proposal {
        Proposal::Do { words, .. } | Proposal::Ask { words, .. } | Proposal::Choose { words, .. } => {
            words
        }
        _ => "",
    }
}

/// Whether a text begins with the name of the combatant, or with that of its kind: `Orc 1`, `4 of 6 Orcs`.
fn calls(shell: &Shell, text: &str, who: CombatantId) -> bool {
    let name = words::name(shell.session.state(), who);
    let text = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ' ');
    let text = text.trim_start_matches("of ").trim_start_matches(|sign: char| sign.is_ascii_digit());
    let text = text.trim_start();
    [name, stem(name), &words::plural(stem(name))].iter().any(|name| text.starts_with(name))
}

/// Asserts that everything on the screen names `who` as the one who acts.
fn names_alike(shell: &Shell, said: &str) {
    let who = shell.session.board.acting().who;
    let picture = picture(shell, WHOLE);
    let marked: Vec<&str> =
        picture.lines().filter(|line| line.get(..8).is_some_and(|head| head.contains('▶'))).collect();
    let rail = picture.lines().next().unwrap_or_default();
    let Some(who) = who else {
        assert!(marked.is_empty(), "{said}: {marked:?}");
        return;
    };
    let name = words::name(shell.session.state(), who);
    let [row] = marked[..] else { panic!("{said}: {name} acts, {marked:?} are marked") };
    assert!(
        row.contains(name) || shell.session.board.fold(shell.session.board.row_of(who)).is_some(),
        "{said}: {row}"
    );
    let first = rail.split_once("to act").and_then(|(_, rest)| rest.split_once(": ")).map(|rest| rest.1);
    assert!(first.is_some_and(|first| calls(shell, first, who)), "{said}: {name} acts, {rail}");
    assert_eq!(shell.session.board.part(who), Part::Acts, "{said}");
    let row = |who: CombatantId| shell.session.board.row_of(who);
    assert_eq!(
        shell.session.board.cursor.map(row),
        Some(row(who)),
        "{said}: the focus shows whoever acts"
    );
    let text = words_of(shell);
    if let Proposal::Choose { who: asked, .. } = &shell.session.proposal {
        assert!(*asked == who && text.contains(name), "{said}: {name} acts, {text}");
        return;
    }
    let sentence =
        text.split(" · ").flat_map(|part| part.split(": ")).any(|part| calls(shell, part, who));
    let acts = acts(shell);
    assert!(sentence && acts.iter().any(|act| act.who == who), "{said}: {name} acts, {text}");
}

#[test]
fn rail_roster_focus_and_foot_name_whom_enter_acts_for() {
    let (mut named, mut reached) = (0, 0);
    for text in READY {
        let (head, start) = prepared(text).expect("a sample");
        let mut shell = started();
        shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
        for at in 0..KEYS {
            let said = format!("{}, key {at}, round {}", head.title, shell.session.state().round);
            if shell.layers.is_empty() && shell.session.proposal != Proposal::SumUp {
                names_alike(&shell, &said);
                named += usize::from(shell.session.board.acting().who.is_some());
                reached += usize::from(shell.session.board.reached().is_some());
                // The simulation goes through them in the same order.
                let there = shell.session.board.reached().unwrap_or(shell.session.state());
                let first = rules::first_owing(shell.session.fight.chronicle.rules(), there, None);
                assert_eq!(first, shell.session.board.acting().owing.first().copied(), "{said}");
            }
            press(&mut shell, "Enter");
        }
    }
    assert!(named > 200 && reached > 50, "{named} named, {reached} after skipping");
}

/// The cursor chooses among those who owe an act where Enter acts, and the marks tell the one from the others.
#[test]
fn the_cursor_chooses_among_those_who_owe_an_act_there() {
    let mut shell = in_melee();
    let [ana, second, third] = [0, 1, 2].map(CombatantId);
    let parts = |shell: &Shell| [ana, second, third].map(|who| shell.session.board.part(who));
    assert_eq!(
        (shell.session.board.actor(), shell.session.board.owing.len()),
        (shell.session.board.cursor, 3)
    );
    press(&mut shell, "Home");
    assert_eq!(
        (shell.session.board.actor(), parts(&shell)),
        (Some(ana), [Part::Acts, Part::Owes, Part::Owes])
    );
    assert!(words_of(&shell).starts_with("Ana "), "{}", words_of(&shell));
    press(&mut shell, "Down");
    assert_eq!(
        (shell.session.board.actor(), parts(&shell)),
        (Some(second), [Part::Owes, Part::Acts, Part::Owes])
    );
    assert!(words_of(&shell).starts_with("Ælfwyn "), "{}", words_of(&shell));
    // An orc owes nothing there: whoever is first acts.
    press(&mut shell, "End");
    assert_eq!(
        (shell.session.board.actor(), parts(&shell)),
        (Some(ana), [Part::Acts, Part::Owes, Part::Owes])
    );
    let seen = picture(&shell, (80, 24));
    assert!(
        seen.contains("▶  6 H Ana") && seen.contains("▸  6 H Ælfwyn") && seen.contains("▸  6 H Bo"),
        "{seen}"
    );
    assert!(seen.contains("to act: Ana, Ælfwyn, Bo"), "{seen}");
}

/// What Enter skips is shown: where the fight is, and where Enter acts.
#[test]
fn the_header_shows_where_enter_leads() {
    let shell = heroes_first();
    let phase = |e: &Encounter| e.window().map(|window| window.phase);
    assert_eq!(phase(shell.session.state()), Some(Phase::Movement));
    assert_eq!(
        shell.session.board.reached().and_then(phase),
        Some(Phase::Missile),
        "{}",
        words_of(&shell)
    );
    let seen = picture(&shell, (120, 36));
    assert!(seen.contains("to act in Missile: Ana, Ælfwyn, Bo"), "{seen}");
    assert!(seen.contains("Morale ✓  Move  [Missile]  Magic"), "{seen}");
    let seen = picture(&in_melee(), (120, 36));
    assert!(seen.contains("to act: Ælfwyn, Ana, Bo"), "nothing is skipped: {seen}");
    assert!(seen.contains("Magic ✓  [Melee]"), "{seen}");
}

/// Below what Enter does stands whom else it could be done to, one of a kind, with the odds.
#[test]
fn the_stage_names_whom_else_an_attack_could_be_aimed_at() {
    let mut seen = 0;
    for (_, start) in READY.iter().filter_map(|text| prepared(text)) {
        let mut shell = started();
        shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
        for _ in 0..30 {
            let text = picture(&shell, (80, 24));
            if let Some(below) = text.lines().find(|line| line.starts_with("▌else ")) {
                let acts = shell.session.proposal.words();
                assert!(acts.is_some(), "only what acts has others: {text}");
                assert!(below.contains(" %"), "with the odds: {text}");
                seen += 1;
            }
            press(&mut shell, "Enter");
        }
    }
    assert!(seen > 3, "{seen} stages");
}
