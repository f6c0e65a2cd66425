//! The routes of the page: which requests there are, and what each is answered.

use super::door;
use super::guests::Phase;
use super::posts::{self, KINDS, Kind};
use super::refusal::{HEADERS, Refusal};
use super::serve::{Arrival, BREATH};
use super::{Noticed, Published, Served, code, html};
use crate::watch::desk::{Desk, Refused, Token};
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{BoxError, Router};
use futures_util::stream;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use tokio::time::timeout;

/// What handlers share.
type Shared = State<Arc<Served>>;
/// The connection of a request.
type From = Extension<Arc<Arrival>>;

/// Builds the router. Every request passes [`admit`] first, which checks the code: the routes take any.
pub(super) fn router(served: &Arc<Served>) -> Router {
    let read = Router::new()
        .route("/{code}", get(page))
        .route("/{code}/", get(page))
        .route("/{code}/events", get(events))
        .route("/{code}/mine", get(mine));
    let all = KINDS.iter().fold(read, |router, kind| {
        let handler =
            move |served: Shared, from: From, request: Request| posted(served, from, kind, request);
        router.route(&format!("/{{code}}/{}", kind.path), post(handler))
    });
    all.fallback(async || Refusal::Unknown)
        .method_not_allowed_fallback(async || Refusal::ReadOnly)
        .layer(from_fn_with_state(Arc::clone(served), admit))
        .with_state(Arc::clone(served))
}

/// Lets a request pass if it may, and gives each response the headers that shut out everything else.
async fn admit(
    State(served): Shared,
    Extension(arrival): From,
    request: Request,
    next: Next,
) -> Response {
    // A post is complete only with its body.
    if request.method() != Method::POST {
        arrival.is_complete();
    }
    let mut response = match check(&served, &arrival, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    arrival.is_complete();
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn check(served: &Served, arrival: &Arrival, request: &Request) -> Result<(), Refusal> {
    if !door::is_ours(request.headers(), request.uri(), served.reached, arrival.here) {
        return Err(Refusal::Elsewhere);
    }
    match (request.method(), &served.desk) {
        (&Method::GET, _) | (&Method::POST, Some(_)) => {}
        (_, Some(_)) => return Err(Refusal::Method),
        (_, None) => return Err(Refusal::ReadOnly),
    }
    let given = request.uri().path().trim_start_matches('/').split('/').next().unwrap_or_default();
    if is_code(given, &served.code) { Ok(()) } else { Err(Refusal::Unknown) }
}

/// Compares the code in constant time.
fn is_code(given: &str, code: &str) -> bool {
    let differs = given.bytes().zip(code.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == code.len() && differs == 0
}

/// The page.
async fn page(State(served): Shared) -> Result<Response, Refusal> {
    let nonce = code().map_err(|_| Refusal::Desk(Refused::NoSecret))?;
    let shown = Arc::clone(&served.fight.borrow());
    let body = html::page(&shown, &nonce, served.desk.is_some());
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    Ok((kind, body).into_response())
}

/// The stream of the fight.
async fn events(State(served): Shared, Extension(arrival): From) -> Result<Response, Refusal> {
    arrival.streams()?;
    let news = |posted: &Arc<Published>| Some(posted.json.clone());
    Ok(streamed(served.fight.clone(), arrival, news))
}

/// The stream of what one phone may see. It ends when its token is void.
async fn mine(
    State(served): Shared,
    Extension(arrival): From,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let Noticed { desk, changes, .. } = served.desk.as_ref().ok_or(Refusal::Unknown)?;
    let token = posts::token(&headers)?;
    seen(desk, token).ok_or(Refusal::Desk(Refused::NoSeat))?;
    arrival.streams()?;
    let desk = Arc::clone(desk);
    Ok(streamed(changes.clone(), arrival, move |_| seen(&desk, token)))
}

fn seen(desk: &Desk, token: Option<Token>) -> Option<String> {
    desk.mine(token).and_then(|mine| serde_json::to_string(&mine).ok())
}

/// Takes what a phone posts.
async fn posted(
    State(served): Shared,
    Extension(arrival): From,
    kind: &Kind,
    request: Request,
) -> Result<Response, Refusal> {
    let Noticed { desk, .. } = served.desk.as_ref().ok_or(Refusal::ReadOnly)?;
    let token = posts::token(request.headers())?;
    let body = posts::body(request).await?;
    arrival.is_complete();
    let given = desk.post(arrival.from, token, kind.read(&body)?, Instant::now())?;
    let json = [(header::CONTENT_TYPE, "application/json")];
    Ok((json, kind.told(given).to_string()).into_response())
}

/// A stream of events: what there is now, and again after each change, if it differs; it ends where there is nothing to
/// be told any more.
fn streamed<T, F>(mut source: watch::Receiver<T>, arrival: Arc<Arrival>, told: F) -> Response
where
    T: Send + Sync + 'static,
    F: Fn(&T) -> Option<String> + Send + 'static,
{
    source.mark_changed();
    let reader = Reader { source, told, last: String::new(), _arrival: arrival };
    let events = stream::unfold(reader, |mut reader| async {
        let event = reader.next().await?;
        Some((Ok::<_, BoxError>(event), reader))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    let mut response = (kind, Body::from_stream(events)).into_response();
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// The reader of a stream.
struct Reader<T, F> {
    source: watch::Receiver<T>,
    told: F,
    last: String,
    /// Keeps its place among the readers.
    _arrival: Arc<Arrival>,
}

impl<T, F: Fn(&T) -> Option<String>> Reader<T, F> {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            match timeout(BREATH, self.source.changed()).await {
                Err(_) => return Some(Bytes::from_static(b": nothing new\n\n")),
                Ok(Err(_)) => return None,
                Ok(Ok(())) => {}
            }
            let told = (self.told)(&self.source.borrow_and_update())?;
            if told != self.last {
                let retry = if self.last.is_empty() { "retry: 1000\n" } else { "" };
                let event = format!("{retry}data: {told}\n\n");
                self.last = told;
                return Some(event.into());
            }
        }
    }
}

impl Arrival {
    fn is_complete(&self) {
        self.served.guests.answers(self.id);
    }

    fn streams(&self) -> Result<(), Refusal> {
        if self.served.guests.streams(self.id) { Ok(()) } else { Err(Refusal::Full) }
    }

    /// Whether its request is incomplete; `None` once it is answered.
    pub(super) fn incomplete(&self) -> Option<Phase> {
        let phase = self.served.guests.phase(self.id);
        phase.filter(|phase| matches!(phase, Phase::Waiting | Phase::Dropped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_right_as_a_whole_or_not_at_all() {
        assert!(is_code("k7mq2xvd", "k7mq2xvd"));
        for wrong in ["", "k7mq2xv", "k7mq2xvdd", "K7MQ2XVD", "k7mq2xve", "%6b7mq2xvd"] {
            assert!(!is_code(wrong, "k7mq2xvd"), "{wrong}");
        }
    }
}
