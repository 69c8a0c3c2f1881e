//! The recorded state of facilities and their rings, and the one way to change it: together with the events about it.

use super::status_event::{self, FacilityStatus, NewStatusEvent};
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, FacilityId, LockTarget, StatusEventId, StoreError, lock_for_update};
use jiff::Timestamp;
use serde_json::{Value, json};
use thiserror::Error;

const LIST: Sql = sql!("facility_status/list");
const INSERT_MANY: Sql = sql!("facility_status/insert_many" per database);
const UPDATE_MANY: Sql = sql!("facility_status/update_many" per database);
const DELETE_MANY: Sql = sql!("facility_status/delete_many" per database);

/// The state of a facility, or of one of its rings, after its last event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedState {
    pub facility_id: FacilityId,
    /// `None`: the status of the facility itself.
    pub ring: Option<String>,
    pub facility_name: String,
    pub status: FacilityStatus,
    /// The time of the last event.
    pub changed_at: Timestamp,
    /// The end of the last window, by the time of its last strike. `None` if there was none.
    pub window_ends_at: Option<Timestamp>,
    /// The position that was evaluated.
    pub anchor: Option<String>,
    /// The parameters that were evaluated.
    pub rule: String,
    /// Increases with every write. 0: not stored yet.
    pub revision: i64,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    facility_id: FacilityId,
    ring: String,
    facility_name: String,
    status: FacilityStatus,
    changed_at: DbTimestamp,
    window_ends_at: Option<DbTimestamp>,
    anchor: Option<String>,
    rule: String,
    revision: i64,
}

impl From<Row> for RecordedState {
    fn from(row: Row) -> Self {
        Self {
            facility_id: row.facility_id,
            ring: Some(row.ring).filter(|ring| !ring.is_empty()),
            facility_name: row.facility_name,
            status: row.status,
            changed_at: row.changed_at.0,
            window_ends_at: row.window_ends_at.map(|at| at.0),
            anchor: row.anchor,
            rule: row.rule,
            revision: row.revision,
        }
    }
}

/// By facility; the status of the facility before its rings.
pub async fn list(conn: &mut Conn) -> Result<Vec<RecordedState>, StoreError> {
    Ok(run!(conn, LIST, [] => fetch_all as Row)?.into_iter().map(RecordedState::from).collect())
}

/// New states with the events about them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatusChanges {
    /// Each has the revision of the state that it replaces.
    pub states: Vec<RecordedState>,
    /// Of facilities and rings that no longer exist.
    pub removed: Vec<RecordedState>,
    pub events: Vec<NewStatusEvent>,
}

impl StatusChanges {
    pub fn is_empty(&self) -> bool {
        self.states.is_empty() && self.removed.is_empty() && self.events.is_empty()
    }
}

#[derive(Debug, Error)]
pub enum RecordError {
    /// Another process has recorded a change since the states were read. Nothing is written.
    #[error("the recorded status of a facility has changed since it was read")]
    Outdated,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes all of it or nothing. A state whose revision is not the stored one rejects everything: then no change is written
/// twice, and none from an outdated evaluation. Returns the id of the last event.
pub async fn record(conn: &mut Conn, changes: &StatusChanges, now: Timestamp) -> Result<StatusEventId, RecordError> {
    // On PostgreSQL a higher id could otherwise be visible before a lower one, and readers would miss the lower one.
    lock_for_update(conn, LockTarget::StatusEvents).await?;
    let (new, known): (Vec<_>, Vec<_>) = changes.states.iter().partition(|state| state.revision == 0);
    for (statement, states) in
        [(INSERT_MANY, new), (UPDATE_MANY, known), (DELETE_MANY, changes.removed.iter().collect())]
    {
        if states.is_empty() {
            continue;
        }
        let rows: Vec<Value> = states.iter().map(|state| state_json(state)).collect();
        let affected = run!(conn, statement, [json!(rows).to_string()])?;
        if usize::try_from(affected).ok() != Some(states.len()) {
            return Err(RecordError::Outdated);
        }
    }
    status_event::insert_many(conn, &changes.events, now).await?;
    Ok(status_event::last_id(conn).await?)
}

fn state_json(state: &RecordedState) -> Value {
    json!({
        "facilityId": state.facility_id,
        "ring": state.ring.as_deref().unwrap_or_default(),
        "facilityName": state.facility_name,
        "status": state.status,
        "changedAt": DbTimestamp(state.changed_at).text(),
        "windowEndsAt": state.window_ends_at.map(|at| DbTimestamp(at).text()),
        "anchor": state.anchor,
        "rule": state.rule,
        "revision": state.revision,
    })
}
