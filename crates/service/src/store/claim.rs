//! The claim: a log row that exists before anything is done with the message. Its unique key is the dedup guard.

use super::conn::{Sql, run, sql};
use super::{At, Conn, StoreError};
use jiff::Timestamp;

const INSERT: Sql = sql!("claim/insert");

/// How a message came to our attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TriggerEvent {
    /// The provider called.
    Notification,
    /// We looked.
    Reconciliation,
    /// An operator asked.
    Manual,
}

impl TriggerEvent {
    /// As stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Notification => "Notification",
            Self::Reconciliation => "Reconciliation",
            Self::Manual => "Manual",
        }
    }
}

/// A message that may be new.
#[derive(Debug, Clone)]
pub struct Sighting {
    /// The watcher that saw it.
    pub job_id: i64,
    /// The provider's immutable id.
    pub message_key: String,
    /// How it was seen.
    pub trigger: TriggerEvent,
    /// The run that will work on it if the claim succeeds.
    pub run_id: String,
    /// When it was seen.
    pub detected_at: Timestamp,
}

/// Claims the message; `None` when the watcher has it in its log already.
pub async fn insert(conn: &mut Conn, sighting: Sighting) -> Result<Option<i64>, StoreError> {
    let Sighting { job_id, message_key, trigger, run_id, detected_at } = sighting;
    let row =
        run!(conn, INSERT, [job_id, message_key, At(detected_at), trigger.name(), run_id] => fetch_optional as (i64,))?;
    Ok(row.map(|(id,)| id))
}
