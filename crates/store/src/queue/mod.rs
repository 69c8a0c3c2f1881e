//! The durable job queue for all background work.
//!
//! A job is enqueued in the transaction that causes it ([`enqueue`]), leased, retried with back-off, and dead-lettered
//! visibly. [`plan`] decides, [`Dispatcher`] acts. A periodic loop is an item that becomes due again
//! ([`JobOutcome::RunAgainAt`]), so several processes on one database share the loops like all other jobs. [`LoopWorker`] is a loop that one process
//! runs for all.

mod dispatch;
mod failure;
mod failure_log;
mod heartbeat;
mod item;
mod job;
mod loop_worker;
mod plan;
pub mod process;
mod retry;
mod rows;
mod supervisor;

pub use dispatch::Dispatcher;
pub use failure::JobFailure;
pub use heartbeat::Heartbeat;
pub use item::QueueItem;
pub use job::{AnyWorker, Job, JobOutcome, Worker, worker};
pub use loop_worker::{LOOP_PRIORITY, LoopJob, LoopWorker, loop_worker};
pub use plan::{AfterFailure, Backoff, RetryLimit, RetryPolicy};
pub use retry::retry_until_stored;
pub use rows::*;
pub use supervisor::{panic_text, supervise};

/// The kind of the items that process a claimed message.
pub const MESSAGE_KIND: &str = "Message";
