//! A detail of a command as a field: how it is shown, and how the edited value is put back into the command.

use crate::chronicle::Step;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::{Command, Share};
use crate::rules::model::condition::Meaning;
use crate::rules::model::custom::Stat;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Hand;
use crate::rules::model::event::Event;
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::moment::Second;
use crate::rules::model::phrase::Number;
use crate::rules::model::rank::Rank;
use crate::rules::model::sight::Sight;
use crate::rules::model::stance::Aim;
use crate::rules::model::supply::Supply;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::about::About;
use crate::rules::text::{span, words};
use crate::tui::overlays::acts::amount;
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::referee::depart::WAYS;
use crate::tui::overlays::referee::settings::HANDS;
use crate::tui::table::view::View;
use std::cmp::Reverse;
use std::rc::Rc;

/// Accesses a detail of a command; `None` if the command does not have it.
pub type At<T> = fn(&mut Command) -> Option<&mut T>;

/// The kind of a detail, which decides how its field works.
pub enum Kind {
    /// A text, not empty.
    Words(At<Text>),
    /// An optional text.
    MayWords(At<Option<Text>>),
    /// An amount, as dice or a number.
    Dice(At<DiceExpr>),
    /// Any whole number.
    Number(At<i32>),
    /// A distance.
    Length(At<Tenths>),
    /// An optional distance.
    MayLength(At<Option<Tenths>>),
    /// A figure of an arriving combatant; if not set, the figure it arrived with is shown.
    Comes(At<Option<i32>>, fn(Vitals) -> i32),
    /// 1 or more.
    Count(At<u32>),
    /// Rounds, entered as a time in the units of the rules.
    Rounds(At<u32>),
    /// Optional rounds.
    MayRounds(At<Option<u32>>),
    /// Memorised copies of a spell.
    Copies(At<u8>),
    /// What is left of a supply.
    Left(At<Supply>),
    /// A time, in the units of the rules.
    Span(At<Second>),
    /// Yes or no.
    Flag(At<bool>),
    /// How a combatant leaves the fight.
    Standing(At<Standing>),
    /// One of the sides.
    Side(At<SideId>),
    /// Who rolls a side's dice.
    Hand(At<Hand>),
    /// The line of its side in which a combatant stands.
    Rank(At<Rank>),
    /// What a side or a combatant is out to do.
    Aim(At<Option<Aim>>),
    /// How much the players know of a combatant.
    Sight(At<Sight>),
    /// One of the conditions that the referee can set.
    Condition(At<Condition>),
    /// The subject of the command; in a form of several commands, the labels of the other fields name it instead.
    Subject(At<CombatantId>),
    /// Any combatant but the second one.
    Other(At<CombatantId>, At<CombatantId>),
    /// A combatant who is up.
    Target(At<CombatantId>),
    /// Several combatants.
    Several(At<Vec<CombatantId>>),
    /// The share of an amount that each combatant takes.
    Shares(At<Vec<(CombatantId, Share)>>),
    /// Modifiers to totals.
    Adds(At<Vec<(Stat, i32)>>),
    /// The scores in an initiative order.
    Order(At<Vec<Slot>>),
    /// One of the alternatives to the command.
    Among(fn(&View, &Command) -> Vec<(String, Command)>),
}

impl Kind {
    /// The name that the rules have for such a detail, whatever its label.
    pub fn id(&self) -> Option<&'static str> {
        match self {
            Self::Dice(_) => Some("amount"),
            Self::Length(_) | Self::MayLength(_) => Some("distance"),
            Self::Span(_) => Some("time"),
            _ => None,
        }
    }
}

/// Puts the value of a field into a command.
pub type Put = Box<dyn Fn(&mut Command, &Field) -> Result<(), String>>;

/// A field for a detail of a command.
pub struct Saying {
    /// The field.
    pub field: Field,
    /// The hint for its keys; empty if there is none.
    pub hint: &'static str,
    /// Puts its value back.
    pub put: Put,
}

impl Saying {
    fn new(field: Field, put: impl Fn(&mut Command, &Field) -> Result<(), String> + 'static) -> Self {
        Self { field, hint: "", put: Box::new(put) }
    }

    fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }
}

/// A detail that a command may have.
pub struct Thing<'a> {
    /// The state before it.
    pub view: &'a View<'a>,
    /// The recorded result.
    pub step: &'a Step,
    /// The command.
    pub command: &'a Command,
    /// The label of the field.
    pub label: String,
}

impl Thing<'_> {
    /// Its fields; none if the command does not have it.
    pub fn fields(&self, kind: &Kind) -> Vec<Saying> {
        let view = self.view;
        match kind {
            Kind::Words(at) => self.single(*at, |text: Text| Value::Text(text.to_string()), non_empty),
            Kind::MayWords(at) => {
                let shown = |text: Option<Text>| Value::Text(text.as_deref().unwrap_or("").into());
                self.single(*at, shown, |field| Ok(non_empty(field).ok()))
            }
            Kind::Dice(at) => self.single(
                *at,
                |dice: DiceExpr| Value::Dice(dice.to_string()),
                |field| field.text().parse(),
            ),
            Kind::Number(at) => self.single(*at, Value::number, Field::number),
            Kind::Length(at) => {
                let shown = |far: Tenths| Value::Number(far.to_string(), view.about().unit.to_string());
                self.single(*at, shown, Field::tenths)
            }
            Kind::MayLength(at) => {
                self.optional(*at, Tenths::default(), view.about().unit.to_string(), Field::tenths)
            }
            Kind::Comes(at, figure) => self.arrival_figure(*at, *figure),
            Kind::Count(at) => self.single(*at, Value::number, Field::count),
            Kind::Rounds(at) => self.rounds(*at),
            Kind::MayRounds(at) => self.may_rounds(*at),
            Kind::Copies(at) => {
                let shown = |n: u8| Value::Number(n.to_string(), " memorised".into());
                self.single(*at, shown, copies)
            }
            Kind::Left(at) => self.left(*at),
            Kind::Span(at) => self.span(*at),
            Kind::Flag(at) => self.single(*at, Value::Flag, |field| Ok(field.flag())),
            Kind::Standing(at) => {
                self.pick(*at, WAYS.map(|way| (words::becomes(way).says(Number::One), way)))
            }
            Kind::Side(at) => {
                self.pick(*at, view.e.side_ids().map(|side| (words::side(view.e, side).into(), side)))
            }
            Kind::Rank(at) => {
                self.pick(*at, [Rank::Front, Rank::Back].map(|rank| (words::rank(rank).into(), rank)))
            }
            Kind::Aim(at) => {
                let plain = Aim::PLAIN.map(|aim| (words::aim(view.e, aim, Number::Many), Some(aim)));
                let none = ("fight whoever fights them".to_string(), None);
                self.pick(*at, plain.into_iter().chain([none]))
            }
            Kind::Sight(at) => self.pick(*at, Sight::ALL.map(|sight| (sight.word().into(), sight))),
            Kind::Hand(at) => self.pick(*at, HANDS.map(|hand| (words::hand(hand).into(), hand))),
            Kind::Condition(at) => {
                let offered = view.about().conditions.iter().filter(|row| row.is(Meaning::OFFERED));
                self.pick(*at, offered.map(|row| (row.label.to_string(), row.id)))
            }
            Kind::Subject(at) => self.person(*at, |_| true),
            Kind::Other(at, than) => {
                let than = self.now(*than);
                self.person(*at, |c| Some(c.id) != than)
            }
            Kind::Target(at) => self.person(*at, Combatant::is_up),
            Kind::Several(at) => self.several(*at),
            Kind::Shares(at) => self.shares(*at),
            Kind::Adds(at) => self.adds(*at),
            Kind::Order(at) => self.order(*at),
            Kind::Among(of) => self.pick(|command| Some(command), of(view, self.command)),
        }
    }

    /// The present value.
    fn now<T: Clone>(&self, at: At<T>) -> Option<T> {
        at(&mut self.command.clone()).map(|now| now.clone())
    }

    /// A single field; `shown` makes its value, `read` parses it.
    fn single<T: Clone + 'static>(
        &self,
        at: At<T>,
        shown: impl FnOnce(T) -> Value,
        read: impl Fn(&Field) -> Result<T, String> + 'static,
    ) -> Vec<Saying> {
        let field = |now| Field::new(&*self.label, shown(now));
        self.now(at).map(|now| Saying::new(field(now), put_at(at, read))).into_iter().collect()
    }

    /// A number that may be left out; `standing` is its default.
    fn optional<T: Clone + ToString + 'static>(
        &self,
        at: At<Option<T>>,
        standing: T,
        unit: String,
        read: impl Fn(&Field) -> Result<T, String> + 'static,
    ) -> Vec<Saying> {
        let Some(now) = self.now(at) else { return Vec::new() };
        let given = now.is_some();
        let value = Value::Number(now.unwrap_or(standing).to_string(), unit);
        let field = Field::may(&*self.label, value, given);
        let read = move |field: &Field| field.if_given(&read);
        vec![Saying::new(field, put_at(at, read)).hint("Space leaves it out")]
    }

    fn arrival_figure(&self, at: At<Option<i32>>, figure: fn(Vitals) -> i32) -> Vec<Saying> {
        let came = self.step.events.iter().find_map(|event| match event {
            Event::Joined(combatant) => Some(figure(combatant.vitals)),
            _ => None,
        });
        match came {
            Some(came) => {
                let shown = |now: Option<i32>| Value::number(now.unwrap_or(came));
                self.single(at, shown, |field| field.number().map(Some))
            }
            None => self.optional(at, 1, String::new(), Field::number),
        }
    }

    fn left(&self, at: At<Supply>) -> Vec<Saying> {
        let Some(now) = self.now(at) else { return Vec::new() };
        let put = move |command: &mut Command, field: &Field| {
            let left = field.number()?;
            let left = u32::try_from(left).map_err(|_| format!("found {left}, expected 0 or more"))?;
            if let Some(supply) = at(command) {
                supply.most = supply.most.max(left);
                supply.used = supply.most - left;
            }
            Ok(())
        };
        let value = Value::Number(now.left().to_string(), format!(" of {}", now.most));
        vec![Saying::new(Field::new(self.label.replace("{supply}", &now.name), value), put)]
    }

    fn rounds(&self, at: At<u32>) -> Vec<Saying> {
        let about = self.view.about();
        self.single(at, |now| Value::Text(span::rounds(about, now)), read_rounds(about))
    }

    fn may_rounds(&self, at: At<Option<u32>>) -> Vec<Saying> {
        let about = self.view.about();
        let Some(now) = self.now(at) else { return Vec::new() };
        let value = Value::Text(span::rounds(about, now.unwrap_or(1)));
        let read = read_rounds(about);
        let field = Field::may(&*self.label, value, now.is_some());
        let read = move |field: &Field| match field.text().trim() {
            "" => Ok(None),
            _ => field.if_given(&read),
        };
        vec![Saying::new(field, put_at(at, read)).hint("blank: until it is lifted")]
    }

    fn span(&self, at: At<Second>) -> Vec<Saying> {
        let about = self.view.about();
        let shown = |seconds: Second| Value::Text(span::said(about, seconds));
        let rules = self.view.rules;
        self.single(at, shown, move |field| span::read(rules.about(), field.text()))
    }

    /// A choice among these.
    fn pick<T: Clone + PartialEq + 'static>(
        &self,
        at: At<T>,
        of: impl IntoIterator<Item = (String, T)>,
    ) -> Vec<Saying> {
        let (texts, of): (Vec<String>, Vec<T>) = of.into_iter().unzip();
        let Some(now) = self.now(at).and_then(|now| of.iter().position(|one| *one == now)) else {
            return Vec::new();
        };
        let read = move |field: &Field| of.get(field.pick()).cloned().ok_or("none of these".to_string());
        self.single(at, |_| Value::Pick(texts, now), read)
    }

    /// All combatants in the order of the roster, then those of the command who are not there yet.
    fn people(&self, among: &[CombatantId]) -> Vec<CombatantId> {
        let order = &self.view.board.order;
        let others = among.iter().filter(|id| !order.contains(id));
        order.iter().chain(others).copied().collect()
    }

    fn person(&self, at: At<CombatantId>, fits: impl Fn(&Combatant) -> bool) -> Vec<Saying> {
        let Some(now) = self.now(at) else { return Vec::new() };
        let mut people = self.people(&[now]);
        people.retain(|id| *id == now || self.view.e.get(*id).is_some_and(&fits));
        self.pick(at, people.into_iter().map(|id| (self.view.name(id).to_string(), id)))
    }

    fn several(&self, at: At<Vec<CombatantId>>) -> Vec<Saying> {
        let Some(now) = self.now(at) else { return Vec::new() };
        let people = self.people(&now);
        let mark = |id: &CombatantId| (self.view.name(*id).to_string(), now.contains(id));
        let marked = people.iter().map(mark).collect();
        let read = move |field: &Field| {
            let Value::Many(of, _) = &field.value else { return Ok(people.clone()) };
            let on = people.iter().zip(of).filter(|(_, (_, on))| *on);
            let who: Vec<CombatantId> = on.map(|(id, _)| *id).collect();
            if who.is_empty() { Err("nobody selected: Space selects".into()) } else { Ok(who) }
        };
        let all = self.single(at, |_| Value::Many(marked, 0), read).into_iter();
        all.map(|saying| saying.hint("Left and Right step through them, Space selects")).collect()
    }

    /// A field for each combatant, those with a share first; a share of nothing takes a combatant out.
    fn shares(&self, at: At<Vec<(CombatantId, Share)>>) -> Vec<Saying> {
        let Some(now) = self.now(at) else { return Vec::new() };
        let had: Vec<CombatantId> = now.iter().map(|(id, _)| *id).collect();
        let others = self.view.board.order.iter().filter(|id| !had.contains(id));
        let none = |id: &CombatantId| (*id, Share::None);
        let one = |(id, share): (CombatantId, Share)| -> Saying {
            let put = move |command: &mut Command, field: &Field| {
                if let Some(who) = at(command) {
                    set_share(who, id, amount::share_in(field));
                }
                Ok(())
            };
            Saying::new(amount::row(self.view, id, share), put).hint(amount::ROW_KEYS)
        };
        now.iter().copied().chain(others.map(none)).map(one).collect()
    }

    /// A field for each total that can have a modifier.
    fn adds(&self, at: At<Vec<(Stat, i32)>>) -> Vec<Saying> {
        let Some(now) = self.now(at) else { return Vec::new() };
        let one = |(head, word): &(Stat, Text)| -> Saying {
            let head = *head;
            let added = now.iter().filter(|(of, _)| *of == head).map(|(_, n)| *n);
            let given = added.clone().count() > 0;
            let field = Field::may(&**word, Value::number(added.sum::<i32>()), given);
            let put = move |command: &mut Command, field: &Field| {
                let n = if field.is_given() { field.number()? } else { 0 };
                if let Some(adds) = at(command) {
                    adds.retain(|(of, _)| *of != head);
                    adds.extend((n != 0).then_some((head, n)));
                }
                Ok(())
            };
            Saying::new(field, put).hint("Space leaves it out")
        };
        self.view.about().heads.iter().map(one).collect()
    }

    /// A field for each slot; of those with equal scores, the one that came first still acts first.
    fn order(&self, at: At<Vec<Slot>>) -> Vec<Saying> {
        let slots: Rc<[Slot]> = self.now(at).unwrap_or_default().into();
        let one = |nth: usize| -> Saying {
            let slots = Rc::clone(&slots);
            let sides = slots[nth].sides.iter().map(|side| words::side(self.view.e, *side));
            let names = sides.chain(slots[nth].ones.iter().map(|who| self.view.name(*who)));
            let label = names.collect::<Vec<_>>().join(" + ");
            let field = Field::new(label, Value::number(slots[nth].score));
            let put = move |command: &mut Command, field: &Field| {
                let score = field.number()?;
                let place = |slot: &Slot| {
                    slots.iter().position(|was| (&was.sides, &was.ones) == (&slot.sides, &slot.ones))
                };
                if let Some(now) = at(command) {
                    let same = |slot: &&mut Slot| place(slot) == Some(nth);
                    now.iter_mut().filter(same).for_each(|slot| slot.score = score);
                    now.sort_by_key(|slot| (Reverse(slot.score), place(slot)));
                }
                Ok(())
            };
            Saying::new(field, put).hint("the highest number acts first")
        };
        (0..slots.len()).map(one).collect()
    }
}

/// Puts the parsed value of a field in its place.
fn put_at<T: 'static>(
    at: At<T>,
    read: impl Fn(&Field) -> Result<T, String> + 'static,
) -> impl Fn(&mut Command, &Field) -> Result<(), String> + 'static {
    move |command, field| {
        let said = read(field)?;
        if let Some(place) = at(command) {
            *place = said;
        }
        Ok(())
    }
}

fn set_share(who: &mut Vec<(CombatantId, Share)>, id: CombatantId, share: Share) {
    match who.iter().position(|(had, _)| *had == id) {
        Some(at) if share == Share::None => _ = who.remove(at),
        Some(at) => who[at].1 = share,
        None => who.push((id, share)),
    }
}

fn non_empty(field: &Field) -> Result<Text, String> {
    match field.text() {
        "" => Err("empty, expected some words".into()),
        text => Ok(text.into()),
    }
}

fn copies(field: &Field) -> Result<u8, String> {
    let n = field.number()?;
    u8::try_from(n).map_err(|_| format!("found {n}, expected 0 to 255"))
}

/// Parses the rounds typed in a field.
fn read_rounds(about: &'static About) -> impl Fn(&Field) -> Result<u32, String> {
    move |field| span::read_rounds(about, field.text())
}
