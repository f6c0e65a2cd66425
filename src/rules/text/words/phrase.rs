//! The words for what comes of acts: one table each, read by the log, the report and the chances. Those of deeds and rolls
//! stand in the rows of [`Deed`](crate::rules::model::command::Deed) and [`Purpose`](crate::rules::model::dice::Purpose).

use crate::rules::model::combatant::Standing;
use crate::rules::model::event::SpellFate;
use crate::rules::model::fact::Defence;
use crate::rules::model::phrase::{Phrase, Verb};

/// A change of standing: `dies`.
pub const fn becomes(standing: Standing) -> Phrase {
    match standing {
        Standing::Up => Verb::BE.then("back in the fight"),
        Standing::Down => Verb::GO.then("down"),
        Standing::Dead => Verb::DIE.alone(),
        Standing::Fled => Verb::GET.then("away"),
        Standing::Surrendered => Verb::SURRENDER.alone(),
        Standing::Gone => Verb::LEAVE.then("the fight"),
    }
}

/// What a caster does with its spell, or uses as a power; `None` if the spell is spoiled.
pub const fn of_spell(fate: SpellFate, uses: bool) -> Option<Phrase> {
    Some(match fate {
        SpellFate::Cast if uses => Verb::USE.alone(),
        SpellFate::Cast => Verb::CAST.alone(),
        SpellFate::Announced => Verb::ANNOUNCE.alone(),
        SpellFate::Begun => Verb::BEGIN.then("to cast"),
        SpellFate::LetGo => Verb::GIVE.then("up"),
        SpellFate::Disrupted => return None,
    })
}

/// A defence that works: `parries`; its past is what becomes of the blow: `parried`.
pub const fn of_defence(how: Defence) -> Verb {
    match how {
        Defence::Dodge => Verb::DODGE,
        Defence::Block => Verb::BLOCK,
        Defence::Parry => Verb::PARRY,
        Defence::None => Verb::fixed("no defence"),
    }
}
