//! Deeds: all actions of all rulesets, with their words.

use super::phrase::{Number, Phrase, Verb};
use serde::{Deserialize, Serialize};

/// The words of a deed.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// As a menu entry: `Reload`.
    pub name: &'static str,
    /// What the actor does: `attacks`.
    pub does: Phrase,
    /// What it does if its object is a weapon or spell rather than a target: `takes up`.
    pub handles: Option<Phrase>,
    /// What the actor does if its rolls succeed, where the deed is only an attempt: `disarms`.
    pub wins: Option<Phrase>,
    /// What the menu entry says of the actor, where that differs: `strikes`.
    or: Option<&'static str>,
}

const fn words(name: &'static str, does: Verb) -> Words {
    Words { name, does: does.alone(), handles: None, wins: None, or: None }
}

impl Words {
    const fn then(self, then: &'static str) -> Self {
        Self { does: Phrase { then, ..self.does }, ..self }
    }

    const fn to(self, to: &'static str) -> Self {
        Self { does: self.does.to(to), ..self }
    }

    const fn handles(self, handles: Phrase) -> Self {
        Self { handles: Some(handles), ..self }
    }

    const fn wins(self, wins: Phrase) -> Self {
        Self { wins: Some(wins), ..self }
    }

    const fn or(self, or: &'static str) -> Self {
        Self { or: Some(or), ..self }
    }

    /// The menu entry as said of the actor: `strikes`.
    pub fn entry(&self) -> String {
        self.or.map_or_else(|| self.does.says(Number::One), String::from)
    }
}

/// What a deed is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Harms in melee.
    Strike,
    /// Harms at a distance.
    Shoot,
    /// Changes place.
    Move,
    /// Prepares a weapon, a mount or a shield.
    Ready,
    /// Defends.
    Protect,
    /// Gets away.
    Flee,
    /// Helps a friend in danger.
    Rescue,
    /// Helps itself out of a bad condition.
    Recover,
    /// Strengthens friends.
    Support,
    /// Takes a foe's freedom or senses, or its things.
    Control,
    /// Speaks with the other side.
    Talk,
    /// Announces, holds, continues or takes back something: part of the sequence of a round.
    Say,
    /// Is brought about by the referee.
    Ruling,
}

impl Role {
    /// Whether it is aimed at foes.
    pub const fn is_hostile(self) -> bool {
        matches!(self, Self::Strike | Self::Shoot | Self::Control)
    }
}

macro_rules! deeds {
    ($($(#[$about:meta])* $deed:ident: $role:ident = $words:expr;)*) => {
        /// A kind of action. Ordered by frequency of use: the first in the order get first choice of their letters as
        /// keys.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Deed {
            $($(#[$about])* $deed,)*
        }

        impl Deed {
            /// The number of deeds.
            pub const COUNT: usize = [$(Self::$deed),*].len();

            /// Returns what the deed is for.
            pub const fn role(self) -> Role {
                match self {
                    $(Self::$deed => Role::$role,)*
                }
            }

            /// Returns the words of the deed.
            pub const fn words(self) -> Words {
                match self {
                    $(Self::$deed => $words,)*
                }
            }
        }
    };
}

deeds! {
    /// Strikes.
    Strike: Strike = words("Strike", Verb::ATTACK).or("strikes");
    /// Shoots or throws.
    Shoot: Shoot = words("Shoot", Verb::SHOOT).to("at");
    /// Casts a declared spell.
    Cast: Control = words("Cast", Verb::CAST).to("at").handles(Verb::CAST.alone());
    /// Moves freely.
    Move: Move = words("Move", Verb::MOVE).to("toward");
    /// Declares an intention.
    Declare: Say = words("Declare", Verb::DECLARE);
    /// Declares a spell.
    DeclareSpell: Say = words("Announce a spell", Verb::ANNOUNCE).then("a spell");
    /// Withdraws from melee fighting.
    Withdraw: Flee = words("Withdraw", Verb::WITHDRAW).to("from");
    /// Runs out of melee.
    Retreat: Flee = words("Retreat", Verb::RETREAT).to("from");
    /// Runs away, or after another.
    Run: Move = words("Run", Verb::RUN).to("toward");
    /// Makes several blows at one instant.
    Combo: Strike = words("Combo", Verb::USE).then("a combo").to("on");
    /// Does nothing more in this window.
    Pass: Say = words("Pass", Verb::DO).then("nothing").or("passes");
    /// Turns undead.
    TurnUndead: Control = words("Turn undead", Verb::TURN).then("undead");
    /// Aims.
    Aim: Ready = words("Aim", Verb::AIM).to("at");
    /// Loads a weapon.
    Reload: Ready = words("Reload", Verb::RELOAD).handles(Verb::RELOAD.alone());
    /// Tries to grapple a target.
    Grab: Control = words("Grab", Verb::TRY).then("to grab").wins(Verb::GRAB.alone()).or("grabs");
    /// Keeps its turn for later.
    Hold: Say = words("Hold the turn", Verb::HOLD).then("the turn").to("for");
    /// Makes a saving throw.
    Save: Ruling = words("Saving throw", Verb::MAKE).then("a saving throw");
    /// Makes an ability check.
    Check: Ruling = words("Ability check", Verb::MAKE).then("an ability check").to("against");
    /// Makes a skill roll when the referee asks for one.
    SkillCheck: Ruling = words("Skill roll", Verb::TRY).then("a skill").to("on");
    /// Declares a fighting withdrawal.
    DeclareWithdrawal: Say = words("Announce a withdrawal", Verb::ANNOUNCE).then("a withdrawal");
    /// Declares a retreat.
    DeclareRetreat: Say = words("Announce a retreat", Verb::ANNOUNCE).then("a retreat");
    /// Takes back a declaration while that is allowed.
    Undeclare: Say = words("Take back the announcement", Verb::TAKE).then("back the announcement");
    /// Lets the declared spell go.
    LetGo: Say = words("Let the spell go", Verb::LET).then("the spell go");
    /// Sets a weapon against a charge.
    Brace: Protect = words("Set the weapon", Verb::BRACE).then("for a charge").or("sets the weapon");
    /// Leaves the slow group, provided that it makes no slow attack.
    Hasten: Say = words("Act with the others", Verb::ACT).then("with the others");
    /// Takes up a slow weapon and acts after all others.
    HangBack: Ready = words("Hang back with a slow weapon", Verb::HANG).then("back with a slow weapon");
    /// Uses a creature's power: breath, gaze.
    UsePower: Control = words("Use a power", Verb::USE).then("a power").to("on");
    /// Rests a whole day.
    Rest: Recover = words("Rest", Verb::REST);
    /// Breaks off with the whole side and tries to escape.
    Evade: Flee = words("Break off with all", Verb::BREAK).then("off").or("breaks off with all");
    /// Throws down bait before the pursuers.
    Distract: Flee = words("Throw down bait", Verb::THROW).then("down bait");
    /// Begins an act that takes more seconds than are left this turn.
    Begin: Say = words("Begin", Verb::BEGIN);
    /// Continues the act in progress.
    Resume: Say = words("Go on", Verb::GO).then("on").to("against");
    /// Abandons the act in progress.
    Abandon: Say = words("Give up the action", Verb::GIVE).then("up the action");
    /// Crawls.
    Crawl: Move = words("Crawl", Verb::CRAWL).to("toward");
    /// Goes down on one knee.
    Crouch: Protect = words("Crouch", Verb::CROUCH);
    /// Drops prone.
    LieDown: Protect = words("Drop prone", Verb::DROP).then("prone");
    /// Rises from prone to a crouch.
    Rise: Recover = words("Rise to a crouch", Verb::RISE).then("to a crouch");
    /// Stands up.
    Stand: Recover = words("Stand up", Verb::STAND).then("up");
    /// Draws a weapon, or picks one up.
    Draw: Ready = words("Draw or pick up", Verb::TAKE)
        .then("up a weapon").handles(Verb::TAKE.then("up")).or("draws or picks up");
    /// Puts a weapon away.
    Sheathe: Ready = words("Put away", Verb::PUT)
        .then("a weapon away").handles(Verb::PUT.then("away")).or("puts away");
    /// Drops a weapon.
    Drop: Ready = words("Drop", Verb::DROP).then("a weapon").handles(Verb::DROP.alone()).or("drops");
    /// Takes something from a pack or pocket.
    Retrieve: Ready = words("Take something out", Verb::TAKE)
        .then("out an item").or("takes something out");
    /// Talks.
    Talk: Talk = words("Talk", Verb::TALK);
    /// Does anything else, for a time set by the referee.
    Other: Ruling = words("Something else", Verb::DO).then("something");
    /// Clears a jammed weapon.
    Unjam: Ready = words("Clear the jam", Verb::CLEAR).then("a jam").or("clears the jam");
    /// Takes the held turn.
    CutIn: Say = words("Take the held turn", Verb::TAKE).then("the held turn");
    /// Controls its mount.
    ControlMount: Ready = words("Control the mount", Verb::CONTROL).then("the mount");
    /// Tries to enter a body.
    Possess: Control = words("Possess", Verb::TRY)
        .then("to possess").wins(Verb::POSSESS.alone()).or("possesses");
    /// Leaves a body.
    LeaveBody: Control = words("Leave the body", Verb::LEAVE).then("the body");
    /// Starts or stops cooperating with the other minds in its body.
    Cooperate: Say = words("Cooperate, or stop", Verb::COOPERATE).to("with");
    /// Treats a dying combatant.
    Tend: Rescue = words("Stabilise", Verb::TEND).or("stabilises");
    /// Faces a horror that attacks its Will.
    #[serde(alias = "Quail")]
    FearCheck: Ruling = words("Morale damage", Verb::FACE).then("a horror").to("from");
    /// Falls.
    Fall: Ruling = words("Fall", Verb::FALL);
    /// Collides with another.
    Collide: Ruling = words("Collide", Verb::COLLIDE).to("with");
    /// Is exposed to a poison or disease.
    Exposure: Ruling = words("Poison or disease", Verb::BE).then("exposed").to("to");
    /// Determines who acts first, outside a fight.
    Contest: Ruling = words("Who is first", Verb::CONTEST).then("the first move").to("with");
    /// Parries and dodges in place of attacking.
    Dodge: Protect = words("Dodge", Verb::DODGE);
    /// Tries a feat.
    Feat: Ruling = words("Feat", Verb::TRY).then("a feat").to("on");
    /// Charges at a foe and strikes.
    Charge: Strike = words("Charge", Verb::CHARGE);
    /// Strikes with two weapons.
    TwoWeapons: Strike = words("Two weapons", Verb::USE).then("two weapons").to("on");
    /// Punches.
    Punch: Strike = words("Punch", Verb::PUNCH);
    /// Kicks.
    Kick: Strike = words("Kick", Verb::KICK);
    /// Tries to break out of a hold.
    BreakFree: Recover = words("Break free", Verb::STRUGGLE).wins(Verb::BREAK.then("free")).or("breaks free");
    /// Hurts the captive.
    Squeeze: Strike = words("Hurt the captive", Verb::SQUEEZE).or("hurts the captive");
    /// Gags the captive.
    Muffle: Control = words("Gag the captive", Verb::GAG).or("gags the captive");
    /// Takes an item from the captive.
    Snatch: Control = words("Take an item from the captive", Verb::TRY)
        .then("to snatch an item").to("from").wins(Verb::SNATCH.then("an item").to("from")).or("takes an item from the captive");
    /// Moves with the captive.
    Drag: Control = words("Drag the captive along", Verb::DRAG).or("drags the captive along");
    /// Uses a simple magic item.
    UseItem: Support = words("Use a magic item", Verb::USE).then("a magic item").to("on");
    /// Lets go of the captive.
    Release: Control = words("Let go of the captive", Verb::LET)
        .then("go of").or("lets go of the captive");
    /// Takes up a shield from the ground.
    TakeShield: Ready = words("Take up the shield", Verb::TAKE).then("up the shield");
    /// Lays its shield aside.
    LayShield: Ready = words("Lay the shield aside", Verb::LAY).then("the shield aside");
    /// Puts out the flames on itself.
    Extinguish: Recover = words("Put out the flames", Verb::BEAT)
        .then("at the flames").or("puts out the flames");
    /// Lights oil on the ground.
    Kindle: Control = words("Light oil on the ground", Verb::LIGHT)
        .then("oil on the ground").to("under");
    /// Revives an unconscious combatant.
    Revive: Rescue = words("Revive a combatant", Verb::REVIVE).or("revives a combatant");
    /// Waits for another, to act at the same time.
    Await: Say = words("Wait for another", Verb::WAIT).then("for").or("waits for another");
    /// Gives up its attacks to parry.
    Parry: Protect = words("Parry", Verb::PARRY);
    /// Strikes at a foe's weapon.
    Disarm: Control = words("Disarm", Verb::STRIKE)
        .then("at the weapon of").wins(Verb::DISARM.alone()).or("disarms");
    /// Pulls a rider from the saddle.
    Unhorse: Control = words("Unhorse", Verb::PULL).then("at").wins(Verb::UNHORSE.alone()).or("unhorses");
    /// Entangles a target with a whip.
    Entangle: Control = words("Entangle", Verb::LASH).to("at").wins(Verb::ENTANGLE.alone()).or("entangles");
    /// Moves through a line of foes toward those beyond.
    MoveThrough: Move = words("Move through", Verb::MOVE).then("through to").or("moves through");
    /// Leaves melee freely while each foe there has another opponent.
    Disengage: Flee = words("Leave freely", Verb::LEAVE).then("freely");
    /// Puts a corner, stairs or a door between itself and its pursuers.
    Elude: Flee = words("Put an obstacle in the way", Verb::PUT).then("an obstacle in the way");
    /// Gets out of its pursuers' sight.
    Vanish: Flee = words("Out of their sight", Verb::SLIP).then("out of sight");
    /// Stops fleeing and fights again.
    Rally: Recover = words("Turn and fight", Verb::TURN_AND_FIGHT);
    /// Holds a spell until just before another acts.
    Forestall: Say = words("Hold a spell until just before", Verb::HOLD)
        .then("a spell until just before");
    /// Surrenders.
    Surrender: Talk = words("Surrender", Verb::SURRENDER);
    /// Tries to free a stuck weapon.
    FreeWeapon: Ready = words("Free the weapon", Verb::TUG)
        .then("at the weapon").handles(Verb::FREE.alone()).or("frees the weapon");
    /// Prepares a flask to be lit and thrown.
    Prepare: Ready = words("Prepare a flask", Verb::PREPARE)
        .then("a flask").handles(Verb::PREPARE.alone());
    /// Drinks something.
    Drink: Recover = words("Drink", Verb::DRINK);
    /// Mocks a foe.
    Mock: Control = words("Mock", Verb::MOCK);
    /// Inspires its allies.
    Inspire: Support = words("Inspire", Verb::INSPIRE);
    /// Uses a class skill.
    UseSkill: Support = words("Use a skill", Verb::USE).then("a skill").to("on");
    /// Heals with a class ability.
    LayHands: Rescue = words("Heal a combatant", Verb::HEAL).or("heals a combatant");
    /// Tends hampering injuries after a fight.
    Nurse: Rescue = words("Tend injuries", Verb::TEND)
        .then("the injuries").to("of").or("tends injuries");
    /// Sneaks up on a target.
    Stalk: Move = words("Steal up", Verb::STEAL).then("up").to("on");
    /// Befriends an animal.
    Befriend: Talk = words("Befriend an animal", Verb::APPROACH).or("befriends an animal");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_agrees_with_how_many_do_it() {
        let many = |deed: Deed| deed.words().does.says(Number::Many);
        assert_eq!(many(Deed::Rally), "turn and fight");
        assert_eq!(many(Deed::Disarm), "strike at the weapon of");
        let draw = Deed::Draw.words();
        let takes =
            draw.handles.map(|takes| [Number::One, Number::Many].map(|of| takes.done(of, "a bow")));
        assert_eq!(takes, Some(["takes up a bow".into(), "take up a bow".into()]));
        assert_eq!([draw.entry(), Deed::Resume.words().entry()], ["draws or picks up", "goes on"]);
    }
}
