//! What the rules report in so many words: deeds, spells, rows of tables, decisions.

use super::*;

impl Reading<'_> {
    pub(super) fn told(&mut self, event: &Event, told: &Told, waits: bool) {
        match told {
            Told::Deed(who, deed, line, at) => self.deed(*who, *deed, *line, at),
            Told::Spell(who, spell, SpellFate::Disrupted) => self.spoiled(*who, *spell, waits),
            Told::Spell(who, spell, fate) => self.spell(event, *who, *spell, *fate),
            Told::Reaction(row) => {
                let at = self.here(None);
                self.came(at, Whom::Nobody, What::Row("".into(), row.clone()), waits);
            }
            Told::Broke(who) => self.add(*who, What::Breaks, waits),
            Told::Held(side) => self.of_side(*side, What::Holds),
            Told::NoCheck(side) => self.of_side(*side, What::Steadfast),
            Told::Evaded(side, pace, theirs, away) => {
                self.of_side(*side, What::Evades(*pace, *theirs, *away))
            }
            Told::Baited(side, stops) => self.of_side(*side, What::Baited(*stops)),
            Told::Pursues(who, does) => {
                let at = self.here(Some(*who));
                self.came(at, Whom::Nobody, What::Pursues(*who, *does), waits);
            }
            Told::Driven(who, destroyed) => self.add(*who, What::Driven(*destroyed), waits),
            Told::Withstood(who, damage, ..) => self.add(*who, What::TooLittle(*damage), waits),
            Told::Unmoved(who, damage, _) => self.add(*who, What::Unmoved(*damage), waits),
            Told::CoverStruck(who) => self.add(*who, What::CoverStruck, waits),
            Told::Scattered(who, _, squares) => {
                self.add(*who, What::Scattered(squares.unsigned_abs()), waits)
            }
            Told::Lost(who) => {
                let gives_up = |act: &Act| act.who == *who && act.deed == Deed::Abandon;
                match self.act().is_some_and(gives_up) {
                    true => _ = self.here(Some(*who)),
                    false => self.add(*who, What::Lost, waits),
                }
            }
            Told::Item(who, item, kept) => self.add(*who, What::Item(item.clone(), *kept), waits),
            Told::Row(who, rule, text) => self.row(*who, rule, text, waits),
            Told::Rule(_) if self.is_under(|why| matches!(why, Why::House(_))) => _ = self.here(None),
            Told::Rule(_) => {}
            Told::TurnOver(_) if self.is_turn_told() => {}
            Told::Ran(who, _, feet) if self.act().is_none() => self.runs(*who, *feet),
            Told::Rested(who, ..) | Told::Ran(who, ..) => {
                let at = self.here(Some(*who));
                self.all[at].did = Did::Event(Box::new(event.clone()));
            }
            Told::TurnOver(_) | Told::Experience(..) | Told::Reminder(..) => {
                _ = self.alone(Did::Event(Box::new(event.clone())));
            }
            Told::Cured(..) | Told::KeptTemporary(..) => self.other(event, waits),
        }
    }

    pub(super) fn of_side(&mut self, side: SideId, what: What) {
        let at = self.here(None);
        self.came(at, Whom::Side(side), what, false);
    }

    /// Whether the time told before says that the turn is over, or each has turns of its own.
    pub(super) fn is_turn_told(&self) -> bool {
        let skips = |event: &Event| matches!(event, Event::Elapsed(seconds) if *seconds > self.about.turn_seconds());
        self.about.own_turns || self.step.events[..self.nth].iter().any(skips)
    }

    pub(super) fn deed(&mut self, who: CombatantId, deed: Deed, line: Option<u8>, at: &[CombatantId]) {
        let own = self.of(self.cause, Some(who));
        if !self.all[own].is_by(who) {
            let account = self.of_deed(who, deed, line, at);
            let at = self.push(account);
            return self.place(at);
        }
        self.place(own);
        let told = self.of_deed(who, deed, line, at);
        let goes_on = deed == Deed::Resume && self.all[own].did != Did::Deed(Deed::Resume);
        if !goes_on {
            let account = &mut self.all[own];
            account.did = told.did;
            account.with = told.with;
            account.at = told.at;
        }
    }

    /// A spell is spoiled; where its caster failed to keep hold of it, that is what it did.
    pub(super) fn spoiled(&mut self, who: CombatantId, spell: u8, waits: bool) {
        let at = self.here(Some(who));
        let account = &mut self.all[at];
        let own = |one: &&Try| one.who == Some(who) && matches!(one.purpose, Purpose::Save(_));
        let save = account.tries.iter().find(own).map(|one| one.purpose);
        if let (Did::Deed(Deed::Cast), Some(save)) = (&account.did, save) {
            account.did = Did::Roll(save);
            account.at.clear();
        }
        self.add(who, What::Spoiled(spell), waits);
    }

    /// Something with a spell: that is what its caster does, unless it walks and gives it up for that.
    pub(super) fn spell(&mut self, event: &Event, who: CombatantId, spell: u8, fate: SpellFate) {
        let mut own = self.of(self.cause, Some(who));
        if !self.all[own].is_by(who) {
            own = self.push(Account { who: Doers::Ones(vec![who]), ..Account::default() });
        }
        self.place(own);
        if matches!(self.all[own].did, Did::Walk(..)) {
            return self.came(own, Whom::One(who), What::Event(Box::new(event.clone())), false);
        }
        let account = &mut self.all[own];
        account.did = Did::Spell(fate);
        account.with = Some(Means::Spell(spell));
    }

    /// A row of a table. Where it brings what is told for itself, that says more than the row.
    pub(super) fn row(&mut self, who: CombatantId, rule: &Text, text: &Text, waits: bool) {
        let at = self.here(Some(who));
        if matches!(&self.about.criticals, Some(CriticalSign::Rule(sign)) if sign == rule) {
            self.all[at].critical = true;
            return;
        }
        // A row of amounts shows in the amount.
        let critical = self.is_right_under(|why| *why == Why::Table(Purpose::Critical));
        if critical && self.all[at].is_by(who) {
            return;
        }
        self.add(who, What::Row(rule.clone(), Told::gist(text).into()), waits);
    }
}
