//! The claim: a log row that is inserted before anything is done with the message. Its unique key prevents duplicates.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const INSERT_MANY: Sql = sql!("claim/insert_many" per database);
const NOTIFIED: Sql = sql!("claim/notified" per database);

text_enum! {
    /// How a message was detected.
    pub enum TriggerEvent in "it.MailboxWatcherLog.TriggerEvent" {
        Notification = "Notification",
        Reconciliation = "Reconciliation",
        /// Retried or replayed by a user.
        Manual = "Manual",
    }
}

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

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct ClaimedLogRow {
    pub id: LogId,
    pub message_key: String,
    pub run_id: RunId,
}

/// Claims the messages that are not in the log yet, in one statement. For a message that is, only the time of the first
/// notification is recorded.
pub async fn insert_many(conn: &mut Conn, claims: NewClaims) -> Result<Vec<ClaimedLogRow>, StoreError> {
    let NewClaims { watcher_id, trigger, detected_at, messages } = claims;
    let rows: Vec<_> =
        messages.iter().map(|new| serde_json::json!({"key": new.message_key, "run": new.run_id})).collect();
    let messages_json = serde_json::json!(rows).to_string();
    let notified_at = (trigger == TriggerEvent::Notification).then_some(DbTimestamp(detected_at));
    let claimed = run!(
        conn, INSERT_MANY, [watcher_id, DbTimestamp(detected_at), trigger, notified_at, messages_json.clone()] => fetch_all as ClaimedLogRow
    )?;
    if trigger == TriggerEvent::Notification && claimed.len() < messages.len() {
        run!(conn, NOTIFIED, [watcher_id, DbTimestamp(detected_at), messages_json])?;
    }
    Ok(claimed)
}
