//! A kind of background work, and how a run of it ends.

use super::failure::Failure;
use super::plan::Policy;
use super::rows::Item;
use futures_util::future::BoxFuture;
use jiff::Timestamp;

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
