//! One attack, from the die to its results.

use super::asset::about;
use super::condition;
use super::deeds::action;
use super::state;
use super::{aim, critical, damage, fumble, grenade, missile, modifiers, movement, spell, weapon};
use crate::rules::d20::aim as kit;
use crate::rules::d20::blow;
use crate::rules::d20::relations::engage;
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::model::block::d20::{Attack, Class, Tag};
use crate::rules::model::event;
use crate::rules::ruleset::deed::Told;
use crate::rules::ruleset::prelude::*;

pub const STRIKE: DeedRule = DeedRule {
    rule: "countdown.attack.roll",
    told: Told::ByOutcome,
    announced: |_, _| Some(Deed::Strike),
    repeats: true,
    may: aim::may_attack,
    shape,
    check: aim::check,
    run: attack,
    damage: |_, line| damage::dice(line),
    ..action(Deed::Strike)
};

/// The kind of an attack, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// An ordinary attack.
    Plain,
    /// At the end of a charge.
    Charge,
    /// With a weapon set against a charge.
    Set,
    /// At a foe that closes in, with a longer weapon.
    Intercept,
    /// At a foe that turns its back: an interrupt.
    Parting,
    /// At a foe that fumbled: an interrupt. `true` if it may provoke another.
    Free(bool),
    /// With the first of two weapons.
    First,
    /// With the second of two weapons.
    Second,
    /// A stray missile.
    Stray,
    /// With a fist.
    Punch,
    /// With a foot.
    Kick,
    /// To grab or disarm, without damage.
    Grab,
}

/// One attack: attacker, weapon, target and kind.
#[derive(Debug, Clone, Copy)]
pub struct Blow<'a> {
    /// Attacker.
    pub who: CombatantId,
    /// Target.
    pub target: CombatantId,
    /// Index of the attack line.
    pub at: u8,
    /// Attack line.
    pub line: &'a Attack,
    /// Whether it is a missile attack.
    pub shoots: bool,
    /// Kind.
    pub style: Style,
    /// Facts entered by the referee.
    pub facts: &'a Facts,
}

/// Result of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackResult {
    /// Whether it hit, with or without effect.
    pub hit: bool,
    /// Whether the attacker has lost its weapon.
    pub disarmed: bool,
}

impl Blow<'_> {
    /// Returns when it takes effect: interrupts at once, others at the commit of the number.
    pub fn timing(&self) -> Timing {
        match self.style {
            Style::Parting | Style::Free(_) => Timing::Now,
            _ => Timing::Together,
        }
    }

    /// Whether a thief attacks from behind an opponent that is unaware of it; once per opponent
    /// (`countdown.class.sneak-attack`).
    pub fn is_sneak_attack(&self, e: &Encounter) -> bool {
        let thief = e.d20(self.who).is_ok_and(|d20| d20.block.class == Some(Class::THIEF));
        let known = e.get(self.target).is_some_and(|c| c.has_toward(condition::SNEAKED_ON, self.who));
        thief
            && self.style != Style::Grab
            && !self.shoots
            && !known
            && self.facts.has(&Fact::Behind)
            && self.facts.has(&Fact::Unaware)
    }

    /// Whether it is made with the flat of a weapon (`countdown.special.nonlethal`).
    pub fn is_flat(&self) -> bool {
        self.facts.has(&Fact::Subdual) && !matches!(self.style, Style::Punch | Style::Kick)
    }

    /// Whether it is nonlethal: with the flat, fist or foot.
    pub fn spares(&self) -> bool {
        self.facts.has(&Fact::Subdual) || matches!(self.style, Style::Punch | Style::Kick)
    }

    /// Number of reasons to double its damage (`countdown.damage.double`).
    pub fn doublings(&self, e: &Encounter) -> u8 {
        let sneaks = self.is_sneak_attack(e) && !self.is_flat();
        let runs = matches!(self.style, Style::Charge | Style::Set);
        u8::from(sneaks) + u8::from(runs)
    }
}

/// Rolls the attack and applies its results: critical hit or fumble, damage, riders. Does nothing if an interrupt has
/// already felled the target.
pub fn strike(r: &mut Resolution, blow: &Blow) -> Result<AttackResult, Stop> {
    if !r.encounter().get(blow.target).is_some_and(state::is_there) {
        return Ok(AttackResult::default());
    }
    let strike = |r: &mut Resolution| {
        r.under(|| Why::Blow(blow.who, blow.at, Some(blow.target)), |r| resolve(r, blow))
    };
    let Some(rule) = rule_to_log(blow.style) else { return strike(r) };
    r.tell(|| event::Told::Rule(rule.into()));
    r.under(|| Why::OutOfTurn(blow.who, rule.into()), strike)
}

fn resolve(r: &mut Resolution, blow: &Blow) -> Result<AttackResult, Stop> {
    let sneaks = blow.is_sneak_attack(r.encounter());
    let (outcome, face) = roll(r, blow)?;
    let struck = match outcome {
        Outcome::Success | Outcome::Always => {
            let tier = critical::tier(r, blow, face)?;
            damage::deal(r, blow, tier)?;
            AttackResult { hit: true, disarmed: false }
        }
        // It never hits (`countdown.attack.material`) and has no other result.
        Outcome::Immune => AttackResult::default(),
        _ => AttackResult { hit: false, disarmed: miss(r, blow, face)? },
    };
    if sneaks {
        let mark = Effect { toward: Some(blow.who), ..r.effect(condition::SNEAKED_ON, None) };
        r.afflict(blow.target, mark);
    }
    Ok(struck)
}

/// Rule to log for an attack that is not an act of its own.
fn rule_to_log(style: Style) -> Option<&'static str> {
    Some(match style {
        Style::Parting => "countdown.movement.parting-shot",
        Style::Intercept => "countdown.initiative.reach-intercept",
        Style::Set => "countdown.special.set-weapon",
        Style::Free(_) => "countdown.fumble.sloppy",
        Style::Stray => "countdown.missile.into-melee",
        _ => return None,
    })
}

/// Resolves a miss, with a fumble on a natural 1 (`countdown.attack.natural-1`). Returns whether the weapon was lost.
pub fn miss(r: &mut Resolution, blow: &Blow, face: i32) -> Result<bool, Stop> {
    if face == 1 && blow.style != Style::Stray { fumble::fumble(r, blow) } else { Ok(false) }
}

/// Rolls to hit and logs the roll (`countdown.attack.roll`); returns the outcome and the natural roll.
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<(Outcome, i32), Stop> {
    // Counts the roll against a target that may be casting (`countdown.spell.disruption`).
    if spell::is_exposed(r.encounter(), blow.target) {
        spell::disturb(r, blow.target);
    }
    movement::exert(r, blow.who);
    let rolled = aim(r.encounter(), blow).roll(r)?;
    let is_immune = is_immune(r.encounter(), blow);
    Ok(blow::settle(r, rolled, is_immune))
}

/// Whether only silver or magic harms the target and this is neither (`countdown.attack.material`).
pub fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let immune = e.d20(blow.target).ok().and_then(|d20| d20.block.immune.as_ref());
    // Holy water counts as silver against the undead.
    let hallowed = blow.line.has(Tag::HOLY) && state::is_undead(e, blow.target);
    blow.style != Style::Grab && !hallowed && immune.is_some_and(|immune| immune.wards_off(blow.line))
}

/// The attack roll with its modifiers.
pub fn aim(e: &Encounter, blow: &Blow) -> D20Roll {
    let armour = modifiers::armour_against(e, blow);
    let purpose = match blow.style {
        Style::Grab => Purpose::Grab,
        _ => Purpose::Attack(blow.at),
    };
    D20Roll {
        purpose,
        who: blow.who,
        against: Some(blow.target),
        tally: modifiers::to_hit(e, blow),
        need: armour.total(),
        needing: armour,
        naturals: Naturals::Decide,
        marks: vec![2, 20],
        keep: None,
    }
}

/// Distance in feet between attacker and target: melee distance if engaged, else as the referee says, else as known.
pub fn distance(e: &Encounter, who: CombatantId, facts: &Facts, target: CombatantId) -> Option<i32> {
    kit::distance(about(), e, who, target, facts)
}

fn shape(at: &At, offer: Offer) -> Offer {
    let with = match aim::lines(at, false) {
        Ok(with) => with,
        Err(why) => return Offer::blocked(offer.deed, why),
    };
    let lines = state::lines(at).filter(|(nth, _)| with.contains(nth));
    let reach = lines.map(|(_, line)| aim::reach_of(line)).max().unwrap_or(about().melee_distance);
    let own = [FactField::flag(Fact::Subdual), aim::insist()];
    let facts = aim::melee_facts(at).into_iter().chain(own).collect();
    let offer = Offer { at: aim::at_hand(at, reach), with, facts, ..offer };
    kit::within_range(about(), at, offer, aim::reach_of)
}

/// Attacks in melee or shoots with one line.
pub fn attack(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (Some(target), Some(at)) = (act.target(), act.with) else { return Ok(()) };
    let Some(line) = &state::own_line(r.encounter(), act.who, at) else { return Ok(()) };
    let shoots = act.deed == Deed::Shoot;
    let style = Style::Plain;
    let blow = Blow { who: act.who, target, at, line, shoots, style, facts: &act.facts };
    spend(r, act.who, at);
    weapon::use_up(r, act.who, at, line, shoots);
    if !shoots {
        close_in(r, act, line, target);
        return strike(r, &blow).map(|_| ());
    }
    state::note_distance(r, act.who, target, &act.facts);
    if line.has(Tag::GRENADE) {
        return grenade::throw(r, &blow);
    }
    let struck = strike(r, &blow)?;
    // A broken or dropped weapon does not fly on.
    if struck.disarmed {
        return Ok(());
    }
    let hit = struck.hit || missile::astray(r, &blow)?;
    missile::leave_hand(r, &blow, hit);
    Ok(())
}

/// Spends one attack of the routine; for a character, or at the end of a routine, also the action.
pub fn spend(r: &mut Resolution, who: CombatantId, at: u8) {
    r.emit(Event::Spent(who, Spending::Attack(at)));
    let e = r.encounter();
    if e.get(who).is_some_and(|c| !state::in_routine(e, c)) {
        r.emit(Event::Spent(who, Spending::Action));
    }
}

/// Engages the two after a melee attack, unless it was made with a reach weapon from a distance
/// (`countdown.movement.engagement`).
pub fn close_in(r: &mut Resolution, act: &Act, line: &Attack, target: CombatantId) {
    let feet = distance(r.encounter(), act.who, &act.facts, target).unwrap_or(about().melee_distance);
    let from_afar = line.has(Tag::REACH) && feet > about().melee_distance;
    if !from_afar {
        engage(about(), r, act.who, target, Timing::Now);
    }
}
