//! What phones post, as JSON: at most 512 bytes, and nothing but what belongs there.

use super::door::{is_same_site, only};
use super::refusal::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::watch::desk::{Chip, Given, Post, Refused, Says, Token};
use axum::body::{Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, header};
use serde::Deserialize;
use serde_json::{Value, json};

/// The header with the token of a seat.
const SEAT: HeaderName = HeaderName::from_static("x-wardrum-seat");
/// The most bytes of a post.
const MOST: usize = 512;

/// A kind of post: its path, how it is read, and the name of what its answer contains.
pub(super) struct Kind {
    pub(super) path: &'static str,
    read: fn(&[u8]) -> Option<Post>,
    gives: &'static str,
}

/// All kinds of posts.
pub(super) const KINDS: [Kind; 3] = [
    Kind { path: "seat", read: seat, gives: "token" },
    Kind { path: "answer", read: answer, gives: "ask" },
    Kind { path: "wait", read: wait, gives: "wait" },
];

impl Kind {
    /// Reads a post.
    pub(super) fn read(&self, body: &[u8]) -> Result<Post, Refusal> {
        (self.read)(body).ok_or(Refusal::Malformed)
    }

    /// The answer to a post.
    pub(super) fn told(&self, given: Option<Token>) -> Value {
        given.map_or_else(|| json!({}), |given| json!({ self.gives: given }))
    }
}

/// The token in a request, if there is any.
///
/// # Errors
/// If it cannot be one.
pub(super) fn token(headers: &HeaderMap) -> Result<Option<Token>, Refusal> {
    if !headers.contains_key(SEAT) {
        return Ok(None);
    }
    let token = only(headers, &SEAT).and_then(Token::read);
    token.map(Some).ok_or(Refusal::Desk(Refused::NoSeat))
}

/// The body of a post by the page itself.
///
/// # Errors
/// It is from another site, not JSON, too long, of unknown length, or breaks off.
pub(super) async fn body(request: Request) -> Result<Bytes, Refusal> {
    let headers = request.headers();
    if !is_same_site(headers) {
        return Err(Refusal::CrossSite);
    }
    let kind = only(headers, &header::CONTENT_TYPE).and_then(|kind| kind.split(';').next());
    if !kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Refusal::NotJson);
    }
    let body = request.into_body();
    match body.size_hint().exact() {
        None => Err(Refusal::Malformed),
        Some(length) if length > MOST as u64 => Err(Refusal::Long),
        Some(_) => to_bytes(body, MOST).await.map_err(|_| Refusal::Malformed),
    }
}

fn seat(body: &[u8]) -> Option<Post> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        // May be null, but not left out.
        #[serde(deserialize_with = "Option::deserialize")]
        who: Option<CombatantId>,
    }
    serde_json::from_slice(body).ok().map(|Body { who }| Post::Seat(who))
}

fn answer(body: &[u8]) -> Option<Post> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        ask: Token,
        faces: Option<Vec<u16>>,
        total: Option<i32>,
        roll: Option<bool>,
        back: Option<bool>,
    }
    let Body { ask, faces, total, roll, back } = serde_json::from_slice(body).ok()?;
    let given = match (faces, total, roll, back) {
        (Some(faces), None, None, None) => Some(Given::Faces(faces)),
        (None, Some(total), None, None) => Some(Given::Total(total)),
        (None, None, Some(true), None) => Some(Given::Roll),
        (None, None, None, Some(true)) => None,
        _ => return None,
    };
    Some(Post::Answer(ask, given))
}

fn wait(body: &[u8]) -> Option<Post> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        line: u64,
        chip: Option<Chip>,
        text: Option<String>,
    }
    let Body { line, chip, text } = serde_json::from_slice(body).ok()?;
    let says = match (chip, text) {
        (Some(chip), None) => Says::Chip(chip),
        (None, Some(text)) => Says::Text(text),
        _ => return None,
    };
    Some(Post::Wait(line, says))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn each_kind_of_post_is_read() {
        let key = Token::read(KEY).expect("a token");
        let ask = |rest: &str| answer(format!("{{\"ask\":\"{KEY}\",{rest}}}").as_bytes());
        assert_eq!(seat(b"{\"who\":3}"), Some(Post::Seat(Some(CombatantId(3)))));
        assert_eq!(seat(b"{\"who\":null}"), Some(Post::Seat(None)));
        assert_eq!(ask("\"faces\":[4,2,6]"), Some(Post::Answer(key, Some(Given::Faces(vec![4, 2, 6])))));
        assert_eq!(ask("\"total\":-1"), Some(Post::Answer(key, Some(Given::Total(-1)))));
        assert_eq!(ask("\"roll\":true"), Some(Post::Answer(key, Some(Given::Roll))));
        assert_eq!(ask("\"back\":true"), Some(Post::Answer(key, None)));
        assert_eq!(
            wait(b"{\"line\":7,\"chip\":\"plus-one\"}"),
            Some(Post::Wait(7, Says::Chip(Chip::PlusOne)))
        );
        assert_eq!(wait(b"{\"line\":7,\"text\":\"no\"}"), Some(Post::Wait(7, Says::Text("no".into()))));
    }

    #[test]
    fn nothing_else_is_read() {
        let wrong = [
            "",
            "{",
            "{}",
            "null",
            "3",
            "{\"who\":-1}",
            "{\"who\":4294967296}",
            "{\"who\":\"3\"}",
            "{\"who\":3,\"who\":4}",
            "{\"who\":3,\"at\":1}",
            "{\"who\":3}{\"who\":3}",
            "{\"line\":7}",
            "{\"line\":7,\"chip\":\"cover\",\"text\":\"no\"}",
            "{\"line\":-7,\"chip\":\"cover\"}",
            "{\"line\":7,\"chip\":\"Cover\"}",
            "{\"line\":7,\"text\":\"\\ud800\"}",
            "{\"ask\":\"KEY\"}",
            "{\"ask\":\"KEY\",\"roll\":false}",
            "{\"ask\":\"KEY\",\"faces\":[65536]}",
            "{\"ask\":\"KEY\",\"faces\":[1.5]}",
            "{\"ask\":\"KEY\",\"total\":3,\"roll\":true}",
            "{\"ask\":\"KEY0\",\"total\":3}",
            "{\"ask\":3,\"total\":3}",
        ];
        for text in wrong.map(|text| text.replace("KEY", KEY)) {
            for kind in &KINDS {
                assert_eq!(kind.read(text.as_bytes()), Err(Refusal::Malformed), "{} {text}", kind.path);
            }
        }
        let deep = "[".repeat(MOST);
        assert!(
            KINDS
                .iter()
                .all(|kind| kind.read(deep.as_bytes()).is_err() && kind.read(b"\xff{}").is_err())
        );
    }
}
