//! Random fights: participants, acts and overrides are drawn at random.

#![allow(dead_code)]

use std::sync::Arc;
use wardrum::chronicle::{self, Chronicle, Pending, Progress, Provenance};
use wardrum::rules;
use wardrum::rules::engine::deeds;
use wardrum::rules::model::block::d20::Save;
use wardrum::rules::model::block::wounds::Skill;
use wardrum::rules::model::combatant::{Standing, StatBlock};
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Fact, Facts, Overrule, Part, Share};
use wardrum::rules::model::condition::Meaning;
use wardrum::rules::model::custom::{CustomEffect, Lasting, Occasion, SaveToEnd};
use wardrum::rules::model::dice::{
    Answer, ChoiceRequest, Dice, DiceExpr, HowMany, Roll, RollRequest, Tape,
};
use wardrum::rules::model::encounter::{Encounter, Scene, Side, Stage};
use wardrum::rules::model::error::Refusal;
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId, Text};
use wardrum::rules::model::offer::{FactField, Offer};
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::{About, Family};
use wardrum::rules::ruleset::{Ruleset, sides_standing};
use wardrum::scenario::given::built_in;
use wardrum::store::{Bestiary, ready};

/// The source of random decisions: a list of numbers, which a failing test can shrink.
pub struct Draws {
    numbers: Vec<u16>,
    used: usize,
}

impl Draws {
    pub fn new(numbers: Vec<u16>) -> Self {
        Self { numbers, used: 0 }
    }

    /// Past the end, the numbers count up, so that ties are eventually broken.
    fn below(&mut self, most: usize) -> usize {
        let number = self.numbers.get(self.used).map_or(self.used, |number| usize::from(*number));
        self.used += 1;
        if most == 0 { 0 } else { number % most }
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        let span = usize::try_from(most.saturating_sub(least).max(0)).unwrap_or(0) + 1;
        least + i32::try_from(self.below(span)).unwrap_or(0)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == chances - 1
    }

    fn over(&self) -> bool {
        self.used >= self.numbers.len()
    }
}

impl Dice for Draws {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let face = |draws: &mut Self| u16::try_from(draws.between(1, ask.sides.into())).unwrap_or(1);
        Some(Roll::Faces((0..ask.count).map(|_| face(self)).collect()))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(match ask.how {
            HowMany::One => Answer::One(self.below(ask.picks.len())),
            HowMany::Number(least, most) => Answer::Number(self.between(least, most)),
            HowMany::Some => Answer::Some((0..ask.picks.len()).filter(|_| self.one_in(2)).collect()),
            HowMany::Order => ask.standing(),
        })
    }
}

/// Two or three sides from the bestiary, with random options and scene.
fn set_up(id: RulesetId, draws: &mut Draws) -> Encounter {
    let mut e = Encounter::new(id);
    let rules = registry::ruleset(id);
    for option in &rules.about().options {
        if draws.one_in(4) {
            let value = &option.values[draws.below(option.values.len())];
            e.apply(&Event::OptionSet(option.id.into(), (*value).into()));
        }
    }
    let meets = rules.about().family == Family::D20 && draws.one_in(3);
    e.scene = Scene {
        outdoors: draws.one_in(3),
        meets_at: meets.then(|| Tenths::whole(draws.between(0, 120))),
        ..Scene::default()
    };
    let bestiary = Bestiary::built_in(rules.about().family);
    let creatures: Vec<&Text> = bestiary.creatures.keys().collect();
    let serves = |key: &&Text| bestiary.get(key).is_some_and(|block| rules.about().serves(block));
    let characters: Vec<&Text> = bestiary.characters.keys().filter(serves).collect();
    let strange = mind_attackers(bestiary.family, &creatures);
    let haunted = !strange.is_empty() && draws.one_in(2);
    for side in 0..2 + u8::from(draws.one_in(4)) {
        e = done(rules, e, &Command::Side(Side::new(format!("side {side}"))));
        let keys = if side == 0 { &characters } else { &creatures };
        for nth in 0..=draws.below(4) {
            let keys = if haunted && nth == 0 { &strange } else { keys };
            let key = keys[draws.below(keys.len())];
            let plain = ready(rules, &built_in(bestiary.family, key).expect("a key"));
            let arrive = |block: StatBlock| {
                Command::Arrive(Arrival::new(SideId(side), key.clone(), Arc::new(block)))
            };
            let marked = arrive(with_properties(rules.about(), plain.clone(), draws));
            let is_fit = rules::check(rules, &e, &marked).is_ok();
            e = done(rules, e, &if is_fit { marked } else { arrive(plain) });
        }
    }
    e
}

/// Occasionally adds values and attack properties that these rules use.
fn with_properties(about: &About, block: StatBlock, draws: &mut Draws) -> StatBlock {
    let StatBlock::Written(mut block) = block else { return block };
    let figures: Vec<_> = about.attributes.iter().filter(|row| !row.is_of_lines).collect();
    if draws.one_in(4) && !figures.is_empty() {
        let row = figures[draws.below(figures.len())];
        block.attributes.0.insert(row.attribute, draws.between(row.bounds.0, row.bounds.1));
    }
    let tags: Vec<_> = about.tags.iter().map(|row| row.tag).collect();
    if draws.one_in(4) && !tags.is_empty() && !block.attacks.is_empty() {
        let nth = draws.below(block.attacks.len());
        block.attacks[nth].tags.push(tags[draws.below(tags.len())]);
    }
    StatBlock::Written(block)
}

/// Creatures that possess bodies or test the nerve of others.
fn mind_attackers<'a>(family: Family, creatures: &[&'a Text]) -> Vec<&'a Text> {
    let strange = |key: &&&Text| match built_in(family, key) {
        Some(StatBlock::Wounds(body)) => {
            body.possession.is_some() || body.attacks.iter().any(|line| line.dread.is_some())
        }
        _ => false,
    };
    creatures.iter().filter(strange).copied().collect()
}

/// Deeds that are rarely offered, and seldom drawn among all the others.
const RARE: [Deed; 18] = [
    Deed::Possess,
    Deed::LeaveBody,
    Deed::Cooperate,
    Deed::FearCheck,
    Deed::Hold,
    Deed::CutIn,
    Deed::Grab,
    Deed::Charge,
    Deed::Brace,
    Deed::TwoWeapons,
    Deed::Disarm,
    Deed::Unhorse,
    Deed::Entangle,
    Deed::MoveThrough,
    Deed::Evade,
    Deed::Distract,
    Deed::Elude,
    Deed::Vanish,
];

pub fn done(rules: &dyn Ruleset, e: Encounter, command: &Command) -> Encounter {
    let after = rules::resolve(rules, e, command, &mut Tape::new(&[]));
    after.unwrap_or_else(|stop| panic!("{command:?}: {stop:?}")).0
}

/// Every deed offered now, with the actor.
pub fn on_offer(rules: &dyn Ruleset, e: &Encounter) -> Vec<(CombatantId, Offer)> {
    let free = |offer: &Offer| offer.blocked.is_none();
    let of = |who| rules::offers(rules, e, who).into_iter().filter(free).map(move |offer| (who, offer));
    e.all().flat_map(|c| of(c.id)).collect()
}

/// The simplest act of an offer: random targets and weapon, default facts, and the minimum for required numbers.
pub fn act_of(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    offer: &Offer,
    draws: &mut Draws,
) -> Act {
    let mut act = Act::new(who, offer.deed);
    if !offer.with.is_empty() {
        act.with = Some(offer.with[draws.below(offer.with.len())]);
    }
    let given = offer.asked(act.with).filter(|field| field.stands || field.needed);
    for field in given {
        assert!(field.range.is_none_or(|(least, most)| least <= most), "{field:?} of {offer:?}");
        // Any one of several exclusive facts, such as skills.
        let kind = std::mem::discriminant(&field.fact);
        let said = act.facts.0.iter().any(|fact| std::mem::discriminant(fact) == kind);
        if !said || draws.one_in(2) {
            let least = field.range.filter(|_| field.needed).map(|(least, _)| least);
            act.facts.set(with_figure(&field.fact, least));
        }
    }
    // The number of targets may depend on the facts, of a skill or a spell, and on the weapon.
    let said = deeds::aims(rules, e, &act, offer);
    let (least, most) = (offer.at.least.max(said.0), offer.at.least.max(said.1));
    let most = most.min(offer.at.ids.len());
    let count = least + draws.below(most.saturating_sub(least) + 1);
    let first = draws.below(offer.at.ids.len());
    act.at = offer.at.ids.iter().cycle().skip(first).take(count.min(most)).copied().collect();
    act
}

/// Gives every target of an amount its share.
fn share_out(rules: &dyn Ruleset, e: &Encounter, act: &mut Act, draws: &mut Draws) {
    if !deeds::has_shares(rules, e, act) {
        return;
    }
    for who in act.at.clone() {
        let facts = Facts::from(Fact::Share(Share::ALL[draws.below(4)]));
        act.parts.push(Part { at: Some(who), facts, ..Part::default() });
    }
}

/// Adds a random fact of the form, with a number in its range.
fn add_random_fact(act: &mut Act, field: &FactField, draws: &mut Draws) {
    let figure = field.range.map(|(least, most)| draws.between(least, most));
    act.facts.set(with_figure(&field.fact, figure));
}

/// The fact with that number, if it has one.
fn with_figure(fact: &Fact, figure: Option<i32>) -> Fact {
    let position = |n| u8::try_from(n).unwrap_or(0);
    match (fact, figure) {
        (Fact::Obstacle(_), Some(n)) => Fact::Obstacle(position(n)),
        (Fact::Poison(_), Some(n)) => Fact::Poison(position(n)),
        (fact, Some(n)) => match fact.read(&n.to_string()) {
            Some(Ok(stated)) if fact.number().is_some() => stated,
            _ => fact.clone(),
        },
        (fact, None) => fact.clone(),
    }
}

/// A random override that the referee may make at any time.
fn random_override(e: &Encounter, draws: &mut Draws) -> Command {
    let who = CombatantId(u32::try_from(draws.below(e.combatants.len())).unwrap_or(0));
    let other = CombatantId(u32::try_from(draws.below(e.combatants.len())).unwrap_or(0));
    let standings =
        [Standing::Up, Standing::Dead, Standing::Fled, Standing::Surrendered, Standing::Gone];
    let conditions: Vec<_> = registry::ruleset(e.ruleset)
        .about()
        .conditions
        .iter()
        .filter(|row| row.is(Meaning::OFFERED))
        .map(|row| (row.id, row.toward.is_some()))
        .collect();
    match draws.below(12) {
        0 => Command::Harm { amount: DiceExpr::new(1, 6, 0), who: vec![(who, Share::Half)] },
        1 => Command::Heal { amount: DiceExpr::flat(3), who: vec![(who, Share::Full)] },
        2 => Command::Morale {
            side: SideId(1),
            like: (draws.below(2) == 0).then_some(other),
            adjustment: draws.between(-2, 2),
        },
        3 => Command::Overrule(Overrule::Hp(who, draws.between(-3, 12))),
        4 => Command::Overrule(Overrule::Standing(who, standings[draws.below(5)])),
        5 => {
            let (condition, names) = conditions[draws.below(conditions.len())];
            Command::Overrule(Overrule::Afflict {
                who: vec![who],
                condition,
                value: draws.between(0, 3),
                rounds: (!names).then_some(2),
                label: None,
                toward: names.then_some(other),
            })
        }
        6 => Command::Overrule(Overrule::Engage(who, other)),
        7 => Command::Overrule(Overrule::Disengage(who, other)),
        8 => Command::Overrule(Overrule::Remind { seconds: 20, who: None, text: "torch".into() }),
        // Forms of the other family also offer those too far off, and say so.
        9 if registry::ruleset(e.ruleset).about().family == Family::D20 => {
            let far = (!draws.one_in(4)).then(|| Tenths::whole(draws.between(0, 200)));
            Command::Overrule(Overrule::Distance(who, other, far))
        }
        10 => Command::Overrule(Overrule::Make(vec![who, other], Box::new(custom(e, who, draws)))),
        _ => Command::Overrule(Overrule::Close),
    }
}

/// A custom effect.
fn custom(e: &Encounter, who: CombatantId, draws: &mut Draws) -> CustomEffect {
    let about = registry::ruleset(e.ruleset).about();
    let (deed, facts) = match about.family {
        Family::D20 => (Deed::Save, Facts::from(Fact::Against(Save::Spells))),
        Family::Wounds => (Deed::Check, Facts::from(Fact::Skill(Skill::Fortitude))),
    };
    let occasions = [Occasion::TurnStart, Occasion::TurnEnd, Occasion::RoundEnd];
    let (at, n) = (occasions[draws.below(3)], 1 + u32::try_from(draws.below(2)).unwrap_or(0));
    let lasting = match draws.below(6) {
        0 => Lasting::Open,
        1 => Lasting::Rounds(n),
        2 => Lasting::TurnStart(Some(who), n),
        3 => Lasting::TurnEnd(None, n),
        4 => Lasting::SaveToEnd(SaveToEnd { at, deed, facts }),
        _ => Lasting::Clock(12),
    };
    let head = about.heads[draws.below(about.heads.len())].0;
    let name = if draws.below(2) == 0 { "bless" } else { "bane" };
    CustomEffect {
        name: name.into(),
        adds: vec![(head, draws.between(-3, 3))],
        reminder: Some("look".into()),
        each: (draws.below(2) == 0).then_some(at),
        lasting,
    }
}

/// Carries out a command; `false` if it was refused.
pub fn play(chronicle: &mut Chronicle, command: Command, draws: &mut Draws) -> bool {
    let mut act = Pending::new(vec![command]);
    loop {
        match act.run(chronicle, draws, &|_, _| Provenance::Machine) {
            Progress::Done => return chronicle.accept(act).is_some(),
            Progress::Refused(_) => return false,
            Progress::Asks(chronicle::Ask::Choice(ask)) => {
                let answer = draws.choose(&ask).expect("an answer");
                act.answer(answer, Provenance::Typed).expect("an answer that fits");
            }
            Progress::Asks(ask) => panic!("the machine had no dice for {ask:?}"),
        }
    }
}

/// Carries out the referee's next command.
pub fn next(chronicle: &mut Chronicle, draws: &mut Draws) {
    let (rules, e) = (chronicle.rules(), chronicle.now().clone());
    if draws.one_in(12) {
        play(chronicle, random_override(&e, draws), draws);
        return;
    }
    let offers = on_offer(rules, &e);
    let goes_on = rules::check(rules, &e, &Command::Proceed).is_ok();
    if e.stage == Stage::Running {
        let gone_by = e.round.saturating_mul(rules.about().round_seconds);
        let ahead: Vec<_> = e.all().filter(|c| c.clock > gone_by).map(|c| (&c.name, c.clock)).collect();
        assert!(ahead.is_empty(), "somebody's own clock is ahead of round {}: {ahead:?}", e.round);
    }
    if e.stage == Stage::Running && sides_standing(rules, &e) > 0 {
        assert!(
            goes_on || !offers.is_empty(),
            "nothing is on offer in round {}, {:?}",
            e.round,
            e.window()
        );
    }
    if goes_on && (offers.is_empty() || draws.one_in(4)) {
        assert!(play(chronicle, Command::Proceed, draws), "a step forward is refused");
        return;
    }
    let rare: Vec<&(CombatantId, Offer)> =
        offers.iter().filter(|(_, offer)| RARE.contains(&offer.deed)).collect();
    let pick = if draws.one_in(3) && !rare.is_empty() {
        rare.get(draws.below(rare.len())).copied()
    } else {
        offers.get(draws.below(offers.len()))
    };
    let Some((who, offer)) = pick else { return };
    let mut plain = act_of(rules, &e, *who, offer, draws);
    share_out(rules, &e, &mut plain, draws);
    if draws.one_in(3) {
        let mut fancy = plain.clone();
        offer.facts.iter().for_each(|field| add_random_fact(&mut fancy, field, draws));
        play(chronicle, Command::Act(fancy), draws);
    } else {
        let mut taken = play(chronicle, Command::Act(plain.clone()), draws);
        // The referee may insist where the refusal is only a matter of judgement.
        if !taken && offer.facts.iter().any(|field| field.fact == Fact::Insist) {
            let mut insisted = plain.clone();
            insisted.facts.set(Fact::Insist);
            taken = play(chronicle, Command::Act(insisted), draws);
        }
        let why = rules::check(rules, &e, &Command::Act(plain.clone()));
        // Which targets are valid may depend on the facts, of a skill or a spell.
        let hangs =
            offer.at.least == 0 && why.as_ref().is_err_and(|why| why.refusal == Refusal::BAD_TARGET);
        assert!(taken || hangs, "on offer, but refused: {plain:?}\n{why:?}\n{offer:?}");
    }
}

/// A random fight, until the draws are used up. `None` if a side consists of objects alone.
pub fn fought(id: RulesetId, draws: &mut Draws) -> Option<Chronicle> {
    let start = set_up(id, draws);
    if sides_standing(registry::ruleset(id), &start) < 2 {
        return None;
    }
    let mut chronicle = Chronicle::new(start);
    assert!(play(&mut chronicle, Command::Proceed, draws), "the fight begins");
    while !draws.over() && chronicle.now().stage == Stage::Running {
        next(&mut chronicle, draws);
    }
    Some(chronicle)
}
