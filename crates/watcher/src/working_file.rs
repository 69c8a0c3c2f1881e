//! A file in a working folder that is being written. The runtime writes it on other threads, which is outside work: the clock
//! knows when that is waited for.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use stormwire_clock::{Clock, OutsideWork};
use tokio::fs::File;
use tokio::io::AsyncWrite;

pub(crate) struct WorkingFile {
    file: File,
    clock: Arc<dyn Clock>,
    /// While a write is waited for.
    outside: Option<OutsideWork>,
}

impl WorkingFile {
    pub(crate) fn new(file: File, clock: Arc<dyn Clock>) -> Self {
        Self { file, clock, outside: None }
    }

    /// For code that blocks.
    pub(crate) async fn into_std(self) -> std::fs::File {
        let _outside = self.clock.outside();
        self.file.into_std().await
    }

    fn poll_outside<T>(&mut self, poll: impl FnOnce(Pin<&mut File>) -> Poll<T>) -> Poll<T> {
        let polled = poll(Pin::new(&mut self.file));
        match polled {
            Poll::Ready(_) => self.outside = None,
            Poll::Pending if self.outside.is_none() => self.outside = Some(self.clock.outside()),
            Poll::Pending => {}
        }
        polled
    }
}

impl AsyncWrite for WorkingFile {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.get_mut().poll_outside(|file| file.poll_write(context, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().poll_outside(|file| file.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().poll_outside(|file| file.poll_shutdown(context))
    }
}
