//! The listener. Connections are dealt out evenly to one thread per core, each with a loop of its own, which answers by
//! itself what is at hand. Everything else goes to the router on the main runtime and runs to its end there, whatever
//! becomes of the connection.

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
use std::time::Duration;
use stormwire_api::{App, Glance};
use stormwire_clock::{Clock, SystemClock};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// What the threads share.
struct Desk {
    app: App,
    router: Router,
    main: Handle,
    ending: CancellationToken,
}

/// A connection before it has found its thread.
type Caller = (std::net::TcpStream, SocketAddr);

/// When no more connections can be opened, this long passes before the next try.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until it is told to end, and then until every connection has.
pub(crate) async fn serve(listener: TcpListener, app: App, ending: CancellationToken) -> Result<()> {
    let router = stormwire_api::router(app.clone());
    let desk = Arc::new(Desk { app, router, main: Handle::current(), ending: ending.clone() });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut doors, mut threads) = (Vec::new(), Vec::new());
    for number in 0..cores {
        let (door, callers) = mpsc::unbounded_channel();
        let (desk, name) = (desk.clone(), format!("http-{number}"));
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let work = move || runtime.block_on(attend_all(desk, callers));
        threads.push(std::thread::Builder::new().name(name).spawn(work).context("no thread for connections")?);
        doors.push(door);
    }
    let mut turn = doors.iter().cycle();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ending.cancelled() => break,
        };
        match accepted.and_then(|(stream, peer)| Ok((stream.into_std()?, peer))) {
            Ok(caller) => drop(turn.next().map(|door| door.send(caller))),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                SystemClock.sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    drop(doors);
    let ended = tokio::task::spawn_blocking(move || threads.into_iter().all(|thread| thread.join().is_ok()));
    anyhow::ensure!(ended.await?, "a thread for connections panicked");
    Ok(())
}

async fn attend_all(desk: Arc<Desk>, mut callers: mpsc::UnboundedReceiver<Caller>) {
    let open = TaskTracker::new();
    while let Some((stream, peer)) = callers.recv().await {
        let _ = stream.set_nodelay(true);
        match TcpStream::from_std(stream) {
            Ok(stream) => drop(open.spawn(attend(desk.clone(), stream, peer))),
            Err(error) => tracing::warn!(%error, "a connection was lost before it was heard"),
        }
    }
    open.close();
    open.wait().await;
}

async fn attend(desk: Arc<Desk>, stream: TcpStream, peer: SocketAddr) {
    let heard = desk.clone();
    let service = service_fn(move |request| answer(heard.clone(), request, peer));
    let builder = auto::Builder::new(TokioExecutor::new());
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // A caller who goes away in the middle is no news.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = desk.ending.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

type Reply = Response<Either<Full<Bytes>, Body>>;

async fn answer(desk: Arc<Desk>, mut request: Request<Incoming>, peer: SocketAddr) -> Result<Reply, Infallible> {
    let glance = Glance { method: request.method(), uri: request.uri(), headers: request.headers(), peer: peer.ip() };
    if let Some(response) = desk.app.at_hand(&glance) {
        return Ok(response.map(|body| Either::Left(Full::new(body))));
    }
    request.extensions_mut().insert(ConnectInfo(peer));
    let routed = desk.router.clone().oneshot(request.map(Body::new));
    let response = match desk.main.spawn(routed).await {
        Ok(Ok(response)) => response,
        Ok(Err(never)) => match never {},
        // The router catches what panics in it; this is the main runtime going away.
        Err(_) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            response
        }
    };
    Ok(response.map(Either::Right))
}
