//! A toy ruleset: small enough to read whole, and made of what the shared house must carry for
//! rulesets with seconds, held turns and simultaneous blows.
//!
//! A round: whoever is in melee strikes at the same time as everybody else (harm waits for the
//! commit, a set spear does not wait); then each has a turn of six seconds on its own clock, in
//! acting order, and before each turn is a gap in which a turn that was held may cut in.

mod deeds;

use std::sync::{Arc, LazyLock};
use wardrum::rules::bx;
use wardrum::rules::engine::resolution::Resolution;
use wardrum::rules::model::block::d20::{D20, Figures};
use wardrum::rules::model::combatant::{Combatant, Standing, StatBlock};
use wardrum::rules::model::command::{Act, Command, Deed};
use wardrum::rules::model::dice::{Purpose, RollRequest};
use wardrum::rules::model::effect::{Condition, Timer, TimerAction};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::error::{Refusal, RuleError};
use wardrum::rules::model::event::{Event, Source, Spending, Stop};
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::notation;
use wardrum::rules::model::offer::{Figure, Offer, Targets};
use wardrum::rules::model::tally::Tally;
use wardrum::rules::model::window::{Mode, Phase, Place, Slot, Subject, Whose, Window};
use wardrum::rules::ruleset::about::About;
use wardrum::rules::ruleset::deed::{self, Allowed, At, DeedRule};
use wardrum::rules::ruleset::{After, Ruleset, Station};

/// Seconds in a turn.
pub const TURN: u32 = 6;
/// Keeps the turn for later.
pub const HOLD: Deed = Deed::LetGo;
/// Takes a held turn in a gap.
pub const CUT_IN: Deed = Deed::Hasten;
/// Its turn is held.
pub const HELD: Condition = Condition::new("Slow");
/// A second mind lives in the body it holds toward.
pub const RIDES: Condition = Condition::new("Bound");
/// Strikes at it are thrown with a pair of dice, and so are its own.
pub const HUNTED: Condition = Condition::FLEEING;

/// The ruleset.
pub struct Toy;

static ABOUT: LazyLock<About> = LazyLock::new(|| {
    let text = r#"(id: bx, title: "Toy", summary: "", round_seconds: 6, turn_rounds: 10, unit: "",
        phases: {}, sequence: [], rules: [], options: [], conditions: [], reasons: {}, refusals: {})"#;
    notation::read(text).expect("the toy's own text")
});

impl Ruleset for Toy {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<RuleError>> {
        let StatBlock::Written(block) = block else { return Ok(block) };
        let figures = Figures {
            hp: block.hp.unwrap_or(4),
            ac: 9,
            shield: 0,
            thac0: 20,
            attack_bonus: 0,
            saves: [15; 5],
            base_move: 0,
            encounter_move: 0,
            initiative: 0,
            attacks: block.attacks.clone(),
        };
        Ok(StatBlock::D20(Box::new(D20 { block: *block, figures })))
    }

    fn next(&self, e: &Encounter) -> Option<Window> {
        let windows =
            std::iter::once(Window::procedure(Phase::Initiative, Place::new(0, 0), Whose::All))
                .chain(std::iter::once(Window::together(Phase::Melee, Place::new(1, 0), Whose::All)))
                .chain((2..).zip(&*e.order).flat_map(|(part, slot)| turn_and_gap(part, slot)));
        windows.filter(|window| e.round > 0 && window.place > e.place).find(|window| usable(e, window))
    }

    fn pressing(&self, e: &Encounter) -> Option<Window> {
        let window = e.window();
        if window.is_some_and(|window| window.mode == Mode::Procedure) {
            return None;
        }
        if !e.pending.is_empty() && window.is_none_or(|window| window.mode != Mode::Together) {
            return Some(Window::procedure(Phase::Commit, e.place, Whose::All));
        }
        let Whose::One(body) = window?.whose else { return None };
        let ongoing = e.get(body)?.ongoing.as_ref()?;
        let goes_on = ongoing.owes == 0 || seconds_left(e, body) > 0;
        let resume = Window::procedure(Phase::Magic, e.place, Whose::One(body));
        goes_on.then(|| resume.about(Subject::Combatant(body)))
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        let asks = !matches!(timer.action, TimerAction::Remind(_));
        let window = Window::procedure(Phase::Due, e.place, Whose::All);
        asks.then(|| window.about(Subject::Timer(timer.clone())))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        match after {
            After::Opened(window) => opened(r, window),
            After::Closed(window) => closed(r, window),
            After::PassedOver(window) => {
                if let (Phase::Magic, Some(Subject::Combatant(body))) = (window.phase, &window.subject) {
                    r.emit(Event::Undertook(*body, None));
                }
            }
            _ => {}
        }
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        match (window.phase, &window.subject) {
            (Phase::Initiative, _) => {
                order_by_roster(r);
                Ok(())
            }
            (Phase::Commit, _) => {
                commit(r);
                Ok(())
            }
            (Phase::Due, Some(Subject::Timer(timer))) => fall_due(r, timer),
            (Phase::Magic, Some(Subject::Combatant(body))) => deeds::resume(r, *body),
            _ => Ok(()),
        }
    }

    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32) {
        r.emit(Event::HpSet(who, hp));
    }

    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        e.window().is_some_and(|window| owes(e, window, who))
    }

    fn deeds(&self) -> &'static [&'static DeedRule] {
        &DEEDS
    }

    fn gate(&self, at: &At, row: &DeedRule, _: Option<&Act>) -> Allowed {
        if at.c.standing == Standing::Dead {
            return at.no(Refusal::Dead);
        }
        at.unless((row.concerns)(at), Refusal::NotYourSlot)
    }

    fn check(&self, _: &Encounter, _: &Command) -> Allowed {
        Ok(())
    }

    fn resolve(&self, _: &mut Resolution, _: &Command) -> Result<(), Stop> {
        Ok(())
    }

    fn rail(&self, _: &Encounter) -> Vec<Station> {
        Vec::new()
    }

    fn figures(&self, _: &Encounter, _: CombatantId) -> Vec<Figure> {
        Vec::new()
    }

    fn sides_standing(&self, e: &Encounter) -> usize {
        e.side_ids().filter(|side| e.in_standing(*side, Standing::Up) > 0).count()
    }
}

/// A turn begins.
pub fn opened(r: &mut Resolution, window: &Window) {
    if let (Phase::Turn, Whose::One(body)) = (window.phase, window.whose) {
        r.emit(Event::TurnBegan(body));
    }
}

/// A turn that is not held is over.
fn closed(r: &mut Resolution, window: &Window) {
    let (Phase::Turn, Whose::One(body)) = (window.phase, window.whose) else { return };
    if is(r.encounter(), body, HELD) {
        return;
    }
    let rest = seconds_left(r.encounter(), body);
    r.emit(Event::Spent(body, Spending::Seconds(rest)));
    r.emit(Event::TurnEnded(body));
    if let Some(slot) = r.encounter().slot_of(body) {
        r.emit(Event::SlotEnded(slot));
    }
}

static DEEDS: [&DeedRule; 6] = [
    &DeedRule { concerns: |at| may(at, &[Phase::Melee, Phase::Turn]), ..aimed(Deed::Strike) },
    &aimed(Deed::Cast),
    &aimed(Deed::Begin),
    &in_its_turn(HOLD),
    &DeedRule { concerns: |at| may(at, &[Phase::Gap]), ..in_its_turn(CUT_IN) },
    &DeedRule { may: |at| deed::may_pass(at, owes), run: deed::pass, ..DeedRule::of(Deed::Pass) },
];

const fn in_its_turn(deed: Deed) -> DeedRule {
    let run = deeds::act;
    DeedRule { concerns: |at| may(at, &[Phase::Turn]), run, ..DeedRule::of(deed) }
}

const fn aimed(deed: Deed) -> DeedRule {
    DeedRule {
        shape: |at, offer| {
            let ids = foes(at.e, at.c.id).collect();
            Offer { at: Targets { ids, least: 1, most: 1 }, ..offer }
        },
        check: |at, act| {
            let foe = |id: &CombatantId| foes(at.e, at.c.id).any(|foe| foe == *id);
            at.unless(!act.at.is_empty() && act.at.iter().all(foe), Refusal::BadTarget)
        },
        ..in_its_turn(deed)
    }
}

/// Whether it owes an act in such a window.
fn may(at: &At, phases: &[Phase]) -> bool {
    at.e.window().is_some_and(|window| {
        window.mode != Mode::Procedure && phases.contains(&window.phase) && owes(at.e, window, at.c.id)
    })
}

/// The gap before a turn, and the turn.
fn turn_and_gap(part: i32, slot: &Slot) -> impl Iterator<Item = Window> + use<> {
    let gap = Window::acts(Phase::Gap, Place::new(part, 0), Whose::All);
    let turn = |body: &CombatantId| Window::acts(Phase::Turn, Place::new(part, 1), Whose::One(*body));
    std::iter::once(gap).chain(slot.ones.first().map(turn))
}

/// Whether anybody can do anything in it. A turn of this round is not had twice.
fn usable(e: &Encounter, window: &Window) -> bool {
    match (window.phase, window.whose) {
        (Phase::Initiative, _) => true,
        (Phase::Turn, Whose::One(body)) => {
            up(e, body) && e.get(body).is_some_and(|c| c.turns.0 < e.round)
        }
        _ => e.all().any(|c| owes(e, window, c.id)),
    }
}

fn owes(e: &Encounter, window: &Window, who: CombatantId) -> bool {
    let Some(c) = e.get(who).filter(|c| c.is_up()) else { return false };
    match (window.phase, window.whose) {
        (Phase::Melee, _) => !c.spent.acted && !c.threatens.is_empty(),
        (Phase::Gap, _) => c.has(HELD),
        (Phase::Turn, Whose::One(body)) => {
            let unfinished = c.ongoing.as_ref().is_some_and(|begun| begun.owes == 0);
            body == who && !c.has(HELD) && (c.spent.seconds < TURN || unfinished)
        }
        _ => false,
    }
}

fn seconds_left(e: &Encounter, who: CombatantId) -> u32 {
    TURN - e.get(who).map_or(TURN, |c| c.spent.seconds.min(TURN))
}

fn up(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(Combatant::is_up)
}

fn is(e: &Encounter, who: CombatantId, condition: Condition) -> bool {
    e.get(who).is_some_and(|c| c.has(condition))
}

fn foes(e: &Encounter, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    let side = e.get(who).map(|c| c.side);
    e.all().filter(move |c| c.is_up() && Some(c.side) != side).map(|c| c.id)
}

fn order_by_roster(r: &mut Resolution) {
    let slots =
        r.encounter().all().map(|c| Slot { score: 0, sides: vec![], ones: vec![c.id] }).collect();
    r.emit(Event::Ordered(Arc::new(slots)));
}

/// What waited is taken: one sum a target, and only then does anybody fall.
fn commit(r: &mut Resolution) {
    let pending = Arc::clone(&r.encounter().pending);
    r.emit(Event::Committed);
    let ids: Vec<CombatantId> = r.encounter().all().map(|c| c.id).collect();
    for id in ids {
        let sum: i32 = pending.iter().map(|event| harm_in(event, id)).sum();
        if sum > 0 {
            harm(r, id, sum);
        }
    }
}

fn harm_in(event: &Event, whom: CombatantId) -> i32 {
    match event {
        Event::Harmed { who, amount, .. } if *who == whom => *amount,
        _ => 0,
    }
}

/// Harm that counts at once; at 0 it is dead.
fn harm(r: &mut Resolution, who: CombatantId, amount: i32) {
    r.emit(Event::Harmed { who, amount, source: Source::Lasting, tally: Tally::new() });
    if r.encounter().get(who).is_some_and(|c| c.vitals.hp() <= 0) {
        r.emit(Event::Stood(who, Standing::Dead));
    }
}

/// A spell goes off, or what was splashed burns on while it clings.
fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    let Some(who) = timer.who else { return Ok(()) };
    match &timer.action {
        TimerAction::Deliver(_) => {
            let dice = r.roll(RollRequest::new(Purpose::Effect, 1, 6).against(who))?.total();
            harm(r, who, dice);
        }
        TimerAction::Splash(dice) if is(r.encounter(), who, bx::condition::DOUSED) => {
            let dice = r.amount(Purpose::Splash, Some(who), *dice)?;
            harm(r, who, dice);
        }
        _ => {}
    }
    Ok(())
}
