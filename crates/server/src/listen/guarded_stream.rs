//! A socket that fails with `TimedOut` when the client exceeds a time limit, which makes hyper close the connection.

use super::activity::{Activity, Deadline, TimeLimit, now};
use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

pub(super) struct GuardedStream<S> {
    stream: S,
    activity: Arc<Activity>,
    read_timer: Timer,
    write_timer: Timer,
    /// Since when the client has accepted no bytes.
    blocked_since: Option<Instant>,
}

impl<S> GuardedStream<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>) -> Self {
        Self { stream, activity, read_timer: Timer::default(), write_timer: Timer::default(), blocked_since: None }
    }

    /// After a write that was or was not possible.
    fn check_write<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.blocked_since = None;
            return written;
        }
        let Some(limit) = self.activity.duration(TimeLimit::Write) else { return Poll::Pending };
        let since = *self.blocked_since.get_or_insert_with(now);
        ready!(self.write_timer.poll_expired(cx, since + limit));
        Poll::Ready(Err(timed_out(TimeLimit::Write)))
    }
}

fn timed_out(limit: TimeLimit) -> io::Error {
    metrics::counter!("stormwire_connections_timed_out_total", "limit" => limit.name()).increment(1);
    io::ErrorKind::TimedOut.into()
}

impl<S: AsyncRead + Unpin> AsyncRead for GuardedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buffer.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut this.stream).poll_read(cx, buffer) {
            if buffer.filled().len() > before {
                this.activity.bytes_received(now);
            }
            return Poll::Ready(read);
        }
        let Some(Deadline { at, limit }) = this.activity.deadline() else { return Poll::Pending };
        ready!(this.read_timer.poll_expired(cx, at));
        Poll::Ready(Err(timed_out(limit)))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for GuardedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.check_write(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.check_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.check_write(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.check_write(cx, ended)
    }
}

/// Deadlines move with every request. The timer is set again only when it has fired too early or would fire too late.
#[derive(Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    fn poll_expired(&mut self, cx: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        #[expect(clippy::disallowed_methods, reason = "deadlines of sockets are real time")]
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if sleep.deadline() > deadline {
            sleep.as_mut().reset(deadline);
        }
        loop {
            ready!(sleep.as_mut().poll(cx));
            if sleep.deadline() >= deadline {
                return Poll::Ready(());
            }
            sleep.as_mut().reset(deadline);
        }
    }
}
