//! Who does what to whom with what, and the rolls.

use super::came::fended;
use super::full::in_full;
use super::line::{LogLine, Role};
use super::order;
use crate::rules::account::{Account, Blows, Came, Did, Doers, Means, Stage, Try, Walk, What, Whom};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Deed;
use crate::rules::model::deed::Role as DeedRole;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Outcome, SpellFate};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::kinds;
use crate::rules::model::moment::Round;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::about::About;
use crate::rules::text::log::told::spell_phrase;
use crate::rules::text::words::{self, name};

/// The most rolls that are listed.
const MANY: usize = 6;

/// Adds the head of a line.
pub(super) fn head(about: &About, e: &Encounter, account: &Account, line: &mut LogLine) {
    if account.who == Doers::Referee {
        line.push(Role::Rule, "Referee: ");
    }
    if let Some(rule) = account.turn.as_deref().and_then(|id| about.rule(id)) {
        // What a rule of the house did may be nothing that is told.
        let alone = account.did == Did::Befalls && account.came.is_empty();
        let colon = if alone { "" } else { ": " };
        line.push(Role::Rule, format!("{}{colon}", rule.label.as_ref().unwrap_or(&rule.title)));
    }
    match &account.did {
        Did::Befalls => {}
        Did::Round(round, slots, again) => {
            line.push(Role::Round, format!("── {} ──", round_head(e, *round, slots, again)));
        }
        Did::Order(slots) => {
            let word = if account.who == Doers::Referee { "order" } else { "Order" };
            line.push(Role::Dim, format!("{word}: {}", order::describe(e, slots)));
        }
        Did::Event(event) => happens(about, e, account, event, line),
        Did::Declares(effect) => {
            line.push(Role::Actor, doers(e, account));
            let declares = Verb::DECLARE.says(number(e, account));
            line.push(Role::Plain, format!(" {declares}: {}", super::condition(about, effect)));
        }
        Did::Roll(purpose) => roll(e, account, *purpose, line),
        Did::Spell(fate) => spell(e, account, *fate, line),
        Did::Walk(deed, walk) => self::walk(about, e, account, *deed, walk, line),
        Did::Deed(_) | Did::Attack => deed(about, e, account, line),
    }
}

/// The heading of a round: `Round 2 · Heroes 4, Goblins 2`; empty for any other account.
pub fn heading(e: &Encounter, account: &Account) -> String {
    match &account.did {
        Did::Round(round, slots, again) => round_head(e, *round, slots, again),
        _ => String::new(),
    }
}

fn round_head(e: &Encounter, round: Round, slots: &[Slot], again: &[(SideId, i32)]) -> String {
    match slots {
        [_, _, ..] => format!("Round {round} · {}", order::of_sides(e, slots, again)),
        _ => format!("Round {round}"),
    }
}

/// Adds what the doer begins behind what it has done: `; Isaura starts to reload pistol`. That it begins the
/// same once more is not worth a word.
pub(super) fn then(e: &Encounter, account: &Account, then: &Account, line: &mut LogLine) {
    let number = number(e, account);
    let same = |one: &Account, other: &Account| {
        (&one.did, &one.at, one.with) == (&other.did, &other.at, other.with)
    };
    if same(account, then) {
        return;
    }
    let what = match &then.did {
        Did::Deed(deed) | Did::Walk(deed, _) => {
            let bare = Account { with: then.with.filter(|_| then.at.is_empty()), ..then.clone() };
            let casts = *deed == Deed::Cast;
            format!(" to {}", plain_deed(e, if casts { then } else { &bare }, *deed))
        }
        _ => " something".into(),
    };
    // Behind what somebody else did or suffered, its doer is named again.
    let plain = account.tries.is_empty() && account.came.is_empty();
    let who = if plain { String::from(",") } else { format!("; {}", doers(e, account)) };
    line.push(Role::Next, format!("{who} {}{what}", Verb::START.says(number)));
}

/// A deed behind `to`: `shoot at Sir Corin with pistol`.
fn plain_deed(e: &Encounter, account: &Account, deed: Deed) -> String {
    let said = deed.words();
    let weapon = weapon(e, account);
    let targets = words::few_of(e, &account.at);
    match (said.handles, weapon.is_empty()) {
        (Some(handles), false) => {
            let at = if account.at.is_empty() { String::new() } else { said.does.whom(&targets) };
            format!("{}{at}", handles.done(Number::Many, &weapon))
        }
        (_, true) => said.does.done(Number::Many, &targets),
        (_, false) => format!("{} with {weapon}", said.does.done(Number::Many, &targets)),
    }
}

fn happens(about: &About, e: &Encounter, account: &Account, event: &Event, line: &mut LogLine) {
    match event {
        Event::Joined(c) => {
            let joins = Verb::JOIN.says(Number::of(account.doers().len()));
            line.push(Role::Actor, words::counted_or_named(e, account.doers()));
            line.push(Role::Plain, format!(" {joins} {}", words::the_side(e, c.side)));
        }
        Event::Began | Event::Ended => {
            line.push(Role::Plain, in_full(about, e, event).unwrap_or_default());
        }
        _ => line.push(Role::Plain, super::capital(&in_full(about, e, event).unwrap_or_default())),
    }
}

/// The names of those who do it.
fn doers(e: &Encounter, account: &Account) -> String {
    match &account.who {
        Doers::Nobody | Doers::Referee => String::new(),
        Doers::Ones(all) => words::all_of(e, all),
        Doers::Kind(who) => words::kind(e, *who),
        Doers::Side(side) => words::side(e, *side).to_string(),
    }
}

fn number(e: &Encounter, account: &Account) -> Number {
    match &account.who {
        Doers::Ones(all) => words::number_of_all(e, all),
        Doers::Kind(who) => words::kind_number(e, *who),
        Doers::Side(side) => words::side_number(e, *side),
        Doers::Nobody | Doers::Referee => Number::One,
    }
}

/// The name of the weapon; empty for none.
fn weapon(e: &Encounter, account: &Account) -> String {
    match (account.with, account.doers().first()) {
        (Some(Means::Line(line)), Some(who)) if is_bare(account) => {
            e.name_of_line(*who, line).map_or_else(String::new, ToString::to_string)
        }
        (Some(Means::Line(line)), Some(who)) => words::means(e, *who, Some(line)).to_string(),
        (Some(Means::Spell(spell)), Some(who)) => words::spell(e, *who, spell).to_string(),
        _ => String::new(),
    }
}

/// Whether the deed itself says that it is done with a bare hand or foot.
fn is_bare(account: &Account) -> bool {
    matches!(account.did, Did::Deed(Deed::Punch | Deed::Kick | Deed::Grab))
}

fn with(weapon: &str) -> String {
    if weapon.is_empty() { String::new() } else { format!(" with {weapon}") }
}

/// Adds who does it, and whether the turn had been kept for that.
fn actor(e: &Encounter, account: &Account, line: &mut LogLine) {
    line.push(Role::Actor, doers(e, account));
    if account.waited {
        line.push(Role::Plain, format!(" {}, then", Verb::WAIT.says(number(e, account))));
    }
}

/// Adds the rolls, or the defence that made them void.
fn result(account: &Account, line: &mut LogLine) {
    match fended(account) {
        Some((worked, roll)) => {
            line.outcome(Role::Dim, worked);
            line.push(Role::Roll, roll);
        }
        None => line.push(Role::Roll, rolls(account)),
    }
}

/// Adds a deed: an attack says how it went, any other what is done, or what it fails to do.
fn deed(about: &About, e: &Encounter, account: &Account, line: &mut LogLine) {
    let number = number(e, account);
    let deed = match account.did {
        Did::Deed(deed) => Some(deed),
        _ => None,
    };
    actor(e, account, line);
    let strikes = match deed {
        None | Some(Deed::Strike | Deed::Shoot | Deed::Combo | Deed::TwoWeapons | Deed::Charge) => true,
        Some(deed) => deed.role() == DeedRole::Strike && !weapon(e, account).is_empty(),
    };
    match (account.attacks().next().is_some(), account.stage) {
        (true, Stage::Late) => late(e, account, line),
        (true, _) if strikes || deed == Some(Deed::Cast) => attack(e, account, deed, number, line),
        (_, Stage::Started(left)) => {
            let what = deed.map_or_else(String::new, |deed| plain_deed(e, account, deed));
            line.push(Role::Plain, format!(" {} to {what}", Verb::START.says(number)));
            line.push(Role::Aside, format!(", {left} s left"));
        }
        _ => {
            let Some(deed) = deed else { return };
            other(about, e, account, deed, number, line);
        }
    }
}

/// Adds an attack: `hits Goblin 2 with sword (15 vs 12)`.
fn attack(e: &Encounter, account: &Account, deed: Option<Deed>, number: Number, line: &mut LogLine) {
    let (weapon, targets) = (weapon(e, account), words::few_of(e, &account.at));
    let Blows { tried: count, hits, through } = account.blows();
    let casts = deed == Some(Deed::Cast);
    if account.fumble {
        return fumble(account, &weapon, number, line);
    }
    let thrown = if casts && weapon.is_empty() { "a spell" } else { &*weapon };
    if account.at.is_empty() {
        let verb = if casts { Verb::CAST } else { Verb::THROW };
        line.push(Role::Plain, format!(" {} {thrown}", verb.says(number)));
        return line.push(Role::Roll, rolls(account));
    }
    if deed == Some(Deed::Charge) {
        line.push(Role::Plain, format!(" {} and", Verb::CHARGE.says(number)));
    }
    let mixed = (through == 0 && hits > 0) || (0 < through && through < count);
    let some = hits_some(account);
    let (role, does) = match (through, hits) {
        (0, 0) => (Role::Dim, Verb::MISS.alone()),
        _ if some => (Role::Good, Verb::HIT.alone()),
        _ if count > 1 && (mixed || account.at.len() > 1) => (Role::Plain, Verb::ATTACK.alone()),
        (0, _) if casts => (Role::Plain, Verb::CAST.alone()),
        (0, _) => {
            let plain = deed.filter(|deed| *deed == Deed::Shoot).map(|deed| deed.words().does);
            (Role::Plain, plain.unwrap_or(Verb::ATTACK.alone()))
        }
        _ if casts && count == 1 => (Role::Plain, Verb::CAST.alone()),
        _ if count == 1 && account.at.len() > 1 => (Role::Plain, Verb::ATTACK.alone()),
        _ => (Role::Good, Verb::HIT.alone()),
    };
    let itself = account.at == account.doers();
    let targets = if itself { "itself".to_string() } else { targets };
    let times = match account.doers() {
        [_] if some => format!("{} in {count} tries", words::times(through)),
        [_] if count > 1 => words::times(count),
        _ => String::new(),
    };
    if casts && hits > 0 && count == 1 {
        line.push(role, format!(" {} {thrown} at {targets}", does.verb.says(number)));
    } else {
        line.push(role, format!(" {}", does.verb.says(number)));
        line.push(Role::Plain, format!("{}{times}", does.rest(&targets)));
        line.push(Role::Means, with(&weapon));
    }
    if account.critical && through > 0 {
        line.push(Role::Good, ", critical");
    }
    result(account, line);
}

/// Whether one doer struck one target several times and got through with some of its blows: `hits Orc once in 2 tries`.
pub(super) fn hits_some(account: &Account) -> bool {
    let Blows { tried, through, .. } = account.blows();
    let (one, other) = (account.doers().len(), account.at.len());
    0 < through && through < tried && (one, other) == (1, 1) && !account.critical
}

/// Adds a fumble, with the checks that it called for: `fumbles with claw (Dexterity check 19 vs 20)`.
fn fumble(account: &Account, weapon: &str, number: Number, line: &mut LogLine) {
    line.push(Role::Bad, format!(" {}", Verb::FUMBLE.says(number)));
    line.push(Role::Means, with(weapon));
    let checks = account.tries.iter().filter(|one| !one.is_attack() && one.decides());
    let own = checks.filter(|one| one.who.is_some_and(|who| account.is_by(who)));
    let told: Vec<String> = own
        .filter(|one| one.purpose != Purpose::FumbleCheck && one.need.is_some())
        .map(|one| against(one, false, false))
        .collect();
    if !told.is_empty() {
        line.push(Role::Roll, format!(" ({})", told.join(", ")));
    }
}

/// Adds what was paid for earlier and takes effect now: `Varro's falling star strikes Orde (11 vs 4)`.
fn late(e: &Encounter, account: &Account, line: &mut LogLine) {
    line.spans.clear();
    let whose = words::possessive(&doers(e, account));
    let weapon = weapon(e, account);
    let weapon = if weapon.is_empty() { "attack" } else { &weapon };
    line.push(Role::Actor, whose);
    let targets = words::few_of(e, &account.at);
    let hits = account.attacks().any(|attack| attack.outcome.succeeded());
    let does = if hits { Verb::STRIKE } else { Verb::MISS };
    let targets = if targets.is_empty() { targets } else { format!(" {targets}") };
    line.push(Role::Plain, format!(" {weapon} {}{targets}", does.says(Number::One)));
    result(account, line);
}

/// Adds any other deed: what is done, or what it fails to do.
fn other(
    about: &About,
    e: &Encounter,
    account: &Account,
    deed: Deed,
    number: Number,
    line: &mut LogLine,
) {
    let said = deed.words();
    let (weapon, targets) = (weapon(e, account), words::few_of(e, &account.at));
    if account.fumble {
        return fumble(account, &weapon, number, line);
    }
    let evades = account.came.iter().find_map(|came| match came.what {
        What::Evades(pace, theirs, away) => Some((pace, theirs, away)),
        _ => None,
    });
    if let Some((pace, theirs, away)) = evades {
        line.spans.clear();
        let side = account.came.iter().find_map(|came| match came.whom {
            Whom::Side(side) => Some(side),
            _ => None,
        });
        let breaks = Verb::BREAK.then("off");
        let (names, number) = side.map_or_else(
            || (doers(e, account), number),
            |side| (words::side(e, side).to_string(), words::side_number(e, side)),
        );
        line.push(Role::Actor, names);
        line.push(Role::Plain, format!(" {}", breaks.says(number)));
        line.push(Role::Roll, format!(" (pace {pace}{unit} against {theirs}{unit})", unit = about.unit));
        if away {
            line.push(Role::Fall, format!(" and {}", Verb::GET.then("away").says(number)));
        }
        return;
    }
    let checked = matches!(deed, Deed::Save | Deed::Check | Deed::SkillCheck | Deed::Feat);
    if let (true, Some(one)) = (checked, account.tries.iter().find(|one| one.decides())) {
        return check(one, number, account, line);
    }
    let wins = said.wins.unwrap_or(said.does);
    let does = if account.succeeds() == Some(true) { wins } else { said.does };
    if account.succeeds() == Some(false) {
        let times = match account.attacks().count() {
            count @ 2.. => words::times(count),
            _ => String::new(),
        };
        line.push(Role::Dim, format!(" {}{times} to", Verb::FAIL.says(number)));
        line.push(Role::Plain, format!(" {}", wins.done(Number::Many, &targets)));
        line.push(Role::Means, with(&weapon));
    } else {
        match (said.handles, weapon.is_empty()) {
            (Some(handles), false) => {
                let at = if account.at.is_empty() { String::new() } else { said.does.whom(&targets) };
                line.push(Role::Plain, format!(" {}{at}", handles.done(number, &weapon)));
            }
            _ => {
                line.push(Role::Plain, format!(" {}", does.done(number, &targets)));
                line.push(Role::Means, with(&weapon));
                if deed == Deed::Hold {
                    until(account, line);
                }
            }
        }
    }
    line.push(Role::Roll, rolls(account));
}

/// Adds what a turn is held for: ` until an opponent moves`.
fn until(account: &Account, line: &mut LogLine) {
    let rows = account.came.iter().filter_map(|came| match &came.what {
        What::Row(_, text) => Some(text),
        _ => None,
    });
    rows.for_each(|text| line.push(Role::Plain, format!(" {text}")));
}

/// Adds a check: `saves vs spells (15 vs 14)`, `fails an athletics check (4 vs 5)`.
fn check(one: &Try, number: Number, account: &Account, line: &mut LogLine) {
    let made = one.outcome.succeeded();
    let role = if made { Role::Good } else { Role::Bad };
    let words = match one.purpose {
        Purpose::Save(against) => {
            let vs = format!(" vs {}", against.word());
            match made {
                true => format!(" {}{vs}", Verb::SAVE.says(number)),
                false => format!(" {} to save{vs}", Verb::FAIL.says(number)),
            }
        }
        Purpose::Dying => format!(" {} for life", Verb::FIGHT.says(number)),
        purpose => match (made, purpose.words().does) {
            (true, Some(does)) => format!(" {}", does.says(number)),
            (false, Some(does)) => {
                format!(" {} to {}", Verb::FAIL.says(number), does.done(Number::Many, ""))
            }
            (_, None) => {
                let verb = if made { Verb::PASS } else { Verb::FAIL };
                format!(" {} {}", verb.says(number), words::a(&purpose.noun()))
            }
        },
    };
    line.push(role, words);
    line.push(Role::Roll, rolls(account));
    if one.purpose == Purpose::Dying {
        line.outcome(role, if made { "lives" } else { "fades" });
        let stable = account.tries.iter().find(|one| one.purpose == Purpose::Stabilise);
        if made && stable.is_some_and(|one| !one.outcome.succeeded()) {
            line.outcome(Role::Bad, "not stable");
        }
    }
}

/// Adds something with a spell.
fn spell(e: &Encounter, account: &Account, fate: SpellFate, line: &mut LogLine) {
    let number = number(e, account);
    actor(e, account, line);
    let (Some(Means::Spell(spell)), Some(who)) = (account.with, account.doers().first()) else { return };
    let Some(does) = spell_phrase(e, *who, spell, fate) else { return };
    line.push(Role::Plain, format!(" {}", does.done(number, words::spell(e, *who, spell))));
    let at = match &account.at[..] {
        [one] if fate == SpellFate::Cast && *one != *who => {
            let friend = e.get(*one).map(|c| c.side) == e.get(*who).map(|c| c.side);
            format!(" {} {}", if friend { "on" } else { "at" }, name(e, *one))
        }
        _ => String::new(),
    };
    line.push(Role::Plain, at);
    result(account, line);
}

/// Adds a move: `moves 20' toward Brea, now 70' off`; `closes with Brea`; `runs 60' from Brea`.
fn walk(about: &About, e: &Encounter, account: &Account, deed: Deed, walk: &Walk, line: &mut LogLine) {
    let number = number(e, account);
    actor(e, account, line);
    if let Stage::Started(left) = account.stage {
        line.push(
            Role::Plain,
            format!(" {} to {}", Verb::START.says(number), plain_deed(e, account, deed)),
        );
        return line.push(Role::Aside, format!(", {left} s left"));
    }
    if !walk.away && !walk.meets.is_empty() {
        let closes = Verb::CLOSE.says(number);
        return line.push(Role::Plain, format!(" {closes} with {}", words::few_of(e, &walk.meets)));
    }
    let unit = &about.unit;
    let flees = walk.away && account.is_flight(e);
    if flees && walk.far == Tenths::default() && walk.off.is_none() {
        let turns = Verb::TURN.then("to run");
        return line.push(Role::Plain, format!(" {}", turns.says(number)));
    }
    let verb = match deed.words().does.verb {
        _ if flees => Verb::FLEE,
        verb => verb,
    };
    let far = if walk.far > Tenths::default() { format!(" {}{unit}", walk.far) } else { String::new() };
    let off = walk.off.map(|(other, off)| format!(", now {off}{unit} from {}", name(e, other)));
    let aims = words::few_of(e, &account.at);
    let away = if walk.away && verb == Verb::MOVE { " away" } else { "" };
    let seen = |(other, _)| account.at.is_empty() || account.at == [other];
    let whom = match walk.away {
        _ if aims.is_empty() || walk.off.is_some_and(seen) => away.into(),
        true => format!("{away} from {aims}"),
        false => format!(" toward {aims}"),
    };
    line.push(Role::Plain, format!(" {}{far}{whom}{}", verb.says(number), off.unwrap_or_default()));
    line.push(Role::Roll, rolls(account));
}

/// Adds what nobody chose to roll: morale, a reaction, surprise, a check that falls due.
fn roll(e: &Encounter, account: &Account, purpose: Purpose, line: &mut LogLine) {
    let number = number(e, account);
    let Some(first) = account.tries.first() else { return };
    match purpose {
        Purpose::Surprise => surprise(e, account, line),
        Purpose::Morale => morale(e, account, first, line),
        Purpose::Reaction => {
            let speaker = first.who;
            line.push(Role::Plain, words::those_react(e, speaker));
            line.push(Role::Roll, format!(" ({})", first.total));
        }
        Purpose::Fire | Purpose::Bleeding => {
            let verb = if purpose == Purpose::Fire { Verb::BURN } else { Verb::BLEED };
            line.push(Role::Actor, doers(e, account));
            line.push(Role::Plain, format!(" {}", verb.says(number)));
        }
        Purpose::Pursuit => {
            let pursues = |came: &Came| matches!(came.what, What::Pursues(..));
            if !account.came.iter().any(pursues) {
                line.push(Role::Plain, format!("{}: pursuit {}", doers(e, account), first.total));
            }
        }
        Purpose::Free => line.push(Role::Plain, format!("A roll: {}", first.total)),
        Purpose::Veto | Purpose::Contest | Purpose::Grapple | Purpose::Slip
            if first.outcome == Outcome::Figure =>
        {
            contest(e, account, purpose, line);
        }
        _ if doers(e, account).is_empty() => {
            let good = purpose.words().verdict(first.outcome.succeeded()).text();
            line.push(Role::Plain, super::capital(&purpose.noun()));
            line.push(Role::Roll, rolls(account));
            line.push(Role::Plain, format!(": {good}"));
        }
        _ => {
            line.push(Role::Actor, doers(e, account));
            check(first, number, account, line);
        }
    }
}

/// Adds a contest of rolls: `Contest of wills: The Drowned One beats Halvar (14 to 8)`.
fn contest(e: &Encounter, account: &Account, purpose: Purpose, line: &mut LogLine) {
    let called = |one: &(Option<CombatantId>, i32)| one.0.map_or("", |who| name(e, who));
    let mut told: Vec<(Option<CombatantId>, i32)> =
        account.tries.iter().map(|one| (one.who, one.total)).collect();
    told.dedup();
    line.push(Role::Plain, super::capital(&purpose.noun()));
    match &mut told[..] {
        [one, other] if one.1 != other.1 => {
            if one.1 < other.1 {
                std::mem::swap(one, other);
            }
            let beats = Verb::BEAT.says(Number::One);
            line.outcome(Role::Plain, &format!("{} {beats} {}", called(one), called(other)));
            line.push(Role::Roll, format!(" ({} to {})", one.1, other.1));
        }
        _ => {
            let all: Vec<String> = told.iter().map(|one| format!("{} {}", called(one), one.1)).collect();
            line.outcome(Role::Plain, &all.join(", "));
        }
    }
}

/// Adds who is surprised: `Goblins are surprised (Heroes 5, Goblins 2)`.
fn surprise(e: &Encounter, account: &Account, line: &mut LogLine) {
    let called = |one: &Try| match (one.side, one.who) {
        (Some(side), _) => words::side(e, side).to_string(),
        (None, Some(who)) => name(e, who).to_string(),
        (None, None) => String::new(),
    };
    let caught: Vec<&Try> = account.tries.iter().filter(|one| !one.outcome.succeeded()).collect();
    let number = match &caught[..] {
        [one] => one.side.map_or(Number::One, |side| words::side_number(e, side)),
        _ => Number::Many,
    };
    if caught.is_empty() {
        line.push(Role::Plain, "Nobody is surprised");
    } else {
        let names: Vec<String> = caught.iter().map(|one| called(one)).collect();
        line.push(Role::Plain, names.join(", "));
        line.push(Role::Bad, format!(" {} surprised", Verb::BE.says(number)));
    }
    let one = |one: &Try| match (account.tries.len(), one.need) {
        (1, Some(need)) => format!("{} vs {need}", one.total),
        _ => format!("{} {}", called(one), one.total),
    };
    let all: Vec<String> = account.tries.iter().map(one).collect();
    line.push(Role::Roll, format!(" ({})", all.join(", ")));
}

/// Adds a morale check: `Orcs break (morale 11, needs 7 or less)`. Where only some of them break, those are named.
fn morale(e: &Encounter, account: &Account, one: &Try, line: &mut LogLine) {
    let held = one.outcome.succeeded();
    let broken: Vec<CombatantId> = account
        .came
        .iter()
        .filter_map(|came| match (came.whom, &came.what) {
            (Whom::One(who), What::Breaks) => Some(who),
            _ => None,
        })
        .collect();
    let some = !held && !broken.is_empty() && !is_all(e, account, &broken);
    let (names, number) = match some {
        true => (words::all_of(e, &broken), Number::of(broken.len())),
        false => (doers(e, account), number(e, account)),
    };
    line.push(Role::Actor, names);
    let (role, verb) = if held { (Role::Good, Verb::HOLD) } else { (Role::Bad, Verb::BREAK) };
    line.push(role, format!(" {}", verb.says(number)));
    line.push(Role::Roll, rolls(account));
    let steadfast = |came: &Came| came.what == What::Steadfast;
    if account.came.iter().any(steadfast) {
        line.push(Role::Plain, " and will fight to the death");
    }
}

/// Whether these are all of those who checked and are still in the fight.
fn is_all(e: &Encounter, account: &Account, broken: &[CombatantId]) -> bool {
    let first = broken.first().and_then(|who| e.get(*who));
    let of = |c: &Combatant| match &account.who {
        Doers::Side(side) => c.side == *side,
        _ => first.is_some_and(|first| kinds::are_one(e, first, c)),
    };
    e.all().filter(|c| of(c)).count() <= broken.len()
}

/// The rolls in brackets: ` (15 vs 12, parry 5 vs 6)`; empty if there are none to tell.
fn rolls(account: &Account) -> String {
    let mut parts: Vec<String> = Vec::new();
    let attacks: Vec<&Try> = account.attacks().collect();
    parts.extend(totals(&attacks));
    let of_others: Vec<&Try> = account.tries.iter().filter(|one| !one.is_attack()).collect();
    let savers = of_others.iter().filter(|one| matches!(one.purpose, Purpose::Save(_))).count();
    let defended = of_others.iter().filter(|one| matches!(one.purpose, Purpose::Defence(_))).count();
    let mut contests: Vec<(Purpose, Vec<String>)> = Vec::new();
    let mut seen: Vec<(Purpose, Option<CombatantId>, i32)> = Vec::new();
    let head = match account.did {
        Did::Roll(purpose) => Some(purpose),
        Did::Deed(_) if attacks.is_empty() => of_others.first().map(|one| one.purpose),
        _ => None,
    };
    for one in of_others {
        match one.purpose {
            Purpose::Save(_) if savers > 1 => {}
            Purpose::Defence(_) if defended > 1 => {}
            Purpose::Grapple | Purpose::Slip | Purpose::Veto | Purpose::Contest if !one.decides() => {
                // Several who are held back by one roll of the opponent's answer the same number.
                let key = (one.purpose, one.who, one.total);
                if seen.contains(&key) {
                    continue;
                }
                seen.push(key);
                let total = one.total.to_string();
                match contests.iter_mut().find(|(purpose, _)| *purpose == one.purpose) {
                    Some((_, totals)) => totals.push(total),
                    None => contests.push((one.purpose, vec![total])),
                }
            }
            _ if !one.decides() || one.need.is_none() => {}
            Purpose::FumbleCheck => {}
            purpose => {
                let own = one.who.is_some_and(|who| account.is_by(who));
                parts.push(against(one, own, head == Some(purpose) && parts.is_empty()));
            }
        }
    }
    for (purpose, totals) in contests {
        let (first, rest) = totals.split_first().map_or(("", &[][..]), |(first, rest)| (&**first, rest));
        let text = format!("{first}{}{}", if rest.is_empty() { "" } else { " to " }, rest.join(", "));
        parts.push(match head == Some(purpose) && parts.is_empty() {
            true => text,
            false => format!("{} {text}", purpose.noun()),
        });
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// The totals of attacks and what they needed: `10, 7, 6 vs 11`; of too many, none.
fn totals(attacks: &[&Try]) -> Option<String> {
    let first = attacks.first()?;
    if let ([one], Outcome::Always | Outcome::Never) = (attacks, first.outcome) {
        return one.face.map(|face| format!("natural {face}"));
    }
    let need = first.need?;
    if attacks.len() > MANY || attacks.iter().any(|one| one.need != Some(need)) {
        return None;
    }
    let totals: Vec<String> = attacks.iter().map(|one| one.total.to_string()).collect();
    Some(format!("{} vs {need}", totals.join(", ")))
}

/// A roll and what it needed: `save 7 vs 13`, `11, needs 7 or less`.
fn against(one: &Try, own: bool, is_head: bool) -> String {
    let words = one.purpose.words();
    let noun = match one.purpose {
        Purpose::Save(_) => "save".to_string(),
        purpose => purpose.noun(),
    };
    let noun = match (is_head, own && matches!(one.purpose, Purpose::Save(_))) {
        (true, _) if one.purpose != Purpose::Morale => String::new(),
        (_, true) => format!("own {noun} "),
        _ => format!("{noun} "),
    };
    let need = one.need.unwrap_or(0);
    match words.under {
        true => format!("{noun}{}, needs {need} or less", one.total),
        false => format!("{noun}{} vs {need}", one.total),
    }
}
