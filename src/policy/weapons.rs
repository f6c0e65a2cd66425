//! Its weapons: which of them strike or shoot, which are spared, and what they are worth against a foe.

use super::ranking::Arms;
use super::{Chooser, Thrift};
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Immunity, Range, Tag};
use crate::rules::model::combatant::{Combatant, StatBlock, Thing, Whereabouts};
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::error::Refusal;
use crate::rules::model::offer::Offer;
use crate::rules::model::supply;

/// The refusals of a strike that mean there is no weapon for it.
const LACKING: [Refusal; 3] = [Refusal::NOT_AT_HAND, Refusal::DESTROYED, Refusal::BAD_WEAPON];
/// A supply smaller than this is a handful, and each piece is saved.
const HANDFUL: u32 = 6;

/// The attack lines of a block, and whether each is ranged and does not leave the hand.
pub(super) fn lines_of(block: &StatBlock) -> impl Iterator<Item = (u8, bool)> {
    let (d20, wounds) = match block {
        StatBlock::D20(d20) => (&d20.figures.attacks[..], &[][..]),
        StatBlock::Wounds(body) => (&[][..], &body.attacks[..]),
        StatBlock::Written(_) => (&[][..], &[][..]),
    };
    let ranged = d20.iter().map(|line| line.range == Some(Range::Missile));
    (0..=u8::MAX).zip(ranged.chain(wounds.iter().map(|line| line.kind.is_ranged())))
}

impl Chooser<'_> {
    /// Returns the attack line at an index, if the combatant has hit points. Bare hands have no line.
    pub(super) fn line(&self, at: u8) -> Option<&Attack> {
        self.e.d20(self.c.id).ok()?.figures.attacks.get(usize::from(at))
    }

    /// Whether an attack line is more than bare hands.
    pub(super) fn is_armed(&self, at: u8) -> bool {
        self.e.d20(self.c.id).is_err() || self.line(at).is_some_and(|line| !line.has(Tag::UNARMED))
    }

    /// All its lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = u8> {
        self.e.block(self.c.block).into_iter().flat_map(lines_of).map(|(line, _)| line)
    }

    /// Whether the line is ranged and does not leave the hand; `None` if there is no such line.
    fn is_ranged(&self, line: u8) -> Option<bool> {
        lines_of(self.e.block(self.c.block)?).nth(usize::from(line)).map(|(_, ranged)| ranged)
    }

    /// Whether the line is a weapon to strike with.
    pub(super) fn is_blade(&self, line: u8) -> bool {
        self.is_ranged(line) == Some(false) && self.is_armed(line)
    }

    /// Whether there is something left to shoot or throw with the line.
    pub(super) fn is_loaded(&self, line: u8) -> bool {
        let thrown = self.line(line).is_some_and(|line| line.range == Some(Range::Both));
        let lines = self.e.block(self.c.block).map(|block| block.lines()).unwrap_or_default();
        let left = lines
            .get(usize::from(line))
            .is_some_and(|name| self.c.supply_of(name).is_none() || supply::left(self.c, name) > 0);
        (self.shoots(line) || thrown) && left
    }

    /// Whether the line shoots, and does not leave the hand.
    pub(super) fn shoots(&self, line: u8) -> bool {
        self.is_ranged(line) == Some(true)
    }

    /// Whether it could only fight with bare hands.
    pub(super) fn is_disarmed(&self) -> bool {
        let armed =
            |deed| self.open(deed).is_some_and(|offer| offer.with.iter().any(|at| self.is_armed(*at)));
        let may_strike = self.open(Deed::Strike).is_some();
        (may_strike || self.lacks_a_weapon()) && !armed(Deed::Strike) && !armed(Deed::Shoot)
    }

    /// Whether it cannot strike for want of a weapon.
    pub(super) fn lacks_a_weapon(&self) -> bool {
        let blocked = self.listed(Deed::Strike).and_then(|listed| listed.as_ref().err());
        blocked.is_some_and(|why| LACKING.contains(&why.refusal))
    }

    /// Whether thrift spares an attack line: a grenade, the last of a supply, one of a handful.
    pub(super) fn is_scarce(&self, at: u8) -> bool {
        if self.thrift == Thrift::Spends {
            return false;
        }
        let lines = self.e.block(self.c.block).map(|block| block.lines()).unwrap_or_default();
        let few = lines.get(usize::from(at)).is_some_and(|name| {
            let mut supplies = self.c.supplies_of(name).peekable();
            let counted = supplies.peek().is_some();
            counted && (supplies.all(|supply| supply.most < HANDFUL) || supply::left(self.c, name) <= 1)
        });
        let begun = self.c.pledges(Deed::Shoot);
        few || (!begun && self.line(at).is_some_and(|line| line.has(Tag::GRENADE)))
    }

    /// What its best weapon for hand to hand is worth against the foe, wherever that is.
    pub(super) fn blade_at(&self, foe: &Combatant) -> u32 {
        let blades = self.lines().filter(|line| self.is_blade(*line));
        blades.map(|line| self.worth_of(&self.using(Deed::Strike, line, foe))).max().unwrap_or(0)
    }

    /// What its best weapon that shoots is worth against the foe, from where it stands.
    pub(super) fn shot_at(&self, foe: &Combatant) -> u32 {
        let bows = self.lines().filter(|line| self.shoots(*line) && !self.is_scarce(*line));
        bows.map(|line| self.worth_of(&self.using(Deed::Shoot, line, foe))).max().unwrap_or(0)
    }

    /// The use of a line against a foe, without any facts.
    pub(super) fn using(&self, deed: Deed, line: u8, foe: &Combatant) -> Act {
        Act { with: Some(line), at: vec![foe.id], ..Act::new(self.c.id, deed) }
    }

    /// Whether a strike with one of the lines on offer, wherever the foe is, can do anything to it.
    pub(super) fn harms_with(&self, strike: &Offer, foe: &Combatant) -> bool {
        strike.with.iter().any(|line| !self.gauge(&self.using(strike.deed, *line, foe)).is_vain())
    }

    /// Whether a missile of that line at the foe may hit a friend.
    pub(super) fn strays(&self, deed: Deed, line: u8, foe: &Combatant) -> bool {
        deeds::may_stray(self.rules, self.e, self.c.id, deed, line) && self.has_friends_at(foe)
    }

    /// Sort key of attack lines: the one last used with this deed, then the other weapons, then bare hands.
    pub(super) fn group(&self, deed: Deed, line: u8) -> u8 {
        match self.last.filter(|last| last.deed == deed).and_then(|last| last.with) == Some(line) {
            true => 0,
            false if self.is_armed(line) => 1,
            false => 2,
        }
    }

    /// Whether the line never kills.
    pub(super) fn is_gentle(&self, line: u8) -> bool {
        let lines = self.e.wounds(self.c.id).map(|body| &body.attacks[..]).unwrap_or_default();
        lines.get(usize::from(line)).is_some_and(|line| line.nonlethal)
    }

    /// Whether the line is of that kind.
    pub(super) fn serves(&self, line: u8, arms: Arms) -> bool {
        let shot = match self.line(line) {
            Some(line) => line.range == Some(Range::Missile),
            None => self.e.wounds(self.c.id).is_ok(),
        };
        arms == Arms::Any || shot
    }

    /// Whether there is a better use for the hand: a bow is not dropped to strike with bare hands.
    pub(super) fn is_kept(&self, deed: Deed, at: u8) -> bool {
        deed == Deed::Strike && !self.is_armed(at) && self.has_a_shot()
    }

    /// Whether this weapon would leave the hand, and had better not.
    pub(super) fn is_spared(&self, at: u8, foe: &Combatant) -> bool {
        match self.thrift {
            Thrift::Spares => self.is_needed(at, foe),
            Thrift::Spends => self.is_only_bane(at, foe),
        }
    }

    /// Whether it is all that it has left to strike the foe with, or the best of it while something else can be thrown.
    /// What is counted as a supply is there to be thrown.
    fn is_needed(&self, at: u8, foe: &Combatant) -> bool {
        let gone = [Whereabouts::Dropped, Whereabouts::Destroyed, Whereabouts::Lost];
        let has = |line: u8| !gone.contains(&self.c.thing(Thing::Line(line)).at);
        let counted =
            |line: u8| self.line(line).is_none_or(|line| self.c.supply_of(&line.name).is_some());
        let kept = |line: &u8| self.is_blade(*line) && has(*line) && !counted(*line);
        let worth = |line: u8| self.worth_of(&self.using(Deed::Strike, line, foe));
        let better = |line: u8| (worth(line), at) > (worth(at), line);
        let thrown = |line: u8| self.line(line).is_some_and(|line| line.range == Some(Range::Both));
        let others = || self.lines().filter(|line| *line != at && kept(line) && worth(*line) > 0);
        kept(&at) && (others().next().is_none() || (others().any(thrown) && !others().any(better)))
    }

    /// Whether this weapon, which would leave the hand, is the only one that harms the foe.
    fn is_only_bane(&self, at: u8, foe: &Combatant) -> bool {
        let immune = self.e.d20(foe.id).is_ok_and(|d20| d20.block.immune.is_some());
        let lines = self.e.d20(self.c.id).map(|d20| &d20.figures.attacks[..]).unwrap_or_default();
        let stays = |line: &Attack| line.range == Some(Range::Missile);
        let others = (0u8..).zip(lines).filter(|(nth, _)| *nth != at);
        immune
            && self.line(at).is_some_and(|line| !stays(line) && self.c.supply_of(&line.name).is_none())
            && others.into_iter().all(|(nth, _)| self.cannot_harm(nth, foe))
    }

    /// Whether it has a missile weapon at hand.
    pub(super) fn has_a_shot(&self) -> bool {
        self.open(Deed::Shoot).is_some_and(|offer| {
            offer.with.iter().any(|at| self.serves(*at, Arms::Shot) && !self.is_scarce(*at))
        })
    }

    /// Whether the attack line cannot harm the foe. Bare hands cannot harm one immune to all but silver or magic.
    pub(super) fn cannot_harm(&self, line: u8, foe: &Combatant) -> bool {
        let immune = self.e.d20(foe.id).ok().and_then(|d20| d20.block.immune.as_ref());
        immune.is_some_and(|immune| match self.line(line) {
            Some(line) => immune.wards_off(line),
            None => matches!(immune, Immunity::AllBut(_)),
        })
    }
}
