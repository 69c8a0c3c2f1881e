//! The claim: a log row that exists before anything is done with the message. Its unique key is the dedup guard.

use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const INSERT_MANY: Sql = sql!("claim/insert_many" per database);
const NOTIFIED: Sql = sql!("claim/notified" per database);

text_enum! {
    /// How a message was detected.
    pub enum TriggerEvent in "it.MailboxWatcherLog.TriggerEvent" {
        /// The provider sent a notification.
        Notification = "Notification",
        Reconciliation = "Reconciliation",
        /// An operator asked for it.
        Manual = "Manual",
    }
}

/// A message that may be new.
#[derive(Debug, Clone)]
pub struct NewClaim {
    /// The provider's immutable id.
    pub message_key: String,
    /// The run that will process it if the claim succeeds.
    pub run_id: RunId,
}

/// Messages of one watcher, detected together.
#[derive(Debug, Clone)]
pub struct NewClaims {
    pub watcher_id: WatcherId,
    pub trigger: TriggerEvent,
    pub detected_at: Timestamp,
    pub messages: Vec<NewClaim>,
}

/// A claim that succeeded.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Claimed {
    pub id: LogId,
    pub message_key: String,
    pub run_id: RunId,
}

/// Claims what is new of them, in one statement. A notification of a message that is claimed already is noted there.
pub async fn insert_many(conn: &mut Conn, claims: NewClaims) -> Result<Vec<Claimed>, StoreError> {
    let NewClaims { watcher_id, trigger, detected_at, messages } = claims;
    let seen: Vec<_> =
        messages.iter().map(|new| serde_json::json!({"key": new.message_key, "run": new.run_id})).collect();
    let seen = serde_json::json!(seen).to_string();
    let notified_at = (trigger == TriggerEvent::Notification).then_some(At(detected_at));
    let claimed = run!(
        conn, INSERT_MANY, [watcher_id, At(detected_at), trigger, notified_at, seen.clone()] => fetch_all as Claimed
    )?;
    if trigger == TriggerEvent::Notification && claimed.len() < messages.len() {
        run!(conn, NOTIFIED, [watcher_id, At(detected_at), seen])?;
    }
    Ok(claimed)
}
