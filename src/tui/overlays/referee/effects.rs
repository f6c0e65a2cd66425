//! The list of custom effects with their ends, reminders and pinned notes, to end or change them or add an effect.

use super::effect;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::custom::{CustomEffect, Lasting};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::moment::Moment;
use crate::rules::text::{log, span, words};
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::{Layer, STAY, Then};
use crate::tui::session::Session;
use crate::tui::table::view::{View, ends};

/// The combatants with an effect, and its id on each.
type Bearers = Vec<(CombatantId, EffectId)>;

/// What an effect that is kept adds, and how long it lasts: `bless: +1 to hit, +1 morale · 6 turns`.
pub fn told(view: &View, effect: &CustomEffect) -> String {
    let about = view.about();
    let lasts = match &effect.lasting {
        Lasting::Rounds(n) => span::counted(*n, "round"),
        Lasting::Clock(seconds) => span::said(about, *seconds),
        Lasting::TurnStart(..) => "until the bearer's turn begins".into(),
        Lasting::TurnEnd(_, 1) => "until the bearer's turn is over".into(),
        Lasting::TurnEnd(_, n) => format!("{n} turns of the bearer"),
        Lasting::SaveToEnd(save) => words::save_to_end(save),
        Lasting::Open => "until you end it".into(),
    };
    let parts: Vec<String> =
        [log::modifiers(about, effect), lasts].into_iter().filter(|text| !text.is_empty()).collect();
    format!("{}: {}", effect.name, parts.join(" · "))
}

enum EffectRow {
    /// One that was made before, to be used again.
    Kept(CustomEffect),
    New,
    Effect(CustomEffect, Bearers),
    Over(Overrule),
}

/// Opens the list of what runs and of the effects that are kept, or the form of a new effect if there is none.
pub fn open(view: &View, kept: Vec<CustomEffect>) -> Option<Box<dyn Layer>> {
    let targets = view.board.targets();
    let running = rows(view);
    if running.is_empty() && kept.is_empty() {
        return effect::open(view, targets, None);
    }
    let new = (format!("a new effect on {}", view.names(&targets)), EffectRow::New);
    let new = (!targets.is_empty()).then_some(new);
    let kept: Vec<CustomEffect> = kept.into_iter().filter(|_| !targets.is_empty()).collect();
    let kept = kept.into_iter().map(|effect| (told(view, &effect), EffectRow::Kept(effect)));
    let (named, all) = (targets.clone(), kept.chain(new).chain(running).collect::<Vec<_>>());
    let pick = move |session: &mut Session, row: &EffectRow| match row {
        EffectRow::Kept(effect) => effect::again(session, &targets, effect),
        EffectRow::New => {
            effect::open(&session.view(), targets.clone(), None).map_or(STAY, Then::replace)
        }
        EffectRow::Effect(custom, on) => Then::replace(effect_menu(custom, on)),
        EffectRow::Over(word) => session.run(vec![Command::Overrule(word.clone())]),
    };
    let make = move |session: &mut Session, name: &str| effect::named(session, &named, name);
    Some(
        Picker::new("Effects, reminders, notes", all, pick)
            .filtered()
            .otherwise("make the effect", make)
            .boxed(),
    )
}

/// The rows for all effects, reminders and notes.
fn rows(view: &View) -> Vec<(String, EffectRow)> {
    let mut groups: Vec<(&CustomEffect, String, Bearers)> = Vec::new();
    for c in view.e.all() {
        for effect in &c.effects {
            let Some(custom) = effect.custom.as_deref() else { continue };
            let until = ends(view, effect);
            match groups.iter_mut().find(|(of, when, _)| *of == custom && *when == until) {
                Some((.., on)) => on.push((c.id, effect.id)),
                None => groups.push((custom, until, vec![(c.id, effect.id)])),
            }
        }
    }
    let effects = groups.into_iter().map(|(custom, until, on)| {
        let who: Vec<CombatantId> = on.iter().map(|(who, _)| *who).collect();
        let text = format!("{} on {}: {until}", custom.name, view.names(&who));
        (text, EffectRow::Effect(custom.clone(), on))
    });
    let reminders = view.e.timers.iter().filter_map(|timer| {
        let TimerAction::Remind(text) = &timer.action else { return None };
        let when = match timer.due.moment {
            Moment::Clock(second) => format!(" at {}", words::clock(second)),
            _ => String::new(),
        };
        Some((format!("remove: {text}{when}"), EffectRow::Over(Overrule::Forget(timer.id))))
    });
    let notes = view.e.all().flat_map(|c| {
        c.notes.iter().map(|note| {
            let text = format!("remove the note on {}: {note}", c.name);
            (text, EffectRow::Over(Overrule::Unpin(c.id, note.clone())))
        })
    });
    effects.chain(reminders).chain(notes).collect()
}

/// Asks whether to end or change an effect.
fn effect_menu(custom: &CustomEffect, on: &[(CombatantId, EffectId)]) -> Box<dyn Layer> {
    let (custom, on, title) = (custom.clone(), on.to_vec(), custom.name.to_string());
    let pick = move |session: &mut Session, ends: &bool| match ends {
        true => {
            let ends = |(who, id): &(_, _)| Command::Overrule(Overrule::Relieve(*who, *id));
            session.run(on.iter().map(ends).collect())
        }
        false => {
            let who = on.iter().map(|(who, _)| *who).collect();
            effect::open(&session.view(), who, Some(custom.clone())).map_or(STAY, Then::replace)
        }
    };
    Picker::new(title, [("end it now", true), ("change it", false)], pick).lettered().boxed()
}
