//! Names with wide characters, combining accents and joined emoji: columns stay aligned.

use super::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use wardrum::rules::model::combatant::Standing;
use wardrum::rules::model::command::Overrule;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::tenths::Tenths;

const NAMES: [&str; 6] = [
    "龍",
    "Ælfwyn",
    "Rene\u{301} of e\u{301}",
    "👩\u{200d}👧 and 👩\u{200d}👧",
    "龍龍龍龍龍龍龍龍龍龍龍龍",
    "Zoë\u{308}\u{301}",
];

/// The fight in melee, with such names for all.
fn named() -> Shell {
    let mut shell = in_melee();
    for (at, name) in (0..).zip(NAMES) {
        shell
            .with(|session| {
                session.submit(vec![Command::Overrule(Overrule::Name(CombatantId(at), name.into()))])
            })
            .expect("a free name");
    }
    shell
}

fn painted(shell: &Shell, (width, height): (u16, u16)) -> Buffer {
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    screens::paint(shell, buf.area, &mut buf);
    buf
}

/// The columns in which a symbol occurs in a line.
fn columns(buf: &Buffer, y: u16, sign: &str) -> Vec<u16> {
    (0..buf.area.width).filter(|x| buf[(*x, y)].symbol() == sign).collect()
}

/// Checks that every symbol has its own cell, and as many free columns as it is wide.
fn is_whole(buf: &Buffer) {
    for y in 0..buf.area.height {
        for x in 0..buf.area.width {
            let symbol = buf[(x, y)].symbol();
            let columns = unicode_width::UnicodeWidthStr::width(symbol);
            assert!(columns <= 2, "{symbol:?} at {x}, {y}");
            assert!(!symbol.starts_with('\u{301}') && !symbol.starts_with('\u{200d}'), "{symbol:?}");
            if columns == 2 {
                assert!(
                    x + 1 < buf.area.width && buf[(x + 1, y)].symbol() == " ",
                    "{symbol:?} at {x}, {y}"
                );
            }
        }
    }
}

#[test]
fn the_roster_lines_up() {
    let shell = named();
    for size in SIZES {
        let buf = painted(&shell, size);
        is_whole(&buf);
        let bars: Vec<u16> =
            (3..9).map(|y| columns(&buf, y, "━").first().copied().expect("a bar")).collect();
        assert!(bars.iter().all(|x| *x == bars[0]), "{bars:?} at {size:?}");
    }
    shows("names", &shell);
}

#[test]
fn a_long_name_cuts_no_key_off() {
    let mut shell = in_melee();
    for who in [0, 3] {
        let name = format!("Aldebaran the Exceedingly Long-Named {who}");
        shell
            .with(|session| {
                session.submit(vec![Command::Overrule(Overrule::Name(CombatantId(who), name.into()))])
            })
            .expect("a free name");
    }
    let far = Some(Tenths::whole(30));
    shell
        .with(|session| {
            session.submit(vec![Command::Overrule(Overrule::Distance(
                CombatantId(0),
                CombatantId(3),
                far,
            ))])
        })
        .expect("they part");
    for size in [(120, 36), (80, 24)] {
        let picture = picture(&shell, size);
        let last = picture.lines().last().unwrap_or_default();
        assert!(last.contains("u undo") && last.ends_with(": more  ? help"), "{picture}");
    }
}

#[test]
fn forms_and_lists_line_up() {
    let mut shell = named();
    for keys in ["a", "Esc a s", "Esc /", "Esc Space Space Space Space d", "Esc w", "Esc v", "Esc S"] {
        press(&mut shell, keys);
        for size in SIZES {
            let buf = painted(&shell, size);
            is_whole(&buf);
        }
    }
}

/// Beside numbered ones, a newcomer gets the next number, however it comes; numbers of the removed stay theirs.
#[test]
fn a_newcomer_beside_numbered_ones_is_numbered() {
    for rules in RulesetId::ALL {
        let key =
            if registry::ruleset(rules).about().family == Family::D20 { "goblin" } else { "knight-3" };
        let goblin = |name: &str| Command::Arrive(arrive(rules, 0, name, key));
        let mut shell = started();
        shell.with(|session| session.enter(Fight::loose(Encounter::new(rules)), Screen::Fight));
        let six = (1..=6).map(|nth| goblin(&format!("Goblin {nth}")));
        let all = std::iter::once(side("Foes", Hand::Machine)).chain(six);
        shell.with(|session| session.submit(all.collect())).expect("six come");
        shell.with(|session| session.submit(vec![goblin("Goblin")])).expect("a seventh comes");
        let last = shell.session.state().all().last().expect("it is there").id;
        assert_eq!(&*shell.session.state().get(last).expect("it").name, "Goblin 7", "{rules:?}");
        shell
            .with(|session| session.submit(vec![Command::Depart(last, Standing::Gone)]))
            .expect("it goes");
        shell
            .with(|session| session.submit(vec![goblin("Goblin"), goblin("Goblin")]))
            .expect("two more come");
        let names: Vec<&str> = shell.session.state().all().skip(7).map(|c| &*c.name).collect();
        assert_eq!(names, ["Goblin 8", "Goblin 9"], "{rules:?}");
        shell
            .with(|session| session.submit(vec![goblin("Goblin king"), goblin("Hob 3"), goblin("Hob")]))
            .expect("others come");
        let names: Vec<&str> = shell.session.state().all().skip(9).map(|c| &*c.name).collect();
        assert_eq!(names, ["Goblin king", "Hob 3", "Hob 4"], "{rules:?}");
    }
}

/// Quick entry numbers on as well.
#[test]
fn three_goblins_typed_beside_six_are_seven_to_nine() {
    let mut shell = started();
    shell.with(|session| session.enter(Fight::loose(Encounter::new(RulesetId::Bx)), Screen::Fight));
    let six =
        (1..=6).map(|nth| Command::Arrive(arrive(RulesetId::Bx, 0, &format!("Goblin {nth}"), "goblin")));
    let all = std::iter::once(side("Foes", Hand::Machine)).chain(six);
    shell.with(|session| session.submit(all.collect())).expect("six come");
    for typed in ["3 goblins", "goblin"] {
        press(&mut shell, "+");
        type_in(&mut shell, typed);
        press(&mut shell, "Enter Enter");
        assert!(shell.layers.is_empty(), "{typed}: {}", picture(&shell, (80, 24)));
    }
    let names: Vec<&str> = shell.session.state().all().skip(6).map(|c| &*c.name).collect();
    assert_eq!(names, ["Goblin 7", "Goblin 8", "Goblin 9", "Goblin 10"]);
}

/// Nothing is no damage and no healing: the prompt says so, and no entry is made.
#[test]
fn an_amount_of_nothing_is_refused() {
    let mut shell = super::in_melee();
    let acts = shell.session.fight.chronicle.at();
    for key in ["d", "h"] {
        for amount in ["0", "-0", "--3", "0/2", "1d6-6"] {
            press(&mut shell, key);
            type_in(&mut shell, amount);
            press(&mut shell, "Enter");
            let shown = picture(&shell, (80, 24));
            assert!(shown.contains("expected"), "{shown}");
            assert_eq!(shell.layers.len(), 1, "{amount}: the prompt stays");
            press(&mut shell, "Esc");
        }
    }
    assert_eq!(shell.session.fight.chronicle.at(), acts);
}
