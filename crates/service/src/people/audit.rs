//! The audit trail: who changed what, from what to what, when. Written in the transaction of the change itself.

use crate::store::{Store, StoreError, audit as rows};
use serde_json::Value;

/// Who is behind a change.
#[derive(Debug, Clone)]
pub struct Actor {
    /// As in the trail; commands on the machine act as `command line`.
    pub username: String,
    /// The request that asked for it.
    pub request_id: Option<String>,
}

impl Actor {
    /// Whoever has the machine.
    pub fn command_line() -> Self {
        Self { username: "command line".into(), request_id: None }
    }
}

/// One change.
#[derive(Debug, Clone)]
pub struct Change {
    /// `create`, `update`, `delete` and the like.
    pub action: &'static str,
    /// What kind of thing.
    pub resource: &'static str,
    /// Which one.
    pub resource_id: Option<i64>,
    /// Before; none when it was made. Never holds a secret.
    pub before: Option<Value>,
    /// After; none when it is gone. Never holds a secret.
    pub after: Option<Value>,
}

pub(crate) use crate::store::audit::insert as record;
pub use crate::store::audit::{Cursor, Entry};

/// The trail, newest first, from the cursor on.
pub async fn list(store: &Store, cursor: Option<Cursor>, most: u32) -> Result<Vec<Entry>, StoreError> {
    rows::list(&mut store.reader().await?, cursor, most).await
}
