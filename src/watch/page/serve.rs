//! Accepts connections and serves one request on each, under limits of time. All of it runs on one thread.

use super::Served;
use super::guests::Phase;
use super::refusal::Refusal;
use super::routes::router;
use crate::watch::follow::PAUSE;
use axum::Router;
use axum::extract::Request;
use futures_util::future::{Either, select};
use hyper::body::Incoming;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use std::future::{pending, poll_fn};
use std::io;
use std::net::{self, IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore, oneshot};
use tokio::task::yield_now;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};

/// The maximum size of a request's head, in bytes.
const HEAD: usize = 8 * 1024;
/// The maximum number of header lines.
const LINES: usize = 64;
/// The time limit for a whole request, however often a byte of it arrives.
const WAIT: Duration = Duration::from_secs(5);
/// The time limit for a client to take some of a response, and for all of a response that is no stream.
const PATIENCE: Duration = Duration::from_secs(10);
/// The interval of keep-alive messages, by which disconnected readers are noticed.
pub(super) const BREATH: Duration = Duration::from_secs(15);
/// How long to keep reading from a client that still sends, so that it gets its response.
const PARTING: Duration = Duration::from_millis(200);
/// The most connections that are kept for that.
const PARTINGS: usize = 64;

/// The listener, ready to serve.
pub(super) struct Serving {
    runtime: Runtime,
    listener: TcpListener,
    served: Arc<Served>,
}

/// A connection that has arrived.
pub(super) struct Arrival {
    pub(super) id: u64,
    /// Where it is from.
    pub(super) from: IpAddr,
    /// The address it has reached.
    pub(super) here: SocketAddr,
    pub(super) served: Arc<Served>,
}

impl Drop for Arrival {
    fn drop(&mut self) {
        self.served.guests.leave(self.id);
    }
}

impl Serving {
    pub(super) fn new(listener: net::TcpListener, served: Arc<Served>) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let listener = runtime.block_on(async { TcpListener::from_std(listener) })?;
        Ok(Self { runtime, listener, served })
    }

    /// Serves until told to end. All connections end with it.
    pub(super) fn run(self, ends: oneshot::Receiver<()>) {
        let Self { runtime, listener, served } = self;
        runtime.block_on(async {
            select(pin!(accept(listener, served)), ends).await;
        });
    }
}

async fn accept(listener: TcpListener, served: Arc<Served>) {
    let router = router(&served);
    let partings = Arc::new(Semaphore::new(PARTINGS));
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // Out of handles: wait for readers to leave.
            sleep(PAUSE).await;
            continue;
        };
        if let Some((arrival, dropped)) = arrive(&served, &stream, from) {
            let (router, partings) = (router.clone(), Arc::clone(&partings));
            tokio::spawn(async move {
                let stream = attend(stream, arrival, dropped, router).await;
                if let Some(stream) = stream
                    && let Ok(_place) = partings.try_acquire()
                {
                    part(stream).await;
                }
            });
        }
        // The connections before it have their turn first, so that only an incomplete request makes room.
        yield_now().await;
    }
}

/// Lets a connection in, if there is room.
fn arrive(
    served: &Arc<Served>,
    stream: &TcpStream,
    from: SocketAddr,
) -> Option<(Arc<Arrival>, Arc<Notify>)> {
    let here = stream.local_addr().ok()?;
    stream.set_nodelay(true).ok()?;
    let from = from.ip().to_canonical();
    let (id, dropped) = served.guests.enter(from)?;
    Some((Arc::new(Arrival { id, from, here, served: Arc::clone(served) }), dropped))
}

/// Serves one request. Returns the connection if it is still of use to the client.
async fn attend(
    stream: TcpStream,
    arrival: Arc<Arrival>,
    dropped: Arc<Notify>,
    router: Router,
) -> Option<TcpStream> {
    let service = {
        let arrival = Arc::clone(&arrival);
        service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&arrival));
            TowerToHyperService::new(router.clone()).call(request)
        })
    };
    let mut connection = http1::Builder::new()
        .keep_alive(false)
        .title_case_headers(true)
        .max_buf_size(HEAD)
        .max_headers(LINES)
        .serve_connection(Patient::of(stream), service);
    let served = poll_fn(|context| connection.poll_without_shutdown(context));
    let refusal = match select(served, pin!(ends(&arrival, &dropped))).await {
        // Refused by hyper, or broken off: the client may still send.
        Either::Left(_) => None,
        Either::Right((refusal, _)) => Some(refusal?),
    };
    let stream = connection.into_parts().io.stream.into_inner();
    if let Some(refusal) = refusal {
        // Nothing was sent before, so all of it fits; a client that is gone misses it.
        let _ = stream.try_write(refusal.raw().as_bytes());
    }
    Some(stream)
}

/// Waits until a connection is to be given up, and returns what its client is told: nothing if it was being answered.
async fn ends(arrival: &Arrival, dropped: &Notify) -> Option<Refusal> {
    let begun = Instant::now();
    let _ = timeout(WAIT, dropped.notified()).await;
    match arrival.incomplete() {
        Some(Phase::Dropped) => return Some(Refusal::Crowded),
        Some(_) => return Some(Refusal::Slow),
        None => {}
    }
    sleep_until(begun + WAIT + PATIENCE).await;
    match arrival.served.guests.phase(arrival.id) {
        Some(Phase::Streaming) => pending().await,
        _ => None,
    }
}

/// Closes a connection so that the response arrives: closing a socket with unread data resets it and discards what was
/// sent.
async fn part(mut stream: TcpStream) {
    let closed = poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await;
    let rest = async {
        let mut rest = [0; 1024];
        while closed.is_ok() && stream.readable().await.is_ok() {
            match stream.try_read(&mut rest) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    };
    // A client that goes on sending is no longer listened to.
    let _ = timeout(PARTING, rest).await;
}

/// A connection whose writes fail when the client takes nothing for a while.
struct Patient {
    stream: TokioIo<TcpStream>,
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn of(stream: TcpStream) -> Self {
        Self { stream: TokioIo::new(stream), stuck: None }
    }
}

impl Read for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl Write for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(context, bytes) {
            self.stuck = None;
            return Poll::Ready(written);
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        stuck.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
