//! Words for what somebody does: verbs in the forms that sentences need, and phrases made of them.
//!
//! A sentence takes its form from here and never makes one out of another. A phrase is kept in parts, so that an object
//! can come in between: `lets` *sleep* `go`.

/// How many do something: the verb agrees with that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// One does.
    One,
    /// Several do.
    Many,
}

impl Number {
    /// The number of so many.
    pub fn of<N: PartialEq + From<u8>>(count: N) -> Self {
        if count == N::from(1) { Self::One } else { Self::Many }
    }
}

/// A verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    /// Of one: `takes`.
    one: &'static str,
    /// Of several, and after `to`: `take`.
    many: &'static str,
    /// In the past, of one: `took`, `was`.
    past: &'static str,
    /// In the past, of several: `took`, `were`.
    pasts: &'static str,
}

impl Verb {
    /// A verb of which a past serves one and several.
    pub const fn new(one: &'static str, many: &'static str, past: &'static str) -> Self {
        Self { one, many, past, pasts: past }
    }

    /// Words in place of a verb, the same of one and of several: `mortally hit`.
    pub const fn fixed(words: &'static str) -> Self {
        Self::new(words, words, words)
    }

    /// Sets the past of several where it differs.
    pub const fn pasts(self, pasts: &'static str) -> Self {
        Self { pasts, ..self }
    }

    /// The present: `takes`, `take`.
    pub const fn says(self, of: Number) -> &'static str {
        match of {
            Number::One => self.one,
            Number::Many => self.many,
        }
    }

    /// The past: `took`.
    pub const fn said(self, of: Number) -> &'static str {
        match of {
            Number::One => self.past,
            Number::Many => self.pasts,
        }
    }

    /// The form after `to`: `take`.
    pub const fn plain(self) -> &'static str {
        self.many
    }

    /// The phrase of the verb alone.
    pub const fn alone(self) -> Phrase {
        self.then("")
    }

    /// The phrase with what follows the verb whatever its form: `takes` `up a weapon`.
    pub const fn then(self, then: &'static str) -> Phrase {
        Phrase { verb: self, then, to: "", last: "" }
    }
}

/// What somebody does, in parts: the verb, what follows it, and how whoever it is done to joins on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    /// The verb.
    pub verb: Verb,
    /// What follows the verb in all its forms: `up a weapon`; may be empty.
    pub then: &'static str,
    /// The preposition before whom or what it is done to: `at`; may be empty.
    pub to: &'static str,
    /// What comes behind that: `go` of `lets sleep go`; may be empty.
    pub last: &'static str,
}

impl Phrase {
    /// Sets the preposition.
    pub const fn to(self, to: &'static str) -> Self {
        Self { to, ..self }
    }

    /// Sets what comes last.
    pub const fn last(self, last: &'static str) -> Self {
        Self { last, ..self }
    }

    /// Formats what is behind the verb, done to an object, which may be empty: ` up a weapon`.
    pub fn rest(&self, object: &str) -> String {
        format!("{}{}", spaced(self.then), self.whom(object))
    }

    /// Formats whom or what it is done to: ` at Gob`.
    pub fn whom(&self, object: &str) -> String {
        let to = if object.is_empty() { "" } else { self.to };
        [to, object, self.last].map(spaced).concat()
    }

    /// Formats it in the present: `takes up a weapon`.
    pub fn says(&self, of: Number) -> String {
        self.done(of, "")
    }

    /// Formats it in the past: `took up a weapon`.
    pub fn said(&self, of: Number) -> String {
        self.did(of, "")
    }

    /// Formats it in the present, done to an object: `shoots at Gob`.
    pub fn done(&self, of: Number, object: &str) -> String {
        format!("{}{}", self.verb.says(of), self.rest(object))
    }

    /// Formats it in the past, done to an object: `shot at Gob`.
    pub fn did(&self, of: Number, object: &str) -> String {
        format!("{}{}", self.verb.said(of), self.rest(object))
    }
}

/// A part of a phrase with the space before it, if it is there.
fn spaced(part: &str) -> String {
    if part.is_empty() { String::new() } else { format!(" {part}") }
}

macro_rules! verbs {
    ($($verb:ident $one:literal $many:literal $past:literal $($pasts:literal)?;)*) => {
        impl Verb {
            $(#[doc = concat!("`", $one, "`")] pub const $verb: Self = Self::new($one, $many, $past)$(.pasts($pasts))?;)*
            /// All verbs.
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$verb),*];
        }
    };
}

verbs! {
    ACT "acts" "act" "acted";                           AIM "aims" "aim" "aimed";
    ANNOUNCE "announces" "announce" "announced";        APPROACH "approaches" "approach" "approached";
    ARRIVE "arrives" "arrive" "arrived";                ATTACK "attacks" "attack" "attacked";
    BE "is" "are" "was" "were";                         BEAT "beats" "beat" "beat";
    BEGIN "begins" "begin" "began";                     BLOCK "blocks" "block" "blocked";
    BRACE "braces" "brace" "braced";                    BREAK "breaks" "break" "broke";
    BRING "brings" "bring" "brought";                   BURN "burns" "burn" "burned";
    BLEED "bleeds" "bleed" "bled";                      CAST "casts" "cast" "cast";
    CHARGE "charges" "charge" "charged";                CLEAR "clears" "clear" "cleared";
    CLOSE "closes" "close" "closed";                    COLLIDE "collides" "collide" "collided";
    CONTEST "contests" "contest" "contested";           CONTROL "controls" "control" "controlled";
    COOPERATE "cooperates" "cooperate" "cooperated";    CRAWL "crawls" "crawl" "crawled";
    CROUCH "crouches" "crouch" "crouched";              CUT "cuts" "cut" "cut";
    DECLARE "declares" "declare" "declared";            DESTROY "destroys" "destroy" "destroyed";           DISARM "disarms" "disarm" "disarmed";
    ENTANGLE "entangles" "entangle" "entangled";        FUMBLE "fumbles" "fumble" "fumbled";
    GRAB "grabs" "grab" "grabbed";                      POSSESS "possesses" "possess" "possessed";
    SNATCH "snatches" "snatch" "snatched";              UNHORSE "unhorses" "unhorse" "unhorsed";

    DIE "dies" "die" "died";                            DO "does" "do" "did";
    DODGE "dodges" "dodge" "dodged";                    DRAG "drags" "drag" "dragged";
    DRINK "drinks" "drink" "drank";                     DROP "drops" "drop" "dropped";
    EARN "earns" "earn" "earned";                       FACE "faces" "face" "faced";
    FAIL "fails" "fail" "failed";                       FALL "falls" "fall" "fell";
    FEND "fends" "fend" "fended";                       FIGHT "fights" "fight" "fought";
    FINISH "finishes" "finish" "finished";              FLEE "flees" "flee" "fled";
    FREE "frees" "free" "freed";                        GAG "gags" "gag" "gagged";
    GAIN "gains" "gain" "gained";                       GET "gets" "get" "got";
    GIVE "gives" "give" "gave";                         GO "goes" "go" "went";
    GUARD "guards" "guard" "guarded";                   HANG "hangs" "hang" "hung";
    HAVE "has" "have" "had";                            HEAL "heals" "heal" "healed";
    HIT "hits" "hit" "hit";                             HOLD "holds" "hold" "held";
    HUNT "hunts" "hunt" "hunted";                       INSPIRE "inspires" "inspire" "inspired";
    JOIN "joins" "join" "joined";                       KEEP "keeps" "keep" "kept";
    KICK "kicks" "kick" "kicked";                       KILL "kills" "kill" "killed";
    LAND "lands" "land" "landed";                       LASH "lashes" "lash" "lashed";
    LAY "lays" "lay" "laid";                            LEAVE "leaves" "leave" "left";
    LET "lets" "let" "let";                             LIGHT "lights" "light" "lit";
    LIVE "lives" "live" "lived";                        LOSE "loses" "lose" "lost";
    MAKE "makes" "make" "made";                         MISS "misses" "miss" "missed";
    MOCK "mocks" "mock" "mocked";                       MOVE "moves" "move" "moved";
    PARLEY "parleys" "parley" "parleyed";               PARRY "parries" "parry" "parried";
    PASS "passes" "pass" "passed";                      PREPARE "prepares" "prepare" "prepared";
    PULL "pulls" "pull" "pulled";                       PUNCH "punches" "punch" "punched";
    PUT "puts" "put" "put";                             REACH "reaches" "reach" "reached";
    REACT "reacts" "react" "reacted";                   RECOVER "recovers" "recover" "recovered";
    REGAIN "regains" "regain" "regained";               RELOAD "reloads" "reload" "reloaded";
    REST "rests" "rest" "rested";                       RETREAT "retreats" "retreat" "retreated";
    REVIVE "revives" "revive" "revived";                RISE "rises" "rise" "rose";
    ROB "robs" "rob" "robbed";                          RUN "runs" "run" "ran";
    SAVE "saves" "save" "saved";                        SHOOT "shoots" "shoot" "shot";
    SLIP "slips" "slip" "slipped";                      SPEND "spends" "spend" "spent";
    SQUEEZE "squeezes" "squeeze" "squeezed";            STABILISE "stabilises" "stabilise" "stabilised";
    STAND "stands" "stand" "stood";                     START "starts" "start" "started";
    STEAL "steals" "steal" "stole";                     STOP "stops" "stop" "stopped";
    STRIKE "strikes" "strike" "struck";                 STRUGGLE "struggles" "struggle" "struggled";
    SUCCEED "succeeds" "succeed" "succeeded";           SURRENDER "surrenders" "surrender" "surrendered";
    TAKE "takes" "take" "took";                         TALK "talks" "talk" "talked";
    TEND "tends" "tend" "tended";                       THREATEN "threatens" "threaten" "threatened";
    THROW "throws" "throw" "threw";                     TREAT "treats" "treat" "treated";
    TRY "tries" "try" "tried";                          TUG "tugs" "tug" "tugged";
    TURN "turns" "turn" "turned";                       USE "uses" "use" "used";
    WAIT "waits" "wait" "waited";                       WIN "wins" "win" "won";
    WITHDRAW "withdraws" "withdraw" "withdrew";         WOUND "wounds" "wound" "wounded";

    DO_NOT "does not" "do not" "did not";
    HOLD_GROUND "holds its ground" "hold their ground" "held its ground" "held their ground";
    STAND_GROUND "stands its ground" "stand their ground" "stood its ground" "stood their ground";
    TURN_AND_FIGHT "turns and fights" "turn and fight" "turned and fought";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table writes every form out; this finds the slip of a pen.
    #[test]
    fn a_verb_of_one_ends_in_s_and_has_the_stem_of_the_others() {
        for Verb { one, many, past, .. } in Verb::ALL.iter().filter(|verb| !verb.one.contains(' ')) {
            let stem = many.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e']));
            let regular =
                [format!("{many}s"), format!("{many}es"), format!("{}ies", stem.unwrap_or("-"))];
            let odd = [("is", "are"), ("has", "have")].contains(&(*one, *many));
            assert!(odd || regular.iter().any(|form| form == one), "{one}, {many}");
            assert!(past != one, "{past}");
        }
    }

    #[test]
    fn a_verb_stands_once_in_the_table() {
        for (at, verb) in Verb::ALL.iter().enumerate() {
            assert!(!Verb::ALL[..at].iter().any(|had| had.one == verb.one), "{}", verb.one);
        }
    }

    #[test]
    fn an_object_comes_between_the_parts() {
        let phrase = Verb::SHOOT.alone().to("at");
        assert_eq!(phrase.done(Number::One, "Gob"), "shoots at Gob");
        assert_eq!([phrase.says(Number::Many), phrase.said(Number::One)], ["shoot", "shot"]);
        let phrase = Verb::LET.then("").last("go");
        assert_eq!(phrase.did(Number::Many, "sleep"), "let sleep go");
        assert_eq!([phrase.rest(""), phrase.whom("")], [" go", " go"]);
        let was = Verb::BE.then("exposed").to("to");
        assert_eq!([was.said(Number::One), was.said(Number::Many)], ["was exposed", "were exposed"]);
    }
}
