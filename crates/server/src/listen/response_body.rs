//! A response body that reports to its connection whether the client reads it, and keeps the slot of its request.

use super::activity::{RequestGuard, now};
use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use stormwire_city::Slot;

/// HTTP/2 copies a part to its send buffer as soon as the client accepts one byte. Small parts keep that buffer small for
/// clients that stop reading.
const MAX_PART: usize = 16 * 1024;

pub(super) struct ResponseBody {
    body: Body,
    /// The rest of a part that was too large.
    rest: Bytes,
    request: RequestGuard,
    is_unread: bool,
    is_split: bool,
    #[expect(dead_code, reason = "freed with the body")]
    slot: Option<Slot>,
}

impl ResponseBody {
    pub(super) fn new(body: Body, request: RequestGuard, slot: Option<Slot>) -> Self {
        request.activity().response_unread(now());
        let is_split = request.activity().is_multiplexed();
        Self { body, rest: Bytes::new(), request, is_unread: true, is_split, slot }
    }

    fn next_part(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => frame,
                other => return Poll::Ready(other),
            };
            match frame.into_data() {
                Ok(data) => self.rest = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        let size = if self.is_split { self.rest.len().min(MAX_PART) } else { self.rest.len() };
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(size)))))
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let part = self.next_part(cx);
        match (&part, self.is_unread) {
            (Poll::Pending, true) => self.request.activity().response_read(),
            (Poll::Ready(_), true) => self.request.activity().part_read(now()),
            (Poll::Ready(_), false) => self.request.activity().response_unread(now()),
            (Poll::Pending, false) => {}
        }
        self.is_unread = part.is_ready();
        part
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        if self.is_unread {
            self.request.activity().response_read();
        }
    }
}
