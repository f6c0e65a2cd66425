//! What the panes paint: one state of a fight with its board.

use super::aims::Aims;
use super::board::Board;
use super::known_odds::KnownOdds;
use super::log_rows::Telling;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Act;
use crate::rules::model::condition::Meaning;
use crate::rules::model::custom::Lasting;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::{Moment, Second};
use crate::rules::model::phrase::Number;
use crate::rules::model::rank::Rank;
use crate::rules::model::sight::Sight;
use crate::rules::model::stance::Aim;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::About;
use crate::rules::text::{log, span, words};
use crate::tui::paint::theme::Theme;
use crate::tui::proposal::Proposal;
use crate::tui::stock::Stock;
use std::collections::BTreeMap;

/// One state of a fight, with everything needed to paint it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules of the fight.
    pub rules: &'static dyn Ruleset,
    /// The state.
    pub e: &'a Encounter,
    /// Row order, cursor and marks.
    pub board: &'a Board,
    /// Access to the log up to this state.
    pub telling: Telling<'a>,
    /// Each combatant's last attack; its facts about cover hold for that round.
    pub last: &'a BTreeMap<CombatantId, Act>,
    /// What Enter would do.
    pub proposal: &'a Proposal,
    /// What the act that is being filled in may aim at.
    pub aims: Option<&'a Aims>,
    /// Cached odds for this state.
    pub odds: &'a KnownOdds,
    /// Creatures and characters that can be added.
    pub stock: &'a Stock,
    /// The state one act before, if changes since then are highlighted.
    pub before: Option<&'a Encounter>,
    /// Whether the fight is only viewed.
    pub only_shown: bool,
    /// Warning in the header while not everything is saved.
    pub mark: Option<&'static str>,
    /// The styles.
    pub theme: &'a Theme,
}

impl<'a> View<'a> {
    /// Returns the ruleset's description of itself.
    pub fn about(&self) -> &'static About {
        self.rules.about()
    }

    /// Whether these rules count initiative numbers down.
    pub fn counts_down(&self) -> bool {
        self.about().counts_down
    }

    /// Returns the combatant under the cursor.
    pub fn under_cursor(&self) -> Option<&'a Combatant> {
        self.board.cursor.and_then(|who| self.e.get(who))
    }

    /// Returns a combatant's name.
    pub fn name(&self, who: CombatantId) -> &'a str {
        words::name(self.e, who)
    }

    /// Formats round and clock: `Round 3 · 0:20`.
    pub fn when(&self) -> String {
        let e = self.e;
        match (e.stage, e.round) {
            (Stage::Setup, _) => format!("Setting up · {}", self.about().title),
            // Round and clock may have moved on since; the summary shows how long the fight took.
            (Stage::Over, _) => "The fight is over".into(),
            (Stage::Running, 0) => "Before round 1".into(),
            (Stage::Running, round) => format!("Round {round} · {}", words::clock(e.clock)),
        }
    }

    /// Formats a condition with its time left: `held (3r)`, `casting sleep`, `will dodge`.
    pub fn condition(&self, who: CombatantId, effect: &Effect) -> String {
        let called = self.called(who, effect);
        match left(self.about(), self.e, effect) {
            Some(left) => format!("{called} ({left})"),
            None => called,
        }
    }

    /// Formats a condition without its time: `held`, `casting sleep`, `will dodge`.
    pub fn called(&self, who: CombatantId, effect: &Effect) -> String {
        let mut text = log::condition_toward(self.about(), self.e, effect);
        if effect.condition.is(Meaning::DECLARED) && effect.label.is_some() {
            text = format!("will {text}");
        }
        if effect.condition == Condition::CASTING {
            let spell = u8::try_from(effect.value).unwrap_or(0);
            text = format!("{text} {}", words::spell(self.e, who, spell));
        }
        text
    }

    /// Lists a combatant's conditions, each once. Leaves out conditions toward a single foe, unless the ruleset shows
    /// them with the foe's name, and a second pool, which is a figure of the row.
    pub fn conditions(&self, c: &Combatant) -> Vec<String> {
        let is_pool = |effect: &Effect| effect.condition.is(Meaning::POOL);
        let shown = c.effects.iter().filter(|effect| self.is_shown(effect) && !is_pool(effect));
        shown.map(|effect| self.condition(c.id, effect)).collect()
    }

    /// Lists what is so of a combatant without changing what it can do: its line, its own stance, what the players know.
    pub fn aside(&self, c: &Combatant) -> Vec<String> {
        let back = (c.is_up() && self.e.rank(c) == Rank::Back).then(|| "back".to_string());
        let unseen = match c.sight {
            Sight::Known => None,
            Sight::Unnamed => Some("unnamed".to_string()),
            Sight::Hidden => Some("hidden".to_string()),
        };
        let own =
            c.stance.filter(|_| c.is_up()).map(|stance| words::aim(self.e, stance.aim, Number::One));
        back.into_iter().chain(own).chain(unseen).collect()
    }

    /// What the sides are out to do that do not simply fight: `Goblins wait`.
    pub fn stances(&self) -> Vec<String> {
        let aim = |side: SideId| self.e.common_aim(side).filter(|aim| *aim != Aim::Fights);
        let told = |side: SideId| Some((side, aim(side)?));
        let does = |(side, aim)| words::side_aim(self.e, side, aim);
        self.e.side_ids().filter_map(told).map(does).collect()
    }

    /// Lists names, numbering identical combatants together: `Brea, Goblins 1–6`; of many kinds, the first two and a
    /// count.
    pub fn names(&self, who: &[CombatantId]) -> String {
        if who.is_empty() { "nobody".into() } else { words::few(self.e, who) }
    }

    /// Whether a condition is shown. Bookkeeping is hidden, and a condition toward one foe is shown only if the ruleset
    /// names that foe.
    pub fn is_shown(&self, effect: &Effect) -> bool {
        let named = effect.toward.is_none() || effect.condition.toward.is_some();
        named && !effect.condition.is(Meaning::UNSHOWN)
    }
}

/// Formats the time left of an effect that outlasts this round: `3r`; `save`, if a saving throw ends it.
fn left(about: &About, e: &Encounter, effect: &Effect) -> Option<String> {
    let round = e.round.max(1);
    if effect.custom.as_ref().is_some_and(|made| matches!(made.lasting, Lasting::SaveToEnd(_))) {
        return Some("save".into());
    }
    match effect.until?.moment {
        Moment::RoundEnd(n) if n > round => Some(span::left(about, n + 1 - round)),
        Moment::RoundStart(n) if n > round => Some(span::left(about, n - round)),
        Moment::Clock(s) if s > e.clock => Some(clock_left(about, s - e.clock)),
        Moment::TurnStart(who, _) | Moment::TurnEnd(who, _)
            if effect.custom.is_some() && !has(e, who, effect) =>
        {
            Some(format!("until {}", words::name(e, who)))
        }
        Moment::TurnEnd(_, n) if effect.custom.is_some() && n > round => {
            Some(format!("{}t", n + 1 - round))
        }
        _ => None,
    }
}

/// Formats time left on the clock: whole turns or minutes as such, anything in between in rounds.
fn clock_left(about: &About, seconds: Second) -> String {
    let even =
        seconds.is_multiple_of(60) && about.turns_of().is_none_or(|_| seconds < about.turn_seconds());
    match seconds.checked_div(about.round_seconds) {
        Some(rounds) if !even && seconds.is_multiple_of(about.round_seconds) => {
            span::left(about, rounds)
        }
        _ => log::duration(seconds),
    }
}

fn has(e: &Encounter, who: CombatantId, effect: &Effect) -> bool {
    e.get(who).is_some_and(|c| c.effect_by_id(effect.id).is_some())
}

/// Says when an effect ends.
pub fn ends(view: &View, effect: &Effect) -> String {
    let e = view.e;
    match effect.until.map(|when| when.moment) {
        None => match effect.custom.as_ref().map(|made| &made.lasting) {
            Some(Lasting::SaveToEnd(save)) => words::save_to_end(save),
            Some(_) => "until you end it".into(),
            None => effect.condition.ends.unwrap_or("until ended").into(),
        },
        Some(Moment::RoundEnd(n)) if n <= e.round.max(1) => "to the end of this round".into(),
        Some(Moment::RoundEnd(n)) => {
            let rounds = n + 1 - e.round.max(1);
            match view.about().turns_of().is_some_and(|turn| rounds >= turn) {
                true => format!("{} left", span::left(view.about(), rounds)),
                false => format!("{} left", span::counted(rounds, "round")),
            }
        }
        Some(Moment::RoundStart(n)) => format!("until round {n} begins"),
        Some(Moment::TurnStart(who, n)) => format!("until {}'s turn in round {n}", words::name(e, who)),
        Some(Moment::TurnEnd(who, n)) => {
            format!("to the end of {}'s turn in round {n}", words::name(e, who))
        }
        Some(Moment::OwnSecond(_, s)) => format!("until second {s}"),
        Some(Moment::Clock(s)) => format!("until {}", words::clock(s)),
    }
}
