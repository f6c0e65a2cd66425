//! Queries on a combatant's current state, and effects of the current round.

use super::relations::holders;
use crate::rules::model::block::d20::{Attack, CreatureKind, D20, Range, Trait};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::encounter::Stage;
use crate::rules::model::moment::Moment;
use crate::rules::model::supply;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;

/// The largest distance in feet that a form accepts.
pub const FARTHEST: i32 = 9999;

/// Step of a round's end at which effects of this round end, before timed effects.
pub const ROUND_TAGS: u8 = 0;

/// Returns an effect that lasts for the rest of this round.
pub fn this_round(r: &Resolution, condition: Condition) -> Effect {
    rounds_on(r, condition, 0)
}

/// Returns an effect that lasts for this round and the given number of rounds after it.
pub fn rounds_on(r: &Resolution, condition: Condition, rounds: u32) -> Effect {
    let last = r.encounter().round.max(1).saturating_add(rounds);
    r.effect(condition, Some(Moment::RoundEnd(last).at(ROUND_TAGS)))
}

/// Begins a condition for the rest of this round, at once.
pub fn mark(r: &mut Resolution, who: CombatantId, condition: Condition) {
    r.afflict(who, this_round(r, condition));
}

/// Carries out a deed that only begins such a condition for the actor.
///
/// # Errors
/// Never.
pub fn marked(r: &mut Resolution, act: &Act, condition: Condition) -> Result<(), Stop> {
    mark(r, act.who, condition);
    Ok(())
}

/// Whether it is alive, present and not out of action.
#[inline]
pub fn is_able(c: &Combatant) -> bool {
    c.is_up() && !c.means(Meaning::OUT)
}

/// Whether the two are on different sides.
#[inline]
pub fn foes(a: &Combatant, b: &Combatant) -> bool {
    a.side != b.side
}

/// Whether it is in melee with an able foe.
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    holders(e, c).next().is_some()
}

/// Whether the fight is going on: rounds have begun, and more than one side has a combatant that is alive, present and
/// has not surrendered.
pub fn is_fighting(e: &Encounter) -> bool {
    let mut sides = e.all().filter(|c| c.is_up()).map(|c| c.side);
    let first = sides.next();
    e.stage == Stage::Running && e.round > 0 && sides.any(|side| Some(side) != first)
}

/// Returns the attack line at an index.
#[inline]
pub fn line(d20: &D20, at: u8) -> Option<&Attack> {
    d20.figures.attacks.get(usize::from(at))
}

/// Returns its attack lines.
#[inline]
pub fn lines<'a>(at: &At<'a>) -> &'a [Attack] {
    at.d20().map_or(&[], |d20| &d20.figures.attacks)
}

/// Returns its attack line at an index.
#[inline]
pub fn line_at<'a>(at: &At<'a>, nth: u8) -> Option<&'a Attack> {
    lines(at).get(usize::from(nth))
}

/// Returns the number of attacks made this round, with any weapon.
#[inline]
pub fn attacks_made(c: &Combatant) -> u8 {
    c.spent.attacks.iter().fold(0, |made, (_, uses)| made.saturating_add(*uses))
}

/// Whether the line can be used at that range.
#[inline]
pub fn reaches(attack: &Attack, range: Range) -> bool {
    let has = attack.range.unwrap_or(Range::Melee);
    has == range || has == Range::Both
}

/// How many attacks a combatant has in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Routine {
    /// This number in all, with any lines.
    InAll(u8),
    /// Those of one line, whichever is used first.
    OneLine,
    /// Those of every line.
    EveryLine,
}

/// Returns how many more times it may use the line this round.
pub fn uses_left(c: &Combatant, d20: &D20, at: u8, routine: Routine) -> u8 {
    let Some(attack) = line(d20, at) else { return 0 };
    let of_line = attack.count.saturating_sub(c.spent.uses(at));
    match routine {
        Routine::InAll(most) => {
            c.spent.attacks.iter().fold(most, |left, (_, uses)| left.saturating_sub(*uses))
        }
        Routine::OneLine if c.spent.attacks.iter().any(|(used, _)| *used != at) => 0,
        Routine::OneLine | Routine::EveryLine => of_line,
    }
}

/// Checks that there is enough of what the line uses up; a throwable weapon is used up only when thrown.
///
/// # Errors
/// `none-left`.
pub fn supplied(c: &Combatant, line: &Attack, shoots: bool) -> Result<(), RuleError> {
    if uses_up(line, shoots) { supply::check(c, &line.name, 1) } else { Ok(()) }
}

/// Uses up one of the line's supply.
pub fn draw(r: &mut Resolution, who: CombatantId, line: &Attack, shoots: bool) {
    if uses_up(line, shoots) {
        r.use_up(who, &line.name, Timing::Now);
    }
}

fn uses_up(line: &Attack, shoots: bool) -> bool {
    shoots || line.range != Some(Range::Both)
}

/// Returns the distance between two in whole feet, rounded up: the melee distance if engaged, otherwise as known.
#[inline]
pub fn known_distance(about: &About, e: &Encounter, a: CombatantId, b: CombatantId) -> Option<i32> {
    if e.engaged(a, b) { Some(about.melee_distance) } else { feet_between(e, a, b) }
}

/// Returns the recorded distance between two in whole feet, rounded up.
pub fn feet_between(e: &Encounter, a: CombatantId, b: CombatantId) -> Option<i32> {
    e.distance(a, b).map(Tenths::up)
}

/// Returns the stated distance in whole feet, rounded up.
pub fn said_feet(facts: &Facts) -> Option<i32> {
    facts.distance().map(Tenths::up)
}

/// Returns the foes that `c` might attack in melee: those engaged or as near, and those whose distance must be asked.
/// If distances are not kept, foes of unknown distance count only while no other foe is near and none has a recorded
/// distance.
pub fn in_reach<'a>(about: &About, e: &'a Encounter, c: &'a Combatant) -> Vec<&'a Combatant> {
    let mut foes: Vec<(Reach, &Combatant)> =
        e.foes(c).map(|foe| (reach(about, e, c, foe), foe)).collect();
    let near = foes.iter().any(|(reach, _)| *reach == Reach::Near);
    let open = e.is_measured() || !(near || has_its_place(e, c));
    foes.retain(|(reach, _)| *reach == Reach::Near || (open && *reach == Reach::Unknown));
    foes.into_iter().map(|(_, foe)| foe).collect()
}

/// Whether any foe is [in reach](in_reach).
pub fn any_in_reach(about: &About, e: &Encounter, c: &Combatant) -> bool {
    let open = e.is_measured() || !has_its_place(e, c);
    let near = |foe: &Combatant| match reach(about, e, c, foe) {
        Reach::Near => true,
        Reach::Unknown => open,
        Reach::Far => false,
    };
    e.foes(c).any(near)
}

#[derive(PartialEq, Eq)]
enum Reach {
    Near,
    Far,
    Unknown,
}

fn reach(about: &About, e: &Encounter, c: &Combatant, foe: &Combatant) -> Reach {
    match e.between(c, foe) {
        Some(far) if far <= about.melee() => Reach::Near,
        _ if c.is_engaged_with(foe.id) => Reach::Near,
        Some(_) => Reach::Far,
        None => Reach::Unknown,
    }
}

/// Whether its distance to a foe has been recorded.
fn has_its_place(e: &Encounter, c: &Combatant) -> bool {
    c.distances.iter().filter_map(|(id, _)| e.get(*id)).any(|foe| is_target(c, foe))
}

/// Asks for the distance to `others`, if it must be asked for one of them.
pub fn ask_distance(
    about: &About,
    e: &Encounter,
    c: &Combatant,
    others: &[&Combatant],
) -> Option<FactField> {
    let asks = others.iter().any(|other| e.must_ask_distance(c, other));
    asks.then(|| FactField::needed(Fact::Distance(about.melee()), 0, FARTHEST))
}

/// Records a stated distance if it is news.
pub fn note_distance(r: &mut Resolution, who: CombatantId, other: CombatantId, facts: &Facts) {
    let Some(far) = facts.distance().filter(|_| !r.encounter().engaged(who, other)) else { return };
    match r.encounter().distance(who, other) {
        Some(known) if known == far => {}
        Some(_) => r.emit(Event::Apart(who, other, Some(far))),
        None => {
            let event = r.encounter().stands_off(who, other, far);
            r.emit(event);
        }
    }
}

/// Whether `foe` is a foe and still in the fight.
fn is_target(c: &Combatant, foe: &Combatant) -> bool {
    foes(c, foe) && foe.is_up()
}

/// Returns the foes that are out of reach or of unknown distance.
pub fn in_sight<'a>(
    about: &'a About,
    e: &'a Encounter,
    c: &'a Combatant,
) -> impl Iterator<Item = &'a Combatant> {
    let is_off = |feet: i32| feet > about.melee_distance;
    e.foes(c).filter(move |foe| known_distance(about, e, c.id, foe.id).is_none_or(is_off))
}

/// Whether it has the undead trait.
pub fn is_undead(e: &Encounter, id: CombatantId) -> bool {
    e.d20(id).is_ok_and(|d20| d20.block.is(Trait::UNDEAD))
}

/// Returns its morale score with custom effects, if it has one. Scores of 2 and 12 stay as they are, and no other score
/// becomes one of them.
pub fn bears_morale(e: &Encounter, c: &Combatant) -> Option<i32> {
    let own = e.d20(c.id).ok().and_then(|d20| d20.block.morale).map(i32::from)?;
    let moved = own.saturating_add(custom::sum(c, Stat::Morale));
    Some(if (3..12).contains(&own) { moved.clamp(3, 11) } else { own })
}

/// Whether it is a monster.
pub fn is_monster(d20: &D20) -> bool {
    d20.block.kind == CreatureKind::Monster
}
