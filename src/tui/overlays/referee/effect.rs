//! The form of a custom effect: its name, modifiers, reminder and duration. The fields below the duration depend on its
//! kind.

use crate::rules;
use crate::rules::model::command::{Act, Command, Deed, Fact, Facts, Overrule};
use crate::rules::model::custom::{CustomEffect, Lasting, Occasion, SaveToEnd, Stat};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::model::offer::FactField;
use crate::rules::text::words;
use crate::tui::app::App;
use crate::tui::overlays::forms::dialog::Dialog;
use crate::tui::overlays::forms::facts;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Done, Layer};
use crate::tui::table::view::View;

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

/// The words for each kind; those for the save depend on the ruleset.
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

/// What a field is for.
enum EffectPart {
    Name,
    Adds(Stat),
    Reminder,
    Told,
    Lasts,
    Count,
    Whose,
    Asked,
    /// A fact of the save, with the values it is picked from.
    Fact(FactField, Vec<Fact>),
}

/// The form.
pub struct EffectForm {
    who: Vec<CombatantId>,
    /// The effect the form was opened with.
    from: CustomEffect,
    /// The combatants whose turns can be named.
    people: Vec<CombatantId>,
    /// The save or check that can end it, with its fields.
    save: (Deed, Vec<FactField>),
    parts: Vec<EffectPart>,
    form: Form,
    /// The kinds of duration in these rules.
    kinds: Vec<Kind>,
    /// Seconds in a turn.
    turn: Second,
    /// What the choice of fields depends on, as of when they were built: the kind of duration, and whether there is a
    /// reminder.
    shape: (Kind, bool),
}

/// Opens the form of an effect on these combatants, new or an existing one.
pub fn open(view: &View, who: Vec<CombatantId>, from: Option<CustomEffect>) -> Option<Box<dyn Layer>> {
    let first = *who.first()?;
    let from =
        from.unwrap_or(CustomEffect { lasting: Lasting::Rounds(STANDING), ..CustomEffect::default() });
    let people = view.board.order.iter().copied();
    let people = people.filter(|id| view.e.get(*id).is_some_and(|c| c.is_up())).collect();
    let shape = (kind_of(view, &from.lasting), from.reminder.is_some());
    let save = save(view, first, &from.lasting);
    let (parts, form) = (Vec::new(), Form::default());
    let long = turn(view);
    let kinds = KINDS.iter().map(|(kind, _)| *kind);
    let kinds = kinds.filter(|kind| *kind != Kind::LongTurns || long.is_some()).collect();
    let turn = long.unwrap_or(view.about().turn_seconds());
    let mut form = EffectForm { who, from, people, save, parts, form, kinds, turn, shape };
    form.build_fields(view);
    Some(Box::new(form))
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

impl EffectForm {
    fn add(&mut self, part: EffectPart, field: Field) {
        self.parts.push(part);
        self.form.fields.push(field);
    }

    /// Builds the fields for the kind of duration and the reminder.
    fn build_fields(&mut self, view: &View) {
        let (kind, reminds) = self.shape;
        let from = self.from.clone();
        self.add(
            EffectPart::Name,
            Field::new("called", Value::Text(from.name.to_string())).known_as("name"),
        );
        for (head, word) in &view.about().heads {
            let adds = from.adds.iter().filter(|(of, _)| of == head).map(|(_, n)| n);
            let field = Field::may(&**word, Value::number(adds.clone().sum::<i32>()), adds.count() > 0);
            self.add(EffectPart::Adds(*head), field);
        }
        let reminder = from.reminder.as_deref().unwrap_or_default();
        self.add(EffectPart::Reminder, Field::new("reminder", Value::Text(reminder.into())));
        if reminds {
            let told = Value::among(&TOLD, &from.each, |each| words::occasion(*each).into());
            self.add(EffectPart::Told, Field::new("is told", told));
        }
        let save = match self.save.0 {
            Deed::Check => "until a check succeeds",
            _ => "until it saves",
        };
        let lasts = Value::among(&self.kinds, &kind, |kind| {
            let word = KINDS.iter().find(|(of, _)| of == kind).map_or("", |(_, word)| word);
            if word.is_empty() { save.into() } else { word.to_string() }
        });
        self.add(EffectPart::Lasts, Field::new("lasts", lasts));
        self.add_duration(view, kind);
    }

    fn add_duration(&mut self, view: &View, kind: Kind) {
        let said = self.count(view, kind).unwrap_or(STANDING);
        match kind {
            Kind::Open => {}
            Kind::SaveToEnd => self.add_save(view),
            Kind::TurnStart | Kind::TurnEnd => {
                let now = match self.from.lasting {
                    Lasting::TurnStart(Some(who), _) | Lasting::TurnEnd(Some(who), _) => Some(who),
                    _ => view.board.actor().or(view.board.cursor),
                };
                let whose = Value::among(
                    &self.people,
                    &now.or(self.people.first().copied()).unwrap_or(CombatantId(0)),
                    |who| view.name(*who).to_string(),
                );
                self.add(EffectPart::Whose, Field::new("whose turn", whose));
            }
            _ => {
                let label = KINDS.iter().find(|(of, _)| *of == kind).map_or("", |(_, word)| word);
                let count = Field::new(format!("how many {label}"), Value::number(said));
                self.add(EffectPart::Count, count.known_as("how long"));
            }
        }
    }

    /// The duration the form was opened with, in the unit of a kind, rounded up.
    fn count(&self, view: &View, kind: Kind) -> Option<u32> {
        let round = view.about().round_seconds;
        let seconds = match &self.from.lasting {
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

    fn add_save(&mut self, view: &View) {
        let now = match &self.from.lasting {
            Lasting::SaveToEnd(save) => save.at,
            _ => Occasion::TurnEnd,
        };
        let asked = Value::among(&ASKED, &now, |at| words::occasion(Some(*at)).into());
        self.add(EffectPart::Asked, Field::new("is tried", asked));
        let draft = Act::new(self.who[0], self.save.0);
        let mut letters = Vec::new();
        let fields = self.save.1.clone();
        for kind in fields.chunk_by(|a, b| facts::same_kind(&a.fact, &b.fact)) {
            let values = facts::listed(view, &draft, kind);
            let field = facts::field(view, &draft, &kind[0], &values, &mut letters);
            let values = values.into_iter().map(|(_, fact)| fact).collect();
            self.add(EffectPart::Fact(kind[0].clone(), values), field);
        }
    }

    fn field(&self, is: impl Fn(&EffectPart) -> bool) -> Option<(usize, &Field)> {
        let at = self.parts.iter().position(is)?;
        Some((at, self.form.fields.get(at)?))
    }

    fn text(&self, is: impl Fn(&EffectPart) -> bool) -> &str {
        self.field(is).map_or("", |(_, field)| field.text())
    }

    fn picked(&self, is: impl Fn(&EffectPart) -> bool) -> usize {
        self.field(is).map_or(0, |(_, field)| field.pick())
    }

    fn kind(&self) -> Kind {
        let at = self.picked(|part| matches!(part, EffectPart::Lasts));
        self.kinds.get(at).copied().unwrap_or(Kind::Open)
    }

    /// The effect as filled in, or the index of the invalid field and the fault.
    fn custom(&self) -> Result<CustomEffect, (usize, String)> {
        let name = self.text(|part| matches!(part, EffectPart::Name));
        if name.is_empty() {
            return Err((0, "empty, expected a name".into()));
        }
        let mut adds = Vec::new();
        for (at, (part, field)) in self.parts.iter().zip(&self.form.fields).enumerate() {
            if let EffectPart::Adds(head) = part
                && field.is_given()
            {
                adds.push((*head, field.number().map_err(|fault| (at, fault))?));
            }
        }
        adds.retain(|(_, n)| *n != 0);
        let reminder = self.text(|part| matches!(part, EffectPart::Reminder));
        Ok(CustomEffect {
            name: name.into(),
            adds,
            reminder: (!reminder.is_empty()).then(|| reminder.into()),
            each: TOLD[self.picked(|part| matches!(part, EffectPart::Told)).min(TOLD.len() - 1)],
            lasting: self.lasting()?,
        })
    }

    fn lasting(&self) -> Result<Lasting, (usize, String)> {
        let whose = || self.people.get(self.picked(|part| matches!(part, EffectPart::Whose))).copied();
        Ok(match self.kind() {
            Kind::Open => Lasting::Open,
            Kind::Rounds => Lasting::Rounds(self.number()?),
            Kind::Turns => Lasting::TurnEnd(None, self.number()?),
            Kind::TurnStart => Lasting::TurnStart(whose(), 1),
            Kind::TurnEnd => Lasting::TurnEnd(whose(), 1),
            Kind::LongTurns => Lasting::Clock(self.number()?.saturating_mul(self.turn)),
            Kind::Minutes => Lasting::Clock(self.number()?.saturating_mul(60)),
            Kind::Seconds => Lasting::Clock(self.number()?),
            Kind::SaveToEnd => {
                let at =
                    ASKED[self.picked(|part| matches!(part, EffectPart::Asked)).min(ASKED.len() - 1)];
                Lasting::SaveToEnd(SaveToEnd { at, deed: self.save.0, facts: self.facts()? })
            }
        })
    }

    fn number(&self) -> Result<u32, (usize, String)> {
        let Some((at, field)) = self.field(|part| matches!(part, EffectPart::Count)) else {
            return Ok(1);
        };
        field.count().map_err(|fault| (at, fault))
    }

    fn facts(&self) -> Result<Facts, (usize, String)> {
        let mut facts = Facts::default();
        for (at, (part, field)) in self.parts.iter().zip(&self.form.fields).enumerate() {
            if let EffectPart::Fact(of, values) = part {
                facts.0.extend(facts::stated(of, values, field).map_err(|fault| (at, fault))?);
            }
        }
        Ok(facts)
    }
}

impl Dialog for EffectForm {
    fn heading(&self, view: &View) -> String {
        format!("Effect on {}", view.names(&self.who))
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    fn renew(&mut self, view: &View) {
        let shape = (self.kind(), !self.text(|part| matches!(part, EffectPart::Reminder)).is_empty());
        if shape == self.shape {
            return;
        }
        let old = std::mem::take(&mut self.form);
        self.parts.clear();
        self.shape = shape;
        self.build_fields(view);
        self.form = Form::anew(std::mem::take(&mut self.form.fields), &old);
    }

    fn done(&mut self, app: &mut App) -> Done {
        let custom = Box::new(self.custom()?);
        app.run(vec![Command::Overrule(Overrule::Make(self.who.clone(), custom))])
    }

    fn below(&self) -> String {
        let adds = matches!(self.parts.get(self.form.at), Some(EffectPart::Adds(_)));
        if adds { "more is better for the bearer" } else { "" }.into()
    }
}
