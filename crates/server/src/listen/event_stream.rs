//! An event stream over HTTP/1.1. It lasts for hours and mostly waits, so its connection leaves hyper, whose buffers and state
//! are most of the memory of a connection.

use super::activity::RequestGuard;
use axum::body::{Body, Bytes};
use axum::http::response::Parts;
use axum::http::{Response, header};
use http_body_util::BodyExt;
use hyper::server::conn::http1;
use hyper::service::HttpService;
use hyper_util::rt::TokioIo;
use std::future::poll_fn;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use stormwire_clock::{Clock, SystemClock};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_util::bytes::Buf;

const END: &[u8] = b"0\r\n\r\n";
/// What a client sends after its request is read and dropped.
const DISCARD_BYTES: usize = 64;

/// A response that is sent without hyper, from its head on.
pub(super) struct EventStream {
    pub(super) response: Response<Body>,
    /// The connection is in use until the end of the stream.
    pub(super) request: RequestGuard,
}

/// Where a request leaves its event stream for the connection. hyper polls requests inside the connection, so nobody has to be
/// woken.
#[derive(Default)]
pub(super) struct Handover(Mutex<Option<EventStream>>);

impl Handover {
    /// The caller must not respond: the connection drops it.
    pub(super) fn leave(&self, stream: EventStream) {
        *self.slot() = Some(stream);
    }

    /// Drives the connection to its end, or until a request has left a stream.
    pub(super) async fn drive<S, H>(&self, connection: &mut http1::Connection<TokioIo<S>, H>) -> Option<EventStream>
    where
        http1::Connection<TokioIo<S>, H>: Future + Unpin,
        H: HttpService<hyper::body::Incoming>,
    {
        poll_fn(|cx| match Pin::new(&mut *connection).poll(cx) {
            // Client disconnects are normal; they are not logged.
            Poll::Ready(_) => Poll::Ready(None),
            Poll::Pending => self.slot().take().map_or(Poll::Pending, |stream| Poll::Ready(Some(stream))),
        })
        .await
    }

    fn slot(&self) -> MutexGuard<'_, Option<EventStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Until the stream or the client ends.
pub(super) async fn send_events(mut io: impl AsyncRead + AsyncWrite + Unpin, stream: EventStream) -> io::Result<()> {
    let EventStream { response, request: _in_use } = stream;
    let (head, mut body) = response.into_parts();
    io.write_all(&head_bytes(&head)?).await?;
    let mut discarded = [0; DISCARD_BYTES];
    loop {
        let frame = tokio::select! {
            frame = body.frame() => frame,
            received = io.read(&mut discarded) => {
                if received? == 0 {
                    return Ok(());
                }
                continue;
            }
        };
        let Some(Ok(frame)) = frame else { break };
        // An empty chunk would be the end.
        if let Some(data) = frame.into_data().ok().filter(|data| !data.is_empty()) {
            send_chunk(&mut io, data).await?;
        }
    }
    io.write_all(END).await?;
    io.shutdown().await
}

/// The bytes are shared by all streams and not copied.
async fn send_chunk(io: &mut (impl AsyncWrite + Unpin), data: Bytes) -> io::Result<()> {
    let size = format!("{:x}\r\n", data.len());
    let mut chunk = Buf::chain(Buf::chain(size.as_bytes(), data), &b"\r\n"[..]);
    io.write_all_buf(&mut chunk).await?;
    io.flush().await
}

fn head_bytes(head: &Parts) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(512);
    write!(bytes, "HTTP/1.1 {}\r\n", head.status)?;
    for (name, value) in &head.headers {
        bytes.extend_from_slice(name.as_ref());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    let date = SystemClock.now().strftime("%a, %d %b %Y %H:%M:%S GMT");
    write!(bytes, "{}: {date}\r\n{}: chunked\r\n\r\n", header::DATE, header::TRANSFER_ENCODING)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::activity::{Activity, now};
    use super::*;
    use futures_util::{Stream, StreamExt, stream};
    use std::convert::Infallible;
    use stormwire_city::config::ConnectionLimits;

    fn event_stream(parts: impl Stream<Item = &'static str> + Send + 'static) -> EventStream {
        let parts = parts.map(|part| Ok::<_, Infallible>(Bytes::from_static(part.as_bytes())));
        let response = Response::builder().header("x-one", "1").body(Body::from_stream(parts));
        let limits = ConnectionLimits {
            connections: None,
            connections_per_address: None,
            header: None,
            body: None,
            write: None,
            idle: None,
        };
        EventStream { response: response.unwrap(), request: RequestGuard::new(&Activity::new(limits, now())) }
    }

    #[tokio::test]
    async fn a_stream_is_valid_http() {
        let (mut client, server) = tokio::io::duplex(64);
        let parts = stream::iter(["one", "", "twenty-six characters here"]);
        let sending = tokio::spawn(send_events(server, event_stream(parts)));
        let mut received = String::new();
        client.read_to_string(&mut received).await.unwrap();
        sending.await.unwrap().unwrap();
        let (head, body) = received.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        assert_eq!((lines.next(), lines.next()), (Some("HTTP/1.1 200 OK"), Some("x-one: 1")));
        assert!(lines.next().is_some_and(|date| date.starts_with("date: ") && date.ends_with(" GMT")), "{head}");
        assert_eq!((lines.next(), lines.next()), (Some("transfer-encoding: chunked"), None));
        assert_eq!(body, "3\r\none\r\n1a\r\ntwenty-six characters here\r\n0\r\n\r\n");
    }

    #[tokio::test]
    async fn a_stream_ends_when_the_client_disconnects() {
        let (mut client, server) = tokio::io::duplex(1024);
        let sending = tokio::spawn(send_events(server, event_stream(stream::pending())));
        assert!(client.read(&mut [0; 1024]).await.unwrap() > 0);
        client.write_all(&[b'x'; 3 * DISCARD_BYTES]).await.unwrap();
        drop(client);
        sending.await.unwrap().unwrap();
    }
}
