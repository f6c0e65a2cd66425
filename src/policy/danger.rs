//! Its own danger: who is badly hurt does not walk up to a foe that would fell it.

use super::flight::far_off;
use super::gauge::SURE;
use super::weapons::lines_of;
use super::{Chooser, Gauge};
use crate::rules::model::combatant::{Combatant, StatBlock, Vitals};
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::stance::Aim;
use crate::rules::model::tenths::Tenths;

/// Badly hurt is who has no more than one part in this left.
const PART: i32 = 3;
/// The foe is shunned that fells it one time in this.
const ONE_IN: u32 = 5;
/// The morale of those who know no fear.
const FEARLESS: u8 = 12;

impl Chooser<'_> {
    /// Whether it is badly hurt and knows fear.
    pub(super) fn is_frail(&self) -> bool {
        let knows_fear = match self.e.block(self.c.block) {
            Some(StatBlock::D20(d20)) => d20.block.morale != Some(FEARLESS),
            _ => true,
        };
        knows_fear && badly_hurt(self.c)
    }

    /// Whether it had better stay away from that foe: badly hurt as it is, a blow may well fell it, and not all of its
    /// foes are as badly off. One that yields gives heart.
    pub(super) fn dreads(&self, foe: &Combatant) -> bool {
        let yields = matches!(self.e.aim_of(foe, self.c.side), Some(Aim::GivesGround | Aim::Flees));
        self.is_frail()
            && !yields
            && self.e.foes(self.c).any(|foe| !self.is_no_threat(foe) && !badly_hurt(foe))
            && self.their_blow(foe).fells.saturating_mul(ONE_IN) >= SURE
    }

    /// Whether it holds for nothing: one of its side has fallen, all foes that fight shoot, and it has no answer.
    pub(super) fn holds_in_vain(&self) -> bool {
        let lost = |c: &Combatant| c.side == self.c.side && !c.is_up();
        self.e.all().any(lost)
            && !self.has_an_answer()
            && self.fighting_foes().all(|foe| self.is_afar(foe))
    }

    /// Whether it is badly hurt, a foe shoots at it, and it has no answer.
    pub(super) fn is_picked_off(&self) -> bool {
        self.is_frail() && !self.has_an_answer() && self.fighting_foes().any(|foe| self.is_afar(foe))
    }

    /// Whether it can shoot, or strike from where it stands.
    fn has_an_answer(&self) -> bool {
        self.is_engaged() || self.lines().any(|line| self.shoots(line) && self.is_loaded(line))
    }

    /// Whether the foe shoots from a distance that is known and not out of sight, and nobody of this side is at it.
    fn is_afar(&self, foe: &Combatant) -> bool {
        let shoots = |(_, ranged)| ranged;
        let near = |far: Tenths| far < far_off(self.rules);
        self.e.block(foe.block).into_iter().flat_map(lines_of).any(shoots)
            && self.e.between(self.c, foe).is_some_and(near)
            && !self.has_friends_at(foe)
    }

    /// Whether it is in melee with a foe that it had better stay away from.
    pub(super) fn is_in_danger(&self) -> bool {
        self.is_frail() && self.e.foes(self.c).any(|foe| self.in_melee(self.c, foe) && self.dreads(foe))
    }

    /// What a blow of the foe does to it.
    fn their_blow(&self, foe: &Combatant) -> Gauge {
        let lines = self.e.block(foe.block).into_iter().flat_map(lines_of);
        let with = lines.filter(|(_, ranged)| !ranged).map(|(line, _)| line).next();
        let act = Act { with, at: vec![self.c.id], ..Act::new(foe.id, Deed::Strike) };
        super::gauge::gauge(self.rules, self.e, &act)
    }
}

/// Whether it has little left to lose.
pub(super) fn badly_hurt(c: &Combatant) -> bool {
    match c.vitals {
        Vitals::HitPoints { now, max } => {
            now < max && now.saturating_add(c.temporary()).saturating_mul(PART) <= max
        }
        Vitals::Wounds(wounds) => wounds > 1,
    }
}
