//! The words for what rolls decide and for what comes of acts: one table each, read by the log, the report, the chances
//! and the prompts. Those of deeds stand in the rows of [`Deed`](crate::rules::model::command::Deed).

use super::{ability, defence, save, skill};
use crate::rules::model::combatant::Standing;
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::SpellFate;
use crate::rules::model::fact::Defence;
use crate::rules::model::phrase::{Number, Phrase, Verb};

/// The words for the result of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The same whoever rolls: `made`.
    Is(&'static str),
    /// What the group does that the roll is for: `they hold`.
    They(Phrase),
}

impl Verdict {
    /// A success at a roll without words of its own.
    pub const MADE: Self = Self::Is("made");
    /// The failure at one.
    pub const FAILED: Self = Self::Is("failed");

    /// Formats it behind a name: `holds`.
    pub fn says(self, of: Number) -> String {
        match self {
            Self::Is(word) => word.into(),
            Self::They(does) => does.says(of),
        }
    }

    /// Formats it where nobody is named: `they hold`.
    pub fn text(self) -> String {
        match self {
            Self::Is(word) => word.into(),
            Self::They(does) => format!("they {}", does.says(Number::Many)),
        }
    }
}

/// The words of a kind of roll.
#[derive(Debug, Clone, Copy)]
pub struct RollWords {
    /// What is rolled, as a noun: `dying check`.
    noun: &'static str,
    /// Its success and its failure.
    verdicts: (Verdict, Verdict),
    /// What one whose roll succeeds does: `hits`.
    pub does: Option<Phrase>,
    /// What stands before the number needed, if not plainly `needs`: `hits on`.
    pub needs: Option<&'static str>,
    /// Whether low is good.
    pub under: bool,
}

const fn roll(noun: &'static str) -> RollWords {
    let verdicts = (Verdict::MADE, Verdict::FAILED);
    RollWords { noun, verdicts, does: None, needs: None, under: false }
}

impl RollWords {
    const fn verdicts(self, good: &'static str, bad: &'static str) -> Self {
        Self { verdicts: (Verdict::Is(good), Verdict::Is(bad)), ..self }
    }

    /// Sets what the group does.
    const fn they(self, good: Phrase, bad: Phrase) -> Self {
        Self { verdicts: (Verdict::They(good), Verdict::They(bad)), ..self }
    }

    const fn does(self, does: Phrase) -> Self {
        Self { does: Some(does), ..self }
    }

    const fn needs(self, needs: &'static str) -> Self {
        Self { needs: Some(needs), ..self }
    }

    const fn under(self) -> Self {
        Self { under: true, ..self }
    }

    /// The words for success or failure.
    pub fn verdict(&self, made: bool) -> Verdict {
        if made { self.verdicts.0 } else { self.verdicts.1 }
    }
}

/// The words of a roll.
pub fn of_roll(purpose: Purpose) -> RollWords {
    match purpose {
        Purpose::Surprise => roll("surprise")
            .verdicts("not surprised", "surprised")
            .does(Verb::fixed("surprised").alone())
            .needs("surprised on"),
        Purpose::EncounterDistance => roll("distance"),
        Purpose::Reaction => roll("reaction"),
        Purpose::Initiative => roll("initiative"),
        Purpose::InitiativeTie => roll("initiative reroll"),
        Purpose::Morale => {
            roll("morale").they(Verb::HOLD.alone(), Verb::BREAK.alone()).does(Verb::HOLD.alone()).under()
        }
        Purpose::Attack(_) => {
            roll("attack").verdicts("hit", "miss").does(Verb::HIT.alone()).needs("hits on")
        }
        Purpose::Damage(_) => roll("damage"),
        Purpose::Effect => roll("effect"),
        Purpose::Healing => roll("healing"),
        Purpose::Save(_) => roll("saving throw").does(Verb::SAVE.alone()).needs("saves on"),
        Purpose::Ability(_) => roll("check").under(),
        Purpose::Check(_) | Purpose::Skill(_) => roll("check"),
        Purpose::Turning => roll("turning undead")
            .verdicts("turned", "nothing")
            .does(Verb::TURN.then("them"))
            .needs("turns them on"),
        Purpose::TurningHitDice => roll("Hit Dice turned"),
        Purpose::ItemSave => {
            roll("item").verdicts("survives", "lost").does(Verb::fixed("the item survives").alone())
        }
        Purpose::Splash => roll("splash"),
        Purpose::Distraction => roll("bait")
            .they(Verb::STOP.alone(), Verb::KEEP.then("coming"))
            .does(Verb::STOP.then("for the bait"))
            .needs("they stop on")
            .under(),
        Purpose::Rest => roll("rest"),
        Purpose::Free => roll("roll"),
        Purpose::HitPoints => roll("hit points"),
        Purpose::Defence(how) => roll(defence(how)).does(Verb::FEND.then("it off")),
        Purpose::Scatter => roll("scatter"),
        Purpose::ScatterDistance => roll("scatter distance"),
        Purpose::Dying => roll("dying check").does(Verb::LIVE.alone()).needs("lives on"),
        Purpose::Stabilise => roll("stabilising").does(Verb::STABILISE.alone()),
        Purpose::Broken => roll("broken will").does(Verb::RECOVER.alone()).needs("recovers on"),
        Purpose::Stagger => roll("staggered"),
        Purpose::Confusion => roll("confusion"),
        Purpose::Duration => roll("duration"),
        Purpose::Dread => roll("morale damage"),
        Purpose::Poison => roll("fortitude"),
        Purpose::Symptom => roll("symptom"),
        Purpose::Contagion => {
            roll("contagion").verdicts("caught it", "not infected").needs("caught on").under()
        }
        Purpose::Fall => roll("fall"),
        Purpose::Collision => roll("collision"),
        Purpose::Possession => roll("possession"),
        Purpose::Veto => roll("contest of wills").does(Verb::WIN.then("the contest of wills")),
        Purpose::Contest => roll("first move"),
        Purpose::Critical => roll("critical hit"),
        Purpose::CriticalCondition => roll("critical effect"),
        Purpose::FumbleCheck => roll("fumble check").verdicts("only a miss", "a fumble").under(),
        Purpose::Fumble => roll("fumble"),
        Purpose::WhichWeapon => roll("which weapon hits"),
        Purpose::Stray => roll("who is hit"),
        Purpose::Interrupted => roll("interrupted spell"),
        Purpose::Miscast => roll("miscast spell"),
        Purpose::Slip => roll("contest").does(Verb::WIN.then("the contest")),
        Purpose::Pursuit => roll("pursuit").does(Verb::BE.then("caught")).needs("away on"),
        Purpose::Obstacle => roll("obstacle"),
        Purpose::Grab => roll("grab").does(Verb::GET.then("a hold")),
        Purpose::Grapple => roll("grapple").does(Verb::WIN.then("the grapple")),
        Purpose::Waking => roll("sleep (turns)"),
        Purpose::Reviving => roll("revival delay (rounds)"),
        Purpose::TimeLeft => roll("time left to live"),
        Purpose::Fire => roll("flames"),
        Purpose::Bleeding => roll("bleeding"),
        Purpose::WildMagic => roll("wild magic"),
        Purpose::WhichSide => roll("which side"),
        Purpose::Craft => roll("skill check"),
    }
}

/// Returns the purpose of a roll as a noun: `saving throw against spells`.
pub fn purpose(purpose: Purpose) -> String {
    let noun = of_roll(purpose).noun;
    match purpose {
        Purpose::Save(against) => format!("{noun} against {}", save(against)),
        Purpose::Ability(tested) | Purpose::Check(tested) => format!("{} {noun}", ability(tested)),
        Purpose::Skill(tried) => format!("{} {noun}", skill(tried)),
        _ => noun.into(),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_on_a_group_names_it_they() {
        let morale = of_roll(Purpose::Morale);
        assert_eq!([true, false].map(|made| morale.verdict(made).text()), ["they hold", "they break"]);
        assert_eq!(morale.verdict(false).says(Number::One), "breaks");
        assert_eq!(of_roll(Purpose::Fall).verdict(true).text(), "made");
    }
}
