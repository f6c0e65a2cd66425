//! Announcing spells: whose would help, and which.

use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::kinds;
use crate::rules::model::stance::Aim;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Ruleset;

/// The announcement of a combatant's first useful spell, if it may announce one: damage, a condition for foes, healing
/// where a friend is badly hurt.
pub fn announcement(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> Option<Act> {
    let c = e.get(who)?;
    let spells = e.block(c.block)?.spells();
    if spells.is_empty() || c.pledges(Deed::Cast) || !rules::owes(rules, e, who) {
        return None;
    }
    let offer = deeds::offer_among(rules, e, who, Deed::DeclareSpell)?;
    let serves = |fact: &Fact| match fact {
        Fact::Heals(_) => e.all().any(|friend| friend.side == c.side && is_hurt(friend)),
        Fact::Damage(_) => true,
        // Whoever suffers from it already, or cannot fight, needs no more.
        Fact::Inflicts(what) => {
            e.foes(c).any(|foe| foe.is_up() && !foe.is_defenceless() && !foe.has(*what))
        }
        _ => false,
    };
    let chosen = offer.facts.iter().map(|field| &field.fact).find(|fact| match fact {
        Fact::Spell(at) => {
            spells.get(usize::from(*at)).is_some_and(|spell| spell.facts.iter().any(serves))
        }
        _ => false,
    })?;
    let mut act = Act::new(who, Deed::DeclareSpell);
    act.facts.set(chosen.clone());
    rules::check_act(rules, e, &act).is_ok().then_some(act)
}

/// The next announcement of somebody who is no player's, in the open window for declarations.
pub(super) fn of_the_machine(rules: &dyn Ruleset, e: &Encounter) -> Option<Act> {
    announcing(e).filter(|c| is_the_machines(e, c)).find_map(|c| announcement(rules, e, c.id))
}

/// Whether it is no player's: the machine spends what it has.
pub(super) fn is_the_machines(e: &Encounter, c: &Combatant) -> bool {
    let said = e.sides.iter().any(|side| side.players == Some(true));
    !e.is_players(c.side) && (said || !kinds::is_player(e, c))
}

/// The announcement of a way out of melee by somebody who is no player's and whose stance asks for it.
pub(super) fn way_out(rules: &dyn Ruleset, e: &Encounter) -> Option<Act> {
    let theirs = |c: &&Combatant| !e.is_players(c.side) && rules::owes(rules, e, c.id);
    announcing(e).filter(theirs).find_map(|c| {
        let foes = c.engaged_with().filter(|other| e.oppose(c.id, *other));
        let foe = foes.filter_map(|other| e.get(other)).next()?;
        let deed = match e.aim_of(c, foe.side)? {
            Aim::GivesGround => Deed::DeclareWithdrawal,
            Aim::Flees => Deed::DeclareRetreat,
            _ => return None,
        };
        let act = Act::new(c.id, deed);
        let said = || deeds::open(rules, e, c.id, Deed::Undeclare).is_some();
        (rules::check_act(rules, e, &act).is_ok() && !said()).then_some(act)
    })
}

/// The announcements that are left to the players, in the open window for declarations.
pub fn left_to_players(rules: &dyn Ruleset, e: &Encounter) -> Vec<Act> {
    announcing(e).filter_map(|c| announcement(rules, e, c.id)).collect()
}

/// Everybody, if the window for declarations is open.
fn announcing(e: &Encounter) -> impl Iterator<Item = &Combatant> {
    let open = e.window().is_some_and(|window| window.phase == Phase::Declare);
    e.all().filter(move |_| open)
}

/// Whether it has lost more than half of its hit points.
fn is_hurt(c: &Combatant) -> bool {
    c.is_up() && c.vitals.hp() * 2 < c.vitals.max()
}
