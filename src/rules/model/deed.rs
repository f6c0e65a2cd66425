//! Deeds: all actions of all rulesets, with their words.

use serde::{Deserialize, Serialize};

/// The words of a deed.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// As a menu entry: `Reload`.
    pub name: &'static str,
    /// As a verb: `attacks`.
    pub does: &'static str,
    /// The preposition before the targets: `on`; may be empty.
    pub to: &'static str,
    /// The verb if its object is a weapon or spell rather than a target: `takes up`.
    pub handles: Option<&'static str>,
    /// Whether the name is a noun: `Saving throw`.
    pub noun: bool,
}

const fn words(name: &'static str, does: &'static str) -> Words {
    Words { name, does, to: "", handles: None, noun: false }
}

impl Words {
    const fn to(self, to: &'static str) -> Self {
        Self { to, ..self }
    }

    const fn handles(self, handles: &'static str) -> Self {
        Self { handles: Some(handles), ..self }
    }

    const fn noun(self) -> Self {
        Self { noun: true, ..self }
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
    Strike: Strike = words("Strike", "attacks");
    /// Shoots or throws.
    Shoot: Shoot = words("Shoot", "shoots").to("at");
    /// Casts a declared spell.
    Cast: Control = words("Cast", "casts").to("at").handles("casts");
    /// Moves freely.
    Move: Move = words("Move", "moves").to("toward");
    /// Declares an intention.
    Declare: Say = words("Declare", "declares");
    /// Declares a spell.
    DeclareSpell: Say = words("Announce a spell", "announces a spell");
    /// Withdraws from melee fighting.
    Withdraw: Flee = words("Withdraw", "withdraws").to("from");
    /// Runs out of melee.
    Retreat: Flee = words("Retreat", "retreats").to("from");
    /// Runs away, or after another.
    Run: Move = words("Run", "runs").to("toward");
    /// Makes several blows at one instant.
    Combo: Strike = words("Combo", "uses a combo").to("on").noun();
    /// Does nothing more in this window.
    Pass: Say = words("Pass", "passes");
    /// Turns undead.
    TurnUndead: Control = words("Turn undead", "turns undead").to("·");
    /// Aims.
    Aim: Ready = words("Aim", "aims").to("at");
    /// Loads a weapon.
    Reload: Ready = words("Reload", "reloads").handles("reloads");
    /// Tries to grapple a target.
    Grab: Control = words("Grab", "tries to grab");
    /// Keeps its turn for later.
    Hold: Say = words("Hold the turn", "holds the turn").to("for");
    /// Makes a saving throw.
    Save: Ruling = words("Saving throw", "makes a saving throw").noun();
    /// Makes an ability check.
    Check: Ruling = words("Ability check", "makes an ability check").to("against").noun();
    /// Makes a skill roll when the referee asks for one.
    SkillCheck: Ruling = words("Skill roll", "tries a skill").to("on").noun();
    /// Declares a fighting withdrawal.
    DeclareWithdrawal: Say = words("Announce a withdrawal", "announces a withdrawal");
    /// Declares a retreat.
    DeclareRetreat: Say = words("Announce a retreat", "announces a retreat");
    /// Takes back a declaration while that is allowed.
    Undeclare: Say = words("Take back the announcement", "takes back the announcement");
    /// Lets the declared spell go.
    LetGo: Say = words("Let the spell go", "lets the spell go");
    /// Sets a weapon against a charge.
    Brace: Protect = words("Set the weapon", "braces for a charge");
    /// Leaves the slow group, provided that it makes no slow attack.
    Hasten: Say = words("Act with the others", "acts with the others");
    /// Takes up a slow weapon and acts after all others.
    HangBack: Ready = words("Hang back with a slow weapon", "hangs back with a slow weapon");
    /// Uses a creature's power: breath, gaze.
    UsePower: Control = words("Use a power", "uses a power").to("on");
    /// Rests a whole day.
    Rest: Recover = words("Rest", "rests");
    /// Breaks off with the whole side and tries to escape.
    Evade: Flee = words("Break off with all", "breaks off");
    /// Throws down bait before the pursuers.
    Distract: Flee = words("Throw down bait", "throws down bait");
    /// Begins an act that takes more seconds than are left this turn.
    Begin: Say = words("Begin", "begins");
    /// Continues the act in progress.
    Resume: Say = words("Go on", "goes on").to("against");
    /// Abandons the act in progress.
    Abandon: Say = words("Give up the action", "gives up the action");
    /// Crawls.
    Crawl: Move = words("Crawl", "crawls").to("toward");
    /// Goes down on one knee.
    Crouch: Protect = words("Crouch", "crouches");
    /// Drops prone.
    LieDown: Protect = words("Drop prone", "drops prone");
    /// Rises from prone to a crouch.
    Rise: Recover = words("Rise to a crouch", "rises to a crouch");
    /// Stands up.
    Stand: Recover = words("Stand up", "stands up");
    /// Draws a weapon, or picks one up.
    Draw: Ready = words("Draw or pick up", "takes up a weapon").handles("takes up");
    /// Puts a weapon away.
    Sheathe: Ready = words("Put away", "puts a weapon away").handles("puts away");
    /// Drops a weapon.
    Drop: Ready = words("Drop", "drops a weapon").handles("drops");
    /// Takes something from a pack or pocket.
    Retrieve: Ready = words("Take something out", "takes out an item");
    /// Talks.
    Talk: Talk = words("Talk", "talks");
    /// Does anything else, for a time set by the referee.
    Other: Ruling = words("Something else", "does something").noun();
    /// Clears a jammed weapon.
    Unjam: Ready = words("Clear the jam", "clears a jam");
    /// Takes the held turn.
    CutIn: Say = words("Take the held turn", "takes the held turn");
    /// Controls its mount.
    ControlMount: Ready = words("Control the mount", "controls the mount");
    /// Tries to enter a body.
    Possess: Control = words("Possess", "tries to possess");
    /// Leaves a body.
    LeaveBody: Control = words("Leave the body", "leaves the body");
    /// Starts or stops cooperating with the other minds in its body.
    Cooperate: Say = words("Cooperate, or stop", "cooperates").to("with");
    /// Treats a dying combatant.
    Tend: Rescue = words("Stabilise", "treats");
    /// Faces a horror that attacks its Will.
    #[serde(alias = "Quail")]
    FearCheck: Ruling = words("Morale damage", "faces a horror").to("from").noun();
    /// Falls.
    Fall: Ruling = words("Fall", "falls");
    /// Collides with another.
    Collide: Ruling = words("Collide", "collides").to("with");
    /// Is exposed to a poison or disease.
    Exposure: Ruling = words("Poison or disease", "is exposed").to("to").noun();
    /// Determines who acts first, outside a fight.
    Contest: Ruling = words("Who is first", "contests the first move").to("with").noun();
    /// Parries and dodges in place of attacking.
    Dodge: Protect = words("Dodge", "dodges");
    /// Tries a feat.
    Feat: Ruling = words("Feat", "tries a feat").to("on").noun();
    /// Charges at a foe and strikes.
    Charge: Strike = words("Charge", "charges");
    /// Strikes with two weapons.
    TwoWeapons: Strike = words("Two weapons", "uses two weapons").to("on").noun();
    /// Punches.
    Punch: Strike = words("Punch", "punches");
    /// Kicks.
    Kick: Strike = words("Kick", "kicks");
    /// Tries to break out of a hold.
    BreakFree: Recover = words("Break free", "struggles");
    /// Hurts the captive.
    Squeeze: Strike = words("Hurt the captive", "squeezes");
    /// Gags the captive.
    Muffle: Control = words("Gag the captive", "gags");
    /// Takes an item from the captive.
    Snatch: Control = words("Take an item from the captive", "tries to snatch an item").to("from");
    /// Moves with the captive.
    Drag: Control = words("Drag the captive along", "drags");
    /// Uses a simple magic item.
    UseItem: Support = words("Use a magic item", "uses a magic item").to("on");
    /// Lets go of the captive.
    Release: Control = words("Let go of the captive", "lets go of");
    /// Takes up a shield from the ground.
    TakeShield: Ready = words("Take up the shield", "takes up the shield");
    /// Lays its shield aside.
    LayShield: Ready = words("Lay the shield aside", "lays the shield aside");
    /// Puts out the flames on itself.
    Extinguish: Recover = words("Put out the flames", "beats at the flames");
    /// Lights oil on the ground.
    Kindle: Control = words("Light oil on the ground", "lights oil on the ground").to("under");
    /// Revives an unconscious combatant.
    Revive: Rescue = words("Revive a combatant", "revives");
    /// Waits for another, to act at the same time.
    Await: Say = words("Wait for another", "waits for");
    /// Gives up its attacks to parry.
    Parry: Protect = words("Parry", "parries");
    /// Strikes at a foe's weapon.
    Disarm: Control = words("Disarm", "strikes at the weapon of");
    /// Pulls a rider from the saddle.
    Unhorse: Control = words("Unhorse", "pulls at").to("");
    /// Entangles a target with a whip.
    Entangle: Control = words("Entangle", "lashes").to("at");
    /// Moves through a line of foes toward those beyond.
    MoveThrough: Move = words("Move through", "moves through to");
    /// Leaves melee freely while each foe there has another opponent.
    Disengage: Flee = words("Leave freely", "leaves freely");
    /// Puts a corner, stairs or a door between itself and its pursuers.
    Elude: Flee = words("Put an obstacle in the way", "puts an obstacle in the way");
    /// Gets out of its pursuers' sight.
    Vanish: Flee = words("Out of their sight", "slips out of sight").noun();
    /// Stops fleeing and fights again.
    Rally: Recover = words("Turn and fight", "turns and fights");
    /// Holds a spell until just before another acts.
    Forestall: Say = words("Hold a spell until just before", "holds a spell until just before");
    /// Surrenders.
    Surrender: Talk = words("Surrender", "surrenders");
    /// Tries to free a stuck weapon.
    FreeWeapon: Ready = words("Free the weapon", "tugs at the weapon").handles("frees");
    /// Prepares a flask to be lit and thrown.
    Prepare: Ready = words("Prepare a flask", "prepares a flask").handles("prepares");
    /// Drinks something.
    Drink: Recover = words("Drink", "drinks");
    /// Mocks a foe.
    Mock: Control = words("Mock", "mocks").to("");
    /// Inspires its allies.
    Inspire: Support = words("Inspire", "inspires").to("");
    /// Uses a class skill.
    UseSkill: Support = words("Use a skill", "uses a skill").to("on");
    /// Heals with a class ability.
    LayHands: Rescue = words("Heal a combatant", "heals").to("");
    /// Tends hampering injuries after a fight.
    Nurse: Rescue = words("Tend injuries", "tends the injuries").to("of");
    /// Sneaks up on a target.
    Stalk: Move = words("Steal up", "steals up").to("on");
    /// Befriends an animal.
    Befriend: Talk = words("Befriend an animal", "approaches").to("");
}
