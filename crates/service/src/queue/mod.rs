//! The durable queue: everything that works in the background goes through it.
//!
//! Work is enqueued in the transaction that causes it ([`crate::store::queue::enqueue`]), taken by lease, tried again
//! with back-off, and given up visibly. [`plan`] decides, [`Dispatcher`] does. A periodic loop is an item that comes
//! back ([`Outcome::Again`]), so several processes on one database share the loops as they share the rest.

mod dispatch;
mod plan;
mod supervise;

pub use dispatch::{Dispatcher, Pulse};
pub use plan::{Backoff, GiveUp, Policy};
pub use supervise::{panic_text, supervise};

pub use crate::store::queue::{Item, NewItem};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;

/// A kind of work.
pub trait Work: Send + Sync {
    /// The name under which it waits in the queue.
    fn kind(&self) -> &'static str;

    /// How long it may take, how it is tried again, when it is given up.
    fn policy(&self) -> Policy;

    /// Does it. May run more than once for the same item, in another process, after a crash: effects need a key.
    fn run<'a>(&'a self, item: &'a Item) -> BoxFuture<'a, Result<Outcome, Failure>>;
}

/// How work ended well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It leaves the queue.
    Done,
    /// It comes back then.
    Again(Timestamp),
    /// The handler ended the item itself, in the transaction of its effect.
    Ended,
}

/// How work ended badly. Every `?` in a handler has decided between the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Worth trying again: by the policy's back-off, or not before `after` where someone told us how long to wait.
    Retry {
        /// The least wait.
        after: Option<Duration>,
        /// What happened.
        error: String,
    },
    /// Trying again cannot help.
    Fatal(String),
}

impl Failure {
    /// Worth trying again, by the policy's back-off.
    pub fn retry(error: impl std::fmt::Display) -> Self {
        Self::Retry { after: None, error: error.to_string() }
    }

    /// What happened.
    pub fn error(&self) -> &str {
        match self {
            Self::Retry { error, .. } | Self::Fatal(error) => error,
        }
    }
}

impl From<crate::store::StoreError> for Failure {
    fn from(error: crate::store::StoreError) -> Self {
        if error.is_passing() { Self::retry(error) } else { Self::Fatal(error.to_string()) }
    }
}
