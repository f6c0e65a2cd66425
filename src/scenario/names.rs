//! Resolves names in scenario files to ids.
//!
//! An unknown name becomes an id that nobody has, so that the rules themselves refuse it.

use super::ruling::NamedSlot;
use crate::rules::model::block::line::LineAt;
use crate::rules::model::combatant::{Combatant, StatBlock, Thing};
use crate::rules::model::effect::{Condition, Effect, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, EffectId, SideId, Text};
use crate::rules::model::stance::Aim;
use crate::rules::model::window::Slot;

const NOBODY: CombatantId = CombatantId(u32::MAX);
const NO_SIDE: SideId = SideId(u8::MAX);
pub const NO_EFFECT: EffectId = EffectId(u32::MAX);

/// Resolves names in an encounter. Positions that are not found are `u8::MAX`.
#[derive(Clone, Copy)]
pub(super) struct Names<'a>(pub &'a Encounter);

impl<'a> Names<'a> {
    /// Returns the combatant of that name.
    pub fn combatant(self, name: &str) -> Result<&'a Combatant, String> {
        self.0.named(name).ok_or_else(|| {
            let names: Vec<&str> = self.0.all().map(|c| &*c.name).collect();
            format!("there is no combatant \"{name}\", only {}", names.join(", "))
        })
    }

    /// Returns the side of that name.
    pub fn known_side(self, name: &str) -> Result<SideId, String> {
        let side = self.side(name);
        if side != NO_SIDE {
            return Ok(side);
        }
        let names: Vec<&str> = self.0.sides.iter().map(|side| &*side.name).collect();
        Err(format!("there is no side \"{name}\", only {}", names.join(", ")))
    }

    /// Returns the id of a combatant.
    pub fn who(self, name: &str) -> CombatantId {
        self.0.named(name).map_or(NOBODY, |c| c.id)
    }

    /// Returns the ids of combatants.
    pub fn all(self, names: &[String]) -> Vec<CombatantId> {
        names.iter().map(|name| self.who(name)).collect()
    }

    /// Returns the aim with the id of its combatant.
    pub fn aim(self, aim: Aim<String>) -> Aim {
        aim.map(|name| self.who(&name))
    }

    /// Returns the name of a combatant.
    pub fn name(self, who: CombatantId) -> String {
        self.0.get(who).map_or_else(|| format!("{who:?}"), |c| c.name.to_string())
    }

    /// Returns the id of a side.
    pub fn side(self, name: &str) -> SideId {
        let at = self.0.sides.iter().position(|side| &*side.name == name);
        at.and_then(|at| u8::try_from(at).ok()).map_or(NO_SIDE, SideId)
    }

    /// Returns the names of a combatant's attacks, in order, for either family.
    pub fn lines(self, who: CombatantId) -> Vec<&'a Text> {
        match self.block(who) {
            Some(StatBlock::D20(d20)) => d20.figures.attacks.iter().map(|line| &line.name).collect(),
            Some(StatBlock::Wounds(body)) => body.attacks.iter().map(|line| &line.name).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the name of the attack at that position.
    pub fn line_name(self, who: CombatantId, at: u8) -> Option<String> {
        let (owner, line) = self.0.line_of(who, at);
        self.lines(owner).get(usize::from(line)).map(ToString::to_string)
    }

    /// Returns the position of an attack: its own, or else the last one of that name it was lent.
    pub fn line(self, who: CombatantId, name: &str) -> u8 {
        let own = position(self.lines(who), name);
        let lent = || {
            let lent = &self.0.get(who)?.lent;
            let named = |(owner, line): &(CombatantId, u8)| {
                self.lines(*owner).get(usize::from(*line)).is_some_and(|known| &***known == name)
            };
            let nth = u8::try_from(lent.iter().rposition(named)?).ok()?;
            Some(LineAt::Lent(nth).into())
        };
        if own == u8::MAX { lent().unwrap_or(own) } else { own }
    }

    /// Returns the position of a spell.
    pub fn spell(self, who: CombatantId, name: &str) -> u8 {
        match self.block(who) {
            Some(StatBlock::D20(d20)) => {
                position(d20.block.spells.iter().map(|spell| &spell.name), name)
            }
            _ => u8::MAX,
        }
    }

    /// Returns the position of a combo.
    pub fn combo(self, who: CombatantId, name: &str) -> u8 {
        match self.block(who) {
            Some(StatBlock::Wounds(body)) => position(body.combos.iter().map(|combo| &combo.name), name),
            _ => u8::MAX,
        }
    }

    /// Returns the gear of that name: an attack's, or the armour.
    pub fn thing(self, who: CombatantId, name: &str) -> Result<Thing, String> {
        match self.line(who, name) {
            u8::MAX if name == "armour" => Ok(Thing::Armour),
            u8::MAX => {
                let lines: Vec<&str> = self.lines(who).iter().map(|line| &***line).collect();
                Err(format!("there is no \"{name}\", only armour, {}", lines.join(", ")))
            }
            line => Ok(Thing::Line(line)),
        }
    }

    fn block(self, who: CombatantId) -> Option<&'a StatBlock> {
        self.0.get(who).and_then(|c| self.0.block(c.block))
    }

    /// Returns the newest effect of that condition.
    pub fn effect(self, who: CombatantId, condition: Condition) -> EffectId {
        let effect = self.0.get(who).and_then(|c| c.effect(condition));
        effect.map_or(NO_EFFECT, |effect| effect.id)
    }

    /// Returns the custom effect of that name.
    pub fn custom(self, who: CombatantId, name: &str) -> EffectId {
        let is = |effect: &&Effect| effect.custom.as_deref().is_some_and(|made| &*made.name == name);
        let effect = self.0.get(who).and_then(|c| c.effects.iter().find(is));
        effect.map_or(NO_EFFECT, |effect| effect.id)
    }

    /// Returns the reminder with that text.
    pub fn reminder(self, text: &str) -> EffectId {
        let is = |action: &TimerAction| matches!(action, TimerAction::Remind(of) if &**of == text);
        self.0.timers.iter().find(|timer| is(&timer.action)).map_or(NO_EFFECT, |timer| timer.id)
    }

    /// Resolves slots; scores that are not given count down to 1.
    pub fn slots(self, slots: &[NamedSlot]) -> Vec<Slot> {
        let last = i32::try_from(slots.len()).unwrap_or(i32::MAX);
        (0..last).zip(slots).map(|(at, slot)| self.slot(slot, last - at)).collect()
    }

    fn slot(self, word: &NamedSlot, score: i32) -> Slot {
        let (sides, ones): (Vec<&String>, Vec<&String>) =
            word.who.iter().partition(|name| self.side(name) != NO_SIDE);
        Slot {
            score: word.score.unwrap_or(score),
            sides: sides.into_iter().map(|name| self.side(name)).collect(),
            ones: ones.into_iter().map(|name| self.who(name)).collect(),
        }
    }

    /// Returns the names in a slot, sides first.
    pub fn in_slot(self, slot: &Slot) -> Vec<String> {
        let side = |id: &SideId| self.0.side(*id).map_or_else(String::new, |s| s.name.to_string());
        slot.sides.iter().map(side).chain(slot.ones.iter().map(|&who| self.name(who))).collect()
    }
}

fn position<'a>(names: impl IntoIterator<Item = &'a Text>, name: &str) -> u8 {
    let at = names.into_iter().position(|known| &**known == name);
    at.and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX)
}
