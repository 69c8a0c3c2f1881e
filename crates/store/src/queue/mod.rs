//! The durable job queue: everything that works in the background goes through it.
//!
//! Work is enqueued in the transaction that causes it ([`enqueue`]), taken by lease, retried with back-off, and
//! dead-lettered visibly. [`plan`] decides, [`Dispatcher`] does. A periodic loop is an item that comes back
//! ([`Outcome::Again`]), so several processes on one database share the loops as they share the rest.

mod dispatch;
mod failure;
mod item;
mod job;
mod plan;
pub mod process;
mod retry;
mod rows;
mod supervise;

pub use dispatch::{Dispatcher, Pulse};
pub use failure::Failure;
pub use item::Item;
pub use job::{AnyWorker, Job, Outcome, Worker, worker};
pub use plan::{AfterFailure, Backoff, GiveUp, Policy};
pub use retry::until_stored;
pub use rows::*;
pub use supervise::{panic_text, supervise};

/// The kind of the items that process a claimed message.
pub const MESSAGE: &str = "Message";
/// Loops come before messages: a thousand messages must not let a subscription expire.
pub const LOOP_PRIORITY: i64 = 1 << 50;
