//! The queue item that a worker gets.

use crate::id::QueueItemId;
use jiff::Timestamp;
use serde_json::Value;

/// Leased by a worker.
#[derive(Debug, Clone)]
pub struct QueueItem {
    pub id: QueueItemId,
    pub kind: String,
    pub payload: Value,
    /// Leases in a row without success, this one included.
    pub attempts: u32,
    /// The number of this lease; a later lease invalidates it.
    pub lease: i64,
    /// When the current series of failures began.
    pub first_failure_at: Option<Timestamp>,
    /// Items of one lane share the limit [`super::LANE_LIMIT`].
    pub lane: Option<String>,
}
