//! A detail of a command as rows of a form: how it is shown, and how the edited value is put back into the command.

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
use crate::tui::overlays::forms::edit::Row;
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::referee::depart::WAYS;
use crate::tui::overlays::referee::settings::HANDS;
use crate::tui::table::view::View;
use std::cmp::Reverse;
use std::rc::Rc;

/// Accesses a detail of a command; `None` if the command does not have it.
pub type At<T> = fn(&mut Command) -> Option<&mut T>;

/// The rows of a detail.
pub type Rows = Vec<Row<Command>>;

/// A detail that a command may have. Each of its methods makes its rows, of one kind of value; none if the command does
/// not have it.
pub struct Detail<'a> {
    /// The state before it.
    pub view: &'a View<'a>,
    /// The recorded result.
    pub step: &'a Step,
    /// The command.
    pub command: &'a Command,
    /// The label of the field.
    pub label: String,
}

impl Detail<'_> {
    /// A text, not empty.
    pub fn words(&self, at: At<Text>) -> Rows {
        self.single(at, |text| Value::Text(text.to_string()), non_empty)
    }

    /// An optional text.
    pub fn may_words(&self, at: At<Option<Text>>) -> Rows {
        let shown = |text: Option<Text>| Value::Text(text.as_deref().unwrap_or("").into());
        self.single(at, shown, |field| Ok(non_empty(field).ok()))
    }

    /// An amount, as dice or a number.
    pub fn dice(&self, at: At<DiceExpr>) -> Rows {
        self.single(at, |dice| Value::Dice(dice.to_string()), |field| field.text().parse())
    }

    /// Any whole number.
    pub fn number(&self, at: At<i32>) -> Rows {
        self.single(at, Value::number, Field::number)
    }

    /// 1 or more.
    pub fn count(&self, at: At<u32>) -> Rows {
        self.single(at, Value::number, Field::count)
    }

    /// Yes or no.
    pub fn flag(&self, at: At<bool>) -> Rows {
        self.single(at, Value::Flag, |field| Ok(field.flag()))
    }

    /// Memorised copies of a spell.
    pub fn copies(&self, at: At<u8>) -> Rows {
        self.single(at, |n| Value::Number(n.to_string(), " memorised".into()), copies)
    }

    /// A distance.
    pub fn length(&self, at: At<Tenths>) -> Rows {
        let unit = &self.view.about().unit;
        let shown = |far: Tenths| Value::Number(far.to_string(), unit.to_string());
        known_as("distance", self.single(at, shown, Field::tenths))
    }

    /// An optional distance.
    pub fn may_length(&self, at: At<Option<Tenths>>) -> Rows {
        let unit = self.view.about().unit.to_string();
        known_as("distance", self.optional(at, Tenths::default(), unit, Field::tenths))
    }

    /// How a combatant leaves the fight.
    pub fn standing(&self, at: At<Standing>) -> Rows {
        self.pick(at, WAYS.map(|way| (words::becomes(way).says(Number::One), way)))
    }

    /// One of the sides.
    pub fn side(&self, at: At<SideId>) -> Rows {
        let e = self.view.e;
        self.pick(at, e.side_ids().map(|side| (words::side(e, side).into(), side)))
    }

    /// The line of its side in which a combatant stands.
    pub fn rank(&self, at: At<Rank>) -> Rows {
        self.pick(at, [Rank::Front, Rank::Back].map(|rank| (words::rank(rank).into(), rank)))
    }

    /// What a side or a combatant is out to do.
    pub fn aim(&self, at: At<Option<Aim>>) -> Rows {
        let plain = Aim::PLAIN.map(|aim| (words::aim(self.view.e, aim, Number::Many), Some(aim)));
        self.pick(at, plain.into_iter().chain([("fight whoever fights them".to_string(), None)]))
    }

    /// How much the players know of a combatant.
    pub fn sight(&self, at: At<Sight>) -> Rows {
        self.pick(at, Sight::ALL.map(|sight| (sight.word().into(), sight)))
    }

    /// Who rolls a side's dice.
    pub fn hand(&self, at: At<Hand>) -> Rows {
        self.pick(at, HANDS.map(|hand| (words::hand(hand).into(), hand)))
    }

    /// Who rolls a combatant's dice.
    pub fn may_hand(&self, at: At<Option<Hand>>) -> Rows {
        let own = HANDS.map(|hand| (words::hand(hand).to_string(), Some(hand)));
        self.pick(at, [("as its side's".to_string(), None)].into_iter().chain(own))
    }

    /// One of the conditions that the referee can set.
    pub fn condition(&self, at: At<Condition>) -> Rows {
        let offered = self.view.about().conditions.iter().filter(|row| row.is(Meaning::OFFERED));
        self.pick(at, offered.map(|row| (row.label.to_string(), row.id)))
    }

    /// A combatant who is up.
    pub fn target(&self, at: At<CombatantId>) -> Rows {
        self.person(at, Combatant::is_up)
    }

    /// Any combatant but the second one.
    pub fn other(&self, at: At<CombatantId>, than: At<CombatantId>) -> Rows {
        let than = self.now(than);
        self.person(at, |c| Some(c.id) != than)
    }

    /// One of the alternatives to the command.
    pub fn among(&self, of: fn(&View, &Command) -> Vec<(String, Command)>) -> Rows {
        self.pick(|command| Some(command), of(self.view, self.command))
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
    ) -> Rows {
        let field = |now| Field::new(&*self.label, shown(now));
        self.now(at).map(|now| Row::new(field(now), put_at(at, read))).into_iter().collect()
    }

    /// A number that may be left out; `standing` is its default.
    fn optional<T: Clone + ToString + 'static>(
        &self,
        at: At<Option<T>>,
        standing: T,
        unit: String,
        read: impl Fn(&Field) -> Result<T, String> + 'static,
    ) -> Rows {
        let Some(now) = self.now(at) else { return Vec::new() };
        let given = now.is_some();
        let value = Value::Number(now.unwrap_or(standing).to_string(), unit);
        let field = Field::may(&*self.label, value, given);
        let read = move |field: &Field| field.if_given(&read);
        vec![Row::new(field, put_at(at, read)).note("Space leaves it out")]
    }

    /// A figure of an arriving combatant; if not set, the figure it arrived with is shown.
    pub fn comes(&self, at: At<Option<i32>>, figure: fn(Vitals) -> i32) -> Rows {
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

    /// What is left of a supply.
    pub fn left(&self, at: At<Supply>) -> Rows {
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
        vec![Row::new(Field::new(self.label.replace("{supply}", &now.name), value), put)]
    }

    /// Rounds, entered as a time in the units of the rules.
    pub fn rounds(&self, at: At<u32>) -> Rows {
        let about = self.view.about();
        self.single(at, |now| Value::Text(span::rounds(about, now)), read_rounds(about))
    }

    /// Optional rounds.
    pub fn may_rounds(&self, at: At<Option<u32>>) -> Rows {
        let about = self.view.about();
        let Some(now) = self.now(at) else { return Vec::new() };
        let value = Value::Text(span::rounds(about, now.unwrap_or(1)));
        let read = read_rounds(about);
        let field = Field::may(&*self.label, value, now.is_some());
        let read = move |field: &Field| match field.text().trim() {
            "" => Ok(None),
            _ => field.if_given(&read),
        };
        vec![Row::new(field, put_at(at, read)).note("blank: until it is lifted")]
    }

    /// A time, in the units of the rules.
    pub fn span(&self, at: At<Second>) -> Rows {
        let about = self.view.about();
        let shown = |seconds: Second| Value::Text(span::said(about, seconds));
        let read = move |field: &Field| span::read(about, field.text());
        known_as("time", self.single(at, shown, read))
    }

    /// A choice among these.
    fn pick<T: Clone + PartialEq + 'static>(
        &self,
        at: At<T>,
        of: impl IntoIterator<Item = (String, T)>,
    ) -> Rows {
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

    /// A combatant who fits.
    pub fn person(&self, at: At<CombatantId>, fits: impl Fn(&Combatant) -> bool) -> Rows {
        let Some(now) = self.now(at) else { return Vec::new() };
        let mut people = self.people(&[now]);
        people.retain(|id| *id == now || self.view.e.get(*id).is_some_and(&fits));
        self.pick(at, people.into_iter().map(|id| (self.view.name(id).to_string(), id)))
    }

    /// Several combatants.
    pub fn several(&self, at: At<Vec<CombatantId>>) -> Rows {
        let Some(now) = self.now(at) else { return Vec::new() };
        let people = self.people(&now);
        let mark = |id: &CombatantId| (self.view.name(*id).to_string(), now.contains(id));
        let marked = people.iter().map(mark).collect();
        let read = move |field: &Field| {
            let who = field.picked(&people);
            if who.is_empty() { Err("nobody selected: Space selects".into()) } else { Ok(who) }
        };
        let all = self.single(at, |_| Value::Many(marked, 0), read).into_iter();
        all.map(|row| row.note("Left and Right step through them, Space selects")).collect()
    }

    /// A field for each combatant, those with a share first; a share of nothing takes a combatant out.
    pub fn shares(&self, at: At<Vec<(CombatantId, Share)>>) -> Rows {
        let Some(now) = self.now(at) else { return Vec::new() };
        let had: Vec<CombatantId> = now.iter().map(|(id, _)| *id).collect();
        let others = self.view.board.order.iter().filter(|id| !had.contains(id));
        let none = |id: &CombatantId| (*id, Share::None);
        let one = |(id, share): (CombatantId, Share)| -> Row<Command> {
            let put = move |command: &mut Command, field: &Field| {
                if let Some(who) = at(command) {
                    set_share(who, id, amount::share_in(field));
                }
                Ok(())
            };
            Row::new(amount::row(self.view, id, share), put).note(amount::ROW_KEYS)
        };
        now.iter().copied().chain(others.map(none)).map(one).collect()
    }

    /// A field for each total that can have a modifier.
    pub fn adds(&self, at: At<Vec<(Stat, i32)>>) -> Rows {
        let Some(now) = self.now(at) else { return Vec::new() };
        let one = |(head, word): &(Stat, Text)| -> Row<Command> {
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
            Row::new(field, put).note("Space leaves it out")
        };
        self.view.about().heads.iter().map(one).collect()
    }

    /// A field for each slot; of those with equal scores, the one that came first still acts first.
    pub fn order(&self, at: At<Vec<Slot>>) -> Rows {
        let slots: Rc<[Slot]> = self.now(at).unwrap_or_default().into();
        let one = |nth: usize| -> Row<Command> {
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
            Row::new(field, put).note("the highest number acts first")
        };
        (0..slots.len()).map(one).collect()
    }
}

/// Sets the name that the rules have for such a detail, whatever its label.
fn known_as(id: &str, rows: Rows) -> Rows {
    rows.into_iter().map(|row| row.known_as(id)).collect()
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
