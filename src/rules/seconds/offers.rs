//! What a combatant may do now, as data; blocked deeds with their reason.

use super::{check, combo, minds, movement, possession, state, tables, weapon};
use crate::rules::model::block::wounds::{Attack, AttackKind, Body, Dread, Skill, Technique};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{
    Act, Command, Deed, Defence, Fact, Light, Location, Shelter, Surface,
};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer, Targets};

/// Metres, squares and seconds that a form takes at most.
const MOST: i32 = 1_000_000;

/// Everything that can ever be done, in the order in which a form shows it.
const DEEDS: [Deed; 36] = [
    Deed::Resume,
    Deed::Strike,
    Deed::Shoot,
    Deed::Cast,
    Deed::Combo,
    Deed::Move,
    Deed::Run,
    Deed::Crawl,
    Deed::Crouch,
    Deed::LieDown,
    Deed::Rise,
    Deed::Stand,
    Deed::Aim,
    Deed::Reload,
    Deed::Unjam,
    Deed::Draw,
    Deed::Sheathe,
    Deed::Drop,
    Deed::Retrieve,
    Deed::Talk,
    Deed::Other,
    Deed::ControlMount,
    Deed::Tend,
    Deed::Possess,
    Deed::LeaveBody,
    Deed::Cooperate,
    Deed::Hold,
    Deed::CutIn,
    Deed::Abandon,
    Deed::Check,
    Deed::Quail,
    Deed::Fall,
    Deed::Collide,
    Deed::Exposure,
    Deed::Contest,
    Deed::Rest,
];

/// All offers for one combatant.
pub fn offers(e: &Encounter, who: CombatantId) -> Vec<Offer> {
    let (Ok(c), Ok(skills)) = (e.who(who), minds::skills(e, who)) else { return Vec::new() };
    let concerned = DEEDS.iter().filter(|deed| concerns(e, c, &skills, **deed));
    let aimed = |deed: &Deed| offer(e, c, &skills, *deed).for_targets(who);
    let mut list: Vec<Offer> = concerned.map(aimed).collect();
    list.push(pass(e, who));
    list
}

fn pass(e: &Encounter, who: CombatantId) -> Offer {
    let owes = e.window().is_some_and(|window| super::sequence::owes(e, window, who));
    if owes {
        Offer::plain(Deed::Pass)
    } else {
        Offer::blocked(Deed::Pass, RuleError::new(Refusal::NotYourSlot).of(who))
    }
}

/// Whether the deed is worth a line for such a combatant at all.
fn concerns(e: &Encounter, c: &Combatant, skills: &Body, deed: Deed) -> bool {
    let lines = || weapon::lines(e, c.id);
    let prone = c.has(Condition::Prone);
    let low = prone || c.has(Condition::Crouching);
    match deed {
        Deed::Resume | Deed::Abandon => c.undertaking.is_some(),
        Deed::Strike | Deed::Shoot | Deed::Cast => {
            lines().iter().any(|(_, line)| check::deed_of(line.kind) == deed)
        }
        Deed::Combo => skills.combos.iter().any(|combo| combo.parts.len() > 1),
        Deed::Crawl => state::only_crawls(e, c.id),
        Deed::Crouch => !low,
        Deed::LieDown => !prone,
        Deed::Rise => prone,
        Deed::Stand => low,
        Deed::Aim => lines().iter().any(|(_, line)| line.kind == AttackKind::Ranged),
        Deed::Reload | Deed::Unjam | Deed::Draw | Deed::Sheathe | Deed::Drop => {
            !weapon::handled(e, c.id, deed).is_empty()
        }
        Deed::ControlMount => state::mount_of(e, c.id).is_some(),
        Deed::Tend => e.all().any(|other| other.has(Condition::Dying)),
        Deed::Possess => skills.possession.is_some(),
        Deed::LeaveBody => c.has(Condition::Possessing),
        Deed::Cooperate => !minds::others(e, c.id).is_empty(),
        Deed::Quail => !skills.is_object(),
        Deed::CutIn => c.has(Condition::Holding),
        Deed::Exposure | Deed::Rest => !state::is_object(e, c.id),
        _ => true,
    }
}

/// Whether it could begin that deed now, whatever it is aimed at.
fn actor(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    if check::is_event(deed) {
        let here = state::is_here(c) || deed == Deed::Contest;
        return if here { Ok(()) } else { state::check_can_act(e, c) };
    }
    let act = Act::new(c.id, deed);
    if !possession::is_at_any_time(e, c.id, deed) {
        check::check_turn(e, c, &act)?;
    }
    possession::check_mind(e, c.id, deed)?;
    match deed {
        Deed::Resume => check::check_going_on(e, c),
        Deed::Hold | Deed::Abandon => check::check(e, &Command::Act(act)),
        Deed::Crouch | Deed::LieDown | Deed::Rise | Deed::Stand | Deed::ControlMount | Deed::Talk => {
            check::check(e, &Command::Act(act))
        }
        Deed::Cast if c.has(Condition::Raging) => Err(RuleError::new(Refusal::Raging).of(c.id)),
        Deed::Drop | Deed::CutIn | Deed::Other | Deed::LeaveBody | Deed::Cooperate => Ok(()),
        _ if state::seconds_left(e, c.id) == 0 => Err(RuleError::new(Refusal::OutOfSeconds).of(c.id)),
        _ => Ok(()),
    }
}

fn offer(e: &Encounter, c: &Combatant, skills: &Body, deed: Deed) -> Offer {
    if let Err(why) = actor(e, c, deed) {
        return Offer::blocked(deed, why);
    }
    let plain = Offer::plain(deed);
    match deed {
        Deed::Strike | Deed::Shoot | Deed::Cast => attacks(e, c, skills, plain),
        Deed::Combo => combos(e, c, skills, plain),
        Deed::Resume => resumption(e, c, plain),
        Deed::Move | Deed::Run | Deed::Crawl => movements(e, c, plain),
        Deed::Aim | Deed::Reload | Deed::Unjam | Deed::Draw | Deed::Sheathe | Deed::Drop => {
            handling(e, c, plain)
        }
        Deed::Other => Offer { facts: vec![lasting(e, c)], ..plain },
        Deed::Tend => tending(e, c, plain),
        Deed::Possess => possessing(e, c, plain),
        Deed::Cooperate => {
            let mut ids = minds::others(e, c.id);
            ids.retain(|mind| !minds::is_broken(e, *mind));
            Offer { at: aimed(ids, 1, 1), ..plain }
        }
        Deed::Check => checking(e, c, plain),
        Deed::Quail => quailing(e, c, plain),
        Deed::Fall => Offer { facts: falling(), ..plain },
        Deed::Collide => {
            let facts =
                vec![FactField::needed(Fact::Speed(10), 0, MOST), FactField::flag(Fact::Crushed)];
            Offer { at: aimed(others(e, c), 1, usize::MAX), facts, ..plain }
        }
        Deed::Exposure => Offer { at: aimed(others(e, c), 0, 1), facts: exposing(), ..plain },
        Deed::Rest => Offer { facts: vec![resting()], ..plain },
        Deed::Contest => Offer { at: aimed(others(e, c), 1, usize::MAX), ..plain },
        _ => plain,
    }
}

fn aimed(ids: Vec<CombatantId>, least: usize, most: usize) -> Targets {
    Targets { most: most.min(ids.len()), least, ids }
}

/// Everybody else who is there, foes first.
fn others(e: &Encounter, c: &Combatant) -> Vec<CombatantId> {
    let body = minds::body_of(e, c.id);
    let mut ids: Vec<(bool, CombatantId)> = e
        .all()
        .filter(|other| other.id != c.id && other.id != body && state::is_here(other))
        .map(|other| (other.side == c.side, other.id))
        .collect();
    ids.sort_unstable();
    ids.into_iter().map(|(_, id)| id).collect()
}

fn attacks(e: &Encounter, c: &Combatant, skills: &Body, plain: Offer) -> Offer {
    let mut lines = weapon::lines(e, c.id);
    lines.retain(|(_, line)| check::deed_of(line.kind) == plain.deed);
    let usable = |(at, line): &(u8, &crate::rules::model::block::wounds::Attack)| {
        weapon::check(e, c.id, *at, line)
    };
    let with: Vec<u8> = lines.iter().filter(|line| usable(line).is_ok()).map(|(at, _)| *at).collect();
    if with.is_empty() {
        let why = lines.iter().find_map(|line| usable(line).err());
        let why = why.unwrap_or_else(|| RuleError::new(Refusal::BadWeapon).of(c.id));
        return Offer::blocked(plain.deed, why);
    }
    let ids = others(e, c);
    let any_area = lines.iter().any(|(_, line)| line.area.is_some());
    let at = aimed(ids, 1, if any_area { usize::MAX } else { 1 });
    let mut facts = attack_facts(plain.deed == Deed::Strike);
    facts.extend(at.ids.get(1).map(|thing| FactField::may(Fact::Screen(*thing))));
    facts.extend(technique_facts(skills, plain.deed));
    facts.extend(
        combo::substitutes(skills).into_iter().take(1).map(|m| FactField::may(Fact::Maneuver(m))),
    );
    Offer { with, at, facts, ..plain }
}

/// What the table knows of an attack (section 5), with the standing answers.
fn attack_facts(melee: bool) -> Vec<FactField> {
    let mut facts = vec![
        FactField {
            range: Some((0, MOST)),
            ..FactField::may(Fact::Distance(if melee { 1 } else { 10 }))
        },
        FactField::may(Fact::Called(Location::Head)),
        FactField::may(Fact::Shelter(Shelter::Light)),
        FactField::may(Fact::Light(Light::Hazy)),
        FactField::flag(Fact::Flanked),
        FactField::flag(Fact::Unaware),
        FactField::flag(Fact::Unseen),
        FactField::flag(Fact::WrongPlace),
        FactField::number(Fact::Modifier(0), -20, 20),
        FactField::number(Fact::DefenceModifier(0), -20, 20),
        FactField::may(Fact::Defence(Defence::None)),
    ];
    if melee {
        facts.push(FactField { range: Some((0, MOST)), ..FactField::may(Fact::Speed(5)) });
    }
    facts.push(FactField::flag(Fact::Insist));
    facts
}

fn technique_facts(skills: &Body, deed: Deed) -> Vec<FactField> {
    let known =
        [(Technique::OnTheExhale, Fact::OnTheExhale), (Technique::ShootFromTheHip, Fact::FromTheHip)];
    let offered = known.into_iter().filter(|(known, _)| deed == Deed::Shoot && skills.knows(known));
    offered.map(|(_, fact)| FactField::flag(fact)).collect()
}

fn combos(e: &Encounter, c: &Combatant, skills: &Body, plain: Offer) -> Offer {
    let body = minds::body_of(e, c.id);
    if e.get(body).is_some_and(|c| c.has(Condition::Disabled)) {
        return Offer::blocked(plain.deed, RuleError::new(Refusal::Disabled).of(c.id));
    }
    let named = |at: u8| {
        let mut act = Act::new(c.id, plain.deed);
        act.facts.set(Fact::Combo(at));
        act
    };
    let several = (0u8..).zip(&skills.combos).filter(|(_, combo)| combo.parts.len() > 1);
    let verdicts: Vec<(u8, Result<(), RuleError>)> =
        several.map(|(at, _)| (at, combo::check(e, &named(at), check::Step::Begins))).collect();
    let Some((at, _)) = verdicts.iter().find(|(_, verdict)| verdict.is_ok()) else {
        let why = verdicts.into_iter().find_map(|(_, verdict)| verdict.err());
        return Offer::blocked(plain.deed, why.unwrap_or_else(|| Refusal::NoSuchCombo.into()));
    };
    let lines = weapon::lines(e, c.id).into_iter().filter(|(_, line)| line.area.is_none());
    // Any of them must do for the whole combo, so it must have a shot for each blow.
    let blows = skills.combos.get(usize::from(*at)).map_or(1, |combo| combo::blows(combo).count());
    let ready = |at: u8, line: &Attack| {
        weapon::check_ready(e, c.id, at, line, blows).and_then(|()| weapon::check(e, c.id, at, line))
    };
    let checked: Vec<(u8, Result<(), RuleError>)> =
        lines.map(|(at, line)| (at, ready(at, line))).collect();
    let with: Vec<u8> = checked.iter().filter(|(_, usable)| usable.is_ok()).map(|(at, _)| *at).collect();
    if with.is_empty() {
        let why = checked.into_iter().find_map(|(_, usable)| usable.err());
        let why = why.unwrap_or_else(|| RuleError::new(Refusal::BadWeapon).of(c.id));
        return Offer::blocked(plain.deed, why);
    }
    let most = skills.combos.iter().map(|combo| combo::blows(combo).count()).max().unwrap_or(1);
    let mut facts = vec![FactField { stands: true, ..FactField::may(Fact::Combo(*at)) }];
    facts.extend(attack_facts(true));
    if skills.combos.iter().any(combo::asks_run_up) {
        facts.push(FactField { range: Some((0, MOST)), ..FactField::may(Fact::RunUp(6)) });
    }
    let ids = others(e, c);
    Offer { with, at: aimed(ids, 1, most), facts, ..plain }
}

/// What was begun, its target confirmed or changed (`seconds.time.carry-over`); another has to be named
/// where it cannot be what was meant.
fn resumption(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let Some(begun) = &c.undertaking else { return plain };
    let at_that = |at: Vec<CombatantId>| {
        check::check(e, &Command::Act(Act { at, ..Act::new(c.id, Deed::Resume) }))
    };
    let mut ids = others(e, c);
    ids.retain(|who| at_that(vec![*who]).is_ok());
    let as_meant = at_that(Vec::new());
    match as_meant {
        Err(why) if ids.is_empty() => Offer::blocked(plain.deed, why),
        _ => {
            let most = begun.act.at.len().max(1);
            Offer { at: aimed(ids, usize::from(as_meant.is_err()), most), ..plain }
        }
    }
}

fn movements(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let act = Act::new(c.id, plain.deed);
    let most = movement::most(e, &act);
    let mut facts = Vec::new();
    if plain.deed == Deed::Run {
        facts.push(FactField::number(Fact::Seconds(movement::LEAST_RUN), movement::LEAST_RUN, MOST));
    }
    if plain.deed != Deed::Crawl && state::only_crawls(e, minds::body_of(e, c.id)) {
        return Offer::blocked(plain.deed, RuleError::new(Refusal::OnlyCrawls).of(c.id));
    }
    facts.push(FactField { range: Some((0, MOST)), ..FactField::may(Fact::Feet(most)) });
    if plain.deed == Deed::Move {
        facts.push(FactField { range: Some((0, MOST)), ..FactField::may(Fact::Rough(1)) });
        facts.push(FactField { range: Some((0, MOST)), ..FactField::may(Fact::Diagonal(1)) });
    }
    if e.wounds(minds::body_of(e, c.id)).is_ok_and(|body| body.fly_speed.is_some()) {
        facts.push(FactField::flag(Fact::Flying));
    }
    facts.push(FactField::flag(Fact::Away));
    Offer { at: aimed(others(e, c), 0, 1), facts, ..plain }
}

fn handling(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let with = weapon::handled(e, c.id, plain.deed);
    let why = match plain.deed {
        Deed::Aim => Refusal::NotAtHand,
        Deed::Draw if !weapon::has_hand(e, c.id) => Refusal::Barred,
        _ => Refusal::BadWeapon,
    };
    if with.is_empty() || why == Refusal::Barred {
        return Offer::blocked(plain.deed, RuleError::new(why).of(c.id));
    }
    match plain.deed {
        Deed::Unjam => {
            let seconds = i32::try_from(check::cost(e, &Act::new(c.id, Deed::Unjam))).unwrap_or(4);
            Offer { with, facts: vec![FactField::number(Fact::Seconds(seconds), 0, MOST)], ..plain }
        }
        Deed::Aim => Offer { with, at: aimed(others(e, c), 1, 1), ..plain },
        Deed::Reload => {
            Offer { with, facts: vec![FactField::number(Fact::Helpers(1), 1, 100)], ..plain }
        }
        _ => Offer { with, ..plain },
    }
}

fn tending(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let dying = e.all().filter(|other| other.has(Condition::Dying) && other.id != c.id);
    let ids: Vec<CombatantId> = dying.map(|other| other.id).collect();
    let facts = vec![
        FactField { range: Some((0, 40)), ..FactField::may(Fact::Difficulty(4)) },
        FactField::number(Fact::Modifier(0), -20, 20),
    ];
    Offer { at: aimed(ids, 1, 1), facts, ..plain }
}

fn possessing(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let mut ids = others(e, c);
    ids.retain(|body| possession::can_be_entered(e, c.id, *body));
    let facts = vec![
        FactField::flag(Fact::Willing),
        FactField { range: Some((0, MOST)), ..FactField::may(Fact::Seconds(4)) },
    ];
    Offer { at: aimed(ids, 1, 1), facts, ..plain }
}

fn checking(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let facts = vec![
        FactField { stands: true, ..FactField::may(Fact::Skill(Skill::Perception)) },
        FactField::number(Fact::Difficulty(super::checks::STANDARD_DC), -40, 60),
        FactField::number(Fact::Modifier(0), -20, 20),
        FactField::may(Fact::Shelter(Shelter::Light)),
    ];
    Offer { at: aimed(others(e, c), 0, usize::MAX), facts, ..plain }
}

fn quailing(e: &Encounter, c: &Combatant, plain: Offer) -> Offer {
    let dice = Fact::Damage(DiceExpr::new(1, 6, 0));
    let facts = vec![
        FactField { needed: true, stands: true, ..FactField::may(dice) },
        FactField { stands: true, ..FactField::may(Fact::Dread(Dread::Fear)) },
    ];
    Offer { at: aimed(others(e, c), 0, 1), facts, ..plain }
}

/// How long it takes: nothing at all where no second is left.
fn lasting(e: &Encounter, c: &Combatant) -> FactField {
    match state::seconds_left(e, c.id) {
        left if left == 0 || !state::is_its_turn(e, c.id) => FactField::number(Fact::Seconds(0), 0, 0),
        _ => FactField::number(Fact::Seconds(1), 0, MOST),
    }
}

fn falling() -> Vec<FactField> {
    vec![
        FactField { stands: true, ..FactField::needed(Fact::Metres(5), 0, MOST) },
        FactField { stands: true, ..FactField::may(Fact::Surface(Surface::Hard)) },
        FactField::flag(Fact::Ledge),
    ]
}

fn exposing() -> Vec<FactField> {
    let last = u8::try_from(tables().poisons.len().saturating_sub(1)).unwrap_or(0);
    let which = FactField {
        stands: true,
        needed: true,
        range: Some((0, last.into())),
        ..FactField::may(Fact::Poison(0))
    };
    vec![
        which,
        FactField::number(Fact::Doses(1), 1, check::MOST_DOSES),
        FactField { range: Some((0, 40)), ..FactField::may(Fact::Difficulty(4)) },
        FactField { range: Some((0, MOST)), ..FactField::may(Fact::Distance(1)) },
    ]
}

/// A day in bed, or as many rounds of it as are said.
fn resting() -> FactField {
    let day = i32::try_from(super::recovery::DAY_ROUNDS).unwrap_or(i32::MAX);
    FactField::number(Fact::Rounds(day), 1, MOST)
}
