//! The form of a custom effect: its name, modifiers, reminder and duration. The fields below the duration depend on its
//! kind.

use crate::rules;
use crate::rules::model::command::{Act, Command, Deed, Facts, Overrule};
use crate::rules::model::custom::{CustomEffect, Lasting, Occasion, SaveToEnd, Stat};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::moment::Second;
use crate::rules::model::offer::FactField;
use crate::rules::text::words;
use crate::tui::overlays::forms::edit::{Row, edit};
use crate::tui::overlays::forms::facts;
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::{Done, Layer, STAY, Then};
use crate::tui::session::Session;
use crate::tui::table::view::View;
use std::rc::Rc;

/// The default duration, in any unit.
const STANDING: u32 = 3;

/// A kind of duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rounds,
    Turns,
    TurnStart,
    TurnEnd,
    SaveToEnd,
    /// Long turns of several rounds, if the rules have them.
    LongTurns,
    Minutes,
    Seconds,
    Open,
}

impl Kind {
    /// Its words; those of the save depend on the ruleset.
    fn word(self) -> &'static str {
        KINDS.iter().find(|(of, _)| *of == self).map_or("", |(_, word)| word)
    }
}

/// The words for each kind.
const KINDS: [(Kind, &str); 9] = [
    (Kind::Rounds, "rounds"),
    (Kind::Turns, "turns of the bearer"),
    (Kind::TurnStart, "until a turn begins"),
    (Kind::TurnEnd, "until a turn is over"),
    (Kind::SaveToEnd, ""),
    (Kind::LongTurns, "turns of ten minutes"),
    (Kind::Minutes, "minutes by the clock"),
    (Kind::Seconds, "seconds by the clock"),
    (Kind::Open, "until you end it"),
];

/// The choices when to show the reminder.
const TOLD: [Option<Occasion>; 4] =
    [None, Some(Occasion::TurnStart), Some(Occasion::TurnEnd), Some(Occasion::RoundEnd)];

/// The choices when to ask for the save.
const ASKED: [Occasion; 3] = [Occasion::TurnStart, Occasion::TurnEnd, Occasion::RoundEnd];

/// An effect as far as it is filled in.
#[derive(Clone)]
struct Draft {
    /// All but its duration.
    effect: CustomEffect,
    /// The kind of duration, and what it takes.
    kind: Kind,
    count: u32,
    whose: Option<CombatantId>,
    asked: Occasion,
    /// What is said of the save.
    facts: Facts,
}

/// What the form offers, whatever is filled in.
struct Offered {
    who: Vec<CombatantId>,
    /// The duration that the form was opened with.
    from: Lasting,
    /// The combatants whose turns can be named.
    people: Vec<CombatantId>,
    /// The kinds of duration in these rules.
    kinds: Vec<Kind>,
    /// The save or check that can end it, with its fields.
    save: (Deed, Vec<FactField>),
    /// Seconds in a turn.
    turn: Second,
}

/// Opens the form of a new effect of that name, in place of the list that it was typed into.
pub fn named(session: &Session, who: &[CombatantId], name: &str) -> Done {
    let lasting = Lasting::Rounds(STANDING);
    let effect = CustomEffect { name: name.into(), lasting, ..CustomEffect::default() };
    focused(&session.view(), who.to_vec(), Some(effect), Focus::Adds).map_or(STAY, Then::replace)
}

/// Opens the form of an effect that was made before, in place of the list that it was picked from.
pub fn again(session: &Session, who: &[CombatantId], effect: &CustomEffect) -> Done {
    let layer = focused(&session.view(), who.to_vec(), Some(effect.clone()), Focus::HowLong);
    layer.map_or(STAY, Then::replace)
}

/// The field that the cursor begins on.
enum Focus {
    Name,
    Adds,
    HowLong,
}

/// Opens the form of an effect on these combatants, new or an existing one.
pub fn open(view: &View, who: Vec<CombatantId>, from: Option<CustomEffect>) -> Option<Box<dyn Layer>> {
    focused(view, who, from, Focus::Name)
}

fn focused(
    view: &View,
    who: Vec<CombatantId>,
    from: Option<CustomEffect>,
    focus: Focus,
) -> Option<Box<dyn Layer>> {
    let first = *who.first()?;
    let effect =
        from.unwrap_or(CustomEffect { lasting: Lasting::Rounds(STANDING), ..CustomEffect::default() });
    let people = view.board.order.iter().copied();
    let people = people.filter(|id| view.e.get(*id).is_some_and(|c| c.is_up())).collect();
    let long = turn(view);
    let kinds = KINDS.iter().map(|(kind, _)| *kind);
    let kinds = kinds.filter(|kind| *kind != Kind::LongTurns || long.is_some()).collect();
    let turn = long.unwrap_or(view.about().turn_seconds());
    let save = save(view, first, &effect.lasting);
    let title = format!("Effect on {}", view.names(&who));
    let offered = Rc::new(Offered { who, from: effect.lasting.clone(), people, kinds, save, turn });
    let (whose, asked) = match &offered.from {
        Lasting::TurnStart(Some(who), _) | Lasting::TurnEnd(Some(who), _) => (Some(*who), None),
        Lasting::SaveToEnd(save) => (None, Some(save.at)),
        _ => (None, None),
    };
    let draft = Draft {
        kind: kind_of(view, &offered.from),
        count: STANDING,
        whose: whose.or(view.board.actor()).or(view.board.cursor),
        asked: asked.unwrap_or(Occasion::TurnEnd),
        facts: Facts::default(),
        effect,
    };
    let at = match focus {
        Focus::Name => 0,
        Focus::Adds => 1,
        Focus::HowLong => offered.rows(view, &draft).len().saturating_sub(1),
    };
    let shown = Rc::clone(&offered);
    let rows = move |view: &View, draft: &Draft| shown.rows(view, draft);
    let done = move |session: &mut Session, draft: &Draft| {
        let effect = CustomEffect { lasting: offered.lasting(draft), ..draft.effect.clone() };
        let word = Overrule::Make(offered.who.clone(), Box::new(effect.clone()));
        let done = session.run(vec![Command::Overrule(word)])?;
        session.keep_effect(effect);
        Ok(done)
    };
    Some(edit(view, title, draft, rows, done).at(at).boxed())
}

/// The save that the rules offer, else the check, with the facts of the existing effect.
fn save(view: &View, who: CombatantId, lasting: &Lasting) -> (Deed, Vec<FactField>) {
    let offers = rules::offers(view.rules, view.e, who);
    let offer = [Deed::Save, Deed::Check]
        .into_iter()
        .find_map(|deed| offers.iter().find(|offer| offer.deed == deed && !offer.facts.is_empty()));
    let Some(offer) = offer else { return (Deed::Save, Vec::new()) };
    let said = |field: &FactField| {
        let Lasting::SaveToEnd(save) = lasting else { return field.clone() };
        let kind = std::mem::discriminant(&field.fact);
        let fact = save.facts.0.iter().find(|fact| std::mem::discriminant(*fact) == kind);
        FactField { fact: fact.unwrap_or(&field.fact).clone(), ..field.clone() }
    };
    (offer.deed, offer.facts.iter().map(said).collect())
}

fn kind_of(view: &View, lasting: &Lasting) -> Kind {
    let turn = turn(view);
    match lasting {
        Lasting::Clock(seconds) if turn.is_some_and(|turn| seconds.is_multiple_of(turn)) => {
            Kind::LongTurns
        }
        Lasting::Open => Kind::Open,
        Lasting::Rounds(_) => Kind::Rounds,
        Lasting::TurnEnd(None, _) => Kind::Turns,
        Lasting::TurnStart(..) => Kind::TurnStart,
        Lasting::TurnEnd(..) => Kind::TurnEnd,
        Lasting::SaveToEnd(_) => Kind::SaveToEnd,
        Lasting::Clock(seconds) if seconds.is_multiple_of(60) => Kind::Minutes,
        Lasting::Clock(_) => Kind::Seconds,
    }
}

/// Seconds in a turn, if the rules count time in turns.
fn turn(view: &View) -> Option<Second> {
    view.about().turns_of().map(|_| view.about().turn_seconds())
}

impl Offered {
    /// The fields of a draft.
    fn rows(&self, view: &View, draft: &Draft) -> Vec<Row<Draft>> {
        let effect = &draft.effect;
        let name = Field::new("called", Value::Text(effect.name.to_string())).known_as("name");
        let mut rows = vec![Row::new(name, |draft: &mut Draft, field| {
            draft.effect.name = field.text().into();
            if field.text().is_empty() { Err("empty, expected a name".into()) } else { Ok(()) }
        })];
        rows.extend(view.about().heads.iter().map(|(head, word)| adds(*head, word, effect)));
        let reminder = effect.reminder.as_deref().unwrap_or_default();
        let reminder = Field::new("reminder", Value::Text(reminder.into()));
        rows.push(Row::new(reminder, |draft: &mut Draft, field| {
            draft.effect.reminder = Some(field.text().into()).filter(|text: &Text| !text.is_empty());
            draft.effect.each = draft.effect.each.filter(|_| draft.effect.reminder.is_some());
            Ok(())
        }));
        if effect.reminder.is_some() {
            let word = |each: &Option<Occasion>| words::occasion(*each).into();
            rows.push(Row::pick("is told", &TOLD, &effect.each, word, |draft: &mut Draft, each| {
                draft.effect.each = each;
            }));
        }
        let word = |kind: &Kind| match (kind, self.save.0) {
            (Kind::SaveToEnd, Deed::Check) => "until a check succeeds".into(),
            (Kind::SaveToEnd, _) => "until it saves".into(),
            (kind, _) => kind.word().to_string(),
        };
        rows.push(Row::pick("lasts", &self.kinds, &draft.kind, word, |draft: &mut Draft, kind| {
            draft.kind = kind;
        }));
        self.add_duration(view, draft, &mut rows);
        rows
    }

    fn add_duration(&self, view: &View, draft: &Draft, rows: &mut Vec<Row<Draft>>) {
        match draft.kind {
            Kind::Open => {}
            Kind::SaveToEnd => self.add_save(view, draft, rows),
            Kind::TurnStart | Kind::TurnEnd => {
                let first = self.people.first().copied().unwrap_or(CombatantId(0));
                let now = draft.whose.unwrap_or(first);
                let word = |who: &CombatantId| view.name(*who).to_string();
                rows.push(Row::pick(
                    "whose turn",
                    &self.people,
                    &now,
                    word,
                    |draft: &mut Draft, who| {
                        draft.whose = Some(who);
                    },
                ));
            }
            kind => {
                let count = self.count(view, kind).unwrap_or(STANDING);
                let count = Field::new(format!("how many {}", kind.word()), Value::number(count));
                rows.push(Row::new(count.known_as("how long"), |draft: &mut Draft, field| {
                    draft.count = field.count()?;
                    Ok(())
                }));
            }
        }
    }

    /// The duration the form was opened with, in the unit of a kind, rounded up.
    fn count(&self, view: &View, kind: Kind) -> Option<u32> {
        let round = view.about().round_seconds;
        let seconds = match &self.from {
            Lasting::Rounds(n) | Lasting::TurnEnd(None, n) => n.saturating_mul(round),
            Lasting::Clock(seconds) => *seconds,
            _ => return None,
        };
        let unit = match kind {
            Kind::LongTurns => self.turn,
            Kind::Minutes => 60,
            Kind::Seconds => 1,
            _ => round,
        };
        Some(seconds.div_ceil(unit.max(1)))
    }

    fn add_save(&self, view: &View, draft: &Draft, rows: &mut Vec<Row<Draft>>) {
        let word = |at: &Occasion| words::occasion(Some(*at)).into();
        rows.push(Row::pick("is tried", &ASKED, &draft.asked, word, |draft: &mut Draft, at| {
            draft.asked = at;
        }));
        let act = Act::new(self.who[0], self.save.0);
        let mut letters = Vec::new();
        let kinds = self.save.1.chunk_by(|a, b| facts::same_kind(&a.fact, &b.fact));
        for kind in kinds {
            let row = facts::row(view, &act, kind, &mut letters);
            rows.push(row.within(|draft: &mut Draft| Some(&mut draft.facts)));
        }
    }

    fn lasting(&self, draft: &Draft) -> Lasting {
        let (count, whose) = (draft.count, draft.whose);
        match draft.kind {
            Kind::Open => Lasting::Open,
            Kind::Rounds => Lasting::Rounds(count),
            Kind::Turns => Lasting::TurnEnd(None, count),
            Kind::TurnStart => Lasting::TurnStart(whose, 1),
            Kind::TurnEnd => Lasting::TurnEnd(whose, 1),
            Kind::LongTurns => Lasting::Clock(count.saturating_mul(self.turn)),
            Kind::Minutes => Lasting::Clock(count.saturating_mul(60)),
            Kind::Seconds => Lasting::Clock(count),
            Kind::SaveToEnd => {
                let facts = draft.facts.clone();
                Lasting::SaveToEnd(SaveToEnd { at: draft.asked, deed: self.save.0, facts })
            }
        }
    }
}

/// The field of what the effect adds to a figure.
fn adds(head: Stat, word: &str, effect: &CustomEffect) -> Row<Draft> {
    let adds = effect.adds.iter().filter(|(of, _)| *of == head).map(|(_, n)| n);
    let field = Field::may(word, Value::number(adds.clone().sum::<i32>()), adds.count() > 0);
    let put = move |draft: &mut Draft, field: &Field| {
        let given = field.if_given(Field::number)?.filter(|n| *n != 0);
        draft.effect.adds.retain(|(of, _)| *of != head);
        draft.effect.adds.extend(given.map(|n| (head, n)));
        Ok(())
    };
    Row::new(field, put).note("more is better for the bearer")
}
