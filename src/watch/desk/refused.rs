//! Why the desk refuses something.

/// Why the desk refuses a post of a phone, or an act of the terminal. Nothing has changed then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The token belongs to no seat.
    NoSeat,
    /// The seat is asked for but not given, or was taken away.
    NotSeated,
    /// The character is not among those offered.
    NoCharacter,
    /// Another phone has the seat of this character.
    Taken,
    /// All seats are taken.
    Full,
    /// The system provides no random numbers.
    NoSecret,
    /// The ask is over, its answer was changed meanwhile, or it was never asked of this seat.
    Rolled,
    /// There is no answer to take back.
    NothingSent,
    /// The dice that were asked for cannot show this.
    Impossible,
    /// The machine may not roll these dice.
    ByHand,
    /// The log line is not among the last ones.
    NoLine,
    /// The seat has a wait on this line already, or too many on others.
    Waiting,
    /// The text is empty, too long, or contains control characters.
    Unreadable,
    /// Too many posts within a second.
    Often,
}

impl Refused {
    /// The reason as one sentence, for whoever was refused.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NoSeat => "This phone has no seat: choose a character first.",
            Self::NotSeated => "The referee has not given you this seat.",
            Self::NoCharacter => "There is no seat for that character.",
            Self::Taken => "Another phone has the seat of that character.",
            Self::Full => "All seats are taken.",
            Self::NoSecret => "No seat can be given at the moment.",
            Self::Rolled => "Already rolled: these dice are no longer asked for.",
            Self::NothingSent => "There is nothing to take back.",
            Self::Impossible => "These dice cannot show that.",
            Self::ByHand => "The referee wants these dice rolled by hand.",
            Self::NoLine => "That line is too long ago.",
            Self::Waiting => "The referee has yet to look at what you said before.",
            Self::Unreadable => "Say it in 1 to 80 letters, on one line.",
            Self::Often => "Too fast: no more than four times a second.",
        }
    }
}
