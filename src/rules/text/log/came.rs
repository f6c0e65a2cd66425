//! What came of something, in words.

use super::condition::{adds, condition, condition_toward};
use super::full::{in_full, of_one};
use super::head::hits_some;
use super::line::Role;
use crate::rules::account::{Account, Blows, Came, Did, Doers, Try, What, Whom};
use crate::rules::model::combatant::{Gear, Standing, Thing};
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::deed::Role as DeedRole;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::kinds;
use crate::rules::model::moment::Round;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::ruleset::about::{About, Family};
use crate::rules::text::span::counted;
use crate::rules::text::words::phrase::of_defence;
use crate::rules::text::words::{self, among, name};
use std::collections::BTreeSet;

/// A part of what came of it, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// Its role.
    pub role: Role,
    /// Its words.
    pub text: String,
}

impl Said {
    fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, text: text.into() }
    }
}

/// How something is said of somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// What it is: `asleep`.
    Is(String),
    /// What it does: `saves`.
    Does(Verb, String),
    /// What it has or gets: `−2 to hit`.
    Has(String),
    /// A note on it: `bless ends`.
    Notes(String),
    /// A sentence for itself.
    Whole(String),
}

/// What came of it for one, in its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Words {
    role: Role,
    /// Where it is clear who is meant: `6 damage`.
    bare: String,
    /// Behind the name: `takes 6 damage`.
    form: Form,
    /// Behind the name where nothing else is said of it: `dies`.
    alone: Option<Phrase>,
}

impl Words {
    fn is(role: Role, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { role, bare: text.clone(), form: Form::Is(text), alone: None }
    }

    fn has(role: Role, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { form: Form::Has(text.clone()), ..Self::is(role, text) }
    }

    fn notes(role: Role, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { form: Form::Notes(text.clone()), ..Self::is(role, text) }
    }

    fn does(role: Role, bare: impl Into<String>, verb: Verb, rest: impl Into<String>) -> Self {
        Self { form: Form::Does(verb, rest.into()), ..Self::is(role, bare) }
    }

    fn whole(role: Role, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { form: Form::Whole(text.clone()), ..Self::is(role, text) }
    }

    fn alone(self, does: Phrase) -> Self {
        Self { alone: Some(does), ..self }
    }

    /// The words behind a name.
    fn behind(&self, names: &str, number: Number, befalls: bool, by_itself: bool) -> String {
        match &self.form {
            Form::Whole(text) => text.clone(),
            _ if by_itself && self.alone.is_some() => {
                let does = self.alone.map_or_else(String::new, |does| does.says(number));
                format!("{names} {does}")
            }
            Form::Is(text) if by_itself => format!("{names} {} {text}", Verb::BE.says(number)),
            Form::Is(text) => format!("{names} {text}"),
            Form::Does(verb, rest) => format!("{names} {}{rest}", verb.says(number)),
            Form::Notes(text) => format!("{names}: {text}"),
            Form::Has(text) if befalls => format!("{names}: {text}"),
            Form::Has(text) => format!("{names} {} {text}", Verb::GET.says(number)),
        }
    }
}

/// Returns what came of it in groups: those to whom the same happened stand together.
pub(super) fn groups(about: &About, e: &Encounter, account: &Account) -> Vec<Vec<Said>> {
    let mut told: Vec<(Vec<Whom>, Vec<Words>)> = Vec::new();
    let summed = summed(about, e, account);
    for whom in order(account) {
        let words = of_one_concerned(about, e, account, whom, summed.contains(&whom));
        if words.is_empty() {
            continue;
        }
        let same = |(others, had): &&mut (Vec<Whom>, Vec<Words>)| {
            *had == words && whom != Whom::Nobody && others[0] != Whom::Nobody
        };
        match told.iter_mut().find(same) {
            Some((others, _)) => others.push(whom),
            None => told.push((vec![whom], words)),
        }
    }
    let summary = summary(account, &summed);
    let goes_on = summary.is_some() && account.at.len() == 1;
    let mut groups: Vec<Vec<Said>> = summary.into_iter().collect();
    let befalls = account.did == Did::Befalls && account.who != Doers::Referee;
    for (whom, words) in told {
        groups.push(group(e, account, &whom, &words, befalls));
    }
    // What came of several blows at one target goes on from their sum.
    if goes_on && groups.len() > 1 {
        let next = groups.remove(1);
        groups[0].extend(next);
    }
    groups
}

/// The order in which those concerned are named: whom it was done to, then others, then those who did it.
fn order(account: &Account) -> Vec<Whom> {
    let mut all = account.concerned();
    for one in &account.tries {
        let tries = matches!(one.purpose, Purpose::Save(_))
            || account.defends_each() && matches!(one.purpose, Purpose::Defence(_));
        let saves = tries.then_some(one.who).flatten();
        let whom = saves.filter(|who| !account.is_by(*who)).map(Whom::One);
        if let Some(whom) = whom.filter(|whom| !all.contains(whom)) {
            all.push(whom);
        }
    }
    let rank = |whom: &Whom| match whom {
        Whom::One(who) if account.at.contains(who) && !account.is_by(*who) => 0,
        Whom::One(who) if account.is_by(*who) => 2,
        _ => 1,
    };
    all.sort_by_key(rank);
    all
}

/// Several blows in sum: how many got through, and the damage of those who are not named for it.
fn summary(account: &Account, summed: &[Whom]) -> Option<Vec<Said>> {
    let Blows { tried: attacks, hits, through } = account.blows();
    if attacks < 2 {
        return None;
    }
    let amount = |came: &Came| match came.what {
        What::Harm(amount) if summed.contains(&came.whom) => amount,
        _ => 0,
    };
    let harm: i32 = account.came.iter().map(amount).sum();
    let mut said = Vec::new();
    match (through, hits) {
        (0, 0) => {}
        _ if through == attacks || hits_some(account) => {}
        (0, _) if hits == attacks && attacks == 2 => said.push(Said::new(Role::Dim, "both fended off")),
        (0, _) if hits == attacks => said.push(Said::new(Role::Dim, "all fended off")),
        (0, 1) => said.push(Said::new(Role::Dim, "the hit is fended off")),
        (0, _) => said.push(Said::new(Role::Dim, format!("{hits} hits fended off"))),
        (1, _) => said.push(Said::new(Role::Good, format!("1 hit in {attacks}"))),
        _ => said.push(Said::new(Role::Good, format!("{through} hits in {attacks}"))),
    }
    if harm > 0 {
        said.push(Said::new(Role::Sum, format!("{harm} damage")));
    }
    (!said.is_empty()).then_some(said)
}

/// The most of those hurt by one line who are named whoever they are.
const MOST_HURT: usize = 2;

/// Those whose harm is told in the sum of all: many without a name of their own, and those who fall besides.
fn summed(about: &About, e: &Encounter, account: &Account) -> Vec<Whom> {
    if account.at.len() < 2 || account.blows().tried < 2 || about.family != Family::D20 {
        return Vec::new();
    }
    let those = |is: fn(&What) -> bool| {
        let all = account.came.iter().filter(move |came| is(&came.what));
        all.map(|came| came.whom).collect::<BTreeSet<Whom>>()
    };
    let (mut hurt, fallen) =
        (those(|what| matches!(what, What::Harm(_))), those(|what| matches!(what, What::Stands(_))));
    let many = hurt.difference(&fallen).count() > MOST_HURT;
    let named = |whom: &Whom| match whom {
        Whom::One(who) => e.get(*who).is_some_and(|c| kinds::is_player(e, c)),
        _ => false,
    };
    hurt.retain(|whom| !named(whom) && (many || fallen.contains(whom)));
    hurt.into_iter().collect()
}

/// What came of it for one of those concerned, in words.
fn of_one_concerned(
    about: &About,
    e: &Encounter,
    account: &Account,
    whom: Whom,
    summed: bool,
) -> Vec<Words> {
    let mut said = Vec::new();
    let mut saves = match whom {
        Whom::One(who) => save(account, who),
        _ => None,
    };
    let mut wounds = account.came_of(whom).filter(|came| came.what == What::Wound).count();
    for came in account.came_of(whom) {
        if !matches!(came.what, What::Harm(_))
            || account.attacks().next().is_none()
            || account.defends_each()
        {
            said.extend(saves.take());
        }
        match came.what {
            What::Harm(_) if summed => {}
            What::Wound => {
                if let wounds @ 1.. = std::mem::take(&mut wounds) {
                    said.push(wounded(wounds));
                }
            }
            _ => said.extend(words(about, e, account, came)),
        }
    }
    said.extend(saves);
    said
}

/// How the saving throw of one turned out, or its defence where each defends for itself, where that says more than the
/// brackets and what came of it.
fn save(account: &Account, who: CombatantId) -> Option<Words> {
    let each = account.defends_each();
    let decides = |one: &&Try| {
        let tries = matches!(one.purpose, Purpose::Save(_))
            || each && matches!(one.purpose, Purpose::Defence(_));
        tries && one.decides()
    };
    let one = account.tries.iter().filter(decides).rfind(|one| one.who == Some(who))?;
    let alone = account.tries.iter().filter(decides).count() == 1;
    let deed = matches!(account.did, Did::Deed(deed) if deed.words().wins.is_some());
    let falls = account.came_of(Whom::One(who)).any(|came| matches!(came.what, What::Stands(_)));
    let touched = account.came_of(Whom::One(who)).next().is_some();
    let does = match one.purpose {
        Purpose::Defence(how) => of_defence(how),
        _ => Verb::SAVE,
    };
    match one.outcome.succeeded() {
        _ if account.attacks().count() > 1 => None,
        _ if account.is_by(who) && !each || falls || deed && alone => None,
        true => Some(Words::does(Role::Dim, does.says(Number::One), does, "")),
        false if !touched => {
            let rest = format!(" to {}", does.plain());
            Some(Words::does(Role::Bad, format!("fails{rest}"), Verb::FAIL, rest))
        }
        false => None,
    }
}

/// The words for the defence that fended off the only attack, and its roll: `blocked`, ` (10 vs 7)`.
pub(super) fn fended(account: &Account) -> Option<(&'static str, String)> {
    let attack = account.attacks().next().filter(|_| account.attacks().count() == 1)?;
    let one = account.fended_by(attack)?;
    let Purpose::Defence(how) = one.purpose else { return None };
    let roll = one.need.map_or_else(String::new, |need| format!(" ({} vs {need})", one.total));
    Some((of_defence(how).said(Number::One), roll))
}

fn group(e: &Encounter, account: &Account, whom: &[Whom], all: &[Words], befalls: bool) -> Vec<Said> {
    let bare = match whom {
        [Whom::Nobody] => true,
        [Whom::One(who)] if account.is_by(*who) => {
            account.doers().len() == 1 && !account.came.iter().any(|came| came.whom != whom[0])
                || account.at.contains(who)
        }
        [Whom::One(who)] => account.at == [*who],
        _ => {
            let done = |whom: &Whom| matches!(whom, Whom::One(who) if account.is_by(*who));
            whom.len() == account.doers().len() && whom.iter().all(done) && !whom.is_empty()
        }
    };
    let number = match whom {
        [Whom::One(_)] => Number::One,
        [Whom::Side(side)] => words::side_number(e, *side),
        _ => words::number_of_all(e, &ones_of(whom)),
    };
    let names = names(e, whom);
    all.iter()
        .enumerate()
        .map(|(nth, words)| {
            let text = match (bare, nth) {
                (true, _) | (false, 1..) => words.bare.clone(),
                (false, 0) => words.behind(&names, number, befalls, befalls && all.len() == 1),
            };
            Said::new(words.role, text)
        })
        .collect()
}

/// The combatants among those concerned.
fn ones_of(all: &[Whom]) -> Vec<CombatantId> {
    let one = |whom: &Whom| match whom {
        Whom::One(who) => Some(*who),
        _ => None,
    };
    all.iter().filter_map(one).collect()
}

/// The names of those concerned.
fn names(e: &Encounter, all: &[Whom]) -> String {
    let ones = ones_of(all);
    let sides = all.iter().filter_map(|whom| match whom {
        Whom::Side(side) => Some(words::side(e, *side).to_string()),
        _ => None,
    });
    let ones = (!ones.is_empty()).then(|| words::all_of(e, &ones));
    sides.chain(ones).collect::<Vec<_>>().join(", ")
}

/// The words for one thing that came of it.
fn words(about: &About, e: &Encounter, account: &Account, came: &Came) -> Option<Words> {
    let who = match came.whom {
        Whom::One(who) => Some(who),
        _ => None,
    };
    let of = |who: Option<CombatantId>| who.map_or_else(String::new, |who| name(e, who).to_string());
    Some(match &came.what {
        What::Harm(amount) => {
            let text = format!("{amount} damage");
            Words::does(Role::Harm, text.clone(), Verb::TAKE, format!(" {text}"))
        }
        What::Subdual(amount) => {
            let text = format!("{amount} damage, non-lethal");
            Words::does(Role::Harm, text.clone(), Verb::TAKE, format!(" {text}"))
        }
        What::Absorbed(amount) => {
            let harmed = account.came_of(came.whom).any(|one| matches!(one.what, What::Harm(_)));
            let of_it = if harmed { "of it" } else { "damage" };
            Words::has(Role::Dim, format!("{amount} {of_it} from temporary hit points"))
        }
        What::TooLittle(_) => Words::does(Role::Dim, "no wound", Verb::TAKE, " no wound"),
        What::Unmoved(_) => Words::is(Role::Dim, "unmoved"),
        What::Wound => wounded(1),
        What::Heal(amount) => {
            let amount = words::harmed(about, *amount);
            Words::does(Role::Good, format!("regains {amount}"), Verb::REGAIN, format!(" {amount}"))
        }
        What::Temporary(effect, lasts) => {
            let span =
                lasts.map_or_else(String::new, |lasts| format!(" for {}", super::span_of(about, lasts)));
            let given = format!("{}{span}", words::temporary(effect.value));
            Words::does(Role::Good, format!("+{given}"), Verb::GAIN, format!(" {given}"))
        }
        What::Stands(standing) => stands(*standing, came.waits),
        What::Ends(ended, None) => {
            let row = about.condition(*ended)?;
            match row.over {
                Some(over) => Words::notes(Role::Plain, over),
                None => {
                    let ending = row.ending();
                    Words::does(Role::Plain, &*ending, Verb::BE, format!(" {ending}"))
                }
            }
        }
        What::Ends(_, Some(label)) => Words::notes(Role::Plain, format!("{label} ends")),
        What::Gear(thing, gear) => geared(e, who?, *thing, *gear),
        What::Supply(what, left) => Words::has(Role::Aside, format!("{left} {what} left")),
        What::Spoiled(spell) => {
            let spell = words::spell(e, who?, *spell);
            let whose = format!("{}'s {spell} is spoiled", of(who));
            Words { bare: format!("{spell} is spoiled"), ..Words::whole(Role::Bad, whose) }
        }
        What::Lost => Words::does(Role::Bad, "loses its action", Verb::LOSE, " its action"),
        What::Breaks | What::Holds | What::Steadfast if account.did == Did::Roll(Purpose::Morale) => {
            return None;
        }
        What::Begins(effect, lasts) => begins(about, e, account, came, effect, *lasts)?,
        What::Breaks => Words::does(Role::Bad, "breaks", Verb::BREAK, ""),
        What::Holds => Words::does(Role::Good, "hold", Verb::HOLD, ""),
        What::Steadfast => Words::notes(Role::Plain, "no morale check"),
        What::Driven(true) => Words::is(Role::Fall, "destroyed"),
        What::Driven(false) => Words::does(Role::Fall, "flees", Verb::FLEE, ""),
        What::Pursues(group, true) => {
            Words::whole(Role::Plain, words::group_does(e, *group, Verb::GIVE.then("chase")))
        }
        What::Pursues(group, false) => {
            Words::whole(Role::Plain, words::group_does(e, *group, Verb::LET.then("them go")))
        }
        What::KeepsUp => Words::does(Role::Plain, "keeps up", Verb::KEEP, " up"),
        What::Evades(..) => return None,
        What::Baited(true) => Words::whole(Role::Plain, "the pursuers stop"),
        What::Baited(false) => Words::whole(Role::Plain, "the pursuers ignore it"),
        What::CoverStruck => Words::whole(Role::Dim, "the cover is struck"),
        What::Scattered(squares) => {
            Words::whole(Role::Plain, format!("lands {} off", counted(*squares, "square")))
        }
        What::Item(item, kept) => {
            let fate = if *kept { "survives" } else { "is lost" };
            Words {
                bare: format!("{item} {fate}"),
                ..Words::whole(Role::Plain, format!("{}'s {item} {fate}", of(who)))
            }
        }
        What::Row(..) if account.did == Did::Deed(Deed::Hold) => return None,
        What::Row(_, text) if account.did == Did::Befalls => Words::has(Role::Plain, text.to_string()),
        What::Row(_, text)
            if account.attacks().next().is_some()
                && !account.fumble
                && who.is_some_and(|who| account.is_by(who)) =>
        {
            Words::whole(Role::Aside, text.to_string())
        }
        What::Row(_, text) => Words::whole(Role::Plain, text.to_string()),
        What::Takes(stance) if came.whom == Whom::Nobody => {
            let does = words::aim(e, stance.aim, Number::Many);
            Words::whole(Role::Plain, format!("they {does}"))
        }
        What::Takes(stance) => {
            let does = stance.aim.does();
            let whom = stance.aim.whom().map_or("", |whom| name(e, *whom));
            Words::does(Role::Plain, does.done(Number::Many, whom), does.verb, does.rest(whom))
        }
        What::Meets(other) => {
            Words::whole(Role::Plain, format!("{} and {} are in melee", of(who), name(e, *other)))
        }
        What::Parts(_) => {
            let whom = came.whom;
            let first = account.came_of(whom).find(|one| matches!(one.what, What::Parts(_)));
            if first != Some(came) {
                return None;
            }
            let others: Vec<CombatantId> = account
                .came_of(whom)
                .filter_map(|one| if let What::Parts(other) = one.what { Some(other) } else { None })
                .collect();
            Words::is(Role::Plain, format!("out of melee with {}", among(e, &others)))
        }
        What::Initiative(total) => Words::has(Role::Plain, format!("initiative {total}")),
        What::Event(event) => match of_one(about, e, event) {
            Some(said) => match said.does {
                None => Words::notes(Role::Plain, said.rest),
                Some(verb) => {
                    let bare = format!("{}{}", verb.says(Number::One), said.rest);
                    Words::does(Role::Plain, bare, verb, said.rest)
                }
            },
            None => Words::whole(Role::Plain, in_full(about, e, event)?),
        },
    })
}

fn wounded(count: usize) -> Words {
    let text = if count == 1 { "a wound".into() } else { format!("{count} wounds") };
    Words::does(Role::Harm, text.clone(), Verb::TAKE, format!(" {text}"))
}

fn stands(standing: Standing, waits: bool) -> Words {
    let does = words::becomes(standing);
    match standing {
        Standing::Dead if waits => {
            Words::does(Role::Fall, "a killing blow", Verb::TAKE, " a killing blow")
        }
        Standing::Dead => Words::is(Role::Fall, "dead").alone(does),
        Standing::Down => Words::is(Role::Fall, "down").alone(does),
        Standing::Up => Words::does(Role::Good, "can act again", does.verb, does.rest("")),
        _ => Words::does(Role::Fall, does.says(Number::One), does.verb, does.rest("")),
    }
}

/// A condition that begins, with how long it lasts and what it does.
fn begins(
    about: &About,
    e: &Encounter,
    account: &Account,
    came: &Came,
    effect: &Effect,
    lasts: Option<Round>,
) -> Option<Words> {
    let role = Role::Bad;
    if effect.condition.is(Meaning::POOL) {
        let text = format!("{} {}", effect.value, effect.condition.label);
        return Some(Words::does(Role::Harm, text.clone(), Verb::TAKE, format!(" {text}")));
    }
    let blow = match account.did {
        Did::Attack => true,
        Did::Deed(deed) => deed.role() == DeedRole::Strike,
        _ => false,
    };
    if came.waits && blow && effect.condition.is(Meaning::OUT) && !effect.condition.is(Meaning::TIMED) {
        return Some(Words::does(Role::Fall, "a knockout blow", Verb::TAKE, " a knockout blow"));
    }
    let called = match effect.toward {
        Some(_) if effect.condition.toward.is_some() => condition_toward(about, e, effect),
        Some(whom) => format!("{} ({})", condition(about, effect), name(e, whom)),
        None => condition(about, effect),
    };
    let time = duration(about, account, came, effect, lasts);
    let text = format!("{called}{time}{}", adds(about, effect));
    let plain = effect.label.is_none() && (effect.value == 0 || !effect.condition.figure.is_shown());
    Some(match plain {
        true => Words::is(role, text),
        false => Words::has(role, text),
    })
}

/// How long an effect lasts: ` for 3 turns`; of one who is dying, `, 2 turns to live`.
fn duration(
    about: &About,
    account: &Account,
    came: &Came,
    effect: &Effect,
    lasts: Option<Round>,
) -> String {
    let rolled = |purpose: Purpose| {
        let own = |one: &&Try| one.purpose == purpose && one.who.map(Whom::One) == Some(came.whom);
        account.tries.iter().find(own).map(|one| one.total)
    };
    if effect.condition.is(Meaning::OUT)
        && let Some(turns) = rolled(Purpose::Waking)
    {
        return format!(", wakes in {}", counted(turns, "turn"));
    }
    if effect.condition.is(Meaning::HOURS)
        && let Some(hours) = rolled(Purpose::Duration)
    {
        return format!(" for {}", counted(hours, "hour"));
    }
    let Some(rounds) = lasts else { return String::new() };
    let span = super::span_of(about, rounds);
    match effect.condition.is(Meaning::TIMED) {
        true => format!(", {span} to live"),
        false => format!(" for {span}"),
    }
}

fn geared(e: &Encounter, who: CombatantId, thing: Thing, gear: Gear) -> Words {
    let state = words::gear(gear, "damaged").join(", ");
    let bare = format!("{} {state}", words::possession(e, who, thing));
    Words { bare: bare.clone(), ..Words::whole(Role::Plain, format!("{}'s {bare}", name(e, who))) }
}
