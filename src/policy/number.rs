//! What somebody would do on a number of the count: what was declared, else the likeliest.

use super::{Choice, Table, approach, likely, settled};
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Range, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::tenths::Tenths;

/// Deeds that only do when nothing better is open, the likeliest first.
const LAST: [Deed; 3] = [Deed::Reload, Deed::BreakFree, Deed::Squeeze];

impl Table<'_> {
    /// Up first, then away if it runs, then what it has declared; `None`: it passes.
    pub(super) fn on_its_number(&self) -> Option<Choice> {
        let c = self.e.get(self.who)?;
        if let Some(offer) = self.open(Deed::Stand).filter(|_| c.has(Condition::PRONE)) {
            return self.plain(&offer);
        }
        if c.has(Condition::FLEEING) || (c.has(Condition::BROKEN) && self.fights_no_more()) {
            return self.flight();
        }
        match self.declared(c) {
            Some(deed) => self.as_declared(c, deed),
            None => self.likeliest(c),
        }
    }

    /// What it has declared, as the ruleset keeps its list of that.
    fn declared(&self, c: &Combatant) -> Option<Deed> {
        let about = self.rules.about();
        let at = usize::try_from(c.effects.iter().rfind(|effect| about.declares(effect))?.value).ok()?;
        let act = Act::new(self.who, Deed::Declare);
        let kinds = deeds::choices(self.rules, self.e, &act, &Fact::Intent(Deed::Pass));
        match kinds.get(at)?.1 {
            Fact::Intent(deed) => Some(deed),
            _ => None,
        }
    }

    /// What it has declared, as far as it can be done.
    fn as_declared(&self, c: &Combatant, deed: Deed) -> Option<Choice> {
        let has_moved = c.spent.moved.is_some();
        match deed {
            Deed::Pass => None,
            Deed::Move | Deed::Withdraw if has_moved => None,
            Deed::Move => self.closing(c).or(Some(Choice::Ask(deed))),
            Deed::Cast => self.spells().or_else(|| self.likeliest(c)),
            Deed::Strike => self.likeliest(c),
            Deed::Run => self.open(deed).map(|_| Choice::Ask(deed)),
            _ => self.open(deed).and_then(|offer| self.plain(&offer)).or_else(|| self.likeliest(c)),
        }
    }

    /// At whoever is at hand, else a shot, else a spell, else whatever brings it nearer to one. Where
    /// nobody keeps distances, it uses what it has named first.
    fn likeliest(&self, c: &Combatant) -> Option<Choice> {
        let aimed =
            |deed, fits, known| self.aimed(deed, fits, known).and_then(|offer| self.attack(&offer));
        let any: fn(&Attack) -> bool = |_| true;
        let last = || {
            let open =
                LAST.iter().filter_map(|deed| self.open(*deed)).find(|offer| self.serves(c, offer));
            open.and_then(|offer| self.plain(&offer))
        };
        aimed(Deed::Strike, any, true)
            .or_else(|| aimed(Deed::Shoot, is_shot, true))
            .or_else(|| self.is_archer().then(|| aimed(Deed::Shoot, is_shot, false)).flatten())
            .or_else(|| self.spells())
            .or_else(last)
            .or_else(|| self.backing_off(c))
            .or_else(|| self.weapon_in_hand())
            .or_else(|| self.closing(c))
            .or_else(|| aimed(Deed::Strike, any, false))
            .or_else(|| aimed(Deed::Shoot, is_shot, false))
            .or_else(|| aimed(Deed::Shoot, is_thrown, true))
    }

    /// Its first line is one that only shoots.
    fn is_archer(&self) -> bool {
        self.e.d20(self.who).is_ok_and(|d20| d20.figures.attacks.first().is_some_and(is_shot))
    }

    /// Nobody loads with a foe at hand.
    fn serves(&self, c: &Combatant, offer: &Offer) -> bool {
        offer.deed != Deed::Reload || (c.threatened_by.is_empty() && self.open(Deed::Shoot).is_none())
    }

    fn spells(&self) -> Option<Choice> {
        let offer = self.open(Deed::Cast).or_else(|| self.open(Deed::UsePower))?;
        Some(Choice::Ask(offer.deed))
    }

    /// An attack that is open with such lines, the nearest first; with `known`, only at those of whom
    /// it is known how near they are.
    fn aimed(&self, deed: Deed, fits: fn(&Attack) -> bool, known: bool) -> Option<Offer> {
        let mut offer = Offer::clone(&*self.open(deed)?);
        let lines = &self.e.d20(self.who).ok()?.figures.attacks;
        offer.with.retain(|at| lines.get(usize::from(*at)).is_some_and(fits));
        let near = |id: &CombatantId| match self.e.engaged(self.who, *id) {
            true => Some(Tenths::default()),
            false => self.e.distance(self.who, *id),
        };
        offer.at.ids.retain(|id| !known || near(id).is_some());
        offer.at.ids.sort_by_key(|id| near(id).unwrap_or(Tenths(i32::MAX)));
        (!offer.with.is_empty() && !offer.at.ids.is_empty()).then_some(offer)
    }

    /// Back, once its blows are dealt, where it has said so.
    fn backing_off(&self, c: &Combatant) -> Option<Choice> {
        let offer = self.open(Deed::Withdraw).filter(|_| c.has(Condition::WITHDRAWING))?;
        self.plain(&offer)
    }

    /// A weapon is taken up where what keeps it from striking is not that nobody is there.
    fn weapon_in_hand(&self) -> Option<Choice> {
        let strike = self.offer(Deed::Strike)?;
        let why = strike.blocked.as_ref()?;
        let unarmed = matches!(why.refusal, Refusal::NOT_AT_HAND | Refusal::DESTROYED);
        self.open(Deed::Draw).filter(|_| unarmed).and_then(|offer| self.plain(&offer))
    }

    /// Nearer to the nearest foe whose distance is known. Who is in melee, or has moved as far as it
    /// can, stays.
    fn closing(&self, c: &Combatant) -> Option<Choice> {
        let offer = self.open(Deed::Move).filter(|_| c.threatens.is_empty())?;
        let target = *likely(self.rules, self.e, self.who, &offer.at.ids).first()?;
        self.e.distance(self.who, target)?;
        approach(self.rules, self.e, self.who, &offer).map(|act| settled(self.rules, self.e, act))
    }

    /// Neither blow nor shot is open to it.
    fn fights_no_more(&self) -> bool {
        self.open(Deed::Strike).is_none() && self.open(Deed::Shoot).is_none()
    }

    /// As far away as it can; out of melee first. Whoever cannot get away turns to fight.
    fn flight(&self) -> Option<Choice> {
        let free = self.open(Deed::Run).or_else(|| self.open(Deed::Move));
        let Some(offer) = free else {
            let out = self.open(Deed::Retreat).or_else(|| self.open(Deed::Rally));
            return out.and_then(|offer| self.plain(&offer));
        };
        approach(self.rules, self.e, self.who, &offer).map(|act| settled(self.rules, self.e, act))
    }
}

/// A weapon that only shoots; flasks are thrown when somebody says so.
fn is_shot(line: &Attack) -> bool {
    line.range == Some(Range::Missile) && !line.has(Tag::GRENADE)
}

fn is_thrown(line: &Attack) -> bool {
    !line.has(Tag::GRENADE)
}
