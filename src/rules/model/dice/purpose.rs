//! What a roll is for: each purpose is a row of one table, with its words.

use crate::rules::model::block::skill::Skill;
use crate::rules::model::block::{ability::Ability, save::Save};
use crate::rules::model::fact::Defence;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use serde::{Deserialize, Serialize};

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
    pub noun: &'static str,
    /// Its success and its failure.
    verdicts: (Verdict, Verdict),
    /// What one whose roll succeeds does: `hits`.
    pub does: Option<Phrase>,
    /// What stands before the number needed, if not plainly `needs`: `hits on`.
    pub needs: Option<&'static str>,
    /// Whether low is good.
    pub under: bool,
    /// Whether a success saves whoever rolls from what would happen to it.
    pub saves: bool,
}

const fn roll(noun: &'static str) -> RollWords {
    let verdicts = (Verdict::MADE, Verdict::FAILED);
    RollWords { noun, verdicts, does: None, needs: None, under: false, saves: false }
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

    const fn saves(self) -> Self {
        Self { saves: true, ..self }
    }

    /// The words for success or failure.
    pub fn verdict(&self, made: bool) -> Verdict {
        if made { self.verdicts.0 } else { self.verdicts.1 }
    }
}

/// Defines the purposes: name, what the roll is as a noun, and what its words are besides.
macro_rules! purposes {
    ($($(#[$doc:meta])* $name:ident $(($of:ty))? $noun:literal $($set:ident($($to:tt)*))*;)*) => {
        /// The purpose of a roll. Roller and target are stored beside it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Purpose {
            $($(#[$doc])* $name $(($of))?,)*
        }

        impl Purpose {
            /// Its words.
            pub const fn words(self) -> &'static RollWords {
                match self {
                    $(Self::$name { .. } => const { &roll($noun)$(.$set($($to)*))* },)*
                }
            }
        }
    };
}

purposes! {
    /// The hit points of an arriving combatant.
    HitPoints "hit points";
    /// Whether a side is surprised.
    Surprise "surprise" verdicts("not surprised", "surprised") does(Verb::fixed("surprised").alone()) needs("surprised on");
    /// The distance at which the sides meet.
    EncounterDistance "distance";
    /// The other side's reaction.
    Reaction "reaction";
    /// Initiative.
    Initiative "initiative";
    /// A reroll of tied initiative.
    InitiativeTie "initiative reroll";
    /// Morale of a group.
    Morale "morale" they(Verb::HOLD.alone(), Verb::BREAK.alone()) does(Verb::HOLD.alone()) under();
    /// An attack with that line of the stat block.
    Attack(u8) "attack" verdicts("hit", "miss") does(Verb::HIT.alone()) needs("hits on");
    /// Damage of that line of the stat block.
    Damage(u8) "damage";
    /// The amount of a spell or other effect.
    Effect "effect";
    /// The amount of healing.
    Healing "healing";
    /// A saving throw.
    Save(Save) "saving throw" does(Verb::SAVE.alone()) needs("saves on") saves();
    /// An ability check: low is good.
    Ability(Ability) "check" under();
    /// An ability check against a difficulty.
    Check(Ability) "check";
    /// Turning undead.
    Turning "turning undead" verdicts("turned", "nothing") does(Verb::TURN.then("them")) needs("turns them on");
    /// How many Hit Dice of undead are turned.
    TurningHitDice "Hit Dice turned";
    /// Whether a magic item survives its owner's death.
    ItemSave "item" verdicts("survives", "lost") does(Verb::fixed("the item survives").alone()) saves();
    /// The second round of splash damage.
    Splash "splash";
    /// Whether the pursuers stop for bait.
    Distraction "bait" they(Verb::STOP.alone(), Verb::KEEP.then("coming")) does(Verb::STOP.then("for the bait")) needs("they stop on") under();
    /// Healing from a day's rest.
    Rest "rest";
    /// A free roll by the referee.
    Free "roll";
    /// A defence against an attack.
    Defence(Defence) "defence" does(Verb::FEND.then("it off")) saves();
    /// A skill check, possibly opposed by another's skill.
    Skill(Skill) "check";
    /// Scatter direction.
    Scatter "scatter";
    /// Scatter distance.
    ScatterDistance "scatter distance";
    /// Whether a dying combatant is still alive.
    Dying "dying check" does(Verb::LIVE.alone()) needs("lives on") saves();
    /// Whether a dying combatant stabilises.
    Stabilise "stabilising" does(Verb::STABILISE.alone());
    /// Whether a broken combatant recovers.
    Broken "broken will" does(Verb::RECOVER.alone()) needs("recovers on");
    /// How long a combatant is stunned.
    Stagger "staggered";
    /// What a confused combatant does.
    Confusion "confusion";
    /// A duration.
    Duration "duration";
    /// Morale damage of a horror.
    Dread "morale damage";
    /// Whether a poison or disease takes effect.
    Poison "fortitude" saves();
    /// Which symptom sets in.
    Symptom "symptom";
    /// Whether a disease is caught.
    Contagion "contagion" verdicts("caught it", "not infected") needs("caught on") under();
    /// Damage of a fall.
    Fall "fall";
    /// Damage of a collision.
    Collision "collision";
    /// Whether a mind enters a body.
    Possession "possession";
    /// Which mind in a body prevails.
    Veto "contest of wills" does(Verb::WIN.then("the contest of wills"));
    /// Who acts first, outside a fight.
    Contest "first move";
    /// The degree of a critical hit.
    Critical "critical hit";
    /// The condition a critical hit inflicts.
    CriticalCondition "critical effect";
    /// Whether a natural 1 is a fumble.
    FumbleCheck "fumble check" verdicts("only a miss", "a fumble") under();
    /// The result of a fumble.
    Fumble "fumble";
    /// Which of two weapons hit.
    WhichWeapon "which weapon hits";
    /// Which of several combatants is hit by a stray missile.
    Stray "who is hit";
    /// What happens to an interrupted spell.
    Interrupted "interrupted spell";
    /// What a miscast spell does.
    Miscast "miscast spell";
    /// Whether the one that leaves melee is quicker than its foe.
    Slip "contest" does(Verb::WIN.then("the contest"));
    /// Whether pursuers follow.
    Pursuit "pursuit" does(Verb::BE.then("caught")) needs("away on");
    /// Whether an obstacle stops the pursuers.
    Obstacle "obstacle";
    /// Whether a grab succeeds.
    Grab "grab" does(Verb::GET.then("a hold"));
    /// Which grappler is stronger.
    Grapple "grapple" does(Verb::WIN.then("the grapple"));
    /// Turns until it wakes.
    Waking "sleep (turns)";
    /// Rounds until it can be revived.
    Reviving "revival delay (rounds)";
    /// How long it has to live, in a unit set by the rules.
    TimeLeft "time left to live";
    /// Fire damage.
    Fire "flames";
    /// Blood loss from a wound.
    Bleeding "bleeding";
    /// Whether a wild magic surge occurs.
    WildMagic "wild magic";
    /// Right or left side.
    WhichSide "which side";
    /// A class skill.
    Craft "skill check";
}

impl Purpose {
    /// What is rolled, as a noun: `saving throw against spells`.
    pub fn noun(self) -> String {
        let noun = self.words().noun;
        match self {
            Self::Save(against) => format!("{noun} against {}", against.word()),
            Self::Ability(tested) | Self::Check(tested) => format!("{} {noun}", tested.word()),
            Self::Skill(tried) => format!("{} {noun}", tried.word()),
            Self::Defence(how) => how.word().into(),
            _ => noun.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_on_a_group_names_it_they() {
        let morale = Purpose::Morale.words();
        assert_eq!([true, false].map(|made| morale.verdict(made).text()), ["they hold", "they break"]);
        assert_eq!(morale.verdict(false).says(Number::One), "breaks");
        assert_eq!(Purpose::Fall.words().verdict(true).text(), "made");
    }
}
