//! Harm, death and healing, and what happened at once taking hold.

use super::options::{self, HALF_ROUNDING, ITEM_SURVIVAL};
use super::{saving, spell};
use crate::rules::combatant::Standing;
use crate::rules::command::Share;
use crate::rules::d20::block::Save;
use crate::rules::dice::{Answer, ChoiceRequest, DiceExpr, HowMany, Pick, Purpose, Question};
use crate::rules::effect::{Condition, Effect, Errand, Timer};
use crate::rules::encounter::Encounter;
use crate::rules::event::{Event, Source, Stop, Told};
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;
use crate::rules::tally::{Reason, Tally};
use crate::rules::window::Mode;

fn is_shared(e: &Encounter) -> bool {
    e.window().is_some_and(|window| window.mode == Mode::Together)
}

/// Hit points are lost; at 0 or fewer it is dead (`bx.death.zero`). `destructive` names the save
/// category of a killing effect that destroys gear as well.
pub fn harm(
    r: &mut Resolution,
    who: CombatantId,
    tally: Tally,
    source: Source,
    destructive: Option<Save>,
) -> Result<(), Stop> {
    let amount = tally.total();
    r.consequence(Event::Harmed { who, amount, source, tally });
    if is_shared(r.encounter()) {
        if let Some(category) = destructive {
            let mark = gear(r, category);
            r.defer(Event::Afflicted(who, Box::new(mark)));
        }
        return Ok(());
    }
    let dying = r.encounter().get(who).is_some_and(|c| c.is_up() && c.vitals.hp() <= 0);
    if dying { die(r, who, destructive) } else { Ok(()) }
}

fn gear(r: &Resolution, category: Save) -> Effect {
    let value = i32::try_from(category.index()).unwrap_or(0);
    Effect { value, ..r.effect(Condition::GearDestroyed, None) }
}

/// Dead at once; its gear goes with it where the killing effect was destructive
/// (`bx.death.item-destruction`).
pub fn die(r: &mut Resolution, who: CombatantId, destructive: Option<Save>) -> Result<(), Stop> {
    r.emit(Event::Stood(who, Standing::Dead));
    let Some(category) = destructive else { return Ok(()) };
    let mark = gear(r, category);
    r.afflict(who, mark);
    let items = r.encounter().d20(who)?.block.items.clone();
    for (name, bonus) in items {
        let outlasts = outlasts(r, who, category, &name, bonus)?;
        r.emit(Event::Told(Told::Item(who, name, outlasts)));
    }
    Ok(())
}

/// A magic item's own chance (`bx.death.magic-item-save`), offered item by item.
fn outlasts(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    name: &crate::rules::ids::Text,
    bonus: i32,
) -> Result<bool, Stop> {
    if !options::on(r.encounter(), ITEM_SURVIVAL) {
        return Ok(false);
    }
    let ask = ChoiceRequest {
        question: Question::SaveItem,
        who: Some(who),
        side: None,
        picks: vec![Pick::Yes, Pick::No, Pick::Named(name.clone())],
        how: HowMany::One,
        default: 0,
    };
    if r.choose(ask)? != Answer::One(0) {
        return Ok(false);
    }
    saving::item_save(r, who, category, bonus)
}

/// What waited is taken: harm first, then who fell (`bx.initiative.simultaneous`).
pub fn commit(r: &mut Resolution) -> Result<(), Stop> {
    let pending = r.encounter().pending.clone();
    r.emit(Event::Committed);
    let mut marks = Vec::new();
    for event in pending.iter() {
        match event {
            Event::Afflicted(who, effect) if effect.condition == Condition::GearDestroyed => {
                marks.push((*who, Save::ALL.get(usize::try_from(effect.value).unwrap_or(0)).copied()));
            }
            Event::Stood(who, Standing::Dead) if !is_alive(r.encounter(), *who) => {}
            _ => r.emit(event.clone()),
        }
    }
    let fallen: Vec<CombatantId> =
        r.encounter().all().filter(|c| c.is_up() && c.vitals.hp() <= 0).map(|c| c.id).collect();
    for who in fallen {
        let category = marks.iter().find(|(marked, _)| *marked == who).and_then(|(_, save)| *save);
        die(r, who, category)?;
    }
    Ok(())
}

fn is_alive(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(|c| c.standing != Standing::Dead)
}

/// Half of an amount, rounded as the option says (`bx.option.half-rounding`).
pub fn half(e: &Encounter, amount: i32) -> i32 {
    if options::is(e, HALF_ROUNDING, "up") { (amount + 1) / 2 } else { amount / 2 }
}

fn share(e: &Encounter, amount: i32, share: Share) -> i32 {
    match share {
        Share::Full => amount,
        Share::Half => half(e, amount),
        Share::None => 0,
        Share::Double => amount.saturating_mul(2),
    }
}

/// An amount the referee deals: it spoils spells as any damage does.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    let amount = r.amount(Purpose::Effect, None, amount)?;
    for &(target, part) in who {
        let dealt = share(r.encounter(), amount, part);
        if dealt == 0 {
            continue;
        }
        spell::spoil(r, target, true);
        let tally = Tally::new().with(Reason::Referee, dealt);
        harm(r, target, tally, Source::Referee, None)?;
    }
    Ok(())
}

/// An amount of healing: at once, never above the most, never for the dead
/// (`bx.healing.magical`).
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    let amount = r.amount(Purpose::Healing, None, amount)?;
    for &(target, part) in who {
        let healed = share(r.encounter(), amount, part);
        heal(r, target, healed);
    }
    Ok(())
}

/// Heals what is missing, at most.
pub fn heal(r: &mut Resolution, who: CombatantId, amount: i32) {
    let Some(c) = r.encounter().get(who).filter(|c| c.standing != Standing::Dead) else { return };
    let missing = (c.vitals.max() - c.vitals.hp()).max(0);
    let amount = amount.min(missing);
    if amount > 0 {
        r.consequence(Event::Healed { who, amount });
    }
}

/// Hit points as the referee says; 0 or fewer is dead, more than that is alive again.
pub fn set_hp(r: &mut Resolution, who: CombatantId, hp: i32) {
    r.emit(Event::HpSet(who, hp));
    match r.encounter().get(who).map(|c| c.standing) {
        Some(Standing::Up) if hp <= 0 => r.emit(Event::Stood(who, Standing::Dead)),
        Some(Standing::Dead) if hp > 0 => r.emit(Event::Stood(who, Standing::Up)),
        _ => {}
    }
}

/// Subdual points stand beside hit points; when nothing is left between them it yields
/// (`bx.damage.subdual`).
pub fn subdue(r: &mut Resolution, who: CombatantId, amount: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let taken = c.effect(Condition::Subdued).map_or(0, |effect| effect.value) + amount;
    let hp = c.vitals.hp();
    let old = c.effect(Condition::Subdued).cloned();
    if let Some(old) = old {
        r.consequence(Event::relieved(who, &old, false));
    }
    let effect = Effect { value: taken, ..r.effect(Condition::Subdued, None) };
    r.consequence(Event::Afflicted(who, Box::new(effect)));
    if hp > 0 && hp - taken <= 0 {
        r.consequence(Event::Stood(who, Standing::Surrendered));
    }
}

/// A condition begins by an attack or effect; `Dead` and `Surrendered` are standings.
pub fn inflict(
    r: &mut Resolution,
    who: CombatantId,
    condition: Condition,
    rounds: Option<u32>,
    label: Option<crate::rules::ids::Text>,
) {
    match condition {
        Condition::Dead => r.consequence(Event::Stood(who, Standing::Dead)),
        Condition::Surrendered => r.consequence(Event::Stood(who, Standing::Surrendered)),
        Condition::Poisoned => {
            let effect = r.effect(condition, None);
            r.consequence(Event::Afflicted(who, Box::new(effect)));
            if let Some(rounds) = rounds {
                let due = saving::after(r.encounter(), rounds);
                let errand = Errand::Poison(Condition::Dead);
                let timer = Timer { id: r.next_id(), due, who: Some(who), errand };
                r.consequence(Event::Set(Box::new(timer)));
            }
        }
        _ => {
            let until = rounds.map(|rounds| saving::after(r.encounter(), rounds));
            let effect = Effect { label, ..r.effect(condition, until) };
            r.consequence(Event::Afflicted(who, Box::new(effect)));
        }
    }
}

/// What was set earlier falls due: a second splash, a slow poison.
pub fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    let Some(who) = timer.who else { return Ok(()) };
    match &timer.errand {
        Errand::Splash(dice) => {
            let amount = r.amount(Purpose::Splash, Some(who), *dice)?;
            r.relieve(who, Condition::Doused);
            harm(r, who, Tally::new().with(Reason::Dice, amount), Source::Lasting, None)
        }
        Errand::Poison(condition) => {
            let poisoned = r.encounter().get(who).is_some_and(|c| c.has(Condition::Poisoned));
            if poisoned {
                r.relieve(who, Condition::Poisoned);
                inflict(r, who, *condition, None, None);
            }
            Ok(())
        }
        Errand::Remind(_) | Errand::Deliver(_) => Ok(()),
    }
}
