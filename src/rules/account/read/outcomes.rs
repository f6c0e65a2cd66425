//! What came of it: harm, standing, conditions, possessions.

use super::*;

impl Reading<'_> {
    /// Adds what came of it for one.
    pub(super) fn add(&mut self, who: CombatantId, what: What, waits: bool) {
        let at = self.here(Some(who));
        self.came(at, Whom::One(who), what, waits);
    }

    /// Adds to that account what came of it for somebody.
    pub(super) fn came(&mut self, at: usize, whom: Whom, what: What, waits: bool) {
        self.all[at].came.push(Came { whom, what, waits });
    }

    pub(super) fn outcome(&mut self, event: &Event, waits: bool) {
        let pending = self.is_right_under(|why| *why == Why::Outcome);
        match event {
            // What was held back has been told with the act.
            Event::Harmed { who, .. }
            | Event::Wounded { who, .. }
            | Event::Healed { who, .. }
            | Event::Afflicted(who, _)
            | Event::Geared(who, ..)
                if pending =>
            {
                _ = self.here(Some(*who));
            }
            Event::Harmed { who, amount, source: Source::Sparing(_), .. } if *amount > 0 => {
                self.add(*who, What::Subdual(*amount), waits);
            }
            Event::Harmed { who, amount, tally, .. } => {
                let dealt = self.about.dealt(*amount, tally);
                let absorbed = tally.terms().iter().any(|term| term.0 == Reason::TEMPORARY);
                if dealt != 0 || absorbed {
                    self.add(*who, What::Harm(dealt), waits);
                }
            }
            Event::Absorbed { who, amount } => self.add(*who, What::Absorbed(*amount), waits),
            Event::Healed { who, amount } => self.add(*who, What::Heal(*amount), waits),
            Event::Wounded { who, .. } => self.add(*who, What::Wound, waits),
            Event::Stood(who, standing) => self.stood(*who, *standing, waits),
            Event::Afflicted(who, effect) => self.afflicted(*who, effect, waits),
            Event::Relieved { who, id, condition, label, .. } => {
                self.relieved(*who, *id, *condition, label.as_ref());
            }
            Event::Geared(who, thing, gear) => self.geared(*who, *thing, *gear),
            Event::UsedUp(who, what, left) => self.add(*who, What::Supply(what.clone(), *left), waits),
            Event::SideTook(side, Some(stance)) => {
                let turns = stance.why == Origin::Reaction && stance.aim != Aim::Fights;
                if turns || stance.why == Origin::Struck {
                    let at = self.here(None);
                    self.came(at, Whom::Side(*side), What::Takes(*stance), waits);
                }
            }
            Event::Took(who, Some(stance)) => match stance.why {
                Origin::Reaction if stance.aim == Aim::Fights => {}
                Origin::Surprise | Origin::Bait | Origin::Struck => {}
                Origin::Reaction => {
                    let at = self.here(None);
                    self.came(at, Whom::Nobody, What::Takes(*stance), waits);
                }
                _ => self.add(*who, What::Takes(*stance), waits),
            },
            // What a rule of the house takes away is told by its name.
            Event::Reshaped(..) if self.is_under(|why| matches!(why, Why::House(_))) => {}
            Event::Took(_, None) if !self.is_under(|why| *why == Why::Referee) => {}
            Event::PassedOver(_) | Event::TurnBegan(_) | Event::Overruled | Event::Committed => {}
            _ => self.other(event, waits),
        }
    }

    pub(super) fn stood(&mut self, who: CombatantId, standing: Standing, waits: bool) {
        let said = |event: &Event| match event {
            Event::Told(Told::Evaded(.., true)) => standing == Standing::Fled,
            Event::Told(Told::Driven(one, true)) => standing == Standing::Dead && *one == who,
            _ => false,
        };
        let surrenders = self.act().is_some_and(|act| act.deed == Deed::Surrender && act.who == who);
        let told = surrenders && standing == Standing::Surrendered
            || self.step.events[..self.nth].iter().any(said);
        let at = self.here(Some(who));
        if !told {
            self.came(at, Whom::One(who), What::Stands(standing), waits);
        }
    }

    pub(super) fn afflicted(&mut self, who: CombatantId, effect: &Effect, waits: bool) {
        let row = effect.condition;
        if row.is(Meaning::DECLARED) {
            let did = Did::Declares(Box::new(effect.clone()));
            let at = self.here(Some(who));
            if self.all[at].is_by(who) && matches!(self.all[at].did, Did::Deed(_)) {
                self.all[at].did = did;
                return;
            }
            let at = self.push(Account { who: Doers::Ones(vec![who]), did, ..Account::default() });
            return self.place(at);
        }
        if let Some(at) = self.surprised().filter(|_| row == Condition::SURPRISED) {
            return self.place(at);
        }
        let at = self.here(Some(who));
        if self.goes_without_saying(at, who, effect, waits) {
            return;
        }
        if row == Condition::TEMPORARY_HP {
            if effect.with.is_none() {
                let what = What::Temporary(Box::new(effect.clone()), self.lasts(effect));
                self.came(at, Whom::One(who), what, waits);
            }
            return;
        }
        let account = &self.all[at];
        let held = account.tries.first().is_some_and(|one| one.outcome.succeeded());
        if account.did == Did::Roll(Purpose::Morale) && held {
            // Who has held the last time it must fights on whatever comes.
            return self.came(at, Whom::One(who), What::Steadfast, waits);
        }
        let lasts = self.lasts(effect);
        self.came(at, Whom::One(who), What::Begins(Box::new(effect.clone()), lasts), waits);
    }

    /// Whether the beginning of an effect is said by what causes it, or changes nothing.
    pub(super) fn goes_without_saying(
        &self,
        at: usize,
        who: CombatantId,
        effect: &Effect,
        waits: bool,
    ) -> bool {
        let row = effect.condition;
        let toward_one = effect.toward.is_some() && row.toward.is_none();
        if row.is(Meaning::UNTOLD) || toward_one && !row.is(Meaning::OFFERED) {
            return true;
        }
        let bare = effect.value == 0 || !row.figure.is_shown();
        let ended = |(whom, condition): &(CombatantId, Condition)| *whom == who && row == *condition;
        let again = bare && effect.label.is_none() && self.story.ended.iter().any(ended);
        let set_later = !waits && self.story.last.get(&effect.id).is_some_and(|last| *last != self.nth);
        let account = &self.all[at];
        let own = matches!(account.did, Did::Deed(_) | Did::Walk(..) | Did::Spell(_))
            && account.is_by(who)
            && !account.tries.iter().any(Try::decides)
            && self.is_right_under(|why| matches!(why, Why::Act(_) | Why::GoesOn(..)));
        let of_the_rules = !row.is(Meaning::OFFERED);
        let by_deed = own
            && effect.label.is_none()
            && (bare && (of_the_rules || self.is_prepared(at) && effect.until.is_none())
                || effect.toward.is_some_and(|whom| account.at.contains(&whom)));
        let breaks = self.is_under(|why| matches!(why, Why::Breaks(_)))
            || row.is(Meaning::BROKEN) && self.is_under(|why| matches!(why, Why::Group(..)));
        let driven = self.told_before(|told| matches!(told, Told::Driven(one, _) if *one == who));
        let pursues = self.told_before(|told| matches!(told, Told::Pursues(..) | Told::Baited(..)));
        let flees = matches!(&account.did, Did::Walk(_, walk) if walk.away)
            || account.did == Did::Deed(Deed::Evade);
        let evades = flees && row.meaning.has_any(Meaning::BROKEN | Meaning::LEAVES);
        let joined = |event: &Event| matches!(event, Event::Joined(c) if c.id == who);
        let joins = of_the_rules && bare && self.step.events.iter().any(joined);
        let wins = matches!(account.did, Did::Deed(deed) if deed.words().wins.is_some());
        let done = matches!(account.did, Did::Deed(Deed::Disarm | Deed::Unhorse))
            && bare
            && account.at.contains(&who)
            && !account.fumble;
        let won = done
            || wins
                && effect.label.is_none()
                && effect.toward.is_some_and(|other| {
                    let pair =
                        |a: CombatantId, b: CombatantId| account.is_by(a) && account.at.contains(&b);
                    pair(who, other) || pair(other, who)
                });

        let pool = row.is(Meaning::POOL) && self.is_under(|why| *why == Why::Outcome);
        again || set_later || by_deed || breaks || driven || pursues || evades || won || joins || pool
    }

    /// Whether the doer only readies, moves or protects itself, so that its deed says how it stands then.
    pub(super) fn is_prepared(&self, at: usize) -> bool {
        use crate::rules::model::deed::Role;
        matches!(self.all[at].did, Did::Deed(deed) if matches!(deed.role(), Role::Ready | Role::Protect))
    }

    /// The rounds that an effect lasts, where they are told.
    pub(super) fn lasts(&self, effect: &Effect) -> Option<Round> {
        let stated = match self.step.command {
            Command::Overrule(Overrule::Afflict { condition, rounds, .. })
                if effect.condition == *condition =>
            {
                *rounds
            }
            _ => None,
        };
        let timed = || match effect.until.map(|when| when.moment) {
            Some(Moment::RoundEnd(end)) if effect.condition.is(Meaning::TIMED) => {
                Some(end.saturating_sub(self.round_now().max(1)))
            }
            Some(Moment::RoundEnd(end)) => {
                // Most effects count the round in which they begin; those for whole turns show which do not.
                let left = end.saturating_sub(self.round_now().max(1));
                let turn = self.about.turn_rounds.max(1);
                let whole = left.is_multiple_of(turn) && left > 0;
                let left = if whole { left } else { left.saturating_add(1) };
                (left > 1).then_some(left)
            }
            _ => None,
        };
        stated.or_else(timed)
    }

    /// The round in which the event being read happens.
    pub(super) fn round_now(&self) -> Round {
        let began = |event: &Event| match event {
            Event::RoundBegan(round) => Some(*round),
            _ => None,
        };
        let own = self.step.events[..self.nth].iter().rev().find_map(began);
        own.unwrap_or_else(|| self.context.round())
    }

    /// A condition ends: told unless that goes with a fall, with getting up, or begins anew.
    pub(super) fn relieved(
        &mut self,
        who: CombatantId,
        id: EffectId,
        condition: Condition,
        label: Option<&Text>,
    ) {
        let row = self.about.condition(condition);
        let offered = row.as_ref().is_some_and(|row| row.is(Meaning::OFFERED));
        let again = |(whom, begun, new): &(CombatantId, Condition, EffectId)| {
            *whom == who && *begun == condition && *new != id
        };
        let goes = |event: &Event| matches!(event, Event::Stood(one, standing) if *one == who && *standing != Standing::Up);
        let rises = self.act().is_some_and(|act| {
            act.who == who && matches!(act.deed, Deed::Stand | Deed::Rise | Deed::CutIn)
        });
        let baited = self.told_before(|told| matches!(told, Told::Baited(_, true)));
        let gone = |event: &Event| matches!(event, Event::Stood(_, Standing::Fled));
        let used_up =
            |event: &Event| matches!(event, Event::Absorbed { who: whose, .. } if *whose == who);
        let silent = label.is_none() && !offered
            || rises
            || self.is_under(|why| matches!(why, Why::Falls(_) | Why::Breaks(_)))
            || label.is_none() && self.story.begun.iter().any(again)
            || baited
            || self.step.events.iter().any(goes)
            || row.as_ref().is_some_and(|row| row.is(Meaning::HUNTS))
                && self.step.events.iter().any(gone)
            || condition == Condition::TEMPORARY_HP && self.step.events.iter().any(used_up);
        let at = self.here(Some(who));
        if !silent {
            self.came(at, Whom::One(who), What::Ends(condition, label.cloned()), false);
        }
    }

    /// A possession changes its place; what the combatant itself handles, and shots fired, go without saying.
    pub(super) fn geared(&mut self, who: CombatantId, thing: Thing, gear: Gear) {
        let handles = self.act().is_some_and(|act| {
            act.who == who && matches!(act.deed, Deed::Sheathe | Deed::Drop | Deed::Draw)
        });
        let worse = gear.at != Whereabouts::AtHand || gear.wounds > 0 || gear.jammed;
        let at = self.here(Some(who));
        if worse && !handles {
            self.came(at, Whom::One(who), What::Gear(thing, gear), false);
        }
    }

    /// An event without a value of its own, if it is told at all.
    pub(super) fn other(&mut self, event: &Event, waits: bool) {
        if !has_words(self.about, event) {
            return;
        }
        let about = subject(event);
        let at = self.here(about);
        let whom = about.map_or(Whom::Nobody, Whom::One);
        self.came(at, whom, What::Event(Box::new(event.clone())), waits);
    }
}

/// Whether an event without a value of its own has words of its own.
pub(super) fn has_words(about: &About, event: &Event) -> bool {
    use Event::*;
    match event {
        Set(timer) => is_announced(&timer.action),
        Counted(Bearer::Effect(..), counter, _) => about.counted_as(*counter).is_some(),
        Counted(Bearer::Side(_), counter, value) => {
            *value != 0 && about.side_marks.iter().any(|mark| mark.counter == *counter)
        }
        Told(told) => matches!(told, self::Told::Cured(..) | self::Told::KeptTemporary(..)),
        Turned(..) | Reshaped(..) | Renamed(..) | HpSet(..) | Supplied(..) | Ranked(..) | Took(..)
        | SideTook(..) | SpellSet(..) | Met(_) | BookLaid(_) | OptionSet(..) | OptionAwaits(..)
        | SceneSet(_) | HandSet(..) | DiceSet(..) | AsksSet(..) | PlayersSet(..) | Sighted(..)
        | AwareSet(..) | Pinned(..) | Unpinned(..) => true,
        _ => false,
    }
}

/// Whether a timer is told of when it is set and when it falls due; others are the rules' own.
pub(super) fn is_announced(action: &TimerAction) -> bool {
    matches!(action, TimerAction::Remind(_) | TimerAction::BurnOut | TimerAction::Reinforce(..))
}

/// Whom an event is about.
pub(super) fn subject(event: &Event) -> Option<CombatantId> {
    match event {
        Event::HpSet(who, _)
        | Event::Turned(who, _)
        | Event::Reshaped(who, ..)
        | Event::Supplied(who, _)
        | Event::Renamed(who, _)
        | Event::Ranked(who, _)
        | Event::Took(who, _)
        | Event::SpellSet(who, ..)
        | Event::Pinned(who, _)
        | Event::Unpinned(who, _)
        | Event::DiceSet(who, _)
        | Event::Sighted(who, _) => Some(*who),
        Event::Told(told) => told.whom(),
        _ => None,
    }
}
