//! Marking many rows at once: by side, by kind, by condition, or the hurt.

use crate::rules::model::combatant::Combatant;
use crate::rules::model::ids::CombatantId;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::{CLOSE, Layer};
use crate::tui::session::Session;
use crate::tui::table::folds;
use crate::tui::table::view::View;

/// Lists the groups that can be marked at once; they leave out combatants that are out of the fight.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let up = || view.e.all().filter(|c| c.is_up());
    let ids = |which: &dyn Fn(&Combatant) -> bool| -> Vec<CombatantId> {
        up().filter(|c| which(c)).map(|c| c.id).collect()
    };
    let hurt = |c: &Combatant| c.vitals.hp() < c.vitals.max() || c.vitals.wounds() > 0;
    let mut lines = vec![("all who are hurt".to_string(), ids(&hurt))];
    for (at, side) in view.e.side_ids().zip(&view.e.sides) {
        lines.push((side.name.to_string(), ids(&|c| c.side == at)));
    }
    for (kind, _) in folds::kinds(view.e) {
        lines.push((kind.several(), ids(&|c| kind.holds(c))));
    }
    let mut conditions: Vec<(String, Vec<CombatantId>)> = Vec::new();
    for c in up() {
        for effect in c.effects.iter().filter(|effect| view.is_shown(effect)) {
            let called = crate::rules::text::log::condition(view.about(), effect);
            match conditions.iter_mut().find(|(other, _)| *other == called) {
                Some((_, all)) if all.contains(&c.id) => {}
                Some((_, all)) => all.push(c.id),
                None => conditions.push((called, vec![c.id])),
            }
        }
    }
    lines.extend(conditions);
    // What marks the same as a line above is left out.
    let mut seen: Vec<Vec<CombatantId>> = Vec::new();
    lines.retain(|(_, all)| {
        let is_new = !all.is_empty() && !seen.contains(all);
        seen.extend(is_new.then(|| all.clone()));
        is_new
    });
    lines.push(("nobody".into(), Vec::new()));
    let rows = lines.into_iter().map(|(text, all)| match all.len() {
        0 => (text, all),
        count => (format!("{text} ({count})"), all),
    });
    let pick = |session: &mut Session, who: &Vec<CombatantId>| {
        session.mark_all(who.clone());
        CLOSE
    };
    Some(Picker::new("Mark also", rows, pick).lettered().boxed())
}
