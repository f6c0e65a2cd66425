//! Strikes and shots: who may, the roll to hit, the damage.

use super::options::{self, ARITHMETIC, ASCENDING, PEERS, RELOAD};
use super::sequence::{self, ROUND_TAGS};
use super::state::{self, MELEE_FEET};
use super::{about, damage, figures, spell, tables};
use crate::rules::d20::relations::{engage, is_helpless};
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::{Ability, Attack, Band, Class, D20, Damage, Immunity, Range, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::custom::{self, Head};
use crate::rules::model::dice::{DiceExpr, Purpose};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Outcome, Rolled, Spending, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Moment;
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::ruleset::about::Bar;

/// The mark of bare hands among attack lines; no block has so many.
pub const BARE_HANDS: u8 = 254;
/// What bare hands deal (`bx.attack.unarmed`).
const BARE_HANDS_DAMAGE: DiceExpr = DiceExpr::new(1, 2, 0);
/// Foes of a retreat have this on their rolls (`bx.movement.retreat`).
const AGAINST_RETREAT: i32 = 2;
/// A thief from behind, unseen (`bx.special.back-stab`).
const BACK_STAB: i32 = 4;
/// Worn out from running (`bx.pursuit.exhaustion`).
pub const EXHAUSTED: i32 = -2;
/// Hit Dice from which a monster harms the invulnerable (`bx.option.peer-invulnerability`).
const PEER_HIT_DICE: u8 = 5;

/// The line of an attack: one of the block's, or bare hands.
pub fn attack_line(d20: &D20, with: Option<u8>) -> Option<(u8, Attack)> {
    match with {
        Some(at) if at != BARE_HANDS => state::line(d20, at).map(|line| (at, line.clone())),
        _ => Some((BARE_HANDS, bare_hands())),
    }
}

fn bare_hands() -> Attack {
    Attack {
        range: Some(Range::Melee),
        damage: Some(Damage::Dice(BARE_HANDS_DAMAGE)),
        tags: vec![Tag::Unarmed],
        ..Attack::new("bare hands")
    }
}

/// What keeps it from attacking at all this round.
pub fn may_attack(c: &Combatant) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if c.has(Condition::Casting) || c.has(Condition::SpellDisrupted) || c.spent.acted {
        return refuse(Refusal::Casting);
    }
    if c.has(Condition::Retreating) || c.has(Condition::Fleeing) {
        return refuse(Refusal::Retreating);
    }
    if state::barred(c, Bar::Attack) { refuse(Refusal::Barred) } else { Ok(()) }
}

fn in_tail(e: &Encounter) -> bool {
    e.window().is_some_and(sequence::is_tail)
}

/// The range a deed needs of its weapon.
pub fn range_of(deed: Deed) -> Range {
    if deed == Deed::Shoot { Range::Missile } else { Range::Melee }
}

/// The lines it can still use in that way, its whole routine considered.
pub fn usable_lines(e: &Encounter, c: &Combatant, deed: Deed) -> Vec<u8> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    let lines = u8::try_from(d20.figures.attacks.len()).unwrap_or(BARE_HANDS);
    (0..lines).filter(|at| may_use(e, c, d20, *at, deed).is_ok()).collect()
}

/// Whether that line can be used for that deed now.
pub fn may_use(e: &Encounter, c: &Combatant, d20: &D20, at: u8, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    if at == BARE_HANDS {
        return match (deed, state::hands_left(c)) {
            (Deed::Strike, true) if d20.block.is_character() => Ok(()),
            (Deed::Strike, false) => Err(refuse(Refusal::AlreadyAttacked)),
            _ => Err(refuse(Refusal::BadWeapon)),
        };
    }
    let line = state::line(d20, at).ok_or_else(|| refuse(Refusal::BadWeapon))?;
    if state::uses_left(c, d20, at) == 0 {
        return Err(refuse(Refusal::AlreadyAttacked));
    }
    if !state::reaches(line, range_of(deed)) {
        return Err(refuse(Refusal::BadWeapon));
    }
    if line.has(Tag::Slow) && !in_tail(e) {
        let detail = "a slow weapon strikes after everybody else: hang back for it";
        return Err(refuse(Refusal::WrongStep).saying(detail));
    }
    let loading =
        |effect: &Effect| effect.condition == Condition::Reloading && effect.value == i32::from(at);
    if deed == Deed::Shoot && c.effects.iter().any(loading) {
        return Err(refuse(Refusal::Reloading));
    }
    state::supplied(c, line, deed == Deed::Shoot)
}

/// Has a blow left and somebody to strike (section 2.1).
pub fn can_strike(e: &Encounter, c: &Combatant) -> bool {
    may_attack(c).is_ok()
        && (!lines_left(e, c, Deed::Strike).is_empty() || unarmed(e, c))
        && state::any_in_reach(e, c)
}

/// What it holds only shoots, and every foe there is stands too near for that: it has its hands alone,
/// and they are not slow (`bx.initiative.slow-weapons`).
pub fn has_only_hands(e: &Encounter, c: &Combatant) -> bool {
    let melee = |d20: &D20| d20.figures.attacks.iter().any(|line| state::reaches(line, Range::Melee));
    may_attack(c).is_ok()
        && unarmed(e, c)
        && e.d20(c.id).is_ok_and(|d20| !melee(d20))
        && state::in_sight(e, c).next().is_none()
}

/// Has a shot left and somebody to shoot at.
pub fn can_shoot(e: &Encounter, c: &Combatant) -> bool {
    may_attack(c).is_ok()
        && !lines_left(e, c, Deed::Shoot).is_empty()
        && state::in_sight(e, c).next().is_some()
}

/// The lines left for a deed, whichever part of the slot is open: used to find out whether a
/// window is worth opening.
fn lines_left(e: &Encounter, c: &Combatant, deed: Deed) -> Vec<u8> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    let slow = state::is_slow(e, c);
    let fits = |at: &u8| {
        state::line(d20, *at)
            .is_some_and(|line| state::reaches(line, range_of(deed)) && (slow || !line.has(Tag::Slow)))
    };
    let loaded = |at: &u8| {
        let loading = c
            .effects
            .iter()
            .any(|effect| effect.condition == Condition::Reloading && effect.value == i32::from(*at));
        deed == Deed::Strike || !loading
    };
    let supplied = |at: &u8| {
        let line = state::line(d20, *at);
        line.is_some_and(|line| state::supplied(c, line, deed == Deed::Shoot).is_ok())
    };
    let lines = u8::try_from(d20.figures.attacks.len()).unwrap_or(BARE_HANDS);
    (0..lines)
        .filter(|at| state::uses_left(c, d20, *at) > 0)
        .filter(fits)
        .filter(loaded)
        .filter(supplied)
        .collect()
}

/// With nothing it could strike with now it still has its hands, if it is a character in melee.
fn unarmed(e: &Encounter, c: &Combatant) -> bool {
    let character = || e.d20(c.id).is_ok_and(|d20| d20.block.is_character());
    state::hands_left(c)
        && character()
        && state::in_melee(e, c)
        && lines_left(e, c, Deed::Strike).is_empty()
}

/// The feet between attacker and target: as the referee says, else as known. Whoever names a band of
/// the range knows no feet.
pub fn distance(e: &Encounter, act: &Act, target: CombatantId) -> Option<i32> {
    if e.engaged(act.who, target) {
        return Some(MELEE_FEET);
    }
    let said = act.facts.distance().filter(|_| act.facts.band().is_none());
    said.or_else(|| e.distance(act.who, target))
}

/// The band of its range in which the target stands: as the referee says, else by the feet.
fn band(e: &Encounter, act: &Act, line: &Attack, target: CombatantId) -> Option<Band> {
    act.facts.band().or_else(|| line.band(distance(e, act, target)?))
}

/// Checks the target of an attack: reach, range, cover, modifiers.
pub fn check_target(e: &Encounter, act: &Act, line: &Attack) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(act.who);
    let target = act.target().ok_or_else(|| refuse(Refusal::BadTarget))?;
    if target == act.who || !e.who(target)?.is_up() || act.at.len() > 1 {
        return Err(refuse(Refusal::BadTarget));
    }
    let feet = distance(e, act, target);
    if act.deed == Deed::Strike {
        return match feet {
            Some(feet) if feet > MELEE_FEET => {
                Err(refuse(Refusal::TooFar).saying(format!("{feet}', a blow reaches {MELEE_FEET}'")))
            }
            _ => Ok(()),
        };
    }
    if feet.is_some_and(|feet| feet <= MELEE_FEET) {
        return Err(refuse(Refusal::TooClose));
    }
    if act.facts.band().is_none() {
        check_range(feet, line).map_err(|error| error.of(act.who))?;
    }
    let hidden = e.who(target)?.has(Condition::CompleteCover);
    if hidden || act.facts.has(&Fact::CompleteCover) {
        return Err(refuse(Refusal::CompleteCover));
    }
    let cover = act.facts.cover().unwrap_or(0);
    if !(-4..=0).contains(&cover) {
        let detail = format!("cover: found {cover}, expected 0 to -4");
        return Err(refuse(Refusal::BadModifier).saying(detail));
    }
    Ok(())
}

/// Not farther than the weapon reaches (`bx.missile.beyond-range`).
fn check_range(feet: Option<i32>, line: &Attack) -> Result<(), RuleError> {
    let ask = "how far is it, in feet or as a range?";
    let feet = feet.ok_or_else(|| RuleError::new(Refusal::MissingFact).saying(ask))?;
    let farthest = line.feet.map_or(0, |bands| bands[2]);
    if i64::from(feet) <= i64::from(farthest) {
        return Ok(());
    }
    Err(RuleError::new(Refusal::OutOfRange).saying(format!("{feet}', it reaches {farthest}'")))
}

/// One attack: whose, with what, at whom.
pub struct Blow<'a> {
    /// As it was ordered.
    pub act: &'a Act,
    /// The attacker's block.
    pub d20: &'a D20,
    /// The position of the line.
    pub at: u8,
    /// The line.
    pub line: &'a Attack,
    /// At whom.
    pub target: CombatantId,
}

impl Blow<'_> {
    /// A thief from behind, unseen (`bx.special.back-stab`).
    pub fn is_back_stab(&self) -> bool {
        self.d20.block.class == Some(Class::Thief)
            && self.act.deed == Deed::Strike
            && self.act.facts.has(&Fact::Behind)
            && self.act.facts.has(&Fact::Unaware)
    }
}

/// One attack, from the die to what it brings.
pub fn attack(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let d20 = r.encounter().d20(act.who)?.clone();
    let Some((at, line)) = attack_line(&d20, act.with) else { return Ok(()) };
    let blow = Blow { act, d20: &d20, at, line: &line, target };
    let early = |c: &Combatant| state::is_slow(r.encounter(), c) && !in_tail(r.encounter());
    if r.encounter().get(act.who).is_some_and(early) {
        sequence::hasten(r, act.who);
    }
    r.emit(Event::Spent(act.who, Spending::Attack(at)));
    state::draw(r, act.who, &line, act.deed == Deed::Shoot);
    warn(r, &blow);
    close_in(r, act, target);
    let hit = to_hit(r, &blow)?;
    if line.has(Tag::Reload) && options::on(r.encounter(), RELOAD) {
        let until = Moment::RoundEnd(r.encounter().round + 1).at(ROUND_TAGS);
        let loading = Effect { value: i32::from(at), ..r.effect(Condition::Reloading, Some(until)) };
        r.afflict(act.who, loading);
    }
    match hit {
        Outcome::Success | Outcome::Always => damage::deal(r, &blow),
        Outcome::Immune => {
            spell::spoil(r, target, false);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Shooting past a foe that stands within five feet is allowed, and worth a word (R13).
fn warn(r: &mut Resolution, blow: &Blow) {
    let e = r.encounter();
    let pressed = e.get(blow.act.who).is_some_and(|c| state::in_melee(e, c));
    if blow.act.deed == Deed::Shoot && pressed {
        r.emit(Event::Told(Told::Rule("bx.missile.distance".into())));
    }
}

/// A blow brings both into melee; a shot makes the distance known.
fn close_in(r: &mut Resolution, act: &Act, target: CombatantId) {
    if act.deed == Deed::Strike {
        engage(r, act.who, target, Timing::Together);
    } else if let Some(feet) = act.facts.distance().filter(|_| act.facts.band().is_none())
        && r.encounter().distance(act.who, target) != Some(feet)
    {
        r.emit(Event::Apart(act.who, target, Some(feet)));
    }
}

/// The roll to hit (`bx.attack.roll`), recorded.
fn to_hit(r: &mut Resolution, blow: &Blow) -> Result<Outcome, Stop> {
    let helpless = r.encounter().get(blow.target).is_some_and(|c| is_helpless(about(), c));
    let mut rolled = if blow.act.deed == Deed::Strike && helpless {
        let certain = Rolled::new(Purpose::Attack(blow.at), Outcome::Always);
        Rolled { who: Some(blow.act.who), against: Some(blow.target), ..certain }
    } else {
        aim(r.encounter(), blow).roll(r)?
    };
    if rolled.outcome.succeeded() && is_immune(r.encounter(), blow) {
        rolled.outcome = Outcome::Immune;
    }
    let outcome = rolled.outcome;
    r.emit(Event::Rolled(Box::new(rolled)));
    Ok(outcome)
}

/// The roll with all its terms.
fn aim(e: &Encounter, blow: &Blow) -> D20Roll {
    let armour = figures::armour_against(e, blow.target, shield_ignored(e, blow));
    let mut tally = modifiers(e, blow);
    let need = if options::on(e, ASCENDING) {
        tally.add(Reason::AttackBonus, blow.d20.figures.attack_bonus);
        figures::ASCENDING_BASE - armour.total()
    } else {
        number_needed(e, blow.d20.figures.thac0, armour.total())
    };
    D20Roll {
        purpose: Purpose::Attack(blow.at),
        who: blow.act.who,
        against: Some(blow.target),
        tally,
        need,
        needing: armour,
        naturals: Naturals::Decide,
        marks: &[],
    }
}

/// The number in the attack matrix (`bx.attack.matrix`), beyond it by the formula.
fn number_needed(e: &Encounter, thac0: i32, ac: i32) -> i32 {
    if options::on(e, ARITHMETIC) {
        return thac0 - ac;
    }
    let row = tables().matrix.iter().find(|row| row.0 == thac0);
    let column = usize::try_from(ac + 3).ok();
    let printed = row.zip(column).and_then(|(row, column)| row.1.get(column).copied());
    printed.unwrap_or_else(|| (thac0 - ac).clamp(2, 20))
}

/// Why the target's shield does not count, if it does not; once only.
fn shield_ignored(e: &Encounter, blow: &Blow) -> Option<Reason> {
    if blow.act.facts.has(&Fact::Behind) {
        return Some(Reason::Behind);
    }
    is_exposed(e, blow).then_some(Reason::ShieldIgnored)
}

/// The target runs, and this attacker profits (`bx.movement.retreat`).
fn is_exposed(e: &Encounter, blow: &Blow) -> bool {
    e.get(blow.target).is_some_and(|c| state::exposed_to(e, c, blow.act.who))
}

/// `bx.attack.modifiers`.
fn modifiers(e: &Encounter, blow: &Blow) -> Tally {
    let (act, line) = (blow.act, blow.line);
    let mut tally = Tally::new();
    if act.deed == Deed::Strike {
        tally.add(Reason::Strength, figures::modifier(blow.d20, Ability::Str));
    } else {
        tally.add(Reason::Dexterity, figures::modifier(blow.d20, Ability::Dex));
        add_range(&mut tally, band(e, act, line, blow.target));
        let standing = e.get(blow.target).and_then(|c| c.effect(Condition::PartialCover));
        let cover = act.facts.cover().or(standing.map(|effect| effect.value)).unwrap_or(0);
        tally.add(Reason::Cover, cover);
    }
    tally.add(Reason::Weapon, line.bonus);
    if is_exposed(e, blow) {
        tally.add(Reason::Retreating, AGAINST_RETREAT);
    }
    if blow.is_back_stab() {
        tally.add(Reason::BackStab, BACK_STAB);
    }
    if e.get(act.who).is_some_and(|c| c.has(Condition::Exhausted)) {
        tally.add(Reason::Exhausted, EXHAUSTED);
    }
    if let Some(c) = e.get(act.who) {
        custom::add(&mut tally, c, Head::ToHit);
    }
    tally.add(Reason::Referee, act.facts.modifier().unwrap_or(0));
    tally
}

/// Short +1, long -1 (`bx.missile.range`).
fn add_range(tally: &mut Tally, band: Option<Band>) {
    match band {
        Some(Band::Short) => tally.add(Reason::ShortRange, 1),
        Some(Band::Long) => tally.add(Reason::LongRange, -1),
        _ => {}
    }
}

/// Immune to this attack (`bx.attack.invulnerability`).
fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let line = blow.line;
    if line.has(Tag::Holy) && !state::is_undead(e, blow.target) {
        return true;
    }
    let Ok(victim) = e.d20(blow.target) else { return false };
    let peer = || options::on(e, PEERS) && is_uncanny(victim) && is_peer(blow.d20);
    match &victim.block.immune {
        None => false,
        Some(Immunity::AllBut(_)) if peer() => false,
        Some(immune) => immune.wards_off(line),
    }
}

/// Hurt by nothing but silver or magic.
fn is_uncanny(d20: &D20) -> bool {
    let weak = |tag: &Tag| matches!(tag, Tag::Silver | Tag::Magic);
    matches!(&d20.block.immune, Some(Immunity::AllBut(tags)) if tags.iter().all(weak))
}

/// Harms the uncanny with whatever it has (`bx.option.peer-invulnerability`).
fn is_peer(d20: &D20) -> bool {
    let mighty = d20.block.hd.is_some_and(|hd| hd.whole >= PEER_HIT_DICE);
    state::is_monster(d20) && (mighty || is_uncanny(d20))
}
