//! What a combatant may do now, as data; blocked deeds with their reason.

use super::state::{self, MELEE_FEET};
use super::{attack, check, declare, movement, options, spell, turning};
use crate::rules::d20::effect;
use crate::rules::model::block::d20::{Ability, Band, D20, Save, Tag, Trait};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer, Targets};

/// Everything that can ever be done, in the order in which a form shows it.
const DEEDS: [Deed; 20] = [
    Deed::Strike,
    Deed::Shoot,
    Deed::Cast,
    Deed::UsePower,
    Deed::TurnUndead,
    Deed::Move,
    Deed::Withdraw,
    Deed::Retreat,
    Deed::Brace,
    Deed::HangBack,
    Deed::Hasten,
    Deed::LetGo,
    Deed::DeclareSpell,
    Deed::DeclareWithdrawal,
    Deed::DeclareRetreat,
    Deed::Undeclare,
    Deed::Save,
    Deed::Check,
    Deed::Evade,
    Deed::Run,
];

/// All offers for one combatant.
pub fn offers(e: &Encounter, who: CombatantId) -> Vec<Offer> {
    let (Ok(c), Ok(d20)) = (e.who(who), e.d20(who)) else { return Vec::new() };
    let mut list: Vec<Offer> = DEEDS
        .iter()
        .filter(|deed| concerns(e, c, d20, **deed))
        .map(|deed| offer(e, c, d20, *deed))
        .collect();
    list.push(pass(e, c));
    list.push(Offer { facts: vec![rounds(1)], ..offer_if(e, c, Deed::Distract) });
    list.push(Offer {
        facts: vec![FactField::number(Fact::Rounds(day()), 1, i32::MAX)],
        ..offer_if(e, c, Deed::Rest)
    });
    list
}

fn day() -> i32 {
    i32::try_from(super::pursuit::DAY).unwrap_or(i32::MAX)
}

fn rounds(standing: i32) -> FactField {
    FactField::number(Fact::Rounds(standing), 1, 10_000)
}

fn pass(e: &Encounter, c: &Combatant) -> Offer {
    let open = e.window().is_some_and(|window| {
        window.mode != crate::rules::model::window::Mode::Procedure
            && super::sequence::owes(e, window, c.id)
    });
    if open {
        Offer::plain(Deed::Pass)
    } else {
        Offer::blocked(Deed::Pass, RuleError::new(Refusal::NotYourSlot).of(c.id))
    }
}

/// Whether the deed is worth a line for such a combatant at all.
fn concerns(e: &Encounter, c: &Combatant, d20: &D20, deed: Deed) -> bool {
    let line = |tag| d20.figures.attacks.iter().any(|line| line.has(tag));
    match deed {
        Deed::TurnUndead => state::turns_undead(d20),
        Deed::Cast | Deed::LetGo | Deed::DeclareSpell => {
            let listed = d20.block.spells.iter().any(|spell| !spell.power);
            listed || declare::is_caster_without_list(e, c) || spell::announced(c).is_some()
        }
        Deed::UsePower => d20.block.spells.iter().any(|spell| spell.power),
        Deed::Shoot => (0u8..)
            .zip(&d20.figures.attacks)
            .any(|(_, line)| state::reaches(line, crate::rules::model::block::d20::Range::Missile)),
        Deed::Brace => line(Tag::Brace),
        Deed::Hasten | Deed::HangBack => line(Tag::Slow),
        Deed::Undeclare => [Condition::Casting, Condition::Withdrawing, Condition::Retreating]
            .iter()
            .any(|condition| c.has(*condition)),
        Deed::Check => Ability::ALL.iter().any(|a| d20.block.abilities.score(*a).is_some()),
        _ => e.get(c.id).is_some(),
    }
}

fn offer_if(e: &Encounter, c: &Combatant, deed: Deed) -> Offer {
    match check::check_actor(e, c, deed) {
        Ok(()) => Offer::plain(deed),
        Err(why) => Offer::blocked(deed, why),
    }
}

fn offer(e: &Encounter, c: &Combatant, d20: &D20, deed: Deed) -> Offer {
    let offer = offer_if(e, c, deed);
    if offer.blocked.is_some() {
        return offer;
    }
    let shaped = match deed {
        Deed::Strike | Deed::Shoot => attacks(e, c, d20, deed, offer),
        Deed::Move | Deed::Withdraw | Deed::Retreat => moves(e, c, deed, offer),
        Deed::Cast | Deed::UsePower => effects(e, c, d20, deed, offer),
        Deed::DeclareSpell => announcements(e, c, offer),
        Deed::TurnUndead => {
            let ids: Vec<CombatantId> = turning::undead(e, c).map(|foe| foe.id).collect();
            if ids.is_empty() {
                return Offer::blocked(deed, RuleError::new(Refusal::NobodyThere).of(c.id));
            }
            Offer { at: Targets { most: ids.len(), least: 0, ids }, ..offer }
        }
        Deed::Save => Offer {
            facts: vec![
                FactField { needed: true, ..FactField::may(Fact::Against(Save::Death)) },
                FactField::number(Fact::Modifier(0), -20, 20),
                FactField::flag(Fact::Magical),
            ],
            ..offer
        },
        Deed::Check => {
            let known = Ability::ALL.into_iter().find(|a| d20.block.abilities.score(*a).is_some());
            let ability = known.unwrap_or(Ability::Str);
            Offer {
                facts: vec![
                    FactField { needed: true, ..FactField::may(Fact::Ability(ability)) },
                    FactField::number(Fact::Modifier(0), -20, 20),
                ],
                ..offer
            }
        }
        Deed::Run => Offer { facts: vec![rounds(1)], ..offer },
        _ => offer,
    };
    shaped.for_targets(c.id)
}

fn attacks(e: &Encounter, c: &Combatant, d20: &D20, deed: Deed, offer: Offer) -> Offer {
    let mut with = attack::usable_lines(e, c, deed);
    let bare = deed == Deed::Strike && d20.block.is_character() && state::hands_left(c);
    if bare {
        with.push(attack::BARE_HANDS);
    }
    if with.is_empty() {
        let mut lines = (0u8..).zip(&d20.figures.attacks);
        let first = lines.find(|(_, line)| state::reaches(line, attack::range_of(deed)));
        let spent = attack::may_use(e, c, d20, first.map_or(0, |(at, _)| at), deed).err();
        let why = spent.unwrap_or_else(|| RuleError::new(Refusal::AlreadyAttacked).of(c.id));
        return Offer { blocked: Some(why), ..offer };
    }
    let ids: Vec<CombatantId> = if deed == Deed::Strike {
        state::in_reach(e, c).iter().map(|foe| foe.id).collect()
    } else {
        let farthest = farthest(d20, &with);
        let near = |foe: &&Combatant| {
            let feet = state::known_distance(e, c.id, foe.id);
            feet.is_none_or(|feet| feet <= farthest) && !foe.has(Condition::CompleteCover)
        };
        state::in_sight(e, c).filter(near).map(|foe| foe.id).collect()
    };
    let facts = attack_facts(e, d20, deed, &with);
    Offer { with, at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
}

fn farthest(d20: &D20, with: &[u8]) -> i32 {
    let lines = with.iter().filter_map(|at| state::line(d20, *at));
    let feet = lines.filter_map(|line| line.feet).map(|bands| bands[2]).max();
    feet.and_then(|feet| i32::try_from(feet).ok()).unwrap_or(0)
}

fn attack_facts(e: &Encounter, d20: &D20, deed: Deed, with: &[u8]) -> Vec<FactField> {
    let mut facts = vec![FactField::number(Fact::Modifier(0), -20, 20), FactField::flag(Fact::Behind)];
    if deed == Deed::Shoot {
        let farthest = farthest(d20, with);
        let usual = Fact::Distance(farthest.min(30));
        facts.insert(0, FactField::needed(usual, MELEE_FEET + 1, farthest));
        facts.insert(1, FactField::may(Fact::Band(Band::Medium)));
        facts.push(FactField::number(Fact::Cover(0), -4, 0));
        return facts;
    }
    if d20.block.class == Some(crate::rules::model::block::d20::Class::Thief) {
        facts.push(FactField::flag(Fact::Unaware));
    }
    let tagged = |tag| {
        let has = |at: &u8| state::line(d20, *at).is_some_and(|line| line.has(tag));
        with.iter().copied().filter(has).collect()
    };
    let mounted = FactField { stands: d20.block.is(Trait::Mounted), ..FactField::flag(Fact::Mounted) };
    facts.extend(mounted.only_with(tagged(Tag::Charge)));
    facts.extend(FactField::flag(Fact::AgainstCharge).only_with(tagged(Tag::Brace)));
    if options::on(e, options::SUBDUING) {
        facts.push(FactField::flag(Fact::Subdual));
    }
    facts
}

fn moves(e: &Encounter, c: &Combatant, deed: Deed, offer: Offer) -> Offer {
    let most = movement::allowance(e, c, deed);
    if most == 0 {
        let why = RuleError::new(Refusal::MovedTooFar).of(c.id).saying("it does not move at all");
        return Offer { blocked: Some(why), ..offer };
    }
    let feet = FactField::number(Fact::Feet(most), 0, most);
    if deed != Deed::Move {
        let room = FactField::flag(Fact::NoRoom);
        let facts = if deed == Deed::Withdraw { vec![feet, room] } else { vec![feet] };
        return Offer { facts, ..offer };
    }
    let mut foes: Vec<&Combatant> = e.all().filter(|foe| state::foes(c, foe) && foe.is_up()).collect();
    foes.sort_by_key(|foe| (e.distance(c.id, foe.id).unwrap_or(i32::MAX), foe.id));
    let ids: Vec<CombatantId> = foes.iter().map(|foe| foe.id).collect();
    let flees = c.has(Condition::Fleeing);
    let mut facts = vec![FactField { stands: flees, ..feet }];
    if !flees {
        facts.push(FactField::flag(Fact::Contact));
    }
    facts.push(FactField { stands: flees, ..FactField::flag(Fact::Away) });
    Offer { at: Targets { most: ids.len(), least: 0, ids }, facts, ..offer }
}

/// Anybody can be the target of a spell; what the block says of it stands.
fn effects(e: &Encounter, c: &Combatant, d20: &D20, deed: Deed, offer: Offer) -> Offer {
    let powers = spell::powers(e, c);
    let at = if deed == Deed::Cast { spell::announced(c) } else { powers.first().copied() };
    let Some(spell) = at.and_then(|at| spell::spell_at(&d20.block, at)) else {
        let why = RuleError::new(Refusal::NoSpellLeft).of(c.id);
        return Offer { blocked: Some(why), ..offer };
    };
    if let Err(why) = spell::may_cast(e, c)
        && deed == Deed::Cast
    {
        return Offer { blocked: Some(why), ..offer };
    }
    let mut everybody: Vec<&Combatant> = e.all().filter(|other| other.is_up()).collect();
    everybody.sort_by_key(|other| (!state::foes(c, other), other.id));
    let ids: Vec<CombatantId> = everybody.iter().map(|other| other.id).collect();
    let mut facts = vec![];
    if deed == Deed::UsePower {
        facts.extend(effect::spells(&powers));
    }
    facts.extend(effect::fields(&spell.facts));
    Offer { at: Targets { most: ids.len(), least: 0, ids }, facts, ..offer }
}

/// Without a list there is nothing to choose from.
fn announcements(e: &Encounter, c: &Combatant, offer: Offer) -> Offer {
    let ready = declare::spells_ready(e, c).into_iter();
    let facts: Vec<FactField> =
        ready.map(|at| FactField { needed: true, ..FactField::may(Fact::Spell(at)) }).collect();
    if facts.is_empty() && !declare::is_unlisted(e, c) {
        let why = RuleError::new(Refusal::NoSpellLeft).of(c.id);
        return Offer { blocked: Some(why), ..offer };
    }
    Offer { facts, ..offer }
}
