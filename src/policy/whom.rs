//! Target selection: who is worth attacking, and who comes first.

use super::act::TRIES;
use super::ranking::At;
use super::{Chooser, Thrift};
use crate::rules::d20::mount;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::model::combatant::{Combatant, Spent, Standing, StatBlock};
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::stance::Aim;
use crate::rules::model::tenths::Tenths;

/// Whether `whom` is a standing foe of `who`. The fallen and allies are never attacked unbidden.
pub fn is_worth_it(e: &Encounter, who: CombatantId, whom: CombatantId) -> bool {
    let side = e.get(who).map(|c| c.side);
    e.get(whom).is_some_and(|c| c.is_up() && Some(c.side) != side)
}

/// The standing foes among `ids`: those in melee with `who` first, then the nearest, then in the given order. Objects
/// come after them, the helpless last.
pub fn likely(e: &Encounter, who: CombatantId, ids: &[CombatantId]) -> Vec<CombatantId> {
    let mut worth: Vec<CombatantId> =
        ids.iter().copied().filter(|whom| is_worth_it(e, who, *whom)).collect();
    worth.sort_by_cached_key(|whom| {
        let far = e.distance(who, *whom).unwrap_or(Tenths(i32::MAX));
        e.get(*whom).map(|c| (c.is_defenceless(), is_thing(e, c), !e.engaged(who, *whom), far))
    });
    worth
}

/// Whether the effect leaves its bearer unable to fight back.
fn fells(effect: &Effect) -> bool {
    effect.condition.meaning.has_any(Meaning::OUT | Meaning::HELPLESS)
}

/// Whether it is fleeing, by choice or because its morale has failed.
pub(super) fn runs(c: &Combatant) -> bool {
    c.means(Meaning::LEAVES) || c.means(Meaning::BROKEN)
}

/// Whether a foe is engaged with it.
pub(super) fn is_held(e: &Encounter, c: &Combatant) -> bool {
    c.engaged_with().any(|other| e.oppose(c.id, other))
}

/// Whether a condition makes the side of the other friends of the first.
fn is_friend(e: &Encounter, c: &Combatant, other: &Combatant) -> bool {
    let side = |id: CombatantId| e.get(id).map(|c| c.side);
    let theirs = |effect: &Effect| effect.toward.is_none_or(|whose| side(whose) == Some(other.side));
    c.effects.that_mean(Meaning::FRIEND).any(theirs)
}

pub(super) fn is_thing(e: &Encounter, c: &Combatant) -> bool {
    matches!(e.block(c.block), Some(StatBlock::Wounds(body)) if body.is_object())
}

/// How far it is from falling; less is nearer.
fn health(c: &Combatant) -> i32 {
    c.vitals.hp().saturating_add(c.temporary()) - c.vitals.wounds()
}

/// How dangerous it is. Only comparable within a family of stat blocks.
fn danger(e: &Encounter, c: &Combatant) -> i32 {
    match e.block(c.block) {
        Some(StatBlock::D20(d20)) => d20.figures.hp,
        Some(StatBlock::Wounds(body)) => body.weapon_skill.max(body.ranged_skill) + body.str,
        _ => 0,
    }
}

impl Chooser<'_> {
    /// Whether the two are in melee: engaged, or within melee distance in systems without engagement.
    pub(super) fn in_melee(&self, a: &Combatant, b: &Combatant) -> bool {
        let near = |melee| self.e.between(a, b).is_some_and(|far| far <= melee);
        a.is_engaged_with(b.id) || self.melee.is_some_and(near)
    }

    /// Those in melee with it that pass the filter. Includes its own side where distance decides.
    fn all_in_melee<'a>(
        &'a self,
        with: &'a Combatant,
        those: impl Fn(&Combatant) -> bool + Copy + 'a,
    ) -> impl Iterator<Item = &'a Combatant> {
        let held = self.melee.is_none().then(|| with.engaged_with().filter_map(|id| self.e.get(id)));
        let near = move |c: &&Combatant| those(c) && self.in_melee(c, with);
        let near = self.melee.is_some().then(|| self.e.all().filter(near));
        held.into_iter().flatten().filter(move |c| those(c)).chain(near.into_iter().flatten())
    }

    /// Whether it is no longer a threat: helpless, an object, or about to fall by a pending event.
    pub(super) fn is_no_threat(&self, foe: &Combatant) -> bool {
        foe.is_defenceless() || foe.means(Meaning::IDLE) || is_thing(self.e, foe) || self.falls(foe)
    }

    /// The foes that fight: neither no threat any longer nor fleeing.
    pub(super) fn fighting_foes(&self) -> impl Iterator<Item = &Combatant> {
        self.e.foes(self.c).filter(|foe| !self.is_no_threat(foe) && !runs(foe))
    }

    /// Whether a pending event will make it fall.
    fn falls(&self, foe: &Combatant) -> bool {
        self.e.pending.iter().any(|event| match event {
            Event::Stood(who, standing) => *who == foe.id && *standing != Standing::Up,
            Event::Afflicted(who, effect) => *who == foe.id && fells(effect),
            _ => false,
        })
    }

    /// Whether a foe that can fight is in melee with it.
    pub(super) fn is_engaged(&self) -> bool {
        *self.engaged.get_or_init(|| {
            let fights =
                |foe: &Combatant| foe.side != self.c.side && foe.is_up() && !self.is_no_threat(foe);
            self.all_in_melee(self.c, fights).next().is_some()
        })
    }

    /// Whether a foe that can fight, and that it does not let be, is in melee with it, and no strike can do anything; and
    /// it has done nothing else yet.
    pub(super) fn is_powerless(&self) -> bool {
        let idle = self.c.spent == Spent::default();
        let Some(offer) = self.open(Deed::Strike).filter(|_| idle && self.is_engaged()) else {
            return false;
        };
        let mut faced = self.whom(&offer.at.ids, At::Engaged).take(TRIES).peekable();
        let armed = !offer.with.is_empty() && faced.peek().is_some();
        armed && !faced.any(|foe| self.harms_with(offer, foe))
    }

    /// Its allies in melee with that foe.
    pub(super) fn friends_at<'a>(&'a self, foe: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
        let friend = move |c: &Combatant| c.side == self.c.side && c.id != self.c.id && c.is_up();
        self.all_in_melee(foe, friend)
    }

    pub(super) fn has_friends_at(&self, foe: &Combatant) -> bool {
        self.friends_at(foe).next().is_some()
    }

    /// The allies attacking that foe: engaged with it, or, in systems without engagement, with an act begun against it
    /// (standing next to one foe may mean standing next to all).
    pub(super) fn attackers<'a>(&'a self, foe: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
        let held = self.melee.is_none().then(|| self.friends_at(foe));
        let begun = move |c: &&Combatant| {
            let act = c.ongoing.as_ref().map(|begun| &begun.act);
            c.side == self.c.side && c.id != self.c.id && act.is_some_and(|act| act.at.contains(&foe.id))
        };
        let begun = self.melee.is_some().then(|| self.e.all().filter(begun));
        held.into_iter().flatten().chain(begun.into_iter().flatten())
    }

    /// How many of those acting together with it target that foe.
    pub(super) fn companions_at(&self, foe: &Combatant) -> usize {
        self.taken.iter().filter(|whom| **whom == foe.id).count()
    }

    /// Whether it is built for charging: a rider with a lance, or a creature with horns.
    pub(super) fn is_lancer(&self, c: &Combatant) -> bool {
        let lines = self.e.d20(c.id).map(|d20| &d20.figures.attacks[..]).unwrap_or_default();
        let natural = |line: &Attack| line.has(Tag::NATURAL);
        lines.iter().any(|line| line.has(Tag::CHARGE) && (natural(line) || mount::rides(self.e, c)))
    }

    /// Whether it is built for charging and can still do so this round.
    fn may_yet_charge(&self, foe: &Combatant) -> bool {
        let waits =
            foe.spent.moved.is_none() && foe.spent.attacks.is_empty() && foe.threatens.is_empty();
        waits && self.is_lancer(foe)
    }

    /// Whether it will charge: it is charging, has declared a charge, or may yet charge.
    pub(super) fn will_charge(&self, foe: &Combatant) -> bool {
        let declared = || {
            let said = foe.effects.iter().rfind(|effect| effect.condition.is(Meaning::DECLARED))?;
            let act = Act::new(foe.id, Deed::Declare);
            let kinds = deeds::choices(self.rules, self.e, &act, &Fact::Intent(Deed::Pass));
            kinds.get(usize::try_from(said.value).ok()?).map(|kind| kind.1 == Fact::Intent(Deed::Charge))
        };
        foe.pledges(Deed::Charge) || self.may_yet_charge(foe) || declared().unwrap_or(false)
    }

    /// The foes among `ids` it would attack this way, the likeliest first. Skips the helpless and objects while any foe
    /// can still fight.
    pub(super) fn whom(&self, ids: &[CombatantId], at: At) -> impl Iterator<Item = &Combatant> {
        let there = self.foes_of(ids).filter(|foe| self.is_there(foe, at));
        let mut found: Vec<_> = there.filter(self.worthy()).collect();
        let last = self.last.and_then(Act::target);
        found.sort_by_cached_key(|foe| self.sort_key(foe, at, last));
        // Lazy, since only a few are consumed: looking for allies around each is expensive.
        let clear = matches!(at, At::Clear | At::Guessed);
        found.into_iter().filter(move |foe| !clear || !self.has_friends_at(foe))
    }

    /// The foes among `ids` that are up and that it does not let be.
    pub(super) fn foes_of(&self, ids: &[CombatantId]) -> impl Iterator<Item = &Combatant> {
        let foes = |foe: &&Combatant| foe.side != self.c.side && foe.is_up() && !self.lets_be(foe);
        ids.iter().filter_map(|id| self.e.get(*id)).filter(foes)
    }

    /// Whether it keeps away from the foe, or one of them is a friend of the other's side.
    fn lets_be(&self, foe: &Combatant) -> bool {
        self.keeps_peace(foe)
            || self.c.means_toward(Meaning::SHUNS, foe.id)
            || is_friend(self.e, self.c, foe)
            || is_friend(self.e, foe, self.c)
    }

    /// Whether there is peace between it and the foe. A simulation asks what comes if it comes to blows.
    fn keeps_peace(&self, foe: &Combatant) -> bool {
        let own = self.c.stance.is_some() || foe.stance.is_some();
        if !own && self.e.sides.iter().all(|side| side.stance.is_none()) {
            return false;
        }
        let peace =
            |aim: Aim| aim.is_peaceful() && (self.thrift == Thrift::Spares || aim == Aim::Surrenders);
        let theirs = || self.e.aim_of(foe, self.c.side);
        match self.e.aim_of(self.c, foe.side) {
            Some(aim) => peace(aim) || theirs() == Some(Aim::Surrenders),
            None => !self.e.attacks(self.c.side, foe.side) && theirs().is_some_and(peace),
        }
    }

    /// A filter for foes worth attacking: those that can fight, or if none can any more, those it can harm once nothing
    /// is pending.
    pub(super) fn worthy(&self) -> impl Fn(&&Combatant) -> bool {
        let fights = |foe: &Combatant| !self.is_no_threat(foe);
        let some = *self.opposed.get_or_init(|| self.e.foes(self.c).any(fights));
        let waits = !some && self.e.foes(self.c).any(|foe| self.falls(foe));
        move |foe| if some { fights(foe) } else { !waits && !self.is_invulnerable(foe) }
    }

    /// Whether every foe is helpless.
    pub(super) fn has_won(&self) -> bool {
        self.e.foes(self.c).all(|foe| foe.is_defenceless())
    }

    /// Whether none of its weapons can harm the foe.
    fn is_invulnerable(&self, foe: &Combatant) -> bool {
        let lines = self.e.d20(self.c.id).map_or(0, |d20| d20.figures.attacks.len());
        lines > 0 && (0..lines).all(|at| u8::try_from(at).is_ok_and(|at| self.cannot_harm(at, foe)))
    }

    fn is_there(&self, foe: &Combatant, at: At) -> bool {
        match at {
            At::Engaged => self.in_melee(self.c, foe),
            At::Near | At::Clear => self.in_melee(self.c, foe) || self.e.between(self.c, foe).is_some(),
            At::Guessed | At::Anybody => true,
        }
    }

    /// Whether the foe holds a friend, or has swallowed one: whoever fells it frees the friend.
    pub(super) fn holds_a_friend(&self, foe: &Combatant) -> bool {
        let holders = || {
            let friends = self.e.all().filter(|c| c.side == self.c.side && c.id != self.c.id);
            let held = |effect: &&Effect| effect.condition.is(Meaning::INWARD);
            friends
                .flat_map(|friend| friend.effects.iter().filter(held))
                .filter_map(|held| held.toward)
                .collect()
        };
        self.holders.get_or_init(holders).contains(&foe.id)
    }

    /// Sort key of targets: one that holds a friend, fewest companions at it, the last target, engaged with it; then not
    /// fleeing, the nearest, closest to falling, the most dangerous.
    fn sort_key(&self, foe: &Combatant, at: At, last: Option<CombatantId>) -> SortKey {
        let far = match at {
            At::Engaged => Tenths::default(),
            _ => self.e.between(self.c, foe).unwrap_or(Tenths(i32::MAX)),
        };
        let runs = runs(foe);
        let apart = self.apart(foe);
        let held = self.c.is_engaged_with(foe.id);
        let holds = self.thrift == Thrift::Spares && self.holds_a_friend(foe);
        (
            apart,
            !holds,
            self.companions_at(foe),
            last != Some(foe.id),
            !held,
            runs,
            far,
            self.preference(foe),
        )
    }

    /// Whether one foe comes before all others for it.
    pub(super) fn hunts(&self) -> bool {
        self.c.means(Meaning::HUNTS) || matches!(self.aim, Some(Aim::Hunts(_)))
    }

    /// How far the foe is from what the stance is about: the one hunted itself, or the one guarded.
    pub(super) fn apart(&self, foe: &Combatant) -> Tenths {
        let hunted = self.c.effects.that_mean(Meaning::HUNTS).next();
        if let Some(whom) = hunted.and_then(|effect| effect.toward) {
            return Tenths((foe.id != whom).into());
        }
        match self.aim {
            Some(Aim::Hunts(whom)) => Tenths((foe.id != whom).into()),
            Some(Aim::Guards(whom)) => self.e.distance(whom, foe.id).unwrap_or(Tenths(i32::MAX)),
            _ => Tenths::default(),
        }
    }

    /// Sort key of foes that stand equally near: closest to falling, the most dangerous.
    pub(super) fn preference(&self, foe: &Combatant) -> (i32, i32) {
        (health(foe), -danger(self.e, foe))
    }
}

/// A sort key of targets; the least is preferred.
type SortKey = (Tenths, bool, usize, bool, bool, bool, Tenths, (i32, i32));
