//! Deeds: what each does once it is paid.

use super::{
    attack, check, checks, clock, combo, dying, harm, hazard, initiative, minds, morale, mount,
    movement, poison, possession, recovery, sequence, state, weapon,
};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::event::{Event, Spending, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::model::window::{Phase, Whose, Window};

/// Carries out an act that was let pass.
pub fn act(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    match act.deed {
        Deed::Quail | Deed::Fall | Deed::Collide | Deed::Exposure | Deed::Contest => {
            tell(r, act);
            happen(r, act)
        }
        Deed::Check | Deed::Rest => happen(r, act),
        Deed::Hold => {
            hold(r, act.who);
            Ok(())
        }
        Deed::CutIn => {
            cut_in(r, act.who);
            Ok(())
        }
        Deed::Abandon => {
            r.emit(Event::Undertook(act.who, None));
            r.emit(Event::Told(Told::Lost(act.who)));
            Ok(())
        }
        Deed::ControlMount => {
            tell(r, act);
            let cost = check::cost(r.encounter(), act);
            mount::control(r, act.who, cost);
            Ok(())
        }
        Deed::Resume => resume(r, act),
        _ if possession::is_at_any_time(r.encounter(), act.who, act.deed) => {
            if act.deed == Deed::LeaveBody {
                tell(r, act);
            }
            perform(r, act)
        }
        _ => begin(r, act),
    }
}

fn tell(r: &mut Resolution, act: &Act) {
    r.emit(Event::Told(Told::Deed(act.who, act.deed, act.with, act.at.clone())));
}

/// What nobody does, but what befalls somebody.
fn happen(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    match act.deed {
        Deed::Quail => morale::quail(r, act),
        Deed::Fall => hazard::fall(r, act),
        Deed::Collide => hazard::collide(r, act),
        Deed::Exposure => poison::expose(r, act),
        Deed::Contest => initiative::contest(r, act),
        Deed::Check => checks::by_referee(r, act),
        Deed::Rest => recovery::rest(r, act),
        _ => Ok(()),
    }
}

/// An action is begun: anything in progress is lost, and what can be paid is paid.
fn begin(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    possession::acts(r, act.who);
    if check::breaks(r.encounter(), act) {
        clock::lose_action(r, act.who);
    }
    let cost = check::cost(r.encounter(), act);
    if tells_itself(act.deed) || cost > state::seconds_left(r.encounter(), act.who) {
        tell(r, act);
    }
    if clock::pay(r, act, cost) { take_place(r, act) } else { Ok(()) }
}

/// Deeds that no other event would name in the log.
fn tells_itself(deed: Deed) -> bool {
    !matches!(deed, Deed::Strike | Deed::Shoot)
}

/// An action in progress is gone on with (`seconds.time.carry-over`).
fn resume(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(c) = r.encounter().get(act.who) else { return Ok(()) };
    let owes = c.undertaking.as_ref().map_or(0, |begun| begun.owes);
    let whole = check::resumed(c, act);
    possession::acts(r, act.who);
    r.emit(Event::Undertook(act.who, None));
    if clock::pay(r, &whole, owes) { take_place(r, &whole) } else { Ok(()) }
}

/// The action is paid: it happens now, or after its delay (`seconds.time.effect-delay`).
fn take_place(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    match delay(r, act) {
        0 => perform(r, act),
        seconds => {
            let later = attack::loose(r, act);
            clock::deliver_later(r, &later, seconds);
            Ok(())
        }
    }
}

/// What was paid for earlier takes effect, if it still comes to something
/// (`seconds.time.effect-delay`).
pub fn take_effect(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    tell(r, act);
    let Err(why) = check::check_effect(r.encounter(), act) else { return perform(r, act) };
    let text = format!("it comes to nothing: {}", why.code().replace('-', " ")).into();
    r.emit(Event::Told(Told::Row(act.who, "seconds.time.effect-delay".into(), text)));
    Ok(())
}

fn delay(r: &Resolution, act: &Act) -> Second {
    match act.deed {
        Deed::Strike | Deed::Shoot | Deed::Cast => {
            weapon::line(r.encounter(), act.who, act.with.unwrap_or(0)).map_or(0, |line| line.delay)
        }
        _ => 0,
    }
}

/// What the deed does.
pub fn perform(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    surprise(r, act);
    match act.deed {
        Deed::Strike | Deed::Shoot | Deed::Cast => return attack::strike(r, act),
        Deed::Combo => return combo::carry_out(r, act),
        Deed::Tend => return dying::tend(r, act),
        Deed::Possess | Deed::LeaveBody | Deed::Cooperate => return possession::act(r, act),
        Deed::Move | Deed::Run | Deed::Crawl => movement::advance(r, act),
        Deed::Crouch | Deed::LieDown | Deed::Rise | Deed::Stand => movement::change_posture(r, act),
        Deed::Aim => weapon::aim(r, act),
        Deed::Draw | Deed::Sheathe | Deed::Drop | Deed::Reload | Deed::Unjam => weapon::handle(r, act),
        _ => {}
    }
    Ok(())
}

/// Those it attacks unseen are not ready for it (`seconds.surprise.flat-footed`).
fn surprise(r: &mut Resolution, act: &Act) {
    let unaware: Vec<CombatantId> = match act.deed {
        Deed::Strike | Deed::Shoot | Deed::Cast if act.facts.has(&Fact::Unaware) => {
            act.reached().collect()
        }
        Deed::Combo => {
            let blows = combo::planned(r.encounter(), act).into_iter();
            blows.filter(|blow| blow.facts.has(&Fact::Unaware)).map(|blow| blow.target).collect()
        }
        _ => Vec::new(),
    };
    for who in unaware {
        harm::be_caught_unawares(r, who, act.who);
    }
}

/// Keeps its turn for later, and its mount's with it (`seconds.initiative.delay-turn`).
fn hold(r: &mut Resolution, who: CombatantId) {
    for who in state::party(r.encounter(), who) {
        let spent = r.encounter().get(who).map_or(0, |c| c.spent.seconds);
        let value = i32::try_from(spent).unwrap_or(0);
        let effect = Effect { value, ..r.effect(Condition::Holding, None) };
        r.afflict(who, effect);
    }
}

/// Takes the turn it kept, on top of whatever is open (`seconds.initiative.interrupt`).
fn cut_in(r: &mut Resolution, who: CombatantId) {
    r.emit(Event::Told(Told::Deed(who, Deed::CutIn, None, Vec::new())));
    for who in state::party(r.encounter(), who) {
        take_held_turn(r, who);
    }
    let window = Window::acts(Phase::Turn, r.encounter().place, Whose::One(who));
    r.emit(Event::Laid(Box::new(window)));
    sequence::open_turn(r, who);
}

fn take_held_turn(r: &mut Resolution, who: CombatantId) {
    let held = r.encounter().get(who).and_then(|c| c.effect(Condition::Holding)).cloned();
    let Some(held) = held else { return };
    r.emit(Event::relieved(who, &held, false));
    if !minds::is_shared(r.encounter(), who) {
        r.emit(Event::Spent(who, Spending::Reset));
        let gone = Second::try_from(held.value).unwrap_or(0);
        if gone > 0 {
            r.emit(Event::Spent(who, Spending::Purse(gone)));
        }
    }
}
