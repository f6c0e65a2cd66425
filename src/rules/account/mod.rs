//! What happened, as values without a word: the events of a step, read along their causes.
//!
//! An [`Account`] is one thing that somebody does, or that happens to somebody: who, what, with what, the rolls, and what
//! came of it for whom. [`read`] makes them of a step: what lies under one cause is one account, an attack out of turn is
//! an account of its own. [`merge`] joins those that are alike in all but who did them, by comparing values. The log, the
//! report, the pages and what other programs read are made of accounts; none of them looks at the order of events.
//!
//! Of what befalls one combatant by one cause only the gravest is kept ([`settle`]): who is dead is neither down nor prone.
//!
//! Steps of saves of format 1 have no causes: [`regroup`] makes them up from the events, as far as that goes.

mod context;
mod merge;
mod read;
mod record;
mod regroup;
mod seen;
mod settle;

pub use self::read::causes_of;
pub use self::record::{Happened, LogAt, Reader, Record, StepAt, Steps, of_acts};
use crate::rules::model::combatant::{Combatant, Gear, Standing, Thing};
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Outcome, Rolled, SpellFate};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::moment::{Round, Second};
use crate::rules::model::stance::Stance;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Slot;
use serde::Serialize;

/// The version of accounts as other programs read them. It rises when a value changes its name or its meaning.
pub const VERSION: u32 = 1;

/// Who did it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub enum Doers {
    /// Nobody: it happens by itself.
    #[default]
    Nobody,
    /// These combatants, in the order of their acts.
    Ones(Vec<CombatantId>),
    /// The kind of this combatant.
    Kind(CombatantId),
    /// A side.
    Side(SideId),
    /// The referee, by a word that overrules.
    Referee,
}

/// With what it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Means {
    /// An attack line of the first doer's block.
    Line(u8),
    /// A spell of its block.
    Spell(u8),
}

/// How far something has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Stage {
    /// Begun and done.
    #[default]
    Whole,
    /// Only begun: the seconds still to spend.
    Started(Second),
    /// Paid for earlier; it takes effect by itself.
    Late,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Walk {
    /// Whether it leads away from those it is done to, or from the nearest foe.
    pub away: bool,
    /// The way covered.
    pub far: Tenths,
    /// Those with whom it comes into melee.
    pub meets: Vec<CombatantId>,
    /// Somebody near, and the distance to that one after the move.
    pub off: Option<(CombatantId, Tenths)>,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub enum Did {
    /// Nothing: something came of what had been done before, or by itself.
    #[default]
    Befalls,
    /// A deed.
    Deed(Deed),
    /// A blow or shot that is no act of its own: out of turn, or gone astray.
    Attack,
    /// Something with a spell: announced, begun, cast, let go.
    Spell(SpellFate),
    /// A move, by that deed.
    Walk(Deed, Walk),
    /// A roll that nobody chose to make.
    Roll(Purpose),
    /// An intention is declared.
    Declares(Box<Effect>),
    /// A round begins: its number, the order of its sides, and the numbers of those that rolled again for a tie.
    Round(Round, Vec<Slot>, Vec<(SideId, i32)>),
    /// The order of a round in which each has a number of its own.
    Order(Vec<Slot>),
    /// An event that stands for itself.
    Event(Box<Event>),
}

/// A roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Try {
    /// What for.
    pub purpose: Purpose,
    /// Whose.
    pub who: Option<CombatantId>,
    /// The side's, where a side rolls.
    pub side: Option<SideId>,
    /// At or against whom.
    pub against: Option<CombatantId>,
    /// The natural roll; `None`: none was made.
    pub face: Option<i32>,
    /// The total.
    pub total: i32,
    /// The total needed.
    pub need: Option<i32>,
    /// What came of it.
    pub outcome: Outcome,
    /// The attack it belongs to, counted within the account from 0.
    pub blow: Option<usize>,
}

/// To whom something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Whom {
    /// A combatant.
    One(CombatantId),
    /// A side.
    Side(SideId),
    /// Nobody in particular.
    Nobody,
}

/// What came of it for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Came {
    /// For whom.
    pub whom: Whom,
    /// What.
    pub what: What,
    /// Whether it takes hold only when pending results count.
    pub waits: bool,
}

/// What may come of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum What {
    /// Hit points lost, or damage compared with Toughness.
    Harm(i32),
    /// Damage that spares life.
    Subdual(i32),
    /// Damage that temporary hit points took.
    Absorbed(i32),
    /// Damage without effect.
    TooLittle(i32),
    /// Morale damage without effect.
    Unmoved(i32),
    /// A wound.
    Wound,
    /// Hit points regained, or wounds healed.
    Heal(i32),
    /// Temporary hit points gained.
    Temporary(Box<Effect>, Option<Round>),
    /// A change of standing.
    Stands(Standing),
    /// A condition or effect begins; the rounds it lasts, where they are told.
    Begins(Box<Effect>, Option<Round>),
    /// A condition ends; the name of a custom effect.
    Ends(Condition, Option<Text>),
    /// A possession is elsewhere, damaged or jammed.
    Gear(Thing, Gear),
    /// One of a supply was used: its name, how many are left.
    Supply(Text, u32),
    /// A spell is spoiled.
    Spoiled(u8),
    /// What it was doing is lost.
    Lost,
    /// It breaks.
    Breaks,
    /// It holds.
    Holds,
    /// It need not check its morale again.
    Steadfast,
    /// It was turned by a cleric, or destroyed.
    Driven(bool),
    /// The group of that one gives chase, or not.
    Pursues(CombatantId, bool),
    /// It stays in melee with the one that leaves, whom it pursues.
    KeepsUp,
    /// A side tried to get away: its pace, that of its pursuers, and whether it escaped.
    Evades(u32, u32, bool),
    /// The pursuers stop for bait, or not.
    Baited(bool),
    /// The cover was struck instead.
    CoverStruck,
    /// A throw landed elsewhere: so many squares off.
    Scattered(u32),
    /// An item of the dead survives, or not.
    Item(Text, bool),
    /// A row of a table: the rule, its text.
    Row(Text, Text),
    /// It takes a stance.
    Takes(Stance),
    /// It is in melee with that one.
    Meets(CombatantId),
    /// It is no longer in melee with that one.
    Parts(CombatantId),
    /// A number on the initiative.
    Initiative(i32),
    /// Anything else.
    Event(Box<Event>),
}

impl What {
    /// Whether both say the same, whatever the numbers by which effects are told apart.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Begins(a, lasts), Self::Begins(b, also)) => {
                lasts == also
                    && a.condition == b.condition
                    && (a.value, &a.label, a.toward, a.custom.is_some())
                        == (b.value, &b.label, b.toward, b.custom.is_some())
            }
            _ => self == other,
        }
    }
}

/// How many attacks were tried, hit, and got through what stood against them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blows {
    /// Those tried.
    pub tried: usize,
    /// Those that hit.
    pub hits: usize,
    /// Those that hit and were not fended off.
    pub through: usize,
}

/// Where the fight's events are, of which an account tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// Where it begins: with its first roll, or else with its first event; of joined accounts, where the last of them
    /// begins.
    pub head: LogAt,
    /// Those it tells, in order.
    pub told: Vec<LogAt>,
    /// Rolls behind it that are told elsewhere or not at all.
    pub behind: Vec<LogAt>,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Account {
    /// Who did it.
    pub who: Doers,
    /// What was done.
    pub did: Did,
    /// To whom.
    pub at: Vec<CombatantId>,
    /// With what.
    pub with: Option<Means>,
    /// The rule by which it is out of turn.
    pub turn: Option<Text>,
    /// Whether that is a rule of the house book.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub home: bool,
    /// How far it has come.
    pub stage: Stage,
    /// The rolls, in order.
    pub tries: Vec<Try>,
    /// What came of it, in order.
    pub came: Vec<Came>,
    /// A critical hit.
    pub critical: bool,
    /// A fumble that had a consequence.
    pub fumble: bool,
    /// The seconds spent on it.
    pub seconds: Second,
    /// What the doer goes on to begin in the same moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Account>>,
    /// Whether the doer had kept its turn for it.
    pub waited: bool,
    /// Where its events are.
    #[serde(skip)]
    pub places: Places,
}

impl Account {
    /// The combatants who did it.
    pub fn doers(&self) -> &[CombatantId] {
        match &self.who {
            Doers::Ones(all) => all,
            _ => &[],
        }
    }

    /// Whether that one did it.
    pub fn is_by(&self, who: CombatantId) -> bool {
        self.doers().contains(&who)
    }

    /// Returns its position in the log: where it begins. What it brought about stands behind it.
    pub fn place(&self) -> LogAt {
        self.places.head
    }

    /// Returns the round that begins with it.
    pub fn round(&self) -> Option<Round> {
        match self.did {
            Did::Round(round, ..) => Some(round),
            _ => None,
        }
    }

    /// Whether an event is part of it.
    pub fn tells(&self, at: LogAt) -> bool {
        self.places.told.contains(&at)
    }

    /// Returns the places of the acts in which it can be changed: those of the rolls behind it, if they are elsewhere.
    pub fn acts(&self) -> Vec<usize> {
        let places = if self.places.behind.is_empty() { &self.places.told } else { &self.places.behind };
        let mut acts: Vec<usize> = places.iter().map(|at| at.0).collect();
        acts.dedup();
        acts
    }

    /// The attack rolls.
    pub fn attacks(&self) -> impl Iterator<Item = &Try> {
        self.tries.iter().filter(|one| one.is_attack())
    }

    /// How its attacks went.
    pub fn blows(&self) -> Blows {
        let count = |is: fn(&Self, &Try) -> bool| self.attacks().filter(|one| is(self, one)).count();
        Blows {
            tried: self.attacks().count(),
            hits: count(|_, attack| attack.outcome.succeeded()),
            through: count(Self::gets_through),
        }
    }

    /// Whether all who did it are broken or have fled.
    pub fn is_flight(&self, e: &Encounter) -> bool {
        let runs = |c: &Combatant| c.standing == Standing::Fled || c.means(Meaning::BROKEN);
        self.doers().iter().all(|who| e.get(*who).is_some_and(runs))
    }

    /// Whether the attack got through: it hit, and nothing fended it off.
    pub fn gets_through(&self, attack: &Try) -> bool {
        attack.outcome.succeeded() && !self.is_fended(attack)
    }

    /// Whether a defence worked against the attack.
    pub fn is_fended(&self, attack: &Try) -> bool {
        self.fended_by(attack).is_some()
    }

    /// The defence that worked against the attack. Against an attack at several, each defends for itself.
    pub fn fended_by(&self, attack: &Try) -> Option<&Try> {
        let fends = |one: &&Try| {
            matches!(one.purpose, Purpose::Defence(_))
                && one.blow == attack.blow
                && one.outcome.succeeded()
        };
        self.tries.iter().find(fends).filter(|_| !self.defends_each())
    }

    /// Whether one attack is at several, each of whom defends for itself.
    pub fn defends_each(&self) -> bool {
        self.at.len() > 1 && self.attacks().count() == 1
    }

    /// Whether the deed succeeded by its rolls, those of the doers and of those it is done to; `None`: none decided it.
    pub fn succeeds(&self) -> Option<bool> {
        let mut all = None;
        for one in self.tries.iter().filter(|one| one.decides()) {
            let own = one.who.is_none_or(|who| self.is_by(who));
            let good = match (own, one.purpose) {
                (true, Purpose::FumbleCheck | Purpose::Stabilise) => continue,
                (true, _) => one.outcome.succeeded(),
                (false, _) if self.at.iter().any(|whom| Some(*whom) == one.who) => {
                    !one.outcome.succeeded()
                }
                (false, _) => continue,
            };
            all = Some(all.unwrap_or(true) && good);
        }
        all
    }

    /// What came of it for that one.
    pub fn came_of(&self, whom: Whom) -> impl Iterator<Item = &Came> {
        self.came.iter().filter(move |came| came.whom == whom)
    }

    /// All to whom something came of it, each once, in order.
    pub fn concerned(&self) -> Vec<Whom> {
        let mut all = Vec::new();
        for came in &self.came {
            if !all.contains(&came.whom) {
                all.push(came.whom);
            }
        }
        all
    }
}

/// Adds those that are not yet among them.
pub fn include(all: &mut Vec<CombatantId>, more: &[CombatantId]) {
    for one in more {
        if !all.contains(one) {
            all.push(*one);
        }
    }
}

impl Try {
    /// The roll, of the attack with that number.
    fn of(rolled: &Rolled, blow: Option<usize>) -> Self {
        Self {
            purpose: rolled.purpose,
            who: rolled.who,
            side: rolled.side,
            against: rolled.against,
            face: rolled.dice,
            total: rolled.total(),
            need: rolled.need,
            outcome: rolled.outcome,
            blow,
        }
    }

    /// Whether it is an attack.
    pub fn is_attack(&self) -> bool {
        matches!(self.purpose, Purpose::Attack(_))
    }

    /// Whether it decides something.
    pub fn decides(&self) -> bool {
        self.outcome != Outcome::Figure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::cause::Causes;
    use crate::rules::model::command::{Act, Command};
    use crate::rules::model::encounter::Encounter;
    use crate::rules::model::event::Told;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry::ruleset;

    const ANA: CombatantId = CombatantId(0);
    const GOB: CombatantId = CombatantId(1);

    /// The accounts of one step of `bx`, without causes as in format 1.
    fn regrouped(command: &Command, events: &[Event]) -> Vec<Account> {
        let (e, causes) = (Encounter::new(RulesetId::Bx), Causes::default());
        let steps: Steps = [Happened { command, events, causes: &causes }].into_iter().collect();
        let reader = Reader { about: ruleset(RulesetId::Bx).about(), e: &e, record: &steps };
        reader.of_step((0, 0))
    }

    fn attack(who: CombatantId, at: CombatantId, outcome: Outcome) -> Event {
        let rolled = Rolled::new(Purpose::Attack(0), outcome);
        Event::Rolled(Box::new(Rolled { who: Some(who), against: Some(at), ..rolled }))
    }

    #[test]
    fn an_attack_of_another_in_a_save_without_causes_is_out_of_turn() {
        let command = Command::Act(Act { at: vec![GOB], ..Act::new(ANA, Deed::Strike) });
        let rule = Event::Told(Told::Rule("bx.attack.x".into()));
        let events = [attack(ANA, GOB, Outcome::Failure), rule, attack(GOB, ANA, Outcome::Failure)];
        let accounts = regrouped(&command, &events);
        let told: Vec<_> = accounts.iter().map(|one| (one.who.clone(), one.turn.is_some())).collect();
        assert_eq!(told, [(Doers::Ones(vec![ANA]), false), (Doers::Ones(vec![GOB]), true)]);
    }

    #[test]
    fn who_dies_is_not_said_to_go_down_as_well() {
        let command = Command::Act(Act { at: vec![GOB], ..Act::new(ANA, Deed::Strike) });
        let stood = |standing| Event::Stood(GOB, standing);
        let events = [attack(ANA, GOB, Outcome::Success), stood(Standing::Down), stood(Standing::Dead)];
        let accounts = regrouped(&command, &events);
        let [blow] = &accounts[..] else { panic!("one account: {accounts:?}") };
        assert_eq!(blow.did, Did::Deed(Deed::Strike));
        let of_gob: Vec<_> = blow.came_of(Whom::One(GOB)).map(|came| &came.what).collect();
        assert_eq!(of_gob, [&What::Stands(Standing::Dead)]);
    }
}
