//! The HTTP listener. Connections are distributed evenly over one single-threaded runtime per core, which sends cached
//! responses directly. All other requests go to the router on the main runtime.
//!
//! Anyone on the internet may connect, so everything here has a limit: connections and requests per address and in total
//! ([`AddressSlots`]), and the time that a client may take ([`activity`], [`guarded_stream`], [`request_body`],
//! [`response_body`]). Without TLS only HTTP/1.1 is served; with TLS ([`tls`]) also HTTP/2.

mod activity;
mod connection;
mod discard;
mod event_stream;
mod guarded_stream;
mod open_files;
mod request_body;
mod request_slots;
mod respond;
mod response_body;
mod tls;

pub(crate) use open_files::raise_open_file_limit;
pub(crate) use tls::TlsCertificate;

use anyhow::{Context, Result};
use connection::{AcceptedConnection, serve_connection};
use request_slots::RequestSlots;
use respond::RequestHandler;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use stormwire_api::App;
use stormwire_city::config::ConnectionLimits;
use stormwire_city::{AddressSlots, Slot, SlotLimits};
use stormwire_clock::{Clock, SystemClock};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Delay after a failed accept, for example when no file descriptor is free.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// How the service listens.
pub(crate) struct Listener {
    pub(crate) socket: TcpListener,
    pub(crate) tls: Option<Arc<TlsCertificate>>,
    pub(crate) limits: ConnectionLimits,
}

/// An accepted connection that is passed to a thread.
struct NewConnection {
    stream: std::net::TcpStream,
    peer: SocketAddr,
    slot: Slot,
}

struct ConnectionThread {
    connections: UnboundedSender<NewConnection>,
    thread: JoinHandle<()>,
}

/// Serves until `shutdown`, and then until every connection has ended.
pub(crate) async fn serve(listener: Listener, app: App, shutdown: CancellationToken) -> Result<()> {
    let Listener { socket, tls, limits } = listener;
    if let Some(certificate) = &tls {
        tokio::spawn(certificate.clone().follow_changes(shutdown.clone()));
    }
    let handler = Arc::new(RequestHandler {
        router: stormwire_api::router(app.clone()),
        slots: RequestSlots::new(&app.trusted_proxies),
        main_runtime: Handle::current(),
        shutdown: shutdown.clone(),
        app,
        tls,
        limits,
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (0..cores).map(|number| start_thread(&handler, number)).collect::<Result<Vec<_>>>()?;
    accept(&socket, &threads, &handler).await;
    drop(socket);
    // Dropping the senders ends the loops of the threads.
    let threads: Vec<JoinHandle<()>> = threads.into_iter().map(|one| one.thread).collect();
    let joined = tokio::task::spawn_blocking(move || threads.into_iter().all(|thread| thread.join().is_ok()));
    anyhow::ensure!(joined.await?, "a connection thread panicked");
    Ok(())
}

fn start_thread(handler: &Arc<RequestHandler>, number: usize) -> Result<ConnectionThread> {
    let (connections, incoming) = unbounded_channel();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handler = handler.clone();
    let run = move || runtime.block_on(serve_connections(handler, incoming));
    let thread = std::thread::Builder::new().name(format!("http-{number}")).spawn(run);
    Ok(ConnectionThread { connections, thread: thread.context("cannot start a connection thread")? })
}

async fn accept(socket: &TcpListener, threads: &[ConnectionThread], handler: &RequestHandler) {
    let limits = SlotLimits { total: handler.limits.connections, per_address: handler.limits.connections_per_address };
    let slots = AddressSlots::new(limits, handler.app.trusted_proxies.clone());
    let mut next_thread = threads.iter().cycle();
    loop {
        let accepted = tokio::select! {
            accepted = socket.accept() => accepted,
            () = handler.shutdown.cancelled() => return,
        };
        let accepted = accepted.and_then(|(stream, peer)| Ok((stream.into_std()?, peer)));
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "failed to accept a connection");
                SystemClock.sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        match slots.take(peer.ip()) {
            Ok(slot) => {
                let connection = NewConnection { stream, peer, slot };
                drop(next_thread.next().map(|thread| thread.connections.send(connection)));
            }
            // The connection is closed without a response: a response would need the slot that is not free.
            Err(limit) => {
                metrics::counter!("stormwire_connections_rejected_total", "limit" => limit.name()).increment(1);
                tracing::warn!(address = %peer.ip(), limit = limit.name(), "connection rejected: too many connections");
            }
        }
    }
}

async fn serve_connections(handler: Arc<RequestHandler>, mut incoming: UnboundedReceiver<NewConnection>) {
    let open = TaskTracker::new();
    while let Some(NewConnection { stream, peer, slot }) = incoming.recv().await {
        let _ = stream.set_nodelay(true);
        match TcpStream::from_std(stream) {
            Ok(stream) => {
                let connection = AcceptedConnection { stream, peer, slot };
                open.spawn(serve_connection(handler.clone(), connection));
            }
            Err(error) => tracing::warn!(%error, "connection closed before the first request"),
        }
    }
    open.close();
    open.wait().await;
}
