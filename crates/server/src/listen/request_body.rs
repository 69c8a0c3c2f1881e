//! A request body that must arrive completely within a time limit.

use super::activity::now;
use super::discard::Discard;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use stormwire_api::BodyTimedOut;
use tokio::time::{Instant, Sleep, sleep_until};

pub(super) struct RequestBody {
    /// Taken when it is dropped.
    body: Option<Incoming>,
    deadline: Option<Instant>,
    /// Created on the runtime that reads the body.
    timer: Option<Pin<Box<Sleep>>>,
    discard: Option<Discard>,
}

impl RequestBody {
    /// What is not read is discarded by `discard`; without it, the connection ends with the response.
    pub(super) fn new(body: Incoming, limit: Option<Duration>, discard: Option<Discard>) -> Self {
        Self { body: Some(body), deadline: limit.map(|limit| now() + limit), timer: None, discard }
    }
}

impl Body for RequestBody {
    type Data = axum::body::Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = &mut *self;
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(cx) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let Some(deadline) = this.deadline else { return Poll::Pending };
        #[expect(clippy::disallowed_methods, reason = "deadlines of sockets are real time")]
        let timer = this.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        timer.as_mut().poll(cx).map(|()| {
            metrics::counter!("stormwire_connections_timed_out_total", "limit" => "body").increment(1);
            Some(Err(BodyTimedOut.into()))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let rest = self.body.take().filter(|body| !body.is_end_stream());
        if let Some((rest, discard)) = rest.zip(self.discard.take()) {
            discard.start(rest, self.deadline);
        }
    }
}
