//! Reports what fell due with the last act.

use super::news::News;
use crate::rules::model::effect::TimerAction;
use crate::rules::model::event::{Event, Told};
use crate::rules::model::ids::CombatantId;
use crate::tui::session::Session;

/// Lines with the combatants they concern; equal lines are merged.
type Lines = Vec<(String, Vec<CombatantId>)>;

impl Session {
    /// Shows what ended by itself above the foot line, and reminders on a page until a key is pressed. These raise the
    /// alert, as does anything else that falls due.
    pub(in crate::tui) fn tell_due(&mut self) {
        let (mut ended, mut reminders, mut fell): (Lines, Lines, bool) = (Vec::new(), Vec::new(), false);
        let chronicle = &self.fight.chronicle;
        let events = chronicle.entry(chronicle.position()).into_iter().flat_map(|entry| entry.events());
        for event in events {
            match event {
                Event::Relieved { who, label: Some(label), lapsed: true, .. } => {
                    merge(&mut ended, format!("{label} ends"), *who);
                }
                Event::Told(Told::Reminder(who, label, text)) => {
                    merge(&mut reminders, format!("{label}: {text}"), *who);
                }
                Event::Fell(timer) => {
                    fell = true;
                    if let TimerAction::Remind(text) = &timer.action {
                        reminders.push((text.to_string(), timer.who.into_iter().collect()));
                    }
                }
                _ => {}
            }
        }
        let view = self.view();
        let line = |(what, who): &(String, Vec<CombatantId>)| match &who[..] {
            [] => what.clone(),
            who => format!("{what} ({})", view.names(who)),
        };
        let ended: Vec<String> = ended.iter().map(line).collect();
        let reminders: Vec<String> = reminders.iter().map(line).collect();
        if !reminders.is_empty() {
            let when = view.when();
            let title = format!("Due · {when}").into();
            self.news.push(News { title, lines: [reminders, ended].concat() });
        } else if !ended.is_empty() {
            self.say(ended.join(" · "));
        } else if !fell {
            return;
        }
        self.alert = true;
    }
}

fn merge(lines: &mut Lines, what: String, who: CombatantId) {
    match lines.iter_mut().find(|(said, _)| *said == what) {
        Some((_, of)) => of.push(who),
        None => lines.push((what, vec![who])),
    }
}
