//! The HTTP listener. Connections are distributed evenly over one single-threaded runtime per core, which sends cached
//! responses directly. All other requests go to the router on the main runtime and run to completion there, even if the
//! client disconnects.

use anyhow::{Context, Result};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use stormwire_api::{App, RequestHead};
use stormwire_clock::{Clock, SystemClock};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// Delay after a failed accept, for example when no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// What the connection threads share.
struct ConnectionHandler {
    app: App,
    router: Router,
    main_runtime: Handle,
    shutdown: CancellationToken,
}

/// An accepted connection that is passed to a thread.
struct NewConnection {
    stream: std::net::TcpStream,
    peer: SocketAddr,
}

struct ConnectionThread {
    connections: UnboundedSender<NewConnection>,
    thread: JoinHandle<()>,
}

/// Serves until `shutdown`, and then until every connection has ended.
pub(crate) async fn serve(listener: TcpListener, app: App, shutdown: CancellationToken) -> Result<()> {
    let router = stormwire_api::router(app.clone());
    let main_runtime = Handle::current();
    let handler = Arc::new(ConnectionHandler { app, router, main_runtime, shutdown: shutdown.clone() });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (0..cores).map(|number| start_thread(&handler, number)).collect::<Result<Vec<_>>>()?;
    accept(&listener, &threads, &shutdown).await;
    drop(listener);
    // Dropping the senders ends the loops of the threads.
    let threads: Vec<JoinHandle<()>> = threads.into_iter().map(|one| one.thread).collect();
    let joined = tokio::task::spawn_blocking(move || threads.into_iter().all(|thread| thread.join().is_ok()));
    anyhow::ensure!(joined.await?, "a connection thread panicked");
    Ok(())
}

fn start_thread(handler: &Arc<ConnectionHandler>, number: usize) -> Result<ConnectionThread> {
    let (connections, incoming) = unbounded_channel();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handler = handler.clone();
    let run = move || runtime.block_on(serve_connections(handler, incoming));
    let thread = std::thread::Builder::new().name(format!("http-{number}")).spawn(run);
    Ok(ConnectionThread { connections, thread: thread.context("cannot start a connection thread")? })
}

async fn accept(listener: &TcpListener, threads: &[ConnectionThread], shutdown: &CancellationToken) {
    let mut next_thread = threads.iter().cycle();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => return,
        };
        match accepted.and_then(|(stream, peer)| Ok(NewConnection { stream: stream.into_std()?, peer })) {
            Ok(connection) => drop(next_thread.next().map(|thread| thread.connections.send(connection))),
            Err(error) => {
                tracing::warn!(%error, "failed to accept a connection");
                SystemClock.sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

async fn serve_connections(handler: Arc<ConnectionHandler>, mut incoming: UnboundedReceiver<NewConnection>) {
    let open = TaskTracker::new();
    while let Some(NewConnection { stream, peer }) = incoming.recv().await {
        let _ = stream.set_nodelay(true);
        match TcpStream::from_std(stream) {
            Ok(stream) => drop(open.spawn(serve_connection(handler.clone(), stream, peer))),
            Err(error) => tracing::warn!(%error, "connection closed before the first request"),
        }
    }
    open.close();
    open.wait().await;
}

async fn serve_connection(handler: Arc<ConnectionHandler>, stream: TcpStream, peer: SocketAddr) {
    let service_handler = handler.clone();
    let service = service_fn(move |request| respond(service_handler.clone(), request, peer));
    let builder = auto::Builder::new(TokioExecutor::new());
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // Client disconnects are normal; do not log them.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = handler.shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

type HttpResponse = Response<Either<Full<Bytes>, Body>>;

async fn respond(
    handler: Arc<ConnectionHandler>,
    mut request: Request<Incoming>,
    peer: SocketAddr,
) -> Result<HttpResponse, Infallible> {
    let head =
        RequestHead { method: request.method(), uri: request.uri(), headers: request.headers(), peer: peer.ip() };
    if let Some(response) = handler.app.cached_response(&head) {
        return Ok(response.map(|body| Either::Left(Full::new(body))));
    }
    request.extensions_mut().insert(ConnectInfo(peer));
    let routed = handler.router.clone().oneshot(request.map(Body::new));
    let response = match handler.main_runtime.spawn(routed).await {
        Ok(Ok(response)) => response,
        Ok(Err(never)) => match never {},
        // The router catches panics of handlers, so the main runtime is shutting down.
        Err(_) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            response
        }
    };
    Ok(response.map(Either::Right))
}
