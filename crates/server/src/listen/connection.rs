//! Serves one connection: HTTP/1.1 without TLS; with TLS, what the client negotiates.

use super::activity::{Activity, now};
use super::event_stream::{EventStream, send_events};
use super::guarded_stream::GuardedStream;
use super::respond::{ConnectionContext, MAX_HEAD, RequestHandler, respond};
use super::tls::TlsCertificate;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::pin::{self, pin};
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::Slot;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// The read buffer of a connection. Larger than a head, so that a head that is too large gets a response.
const MAX_BUFFER: usize = 128 * 1024;
/// Requests at once on one HTTP/2 connection.
const MAX_STREAMS: u32 = 64;
/// Streams that the client has reset and the service has not seen yet, and streams that the service has reset because of
/// errors of the client. Over it, the connection is closed.
const MAX_RESETS: usize = 20;
/// The largest head of an HTTP/2 request that gets a response. Beyond it, the stream is reset.
const MAX_HTTP2_HEAD: u32 = 128 * 1024;
/// Sent but not read, per HTTP/2 stream.
const MAX_SEND_BUFFER: usize = 64 * 1024;
/// Between two pings on a silent HTTP/2 connection, and until a ping must be answered.
const PING_INTERVAL: Duration = Duration::from_secs(20);

pub(super) struct AcceptedConnection {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    pub(super) slot: Slot,
}

pub(super) async fn serve_connection(handler: Arc<RequestHandler>, connection: AcceptedConnection) {
    let AcceptedConnection { stream, peer, slot: _slot } = connection;
    let activity = Activity::new(handler.limits, now());
    let stream = GuardedStream::new(stream, activity.clone());
    let context = ConnectionContext { handler: handler.clone(), activity, peer, handover: Arc::default() };
    // What is large is in boxes of its own, which an event stream does not keep.
    match &handler.tls {
        None => send_handed_over(Box::pin(serve_http1(stream, context)).await).await,
        Some(tls) => Box::pin(serve_tls(tls, stream, context)).await,
    }
}

async fn serve_tls(tls: &TlsCertificate, stream: GuardedStream<TcpStream>, context: ConnectionContext) {
    let handshake = tokio::select! {
        handshake = tls.acceptor().accept(stream) => handshake,
        () = context.handler.shutdown.cancelled() => return,
    };
    match handshake {
        Ok(stream) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => serve_http2(stream, context).await,
        Ok(stream) => send_handed_over(Box::pin(serve_http1(stream, context)).await).await,
        // Scanners and plain http clients; not worth a log line at the default level.
        Err(error) => {
            metrics::counter!("stormwire_tls_handshakes_failed_total").increment(1);
            tracing::debug!(%error, peer = %context.peer, "TLS handshake failed");
        }
    }
}

/// Returns the connection when a request has left its event stream.
async fn serve_http1<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: S,
    context: ConnectionContext,
) -> Option<HandedOver<S>> {
    let (shutdown, handover) = (context.handler.shutdown.clone(), context.handover.clone());
    let service = service_fn(move |request| respond(context.clone(), request));
    let mut builder = http1::Builder::new();
    // The deadlines of the stream replace the timeout of hyper.
    builder.header_read_timeout(None).max_header_size(MAX_HEAD).max_buf_size(MAX_BUFFER);
    let mut connection = builder.serve_connection(TokioIo::new(stream), service);
    let events = tokio::select! {
        events = handover.drive(&mut connection) => events,
        () = shutdown.cancelled() => {
            pin::Pin::new(&mut connection).graceful_shutdown();
            handover.drive(&mut connection).await
        }
    };
    events.map(|events| HandedOver { stream: connection.into_parts().io.into_inner(), events })
}

struct HandedOver<S> {
    stream: S,
    events: EventStream,
}

async fn send_handed_over(connection: Option<HandedOver<impl AsyncRead + AsyncWrite + Unpin>>) {
    if let Some(HandedOver { stream, events }) = connection {
        // Client disconnects are normal; they are not logged.
        let _ = send_events(stream, events).await;
    }
}

async fn serve_http2(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, context: ConnectionContext) {
    context.activity.set_multiplexed();
    let shutdown = context.handler.shutdown.clone();
    let service = service_fn(move |request| respond(context.clone(), request));
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_INTERVAL)
        .max_concurrent_streams(MAX_STREAMS)
        .max_pending_accept_reset_streams(MAX_RESETS)
        .max_local_error_reset_streams(MAX_RESETS)
        .max_send_buf_size(MAX_SEND_BUFFER)
        .max_header_list_size(MAX_HTTP2_HEAD);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // Until the connection ends or, after the shutdown, its requests have ended. Client disconnects are not logged.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
