//! When an operation is available, and why not: shown on the palette, and when its key is pressed.

use super::keymap::{Binding, Scope};
use super::operations::Op;
use crate::rules;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::encounter::Stage;
use crate::rules::model::window::Mode;
use crate::tui::paint::voice;
use crate::tui::proposal::Proposal;
use crate::tui::screens::start::Opens;
use crate::tui::session::{Screen, Session};
use std::borrow::Cow;

/// Nothing, or why an operation is not available.
pub type Able = Result<(), Cow<'static, str>>;

/// Why a fight that is only viewed cannot continue, and how to play on.
const ONLY_LOOKED_AT: &str = "view only: to play on, Enter on the start screen or wardrum FILE";

impl Session {
    /// Returns why an operation is not available here now, or `None` if it is.
    pub(in crate::tui) fn barred(&self, op: Op) -> Option<String> {
        let row = self.keymap.row(&self.scopes(), op)?;
        (row.doing.able)(self).err().map(Cow::into_owned)
    }

    /// Returns why the operation of a row of another scope is not available here, or `None` if it is.
    pub(in crate::tui) fn barred_elsewhere(&self, row: &Binding) -> Option<String> {
        let key = |op| self.keymap.shown(&self.scopes(), op);
        let began = self.state().stage != Stage::Setup;
        let barred = || (row.doing.able)(self).err().map(Cow::into_owned);
        let why = match (&self.place, row.scope, row.op) {
            (Screen::Start, Scope::Start, _) | (Screen::Fight, Scope::Start, Op::New | Op::Open) => {
                return None;
            }
            (Screen::Fight, Scope::Build, Op::Library | Op::Parties | Op::Keep | Op::Side) => {
                return barred();
            }
            (Screen::Start, ..) => format!("no fight is open: {} opens one", key(Op::Forward)),
            (Screen::Timeline(_), ..) => {
                format!("this is the past: {} leads back to the present", key(Op::Back))
            }
            (Screen::Fight, Scope::Timeline, _) if began => {
                format!("on the timeline: {}", key(Op::Timeline))
            }
            (Screen::Fight, Scope::Start, _) => "on the start screen".into(),
            (Screen::Fight, Scope::Build, _) => barred().unwrap_or("only while a fight is built".into()),
            (Screen::Fight, ..) => {
                format!("the fight has not begun: {} begins it", key(Op::Forward))
            }
        };
        Some(why)
    }
}

fn unless(barred: bool, why: &'static str) -> Able {
    if barred { Err(why.into()) } else { Ok(()) }
}

/// Always.
pub fn always(_: &Session) -> Able {
    Ok(())
}

/// With a combatant under the cursor.
pub fn on_someone(session: &Session) -> Able {
    unless(session.board.cursor.is_none(), "there are no combatants yet")
}

/// With a second combatant.
pub fn two(session: &Session) -> Able {
    on_someone(session)?;
    unless(session.state().all().nth(1).is_none(), "there is no other combatant")
}

/// With a second combatant, where distances count.
pub fn two_measured(session: &Session) -> Able {
    two(session)?;
    unless(!session.state().is_measured(), "distances are off in this fight")
}

/// With a side.
pub fn sides(session: &Session) -> Able {
    unless(session.state().sides.is_empty(), "there are no sides yet")
}

/// Where a side's morale can be checked.
pub fn morale(session: &Session) -> Able {
    sides(session)?;
    session.no_morale.clone().map_or(Ok(()), |why| Err(why.into()))
}

/// During setup.
pub fn not_begun(session: &Session) -> Able {
    unless(session.state().stage != Stage::Setup, "the fight has begun")
}

/// Once the fight has begun or anything has been done.
pub fn something_happened(session: &Session) -> Able {
    let untouched = session.fight.chronicle.line().is_empty() && session.state().stage == Stage::Setup;
    unless(untouched, "nothing has happened yet")
}

/// After an act.
pub fn something_done(session: &Session) -> Able {
    unless(session.fight.chronicle.at() == 0, "nothing has been done yet")
}

/// With something to undo.
pub fn to_undo(session: &Session) -> Able {
    unless(session.undo_label.is_none(), "nothing to undo")
}

/// With something to redo.
pub fn to_redo(session: &Session) -> Able {
    unless(session.redo_label.is_none(), "nothing to redo")
}

/// In an open step.
pub fn open_step(session: &Session) -> Able {
    unless(session.state().window().is_none(), "no step is open")
}

/// Where Enter proposes something.
pub fn next_step(session: &Session) -> Able {
    match &session.proposal {
        Proposal::Nothing => Err("no step is open".into()),
        Proposal::Blocked(why) => Err(why.clone().into()),
        _ => Ok(()),
    }
}

/// For a combatant that has attacked.
pub fn has_attacked(session: &Session) -> Able {
    let has = |who| session.last.contains_key(&who);
    unless(!session.board.cursor.is_some_and(has), "this combatant has not attacked yet")
}

/// For the holder of a turn, in a step in which it can take it. Without a cut-in deed, that is any step in which
/// combatants act.
pub fn cut_in(session: &Session) -> Able {
    let Some(holder) = session.board.holder() else { return Err("nobody holds a turn".into()) };
    if session.view().counts_down() && session.in_gap() {
        return Err("after the last number, anyone still holding simply acts".into());
    }
    let (e, rules) = (session.state(), session.view().rules);
    if rules.deeds().row(Deed::CutIn).is_some() {
        let cuts_in = Command::Act(Act::new(holder, Deed::CutIn));
        let refused = |error| voice::reason(rules, &error).into();
        return rules::check(rules, e, &cuts_in).map(|_| ()).map_err(refused);
    }
    let acts = e.window().is_some_and(|window| window.mode != Mode::Procedure);
    unless(!acts, "nobody acts in this step")
}

/// With a line of the start screen under the cursor.
pub fn a_line(session: &Session) -> Able {
    unless(session.start.row().is_none(), "there is no line under the cursor")
}

/// On a fight of the referee's own that is not archived.
pub fn to_name(session: &Session) -> Able {
    let own = session.start.row().is_some_and(|row| matches!(row.opens, Opens::Saved(_)));
    unless(!own, "only your own fights can be named")
}

/// On a fight that can be archived, or is.
pub fn to_archive(session: &Session) -> Able {
    let archived = session.start.row().is_some_and(|row| matches!(row.opens, Opens::Archived(_)));
    if archived {
        Ok(())
    } else {
        to_name(session).map_err(|_| "only your own fights can be archived".into())
    }
}

/// After a fight was archived.
pub fn archived(session: &Session) -> Able {
    unless(session.put_away.is_none(), "no fight has been archived")
}

/// On a fight that can be viewed.
pub fn to_look_at(session: &Session) -> Able {
    a_line(session)?;
    let fight = session.start.row().is_some_and(|row| row.opens.is_fight());
    unless(!fight, "there is no fight to look at yet")
}

/// Where the fight can go on from the moment shown.
pub fn to_continue(session: &Session) -> Able {
    unless(session.fight.is_shown_only() && !session.types_a_round(), ONLY_LOOKED_AT)
}

/// At a moment that can be amended.
pub fn to_amend_in_the_past(session: &Session) -> Able {
    unless(session.fight.is_shown_only(), ONLY_LOOKED_AT)?;
    unless(session.moment() == 0, "nothing has been done yet")
}

/// Before the last moment.
pub fn before_the_end(session: &Session) -> Able {
    unless(session.moment() >= session.track.end(), "this is the end")
}

/// After the first moment.
pub fn after_the_start(session: &Session) -> Able {
    unless(session.moment() == 0, "this is the start")
}
