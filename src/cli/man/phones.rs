//! The manual's chapters on the players' phones: what they can do, the protocol they speak, and who can listen.

use super::Entry;

pub(super) const PHONES: &[Entry] = &[
    (
        "",
        "V during a fight serves the players' view to the local network and shows its address with a QR code. A phone \
         that opens it can ask for the seat of one of the players' characters; J lists who asks: Enter gives the seat, \
         x sends away. Sixteen seats, one a character. A seat survives a reload of the page, the phone's sleep and a \
         restart of wardrum on the same fight; if the port is taken meanwhile, the address changes and the phone asks \
         again.",
    ),
    (
        "",
        "P sets whose dice come from phones: of a side, or of one character. What is asked of a seated character then \
         shows on its phone alone, and the prompt fills by itself, with a mark and the name behind it. Enter takes \
         what has come; digits typed over it count instead; Ctrl-p lets the machine roll what is missing; Esc takes \
         the question off the phones. A phone may take its answer back until you take it. a in the list of seats lets \
         what a phone sends count at once. The save keeps where each die came from; replaying, undoing and amending \
         need no phone.",
    ),
    (
        "",
        "A player can say wait to a line of the log: +1, cover, behind, other target, saved, it had ended, or 80 letters \
         of their own. The foot line shows it; ! opens what it would change, with the difference. Enter accepts it, x \
         declines it with a word that the phone shows, Esc leaves it. Without phones, e on a row of the log offers the \
         same words.",
    ),
    (
        "",
        "+1 and behind are stated of the act. Cover is the least that counts above what there was. Other target is \
         another one that the act could have. Saved is a failed saving throw, or a defence, with the number that just \
         makes it: that of the player who says it, if there is one. It had ended takes away, before the act, a condition \
         that makes a difference to it. Up and Down step through whatever else a word may mean. If the act leaves no way \
         to mean it, a sentence says why, and Enter opens the act's form.",
    ),
];

pub(super) const PROTOCOL: &[Entry] = &[
    (
        "",
        "What the phones' page does, any program can do: an app, a bridge for electronic dice. CODE is the last part of \
         the address. A token goes in the header X-Wardrum-Seat, never in an address.",
    ),
    ("GET /CODE", "The page."),
    ("GET /CODE/events", "The fight as the players may see it, as an event stream of JSON."),
    (
        "GET /CODE/mine",
        "This seat's own news as an event stream: its state, asks, log lines and waits; without a token, the characters.",
    ),
    (
        "POST /CODE/seat",
        "{\"who\":3} asks for a seat and returns {\"token\":\"...\"}, void until you accept it; {\"who\":null} leaves.",
    ),
    (
        "POST /CODE/answer",
        "{\"ask\":\"...\",\"faces\":[4,2]}, or \"total\":9, \"roll\":true (the machine), \"back\":true (takes it back). \
         Returns the key for the next change: each key counts once.",
    ),
    (
        "POST /CODE/wait",
        "{\"line\":7,\"chip\":\"cover\"} or \"text\":\"...\". Chips: plus-one, cover, behind, other-target, saved, ended.",
    ),
    (
        "",
        "A post needs Content-Type: application/json, an Origin equal to its Host, a length, and at most 512 bytes; four \
         a second a seat, or an address without a seat. Host must be the address that is served. Refusals are one plain \
         sentence: 400 not what belongs there, 401 no seat, 403 not accepted, another site, or to be rolled by hand, 404 \
         wrong code or no such character, 405 nothing can be posted, 408 too slow, 409 too late, 413 too long, 415 not \
         JSON, 421 another host, 429 too fast, 431 head too long, 503 too many.",
    ),
];

pub(super) const LISTENING: &[Entry] = &[
    (
        "",
        "The page is plain HTTP. Somebody who reads along on the same network can learn the code, and so all that the \
         players' view shows, and the token of any phone, and so that phone's asks and log. With a token they can answer \
         or say wait as that character; somebody who can alter the traffic can change the page itself.",
    ),
    (
        "",
        "They cannot change the fight: an answer is a proposal until your Enter, unless you let that seat count at once; \
         what you type overrules it, and only faces that the dice can show are taken. They learn nothing that the players \
         may not know, reach no file, and keep no other address out. A web site opened on a phone can do none of this: \
         it has neither the address, nor its origin, nor the token. On a network you do not trust, serve to this computer \
         only, or roll by hand.",
    ),
];
