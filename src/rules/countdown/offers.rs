//! What a combatant may do now, as data; blocked deeds with their reason.

use super::state::{self, MELEE_FEET};
use super::{aim, charge, check, checks, declare, fire, holding, movement, spell, weapon};
use crate::rules::d20::effect;
use crate::rules::model::block::d20::{Ability, Attack, Class, D20, Range, Save, Tag};
use crate::rules::model::combatant::{Combatant, Standing, Thing, Whereabouts};
use crate::rules::model::command::{Act, Deed, Fact, Lighting};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::offer::{FactField, Offer, Targets};
use crate::rules::model::window::Mode;
use crate::rules::text::words;

/// Everything that can ever be done, in the order in which a form shows it.
const DEEDS: [Deed; 41] = [
    Deed::Strike,
    Deed::Shoot,
    Deed::TwoWeapons,
    Deed::Cast,
    Deed::UsePower,
    Deed::Charge,
    Deed::Move,
    Deed::Withdraw,
    Deed::Run,
    Deed::Dodge,
    Deed::Hold,
    Deed::Await,
    Deed::Forestall,
    Deed::CutIn,
    Deed::Brace,
    Deed::Grab,
    Deed::BreakFree,
    Deed::Squeeze,
    Deed::Muffle,
    Deed::Snatch,
    Deed::Drag,
    Deed::Release,
    Deed::Punch,
    Deed::Kick,
    Deed::Stand,
    Deed::LieDown,
    Deed::Draw,
    Deed::Drop,
    Deed::Sheathe,
    Deed::Reload,
    Deed::Extinguish,
    Deed::Kindle,
    Deed::Revive,
    Deed::UseItem,
    Deed::Feat,
    Deed::Other,
    Deed::Declare,
    Deed::Undeclare,
    Deed::Save,
    Deed::Check,
    Deed::Pass,
];

/// All offers for one combatant.
pub fn offers(e: &Encounter, who: CombatantId) -> Vec<Offer> {
    let (Ok(c), Ok(d20)) = (e.who(who), e.d20(who)) else { return Vec::new() };
    DEEDS
        .iter()
        .filter(|deed| concerns(e, c, d20, **deed))
        .map(|deed| offer(e, c, d20, *deed).for_targets(c.id))
        .collect()
}

/// Whether the deed is worth a line for such a combatant at all.
fn concerns(e: &Encounter, c: &Combatant, d20: &D20, deed: Deed) -> bool {
    let lines = &d20.figures.attacks;
    let missile = |line: &Attack| state::reaches(line, Range::Missile);
    let away = |at: Whereabouts| {
        c.gear.iter().any(|(thing, gear)| matches!(thing, Thing::Line(_)) && gear.at == at)
    };
    match deed {
        Deed::Shoot => lines.iter().any(missile),
        Deed::TwoWeapons => d20.block.is_character() && lines.len() > 1,
        Deed::Cast | Deed::Forestall => d20.block.spells.iter().any(|spell| !spell.power),
        Deed::UsePower => d20.block.spells.iter().any(|spell| spell.power),
        Deed::Charge => lines.iter().any(|line| line.has(Tag::Charge)),
        Deed::Brace => lines.iter().any(|line| line.has(Tag::Brace)),
        Deed::CutIn => c.has(Condition::Holding),
        Deed::BreakFree => c.has(Condition::Held),
        Deed::Squeeze | Deed::Muffle | Deed::Snatch | Deed::Drag | Deed::Release => {
            c.has(Condition::Grappling)
        }
        Deed::Stand => c.has(Condition::Prone),
        Deed::LieDown => !c.has(Condition::Prone),
        Deed::Draw => away(Whereabouts::Dropped) || away(Whereabouts::Sheathed),
        Deed::Drop | Deed::Sheathe => lines.iter().any(|line| !weapon::is_natural(line)),
        Deed::Reload => lines.iter().any(weapon::is_crossbow),
        Deed::Extinguish => c.has(Condition::Burning),
        Deed::Kindle => d20.block.is_character(),
        Deed::Revive => e.all().any(|other| other.has(Condition::Unconscious)),
        Deed::Undeclare => c.has(Condition::Declared) || holding::holds(c),
        _ => true,
    }
}

fn offer(e: &Encounter, c: &Combatant, d20: &D20, deed: Deed) -> Offer {
    if deed == Deed::Pass {
        return pass(e, c);
    }
    let may = check::check_actor(e, c, deed).and_then(|()| check::check_hold(c, deed));
    let plain = match may {
        Ok(()) => Offer::plain(deed),
        Err(why) => return Offer::blocked(deed, why),
    };
    match deed {
        Deed::Strike | Deed::Shoot => attacks(e, c, d20, plain),
        Deed::TwoWeapons => two_weapons(e, c, d20, plain),
        Deed::Charge => charges(e, c, d20, plain),
        Deed::Punch | Deed::Kick | Deed::Grab => {
            let facts = melee_facts(c, d20).into_iter().chain([insist()]).collect();
            Offer { at: at_hand(e, c, MELEE_FEET), facts, ..plain }
        }
        Deed::Snatch => Offer { facts: melee_facts(c, d20), ..plain },
        Deed::Move | Deed::Withdraw | Deed::Run | Deed::Drag => moves(e, c, plain),
        Deed::Cast | Deed::UsePower => effects(e, c, d20, plain),
        Deed::Hold => {
            let number = c.number.unwrap_or(1) - 1;
            let facts =
                vec![FactField { range: Some((-50, 50)), ..FactField::may(Fact::Number(number)) }];
            Offer { facts, ..plain }
        }
        Deed::Await | Deed::Forestall => {
            let ids = holding::awaitable(e, c, deed);
            Offer { at: Targets { ids, least: 1, most: 1 }, ..plain }
        }
        Deed::Declare => {
            let free = |kind: &Deed| check::check_hold(c, *kind).is_ok();
            let fact = Fact::Intent(declare::KINDS.into_iter().find(free).unwrap_or(Deed::Pass));
            Offer { facts: vec![FactField { needed: true, ..FactField::may(fact) }], ..plain }
        }
        Deed::Draw | Deed::Drop | Deed::Sheathe | Deed::Reload => with_lines(e, c, d20, plain),
        Deed::Revive => revivals(e, c, plain),
        Deed::Kindle => {
            let others = e.all().filter(|other| is_there(other) && other.id != c.id);
            let ids: Vec<CombatantId> = others.map(|other| other.id).collect();
            Offer { at: Targets { most: ids.len(), least: 0, ids }, ..plain }
        }
        Deed::Extinguish => {
            Offer { facts: vec![FactField { stands: true, ..FactField::flag(Fact::Suitable) }], ..plain }
        }
        Deed::Save => Offer { facts: save_facts(), ..plain },
        Deed::Check | Deed::Feat => Offer { facts: check_facts(), ..plain },
        _ => plain,
    }
}

fn pass(e: &Encounter, c: &Combatant) -> Offer {
    let open = e
        .window()
        .is_some_and(|window| window.mode != Mode::Procedure && super::sequence::owes(e, window, c.id));
    if open {
        Offer::plain(Deed::Pass)
    } else {
        Offer::blocked(Deed::Pass, RuleError::new(Refusal::NotYourSlot).of(c.id))
    }
}

fn modifier() -> FactField {
    FactField::number(Fact::Modifier(0), -20, 20)
}

fn insist() -> FactField {
    FactField::flag(Fact::Insist)
}

fn save_facts() -> Vec<FactField> {
    let against = FactField { needed: true, ..FactField::may(Fact::Against(Save::Death)) };
    vec![against, modifier()]
}

fn check_facts() -> Vec<FactField> {
    let ability = FactField { needed: true, ..FactField::may(Fact::Ability(Ability::Str)) };
    vec![ability, FactField::number(Fact::Difficulty(checks::FEAT_DC), 1, 40), modifier()]
}

/// Alive and there, on its feet or not: it can be aimed at.
fn is_there(c: &Combatant) -> bool {
    matches!(c.standing, Standing::Up | Standing::Down)
}

fn foes_there<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(|foe| state::foes(c, foe) && is_there(foe))
}

/// One target of those it might strike, engaged first, whoever lies there last.
fn at_hand(e: &Encounter, c: &Combatant, feet: i32) -> Targets {
    let near = |foe: &&Combatant| state::known_distance(e, c.id, foe.id).is_none_or(|far| far <= feet);
    let mut foes: Vec<&Combatant> = foes_there(e, c).filter(near).collect();
    foes.sort_by_key(|foe| (!foe.is_up(), !e.engaged(c.id, foe.id), foe.id));
    let known: Vec<CombatantId> = state::in_reach(e, c).iter().map(|foe| foe.id).collect();
    // Where it is known who is at hand, the others are not. They ascend, as everybody does.
    let ids = foes.iter().map(|foe| foe.id);
    let ids = ids.filter(|id| {
        known.binary_search(id).is_ok() || feet > MELEE_FEET || e.get(*id).is_some_and(state::has_fallen)
    });
    Targets { ids: ids.collect(), least: 1, most: 1 }
}

fn attacks(e: &Encounter, c: &Combatant, d20: &D20, plain: Offer) -> Offer {
    let shoots = plain.deed == Deed::Shoot;
    let lines = (0u8..).zip(&d20.figures.attacks);
    let checked: Vec<(u8, &Attack, Result<(), RuleError>)> =
        lines.map(|(at, line)| (at, line, aim::may_use(e, c, line, at, shoots))).collect();
    let with: Vec<u8> = checked.iter().filter(|(_, _, may)| may.is_ok()).map(|(at, ..)| *at).collect();
    if with.is_empty() {
        let range = if shoots { Range::Missile } else { Range::Melee };
        let fitting = checked.into_iter().filter(|(_, line, _)| state::reaches(line, range));
        let why = fitting.filter_map(|(_, _, may)| may.err()).next();
        let why = why.unwrap_or_else(|| RuleError::new(Refusal::BadWeapon).of(c.id));
        return Offer::blocked(plain.deed, why);
    }
    let usable: Vec<&Attack> = with.iter().filter_map(|at| state::line(d20, *at)).collect();
    let (at, facts) = if shoots {
        let farthest = farthest(&usable);
        (in_range(e, c, farthest), missile_facts(d20, &with, farthest))
    } else {
        let reach = usable.iter().any(|line| line.has(Tag::Reach));
        let mut facts = melee_facts(c, d20);
        facts.push(FactField::flag(Fact::Subdual));
        facts.push(insist());
        (at_hand(e, c, if reach { 2 * MELEE_FEET } else { MELEE_FEET }), facts)
    };
    Offer { with, at, facts, ..plain }
}

fn farthest(lines: &[&Attack]) -> i32 {
    let feet = lines.iter().filter_map(|line| line.feet).map(|bands| bands[2]).max();
    feet.and_then(|feet| i32::try_from(feet).ok()).unwrap_or(0)
}

/// Foes that are not known to be too far, those not in melee first.
fn in_range(e: &Encounter, c: &Combatant, farthest: i32) -> Targets {
    let near =
        |foe: &&Combatant| state::known_distance(e, c.id, foe.id).is_none_or(|feet| feet <= farthest);
    let mut foes: Vec<&Combatant> = foes_there(e, c).filter(near).collect();
    foes.sort_by_key(|foe| (!foe.is_up(), e.engaged(c.id, foe.id), foe.id));
    Targets { ids: foes.iter().map(|foe| foe.id).collect(), least: 1, most: 1 }
}

fn melee_facts(c: &Combatant, d20: &D20) -> Vec<FactField> {
    let mut facts = vec![
        modifier(),
        FactField::flag(Fact::Behind),
        FactField::flag(Fact::Flanked),
        FactField::number(Fact::Hidden(0), 0, 100),
        FactField::flag(Fact::HardCover),
    ];
    if d20.block.class == Some(Class::Thief) && c.is_up() {
        facts.insert(2, FactField::flag(Fact::Unaware));
    }
    facts
}

fn missile_facts(d20: &D20, with: &[u8], farthest: i32) -> Vec<FactField> {
    let usual = Fact::Distance(farthest.min(30));
    let mut facts = vec![
        FactField::needed(usual, 0, farthest),
        modifier(),
        FactField::number(Fact::Hidden(0), 0, 100),
        FactField::flag(Fact::HardCover),
        FactField::flag(Fact::Behind),
        FactField::flag(Fact::Unaware),
    ];
    let oil = |at: &u8| {
        state::line(d20, *at).is_some_and(|line| line.has(Tag::Grenade) && line.has(Tag::Fire))
    };
    let alight = FactField { stands: true, ..FactField::may(Fact::Lighting(Lighting::Wick)) };
    facts.extend(alight.only_with(with.iter().copied().filter(oil).collect()));
    facts
}

fn two_weapons(e: &Encounter, c: &Combatant, d20: &D20, plain: Offer) -> Offer {
    let pairs = aim::pairs(e, c);
    let Some(&(_, second)) = pairs.first() else {
        return Offer::blocked(plain.deed, RuleError::new(Refusal::BadWeapon).of(c.id));
    };
    let mut with: Vec<u8> = pairs.iter().map(|(first, _)| *first).collect();
    with.dedup();
    let mut facts = melee_facts(c, d20);
    facts.insert(0, FactField::may(Fact::Second(second)));
    facts.push(FactField::flag(Fact::Subdual));
    Offer { with, at: Targets { most: 2, ..at_hand(e, c, MELEE_FEET) }, facts, ..plain }
}

fn charges(e: &Encounter, c: &Combatant, d20: &D20, plain: Offer) -> Offer {
    let lines = (0u8..).zip(&d20.figures.attacks).filter(|(_, line)| line.has(Tag::Charge));
    let with: Vec<u8> = lines
        .filter(|(at, line)| aim::may_use(e, c, line, *at, false).is_ok())
        .map(|(at, _)| at)
        .collect();
    if with.is_empty() {
        return Offer::blocked(plain.deed, RuleError::new(Refusal::BadWeapon).of(c.id));
    }
    let most = movement::allowance(e, c, Deed::Charge);
    let far = |foe: &&Combatant| {
        let feet = state::known_distance(e, c.id, foe.id);
        feet.is_none_or(|feet| (charge::RUN_UP..=most).contains(&(feet - MELEE_FEET)))
    };
    let mut foes: Vec<&Combatant> = foes_there(e, c).filter(far).collect();
    foes.sort_by_key(|foe| (!foe.is_up(), foe.id));
    let ids: Vec<CombatantId> = foes.iter().map(|foe| foe.id).collect();
    let known = ids.first().and_then(|id| e.distance(c.id, *id));
    let usual = known.map_or(charge::RUN_UP, |feet| feet - MELEE_FEET);
    let feet = FactField {
        needed: ids.iter().any(|id| e.distance(c.id, *id).is_none()),
        range: Some((charge::RUN_UP, most)),
        ..FactField::may(Fact::Feet(usual))
    };
    let own =
        [FactField::flag(Fact::Subdual), FactField::flag(Fact::NoRoom), FactField::flag(Fact::Unseen)];
    let facts = std::iter::once(feet).chain(melee_facts(c, d20)).chain(own).chain(fire_facts(e));
    Offer { with, at: Targets { ids, least: 1, most: 1 }, facts: facts.collect(), ..plain }
}

fn moves(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let most = movement::allowance(e, c, plain.deed);
    let feet = FactField::number(Fact::Feet(most), 0, most);
    let mut facts = vec![feet];
    if plain.deed == Deed::Drag {
        facts.extend(fire_facts(e));
        return Offer { facts, ..plain };
    }
    let flees = c.has(Condition::Fleeing);
    // Unless it is said, it goes as far as contact needs, or all it may.
    facts[0].stands = flees;
    if matches!(plain.deed, Deed::Move | Deed::Run) {
        facts.extend([FactField { stands: false, ..FactField::flag(Fact::Contact) }]);
        facts.push(FactField { stands: flees, ..FactField::flag(Fact::Away) });
        facts.push(FactField::flag(Fact::Shifting));
    }
    if plain.deed != Deed::Withdraw && !super::interrupt::turned_on(e, c.id).is_empty() {
        facts.push(FactField::flag(Fact::Flanked));
    }
    facts.extend(fire_facts(e));
    // A friend that lies there can be gone to as well: somebody has to bring it round.
    let fallen = |friend: &&Combatant| {
        !state::foes(c, friend) && friend.id != c.id && friend.standing == Standing::Down
    };
    let mut others: Vec<&Combatant> = foes_there(e, c).chain(e.all().filter(fallen)).collect();
    let far = |id| e.distance(c.id, id).unwrap_or(i32::MAX);
    others.sort_by_key(|other| (!other.is_up(), !state::foes(c, other), far(other.id), other.id));
    let ids: Vec<CombatantId> = others.iter().map(|other| other.id).collect();
    Offer { at: Targets { most: ids.len(), least: 0, ids }, facts, ..plain }
}

/// What is said of a way where a fire burns on the ground.
fn fire_facts(e: &Encounter) -> Vec<FactField> {
    let facts = [Fact::IntoFire, Fact::ThroughFire];
    let burns = fire::ground(e).is_some();
    facts.into_iter().filter(|_| burns).map(FactField::flag).collect()
}

/// Anybody can be the target of a spell; what the block says of it stands.
fn effects(e: &Encounter, c: &Combatant, d20: &D20, plain: Offer) -> Offer {
    let ready = spell::ready(e, c, plain.deed == Deed::UsePower);
    let first = ready.first().and_then(|at| d20.block.spells.get(usize::from(*at)));
    let Some(known) = first else {
        return Offer::blocked(plain.deed, RuleError::new(Refusal::NoSpellLeft).of(c.id));
    };
    let mut everybody: Vec<&Combatant> = e.all().filter(|other| is_there(other)).collect();
    everybody.sort_by_key(|other| (!other.is_up(), !state::foes(c, other), other.id));
    let ids: Vec<CombatantId> = everybody.iter().map(|other| other.id).collect();
    let facts = effect::spells(&ready).chain(effect::fields(&known.facts)).collect();
    Offer { at: Targets { most: ids.len(), least: 0, ids }, facts, ..plain }
}

fn with_lines(e: &Encounter, c: &Combatant, d20: &D20, plain: Offer) -> Offer {
    let fits = |(at, line): &(u8, &Attack)| match plain.deed {
        Deed::Draw => check::may_draw(e, c, *at).is_ok(),
        Deed::Reload => {
            weapon::is_crossbow(line) && weapon::is_spent(c, *at) && weapon::is_ready(c, *at)
        }
        _ => !weapon::is_natural(line) && weapon::is_ready(c, *at),
    };
    let lines = || (0u8..).zip(&d20.figures.attacks);
    let with: Vec<u8> = lines().filter(fits).map(|(at, _)| at).collect();
    if with.is_empty() {
        // Of a weapon that could be taken up at another time it is told why not now.
        let lies = |(at, _): &(u8, &Attack)| plain.deed == Deed::Draw && !weapon::is_ready(c, *at);
        let why = lines().filter(lies).find_map(|(at, _)| check::may_draw(e, c, at).err());
        let why = why.unwrap_or_else(|| RuleError::new(Refusal::BadWeapon).of(c.id));
        return Offer::blocked(plain.deed, why);
    }
    Offer { with, ..plain }
}

/// Those who can be brought round; where none can yet, why not the first.
fn revivals(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let mut ids = Vec::new();
    let mut why = RuleError::new(Refusal::NobodyThere).of(c.id);
    for other in e.all().filter(|other| other.has(Condition::Unconscious)) {
        let act = Act { at: vec![other.id], ..Act::new(c.id, Deed::Revive) };
        match check::check_revival(e, &act) {
            Ok(()) => ids.push(other.id),
            Err(error) => why = error,
        }
    }
    if ids.is_empty() {
        return Offer::blocked(plain.deed, why);
    }
    Offer { at: Targets { ids, least: 1, most: 1 }, ..plain }
}

/// What may be said of a fact in that act: kinds of action, the second weapon.
pub fn choices(e: &Encounter, act: &Act, fact: &Fact) -> Vec<(Text, Fact)> {
    let Some(c) = e.get(act.who) else { return Vec::new() };
    match fact {
        Fact::Intent(_) => {
            let named = |deed: &Deed| (words::deed(*deed).into(), Fact::Intent(*deed));
            declare::KINDS.iter().map(named).collect()
        }
        Fact::Second(_) => {
            let fits = |(first, _): &(u8, u8)| act.with.is_none_or(|with| with == *first);
            let pairs = aim::pairs(e, c).into_iter().filter(fits);
            pairs.map(|(_, at)| (words::weapon(e, act.who, Some(at)).into(), Fact::Second(at))).collect()
        }
        _ => Vec::new(),
    }
}
