//! The deeds: everything that a combatant can do by any of the rulesets, with the words for it.

use serde::{Deserialize, Serialize};

/// The words for a deed.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// As a line of a list: `Reload`.
    pub name: &'static str,
    /// As something somebody does: `attacks`.
    pub does: &'static str,
    /// Between that and those it is aimed at: `on`; may be empty.
    pub to: &'static str,
    /// As something that is done to a weapon or spell, not with it: `takes up`.
    pub handles: Option<&'static str>,
}

const fn words(name: &'static str, does: &'static str) -> Words {
    Words { name, does, to: "", handles: None }
}

impl Words {
    const fn to(self, to: &'static str) -> Self {
        Self { to, ..self }
    }

    const fn handles(self, handles: &'static str) -> Self {
        Self { handles: Some(handles), ..self }
    }
}

macro_rules! deeds {
    ($($(#[$about:meta])* $deed:ident = $words:expr;)*) => {
        /// What a combatant does. Those done most often stand first: they take the first of their letters,
        /// the others what is left.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Deed {
            $($(#[$about])* $deed,)*
        }

        impl Deed {
            /// How many there are.
            pub const COUNT: usize = [$(Self::$deed),*].len();

            /// The words for it.
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
    Shoot = words("Shoot", "shoots");
    /// Casts what was announced.
    Cast = words("Cast", "casts").to("at").handles("casts");
    /// Moves freely.
    Move = words("Move", "moves").to("toward");
    /// Says what it means to do.
    Declare = words("Declare", "declares");
    /// Announces a spell.
    DeclareSpell = words("Announce a spell", "announces a spell");
    /// Backs out of melee, weapon up.
    Withdraw = words("Withdraw", "withdraws").to("from");
    /// Runs out of melee.
    Retreat = words("Retreat", "retreats");
    /// Runs for its life, or after somebody.
    Run = words("Run", "runs").to("toward");
    /// Several blows at one instant.
    Combo = words("Combo", "uses a combo").to("on");
    /// Nothing more in this window.
    Pass = words("Pass", "passes");
    /// Turns undead.
    TurnUndead = words("Turn undead", "turns undead").to("·");
    /// Aims.
    Aim = words("Aim", "aims").to("at");
    /// Loads a weapon.
    Reload = words("Reload", "reloads").handles("reloads");
    /// Tries to take hold of somebody.
    Grab = words("Grab", "tries to grab");
    /// Keeps its turn for later.
    Hold = words("Hold the turn", "holds the turn").to("for");
    /// Makes a saving throw.
    Save = words("Saving throw", "makes a saving throw");
    /// Makes an ability check.
    Check = words("Ability check", "makes an ability check").to("against");
    /// Tries what it has learned, when the referee asks for it.
    SkillCheck = words("Skill roll", "tries a skill").to("on");
    /// Announces a fighting withdrawal.
    DeclareWithdrawal = words("Announce a withdrawal", "announces a withdrawal");
    /// Announces a retreat.
    DeclareRetreat = words("Announce a retreat", "announces a retreat");
    /// Takes the announcement back while that is allowed.
    Undeclare = words("Take back the announcement", "takes back the announcement");
    /// Lets the announced spell go.
    LetGo = words("Let the spell go", "lets the spell go");
    /// Sets a weapon against a charge.
    Brace = words("Set the weapon", "braces for a charge").handles("braces");
    /// Comes out of the slow, on condition of making no slow attack.
    Hasten = words("Act with the others", "acts with the others");
    /// Takes up a slow weapon: acts after everybody else.
    HangBack = words("Hang back with a slow weapon", "hangs back with a slow weapon");
    /// Uses a power of its own: breath, gaze.
    UsePower = words("Use a power", "uses a power").to("on");
    /// Rests a whole day.
    Rest = words("Rest", "rests");
    /// Breaks off with its whole side: does it get away?
    Evade = words("Break off with all", "breaks off");
    /// Throws down bait before the pursuers.
    Distract = words("Throw down bait", "throws down bait");
    /// Begins an act that takes more than it can pay now.
    Begin = words("Begin", "begins");
    /// Goes on with what it began.
    Resume = words("Go on", "goes on").to("against");
    /// Gives up what it began.
    Abandon = words("Give up the action", "gives up the action");
    /// Crawls.
    Crawl = words("Crawl", "crawls").to("toward");
    /// Goes down on one knee.
    Crouch = words("Crouch", "crouches");
    /// Throws itself down.
    LieDown = words("Drop prone", "drops prone");
    /// Gets up from the ground to a crouch.
    Rise = words("Rise to a crouch", "rises to a crouch");
    /// Stands up.
    Stand = words("Stand up", "stands up");
    /// Draws a weapon, or picks one up.
    Draw = words("Draw or pick up", "takes up a weapon").handles("takes up");
    /// Puts a weapon away.
    Sheathe = words("Put away", "puts a weapon away").handles("puts away");
    /// Lets a weapon fall.
    Drop = words("Drop", "drops a weapon").handles("drops");
    /// Takes something from a pack or pocket.
    Retrieve = words("Take something out", "takes out an item");
    /// Talks.
    Talk = words("Talk", "talks");
    /// Anything else, of a length the referee names.
    Other = words("Something else", "does something");
    /// Clears a jammed weapon.
    Unjam = words("Clear the jam", "clears a jam");
    /// Takes the turn it kept.
    CutIn = words("Take the held turn", "takes the held turn");
    /// Controls its mount.
    ControlMount = words("Control the mount", "controls the mount");
    /// Tries to enter a body.
    Possess = words("Possess", "tries to possess");
    /// Leaves a body.
    LeaveBody = words("Leave the body", "leaves the body");
    /// Works together with the other minds of its body, or stops.
    Cooperate = words("Cooperate, or stop", "makes common cause").to("with");
    /// Treats somebody who is dying.
    Tend = words("Stabilise", "treats");
    /// Something tries its nerve.
    #[serde(alias = "Quail")]
    FearCheck = words("Morale damage", "faces a horror").to("from");
    /// Falls.
    Fall = words("Fall", "falls");
    /// Runs into somebody, or is run into.
    Collide = words("Collide", "collides").to("with");
    /// Comes into contact with a poison or disease.
    Exposure = words("Poison or disease", "is exposed").to("to");
    /// Who acts first, outside a fight.
    Contest = words("Who is first", "contests the first move").to("with");
    /// Parries and dodges in place of attacking.
    Dodge = words("Dodge", "dodges");
    /// Tries a feat.
    Feat = words("Feat", "tries a feat");
    /// Runs straight at a foe and strikes.
    Charge = words("Charge", "charges");
    /// Strikes with two weapons.
    TwoWeapons = words("Two weapons", "uses two weapons").to("on");
    /// Punches.
    Punch = words("Punch", "punches");
    /// Kicks.
    Kick = words("Kick", "kicks");
    /// Tries to get out of a hold.
    BreakFree = words("Break free", "struggles");
    /// Hurts the one it holds.
    Squeeze = words("Hurt the captive", "squeezes");
    /// Stops the mouth of the one it holds.
    Muffle = words("Stop the captive's mouth", "gags");
    /// Takes something from the one it holds.
    Snatch = words("Take an item from the captive", "tries to snatch an item").to("from");
    /// Moves with the one it holds.
    Drag = words("Drag the captive along", "drags");
    /// Uses a simple magic item.
    UseItem = words("Use a magic item", "uses a magic item");
    /// Lets go of the one it holds.
    Release = words("Let go of the captive", "lets go of");
    /// Takes up a shield that lies there.
    TakeShield = words("Take up the shield", "takes up the shield");
    /// Lays its shield aside.
    LayShield = words("Lay the shield aside", "lays the shield aside");
    /// Puts out the flames on itself.
    Extinguish = words("Put out the flames", "beats at the flames");
    /// Sets oil on the ground alight.
    Kindle = words("Light oil on the ground", "lights oil on the ground").to("under");
    /// Wakes somebody who was knocked out.
    Revive = words("Bring a combatant round", "revives");
    /// Waits for somebody, to act at the same time.
    Await = words("Wait for another", "waits for");
    /// Gives up its attacks to ward off blows.
    Parry = words("Parry", "parries");
    /// Strikes at what a foe holds.
    Disarm = words("Disarm", "strikes at the weapon of");
    /// Pulls a rider out of the saddle.
    Unhorse = words("Unhorse", "pulls at").to("");
    /// Entangles somebody with a whip.
    Entangle = words("Entangle", "lashes").to("at");
    /// Moves through a line of foes, at those beyond.
    MoveThrough = words("Move through", "moves through to");
    /// Leaves melee while every foe there has somebody else to mind.
    Disengage = words("Leave freely", "leaves freely");
    /// Puts a corner, stairs or a door between itself and its pursuers.
    Elude = words("Round a corner, through a door", "puts an obstacle in the way");
    /// Is lost from the sight of its pursuers.
    Vanish = words("Out of their sight", "slips out of sight");
    /// Turns to fight again.
    Rally = words("Turn and fight", "turns and fights");
    /// Holds a spell until just before somebody acts.
    Forestall = words("Hold a spell until just before", "holds a spell until just before");
    /// Gives up.
    Surrender = words("Surrender", "surrenders");
    /// Tugs at a weapon that is held fast.
    FreeWeapon = words("Free the weapon", "tugs at the weapon").handles("frees");
    /// Prepares a flask to be lit and thrown.
    Prepare = words("Prepare a flask", "prepares a flask").handles("prepares");
    /// Drinks something.
    Drink = words("Drink", "drinks");
    /// Mocks somebody.
    Mock = words("Mock", "mocks").to("");
    /// Speaks words that inspire.
    Inspire = words("Inspire", "inspires").to("");
    /// Uses a skill of its class.
    UseSkill = words("Use a skill", "uses a skill").to("on");
    /// Gives healing that its class gives.
    LayHands = words("Heal a combatant", "heals").to("");
    /// Sees to injuries that hamper somebody, after a fight.
    Nurse = words("Tend injuries", "tends the injuries").to("of");
    /// Steals up on somebody.
    Stalk = words("Steal up", "steals up").to("on");
    /// Makes a companion of an animal.
    Befriend = words("Befriend an animal", "approaches").to("");
}
