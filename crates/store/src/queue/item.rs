//! What a worker gets.

use crate::id::QueueItemId;
use jiff::Timestamp;
use serde_json::Value;

/// A queue item that a worker has leased.
#[derive(Debug, Clone)]
pub struct Item {
    pub id: QueueItemId,
    /// The kind of job.
    pub kind: String,
    /// The job as JSON.
    pub payload: Value,
    /// Leases in a row without success, this one included.
    pub attempts: u32,
    /// The number of this lease; a later lease makes it void.
    pub lease: i64,
    /// When the current series of failures began.
    pub first_failure_at: Option<Timestamp>,
    /// Items of one lane share the limit [`super::LANE`].
    pub lane: Option<String>,
}
