//! Strikes and shots: who may, the roll to hit, the damage.

use super::options::{self, ARITHMETIC, ASCENDING, PEERS, RELOAD, VARIABLE_DAMAGE};
use super::sequence::{self, ROUND_TAGS};
use super::state::{self, MELEE_FEET};
use super::{about, figures, harm, saving, spell, tables};
use crate::rules::combatant::Combatant;
use crate::rules::command::{Act, Deed, Fact};
use crate::rules::d20::block::{Ability, Attack, D20, Damage, Immunity, Range, Tag};
use crate::rules::d20::relations::{engage, is_helpless};
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::effect::{Condition, Effect, Errand, Timer};
use crate::rules::encounter::Encounter;
use crate::rules::error::{Refusal, RuleError};
use crate::rules::event::{Event, Outcome, Rolled, Source, Spending, Stop};
use crate::rules::ids::CombatantId;
use crate::rules::moment::{Moment, TIMED};
use crate::rules::resolution::Resolution;
use crate::rules::ruleset::Bar;
use crate::rules::tally::{Reason, Tally};

/// The mark of bare hands among attack lines.
pub const BARE_HANDS: u8 = u8::MAX;
/// What bare hands deal (`bx.attack.unarmed`).
const BARE_HANDS_DAMAGE: DiceExpr = DiceExpr::new(1, 2, 0);
/// What a character's hit deals with any weapon (`bx.damage.pc`).
const ANY_WEAPON: DiceExpr = DiceExpr::new(1, 6, 0);
/// Foes of a retreat have this on their rolls (`bx.movement.retreat`).
const AGAINST_RETREAT: i32 = 2;
/// A thief from behind, unseen (`bx.special.back-stab`).
const BACK_STAB: i32 = 4;
/// Worn out from running (`bx.pursuit.exhaustion`).
const EXHAUSTED: i32 = -2;
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
        name: "bare hands".into(),
        count: 1,
        range: Some(Range::Melee),
        damage: Some(Damage::Dice(BARE_HANDS_DAMAGE)),
        bonus: 0,
        feet: None,
        tags: vec![Tag::Unarmed],
        riders: Vec::new(),
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
        let fits = deed == Deed::Strike;
        return match (fits, state::hands_left(c)) {
            (true, true) => Ok(()),
            (true, false) => Err(refuse(Refusal::AlreadyAttacked)),
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
    let in_tail = e.window().is_some_and(sequence::is_tail);
    if line.has(Tag::Slow) && !in_tail {
        let detail = "a slow weapon strikes after everybody else: hang back for it";
        return Err(refuse(Refusal::WrongStep).saying(detail));
    }
    let loading =
        |effect: &Effect| effect.condition == Condition::Reloading && effect.value == i32::from(at);
    if deed == Deed::Shoot && c.effects.iter().any(loading) {
        return Err(refuse(Refusal::Reloading));
    }
    Ok(())
}

/// Has a blow left and somebody to strike (section 2.1).
pub fn can_strike(e: &Encounter, c: &Combatant) -> bool {
    may_attack(c).is_ok()
        && (!lines_left(e, c, Deed::Strike).is_empty() || unarmed(e, c))
        && !state::in_reach(e, c).is_empty()
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
    let lines = u8::try_from(d20.figures.attacks.len()).unwrap_or(BARE_HANDS);
    (0..lines).filter(|at| state::uses_left(c, d20, *at) > 0).filter(fits).filter(loaded).collect()
}

/// Without any weapon it still has its hands, if it is a character.
fn unarmed(e: &Encounter, c: &Combatant) -> bool {
    let bare = |d20: &D20| d20.block.is_character() && d20.figures.attacks.is_empty();
    state::hands_left(c) && e.d20(c.id).is_ok_and(bare)
}

/// The feet between attacker and target: as the referee says, else as known.
pub fn distance(e: &Encounter, act: &Act, target: CombatantId) -> Option<i32> {
    if e.engaged(act.who, target) {
        return Some(MELEE_FEET);
    }
    act.facts.distance().or_else(|| e.distance(act.who, target))
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
    let feet = feet.ok_or_else(|| refuse(Refusal::MissingFact).saying("how far is it, in feet?"))?;
    if feet <= MELEE_FEET {
        return Err(refuse(Refusal::TooClose));
    }
    let farthest = line.feet.map_or(0, |bands| bands[2]);
    if i64::from(feet) > i64::from(farthest) {
        return Err(refuse(Refusal::OutOfRange).saying(format!("{feet}', it reaches {farthest}'")));
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

/// One attack, from the die to what it brings.
pub fn attack(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let d20 = r.encounter().d20(act.who)?.clone();
    let Some((at, line)) = attack_line(&d20, act.with) else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Attack(at)));
    close_in(r, act, target);
    let hit = to_hit(r, act, &d20, at, &line, target)?;
    if line.has(Tag::Reload) && options::on(r.encounter(), RELOAD) {
        let until = Moment::RoundEnd(r.encounter().round + 1).at(ROUND_TAGS);
        let loading = Effect { value: i32::from(at), ..r.effect(Condition::Reloading, Some(until)) };
        r.afflict(act.who, loading);
    }
    match hit {
        Outcome::Success | Outcome::Always => deal(r, act, &d20, at, &line, target),
        Outcome::Immune => {
            spell::spoil(r, target, false);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A blow brings both into melee; a shot makes the distance known.
fn close_in(r: &mut Resolution, act: &Act, target: CombatantId) {
    if act.deed == Deed::Strike {
        engage(r, act.who, target);
    } else if let Some(feet) = act.facts.distance()
        && r.encounter().distance(act.who, target) != Some(feet)
    {
        r.emit(Event::Apart(act.who, target, Some(feet)));
    }
}

/// The roll to hit (`bx.attack.roll`), recorded.
fn to_hit(
    r: &mut Resolution,
    act: &Act,
    d20: &D20,
    at: u8,
    line: &Attack,
    target: CombatantId,
) -> Result<Outcome, Stop> {
    let e = r.encounter();
    let helpless = e.get(target).is_some_and(|c| is_helpless(about(), c));
    let mut rolled = if act.deed == Deed::Strike && helpless {
        let certain = Rolled::new(Purpose::Attack(at), Outcome::Always);
        Rolled { who: Some(act.who), against: Some(target), ..certain }
    } else {
        aim(e, act, d20, at, line, target).roll(r)?
    };
    if rolled.outcome.succeeded() && is_immune(r.encounter(), d20, line, target) {
        rolled.outcome = Outcome::Immune;
    }
    let outcome = rolled.outcome;
    r.emit(Event::Rolled(Box::new(rolled)));
    Ok(outcome)
}

/// The roll with all its terms.
fn aim(e: &Encounter, act: &Act, d20: &D20, at: u8, line: &Attack, target: CombatantId) -> D20Roll {
    let armour = figures::armour_against(e, target, shield_ignored(e, act, target));
    let mut tally = modifiers(e, act, d20, line, target);
    let need = if options::on(e, ASCENDING) {
        tally.add(Reason::AttackBonus, d20.figures.attack_bonus);
        figures::ASCENDING_BASE - armour.total()
    } else {
        number_needed(e, d20.figures.thac0, armour.total())
    };
    D20Roll {
        purpose: Purpose::Attack(at),
        who: act.who,
        against: Some(target),
        tally,
        need,
        needing: armour,
        naturals: Naturals::Decide,
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
fn shield_ignored(e: &Encounter, act: &Act, target: CombatantId) -> Option<Reason> {
    if act.facts.has(&Fact::Behind) {
        return Some(Reason::Behind);
    }
    let exposed = e.get(target).is_some_and(|c| state::exposed_to(e, c, act.who));
    exposed.then_some(Reason::ShieldIgnored)
}

fn is_back_stab(d20: &D20, act: &Act) -> bool {
    d20.block.class == Some(crate::rules::d20::block::Class::Thief)
        && act.deed == Deed::Strike
        && act.facts.has(&Fact::Behind)
        && act.facts.has(&Fact::Unaware)
}

/// `bx.attack.modifiers`.
fn modifiers(e: &Encounter, act: &Act, d20: &D20, line: &Attack, target: CombatantId) -> Tally {
    let mut tally = Tally::new();
    if act.deed == Deed::Strike {
        tally.add(Reason::Strength, figures::modifier(d20, Ability::Str));
    } else {
        tally.add(Reason::Dexterity, figures::modifier(d20, Ability::Dex));
        add_range(&mut tally, line, distance(e, act, target).unwrap_or(0));
        let standing = e.get(target).and_then(|c| c.effect(Condition::PartialCover));
        let cover = act.facts.cover().or(standing.map(|effect| effect.value)).unwrap_or(0);
        tally.add(Reason::Cover, cover);
    }
    tally.add(Reason::Weapon, line.bonus);
    if e.get(target).is_some_and(|c| state::exposed_to(e, c, act.who)) {
        tally.add(Reason::Retreating, AGAINST_RETREAT);
    }
    if is_back_stab(d20, act) {
        tally.add(Reason::BackStab, BACK_STAB);
    }
    if e.get(act.who).is_some_and(|c| c.has(Condition::Exhausted)) {
        tally.add(Reason::Exhausted, EXHAUSTED);
    }
    tally.add(Reason::Referee, act.facts.modifier().unwrap_or(0));
    tally
}

/// Short +1, long -1 (`bx.missile.range`); the upper figure still belongs to its band.
fn add_range(tally: &mut Tally, line: &Attack, feet: i32) {
    let Some([short, medium, _]) = line.feet else { return };
    let feet = u32::try_from(feet).unwrap_or(0);
    if feet <= short {
        tally.add(Reason::ShortRange, 1);
    } else if feet > medium {
        tally.add(Reason::LongRange, -1);
    }
}

/// Immune to this attack (`bx.attack.invulnerability`).
fn is_immune(e: &Encounter, d20: &D20, line: &Attack, target: CombatantId) -> bool {
    if line.has(Tag::Holy) && !state::is_undead(e, target) {
        return true;
    }
    let Ok(victim) = e.d20(target) else { return false };
    let carries = |tag: &Tag| line.has(*tag) || (*tag == Tag::Magic && line.bonus > 0);
    match &victim.block.immune {
        None => false,
        Some(Immunity::To(tags)) => tags.iter().any(carries),
        Some(Immunity::AllBut(tags)) => {
            let peer = options::on(e, PEERS) && is_peer(d20);
            !peer && !tags.iter().any(carries)
        }
    }
}

fn is_peer(d20: &D20) -> bool {
    let mighty = d20.block.hd.is_some_and(|hd| hd.whole >= PEER_HIT_DICE);
    let alike = matches!(d20.block.immune, Some(Immunity::AllBut(_)));
    state::is_monster(d20) && (mighty || alike)
}

/// The dice of a hit (`bx.damage.pc`, `bx.damage.monster`, `bx.damage.variable`).
pub fn damage_dice(e: &Encounter, d20: &D20, line: &Attack) -> Option<DiceExpr> {
    let own = options::on(e, VARIABLE_DAMAGE);
    match &line.damage {
        Some(Damage::Nothing) => None,
        Some(Damage::Dice(dice)) if own || !d20.block.is_character() || line.has(Tag::Unarmed) => {
            Some(*dice)
        }
        Some(Damage::Weapon(Some(name))) => {
            let row = figures::weapon(name).filter(|row| own || row.always);
            Some(row.map_or(ANY_WEAPON, |row| row.damage))
        }
        _ => Some(ANY_WEAPON),
    }
}

/// Damage and what else a hit brings.
fn deal(
    r: &mut Resolution,
    act: &Act,
    d20: &D20,
    at: u8,
    line: &Attack,
    target: CombatantId,
) -> Result<(), Stop> {
    let mut amount = 0;
    if let Some(dice) = damage_dice(r.encounter(), d20, line) {
        let tally = damage(r, act, d20, at, line, target, dice)?;
        amount = tally.total();
        spell::spoil(r, target, amount > 0);
        if act.facts.has(&Fact::Subdual) {
            harm::subdue(r, target, amount);
            return Ok(());
        }
        let destructive = line.has(Tag::Destructive);
        let category = destructive.then_some(crate::rules::d20::block::Save::Breath);
        harm::harm(r, target, tally, Source::Attack(act.who), category)?;
        if line.has(Tag::Splash) {
            douse(r, target, dice);
        }
    } else {
        spell::spoil(r, target, false);
    }
    let lives = r
        .encounter()
        .get(target)
        .is_some_and(|c| c.is_up() && c.vitals.hp() - pending_if_shared(r, amount) > 0);
    if lives {
        for rider in &line.riders {
            saving::rider(r, target, rider, act.who)?;
        }
    }
    Ok(())
}

/// In a shared slot the harm is not taken yet: it counts against the bite's own save.
fn pending_if_shared(r: &Resolution, amount: i32) -> i32 {
    let shared = r.encounter().window().is_some_and(|w| w.mode == crate::rules::window::Mode::Together);
    if shared { amount } else { 0 }
}

/// The amount of a hit with its terms; at least 1 (`bx.damage.minimum`).
fn damage(
    r: &mut Resolution,
    act: &Act,
    d20: &D20,
    at: u8,
    line: &Attack,
    target: CombatantId,
    dice: DiceExpr,
) -> Result<Tally, Stop> {
    let mut added = Tally::new().with(Reason::Base, dice.plus);
    if act.deed == Deed::Strike {
        added.add(Reason::Strength, figures::modifier(d20, Ability::Str));
    }
    added.add(Reason::Weapon, line.bonus);
    if r.encounter().get(act.who).is_some_and(|c| c.has(Condition::Exhausted)) {
        added.add(Reason::Exhausted, EXHAUSTED);
    }
    let thrown = if dice.count == 0 {
        0
    } else {
        let ask = RollRequest::new(Purpose::Damage(at), dice.count, dice.sides)
            .by(act.who)
            .against(target)
            .adding(added.clone());
        r.roll(ask)?.total()
    };
    let mut tally = Tally::new().with(Reason::Dice, thrown);
    for term in added.terms() {
        tally.add(term.0, term.1);
    }
    if is_doubled(r.encounter(), act, d20, line) {
        let once = tally.total();
        tally.add(Reason::Doubled, once);
    }
    let short = 1 - tally.total();
    if short > 0 {
        tally.add(Reason::Minimum, short);
    }
    Ok(tally)
}

/// `bx.special.back-stab`, `bx.special.charge`, `bx.special.brace`: once, whatever the reasons.
fn is_doubled(e: &Encounter, act: &Act, d20: &D20, line: &Attack) -> bool {
    let charge = line.has(Tag::Charge) && act.facts.has(&Fact::Mounted);
    let braced = e.get(act.who).is_some_and(|c| c.has(Condition::Braced));
    let brace = line.has(Tag::Brace) && braced && act.facts.has(&Fact::AgainstCharge);
    is_back_stab(d20, act) || charge || brace
}

/// The second dose comes at the start of the next round (`bx.special.splash`).
fn douse(r: &mut Resolution, target: CombatantId, dice: DiceExpr) {
    let start = Moment::RoundStart(r.encounter().round + 1);
    let doused = r.effect(Condition::Doused, Some(start.at(TIMED)));
    r.consequence(Event::Afflicted(target, Box::new(doused)));
    let id = r.next_id();
    let timer = Timer { id, due: start.at(ROUND_TAGS), who: Some(target), errand: Errand::Splash(dice) };
    r.consequence(Event::Set(Box::new(timer)));
}
