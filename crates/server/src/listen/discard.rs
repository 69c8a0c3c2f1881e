//! Reads and forgets the rest of a request body after an early response, such as 413 or 429.
//!
//! HTTP/2 resets a stream whose request was not read to its end. Clients that are still sending may report the reset
//! instead of the response. Amount and time are limited, because the client decides how much it sends.

use super::activity::now;
use http_body_util::BodyExt;
use hyper::body::{Body, Buf};
use std::pin::pin;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout_at};

/// Four times the largest body that is accepted.
const MAX_BYTES: usize = 4 * 1024 * 1024;
const MAX_TIME: Duration = Duration::from_secs(5);

/// Knows where to read: a body is dropped on the main runtime, its connection lives on another thread.
#[derive(Debug, Clone)]
pub(super) struct Discard(Handle);

impl Discard {
    /// On the runtime of the caller.
    pub(super) fn here() -> Self {
        Self(Handle::current())
    }

    #[expect(clippy::disallowed_methods, reason = "deadlines of sockets are real time")]
    pub(super) fn start(self, body: impl Body<Data: Send> + Send + 'static, deadline: Option<Instant>) {
        let latest = now() + MAX_TIME;
        let deadline = deadline.map_or(latest, |deadline| deadline.min(latest));
        if deadline > now() {
            self.0.spawn(async move { timeout_at(deadline, read_up_to(MAX_BYTES, body)).await.is_ok() });
        }
    }
}

/// Ends with the body, at an error, or after `most` bytes.
async fn read_up_to(most: usize, body: impl Body) {
    let (mut left, mut body) = (most, pin!(body));
    while let Some(Ok(frame)) = body.frame().await {
        let size = frame.data_ref().map_or(0, Buf::remaining);
        if size >= left {
            return;
        }
        left -= size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use futures_util::{StreamExt, stream};
    use http_body_util::StreamBody;
    use hyper::body::Frame;
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn the_rest_of_a_body_is_read_up_to_a_limit() {
        for (parts, expected) in [(0, 0), (3, 3), (10, 10), (usize::MAX, 10)] {
            let read = Arc::new(AtomicUsize::new(0));
            let counter = read.clone();
            let frames = stream::repeat(Bytes::from_static(&[0; 1_000])).take(parts).map(move |part| {
                counter.fetch_add(1, Ordering::Relaxed);
                Ok::<_, Infallible>(Frame::data(part))
            });
            read_up_to(10_000, StreamBody::new(frames)).await;
            assert_eq!(read.load(Ordering::Relaxed), expected);
        }
    }
}
