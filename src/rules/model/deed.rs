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

macro_rules! deeds {
    ($($(#[$about:meta])* $deed:ident = $words:expr;)*) => {
        /// A kind of action. Ordered by frequency of use: the first in the order get first choice of their letters as
        /// keys.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Deed {
            $($(#[$about])* $deed,)*
        }

        impl Deed {
            /// The number of deeds.
            pub const COUNT: usize = [$(Self::$deed),*].len();

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
    Strike = words("Strike", "attacks");
    /// Shoots or throws.
    Shoot = words("Shoot", "shoots").to("at");
    /// Casts a declared spell.
    Cast = words("Cast", "casts").to("at").handles("casts");
    /// Moves freely.
    Move = words("Move", "moves").to("toward");
    /// Declares an intention.
    Declare = words("Declare", "declares");
    /// Declares a spell.
    DeclareSpell = words("Announce a spell", "announces a spell");
    /// Withdraws from melee fighting.
    Withdraw = words("Withdraw", "withdraws").to("from");
    /// Runs out of melee.
    Retreat = words("Retreat", "retreats").to("from");
    /// Runs away, or after another.
    Run = words("Run", "runs").to("toward");
    /// Makes several blows at one instant.
    Combo = words("Combo", "uses a combo").to("on").noun();
    /// Does nothing more in this window.
    Pass = words("Pass", "passes");
    /// Turns undead.
    TurnUndead = words("Turn undead", "turns undead").to("·");
    /// Aims.
    Aim = words("Aim", "aims").to("at");
    /// Loads a weapon.
    Reload = words("Reload", "reloads").handles("reloads");
    /// Tries to grapple a target.
    Grab = words("Grab", "tries to grab");
    /// Keeps its turn for later.
    Hold = words("Hold the turn", "holds the turn").to("for");
    /// Makes a saving throw.
    Save = words("Saving throw", "makes a saving throw").noun();
    /// Makes an ability check.
    Check = words("Ability check", "makes an ability check").to("against").noun();
    /// Makes a skill roll when the referee asks for one.
    SkillCheck = words("Skill roll", "tries a skill").to("on").noun();
    /// Declares a fighting withdrawal.
    DeclareWithdrawal = words("Announce a withdrawal", "announces a withdrawal");
    /// Declares a retreat.
    DeclareRetreat = words("Announce a retreat", "announces a retreat");
    /// Takes back a declaration while that is allowed.
    Undeclare = words("Take back the announcement", "takes back the announcement");
    /// Lets the declared spell go.
    LetGo = words("Let the spell go", "lets the spell go");
    /// Sets a weapon against a charge.
    Brace = words("Set the weapon", "braces for a charge");
    /// Leaves the slow group, provided that it makes no slow attack.
    Hasten = words("Act with the others", "acts with the others");
    /// Takes up a slow weapon and acts after all others.
    HangBack = words("Hang back with a slow weapon", "hangs back with a slow weapon");
    /// Uses a creature's power: breath, gaze.
    UsePower = words("Use a power", "uses a power").to("on");
    /// Rests a whole day.
    Rest = words("Rest", "rests");
    /// Breaks off with the whole side and tries to escape.
    Evade = words("Break off with all", "breaks off");
    /// Throws down bait before the pursuers.
    Distract = words("Throw down bait", "throws down bait");
    /// Begins an act that takes more seconds than are left this turn.
    Begin = words("Begin", "begins");
    /// Continues the act in progress.
    Resume = words("Go on", "goes on").to("against");
    /// Abandons the act in progress.
    Abandon = words("Give up the action", "gives up the action");
    /// Crawls.
    Crawl = words("Crawl", "crawls").to("toward");
    /// Goes down on one knee.
    Crouch = words("Crouch", "crouches");
    /// Drops prone.
    LieDown = words("Drop prone", "drops prone");
    /// Rises from prone to a crouch.
    Rise = words("Rise to a crouch", "rises to a crouch");
    /// Stands up.
    Stand = words("Stand up", "stands up");
    /// Draws a weapon, or picks one up.
    Draw = words("Draw or pick up", "takes up a weapon").handles("takes up");
    /// Puts a weapon away.
    Sheathe = words("Put away", "puts a weapon away").handles("puts away");
    /// Drops a weapon.
    Drop = words("Drop", "drops a weapon").handles("drops");
    /// Takes something from a pack or pocket.
    Retrieve = words("Take something out", "takes out an item");
    /// Talks.
    Talk = words("Talk", "talks");
    /// Does anything else, for a time set by the referee.
    Other = words("Something else", "does something").noun();
    /// Clears a jammed weapon.
    Unjam = words("Clear the jam", "clears a jam");
    /// Takes the held turn.
    CutIn = words("Take the held turn", "takes the held turn");
    /// Controls its mount.
    ControlMount = words("Control the mount", "controls the mount");
    /// Tries to enter a body.
    Possess = words("Possess", "tries to possess");
    /// Leaves a body.
    LeaveBody = words("Leave the body", "leaves the body");
    /// Starts or stops cooperating with the other minds in its body.
    Cooperate = words("Cooperate, or stop", "cooperates").to("with");
    /// Treats a dying combatant.
    Tend = words("Stabilise", "treats");
    /// Faces a horror that attacks its Will.
    #[serde(alias = "Quail")]
    FearCheck = words("Morale damage", "faces a horror").to("from").noun();
    /// Falls.
    Fall = words("Fall", "falls");
    /// Collides with another.
    Collide = words("Collide", "collides").to("with");
    /// Is exposed to a poison or disease.
    Exposure = words("Poison or disease", "is exposed").to("to").noun();
    /// Determines who acts first, outside a fight.
    Contest = words("Who is first", "contests the first move").to("with").noun();
    /// Parries and dodges in place of attacking.
    Dodge = words("Dodge", "dodges");
    /// Tries a feat.
    Feat = words("Feat", "tries a feat").to("on").noun();
    /// Charges at a foe and strikes.
    Charge = words("Charge", "charges");
    /// Strikes with two weapons.
    TwoWeapons = words("Two weapons", "uses two weapons").to("on").noun();
    /// Punches.
    Punch = words("Punch", "punches");
    /// Kicks.
    Kick = words("Kick", "kicks");
    /// Tries to break out of a hold.
    BreakFree = words("Break free", "struggles");
    /// Hurts the captive.
    Squeeze = words("Hurt the captive", "squeezes");
    /// Gags the captive.
    Muffle = words("Gag the captive", "gags");
    /// Takes an item from the captive.
    Snatch = words("Take an item from the captive", "tries to snatch an item").to("from");
    /// Moves with the captive.
    Drag = words("Drag the captive along", "drags");
    /// Uses a simple magic item.
    UseItem = words("Use a magic item", "uses a magic item").to("on");
    /// Lets go of the captive.
    Release = words("Let go of the captive", "lets go of");
    /// Takes up a shield from the ground.
    TakeShield = words("Take up the shield", "takes up the shield");
    /// Lays its shield aside.
    LayShield = words("Lay the shield aside", "lays the shield aside");
    /// Puts out the flames on itself.
    Extinguish = words("Put out the flames", "beats at the flames");
    /// Lights oil on the ground.
    Kindle = words("Light oil on the ground", "lights oil on the ground").to("under");
    /// Revives an unconscious combatant.
    Revive = words("Revive a combatant", "revives");
    /// Waits for another, to act at the same time.
    Await = words("Wait for another", "waits for");
    /// Gives up its attacks to parry.
    Parry = words("Parry", "parries");
    /// Strikes at a foe's weapon.
    Disarm = words("Disarm", "strikes at the weapon of");
    /// Pulls a rider from the saddle.
    Unhorse = words("Unhorse", "pulls at").to("");
    /// Entangles a target with a whip.
    Entangle = words("Entangle", "lashes").to("at");
    /// Moves through a line of foes toward those beyond.
    MoveThrough = words("Move through", "moves through to");
    /// Leaves melee freely while each foe there has another opponent.
    Disengage = words("Leave freely", "leaves freely");
    /// Puts a corner, stairs or a door between itself and its pursuers.
    Elude = words("Put an obstacle in the way", "puts an obstacle in the way");
    /// Gets out of its pursuers' sight.
    Vanish = words("Out of their sight", "slips out of sight").noun();
    /// Stops fleeing and fights again.
    Rally = words("Turn and fight", "turns and fights");
    /// Holds a spell until just before another acts.
    Forestall = words("Hold a spell until just before", "holds a spell until just before");
    /// Surrenders.
    Surrender = words("Surrender", "surrenders");
    /// Tries to free a stuck weapon.
    FreeWeapon = words("Free the weapon", "tugs at the weapon").handles("frees");
    /// Prepares a flask to be lit and thrown.
    Prepare = words("Prepare a flask", "prepares a flask").handles("prepares");
    /// Drinks something.
    Drink = words("Drink", "drinks");
    /// Mocks a foe.
    Mock = words("Mock", "mocks").to("");
    /// Inspires its allies.
    Inspire = words("Inspire", "inspires").to("");
    /// Uses a class skill.
    UseSkill = words("Use a skill", "uses a skill").to("on");
    /// Heals with a class ability.
    LayHands = words("Heal a combatant", "heals").to("");
    /// Tends hampering injuries after a fight.
    Nurse = words("Tend injuries", "tends the injuries").to("of");
    /// Sneaks up on a target.
    Stalk = words("Steal up", "steals up").to("on");
    /// Befriends an animal.
    Befriend = words("Befriend an animal", "approaches").to("");
}
