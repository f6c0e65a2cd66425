//! Why a request is refused, and what its client is told.

use crate::watch::desk::Refused;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// What every response says: no caching, no sniffing of content types, nothing for other sites.
pub(super) const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// The content type of a refusal.
const PLAIN: &str = "text/plain; charset=utf-8";

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It names another host than the one it has reached.
    Elsewhere,
    /// The code is wrong, or there is no such path.
    Unknown,
    /// Nothing can be posted here.
    ReadOnly,
    /// Its method is neither GET nor POST.
    Method,
    /// It is posted by the page of another site.
    CrossSite,
    /// It is not posted as JSON.
    NotJson,
    /// What is posted is too long.
    Long,
    /// What is posted is not what belongs there.
    Malformed,
    /// It took too long.
    Slow,
    /// There are too many readers.
    Full,
    /// It made room for another request while it was incomplete.
    Crowded,
    /// The desk refuses it.
    Desk(Refused),
}

impl Refusal {
    /// The status and the text.
    pub(super) fn told(self) -> (StatusCode, &'static str) {
        match self {
            Self::Elsewhere => {
                (StatusCode::MISDIRECTED_REQUEST, "Open the page at the address that wardrum shows.")
            }
            Self::Unknown => (StatusCode::NOT_FOUND, "Not found. The full address ends in a code."),
            Self::ReadOnly => (StatusCode::METHOD_NOT_ALLOWED, "This page is read-only."),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "This page takes GET and POST only."),
            Self::CrossSite => (StatusCode::FORBIDDEN, "Only the page itself may post here."),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "Only JSON is taken here."),
            Self::Long => (StatusCode::PAYLOAD_TOO_LARGE, "At most 512 bytes are taken here."),
            Self::Malformed => (StatusCode::BAD_REQUEST, "That is not what belongs here."),
            Self::Slow => (StatusCode::REQUEST_TIMEOUT, "The request took too long."),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, "Too many viewers."),
            Self::Crowded => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Too many unfinished requests: this one, the oldest of your address, was dropped.",
            ),
            Self::Desk(refused) => (status(refused), refused.sentence()),
        }
    }

    /// A header that belongs to the status.
    fn more(self) -> Option<(HeaderName, HeaderValue)> {
        match self {
            Self::ReadOnly => Some((header::ALLOW, HeaderValue::from_static("GET"))),
            Self::Method => Some((header::ALLOW, HeaderValue::from_static("GET, POST"))),
            Self::Full | Self::Crowded => Some((header::RETRY_AFTER, HeaderValue::from_static("10"))),
            Self::Desk(Refused::Often) => Some((header::RETRY_AFTER, HeaderValue::from_static("1"))),
            _ => None,
        }
    }

    /// The whole response, for a request that never became complete.
    pub(super) fn raw(self) -> String {
        let (status, text) = self.told();
        let lines = HEADERS.into_iter().chain(self.more()).map(|(name, value)| {
            // All of them are literals above.
            format!("{name}: {}\r\n", value.to_str().unwrap_or_default())
        });
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {PLAIN}\r\n{}Connection: close\r\nContent-Length: {}\r\n\r\n{text}\n",
            lines.collect::<String>(),
            text.len() + 1
        )
    }
}

fn status(refused: Refused) -> StatusCode {
    match refused {
        Refused::NoSeat => StatusCode::UNAUTHORIZED,
        Refused::NotSeated | Refused::ByHand => StatusCode::FORBIDDEN,
        Refused::NoCharacter => StatusCode::NOT_FOUND,
        Refused::Taken | Refused::Rolled | Refused::NothingSent | Refused::NoLine | Refused::Waiting => {
            StatusCode::CONFLICT
        }
        Refused::Impossible | Refused::Unreadable => StatusCode::BAD_REQUEST,
        Refused::Full | Refused::NoSecret => StatusCode::SERVICE_UNAVAILABLE,
        Refused::Often => StatusCode::TOO_MANY_REQUESTS,
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Self::Desk(refused)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, text) = self.told();
        let kind = [(header::CONTENT_TYPE, PLAIN)];
        let mut response = (status, kind, format!("{text}\n")).into_response();
        response.headers_mut().extend(self.more());
        response
    }
}
