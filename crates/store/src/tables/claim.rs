//! The claim: a log row that exists before anything is done with the message. Its unique key is the dedup guard.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, StoreError};
use jiff::Timestamp;

const INSERT: Sql = sql!("claim/insert");
const INSERT_MANY: Sql = sql!("claim/insert_many" per database);
const NOTIFIED: Sql = sql!("claim/notified" per database);

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

/// Messages of one watcher that may be new, seen together.
#[derive(Debug, Clone)]
pub struct Sightings {
    /// The watcher that saw them.
    pub job_id: i64,
    /// How they were seen.
    pub trigger: TriggerEvent,
    /// When they were seen.
    pub detected_at: Timestamp,
    /// The provider's immutable ids, each with the run that will work on it if the claim succeeds.
    pub messages: Vec<(String, String)>,
}

/// A claim that succeeded.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Claimed {
    /// The row.
    pub id: i64,
    /// The message.
    pub message_key: String,
    /// Its run.
    pub run_id: String,
}

/// Claims what is new of them, in one statement. A notification of a message that is claimed already is noted there.
pub async fn insert_many(conn: &mut Conn, sightings: Sightings) -> Result<Vec<Claimed>, StoreError> {
    let Sightings { job_id, trigger, detected_at, messages } = sightings;
    let seen: Vec<_> = messages.iter().map(|(key, run)| serde_json::json!({"key": key, "run": run})).collect();
    let seen = serde_json::json!(seen).to_string();
    let notified_at = (trigger == TriggerEvent::Notification).then_some(At(detected_at));
    let claimed = run!(
        conn, INSERT_MANY, [job_id, At(detected_at), trigger.name(), notified_at, seen.clone()] => fetch_all as Claimed
    )?;
    if trigger == TriggerEvent::Notification && claimed.len() < messages.len() {
        run!(conn, NOTIFIED, [job_id, At(detected_at), seen])?;
    }
    Ok(claimed)
}
