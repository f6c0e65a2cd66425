//! What the rules of a house book do: where the engine and the rulesets come to one of its moments, the rules for that
//! moment are asked one after the other.
//!
//! - Before a roll, and before harm lands, they change the number at once.
//! - What follows a roll, a fall, a spell, or the turn of a round waits until the command is done, so that nobody's act
//!   is torn in two.
//! - What a rule does is no moment for any rule, so this ends; and an act has at most [`MOST_EFFECTS`] effects.

mod effect;
mod roll;
mod test;

pub use roll::{Bend, Roller};

use super::resolution::Resolution;
use super::settle;
use crate::rules::model::cause::Why;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Purpose, Question};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Rolled, Source, SpellFate, Stop, Told};
use crate::rules::model::house_book::rule::{HarmBy, RollKind, SpellStep, When};
use crate::rules::model::house_book::subject::{Item, Whom, YesNo};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::Tally;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::laid::{self, Laid, LaidRule};
use crate::rules::ruleset::{After, Ruleset};

/// The most effects of house rules in one act.
const MOST_EFFECTS: u8 = 32;

/// How often rules may follow on what a command, and the rounds that turn with it, brought.
const MOST_TURNS: usize = 4;

/// Whether somebody has an item at hand.
pub fn has_item(e: &Encounter, c: &Combatant, item: &Item) -> bool {
    test::has(e, c, item, None)
}

/// The house rules of a command in progress.
pub(super) struct Home {
    laid: &'static Laid,
    /// Whether a rule is at work, whose effects are no moment for others.
    at_work: bool,
    /// The effects so far.
    effects: u8,
    /// The last attack.
    blow: Option<Blow>,
    /// Who harmed whom last, for those who fall of harm that was held back.
    harmed: Option<(CombatantId, CombatantId)>,
    /// Moments whose rules wait.
    due: Vec<Moment>,
}

/// An attack that was rolled.
#[derive(Debug, Clone, Copy)]
struct Blow {
    who: CombatantId,
    at: Option<CombatantId>,
    line: u8,
    natural: Option<i32>,
    melee: bool,
}

/// A roll that was made.
#[derive(Debug, Clone, Copy)]
struct Made {
    purpose: Purpose,
    natural: Option<i32>,
    total: i32,
    need: Option<i32>,
    made: bool,
}

/// A moment at which rules apply.
#[derive(Debug, Clone, Copy)]
struct Moment {
    when: When,
    /// Who acts, and whom it happens to.
    actor: Option<CombatantId>,
    target: Option<CombatantId>,
    /// The side that rolls, if no single combatant does.
    side: Option<SideId>,
    /// The roll that was made, or the attack that led here.
    roll: Option<Made>,
    /// The purpose of the roll about to be made.
    purpose: Option<Purpose>,
    /// The line of the attack.
    line: Option<u8>,
    /// Whether the attack is made in melee.
    melee: Option<bool>,
    /// The harm that is about to land.
    harm: Option<i32>,
}

impl Moment {
    fn of(when: When) -> Self {
        let (actor, target, side) = (None, None, None);
        Self {
            when,
            actor,
            target,
            side,
            roll: None,
            purpose: None,
            line: None,
            melee: None,
            harm: None,
        }
    }

    fn whom(&self, whom: Whom) -> Option<CombatantId> {
        match whom {
            Whom::Actor => self.actor,
            Whom::Target => self.target,
        }
    }
}

impl Home {
    pub(super) fn of(rules: &dyn Ruleset) -> Option<Box<Self>> {
        if !laid::any() {
            return None;
        }
        let laid = rules.about().laid.filter(|laid| !laid.rules.is_empty())?;
        Some(Box::new(Self {
            laid,
            at_work: false,
            effects: 0,
            blow: None,
            harmed: None,
            due: Vec::new(),
        }))
    }

    /// Whether a rule is about such moments.
    fn minds(&self, is: impl Fn(When) -> bool) -> bool {
        !self.at_work && self.laid.rules.iter().any(|rule| is(rule.rule.when))
    }

    fn await_one(&mut self, moment: Moment) {
        if self.minds(|when| when == moment.when) {
            self.due.push(moment);
        }
    }

    /// The last attack by one at the other, or at anybody.
    fn blow_at(&self, at: CombatantId) -> Option<Blow> {
        self.blow.filter(|blow| blow.at.is_none_or(|aimed| aimed == at))
    }

    /// Notes what an event is a moment for.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::Stood(who, Standing::Dead | Standing::Down) => {
                let blow = self.blow_at(*who);
                let roll = blow.map(Blow::made);
                let harmed = self.harmed.filter(|(_, whom)| whom == who).map(|(by, _)| by);
                let actor = blow.map(|blow| blow.who).or(harmed);
                let melee = blow.map(|blow| blow.melee);
                let fall = Moment { actor, target: Some(*who), roll, melee, ..Moment::of(When::Falls) };
                self.await_one(fall);
            }
            Event::Harmed { who, source, .. } | Event::Wounded { who, source, .. } => {
                let by = match source {
                    Source::Attack(by) | Source::Sparing(by) | Source::Effect(by) => Some(*by),
                    Source::Lasting | Source::Referee => None,
                };
                self.harmed = by.map(|by| (by, *who));
            }
            Event::Told(Told::Spell(who, _, fate)) => self.note_spell(*who, *fate),
            Event::RoundBegan(_) => self.await_one(Moment::of(When::RoundOpens)),
            Event::RoundEnded(_) => self.await_one(Moment::of(When::RoundEnds)),
            _ => {}
        }
    }

    /// Notes a roll, and what it is a moment for.
    pub(super) fn note_roll(&mut self, e: &Encounter, rolled: &Rolled) {
        let Some(kind) = RollKind::of(rolled.purpose) else { return };
        let made = Made {
            purpose: rolled.purpose,
            natural: rolled.dice,
            total: rolled.total(),
            need: rolled.need,
            made: rolled.outcome.succeeded(),
        };
        let moment = Moment {
            actor: rolled.who,
            target: rolled.against,
            side: rolled.side,
            roll: Some(made),
            ..Moment::of(When::Rolled(kind))
        };
        if let (Purpose::Attack(line), Some(who)) = (rolled.purpose, rolled.who) {
            let melee = test::is_melee(e, who, line, rolled.against);
            self.blow = Some(Blow { who, at: rolled.against, line, natural: rolled.dice, melee });
            let moment = Moment { line: Some(line), melee: Some(melee), ..moment };
            self.await_one(moment);
            let came = if made.made { When::Hit } else { When::Miss };
            if self.minds(|when| matches!(when, When::Hit | When::Miss)) {
                self.due.push(Moment { when: came, ..moment });
            }
            return;
        }
        self.await_one(moment);
        // Who fends a blow off is not hit.
        if kind == RollKind::Defence && made.made {
            let hit = |due: &&mut Moment| due.when == When::Hit && due.target == rolled.who;
            if let Some(due) = self.due.iter_mut().rev().find(hit) {
                due.when = When::Miss;
            }
        }
    }

    fn note_spell(&mut self, who: CombatantId, fate: SpellFate) {
        let step = match fate {
            SpellFate::Announced => SpellStep::Announced,
            SpellFate::Cast => SpellStep::Cast,
            SpellFate::Disrupted => SpellStep::Spoiled,
            SpellFate::Begun | SpellFate::LetGo => return,
        };
        self.await_one(Moment { actor: Some(who), ..Moment::of(When::Spell(step)) });
    }
}

impl Blow {
    /// The attack as far as rules about what came of it may ask.
    fn made(self) -> Made {
        Made {
            purpose: Purpose::Attack(self.line),
            natural: self.natural,
            total: 0,
            need: None,
            made: true,
        }
    }
}

impl Resolution<'_> {
    /// Tells the fate of a spell.
    pub fn tell_spell(&mut self, who: CombatantId, at: u8, fate: SpellFate) {
        if let Some(home) = self.home() {
            home.note_spell(who, fate);
        }
        self.tell(|| Told::Spell(who, at, fate));
    }

    /// Lets house rules change harm that is about to land.
    ///
    /// # Errors
    /// [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
    pub fn harm_lands(
        &mut self,
        who: CombatantId,
        tally: &mut Tally,
        source: Source,
    ) -> Result<(), Stop> {
        let Some(home) = self.home() else { return Ok(()) };
        let (by, actor) = match source {
            Source::Attack(by) | Source::Sparing(by) => (HarmBy::Blow, Some(by)),
            Source::Effect(by) => (HarmBy::Effect, Some(by)),
            Source::Lasting | Source::Referee => (HarmBy::Anything, None),
        };
        let concerns = |when: When| match when {
            When::Harm { by: wanted } => wanted == HarmBy::Anything || wanted == by,
            _ => false,
        };
        if !home.minds(concerns) {
            return Ok(());
        }
        let blow = home.blow_at(who).filter(|_| by == HarmBy::Blow);
        let (roll, line) = (blow.map(Blow::made), blow.map(|blow| blow.line));
        let melee = blow.map(|blow| blow.melee);
        for nth in 0..home.laid.rules.len() {
            let rule = self.rule(nth).filter(|rule| concerns(rule.rule.when));
            let Some(rule) = rule else { continue };
            let harm = Some(tally.total());
            let moment = Moment {
                actor,
                target: Some(who),
                roll,
                line,
                melee,
                harm,
                ..Moment::of(rule.rule.when)
            };
            if self.applies(rule, &moment, Some(who))? {
                self.at_work(rule, |r| effect::change_harm(r, rule, &moment, who, tally))?;
            }
        }
        Ok(())
    }

    fn rule(&mut self, nth: usize) -> Option<&'static LaidRule> {
        self.home()?.laid.rules.get(nth)
    }

    /// Whether a rule applies at a moment to that one: it is on, what it asks about is true, and the table says yes.
    fn applies(
        &mut self,
        rule: &'static LaidRule,
        moment: &Moment,
        about: Option<CombatantId>,
    ) -> Result<bool, Stop> {
        if !rule.is_on(self.encounter()) || !self.may_go_on() {
            return Ok(false);
        }
        let asked = test::Asked { e: self.encounter(), rule, moment, about };
        if !rule.rule.only.iter().all(|test| asked.holds(test)) {
            return Ok(false);
        }
        let Some(question) = &rule.rule.asks else { return Ok(true) };
        let of = question.of.map_or(about, |of| moment.whom(of));
        let (first, second) = (Pick::Yes, Pick::No);
        let ask = ChoiceRequest {
            who: of,
            side: moment.side.filter(|_| of.is_none()),
            among: vec![Pick::Named(question.question.clone())],
            default: usize::from(question.usual == YesNo::No),
            ..ChoiceRequest::one(Question::House, vec![first, second])
        };
        Ok(self.choose(ask)? == Answer::One(0))
    }

    /// Whether house rules may have another effect in this act.
    fn may_go_on(&mut self) -> bool {
        self.home().is_some_and(|home| home.effects < MOST_EFFECTS)
    }

    /// Does what a rule says: under its name, and as no moment for other rules.
    fn at_work<T>(&mut self, rule: &LaidRule, work: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(home) = self.home() {
            home.at_work = true;
        }
        let done = self.under(|| Why::House(rule.id.into()), work);
        if let Some(home) = self.home() {
            home.at_work = false;
        }
        done
    }

    /// Records that a rule did something for somebody, for rules that do so once a round or fight, and tells of it.
    fn did(&mut self, rule: &LaidRule, moment: &Moment, about: Option<CombatantId>, told: bool) {
        if let Some(home) = self.home() {
            home.effects = home.effects.saturating_add(1);
        }
        let bearer = about.map(Bearer::One).or(moment.side.map(Bearer::Side));
        if let Some(bearer) = bearer.filter(|_| test::counts_times(rule)) {
            let round = self.encounter().round_number().max(1);
            self.count(bearer, rule.done, round);
        }
        if told {
            self.tell(|| Told::Rule(rule.id.into()));
        }
    }
}

/// Does what the rules say of moments that have waited. Returns whether there were any.
///
/// # Errors
/// [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
pub(in crate::rules) fn take_due(rules: &dyn Ruleset, r: &mut Resolution) -> Result<bool, Stop> {
    let due = r.home().map(|home| std::mem::take(&mut home.due)).unwrap_or_default();
    for moment in &due {
        for nth in 0.. {
            let Some(rule) = r.rule(nth) else { break };
            if rule.rule.when != moment.when {
                continue;
            }
            let turns = matches!(moment.when, When::RoundOpens | When::RoundEnds);
            for about in everybody(r, moment) {
                // A round turns for each by itself, however many there are.
                if let Some(home) = r.home().filter(|_| turns) {
                    home.effects = 0;
                }
                let moment = Moment { actor: moment.actor.or(about), ..*moment };
                if r.applies(rule, &moment, about)? {
                    r.at_work(rule, |r| effect::follow(rules, r, rule, &moment, about))?;
                }
            }
        }
    }
    Ok(!due.is_empty())
}

/// Whom a moment is about: everybody in the fight when a round turns, everybody of a side that rolled.
fn everybody(r: &Resolution, moment: &Moment) -> Vec<Option<CombatantId>> {
    match moment.when {
        When::RoundOpens | When::RoundEnds => {
            let there = |standing| matches!(standing, Standing::Up | Standing::Down);
            r.encounter().those(|c| there(c.standing)).into_iter().map(Some).collect()
        }
        when => match (moment.whom(when.about()), moment.side) {
            (None, Some(side)) => {
                let members = r.encounter().those(|c| c.side == side && c.is_up());
                members.into_iter().map(Some).collect()
            }
            (whom, _) => vec![whom],
        },
    }
}

/// Settles after a command, with what house rules make of rounds that turn and of those who fall meanwhile. Returns who
/// owes an act.
///
/// # Errors
/// [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
pub(in crate::rules) fn settle(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    acted: Option<CombatantId>,
) -> Result<Option<CombatantId>, Stop> {
    let mut owes = r.under(|| Why::Sequence, |r| settle::settle(rules, r, acted));
    for _ in 0..MOST_TURNS {
        let more = r.under(|| Why::Sequence, |r| take_due(rules, r))?;
        if !more {
            break;
        }
        owes = r.under(
            || Why::Sequence,
            |r| {
                rules.follow(r, After::Command);
                settle::settle(rules, r, acted)
            },
        );
    }
    Ok(owes)
}

/// Ends what only the book knows that was laid so far, as this description has it: its conditions, and what its rules
/// counted. Saves must not speak of words that nobody knows.
pub(in crate::rules) fn put_away(r: &mut Resolution, before: &About) {
    let Some(old) = before.laid else { return };
    let everybody = r.encounter().those(|_| true);
    for who in everybody {
        r.relieve_where(who, |_, effect| old.custom(effect.condition.id).is_some());
        old.counters().for_each(|counter| r.forget(who, counter));
    }
    for side in r.encounter().side_ids() {
        old.counters().for_each(|counter| r.forget(side, counter));
    }
}
