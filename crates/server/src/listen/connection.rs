//! Serves one connection: HTTP/1.1 without TLS; with TLS, what the client negotiates.

use super::activity::{Activity, now};
use super::guarded_stream::GuardedStream;
use super::respond::{ConnectionContext, MAX_HEAD, RequestHandler, respond};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulConnection;
use std::net::SocketAddr;
use std::pin::pin;
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
    let context = ConnectionContext { handler: handler.clone(), activity, peer };
    let Some(tls) = &handler.tls else { return serve_http1(stream, context).await };
    let handshake = tokio::select! {
        handshake = tls.acceptor().accept(stream) => handshake,
        () = handler.shutdown.cancelled() => return,
    };
    match handshake {
        Ok(stream) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => serve_http2(stream, context).await,
        Ok(stream) => serve_http1(stream, context).await,
        // Scanners and plain http clients; not worth a log line at the default level.
        Err(error) => {
            metrics::counter!("stormwire_tls_handshakes_failed_total").increment(1);
            tracing::debug!(%error, %peer, "TLS handshake failed");
        }
    }
}

async fn serve_http1(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, context: ConnectionContext) {
    let shutdown = context.handler.shutdown.clone();
    let service = service_fn(move |request| respond(context.clone(), request));
    let mut builder = http1::Builder::new();
    // The deadlines of the stream replace the timeout of hyper.
    builder.header_read_timeout(None).max_header_size(MAX_HEAD).max_buf_size(MAX_BUFFER);
    run(builder.serve_connection(TokioIo::new(stream), service), &shutdown).await;
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
    run(builder.serve_connection(TokioIo::new(stream), service), &shutdown).await;
}

/// Until the connection ends or, after `shutdown`, its requests have ended. Client disconnects are normal; they are not
/// logged.
async fn run(connection: impl GracefulConnection, shutdown: &tokio_util::sync::CancellationToken) {
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
